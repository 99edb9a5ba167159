"""What the page of a room with others shows beside the game: who is there, the invitation, greetings, a race."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from plyyard.core.sayings import GREETINGS, side_name
from plyyard.core.scene import Fact
from plyyard.core.words import Words
from plyyard.rooms.protocol import PlayerOut, State
from plyyard.rooms.room import Room
from plyyard.web import lan
from plyyard.web.page import AnyRequest, invitation_url, language_of, level_name
from plyyard.web.wording import time_text


@dataclass(frozen=True, slots=True)
class Person:
    """A seat of the page. ``state``: open, here, left or lost; ``there`` says it."""

    seat: str
    side: str
    who: str
    state: str
    there: str
    clock: str


@dataclass(frozen=True, slots=True)
class Invite:
    """How others come in. ``only_here``: the address leads nowhere from another device."""

    address: str
    code: str
    qr: Markup
    only_here: bool


def context(request: AnyRequest, room: Room, state: State, t: Words) -> dict[str, Any]:
    """What the template of a room needs for others. ``people`` is empty where nobody else plays."""
    if not room.kind.online:
        return {"people": [], "invite": None}
    return {
        "people": [_person(room, state, seat, t) for seat in room.seats],
        "invite": _invite(request, room) if room.free and not room.over and state.you else None,
        "greetings": [t.say(greeting) for greeting in GREETINGS],
    }


def for_scripts(room: Room, facts: Sequence[Fact], t: Words) -> dict[str, Any]:
    """What the scripts of such a room start from."""
    return {
        "begun": room.begun,
        "computers": {seat: _computer(one.level, t) for seat, one in room.seats.items() if one.level},
        "greetings": [t.say(greeting) for greeting in GREETINGS],
        "figures": _figures(room, facts) if room.kind.lanes else {},
    }


def _figures(room: Room, facts: Sequence[Fact]) -> Mapping[str, str]:
    """The figures of a race that are told of everyone: name in the score, and what it is called on the page."""
    labels = {fact.name: fact.label for fact in facts}
    labels["points"] = labels.get("score", "")
    counted = [name for name, value in room.game.score(room.state).items() if isinstance(value, int)]
    return {name: labels[name] for name in counted if labels.get(name)}


def _person(room: Room, state: State, seat: str, t: Words) -> Person:
    player = state.players[seat]
    where = _where(player, state, seat)
    names = {"open": t("free"), "here": t("here"), "left": t("left the page"), "lost": t("not connected")}
    return Person(
        seat,
        side_name(room.game, seat, t),
        _name(player, state, seat, t),
        where,
        names[where],
        _clock(state, seat, t),
    )


def _where(player: PlayerOut, state: State, seat: str) -> str:
    if player.kind == "open":
        return "open"
    if player.kind == "computer":
        return "here"
    presence = state.presence.get(seat)
    if seat == state.you or (presence is not None and presence.here):
        return "here"
    return "left" if presence is not None and presence.left else "lost"


def _name(player: PlayerOut, state: State, seat: str, t: Words) -> str:
    if player.kind == "open":
        return ""
    if player.kind == "computer":
        return _computer(player.level, t)
    name = player.name or t("A guest")
    return t("{name} (you)", name=name) if seat == state.you else name


def _computer(level: str, t: Words) -> str:
    return t("Computer, {level}", level=level_name(t, level))


def _clock(state: State, seat: str, t: Words) -> str:
    clock = state.clock
    if clock is None:
        return ""
    gone = state.now - clock.at if seat in clock.running else 0
    return time_text(t, max(0, clock.left[seat] - gone) // 1000)


def _invite(request: AnyRequest, room: Room) -> Invite:
    address = lan.base(request) + invitation_url(room.founding.invite, language_of(request))
    only_here = lan.is_loopback(urlsplit(address).hostname or "")
    return Invite(address, room.founding.code, lan.drawing(address), only_here)
