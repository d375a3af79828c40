"""A model that works towards a goal consents to nothing, and what it types, and is asked with, is kept nowhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.attack.conftest import Make
from tests.attack.program import NAME, Program
from wpfagent.core.errors import ModelFailed
from wpfagent.desktops.target import TargetSpec
from wpfagent.profiles.store import open_profiles
from wpfagent.runs.goal.model import Call, Goal, Said
from wpfagent.runs.goal.providers import translated
from wpfagent.runs.goal.providers.openai_api import ChatCompletions
from wpfagent.runs.goal.recorded import pursue_recorded
from wpfagent.safety.policy import Policy

FIELDS = '<PasswordBox x:Name="P"/><TextBox x:Name="ApiKey"/>'
DELETE = '<Button x:Name="Del" Content="Delete" Click="on_deleted"/>'
SECRET = "hunter2xyz"


def act(tool: str, args: dict[str, Any], form: str = "call") -> Said:
    """An answer that asks for one action, in each form that a model may give it."""
    actions = [{"tool": tool, "args": {**args, "timeout_ms": 100}}]
    if form == "text":
        return Said(json.dumps(actions))
    return Said("", (Call("1", "act", json.dumps({"actions": actions}) if form == "json" else {"actions": actions}),))


class Model:
    """Gives its answers in turn, then gives up. Watches, too."""

    name = "scripted"

    def __init__(self, *said: Said) -> None:
        self.said, self.heard = list(said), ""

    def ask(self, _system: str, _tools: Any, turns: Any, *, timeout_s: float) -> Said:
        """Answer; remember all that was shown."""
        self.heard += repr(turns)
        return self.said.pop(0) if self.said else Said("", (Call("9", "stuck", {"why": "enough"}),))

    def answered(self, _step: int, _said: Said) -> None:
        """Watch nothing."""

    def told(self, text: str) -> None:
        """Remember what was told."""
        self.heard += text


def pursued(program: Program, model: Model, goal: str = "log in") -> Path:
    """Let a model work; a person says no to all. Return the record's folder."""
    profiles = open_profiles(program.profiles, desktop_name="simulated").profiles
    _, recorded = pursue_recorded(
        Goal(goal, pictures=False), program.desktop, program.artifacts, spec=TargetSpec(profile=NAME),
        provider=model, policy=Policy("goal"), profiles=profiles, confirm=lambda _error: False, watcher=model,
        on_launch=lambda _what: None,
    )  # fmt: skip
    return Path(recorded.session.folder)


@pytest.mark.parametrize("form", ["call", "json", "text"])
@pytest.mark.parametrize("field", ["P", "ApiKey", "Missing"])
def test_what_a_model_types_into_a_secret_field_is_never_kept(program: Make, field: str, form: str) -> None:
    made = program(FIELDS)
    typing = act("type_text", {"selector": {"automation_id": field}, "text": SECRET}, form)
    folder = pursued(made, Model(typing))
    found = [p.name for p in folder.rglob("*") if p.is_file() and SECRET.encode() in p.read_bytes()]
    assert found == []
    assert "type_text" in (folder / "ai" / "answers.jsonl").read_text(encoding="utf-8")


def test_a_password_that_a_goal_names_is_not_kept_once_it_was_typed(program: Make) -> None:
    """What it is, is known only then."""
    typing = act("type_text", {"selector": {"automation_id": "P"}, "text": SECRET})
    folder = pursued(program(FIELDS), Model(typing), f"log in as ann with {SECRET}")
    assert [p.name for p in folder.rglob("*") if p.is_file() and SECRET.encode() in p.read_bytes()] == []
    assert "log in as ann" in (folder / "ai" / "instructions.jsonl").read_text(encoding="utf-8")


def test_a_no_ends_it_and_shows_no_token(program: Make) -> None:
    made, model = program(DELETE, consents=True), Model(act("click", {"selector": {"automation_id": "Del"}}))
    pursued(made, model)
    assert made.fired == []
    assert "refused_destructive" in model.heard
    assert "confirm_token" not in model.heard


@pytest.mark.parametrize("key", ["sk-12345678", "sk-12345678\n"])
def test_an_error_of_a_models_address_never_says_the_key(key: str) -> None:
    with pytest.raises(ModelFailed) as raised, translated("model", key, ValueError):
        raise ValueError(f"Illegal header value {f'Bearer {key}'.encode()!r}")
    assert "12345678" not in str(raised.value)


def test_an_answer_of_a_models_address_never_says_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    httpx = pytest.importorskip("httpx2")
    answer = httpx.Response(401, text="Incorrect API key provided: sk-12345678.")
    monkeypatch.setattr(httpx.Client, "post", lambda *_args, **_more: answer)
    with pytest.raises(ModelFailed, match="401") as raised:
        ChatCompletions("m", "http://127.0.0.1/v1", "sk-12345678").ask("", (), (), timeout_s=1)
    assert "12345678" not in str(raised.value)
