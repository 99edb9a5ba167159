"""When a package is built: let it tell the commit it was made from (plyyard/version.py)."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    """An sdist carries the commit along for the wheel that is built from it; an editable install reads its checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        package = Path(self.root, "src", "plyyard")
        sys.path.insert(0, str(package.parent))
        from plyyard.version import RECORD, commit

        found = commit(str(package))
        if version == "editable" or (package / RECORD).exists() or not found:
            return
        self._folder = tempfile.TemporaryDirectory()
        record = Path(self._folder.name, RECORD)
        record.write_text(found + "\n", "ascii")
        inside = "src/plyyard" if self.target_name == "sdist" else "plyyard"
        build_data["force_include"][str(record)] = f"{inside}/{RECORD}"
