"""Who makes a room with others neither chooses nor knows what its dice have to hide."""

from __future__ import annotations

import pytest

from plyyard.core.chance import seeded
from plyyard.core.errors import PlyError
from plyyard.rooms.founding import ordered
from plyyard.rooms.protocol import CreateRoom

TILES = ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6"]
OTHERS = ["1-1", "1-2", "1-3", "1-4", "1-5", "1-6", "2-2"]


@pytest.mark.parametrize(
    "order",
    [
        CreateRoom("spider", "race", {"number": 5}),
        CreateRoom("dominoes", "live", {"hands": {"black": TILES, "white": OTHERS}}),
        CreateRoom("dominoes", "live", {"hands": {"white": OTHERS}}),
        CreateRoom(
            "dominoes", "correspondence", position="hand=?,?,?,?,?,?,? other=7 boneyard=14 turn=black"
        ),
    ],
    ids=["the deal of a race", "the hands", "one hand", "a position with hands"],
)
def test_what_is_hidden_is_left_to_the_dice(order: CreateRoom) -> None:
    with pytest.raises(PlyError):
        ordered("me", "Amsel", order, seeded(1))


def test_what_everybody_sees_may_be_chosen() -> None:
    position = "black=38 white=0 turn=white"
    founding, _ = ordered("me", "Amsel", CreateRoom("snakes", "live", position=position), seeded(1))
    assert founding.start == position
    assert (
        ordered("me", "Amsel", CreateRoom("spider", "race", {"suits": 1}), seeded(1))[0].options["suits"] == 1
    )
