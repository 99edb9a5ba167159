"""How Spider looks and sounds: ten columns that close up when they are long, stock, home piles, speech."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import accumulate
from operator import attrgetter

from plyyard.core.game import After, Effect, Event, Moved, Step
from plyyard.core.scene import Fact, Part, Scene, Slot, Sprite
from plyyard.core.words import Words
from plyyard.games.spider import analysis, position
from plyyard.games.spider.cards import FACES, HEIGHT, SHAPES, WIDTH
from plyyard.games.spider.notation import read_move
from plyyard.games.spider.physical import physical
from plyyard.games.spider.speech import card_name, cards_in_words, suit_name
from plyyard.games.spider.state import COLUMNS, DEAL, Move, Physical, State

PITCH = 100  # from column to column
BOARD_WIDTH, BOARD_HEIGHT = COLUMNS * PITCH, 960
SMALL = 0.74  # size of cards in the upper row
ROW = 58  # middle of the upper row: stock and home piles
TOP = 122  # upper edge of the columns
FOOT = 16  # left below the longest column in a picture that stays as it is
UP_STEP, DOWN_STEP = 46, 21  # how much of an overlapped card is seen while there is room
UP_TIGHT, DOWN_TIGHT = 15, 9  # … and at least before all cards close up
ROOM = BOARD_HEIGHT - TOP - HEIGHT - 6
STOCK_X, STOCK_STEP = 40, 26
MOST_CARDS = 2_000  # more than a draft of 4,000 characters can have
HOME_X, HOME_STEP = BOARD_WIDTH - 40, 72
HOME_ID = "home"


_CARD_IDS = tuple(f"card{number}" for number in range(MOST_CARDS))
_COLUMN_IDS = tuple(f"c{column + 1}" for column in range(COLUMNS))


def card_id(number: int) -> str:
    """Id of a physical card's sprite."""
    return _CARD_IDS[number]


def column_id(column: int) -> str:
    """Id of a column's slot."""
    return _COLUMN_IDS[column]


def offsets(cards: Sequence[int], down: int) -> list[float]:
    """How far below a column's first card each card lies, in board units.

    A long column closes up: first its face-down cards, then the middle cards of runs, which the run's ends tell, and
    at last all of them evenly.

    >>> offsets((-1, -1, 12, 4), 2)
    [0, 21, 42, 88]
    """
    seen: list[float] = [DOWN_STEP if place < down else UP_STEP for place in range(len(cards))]
    seen[-1:] = []
    too_long = sum(seen) - ROOM
    if too_long > 0:
        too_long -= _close_up(seen, range(min(down, len(seen))), DOWN_TIGHT, too_long)
        middle = [
            place
            for place in range(down + 1, len(cards) - 1)
            if cards[place - 1] == cards[place] + 1 == cards[place + 1] + 2
            and cards[place] % 13 not in (0, 12)
        ]
        too_long -= _close_up(seen, middle, UP_TIGHT, too_long)
        if too_long > 0:
            share = ROOM / sum(seen)
            seen = [height * share for height in seen]
    return [0, *accumulate(seen)] if cards else []


def _close_up(seen: list[float], places: Sequence[int], tight: float, wanted: float) -> float:
    """Take ``wanted`` evenly from these places as far as they have it; how much that was."""
    if not places or wanted <= 0:
        return 0
    each = min(wanted / len(places), seen[places[0]] - tight)
    for place in places:
        seen[place] -= each
    return each * len(places)


def _outline(x: float, y: float, scale: float, name: str) -> str:
    width, height = WIDTH * scale, HEIGHT * scale
    return (
        f'<rect class="{name}" x="{x - width / 2:g}" y="{y - height / 2:g}" '
        f'width="{width:g}" height="{height:g}" rx="{9 * scale:g}"/>'
    )


def _background() -> str:
    return (
        f'<rect class="table" width="{BOARD_WIDTH}" height="{BOARD_HEIGHT}" rx="14"/>'
        + _outline(STOCK_X, ROW, SMALL, "place")
        + "".join(_outline(HOME_X - HOME_STEP * pile, ROW, SMALL, "place") for pile in range(7, -1, -1))
        + "".join(_outline(PITCH * (column + 0.5), TOP + HEIGHT / 2, 1, "place") for column in range(COLUMNS))
    )


class SpiderBoard:
    """See ``core.scene.Board``."""

    shapes = SHAPES
    backgrounds = {"table": _background()}
    style = """
/* Four colours for those who ask for marks; within a shape only inherited values are known. */
.board-spider:is([data-marks] *) { --clubs: #0a5c2b; --diamonds: #10489c; }
.board-spider .table { fill: light-dark(#d9e4da, #1d2b26); }
.board-spider .place {
  fill: light-dark(#cfdcd0, #22332d);
  stroke: light-dark(#7f9484, #5d7a6d);
  stroke-width: 1.5;
}
.board-spider .paper {
  fill: light-dark(#fffdf7, #e9e5da);
  stroke: light-dark(#6d6a60, #14120e);
  stroke-width: 1.5;
}
.board-spider .rank { font: 700 41px system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
.board-spider .black { fill: #17191f; }
.board-spider .red { fill: #b00d1e; }
.board-spider .clubs { fill: var(--clubs, #17191f); }
.board-spider .diamonds { fill: var(--diamonds, #b00d1e); }
.board-spider .cloth { stroke: #17191f; stroke-width: 1; }
.board-spider .black .cloth { fill: #2f4a7d; }
.board-spider .red .cloth { fill: #b00d1e; }
.board-spider .skin { fill: #f3d3b3; stroke: #17191f; stroke-width: 1.2; }
.board-spider .hair { fill: #6b4524; stroke: #17191f; stroke-width: 1; }
.board-spider .gold { fill: #e2b33b; stroke: #17191f; stroke-width: 1.2; stroke-linejoin: round; }
.board-spider .line { fill: none; stroke: #17191f; stroke-width: 1.8; stroke-linecap: round; }
.board-spider .badge { fill: #fffdf7; }
.board-spider .edge {
  fill: light-dark(#fffdf7, #cfcabd);
  stroke: light-dark(#6d6a60, #14120e);
  stroke-width: 1.5;
}
.board-spider .cover { fill: light-dark(#315b6e, #264856); }
.board-spider .back > text {
  font-size: 30px;
  translate: 0 -66px;
  fill: #fff;
  stroke: light-dark(#1c3b48, #142a33);
  stroke-width: 6;
  paint-order: stroke;
}
.board-spider .web { fill: none; stroke: light-dark(#b9d2dc, #86a9b6); stroke-width: 1.3; }
"""

    def scene(self, view: State, words: Words, facing: str | None = None) -> Scene:
        lying = physical(view)
        sprites = _upper_row(view, lying, words)
        lowest = 0.0
        hidden = words("face-down card")
        for column in range(COLUMNS):
            cards, down = view.columns[column], view.down[column]
            x, top = PITCH * (column + 0.5), TOP + HEIGHT / 2
            for place, (number, offset) in enumerate(
                zip(lying.columns[column], offsets(cards, down), strict=True)
            ):
                y = round(top + offset, 1)
                lowest = max(lowest, offset)
                if place < down:
                    count = str(down) if place == down - 1 > 0 else ""
                    sprites.append(
                        Sprite(_CARD_IDS[number], "back", x, y, hidden, 0, 1, place + 1, text=count)
                    )
                else:
                    card = cards[place]
                    sprites.append(
                        Sprite(_CARD_IDS[number], FACES[card], x, y, card_name(card, words), 0, 1, place + 1)
                    )
        sprites.sort(key=_layer)
        return Scene(
            "spider",
            BOARD_WIDTH,
            BOARD_HEIGHT,
            "table",
            tuple(sprites),
            _slots(view, words),
            tuple(_facts(view, words)),
            tuple(_parts(view, lying, words)),
            foot=min(BOARD_HEIGHT, round(TOP + lowest + HEIGHT + FOOT)),
        )

    def describe(self, view: State, words: Words, counted: bool = True) -> list[str]:
        lines = []
        for column, (cards, down) in enumerate(zip(view.columns, view.down, strict=True), 1):
            if not cards:
                lines.append(words("Column {column} is empty.", column=column))
            elif not down:
                lines.append(
                    words("Column {column}: {cards}.", column=column, cards=cards_in_words(cards, words))
                )
            else:
                lines.append(
                    words.plural(
                        "Column {column}: {n} face-down card, on it {cards}.",
                        "Column {column}: {n} face-down cards, on them {cards}.",
                        down,
                        column=column,
                        cards=cards_in_words(cards[down:], words) or "–",
                    )
                )
        lines.append(_stock_in_words(view, words))
        if view.home:
            suits = ", ".join(suit_name(suit, words) for suit in view.home)
            lines.append(words("Removed runs: {suits}.", suits=suits))
        if not counted:
            return lines
        parts = position.score_parts(view)
        lines.append(
            words(
                "Score {points}: {turned} for turned cards, {columns} for open columns, "
                "{pairs} for pairs of one suit, {runs} for complete runs, bonus {bonus}.",
                points=sum(parts.values()),
                **parts,
            )
        )
        return lines

    def label(self, view: State, step: Step, words: Words) -> str:
        move = read_move(step.text)
        if move == DEAL:
            return words("deal one card on each column")
        if move.target < 0:
            return words("remove the complete run from column {column}", column=move.source + 1)
        places = {
            "cards": cards_in_words(view.columns[move.source][-move.count :], words),
            "source": move.source + 1,
            "target": move.target + 1,
        }
        if not view.columns[move.target]:
            return words("{cards} from column {source} to the empty column {target}", **places)
        onto = card_name(view.columns[move.target][-1], words)
        return words("{cards} from column {source} to column {target}, onto {onto}", onto=onto, **places)

    def announce(
        self, before: State, event: Event, after: After[State], words: Words, brief: bool = False
    ) -> str:
        assert isinstance(event, Moved)
        said = [_move_in_words(before, event.move, words, brief)]
        if event.move == DEAL and not brief:
            tops = ", ".join(card_name(card, words) for card in _dealt(before, after))
            said.append(words("In columns 1 to 10 now: {cards}.", cards=tops))
        said += [_effect_in_words(effect, after, words, brief) for effect in after.effects]
        end = position.outcome(after.state)
        if end:
            points = sum(position.score_parts(after.state).values())
            said.append(
                words("Won with {points} points.", points=points)
                if end == "won"
                else words("No move is left: the game is lost, with {points} points.", points=points)
            )
        return " ".join(said)


_layer = attrgetter("layer")


def _upper_row(view: State, lying: Physical, words: Words) -> list[Sprite]:
    """The stock, the cards of each deal on a heap, the next one on the right; the removed runs, kings on top."""
    stock, deals = words("stock"), analysis.deals_left(view)
    row = []
    for place, number in enumerate(lying.stock):
        heap = deals - place // 10
        x = STOCK_X + STOCK_STEP * (heap - 1)
        row.append(Sprite(_CARD_IDS[number], "back", x, ROW, stock, 0, SMALL, heap))
    for pile, (suit, run) in enumerate(zip(view.home, lying.home, strict=True)):
        label = words("removed run of {suit}", suit=suit_name(suit, words))
        x = HOME_X - HOME_STEP * max(0, 7 - pile)
        for rank, number in enumerate(reversed(run)):
            row.append(Sprite(_CARD_IDS[number], FACES[13 * suit + rank], x, ROW, label, 0, SMALL, rank + 1))
    return row


def _slots(view: State, words: Words) -> tuple[Slot, ...]:
    stock, home = _upper_slots(words)
    columns = [_column_slot(column, down, words) for column, down in enumerate(view.down)]
    return (stock, *columns, home) if view.runs == "manual" else (stock, *columns)


@functools.cache
def _upper_slots(words: Words) -> tuple[Slot, Slot]:
    """The stock, and where complete runs are put by hand."""
    width, height = WIDTH * SMALL, HEIGHT * SMALL
    stock_width, home_width = width + 4 * STOCK_STEP, width + 7 * HOME_STEP
    stock_x, home_x = STOCK_X + 2 * STOCK_STEP, HOME_X - 3.5 * HOME_STEP
    return (
        Slot("stock", stock_x, ROW, stock_width, height, words("stock"), key="r", acts=True),
        Slot(HOME_ID, home_x, ROW, home_width, height, words("place for complete runs"), key="k"),
    )


@functools.cache
def _column_slot(column: int, down: int, words: Words) -> Slot:
    height = BOARD_HEIGHT - TOP
    return Slot(
        _COLUMN_IDS[column],
        PITCH * (column + 0.5),
        TOP + height / 2,
        PITCH,
        height,
        words("column {column}", column=column + 1),
        key=str((column + 1) % 10),
        note=words.plural("{n} face-down card", "{n} face-down cards", down) if down else "",
    )


def _facts(view: State, words: Words) -> list[Fact]:
    if not position.fits(view):
        return []
    parts = position.score_parts(view)
    why, never = analysis.why_no_deal(view), analysis.never_deal(view)
    dealing = words("allowed now") if why is None else words.say(why[0])
    return [
        Fact("score", "s", words("Score"), str(sum(parts.values()))),
        Fact("deals", "d", words("Deals left"), str(analysis.deals_left(view))),
        Fact("face_down", "f", words("Face down"), str(sum(view.down))),
        Fact("runs", "r", words("Complete runs"), words("{n} of 8", n=parts["runs"] // 50)),
        Fact("dealing", "w", words("Dealing"), dealing, shown=never),
    ]


def _parts(view: State, lying: Physical, words: Words) -> list[Part]:
    """What makes the score up; only what lies face up is named."""
    if not position.fits(view):
        return []
    labels = {
        "turned": words("Turned cards"),
        "columns": words("Open columns"),
        "pairs": words("Pairs of one suit"),
        "runs": words("Complete runs"),
        "bonus": words("Bonus"),
    }
    found = []
    for line in analysis.anatomy(view):
        marks = [_CARD_IDS[lying.columns[column][place]] for column, place in line.cards]
        marks += [column_id(column) for column in line.columns]
        marks += [_CARD_IDS[run[0]] for run in lying.home[: line.home]]
        found.append(Part(line.name, labels[line.name], line.n, line.each, line.points, tuple(marks)))
    return found


def _stock_in_words(view: State, words: Words) -> str:
    if not view.stock:
        return words("The stock is empty.")
    said = words.plural(
        "Stock: {cards} cards, {n} deal.",
        "Stock: {cards} cards, {n} deals.",
        len(view.stock) // 10,
        cards=len(view.stock),
    )
    why = analysis.why_no_deal(view)
    return said if why is None else f"{said} {words.say(why[0])}"


def _move_in_words(before: State, move: Move, words: Words, brief: bool) -> str:
    if move == DEAL:
        return words("One card is dealt on each column.")
    if move.target < 0:
        return words("The complete run is removed from column {column}.", column=move.source + 1)
    card = card_name(before.columns[move.source][-move.count], words)
    if brief:
        return words.plural(
            "To column {target}: {card}.",
            "To column {target}: {n} cards from {card} on.",
            move.count,
            card=card,
            target=move.target + 1,
        )
    places = {"card": card, "source": move.source + 1, "target": move.target + 1}
    if not before.columns[move.target]:
        return words.plural(
            "Column {source} to the empty column {target}: {card}.",
            "Column {source} to the empty column {target}: {n} cards from {card} on.",
            move.count,
            **places,
        )
    return words.plural(
        "Column {source} to column {target}: {card}, onto {onto}.",
        "Column {source} to column {target}: {n} cards from {card} on, onto {onto}.",
        move.count,
        onto=card_name(before.columns[move.target][-1], words),
        **places,
    )


def _dealt(before: State, after: After[State]) -> list[int]:
    """The ten cards just dealt, but those that went home at once (their columns show what lies there now)."""
    return [cards[-1] for cards in after.state.columns if cards]


def _effect_in_words(effect: Effect, after: After[State], words: Words, brief: bool) -> str:
    column = effect.n or 0
    if effect.kind == "turned":
        card = card_name(after.state.columns[column - 1][-1], words)
        return (
            words("Turned up: {card}.", card=card)
            if brief
            else words("Turned up in column {column}: {card}.", column=column, card=card)
        )
    if effect.kind == "column emptied":
        return words("Column {column} is empty.", column=column)
    if after.state.runs == "auto":
        return words("The run in column {column} is complete and is removed.", column=column)
    return words("The run in column {column} is complete.", column=column)


BOARD = SpiderBoard()
