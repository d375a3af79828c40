"""An agent that a client launches: allowed by a person, fenced, in bounds, seen by all, ended with its children."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest
from host_driving import LEGACY, MODERN, Home, text_of, until

from wpfagent.core.environ import environment_of
from wpfagent.core.errors import Busy, FileInvalid, InvalidArgument, NotReached
from wpfagent.entries.registration.server import ServerCommand
from wpfagent.hosts import processes
from wpfagent.hosts.agents import configuration, filling
from wpfagent.hosts.agents.configuration import BUILT_IN, Agent, Settings

SCRIPT = Path(__file__).with_name("scripted_agent.py")
TOOLS = ("--tools", "sessions", "--structured")
ASKS = {"elicitation": {"form": {}}}
AGENT = {"command": [sys.executable, str(SCRIPT), "--server", "{file}", "--", "{task}"]}


def configure(home: Home, **keys) -> None:
    folder = Path(home.variables["WPF_AGENT_HOST"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "agents.json").write_text(json.dumps({"agents": {"helper": AGENT}, **keys}))


def allow(home: Home, agent: str = "helper") -> None:
    """As a person does at the terminal."""
    with environment_of(home.variables):
        found = configuration.settings().find(agent)
        program = filling.program_of(found, os.environ.get("PATH"))
        configuration.allow(agent, found.fingerprint(program))


@pytest.fixture
def ready(home: Home) -> Home:
    """A place where a person has allowed the agent."""
    configure(home)
    allow(home)
    return home


def facts_of(result) -> dict:
    assert not result.get("isError"), text_of(result)
    return result["structuredContent"]


def launch(client, task: str = "list", **args) -> dict:
    return facts_of(client.tool("launch_agent", agent="helper", task=task, **args))


def printed(made: dict) -> dict:
    """What the agent printed first."""
    log = Path(made["log"])
    assert until(lambda: b"\n" in log.read_bytes())
    return json.loads(log.read_text().split("\n")[0])


def listed(client) -> dict[str, dict]:
    return {s["session_id"]: s for s in facts_of(client.tool("list_sessions"))["sessions"]}


def test_a_launched_agent_is_listed_uses_this_server_and_is_stopped_with_its_children(ready, client):
    one, other = client(*TOOLS, name="Claude Code", era=MODERN), client(*TOOLS, name="Codex")
    made = launch(one)
    session = made["session_id"]
    assert session in listed(other)
    assert until(lambda: listed(other)[session]["client"] == "scripted")
    assert "Claude Code" in listed(other)[session]["launched_by"]
    assert until(lambda: '"result"' in Path(made["log"]).read_text())
    entry = json.loads(Path(made["log"]).read_text().split("\n")[1])
    assert entry["args"][:6] == ["-P", "-m", "wpfagent", "mcp", "serve", "--hosted"]
    assert entry["args"].count("serve") == 1
    assert len(list((ready.folder / "host").glob("opening-*.json"))) == 1, "it opens by what its launcher's server said"
    agent = printed(made)["pid"]
    [bridge] = [s["bridge"]["pid"] for s in ready.status()["sessions"] if s["session_id"] == session]
    assert processes.started(agent)
    assert processes.started(bridge)
    assert "stopped" in other.said("stop_agent", session_id=session)
    assert until(lambda: not processes.started(agent) and not processes.started(bridge))
    assert until(lambda: session not in listed(other))
    assert re.search(rf"helper \(session {session}\) has ended", one.said("list_windows"))


def test_its_files_are_removed_when_it_has_ended(ready, client):
    one = client(*TOOLS)
    files = Path(ready.variables["WPF_AGENT_HOST"]) / f"{processes.desktop_of_user()}.agents"
    made = launch(one, "end")
    assert until(lambda: made["session_id"] not in listed(one))
    assert list(files.iterdir()) == []
    second = launch(one)
    assert oct((files / second["session_id"] / "mcp.json").stat().st_mode & 0o777) == "0o600"
    ready.close()
    assert not list(files.iterdir())


def test_what_the_host_launched_ends_with_it_even_when_it_is_killed(ready, client):
    made = launch(client(*TOOLS))
    pid = printed(made)["pid"]
    os.kill(ready.host().pid, 9)
    assert until(lambda: not processes.started(pid))


def test_nothing_that_it_leaves_behind_goes_on(ready, client):
    one = client(*TOOLS)
    made = launch(one, "leave")
    left = printed(made)["left"]
    assert until(lambda: made["session_id"] not in listed(one))
    assert until(lambda: not processes.started(left))


def test_a_task_is_one_argument_whatever_it_says(ready, client):
    task = 'say "hi"; $(touch x) `y` & | > %PATH% {file} {json} \\" \nsecond line'
    said = printed(launch(client(*TOOLS), task))
    assert said["task"] == task
    assert len(said["arguments"]) == 4


@pytest.mark.parametrize("task", ["--dangerously-skip-permissions", "  -c x", "", " \n", "x" * 8_001])
def test_a_task_that_could_be_an_option_or_is_none_is_refused(ready, client, task):
    said = client(*TOOLS).tool("launch_agent", agent="helper", task=task)
    assert said["isError"]
    assert "invalid_argument" in text_of(said)


# -- a person's consent -----------------------------------------------------------------------------------------------


def test_where_the_client_cannot_ask_the_person_allows_it_at_the_terminal(home, client):
    configure(home)
    one = client(*TOOLS)
    said = one.tool("launch_agent", agent="helper", task="list")
    assert said["isError"]
    assert "wpf-agent host allow helper" in text_of(said)
    assert "token" not in json.dumps(said)
    assert "token_expired" in one.said("launch_agent", agent="helper", task="list", confirm_token="guessed")
    refused = home.run("host", "allow", "helper")  # no terminal: nobody is there to agree
    assert refused.returncode != 0
    assert "helper: asked about first" in home.run("host", "agents").stdout
    allow(home)
    assert "helper: allowed" in home.run("host", "agents").stdout
    assert launch(one)["session_id"]
    assert home.run("host", "forbid", "helper").returncode == 0
    assert one.tool("launch_agent", agent="helper", task="list")["isError"]


@pytest.mark.parametrize("says", [True, False])
def test_where_the_client_can_ask_the_person_sees_the_whole_command(home, client, says):
    configure(home)
    one = client(*TOOLS, era=MODERN, capabilities=ASKS)
    params = {"name": "launch_agent", "arguments": {"agent": "helper", "task": "list"}}
    asked = one.request("tools/call", params)["result"]
    question = asked["inputRequests"]["confirm"]["params"]["message"]
    assert f"{SCRIPT} --server {{file}} -- {{task}}" in question
    answer = {"confirm": {"action": "accept", "content": {"confirm": says}}}
    again = {**params, "requestState": asked["requestState"], "inputResponses": answer}
    result = one.request("tools/call", again)["result"]
    if not says:
        assert "refused_destructive" in text_of(result)
        assert one.request("tools/call", params)["result"].get("inputRequests")
        return
    assert facts_of(result)["session_id"] in listed(client(*TOOLS))
    assert launch(one)["session_id"], "once allowed, it is not asked about again"


def test_another_command_of_the_same_name_is_asked_about_anew(ready, client):
    other = {"command": [*AGENT["command"][:-2], "--", "x {task}"]}
    configure(ready, agents={"helper": other})
    assert "confirmation_required" in client(*TOOLS).said("launch_agent", agent="helper", task="list")


# -- bounds -----------------------------------------------------------------------------------------------------------


def test_no_more_run_at_once_and_start_in_a_minute_than_configured(ready, client):
    configure(ready, most=2, a_minute=3)
    one = client(*TOOLS)
    first, second = launch(one), launch(one)
    said = one.said("launch_agent", agent="helper", task="list")
    assert "busy" in said
    assert "2 are the most" in said
    one.said("stop_agent", session_id=first["session_id"])
    assert until(lambda: first["session_id"] not in listed(one))
    launch(one)
    one.said("stop_agent", session_id=second["session_id"])
    assert until(lambda: second["session_id"] not in listed(one))
    assert "3 agents in a minute" in one.said("launch_agent", agent="helper", task="list")


def test_without_a_configuration_five_run_at_once_and_four_start_in_a_minute():
    assert (Settings().most, Settings().a_minute) == (5, 4)
    assert set(Settings().all) == {"claude", "codex", "gemini"}


def test_an_agent_stays_within_the_fence_of_its_launcher(ready, client, tmp_path):
    desk = Path(__file__).parents[1] / "simulated" / "gate" / "apps" / "desk.xaml"
    profiles = [{"name": name, "launch": {"exe": str(desk)}} for name in ("Desk", "Till")]
    path = tmp_path / "profiles.json"
    path.write_text(json.dumps({"version": 1, "profiles": profiles}))
    fenced = client(*TOOLS, "--profile", "Desk", WPF_AGENT_PROFILES=str(path))
    assert "refused_outside_target" in fenced.said("launch_agent", agent="helper", task="list", profile="Till")
    inside = launch(fenced)
    free = client(*TOOLS, WPF_AGENT_PROFILES=str(path), era=LEGACY)
    narrow = launch(free, profile="Till")
    free.said("list_windows")
    found = {}

    def both() -> bool:
        found.update({s["session_id"]: s for s in ready.status()["sessions"]})
        return {inside["session_id"], narrow["session_id"]} <= found.keys()

    assert until(both)
    assert found[inside["session_id"]]["fence"] == ["Desk"]
    assert found[narrow["session_id"]]["fence"] == ["Till"]
    assert narrow["session_id"] not in listed(fenced)
    assert fenced.tool("stop_agent", session_id=narrow["session_id"])["isError"]
    assert "no profile" in free.said("launch_agent", agent="helper", task="list", profile="Nowhere")


def test_only_what_was_launched_here_is_stopped(ready, client):
    one, other = client(*TOOLS), client(*TOOLS, name="Codex")
    other.said("list_windows")
    [session] = listed(one)
    said = one.tool("stop_agent", session_id=session)
    assert said["isError"]
    assert "No agent that was launched here runs" in text_of(said)
    assert other.process.poll() is None


# -- configuration and command lines by themselves --------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["{", '{"most": -1}', '{"agents": {"a": {"command": ["x"]}}}', '{"agents": {"a": {"command": ["{task}", "x"]}}}'],
)
def test_a_wrong_configuration_is_told(home, text):
    configure(home)
    with environment_of(home.variables):
        configuration.path().write_text(text)
        with pytest.raises(FileInvalid, match=re.escape(str(configuration.path()))):
            configuration.settings()


def test_unknown_agents_are_told_with_the_known(home):
    with environment_of(home.variables), pytest.raises(InvalidArgument) as told:
        configuration.settings().find("claud")
    assert "claude" in str(told.value.hint)


SERVER = ServerCommand(r"C:\Tools\wpf agent.exe", ("mcp", "serve"), ("--hosted",))


def test_the_three_clients_get_this_server_by_their_own_options(tmp_path):
    env = {"WPF_AGENT_LAUNCH": "k"}
    words = filling.fill(BUILT_IN["claude"], ["/bin/claude"], "do it", SERVER, env, tmp_path, "/x").words
    entry = json.loads(words[words.index("--mcp-config") + 1])["mcpServers"]["wpf-agent"]
    assert (entry["command"], entry["args"], entry["env"]) == (SERVER.command, ["mcp", "serve", "--hosted"], env)
    assert words[-2:] == ("--", "do it")
    import tomllib

    words = filling.fill(BUILT_IN["codex"], ["/bin/codex"], "do it", SERVER, env, tmp_path, "/x").words
    held = tomllib.loads(words[words.index("-c") + 1])["mcp_servers"]["wpf-agent"]
    assert (held["command"], held["args"], held["env"]) == (SERVER.command, ["mcp", "serve", "--hosted"], env)
    assert words[-2:] == ("--", "do it")


def test_gemini_gets_it_by_a_project_of_this_launch(tmp_path):
    made = filling.fill(BUILT_IN["gemini"], ["/bin/gemini"], "do it", SERVER, {"A": "b"}, tmp_path, "/work here")
    assert made.words == ("/bin/gemini", "--include-directories=/work here", "--prompt=do it")
    assert made.cwd == str(tmp_path)
    assert made.env == {"GEMINI_CLI_TRUST_WORKSPACE": "true"}
    held = json.loads((tmp_path / ".gemini" / "settings.json").read_text())
    assert held == {"mcpServers": {"wpf-agent": {
        "command": SERVER.command, "args": ["mcp", "serve", "--hosted"], "env": {"A": "b"}, "trust": True,
    }}}  # fmt: skip


SHIM = '@ECHO off\r\nendLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\pkg\\bin\\x.js" %*\r\n'


def test_npms_batch_files_stand_for_what_they_start(tmp_path):
    (tmp_path / "pkg" / "bin").mkdir(parents=True)
    for name in ("x.js", "x.exe"):
        (tmp_path / "pkg" / "bin" / name).write_text("")
    node = tmp_path / "node.exe"
    node.write_text("")
    shim = tmp_path / "x.cmd"
    shim.write_text(SHIM)
    assert filling.behind_shim(shim, "") == (str(node), str(tmp_path / "pkg" / "bin" / "x.js"))
    shim.write_text('@ECHO off\r\n"%dp0%\\pkg\\bin\\x.exe"   %*\r\n')
    assert filling.behind_shim(shim, "") == (str(tmp_path / "pkg" / "bin" / "x.exe"),)
    for text in ("@echo %*\r\n", '"%dp0%\\pkg\\bin\\gone.exe" %*'):
        shim.write_text(text)
        with pytest.raises(NotReached, match="batch file"):
            filling.behind_shim(shim, "")


def test_a_program_that_is_not_installed_is_told():
    with pytest.raises(NotReached, match="not found"):
        filling.program_of(Agent(("no-such-agent", "{task}")), "/bin")


def test_the_rate_forgets_after_a_minute():
    from wpfagent.hosts.agents.launched import Agents

    now = [0.0]
    agents = Agents(lambda: now[0])
    agents._begun.extend([0.0] * 4)
    with pytest.raises(Busy):
        agents.check(Settings())
    now[0] = 60.0
    agents.check(Settings())
