"""A program under test that is sent along: packed once, given to each machine once, checked by its hash.

Each machine's own profile still says how it is found, started and what may be done to it; only its executable is the
one that came. A machine takes programs only where its worker was started with --allow-launch.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from wpfagent.core.errors import FileInvalid, FileNotFound, InvalidArgument
from wpfagent.core.files import inner_path, put_in_place
from wpfagent.profiles.profile import Profile
from wpfagent.runs.fleet.parcels import unpack
from wpfagent.runs.fleet.planning import Planned

DIGEST = re.compile(r"[0-9a-f]{64}")
ALWAYS = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a pack: the same folder is the same pack."""
PART = 1 << 22
"""So many bytes travel at a time."""
TAKES_NONE = "it takes no programs from others: its worker runs without --allow-launch"


@dataclass(frozen=True, slots=True)
class Program:
    """A folder that is sent.

    Args:
        data: it, packed.
        exes: by the profiles that it is for, the executable's path below the folder.
    """

    data: bytes
    exes: Mapping[str, str]

    @property
    def digest(self) -> str:
        """Its hash."""
        return hashlib.sha256(self.data).hexdigest()

    def given_to(self, planned: Iterable[Planned]) -> list[Planned]:
        """Return work that says with which program it is done. Raises InvalidArgument: it was begun with another."""
        made = []
        for one in planned:
            order, exe = one.order, self.exes.get(one.order.profile or "", "")
            if order.program not in ("", self.digest):
                raise InvalidArgument("This run was begun with another program.", hint="Send the same folder again.")
            made.append(replace(one, order=replace(order, program=self.digest if exe else "", exe=exe)))
        return made


def program_of(folder: Path, profiles: Mapping[str, Profile], names: Iterable[str]) -> Program:
    """Return a folder as a program for those profiles whose executable lies in it.

    Raises:
        FileNotFound: there is no such folder.
        InvalidArgument: no profile's executable lies in it.
    """
    if not folder.is_dir():
        raise FileNotFound(f"There is no folder {folder}.")
    whole, exes = folder.resolve(), dict[str, str]()
    for name in names:
        launch = profiles[name].launch if name in profiles else None
        if launch is not None and (exe := Path(launch.exe).resolve()).is_relative_to(whole) and exe.is_file():
            exes[name] = exe.relative_to(whole).as_posix()
    if not exes:
        raise InvalidArgument(
            f"No profile of this run starts a program in {folder}.",
            hint="Its `launch.exe` in your own profiles.json says which file of the folder it is.",
        )
    return Program(_packed(whole), exes)


def _packed(folder: Path) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as pack:
        for path in sorted(p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts):
            item = zipfile.ZipInfo(path.relative_to(folder).as_posix(), ALWAYS)
            item.compress_type = zipfile.ZIP_DEFLATED
            pack.writestr(item, path.read_bytes())
    return made.getvalue()


class Programs:
    """The programs that a worker was sent.

    Args:
        folder: where they lie.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def has(self, digest: str) -> bool:
        """Whether a program is here in whole."""
        return DIGEST.fullmatch(digest) is not None and (self._folder / digest).is_dir()

    def take(self, digest: str, at: int, data: bytes, size: int) -> None:
        """Write a part of a pack; after the last one the program is here.

        Raises:
            FileInvalid: what came is not what the hash says, or a file would lie elsewhere.
        """
        if DIGEST.fullmatch(digest) is None:
            raise FileInvalid(f"{digest!r} is no hash of a program.")
        pack, coming = self._folder / f"{digest}.zip", self._folder / f"{digest}.coming"
        self._folder.mkdir(parents=True, exist_ok=True)
        with open(pack, "wb" if at == 0 else "r+b") as file:
            file.seek(at)
            file.write(data)
        if at + len(data) < size:
            return
        whole = pack.read_bytes()
        pack.unlink()
        if hashlib.sha256(whole).hexdigest() != digest:
            raise FileInvalid("The program that came is not the one that was sent.")
        shutil.rmtree(coming, ignore_errors=True)
        unpack(whole, coming)
        put_in_place(str(coming), str(self._folder / digest))

    def applied(self, profile: Profile, digest: str, exe: str) -> Profile:
        """Return a profile whose program is one that was sent.

        Raises:
            FileNotFound: it is not here.
            PathOutsideScope: the executable would lie elsewhere.
        """
        whole = self._folder / digest / inner_path(exe)
        if not self.has(digest) or not whole.is_file():
            raise FileNotFound(f"The program of {profile.name} is not on this machine.", hint="Send it: --send DIR.")
        os.utime(self._folder / digest)  # what is used stays
        launch, match = profile.launch, profile.match
        if launch is None:
            raise InvalidArgument(f"The profile {profile.name} of this machine does not say how it is started.")
        if match is not None and match.exe is not None:
            match = replace(match, exe=str(whole))
        return replace(profile, launch=replace(launch, exe=str(whole), cwd=None), match=match)
