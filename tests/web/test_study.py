"""The process in which figures are worked out: answers are kept, refusals come back whole, a dead process is replaced."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import time

import pytest

from plyyard.core import registry
from plyyard.core.errors import BadPosition, BadText, Fault, IllegalMove, PlyError, Say
from plyyard.rooms.meters import Meters
from plyyard.web.study import KEPT, Study
from plyyard.web.truth_page import rows
from plyyard.web.worker import Worker

REFUSALS: list[PlyError] = [
    BadText(Say("{n} is no number.", n="x"), 3),
    IllegalMove(Say("No."), "4.2"),
    BadPosition((Fault(Say("Two kings."), "1.1"),)),
]


@pytest.mark.parametrize("error", REFUSALS)
def test_a_refusal_passes_from_process_to_process(error: PlyError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and str(again) == str(error) and again.__dict__ == error.__dict__


def process(_: int) -> tuple[int, int]:
    return os.getpid(), time.monotonic_ns()


def refused(text: str) -> None:
    registry.game("snakes").notation.parse_position(text)


def test_answers_are_worked_out_elsewhere_and_kept() -> None:
    async def ask() -> None:
        worker = Worker(Meters().thoughts)
        study = Study(worker)
        one, other = await asyncio.gather(study(process, 1), study(process, 1))
        assert one == other and one[0] != os.getpid()
        assert await study(process, 1) == one != await study(process, 2)
        for n in range(KEPT + 2):
            await study(process, 100 + n)
        assert await study(process, 1) != one, "only so many are kept"
        with pytest.raises(BadText):
            await study(refused, "black=words")
        assert (await study(rows, "snakes", "jumps", (), ""))[0]
        for child in multiprocessing.active_children():
            child.kill()
        assert (await study(process, 3))[0] not in (one[0], os.getpid())
        worker.close()

    asyncio.run(ask())
