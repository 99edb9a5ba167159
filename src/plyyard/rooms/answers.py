"""What each command of a room was answered, so that the same command gets the same answer for ever."""

from __future__ import annotations

from plyyard.core.game import Side
from plyyard.rooms.decision import Refusal

KEPT = 256  # refusals, and commands that uncovered: the oldest are forgotten


class Answers:
    """By the id of the command. Events are its answer, or refusals, or (at one screen) what it uncovered."""

    __slots__ = ("commands", "readied", "refused", "seqs")

    def __init__(self) -> None:
        self.seqs: dict[str, int] = {}
        self.commands: dict[int, str] = {}  # and the other way
        self.refused: dict[str, tuple[Side | None, Refusal]] = {}  # by seat
        self.readied: dict[str, None] = {}

    def __len__(self) -> int:
        """How many of those that are stored."""
        return len(self.seqs) + len(self.refused)

    def event(self, command: str, seq: int) -> None:
        """This event is the answer to this command."""
        self.seqs[command] = seq
        self.commands[seq] = command

    def refusal(self, command: str, seat: Side | None, refusal: Refusal) -> None:
        """What was refused stays refused. A copy is kept: what was raised holds on to all that was there then."""
        self.refused[command] = seat, Refusal(refusal.code, refusal.why, refusal.article, refusal.marks)
        if len(self.refused) > KEPT:
            del self.refused[next(iter(self.refused))]

    def ready(self, command: str) -> None:
        self.readied[command] = None
        if len(self.readied) > KEPT:
            del self.readied[next(iter(self.readied))]
