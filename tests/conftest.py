"""Every test reads English, whatever the language of the system; those about languages say what they read.

No example of a property has a deadline: a machine with other work takes longer.
"""

from __future__ import annotations

import os
import tempfile

import hypothesis
import pytest

from wpfagent.core.language import VARIABLE


def pytest_configure(config: pytest.Config) -> None:
    os.environ[VARIABLE] = "en"
    os.environ["WPF_AGENT_HOST"] = tempfile.mkdtemp(prefix="wpf-agent-host-")  # nobody's own host takes part
    os.environ["WPF_AGENT_HOST_IDLE"] = "5"
    hypothesis.settings.register_profile("wpf-agent", deadline=None)
    hypothesis.settings.load_profile("wpf-agent")
