"""How large a frame may be, and the texts and numbers in it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

MAX_FRAME = 8192  # bytes
MAX_ID = 40

Id = Annotated[str, Meta(min_length=1, max_length=MAX_ID, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Seq = Annotated[int, Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
Thing = Annotated[str, Meta(max_length=80)]
Pick = Annotated[str, Meta(min_length=1, max_length=80)]
