"""Scripts and styles as they are sent: without comments and indentation. Line by line, so that no parser is needed.

Our own files keep to what this relies on: no string runs over a line's end or looks like a comment.
"""

from __future__ import annotations

import re

_BLOCK = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"^[ \t]*//[^\n]*\n", re.MULTILINE)
_TYPE = re.compile(r"/\*\* @[^\n]*?\*/ ?")
_TAIL = re.compile(r"[ \t]+// [^\n\"'`]*$", re.MULTILINE)
_SPACE = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)
_EMPTY = re.compile(r"\n{2,}")
_STYLE = re.compile(r"\s*([{};,])\s*|(?<=:) ")


def lean(name: str, text: str) -> str:
    """The text of a file as it is served; other kinds than .js and .css unchanged.

    >>> lean("a.js", "// why\\nexport function f() {\\n  /** @param x */\\n  return 1; // one\\n}\\n")
    'export function f() {\\nreturn 1;\\n}\\n'
    >>> lean("a.css", "/* why */\\n.a, .b { color: red; }\\n")
    '.a,.b{color:red}'
    """
    if not name.endswith((".js", ".css")):
        return text
    text = _BLOCK.sub("", text)
    if name.endswith(".js"):
        text = _TAIL.sub("", _TYPE.sub("", _LINE.sub("", text)))
    text = _EMPTY.sub("\n", _SPACE.sub("", text))
    return _STYLE.sub(r"\1", text).replace(";}", "}") if name.endswith(".css") else text
