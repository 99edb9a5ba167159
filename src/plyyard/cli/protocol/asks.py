"""What the engine can be asked, one function an ask, and what each needs. Knows no bytes, keeps no state."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from plyyard.cli.protocol.reading import Line
from plyyard.core import registry
from plyyard.core.chance import Below, draw, seeded
from plyyard.core.errors import (
    BadPosition,
    BadText,
    Fault,
    HiddenInformation,
    IllegalMove,
    PlyError,
    Say,
)
from plyyard.core.game import CHANCE, After, Effect, Event, Happened, Moved
from plyyard.core.words import Words
from plyyard.core.words import words as words_of
from plyyard.players import Player, player

Answer = dict[str, Any]
PLACES = 12  # digits after the point of every value


def answer(given: Mapping[str, Any]) -> Answer:
    """The answer to one line; refusals are answers too."""
    spoken = words_of("en")
    try:
        line = Line(given)
        ask = line.text("ask")
        if ask not in ASKS:
            raise BadText(
                Say("There is no ask {ask}. There are: {asks}.", ask=repr(ask[:40]), asks=", ".join(ASKS))
            )
        function, keys = ASKS[ask]
        spoken = words_of(line.language(), line.game_name() if "game" in keys else None)
        line.refuse_others(("ask", "lang", *keys))
        return function(line, spoken)
    except HiddenInformation:
        return {"error": "hidden"}
    except BadPosition as error:
        return {"error": spoken.say(error.why), "article": error.faults[0].article}
    except IllegalMove as error:
        return {"error": spoken.say(error.why), "article": error.article}
    except PlyError as error:
        return {"error": spoken.say(error.why)}


def _games(line: Line, spoken: Words) -> Answer:
    return {
        "games": [
            {
                "name": game.name,
                "title": spoken.say(game.title),
                "sides": list(game.sides),
                "rules": game.rules_version,
                "levels": list(game.levels),
            }
            for game in registry.games()
        ]
    }


def _start(line: Line, spoken: Words) -> Answer:
    game, below = line.game(), _source(line)
    state = game.start(game.complete(line.options(), below))
    while game.actor(state) is CHANCE and (lot := game.lot(state)).shuffle:  # a deal belongs to the start
        state = game.apply(state, Happened(draw(lot, below))).state
    return {"position": game.notation.format_position(state)}


def _legal(line: Line, spoken: Words) -> Answer:
    game = line.game()
    settled = _position(line)
    state = settled.state
    actor = game.actor(state)
    found: Answer = {
        "actor": "chance" if actor is CHANCE else actor,
        "moves": [game.notation.format_move(move) for move in game.legal_moves(state)],
    }
    if actor is CHANCE:
        found["lot"] = _lot(game, state)
    return found | {
        "position": game.notation.format_position(state),
        "effects": _effects(settled.effects),
        "result": _result(game, state),
    }


def _apply(line: Line, spoken: Words) -> Answer:
    game = line.game()
    settled = _position(line)
    if line.has("move") == line.has("outcome"):
        raise BadText(Say("apply needs either move or outcome."))
    event = _moved(line, settled.state) if line.has("move") else _happened(line, settled.state)
    after = game.apply(settled.state, event)
    return {
        "position": game.notation.format_position(after.state),
        "result": _result(game, after.state),
        "effects": _effects((*settled.effects, *after.effects)),
    }


def _moved(line: Line, state: Any) -> Event:
    game, text = line.game(), line.text("move")
    if refusal := game.why_not(state, text):
        raise IllegalMove(*refusal)
    actor = game.actor(state)
    assert isinstance(actor, str), "why_not lets a move through only when a side acts"
    return Moved(actor, game.notation.parse_move(state, text))


def _happened(line: Line, state: Any) -> Event:
    game, text = line.game(), line.text("outcome")
    if game.actor(state) is not CHANCE:
        over = game.actor(state) is None
        raise BadText(Say("The game is over.") if over else Say("A move is due here, not chance."))
    outcome = game.notation.parse_outcome(state, text)
    lot = game.lot(state)
    if not lot.shuffle and outcome not in lot.outcomes:
        raise BadText(Say("Chance cannot give {outcome} here.", outcome=repr(text[:40])))
    return Happened(outcome)


def _why(line: Line, spoken: Words) -> Answer:
    refusal = line.game().why_not(_position(line).state, line.text("move"))
    if refusal is None:
        return {"legal": True}
    why, article = refusal
    return {"legal": False, "why": spoken.say(why), "article": article}


def _view(line: Line, spoken: Words) -> Answer:
    game = line.game()
    side = line.text("side")
    if side not in game.sides:
        raise BadText(
            Say(
                "side is {found}; it must be one of: {sides}.",
                found=repr(side[:20]),
                sides=", ".join(game.sides),
            )
        )
    return {"position": game.notation.format_position(game.observe(_position(line).state, side))}


def _play(line: Line, spoken: Words) -> Answer:
    game, state = line.game(), _position(line).state
    return {"move": game.notation.format_move(_player(line).choose(state, _source(line), line.limit()))}


def _analyse(line: Line, spoken: Words) -> Answer:
    game, state = line.game(), _position(line).state
    rated = _player(line).rate(state, _source(line), line.limit())
    return {
        "moves": [{"move": game.notation.format_move(move), "value": _round(value)} for move, value in rated]
    }


def _value(line: Line, spoken: Words) -> Answer:
    values = _player(line).value(_position(line).state, _source(line), line.limit())
    return {"values": {side: _round(value) for side, value in values.items()}}


def _score(line: Line, spoken: Words) -> Answer:
    return line.game().score(_position(line).state)


def _faults(line: Line, spoken: Words) -> Answer:
    game = line.game()
    found: tuple[Fault, ...]
    try:
        found = tuple(game.faults(game.notation.parse_position(line.text("position"))))
    except BadPosition as error:
        found = error.faults
    return {"faults": [{"why": spoken.say(fault.why), "article": fault.article} for fault in found]}


def _solve(line: Line, spoken: Words) -> Answer:
    """By ``solve(state, ms=…, nodes=…)`` in the game's ``solver.py``."""
    game = line.game()
    if not (registry.folder(game.name) / "solver.py").exists():
        raise BadText(Say("There is nothing to solve in this game."))
    solver = registry.part(game.name, "solver")
    found = solver.solve(_position(line).state, **(line.limit() or {}))
    return {
        "status": found.status,
        "line": [game.notation.format_move(move) for move in found.line],
        "nodes": found.nodes,
        "ms": round(found.ms, 3),
    }


def _position(line: Line) -> After[Any]:
    """The position with what is forced worked out; a view that is too poor for that stays as it is."""
    game = line.game()
    state = game.notation.parse_position(line.text("position"))
    if faults := tuple(game.faults(state)):
        raise BadPosition(faults)
    return game.settle(state)


def _lot(game: registry.AnyGame, state: Any) -> Any:
    lot = game.lot(state)
    if lot.shuffle:
        return {"shuffle": lot.shuffle}
    return [[game.notation.format_outcome(o), w] for o, w in zip(lot.outcomes, lot.weights, strict=True)]


def _effects(effects: tuple[Effect, ...]) -> list[str]:
    return [effect.text for effect in effects]


def _result(game: registry.AnyGame, state: Any) -> Answer | None:
    result = game.result(state)
    return None if result is None else {"winner": result.winner, "kind": result.kind, "points": result.points}


def _player(line: Line) -> Player:
    """A game with one level needs none named."""
    game = line.game()
    return player(game, "best" if len(game.levels) == 1 and not line.has("level") else line.text("level"))


def _source(line: Line) -> Below:
    seed = line.seed()
    return seeded(secrets.randbits(64) if seed is None else seed)


def _round(value: float) -> float:
    return round(value, PLACES) + 0.0  # no minus zero


THINKING = ("game", "position", "level", "limit", "seed")
ASKS: dict[str, tuple[Callable[[Line, Words], Answer], tuple[str, ...]]] = {
    "games": (_games, ()),
    "start": (_start, ("game", "options", "seed")),
    "legal": (_legal, ("game", "position")),
    "apply": (_apply, ("game", "position", "move", "outcome")),
    "why": (_why, ("game", "position", "move")),
    "view": (_view, ("game", "position", "side")),
    "play": (_play, THINKING),
    "analyse": (_analyse, THINKING),
    "score": (_score, ("game", "position")),
    "value": (_value, THINKING),
    "faults": (_faults, ("game", "position")),
    "solve": (_solve, ("game", "position", "limit")),
}
