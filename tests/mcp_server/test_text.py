"""What a model reads: text alone, in which effects, refs, errors, alternatives and tokens stand."""

from __future__ import annotations

import re

import pytest
from mcp_driving import profile, text_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def reading(serve):
    """A client of a server as a model has it: without `--structured`."""
    async with serve(structured=False) as made:
        yield made


async def test_tools_have_no_output_schema_and_replies_no_structured_content(reading):
    listed = (await reading.client.list_tools()).tools
    assert {t.output_schema for t in listed} == {None}
    for result in (await reading.on_target("list_controls"), await reading.on_target("click", "NoSuchThing")):
        assert result.structured_content is None
        assert text_of(result)


async def test_a_word_as_selector_is_a_ref_or_a_caption(reading):
    listed = text_of(await reading.on_target("list_controls"))
    ref = re.search(r'\[(e\d+)\] Button "Save"', listed)[1]
    for word in (ref, f"[{ref}]", "Save"):
        done = text_of(await reading.on_target("click", selector=word))
        assert done.startswith('confirmed: click Button "Save"'), done
        await reading.on_target("read_text", "Log")


async def test_an_unchanged_screen_is_one_line_and_a_format_shows_it_again(reading):
    first = text_of(await reading.on_target("list_controls"))
    again = text_of(await reading.on_target("list_controls"))
    assert again.startswith("unchanged since you listed it last: ")
    assert "\n" not in again
    assert text_of(await reading.on_target("list_controls", format="tree")).splitlines()[0] == first.splitlines()[0]
    await reading.on_target("type_text", "NameBox", text="something new")
    assert "something new" in text_of(await reading.on_target("list_controls"))


async def test_an_error_says_its_code_and_names_the_alternatives_with_refs(reading):
    text = text_of(await reading.on_target("click", selector={"control_type": "Button"}))
    assert text.startswith("selector_ambiguous: ")
    assert len(re.findall(r"\[(e\d+)\]", text)) >= 2
    text = text_of(await reading.on_target("click", selector="Sav"))
    assert text.startswith("element_not_found: ")
    assert "'Save'" in text


async def test_json_as_format_gives_ids_and_places_in_text(reading):
    text = text_of(await reading.on_target("list_controls", format="json"))
    assert '"automation_id":"SaveButton"' in text
    assert '"bounding_rect":[' in text


async def test_a_model_that_must_ask_reads_the_token_in_the_text_and_consents_with_it(serve):
    permitted = [profile(safety={"allow_destructive": True})]
    async with serve(profiles=permitted, structured=False) as served:
        text = text_of(await served.on_target("menu", path=["Edit", "Delete"]))
        assert text.startswith("confirmation_required: "), text
        token = re.search(r"confirm_token '([^']+)'", text)[1]
        done = text_of(await served.on_target("menu", path=["Edit", "Delete"], confirm_token=token))
    assert done.split(":")[0] in ("confirmed", "unverifiable"), done
