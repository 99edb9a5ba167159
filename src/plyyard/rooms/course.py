"""The fold of what was played on one board: states, effects, what holds, what can be taken back or played again."""

from __future__ import annotations

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
            self._play(entry, event)
        elif own and entry.kind == "taken back":
            self._back(entry.to or 0)
            after = After(self.states[entry.to or 0])
        else:
            self.stay()
            return
        self.states.append(after.state)
        self.effects.append(after.effects)

    def stay(self) -> None:
        """An event that happened elsewhere."""
        self.states.append(self.state)
        self.effects.append(())

    def _play(self, entry: Entry, event: Event) -> None:
        self.line.append(entry.seq)
        self.played[entry.seq] = entry
        self.events[entry.seq] = event
        again = self.undone and self.played[self.undone[-1]].move == entry.move
        self.undone = self.undone[:-1] if again else []

    def _back(self, to: int) -> None:
        gone = [seq for seq in self.line if seq > to]
        self.line = self.line[: len(self.line) - len(gone)]
        entries = [self.played[seq] for seq in gone]
        for entry in entries:
            self.undo_price += self.game.undo_price(self.effects[entry.seq], self.events[entry.seq])
        if all(entry.kind == "moved" for entry in entries) and len({entry.by for entry in entries}) == 1:
            self.undone += reversed(gone)
        else:
            self.undone, self.practice = [], True

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
        """Whether the game may stand again as after event ``to``, moved since by these sides only; None: by agreement."""
        gone = [self.played[seq] for seq in self.line if seq > to]
        if to >= 2 and not any(to in (seq, seq - 1) for seq in self.line):
            return False
        if sides is None:
            return not any(entry.kind == "rolled" and self._is_deal(entry.seq) for entry in gone)
        return all(e.kind == "moved" and e.by in sides for e in gone) and len({e.by for e in gone}) <= 1

    def _is_deal(self, seq: int) -> bool:
        return bool(self.game.lot(self.states[seq - 1]).shuffle)
