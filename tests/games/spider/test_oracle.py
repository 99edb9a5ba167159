"""The kernels against the slow oracle, over random play from deals and from the case positions."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from plyyard.core.game import Moved
from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import RULES, RUNS
from tests.games.spider.oracle import Oracle

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
STARTS = [case["position"].split(" home=")[0] + " home=" + case["position"].split(" home=")[1].split(" ")[0]
          for case in CASES["scores"] + CASES["rules"]]  # fmt: skip


def play(text: str, chance: random.Random, limit: int, seen: set[str]) -> int:
    """Play on from a position in both, comparing everything; the number of decisions."""
    state = GAME.settle(GAME.notation.parse_position(text)).state
    oracle = Oracle.read(GAME.notation.format_position(state))
    for decisions in range(limit):
        score = GAME.score(state)
        assert score["parts"] == oracle.parts()
        moves = {GAME.notation.format_move(move): move for move in GAME.legal_moves(state)}
        end, legal = oracle.legal()
        assert sorted(moves) == sorted(legal)
        result = GAME.result(state)
        assert (result and result.kind) == end
        if end is not None:
            seen.add(end)
            return decisions
        move = _wish(legal, oracle, chance)
        after = GAME.apply(state, Moved("player", moves[move]))
        oracle.play(move)
        assert [effect.text for effect in after.effects] == oracle.effects
        seen |= {effect.kind for effect in after.effects} | {
            move.split(" ")[0] if ">" not in move else "move"
        }
        state = after.state
        assert GAME.notation.format_position(state).startswith(oracle.write())
    return limit


def _wish(legal: list[str], oracle: Oracle, chance: random.Random) -> str:
    """Mostly a move that joins a suit, so that runs get complete; else any."""
    joins = []
    for move in legal:
        if ">" in move:
            source, rest = move.split(">")
            target, count = (int(part) for part in rest.split(":"))
            cards = oracle.columns[int(source) - 1]
            below = oracle.columns[target - 1]
            if below and below[-1].suit == cards[-count].suit and not oracle.is_run(cards[-count - 1 :]):
                joins.append(move)
        elif move != "deal":
            joins.append(move)
    if joins and chance.random() < 0.8:
        return chance.choice(joins)
    others = [move for move in legal if move != "deal"]
    return chance.choice(others if others and chance.random() < 0.97 else legal)


def test_the_kernels_agree_with_the_oracle_from_the_case_positions() -> None:
    chance, seen = random.Random(1), set[str]()
    decisions = 0
    for text in STARTS[::4]:
        rule, runs = chance.choice(RULES), chance.choice(RUNS)
        decisions += play(f"{text} rule={rule} runs={runs}", chance, 15, seen)
    assert decisions > 200
    assert seen >= {"move", "remove", "turned", "run completed", "column emptied"}


@pytest.mark.slow
def test_the_kernels_agree_with_the_oracle_on_twenty_thousand_decisions() -> None:
    chance, seen = random.Random(2), set[str]()
    decisions = 0
    for seed, text in enumerate(STARTS):
        options = f" rule={RULES[seed % 3]} runs={RUNS[seed // 3 % 3]}"
        decisions += play(text + options, chance, 60, seen)
    number = 0
    while decisions < 20_000:
        number += 1
        options = {
            "number": number,
            "suits": (1, 1, 2, 4)[number % 4],
            "layout": ("xpat2", "left")[number % 2],
            "rule": RULES[number % 3],
            "runs": RUNS[number // 4 % 3],
        }
        decisions += play(GAME.notation.format_position(GAME.start(options)), chance, 350, seen)
    assert seen == {"move", "deal", "remove", "turned", "run completed", "column emptied", "won", "stuck"}
