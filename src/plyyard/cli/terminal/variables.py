"""The environment variables that this program reads, and slips of the pen among them."""

from __future__ import annotations

from collections.abc import Mapping

from plyyard.core.errors import BadOptions, Say

OF_SERVERS = {"EDITOR", "LOBBY", "LOG", "METRICS", "PACE", "PAGES", "PROXIES", "RATE"}  # see web.environment
OF_COMMANDS = {"DB", "GAMES", "HOST", "LANG", "NO_OPEN", "PORT"}
NAMES = {f"PLYYARD_{name}" for name in OF_SERVERS | OF_COMMANDS}

ALIKE = 0.85  # of 1: a name so like one of these was meant to be it


def check_names(variables: Mapping[str, str]) -> None:
    """``BadOptions`` for a name that is nearly one of these: it would be as if nothing was set. Others may stand there."""
    unknown = sorted(name for name in variables.keys() - NAMES if name.startswith("PLYYARD_"))
    if not unknown:
        return
    from difflib import get_close_matches

    for name in unknown:
        for meant in get_close_matches(name, NAMES, 1, ALIKE):
            raise BadOptions(Say("There is no setting {name}. Is {meant} meant?", name=name, meant=meant))
