"""What `mcp serve` is started with."""

from __future__ import annotations

from dataclasses import dataclass

from wpfagent.core.errors import InvalidArgument, WpfAgentError
from wpfagent.core.keys import stop_chord
from wpfagent.safety.policy import Mode


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """The options of one server.

    Args:
        profiles_path: the profiles.json to use.
        fence: the profiles that may be reached; without any, no fence.
        mode: `extended` allows coordinates.
        stop_key: the chord by which the person at the PC ends everything; the profile's, or the usual one, when None.
        allow_launch: whether programs that no profile names may be launched.
        toolsets: which sets of tools are offered; `all` stands for every one.
        tools: sets that are offered beside those; or tools, whatever set they are of: then nothing else is.
        no_tools: tools that are switched off.
        artifacts: where records go.
        desktop: `uia` or `simulated`; what fits this OS when None.
        lang: of the demo's captions.
        structured: whether replies hold JSON beside their text, for programs; a client shows its model only one.
        client_pid: the process that speaks for the client where that is not this one; what it is part of is no target.
        problem: what is wrong with the options that it was started with; every call says it, and nothing is done.
    """

    profiles_path: str | None = None
    fence: tuple[str, ...] = ()
    mode: Mode = "safe"
    stop_key: str | None = None
    allow_launch: bool = False
    toolsets: tuple[str, ...] = ("default",)
    tools: tuple[str, ...] = ()
    no_tools: tuple[str, ...] = ()
    artifacts: str | None = None
    desktop: str | None = None
    lang: str = "en"
    structured: bool = False
    client_pid: int | None = None
    problem: WpfAgentError | None = None

    def __post_init__(self) -> None:
        if self.mode not in ("safe", "extended"):
            raise InvalidArgument(f"--mode cannot be {self.mode!r}.", hint="safe or extended.")
        if self.stop_key is not None:
            stop_chord(self.stop_key)
