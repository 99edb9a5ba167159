"""Frames from a room: what one viewer in one language is told. Everything hidden is gone before a frame is made."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from msgspec import UNSET, UnsetType

from plyyard.core.game import CHANCE, Side, Step
from plyyard.core.scene import Scene
from plyyard.core.words import Words, words
from plyyard.rooms import sayings
from plyyard.rooms.advice import may
from plyyard.rooms.bookmarks import KINDS as MARKING
from plyyard.rooms.bookmarks import may_mark
from plyyard.rooms.fairness import METHOD
from plyyard.rooms.founding import Seat
from plyyard.rooms.founding import now as clock_now
from plyyard.rooms.offers import why_no_draw
from plyyard.rooms.protocol import (
    BookmarkOut,
    Can,
    ClockOut,
    Commit,
    DiceOut,
    Event,
    Hidden,
    LogLine,
    OfferOut,
    Open,
    PlayerOut,
    ResultOut,
    RunnerOut,
    SceneOut,
    State,
    StepOut,
)
from plyyard.rooms.records import shown
from plyyard.rooms.room import Room
from plyyard.rooms.spent import spent
from plyyard.rooms.taking_back import asks, reach, whole_reach

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Look:
    """How a connection wants to see: language, whether the board is turned, whether it wants pictures."""

    language: str = "de"
    facing: str = ""
    scene: bool = True


def facing_side(room: Room, own: Sequence[Side], look: Look) -> Side:
    """The side that sits below: one's own against the computer, else the first; ``flip`` turns the board."""
    base = own[0] if len(own) == 1 and not room.lanes else room.game.sides[0]
    others = [side for side in room.game.sides if side != base]
    return others[0] if look.facing == "flip" and others else base


def picture(room: Room, guest: str | None, look: Look, view: Any) -> Scene:
    """The scene of a view."""
    below = facing_side(room, room.sides_of(guest), look)
    return room.game.board.scene(view, words(look.language, room.game.name), below)


class Looker(NamedTuple):
    """Who looks: the seats that he holds, through whose eyes he looks, whether the board is covered before him."""

    own: tuple[Side, ...]
    viewer: Side | None
    covered: bool


class Sight:
    """What holds after event ``seq``, for as many viewers as ask: what is the same for several of them is made once.

    Views that hide nothing are the state itself, so that whoever sees everything shares one. It lasts no longer than
    the room stays as it is.
    """

    def __init__(self, room: Room, seq: int) -> None:
        self.room = room
        self.seq = seq
        self._made: dict[Hashable, Any] = {}

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def view(self, viewer: Side | None) -> Any:
        """The board as a seat sees it."""
        return self._once(("view", viewer), lambda: self.room.view(viewer, self.seq))

    def looker(self, guest: str | None) -> Looker:
        room = self.room
        return self._once(
            ("looker", guest), lambda: Looker(room.sides_of(guest), room.viewer(guest), room.covered(guest))
        )

    def picture(self, looker: Looker, look: Look) -> Scene:
        """The board as it is drawn."""
        view = self.view(looker.viewer)
        below = facing_side(self.room, looker.own, look)
        tongue = words(look.language, self.room.game.name)
        return self._once(
            ("picture", id(view), below, look.language),
            lambda: self.room.game.board.scene(view, tongue, below),
        )

    def describe(self, viewer: Side | None, tongue: Words) -> list[str]:
        """The whole position in sentences."""
        view = self.view(viewer)
        key = ("describe", id(view), tongue.language)
        return self._once(key, lambda: list(self.room.game.board.describe(view, tongue)))

    def said(self, viewer: Side | None, tongue: Words) -> tuple[str, str]:
        """The event in words, in full and short."""
        room, seq = self.room, self.seq
        seen = self._once(("seen", viewer), lambda: sayings.seen(room, seq, viewer))
        own = not room.lanes or room.entries[seq - 1].by == viewer
        key = ("said", id(seen.event), id(seen.before), id(seen.after), own, tongue.language)
        return self._once(
            key,
            lambda: (
                sayings.announce(room, seq, viewer, seen, tongue),
                sayings.announce(room, seq, viewer, seen, tongue, brief=True),
            ),
        )

    def now(self, looker: Looker, look: Look) -> dict[str, Any]:
        """The fields of ``protocol._Now``; steps, buttons and legal moves only for the last event."""
        room, seq, game = self.room, self.seq, self.room.game
        own, viewer, covered = looker
        view = self.view(viewer)
        tongue = words(look.language, game.name)
        latest = seq == room.head
        acts = latest and not covered and not set(room.acting).isdisjoint(own)
        actor = room.actor(viewer, seq)
        chooses = acts and actor is not CHANCE and actor is not None
        return {
            "position": self._once(("position", id(view)), lambda: game.notation.format_position(view)),
            "actor": "chance" if actor is CHANCE else actor,
            "turn": room.turn_at(viewer, seq),
            "legal": self._once(("legal", id(view)), lambda: self._legal(view)) if chooses else [],
            "can": _can(room, looker, tongue, acts, actor is CHANCE) if latest else Can(),
            "curtain": covered or seq < room.began_at,
            "status": sayings.status(room, tongue, viewer, not own) if latest else "",
            "steps": steps_out(room, view, game.steps(view, ()), tongue) if chooses else [],
            "clock": _clock(room),
            "offers": self._once("offers", lambda: _offers(room)),
            "moves": self._once(("moves", viewer), lambda: room.course(viewer).moves_at(seq)),
            "spent": room.spent.ms if latest else spent(room.entries[:seq], room.spent),
        }

    def _legal(self, view: Any) -> list[str]:
        game = self.room.game
        return [game.notation.format_move(move) for move in game.legal_moves(view)]


def _clock(room: Room) -> ClockOut | None:
    return None if room.clock is None else room.clock.out()


def _offers(room: Room) -> dict[str, OfferOut]:
    found = {what: OfferOut(offer.by, offer.to) for what, offer in room.offers.open.items()}
    if room.offers.wanting and room.next_room is None:
        found["again"] = OfferOut(",".join(room.offers.wanting))
    return found


def steps_out(room: Room, view: Any, steps: Sequence[Step], tongue: Words) -> list[StepOut]:
    """Steps with their spoken labels."""
    label = room.game.board.label
    return [
        StepOut(step.text, step.picked, step.target, label(view, step, tongue), step.move, step.best)
        for step in steps
    ]


def _can(room: Room, looker: Looker, tongue: Words, acts: bool, chance: bool) -> Can:
    sides = looker.own
    if not sides:
        return Can()
    online = room.kind.online
    take = reach(room, sides) is not None and sides[0] not in room.finished
    wants = room.next_room is None and (
        not online or (room.over and room.begun and sides[0] not in room.offers.wanting)
    )
    if room.over:
        return Can(
            take=take,
            mark=room.reopens and may_mark(room),
            jump=room.reopens and room.game.undo_crosses_all,
            restart=wants and not online,
            swap=wants and len(room.seats) > 1,
            greet=online,
            outlook=room.game.can_solve and may(room, sides, "outlook"),
            hindsight=room.game.can_solve and may(room, sides, "hindsight"),
            line=room.game.can_solve and room.shown_whole,
        )
    if not room.begun:
        awaits = room.dice.awaits(sides[0]) if room.kind.dice else None
        return Can(
            resign=True,
            greet=True,
            commit=awaits is Commit,
            open=awaits is Open,
        )
    asked = asks(room)
    others = room.offers.to(sides)
    return Can(
        roll=acts and chance,
        roll_label=tongue.say(room.game.roll_label),
        move=acts and not chance,
        take=take and not asked,
        ask=take and asked and "back" not in room.offers.open,
        agree="back" in others,
        redo=bool(room.course(sides[0]).undone) and acts,
        mark=may_mark(room),
        jump=room.game.undo_crosses_all and sides[0] not in room.finished,
        whole=len(room.game.sides) > 1 and whole_reach(room) is not None,
        resign=(len(sides) == 1 or room.turn in sides) and sides[0] not in room.finished,
        draw=len(sides) > 1,
        offer=online and why_no_draw(room, sides) is None,
        accept="draw" in others,
        restart=not online,
        greet=online,
        ready=looker.covered,
        hint=room.game.gives_hints and may(room, sides, "hint"),
        outlook=room.game.can_solve and may(room, sides, "outlook"),
    )


def state_frame(room: Room, guest: str | None, look: Look, seq: int | None = None, since: int = 0) -> State:
    """Everything a viewer may see, now or as it was after event ``seq``; the log holds what came after ``since``."""
    sight = Sight(room, room.head if seq is None else seq)
    looker = sight.looker(guest)
    own, viewer, _ = looker
    tongue = words(look.language, room.game.name)
    founding = room.founding
    secret = room.game.has_hidden_hands and not room.shown_whole
    scene: SceneOut | UnsetType = whole(sight.picture(looker, look)) if look.scene else UNSET
    return State(
        **sight.now(looker, look),
        room=room.id,
        game=founding.game,
        rules=founding.rules,
        kind=founding.kind,
        you=viewer if len(own) == 1 else (room.turn if own else None),
        head=room.head,
        options={}
        if secret or (not own and not room.shown_whole)
        else dict(room.options if room.shown_whole else founding.options),
        practice=room.main.practice,
        undo_price=room.course(viewer).undo_price,
        race=runners(room) or UNSET,
        dice=dice(room),
        bookmarks=bookmarks(room) if own and may_mark(room) else UNSET,
        now=clock_now(),
        ts=_ts(room, sight.seq),
        result=_result(room),
        players=players(room),
        log=log_lines(room, viewer, tongue)[since:],
        describe=sight.describe(viewer, tongue),
        scene=scene,
    )


def players(room: Room) -> dict[str, PlayerOut]:
    """Who sits where now."""
    return {side: player(seat) for side, seat in room.seats.items()}


def runners(room: Room) -> dict[str, RunnerOut]:
    """How far each seat of a race is; empty where there is none."""
    return {
        seat: RunnerOut(
            room.game.score(course.state),
            ResultOut(None, room.finished[seat].kind, 0) if seat in room.finished else None,
        )
        for seat, course in room.lanes.items()
    }


def bookmarks(room: Room) -> list[BookmarkOut]:
    """Those that there are."""
    return [BookmarkOut(n, one.name, one.at) for n, one in room.bookmarks.held.items()]


def _ts(room: Room, seq: int) -> int:
    return room.entries[seq - 1].ts if seq else room.founding.created


def dice(room: Room) -> DiceOut | None:
    """dice/1 as it stands; None where chance is not made by it."""
    made = room.dice
    if not made.commitment:
        return None
    return DiceOut(
        METHOD, made.commitment, dict(made.hashes), dict(made.seeds), sorted(made.server_seeded), made.secret
    )


def log_lines(room: Room, viewer: Side | None, tongue: Words) -> list[LogLine]:
    """The move list as a viewer may read it. What was said once is kept: a line changes only when all is shown."""
    key = (tongue.language, viewer, room.shown_whole)
    lines = room.said.setdefault(key, [])
    for seq in range(len(lines) + 1, room.head + 1):
        entry = room.entries[seq - 1]
        if room.hides(entry, viewer):
            lines.append(LogLine(seq, "hidden", None, "", "", entry.ts))
            continue
        say = sayings.announce(room, seq, viewer, sayings.seen(room, seq, viewer), tongue)
        lines.append(LogLine(seq, entry.kind, entry.by, sayings.event_text(room, seq), say, entry.ts))
    return lines


def event_frame(
    sight: Sight, guest: str | None, look: Look, before: Scene | None
) -> tuple[Event | Hidden, Scene | None]:
    """One event for one viewer, and the scene that it now sees; ``before``: the scene it saw last."""
    room, seq = sight.room, sight.seq
    looker = sight.looker(guest)
    viewer = looker.viewer
    tongue = words(look.language, room.game.name)
    entry = shown(room, room.entries[seq - 1], viewer)
    if entry.kind == "hidden":
        return Hidden(seq, entry.ts, clock=_clock(room), race=runners(room) or UNSET), before
    after = sight.picture(looker, look) if look.scene else None
    say, brief = sight.said(viewer, tongue)
    frame = Event(
        **sight.now(looker, look),
        seq=seq,
        id=room.answers.commands.get(seq, UNSET)
        if guest is not None and room.guests[seq - 1] == guest
        else UNSET,
        kind=entry.kind,
        by=entry.by,
        move=UNSET if entry.move is None else entry.move,
        outcome=UNSET if entry.outcome is None else entry.outcome,
        to=UNSET if entry.to is None else entry.to,
        effects=list(entry.effects),
        result=UNSET
        if entry.result is None
        else ResultOut(entry.result.winner, entry.result.kind, entry.result.points),
        room=UNSET if entry.room is None else entry.room,
        name=UNSET if entry.name is None else entry.name,
        what=UNSET if entry.what is None else entry.what,
        n=UNSET if entry.n is None else entry.n,
        draw=UNSET if entry.draw is None else entry.draw,
        hash=UNSET if entry.hash is None else entry.hash,
        seed=UNSET if entry.seed is None else entry.seed,
        players=players(room) if entry.kind == "joined" else UNSET,
        race=runners(room) or UNSET,
        bookmarks=bookmarks(room) if entry.kind in MARKING else UNSET,
        practice=room.main.practice,
        undo_price=room.course(viewer).undo_price,
        ts=entry.ts,
        text=sayings.event_text(room, seq),
        say=say,
        brief=brief,
        describe=sight.describe(viewer, tongue),
        scene=UNSET if after is None else (whole(after) if before is None else changed(before, after)),
    )
    return frame, after


def whole(scene: Scene) -> SceneOut:
    """A scene as the first frame carries it."""
    return SceneOut(
        sprites=list(scene.sprites),
        order=[sprite.id for sprite in scene.sprites],
        slots=scene.slots,
        facts=scene.facts,
        parts=scene.parts or None,
        background=scene.background,
        width=scene.width,
        height=scene.height,
    )


def changed(before: Scene, after: Scene) -> SceneOut:
    """What differs between two scenes."""
    old = {sprite.id: sprite for sprite in before.sprites}
    order = [sprite.id for sprite in after.sprites]
    gone, grown = [], order
    if list(old) != order:
        there = set(order)
        gone = [name for name in old if name not in there]
        grown = [name for name in old if name in there] + [name for name in order if name not in old]
    return SceneOut(
        sprites=[sprite for sprite in after.sprites if old.get(sprite.id) != sprite],
        gone=gone,
        order=None if grown == order else order,
        slots=None if before.slots == after.slots else after.slots,
        facts=None if before.facts == after.facts else after.facts,
        parts=None if before.parts == after.parts else after.parts,
        background=None if before.background == after.background else after.background,
    )


def _result(room: Room) -> ResultOut | None:
    return (
        None if room.result is None else ResultOut(room.result.winner, room.result.kind, room.result.points)
    )


def player(seat: Seat) -> PlayerOut:
    """A seat as it is told."""
    if seat.free:
        return PlayerOut("open", "", "")
    return PlayerOut("computer", "", seat.level) if seat.level else PlayerOut("person", seat.name, "")
