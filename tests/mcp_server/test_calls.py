"""Calls: what they do, what they return, and that they stay short."""

from __future__ import annotations

import base64
import io
import json

import pytest
from mcp_driving import DESK, error_of, text_of
from PIL import Image

from wpfagent.entries.mcp.replies import BUDGET, Answer, cut, shrink, size_of

pytestmark = pytest.mark.anyio
WIDE = """<Window xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
  xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" x:Name="Wide" Title="Wide"><ScrollViewer>
  <StackPanel>{}</StackPanel></ScrollViewer></Window>"""


def is_short(result) -> bool:
    return len(text_of(result).encode()) <= BUDGET and size_of(result.structured_content) <= BUDGET


async def test_the_loop_resolve_list_act_check(served):
    windows = await served.call("list_windows")
    assert [w["title"] for w in windows.structured_content["windows"]] == ["Desk"]
    listed = await served.on_target("list_controls")
    assert '] Button "Save"' in text_of(listed)
    acted = await served.do("click", "SaveButton")
    assert (acted["effect"], acted["method"]) == ("confirmed", "InvokePattern")
    assert await served.log() == "save"
    state = await served.do("get_state", "SaveButton")
    assert state["enabled"] is True


async def test_an_act_returns_the_difference_not_the_tree(served):
    result = await served.on_target("type_text", "NameBox", text="至急")
    assert result.structured_content["effect"] == "confirmed"
    opened = await served.on_target("click", "ToolsButton")
    assert "controls" not in opened.structured_content
    assert "windows_opened" in opened.structured_content["evidence"]
    assert "Tools" in text_of(opened)


async def test_a_ref_of_a_listing_names_its_element(served):
    controls = (await served.do("list_controls"))["controls"]
    ref = next(c["ref"] for c in controls if c.get("automation_id") == "SaveButton")
    await served.do("click", selector={"ref": ref})
    assert await served.log() == "save"


async def test_a_target_can_be_named_by_its_window(served):
    result = await served.call("click", window_query="Desk", selector={"automation_id": "SaveButton"})
    assert not result.is_error, text_of(result)
    assert await served.log() == "save"
    by_spec = await served.call("read_text", target_spec={"pid": served.pid}, selector={"automation_id": "Log"})
    assert by_spec.structured_content["text"] == "save"


async def test_empty_and_usual_values_are_left_out_of_a_listing(served):
    controls = (await served.do("list_controls"))["controls"]
    save = next(c for c in controls if c.get("automation_id") == "SaveButton")
    assert set(save) == {"ref", "automation_id", "name", "control_type", "depth"}
    off = next(c for c in controls if c.get("automation_id") == "OffButton")
    assert off["enabled"] is False
    full = (await served.do("list_controls", "SaveButton", format="json"))["controls"]
    assert {"bounding_rect", "class_name", "patterns"} <= set(full[0])


async def test_a_screenshot_is_an_image_with_its_facts(served):
    result = await served.on_target("screenshot")
    (image,) = [c for c in result.content if c.type == "image"]
    facts = result.structured_content
    with Image.open(io.BytesIO(base64.b64decode(image.data))) as picture:
        assert picture.size == (facts["width"], facts["height"])
    assert image.mime_type == "image/png"
    assert facts["path"].endswith(".png")


@pytest.fixture
def wide(tmp_path):
    """An application with 900 controls, which are named at length."""
    buttons = "".join(f'<Button x:Name="Button{n}" Content="Do the thing number {n} 至急"/>' for n in range(450))
    path = tmp_path / "wide.xaml"
    path.write_text(WIDE.format(buttons), encoding="utf-8")
    path.with_suffix(".py").write_text("class CodeBehind:\n    def __init__(self, view): pass\n", encoding="utf-8")
    return path


async def test_a_long_listing_comes_in_pages_that_leave_nothing_out(serve, wide):
    async with serve(app=wide) as served:
        seen: list[str] = []
        after = {}
        while after is not None:
            result = await served.on_target("list_controls", **after)
            assert is_short(result)
            page = result.structured_content
            seen += [c["automation_id"] for c in page["controls"] if "automation_id" in c]
            after = {"after": page["next"]} if page["truncated"] else None
            assert ("after=" in text_of(result)) == page["truncated"]
        assert [n for n in seen if n.startswith("Button")] == [f"Button{n}" for n in range(450)]


async def test_a_listing_that_is_too_long_goes_to_a_file(serve, wide):
    async with serve(app=wide) as served:
        result = await served.on_target("list_controls", limit=400, format="json")
        facts = result.structured_content
        assert is_short(result)
        assert facts["truncated"] is True
        assert facts["count"] == len(facts["controls"]) < 400
        with open(facts["file"]["path"], encoding="utf-8") as file:
            kept = json.load(file)
        assert len(kept["controls"]) == 400
        assert facts["file"]["path"] in text_of(result)
        read = await served.client.read_resource(facts["file"]["uri"])
        assert json.loads(read.contents[0].text) == kept
        following = await served.do("list_controls", after=facts["next"], limit=1, format="json")
        assert following["controls"][0]["ref"] == kept["controls"][facts["count"]]["ref"]


async def test_a_table_comes_in_pages(served):
    await served.do("select_item", "GridTab")
    page = await served.on_target("read_table", "Orders", limit=400)
    facts = page.structured_content
    assert is_short(page)
    assert facts["truncated"] is True
    assert facts["next"] == len(facts["rows"]) < 400
    following = await served.do("read_table", "Orders", start=facts["next"], limit=1)
    assert following["rows"][0][0] == str(facts["next"])


async def test_a_megabyte_of_text_is_typed_and_read_back_within_the_budget(served):
    text = "0123456789abcdef" * 65_536
    typed = await served.on_target("type_text", "NameBox", text=text)
    assert not typed.is_error, text_of(typed)[:200]
    assert is_short(typed)
    read = await served.on_target("read_text", "NameBox")
    assert is_short(read)
    with open(read.structured_content["file"]["path"], encoding="utf-8") as file:
        assert json.load(file)["text"] == text
    asked = await served.fails("click", selector={"automation_id": text})
    assert asked["code"] == "element_not_found"
    assert size_of(asked) <= BUDGET


async def test_a_batch_stops_at_the_first_failure_and_tells_what_changed(served):
    at = {"target_id": served.target}
    actions = [
        {"tool": "type_text", "args": {**at, "selector": {"automation_id": "NameBox"}, "text": "Aiko"}},
        {"tool": "click", "args": {**at, "selector": {"automation_id": "NoSuchButton"}, "timeout_ms": 100}},
        {"tool": "click", "args": {**at, "selector": {"automation_id": "SaveButton"}}},
    ]
    result = await served.call("run_actions", actions=actions)
    facts = result.structured_content
    assert (facts["done"], facts["of"]) == (1, 3)
    assert (facts["failed"]["number"], facts["failed"]["code"]) == (2, "element_not_found")
    assert "NameBox" in json.dumps(facts["difference"][served.target])
    assert "save" not in (await served.log()).split()
    done = await served.call("run_actions", actions=actions[2:])
    assert "failed" not in done.structured_content
    assert "save" in (await served.log()).split()


@pytest.mark.parametrize("actions", [[], "click", [{"tool": "clik"}], [{"tool": "click"}], [{"tool": "expand"}] * 51])
async def test_a_batch_that_is_not_valid_does_nothing(served, actions):
    assert error_of(await served.call("run_actions", actions=actions))["code"] == "invalid_argument"


async def test_an_error_says_what_to_do_next(served):
    error = await served.fails("click", "SaveButon", timeout_ms=100)
    assert error["code"] == "element_not_found"
    assert "SaveButton" in json.dumps(error)
    error = error_of(await served.call("click", target_id="t999999", selector={"automation_id": "SaveButton"}))
    assert error["code"] == "target_not_found"
    error = error_of(await served.call("resolve_target", target_spec={"title_re": "Dask"}))
    assert "Desk" in json.dumps(error)


async def test_the_first_reply_names_the_session_and_the_simulation(serve):
    async with serve(app=None) as served:
        first = await served.call("list_windows")
        second = await served.call("list_windows")
    session = served.session.name
    assert session in text_of(first)
    assert "simulated" in text_of(first)
    assert session not in text_of(second)
    assert first.structured_content["session"] == second.structured_content["session"] == session


async def test_launching_is_not_needed_to_list_what_runs(served):
    (found,) = (await served.call("list_applications")).structured_content["applications"]
    assert (found["pid"], found["title"], found["hidden"]) == (served.pid, "Desk", False)
    assert found["exe"] == str(DESK)


# -- without a server -------------------------------------------------------------------------------------------------


def test_shrinking_keeps_to_the_limit_and_cuts_the_longest():
    value = {"small": "kept", "text": "x" * 50_000, "rows": [["cell"] * 10] * 500}
    made = shrink(value, 3_000)
    assert size_of(made) <= 3_000
    assert made["small"] == "kept"
    assert made["text"].endswith("…")
    assert 0 < len(made["rows"]) < 500


def test_a_cut_answer_keeps_both_forms_short_and_names_the_file():
    answer = Answer("line\n" * 10_000, {"text": "é" * 30_000})
    made = cut(answer, {"path": "/tmp/x.json", "uri": "u", "bytes": 60_000})
    assert len(made.text.encode()) <= BUDGET
    assert "/tmp/x.json" in made.text
    assert size_of(made.facts) <= BUDGET
