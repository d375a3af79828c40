"""A host of its own for each test, ended with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from host_driving import Client, Home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path)
    yield made
    made.close()


@pytest.fixture
def client(home: Home) -> Iterator[Callable[..., Client]]:
    """Starts a client; ended with the test."""
    made: list[Client] = []

    def start(*options: str, opened: bool = True, **keys: str) -> Client:
        made.append(Client(home, *options, **keys))
        if opened:
            made[-1].shake_hands()
        return made[-1]

    yield start
    for one in made:
        if one.process.poll() is None:
            one.close()
        elif one.process.stdout is not None and not one.process.stdout.closed:
            one.process.stdout.close()
            one.process.stdin.close()
