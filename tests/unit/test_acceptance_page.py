"""The page of the acceptance criteria has every row, made from results of tests that exist."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

from tests.acceptance.rows import ROWS

ROOT = Path(__file__).resolve().parents[2]
CRITERIA = ROOT / "tests" / "acceptance" / "criteria.py"


@cache
def script() -> ModuleType:
    return importlib.import_module("scripts.acceptance")


def test_every_row_names_a_test_that_exists_and_every_test_a_row() -> None:
    written = CRITERIA.read_text(encoding="utf-8")
    tests = [line.split("def ")[1].split("(")[0] for line in written.splitlines() if line.startswith("    def test_")]
    assert [row.test for row in ROWS] == tests
    assert [row.number for row in ROWS] == list(range(1, 15))


def test_the_page_is_made_from_the_results() -> None:
    assert script().PAGE.read_text(encoding="utf-8") == script().page(script().read_results()), (
        "python scripts/acceptance.py --page"
    )


def test_every_row_was_shown_on_real_wpf_and_on_the_simulated_desktop() -> None:
    results = script().read_results()
    for environment in ("windows", "simulated"):
        outcomes = {name: row["outcome"] for name, row in results[environment]["rows"].items()}
        assert outcomes == {row.test: "passed" for row in ROWS}, environment


def test_a_row_that_failed_or_was_not_run_says_so() -> None:
    first, second = ROWS[0].test, ROWS[1].test
    rows = {first: {"outcome": "failed", "seconds": 1.0}, second: {"outcome": "passed", "seconds": 2.0}}
    page = script().page({"simulated": {"environment": "here", "time": "2026-01-01T00:00:00", "rows": rows}})
    lines = [line for line in page.splitlines() if line.startswith("| [")]
    assert [line.split("|")[-2].strip() for line in lines][:3] == ["**not shown**, 1.0 s", "shown, 2.0 s", "not run"]
    assert "| 1 of 14 |" in page
