"""Makes docs/example_session: the record and the ticket of one short run of the WPF demo, as wpf-agent writes them.

    python scripts/example_session.py       on Windows only; leave mouse and keyboard alone

The profile's redaction rules hide where the package lies; records go to a folder that says nothing about the computer.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from wpfagent.demo import demo_profile  # noqa: E402
from wpfagent.entries.cli import main as wpf_agent  # noqa: E402 - the checkout's own package

KEPT = ROOT / "docs" / "example_session"
PLACE = Path("C:/Example")
SCENARIO = """\
id: customer-card
title: A customer that was found can be opened
tags: [customers]
owner: qa
created_at: 2026-11-22
profile: OrderDesk-Demo
steps:
  - action: select_item
    selector: {automation_id: CustomersGrid, row: 4}
    note: the last customer of the list
  - action: type_text
    selector: {automation_id: SearchBox}
    args: {text: Berlin}
    expected: {value_equals: Berlin}
  - action: click
    selector: {automation_id: CardButton}
    expected: {window_exists: Customer card}
"""


def make() -> list[Path]:
    """Run the scenario, and return the folders of its record and of its ticket."""
    PLACE.mkdir()
    try:
        launch = demo_profile("uia")["launch"]
        profile = {"name": "OrderDesk-Demo", "launch": launch, "record": {"redact": [_rule(ROOT)]}}
        (PLACE / "profiles.json").write_text(json.dumps({"version": 1, "profiles": [profile]}), encoding="utf-8")
        (PLACE / "card.yaml").write_text(SCENARIO, encoding="utf-8", newline="\n")
        options = ["--profiles", str(PLACE / "profiles.json"), "--artifacts", str(PLACE / "artifacts"), "--lang", "en"]
        code = wpf_agent(["scenario", "run", str(PLACE / "card.yaml"), *options])
        if code != 1:
            raise SystemExit(f"The scenario was expected to fail (1); it returned {code}.")
        wpf_agent(["sessions", "open", "--last", "--print", *options])
        (session,) = (PLACE / "artifacts" / "sessions").iterdir()
        (ticket,) = (PLACE / "artifacts" / "tickets" / session.name).iterdir()
        return [_keep(session, "session"), _keep(ticket, "ticket")]
    finally:
        shutil.rmtree(PLACE)


def _rule(folder: Path) -> str:
    """A redaction rule for a folder, however its path is written."""
    return r"(?i)" + r"[\\/]+".join(re.escape(part.rstrip("\\/")) for part in folder.parts)


def _keep(folder: Path, name: str) -> Path:
    """Copy a folder into the documentation, in place of the one that is there."""
    kept = KEPT / name
    if kept.is_dir():
        shutil.rmtree(kept)
    return Path(shutil.copytree(folder, kept))


def main(argv: list[str]) -> int:
    """Make the folders and say how large they are."""
    if argv or sys.platform != "win32":
        print(__doc__)
        return 2
    for kept in make():
        size = sum(path.stat().st_size for path in kept.rglob("*") if path.is_file())
        print(f"{kept.relative_to(ROOT).as_posix()}: {size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
