"""The artifacts folder: where it is, and the state that calls of the command line share through it.

`state/` holds the application last attached to, the refs and pictures that were given out and the tokens of two-step
confirmations, for ten minutes; each belongs to one process (pid and start time). Calls that run at the same time take a
file lock.
"""

from __future__ import annotations

import dataclasses
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from wpfagent.actions.album import Album, Shot
from wpfagent.core.environ import environment
from wpfagent.core.errors import Busy, StorageFailed, TargetNotFound, WpfAgentError
from wpfagent.core.files import can_write, encoded, write_whole
from wpfagent.core.model import Control, Picture, Rect
from wpfagent.core.selector import Selector
from wpfagent.desktops.base import Desktop
from wpfagent.desktops.refs import RefBook, RefEntry
from wpfagent.desktops.target import Target, TargetSpec
from wpfagent.safety.policy import Guard

VARIABLE = "WPF_AGENT_ARTIFACTS"
LIFE_S = 600.0
LOCK_TIMEOUT_S = 5.0
REFS_KEPT = 5_000
_NAME = re.compile(r"[\w-]+")
T = TypeVar("T")


def find_artifacts(
    named: str | None = None,
    profiles_path: Path | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    use_current_folder: bool = True,
) -> Path:
    """Return the artifacts folder; it need not exist yet.

    Args:
        named: what the caller asked for.
        profiles_path: the profiles.json in use; `artifacts/` beside it counts when it can be written.
        environ: the environment; the process's own by default.
        use_current_folder: whether `./artifacts` may be taken.
    """
    environ = environment() if environ is None else environ
    if given := named or environ.get(VARIABLE):
        return Path(given).absolute()
    if profiles_path is not None and _is_writable(profiles_path.parent / "artifacts"):
        return profiles_path.parent / "artifacts"
    if use_current_folder and _is_writable(Path.cwd() / "artifacts"):
        return Path.cwd() / "artifacts"
    from platformdirs import user_data_path

    return user_data_path("wpf-agent", appauthor=False) / "artifacts"


def _is_writable(folder: Path) -> bool:
    return can_write(str(folder if folder.exists() else folder.parent))


@contextmanager
def locked(folder: Path, name: str = "lock", *, timeout_s: float = LOCK_TIMEOUT_S) -> Iterator[None]:
    """Hold a folder's lock, making the folder. Raises Busy when another process holds it for long, StorageFailed."""
    from filelock import FileLock, Timeout

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / name, timeout=timeout_s):
            yield
    except Timeout as error:
        raise Busy(f"Another run of wpf-agent holds {folder}.", hint="Try again when it has ended.") from error
    except OSError as error:
        raise StorageFailed(
            f"{folder} cannot be written: {error.strerror or error}.", hint="Choose another --artifacts."
        ) from error


class State:
    """What calls of the command line remember from one to the next.

    Args:
        artifacts: the artifacts folder.
        wall: Unix time in seconds.
    """

    def __init__(self, artifacts: Path, *, wall: Callable[[], float] = time.time) -> None:
        self.folder = artifacts / "state"
        self._wall = wall

    # -- the target ---------------------------------------------------------------------------------------------------

    def remember_target(self, target: Target) -> None:
        """Keep the application that calls without target flags mean."""
        kept = {"pid": target.pid, "started": target.started, "process": target.process, "spec": target.spec.to_dict()}
        with self._locked():
            self._write("target", {"time": self._wall(), **kept})

    def recall_target(self, desktop: Desktop) -> TargetSpec:
        """Return how the remembered application is found again.

        Raises:
            TargetNotFound: none is remembered, it was too long ago, or its process has ended.
        """
        kept = self._read("target", _target_of)
        hint = "Name one: --pid, --process, --exe, --title-re, --profile; or attach first."
        if kept is None:
            raise TargetNotFound("No target was named, and none is attached.", hint=hint)
        pid, started, name, profile = kept
        process = next((p for p in desktop.processes() if p.pid == pid), None)
        if process is None or abs(process.started - started) > 1:
            raise TargetNotFound(f"{name} (pid {pid}), attached before, has ended.", hint=hint)
        return TargetSpec(pid=pid, profile=profile)

    # -- refs ---------------------------------------------------------------------------------------------------------

    def load_refs(self, target: Target) -> RefBook:
        """Return the refs that were given out for this process, under the names that `save_refs` gave them."""
        return RefBook(self._read("refs", lambda kept: _refs_of(kept, target))[0])

    def save_refs(self, target: Target, refs: RefBook) -> dict[str, str]:
        """Keep the newest refs of this process, and forget those of others.

        A desktop counts its refs from 1 in every call; what is shown must mean one element from call to call. So each
        gets a name of its own (`r12`), the one it had before where the element is the same.

        Returns:
            The names by the desktop's refs.
        """
        with self._locked():
            entries, number = self._read("refs", lambda kept: _refs_of(kept, target))
            known = {_key_of(e): r for r, e in entries.items() if e.control.runtime_id}
            names: dict[str, str] = {}
            for ref, entry in refs.entries.items():
                if ref in entries:
                    continue
                name = known.get(_key_of(entry)) if entry.control.runtime_id else None
                if name is None:
                    name, number = f"r{number}", number + 1
                names[ref] = name
                entries.pop(name, None)
                entries[name] = entry
            newest = dict(list(entries.items())[-REFS_KEPT:])
            made = {name: _entry_dict(entry) for name, entry in newest.items()}
            self._write("refs", {"time": self._wall(), "identity": target.identity, "next": number, "refs": made})
        return names

    # -- pictures -----------------------------------------------------------------------------------------------------

    def load_album(self, target: Target) -> Album:
        """Return the pictures that were handed out of this process; those whose file is gone are left out."""
        album = Album()
        for name, shot in self._read("pictures", _shots_of).items():
            with suppress(OSError):
                if shot.identity == target.identity:
                    picture = replace(shot.picture, content=(self.folder / f"{name}.png").read_bytes())
                    album.shots[name] = replace(shot, picture=picture)
        return album

    def save_album(self, target: Target, album: Album) -> None:
        """Keep the newest pictures of this process, and forget all others."""
        shots = {name: shot for name, shot in album.shots.items() if shot.identity == target.identity}
        with self._locked():
            for name, shot in shots.items():
                write_whole(str(self.folder / f"{name}.png"), shot.picture.png)
            for old in self._read("pictures", _shots_of).keys() - shots.keys():
                (self.folder / f"{old}.png").unlink(missing_ok=True)
            told = {
                name: {"width": s.picture.width, "height": s.picture.height, "rect": list(s.picture.rect),
                       "method": s.picture.method, "hwnd": s.hwnd, "window": list(s.window)}
                for name, s in shots.items()
            }  # fmt: skip
            self._write("pictures", {"time": self._wall(), "identity": target.identity, "shots": told})

    # -- tokens -------------------------------------------------------------------------------------------------------

    def load_guard(self) -> Guard:
        """Return a guard that knows the tokens of earlier calls."""
        kept = self._read("tokens", _tokens_of)
        known = frozenset(kept)
        return Guard(kept, wall=self._wall, spend=lambda token: token not in known or self._spent(token))

    def _spent(self, token: str) -> bool:
        """Take a token away; return whether it was there: of two calls at once only one has it."""
        with self._locked():
            left = self._read("tokens", _tokens_of)
            was_there = left.pop(token, None) is not None
            self._write("tokens", {"time": self._wall(), "tokens": left})
        return was_there

    def save_guard(self, before: frozenset[str], guard: Guard) -> None:
        """Keep the tokens that were given out and drop those that were used.

        Args:
            before: the tokens that `load_guard` found; other calls may have added some since.
            guard: the guard as it is now.
        """
        with self._locked():
            kept = self._read("tokens", _tokens_of)
            left = {t: h for t, h in kept.items() if t in guard.tokens or t not in before}
            made = {**left, **{t: held for t, held in guard.tokens.items() if t not in before}}
            self._write("tokens", {"time": self._wall(), "tokens": made})

    # -- files --------------------------------------------------------------------------------------------------------

    def _locked(self) -> AbstractContextManager[None]:
        return locked(self.folder)

    def _read(self, name: str, made: Callable[[Mapping[str, Any]], T]) -> T:
        """What is made of what was kept under this name: of {} where nothing was, it is too old or is no such thing."""
        try:
            kept = json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))
            return made(kept if abs(self._wall() - kept["time"]) <= LIFE_S else {})
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, WpfAgentError):
            return made({})  # the folder may be anybody's, or another version's

    def _write(self, name: str, kept: Mapping[str, Any]) -> None:
        write_whole(str(self.folder / f"{name}.json"), encoded(json.dumps(kept, ensure_ascii=False)))


def _target_of(kept: Mapping[str, Any]) -> tuple[int, float, str, str | None] | None:
    """The process that was attached to: pid, start, name, profile."""
    if not kept:
        return None
    return int(kept["pid"]), float(kept["started"]), str(kept["process"]), kept["spec"].get("profile")


def _refs_of(kept: Mapping[str, Any], target: Target) -> tuple[dict[str, RefEntry], int]:
    """The elements that were told of this process, and the number of the next one."""
    if kept.get("identity") != target.identity:
        return {}, 1
    return {ref: _entry(ref, item) for ref, item in kept["refs"].items()}, int(kept["next"])


def _shots_of(kept: Mapping[str, Any]) -> dict[str, Shot]:
    """The pictures that were kept, by names that are names: each has a file of its own here, and nowhere else."""
    return {
        name: Shot(Picture(b"", s["width"], s["height"], Rect(*s["rect"]), s["method"]), kept["identity"], s["hwnd"],
                   Rect(*s["window"]))
        for name, s in kept.get("shots", {}).items() if _NAME.fullmatch(name)
    }  # fmt: skip


def _tokens_of(kept: Mapping[str, Any]) -> dict[str, tuple[str, float]]:
    return {token: (str(held[0]), float(held[1])) for token, held in kept.get("tokens", {}).items()}


def _key_of(entry: RefEntry) -> tuple[Any, ...]:
    """What makes an element the same; WPF's runtime ids are hash codes that now and then two elements share."""
    control = entry.control
    return (*control.runtime_id, control.control_type, control.automation_id, control.class_name)


def _entry_dict(entry: RefEntry) -> dict[str, Any]:
    facts = {f.name: getattr(entry.control, f.name) for f in dataclasses.fields(Control)}
    defaults = {f.name: f.default for f in dataclasses.fields(Control)}
    kept = {k: v for k, v in facts.items() if k not in ("ref", "value") and v != defaults[k]}  # nor what it shows
    return {"control": kept, "selector": entry.selector.to_dict(), "window_id": entry.window_id}


def _entry(ref: str, item: Mapping[str, Any]) -> RefEntry:
    facts: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in item["control"].items()}
    if facts.get("bounding_rect") is not None:
        facts["bounding_rect"] = Rect(*facts["bounding_rect"])
    return RefEntry(Control(ref=ref, **facts), Selector.parse(item["selector"]), item["window_id"])
