"""Games that XPat2 itself saved, and what is wrong with those that it did not. How they were made: docs/xpat2.md."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyyard.cli import main as entry
from plyyard.core.errors import BadRecord
from plyyard.core.opening import Opened, opened
from plyyard.core.record import decode, encode, replay
from plyyard.games.spider.game import GAME
from plyyard.games.spider.saves import MAX_BYTES, Word, is_save, read
from plyyard.games.spider.state import State

FILES = Path(__file__).parent / "files"
WON = (FILES / "won.xpat2").read_bytes()
SHORT = (FILES / "deal-undone.xpat2").read_bytes()
HEAD = 160


def file(name: str) -> bytes:
    return (FILES / f"{name}.xpat2").read_bytes()


def last(found: Opened) -> State:
    """Where the record leads, once it has been written and read again."""
    *_, frame = replay(decode(encode(found.record)))
    state: State = frame.after.state
    return state


def points(state: State) -> int:
    return int(GAME.score(state)["points"])


@pytest.mark.parametrize(
    ("name", "number", "rule", "moved", "cheats", "left_out", "shown"),
    [  # shown: the points in XPat2's message line when it was saved
        ("won", 1, "strict", 196, 0, 0, 990),
        ("kept", 1, "strict", 204, 0, 0, 1000),
        ("after-the-win", 1, "strict", 196, 0, 1, 990),
        ("win-undone", 1, "strict", 196, 0, 1, 962),
        ("deal-undone", 1, "strict", 3, 10, 0, 20),
        ("turn-undone", 1, "strict", 2, 1, 0, 10),
        ("restart", 1, "strict", 3, 12, 0, 0),
        ("relaxed2", 1, "relaxed2", 3, 0, 0, 20),
        ("stuck", 7, "strict", 127, 0, 0, 46),
    ],
)
def test_a_saved_game_leads_to_the_points_that_xpat2_showed(
    name: str, number: int, rule: str, moved: int, cheats: int, left_out: int, shown: int
) -> None:
    found = read(file(name))
    record = found.record
    assert record.options == {
        "number": number,
        "suits": 4,
        "layout": "xpat2",
        "rule": rule,
        "runs": "manual",
    }
    assert sum(event.kind == "moved" for event in record.events) == moved
    assert record.undo_price == cheats
    assert found.left_out == left_out
    assert points(last(found)) == shown


def test_the_end_is_that_of_the_board() -> None:
    assert read(WON).record.result == read(file("kept")).record.result
    assert read(file("won")).record.result.kind == "won"  # type: ignore[union-attr]
    assert read(file("stuck")).record.result.kind == "stuck"  # type: ignore[union-attr]
    assert read(file("win-undone")).record.result is None


def test_moves_that_were_undone_are_taken_back() -> None:
    events = read(SHORT).record.events
    assert [event.move for event in events] == ["6>1:1", "6>2:1", "deal", None]
    assert (events[-1].kind, events[-1].to) == ("taken back", 2)


@pytest.mark.parametrize("name", ["deal-undone", "turn-undone", "restart"])
def test_7_2_what_was_undone_has_the_price_that_xpat2_counted(name: str) -> None:
    record = read(file(name)).record
    frames = list(replay(record))
    undone = frames[1 + (record.events[-1].to or 0) : -1]
    price = sum(GAME.undo_price(one.after.effects, one.event) for one in undone if one.event)
    assert price == record.undo_price > 0


def test_the_board_is_the_one_that_xpat2_showed() -> None:
    """Read off its window."""
    tops = ["5S,4H", "TS,9D", "2D", "JS", "KS", "QC", "2C", "4D", "AD", "4H"]
    down = [5, 4, 4, 5, 4, 2, 5, 4, 4, 5]
    view = GAME.notation.format_position(GAME.observe(last(read(SHORT)), "player"))
    columns = "/".join("-?," * n + top for n, top in zip(down, tops, strict=True))
    assert view == f"columns={columns} stock=?*50 home= runs=manual"


def test_what_fills_the_last_block_means_nothing() -> None:
    bare = WON[: HEAD + 4 * 196]
    assert read(bare) == read(WON) == read(bare + bytes(100))


# What is wrong is named


def changed(word: int, value: int, content: bytes = WON) -> bytes:
    place = 32 + 4 * word
    return content[:place] + struct.pack(">i", value) + content[place + 4 :]


def move_changed(n: int, code: int) -> bytes:
    place = HEAD + 4 * (n - 1)
    return SHORT[:place] + struct.pack(">I", code) + SHORT[place + 4 :]


@pytest.mark.parametrize(
    ("content", "place", "says"),
    [
        (b"", "", "cut off: it has 0 bytes"),
        (WON[:159], "", "cut off: it has 159 bytes, its head alone 160"),
        (WON[: HEAD + 4 * 196 - 1], "moves", "of its 196 moves 195 are there"),
        (WON + bytes(MAX_BYTES), "", f"larger than {MAX_BYTES} bytes"),
        (changed(Word.MAGIC, 0x1A740000), "magic", "reversed order"),
        (changed(Word.MAGIC, 0), "magic", "its mark is missing"),
        (b"Gypsy\0" + WON[6:], "name", "the rules “Gypsy”, not Spider"),
        (b"\xff" * 32 + WON[32:], "name", "not Spider"),
        (changed(Word.DECKS, 1), "decks", "-decks 1, usual is 2"),
        (changed(Word.SLOTS, 9), "slots", "-slots 9"),
        (changed(Word.FACE_UP, 2), "faceup", "-faceup 2"),
        (changed(Word.FACE_DOWN, 3), "facedown", "-facedown 3"),
        (changed(Word.JOKERS, 2), "jokers", "-jokers 2"),
        (changed(Word.CELLS, 1), "tmps", "-tmps 1"),
        (changed(Word.NUMBER, 1_000_000_000), "number", "deal 1000000000; it must be 0 to 999999999"),
        (changed(Word.NUMBER, -1), "number", "deal -1"),
        (changed(Word.MOVES, -1), "moves", "-1 moves"),
        (changed(Word.MOVES, 10_000), "moves", "10000 moves; it must be 0 to 9999"),
        (changed(Word.MOVES, 9_999), "moves", "of its 9999 moves 208 are there"),
        (changed(Word.POINTER, 197), "pointer", "197 of its moves stand; it must be 0 to 196"),
        (changed(Word.POINTER, -1), "pointer", "-1 of its moves"),
        (changed(Word.CHEATS, -5), "cheats", "-5; it must not be negative"),
        (changed(Word.RELAXED, 3), "relaxed", "-relaxed 3; it must be 0 to 2"),
        (changed(Word.NUMBER, 2), "moves[0]", "Move 1 of 196: "),
        (move_changed(2, 0), "moves[1]", "Move 2 of 3: It is no move of Spider"),
        (move_changed(1, 17 << 25 | 50 << 16 | 12 << 9 | 60), "moves[0]", "such cards"),
        (
            move_changed(1, 8 << 25 | 13 << 9 | 5),
            "moves[0]",
            "Move 1 of 3: A card goes on a card of the next",
        ),
        (move_changed(1, 13 << 25 | 6 << 16 | 8 << 9 | 31), "moves[0]", "The cards lie otherwise"),
        (move_changed(1, 13 << 25 | 0 << 16 | 1 << 15 | 0 << 9 | 19), "moves[0]", "such cards or piles"),
    ],
)
def test_what_is_wrong_with_a_saved_game_is_named(content: bytes, place: str, says: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(content)
    assert says in str(refused.value.why)
    assert refused.value.place == place


@pytest.mark.parametrize("value", [-1, 0])
def test_an_option_that_says_the_usual_changes_nothing(value: int) -> None:
    """XPat2 plays on from such files as from any."""
    usual = {Word.DECKS: 2, Word.SLOTS: 10, Word.FACE_UP: 1, Word.FACE_DOWN: 4, Word.JOKERS: 0}
    content = WON
    for word, n in usual.items():
        content = changed(word, n, content)
    assert read(changed(Word.RELAXED, value, content)) == read(WON)


@pytest.mark.parametrize(("value", "rule"), [(-1, "strict"), (0, "strict"), (1, "relaxed1"), (2, "relaxed2")])
def test_the_option_relaxed_is_the_rule_for_dealing(value: int, rule: str) -> None:
    """The one word in which files of the same moves differ that XPat2 saved with -relaxed 1 and 2."""
    assert read(changed(Word.RELAXED, value)).record.options["rule"] == rule


@pytest.mark.parametrize("bit", range(3 * 32))
def test_no_bit_of_a_move_can_be_wrong(bit: int) -> None:
    place = HEAD + bit // 8
    spoiled = SHORT[:place] + bytes([SHORT[place] ^ 1 << bit % 8]) + SHORT[place + 1 :]
    with pytest.raises(BadRecord, match="Move"):
        read(spoiled)


def test_a_run_goes_only_to_a_free_home_pile_of_its_suit() -> None:
    codes = list(struct.unpack_from(">196I", WON, HEAD))
    removals = [n for n, code in enumerate(codes) if code >> 9 & 0x3F < 8]
    assert [codes[n] >> 9 & 0x3F for n in removals] == [1, 3, 0, 4, 2, 6, 5]
    for n, pile in ((removals[0], 2), (removals[3], 0)):
        spoiled = [*codes[:n], codes[n] & ~(0x3F << 9) | pile << 9, *codes[n + 1 :]]
        with pytest.raises(BadRecord, match=r"that home pile is full or of another suit") as refused:
            read(WON[:HEAD] + struct.pack(">196I", *spoiled))
        assert refused.value.place == f"moves[{n}]"


@given(st.binary(max_size=400), st.integers(0, len(SHORT)))
def test_nothing_else_is_ever_raised(noise: bytes, place: int) -> None:
    for content in (noise, SHORT[:place] + noise + SHORT[place + len(noise) :], SHORT[:place] + noise):
        try:
            read(content)
        except BadRecord as refused:
            assert str(refused.why)


# Wherever a record is opened


def test_a_file_is_known_by_what_is_in_it() -> None:
    found = read(WON)
    assert opened(WON) == found
    assert opened(encode(found.record)) == Opened(found.record)
    assert all(is_save(path.read_bytes()) for path in FILES.glob("*.xpat2"))
    assert is_save(changed(Word.MAGIC, 0x1A740000, b"Gypsy\0" + WON[6:]))
    assert is_save(WON[:40])
    for content in (b"", b"{}", encode(found.record)):
        assert not is_save(content)
    with pytest.raises(BadRecord, match="not a record of Ply Yard"):
        opened(b"GIF89a")


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: Any) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["plyyard", *map(str, arguments)])
        code = entry.main()
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def test_the_command_makes_a_record_that_replays(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "Spider.000000001"
    saved.write_bytes(file("after-the-win"))
    code, printed, _ = run("spider", "import", saved)
    target = tmp_path / "Spider.000000001.plyyard.json"
    assert code == 0
    assert "Partie 1: 196 Züge, Schummelzahl 0." in printed
    assert "1 Zug nach dem Ende wurde weggelassen." in printed
    assert f"plyyard replay {target}" in printed
    code, printed, _ = run("replay", target, "--plain")
    assert code == 0
    assert "990 Punkte" in printed
    assert run("replay", saved, "--plain") == (0, printed, "")


def test_the_command_says_what_holds_where_a_win_was_taken_back(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "Spider.000000001"
    saved.write_bytes(file("win-undone"))
    code, printed, _ = run("spider", "import", saved)
    assert code == 0
    assert (
        "Ein Ende war erreicht und wurde zurückgenommen; 1 Zug danach wurde weggelassen.\n"
        "Von diesen Zügen gelten 195; die übrigen sind zurückgenommen.\n" in printed
    )
    saved.write_bytes(file("deal-undone"))
    printed = run("spider", "import", saved, "--save", tmp_path / "undone.json")[1]
    assert "weggelassen" not in printed and "Von diesen Zügen gelten 2;" in printed


def test_the_command_overwrites_nothing(run: Run, tmp_path: Path) -> None:
    saved, target = tmp_path / "Spider.000000001", tmp_path / "mine.json"
    saved.write_bytes(SHORT)
    target.write_text("mine")
    code, _, wrong = run("spider", "import", saved, "--save", target)
    assert (code, target.read_text()) == (2, "mine")
    assert str(target) in wrong
    assert run("spider", "import", saved, "--save", tmp_path / "other.json")[0] == 0
    assert len(decode((tmp_path / "other.json").read_bytes()).events) == 4


def test_the_command_says_what_is_wrong(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "Gypsy.000000001"
    saved.write_bytes(b"Gypsy\0" + WON[6:])
    code, printed, wrong = run("spider", "import", saved)
    assert (code, printed) == (2, "")
    assert wrong == "plyyard: Dieses Spiel wurde mit den Regeln „Gypsy“ gesichert, nicht mit Spider.\n"
    assert list(tmp_path.iterdir()) == [saved]
    assert run("spider", "import", tmp_path / "nothing")[0] == 2
