"""An action of somebody else's package: registered by an entry point, performed by name, offered by every entry."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULE = '''
from dataclasses import dataclass

from wpfagent.actions.base import TEXT, Performed, action, arg


@dataclass(frozen=True)
class ShoutArgs:
    mark: str = arg("what stands behind the name", "!")


@action(risk="read", args=ShoutArgs, returns={"shouted": TEXT})
def shout(doing, args):
    """Return the name of an element in capitals."""
    return Performed(result={"shouted": doing.control.name.upper() + args.mark})
'''
PROGRAM = """
import json, sys
import wpfagent
import wpfagent.demo
from wpfagent.core.errors import InvalidArgument
from wpfagent.entries.mcp.families.actions import tools

sys.stdout.reconfigure(encoding="utf-8")
with wpfagent.launch(str(wpfagent.demo.APPLICATION), desktop="simulated") as app:
    reply = app.do("shout", {"automation_id": "OpenSettingsButton"}, {"mark": "?"})
    try:
        app.do("shout", {"automation_id": "OpenSettingsButton"}, {"mrak": "?"})
    except InvalidArgument as error:
        said = str(error)
tool = next(t for t in tools() if t.name == "shout")
print(json.dumps([reply.result["shouted"], said, sorted(tool.output_schema["properties"])]))
"""


def installed(folder: Path, entry: str) -> dict[str, str]:
    """An environment in which a package with this entry point is installed."""
    (folder / "shouting.py").write_text(MODULE, encoding="utf-8")
    info = folder / "shouting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[wpfagent.actions]\n{entry}\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), "PYTHONIOENCODING": "utf-8"}


def test_an_action_of_another_package_is_performed_by_its_name_and_offered_to_clients(tmp_path: Path) -> None:
    env = installed(tmp_path, "shout = shouting:shout")
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=env, cwd=tmp_path, capture_output=True, text=True,
                          encoding="utf-8", check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    shouted, refused, returned = json.loads(done.stdout)
    assert shouted == "SETTINGS?"
    assert "Nearest: mark" in refused
    assert "shouted" in returned


def test_an_entry_point_that_leads_to_no_action_is_named(tmp_path: Path) -> None:
    env = installed(tmp_path, "shout = shouting:ShoutArgs")
    words = [sys.executable, "-m", "wpfagent", "do", "shuot", "--desktop", "simulated"]
    done = subprocess.run(words, env=env, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "shouting:ShoutArgs is no action" in done.stderr
