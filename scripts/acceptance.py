"""Shows the acceptance criteria here and writes what came of it into docs/acceptance.md.

On Windows they are shown on real WPF, elsewhere on the simulated desktop; the results of the other environment stay.

    python scripts/acceptance.py            runs the tests, keeps their results, writes the page
    python scripts/acceptance.py --page     only writes the page, of the results that are kept
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.acceptance.rows import ROWS, Row  # noqa: E402 - the checkout's own

PAGE = ROOT / "docs" / "acceptance.md"
RESULTS = ROOT / "docs" / "acceptance.json"
MODULES = {"simulated": "tests/cli/test_acceptance_simulated.py", "windows": "tests/windows/test_acceptance.py"}
TITLES = {"windows": "real WPF", "simulated": "simulated desktop"}
MARKS = {"passed": "shown", "failed": "**not shown**", "skipped": "not run"}
Results = Mapping[str, Mapping[str, Any]]
HEAD = """\
# Acceptance

The acceptance criteria of the specification (section 12), each with the test that shows it, and what came of it.
Made by `python scripts/acceptance.py` from the tests' results: do not edit it by hand. The tests use the command line
and MCP only; [criteria.py](../tests/acceptance/criteria.py) holds them, once for both environments.
"""


class Noted:
    """A pytest plugin that notes how each test of the criteria ended and how long it took, fixtures included."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note one phase of one test."""
        row = self.rows.setdefault(report.nodeid.rpartition("::")[2], {"outcome": "passed", "seconds": 0.0})
        row["seconds"] = round(row["seconds"] + report.duration, 1)
        if report.outcome != "passed":
            row["outcome"] = report.outcome


def show(environment: str) -> dict[str, Any]:
    """Run the tests of one environment and return its results."""
    import pytest

    noted = Noted()
    pytest.main(["-q", "-p", "no:cacheprovider", str(ROOT / MODULES[environment])], plugins=[noted])
    return {
        "environment": environment_words(environment),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "rows": dict(sorted(noted.rows.items())),
    }


def environment_words(environment: str) -> str:
    """Return in words where the tests ran."""
    python = f"Python {platform.python_version()}"
    if environment == "simulated":
        return f"{platform.system()}, {python}"
    import ctypes

    kind = "Wine, as Windows" if hasattr(ctypes.WinDLL("ntdll"), "wine_get_version") else "Windows"
    return f"{kind} {platform.version()}, {python}, WPF through pythonnet"


def page(results: Results) -> str:
    """Return docs/acceptance.md."""
    return "\n".join([HEAD, *_environments(results), *_rows(results), *_details()])


def _environments(results: Results) -> Iterator[str]:
    yield "| environment | | when | shown | seconds in all |"
    yield "|---|---|---|---|---|"
    for name in (n for n in TITLES if n in results):
        rows = results[name]["rows"].values()
        shown = sum(row["outcome"] == "passed" for row in rows)
        took = sum(row["seconds"] for row in rows)
        yield (
            f"| {TITLES[name]} | {results[name]['environment']} | {results[name]['time'][:10]} "
            f"| {shown} of {len(ROWS)} | {took:.0f} |"
        )
    yield ""


def _rows(results: Results) -> Iterator[str]:
    yield "The seconds hold what a test prepared; what several tests share counts for the first of them."
    yield ""
    kinds = [name for name in TITLES if name in results]
    yield f"| | criterion | 受け入れ条件 | {' | '.join(TITLES[name] for name in kinds)} |"
    yield "|---|---|---|" + "---|" * len(kinds)
    for row in ROWS:
        cells = [_result(results[name]["rows"].get(row.test)) for name in kinds]
        yield f"| [{row.number}](#{row.number}) | {_cell(row.english)} | {_cell(row.said)} | {' | '.join(cells)} |"
    yield ""


def _result(found: Mapping[str, Any] | None) -> str:
    return "not run" if found is None else f"{MARKS[found['outcome']]}, {found['seconds']:.1f} s"


def _details() -> Iterator[str]:
    yield "## What shows it"
    yield ""
    for row in ROWS:
        yield from _detail(row)


def _detail(row: Row) -> Iterator[str]:
    yield f"### {row.number}"
    yield ""
    yield f"{row.english}. {row.shown}"
    yield ""
    yield f"`{row.test}`"
    yield ""


def _cell(text: str) -> str:
    return text.replace("**", "").replace("|", "\\|")


def read_results() -> dict[str, Any]:
    """Return the results that are kept."""
    return dict(json.loads(RESULTS.read_text(encoding="utf-8"))) if RESULTS.is_file() else {}


def main(argv: list[str]) -> int:
    """Run, keep, write; 1 where a row was not shown."""
    if argv not in ([], ["--page"]):
        print(__doc__)
        return 2
    results = read_results()
    if not argv:
        environment = "windows" if sys.platform == "win32" else "simulated"
        results[environment] = show(environment)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8", newline="\n")
    PAGE.write_text(page(results), encoding="utf-8", newline="\n")
    print(PAGE)
    shown = [r["outcome"] == "passed" for found in results.values() for r in found["rows"].values()]
    return 0 if shown and all(shown) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
