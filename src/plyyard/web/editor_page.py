"""The position editor of each game: a draft in the address, one step on for each request, and what can be done with it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template
from markupsafe import Markup

from plyyard.core import registry
from plyyard.core.editor import TAKE, AnyEditor, Piece, editor, picked
from plyyard.core.errors import BadPosition, HiddenInformation, PlyError, Say
from plyyard.core.game import CHANCE
from plyyard.core.sayings import ending
from plyyard.core.scene import Sprite, sprite_svg
from plyyard.core.text import MAX_POSITION
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.players import opponents
from plyyard.web.exercise_page import moves
from plyyard.web.page import AnyRequest, game_url, language_of, level_name, page, rules_url
from plyyard.web.portraits import picture
from plyyard.web.school import correction_url, editor_url
from plyyard.web.worker import Judgement

FEW = 3  # pieces in all that are named in writing, too
PATIENCE = 8  # seconds to wait for the computer's judgement, which is quick once all is compiled
MOST_NAMED = 40  # legal moves up to which each is said in words, too, which takes time
MOST_MOVES = 80  # listed; a double in backgammon can have some hundreds

Refusals = Sequence[tuple[str, str]]
"""Reasons, each with its article if it has one."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A draft on the way through one request: what was wished of it, and why that was refused."""

    game: registry.AnyGame
    editor: AnyEditor
    draft: Any
    piece: str = ""
    manner: str = ""
    place: str = ""
    typed: str | None = None  # a text that cannot be drawn
    refusals: Refusals = ()

    @property
    def text(self) -> str:
        return self.editor.text(self.draft)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the game says of the draft: ``state`` if it is sound."""

    faults: Refusals = ()
    state: Any = None


@dataclass(slots=True)
class Ahead:
    """What can be done from a sound position."""

    settled: str = ""  # the position that follows of itself
    says: str = ""
    moves: list[tuple[str, str]] = field(default_factory=list)
    more: int = 0  # moves not listed
    playable: bool = False
    judgeable: bool = False
    position: str = ""


# ---- pages ----


def _at(slug: str, language: str) -> tuple[registry.AnyGame, AnyEditor]:
    for game in registry.games():
        if game.slugs[language] == slug and (found := editor(game.name)) is not None:
            return game, found
    raise NotFoundException()


@get(["/stellung/{slug:str}", "/en/position/{slug:str}"])
async def editor_page(request: AnyRequest, slug: FromPath[str]) -> Response[Any] | Template:
    """``?position=…`` (nothing: the start); then what to change: settings by name, ``at`` a place with ``piece`` and ``manner``.

    ``ask=1``: with the computer's judgement. ``part=1``: only what changes, for the script.
    """
    language = language_of(request)
    game, found = _at(slug, language)
    query = dict(request.query_params)
    t = words(language, game.name)
    before = _read(game, found, query, t)
    desk = before if before.typed else _changed(before, query, t)
    part = query.get("part") == "1"
    if desk.text != before.text and not part and not desk.refusals:
        return Redirect(_address(desk, language), status_code=303)
    standing = _standing(desk, t)
    ahead = _ahead(desk, standing, t)
    status = 422 if desk.typed or desk.refusals else 200
    judgement = None
    if query.get("ask") == "1" and ahead.judgeable:
        asked = asyncio.ensure_future(request.app.state.worker.judge(game.name, ahead.position))
        try:
            judgement = await asyncio.wait_for(asyncio.shield(asked), PATIENCE)
        except TimeoutError:
            desk = replace(desk, refusals=[(t("The computer is busy just now. Ask again in a moment."), "")])
    context = _context(request, desk, standing, ahead, judgement, t)
    others = {other: _address(desk, other) for other in LANGUAGES}
    template = "editor_part.html" if part else "editor.html"
    return page(request, template, context, others=others, game=game, status=status)


def _address(desk: Desk, language: str) -> str:
    """Where this draft is; the piece that is picked goes with it."""
    kept = {"piece": desk.piece, "manner": desk.manner}
    more = urlencode({name: value for name, value in kept.items() if value})
    return editor_url(desk.game, language, desk.text) + (f"&{more}" if more else "")


# ---- one step ----


def _read(game: registry.AnyGame, found: AnyEditor, query: Mapping[str, str], t: Words) -> Desk:
    text = " ".join(query.get("position", "")[: MAX_POSITION + 1].split())
    start = found.read(game.notation.format_position(game.start(game.complete({}, lambda n: 0))))
    desk = Desk(
        game,
        found,
        start,
        query.get("piece", "")[:20],
        query.get("manner", "")[:20],
        query.get("at", "")[:40],
    )
    if not text:
        return desk
    try:
        return replace(desk, draft=found.read(text))
    except BadPosition as error:
        return replace(desk, typed=text, refusals=_faults(error, t))
    except PlyError as error:
        return replace(desk, typed=text, refusals=[(t.say(error.why), "")])


def _changed(desk: Desk, query: Mapping[str, str], t: Words) -> Desk:
    """With the settings and the pick that were sent; where one is refused, the draft as it was."""
    draft = desk.draft
    try:
        for setting in desk.editor.settings(draft):
            if (value := query.get(setting.name, setting.value).strip()) != setting.value:
                draft = desk.editor.set(draft, setting.name, value)
        if desk.place:
            piece = desk.piece if desk.piece == TAKE else desk.manner + desk.piece
            draft = picked(desk.editor, draft, piece, desk.place)
    except PlyError as error:
        return replace(desk, refusals=[(t.say(error.why), "")])
    return replace(desk, draft=draft)


def _standing(desk: Desk, t: Words) -> Standing:
    """What the game says of the draft, as it would of the text."""
    try:
        state = desk.game.notation.parse_position(desk.text)
    except BadPosition as error:
        return Standing(_faults(error, t))
    except PlyError as error:
        return Standing([(t.say(error.why), "")])
    return Standing((), state)


def _faults(error: BadPosition, t: Words) -> Refusals:
    return list(dict.fromkeys((t.say(one.why), one.article) for one in error.faults))


def _ahead(desk: Desk, standing: Standing, t: Words) -> Ahead:
    game, state = desk.game, standing.state
    if state is None:
        return Ahead()
    ahead = Ahead(position=game.notation.format_position(state))
    known = "?" not in ahead.position
    try:
        after = game.settle(state)
        if after.effects:
            ahead.settled = ahead.position = game.notation.format_position(after.state)
            state = after.state
        actor = game.actor(state)
        if actor is None:
            result = game.result(state)
            ahead.says = ending(game, result.winner, result.kind, t) if result else ""
            return ahead
        ahead.playable = known
        ahead.judgeable = bool(game.levels) and not (actor is CHANCE and game.lot(state).shuffle)
        if actor is not CHANCE:
            texts = [game.notation.format_move(move) for move in game.legal_moves(state)]
            spoken = moves(game, state, t) if len(texts) <= MOST_NAMED else {}
            ahead.moves = [(text, spoken[text][0] if text in spoken else "") for text in texts[:MOST_MOVES]]
            ahead.more = len(texts) - len(ahead.moves)
        else:
            ahead.says = t("There is nothing to choose yet: chance comes first.")
    except HiddenInformation as error:
        ahead.says = t.say(error.why)
    return ahead


# ---- what the page is given ----


def _context(
    request: AnyRequest,
    desk: Desk,
    standing: Standing,
    ahead: Ahead,
    judgement: Judgement | None,
    t: Words,
) -> dict[str, Any]:
    language, game = language_of(request), desk.game
    groups = desk.editor.pieces(desk.draft, t)
    places = desk.editor.places(desk.draft, t)
    board, palette = _drawn(desk, groups, t)
    address = _address(desk, language)
    bare = editor_url(game, language)
    last = next((slot.label for _, slots in places for slot in slots if slot.id == desk.place), "")
    count = len(standing.faults)
    verdict = t("There is no fault in this position.") if standing.state is not None else ""
    if count:
        verdict = t.plural("{n} thing is impossible here.", "{n} things are impossible here.", count)
    if desk.typed is not None:  # it is about another position than the one that was typed
        verdict = t("Shown is the position from before.")
    said = [why for why, _ in desk.refusals] or [last, verdict]
    return {
        "title": t.say(game.title),
        "board": Markup(board),
        "groups": palette,
        "named": sum(len(pieces) for _, pieces in groups) <= FEW,
        "manners": [(prefix, t.say(label)) for prefix, label in desk.editor.manners],
        "piece": desk.piece if desk.piece in _ids(groups) else _first(groups),
        "manner": desk.manner,
        "take": TAKE,
        "settings": [_setting(one, t) for one in desk.editor.settings(desk.draft)],
        "places": [(name, slots) for name, slots in places if slots],
        "position": desk.text,
        "typed": desk.typed if desk.typed is not None else desk.text,
        "refusals": desk.refusals,
        "faults": standing.faults,
        "verdict": verdict,
        "unread": desk.typed is not None,
        "said": ". ".join(filter(None, said)),
        "remarks": [t.say(one) for one in _remarks(desk, request.query_params.get("position", ""))],
        "notations": desk.editor.also(desk.draft),
        "described": game.board.describe(standing.state, t) if standing.state is not None else (),
        "facts": game.board.scene(standing.state, t).facts if standing.state is not None else (),
        "ahead": ahead,
        "settled_url": editor_url(game, language, ahead.settled) if ahead.settled else "",
        "judgement": _judged(game, judgement, t) if judgement else None,
        "level": level_name(t, list(game.levels)[-1]) if game.levels else "",
        "sides": [(side, t.say(game.side_names[side])) for side in game.sides],
        "levels": [(name, level_name(t, name)) for name in opponents(game)],
        "editor_here": bare,
        "address": address,
        "other_address": _address(desk, "en" if language == "de" else "de"),
        "share": str(request.base_url).rstrip("/") + editor_url(game, language, desk.text),
        "start_url": bare,
        "empty_url": editor_url(game, language, desk.editor.text(desk.editor.empty)),
        "game_url": game_url(game, language),
        "rules_url": rules_url(game, language),
        "report_url": correction_url(game, language, bare, desk.text),
    }


def _ids(groups: Sequence[tuple[str, Sequence[Piece]]]) -> set[str]:
    return {TAKE, *(piece.id for _, pieces in groups for piece in pieces)}


def _first(groups: Sequence[tuple[str, Sequence[Piece]]]) -> str:
    """What is picked while nobody has: a piece that is still beside the board."""
    return next((piece.id for _, pieces in groups for piece in pieces if piece.left), TAKE)


def _remarks(desk: Desk, text: str) -> Sequence[Say]:
    """What a text from elsewhere says that is not used here; our own notations say nothing of the kind."""
    own = {desk.text, *(one for _, one in desk.editor.also(desk.draft))}
    return () if desk.typed or not text or text in own else desk.editor.remarks(text)


def _drawn(
    desk: Desk, groups: Sequence[tuple[str, Sequence[Piece]]], t: Words
) -> tuple[str, list[tuple[str, list[tuple[Piece, Markup]]]]]:
    """The board with a slot for each place, and each piece of the palette as a picture of its own."""
    game = desk.game
    slots = tuple(slot for _, slots in desk.editor.places(desk.draft, t) for slot in slots)
    scene = replace(game.board.scene(desk.draft, t), slots=slots)
    sprites = {
        piece.id: Sprite(piece.id, piece.shape, 0, 0, piece.label, classes=piece.classes)
        for _, pieces in groups
        for piece in pieces
    }

    def drawn(piece: Piece) -> Markup:
        width, height = piece.box
        return Markup(
            f'<svg class="piece board-{game.name}" viewBox="{-width / 2:g} {-height / 2:g} {width:g} {height:g}" '
            f'aria-hidden="true">{sprite_svg(game.name, sprites[piece.id])}</svg>'
        )

    palette = [(heading, [(piece, drawn(piece)) for piece in pieces]) for heading, pieces in groups]
    return picture(game, scene, t("Board"), (), tuple(sprites.values())), palette


def _setting(setting: Any, t: Words) -> dict[str, Any]:
    return {
        "name": setting.name,
        "label": t.say(setting.label),
        "value": setting.value,
        "choices": [
            (value, t.say(label) if isinstance(label, Say) else label) for value, label in setting.choices
        ],
        "high": setting.high,
    }


def _judged(game: registry.AnyGame, judgement: Judgement, t: Words) -> dict[str, Any]:
    """Values as people read them: where those of the sides add up to 1 they are chances, else points a game."""
    values, rated = judgement
    chances = round(sum(values.values()), 6) == 1

    def shown(value: float) -> str:
        return t("{percent} %", percent=t.number(100 * value, 1)) if chances else t.number(value, 3)

    return {
        "unit": t("Chance of winning") if chances else t("Expected result, in points a game"),
        "values": [(t.say(game.side_names[side]), shown(value)) for side, value in values.items()],
        "moves": [(move, shown(value)) for move, value in rated],
    }


ROUTES: list[HTTPRouteHandler] = [editor_page]
