"""What whoever runs a server sets, by environment variables."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass

from plyyard.core.errors import BadOptions, Say
from plyyard.web.limits import PER_SECOND


@dataclass(frozen=True, slots=True)
class Environment:
    """``pace``: seconds that the computer waits before each act. ``rate``: what a guest may send, a second; see ``limits``.

    ``lobby``: whether open rooms can be listed. ``metrics``: whether all may read them. ``log``: "text" or "json".
    ``proxies``: addresses and networks that are believed when they say where a request comes from.
    ``pages``: the folder of the operator's own texts. ``editor``: where readers can write to.
    """

    pace: float = 0.7
    rate: float = PER_SECOND
    lobby: bool = True
    metrics: bool = False
    log: str = "text"
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    pages: str = ""
    editor: str = "contact@plyyard.com"


def read(variables: Mapping[str, str]) -> Environment:
    """What is set; ``BadOptions`` names what cannot be.

    >>> read({"PLYYARD_RATE": "40", "PLYYARD_LOBBY": "off"}).rate
    40.0
    """
    start = Environment()
    return Environment(
        pace=_number(variables, "PLYYARD_PACE", start.pace),
        rate=_number(variables, "PLYYARD_RATE", start.rate, least=0.001),
        lobby=_choice(variables, "PLYYARD_LOBBY", "on", "off") == "on",
        metrics=_choice(variables, "PLYYARD_METRICS", "near", "open") == "open",
        log=_choice(variables, "PLYYARD_LOG", "text", "json"),
        proxies=_networks(variables, "PLYYARD_PROXIES", start.proxies),
        pages=variables.get("PLYYARD_PAGES", start.pages),
        editor=_line(variables, "PLYYARD_EDITOR", start.editor),
    )


def _number(variables: Mapping[str, str], name: str, otherwise: float, least: float = 0) -> float:
    try:
        found = float(variables.get(name) or otherwise)
    except ValueError:
        found = -1
    if not least <= found < float("inf"):
        raise BadOptions(Say("{name} has to be a number, {least} at least.", name=name, least=least))
    return found


def _choice(variables: Mapping[str, str], name: str, *choices: str) -> str:
    """One of these; the first where nothing is set."""
    found = variables.get(name) or choices[0]
    if found not in choices:
        raise BadOptions(Say("{name} can be: {choices}.", name=name, choices=", ".join(choices)))
    return found


def _line(variables: Mapping[str, str], name: str, otherwise: str) -> str:
    found = variables.get(name, "").strip() or otherwise
    if not found.isprintable() or len(found) > 200:
        raise BadOptions(Say("{name} has to be one short line.", name=name))
    return found


def _networks(variables: Mapping[str, str], name: str, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(one.strip() for one in variables.get(name, "").split(",") if one.strip()) or otherwise
    try:
        for one in found:
            ipaddress.ip_network(one)
    except ValueError:
        raise BadOptions(
            Say("{name} has to be addresses or networks, with commas between them.", name=name)
        ) from None
    return found
