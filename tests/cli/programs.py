"""Running ``plyyard`` as others do: a process with arguments, bytes in, bytes out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any


def plyyard(*arguments: str, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end, in an environment without a language of its own."""
    kept = {k: v for k, v in os.environ.items() if k not in {"LANG", "LC_ALL", "LC_MESSAGES", "PLYYARD_LANG"}}
    return subprocess.run(
        [sys.executable, "-m", "plyyard.cli.main", *arguments],
        input=stdin,
        capture_output=True,
        timeout=120,
        env=kept | environ,
        check=False,
    )


def engine(*lines: Any) -> list[dict[str, Any]]:
    """The engine's answers to lines: objects become JSON, bytes are sent as they are."""
    sent = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    done = plyyard("engine", stdin=b"".join(line + b"\n" for line in sent))
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines), "one line out for each line in"
    return answers
