"""`wpf-agent run --goal`: a model works towards a goal; a person watches, and is asked for what is destructive."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wpfagent.actions.expect import Expectation
from wpfagent.core.errors import ConfirmationRequired, InvalidArgument
from wpfagent.core.extras import require
from wpfagent.core.json_text import parse_json
from wpfagent.entries.cli.asking import agrees, can_ask, consents
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.output import Output
from wpfagent.entries.cli.writing import write_scenario
from wpfagent.runs.goal.model import Goal, GoalResult, Limits, Said
from wpfagent.runs.goal.others import Toolbox
from wpfagent.runs.goal.providers import open_provider
from wpfagent.runs.goal.recorded import pursue_recorded
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.state import ToolInfo
from wpfagent.runs.servers.store import Store
from wpfagent.testing.tickets.recorded import Recorded
from wpfagent.testing.wording.trees import shorten

if TYPE_CHECKING:
    from wpfagent.runs.servers.toolbox import Agree


class AtTerminal:
    """Whoever sits at the terminal: sees each answer and act, and is asked for consent.

    Args:
        out: where lines go.
    """

    def __init__(self, out: Output) -> None:
        self.out = out

    def answered(self, step: int, said: Said) -> None:
        """Show the words of an answer."""
        self.out.styled(f"{step:>3}  {shorten(said.text) or '...'}", "bold")

    def told(self, text: str) -> None:
        """Show what was done."""
        for line in text.split("\n"):
            self.out.line(f"     {line}")

    def agree(self, server: Server, tool: ToolInfo, arguments: Mapping[str, Any]) -> bool:
        """Ask whether the model may call another program's tool; without a terminal the answer is no."""
        if not can_ask(self.out):
            return False
        self.out.line(f"The model wants to call a tool of {server.name} for the first time: {tool.name}")
        self.out.text(f"  {tool.description}\n  {json.dumps(arguments, ensure_ascii=False)}")
        return agrees(self.out, self.out.said("Let it call this tool, now and later? [y/N]"))

    def confirm(self, error: ConfirmationRequired) -> bool:
        """Ask for consent to what is destructive; without a terminal the answer is no."""
        return can_ask(self.out) and consents(self.out, error)


def pursue(context: Context) -> int:
    """Let a model work towards the goal of the options."""
    options, out = context.options, context.out
    goal = _goal(options)
    spec = context.target_spec() or context.state.recall_target(context.desktop)
    provider = open_provider(options["--provider"] or "anthropic", options["--model"])
    watcher = AtTerminal(out)
    context.say_simulated()
    with servers_of(context, watcher.agree) as toolbox:
        result, recorded = pursue_recorded(
            goal,
            context.desktop,
            context.artifacts,
            spec=spec,
            provider=provider,
            policy=context.policy("goal"),
            profiles=context.profile_set.profiles,
            confirm=watcher.confirm,
            watcher=watcher,
            on_launch=lambda what: out.line(f"  starting {what}"),
            keep_open=bool(options["--keep-open"]),
            toolbox=toolbox,
        )
    _tell(context, result, recorded)
    return result.exit_code


@contextmanager
def servers_of(context: Context, agree: Agree) -> Iterator[Toolbox | None]:
    """Start the enabled servers for a run, and give their tools; None where there are none."""
    store = Store()
    enabled = [s for s in store.servers().values() if s.enabled and s.is_approved]
    if context.options["--no-servers"] or not enabled:
        yield None
        return
    require("uvicorn")
    from wpfagent.runs.servers.owner import Owner
    from wpfagent.runs.servers.toolbox import ServerTools

    with Owner(store, caller="goal") as owner:
        for state in owner.start_all(enabled):
            told = state.error or f"{state.tools} tools"
            context.out.line(f"  server {state.name}: {state.title}, {told}")
        yield ServerTools(owner, [s for s in enabled if owner.state(s).status == "connected"], agree)


def _goal(options: Mapping[str, Any]) -> Goal:
    text = options["--goal"].strip()
    if not text:
        raise InvalidArgument("--goal says nothing.", hint='For example --goal "set the region to Europe".')
    limits = Limits()
    return Goal(
        text,
        _success(options["--success"]),
        Limits(
            int(_number(options, "--max-steps", limits.steps)),
            int(_number(options, "--max-tokens", limits.tokens)),
            _number(options, "--max-seconds", limits.seconds),
        ),
        pictures=not options["--no-pictures"],
    )


def _success(given: str | None) -> Expectation | None:
    if given is None:
        return None
    try:
        return Expectation.parse(parse_json(given))
    except json.JSONDecodeError as error:
        raise InvalidArgument(
            f"--success is no JSON: {error.msg} at character {error.pos + 1}.",
            hint='For example {"selector": {"automation_id": "Status"}, "text_contains": "Saved"}.',
        ) from error


def _number(options: Mapping[str, Any], flag: str, default: float) -> float:
    given = options[flag]
    if given is None:
        return default
    if re.fullmatch(r"\d{1,9}", given) is None or int(given) == 0:
        raise InvalidArgument(f"{flag} cannot be {given!r}.", hint="A whole number above 0 is expected.")
    return int(given)


def _tell(context: Context, result: GoalResult, recorded: Recorded) -> None:
    out = context.out
    said: dict[str, Any] = {**result.to_dict(), "session": recorded.session.folder,
                            "tickets": [f.to_dict() for f in recorded.filed]}  # fmt: skip
    out.styled(f"{result.end}: {result.reason}", "green" if result.end == "done" else "bold red")
    if result.error is not None and result.error.hint:
        out.line(f"  {result.error.hint}")
    if result.expectation is not None:
        named = "named by the model" if result.named_by == "model" else "asked for"
        out.line(f"  {named}: {result.expectation.describe()}")
    if result.verdict is not None:
        out.line(f"  seen: {result.verdict.actual}")
    out.line(f"  {result.steps} answers, {result.acts} actions, {result.tokens} tokens, {result.seconds:.1f} s")
    if (wanted := context.options["--save"]) is not None and result.end == "done":
        said["scenario"] = write_scenario(recorded, Path(wanted))
        out.line(f"  scenario: {said['scenario']}")
    out.line(f"  record: {recorded.session.folder}")
    out.document(said)
