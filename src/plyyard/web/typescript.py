"""The frames of the wire as TypeScript types for the scripts: ``python -m plyyard.web.typescript`` prints protocol.d.ts."""

from __future__ import annotations

import types
import typing
from typing import Any, Literal, get_args, get_origin

import msgspec

from plyyard.rooms import protocol

ROOTS = (protocol.Incoming, protocol.Answer, protocol.CreateRoom, protocol.Created, protocol.Summary)
HEAD = "// Made by `python -m plyyard.web.typescript` from the structs in rooms/protocol.py; a test compares. Not edited by hand.\n"


def declarations() -> str:
    """The whole file."""
    found: dict[str, str] = {}
    for root in ROOTS:
        for struct in get_args(root) or (root,):
            _declare(struct, found)
    unions = "".join(
        f"export type {name} = {' | '.join(struct.__name__ for struct in get_args(getattr(protocol, name)))};\n"
        for name in ("Command", "Query", "Answer")
    )
    return HEAD + "".join(found.values()) + unions


def _declare(struct: type[msgspec.Struct], found: dict[str, str]) -> None:
    if struct.__name__ in found:
        return
    found[struct.__name__] = ""
    hints = typing.get_type_hints(struct)
    config = struct.__struct_config__
    lines = [f'  t: "{config.tag}";\n'] if config.tag else []
    for field in msgspec.structs.fields(struct):
        sent = struct not in get_args(protocol.Incoming)
        defaulted = not field.required and (config.omit_defaults or not sent)
        optional = defaulted or _may_be_unset(hints[field.name])
        lines.append(f"  {field.name}{'?' if optional else ''}: {_type(hints[field.name], found)};\n")
    found[struct.__name__] = f"export interface {struct.__name__} {{\n{''.join(lines)}}}\n"


def _may_be_unset(hint: Any) -> bool:
    return msgspec.UnsetType in get_args(hint)


def _type(hint: Any, found: dict[str, str]) -> str:
    plain = {
        str: "string",
        int: "number",
        float: "number",
        bool: "boolean",
        type(None): "null",
        None: "null",
        Any: "unknown",
    }
    if hint in plain:
        return plain[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is typing.Annotated:
        return _type(arguments[0], found)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in arguments)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(_type(one, found) for one in arguments if one is not msgspec.UnsetType)
    if origin in (list, tuple):
        inner = _type(arguments[0], found)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_type(arguments[1], found)}>"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        _declare(hint, found)
        return hint.__name__
    raise TypeError(f"no TypeScript for {hint!r}")


if __name__ == "__main__":
    print(declarations(), end="")
