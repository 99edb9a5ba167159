"""``plyyard spider``: one open deal solved, many solved, and a game of XPat2's brought over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from plyyard.core.words import Words
    from plyyard.games.spider.solver import Solution
    from plyyard.games.spider.sweep import Solved


def t(message: str) -> str:
    """Marks a message for the catalogue; it is translated when it is shown."""
    return message


app = typer.Typer(
    help=t("Solve Spider's deals with open cards; bring over a game of XPat2."), no_args_is_help=True
)

Suits = Annotated[int, typer.Option(help=t("Suits: 4, 2 or 1."))]
Layout = Annotated[str, typer.Option(help=t("Longer columns: xpat2 or left."))]
Rule = Annotated[str, typer.Option(help=t("Dealing with empty columns: strict, relaxed1 or relaxed2."))]
Runs = Annotated[str, typer.Option(help=t("Complete runs: auto, manual or keep."))]
Ms = Annotated[float | None, typer.Option(help=t("Milliseconds at most for a deal."), show_default=False)]


def one_of_ours(given: str | None) -> str | None:
    """Refuse a language that the texts are not in."""
    from plyyard.core.errors import BadOptions, Say, quoted

    if given not in (None, "de", "en"):
        raise BadOptions(Say("There is no language {name}; there are: de, en.", name=quoted(given)))
    return given


Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="de|en", callback=one_of_ours, help=t("Language: de or en.")),
]


@app.callback()
def language(lang: Lang = None) -> None:
    """``--lang`` may stand before the command, too; the texts already are in the language asked for."""


@app.command(name="solve", help=t("Look for a win of one deal, all cards open, and print its moves."))
def solve_command(
    context: typer.Context,
    number: Annotated[int | None, typer.Option(help=t("Number of the deal."), show_default=False)] = None,
    suits: Suits = 4,
    layout: Layout = "xpat2",
    rule: Rule = "strict",
    runs: Runs = "auto",
    position: Annotated[
        str | None, typer.Option(help=t("A position as text instead of a deal."), show_default=False)
    ] = None,
    ms: Ms = None,
    nodes: Annotated[
        float | None, typer.Option(help=t("Positions to look at, at most."), show_default=False)
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help=t("Only a win that removes no run (not with runs auto)."))
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help=t("File for the line as a record (.plyyard.json)."))
    ] = None,
    lang: Lang = None,
) -> None:
    from rich.console import Console

    from plyyard.core.errors import BadOptions, Say
    from plyyard.core.record import encode
    from plyyard.games.spider.game import GAME
    from plyyard.games.spider.solver import solve
    from plyyard.games.spider.sweep import record

    if (number is None) == (position is None):
        raise BadOptions(Say("Name a deal by --number, or a position by --position."))
    options: dict[str, Any] = {}
    if position is None:
        options = {"number": number, "suits": suits, "layout": layout, "rule": rule, "runs": runs}
        state = GAME.start(GAME.complete(options, lambda n: 0))
    else:
        state = GAME.notation.parse_position(position)
    words: Words = context.obj
    with Console(stderr=True).status(words("Solving …")):
        found = solve(state, ms=ms, nodes=nodes, keep=keep)
    typer.echo(_verdict(found, words))
    if found.status != "solved":
        return
    texts = [GAME.notation.format_move(move) for move in found.line]
    typer.echo(" ".join(texts))
    kept = record(state, found, options)
    typer.echo(words("{n} moves, {points} points.", n=len(texts), points=_points(state, found)))
    if save is not None:
        save.write_bytes(encode(kept))
        typer.echo(words("Play it with: {command}", command=f"plyyard replay {save}"))


@app.command(name="sweep", help=t("Solve many deals, from one number to another, and print a table."))
def sweep_command(
    context: typer.Context,
    first: Annotated[int, typer.Argument(metavar="FROM", help=t("First deal."), show_default=False)],
    last: Annotated[int, typer.Argument(metavar="TO", help=t("Last deal."), show_default=False)],
    suits: Suits = 4,
    layout: Layout = "xpat2",
    rule: Rule = "strict",
    runs: Runs = "auto",
    ms: Ms = 60_000,
    jobs: Annotated[int, typer.Option(min=1, max=256, help=t("Processes to use."))] = 1,
    lang: Lang = None,
) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from plyyard.core.errors import BadOptions, Say
    from plyyard.core.workers import processes
    from plyyard.games.spider.game import GAME
    from plyyard.games.spider.sweep import sweep

    options = {"suits": suits, "layout": layout, "rule": rule, "runs": runs}
    for number in (first, last):
        GAME.complete({**options, "number": number}, lambda n: 0)  # refuses before any process starts
    if last < first:
        raise BadOptions(Say("The last deal must not be before the first."))
    words: Words = context.obj
    found: list[Solved] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bars = Progress(*columns, console=Console(stderr=True), transient=True)
    with processes(jobs) as executor, bars as progress:
        bar = progress.add_task(words.say(GAME.title), total=last - first + 1)
        for solved in sweep(range(first, last + 1), options, ms, executor):
            found.append(solved)
            progress.advance(bar)
    Console().print(_table(found, words))
    for status, heading in (
        ("unsolvable", words("Proved unsolvable:")),
        ("unknown", words("Not known:")),
    ):
        numbers = sorted(one.number for one in found if one.solution.status == status)
        if numbers:
            typer.echo(f"{heading} {' '.join(map(str, numbers))}")


@app.command(name="import", help=t("Turn a game saved by XPat2 (Spider.NNNNNNNNN) into a record."))
def import_command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help=t("The saved game."), show_default=False)],
    save: Annotated[
        Path | None,
        typer.Option(
            help=t("File for the record; it must not be there yet. Without it: beside the saved game."),
            show_default=False,
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    from plyyard.core.record import encode
    from plyyard.games.spider.saves import MAX_BYTES, read

    with file.open("rb") as stream:
        found = read(stream.read(MAX_BYTES + 1))
    target = save or file.with_name(f"{file.name}.plyyard.json")
    with target.open("xb") as stream:
        stream.write(encode(found.record))
    words: Words = context.obj
    moves = sum(entry.kind == "moved" for entry in found.record.events)
    typer.echo(
        words(
            "Deal {number}: {moves} moves, cheat count {cheats}.",
            number=found.record.options["number"],
            moves=moves,
            cheats=found.record.undo_price,
        )
    )
    last = found.record.events[-1] if found.record.events else None
    back = last.to if last is not None and last.kind == "taken back" else None
    if found.left_out and back is None:
        typer.echo(
            words.plural(
                "{n} move after the end was left out.",
                "{n} moves after the end were left out.",
                found.left_out,
            )
        )
    elif found.left_out:
        typer.echo(
            words.plural(
                "An end was reached and taken back; {n} move that came after it was left out.",
                "An end was reached and taken back; {n} moves that came after it were left out.",
                found.left_out,
            )
        )
    if back is not None:
        typer.echo(words("Of these moves {n} hold; the others were taken back.", n=back))
    typer.echo(words("Play it with: {command}", command=f"plyyard replay {target}"))


def _verdict(found: Solution, words: Words) -> str:
    spent = {"nodes": words.number(found.nodes), "seconds": words.number(found.ms / 1000, 2)}
    match found.status:
        case "solved":
            return words("Solved: {nodes} positions, {seconds} s.", **spent)
        case "unsolvable":
            return words("It cannot be won: proved with {nodes} positions, {seconds} s.", **spent)
    return words("Not known: no win found with {nodes} positions, {seconds} s.", **spent)


def _points(state: Any, found: Solution) -> int:
    from plyyard.core.game import Moved
    from plyyard.games.spider.game import GAME
    from plyyard.games.spider.state import PLAYER

    state = GAME.settle(state).state
    for move in found.line:
        state = GAME.apply(state, Moved(PLAYER, move)).state
    return int(GAME.score(state)["points"])


def _table(found: list[Solved], words: Words) -> Table:
    """How many deals were solved, in what time, and how hard they were."""
    from rich.table import Table

    from plyyard.games.spider.grading import GRADES
    from plyyard.games.spider.sweep import share

    solved = [one.solution for one in found if one.solution.status == "solved"]
    times = [solution.ms / 1000 for solution in solved]
    table = Table(title=words("Spider, open cards"))
    table.add_column("")
    table.add_column(words("Number of deals"), justify="right")

    def row(label: str, value: str) -> None:
        table.add_row(label, value)

    row(words("Looked at"), words.number(len(found)))
    row(words("Solved"), words.number(len(solved)))
    for label, status in ((words("Proved unsolvable"), "unsolvable"), (words("Not known"), "unknown")):
        row(label, words.number(sum(one.solution.status == status for one in found)))
    for limit in (0.3, 1, 5, 60):
        label = words("Solved within {seconds} s", seconds=words.number(limit, 1 if limit < 1 else 0))
        row(label, words.number(sum(time <= limit for time in times)))
    if times:
        for label, part in ((words("Median"), 0.5), (words("95 % within"), 0.95), (words("Longest"), 1.0)):
            row(label, f"{words.number(share(times, part), 2)} s")
    for name, says in GRADES.items():
        row(words.say(says), words.number(sum(one.grade == name for one in found)))
    return table
