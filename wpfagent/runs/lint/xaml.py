"""Judges selectors by the application's XAML.

XAML holds templates and bindings, not rows and values, so there are three verdicts: `ok`, `wrong` (with the nearest
names) and `unknown` (a template, a binding, an item of run time, a dialog of Windows).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from wpfagent.core.errors import FileInvalid
from wpfagent.core.pattern import compile_re
from wpfagent.core.selector import ROW_CONTAINERS, Selector, nearest
from wpfagent.desktops.simulated.xaml import XamlElement
from wpfagent.runs.lint.model import Finding

_SYSTEM_NAMES = frozenset({
    "OK", "Cancel", "Yes", "No", "Abort", "Retry", "Ignore", "Close", "Open", "Save",
    "キャンセル", "はい", "いいえ", "中止", "再試行", "無視", "閉じる", "開く", "保存",
})  # fmt: skip
"""Buttons of message boxes and common dialogs."""
_SYSTEM_ID = re.compile(r"\d+\Z|CommandButton_\d+\Z|TitleBar\Z|FileNameControl")
_CAPTIONS = ("Content", "Header", "Text", "Title", "AutomationProperties.Name")
_NAME_BY_CONTENT = frozenset(["ListItem", "DataItem", "TreeItem", "HeaderItem", "Text"])
"""What mostly exists only once the program has filled its lists."""


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
