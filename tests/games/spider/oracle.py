"""A slow Spider written from the articles alone, to be held against the kernels. Shares no code with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

ORDER = "A23456789TJQK"


@dataclass
class Card:
    rank: int
    suit: str
    up: bool

    def fits_below(self, other: Card) -> bool:
        """Whether this card is exactly one rank lower than ``other``."""
        return self.rank + 1 == other.rank

    def text(self) -> str:
        return ("" if self.up else "-") + ORDER[self.rank - 1] + self.suit


@dataclass
class Oracle:
    columns: list[list[Card]]
    stock: list[Card]
    home: list[str]
    rule: str = "strict"
    runs: str = "auto"
    effects: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, text: str) -> Oracle:
        keys = dict(token.split("=") for token in text.split())
        return cls(
            [[_card(card) for card in column.split(",") if card] for column in keys["columns"].split("/")],
            [_card(card) for card in keys["stock"].split(",") if card],
            [suit for suit in keys["home"].split(",") if suit],
            keys.get("rule", "strict"),
            keys.get("runs", "auto"),
        )

    def write(self) -> str:
        columns = "/".join(",".join(card.text() for card in column) for column in self.columns)
        stock = ",".join(card.text() for card in self.stock)
        return f"columns={columns} stock={stock} home={','.join(self.home)}"

    # chapter 2

    def is_run(self, cards: list[Card]) -> bool:
        return all(card.up for card in cards) and all(
            upper.fits_below(lower) and upper.suit == lower.suit for lower, upper in pairwise(cards)
        )

    def may_move(self, source: int, target: int, count: int) -> bool:
        cards = self.columns[source]
        if source == target or not 1 <= count <= len(cards) or not self.is_run(cards[-count:]):
            return False
        return not self.columns[target] or cards[-count].fits_below(self.columns[target][-1])

    # chapter 3

    def may_deal(self) -> bool:
        if not self.stock:
            return False
        if all(self.columns):
            return True
        filled = [column for column in self.columns if column]
        if self.rule == "relaxed1":
            return all(self.is_run(column) for column in filled)
        if self.rule == "relaxed2":
            return all(
                all(card.up for card in column)
                and all(column[i + 1].fits_below(column[i]) for i in range(len(column) - 1))
                for column in filled
            )
        return False

    # chapter 4

    def has_complete(self, column: int) -> bool:
        top = self.columns[column][-13:]
        return len(top) == 13 and top[0].rank == 13 and self.is_run(top)

    def may_remove(self, column: int) -> bool:
        return self.runs == "manual" and self.has_complete(column)

    # chapter 5

    def kept(self) -> int:
        """Complete face-up runs anywhere in the columns."""
        return sum(
            column[i].rank == 13 and len(column[i : i + 13]) == 13 and self.is_run(column[i : i + 13])
            for column in self.columns
            for i in range(len(column))
        )

    def is_won(self) -> bool:
        fine = all(
            not cards or (len(cards) == 13 and self.has_complete(column))
            for column, cards in enumerate(self.columns)
        )
        return fine and self.kept() + len(self.home) == 8

    def everything(self) -> list[str]:
        """Moves by chapters 2 to 4, whether the game is over or not."""
        found = []
        for source, cards in enumerate(self.columns):
            for count in range(1, min(13, len(cards)) + 1):
                if not self.is_run(cards[-count:]):
                    break
                found += [
                    f"{source + 1}>{target + 1}:{count}"
                    for target in range(10)
                    if self.may_move(source, target, count)
                ]
        if self.may_deal():
            found.append("deal")
        return found + [f"remove {column + 1}" for column in range(10) if self.may_remove(column)]

    def legal(self) -> tuple[str | None, list[str]]:
        """How it ended, if it did, and the moves that are left."""
        if self.is_won():
            return "won", []
        moves = self.everything()
        return ("stuck", []) if all(self.only_shifts(move) for move in moves) else (None, moves)

    def only_shifts(self, move: str) -> bool:
        if ">" not in move:
            return False
        source, rest = move.split(">")
        target, count = rest.split(":")
        return not self.columns[int(target) - 1] and int(count) == len(self.columns[int(source) - 1])

    # what a move does

    def play(self, move: str) -> None:
        self.effects = []
        if move == "deal":
            for column in self.columns:
                card = self.stock.pop(0)
                column.append(Card(card.rank, card.suit, True))
            for column in range(10):
                self.completed(column)
        elif move.startswith("remove"):
            self.take_off(int(move.split()[1]) - 1)
        else:
            source, rest = move.split(">")
            target, count = (int(part) for part in rest.split(":"))
            moved = [self.columns[int(source) - 1].pop() for _ in range(count)]
            self.columns[target - 1] += reversed(moved)
            self.look_below(int(source) - 1)
            if count < 13:
                self.completed(target - 1)
            if self.runs == "auto":
                for column in (int(source) - 1, target - 1):  # a run uncovered in a position from outside
                    while self.has_complete(column):
                        self.completed(column)

    def completed(self, column: int) -> None:
        if self.has_complete(column):
            self.effects.append(f"run completed {column + 1}")
            if self.runs == "auto":
                self.take_off(column)

    def take_off(self, column: int) -> None:
        self.home.append(self.columns[column][-1].suit)
        del self.columns[column][-13:]
        self.look_below(column)

    def look_below(self, column: int) -> None:
        if not self.columns[column]:
            self.effects.append(f"column emptied {column + 1}")
        elif not self.columns[column][-1].up:
            self.columns[column][-1].up = True
            self.effects.append(f"turned {column + 1}")

    # chapter 6

    def parts(self) -> dict[str, int]:
        face_down = sum(not card.up for column in self.columns for card in column)
        pairs = sum(
            lower.up and upper.up and upper.fits_below(lower) and upper.suit == lower.suit
            for column in self.columns
            for lower, upper in pairwise(column)
        )
        kept = self.kept()
        return {
            "turned": 10 * (44 - face_down),
            "columns": 15 * sum(all(card.up for card in column) for column in self.columns),
            "pairs": 2 * (pairs - 12 * kept),
            "runs": 50 * (kept + len(self.home)),
            "bonus": 2 * max(0, kept - 3) if kept + len(self.home) == 8 else 0,
        }


def _card(text: str) -> Card:
    face = text.lstrip("-")
    return Card(ORDER.index(face[0]) + 1, face[1], not text.startswith("-"))
