"""`wpf-agent do ACTION`: one action by hand. `controls` and `windows` are actions with a name of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wpfagent.actions import get_action
from wpfagent.actions.base import Action
from wpfagent.actions.evidence.pictures import write
from wpfagent.core.errors import ConfirmationRequired, InvalidArgument
from wpfagent.core.model import iso_time
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target
from wpfagent.entries.cli import Shown, fields, usage
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.replies import print_reply, with_names
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Reply, Request
from wpfagent.gate.schema import validate_request

USAGE = """\
Perform one action on an application, and say what it came to.

Usage:
  wpf-agent do <action> [options]

Examples:
  wpf-agent do click --title-re "Order Desk" --id SaveButton
  wpf-agent do type_text --id NameBox --text "山田 花子"      (on the application last attached)
  wpf-agent do select_item --id OrdersGrid --row "Order no=SO-1003"
  wpf-agent do wait_for --id StatusText --until text_contains=saved --timeout-ms 5000
  wpf-agent do screenshot --process MyApp --out window.png

`wpf-agent do ACTION --help` documents an action's arguments. Effects are `confirmed` (seen in the program), `no_op`
(nothing changed) or `unverifiable`. Something destructive is asked for twice: the first call gives a token for
--confirm.

Actions:
"""
CONSENT = """\
Call options:
  --args=JSON            arguments as JSON or '@file.json', beside or instead of their flags
  --timeout-ms=MS        how long to wait for the element and the effect (else 10000)
"""
CONFIRM = """\
  --confirm=TOKEN        the second step of something destructive
"""


def text_of(action: Action[Any], command: str = "") -> str:
    """Return the usage text of one action."""
    own = [fields.flag_of(f.name) for f in action.fields()]
    parts = [
        action.doc,
        f"Usage:\n  wpf-agent {command or f'do {action.name}'} [options]",
        fields.option_lines(action),
        usage.SELECTOR if action.selector != "none" else "",
        usage.TARGET,
        CONSENT
        + ("" if action.reads else CONFIRM)
        + ("  --out=FILE             write the picture there\n" * _shows(action)),
        _without_clashes(usage.MODE, own),
        usage.COMMON,
    ]
    return "\n\n".join(p.strip() for p in parts if p.strip()) + "\n"


def _shows(action: Action[Any]) -> bool:
    return action.name == "screenshot"


def _without_clashes(text: str, own: Sequence[str]) -> str:
    """Where an action has a `mode` of its own, the policy's is `--policy-mode`."""
    return text.replace("--mode=MODE       ", "--policy-mode=MODE") if "--mode" in own else text


def overview() -> str:
    """Return the help of `do` with every action of the table."""
    return USAGE + "\n".join(fields.action_lines()) + "\n"


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Perform `do ACTION …`."""
    words = list(argv[1:])
    if words[:1] in (["-h"], ["--help"]):
        raise Shown(overview())
    if not words or words[0].startswith("-"):
        raise InvalidArgument(
            "do needs an action first.", hint="wpf-agent do ACTION [options]; `do --help` lists them."
        )
    action = get_action(words[0])
    options = usage.parse(text_of(action), fields.with_short_names(["do", *words]))
    return perform(action, Context(options, desktop))


def run_as(name: str, argv: Sequence[str], desktop: Desktop | None) -> int:
    """Perform an action under the name of a command: `controls` is `list_controls`."""
    action = get_action(name)
    return perform(action, Context(usage.parse(text_of(action, argv[0]), argv), desktop))


def perform(action: Action[Any], context: Context) -> int:
    """Perform an action with a call's options and print what it came to."""
    options = context.options
    written = _written(action, context)
    with context.gate() as gate:
        call = validate_request({"tool": action.name, "args": written})
        target = _target(action, context, gate)
        known = set(gate.album.shots)
        request = replace(call.request, target=target)
        try:
            reply = gate.execute(request)
        except ConfirmationRequired as error:
            token = error.details["confirm_token"]
            error.hint = f"To do it, repeat the call within {error.details['expires_s']:g} s with --confirm {token}."
            raise
        names = context.state.save_refs(target, gate.refs) if target is not None and gate.refs.entries else {}
        if target is not None and gate.album.shots.keys() - known:
            context.state.save_album(target, gate.album)
        reply = _keep_picture(reply, request, context)
        reply = replace(reply, result=with_names(reply.result, names), evidence=with_names(reply.evidence, names))
    context.out.document(reply.to_dict())
    if reply.desktop != "uia":
        context.out.line(f"({reply.desktop})")
    print_reply(reply, context.out, options)
    return 0


def _written(action: Action[Any], context: Context) -> dict[str, Any]:
    options = context.options
    written: dict[str, Any] = {}
    if (given := options.get("--args")) is not None:
        written = fields.read_json("--args", given)
        if not isinstance(written, dict):
            raise InvalidArgument("--args is no JSON object.", hint='For example --args \'{"text": "x"}\'.')
    written |= fields.args_of(action, options)
    if action.selector != "none" and (selector := fields.selector_of(options)) is not None:
        written["selector"] = selector
    if (timeout := options.get("--timeout-ms")) is not None:
        if not timeout.isdigit():
            raise InvalidArgument(f"--timeout-ms cannot be {timeout!r}.", hint="Milliseconds, 0 or more.")
        written["timeout_ms"] = int(timeout)
    if options.get("--confirm") is not None:
        written["confirm_token"] = options["--confirm"]
    if action.target == "none" and "target_spec" not in written and (spec := context.target_spec()) is not None:
        written["target_spec"] = spec.to_dict()
    return written


def _target(action: Action[Any], context: Context, gate: Gate) -> Target | None:
    if action.target == "none":
        return None
    if action.target == "optional":
        return context.find_target(gate) if context.target_spec() is not None or _shows(action) else None
    return context.open_target(gate)


def _keep_picture(reply: Reply, request: Request, context: Context) -> Reply:
    """A picture goes where --out says, else into the artifacts."""
    if reply.picture is None:
        return reply
    out = context.options.get("--out")
    stamp = iso_time()[:19].replace(":", "").replace("-", "")
    path = write(out or str(context.artifacts / "screens" / f"{stamp}-{request.action}.png"), reply.picture.png)
    return replace(reply, result={"path": path, **reply.result})
