"""Anthropic's Messages API, through its SDK: ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL. What never changes is cached."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from wpfagent.runs.goal.model import Call, Said, Shown, Tool, Turn
from wpfagent.runs.goal.providers import LONGEST_ANSWER, TRIES, translated

CACHED = {"cache_control": {"type": "ephemeral"}}


def open_model(model: str, key: str) -> Messages:
    """Return the model behind the address of the environment."""
    from anthropic import Anthropic

    return Messages(model, Anthropic(api_key=key, max_retries=TRIES - 1))


@dataclass(slots=True)
class Messages:
    """A model behind the Messages API."""

    model: str
    client: Any

    @property
    def name(self) -> str:
        """Its provider and model."""
        return f"anthropic {self.model}"

    def ask(self, system: str, tools: tuple[Tool, ...], turns: tuple[Turn, ...], *, timeout_s: float) -> Said:
        """Return the model's next turn. Raises ModelFailed."""
        from anthropic import AnthropicError

        with translated(self.name, str(self.client.api_key), AnthropicError):
            answer = self.client.with_options(timeout=timeout_s).messages.create(
                model=self.model,
                max_tokens=LONGEST_ANSWER,
                system=[{"type": "text", "text": system, **CACHED}],
                tools=[{"name": t.name, "description": t.description, "input_schema": t.schema} for t in tools],
                messages=[_message(turn) for turn in turns],
            )
        calls = tuple(Call(b.id, b.name, b.input) for b in answer.content if b.type == "tool_use")
        text = "\n".join(b.text for b in answer.content if b.type == "text")
        used = answer.usage
        cached = (used.cache_read_input_tokens or 0) + (used.cache_creation_input_tokens or 0)
        return Said(text, calls, used.input_tokens + cached, used.output_tokens)


def _message(turn: Turn) -> dict[str, Any]:
    if isinstance(turn, Shown):
        parts: list[dict[str, Any]] = [
            {"type": "tool_result", "tool_use_id": of, "content": text} for of, text in turn.results if of
        ]
        parts += [{"type": "text", "text": text} for of, text in turn.results if not of]
        parts.append({"type": "text", "text": turn.text})
        if turn.png is not None:
            data = base64.b64encode(turn.png).decode()
            parts.append({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}})
        return {"role": "user", "content": parts}
    said: list[dict[str, Any]] = [{"type": "text", "text": turn.text}] if turn.text.strip() else []
    said += [{"type": "tool_use", "id": c.id, "name": c.name, "input": c.arguments} for c in turn.calls]
    return {"role": "assistant", "content": said or [{"type": "text", "text": "(nothing)"}]}
