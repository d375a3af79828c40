"""What is typed into a password field stands nowhere, whichever action types it, and when nothing is typed at all."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from mcp import Client

from tests.attack.conftest import Make
from tests.attack.entries import Ask, call, files, perform, served
from tests.attack.program import NAME, Program
from wpfagent.core.model import Control
from wpfagent.core.selector import Selector
from wpfagent.desktops.refs import RefBook
from wpfagent.entries.mcp.options import ServeOptions
from wpfagent.entries.mcp.resources import read
from wpfagent.entries.mcp.server import build
from wpfagent.gate.request import Request
from wpfagent.gate.secrets import hide_untyped
from wpfagent.safety.masking import Masks, hide_arguments, hide_typed

SECRET = "hunter2swordfish"
CONTENT = '<PasswordBox x:Name="Code"/><PasswordBox x:Name="PasswordBox" IsEnabled="False"/>'
BY_ID = {"automation_id": "Code"}


def kept(program: Program) -> str:
    """All that was written down."""
    files = (p for p in program.artifacts.rglob("*") if p.is_file() and p.suffix not in (".png", ".lock"))
    return "\n".join(p.read_text(encoding="utf-8", errors="replace") for p in files)


@pytest.mark.parametrize("action", ["type_text", "set_value"])
@pytest.mark.parametrize("name", ["run", "scenario", "mcp", "mcp_batch"])
def test_a_password_is_never_written_down(program: Make, name: str, action: str) -> None:
    attacked = program(CONTENT)
    args = {"text": SECRET} if action == "type_text" else {"value": SECRET}
    outcome = perform(name, attacked, [Ask(action, BY_ID, args)])
    written = list((attacked.artifacts / "sessions").rglob("steps.jsonl"))
    assert written
    assert SECRET not in "\n".join(p.read_text(encoding="utf-8") for p in written)
    assert SECRET not in outcome.said


@pytest.mark.parametrize("name", ["library", "run", "scenario", "mcp", "mcp_batch"])
def test_a_password_for_a_field_that_was_named_wrongly_is_never_kept(program: Make, name: str) -> None:
    attacked = program(CONTENT)
    outcome = perform(name, attacked, [Ask("type_text", {"automation_id": "Cod"}, {"text": SECRET})])
    assert "Code" in outcome.said + kept(attacked)  # what is near
    assert SECRET not in outcome.said + kept(attacked)


@pytest.mark.parametrize("given", [{"target_id": "t99"}, {"target_id": "t99", "bogus": 1}, {"window_query": "none"}])
def test_a_call_that_stops_before_the_gate_never_shows_a_password(program: Make, given: dict[str, object]) -> None:
    attacked = program(CONTENT)
    selector = {"automation_id": "PasswordBox"}

    async def attack() -> str:
        options = ServeOptions(artifacts=str(attacked.artifacts), profiles_path=str(attacked.profiles))
        async with Client(build(options, desktop=attacked.desktop)) as client:
            await client.call_tool("launch_application", {"profile": NAME})
            one = await client.call_tool("type_text", {"selector": selector, "text": SECRET, **given})
            batch = [{"tool": "type_text", "args": {"selector": selector, "text": SECRET, **given}}]
            two = await client.call_tool("run_actions", {"actions": batch})
            return str(one) + str(two)

    assert SECRET not in anyio.run(attack)
    assert SECRET not in kept(attacked)


SHOWN = {
    "id": ('<TextBox x:Name="PasswordText"/>', {"automation_id": "PasswordText"}),
    "name": ('<TextBox x:Name="T" AutomationProperties.Name="Password"/>', {"automation_id": "T"}),
    "label": ('<TextBlock Text="Password:"/><TextBox x:Name="T"/>', {"automation_id": "T"}),
}


@pytest.mark.parametrize("action", ["type_text", "set_value"])
@pytest.mark.parametrize("name", ["run", "scenario", "mcp"])
@pytest.mark.parametrize("called", SHOWN)
def test_what_is_typed_into_a_field_that_shows_its_password_is_never_kept(
    program: Make, called: str, name: str, action: str
) -> None:
    content, selector = SHOWN[called]
    attacked = program(content)
    perform(name, attacked, [Ask(action, selector, {"text" if action == "type_text" else "value": SECRET})])
    assert list((attacked.artifacts / "sessions").rglob("steps.jsonl"))
    assert SECRET not in kept(attacked)


@pytest.mark.parametrize("called", SHOWN)
def test_what_such_a_field_showed_before_is_never_kept(program: Make, called: str) -> None:
    content, selector = SHOWN[called]
    attacked = program(content.replace("<TextBox", f'<TextBox Text="{SECRET}"'))
    perform("mcp", attacked, [Ask("set_value", selector, {"value": "another one"})])
    assert SECRET not in kept(attacked)


LOOKS: dict[str, tuple[str, dict[str, object]]] = {
    "read_text": ("read_text", {}), "get_state": ("get_state", {}), "list_controls": ("list_controls", {}),
    "wait_for": ("wait_for", {"until": {"value_equals": "another one"}}),
    "which of two": ("read_text", {"control_type": "Edit"}),
}  # fmt: skip


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", ["library", "do", "run", "scenario", "mcp", "mcp_batch"])
@pytest.mark.parametrize("called", SHOWN)
def test_what_such_a_field_shows_is_never_told_and_never_kept(program: Make, called: str, name: str, look: str) -> None:
    """Nothing was done to it: it was only looked at."""
    (content, selector), (action, args) = SHOWN[called], LOOKS[look]
    attacked = program(content.replace("<TextBox", f'<TextBox Text="{SECRET}"') + '<TextBox x:Name="Other"/>')
    given: dict[str, Any] = dict(args)
    if "until" in given:
        given["until"] = {"selector": selector, **given["until"]}
    named = {"control_type": given.pop("control_type")} if "control_type" in given else selector
    ask = Ask(action, None if action in ("list_controls", "wait_for") else named, given)
    assert SECRET not in perform(name, attacked, [ask]).said + kept(attacked)


@pytest.mark.parametrize("shown", [f"Server=db;User=sa;Password={SECRET};", f"https://me:{SECRET}@host/x"])
@pytest.mark.parametrize("name", ["library", "run", "mcp"])
def test_a_password_inside_a_connection_string_or_an_address_is_never_told(
    program: Make, name: str, shown: str
) -> None:
    attacked = program(f'<TextBox x:Name="Db" Text="{shown}"/>')
    said = perform(name, attacked, [Ask("list_controls"), Ask("read_text", {"automation_id": "Db"})]).said
    assert "Db" in said
    assert SECRET not in said + kept(attacked)


@pytest.mark.parametrize("name", ["library", "mcp"])
def test_what_an_error_proposes_shows_no_password(program: Make, name: str) -> None:
    code = "def on_shown(self, view, sender):\n    view['I'].text = view['Code'].text"
    attacked = program('<PasswordBox x:Name="Code"/><Button x:Name="B" Content="Show" Click="on_shown"/>'
                       '<ListBox x:Name="L"><ListBoxItem x:Name="I" Content="-"/></ListBox>', code=code)  # fmt: skip
    asks = [Ask("type_text", BY_ID, {"text": SECRET}), Ask("click", {"automation_id": "B"}),
            Ask("select_item", {"automation_id": "L"}, {"item_text": "Nope"})]  # fmt: skip
    said = perform(name, attacked, asks).said
    assert "no item" in said
    assert SECRET not in said


def test_the_environment_of_a_started_program_hides_its_secrets(program: Make) -> None:
    launched = {"launch": {"exe": "", "env": {"DB_PASSWORD": SECRET}}}
    attacked = program(f'<TextBlock x:Name="T" Text="login failed: {SECRET}"/>')
    launched["launch"]["exe"] = str(attacked.xaml)
    attacked.profiles.write_text(
        json.dumps({"version": 1, "profiles": [{**attacked.described, **launched}]}), encoding="utf-8"
    )
    said = perform("mcp", attacked, [Ask("read_text", {"automation_id": "T"})]).said
    assert SECRET not in said + kept(attacked)


@pytest.mark.parametrize("check", ["value_equals", "text_equals", "text_contains"])
@pytest.mark.parametrize("name", ["run", "scenario", "mcp"])
def test_what_is_expected_of_a_password_field_is_never_kept(program: Make, name: str, check: str) -> None:
    attacked = program('<PasswordBox x:Name="PasswordBox"/>')
    until = {"selector": {"automation_id": "PasswordBox"}, check: SECRET}
    perform(name, attacked, [Ask("wait_for", None, {"until": until})])
    assert SECRET not in kept(attacked)


def test_what_a_step_expects_of_a_field_that_is_a_password_field_by_its_kind_is_never_kept(program: Make) -> None:
    attacked = program('<PasswordBox x:Name="Code"/>')
    step = {"action": "read_text", "selector": BY_ID, "expected": {"selector": BY_ID, "value_equals": SECRET}}
    path = attacked.folder / "attack.yaml"
    written = {"id": "attack", "target_spec": {"profile": NAME}, "steps": [{**step, "timeout_ms": 300}]}
    path.write_text(json.dumps(written), encoding="utf-8")
    said = call(attacked, ["scenario", "run", "--file", str(path), *files(attacked)])
    assert "value" in said
    assert SECRET not in said + kept(attacked)


@pytest.mark.parametrize("told", ["Your password is {}", "The PIN is now: {}", "パスワードは {} です",
    "Das Passwort lautet {}.", "Passwort: {}",
    "Le mot de passe est {}", "La contraseña es {}", "パスワードは「{}」です"])  # fmt: skip
def test_a_password_that_a_text_tells_is_never_told(program: Make, told: str) -> None:
    attacked = program(f'<TextBlock x:Name="T" Text="{told.format(SECRET)}"/>')
    assert SECRET not in perform("mcp", attacked, [Ask("read_text", {"automation_id": "T"})]).said + kept(attacked)


@pytest.mark.parametrize("told", ["Your password is required", "The token is expired since 2026-03-04",
    "The password is too short: use 12", "パスワードは必須です"])  # fmt: skip
def test_what_a_text_says_of_a_password_is_told(program: Make, told: str) -> None:
    attacked = program(f'<TextBlock x:Name="T" Text="{told}"/>')
    assert "secret:" not in perform("library", attacked, [Ask("read_text", {"automation_id": "T"})]).said


SPELLED = " ".join(SECRET)
LED: dict[str, list[Ask]] = {
    "a tab in the text": [Ask("type_text", {"automation_id": "User"}, {"text": f"ann\t{SECRET}", "input": True})],
    "a tab among the keys": [Ask("send_keys", {"automation_id": "User"}, {"keys": f"a n n Tab {SPELLED}"})],
    "keys for what has the focus": [Ask("click", BY_ID), Ask("send_keys", None, {"keys": SPELLED})],
    "keys from what has the focus": [
        Ask("click", {"automation_id": "User"}), Ask("send_keys", None, {"keys": f"Tab {SPELLED}"})],
    "an item for it": [Ask("select_item", BY_ID, {"item_text": SECRET})],
    "what is expected of it by its kind": [
        Ask("wait_for", None, {"until": {"selector": BY_ID, "text_contains": SECRET}})],
    "a list for it": [Ask("type_text", {"automation_id": "PasswordBox1"}, {"text": SECRET})],
}  # fmt: skip


@pytest.mark.parametrize("way", LED)
@pytest.mark.parametrize("name", ["run", "scenario", "mcp"])
def test_what_leads_on_to_a_password_field_is_never_told_and_never_kept(program: Make, name: str, way: str) -> None:
    content = '<TextBox x:Name="User"/><PasswordBox x:Name="Code"/>'
    attacked = program(content + '<ComboBox x:Name="PasswordBox1" IsEditable="True"/>')
    told = perform(name, attacked, LED[way]).said + kept(attacked)
    assert LED[way][-1].action in told
    assert SECRET not in told
    assert SPELLED not in told


@pytest.mark.parametrize("label", ["Kennwort:", "Passwort", "Mot de passe", "Contraseña", "密码", "PW", "CVV"])
def test_a_label_in_another_language_tells_of_a_password(program: Make, label: str) -> None:
    attacked = program(f'<TextBlock Text="{label}"/><TextBox x:Name="T"/>')
    said = perform("mcp", attacked, [Ask("type_text", {"automation_id": "T"}, {"text": SECRET})]).said
    assert SECRET not in said + kept(attacked)


@pytest.mark.parametrize("label", ["パスワード(P):", "Password(P):"])
def test_the_label_of_a_password_is_no_secret(program: Make, label: str) -> None:
    attacked = program(f'<TextBlock x:Name="L" Text="{label}"/><TextBox x:Name="T"/>')
    assert label in perform("mcp", attacked, [Ask("read_text", {"automation_id": "L"})]).said


@pytest.mark.parametrize("shown", ["Authorization: Basic {}==", "AccountName=a;AccountKey={}=="])
def test_a_secret_of_a_service_is_never_told(program: Make, shown: str) -> None:
    attacked = program(f'<TextBlock x:Name="T" Text="{shown.format(SECRET)}"/>')
    assert SECRET not in perform("mcp", attacked, [Ask("read_text", {"automation_id": "T"})]).said + kept(attacked)


REF = {"target_id": "T", "selector": "CODE", "text": SECRET}
CALLS: dict[str, tuple[str, dict[str, object]]] = {
    "wrong target, by ref": ("type_text", {**REF, "target_id": "t99"}),
    "wrong target, by caption": ("type_text", {**REF, "target_id": "t99", "selector": "Password"}),
    "wrong argument": ("type_text", {**REF, "inptu": True}),
    "wrong name of the argument": ("type_text", {"target_id": "T", "selector": "CODE", "txt": SECRET}),
    "mistyped tool": ("typetext", REF),
    "rest of a failed batch": ("run_actions", {"target_id": "T", "actions": [
        {"tool": "click", "args": {"selector": "Nothing", "timeout_ms": 50}},
        {"tool": "type_text", "args": {"selector": "CODE", "text": SECRET}}]}),
    "batch that is wrong": ("run_actions", {"target_id": "T", "actions": [
        {"tool": "set_value", "args": {"selector": "CODE", "value": SECRET}}, {"tool": "clack", "args": {}}]}),
    "launched with it": ("launch_application", {"exe": "x.exe", "args": ["--password", SECRET]}),
    "looked for by it": ("resolve_target", {"target_spec": {"exe": "x.exe", "args": [f"/pwd:{SECRET}"]}}),
    "in a connection string": ("launch_application", {"exe": "x.exe", "args": [f"Server=a;Password={SECRET};User=b"]}),
    "in an address": ("launch_application", {"exe": "x.exe", "args": [f"https://ann:{SECRET}@host/"]}),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_comes_to_nothing_keeps_no_password(program: Make, name: str) -> None:
    """Whatever named the field: nobody saw what it is for."""
    attacked, (tool, args) = program(CONTENT), CALLS[name]

    async def attack() -> str:
        options = ServeOptions(structured=True, artifacts=str(attacked.artifacts), toolsets=("all",),
                               profiles_path=str(attacked.profiles))  # fmt: skip
        async with Client(build(options, desktop=attacked.desktop)) as client:
            opened = await client.call_tool("launch_application", {"profile": NAME})
            target = (opened.structured_content or {})["target_id"]
            listed = await client.call_tool("list_controls", {"target_id": target, "format": "json"})
            controls = (listed.structured_content or {})["controls"]
            ref = next(c["ref"] for c in controls if c.get("automation_id") == "Code")
            given = json.loads(json.dumps(args).replace('"CODE"', f'"{ref}"').replace('"T"', f'"{target}"'))
            return str(await client.call_tool(tool, given))

    assert SECRET not in anyio.run(attack)
    assert SECRET not in kept(attacked)


def test_a_scenario_that_starts_its_program_with_a_password_keeps_none(program: Make) -> None:
    attacked = program(CONTENT)
    spec = {"exe": str(attacked.xaml), "args": [f"--password={SECRET}"]}
    path = attacked.folder / "start.yaml"
    steps = [{"action": "read_text", "selector": BY_ID, "timeout_ms": 50}]
    path.write_text(json.dumps({"id": "start", "target_spec": spec, "steps": steps}), encoding="utf-8")
    said = call(attacked, ["scenario", "run", "--file", str(path), *files(attacked)])
    assert SECRET not in said + kept(attacked)


TELLING = """
def on_go(self, view, sender):
    view.title = "User " + view["Code"].text
"""


@pytest.mark.parametrize("keys", [[" ".join(SECRET)], [" ".join(SECRET[:7]), " ".join(SECRET[7:])]])
@pytest.mark.parametrize("name", ["library", "run", "scenario", "mcp", "mcp_batch"])
def test_a_password_that_keys_spell_is_never_told_where_the_program_shows_it(
    program: Make, name: str, keys: list[str]
) -> None:
    attacked = program(CONTENT + '<Button x:Name="Go" Content="Go" Click="on_go"/>', code=TELLING)
    asks = [*(Ask("send_keys", BY_ID, {"keys": spelled}) for spelled in keys), Ask("click", {"automation_id": "Go"})]
    said = perform(name, attacked, [*asks, Ask("list_windows")]).said
    assert "User " in said + kept(attacked)
    assert SECRET not in (said + kept(attacked)).lower()


@pytest.mark.parametrize("key", ["name", "name_re", "label"])
def test_a_step_that_names_a_password_shows_none(program: Make, key: str) -> None:
    asks = [Ask("type_text", BY_ID, {"text": SECRET}), Ask("click", {key: SECRET})]
    attacked = program(CONTENT)
    assert SECRET not in perform("scenario", attacked, asks).said + kept(attacked)


def test_launch_arguments_are_kept_without_their_secrets() -> None:
    given = ["--user=ann", f"--password={SECRET}", "--api-key", SECRET, "/token:x", "plain"]
    assert hide_arguments(given) == [
        "--user=ann", "--password=${secret:password}", "--api-key", "${secret:api_key}", "/token:${secret:token}",
        "plain",
    ]  # fmt: skip
    assert SECRET not in str(hide_typed({"args": given, "exe": "a.exe"}))


def test_a_plain_call_is_kept_as_it_is(tmp_path: Path) -> None:
    call = {"selector": {"automation_id": "NameBox"}, "text": "Aiko", "args": ["--file=a.txt"]}
    assert hide_typed(call) == call


def test_a_fault_of_this_program_keeps_no_password_of_its_command_line(
    program: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    attacked = program(CONTENT)
    monkeypatch.setattr(type(attacked.desktop), "windows", lambda *_args: 1 / 0)
    line = ["do", "type_text", "--profile", NAME, "--id", "Code", "--text", SECRET, *files(attacked)]
    assert "unexpected" in call(attacked, line)
    assert "do type_text --profile" in kept(attacked)
    assert SECRET not in kept(attacked)


@pytest.mark.parametrize("named", [Selector(ref="e1"), {"ref": "e1"}, Selector(name="Password")])
def test_a_text_for_a_field_that_was_not_found_again_is_hidden_however_it_was_named(named: Any) -> None:
    refs, masks = RefBook(), Masks()
    refs.note(Control("e1", control_type="Edit", is_password=True))
    hide_untyped(masks, Request("type_text", {"text": SECRET}, named), refs)
    assert masks.text(SECRET) != SECRET


def test_a_profiles_command_lines_are_shown_to_a_client_without_their_secrets(program: Make) -> None:
    made = program("<TextBox/>", profile={"reset": {"command": ["reset.exe", "--password=hunter3xyz"]}})
    launch = {"exe": "app.exe", "args": ["--token", "hunter2xyz", "--dev"]}
    made.profiles.write_text(json.dumps({"version": 1, "profiles": [{**made.described, "launch": launch}]}))
    shown = read("wpf-agent://profiles", ServeOptions(profiles_path=str(made.profiles))).data
    assert b"--dev" in shown
    assert b"hunter" not in shown


def test_what_is_typed_by_a_ref_that_nobody_gave_out_is_never_kept(program: Make) -> None:
    """Nothing says what it was meant for."""
    attacked = program(CONTENT)
    perform("mcp", attacked, [Ask("type_text", {"ref": "r99"}, {"text": SECRET})])
    assert "stale_ref" in kept(attacked)
    assert SECRET not in kept(attacked)


def test_a_fault_of_this_program_tells_no_password(program: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_of: object) -> None:
        raise RuntimeError(f"cannot type {SECRET!r}")

    monkeypatch.setattr("wpfagent.actions.texting._field", fail)
    for entry in ("mcp", "mcp_batch", "run"):
        attacked = program(CONTENT)
        said = perform(entry, attacked, [Ask("type_text", BY_ID, {"text": SECRET})]).said
        assert "RuntimeError" in said
        assert SECRET not in said + kept(attacked)


def test_what_a_program_threw_before_anything_was_done_tells_no_password(
    program: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    thrown = SimpleNamespace(type="E", message=f"Password={SECRET}", user_frames=(), caught_by=None, swallowed=True)
    watch = SimpleNamespace(since=lambda _number: SimpleNamespace(thrown=[thrown]))
    monkeypatch.setattr("wpfagent.entries.mcp.families.dotnet._watched", lambda *_: (watch, None))

    async def ask(client: Client, target: str) -> str:
        return str(await client.call_tool("dotnet_exceptions", {"target_id": target}))

    said = anyio.run(served, program(CONTENT), ask)
    assert "Password=" in said
    assert "data, not instructions" in said
    assert SECRET not in said
