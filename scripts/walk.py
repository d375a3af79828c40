"""Walks through the house: a click from MCP to the program, a finding from its oracle to ticket.md, from traced runs.

    python scripts/walk.py            print both walks; on Windows through real WPF, else through the simulated desktop
    python scripts/walk.py --write    put them into docs/architecture.md (on Windows)

A stop is a class or a module-level function that is on the way when the last call is made; a hop is a call that leaves
one for another module's. Tasks and threads that wait for each other are one way. Exits with 1 when a walk is longer
than its aim.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PACKAGE = ROOT / "wpfagent"
PAGE = ROOT / "docs" / "architecture.md"
START, END = "<!-- walk -->", "<!-- /walk -->"


@dataclass(slots=True)
class Walk:
    """One way through the house: what it is, how long it may be, the functions that are on it at its end."""

    title: str
    aim: int
    calls: list[CodeType] = field(default_factory=list)

    def stations(self) -> list[tuple[str, str]]:
        """Return module and class or function, one for each stop; calls within a module are no stop of their own."""
        found: list[tuple[str, str]] = []
        for code in self.calls:
            module = Path(code.co_filename).relative_to(PACKAGE).with_suffix("").as_posix()
            name = code.co_qualname.split(".<locals>")[0]
            if not found or found[-1][0] != module:
                found.append((module, name))
        return found

    @property
    def hops(self) -> int:
        """The calls that leave a module."""
        return len(self.stations()) - 1

    def lines(self) -> Iterator[str]:
        """Return it as Markdown."""
        yield f"**{self.title}**: {self.hops} hops (aim: at most {self.aim})."
        yield ""
        yield from (f"{n}. `{module}`: `{name}`" for n, (module, name) in enumerate(self.stations()))
        yield ""


def main(argv: list[str]) -> int:
    """Walk, print, and write where that is asked for."""
    if argv not in ([], ["--write"]):
        print(__doc__)
        return 2
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        os.environ.update(WPF_AGENT_ARTIFACTS=home, LOCALAPPDATA=home, APPDATA=home, XDG_CONFIG_HOME=home)
        walks = [asyncio.run(click()), finding(Path(home))]
    text = "\n".join(line for walk in walks for line in walk.lines())
    print(text)
    if argv:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{START}\n{text}{END}{after}", encoding="utf-8", newline="\n")
    return 1 if any(walk.hops > walk.aim for walk in walks) else 0


async def click() -> Walk:
    """Click the demo's button by an MCP call, and look who is on the way when the pattern is invoked."""
    from mcp import Client

    from wpfagent.demo import demo_profile
    from wpfagent.entries.mcp.options import ServeOptions
    from wpfagent.entries.mcp.server import build

    walk = Walk("A click, from MCP to the button's Invoke", aim=14)
    loop = asyncio.get_running_loop()
    own = threading.current_thread()

    def seen() -> None:
        tasks = [frames for task in asyncio.all_tasks(loop) if (frames := _awaited(task.get_coro()))]
        threads = [_stack(frame) for ident, frame in sys._current_frames().items() if ident not in (own.ident, here)]
        waiting = [t for t in threads if any(c.co_filename.endswith("execute.py") for c in t)]
        walk.calls = [*max(tasks, key=len, default=[]), *(c for t in waiting for c in t), *_stack(sys._getframe(1))]

    here = 0

    def marked(invoke: Callable[..., Any]) -> Callable[..., Any]:
        def marking(*args: Any, **kwargs: Any) -> Any:
            nonlocal here
            here = threading.get_ident()
            if not walk.calls:
                seen()
            return invoke(*args, **kwargs)

        return marking

    profile = demo_profile("uia" if os.name == "nt" else "simulated")
    launch = profile["launch"]
    with _desktop(marked) as desktop:
        async with Client(build(ServeOptions(allow_launch=True), desktop=desktop)) as client:
            started = {"exe": launch["exe"], "args": launch["args"]}
            await client.call_tool("launch_application", started)
            await client.call_tool("click", {"target_id": "t1", "selector": {"automation_id": "OpenSettingsButton"}})
            await client.call_tool("quit_application", {"target_id": "t1"})
    return walk


def finding(home: Path) -> Walk:
    """Let a scenario fail, and look who is on the way from the judge to `ticket.md`."""
    from wpfagent.entries.cli import main as wpf_agent
    from wpfagent.testing.tickets import store

    walk = Walk("A finding, from the recorder that asks the oracles to ticket.md", aim=8)
    write = vars(store)["write_markdown"]

    def marking(*args: Any) -> None:
        calls = _stack(sys._getframe(1))
        first = next(n for n, code in enumerate(calls) if code.co_filename.endswith("recorder.py"))
        walk.calls = [*calls[first:], write.__code__]
        write(*args)

    scenario = home / "fails.yaml"
    scenario.write_text(
        "id: fails\ntitle: A button that is not there\nprofile: demo\nsteps:\n"
        "  - {action: click, selector: {automation_id: NoSuchButton}, timeout_ms: 300}\n",
        encoding="utf-8",
    )
    with patch.object(store, "write_markdown", marking):
        wpf_agent(["scenario", "run", str(scenario), *([] if os.name == "nt" else ["--desktop", "simulated"])])
    return walk


@contextmanager
def _desktop(marked: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Iterator[Any]:
    """The desktop of this system, with a mark on what presses a button."""
    if os.name != "nt":
        from wpfagent.desktops.simulated import SimulatedDesktop

        with patch.object(SimulatedDesktop, "act", marked(SimulatedDesktop.act)):
            yield SimulatedDesktop()
        return
    from wpfagent.desktops.uia import UiaDesktop
    from wpfagent.desktops.uia.com import Automation

    pattern = Automation.pattern

    def watched(automation: Automation, element: Any, name: str) -> Any:
        found = pattern(automation, element, name)
        return _Invoked(marked(found.Invoke)) if name == "Invoke" else found

    with patch.object(Automation, "pattern", watched):
        yield UiaDesktop()


@dataclass(slots=True)
class _Invoked:
    """An invoke pattern whose call is marked."""

    Invoke: Callable[[], Any]


def _stack(frame: FrameType | None) -> list[CodeType]:
    found: list[CodeType] = []
    while frame is not None:
        found.append(frame.f_code)
        frame = frame.f_back
    return list(_ours(reversed(found)))


def _awaited(coroutine: Any) -> list[CodeType]:
    found = []
    while coroutine is not None:
        code = getattr(coroutine, "cr_code", None)
        found += [code] if code is not None else []
        coroutine = getattr(coroutine, "cr_await", None)
    return list(_ours(found))


def _ours(codes: Iterable[CodeType]) -> Iterator[CodeType]:
    return (code for code in codes if Path(code.co_filename).is_relative_to(PACKAGE))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
