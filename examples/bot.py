"""A program that joins a room by its code and plays with ``plyyard engine`` until the game ends.

    python examples/bot.py http://127.0.0.1:8030 K7QF --level strong

Needs the library websockets. docs/wire.md says how one talks to a room.
"""

import argparse
import json
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.request

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

FOR_GOOD = {4401, 4403, 4404, 4409}  # not known, not allowed, no such room, taken over


class Bot:
    def __init__(self, site, code, name, engine, level):
        self.site, self.level, self.headers = site.rstrip("/"), level, {"Content-Type": "application/json"}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.engine = subprocess.Popen(engine.split(), **pipes)
        self.headers["Authorization"] = "Bearer " + self.call("/api/guest", name=name, token=True)["token"]
        self.room = "/api/rooms/" + self.call("/api/join", code=code)["room"]
        self.state, self.sent = {"head": 0}, None  # what holds, and the command that waits for its answer

    def call(self, path, **body):
        """One call over HTTP; a body is posted."""
        sent = json.dumps(body).encode() if body else None
        request = urllib.request.Request(self.site + path, sent, self.headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def choose(self):
        """The command that is up to us; None while it is the other's turn."""
        state, ours = self.state, {"id": secrets.token_hex(8), "on": self.state["head"]}
        if state["turn"] != state["you"]:
            return None
        if state["actor"] == "chance":
            return {"t": "roll", **ours}
        question = {"game": state["game"], "ask": "play", "position": state["position"], "level": self.level}
        print(json.dumps(question), file=self.engine.stdin, flush=True)
        answer = json.loads(self.engine.stdout.readline())
        return {"t": "move", "move": answer.get("move") or sys.exit(answer["error"]), **ours}

    def hear(self, frame):
        """Take in one frame; whether the game is over."""
        answered = self.sent is not None and frame.get("id") == self.sent["id"]
        self.sent = None if answered else self.sent
        if frame["t"] == "hello":
            self.state = frame
        elif frame["t"] == "event" and frame["seq"] == self.state["head"] + 1:
            print(frame.get("say", ""), flush=True)
            self.state |= frame | {"head": frame["seq"]}
        elif frame["t"] == "refused" and answered:
            if frame["code"] == "illegal":
                sys.exit(frame["why"])
            time.sleep(frame["code"] != "stale")  # too fast, or nothing can be stored just now
            self.state = self.call(self.room + "?scene=0")
        elif frame["t"] == "presence" and frame["claim"]:  # the other stays away
            self.sent = self.sent or {"t": "claim", "do": "win", "id": secrets.token_hex(8)}
        return self.state.get("result") is not None or frame.get("kind") == "abandoned"

    def play(self):
        """Until the game is over, through cuts and restarts; its result."""
        wait, address = 0, self.site.replace("http", "ws", 1) + self.room + "/socket?scene=0&since="
        while True:
            time.sleep(wait)
            wait, told = min(30, 2 * wait + 1), None
            try:
                with connect(address + str(self.state["head"]), additional_headers=self.headers) as socket:
                    for frame in socket:
                        if self.hear(json.loads(frame)):
                            return self.state["result"]
                        self.sent = self.sent or self.choose()
                        if self.sent and self.sent["id"] != told:  # after a cut the same id again
                            socket.send(json.dumps(self.sent))
                            wait, told = 0, self.sent["id"]
            except (OSError, WebSocketException) as cut:
                if getattr(getattr(cut, "rcvd", None), "code", None) in FOR_GOOD:
                    sys.exit(str(cut))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("site", help="address of the server")
    parser.add_argument("code", help="the code that the room's page shows")
    parser.add_argument("--name", default="Bot")
    parser.add_argument("--level", default="medium", help="beginner, easy, medium, strong, best")
    parser.add_argument("--engine", default="plyyard engine", help="the program that is asked for moves")
    try:
        print(Bot(**vars(parser.parse_args())).play())
    except urllib.error.URLError as fault:
        sys.exit(json.load(fault)["detail"] if "json" in str(vars(fault).get("hdrs")) else str(fault.reason))
