"""A local server that speaks a model's API: what is asked is kept, a brain answers it."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[str, list[tuple[str, dict[str, Any]]]]
"""The words of an answer, and its calls by name and arguments."""


@dataclass
class Seen:
    """What one request shows the model: the fixed part, the texts of the last turn, all results so far."""

    system: str
    tools: list[str]
    text: str
    results: list[str]
    pictures: int
    turn: int

    def ref(self, control_type: str, name: str) -> str | None:
        """Return the ref of the control with a caption, as the tree shows it."""
        found = re.search(rf'{control_type} "{re.escape(name)}"[^\n]*?\[(e\d+)\]', self.text)
        return found[1] if found else None


Brain = Callable[[Seen], Answer]


@dataclass
class ModelServer:
    """A server that answers by a brain, in the dialect that the path asks for.

    `delay_s` is how long each answer takes, `status` what HTTP status it has.
    """

    brain: Brain
    delay_s: float = 0.0
    status: int = 200
    asked: list[dict[str, Any]] = field(default_factory=list)
    address: str = ""

    def answer(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        self.asked.append(body)
        seen = _seen(body, len(self.asked))
        text, calls = self.brain(seen)
        if path.endswith("/messages"):
            content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
            content += [{"type": "tool_use", "id": f"toolu_{len(self.asked)}_{n}", "name": name, "input": given}
                        for n, (name, given) in enumerate(calls)]  # fmt: skip
            return {"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": content,
                    "stop_reason": "tool_use" if calls else "end_turn", "stop_sequence": None,
                    "usage": {"input_tokens": 900, "output_tokens": 100}}  # fmt: skip
        functions = [{"name": name, "arguments": json.dumps(given)} for name, given in calls]
        made = [{"id": f"call_{len(self.asked)}_{n}", "type": "function", "function": f}
                for n, f in enumerate(functions)]  # fmt: skip
        message: dict[str, Any] = {
            "role": "assistant",
            "content": text or None,
            **({"tool_calls": made} if made else {}),
        }
        return {"id": "chat_1", "object": "chat.completion", "created": 0, "model": body["model"],
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 900, "completion_tokens": 100, "total_tokens": 1000}}  # fmt: skip


def _seen(body: dict[str, Any], turn: int) -> Seen:
    system = body.get("system")
    texts, results, pictures = [], [], 0
    for message in body["messages"]:
        content = message["content"]
        if message["role"] == "system":
            system = content
        elif message["role"] == "tool":
            results.append(content)
        elif message["role"] == "user":
            parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
            texts.append("\n".join(p["text"] for p in parts if p["type"] == "text"))
            results += [p["content"] for p in parts if p["type"] == "tool_result"]
            pictures += sum(p["type"] in ("image", "image_url") for p in parts)
    tools = [t.get("name") or t["function"]["name"] for t in body["tools"]]
    fixed = system if isinstance(system, str) else "\n".join(p["text"] for p in system or ())
    return Seen(fixed, tools, texts[-1], results, pictures, turn)


@contextmanager
def serving(brain: Brain, **options: Any) -> Iterator[ModelServer]:
    """Serve on a free port of this machine."""
    model = ModelServer(brain, **options)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            time.sleep(model.delay_s)
            data = (
                {"error": {"type": "api_error", "message": "no"}}
                if model.status != 200
                else model.answer(self.path, body)
            )
            sent = json.dumps(data).encode()
            try:
                self.send_response(model.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)
            except OSError:
                pass  # whoever asked has given up

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    model.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
