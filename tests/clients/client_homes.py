"""Where the three clients from npm are, and homes in which each asks a scripted model on this machine."""

from __future__ import annotations

import json
import os
from pathlib import Path

from host_driving import Home
from model_api import ModelApi

PACKAGES = {"claude": "@anthropic-ai/claude-code", "codex": "@openai/codex", "gemini": "@google/gemini-cli"}


def programs() -> str:
    """Where the clients are: the folder that WPF_AGENT_CLIENTS names, where npm put them, before the PATH."""
    given = os.environ.get("WPF_AGENT_CLIENTS")
    own = str(Path(given) / "node_modules" / ".bin") if given else ""
    return os.pathsep.join(filter(None, (own, os.environ.get("PATH"))))


def client_home(folder: Path, api: ModelApi) -> Home:
    """A home in which each client asks the scripted model, and nobody else."""
    variables = {
        "PATH": programs(),
        "ANTHROPIC_BASE_URL": api.url, "ANTHROPIC_API_KEY": "none", "DISABLE_TELEMETRY": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
        "GOOGLE_GEMINI_BASE_URL": api.url, "GEMINI_API_KEY": "none", "GEMINI_MODEL": "gemini-2.5-flash",
    }  # fmt: skip
    home = Home(folder, **variables)
    person = Path(home.variables["HOME"])
    files = {
        ".codex/config.toml": f"""
model = "scripted"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "{api.url}/v1"
wire_api = "responses"
""",
        ".gemini/settings.json": json.dumps({"security": {"auth": {"selectedType": "gemini-api-key"}}}),
    }
    for name, text in files.items():
        (person / name).parent.mkdir(parents=True, exist_ok=True)
        (person / name).write_text(text)
    return home
