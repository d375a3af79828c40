"""The second step of something destructive: the person is asked where the client can, else the token goes back.

Clients of 2026-07-28 are handed the question and call again with the answer; earlier ones are asked in the middle of
the call. The token stays on this side: a model whose client can ask never sees one, so it cannot answer for the person.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import (
    CallToolRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from pydantic import ValidationError

from wpfagent.core.errors import ConfirmationRequired, RefusedDestructive
from wpfagent.entries.mcp.replies import Answer

QUESTION = "confirm"
ASKED_SINCE = "2026-07-28"
"""From this protocol on a question is handed back instead of asked in the middle of a call."""
FORM: dict[str, Any] = {
    "type": "object",
    "properties": {"confirm": {"type": "boolean", "title": "Do it", "description": "Yes: it is done. No: nothing is."}},
    "required": ["confirm"],
}
Run = Callable[[str | None], Awaitable[Answer]]
"""Performs the call, with the token of its second step where there is one."""


def can_ask(ctx: ServerRequestContext[Any, Any]) -> bool:
    """Whether the client can put a question with a form to a person."""
    capabilities = ctx.session.client_capabilities
    asking = capabilities.elicitation if capabilities is not None else None
    return asking is not None and (asking.form is not None or asking.url is None)


async def with_consent(
    ctx: ServerRequestContext[Any, Any], params: CallToolRequestParams, run: Run, revoke: Callable[[str], None]
) -> Answer | InputRequiredResult:
    """Perform a call; when it turns out to be destructive, ask and perform it again with the person's word.

    Args:
        ctx: of the request.
        params: of the request.
        run: performs the call.
        revoke: makes a token worthless; called when the person did not agree.

    Raises:
        RefusedDestructive: the person said no, or could not be asked.
        ConfirmationRequired: the client cannot ask: the model has to, and brings the token.
    """
    if not can_ask(ctx):
        return await run(None)
    if params.request_state is not None:
        given = (params.input_responses or {}).get(QUESTION)
        answer = given if isinstance(given, ElicitResult) else None
        return await _answered(answer, params.request_state, run, revoke)
    try:
        return await run(None)
    except ConfirmationRequired as error:
        token, question = error.details["confirm_token"], _question(params, error)
    form = ElicitRequestFormParams(message=question, requested_schema=FORM)
    if ctx.protocol_version >= ASKED_SINCE:
        return InputRequiredResult(input_requests={QUESTION: ElicitRequest(params=form)}, request_state=token)
    try:
        answer = await ctx.session.elicit_form(question, FORM, related_request_id=ctx.request_id)
    except (MCPError, ValidationError) as error:
        revoke(token)
        raise RefusedDestructive(f"The person could not be asked: {error}.", hint="Nothing was done.") from error
    return await _answered(answer, token, run, revoke)


def _question(params: CallToolRequestParams, error: ConfirmationRequired) -> str:
    if "reason" not in error.details:  # the error says the whole of what is asked
        return f"{error.message} {error.hint} Do it?"
    target = error.details.get("target", "")
    on = f" in {target}" if target else ""
    return f"{params.name}{on} is destructive ({error.details['reason']}). Do it?"


async def _answered(answer: ElicitResult | None, token: str, run: Run, revoke: Callable[[str], None]) -> Answer:
    """Perform the call when the person agreed."""
    if answer is not None and answer.action == "accept" and (answer.content or {}).get("confirm") is True:
        return await run(token)
    revoke(token)
    said = "gave no answer" if answer is None or answer.action == "cancel" else "said no"
    raise RefusedDestructive(f"The person was asked and {said}.", hint="Nothing was done. Go on without it.")
