"""Small exhaustive searches through the rules: what can be reached in a few moves. And the exercises that ask for it.

Deals and cards that would be turned up unknown end a line: what follows them the player cannot know.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Play
from plyyard.games.spider import notation, position, rules
from plyyard.games.spider.position import MOVES
from plyyard.games.spider.school.tables import (
    card_say,
    group_say,
    laid,
    pack,
    seen,
    text,
    turns,
    until,
    walk,
)
from plyyard.games.spider.state import COLUMNS, DEAL, Move, State

Reached = Callable[[rules.Lane, int], bool]
"""Whether a legal move, played from this lane, reaches what is wanted; nothing is played to tell."""


def code_of(move: Move) -> int:
    """A shift's number in the kernels."""
    return (10 * move.source + move.target) * 14 + move.count


def copied(lane: rules.Lane) -> rules.Lane:
    return rules.Lane(*[list(field) for field in lane])


def lane_after(state: State, move: Move) -> rules.Lane:
    """The position after a shift as a lane, in which an unknown card may lie face up."""
    lane = position.lane(state)
    rules.play(lane, code_of(move))
    return lane


def shifts(lane: rules.Lane) -> list[int]:
    """The legal moves of cards."""
    return [code for code in lane.moves[: rules.legal(lane)] if code < rules.DEAL]


def empties(lane: rules.Lane, code: int) -> bool:
    """Whether a move takes the last cards of a column, and not just to another empty one."""
    source, target, count = code // 140, code // 14 % 10, code % 14
    return bool(lane.height[source] == count and lane.height[target])


def firsts(state: State, reached: Reached, moves: int) -> frozenset[int]:
    """The first moves of all ways to reach it with the last of ``moves`` moves or earlier."""
    lane = position.lane(state)
    return frozenset(code for code in shifts(lane) if _within(lane, code, reached, moves))


def _within(lane: rules.Lane, code: int, reached: Reached, moves: int) -> bool:
    if reached(lane, code):
        return True
    if moves == 1:
        return False
    after = copied(lane)
    rules.play(after, code)
    if after.down != lane.down:  # a removed run may uncover a card, too
        return False
    following = shifts(after)
    if moves == 2 or any(reached(after, one) for one in following):
        return any(reached(after, one) for one in following)
    return any(_within(after, one, reached, moves - 1) for one in following)


def fewest(state: State, reached: Reached, limit: int) -> int | None:
    """How many moves it takes at least; None when more than ``limit``."""
    return next((moves for moves in range(1, limit + 1) if firsts(state, reached, moves)), None)


def texts(codes: frozenset[int]) -> frozenset[str]:
    return frozenset(notation.format_move(MOVES[code]) for code in codes)


def turning(below: Below, difficulty: int) -> Exercise:
    """Play the move that turns a card up: with one card, with a run, or the first of two moves."""
    return until(lambda: _turning(below, difficulty))


def _turning(below: Below, difficulty: int) -> Exercise | None:
    suits = (2, 4)[below(2)]
    walked = islice(walk(below, suits, 40), 3 + below(20), None)
    return next((made for lane in walked if (made := _turn_in(lane, suits, difficulty))), None)


def _turn_in(lane: rules.Lane, suits: int, difficulty: int) -> Exercise | None:
    legal = shifts(lane)
    right = frozenset(code for code in legal if turns(lane, code))
    if difficulty == 3:
        if right:
            return None
        right = frozenset(code for code in legal if _within(lane, code, turns, 2))
    elif difficulty == 2 and any(code % 14 == 1 for code in right):
        return None
    if not right or len(right) > 3 or len(legal) - len(right) < 2:
        return None
    state = seen(lane, suits)

    def wrong(given: str) -> Because | None:
        move = notation.read_move(given)
        if move == DEAL:
            return Say("Dealing turns no card up: it covers the columns."), "3.1"
        if difficulty == 3:
            return Say("After this no move turns a card up."), "2.5"
        left = len(state.columns[move.source]) - move.count
        if left == 0:
            return Say(
                "This empties column {column}; no face-down card lies there.", column=move.source + 1
            ), "2.5"
        if left > state.down[move.source]:
            return Say(
                "The {card} still lies face up on column {column}: nothing is turned.",
                card=card_say(state.columns[move.source][left - 1]),
                column=move.source + 1,
            ), "2.5"
        return None

    first = MOVES[min(right)]
    return Exercise(
        Say("Play a move that turns a card face up.")
        if difficulty < 3
        else Say("No single move turns a card face up, but two moves do. Play the first of them."),
        Play(texts(right)),
        Say(
            "Look at the columns in which few face-up cards lie on a face-down one: do they all form one "
            "run, and does it fit somewhere?"
        )
        if difficulty < 3
        else Say(
            "Which face-up cards lie on a face-down one but are no run? Where could the upper ones go "
            "first – or which move makes room for them?"
        ),
        Say(
            "As soon as nothing lies on a face-down card it is turned: it takes all the face-up cards of "
            "a column in one run, as in column {column}.",
            column=first.source + 1,
        )
        if difficulty < 3
        else Say(
            "The first move makes it possible for the second to take the last face-up card off a "
            "face-down one."
        ),
        "2.5",
        text(state),
        position=text(state),
        wrong=wrong,
    )


def emptying(below: Below, difficulty: int) -> Exercise:
    """Play the first move of the shortest way to an empty column: two, three or four moves."""
    return until(lambda: _emptying(below, difficulty + 1))


def _emptying(below: Below, moves: int) -> Exercise | None:
    state = _low_table(below, moves)
    legal = shifts(position.lane(state))
    if not 3 <= len(legal) <= 10 - moves or fewest(state, empties, moves - 1):
        return None
    right = firsts(state, empties, moves)
    if not right or len(right) == len(legal) or len(right) > 2:
        return None

    def wrong(given: str) -> Because | None:
        if given == "deal":
            return Say("Dealing puts a card on every column: that does not bring an empty one nearer."), "3.1"
        return Say(
            "After this no column can be emptied with {n} moves in all: another first move can do it.",
            n=moves,
        ), "2.2"

    return Exercise(
        Say("With {n} moves a column can be emptied. Play the first of them.", n=moves),
        Play(texts(right)),
        Say(
            "Take the shortest columns one by one: where must each of their cards go, and what has to "
            "lie there first?"
        ),
        _way_say(state, shortest(state, empties, moves)),
        "2.2",
        text(state),
        position=text(state),
        wrong=wrong,
    )


def _way_say(state: State, way: list[int]) -> Say:
    """The moves of a way, each by its cards and its columns."""
    says = []
    for code in way:
        move = MOVES[code]
        group = group_say(state, move.source, move.count)
        says.append(
            Say(
                "{group} from column {source} to {target}",
                group=group,
                source=move.source + 1,
                target=move.target + 1,
            )
        )
        state = position.played(state, move).state
    values = dict(zip("abcd", says, strict=False))
    return (
        Say("For instance: {a}; {b}. No way is shorter.", **values),
        Say("For instance: {a}; {b}; {c}. No way is shorter.", **values),
        Say("For instance: {a}; {b}; {c}; {d}. No way is shorter.", **values),
    )[len(way) - 2]


def shortest(state: State, reached: Reached, limit: int) -> list[int]:
    """One of the shortest ways; ``ValueError`` when there is none within the limit."""
    lane, way = position.lane(state), list[int]()
    for moves in range(limit, 0, -1):
        code = next((code for code in shifts(lane) if _within(lane, code, reached, moves)), None)
        if code is None:
            break
        way.append(code)
        if reached(lane, code):
            return way
        rules.play(lane, code)
    raise ValueError("there is no such way")


def _low_table(below: Below, moves: int) -> State:
    """Ten low columns of any cards, all face up, no stock."""
    cards = iter(pack(below))
    heights = [2 + below(3) for _ in range(COLUMNS)]
    return laid([[next(cards) for _ in range(height)] for height in heights])
