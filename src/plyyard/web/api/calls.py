"""What each call takes, gives and asks for: said once beside its handler, kept by ``admit``, described by ``description``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from plyyard.web.api.asking import Asking, query_of
from plyyard.web.auth import csrf_holds, guest_of, origin_holds
from plyyard.web.limits import Limits, TooFast

ANY_CALL = (400, 401, 429, 503)  # what can happen to any call


@dataclass(frozen=True, slots=True)
class Call:
    """``gives``: the struct of a successful answer; ``takes``: that of the JSON body (a union: one of them).

    ``refuses``: structs of other answers by status. ``problems``: statuses of problem details beside those any call has.
    ``changes``: only from our pages or with a bearer token. ``streams``: an event stream for who asks for one.
    """

    gives: Any
    takes: Any = None
    query: type[Asking] = Asking
    refuses: Mapping[int, Any] = field(default_factory=dict)
    problems: tuple[int, ...] = ()
    changes: bool = False
    streams: bool = False

    @property
    def told(self) -> set[int]:
        """Statuses of problem details."""
        return {*ANY_CALL, *self.problems, *((413, 415) if self.takes is not None else ())}

    @property
    def statuses(self) -> list[int]:
        """All statuses of what is refused."""
        return sorted(self.told | set(self.refuses))

    @property
    def kept(self) -> dict[str, Any]:
        """The keywords of a route handler that is this call."""
        return {"opt": {"call": self}, "guards": [admit]}


def admit(request: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Before any call: 403 from another site, 429 for what is too fast, ``Unreadable`` for a query that is wrong."""
    call: Call = handler.opt["call"]
    if call.takes is not None and not origin_holds(request):
        raise PermissionDeniedException()
    if call.changes and not csrf_holds(request, request.headers.get("x-csrf-token")):
        raise PermissionDeniedException()
    limits: Limits = request.app.state.limits
    take = limits.take_page if call.takes is None else limits.take
    if 429 not in call.refuses and not take(request, guest_of(request).id):
        raise TooFast()
    query_of(request, call.query)
