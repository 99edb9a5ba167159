"""The rules of the test run itself: no skip where none may be, and nothing nightly unless asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BODY = {
    "a skip": "def test_it():\n    pytest.skip('no browser')\n",
    "a mark": "@pytest.mark.skip\ndef test_it():\n    pass\n",
    "an expected failure": "@pytest.mark.xfail\ndef test_it():\n    raise AssertionError\n",
    "a skipped file": "pytest.importorskip('no_such_module')\ndef test_it():\n    pass\n",
    "a fixture": "@pytest.fixture\ndef gone():\n    pytest.skip('gone')\ndef test_it(gone):\n    pass\n",
}


def run(folder: Path, bodies: dict[str, str], *arguments: str, no_skips: str = "") -> str:
    """The output of a test run over these files, in a folder of its own."""
    for name, body in bodies.items():
        (folder / f"test_{name.replace(' ', '_')}.py").write_text(f"import pytest\n{body}")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    nightly: at night\n")
    own = {
        "PLYYARD_NO_SKIPS": no_skips,
        "PYTHONPATH": str(ROOT),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "--continue-on-collection-errors", *arguments],
        cwd=folder,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.mark.slow
def test_a_skip_fails_where_none_may_be(tmp_path: Path) -> None:
    assert "4 skipped, 1 xfailed" in run(tmp_path, BODY)
    refused = run(tmp_path, BODY, no_skips="1")
    assert "skipped" not in refused.splitlines()[-1] and "passed" not in refused.splitlines()[-1]
    for kind in BODY:
        assert any(f"test_{kind.replace(' ', '_')}.py" in line for line in refused.splitlines()), refused
    assert refused.count("PLYYARD_NO_SKIPS=1 allows none") >= len(BODY)


@pytest.mark.slow
def test_what_is_nightly_waits_to_be_asked(tmp_path: Path) -> None:
    body = "@pytest.mark.nightly\ndef test_it():\n    pass\n\ndef test_other():\n    pass\n"
    assert "1 passed, 1 deselected" in run(tmp_path, {"both": body}, "-m", "not slow")
    assert "1 passed, 1 deselected" in run(tmp_path, {"both": body}, "-m", "nightly", no_skips="1")
