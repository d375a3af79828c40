"""One client's connection: its desktop, its record, and a gate in each lane.

Nothing is opened before the first call: a client that only asks for the tools gets them at once, and what keeps the
server from working is said in the reply to a call, again in each, until it is mended.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from wpfagent import __version__
from wpfagent.core.errors import ProfileNotFound
from wpfagent.core.files import lies_in
from wpfagent.core.model import ProcessInfo
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target
from wpfagent.entries.mcp.fenced import is_hidden
from wpfagent.entries.mcp.following import Following
from wpfagent.entries.mcp.lanes import PATIENCE_S, Lane
from wpfagent.entries.mcp.neighbours import Neighbours
from wpfagent.entries.mcp.news import News, Watching
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.gate.applications import Applications
from wpfagent.gate.execute import Gate
from wpfagent.gate.request import Reply
from wpfagent.gate.schema import Call, resolve_call
from wpfagent.profiles.profile import Profile, ProfileRecord
from wpfagent.profiles.store import ProfileSet, find_profiles, open_profiles
from wpfagent.safety.masking import hide_typed
from wpfagent.safety.policy import Policy
from wpfagent.testing.artifacts import find_artifacts
from wpfagent.testing.oracles.judging import Judge, check_profile
from wpfagent.testing.record.session import SessionWriter

if TYPE_CHECKING:
    from wpfagent.runs.servers.owner import Owner

logger = logging.getLogger(__name__)
T = TypeVar("T")
LOBBY = "the desktop"
"""The lane of what needs no target, or finds one."""
FAREWELL_S = 1.0
"""How long an exploration that is under way may take to close its application and its record, when the client goes."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What the first call opens."""

    desktop: Desktop
    profiles: ProfileSet
    policy: Policy
    session: SessionWriter

    @property
    def artifacts(self) -> Path:
        """The artifacts folder, in which the session lies."""
        return Path(self.session.folder).parents[1]

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders whose files a call may name: the scenarios of the profiles inside the fence, and the records."""
        fence = self.policy.fence
        inside = (p for name, p in self.profiles.profiles.items() if fence is None or name in fence)
        named = (Path(folder) for profile in inside for folder in profile.scenarios)
        return (*named, self.artifacts / "sessions", self.artifacts / "tickets")

    def reaches(self, path: str) -> bool:
        """Return whether a call may name a path: it lies in those folders, its links too, in no hidden record."""
        is_inside = lies_in(path, *self.folders) and lies_in(os.path.realpath(path), *self.folders)
        return is_inside and not self.policy.hides(path)


def open_connection(
    options: ServeOptions, disabled: frozenset[str], client: Mapping[str, Any], desktop: Desktop
) -> Opened:
    """Read the profiles and begin a session.

    Args:
        options: what the server was started with.
        disabled: the tools that are switched off.
        client: the client's name, version and protocol.
        desktop: the desktop to use.

    Raises:
        ProfileInvalid, ProfileNotFound, StorageFailed: it cannot work this way.
    """
    desktop.person.tell = logger.warning
    profiles = read_profiles(options, desktop.name)
    artifacts = artifacts_of(options, profiles)
    policy = Policy(
        "mcp",
        mode=options.mode,
        stop_key=options.stop_key,
        allow_launch=options.allow_launch,
        fence=frozenset(options.fence) if options.fence else None,
        disabled=disabled,
        own=refused_programs(desktop.processes(), (os.getpid(), options.client_pid)),
        hides=lambda path: is_hidden(path, artifacts, options.fence),
    )
    facts: dict[str, Any] = {
        "caller": "mcp",
        "desktop": desktop.name,
        "version": __version__,
        "client": dict(client),
        "note": "What the person asked the client for is not visible to a server.",
    }
    if len(options.fence) == 1:
        facts["profile"] = options.fence[0]
    return Opened(desktop, profiles, policy, SessionWriter(str(artifacts), facts))


def read_profiles(options: ServeOptions, desktop_name: str) -> ProfileSet:
    """Return the profiles; never those of the current folder, which is somebody else's.

    Raises:
        ProfileInvalid: the file does not hold what it should.
        ProfileNotFound: the server is fenced to a profile that does not exist.
    """
    path = find_profiles(options.profiles_path, use_current_folder=False)
    profiles = open_profiles(path, desktop_name=desktop_name, lang=options.lang, check=check_profile)
    for name in options.fence:
        if name not in profiles.profiles:
            raise ProfileNotFound(
                f"The server is fenced to a profile {name!r}, which does not exist.",
                hint=f"Profiles in {path or 'no file'}: {', '.join(sorted(profiles.profiles))}.",
            )
    return profiles


def artifacts_of(options: ServeOptions, profiles: ProfileSet) -> Path:
    """Return the artifacts folder."""
    return find_artifacts(options.artifacts, profiles.path, use_current_folder=False)


def refused_programs(processes: list[ProcessInfo], pids: Iterable[int | None]) -> frozenset[str]:
    """Return the identities of this server, of what speaks for the client, and of what started either."""
    return frozenset().union(*(own_programs(processes, pid) for pid in pids if pid is not None))


def own_programs(processes: list[ProcessInfo], pid: int) -> frozenset[str]:
    """Return the identities of this process and of what started it, up to the first: the client is among them."""
    known = {p.pid: p for p in processes}
    found: set[str] = set()
    process = known.get(pid)
    while process is not None:
        found.add(f"{process.pid}@{process.started:.3f}")
        parent = known.get(process.parent)
        # The number of a parent that has ended may have gone to a younger process.
        process = parent if parent is not None and 0 < parent.started <= process.started else None
        if process is not None and f"{process.pid}@{process.started:.3f}" in found:
            break
    return frozenset(found)


def make_gate(opened: Opened, targets: dict[str, Target], profile: Profile | None = None) -> Gate:
    """Return the gate of one lane; all lanes share the session and know the same targets, failures become tickets.

    Args:
        opened: what calls work with.
        targets: the targets that are known.
        profile: of the lane's target: says what is kept and judged.
    """
    # it loads tickets and reports: not before the first call needs them
    from wpfagent.testing.record.recording import recording_gate
    from wpfagent.testing.tickets.recorded import filing

    record = profile.record if profile is not None else ProfileRecord()
    gate = recording_gate(
        opened.desktop,
        opened.session,
        judge=Judge.configured(profile.oracles if profile is not None else {}, {}),
        screenshots=record.screenshots,
        policy=opened.policy,
        profiles=opened.profiles.profiles,
        base_dir=str(opened.artifacts),
    )
    gate.targets.known = targets
    return filing(gate, opened.session, opened.artifacts, profile).gate


@dataclass(slots=True)
class _Place:
    """A lane and the gate that only it uses."""

    lane: Lane
    gate: Gate | None = None
    watching: Watching = field(default_factory=Watching)


@dataclass(slots=True)
class Connection:
    """What one client is connected to.

    Args:
        options: what the server was started with.
        disabled: the tools that are switched off.
        desktop: the desktop to use instead of opening one.
        neighbours: who else is on this desktop.
    """

    options: ServeOptions
    disabled: frozenset[str] = frozenset()
    desktop: Desktop | None = None
    neighbours: Neighbours = field(default_factory=Neighbours)
    client: dict[str, Any] = field(default_factory=dict)
    opened: Opened | None = None
    targets: dict[str, Target] = field(default_factory=dict)
    launched: set[str] = field(default_factory=set)
    was_introduced: bool = False
    followed: set[Following] = field(default_factory=set)
    listed: dict[tuple[str, str], str] = field(default_factory=dict)
    owner: Owner | None = None
    leaving: ExitStack = field(default_factory=ExitStack)
    _places: dict[str, _Place] = field(default_factory=dict)

    async def open(self) -> Opened:
        """Return what calls work with; the first opens it. Raises what keeps the server from working."""
        if self.opened is None:
            self.opened = await self._place(LOBBY).lane.do(self._open)
        return self.opened

    def _open(self) -> Opened:
        if self.opened is not None:
            return self.opened  # calls that came together wait in the lobby's queue
        if self.options.problem is not None:
            raise self.options.problem
        desktop = self.desktop or self.neighbours.open_desktop(self.options.desktop)
        self.opened = open_connection(self.options, self.disabled, self.client, desktop)
        self.neighbours.record_in(str(self.opened.session.folder))
        return self.opened

    # -- calls --------------------------------------------------------------------------------------------------------

    async def perform(self, call: Call) -> tuple[Reply, News]:
        """Perform one action of the table in its target's lane (or the lobby); return what it came to and brought."""
        request = await self.in_lobby(lambda gate: resolve_call(call, gate))
        patience_s = max(PATIENCE_S, (request.timeout_ms or 0) / 1000)

        def act(gate: Gate) -> tuple[Reply, News]:
            reply = gate.execute(request)
            return reply, self._watching_of(gate).news(gate, reply)

        if request.target is None:
            return await self.in_lobby(act, patience_s=patience_s)
        return await self.in_lane(request.target, act, patience_s=patience_s)

    def _watching_of(self, gate: Gate) -> Watching:
        return next(place.watching for place in tuple(self._places.values()) if place.gate is gate)

    async def in_lobby(self, work: Callable[[Gate], T], *, patience_s: float = PATIENCE_S) -> T:
        """Do something that asks no program: find a target, list windows."""
        return await self._in_place(LOBBY, work, patience_s)

    async def in_lane(self, target: Target, work: Callable[[Gate], T], *, patience_s: float = PATIENCE_S) -> T:
        """Do something with one target, after what was asked of it before."""
        self._note_target((await self.open()).session, target)
        return await self._in_place(f"{target.process} (pid {target.pid})", work, patience_s, target.spec.profile)

    def _note_target(self, session: SessionWriter, target: Target) -> None:
        """Say in the record which application it is about, the first that is used: a replay opens that one.

        Who may see it has to reach the others, too.
        """
        facts, profile = session.facts, target.spec.profile
        if "target_spec" not in facts:
            facts["target_spec"] = target.spec.to_dict()
            if profile is not None:
                facts["profile"] = profile
        elif profile not in (known := facts.get("profiles", [facts.get("profile")])):
            facts["profiles"] = [*known, profile]
        else:
            return
        session.save()

    async def in_own_lane(self, name: str, work: Callable[[Gate], T], *, patience_s: float = PATIENCE_S) -> T:
        """Do something long that blocks no target: a launch, a run."""
        return await self._in_place(name, work, patience_s)

    async def aside(self, work: Callable[[], T]) -> T:
        """Do something that needs neither desktop nor session: read files."""
        return await self._place("the files").lane.do(work)

    async def with_servers(self, work: Callable[[Owner], T], *, patience_s: float = PATIENCE_S) -> T:
        """Do something with other MCP servers, one after another; they run until this client leaves."""

        def job() -> T:
            if self.owner is None:
                from wpfagent.runs.servers.owner import Owner
                from wpfagent.runs.servers.store import Store

                self.owner = self.leaving.enter_context(Owner(Store(), caller="mcp"))
            return work(self.owner)

        return await self._place("other servers").lane.do(job, patience_s=patience_s)

    def note(self, work: Callable[[], None]) -> None:
        """Do something that nobody waits for."""
        self._place("the files").lane.put(work)

    async def _in_place(self, name: str, work: Callable[[Gate], T], patience_s: float, profile: str | None = None) -> T:
        opened = await self.open()
        if opened.desktop.name == "simulated":
            name = LOBBY  # a simulated desktop has one thread and one clock
        place = self._place(name)

        def job() -> T:
            if place.gate is None:
                place.gate = make_gate(opened, self.targets, opened.profiles.profiles.get(profile or ""))
                place.gate.subscribers += (place.watching, *self.neighbours.subscribers())
            return work(place.gate)

        return await place.lane.do(job, patience_s=patience_s)

    def _place(self, name: str) -> _Place:
        if name not in self._places:
            self._places[name] = _Place(self.neighbours.lane(name))
        return self._places[name]

    def applications(self, gate: Gate) -> Applications:
        """Return application control for a gate; what one call launched, another may quit."""
        return Applications(gate, self.launched)

    def revoke(self, token: str) -> None:
        """Make a token worthless: the person said no, or never will be asked."""
        for place in tuple(self._places.values()):
            if place.gate is not None:
                place.gate.guard.tokens.pop(token, None)

    # -- the record ---------------------------------------------------------------------------------------------------

    def record_call(self, tool: str, arguments: Mapping[str, Any], error: str = "", done: int | None = None) -> None:
        """Keep a raw call, and the code of its error, beside the steps that it led to.

        Args:
            tool: which.
            arguments: as they were given.
            error: the code.
            done: so many of its actions were done; all when None.
        """
        if self.opened is None:
            return
        said: dict[str, Any] = {"tool": tool, "arguments": hide_typed(arguments, unseen=bool(error))}
        if done is not None:
            actions = arguments["actions"]
            rest = hide_typed({"actions": actions[done:]}, unseen=True)["actions"]
            said["arguments"]["actions"][done:] = rest
        if error:
            said["error"] = error
        self.opened.session.ai("calls", said)

    def introduction(self) -> str:
        """Return what the first reply says beside its own: where the record is, and what a person should know."""
        if self.was_introduced or self.opened is None:
            return ""
        self.was_introduced = True
        said = [f"Recorded as session {self.opened.session.session_id}."]
        if self.opened.desktop.name != "uia":
            said.append(f"This is the {self.opened.desktop.name} desktop: no real windows.")
        return " ".join(said)

    def beside(self) -> list[str]:
        """Return what a reply says beside its own: the introduction, once, and what came from others."""
        return [line for line in (self.introduction(), *self.neighbours.news()) if line]

    def close(self) -> None:
        """Finish the record; calls that are still under way end with the process, explorations by themselves."""
        followed, until = tuple(self.followed), time.monotonic() + FAREWELL_S
        for following in followed:
            following.stop()
        for following in followed:
            following.wait(max(0.0, until - time.monotonic()))
        self.leaving.close()
        for place in self._places.values():
            self.neighbours.end(place.lane)
        if self.opened is not None:
            opened, self.opened = self.opened, None
            opened.session.close({"outcome": "ended"})


def with_limit(call: Call, limit: int) -> Call:
    """Return the same call with another `limit`."""
    return replace(call, request=replace(call.request, args={**call.request.args, "limit": limit}))
