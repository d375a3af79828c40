"""The three clients from npm, where they are installed, and a scripted model on this machine."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "hosts"))
from client_homes import PACKAGES, programs
from model_api import Choose, ModelApi


@pytest.fixture(params=list(PACKAGES))
def name(request: pytest.FixtureRequest) -> str:
    """Each client in turn; skipped where it is not installed."""
    needed = ("node", request.param)
    if any(shutil.which(word, path=programs()) is None for word in needed):
        package = PACKAGES[request.param]
        pytest.skip(f"{request.param} is not installed: npm install --prefix DIR {package}, and WPF_AGENT_CLIENTS=DIR")
    return str(request.param)


@pytest.fixture
def model() -> Iterator[Callable[[Choose], ModelApi]]:
    """Starts a scripted model; ended with the test."""
    made: list[ModelApi] = []

    def start(choose: Choose) -> ModelApi:
        made.append(ModelApi(choose))
        return made[-1]

    yield start
    for one in made:
        one.close()
