"""The library's front: an application and what can be done with it.

Each action of the table is one method of `App` with the same name and arguments; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Protocol, Unpack

from wpfagent.actions.doing import Doing
from wpfagent.actions.expect import EXPECTATIONS, Expectation, Verdict
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control, Liveness, Rect, WindowInfo
from wpfagent.core.selector import Selector, SelectorKeys
from wpfagent.desktops.base import MouseButton
from wpfagent.desktops.target import LaunchSpec, Target, TargetSpec
from wpfagent.gate.events import Subscriber
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Remark, Reply, Request
from wpfagent.safety.policy import Consent

SelectorLike = Selector | Mapping[str, Any] | None


class Expected(AssertionError):
    """An expectation did not hold; `verdict` says what was expected and seen."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(f"Expected {verdict.expected}; seen: {verdict.actual} (after {verdict.elapsed_ms} ms).")
        self.verdict = verdict


class Record(Protocol):
    """What keeps and judges what an App does; made where `artifacts` is given."""

    @property
    def findings(self) -> tuple[Remark, ...]:
        """What was found."""

    @property
    def tickets(self) -> tuple[Any, ...]:
        """The tickets of it."""

    def close(self) -> None:
        """End the session."""


class App:
    """A running application. Made by `connect` and `launch`; usable in a `with` statement.

    Every action takes a selector, as an object, a mapping, or keyword arguments: `app.click(automation_id="Save")`. It
    waits until the element is there and can be acted on (`timeout_ms`, default 10 000), and returns a `Reply` with the
    effect (`confirmed`, `no_op`, `unverifiable`) and its evidence. Raises subclasses of `WpfAgentError` only.
    """

    def __init__(self, gate: Gate, target: Target, *, owned: bool = False, record: Record | None = None) -> None:
        self.gate = gate
        self.target = target
        self.owned = owned
        self._record = record

    def __enter__(self) -> App:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<App {self.target.process} pid {self.target.pid} {self.target.title!r} on {self.gate.desktop.name}>"

    # -- the application ----------------------------------------------------------------------------------------------

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.target.pid

    def windows(self) -> list[WindowInfo]:
        """Return its windows, topmost first. Raises AppExited."""
        return self.target.windows(self.gate.desktop)

    @property
    def findings(self) -> tuple[Remark, ...]:
        """What the oracles have found so far; they look only where a session is recorded (`artifacts`)."""
        return self._record.findings if self._record is not None else ()

    @property
    def tickets(self) -> tuple[Any, ...]:
        """The tickets that were written for these findings, or whose count was raised."""
        return self._record.tickets if self._record is not None else ()

    def watch(self, subscriber: Subscriber) -> None:
        """Notify somebody of everything that this App does from now on."""
        self.gate.subscribers.append(subscriber)

    def liveness(self) -> Liveness:
        """Return whether it runs and answers, and its exit code once it has ended."""
        return self.gate.desktop.liveness(self.target.pid)

    def close(self) -> None:
        """Finish the record and, when this App launched the program, end the program."""
        if self.owned and self.liveness().running:
            self.gate.desktop.terminate(self.target.pid)
        self.gate.desktop.forget(self.target.pid)
        if self._record is not None:
            self._record.close()
        for subscriber in self.gate.subscribers:
            subscriber.close()

    def do(
        self,
        action: str,
        selector: SelectorLike = None,
        args: Mapping[str, Any] | None = None,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Perform an action of the table by its name; the methods below are this with types.

        Args:
            action: its name.
            selector: which element.
            args: its own arguments.
            timeout_ms: how long to wait for the element and the effect.
            confirm: consent to something destructive (also needs `allow_destructive`).
            confirm_token: the second step of a `ConfirmationRequired`.
        """
        return self.gate.execute(
            Request(action, args or {}, selector, self.target, timeout_ms, Consent(confirm, confirm_token))
        )

    def _do(self, action: str, selector: SelectorLike, keys: Mapping[str, Any], /, **args: Any) -> Reply:
        own = {k: args.pop(k) for k in ("timeout_ms", "confirm", "confirm_token") if k in args}
        return self.do(action, _selector(selector, keys), args, **own)

    def find(
        self, selector: SelectorLike = None, /, *, timeout_ms: int | None = None, **keys: Unpack[SelectorKeys]
    ) -> Control:
        """Wait for the one element that the selector names and return it as it is now."""
        given = _selector(selector, keys)
        if given is None:
            raise InvalidArgument("find needs a selector.", hint="For example find(automation_id='SaveButton').")
        return self._doing(timeout_ms).find(Selector.parse(given)).control

    def expect(
        self,
        selector: SelectorLike = None,
        /,
        *,
        timeout_ms: int | None = None,
        checks: Mapping[str, Any] | None = None,
        **keys: Any,
    ) -> Verdict:
        """Wait until expectations hold and return the verdict; raise `Expected` (an AssertionError) when they do not.

        Selector keys and expectations may be mixed: `app.expect(automation_id="Status", text_contains="Saved")`. A name
        that is both (`selected`) is an expectation here; a selector given as a mapping takes it as its key.
        """
        named = {k: keys.pop(k) for k in list(keys) if k in SelectorKeys.__annotations__ and k not in EXPECTATIONS}
        verdict = self.gate.expect(
            Expectation.parse({**keys, **(checks or {})}),
            self.target,
            selector=Selector.parse(given) if (given := _selector(selector, named)) is not None else None,
            timeout_ms=timeout_ms,
        )
        self.gate.guard.note_read()
        if not verdict.ok:
            raise Expected(verdict)
        return verdict

    def _doing(self, timeout_ms: int | None) -> Doing:
        return self.gate.reading(self.target, timeout_ms)

    # -- windows ------------------------------------------------------------------------------------------------------

    def list_windows(self, query: str | None = None, *, all: bool = False) -> Reply:
        """List its windows, topmost first."""
        return self._do("list_windows", None, {}, query=query, all=all)

    def focus_window(self, title: str | None = None, *, timeout_ms: int | None = None) -> Reply:
        """Bring one of its windows to the foreground."""
        return self._do("focus_window", None, {}, title=title, timeout_ms=timeout_ms)

    def wait_window(self, title: str, *, gone: bool = False, timeout_ms: int | None = None) -> Reply:
        """Wait until it shows a window with this title, or none any more."""
        return self._do("wait_window", None, {}, title=title, gone=gone, timeout_ms=timeout_ms)

    def move_window(self, *, x: int, y: int, title: str | None = None, timeout_ms: int | None = None) -> Reply:
        """Move one of its windows to a point of the screen."""
        return self._do("move_window", None, {}, x=x, y=y, title=title, timeout_ms=timeout_ms)

    def resize_window(
        self, *, width: int, height: int, title: str | None = None, timeout_ms: int | None = None
    ) -> Reply:
        """Give one of its windows a size."""
        return self._do("resize_window", None, {}, width=width, height=height, title=title, timeout_ms=timeout_ms)

    def window_state(self, *, state: str, title: str | None = None, timeout_ms: int | None = None) -> Reply:
        """Maximise one of its windows, minimise it, or bring it back to its normal size."""
        return self._do("window_state", None, {}, state=state, title=title, timeout_ms=timeout_ms)

    def close_window(
        self,
        selector: SelectorLike = None,
        /,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Ask a window to close; the main window is destructive."""
        return self._do(
            "close_window", selector, keys, title=title, timeout_ms=timeout_ms, confirm=confirm,
            confirm_token=confirm_token,
        )  # fmt: skip

    # -- seeing -------------------------------------------------------------------------------------------------------

    def list_controls(
        self,
        selector: SelectorLike = None,
        /,
        *,
        depth: int | None = None,
        filter: Mapping[str, Any] | None = None,
        limit: int = 500,
        after: str | None = None,
        format: str = "tree",
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """List the controls of its windows, or below an element, with refs to act on them."""
        return self._do(
            "list_controls", selector, keys, depth=depth, filter=filter, limit=limit, after=after, format=format,
            timeout_ms=timeout_ms,
        )  # fmt: skip

    def read_text(
        self, selector: SelectorLike = None, /, *, timeout_ms: int | None = None, **keys: Unpack[SelectorKeys]
    ) -> str:
        """Return the whole text of an element."""
        return str(self._do("read_text", selector, keys, timeout_ms=timeout_ms).result["text"])

    def get_state(
        self,
        selector: SelectorLike = None,
        /,
        *,
        items: int = 50,
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Read an element's state."""
        return self._do("get_state", selector, keys, items=items, timeout_ms=timeout_ms)

    def read_table(
        self,
        selector: SelectorLike = None,
        /,
        *,
        start: int = 0,
        limit: int = 50,
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Read rows of a grid or list as texts."""
        return self._do("read_table", selector, keys, start=start, limit=limit, timeout_ms=timeout_ms)

    def ui_diff(self, mark: str = "last", *, reset: bool = True, timeout_ms: int | None = None) -> Reply:
        """Tell what changed since the mark was set."""
        return self._do("ui_diff", None, {}, mark=mark, reset=reset, timeout_ms=timeout_ms)

    def screenshot(
        self,
        selector: SelectorLike = None,
        /,
        *,
        region: Sequence[int] | Rect | None = None,
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Take a PNG of its top window or of an element; `reply.picture.png` holds the bytes."""
        return self._do(
            "screenshot", selector, keys, region=tuple(region) if region is not None else None, timeout_ms=timeout_ms
        )

    def wait_focus(
        self, selector: SelectorLike = None, /, *, timeout_ms: int | None = None, **keys: Unpack[SelectorKeys]
    ) -> Reply:
        """Wait until an element, or something inside of it, has the keyboard focus."""
        return self._do("wait_focus", selector, keys, timeout_ms=timeout_ms)

    def why(
        self, selector: SelectorLike = None, /, *, timeout_ms: int | None = None, **keys: Unpack[SelectorKeys]
    ) -> Reply:
        """Say what is in the way of using an element, without waiting and without acting."""
        return self._do("why", selector, keys, timeout_ms=timeout_ms)

    def wait_for(
        self,
        selector: SelectorLike = None,
        /,
        *,
        until: str | Mapping[str, Any] = "exists",
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Wait until an element exists, is gone, enabled, disabled or visible, or an expectation holds."""
        return self._do("wait_for", selector, keys, until=until, timeout_ms=timeout_ms)

    # -- acting -------------------------------------------------------------------------------------------------------

    def click(
        self,
        selector: SelectorLike = None,
        /,
        *,
        button: MouseButton = "left",
        double: bool = False,
        input: bool = False,
        at: Mapping[str, float] | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Click an element as a user does; `at` is a place inside it, `{"x": 0.9, "y": 0.5}` as fractions."""
        return self._do(
            "click", selector, keys, button=button, double=double, input=input, at=at, timeout_ms=timeout_ms,
            confirm=confirm, confirm_token=confirm_token,
        )  # fmt: skip

    def hover(
        self,
        selector: SelectorLike = None,
        /,
        *,
        at: Mapping[str, float] | None = None,
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Rest the pointer on an element."""
        return self._do("hover", selector, keys, at=at, timeout_ms=timeout_ms)

    def drag(
        self,
        selector: SelectorLike = None,
        /,
        *,
        to: Mapping[str, Any] | None = None,
        by: Sequence[int] | None = None,
        at: Mapping[str, float] | None = None,
        to_at: Mapping[str, float] | None = None,
        via: Sequence[Sequence[int]] | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Drag an element onto another, or by a distance in pixels; `via` are stops, [dx, dy] from the start."""
        return self._do(
            "drag", selector, keys, to=to, by=tuple(by) if by is not None else None, at=at, to_at=to_at,
            via=[tuple(stop) for stop in via] if via is not None else None, timeout_ms=timeout_ms, confirm=confirm,
            confirm_token=confirm_token,
        )  # fmt: skip

    def click_xy(
        self,
        x: int,
        y: int,
        *,
        button: MouseButton = "left",
        double: bool = False,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Click a point of the screen inside the target; extended mode only."""
        return self._do(
            "click_xy", None, {}, x=x, y=y, button=button, double=double, timeout_ms=timeout_ms, confirm=confirm,
            confirm_token=confirm_token,
        )  # fmt: skip

    def type_text(
        self,
        selector: SelectorLike = None,
        /,
        *,
        text: str | None = None,
        secret: str | None = None,
        append: bool = False,
        commit: bool = True,
        input: bool = False,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Type text into a field: replace or append, committed."""
        return self._do(
            "type_text", selector, keys, text=text, secret=secret, append=append, commit=commit, input=input,
            timeout_ms=timeout_ms, confirm=confirm, confirm_token=confirm_token,
        )  # fmt: skip

    def send_keys(
        self,
        keys: str,
        selector: SelectorLike = None,
        /,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **selector_keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Press key chords: `send_keys("Ctrl+S")`."""
        return self._do(
            "send_keys", selector, selector_keys, keys=keys, timeout_ms=timeout_ms, confirm=confirm,
            confirm_token=confirm_token,
        )  # fmt: skip

    def set_value(
        self,
        selector: SelectorLike = None,
        /,
        *,
        value: str | float,
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Set a slider, spinner, date or other value."""
        return self._do("set_value", selector, keys, value=value, timeout_ms=timeout_ms)

    def select_combo(
        self,
        selector: SelectorLike = None,
        /,
        *,
        item_text: str,
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Choose an item of a combo box by its text."""
        return self._do("select_combo", selector, keys, item_text=item_text, timeout_ms=timeout_ms)

    def select_item(
        self,
        selector: SelectorLike = None,
        /,
        *,
        item_text: str | None = None,
        mode: str = "only",
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Select a list, tree or tab item or a grid row."""
        return self._do("select_item", selector, keys, item_text=item_text, mode=mode, timeout_ms=timeout_ms)

    def toggle(
        self,
        selector: SelectorLike = None,
        /,
        *,
        state: Literal["on", "off", "indeterminate"] | None = None,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Toggle a check box or toggle button; to a state when one is given."""
        return self._do(
            "toggle", selector, keys, state=state, timeout_ms=timeout_ms, confirm=confirm, confirm_token=confirm_token
        )

    def expand(
        self, selector: SelectorLike = None, /, *, timeout_ms: int | None = None, **keys: Unpack[SelectorKeys]
    ) -> Reply:
        """Open an expander, combo box, tree item or menu item."""
        return self._do("expand", selector, keys, timeout_ms=timeout_ms)

    def collapse(
        self, selector: SelectorLike = None, /, *, timeout_ms: int | None = None, **keys: Unpack[SelectorKeys]
    ) -> Reply:
        """Close an expander, combo box, tree item or menu item."""
        return self._do("collapse", selector, keys, timeout_ms=timeout_ms)

    def scroll(
        self,
        selector: SelectorLike = None,
        /,
        *,
        direction: str = "down",
        pages: float = 1.0,
        timeout_ms: int | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Scroll a container: by pages, or to its top or bottom."""
        return self._do("scroll", selector, keys, direction=direction, pages=pages, timeout_ms=timeout_ms)

    def scroll_into_view(
        self, selector: SelectorLike = None, /, *, timeout_ms: int | None = None, **keys: Unpack[SelectorKeys]
    ) -> Reply:
        """Scroll until an element is on screen."""
        return self._do("scroll_into_view", selector, keys, timeout_ms=timeout_ms)

    def menu(
        self,
        path: Sequence[str] | str,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Choose a command of the menu bar by its path: `menu("File > Save")`."""
        return self._do(
            "menu", None, {}, path=path, timeout_ms=timeout_ms, confirm=confirm, confirm_token=confirm_token
        )

    def context_menu(
        self,
        path: Sequence[str] | str,
        selector: SelectorLike = None,
        /,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
        **keys: Unpack[SelectorKeys],
    ) -> Reply:
        """Choose a command of an element's context menu by its path."""
        return self._do(
            "context_menu", selector, keys, path=path, timeout_ms=timeout_ms, confirm=confirm,
            confirm_token=confirm_token,
        )  # fmt: skip

    def file_dialog(
        self,
        path: str,
        *,
        timeout_ms: int | None = None,
        confirm: bool = False,
        confirm_token: str | None = None,
    ) -> Reply:
        """Answer the open or save dialog that is shown, with a path."""
        return self._do(
            "file_dialog", None, {}, path=path, timeout_ms=timeout_ms, confirm=confirm, confirm_token=confirm_token
        )


def _selector(given: SelectorLike, keys: Mapping[str, Any]) -> SelectorLike:
    if given is not None and keys:
        named = given if isinstance(given, Mapping) else Selector.parse(given)
        base = named.to_dict() if isinstance(named, Selector) else dict(named)
        return {**base, **keys}
    return given if given is not None else (dict(keys) or None)


def connect(gate: Gate, spec: TargetSpec | Mapping[str, Any], *, record: Record | None = None) -> App:
    """Return the one running application that fits; never launches. Raises TargetNotFound, TargetAmbiguous."""
    return App(gate, gate.targets.resolve(spec), record=record)


def launch(
    gate: Gate, what: LaunchSpec, spec: TargetSpec, *, startup_ms: int | None = None, record: Record | None = None
) -> App:
    """Start a program and return it once a window can be used; leaving its `with` block ends the program.

    A program that ran before and took the start over (a single instance) is left running.
    """
    running = {p.pid for p in gate.desktop.processes()}
    found = gate.targets.launch(what, spec, startup_ms=startup_ms)
    return App(gate, found, owned=found.pid not in running, record=record)


__all__ = ["App", "Expected", "connect", "launch"]
