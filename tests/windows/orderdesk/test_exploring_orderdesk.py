"""A stranger's program, explored at random: one without seeded faults gives no finding that it does not confirm itself.

Its own log is the judge: an exception that nobody planted and that it logs before it dies is a true finding.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from wpfagent.entries.cli import main
from wpfagent.testing.record.read import find_session, read_session
from wpfagent.testing.tickets.store import TicketStore

NOTHING_ELSE = ({"control_type": "TabItem", "weight": 0.1}, {"action": "send_keys", "weight": 0},
                {"name_re": "^(New|New order|Export|About).*", "weight": 0})  # fmt: skip
"""Rules that keep a short run near what is looked for."""
LOG = "truth.jsonl"
ESCAPED = "0xE0434352"
"""What a process ends with that .NET ends because of an exception."""


def confirmed(folder: Path, found: dict[str, Any]) -> bool:
    """Return whether the program's own log says the same: it ended by an exception, of this type where one is named."""
    events = [json.loads(line) for line in (folder / LOG).read_text(encoding="utf-8").splitlines()]
    crashes = [event for event in events if event["event"] == "unhandled_exception"]
    said = found["title"] + found["actual"]
    if found["oracle"] == "process_exited":
        return bool(crashes) and ESCAPED in said
    return found["oracle"] == "unhandled_exception" and any(event["type"] in said for event in crashes)


def explore(
    folder: Path, exe: Path, *args: str, steps: int, seed: int, rules: Sequence[dict[str, Any]] = (), **more: Any
) -> tuple[int, list[tuple[int, str, dict[str, Any]]]]:
    """Explore a program of its own with data of its own; return the exit code and each finding with its step."""
    options = ["--data", str(folder / "data"), "--log", str(folder / LOG), "--rows", "60", "--seed", "7", *args]
    made = {"target": {"exe": str(exe), "args": options, "mode": "launch"}, "restart_every": 150,
            "action_space": list(rules), **more}  # fmt: skip
    path = folder / "explore.yaml"
    path.write_text(yaml.safe_dump(made, allow_unicode=True, sort_keys=False), encoding="utf-8")
    artifacts = folder / "artifacts"
    code = main(["random", "run", "--file", str(path), "--max-steps", str(steps), "--seed", str(seed), "--no-minimize",
                 "--artifacts", str(artifacts)])  # fmt: skip
    session = read_session(find_session(artifacts))
    found = [(line["n"], line["subject"], f) for line in session.steps for f in line.get("findings", ())]
    print(f"{len(session.steps)} lines, {len(found)} findings: {json.dumps(found, ensure_ascii=False)}")
    assert found or sum("choice" in line for line in session.steps) >= steps * 0.9
    return code, found


@pytest.mark.parametrize(
    ("seed", "steps", "culture"),
    [
        pytest.param(11, 50, "en-US", id="short"),
        pytest.param(12, 300, "en-US", id="en", marks=pytest.mark.slow),
        pytest.param(13, 600, "en-US", id="en-long", marks=pytest.mark.slow),
        pytest.param(14, 600, "ja-JP", id="ja", marks=pytest.mark.slow),
        pytest.param(15, 400, "de-DE", id="de", marks=pytest.mark.slow),
    ],
)
def test_exploring_a_healthy_program_gives_no_finding(
    seed: int, steps: int, culture: str, orderdesk_program: Path, tmp_path: Path
) -> None:
    code, found = explore(tmp_path, orderdesk_program, "--culture", culture, steps=steps, seed=seed)
    failures = [f for f in found if f[2].get("severity") != "warning"]
    true = [f for f in failures if confirmed(tmp_path, f[2])]
    assert [f for f in failures if f not in true] == []
    assert code == (1 if true else 0)
    assert len(TicketStore(tmp_path / "artifacts").entries()) == len({step for step, _, _ in true})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "oracle", "rules"),
    [
        ("offscreen-dialog", "window_offscreen",
         ({"automation_id_re": "ViewMenu|MenuPreferences", "weight": 60}, *NOTHING_ELSE)),
    ],
)  # fmt: skip
def test_exploring_finds_a_seeded_fault(
    fault: str, oracle: str, rules: Sequence[dict[str, Any]], orderdesk_program: Path, tmp_path: Path
) -> None:
    code, found = explore(tmp_path, orderdesk_program, "--fault", fault, steps=120, seed=3, rules=rules, max_failures=1,
                          strategy="weighted")  # fmt: skip
    assert oracle in {f[2]["oracle"] for f in found}
    assert code == 1
