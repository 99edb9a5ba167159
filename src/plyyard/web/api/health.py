"""For the operator: whether the process answers."""

from __future__ import annotations

from litestar import get


@get("/healthz", sync_to_thread=False, opt={"always": True})
def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}
