"""The goal loop on the simulated demo: a scripted model behind a real API, which knows only what a request holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.goal.brains import act, orders
from tests.goal.model_server import Answer, Brain, ModelServer, Seen, serving
from wpfagent.demo import demo_profile
from wpfagent.entries.cli import main

PROVIDERS = {"anthropic": "", "openai": "/v1"}
Run = Callable[..., tuple[int, dict[str, Any], ModelServer]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Pursues a goal on the demo and returns exit code, the printed JSON and the server."""
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))

    def pursue(
        brain: Brain, *options: str, provider: str = "anthropic", profile: dict[str, Any] | None = None, **server: Any
    ) -> tuple[int, dict[str, Any], ModelServer]:
        with serving(brain, **server) as model:
            monkeypatch.setenv(f"{provider.upper()}_API_KEY", "key-that-nobody-may-see")
            monkeypatch.setenv(f"{provider.upper()}_BASE_URL", model.address + PROVIDERS[provider])
            arguments = ["run", "--goal", "make an order for 3 pieces", "--desktop", "simulated", "--json"]
            arguments += ["--provider", provider, "--model", "scripted", "--artifacts", str(tmp_path / "artifacts")]
            if profile is not None:
                path = tmp_path / "profiles.json"
                path.write_text(json.dumps({"version": 1, "profiles": [profile]}), encoding="utf-8")
                arguments += ["--profiles", str(path), "--profile", profile["name"]]
            else:
                arguments += ["--profile", "demo"]
            code = main([*arguments, *options])
        out = capsys.readouterr().out
        return code, json.loads(out), model

    return pursue


def own_profile(**safety: Any) -> dict[str, Any]:
    return {**demo_profile("simulated"), "name": "Own", "safety": safety}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_goal_is_reached_by_captions_and_refs_and_shown_by_what_the_model_names(run: Run, provider: str):
    code, said, model = run(orders, provider=provider)
    assert (code, said["end"], said.get("named_by")) == (0, "done", "model"), said
    assert said["verdict"]["ok"]
    assert said["tokens"] == 1000 * len(model.asked)
    assert all(_seen_pictures(body) == 1 for body in model.asked), "only the last turn shows a picture"


def _seen_pictures(body: dict[str, Any]) -> int:
    return json.dumps(body).count("image/png")


def test_the_callers_expectation_ends_the_run_as_soon_as_it_holds(run: Run):
    success = json.dumps({"selector": {"automation_id": "QuantityBox"}, "value_equals": "3"})
    code, said, model = run(orders, "--success", success)
    assert (code, said["end"], said["named_by"]) == (0, "done", "caller")
    assert "done" not in [name for body in model.asked for name in _called(body)]


def _called(body: dict[str, Any]) -> list[str]:
    return [p["name"] for m in body["messages"] if isinstance(m["content"], list)
            for p in m["content"] if p["type"] == "tool_use"]  # fmt: skip


def test_a_claim_that_does_not_hold_is_not_done(run: Run):
    def boasts(seen: Seen) -> Answer:
        if any("not done" in r for r in seen.results):
            return "", [("stuck", {"why": "it does not hold"})]
        return "", [("done", {"why": "believe me", "expectation": {"window_exists": "New order"}})]

    code, said, _ = run(boasts)
    assert (code, said["end"]) == (1, "stuck")


def test_what_held_at_the_beginning_proves_nothing(run: Run):
    def lazy(seen: Seen) -> Answer:
        if any("held at the beginning" in r for r in seen.results):
            return "", [("stuck", {"why": "caught"})]
        return "", [("done", {"why": "look", "expectation": {
            "selector": {"control_type": "TabItem", "name": "Customers"}, "exists": True}})]  # fmt: skip

    code, said, _ = run(lazy)
    assert (code, said["end"], said["reason"]) == (1, "stuck", "The model gave up: caught")


def test_three_equal_answers_without_effect_end_the_run(run: Run):
    code, said, model = run(lambda seen: ("", [act(("read_text", {"selector": {"automation_id": "StatusText"}}))]))
    assert (code, said["end"], len(model.asked)) == (1, "stuck", 3)


@pytest.mark.parametrize(
    "answer",
    [
        ("I would click it.", []),
        ("[1, 2]", []),
        ("", [("act", {"actions": [{"tool": "click"}]})]),
        ("", [("act", {"actions": [{"tool": "format_disk", "args": {}}]})]),
        ("", [("act", {"actions": []})]),
        ("", [act(("click", {"target_spec": {"pid": 4}, "selector": {"name": "x"}}))]),
        ("", [("launch", {})]),
        ("", [("done", {"why": "x", "expectation": {"screenshot_diff": "/etc/hostname"}})]),
    ],
    ids=["prose", "numbers", "no-args", "unknown-action", "no-actions", "another-target", "unknown-tool", "a-file"],
)  # fmt: skip
def test_an_answer_that_cannot_be_used_is_told_and_never_done(run: Run, answer: Answer):
    def brain(seen: Seen) -> Answer:
        return answer if seen.turn == 1 else ("", [("stuck", {"why": "told"})])

    code, said, model = run(brain)
    assert (code, said["end"], said["acts"]) == (1, "stuck", 0)
    told = json.dumps(model.asked[1]["messages"][-1])
    assert "invalid_argument" in told or "cannot be used" in told


def test_actions_as_json_in_the_text_are_taken_too(run: Run):
    text = json.dumps([{"tool": "click", "args": {"selector": {"automation_id": "OrdersTab"}}}])

    def brain(seen: Seen) -> Answer:
        return (text, []) if seen.turn == 1 else ("", [("stuck", {"why": "enough"})])

    _, said, _ = run(brain)
    assert said["acts"] == 1


def test_the_budget_of_answers_ends_a_run(run: Run):
    tabs = ("OrdersTab", "CatalogueTab")
    code, said, _ = run(
        lambda seen: ("", [act(("click", {"selector": {"automation_id": tabs[seen.turn % 2]}}))]), "--max-steps", "5"
    )
    assert (code, said["end"], said["steps"]) == (1, "budget", 5)


def test_the_budget_of_tokens_ends_a_run(run: Run):
    code, said, _ = run(
        lambda seen: ("", [act(("send_keys", {"keys": "Tab"}))] if seen.turn % 2 else []), "--max-tokens", "2500"
    )
    assert (code, said["end"], said["tokens"]) == (1, "budget", 3000)


def test_a_model_that_answers_too_late_is_not_waited_for(run: Run):
    code, said, _ = run(lambda seen: ("", []), "--max-seconds", "1", delay_s=3.0)
    assert (code, said["end"]) == (1, "budget")


def test_a_server_that_refuses_is_named_and_the_key_shows_nowhere(run: Run, tmp_path: Path):
    code, said, _ = run(lambda seen: ("", []), status=401)
    assert (code, said["error"]["code"]) == (3, "model_failed")
    _no_key_in(tmp_path / "artifacts")


def _no_key_in(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            assert b"key-that-nobody-may-see" not in path.read_bytes(), path


def test_what_is_destructive_is_refused_whatever_the_model_or_the_screen_says(run: Run):
    def obeys(seen: Seen) -> Answer:
        if seen.turn == 1:
            return "The screen says so.", [act(("close_window", {"title": "Order Desk Demo"}))]
        return "", [("stuck", {"why": seen.results[-1]})]

    for profile in (own_profile(), own_profile(allow_destructive=True)):  # there, nobody sits at the terminal
        code, said, _ = run(obeys, profile=profile)
        assert (code, said["end"], said["acts"]) == (4, "refused", 0), said


def test_prompts_answers_and_pictures_lie_in_the_record(run: Run, tmp_path: Path):
    _, said, model = run(orders)
    folder = Path(said["session"])
    prompts, answers = (_lines(folder / "ai" / f"{kind}.jsonl") for kind in ("prompts", "answers"))
    assert len(prompts) == len(answers) == len(model.asked)
    assert all(Path(p["picture"]).read_bytes().startswith(b"\x89PNG") for p in prompts)
    assert answers[0]["calls"][0]["name"] == "act"
    _no_key_in(tmp_path / "artifacts")


def _lines(path: Path) -> list[Any]:
    return [json.loads(line)["data"] for line in path.read_text("utf-8").splitlines()]


def test_a_run_that_reached_its_goal_becomes_a_scenario_that_runs_without_a_model(run: Run, tmp_path: Path):
    saved = tmp_path / "order.yaml"
    code, _, _ = run(orders, "--save", str(saved))
    assert code == 0
    again = main(["scenario", "run", str(saved), "--desktop", "simulated", "--artifacts", str(tmp_path / "again")])
    assert again == 0, saved.read_text("utf-8")


def test_without_a_key_the_error_says_where_one_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    code = main(["run", "--goal", "x", "--profile", "demo", "--desktop", "simulated", "--artifacts", str(tmp_path)])
    assert code == 2
    assert "ANTHROPIC_API_KEY" in capsys.readouterr().err
    assert not (tmp_path / "sessions").exists()
