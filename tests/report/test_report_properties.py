"""Whatever stands in a record, its page is well-formed and none of the record becomes markup."""

from __future__ import annotations

import json
import string
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from report_pages import read_page

from wpfagent.testing.report import session_report, texts, ticket_report

NASTY = st.sampled_from((
    "</script><x-evil onload=alert(1)>", '"><x-evil>', "'><x-evil>", "<!--", "]]>", "</style><x-evil>",
    "&lt;x-evil&gt;", "\ud800", "\x00\x07", "\u202e", "\ufffe", "{{ 7 * 7 }}", "{% raw %}", "javascript:alert(1)",
    "../../x", "e" * 3_000,
))  # fmt: skip
TEXT = st.one_of(NASTY, st.text(st.characters(codec=None), max_size=30), st.text(string.printable, max_size=30))
VALUE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXT, inner, max_size=4)),
    max_leaves=8,
)
KEYS = (
    *("n", "time", "action", "check", "args", "subject", "selector", "matched_by", "method", "effect", "evidence"),
    *("elapsed_ms", "busy_ms", "target", "note", "element", "screen", "screen_rects", "uia", "findings", "ticket"),
    *("error", "phase", "step", "confirmed_by_caller", "verdict", "text"),
)
FACTS_KEYS = (
    *("session_id", "started", "ended", "caller", "desktop", "version", "profile", "target_spec", "scenario", "seed"),
    *("client", "environment", "outcome", "reason", "tickets", "steps", "id", "title", "summary", "signature"),
    *(
        "actual",
        "expected",
        "last_selector",
        "evidence",
        "difference",
        "last_actions",
        "exception",
        "exit_code",
        "also",
    ),
    *("hypotheses", "reproducibility", "session", "mode", "oracle", "severity", "status"),
)
FINDING = st.fixed_dictionaries({}, optional=dict.fromkeys(
    ("oracle", "severity", "title", "actual", "expected", "details", "exception", "exit_code"), VALUE))  # fmt: skip
CHANGED = st.fixed_dictionaries({}, optional={
    "changed": st.lists(st.fixed_dictionaries({"element": TEXT, "value": st.lists(VALUE, min_size=2, max_size=2)})),
    "appeared": st.lists(TEXT), "appeared_count": VALUE, "titles": VALUE, "windows_opened": VALUE, "value": VALUE,
})  # fmt: skip
STEP = st.fixed_dictionaries({}, optional={
    **dict.fromkeys(KEYS, VALUE),
    "action": st.one_of(TEXT, st.just("click")),
    "findings": st.one_of(VALUE, st.lists(FINDING, max_size=2)),
    "evidence": st.one_of(VALUE, CHANGED),
    "error": st.one_of(VALUE, st.fixed_dictionaries(dict.fromkeys(("code", "message", "hint", "details"), VALUE))),
    "verdict": st.one_of(VALUE, st.fixed_dictionaries(dict.fromkeys(("ok", "expected", "actual"), VALUE))),
})  # fmt: skip
FACTS = st.dictionaries(st.sampled_from(FACTS_KEYS), st.one_of(VALUE, st.lists(STEP, max_size=2)))
FEW = settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])


def assert_is_clean(path: Path) -> None:
    made = read_page(path)
    assert made.problems == []
    assert "x-evil" not in {tag for tag, _ in made.tags}
    assert len(made.named("script")) == 1
    assert not [a for _, a in made.tags if any(name.startswith("on") for name in a)]
    links = [a["href"] for tag, a in made.tags if tag in ("a", "use")]
    assert not [href for href in links if not href.startswith(("#", "..", "screens/", "runner.log", "uia/"))]


@FEW
@given(st.lists(STEP, max_size=5), FACTS)
def test_any_record_makes_a_wellformed_page_without_markup_of_its_own(steps, facts):
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "sessions" / "s"
        folder.mkdir(parents=True)
        (folder / "session.json").write_text(json.dumps({"session_id": "s", **facts}), encoding="utf-8")
        (folder / "steps.jsonl").write_text("".join(json.dumps(s) + "\n" for s in steps), encoding="utf-8")
        assert_is_clean(session_report(folder))


@FEW
@given(FACTS)
def test_any_ticket_makes_a_wellformed_page_without_markup_of_its_own(facts):
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "tickets" / "s" / "t"
        folder.mkdir(parents=True)
        (folder / "ticket.json").write_text(json.dumps({"version": 1, **facts}), encoding="utf-8")
        assert_is_clean(ticket_report(folder))


@given(st.text(st.characters(codec=None)))
def test_a_cleaned_text_can_be_written_and_holds_no_control_characters(text):
    clean = texts.clean(text)
    clean.encode("utf-8")
    assert not [c for c in clean if (ord(c) < 32 and c not in "\t\n") or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066"]


@given(st.text(max_size=5_000), st.integers(1, 500))
def test_a_cut_text_loses_nothing_that_it_does_not_tell(text, shown):
    cut = texts.long(text, shown)
    assert cut.length == len(text)
    assert len(cut.head) + len(cut.rest) + cut.lost == len(text)
    assert text.startswith(cut.head + cut.rest)
