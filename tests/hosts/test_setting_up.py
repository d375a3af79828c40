"""Setting up makes the first start ready, and taking it back ends the host and leaves nothing of it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from host_driving import LEGACY, MODERN, Home, until

from wpfagent.core.environ import environment_of
from wpfagent.entries.setup.making import make_quick_start
from wpfagent.entries.setup.resident import Resident
from wpfagent.hosts import setting_up

REGISTER = ("mcp", "register", "--client=gemini", "--no-check", "--", "--hosted")


def records(home: Home) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in (home.folder / "host").glob("opening-*.json")}


def run(home: Home, *words: str) -> str:
    done = home.run(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


INIT = ("init", "--yes", "--no-smoke", "--client=gemini", "--desktop=simulated")


@pytest.mark.parametrize(("way", "era"), [(REGISTER, LEGACY), (INIT, MODERN)])
def test_the_very_first_start_is_answered_from_a_record_that_holds(home, client, way, era):
    home.run(*way)
    made = records(home)
    assert len(made) == 1
    assert home.host() is None
    one, alone = client(era=era), client(era=era, hosted=False)
    for method in ("tools/list", "prompts/list", "resources/list", "resources/templates/list"):
        assert one.request(method)["result"] == alone.request(method)["result"]
    one.said("list_windows")
    assert home.host() is not None
    one.close()
    assert records(home) == made, "the host had nothing to say against it"


def test_a_record_of_other_tools_is_made_beside(home):
    run(home, *REGISTER)
    run(home, *REGISTER, "--tools", "sessions")
    assert len(records(home)) == 2


def test_unregistering_ends_a_host_that_nobody_uses(home, client):
    run(home, *REGISTER)
    one = client()
    one.said("list_windows")
    used = home.host()
    run(home, "mcp", "unregister")
    assert used.is_alive, "a client uses it"
    one.close()
    run(home, *REGISTER)
    while home.status()["sessions"]:
        pass
    run(home, "mcp", "unregister")
    assert not used.is_alive


def test_uninstalling_ends_the_host_and_leaves_what_the_person_wrote(home, client):
    run(home, *REGISTER)
    one = client()
    one.said("list_windows")
    host = home.host()
    own = home.folder / "host" / "agents.json"
    own.write_text("{}")
    run(home, "init", "--uninstall", "--what-if")
    assert host.is_alive
    run(home, "init", "--uninstall")
    assert not host.is_alive
    assert list((home.folder / "host").iterdir()) == [own]
    own.unlink()
    run(home, "init", "--uninstall")
    assert not (home.folder / "host").exists()


def test_only_the_host_of_that_program_is_ended(home, client, tmp_path):
    client().said("list_windows")
    host = home.host()
    with environment_of(home.variables):
        assert not setting_up.stop(tmp_path)
        assert not setting_up.stop(Path(sys.executable + "x"))
        assert host.is_alive
        assert setting_up.stop(Path(os.path.dirname(sys.executable)))
    assert not host.is_alive


def test_a_folder_is_laid_out_anew_after_its_host_has_ended(tmp_path):
    exe = tmp_path / "wpf-agent.exe"
    exe.write_bytes(b"no exe")
    asked: list[Path] = []
    made = make_quick_start(exe, tmp_path / "data", Resident(stop=asked.append), what_if=True)
    assert made.change == "made"
    assert asked == [], "nothing is done where only is said what would be"
    make_quick_start(exe, tmp_path / "data", Resident(stop=asked.append), what_if=False)
    assert asked == [tmp_path / "data" / "program"]


def test_the_host_names_an_entry_that_no_longer_starts_and_changes_nothing(home, client):
    settings = Path(home.variables["HOME"]) / ".gemini" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(
        json.dumps({"mcpServers": {"wpf-agent": {"command": "/gone/wpf-agent", "args": ["mcp", "serve"]}}})
    )
    before = settings.read_bytes()
    one = client()
    one.said("list_windows")
    assert until(lambda: "Gemini CLI cannot start wpf-agent: /gone/wpf-agent does not exist" in one.stderr)
    assert "Gemini CLI cannot start wpf-agent" in home.run("host", "status").stdout
    assert "STALE" in home.run("mcp", "status", "--client=gemini", "--no-check").stdout
    assert settings.read_bytes() == before
    run(home, *REGISTER)
    assert "cannot start" not in home.run("host", "status").stdout


def test_a_host_says_which_program_it_is(home, client):
    client().said("list_windows")
    [state] = [p for p in (home.folder / "host").glob("*.json") if not p.name.startswith("opening-")]
    assert json.loads(state.read_text())["program"] == sys.executable
