"""Where the devices of the same network reach this machine, as an address and as a QR code. Asks nobody outside."""

from __future__ import annotations

import contextlib
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

import psutil
import segno
from litestar import Request
from markupsafe import Markup

ELSEWHERE = ("192.0.2.1", "2001:db8::1")  # set aside for documentation; nothing is sent there


def hosts() -> list[str]:
    """This machine's addresses in its networks, the one with the way out first; IPv6 only where there is no IPv4."""
    found = [one for one in _interfaces() if not (one.is_loopback or one.is_link_local or one.is_unspecified)]
    found = [one for one in found if one.version == 4] or found
    way_out = {_own_address(there) for there in ELSEWHERE}
    return sorted(map(str, found), key=lambda one: one not in way_out)


def _interfaces() -> list[IPv4Address | IPv6Address]:
    """Addresses of the interfaces that run and have neighbours: a tunnel has none."""
    states = psutil.net_if_stats()
    return [
        ip_address(one.address)
        for name, addresses in psutil.net_if_addrs().items()
        if name in states and states[name].isup and "pointopoint" not in states[name].flags
        for one in addresses
        if one.family in {socket.AF_INET, socket.AF_INET6}
    ]


def _own_address(there: str) -> str:
    """From which address a datagram would leave for ``there``; empty where there is no way."""
    family = socket.AF_INET6 if ":" in there else socket.AF_INET
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((there, 9))
        return str(probe.getsockname()[0])
    return ""


def url(host: str, port: int) -> str:
    """
    >>> url("192.0.2.7", 8030), url("2001:db8::7", 8030)
    ('http://192.0.2.7:8030', 'http://[2001:db8::7]:8030')
    """
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


# ---- on pages ----


def is_loopback(host: str) -> bool:
    """
    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("192.0.2.7"), is_loopback("ply.example")
    (True, True, False, False)
    """
    with contextlib.suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def base(request: Request[Any, Any, Any]) -> str:
    """The site's address for other people: what the reader's browser calls it, unless that is right only there."""
    if request.app.state.lan and is_loopback(request.base_url.hostname or "") and (here := hosts()):
        return url(here[0], request.base_url.port or 80)
    return str(request.base_url).rstrip("/")


def phones(request: Request[Any, Any, Any]) -> str | None:
    """The address for phones, to be shown on the machine that serves them; None elsewhere."""
    client = request.client.host if request.client else ""
    shown = request.app.state.lan and (is_loopback(client) or client in hosts())
    return f"{base(request)}/" if shown else None


# ---- QR ----


def qr(address: str) -> segno.QRCode:
    return segno.make_qr(address, error="m")


def drawing(address: str) -> Markup:
    """The code as SVG, dark on light whatever the theme."""
    return Markup(qr(address).svg_inline(border=4, dark="#000", light="#fff", omitsize=True))
