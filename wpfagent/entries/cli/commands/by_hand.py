"""`wpf-agent run`: a recorded session by hand, one action a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wpfagent.core.errors import StorageFailed
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.by_hand import ByHand, as_prompt
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.output import emit
from wpfagent.testing.record.read import read_session
from wpfagent.testing.tickets.recorded import Recorded, open_recorded

USAGE = f"""\
A recorded session on an application: perform what comes in, one action a line, until `quit` or the end of the input.

Usage:
  wpf-agent run [options]

Examples:
  wpf-agent run --profile MyApp-Dev                      a prompt; `help` says what can be typed
  wpf-agent run --profile MyApp-Dev --scenario new.yaml  and a scenario of it at the end
  my-program | wpf-agent run --exe MyApp.exe --json      a JSON object a line, and one back for each

At the prompt:
  click SaveButton            type ServerBox https://x       select RegionBox Europe
  expect Status text_contains=Saved       tree 3       find save       shot       quit

For programs, a line is one of
  {{"tool": "click", "args": {{"selector": {{"automation_id": "SaveButton"}}}}}}
  {{"expect": {{"selector": {{"automation_id": "Status"}}, "text_contains": "Saved"}}, "timeout_ms": 5000}}
and is answered by one line: the reply, or {{"error": {{"code", "message", "hint", "details"}}}}; with `findings` and
`tickets` where the oracles saw a failure. The last line names the record. Errors never end the session.

Exit codes: 0 the session was ended, 2 usage, 3 the application was not reached, 130 interrupted (the record is kept).

Session options:
  --scenario=FILE        write a scenario of the session there
  --keep-open            leave the application open that was started

{usage.TARGET}
{usage.MODE}
{usage.COMMON}"""
GREETING = "`help` says what can be typed, `quit` ends. All of it is recorded."


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Open a session and perform what comes in."""
    context = Context(usage.parse(USAGE, argv), desktop)
    spec = context.target_spec() or context.state.recall_target(context.desktop)
    is_person = sys.stdin.isatty()
    recorded = open_recorded(
        context.desktop,
        context.artifacts,
        policy=context.policy("cli"),
        profiles=context.profile_set.profiles,
        facts={"caller": "run"},
        spec=spec,
    )
    interrupted = False
    with recorded:
        hand = ByHand(recorded, spec, context.out, is_person=is_person)
        try:
            interrupted = _talk(hand, context) if is_person else _listen(hand, context)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if not context.options["--keep-open"]:
                hand.close()
        recorded.outcome["outcome"] = "interrupted" if interrupted else "ended"
    _tell(recorded, context)
    return 130 if interrupted else 0


def _listen(hand: ByHand, context: Context) -> bool:
    """Perform the lines of a program, or of a file, until they end; they are UTF-8 whatever the code page."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8-sig", errors="replace")
    for number, line in enumerate(sys.stdin):
        if number == 0:
            hand.out.json = hand.out.json or line.lstrip().startswith("{")  # who writes JSON reads JSON
            context.say_simulated()
        if not hand.perform(line):
            break
    return False


def _talk(hand: ByHand, context: Context) -> bool:
    """Perform what a person types; return whether it was broken off.

    Ctrl+C cancels the line or the action; twice in a row at the prompt it ends the session.
    """
    target = hand.opened.target
    context.say_simulated()
    context.out.styled(f"{target.title} (pid {target.pid})", "bold")
    context.out.line(GREETING)
    hand.completion.install()
    try:
        return _prompt(hand, f"{Path(target.process).stem}> ")
    finally:
        hand.completion.remove()


def _prompt(hand: ByHand, prompt: str) -> bool:
    cancelled = False
    while True:
        hand.completion.new_line()
        try:
            with as_prompt(hand.out):
                line = input(prompt)
        except EOFError:
            return False
        except KeyboardInterrupt:
            if cancelled:
                return True
            cancelled = True
            hand.out.line("Cancelled; once more, or `quit`, ends the session.")
            continue
        cancelled = False
        try:
            if not hand.perform(line):
                return False
        except KeyboardInterrupt:
            hand.out.line("Cancelled; the session goes on.")


def _tell(recorded: Recorded, context: Context) -> None:
    """Say where the record and the scenario lie."""
    said: dict[str, Any] = {"session": recorded.session.folder, "tickets": [f.to_dict() for f in recorded.filed]}
    if (wanted := context.options["--scenario"]) is not None:
        said["scenario"] = _write_scenario(recorded, Path(wanted))
    if context.out.json:
        emit(json.dumps(said, ensure_ascii=False, default=str))
        return
    context.out.line(f"record: {said['session']}")
    if "scenario" in said:
        context.out.line(f"scenario: {said['scenario']}")


def _write_scenario(recorded: Recorded, path: Path) -> str:
    from wpfagent.testing.scenarios.from_session import scenario_text

    text = scenario_text(read_session(Path(recorded.session.folder)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StorageFailed(
            f"{path} cannot be written: {error.strerror or error}.",
            hint=f"`wpf-agent scenario new --from {recorded.session.session_id}` writes it from the record.",
        ) from error
    return str(path.absolute())
