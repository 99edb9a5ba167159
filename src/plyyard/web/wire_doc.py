"""The tables of docs/wire.md, made from the structs and the calls: ``python -m plyyard.web.wire_doc docs/wire.md`` fills them in.

What stands between ``<!-- made: NAME … -->`` and ``<!-- /made -->`` is made: ``calls``, or the structs of these names.
The meaning of a field is the comment behind it.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec import inspect as shapes

from plyyard.rooms.protocol import Answer
from plyyard.web.api import CALLS
from plyyard.web.api.calls import Call
from plyyard.web.api.description import PATH_PARAMETER
from plyyard.web.api.problems import Problem
from plyyard.web.api.schemas import always_sent, each, made_of

BLOCK = re.compile(r"(<!-- made: ([\w ]+) -->\n).*?(<!-- /made -->)", re.DOTALL)
NOTE = re.compile(r"^    (\w+): .*  # (.+)$", re.MULTILINE)
KNOWN: list[Call] = [handler.opt["call"] for handler in CALLS]
TAKEN = made_of(shape for call in KNOWN for shape in (call.takes, call.query) if shape is not None)
STRUCTS = TAKEN | made_of([*(call.gives for call in KNOWN), *each(Answer), Problem])


def filled(text: str) -> str:
    """The document with its tables made anew."""
    return BLOCK.sub(lambda block: f"{block[1]}\n{_made(block[2].split())}\n{block[3]}", text)


def _made(names: Sequence[str]) -> str:
    return _calls() if names == ["calls"] else "\n".join(_table(STRUCTS[name]) for name in names)


# ---- calls ----


def _calls() -> str:
    lines = ["| call | takes | gives | refuses with |", "|---|---|---|---|"]
    for handler in CALLS:
        call: Call = handler.opt["call"]
        path = PATH_PARAMETER.sub(r"{\1}", min(handler.paths))
        method = min(handler.http_methods)
        query = " ".join(f"`{field.encode_name}`" for field in msgspec.structs.fields(call.query))
        body = "" if call.takes is None else f", {_links(call.takes)}"
        stream = ", or an event stream" if call.streams else ""
        statuses = ", ".join(map(str, call.statuses))
        lines.append(
            f"| `{method} {path}` | {query}{body} | {handler.status_code} {_links(call.gives)}{stream} | {statuses} |"
        )
    return "\n".join(lines) + "\n"


def _links(shape: Any) -> str:
    structs = each(shape)
    return _link(structs[0]) if len(structs) == 1 else "one of the frames below"


def _link(struct: type) -> str:
    return f"[{struct.__name__}](#{struct.__name__.lower()})"


# ---- structs ----


def _table(struct: Any) -> str:
    """Heading, meaning and fields of a struct."""
    kind = shapes.type_info(struct)
    assert isinstance(kind, shapes.StructType)
    tag = f' `{{"{kind.tag_field}": "{kind.tag}", …}}`' if kind.tag_field else ""
    lines = [f"#### {struct.__name__}", "", f"{_meaning(struct)}{tag}".strip(), ""]
    if kind.fields:
        notes = _notes(struct)
        lines += ["| field | is | | means |", "|---|---|---|---|"]
        lines += [
            f"| `{field.encode_name}` | {_words(field.type)} | {_presence(struct, field)} | {notes.get(field.name, '')} |"
            for field in kind.fields
        ]
        lines.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def _meaning(struct: type) -> str:
    own = inspect.cleandoc(struct.__dict__.get("__doc__") or "")
    return re.sub(r"\s*\n\s*", " ", own).replace("``", "`")


def _notes(struct: type) -> dict[str, str]:
    """The comment behind each field, those of the structs it is made from included."""
    return {
        name: note
        for base in reversed(struct.__mro__)
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct
        for name, note in NOTE.findall(inspect.getsource(base))
    }


def _presence(struct: Any, field: shapes.Field) -> str:
    """Whether it may be missing, and what holds then."""
    if struct.__name__ not in TAKEN:
        return "" if always_sent(struct, field) else "may be missing"
    if field.required:
        return ""
    default = field.default
    if default is NODEFAULT and field.default_factory is not NODEFAULT:
        default = field.default_factory()
    if default in (None, NODEFAULT):
        return "may be missing"
    return f"if missing: `{msgspec.json.encode(default).decode()}`"


def _words(kind: Any) -> str:
    """A type with its bounds, in words."""
    match kind:
        case shapes.LiteralType():
            return " or ".join(f"`{msgspec.json.encode(value).decode()}`" for value in kind.values)
        case shapes.UnionType():
            return " or ".join(_words(one) for one in kind.types)
        case shapes.ListType() | shapes.VarTupleType():
            return f"list of {_words(kind.item_type)}{_bounds(kind.min_length, kind.max_length, '')}"
        case shapes.TupleType():
            return "[" + ", ".join(_words(one) for one in kind.item_types) + "]"
        case shapes.DictType():
            return f"object of {_words(kind.value_type)}"
        case shapes.StructType():
            return _link(kind.cls)
        case shapes.StrType():
            pattern = f", `{kind.pattern[2:-2]}`" if kind.pattern else ""
            return f"text{_bounds(kind.min_length, kind.max_length, ' characters')}{pattern}"
        case shapes.IntType():
            return f"whole number{_bounds(kind.ge, kind.le, '')}"
        case shapes.Metadata():
            return _words(kind.type)
    plain = {shapes.NoneType: "null", shapes.BoolType: "yes or no", shapes.FloatType: "number"}
    return plain.get(type(kind), "anything")


def _bounds(low: int | None, high: int | None, unit: str) -> str:
    if low is None and high is None:
        return ""
    if not low:
        return f", at most {high:,}{unit}"
    return f", at least {low:,}{unit}" if high is None else f", {low:,} to {high:,}{unit}"


if __name__ == "__main__":
    document = Path(sys.argv[1])
    document.write_text(filled(document.read_text("utf-8")), "utf-8")
