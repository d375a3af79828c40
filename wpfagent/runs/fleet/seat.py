"""A worker's one desktop: what runs there takes its turn, and what it produced stays until the caller has taken it in.

dask starts a task again elsewhere when a worker dies; where only the scheduler went away the old run still uses the
screen, so the next one waits here for its end.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from wpfagent.core.errors import NoInteractiveDesktop
from wpfagent.core.files import write_whole
from wpfagent.desktops import open_desktop
from wpfagent.desktops.base import Desktop
from wpfagent.profiles.profile import Profile
from wpfagent.profiles.store import open_profiles
from wpfagent.runs.fleet.facts import Facts, likeness_of
from wpfagent.runs.fleet.orders import Order, sound_names
from wpfagent.runs.fleet.programs import Programs
from wpfagent.testing.oracles.judging import check_profile

KEPT_S = 7 * 24 * 3600
"""So long results stay that nobody has asked for."""


@dataclass(slots=True)
class Seat:
    """One desktop of one machine.

    Args:
        machine: the worker's name.
        desktop_name: `uia` or `simulated`.
        folder: where it works, and keeps what it produced.
        profiles_path: the machine's own profiles.json; None for the built-in ones alone.
        allow_launch: whether programs are started that no profile of this machine names.
    """

    machine: str
    desktop_name: str
    folder: Path
    profiles_path: Path | None = None
    allow_launch: bool = False
    _turn: threading.Lock = field(default_factory=threading.Lock)
    _desktop: Desktop | None = None

    def profiles(self) -> Mapping[str, Profile]:
        """Return the machine's profiles, read anew: they may have been edited."""
        return open_profiles(self.profiles_path, desktop_name=self.desktop_name, check=check_profile).profiles

    def facts(self, names: tuple[str, ...] = ()) -> Facts:
        """Return what this machine is, with the profiles that are asked for."""
        known = self.profiles()
        told = {name: likeness_of(known[name]) for name in names if name in known}
        why = self.unusable()
        return Facts(self.machine, desktop=self.desktop_name, usable=not why, why=why, profiles=told)

    def unusable(self) -> str:
        """Return why the desktop cannot be used now; '' where it can."""
        try:
            self._opened().check_interactive()
        except NoInteractiveDesktop as error:
            return error.message
        return ""

    @contextmanager
    def turn(self) -> Iterator[Desktop]:
        """Wait until no other run uses the desktop, and give it; a simulated one is new for each."""
        with self._turn:
            yield open_desktop("simulated") if self.desktop_name == "simulated" else self._opened()

    def _opened(self) -> Desktop:
        if self._desktop is None:
            self._desktop = open_desktop(self.desktop_name)
        return self._desktop

    @property
    def programs(self) -> Programs:
        """The programs that were sent here."""
        return Programs(self.folder / "programs")

    def profiles_for(self, order: Order) -> Mapping[str, Profile]:
        """Return the machine's profiles for a piece of work, with the program that was sent for it."""
        known, name = self.profiles(), order.profile
        if not order.program or name is None or name not in known:
            return known
        return {**known, name: self.programs.applied(known[name], order.program, order.exe)}

    # -- what was produced ------------------------------------------------------------------------------------------

    def new_folder(self, name: str) -> Path:
        """Return an empty folder to work in."""
        folder = self.folder / "work" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def clear(self, folder: Path) -> None:
        """Remove a folder that was worked in; what a program that still runs holds stays until the next start."""
        shutil.rmtree(folder, ignore_errors=True)

    def keep(self, run: str, work: str, parcel: bytes) -> None:
        """Keep a result until the run is over: the scheduler or the caller may be gone."""
        path = self._place_of(run, work)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(path), parcel)

    def _place_of(self, run: str, work: str = "all") -> Path:
        """Where a result is kept. Raises InvalidArgument for what a caller cannot have named so."""
        sound_names(run, work)
        return self.folder / "kept" / run / f"{work}.zip"

    def kept(self, run: str, work: str) -> bytes | None:
        """Return a result that was kept; None where there is none."""
        path = self._place_of(run, work)
        return path.read_bytes() if path.is_file() else None

    def all_kept(self, run: str) -> list[str]:
        """Return the pieces of work of a run whose results were kept."""
        return sorted(path.stem for path in self._place_of(run).parent.glob("*.zip"))

    def forget(self, run: str) -> None:
        """Remove the results of a run: the caller has them all."""
        shutil.rmtree(self._place_of(run).parent, ignore_errors=True)

    def forget_old(self) -> None:
        """Remove results that nobody has asked for in a week, and what runs that were killed left."""
        shutil.rmtree(self.folder / "work", ignore_errors=True)
        for folder in [p for name in ("kept", "programs") for p in (self.folder / name).glob("*")]:
            if time.time() - os.path.getmtime(folder) > KEPT_S:
                shutil.rmtree(folder, ignore_errors=True)
