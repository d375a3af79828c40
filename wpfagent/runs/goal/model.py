"""What a goal run is made of: its limits, what goes to a model and comes back, and what the run came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from wpfagent.actions.expect import Expectation, Verdict
from wpfagent.core.errors import AppFailed, Refused, WpfAgentError

End = Literal["done", "stuck", "budget", "refused", "gone", "failed"]
EXIT_CODES: Mapping[End, int] = {
    "done": 0, "stuck": 1, "budget": 1, "failed": 3, "refused": 4, "gone": 5,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limits:
    """When a run ends that has not come to its goal.

    Args:
        steps: answers of the model, whatever they hold.
        tokens: in and out, of all requests together.
        seconds: of wall-clock time.
    """

    steps: int = 20
    tokens: int = 200_000
    seconds: float = 600.0


@dataclass(frozen=True, slots=True)
class Goal:
    """What is wanted.

    Args:
        text: in a person's words.
        success: what must hold in the end; None leaves it to the model to name it.
        limits: when to give up.
        pictures: whether the model is shown pictures of the application.
    """

    text: str
    success: Expectation | None = None
    limits: Limits = field(default_factory=Limits)
    pictures: bool = True


# -- between the loop and a provider ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that a model may call: its name, what it is for, and the JSON Schema of its arguments."""

    name: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A call that a model made; `arguments` is what it wrote, of whatever form."""

    id: str
    name: str
    arguments: Any


@dataclass(frozen=True, slots=True)
class Shown:
    """A turn of ours: what the calls before came to, by their ids, then what is seen now."""

    results: tuple[tuple[str, str], ...]
    text: str
    png: bytes | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A turn of the model's: its words, its calls, and the tokens that the request took."""

    text: str
    calls: tuple[Call, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0


Turn = Shown | Said


class Provider(Protocol):
    """A model behind an API."""

    @property
    def name(self) -> str:
        """Its provider and model, for the record."""
        ...

    def ask(self, system: str, tools: tuple[Tool, ...], turns: tuple[Turn, ...], *, timeout_s: float) -> Said:
        """Return the model's next turn.

        Raises:
            ModelFailed: it cannot be reached, refuses the request, or does not answer in time.
        """
        ...


# -- what came of it --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoalResult:
    """What a run came to.

    Args:
        end: why it ended.
        reason: in a sentence.
        expectation: what was checked at the end; None where nothing was.
        named_by: who named it.
        verdict: what the check saw.
        steps: the model's answers.
        acts: the actions that were performed.
        tokens: in and out, of all requests.
        seconds: of wall-clock time.
        error: what ended it, where an error did.
    """

    end: End
    reason: str
    expectation: Expectation | None = None
    named_by: Literal["caller", "model"] | None = None
    verdict: Verdict | None = None
    steps: int = 0
    acts: int = 0
    tokens: int = 0
    seconds: float = 0.0
    error: WpfAgentError | None = None

    @property
    def exit_code(self) -> int:
        """What the command line ends with."""
        return EXIT_CODES[self.end]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        made: dict[str, Any] = {
            "end": self.end, "reason": self.reason, "steps": self.steps, "acts": self.acts, "tokens": self.tokens,
            "seconds": round(self.seconds, 1),
        }  # fmt: skip
        if self.expectation is not None:
            made |= {"expectation": self.expectation.to_dict(), "named_by": self.named_by}
        if self.verdict is not None:
            made["verdict"] = self.verdict.to_dict()
        return made | (self.error.to_dict() if self.error is not None else {})


def end_of(error: WpfAgentError) -> End:
    """Return how a run ends that an error ended."""
    if isinstance(error, AppFailed):
        return "gone"
    return "refused" if isinstance(error, Refused) else "failed"
