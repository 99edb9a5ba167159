"""Exercises on laying tiles: the opening, which tiles fit where, and what is open afterwards."""

from __future__ import annotations

from collections.abc import Callable

from plyyard.core.chance import Below, shuffled
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise, Generator, Picks, Play
from plyyard.core.game import Moved
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.school import positions as at
from plyyard.games.dominoes.state import LEFT, NAMES, PIPS, RIGHT, SIDES, TILES, Move, State

Ends = tuple[int, int]


def _opening(below: Below, difficulty: int) -> Exercise:
    state = next(at.random_game(below))
    if difficulty == 1:
        return _who_opens(state, SIDES[below(2)])
    return _open_well(state, below, difficulty)


def _who_opens(state: State, viewer: str) -> Exercise:
    is_opener = viewer == state.turn
    hand, side = state.hand(viewer), at.side_name(viewer)

    def wrong(given: frozenset[str]) -> Because | None:
        if not is_opener:
            return Say(
                "{side} opens, always; so it is not your turn yet.", side=at.side_name(state.turn)
            ), "2.2"
        if given == at.slots(tile for tile in hand if _is_double(tile)):
            return Say("Other games demand a double. Here any tile of the hand may open."), "2.3"
        return Say("All of them: any tile of the hand may open, whatever it shows."), "2.3"

    return Exercise(
        Say("You play {side}, the tiles are dealt. With which of your tiles may you open now?", side=side),
        Picks(
            tuple(
                (f"hand-{NAMES[tile]}", Say("{tile} in the hand of {side}", tile=NAMES[tile], side=side))
                for tile in hand
            ),
            at.slots(hand if is_opener else ()),
        ),
        hint=Say("First: which side opens in this version? Then: does the opening tile have to be a double?"),
        reason=Say("Black opens, and may do so with any tile of the hand: a double is not demanded.")
        if is_opener
        else Say("With none: Black opens always, so White waits for the first tile."),
        article="2.3" if is_opener else "2.2",
        key=f"{viewer} {at.names(hand)}",
        position=GAME.notation.format_position(GAME.observe(state, viewer)),
        facing=viewer,
        wrong=wrong,
        described=(at.holds(state, viewer),),
    )


def _open_well(state: State, below: Below, difficulty: int) -> Exercise:
    """Difficulty 2: leave exactly so many tiles that fit. 3: as many as can be, and of these the tile with most pips."""
    counts = {move: len(at.followers(state, move)) for move in GAME.legal_moves(state)}
    if difficulty == 2:
        number = at.picked(sorted(set(counts.values())), below)
        right = [move for move, count in counts.items() if count == number]
        question = Say(
            "You play {side} and open. Afterwards the number of your other tiles that fit is to be {n}.",
            side=at.side_name(state.turn),
            n=number,
        )
    else:
        number = max(counts.values())
        most = [move for move, count in counts.items() if count == number]
        heaviest = max(PIPS[move.tile] for move in most)
        right = [move for move in most if PIPS[move.tile] == heaviest]
        question = Say(
            "You play {side} and open. As many of your other tiles as possible should fit afterwards; if several tiles"
            " offer the same, lay the one with the most pips.",
            side=at.side_name(state.turn),
        )
    texts = {GAME.notation.format_move(move): move for move in counts}
    example = right[0]

    def wrong(given: str) -> Because | None:
        move = texts[given]
        if difficulty == 3 and counts[move] == number:
            return Say(
                "Just as many tiles fit after {best}, and {best} takes more pips out of your hand than {tile}.",
                best=NAMES[example.tile],
                tile=NAMES[move.tile],
            ), "5.3"
        return Say(
            "After {tile} your other tiles that fit are: {tiles}. Counted: {n}; wanted: {wanted}.",
            tile=NAMES[move.tile],
            tiles=at.names(at.followers(state, move)),
            n=counts[move],
            wanted=number,
        ), "3.1"

    return Exercise(
        question,
        Play(frozenset(GAME.notation.format_move(move) for move in right)),
        hint=Say(
            "Both halves of the opening tile stay open. Count, tile by tile, who else shows one of the two numbers."
        ),
        reason=Say(
            "After {tile} these fit: {tiles} ({n}). A double offers one number only, though twice.",
            tile=NAMES[example.tile],
            tiles=at.names(at.followers(state, example)),
            n=number,
        ),
        article="2.3",
        key=f"{at.names(at.own(state))} {number}",
        position=at.shown(state),
        facing=state.turn,
        wrong=wrong,
    )


def _is_double(tile: int) -> bool:
    return TILES[tile][0] == TILES[tile][1]


_PLACES: dict[str, tuple[Say, Callable[[set[str]], bool]]] = {
    LEFT: (Say("Which of your tiles fit the left end?"), lambda ends: LEFT in ends),
    RIGHT: (Say("Which of your tiles fit the right end?"), lambda ends: RIGHT in ends),
    "either": (Say("Which of your tiles fit the left end, the right end, or both?"), lambda ends: bool(ends)),
    "neither": (Say("Which of your tiles fit neither end?"), lambda ends: not ends),
    "both": (
        Say("Which of your tiles could you lay at both ends, as you like?"),
        lambda ends: len(ends) == 2,
    ),
    "one": (Say("Which of your tiles fit exactly one of the two ends?"), lambda ends: len(ends) == 1),
}
_ASKED = {1: (LEFT, RIGHT), 2: ("either", "neither"), 3: ("both", "one")}


def _fits(below: Below, difficulty: int) -> Exercise:
    asked = at.picked(_ASKED[difficulty], below)
    question, belongs = _PLACES[asked]
    low, high = ((3, 6), (5, 8), (6, 10))[difficulty - 1]
    may_be_none = below(6) == 0

    def suits(state: State) -> bool:
        if not at.can_lay(state) or not low <= len(at.own(state)) <= high:
            return False
        tiles = [tile for tile, ends in _ends_of(state).items() if belongs(ends)]
        return len(tiles) < len(at.own(state)) and (bool(tiles) or may_be_none)

    state = at.found(below, suits)
    ends_of = _ends_of(state)
    right = at.slots(tile for tile, ends in ends_of.items() if belongs(ends))
    left_end, right_end = state.ends or (0, 0)

    def wrong(given: frozenset[str]) -> Because:
        tile = next(tile for tile in at.own(state) if f"hand-{NAMES[tile]}" in given ^ right)
        return _where(tile, ends_of[tile], left_end, right_end), "3.2" if len(ends_of[tile]) == 2 else "3.1"

    return Exercise(
        question,
        Picks(at.hand_candidates(state), right),
        hint=Say("Name the two open numbers first. Then look at both halves of each tile in turn."),
        reason=Say(
            "Open are {left} on the left and {right} on the right. A tile fits where one of its halves shows the open"
            " number; so the answer is: {tiles}.",
            left=left_end,
            right=right_end,
            tiles=at.names(tile for tile, ends in ends_of.items() if belongs(ends)),
        ),
        article="3.2" if asked == "both" else "3.1",
        key=f"{asked} {left_end}{right_end} {at.names(at.own(state))}",
        position=at.shown(state),
        facing=state.turn,
        marks=tuple(f"end-{asked}" for _ in range(difficulty == 1)),
        wrong=wrong,
    )


def _ends_of(state: State) -> dict[int, set[str]]:
    """The ends that each tile of the hand fits."""
    legal = set(GAME.legal_moves(state))
    return {tile: {end for end in (LEFT, RIGHT) if Move(tile, end) in legal} for tile in at.own(state)}


def _where(tile: int, ends: set[str], left: int, right: int) -> Say:
    name = NAMES[tile]
    if ends == {LEFT, RIGHT}:
        return Say(
            "{tile} fits on the left, where {left} is open, and on the right, where {right} is open.",
            tile=name,
            left=left,
            right=right,
        )
    if ends == {LEFT}:
        return Say(
            "{tile} fits on the left, where {left} is open, but not on the right, where {right} is open.",
            tile=name,
            left=left,
            right=right,
        )
    if ends == {RIGHT}:
        return Say(
            "{tile} fits on the right, where {right} is open, but not on the left, where {left} is open.",
            tile=name,
            left=left,
            right=right,
        )
    return Say("{tile} fits neither end: {left} and {right} are open.", tile=name, left=left, right=right)


def _open_ends(below: Below, difficulty: int) -> Exercise:
    """As many tiles are laid in the head as the difficulty says."""
    while True:
        start = at.found(below, at.can_lay)
        laid = _played(start, difficulty, below)
        if len(laid) == difficulty:
            break
    (before_last, last), after = laid[-1], at.after(*laid[-1])
    before, right = _ends(before_last), _ends(after)
    options = _mistakes(before, last, right, _ends(start))
    if len(options) < 3:
        return _open_ends(below, difficulty)
    order = shuffled(range(len(options)), below)

    def wrong(given: str) -> Because:
        return _why_not_open(given, before, last), "3.1"

    return Exercise(
        _question(laid),
        Choice(tuple((_pair(options[place]), _open_are(options[place])) for place in order), _pair(right)),
        hint=Say(
            "Where a tile is laid, the half that touches is covered and its other half is open. The other end stays."
        ),
        reason=Say(
            "The last tile, {tile}, joins with its {joins}, so {open} is open there. In all: {left} and {right}.",
            tile=NAMES[last.tile],
            joins=before[last.end == RIGHT],
            open=right[last.end == RIGHT],
            left=right[0],
            right=right[1],
        ),
        article="3.3" if _is_double(last.tile) else "3.1",
        key=f"{start.line} {[GAME.notation.format_move(move) for _, move in laid]}",
        position=at.shown(start),
        facing=start.turn,
        marks=(f"hand-{NAMES[laid[0][1].tile]}",),
        wrong=wrong,
    )


def _played(start: State, most: int, below: Below) -> list[tuple[State, Move]]:
    """Positions and the tiles laid in them, as long as nobody draws, passes or wins."""
    found: list[tuple[State, Move]] = []
    state = start
    while len(found) < most and at.can_lay(state):
        move = at.picked(GAME.legal_moves(state), below)
        found.append((state, move))
        after = GAME.apply(state, Moved(state.turn, move))
        if any(effect.kind == "passes" for effect in after.effects):
            break
        state = after.state
    return found


def _ends(state: State) -> Ends:
    assert state.ends is not None
    return state.ends


def _mistakes(before: Ends, move: Move, right: Ends, start: Ends) -> list[Ends]:
    """The open numbers, then those of the usual slips: the other end, the half that touches, both halves, turned round."""
    new, joins = right[move.end == RIGHT], before[move.end == RIGHT]
    other_end = (before[0], new) if move.end == LEFT else (new, before[1])
    slips = (right, before, other_end, (joins, new), right[::-1], start)
    return list(dict.fromkeys(slips))[:5]


def _why_not_open(given: str, before: Ends, move: Move) -> Say:
    joins = before[move.end == RIGHT]
    new = sum(TILES[move.tile]) - joins
    tile = NAMES[move.tile]
    if given == _pair(before):
        return Say(
            "{tile} covers the {joins} that was open; now its other half, {open}, is open there.",
            tile=tile,
            joins=joins,
            open=new,
        )
    if move.end == LEFT:
        return Say(
            "{tile} is laid on the left: {open} is open there now, and on the right still {stays}.",
            tile=tile,
            open=new,
            stays=before[1],
        )
    return Say(
        "{tile} is laid on the right: {open} is open there now, and on the left still {stays}.",
        tile=tile,
        open=new,
        stays=before[0],
    )


def _question(laid: list[tuple[State, Move]]) -> Say:
    said = [at.lays(state.turn, move.tile, move.end) for state, move in laid]
    if len(said) == 1:
        return Say("{first} Which numbers are open then, on the left and on the right?", first=said[0])
    if len(said) == 2:
        return Say(
            "{first} {second} Which numbers are open then, on the left and on the right?",
            first=said[0],
            second=said[1],
        )
    return Say(
        "{first} {second} {third} Which numbers are open then, on the left and on the right?",
        first=said[0],
        second=said[1],
        third=said[2],
    )


def _pair(ends: Ends) -> str:
    return f"{ends[0]}-{ends[1]}"


def _open_are(ends: Ends) -> Say:
    return Say("{left} on the left and {right} on the right", left=ends[0], right=ends[1])


OPENING = Generator(
    "opening",
    Say("Open the game"),
    "understand",
    Say("You know who opens and that any tile may, and you name both numbers that it leaves open."),
    _opening,
)
FITS = Generator(
    "fits",
    Say("Which tile fits where?"),
    "understand",
    Say("Of each tile in your hand you say: left, right, either or neither. A double gets no bonus."),
    _fits,
)
ENDS = Generator(
    "ends",
    Say("What is open now?"),
    "understand",
    Say("After each tile you name both open numbers without looking at the whole line."),
    _open_ends,
)
