"""For the operator: whether this process can work (``/readyz``), and what it has counted (``/metrics``)."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from plyyard.rooms.keep import Unavailable
from plyyard.rooms.meters import Histogram, Meters
from plyyard.web.auth import guest_of

PATIENCE = 3.0  # seconds until a database that does not answer counts as gone
FORWARDED = ("forwarded", "x-forwarded-for")

Requests = dict[tuple[str, str, str], Histogram]
"""How long they took, by method, route and status."""


class Figures(Collector):
    """The meters of this process in the words of Prometheus."""

    def __init__(self, meters: Meters, requests: Requests) -> None:
        self._meters = meters
        self._requests = requests

    def collect(self) -> Iterator[Metric]:
        meters = self._meters
        yield GaugeMetricFamily("plyyard_connections", "Sockets that are open.", meters.connections)
        yield GaugeMetricFamily("plyyard_rooms", "Rooms in memory.", meters.rooms)
        yield CounterMetricFamily("plyyard_events", "Events committed.", meters.events)
        yield CounterMetricFamily("plyyard_frames", "Frames queued for sockets.", meters.frames)
        commands = ("command", "answer")
        yield _counter("plyyard_answers", "Answers to commands and queries.", commands, meters.answers)
        closes = {(str(code),): count for code, count in meters.closes.items()}
        yield _counter("plyyard_closes", "Sockets closed, by code.", ("code",), closes)
        yield _histogram("plyyard_commit_jobs", "Jobs committed together.", (), {(): meters.group})
        yield _histogram("plyyard_commit_seconds", "Time of a commit.", (), {(): meters.commit})
        yield _histogram("plyyard_thought_seconds", "Time the computer thought.", (), {(): meters.thoughts})
        labels = ("method", "route", "status")
        yield _histogram("plyyard_request_seconds", "Time until an answer began.", labels, self._requests)


def _counter(name: str, says: str, labels: tuple[str, ...], counts: Mapping[Any, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, says, labels=labels)
    for values, count in counts.items():
        family.add_metric(values, count)
    return family


def _histogram(
    name: str, says: str, labels: tuple[str, ...], found: Mapping[Any, Histogram]
) -> HistogramMetricFamily:
    family = HistogramMetricFamily(name, says, labels=labels)
    for values, one in list(found.items()):
        bounds = [*map(str, one.bounds), "+Inf"]
        family.add_metric(values, list(zip(bounds, accumulate(one.counts), strict=True)), one.total)
    return family


def registry(meters: Meters, requests: Requests) -> CollectorRegistry:
    """What ``/metrics`` shows: the figures of this process, and what it takes of the machine."""
    found = CollectorRegistry()
    found.register(Figures(meters, requests))
    ProcessCollector(registry=found)
    return found


def timed(app: ASGIApp) -> ASGIApp:
    """Middleware: how long each request took, by its route, never by its address."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            return await app(scope, receive, send)
        began = time.perf_counter()

        async def and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                requests: Requests = scope["litestar_app"].state.requests
                key = (scope["method"], scope["path_template"], str(message["status"]))
                requests.setdefault(key, Histogram()).observe(time.perf_counter() - began)
            await send(message)

        return await app(scope, receive, and_note)

    return middleware


@get("/metrics", sync_to_thread=False, opt={"always": True})
def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Only from this machine and through no proxy, and for who looks after the server, unless PLYYARD_METRICS=open."""
    if not (request.app.state.open_metrics or _is_near(request) or guest_of(request).admin):
        raise PermissionDeniedException()
    return Response(
        generate_latest(request.app.state.registry), headers={"content-type": CONTENT_TYPE_LATEST}
    )


def _is_near(request: Request[Any, Any, Any]) -> bool:
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


@get("/readyz", opt={"always": True}, media_type=MediaType.JSON)
async def readyz(request: Request[Any, Any, Any]) -> Response[dict[str, str]]:
    """Whether to send people here: 503 with the reason while the database cannot be read or written."""
    fault = await _fault(request.app.state)
    if fault is None:
        return Response({"status": "ok"})
    return Response({"status": "not ready", "reason": fault}, status_code=503)


async def _fault(state: Any) -> str | None:
    if fault := state.keep.fault():
        return str(fault)
    try:
        await asyncio.wait_for(
            state.keep.read(lambda connection: connection.execute(text("SELECT 1"))), PATIENCE
        )
    except (SQLAlchemyError, Unavailable, TimeoutError):
        return "the database does not answer"
    return None


ROUTES = [metrics, readyz]
