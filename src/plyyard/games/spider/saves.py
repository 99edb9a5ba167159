"""Games saved by XPat2 1.07 (``Spider.NNNNNNNNN``) as records. Each move goes through the rules, as when it is played.

A file holds the name of its rules (32 bytes, up to the first zero), 32 signed words (``Word``) and a word for each
move, big-endian on every machine; moves fill blocks of sixteen, and what fills up the last block means nothing.
XPat2 has all cards in one row: eight home piles (0 to 7), ten columns (8 to 17), the stock. A move has, from its
highest bit on: the source pile (7 bits), the place in the row where the cards come to lie once they are taken from
theirs (9), whether a card is turned (1), the target pile (6), the place of the first card moved (9). A deal has ones
in the first two, a turned card and, instead of a target, ten, the cards dealt.

How this was found, and tried against the program itself: docs/xpat2.md.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import accumulate
from struct import Struct

from plyyard.core.errors import BadRecord, BadText, PlyError, Say, quoted
from plyyard.core.game import After, Moved
from plyyard.core.opening import Opened
from plyyard.core.record import MAX_EVENTS, VERSION, Entry, Outcome, Player, Record
from plyyard.games.spider.deal import NUMBERS
from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import COLUMNS, DEAL, PLAYER, RULES, Move, State, removal

MAX_BYTES = 65_536
_NAME = 32
_HEADER = Struct(">32i")
_BEGIN = _NAME + _HEADER.size
_MOVE = Struct(">I")
_HOME_PILES = 8
_RUN = 13
_MOST_MOVES = MAX_EVENTS - 1  # going back to the pointer is an event, too


class Word(IntEnum):
    """Places of the header's words; -1 stands for the rules' own value. The others mean nothing in Spider."""

    DECKS = 0
    SLOTS = 1
    FACE_UP = 2
    FACE_DOWN = 3
    JOKERS = 4
    NUMBER = 8
    MOVES = 9
    POINTER = 10  # so many moves stand; those after it were undone
    CHEATS = 11
    FINISHED = 12  # stays when a won game goes on or back, so it proves nothing
    MAGIC = 15
    CELLS = 18
    RELAXED = 19


_MAGIC = 0x741A
_REVERSED = int.from_bytes(_MAGIC.to_bytes(4, "little"), "big")
_OURS = {Word.DECKS: 2, Word.SLOTS: 10, Word.FACE_UP: 1, Word.FACE_DOWN: 4, Word.JOKERS: 0, Word.CELLS: 0}
"""What XPat2's own Spider has; with anything else it is another game."""


def is_save(content: bytes) -> bool:
    """Whether it looks like a game saved by XPat2, of whatever rules and however damaged."""
    magic = content[_NAME + 4 * Word.MAGIC :][:4]
    return magic in (_MAGIC.to_bytes(4, "big"), _MAGIC.to_bytes(4, "little")) or content.startswith(
        b"Spider\0"
    )


def read(content: bytes) -> Opened:
    """The game as a record; ``BadRecord`` names what is wrong with the file, and the first move that cannot be."""
    words = _header(content)
    codes = _codes(content, words[Word.MOVES])
    options = {
        "number": words[Word.NUMBER],
        "suits": 4,
        "layout": "xpat2",
        "rule": RULES[max(0, words[Word.RELAXED])],
        "runs": "manual",
    }
    state = GAME.start(options)
    homes: tuple[int, ...] = ()
    entries: list[Entry] = []
    standing = state
    for n, code in enumerate(codes, 1):
        if GAME.actor(state) is None:
            break
        try:
            move, after = _played(state, homes, code)
        except PlyError as error:
            raise BadRecord(
                Say("Move {n} of {number}: {reason}", n=n, number=len(codes), reason=error.why),
                f"moves[{n - 1}]",
            ) from None
        if move.target < 0 and move != DEAL:
            homes = (*homes, code >> 9 & 0x3F)
        state = after.state
        effects = [effect.text for effect in after.effects]
        entries.append(Entry(n, "moved", PLAYER, GAME.notation.format_move(move), effects=effects))
        if n == words[Word.POINTER]:
            standing = state
    left_out = len(codes) - len(entries)
    if words[Word.POINTER] >= len(entries):
        standing = state
    else:
        entries.append(Entry(len(entries) + 1, "taken back", PLAYER, to=words[Word.POINTER]))
    result = GAME.result(standing)
    record = Record(
        plyyard=VERSION,
        game=GAME.name,
        rules=GAME.rules_version,
        options=options,
        players={PLAYER: Player()},
        undo_price=words[Word.CHEATS],
        result=Outcome(result.winner, result.kind, result.points) if result else None,
        events=entries,
    )
    return Opened(record, left_out)


def _header(content: bytes) -> tuple[int, ...]:
    """The words, each with a value that a game of XPat2's Spider can have."""
    if len(content) > MAX_BYTES:
        raise BadRecord(Say("The saved game is larger than {limit} bytes.", limit=MAX_BYTES))
    if len(content) < _BEGIN:
        raise BadRecord(
            Say(
                "The saved game is cut off: it has {n} bytes, its head alone {head}.",
                n=len(content),
                head=_BEGIN,
            )
        )
    words = _HEADER.unpack_from(content, _NAME)
    if words[Word.MAGIC] == _REVERSED:
        raise BadRecord(
            Say("The saved game has its bytes in reversed order: XPat2 writes the highest byte first."),
            "magic",
        )
    if words[Word.MAGIC] != _MAGIC:
        raise BadRecord(Say("This is not a game saved by XPat2 1.07: its mark is missing."), "magic")
    name = content[:_NAME].split(b"\0")[0].decode("ascii", "replace")
    if name != "Spider":
        raise BadRecord(
            Say("This game was saved with the rules {name}, not Spider.", name=quoted(name)), "name"
        )
    for word, ours in _OURS.items():
        if words[word] not in (-1, ours):
            raise BadRecord(
                Say(
                    "This Spider was changed by an option ({option} {n}, usual is {ours}): it is another game.",
                    option=f"-{_OPTIONS[word]}",
                    n=words[word],
                    ours=ours,
                ),
                _OPTIONS[word],
            )
    for word, (least, most, why) in _BOUNDS.items():
        most = words[Word.MOVES] if word == Word.POINTER else most
        if not least <= words[word] <= most:
            raise BadRecord(Say(why.message, n=words[word], most=most), word.name.lower())
    return words


_OPTIONS = {
    Word.DECKS: "decks",
    Word.SLOTS: "slots",
    Word.FACE_UP: "faceup",
    Word.FACE_DOWN: "facedown",
    Word.JOKERS: "jokers",
    Word.CELLS: "tmps",
}
_BOUNDS = {
    Word.NUMBER: (0, NUMBERS - 1, Say("The saved game is of deal {n}; it must be 0 to {most}.")),
    Word.MOVES: (0, _MOST_MOVES, Say("The saved game says that it has {n} moves; it must be 0 to {most}.")),
    Word.POINTER: (
        0,
        0,
        Say("The saved game says that {n} of its moves stand; it must be 0 to {most}, as it has no more."),
    ),
    Word.CHEATS: (0, 2**31 - 1, Say("The cheat count of the saved game is {n}; it must not be negative.")),
    Word.RELAXED: (-1, 2, Say("The saved game was begun with -relaxed {n}; it must be 0 to {most}.")),
}
"""Least, most and what to say; the pointer's most is the number of moves."""


def _codes(content: bytes, moves: int) -> list[int]:
    there = (len(content) - _BEGIN) // _MOVE.size
    if there < moves:
        raise BadRecord(
            Say("The saved game is cut off: of its {n} moves {there} are there.", n=moves, there=there),
            "moves",
        )
    return [code for (code,) in _MOVE.iter_unpack(content[_BEGIN : _BEGIN + _MOVE.size * moves])]


_DEAL = 0x7F << 25 | 0x1FF << 16 | 1 << 15 | COLUMNS << 9
_NO_MOVE = Say("It is no move of Spider: such cards or piles are not there.")
_OTHERWISE = Say(
    "The cards lie otherwise than the file says. It may be a deal of older rules (-rng 0), or damaged."
)
_FULL = Say("The removed run cannot go there: that home pile is full or of another suit.")


def _played(state: State, homes: tuple[int, ...], code: int) -> tuple[Move, After[State]]:
    """A move by its code and what it leads to; ``homes``: the piles that hold a removed run.

    Everything that the code says must be so: a file of other cards is found out by it.
    """
    move = _move(state, code)
    after = GAME.apply(state, Moved(PLAYER, move))
    if move != DEAL and code != _code(state, homes, move, after, code >> 9 & 0x3F):
        raise BadText(_OTHERWISE)
    return move, after


def _move(state: State, code: int) -> Move:
    if code == _DEAL:
        return DEAL
    source, target, first = (code >> 25) - _HOME_PILES, (code >> 9 & 0x3F) - _HOME_PILES, code & 0x1FF
    if not (0 <= source < COLUMNS and target < COLUMNS):
        raise BadText(_NO_MOVE)
    count = _ends(state)[source + 1] - first
    if not 0 < count <= len(state.columns[source]):
        raise BadText(_NO_MOVE)
    if target >= 0:
        return Move(source, target, count)
    if count != _RUN:
        raise BadText(_NO_MOVE)
    return removal(source)


def _code(state: State, homes: tuple[int, ...], move: Move, after: After[State], pile: int) -> int:
    """The move as XPat2 writes it; ``pile``: its target, since a run has two home piles to choose from."""
    ends = _ends(state)
    first = ends[move.source + 1] - move.count
    if move.target >= 0:
        place = ends[move.target + 1] - (move.count if move.source < move.target else 0)
    else:
        place = _RUN * sum(home < pile for home in homes)
        if pile in homes or pile % 4 != after.state.home[-1]:
            raise BadText(_FULL)
    turned = any(effect.kind == "turned" for effect in after.effects)
    return (move.source + _HOME_PILES) << 25 | place << 16 | turned << 15 | pile << 9 | first


def _ends(state: State) -> list[int]:
    """Where in XPat2's row of cards the home piles end, and each column."""
    return list(accumulate(map(len, state.columns), initial=_RUN * len(state.home)))
