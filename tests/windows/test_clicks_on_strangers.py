"""A click is a click on programs that nobody here wrote: what their own handlers logged, on WPF and Windows Forms.

They lie below WINLAB (a folder that holds apps/bazaar and apps/forms); without it these tests are skipped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from product import Driven
from running_app import RunningApp

from wpfagent.core.errors import Unsupported

Act = Callable[[Driven], Any]


@contextmanager
def stranger(name: str, folder: Path, *args: str) -> Iterator[Driven]:
    """Start a stranger's program with its log in a folder."""
    exe = Path(os.environ.get("WINLAB", "")) / "apps" / name / "bin" / f"{name}.exe"
    if not exe.exists():
        pytest.skip(f"{name} is not here: set WINLAB to the folder that holds apps/{name}")
    log = folder / f"{name}.jsonl"
    command = [str(exe), "--log", str(log), *args]
    with RunningApp(command, log=log, stderr=log.with_suffix(".stderr.txt")) as truth:
        driven = Driven(truth)
        yield driven
        driven.app.close()


@pytest.fixture(scope="module")
def bazaar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    with stranger("bazaar", tmp_path_factory.mktemp("bazaar"), "--window", "1150x900") as driven:
        yield driven


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driven]:
    with stranger("forms", tmp_path_factory.mktemp("forms"), "--rows", "20") as driven:
        yield driven


def happens(driven: Driven, act: Act, event: str, **match: Any) -> Any:
    """Act; the event is in the program's log afterwards, and the reply is returned."""
    after = driven.truth.seq()
    reply = act(driven)
    driven.truth.wait_event(event, after=after, timeout_s=3, **match)
    return reply


CHOICES: dict[str, tuple[Act, str, dict[str, Any]]] = {
    "a check box with a Click handler": (
        lambda d: d.app.toggle(name="Gift wrap", control_type="CheckBox"), "clicked", {"id": "GiftWrap"}),
    "a check box with a command": (
        lambda d: d.app.click(name="Express delivery", control_type="CheckBox"), "command", {"id": "Express"}),
    "a radio button with a command": (
        lambda d: d.app.click(name="Large", control_type="RadioButton"), "command", {"id": "Size", "value": "Large"}),
    "a radio button chosen by toggle": (
        lambda d: d.app.select_item(name="Medium", control_type="RadioButton"), "command", {"id": "Size"}),
    "a toggle button with a command": (
        lambda d: d.app.toggle(name="Preview", control_type="Button"), "command", {"id": "PreviewToggle"}),
    "a checkable menu item with Click": (
        lambda d: d.app.menu("Columns > Show stock"), "clicked", {"id": "ShowStock"}),
    "a checkable menu item with a command": (
        lambda d: d.app.menu("Columns > Show tax"), "command", {"id": "ShowTax"}),
}  # fmt: skip


@pytest.mark.parametrize("what", CHOICES)
def test_a_users_click_is_what_runs_on_wpf(bazaar: Driven, what: str) -> None:
    happens(bazaar, lambda d: d.app.click(name="Choices", control_type="RadioButton"), "page_shown", id="Choices")
    act, event, match = CHOICES[what]
    reply = happens(bazaar, act, event, **match)
    assert reply.effect in ("confirmed", "unverifiable"), reply.evidence


FORMS: dict[str, tuple[Act, str, dict[str, Any]]] = {
    "a check box with a Click handler": (
        lambda d: d.app.toggle(name="By click", control_type="CheckBox"), "clicked", {"id": "clickBox"}),
    "a check box": (lambda d: d.app.toggle(name="Gift wrap"), "changed", {"id": "giftBox", "value": True}),
    "a radio button": (lambda d: d.app.click(name="Medium"), "changed", {"id": "size", "value": "Medium"}),
    "a combo box": (
        lambda d: d.app.select_combo(item_text="Kyoto", automation_id="cityBox"), "selected",
        {"id": "cityBox", "value": "Kyoto"}),
}  # fmt: skip


@pytest.mark.parametrize("what", FORMS)
def test_a_users_click_is_what_runs_on_windows_forms(forms: Driven, what: str) -> None:
    forms.app.click(name="Choices", control_type="TabItem", timeout_ms=30_000)
    act, event, match = FORMS[what]
    happens(forms, act, event, **match)


def test_expanding_a_split_button_opens_its_drop_down_and_does_not_press_it(forms: Driven) -> None:
    with forms.untouched(but=("opened", "window_opened")):
        assert forms.app.expand(name="Stamp").method == "mouse"
    happens(forms, lambda d: d.app.click(name="Stamp all"), "menu", id="stampAll")


FIELDS: dict[str, tuple[Act, str, dict[str, Any]]] = {
    "a text is left": (
        lambda d: d.app.type_text(automation_id="nameBox", text="Ada Byron"), "left",
        {"id": "nameBox", "value": "Ada Byron"}),
    "two lines are left without a Tab in them": (
        lambda d: d.app.type_text(automation_id="notesBox", text="one\ntwo"), "left",
        {"id": "notesBox", "value": "one\ntwo"}),
    "a number is left, so that it counts": (
        lambda d: d.app.set_value(value=45, automation_id="amountBox"), "changed", {"id": "amountBox", "value": 45}),
}  # fmt: skip


@pytest.mark.parametrize("what", FIELDS)
def test_a_field_of_windows_forms_is_committed_by_leaving_it(forms: Driven, what: str) -> None:
    forms.app.click(name="Fields", control_type="TabItem", timeout_ms=30_000)
    act, event, match = FIELDS[what]
    assert happens(forms, act, event, **match).effect == "confirmed"


def test_typing_on_a_button_is_unsupported_and_presses_nothing(forms: Driven) -> None:
    forms.refuses(Unsupported, lambda: forms.app.type_text(name="Refresh", text=" ", control_type="Button"))
