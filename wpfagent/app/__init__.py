"""The library's front: an application and what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Protocol, Unpack

from wpfagent.actions.doing import Doing
from wpfagent.actions.expect import EXPECTATIONS, Expectation, Verdict
from wpfagent.app.methods import Methods, SelectorLike
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control, Liveness, WindowInfo
from wpfagent.core.selector import Selector, SelectorKeys
from wpfagent.desktops.target import LaunchSpec, Target, TargetSpec
from wpfagent.gate.events import Subscriber
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Remark, Reply, Request
from wpfagent.safety.policy import Consent


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


class App(Methods):
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
            Request(
                action, args or {}, _selector(selector, {}), self.target, timeout_ms, Consent(confirm, confirm_token)
            )
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

    def read_text(
        self, selector: SelectorLike = None, /, *, timeout_ms: int | None = None, **keys: Unpack[SelectorKeys]
    ) -> str:
        """Return the whole text of an element."""
        return str(self._do("read_text", selector, keys, timeout_ms=timeout_ms).result["text"])


def _selector(given: SelectorLike, keys: Mapping[str, Any]) -> Selector | Mapping[str, Any] | None:
    """What a caller gave, as one selector; a bare text is a name, or a ref."""
    if given is None:
        return dict(keys) or None
    named = given if isinstance(given, Mapping) else Selector.parse(given)
    if not keys:
        return named
    return {**(named.to_dict() if isinstance(named, Selector) else named), **keys}


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
