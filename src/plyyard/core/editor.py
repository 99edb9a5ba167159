"""Position editors: how a position is set up piece by piece before anyone asks whether it can be. No rule stands here.

A game's editor is ``EDITOR`` in its ``editor.py``. A *draft* is a state, or a view, that may be impossible: what is wrong
with it, ``Game.faults`` says, and it can be drawn all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from plyyard.core import registry
from plyyard.core.errors import BadText, PlyError, Say, quoted
from plyyard.core.scene import Slot
from plyyard.core.words import Words

S = TypeVar("S")

TAKE = "take"
"""Picked instead of a piece: what lies on top is taken away."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that can be put on the board. ``shape`` and ``classes`` as in the scene, drawn in a box round (0, 0).

    ``left``: how many of it are not on the board yet; None where nobody counts them.
    """

    id: str
    label: str
    shape: str
    classes: tuple[str, ...] = ()
    box: tuple[float, float] = (50, 50)
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """What belongs to a position beside pieces. Without ``choices``: nothing, or a whole number up to ``high``."""

    name: str
    label: Say
    value: str
    choices: tuple[tuple[str, Say | str], ...] = ()
    high: int = 0


class CannotPut(PlyError):
    """No draft can hold this: there is no such place for the piece, or no text that could say it."""

    code = "illegal"


class Editor(Protocol[S]):
    """The editor of one game. Every method is a pure function of its arguments.

    ``manners``: ways to put any piece, each with the prefix that it gives to the piece's name; mostly none.
    """

    empty: S
    manners: tuple[tuple[str, Say], ...]

    def read(self, text: str) -> S:
        """A draft from every text that is well formed, sound or not; ``BadText`` for what cannot be read.

        ``BadPosition`` for what is so far from sound that no ``text`` could say it again.
        """

    def text(self, draft: S) -> str:
        """As it is read; canonical where the draft is sound."""

    def also(self, draft: S) -> Sequence[tuple[str, str]]:
        """The draft in other notations, each with its name."""

    def remarks(self, text: str) -> Sequence[Say]:
        """What a text says that means nothing here."""

    def pieces(self, draft: S, words: Words) -> Sequence[tuple[str, Sequence[Piece]]]:
        """What can be put, in groups with a heading."""

    def places(self, draft: S, words: Words) -> Sequence[tuple[str, Sequence[Slot]]]:
        """Where something can be put or taken away, in groups with a heading. Labels say what lies there."""

    def there(self, draft: S, place: str) -> Sequence[str]:
        """What lies in a place, what is taken first in front; ``BadText`` for no place."""

    def put(self, draft: S, piece: str, place: str) -> S:
        """With one more piece there; ``CannotPut``, or ``BadText`` for no piece or no place."""

    def take(self, draft: S, piece: str, place: str) -> S:
        """Without this piece, which lies there; undoes ``put``."""

    def settings(self, draft: S) -> Sequence[Setting]:
        """Side to move, roll, options: those that the draft can have now."""

    def set(self, draft: S, name: str, value: str) -> S:
        """With another value of one setting; ``BadText``."""


class PlainEditor(Generic[S]):
    """What most editors share: one notation, one manner of putting, nothing to remark."""

    notation: Any  # the game's notation.py
    manners: tuple[tuple[str, Say], ...] = ()

    def read(self, text: str) -> S:
        found: S = self.notation.read_position(text)
        return found

    def text(self, draft: S) -> str:
        return str(self.notation.format_position(draft))

    def also(self, draft: S) -> Sequence[tuple[str, str]]:
        return ()

    def remarks(self, text: str) -> Sequence[Say]:
        return ()


AnyEditor = Editor[Any]


def editor(game: str) -> AnyEditor | None:
    """A game's editor, if it has one; ``UnknownGame``."""
    if not (registry.folder(game) / "editor.py").exists():
        return None
    found: AnyEditor = registry.part(game, "editor").EDITOR
    return found


def picked(editor: AnyEditor, draft: Any, piece: str, place: str) -> Any:
    """The draft after one pick of a place with a piece, or with ``TAKE``; a refusal says why it stays as it is."""
    lying = editor.there(draft, place)
    if piece != TAKE:
        return editor.put(draft, piece, place)
    if not lying:
        raise CannotPut(Say("Nothing lies there that could be taken away."))
    return editor.take(draft, lying[0], place)


def chosen(setting: Setting, value: str) -> str:
    """A value that this setting may have; ``BadText``."""
    if setting.choices:
        right = value in [choice for choice, _ in setting.choices]
    else:
        right = not value or (
            value.isascii() and value.isdigit() and len(value) <= 9 and int(value) <= setting.high
        )
    if not right:
        raise BadText(Say("{found} cannot be chosen for {name}.", found=quoted(value, 20), name=setting.name))
    return value


def setting(editor: AnyEditor, draft: Any, name: str, value: str) -> str:
    """The value for this setting of a draft, if it can be set; ``BadText``."""
    for one in editor.settings(draft):
        if one.name == name:
            return chosen(one, value)
    raise BadText(Say("{name} cannot be set here.", name=quoted(name, 20)))


def labelled(slot: Slot, label: str) -> Slot:
    """A place of the scene that says something else."""
    return Slot(slot.id, slot.x, slot.y, slot.width, slot.height, label)


NO_PLACE = Say("This piece cannot be put there.")
NO_PIECE = Say("There is no such piece.")
NOT_THERE = Say("This piece does not lie there.")
ALL_OUT = Say("All of these are on the board already: take one away first.")
