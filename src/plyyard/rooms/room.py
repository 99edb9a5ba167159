"""One room: who sits where, what may be done now, and the fold of its events. Pure: nothing here waits, sends or stores."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from plyyard.core import registry
from plyyard.core.chance import Below, draw
from plyyard.core.errors import IllegalMove, PlyError, Say
from plyyard.core.game import CHANCE, After, Effect, Event, Happened, Moved, Side
from plyyard.core.record import MAX_EVENTS, VERSION, Entry, Outcome, Player, Record
from plyyard.rooms.founding import Founding, Seat, first_state
from plyyard.rooms.kinds import KINDS
from plyyard.rooms.protocol import Again, Back, Command, Draw, LogLine, Move, Ready, Resign, Roll

KEPT_REFUSALS = 256
WATCHING = Say("You are watching this game; you have no seat in it.")
WAY_OUT = 3  # events that stay free to the end: resigned, over, and a new game


class UnknownRoom(PlyError):
    """There is no such room."""

    code = "unknown room"


class Refusal(PlyError):
    """A command that is answered by ``refused``; it changed nothing."""

    def __init__(self, code: str, why: Say, article: str | None = None) -> None:
        super().__init__(why)
        self.code = code
        self.article = article


class Room:
    """The fold of a room's events. ``states[n]`` is what held after event n."""

    def __init__(self, founding: Founding, entries: Sequence[Entry] = ()) -> None:
        self.founding = founding
        self.id = founding.id
        self.game = registry.game(founding.game)
        self.kind = KINDS[founding.kind]
        self.entries: list[Entry] = []
        self.states: list[Any] = [first_state(self.game, founding)]
        self.effects: list[tuple[Effect, ...]] = [()]
        self.line: list[int] = []  # seqs of the moves and rolls that hold, in order
        self.undone: list[int] = []  # seqs of moves that ``redo`` can play again, last one first
        self.over = False
        self.result: Outcome | None = None
        self.practice = False
        self.undo_price = 0
        self.next_room: str | None = None
        self.uncovered: Side | None = None
        self.said: dict[tuple[str, Side | None, bool], list[LogLine]] = {}  # by language, viewer, all shown
        self.answered: dict[str, int] = {}  # command id → seq
        self.refused: OrderedDict[str, Refusal] = OrderedDict()  # of those who have a seat
        self.readied: OrderedDict[str, None] = OrderedDict()  # ids of the commands that uncovered
        for entry in entries:
            self.fold(entry)

    # ---- what holds ----

    @property
    def head(self) -> int:
        return len(self.entries)

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def turn(self) -> Side | None:
        return None if self.over else self.game.turn(self.state)

    @property
    def shown_whole(self) -> bool:
        """Whether nothing is hidden any more: it has a result. A game that was left without one keeps its secrets."""
        return self.result is not None and not self.reopens

    @property
    def reopens(self) -> bool:
        """Whether it is over only as long as nothing is taken back: stuck, not given up."""
        result = self.game.result(self.state) if self.over and self.next_room is None else None
        return result is not None and not result.final

    @property
    def full(self) -> bool:
        """Whether it can only be ended or left: the next act, with its end, would leave no room for that."""
        return self.head + 2 > MAX_EVENTS - WAY_OUT

    def sides_of(self, guest: str | None) -> tuple[Side, ...]:
        """The sides that a guest holds; none: a spectator."""
        if guest is None:
            return ()
        return tuple(side for side, seat in self.founding.seats.items() if seat.guest == guest)

    def viewer(self, guest: str | None) -> Side | None:
        """The side whose eyes a guest looks through now; None: a spectator's (or a covered board)."""
        sides = self.sides_of(guest)
        if len(sides) < 2:
            return sides[0] if sides else None
        if self.game.has_hidden_hands and (self.turn is None or self.uncovered != self.turn):
            return None
        return self.turn or sides[0]

    def covered(self, guest: str | None) -> bool:
        """Whether the board waits for the next person at this screen to say ready."""
        waits = len(self.sides_of(guest)) > 1 and self.game.has_hidden_hands and not self.over
        return waits and self.uncovered != self.turn

    def view(self, viewer: Side | None, seq: int | None = None) -> Any:
        """The state after event ``seq`` as a side may see it; everything is shown once the game is over."""
        state = self.states[self.head if seq is None else seq]
        return state if self.shown_whole else self.game.observe(state, viewer)

    def event(self, seq: int, viewer: Side | None) -> Event | None:
        """The game's event with this seq as a side may see it; None when it is the room's own."""
        entry, before = self.entries[seq - 1], self.states[seq - 1]
        if entry.kind not in {"moved", "rolled"}:
            return None
        event = self._whole_event(entry, before)
        return event if self.shown_whole else self.game.redact(before, event, viewer)

    def awaits_deal(self) -> bool:
        """Whether chance acts now without anybody's click: a deal."""
        return (
            not self.over
            and self.game.actor(self.state) is CHANCE
            and bool(self.game.lot(self.state).shuffle)
        )

    # ---- commands ----

    def decide(self, guest: str | None, command: Command, below: Below) -> list[Entry]:
        """The entries that a command leads to (not yet folded), or ``Refusal``. ``ts`` is set at commit."""
        sides = self.sides_of(guest)
        if not sides:
            raise Refusal("not_seated", WATCHING)
        if isinstance(command, Again):
            raise Refusal("forbidden", Say("A new game is made by the house."))
        if self.over and not (self.reopens and isinstance(command, Back)):
            raise Refusal("over", Say("The game is over."))
        if self.full and not isinstance(command, Resign | Draw):
            raise Refusal("too_large", Say("A game has at most {limit} events.", limit=MAX_EVENTS))
        if isinstance(command, Roll | Move) and command.on != self.head:
            raise Refusal("stale", Say("The game has gone on meanwhile; look again."))
        if isinstance(command, Roll | Move) and self.turn not in sides:
            raise Refusal("not_your_turn", Say("It is not your turn."))
        if isinstance(command, Roll | Move) and self.covered(guest):
            raise Refusal("forbidden", Say("The hands are covered: first say that you are ready."))
        match command:
            case Roll():
                return self.roll(below)
            case Move(move=move):
                return self.move(move)
            case Resign():
                return self._resign(sides)
            case Draw():
                return self._draw(command, sides)
            case Back():
                return self._back(command, sides)
            case Ready():
                raise Refusal("forbidden", Say("Nothing is covered here."))

    def roll(self, below: Below) -> list[Entry]:
        """What chance gives now."""
        by = self.game.turn(self.state)
        try:
            if self.game.actor(self.state) is not CHANCE:
                after = self.game.apply(self.state, Happened(None))
                raise AssertionError("a game took an outcome where nothing is to be rolled")
            outcome = draw(self.game.lot(self.state), below)
            after = self.game.apply(self.state, Happened(outcome))
        except IllegalMove as error:
            raise Refusal("illegal", error.why, error.article) from None
        text = self.game.notation.format_outcome(outcome)
        return self._entries(Entry(0, "rolled", by, outcome=text, effects=_texts(after)), after)

    def move(self, text: str) -> list[Entry]:
        """What the side to move chose."""
        by = self.turn
        assert by is not None
        try:
            move = self.game.notation.parse_move(self.state, text)
            after = self.game.apply(self.state, Moved(by, move))
        except IllegalMove as error:
            raise Refusal("illegal", error.why, error.article) from None
        except PlyError as error:
            raise Refusal("malformed", error.why) from None
        canonical = self.game.notation.format_move(move)
        return self._entries(Entry(0, "moved", by, move=canonical, effects=_texts(after)), after)

    def abandon(self, new_room: str) -> list[Entry]:
        """The persons begin anew: a running game is kept without a result."""
        return [Entry(0, "again" if self.over else "abandoned", room=new_room)]

    def _entries(self, entry: Entry, after: After[Any]) -> list[Entry]:
        result = self.game.result(after.state)
        if result is None:
            return [entry]
        return [entry, Entry(0, "over", result=Outcome(result.winner, result.kind, result.points))]

    def _resign(self, sides: Sequence[Side]) -> list[Entry]:
        side = self.turn if self.turn in sides else sides[0]
        others = [other for other in self.game.sides if other != side]
        outcome = Outcome(others[0] if others else None, "resigned", 1 if others else 0)
        return [Entry(0, "resigned", side), Entry(0, "over", result=outcome)]

    def _draw(self, command: Draw, sides: Sequence[Side]) -> list[Entry]:
        if len(self.game.sides) < 2 or len(sides) < 2:
            raise Refusal("forbidden", Say("The computer agrees to no draw."))
        if command.do == "decline":
            raise Refusal("forbidden", Say("No draw is offered."))
        return [Entry(0, "agreed draw", self.turn), Entry(0, "over", result=Outcome(None, "agreed draw", 0))]

    # ---- taking back ----

    def reach(self, sides: Sequence[Side]) -> int | None:
        """The seq one choice back that may hold again without asking, or None.  (no chance, no other side between)"""
        if not self.line or (self.over and not self.reopens):
            return None
        last = self.entries[self.line[-1] - 1]
        if last.kind != "moved" or (last.by not in sides):
            return None
        return last.seq - 1

    def whole_reach(self) -> int | None:
        """The seq one decision back at one screen, by agreement, across chance; None when there is none."""
        if not self.kind.whole_back or self.over or not self.line:
            return None
        decides = any(self.entries[seq - 1].kind == "moved" for seq in self.line)
        for seq in reversed(self.line):
            if self.entries[seq - 1].kind == "rolled" and self._is_deal(seq):
                return None
            if not decides or self.entries[seq - 1].kind == "moved":
                return seq - 1
        return None

    def _is_deal(self, seq: int) -> bool:
        return bool(self.game.lot(self.states[seq - 1]).shuffle)

    def _back(self, command: Back, sides: Sequence[Side]) -> list[Entry]:
        if command.do == "redo":
            if not self.undone:
                raise Refusal("forbidden", Say("There is nothing to play again."))
            return self.move(self.entries[self.undone[-1] - 1].move or "")
        if command.do != "take":
            raise Refusal("forbidden", Say("Nobody has to be asked here."))
        nearest = self.whole_reach() if command.whole else self.reach(sides)
        if nearest is None:
            raise Refusal(
                "forbidden", Say("Nothing can be taken back: chance or the other side has acted since.")
            )
        to = nearest if command.to is None else command.to
        free = self._agreed_to(to) if command.whole else self._free_to(to, sides)
        if to > nearest or not free or not self._holds(to):
            raise Refusal(
                "forbidden", Say("So much cannot be taken back: chance or the other side has acted since.")
            )
        return [Entry(0, "taken back", self.turn, to=to)]

    def _holds(self, to: int) -> bool:
        """Whether the game stood as after event ``to`` on the way to where it is now."""
        return to < 2 or any(to in (seq, seq - 1) for seq in self.line)

    def _agreed_to(self, to: int) -> bool:
        """Whether nothing was dealt after ``to``: a deal stands, whatever is agreed."""
        rolls = (seq for seq in self.line if seq > to and self.entries[seq - 1].kind == "rolled")
        return not any(self._is_deal(seq) for seq in rolls)

    def _free_to(self, to: int, sides: Sequence[Side]) -> bool:
        """Whether everything after ``to`` that holds was moved by these sides, one side only (unlimited: any)."""
        moved = [self.entries[seq - 1] for seq in self.line if seq > to]
        return (
            all(entry.kind == "moved" and entry.by in sides for entry in moved)
            and len({e.by for e in moved}) <= 1
        )

    # ---- fold ----

    def fold(self, entry: Entry) -> None:
        """Take one committed entry in. Its seq must be the next."""
        if entry.seq != self.head + 1:
            raise AssertionError(f"entry {entry.seq} after {self.head}")
        after = After(self.state)
        match entry.kind:
            case "moved" | "rolled":
                after = self.game.apply(self.state, self._whole_event(entry, self.state))
                self.line.append(entry.seq)
                again = self.undone and self.entries[self.undone[-1] - 1].move == entry.move
                self.undone = self.undone[:-1] if again else []
            case "taken back":
                self._fold_back(entry.to or 0)
                self.over, self.result = False, None
                after = After(self.states[entry.to or 0])
            case "over":
                self.over, self.result = True, entry.result
            case "abandoned":
                self.over, self.next_room = True, entry.room
            case "again":
                self.next_room = entry.room
        self.entries.append(entry)
        self.states.append(after.state)
        self.effects.append(after.effects)
        if self.turn != self.uncovered:
            self.uncovered = None

    def _fold_back(self, to: int) -> None:
        gone = [seq for seq in self.line if seq > to]
        self.line = self.line[: len(self.line) - len(gone)]
        entries = [self.entries[seq - 1] for seq in gone]
        for seq, entry in zip(gone, entries, strict=True):
            event = self._whole_event(entry, self.states[seq - 1])
            self.undo_price += self.game.undo_price(self.effects[seq], event)
        if all(entry.kind == "moved" for entry in entries) and len({entry.by for entry in entries}) == 1:
            self.undone += reversed(gone)
        else:
            self.undone, self.practice = [], True

    def _whole_event(self, entry: Entry, before: Any) -> Event:
        if entry.kind == "moved":
            return Moved(entry.by or "", self.game.notation.parse_move(before, entry.move or ""))
        return Happened(self.game.notation.parse_outcome(before, entry.outcome or ""))

    # ---- idempotence ----

    def remember_refusal(self, command_id: str, refusal: Refusal) -> None:
        """Keep it for a resend."""
        self.refused[command_id] = refusal
        if len(self.refused) > KEPT_REFUSALS:
            self.refused.popitem(last=False)

    def uncover(self, command_id: str) -> None:
        """The person on turn is alone with the screen. The same command again uncovers nothing."""
        self.uncovered = self.turn
        self.readied[command_id] = None
        if len(self.readied) > KEPT_REFUSALS:
            self.readied.popitem(last=False)

    # ---- record ----

    def record(self, viewer: Side | None) -> Record:
        """The game as a document: whole after the end, before as a side may see it."""
        founding = self.founding
        shown = self.shown_whole or not self._has_secrets()
        return Record(
            plyyard=VERSION,
            game=founding.game,
            rules=founding.rules,
            options=dict(founding.options) if shown else {},
            players={side: _player(seat) for side, seat in founding.seats.items()},
            start=founding.start
            if shown or founding.start is None
            else self.game.notation.format_position(self.view(viewer, 0)),
            kind=founding.kind,
            practice=self.practice,
            undo_price=self.undo_price,
            started=founding.created,
            ended=self.entries[-1].ts if self.over else None,
            result=self.result,
            events=[self.shown(entry, viewer) for entry in self.entries],
        )

    def shown(self, entry: Entry, viewer: Side | None) -> Entry:
        """An entry as a side may see it."""
        event = self.event(entry.seq, viewer) if entry.kind == "rolled" else None
        return replace_outcome(entry) if isinstance(event, Happened) and event.outcome is None else entry

    def _has_secrets(self) -> bool:
        return bool(self.game.observe(self.state, None) != self.state)


def replace_outcome(entry: Entry) -> Entry:
    """The entry without its outcome."""
    return Entry(entry.seq, entry.kind, entry.by, outcome="?", effects=entry.effects, ts=entry.ts)


def _player(seat: Seat) -> Player:
    return Player("computer", level=seat.level) if seat.guest is None else Player("person", seat.name)


def _texts(after: After[Any]) -> list[str]:
    return [effect.text for effect in after.effects]
