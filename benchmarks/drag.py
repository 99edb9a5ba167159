"""What dragging costs on a mid phone: ``uv run python benchmarks/drag.py`` (half a minute).

A full Spider board of 104 cards in Chromium with its processor slowed four times (``Emulation.setCPUThrottlingRate``); a run
of twelve cards is dragged about and dropped, again and again. From the browser's own trace: how long scripts ran for a
frame of the drag (all pointer moves since the last frame and the animation frame itself), for the press and for the drop,
and what style, layout and paint cost beside them, in milliseconds of the page's main thread (slowed). Promised: at most
8 ms of script a frame.
"""

from __future__ import annotations

import json
import math
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from rooms import Server, free_port
from table import machine, markdown, share

SLOWER = 4
DRAGS, MOVES = 12, 40
RUN = 12
SIZES = {"desktop, 1280 × 900": (1280, 900), "phone, 360 × 740": (360, 740)}
DRAWING = ("UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")
MAKE = """async (position) => {
  const headers = {"content-type": "application/json", "x-csrf-token": document.querySelector("meta[name=csrf]").content};
  const body = JSON.stringify({game: "spider", kind: "local", position});
  return (await (await fetch("/api/rooms", {method: "POST", headers, body})).json()).url; }"""
PLACE = """(id) => { const b = document.querySelector(`#board [data-id="${id}"]`).getBoundingClientRect();
  return [b.x + b.width / 2, b.y + 5]; }"""


def full_board() -> str:
    """All cards but the last four deals in columns; king to two of spades on the first, the last one empty."""
    pack = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"] * 2
    run = [rank + "S" for rank in "KQJT98765432"]
    for card in run:
        pack.remove(card)
    random.Random(1).shuffle(pack)
    first = ["-" + pack.pop() for _ in range(4)] + run
    others = [["-" + pack.pop() for _ in range(3)] + [pack.pop() for _ in range(3)] for _ in range(8)]
    columns = "/".join(",".join(column) for column in [first, *others, []])
    return f"columns={columns} stock={','.join(pack)} home="


def drag_about(page: Page, pixels: float) -> None:
    """Drag the king with its run about and drop it: out of place and back, or into the empty column and undone."""
    for turn in range(DRAGS):
        page.wait_for_function("() => !document.getAnimations().length")
        x, y = page.evaluate(PLACE, "card4")
        page.mouse.move(x, y)
        page.mouse.down()
        for move in range(MOVES):
            angle = 2 * math.pi * move / MOVES
            page.mouse.move(x + pixels * (1 - math.cos(angle)), y + pixels * math.sin(angle) / 2)
        if turn % 2:
            page.mouse.move(*page.evaluate(PLACE, "c10"))
        page.mouse.up()
        page.wait_for_function("() => !document.querySelector('.hand .sprite')")
        if turn % 2:
            page.wait_for_function(
                "() => document.querySelector('#moves li:last-child').textContent.includes('1>10:12')"
            )
            page.keyboard.press("u")
            page.wait_for_function(
                "() => !document.querySelector('#moves li:last-child').textContent.includes('1>10:12')"
            )


def traced(browser: Browser, page: Page, pixels: float) -> list[dict[str, Any]]:
    """The trace of the page while it is dragged about."""
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    drag_about(page, pixels)
    found = json.loads(browser.stop_tracing())["traceEvents"]
    return sorted((event for event in found if event.get("dur") is not None), key=lambda event: event["ts"])


def costs(events: list[dict[str, Any]]) -> dict[str, list[float]]:
    """Milliseconds of each kind, of the page's thread: other programs on the machine count for little."""
    found: dict[str, list[float]] = {"frame": [], "press": [], "drop": [], "drawing": []}
    moves = drawing = 0.0
    dragging = False
    for event in events:
        spent = event.get("tdur", event["dur"]) / 1000
        kind = event.get("args", {}).get("data", {}).get("type") if event["name"] == "EventDispatch" else None
        if kind == "pointerdown":
            found["press"].append(spent)
            dragging, moves, drawing = True, 0.0, 0.0
        elif kind == "pointerup":
            found["drop"].append(spent)
            dragging = False
        elif kind == "pointermove":
            moves += spent
        elif event["name"] == "FireAnimationFrame" and dragging:
            if found["frame"] or moves:
                found["frame"].append(moves + spent)
                found["drawing"].append(drawing)
            moves = drawing = 0.0
        elif event["name"] in DRAWING:
            drawing += spent
    return found


def measured(browser: Browser, url: str, size: tuple[int, int]) -> dict[str, list[float]]:
    width, height = size
    context = browser.new_context(
        base_url=url, viewport={"width": width, "height": height}, device_scale_factor=2
    )
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto("/spider")
    page.goto(page.evaluate(MAKE, full_board()))
    page.wait_for_selector("#board .can")
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    found = costs(traced(browser, page, width * 0.15))
    context.close()
    return found


def main() -> None:
    says = {
        "frame": "script of a drag frame",
        "press": "script of the press",
        "drop": "script of the drop",
        "drawing": "style, layout, paint of a drag frame",
    }
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        port = free_port()
        options = ["--no-open", "--port", str(port), "--db", f"{folder}/db"]
        server = Server([sys.executable, "-m", "plyyard", "serve", *options], port, Path(folder) / "log")
        path = (
            os.environ.get("PLYYARD_CHROMIUM")
            or shutil.which("chromium-headless-shell")
            or shutil.which("chromium")
        )
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        named = f"Chromium {browser.version}"
        for label, size in SIZES.items():
            for kind, values in measured(browser, f"http://127.0.0.1:{port}", size).items():
                figures = (f"{share(values, part):.2f}" for part in (0.5, 0.95, 1))
                rows.append((label, says[kind], str(len(values)), *figures))
        browser.close()
        server.stop()
    print(f"Machine: {machine(['playwright'])}, {named}, slowed {SLOWER} times; a run of {RUN} cards.\n")
    print(markdown(("board", "what", "times", "median ms", "p95 ms", "worst ms"), rows))


if __name__ == "__main__":
    main()
