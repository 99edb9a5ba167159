"""What the school computes and draws: in a process of its own, once, and kept while the server runs."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from plyyard.core.errors import PlyError
from plyyard.web.worker import Worker

KEPT = 256  # answers, of some ten kilobytes each


class Study:
    """Asks a worker, remembers what it said. Two who ask the same at the same time wait for one answer."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._answers: OrderedDict[tuple[Any, ...], asyncio.Task[Any]] = OrderedDict()

    async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function of a module gives, or its ``PlyError``; arguments and answers are data."""
        key = (function, *arguments)
        if key not in self._answers:
            self._answers[key] = asyncio.ensure_future(self._worker.ask(_careful, function, *arguments))
            while len(self._answers) > KEPT:
                self._answers.popitem(last=False)
        self._answers.move_to_end(key)
        try:
            answer = await asyncio.shield(self._answers[key])
        except Exception:
            self._answers.pop(key, None)  # a process that died may live again
            raise
        if isinstance(answer, PlyError):
            raise answer
        return answer

    def forget(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Work it out anew when it is asked next."""
        self._answers.pop((function, *arguments), None)


def _careful(function: Callable[..., Any], *arguments: Any) -> Any:
    """Runs in the worker. A refusal is an answer, too, and is kept."""
    try:
        return function(*arguments)
    except PlyError as error:
        return error
