"""Random play with other people's libraries, each through its own public interface, in this process.

``PEERS`` maps a game to (package, what differs from our rules, ``play(seed) -> (games, decisions)``); a decision is
one choice of a player. Needs the dependency group ``peers``.
"""

from __future__ import annotations

import random
from collections.abc import Callable

Play = Callable[[int], tuple[int, int]]
DEAL_LIMIT = 300  # decisions of one Spider deal, here and in rules.py


def backgammon() -> Play:
    import pyspiel

    game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")

    def play(seed: int) -> tuple[int, int]:
        chance, state, decisions = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = chance.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0]
            else:
                action = chance.choice(state.legal_actions())
                decisions += 1
            state.apply_action(action)
        return 1, decisions

    return play


def dominoes() -> Play:
    from dominoes import Game

    def play(seed: int) -> tuple[int, int]:
        random.seed(seed)
        game, decisions = Game.new(), 0
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))
            decisions += 1
        return 1, decisions

    return play


def aeroplane_king() -> Play:
    from ludo_engine import LudoGame, PlayerColor

    def play(seed: int) -> tuple[int, int]:
        random.seed(seed)
        game, decisions = LudoGame([PlayerColor.RED, PlayerColor.YELLOW]), 0
        while not game.game_over:
            die = game.roll_dice()
            moves = game.get_valid_moves(game.get_current_player(), die)
            if not moves:
                game.play_turn(dice_value=die)
                continue
            game.play_turn(token_id=random.choice(moves).token_id, dice_value=die)
            decisions += 1
        return 1, decisions

    return play


def aeroplane_ludopy() -> Play:
    import numpy as np
    from ludopy import Game

    def play(seed: int) -> tuple[int, int]:
        np.random.seed(seed)
        game, decisions, won = Game(ghost_players=[1, 3]), 0, False
        while not won:
            (_, pieces, _, _, _, won), _ = game.get_observation()
            if len(pieces):
                game.answer_observation(pieces[np.random.randint(0, len(pieces))])
                decisions += 1
            else:
                game.answer_observation(-1)
            won = game.get_winner_of_game() != -1
        return 1, decisions

    return play


def spider() -> Play:
    from soliterm.engine import new_solitaire

    def play(seed: int) -> tuple[int, int]:
        chance, game, decisions = random.Random(seed), new_solitaire("spider", seed=seed), 0
        stock = game.ids_of("stock")[0]
        while decisions < DEAL_LIMIT and not game.is_won():
            moves: list[tuple[int, int, int] | None] = [*game.legal_moves()]
            if game.can_deal():
                moves.append(None)
            if not moves:
                break
            move = chance.choice(moves)
            if move is None:
                game.click(stock)
            else:
                game.attempt_move(*move)
            decisions += 1
        return 1, decisions

    return play


PEERS: dict[str, list[tuple[str, str, Callable[[], Play]]]] = {
    "snakes": [],
    "aeroplane": [
        ("ludo-king-engine", "other board, other extra rolls", aeroplane_king),
        ("ludopy", "other board, other extra rolls", aeroplane_ludopy),
    ],
    "backgammon": [("open-spiel", "a double is two decisions", backgammon)],
    "dominoes": [("dominoes", "four hands, nothing drawn", dominoes)],
    "spider": [("soliterm", "removes runs at once, as we do here", spider)],
}
