"""One room: who sits where, what may be done now, and the fold of its events. Pure: nothing here waits, sends or stores."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plyyard.core import registry
from plyyard.core.chance import Below, draw
from plyyard.core.errors import IllegalMove, PlyError, Say
from plyyard.core.game import CHANCE, After, Event, Happened, Moved, Nature, Side
from plyyard.core.record import MAX_EVENTS, VERSION, Entry, Outcome, Player, Record, by_persons, by_points
from plyyard.core.sayings import GREETINGS
from plyyard.rooms import fairness
from plyyard.rooms.clocks import Clock
from plyyard.rooms.course import Course, Played
from plyyard.rooms.founding import Founding, Seat, first_state
from plyyard.rooms.kinds import KINDS
from plyyard.rooms.lots import record_dice
from plyyard.rooms.protocol import (
    Again,
    Back,
    Claim,
    Command,
    Commit,
    Draw,
    Greet,
    LogLine,
    Move,
    Open,
    Out,
    Ready,
    Resign,
    Roll,
)

KEPT_REFUSALS = 256
WATCHING = Say("You are watching this game; you have no seat in it.")
WAY_OUT = (
    8  # events that stay free to the end: resigned or a flag, lapsed offers, over, revealed, and a new game
)
QUIET = {
    "greeted",
    "sent out",
    "waits",
    "credited",
    "lapsed",
    "declined",
}  # who has not seen them still moves on the board he saw
LEAVING = {"resigned", "timeout"}
PRESSES_CLOCK = {"began", "moved", "rolled", "taken back", "over", "abandoned", *LEAVING}
GREETED, BETWEEN_GREETINGS = 60, 2000  # of one seat in a game; milliseconds


class UnknownRoom(PlyError):
    """There is no such room."""

    code = "unknown room"


class Refusal(PlyError):
    """A command that is answered by ``refused``; it changed nothing."""

    def __init__(self, code: str, why: Say, article: str | None = None) -> None:
        super().__init__(why)
        self.code = code
        self.article = article


class Offer(NamedTuple):
    """``by`` waits for the other side's answer; ``to``: the seq that shall hold again."""

    by: Side
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision needs from outside: the time, from when the absence of a seat can be claimed, who watches."""

    now: int
    away: Mapping[Side, int] = field(default_factory=dict)
    watching: Collection[str] = ()  # handles


@dataclass(frozen=True, slots=True)
class Decision:
    """Entries to commit, not yet folded; ``played``: the first of them as the game's event, and what it leads to.

    ``again``: instead of these entries, the persons want a new game.
    """

    entries: list[Entry]
    played: Played | None = None
    again: bool = False


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
        self.offers: dict[str, Offer] = {}  # by what is offered: draw, back
        self.wanting: list[Side] = []  # seats that asked for a new game
        self.next_room: str | None = None
        self.uncovered: Side | None = None
        self.commitment = ""
        self.hashes: dict[Side, str] = {}
        self.seeds: dict[Side, str] = {}
        self.server_seeded: set[Side] = set()
        self.secret: str | None = None  # once it is revealed
        self.draws = 0
        self.barred: set[str] = set()  # handles of watchers who were sent out
        self.said: dict[tuple[str, Side | None, bool], list[LogLine]] = {}  # by language, viewer, all shown
        self.answered: dict[str, int] = {}  # command id → seq
        self.commands: dict[int, str] = {}  # and the other way
        self.refused: dict[str, tuple[Side | None, Refusal]] = {}  # by seat
        self.readied: dict[str, None] = {}  # ids of the commands that uncovered
        self._seen = 0  # seq of the last event that whoever acts must have seen
        self._spent: set[tuple[Side, str]] = set()  # offers that wait for one's own next act
        self._greeted: dict[Side, tuple[int, int]] = {}  # how often, and when last
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

    @property
    def turn(self) -> Side | None:
        """The side that moves or rolls on the board that all share."""
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
        return self.over and (bool(self.commitment) or (self.result is not None and not self.reopens))

    @property
    def reopens(self) -> bool:
        """Whether it is over only as long as nothing is taken back: stuck, not given up."""
        result = self.game.result(self.state) if self.over and self.next_room is None else None
        return result is not None and not result.final

    @property
    def full(self) -> bool:
        """Whether it can only be ended or left: the next act, with its end, would leave no room for that."""
        return self.head + 2 > MAX_EVENTS - WAY_OUT

    def _used_up(self, seat: Side) -> bool:
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
        if guest is not None and handle(self.id, guest) in self.barred:
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
        """Whether a seat may not see an event at all: it happened on another's board."""
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
                return self._dice(command, sides[0])
            case Greet():
                return self._greet(command, sides, moment.now)
            case Again():
                return self._again(sides)
            case Ready():
                raise Refusal("forbidden", Say("Nothing is covered here."))
        if self.over and not (self.reopens and isinstance(command, Back)):
            raise Refusal("over", Say("The game is over."))
        if sides[0] in self.finished:
            raise Refusal("over", Say("You have given up already."))
        if not self.begun and not isinstance(command, Resign):
            raise Refusal("forbidden", Say("The game has not begun yet."))
        if (self.full or self._used_up(sides[0])) and not isinstance(command, Resign | Draw | Claim):
            raise Refusal("too_large", Say("A game has at most {limit} events.", limit=MAX_EVENTS))
        match command:
            case Roll() | Move():
                return self._play(guest, command, sides, below)
            case Resign():
                return self._resign(sides)
            case Draw():
                return self._draw(command, sides)
            case Back():
                return self._back(command, sides, below)
            case Claim():
                return self._claim(command, sides, moment)

    def _play(self, guest: str | None, command: Roll | Move, sides: Sequence[Side], below: Below) -> Decision:
        if self.stale(command.on, sides):
            raise Refusal("stale", Say("The game has gone on meanwhile; look again."))
        seat = next((side for side in sides if side in self.acting), None)
        if seat is None:
            raise Refusal("not_your_turn", Say("It is not your turn."))
        if self.covered(guest):
            raise Refusal("forbidden", Say("The hands are covered: first say that you are ready."))
        return self.roll(below, seat) if isinstance(command, Roll) else self.move(command.move, seat)

    def stale(self, on: int, sides: Sequence[Side]) -> bool:
        """Whether who saw the room at ``on`` saw another board than there is, or an offer less."""
        since = self.lanes[sides[0]].last if self.lanes else self._seen
        return not since <= on <= self.head

    def roll(self, below: Below, seat: Side | None = None) -> Decision:
        """What chance gives now."""
        course = self.course(seat)
        try:
            if self.game.actor(course.state) is not CHANCE:
                self.game.apply(course.state, Happened(None))
                raise AssertionError("a game took an outcome where nothing is to be rolled")
            event = Happened(draw(self.game.lot(course.state), below))
            after = self.game.apply(course.state, event)
        except IllegalMove as error:
            raise Refusal("illegal", error.why, error.article) from None
        text = self.game.notation.format_outcome(event.outcome)
        by = seat or self.game.turn(course.state)
        number = self.draws + 1 if self.commitment else None
        return self._acted(
            Entry(0, "rolled", by, outcome=text, effects=_texts(after), draw=number), (event, after)
        )

    def move(self, text: str, seat: Side | None = None) -> Decision:
        """What the side to move chose."""
        by = seat or self.turn
        assert by is not None
        state = self.course(by).state
        try:
            move = self.game.notation.parse_move(state, text)
            event = Moved(self.game.sides[0] if self.lanes else by, move)
            after = self.game.apply(state, event)
        except IllegalMove as error:
            raise Refusal("illegal", error.why, error.article) from None
        except PlyError as error:
            raise Refusal("malformed", error.why) from None
        canonical = self.game.notation.format_move(move)
        return self._acted(Entry(0, "moved", by, move=canonical, effects=_texts(after)), (event, after))

    def _acted(self, entry: Entry, played: Played) -> Decision:
        """An act, the offers that lapse by it, and the end if it is one."""
        entries = [entry]
        if self.kind.online and not self.lanes:
            entries += [
                Entry(0, "lapsed", offer.by, what=what)
                for what, offer in self.offers.items()
                if offer.by != entry.by or what == "back"
            ]
        result = self.game.result(played[1].state)
        if result is not None and self.lanes and result.final:
            entries.append(Entry(0, "over", result=Outcome(entry.by, result.kind, result.points)))
        elif result is not None and not self.lanes:
            entries.append(Entry(0, "over", result=Outcome(result.winner, result.kind, result.points)))
        return Decision(entries, played)

    def _lost(self, seat: Side, kind: str) -> Decision:
        """A seat gives up or is out of time: the other side wins; a race goes on until the last has finished."""
        entry = Entry(0, kind, seat)
        if not self.lanes:
            return self._ended(entry)
        if any(other not in self.finished for other in self.seats if other != seat):
            return Decision([entry])
        outcome = by_points(self.game, {runner: course.state for runner, course in self.lanes.items()})
        return Decision([entry, Entry(0, "over", result=outcome)])

    def _ended(self, entry: Entry) -> Decision:
        """What a person did ends the game."""
        return Decision([entry, Entry(0, "over", result=by_persons(self.game, entry.kind, entry.by))])

    def _resign(self, sides: Sequence[Side]) -> Decision:
        if not self.begun:
            return Decision([Entry(0, "abandoned", sides[0])])
        return self._lost(next((side for side in sides if side == self.turn), sides[0]), "resigned")

    def flag(self, now: int) -> Decision | None:
        """What a fallen flag leads to; None while no flag has fallen."""
        fallen = None if self.clock is None or self.over else self.clock.fallen(now)
        return None if fallen is None else self._lost(fallen, "timeout")

    def abandon(self, new_room: str | None = None) -> Decision:
        """A running game is kept without a result: the persons begin anew, or nobody came back."""
        return Decision([Entry(0, "again" if self.over else "abandoned", room=new_room)])

    # ---- offers ----

    def why_no_offer(self, sides: Sequence[Side]) -> Say | None:
        """Why a seat may not offer a draw now; None: it may."""
        if len(self.seats) < 2 or self.kind.lanes:
            return Say("A draw is nothing for a race.") if self.kind.lanes else Say("You play alone here.")
        if self.kind.computer:
            return Say("The computer agrees to no draw.")
        if "draw" in self.offers:
            return Say("A draw is offered already.")
        if len(sides) == 1 and (sides[0], "draw") in self._spent:
            return Say("You can offer a draw again after your next move.")
        return None

    def _draw(self, command: Draw, sides: Sequence[Side]) -> Decision:
        if command.do == "offer":
            if (why := self.why_no_offer(sides)) is not None:
                raise Refusal("forbidden", why)
            if len(sides) == len(self.seats):
                return self._ended(Entry(0, "agreed draw", self.turn))
            return Decision([Entry(0, "offered", sides[0], what="draw")])
        self._offered("draw", sides, Say("No draw is offered."))
        if command.do == "decline":
            return Decision([Entry(0, "declined", sides[0], what="draw")])
        return self._ended(Entry(0, "agreed draw", sides[0]))

    def _offered(self, what: str, sides: Sequence[Side], none: Say) -> Offer:
        """The offer that these sides may answer."""
        offer = self.offers.get(what)
        if offer is None:
            raise Refusal("forbidden", none)
        if offer.by in sides:
            raise Refusal("forbidden", Say("This is your own offer: the other side answers it."))
        return offer

    def _again(self, sides: Sequence[Side]) -> Decision:
        if self.next_room is not None:
            raise Refusal("over", Say("The new game has begun already."))
        if not self.kind.online:
            return Decision([], again=True)
        if not self.over or not self.begun:
            raise Refusal("forbidden", Say("A new game can be asked for after this one."))
        if sides[0] in self.wanting:
            raise Refusal("forbidden", Say("You have asked for it already."))
        if len(self.wanting) + 1 < len(self.seats):
            return Decision([Entry(0, "offered", sides[0], what="again")])
        return Decision([], again=True)

    # ---- taking back ----

    def reach(self, sides: Sequence[Side]) -> int | None:
        """The seq one choice back that may hold again without chance or another's act between; None: nothing can."""
        if not self.begun or (self.over and not self.reopens):
            return None
        return self.course(sides[0]).reach(sides)

    def whole_reach(self) -> int | None:
        """The seq one decision back at one screen, by agreement, across chance; None when there is none."""
        return self.main.whole_reach() if self.kind.whole_back and not self.over else None

    @property
    def asks_back(self) -> bool:
        """Whether taking back needs the other side's word."""
        return self.kind.online and not self.kind.lanes

    def _back(self, command: Back, sides: Sequence[Side], below: Below) -> Decision:
        course = self.course(sides[0])
        if command.do == "redo":
            if not course.undone or not set(self.acting) & set(sides):
                raise Refusal("forbidden", Say("There is nothing to play again."))
            return self.move(course.played[course.undone[-1]].move or "", sides[0] if self.lanes else None)
        if command.do in {"accept", "decline"}:
            offer = self._offered("back", sides, Say("Nobody has asked to take back."))
            if command.do == "decline":
                return Decision([Entry(0, "declined", sides[0], what="back")])
            return Decision([Entry(0, "taken back", offer.by, to=offer.to)])
        if (command.do == "ask") != self.asks_back:
            raise Refusal(
                "forbidden",
                Say("Ask the other side to take back.")
                if self.asks_back
                else Say("Nobody has to be asked here."),
            )
        nearest = self.whole_reach() if command.whole else self.reach(sides)
        if nearest is None:
            raise Refusal(
                "forbidden", Say("Nothing can be taken back: chance or the other side has acted since.")
            )
        to = nearest if command.to is None else command.to
        if to > nearest or not course.may_hold(to, None if command.whole else sides):
            raise Refusal(
                "forbidden", Say("So much cannot be taken back: chance or the other side has acted since.")
            )
        if command.do == "take":
            return Decision([Entry(0, "taken back", sides[0] if self.lanes else self.turn, to=to)])
        if "back" in self.offers:
            raise Refusal("forbidden", Say("The other side has been asked already."))
        if (sides[0], "back") in self._spent:
            raise Refusal("forbidden", Say("You can ask again after your next move."))
        return Decision([Entry(0, "offered", sides[0], what="back", to=to)])

    # ---- absence, greetings, watchers ----

    def _claim(self, command: Claim, sides: Sequence[Side], moment: Moment) -> Decision:
        turn = self.turn
        if not self.kind.absence or turn is None or turn in sides:
            raise Refusal("forbidden", Say("Nothing can be claimed now."))
        if moment.now < moment.away.get(turn, moment.now + 1):
            raise Refusal("forbidden", Say("The other side has not been away long enough."))
        if command.do == "wait":
            return Decision([Entry(0, "waits", sides[0])])
        return self._ended(Entry(0, "claimed" if command.do == "win" else "called off", sides[0]))

    def _greet(self, command: Greet, sides: Sequence[Side], now: int) -> Decision:
        count, last = self._greeted.get(sides[0], (0, 0))
        if not self.kind.online:
            raise Refusal("forbidden", Say("Nobody else is here."))
        if command.n > len(GREETINGS):
            raise Refusal("malformed", Say("There are {n} greetings.", n=len(GREETINGS)))
        if count >= GREETED or now < last + BETWEEN_GREETINGS or self.full or self.next_room is not None:
            raise Refusal("forbidden", Say("Enough greetings for now."))
        return Decision([Entry(0, "greeted", sides[0], n=command.n)])

    def _send_out(self, guest: str | None, command: Out, moment: Moment) -> Decision:
        if guest is None or guest != self.founding.maker or not self.kind.online:
            raise Refusal("forbidden", Say("Only who made this game can send somebody out."))
        if command.who in self.barred or command.who not in moment.watching or self.full:
            raise Refusal("forbidden", Say("This watcher is gone already."))
        return Decision([Entry(0, "sent out", name=command.who)])

    # ---- dice/1 ----

    def _dice(self, command: Commit | Open, seat: Side) -> Decision:
        if not self.kind.dice or self.over or self.begun or seat in self.server_seeded:
            raise Refusal("forbidden", Say("No number is awaited from you."))
        if isinstance(command, Commit):
            if seat in self.hashes:
                raise Refusal("forbidden", Say("You have committed already."))
            return Decision([Entry(0, "committed", seat, hash=command.hash)])
        if not self.all_committed or seat in self.seeds:
            raise Refusal("forbidden", Say("No number is awaited from you."))
        made = fairness.seat_commitment(self.id, seat, bytes.fromhex(command.seed))
        if not hmac.compare_digest(made, self.hashes[seat]):
            raise Refusal("forbidden", Say("This is not the number that you committed to."))
        return Decision([Entry(0, "opened", seat, seed=command.seed)])

    @property
    def all_committed(self) -> bool:
        return not self.free and len(self.hashes) == len(self.seats)

    def key(self, secret: bytes) -> bytes:
        """The key of this game's dice, once all seeds are open."""
        seeds = [(seat, bytes.fromhex(self.seeds[seat])) for seat in self.seats]
        return fairness.key(secret, seeds, self.id, self.founding.game, self.founding.rules)

    def seated(self, seat: Side, name: str, seed: bytes | None) -> list[Entry]:
        """Somebody takes a seat; with ``seed``: one whose seed the server makes."""
        entries = [Entry(0, "joined", seat, name=name)]
        if seed is not None and self.kind.dice:
            made = fairness.seat_commitment(self.id, seat, seed)
            entries.append(Entry(0, "committed", seat, hash=made, what="server"))
        return entries

    def automatic(self, secrets: Mapping[str, bytes], below: Below) -> Decision | None:
        """What happens next without anybody's command: seeds opened, the beginning, a deal, the reveal; None: nothing."""
        if self.over:
            waits = self.kind.dice and self.secret is None and "server" in secrets
            return Decision([Entry(0, "revealed", seed=secrets["server"].hex())]) if waits else None
        if not self.begun:
            return self._beginning(secrets, below)
        return self.roll(below) if not self.lanes and self.main.awaits_deal() else None

    def _beginning(self, secrets: Mapping[str, bytes], below: Below) -> Decision | None:
        if self.free or (self.kind.dice and not self.all_committed):
            return None
        if missing := [seat for seat in self.seats if self.kind.dice and seat not in self.seeds]:
            known = [seat for seat in missing if seat in self.server_seeded and seat in secrets]
            return (
                Decision([Entry(0, "opened", seat, seed=secrets[seat].hex()) for seat in known])
                if known
                else None
            )
        drawn = [option for option in self.game.options if option.name not in self.founding.options]
        if self.founding.start is not None or not drawn:
            return Decision([Entry(0, "began")])
        whole = self.game.complete(self.founding.options, below)
        chosen = {option.name: whole[option.name] for option in drawn}
        return Decision([Entry(0, "began", options=chosen, draw=self.draws + 1)])

    # ---- fold ----

    def fold(self, entry: Entry, guest: str | None = None, played: Played | None = None) -> None:
        """Take one committed entry in. Its seq must be the next. ``played``: what it is, where that is known already."""
        if entry.seq != self.head + 1:
            raise AssertionError(f"entry {entry.seq} after {self.head}")
        by = entry.by or ""
        match entry.kind:
            case "started":
                self.commitment = entry.hash or ""
                self.begun |= not (
                    self.kind.online or self.commitment
                )  # a game from before dice were committed to
            case "joined":
                self.seats[by] = Seat(guest, entry.name or "")
            case "committed":
                self.hashes[by] = entry.hash or ""
                self.server_seeded |= {by} if entry.what == "server" else set()
            case "opened":
                self.seeds[by] = entry.seed or ""
            case "began":
                self._begin(entry)
            case "moved" | "rolled":
                self._spent -= {(by, "draw"), (by, "back")}
            case "offered":
                self._offer(entry)
            case "declined" | "lapsed":
                self.offers.pop(entry.what or "", None)
            case "taken back":
                self.offers.pop("back", None)
                self.over, self.result = False, None
            case "resigned" | "timeout" if self.lanes:
                self.finished[by] = Outcome(None, entry.kind, 0)
            case "greeted":
                self._greeted[by] = self._greeted.get(by, (0, 0))[0] + 1, entry.ts
            case "sent out":
                self.barred.add(entry.name or "")
            case "revealed":
                self.secret = entry.seed
            case "over":
                self._end(entry.result)
            case "abandoned":
                self._end(None)
                self.next_room = entry.room
            case "again":
                self.next_room = entry.room
        self.draws = entry.draw or self.draws
        self._seen = self._seen if entry.kind in QUIET else entry.seq
        if self.lanes:
            self.main.stay()
            for course in self.lanes.values():
                course.fold(entry, played)
        else:
            self.main.fold(entry, played)
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

    def _offer(self, entry: Entry) -> None:
        by, what = entry.by or "", entry.what or ""
        if what == "again":
            self.wanting.append(by)
        else:
            self.offers[what] = Offer(by, entry.to)
            self._spent.add((by, what))

    def _end(self, result: Outcome | None) -> None:
        self.over, self.result = True, result
        self.offers.clear()

    @staticmethod
    def _tick(clock: Clock, entry: Entry, acting: Sequence[Side]) -> None:
        if entry.kind == "credited":
            clock.credit(entry.ms or 0)
        elif entry.kind in PRESSES_CLOCK:
            clock.turn(acting, entry.ts)

    # ---- idempotence ----

    def remember_answer(self, command_id: str, seq: int) -> None:
        """This event is the answer to this command."""
        self.answered[command_id] = seq
        self.commands[seq] = command_id

    def remember_refusal(self, command_id: str, seat: Side | None, refusal: Refusal) -> None:
        """Keep it for a resend."""
        self.refused[command_id] = seat, refusal
        if len(self.refused) > KEPT_REFUSALS:
            del self.refused[next(iter(self.refused))]

    def uncover(self, command_id: str) -> None:
        """The person on turn is alone with the screen. The same command again uncovers nothing."""
        self.uncovered = self.turn
        self.readied[command_id] = None
        if len(self.readied) > KEPT_REFUSALS:
            del self.readied[next(iter(self.readied))]

    # ---- record ----

    def record(self, viewer: Side | None) -> Record:
        """The game as a document: whole after the end, before as a seat may see it."""
        founding = self.founding
        shown = self.shown_whole or not self._has_secrets()
        return Record(
            plyyard=VERSION,
            game=founding.game,
            rules=founding.rules,
            options=dict(founding.options) if shown else {},
            players={side: _player(seat) for side, seat in self.seats.items()},
            start=founding.start
            if shown or founding.start is None
            else self.game.notation.format_position(self.view(viewer, 0)),
            kind=founding.kind,
            practice=self.main.practice,
            undo_price=self.course(viewer).undo_price,
            started=founding.created,
            ended=self.entries[-1].ts if self.over else None,
            result=self.result,
            clock=None if founding.clock is None else _clock(founding),
            dice=record_dice(founding, self.game, self.entries, self.main.states)
            if self.commitment
            else None,
            events=[self.shown(entry, viewer) for entry in self.entries],
        )

    def shown(self, entry: Entry, viewer: Side | None) -> Entry:
        """An entry as a seat may see it."""
        if self.hides(entry, viewer):
            return Entry(entry.seq, "hidden", ts=entry.ts)
        if entry.kind == "began" and entry.options is not None and not self.shown_whole:
            return Entry(entry.seq, "began", draw=entry.draw, ts=entry.ts)
        event = self.event(entry.seq, viewer) if entry.kind == "rolled" else None
        return replace_outcome(entry) if isinstance(event, Happened) and event.outcome is None else entry

    def _has_secrets(self) -> bool:
        return bool(self.game.observe(self.state, None) != self.state)


def handle(room: str, guest: str) -> str:
    """What a watcher is called in one room, so that nobody learns who it is."""
    return hashlib.sha256(f"{room}\0{guest}".encode()).hexdigest()[:10]


def replace_outcome(entry: Entry) -> Entry:
    """The entry without its outcome."""
    return Entry(
        entry.seq, entry.kind, entry.by, outcome="?", effects=entry.effects, draw=entry.draw, ts=entry.ts
    )


def _player(seat: Seat) -> Player:
    return Player("computer", level=seat.level) if seat.level else Player("person", seat.name)


def _clock(founding: Founding) -> dict[str, int]:
    order = founding.clock
    assert order is not None
    found = {"initial": order.initial, "increment": order.increment, "per_move": order.per_move}
    return {name: seconds for name, seconds in found.items() if seconds}


def _texts(after: After[Any]) -> list[str]:
    return [effect.text for effect in after.effects]
