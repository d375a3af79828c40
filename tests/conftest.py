"""Every test reads English, whatever the language of the system; those about languages say what they read."""

from __future__ import annotations

import os

import pytest

from wpfagent.core.language import VARIABLE


def pytest_configure(config: pytest.Config) -> None:
    os.environ[VARIABLE] = "en"
