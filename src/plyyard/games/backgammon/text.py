"""The board in letters, for a terminal: seen and numbered by the side on turn, who bears off at the lower right."""

from __future__ import annotations

from plyyard.core.words import Words
from plyyard.games.backgammon.state import BAR, OFF, SIDES, State

CHECKERS = {"white": "○", "black": "●"}
HEIGHT = 5  # checkers drawn one by one; the last one of a higher stack is a number
UPPER, LOWER = range(13, 25), range(12, 0, -1)


def text(view: State, words: Words) -> str:
    """Two rows of twelve points, the bar between the halves, checkers off at the right."""
    mine = SIDES.index(view.turn)
    signs = CHECKERS[SIDES[mine]], CHECKERS[SIDES[1 - mine]]
    own, opposing = view.checkers[mine], view.checkers[1 - mine]

    def stack(count: int, sign: str) -> list[str]:
        """From the edge of the board inwards."""
        column = [sign] * min(count, HEIGHT) + [" "] * (HEIGHT - count)
        if count > HEIGHT:
            column[-1] = str(count)
        return column

    def point(number: int) -> list[str]:
        return stack(own[number], signs[0]) if own[number] else stack(opposing[25 - number], signs[1])

    def half(numbers: range, count_on_bar: int, sign: str, count_off: int) -> list[str]:
        columns = [point(number) for number in numbers]
        bar = stack(count_on_bar, sign)
        lines = []
        for level in range(HEIGHT):
            left = "".join(f"{column[level]:>3}" for column in columns[:6])
            right = "".join(f"{column[level]:>3}" for column in columns[6:])
            off = f"  {sign} {count_off}" if level == 0 and count_off else ""
            lines.append(f"│{left} │{bar[level]:>2} │{right} │{off}")
        return lines

    def numbers(row: range) -> str:
        left, right = ("".join(f"{number:>3}" for number in part) for part in (row[:6], row[6:]))
        return f" {left}      {right}"

    edge = "─" * 19
    upper = half(UPPER, opposing[BAR], signs[1], opposing[OFF])
    lower = half(LOWER, own[BAR], signs[0], own[OFF])
    return "\n".join(
        [
            numbers(UPPER),
            f"┌{edge}┬───┬{edge}┐",
            *upper,
            f"│{' ' * 19}│   │{' ' * 19}│",
            *lower[::-1],
            f"└{edge}┴───┴{edge}┘",
            numbers(LOWER),
        ]
    )
