"""Whatever comes from outside is one clear error or success: never `unexpected`, never silence, never late.

Each kind is tried with some hundred examples here, and with 20,000 by `-m slow`, which print their number.
"""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp import Client, MCPError

from tests.fuzz.inputs import ARGUMENTS, CHANGES, KINDS, REQUEST, Read, changed
from wpfagent.core.errors import WpfAgentError
from wpfagent.core.json_text import valid
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.entries.cli import main
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.server import build

FEW, MANY = 150, 20_000
MOST_S = 2.0
EXIT_CODES = range(6)


def tried(strategy: st.SearchStrategy[Any], check: Callable[[Any], None], examples: int) -> int:
    """Check so many examples; return how many there were."""
    count = 0

    @settings(
        max_examples=examples,
        database=None,
        derandomize=examples <= FEW,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def each(example: Any) -> None:
        nonlocal count
        count += 1
        begun = time.process_time()
        check(example)
        took = time.process_time() - begun
        assert took < MOST_S, f"took {took:.1f} s"

    each()
    return count


def raised(read: Read, example: Any, folder: Path) -> WpfAgentError | None:
    """Return what reading an example raises, of ours."""
    try:
        read(example, folder)
    except WpfAgentError as error:
        return error
    return None


@pytest.fixture(params=[pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.slow)])
def examples(request: pytest.FixtureRequest) -> int:
    """How many examples of a kind."""
    return int(request.param)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_or_value_is_one_clear_error_or_success(tmp_path: Path, kind: str, examples: int) -> None:
    strategy, read = KINDS[kind]

    def check(example: Any) -> None:
        if (error := raised(read, example, tmp_path)) is not None:
            assert error.exit_code == 2
            assert error.message.strip()

    print(f"{kind}: {tried(strategy, check, examples)} examples")


def test_arguments_of_the_command_line_are_one_clear_error_or_success(
    tmp_path: Path, examples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())

    def check(words: list[str]) -> None:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = main(words, desktop=SimulatedDesktop())
        said = out.getvalue()
        assert code in EXIT_CODES
        assert said.strip() or code == 0
        assert "report it" not in said
        assert "Traceback" not in said

    print(f"CLI arguments: {tried(ARGUMENTS, check, examples)} examples")


def test_a_request_of_a_client_is_one_clear_error_or_success(tmp_path: Path, examples: int) -> None:
    profiles = tmp_path / "profiles.json"
    profiles.write_text('{"version": 1, "profiles": []}', encoding="utf-8")
    options = ServeOptions(
        artifacts=str(tmp_path / "artifacts"), profiles_path=str(profiles), toolsets=("all",), mode="extended"
    )
    names = st.sampled_from(["click", "type_text", "wait_for", "run_actions", "resolve_target", "send_keys", "click_xy",
                             "launch_application", "read_resource", "list_controls", "drag", "no such"])  # fmt: skip
    server = build(options, desktop=SimulatedDesktop())

    async def serve() -> None:
        async with Client(server) as client:
            await anyio.to_thread.run_sync(attack, client)

    def attack(client: Client) -> None:
        def check(example: Any) -> None:
            name, changes, wraps = example
            args = changed(REQUEST, changes)
            args = args if wraps else args.get("args") if isinstance(args, dict) else args
            given_args = {"actions": [args]} if name == "run_actions" else args
            if not isinstance(given_args, dict):
                given_args = {"target_spec": given_args}
            answer = anyio.from_thread.run(ask, client, name, valid({str(k): v for k, v in given_args.items()}))
            assert "wpf-agent failed" not in answer
            assert answer.strip()

        counted.append(tried(st.tuples(names, CHANGES, st.booleans()), check, examples))

    async def ask(client: Client, name: str, args: dict[str, Any]) -> str:
        with anyio.fail_after(20):
            try:
                return str((await client.call_tool(name, args)).content)
            except MCPError as error:
                return str(error)

    counted: list[int] = []
    anyio.run(serve)
    print(f"MCP request: {counted[0]} examples")
