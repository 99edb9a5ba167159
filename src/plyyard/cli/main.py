"""The entry of ``plyyard``: finds the commands, runs one, and turns whatever goes wrong into one line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import typer

    from plyyard.core.words import Words

OWN_OPTIONS = {"--help", "--version"}
REFUSED = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


def main() -> int:
    """Run the command in ``sys.argv``; the exit code.

    Typer takes 0.2 s to import: ``--version`` and ``engine``, which programs start, do without it.
    """
    if sys.argv[1:] == ["--version"]:
        return _print_version()
    try:
        code = _answer() if sys.argv[1:] == ["engine"] else _run(sys.argv[1:])
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE


def build() -> typer.Typer:
    """The application with every command of this folder and of the games' folders."""
    import importlib
    import pkgutil

    import typer

    from plyyard import cli
    from plyyard.cli.terminal.language import t

    app = typer.Typer(
        name="plyyard",
        help=t("Learn and play classic games. Without a command: open the games in the browser."),
        no_args_is_help=False,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @app.callback()
    def options(version: bool = typer.Option(False, "--version", help=t("Print the version."))) -> None:
        if version:
            raise typer.Exit(_print_version())

    for module in pkgutil.iter_modules(cli.__path__):
        if not module.ispkg and module.name != "main":
            found = importlib.import_module(f"plyyard.cli.{module.name}")
            if hasattr(found, "app"):
                app.add_typer(found.app, name=module.name, help=found.HELP)
            else:
                app.command(module.name, help=found.HELP)(found.command)
    _add_game_commands(app)
    return app


def _add_game_commands(app: typer.Typer) -> None:
    """``plyyard GAME …``: the Typer application ``app`` in a game's ``commands.py``."""
    from plyyard.core import registry

    for name in registry.names():
        if (registry.folder(name) / "commands.py").exists():
            app.add_typer(registry.part(name, "commands").app, name=name)


def _answer() -> int:
    from plyyard.cli.engine import command

    command()
    return 0


def _run(arguments: list[str]) -> int:
    import os

    import typer

    from plyyard.cli.terminal.language import spoken
    from plyyard.cli.terminal.refused import file_says, usage_says
    from plyyard.cli.terminal.variables import check_names
    from plyyard.core.errors import PlyError

    # Typer's base of everything it has to say about a command line; it has no public name.
    refused: Any = typer.BadParameter.__mro__[2]
    try:
        check_names(os.environ)
        if not arguments or (arguments[0].startswith("-") and arguments[0] not in OWN_OPTIONS):
            arguments = ["serve", *arguments]
        command = _translated(build(), arguments)
        # obj: the language asked for, in which a game's own commands speak
        result = command(arguments, prog_name="plyyard", standalone_mode=False, obj=spoken(arguments))
        return result if isinstance(result, int) else 0
    except typer.Abort:
        return INTERRUPTED
    except typer.Exit as end:
        return end.exit_code
    except refused as error:
        return _refuse(usage_says(error, spoken(arguments)))
    except PlyError as error:
        return _refuse(spoken(arguments).say(error.why))
    except BrokenPipeError:
        raise
    except OSError as error:
        return _refuse(file_says(error, spoken(arguments)))


def _translated(app: typer.Typer, arguments: list[str]) -> Any:
    """The command tree with its help in the person's language."""
    import typer.main

    from plyyard.cli.terminal.language import spoken, t
    from plyyard.cli.terminal.refused import in_words
    from plyyard.core import registry

    def translate(command: Any, words: Words) -> None:
        in_words(command, words)
        shown = command.get_help_option(typer.Context(command))
        if shown is not None:
            shown.help = t("Show this page.")
        for thing in (command, shown, *getattr(command, "params", ())):
            if getattr(thing, "help", None):
                thing.help = words(thing.help)
        for name, inner in getattr(command, "commands", {}).items():
            translate(inner, spoken([*arguments, name]) if name in registry.names() else words)

    group = typer.main.get_group(app)
    translate(group, spoken(arguments))
    return group


def _refuse(text: str) -> int:
    print("plyyard: " + " ".join(text.split()), file=sys.stderr)
    return REFUSED


def _print_version() -> int:
    from plyyard.version import version

    print(f"plyyard {version()}")
    return 0


def _drop_output() -> None:
    """The reader has gone: what is still buffered must not be written at exit."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
