"""Sequential test: is the first player stronger, or not? Ends a match once that is clear (Wald 1945)."""

from __future__ import annotations

import math

from plyyard.arena.match import Tally

EVEN, BETTER = 0.5, 0.55  # the two hypotheses: scores of the first player
ERROR = 0.05  # chance of either wrong decision
BOUND = math.log((1 - ERROR) / ERROR)


def log_likelihood_ratio(tally: Tally) -> float:
    """Of "scores 55 %" against "scores 50 %", by the normal approximation over wins, draws and losses.

    >>> log_likelihood_ratio(Tally(wins=30, losses=30)) < 0 < log_likelihood_ratio(Tally(wins=40, losses=20))
    True
    """
    games = tally.games
    if games == 0:
        return 0.0
    wins, draws, losses = (
        count + 0.5 for count in (tally.wins, tally.draws, tally.losses)
    )  # never without spread
    whole = wins + draws + losses
    score = (wins + draws / 2) / whole
    spread = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / whole
    return games * (BETTER - EVEN) * (2 * score - EVEN - BETTER) / (2 * spread)


def verdict(tally: Tally) -> bool | None:
    """True: stronger; False: not (by so much); None: not yet clear."""
    ratio = log_likelihood_ratio(tally)
    return True if ratio >= BOUND else False if ratio <= -BOUND else None
