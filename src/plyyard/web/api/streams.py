"""Event streams (server-sent events): who asks for one, and how many one may hold."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from plyyard.web.api.asking import Request
from plyyard.web.auth import guest_of
from plyyard.web.limits import Limits, TooFast

Message = ServerSentEventMessage
STREAM = "text/event-stream"
HEARTBEAT = 15.0  # seconds of silence after which a stream says that it is there
STILL_HERE = Message(None, comment="")

Messages = AsyncGenerator[Message, None]


def wants_stream(request: Request) -> bool:
    return STREAM in request.headers.get("accept", "")


async def streamed(request: Request, messages: Messages) -> ServerSentEvent:
    """The answer that sends these as they come; ``TooFast`` for whoever holds too many."""
    held = _held(request, messages)
    await anext(held)  # begun: from here on it is taken down in any case
    return ServerSentEvent(held)


async def _held(request: Request, messages: Messages) -> Messages:
    """These messages, after one that marks that they count as a socket of whoever asks."""
    limits: Limits = request.app.state.limits
    guest = guest_of(request).id
    if not limits.enter(request, guest):
        raise TooFast()
    try:
        yield STILL_HERE
        async with aclosing(messages):
            async for message in messages:
                yield message
    finally:
        limits.leave(request, guest)
