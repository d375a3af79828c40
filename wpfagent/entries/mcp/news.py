"""What an act brought, for a model: its effect, what changed, and what appeared with refs to go on with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wpfagent.actions.evidence.differences import telling
from wpfagent.core.diff import diff
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import ROW_TYPES, Control, Snapshot
from wpfagent.desktops.refs import window_id
from wpfagent.desktops.target import Target
from wpfagent.entries.mcp.screen import PARTS, is_usable, short, weight
from wpfagent.gate.events import Subscriber
from wpfagent.gate.execute import Gate
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Remark, Reply
from wpfagent.testing.wording.outcomes import plain

REPLY, LEAST = 148.0, 60.0
"""What a reply to an act may cost, and what naming what appeared may cost whatever else is said; in tokens as
`screen.weight` counts them."""
AGAIN, LOOK_MS = 2, 2_000
"""So often a tree that was cut short is read again, and how long a program may take to answer."""
HEAD = 10.0
"""What the words around the list of what appeared cost."""
LENGTH, BRIEF = 40, 28
"""Of a caption and of a value; of the captions of what appeared."""
FRAMES = frozenset({"Pane", "Group", "Custom", "Window"})
"""Without a caption they are no news: what is in them is."""
CHANGES = 4
"""So many changes are told one by one."""
TOLD = frozenset({"appeared", "appeared_count", "vanished", "vanished_count", "changed", "changed_count"})
"""The parts of the evidence that are told in words of their own."""
BESIDE = frozenset({"settled_ms", "elements"})
"""The parts of the evidence that tell a model nothing."""
STATES = ("disabled", "on", "off", "mixed", "selected")
"""The states that are told of what appeared."""
CHECK = "nothing shows it: check with get_state or read_text what should have changed"


@dataclass(frozen=True, slots=True)
class News:
    """What a model has not seen before an act.

    Args:
        appeared: the controls that came, as `list_controls` tells them, in document order.
        vanished: the refs of those that went.
    """

    appeared: Sequence[Mapping[str, Any]] = ()
    vanished: frozenset[str] = frozenset()


NOTHING = News()


class Watching(Subscriber):
    """Keeps the trees before and after the act that passes a gate now: the record reads both anyway."""

    def __init__(self) -> None:
        self._before: Snapshot | None = None
        self._after: Snapshot | None = None

    def before(self, passage: Passage) -> None:
        """Keep the tree before an act."""
        self._before, self._after = passage.before, None

    def after(self, passage: Passage) -> Sequence[Remark]:
        """Keep the tree after it."""
        self._after = passage.after
        return ()

    def news(self, gate: Gate, reply: Reply) -> News:
        """Return what appeared by the act that has just passed the gate; its refs can be used from now on."""
        before, after = self._before, self._after
        self._before = self._after = None
        if reply.effect is None or reply.target is None or before is None or after is None:
            return NOTHING
        if not before.truncated:
            after = _read_on(gate, reply.target, after)
        # What was not read in time, of a slow program, may have been there before: a model can use it all the same.
        change = telling(diff(replace(before, truncated=False), replace(after, truncated=False)), before, after)
        change = gate.last_seen.self_changing(reply.target).without(change, before, after)
        windows = {w.hwnd: window_id(w) for w in after.windows}
        for control in change.appeared:
            gate.refs.note(control, windows.get(control.hwnd, ""))
        found = [{**c.to_dict(), "marks": c.marks()} for c in _outside_rows(change.appeared, after)]
        return News(
            gate.masks.mask(found), frozenset() if after.truncated else frozenset(c.ref for c in change.vanished)
        )


def _read_on(gate: Gate, app: Target, after: Snapshot) -> Snapshot:
    """Read a tree again that its time cut short: what a program shows for the first time takes it long to tell."""
    for _ in range(AGAIN):
        if not after.truncated:
            break
        try:
            after = gate.look(app, LOOK_MS)
        except WpfAgentError:
            break  # what became of the program is said by the next call
    return after


def _outside_rows(appeared: Sequence[Control], after: Snapshot) -> Iterator[Control]:
    """What appeared, without what is in a row or serves another control only."""
    fresh, skip = {c.ref for c in appeared}, -1
    for control in after.controls:
        if skip >= 0 and control.depth > skip:
            continue
        skip = control.depth if control.control_type in ROW_TYPES | PARTS | {"Header"} else -1
        if control.ref in fresh and control.control_type not in PARTS:
            yield control


def done_line(reply: Reply) -> str:
    """Return what an act came to, in one line: `confirmed: click Button "Save"`."""
    on = f" {reply.control.control_type} {short(reply.control.label, LENGTH)}" if reply.control is not None else ""
    healed = f", found again by {reply.matched_by}" if reply.healed else ""
    return f"{reply.effect}: {reply.action}{on}{healed}"


def done_lines(reply: Reply, news: News = NOTHING) -> list[str]:
    """Return what an act came to: what was done, what changed, what appeared, what to do next."""
    evidence = reply.evidence
    lines = [done_line(reply)]
    lines += [f"{k}: {plain(v)}" for k, v in evidence.items() if k not in TOLD | BESIDE]
    lines += change_lines(evidence, selections=not news.appeared)
    appeared = appeared_lines(news.appeared, REPLY - weight("\n".join(lines)))
    lines += appeared
    lines += [] if appeared else _gone(news, evidence)
    if reply.effect == "unverifiable" and not news.appeared:
        lines.append(CHECK)
    if evidence.get("pending") == "modal":
        lines.append("a dialog holds the call: answer it next")
    return lines


def _gone(news: News, evidence: Mapping[str, Any]) -> Iterator[str]:
    """How many controls went; one by its name."""
    named = evidence.get("vanished", ())
    count = max(len(news.vanished), evidence.get("vanished_count", 0), len(named))
    if count:
        yield f"gone: {plain(named) if count == len(named) == 1 else f'{count} controls'}"


def change_lines(evidence: Mapping[str, Any], *, selections: bool = True) -> Iterator[str]:
    """Yield the properties that changed, the first few one by one; what is not selected any more needs no word.

    Args:
        evidence: of an act, or a difference.
        selections: whether it is told what is selected now; where a page opened, that is clear.
    """
    untold = ((True, False),) if selections else ((True, False), (False, True))
    changed = [c for c in evidence.get("changed", ()) if tuple(c.get("selected", ())) not in untold]
    lines: list[str] = []
    for change in changed[:CHANGES]:
        what = ", ".join(_came_to(k, v) for k, v in change.items() if k not in ("element", "ref"))
        element = str(change["element"]).split(" (automation_id ", 1)[0]
        line = f"{element.split(' ', 1)[0]} {what}" if "name" in change else f"{element} {what}"
        if not any(line in said for said in lines):  # a text and the element around it change together
            lines.append(f"changed: [{change['ref']}] {line}")
    yield from lines
    more = max(evidence.get("changed_count", 0) - CHANGES, len(changed) - CHANGES)
    if more > 0:
        yield f"changed: {more} more (ui_diff tells all)"


def _came_to(key: str, values: Any) -> str:
    """A property's two values, each short; of two states the one that holds now."""
    if isinstance(values, list | tuple) and len(values) == 2:
        if isinstance(values[1], bool):
            return key if values[1] else f"not {key}"
        two = " -> ".join(short(v, LENGTH) if isinstance(v, str) else plain(v) for v in values)
        return two if key in ("name", "value", "toggle_state", "expanded") else f"{key} {two}"
    return f"{key} {plain(values)}"


def appeared_lines(appeared: Sequence[Mapping[str, Any]], room: float = REPLY) -> list[str]:
    """Return what appeared, a line each: what can be used with its ref, then texts, as far as there is room."""
    usable = [c for c in appeared if is_usable(c) and (c["name"] or c["control_type"] not in FRAMES)]
    rows = [c for c in usable if c["control_type"] in ROW_TYPES]
    named = [c for c in usable if c["control_type"] not in ROW_TYPES]
    said = {c["name"] for c in named}
    texts = [c for c in appeared if c["control_type"] == "Text" and c["name"] and c["name"] not in said]
    lines: list[str] = []
    labels = _labels(appeared)
    left, wanted = max(LEAST, room) - HEAD, [*named, *rows, *_once(texts)]
    for control in wanted:
        line = _brief(control, labels.get(control["ref"], ""))
        left -= weight(line + "\n")
        if left < 0:
            break
        lines.append(line)
    if len(lines) < len(wanted):
        lines.append(f"and {len(wanted) - len(lines)} more: list_controls")
    return ["appeared:", *lines] if lines else []


def _once(controls: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    seen: set[str] = set()
    for control in controls:
        if control["name"] not in seen:
            seen.add(control["name"])
            yield control


def _labels(appeared: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The text that stands before each control without a caption, by the control's ref."""
    found, before = {}, ""
    for control in appeared:
        if control["control_type"] == "Text":
            before = control["name"]
        elif is_usable(control):
            found[control["ref"]] = before
            before = ""
    return found


def _brief(control: Mapping[str, Any], label: str) -> str:
    """A control on a line: `[e12] Button "Save" disabled`; without a caption, what it stands after."""
    words = [f"[{control['ref']}]"] if is_usable(control) else []
    words.append(control["control_type"])
    if control["name"]:
        words.append(short(control["name"], BRIEF))
    elif label:
        words.append(f"after {short(label, BRIEF)}")
    elif control["automation_id"]:
        words.append(f"#{control['automation_id']}")
    return " ".join(words + [mark for mark in control["marks"] if mark in STATES])
