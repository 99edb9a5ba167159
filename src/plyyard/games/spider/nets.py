"""The nets of worth.py, one for each number of suits, as training/spider_nets.py wrote them."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent / "data"


@functools.cache
def net(suits: int) -> Any:
    """Its numbers, float64; in the file they are thousandths."""
    text = (FOLDER / f"net{suits}.json").read_text(encoding="utf-8")
    return np.array(json.loads(text), np.float64) / 1000
