"""What persons may be called. A name is one line that shows what it is; it is refused rather than cut."""

from __future__ import annotations

import unicodedata

from plyyard.core.errors import PlyError, Say

MAX_NAME = 30
MAX_FOLDED = 80
JOINER = "\u200d"
EMOJI = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"  # what may stand between a picture and a joiner
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159"  # letters and marks that show nothing


class BadName(PlyError):
    """A name that nobody can bear."""


def clean_name(text: str, most: int = MAX_NAME) -> str:
    """A name to show: one line, without control, direction and invisible characters; empty where no name was given.

    ``BadName`` if it is longer than ``most``, or if something was given of which nothing shows.

    >>> clean_name("  Am\\u202esel\\n "), clean_name("Jo\\u0308rg"), clean_name("👩\\u200d🚀 Ada")
    ('Amsel', 'Jörg', '👩\\u200d🚀 Ada')
    """
    composed = unicodedata.normalize("NFC", text)
    shown = "".join(c for place, c in enumerate(composed) if _shows(composed, place))
    name = " ".join(shown.split())
    if len(name) > most:
        raise BadName(Say("A name has at most {limit} characters.", limit=most))
    if composed.strip() and not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise BadName(Say("Nothing of this name can be seen. Take letters or digits."))
    return name


def _shows(text: str, place: int) -> bool:
    c = text[place]
    if c == JOINER:
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        return _is_picture(after) and (_is_picture(before) or (before != "" and before in EMOJI))
    return c.isspace() or (unicodedata.category(c)[0] != "C" and c not in BLANK)


def _is_picture(c: str) -> bool:
    return c != "" and unicodedata.category(c) == "So"


def folded(name: str, most: int = MAX_NAME) -> str:
    """A name as it is compared: without case, width and joiners. ``BadName`` if it has no letter, digit or picture.

    >>> folded("ＡＭＳＥＬ") == folded("amsel"), folded("Straße") == folded("STRASSE")
    (True, True)
    """
    plain = unicodedata.normalize("NFKC", name.replace(JOINER, "")).casefold()
    found = unicodedata.normalize("NFKC", plain)
    if not any(unicodedata.category(c)[0] in "LN" or _is_picture(c) for c in found):
        raise BadName(Say("A name needs at least one letter or digit."))
    if len(found) > MAX_FOLDED * most // MAX_NAME:
        raise BadName(Say("A name has at most {limit} characters.", limit=most))
    return found
