"""What shows each acceptance criterion, through the command line and MCP only; told on the simulated desktop and on
real WPF. What takes long (two programs, a conversation over MCP, a failing run) happens once.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from PIL import Image

from tests.acceptance.place import Called, Place, Program, facts_of, open_place, start_both, steps_of
from wpfagent.testing.tickets.complete import missing_parts

FACTS = {"automation_id", "name", "control_type", "enabled", "visible", "bounding_rect", "value"}
"""What the specification wants to know of each control (5.4)."""
CALM = """
target: {profile: demo, mode: launch}
action_space:
  - {action: send_keys, weight: 0}
  - {automation_id_re: '^(?!(OrdersTab|CustomersTab|CatalogueTab|SearchBox)$)', weight: 0}
  - {automation_id_re: '^SearchBox$', values: [Berlin]}
"""
STEPS = 6
CRASHING = """
target: {profile: demo, mode: launch}
max_steps: 60
max_failures: 1
action_space: [{automation_id_re: '^(?!SearchBox$)', weight: 0}, {automation_id_re: '^SearchBox$', values: ['"Berlin']}]
"""
"""The search of the demo application does not stand an open quote."""
UNMET = """
id: unmet
title: The search keeps what is typed
profile: demo
steps:
  - action: select_item
    selector: {automation_id: OrdersTab}
  - action: select_item
    selector: {automation_id: CustomersTab}
  - action: type_text
    selector: {automation_id: SearchBox}
    args: {text: Berlin}
    expected: {value_equals: Hamburg}
    timeout_ms: 500
"""


class Criteria:
    """The rows of section 12; a subclass says where they are shown."""

    place_name: ClassVar[str]

    # -- what happens once ----------------------------------------------------------------------------------------

    @pytest.fixture(scope="class")
    @classmethod
    def place(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
        with open_place(cls.place_name, tmp_path_factory.mktemp("acceptance")) as place:
            yield place

    @pytest.fixture(scope="class")
    @classmethod
    def programs(cls, place: Place) -> tuple[Program, Program]:
        return start_both(place)

    @pytest.fixture(scope="class")
    @classmethod
    def profiles(cls, place: Place, programs: tuple[Program, Program]) -> Path:
        """A profiles.json with both programs, made by `wpf-agent profiles add`."""
        for name, program in zip(("Desk", "Notes"), programs, strict=True):
            place("profiles", "add", name, "--title-re", program.title_re, "--profiles", place.profiles)
        return place.profiles

    @pytest.fixture(scope="class")
    @classmethod
    def conversation(cls, place: Place) -> dict[str, Any]:
        """What a client got that started the server by the entry for Claude Code."""
        place("mcp", "register", "--client", "claude", "--scope", "project", "--no-check")
        entry = json.loads((place.folder / ".mcp.json").read_text(encoding="utf-8"))["mcpServers"]["wpf-agent"]
        return anyio.run(converse, entry, place)

    @pytest.fixture(scope="class")
    @classmethod
    def unmet(cls, place: Place) -> Called:
        """A scenario that expects what does not come."""
        return place("scenario", "run", place.write("unmet.yaml", UNMET), "--json", code=1)

    @pytest.fixture(scope="class")
    @classmethod
    def calm(cls, place: Place) -> list[Path]:
        """The records of two explorations of the same seed."""
        file = place.write("calm.yaml", CALM)
        for _ in range(2):
            place("random", "run", "--file", file, "--max-steps", STEPS, "--seed", 12345)
        return [s for s in place.sessions() if facts_of(s).get("seed") == 12345]

    @pytest.fixture(scope="class")
    @classmethod
    def crashed(cls, place: Place) -> Called:
        """An exploration that meets a crash."""
        file = place.write("crashing.yaml", CRASHING)
        return place("random", "run", "--file", file, "--seed", 7, "--no-minimize", "--json", code=1)

    @pytest.fixture(scope="class")
    @classmethod
    def tickets(cls, place: Place, unmet: Called, crashed: Called) -> dict[str, Path]:
        """The folders of all tickets, by the oracle that found them."""
        assert (unmet.code, crashed.code) == (1, 1)
        return {ticket_of(folder)["oracle"]: folder for folder in place.tickets()}

    # -- the rows -------------------------------------------------------------------------------------------------

    def test_01_tools_can_be_called_over_mcp_by_the_entry_that_claude_code_starts(
        self, conversation: dict[str, Any]
    ) -> None:
        assert {"list_windows", "resolve_target", "list_controls", "click", "type_text", "screenshot"} <= set(
            conversation["tools"]
        )
        assert conversation["launch_application"]["title"] == "Order Desk Demo"
        assert "SearchBox" in {c.get("automation_id") for c in conversation["list_controls"]["controls"]}
        assert conversation["type_text"]["effect"] == "confirmed"
        assert conversation["read_text"]["text"] == "Berlin"
        assert Path(conversation["screenshot"]["path"]).is_file()
        assert conversation["quit_application"]["exited"] is True

    def test_02_an_application_is_found_by_pid_process_exe_and_title(
        self, place: Place, programs: tuple[Program, Program], conversation: dict[str, Any]
    ) -> None:
        for program in programs:
            four = {"pid": program.pid, "process": program.process, "exe": program.exe, "title-re": program.title_re}
            for key, value in four.items():
                found = place("attach", f"--{key}", value, "--json").json
                assert (found["pid"], found["how"]) == (program.pid, "attached"), key
        assert place("attach", "--title-re", "Order Desk Demo|Form|Notepad|メモ帳", code=None).code == 3
        resolved = [conversation[f"by {key}"]["pid"] for key in ("pid", "process", "exe", "title_re")]
        assert resolved == [conversation["launch_application"]["pid"]] * 4

    def test_03_profiles_name_several_applications_and_switch_between_them(
        self, place: Place, programs: tuple[Program, Program], profiles: Path
    ) -> None:
        listed = place("profiles", "list", "--profiles", profiles, "--json").json
        assert {"Desk", "Notes"} <= {p["name"] for p in listed["profiles"]}
        for name, program, other in (("Desk", *programs), ("Notes", *programs[::-1])):
            seen = place("controls", "--profile", name, "--profiles", profiles, "--json").json["controls"]
            types = {c["control_type"] for c in seen}
            assert program.has in types
            assert other.has not in types

    def test_04_a_window_is_told_from_others_and_brought_to_the_front(
        self, place: Place, programs: tuple[Program, Program], profiles: Path
    ) -> None:
        windows = place("windows", "--json").json["windows"]
        for program in programs:
            (window,) = [w for w in windows if w["pid"] == program.pid]
            assert (window["process"], window["responding"]) == (program.process, True)
        for name, program in zip(("Desk", "Notes", "Desk"), (*programs, programs[0]), strict=True):
            place("do", "focus_window", "--profile", name, "--profiles", profiles)
            front = [w["pid"] for w in place("windows", "--json").json["windows"] if w["foreground"]]
            assert front == [program.pid]

    def test_05_controls_are_listed_with_what_the_specification_asks_for(
        self, place: Place, programs: tuple[Program, Program]
    ) -> None:
        desk = ("--pid", programs[0].pid, "--json")
        listed = place("controls", *desk).json["controls"]
        assert all(set(control) >= FACTS for control in listed)
        (button,) = [c for c in listed if c["automation_id"] == "OpenSettingsButton"]
        assert (button["name"], button["control_type"], button["enabled"]) == ("Settings", "Button", True)
        assert min(button["bounding_rect"][2:]) > 10
        shallow = place("controls", *desk, "--depth", 1).json["controls"]
        assert max(c["depth"] for c in shallow) <= 1 < max(c["depth"] for c in listed)
        only = place("do", "list_controls", *desk, "--args", '{"filter": {"control_type": "Edit"}}').json["controls"]
        assert {c["control_type"] for c in only} == {"Edit"}

    def test_06_clicking_and_typing_by_automation_id_succeed(
        self, place: Place, programs: tuple[Program, Program]
    ) -> None:
        desk = ("--pid", programs[0].pid, "--json")
        typed = place("do", "type_text", *desk, "--id", "SearchBox", "--text", "さくら").json
        assert (typed["effect"], typed["matched_by"]) == ("confirmed", "automation_id")
        assert place("do", "read_text", *desk, "--id", "SearchBox").json["text"] == "さくら"
        before = {c["automation_id"] for c in place("controls", *desk).json["controls"]}
        clicked = place("do", "click", *desk, "--id", "OpenSettingsButton").json
        assert (clicked["effect"], clicked["matched_by"]) == ("confirmed", "automation_id")
        after = {c["automation_id"] for c in place("controls", *desk).json["controls"]}
        assert "ServerBox" in after - before

    def test_07_after_each_operation_the_state_can_be_checked(
        self, place: Place, programs: tuple[Program, Program]
    ) -> None:
        desk = ("--pid", programs[0].pid, "--json")
        place("do", "click", *desk, "--id", "OpenSettingsButton")
        pictures = []
        for state in ("on", "off"):
            reply = place("do", "toggle", *desk, "--id", "NotifyCheck", "--state", state).json
            assert reply["effect"] in ("confirmed", "no_op")
            assert reply["evidence"]
            assert place("do", "get_state", *desk, "--id", "NotifyCheck").json["toggle_state"] == state
            shown = place.folder / f"notify-{state}.png"
            place("do", "screenshot", *desk, "--out", shown)
            pictures.append(pixels_of(shown))
        assert pictures[0] != pictures[1]

    def test_08_a_scenario_that_is_not_met_makes_a_ticket(
        self, place: Place, unmet: Called, tickets: dict[str, Path]
    ) -> None:
        folder = tickets["expectation_not_met"]
        assert folder.name in unmet.out
        ticket = ticket_of(folder)
        assert ticket["mode"] == "scenario"
        assert "Hamburg" in ticket["expected"]
        assert "Berlin" in ticket["actual"]
        assert [t["id"] for t in facts_of(place.artifacts / "sessions" / folder.parent.name)["tickets"]] == [
            folder.name
        ]

    def test_09_random_testing_does_the_steps_asked_for_and_makes_a_ticket_of_a_failure(
        self, calm: list[Path], crashed: Called, tickets: dict[str, Path]
    ) -> None:
        assert [facts_of(session)["exploration"]["steps"] for session in calm] == [STEPS, STEPS]
        folder = tickets["unhandled_exception"]
        assert folder.name in crashed.out
        assert ticket_of(folder)["mode"] == "random"
        assert ticket_of(folder)["environment"]["seed"] == 7

    def test_10_tickets_hold_steps_actual_and_expected_result(self, tickets: dict[str, Path]) -> None:
        assert len(tickets) == 2
        for folder in tickets.values():
            assert missing_parts(folder) == []
            text = (folder / "ticket.md").read_text(encoding="utf-8")
            for heading in ("再現手順", "現在の結果", "期待する結果"):
                section = text.partition(f"（{heading}）")[2].partition("\n## ")[0]
                assert len(section.strip()) > 10, heading
            assert "\n1. " in text.partition("（再現手順）")[2].partition("\n## ")[0]

    def test_11_pictures_trees_and_the_log_before_are_attached(self, tickets: dict[str, Path]) -> None:
        for folder in tickets.values():
            crashed = ticket_of(folder)["oracle"] == "unhandled_exception"
            for name in ("before",) if crashed else ("before", "after"):
                assert len(pixels_of(folder / "screens" / f"{name}.png")) > 10_000
                tree = json.loads((folder / "uia" / f"{name}.json").read_text(encoding="utf-8"))
                assert "SearchBox" in {c["automation_id"] for c in tree["controls"]}
            assert (folder / "runner.log").read_text(encoding="utf-8").strip()
            assert ticket_of(folder)["last_actions"][-1]["action"] == "type_text"

    def test_12_seed_and_actions_reproduce_without_an_ai(
        self, place: Place, calm: list[Path], tickets: dict[str, Path]
    ) -> None:
        first, second = ([(s["action"], s["selector"], s["args"]) for s in steps_of(session)] for session in calm)
        assert first == second
        folder = tickets["unhandled_exception"]
        replayed = place("replay", "--file", folder / "repro.actions.json", "--json", code=1)
        assert "reproduced" in replayed.out
        noted = ticket_of(folder)["reproducibility"]
        assert (noted["reproduced"], noted["attempts"]) == (1, 1)

    def test_13_everything_of_a_session_lies_in_its_folder(
        self, place: Place, conversation: dict[str, Any], unmet: Called, calm: list[Path]
    ) -> None:
        over_mcp = place.artifacts / "sessions" / conversation["launch_application"]["session"]
        scenario = Path(unmet.json["scenarios"][0]["session"])
        assert len({over_mcp, scenario, *calm}) == 4
        for session in (over_mcp, scenario, *calm):
            lines = steps_of(session)
            assert facts_of(session)["steps"] == len(lines) > 0
            assert [s["n"] for s in lines] == list(range(1, len(lines) + 1))
            for path in named_in(lines):
                assert (session / path).stat().st_size > 0, path
        for session in (scenario, *calm):
            assert all(s["screen"]["after"] and s["uia"]["after"] for s in steps_of(session)
                       if s.get("effect") == "confirmed")  # fmt: skip
            assert (session / "runner.log").read_text(encoding="utf-8").strip()
        calls = (over_mcp / "ai" / "calls.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["data"]["tool"] for line in calls] == conversation["called"]
        assert "not visible to a server" in facts_of(over_mcp)["note"]

    def test_14_from_init_to_the_smoke_test_it_takes_less_than_ten_minutes(self, place: Place) -> None:
        begun = time.monotonic()
        made = place("init", "--yes", "--json", "--profiles", place.folder / "new" / "profiles.json").json
        assert time.monotonic() - begun < 600
        assert made["good"], made
        assert made["smoke"]["dry_run"] == "passed"
        assert made["smoke"].get("real", "passed") == "passed"
        assert (place.folder / "new" / "profiles.json").is_file()
        assert "wpf-agent" in (place.folder / "home" / ".claude.json").read_text(encoding="utf-8")


async def converse(entry: dict[str, Any], place: Place) -> dict[str, Any]:
    """Start the server of an entry, call its tools, and return what they answered, by tool."""
    options = ["--structured", "--desktop", place.name, "--artifacts", str(place.artifacts)]
    server = StdioServerParameters(
        command=entry["command"], args=[*entry["args"], *options], env={**os.environ, **entry.get("env", {})}
    )
    said: dict[str, Any] = {"called": []}
    async with Client(server, read_timeout_seconds=90) as client:
        said["tools"] = [tool.name for tool in (await client.list_tools()).tools]

        async def call(tool: str, /, called: str = "", **args: Any) -> dict[str, Any]:
            result = await client.call_tool(tool, args)
            assert not result.is_error, result.content
            said["called"].append(tool)
            said[called or tool] = result.structured_content
            return dict(result.structured_content)

        ran = await call("launch_application", profile="demo")
        four = {"pid": ran["pid"], "process": ran["name"], "title_re": "^Order Desk Demo$"}
        four["exe"] = (await call("resolve_target", "by pid", target_spec={"pid": ran["pid"]}))["exe"]
        for key, value in four.items():
            # Another program of the same exe may run here: the title says which.
            await call("resolve_target", f"by {key}", target_spec={key: value})
        target = {"target_id": ran["target_id"]}
        search = {**target, "selector": {"automation_id": "SearchBox"}}
        await call("list_windows", **target)
        await call("list_controls", **target)
        await call("type_text", **search, text="Berlin")
        await call("read_text", **search)
        await call("screenshot", **target)
        await call("quit_application", **target)
    return said


def ticket_of(folder: Path) -> dict[str, Any]:
    """A ticket's ticket.json."""
    return dict(json.loads((folder / "ticket.json").read_text(encoding="utf-8")))


def pixels_of(path: Path) -> bytes:
    """The pixels of a picture that can be opened, and is not of one colour."""
    with Image.open(path) as picture:
        pixels = picture.convert("RGB")
        assert len(pixels.getcolors(1_000_000) or ()) > 10, path
        return pixels.tobytes()


def named_in(lines: list[dict[str, Any]]) -> set[str]:
    """The pictures and trees that lines name."""
    return {path for line in lines for kind in ("screen", "uia") for path in (line.get(kind) or {}).values() if path}
