"""``plyyard verify``: the dice of a record, recomputed, and everything else of it by the rules of the game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import Lang

if TYPE_CHECKING:
    from plyyard.core.record import Dice, Lottery, Record
    from plyyard.verifier import Fault

HELP = t("Check the dice of an online game from its record (.plyyard.json).")


def command(
    file: Annotated[Path, typer.Argument(help=t("The record."), show_default=False)], lang: Lang = None
) -> int:
    from plyyard import verifier

    spoken = language(lang)
    with file.open("rb") as opened:
        content = opened.read(verifier.MAX_BYTES + 1)
    try:
        report = verifier.check(verifier.read(content))
    except verifier.Unreadable as error:
        print(verifier.say(spoken, error.code, **error.values), file=sys.stderr)
        return verifier.UNPROVED
    if not report.pending:  # before the end a record holds only what its reader may see
        report = report._replace(faults=[*report.faults, *_against_the_rules(content, spoken)])
    print("\n".join(verifier.lines(report, spoken, rules_known=True)))
    return report.verdict


def _against_the_rules(content: bytes, spoken: str) -> Iterator[Fault]:
    """What the rules of the game have against the record: its events, or the lotteries that it names."""
    from plyyard.core.errors import PlyError
    from plyyard.core.record import decode
    from plyyard.core.words import words
    from plyyard.verifier import Fault

    try:
        record = decode(content)
        yield from _other_lotteries(record)
    except PlyError as error:
        yield Fault("rules", {"why": words(spoken).say(error.why)})


def _other_lotteries(record: Record) -> Iterator[Fault]:
    from plyyard.core import registry
    from plyyard.core.record import replay
    from plyyard.rooms.lots import lottery_of, lottery_of_options
    from plyyard.verifier import Fault

    game = registry.game(record.game)
    before = None
    for frame in replay(record):
        entry = frame.entry
        if entry and entry.draw and entry.kind in {"rolled", "began"} and record.dice:
            began = entry.kind == "began"
            right = lottery_of_options(game, record.options) if began else lottery_of(game, before)
            if right != _declared(record.dice, entry.draw):
                yield Fault("other_lot", {"n": entry.draw, "event": entry.seq})
        before = frame.after.state


def _declared(dice: Dice, n: int) -> Lottery | None:
    """The lottery that a record names for draw ``n``."""
    if not 1 <= n <= len(dice.drawn) or not 0 <= dice.drawn[n - 1] < len(dice.lots):
        return None
    return dice.lots[dice.drawn[n - 1]]
