"""The games, one folder each. They never import each other.

PLYYARD_GAMES may name more folders that hold games, separated as in PATH: see docs/adding-a-game.md.
"""

import os

__path__ += [folder for folder in os.environ.get("PLYYARD_GAMES", "").split(os.pathsep) if folder]
