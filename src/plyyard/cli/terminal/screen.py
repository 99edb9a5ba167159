"""Where the terminal's lines go: plain, or Rich with panels and colours. Input comes as lines either way."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext


class Screen:
    """``plain`` also when the output is no terminal."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain or not sys.stdout.isatty()
        if not self.plain:
            from rich.console import Console

            self._console = Console(highlight=False)

    def line(self, text: str, style: str = "") -> None:
        if self.plain:
            print(text, flush=True)
        else:
            self._console.print(text, style=style or None, markup=False)

    def board(self, title: str, lines: Iterable[str]) -> None:
        """A position: in a frame, or as lines."""
        if self.plain:
            print("\n".join(lines), flush=True)
            return
        from rich.panel import Panel
        from rich.text import Text

        self._console.print(Panel(Text("\n".join(lines)), title=title, expand=False, padding=(0, 2)))

    def choices(self, labels: Iterable[str]) -> None:
        """What can be chosen, numbered from 1; in columns where there is room."""
        numbered = [f"{number}. {label}" for number, label in enumerate(labels, 1)]
        if self.plain or len(numbered) < 8:
            for text in numbered:
                self.line(text)
            return
        from rich.columns import Columns
        from rich.text import Text

        self._console.print(Columns([Text(text) for text in numbered], padding=(0, 3), column_first=True))

    def thinking(self, text: str) -> AbstractContextManager[object]:
        """Said while the computer thinks: its first move after an update can take some seconds."""
        return nullcontext() if self.plain else self._console.status(text)

    def ask(self, prompt: str) -> str:
        """A line of input without blanks around it; EOFError at its end."""
        print(f"{prompt} ", end="", flush=True)
        text = sys.stdin.readline()
        if not text:
            print(flush=True)
            raise EOFError
        if not sys.stdin.isatty():
            print(flush=True)  # nobody's Enter ends the line
        return text.strip()
