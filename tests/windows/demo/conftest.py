from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from wpf_program import TIMEOUT_S, Program


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    started: list[Program] = []

    def start_one(*arguments: str) -> Program:
        program = Program(list(arguments), tmp_path / f"stderr-{len(started)}.txt")
        started.append(program)
        return program

    yield start_one
    for program in started:
        program.process.kill()
        program.process.wait(TIMEOUT_S)
