"""The drawings of dominoes: 28 faces with true pips, the back, the places at the ends, the table. No positions here.

A shape is drawn once and used many times, so a sprite's classes reach into it only through inherited variables.
"""

from __future__ import annotations

from plyyard.games.dominoes.state import NAMES, TILES

HALF = 50
"""Half a tile is a square of this side; a whole tile stands upright, its low end up."""

_A, _B = -14.5, 14.5
_PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((0, 0),),
    ((_A, _A), (_B, _B)),
    ((_A, _A), (0, 0), (_B, _B)),
    ((_A, _A), (_B, _A), (_A, _B), (_B, _B)),
    ((_A, _A), (_B, _A), (0, 0), (_A, _B), (_B, _B)),
    ((_A, _A), (_B, _A), (_A, 0), (_B, 0), (_A, _B), (_B, _B)),
)
_SHADE = '<rect class="shade" x="-23" y="-46.5" width="48" height="97" rx="8"/>'
_BODY = f'{_SHADE}<rect class="body" x="-24" y="-49" width="48" height="98" rx="8"/>'


def _half(number: int) -> str:
    return "".join(f'<circle class="pip" cx="{x:g}" cy="{y:g}" r="5.4"/>' for x, y in _PIPS[number])


def _face(low: int, high: int) -> str:
    halves = ((low, -24.5), (high, 24.5))
    pips = "".join(f'<use href="#dominoes-half-{number}" y="{y}"/>' for number, y in halves if number)
    return f'<use href="#dominoes-blank"/>{pips}'


_BACK = (
    f'{_SHADE}<rect class="back" x="-24" y="-49" width="48" height="98" rx="8"/>'
    '<rect class="inlay" x="-17" y="-42" width="34" height="84" rx="4"/>'
    '<path class="weave" d="M0 -30L12 -12L0 6L-12 -12ZM0 -6L12 12L0 30L-12 12Z"/>'
)
SHAPES = {
    **{f"tile-{name}": _face(*halves) for name, halves in zip(NAMES, TILES, strict=True)},
    **{f"half-{number}": _half(number) for number in range(1, 7)},
    "blank": f'{_BODY}<path class="bar" d="M-17 0H17"/><circle class="pin" r="2.6"/>',
    "back": _BACK,
    "end": '<rect class="end" x="-26" y="-26" width="52" height="52" rx="10"/>',
    "count": '<rect class="pill" x="-19" y="-15" width="38" height="30" rx="15"/>',
    "side-black": '<circle class="ring" r="17"/><circle class="black-disc" r="11"/><path class="bar-sign" d="M0 -5V5"/>',
    "side-white": '<circle class="ring" r="17"/><circle class="white-disc" r="11"/><circle class="dot-sign" r="4"/>',
}
BACKGROUNDS = {
    "table": '<rect class="felt" width="720" height="840" rx="18"/>'
    '<rect class="rail" x="6" y="6" width="708" height="828" rx="13"/>'
    '<rect class="tray" x="6" y="654" width="708" height="180" rx="13"/>'
}
STYLE = """
.board-dominoes .felt { fill: light-dark(#dfe8df, #1d2b27); }
.board-dominoes .rail { fill: none; stroke: light-dark(#b9c9bb, #33483f); stroke-width: 1.5; }
.board-dominoes .tray { fill: light-dark(#cddacf, #16211e); }
.board-dominoes .shade { fill: #000; opacity: light-dark(.2, .5); }
.board-dominoes .body { fill: light-dark(#fffdf4, #f1ead6);
  stroke: var(--edge, light-dark(#6b6552, #4a4636)); stroke-width: var(--edge-width, 1.4);
}
.board-dominoes .pip { fill: #1d2025; }
.board-dominoes .bar { stroke: #7b7561; stroke-width: 2; stroke-linecap: round; }
.board-dominoes .pin { fill: #b48a3c; stroke: #7b5c1f; stroke-width: .6; }
.board-dominoes .back { fill: light-dark(#2f4a43, #5c7d73);
  stroke: var(--edge, light-dark(#182622, #c3d8d0)); stroke-width: var(--edge-width, 1.4);
}
.board-dominoes .inlay { fill: none; stroke: light-dark(#8fb0a5, #cfe3db); stroke-width: 1.6; }
.board-dominoes .weave { fill: none; stroke: light-dark(#8fb0a5, #cfe3db); stroke-width: 1.4; }
.board-dominoes .end { fill: none; stroke: light-dark(#55695c, #92aca0); stroke-width: 2; stroke-dasharray: 5 5; }
.board-dominoes .sprite.end text {
  font: 600 26px system-ui, sans-serif; fill: light-dark(#3d5145, #b5ccc1); stroke: none;
  text-anchor: middle; dominant-baseline: central;
}
.board-dominoes .pill { fill: light-dark(#eef4ee, #2b3d37); }
.board-dominoes .sprite.count text {
  font: 600 19px system-ui, sans-serif; fill: light-dark(#33443a, #d3e3da);
  text-anchor: middle; dominant-baseline: central;
}
.board-dominoes .ring { fill: none; stroke: var(--turn, none); stroke-width: 4; }
.board-dominoes .on-turn { --turn: light-dark(#b04a00, #ff9d4d); }
.board-dominoes .last, .board-dominoes .wanted { --edge: light-dark(#b04a00, #ff9d4d); --edge-width: 4; }
.board-dominoes .black-disc { fill: #22252b; stroke: light-dark(#1c1a16, #e8e3d4); stroke-width: 2; }
.board-dominoes .bar-sign { fill: none; stroke: #fff; stroke-width: 3; stroke-linecap: round; }
.board-dominoes .white-disc { fill: #f7f4ea; stroke: light-dark(#1c1a16, #000); stroke-width: 2; }
.board-dominoes .dot-sign { fill: #3a372e; }
"""
