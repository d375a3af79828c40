"""What goes out: one piece of work with the files it needs. It is plain data, and is checked where it arrives."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from wpfagent.core import shapes
from wpfagent.core.errors import InvalidArgument
from wpfagent.core.files import inner_path
from wpfagent.safety.policy import Mode

DESKTOP = "desktop"
"""The resource: a worker has one, and every run needs one."""
SHARE = 1_000_000.0
"""How much there is of the resource that admits a worker to a run: no task ever uses it up."""
Kind = Literal["scenario", "exploration", "minimizing", "trial"]
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,80}")
"""What a run and a piece of work may be called: their names become names of folders."""


@dataclass(frozen=True, slots=True)
class Order:
    """One piece of work.

    Args:
        run: which run of the fleet it belongs to.
        work: its own name within the run.
        kind: what is done.
        title: what it is called before people.
        profile: the application, by a profile of the worker; None: the file's own.
        files: by their paths below one folder, in base64.
        main: which of the files is the scenario, the exploration, or the folder of the ticket.
        row: which row of the scenario's data.
        seed: of an exploration.
        changes: what the caller changes of an exploration, and the settings of the other kinds.
        mode: what may be done.
        allow_destructive: the caller's consent to what is destructive; the profile's is needed, too.
        take_pictures: whether pictures are kept.
        program: the hash of the program that was sent for it; '' where each machine has its own.
        exe: of that program the executable, by its path below the folder.
        test: the test that asks for it, as its record names it; '' where none does.
    """

    run: str
    work: str
    kind: Kind
    title: str = ""
    profile: str | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    main: str = ""
    row: int | None = None
    seed: int | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    mode: Mode = "safe"
    allow_destructive: bool = False
    take_pictures: bool = True
    program: str = ""
    exe: str = ""
    test: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the form that travels."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Order:
        """Return the order that a message holds. Raises InvalidArgument."""
        made = shapes.read(cls, data, what="a piece of work", error=InvalidArgument)
        sound_names(made.run, made.work)
        return made

    def lay_out(self, folder: Path) -> None:
        """Write its files below a folder. Raises PathOutsideScope for one that would lie elsewhere."""
        for name, content in self.files.items():
            path = inner_path(name)
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(base64.b64decode(content))


def sound_names(*names: Any) -> None:
    """Raise InvalidArgument where one cannot be the name of a run, a piece of work, a session or a ticket.

    That of the desktop's own resource is none: who admits a run of that name would give a locked desktop away.
    """
    for name in names:
        if not isinstance(name, str) or NAME.fullmatch(name) is None or name == DESKTOP:
            raise InvalidArgument(f"{name!r} cannot be the name of a run or a piece of work.")


def packed(root: Path, paths: list[Path]) -> dict[str, str]:
    """Return files by their paths below a folder, as they travel."""
    return {p.relative_to(root).as_posix(): base64.b64encode(p.read_bytes()).decode("ascii") for p in paths}


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value
