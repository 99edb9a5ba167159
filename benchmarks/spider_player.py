"""How well the player that does not peek plays Spider: XPat2's deals, strict, nothing taken back, by time a game.

    uv run python benchmarks/spider_player.py [FIRST [LAST [SUITS …]]]
    uv run python benchmarks/spider_player.py hints [GAMES]

Prints Markdown for docs/figures.md. The player learned on other deals (10,000,000 and on). Each deal is played once: from
what is seen, through the rules, until it is won or the player has nothing left to do. Times are CPU time of this
process on one core. ``hints``: how long a hint takes at moments of games played carelessly, those of spider.py.
"""

from __future__ import annotations

import sys
from time import process_time

from spider import moment
from table import machine, markdown, share

from plyyard.arena.match import Tally, wilson
from plyyard.core.game import Moved
from plyyard.games.spider import player
from plyyard.games.spider.game import GAME
from plyyard.games.spider.player import Strength
from plyyard.games.spider.state import PLAYER

LADDER = (
    Strength(1, 2, 4),
    Strength(4, 6, 20),
    Strength(16, 12, 100),
    Strength(60, 25, 300),
    player.BEST._replace(worlds=0),
    player.BEST,
)
PEERS = {
    4: ("a greedy beam: 5.2 %, 335 points; a patient person, as published: 48.7 %"),
    2: ("a greedy beam: 25.7 %"),
    1: ("a greedy beam: 46.3 %"),
}
MOST_MOVES = 2000


def played(number: int, suits: int, strength: Strength) -> int:
    """Points at the end of a game."""
    state = GAME.start(GAME.complete({"number": number, "suits": suits}, lambda n: 0))
    moves = 0
    while GAME.actor(state) is not None and moves < MOST_MOVES:
        found = player.plan(GAME.observe(state, PLAYER), strength)
        for move in found.moves:
            state = GAME.apply(state, Moved(PLAYER, move)).state
            moves += 1
        if found.ends or not found.moves:
            break
    return int(GAME.score(state)["points"])


def main(first: int, last: int, suits: list[int]) -> None:
    print(f"Machine: {machine(['numba', 'numpy'])}.\n")
    rows = []
    for count in suits:
        played(0, count, player.BEST)  # compiles
        for strength in LADDER:
            tally, times = Tally(), []
            for number in range(first, last + 1):
                began = process_time()
                tally.points.append(played(number, count, strength))
                times.append(process_time() - began)
            games = len(tally.points)
            won = sum(points >= 990 for points in tally.points) / games
            low, high = wilson(won, games)
            mean, half = tally.mean_points
            rows.append(
                (
                    f"{count}",
                    f"{strength.width} × {strength.steps}, {strength.leaves}, {strength.worlds}",
                    f"{sum(times) / games:.2f} s",
                    f"{share(times, 1):.1f} s",
                    f"{100 * won:.1f} %",
                    f"{100 * low:.1f}–{100 * high:.1f} %",
                    f"{mean:.0f} ± {half:.0f}",
                    PEERS[count],
                )
            )
            print(*rows[-1], file=sys.stderr, flush=True)
    head = [
        "suits",
        "width × steps, leaves, worlds",
        "a game",
        "longest",
        "won",
        "95 %",
        "points",
        "beside it",
    ]
    print(markdown(head, rows))


def hints(games: int) -> None:
    """How long a hint takes, nothing remembered of the moment before."""
    print(f"Machine: {machine(['numba', 'numpy'])}.\n")
    played(0, 4, player.BEST)  # compiles
    by_suits: dict[int, list[float]] = {4: [], 2: [], 1: []}
    for seed in range(games):
        view = GAME.observe(moment(seed), PLAYER)
        if GAME.actor(view) is None:
            continue
        player.forget()
        began = process_time()
        GAME.hint(view)
        by_suits[view.suits].append(1000 * (process_time() - began))
    rows = []
    for count, times in by_suits.items():
        spread = [f"{share(times, part):.1f} ms" for part in (0.5, 0.95, 1)]
        rows.append((f"{count}", f"{len(times)}", *spread))
    print(markdown(["suits", "hints", "median", "p95", "longest"], rows))


if __name__ == "__main__":
    if sys.argv[1:2] == ["hints"]:
        hints(int(sys.argv[2]) if len(sys.argv) > 2 else 100)
        sys.exit()
    given = [int(text) for text in sys.argv[1:]]
    begin = given[0] if given else 7001
    main(begin, given[1] if len(given) > 1 else begin + 199, given[2:] or [4, 2, 1])
