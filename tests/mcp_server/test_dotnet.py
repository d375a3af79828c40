"""The toolset `dotnet`: offered where it is named, and honest where there is no runtime to ask."""

from __future__ import annotations

import pytest
from mcp_driving import error_of

pytestmark = pytest.mark.anyio
NAMES = {"dotnet_exceptions", "dotnet_stacks", "dotnet_counters", "dotnet_coverage"}


async def test_it_is_offered_only_where_it_is_named(serve) -> None:
    async with serve(app=None) as served:
        assert not NAMES & {tool.name for tool in (await served.client.list_tools()).tools}
    async with serve(app=None, toolsets=("default", "dotnet")) as served:
        assert {tool.name for tool in (await served.client.list_tools()).tools} >= NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
async def test_a_program_without_a_runtime_is_said_to_have_none(serve, name: str) -> None:
    async with serve(toolsets=("default", "dotnet")) as served:
        error = error_of(await served.call(name, target_id=served.target))
        assert error["code"] == "dotnet_unavailable"
        assert "is not asked here" in error["message"]
