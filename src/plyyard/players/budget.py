"""How much a player may think: milliseconds or nodes (states evaluated)."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

Limit = Mapping[str, float]
"""``{"ms": …}`` or ``{"nodes": …}``."""


class Spent(Exception):
    """The budget ran out in the middle of a thought; what was known before holds."""


class Budget(dict[str, float]):
    """A limit and what of it is used up. Empty (and false) when there is none.

    >>> budget = Budget({"nodes": 2})
    >>> budget.use(2)
    >>> budget.is_spent
    True
    """

    def __init__(self, limit: Limit | None = None) -> None:
        super().__init__(limit or {})
        self.used = 0
        self._until = perf_counter() + self["ms"] / 1000 if "ms" in self else None

    def use(self, nodes: int = 1) -> None:
        self.used += nodes

    @property
    def is_spent(self) -> bool:
        if "nodes" in self and self.used >= self["nodes"]:
            return True
        return self._until is not None and perf_counter() >= self._until

    def check(self) -> None:
        """``Spent`` when there is nothing left."""
        if self.is_spent:
            raise Spent
