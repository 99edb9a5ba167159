"""The HTTP side of the wire: JSON in, JSON out, problems as problem details."""

from __future__ import annotations

from plyyard.web.api import advice, commands, events, games, guests, health, lobby, rooms
from plyyard.web.api.description import describing

CALLS = [
    guests.post_guest,
    games.get_games,
    lobby.get_lobby,
    rooms.get_mine,
    rooms.post_room,
    rooms.post_join,
    rooms.post_join_by_invitation,
    rooms.get_room,
    rooms.get_record,
    advice.get_advice,
    advice.post_line,
    events.get_events,
    commands.post_command,
]
ROUTES = [*CALLS, describing(CALLS), health.healthz]
