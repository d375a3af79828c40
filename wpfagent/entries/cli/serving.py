"""What `wpf-agent servers` does, command by command: thin over the store and the owner of the servers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from wpfagent.core.errors import ConfirmationRequired, FileInvalid, InvalidArgument
from wpfagent.core.extras import require
from wpfagent.core.json_text import parse_json
from wpfagent.entries.cli.asking import agrees, can_ask
from wpfagent.entries.cli.context import Context
from wpfagent.entries.cli.fields import FROM_FILE, content_of
from wpfagent.runs.servers.importing import import_text
from wpfagent.runs.servers.logs import LEVELS
from wpfagent.runs.servers.resources import KINDS, fits
from wpfagent.runs.servers.server import Server
from wpfagent.runs.servers.state import State
from wpfagent.runs.servers.store import Store

LAST = 200
LONGEST_LINE = 100


def list_servers(context: Context) -> int:
    """List them as they are configured; nothing is started."""
    store = Store()
    held = list(store.servers().values())
    out = context.out
    rows = [(s.name, out.said("on" if s.enabled else "off"), s.shown_command, s.description) for s in held]
    out.document({"servers": [s.to_dict() for s in held], "file": str(store.path)})
    out.table(("name", "enabled", "command", "description"), rows)
    out.line(f"from {store.path}" if held else "There are none yet: `wpf-agent servers add` makes one.")
    return 0


def add(context: Context) -> int:
    """Add a server, and start it where it is enabled and a person agrees."""
    options = context.options
    server = _with_settings(Server(options["<name>"], enabled=not options["--disabled"]), options)
    _check_args(server, options)
    kept = Store().add(server)
    context.out.line(f"added {kept.name}")
    return _start_or_tell(context, kept)


def edit(context: Context) -> int:
    """Change a server's settings, and start it anew where it is enabled."""
    options, store = context.options, Store()
    held = store.find(options["<name>"])
    changed = _with_settings(held, options)
    if options["--name"]:
        changed = replace(changed, name=options["--name"])
    if changed == held:
        raise InvalidArgument("Nothing to change was given.", hint="For example --description=TEXT, or a new command.")
    _check_args(changed, options)
    kept = store.change(held.id, lambda _held: changed)
    context.out.line(f"changed {kept.name}")
    return _start_or_tell(context, kept)


def remove(context: Context) -> int:
    """Take a server out, with its log."""
    from wpfagent.runs.servers.logs import log_path

    store = Store()
    gone = store.remove(context.options["<name>"])
    log_path(store.folder, gone.id).unlink(missing_ok=True)
    context.out.document({"removed": gone.name})
    context.out.line(f"removed {gone.name}")
    return 0


def enable(context: Context) -> int:
    """Start a server; it is enabled where it starts, and stays disabled where it does not."""
    store = Store()
    return _start(context, store, store.find(context.options["<name>"]))


def disable(context: Context) -> int:
    """Disable a server: nothing starts it any more."""
    kept = Store().change(context.options["<name>"], lambda s: replace(s, enabled=False))
    context.out.document({"server": kept.to_dict()})
    context.out.line(f"{kept.name}: disabled")
    return 0


def status(context: Context) -> int:
    """Start the enabled servers side by side, say how they are, and end them."""
    held = _named(context)
    with _owner() as owner:
        owner.start_all(s for s in held if s.enabled)
        states = [owner.state(s) for s in held]
        context.out.document({"servers": [s.to_dict() for s in states]})
        said = context.out.said
        rows = [(s.name, said(s.title), "" if s.tools is None else s.tools, said(s.error) or s.version) for s in states]
        context.out.table(("name", "status", "tools", "what it says"), rows)
        for server in held:
            if server.enabled and not server.is_approved:
                context.out.line(f"{server.name}: nobody has agreed to its command yet: `servers enable` shows it")
    return 1 if any(s.status == "error" for s in states) else 0


def doctor(context: Context) -> int:
    """Go through the start of servers step by step."""
    states: list[State] = []
    with _owner() as owner:
        for server in _named(context):
            agreed = _agreed(context, owner.store, server)
            state = owner.start(agreed)
            owner.stop(agreed)
            states.append(state)
            _tell_steps(context, state)
    context.out.document({"servers": [s.to_dict() for s in states]})
    return 1 if any(s.status == "error" for s in states) else 0


def tools(context: Context) -> int:
    """List what a server offers to be called."""
    with _connected(context) as (owner, server):
        listed = owner.tools(server)
    shown = [t for t in listed if t.fits(context.options["--search"] or "")]
    context.out.document({"server": server.name, "count": len(listed), "tools": [t.to_dict() for t in shown]})
    rows = [(t.name, ", ".join(t.schema.get("properties", {})), _short(t.description)) for t in shown]
    context.out.table(("tool", "arguments", "description"), rows)
    context.out.line(f"tools: {len(shown)} of {len(listed)}")
    return 0


def resources(context: Context) -> int:
    """List what a server offers to be read, or read one."""
    options = context.options
    kind = options["--kind"] or ""
    if kind and kind not in KINDS:
        raise InvalidArgument(f"--kind cannot be {kind!r}.", hint=f"One of: {', '.join(KINDS)}.")
    with _connected(context) as (owner, server):
        if options["--read"]:
            read = owner.read(server, options["--read"])
            context.out.document({"server": server.name, "uri": options["--read"], "text": read.text})
            context.out.text(read.text)
            return 0
        listed = owner.resources(server)
    shown = [r for r in listed if fits(r, options["--search"] or "", kind)]
    context.out.document({"server": server.name, "count": len(listed), "resources": [r.to_dict() for r in shown]})
    context.out.table(("uri", "name", "kind", "description"),
                      [(r.uri, r.name, r.mime_type, _short(r.description)) for r in shown])  # fmt: skip
    context.out.line(f"resources: {len(shown)} of {len(listed)}")
    return 0


def call(context: Context) -> int:
    """Call a tool once."""
    options = context.options
    arguments = _arguments(options["<arguments>"])
    with _connected(context) as (owner, server):
        outcome = owner.call(server, options["<tool>"], arguments)
    context.out.document({"server": server.name, "tool": options["<tool>"], **outcome.to_dict()})
    context.out.text(outcome.text)
    context.out.line(f"done in {outcome.ms} ms" if outcome.ok else f"failed in {outcome.ms} ms")
    return 0 if outcome.ok else 1


def allow(context: Context) -> int:
    """Let models call a tool, with the schema that it has now."""
    from wpfagent.runs.servers import toolbox

    name = context.options["<tool>"]
    with _connected(context) as (owner, server):
        tool = next((t for t in owner.tools(server) if t.name == name), None)
        if tool is None:
            raise InvalidArgument(f"{server.name} has no tool {name!r}.", hint="`wpf-agent servers tools` lists them.")
        toolbox.allow(owner.store, server, tool)
    context.out.document({"server": server.name, "allowed": name})
    context.out.line(f"{server.name}: models may call {name}")
    return 0


def logs(context: Context) -> int:
    """Show the last lines of a server's log."""
    from wpfagent.runs.servers.logs import log_path, read_log

    options, store = context.options, Store()
    server = store.find(options["<name>"])
    level, last = options["--level"] or "", options["--last"] or str(LAST)
    if level and level not in LEVELS:
        raise InvalidArgument(f"--level cannot be {level!r}.", hint=f"One of: {', '.join(LEVELS)}.")
    if not last.isdecimal():
        raise InvalidArgument(f"--last cannot be {last!r}.", hint="A whole number.")
    path = log_path(store.folder, server.id)
    lines = read_log(path, level=level, search=options["--search"] or "", last=int(last))
    context.out.document({"server": server.name, "file": str(path), "lines": [line.to_dict() for line in lines]})
    for line in lines:
        context.out.text(line.to_text())
    context.out.line("" if lines else "no line fits")
    return 0


def import_(context: Context) -> int:
    """Take over the servers of another client's file, or of a text; they come in disabled."""
    what, text = _import_text(context.options)
    made = import_text(Store(), text, what=what)
    context.out.document({"imported": [s.to_dict() for s in made.servers], "notes": made.notes})
    context.out.table(("name", "command"), [(s.name, s.shown_command) for s in made.servers])
    for note in made.notes:
        context.out.line(note)
    context.out.line("They are disabled: `wpf-agent servers enable NAME` shows the whole command and starts it.")
    return 0


DOES: Mapping[str, Callable[[Context], int]] = {
    "list": list_servers, "add": add, "edit": edit, "remove": remove, "enable": enable, "disable": disable,
    "status": status, "doctor": doctor, "tools": tools, "resources": resources, "call": call, "allow": allow,
    "logs": logs,
    "import": import_,
}  # fmt: skip


# -- settings ---------------------------------------------------------------------------------------------------------


def _with_settings(server: Server, options: Mapping[str, Any]) -> Server:
    if options["<command>"]:
        server = replace(server, command=options["<command>"], args=tuple(options["<arg>"]), url="")
    if options["--url"]:
        server = replace(server, url=options["--url"], command="", args=())
    env = {k: v for k, v in server.env.items() if k not in options.get("--unset-env", ())}
    resources = True if options["--resources"] else False if options["--no-resources"] else server.include_resources
    return replace(
        server,
        env=env | _pairs("--env", options["--env"]),
        headers=dict(server.headers) | _pairs("--header", options["--header"]),
        description=server.description if options["--description"] is None else options["--description"],
        cwd=server.cwd if options["--cwd"] is None else options["--cwd"],
        include_resources=resources,
    )


def _pairs(flag: str, given: list[str]) -> dict[str, str]:
    made = {}
    for text in given:
        key, sign, value = text.partition("=")
        if not sign or not key.strip():
            raise InvalidArgument(f"{flag}={key} is no KEY=VALUE.", hint=f"For example {flag}=MODE=fast.")
        made[key.strip()] = value
    return made


def _check_args(server: Server, options: Mapping[str, Any]) -> None:
    if server.command and not server.args and not options["--no-args"]:
        raise InvalidArgument(f"{server.name}: the command has no arguments.",
                              hint="Give them behind it, or say --no-args where it takes none.")  # fmt: skip


def _arguments(given: str | None) -> dict[str, Any]:
    text = given or "{}"
    try:
        made = parse_json(content_of(text[1:]) if text.startswith(FROM_FILE) else text)
    except json.JSONDecodeError as error:
        raise InvalidArgument(
            f"The arguments are no JSON: {error.msg} at character {error.pos + 1}.",
            hint='For example {"path": "a.txt"}, or @FILE for a file that holds them.',
        ) from error
    if not isinstance(made, dict):
        raise InvalidArgument("The arguments are no JSON object.", hint='For example {"path": "a.txt"}.')
    return made


def _import_text(options: Mapping[str, Any]) -> tuple[str, str]:
    if options["--paste"]:
        return "the text", sys.stdin.read()
    return text_of_client(options["--client"]) if options["--client"] else _text_of(Path(options["--file"]))


def text_of_client(name: str) -> tuple[str, str]:
    """Return a client's own file, and what it holds. Raises InvalidArgument, FileInvalid."""
    from wpfagent.entries.registration.clients import find_client
    from wpfagent.entries.registration.computer import Computer

    return _text_of(find_client(name).file("user", Computer.here()))


def _text_of(path: Path) -> tuple[str, str]:
    try:
        return str(path), path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileInvalid(f"{path} cannot be read: {error}.", hint="Is the path right?") from error


# -- starting ---------------------------------------------------------------------------------------------------------


def _start_or_tell(context: Context, server: Server) -> int:
    for warning in server.warnings():
        context.out.line(f"note: {warning}")
    if server.enabled:
        return _start(context, Store(), server)
    context.out.document({"server": server.to_dict(), "warnings": server.warnings()})
    return 0


def _start(context: Context, store: Store, server: Server) -> int:
    """Start a server to see that it does; what does not start, or nobody agrees to, falls back to disabled."""
    try:
        agreed = _agreed(context, store, server)
        with _owner(store) as owner:
            context.out.line(f"starting {agreed.name} ...")
            state = owner.start(agreed)
    except ConfirmationRequired:
        store.change(server.id, lambda s: replace(s, enabled=False))
        raise
    kept = store.change(server.id, lambda s: replace(s, enabled=state.status == "connected"))
    context.out.document({"server": kept.to_dict(), "state": state.to_dict(), "warnings": kept.warnings()})
    _tell_steps(context, state)
    if state.status != "connected":
        context.out.line(f"{kept.name} is disabled until it starts.")
    return 0 if state.status == "connected" else 1


def _agreed(context: Context, store: Store, server: Server) -> Server:
    """The server, to whose whole command a person has agreed. Raises ConfirmationRequired."""
    if server.is_approved:
        return server
    out = context.out
    out.line("This will be started:")
    out.text(f"  {server.shown_command}")
    for key, value in server.shown_env.items():
        out.text(f"  {key}={value}")
    if not context.options["--yes"]:
        if not can_ask(out):
            raise ConfirmationRequired(
                f"Nobody has agreed to this command yet: {server.shown_command}",
                hint="Look at the whole of it; then repeat this with --yes, or run it at a terminal.",
                details={"server": server.name, "command_line": server.shown_command, "env": server.shown_env},
            )
        if not agrees(out, out.said("Start it? [y/N]")):
            raise ConfirmationRequired(f"{server.name} was not started: you said no.", hint="Nothing was run.")
    return store.change(server.id, lambda s: replace(s, approved=server.fingerprint), is_edit=False)


@contextmanager
def _connected(context: Context) -> Iterator[Any]:
    """The owner with the server that is named, started, and the server. Raises ServerNotConnected where it is off."""
    from wpfagent.runs.servers.connection import ServerFailed, ServerNotConnected

    store = Store()
    server = store.find(context.options["<name>"])
    if not server.enabled:
        raise ServerNotConnected(
            f"{server.name} is not connected: it is disabled.",
            hint=f"Enable it first: `wpf-agent servers enable {server.name!r}`.",
        )
    with _owner(store) as owner:
        state = owner.start(server)
        if state.status != "connected":
            raise ServerFailed(f"{server.name} does not start: {state.error}", hint=state.hint, details=state.to_dict())
        yield owner, server


@contextmanager
def _owner(store: Store | None = None) -> Iterator[Any]:
    require("uvicorn")
    from wpfagent.runs.servers.owner import Owner

    with Owner(store or Store(), caller="cli") as owner:
        yield owner


def _named(context: Context) -> list[Server]:
    store, names = Store(), context.options["<names>"]
    return [store.find(name) for name in names] if names else list(store.servers().values())


def _tell_steps(context: Context, state: State) -> None:
    out = context.out
    out.styled(
        f"{state.name}: {out.said(state.title)}", "green" if state.status in ("connected", "stopped") else "bold red"
    )
    for step in state.steps:
        mark = {True: "ok", False: "FAILED", None: "not tried"}[step.ok]
        out.text(f"  {out.said(mark):<10} {out.said(step.name):<10} {out.said(step.seen)}")
    if state.error:
        out.line(f"  {state.hint}")
    for line in state.stderr[-5:] if state.status == "error" else ():
        out.text(f"  stderr: {line}")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}..."
