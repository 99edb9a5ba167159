"""Dominoes a second time, slowly and from the articles alone: sets of halves and plain lists, nothing of the kernel's."""

from __future__ import annotations

from dataclasses import dataclass, field

Tile = tuple[int, int]
Choice = tuple[Tile, str]


def every_tile() -> set[Tile]:
    """art. 1.1"""
    return {(low, high) for high in range(7) for low in range(high + 1)}


@dataclass
class Table:
    """A game in progress. ``said`` collects what happened of itself in the last act."""

    line: list[int] = field(default_factory=list)  # halves from left to right, two a tile
    hands: dict[str, set[Tile]] = field(default_factory=lambda: {"black": set(), "white": set()})
    boneyard: set[Tile] = field(default_factory=every_tile)
    turn: str = "black"
    passed_before: bool = False
    ended: str = ""
    said: list[str] = field(default_factory=list)

    def deal(self, order: list[Tile]) -> None:  # art. 2.1
        self.hands = {"black": set(order[:7]), "white": set(order[7:14])}
        self.boneyard = set(order[14:])
        self.said = []

    def open_numbers(self) -> dict[str, int]:
        return {"l": self.line[0], "r": self.line[-1]} if self.line else {}

    def choices(self) -> set[Choice]:  # art. 2.3, 3.1, 3.2, 3.4
        if self.ended:
            return set()
        hand = self.hands[self.turn]
        if not self.line:
            return {(tile, "") for tile in hand}
        return {(tile, end) for tile in hand for end, number in self.open_numbers().items() if number in tile}

    def has_to_draw(self) -> bool:  # art. 4.1, 4.2
        return not self.ended and not self.choices() and len(self.boneyard) > 2

    def draw(self, tile: Tile) -> None:  # art. 4.3
        self.boneyard.remove(tile)
        self.hands[self.turn].add(tile)
        self.said = []
        self._go_on(self.turn)

    def lay(self, tile: Tile, end: str) -> None:  # art. 3.1, 4.6, 5.1
        mover = self.turn
        low, high = min(tile), max(tile)
        if not self.line:
            self.line = [low, high]
        elif end == "l":
            self.line[:0] = [high, low] if low == self.line[0] else [low, high]
        else:
            self.line += [low, high] if low == self.line[-1] else [high, low]
        self.hands[mover].remove(tile)
        self.passed_before = False
        self.said = []
        if not self.hands[mover]:
            self.ended = "finished"
            return
        self._change_turn()
        self._go_on(mover)

    def _change_turn(self) -> None:
        self.turn = {"black": "white", "white": "black"}[self.turn]

    def _go_on(self, before: str) -> None:  # art. 4.5, 5.2
        while not self.choices() and len(self.boneyard) <= 2:
            self.said.append(f"{self.turn} passes")
            if self.passed_before:
                self.ended = "blocked"
                self.said.append("blocked")
                return
            self.passed_before = True
            self._change_turn()
        if self.turn != before:
            self.said.append("turn passes")

    def winner(self) -> str | None:  # art. 5.1, 5.3
        pips = {side: sum(map(sum, hand)) for side, hand in self.hands.items()}
        if self.ended == "finished":
            return next(side for side, hand in self.hands.items() if not hand)
        if pips["black"] == pips["white"]:
            return None
        return min(pips, key=lambda side: pips[side])
