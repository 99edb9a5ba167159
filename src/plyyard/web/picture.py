"""A picture of a game to keep or to show: its board as the asker sees it, which game it was, how it stands. One SVG, no request."""

from __future__ import annotations

import hashlib
import re
import textwrap
from datetime import UTC, datetime
from html import escape

from babel.dates import format_date
from litestar import get
from litestar.params import FromPath
from litestar.response import Response

from plyyard.core.scene import Scene
from plyyard.core.words import Words, words
from plyyard.rooms.frames import Look
from plyyard.rooms.protocol import State
from plyyard.rooms.questions import look
from plyyard.rooms.room import Room
from plyyard.web import portraits, wording
from plyyard.web.api.asking import whole
from plyyard.web.auth import guest_of
from plyyard.web.page import AnyRequest, language_of, preferences_of
from plyyard.web.room_page import options_of, room_of

POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"  # it has a stylesheet of its own and nothing else
COLUMNS = 62  # characters of a line of text across the board
LEADING = 1.4
SEPARATOR = " · "
LIGHT_DARK = re.compile(r"light-dark\(\s*([^,()]+),[^()]*\)")
STYLE = """
.sheet { fill: #f7f5f0; }
.line { font-family: system-ui, "Segoe UI", Roboto, sans-serif; fill: #1b1f24; }
.first { font-weight: 700; }
.sprite > text { text-anchor: middle; dominant-baseline: central; font: 600 14px system-ui, sans-serif; }
"""


@get(["/spiel/{room_id:str}/bild.svg", "/en/game/{room_id:str}/picture.svg"])
async def room_picture(request: AnyRequest, room_id: FromPath[str]) -> Response[bytes]:
    """The game now, or after event ``at``, as the asker may see it."""
    room = await room_of(request, room_id)
    language = language_of(request)
    seen = Look(language, preferences_of(request).facing)
    guest = guest_of(request).id
    at = whole(request.query_params.get("at"))
    state, scene = look(request.app.state.hub.live(room), guest, seen, at)
    drawn = draw(room, state, scene, words(language, room.game.name), at).encode()
    tag = f'"{hashlib.sha256(drawn).hexdigest()[:32]}"'
    headers = {
        "content-security-policy": POLICY,
        "cache-control": "private, no-cache",
        "etag": tag,
        "vary": "cookie",
        "content-disposition": f'inline; filename="plyyard-{room.game.name}-{room.id}.svg"',
    }
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(drawn, media_type="image/svg+xml", headers=headers)


def draw(room: Room, state: State, scene: Scene, t: Words, at: int | None) -> str:
    """The board below a heading, the words below the board."""
    told = list(texts(room, state, scene, t, at))
    lines = [line for text in told for line in _wrapped(text)]
    size = scene.width / (COLUMNS * 0.56)
    margin = size
    wide, top = scene.width + 2 * margin, margin + LEADING * size
    below = top + scene.height + margin
    high = below + LEADING * size * (len(lines) - 1) + margin / 2
    board = portraits.picture(room.game, scene, told[0], slots=False)
    style = LIGHT_DARK.sub(r"\1", room.game.board.style) + STYLE
    places = [margin + size, *(below + LEADING * size * (n + 0.7) for n in range(len(lines) - 1))]
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.2f} {high:.2f}" '
            f'width="{wide:.0f}" height="{high:.0f}" role="img" aria-label="{escape(" ".join(told))}">',
            f"<style>{style}</style>",
            f'<rect class="sheet" width="{wide:.2f}" height="{high:.2f}"/>',
            f'<svg x="{margin:.2f}" y="{top:.2f}" width="{scene.width:.2f}" height="{scene.height:.2f}">{board}</svg>',
            *(
                f'<text class="line{" first" * (n == 0)}" font-size="{size:.2f}" x="{margin:.2f}" y="{y:.2f}">'
                f"{escape(line)}</text>"
                for n, (line, y) in enumerate(zip(lines, places, strict=True))
            ),
            "</svg>\n",
        ]
    )


def _wrapped(text: str) -> list[str]:
    """A text as lines; what stands between two dots stays together, where it can."""
    if SEPARATOR not in text:
        return textwrap.wrap(text, COLUMNS)
    lines = [""]
    for item in text.split(SEPARATOR):
        longer = lines[-1] + SEPARATOR * bool(lines[-1]) + item
        lines = [*lines[:-1], longer] if len(longer) <= COLUMNS else [*lines, item]
    return [part for line in lines for part in textwrap.wrap(line, COLUMNS)]


def texts(room: Room, state: State, scene: Scene, t: Words, at: int | None) -> list[str]:
    """What stands there in words: which game it is, how it stands or ended, its figures, how it was dealt, when it was."""
    day = format_date(datetime.fromtimestamp(state.ts / 1000, UTC), "long", locale=t.language)
    now = at is None or at >= state.head
    stands = state.status if now else t("Event {n} of {all}", n=at, all=state.head)
    figures = [(fact.label, fact.value) for fact in scene.facts if fact.shown]
    if len(room.game.sides) == 1:
        figures += [(t("Moves"), str(state.moves)), (t("Time"), wording.time_text(t, state.spent // 1000))]
        figures += [(t("Cheat count"), str(state.undo_price))] if state.undo_price else []
    rows = [figures, options_of(room, state, t)]
    said = [SEPARATOR.join(f"{label}: {value}" for label, value in row) for row in rows if row]
    return [SEPARATOR.join(("Ply Yard", t.say(room.game.title), day)), stands, *said]
