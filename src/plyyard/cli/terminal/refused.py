"""Typer's own words and the system's in the person's language: what is wrong with a command line or a file, and its help.

Typer has no catalogue for most of its sentences; they are known by their English form. One that is not known stays English.
"""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING, Any

from plyyard.cli.terminal.language import t
from plyyard.core.errors import Say, quoted

if TYPE_CHECKING:
    from plyyard.core.words import Words

_COMMAND_LINES = {
    r"No such command '(?P<name>.*)'\.": Say("There is no command {name}; --help names those there are."),
    r"Missing command\.": Say("A command is missing; --help names those there are."),
    r"Got unexpected extra argument\(s\) \((?P<rest>.*)\)": Say("This is too much: {rest}."),
    r"Option '(?P<name>.*)' requires an argument\.": Say("{name} needs a value."),
    r"Option '(?P<name>.*)' does not take a value\.": Say("{name} takes no value."),
}
_VALUES = {
    r"Input should be a valid integer.*": Say("it must be a whole number."),
    r"Input should be a valid number.*": Say("it must be a number."),
    r"Input should be greater than or equal to (?P<least>.*)": Say("it must be {least} at least."),
    r"Input should be less than or equal to (?P<most>.*)": Say("it must be {most} at most."),
    r".* is not one of (?P<names>.*)\.": Say("it must be one of: {names}."),
}
_FILES = {
    errno.ENOENT: Say("there is no such file or folder."),
    errno.EEXIST: Say("it is there already, and nothing is overwritten."),
    errno.EACCES: Say("this is not permitted."),
    errno.EPERM: Say("this is not permitted."),
    errno.EISDIR: Say("this is a folder, not a file."),
    errno.ENOTDIR: Say("a part of this path is no folder."),
    errno.ENOSPC: Say("there is no space left for it."),
    errno.ENAMETOOLONG: Say("this name is too long."),
    errno.EROFS: Say("nothing can be written there."),
    errno.EADDRINUSE: Say("this address is in use already."),
}
_HEADINGS = {"Options": t("Options"), "Arguments": t("Arguments"), "Commands": t("Commands")}


def usage_says(error: Any, words: Words) -> str:
    """Why Typer refuses a command line: its base of everything of the kind has no public name."""
    match type(error).__name__:
        case "MissingParameter":
            return words("{name} is missing.", name=_name(error))
        case "NoSuchOption":
            near = ", ".join(sorted(error.possibilities or ()))
            said = words("There is no option {name}.", name=quoted(error.option_name))
            return f"{said} {words('Near to it: {names}.', names=near)}" if near else said
        case "BadParameter":
            return f"{_name(error)}: {_known(_VALUES, error.message, words)}"
    return _known(_COMMAND_LINES, error.format_message(), words)


def file_says(error: OSError, words: Words) -> str:
    """Why the system refuses a file or an address."""
    why = words.say(_FILES[error.errno]) if error.errno in _FILES else error.strerror or str(error)
    return f"{error.filename}: {why}" if error.filename else why


def in_words(command: Any, words: Words) -> None:
    """The headings of a command's help."""

    class Formatter(command.context_class.formatter_class):  # type: ignore[misc]
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, words("Usage: ") if prefix is None else prefix)

        def write_heading(self, heading: str) -> None:
            super().write_heading(words(_HEADINGS.get(heading, heading)))

        def write_dl(self, rows: Any, *rest: Any, **more: Any) -> None:
            super().write_dl([(name, _marked(text)) for name, text in rows], *rest, **more)

    def _marked(text: str) -> str:
        """What Typer adds in brackets to the explanation of an option."""
        head, bracket, tail = text.rpartition("[")
        for english, ours in (
            ("default: ", words("default: ")),
            ("required", words("required")),
            ("env var: ", words("environment: ")),
        ):
            tail = tail.replace(english, ours) if bracket else tail
        return head + bracket + tail

    class Context(command.context_class):  # type: ignore[misc]
        formatter_class = Formatter

    command.context_class = Context


def _known(sentences: dict[str, Say], text: str, words: Words) -> str:
    for form, say in sentences.items():
        if found := re.fullmatch(form, text, re.DOTALL):
            return words(say.message, **{name: found[name] for name in found.groupdict()})
    return text


def _name(error: Any) -> str:
    """The option or argument in question, as it is typed."""
    hint = error.param_hint or (error.param and error.param.get_error_hint()) or ""
    return re.sub(r" \(env var:.*", "", hint if isinstance(hint, str) else " / ".join(hint)).strip("'\"")
