"""The interface of a game: what rooms, pages, players, lessons and the terminal may ask. No rule stands here.

A *view* is a state in which what the viewer may not see is unknown; it has the same type as the state, the same
position text (``?``) and the same scene, so whatever takes a state takes a view, or raises ``HiddenInformation``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import Any, Generic, Literal, Protocol, TypeVar

from plyyard.core.chance import Below, Lot
from plyyard.core.errors import Fault, Say
from plyyard.core.scene import Board

S = TypeVar("S")
M = TypeVar("M")
C = TypeVar("C")

Side = str


class Nature(Enum):
    """Who acts when no side does."""

    CHANCE = "chance"


CHANCE = Nature.CHANCE


@dataclass(frozen=True, slots=True)
class Moved(Generic[M]):
    """A side made its whole choice."""

    by: Side
    move: M


@dataclass(frozen=True, slots=True)
class Happened(Generic[C]):
    """Chance gave an outcome; None where the viewer may not see which (see ``Game.redact``)."""

    outcome: C | None


Event = Moved[Any] | Happened[Any]


@dataclass(frozen=True, slots=True)
class Effect:
    """What followed of itself. ``kind`` is from the game's closed list, ``n`` a count or a place.

    >>> Effect("sent back", "red", 2).text, Effect("passes", "white").text
    ('sent back 2', 'white passes')
    """

    kind: str
    side: Side | None = None
    n: int | None = None

    @property
    def text(self) -> str:
        """As in the engine protocol and in records."""
        if self.kind == "passes":
            return f"{self.side} passes"
        return self.kind if self.n is None else f"{self.kind} {self.n}"


TURN_PASSES = "turn passes"


@dataclass(frozen=True, slots=True)
class After(Generic[S]):
    """The state after an event and what followed of itself."""

    state: S
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """``winner`` is None for a draw (or a lost game for one player), then ``points`` is 0; ``kind`` as in ENGINE.md.

    ``final``: False where the person may still take back (a stuck game): then what is hidden stays hidden.
    """

    winner: Side | None
    kind: str
    points: int = 1
    final: bool = True


@dataclass(frozen=True, slots=True)
class Hint(Generic[M]):
    """A good move for the side to act; ``reasons`` say why, the weightiest first."""

    move: M
    reasons: tuple[Say, ...]


@dataclass(frozen=True, slots=True)
class Outlook(Generic[M]):
    """Whether a state can still be won: ``yes`` by this ``line``, ``no`` only where it is proved."""

    answer: Literal["yes", "no", "unknown"]
    line: tuple[M, ...] = ()


@dataclass(frozen=True, slots=True)
class Hindsight:
    """``start``: whether the first position could be won. ``lost``: places of positions from which no win was found, while
    there was one before; with what was found there.
    """

    start: Literal["yes", "no", "unknown"]
    lost: tuple[tuple[int, Literal["yes", "no", "unknown"]], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One pick on the way to a move.

    ``text`` is what is sent; ``picked`` and ``target`` are ids of sprites or slots in the scene (``target`` empty:
    picking acts at once; both empty: only a button); ``move`` is the text of the move that this pick completes.
    ``best``: a quick move of this piece goes there. The steps of a piece come best first where a game has an order.
    """

    text: str
    picked: str
    target: str
    move: str | None
    best: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """How a number can be chosen without naming it: today's deal, a hard one. In ``label``, ``{day}`` is the day.

    ``choose(options, day, below)``: the number, given complete options, the day (UTC) and chance; ``BadOptions`` where this way
    leads nowhere with these. ``once``: it gives the same again, so the next game is by lot.
    """

    name: str
    label: Say
    choose: Callable[[Mapping[str, Any], date, Below], int]
    once: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A choice before the game: ``choices`` are (value, label); no choices: a whole number from ``low`` to ``high``.

    ``ways``: how such a number can be chosen besides (``core.choosing``); ``note`` tells a person what they are.
    """

    name: str
    label: Say
    default: Any
    choices: tuple[tuple[Any, Say], ...] = ()
    low: int = 0
    high: int = 0
    ways: tuple[Way, ...] = ()
    note: Say | None = None


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a level plays, named for ``players``: a method, the game's own evaluation, and its numbers.

    ``evaluate(state, side)`` is the expected result for ``side`` in the game's unit; it is asked about states
    before a roll, before a move or after the end. ``says`` tells a person what this level is.
    ``params["exact"]``, a function of a view, gives an evaluation that is exact for all that can follow, or None: moves
    are compared by one evaluation, for two that err differently mislead where they meet.
    """

    method: str
    says: Say
    evaluate: Callable[[Any, Side], float] | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


class Notation(Protocol[S, M, C]):
    """Positions, moves and outcomes as text (ENGINE.md). ``parse`` and ``format`` are inverse.

    ``parse_position`` is strict: ``BadText`` for what cannot be read, ``BadPosition`` for what cannot be.
    It changes nothing: what is forced is worked out by ``Game.settle``.
    ``parse_move`` raises ``BadText`` for unreadable text and ``IllegalMove`` (with article) for a move that is not legal.
    """

    def parse_position(self, text: str) -> S: ...
    def format_position(self, state: S) -> str: ...
    def parse_move(self, state: S, text: str) -> M: ...
    def format_move(self, move: M) -> str: ...
    def parse_outcome(self, state: S, text: str) -> C: ...
    def format_outcome(self, outcome: C) -> str: ...


class Game(Protocol[S, M, C]):
    """One game. Every method is a pure function of its arguments."""

    name: str
    title: Say
    summary: Say
    slugs: Mapping[str, str]  # language → address
    sides: tuple[Side, ...]  # the one that starts first
    side_names: Mapping[Side, Say]
    rules_version: str
    effects: tuple[str, ...]  # closed list of Effect kinds
    options: tuple[Option, ...]
    endings: Mapping[str, Say]  # kind of result → sentence about {side}; "<kind> draw" without a winner
    levels: Mapping[str, Recipe]  # beginner, easy, medium, strong, best; empty: no computer player
    default_side: Side  # of a person against the computer
    has_hidden_hands: bool  # at one screen the board is covered between turns
    roll_label: Say  # what the button for chance says
    undo_crosses_all: bool  # taking back is unlimited (a pack that lies fixed)
    gives_hints: bool  # see ``hint``
    can_solve: bool  # see ``solve``
    notation: Notation[S, M, C]
    board: Board[S]

    def complete(self, options: Mapping[str, Any], below: Below) -> dict[str, Any]:
        """Options with start values filled in (a random deal number too), or ``BadOptions``."""

    def start(self, options: Mapping[str, Any]) -> S:
        """State of a new game with complete options."""

    def actor(self, state: S) -> Side | Nature | None:
        """Who acts: a side, chance, or None when it is over."""

    def turn(self, state: S) -> Side | None:
        """The side that moves or rolls; None when it is over. Chance with no side's click (a deal): the first side."""

    def legal_moves(self, state: S) -> Sequence[M]:
        """Every whole choice of the actor, no two with the same effect; empty on decided and chance states."""

    def steps(self, state: S, taken: Sequence[str]) -> Sequence[Step]:
        """What can be picked next after the picks so far, in any legal order; ``IllegalMove`` for a bad pick."""

    def preview(self, state: S, taken: Sequence[str]) -> S:
        """A state to draw after these picks; the real state stays what it is."""

    def why_not(self, state: S, text: str) -> tuple[Say, str] | None:
        """Reason and article against a move given as text; None when it is legal. ``BadText`` when unreadable."""

    def pick_text(self, state: S, picked: str, target: str) -> str | None:
        """The move or step that a person meant who picked one thing and aimed at another, for ``why_not`` to answer.

        Ids of sprites or slots in the scene, also of what cannot move; ``target`` empty: only picked. Raises nothing:
        None where it means nothing.
        """

    def concerned(self, state: S, text: str) -> Sequence[str]:
        """Ids of the sprites and slots that stand against a move that is not legal, to be marked. Raises nothing."""

    def lot(self, state: S) -> Lot[C]:
        """What chance may give, with exact weights. Only on chance states."""

    def apply(self, state: S, event: Event) -> After[S]:
        """New state with everything that is forced worked out, or ``IllegalMove``."""

    def settle(self, state: S) -> After[S]:
        """What is forced in a position that was given from outside (a side that can only pass)."""

    def result(self, state: S) -> Result | None: ...

    def observe(self, state: S, viewer: Side | None) -> S:
        """The view of a side; None: a spectator. After a final end everything is shown."""

    def redact(self, state: S, event: Event, viewer: Side | None) -> Event:
        """The event, played in ``state``, as the viewer may see it (an outcome becomes None)."""

    def imagine(self, view: S, below: Below) -> S:
        """A state that the viewer cannot rule out, drawn evenly enough to play by."""

    def hint(self, view: S) -> Hint[M]:
        """What the side to act could do, from nothing but its view: equal views give equal hints."""

    def solve(self, state: S, ms: float) -> Outlook[M]:
        """Whether whoever plays alone can win, all cards open, looked for within so many milliseconds of the processor."""

    def hindsight(self, states: Sequence[S], parents: Sequence[int], ms: float) -> Hindsight:
        """Which moves of a game threw a win away: ``states`` from the start on, each reached from the one that ``parents``
        names (an earlier place; the first one's is not asked), with so many milliseconds of the processor for each look.
        """

    def faults(self, state: S) -> Sequence[Fault]:
        """What is impossible about a state or view; empty for a sound one."""

    def score(self, state: S) -> dict[str, Any]:
        """Figures for people: pips by side, points with parts, race figures (ENGINE.md, ``score``)."""

    def undo_price(self, effects: Sequence[Effect], event: Event) -> int:
        """What taking back this event costs beside the score (XPat2's cheat count); 0 in other games."""

    def lane(self, state: S) -> Any:
        """The state as the kernels of the game's rules take it: a ``Lane`` of lists of integers (core.kernel)."""
