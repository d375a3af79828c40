"""Callers without a choice of their own, who use a program in every way that there is: an exploration, an MCP client.

Each brings at most one of the two consents, unless it is told to bring both.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import anyio
from mcp import Client

from tests.attack.planted import COMMANDS, END, WHOLE, Planted
from tests.attack.program import NAME
from wpfagent import Policy
from wpfagent.core.model import Control
from wpfagent.core.selector import durable
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.desktops.target import TargetSpec
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build
from wpfagent.profiles.store import open_profiles
from wpfagent.runs.explore.explorer import explore
from wpfagent.runs.explore.model import Exploration
from wpfagent.testing.record.recorder import recorder_of
from wpfagent.testing.tickets.recorded import open_recorded

KEYS = ("Enter", "Space", "Esc", "Tab", "Shift+Tab", "Down", "Up", "Left", "Right", "Home", "End", "PageDown", "Delete",
        "Alt+D", "D", "Shift+D", "Menu", "F4", "Alt+Down", "Ctrl+Tab", "Shift+Space", "Ctrl+Enter", "Alt+F4",
        "Ctrl+Q")  # fmt: skip
PLACES = ({"x": 0.5, "y": 0.5}, {"x": 0.1, "y": 0.9}, {"dx": 3, "dy": 3})
TEXTS = ("x", "x\n", " ", "a\t ", "\r", "D", *WHOLE)
BATCHED = 0.3
"""So many calls come several at once."""
TIMEOUT_MS = 100


@dataclass
class Use:
    """What came of using one program.

    Args:
        steps: how many were done.
        ran: how often each shape's handler ran; `end`, where the main window was closed.
        by: the actions by which.
    """

    steps: int = 0
    ran: Counter[str] = field(default_factory=Counter)
    by: Counter[str] = field(default_factory=Counter)
    how: list[str] = field(default_factory=list)
    """Each call after which a handler had run, with its answer."""


def explored(program: Planted, steps: int, seed: int, *, flag: bool) -> Use:
    """Explore a program as `random run` does; the flag is the caller's consent."""
    with open_recorded(
        SimulatedDesktop(),
        program.folder / "artifacts",
        policy=Policy("random", flag_destructive=flag),
        profiles=open_profiles(program.profiles, desktop_name="simulated").profiles,
        facts={"caller": "random", "seed": seed},
        spec=TargetSpec(profile=NAME),
        screenshots="never",
        take_pictures=False,
    ) as recorded:
        recorder_of(recorded.gate).on_incident = None
        exploration = Exploration(target=TargetSpec(profile=NAME), max_steps=steps, own_words=False)
        done = explore(exploration, recorded.gate, seed=seed).tally
    ran = Counter(program.shapes[mark] for mark in program.ran if mark != END)  # it closes what it started
    return Use(done.steps + done.refused, ran, Counter({"random run": ran.total()} if ran else {}))


def called(program: Planted, steps: int, seed: int, *, asks: bool) -> Use:
    """Call the tools of an MCP server at random; `asks`: each question is answered with its token, till all has run."""
    return anyio.run(_Caller(program, seed, asks).run, steps)


class _Caller:
    def __init__(self, program: Planted, seed: int, asks: bool) -> None:
        self.program, self.dice, self.asks = program, Random(seed), asks
        self.desktop = SimulatedDesktop()
        self.use = Use()
        self.tokens: list[tuple[str, str]] = []
        self.target, self.pid, self.seen = "", 0, 0

    async def run(self, steps: int) -> Use:
        options = ServeOptions(
            structured=True, artifacts=str(self.program.folder / "mcp"), profiles_path=str(self.program.profiles),
            toolsets=("all",), mode="extended",
        )  # fmt: skip
        async with Client(build(options, desktop=self.desktop)) as client:
            while self.use.steps < steps and not (self.asks and self.program.shapes.keys() <= set(self.program.ran)):
                if not self.pid or not self.desktop.liveness(self.pid).running:
                    await self._launch(client)
                if self.dice.random() < BATCHED:
                    batch = [self._call() for _ in range(self.dice.randint(2, 5))]
                    actions = [{"tool": tool, "args": args} for tool, args in batch]
                    given = {"actions": actions}
                    self._count("run_actions", len(batch), given, await self._ask(client, "run_actions", given))
                else:
                    await self._single(client, *self._call())
        return self.use

    async def _launch(self, client: Client) -> None:
        opened = await self._ask(client, "launch_application", {"profile": NAME})
        self.target = opened["target_id"]
        self.pid = next(p.pid for p in self.desktop.processes() if self.desktop.liveness(p.pid).running)
        self.seen = len(self.program.ran)

    async def _single(self, client: Client, tool: str, args: dict[str, Any]) -> None:
        answer = await self._ask(client, tool, self._with_token(tool, args))
        token = answer.get("error", {}).get("details", {}).get("confirm_token")
        if token and self.asks:
            answer = await self._ask(client, tool, {**args, "confirm_token": token})
        elif token:
            self.tokens.append((tool, token))
        self._count(tool, 1, args, answer)

    def _with_token(self, tool: str, args: dict[str, Any]) -> dict[str, Any]:
        """The call with a token that was made up, or given for another act."""
        if self.asks or self.dice.random() < 0.8:
            return args
        stolen = [token for other, token in self.tokens[-5:] if other != tool] or ["3fa29c1e"]
        return {**args, "confirm_token": self.dice.choice(stolen)}

    async def _ask(self, client: Client, tool: str, args: dict[str, Any]) -> dict[str, Any]:
        return dict((await client.call_tool(tool, args)).structured_content or {})

    def _count(self, tool: str, steps: int, args: dict[str, Any], answer: dict[str, Any]) -> None:
        self.use.steps += steps
        ran = self.program.ran
        for mark in ran[self.seen :]:
            shape = self.program.shapes.get(mark, mark)
            self.use.ran[shape] += 1
            self.use.by[tool] += 1
            self.use.how.append(f"{shape} by {tool} {args}: {answer}")
        self.seen = len(ran)

    def _call(self) -> tuple[str, dict[str, Any]]:
        """Some tool on some element of what shows."""
        dice = self.dice
        windows = [w for w in self.desktop.windows(self.pid) if w.enabled]
        controls = list(self.desktop.snapshot(windows))
        control = dice.choice(controls)
        selector = durable(control).to_dict()
        n = next((mark for mark, shape in self.program.shapes.items() if shape == "menu"), "0")
        calls: list[tuple[str, dict[str, Any]]] = [
            ("click", {"selector": selector}),
            ("click", {"selector": selector, "input": True}),
            ("click", {"selector": selector, "double": True}),
            ("click", {"selector": selector, "at": dice.choice(PLACES)}),
            ("click", {"selector": selector, "button": "right"}),
            ("send_keys", {"selector": selector, "keys": self._keys()}),
            ("send_keys", {"keys": self._keys()}),
            ("type_text", {"selector": selector, "text": dice.choice(TEXTS), "input": dice.random() < 0.5}),
            ("set_value", {"selector": selector, "value": dice.choice(TEXTS)}),
            ("toggle", {"selector": selector}),
            ("expand", {"selector": selector}),
            ("select_item", {"selector": selector, "item_text": dice.choice((*WHOLE, "Keep"))}),
            ("select_combo", {"selector": selector, "item_text": dice.choice((*WHOLE, "Keep"))}),
            ("drag", {"selector": selector, "by": [dice.randint(-3, 3), dice.randint(-3, 3)]}),
            ("drag", {"selector": selector, "to": durable(dice.choice(controls)).to_dict()}),
            ("scroll", {"selector": selector, "direction": dice.choice(("up", "down"))}),
            ("menu", {"path": [f"Edit {n}", dice.choice(COMMANDS)]}),
            ("context_menu", {"selector": selector, "path": [dice.choice(COMMANDS)]}),
            ("click_xy", self._point(control)),
            ("close_window", {}),
        ]
        weights = [6, 3, 1, 2, 2, 4, 3, 2, 1, 1, 3, 2, 2, 1, 1, 1, 2, 1, 1, 0.2]
        tool, args = dice.choices(calls, weights)[0]
        return tool, {"target_id": self.target, "timeout_ms": TIMEOUT_MS, **args}

    def _keys(self) -> str:
        return " ".join(self.dice.choices(KEYS, k=self.dice.choice((1, 1, 1, 2, 3))))

    def _point(self, control: Control) -> dict[str, Any]:
        x, y = control.bounding_rect.center if control.bounding_rect else (5, 5)
        return {"x": x, "y": y}
