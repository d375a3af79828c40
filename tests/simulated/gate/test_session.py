"""The record: every act and refusal in steps.jsonl, flushed, without what must not be kept."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import pytest

from wpfagent import Policy, Request, SessionWriter
from wpfagent.core.errors import ElementNotFound, RefusedDestructive, StorageFailed
from wpfagent.testing.record.session import new_session_id

APP = (
    '<Button x:Name="B" Content="Save" Click="on_b"/><Button x:Name="D" Content="Delete"/>'
    '<TextBox x:Name="T"/><PasswordBox x:Name="P"/>'
)


@pytest.fixture
def kept(start, session):
    return start(APP, session=session)


def steps(session: SessionWriter) -> list[dict[str, Any]]:
    with open(os.path.join(session.folder, "steps.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def test_an_act_is_written_at_once(kept, session):
    kept.app.click(automation_id="B")
    step = steps(session)[-1]
    assert (step["n"], step["action"], step["effect"]) == (1, "click", "confirmed")
    assert step["selector"] == {"automation_id": "B", "name": "Save", "control_type": "Button"}
    assert step["method"] == "InvokePattern"
    assert step["desktop"] == "simulated"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d", step["time"])


def test_a_step_names_the_target_for_good_and_not_by_pid(kept, session):
    kept.app.click(automation_id="B")
    target = steps(session)[-1]["target"]
    assert set(target) == {"process", "title"}
    assert str(kept.app.pid) not in json.dumps(target)


def test_a_refusal_is_kept_as_refused(kept, session):
    with pytest.raises(RefusedDestructive):
        kept.app.click(automation_id="D")
    step = steps(session)[-1]
    assert step["effect"] == "refused"
    assert step["error"]["code"] == "refused_destructive"


def test_a_failure_is_kept_with_its_error(kept, session):
    with pytest.raises(ElementNotFound):
        kept.app.click(automation_id="Nope", timeout_ms=0)
    step = steps(session)[-1]
    assert step["error"]["code"] == "element_not_found"
    assert "effect" not in step
    assert step["selector"] == {"automation_id": "Nope"}


def test_a_password_is_nowhere_in_the_record(kept, session):
    kept.app.type_text(automation_id="P", text="hush-hush")
    with pytest.raises(ElementNotFound):
        kept.app.type_text(automation_id="P", name="x", control_type="Button", text="other", timeout_ms=0)
    kept.app.list_controls()
    assert steps(session)[0]["args"]["text"] == "${secret:PASSWORD}"
    assert "hush" not in everything(session)


def test_a_secret_is_nowhere_in_the_record(kept, session, monkeypatch):
    monkeypatch.setenv("WPF_AGENT_SECRET_KEY", "hush-hush")
    kept.app.type_text(automation_id="T", secret="KEY")
    kept.app.type_text(automation_id="P", secret="KEY")
    assert steps(session)[0]["args"]["secret"] == "KEY"
    assert "hush" not in everything(session)


def everything(session: SessionWriter) -> str:
    found = ""
    for folder, _, names in os.walk(session.folder):
        for name in names:
            if not name.endswith(".png"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found += file.read()
    return found


def test_a_note_is_kept(kept, session):
    kept.app.gate.execute(Request("click", {}, {"automation_id": "B"}, kept.app.target, note="why"))
    assert steps(session)[-1]["note"] == "why"


@pytest.mark.parametrize(
    ("screenshots", "count"), [("never", 0), ("on_failure", 0), ("each_step", 2), ("around_actions", 2)]
)
def test_pictures_of_an_act_that_works(start, session, screenshots, count):
    start(APP, session=session, screenshots=screenshots).app.click(automation_id="B")
    assert len(os.listdir(os.path.join(session.folder, "screens"))) == count


@pytest.mark.parametrize("screenshots", ["on_failure", "each_step", "around_actions"])
def test_a_picture_of_a_failure_in_every_mode_that_takes_pictures(start, session, screenshots):
    driven = start(APP, session=session, screenshots=screenshots)
    with pytest.raises(ElementNotFound):
        driven.app.click(automation_id="Nope", timeout_ms=0)
    assert os.path.exists(os.path.join(session.folder, steps(session)[-1]["screen"]["after"]))


def test_closing_writes_the_end(start, tmp_path):
    session = SessionWriter(str(tmp_path), {"caller": "library"})
    driven = start(APP, session=session)
    driven.app.click(automation_id="B")
    driven.app.close()
    with open(os.path.join(session.folder, "session.json"), encoding="utf-8") as file:
        facts = json.load(file)
    assert (facts["caller"], facts["steps"]) == ("library", 1)
    assert facts["ended"] >= facts["started"]
    session.close()


def test_session_ids_sort_by_time():
    import datetime as dt

    first = new_session_id(dt.datetime(2026, 11, 21, 9, 59, 59))
    assert first < new_session_id(dt.datetime(2026, 11, 21, 10, 0, 0))


def test_a_folder_that_cannot_be_written_is_storage_failed(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageFailed) as error:
        SessionWriter(str(tmp_path / "file"), {})
    assert error.value.exit_code == 2


def test_an_unknown_action_and_a_wrong_argument_are_kept_too(kept, session):
    from wpfagent.core.errors import InvalidArgument

    for action, args in (("clik", {}), ("click", {"buton": "left"})):
        with pytest.raises(InvalidArgument):
            kept.app.do(action, {"automation_id": "B"}, args)
    assert [s["error"]["code"] for s in steps(session)] == ["invalid_argument"] * 2


def test_recording_does_not_change_what_happens(start, session):
    plain, kept = start(APP), start(APP, session=session, screenshots="around_actions", policy=Policy())
    assert plain.app.click(automation_id="B").evidence.keys() == kept.app.click(automation_id="B").evidence.keys()
