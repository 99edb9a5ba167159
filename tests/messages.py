"""Every message a person may read, found in the source: Python by its syntax tree, templates by Jinja's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import jinja2
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po
from jinja2 import nodes

import plyyard
from plyyard.core import registry

HOUSE = Path(plyyard.__file__).parent
GAMES = HOUSE / "games"
SINGLE, PLURAL = {"Say", "words", "t"}, {"plural"}

Found = dict[str, tuple[str, str]]
"""Message → (its plural or "", where it stands)."""


def of_folder(folder: Path, without: Path | None = None) -> Found:
    """All messages of the Python files and templates below a folder, but not below ``without``."""
    found: Found = {}
    for path in sorted(folder.rglob("*")):
        if without is not None and without in path.parents:
            continue
        if path.suffix == ".py":
            pairs = _of_python(path)
        elif "templates" in path.parts and path.is_file():
            pairs = _of_template(path)
        else:
            continue
        for one, many, line in pairs:
            known = found.get(one, ("", ""))
            found[one] = (many or known[0], f"{path.relative_to(folder)}:{line}")
    return found


def of_house() -> Found:
    return of_folder(HOUSE, without=GAMES)


def of_game(name: str) -> Found:
    return of_folder(registry.folder(name))


def catalogue(folder: Path, language: str = "de") -> tuple[Catalog, dict[str, Message]]:
    """A folder's catalogue and its messages by (first) id."""
    with (folder / "locale" / f"{language}.po").open("rb") as file:
        read = read_po(file, locale=language, abort_invalid=True)
    return read, {_first(message.id): message for message in read if message.id}


def _first(key: str | tuple[str, ...] | list[str]) -> str:
    return key if isinstance(key, str) else key[0]


def _of_python(path: Path) -> Iterator[tuple[str, str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in SINGLE:
            for text in _texts(node.args[0]):
                yield text, "", node.lineno
        elif name in PLURAL and len(node.args) >= 3:
            for one, many in zip(_texts(node.args[0]), _texts(node.args[1]), strict=True):
                yield one, many, node.lineno


def _texts(node: ast.expr) -> list[str]:
    """The message, or both when a condition chooses between two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _texts(node.body) + _texts(node.orelse)
    return []


def _of_template(path: Path) -> Iterator[tuple[str, str, int]]:
    tree = jinja2.Environment(extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"]).parse(
        path.read_text(encoding="utf-8")
    )
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in SINGLE:
            for text in _jinja_texts(call.args[0]):
                yield text, "", call.lineno
        elif isinstance(call.node, nodes.Getattr) and call.node.attr in PLURAL:
            for one, many in zip(_jinja_texts(call.args[0]), _jinja_texts(call.args[1]), strict=True):
                yield one, many, call.lineno


def _jinja_texts(node: nodes.Expr) -> list[str]:
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, nodes.CondExpr):
        return _jinja_texts(node.expr1) + (_jinja_texts(node.expr2) if node.expr2 else [])
    return []
