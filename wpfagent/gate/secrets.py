"""What a request brings that must show nowhere: secrets by name, what is typed into a password field."""

from __future__ import annotations

from collections.abc import Mapping

from wpfagent.actions.doing import Doing
from wpfagent.actions.texting import resolve_secret
from wpfagent.core.selector import Selector
from wpfagent.desktops.refs import RefBook
from wpfagent.gate.request import Request
from wpfagent.safety.masking import Masks
from wpfagent.safety.secret_names import is_secret_field

SPELLED = 3
"""Keys of one character each that spell a text; `Tab` and `Ctrl+A` are no secret."""


def hide(masks: Masks, doing: Doing, request: Request) -> None:
    """Let nothing that follows show the text of a secret, or of a password field."""
    if (name := request.args.get("secret")) is not None:
        masks.add(resolve_secret(name), name)
    if doing.policy.caller in ("random", "replay"):
        return  # what the dice make is nobody's secret; what is one stands in a replay file by its name
    if doing.control is not None and doing.control.is_password:
        _hide_all_typed(masks, request)


def hide_untyped(masks: Masks, request: Request, refs: RefBook) -> None:
    """Hide a text that was meant for a field that nobody saw, where its ref or its selector is a password's."""
    given = request.selector
    selector = given.to_dict() if isinstance(given, Selector) else given
    if not isinstance(selector, Mapping) or not isinstance(request.args, Mapping):
        return  # whoever calls from Python may pass anything: the gate refuses it
    named = [selector.get(key) for key in ("automation_id", "name", "label")]
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
