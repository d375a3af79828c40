"""What is said where an optional part of the package is not installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASKED = '{"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {}}\n'


def without(folder: Path, module: str) -> dict[str, str]:
    """An environment in which a module is not there."""
    (folder / "sitecustomize.py").write_text(
        "import sys\n"
        "class Gone:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.partition('.')[0] == {module!r}:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Gone())\n",
        encoding="utf-8",
    )
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


def call(*words: str, env: dict[str, str], cwd: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wpfagent", *words],
        env=env, cwd=cwd, input=given, capture_output=True, text=True, encoding="utf-8", check=False, timeout=60,
    )  # fmt: skip


def test_a_server_without_the_protocol_says_so_in_its_first_reply_and_on_stderr(tmp_path: Path) -> None:
    given = "rubbish\n" + '{"jsonrpc": "2.0", "method": "notifications/initialized"}\n' + ASKED
    done = call("mcp", "serve", env=without(tmp_path, "mcp"), cwd=tmp_path, given=given)
    assert done.returncode == 2
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert answer["id"] == 7
    assert 'pip install "wpfagent[mcp]"' in answer["error"]["message"]
    assert answer["error"]["data"]["code"] == "extra_missing"
    assert 'pip install "wpfagent[mcp]"' in done.stderr


def test_a_command_without_its_extra_names_the_line_that_installs_it(tmp_path: Path) -> None:
    env = without(tmp_path, "tomlkit") | {"CODEX_HOME": str(tmp_path / "codex")}
    done = call("mcp", "register", "--client", "codex", "--json", env=env, cwd=tmp_path)
    assert done.returncode == 2
    error = json.loads(done.stdout)["error"]
    assert error["code"] == "extra_missing"
    assert error["hint"] == 'Install it: pip install "wpfagent[setup]"'


def test_the_tour_says_at_its_start_what_its_pages_need(tmp_path: Path) -> None:
    done = call("demo", "--desktop", "simulated", "--no-open", env=without(tmp_path, "jinja2"), cwd=tmp_path)
    assert done.returncode == 2
    assert 'pip install "wpfagent[report]"' in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("module", ["mcp", "pydantic", "rich", "tomlkit", "jinja2"])
def test_the_library_and_its_commands_need_no_extra(tmp_path: Path, module: str) -> None:
    done = call("do", "list_windows", "--desktop", "simulated", env=without(tmp_path, module), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
