"""The order desk, driven by the library or by the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from desk import Desk
from desk_drivers import CliDriver, LibraryDriver
from running_app import RunningApp

import wpfagent

OpenDesk = Callable[..., Desk]


@pytest.fixture
def by_library(orderdesk: Callable[..., RunningApp], tmp_path: Path) -> Iterator[OpenDesk]:
    """`by_library(*args) -> Desk`: a program of its own, driven through `import wpfagent`."""
    with ExitStack() as stack:

        def start(*args: object, allow_destructive: bool = True) -> Desk:
            data = tmp_path / "data"
            program = orderdesk(*args, data=data)
            app = stack.enter_context(wpfagent.connect(pid=program.pid, allow_destructive=allow_destructive))
            return Desk(program, LibraryDriver(app), data)

        yield start


@pytest.fixture
def by_cli(orderdesk: Callable[..., RunningApp], tmp_path: Path) -> OpenDesk:
    """`by_cli(*args) -> Desk`: a program of its own, driven through `python -m wpfagent do`."""

    def start(*args: object) -> Desk:
        data = tmp_path / "data"
        program = orderdesk(*args, data=data)
        return Desk(program, CliDriver(program.pid, tmp_path), data)

    return start
