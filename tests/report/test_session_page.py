"""A session's page: what it says of a record, as text and structure."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from report_pages import read_page
from report_records import (
    SESSION,
    TICKET,
    WINDOW,
    action,
    check,
    draw_window,
    element,
    with_pictures,
    write_session,
    write_steps,
    write_tree,
)

from wpfagent.core.errors import FileInvalid, StorageFailed
from wpfagent.testing.report import page, session_report
from wpfagent.testing.report.labels import LABELS


def cards(made):
    return made.of_class("card")


def test_the_page_is_one_wellformed_file_that_loads_nothing(tmp_path):
    folder = write_session(tmp_path, [action(1), check(2)])
    made = session_report(folder)
    assert made == folder / "report.html"
    found = read_page(made)
    assert found.problems == []
    assert not [t for t, a in found.tags if t in ("link", "iframe", "object", "embed") or "src" in a]
    assert not [a for t, a in found.tags if t != "image" and (a.get("href") or "").startswith(("http", "data", "//"))]
    assert "default-src 'none'" in found.named("meta")[-1]["content"]


def test_ids_are_unique(tmp_path):
    folder = write_session(tmp_path, [])
    with_pictures(folder, [action(n) for n in range(1, 4)])
    ids = [a["id"] for _, a in read_page(session_report(folder)).tags if "id" in a]
    assert len(ids) == len(set(ids))


def test_every_call_is_a_card_and_its_expected_check_stands_on_it(tmp_path):
    folder = write_session(tmp_path, [action(1), check(2, step=1, phase="steps"), action(3), check(4, check="success")])
    made = read_page(session_report(folder))
    assert [c["data-action"] for c in cards(made)] == ["click", "click", "success"]
    assert "✓ 1 checked" in made.text


def test_a_failed_check_makes_its_card_failed_open_and_linked_from_the_top(tmp_path):
    folder = write_session(tmp_path, [action(1), action(2), check(3, False, step=2, phase="steps")], outcome="failed")
    made = read_page(session_report(folder))
    assert [c["data-status"] for c in cards(made)] == ["changed", "failed"]
    opened = [a for a in made.named("details") if "open" in a]
    assert len(opened) == 1
    assert any(a.get("href") == "#s2" and "button" in (a.get("class") or "") for a in made.named("a"))


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (action(1), "changed"),
        (action(1, effect="no_op"), "unclear"),
        (action(1, effect="unverifiable"), "unclear"),
        (action(1, effect="refused", error={"code": "refused_mode", "message": "no"}), "refused"),
        (action(1, "read_text", effect=None), "read"),
        (action(1, effect=None, error={"code": "element_not_found", "message": "gone"}), "failed"),
        (action(1, findings=[{"oracle": "app_log", "severity": "warning", "title": "t"}]), "warning"),
        (action(1, findings=[{"oracle": "error_dialog", "severity": "failure", "title": "t"}]), "failed"),
        (check(1), "held"),
        (check(1, False), "failed"),
    ],
)
def test_a_card_says_what_its_step_came_to(tmp_path, line, status):
    made = read_page(session_report(write_session(tmp_path, [line])))
    assert [c["data-status"] for c in cards(made)] == [status]


def test_a_card_shows_arguments_result_error_and_duration(tmp_path):
    line = action(
        1,
        "type_text",
        args={"text": "至急"},
        note="why it is typed",
        rows=[["SO-1", 7]],
        error={"code": "timeout", "message": "It stayed busy.", "hint": "Wait longer.", "details": {"seen": 3}},
    )
    text = read_page(session_report(write_session(tmp_path, [line]))).text
    for said in ('"text": "至急"', "why it is typed", "SO-1", "timeout", "It stayed busy.", "Wait longer.", "121 ms"):
        assert said in text


def test_an_exception_shows_its_type_message_and_the_own_frame_first_marked(tmp_path):
    finding = {
        "oracle": "unhandled_exception",
        "severity": "failure",
        "title": "It ended",
        "actual": "gone",
        "expected": "runs",
        "exit_code": 3762504530,
        "exception": {
            "type": "System.FormatException",
            "message": "soon",
            "frames": ["System.Number.Parse", "Desk.Save"],
        },
    }
    made = read_page(session_report(write_session(tmp_path, [action(1, findings=[finding])])))
    assert "System.FormatException" in made.text
    assert "0xE0434352" in made.text
    own = session_report(tmp_path / "sessions" / SESSION).read_text(encoding="utf-8")
    assert '<li class="own">Desk.Save</li>' in own


def test_an_equal_picture_is_stored_once_and_shown_wherever_it_belongs(tmp_path):
    folder = write_session(tmp_path, [])
    with_pictures(folder, [action(n) for n in range(1, 6)])
    made = read_page(session_report(folder))
    assert len(made.named("image")) == 6
    assert len([u for u in made.named("use") if u["href"]]) == 15  # before, after and a small one on each card
    assert all(i["href"].startswith("data:image/webp;base64,") for i in made.named("image"))


def test_equal_pictures_in_two_files_are_one(tmp_path):
    folder = write_session(tmp_path, [])
    for name in ("a", "b"):
        draw_window(folder / "screens" / f"{name}.png", 1)
    write_steps(folder, action(1, screen={"before": "screens/a.png", "after": "screens/b.png"}))
    made = read_page(session_report(folder))
    assert len(made.named("image")) == 1
    assert {use["href"] for use in made.named("use")} == {f"#{made.named('image')[0]['id']}"}


def test_a_check_that_a_finding_tells_of_is_not_told_twice(tmp_path):
    verdict = check(2, False)["verdict"]
    finding = {"oracle": "expectation_not_met", "severity": "failure", "title": "It was not met"}
    told = check(2, False, step=1, phase="steps", findings=[{**finding, **verdict}])
    made = read_page(session_report(write_session(tmp_path, [action(1), told])))
    assert len(made.of_class("finding")) == 1


def test_a_real_run_has_a_page_with_pictures_outlines_and_differences(tmp_path):
    command = [sys.executable, "-m", "wpfagent", "demo", "--artifacts", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    scenarios = 0
    for folder in (tmp_path / "sessions").iterdir():
        made = read_page(session_report(folder))
        assert made.problems == []
        if json.loads((folder / "session.json").read_text(encoding="utf-8"))["caller"] != "scenario":
            continue
        scenarios += 1
        assert len(cards(made)) >= 11
        assert len(made.named("image")) >= 5
        assert [r for r in made.named("rect") if r["class"] == "o-target"]
        assert made.of_class("group")
        assert "simulated desktop" in made.text
    assert scenarios == 2


def test_the_element_is_outlined_where_it_lies_in_the_picture(tmp_path):
    folder = write_session(tmp_path, [])
    with_pictures(folder, [action(1)])
    rects = [r for r in read_page(session_report(folder)).named("rect") if r["class"] == "o-target"]
    assert [(r["x"], r["y"], r["width"], r["height"]) for r in rects] == [("18.0", "864.0", "104.0", "30.0")]


def test_after_the_action_the_element_is_outlined_where_it_moved_and_dashed_where_it_vanished(tmp_path):
    folder = write_session(tmp_path, [])
    trees = {
        "before": write_tree(folder, "a", [element("SaveButton", (120, 916, 100, 26))]),
        "moved": write_tree(folder, "b", [element("SaveButton", (320, 916, 100, 26))]),
        "gone": write_tree(folder, "c", [element("Other", (320, 916, 100, 26))]),
    }
    steps = [action(n, uia={"before": trees["before"], "after": trees[k]}) for n, k in ((1, "moved"), (2, "gone"))]
    with_pictures(folder, steps)
    found = [r for r in read_page(session_report(folder)).named("rect") if r["class"] != "under"]
    assert [(r["class"], r["x"]) for r in found] == [
        ("o-target", "18.0"), ("o-target", "218.0"), ("o-target", "18.0"), ("o-place", "18.0"),
    ]  # fmt: skip


def test_without_a_recorded_rectangle_the_tree_tells_where_the_picture_was_taken(tmp_path):
    folder = write_session(tmp_path, [])
    draw_window(folder / "screens" / "a.png", 1)
    tree = write_tree(folder, "a", [element("SaveButton", (120, 916, 100, 26))])
    step = action(
        1, screen={"before": "screens/a.png"}, uia={"before": tree}, element=element("S", (120, 916, 100, 26))
    )
    write_steps(folder, step)
    rects = [r for r in read_page(session_report(folder)).named("rect") if r["class"] == "o-target"]
    assert [(r["x"], r["y"]) for r in rects] == [("18.0", "864.0")]


def test_the_element_that_a_failed_check_looked_at_is_outlined_in_the_picture_after(tmp_path):
    folder = write_session(tmp_path, [])
    tree = write_tree(folder, "a", [element("StatusText", (700, 500, 90, 20), control_type="Text")])
    steps = [action(1, uia={"before": tree, "after": tree}), check(2, False, step=1, phase="steps")]
    with_pictures(folder, steps, every_other=True)
    rects = [r for r in read_page(session_report(folder)).named("rect") if r["class"] == "o-check"]
    assert [(r["x"], r["y"]) for r in rects] == [("598.0", "448.0")]


def test_the_difference_of_the_trees_is_spelled_out(tmp_path):
    folder = write_session(tmp_path, [])
    before = write_tree(
        folder, "a", [element("Save", (1, 1, 9, 9)), element("Old", (1, 1, 9, 9)), element("Same", (1, 1, 9, 9))]
    )
    now = [
        element("Save", (1, 1, 9, 9), enabled=False),
        element("New", (1, 1, 9, 9)),
        element("Same", (1, 1, 9, 9), value="x"),
    ]
    after = write_tree(folder, "b", now, title="Order Desk *")
    write_steps(folder, action(1, uia={"before": before, "after": after}))
    text = re.sub(r"\s+", " ", read_page(session_report(folder)).text)
    for said in ("Order Desk → Order Desk *", "Disabled", "'Save' #Save enabled true → false", "value null → “x”"):
        assert said in text
    assert re.search(r"Lost消失 1 Button 'Old' #Old", text)
    assert re.search(r"New追加 1 Button 'New' #New", text)


def test_labels_stand_in_english_and_japanese(tmp_path):
    made = session_report(write_session(tmp_path, [action(1)]), language="ja")
    text = made.read_text(encoding="utf-8")
    assert '<html lang="ja">' in text
    assert '<span class="en" lang="en">Time line</span><span class="ja" lang="ja">タイムライン</span>' in text


def test_every_label_of_the_templates_is_in_the_table():
    used = set()
    for template in (page.FOLDER / "templates").glob("*.html"):
        text = template.read_text(encoding="utf-8")
        used |= set(re.findall(r"\b(?:t|label)\(\"(\w+)\"", text))
    assert used
    assert used <= set(LABELS)


def test_every_label_has_both_languages():
    assert [key for key, pair in LABELS.items() if not all(pair)] == []


def test_a_cut_record_is_shown_as_far_as_it_goes_and_says_so(tmp_path):
    folder = write_session(tmp_path, [action(1)])
    with open(folder / "steps.jsonl", "a", encoding="utf-8") as file:
        file.write('{"n": 2, "action": "cl')
    (folder / "session.json").unlink()
    made = read_page(session_report(folder))
    assert len(cards(made)) == 1
    assert "The run was killed" in made.text or "the run was killed" in made.text
    assert "Not closed" in made.text


def test_a_run_without_steps_says_so(tmp_path):
    assert "The record holds no steps." in read_page(session_report(write_session(tmp_path, []))).text


def test_nothing_outside_the_folder_is_read(tmp_path):
    folder = write_session(tmp_path, [])
    outside = tmp_path / "secret.png"
    draw_window(outside, 1)
    places = ["../../secret.png", str(outside), "screens/../../../secret.png"]
    steps = [action(n, screen={"after": place}) for n, place in enumerate(places, 1)]
    write_steps(folder, *steps)
    assert read_page(session_report(folder)).named("image") == []


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, None])
def test_a_broken_picture_costs_only_itself(tmp_path, content):
    folder = write_session(tmp_path, [])
    with_pictures(folder, [action(1)])
    if content is None:
        content = (folder / "screens" / "0000.png").read_bytes()[:2_000]
    (folder / "screens" / "0000.png").write_bytes(content)
    made = read_page(session_report(folder))
    assert made.problems == []
    assert len(made.named("image")) == 1


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"windows": 3}', '{"windows": [{}], "controls": [7]}', "{" * 20_000]
)
def test_a_broken_tree_costs_only_the_difference(tmp_path, content):
    folder = write_session(tmp_path, [])
    (folder / "uia" / "a.json").write_text(content, encoding="utf-8")
    step = action(1, uia={"before": "uia/a.json", "after": "uia/a.json"})
    write_steps(folder, step)
    made = read_page(session_report(folder))
    assert len(cards(made)) == 1
    assert "Ready" in made.text  # the action's own evidence stands in


def test_a_long_text_is_folded_and_a_huge_one_cut(tmp_path):
    step = action(1, "read_text", effect=None, text="a" * 5_000 + "b" * 200_000)
    made = session_report(write_session(tmp_path, [step]))
    assert "Show the rest" in read_page(made).text
    assert made.stat().st_size < 200_000


def test_fifty_steps_with_pictures_stay_below_three_megabytes(tmp_path):
    folder = write_session(tmp_path, [])
    with_pictures(folder, [action(n) for n in range(1, 51)])
    made = session_report(folder)
    assert len(read_page(made).named("image")) == 51
    assert made.stat().st_size <= 3_000_000


def test_even_a_hundred_unlike_pictures_of_fifty_steps_stay_below_three_megabytes(tmp_path):
    folder = write_session(tmp_path, [])
    steps = [action(n) for n in range(1, 51)]
    for n, step in enumerate(steps):
        step["screen"] = {}
        for kind in ("before", "after"):
            draw_window(folder / "screens" / f"{n}-{kind}.png", 2 * n + (kind == "after"))
            step["screen"][kind] = f"screens/{n}-{kind}.png"
    write_steps(folder, *steps)
    made = session_report(folder)
    assert len(read_page(made).named("image")) == 100
    assert made.stat().st_size <= 3_000_000


def test_the_axis_places_steps_by_their_time(tmp_path):
    steps = [action(n) for n in (1, 11)]  # 0.4 s and 4.4 s after the start
    made = read_page(session_report(write_session(tmp_path, steps)))
    left = [float(re.match(r"left:([\d.]+)%", a["style"])[1]) for a in made.named("a") if "style" in a]
    assert left == [
        pytest.approx(100 * (0.4 - 0.121) / 4.4, abs=0.1),
        pytest.approx(100 * (4.4 - 0.131) / 4.4, abs=0.1),
    ]


def test_a_ticket_is_linked_when_its_page_is_there(tmp_path):
    folder = write_session(tmp_path, [action(1, ticket=TICKET)], tickets=[{"id": TICKET, "new": True, "count": 1}])
    assert not [a for a in read_page(session_report(folder)).named("a") if "tickets" in (a.get("href") or "")]
    ticket = tmp_path / "tickets" / SESSION / TICKET
    ticket.mkdir(parents=True)
    (ticket / "report.html").write_text("", encoding="utf-8")
    links = [a["href"] for a in read_page(session_report(folder)).named("a") if "tickets" in (a.get("href") or "")]
    assert links == [f"../../tickets/{SESSION}/{TICKET}/report.html"] * 2


def test_a_ticket_that_was_seen_again_is_one_row_with_its_title_and_its_last_count(tmp_path):
    seen = [{"id": TICKET, "title": "It ends <by> itself", "new": n == 1, "count": n} for n in (1, 2, 3)]
    page = session_report(write_session(tmp_path, [action(1)], tickets=seen)).read_text(encoding="utf-8")
    assert page.count(TICKET) == 1
    assert "×3" in page
    assert "×1" not in page
    assert "It ends &lt;by&gt; itself" in page


def test_a_second_report_replaces_the_first(tmp_path):
    folder = write_session(tmp_path, [action(1)])
    first = session_report(folder).read_bytes()
    assert session_report(folder).read_bytes() == first
    assert not list(folder.glob("*.new"))


def test_a_folder_without_a_session_is_refused(tmp_path):
    with pytest.raises(FileInvalid):
        session_report(tmp_path)
    with pytest.raises(FileInvalid):
        session_report(tmp_path / "nowhere")


def test_a_page_that_cannot_be_written_is_an_error_of_ours(tmp_path):
    folder = write_session(tmp_path, [action(1)])
    (folder / "report.html").mkdir()
    (folder / "report.html" / "in the way").write_text("")
    with pytest.raises(StorageFailed, match=r"report\.html"):
        session_report(folder)
    assert not list(folder.glob("*.new"))


def test_the_record_can_be_moved_and_read_again(tmp_path):
    folder = write_session(tmp_path / "a", [])
    with_pictures(folder, [action(1)])
    moved = Path(shutil.move(folder, tmp_path / "elsewhere"))
    assert len(read_page(session_report(moved)).named("image")) == 2
    assert WINDOW[2:] == (1280, 900)
