"""One action under way: what an action's function works with.

It finds and waits for elements, performs pattern verbs and input through the desktop, and asks the gate's policy before
each. Nothing here decides; actions say what to do, `execute` says whether.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from wpfagent.actions import actionability
from wpfagent.actions.album import Album
from wpfagent.core import wait
from wpfagent.core.errors import (
    AppNotResponding,
    ElementMoving,
    ElementNotEnabled,
    ElementNotFound,
    ElementNotVisible,
    ElementObscured,
    ForegroundDenied,
    NotReached,
    StaleRef,
    Unsupported,
)
from wpfagent.core.model import Control, Picture, Snapshot, WindowInfo
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Act, Budget, Conditions, Desktop, Verb, VerbValue
from wpfagent.desktops.locating.locate import Found, Search, window_of
from wpfagent.desktops.refs import RefBook
from wpfagent.desktops.rest import Rest, nothing
from wpfagent.desktops.target import Target
from wpfagent.desktops.turn import our_turn
from wpfagent.safety.destructive import Reason
from wpfagent.safety.policy import Policy

T = TypeVar("T")
RETRIED = (ElementNotFound, ElementNotEnabled, ElementNotVisible, ElementObscured, ElementMoving, ForegroundDenied)
"""What may pass by itself: these are tried again until the timeout."""
PROMPT_S = 0.016
"""Most pattern calls return within this time: until then nothing but their return is looked at."""
LISTED_S = 0.1
"""So long a list of windows stands for what is there."""
LONGEST_PAUSE_S = 600.0
"""How long input gives way to a person at most."""
PATIENCE_S = {"mcp": 20.0}
"""The same for callers that do not wait so long."""
SHOWING = frozenset({"focus", "scroll_by", "scroll_into_view"})
"""Verbs that only bring an element to where it is used."""


@dataclass(slots=True)
class Doing:
    """The context of one action.

    Args:
        desktop: where.
        target: the application; None for actions that need none.
        policy: what the caller may do.
        refs: the refs that were given out.
        deadline: on the desktop's clock.
        control: the element that the selector named, ready to be acted on; None without a selector.
        before: the tree that was read before acting; None where nothing is changed.
        permit: called with the reason when something turns out to be destructive; raises when nobody consented to it.
        resolve: finds a target by its specification.
        marks: the snapshots that `ui_diff` compares with, by target identity and name.
        album: the pictures that were handed out.
        selector: the selector as it was given.
        pending: the pattern call that has not returned because it opened something modal.
        base_dir: where the relative paths of a scenario start.
        update_baselines: whether `screenshot_diff` writes its baselines instead of comparing.
        scrolled: whether an element was scrolled into view on the way.
        renewals: how often the element was made anew on the way.
        busy_s: how long the UI thread was busy at most, at a stretch, with what this action made it do.
        read_s: how long reading the tree took last.
        idle_at: when the UI thread first came to rest after the action, on the desktop's clock; None before.
        paused_s: how long input gave way to the person at the PC.
        keep_picture: writes a PNG under this name into the record and returns where it lies; None without a record.
        cover: paints over what must not be seen in a picture of the target; None where nothing is secret.
        items_of: the items of lists, real or not, as they were read for this action, by the list's ref.
        reads: whether it only looks.
        sent: whether a press, a key or a change went out to the program: `goes_out`.
        able: the patterns that the action is done by.
        over: the refs of what an earlier action brought up over the rest of its window.
        by_pointer: whether the program is known to show elements only while the pointer is over a row.
        tips: the tool tips of commands that say nothing else, by runtime id; '' where none showed.
        hints: what fields told as their help before anything was entered into them, by runtime id.
        menus: the items of the menus that were opened to look, by the menu's ref and caption.
        handed: the field out of which the action before took the focus, and what has got it; else nothing.
        handing: the same of this action.
        patient: whether what is not found is waited for until the deadline, even in a program that rests.
        changing: whether an element is known to change by itself: a program rests where nothing else changes.
        disturbs: called before lists are scrolled and groups opened to look for something.
        acted_at: when the last action was done, on the desktop's clock; None where there was none.
    """

    desktop: Desktop
    target: Target | None
    policy: Policy
    refs: RefBook
    deadline: float
    permit: Callable[[Reason, Control | None], None]
    resolve: Callable[[Mapping[str, Any]], Target]
    marks: dict[tuple[str, str], Snapshot]
    album: Album = field(default_factory=Album)
    selector: Selector | None = None
    control: Control | None = None
    before: Snapshot | None = None
    pending: Act | None = field(default=None)
    base_dir: str = "."
    update_baselines: bool = False
    scrolled: bool = False
    renewals: int = 0
    busy_s: float = 0.0
    read_s: float = 0.0
    idle_at: float | None = None
    paused_s: float = 0.0
    keep_picture: Callable[[str, bytes], str] | None = None
    cover: Callable[[Doing, Picture], Picture] | None = None
    patient: bool = True
    changing: Callable[[Control], bool] = nothing
    disturbs: Callable[[], None] = lambda: None
    acted_at: float | None = None
    able: tuple[str, ...] = ()
    over: frozenset[str] = frozenset()
    by_pointer: bool = False
    tips: dict[tuple[int, ...], str] = field(default_factory=dict)
    hints: dict[tuple[int, ...], str] = field(default_factory=dict)
    menus: dict[tuple[str, str], list[Control]] = field(default_factory=dict)
    handed: Sequence[Control] = ()
    handing: list[Control] = field(default_factory=list)
    items_of: dict[str, list[Control]] = field(default_factory=dict)
    sent: bool = False
    reads: bool = False
    _listed: tuple[WindowInfo, ...] = ()
    _listed_at: float = 0.0
    _in_vain_since: float | None = None
    _acted: bool = False
    _seen: Snapshot | None = None

    # -- time -------------------------------------------------------------------------------------------------------

    @property
    def left_s(self) -> float:
        """Seconds until the deadline, at least a twentieth."""
        return max(0.05, self.deadline - self.desktop.clock.now())

    def until(self, probe: Callable[[], T], timeout_s: float | None = None) -> wait.Waited[T]:
        """Wait for a probe, at most until the deadline."""
        left_s = self.left_s
        return wait.until(probe, self.desktop.clock, timeout_s=left_s if timeout_s is None else min(left_s, timeout_s))

    def handled(self, probe: Callable[[], Any], busy_s: float) -> bool:
        """Whether a probe holds once input was handled: a program at rest has done that, a busy one is given longer."""
        if self.until(probe, wait.SETTLE_S).ok:
            return True
        self.desktop.wait_idle(self.app.pid, min(busy_s, self.left_s))
        return self.until(probe, wait.SETTLE_S).ok

    def retry(self, attempt: Callable[[], T], *, rest_s: float | None = None) -> T:
        """Try until it raises none of `RETRIED`; at the deadline the last of them is raised, with the time waited.

        What is not found, or lies behind a modal dialog, is waited for only while the program is busy or its windows
        change: when it was idle and all stayed the same for `rest_s` (`wait.ABSENT_S` where nobody is patient), nothing
        is on its way. What was waited for in vain before counts: it is another way to the same thing.
        """
        start = self.desktop.clock.now() if self._in_vain_since is None else self._in_vain_since
        interval = wait.FIRST_INTERVAL_S
        rest_s = wait.ABSENT_S if rest_s is None and not self.patient else rest_s
        is_watched = self.target is not None and rest_s is not None
        rest = Rest(self.desktop, self.windows_now, rest_s or 0.0, self.changing) if is_watched else None
        while True:
            try:
                found = attempt()
                self._in_vain_since = None
                return found
            except RETRIED as error:
                is_absent = isinstance(error, ElementNotFound) and rest is not None and rest.holds(self.left_s)
                if "modal" in error.details and rest is not None and not self.patient:  # who answers it is not we
                    is_absent = rest.holds(self.left_s, wait.ABSENT_S)
                now = self.desktop.clock.now()
                if is_absent or now + interval >= self.deadline:
                    self._in_vain_since = start
                    error.message += f" Waited {now - start:.1f} s."
                    error.details.setdefault("waited_ms", round((now - start) * 1000))
                    raise
                self.check_alive()
            self.desktop.clock.sleep(interval)
            interval = min(interval * 2, wait.LAST_INTERVAL_S)

    # -- the application ----------------------------------------------------------------------------------------------

    @property
    def app(self) -> Target:
        """The target; an action that needs one has one."""
        if self.target is None:
            raise NotReached("No target was named.", hint="Give target_id, window_query or target_spec.")
        return self.target

    def windows(self) -> tuple[WindowInfo, ...]:
        """Return the target's windows, topmost first. Raises AppExited."""
        return tuple(self.app.windows(self.desktop))

    def windows_now(self) -> tuple[WindowInfo, ...]:
        """Return the target's windows, none when it has ended."""
        return tuple(self.desktop.windows(self.app.pid))

    def found_among(self) -> tuple[WindowInfo, ...]:
        """Return the windows among which the element was found a moment ago, or those that are there now."""
        is_fresh = self.desktop.clock.now() - self._listed_at <= LISTED_S  # a search may wait for a hung window
        return self._listed if self._listed and is_fresh else self.windows()

    def check_alive(self) -> None:
        """Raise AppExited when the process has ended."""
        self.app.check_running(self.desktop)

    def root(self, windows: tuple[WindowInfo, ...]) -> Control | None:
        """Return the element that the target spec calls its root."""
        root = self.app.spec.root
        return Search(self.desktop, windows, self.refs, self.deadline).one(root).control if root is not None else None

    # -- finding ------------------------------------------------------------------------------------------------------

    def search(self, *, heal: bool = True) -> Search:
        """Return a search over the target's windows as they are now."""
        windows = self._listed = self.windows()
        self._listed_at = self.desktop.clock.now()
        root, extended = self.root(windows), self.policy.extended
        search = Search(self.desktop, windows, self.refs, self.deadline, extended, heal, root)
        return replace(search, able=self.able, reads=self.reads)

    def find(self, selector: Selector, *, heal: bool = True) -> Found:
        """Wait until the selector names exactly one element, and return it."""
        return self.retry(lambda: self.search(heal=heal).one(selector))

    def enabled_now(self, selector: Selector, *, suggests: bool = True) -> Found:
        """Return the one element that the selector names, where a pattern may be used on it now."""
        search = replace(self.search(), suggests=suggests)
        found = search.one(selector)
        actionability.check_not_blocked(found.control, search.windows)
        actionability.check_enabled(found.control)
        return found

    def find_all(self, conditions: Conditions, within: Control | None = None, limit: int = 200) -> list[Control]:
        """Return what matches now, without waiting."""
        return self.desktop.find(conditions, windows=self.windows(), within=within, limit=limit, timeout_s=self.left_s)

    def read(self, control: Control) -> Control:
        """Return an element as it is now."""
        return self.desktop.read(control, timeout_s=self.left_s)

    def framework(self, control: Control) -> str:
        """Return UI Automation's FrameworkId of an element."""
        return self.desktop.framework(control, timeout_s=self.left_s)

    def snapshot(
        self,
        budget: Budget | None = None,
        within: Control | None = None,
        *,
        windows: tuple[WindowInfo, ...] | None = None,
    ) -> Snapshot:
        """Read the target's windows (where they were not listed just now)."""
        shown = self.windows() if windows is None else windows
        return self.desktop.snapshot(shown, within=within, budget=budget or Budget(), timeout_s=self.left_s)

    @property
    def known(self) -> Snapshot | None:
        """The tree to judge by: as it was read before the act, and anew after each thing that went out since."""
        if self.sent and self._seen is None and self.before is not None:
            self._seen = self.snapshot()
        return self._seen or self.before

    def goes_out(self) -> None:
        """Note that a press, a key or a change goes out to the program: what it shows may be something else then."""
        self.sent, self._seen = True, None

    # -- pattern verbs ------------------------------------------------------------------------------------------------

    def verb(self, control: Control, verb: Verb, value: VerbValue = None) -> None:
        """Perform a pattern verb; return when the call returned, or when it is seen to have opened something modal.

        Raises:
            AppNotResponding: it did not return and the program answers nothing.
        """
        if verb == "focus":
            self.take_turn()
        known = self.before.windows if self.before is not None and not self._acted else None
        before = {w.hwnd for w in (known if known is not None else self.desktop.windows(self.app.pid))}
        self._acted = True
        act = self.desktop.act(control, verb, value)
        start = self.desktop.clock.now()

        def settled() -> bool:
            if act.done():
                return True
            self.desktop.person.heed()
            windows = {w.hwnd for w in self.desktop.windows(self.app.pid)}
            is_due = bool(windows - before) or self.desktop.clock.now() - start >= wait.MODAL_PENDING_S
            return is_due and self.desktop.wait_idle(self.app.pid, 0.05, hwnd=control.hwnd)

        in_time = (
            act.wait(min(self.left_s, PROMPT_S))
            or wait.until(
                settled,
                self.desktop.clock,
                timeout_s=max(self.left_s, wait.LEAST_S),
                first_interval_s=PROMPT_S / 4,
                last_interval_s=PROMPT_S,
                pause=act.wait,
            ).ok
        )
        self.busy_s = max(self.busy_s, self.desktop.clock.now() - start)
        if not in_time:
            self.check_alive()
            raise AppNotResponding(
                f"{self.app.process} did not answer {verb} on {control.describe()} in time.",
                details={"pid": self.app.pid, "verb": verb},
            )
        error = act.error()
        if isinstance(error, ElementNotEnabled) and self._is_taken_away(control):
            error = StaleRef(f"{control.describe()} was taken away.", hint="Look again, and name it as it is now.")
        if not isinstance(error, StaleRef) and verb not in SHOWING:
            self.goes_out()
        if error is not None:
            open_now = {w.hwnd for w in self.desktop.windows(self.app.pid)}
            if not (isinstance(error, StaleRef) and control.hwnd in before - open_now):
                raise error
            return  # the element is gone because the act closed its own window
        if not act.done():
            self.pending = act

    def _is_taken_away(self, control: Control) -> bool:
        """Whether an element shows no more: one taken from its list answers on, and calls itself disabled."""
        try:
            now = self.read(control)
        except StaleRef:
            return True
        return not now.visible and now.bounding_rect is None and control.bounding_rect is not None

    def show(self, control: Control) -> Control:
        """Scroll an element into view where it is off screen and can be; return it as it is now."""
        if not control.can("ScrollItem") or actionability.lies_in_window(control, self.windows_now()):
            return control
        try:
            self.verb(control, "scroll_into_view")
        except (Unsupported, StaleRef):
            return control
        self.scrolled = True
        return self.until(lambda: now if (now := self.read(control)).visible else None, 1.0).value or self.read(control)

    def focus(self, control: Control) -> None:
        """Give an element the keyboard focus; its window comes to the front."""
        try:
            self.verb(control, "focus")
        except Unsupported:
            self.bring_to_front(control)

    # -- input --------------------------------------------------------------------------------------------------------

    def take_turn(self) -> None:
        """Have keyboard, mouse and focus for this act; what waiting took is not the action's time. Raises Busy."""
        most_s = PATIENCE_S.get(self.policy.caller, LONGEST_PAUSE_S)
        self.deadline += our_turn().take(self.target.process if self.target is not None else "the desktop", most_s)

    def give_way(self) -> None:
        """Wait for our turn and until the person at this PC rests; that time is not the action's.

        Raises:
            Stop: the person pressed the stop key.
            Busy: the person, or who had the turn, went on for too long.
        """
        self.take_turn()
        person = self.desktop.person
        before = person.paused_s
        person.give_way(self.desktop.clock, PATIENCE_S.get(self.policy.caller, LONGEST_PAUSE_S))
        self.paused_s += person.paused_s - before
        self.deadline += person.paused_s - before

    def bring_to_front(self, control: Control | None = None) -> WindowInfo | None:
        """Bring the window of an element to the foreground; without one any, that which is in front already first."""
        windows = self.windows()
        window = window_of(control, windows) if control is not None else None
        if window is not None and window.popup:
            return window
        front = self.desktop.foreground()
        usable = [w for w in windows if w.enabled and not w.popup]
        window = window or next((w for w in usable if w.hwnd == front), usable[0] if usable else None)
        if window is None or window.hwnd == front or any(w.hwnd == front and w.popup for w in windows):
            return window
        self.give_way()
        self.desktop.set_foreground(window.hwnd, timeout_s=min(self.left_s, 3.0))
        return window
