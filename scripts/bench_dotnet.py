"""Measure how fast the reader of a .NET program's event stream is, beside a bare pass over the same bytes.

Usage: bench_dotnet.py [STREAM.nettrace ...] [--rounds 7]

Without a stream: those recorded for the tests, one after the other. Medians; the two alternate in each round.
"""

from __future__ import annotations

import argparse
import gzip
import io
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from wpfagent.dotnet.nettrace import CHUNK, NetTraceError, Reader
from wpfagent.dotnet.runtime_events import fact_of

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "dotnet"


def bare(data: bytes) -> None:
    """Go over the bytes in the pieces that the reader asks for, and do nothing."""
    stream = io.BytesIO(data)
    while stream.read(CHUNK):
        pass


def events(data: bytes) -> None:
    """Read all events."""
    with suppress(NetTraceError):
        for _ in Reader(io.BytesIO(data).read).events():
            pass


def facts(data: bytes) -> None:
    """Read all events, and what they say."""
    with suppress(NetTraceError):
        for event in Reader(io.BytesIO(data).read).events():
            fact_of(event.kind, event.payload)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("streams", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    files = options.streams or sorted(DATA.glob("*.nettrace.gz"))
    streams = {
        file.name: gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes() for file in files
    }
    ways: dict[str, Callable[[bytes], None]] = {"bare pass": bare, "events": events, "events and facts": facts}
    for name, data in streams.items():
        speeds: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(options.rounds):
            for way, go in ways.items():
                begun = time.perf_counter()
                go(data)
                speeds[way].append(len(data) / 1e6 / (time.perf_counter() - begun))
        said = "  ".join(f"{way} {statistics.median(speed):8.1f} MB/s" for way, speed in speeds.items())
        print(f"{name:28} {len(data) / 1e6:6.2f} MB  {said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
