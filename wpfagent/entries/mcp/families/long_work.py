"""The tools of long work, as they are offered: run_scenario, run_random, run_replay, minimize.

What does the work is loaded with the first call: a client waits for the list of tools, and most never call these.
"""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable
from typing import get_args

from wpfagent.entries.mcp.replies import Answer
from wpfagent.entries.mcp.schemas import reply_schema
from wpfagent.entries.mcp.tools import Calling, Tool
from wpfagent.runs.explore.model import MAX_STEPS, Strategy

EXPLORE_S = 60
"""How long an exploration lasts, and how long it minimises, where nobody says otherwise."""
TRIALS, MINIMIZE_S = 200, 120
"""How much a minimiser tries, where nobody says otherwise."""
_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_FLAG = {"type": "boolean"}


def _done_by(family: str) -> Callable[[Calling], Awaitable[Answer]]:
    """Return what hands a call to the `run` of a module beside this one, and loads that first."""

    async def run(calling: Calling) -> Answer:
        calling.check_names(next(tool for tool in TOOLS if tool.run is run))
        path = f"{__name__.rpartition('.')[0]}.{family}"
        module = await calling.connection.aside(lambda: importlib.import_module(path))
        answer: Answer = await module.run(calling)
        return answer

    return run


RUN_RANDOM = Tool(
    "run_random",
    "Explore an application at random by a seed, without you: acts, judges each step (crash, freeze, error dialog, "
    "lost entry, …), restarts after a failure. Each failure becomes a ticket, shrunk to the steps that matter. "
    "Cancelling keeps tickets and record.",
    "destructive",
    {
        "type": "object",
        "properties": {
            "profile": {**_TEXT, "description": "the application, started anew"},
            "target_id": {**_TEXT, "description": "or one that runs; the first failure ends it"},
            "max_steps": {**_WHOLE, "default": MAX_STEPS},
            "seed": {**_WHOLE, "description": "the same seed, the same run; drawn and told otherwise"},
            "strategy": {"enum": list(get_args(Strategy)), "default": "novelty"},
            "max_time_s": {**_WHOLE, "default": EXPLORE_S, "description": "to explore; again as long to minimise"},
            "max_failures": _WHOLE,
            "until_covered": {**_FLAG, "description": "end when all that was seen was used"},
            "minimize": {**_FLAG, "default": True},
            "allow_destructive": {**_FLAG, "description": "needs the profile's permission and the person's consent"},
            "confirm_token": _TEXT,
        },
    },
    reply_schema(exploration={"type": "object"}),
    _done_by("explorations"),
)
MINIMIZE = Tool(
    "minimize",
    "Shrink a failure to the few steps that matter: each trial starts the application anew; what is left is replayed "
    "5 times, and its ticket gets the short replay file and a scenario.",
    "destructive",
    {
        "type": "object",
        "properties": {
            "of": {
                **_TEXT,
                "description": "a ticket's id, a session's, or a replay file's path",
            },
            "max_trials": {**_WHOLE, "default": TRIALS},
            "max_time_s": {**_WHOLE, "default": MINIMIZE_S},
            "times": {**_WHOLE, "description": "how often each list is tried, where it does not always fail"},
            "confirm_token": _TEXT,
        },
        "required": ["of"],
    },
    reply_schema(minimised={"type": "object"}),
    _done_by("minimizing"),
)
RUN_SCENARIO = Tool(
    "run_scenario",
    "Run a written scenario file and return what each step came to.",
    "destructive",
    {
        "type": "object",
        "properties": {
            "file": {**_TEXT, "description": "a file of a profile's scenarios"},
            "profile": {**_TEXT, "description": "the application, instead of the scenario's own"},
            "confirm_token": _TEXT,
        },
        "required": ["file"],
    },
    reply_schema(scenarios={"type": "array", "items": {"type": "object"}}),
    _done_by("runs"),
    "tests",
)
RUN_REPLAY = Tool(
    "run_replay",
    "Replay the actions of a ticket or a session and return whether it fails again.",
    "destructive",
    {
        "type": "object",
        "properties": {
            "of": {**_TEXT, "description": "a ticket's id, or a session's"},
            "times": {"type": "integer", "default": 1},
            "confirm_token": _TEXT,
        },
        "required": ["of"],
    },
    reply_schema(replay={"type": "object"}),
    _done_by("replays"),
    "tests",
)
TOOLS = (RUN_RANDOM, MINIMIZE, RUN_SCENARIO, RUN_REPLAY)
