"""`wpf-agent search`: what it finds, and that text and JSON say the same."""

from __future__ import annotations

import pytest

from tests.cli.conftest import CommandLine
from tests.unit.search_records import record


@pytest.fixture
def recorded(cli: CommandLine) -> CommandLine:
    record(cli.folder / "artifacts", ["在庫を保存しました", "order-7 saved"], shown=["Order saved"])
    return cli


@pytest.mark.parametrize(
    ("argv", "kinds"),
    [
        (("在庫",), ["steps"]),
        (("order", "saved"), ["steps", "picture"]),
        (("order saved", "--kind", "picture"), ["picture"]),
        (("--kind", "picture"), ["picture"]),
        (("--recent",), None),
        (("saved", "--since", "2100-01-01"), []),
        (("saved", "--limit", "1"), ["steps"]),
        (("--", "--recent"), []),
    ],
)
def test_text_and_json_say_the_same(recorded, argv, kinds):
    head = argv[: argv.index("--")] if "--" in argv else argv
    rest = argv[len(head) :]
    facts = recorded("search", *head, "--json", *rest).json
    shown = recorded("search", *argv)
    assert shown.code == 0
    if kinds is not None:
        assert [h["kind"] for h in facts["hits"]] == kinds
    for hit in facts["hits"]:
        for said in hit.values():
            assert str(said) in shown.out
    assert str(facts["scope"]) in shown.out
    assert facts.get("next", "") in shown.out
    assert f"{facts['count']}" in shown.out or not facts["hits"]


def test_metadata_are_told_of_a_relative_path_too(recorded):
    facts = recorded("search", "--recent", "--json").json
    path = next(h["path"] for h in facts["hits"] if h["kind"] == "steps")
    relative = path.removeprefix(f"{recorded.folder}/")
    told = recorded("search", "--metadata", relative, "--json").json["metadata"]
    assert told["path"] == path
    assert f"bytes: {told['bytes']}" in recorded("search", "--metadata", path).out


@pytest.mark.parametrize(
    "argv",
    [("x", "--kind", "video"), ("x", "--scope", "nowhere"), ("x", "--limit", "many"), ("",), ("x", "--after", "y")],
)
def test_wrong_arguments_end_with_2_and_say_what_to_do(recorded, argv):
    called = recorded("search", *argv)
    assert called.code == 2
    assert len(called.err.splitlines()) == 2


def test_nothing_found_is_no_error_and_nothing_recorded_neither(cli):
    called = cli("search", "在庫")
    assert (called.code, called.out.splitlines()[0]) == (0, "nothing found")
    assert "何も見つかりません" in cli("search", "在庫", "--lang", "ja").out
