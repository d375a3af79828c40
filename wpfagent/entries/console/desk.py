"""What a person does with the servers on the page: the same store and owner as on the command line."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from wpfagent.core import shapes
from wpfagent.core.errors import ConfirmationRequired, InvalidArgument, WpfAgentError
from wpfagent.entries.console.news import News
from wpfagent.runs.servers import toolbox
from wpfagent.runs.servers.calls import FILE_NAME, read_calls
from wpfagent.runs.servers.importing import import_text
from wpfagent.runs.servers.owner import Owner, lines_of
from wpfagent.runs.servers.resources import kind_of
from wpfagent.runs.servers.server import Server, merged, merged_args
from wpfagent.runs.servers.state import ToolInfo

POLL_S = 0.5
"""How often the files are looked at that other programs may change."""
Sources = Callable[[str], tuple[str, str]]
"""Returns, for a client's name, which file holds its servers, and the file's text."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a person filled in.

    Args:
        name: of the server.
        command: the program.
        args: its arguments, one a line.
        env: pairs of variable and value.
        cwd: the folder that it starts in.
        url: its address, instead of a command.
        headers: pairs of header and value.
        description: what it is for.
        enabled: whether it is started at once.
        include_resources: whether its resources are offered as a tool.
        no_arguments: the command takes none.
        agreed: the fingerprint of the command that the person was shown in full.
    """

    name: str = ""
    command: str = ""
    args: str = ""
    env: tuple[tuple[str, ...], ...] = ()
    cwd: str = ""
    url: str = ""
    headers: tuple[tuple[str, ...], ...] = ()
    description: str = ""
    enabled: bool = True
    include_resources: bool = False
    no_arguments: bool = False
    agreed: str = ""

    def server(self, held: Server | None) -> Server:
        """Return the server that this makes, of the one that is edited."""
        held = held or Server("")
        args = tuple(line.strip() for line in self.args.splitlines() if line.strip())
        return replace(
            held,
            name=self.name.strip(),
            command=self.command.strip(),
            args=merged_args(args, held.args),
            env=merged(_pairs(self.env), held.env),
            cwd=self.cwd.strip(),
            url=held.url if held.url and self.url == held.shown_url else self.url.strip(),
            headers=merged(_pairs(self.headers), held.headers),
            description=self.description.strip(),
            enabled=self.enabled,
            include_resources=self.include_resources,
        )

    def validate(self) -> None:
        """Raise InvalidArgument where a field that is needed is empty."""
        if not self.name.strip():
            raise InvalidArgument("The name is missing.", hint="Fill it in.", details={"field": "name"})
        if not self.command.strip() and not self.url.strip():
            raise InvalidArgument("The command is missing.", hint="Fill it in.", details={"field": "command"})
        if self.command.strip() and not self.args.strip() and not self.no_arguments:
            raise InvalidArgument("The arguments are missing.", hint="One a line; or tick that there are none.",
                                  details={"field": "args"})  # fmt: skip


def _pairs(given: tuple[tuple[str, ...], ...]) -> dict[str, str]:
    return {pair[0].strip(): pair[1] for pair in given if len(pair) == 2 and pair[0].strip()}


@dataclass
class Desk:
    """The servers, while the console is open.

    Args:
        owner: holds their processes.
        news: tells the pages.
        sources: reads other clients' files.
    """

    owner: Owner
    news: News
    sources: Sources
    _end: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def open(self) -> None:
        """Start what is enabled, and look out for what other programs change."""
        self.owner.listen(self.news.tell)
        for server in self.owner.store.servers().values():
            if server.enabled and server.is_approved:
                self.owner.begin(server)
        watching = threading.Thread(target=self._watch, daemon=True)
        watching.start()
        self._threads.append(watching)

    def close(self) -> None:
        """Look out no longer."""
        self._end.set()
        for thread in self._threads:
            thread.join()

    # -- the list -----------------------------------------------------------------------------------------------------

    def servers(self) -> list[dict[str, Any]]:
        """Return all servers, each with its state."""
        return [self._shown(server) for server in self.owner.store.servers().values()]

    def calls(self) -> list[dict[str, Any]]:
        """Return the last calls of tools, whoever made them."""
        return read_calls(self.owner.store.folder)

    def check(self, body: Any, server_id: str = "") -> dict[str, Any]:
        """Return what a form comes to: the whole command, what a person should know, what is wrong."""
        held = self._find(server_id) if server_id else None
        form = _form(body)
        server = form.server(held)
        problem: dict[str, Any] | None = None
        try:
            form.validate()
            server.validate()
            self._check_name(server)
        except WpfAgentError as error:
            problem = error.to_dict()["error"]
        known = bool(server.command or server.url)
        return {"problem": problem, "warnings": server.warnings() if known else [], "fingerprint": server.fingerprint,
                "command_line": server.shown_command if known else ""}  # fmt: skip

    def save(self, body: Any, server_id: str = "") -> dict[str, Any]:
        """Keep a form, and start the server at once where it is enabled. Raises InvalidArgument, StorageFailed."""
        form = _form(body)
        form.validate()
        held = self._find(server_id) if server_id else None
        server = form.server(held)
        if form.agreed == server.fingerprint:
            server = replace(server, approved=server.fingerprint)
        if server.enabled and not server.is_approved:
            raise _unseen(server)
        store = self.owner.store
        kept = store.add(server) if held is None else store.change(held.id, lambda _: server)
        if held is not None:
            self.owner.stop(held)
        if kept.enabled:
            self._start(kept)
        self.news.tell("servers")
        return self._shown(kept)

    def remove(self, server_id: str) -> dict[str, Any]:
        """Stop a server and take it out."""
        gone = self.owner.store.remove(server_id)
        self.owner.forget(gone)
        self.news.tell("servers")
        return {"removed": gone.name}

    def enable(self, server_id: str, body: Any) -> dict[str, Any]:
        """Start a server to whose command a person agrees, now or before. Raises ConfirmationRequired."""
        server = self._find(server_id)
        agreed = body.get("agreed") if isinstance(body, dict) else None
        if not server.is_approved and agreed != server.fingerprint:
            raise _unseen(server)
        kept = self.owner.store.change(
            server.id, lambda s: replace(s, enabled=True, approved=s.fingerprint if s == server else s.approved)
        )
        self._start(kept)
        return self._shown(kept)

    def disable(self, server_id: str) -> dict[str, Any]:
        """Stop a server at once."""
        kept = self.owner.store.change(server_id, lambda s: replace(s, enabled=False))
        self._run(lambda: self.owner.stop(kept))
        return self._shown(kept)

    def take_over(self, body: Any) -> dict[str, Any]:
        """Import another client's servers, or those of a text; disabled. Raises FileInvalid."""
        given = body if isinstance(body, dict) else {}
        client = given.get("client")
        what, text = self.sources(str(client)) if client else ("the text", str(given.get("text", "")))
        made = import_text(self.owner.store, text, what=what)
        self.news.tell("servers")
        return {"imported": [s.name for s in made.servers], "notes": made.notes}

    # -- one server ---------------------------------------------------------------------------------------------------

    def tools(self, server_id: str) -> dict[str, Any]:
        """Return a server's tools, and which of them a person lets models call."""
        server = self._find(server_id)
        listed = self.owner.tools(server)
        return {"count": len(listed), "tools": [{**t.to_dict(), "allowed": server.lets(t)} for t in listed]}

    def resources(self, server_id: str) -> dict[str, Any]:
        """Return a server's resources, each with its kind."""
        listed = self.owner.resources(self._find(server_id))
        return {"count": len(listed), "resources": [{**r.to_dict(), "kind": kind_of(r.mime_type)} for r in listed]}

    def read(self, server_id: str, body: Any) -> dict[str, Any]:
        """Return what a resource holds."""
        return self.owner.read(self._find(server_id), str(_key(body, "uri"))).to_dict()

    def call(self, server_id: str, body: Any) -> dict[str, Any]:
        """Call a tool for a person who tries it."""
        arguments = _key(body, "arguments")
        if not isinstance(arguments, dict):
            raise InvalidArgument("The arguments are no object.", hint="An object is expected.")
        try:
            return self.owner.call(self._find(server_id), str(_key(body, "tool")), arguments).to_dict()
        finally:
            self.news.tell("calls")

    def allow(self, server_id: str, body: Any) -> dict[str, Any]:
        """Let models call a tool, or no longer."""
        server, name = self._find(server_id), str(_key(body, "tool"))
        tool: ToolInfo | None = next((t for t in self.owner.tools(server) if t.name == name), None)
        if tool is None:
            raise InvalidArgument(f"{server.name} has no tool {name!r}.", hint="List its tools again.")
        toolbox.allow(self.owner.store, server, tool, allowed=_key(body, "allowed") is True)
        return {"allowed": _key(body, "allowed") is True}

    def logs(self, server_id: str, level: str, search: str) -> dict[str, Any]:
        """Return the last lines of a server's log that fit."""
        lines = lines_of(self.owner.store, self._find(server_id), level=level, search=search)
        return {"lines": [line.to_dict() for line in lines]}

    # -- inside -------------------------------------------------------------------------------------------------------

    def _find(self, server_id: str) -> Server:
        return self.owner.store.find(server_id)

    def _check_name(self, server: Server) -> None:
        others = (s for s in self.owner.store.servers().values() if s.id != server.id)
        if any(o.name.casefold() == server.name.casefold() for o in others):
            raise InvalidArgument(f"There is a server {server.name!r} already.",
                                  hint="Choose another name, or edit that one.", details={"field": "name"})  # fmt: skip

    def _shown(self, server: Server) -> dict[str, Any]:
        return {**server.to_dict(), "fingerprint": server.fingerprint, "state": self.owner.state(server).to_dict()}

    def _start(self, server: Server) -> None:
        """Start a server; where it does not start, its toggle falls back."""
        self.owner.begin(server)

        def settle() -> None:
            if self.owner.settled(server).status == "error":
                with suppress(WpfAgentError):
                    self.owner.store.change(server.id, lambda s: replace(s, enabled=False))
                self.news.tell("servers")

        self._run(settle)

    def _run(self, what: Callable[[], object]) -> None:
        thread = threading.Thread(target=what, daemon=True)
        thread.start()
        self._threads = [t for t in self._threads if t.is_alive()] + [thread]

    def _watch(self) -> None:
        """Follow what other programs do: the file of servers, the calls."""
        store = self.owner.store
        calls = store.folder / FILE_NAME
        seen = store.stamp(), _stamp(calls)
        known = self._read() or {}
        while not self._end.wait(POLL_S):
            now = store.stamp(), _stamp(calls)
            if now[1] != seen[1]:
                self.news.tell("calls")
            if now[0] != seen[0]:
                known = self._follow(known)
            seen = now

    def _follow(self, known: Mapping[str, Server]) -> Mapping[str, Server]:
        """Stop what runs and was removed or disabled; start what is enabled, and was not before."""
        now = self._read()
        if now is None:
            return known
        for server in self.owner.held():
            if server.id not in now:
                self.owner.forget(server)
            elif not now[server.id].enabled:
                self.owner.stop(server)
        for server_id, server in now.items():
            was = known.get(server_id)
            if server.enabled and server.is_approved and (was is None or not was.enabled):
                self.owner.begin(server)
        self.news.tell("servers")
        return now

    def _read(self) -> Mapping[str, Server] | None:
        """Return the servers by id; None while somebody edits the file by hand."""
        try:
            return {s.id: s for s in self.owner.store.servers().values()}
        except WpfAgentError:
            return None


def _stamp(path: Any) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)


def _form(body: Any) -> Form:
    return shapes.read(Form, body, what="the form", error=InvalidArgument)


def _key(body: Any, name: str) -> Any:
    if not isinstance(body, dict) or name not in body:
        raise InvalidArgument(f"{name} is missing.", hint="An object is expected.")
    return body[name]


def _unseen(server: Server) -> ConfirmationRequired:
    return ConfirmationRequired(
        f"This starts for the first time: {server.shown_command}",
        hint="Look at the whole command; a person must agree to it.",
        details={"command_line": server.shown_command, "env": server.shown_env, "fingerprint": server.fingerprint},
    )
