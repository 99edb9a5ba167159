"""The picture: no tile on another, whatever the line; the places that can be picked; what is said."""

from __future__ import annotations

from random import Random

import pytest

from plyyard.core.words import words
from plyyard.games.dominoes import layout
from plyyard.games.dominoes.board import LINE_HEIGHT, WIDTH
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.state import TILES

VIEW = "line=2-6,6-5 black=0-0,1-2,1-3,2-5,3-3,4-4 white=?*6 boneyard=?*14 turn=black"


def long_line(random: Random) -> list[tuple[int, int]]:
    line: list[tuple[int, int]] = []
    left = set(TILES)
    while choices := sorted(
        (a, b) for low, high in left for a, b in {(low, high), (high, low)} if not line or line[-1][1] == a
    ):
        line.append(random.choice(choices))
        left -= {line[-1], line[-1][::-1]}
    return line


@pytest.mark.parametrize("seed", range(60))
def test_no_tile_lies_on_another_and_all_lie_within_the_field(seed: int) -> None:
    random = Random(seed)
    line = long_line(random)
    laid = layout.lay_out(line, random.randrange(len(line)), WIDTH - 16, LINE_HEIGHT)
    boxes = []
    for spot in (*laid.spots, laid.left, laid.right):
        wide, tall = (1, 2) if spot.rotation % 180 == 0 else (2, 1)
        boxes.append((spot.x - wide / 2, spot.y - tall / 2, spot.x + wide / 2, spot.y + tall / 2))
        assert abs(spot.x * laid.unit) + wide * laid.unit / 2 <= WIDTH / 2
        assert abs(spot.y * laid.unit) + tall * laid.unit / 2 <= LINE_HEIGHT / 2
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[:number]:
            assert right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top


@pytest.mark.parametrize("seed", range(60))
def test_equal_numbers_meet(seed: int) -> None:
    """Each square of a tile that touches its neighbour in the line shows the neighbour's number."""
    line = long_line(Random(seed))
    laid = layout.lay_out(line, len(line) // 2, WIDTH - 16, LINE_HEIGHT)
    ends = [halves(low_high, spot) for low_high, spot in zip(line, laid.spots, strict=True)]
    for (_, right), (left, _), here, there in zip(ends, ends[1:], line, line[1:], strict=False):
        assert here[1] == there[0]
        reach = 0.5 * (here[0] == here[1]) + 0.5 * (there[0] == there[1])
        assert abs(right[0] - left[0]) + abs(right[1] - left[1]) <= 1 + reach


def halves(tile: tuple[int, int], spot: layout.Spot) -> tuple[tuple[float, float], tuple[float, float]]:
    """Centres of the halves that show the left and the right number of the line; of a double its own centre."""
    if tile[0] == tile[1]:
        return (spot.x, spot.y), (spot.x, spot.y)
    x, y = {0: (0.0, 0.5), 90: (-0.5, 0.0), 180: (0.0, -0.5), 270: (0.5, 0.0)}[spot.rotation]
    low, high = (spot.x - x, spot.y - y), (spot.x + x, spot.y + y)
    return (low, high) if tile[0] < tile[1] else (high, low)


def test_every_step_can_be_picked_in_the_scene() -> None:
    state = GAME.notation.parse_position(VIEW)
    slots = {slot.id for slot in GAME.board.scene(state, words("de", "dominoes"), "black").slots}
    steps = GAME.steps(state, ())
    assert [step.text for step in steps] == ["1-2>l", "2-5>l", "2-5>r"]
    assert {step.picked for step in steps} | {step.target for step in steps} <= slots


def test_hidden_tiles_are_drawn_without_a_face() -> None:
    scene = GAME.board.scene(GAME.notation.parse_position(VIEW), words("en", "dominoes"), "black")
    backs = [sprite for sprite in scene.sprites if sprite.shape == "back"]
    assert len(backs) == 20
    assert {sprite.label for sprite in backs} == {"hidden tile of White", "tile of the boneyard"}


@pytest.mark.parametrize("facing", ["black", "white", None])
def test_whoever_sees_a_hand_has_it_below_in_large_tiles(facing: str | None) -> None:
    for text, seen in ((VIEW, "black"), (VIEW.replace("black=", "x=").replace("white=", "black="), "white")):
        view = GAME.notation.parse_position(text.replace("x=", "white="))
        sprites = GAME.board.scene(view, words("en", "dominoes"), facing).sprites
        hand = [sprite for sprite in sprites if "held" in sprite.classes]
        backs = [sprite for sprite in sprites if sprite.id.startswith("hidden")]
        assert all(seen in sprite.classes for sprite in hand)
        assert min(one.y for one in hand) > max(one.y for one in backs)
        assert min(one.scale for one in hand) > max(one.scale for one in backs)


@pytest.mark.parametrize(
    ("n", "german", "english"),
    [(0, "0 Steine", "0 tiles"), (1, "1 Stein", "1 tile"), (2, "2 Steine", "2 tiles")],
)
def test_plurals(n: int, german: str, english: str) -> None:
    said = [words(lang, "dominoes").plural("{n} tile", "{n} tiles", n) for lang in ("de", "en")]
    assert said == [german, english]


def test_a_position_is_described_in_sentences() -> None:
    view = GAME.notation.parse_position(
        "line=5-5,5-6 black=0-0,1-1,1-2,1-3,2-2,2-3 white=?*7 boneyard=?*13 turn=black log=b5-5,w*1,w5-6r"
    )
    lines = GAME.board.describe(view, words("en", "dominoes"))
    assert lines == [
        "The line from left to right: 5-5, 5-6.",
        "Open are 5 on the left and 6 on the right.",
        "Black holds 0-0, 1-1, 1-2, 1-3, 2-2, 2-3; pips: 18.",
        "White holds 7 hidden tiles.",
        "By draws and passes White holds no tile with 5.",
        "13 tiles lie in the boneyard.",
        "Black has no tile that fits and must draw.",
    ]
