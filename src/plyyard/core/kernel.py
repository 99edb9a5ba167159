"""One source, three speeds: rules over a lane run interpreted, compiled, and compiled over a batch of lanes.

The only file that names Numba. A *lane* is a NamedTuple of flat integer sequences, touched by index only: Python lists
when interpreted, int64 arrays when compiled, int64 arrays with one more leading axis in a batch. A kernel is a plain
function marked with ``@kernel``; it may call other kernels by their global name, of its own module or an imported one.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeVar

import platformdirs

COMPILES = 120  # seconds after which whoever compiled has surely died
F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Mark a function as a kernel. It stays the plain function it is."""
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


@functools.cache
def _folder() -> Path:
    """Where compiled kernels lie: named by all kernel sources, so that a stale callee can never be loaded."""
    folder = Path(platformdirs.user_cache_dir("plyyard")) / "kernels" / _digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="plyyard-kernels-"))
    return folder


@functools.cache
def _numba() -> Any:
    """Numba, with its disk cache in that folder."""
    os.environ["NUMBA_CACHE_DIR"] = str(_folder())
    import numba

    numba.config.CACHE_DIR = str(_folder())  # type: ignore[attr-defined]
    return numba


def are_compiled(name: str) -> bool:
    """Whether under this name kernels lie on disk, all of them."""
    return (_folder() / f"{name}.compiled").exists()


def once_compiled(name: str, compile_all: Callable[[], None]) -> None:
    """Have kernels compiled, unless under this name they lie on disk, or another process is at it."""
    done, begun = _folder() / f"{name}.compiled", _folder() / f"{name}.compiling"
    if are_compiled(name) or (begun.exists() and time.time() - begun.stat().st_mtime < COMPILES):
        return
    begun.touch()
    compile_all()
    done.touch()


def _digest() -> str:
    from importlib.metadata import version

    import plyyard.games

    digest = hashlib.sha256(version("numba").encode() + sys.version.encode())
    here = Path(__file__).parent
    roots = [here, here.parent / "training", *(Path(root) for root in plyyard.games.__path__)]
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            source = path.read_bytes()
            if b"@kernel" in source:
                digest.update(str(path).encode() + b"\0" + source)
    return digest.hexdigest()[:20]


_BORROWED = {"_nrt": False}
"""Kernels borrow their arrays and make none, so Numba need not count references: its atomic counting of a lane's
arrays at each call cost two thirds of the time (Spider: 1.8 → 6.2 M decisions/s). A kernel that allocates does not compile."""


@functools.cache
def compiled(module: ModuleType) -> SimpleNamespace:
    """The module's names, with each kernel compiled (at its first call; then kept on disk)."""
    numba = _numba()
    names = dict(vars(module))
    for name, value in vars(module).items():
        if not getattr(value, "__kernel__", False):
            continue
        if value.__module__ != module.__name__:
            names[name] = getattr(compiled(sys.modules[value.__module__]), name)
            continue
        twin = FunctionType(value.__code__, names, value.__name__, value.__defaults__)
        twin.__module__, twin.__qualname__ = value.__module__, value.__qualname__
        names[name] = numba.njit(cache=True, nogil=True, **_BORROWED)(twin)
    return SimpleNamespace(**names)


@functools.cache
def batched(module: ModuleType, name: str) -> Callable[..., Any]:
    """``loop(lanes, *rest)``: the kernel ``f(lane, *rest) -> int`` over a leading axis, one int64 result a lane.

    ``lanes`` and each of ``rest`` have the same leading axis; the loop is compiled and holds no interpreter lock.
    """
    numba = _numba()
    import numpy as np

    function = getattr(compiled(module), name)
    lane_type = module.Lane
    rest = function.py_func.__code__.co_argcount - 1
    arguments = [f"Lane({', '.join(f'lanes.{field}[i]' for field in lane_type._fields)})"]
    arguments += [f"rest[{place}][i]" for place in range(rest)]
    source = f"def loop(lanes, out, rest):\n    for i in range(out.shape[0]):\n        out[i] = f({', '.join(arguments)})\n"
    names: dict[str, Any] = {"f": function, "Lane": lane_type}
    exec(source, names)  # the source is made above from field names only
    loop = numba.njit(nogil=True, **_BORROWED)(names["loop"])

    def run(lanes: Any, *rest_arrays: Any) -> Any:
        out = np.zeros(lanes[0].shape[0], np.int64)
        loop(lanes, out, rest_arrays)
        return out

    return run


def as_arrays(lane: Any) -> Any:
    """An interpreted lane as int64 arrays for compiled kernels."""
    import numpy as np

    return type(lane)(*(np.array(part, np.int64) for part in lane))


def as_lists(lane: Any) -> Any:
    """A compiled lane as lists of Python integers."""
    return type(lane)(*(part.tolist() for part in lane))


def as_batch(lanes: Sequence[Any]) -> Any:
    """Lanes of the same shape as one batch."""
    import numpy as np

    return type(lanes[0])(*(np.array(parts, np.int64) for parts in zip(*lanes, strict=True)))


def random_state(seed: int) -> list[int]:
    """State of the generator below, from any whole number.

    >>> random_state(0) == random_state(1)
    False
    """
    digest = hashlib.sha256(str(seed).encode()).digest()
    return [1 + int.from_bytes(digest[:8]) % 2147483562, 1 + int.from_bytes(digest[8:16]) % 2147483398]


@kernel
def below(random, n):  # type: ignore[no-untyped-def]
    """An integer from 0 to n - 1 (n at most 2**20). L'Ecuyer's combined generator (CACM 31, 1988), period 2.3e18.

    Its arithmetic stays within 63 bits, so the interpreted and the compiled kernel draw the same numbers.
    """
    random[0] = 40014 * random[0] % 2147483563
    random[1] = 40692 * random[1] % 2147483399
    return (random[0] - random[1]) % 2147483562 * n // 2147483562
