"""What a request brings that must show nowhere: secrets by name, what is typed into a password field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from wpfagent.actions.doing import Doing
from wpfagent.actions.texting import resolve_secret
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Conditions
from wpfagent.desktops.refs import RefBook
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Request
from wpfagent.safety.masking import SHORTEST, Masks, hide_typed, looks_secret, names_secret, secrets_inside
from wpfagent.safety.secret_names import is_secret_field

SPELLED = 3
"""Keys of one character each that spell a text; `Tab` and `Ctrl+A` are no secret."""
EXPECTED = ("value_equals", "text_equals", "text_contains", "regex")
DRAWN = ("random", "replay")
"""What the dice make is nobody's secret; what is one stands in a replay file by its name."""
BESIDE, LABEL_S = 200, 0.3
"""So many elements of a form are looked at for the label of a field, for so long each time."""


def hide(masks: Masks, doing: Doing, request: Request) -> None:
    """Let nothing that follows show the text of a secret, or of a password field."""
    if (name := request.args.get("secret")) is not None:
        masks.add(resolve_secret(name), name)
    if doing.policy.caller in DRAWN:
        masks.plain.update(_typed(request))
        return
    is_its_own = doing.control is not None and doing.control.is_password
    leads_there = doing.control is None or any(map(_leads_on, _typed(request)))
    if is_its_own or (leads_there and _may_be_meant(doing, request)):
        _hide_all_typed(masks, request)


def _leads_on(typed: str) -> bool:
    """Whether what is typed leads to the next field on the way."""
    return "\t" in typed or not {"Tab", "Enter"}.isdisjoint(typed.split())


def hide_kept(masks: Masks, passage: Passage) -> None:
    """Let nothing that is told or kept show what a field holds that is called like a secret's and shows its text.

    Nor what was typed into it, or expected of it.
    """
    for tree in filter(None, (passage.before, passage.after)):
        for control in _hide_values(masks, tree.controls):
            is_typed = passage.control is not None and passage.control.ref == control.ref
            if is_typed and passage.caller not in DRAWN:
                _hide_all_typed(masks, passage.request)
    _hide_expected(masks, passage.expected, passage.selector, passage.control)


def _hide_expected(masks: Masks, expected: Any, named: Any, judged: Control | None) -> None:
    """Hide what is expected to stand in a field that takes a secret, by what it is called or by its kind."""
    if isinstance(expected, Mapping) and (found := [str(expected[key]) for key in EXPECTED if expected.get(key)]):
        is_password = judged is not None and judged.is_password
        if is_password or names_secret(_keys_of(expected.get("selector") or named)):
            for text in found:
                masks.add(text, "PASSWORD")


def hide_read(masks: Masks, doing: Doing, told: Any, expected: Any = None) -> None:
    """Let nothing show what such a field holds that was read, or of which a reply or an error tells.

    Args:
        masks: learns it.
        doing: what was read by.
        told: the result, or the error's details.
        expected: what was expected of what was read.
    """
    _hide_expected(masks, expected, doing.selector, doing.control)
    for tree in doing.marks.values():
        _hide_values(masks, tree.controls)
    for listed in _lists_in(told):
        _hide_values(masks, [_told_of(one) for one in listed])
    if (control := doing.control) is not None and _shown_by(control):
        with suppress(WpfAgentError):  # it is gone by now, or the program hangs
            parent = None if _is_called_secret(control) else doing.desktop.parent(control, timeout_s=LABEL_S)
            beside = doing.desktop.children(parent, limit=BESIDE, timeout_s=LABEL_S) if parent is not None else ()
            _hide_values(masks, beside or [control])


def _hide_values(masks: Masks, controls: Sequence[Control]) -> list[Control]:
    """Hide what those of these fields show that are called like a secret's, or stand behind such a label."""
    found = []
    for before, control in zip((None, *controls), controls, strict=False):
        for text in (control.name, control.value or ""):
            for begin, end, name in secrets_inside(text):
                masks.add("" if text[begin:end] in masks.plain else text[begin:end], name)
        shown = _shown_by(control)
        label = before is not None and before.control_type == "Text" and is_secret_field(before.name)
        if shown not in masks.plain and (_is_called_secret(control) or label):
            masks.add(shown if len(shown) >= SHORTEST else "", "PASSWORD")
            found.append(control)
    return found


def _shown_by(control: Control) -> str:
    """What a field holds, or a text that may be a secret where its label says so."""
    if control.control_type in ("ComboBox", "Edit"):
        return control.value or ""
    return control.name if control.control_type == "Text" and looks_secret(control.name) else ""


def _is_called_secret(control: Control) -> bool:
    """Whether what an element is called says that it holds a secret; what a text shows is no name of it."""
    name = "" if control.control_type == "Text" else control.name
    return any(map(is_secret_field, (control.automation_id, name, control.help_text)))


def _told_of(one: Mapping[str, Any]) -> Control:
    said = {key: str(one.get(key) or "") for key in ("automation_id", "name", "control_type", "value")}
    return Control("", said["automation_id"], said["name"], said["control_type"], value=said["value"])


def _lists_in(told: Any) -> Iterator[list[Mapping[str, Any]]]:
    """The elements that a JSON-like value tells of, in the lists that they stand in."""
    if isinstance(told, Mapping):
        for inner in told.values():
            yield from _lists_in(inner)
    elif isinstance(told, list | tuple):
        if found := [one for one in told if isinstance(one, Mapping) and "control_type" in one]:
            yield found
        else:
            for inner in told:
                yield from _lists_in(inner)


def hide_untyped(masks: Masks, request: Request, refs: RefBook, doing: Doing | None = None) -> Request:
    """Hide a text that was meant for a field that nobody saw: its ref or selector is a password's, or one shows.

    Return the request as it may be told: a ref that nobody gave out says nothing of what the text was meant for.
    """
    if not isinstance(request.args, Mapping):
        return request  # whoever calls from Python may pass anything: the gate refuses it
    keys = _keys_of(request.selector)
    seen = refs.entries.get(str(keys.get("ref")))
    if (seen is not None and seen.control.is_password) or names_secret(keys) or _may_be_meant(doing, request):
        _hide_all_typed(masks, request)
    is_known = seen is not None or keys.get("ref") is None
    return request if is_known else replace(request, args=hide_typed(request.args, unseen=True))


def _may_be_meant(doing: Doing | None, request: Request) -> bool:
    """Whether a password field shows that a text may have been meant for: who names it wrongly says nothing of it.

    What is to be chosen from a list is no such text.
    """
    is_none = "item_text" in request.args or not any(_typed(request))
    if doing is None or doing.target is None or doing.policy.caller in DRAWN or is_none:
        return False
    with suppress(WpfAgentError):
        return any(c.is_password for c in doing.find_all(Conditions(control_type="Edit")))
    return False


def _keys_of(selector: Any) -> Mapping[str, Any]:
    named = selector.to_dict() if isinstance(selector, Selector) else selector
    return named if isinstance(named, Mapping) else {}


def _hide_all_typed(masks: Masks, request: Request) -> None:
    for text in filter(None, _typed(request)):
        for part in (text, *text.split("\t")[1:]):
            masks.add(part, "PASSWORD")


def _typed(request: Request) -> list[str]:
    typed = [
        str(request.args[k])
        for k in ("text", "value", "item_text")
        if isinstance(request.args.get(k), str | int | float)
    ]
    keys = str(request.args.get("keys") or "")
    spelled = "".join(key for chord in keys.split() if len(key := chord.split("+")[-1].replace("Space", " ")) == 1)
    return [*typed, keys, spelled] if len(spelled) >= SPELLED else typed
