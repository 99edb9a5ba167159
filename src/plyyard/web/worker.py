"""Where the computer thinks: a process of its own, so that the server's event loop never computes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any

from plyyard.rooms.meters import Histogram

JUDGING = 300  # milliseconds for a position that somebody looks at; games in progress wait no longer for it
BEST_MOVES = 5
Judgement = tuple[dict[str, float], list[tuple[str, float]]]
"""Expected result by side in the game's unit; moves, best first, each with the mover's."""


def choose(game_name: str, level: str, view: Any, seed: str) -> str:
    """Runs in the worker: the text of the move that a level chooses from a view."""
    from plyyard.core import registry
    from plyyard.core.chance import seeded
    from plyyard.players import player

    game = registry.game(game_name)
    return game.notation.format_move(player(game, level).choose(view, seeded(seed)))


def judge(game_name: str, position: str) -> Judgement:
    """Runs in the worker: what the best level expects of a position for each side, and its best moves with their values."""
    from plyyard.core import registry
    from plyyard.core.chance import seeded
    from plyyard.players import player

    game = registry.game(game_name)
    state = game.notation.parse_position(position)
    best, limit = player(game, list(game.levels)[-1]), {"ms": JUDGING}
    actor = game.actor(state)
    rated = best.rate(state, seeded(1), limit)[:BEST_MOVES] if actor in game.sides else []
    values = best.value(state, seeded(1), limit)
    return values, [(game.notation.format_move(move), value) for move, value in rated]


def warm_up() -> None:
    """Runs in a process of its own: has each game's kernels compiled onto disk."""
    from plyyard.core import registry
    from plyyard.core.kernel import once_compiled

    for game in registry.games():
        once_compiled(game.name, partial(_use_kernels, game.name))


def _use_kernels(game_name: str) -> None:
    """The figures are worked out, the strongest level plays an opening, and a win is looked for."""
    from plyyard.core import registry
    from plyyard.core.chance import draw, seeded
    from plyyard.core.game import CHANCE, Happened
    from plyyard.core.truth import start_rows, truths

    game, below = registry.game(game_name), seeded(1)
    for truth in truths(game_name):
        start_rows(truth, game)
    state = game.start(game.complete({}, below))
    if game.can_solve:
        game.solve(state, 1)
    while game.actor(state) is CHANCE:
        state = game.apply(state, Happened(draw(game.lot(state), below))).state
    view = game.observe(state, game.turn(state))
    if game.gives_hints:
        game.hint(view)
    if len(game.levels) > 1:
        choose(game_name, list(game.levels)[-1], view, "warm")


def _begin() -> None:
    """Give way to the server, and end with it, even when it is killed."""
    os.nice(5)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_it() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=end_with_it, daemon=True).start()


def _warm() -> None:
    _begin()
    warm_up()


def _warm_if_cold() -> None:
    from plyyard.core import registry
    from plyyard.core.kernel import are_compiled

    if not all(are_compiled(game.name) for game in registry.games()):
        multiprocessing.get_context("spawn").Process(target=_warm, daemon=True).start()


TRIES = 3


class Worker:
    """One process that thinks; a new one if it dies. ``thoughts``: how long each took, in seconds."""

    def __init__(self, thoughts: Histogram) -> None:
        self._thoughts = thoughts
        self._pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)

    def warm_up(self) -> None:
        """Begin to compile all kernels, onto disk and beside the one who thinks: nobody waits for another game's.

        Whether any is missing takes reading all sources, so that is asked beside the loop.
        """
        threading.Thread(target=_warm_if_cold, daemon=True).start()

    async def think(self, game: str, level: str, view: Any, _room: str) -> str:
        """See ``rooms.hub.Think``."""
        began = time.monotonic()
        move: str = await self.ask(choose, game, level, view, secrets.token_hex(8))
        self._thoughts.observe(time.monotonic() - began)
        return move

    async def judge(self, game: str, position: str) -> Judgement:
        """See ``judge``; of a sound position that is not over."""
        found: Judgement = await self.ask(judge, game, position)
        return found

    async def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of a module gives, worked out in the process."""
        loop = asyncio.get_running_loop()
        for left in reversed(range(TRIES)):
            pool = self._pool
            try:
                return await loop.run_in_executor(pool, function, *arguments)
            except BrokenProcessPool:
                if pool is self._pool:  # else another who asked has begun the new one
                    self._pool = self._start()
                if not left:
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        """End it, even in the middle of a thought."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
