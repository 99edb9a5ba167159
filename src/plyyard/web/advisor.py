"""Who answers what players ask about their games: processes of their own, a few questions at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from plyyard.core.errors import Say
from plyyard.core.game import Hindsight
from plyyard.core.words import Words, words
from plyyard.rooms import advice
from plyyard.rooms.advice import Answer
from plyyard.rooms.decision import Refusal
from plyyard.rooms.demonstration import held
from plyyard.rooms.hub import Hub
from plyyard.rooms.protocol import Advice
from plyyard.rooms.room import Room
from plyyard.web.study import Study

PATIENCE = 3  # seconds to look for a win in
LOOK = 1000.0 * PATIENCE - 100  # milliseconds of it, for the last step takes its time, too
MOST = 8  # who wait for an answer at the same time


class Hinted(NamedTuple):
    """A move as text, and why."""

    move: str
    reasons: tuple[Say, ...]


class Foreseen(NamedTuple):
    """See ``core.game.Outlook``; the line as texts."""

    answer: Answer
    line: tuple[str, ...]


class Turned(NamedTuple):
    """``start``: whether the deal could be won. ``lost``: events after which no win was found any more, while there was one
    before, and what was found there.
    """

    start: Answer
    lost: tuple[tuple[int, Answer], ...] = ()


def hint(game_name: str, position: str) -> Hinted:
    """Runs in the process, as the next one does."""
    from plyyard.core import registry

    game = registry.game(game_name)
    found = game.hint(game.notation.parse_position(position))
    return Hinted(game.notation.format_move(found.move), found.reasons)


def outlook(game_name: str, position: str, ms: float) -> Foreseen:
    from plyyard.core import registry

    game = registry.game(game_name)
    found = game.solve(game.notation.parse_position(position), ms)
    return Foreseen(found.answer, tuple(map(game.notation.format_move, found.line)))


def hindsight(game_name: str, positions: tuple[str, ...], parents: tuple[int, ...], ms: float) -> Hindsight:
    from plyyard.core import registry

    game = registry.game(game_name)
    return game.hindsight([game.notation.parse_position(text) for text in positions], parents, ms)


class Advisor:
    """``quick`` answers at once, ``deep`` takes its time."""

    def __init__(self, quick: Study, deep: Study) -> None:
        self._quick, self._deep = quick, deep
        self._waiting: set[str] = set()

    async def advise(
        self, room: Room, guest: str | None, about: advice.Topic, at: int | None, language: str
    ) -> Advice:
        """The answer in words and for programs; ``Refusal``."""
        t = words(language, room.game.name)
        match about:
            case "hint":
                return _hint_in_words(room, guest, await self.hint(room, guest), t)
            case "outlook":
                found = await self.outlook(room, guest, at)
                moves = len(found.line) if found.answer == "yes" else None
                return Advice(about, _outlook_in_words(found, t), answer=found.answer, moves=moves)
            case "hindsight":
                turned = await self.hindsight(room, guest)
                lost = [seq for seq, _ in turned.lost]
                return Advice(about, _hindsight_in_words(turned, t), answer=turned.start, lost=lost)

    async def line(self, hub: Hub, room: Room, guest: str | None, seq: int) -> Room:
        """A finished game to look at in which a win was found from event ``seq`` on; ``Refusal``."""
        self._may(room, guest, "outlook")
        seq = held(room, guest, seq)
        found = await self.outlook(room, guest, seq)
        if found.answer != "yes":
            raise Refusal("forbidden", Say("From here no line that wins was found."))
        return await hub.demonstrate(room, guest, seq, found.line)

    async def hint(self, room: Room, guest: str | None) -> Hinted:
        self._may(room, guest, "hint")
        found: Hinted = await self._quick(hint, room.game.name, advice.seen(room, guest))
        return found

    async def outlook(self, room: Room, guest: str | None, seq: int | None = None) -> Foreseen:
        """Of what held after event ``seq``, or of what holds."""
        self._may(room, guest, "outlook")
        with self._in_turn(guest):
            return await self._foresee(room, guest, room.head if seq is None else min(seq, room.head))

    async def hindsight(self, room: Room, guest: str | None) -> Turned:
        """Which moves threw a win away, also those that were taken back."""
        self._may(room, guest, "hindsight")
        with self._in_turn(guest):
            seqs, parents = advice.positions(room, guest)
            # a long game has thousands of positions, which take their time to write down, and are not kept
            texts = await asyncio.to_thread(lambda: tuple(advice.whole(room, guest, seq) for seq in seqs))
            question = (hindsight, room.game.name, texts, tuple(parents), LOOK)
            try:
                found: Hindsight = await self._deep(*question)
            finally:
                self._deep.forget(*question)
        return Turned(found.start, tuple((seqs[place], answer) for place, answer in found.lost))

    async def _foresee(self, room: Room, guest: str | None, seq: int) -> Foreseen:
        position = advice.whole(room, guest, seq)
        question = (outlook, room.game.name, position, LOOK)
        found: Foreseen = await self._deep(*question)
        if found.answer == "unknown":  # in a quieter moment it may be found
            self._deep.forget(*question)
        return found

    @staticmethod
    def _may(room: Room, guest: str | None, topic: advice.Topic) -> None:
        if (refusal := advice.why_not(room, room.sides_of(guest), topic)) is not None:
            raise refusal

    @contextmanager
    def _in_turn(self, guest: str | None) -> Iterator[None]:
        asker = guest or ""
        if asker in self._waiting:
            raise Refusal("rate", Say("Your last question is still being worked on."))
        if len(self._waiting) >= MOST:
            raise Refusal("rate", Say("Many are asking just now. Try again in a moment."))
        self._waiting.add(asker)
        try:
            yield
        finally:
            self._waiting.discard(asker)


def _hint_in_words(room: Room, guest: str | None, found: Hinted, t: Words) -> Advice:
    view = room.view(room.viewer(guest))
    step = next((one for one in room.game.steps(view, ()) if one.move == found.move), None)
    label = found.move if step is None else room.game.board.label(view, step, t)
    return Advice(
        "hint",
        t("Hint: {move}", move=label),
        [t.say(reason) for reason in found.reasons],
        found.move,
        step.picked if step else "",
        step.target if step else "",
    )


def _outlook_in_words(found: Foreseen, t: Words) -> str:
    match found.answer:
        case "yes":
            n = len(found.line)
            return t("Yes, it can still be won: a line of {n} moves was found, with all cards open.", n=n)
        case "no":
            return t("No: it is proved that it cannot be won any more.")
    return t("Not known: no win was found within {seconds} seconds.", seconds=PATIENCE)


def _hindsight_in_words(found: Turned, t: Words) -> str:
    match found:
        case Turned("no"):
            return t("It could not be won from the start on: that is proved.")
        case Turned("unknown"):
            return t(
                "No win was found from the start on, with {seconds} seconds for each look.", seconds=PATIENCE
            )
        case Turned("yes", ()):
            return t("No move threw the win away: the last position could still be won.")
    said = [
        t("After event {n} it could not be won any more; that is proved. Before it, it could.", n=seq)
        if answer == "no"
        else t(
            "Before event {n} a win was found, after it none within {seconds} seconds.",
            n=seq,
            seconds=PATIENCE,
        )
        for seq, answer in found.lost
    ]
    return " ".join(said)
