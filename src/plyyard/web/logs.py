"""How the server logs: as lines of text, or as JSON objects.

A message names a kind of event, a route or a game (``extra={"game": …}``): never an address, an id, a name or a token.
"""

from __future__ import annotations

from typing import Any

FORMATTERS: dict[str, dict[str, Any]] = {
    "text": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
    "json": {
        "()": "pythonjsonlogger.json.JsonFormatter",
        "fmt": ["levelname", "name", "message"],
        "rename_fields": {"levelname": "level", "name": "logger", "exc_info": "traceback"},
        "timestamp": "time",
    },
}


def config(form: str) -> dict[str, Any]:
    """For ``logging.config``. ``form``: one of ``FORMATTERS``."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": FORMATTERS,
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"handlers": ["lines"], "level": "WARNING"},
    }
