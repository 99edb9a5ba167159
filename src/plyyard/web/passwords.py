"""Passwords: which may be one, and their argon2 hashes: made beside the event loop, and few at once, for each takes 64 MB."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from plyyard.core.errors import PlyError, Say
from plyyard.rooms.names import BadName, folded
from plyyard.web.limits import TooFast

SHORTEST, LONGEST = 8, 200  # characters
AT_ONCE, WAITING = 2, 20
HASHER = PasswordHasher(
    time_cost=3, memory_cost=65_536, parallelism=1
)  # RFC 9106, 4: the second choice, one lane
NOBODY = "$argon2id$v=19$m=65536,t=3,p=1$bm9ib2R5IGtub3dzIGl0Lg$TmFtZXMgdGhhdCBhcmUgbm90IGtub3duIHRha2UgYXM"
"""Compared with where there is no such account: it takes as long, and no password fits."""


class BadPassword(PlyError):
    """A password that cannot be one."""


def check_password(password: str, name: str) -> None:
    """``BadPassword`` says what is wrong with it."""
    if len(password) < SHORTEST:
        raise BadPassword(Say("A password has at least {n} characters.", n=SHORTEST))
    if len(password) > LONGEST:
        raise BadPassword(Say("A password has at most {n} characters.", n=LONGEST))
    try:
        same = folded(password) == folded(name)
    except BadName:  # signs alone, or far longer than a name
        return
    if same:
        raise BadPassword(Say("The password must not be the name."))


class Passwords:
    """Hashes and compares, in threads. ``TooFast`` when too many wait."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def hash(self, password: str) -> str:
        async with self._turn():
            return await asyncio.to_thread(HASHER.hash, password)

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether it is the password with this hash; None, of nobody, takes as long."""
        async with self._turn():
            return await asyncio.to_thread(_fits, hashed or NOBODY, password[: LONGEST + 1])

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None, None]:
        if self._waiting >= WAITING:
            raise TooFast(wait=5)
        self._waiting += 1
        try:
            async with self._free:
                yield
        finally:
            self._waiting -= 1


def _fits(hashed: str, password: str) -> bool:
    try:
        return HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
