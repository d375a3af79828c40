"""The console's paths: the page and its parts for everybody on this computer, the rest for who has the token."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from wpfagent.core.errors import InvalidArgument, Refused, UsageError, WpfAgentError
from wpfagent.core.json_text import parse_json
from wpfagent.core.language import language_of, translated
from wpfagent.entries.console.desk import Desk
from wpfagent.entries.console.texts import texts_of

STATIC = Path(__file__).parent / "static"
PARTS = {"": ("console.html", "text/html"), "console.js": ("console.js", "text/javascript"),
         "console.css": ("console.css", "text/css")}  # fmt: skip
Answer = Callable[[Request, Any], Any]


def make_app(desk: Desk) -> Starlette:
    """Return the application; `Guarded` stands before it."""
    one = "/api/servers/{id}"

    def route(path: str, methods: str, answer: Answer) -> Route:
        return Route(path, _answering(answer), methods=methods.split())

    def save(request: Request, body: Any) -> Any:
        return desk.save(body, request.path_params.get("id", ""))

    return Starlette(
        routes=[
            Route("/", _part), Route("/{name}", _part), Route("/api/events", _events(desk)),
            route("/api/servers", "GET", lambda _r, _b: {"servers": desk.servers()}),
            route("/api/servers", "POST", save), route(one, "PUT", save),
            route(one, "DELETE", lambda r, _b: desk.remove(r.path_params["id"])),
            route("/api/check", "POST", lambda r, b: desk.check(b, r.query_params.get("id", ""))),
            route("/api/import", "POST", lambda _r, b: desk.take_over(b)),
            route("/api/calls", "GET", lambda _r, _b: {"calls": desk.calls()}),
            route(f"{one}/enable", "POST", lambda r, b: desk.enable(r.path_params["id"], b)),
            route(f"{one}/disable", "POST", lambda r, _b: desk.disable(r.path_params["id"])),
            route(f"{one}/tools", "GET", lambda r, _b: desk.tools(r.path_params["id"])),
            route(f"{one}/resources", "GET", lambda r, _b: desk.resources(r.path_params["id"])),
            route(f"{one}/read", "POST", lambda r, b: desk.read(r.path_params["id"], b)),
            route(f"{one}/call", "POST", lambda r, b: desk.call(r.path_params["id"], b)),
            route(f"{one}/allow", "POST", lambda r, b: desk.allow(r.path_params["id"], b)),
            route(f"{one}/logs", "GET", lambda r, _b: desk.logs(
                r.path_params["id"], r.query_params.get("level", ""), r.query_params.get("search", ""))),
        ]
    )  # fmt: skip


async def _part(request: Request) -> Response:
    """A part of the page: nothing in it is secret."""
    name = request.path_params.get("name", "")
    if name == "texts.json":
        return JSONResponse(texts_of())
    if name not in PARTS:
        return Response(status_code=404)
    file, kind = PARTS[name]
    return Response(_read(file), media_type=kind)


@cache
def _read(name: str) -> bytes:
    return (STATIC / name).read_bytes()


def _events(desk: Desk) -> Callable[[Request], Awaitable[Response]]:
    async def events(_request: Request) -> Response:
        return StreamingResponse(desk.news.events(), media_type="text/event-stream")

    return events


def _answering(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """Answer in a thread of its own: what a server does may take long."""

    async def endpoint(request: Request) -> Response:
        language = language_of(request.headers.get("x-language", "en"))
        try:
            body = _body(await request.body())
            return JSONResponse(await run_in_threadpool(answer, request, body))
        except WpfAgentError as error:
            said = error.to_dict()["error"]
            said |= {"message": translated(error.message, language), "hint": translated(error.hint, language)}
            status = 409 if isinstance(error, Refused) else 400 if isinstance(error, UsageError) else 502
            return JSONResponse(json.loads(json.dumps({"error": said}, default=str)), status_code=status)

    return endpoint


def _body(raw: bytes) -> Any:
    if not raw:
        return {}
    try:
        return parse_json(raw.decode("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InvalidArgument("The body is no JSON.", hint="An object is expected.") from error
