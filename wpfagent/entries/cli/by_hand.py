"""A session by hand: each line that comes in is performed, recorded and answered; an error never ends it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from wpfagent.actions import ACTIONS, get_action
from wpfagent.actions.expect import Expectation
from wpfagent.core.errors import (
    AppExited,
    AppFailed,
    ConfirmationRequired,
    InvalidArgument,
    StorageFailed,
    WpfAgentError,
)
from wpfagent.core.json_text import parse_json
from wpfagent.core.model import Control
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Budget
from wpfagent.desktops.person import Stop
from wpfagent.desktops.target import TargetSpec
from wpfagent.entries.cli.asking import consents
from wpfagent.entries.cli.completion import Completion, asked
from wpfagent.entries.cli.fields import action_lines
from wpfagent.entries.cli.output import Output, emit, print_error
from wpfagent.entries.cli.prompt import ALIASES, SELECT, commands, parse_line, usage_of
from wpfagent.entries.cli.replies import print_reply
from wpfagent.gate.request import Reply
from wpfagent.gate.schema import Call, resolve_call, validate_request
from wpfagent.runs.application import Opened, close_application, open_application
from wpfagent.safety.policy import Consent
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import Recorded
from wpfagent.testing.wording.trees import tree_line

LOOK_MS = 2_000
"""How long looking for completions, or for what `select` is about, may take."""
FOUND = 30
HELP = """\
One action a line; an element is named by its AutomationId or name, or as name:TEXT, label:TEXT, type:TYPE, a ref:
  click SaveButton                     type NameBox 山田 花子
  select RegionBox Europe              select OrdersGrid row=3
  check ActiveCheck state=on           keys Ctrl+S
  wait StatusText {"text_contains": "Saved"}
  expect StatusText text_contains=Saved
  expect SaveButton not enabled        expect window_exists=Preferences
See: tree [DEPTH], find TEXT, shot [ELEMENT], read ELEMENT, state ELEMENT, table ELEMENT, windows.
Also: help ACTION, history, restart, quit. Tab completes; where it does not, a question mark lists: click Sa?
"""


class ByHand:
    """Performs lines on one application.

    Args:
        recorded: the recorded gate.
        spec: the application, for `restart`.
        out: where replies go; JSON lines with `out.json`.
        is_person: whether somebody sits there who can be asked.
    """

    def __init__(self, recorded: Recorded, spec: TargetSpec, out: Output, *, is_person: bool) -> None:
        self.recorded = recorded
        self.gate = recorded.gate
        self.spec = spec
        self.out = out
        self.is_person = is_person
        self.history: list[str] = []
        self.opened = self._open(spec)
        self.completion = Completion(self._controls)

    def _open(self, spec: TargetSpec) -> Opened:
        return open_application(self.gate, spec, self._starting)

    def _starting(self, command_line: str) -> None:
        """Say what is started; on stdout only where nobody waits there for JSON."""
        told = self.out.said(f"starting {command_line}")
        emit(told, file=sys.stdout if self.is_person else sys.stderr)

    def close(self) -> None:
        """Close the application if it was started here."""
        if self.opened.launched:
            recorder_of(self.gate).on_incident = None  # what ending it does is nobody's finding
            close_application(self.gate, self.opened.target)

    # -- lines --------------------------------------------------------------------------------------------------------

    def perform(self, line: str) -> bool:
        """Perform one line and answer it; return whether the session goes on.

        Raises:
            StorageFailed: the record cannot be written any more.
        """
        text = line.strip()
        if not text:
            return True
        as_json = self.out.json or text.startswith("{")
        known, filed = len(recorder_of(self.gate).found), len(self.recorded.filed)
        reply: Mapping[str, Any] = {}
        try:
            if text.startswith("{"):
                reply = self._program(text)
            elif (beginning := asked(text)) is not None and text != "?":
                self.out.line("  ".join(self.completion.candidates(beginning)) or "nothing fits")
                return True
            else:
                answer = self._typed(text)
                if answer is None:
                    return False
                reply = answer
        except StorageFailed:
            raise
        except Stop as stop:
            if as_json:
                emit(json.dumps(stop.error.to_dict(), ensure_ascii=False, default=str))
            raise
        except WpfAgentError as error:
            reply = error.to_dict()
            if not as_json:
                self._show_error(error)
        found = [f.to_dict() for f in recorder_of(self.gate).found[known:]]
        tickets = [f.to_dict() for f in self.recorded.filed[filed:]]
        if as_json:
            extra = {**({"findings": found} if found else {}), **({"tickets": tickets} if tickets else {})}
            shown = recorder_of(self.gate).masks.mask({**reply, **extra})
            emit(json.dumps(shown, ensure_ascii=False, default=str))
        else:
            self._show_findings(known, filed)
        return True

    def _program(self, text: str) -> dict[str, Any]:
        """Perform a line of JSON: `{"tool", "args"}` or `{"expect", "timeout_ms"}`."""
        try:
            data = parse_json(text)
        except json.JSONDecodeError as error:
            raise InvalidArgument(
                f"This line is no JSON: {error.msg} at character {error.pos + 1}.",
                hint='For example {"tool": "click", "args": {"selector": {"automation_id": "SaveButton"}}}.',
            ) from error
        self.history.append(text)
        return self._expect(data) if "expect" in data else self._act(validate_request(data)).to_dict()

    def _typed(self, text: str) -> dict[str, Any] | None:
        """Perform a line in short form; None ends the session."""
        line = parse_line(text, lambda word: word in self.gate.refs.entries)
        if line.kind == "word":
            return None if line.word == "quit" else self._word(line.word, line.rest)
        self.history.append(text)
        if line.kind == "expect":
            return self._expect({**line.call, "expect": self._pinned(line.call["expect"])})
        written = {**line.call, "args": self._pinned(line.call["args"])}
        call = validate_request(self._selecting(written) if written["tool"] == SELECT else written)
        try:
            reply = self._act(call)
        except ConfirmationRequired as error:
            token = self._ask(error)
            if token is None:
                raise
            reply = self._act(replace(call, request=replace(call.request, consent=Consent(token=token))))
        if not self.out.json:
            print_reply(reply, self.out, {"--format": call.request.args.get("format")})
        return reply.to_dict()

    def _act(self, call: Call) -> Reply:
        request = resolve_call(call, self.gate)
        if request.target is None and get_action(request.action).target != "none":
            request = replace(request, target=self.opened.target)
        return self.gate.execute(request)

    def _expect(self, data: Mapping[str, Any]) -> dict[str, Any]:
        if unknown := [k for k in data if k not in ("expect", "timeout_ms")]:
            raise InvalidArgument(f"Unknown key {unknown[0]!r}.", hint="expect and timeout_ms stand beside each other.")
        expectation = Expectation.parse(data["expect"])
        timeout_ms = data.get("timeout_ms")
        if timeout_ms is not None and (not isinstance(timeout_ms, int) or timeout_ms < 0):
            raise InvalidArgument(f"timeout_ms cannot be {timeout_ms!r}.", hint="Milliseconds, 0 or more.")
        verdict = self.gate.expect(expectation, self.opened.target, timeout_ms=timeout_ms)
        said = f"expected {verdict.expected}; seen {verdict.actual} ({verdict.elapsed_ms} ms)"
        said = recorder_of(self.gate).masks.text(said)
        self.out.styled(f"{'holds' if verdict.ok else 'DOES NOT HOLD'}: {said}", "green" if verdict.ok else "bold red")
        return {"check": "expected", **expectation.to_dict(), "verdict": verdict.to_dict()}

    def _pinned(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """A bare word in a selector as what it is now, an AutomationId or a name: so it stands in the record."""
        selector = dict(given.get("selector") or {})
        if "automation_id" not in selector or selector.get("name") != selector["automation_id"]:
            return dict(given)
        try:
            search = self.gate.reading(self.opened.target, LOOK_MS).search()
            for key, other in (("automation_id", "name"), ("name", "automation_id")):
                if search.all(Selector.parse({key: selector[key]}))[0]:
                    return {**given, "selector": {k: v for k, v in selector.items() if k != other}}
        except AppFailed:
            pass  # the action itself says what is wrong
        return dict(given)

    def _selecting(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """`select` is select_combo for a combo box, else select_item."""
        args = dict(call["args"])
        if "selector" in args and "item_text" in args:
            doing = self.gate.reading(self.opened.target, args.get("timeout_ms"))
            if doing.find(Selector.parse(args["selector"])).control.control_type == "ComboBox":
                return {"tool": "select_combo", "args": args}
        return {"tool": "select_item", "args": args}

    def _ask(self, error: ConfirmationRequired) -> str | None:
        """Ask the person for the second consent; None where there is nobody, or the answer is no."""
        if not self.is_person or self.out.json:
            return None
        return str(error.details["confirm_token"]) if consents(self.out, error) else None

    # -- words --------------------------------------------------------------------------------------------------------

    def _word(self, word: str, rest: str) -> dict[str, Any]:
        if word == "find":
            return self._find(rest)
        if word == "history":
            for number, text in enumerate(self.history, start=1):
                self.out.line(f"{number:>3}  {text}")
            return {"history": list(self.history)}
        if word == "restart":
            if self.gate.desktop.liveness(self.opened.target.pid).running:
                close_application(self.gate, self.opened.target)
            self.opened = self._open(self.spec)
            self.out.line(f"{self.opened.target.title!r} (pid {self.opened.target.pid})")
            return self.opened.target.to_dict()
        return self._help(rest)

    def _find(self, text: str) -> dict[str, Any]:
        """Show the controls whose AutomationId, name or value holds a text."""
        if not text:
            raise InvalidArgument("find needs a text.", hint="For example: find save")
        listed = self._act(validate_request({"tool": "list_controls", "args": {"limit": 2_000}})).result["controls"]
        wanted = text.lower().strip('"')
        keys = ("automation_id", "name", "value")
        found = [c for c in listed if any(wanted in str(c[k] or "").lower() for k in keys)]
        for control in found[:FOUND]:
            self.out.line(tree_line({**control, "depth": 0}))
        self.out.line(f"{len(found)} controls")
        return {"controls": found[:FOUND], "count": len(found)}

    def _help(self, name: str) -> dict[str, Any]:
        action = ACTIONS.get(ALIASES.get(name, name))
        if name and action is None:
            raise InvalidArgument(f"There is no {name!r} here.", hint=f"One of: {', '.join(commands())}.")
        if action is None:
            self.out.line(HELP + "\n".join(action_lines()))
            return {"actions": list(ACTIONS)}
        self.out.line(f"{usage_of(action)}\n{action.doc}")
        for f in action.fields():
            self.out.line(f"  {f.name:<12}  {f.metadata['doc']}")
        return {"action": action.name, "usage": usage_of(action), "doc": action.doc}

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _show_error(self, error: WpfAgentError) -> None:
        print_error(error, as_json=False, language=self.out.language)
        if isinstance(error, AppExited):
            print(self.out.said("`restart` starts it again, `quit` ends the session."), file=sys.stderr)

    def _show_findings(self, known: int, filed: int) -> None:
        for finding in recorder_of(self.gate).found[known:]:
            style = "bold red" if finding.severity == "failure" else "yellow"
            self.out.styled(f"{finding.oracle}: {finding.title}", style)
            self.out.line(f"  seen: {finding.actual}")
        for ticket in self.recorded.filed[filed:]:
            seen = "new" if ticket.new else f"seen {ticket.count} times"
            self.out.line(f"  ticket: {ticket.folder} ({seen})")

    def _controls(self) -> tuple[Control, ...]:
        """What the application shows, for completion; nothing where it does not answer."""
        try:
            doing = self.gate.reading(self.opened.target, LOOK_MS)
            return doing.snapshot(Budget(elements=2_000, time_s=0.5)).controls
        except WpfAgentError:
            return ()
