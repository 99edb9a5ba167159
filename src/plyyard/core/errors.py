"""What can go wrong with what a person or a program sends, each with words for both. Nothing else is raised for input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class Say:
    """A sentence that is not yet in anyone's language: an English message and its values.

    ``words.Words.say`` puts it into German or English; ``str`` is English.

    >>> str(Say("There is no checker on {point}.", point=13))
    'There is no checker on 13.'
    """

    __slots__ = ("message", "values")

    def __init__(self, message: str, /, **values: Any) -> None:
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return self.message.format_map(self.values)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Say({self.message!r}{values})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Say) and (self.message, self.values) == (other.message, other.values)

    def __hash__(self) -> int:
        return hash((self.message, tuple(sorted(self.values.items()))))


def quoted(text: str, most: int = 40) -> Say:
    """What somebody typed, in the quotation marks of whoever reads it: cut, and nothing in it works invisibly.

    >>> str(quoted("a\\u202eb")), str(quoted("0123456789", 4))
    ('“a\\\\u202eb”', '“0123…”')
    """
    shown = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text[:most])
    return Say("“{text}”", text=shown + "…" * (len(text) > most))


@dataclass(frozen=True, slots=True)
class Fault:
    """Something impossible about a position, with the article that it breaks."""

    why: Say
    article: str


class PlyError(Exception):
    """Base of every refusal. ``why`` says what happened and what to do; ``code`` is for programs."""

    code = "malformed"

    def __init__(self, why: Say) -> None:
        super().__init__(str(why))
        self.why = why

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it passes from one process to another, whatever its kind takes."""
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[PlyError], arguments: tuple[Any, ...], fields: dict[str, Any]) -> PlyError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(fields)
    return error


class IllegalMove(PlyError):
    """The rules do not allow it; ``article`` is the number in RULES.md."""

    code = "illegal"

    def __init__(self, why: Say, article: str) -> None:
        super().__init__(why)
        self.article = article


class BadText(PlyError):
    """A move, position or outcome that cannot be read; ``column`` counts from 1 where it is known."""

    def __init__(self, why: Say, column: int | None = None) -> None:
        super().__init__(why)
        self.column = column


class BadPosition(PlyError):
    """A position that can be read but cannot be; ``faults`` is never empty."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults[0].why)
        self.faults = faults


class BadOptions(PlyError):
    """A game cannot be started with these options."""


class BadRecord(PlyError):
    """A record that does not replay; ``place`` names the event or the field."""

    def __init__(self, why: Say, place: str = "") -> None:
        super().__init__(why)
        self.place = place


class HiddenInformation(PlyError):
    """The view lacks what the answer needs."""

    code = "hidden"


class UnknownGame(PlyError):
    """No game has this name."""
