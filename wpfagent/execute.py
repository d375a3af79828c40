"""The one gate: every action of every entry passes here.

In this order: validate arguments -> policy -> resolve the selector with auto-wait -> actionability -> evidence before
-> act -> watch the effect -> record. A refused action leaves the application untouched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from wpfagent import consenting, effect, pictures, wait
from wpfagent.actions import get_action
from wpfagent.actions.base import Action, Performed
from wpfagent.actions.texting import resolve_secret
from wpfagent.desktops.base import Desktop
from wpfagent.destructive import Reason
from wpfagent.doing import Doing
from wpfagent.errors import (
    AppExited,
    InvalidArgument,
    RefusedDestructive,
    RefusedOutsideTarget,
    StaleRef,
    ToolDisabled,
    WpfAgentError,
)
from wpfagent.locate import Found, RefBook
from wpfagent.model import Control, Snapshot
from wpfagent.profiles import Profile
from wpfagent.record.session import SessionWriter
from wpfagent.request import Reply, Request
from wpfagent.safety import Guard, Policy, element_key, fingerprint
from wpfagent.selector import Selector, durable
from wpfagent.target import Target
from wpfagent.targets import Targets

Screenshots = Literal["never", "on_failure", "each_step", "around_actions"]


class Gate(Targets):
    """Performs actions on one desktop under one policy, and records them.

    Args:
        desktop: where.
        policy: what the caller may do; a profile's safety is added when its target is resolved.
        profiles: the profiles by name.
        session: the record; None records nothing.
        screenshots: when pictures are written to the record.
        guard: the memory of tokens and repeats.
        refs: the refs that were given out before.
        base_dir: where a scenario's relative paths start.
        update_baselines: whether `screenshot_diff` writes its baselines.
    """

    def __init__(
        self,
        desktop: Desktop,
        *,
        policy: Policy | None = None,
        profiles: Mapping[str, Profile] | None = None,
        session: SessionWriter | None = None,
        screenshots: Screenshots = "never",
        guard: Guard | None = None,
        refs: RefBook | None = None,
        base_dir: str = ".",
        update_baselines: bool = False,
        timeout_ms: int | None = None,
    ) -> None:
        super().__init__(desktop, policy or Policy(), profiles or {}, session)
        self.screenshots: Screenshots = screenshots if session is not None else "never"
        self.guard = guard or Guard()
        self.refs = refs or RefBook()
        self.base_dir = base_dir
        self.update_baselines = update_baselines
        self.timeout_ms = timeout_ms
        self.marks: dict[tuple[str, str], Snapshot] = {}
        self.restless: dict[str, effect.Restless] = {}

    # -- actions ------------------------------------------------------------------------------------------------------

    def execute(self, request: Request) -> Reply:
        """Perform one action and return what it came to; refusals and failures are recorded, then raised."""
        start = self.desktop.clock.now()
        selector: Selector | None = None
        doing: Doing | None = None
        try:
            what = get_action(request.action)
            args, selector = self._validate(what, request)
            doing = self._doing(what, request, start, selector, args)
            reply = self._perform(what, args, doing, request, start)
        except WpfAgentError as error:
            self._record_failure(request, selector, error, start, doing)
            raise
        self._record(request, reply)
        return reply

    def _validate(self, what: Action[Any], request: Request) -> tuple[Any, Selector | None]:
        selector = Selector.parse(request.selector) if request.selector is not None else None
        if selector is None and what.selector == "required":
            raise InvalidArgument(f"{what.name} needs a selector.", hint="For example automation_id, or name.")
        if selector is not None and what.selector == "none":
            raise InvalidArgument(f"{what.name} takes no selector.", hint=what.summary)
        if request.target is None and what.target == "required":
            raise InvalidArgument(f"{what.name} needs a target.", hint="Give target_id, window_query or target_spec.")
        timeout_ms: Any = request.timeout_ms  # whoever calls from Python may pass anything
        whole = isinstance(timeout_ms, int) and not isinstance(timeout_ms, bool)
        if timeout_ms is not None and (not whole or timeout_ms < 0):
            raise InvalidArgument(f"timeout_ms cannot be {timeout_ms!r}.", hint="A whole number, 0 or more.")
        return what.make_args(request.args), selector

    def _doing(self, what: Action[Any], request: Request, start: float, selector: Selector | None, args: Any) -> Doing:
        policy = self.policy_for(request.target)
        if what.name in policy.disabled:
            raise ToolDisabled(f"{what.name} is switched off here.")
        policy.check_mode(what.name, what.risk)
        if selector is not None and selector.bounding_rect is not None and not _has_other_rung(selector):
            policy.check_mode(f"{what.name} by bounding_rect", "coordinates")
        self.desktop.check_interactive()
        if request.target is None and policy.fence is not None and what.target == "optional":
            raise RefusedOutsideTarget(
                f"{what.name} without a target shows the whole desktop, and this server is fenced.",
                hint=f"Name a target: one of the profiles {', '.join(sorted(policy.fence))}.",
            )
        if request.target is not None:
            policy.check_fence(request.target)
            request.target.check_running(self.desktop)
        granted: set[str] = set()

        def permit(reason: Reason, control: Control | None) -> None:
            assert request.target is not None
            if granted:
                return
            bound = fingerprint(
                what.name, dict(request.args), request.target, self.desktop.windows(request.target.pid), control
            )
            self.guard.check_consent(policy, reason, request.consent, bound)
            granted.add(bound)

        return Doing(
            desktop=self.desktop,
            target=request.target,
            policy=policy,
            refs=self.refs,
            deadline=start + self._timeout_s(request),
            permit=permit,
            resolve=self.resolve,
            marks=self.marks,
            selector=selector,
            base_dir=self.base_dir,
            update_baselines=self.update_baselines,
        )

    def _timeout_s(self, request: Request) -> float:
        if request.timeout_ms is not None:
            return request.timeout_ms / 1000
        profile = self.profiles.get(request.target.spec.profile or "") if request.target else None
        if profile is not None:
            return profile.timeouts.action_ms / 1000
        return self.timeout_ms / 1000 if self.timeout_ms is not None else wait.DEFAULT_TIMEOUT_S

    def _perform(self, what: Action[Any], args: Any, doing: Doing, request: Request, start: float) -> Reply:
        found = self._find(what, doing)
        doing.control = found.control if found else None
        if what.reads:
            try:
                performed = what.perform(doing, args)
            finally:
                self.guard.note_read()  # a wait that ended in vain tells what was seen, too
            return self._reply(what, doing, found, performed, request, start)
        key = element_key(doing.control, doing.selector)
        self.guard.check_repeat(doing.policy, what.name, dict(request.args), doing.app, key)
        if what.activates and doing.control is not None:
            if found is not None and found.healed and consenting.reason_of(doing, doing.control) is not None:
                raise StaleRef(
                    f"The element behind the ref is gone; {doing.control.describe()} stands in its place.",
                    details={"candidates": [doing.control.to_dict()]},
                )
            consenting.of_control(doing, doing.control)
        restless = self.restless.setdefault(doing.app.identity, effect.Restless())
        before = effect.look(doing)
        restless.rest(before)
        before_png = self._capture(doing) if self.screenshots != "never" else None
        if doing.control is not None:
            doing.control = doing.show(doing.control)
        try:
            performed = what.perform(doing, args)
            seen = effect.watch(doing, before, performed, restless.refs())
            restless.last = seen.after
        except AppExited as error:
            if error.details.get("exit_code") != 0:
                self._write_picture("before", before_png)
                raise
            performed, seen = Performed("none"), effect.Seen("confirmed", {"exited": 0})
        except WpfAgentError:
            self._write_picture("before", before_png)
            raise
        self.guard.note_act(what.name, dict(request.args), doing.app, key, confirmed=seen.effect == "confirmed")
        if seen.effect == "confirmed" and self.screenshots == "around_actions":
            self._write_picture("before", before_png)
        return self._reply(what, doing, found, performed, request, start, seen)

    def _find(self, what: Action[Any], doing: Doing) -> Found | None:
        if doing.selector is None or not what.resolves:
            return None
        if what.reads:
            return doing.find(doing.selector)
        return doing.find_enabled(doing.selector)

    def _reply(
        self,
        what: Action[Any],
        doing: Doing,
        found: Found | None,
        performed: Performed,
        request: Request,
        start: float,
        seen: effect.Seen | None = None,
    ) -> Reply:
        result = dict(performed.result)
        hidden = _secret_of(doing, request)
        if performed.picture is not None and self.session is not None:
            name = f"{self.session.next_number:04d}-{what.name}"
            path = self.session.picture(name, performed.picture.png)
            result = {"screenshot_id": f"{self.session.session_id}/{name}", "path": path, **result}
        return Reply(
            action=what.name,
            target=doing.target,
            selector=self._durable(doing, found),
            matched_by=found.matched_by if found else "",
            method=performed.method,
            effect=seen.effect if seen else None,
            evidence=masked(seen.evidence, *hidden) if seen and hidden else seen.evidence if seen else {},
            elapsed_ms=round((self.desktop.clock.now() - start) * 1000),
            result=result,
            healed=found.healed if found else False,
            control=found.control if found else None,
            picture=performed.picture,
            desktop=self.desktop.name,
        )

    def _durable(self, doing: Doing, found: Found | None) -> Selector | None:
        """The selector to record: every rung that is known; by ref, what tells the element from its equals."""
        given = doing.selector
        if found is None or given is None:
            return self.refs.durable(given) if given is not None else None
        if given.ref is not None and given.row is None:
            return doing.search().unique(found.control)
        if given.row is not None or given.label is not None or given.index is not None or given.within is not None:
            return self.refs.durable(given)
        return durable(found.control)

    def reading(self, app: Target, timeout_ms: int | None = None) -> Doing:
        """Return a context that only looks: for expectations and searches outside an action."""
        return Doing(
            desktop=self.desktop,
            target=app,
            policy=self.policy_for(app),
            refs=self.refs,
            deadline=self.desktop.clock.now() + self._timeout_s(Request("wait_for", target=app, timeout_ms=timeout_ms)),
            permit=_permit_nothing,
            resolve=self.resolve,
            marks=self.marks,
            base_dir=self.base_dir,
            update_baselines=self.update_baselines,
        )

    # -- the record ---------------------------------------------------------------------------------------------------

    def _record(self, request: Request, reply: Reply) -> None:
        if self.session is None:
            return
        fields = reply.to_dict()
        if self.screenshots == "each_step" or (self.screenshots == "around_actions" and reply.effect == "confirmed"):
            fields["screen"] = self._picture_after(request)
        if reply.target is not None:
            fields["target"] = {"process": reply.target.process, "title": reply.target.title}
        if request.note:
            fields["note"] = request.note
        fields["args"] = self._args(request, reply.control)
        self.session.step(fields)

    def _record_failure(
        self, request: Request, selector: Selector | None, error: WpfAgentError, start: float, doing: Doing | None
    ) -> None:
        if self.session is None:
            return
        fields: dict[str, Any] = {
            "action": request.action,
            "args": self._args(request, doing.control if doing else None),
        }
        if selector is not None:
            fields["selector"] = self.refs.durable(selector).to_dict()
        if error.exit_code == 4:
            fields["effect"] = "refused"
        if self.screenshots != "never" and error.exit_code in (3, 5):
            fields["screen"] = self._picture_after(request)
        elapsed = round((self.desktop.clock.now() - start) * 1000)
        self.session.step({**fields, **error.to_dict(), "elapsed_ms": elapsed})

    def _args(self, request: Request, control: Control | None) -> dict[str, Any]:
        """The arguments as they may be kept: no text for a password field, no refs."""
        args = dict(request.args)
        if control is not None and control.is_password and "text" in args:
            args["text"] = "${secret:PASSWORD}"
        for key, value in args.items():
            if isinstance(value, Mapping) and "ref" in value:
                args[key] = self.refs.durable(Selector.parse(value)).to_dict()
        return args

    def _picture_after(self, request: Request) -> str | None:
        if request.target is None or self.session is None:
            return None
        doing = self.reading(request.target, 2_000)
        png = self._capture(doing)
        return self._write_picture("after", png)

    def _capture(self, doing: Doing) -> bytes | None:
        try:
            return pictures.take(doing).png
        except WpfAgentError:
            return None  # a picture that cannot be taken must not stop the action

    def _write_picture(self, name: str, png: bytes | None) -> str | None:
        if png is None or self.session is None:
            return None
        return self.session.picture(f"{self.session.next_number:04d}-{name}", png)


def _permit_nothing(reason: Reason, _control: Control | None) -> None:
    raise RefusedDestructive(f"This only looks, and it would be destructive ({reason}).")


def _has_other_rung(selector: Selector) -> bool:
    return selector.automation_id is not None or selector.name is not None


def _secret_of(doing: Doing, request: Request) -> tuple[str, str] | None:
    """The text that must not show in a reply, and what stands for it."""
    if (name := request.args.get("secret")) is not None:
        return resolve_secret(name), f"${{secret:{name}}}"
    text = request.args.get("text")
    if doing.control is not None and doing.control.is_password and text:
        return text, "${secret:PASSWORD}"
    return None


def masked(value: Any, secret: str, stands_for: str) -> Any:
    """Return JSON-like evidence with every occurrence of a secret replaced, in whatever case."""
    if isinstance(value, str):
        return re.sub(re.escape(secret), lambda _: stands_for, value, flags=re.IGNORECASE) if secret else value
    if isinstance(value, Mapping):
        return {k: masked(v, secret, stands_for) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [masked(v, secret, stands_for) for v in value]
    return value
