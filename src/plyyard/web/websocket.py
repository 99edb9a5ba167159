"""uvicorn's WebSocket for thousands of rooms: plain text frames take a short way past it, everything else is the library's.

Of a move through uvicorn and ``websockets`` half the time went into parsing and packing such frames, and into pings of
those who had just spoken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover
    from websockets.utils import apply_mask

from plyyard.rooms.outbox import Outbox

EXTENSION = "plyyard.direct"
"""The extension of an ASGI scope under which a ``Protocol`` stands: see ``listen``."""

TEXT = 0x80 | Opcode.TEXT  # a whole message
MASKED = 0x80
PING, PONG = bytes((0x80 | Opcode.PING, 0)), bytes((0x80 | Opcode.PONG, MASKED))  # without any text
LONG, LONGER = 126, 127  # instead of a length: it follows in two bytes, in eight


class Protocol(WebSocketsSansIOProtocol):
    """Whoever serves a socket may ``listen``: then ``receive`` gives nothing but the end.

    ``held_up``: the other end reads too slowly to be written to now.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Outbox()  # type: ignore[assignment]  # a tenth of the weight
        self._hear: Callable[[bytes], None] | None = None
        self._ready: Callable[[], None] | None = None
        self._spoke = self._asked = False  # since the last look at who is silent
        self.held_up = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self
            event.headers.clear()  # they are in the scope

    # ---- in ----

    def listen(self, hear: Callable[[bytes], None], ready: Callable[[], None]) -> None:
        """``hear`` gets each message from now on; ``ready``: it can be written again."""
        self._hear, self._ready = hear, ready
        self.queue.pour(self._take)  # type: ignore[attr-defined]

    def forget(self) -> None:
        """Whoever listened, and itself: what goes in circles would stay in memory until somebody looks for such."""
        self._hear = self._ready = None
        self.queue.pour(lambda _: True)  # type: ignore[attr-defined]
        cast(dict[str, Any], self.scope["extensions"]).pop(EXTENSION, None)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # goes in a circle, too
        self.conn.parser_exc = None

    def data_received(self, data: bytes) -> None:
        hear = self._hear
        if hear is not None and not self.conn.reader.buffer and self.conn.current_size is None:
            if len(data) == 6 and data[:2] == PONG:
                self._asked = False
                return
            while self.conn.state is State.OPEN and (frame := text_frame(data)) is not None:
                text, size = frame
                self._spoke, self._asked = True, False
                hear(text)
                if size == len(data):
                    return
                data = data[size:]
        super().data_received(data)

    def _take(self, message: dict[str, Any]) -> bool:
        """What came the long way; the end is for who waits in ``receive``."""
        if message["type"] != "websocket.receive" or self._hear is None:
            return False
        self._spoke, self._asked = True, False
        self._hear((message.get("text") or "").encode())
        return True

    def hold(self) -> None:
        """Hear nothing more until ``go_on``."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        if self.read_paused:
            self.read_paused = False
            if not self.transport.is_closing():
                self.transport.resume_reading()

    # ---- signs of life ----

    def send_keepalive_ping(self) -> None:
        """Ask those of whom nothing was heard; who was asked the last time and is still silent is gone."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return None
        if self._asked:
            return self.keepalive_timeout()
        if not self._spoke:
            self._asked = True
            self.transport.write(PING)
        self._spoke = False
        self.schedule_ping()
        return None

    def handle_pong(self, event: Frame) -> None:
        self._asked = False

    # ---- out ----

    def write(self, text: bytes) -> None:
        """One message; to nobody, when the other end is gone."""
        if self.close_sent or self.transport.is_closing():
            return
        self.transport.write(framed(text))

    def pause_writing(self) -> None:
        super().pause_writing()
        self.held_up = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.held_up = False
        if self._ready is not None:
            self._ready()


def text_frame(data: bytes) -> tuple[bytes, int] | None:
    """The text of a whole, masked, sound frame at the beginning of some bytes, and its size; None: anything else.

    >>> text_frame(bytes([0x81, 0x82, 1, 2, 3, 4, ord("h") ^ 1, ord("i") ^ 2, 9]))
    (b'hi', 8)
    """
    if len(data) < 6 or data[0] != TEXT or data[1] < MASKED:
        return None
    length, start = data[1] - MASKED, 2
    if length == LONG:
        length, start = int.from_bytes(data[2:4], "big"), 4
    end = start + 4 + length
    if length > 65_535 or data[1] - MASKED == LONGER or len(data) < end:
        return None
    text = apply_mask(data[start + 4 : end], data[start : start + 4])
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    return text, end


def framed(text: bytes) -> bytes:
    """A whole text frame, as a server sends it.

    >>> framed(b"hi"), framed(bytes(300))[:4]
    (b'\\x81\\x02hi', b'\\x81~\\x01,')
    """
    length = len(text)
    if length < LONG:
        return bytes((TEXT, length)) + text
    if length < 65_536:
        return bytes((TEXT, LONG)) + length.to_bytes(2, "big") + text
    return bytes((TEXT, LONGER)) + length.to_bytes(8, "big") + text
