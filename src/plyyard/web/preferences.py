"""What a person has set, kept in one cookie that server and scripts read; nothing of it is stored here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from urllib.parse import parse_qsl, unquote, urlencode

COOKIE = "plyyard"
YEAR = 365 * 24 * 3600  # seconds
SWITCHES = ("roll", "forced", "quick", "motion", "marks", "sound", "notify", "brief", "timer")
THEMES = ("system", "light", "dark", "contrast")


@dataclass(frozen=True, slots=True)
class Preferences:
    """``facing``: "flip" seats the other side below; ``roll`` and ``forced``: what the page does by itself;
    ``quick``: one click plays a piece to its best place."""

    theme: str = "system"
    facing: str = ""
    roll: bool = False
    forced: bool = False
    quick: bool = False
    motion: bool = True
    marks: bool = False
    sound: bool = False
    notify: bool = False
    brief: bool = False
    timer: bool = True

    @property
    def cookie(self) -> str:
        """As it stands in the cookie.

        >>> Preferences(theme="dark", roll=True).cookie
        'theme=dark&facing=&roll=1&forced=0&quick=0&motion=1&marks=0&sound=0&notify=0&brief=0&timer=1'
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return urlencode(
            {key: int(value) if isinstance(value, bool) else value for key, value in values.items()}
        )


def read(text: str | None) -> Preferences:
    """From a cookie; whatever cannot be read has its start value.

    >>> read("theme=dark&roll=1&motion=2").theme, read("theme=pink&x").theme, read(None).motion
    ('dark', 'system', True)
    """
    return chosen(dict(parse_qsl(unquote(text or "")[:400], keep_blank_values=True)), Preferences())


def chosen(form: Mapping[str, str], start: Preferences) -> Preferences:
    """From named values, each "0" or "1", or one of its words."""
    theme = form.get("theme", start.theme)
    facing = form.get("facing", start.facing)
    switches = {
        name: form[name] == "1" if form.get(name) in ("0", "1") else getattr(start, name) for name in SWITCHES
    }
    return Preferences(
        theme if theme in THEMES else start.theme, "flip" if facing == "flip" else "", **switches
    )
