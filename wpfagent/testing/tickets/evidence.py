"""The files of a ticket: pictures, trees, logs, dumps, the replay file. Each is listed with what it shows."""

from __future__ import annotations

import glob
import json
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from wpfagent.core.errors import WpfAgentError
from wpfagent.core.model import Control
from wpfagent.safety.masking import Masks
from wpfagent.testing.observing.log_files import read_tail
from wpfagent.testing.record.actions import actions_of
from wpfagent.testing.record.trail import FailureEvent, Moment
from wpfagent.testing.record.tree import text_of, tree_of
from wpfagent.testing.tickets.failure import Line
from wpfagent.testing.tickets.model import Evidence
from wpfagent.testing.tickets.outline import outlined

LOG_TAIL = 64 * 1024
LOGS_AT_MOST = 3
"""So many of the program's log files, the ones written last, are kept."""
LARGEST_DUMP = 512 * 1024 * 1024


class EvidenceFolder:
    """Fills a ticket's folder and remembers what each file shows.

    Args:
        folder: the ticket's folder; it must exist.
        failure: the failure.
        masks: what must not be written down.

    Raises:
        OSError: from every method.
    """

    def __init__(self, folder: Path, failure: FailureEvent, masks: Masks) -> None:
        self.folder = folder
        self.failure = failure
        self.masks = masks
        self.files: list[Evidence] = []

    def pictures(self) -> None:
        """Write `screens/before.png` and `after.png` with the element outlined; what is missing is said."""
        failure = self.failure
        about = failure.after.find(failure.selector) or failure.entry.control
        if about is None and "check" not in failure.entry.fields:  # what a check did not find is nowhere
            about = failure.cause.control
        taken = [
            self._picture("before", failure.before, "before the last action", failure.cause.control),
            self._picture("after", failure.after, "when the failure was seen", about),
        ]
        if not any(taken):
            self._write("screens/missing.txt", "".join(f"{e.shows}\n" for e in self.files if not e.file).encode())
            self._list("screens/missing.txt", "Why there are no pictures.")

    def trees(self) -> None:
        """Write `uia/before.json`, `after.json` and `difference.json`."""
        for name, look, when in (
            ("before", self.failure.before, "before the last action"),
            ("after", self.failure.after, "when the failure was seen"),
        ):
            if look.snapshot is None:
                self._list("", f"No tree {when}: {look.missing or 'it was not read'}.")
                continue
            text = text_of(tree_of(look.snapshot, self.masks))
            self._write(f"uia/{name}.json", text.encode())
            self._list(f"uia/{name}.json", f"All {len(look.snapshot)} elements of the program {when}.")
        self._json("uia/difference.json", self.failure.difference, "What the last action changed in the program.")

    def replay(self) -> None:
        """Write `repro.actions.json`."""
        made = actions_of(self.failure.record, self.failure.line["n"])
        self._json(
            "repro.actions.json",
            made,
            "The actions: `wpf-agent replay --file repro.actions.json` performs them without an AI.",
        )

    def scenario(self, text: Callable[[], str]) -> None:
        """Write `scenario.yaml`, where the record makes one."""
        try:
            made = text()
        except WpfAgentError as error:
            self._list("", f"No scenario: {error.message}")
            return
        self._write("scenario.yaml", made.encode())
        self._list("scenario.yaml", "The steps as a scenario: it fails now, and passes once this is fixed.")

    def logs(self, stderr: str | None, globs: tuple[str, ...]) -> None:
        """Write `runner.log`, and `app.log` where the program wrote anything."""
        path = Path(self.failure.record.folder) / "runner.log"
        said = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        steps = "".join(f"{line_of(line)}\n" for line in self.failure.lines)
        self._write("runner.log", f"{said}--- steps ---\n{self.masks.text(steps)}".encode())
        self._list("runner.log", "What wpf-agent did, a line a step.")
        parts = [("stderr", stderr)] if stderr else []
        parts += [(os.path.basename(p), p) for p in _newest(globs)]
        texts = [(name, read_tail(p, at_most=LOG_TAIL).strip()) for name, p in parts]
        written = [f"--- {name} ---\n{self.masks.text(text)}\n" for name, text in texts if text]
        if written:
            self._write("app.log", "".join(written).encode())
            names = ", ".join(name for name, text in texts if text)
            self._list("app.log", f"The end of what the program itself wrote ({names}).")

    def system(self) -> None:
        """Write `eventlog.txt` and `crash.dmp`, where an oracle found any."""
        findings = self.failure.findings
        events = [_event_text(event) for f in findings for event in f.details.get("events", ())]
        if events:
            self._write("eventlog.txt", self.masks.text("\n\n".join(events)).encode())
            self._list("eventlog.txt", "What the Windows event log says of the crash.")
        dump = next((str(f.details["dump"]) for f in findings if f.details.get("dump")), None)
        if dump is None or not os.path.isfile(dump):
            return
        if os.path.getsize(dump) > LARGEST_DUMP:
            self._list("", f"The crash dump is large and was left where it is: {dump}")
            return
        shutil.copyfile(dump, self.folder / "crash.dmp")
        self._list("crash.dmp", "The memory of the process when it crashed, for a debugger. It may hold private data.")

    # -- files --------------------------------------------------------------------------------------------------------

    def _picture(self, name: str, look: Moment, when: str, control: Control | None) -> bool:
        if look.picture is None:
            self._list("", f"No picture {when}: {look.missing or 'none was taken'}.")
            return False
        png, marked = outlined(look.picture.png, look.picture, look.rect_of(control))
        self._write(f"screens/{name}.png", png)
        what = f" {control.describe()} is outlined." if marked and control is not None else ""
        self._list(f"screens/{name}.png", self.masks.text(f"The program {when}.{what}"))
        return True

    def _json(self, name: str, data: Mapping[str, Any], shows: str) -> None:
        self._write(name, json.dumps(self.masks.mask(data), ensure_ascii=False, indent=1).encode())
        self._list(name, shows)

    def _write(self, name: str, data: bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def _list(self, file: str, shows: str) -> None:
        self.files.append(Evidence(file, shows))


def line_of(line: Line) -> str:
    """Return a step as one line: `12 14:03:07 click Button 'Save' …: confirmed, 230 ms`."""
    outcome = line.get("effect") or ((line.get("verdict") or {}).get("ok") is False and "does not hold") or ""
    if "error" in line:
        outcome = f"{line['error'].get('code')}: {line['error'].get('message')}"
    if "check" in line and not outcome:
        outcome = "holds"
    took = f"{line['elapsed_ms']} ms" if line.get("elapsed_ms") is not None else ""
    said = ", ".join(w for w in (str(outcome), took) if w)
    words = [str(line.get("n", "")), str(line.get("time", "")), str(line.get("subject") or line.get("action") or "")]
    return " ".join(w for w in words if w) + (f": {said}" if said else "")


def _newest(globs: tuple[str, ...]) -> list[str]:
    found = {p for g in globs for p in glob.glob(os.path.expandvars(g), recursive=True) if os.path.isfile(p)}
    return sorted(found, key=os.path.getmtime, reverse=True)[:LOGS_AT_MOST]


def _event_text(event: Any) -> str:
    if isinstance(event, Mapping):
        return "\n".join(f"{key}: {value}" for key, value in event.items())
    return str(event)
