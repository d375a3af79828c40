"""Do the tasks of programs that know what happened inside them, through the MCP tools, and judge each verdict.

Usage: bench_strangers.py [bazaar] [forms] [PAGE | task id …] [--noise] [--refuse] [--strange] [--json FILE]

Windows only. WPF_AGENT_BENCH_STRANGERS names the folder that holds the programs (NAME/bin/NAME.exe, NAME/tasks.json);
without it the folder `apps` below WINLAB. `strangers/NAME.yaml` says how a person would do each task: the words that
are seen, control types and what stands near, never an id, a class or a place in pixels. A verdict is right when
`confirmed` is said only where the program's log has all events of the task and none that must not be.

    --noise    a clock, a counter and a progress bar run all the time
    --refuse   without the consents: what `destructive` lists must be refused and leave no event, all else is done
    --strange  with other words: each task must end in an error, and the log stays empty
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

import yaml
from logged_program import Program, matches, missing
from mcp import Client

from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build

HERE = Path(__file__).resolve().parent
NAMES = ("bazaar", "forms")
EVENTS_S = 5.0
"""How long after the last reply an event may take; a task may name its own `timeout`."""
QUIET_S = 0.35
"""How long what must not happen is waited for."""
POLL_S = 0.05
START_S = 120.0
TURNED_S, SHOWN_S = 3.0, 30.0
"""How long a page may take to be shown by a program that runs, and by one that has just started."""
CALL_S = 90.0
WORDS = frozenset({"name", "name_re", "label", "item_text", "path", "row", "column", "title"})
"""The arguments that hold words of the program."""
REFUSED = ("refused_destructive", "confirmation_required")
"""What is said of something destructive to which nobody consented."""
Verdict = Literal["right", "false", "missed"]


@dataclass(slots=True)
class Outcome:
    """What doing one task came to."""

    task: str
    page: str
    done: bool = False
    verdict: Verdict = "right"
    claim: str = ""
    calls: int = 0
    ms: int = 0
    slowest_ms: int = 0
    note: str = ""
    said: list[str] = field(default_factory=list)


class Runner:
    """Does the tasks of one program through one MCP session."""

    def __init__(self, client: Client, folder: Path, name: str, options: argparse.Namespace) -> None:
        self.client, self.folder, self.name, self.options = client, folder, name, options
        self.how = yaml.safe_load((HERE / "strangers" / f"{name}.yaml").read_text("utf-8"))
        self.shape = self.how["program"]
        self.program: Program | None = None
        self.target = ""

    async def call(self, tool: str, args: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        """Call a tool; return its structured content and its text. What takes too long is an error, too."""
        try:
            result = await asyncio.wait_for(self.client.call_tool(tool, dict(args)), CALL_S)
        except Exception as error:  # noqa: BLE001 - the session goes on: what went wrong stands in the table
            return {"error": {"code": "session", "message": f"{type(error).__name__}: {error}"}}, ""
        text = "\n".join(getattr(c, "text", "") for c in result.content)
        return dict(result.structured_content or {}), text

    # -- the program --------------------------------------------------------------------------------------------------

    async def ready(self, page: str) -> Program:
        """Return the program with the page shown afresh: the running one where it can be, else a new one."""
        if self.program is not None and self.program.is_running and await self._turn(self.program, page):
            return self.program
        self.close()
        for path in map(Path, self.shape.get("files", ())):  # what the tasks say is there
            path.touch()
        args = [self.shape["page_option"], page] if "page_option" in self.shape and page != "-" else []
        program = self.program = Program(self.folder, self.name, *args, *(["--noise"] if self._is_noisy else []))
        spec: dict[str, Any] = {"pid": program.process.pid, "profile": self.name}
        end = time.monotonic() + START_S
        while True:
            found, text = await self.call("resolve_target", {"target_spec": spec})
            if "target_id" in found:
                self.target = found["target_id"]
                break
            if time.monotonic() > end:
                raise SystemExit(f"{self.name} cannot be reached: {text}")
            await asyncio.sleep(POLL_S)
        await self.call("wait_for", {"target_id": self.target, "until": "idle"})
        if "page_option" not in self.shape and page != "-":
            await self._show(page, SHOWN_S)
        return program

    @property
    def _is_noisy(self) -> bool:
        return bool(self.options.noise) and "page_option" in self.shape

    async def _show(self, page: str, timeout_s: float = TURNED_S) -> dict[str, Any]:
        named = self.shape.get("pages", {}).get(page, page)
        selector = {"name": named, "control_type": self.shape["page_type"]}
        asked = {"target_id": self.target, "selector": selector, "timeout_ms": round(timeout_s * 1000)}
        found, _ = await self.call("click", asked)
        return found

    async def _turn(self, program: Program, page: str) -> bool:
        """Show a page anew; return whether the program did, with nothing left of the task before."""
        if "page_option" not in self.shape or program.windows() != 1:
            return False
        after = program.last()
        if "error" in await self._show(page):
            return False
        shown = await self._wait(program, after, [{"event": "page_shown", "id": page}], 1.0)
        return not shown and program.windows() == 1

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.end()
            self.program = None

    async def _wait(
        self, program: Program, after: int, wanted: Sequence[Mapping[str, Any]], timeout_s: float
    ) -> list[Mapping[str, Any]]:
        """Wait for events; return those that did not come."""
        end = time.monotonic() + timeout_s
        while (left := missing(program.events(after), wanted)) and time.monotonic() < end:
            await asyncio.sleep(POLL_S)
        return left

    # -- a task -------------------------------------------------------------------------------------------------------

    async def do(self, task: Mapping[str, Any]) -> Outcome:
        """Do a task and judge what was said of it."""
        outcome = Outcome(task["id"], task["page"])
        program = await self.ready(task["page"])
        after = called = program.last()
        lacking = list(task["events"])
        for tool, selector, *rest in self.how["tasks"][task["id"]]:
            args = await self._args(selector, rest[0] if rest else {})
            lacking = missing(program.events(after), task["events"])
            called = program.last()
            begun = time.perf_counter()
            found, text = await self._confirmed(tool, args, outcome)
            took = round((time.perf_counter() - begun) * 1000)
            outcome.ms, outcome.slowest_ms = outcome.ms + took, max(outcome.slowest_ms, took)
            outcome.said.append(f"{tool}: {text[:600]}")
            if "error" in found:
                outcome.claim = str(found["error"]["code"])
                outcome.note = text.split("\n", 1)[0][:160] or str(found["error"]["message"])
                break
            outcome.claim = found.get("effect") or "seen"  # what a reading waited for was there
        if self.options.refuse and task["id"] in self.how.get("destructive", ()):
            await self._judge_refused(program, called, outcome)
        else:
            await self._judge(task, program, after, outcome, was_refused=bool(outcome.note) and not lacking)
        if not outcome.done:
            self.close()
        return outcome

    async def _confirmed(self, tool: str, args: dict[str, Any], outcome: Outcome) -> tuple[dict[str, Any], str]:
        """Call, and call again with the token where the tool asks for one."""
        outcome.calls += 1
        found, text = await self.call(tool, args)
        error = found.get("error") or {}
        token = (error.get("details") or {}).get("confirm_token")
        if error.get("code") != "confirmation_required" or not token or self.options.refuse:
            return found, text
        outcome.calls += 1
        return await self.call(tool, {**args, "confirm_token": token})

    async def _args(self, selector: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        if self.options.strange:
            selector, given = strange(selector), strange(given)
        args: dict[str, Any] = {"target_id": self.target}
        if selector:
            args["selector"] = dict(selector)
        for key, value in given.items():
            args[key] = await self._placed(key, value)
        return args

    async def _placed(self, key: str, value: Any) -> Any:
        """A place or a distance as a share of an element that words name (`at`, `share`); anything else as it is."""
        if isinstance(value, list):
            return [await self._placed("xy"[i] if key == "by" else key, v) for i, v in enumerate(value)]
        if not isinstance(value, Mapping) or "of" not in value:
            return value
        wanted = {k: v for k, v in value["of"].items() if k == "control_type"}
        if "name" in value["of"]:
            wanted["name_re"] = f"^{value['of']['name']}$"
        asked = {"target_id": self.target, "filter": wanted, "limit": 1, "format": "json"}
        found, _ = await self.call("list_controls", asked)
        rect = next((c.get("bounding_rect") for c in found.get("controls", ())), None) or [0, 0, 0, 0]
        start, size = (rect[0], rect[2]) if key == "x" else (rect[1], rect[3])
        return round(start + value["at"] * size) if "at" in value else round(value["share"] * size)

    async def _judge_refused(self, program: Program, called: int, outcome: Outcome) -> None:
        """What is destructive is refused without the consents, and the call that was refused leaves no event."""
        await asyncio.sleep(QUIET_S)
        events = [e for e in program.events(called) if e["event"] != "page_shown"]
        outcome.done = outcome.claim in REFUSED and not events
        outcome.verdict = "false" if outcome.claim == "confirmed" else "right"
        outcome.note = "" if outcome.done else f"{outcome.claim}, {[brief(e) for e in events]}"

    async def _judge(
        self, task: Mapping[str, Any], program: Program, after: int, outcome: Outcome, *, was_refused: bool
    ) -> None:
        """Hold what was said against the log; `was_refused`: the last call was to do nothing, and said so."""
        failed = bool(outcome.note)
        timeout_s = 0.5 if failed else float(task.get("timeout", EVENTS_S))
        lacking = await self._wait(program, after, task["events"], timeout_s)
        await asyncio.sleep(QUIET_S if task["never"] else 0)
        events = [e for e in program.events(after) if e["event"] != "page_shown"]
        if self.options.strange:
            outcome.done = failed and not events
            outcome.note = "" if outcome.done else f"{outcome.claim}, {[e['event'] for e in events]}"
            return
        unwanted = [e for e in events if any(matches(e, n) for n in task["never"])]
        outcome.done = not lacking and not unwanted
        silent = task["id"] in self.how.get("silent", ())
        if task.get("effect") == "none" or not outcome.done:
            outcome.verdict = "false" if outcome.claim == "confirmed" else "right"
        elif outcome.claim not in ("confirmed", "seen") and not silent and not was_refused:
            outcome.verdict = "missed"
        if not failed and (lacking or unwanted):
            outcome.note = f"unwanted {brief(unwanted[0])}" if unwanted else f"lacks {brief(lacking[0])}"
        if lacking and not failed and events:
            outcome.note += f"; logged {', '.join(brief(e) for e in events[-3:])}"


def brief(event: Mapping[str, Any]) -> str:
    """Return an event in a few words."""
    return " ".join(str(event[k]) for k in ("event", "id", "value") if k in event)


def strange(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a selector or arguments with words that no program shows."""

    def other(value: Any) -> Any:
        if isinstance(value, str):
            return f"Qx {value[::-1]}" if value else value
        if isinstance(value, Mapping):
            return {k: other(v) for k, v in value.items()}
        return [other(v) for v in value] if isinstance(value, list) else value

    return {
        k: strange(v) if k in ("within", "to", "of") and isinstance(v, Mapping) else other(v) if k in WORDS else v
        for k, v in given.items()
    }


def folder_of_programs() -> Path:
    """Return where the programs lie. Raises SystemExit."""
    named, winlab = os.environ.get("WPF_AGENT_BENCH_STRANGERS"), os.environ.get("WINLAB")
    folder = Path(named) if named else Path(winlab) / "apps" if winlab else None
    if folder is None or not folder.is_dir():
        raise SystemExit("Where are the programs? Set WPF_AGENT_BENCH_STRANGERS to their folder.")
    return folder


def profiles(folder: Path, to: Path, *, consent: bool) -> Path:
    """Write the profiles that the server is started with: one for each program, with one of the two consents."""
    safety = {"mode": "extended", "allow_destructive": consent}
    made = [
        {"name": n, "match": {"exe": str(folder / n / "bin" / f"{n}.exe")}, "safety": safety}
        for n in NAMES
    ]  # fmt: skip
    path = to / "profiles.json"
    path.write_text(json.dumps({"version": 1, "profiles": made}), "utf-8")
    return path


async def run(options: argparse.Namespace) -> list[Outcome]:
    """Do the chosen tasks of the chosen programs and print a line for each."""
    folder = folder_of_programs()
    names = [n for n in NAMES if n in options.what] or list(NAMES)
    chosen = {w.lower() for w in options.what} - set(NAMES)
    found: list[Outcome] = []
    work = Path(tempfile.mkdtemp(prefix="strangers-"))
    path = profiles(folder, work, consent=not options.refuse)
    serve = ServeOptions(
        profiles_path=str(path), mode="extended", toolsets=("all",), structured=True, artifacts=str(work / "artifacts"),
    )  # fmt: skip
    async with Client(build(serve)) as client:
        for name in names:
            runner = Runner(client, folder, name, options)
            tasks = json.loads((folder / name / "tasks.json").read_text("utf-8"))
            for task in tasks:
                if "rig" in task or (chosen and not chosen & {task["id"], task["page"].lower()}):
                    continue
                outcome = await runner.do(task)
                found.append(outcome)
                print(line(name, outcome), flush=True)
                if options.verbose:
                    print("\n".join(f"      {s}" for s in outcome.said), flush=True)
            runner.close()
    return found


def line(name: str, o: Outcome) -> str:
    """Return a task's line of the table."""
    done = "done" if o.done else "NOT "
    verdict = o.verdict if o.verdict == "right" else o.verdict.upper()
    return f"{done} {verdict:6} {o.calls:2} calls {o.ms:6} ms  {name}/{o.task:20} {o.claim:14} {o.note}"


def summary(found: Sequence[Outcome]) -> str:
    """Return the figures of all tasks, and why those that were not done were not."""
    verdicts = Counter(o.verdict for o in found)
    done = sum(o.done for o in found)
    lines = [
        f"{len(found)} tasks, {done} done ({100 * done / max(1, len(found)):.0f} %); verdicts: "
        f"{verdicts['right']} right, {verdicts['false']} false, {verdicts['missed']} missed; "
        f"{sum(o.calls for o in found)} calls, {sum(o.ms for o in found) / 1000:.0f} s"
    ]
    for claim, count in Counter(o.claim for o in found if not o.done).most_common():
        lines.append(f"  not done, said {claim}: {count}")
    slow = [o for o in found if o.done and o.slowest_ms > 2000]
    if slow:
        lines.append("  a call above 2 s: " + ", ".join(f"{o.task} {o.slowest_ms}" for o in slow))
    return "\n".join(lines)


def main() -> int:
    """Do the tasks and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("what", nargs="*", help="programs, pages, task ids")
    parser.add_argument("--noise", action="store_true")
    parser.add_argument("--refuse", action="store_true")
    parser.add_argument("--strange", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="print each reply")
    parser.add_argument("--json", help="write the outcomes into this file")
    options = parser.parse_intermixed_args()
    if sys.platform != "win32":
        parser.error("the programs need Windows")
    found = asyncio.run(run(options))
    print(summary(found))
    if options.json:
        Path(options.json).write_text(json.dumps([asdict(o) for o in found], indent=1, ensure_ascii=False), "utf-8")
    return 0 if all(o.done and o.verdict == "right" for o in found) else 1


if __name__ == "__main__":
    sys.exit(main())
