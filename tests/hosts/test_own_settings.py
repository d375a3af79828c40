"""What a client's command line and environment say rules its own session, whoever else is on the host."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from host_driving import ROOT, text_of

from wpfagent.demo import APPLICATION

DESK = ROOT / "tests" / "simulated" / "gate" / "apps" / "desk.xaml"


def profiles(folder: Path, *names: str) -> Path:
    path = folder / f"{'-'.join(names)}.json"
    entries = [{"name": name, "launch": {"exe": str(DESK)}} for name in names]
    path.write_text(json.dumps({"version": 1, "profiles": entries}), encoding="utf-8")
    return path


def test_two_fences_on_one_host_each_hold(client, home, tmp_path):
    free = client("--allow-launch")
    fenced = client("--profiles", str(profiles(tmp_path, "Desk")), "--profile", "Desk")
    assert "was launched" in free.said("launch_application", profile="demo")
    assert "was launched" in fenced.said("launch_application", profile="Desk")
    assert "refused_outside_target" in fenced.said("click", window_query="Order Desk", selector="Settings")
    assert "refused_outside_target" in fenced.said("launch_application", exe=str(APPLICATION))
    assert "confirmed" in free.said(
        "click", window_query="Order Desk", selector={"automation_id": "OpenSettingsButton"}
    )
    assert len(home.status()["sessions"]) == 2


def test_secrets_folders_and_profiles_come_with_the_environment(client, tmp_path):
    file = profiles(tmp_path, "Desk")
    first = client(WPF_AGENT_SECRET_PIN="1234", WPF_AGENT_PROFILES=str(file))
    second = client()
    first.said("launch_application", profile="Desk")
    typed = {"window_query": "Desk", "selector": {"automation_id": "NameBox"}, "secret": "PIN"}
    assert "secret_missing" in second.said("type_text", **typed)
    assert "secret_missing" not in first.said("type_text", **typed)
    assert "profile_not_found" in second.said("launch_application", profile="Desk")


def test_relative_paths_are_of_the_clients_own_folder(client, home):
    one = client("--artifacts", "mine")
    one.said("list_windows")
    folder = one.stderr_path.parent
    assert list((folder / "mine" / "sessions").iterdir())


@pytest.mark.parametrize("first", [True, False])
def test_structured_or_not_is_each_clients_own(client, first):
    clients = {True: client("--structured"), False: client()}
    for structured in (first, not first):
        assert ("structuredContent" in clients[structured].tool("list_windows")) is structured


def test_tools_are_each_clients_own(client):
    few, all_of_them = client("--tools", "click"), client("--toolsets", "all")
    assert "tool_disabled" in few.said("list_windows")
    assert "tool_disabled" not in all_of_them.said("list_windows")
    assert [t["name"] for t in few.request("tools/list")["result"]["tools"]] == ["click"]


def test_what_is_wrong_with_the_options_is_said_in_each_reply(client, home):
    wrong, right = client("--mode", "wild"), client()
    for _ in range(2):
        said = wrong.tool("list_windows")
        assert said["isError"]
        assert "--mode cannot be 'wild'" in text_of(said)
    assert "wild" in wrong.stderr
    assert "No windows" in right.said("list_windows")


def test_the_record_is_each_clients_own(client, home):
    names = {client(name=name).said("list_windows").rpartition("session ")[2].split(".")[0] for name in ("One", "Two")}
    folder = home.folder / "artifacts" / "sessions"
    clients = {json.loads((folder / n / "session.json").read_text(encoding="utf-8"))["client"]["name"] for n in names}
    assert clients == {"One", "Two"}
