"""What the record says of an action: its line, its evidence, and findings as they may be written down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wpfagent.actions import ACTIONS
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.locating.locate import told_apart
from wpfagent.desktops.refs import RefBook
from wpfagent.gate.execute import REFUSED
from wpfagent.gate.passage import Passage
from wpfagent.safety.masking import Masks
from wpfagent.testing.oracles.base import Finding
from wpfagent.testing.record.session import SessionWriter
from wpfagent.testing.record.trail import Moment
from wpfagent.testing.wording.subjects import subject_of


def line_of(passage: Passage, selector: Selector | None, refs: RefBook, desktop: Desktop) -> dict[str, Any]:
    """Return the fields of a passage's line.

    Args:
        passage: what has ended.
        selector: the element's durable selector; None where it has none.
        refs: what makes refs in arguments durable.
        desktop: where it was done; its clock tells how long it took.
    """
    request, error = passage.request, passage.error
    fields: dict[str, Any] = {"subject": subject_of(passage, selector)}
    if passage.check:
        fields |= {"check": passage.check, **passage.expected}
        if passage.verdict is not None:
            fields["verdict"] = passage.verdict.to_dict()
    else:
        fields |= {"action": request.action, "args": args_of(passage, refs, desktop)}
    if passage.reply is not None:
        fields |= {k: v for k, v in passage.reply.to_dict().items() if k not in ("target", "findings")}
    if "selector" not in fields and selector is not None:
        fields["selector"] = selector.to_dict()
    if request.target is not None:
        fields["target"] = {"process": request.target.process, "title": request.target.title}
    if passage.control is not None:
        fields["element"] = element_of(passage.control)
    if request.note:
        fields["note"] = request.note
    if passage.consented:
        fields["confirmed_by_caller"] = True
    if error is not None:
        fields |= {"begun": False} if passage.came_too_late else {}
        fields |= error_fields(error)
    fields.setdefault("elapsed_ms", round((desktop.clock.now() - passage.started) * 1000))
    return fields | dict(request.place)


def args_of(passage: Passage, refs: RefBook, desktop: Desktop) -> dict[str, Any]:
    """Return the arguments as they may be kept: no refs, but what tells an element from its equals before the act."""
    args, before = {k: v for k, v in passage.request.args.items() if v is not None}, passage.before
    what = ACTIONS.get(passage.request.action)
    for key in what.selectors if what is not None else ():
        if key in args:
            given = Selector.parse(args[key])
            named, entry = refs.durable(given), refs.entries.get(given.ref or "")
            if (
                entry is not None
                and before is not None
                and given.row is None
                and before.index_of(entry.control.ref) is not None
            ):
                named = told_apart(entry.control, before, desktop, refs, desktop.clock.now())
            args[key] = named.to_dict()
    return args


def error_fields(error: WpfAgentError) -> dict[str, Any]:
    """Return an error as the record keeps it: whoever reads it must not be able to consent."""
    made = error.to_dict()
    token = error.details.get("confirm_token")
    if token is not None:
        kept = {k: v for k, v in error.details.items() if k != "confirm_token"}
        made["error"] |= {"details": kept, "hint": error.hint.replace(repr(token), "that was given")}
    return {**({"effect": "refused"} if error.exit_code == REFUSED else {}), **made}


def element_of(control: Control) -> dict[str, Any]:
    """Return what the record says about an element: how it was at that moment."""
    shown = control.to_dict()
    keys = ("automation_id", "name", "control_type", "class_name", "enabled", "visible", "bounding_rect")
    return {k: shown[k] for k in keys}


def evidence_of(session: SessionWriter, before: Moment | None, after: Moment | None) -> dict[str, Any]:
    """Write trees and pictures; return where they lie."""
    screens: dict[str, str] = {}
    rects: dict[str, list[int]] = {}
    trees: dict[str, str] = {}
    for name, moment in (("before", before), ("after", after)):
        if moment is None:
            continue
        if moment.picture is not None:
            screens[name] = session.screen(f"{session.next_number:04d}-{name}", moment.picture, moment.snapshot)
            rects[name] = list(moment.picture.rect)
        if moment.snapshot is not None:
            trees[name] = session.tree(moment.snapshot)
    made = {"screen": screens, "screen_rects": rects, "uia": trees}
    return {k: v for k, v in made.items() if v}


def masked(finding: Finding, masks: Masks) -> Finding:
    """Return a finding whose texts have passed the masks."""
    exception = finding.exception
    if not masks.version:
        return finding
    if exception is not None:
        text, message = masks.text(exception.text), masks.text(exception.message)
        exception = replace(exception, text=text, message=message)
    return replace(
        finding,
        title=masks.text(finding.title),
        actual=masks.text(finding.actual),
        expected=masks.text(finding.expected),
        details=masks.mask(dict(finding.details)),
        exception=exception,
    )
