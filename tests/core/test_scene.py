"""The picture as SVG: escaped, closed, the same for the page and the terminal."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from plyyard.core.scene import Scene, Slot, Sprite, sprite_svg, to_svg

EVIL = '"><script>alert(1)</script>&'


class Plain:
    """A board with one shape."""

    shapes = {"dot": '<circle r="1"/>'}
    backgrounds = {"paper": '<rect width="9" height="9"/>'}
    style = ".board-plain .dot { fill: red; }"


def picture(**fields: object) -> Scene:
    sprite = Sprite("one", "dot", 1.005, 2, **fields)  # type: ignore[arg-type]
    return Scene("plain", 9, 9, "paper", (sprite,), (Slot(EVIL, 4, 4, 2, 3, EVIL),), ())


def test_whatever_is_written_is_escaped() -> None:
    svg = to_svg(picture(label=EVIL, text=EVIL), Plain(), EVIL)  # type: ignore[arg-type]
    assert "<script" not in svg
    root = ET.fromstring(svg)
    assert root.get("aria-label") == EVIL
    assert EVIL in [element.text for element in root.iter()]


def test_the_style_can_be_left_to_the_page() -> None:
    assert "<style>" in to_svg(picture(), Plain(), "x")  # type: ignore[arg-type]
    assert "<style>" not in to_svg(picture(), Plain(), "x", style=False)  # type: ignore[arg-type]


def test_slots_lie_round_their_centre_and_are_not_seen() -> None:
    root = ET.fromstring(to_svg(picture(), Plain(), "x"))  # type: ignore[arg-type]
    group = next(element for element in root.iter() if element.get("class") == "slots")
    assert group.get("fill") == "none"
    slot = group[0]
    assert [slot.get(name) for name in ("x", "y", "width", "height")] == ["3", "2.5", "2", "3"]


def test_a_sprite_is_moved_turned_and_scaled_in_this_order() -> None:
    sprite = Sprite("a", "dot", 10, -0.5, rotation=90, scale=0.5, classes=("red", "big"))
    drawn = sprite_svg("plain", sprite)
    assert 'transform="translate(10 -0.5) rotate(90) scale(0.5)"' in drawn
    assert 'class="sprite dot red big"' in drawn
    assert 'href="#plain-dot"' in drawn


def test_a_shape_is_styled_through_the_boards_class() -> None:
    """Within <use> only what the shape itself carries is an ancestor."""
    root = ET.fromstring(to_svg(picture(), Plain(), "x"))  # type: ignore[arg-type]
    shape = next(element for element in root.iter() if element.get("id") == "plain-dot")
    assert shape.get("class") == "board-plain"
