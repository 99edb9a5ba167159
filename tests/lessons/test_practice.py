"""Practice: an exercise counts once, what was hard comes back sooner, and two histories become one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from fsrs import Card, State

from plyyard.lessons.practice import KEPT, Practice, answered, due_of, merged, overview, shown

NOW = 1_796_000_000_000
DAY = 24 * 3600 * 1000
BLANK = Practice("backgammon", "shots", 1)


def days(practice: Practice) -> int:
    """From the last answer until it is due again."""
    whole, rest = divmod(practice.due - practice.last, DAY)
    assert not rest
    return whole


def after(*answers: tuple[int, bool, bool], at: int = NOW) -> Practice:
    found = BLANK
    for seed, right, helped in answers:
        found = answered(found, seed, right, helped, at)
    return found


def test_what_went_well_comes_back_later() -> None:
    right, helped, wrong = (after((1, *one)) for one in ((True, False), (True, True), (False, False)))
    assert days(right) > days(helped) >= days(wrong) == 1
    stability = [Card.from_json(one.card).stability or 0 for one in (right, helped, wrong)]
    assert stability == sorted(stability, reverse=True) and len(set(stability)) == 3


def test_the_longer_it_is_known_the_later_it_comes_back_but_within_a_year() -> None:
    found, gaps = BLANK, []
    for seed in range(1, 13):
        found = answered(found, seed, True, False, max(found.due, NOW))
        gaps.append(days(found))
    assert gaps == sorted(gaps) and gaps[0] < gaps[1] < gaps[2] < gaps[-1] == 365
    forgotten = answered(found, 99, False, False, found.due)
    assert days(forgotten) < 30


def test_a_whole_evening_of_it_is_not_worth_months() -> None:
    assert days(after(*((seed, True, False) for seed in range(1, 30)))) == days(after((1, True, False)))


def test_an_exercise_counts_once() -> None:
    once = after((7, True, False))
    assert (once.right, once.wrong, once.done) == (1, 0, 1)
    assert answered(once, 7, True, False, NOW + DAY) is once
    assert answered(once, 7, False, False, NOW + DAY) is once
    assert shown(once, 7, NOW + DAY) is once
    missed = after((7, False, False))
    assert (missed.right, missed.wrong) == (0, 1)
    assert answered(missed, 7, True, False, NOW) is missed
    assert answered(missed, 7, False, False, NOW) is missed
    assert (answered(missed, 8, True, False, NOW).right, missed.right) == (1, 0)


def test_after_the_solution_was_seen_there_is_nothing_left_to_solve() -> None:
    seen = shown(BLANK, 7, NOW)
    assert (seen.right, seen.wrong, days(seen)) == (0, 1, 1)
    assert answered(seen, 7, True, False, NOW) is seen


def test_what_is_remembered_is_bounded_but_what_is_counted_is_not() -> None:
    found = after(*((seed, seed % 3 > 0, False) for seed in range(1, KEPT + 101)))
    assert (len(found.tried), found.tried[0], found.tried[-1]) == (KEPT, 101, KEPT + 100)
    assert (found.done, found.right) == (KEPT + 100, 200)


def test_a_clock_that_went_back_breaks_nothing() -> None:
    found = answered(after((1, True, False)), 2, True, False, NOW - 5 * DAY)
    assert found.due > NOW - 5 * DAY and found.done == 2


def test_two_histories_become_one() -> None:
    long = after(*((seed, True, False) for seed in range(1, 6)))
    short = after((5, False, False), (6, True, True), at=NOW + DAY)
    for one, other in ((long, short), (short, long)):
        found = merged(one, other)
        assert (found.right, found.wrong, found.last) == (5, 2, NOW + DAY), "one was helped"
        assert (found.card, found.due) == (long.card, long.due)
        assert sorted(found.tried) == [1, 2, 3, 4, 5, 6]
        assert answered(found, 6, True, False, NOW) is found


def test_the_card_is_one_of_fsrs() -> None:
    found = after((1, True, False))
    card = Card.from_json(found.card)
    assert card.state is State.Review and due_of(found.card) == found.due
    assert card.last_review == datetime.fromtimestamp(NOW / 1000, UTC)


@pytest.mark.parametrize("card", ["", "{}", "null", '{"due": "tomorrow"}'])
def test_a_broken_card_is_not_taken_for_one(card: str) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        due_of(card)


def test_the_overview_holds_every_exercise_in_its_step() -> None:
    shelves = overview([], NOW)
    for shelf in shelves:
        assert [step for step, _ in shelf.steps] == sorted(
            (step for step, _ in shelf.steps), key=("understand", "compare", "replay").index
        )
        for step, kinds in shelf.steps:
            assert kinds and all(kind.generator.step == step for kind in kinds)
            for kind in kinds:
                assert [level.difficulty for level in kind.levels] == [1, 2, 3]
                assert all(level.practice is None and not level.due for level in kind.levels)
        assert shelf.due == []


def test_the_overview_says_what_is_due() -> None:
    shelves = overview([], NOW)
    if not shelves:
        pytest.fail("no game has exercises")
    generator = shelves[0].steps[0][1][0].generator
    blank = Practice(shelves[0].game.name, generator.name, 2)
    found = answered(blank, 1, True, False, NOW)
    gone = Practice("bridge", "finesse", 1, right=1, due=1)
    for moment, due in ((found.due - 1, []), (found.due, [(generator, 2)])):
        shelf = overview([found, gone], moment)[0]
        assert shelf.due == due
        level = next(kind for kind in shelf.steps[0][1] if kind.generator is generator).levels[1]
        assert level.practice is found and level.due == bool(due)
