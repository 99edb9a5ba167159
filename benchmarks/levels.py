"""How much stronger each level is than the one below: ``uv run python benchmarks/levels.py [GAMES]``.

Sides alternate and each pair of games shares its dice; the interval is Wilson's at 95 %. There is nothing to choose in
Snakes and Ladders, and nobody to play against in Spider. The peer of a level is the level below it.
"""

from __future__ import annotations

import sys
from itertools import combinations

from table import machine, markdown

from plyyard.arena.match import match
from plyyard.core import registry

LEVELS = ("beginner", "easy", "medium")


def main(games: int) -> None:
    print(machine(("numba", "numpy")), end="\n\n")
    rows = []
    for game in registry.games():
        if not set(LEVELS) <= set(game.levels):
            continue
        for weaker, stronger in combinations(LEVELS, 2):
            tally = match(game, stronger, weaker, games, seed=1)
            low, high = tally.interval
            points, half = tally.mean_points
            thought = 1000 * tally.seconds[0] / tally.moves[0]
            rows.append(
                (
                    f"{game.name}: {stronger} – {weaker}",
                    str(tally.games),
                    f"{100 * tally.score:.1f} %",
                    f"{100 * low:.1f}–{100 * high:.1f} %",
                    f"{points:+.3f} ± {half:.3f}",
                    f"{thought:.2f} ms",
                )
            )
    head = ("match", "games", "score of the first", "interval", "points a game", "a move of the first")
    print(markdown(head, rows))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
