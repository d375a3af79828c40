"""What a command works with, made from its options when it is first needed: desktop, profiles, artifacts, gate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from wpfagent.core.errors import InvalidArgument, TargetNotFound, WpfAgentError
from wpfagent.core.keys import stop_chord
from wpfagent.core.language import LANGUAGES, language_of
from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.entries.cli.output import Output
from wpfagent.entries.cli.replies import with_names
from wpfagent.gate.execute import Gate
from wpfagent.profiles.store import ProfileSet, find_profiles, open_profiles
from wpfagent.safety.policy import Caller, Mode, Policy
from wpfagent.testing.artifacts import State, find_artifacts
from wpfagent.testing.oracles.judging import check_profile

_DESKTOP_REF = re.compile(r" \[e\d+\]")
DESKTOPS = ("uia", "simulated")
MODES = ("safe", "extended")


class Context:
    """The options of one call and what follows from them.

    Args:
        options: what docopt read.
        desktop: the desktop to use instead of opening one.
    """

    def __init__(self, options: Mapping[str, Any], desktop: Desktop | None = None) -> None:
        self.options = options
        self.out = Output(json=bool(options.get("--json")), language=language_of(options.get("--lang")))
        self._desktop = desktop
        own_mode = "--policy-mode" in options  # there, --mode is the action's own argument
        self._mode_flag = "--policy-mode" if own_mode else "--mode"
        for flag, allowed in (("--desktop", DESKTOPS), ("--lang", LANGUAGES), (self._mode_flag, MODES)):
            given = options.get(flag)
            if given is not None and given not in allowed:
                raise InvalidArgument(f"{flag} cannot be {given!r}.", hint=f"One of: {', '.join(allowed)}.")
        if (stop_key := options.get("--stop-key")) is not None:
            stop_chord(stop_key)

    @cached_property
    def desktop(self) -> Desktop:
        """The desktop."""
        desktop = self._desktop or open_desktop(self.options.get("--desktop"))
        desktop.person.tell = self.out.tell
        return desktop

    @cached_property
    def profile_set(self) -> ProfileSet:
        """The profiles, `demo` among them."""
        return self.profiles_for(self.desktop.name)

    def profiles_for(self, desktop_name: str) -> ProfileSet:
        """Return the profiles as they are on another desktop."""
        path = find_profiles(self.options.get("--profiles"))
        return open_profiles(
            path, desktop_name=desktop_name, lang=self.options.get("--lang") or "en", check=check_profile
        )

    @cached_property
    def artifacts(self) -> Path:
        """The artifacts folder."""
        return find_artifacts(self.options.get("--artifacts"), self.profile_set.path)

    @cached_property
    def state(self) -> State:
        """What earlier calls left."""
        return State(self.artifacts)

    def policy(self, caller: Caller) -> Policy:
        """Return the policy that the options ask for."""
        mode: Mode = self.options.get(self._mode_flag) or "safe"
        return Policy(
            caller,
            mode=mode,
            flag_destructive=bool(self.options.get("--allow-destructive")),
            dotnet="off" if self.options.get("--no-dotnet") else "auto",
            leaves_saving=bool(self.options.get("--no-saving")),
            stop_key=self.options.get("--stop-key"),
        )

    @contextmanager
    def gate(self) -> Iterator[Gate]:
        """Give a gate that knows the tokens of earlier calls, and keep those that it gives out."""
        guard = self.state.load_guard()
        before = frozenset(guard.tokens)
        made = Gate(self.desktop, policy=self.policy("cli"), profiles=self.profile_set.profiles, guard=guard)
        try:
            yield made
        except WpfAgentError as error:
            error.message = _DESKTOP_REF.sub("", error.message)  # the next call does not know these
            error.details = with_names(error.details, {})
            raise
        finally:
            if guard.tokens.keys() != before:
                self.state.save_guard(before, guard)

    def target_spec(self) -> TargetSpec | None:
        """Return the application that the target options name; None without any."""
        options = self.options
        keys = {k: options.get(f"--{k.replace('_', '-')}") for k in ("process", "exe", "title_re", "class_name")}
        keys["profile"] = options.get("--profile")
        pid = options.get("--pid")
        if pid is not None and not pid.isdigit():
            raise InvalidArgument(
                f"--pid cannot be {pid!r}.", hint="A number is expected; `wpf-agent windows` shows it."
            )
        given = {**keys, "pid": int(pid) if pid is not None else None}
        return TargetSpec.parse(given) if any(v is not None for v in given.values()) else None

    def open_target(self, gate: Gate) -> Target:
        """Return the application of the target options, else the one last attached; its refs are known to the gate."""
        target = gate.targets.open(self.target_spec() or self.state.recall_target(self.desktop))
        gate.refs.entries.update(self.state.load_refs(target).entries)
        gate.album.shots.update(self.state.load_album(target).shots)
        return target

    def find_target(self, gate: Gate) -> Target | None:
        """Return the application, or None where none is named and none attached."""
        if self.target_spec() is None:
            try:
                return self.open_target(gate)
            except TargetNotFound:
                return None
        return self.open_target(gate)

    def say_simulated(self) -> None:
        """Tell a person that this is the simulated desktop."""
        if self.desktop.name != "uia":
            self.out.line("(simulated desktop: applications live only while this call runs)")
