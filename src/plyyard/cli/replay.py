"""``plyyard replay``: a record, each event announced; one that does not follow the rules is refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import Lang, Plain

if TYPE_CHECKING:
    from plyyard.core.record import Frame
    from plyyard.core.registry import AnyGame
    from plyyard.core.words import Words

HELP = t("Replay a record (.plyyard.json), each event announced.")


def command(
    file: Annotated[Path, typer.Argument(help=t("The record."), show_default=False)],
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    from plyyard.cli.terminal.picture import position_lines
    from plyyard.cli.terminal.screen import Screen
    from plyyard.core import registry
    from plyyard.core.opening import opened
    from plyyard.core.record import MAX_BYTES, replay
    from plyyard.core.sayings import ending
    from plyyard.core.words import words as words_of

    with file.open("rb") as stream:
        record = opened(stream.read(MAX_BYTES + 1)).record
    game = registry.game(record.game)
    words = words_of(language(lang), game.name)
    screen = Screen(plain)
    before = None
    for frame in replay(record):
        if frame.entry is None:
            screen.board(words.say(game.title), position_lines(game, frame.after.state, words, screen.plain))
        else:
            screen.line(f"{frame.entry.seq}. {_event(game, before, frame, words)}")
        before = frame.after.state
    screen.board(words.say(game.title), position_lines(game, before, words, screen.plain))
    if record.result is not None:
        written = record.result
        screen.line(ending(game, written.winner, written.kind, words))
    elif before is not None and (found := game.result(before)):
        screen.line(ending(game, found.winner, found.kind, words))
    else:
        screen.line(words("The game is not over."))


def _event(game: AnyGame, before: object, frame: Frame, words: Words) -> str:
    from plyyard.core.sayings import event_words

    entry = frame.entry
    assert entry is not None
    if frame.event is not None:
        return game.board.announce(before, frame.event, frame.after, words)
    if entry.kind == "taken back":
        return words("Taken back to event {n}.", n=entry.to)
    return event_words(game, entry, words)
