"""Positions with the tiles in their order, worked out until someone has a choice or it is over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plyyard.core.game import CHANCE, Happened
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.state import NAMES, NUMBER, SIDES

CASES = json.loads((Path(__file__).parent / "cases.json").read_text())["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['category']}")
def test_case(case: dict[str, Any]) -> None:
    state = GAME.notation.parse_position(case["position"])
    events: list[dict[str, Any]] = []
    order = list(case["draw_order"])

    def take(effects: Any) -> None:
        events.extend({"side": effect.side, "pass": True} for effect in effects if effect.kind == "passes")

    after = GAME.settle(state)
    take(after.effects)
    state = after.state
    while GAME.actor(state) is CHANCE:
        side, tile = state.turn, order.pop(0)
        if not events or events[-1].get("side") != side or "draw" not in events[-1]:
            events.append({"side": side, "draw": 0, "tiles": []})
        events[-1]["draw"] += 1
        events[-1]["tiles"].append([int(half) for half in tile.split("-")])
        after = GAME.apply(state, Happened(NUMBER[tuple(int(half) for half in tile.split("-"))]))  # type: ignore[index]
        take(after.effects)
        state = after.state
    assert events == case["events"]
    assert [GAME.notation.format_move(move) for move in GAME.legal_moves(state)] == sorted(case["moves"])
    result, expected = GAME.result(state), case["result"]
    if expected is None:
        assert result is None
        assert GAME.actor(state) == case["to_act_after"]
    else:
        assert result is not None
        assert {"blocked": "blocked"}.get(expected["end"], "finished") == result.kind
        assert result.winner == expected["winner"]
        assert expected["draw"] == (result.winner is None)
        assert GAME.score(state)["pips"] == expected["pips"]


def test_the_tiles_are_numbered_in_order() -> None:
    assert [NAMES[0], NAMES[6], NAMES[7], NAMES[27]] == ["0-0", "0-6", "1-1", "6-6"]
    assert SIDES == ("black", "white")
