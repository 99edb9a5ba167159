"""The script that makes deals.txt: what it writes is what the choice of deals reads, and what is shipped."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from plyyard.games.spider import choice
from plyyard.games.spider.grading import GRADES
from plyyard.training import spider


@pytest.mark.slow
def test_fewer_of_each_grade_are_the_first_that_are_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spider, "SUITS", (2, 1))
    monkeypatch.setattr(spider, "LAYOUTS", ("left",))
    monkeypatch.setattr(spider, "EACH", {"auto": 40})
    monkeypatch.setattr(spider, "AT_ONCE", 32)
    target = tmp_path / "deals.txt"
    monkeypatch.setattr(sys, "argv", ["spider", "--each", "3", "--file", str(target)])
    spider.main()
    made = choice.read(target.read_text("ascii"))
    assert list(made) == [(2, "left", "auto"), (1, "left", "auto")]
    for kind, grades in made.items():
        shipped = choice.graded(*kind)
        assert grades == {name: shipped[name][:3] for name in GRADES}


@pytest.mark.parametrize("wrong", [("--each", "0"), ("--jobs", "0"), ("--each", "many"), ("7",)])
def test_bad_input_is_named_and_nothing_is_written(
    wrong: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = choice.TABLE.read_bytes()
    monkeypatch.setattr(sys, "argv", ["spider", *wrong])
    with pytest.raises(SystemExit):
        spider.main()
    assert wrong[0] in capsys.readouterr().err
    assert choice.TABLE.read_bytes() == before
