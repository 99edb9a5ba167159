"""The plainest room there is, to compare with: whoever sends is heard by both, in a frame of the size of ours.

``python benchmarks/echo.py PORT BYTES``. Starlette over uvicorn, with the settings of our own server.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


def main(port: int, size: int) -> None:
    padding = '", "pad": "' + "x" * max(0, size - 100)
    rooms: defaultdict[str, list[WebSocket]] = defaultdict(list)

    async def room(socket: WebSocket) -> None:
        await socket.accept()
        there = rooms[socket.path_params["room"]]
        there.append(socket)
        try:
            while True:
                text = await socket.receive_text()
                for other in there:
                    await other.send_text(text[:-2] + padding + '"}')
        except WebSocketDisconnect:
            there.remove(socket)

    app = Starlette(routes=[WebSocketRoute("/api/rooms/{room}/socket", room)])
    uvicorn.run(app, port=port, log_level="warning", ws="websockets-sansio", ws_per_message_deflate=False)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
