"""Exercises of Spider, each answer found again by the oracle, which is written from the articles alone, or by counting."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest

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
from plyyard.games.spider.board import card_id
from plyyard.games.spider.game import GAME
from tests.games.spider.oracle import ORDER, Card, Oracle

SEEDS = int(os.environ.get("PLYYARD_SEEDS", "50"))
KINDS = {one.name: one for one in generators("spider")}
PACK = [rank + suit for rank in ORDER for suit in "CSHD"] * 2


def made(kind: str, difficulty: int, seeds: int = SEEDS) -> Iterator[Exercise]:
    for seed in range(1, seeds + 1):
        yield exercise(KINDS[kind], difficulty, seed)


def table(one: Exercise, **options: str) -> Oracle:
    """The position for the oracle; an unknown card is any, since nothing may depend on it."""
    text = one.position.replace("-?", "-KD")
    keys = dict(token.split("=") for token in text.split())
    if "?" in keys["stock"]:
        keys["stock"] = ",".join(["KD"] * int(keys["stock"].removeprefix("?*")))
    return Oracle.read(" ".join(f"{key}={value}" for key, value in (keys | options).items()))


def copied(oracle: Oracle) -> Oracle:
    columns = [[Card(card.rank, card.suit, card.up) for card in column] for column in oracle.columns]
    return Oracle(columns, list(oracle.stock), list(oracle.home), oracle.rule, oracle.runs)


def played(oracle: Oracle, move: str) -> Oracle:
    after = copied(oracle)
    after.play(move)
    return after


def at(oracle: Oracle, number: int) -> tuple[int, int]:
    """Column and place of the card with this number, counted through the columns."""
    for column, cards in enumerate(oracle.columns):
        if number < len(cards):
            return column, number
        number -= len(cards)
    raise AssertionError("not in a column")


def numbers(ids: Iterator[str] | frozenset[str] | tuple[str, ...], prefix: str) -> list[int]:
    return [int(one.removeprefix(prefix)) for one in ids]


def picks(one: Exercise) -> Picks:
    assert isinstance(one.answer, Picks)
    return one.answer


def moves_of(one: Exercise) -> frozenset[str]:
    assert isinstance(one.answer, Play)
    return one.answer.right


over_difficulties = pytest.mark.parametrize("difficulty", DIFFICULTIES)


@over_difficulties
def test_groups(difficulty: int) -> None:
    for one in made("groups", difficulty):
        oracle, answer = table(one), picks(one)
        columns = [number - 1 for number in numbers(one.marks, "c")]
        assert len(columns) == (1, 2, 4)[difficulty - 1]
        expected = set()
        for number in numbers(tuple(name for name, _ in answer.candidates), "card"):
            column, place = at(oracle, number)
            assert column in columns and oracle.columns[column][place].up
            if oracle.is_run(oracle.columns[column][place:]):
                expected.add(card_id(number))
        assert answer.right == expected
        assert sum(card.up for column in columns for card in oracle.columns[column]) == len(answer.candidates)


@over_difficulties
def test_targets(difficulty: int) -> None:
    for one in made("targets", difficulty):
        oracle, answer = table(one), picks(one)
        places = [at(oracle, number) for number in numbers(one.marks, "card")]
        source, count = places[0][0], len(places)
        assert places[-1] == (source, len(oracle.columns[source]) - 1)
        expected = {f"c{target + 1}" for target in range(10) if oracle.may_move(source, target, count)}
        assert answer.right == expected
        assert difficulty < 3 or not all(oracle.columns)


@over_difficulties
def test_deal(difficulty: int) -> None:
    given = set()
    for one in made("deal", difficulty):
        allowed = [table(one, rule=rule).may_deal() for rule in ("strict", "relaxed1", "relaxed2")]
        assert allowed == sorted(allowed), "what a stricter rule allows, each laxer one does"
        assert isinstance(one.answer, Choice)
        assert one.answer.right == ("none", "relaxed2", "relaxed", "all")[sum(allowed)]
        given.add(one.answer.right)
    assert given == {"none", "relaxed2", "relaxed", "all"}


@over_difficulties
def test_obstacles(difficulty: int) -> None:
    """A column is in the way when it breaks the rule by itself; mended in all of them, the deal is allowed."""
    for one in made("obstacles", difficulty):
        oracle, answer = table(one), picks(one)
        assert oracle.rule == ("strict", "relaxed1", "relaxed2")[difficulty - 1]
        assert oracle.may_deal() == (not answer.right)
        mended = copied(oracle)
        for number in numbers(answer.right, "c"):
            mended.columns[number - 1] = [Card(5, "S", True)]
        assert mended.may_deal()
        for number in numbers(answer.right, "c"):
            one_left = copied(mended)
            one_left.columns[number - 1] = copied(oracle).columns[number - 1]
            if not all(one_left.columns) or oracle.rule == "strict":
                assert not one_left.may_deal(), "each of them alone forbids it"


def run_on(oracle: Oracle, column: int) -> int:
    cards = oracle.columns[column]
    return max(n for n in range(1, len(cards) + 1) if oracle.is_run(cards[-n:]))


@over_difficulties
def test_join(difficulty: int) -> None:
    for one in made("join", difficulty):
        oracle = table(one)
        found = {}
        for move in oracle.everything():
            if move != "deal":
                target = int(move.split(">")[1].split(":")[0]) - 1
                if oracle.columns[target]:
                    found[move] = run_on(played(oracle, move), target)
        longest = max(found.values())
        assert moves_of(one) == {move for move, length in found.items() if length == longest}
        assert all(longest > int(move.split(":")[1]) for move in moves_of(one)), "it joins something"


@over_difficulties
def test_exchange(difficulty: int) -> None:
    """Every order of the wanted moves is tried with the cards themselves, wherever they have come to lie."""
    for one in made("exchange", difficulty):
        right, possible = set(), set()
        chain = numbers(one.marks, "card")
        assert len(chain) == difficulty + 2
        for order in permutations(pairwise(chain)):
            oracle = table(one)
            cards = {number: oracle.columns[c][p] for number in chain for c, p in [at(oracle, number)]}
            first = None
            for card, onto in order:
                move = lay(oracle, cards[card], cards[onto])
                if move is None:
                    break
                first = first or move
                possible.add(first)
                oracle.play(move)
            else:
                assert first is not None
                right.add(first)
        assert moves_of(one) == right < possible


def lay(oracle: Oracle, card: Card, onto: Card) -> str | None:
    """The move that lays a card with all that lies on it on another, if it is legal."""
    where = {id(one): (c, p) for c, column in enumerate(oracle.columns) for p, one in enumerate(column)}
    (source, place), (target, under) = where[id(card)], where[id(onto)]
    count = len(oracle.columns[source]) - place
    if under != len(oracle.columns[target]) - 1 or not oracle.may_move(source, target, count):
        return None
    return f"{source + 1}>{target + 1}:{count}"


def unseen(one: Exercise) -> list[str]:
    """Every card that is not face up, one by one."""
    keys = dict(token.split("=") for token in one.position.split())
    become = {"4": "CSHD", "2": "SSHH"}[keys.get("suits", "4")]
    left = [card[0] + become["CSHD".index(card[1])] for card in PACK]
    for card in keys["columns"].replace("/", ",").split(","):
        if card and not card.startswith("-"):
            left.remove(card)
    for suit in keys["home"].split(","):
        for rank in ORDER if suit else "":
            left.remove(rank + suit)
    return left


def lower(card: Card) -> str:
    return ORDER[card.rank - 2]


@over_difficulties
def test_odds(difficulty: int) -> None:
    for one in made("odds", difficulty):
        oracle, left = table(one), unseen(one)
        assert len(left) == sum(not card.up for column in oracle.columns for card in column) + len(
            oracle.stock
        )
        assert isinstance(one.answer, Number) and one.answer.unit == "chance"
        if difficulty == 3:
            card = one.question.values["card"]
            rank = str(card.values["rank"])
            letter = {"ace": "A", "jack": "J", "queen": "Q", "king": "K", "10": "T"}.get(rank, rank)
            wanted = letter + card.message.rsplit(" ", 1)[1][0].upper()
            none = Fraction(1)
            for dealt in range(10):
                none *= Fraction(len(left) - left.count(wanted) - dealt, len(left) - dealt)
            assert one.answer.value == 1 - none and 0 < one.answer.value < 1
            continue
        tops = [oracle.columns[number - 1][-1] for number in numbers(one.marks, "c")]
        ranks = [card[0] for card in left]
        if difficulty == 1:
            assert one.answer.value == Fraction(ranks.count(lower(tops[0])), len(left))
        else:
            pairs = [(a, b) for (i, a), (j, b) in product(enumerate(ranks), repeat=2) if i != j]
            good = sum(a == lower(tops[0]) or b == lower(tops[1]) for a, b in pairs)
            assert one.answer.value == Fraction(good, len(pairs))


def shifts(oracle: Oracle) -> list[str]:
    return [move for move in oracle.everything() if ">" in move]


def reaches(oracle: Oracle, move: str, goal: Callable[[Oracle, Oracle], bool], moves: int) -> bool:
    after = played(oracle, move)
    if goal(oracle, after):
        return True
    return moves > 1 and any(reaches(after, following, goal, moves - 1) for following in shifts(after))


def turned(before: Oracle, after: Oracle) -> bool:
    return any(effect.startswith("turned") for effect in after.effects)


def emptied(before: Oracle, after: Oracle) -> bool:
    return sum(map(bool, after.columns)) < sum(map(bool, before.columns))


@over_difficulties
def test_turn(difficulty: int) -> None:
    for one in made("turn", difficulty):
        oracle = table(one)
        moves = 2 if difficulty == 3 else 1
        assert moves_of(one) == {move for move in shifts(oracle) if reaches(oracle, move, turned, moves)}
        if difficulty == 2:
            assert all(not move.endswith(":1") for move in moves_of(one))
        if difficulty == 3:
            assert not any(turned(oracle, played(oracle, move)) for move in shifts(oracle))


@over_difficulties
def test_empty(difficulty: int) -> None:
    moves = difficulty + 1
    for one in made("empty", difficulty, SEEDS // (1, 2, 4)[difficulty - 1]):
        oracle = table(one)
        assert moves_of(one) == {move for move in shifts(oracle) if reaches(oracle, move, emptied, moves)}
        assert not any(reaches(oracle, move, emptied, moves - 1) for move in shifts(oracle))


@over_difficulties
def test_score(difficulty: int) -> None:
    completed = 0
    for one in made("score", difficulty):
        oracle = table(one)
        source, target = one.question.values["source"], one.question.values["target"]
        after = played(oracle, f"{source}>{target}:{len(one.marks)}")
        assert isinstance(one.answer, Number)
        assert one.answer.value == sum(after.parts().values()) != sum(oracle.parts().values())
        completed += any(effect.startswith("run completed") for effect in after.effects)
    assert completed == (SEEDS if difficulty == 3 else 0)


# what is said of usual mistakes


def told(one: Exercise, *given: str) -> tuple[str, str]:
    found = grade(GAME, one, given)
    assert not found.right
    return found.why.message, found.article


def test_who_lifts_all_cards_is_told_where_the_run_breaks() -> None:
    said = set()
    for difficulty in DIFFICULTIES:
        for one in made("groups", difficulty):
            everything = [name for name, _ in picks(one).candidates]
            message, article = told(one, *everything)
            assert message.startswith("The {picked} stays") and article == "2.2"
            said.add(message)
            message, _ = told(one, *sorted(picks(one).right)[1:])
            assert message == "The {card} can be lifted, too: the upper part of a run moves alone."
    assert len(said) == 2, "another suit; a rank that does not follow"


def test_who_forgets_or_adds_a_column_is_told_the_rule_of_that_column() -> None:
    articles = set()
    for one in made("targets", 3):
        right = picks(one).right
        for name, _ in picks(one).candidates:
            articles.add(told(one, *right ^ {name}))
    assert {article for _, article in articles} == {"2.1", "2.3"}
    assert ("The empty column takes any card and any run.", "2.3") in articles
    assert ("A king goes on an empty column only.", "2.3") in articles
    assert ("Nothing can be put on an ace.", "2.1") in articles


def test_who_deals_too_early_is_told_which_column_forbids_it() -> None:
    said = set()
    for one in made("deal", 2):
        assert isinstance(one.answer, Choice)
        if one.answer.right != "all":
            _, article = told(one, "all")
            assert article == ("3.2" if table(one).stock else "3.1")
        if one.answer.right == "relaxed2":
            said.add(told(one, "relaxed"))
    assert said == {("In column {column}, the {upper} lies on the {lower}: that is another suit.", "3.3")}


def test_who_covers_a_card_that_has_to_move_on_is_told_that_it_is_pinned() -> None:
    for one in made("exchange", 1):
        oracle = table(one)
        low, middle, _ = (
            oracle.columns[c][p] for c, p in (at(oracle, n) for n in numbers(one.marks, "card"))
        )
        early = lay(oracle, low, middle)
        assert early is not None
        message, article = told(one, early)
        assert message.startswith("Now the {card} is pinned") and article == "2.2"


def test_who_forgets_the_face_down_cards_in_odds_is_told_so() -> None:
    for one in made("odds", 1):
        assert isinstance(one.answer, Number)
        fitting = one.answer.value * len(unseen(one))
        message, article = told(one, str(fitting / len(table(one).stock)))
        assert message.startswith("The face-down cards in the columns are unseen, too") and article == "1.3"


def test_who_adds_two_chances_is_told_what_is_counted_twice() -> None:
    for one in made("odds", 2):
        oracle, ranks = table(one), [card[0] for card in unseen(one)]
        tops = [oracle.columns[number - 1][-1] for number in numbers(one.marks, "c")]
        both = sum(Fraction(ranks.count(lower(top)), len(ranks)) for top in tops)
        assert told(one, str(both))[0].startswith("That counts the deals twice")


def test_who_forgets_a_part_of_the_score_is_told_its_article() -> None:
    for one in made("score", 3):
        oracle = table(one)
        assert told(one, str(sum(oracle.parts().values()))) == ("That is the score before the move.", "6.1")
        assert isinstance(one.answer, Number)
        assert told(one, str(one.answer.value - 150))[1] in ("6.3", "6.5")
        assert told(one, str(one.answer.value + 24))[1] == "6.5"


def test_who_leaves_a_face_up_card_is_told_which() -> None:
    said = set()
    for difficulty in (1, 2):
        for one in made("turn", difficulty):
            oracle = table(one)
            for move in oracle.everything():
                if move not in moves_of(one):
                    said.add(told(one, move))
    assert said >= {
        ("The {card} still lies face up on column {column}: nothing is turned.", "2.5"),
        ("Dealing turns no card up: it covers the columns.", "3.1"),
    }


@pytest.mark.parametrize("kind", ["groups", "deal", "obstacles"])
def test_words_for_a_position_name_every_card_and_tell_nothing_more(kind: str) -> None:
    t = words("en", "spider")
    for one in made(kind, 2, 10):
        columns = [number - 1 for number in numbers(one.marks, "c")] or list(range(10))
        said, oracle = [t.say(line) for line in one.described], table(one)
        assert len(said) == len(columns) + 1 and said[-1] == f"Stock: {len(oracle.stock)} cards."
        for column, line in zip(columns, said, strict=False):
            shown = [card for card in oracle.columns[column] if card.up]
            assert line.count(" of ") == len(shown) and line.startswith(f"Column {column + 1}")
