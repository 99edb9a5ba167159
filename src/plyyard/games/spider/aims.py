"""What a person meant who picked something on the table and aimed at something else, legal or not."""

from __future__ import annotations

from plyyard.games.spider import position, rules
from plyyard.games.spider.board import card_id, column_id
from plyyard.games.spider.notation import format_move
from plyyard.games.spider.physical import physical
from plyyard.games.spider.state import COLUMNS, DEAL, Move, State


def pick_text(state: State, picked: str, target: str) -> str | None:
    """See ``core.game.Game``. Without a target: a column that does not take the cards, if there is one."""
    if picked == "stock" or any(card_id(number) == picked for number in physical(state).stock):
        return format_move(DEAL)
    found = _cards(state, picked)
    if found is None:
        return None
    source, count = found
    if target:
        aimed = _cards(state, target)
        return format_move(Move(source, aimed[0], count or _run(state, source, aimed[0]))) if aimed else None
    moves = [
        Move(source, column, count or _run(state, source)) for column in range(COLUMNS) if column != source
    ]
    refused = [(why == rules.ON_ACE, move) for move in moves if (why := position.why_not(state, move))]
    # that nothing goes on an ace is true of one column only: any other reason tells more
    return format_move(min(refused, key=lambda pair: pair[0])[1]) if refused else None


def _cards(state: State, thing: str) -> tuple[int, int] | None:
    """The column of a card and how many lie from it on; of a column by itself 0."""
    for column, numbers in enumerate(physical(state).columns):
        if column_id(column) == thing:
            return column, 0
        for place, number in enumerate(numbers):
            if card_id(number) == thing:
                return column, len(numbers) - place
    return None


def _run(state: State, source: int, target: int | None = None) -> int:
    """How many cards of a column are meant: those that fit the target, else its whole run; 1 of none."""
    lane = position.lane(state)
    end = rules.STRIDE * source + lane.height[source]
    run = max(1, int(rules.run_length(lane.cards, rules.STRIDE * source + lane.down[source], end)))
    if target is None or not (lane.height[source] and lane.height[target]):
        return run
    fitting = int(rules.fitting(lane, source, target))
    return fitting if 1 <= fitting <= run else run
