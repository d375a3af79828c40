"""The page of a session draws what the program held after each step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wpfagent.core.model import Usage
from wpfagent.dotnet import Counters
from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.report import session_report
from wpfagent.testing.report.curves import MOST, curves_of
from wpfagent.testing.runtime.facts import Inside, heap_of, step_fields


def line(n: int, **held: Any) -> dict[str, Any]:
    return {"n": n, "action": "click", "dotnet": {"held": held}}


def test_each_figure_that_was_told_is_a_curve_from_its_least_to_its_greatest() -> None:
    (heap, threads) = curves_of([line(i, heap_mb=10 + 5 * i, threads=i % 2, handles=0) for i in range(1, 6)])
    assert (heap.key, heap.least, heap.greatest, heap.last) == ("heap_mb", "15", "35", "35")
    heights = [float(point.split(",")[1]) for point in heap.points.split()]
    assert heights == sorted(heights, reverse=True)
    assert threads.greatest == "1"


def test_two_points_and_nothing_are_no_curve() -> None:
    assert curves_of([line(1, heap_mb=3), line(2, heap_mb=4), {"n": 3, "dotnet": "torn"}]) == []


def test_a_long_record_is_drawn_with_fewer_points_and_its_last_one() -> None:
    (curve,) = curves_of([line(i, heap_mb=i) for i in range(1, 10_001)])
    assert len(curve.points.split()) <= MOST + 1
    assert curve.last == "10000"


def test_the_curves_stand_on_the_page(tmp_path: Path) -> None:
    session = SessionWriter(str(tmp_path), {"caller": "random"})
    for i in range(5):
        session.step(line(i, heap_mb=i))
    session.close({"outcome": "passed"})
    page = session_report(Path(session.folder)).read_text(encoding="utf-8")
    assert "Heap after the last collection" in page
    assert "<polyline" in page


def test_a_step_keeps_the_heap_as_the_last_collection_left_it() -> None:
    counters = Counters(1.0, {"gen-2-size": 2_000_000.0, "loh-size": 10_500_000.0, "gc-heap-size": 99.0})
    inside = Inside(heap=heap_of(counters), threads=frozenset({7}))
    held = step_fields(inside, Usage(100_000_000, 400, 60, 40))["dotnet"]["held"]
    assert held == {"heap_mb": 12.5, "threads": 1, "memory_mb": 100.0, "handles": 500}
    assert step_fields(None, Usage(1, 1)) == {}
    assert heap_of(None) is None
