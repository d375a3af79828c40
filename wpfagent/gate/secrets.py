"""What a request brings that must show nowhere: secrets by name, what is typed into a password field."""

from __future__ import annotations

from collections.abc import Mapping

from wpfagent.actions.doing import Doing
from wpfagent.actions.texting import resolve_secret
from wpfagent.core.selector import Selector
from wpfagent.desktops.refs import RefBook
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Request
from wpfagent.safety.masking import SHORTEST, Masks
from wpfagent.safety.secret_names import is_secret_field

SPELLED = 3
"""Keys of one character each that spell a text; `Tab` and `Ctrl+A` are no secret."""

NAMING = ("automation_id", "name", "label")
"""What of a selector says what a field is for."""
EXPECTED = ("value_equals", "text_equals", "text_contains", "regex")


def hide(masks: Masks, doing: Doing, request: Request) -> None:
    """Let nothing that follows show the text of a secret, or of a password field."""
    if (name := request.args.get("secret")) is not None:
        masks.add(resolve_secret(name), name)
    if doing.policy.caller in ("random", "replay"):
        return  # what the dice make is nobody's secret; what is one stands in a replay file by its name
    if doing.control is not None and doing.control.is_password:
        _hide_all_typed(masks, request)


def hide_kept(masks: Masks, passage: Passage) -> None:
    """Let nothing that is kept show what a field holds that is called like a secret's and shows its text.

    Nor what was typed into it, or expected of it.
    """
    if passage.caller in ("random", "replay"):
        return
    for tree in filter(None, (passage.before, passage.after)):
        for before, control in zip((None, *tree.controls), tree.controls, strict=False):
            if control.control_type != "Edit":
                continue
            label = before.name if before is not None and before.control_type == "Text" else ""
            if any(map(is_secret_field, (control.automation_id, control.name, control.help_text, label))):
                masks.add(value if len(value := control.value or "") >= SHORTEST else "", "PASSWORD")
                if passage.control is not None and passage.control.ref == control.ref:
                    _hide_all_typed(masks, passage.request)
    until = passage.request.args.get("until") if isinstance(passage.request.args, Mapping) else None
    for expected in (e for e in (passage.expected, until) if isinstance(e, Mapping)):
        selector = expected.get("selector") or passage.selector
        named = selector.to_dict() if isinstance(selector, Selector) else selector
        if isinstance(named, Mapping) and any(is_secret_field(str(named.get(key) or "")) for key in NAMING):
            for key in EXPECTED:
                masks.add(str(expected.get(key) or ""), "PASSWORD")


def hide_untyped(masks: Masks, request: Request, refs: RefBook) -> None:
    """Hide a text that was meant for a field that nobody saw, where its ref or its selector is a password's."""
    given = request.selector
    selector = given.to_dict() if isinstance(given, Selector) else given
    if not isinstance(selector, Mapping) or not isinstance(request.args, Mapping):
        return  # whoever calls from Python may pass anything: the gate refuses it
    named = [selector.get(key) for key in NAMING]
    seen = refs.entries.get(selector.get("ref") or "")
    is_secret = seen is not None and seen.control.is_password
    if is_secret or any(isinstance(name, str) and is_secret_field(name) for name in named):
        _hide_all_typed(masks, request)


def _hide_all_typed(masks: Masks, request: Request) -> None:
    typed = [str(request.args[k]) for k in ("text", "value") if isinstance(request.args.get(k), str | int | float)]
    keys = str(request.args.get("keys") or "")
    if sum(len(chord.split("+")[-1]) == 1 for chord in keys.split()) >= SPELLED:
        typed.append(keys)
    for text in filter(None, typed):
        masks.add(text, "PASSWORD")
