"""What set-up wants of the host that clients share, which a floor above knows; nothing where nobody says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


def _nothing(*_given: object) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Resident:
    """What can be asked.

    Args:
        stop: ends the host whose program lies in this folder, or is this file: it holds its own files.
        record: keeps what a server with these options says to whoever opens a session, for the very first start.
        clean: removes what hosts and bridges left, where no host runs; what the person wrote stays.
    """

    stop: Callable[[Path], object] = _nothing
    record: Callable[[Sequence[str]], object] = _nothing
    clean: Callable[[], object] = _nothing
