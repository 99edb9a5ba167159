"""``plyyard arena``: two levels play a match; a table says who is stronger, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import GameName, Lang

if TYPE_CHECKING:
    from rich.table import Table

    from plyyard.arena.match import Tally
    from plyyard.core.words import Words

HELP = t("Let two levels play a match and say how sure its result is.")
Level = Annotated[str, typer.Argument(help=t("beginner, easy, medium, strong or best."), show_default=False)]


def command(
    game: GameName,
    first: Level,
    second: Level,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help=t("Games to play."))] = 1000,
    seed: Annotated[int, typer.Option(help=t("An equal seed gives an equal match."))] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=256, help=t("Processes to use."))] = 1,
    sprt: Annotated[
        bool, typer.Option("--sprt", help=t("Stop as soon as it is clear who is stronger."))
    ] = False,
    lang: Lang = None,
) -> None:
    from time import perf_counter

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from plyyard.arena.match import match
    from plyyard.arena.sprt import verdict
    from plyyard.core import registry
    from plyyard.core.errors import BadOptions, Say
    from plyyard.core.words import words as words_of
    from plyyard.core.workers import processes
    from plyyard.players import player

    rules = registry.game(game)
    if len(rules.sides) != 2:
        raise BadOptions(Say("An arena needs a game for two."))
    if len(rules.levels) == 1:
        raise BadOptions(next(iter(rules.levels.values())).says)
    for level in (first, second):
        player(rules, level)  # refuses an unknown level before any process starts
    words = words_of(language(lang), game)
    began = perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bars = Progress(*columns, console=Console(stderr=True), transient=True)
    with processes(jobs) as executor, bars as progress:
        bar = progress.add_task(words.say(rules.title), total=games)
        tally = match(
            rules,
            first,
            second,
            games,
            seed,
            executor=executor,
            told=lambda so_far: progress.update(bar, completed=so_far.games),
            enough=(lambda so_far: verdict(so_far) is not None) if sprt else None,
        )
    elapsed = perf_counter() - began
    console = Console()
    console.print(table(tally, (first, second), elapsed, words, words.say(rules.title)))
    if sprt:
        sayings = {
            True: words(
                "{first} is stronger than {second} (sequential test, 5 % error).", first=first, second=second
            ),
            False: words(
                "{first} is not clearly stronger than {second} (sequential test, 5 % error).",
                first=first,
                second=second,
            ),
            None: words("Not clear yet: more games are needed."),
        }
        console.print(sayings[verdict(tally)])


def table(tally: Tally, names: tuple[str, str], elapsed: float, words: Words, title: str) -> Table:
    """The result, a row for each figure, from the first player's side."""
    from rich.table import Table

    low, high = tally.interval
    mean, half = tally.mean_points
    heading = words("{title}: {first} against {second}", title=title, first=names[0], second=names[1])
    found = Table(title=heading, min_width=len(heading))
    found.add_column("")
    found.add_column(names[0], justify="right")
    found.add_row(words("Games"), words.number(tally.games))
    found.add_row(words("Wins"), words.number(tally.wins))
    found.add_row(words("Draws"), words.number(tally.draws))
    found.add_row(words("Losses"), words.number(tally.losses))
    found.add_row(words("Score"), f"{words.number(100 * tally.score, 1)} %")
    found.add_row(words("95 % interval"), f"{words.number(100 * low, 1)} – {words.number(100 * high, 1)} %")
    found.add_row(words("Mean points"), f"{words.number(mean, 3)} ± {words.number(half, 3)}")
    for name, moves, seconds in zip(names, tally.moves, tally.seconds, strict=True):
        each = 1000 * seconds / moves if moves else 0.0
        found.add_row(words("Time a move, {name}", name=name), f"{words.number(each, 2)} ms")
    found.add_row(words("Games a second"), words.number(tally.games / elapsed, 1))
    return found
