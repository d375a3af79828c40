"""The MCP server: its handlers, over the tools, prompts and resources."""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeAlias

from anyio import CancelScope, to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    BlobResourceContents,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    ImageContent,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    PromptArgument,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from mcp.types import Prompt as McpPrompt
from mcp.types import Tool as McpTool

from wpfagent import __version__
from wpfagent.core.errors import StorageFailed, WpfAgentError
from wpfagent.core.shown import as_name
from wpfagent.desktops.base import Desktop
from wpfagent.entries.mcp import resources
from wpfagent.entries.mcp.connection import Connection
from wpfagent.entries.mcp.consent import can_ask, with_consent
from wpfagent.entries.mcp.families import all_tools
from wpfagent.entries.mcp.following import Report
from wpfagent.entries.mcp.instructions import INSTRUCTIONS
from wpfagent.entries.mcp.neighbours import TELL, Neighbours
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.pictures import image_of
from wpfagent.entries.mcp.prompts import PROMPTS, get_prompt
from wpfagent.entries.mcp.replies import BUDGET, Answer, error_text, shrink, size_of, sound
from wpfagent.entries.mcp.tools import Calling, Tool, choose, fitted, missing
from wpfagent.safety.masking import Masks

logger = logging.getLogger(__name__)
Ctx: TypeAlias = ServerRequestContext[Connection, Any]


def build(
    options: ServeOptions | None = None, *, desktop: Desktop | None = None, neighbours: Neighbours | None = None
) -> Server[Connection]:
    """Return the server.

    Args:
        options: what it is started with.
        desktop: the desktop to use instead of opening one.
        neighbours: who else is on this desktop.

    Raises:
        InvalidArgument: a toolset or tool that is named does not exist.
    """
    handlers = _Handlers(options or ServeOptions(), desktop, neighbours or Neighbours())
    return Server(
        "wpf-agent",
        title="WPF agent",
        version=__version__,
        instructions=INSTRUCTIONS,
        lifespan=handlers.lifespan,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_resource_templates,
        on_read_resource=handlers.read_resource,
        get_tool_input_schema=handlers.input_schema,
    )


class _Handlers:
    """What the server answers."""

    def __init__(self, options: ServeOptions, desktop: Desktop | None, neighbours: Neighbours) -> None:
        self.options = options
        self.desktop = desktop
        self.neighbours = neighbours
        self.tools = all_tools()
        offered = choose(self.tools, options)
        self.offered = {t.name: t for t in offered}
        self.names = frozenset(self.offered)
        self.disabled = frozenset(t.name for t in self.tools) - self.names
        self.listed = ListToolsResult(tools=[_mcp_tool(t, structured=options.structured) for t in offered])

    @asynccontextmanager
    async def lifespan(self, _server: Server[Connection]) -> AsyncIterator[Connection]:
        connection = Connection(self.options, self.disabled, self.desktop, self.neighbours)
        try:
            yield connection
        finally:
            with CancelScope(shield=True):
                await to_thread.run_sync(connection.close)

    # -- tools --------------------------------------------------------------------------------------------------------

    def input_schema(self, name: str) -> Mapping[str, Any] | None:
        """The schema by which the transport judges a call's headers, without asking for the whole list."""
        tool = self.offered.get(name)
        return tool.input_schema if tool is not None else None

    async def list_tools(self, _ctx: Ctx, _params: PaginatedRequestParams | None) -> ListToolsResult:
        return self.listed

    async def call_tool(self, ctx: Ctx, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        connection = ctx.lifespan_context
        args: dict[str, Any] = sound(params.arguments or {})
        if not connection.client:
            connection.client = _client_of(ctx)
            connection.neighbours.introduce(connection.client)
        try:
            made = await self._call(ctx, params, args)
            if isinstance(made, InputRequiredResult):
                return made
            return await connection.aside(lambda: _finished(made, connection, params.name, args))
        except asyncio.CancelledError:
            connection.note(lambda: connection.record_call(params.name, args, "cancelled"))
            raise
        except WpfAgentError as raised:
            error = raised
        except Exception as raised:
            logger.exception("%s failed", params.name)
            error = Unexpected(f"wpf-agent failed: {type(raised).__name__}: {raised}", hint="Its stderr tells more.")
        return await connection.aside(lambda: _failed(error, connection, params.name, args))

    async def _call(
        self, ctx: Ctx, params: CallToolRequestParams, args: Mapping[str, Any]
    ) -> Answer | InputRequiredResult:
        tool = self.offered.get(params.name)
        if tool is None:
            raise missing(params.name, self.tools, self.names)
        connection = ctx.lifespan_context
        await connection.open()

        async def run(token: str | None) -> Answer:
            given = {**args, "confirm_token": token} if token is not None else args
            calling = Calling(connection, given, can_ask(ctx), self.names, ctx.session.report_progress)
            TELL.set(_teller(calling.report))
            return await tool.call(calling)

        return await with_consent(ctx, params, run, connection.revoke)

    # -- prompts ------------------------------------------------------------------------------------------------------

    async def list_prompts(self, _ctx: Ctx, _params: PaginatedRequestParams | None) -> ListPromptsResult:
        return ListPromptsResult(
            prompts=[
                McpPrompt(
                    name=p.name,
                    title=p.title,
                    description=p.description,
                    arguments=[
                        PromptArgument(name=name, description=doc.rstrip("?"), required=p.is_required(name))
                        for name, doc in p.arguments.items()
                    ],
                )
                for p in PROMPTS
            ]
        )

    async def get_prompt(self, _ctx: Ctx, params: GetPromptRequestParams) -> GetPromptResult:
        try:
            prompt = get_prompt(params.name)
            text = prompt.fill(params.arguments or {})
        except WpfAgentError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from error
        message = PromptMessage(role="user", content=TextContent(text=text))
        return GetPromptResult(description=prompt.description, messages=[message])

    # -- resources ----------------------------------------------------------------------------------------------------

    async def list_resources(self, _ctx: Ctx, _params: PaginatedRequestParams | None) -> ListResourcesResult:
        return ListResourcesResult(
            resources=[
                Resource(uri=resources.SCHEME + name, name=name, description=doc, mime_type="application/json")
                for name, doc in resources.STATIC.items()
            ]
        )

    async def list_resource_templates(
        self, _ctx: Ctx, _params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(
            resource_templates=[
                ResourceTemplate(uri_template=resources.SCHEME + path, name=path.split("/")[0], description=doc)
                for path, doc in resources.TEMPLATES.items()
            ]
        )

    async def read_resource(self, ctx: Ctx, params: ReadResourceRequestParams) -> ReadResourceResult:
        uri = str(params.uri)
        try:
            found = await ctx.lifespan_context.aside(lambda: resources.read(uri, self.options))
        except WpfAgentError as error:
            raise MCPError(INVALID_PARAMS, str(error), data={"uri": uri}) from error
        if found.is_text:
            text = found.data.decode(errors="replace")
            return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type=found.mime_type, text=text)])
        blob = base64.b64encode(found.data).decode()
        return ReadResourceResult(contents=[BlobResourceContents(uri=uri, mime_type=found.mime_type, blob=blob)])


def _mcp_tool(tool: Tool, *, structured: bool) -> McpTool:
    hints = tool.hints
    return McpTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=dict(tool.input_schema),
        output_schema=dict(tool.output_schema) if structured else None,
        annotations=ToolAnnotations(
            title=tool.title,
            read_only_hint=hints.read_only,
            destructive_hint=hints.destructive,
            idempotent_hint=hints.idempotent,
            open_world_hint=hints.open_world,
        ),
    )


def _teller(report: Report) -> Callable[[str], None]:
    """Return what tells the client of this call a line, from whatever thread."""
    loop = asyncio.get_running_loop()

    async def send(line: str) -> None:
        await report(0.0, None, line)

    def tell(line: str) -> None:
        asyncio.run_coroutine_threadsafe(send(line), loop)

    return tell


def _client_of(ctx: Ctx) -> dict[str, Any]:
    """The client's name and version, and the protocol that it speaks."""
    params = ctx.session.client_params
    facts: dict[str, Any] = {"protocol": ctx.protocol_version}
    if params is not None:
        told = params.client_info
        facts = {"name": as_name(told.name), "version": as_name(told.version), **facts}
    return facts


class Unexpected(WpfAgentError):
    """A fault of this program itself."""

    code = "unexpected"


def _finished(answer: Answer, connection: Connection, tool: str, args: Mapping[str, Any]) -> CallToolResult:
    """Record a call that succeeded and return its result, within the budget."""
    connection.record_call(tool, args, done=answer.facts.get("done") if "failed" in answer.facts else None)
    answer = replace(answer, text=sound(answer.text), facts=sound(answer.facts))
    return _result(fitted(answer, connection, tool), connection)


def _failed(error: WpfAgentError, connection: Connection, tool: str, args: Mapping[str, Any]) -> CallToolResult:
    """Record a call that failed and return its error as a result that the model reads."""
    error = (connection.opened.session.masks if connection.opened is not None else Masks()).error(error)
    try:
        connection.record_call(tool, args, error.code)
    except StorageFailed as full:
        logger.warning("%s", full)  # the reply tells the error that matters more
    return _error_result(error, connection)


def _result(answer: Answer, connection: Connection) -> CallToolResult:
    facts = dict(answer.facts)
    text = answer.text
    content: list[ImageContent | TextContent] = []
    if answer.picture is not None:
        image = image_of(answer.picture)
        content.append(ImageContent(data=base64.b64encode(image.data).decode(), mime_type="image/png"))
        if image.scale != 1:
            facts["scale"] = image.scale
            text += f"\nscale: {image.scale} (region and rect count in full pixels)"
    text = "\n".join(t for t in (text, *connection.beside()) if t)
    return CallToolResult(content=[*content, TextContent(text=text)], structured_content=_structured(facts, connection))


def _error_result(error: WpfAgentError, connection: Connection) -> CallToolResult:
    facts: dict[str, Any] = sound(error.to_dict())
    if size_of(facts) > BUDGET:
        facts = shrink(facts, BUDGET)
    text = "\n".join((error_text(error), *connection.beside()))
    return CallToolResult(
        content=[TextContent(text=text)], structured_content=_structured(facts, connection), is_error=True
    )


def _structured(facts: dict[str, Any], connection: Connection) -> dict[str, Any] | None:
    """The facts for a program, with the session; None where a model reads the text: most clients show it the JSON."""
    if not connection.options.structured:
        return None
    session = {} if connection.opened is None else {"session": connection.opened.session.session_id}
    return {**facts, **session}
