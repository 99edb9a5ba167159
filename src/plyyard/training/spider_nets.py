"""Makes games/spider/data/net*.json: the nets of worth.py, learned by self-play; run it when features change.

The player plays deals without peeking, now and then not its best choice; then the net is fitted to how its last games
ended, each choice to the win or loss and the points that came of it, and it plays on with the better net. Games of an
older net alone are not enough: fitted to them a net tells the chance well and still chooses badly, since it never
saw where its own choices lead; after two or three rounds of its own it does.
The numbers there come of some 32,000 games of four suits (deals from 41,000,000 on): 8,000 by a net that games of narrow
beams had taught, then 12 rounds of 2,000; from these of 7 rounds with two suits, from those of 7 with one. Two processes played
at once, each with the net that was newest: the same numbers cannot be made again, as good ones can.
``python -m plyyard.training.spider_nets SUITS ROUNDS GAMES FIRST_DEAL``; it goes on from the net that is there.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np

from plyyard.core.kernel import below, compiled, random_state
from plyyard.core.kernel import kernel as kernel_mark
from plyyard.games.spider import desks, nets, player, worth
from plyyard.games.spider.blind import enter, explore
from plyyard.games.spider.deal import dealt
from plyyard.games.spider.weighing import WIN, all_open, best_end, has_won, points, weigh
from plyyard.games.spider.worth import INPUTS, UNITS, count_unseen, look

WIDTH, STEPS, LEAVES, WIDE, WIDE_STEPS = 60, 25, 300, 150, 120
STRAYS = 60  # of 1000 choices are the best of an eighth of the leaves, drawn by lot
EIGHTH = 8
ROUNDS_KEPT = 10
LONGEST = 150  # choices of a game that are learned from
OUTPUTS = 2


@kernel_mark
def whole_game(desk, net, share, width, steps, most, wide, wide_steps, strays, random, records):  # type: ignore[no-untyped-def]
    """Play from node 0 to the end; each choice's inputs go to ``records``. 2000 · choices + points.

    Without a net the first leaf that turns a card is chosen, else one to deal on.
    """
    chosen = 0
    while True:
        count = explore(desk, wide, wide_steps, most) if all_open(desk) else explore(desk, width, steps, most)
        if has_won(desk) >= 0:
            return 2000 * chosen + WIN
        if count == 0:
            return 2000 * chosen + points(desk, best_end(desk))
        best = 0
        if len(net) > 0:
            best = weigh(desk, net, count, share)
        else:
            count_unseen(desk)
        if len(net) > 0 and below(random, 1000) < strays:
            best = below(random, count)
            for leaf in range(count):
                if below(random, EIGHTH) == 0 and desk.worth[leaf] > desk.worth[best]:
                    best = leaf
        if chosen < len(records) // INPUTS:
            look(desk, desk.leaves[best])
            for i in range(INPUTS):
                records[chosen * INPUTS + i] = desk.numbers[i]
            chosen += 1
        enter(desk, desk.leaves[best])


def play(deals: range, suits: int, net: Any) -> tuple[Any, Any, Any]:
    """Inputs of all choices, float32 (n, INPUTS); whether their games were won; their points as a share of 990."""
    kernels = compiled(sys.modules[__name__])
    desk = desks.desk(WIDE, WIDE_STEPS, LEAVES)
    records = np.zeros(LONGEST * INPUTS)
    inputs, wins, shares = [], [], []
    for number in deals:
        desks.lay(desk, dealt(number, suits, "xpat2", "strict", "auto"), ())
        random = np.array(random_state(number), np.int64)
        size = (WIDTH, STEPS, LEAVES, WIDE, WIDE_STEPS)
        found = int(kernels.whole_game(desk, net, player.SHARE, *size, STRAYS, random, records))
        choices, reached = divmod(found, 2000)
        inputs.append(records[: choices * INPUTS].reshape(choices, INPUTS).astype(np.float32))
        wins += [float(reached == WIN)] * choices
        shares += [reached / WIN] * choices
    return np.concatenate(inputs), np.array(wins, np.float32), np.array(shares, np.float32)


def fit(inputs: Any, wins: Any, shares: Any, net: Any, seed: int, epochs: int = 2, rate: float = 1e-3) -> Any:
    """The net after some rounds of Adam on the logarithmic loss of wins and the squared one of points."""
    random = np.random.default_rng(seed)
    parts = _parts(net if len(net) else random.normal(0, 0.2, worth.WEIGHTS))
    first, second = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    batch, step = 2048, 0
    last = epochs * -(-len(inputs) // batch)
    for _ in range(epochs):
        order = random.permutation(len(inputs))
        for start in range(0, len(inputs), batch):
            some = order[start : start + batch]
            step += 1
            pace = rate * (1 + np.cos(np.pi * step / last)) / 2 + 1e-5
            for part, slope, mean, square in zip(
                parts, _slopes(inputs[some], wins[some], shares[some], *parts), first, second, strict=True
            ):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                part -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    weights, biases, out, out_biases = parts
    return np.concatenate(
        [weights.ravel(), biases, out[:, 0], out_biases[:1], out[:, 1], out_biases[1:]]
    ).astype(np.float64)


def _parts(net: Any) -> list[Any]:
    first = (INPUTS + 1) * UNITS
    out = net[first:].reshape(OUTPUTS, UNITS + 1).astype(np.float32)
    weights, biases = net[: INPUTS * UNITS].reshape(INPUTS, UNITS), net[INPUTS * UNITS : first]
    return [
        weights.astype(np.float32),
        biases.astype(np.float32),
        out[:, :UNITS].T.copy(),
        out[:, UNITS].copy(),
    ]


def _slopes(
    inputs: Any, wins: Any, shares: Any, weights: Any, biases: Any, out: Any, out_biases: Any
) -> tuple[Any, ...]:
    hidden = np.maximum(inputs @ weights + biases, 0)
    answers = hidden @ out + out_biases
    errors = np.stack([1 / (1 + np.exp(-answers[:, 0])) - wins, 8 * (answers[:, 1] - shares)], 1) / len(
        inputs
    )
    back = errors @ out.T
    back[hidden <= 0] = 0
    return inputs.T @ back, back.sum(0), hidden.T @ errors, errors.sum(0)


def write(suits: int, net: Any) -> None:
    """Thousandths, a unit's row a line."""
    numbers = [str(round(1000 * value)) for value in net.tolist()]
    lines = [",".join(numbers[at : at + UNITS]) for at in range(0, len(numbers), UNITS)]
    path = Path(nets.FOLDER) / f"net{suits}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text("[" + ",\n".join(lines) + "]\n", encoding="utf-8")
    assert len(json.loads(path.read_text(encoding="utf-8"))) == worth.WEIGHTS


def learn(suits: int, rounds: int, games: int, first: int) -> None:
    """Play and fit in turns, and write the net after each."""
    known = (nets.FOLDER / f"net{suits}.json").exists()
    net = nets.net(suits) if known else np.zeros(0)
    kept: deque[tuple[Any, Any, Any]] = deque(maxlen=ROUNDS_KEPT)
    for number in range(rounds):
        kept.append(play(range(first, first + games), suits, net))
        first += games
        inputs, wins, shares = (np.concatenate(parts) for parts in zip(*kept, strict=True))
        net = fit(inputs, wins, shares, net, number)
        write(suits, net)
        print(
            f"{number + 1}: wins {kept[-1][1].mean():.3f}, points {WIN * kept[-1][2].mean():.0f}", flush=True
        )


if __name__ == "__main__":
    learn(*(int(text) for text in sys.argv[1:5]))
