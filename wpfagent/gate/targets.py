"""The applications that a gate reaches: by specification, profile, id or title; launched where that is allowed."""

from __future__ import annotations

import ntpath
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from wpfagent.core import wait
from wpfagent.core.errors import InvalidArgument, ProfileNotFound, RefusedOutsideTarget, TargetAmbiguous, TargetNotFound
from wpfagent.core.program import named_here
from wpfagent.core.selector import nearest
from wpfagent.desktops import target
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.programs import check_allowed, program_name, same_program
from wpfagent.desktops.target import LaunchSpec, Target, TargetSpec, find_by_title
from wpfagent.gate.events import Store
from wpfagent.profiles.profile import Profile
from wpfagent.safety.masking import Masks
from wpfagent.safety.policy import MODELS, PERSONS, Policy

NARROWING = ("pid", "process", "exe", "title_re", "class_name")
"""The keys of a target that may stand beside a profile."""


class Targets:
    """Finds and keeps applications under one policy.

    Args:
        policy: what the caller may do; a profile's safety is added for its target.
        store: its folder takes what a launched program writes to stderr; None keeps none of it.
        masks: learns the secrets of command lines.
    """

    def __init__(
        self,
        desktop: Desktop,
        policy: Policy,
        profiles: Mapping[str, Profile],
        store: Store | None,
        masks: Masks | None = None,
    ) -> None:
        self.desktop = desktop
        self.policy = policy
        self.profiles = dict(profiles)
        self.folder = store.folder if store is not None else None
        self.masks = masks or Masks()
        self.known: dict[str, Target] = {}

    def profile(self, name: str) -> Profile:
        """Return a profile by name. Raises ProfileNotFound with the nearest names, RefusedOutsideTarget."""
        if self.policy.fence is not None and name not in self.policy.fence:  # whether there is one or not
            names = ", ".join(sorted(self.policy.fence))
            raise RefusedOutsideTarget(f"No profile {name!r} is inside the fence.", hint=f"Inside are: {names}.")
        found = self.profiles.get(name)
        if found is None:
            near = nearest(name, self.profiles) or sorted(self.profiles)
            hint = f"Profiles: {', '.join(near)}." if near else "There are none yet; `wpf-agent profiles` tells where."
            raise ProfileNotFound(f"There is no profile {name!r}.", hint=hint)
        return found

    def profile_of(self, app: Target | None) -> Profile | None:
        """Return the profile by which an application was resolved; None where there is none."""
        return self.profiles.get(app.spec.profile or "") if app is not None else None

    def resolve(self, spec: TargetSpec | Mapping[str, Any]) -> Target:
        """Return the one running application that fits, never launching. Raises TargetNotFound, TargetAmbiguous."""
        spec = TargetSpec.parse(spec)
        return self._keep(self._running(self._full(spec)))

    def _running(self, spec: TargetSpec) -> Target:
        """The one application that fits; nothing outside the fence is told of, not even by an error."""
        try:
            return target.resolve(spec, self.desktop, self.inside())
        except TargetNotFound as error:
            if spec.profile is None:
                self._check_inside(spec.describe(), error)
            raise

    def inside(self) -> frozenset[int] | None:
        """Return the processes inside the fence; None where there is none."""
        if self.policy.fence is None:
            return None
        return frozenset().union(*map(self._fitting, self.policy.fence))

    def _fitting(self, name: str) -> frozenset[int]:
        return target.fitting(self.profile(name).target_spec(), self.desktop.processes(), self.desktop.windows())

    def _check_inside(self, what: str, error: TargetNotFound) -> None:
        """Raise RefusedOutsideTarget where what was not found may be outside the fence."""
        if self.policy.fence is not None:
            names = ", ".join(sorted(self.policy.fence))
            raise RefusedOutsideTarget(
                f"Nothing inside the fence fits {what}.", hint=f"Resolve one of these profiles: {names}."
            ) from error

    def open(
        self, spec: TargetSpec | Mapping[str, Any], *, on_launch: Callable[[LaunchSpec], None] | None = None
    ) -> Target:
        """Return the application: attached to if it runs, else launched where the spec or profile says how.

        Args:
            spec: which application.
            on_launch: called with what is started, before it is.

        Raises:
            LaunchNotAllowed: this caller may not launch it.
        """
        spec = TargetSpec.parse(spec)
        full = self._full(spec)
        what = self._launch_spec(spec)
        if what is None or spec.mode == "attach":
            return self._keep(self._running(full))
        if spec.mode != "launch":
            try:
                return self._keep(self._running(full))
            except TargetNotFound:
                pass  # it does not run: launch it
        if on_launch is not None:
            on_launch(what)
        return self.launch(what, full)

    def launch(self, what: LaunchSpec, spec: TargetSpec, *, startup_ms: int | None = None) -> Target:
        """Start a program and return it once a window can be used."""
        self.policy.check_launch(what.exe, spec.profile)
        if spec.profile is None and self.policy.caller in PERSONS:
            what = replace(what, exe=named_here(what.exe))
        self.watch(spec.profile)
        if startup_ms is None and spec.profile in self.profiles:
            startup_ms = self.profile(spec.profile).timeouts.startup_ms
        startup_s = startup_ms / 1000 if startup_ms is not None else wait.STARTUP_TIMEOUT_S
        stderr_path = f"{self.folder}/app.stderr.log" if self.folder is not None else None
        launched_spec = replace(spec, pid=None) if spec.title_re or spec.class_name else spec
        return self._keep(
            target.launch(what, launched_spec, self.desktop, startup_s=startup_s, stderr_path=stderr_path)
        )

    def watch(self, profile: str | None) -> None:
        """Begin to watch the person at the PC, who may stop what follows. Raises Stop."""
        named = self.profiles.get(profile or "")
        self.desktop.person.watch(self.policy.stop_key or (named.safety.stop_key if named is not None else None))

    def by_id(self, target_id: str) -> Target:
        """Return a target that was resolved before. Raises TargetNotFound."""
        found = self.known.get(target_id)
        if found is None:
            raise TargetNotFound(
                f"There is no target {target_id!r} here.",
                hint=f"Known: {', '.join(self.known) or 'none'}. Resolve it first.",
            )
        return found

    def by_query(self, query: str) -> Target:
        """Return the application whose window title fits: regular expression, then substring."""
        inside = self.inside()
        windows = [w for w in self.desktop.windows() if inside is None or w.pid in inside]
        found = find_by_title(query, windows)
        pids = list(dict.fromkeys(w.pid for w in found))
        if len(pids) > 1:
            listed = [{"pid": w.pid, "process": w.process, "title": w.title} for w in found]
            raise TargetAmbiguous(f"{len(pids)} applications have a window {query!r}.", details={"candidates": listed})
        if not pids:
            titles = [w.title for w in windows if w.title and not w.popup]
            near = nearest(query, titles) or titles[:5]
            missing = TargetNotFound(f"No window fits {query!r}.", hint=f"Nearest: {', '.join(map(repr, near))}.")
            self._check_inside(f"the window {query!r}", missing)
            raise missing
        return self.resolve(TargetSpec(pid=pids[0]))

    def _full(self, spec: TargetSpec) -> TargetSpec:
        """The spec with its profile's keys added: all must hold. Keys of its own narrow, and never replace one.

        Raises:
            InvalidArgument: a key says something else than the profile's.
        """
        self.masks.add_arguments(spec.args)
        if spec.profile is None:
            return spec
        if spec.args or spec.cwd:
            raise InvalidArgument(
                f"args and cwd go with exe; the profile {spec.profile!r} says how it is started.",
                hint="Leave them out, or name the program by exe without a profile.",
            )
        profile = self.profile(spec.profile)
        base, launch = profile.target_spec(), profile.launch_spec()
        if launch is not None:
            self.masks.add_arguments(launch.args)
            self.masks.add_variables(dict(launch.env))
        full: dict[str, Any] = {}
        for key in NARROWING:
            given, own = getattr(spec, key), getattr(base, key)
            if key == "exe" and own is None and launch is not None:
                own = launch.exe if given is not None else None
            if given is not None and own is not None and not _says_the_same(key, given, own):
                raise InvalidArgument(
                    f"The target's {key} {given!r} contradicts the profile {spec.profile!r}, whose {key} is {own!r}.",
                    hint="Beside a profile a key may only narrow: leave this one out, or name the program without it.",
                )
            full[key] = own if own is not None else given
        return replace(spec, **full)

    def _launch_spec(self, spec: TargetSpec) -> LaunchSpec | None:
        if spec.profile is not None:
            return self.profile(spec.profile).launch_spec()
        return LaunchSpec(spec.exe, spec.args, spec.cwd) if spec.exe is not None else None

    def _keep(self, found: Target) -> Target:
        """Judge the process that was found, whatever way led to it, and keep it."""
        found = self._named(self._fitted(found, self.policy.fence or ()))
        check_allowed(found.exe or found.process, named=found.named)
        self.policy.check_fence(found)
        same = next((t for t in tuple(self.known.values()) if t.identity == found.identity), None)
        if same is not None:
            profile = found.spec.profile or same.spec.profile  # its restrictions hold however it is named again
            found = replace(found, target_id=same.target_id, spec=replace(found.spec, profile=profile))
            found = self._named(found)
        if self.policy.caller in MODELS:  # one that names a program otherwise is held to its profile all the same
            found = self._fitted(found, self.profiles if self.policy.fence is None else ())
        self.known[found.target_id] = found
        return found

    def _named(self, found: Target) -> Target:
        """The target with whether its profile names this very program, as the system gives it."""
        profile = self.profiles.get(found.spec.profile or "")
        if profile is None:
            return replace(found, named=False)
        base, launch = profile.target_spec(), profile.launch_spec()
        names = (base.process, base.exe, launch.exe if launch is not None else None)
        cwd = launch.cwd if launch is not None else None
        named = any(name and same_program(name, found.process, found.exe, cwd) for name in names)
        return replace(found, named=named)

    def _fitted(self, found: Target, names: Collection[str]) -> Target:
        """The target with the first of these profiles that fits it, where it was named by its pid or title."""
        if found.spec.profile is not None or not names:
            return found
        own = [p for p in self.desktop.processes() if p.pid == found.pid]
        among, windows = map(self.profile, sorted(names)), self.desktop.windows(found.pid)
        fits = (profile.name for profile in among if target.fitting(profile.target_spec(), own, windows))
        return replace(found, spec=replace(found.spec, profile=next(fits, None)))

    def policy_for(self, app: Target | None) -> Policy:
        """Return the policy with the safety of the target's profile added."""
        if (profile := self.profile_of(app)) is None:
            return self.policy
        safety = profile.safety
        return replace(
            self.policy,
            mode="extended" if "extended" in (self.policy.mode, safety.mode) else "safe",
            allow_destructive=self.policy.allow_destructive or safety.allow_destructive,
            input="never" if "never" in (self.policy.input, safety.input) else "allowed",
            stop_key=self.policy.stop_key or safety.stop_key,
            destructive_patterns=(*self.policy.destructive_patterns, *safety.destructive_patterns),
            dotnet="off" if "off" in (self.policy.dotnet, profile.dotnet) else "auto",
        )


def _says_the_same(key: str, given: Any, own: Any) -> bool:
    if key == "exe":
        return same_program(given, program_name(own), own) or ntpath.normcase(given) == ntpath.normcase(own)
    if key == "process":
        return program_name(given).removesuffix(".exe") == program_name(own).removesuffix(".exe")
    return bool(given == own)
