"""How fast the rules are: random games compiled, beside the fastest public libraries, and decisions interpreted.

    uv run --group peers python benchmarks/rules.py [GAME …]

Prints Markdown for docs/figures.md. All times are CPU time of this process on one core; run it on a calm machine.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

import numpy as np
from peers import DEAL_LIMIT, PEERS
from table import best_rate, machine, markdown, rounded, share

from plyyard.core import kernel, registry
from plyyard.core.chance import draw, seeded
from plyyard.core.game import Happened, Moved, Nature
from plyyard.core.words import words

BATCH = 512  # lanes of one call
WALKS = 60  # games played interpreted; one player's games are cut at DEAL_LIMIT decisions
WIDE = "XGID=-o--------AAAAAAAAAAAAAAA-:0:0:1:00:0:0:0:0:10"
"""Fifteen checkers alone on fifteen points: a double of ones has about the most plays there are."""


def compiled_rate(name: str) -> tuple[float, float]:
    """Random games and events a second of the compiled kernel, from the start of a game (Spider: many deals)."""
    rules = registry.part(name, "rules")
    run = kernel.batched(rules, "random_game")
    starts = [registry.game(name).lane(_first(name, seed)) for seed in range(BATCH)]
    batch = kernel.as_batch(starts)
    limits = np.full(BATCH, DEAL_LIMIT if _is_patience(name) else 100_000, np.int64)
    events = 0

    def play(seed: int) -> int:
        nonlocal events
        lanes = type(batch)(*(part.copy() for part in batch))
        generators = np.array([kernel.random_state(seed * BATCH + lane) for lane in range(BATCH)], np.int64)
        events += int(run(lanes, generators, limits).sum())
        return BATCH

    play(0)  # compiles
    games = best_rate(play)
    events = 0
    for seed in range(20):
        play(seed)
    return games, games * events / (20 * BATCH)


def interpreted_rate(name: str) -> float:
    """Random games a second of the same kernel, not compiled."""
    rules = registry.part(name, "rules")
    start = registry.game(name).lane(_first(name, 0))

    def play(seed: int) -> int:
        lane = type(start)(*(list(part) for part in start))
        rules.random_game(lane, kernel.random_state(seed), DEAL_LIMIT if _is_patience(name) else 100_000)
        return 1

    return best_rate(play)


def walk(name: str, seed: int, spent: list[tuple[float, str]]) -> int:
    """A random game as a room plays it; each event's milliseconds and position. Gives the number of decisions."""
    game, below, said = registry.game(name), seeded(seed), words("de", name)
    state, decisions = _first(name, seed), 0
    while decisions < (DEAL_LIMIT if _is_patience(name) else 100_000):
        began = process_time()
        actor = game.actor(state)
        if actor is None:
            break
        if isinstance(actor, Nature):
            event: Any = Happened(draw(game.lot(state), below))
        else:
            moves = game.legal_moves(state)
            event = Moved(actor, moves[below(len(moves))])
            decisions += 1
        after = game.apply(state, event).state
        _shown(game, said, after)
        spent.append(((process_time() - began) * 1000, game.notation.format_position(state)))
        state = after
    return decisions


def wide_double() -> tuple[int, float, float]:
    """Plays of the widest double, and the milliseconds of rolling it and of one play; nothing was asked before."""
    game, said = registry.game("backgammon"), words("de", "backgammon")
    state = game.notation.parse_position(WIDE)
    times = [process_time()]
    state = _shown(game, said, game.apply(state, Happened(game.notation.parse_outcome(state, "1,1"))).state)
    moves = game.legal_moves(state)
    times.append(process_time())
    _shown(game, said, game.apply(state, Moved("white", moves[len(moves) // 2])).state)
    times.append(process_time())
    return len(moves), (times[1] - times[0]) * 1000, (times[2] - times[1]) * 1000


def _shown(game: Any, said: Any, state: Any) -> Any:
    """The state, after its picture was made for each side."""
    for viewer in game.sides:
        game.board.scene(game.observe(state, viewer), said, viewer)
    return state


def _first(name: str, seed: int) -> Any:
    """A start; another deal for each seed where the deal is an option."""
    game = registry.game(name)
    return game.start(game.complete({}, seeded(seed)))


def _is_patience(name: str) -> bool:
    return len(registry.game(name).sides) == 1


def main(chosen: list[str]) -> None:
    names = [name for name in registry.names() if name in PEERS and name in (chosen or PEERS)]
    packages = ["numba", "numpy", *(package for name in names for package, _, _ in PEERS[name])]
    print(f"Machine: {machine(packages)}.\n")
    speeds, decisions_of = [], {}
    timings: dict[str, list[tuple[float, str]]] = {}
    for name in names:
        timings[name] = []
        walk(name, 0, [])  # loads what is loaded once
        decisions = sum(walk(name, seed, timings[name]) for seed in range(WALKS))
        decisions_of[name] = decisions / WALKS
        games, events = compiled_rate(name)
        ours = games * decisions_of[name] if decisions_of[name] else events
        plain = interpreted_rate(name)
        unit = "decisions" if decisions else "rolls"
        rows = [
            ("**plyyard, compiled**", games, ours, ""),
            ("plyyard, interpreted", plain, plain * ours / games, ""),
        ]
        for package, differs, make in PEERS[name]:
            play, counted = make(), []

            def once(seed: int, play: Any = play, counted: list[int] = counted) -> int:
                done, made = play(seed)
                counted.append(made)
                return int(done)

            rate = best_rate(once)
            rows.append((package, rate, rate * sum(counted) / len(counted), differs))
        fastest = max((row[2] if _is_patience(name) else row[1] for row in rows[2:]), default=0.0)
        own = ours if _is_patience(name) else games
        ahead = f"{own / fastest:,.0f} times the fastest peer" if fastest else "no public library found"
        for label, per_second, choices, differs in rows:
            note = ahead if label.startswith("**") else differs
            speeds.append((f"{name}: {label}", rounded(per_second), f"{rounded(choices)} {unit}", note))
    print("Random games a second of CPU time, one core:\n")
    print(markdown(["game and library", "games/s", "a second", "note"], speeds))
    print(
        "\nA whole decision interpreted (legal moves, apply, both views, both scenes), over random games:\n"
    )
    rows = []
    for name, spent in timings.items():
        times = [one for one, _ in spent]
        worst, position = max(spent)
        rows.append(
            (
                name,
                f"{len(times):,}",
                f"{share(times, 0.5):.2f} ms",
                f"{share(times, 0.99):.2f} ms",
                f"{worst:.1f} ms",
                f"`{position[:60]}`",
            )
        )
    print(markdown(["game", "events", "median", "p99", "worst", "where"], rows))
    if "backgammon" in names:
        plays, rolled, played = wide_double()
        print(
            f"\nThe widest roll, 1-1 with fifteen single checkers: {plays:,} plays, {rolled:.1f} ms to roll it and "
            f"list them, {played:.1f} ms to make one."
        )


if __name__ == "__main__":
    main(sys.argv[1:])
