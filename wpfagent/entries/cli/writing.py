"""Writing a scenario of what was recorded."""

from __future__ import annotations

from pathlib import Path

from wpfagent.core.errors import StorageFailed
from wpfagent.testing.record.read import read_session
from wpfagent.testing.scenarios.from_session import scenario_text
from wpfagent.testing.tickets.recorded import Recorded


def write_scenario(recorded: Recorded, path: Path) -> str:
    """Write a scenario of a closed session; return its absolute path. Raises StorageFailed."""
    text = scenario_text(read_session(Path(recorded.session.folder)))
    again = f"`wpf-agent scenario new --from {recorded.session.session_id}` writes it from the record."
    write_text(path, text, hint=again)
    return str(path.absolute())


def write_text(path: Path, text: str, *, hint: str) -> None:
    """Write a file and the folders that it lies in. Raises StorageFailed, with this hint."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror or error}.", hint=hint) from error
