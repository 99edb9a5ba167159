"""Each exercise against an independent way: the slow oracle, hands listed one by one, halves counted in sets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from plyyard.core.chance import seeded
from plyyard.core.errors import Say
from plyyard.core.exercise import (
    DIFFICULTIES,
    Choice,
    Exercise,
    Number,
    Picks,
    Play,
    exercise,
    generators,
    grade,
)
from plyyard.core.words import words
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.state import HIDDEN, NAMES, SIDES, TILES, State, other
from tests.games.dominoes.hands import every_hand, unseen
from tests.games.dominoes.oracle import Table, Tile, every_tile

SEEDS = int(os.environ.get("PLYYARD_SEEDS", "50"))
MOST_HANDS = 1500
KINDS = {one.name: one for one in generators("dominoes")}
difficulties = pytest.mark.parametrize("difficulty", DIFFICULTIES)


def made(name: str, difficulty: int, seeds: int = SEEDS) -> Iterator[tuple[Exercise, State]]:
    for seed in range(1, seeds + 1):
        one = exercise(KINDS[name], difficulty, seed)
        yield one, GAME.notation.parse_position(one.position)


def with_past(one: Exercise) -> State:
    """The position with its log, which the reader is told in words only."""
    state: State = GAME.notation.parse_position(one.key.split(" | ")[0])
    assert state.log and " log=" not in one.position
    return state


def table(state: State) -> Table:
    """The oracle's table; hidden tiles are left out, of the boneyard only the number counts."""
    hands = {
        side: {TILES[tile] for tile in hand if tile != HIDDEN}
        for side, hand in zip(SIDES, state.hands, strict=True)
    }
    known = {TILES[tile] for tile in state.boneyard if tile != HIDDEN}
    loose = sorted(
        every_tile() - known - set().union(*hands.values()) - {tuple(sorted(t)) for t in state.line}
    )  # type: ignore[arg-type]
    boneyard = known | set(loose[: len(state.boneyard) - len(known)])
    line = [half for halves in state.line for half in halves]
    return Table(line, hands, boneyard, state.turn, passed_before=state.passes == 1)


def tile_of(name: str) -> Tile:
    low, high = name.removeprefix("hand-").split("-")
    return int(low), int(high)


def mine(state: State) -> set[Tile]:
    return {TILES[tile] for tile in state.hand(state.turn)}


def right_of(one: Exercise) -> set[Tile]:
    assert isinstance(one.answer, Picks)
    return {tile_of(name) for name in one.answer.right}


def choice(one: Exercise) -> str:
    assert isinstance(one.answer, Choice)
    return one.answer.right


def number(one: Exercise) -> Fraction:
    assert isinstance(one.answer, Number)
    return Fraction(one.answer.value)


def test_opening_all_tiles_of_black_and_none_of_white() -> None:
    asked = set()
    for one, state in made("opening", 1):
        assert one.facing in SIDES
        asked.add(one.facing)
        hand = {TILES[tile] for tile in state.hand(one.facing)}
        assert right_of(one) == (hand if one.facing == "black" else set())
    assert asked == set(SIDES)


@pytest.mark.parametrize("difficulty", [2, 3])
def test_opening_counts(difficulty: int) -> None:
    for one, state in made("opening", difficulty):
        hand = mine(state)
        counts = {tile: sum(bool(set(tile) & set(other_one)) for other_one in hand - {tile}) for tile in hand}
        if difficulty == 2:
            wanted = {tile for tile, count in counts.items() if count == one.question.values["n"]}
        else:
            best = max((count, sum(tile)) for tile, count in counts.items())
            wanted = {tile for tile, count in counts.items() if (count, sum(tile)) == best}
        assert isinstance(one.answer, Play)
        assert {tile_of(text) for text in one.answer.right} == wanted


@difficulties
def test_fits(difficulty: int) -> None:
    belongs: dict[str, Callable[[set[str]], bool]] = {
        "Which of your tiles fit the left end?": lambda ends: "l" in ends,
        "Which of your tiles fit the right end?": lambda ends: "r" in ends,
        "Which of your tiles fit the left end, the right end, or both?": lambda ends: bool(ends),
        "Which of your tiles fit neither end?": lambda ends: not ends,
        "Which of your tiles could you lay at both ends, as you like?": lambda ends: ends == {"l", "r"},
        "Which of your tiles fit exactly one of the two ends?": lambda ends: len(ends) == 1,
    }
    sizes = set()
    for one, state in made("fits", difficulty):
        choices = table(state).choices()
        wanted = {
            tile for tile in mine(state) if belongs[str(one.question)]({e for t, e in choices if t == tile})
        }
        assert right_of(one) == wanted
        sizes.add(len(wanted))
    assert len(sizes) > 1


@difficulties
def test_open_ends(difficulty: int) -> None:
    for one, state in made("ends", difficulty):
        at = table(state)
        said = [said for said in one.question.values.values() if isinstance(said, Say)]
        assert len(said) == difficulty
        for said_one in said:
            tile, end = tile_of(said_one.values["tile"]), "l" if "left" in said_one.message else "r"
            at.hands[at.turn].add(tile)
            assert (tile, end) in at.choices()
            at.hands[other(at.turn)].add((9, 9))  # a hidden hand is not empty
            at.boneyard |= {(8, 8), (8, 9), (7, 8)}  # and nobody passes
            at.lay(tile, end)
        assert choice(one) == f"{at.line[0]}-{at.line[-1]}"


@difficulties
def test_still_out(difficulty: int) -> None:
    for one, state in made("out", difficulty):
        numbers = {one.question.values[name] for name in ("n", "a", "b") if name in one.question.values}
        assert len(numbers) == (2 if difficulty == 3 else 1)
        seen = mine(state) | {(min(halves), max(halves)) for halves in state.line}
        assert number(one) == sum(bool(set(tile) & numbers) for tile in every_tile() - seen)


def counts_after(state: State, among: set[Tile]) -> dict[str, int]:
    """For each move of the oracle how many of these tiles fit then."""
    found = {}
    for tile, end in table(state).choices():
        at = table(state)
        at.lay(tile, end)
        ends = {at.line[0], at.line[-1]}
        low, high = sorted(tile)
        found[f"{low}-{high}>{end}"] = sum(bool(set(one) & ends) for one in among - {tile})
    return found


def test_compare_either_end() -> None:
    answers = set()
    for one, state in made("compare", 1):
        tile = one.question.values["tile"]
        counts = counts_after(state, mine(state))
        left, right = counts[f"{tile}>l"], counts[f"{tile}>r"]
        assert choice(one) == ("same" if left == right else "left" if left > right else "right")
        answers.add(choice(one))
    assert answers == {"same", "left", "right"}


@pytest.mark.parametrize(("difficulty", "best"), [(2, max), (3, min)])
def test_compare_all_moves(difficulty: int, best: Callable[..., int]) -> None:
    for one, state in made("compare", difficulty):
        among = mine(state) if difficulty == 2 else {TILES[tile] for tile in unseen(state)}
        counts = counts_after(state, among)
        assert isinstance(one.answer, Play)
        assert one.answer.right == {move for move, n in counts.items() if n == best(counts.values())}
        assert len(one.answer.right) < len(counts)


@difficulties
def test_answer_over_every_hand(difficulty: int) -> None:
    """The chance over all hands that can be, each with the number of its histories."""
    for one, state in made("answer", difficulty):
        opponent, past = other(state.turn), with_past(one)
        hidden, out = len(state.hand(opponent)), unseen(state)
        if difficulty == 1:
            numbers = {one.question.values["n"]}
        else:
            tile, at = tile_of(one.question.values["tile"]), table(state)
            at.lay(tile, "l" if "left" in one.question.message else "r")
            numbers = {at.line[0], at.line[-1]}
        if difficulty == 3 and comb(len(out), hidden) > MOST_HANDS:
            continue
        if difficulty == 3:
            hands = every_hand(past, opponent)
            wanted = sum(
                chance for hand, chance in hands.items() if any(set(TILES[t]) & numbers for t in hand)
            )
        else:
            plain = list(combinations(out, hidden))
            wanted = Fraction(sum(any(set(TILES[t]) & numbers for t in hand) for hand in plain), len(plain))
        assert number(one) == wanted


@pytest.mark.parametrize("difficulty", [1, 2])
def test_draw_or_pass(difficulty: int) -> None:
    answers = set()
    for one, state in made("draw", difficulty):
        at, laid = table(state), one.question.values["laid"]
        tile, me = tile_of(laid.values["tile"]), one.facing
        assert me == other(state.turn) and one.question.values["n"] == len(at.boneyard)
        at.hands[at.turn] |= {tile, (9, 9)}  # one that nobody sees, so that the hand is not empty
        spare = {(8, 8), (8, 9), (7, 8)}
        at.boneyard |= spare  # so that nobody passes by itself
        at.lay(tile, "l" if "left" in laid.message else "r")
        at.boneyard -= spare
        assert at.turn == me
        assert choice(one) == ("lay" if at.choices() else "draw" if at.has_to_draw() else "pass")
        answers.add(choice(one))
    assert answers == ({"lay", "draw"} if difficulty == 1 else {"lay", "draw", "pass"})


def test_draw_and_then() -> None:
    answers = set()
    for one, state in made("draw", 3):
        at = table(state)
        assert at.has_to_draw()
        at.hands[at.turn].add(tile_of(one.question.values["tile"]))
        at.boneyard.pop()
        assert choice(one) == ("lay" if at.choices() else "draw" if at.has_to_draw() else "pass")
        answers.add(choice(one))
    assert answers == {"lay", "draw", "pass"}


def winner(hands: dict[str, set[Tile]]) -> str:
    black, white = (sum(map(sum, hands[side])) for side in SIDES)
    return "draw" if black == white else "black" if black < white else "white"


@pytest.mark.parametrize("difficulty", [1, 2])
def test_blocked_by_pips(difficulty: int) -> None:
    answers = set()
    for one, state in made("blocked", difficulty):
        at = table(state)
        assert len(at.boneyard) == 2 and state.is_over
        assert not any(set(tile) & {at.line[0], at.line[-1]} for hand in at.hands.values() for tile in hand)
        assert choice(one) == winner(at.hands)
        answers.add(choice(one))
    assert answers >= ({"black", "white"} if difficulty == 1 else {"black", "white", "draw"})


def test_will_it_block() -> None:
    answers = set()
    for one, state in made("blocked", 3):
        at = table(state)
        at.lay(tile_of(one.question.values["tile"]), "l" if "left" in one.question.message else "r")
        assert at.ended in ("", "blocked")
        assert choice(one) == ((at.winner() or "draw") if at.ended else "on")
        answers.add(choice(one))
    assert {"black", "white", "on"} <= answers


@difficulties
def test_held_over_every_hand(difficulty: int) -> None:
    """Numbers that no hand shows that can be; where there are too many hands, worlds imagined at random must agree."""
    listed = 0
    for one, _ in made("held", difficulty):
        state = with_past(one)
        opponent = other(state.turn)
        wanted = set(map(int, choice(one).split(",")))
        if comb(len(unseen(state)), len(state.hand(opponent))) <= MOST_HANDS:
            listed += 1
            shown = {half for hand in every_hand(state, opponent) for tile in hand for half in TILES[tile]}
            assert wanted == set(range(7)) - shown
        else:
            for seed in range(5):
                hand = GAME.imagine(state, seeded(seed)).hand(opponent)
                assert not {half for tile in hand for half in TILES[tile]} & wanted
    assert listed > 3


def test_words_of_a_position_give_nothing_away() -> None:
    """What is read out beside the board names no pips, no winner, no number that is missing, nobody who must draw."""
    t = words("en", "dominoes")
    for name, kind in KINDS.items():
        for difficulty in DIFFICULTIES:
            for seed in range(1, 9):
                one = exercise(kind, difficulty, seed)
                lines = [t.say(line) for line in one.described] or GAME.board.describe(
                    GAME.notation.parse_position(one.position), t
                )
                said = " ".join(lines)
                assert "draws and passes" not in said or name not in ("held", "answer")
                assert "wins" not in said and "blocked" not in said
                assert name != "blocked" or "pips" not in said
                assert (name, difficulty) != ("opening", 1) or "opens" not in said
                assert name != "draw" or difficulty == 3 or "must draw" not in said


# ---- why an answer is wrong ----


def wrong(
    name: str, difficulty: int, slip: Callable[[Exercise, State], str | list[str] | None]
) -> tuple[str, str]:
    """The reason and article of the first exercise in which this slip is a wrong answer."""
    for one, state in made(name, difficulty, 300):
        given = slip(one, state)
        if given is not None:
            verdict = grade(GAME, one, [given] if isinstance(given, str) else given)
            assert not verdict.right
            return str(verdict.why), verdict.article
    raise AssertionError("nothing of the kind")


def only_doubles(one: Exercise, state: State) -> list[str] | None:
    doubles = [
        f"hand-{NAMES[tile]}" for tile in state.hands[0] if tile != HIDDEN and len(set(TILES[tile])) == 1
    ]
    return doubles if one.facing == "black" and doubles else None


def test_slip_only_doubles_may_open() -> None:
    assert wrong("opening", 1, only_doubles) == (
        "Other games demand a double. Here any tile of the hand may open.",
        "2.3",
    )


def test_slip_white_opens() -> None:
    why, article = wrong(
        "opening",
        1,
        lambda one, state: ["hand-" + NAMES[state.hands[1][0]]] if one.facing == "white" else None,
    )
    assert (why, article) == ("Black opens, always; so it is not your turn yet.", "2.2")


def test_slip_the_lighter_tile_opens() -> None:
    def lighter(one: Exercise, state: State) -> str | None:
        counts = counts_after_opening(mine(state))
        best = max(counts.values())
        tied = sorted((tile for tile, n in counts.items() if n == best), key=sum)
        assert isinstance(one.answer, Play)
        low, high = tied[0]
        return f"{low}-{high}" if f"{low}-{high}" not in one.answer.right else None

    why, article = wrong("opening", 3, lighter)
    assert "takes more pips out of your hand" in why and article == "5.3"


def counts_after_opening(hand: set[Tile]) -> dict[Tile, int]:
    return {tile: sum(bool(set(tile) & set(one)) for one in hand - {tile}) for tile in hand}


def test_slip_the_touching_half_stays_open() -> None:
    """Whoever leaves the old ends in place is told which half is covered."""

    def old(one: Exercise, state: State) -> str | None:
        left, right = state.ends or (0, 0)
        return f"{left}-{right}" if choice(one) != f"{left}-{right}" else None

    why, article = wrong("ends", 1, old)
    assert "covers the" in why and article == "3.1"


def test_slip_a_tile_with_both_numbers_counts_twice() -> None:
    def twice(one: Exercise, state: State) -> str | None:
        out = [TILES[tile] for tile in unseen(state)]
        a, b = one.question.values["a"], one.question.values["b"]
        return str(sum(a in t for t in out) + sum(b in t for t in out)) if (a, b) in out else None

    why, article = wrong("out", 3, twice)
    assert why.endswith("shows both numbers, but it is one tile: count it once.") and article == "1.1"


def test_slip_own_tiles_count_as_unseen() -> None:
    def own(one: Exercise, state: State) -> str | None:
        n = one.question.values["n"]
        extra = sum(n in tile for tile in mine(state))
        return str(number(one) + extra) if extra else None

    assert wrong("out", 1, own)[0].startswith("That is all that does not lie in the line.")


def test_slip_the_covered_number_counts() -> None:
    def turned(one: Exercise, state: State) -> str | None:
        return {"left": "right", "right": "left", "same": None}[choice(one)]

    assert wrong("compare", 1, turned)[0].startswith("Turned round:")


def test_slip_the_chance_of_one_tile() -> None:
    def single(one: Exercise, state: State) -> str | None:
        out = unseen(state)
        fit = sum(one.question.values["n"] in TILES[tile] for tile in out)
        return str(Fraction(fit, len(out))) if len(state.hand(other(state.turn))) == 2 else None

    assert "That is the chance for one tile." in wrong("answer", 1, single)[0]
    assert (
        "the other case is asked for"
        in wrong("answer", 2, lambda one, _: None if number(one) == Fraction(1, 2) else str(1 - number(one)))[
            0
        ]
    )


def test_slip_what_a_draw_proved_is_forgotten() -> None:
    def forgotten(one: Exercise, state: State) -> str | None:
        at = table(state)
        at.lay(tile_of(one.question.values["tile"]), "l" if "left" in one.question.message else "r")
        ends = {at.line[0], at.line[-1]}
        out = [TILES[tile] for tile in unseen(state)]
        hands = list(combinations(out, len(state.hand(other(state.turn)))))
        plain = Fraction(sum(any(ends & set(tile) for tile in hand) for hand in hands), len(hands))
        return str(plain) if plain not in (number(one), 1 - number(one)) else None

    why, article = wrong("answer", 3, forgotten)
    assert why.startswith("Leave out what") and article == "6.3"


@pytest.mark.parametrize(
    ("difficulty", "right", "given", "article"),
    [
        (1, "lay", "draw", "4.3"),
        (1, "lay", "pass", "4.5"),
        (1, "lay", "choose", "4.3"),
        (1, "draw", "pass", "4.1"),
        (1, "draw", "lay", "3.1"),
        (2, "pass", "draw", "4.2"),
        (2, "pass", "lay", "3.1"),
        (3, "lay", "draw", "4.3"),
        (3, "lay", "other", "4.3"),
        (3, "draw", "pass", "4.1"),
        (3, "pass", "draw", "4.2"),
    ],
)
def test_slip_draw_or_pass(difficulty: int, right: str, given: str, article: str) -> None:
    assert wrong("draw", difficulty, lambda one, _: given if choice(one) == right else None)[1] == article


def test_slip_fewer_tiles_win() -> None:
    def fewer(one: Exercise, state: State) -> str | None:
        black, white = map(len, state.hands)
        side = "black" if black < white else "white"
        return side if black != white and choice(one) == other(side) else None

    why, article = wrong("blocked", 2, fewer)
    assert why.startswith("Not the number of tiles counts but their pips:") and article == "5.3"
    why, article = wrong("blocked", 3, lambda one, _: "black" if choice(one) == "on" else None)
    assert article in ("4.1", "5.2")
    assert wrong("blocked", 3, lambda one, _: "on" if choice(one) != "on" else None)[1] == "5.2"


def test_slip_what_was_refused_long_ago() -> None:
    def everything(one: Exercise, state: State) -> str | None:
        assert isinstance(one.answer, Choice)
        wanted = set(choice(one).split(","))
        return next((given for given, _ in one.answer.choices if set(given.split(",")) > wanted), None)

    whys = {wrong("held", difficulty, everything)[0].split(":")[0][:11] for difficulty in (1, 3)}
    assert whys == {"Nothing is ", "A tile with"}
    assert "is missing, too" in wrong("held", 1, lambda one, _: "none")[0]


def test_slip_a_tile_at_the_wrong_end() -> None:
    def wrong_end(one: Exercise, state: State) -> list[str] | None:
        end = "r" if "left" in str(one.question) else "l"
        others = [tile for tile, at in table(state).choices() if at == end]
        fresh = [f"hand-{min(t)}-{max(t)}" for t in others if t not in right_of(one)]
        assert isinstance(one.answer, Picks)
        return [*one.answer.right, fresh[0]] if fresh else None

    why, article = wrong("fits", 1, wrong_end)
    assert "but not on the" in why and article == "3.1"
