"""The drawn cards, round (0, 0): 52 faces with corners that stay readable when overlapped, and a back."""

from __future__ import annotations

from plyyard.games.spider.state import RANKS, SUITS

WIDTH, HEIGHT = 92, 134
CORNER = 40  # height of the strip with rank and suit: what an overlapped card shows

SUIT_PATHS = {  # about 30 units high
    "H": "M0 14C-6 7-15 1-15-6C-15-11.5-11-14-7.5-14C-4-14-1.5-12 0-8.5"
    "C1.5-12 4-14 7.5-14C11-14 15-11.5 15-6C15 1 6 7 0 14Z",
    "D": "M0-16C3-9 7-4 12 0C7 4 3 9 0 16C-3 9-7 4-12 0C-7-4-3-9 0-16Z",
    "S": "M0-15C5-8 14-3 14 5C14 10 10.5 12 7.5 12C4.5 12 2.2 10.5 1.2 8C1.5 11 2.5 13.5 5 15.5H-5"
    "C-2.5 13.5-1.5 11-1.2 8C-2.2 10.5-4.5 12-7.5 12C-10.5 12-14 10-14 5C-14-3-5-8 0-15Z",
    "C": "M0-15A6.9 6.9 0 0 1 5.2-3.6A6.9 6.9 0 1 1 1.3 7.3C1.6 10.5 2.6 13.5 5 15.5H-5"
    "C-2.6 13.5-1.6 10.5-1.3 7.3A6.9 6.9 0 1 1-5.2-3.6A6.9 6.9 0 0 1 0-15Z",
}
_CLASSES = {"C": "black clubs", "S": "black spades", "H": "red hearts", "D": "red diamonds"}
_PAPER = (
    f'<rect class="paper" x="{-WIDTH / 2:g}" y="{-HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}" rx="9"/>'
)
_SHOULDERS = '<path class="cloth" d="M-36 63C-35 40-22 33 0 33C22 33 35 40 36 63Z"/>'
_FACE = (
    '<path class="skin" d="M-13 8H13V22C13 31 7 36 0 36C-7 36-13 31-13 22Z"/>'
    '<path class="line" d="M-6 16V18M6 16V18M-4 27Q0 29.5 4 27"/>'
)
_FIGURES = {
    "K": _SHOULDERS
    + _FACE
    + '<path class="hair" d="M-13 20C-13 34-9 46 0 46C9 46 13 34 13 20C10 26 6 24 0 24C-6 24-10 26-13 20Z"/>'
    '<path class="gold" d="M-19 8L-23-18L-11-7L0-24L11-7L23-18L19 8Z"/><path class="line" d="M-18 3H18"/>',
    "Q": '<path class="hair" d="M-21 44C-26 22-22-4 0-4C22-4 26 22 21 44Z"/>'
    + _SHOULDERS
    + _FACE
    + '<path class="gold" d="M-17 5Q-19-6-20-13L-9-5L0-18L9-5L20-13Q19-6 17 5Q0-1-17 5Z"/>'
    '<circle class="gold" cx="-20" cy="-15" r="3.5"/><circle class="gold" cy="-20" r="3.5"/>'
    '<circle class="gold" cx="20" cy="-15" r="3.5"/>',
    "J": '<path class="hair" d="M-17 32C-19 14-15 4 0 4C15 4 19 14 17 32Z"/>'
    + _SHOULDERS
    + _FACE
    + '<path class="cloth" d="M-21 9C-24-6-12-14 2-14C16-14 22-5 20 9C8 3-8 3-21 9Z"/>'
    '<path class="gold" d="M8-6C12-20 22-26 33-23C32-13 22-5 8-6Z"/>'
    '<path class="line" d="M10-8Q20-12 30-21"/>',
}


def _face(rank: str, suit: str) -> str:
    mark = SUIT_PATHS[suit]
    shown = "10" if rank == "T" else rank
    squeezed = ' textLength="46" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    corner = (
        f'<text class="rank" x="-41" y="-32"{squeezed}>{shown}</text>'
        f'<path class="pip" transform="translate(27 -47)" d="{mark}"/>'
    )
    if rank in _FIGURES:
        middle = (
            f'<g transform="translate(0 6) scale(.96 .93)">{_FIGURES[rank]}</g>'
            + f'<path class="badge" transform="translate(0 51) scale(.56)" d="{mark}"/>'
        )
    else:
        size = 2.5 if rank == "A" else 2.05
        middle = f'<path class="pip" transform="translate(0 20) scale({size:g})" d="{mark}"/>'
    return f'{_PAPER}<g class="{_CLASSES[suit]}">{middle}{corner}</g>'


def _web() -> str:
    """A spider's web for the back: eight threads and four rings between them."""
    ends = ((0, -57), (36, -57), (36, 0), (36, 57), (0, 57), (-36, 57), (-36, 0), (-36, -57))
    threads = "".join(f"M0 0L{x} {y}" for x, y in ends)
    rings = []
    for part in (0.24, 0.46, 0.68, 0.9):
        points = [(x * part, y * part) for x, y in ends]
        path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
        for i, (x, y) in enumerate(points):
            next_x, next_y = points[(i + 1) % 8]
            path += f"Q{(x + next_x) * 0.42:.1f} {(y + next_y) * 0.42:.1f} {next_x:.1f} {next_y:.1f}"
        rings.append(path + "Z")
    return threads + "".join(rings)


BACK = (
    f'<rect class="edge" x="{-WIDTH / 2:g}" y="{-HEIGHT / 2:g}" width="{WIDTH}" height="{HEIGHT}" rx="9"/>'
    f'<rect class="cover" x="{-WIDTH / 2 + 5:g}" y="{-HEIGHT / 2 + 5:g}" '
    f'width="{WIDTH - 10}" height="{HEIGHT - 10}" rx="5"/>'
    f'<path class="web" d="{_web()}"/>'
)
FACES = tuple((suit + rank).lower() for suit in SUITS for rank in RANKS)
"""Names of the shapes by card: ``ca`` is the ace of clubs."""
SHAPES = {
    "back": BACK,
    **dict(zip(FACES, (_face(rank, suit) for suit in SUITS for rank in RANKS), strict=True)),
}
