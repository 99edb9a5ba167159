"""Truths: what exact code knows about a game, as a table that can be drawn. A game's own are ``TRUTHS`` in its ``truths.py``;
``VALUES`` there are single figures by name, with which lessons are checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from plyyard.core import registry
from plyyard.core.errors import Say
from plyyard.core.game import Option

Cell = str | int | float | Fraction | Say
"""A float is shown with two places, a Fraction as a percentage."""

Value = Callable[..., int | float | Fraction | str]
"""A figure from texts (squares, positions, moves) as they stand in a lesson; ``PlyError`` for bad ones."""


@dataclass(frozen=True, slots=True)
class Truth:
    """A table from exact code. ``name`` stands in addresses; ``says``: what it shows and how it was worked out.

    ``columns`` head the rows; the first is the label of each row. ``rows(inputs, state)``: ``inputs`` by name of ``inputs``
    (each with a start value), ``state`` from ``position`` or the one that a person gave (None where ``position`` is empty).
    ``drawn``: the columns in the picture; ``chart``: bars for each row, or lines over the rows.
    """

    name: str
    title: Say
    says: Say
    columns: tuple[Say, ...]
    rows: Callable[[Mapping[str, Any], Any], Sequence[tuple[Cell, ...]]]
    inputs: tuple[Option, ...] = ()
    position: str = ""
    chart: Literal["bars", "lines"] = "bars"
    drawn: tuple[int, ...] = (1,)


def truths(game: str) -> tuple[Truth, ...]:
    """All of a game, or ``UnknownGame``."""
    if not (registry.folder(game) / "truths.py").exists():
        return ()
    found: tuple[Truth, ...] = registry.part(game, "truths").TRUTHS
    return found


def values(game: str) -> Mapping[str, Value]:
    """The single figures of a game by name, or ``UnknownGame``."""
    if not (registry.folder(game) / "truths.py").exists():
        return {}
    found: Mapping[str, Value] = registry.part(game, "truths").VALUES
    return found


def start_rows(truth: Truth, game: registry.AnyGame) -> Sequence[tuple[Cell, ...]]:
    """The rows of a truth for its own start values."""
    state = game.notation.parse_position(truth.position) if truth.position else None
    return truth.rows({option.name: option.default for option in truth.inputs}, state)
