#!/usr/bin/env python3
"""Check the dice of a game played on Ply Yard: python verifier.py game.plyyard.json

One file, the standard library alone, Python 3.9 or newer: to be read, kept and handed on. It is written from
docs/fair-dice.md and shares no line with the server that made the dice. What it cannot know is the rules of a game:
whether a lottery named in the record is the right one there; ``plyyard verify`` looks at that, too.

Ends with 0 when every draw is proved, with 1 when there is a fault, with 2 when nothing can be proved (yet).
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

METHOD = "dice/1"
MAX_BYTES = 4_000_000
MAX_EVENTS = 10_000
MAX_THINGS = 200  # in one lottery
MAX_TOLD = 50  # faults and lotteries
WORDS = 1 << 32
PROVED, FAULTY, UNPROVED = 0, 1, 2

# What has to come before what; other kinds of events make no difference to the dice.
PHASES = {
    "started": 0,
    "committed": 1,
    "opened": 2,
    "began": 3,
    "rolled": 4,
    "moved": 4,
    "taken back": 4,
    "revealed": 5,
}

# English and German; also what the page that checks dice says.
TEXTS: dict[str, tuple[str, str]] = {
    # why nothing can be said
    "too_large": ("The file is larger than {n} bytes.", "Die Datei ist größer als {n} Bytes."),
    "no_json": ("The file is no record: it is not JSON.", "Die Datei ist keine Aufzeichnung: Sie ist kein JSON."),
    "field": ("This is no record of a game: {where} is missing or not as it should be.",
              "Das ist keine Aufzeichnung einer Partie: {where} fehlt oder ist nicht, wie es sein soll."),
    "no_dice": ("This game was not played with dice/1 (it was not online): there is nothing to check.",
                "Diese Partie wurde nicht mit dice/1 gespielt (nicht online): Es gibt nichts zu prüfen."),
    "other_method": ("The dice were made by {method}; only dice/1 is known here.",
                     "Die Würfel wurden mit {method} gemacht; bekannt ist hier nur dice/1."),
    # faults
    "numbering": ("Event {event} stands at place {n}: events are missing or moved.",
                  "Ereignis {event} steht an Stelle {n}: Ereignisse fehlen oder sind verschoben."),
    "no_start": ("Event 1 is not the server's commitment (started, with a hash).",
                 "Ereignis 1 ist nicht die Festlegung des Servers (started, mit Prüfsumme)."),
    "order": ("Event {event} ({kind}) comes after event {before} ({earlier}), but has to come before it.",
              "Ereignis {event} ({kind}) steht nach Ereignis {before} ({earlier}), muss aber davor stehen."),
    "again": ("Event {event} ({kind}) is there a second time.", "Ereignis {event} ({kind}) gibt es ein zweites Mal."),
    "stranger": ("Event {event} ({kind}): {seat} is no seat of this game.",
                 "Ereignis {event} ({kind}): {seat} ist kein Platz dieser Partie."),
    "no_hash": ("{seat} never committed to a seed.", "{seat} hat sich nie auf einen Startwert festgelegt."),
    "no_seed": ("{seat} never opened its seed.", "{seat} hat den Startwert nie geöffnet."),
    "no_secret": ("The game is over, but the server's secret was not revealed.",
                  "Die Partie ist zu Ende, aber das Geheimnis des Servers wurde nicht aufgedeckt."),
    "no_began": ("Dice were rolled or moves made, but the game never began.",
                 "Es wurde gewürfelt oder gezogen, aber die Partie hat nie begonnen."),
    "wrong_secret": ("Event {event}: the secret revealed is not the one that the server committed to.",
                     "Ereignis {event}: Das aufgedeckte Geheimnis ist nicht das, auf das sich der Server festgelegt hat."),
    "wrong_seed": ("Event {event}: the seed of {seat} is not the one that it committed to.",
                   "Ereignis {event}: Der Startwert von {seat} ist nicht der, auf den sich {seat} festgelegt hat."),
    "no_number": ("Event {event} is chance, but carries no number of a draw.",
                  "Ereignis {event} ist Zufall, trägt aber keine Nummer einer Ziehung."),
    "odd_draw": ("Event {event} ({kind}) carries a draw, but is no chance.",
                 "Ereignis {event} ({kind}) trägt eine Ziehung, ist aber kein Zufall."),
    "missing": ("Draws are missing before event {event}: {n} to {to}.",
                "Vor Ereignis {event} fehlen Ziehungen: {n} bis {to}."),
    "repeated": ("Event {event} carries draw {n}, which was used before.",
                 "Ereignis {event} trägt die Ziehung {n}, die schon verbraucht war."),
    "missing_end": ("Draws are missing at the end: {n} to {to}.", "Am Ende fehlen Ziehungen: {n} bis {to}."),
    "extra": ("Draw {n} (event {event}) is one too many: no lottery is named for it.",
              "Ziehung {n} (Ereignis {event}) ist zu viel: Für sie ist keine Lotterie genannt."),
    "bad_lot": ("Draw {n} (event {event}): its lottery is none (things out of order, or weights or bounds that do not fit).",
                "Ziehung {n} (Ereignis {event}): Ihre Lotterie ist keine (Dinge ungeordnet, oder Gewichte oder Grenzen falsch)."),
    "undone": ("Event {event} takes back draw {n}: what chance gave has to stand.",
               "Ereignis {event} nimmt Ziehung {n} zurück: Was der Zufall gab, muss stehen bleiben."),
    "changed": ("Draw {n} (event {event}): the record says {written}, the dice give {given}.",
                "Ziehung {n} (Ereignis {event}): Die Aufzeichnung sagt {written}, die Würfel ergeben {given}."),
    "other_lot": ("Draw {n} (event {event}): by the rules of the game chance is another one here than the record names.",
                  "Ziehung {n} (Ereignis {event}): Nach den Regeln ist der Zufall hier ein anderer, als die Aufzeichnung nennt."),
    "rules": ("By the rules: {why}", "Nach den Regeln: {why}"),
    "more": ("… and {n} more.", "… und {n} weitere."),
    # the report
    "game": ("Game {game}, rules {rules}, room {room}.", "Partie {game}, Regeln {rules}, Raum {room}."),
    "own_seat": ("{seat}: made its own seed.", "{seat}: hat den Startwert selbst gemacht."),
    "server_seat": ("{seat}: let the server make its seed.", "{seat}: ließ den Startwert vom Server machen."),
    "lottery": ("Chance, {n} times: {what}", "Zufall, {n}-mal: {what}"),
    "even": ("each with the same chance", "jedes gleich wahrscheinlich"),
    "orders": ("all orders of", "alle Reihenfolgen von"),
    "range": ("{name}: a whole number from {low} to {high}", "{name}: eine ganze Zahl von {low} bis {high}"),
    "good": ("Proved: all draws ({n}) follow from the seeds and the secret, in order and without gaps.",
             "Bewiesen: Alle Ziehungen ({n}) folgen aus den Startwerten und dem Geheimnis, der Reihe nach und ohne Lücken."),
    "bad": ("Not proved: faults ({n}).", "Nicht bewiesen: Fehler ({n})."),
    "pending": ("Not proved yet: the server reveals its secret when the game is over. What can be checked so far holds.",
                "Noch nicht bewiesen: Der Server deckt sein Geheimnis am Ende der Partie auf. Was schon prüfbar ist, stimmt."),
    "uncounted": ("The draws were not computed: what makes their key is missing or wrong.",
                  "Die Ziehungen wurden nicht nachgerechnet: Woraus ihr Schlüssel entsteht, fehlt oder ist falsch."),
    "means": ("This means: once the server had published its commitment, nobody could steer a draw, not even the server, "
              "for at least one seat made its own seed.",
              "Das heißt: Sobald der Server seine Festlegung gezeigt hatte, konnte niemand eine Ziehung lenken, auch der "
              "Server nicht, denn wenigstens ein Platz hat seinen Startwert selbst gemacht."),
    "means_server": ("But no seat made its own seed: whoever runs the server could have chosen these draws.",
                     "Aber kein Platz hat seinen Startwert selbst gemacht: Wer den Server betreibt, konnte sie aussuchen."),
    "means_not": ("It does not mean that nobody knew the draws: whoever runs the server could foresee them. And that the events "
                  "came in this order, and who made which seed, is known to those who were there.",
                  "Es heißt nicht, dass niemand die Ziehungen kannte: Wer den Server betreibt, konnte sie vorhersehen. Und dass "
                  "die Ereignisse in dieser Reihenfolge kamen, und wer welchen Startwert machte, wissen die, die dabei waren."),
    "means_rules": ("Whether these lotteries are those of the game's rules is checked by: plyyard verify",
                    "Ob diese Lotterien die der Spielregeln sind, prüft: plyyard verify"),
    "means_kept": ("The record follows the rules of the game, and its lotteries are those of the rules.",
                   "Die Aufzeichnung folgt den Spielregeln, und ihre Lotterien sind die der Regeln."),
}  # fmt: skip


class Unreadable(Exception):
    """Nothing can be said about this file: a key of TEXTS, and its values."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class Event(NamedTuple):
    """What matters here of an event; what it lacks is empty."""

    seq: int
    kind: str
    by: str
    outcome: str
    draw: int
    to: int
    hash: str
    seed: str
    what: str
    options: dict[str, Any]


class Lottery(NamedTuple):
    """``outcomes`` with ``weights``, all orders of them (``shuffle``), or numbers for ``options``: (lowest, highest)."""

    outcomes: list[str]
    weights: list[int]
    shuffle: bool
    options: dict[str, tuple[int, int]]


class Record(NamedTuple):
    """``seats``: each gave a seed. ``drawn``: for each draw the place of its lottery in ``lots``."""

    game: str
    rules: str
    room: str
    seats: list[str]
    names: dict[str, str]
    over: bool
    lots: list[Lottery]
    drawn: list[int]
    events: list[Event]


class Fault(NamedTuple):
    """A key of TEXTS with its values."""

    code: str
    values: dict[str, Any]


class Draw(NamedTuple):
    """Draw ``n`` stands in event ``event``. ``given``: what the dice give, None where that cannot be computed."""

    n: int
    event: int
    written: str
    given: str | None = None


class Report(NamedTuple):
    """``own``: the seats that made their own seeds. ``pending``: the secret is not revealed yet."""

    record: Record
    own: list[str]
    draws: list[Draw]
    faults: list[Fault]
    pending: bool

    @property
    def verdict(self) -> int:
        return FAULTY if self.faults else UNPROVED if self.pending else PROVED


# ---- dice/1 ----


def packed(*parts: str | bytes) -> bytes:
    """Each part behind its length, four bytes, big-endian."""
    encoded = [part.encode("utf-8") if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def sha256(*parts: str | bytes) -> bytes:
    return hashlib.sha256(packed(*parts)).digest()


def mac(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, "sha256")


def make_key(secret: bytes, seeds: Sequence[tuple[str, bytes]], room: str, game: str, rules: str) -> bytes:
    """HKDF-SHA256 (RFC 5869) of the secret and the seeds; 32 bytes, so that a single block is expanded."""
    material = packed(secret) + b"".join(packed(seat, seed) for seat, seed in sorted(seeds))
    extracted = mac(sha256("plyyard dice/1 salt", room), material)
    return mac(extracted, packed("plyyard dice/1 key", room, game, rules) + b"\x01")


class Stream:
    """The numbers of draw ``n``, one after another."""

    def __init__(self, key: bytes, n: int) -> None:
        self._words = self._all(key, packed("plyyard dice/1 draw") + n.to_bytes(8, "big"))

    @staticmethod
    def _all(key: bytes, opening: bytes) -> Iterator[int]:
        for block in range(WORDS):
            made = mac(key, opening + block.to_bytes(4, "big"))
            for at in range(0, 32, 4):
                yield int.from_bytes(made[at : at + 4], "big")

    def below(self, bound: int) -> int:
        """An even number from 0 to bound - 1: words that would favour small numbers are thrown away."""
        last = WORDS // bound * bound
        return next(word for word in self._words if word < last) % bound


def outcome(lottery: Lottery, stream: Stream) -> str:
    """What a lottery gives."""
    if lottery.options:
        return told(
            {name: low + stream.below(high - low + 1) for name, (low, high) in lottery.options.items()}
        )
    if lottery.shuffle:
        things = list(lottery.outcomes)
        for last in range(len(things) - 1, 0, -1):
            other = stream.below(last + 1)
            things[last], things[other] = things[other], things[last]
        return ",".join(things)
    ticket = stream.below(sum(lottery.weights))
    place = 0
    while ticket >= lottery.weights[place]:
        ticket -= lottery.weights[place]
        place += 1
    return lottery.outcomes[place]


def told(options: dict[str, Any]) -> str:
    return ", ".join(f"{name}={json.dumps(options[name])}" for name in sorted(options))


def sound(lottery: Lottery) -> bool:
    """Whether something can be drawn from it."""
    options, things, weights = lottery.options, lottery.outcomes, lottery.weights
    if max(len(options), len(things)) > MAX_THINGS:
        return False
    if options:
        return all(0 <= high - low < WORDS for low, high in options.values())
    if not things or things != sorted(set(things)):  # their order is not to be chosen afterwards
        return False
    if lottery.shuffle:
        return not weights
    return len(weights) == len(things) and min(weights) > 0 and sum(weights) <= WORDS


# ---- a record, checked ----


def check(record: Record) -> Report:
    """Everything that can be checked without the rules of the game."""
    faults: list[Fault] = []
    numbered(record, faults)
    ordered(record, faults)
    found = dealings(record, faults)
    seeds = seeds_of(record, found, faults)
    secret = secret_of(record, found, faults)
    draws = counted(record, faults)
    if secret is not None and len(seeds) == len(record.seats):
        key = make_key(secret, seeds, record.room, record.game, record.rules)
        draws = [computed(record, key, draw, faults) for draw in draws]
    commitments = [found.get(("committed", seat)) for seat in record.seats]
    own = [event.by for event in commitments if event is not None and event.what != "server"]
    return Report(record, own, draws, faults, ("revealed", "") not in found and not record.over)


def numbered(record: Record, faults: list[Fault]) -> None:
    """Events are numbered from 1 without a gap, and the first is the server's commitment."""
    for place, event in enumerate(record.events, 1):
        if event.seq != place:
            faults.append(Fault("numbering", {"event": event.seq, "n": place}))
            break
    if not record.events or record.events[0].kind != "started" or not record.events[0].hash:
        faults.append(Fault("no_start", {}))


def ordered(record: Record, faults: list[Fault]) -> None:
    """The server commits, then the seats; all seeds are opened; it begins; it is played; the secret is revealed."""
    latest: Event | None = None
    for event in record.events:
        if event.kind not in PHASES:
            continue
        if latest is not None and PHASES[event.kind] < PHASES[latest.kind]:
            values = {"event": event.seq, "kind": event.kind, "before": latest.seq, "earlier": latest.kind}
            faults.append(Fault("order", values))
        else:
            latest = event


def dealings(record: Record, faults: list[Fault]) -> dict[tuple[str, str], Event]:
    """The events that make the key, each once, by kind and (of a seat's own) seat."""
    found: dict[tuple[str, str], Event] = {}
    for event in record.events:
        own = event.kind in {"committed", "opened"}
        if not own and event.kind not in {"started", "began", "revealed"}:
            continue
        place = (event.kind, event.by if own else "")
        if own and event.by not in record.seats:
            faults.append(Fault("stranger", {"event": event.seq, "kind": event.kind, "seat": event.by}))
        elif place in found:
            faults.append(Fault("again", {"event": event.seq, "kind": event.kind}))
        else:
            found[place] = event
    return found


def seeds_of(
    record: Record, found: dict[tuple[str, str], Event], faults: list[Fault]
) -> list[tuple[str, bytes]]:
    """The seats with the seeds that are what they committed to."""
    began = ("began", "") in found
    played = any(PHASES.get(event.kind) == PHASES["moved"] for event in record.events)
    if played and not began:
        faults.append(Fault("no_began", {}))
    seeds = []
    for seat in record.seats:
        committed, opened = found.get(("committed", seat)), found.get(("opened", seat))
        if committed is None:
            if opened is not None or began or played:
                faults.append(Fault("no_hash", {"seat": seat}))
        elif opened is None:
            if began or played:
                faults.append(Fault("no_seed", {"seat": seat}))
        elif same(sha256("plyyard dice/1 seat", record.room, seat, unhex(opened.seed)), committed.hash):
            seeds.append((seat, unhex(opened.seed)))
        else:
            faults.append(Fault("wrong_seed", {"event": opened.seq, "seat": seat}))
    return seeds


def secret_of(record: Record, found: dict[tuple[str, str], Event], faults: list[Fault]) -> bytes | None:
    """The server's secret, if it is revealed and is what the server committed to."""
    started, revealed = found.get(("started", "")), found.get(("revealed", ""))
    if revealed is None:
        if record.over:
            faults.append(Fault("no_secret", {}))
        return None
    secret = unhex(revealed.seed)
    if started is not None and same(sha256("plyyard dice/1 server", record.room, secret), started.hash):
        return secret
    faults.append(Fault("wrong_secret", {"event": revealed.seq}))
    return None


def counted(record: Record, faults: list[Fault]) -> list[Draw]:
    """Draws are numbered from 1 in the order of events, each once; all chance has one; none is taken back."""
    draws: list[Draw] = []
    for event in record.events:
        if event.kind == "taken back" and draws and event.to < draws[-1].event:
            faults.append(Fault("undone", {"event": event.seq, "n": draws[-1].n}))
        chance = event.kind == "rolled" or (event.kind == "began" and bool(event.options))
        if not event.draw:
            if chance:
                faults.append(Fault("no_number", {"event": event.seq}))
            continue
        if event.kind not in {"rolled", "began"}:
            faults.append(Fault("odd_draw", {"event": event.seq, "kind": event.kind}))
            continue
        following = draws[-1].n + 1 if draws else 1
        if event.draw < following:
            faults.append(Fault("repeated", {"event": event.seq, "n": event.draw}))
            continue
        if event.draw > following:
            faults.append(Fault("missing", {"event": event.seq, "n": following, "to": event.draw - 1}))
        written = event.outcome if event.kind == "rolled" else told(event.options)
        draws.append(Draw(event.draw, event.seq, written))
    last = draws[-1].n if draws else 0
    if last < len(record.drawn):
        faults.append(Fault("missing_end", {"n": last + 1, "to": len(record.drawn)}))
    return draws


def computed(record: Record, key: bytes, draw: Draw, faults: list[Fault]) -> Draw:
    """The draw with what the dice give."""
    where = {"n": draw.n, "event": draw.event}
    if draw.n > len(record.drawn):
        faults.append(Fault("extra", where))
        return draw
    place = record.drawn[draw.n - 1]
    if not 0 <= place < len(record.lots) or not sound(record.lots[place]):
        faults.append(Fault("bad_lot", where))
        return draw
    given = outcome(record.lots[place], Stream(key, draw.n))
    if given != draw.written:
        faults.append(Fault("changed", {**where, "written": draw.written, "given": given}))
    return draw._replace(given=given)


def unhex(text: str) -> bytes:
    """32 bytes written as 64 hexadecimal digits; anything else is nothing."""
    return bytes.fromhex(text) if re.fullmatch("[0-9a-f]{64}", text) else b""


def same(made: bytes, commitment: str) -> bool:
    return hmac.compare_digest(made.hex().encode(), commitment.encode())


# ---- reading ----


def read(content: bytes) -> Record:
    """A record from the bytes of its file, or ``Unreadable``."""
    if len(content) > MAX_BYTES:
        raise Unreadable("too_large", n=MAX_BYTES)
    try:
        document = json.loads(content.decode("utf-8"), parse_int=small, parse_constant=small)
    except (ValueError, RecursionError):
        raise Unreadable("no_json") from None
    if not isinstance(document, dict):
        raise Unreadable("no_json")
    if document.get("dice") is None and isinstance(document.get("events"), list):
        raise Unreadable("no_dice")
    dice = field(document, "dice", dict, "")
    method = field(dice, "method", str, "dice")
    if method != METHOD:
        raise Unreadable("other_method", method=method)
    seats = strings(field(dice, "sides", list, "dice"), "dice.sides")
    if not 1 <= len(set(seats)) == len(seats) <= 8:
        raise Unreadable("field", where="dice.sides")
    entries = field(document, "events", list, "")
    if len(entries) > MAX_EVENTS:
        raise Unreadable("field", where="events")
    events = [event_of(entry, f"events[{place}]") for place, entry in enumerate(entries)]
    lots = field(dice, "lots", list, "dice", [])
    return Record(
        field(document, "game", str, ""),
        field(document, "rules", str, ""),
        field(dice, "room", str, "dice"),
        seats,
        names_of(document, seats),
        document.get("ended") is not None or any(event.kind == "over" for event in events),
        [lottery_of(lot, f"dice.lots[{place}]") for place, lot in enumerate(lots)],
        numbers(field(dice, "drawn", list, "dice", []), "dice.drawn"),
        events,
    )


def event_of(entry: Any, where: str) -> Event:
    return Event(
        field(entry, "seq", int, where),
        field(entry, "kind", str, where),
        field(entry, "by", str, where, ""),
        field(entry, "outcome", str, where, ""),
        field(entry, "draw", int, where, 0),
        field(entry, "to", int, where, 0),
        field(entry, "hash", str, where, ""),
        field(entry, "seed", str, where, ""),
        field(entry, "what", str, where, ""),
        field(entry, "options", dict, where, {}),
    )


def lottery_of(lot: Any, where: str) -> Lottery:
    options = {}
    for name in field(lot, "options", dict, where, {}):
        bounds = numbers(field(lot["options"], name, list, f"{where}.options"), f"{where}.options")
        if len(bounds) != 2:
            raise Unreadable("field", where=f"{where}.options")
        options[name] = (bounds[0], bounds[1])
    return Lottery(
        strings(field(lot, "outcomes", list, where, []), f"{where}.outcomes"),
        numbers(field(lot, "weights", list, where, []), f"{where}.weights"),
        field(lot, "shuffle", bool, where, False),
        options,
    )


def names_of(document: dict[str, Any], seats: Sequence[str]) -> dict[str, str]:
    players = field(document, "players", dict, "", {})
    return {
        seat: field(players[seat], "name", str, f"players.{seat}", "")
        for seat in seats
        if isinstance(players.get(seat), dict)
    }


def field(thing: Any, name: str, kind: type[Any], where: str, default: Any = None) -> Any:
    """A field of the type it must have; left out: the default, if there is one."""
    place = f"{where}.{name}" if where else name
    value: Any = thing.get(name) if isinstance(thing, dict) else None
    if value is None and isinstance(thing, dict) and default is not None:
        return default
    if type(value) is not kind or (kind is str and not whole(value)):
        raise Unreadable("field", where=place)
    return value


def strings(values: list[Any], where: str) -> list[str]:
    if not all(type(value) is str and whole(value) for value in values):
        raise Unreadable("field", where=where)
    return values


def numbers(values: list[Any], where: str) -> list[int]:
    if not all(type(value) is int for value in values):
        raise Unreadable("field", where=where)
    return values


def whole(text: str) -> bool:
    """Whether a text is made of characters: JSON can also write half of one."""
    return not re.search("[\ud800-\udfff]", text)


def small(text: str) -> int:
    """A whole number with at most 15 digits: what every reader of JSON reads alike."""
    if not re.fullmatch("-?[0-9]{1,15}", text):
        raise ValueError("no number")
    return int(text)


# ---- telling ----


def say(language: str, code: str, **values: Any) -> str:
    """A text in a language, its values shortened and without control characters."""
    return TEXTS[code][language == "de"].format(**{name: shown(value) for name, value in values.items()})


def shown(value: Any) -> str:
    text = "".join(letter if letter.isprintable() else "�" for letter in str(value))
    return text if len(text) <= 200 else f"{text[:199]}…"


def lines(report: Report, language: str, rules_known: bool = False) -> list[str]:
    """The report for a person. ``rules_known``: the rules of the game were looked at, too."""
    record = report.record
    told_lines = [say(language, "game", game=record.game, rules=record.rules, room=record.room)]
    for seat in record.seats:
        name = f"{seat} ({record.names[seat]})" if record.names.get(seat) else seat
        told_lines.append(say(language, "own_seat" if seat in report.own else "server_seat", seat=name))
    for place, lottery in enumerate(record.lots[:MAX_TOLD]):
        if sound(lottery):
            what = described(lottery, language)
            told_lines.append(say(language, "lottery", n=record.drawn.count(place), what=what))
    told_lines += [say(language, fault.code, **fault.values) for fault in report.faults[:MAX_TOLD]]
    if len(report.faults) > MAX_TOLD:
        told_lines.append(say(language, "more", n=len(report.faults) - MAX_TOLD))
    if report.faults and any(draw.given is None for draw in report.draws):
        told_lines.append(say(language, "uncounted"))
    if report.verdict == FAULTY:
        return [*told_lines, say(language, "bad", n=len(report.faults))]
    if report.verdict == UNPROVED:
        return [*told_lines, say(language, "pending")]
    told_lines.append(say(language, "good", n=len(report.draws)))
    told_lines.append(say(language, "means" if report.own else "means_server"))
    told_lines.append(say(language, "means_not"))
    return [*told_lines, say(language, "means_kept" if rules_known else "means_rules")]


def described(lottery: Lottery, language: str) -> str:
    if lottery.options:
        ranges = [
            say(language, "range", name=name, low=low, high=high)
            for name, (low, high) in lottery.options.items()
        ]
        return "; ".join(ranges)
    if lottery.shuffle:
        return f"{say(language, 'orders')} {' '.join(lottery.outcomes)}"
    if len(set(lottery.weights)) == 1:
        return f"{' '.join(lottery.outcomes)} – {say(language, 'even')}"
    return " ".join(f"{thing} ×{lottery.weights[place]}" for place, thing in enumerate(lottery.outcomes))


def spoken() -> str:
    """The system's language: German where it says so."""
    setting = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "de" if setting.lower().startswith("de") else "en"


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the dice of a game played on Ply Yard (dice/1).")
    parser.add_argument("file", help="the record, .plyyard.json")
    parser.add_argument("--lang", choices=("de", "en"), default=spoken(), help="language of the report")
    arguments = parser.parse_args()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        with Path(arguments.file).open("rb") as file:
            report = check(read(file.read(MAX_BYTES + 1)))
    except Unreadable as error:
        print(say(arguments.lang, error.code, **error.values), file=sys.stderr)
        return UNPROVED
    except OSError as error:
        print(f"{arguments.file}: {error.strerror}", file=sys.stderr)
        return UNPROVED
    print("\n".join(lines(report, arguments.lang)))
    return report.verdict


if __name__ == "__main__":
    sys.exit(main())
