"""The pictures in letters show everything that lies on the board, once, and nothing that is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from plyyard.core import registry
from plyyard.core.chance import draw, seeded
from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.core.words import words
from plyyard.games.aeroplane.state import SIDES as COLOURS
from plyyard.games.backgammon.state import BAR, OFF
from plyyard.games.dominoes.state import TILES
from plyyard.games.spider.state import RANKS


def walk(name: str, seed: int, events: int = 60) -> Iterator[tuple[Any, str, str]]:
    """Views of whoever is on turn in a random game, with their pictures; undealt and finished ones are left out."""
    game, below = registry.game(name), seeded(seed)
    state = game.start(game.complete({}, below))
    for _ in range(events):
        actor = game.actor(state)
        if actor is None:
            return
        if actor is CHANCE:
            event: Any = Happened(draw(game.lot(state), below))
        else:
            moves = game.legal_moves(state)
            event = Moved(str(actor), moves[below(len(moves))])
        state = game.apply(state, event).state
        turn = game.turn(state)
        if turn is not None:
            view = game.observe(state, turn)
            yield view, turn, registry.part(name, "text").text(view, words("en", name))


def test_snakes_shows_every_square_and_both_pieces() -> None:
    for view, _, picture in walk("snakes", 1):
        assert {int(n) for n in re.findall(r"(?<![↑↓\d])\d+", picture)} == set(range(1, 101))
        assert picture.count("●") == picture.count("○") == 1
        for piece, square in zip("●○", view.squares, strict=True):
            assert square == 0 or re.search(rf"\b{square}[●○]*{piece}", picture)


def test_backgammon_shows_fifteen_checkers_a_side() -> None:
    for seed in range(5):
        for view, turn, picture in walk("backgammon", seed, 120):
            board = picture.splitlines()[2:-2]
            for side, sign in (("white", "○"), ("black", "●")):
                places = view.checkers[("white", "black").index(side)]
                off = sum(int(n) for n in re.findall(rf"{sign} (\d+)$", "\n".join(board), re.M))
                assert off == places[OFF]
                shown = sum(line[:46].count(sign) for line in board)
                assert shown == sum(min(n, 5) - (n > 5) for n in places[OFF + 1 :]), (turn, picture)
            high = sorted(n for places in view.checkers for n in places[1:] if n > 5)
            assert sorted(int(n) for line in board for n in re.findall(r"\d+", line[:46])) == high
            assert (view.own[BAR] > 0) == any(line[20:24].strip("│ ") for line in board[6:])


def test_aeroplane_shows_four_planes_a_side() -> None:
    for _, _, picture in walk("aeroplane", 3, 300):
        for letter in ("R", "Y"):
            assert sum(int(n or 1) for n in re.findall(rf"{letter}(\d?)", picture)) == 4
        assert len(picture.splitlines()) == 15
    assert COLOURS == ("red", "yellow")


def test_dominoes_shows_the_line_and_the_own_hand_only() -> None:
    for seed in range(10):
        for view, turn, picture in walk("dominoes", seed):
            found = re.findall(r"[\[|]([\d?])\|([\d?])[\]|]", picture)
            seen = {tuple(sorted((int(a), int(b)))) for a, b in found if a != "?"}
            hand = {TILES[tile] for tile in view.hand(turn)}
            assert seen == hand | {tuple(sorted(tile)) for tile in view.line}
            other = view.hands[1 - ("black", "white").index(turn)]
            assert found.count(("?", "?")) == len(other)


def test_spider_shows_face_up_cards_and_backs() -> None:
    for seed in range(5):
        for view, _, picture in walk("spider", seed):
            assert picture.count("░░") == sum(view.down)
            up = [
                card for column, down in zip(view.columns, view.down, strict=True) for card in column[down:]
            ]
            names = [f"{RANKS[card % 13].replace('T', '10')}{'♣♠♥♦'[card // 13]}" for card in up]
            assert sorted(re.findall(r"[\dAJQK]+[♣♠♥♦]", picture)) == sorted(names)
