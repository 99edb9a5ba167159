"""Players that know no game: a level is a method with a game's own evaluation (``core.game.Recipe``).

They are given views, never states: what a player cannot see it has to imagine.
"""

from plyyard.players.budget import Limit
from plyyard.players.player import Player, opponents, player

__all__ = ["Limit", "Player", "opponents", "player"]
