"""What `mcp serve` is started with."""

from __future__ import annotations

from dataclasses import dataclass

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.selector import nearest
from wpfagent.safety.policy import Mode

TOOLSETS = ("default", "more", "coordinates", "tests")
"""`default`: the everyday tools; `more`: the rest of the actions; `coordinates`: what extended mode adds; `tests`:
scenarios, replays and tickets."""


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of one server.

    Args:
        profiles_path: the profiles.json to use.
        fence: the profiles that may be reached; without any, no fence.
        mode: `extended` allows coordinates.
        allow_launch: whether programs that no profile names may be launched.
        toolsets: which sets of tools are offered; `all` stands for every one.
        tools: only these tools, whatever set they are of; empty for all of the sets.
        no_tools: tools that are switched off.
        artifacts: where records go.
        desktop: `uia` or `simulated`; what fits this OS when None.
        lang: of the demo's captions.
        problem: what is wrong with the options that it was started with; every call says it, and nothing is done.
    """

    profiles_path: str | None = None
    fence: tuple[str, ...] = ()
    mode: Mode = "safe"
    allow_launch: bool = False
    toolsets: tuple[str, ...] = ("default",)
    tools: tuple[str, ...] = ()
    no_tools: tuple[str, ...] = ()
    artifacts: str | None = None
    desktop: str | None = None
    lang: str = "en"
    problem: WpfAgentError | None = None

    def __post_init__(self) -> None:
        if self.mode not in ("safe", "extended"):
            raise InvalidArgument(f"--mode cannot be {self.mode!r}.", hint="safe or extended.")
        for name in self.toolsets:
            if name not in (*TOOLSETS, "all"):
                near = nearest(name, (*TOOLSETS, "all")) or [*TOOLSETS, "all"]
                raise InvalidArgument(f"There is no toolset {name!r}.", hint=f"Nearest: {', '.join(near)}.")

    @property
    def sets(self) -> tuple[str, ...]:
        """The toolsets that are offered; extended mode brings the coordinates."""
        if "all" in self.toolsets:
            return TOOLSETS if self.mode == "extended" else tuple(t for t in TOOLSETS if t != "coordinates")
        return (*self.toolsets, *(("coordinates",) if self.mode == "extended" else ()))
