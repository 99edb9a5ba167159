"""What was acknowledged survives: kill, stop, start again; the same game with the same pending roll."""

from __future__ import annotations

from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from plyyard.core.record import decode, replay
from tests.site import Person, Site


@pytest.mark.slow
def test_a_killed_server_continues_every_game_where_it_was(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        person = Person(site)
        rooms = [person.create(game) for game in ("backgammon", "aeroplane", "snakes")]
        told = {}
        for room in rooms:
            event = person.send(room, t="roll", id="pending", on=1)[1]
            told[room] = (event["seq"], event["outcome"], event["position"])
        site.kill()
        site.start()
        for room in rooms:
            state = person.state(room)
            assert (state["head"], state["position"]) == (told[room][0], told[room][2])
            again = person.send(room, t="roll", id="pending", on=1)[1]
            assert (again["seq"], again["outcome"]) == told[room][:2]
            list(replay(decode(person.http.get(f"/api/rooms/{room}/record").content)))
    finally:
        site.kill()


@pytest.mark.slow
def test_a_stopped_server_says_that_it_comes_back(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        person = Person(site)
        room = person.create("snakes", "computer", seat="white", opponent={"level": "beginner"})
        with person.socket(room) as socket:
            head = socket.until(turn="white")
            assert site.stop() == 143  # as the signal asked, in good order
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.receive()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        site.start()
        assert person.state(room)["position"] == head["position"]
        assert "Traceback" not in site.log.read_text()
    finally:
        site.kill()
