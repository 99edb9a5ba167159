"""The engine's lines: bytes in, one JSON answer a line out, whatever comes in. Knows no game."""

from __future__ import annotations

import json
import math
import sys
from typing import IO, Any

from plyyard.cli.protocol.asks import Answer, answer
from plyyard.core.errors import BadText, PlyError, Say

MAX_LINE = 65_536  # bytes, without the line's end
MAX_ID = 200  # characters


def serve(lines_in: IO[bytes], lines_out: IO[bytes]) -> None:
    """Answer until the end of input."""
    while line := lines_in.readline(MAX_LINE + 2):
        if len(line.rstrip(b"\r\n")) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = lines_in.readline(MAX_LINE)
            reply: Answer = {"error": str(Say("A line has at most {n} bytes.", n=MAX_LINE))}
        else:
            reply = respond(line.rstrip(b"\r\n"))
        # A lone surrogate cannot be UTF-8; escaped again it is JSON all the same.
        text = json.dumps(reply, ensure_ascii=False, allow_nan=False, separators=(", ", ": "))
        lines_out.write(text.encode("utf-8", "backslashreplace") + b"\n")
        lines_out.flush()


def respond(line: bytes) -> Answer:
    """The answer to one line, with its ``id`` where that can be read."""
    given: dict[str, Any] = {}
    try:
        given = _read(line)
        reply = answer({key: value for key, value in given.items() if key != "id"})
    except PlyError as error:
        reply = {"error": str(error)}
    except Exception as error:  # a fault of ours: whoever asks is told, the log too, and the process goes on
        print(f"plyyard engine: {type(error).__name__}: {error}", file=sys.stderr)
        reply = {"error": str(Say("Ply Yard has a fault here ({kind}).", kind=type(error).__name__))}
    return ({"id": given["id"]} | reply) if "id" in given else reply


def _read(line: bytes) -> dict[str, Any]:
    """A flat JSON object, strictly read."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadText(Say("The line is not UTF-8 text (byte {n}).", n=error.start + 1)) from None
    try:
        found = json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_each_key_once
        )
    except ValueError as error:  # JSONDecodeError, or a number with thousands of digits
        raise BadText(Say("This is not JSON: {reason}.", reason=str(error)[:120])) from None
    except RecursionError:
        raise BadText(Say("The line is nested too deeply.")) from None
    if not isinstance(found, dict):
        raise BadText(Say("A line is one JSON object."))
    if "id" in found and not _is_id(found["id"]):
        raise BadText(Say("id must be a text of at most {n} characters or a whole number.", n=MAX_ID))
    return found


def _is_id(value: Any) -> bool:
    return value is None or type(value) is int or (isinstance(value, str) and len(value) <= MAX_ID)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number in JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:20]} is too large")
    return value


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is given twice")
    return found
