"""The drawing of the backgammon board: measures, SVG shapes and colours. Knows places, not positions.

Places are those of the side that sits below: 1 to 24 the points, 25 its bar, 0 its tray; −26 and −1 those of the other.
"""

from __future__ import annotations

from plyyard.games.backgammon.state import BAR, OFF

POINT = 50.0  # width of a point
RADIUS = 23.0  # of a checker
FRAME = 26.0
BAR_WIDTH = 58.0
TRAY = 62.0
WIDTH = FRAME + 12 * POINT + BAR_WIDTH + 14 + TRAY + 14
HEIGHT = 620.0
TOP, BOTTOM = FRAME + 4, HEIGHT - FRAME - 4
LENGTH = 226.0  # of a point
LEFT = FRAME
MIDDLE = LEFT + 6 * POINT + BAR_WIDTH / 2
RIGHT = LEFT + 12 * POINT + BAR_WIDTH
TRAY_X = RIGHT + 14 + TRAY / 2
CENTRE = HEIGHT / 2


def column(place: int) -> float:
    """Centre of a point, left to right: 12 and 13 outside left, 1 and 24 outside right.

    >>> column(1) == column(24), column(12) == column(13)
    (True, True)
    """
    along = 12 - place if place <= 12 else place - 13
    return LEFT + (along + 0.5) * POINT + (BAR_WIDTH if along >= 6 else 0)


def point_place(place: int, level: int) -> tuple[float, float]:
    """Centre of the checker at a height on a point."""
    up = (2 * level + 1) * RADIUS
    return column(place), BOTTOM - up if place <= 12 else TOP + up


def bar_place(below: bool, level: int) -> tuple[float, float]:
    """A checker on the bar waits on the half of the board that it enters: the upper one for the side below."""
    away = 46 + level * 36.0
    return MIDDLE, CENTRE - away if below else CENTRE + away


def off_place(below: bool, height: int) -> tuple[float, float]:
    """A checker in the tray lies on its edge."""
    up = 9 + height * 15.0
    return TRAY_X, BOTTOM - up if below else TOP + up


def die_place(below: bool, index: int, count: int) -> tuple[float, float]:
    """Dice lie in the half to the roller's right: right for the side below, left for the other."""
    centre = LEFT + (9 * POINT + BAR_WIDTH if below else 3 * POINT)
    return centre + (index - (count - 1) / 2) * 58, CENTRE


def slot_place(place: int) -> tuple[float, float, float, float]:
    """Centre, width and height of the rectangle of a place."""
    tall = CENTRE - TOP - 24
    if place == BAR:
        return MIDDLE, TOP + tall / 2, BAR_WIDTH, tall
    if place == -1 - BAR:
        return MIDDLE, BOTTOM - tall / 2, BAR_WIDTH, tall
    if place == OFF:
        return TRAY_X, BOTTOM - tall / 2, TRAY, tall
    if place == -1:
        return TRAY_X, TOP + tall / 2, TRAY, tall
    return column(place), BOTTOM - tall / 2 if place <= 12 else TOP + tall / 2, POINT, tall


def _point(place: int) -> str:
    x = column(place)
    base, tip = (BOTTOM, BOTTOM - LENGTH) if place <= 12 else (TOP, TOP + LENGTH)
    shade = "dark" if place % 2 else "pale"
    return f'<path class="point {shade}" d="M{x - POINT / 2 + 1:g} {base:g}L{x:g} {tip:g}L{x + POINT / 2 - 1:g} {base:g}Z"/>'


def _number(place: int, number: int) -> str:
    y = HEIGHT - 9 if place <= 12 else 21
    return f'<text class="number" x="{column(place):g}" y="{y:g}">{number}</text>'


def _background(opposing: bool) -> str:
    half = 6 * POINT
    halves = (LEFT, MIDDLE + BAR_WIDTH / 2)
    parts = [
        f'<rect class="frame" width="{WIDTH:g}" height="{HEIGHT:g}" rx="14"/>',
        *(
            f'<rect class="field" x="{x:g}" y="{TOP:g}" width="{half:g}" height="{BOTTOM - TOP:g}"/>'
            for x in halves
        ),
        f'<rect class="bar" x="{MIDDLE - BAR_WIDTH / 2:g}" y="{TOP:g}" width="{BAR_WIDTH:g}" height="{BOTTOM - TOP:g}"/>',
        f'<path class="hinge" d="M{MIDDLE:g} {TOP:g}V{BOTTOM:g}"/>',
        *(
            f'<rect class="tray" x="{TRAY_X - TRAY / 2:g}" y="{y:g}" width="{TRAY:g}" height="246" rx="5"/>'
            for y in (TOP, BOTTOM - 246)
        ),
        *(_point(place) for place in range(1, 25)),
        *(
            f'<rect class="rail" x="{x:g}" y="{TOP:g}" width="{half:g}" height="{BOTTOM - TOP:g}"/>'
            for x in halves
        ),
        *(_number(place, 25 - place if opposing else place) for place in range(1, 25)),
    ]
    return "".join(parts)


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _die(face: int) -> str:
    spots = "".join(f'<circle class="spot" cx="{x * 12}" cy="{y * 12}" r="4.6"/>' for x, y in PIPS[face])
    cube = '<rect class="cube" x="-23" y="-23" width="46" height="46" rx="9"/>'
    return f'{cube}<rect class="face" x="-20.5" y="-20.5" width="41" height="41" rx="12"/>{spots}'


CHECKER = (
    '<circle class="shade" cy="1.6" r="22.4"/><circle class="rim" r="21.8"/><circle class="body" r="16.5"/>'
)
SLAB = '<rect class="rim" x="-25" y="-7" width="50" height="14" rx="4"/>'
SHAPES = {
    "checker-white": f'{CHECKER}<circle class="mark" r="11"/>',
    "checker-black": f'{CHECKER}<path class="mark" d="M0 -11L11 0L0 11L-11 0Z"/>',
    "slab-white": f'{SLAB}<path class="mark" d="M-19 0H19"/>',
    "slab-black": f'{SLAB}<path class="mark" d="M-19 0H-8M-5 0H5M8 0H19"/>',
    "ghost": '<circle class="trace" r="17"/>',
    **{f"die-{face}": _die(face) for face in range(1, 7)},
}
BACKGROUNDS = {"own": _background(False), "opposing": _background(True)}
STYLE = """
.board-backgammon .frame { fill: light-dark(#6b4226, #2b211b); }
.board-backgammon .field { fill: light-dark(#efe3c8, #56604f); }
.board-backgammon .bar { fill: light-dark(#5a3620, #231b16); }
.board-backgammon .hinge { stroke: light-dark(#3e2413, #120d0a); stroke-width: 2; }
.board-backgammon .rail { fill: none; stroke: light-dark(#3e2413, #120d0a); stroke-width: 2; }
.board-backgammon .tray { fill: light-dark(#4a2c1a, #191310); }
.board-backgammon .point.dark { fill: light-dark(#a8573c, #934f38); }
.board-backgammon .point.pale { fill: light-dark(#cdb78c, #808c72); }
.board-backgammon .number { font: 600 20px system-ui, sans-serif; text-anchor: middle; fill: light-dark(#fbf3df, #e8dcc8); }
.board-backgammon .shade { fill: #0006; }
/* Inside a shape a rule sees only the shape itself; what a sprite decides reaches it as inherited values. */
.board-backgammon .white { --rim: #f7efdd; --edge: #4b4233; --body: #fffaf0; --groove: #b9a988; --mark: #9a875f; }
.board-backgammon .black { --rim: #171312; --edge: #e8dcc4; --body: #231e1c; --groove: #6f625a; --mark: #b9a68f; }
.board-backgammon .white { --cube: #e9dfc9; --face: #fffdf6; --spot: #211b16; }
.board-backgammon .black { --cube: #1d1917; --face: #332c29; --spot: #fff6e6; }
.board-backgammon .moved { --edge: light-dark(#1273b8, #6fc0ff); --heavy: 4; }
.board-backgammon .rim { fill: var(--rim); stroke: var(--edge); stroke-width: var(--heavy, 1.2); }
.board-backgammon .body { fill: var(--body); stroke: var(--groove); stroke-width: 1.2; }
.board-backgammon .mark { fill: none; stroke: var(--mark); stroke-width: 2; }
.board-backgammon .sprite text { font: 700 20px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
.board-backgammon .sprite text { stroke-width: 6; paint-order: stroke; }
.board-backgammon .white text { fill: #2a2118; stroke: #fffaf0; }
.board-backgammon .black text { fill: #fff6e6; stroke: #231e1c; }
.board-backgammon .trace { fill: none; stroke: light-dark(#1c5c8a, #b5ddff); stroke-width: 2.5; stroke-dasharray: 5 5; }
.board-backgammon .cube { fill: var(--cube); stroke: var(--edge); stroke-width: 1; }
.board-backgammon .face { fill: var(--face); }
.board-backgammon .spot { fill: var(--spot); }
.board-backgammon .spent { opacity: .45; }
"""
