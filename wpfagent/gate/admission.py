"""May this be done at all: the request's own form, the policy, and the consent that an act needs once it is known."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from wpfagent.actions.base import Action
from wpfagent.core.errors import InvalidArgument, RefusedDestructive, RefusedMode, RefusedOutsideTarget
from wpfagent.core.model import Control
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Desktop
from wpfagent.gate.passage import Passage
from wpfagent.gate.request import Request
from wpfagent.safety import destructive
from wpfagent.safety.destructive import Reason
from wpfagent.safety.policy import Guard, Policy, fingerprint

Permit = Callable[[Reason, Control | None], None]


def validated(what: Action[Any], request: Request) -> tuple[Any, Selector | None]:
    """Return the action's arguments and the selector. Raises InvalidArgument."""
    selector = Selector.parse(request.selector) if request.selector is not None else None
    if selector is None and what.selector == "required":
        raise InvalidArgument(f"{what.name} needs a selector.", hint="For example automation_id, or name.")
    if selector is not None and what.selector == "none":
        raise InvalidArgument(f"{what.name} takes no selector.", hint=what.summary)
    if request.target is None and what.target == "required":
        raise InvalidArgument(f"{what.name} needs a target.", hint="Give target_id, window_query or target_spec.")
    return what.make_args(request.args), selector


def check(what: Action[Any], request: Request, selector: Selector | None, policy: Policy, desktop: Desktop) -> None:
    """Raise when the caller may not perform this action, whatever it would be done to."""
    policy.check_enabled(what.name)
    policy.check_mode(what.name, what.risk)
    if what.extended and not policy.extended:
        raise RefusedMode(
            f"{what.name} reads by eye, and the mode is safe.",
            hint="Read elements (list_controls, read_text), or use --mode extended.",
        )
    is_by_place = selector is not None and selector.bounding_rect is not None
    if is_by_place and selector is not None and selector.automation_id is None and selector.name is None:
        policy.check_mode(f"{what.name} by bounding_rect", "coordinates")
    if policy.input != "never":
        desktop.check_interactive()
    if request.target is None and policy.fence is not None and what.target == "optional":
        raise RefusedOutsideTarget(
            f"{what.name} without a target shows the whole desktop, and this server is fenced.",
            hint=f"Name a target: one of the profiles {', '.join(sorted(policy.fence))}.",
        )
    if request.target is not None:
        policy.check_fence(request.target)
        request.target.check_running(desktop)


def consent_of(passage: Passage, policy: Policy, guard: Guard, desktop: Desktop) -> Permit:
    """Return what an act calls when it turns out to be destructive: it raises where nobody consented.

    A consent covers the act as it was shown, once: a token nothing that only came up when input had gone out.
    """
    request, shown = passage.request, set[Reason]()

    def permit(reason: Reason, control: Control | None) -> None:
        assert request.target is not None
        if passage.consented and not reason.saves:
            if request.consent.token is None or passage.doing is None or not passage.doing.sent:
                shown.add(reason)
            elif reason not in shown and not _was_named(reason, control, shown):
                raise RefusedDestructive(
                    f"What came next is destructive ({reason}), and the token was not for that; it was not done.",
                    hint="Look at what was done so far, and ask for the rest by itself.",
                )
            return
        shown.add(reason)
        if keys := _keys_of(request):  # the question shows all of them: its answer covers them all
            reason = replace(reason, where=f"{reason.where}; the keys are {keys}")
        guard.check_consent(policy, reason, request.consent, partial(_bound, passage, desktop, reason, control))
        passage.consented = True

    return permit


def _was_named(reason: Reason, control: Control | None, shown: set[Reason]) -> bool:
    """Whether an item of a menu that came up is the one that was asked about by its caption, for the same reason."""
    if control is None or control.control_type != "MenuItem" or not control.name:
        return False
    asked = destructive.of_path([control.name])
    return asked is not None and asked.what == reason.what and asked in shown


def permit_nothing(reason: Reason, _control: Control | None) -> None:
    """Refuse what is destructive where nothing is asked for but a look."""
    raise RefusedDestructive(f"This only looks, and it would be destructive ({reason}).")


def _keys_of(request: Request) -> str:
    """All keys of a request that presses several: a line break or a tab in a text is one."""
    text = request.args.get("text")
    typed = re.findall(r"\r\n|[\r\n\t]", text) if isinstance(text, str) else ()
    return str(request.args.get("keys") or " ".join("Tab" if key == "\t" else "Enter" for key in typed))


def _bound(passage: Passage, desktop: Desktop, reason: Reason, control: Control | None) -> str:
    """What a token for this act is bound to, as the windows are now."""
    request, doing = passage.request, passage.doing
    assert request.target is not None
    windows = tuple(desktop.windows(request.target.pid))
    seen = doing.snapshot(windows=windows) if doing is not None else None
    named = doing.control if doing is not None else None
    args = dict(request.args)
    return fingerprint(request.action, args, request.target, windows, (named, control), why=str(reason), seen=seen)
