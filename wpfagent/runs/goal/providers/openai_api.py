"""The Chat Completions API of OpenAI, and of whoever speaks it, through its SDK: OPENAI_API_KEY, OPENAI_BASE_URL."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wpfagent.runs.goal.model import Call, Said, Shown, Tool, Turn
from wpfagent.runs.goal.providers import LONGEST_ANSWER, TRIES, translated


def open_model(model: str, key: str) -> ChatCompletions:
    """Return the model behind the address of the environment."""
    from openai import OpenAI

    return ChatCompletions(model, OpenAI(api_key=key, max_retries=TRIES - 1))


@dataclass(slots=True)
class ChatCompletions:
    """A model behind the Chat Completions API."""

    model: str
    client: Any

    @property
    def name(self) -> str:
        """Its provider and model."""
        return f"openai {self.model}"

    def ask(self, system: str, tools: tuple[Tool, ...], turns: tuple[Turn, ...], *, timeout_s: float) -> Said:
        """Return the model's next turn. Raises ModelFailed."""
        from openai import OpenAIError

        functions = [{"name": t.name, "description": t.description, "parameters": t.schema} for t in tools]
        messages = [{"role": "system", "content": system}, *(m for turn in turns for m in _messages(turn))]
        with translated(self.name, OpenAIError):
            answer = self.client.with_options(timeout=timeout_s).chat.completions.create(
                model=self.model,
                max_completion_tokens=LONGEST_ANSWER,
                tools=[{"type": "function", "function": f} for f in functions],
                messages=messages,
            )
        if not answer.choices:
            return Said("")
        message, used = answer.choices[0].message, answer.usage
        calls = tuple(Call(c.id, c.function.name, c.function.arguments) for c in message.tool_calls or ())
        tokens = (used.prompt_tokens, used.completion_tokens) if used is not None else (0, 0)
        return Said(message.content or "", calls, *tokens)


def _messages(turn: Turn) -> Iterator[dict[str, Any]]:
    if isinstance(turn, Shown):
        yield from ({"role": "tool", "tool_call_id": of, "content": text} for of, text in turn.results if of)
        words = [text for of, text in turn.results if not of]
        parts: list[dict[str, Any]] = [{"type": "text", "text": "\n".join([*words, turn.text])}]
        if turn.png is not None:
            address = f"data:image/png;base64,{base64.b64encode(turn.png).decode()}"
            parts.append({"type": "image_url", "image_url": {"url": address}})
        yield {"role": "user", "content": parts}
        return
    said: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
    if turn.calls:
        said["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": _text_of(c.arguments)}}
            for c in turn.calls
        ]
    yield said if said["content"] or turn.calls else {**said, "content": "(nothing)"}


def _text_of(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
