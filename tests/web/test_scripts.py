"""Scripts and styles: typed against the wire, small, and without a word about any one game."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from deno import find_deno_bin  # type: ignore[import-not-found]

import plyyard.web
from plyyard.core import registry
from plyyard.web import room_page, typescript
from plyyard.web.app import Assets

STATIC = Path(plyyard.web.__file__).parent / "static"
SCRIPTS = sorted(path.name for path in STATIC.glob("*.js"))
LIMIT = 60_000  # bytes of scripts and styles, as they are sent: packed
TEMPLATES = [path.read_text("utf-8") for path in (STATIC.parent / "templates").glob("*.html")]
SHEETS = {  # a page's script, and the sheet it loads beside style.css
    script: sheet
    for text in TEMPLATES
    for script in re.findall(r'"(\w+\.js)"', text)
    for sheet in re.findall(r'asset\("(\w+\.css)"', text)[-1:] or ["plain.css"]
}


def test_protocol_types_are_those_of_the_structs() -> None:
    assert (STATIC / "protocol.d.ts").read_text("utf-8") == typescript.declarations()


@pytest.mark.parametrize("command", [["check", *SCRIPTS], ["lint"]], ids=["check", "lint"])
def test_deno_is_content(command: list[str]) -> None:
    done = subprocess.run(
        [find_deno_bin(), *command], cwd=STATIC, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def loaded(script: str) -> set[str]:
    """A script and all that it imports."""
    found, new = set(), {script}
    while new:
        name = new.pop()
        found.add(name)
        text = (STATIC / name).read_text("utf-8")
        new |= set(re.findall(r'(?m)^(?:import|export)\b[^;]*?"\./(\w+\.js)"', text)) - found
    return found


@pytest.mark.parametrize(("script", "sheet"), SHEETS.items())
def test_scripts_and_styles_of_a_page_are_small(script: str, sheet: str) -> None:
    assets = Assets()
    sizes = {
        name: len(assets.packed(name))
        for name in [
            *loaded(script),
            "style.css",
            sheet,
            *(f"boards/{name}.css" for name in registry.names()),
        ]
    }
    assert all(sizes.values()), sizes
    boards = [size for name, size in sizes.items() if name.startswith("boards/")]
    assert sum(sizes.values()) - sum(boards) + max(boards) <= LIMIT, sizes


def test_scripts_and_styles_of_the_whole_site_are_small_on_their_way() -> None:
    assets = Assets()
    names = [*SCRIPTS, *(path.name for path in STATIC.glob("*.css"))]
    names += [f"boards/{name}.css" for name in registry.names()]
    assert sum(len(assets.packed(name)) for name in names) <= LIMIT


def test_every_script_is_loaded_by_some_page() -> None:
    assert set().union(*(loaded(script) for script in SHEETS)) == set(SCRIPTS)


def test_a_room_names_beforehand_what_its_script_imports() -> None:
    alone = {f"{name}.js" for name in room_page.SCRIPTS}
    with_others = alone | {f"{name}.js" for name in room_page.ONLINE_SCRIPTS}
    assert alone == loaded("play.js") - {"play.js"}
    assert with_others == loaded("online.js") - {"online.js"}
    assert loaded("desk.js") <= loaded("play.js") | {"desk.js"}


def test_scripts_know_no_game_and_speak_no_language() -> None:
    names = [*registry.names(), *(game.slugs["de"] for game in registry.games())]
    for script in SCRIPTS:
        text = (STATIC / script).read_text("utf-8").lower()
        assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)], script
        assert text.startswith("// @ts-check")
        assert text.isascii(), script


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_is_sent_is_still_the_script(script: str, tmp_path: Path) -> None:
    """Comments and blanks apart, it is the same code, word by word."""
    sent = (Assets().read(script) or (b"", b""))[0].decode()
    assert _words((STATIC / script).read_text("utf-8")) == _words(sent)
    assert "/**" not in sent
    (tmp_path / script).write_text(sent)
    done = subprocess.run([find_deno_bin(), "fmt", str(tmp_path / script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr  # it can be parsed


def _words(code: str) -> list[str]:
    bare = re.sub(r"/\*.*?\*/", " ", re.sub(r"(?m)(^|\s)//[^\n]*", " ", code), flags=re.DOTALL)
    return re.findall(r"\w+|[^\w\s]", bare)


def test_styles_mean_the_same_after_they_were_made_small() -> None:
    """A blank before a pseudo-class is a descendant: “.prose :is(ul)” is not “.prose:is(ul)”."""
    found = 0
    for path in [*STATIC.glob("*.css"), *(registry.folder(name) / "board.css" for name in registry.names())]:
        if not path.exists():
            continue
        text = path.read_text("utf-8")
        address = path.name if path.parent == STATIC else f"boards/{path.parent.name}.css"
        small = (Assets().read(address) or (b"", ""))[0].decode()
        for before, pseudo in re.findall(r"([.\w-]+) :(is|has|not|first-child|last-child)\b", text):
            found += 1
            assert f"{before}:{pseudo}" not in small and f"{before} *:{pseudo}" in small, (
                path.name,
                before,
                pseudo,
            )
    assert found >= 5
