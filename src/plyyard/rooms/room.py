"""One room: who sits where, what may be done now, and the fold of its events. Pure: nothing here waits, sends or stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyyard.core import registry
from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.game import Event, Nature, Side
from plyyard.core.record import MAX_EVENTS, Entry, Outcome
from plyyard.rooms import bookmarks, ending, offers, playing, taking_back
from plyyard.rooms.agreement import Agreement
from plyyard.rooms.answers import Answers
from plyyard.rooms.bookmarks import Bookmarks
from plyyard.rooms.clocks import Clock
from plyyard.rooms.company import Company, handle
from plyyard.rooms.course import Course, Played
from plyyard.rooms.decision import WATCHING, Decision, Moment, Refusal
from plyyard.rooms.founding import Founding, Seat, first_state
from plyyard.rooms.kinds import KINDS
from plyyard.rooms.protocol import (
    Again,
    Back,
    Claim,
    Command,
    Commit,
    Draw,
    Greet,
    LogLine,
    Mark,
    Move,
    Open,
    Out,
    Ready,
    Resign,
    Roll,
)
from plyyard.rooms.spent import PAUSE, Spent

WAY_OUT = 8
"""Events that stay free to the end: resigned or a flag, lapsed offers, over, revealed, and a new game."""
QUIET = {"greeted", "sent out", "waits", "credited", "lapsed", "declined"} | bookmarks.KINDS
"""Who has not seen these still moves on the board he saw."""
LEAVING = {"resigned", "timeout"}
PRESSES_CLOCK = {"began", "moved", "rolled", "taken back", "over", "abandoned", *LEAVING}


class Room:
    """The fold of a room's events. A seat is a side of the game; in a race it has a number and a board of its own."""

    def __init__(
        self, founding: Founding, entries: Sequence[Entry] = (), guests: Sequence[str | None] = ()
    ) -> None:
        self.founding = founding
        self.id = founding.id
        self.game = registry.game(founding.game)
        self.kind = KINDS[founding.kind]
        self.seats: dict[Side, Seat] = dict(founding.seats)
        self.options: dict[str, Any] = dict(founding.options)
        self.entries: list[Entry] = []
        self.guests: list[str | None] = []  # who sent what led to each
        self.main = Course(self.game, first_state(self.game, founding))
        self.lanes: dict[Side, Course] = {}  # the boards of a race, once it has begun
        self.finished: dict[Side, Outcome] = {}  # how a race ended for a seat
        self.begun = not (self.kind.online or self.kind.dice)
        self.began_at = 0  # seq from which on it is played
        self.over = False
        self.result: Outcome | None = None
        self.clock = None if founding.clock is None else Clock(founding.clock, self.seats)
        self.offers = offers.Offers()
        self.next_room: str | None = None
        self.uncovered: Side | None = None
        self.dice = Agreement(founding, self.seats)
        self.company = Company()
        self.bookmarks = Bookmarks()
        self.spent = Spent(founding.created, None if self.kind.online else PAUSE)
        self.said: dict[tuple[str, Side | None, bool], list[LogLine]] = {}  # by language, viewer, all shown
        self.answers = Answers()
        self._seen = 0  # seq of the last event that whoever acts must have seen
        self.turn = self._turn()  # the side that moves or rolls on the board that all share
        for place, entry in enumerate(entries):
            self.fold(entry, guests[place] if place < len(guests) else None)

    # ---- what holds ----

    @property
    def head(self) -> int:
        return len(self.entries)

    @property
    def state(self) -> Any:
        """What holds on the board that all share."""
        return self.main.state

    def _turn(self) -> Side | None:
        return None if self.over or self.lanes or not self.begun else self.game.turn(self.main.state)

    @property
    def acting(self) -> tuple[Side, ...]:
        """The seats that may move or roll now."""
        if self.lanes and not self.over:
            return tuple(seat for seat in self.lanes if seat not in self.finished)
        return () if (turn := self.turn) is None else (turn,)

    @property
    def awaited_since(self) -> int:
        """Since when the next act is awaited."""
        return self.entries[self._seen - 1].ts if self._seen else self.founding.created

    def course(self, viewer: Side | None) -> Course:
        """The board that a seat looks at; a spectator of a race sees what it started from."""
        return self.lanes.get(viewer or "", self.main)

    def turn_for(self, viewer: Side | None) -> Side | None:
        """Whose turn it is on the board that a seat looks at."""
        if not self.lanes:
            return self.turn
        return viewer if viewer in self.acting else None

    def turn_at(self, viewer: Side | None, seq: int) -> Side | None:
        """Whose turn it was there after event ``seq``."""
        if seq < self.began_at:
            return None
        if seq == self.head or self.lanes:
            return self.turn_for(viewer)
        return self.game.turn(self.main.states[seq])

    def actor(self, viewer: Side | None, seq: int) -> Side | Nature | None:
        """Who acts on that board after event ``seq``: a seat, chance, or None."""
        if seq < self.began_at or (seq == self.head and self.turn_for(viewer) is None):
            return None
        actor = self.game.actor(self.course(viewer).states[seq])
        return viewer if self.lanes and actor is not None else actor

    @property
    def free(self) -> tuple[Side, ...]:
        """Seats that nobody has taken."""
        return tuple(side for side, seat in self.seats.items() if seat.free)

    @property
    def shown_whole(self) -> bool:
        """Whether nothing is hidden any more: it has a result, or its dice are revealed; else it keeps its secrets."""
        return self.over and (bool(self.dice.commitment) or (self.result is not None and not self.reopens))

    @property
    def reopens(self) -> bool:
        """Whether it is over only as long as nothing is taken back: stuck, not given up."""
        result = self.game.result(self.state) if self.over and self.next_room is None else None
        return result is not None and not result.final

    @property
    def full(self) -> bool:
        """Whether it can only be ended or left: the next act, with its end, would leave no room for that."""
        return self.head + 2 > MAX_EVENTS - WAY_OUT

    def used_up(self, seat: Side) -> bool:
        """Whether a runner of a race has had his share of the events."""
        return (
            seat in self.lanes
            and self.lanes[seat].count >= (MAX_EVENTS - WAY_OUT) // len(self.lanes) - WAY_OUT
        )

    def sides_of(self, guest: str | None) -> tuple[Side, ...]:
        """The seats that a guest holds; none: a spectator."""
        if guest is None:
            return ()
        return tuple([side for side, seat in self.seats.items() if seat.guest == guest])

    def viewer(self, guest: str | None) -> Side | None:
        """The seat whose eyes a guest looks through now; None: a spectator's (or a covered board)."""
        sides = self.sides_of(guest)
        if len(sides) < 2:
            return sides[0] if sides else None
        if self.game.has_hidden_hands and (self.turn is None or self.uncovered != self.turn):
            return None
        return self.turn or sides[0]

    def covered(self, guest: str | None) -> bool:
        """Whether the board waits: for the game to begin, or for the next person at this screen to say ready."""
        if not self.begun and not self.over:
            return True
        waits = len(self.sides_of(guest)) > 1 and self.game.has_hidden_hands and not self.over
        return waits and self.uncovered != self.turn

    def turn_after(self, decision: Decision) -> Side | None:
        """Whose turn it will be on the board that all share."""
        last = decision.entries[-1]
        if self.kind.lanes or last.kind in {"over", "abandoned", "again", "revealed"}:
            return None
        if decision.played is not None:
            return self.game.turn(decision.played[1].state)
        if last.kind == "taken back":
            return self.game.turn(self.main.states[last.to or 0])
        return self.game.turn(self.main.state) if last.kind == "began" else self.turn

    def due_after(self, entries: Sequence[Entry], turn: Side | None) -> int | None:
        """When the next flag falls after these entries; None: never."""
        if self.clock is None:
            return None
        clock = self.clock.copy()
        for entry in entries:
            left = entry.by if entry.kind in LEAVING else None
            runners = [seat for seat in self.seats if seat not in self.finished and seat != left]
            acting = runners if self.kind.lanes else [turn] if turn else []
            self._tick(clock, entry, acting)
        return clock.deadline

    def may_watch(self, guest: str | None) -> bool:
        """Whether someone without a seat may look on."""
        return self.why_not_watch(guest) is None

    def why_not_watch(self, guest: str | None) -> Say | None:
        """Why someone without a seat may not look on; None: he may."""
        if guest is not None and handle(self.id, guest) in self.company.barred:
            return Say("You were sent out of this game.")
        return None if self.founding.watch else Say("Only its players may look at this game.")

    def view(self, viewer: Side | None, seq: int | None = None) -> Any:
        """The board after event ``seq`` as a seat may see it; everything is shown once the game is over."""
        return self.seen(self.course(viewer).states[self.head if seq is None else seq], viewer)

    def seen(self, state: Any, viewer: Side | None) -> Any:
        """A state of the game as a seat may see it now."""
        if self.shown_whole:
            return state
        return self.game.observe(state, self.game.sides[0] if self.lanes and viewer else viewer)

    def hides(self, entry: Entry, viewer: Side | None) -> bool:
        """Whether a seat may not see an event at all: it happened on another's board, or is another's bookmark."""
        if entry.kind in bookmarks.KINDS:
            return entry.by != viewer
        if not self.lanes or self.shown_whole or entry.by == viewer:
            return False
        return entry.kind in {"moved", "rolled", "taken back"}

    def event(self, seq: int, viewer: Side | None) -> Event | None:
        """The game's event with this seq as a seat may see it; None when it is the room's own."""
        entry = self.entries[seq - 1]
        if entry.kind not in {"moved", "rolled"}:
            return None
        course = self.course(entry.by)
        event = course.events[seq]
        return event if self.shown_whole else self.game.redact(course.states[seq - 1], event, viewer)

    # ---- commands ----

    def decide(self, guest: str | None, command: Command, below: Below, moment: Moment) -> Decision:
        """What a command leads to, or ``Refusal``. ``ts`` is set at commit."""
        sides = self.sides_of(guest)
        if not sides:
            raise Refusal("not_seated", WATCHING)
        match command:
            case Out():
                return self._send_out(guest, command, moment)
            case Commit() | Open():
                if not self.kind.dice or self.over or self.begun:
                    raise Refusal("forbidden", Say("No number is awaited from you."))
                return self.dice.decide(command, sides[0])
            case Greet():
                if not self.kind.online:
                    raise Refusal("forbidden", Say("Nobody else is here."))
                ended = self.full or self.next_room is not None
                return self.company.greet(command, sides[0], moment.now, ended)
            case Again():
                return offers.again(self, sides)
            case Ready():
                raise Refusal("forbidden", Say("Nothing is covered here."))
        if self.over and not (self.reopens and isinstance(command, Back | Mark)):
            raise Refusal("over", Say("The game is over."))
        if sides[0] in self.finished:
            raise Refusal("over", Say("You have given up already."))
        if not self.begun and not isinstance(command, Resign):
            raise Refusal("forbidden", Say("The game has not begun yet."))
        if (self.full or self.used_up(sides[0])) and not isinstance(command, Resign | Draw | Claim):
            raise Refusal("too_large", Say("A game has at most {limit} events.", limit=MAX_EVENTS))
        match command:
            case Roll() | Move():
                return self._play(guest, command, sides, below)
            case Resign():
                return ending.resign(self, sides)
            case Draw():
                return offers.draw(self, command, sides)
            case Mark():
                return bookmarks.mark(self, command, sides)
            case Back():
                return taking_back.back(self, command, sides)
            case Claim():
                return ending.claim(self, command, sides, moment)

    def _play(self, guest: str | None, command: Roll | Move, sides: Sequence[Side], below: Below) -> Decision:
        if self.stale(command.on, sides):
            raise Refusal("stale", Say("The game has gone on meanwhile; look again."))
        seat = next((side for side in sides if side in self.acting), None)
        if seat is None:
            raise Refusal("not_your_turn", Say("It is not your turn."))
        if self.covered(guest):
            raise Refusal("forbidden", Say("The hands are covered: first say that you are ready."))
        return (
            playing.roll(self, below, seat)
            if isinstance(command, Roll)
            else playing.move(self, command.move, seat)
        )

    def stale(self, on: int, sides: Sequence[Side]) -> bool:
        """Whether who saw the room at ``on`` saw another board than there is, or an offer less."""
        since = self.lanes[sides[0]].last if self.lanes else self._seen
        return not since <= on <= self.head

    def _send_out(self, guest: str | None, command: Out, moment: Moment) -> Decision:
        if guest is None or guest != self.founding.maker or not self.kind.online:
            raise Refusal("forbidden", Say("Only who made this game can send somebody out."))
        return self.company.send_out(command, moment.watching, self.full)

    # ---- what happens by itself ----

    def seated(self, seat: Side, name: str, seed: bytes | None) -> list[Entry]:
        """Somebody takes a seat; with ``seed``: one whose seed the server makes."""
        entries = [Entry(0, "joined", seat, name=name)]
        if seed is not None and self.kind.dice:
            entries.append(self.dice.committed(seat, seed))
        return entries

    def automatic(self, secrets: Mapping[str, bytes], below: Below) -> Decision | None:
        """What happens next without anybody's command: seeds opened, the beginning, a deal, the reveal; None: nothing."""
        if self.over:
            return self.dice.revealed(secrets) if self.kind.dice else None
        if not self.begun:
            return self._beginning(secrets, below)
        return playing.roll(self, below) if not self.lanes and self.main.awaits_deal() else None

    def _beginning(self, secrets: Mapping[str, bytes], below: Below) -> Decision | None:
        if self.free or (self.kind.dice and not self.dice.all_committed):
            return None
        if self.kind.dice and not self.dice.closed:
            return self.dice.opened(secrets)
        drawn = [option for option in self.game.options if option.name not in self.founding.options]
        if self.founding.start is not None or not drawn:
            return Decision([Entry(0, "began")])
        whole = self.game.complete(self.founding.options, below)
        chosen = {option.name: whole[option.name] for option in drawn}
        return Decision([Entry(0, "began", options=chosen, draw=self.dice.draws + 1)])

    # ---- fold ----

    def fold(self, entry: Entry, guest: str | None = None, played: Played | None = None) -> None:
        """Take one committed entry in. Its seq must be the next. ``played``: what it is, where that is known already."""
        if entry.seq != self.head + 1:
            raise AssertionError(f"entry {entry.seq} after {self.head}")
        by = entry.by or ""
        for part in (self.dice, self.offers, self.company, self.bookmarks, self.spent):
            part.fold(entry)
        match entry.kind:
            case "started":
                self.begun |= not (
                    self.kind.online or self.dice.commitment
                )  # a game from before dice were committed to
            case "joined":
                self.seats[by] = Seat(guest, entry.name or "")
            case "began":
                self._begin(entry)
            case "taken back":
                self.over, self.result = False, None
            case "resigned" | "timeout" if self.lanes:
                self.finished[by] = Outcome(None, entry.kind, 0)
            case "over":
                self.over, self.result = True, entry.result
            case "abandoned":
                self.over, self.result, self.next_room = True, None, entry.room
            case "again":
                self.next_room = entry.room
        self._seen = self._seen if entry.kind in QUIET else entry.seq
        if self.lanes:
            self.main.stay()
            for course in self.lanes.values():
                course.fold(entry, played)
        else:
            self.main.fold(entry, played)
        self.turn = self._turn()
        self.entries.append(entry)
        self.guests.append(guest)
        if self.clock is not None:
            self._tick(self.clock, entry, self.acting)
        if self.turn != self.uncovered:
            self.uncovered = None

    def _begin(self, entry: Entry) -> None:
        self.begun, self.began_at = True, entry.seq
        if entry.options is not None:
            self.options |= entry.options
            self.main = Course(self.game, self.game.start(self.options), seq=entry.seq)
        if self.kind.lanes:
            self.lanes = {seat: Course(self.game, self.main.state, seat, entry.seq) for seat in self.seats}

    @staticmethod
    def _tick(clock: Clock, entry: Entry, acting: Sequence[Side]) -> None:
        if entry.kind == "credited":
            clock.credit(entry.ms or 0)
        elif entry.kind in PRESSES_CLOCK:
            clock.turn(acting, entry.ts)

    def uncover(self, command_id: str) -> None:
        """The person on turn is alone with the screen. The same command again uncovers nothing."""
        self.uncovered = self.turn
        self.answers.ready(command_id)
