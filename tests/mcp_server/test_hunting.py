"""Random exploration and minimising over MCP: what comes back, what is told on the way, what a cancelled call keeps."""

from __future__ import annotations

import json
import time
from pathlib import Path

import anyio
import pytest
from mcp_driving import error_of, profile, text_of

from wpfagent.entries.mcp.prompts import get_prompt
from wpfagent.runs.explore import explorer
from wpfagent.runs.minimize.ticket import CONFIRMATIONS

pytestmark = pytest.mark.anyio
STEPS = 120
"""So many that every menu was opened."""
CRASHES = {"max_steps": 150, "seed": 2, "max_failures": 1}
"""An exploration of the desk that meets the button that crashes it."""
WAIT_S = 20.0


@pytest.fixture(params=["auto", pytest.param("legacy", marks=pytest.mark.slow)])
def era(request: pytest.FixtureRequest) -> str:
    """What an exploration does is the same however its client shakes hands."""
    return str(request.param)


class Heard:
    """What a client hears of a call."""

    def __init__(self) -> None:
        self.said: list[tuple[float, float | None, str]] = []

    async def __call__(self, done: float, of: float | None, what: str | None) -> None:
        self.said.append((done, of, what or ""))

    @property
    def numbers(self) -> list[float]:
        return [done for done, _, _ in self.said]


def sessions(served, caller: str) -> list[dict]:
    """What `session.json` says of each session of a caller."""
    found = [json.loads(p.read_text(encoding="utf-8")) for p in served.artifacts.glob("sessions/*/session.json")]
    return [facts for facts in found if facts.get("caller") == caller]


async def ended(served, caller: str) -> dict:
    """The first session of a caller, once its end is written."""
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        for facts in sorted(sessions(served, caller), key=lambda facts: facts["started"])[:1]:
            if "ended" in facts:
                return facts
        await anyio.sleep(0.05)
    raise AssertionError(f"no session of {caller} has ended")


async def found(served, **args):
    """Explore until a failure was found, and return its facts."""
    result = await served.call("run_random", profile="Desk", **CRASHES, **args)
    assert not result.is_error, text_of(result)
    return result.structured_content["exploration"]


async def test_an_exploration_finds_a_crash_and_returns_ticket_replay_and_the_steps_that_matter(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        result = await served.call("run_random", profile="Desk", **CRASHES)
        made = result.structured_content["exploration"]
        (finding,) = made["found"]
        assert (finding["times"], finding["new"]) == (1, True)
        assert (made["seed"], made["ended"], finding["oracle"]) == (2, "failures", "unhandled_exception")
        assert 0 < made["steps"] <= 150
        assert made["states"] > 0
        assert finding["ticket_id"] in text_of(result)
        assert "reproduces 5/5" in finding["minimised"]
        assert finding["steps"][-1]["selector"]["automation_id"] == "CrashButton"
        assert len(finding["steps"]) == 1
        assert Path(finding["replay"]).is_file()
        assert 0 < made["coverage"]["used"] <= made["coverage"]["controls"]
        facts = json.loads((Path(made["session"]) / "session.json").read_text(encoding="utf-8"))
        assert facts["caller"] == "random"
        assert facts["started_by"] == result.structured_content["session"]
        assert json.loads((Path(made["session"]) / "coverage.json").read_text(encoding="utf-8"))["states"]
        assert len(text_of(result)) < 4_000
        replayed = await served.call("run_actions", actions=[{"tool": "list_windows", "args": {}}])
        assert not replayed.is_error
        assert served.desktop.windows() == []


async def test_a_ticket_of_an_earlier_run_is_not_minimised_again(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        await found(served, minimize=False)
        (again,) = (await found(served))["found"]
        assert again["new"] is False
        assert "minimised" not in again


async def test_the_same_seed_gives_the_same_run_and_a_drawn_one_is_told(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        runs = [await served.call("run_random", profile="Desk", seed=8, max_steps=12, minimize=False) for _ in range(2)]
        choices = [
            [json.loads(line).get("choice") for line in (Path(r.structured_content["exploration"]["session"]) /
             "steps.jsonl").read_text(encoding="utf-8").splitlines()]
            for r in runs
        ]  # fmt: skip
        assert choices[0] == choices[1]
        drawn = await served.call("run_random", profile="Desk", max_steps=3, minimize=False)
        assert f"seed {drawn.structured_content['exploration']['seed']}," in text_of(drawn)


async def test_progress_only_grows_through_exploring_and_minimising(serve, monkeypatch):
    monkeypatch.setattr("wpfagent.entries.mcp.following.EVERY_S", 0.0)
    async with serve(app=None, profiles=[profile()]) as served:
        heard = Heard()
        await served.client.call_tool("run_random", {"profile": "Desk", **CRASHES}, progress_callback=heard)
        assert len(heard.said) > 5
        assert all(a < b for a, b in zip(heard.numbers, heard.numbers[1:], strict=False)), heard.numbers
        assert heard.said[0][1] == 150
        assert any("steps, " in what for _, _, what in heard.said)
        assert any(what.startswith("minimising TICKET-") for _, _, what in heard.said)
        assert any(what.startswith("trial ") for _, _, what in heard.said)


async def test_a_cancelled_exploration_ends_at_its_next_step_and_keeps_what_was_done(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        heard = Heard()
        with anyio.CancelScope() as scope:

            async def hear(done: float, of: float | None, what: str | None) -> None:
                await heard(done, of, what)
                if done >= 1:
                    scope.cancel()

            await served.client.call_tool(
                "run_random", {"profile": "Desk", "max_steps": 100_000, "seed": 4}, progress_callback=hear
            )
        assert scope.cancelled_caught
        facts = await ended(served, "random")
        assert facts["outcome"] == "interrupted"
        assert facts["exploration"]["ended"] == "interrupted"
        assert 0 < facts["exploration"]["steps"] < 5_000
        (folder,) = [p.parent for p in served.artifacts.glob("sessions/*/coverage.json")]
        assert (folder / "coverage.svg").is_file()
        listed = await served.call("list_applications")
        assert listed.structured_content["applications"] == []


async def test_a_ticket_that_was_filed_before_the_cancel_stays(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        with anyio.CancelScope() as scope:

            async def hear(_done: float, _of: float | None, what: str | None) -> None:
                if " 0 failures" not in (what or ""):
                    scope.cancel()

            await served.client.call_tool(
                "run_random", {"profile": "Desk", "max_steps": 100_000, "seed": 3}, progress_callback=hear
            )
        assert scope.cancelled_caught
        facts = await ended(served, "random")
        assert facts["tickets"]
        assert Path(facts["tickets"][0]["folder"], "repro.actions.json").is_file()


async def test_a_cancelled_minimising_keeps_the_best_so_far(serve, monkeypatch):
    async with serve(app=None, profiles=[profile()]) as served:
        exploration = await found(served, minimize=False)
        ticket_id = exploration["found"][0]["ticket_id"]
        monkeypatch.setattr("wpfagent.entries.mcp.following.EVERY_S", 0.0)
        with anyio.CancelScope() as scope:

            async def hear(_done: float, _of: float | None, what: str | None) -> None:
                if (what or "").startswith("trial"):
                    scope.cancel()

            await served.client.call_tool("minimize", {"of": ticket_id}, progress_callback=hear)
        assert scope.cancelled_caught
        facts = await ended(served, "replay")
        assert facts["outcome"] in ("interrupted", "minimised")
        ticket = json.loads(next(served.artifacts.glob(f"tickets/*/{ticket_id}/ticket.json")).read_text("utf-8"))
        assert ticket["title"]


async def test_an_exploration_that_waits_for_its_turn_is_never_begun_when_it_is_cancelled(serve, monkeypatch):
    begun = []
    monkeypatch.setattr(explorer._Explorer, "run", _counted(explorer._Explorer.run, begun))
    async with serve(app=None, profiles=[profile()]) as served:
        async with anyio.create_task_group() as tasks:
            args = {"profile": "Desk", "max_steps": 100_000}
            tasks.start_soon(served.client.call_tool, "run_random", args)
            while not begun:
                await anyio.sleep(0.02)
            with anyio.move_on_after(0.2) as second:
                await served.client.call_tool("run_random", args)
            tasks.cancel_scope.cancel()
        assert second.cancelled_caught
        await ended(served, "random")
        assert len(begun) == 1


def _counted(run, begun):
    def counted(self):
        begun.append(self)
        return run(self)

    return counted


async def test_a_ticket_is_minimised_by_its_id_and_by_its_file(serve):
    async with serve(app=None, profiles=[profile()]) as served:
        exploration = await found(served, minimize=False)
        finding = exploration["found"][0]
        assert "minimised" not in finding
        for named in (finding["ticket_id"], finding["replay"]):
            result = await served.call("minimize", of=named, max_trials=60)
            assert not result.is_error, text_of(result)
            made = result.structured_content["minimised"]
            assert (made["outcome"], made["to"], made["reproduced"]) == ("minimised", 1, 5)
            assert made["ticket_id"] == finding["ticket_id"]
            assert made["steps"][0]["selector"]["automation_id"] == "CrashButton"
            assert Path(made["scenario"]).is_file()
            assert made["replay"] in text_of(result)


async def test_what_is_minimised_lies_in_a_record(serve, home):
    async with serve(app=None, profiles=[profile()]) as served:
        outside = home / "repro.actions.json"
        outside.write_text("[]", encoding="utf-8")
        assert error_of(await served.call("minimize", of=str(outside)))["code"] == "path_outside_scope"
        assert error_of(await served.call("minimize", of="TICKET-none"))["code"] == "invalid_argument"


async def test_trials_are_told_and_limited(serve, monkeypatch):
    monkeypatch.setattr("wpfagent.entries.mcp.following.EVERY_S", 0.0)
    async with serve(app=None, profiles=[profile()]) as served:
        exploration = await found(served, minimize=False)
        heard = Heard()
        result = await served.client.call_tool(
            "minimize", {"of": exploration["found"][0]["ticket_id"], "max_trials": 2}, progress_callback=heard
        )
        assert result.structured_content["minimised"]["trials"] <= 2
        assert heard.numbers == sorted(set(heard.numbers))
        assert {of for _, of, _ in heard.said} == {2.0 + CONFIRMATIONS}
        assert heard.numbers[-1] <= 2 + CONFIRMATIONS


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"profile": "Desk", "target_id": "t1"},
        {"profile": "Desk", "strategy": "greedy"},
        {"profile": "Desk", "seed": -1},
        {"profile": "Desk", "max_steps": "many"},
        {"profile": "Desk", "minimize": "no"},
        {"profile": "Desk", "max_step": 5},
        {"profile": "Deks"},
    ],
    ids=repr,
)
async def test_what_makes_no_sense_is_refused_before_anything_starts(serve, args):
    async with serve(app=None, profiles=[profile()]) as served:
        said = error_of(await served.call("run_random", **args))["code"]
        assert said in ("invalid_argument", "target_not_found", "profile_not_found")
        assert sessions(served, "random") == []


async def test_behind_a_fence_only_its_profiles_are_explored(serve):
    async with serve(app=None, profiles=[profile(), profile("Other")], fence=("Other",)) as served:
        assert error_of(await served.call("run_random", profile="Desk"))["code"] == "refused_outside_target"
        assert sessions(served, "random") == []


async def test_a_running_target_is_explored_and_left_open(serve):
    async with serve() as served:
        result = await served.call("run_random", target_id=served.target, max_steps=5, seed=1, minimize=False)
        assert not result.is_error, text_of(result)
        assert result.structured_content["exploration"]["steps"] <= 5
        assert served.desktop.windows(served.pid)


# -- destructive ------------------------------------------------------------------------------------------------------

MAY = {"safety": {"allow_destructive": True}}


async def test_an_exploration_leaves_what_destroys_alone_though_the_profile_allows_it(serve):
    async with serve(app=None, profiles=[profile(**MAY)], answer=True) as served:
        result = await served.call("run_random", profile="Desk", max_steps=STEPS, seed=1, minimize=False)
        assert served.asked == []
        assert result.structured_content["exploration"]["coverage"]["left_alone"] > 0


@pytest.mark.parametrize(("keys", "answer"), [({}, True), (MAY, False)])
async def test_the_flag_alone_allows_nothing_without_the_profile_and_the_person(serve, keys, answer):
    async with serve(app=None, profiles=[profile(**keys)], answer=answer) as served:
        error = error_of(await served.call("run_random", profile="Desk", allow_destructive=True))
        assert error["code"] == "refused_destructive"
        assert len(served.asked) == (1 if keys else 0)
        assert sessions(served, "random") == []


async def test_with_profile_flag_and_person_it_may(serve):
    async with serve(app=None, profiles=[profile(**MAY)], answer=True) as served:
        result = await served.call(
            "run_random", profile="Desk", max_steps=STEPS, seed=1, minimize=False, allow_destructive=True
        )
        assert not result.is_error, text_of(result)
        assert len(served.asked) == 1
        assert result.structured_content["exploration"]["coverage"]["left_alone"] == 0


# -- what a model is told ---------------------------------------------------------------------------------------------


async def test_the_prompt_names_the_tools_that_hunt(serve):
    async with serve(app=None) as served:
        names = {t.name for t in (await served.client.list_tools()).tools}
        assert {"run_random", "minimize"} <= names
    text = get_prompt("hunt_bugs").text
    assert "run_random" in text
    assert "minimize" in text
