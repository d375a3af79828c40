"""What the tests of one pytest run work with, by the options of wpf-agent; each part is made when first needed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from wpfagent.desktops.base import Desktop
    from wpfagent.desktops.target import TargetSpec
    from wpfagent.entries.pytest_fleet import FleetTests
    from wpfagent.profiles.profile import Profile
    from wpfagent.safety.policy import Caller, Policy


class Workplace:
    """What the tests of one run work with: desktop, profiles, artifacts. Made when they are first needed.

    Args:
        config: pytest's; its options say which.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.option = config.option

    @cached_property
    def desktop(self) -> Desktop:
        """The desktop."""
        from wpfagent.desktops import open_desktop

        return open_desktop(self.option.wpf_desktop)

    @cached_property
    def _profiles_path(self) -> Path | None:
        from wpfagent.profiles.store import find_profiles

        return find_profiles(self.option.wpf_profiles)

    @cached_property
    def profiles(self) -> Mapping[str, Profile]:
        """The profiles, `demo` among them."""
        from wpfagent.profiles.store import open_profiles
        from wpfagent.testing.oracles.judging import check_profile

        return open_profiles(self._profiles_path, desktop_name=self.desktop.name, check=check_profile).profiles

    @cached_property
    def artifacts(self) -> Path:
        """The artifacts folder."""
        from wpfagent.testing.artifacts import find_artifacts

        return find_artifacts(self.option.wpf_artifacts, self._profiles_path)

    @property
    def target(self) -> TargetSpec | None:
        """The application that the options name, instead of the files' own."""
        from wpfagent.desktops.target import TargetSpec

        return TargetSpec(profile=self.option.wpf_profile) if self.option.wpf_profile else None

    def policy(self, caller: Caller) -> Policy:
        """Return what tests may do."""
        from wpfagent.safety.policy import Policy

        return Policy(caller, flag_destructive=self.option.wpf_allow_destructive)

    @cached_property
    def fleet(self) -> FleetTests | None:
        """The fleet that scenario and exploration files run on; None: they run here."""
        address, certificates = self.option.wpf_fleet, self.option.wpf_certs
        if not address:
            return None
        from wpfagent.entries.pytest_fleet import FleetTests

        return FleetTests(
            address, Path(certificates).absolute() if certificates else None, self.artifacts, self.profiles
        )

    def in_turn(self) -> AbstractContextManager[object]:
        """Wait until no other worker of this machine uses its screen and focus, and keep them."""
        if self.desktop.name != "uia":
            return nullcontext()
        from filelock import FileLock

        self.artifacts.mkdir(parents=True, exist_ok=True)
        return FileLock(self.artifacts / "desktop.lock")


WORKPLACE = pytest.StashKey[Workplace]()
TOOK_S = pytest.StashKey[float]()
