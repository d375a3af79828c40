"""Measure what evidence from inside a .NET program costs.

Usage: bench_dotnet.py [STREAM.nettrace ...] [--rounds 7]
       bench_dotnet.py overhead PROGRAM [--press BUTTON,BUTTON] [--pairs 15] [--actions 60]
       bench_dotnet.py evidence PROGRAM --press BUTTON[,BUTTON ...]
       bench_dotnet.py hour PROGRAM [--press BUTTON,BUTTON] [--minutes 60]

Without a word: how fast the reader is, beside a bare pass over the same bytes; without a stream, those recorded for the
tests. Medians; the two alternate in each round. The others are for Windows and start the program:

overhead: actions a second with the light session and without it, in pairs that alternate; the median of the ratios with
its 95 % interval. evidence: for buttons that hang the UI thread, how long after the oracle saw it the ticket with the
stack was complete. hour: what one long session keeps in memory, and how many bytes it reads.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import wpfagent
from wpfagent.core.errors import WpfAgentError
from wpfagent.dotnet.nettrace import CHUNK, NetTraceError, Reader
from wpfagent.dotnet.runtime_events import fact_of

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "dotnet"
WAYS = ("overhead", "evidence", "hour")
OFF = {"DOTNET_EnableDiagnostics": "0"}
"""With this a program answers no questions."""
PAUSE_S = 1.0


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


def speeds_of(files: Sequence[Path], rounds: int) -> None:
    """Print the reader's speed over each stream, beside the bare pass."""
    ways: dict[str, Callable[[bytes], None]] = {"bare pass": bare, "events": events, "events and facts": facts}
    for file in files:
        data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        speeds: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(rounds):
            for way, go in ways.items():
                begun = time.perf_counter()
                go(data)
                speeds[way].append(len(data) / 1e6 / (time.perf_counter() - begun))
        said = "  ".join(f"{way} {statistics.median(speed):8.1f} MB/s" for way, speed in speeds.items())
        print(f"{file.name:28} {len(data) / 1e6:6.2f} MB  {said}")


# -- a running program ----------------------------------------------------------------------------------------------


def pressed(app: wpfagent.App, buttons: Sequence[str], actions: int) -> float:
    """Press the buttons by turns; return the actions a second."""
    begun = time.perf_counter()
    for number in range(actions):
        with suppress(WpfAgentError):
            app.click(automation_id=buttons[number % len(buttons)])
    return actions / (time.perf_counter() - begun)


def interval(values: Sequence[float], *, rounds: int = 4_000) -> tuple[float, float]:
    """Return the 95 % interval of the median, by drawing anew."""
    dice = random.Random(7)
    drawn = sorted(statistics.median(dice.choices(values, k=len(values))) for _ in range(rounds))
    return drawn[round(rounds * 0.025)], drawn[round(rounds * 0.975) - 1]


def overhead(program: str, buttons: Sequence[str], pairs: int, actions: int) -> None:
    """Print the actions a second with and without the light session, and the median of what it costs."""
    rates: dict[str, list[float]] = {"auto": [], "off": []}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for number in range(pairs):
            for way in ("auto", "off") if number % 2 else ("off", "auto"):
                with wpfagent.launch(program, artifacts=folder, env=None if way == "auto" else OFF) as app:
                    pressed(app, buttons, 4)  # what is loaded at first is no action's cost
                    rates[way].append(pressed(app, buttons, actions))
            costs = [1 - on / off for on, off in zip(rates["auto"], rates["off"], strict=True)]
            print(f"pair {number + 1}: {rates['off'][-1]:.2f} without, {rates['auto'][-1]:.2f} with", flush=True)
    low, high = interval(costs)
    print(f"median cost {100 * statistics.median(costs):.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f} %), "
          f"{pairs} pairs of {actions} actions")  # fmt: skip


def evidence(program: str, buttons: Sequence[str]) -> None:
    """Print for each button that hangs how long after the finding its ticket was complete, with the stack."""
    for button in buttons:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            app = wpfagent.launch(program, artifacts=folder)
            seen: list[float] = []
            recorder = next(s for s in app.gate.subscribers if hasattr(s, "on_incident"))
            file = recorder.on_incident
            recorder.on_incident = lambda failure, file=file, seen=seen: (seen.append(time.time()), file(failure))
            pressed(app, [button], 1)
            done = time.time()
            tickets = [json.loads(p.read_text("utf-8")) for p in Path(folder).glob("tickets/**/ticket.json")]
            named = [t["details"].get("ui_thread", {}).get("in") for t in tickets]
            took = f"{done - seen[0]:.2f} s" if seen else "no finding"
            print(f"{button}: complete after {took}: {named}", flush=True)
            app.gate.desktop.terminate(app.target.pid)


def hour(program: str, buttons: Sequence[str], minutes: float) -> None:
    """Print what this process holds while one session lasts, and what came of it."""
    from wpfagent.dotnet import Watch

    with suppress(KeyboardInterrupt):
        app = wpfagent.launch(program)  # nothing is recorded: only the session is measured
        pressed(app, buttons, 2 * len(buttons))
        usage = app.gate.desktop.usage
        began_s, before = time.monotonic(), usage(os.getpid())
        watch = Watch.start(app.target.pid)
        number = 0
        while (passed_s := time.monotonic() - began_s) < 60 * minutes:
            pressed(app, [buttons[number % len(buttons)]], 1)
            watch.since(max(0, watch.mark() - 100))
            now, number = usage(os.getpid()), number + 1
            if number % 60 == 1 and now is not None and before is not None:
                grown = (now.memory - before.memory) / 1e6
                read = watch._reader.position / 1e6
                print(f"{passed_s / 60:5.1f} min: {number} acts, {read:.1f} MB read, {watch.mark()} events, "
                      f"this process grew by {grown:.1f} MB", flush=True)  # fmt: skip
            time.sleep(PAUSE_S)
        watch.stop()
        app.gate.desktop.terminate(app.target.pid)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("what", nargs="*", help="streams; or one of overhead, evidence, hour, and the program")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--press", default="ok,clean", help="AutomationIds of buttons")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--actions", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=60.0)
    options = parser.parse_args()
    buttons = options.press.split(",")
    match options.what:
        case ["overhead", program]:
            overhead(program, buttons, options.pairs, options.actions)
        case ["evidence", program]:
            evidence(program, buttons)
        case ["hour", program]:
            hour(program, buttons, options.minutes)
        case [way, *_] if way in WAYS:
            parser.error(f"{way} needs one program")
        case files:
            speeds_of([*map(Path, files)] or sorted(DATA.glob("*.nettrace.gz")), options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
