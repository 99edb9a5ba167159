"""Exercises on drawing, passing and the blocked game."""

from __future__ import annotations

from dataclasses import replace

from plyyard.core.chance import Below, shuffled
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise, Generator
from plyyard.core.game import CHANCE, Moved
from plyyard.games.dominoes import moves, play
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.school import positions as at
from plyyard.games.dominoes.state import LEFT, NAMES, SIDES, Move, State, other

CAN = (
    ("lay", Say("I lay a tile; drawing is not allowed.")),
    ("draw", Say("I must draw.")),
    ("pass", Say("I pass; it happens by itself.")),
    ("choose", Say("I may choose between laying and drawing.")),
)
THEN = (
    ("lay", Say("I lay the drawn tile.")),
    ("draw", Say("I draw once more.")),
    ("pass", Say("I pass; it happens by itself.")),
    ("other", Say("It is the other side's turn, for I have drawn.")),
)


def _draw(below: Below, difficulty: int) -> Exercise:
    """1: with a full boneyard. 2: with few tiles in it. 3: after a tile was drawn."""
    return _then(below) if difficulty == 3 else _now(below, difficulty)


def _happens(state: State) -> str:
    """What the side on turn does: lay, draw or pass."""
    if GAME.legal_moves(state):
        return "lay"
    return "draw" if GAME.actor(state) is CHANCE else "pass"


def _now(below: Below, difficulty: int) -> Exercise:
    wanted = at.picked(("lay", "draw") if difficulty == 1 else ("lay", "draw", "pass", "pass"), below)

    def suits(before: State, state: State) -> bool:
        if state.is_over or before.turn == state.turn or (len(state.boneyard) > 4) != (difficulty == 1):
            return False
        return (
            _happens(state) == wanted
            and len(at.fitting(at.own(state), state)) <= 2
            and len(at.own(state)) <= 10
        )

    before, state = at.moments(below, suits)
    assert state.log
    laid = state.log[-1]
    left, right = state.ends or (0, 0)
    values = {"left": left, "right": right, "n": len(state.boneyard)}
    fitting = at.fitting(at.own(state), state)
    reason, article = {
        "lay": (
            Say(
                "{tile} fits, for {left} and {right} are open. Whoever can lay a tile may not draw.",
                tile=NAMES[fitting[0]] if fitting else "",
                **values,
            ),
            "4.3",
        ),
        "draw": (
            Say(
                "Nothing fits {left} or {right}, and of the {n} tiles in the boneyard all but two may be drawn.",
                **values,
            ),
            "4.1",
        ),
        "pass": (
            Say("Nothing fits {left} or {right}, and the last two tiles are never drawn.", **values),
            "4.5",
        ),
    }[wanted]

    def wrong(given: str) -> Because | None:
        if given == "choose":
            return Say(
                "There is nothing to choose: whoever can lay may not draw, and whoever cannot must draw."
            ), "4.3"
        if given == "lay":
            return Say("No tile of this hand shows {left} or {right}.", **values), "3.1"
        return moves.why_not_text(state, given)

    return Exercise(
        Say(
            "You play {side}. {laid} Tiles in the boneyard: {n}. What do you do then?",
            side=at.side_name(state.turn),
            laid=at.lays(laid.side, laid.tile, laid.end),
            n=len(state.boneyard),
        ),
        Choice(CAN, wanted),
        hint=Say(
            "Bring the open numbers up to date. Does a tile of your hand show one? If not: are there more than two in the boneyard?"
        ),
        reason=reason,
        article=article,
        key=f"{state.ends} {at.names(at.own(state))} {len(state.boneyard)}",
        position=GAME.notation.format_position(GAME.observe(before, state.turn)),
        facing=state.turn,
        wrong=wrong,
    )


def _then(below: Below) -> Exercise:
    wanted = at.picked(("lay", "draw", "pass"), below)

    def drawn(state: State) -> list[tuple[int, State]]:
        """Tiles of which that happens, with the position in which the turn goes on; a pass is not worked out there yet."""
        found = [(tile, play.drawn(state, tile)) for tile in state.boneyard]
        return [(tile, after) for tile, after in found if _happens(after) == wanted]

    def suits(state: State) -> bool:
        may_draw = not state.is_over and bool(state.line) and GAME.actor(state) is CHANCE
        return may_draw and len(at.own(state)) <= 10 and bool(drawn(state))

    state = at.found(below, suits)
    tile, after = at.picked(drawn(state), below)
    left, right = state.ends or (0, 0)
    values = {"tile": NAMES[tile], "left": left, "right": right, "n": len(after.boneyard)}
    reason, article = {
        "lay": (
            Say(
                "Drawing keeps the turn, and {tile} fits: it is the one tile that can be laid, and it must be laid.",
                **values,
            ),
            "4.4",
        ),
        "draw": (
            Say(
                "{tile} does not fit {left} or {right} either, and there are {n} tiles in the boneyard: on it goes.",
                **values,
            ),
            "4.1",
        ),
        "pass": (
            Say(
                "{tile} does not fit either, and now the last two tiles are left: they are never drawn.",
                **values,
            ),
            "4.6",
        ),
    }[wanted]

    def wrong(given: str) -> Because | None:
        if given == "other":
            return Say("Drawing keeps the turn: it goes on until a tile fits or only two are left."), "4.3"
        if given == "lay":
            return Say("{tile} shows neither {left} nor {right}.", **values), "3.1"
        return moves.why_not_text(after, given)

    return Exercise(
        Say(
            "You play {side} and must draw. Tiles in the boneyard: {n}. You draw {tile}. What now?",
            side=at.side_name(state.turn),
            n=len(state.boneyard),
            tile=NAMES[tile],
        ),
        Choice(THEN, wanted),
        hint=Say(
            "The drawn tile counts like any tile of the hand. How many tiles does the boneyard hold after this draw?"
        ),
        reason=reason,
        article=article,
        key=f"{state.ends} {at.names(at.own(state))} {NAMES[tile]}",
        position=at.shown(state),
        facing=state.turn,
        wrong=wrong,
    )


WINS: dict[str | None, Say] = {
    SIDES[0]: Say("Black wins."),
    SIDES[1]: Say("White wins."),
    None: Say("It is a draw."),
}
GOES_ON = "on"
CLOSE = 18  # pips between both hands, so that it is not seen at a glance


def _blocked(below: Below, difficulty: int) -> Exercise:
    """1: few tiles in both hands. 2: many, or equal pips. 3: does this tile block, and who wins then?"""
    return _will_block(below) if difficulty == 3 else _is_blocked(below, difficulty)


def _is_blocked(below: Below, difficulty: int) -> Exercise:
    evened = below(6) == 0

    def suits(state: State) -> bool:
        if state.passes < 2:
            return False
        many = sum(map(len, state.hands))
        close = abs((state.pips(SIDES[0]) or 0) - (state.pips(SIDES[1]) or 0)) <= CLOSE
        return many <= 6 if difficulty == 1 else 5 <= many <= 16 and close

    state = at.found(below, suits)
    if evened:
        state = _evened(state, below)
    winner = _winner(state)

    def wrong(given: str) -> Because:
        fewer_tiles = min(SIDES, key=lambda side: len(state.hand(side)))
        if given == fewer_tiles and len(state.hands[0]) != len(state.hands[1]):
            return Say("Not the number of tiles counts but their pips: {sums}.", sums=_sums(state)), "5.3"
        if given in SIDES and winner == other(given):
            return Say("Fewer pips win: {sums}.", sums=_sums(state)), "5.3"
        return Say("The pips of both hands are counted: {sums}.", sums=_sums(state)), "5.3"

    return Exercise(
        Say("Both sides have passed, the game is blocked. Who wins?"),
        Choice(tuple((side or "draw", said) for side, said in WINS.items()), winner or "draw"),
        hint=Say("Add up all halves of each hand. Doubles count their pips like any tile."),
        reason=Say("{sums}. Fewer pips win; equal numbers are a draw.", sums=_sums(state)),
        article="5.3",
        key=f"{at.names(state.hands[0])}/{at.names(state.hands[1])}",
        position=GAME.notation.format_position(state),
        wrong=wrong,
        described=(at.line(state), *(at.holds(state, side) for side in SIDES)),
    )


def _winner(state: State) -> str | None:
    result = GAME.result(state)
    assert result is not None
    return result.winner


def _evened(state: State, below: Below) -> State:
    """The same blocked game with the hands dealt anew, so that both have equal pips; as it is where that cannot be."""
    tiles = (*state.hands[0], *state.hands[1])
    for _ in range(60):
        order = shuffled(tiles, below)
        black, white = (
            tuple(sorted(part)) for part in (order[: len(state.hands[0])], order[len(state.hands[0]) :])
        )
        other_deal = replace(state, hands=(black, white))
        if other_deal.pips(SIDES[0]) == other_deal.pips(SIDES[1]) and not GAME.faults(other_deal):
            return other_deal
    return state


def _sums(state: State) -> Say:
    return Say(
        "Black has {black} pips, White {white}", black=state.pips(SIDES[0]), white=state.pips(SIDES[1])
    )


def _will_block(below: Below) -> Exercise:
    wanted = below(3) > 0

    def moves_that(state: State) -> list[tuple[Move, State]]:
        """Moves that block, or that only look like it: the other side has nothing that fits, but someone goes on."""
        found = [(move, GAME.apply(state, Moved(state.turn, move)).state) for move in GAME.legal_moves(state)]
        if wanted:
            return [(move, after) for move, after in found if after.passes == 2]
        return [(move, after) for move, after in found if not after.is_over]

    def suits(state: State) -> bool:
        return (
            at.can_lay(state)
            and len(state.boneyard) <= 3
            and sum(map(len, state.hands)) <= 14
            and bool(moves_that(state))
        )

    state = at.found(below, suits)
    move, after = at.picked(moves_that(state), below)
    winner = _winner(after) if after.is_over else GOES_ON
    laid = at.after(state, move)
    left, right = laid.ends or (0, 0)
    still = [tile for side in SIDES for tile in at.fitting(laid.hand(side), laid)]

    def wrong(given: str) -> Because:
        if winner == GOES_ON:
            if not still:
                return Say(
                    "Nothing fits {left} or {right}, but more than two tiles are in the boneyard: {side} must draw.",
                    left=left,
                    right=right,
                    side=at.side_name(laid.turn),
                ), "4.1"
            return Say(
                "{tiles}: that still fits {left} or {right}, so the game is not blocked.",
                tiles=at.names(still),
                left=left,
                right=right,
            ), "5.2"
        if given == GOES_ON:
            return Say(
                "With {left} and {right} open nobody has a tile that fits, and nothing may be drawn.",
                left=left,
                right=right,
            ), "5.2"
        return Say("Fewer pips win: {sums}.", sums=_sums(after)), "5.3"

    values = {"side": at.side_name(state.turn), "tile": NAMES[move.tile], "n": len(state.boneyard)}
    return Exercise(
        Say(
            "All hands are open, tiles in the boneyard: {n}. {side} lays {tile} at the left end. What follows?",
            **values,
        )
        if move.end == LEFT
        else Say(
            "All hands are open, tiles in the boneyard: {n}. {side} lays {tile} at the right end. What follows?",
            **values,
        ),
        Choice(
            (
                (GOES_ON, Say("The game goes on.")),
                (SIDES[0], Say("The game is blocked, Black wins.")),
                (SIDES[1], Say("The game is blocked, White wins.")),
                ("draw", Say("The game is blocked, a draw.")),
            ),
            winner or "draw",
        ),
        hint=Say(
            "Which numbers are open then? Look for them in both hands. Only if nobody can lay or draw, count the pips."
        ),
        reason=wrong(GOES_ON)[0]
        if winner == GOES_ON
        else Say(
            "Nobody has {left} or {right} any more, and nothing may be drawn: blocked. {sums}.",
            left=left,
            right=right,
            sums=_sums(after),
        ),
        article=wrong(GOES_ON)[1],
        key=f"{state.line} {GAME.notation.format_move(move)} {at.names(state.hands[0])}",
        position=GAME.notation.format_position(state),
        facing=state.turn,
        wrong=wrong,
        described=(at.line(state), *(at.holds(state, side) for side in SIDES)),
    )


DRAW = Generator(
    "draw",
    Say("Lay, draw or pass?"),
    "replay",
    Say(
        "You looked for a tile that fits first, then at the boneyard: the last two stay, and whoever draws stays on turn."
    ),
    _draw,
)
BLOCKED = Generator(
    "blocked",
    Say("Who wins the blocked game?"),
    "replay",
    Say("You made sure that nobody can lay or draw, and then counted the pips of both hands, tile by tile."),
    _blocked,
)
