"""A file as a record: our own document, or a game that another program saved and a game's ``saves.py`` can read."""

from __future__ import annotations

from typing import NamedTuple

from plyyard.core import registry
from plyyard.core.record import Record, decode


class Opened(NamedTuple):
    """``left_out``: moves that the other program allowed after the end; a record has none."""

    record: Record
    left_out: int = 0


def opened(content: bytes) -> Opened:
    """The game in a file; ``BadRecord`` says what is wrong with it. Of our own documents nothing is replayed yet."""
    own = content.lstrip()[:1] == b"{"
    for name in () if own else registry.names():
        if (registry.folder(name) / "saves.py").exists():
            saves = registry.part(name, "saves")
            if saves.is_save(content):
                found: Opened = saves.read(content)
                return found
    return Opened(decode(content))
