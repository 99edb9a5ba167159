"""The fold of what was played on one board: states, effects, what holds, what can be taken back or played again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from plyyard.core.game import After, Effect, Event, Happened, Moved, Side
from plyyard.core.record import Entry
from plyyard.core.registry import AnyGame
from plyyard.rooms.founding import awaits_deal

Played = tuple[Event, After[Any]]


class Course:
    """``states[n]`` is what held after event n of the room. ``seat``: whose own board it is (a race), else None.

    ``seq``: the event before which it begins; up to there its start held.
    """

    def __init__(self, game: AnyGame, start: Any, seat: Side | None = None, seq: int = 1) -> None:
        self.game = game
        self.seat = seat
        self.last = 0  # seq of the last event that changed it
        self.count = 0  # how many have
        self.states: list[Any] = [start] * seq
        self.effects: list[tuple[Effect, ...]] = [()] * seq
        self.line: list[int] = []  # seqs of the moves and rolls that hold, in order
        self.undone: list[int] = []  # seqs of moves that can be played again, last one first
        self.played: dict[int, Entry] = {}
        self.events: dict[int, Event] = {}  # the same as the game's events
        self.moved = 0  # how many of the line are moves
        self._tips: dict[int, int] = {}  # of what was taken back: the last of the line then; 0: none
        self._path: dict[
            int, tuple[int, int]
        ] = {}  # where one may go far: what was before, what all up to it costs
        self.practice = False
        self.undo_price = 0

    @property
    def state(self) -> Any:
        return self.states[-1]

    def fold(self, entry: Entry, played: Played | None = None) -> None:
        """Take one event of the room in; ``played``: what it is and leads to, where that is known already."""
        own = self.seat is None or entry.by in {None, self.seat}
        if own and entry.kind in {"moved", "rolled", "taken back", "began"}:
            self.last = entry.seq
            self.count += 1
        if own and entry.kind in {"moved", "rolled"}:
            event, after = played or self.worked(entry)
            self._play(entry, event, after.effects)
        elif own and entry.kind == "taken back":
            self._back(entry.seq, entry.to or 0)
            after = After(self.states[entry.to or 0])
        else:
            if entry.kind == "started":
                self.undo_price = entry.n or 0
            self.stay()
            return
        self.states.append(after.state)
        self.effects.append(after.effects)

    def stay(self) -> None:
        """An event that happened elsewhere."""
        self.states.append(self.state)
        self.effects.append(())

    def _play(self, entry: Entry, event: Event, effects: Sequence[Effect]) -> None:
        if self.game.undo_crosses_all:
            before = self.line[-1] if self.line else 0
            self._path[entry.seq] = before, self._cost(before) + self.game.undo_price(effects, event)
        self.line.append(entry.seq)
        self.played[entry.seq] = entry
        self.events[entry.seq] = event
        self.moved += entry.kind == "moved"
        again = self.undone and self.played[self.undone[-1]].move == entry.move
        self.undone = self.undone[:-1] if again else []

    def _back(self, seq: int, to: int) -> None:
        """Only what no longer holds is paid for: what leads on from there to ``to`` was played before."""
        self._tips[seq] = self._tip(to)
        kept = self.line_at(to)
        shared = self._shared(kept)
        gone, ahead = self.line[shared:], kept[shared:]
        if gone:
            self.undo_price += self._cost(gone[-1]) - self._cost(self.line[shared - 1] if shared else 0)
        self.line = kept
        self.moved = self._moved(kept)
        if self._by_several(gone):
            self.undone, self.practice = [], True
        elif ahead:
            nearest = self.undone[: -len(ahead) - 1 : -1]
            again = not gone and self._moves(nearest) == self._moves(ahead)
            self.undone = self.undone[: -len(ahead)] if again else []
        else:
            self.undone += reversed(gone)

    def _cost(self, seq: int) -> int:
        """What taking back all up to this move would cost."""
        return self._path[seq][1] if seq in self._path else 0

    def _by_several(self, line: Sequence[int]) -> bool:
        """Whether chance or more than one side has acted there."""
        if self.game.undo_crosses_all:
            return False
        entries = [self.played[seq] for seq in line]
        return any(entry.kind != "moved" for entry in entries) or len({entry.by for entry in entries}) > 1

    def _moves(self, line: Sequence[int]) -> list[str | None]:
        return [self.played[seq].move for seq in line]

    def _shared(self, other: list[int]) -> int:
        """How many moves and rolls the line that holds begins alike with another."""
        if self.line[: len(other)] == other:
            return len(other)
        for place, (one, two) in enumerate(zip(self.line, other, strict=False)):
            if one != two and (self.played[one].kind != "moved" or self._moves([one]) != self._moves([two])):
                return place
        return min(len(self.line), len(other))

    def _tip(self, seq: int) -> int:
        """The last move or roll that held after event ``seq``; 0: none."""
        while seq > 0 and seq not in self.played and seq not in self._tips:
            seq -= 1
        return self._tips.get(seq, seq)

    def line_at(self, seq: int) -> list[int]:
        """The moves and rolls that held after event ``seq``, in order."""
        tip = self._tip(seq)
        kept = self.line[: bisect_right(self.line, tip)]
        if tip == (kept[-1] if kept else 0):
            return kept
        found = []
        while tip:
            found.append(tip)
            tip = self._path[tip][0] if tip in self._path else self._tip(tip - 1)
        return found[::-1]

    def moves_at(self, seq: int) -> int:
        """How many moves held after event ``seq``."""
        return self.moved if seq == len(self.states) - 1 else self._moved(self.line_at(seq))

    def _moved(self, line: Sequence[int]) -> int:
        if self.game.undo_crosses_all:
            return len(line)
        return sum(self.played[seq].kind == "moved" for seq in line)

    def stands(self, seq: int) -> bool:
        """Whether the same moves hold as after event ``seq``."""
        line = self.line_at(seq)
        return len(line) == len(self.line) == self._shared(line)

    def worked(self, entry: Entry) -> Played:
        """What a moved or rolled entry is as the game's event, and what it leads to from here."""
        event: Event
        if entry.kind == "moved":
            side = self.game.sides[0] if self.seat is not None else entry.by or ""
            event = Moved(side, self.game.notation.parse_move(self.state, entry.move or ""))
        else:
            event = Happened(self.game.notation.parse_outcome(self.state, entry.outcome or ""))
        return event, self.game.apply(self.state, event)

    def awaits_deal(self) -> bool:
        """Whether chance acts now without anybody's click: a deal."""
        return awaits_deal(self.game, self.state)

    # ---- how far can be taken back ----

    def reach(self, sides: Sequence[Side]) -> int | None:
        """The seq one choice back that may hold again: no chance and no other side between. None: nothing can."""
        last = self.played[self.line[-1]] if self.line else None
        return last.seq - 1 if last and last.kind == "moved" and last.by in sides else None

    def whole_reach(self) -> int | None:
        """The seq one decision back, across chance; None when there is none, for a deal stands."""
        decides = any(self.played[seq].kind == "moved" for seq in self.line)
        for seq in reversed(self.line):
            if self.played[seq].kind == "rolled" and self._is_deal(seq):
                return None
            if not decides or self.played[seq].kind == "moved":
                return seq - 1
        return None

    def may_hold(self, to: int, sides: Sequence[Side] | None) -> bool:
        """Whether the game may stand again as after event ``to``, moved since by these sides only; None: by agreement.

        Where the pack lies fixed, any event will do, also one that was taken back.
        """
        if sides is not None and self.game.undo_crosses_all:
            return 0 <= to < len(self.states)
        gone = [self.played[seq] for seq in self.line if seq > to]
        if to >= 2 and not any(to in (seq, seq - 1) for seq in self.line):
            return False
        if sides is None:
            return not any(entry.kind == "rolled" and self._is_deal(entry.seq) for entry in gone)
        return all(e.kind == "moved" and e.by in sides for e in gone) and len({e.by for e in gone}) <= 1

    def _is_deal(self, seq: int) -> bool:
        return bool(self.game.lot(self.states[seq - 1]).shuffle)
