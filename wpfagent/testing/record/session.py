"""The session writer: one run, one folder. `steps.jsonl` grows a step at a time and is flushed.

`<artifacts>/sessions/<session id>/`: `session.json`, `steps.jsonl`, `screens/`, `uia/`, `ai/`, `runner.log`. Session
ids sort by time. Whole files are written under another name and renamed, lines are appended whole: a run that is killed
at any moment leaves files that can be read. All texts pass the masks.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from wpfagent.core.errors import StorageFailed
from wpfagent.core.files import LineFile, Marker, encoded, write_whole
from wpfagent.core.model import Picture, Rect, Snapshot, iso_time
from wpfagent.core.pixels import Encoder, Pixels, pixels_of
from wpfagent.safety.covering import Cover, cover
from wpfagent.safety.masking import Masks, hide_typed
from wpfagent.testing.record.deferred import DeferredWrites
from wpfagent.testing.record.tree import TreeTexts

STDERR = "app.stderr.log"
"""What a launched program wrote to its standard error."""


def new_session_id(now: dt.datetime | None = None) -> str:
    """Return an id that sorts by time, to the millisecond: `20261121-093005-417a3`."""
    when = now or dt.datetime.now()
    return f"{when:%Y%m%d-%H%M%S}-{when.microsecond // 1000:03d}{secrets.token_hex(1)}"


class SessionWriter:
    """Writes one session's folder.

    Args:
        artifacts: the artifacts folder.
        facts: what `session.json` holds beside the id and the start: caller, target, profile, desktop, version.
        session_id: the id; a new one when not given.
        masks: what must not be written down; more can be added at any time.

    Raises:
        StorageFailed: the folder cannot be made; from every method: it cannot be written any more. What was written
            stays readable.
    """

    def __init__(
        self, artifacts: str, facts: Mapping[str, Any], session_id: str | None = None, *, masks: Masks | None = None
    ) -> None:
        self.cover = Cover(masks or Masks())
        self.masks = self.cover.masks
        self.lock = RLock()
        """Held by who writes what belongs together: the evidence of a step, and its line."""
        self._files: dict[str, str] = {}
        self._trees = TreeTexts(self.masks)
        self._last_tree: tuple[Snapshot, int, str] | None = None
        self._last_screen: tuple[Pixels, tuple[Rect, tuple[Rect, ...]], str] | None = None
        self._encoder = Encoder()
        self._deferred: DeferredWrites | None = None
        self._stderr_masked = 0
        self.folder = os.path.join(os.path.abspath(artifacts), "sessions")
        with self._storing():
            self.folder = _make_folder(self.folder, session_id)
            self.session_id = os.path.basename(self.folder)
            for name in ("screens", "uia"):
                os.makedirs(os.path.join(self.folder, name), exist_ok=True)
            self._marker = Marker(self.folder)
            self._steps: LineFile | None = LineFile(os.path.join(self.folder, "steps.jsonl"))
            self._count = self._steps.lines
            self.facts: dict[str, Any] = {"session_id": self.session_id, "started": iso_time(), **facts}
            self._write_facts()

    @property
    def next_number(self) -> int:
        """The number that the next step will have."""
        return self._count + 1

    # -- lines --------------------------------------------------------------------------------------------------------

    def step(self, fields: Mapping[str, Any]) -> int:
        """Append one step and flush it; return its number, from 1."""
        with self.lock, self._storing():
            if self._steps is None:
                raise StorageFailed(f"The session {self.session_id} is closed.", hint="Start a new one.")
            line = self._line({"n": self._count + 1, "time": iso_time(), **fields})
            self._steps.append(line)
            self._count += 1
            self._mask_lines_of_stderr()
            return self._count

    def log(self, text: str) -> None:
        """Append one line to runner.log."""
        self._append("runner.log", f"{iso_time()} {self.masks.text(text)}")

    def ai(self, kind: str, data: Any) -> None:
        """Append what was said to or by an AI to `ai/<kind>.jsonl`: raw calls, prompts, outputs."""
        with self._storing():
            os.makedirs(os.path.join(self.folder, "ai"), exist_ok=True)
        self._append(f"ai/{kind}.jsonl", self._line({"time": iso_time(), "data": data}))

    def _line(self, fields: Mapping[str, Any]) -> str:
        return json.dumps(self.masks.mask(fields), ensure_ascii=False)

    def _append(self, name: str, line: str) -> None:
        with self.lock, self._storing():
            file = LineFile(os.path.join(self.folder, name))
            try:
                file.append(line)
            finally:
                file.close()

    # -- files --------------------------------------------------------------------------------------------------------

    def picture(self, name: str, png: bytes) -> str:
        """Write a PNG as it is into `screens/` and return its absolute path."""
        path = os.path.join(self.folder, "screens", f"{name}.png")
        with self._storing():
            write_whole(path, png)
        return path

    def screen(self, name: str, picture: Picture, snapshot: Snapshot | None) -> str:
        """Write a picture, covered where it must be, as `screens/<name>.png`, and return this relative path.

        A picture equal to one that was written already is not written again: its path is returned.
        """
        regions = self.cover.regions(snapshot)
        pixels, shown = pixels_of(picture), (picture.rect, regions)
        last = self._last_screen
        if last is not None and last[1] == shown and last[0] == pixels:
            return last[2]  # the usual case: how a window is found is how the last action left it
        digest = hashlib.sha256(pixels.digest())
        digest.update(repr(shown).encode())

        def png() -> bytes:
            return self._encoder.png(pixels_of(cover(picture, regions)))

        path = self._once("screens", digest.hexdigest(), f"screens/{name}.png", png)
        self._last_screen = (pixels, shown, path)
        return path

    def tree(self, snapshot: Snapshot) -> str:
        """Write a tree as `uia/<hash>.json`, once for equal ones, and return this relative path."""
        last = self._last_tree
        if last is not None and last[0] is snapshot and last[1] == self.masks.version:
            return last[2]
        text = encoded(self._trees.text_of(snapshot))
        digest = hashlib.sha256(text).hexdigest()
        path = self._once("uia", digest, f"uia/{digest[:16]}.json", lambda: text)
        self._last_tree = (snapshot, self.masks.version, path)
        return path

    def _once(self, kind: str, digest: str, path: str, content: Callable[[], bytes]) -> str:
        with self.lock:
            known = self._files.get(kind + digest)
            if known is None:
                whole = os.path.join(self.folder, path)
                self.later(lambda: write_whole(whole, content()))
                known = self._files[kind + digest] = path
            return known

    def later(self, work: Callable[[], object]) -> None:
        """Do a piece of work that nobody waits for: inside of `deferring` after what was handed over before."""
        with self._storing():
            if self._deferred is not None:
                self._deferred.submit(work)
            else:
                work()

    @contextmanager
    def deferring(self) -> Iterator[None]:
        """Inside, trees, pictures and pages are written by a thread of their own; all are there when this ends.

        Lines are written at once all the same. A run that is killed inside may lack the last pictures that they name.

        Raises:
            StorageFailed: something could not be written; from every method inside, too.
        """
        self._deferred = deferred = DeferredWrites()
        try:
            yield
        finally:
            self._deferred = None
            with self._storing():
                deferred.close()

    # -- facts --------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write `facts` into session.json as they are now."""
        with self.lock, self._storing():
            self._write_facts()

    def close(self, outcome: Mapping[str, Any] | None = None) -> None:
        """Write the outcome and the end into session.json."""
        with self.lock, self._storing():
            if self._steps is None:
                return
            self._steps.close()
            self._steps = None
            self.facts |= {"ended": iso_time(), "steps": self._count, **(outcome or {})}
            try:
                self._write_facts()
                self._mask_stderr()
                self._mask_said()
            finally:
                self._marker.release()

    def _write_facts(self) -> None:
        text = json.dumps(self.masks.mask(hide_typed(self.facts)), ensure_ascii=False, indent=1)
        write_whole(os.path.join(self.folder, "session.json"), encoded(text))

    def _mask_lines_of_stderr(self) -> None:
        """Mask the lines that a launched program has written so far, so that a killed run leaves none of them bare.

        The program goes on writing at its own place in the file: a masked line keeps its length in bytes.
        """
        path = os.path.join(self.folder, STDERR)
        try:
            size = os.path.getsize(path)
        except OSError:
            return
        if size <= self._stderr_masked:
            return
        with open(path, "r+b") as file:
            file.seek(self._stderr_masked)
            for line in file.read().splitlines(keepends=True):
                if not line.endswith(b"\n"):
                    break
                text = line.rstrip(b"\r\n")
                masked = self.masks.text(text.decode(errors="surrogateescape")).encode(errors="surrogateescape")
                if masked != text:
                    file.seek(self._stderr_masked)
                    file.write(masked[: len(text)].ljust(len(text)))
                self._stderr_masked += len(line)

    def _mask_stderr(self) -> None:
        """What a launched program wrote to stderr went past the masks: masked now, in place: it may hold the file."""
        path = os.path.join(self.folder, STDERR)
        if not os.path.exists(path):
            return
        with open(path, "r+b") as file:
            written = file.read().decode(errors="surrogateescape")
            masked = self.masks.text(written)
            if masked != written:
                file.seek(0)
                file.write(masked.encode(errors="surrogateescape"))
                file.truncate()

    def _mask_said(self) -> None:
        """A goal may have named the password that a model typed only later: what was said before is masked now, too."""
        for path in Path(self.folder, "ai").glob("*.jsonl"):
            written = path.read_text(encoding="utf-8")
            lines = filter(None, written.split("\n"))  # U+0085 and U+2028, too, would end a line for splitlines
            masked = "".join(f"{self._line(json.loads(line))}\n" for line in lines)
            if masked != written:
                write_whole(str(path), encoded(masked))

    @contextmanager
    def _storing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StorageFailed(
                f"{self.folder} cannot be written: {error.strerror or error}.",
                hint="Free some space or choose another folder with --artifacts; what was written so far is kept.",
                details={"folder": self.folder},
            ) from error


def _make_folder(parent: str, session_id: str | None) -> str:
    """Make a session's own folder; two sessions that start in the same second never share one."""
    if session_id is not None:
        folder = os.path.join(parent, session_id)
        os.makedirs(folder, exist_ok=True)
        return folder
    os.makedirs(parent, exist_ok=True)
    while True:
        folder = os.path.join(parent, new_session_id())
        try:
            os.mkdir(folder)
        except FileExistsError:
            continue
        return folder
