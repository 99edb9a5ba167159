"""Snakes and Ladders from the articles alone: squares laid out in rows, the piece walked step by step."""

from __future__ import annotations

LADDERS = "1-38 4-14 9-31 21-42 28-84 36-44 51-67 71-91 80-100"  # art. 3.1
SNAKES = "16-6 47-26 49-11 56-53 62-19 64-60 87-24 93-73 95-75 98-78"  # art. 3.2


def rows() -> list[list[int]]:
    """The board from the bottom row up, each from left to right: every other row runs back.  art. 1.1"""
    board = [list(range(first, first + 10)) for first in range(1, 101, 10)]
    return [row if number % 2 == 0 else row[::-1] for number, row in enumerate(board)]


def walk(square: int, die: int) -> int:
    """Where a piece on a square comes to rest after a roll."""
    place = square
    for _ in range(die):
        if place == 100:  # more squares than there are: it stays where it was.  art. 4.1
            return square
        place += 1
    for jump in f"{LADDERS} {SNAKES}".split():  # the last square alone counts, and only once.  art. 3.3
        start, end = jump.split("-")
        if place == int(start):
            return int(end)
    return place


def play(rolls: list[int]) -> tuple[list[int], int | None]:
    """Both squares after these rolls of Black and White in turn, and who won (0, 1) if someone did."""
    squares = [0, 0]
    for number, die in enumerate(rolls):
        side = number % 2
        squares[side] = walk(squares[side], die)
        if squares[side] == 100:
            return squares, side
    return squares, None
