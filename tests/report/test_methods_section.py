"""The page of a run shows which of the program's own methods ran, and what nothing called."""

from __future__ import annotations

import json
from pathlib import Path

from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.report import session_report


def test_handlers_that_nothing_called_stand_with_the_control_that_would(tmp_path: Path) -> None:
    session = SessionWriter(str(tmp_path), {"caller": "scenario"})
    session.close({"outcome": "passed"})
    unused = {"method": "Shop.Page.Save_Click", "control": "<Save>", "event": "Click", "xaml": "Page.xaml:7"}
    rows = [{"class": "Shop.Page", "entered": {"Open": "the start"}, "never": ["Save_Click"]}]
    table = {"entered": 1, "total": 2, "unused": [unused, 3], "classes": rows}
    (Path(session.folder) / "methods.json").write_text(json.dumps(table), encoding="utf-8")
    page = session_report(Path(session.folder)).read_text(encoding="utf-8")
    assert "Handlers and commands that nothing called" in page
    assert "&lt;Save&gt; · Click</b> → <code>Shop.Page.Save_Click</code>" in page
    assert "Page.xaml:7" in page
