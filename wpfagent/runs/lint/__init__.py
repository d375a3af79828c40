"""Checks scenarios without running them: against themselves, the application's XAML, and a running application.

XAML holds templates and bindings, not rows and values, so there are three verdicts on a selector: `ok`, `wrong` (with
the nearest names) and `unknown` (a template, a binding, an item of run time, a dialog of Windows).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wpfagent.core.model import Control
from wpfagent.desktops.simulated.xaml import XamlElement, parse_xaml
from wpfagent.runs.lint import consent, files, fragile
from wpfagent.runs.lint.live import Look, Seen
from wpfagent.runs.lint.model import LintReport, Remark, SelectorFinding, remark_on_fault
from wpfagent.runs.lint.places import Use, conditions_of, selectors_of, source_of
from wpfagent.runs.lint.xaml import find_xaml, judge_selector
from wpfagent.runs.load import read_scenarios
from wpfagent.runs.model import Scenario

__all__ = [
    "Against",
    "LintReport",
    "Remark",
    "SelectorFinding",
    "find_xaml",
    "judge_selector",
    "lint_file",
    "lint_scenario",
]


@dataclass(frozen=True, slots=True)
class Against:
    """What a scenario is checked against, beside itself and the sources that it names.

    Args:
        sources: XAML files and folders.
        look: judges selectors by a running application.
        patterns: the profile's `destructive_patterns`.
    """

    sources: tuple[str, ...] = ()
    look: Look | None = None
    patterns: tuple[str, ...] = ()


_NOTHING = Against()


def lint_file(path: str, ids: dict[str, str], against: Callable[[Scenario], Against]) -> LintReport:
    """Return a report on a file, all rows of its data together.

    Args:
        path: the scenario file.
        ids: the scenario ids of the files before, each with its file; this one's is added.
        against: gives what a scenario is checked against.

    Raises:
        FileInvalid: a source does not exist, or a XAML file does not parse.
    """
    scenarios, faults = read_scenarios(path)
    if faults:
        return LintReport(path, remarks=tuple(map(remark_on_fault, faults)))
    rows = [lint_scenario(s, against(s)) for s in scenarios]
    findings = {repr(f.selector.to_dict()): f for row in reversed(rows) for f in row.findings}
    remarks = dict.fromkeys(
        (*files.duplicate_id(scenarios[0], source_of(scenarios[0]), ids), *(r for row in rows for r in row.remarks))
    )
    return LintReport(path, scenarios[0], tuple(findings.values()), rows[0].sources, tuple(remarks))


def lint_scenario(scenario: Scenario, against: Against = _NOTHING) -> LintReport:
    """Return the verdict on every selector of a scenario, each selector once, and what else there is to say.

    Args:
        scenario: a scenario that was loaded, so that its keys, actions and arguments are right already.
        against: what it is checked against.

    Raises:
        FileInvalid: a source does not exist, or a XAML file does not parse.
    """
    look, patterns = against.look, against.patterns
    source = source_of(scenario)
    xaml = find_xaml((*scenario.source, *against.sources))
    elements = [e for path in xaml for e in parse_xaml(path).elements]
    found: dict[str, SelectorFinding] = {}
    controls: dict[str, Control] = {}
    remarks: list[Remark] = []
    for use in selectors_of(scenario, source):
        key = repr(use.selector.to_dict())
        seen = look(use.selector, use.first and not use.absent) if look is not None else Seen("unknown")
        if seen.control is not None:
            controls[key] = seen.control
        if key not in found:
            remarks += fragile.of_selector(use, elements, seen.control)
            if not use.absent and (elements or look is not None):
                found[key] = _finding(use, elements, seen)
    titles = [
        (value, place)
        for expectation, place in conditions_of(scenario, source)
        for check, value in expectation.checks
        if check == "window_exists"
    ]
    remarks += fragile.of_titles(scenario, titles)
    remarks += consent.of_steps(scenario, elements, controls, patterns)
    remarks += files.unused_variables(source)
    remarks += files.unchecked(scenario, source)
    return LintReport(
        source.path, scenario, tuple(found.values()), tuple(map(str, xaml)), tuple(dict.fromkeys(remarks))
    )


def _finding(use: Use, elements: Sequence[XamlElement], seen: Seen) -> SelectorFinding:
    """The stronger word of the two: what the running application shows, else what the XAML says."""
    if seen.verdict == "unknown" and elements:
        verdict, reason, near = judge_selector(use.selector, elements)
        return SelectorFinding(verdict, use.selector, use.place, reason, tuple(near))
    return SelectorFinding(seen.verdict, use.selector, use.place, seen.reason, seen.near)
