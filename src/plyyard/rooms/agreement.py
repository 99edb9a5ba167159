"""dice/1 as one room sees it: who has committed to which number, who has opened it. The construction is in fairness.py."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from plyyard.core.errors import Say
from plyyard.core.game import Side
from plyyard.core.record import Entry
from plyyard.rooms import fairness
from plyyard.rooms.decision import Decision, Refusal
from plyyard.rooms.founding import Founding, Seat
from plyyard.rooms.protocol import Commit, Open


class Agreement:
    """The fold of the events that have to do with it. ``seats``: the room's, as they are now.

    The server's secret is never here before it is revealed.
    """

    __slots__ = ("_founding", "_seats", "commitment", "draws", "hashes", "secret", "seeds", "server_seeded")

    def __init__(self, founding: Founding, seats: Mapping[Side, Seat]) -> None:
        self._founding = founding
        self._seats = seats
        self.commitment = ""  # empty: chance is not made by dice/1
        self.hashes: dict[Side, str] = {}
        self.seeds: dict[Side, str] = {}
        self.server_seeded: set[Side] = set()
        self.secret: str | None = None  # once it is revealed
        self.draws = 0

    def fold(self, entry: Entry) -> None:
        by = entry.by or ""
        match entry.kind:
            case "started":
                self.commitment = entry.hash or ""
            case "committed":
                self.hashes[by] = entry.hash or ""
                self.server_seeded |= {by} if entry.what == "server" else set()
            case "opened":
                self.seeds[by] = entry.seed or ""
            case "revealed":
                self.secret = entry.seed
        self.draws = entry.draw or self.draws

    @property
    def all_committed(self) -> bool:
        return len(self.hashes) == len(self._seats) and not any(seat.free for seat in self._seats.values())

    @property
    def closed(self) -> bool:
        """Whether every seed is open."""
        return len(self.seeds) == len(self._seats)

    def awaits(self, seat: Side) -> type[Commit | Open] | None:
        """What a seat is to send next, if it makes its number itself."""
        if seat in self.server_seeded:
            return None
        if seat not in self.hashes:
            return Commit
        return Open if self.all_committed and seat not in self.seeds else None

    def decide(self, command: Commit | Open, seat: Side) -> Decision:
        """A seat commits to its number, or opens it."""
        if seat in self.server_seeded:
            raise Refusal("forbidden", Say("No number is awaited from you."))
        if isinstance(command, Commit):
            if seat in self.hashes:
                raise Refusal("forbidden", Say("You have committed already."))
            return Decision([Entry(0, "committed", seat, hash=command.hash)])
        if self.awaits(seat) is not Open:
            raise Refusal("forbidden", Say("No number is awaited from you."))
        made = fairness.seat_commitment(self._founding.id, seat, bytes.fromhex(command.seed))
        if not hmac.compare_digest(made, self.hashes[seat]):
            raise Refusal("forbidden", Say("This is not the number that you committed to."))
        return Decision([Entry(0, "opened", seat, seed=command.seed)])

    def committed(self, seat: Side, seed: bytes) -> Entry:
        """The server commits for a seat that leaves its number to it."""
        made = fairness.seat_commitment(self._founding.id, seat, seed)
        return Entry(0, "committed", seat, hash=made, what="server")

    def opened(self, secrets: Mapping[str, bytes]) -> Decision | None:
        """The server opens what it made for seats, once all have committed."""
        known = [
            seat
            for seat in self._seats
            if seat in self.server_seeded and seat not in self.seeds and seat in secrets
        ]
        if not known:
            return None
        return Decision([Entry(0, "opened", seat, seed=secrets[seat].hex()) for seat in known])

    def revealed(self, secrets: Mapping[str, bytes]) -> Decision | None:
        """The server's secret, at the end of the game."""
        if self.secret is not None or "server" not in secrets:
            return None
        return Decision([Entry(0, "revealed", seed=secrets["server"].hex())])

    def key(self, secret: bytes) -> bytes:
        """The key of this game's dice, once all seeds are open."""
        founding = self._founding
        seeds = [(seat, bytes.fromhex(self.seeds[seat])) for seat in self._seats]
        return fairness.key(secret, seeds, founding.id, founding.game, founding.rules)
