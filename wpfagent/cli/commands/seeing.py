"""`wpf-agent windows`, `controls` and `inspect`."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.cli import fields, usage
from wpfagent.cli.commands import do
from wpfagent.cli.context import Context
from wpfagent.cli.replies import with_names
from wpfagent.desktops.base import Desktop
from wpfagent.errors import InvalidArgument
from wpfagent.execute import Request
from wpfagent.schemas import validate_request
from wpfagent.selector import Selector

INSPECT = f"""\
Show one control in full, with the selector to use for it.

Usage:
  wpf-agent inspect [options]

Examples:
  wpf-agent inspect --id SaveButton
  wpf-agent inspect --title-re "Order Desk" --label "Server address"
  wpf-agent inspect --ref r12

{usage.SELECTOR}
{usage.TARGET}
Call options:
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
    selector = fields.selector_of(context.options)
    if selector is None:
        raise InvalidArgument("inspect needs a selector.", hint="For example --id SaveButton, or --ref r12.")
    timeout = context.options.get("--timeout-ms")
    args = {"selector": selector, **({"timeout_ms": int(timeout)} if timeout and timeout.isdigit() else {})}
    call = validate_request({"tool": "get_state", "args": args})
    with context.gate() as gate:
        target = context.open_target(gate)
        reply = gate.execute(Request("get_state", {}, call.request.selector, target, call.request.timeout_ms))
        names = context.state.save_refs(target, gate.refs)
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
    found = {"control": facts, "state": state, "selector": durable.to_dict(), "matched_by": reply.matched_by}
    context.out.document(found | ({"desktop": reply.desktop} if reply.desktop != "uia" else {}))
    context.say_simulated()
    context.out.styled(control.describe(), "bold")
    context.out.line(f"  selector: {durable.describe()}")
    for key, value in {**facts, **state}.items():
        if value not in (None, "", [], ()) and key != "name":
            context.out.line(f"  {key}: {value}")
    return 0
