"""The cases of behaviour.json that have a meaning at the game itself. Left to the rooms: do-double-draw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plyyard.core.chance import draw, seeded
from plyyard.core.errors import IllegalMove
from plyyard.core.game import CHANCE, After, Happened, Moved
from plyyard.core.words import words
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.state import HIDDEN, NAMES, NUMBER, TILES, Move, State
from plyyard.players import player

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "behaviour.json").read_text(encoding="utf-8"))["cases"]
}


def tile(name: str) -> int:
    return NUMBER[int(name[0]), int(name[2])]


def position(
    left: int, right: int, black: list[str], boneyard: list[str], white: list[str] | None = None
) -> State:
    """Black on turn with these tiles; the line between the ends and White's hand are filled from what is left."""
    used = {tile(name) for name in (*black, *boneyard, *(white or ()))}
    rest = [number for number in range(28) if number not in used]
    line = path(left, right, rest)
    hand = (
        [tile(name) for name in white] if white else [t for t in rest if TILES[t] not in {*line, *flip(line)}]
    )
    free = [t for t in rest if TILES[t] not in {*line, *flip(line)} and t not in hand]
    assert not free, "everything lies somewhere"
    return State(
        tuple(line),
        (tuple(sorted(map(tile, black))), tuple(sorted(hand))),
        tuple(sorted(map(tile, boneyard))),
        "black",
        None,
    )


def flip(line: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(right, left) for left, right in line]


def path(left: int, right: int, tiles: list[int]) -> list[tuple[int, int]]:
    """A short line from left to right made of these tiles."""
    queue: list[list[tuple[int, int]]] = [
        [halves] for number in tiles for halves in (TILES[number], TILES[number][::-1]) if halves[0] == left
    ]
    while queue:
        line = queue.pop(0)
        if line[-1][1] == right:
            return line
        used = {*line, *flip(line)}
        for number in tiles:
            for halves in {TILES[number], TILES[number][::-1]}:
                if halves[0] == line[-1][1] and halves not in used:
                    queue.append([*line, halves])
    raise AssertionError("no line")


def draws(state: State, order: list[str]) -> tuple[State, list[str], list[str]]:
    """Let the side on turn draw in this order until it need not; the state, what it drew, all effects."""
    side, drawn, effects = state.turn, [], []
    for name in order:
        if GAME.actor(state) is not CHANCE or state.turn != side:
            break
        after = GAME.apply(state, Happened(tile(name)))
        state = after.state
        drawn.append(name)
        effects += [effect.text for effect in after.effects]
    return state, drawn, effects


def test_do_draw_until() -> None:
    given = CASES["do-draw-until"]["given"]
    state = position(*given["chain_ends"], given["hand"], given["stock_order"])
    state, drawn, _ = draws(state, given["stock_order"])
    assert drawn == ["0-0", "2-2", "1-4"]
    assert GAME.legal_moves(state) == (Move(tile("1-4"), "r"),)
    assert len(state.boneyard) == 3
    assert GAME.actor(state) == "black"


def test_do_stock_three() -> None:
    given = CASES["do-stock-three"]["given"]
    state = position(*given["chain_ends"], given["hand"], given["stock_order"])
    state, drawn, effects = draws(state, given["stock_order"])
    assert drawn == ["4-4"]
    assert len(state.boneyard) == 2
    assert effects[0] == "black passes"


def test_do_draw_tie() -> None:
    given = CASES["do-draw-tie"]["given"]["state"], ["0-5", "1-1"], ["3-4"]
    rest = [number for number in range(28) if NAMES[number] not in (*given[1], *given[2])]
    # 6 lies at both ends, and neither hand has one; two tiles without a 6 stay in the boneyard
    boneyard = ["0-0", "2-2"]
    line = all_of([number for number in rest if NAMES[number] not in boneyard])
    state = State(line, (hand(given[1]), hand(given[2])), hand(boneyard), "black", None, 0)
    after = GAME.settle(state)
    assert [effect.text for effect in after.effects] == ["black passes", "white passes", "blocked"]
    result = GAME.result(after.state)
    assert result is not None and (result.winner, result.kind) == (None, "blocked")
    assert GAME.score(after.state)["pips"] == {"black": 7, "white": 7}


def hand(names: list[str]) -> tuple[int, ...]:
    return tuple(sorted(map(tile, names)))


def all_of(tiles: list[int]) -> tuple[tuple[int, int], ...]:
    """A state takes its line as it is: any tiles with 6 open at both ends serve for counting."""
    ends = [TILES[number] for number in tiles if 6 in TILES[number]]
    return ((ends[0][1], ends[0][0]), *(TILES[n] for n in tiles if 6 not in TILES[n]), *ends[1:])


def test_do_first_free() -> None:
    given = CASES["do-first-free"]["given"]
    state = GAME.notation.parse_position(
        f"line= black={','.join(NAMES[t] for t in hand(given['hand']))} white=?*7 boneyard=?*14 turn=black"
    )
    steps = GAME.steps(state, ())
    assert [step.text for step in steps] == [NAMES[number] for number in hand(given["hand"])]
    assert {step.target for step in steps} == {"open"}
    assert GAME.apply(state, Moved("black", Move(tile("2-6")))).state.ends == (2, 6)


@pytest.mark.parametrize(("end", "ends", "fits"), [("r", (2, 2), "1-2"), ("l", (5, 5), "5-6")])
def test_do_both_ends(end: str, ends: tuple[int, int], fits: str) -> None:
    given = CASES["do-both-ends"]["given"]
    held = ",".join(NAMES[t] for t in hand(given["hand"]))
    state = GAME.notation.parse_position(f"line=2-3,3-5 black={held} white=?*9 boneyard=?*14 turn=black")
    after = GAME.apply(state, Moved("black", Move(tile("2-5"), end))).state
    assert after.ends == ends
    still = [name for name in ("1-2", "5-6") if set(ends) & set(TILES[tile(name)])]
    assert still == [fits]


def test_do_pass_refused() -> None:
    given = CASES["do-pass-refused"]["given"]
    boneyard = ["0-0", "2-2", "3-3", "4-4", "5-5"]
    assert len(boneyard) == given["stock_size"]
    state = position(*given["chain_ends"], given["hand"], boneyard)
    for text in ("pass", "-"):
        with pytest.raises(IllegalMove) as refused:
            GAME.notation.parse_move(state, text)
        assert refused.value.article == "4.1"
    assert GAME.actor(state) is CHANCE


def test_do_last_tile() -> None:
    given = CASES["do-last-tile"]["given"]
    boneyard = ["0-1", "0-2", "0-3", "1-1", "1-2", "1-3", "3-3", "5-5"]
    assert len(boneyard) == given["stock_size"]
    rest = [
        NAMES[t] for t in range(28) if NAMES[t] not in (*given["black_hand"], *given["white_hand"], *boneyard)
    ]
    line = path(*given["chain_ends"], [tile(name) for name in rest])
    state = State(
        tuple(line), (hand(given["black_hand"]), hand(given["white_hand"])), hand(boneyard), "black", None
    )
    after = GAME.apply(state, Moved("black", Move(tile("2-4"), "l")))
    result = GAME.result(after.state)
    assert result is not None and (result.winner, result.kind) == ("black", "finished")
    assert after.effects == ()


def watched(seed: int, viewer: str) -> list[str]:
    """Everything a viewer is told in a random game until just before its end: positions, pictures, words, events."""
    below, said = seeded(seed), []
    state = GAME.start({})
    spoken = words("en", "dominoes")
    while True:
        actor = GAME.actor(state)
        assert actor is not None
        if actor is CHANCE:
            event: Any = Happened(draw(GAME.lot(state), below))
        else:
            moves = GAME.legal_moves(state)
            event = Moved(actor, moves[below(len(moves))])
        after = GAME.apply(state, event)
        if GAME.result(after.state):
            return said
        before, view, seen = (
            GAME.observe(state, viewer),
            GAME.observe(after.state, viewer),
            GAME.redact(state, event, viewer),
        )
        hidden = [
            NAMES[t]
            for t in (*after.state.hand("black" if viewer == "white" else "white"), *after.state.boneyard)
        ]
        told = [
            GAME.notation.format_position(view),
            repr(view),
            repr(seen),
            repr(GAME.board.scene(view, spoken, viewer)),
            *GAME.board.describe(view, spoken),
            GAME.board.announce(before, seen, After(view, after.effects), spoken),
            repr(GAME.score(view)),
        ]
        for text in told:
            assert not any(name in text for name in hidden), (text, hidden)
        said += told
        state = after.state


@pytest.mark.parametrize("seed", range(8))
def test_do_view_opponent_and_do_initial_state(seed: int) -> None:
    """Nothing that White is told names a tile of Black's hand or of the boneyard while the game runs."""
    assert len(watched(seed, "white")) > 20


def test_do_second_game() -> None:
    """A game that ended with open hands leaves nothing behind: the next one starts hidden."""
    watched(3, "white")
    state = GAME.apply(GAME.start({}), Happened(tuple(range(28)))).state
    view = GAME.observe(state, "white")
    assert view.hand("black") == (HIDDEN,) * 7
    assert view.log == ()


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_do_ai_blind(level: str) -> None:
    """Tiles the computer cannot see are exchanged: its moves and their values stay the same."""
    bot = player(GAME, level)
    compared = 0
    for seed in range(6):
        below = seeded(seed)
        state = GAME.apply(GAME.start({}), Happened(draw(GAME.lot(GAME.start({})), below))).state
        while (actor := GAME.actor(state)) is not None:
            if actor is CHANCE:
                state = GAME.apply(state, Happened(draw(GAME.lot(state), below))).state
                continue
            moves = GAME.legal_moves(state)
            twin = GAME.imagine(GAME.observe(state, str(actor)), below)
            if len(moves) > 1 and twin != state:
                rated = [bot.rate(GAME.observe(world, str(actor)), seeded(9)) for world in (state, twin)]
                assert rated[0] == rated[1]
                # and given the whole state, nothing more is used
                assert bot.recipe.params["rate"](state, seeded(9), Free()) == bot.recipe.params["rate"](
                    twin, seeded(9), Free()
                )
                compared += 1
            state = GAME.apply(state, Moved(actor, moves[below(len(moves))])).state
    assert compared > 10


class Free:
    """A budget without an end."""

    is_spent = False

    def use(self, nodes: int) -> None:
        pass
