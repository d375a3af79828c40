"""The plugin for Claude Code: its files are as Claude Code wants them, and what its skill names exists."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from test_real_clients import find, needs

from wpfagent import __version__
from wpfagent.entries.cli import Shown, command_of, usage
from wpfagent.entries.cli.commands import mcp_serve
from wpfagent.entries.mcp.families import all_tools
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.tools import choose

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "plugin"
SKILL = PLUGIN / "skills" / "wpf-agent" / "SKILL.md"


def read(path: str) -> Any:
    return json.loads((PLUGIN / path).read_text(encoding="utf-8"))


def skill() -> tuple[dict[str, str], str]:
    """The front matter and the text."""
    _, front, text = SKILL.read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(front), text


# -- the files ------------------------------------------------------------------------------------------------------


def test_the_manifest_and_the_marketplace_name_the_same_plugin() -> None:
    manifest, market = read(".claude-plugin/plugin.json"), read(".claude-plugin/marketplace.json")
    (listed,) = market["plugins"]
    assert manifest["name"] == listed["name"] == "wpf-agent"
    assert manifest["description"] == listed["description"]
    assert (PLUGIN / listed["source"] / ".claude-plugin" / "plugin.json").is_file()


def test_its_version_is_the_programs() -> None:
    assert read(".claude-plugin/plugin.json")["version"] == __version__


def test_the_server_is_started_by_options_that_exist() -> None:
    entry = read(".mcp.json")["mcpServers"]["wpf-agent"]
    assert entry["command"] == "${WPF_AGENT_EXE:-wpf-agent}"
    assert entry["args"][:2] == ["mcp", "serve"]
    _, _, *given = entry["args"]
    options = usage.parse(mcp_serve.USAGE, entry["args"])
    assert given == ["--tools", options["--tools"]]
    offered = choose(all_tools(), ServeOptions(tools=tuple(options["--tools"].split(","))))
    assert {t.toolset for t in offered} == {"default", "more", "tests"}


def test_the_front_matter_says_when_the_skill_is_for() -> None:
    front, text = skill()
    assert set(front) == {"name", "description"}
    assert front["name"] == SKILL.parent.name
    assert re.fullmatch(r"[a-z0-9-]{1,64}", front["name"])
    assert "Use it to" in front["description"]
    assert len(front["description"]) <= 1024
    assert len(text.splitlines()) < 150, "it is read each time"


def test_every_tool_that_the_skill_names_is_offered_by_the_plugins_server() -> None:
    sets = read(".mcp.json")["mcpServers"]["wpf-agent"]["args"][-1].split(",")
    offered = {t.name for t in choose(all_tools(), ServeOptions(tools=tuple(sets)))}
    _, text = skill()
    beginnings = {name.partition("_")[0] for name in offered}
    named = {n for n in re.findall(r"`([a-z]+(?:_[a-z]+)*)`", text) if n.partition("_")[0] in beginnings}
    assert len(named) > 25
    assert named <= offered


def test_every_command_that_the_skill_names_exists() -> None:
    _, text = skill()
    commands = re.findall(r"`(wpf-agent [^`]+)`", text)
    assert len(commands) >= 6
    for command in commands:
        words = shlex.split(command)[1:]
        with pytest.raises(Shown) as shown:
            command_of(words[0])(
                [*words[:2], "--help"] if words[0] in ("scenario", "mcp") else [words[0], "--help"], None
            )
        for option in (w for w in words if w.startswith("--")):
            assert option in shown.value.text, command
        if len(words) > 1 and not words[1].startswith("-"):
            assert f"{words[0]} {words[1]}" in shown.value.text, command


# -- the real client --------------------------------------------------------------------------------------------------


@pytest.fixture
def claude(tmp_path: Path) -> Callable[..., str]:
    """Claude Code with a home of its own, and this checkout's `wpf-agent` on the PATH."""
    program = find("claude")
    assert program is not None
    (tmp_path / "bin").mkdir()
    server = tmp_path / "bin" / "wpf-agent"
    server.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m wpfagent "$@" --desktop simulated\n', encoding="utf-8")
    server.chmod(0o755)
    environ = {
        **{k: v for k, v in os.environ.items() if k in ("LANG", "SYSTEMROOT", "TEMP", "TMP", "COMSPEC", "PATHEXT")},
        "DISABLE_TELEMETRY": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "HOME": str(tmp_path),
        "USERPROFILE": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "PATH": os.pathsep.join([str(server.parent), str(Path(program).parent), os.environ.get("PATH", "")]),
    }

    def call(*words: str, **more: str) -> str:
        done = subprocess.run(
            [program, *words], cwd=tmp_path, env={**environ, **more}, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, encoding="utf-8", timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    return call


@needs("claude")
@pytest.mark.parametrize("path", [".", ".claude-plugin/plugin.json"], ids=["marketplace", "plugin"])
def test_claude_code_finds_nothing_to_complain_about(claude: Callable[..., str], path: str) -> None:
    assert "Validation passed" in claude("plugin", "validate", "--strict", str(PLUGIN / path))


@needs("claude")
@pytest.mark.skipif(sys.platform == "win32", reason="its wpf-agent is a shell script")
def test_claude_code_installs_it_and_reaches_its_server(claude: Callable[..., str]) -> None:
    claude("plugin", "marketplace", "add", str(PLUGIN))
    claude("plugin", "install", "wpf-agent@wpf-agent")
    assert "Skills (1)  wpf-agent" in claude("plugin", "details", "wpf-agent")
    assert "Connected" in claude("mcp", "list")
    assert "Failed to connect" in claude("mcp", "list", WPF_AGENT_EXE="no-such-program")
