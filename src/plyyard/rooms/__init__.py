"""Rooms: seats, commands, events, views. They know no HTTP, no database and no rule of a game."""
