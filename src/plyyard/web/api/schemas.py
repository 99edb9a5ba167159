"""The structs that calls and frames are made of, and their JSON Schemas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec
from msgspec import NODEFAULT, inspect

SCHEMAS = "#/components/schemas/"

Shape = Any
"""A struct, or a union of structs."""


def each(shape: Shape) -> tuple[type[msgspec.Struct], ...]:
    """The structs of a shape."""
    return get_args(shape) or (shape,)


def made_of(shapes: Iterable[Shape]) -> dict[str, type[msgspec.Struct]]:
    """All structs within these, by name."""
    found: dict[str, type[msgspec.Struct]] = {}
    for shape in shapes:
        for struct in each(shape):
            _collect(inspect.type_info(struct), found)
    return found


def _collect(kind: inspect.Type, found: dict[str, type[msgspec.Struct]]) -> None:
    if isinstance(kind, inspect.StructType):
        if found.setdefault(kind.cls.__name__, kind.cls) is not kind.cls:
            raise ValueError(f"two structs are called {kind.cls.__name__}")
        for field in kind.fields:
            _collect(field.type, found)
    for inner in _within(kind):
        _collect(inner, found)


def _within(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.UnionType():
            yield from kind.types
        case inspect.TupleType():
            yield from kind.item_types
        case inspect.ListType() | inspect.VarTupleType():
            yield kind.item_type
        case inspect.DictType():
            yield kind.value_type
        case inspect.Metadata():
            yield kind.type


def always_sent(struct: type[msgspec.Struct], field: inspect.Field) -> bool:
    """Whether the field is there in whatever we send of this struct."""
    unset = (field.default, field.default_factory) == (NODEFAULT, NODEFAULT)
    return field.required or not (unset or struct.__struct_config__.omit_defaults)


def empty_is_none_of(shape: Shape) -> bool:
    """Whether ``{}`` does not say all that is needed."""
    return any(
        struct.__struct_config__.tag or any(field.required for field in msgspec.structs.fields(struct))
        for struct in each(shape)
    )


def reference(shape: Shape) -> dict[str, Any]:
    options = [{"$ref": f"{SCHEMAS}{struct.__name__}"} for struct in each(shape)]
    return options[0] if len(options) == 1 else {"oneOf": options}


def schemas(sent: Iterable[Shape], taken: Iterable[Shape]) -> dict[str, Any]:
    """JSON Schemas of what we send and of what we take, and of what they are made of."""
    structs, read = made_of(sent), made_of(taken)
    _, found = msgspec.json.schema_components([*(structs | read).values()], ref_template=f"{SCHEMAS}{{name}}")
    for name in structs.keys() - read.keys():
        kind = inspect.type_info(structs[name])
        assert isinstance(kind, inspect.StructType)
        there = [field.encode_name for field in kind.fields if always_sent(structs[name], field)]
        found[name]["required"] = [*([kind.tag_field] if kind.tag_field else []), *there]
    return {name: _plain(schema) for name, schema in sorted(found.items())}


def _plain(schema: Any) -> Any:
    """Patterns in the dialect of JSON Schema."""
    if isinstance(schema, dict):
        return {
            key: value.replace(r"\A", "^").replace(r"\Z", "$") if key == "pattern" else _plain(value)
            for key, value in schema.items()
        }
    return [_plain(value) for value in schema] if isinstance(schema, list) else schema
