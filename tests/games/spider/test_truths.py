"""Spider's odds, score tables and figures, each found again in another way: by recursion, by hand, by the oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from plyyard.core.chance import seeded
from plyyard.core.errors import BadPosition, BadText, IllegalMove, Say
from plyyard.core.truth import Truth, truths, values
from plyyard.core.words import LANGUAGES, words
from plyyard.games.spider import notation, odds
from plyyard.games.spider.game import GAME
from plyyard.games.spider.school.tables import walked
from plyyard.games.spider.state import State
from plyyard.games.spider.truths import TABLE
from plyyard.lessons.format import read
from tests.games.spider.oracle import ORDER, Oracle

TRUTHS = {one.name: one for one in truths("spider")}
VALUES = values("spider")
START = {"number": 5, "suits": 4, "layout": "xpat2", "rule": "strict", "runs": "auto"}
FRESH = notation.format_position(GAME.observe(GAME.start(START), "player"))
KEPT = "/".join(",".join(rank + suit for rank in "KQJT98765432A") for suit in "CCSSHHDD")


def views(count: int = 12) -> list[State]:
    found = [walked(seeded(f"truths {n}"), (2, 4)[n % 2], 4 + 4 * n) for n in range(count)]
    return [state for state in found if state.stock]


def rows(name: str, state: State, **inputs: object) -> Sequence[tuple[object, ...]]:
    truth: Truth = TRUTHS[name]
    given = {option.name: option.default for option in truth.inputs} | inputs
    return truth.rows(given, state)


def pool(state: State) -> list[int]:
    """All cards that are not face up, one by one."""
    suits = {4: (0, 1, 2, 3), 2: (1, 1, 2, 2)}[state.suits]
    left = [13 * suit + rank for suit in suits * 2 for rank in range(13)]
    for cards, down in zip(state.columns, state.down, strict=True):
        for card in cards[down:]:
            left.remove(card)
    for suit in state.home:
        for rank in range(13):
            left.remove(13 * suit + rank)
    return left


def by_recursion(state: State) -> list[Fraction]:
    """Chances of 0, 1 … fitting columns: column after column gets each rank that is left."""
    wanted = [cards[-1] % 13 - 1 if cards and cards[-1] % 13 else None for cards in state.columns]
    kinds = sorted({rank for rank in wanted if rank is not None})
    counts = Counter(card % 13 for card in pool(state))

    @cache
    def ways(column: int, left: tuple[int, ...], cards: int) -> tuple[int, ...]:
        """In how many ways the cards from this column on can be drawn with 0, 1 … hits."""
        if column == len(wanted):
            return (1,)
        total = [0] * (len(wanted) - column + 1)
        for kind, number in enumerate((*left, cards - sum(left))):
            if number:
                rest = tuple(n - (i == kind) for i, n in enumerate(left))
                hit = kind < len(kinds) and kinds[kind] == wanted[column]
                for more, found in enumerate(ways(column + 1, rest, cards - 1)):
                    total[more + hit] += number * found
        return tuple(total)

    found = ways(0, tuple(counts[kind] for kind in kinds), counts.total())
    return [Fraction(number, sum(found)) for number in found]


def test_how_many_columns_fit_is_what_recursion_says() -> None:
    for state in views(8):
        exactly = odds.fitting_columns(state)
        assert exactly == by_recursion(state)
        assert sum(exactly) == 1
        table = rows("columns", state)
        assert [row[1] for row in table] == exactly
        assert [row[2] for row in table] == [sum(exactly[n:]) for n in range(11)]


def test_two_columns_out_of_few_cards_by_listing_all_deals() -> None:
    """The next deal's cards on two columns, every one of them laid out."""
    state = notation.parse_position(TABLE)
    cards = pool(state)
    pairs = list(permutations(range(len(cards)), 2))
    for columns in ((0, 1), (1, 2), (7, 9)):
        wanted = [state.columns[column][-1] % 13 - 1 for column in columns]
        hits = Counter(
            sum(cards[i] % 13 == rank for i, rank in zip(pair, wanted, strict=True)) for pair in pairs
        )
        assert odds.fitting_columns(state, columns) == [Fraction(hits[n], len(pairs)) for n in range(3)]


def test_the_average_is_the_sum_over_the_columns() -> None:
    for state in views():
        alone = [odds.fits(state, column) for column in range(10)]
        assert odds.expected(state) == sum(alone)
        for column, row in enumerate(rows("deal", state)):
            cards = pool(state)
            top = state.columns[column][-1] if state.columns[column] else 0
            fitting = [card for card in cards if top % 13 and card % 13 == top % 13 - 1]
            assert row[1:] == (
                len(fitting),
                Fraction(len(fitting), len(cards)),
                Fraction(sum(card == top - 1 for card in fitting), len(cards)),
            )


def test_imagined_deals_agree_with_the_odds() -> None:
    """Worlds that the player cannot rule out, two thousand of them: the odds are not far off."""
    state, below = notation.parse_position(TABLE), seeded("worlds")
    none = 0
    for _ in range(2000):
        world = GAME.imagine(state, below)
        none += not any(
            cards[-1] % 13 and dealt % 13 == cards[-1] % 13 - 1
            for cards, dealt in zip(world.columns, world.stock, strict=False)
        )
    assert abs(none / 2000 - float(odds.fitting_columns(state)[0])) < 0.04  # 3.7 standard deviations


def test_when_a_card_comes_is_what_drawing_one_by_one_says() -> None:
    for state in views():
        cards = pool(state)
        for card in {cards[0], cards[len(cards) // 2], cards[-1]}:
            missed, expected = Fraction(1), [Fraction(0)]
            for drawn in range(len(state.stock)):
                left = len(cards) - drawn
                missed *= Fraction(left - cards.count(card), left)
                if drawn % 10 == 9:
                    expected.append(1 - missed)
            table = rows("arrival", state, card=ORDER[card % 13] + "CSHD"[card // 13])
            assert [row[2] for row in table] == expected
            assert {row[1] for row in table} == {cards.count(card)}


def test_what_is_still_out_is_the_packs_without_what_is_seen() -> None:
    for state in views():
        counts = Counter(pool(state))
        for rank, row in zip(range(12, -1, -1), rows("out", state), strict=True):
            suits = [counts[13 * suit + rank] for suit in range(4)]
            assert list(row[1:]) == [*suits, sum(suits)]


def oracle_of(state: State) -> Oracle:
    text = notation.format_position(replace(state, stock=())).replace("-?", "-KD")
    return Oracle.read(text)


def test_the_parts_of_the_score_are_the_oracles() -> None:
    for state in views():
        parts = oracle_of(state).parts()
        table = rows("score", state)
        assert [row[3] for row in table] == [*parts.values(), sum(parts.values())]
        assert all(number * each == total for _, number, each, total in table[:-1])  # type: ignore[operator]


def test_the_columns_are_scored_as_the_oracle_scores_them_alone() -> None:
    kept = notation.parse_position(f"columns={KEPT}// stock= runs=keep")
    for state in (*views(), kept):
        oracle = oracle_of(state)
        table = rows("score-columns", state)
        for column, row in enumerate(table):
            alone = Oracle([oracle.columns[column]], [], [])
            parts = alone.parts()
            assert row[2:5] == (parts["columns"], parts["pairs"], parts["runs"])
            assert row[1] == sum(not card.up for card in oracle.columns[column])
        parts = oracle.parts()
        assert sum(row[5] for row in table) == parts["columns"] + parts["pairs"] + 50 * oracle.kept()  # type: ignore[misc]


def test_tables_speak_both_languages_and_are_full() -> None:
    for truth in TRUTHS.values():
        state = notation.parse_position(truth.position)
        assert not GAME.faults(state)
        table = rows(truth.name, state)
        assert table and all(len(row) == len(truth.columns) for row in table)
        for language in LANGUAGES:
            t = words(language, "spider")
            assert all(t.say(say) for say in (truth.title, truth.says, *truth.columns))
            assert all(t.say(cell) for row in table for cell in row if isinstance(cell, Say))


# figures


def test_figures_of_the_score() -> None:
    assert VALUES["score"](FRESH) == 0
    assert VALUES["score"](f"columns={KEPT}// stock= runs=keep") == 1000
    assert VALUES["score"]("columns=///////// stock= home=S,S,H,H,C,C,D,D") == 990
    assert VALUES["part"](TABLE, "turned") == 220
    six = "columns=7H/7S/-?,6H,5H,4H//////KS/2C stock= home="
    assert VALUES["score after"](six, "3>1:3") == VALUES["score"](six) + 10 + 15 + 2


def test_figures_of_moves() -> None:
    six = "columns=7H/7S/9C,6H,5H,4H/5D/KS/KS/KC/KC/KH/KH stock= home="
    oracle = Oracle.read(six)
    assert VALUES["moves"](six) == len(oracle.everything()) == 3
    assert VALUES["group"](six, "3") == 3
    assert [VALUES["targets"](six, "3", str(count)) for count in (1, 2, 3)] == [1, 0, 2]
    assert VALUES["moves to empty"](f"columns=7H/8S{'/KS' * 2}{'/KC' * 2}{'/KH' * 2}{'/KD' * 2} stock=") == 1
    assert VALUES["moves to turn"]("columns=7H/-?,6S,5H/6C/////// stock=") == 2


def test_how_many_rules_allow_a_deal() -> None:
    runs = "columns=9H,8H/6D,5D,4D//{}////// stock=?*10 home="
    for column, number in (("3S,2S", 2), ("3S,2C", 1), ("3S,AS", 0), ("-?,2S", 0)):
        assert VALUES["rules to deal"](runs.format(column)) == number
    assert VALUES["rules to deal"](TABLE) == 3


def test_figures_of_odds() -> None:
    state = notation.parse_position(TABLE)
    cards = pool(state)
    assert VALUES["unseen"](TABLE) == len(cards) == sum(state.down) + len(state.stock)
    assert VALUES["out"](TABLE, "KS") == cards.count(13 + 12)
    assert VALUES["fitting"](TABLE, "2") == sum(card % 13 == 10 for card in cards)
    assert VALUES["fits"](TABLE, "2", "same") == Fraction(cards.count(13 + 10), len(cards))
    chances = by_recursion(state)
    assert VALUES["some column"](TABLE) == 1 - chances[0]
    assert VALUES["expected"](TABLE) == sum(n * chance for n, chance in enumerate(chances))
    assert VALUES["arrives"](TABLE, "KS", "3") == rows("arrival", state, card="KS")[3][2]


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("score", ("nonsense",), BadText),
        ("part", (TABLE, "luck"), BadText),
        ("score after", (TABLE, "1>2:9"), IllegalMove),
        ("group", (TABLE, "11"), BadText),
        ("group", ("columns=5C///////// stock=", "2"), BadText),
        ("out", (TABLE, "1X"), BadText),
        ("out", (TABLE, ""), BadText),
        ("arrives", (TABLE, "KS", "4"), BadText),
        ("arrives", (TABLE, "KS", "0"), BadText),
        ("unseen", ("columns=5C///////// stock=",), BadPosition),
        ("moves to empty", ("columns=KC/KC/KS/KS/KH/KH/KD/KD/2C/2C stock=?*10",), BadText),
    ],
)
def test_figures_refuse_what_cannot_be(name: str, arguments: tuple[str, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        VALUES[name](*arguments)


def test_the_lessons_deal_is_the_deal_of_its_number() -> None:
    for language in LANGUAGES:
        fresh = read("spider", language).position("fresh")
        start = GAME.start({**START, "number": 169})
        assert fresh.position == notation.format_position(GAME.observe(start, "player"))
        assert VALUES["score"](fresh.position) == 0


def test_the_lessons_exchanges_leave_the_pair_its_choice() -> None:
    for language in LANGUAGES:
        oracle = Oracle.read(read("spider", language).position("exchange").position)
        assert not oracle.may_move(1, 4, 2)
        for move in ("1>2:1", "3>4:1", "5>6:1"):
            assert move in oracle.everything()
            oracle.play(move)
        assert oracle.may_move(1, 5, 2), "the spade pair may go on the club seven, and need not"
