"""The toolset `tests`: scenarios and tickets."""

from __future__ import annotations

import json

import pytest
from mcp_driving import DESK, error_of, profile, text_of

pytestmark = pytest.mark.anyio
STEPS = """
  - action: click
    selector: {automation_id: SaveButton}
    expected: {exists: true}
"""
DELETES = """
  - action: menu
    args: {path: Edit > Delete}
    confirm: true
"""


@pytest.fixture
def scenario(home):
    """Writes a scenario into the folder that the profile names."""

    def write(steps, target="{profile: Desk}"):
        folder = home / "scenarios"
        folder.mkdir(exist_ok=True)
        (folder / "one.yaml").write_text(f"id: one\ntarget_spec: {target}\nsteps:{steps}", encoding="utf-8")
        return str(folder)

    return write


async def test_a_scenario_of_a_profile_runs_and_has_a_record_of_its_own(serve, scenario):
    folder = scenario(STEPS)
    async with serve(app=None, toolsets=("all",), profiles=[profile(scenarios=[folder])]) as served:
        result = await served.call("run_scenario", file="one.yaml")
        assert not result.is_error, text_of(result)
        (one,) = result.structured_content["scenarios"]
        assert one["outcome"] == "passed"
        assert "passed: one, 1 of 1" in text_of(result)
        with open(f"{one['session']}/session.json", encoding="utf-8") as file:
            facts = json.load(file)
        assert facts["caller"] == "scenario"
        assert facts["started_by"] == result.structured_content["session"]


async def test_a_failing_scenario_is_a_result_that_tells_why(serve, scenario):
    folder = scenario(STEPS.replace("SaveButton", "SavedButton") + "    timeout_ms: 100\n")
    async with serve(app=None, toolsets=("all",), profiles=[profile(scenarios=[folder])]) as served:
        result = await served.call("run_scenario", file="one.yaml")
        assert result.structured_content["scenarios"][0]["outcome"] == "failed"
        assert "SavedButton" in text_of(result)


async def test_only_files_of_the_profiles_are_run(serve, home, scenario):
    folder = scenario(STEPS)
    outside = home / "outside.yaml"
    outside.write_text(f"id: x\ntarget_spec: {{profile: Desk}}\nsteps:{STEPS}", encoding="utf-8")
    (home / "scenarios" / "link.yaml").symlink_to(outside)
    async with serve(app=None, toolsets=("all",), profiles=[profile(scenarios=[folder])]) as served:
        for file in (str(outside), "../outside.yaml", "link.yaml"):
            assert error_of(await served.call("run_scenario", file=file))["code"] == "path_outside_scope"
        assert error_of(await served.call("run_scenario", file="none.yaml"))["code"] == "invalid_argument"
        assert served.desktop.windows() == []


async def test_a_scenario_launches_only_what_any_call_may(serve, scenario):
    folder = scenario(STEPS, target=f"{{exe: '{DESK.as_posix()}'}}")
    async with serve(app=None, toolsets=("all",), profiles=[profile(scenarios=[folder])]) as served:
        assert error_of(await served.call("run_scenario", file="one.yaml"))["code"] == "launch_not_allowed"
        assert served.desktop.windows() == []


async def test_steps_that_the_file_confirms_need_the_person_too(serve, scenario):
    folder = scenario(DELETES)
    dangerous = [profile(scenarios=[folder], safety={"allow_destructive": True})]
    async with serve(app=None, toolsets=("all",), profiles=dangerous, answer=False) as served:
        assert error_of(await served.call("run_scenario", file="one.yaml"))["code"] == "refused_destructive"
        assert len(served.asked) == 1
        assert served.desktop.windows() == []
    async with serve(app=None, toolsets=("all",), profiles=dangerous, answer=True) as served:
        result = await served.call("run_scenario", file="one.yaml")
        assert result.structured_content["scenarios"][0]["outcome"] == "passed", text_of(result)
    async with serve(app=None, toolsets=("all",), profiles=[profile(scenarios=[folder])]) as served:
        assert error_of(await served.call("run_scenario", file="one.yaml"))["code"] == "refused_destructive"


async def test_tickets_are_listed_and_read(serve):
    async with serve(app=None, toolsets=("all",)) as served:
        assert (await served.call("list_tickets")).structured_content["tickets"] == []
        folder = served.artifacts / "tickets" / "20261121-090000-aaaa" / "TICKET-20261121-090001-bbbb"
        folder.mkdir(parents=True)
        (folder / "ticket.json").write_text('{"title": "It crashes", "oracle": "process_exited", "count": 2}')
        (folder / "ticket.md").write_text("# It crashes\n\nSteps", encoding="utf-8")
        listed = await served.call("list_tickets")
        assert "It crashes" in text_of(listed)
        for named in (folder.name, "bbbb"):
            ticket = await served.call("get_ticket", ticket_id=named)
            assert text_of(ticket).split("\n")[1] == "# It crashes"
            assert ticket.structured_content["ticket"]["count"] == 2
        assert error_of(await served.call("get_ticket", ticket_id="TICKET-x"))["code"] == "invalid_argument"
        assert error_of(await served.call("get_ticket", ticket_id="../../state"))["code"] == "invalid_argument"


async def test_what_crashed_is_replayed_from_its_ticket(serve):
    async with serve(app=None, toolsets=("all",), profiles=[profile()]) as served:
        launched = await served.call("launch_application", profile="Desk")
        served.target = launched.structured_content["target_id"]
        await served.fails("click", "CrashButton")
        (ticket,) = (await served.call("list_tickets")).structured_content["tickets"]
        replayed = await served.call("run_replay", of=ticket["ticket_id"], times=2)
        assert not replayed.is_error, text_of(replayed)
        assert replayed.structured_content["replay"]["reproduced"] == 2, text_of(replayed)
        assert error_of(await served.call("run_replay", of="TICKET-none"))["code"] == "invalid_argument"
