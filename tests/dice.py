"""Records of games played by dice/1 at random, without a server, and ways to tamper with them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from plyyard.core import record, registry
from plyyard.core.chance import Lot, draw
from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.core.record import Entry, Outcome, Player, Record
from plyyard.rooms import fairness
from plyyard.rooms.founding import Founding, Seat
from plyyard.rooms.lots import record_dice

GAMES = ("snakes", "aeroplane", "backgammon", "dominoes")
LONGEST = 400  # events of a game that does not end by itself


def played(
    name: str, seed: int, server: Sequence[str] = (), bent: Sequence[int] = (), room: str = "r"
) -> Record:
    """A whole game for two at random. ``server``: the seats whose seeds the server makes; ``bent``: other weights of its die."""
    game, rng = registry.game(name), random.Random(seed)
    secret = rng.randbytes(32)
    seeds = [(side, rng.randbytes(32)) for side in game.sides]
    key = fairness.key(secret, seeds, room, name, game.rules_version)
    entries = _opening(room, secret, seeds, server)
    entries.append(Entry(len(entries) + 1, "began"))
    start = game.start(game.complete({}, rng.randrange))
    states = [start] * (len(entries) + 1)
    drawn = 0
    while (actor := game.actor(states[-1])) is not None and len(entries) < LONGEST:
        seq, state = len(entries) + 1, states[-1]
        if actor is CHANCE:
            drawn += 1
            lot = game.lot(state)
            lot = Lot(lot.outcomes, tuple(bent)) if bent else lot
            outcome = draw(lot, fairness.below(key, drawn))
            after = game.apply(state, Happened(outcome))
            text = game.notation.format_outcome(outcome)
            entry = Entry(seq, "rolled", game.turn(state), outcome=text, draw=drawn)
        else:
            move = rng.choice(game.legal_moves(state))
            after = game.apply(state, Moved(actor, move))
            entry = Entry(seq, "moved", actor, move=game.notation.format_move(move))
        entries.append(msgspec.structs.replace(entry, effects=[effect.text for effect in after.effects]))
        states.append(after.state)
    found = game.result(states[-1])
    if found is None:
        entries.append(Entry(len(entries) + 1, "called off", game.sides[0]))
        states.append(states[-1])
    result = Outcome(found.winner, found.kind, found.points) if found else Outcome(None, "called off", 0)
    founding = Founding(room, name, game.rules_version, "live", {}, _seats(game.sides), 0)
    made = _closed(founding, entries, states, secret, result)
    if bent and made.dice:
        made.dice.lots[0].weights = list(bent)
    return made


def raced(seed: int, room: str = "r") -> Record:
    """A race of two whose deal was chosen by dice/1, given up at once."""
    game = next(game for game in registry.games() if len(game.sides) == 1)
    rng = random.Random(seed)
    secret, seats = rng.randbytes(32), ("1", "2")
    seeds = [(seat, rng.randbytes(32)) for seat in seats]
    entries = _opening(room, secret, seeds, ())
    key = fairness.key(secret, seeds, room, game.name, game.rules_version)
    options = game.complete({}, fairness.below(key, 1))
    drawn = {one.name: options.pop(one.name) for one in game.options if one.default is None}
    entries.append(Entry(len(entries) + 1, "began", options=drawn, draw=1))
    entries += [Entry(len(entries) + 1 + place, "resigned", seat) for place, seat in enumerate(seats)]
    founding = Founding(room, game.name, game.rules_version, "race", options, _seats(seats), 0)
    return _closed(founding, entries, (), secret, Outcome(None, "points", 0))


def _seats(sides: Sequence[str]) -> dict[str, Seat]:
    return {side: Seat(f"guest of {side}", f"Amsel {side}") for side in sides}


def _opening(
    room: str, secret: bytes, seeds: Sequence[tuple[str, bytes]], server: Sequence[str]
) -> list[Entry]:
    started = Entry(0, "started", hash=fairness.server_commitment(room, secret))
    joined = [Entry(0, "joined", seat, name=f"Amsel {seat}") for seat, _ in seeds]
    committed = [
        Entry(
            0,
            "committed",
            seat,
            hash=fairness.seat_commitment(room, seat, seed),
            what="server" if seat in server else None,
        )
        for seat, seed in seeds
    ]
    opened = [Entry(0, "opened", seat, seed=seed.hex()) for seat, seed in reversed(seeds)]
    entries = [started, *joined, *committed, *opened]
    return [msgspec.structs.replace(entry, seq=seq) for seq, entry in enumerate(entries, 1)]


def _closed(
    founding: Founding, entries: list[Entry], states: Sequence[Any], secret: bytes, result: Outcome
) -> Record:
    entries.append(Entry(len(entries) + 1, "over", result=result))
    entries.append(Entry(len(entries) + 1, "revealed", seed=secret.hex()))
    return Record(
        plyyard=record.VERSION,
        game=founding.game,
        rules=founding.rules,
        options=dict(founding.options),
        players={side: Player("person", seat.name) for side, seat in founding.seats.items()},
        kind=founding.kind,
        ended=1,
        result=result,
        dice=record_dice(founding, registry.game(founding.game), entries, states),
        events=entries,
    )


# ---- tampering ----

Document = dict[str, Any]


def document(of: Record) -> Document:
    """The record as plain data, to be changed."""
    found: Document = msgspec.json.decode(record.encode(of))
    return found


def _events(found: Document, kind: str) -> list[dict[str, Any]]:
    return [event for event in found["events"] if event["kind"] == kind]


def _renumbered(found: Document) -> None:
    for seq, event in enumerate(found["events"], 1):
        event["seq"] = seq


def _without(found: Document, kind: str) -> None:
    found["events"].remove(_events(found, kind)[0])
    _renumbered(found)


def _flipped(hexadecimal: str) -> str:
    return ("1" if hexadecimal[0] == "0" else "0") + hexadecimal[1:]


def changed_die(found: Document) -> None:
    roll = _events(found, "rolled")[2]
    lot = found["dice"]["lots"][found["dice"]["drawn"][roll["draw"] - 1]]
    roll["outcome"] = next(one for one in lot["outcomes"] if one != roll["outcome"])


def missing_draw(found: Document) -> None:
    found["events"].remove(_events(found, "rolled")[2])
    _renumbered(found)


def missing_last_draw(found: Document) -> None:
    found["events"].remove(_events(found, "rolled")[-1])
    _renumbered(found)


def repeated_draw(found: Document) -> None:
    rolls = _events(found, "rolled")
    rolls[2]["draw"] = 2


def unnumbered_draw(found: Document) -> None:
    del _events(found, "rolled")[-1]["draw"]


def extra_draw(found: Document) -> None:
    rolls = _events(found, "rolled")
    extra = {**rolls[-1], "draw": rolls[-1]["draw"] + 1}
    found["events"].insert(found["events"].index(rolls[-1]) + 1, extra)
    _renumbered(found)


def draw_on_a_resignation(found: Document) -> None:
    _events(found, "over")[0]["draw"] = 3


def wrong_secret(found: Document) -> None:
    reveal = _events(found, "revealed")[0]
    reveal["seed"] = _flipped(reveal["seed"])


def damaged_secret(found: Document) -> None:
    _events(found, "revealed")[0]["seed"] = "secret"


def changed_commitment(found: Document) -> None:
    start = _events(found, "started")[0]
    start["hash"] = _flipped(start["hash"])


def wrong_seed(found: Document) -> None:
    opened = _events(found, "opened")[1]
    opened["seed"] = _flipped(opened["seed"])


def other_room(found: Document) -> None:
    found["dice"]["room"] += "x"


def other_rules(found: Document) -> None:
    found["rules"] = "9.9"


def a_roll_taken_back(found: Document) -> None:
    roll = _events(found, "rolled")[2]
    place = found["events"].index(roll) + 1
    found["events"].insert(place, {"kind": "taken back", "by": roll["by"], "to": roll["seq"] - 1})
    _renumbered(found)


def things_out_of_order(found: Document) -> None:
    lot = found["dice"]["lots"][found["dice"]["drawn"][-1]]
    lot["outcomes"].reverse()


def narrowed_lottery(found: Document) -> None:
    roll = _events(found, "rolled")[2]
    lot = found["dice"]["lots"][found["dice"]["drawn"][roll["draw"] - 1]]
    place = lot["outcomes"].index(roll["outcome"])
    del lot["outcomes"][place], lot["weights"][place]


def no_lottery(found: Document) -> None:
    found["dice"]["drawn"][1] = 77


def impossible_lottery(found: Document) -> None:
    found["dice"]["lots"][-1]["weights"][0] = 0


def late_hash(found: Document) -> None:
    _moved_after(found, "committed", "opened")


def late_commitment(found: Document) -> None:
    _moved_after(found, "started", "committed")


def early_beginning(found: Document) -> None:
    _moved_after(found, "opened", "began")


def early_reveal(found: Document) -> None:
    reveal = _events(found, "revealed")[0]
    found["events"].remove(reveal)
    found["events"].insert(found["events"].index(_events(found, "rolled")[1]), reveal)
    _renumbered(found)


def _moved_after(found: Document, kind: str, other: str) -> None:
    """The last event of one kind stands just after the first of another."""
    event = _events(found, kind)[-1]
    found["events"].remove(event)
    found["events"].insert(found["events"].index(_events(found, other)[0]) + 1, event)
    _renumbered(found)


def second_hash(found: Document) -> None:
    event = _events(found, "committed")[0]
    found["events"].insert(found["events"].index(event), dict(event))
    _renumbered(found)


def a_strangers_hash(found: Document) -> None:
    event = _events(found, "committed")[0]
    found["events"].insert(found["events"].index(event), {**event, "by": "green"})
    _renumbered(found)


def gap_in_the_numbers(found: Document) -> None:
    for event in found["events"][3:]:
        event["seq"] += 1


# What was done to a record → the fault that has to be named.
TAMPERING: dict[Callable[[Document], None], str] = {
    changed_die: "changed",
    missing_draw: "missing",
    missing_last_draw: "missing_end",
    repeated_draw: "repeated",
    unnumbered_draw: "no_number",
    extra_draw: "extra",
    draw_on_a_resignation: "odd_draw",
    wrong_secret: "wrong_secret",
    damaged_secret: "wrong_secret",
    changed_commitment: "wrong_secret",
    wrong_seed: "wrong_seed",
    other_room: "wrong_secret",
    other_rules: "changed",
    a_roll_taken_back: "undone",
    things_out_of_order: "bad_lot",
    narrowed_lottery: "changed",
    no_lottery: "bad_lot",
    impossible_lottery: "bad_lot",
    late_hash: "order",
    late_commitment: "order",
    early_beginning: "order",
    early_reveal: "order",
    second_hash: "again",
    a_strangers_hash: "stranger",
    gap_in_the_numbers: "numbering",
    lambda found: _without(found, "started"): "no_start",
    lambda found: _without(found, "committed"): "no_hash",
    lambda found: _without(found, "opened"): "no_seed",
    lambda found: _without(found, "began"): "no_began",
    lambda found: _without(found, "revealed"): "no_secret",
}
