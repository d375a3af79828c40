"""Attack the gate by every entry, and print what holds: a line an attack, a column an entry.

Usage: bench_attack.py [--json]

The attacks are the tests of tests/attack, the entries the rows of its one table. A line counts the variants that hold:
`12/12`; `.` where an attack does not lead through an entry. Exits with 1 when one went through.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENTRY_PARAMETERS = ("entry", "any_entry", "name")
ANYWHERE = "all"
"""The column of what is no matter of an entry."""


class Counting:
    """Counts what holds, by attack and entry."""

    def __init__(self) -> None:
        self.of_item: dict[str, tuple[str, str]] = {}
        self.held: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Remember each test's attack and entry."""
        from tests.attack.entries import ENTRIES  # not before pytest has loaded what it rewrites

        for item in items:
            spec = getattr(item, "callspec", None)
            params = spec.params if spec is not None else {}
            entry = next((params[p] for p in ENTRY_PARAMETERS if params.get(p) in ENTRIES), ANYWHERE)
            name = getattr(item, "originalname", item.name).removeprefix("test_").replace("_", " ")
            self.of_item[item.nodeid] = (name, entry)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count one test's call, or the set-up that failed before it."""
        if report.when == "call" or (report.when == "setup" and report.failed):
            name, entry = self.of_item[report.nodeid]
            self.held[name][entry].append(report.passed)


def print_table(held: dict[str, dict[str, list[bool]]]) -> None:
    """Print a line an attack."""
    from tests.attack.entries import ENTRIES

    columns = [*ENTRIES, ANYWHERE]
    width = max((len(name) for name in held), default=10)
    print(" " * width, *(f"{c:>11}" for c in columns))
    for name, by_entry in held.items():
        cells = (f"{sum(by_entry[c])}/{len(by_entry[c])}" if c in by_entry else "." for c in columns)
        print(f"{name:<{width}}", *(f"{c:>11}" for c in cells))


def main() -> int:
    """Attack and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    counting = Counting()
    code = pytest.main(["-p", "no:terminal", "-o", "addopts=", str(ROOT / "tests" / "attack")], plugins=[counting])
    if options.json:
        print(json.dumps(counting.held, indent=1))
    else:
        print_table(counting.held)
    return int(code != 0)


if __name__ == "__main__":
    sys.exit(main())
