"""A model on this machine that follows a script, in the three APIs that the clients speak; it keeps what it was sent.

| client | request |
|---|---|
| Claude Code | `POST /v1/messages` |
| Codex CLI | `POST …/responses` |
| Gemini CLI | `POST …/models/NAME:streamGenerateContent` |
"""

from __future__ import annotations

import http.server
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Choose = Callable[[Sequence[str]], "tuple[str, Mapping[str, Any]] | None"]
"""Given the texts of all results so far, returns the next tool and its arguments; None: it is done."""
SAID = "That is all."
INSIDE = "::"
"""Between the name of a group of tools, as Codex sends them, and of one of them."""


@dataclass
class Request:
    """One request that a model was sent.

    Args:
        path: of the address.
        body: the JSON.
        at: when, in seconds.
    """

    path: str
    body: dict[str, Any]
    at: float = field(default_factory=time.monotonic)

    @property
    def tools(self) -> list[str]:
        """The names of the tools that the model may call."""
        found = self.body.get("tools") or []
        names: list[str] = []
        for tool in found:
            names += [f["name"] for f in tool.get("functionDeclarations", [])]
            nested = tool.get("tools", []) if tool.get("type") == "namespace" else []
            names += [f"{tool['name']}{INSIDE}{t['name']}" for t in nested]
            names += [tool["name"]] if "name" in tool and not nested else []
        return names

    @property
    def results(self) -> list[str]:
        """The results of tools, as the model reads them."""
        return [text for text in _results(self.body) if text is not None]


def _results(body: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    for message in body.get("messages", []):  # Claude
        parts = message["content"] if isinstance(message["content"], list) else []
        found += [_text(p.get("content")) for p in parts if p.get("type") == "tool_result"]
    for item in body.get("input", []) if isinstance(body.get("input"), list) else []:  # Codex
        if item.get("type") == "function_call_output":
            found.append(_text(item.get("output")))
    for content in body.get("contents", []):  # Gemini
        for part in content.get("parts", []):
            if "functionResponse" in part:
                found.append(_text(part["functionResponse"]["response"].get("output", part["functionResponse"])))
    return found


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(p.get("text", f"[{p.get('type')}]") for p in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class ModelApi:
    """A scripted model, from its making to `close`.

    Args:
        choose: decides what it does next.
    """

    def __init__(self, choose: Choose) -> None:
        self.requests: list[Request] = []
        self.choose = choose
        self._lock = threading.Lock()
        api = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
                kind, answer = api.answer(self.path, body)
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def do_GET(self) -> None:
                self.send_response(404)
                self.send_header("content-length", "0")
                self.end_headers()

            do_HEAD = do_GET

            def log_message(self, *_args: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()

    @property
    def asked(self) -> list[Request]:
        """The requests of the model at work: those that offer it tools."""
        return [request for request in self.requests if request.tools]

    def answer(self, path: str, body: dict[str, Any]) -> tuple[str, bytes]:
        """Return the content type and body of an answer."""
        request = Request(path, body)
        with self._lock:
            self.requests.append(request)
        call = self._call(request)
        if "countTokens" in path or "count_tokens" in path:
            return "application/json", b'{"totalTokens": 10, "input_tokens": 10}'
        if "/messages" in path:
            return _claude(call, stream=bool(body.get("stream")))
        if "/responses" in path:
            return "text/event-stream", _codex(call)
        return _gemini(call, stream="stream" in path)

    def _call(self, request: Request) -> tuple[str, Mapping[str, Any]] | None:
        wanted = self.choose(request.results) if request.tools else None
        if wanted is None:
            return None
        named = next((name for name in request.tools if name.endswith(wanted[0]) and "wpf" in name), None)
        return (named, wanted[1]) if named is not None else None


def _event(name: str, data: Mapping[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


def _claude(call: tuple[str, Mapping[str, Any]] | None, *, stream: bool) -> tuple[str, bytes]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    whole = {"id": f"msg_{time.monotonic_ns()}", "type": "message", "role": "assistant", "model": "scripted"}
    block: dict[str, Any] = {"type": "text", "text": "" if stream else SAID}
    delta: dict[str, Any] = {"type": "text_delta", "text": SAID}
    reason = "end_turn"
    if call is not None:
        block = {"type": "tool_use", "id": f"toolu_{time.monotonic_ns()}", "name": call[0], "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(call[1])}
        reason = "tool_use"
    if not stream:
        content = [{**block, "input": call[1]} if call is not None else block]
        said = {**whole, "content": content, "stop_reason": reason, "stop_sequence": None, "usage": usage}
        return "application/json", json.dumps(said).encode()
    opened = {**whole, "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
    ended = {"stop_reason": reason, "stop_sequence": None}
    return "text/event-stream", b"".join([
        _event("message_start", {"type": "message_start", "message": opened}),
        _event("content_block_start", {"type": "content_block_start", "index": 0, "content_block": block}),
        _event("content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}),
        _event("content_block_stop", {"type": "content_block_stop", "index": 0}),
        _event("message_delta", {"type": "message_delta", "delta": ended, "usage": usage}),
        _event("message_stop", {"type": "message_stop"}),
    ])  # fmt: skip


def _codex(call: tuple[str, Mapping[str, Any]] | None) -> bytes:
    number = time.monotonic_ns()
    text = [{"type": "output_text", "text": SAID, "annotations": []}]
    item: dict[str, Any] = {"type": "message", "role": "assistant", "id": f"msg_{number}", "content": text}
    if call is not None:
        space, _, name = call[0].rpartition(INSIDE)
        named = {"name": name, **({"namespace": space} if space else {})}
        item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}",
                **named, "arguments": json.dumps(call[1])}  # fmt: skip
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, "input_tokens_details": None,
             "output_tokens_details": None}  # fmt: skip
    response = {"id": f"resp_{number}", "usage": usage}
    return b"".join([
        _event("response.created", {"type": "response.created", "response": {"id": response["id"]}}),
        _event("response.output_item.done", {"type": "response.output_item.done", "output_index": 0, "item": item}),
        _event("response.completed", {"type": "response.completed", "response": response}),
    ])  # fmt: skip


def _gemini(call: tuple[str, Mapping[str, Any]] | None, *, stream: bool) -> tuple[str, bytes]:
    part: dict[str, Any] = {"text": SAID}
    if call is not None:
        part = {"functionCall": {"name": call[0], "args": dict(call[1])}}
    said = {
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
    }
    if stream:
        return "text/event-stream", f"data: {json.dumps(said)}\r\n\r\n".encode()
    return "application/json", json.dumps(said).encode()
