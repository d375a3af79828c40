"""What a request brings that must show nowhere: secrets by name, what is typed into a password field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.actions.doing import Doing
from wpfagent.actions.texting import resolve_secret
from wpfagent.gate.request import Request
from wpfagent.safety.masking import Masks
from wpfagent.safety.secret_names import is_secret_field


def hide(masks: Masks, doing: Doing, request: Request) -> None:
    """Let nothing that follows show the text of a secret, or of a password field."""
    if (name := request.args.get("secret")) is not None:
        masks.add(resolve_secret(name), name)
    text = request.args.get("text")
    if doing.policy.caller in ("random", "replay"):
        return  # what the dice make is nobody's secret; what is one stands in a replay file by its name
    if doing.control is not None and doing.control.is_password and isinstance(text, str) and text:
        masks.add(text, "PASSWORD")


def hide_untyped(masks: Masks, request: Request) -> None:
    """Hide a text that was meant for a field that nobody saw, where the selector sounds like a password's."""
    given = request.selector
    selector: Mapping[str, Any] = given if isinstance(given, Mapping) else given.to_dict() if given else {}
    named = [selector.get(key) for key in ("automation_id", "name", "label")]
    text = request.args.get("text")
    if isinstance(text, str) and any(isinstance(name, str) and is_secret_field(name) for name in named):
        masks.add(text, "PASSWORD")
