"""The policy: which caller may do what in which mode, and who must consent to what is destructive.

| caller          | repeat rule | launch                      | consent for destructive                              |
|-----------------|-------------|-----------------------------|------------------------------------------------------|
| mcp             | yes         | profile, or `allow_launch`  | profile's `allow_destructive` + token or elicitation |
| goal            | yes         | named by the call           | profile's `allow_destructive` + a person's yes       |
| cli, library    | no          | named by the call           | profile or flag, + token or `confirm`                |
| scenario,replay | no          | the file's target           | profile or flag, + the step's `confirm: true`        |
| random          | no          | as scenario                 | profile and flag                                     |
| of a fleet      | as its work | the worker's own profiles   | the worker's profile and the caller's flag           |

Risks: `read` < `act` (a UIA pattern) < `input` (keyboard, mouse at a resolved element) < `coordinates`;
`destructive` is asked for on top. Safe mode allows the first three, extended mode adds coordinates; `input: never`
leaves the patterns alone.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from wpfagent.core.errors import (
    ConfirmationRequired,
    LaunchNotAllowed,
    RefusedDestructive,
    RefusedMode,
    RefusedOutsideTarget,
    RefusedRepeated,
    RefusedSaving,
    TokenExpired,
    ToolDisabled,
)
from wpfagent.core.model import ROW_TYPES, Control, Snapshot, WindowInfo
from wpfagent.core.selector import Selector
from wpfagent.desktops.target import Target
from wpfagent.safety import destructive, saving
from wpfagent.safety.destructive import Reason, Surroundings

Caller = Literal["mcp", "goal", "cli", "library", "scenario", "replay", "random"]
Mode = Literal["safe", "extended"]
Risk = Literal["read", "act", "input", "coordinates", "destructive"]
MODELS: frozenset[Caller] = frozenset({"mcp", "goal"})
"""The callers behind which a model decides: their own word is no consent."""
PERSONS: frozenset[Caller] = frozenset({"cli", "library"})
"""The callers that say themselves what is started."""
TOKEN_LIFE_S = 120.0
ENTERED = frozenset({"ComboBox", "Edit", "Spinner"})
"""Where a person enters what a command is then done with; other values change by themselves."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What one caller may do with one target.

    Args:
        caller: who asks.
        mode: `extended` allows coordinates.
        allow_destructive: the profile's word.
        flag_destructive: the caller's flag (`--allow-destructive`, the library's argument).
        needs_profile: whether that flag counts for nothing without the profile's word: it comes from elsewhere.
        input: `never` refuses keyboard and mouse.
        destructive_patterns: regular expressions of the profile that make a control destructive.
        allow_launch: for `mcp`: whether programs that no profile names may be launched.
        fence: the profiles that a fenced server may reach; None = no fence.
        disabled: actions that are switched off here.
        leaves_saving: whether what saves is left alone, as what is destructive: nobody can consent to it.
        stop_key: the chord by which the person at the PC ends everything; the usual one when None.
        own: identities of the caller's own programs (the MCP client and what started it), never targets without a
            profile.
        dotnet: `off` asks the runtime of the target nothing.
        hides: tells whether a file is a record that this caller may not see, wherever else it may read.
    """

    caller: Caller = "library"
    mode: Mode = "safe"
    allow_destructive: bool = False
    flag_destructive: bool = False
    needs_profile: bool = False
    input: Literal["allowed", "never"] = "allowed"
    destructive_patterns: tuple[str, ...] = ()
    allow_launch: bool = False
    fence: frozenset[str] | None = None
    disabled: frozenset[str] = frozenset()
    leaves_saving: bool = False
    stop_key: str | None = None
    own: frozenset[str] = frozenset()
    dotnet: Literal["auto", "off"] = "auto"
    hides: Callable[[str], bool] = lambda _path: False

    @property
    def extended(self) -> bool:
        """Whether coordinates may be used."""
        return self.mode == "extended"

    def against(self, control: Control, around: Surroundings) -> Reason | None:
        """Return why using this control needs consent, or is left alone: it is destructive, or it saves."""
        reason = destructive.of_command(control, around, self.destructive_patterns)
        return reason or (saving.of_command(control, around) if self.leaves_saving else None)

    def check_enabled(self, name: str) -> None:
        """Raise ToolDisabled when an action is switched off."""
        if name in self.disabled:
            raise ToolDisabled(f"{name} is switched off here.")

    def check_mode(self, action: str, risk: Risk) -> None:
        """Raise RefusedMode when the mode, or `input: never`, excludes this kind of action."""
        if risk == "coordinates" and not self.extended:
            raise RefusedMode(
                f"{action} works by coordinates, and the mode is safe.",
                hint="Name the element by a selector, or use --mode extended.",
            )
        if risk in ("input", "coordinates") and self.input == "never":
            raise RefusedMode(
                f"{action} needs keyboard or mouse, and the profile says input: never.",
                hint="Use an action that works by a UIA pattern, or set safety.input to allowed.",
            )

    def check_launch(self, exe: str, profile: str | None) -> None:
        """Raise LaunchNotAllowed when this caller may not start this program, which a profile may name."""
        if self.caller == "mcp" and profile is None and not self.allow_launch:
            raise LaunchNotAllowed(
                f"{exe} is launched by no profile.",
                hint="Add a profile with this launch, or start the server with --allow-launch.",
            )
        if self.fence is not None and profile not in self.fence:
            raise LaunchNotAllowed(f"This server is fenced to the profiles {', '.join(sorted(self.fence))}.")

    def check_fence(self, target: Target) -> None:
        """Raise RefusedOutsideTarget when the target is outside the fence, or one of the caller's own programs."""
        if target.identity in self.own and not target.named:
            raise RefusedOutsideTarget(
                f"{target.process} (pid {target.pid}) is what this MCP server was started by.",
                hint="If this is truly the program under test, name it in a profile.",
            )
        if self.fence is not None and target.spec.profile not in self.fence:
            raise RefusedOutsideTarget(
                f"{target.process} is outside the fence: {', '.join(sorted(self.fence))}.",
                hint="Resolve one of these profiles.",
            )


@dataclass(frozen=True, slots=True)
class Consent:
    """What the caller brings along: a confirmation of this very call, or the token of the first step."""

    confirm: bool = False
    token: str | None = None


def fingerprint(
    action: str,
    args: dict[str, Any],
    target: Target,
    windows: Sequence[WindowInfo],
    controls: Sequence[Control | None] = (),
    *,
    why: str = "",
    seen: Snapshot | None = None,
) -> str:
    """Return what a token is bound to.

    Action, target, window stack, elements (the one that was named, the one that is pressed), their names, rows and
    states; why it is destructive, with the question that it answers; and what is chosen, ticked and entered in the
    windows: a command is done to that.
    """
    bound: list[Any] = [action, args, target.identity, [(w.hwnd, w.class_name) for w in windows if not w.popup]]
    bound += [why, sorted(filter(None, map(_chosen, seen))) if seen and not (seen.truncated or seen.partial) else None]
    for c in filter(None, controls):
        bound += [list(c.runtime_id) or c.ref, c.name, c.automation_id, c.enabled, _row_of(seen, c)]
    return hashlib.sha256(json.dumps(bound, sort_keys=True, default=str).encode()).hexdigest()


def _chosen(control: Control) -> tuple[str, ...]:
    """What a person has done with a control; its place in a sorted list tells nothing."""
    entered = control.value or "" if control.control_type in ENTERED and control.read_only is not True else ""
    did = (str(control.selected or ""), (control.toggle_state or "").replace("off", ""), entered)
    return (control.control_type, control.automation_id, control.name, *did) if any(did) else ()


def _row_of(seen: Snapshot | None, control: Control) -> str:
    """What the row that a control stands in is called, by its first text: rows are filled with other items."""
    if seen is None or (at := seen.index_of(control.ref)) is None:
        return ""
    row = next((seen.index_of(c.ref) for c in seen.ancestors(at) if c.control_type in ROW_TYPES), None)
    inside = seen.subtree(row) if row is not None else ()
    return next((c.text for c in inside if c.control_type in ("Text", "Edit") and c.text), "")


@dataclass(slots=True)
class Guard:
    """The memory of the policy: tokens that were given out, and the last action for the repeat rule.

    `wall` gives Unix time in seconds: tokens live across processes of the command line. `spend` takes one away before
    it counts, and returns whether no other call had it.
    """

    tokens: dict[str, tuple[str, float]] = field(default_factory=dict)
    last: tuple[str, str, str] | None = None
    wall: Callable[[], float] = time.time
    spend: Callable[[str], bool] = bool

    # -- repeat rule ----------------------------------------------------------------------------------------------

    def check_repeat(self, policy: Policy, action: str, args: dict[str, Any], target: Target, element: str) -> None:
        """Raise RefusedRepeated for the same action on the same element twice, with nothing read in between."""
        if policy.caller in MODELS and self.last == _act_key(action, args, target, element):
            raise RefusedRepeated(f"{action} on the same element was just done, and nothing was read since.")

    def note_act(self, action: str, args: dict[str, Any], target: Target, element: str, *, confirmed: bool) -> None:
        """Remember an action; one whose reply said `confirmed` counts as read."""
        self.last = None if confirmed else _act_key(action, args, target, element)

    def note_read(self) -> None:
        """Something was read: the next action may be any."""
        self.last = None

    # -- consent --------------------------------------------------------------------------------------------------

    def check_consent(self, policy: Policy, reason: Reason, consent: Consent, bound_to: Callable[[], str]) -> None:
        """Return when this caller's consents to a destructive action are complete.

        Args:
            policy: what the caller may do.
            reason: why it is destructive.
            consent: what the caller brings along.
            bound_to: returns what a token is for; asked only where one counts.

        Raises:
            RefusedDestructive: profile, flag or the step's `confirm` is missing.
            ConfirmationRequired: the second step is missing; details hold the token for it.
            TokenExpired: the token is too old, unknown, or bound to something else.
            RefusedSaving: it saves, and this caller leaves that alone.
        """
        if reason.saves:
            raise RefusedSaving(f"This saves ({reason}), and this run leaves alone what saves.")
        refused = f"This is destructive ({reason})"
        if policy.caller == "random":
            if not (policy.allow_destructive and policy.flag_destructive):
                raise RefusedDestructive(
                    f"{refused}.", hint="Random runs need the profile's allow_destructive and --allow-destructive."
                )
            return
        is_model = policy.caller in MODELS
        by_profile = is_model or policy.needs_profile
        if not policy.allow_destructive and (by_profile or not policy.flag_destructive):
            by_flag = "" if by_profile else ", or pass --allow-destructive (library: allow_destructive=True)"
            raise RefusedDestructive(
                f"{refused}, and nothing allows it.",
                hint=f"Set safety.allow_destructive in the profile{by_flag}.",
                details={"reason": str(reason)},
            )
        if policy.caller in ("scenario", "replay"):
            if not consent.confirm:
                raise RefusedDestructive(
                    f"{refused}, and the step does not confirm it.",
                    hint="Add `confirm: true` to the step.",
                    details={"reason": str(reason)},
                )
            return
        if consent.token is not None:
            self._redeem(consent.token, bound_to())
            return
        if consent.confirm and not is_model:
            return
        token = self._issue(bound_to())
        raise ConfirmationRequired(
            f"{refused}. Nothing was done yet.",
            hint=f"Ask the person, then repeat the call within {TOKEN_LIFE_S:g} s with confirm_token {token!r}.",
            details={"confirm_token": token, "reason": str(reason), "expires_s": TOKEN_LIFE_S},
        )

    def _issue(self, bound_to: str) -> str:
        now = self.wall()
        self.tokens = {t: held for t, held in self.tokens.items() if now - held[1] <= TOKEN_LIFE_S}
        token = secrets.token_hex(4)
        self.tokens[token] = (bound_to, now)
        return token

    def _redeem(self, token: str, bound_to: str) -> None:
        held = self.tokens.pop(token, None)
        if held is None or not self.spend(token):
            raise TokenExpired(f"The token {token!r} is unknown or was used.")
        if self.wall() - held[1] > TOKEN_LIFE_S:
            raise TokenExpired(f"The token {token!r} is older than {TOKEN_LIFE_S:g} s.")
        if held[0] != bound_to:
            raise TokenExpired(f"The token {token!r} was given for another action, element or state of the windows.")


def _act_key(action: str, args: dict[str, Any], target: Target, element: str) -> tuple[str, str, str]:
    return action, target.identity, element + json.dumps(args, sort_keys=True, default=str)


def element_key(control: Control | None, selector: Selector | None) -> str:
    """Return what identifies an element for the repeat rule."""
    if control is not None:
        return repr(control.runtime_id or control.ref)
    return selector.describe() if selector else ""
