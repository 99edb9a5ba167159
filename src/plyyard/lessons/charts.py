"""A truth as a picture: SVG from a plotting library, its numbers stand in the table beside it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from plyyard.core.truth import Cell, Truth
from plyyard.core.words import Words
from plyyard.lessons.render import cell

LIGHT = {"ink": "#1f2328", "soft": "#5b626b", "line": "#d5d2ca", "series": ("#1d6b57", "#b3541e", "#3f5fa8")}
DARK = {"ink": "#ecebe7", "soft": "#a9adb3", "line": "#45484d", "series": ("#6cc7ac", "#f0a36b", "#9db7f5")}
LABELS = 20  # on the axis below


def draw(truth: Truth, rows: Sequence[tuple[Cell, ...]], words: Words, *, dark: bool = False) -> bytes:
    """An SVG document without scripts, 640 by 360."""
    import pygal
    from pygal.style import Style

    colours: dict[str, Any] = DARK if dark else LIGHT
    style = Style(
        background="transparent", plot_background="transparent", font_family="system-ui, sans-serif",
        foreground=colours["ink"], foreground_strong=colours["ink"], foreground_subtle=colours["line"],
        colors=colours["series"], opacity="1", label_font_size=12, major_label_font_size=12, legend_font_size=13,
        guide_stroke_color=colours["line"], guide_stroke_dasharray="1,0",
        major_guide_stroke_color=colours["line"], major_guide_stroke_dasharray="1,0",
    )  # fmt: skip
    kind = pygal.Bar if truth.chart == "bars" else pygal.Line
    percent = any(isinstance(row[column], Fraction) for row in rows for column in truth.drawn)
    chart = kind(
        style=style, js=(), width=640, height=360, show_legend=len(truth.drawn) > 1, legend_at_bottom=True,
        show_dots=False, stroke_style={"width": 2.5}, margin=8, spacing=6, include_x_axis=truth.chart == "bars",
        show_minor_x_labels=False, x_labels_major_every=max(1, -(-len(rows) // LABELS)), truncate_label=-1, truncate_legend=-1,
        disable_xml_declaration=True, pretty_print=False, print_values=False,
        value_formatter=lambda value: words.number(value, 0 if value == int(value) else 1) + (" %" if percent else ""),
    )  # fmt: skip
    chart.x_labels = [cell(row[0], words) for row in rows]
    for column in truth.drawn:
        chart.add(words.say(truth.columns[column]), [_number(row[column]) for row in rows])
    found: bytes = chart.render()
    return found


def _number(value: Cell) -> float | None:
    """What is drawn of a cell: a fraction as a percentage, words not at all."""
    if isinstance(value, Fraction):
        return float(value) * 100
    return float(value) if isinstance(value, int | float) else None
