"""The Chat Completions API of OpenAI, and of whoever speaks it: OPENAI_API_KEY, OPENAI_BASE_URL.

One request is all that is needed of it; OpenAI's own SDK would bring two thousand modules for that.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from wpfagent.core.environ import environment
from wpfagent.core.errors import ModelFailed
from wpfagent.runs.goal.model import Call, Said, Shown, Tool, Turn
from wpfagent.runs.goal.providers import LONGEST_ANSWER, TRIES, translated, without

ADDRESS = "https://api.openai.com/v1"
AGAIN = frozenset({408, 409, 429, 500, 502, 503, 504})
"""What a server answers that may answer another time."""
QUOTED = 300
"""Characters of an answer that an error quotes."""


def open_model(model: str, key: str) -> ChatCompletions:
    """Return the model behind the address of the environment."""
    return ChatCompletions(model, environment().get("OPENAI_BASE_URL") or ADDRESS, key)


@dataclass(frozen=True, slots=True)
class ChatCompletions:
    """A model behind the Chat Completions API.

    Args:
        model: its name.
        address: where the API begins, as in `https://api.openai.com/v1`.
        key: sent with each request.
    """

    model: str
    address: str
    key: str = field(repr=False)

    @property
    def name(self) -> str:
        """Its provider and model."""
        return f"openai {self.model}"

    def ask(self, system: str, tools: tuple[Tool, ...], turns: tuple[Turn, ...], *, timeout_s: float) -> Said:
        """Return the model's next turn. Raises ModelFailed."""
        functions = [{"name": t.name, "description": t.description, "parameters": t.schema} for t in tools]
        answer = self._post(
            {
                "model": self.model,
                "max_completion_tokens": LONGEST_ANSWER,
                "tools": [{"type": "function", "function": f} for f in functions],
                "messages": [{"role": "system", "content": system}, *(m for turn in turns for m in _messages(turn))],
            },
            timeout_s,
        )
        with translated(self.name, self.key, (KeyError, TypeError, AttributeError)):
            if not answer["choices"]:
                return Said("")
            message, used = answer["choices"][0]["message"], answer.get("usage") or {}
            asked = [(c["id"], c["function"]) for c in message.get("tool_calls") or ()]
            calls = tuple(Call(of, function["name"], function["arguments"]) for of, function in asked)
            tokens = (int(used.get("prompt_tokens", 0)), int(used.get("completion_tokens", 0)))
            return Said(message.get("content") or "", calls, *tokens)

    def _post(self, body: Mapping[str, Any], timeout_s: float) -> Any:
        import httpx2

        with (
            translated(self.name, self.key, (httpx2.HTTPError, httpx2.InvalidURL, ValueError)),
            httpx2.Client(headers={"Authorization": f"Bearer {self.key}"}, timeout=timeout_s) as client,
        ):
            for left in reversed(range(TRIES)):
                try:
                    answer = client.post(f"{self.address.rstrip('/')}/chat/completions", json=body)
                except httpx2.ConnectError:
                    if not left:
                        raise
                    continue
                if answer.is_success:
                    return answer.json()
                if answer.status_code not in AGAIN or not left:
                    break
        raise ModelFailed(
            f"{self.name} answered {answer.status_code}: {without(answer.text, self.key)[:QUOTED]}",
            hint="Check the key, the address and the model.",
        )


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
