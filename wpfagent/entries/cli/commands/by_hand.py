"""`wpf-agent run`: a recorded session by hand, one action a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.asking import as_prompt
from wpfagent.entries.cli.by_hand import ByHand
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.output import emit
from wpfagent.entries.cli.writing import write_scenario
from wpfagent.testing.tickets.recorded import Recorded, open_recorded

USAGE = f"""\
A recorded session on an application: perform what comes in, one action a line, until `quit` or the end of the input.
With --goal, a model works towards a goal instead, by the same actions, through the same gate.

Usage:
  wpf-agent run [options]
  wpf-agent run --goal=TEXT [options]

Examples:
  wpf-agent run --profile MyApp-Dev                      a prompt; `help` says what can be typed
  wpf-agent run --profile MyApp-Dev --scenario new.yaml  and a scenario of it at the end
  my-program | wpf-agent run --exe MyApp.exe --json      a JSON object a line, and one back for each
  wpf-agent run --goal "set the region to Europe" --profile MyApp-Dev --save region.yaml

At the prompt:
  click SaveButton            type ServerBox https://x       select RegionBox Europe
  expect Status text_contains=Saved       tree 3       find save       shot       quit

For programs, a line is one of
  {{"tool": "click", "args": {{"selector": {{"automation_id": "SaveButton"}}}}}}
  {{"expect": {{"selector": {{"automation_id": "Status"}}, "text_contains": "Saved"}}, "timeout_ms": 5000}}
and is answered by one line: the reply, or {{"error": {{"code", "message", "hint", "details"}}}}; with `findings` and
`tickets` where the oracles saw a failure. The last line names the record. Errors never end the session.

A goal ends when an expectation is seen to hold: the one of --success, else one that the model names, which must not
have held at the beginning. What is destructive needs the profile's consent and your yes at the terminal. The key is
taken from ANTHROPIC_API_KEY or OPENAI_API_KEY, else from the system's keyring (keyring set wpf-agent anthropic).

Exit codes: 0 the session was ended, or the goal reached; 1 the goal was not reached, 2 usage, 3 the application or the
model was not reached, 4 refused, 5 the program ended or hung, 130 interrupted (the record is kept).

Goal options:
  --goal=TEXT            what is wanted, in your words
  --success=JSON         what must hold then: '{{"selector": {{"automation_id": "Status"}}, "text_contains": "Saved"}}'
  --provider=NAME        anthropic (the default) or openai, also for others that speak its API (OPENAI_BASE_URL)
  --model=NAME           the model (else the provider's default)
  --max-steps=N          how many answers of the model at most (else 20)
  --max-tokens=N         how many tokens at most, in and out (else 200000)
  --max-seconds=S        how long at most (else 600)
  --no-pictures          show the model no pictures
  --no-servers           leave the tools of other MCP servers out (`wpf-agent servers`)
  --save=FILE            write a scenario of what a run did that reached its goal; it runs without a model

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
    if context.options["--goal"] is not None:
        from wpfagent.entries.cli.pursuing import pursue

        return pursue(context)
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
        said["scenario"] = write_scenario(recorded, Path(wanted))
    if context.out.json:
        emit(json.dumps(said, ensure_ascii=False, default=str))
        return
    context.out.line(f"record: {said['session']}")
    if "scenario" in said:
        context.out.line(f"scenario: {said['scenario']}")
