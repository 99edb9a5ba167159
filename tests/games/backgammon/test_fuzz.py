"""Whatever is written, the answer is a position, a play, or a refusal in words."""

from __future__ import annotations

import string

from hypothesis import given, settings
from hypothesis import strategies as st

from plyyard.core.errors import BadPosition, BadText, IllegalMove
from plyyard.games.backgammon import notation
from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.state import State

CODES = st.text(string.ascii_letters + string.digits + "+/", min_size=14, max_size=14)
BOARDS = st.text("abcdefopABCDEFOP----------Qq", min_size=25, max_size=27)
STEPS = st.from_regex(r"\A(bar|[0-9]{1,2})(/(off|[0-9]{1,2})\*?){1,3}(\([2-4]\))?\Z")


@given(
    st.one_of(
        st.text(), CODES, st.builds("{}AAAAAA".format, st.text(string.ascii_letters, min_size=8, max_size=8))
    )
)
@settings(max_examples=300)
def test_positions(text: str) -> None:
    try:
        state = notation.parse_position(text)
    except (BadText, BadPosition) as refusal:
        assert str(refusal)
        return
    written = notation.format_position(state)
    assert notation.parse_position(written) == state
    assert notation.format_position(notation.parse_position(written)) == written
    assert GAME.faults(state) == []


@given(BOARDS, st.sampled_from(["1", "-1", "0", ""]), st.text("0123456DBRx", min_size=2, max_size=2))
@settings(max_examples=300)
def test_xgids(board: str, turn: str, dice: str) -> None:
    try:
        state = notation.parse_position(f"XGID={board}:0:0:{turn}:{dice}:0:0:0:7:10")
    except (BadText, BadPosition) as refusal:
        assert str(refusal)
        return
    assert notation.parse_position(notation.format_position(state)) == state


@given(
    st.one_of(st.text(), st.lists(STEPS, min_size=1, max_size=4).map(" ".join)),
    st.sampled_from(GAME.lot(State()).outcomes),
)
@settings(max_examples=400)
def test_plays(text: str, dice: tuple[int, int]) -> None:
    state = State(dice=dice)
    try:
        play = notation.parse_move(state, text)
    except (BadText, IllegalMove) as refusal:
        assert str(refusal)
        return
    assert play in GAME.legal_moves(state)
    assert notation.parse_move(state, notation.format_move(play)) == play
