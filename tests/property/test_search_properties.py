"""No path leads a search out of the records, and a search finds what a plain comparison finds."""

from __future__ import annotations

import json
import os
import unicodedata
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.unit.search_records import record
from wpfagent.core.errors import WpfAgentError
from wpfagent.testing.search.searching import Search
from wpfagent.testing.search.words import words_of

CORPUS = yaml.safe_load((Path(__file__).parents[1] / "data" / "search_paths.yaml").read_text(encoding="utf-8"))
WORD = "needle"
PARTS = (
    "..", ".", "", "sessions", "tickets", "one", "link", "up", "outside", "secret.txt", "screens", "linked.png",
    "state", "search", "loop", "session.json", "steps.jsonl", "uia", "nowhere", "~", "\0", "a b", "日本",
)  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records of which some are links that lead elsewhere, and a folder beside them; all hold the word."""
    base = tmp_path_factory.mktemp("place").resolve()
    artifacts, outside = base / "artifacts", base / "outside"
    one = record(artifacts, [f"{WORD} inside"], shown=[f"{WORD} on screen"], session_id="one")
    for folder in (outside, artifacts / "state", artifacts / "sessions2", artifacts / "tickets",
                   base / "artifacts-beside" / "sessions" / "one"):  # fmt: skip
        folder.mkdir(parents=True)
        (folder / "secret.txt").write_text(WORD)
    other = record(base / "elsewhere", [f"{WORD} elsewhere"], shown=[f"{WORD} elsewhere"], session_id="link")
    (one / "app.log").symlink_to(outside / "secret.txt")
    (one / "screens" / "linked.png").symlink_to(outside / "secret.txt")
    (one / "loop").symlink_to(one / "loop")
    (artifacts / "sessions" / "link").symlink_to(other)
    (artifacts / "tickets" / "up").symlink_to(base)
    names = ("../../../outside/secret.txt", "uia/../../../../elsewhere/x.json", str(outside / "secret.txt"))
    with open(one / "steps.jsonl", "a", encoding="utf-8") as file:
        for name in names:
            line = {"subject": "a step", "uia": {"after": name}, "screen": {"after": name}}
            file.write(f"{json.dumps(line)}\n")
    return base


def check_stays_inside(base: Path, path: str) -> None:
    """What a path gives lies in the records, whatever it is; what it may not name is refused by a typed error."""
    artifacts = base / "artifacts"
    search = Search(artifacts)
    for ask in (search.text, search.by_kind, search.recent):
        first = {"text": (WORD,), "by_kind": ("log",), "recent": ()}[ask.__name__]
        try:
            hits = ask(*first, path).hits  # type: ignore[operator]
        except WpfAgentError:
            continue
        for hit in hits:
            real = Path(os.path.realpath(hit.path))
            assert str(real) == hit.path
            assert real.is_relative_to(artifacts / "sessions" / "one"), hit
            assert real.is_relative_to(Path(path).resolve()), (hit, path)
            assert "elsewhere" not in str(hit.snippet)
    try:
        facts = search.metadata(path)
    except WpfAgentError:
        return
    assert Path(facts["path"]).is_relative_to(artifacts / "sessions"), facts


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights of its own on Windows")
@pytest.mark.parametrize("path", CORPUS)
def test_no_path_of_the_corpus_leads_out_of_the_records(place, path):
    check_stays_inside(place, path.format(artifacts=place / "artifacts", outside=place / "outside"))


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights of its own on Windows")
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    start=st.sampled_from(["{artifacts}", "{outside}", "{artifacts}/sessions", "", "/", "{base}"]),
    parts=st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=6)), max_size=8),
    sign=st.sampled_from(["/", "//", "\\", "/./"]),
)
def test_no_path_at_all_leads_out_of_the_records(place, start, parts, sign):
    folders = {"artifacts": place / "artifacts", "outside": place / "outside", "base": place}
    check_stays_inside(place, sign.join([start.format(**folders), *parts]))


def test_what_lies_inside_is_found(place):
    search = Search(place / "artifacts")
    assert len(search.text(WORD, str(place / "artifacts")).hits) == 2
    assert len(search.text(WORD, str(place)).hits) == 2
    assert len(search.text(WORD, str(place / "artifacts" / "sessions" / "one" / "screens")).hits) == 1
    assert search.text(WORD, str(place / "artifacts" / "tickets")).hits == ()


TEXTS = st.text(st.sampled_from('abAB .-"*日本語ガｶﾞエラＡ１1ßİ🎉'), min_size=1, max_size=30)


@settings(max_examples=60)
@given(texts=st.lists(TEXTS, min_size=1, max_size=6), data=st.data())
@example(texts=["a"], data=None).via("a single character")
def test_a_search_finds_what_a_plain_comparison_finds(tmp_path_factory, texts, data):
    artifacts = tmp_path_factory.mktemp("records")
    record(artifacts, texts, session_id="one")
    query = "a" if data is None else data.draw(st.one_of(st.sampled_from(texts), TEXTS))
    if data is not None:
        start = data.draw(st.integers(0, len(query) - 1))
        query = query[start : data.draw(st.integers(start + 1, len(query)))]
    try:
        words = words_of(query)
    except WpfAgentError:
        assert not query.split()
        return
    expected = sorted(n for n, t in enumerate(texts, 1) if all(w in naive(t) for w in words))
    hits = Search(artifacts).text(query, str(artifacts), kind="steps").hits
    assert sorted(h.step for h in hits) == expected


def naive(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
