"""The Aeroplane Game written from its articles alone, slowly: squares of a drawn path, sets and names instead of sums.

Each plane follows its side's own path, a list of named squares; two planes meet where the names are equal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

RING = [f"ring {n}" for n in range(52)]  # art. 1.2
STARTS = {"red": 0, "green": 13, "yellow": 26, "blue": 39}  # art. 1.3
SAFE = {f"ring {n}" for n in STARTS.values()} | {
    f"ring {(n + 8) % 52}" for n in STARTS.values()
}  # art. 1.4, 4.2


def path(side: str) -> list[str]:
    """All squares of a side's way: 51 of the ring, five of its home column, the goal.  art. 1.5"""
    turned = RING[STARTS[side] :] + RING[: STARTS[side]]
    return [*turned[:51], *(f"{side} column {n}" for n in range(5)), "goal"]


@dataclass
class Oracle:
    """A game in progress: for each side where its planes stand ("base", or a square's name)."""

    planes: dict[str, list[str]] = field(
        default_factory=lambda: {"red": ["base"] * 4, "yellow": ["base"] * 4}
    )
    turn: str = "red"
    rolls: list[int] = field(default_factory=list)  # of this turn
    pending: bool = False

    @property
    def other(self) -> str:
        return "yellow" if self.turn == "red" else "red"

    @property
    def winner(self) -> str | None:
        return next(
            (side for side, planes in self.planes.items() if set(planes) == {"goal"}), None
        )  # art. 6.1

    @property
    def sixes(self) -> int:
        """Sixes directly in a row that have been moved with.  art. 5.5"""
        moved = self.rolls[:-1] if self.pending else self.rolls
        count = 0
        while count < len(moved) and moved[len(moved) - 1 - count] == 6:
            count += 1
        return count

    def reached(self, square: str) -> str | None:
        """Where the roll takes a plane from that square; None when it cannot use it.  art. 3.1, 3.2, 3.4, 3.5"""
        die, way = self.rolls[-1], path(self.turn)
        if square == "base":
            return way[0] if die == 6 else None
        place = way.index(square)
        return way[place + die] if square != "goal" and place + die < len(way) else None

    def choices(self) -> set[str]:
        """Squares from which a plane may move: one choice each.  art. 3.6"""
        return (
            {square for square in self.planes[self.turn] if self.reached(square)} if self.pending else set()
        )

    def roll(self, die: int) -> list[str]:
        assert not self.pending and not self.winner  # art. 2.2
        self.rolls.append(die)
        self.pending = True
        if self.rolls[-3:] == [6, 6, 6]:  # art. 5.4
            return ["third six", *self._pass()]
        return [] if self.choices() else ["no move", *self._pass()]  # art. 2.5, 5.3

    def move(self, square: str) -> list[str]:
        goes_to = self.reached(square)
        assert self.pending and goes_to
        mine, theirs = self.planes[self.turn], self.planes[self.other]
        mine[mine.index(square)] = goes_to
        self.pending = False
        effects = ["started"] if square == "base" else []
        hit = [i for i, stands in enumerate(theirs) if stands == goes_to and stands.startswith("ring")]
        if hit and goes_to not in SAFE:  # art. 4.1, 4.2
            for i in hit:
                theirs[i] = "base"
            effects.append(f"sent back {len(hit)}")
        if goes_to == "goal":
            effects.append("home")
        if self.winner:
            return effects
        again = self.rolls[-1] == 6 or goes_to == "goal" or any("sent" in effect for effect in effects)
        return [*effects, *(["extra roll"] if again else self._pass())]  # art. 5.1, 5.2

    def _pass(self) -> list[str]:
        self.turn, self.rolls, self.pending = self.other, [], False
        return ["turn passes"]

    def text(self) -> str:
        """The position as the engine protocol writes it."""
        parts = []
        for side, planes in self.planes.items():
            way = path(side)
            steps = sorted(-1 if square == "base" else way.index(square) for square in planes)
            parts.append(f"{side}={','.join('-' if step < 0 else str(step) for step in steps)}")
        if not self.winner:
            parts.append(f"turn={self.turn}")
            parts += [f"sixes={self.sixes}"] if self.sixes else []
            parts += [f"die={self.rolls[-1]}"] if self.pending else []
        return " ".join(parts)
