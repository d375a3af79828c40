"""Results as JUnit XML, as GitHub, Jenkins and GitLab read it: a suite for each file, a case for each scenario.

`failure` is a failed test, `error` one that could not be run, `skipped` one that was interrupted. Pictures and tickets
are named in `system-out` as `[[ATTACHMENT|path]]`.

Source: the Jenkins xUnit schema; GitLab's and the JUnit Attachments plugin's attachment convention.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

from wpfagent.core.errors import StorageFailed
from wpfagent.core.model import iso_time
from wpfagent.runs.results import ScenarioResult, StepResult

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, not even escaped."""


def write_junit(path: str, results: Sequence[ScenarioResult], *, started: str = "") -> str:
    """Write the results as JUnit XML, making the folder; return the absolute path. Raises StorageFailed.

    Args:
        path: the file.
        results: what the runs came to.
        started: when the first of them began, ISO 8601; now when not given.
    """
    path = os.path.abspath(path)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Path(path).write_bytes(junit_xml(results, started=started))
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror}.", hint="Choose another --junit.") from error
    return path


def junit_xml(results: Sequence[ScenarioResult], *, started: str = "") -> bytes:
    """Return the results as JUnit XML in UTF-8."""
    whole = ET.Element("testsuites", {"name": "wpf-agent", **_counts(results)})
    for file, group in groupby(results, key=lambda r: r.scenario.path):
        cases = list(group)
        named = {"name": _text(_shown(file)), "timestamp": started or iso_time()}
        suite = ET.SubElement(whole, "testsuite", {**named, **_counts(cases)})
        _properties(suite, [("desktop", cases[0].desktop)])
        for result in cases:
            _case(suite, result)
    ET.indent(whole, " ")
    return bytes(ET.tostring(whole, encoding="utf-8", xml_declaration=True))


def _counts(results: Sequence[ScenarioResult]) -> dict[str, str]:
    outcomes = [r.outcome for r in results]
    return {
        "tests": str(len(results)),
        "failures": str(outcomes.count("failed")),
        "errors": str(outcomes.count("not_run")),
        "skipped": str(outcomes.count("interrupted")),
        "time": _seconds(sum(r.elapsed_ms for r in results)),
    }


def _case(suite: ET.Element, result: ScenarioResult) -> None:
    scenario = result.scenario
    step = failed_step(result)
    case = ET.SubElement(
        suite,
        "testcase",
        name=_text(scenario.name),
        classname=_text(Path(scenario.path).stem),
        time=_seconds(result.elapsed_ms),
        file=_text(_shown(step.step.place.file if step is not None else scenario.path)),
        line=str(step.step.place.line if step is not None else 1),
    )
    facts = [
        ("title", scenario.title),
        ("owner", scenario.owner),
        *(("tag", tag) for tag in scenario.tags),
        ("outcome", result.outcome),
        ("attempts", str(result.attempts)),
        ("session", result.session or ""),
        *(("ticket", str(t["id"])) for t in result.tickets),
    ]
    _properties(case, [(name, value) for name, value in facts if value])
    if result.outcome == "interrupted":
        ET.SubElement(case, "skipped", message="interrupted")
    elif result.outcome in ("failed", "not_run"):
        _failure(case, result, step)
    ET.SubElement(case, "system-out").text = _text("\n".join([*_lines(result), *_attachments(result)]))


def _failure(case: ET.Element, result: ScenarioResult, step: StepResult | None) -> None:
    error = result.error or (step.error if step is not None else None)
    kind = error.code if error is not None else "expectation_not_met"
    tag = "failure" if result.outcome == "failed" else "error"
    made = ET.SubElement(case, tag, message=_text(result.reason), type=kind)
    said = [result.reason, error.hint if error is not None else "", str(step.step.place) if step is not None else ""]
    made.text = _text("\n".join(s for s in said if s))


def failed_step(result: ScenarioResult) -> StepResult | None:
    """Return the step that a run failed at; None when it was none."""
    return next((s for s in result.steps if s.status in ("failed", "refused") and s.phase != "teardown"), None)


def _lines(result: ScenarioResult) -> list[str]:
    """The run as text, a line a step."""
    made = [
        f"{s.phase} {s.number}  {s.step.describe()}: {s.status} {s.elapsed_ms} ms {s.reason}".rstrip()
        for s in result.steps
    ]
    for check in result.checks:
        said = "holds" if check.verdict.ok else f"does not hold; seen {check.verdict.actual}"
        made.append(f"{check.kind}: {check.verdict.expected}: {said}")
    return made


def _attachments(result: ScenarioResult) -> list[str]:
    pictures = [c.verdict.details["picture"] for s in result.steps for c in s.checks if "picture" in c.verdict.details]
    tickets = [os.path.join(str(t["folder"]), "ticket.md") for t in result.tickets]
    paths = [result.picture or "", *(os.path.join(result.session or "", str(p)) for p in pictures), *tickets]
    return [f"[[ATTACHMENT|{_shown(p)}]]" for p in paths if p]


def _properties(parent: ET.Element, facts: Sequence[tuple[str, str]]) -> None:
    made = ET.SubElement(parent, "properties")
    for name, value in facts:
        ET.SubElement(made, "property", name=name, value=_text(value))


def _shown(path: str) -> str:
    """A path relative to the current folder where it lies below it, with slashes: other machines read it."""
    try:
        return Path(path).relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path


def _seconds(ms: int) -> str:
    return f"{ms / 1000:.3f}"


def _text(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
