"""The position editor of Spider: cards face up or down in ten columns, stock, removed runs, and the options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plyyard.core.editor import NO_PIECE, NO_PLACE, NOT_THERE, CannotPut, Piece, Setting, labelled, setting
from plyyard.core.errors import BadText, Say
from plyyard.core.scene import Slot
from plyyard.core.text import MAX_POSITION
from plyyard.core.words import Words
from plyyard.games.spider import board, faults, notation, speech
from plyyard.games.spider.cards import FACES, HEIGHT, WIDTH
from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import COLUMNS, HIDDEN, SUITS, State, card_text

DOWN = "-"
"""Before a card's name: face down."""
UNKNOWN = "?"
CARDS = {card_text(card): card for card in (*range(52), HIDDEN)}
HEADINGS = (Say("Clubs"), Say("Spades"), Say("Hearts"), Say("Diamonds"))
MOST_RUNS = 8
MOST_STOCK, MOST_HOME = 51, 9  # one more than there can be: what is read stops there
COLUMN_IDS = tuple(board.column_id(column) for column in range(COLUMNS))


class SpiderEditor:
    """See ``core.editor.Editor``. A card that is put face down lies under those that lie face up.

    A change of the cards forgets the deal's number, which names other cards.
    """

    empty = State(((),) * COLUMNS, (0,) * COLUMNS, ())
    manners: tuple[tuple[str, Say], ...] = (("", Say("face up")), (DOWN, Say("face down")))

    def read(self, text: str) -> State:
        draft = notation.read_position(text)
        return replace(draft, stock=draft.stock[:MOST_STOCK], home=draft.home[:MOST_HOME])

    def text(self, draft: State) -> str:
        return notation.format_position(draft)

    def also(self, draft: State) -> Sequence[tuple[str, str]]:
        return ()

    def remarks(self, text: str) -> Sequence[Say]:
        return ()

    def pieces(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Piece]]]:
        pack, seen = faults.pack(draft.suits), faults.known(draft)
        box = (WIDTH + 4, HEIGHT + 4)

        def piece(card: int) -> Piece:
            return Piece(
                card_text(card),
                speech.card_name(card, words),
                FACES[card],
                (),
                box,
                max(0, pack[card] - seen[card]),
            )

        groups = [
            (words.say(heading), [piece(13 * suit + rank) for rank in range(12, -1, -1)])
            for suit, heading in enumerate(HEADINGS)
            if pack[13 * suit]
        ]
        return (*groups, (words("For views"), [Piece(UNKNOWN, words("unknown card"), "back", (), box)]))

    def places(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Slot]]]:
        stock, *columns = board.BOARD.scene(self.empty, words).slots
        described = [
            labelled(slot, words("column {column}: {cards}", column=column, cards=_lying(cards, down, words)))
            for column, (slot, cards, down) in enumerate(
                zip(columns, draft.columns, draft.down, strict=True), 1
            )
        ]
        stock = labelled(stock, words.plural("stock: {n} card", "stock: {n} cards", len(draft.stock)))
        width = board.HOME_STEP * (MOST_RUNS - 1) + WIDTH * board.SMALL
        middle = board.HOME_X - board.HOME_STEP * (MOST_RUNS - 1) / 2
        label = words.plural("removed runs: {n} run", "removed runs: {n} runs", len(draft.home))
        home = Slot("home", middle, board.ROW, width, HEIGHT * board.SMALL, label)
        return ((words("Columns"), described), (words("Stock and removed runs"), [stock, home]))

    def there(self, draft: State, place: str) -> Sequence[str]:
        if place == "home":
            return ["K" + SUITS[suit] for suit in reversed(draft.home)]
        if place == "stock":
            return [card_text(card) for card in reversed(draft.stock)]
        column = _column(place)
        cards, down = draft.columns[column], draft.down[column]
        return [card_text(card) for card in reversed(cards[down:])] + [
            DOWN + card_text(card) for card in reversed(cards[:down])
        ]

    def put(self, draft: State, piece: str, place: str) -> State:
        card, is_down = _card(piece)
        if place == "home":
            if card == HIDDEN:
                raise CannotPut(NO_PLACE)
            return self._changed(draft, home=(*draft.home, card // 13))
        if place == "stock":
            return self._changed(draft, stock=(*draft.stock, card))
        column = _column(place)
        if not is_down and card != HIDDEN:
            return self._column(draft, column, (*draft.columns[column], card), 0)
        down = draft.down[column]
        cards = draft.columns[column]
        return self._column(draft, column, (*cards[:down], card, *cards[down:]), 1)

    def take(self, draft: State, piece: str, place: str) -> State:
        card, is_down = _card(piece)
        if place == "home":
            if draft.home[-1:] != (card // 13,):
                raise CannotPut(NOT_THERE)
            return self._changed(draft, home=draft.home[:-1])
        if place == "stock":
            if draft.stock[-1:] != (card,):
                raise CannotPut(NOT_THERE)
            return self._changed(draft, stock=draft.stock[:-1])
        column = _column(place)
        cards, down = draft.columns[column], draft.down[column]
        if not is_down and card != HIDDEN:
            if cards[down:][-1:] != (card,):
                raise CannotPut(NOT_THERE)
            return self._column(draft, column, cards[:-1], 0)
        if cards[:down][-1:] != (card,):
            raise CannotPut(NOT_THERE)
        return self._column(draft, column, cards[: down - 1] + cards[down:], -1)

    def _column(self, draft: State, column: int, cards: tuple[int, ...], more_down: int) -> State:
        columns = (*draft.columns[:column], cards, *draft.columns[column + 1 :])
        down = tuple(n + more_down if place == column else n for place, n in enumerate(draft.down))
        return self._changed(draft, columns=columns, down=down)

    def _changed(self, draft: State, **parts: object) -> State:
        changed = replace(draft, number=None, physical=None, **parts)  # type: ignore[arg-type]
        text = self.text(changed)
        if len(text) > MAX_POSITION or len(changed.stock) > MOST_STOCK or len(changed.home) > MOST_HOME:
            raise CannotPut(Say("No position has so many cards: take some away first."))
        return changed

    def settings(self, draft: State) -> Sequence[Setting]:
        values = {"suits": draft.suits, "rule": draft.rule, "runs": draft.runs, "number": draft.number}
        return [
            Setting(
                option.name,
                option.label,
                "" if values[option.name] is None else str(values[option.name]),
                tuple((str(value), label) for value, label in option.choices),
                option.high,
            )
            for option in GAME.options
            if option.name in values
        ]

    def set(self, draft: State, name: str, value: str) -> State:
        value = setting(self, draft, name, value)
        match name:
            case "suits":
                return replace(draft, suits=int(value))
            case "rule":
                return replace(draft, rule=value)
            case "runs":
                return replace(draft, runs=value)
        return replace(draft, number=int(value) if value else None)


def _card(piece: str) -> tuple[int, bool]:
    """A card by its name, and whether it lies face down."""
    name = piece.removeprefix(DOWN)
    if name not in CARDS:
        raise BadText(NO_PIECE)
    return CARDS[name], piece.startswith(DOWN)


def _column(place: str) -> int:
    if place not in COLUMN_IDS:
        raise BadText(NO_PLACE)
    return COLUMN_IDS.index(place)


def _lying(cards: Sequence[int], down: int, words: Words) -> str:
    if not cards:
        return words("empty")
    top = speech.cards_in_words(cards[down:], words) if len(cards) > down else "–"
    return words("{n} face down, {cards}", n=down, cards=top) if down else top


EDITOR = SpiderEditor()
