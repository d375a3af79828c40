"""What two runs of the same work have in common: a folder of artifacts without times, ids, pids, machines and paths.

Sessions are called by the order of the plan, tickets by the order in which they were first told. Everything else is
compared byte by byte. The record of a minimiser holds the trials of its own desktop alone, more or fewer of them: what
is compared is the ticket that it made shorter.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

TIMES = frozenset({
    "time", "started", "ended", "created", "last_seen", "elapsed_ms", "elapsed_s", "pause_ms", "seconds", "worked_s",
    "waiting_share",
})  # fmt: skip
IDS = frozenset({"pid", "hwnd", "owner", "window", "runtime_id", "ref", "machine", "machines", "run", "fleet"})
CLOCK = re.compile(r"(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:\.\d+)?(?: ?[+-]\d\d:\d\d|Z)?|\b\d+(?:\.\d+)? (?:ms|s)\b")
SEEN = re.compile(r"<machine> \(\d+\)(?:, <machine> \(\d+\))*")
"""How often which machine saw a ticket."""
REF = re.compile(r"(&#34;ref&#34;: &#34;)e\d+")
"""What a page shows of an error's details."""
PID = re.compile(r"(pid |process id was |HwndWrapper\[[^;\]]*;;)[0-9a-fA-F]+")


def normal(artifacts: Path, machines: Iterable[str]) -> dict[str, str]:
    """Return what lies in a folder of artifacts of one run of a fleet: by path, text in full and the rest by hash."""
    (run,) = (p.name for p in (artifacts / "fleet").iterdir())
    plan = json.loads((artifacts / "fleet" / run / "plan.json").read_bytes())["work"]
    done = {d["work"]: d for d in _lines(artifacts / "fleet" / run / "done.jsonl")}
    names = {str(artifacts): "<artifacts>", run: "<run>"}
    for number, item in enumerate(plan, start=1):
        session = done.get(item["order"]["work"], {}).get("session")
        names |= {session: f"<session {number}>"} if session else {}
    index = artifacts / "tickets" / "index.json"
    known = json.loads(index.read_bytes())["tickets"] if index.is_file() else []
    names |= {t["id"]: f"<ticket {n}>" for n, t in enumerate(known, start=1)}
    for line in done.values():  # a ticket whose failure was known already has an id of its own at its worker
        names |= {t["id"]: f"<ticket of {t['signature'][:8]}>" for t in line.get("tickets", ()) if t["id"] not in names}
    names |= dict.fromkeys(machines, "<machine>")
    for tree in artifacts.glob("sessions/*/uia/*.json"):  # a tree is called by the hash of what stands in it
        content = hashlib.sha256(_content(tree, names).encode()).hexdigest()[:16]
        names[tree.stem] = f"<tree {content}>"
    facts = {p.parent.name: json.loads(p.read_bytes()) for p in artifacts.glob("sessions/*/session.json")}
    minimisers = [name for name, told in facts.items() if told.get("caller") == "replay"]
    names |= dict.fromkeys(minimisers, "<minimiser>")
    found = {}
    for path in sorted(p for p in artifacts.rglob("*") if p.is_file()):
        inside = path.relative_to(artifacts).as_posix()
        if path.suffix == ".lock" or inside.startswith(("fleet/", *(f"sessions/{name}/" for name in minimisers))):
            continue
        found[_named(inside, names)] = _content(path, names)
    return found


def _content(path: Path, names: Mapping[str, str]) -> str:
    data = path.read_bytes()
    if path.suffix == ".json":
        return json.dumps(_plain(json.loads(data), names), ensure_ascii=False, indent=1, sort_keys=True)
    if path.suffix == ".jsonl":
        return "\n".join(json.dumps(_plain(line, names), ensure_ascii=False, sort_keys=True) for line in _lines(path))
    if path.suffix in (".md", ".yaml", ".log", ".html", ".svg"):
        return _text(data.decode(), names)
    return hashlib.sha256(data).hexdigest()


def _plain(value: Any, names: Mapping[str, str], key: str = "") -> Any:
    if key in TIMES or key in IDS:
        return f"<{key}>"
    if isinstance(value, Mapping):
        return {_named(k, names): _plain(v, names, k) for k, v in value.items()}
    if isinstance(value, list):
        return [_plain(v, names) for v in value]
    return _text(value, names) if isinstance(value, str) else value


def _text(text: str, names: Mapping[str, str]) -> str:
    text = PID.sub(r"\1<pid>", CLOCK.sub("<time>", _named(text, names)))
    return SEEN.sub("<machines>", REF.sub(r"\1<ref>", text))


def _named(text: str, names: Mapping[str, str]) -> str:
    for old in sorted(names, key=len, reverse=True):
        text = text.replace(old, names[old])
    return text


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
