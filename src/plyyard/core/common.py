"""What most games have in common, to inherit from: options filled in, nothing hidden, nothing forced, no price.

A game says only where it differs. The interface itself is ``core.game.Game``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from plyyard.core.chance import Below
from plyyard.core.errors import BadOptions, Fault, IllegalMove, Say, quoted
from plyyard.core.game import After, Effect, Event, Hindsight, Hint, Notation, Option, Outlook, Side

S = TypeVar("S")


class Common(Generic[S]):
    """Start values and methods of ``core.game.Game`` that hold for a game with open cards and one pick a move."""

    options: tuple[Option, ...] = ()
    endings: Mapping[str, Say] = {}
    has_hidden_hands = False
    undo_crosses_all = False
    gives_hints = False
    can_solve = False
    notation: Notation[S, Any, Any]

    def complete(self, options: Mapping[str, Any], below: Below) -> dict[str, Any]:
        known = {option.name: option for option in self.options}
        if unknown := [name for name in options if name not in known]:
            names = ", ".join(known) or "–"
            raise BadOptions(
                Say("There is no option {name}; there are: {names}.", name=quoted(unknown[0]), names=names)
            )
        return {
            name: _checked(option, options[name]) if name in options else _start_value(option, below)
            for name, option in known.items()
        }

    def preview(self, state: S, taken: Sequence[str]) -> S:
        return state

    def why_not(self, state: S, text: str) -> tuple[Say, str] | None:
        try:
            self.notation.parse_move(state, text)
        except IllegalMove as refused:
            return refused.why, refused.article
        return None

    def pick_text(self, state: S, picked: str, target: str) -> str | None:
        return None

    def concerned(self, state: S, text: str) -> Sequence[str]:
        return ()

    def settle(self, state: S) -> After[S]:
        return After(state)

    def observe(self, state: S, viewer: Side | None) -> S:
        return state

    def redact(self, state: S, event: Event, viewer: Side | None) -> Event:
        return event

    def imagine(self, view: S, below: Below) -> S:
        return view

    def hint(self, view: S) -> Hint[Any]:
        raise BadOptions(Say("There is no such advice for this game."))

    def solve(self, state: S, ms: float) -> Outlook[Any]:
        return Outlook("unknown")

    def hindsight(self, states: Sequence[S], parents: Sequence[int], ms: float) -> Hindsight:
        return Hindsight("unknown")

    def faults(self, state: S) -> Sequence[Fault]:
        return ()

    def undo_price(self, effects: Sequence[Effect], event: Event) -> int:
        return 0


def _start_value(option: Option, below: Below) -> Any:
    """A whole number without a start value is drawn."""
    return option.low + below(option.high - option.low + 1) if option.default is None else option.default


def _checked(option: Option, value: Any) -> Any:
    """An option's value if it may have it."""
    name, found = option.label, quoted(value) if isinstance(value, str) else ascii(value)[:40]
    if option.choices:
        allowed = [choice for choice, _ in option.choices]
        if not any(type(value) is type(choice) and value == choice for choice in allowed):
            shown = ", ".join(map(str, allowed))
            raise BadOptions(
                Say("{name} is {found}; it must be one of: {allowed}.", name=name, found=found, allowed=shown)
            )
    elif type(value) is not int or not option.low <= value <= option.high:
        low, high = option.low, option.high
        say = Say(
            "{name} is {found}; it must be a whole number from {low} to {high}.",
            name=name,
            found=found,
            low=low,
            high=high,
        )
        raise BadOptions(say)
    return value
