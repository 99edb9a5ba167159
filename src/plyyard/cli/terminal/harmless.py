"""What strangers wrote, as a terminal may print it: nothing moves the cursor, changes colours or turns the text round."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"  # within words and pictures


def harmless(text: str) -> str:
    r"""With what a terminal would obey as its number. Lines and blanks stay.

    >>> harmless("red: \x1b[31m, bell: \a, turned: \u202e")
    'red: \\x1b[31m, bell: \\x07, turned: \\u202e'
    """
    return "".join(one if _is_harmless(one) else ascii(one)[1:-1] for one in text)


def harmless_line(text: str, most: int = 60) -> str:
    """In one line, cut to a length.

    >>> harmless_line("one\\n  two three", 9)
    'one two …'
    """
    line = " ".join(harmless(text).split())
    return line if len(line) <= most else line[: most - 1] + "…"


def _is_harmless(one: str) -> bool:
    return (
        one in "\n\t"
        or one in JOINERS
        or unicodedata.category(one) not in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    )
