"""What a room lets be asked about its game: a hint, whether it can still be won, which move lost it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Literal

from plyyard.core.errors import Say
from plyyard.rooms.decision import WATCHING, Refusal

if TYPE_CHECKING:
    from plyyard.rooms.room import Room

Topic = Literal["hint", "outlook", "hindsight"]
Answer = Literal["yes", "no", "unknown"]
"""As in ``core.game.Outlook``."""


def may(room: Room, sides: Sequence[str], topic: Topic) -> bool:
    """Whether whoever sits there may ask this now."""
    return why_not(room, sides, topic) is None


def why_not(room: Room, sides: Sequence[str], topic: Topic) -> Refusal | None:
    """What stands against it."""
    if not sides:
        return Refusal("not_seated", WATCHING)
    if not (room.game.gives_hints if topic == "hint" else room.game.can_solve):
        return Refusal("forbidden", Say("There is no such advice for this game."))
    if room.kind.online and not room.over:
        return Refusal("forbidden", Say("In a game with others nobody is helped."))
    match topic:
        case "hint":
            if room.over:
                return Refusal("over", Say("The game is over."))
            if not set(room.acting) & set(sides):
                return Refusal("not_your_turn", Say("It is not your turn."))
        case "hindsight":
            if not room.over:
                return Refusal("forbidden", Say("That is told after the game."))
    return None


def seen(room: Room, guest: str | None) -> str:
    """What the side to move sees, as text: all that a hint may be made from."""
    return room.game.notation.format_position(room.view(room.viewer(guest)))


def whole(room: Room, guest: str | None, seq: int) -> str:
    """What held after event ``seq``, as text: nobody but the solver may see it."""
    return room.game.notation.format_position(room.course(room.viewer(guest)).states[seq])


def line(room: Room, guest: str | None) -> list[int]:
    """The seqs after which what is played held, from the start on: what was taken back is left out."""
    course = room.course(room.viewer(guest))
    return [0, *course.line]


def turning(steps: int) -> Generator[int, Answer, tuple[int, Answer] | None]:
    """Which of so many positions was the last with a win: yields the place of one to be judged, is sent the answer.

    A line that is played on never wins again once it cannot: so the middle tells on which side to look. Ends with the
    place of the first for which no win was found and its answer; (0, …): for none; None: the last one wins, too.
    """
    last = steps - 1
    after = yield last
    if after == "yes":
        return None
    if last == 0 or (answer := (yield 0)) != "yes":
        return 0, after if last == 0 else answer
    won, lost = 0, last
    while lost - won > 1:
        middle = (won + lost) // 2
        answer = yield middle
        if answer == "yes":
            won = middle
        else:
            lost, after = middle, answer
    return lost, after
