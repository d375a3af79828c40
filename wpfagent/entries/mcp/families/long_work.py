"""The tools of long work, as they are offered: run_scenario, run_random, run_replay, minimize.

What does the work is loaded with the first call: a client waits for the list of tools, and most never call these.
"""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from wpfagent.core.shapes import key
from wpfagent.entries.mcp.replies import Answer
from wpfagent.entries.mcp.schemas import reply_schema
from wpfagent.entries.mcp.tools import Calling, tool_of
from wpfagent.runs.explore.model import MAX_STEPS, Strategy

EXPLORE_S = 60
"""How long an exploration lasts, and how long it minimises, where nobody says otherwise."""
TRIALS, MINIMIZE_S = 200, 120
"""How much a minimiser tries, where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class RandomParams:
    """What run_random takes."""

    profile: str | None = key(None, doc="the application, started anew")
    target_id: str | None = key(None, doc="or one that runs; the first failure ends it")
    max_steps: int = key(MAX_STEPS, least=1)
    seed: int | None = key(None, least=0, doc="the same seed, the same run; drawn and told otherwise")
    strategy: Strategy = "novelty"
    max_time_s: int = key(EXPLORE_S, least=1, doc="to explore; again as long to minimise")
    max_failures: int | None = key(None, least=1)
    until_covered: bool = key(False, doc="end when all that was seen was used")
    minimize: bool = True
    allow_destructive: bool = key(False, doc="needs the profile's permission and the person's consent")
    confirm_token: str | None = None


@dataclass(frozen=True, slots=True)
class MinimizeParams:
    """What minimize takes."""

    of: str = key(doc="a ticket's id, a session's, or a replay file's path")
    max_trials: int = key(TRIALS, least=1)
    max_time_s: int = key(MINIMIZE_S, least=1)
    times: int | None = key(None, least=1, doc="how often each list is tried, where it does not always fail")
    confirm_token: str | None = None


@dataclass(frozen=True, slots=True)
class ScenarioParams:
    """What run_scenario takes."""

    file: str = key(doc="a file of a profile's scenarios")
    profile: str | None = key(None, doc="the application, instead of the scenario's own")
    confirm_token: str | None = None


@dataclass(frozen=True, slots=True)
class ReplayParams:
    """What run_replay takes."""

    of: str = key(doc="a ticket's id, or a session's")
    times: int = key(1, least=1)
    confirm_token: str | None = None


def _done_by(family: str) -> Callable[[Calling], Awaitable[Answer]]:
    """Return what hands a call to the `run` of a module beside this one, and loads that first."""

    async def run(calling: Calling) -> Answer:
        path = f"{__name__.rpartition('.')[0]}.{family}"
        module = await calling.connection.aside(lambda: importlib.import_module(path))
        answer: Answer = await module.run(calling)
        return answer

    return run


RUN_RANDOM = tool_of(
    "run_random",
    "Explore an application at random by a seed, without you: acts, judges each step (crash, freeze, error dialog, "
    "lost entry, …), restarts after a failure. Each failure becomes a ticket, shrunk to the steps that matter. "
    "Cancelling keeps tickets and record.",
    "destructive",
    RandomParams,
    reply_schema(exploration={"type": "object"}),
    _done_by("explorations"),
)
MINIMIZE = tool_of(
    "minimize",
    "Shrink a failure to the few steps that matter: each trial starts the application anew; what is left is replayed "
    "5 times, and its ticket gets the short replay file and a scenario.",
    "destructive",
    MinimizeParams,
    reply_schema(minimised={"type": "object"}),
    _done_by("minimizing"),
)
RUN_SCENARIO = tool_of(
    "run_scenario",
    "Run a written scenario file and return what each step came to.",
    "destructive",
    ScenarioParams,
    reply_schema(scenarios={"type": "array", "items": {"type": "object"}}),
    _done_by("runs"),
    "tests",
)
RUN_REPLAY = tool_of(
    "run_replay",
    "Replay the actions of a ticket or a session and return whether it fails again.",
    "destructive",
    ReplayParams,
    reply_schema(replay={"type": "object"}),
    _done_by("replays"),
    "tests",
)
TOOLS = (RUN_RANDOM, MINIMIZE, RUN_SCENARIO, RUN_REPLAY)
