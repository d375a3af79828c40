"""The demo's painted page: what has no element is found by eye and clicked through the gate."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

import wpfagent
from tests.eyes.drawn import needs_japanese
from wpfagent.core.errors import (
    ConfirmationRequired,
    InvalidArgument,
    RefusedCoordinates,
    RefusedDestructive,
    RefusedMode,
    StalePicture,
    TextNotFound,
)
from wpfagent.core.model import Rect
from wpfagent.demo import APPLICATION
from wpfagent.desktops.eyes import rapid
from wpfagent.desktops.simulated import SimulatedDesktop
from wpfagent.entries.cli import main
from wpfagent.gate.request import Request
from wpfagent.runs.adapting import adapted_args

pytestmark = pytest.mark.skipif(rapid.engine() is None, reason="RapidOCR is not installed: the extra `ocr`")
TEXTS = {
    "en": ("Print label", "Delete", "The label was printed", "Shelf 12: Sencha 100 g"),
    "ja": ("棚札を印刷", "削除", "棚札を印刷しました", "棚12：煎茶 100 g"),
}


@pytest.fixture(params=["en", pytest.param("ja", marks=needs_japanese)])
def lang(request):
    return request.param


def demo(lang, **how):
    app = wpfagent.launch(str(APPLICATION), "--lang", lang, desktop=SimulatedDesktop(), mode="extended", **how)
    app.click(automation_id="LabelTab")
    return app


def status(app):
    return app.find(automation_id="StatusText").name


def only(reply):
    hits = reply.result["hits"]
    assert len(hits) == 1, hits
    return hits[0]


@pytest.mark.parametrize("text", [0, 1])
def test_where_nothing_reads_what_is_painted_each_click_on_it_needs_the_consents(lang, text, monkeypatch):
    with demo(lang) as app:
        point = only(app.ocr_find(text=TEXTS[lang][text]))["center"]
        monkeypatch.setattr(rapid, "engine", lambda: None)
        before = status(app)
        with pytest.raises(RefusedDestructive, match="no OCR engine"):
            app.click_xy(*point)
        assert status(app) == before
        rect = app.find(automation_id="LabelTab").bounding_rect
        with pytest.raises(RefusedCoordinates):
            app.click_xy(*rect.center)
    with demo(lang, allow_destructive=True) as app:
        app.click_xy(*point, confirm=True)
        assert status(app) != before


def test_what_is_painted_has_no_element(lang):
    with demo(lang) as app:
        names = {c["name"] for c in app.list_controls(limit=2000).result["controls"]}
        assert not names & {*TEXTS[lang][:2], TEXTS[lang][3]}


def test_the_painted_button_is_found_clicked_and_has_its_effect(lang):
    button, _, printed, _ = TEXTS[lang]
    with demo(lang) as app:
        found = app.ocr_find(text=button)
        hit = only(found)
        assert hit["match"] == "whole"
        assert found.result["engine"].startswith("RapidOCR")
        reply = app.click_xy(*hit["center"], screenshot_id=found.result["screenshot_id"])
        assert reply.effect == "confirmed"
        assert reply.result["read_there"] == [hit["text"]]
        assert status(app) == printed


def test_the_whole_page_is_read(lang):
    with demo(lang) as app:
        read = app.ocr_text()
        squeezed = read.result["text"].replace(" ", "").replace("：", ":")
        for text in (TEXTS[lang][0], TEXTS[lang][1], TEXTS[lang][3]):
            assert text.replace(" ", "").replace("：", ":") in squeezed
        assert all(line["confidence"] > 0.5 for line in read.result["lines"])


def test_a_region_is_read_alone_and_its_places_are_those_of_the_screen(lang):
    with demo(lang) as app:
        whole = only(app.ocr_find(text=TEXTS[lang][1]))
        window = app.windows()[0].rect
        x, y, width, height = whole["rect"]
        region = [x - window.x - 30, y - window.y - 12, width + 60, height + 24]
        part = app.ocr_text(region=region)
        assert [line["text"] for line in part.result["lines"]] == [whole["text"]]
        assert max(abs(a - b) for a, b in zip(part.result["lines"][0]["rect"], whole["rect"], strict=True)) <= 2


def test_its_delete_is_refused_without_consents(lang):
    with demo(lang) as app:
        hit = only(app.ocr_find(text=TEXTS[lang][1]))
        with pytest.raises(RefusedDestructive) as error:
            app.click_xy(*hit["center"])
        assert hit["text"] in error.value.message
        with pytest.raises(RefusedDestructive):  # beside its caption it is the same button
            app.click_xy(hit["rect"][0] - 15, hit["center"][1])
        assert status(app) != "The label was deleted"
        assert TEXTS[lang][3].split()[0] in app.ocr_text().result["text"].replace("：", ":") or lang == "ja"


def test_with_both_consents_it_deletes():
    with demo("en", allow_destructive=True) as app:
        x, y = only(app.ocr_find(text="Delete"))["center"]
        with pytest.raises(ConfirmationRequired) as error:
            app.click_xy(x, y)
        app.do("click_xy", args={"x": x, "y": y}, confirm_token=error.value.details["confirm_token"])
        assert status(app) == "The label was deleted"
        with pytest.raises(TextNotFound):
            app.ocr_find(text="Sencha", timeout_ms=0)


def test_a_picture_whose_window_moved_is_stale():
    with demo("en") as app:
        found = app.ocr_find(text="Print label")
        app.move_window(x=40, y=20)
        with pytest.raises(StalePicture, match="has moved"):
            app.click_xy(*only(found)["center"], screenshot_id=found.result["screenshot_id"])
        assert status(app) == "Ready"


def test_a_picture_whose_pixels_changed_around_the_point_is_stale():
    with demo("en", allow_destructive=True) as app:
        found = app.ocr_find(text="Print label")
        delete = only(app.ocr_find(text="Delete"))["center"]
        app.do("click_xy", args={"x": delete[0], "y": delete[1]}, confirm=True)  # what is below it moves up
        with pytest.raises(StalePicture, match="no longer looks"):
            app.click_xy(*only(found)["center"], screenshot_id=found.result["screenshot_id"])


def test_a_change_elsewhere_leaves_it_fresh():
    with demo("en") as app:
        found = app.ocr_find(text="Print label")
        app.toggle(automation_id="OnlyOpenToggle")
        assert app.click_xy(*only(found)["center"], screenshot_id=found.result["screenshot_id"]).effect == "confirmed"


def test_a_screenshot_serves_as_the_picture():
    with demo("en") as app:
        shot = app.screenshot().result["screenshot_id"]
        found = app.ocr_find(text="Print label", screenshot_id=shot)
        assert found.result["screenshot_id"] == shot
        assert app.click_xy(*only(found)["center"], screenshot_id="last").effect == "confirmed"
        with pytest.raises(InvalidArgument, match="no picture"):
            app.click_xy(*only(found)["center"], screenshot_id="nonsense")


def test_where_a_usable_element_lies_its_selector_is_told():
    with demo("en") as app:
        tab = next(h for h in app.ocr_find(text="Catalogue").result["hits"] if h["match"] == "whole")
        with pytest.raises(RefusedCoordinates) as error:
            app.click_xy(*tab["center"])
        assert error.value.details["selector"]["automation_id"] == "CatalogueTab"


def test_reading_by_eye_needs_the_extended_mode():
    with wpfagent.launch(str(APPLICATION), desktop=SimulatedDesktop()) as app:
        for call in (app.ocr_text, lambda: app.ocr_find(text="Ready")):
            with pytest.raises(RefusedMode, match="reads by eye"):
                call()


def test_what_is_not_there_names_the_nearest():
    with demo("en") as app:
        with pytest.raises(TextNotFound) as error:
            app.ocr_find(text="Print lable", timeout_ms=0)
        assert error.value.details["nearest"][0] == "Print label"


def test_it_waits_for_a_text_that_is_asked_for_with_a_time():
    with demo("en") as app:
        app.click(automation_id="OpenSettingsButton")
        app.click(automation_id="SaveButton")  # it says so 300 ms later
        assert only(app.ocr_find(text="Settings saved", timeout_ms=5000))


def test_a_text_that_is_only_painted_is_expected_by_eye_and_marked():
    with demo("en") as app:
        verdict = app.expect(text_contains="Shelf 12")
        assert verdict.details["warning"] == "read by eye"
        assert verdict.details["by_eye"]["engine"].startswith("RapidOCR")
        assert "read by eye" in verdict.actual
        app.click(automation_id="CatalogueTab")
        with pytest.raises(wpfagent.Expected):
            app.expect(text_contains="Shelf 12", timeout_ms=0)


def test_an_element_whose_text_is_told_is_not_read_by_eye():
    with demo("en") as app:
        assert "warning" not in app.expect(automation_id="StatusText", text_contains="Ready").details
        with pytest.raises(wpfagent.Expected):
            app.expect(automation_id="StatusText", text_contains="Shelf", timeout_ms=0)


def test_in_safe_mode_nothing_is_expected_by_eye():
    with wpfagent.launch(str(APPLICATION), desktop=SimulatedDesktop()) as app:
        app.click(automation_id="LabelTab")
        with pytest.raises(InvalidArgument, match="selector"):
            app.expect(text_contains="Shelf 12", timeout_ms=0)


def test_secrets_are_painted_over_before_anything_is_read(monkeypatch):
    monkeypatch.setenv("WPF_AGENT_SECRET_PIN", "Kirsch 4711")
    with demo("en") as app:
        app.click(automation_id="OpenSettingsButton")
        app.type_text(automation_id="UserBox", text="Orange 1200")
        assert "Orange 1200" in app.ocr_text().result["text"]
        app.type_text(automation_id="UserBox", secret="PIN")
        read = app.ocr_text().result["text"]
        assert "Kirsch" not in read
        assert "4711" not in read


def test_the_command_line_reads_and_clicks(tmp_path, capsys):
    desktop = SimulatedDesktop()
    pid = desktop.launch(str(APPLICATION), []).pid
    common = ["--pid", str(pid), "--artifacts", str(tmp_path), "--mode", "extended", "--json"]

    def do(*words):
        code = main(["do", *words, *common], desktop=desktop)
        return code, json.loads(capsys.readouterr().out)

    assert do("click", "--id", "LabelTab")[0] == 0
    _, found = do("ocr_find", "--text", "Print label")
    x, y = map(str, found["hits"][0]["center"])
    code, reply = do("click_xy", "--x", x, "--y", y, "--screenshot-id", found["screenshot_id"])
    assert (code, reply["effect"]) == (0, "confirmed")
    _, found = do("ocr_find", "--text", "Delete")
    x, y = map(str, found["hits"][0]["center"])
    code, refused = do("click_xy", "--x", x, "--y", y)
    assert (code, refused["error"]["code"]) == (4, "refused_destructive")
    desktop.place_window(desktop.windows(pid)[0].hwnd, Rect(5, 5, 960, 740))
    code, stale = do("click_xy", "--x", x, "--y", y, "--screenshot-id", found["screenshot_id"])
    assert stale["error"]["code"] == "stale_picture"


def test_a_scenario_reads_by_eye(tmp_path, capsys):
    scenario = tmp_path / "label.yaml"
    scenario.write_text(
        f"""id: painted
title: The painted page is read
created_at: 2026-11-25
target_spec: {{exe: {Path(APPLICATION).as_posix()}}}
steps:
  - action: click
    selector: {{automation_id: LabelTab}}
  - action: ocr_find
    args: {{text: Print label}}
""",
        encoding="utf-8",
    )
    code = main(["scenario", "run", str(scenario), "--desktop", "simulated", "--artifacts", str(tmp_path / "a"),
                 "--mode", "extended"])  # fmt: skip
    assert code == 0, capsys.readouterr()


def test_a_replay_takes_no_picture_of_the_recorded_run():
    request = Request("click_xy", {"x": 1, "y": 2, "screenshot_id": "p1"})
    assert adapted_args(SimpleNamespace(request=request)) == {"x": 1, "y": 2}
