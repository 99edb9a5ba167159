"""Exercises in dominoes in the order in which they are learned; how they are made stands in ``school``."""

from __future__ import annotations

from plyyard.core.exercise import Generator
from plyyard.games.dominoes.school.counting import ANSWER, COMPARE, OUT
from plyyard.games.dominoes.school.endings import BLOCKED, DRAW
from plyyard.games.dominoes.school.laying import ENDS, FITS, OPENING
from plyyard.games.dominoes.school.memory import HELD

EXERCISES: tuple[Generator, ...] = (OPENING, FITS, ENDS, OUT, COMPARE, ANSWER, DRAW, BLOCKED, HELD)
