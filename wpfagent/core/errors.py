"""Everything that wpfagent raises.

One tree: catch `WpfAgentError` and you have caught all of it. Each class has a stable `code` (snake_case), an
`exit_code` for the command line, and each instance a message (what was asked, what was seen), a `hint` (what to do
next) and JSON-safe `details`.

WpfAgentError
├── UsageError (exit 2)             InvalidArgument, FileInvalid, FileNotFound, ProfileNotFound, ProfileInvalid,
│                                   SecretMissing, ExtraMissing, PathOutsideScope, ToolDisabled, StorageFailed
├── NotReached (exit 3)             TargetNotFound, TargetAmbiguous, AppNotFound, NotRunning, LaunchFailed,
│                                   ElementNotFound, ElementNotEnabled, ElementNotVisible, ElementObscured,
│                                   ElementMoving, SelectorAmbiguous, StaleRef, StalePicture, TextNotFound, TimedOut,
│                                   Busy, ForegroundDenied, AccessDeniedElevated, NoInteractiveDesktop,
│                                   Unsupported, HandlerThrew, Diverged, ModelFailed,
│                                   DotnetUnavailable
├── Refused (exit 4)                RefusedDestructive, RefusedSaving, RefusedMode, RefusedRepeated,
│                                   RefusedOutsideTarget, RefusedCoordinates, LaunchNotAllowed,
│                                   ConfirmationRequired, TokenExpired
├── AppFailed (exit 5)              AppExited, AppNotResponding
└── Interrupted (exit 130)          StoppedByPerson

The last one rises inside of a KeyboardInterrupt, `desktops.person.Stop`: it ends what runs as Ctrl+C does.
A failed *check* is not here: it is a verdict (`expect.Verdict`), not an exception.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class WpfAgentError(Exception):
    """The base of every error of this package.

    Args:
        message: What was asked and what was seen.
        hint: What to do next; the class's own hint when empty.
        details: JSON-safe facts for programs.
    """

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 3
    default_hint: ClassVar[str] = ""

    def __init__(self, message: str, *, hint: str = "", details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint or self.default_hint
        self.details: dict[str, Any] = dict(details or {})

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()

    def to_dict(self) -> dict[str, Any]:
        """Return `{"error": {"code", "message", "hint", "details"}}`, the form every entry prints."""
        return {
            "error": {"code": self.code, "message": self.message, "hint": self.hint, "details": self.details},
        }


# -- the caller's own input ---------------------------------------------------------------------------------------


class UsageError(WpfAgentError):
    """The request itself, a file or the configuration is wrong; nothing was done."""

    code = "usage"
    exit_code = 2


class InvalidArgument(UsageError):
    """An argument is missing, unknown or out of range."""

    code = "invalid_argument"


class FileInvalid(UsageError):
    """A file (scenario, XAML, replay) does not parse; the message gives file, line and reason."""

    code = "file_invalid"


class FileNotFound(UsageError):
    """There is no such file or folder."""

    code = "file_not_found"


class ProfileNotFound(UsageError):
    """No profile has this name."""

    code = "profile_not_found"


class ProfileInvalid(UsageError):
    """profiles.json does not hold what it should."""

    code = "profile_invalid"


class SecretMissing(UsageError):
    """A `secret:` has no value in the environment."""

    code = "secret_missing"


class ExtraMissing(UsageError):
    """An optional part of the package is not installed; the hint is the line that installs it."""

    code = "extra_missing"


class PathOutsideScope(UsageError):
    """A path lies outside the folders that may be written or read."""

    code = "path_outside_scope"


class ToolDisabled(UsageError):
    """The action exists and is switched off here."""

    code = "tool_disabled"


class StorageFailed(UsageError):
    """The artifacts folder cannot be written (full, read-only, gone); what was written stays."""

    code = "storage_failed"


# -- the target or the element was not reached --------------------------------------------------------------------


class NotReached(WpfAgentError):
    """The target or the element could not be reached."""

    code = "not_reached"


class TargetNotFound(NotReached):
    """Nothing that runs fits the target specification."""

    code = "target_not_found"


class TargetAmbiguous(NotReached):
    """Several applications fit the target specification; details list them."""

    code = "target_ambiguous"
    default_hint = "Narrow it with pid, process, title_re or class_name."


class AppNotFound(NotReached):
    """No such executable file."""

    code = "app_not_found"


class LaunchFailed(NotReached):
    """The program was started and showed no usable window, or could not be started."""

    code = "launch_failed"


class NotRunning(NotReached):
    """The application that was named does not run."""

    code = "not_running"


class ElementNotFound(NotReached):
    """No element matches the selector; details name the nearest ones."""

    code = "element_not_found"


class ElementNotEnabled(NotReached):
    """The element stayed disabled until the timeout, or a modal dialog blocks its window."""

    code = "element_not_enabled"


class ElementNotVisible(NotReached):
    """The element stayed off screen and could not be scrolled into view."""

    code = "element_not_visible"


class ElementObscured(NotReached):
    """Something else lies over the point that input would hit."""

    code = "element_obscured"


class ElementMoving(NotReached):
    """The element's rectangle did not come to rest."""

    code = "element_moving"


class SelectorAmbiguous(NotReached):
    """Several elements match the selector; details list them."""

    code = "selector_ambiguous"
    default_hint = "Add control_type, within, label, row or index to the selector."


class DotnetUnavailable(NotReached):
    """The program says nothing about its inside; `reason` is one sentence that says why. All else works as before."""

    code = "dotnet_unavailable"

    @property
    def reason(self) -> str:
        """Why, in one sentence."""
        return self.message


class StaleRef(NotReached):
    """The element behind a ref is gone; details may name a candidate."""

    code = "stale_ref"
    default_hint = "List the controls again and use the new ref, or name the element by a selector."


class StalePicture(NotReached):
    """What a point was chosen on is no longer what is there: the window moved, or it looks otherwise."""

    code = "stale_picture"
    default_hint = "Take a new picture (screenshot, ocr_find), and choose the point on it."


class TextNotFound(NotReached):
    """A text was not read in a picture; details name the nearest that were."""

    code = "text_not_found"


class TimedOut(NotReached):
    """The condition did not come true in time; the message says what was seen last."""

    code = "timeout"


class Busy(NotReached):
    """Another action on this target is still under way."""

    code = "busy"


class ForegroundDenied(NotReached):
    """Windows did not let the target's window come to the foreground."""

    code = "foreground_denied"
    default_hint = "Click the window once, or close what keeps the foreground, then try again."


class AccessDeniedElevated(NotReached):
    """The target runs with higher rights than this process."""

    code = "access_denied_elevated"
    default_hint = "Start wpf-agent as administrator too, or start the application without elevation."


class NoInteractiveDesktop(NotReached):
    """The session is locked, disconnected or has no desktop."""

    code = "no_interactive_desktop"
    default_hint = "Unlock the session or connect to it; where patterns are enough, set safety.input to never."


class Unsupported(NotReached):
    """This control, desktop or Windows version cannot do what was asked."""

    code = "unsupported"


class HandlerThrew(NotReached):
    """The program's own handler threw: UI Automation got what a person would see as its error; details: hresult."""

    code = "handler_threw"
    default_hint = "It was pressed once, and failed. With input: true the program shows what it shows a person."


class Diverged(NotReached):
    """A replay left the recorded path; details name the first step that differs."""

    code = "diverged"


class ModelFailed(NotReached):
    """The model could not be reached, refused the request, or did not answer in time."""

    code = "model_failed"


# -- refused: nothing was done ------------------------------------------------------------------------------------


class Refused(WpfAgentError):
    """The policy does not allow this; the application was left untouched."""

    code = "refused"
    exit_code = 4


class RefusedDestructive(Refused):
    """The action is destructive and lacks the consent that this caller needs."""

    code = "refused_destructive"


class RefusedSaving(Refused):
    """The action saves, and this run leaves alone what saves."""

    code = "refused_saving"
    default_hint = "Run it without --no-saving, against data that may change."


class RefusedMode(Refused):
    """The mode (safe, or input never) does not allow this kind of action."""

    code = "refused_mode"


class RefusedRepeated(Refused):
    """The same action on the same element twice in a row, with nothing read in between."""

    code = "refused_repeated"
    default_hint = "Read the state first (get_state, read_text, list_controls, screenshot), then decide again."


class RefusedOutsideTarget(Refused):
    """The window or point does not belong to the target, or the target is outside the fence."""

    code = "refused_outside_target"


class RefusedCoordinates(Refused):
    """A coordinate action where a usable element lies under the point; the hint gives its selector."""

    code = "refused_coordinates"


class LaunchNotAllowed(Refused):
    """This caller may not launch programs, or not this one."""

    code = "launch_not_allowed"


class ConfirmationRequired(Refused):
    """A destructive action waits for its second step; details hold the token."""

    code = "confirmation_required"


class TokenExpired(Refused):
    """The confirmation token is too old, unknown, or bound to another state of the application."""

    code = "token_expired"
    default_hint = "Ask again without a token to get a new one."


# -- the application failed ---------------------------------------------------------------------------------------


class AppFailed(WpfAgentError):
    """The application ended or hung."""

    code = "app_failed"
    exit_code = 5


class AppExited(AppFailed):
    """The target's process ended; details hold its exit code where it is known."""

    code = "app_exited"


class AppNotResponding(AppFailed):
    """The target's UI thread does not answer."""

    code = "app_not_responding"
    default_hint = "Wait for it, or end the application; nothing else is blocked by it."


# -- the person at the same PC -----------------------------------------------------------------------------------------


class Interrupted(WpfAgentError):
    """Somebody does not want it to go on."""

    code = "interrupted"
    exit_code = 130


class StoppedByPerson(Interrupted):
    """A person pressed the stop key; nothing more is done until it is pressed once more."""

    code = "stopped_by_person"
