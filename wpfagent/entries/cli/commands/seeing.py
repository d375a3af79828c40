"""`wpf-agent windows`, `controls` and `inspect`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from wpfagent.core.errors import ElementNotFound, InvalidArgument
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target
from wpfagent.entries.cli import fields, usage
from wpfagent.entries.cli.commands import do
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.replies import with_names
from wpfagent.gate.request import Reply, Request
from wpfagent.gate.schema import validate_request
from wpfagent.testing.tickets.code import places_of

INSPECT = f"""\
Show one control in full, with the selector to use for it.

Usage:
  wpf-agent inspect [options]

Examples:
  wpf-agent inspect --id SaveButton
  wpf-agent inspect --title-re "Order Desk" --label "Server address"
  wpf-agent inspect --ref r12
  wpf-agent inspect --pick                (point at a control with the mouse)

Pick options:
  --pick                 the control under the mouse pointer when you press Enter here

{usage.SELECTOR}
{usage.TARGET}
Call options:
  --source=FOLDER        name where the control's XAML and handler stand, from the sources in this folder
  --timeout-ms=MS        how long to wait for the element (else 10000)

{usage.COMMON}"""


def run_windows(argv: Sequence[str], desktop: Desktop | None) -> int:
    """List the windows of the desktop, or of one application."""
    return do.run_as("list_windows", argv, desktop)


def run_controls(argv: Sequence[str], desktop: Desktop | None) -> int:
    """List the controls of an application."""
    return do.run_as("list_controls", argv, desktop)


def run_inspect(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Show one control."""
    context = Context(usage.parse(INSPECT, argv), desktop)
    if context.options.get("--pick"):
        return _pick(context)
    selector = fields.selector_of(context.options)
    if selector is None:
        raise InvalidArgument("inspect needs a selector.", hint="For example --id SaveButton, --ref r12, or --pick.")
    timeout = context.options.get("--timeout-ms")
    args = {"selector": selector, **({"timeout_ms": int(timeout)} if timeout and timeout.isdigit() else {})}
    call = validate_request({"tool": "get_state", "args": args})
    with context.gate() as gate:
        target = context.open_target(gate)
        reply = gate.execute(Request("get_state", {}, call.request.selector, target, call.request.timeout_ms))
        names = context.state.save_refs(target, gate.refs)
    return _show(context, reply, names, target)


def _pick(context: Context) -> int:
    """Show the control that a person points at; its application is remembered for the calls that follow."""
    asked = context.out.said("Point at the control with the mouse, then press Enter here.")
    print(asked, end=" ", file=sys.stderr, flush=True)
    sys.stdin.readline()
    point = context.desktop.pointer()
    hit = context.desktop.at_point(*point)
    if hit is None:
        raise ElementNotFound(f"There is no control at {point[0]},{point[1]}.", hint="Point at a window.")
    with context.gate() as gate:
        target = gate.targets.resolve({"pid": hit.pid})
        context.state.remember_target(target)
        gate.refs.note(hit)
        reply = gate.execute(Request("get_state", {}, {"ref": hit.ref}, target))
        names = context.state.save_refs(target, gate.refs)
    return _show(context, reply, names, target)


def _show(context: Context, reply: Reply, names: Mapping[str, str], target: Target) -> int:
    control = reply.control
    assert control is not None
    durable = reply.selector or Selector(ref=names.get(control.ref))
    facts = {
        **with_names(control.to_dict(), names),
        "help_text": control.help_text,
        "access_key": control.access_key,
        "focusable": control.focusable,
        "is_password": control.is_password,
        "read_only": control.read_only,
        "minimum": control.minimum,
        "maximum": control.maximum,
    }
    facts.pop("depth")
    state = {k: v for k, v in reply.result.items() if k not in ("exists", "ref")}
    places = places_of(control.to_dict(), target.title, _sources(context, target))
    found = {
        "control": facts,
        "state": state,
        **({"code": places} if places else {}),
        "selector": durable.to_dict(),
        "matched_by": reply.matched_by,
    }
    context.out.document(found | ({"desktop": reply.desktop} if reply.desktop != "uia" else {}))
    context.say_simulated()
    context.out.styled(control.describe(), "bold")
    context.out.line(f"  selector: {durable.describe()}")
    for key, value in {**facts, **state}.items():
        if value not in (None, "", [], ()) and key != "name":
            context.out.line(f"  {key}: {value}")
    for key, value in places.items():
        context.out.line(f"  {key}: {value}")
    return 0


def _sources(context: Context, target: Target) -> tuple[str, ...]:
    """The folders of source code that the call names, or the target's profile."""
    given = context.options.get("--source")
    profile = context.profile_set.profiles.get(target.spec.profile or "")
    return (given,) if given else profile.source if profile is not None else ()
