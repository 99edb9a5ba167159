"""Scripts and styles as they are sent: without comments and indentation. Line by line, so that no parser is needed.

Our own files keep to what this relies on: a comment begins its line, and no string runs over a line's end.
"""

from __future__ import annotations

import re

_BLOCK = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"^[ \t]*//[^\n]*\n", re.MULTILINE)
_INNER = re.compile(r"/\*\* @type [^\n]*?\*/ ?(?=\()")
_SPACE = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)
_EMPTY = re.compile(r"\n{2,}")
_STYLE = re.compile(r" ?([{};,]) ?|(?<=:) ")


def lean(name: str, text: str) -> str:
    """The text of a file as it is served; other kinds than .js and .css unchanged.

    >>> lean("a.js", "// why\\nexport function f() {\\n  /** @param x */\\n  return 1; // one\\n}\\n")
    'export function f() {\\nreturn 1; // one\\n}\\n'
    >>> lean("a.css", "/* why */\\n.a, .b { color: red; }\\n")
    '.a,.b{color:red;}\\n'
    """
    if not name.endswith((".js", ".css")):
        return text
    text = _BLOCK.sub("", text)
    if name.endswith(".js"):
        text = _INNER.sub("", _LINE.sub("", text))
    text = _EMPTY.sub("\n", _SPACE.sub("", text))
    return _STYLE.sub(r"\1", text) if name.endswith(".css") else text
