"""A truth as a picture: SVG from a plotting library, its numbers stand in the table beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from plyyard.core.truth import Cell, Truth
from plyyard.core.words import Words
from plyyard.lessons.render import NARROW, WIDE, cell

LIGHT = {"ink": "#1f2328", "line": "#d5d2ca", "series": ("#1d6b57", "#b3541e", "#3f5fa8")}
DARK = {"ink": "#ecebe7", "line": "#45484d", "series": ("#6cc7ac", "#f0a36b", "#9db7f5")}
LETTER, MARGIN = 7, 50  # pixels: of a letter below the axis, and beside the axis
STYLE = """
text{{font:12px system-ui,sans-serif;fill:{ink}}}.background,.line{{fill:none}}.guide.line,.axis .line{{stroke:{line}}}
.axis .always_show .guide{{stroke:{ink}}}.series .line{{stroke-width:2.5}}.x.axis text{{text-anchor:middle}}
.y.axis text{{text-anchor:end}}.legends rect{{stroke:none}}"""
SERIES = ".color-{n},.color-{n} .line{{stroke:{colour}}}.color-{n} rect,rect.color-{n}{{fill:{colour}}}"


def draw(
    truth: Truth, rows: Sequence[tuple[Cell, ...]], words: Words, *, dark: bool = False, narrow: bool = False
) -> bytes:
    """An SVG document without scripts."""
    import pygal

    colours: dict[str, Any] = DARK if dark else LIGHT
    series = [SERIES.format(n=n, colour=colour) for n, colour in enumerate(colours["series"])]
    kind = pygal.Bar if truth.chart == "bars" else pygal.Line
    percent = any(isinstance(row[column], Fraction) for row in rows for column in truth.drawn)
    labels = [cell(row[0], words) for row in rows]
    places = (
        1 if percent or max(_number(row[column]) or 0 for row in rows for column in truth.drawn) >= 2 else 2
    )
    room = LETTER * (2 + max(map(len, labels)))
    width, height = NARROW if narrow else WIDE
    chart = kind(
        css=(), js=(), width=width, height=height, margin=8, spacing=6,
        show_legend=len(truth.drawn) > 1, legend_at_bottom=True, legend_at_bottom_columns=1 if narrow else None,
        show_dots=False, include_x_axis=truth.chart == "bars",
        show_minor_x_labels=False, x_labels_major_every=-(-len(rows) * room // (width - MARGIN)), truncate_label=-1,
        truncate_legend=-1, disable_xml_declaration=True, pretty_print=False, print_values=False,
        value_formatter=lambda value: words.number(value, 0 if value == int(value) else places) + (" %" if percent else ""),
    )  # fmt: skip
    chart.x_labels = labels
    for column in truth.drawn:
        chart.add(words.say(truth.columns[column]), [_number(row[column]) for row in rows])
    style = "".join([STYLE.format(**colours), *series])
    return _light(chart.render(is_unicode=True), style).encode()


def _light(svg: str, style: str) -> str:
    """With our style for the library's, without what only its script would use, and to a tenth of a pixel."""
    svg = re.sub(r"<style.*?</style>", f"<style>{style}</style>", svg, count=1, flags=re.S)
    svg = re.sub(
        r"<(script|desc|title)\b[^>]*>.*?</\1>|<(script|desc|title)\b[^>]*/>|<!--.*?-->", "", svg, flags=re.S
    )
    svg = re.sub(r"(\d\.\d)\d+", r"\1", svg)
    return re.sub(r' (?:class="(?:reactive tooltip-trigger|)"|id="[^"]*"|xmlns:xlink="[^"]*")', "", svg)


def _number(value: Cell) -> float | None:
    """What is drawn of a cell: a fraction as a percentage, words not at all."""
    if isinstance(value, Fraction):
        return float(value) * 100
    return float(value) if isinstance(value, int | float) else None
