"""Checks a scenario's selectors against the application's XAML, without running anything.

XAML holds templates and bindings, not rows and values, so there are three verdicts: `ok`, `wrong` (with the nearest
names) and `unknown` (a template, a binding, an item of run time, a dialog of Windows).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from wpfagent.desktops.simulated.xaml import XamlElement, parse_xaml
from wpfagent.errors import FileInvalid
from wpfagent.expect import Expectation
from wpfagent.runner.model import Place, Scenario, Step
from wpfagent.selector import ROW_CONTAINERS, Selector, compile_re, nearest

Finding = Literal["ok", "wrong", "unknown"]
_SYSTEM_NAMES = frozenset({
    "OK", "Cancel", "Yes", "No", "Abort", "Retry", "Ignore", "Close", "Open", "Save",
    "キャンセル", "はい", "いいえ", "中止", "再試行", "無視", "閉じる", "開く", "保存",
})  # fmt: skip
"""Buttons of message boxes and common dialogs."""
_SYSTEM_ID = re.compile(r"\d+\Z|CommandButton_\d+\Z|TitleBar\Z|FileNameControl")
_CAPTIONS = ("Content", "Header", "Text", "Title", "AutomationProperties.Name")
_NAME_BY_CONTENT = frozenset(["ListItem", "DataItem", "TreeItem", "HeaderItem", "Text"])
"""What mostly exists only once the program has filled its lists."""


@dataclass(frozen=True, slots=True)
class SelectorFinding:
    """The verdict on one selector: where it stands, why, and the nearest names when it is wrong."""

    verdict: Finding
    selector: Selector
    place: Place
    reason: str = ""
    near: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "verdict": self.verdict,
            "selector": self.selector.to_dict(),
            "place": str(self.place),
            "reason": self.reason,
            "nearest": list(self.near),
        }


@dataclass(frozen=True, slots=True)
class LintReport:
    """What lint found in one scenario; without XAML no selector was checked."""

    scenario: Scenario
    findings: tuple[SelectorFinding, ...]
    sources: tuple[str, ...]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many selectors got each verdict."""
        counted = Counter(f.verdict for f in self.findings)
        return {verdict: counted[verdict] for verdict in ("ok", "wrong", "unknown")}

    @property
    def exit_code(self) -> int:
        """1 when a selector is wrong."""
        return 1 if self.counts["wrong"] else 0

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "id": self.scenario.name,
            "file": self.scenario.path,
            "sources": list(self.sources),
            "counts": dict(self.counts),
            "findings": [f.to_dict() for f in self.findings],
        }


def lint_scenario(scenario: Scenario, sources: Sequence[str] = ()) -> LintReport:
    """Return the verdict on every selector of a scenario, each selector once.

    Args:
        scenario: a scenario that was loaded, so that its keys, actions and arguments are right already.
        sources: XAML files and folders, beside those that the scenario names.

    Raises:
        FileInvalid: a source does not exist, or a XAML file does not parse.
    """
    files = find_xaml((*scenario.source, *sources))
    elements = [e for path in files for e in parse_xaml(path).elements]
    if not elements:
        return LintReport(scenario, (), ())
    found: dict[str, SelectorFinding] = {}
    for selector, place in selectors_of(scenario):
        key = repr(selector.to_dict())
        if key not in found:
            verdict, reason, near = judge_selector(selector, elements)
            found[key] = SelectorFinding(verdict, selector, place, reason, tuple(near))
    return LintReport(scenario, tuple(found.values()), tuple(str(f) for f in files))


def find_xaml(sources: Iterable[str]) -> list[Path]:
    """Return the XAML files that files and folders name. Raises FileInvalid for one that does not exist."""
    found: list[Path] = []
    for source in sources:
        path = Path(source)
        if path.is_dir():
            found += sorted(p for p in path.rglob("*.xaml") if not {"bin", "obj"} & set(p.relative_to(path).parts))
        elif path.is_file():
            found.append(path)
        else:
            raise FileInvalid(
                f"There is no source {source!r}.",
                hint="`source` names XAML files or folders, relative to the scenario.",
            )
    return list(dict.fromkeys(found))


def selectors_of(scenario: Scenario) -> Iterator[tuple[Selector, Place]]:
    """Yield every selector of a scenario with its place."""
    for step in (*scenario.setup, *scenario.steps, *scenario.teardown):
        for selector in _of_step(step):
            yield selector, step.place
    place = Place(scenario.path)
    for expectation in (*scenario.success, *scenario.failure):
        yield from ((s, place) for s in _of_expectation(expectation))
    for invariant in scenario.invariants:
        for expectation in (*invariant.then, *([invariant.when] if invariant.when else [])):
            yield from ((s, place) for s in _of_expectation(expectation))


def _of_step(step: Step) -> Iterator[Selector]:
    if step.selector is not None:
        yield step.selector
    for expectation in step.expected:
        yield from _of_expectation(expectation)
    until, to = step.args.get("until"), step.args.get("to")
    if isinstance(until, Mapping):
        yield from _of_expectation(Expectation.parse(until))
    if isinstance(to, Mapping):
        yield Selector.parse(to)


def _of_expectation(expectation: Expectation) -> Iterator[Selector]:
    """An element that is expected not to exist may well be unknown to the XAML."""
    absent = any(key == "exists" and value is False for key, value in expectation.checks)
    if expectation.selector is not None and not absent:
        yield expectation.selector


def judge_selector(selector: Selector, elements: Sequence[XamlElement]) -> tuple[Finding, str, list[str]]:
    """Return the verdict on a selector, the reason, and the nearest names when it is wrong."""
    if selector.within is not None:
        verdict, reason, near = judge_selector(selector.within, elements)
        if verdict == "wrong":
            return verdict, f"within: {reason}", near
    if selector.ref is not None:
        return "unknown", "a ref belongs to one run", []
    if selector.row is not None:
        container = selector.container
        verdict, reason, near = judge_selector(container, elements) if container else ("unknown", "", [])
        return (verdict, reason, near) if verdict == "wrong" else ("unknown", "rows exist only at run time", [])
    reasons: list[tuple[str, list[str]]] = []
    for judge in (_by_id, _by_name, _by_pattern, _by_label):
        outcome = judge(selector, elements)
        if outcome is None:
            continue
        verdict, reason, near = outcome
        if verdict != "wrong":
            return verdict, reason, near
        reasons.append((reason, near))
    if reasons:
        return "wrong", "; ".join(r for r, _ in reasons), [n for _, near in reasons for n in near][:5]
    return "unknown", "it has neither automation_id nor name", []


Outcome = tuple[Finding, str, list[str]] | None


def _by_id(selector: Selector, elements: Sequence[XamlElement]) -> Outcome:
    wanted = selector.automation_id
    if wanted is None:
        return None
    matching = [e for e in elements if e.automation_id == wanted]
    if matching:
        return _of_matching(selector, matching, f"automation_id {wanted!r}")
    if _SYSTEM_ID.match(wanted):
        return "unknown", "Windows gives its own dialogs such ids", []
    if any("AutomationId" in b for e in elements for b in e.bound):
        return "unknown", "some AutomationIds are bound", []
    near = nearest(wanted, (e.automation_id for e in elements))
    return "wrong", f"no element has the automation_id {wanted!r}", near


def _by_name(selector: Selector, elements: Sequence[XamlElement]) -> Outcome:
    wanted = selector.name
    if wanted is None:
        return None
    matching = [e for e in elements if e.name == wanted]
    if matching:
        return _of_matching(selector, matching, f"name {wanted!r}")
    if wanted in _SYSTEM_NAMES:
        return "unknown", "a dialog of Windows may have it", []
    if selector.control_type in _NAME_BY_CONTENT or _some_name_is_bound(selector, elements):
        return "unknown", "such names are made at run time", []
    return "wrong", f"no element has the name {wanted!r}", nearest(wanted, (e.name for e in elements))


def _by_pattern(selector: Selector, elements: Sequence[XamlElement]) -> Outcome:
    if selector.name_re is None or selector.automation_id is not None or selector.name is not None:
        return None
    pattern = compile_re(selector.name_re, "name_re")
    matching = [e for e in elements if e.name and pattern.search(e.name)]
    if matching:
        return _of_matching(selector, matching, f"name_re {selector.name_re!r}")
    if selector.control_type in _NAME_BY_CONTENT or _some_name_is_bound(selector, elements):
        return "unknown", "such names are made at run time", []
    return "wrong", f"no name fits {selector.name_re!r}", nearest(selector.name_re, (e.name for e in elements))


def _by_label(selector: Selector, elements: Sequence[XamlElement]) -> Outcome:
    if selector.label is None:
        return None
    if any(selector.label.strip(" :：") == e.name.strip(" :：") for e in elements):
        return "ok", "", []
    if _some_name_is_bound(selector, elements):
        return "unknown", "some texts are bound", []
    return "wrong", f"no text {selector.label!r}", nearest(selector.label, (e.name for e in elements))


def _of_matching(selector: Selector, matching: Sequence[XamlElement], what: str) -> Outcome:
    kinds = sorted({e.control_type for e in matching})
    kind = selector.control_type
    if kind is not None and kind not in kinds and not (kind in ROW_CONTAINERS and ROW_CONTAINERS & set(kinds)):
        return "wrong", f"{what} is {' or '.join(kinds)}, not {kind}", kinds
    if all(e.from_template for e in matching):
        return "unknown", f"{what} stands in a template: there may be none of it or many", []
    return "ok", "", []


def _some_name_is_bound(selector: Selector, elements: Sequence[XamlElement]) -> bool:
    """Whether an element that could be meant gets its name only at run time."""
    return any(
        not e.name and not e.bound.isdisjoint(_CAPTIONS) and selector.control_type in (None, e.control_type)
        for e in elements
    )
