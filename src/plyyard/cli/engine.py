"""``plyyard engine``: every game on a pipe, one JSON object a line."""

from __future__ import annotations

from plyyard.cli.terminal.language import t

HELP = t("Answer questions about every game, one JSON object a line.")


def command() -> None:
    import sys

    from plyyard.cli.protocol.lines import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
