"""What was recorded is found again, whatever language it is in, and what is gone is not."""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.search_records import file_ticket, found, record
from wpfagent import SessionWriter
from wpfagent.core.errors import InvalidArgument, PathOutsideScope
from wpfagent.core.files import LineFile
from wpfagent.testing.record.retention import prune
from wpfagent.testing.search.searching import Search
from wpfagent.testing.search.store import Store
from wpfagent.testing.search.update import update
from wpfagent.testing.search.words import snippet, words_of

SENTENCE = "担当者が請求書を承認しました。在庫は残り三個です"


@pytest.fixture
def artifacts(tmp_path: Path) -> Path:
    return tmp_path / "artifacts"


# -- what is found ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", range(1, 11))
def test_japanese_of_one_to_ten_characters_is_found_without_a_dictionary(artifacts, length):
    record(artifacts, [SENTENCE])
    record(artifacts, ["something else"])
    for start in range(len(SENTENCE) - length + 1):
        assert found(artifacts, SENTENCE[start : start + length]) == [("steps", "steps.jsonl")]
    assert found(artifacts, "鮪" * length) == []


@pytest.mark.parametrize(
    ("kept", "asked"),
    [
        ("ｴﾗｰが発生", "エラー"),
        ("エラー", "ｴﾗ"),
        ("ＯＲＤＥＲ-7", "order-7"),
        ("Straße", "STRASSE"),
        ("ｶﾞ", "ガ"),
        ("É", "é"),
    ],
)
def test_case_and_width_do_not_count(artifacts, kept, asked):
    record(artifacts, [kept])
    assert found(artifacts, asked) == [("steps", "steps.jsonl")]


def test_all_words_must_be_there_in_any_order_short_ones_beside_long_ones(artifacts):
    record(artifacts, ["Customer 顧客 was saved", "Customer 在庫", "saved 顧客"])
    for query, count in (
        ("顧客 customer", 1),
        ("saved 顧客", 2),
        ("customer", 2),
        ("saved 在庫", 0),
        ("顧客\u3000saved", 2),
    ):
        assert len(found(artifacts, query)) == count, query


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "'",
        "a OR b",
        "NEAR(a b)",
        "a*",
        "^a",
        "-a",
        "text:a",
        "(",
        "{a b}",
        "a AND",
        "%",
        "_",
        "\\",
        '""',
        "a+b",
        "\x00",
    ],
)
def test_no_operator_of_the_engine_shows_through(artifacts, query):
    record(artifacts, ["alpha beta"])
    words = query.replace("\x00", " ").split()
    if not words:
        with pytest.raises(InvalidArgument):
            found(artifacts, query)
        return
    assert bool(found(artifacts, query)) == all(w.lower() in "alpha beta" for w in words)
    record(artifacts, [f"literally {query} here"])
    assert len(found(artifacts, query)) == 1


def test_pictures_are_found_by_what_was_on_screen_and_name_their_tree_and_step(artifacts):
    folder = record(artifacts, shown=["Order saved", "Order cancelled"])
    (hit,) = Search(artifacts).text("cancelled", str(artifacts)).hits
    assert (hit.kind, hit.path, hit.step) == ("picture", str(folder / "screens" / "0002-after.png"), 2)
    assert hit.tree == str(folder / "uia" / f"{2:016x}.json")
    assert "cancelled" in str(hit.snippet)
    (tree,) = Search(artifacts).text("cancelled", str(artifacts), kind="snapshot").hits
    assert (tree.path, tree.tree) == (hit.tree, None)


def test_tickets_with_their_logs_pictures_and_scenarios_are_found(artifacts):
    session = record(artifacts, ["a step"]).name
    file_ticket(artifacts, session, "kaboom")
    kinds = {kind for kind, _ in found(artifacts, "kaboom")}
    assert kinds == {"ticket", "log", "picture", "scenario"}
    (hit,) = Search(artifacts).text("kaboom", str(artifacts), kind="ticket").hits
    assert (hit.session, hit.ticket, hit.step) == (session, "TICKET-20261122-065639-b3a3", 4)


def test_the_lines_of_a_long_log_are_found_where_they_stand(artifacts):
    folder = record(artifacts)
    (folder / "app.log").write_text("".join(f"line {n} of the program {'x' * 80}\n" for n in range(1, 501)))
    (folder / "eventlog.txt").write_text("Faulting module: kernelbase\n")
    (hit,) = Search(artifacts).text("kernelbase", str(artifacts)).hits
    assert (hit.kind, hit.line) == ("log", 1)
    (hit,) = [h for h in Search(artifacts).text("line 500 program", str(artifacts)).hits if h.line != 1]
    assert 450 < int(hit.line or 0) <= 500


def test_the_newest_come_first_and_pages_follow_without_a_gap(artifacts):
    for hour in range(5):
        when = dt.datetime(2026, 11, 20, hour, tzinfo=dt.UTC).isoformat()
        folder = record(artifacts, session_id=f"20261120-0{hour}0000-aaaa", ended=False)
        lines = LineFile(str(folder / "steps.jsonl"))
        for _ in range(4):
            lines.append(f'{{"n": 1, "time": "{when}", "subject": "same text"}}')
        lines.close()
    search, after, seen = Search(artifacts), None, []
    while True:
        page = search.text("same text", str(artifacts), limit=3, after=after)
        seen += page.hits
        after = page.next
        if after is None:
            break
    assert len(seen) == 20
    assert [h.time for h in seen] == sorted((h.time for h in seen), reverse=True)
    assert len({h.place for h in seen}) == 20


def test_a_snippet_shows_what_was_found_though_folding_changed_the_lengths():
    body = "㌔" * 60 + " ﾊﾞﾅﾅ を保存 " + "ß" * 60
    assert "ﾊﾞﾅﾅ" in snippet(body, words_of("バナナ"))
    assert snippet("abc", words_of("b")) == "abc"


# -- laws of the arguments --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "given"), [(None, 100), (0, 1), (-5, 1), (1, 1), (150, 150), (100_000, 160)])
def test_there_are_100_results_without_a_limit_and_1_to_1000_with_one(artifacts, limit, given):
    record(artifacts, ["again"] * 160)
    page = Search(artifacts).text("again", str(artifacts), limit=limit)
    assert len(page.hits) == given
    assert (page.next is not None) == (given < 160)


@pytest.mark.parametrize("query", ["", " ", "\u3000\t\n", "\x00", "x" * 1001])
def test_an_empty_text_is_rejected(artifacts, query):
    with pytest.raises(InvalidArgument):
        Search(artifacts).text(query, str(artifacts.parent))


def test_an_unknown_kind_lists_the_kinds(artifacts):
    with pytest.raises(InvalidArgument, match=r"Nearest: picture.*session, steps, ticket, picture, snapshot, log"):
        Search(artifacts).by_kind("pictures", str(artifacts.parent))


@pytest.mark.parametrize("since", ["yesterday", "", "2026-13-01", "21.11.2026"])
def test_since_is_iso_8601(artifacts, since):
    with pytest.raises(InvalidArgument, match="ISO 8601"):
        Search(artifacts).recent(str(artifacts.parent), since=since)


def test_recent_files_are_those_of_seven_days_where_nobody_says_otherwise(artifacts):
    folder = record(artifacts, ["a step"])
    old = dt.datetime.now().timestamp() - 8 * 86_400
    os.utime(folder / "steps.jsonl", (old, old))
    search = Search(artifacts)
    assert {Path(h.path).name for h in search.recent(str(artifacts)).hits} == {"session.json"}
    everything = search.recent(str(artifacts), since="2020-01-01")
    assert {Path(h.path).name for h in everything.hits} == {"session.json", "steps.jsonl"}
    assert [h.kind for h in search.by_kind("steps", str(artifacts)).hits] == ["steps"]


@pytest.mark.parametrize("after", ["x", "-1", "1-2-3", "", "１", "1" * 30])
def test_a_page_that_nobody_named_is_rejected(artifacts, after):
    with pytest.raises(InvalidArgument, match="after"):
        Search(artifacts).text("x", str(artifacts.parent), after=after)


def test_times_are_iso_8601_and_paths_absolute(artifacts):
    record(artifacts, ["once"])
    (hit,) = Search(artifacts).text("once", str(artifacts)).to_dict()["hits"]
    assert dt.datetime.fromisoformat(hit["time"]).tzinfo is not None
    assert os.path.isabs(hit["path"])


def test_metadata_tell_the_file_and_the_run_that_it_belongs_to(artifacts):
    folder = record(artifacts, shown=["Order saved"], profile="Desk")
    facts = Search(artifacts).metadata(str(folder / "screens" / "0001-after.png"))
    assert (facts["kind"], facts["bytes"], facts["step"]) == ("picture", 10, 1)
    assert facts["session"]["profile"] == "Desk"
    assert dt.datetime.fromisoformat(facts["modified"]).tzinfo is not None
    with pytest.raises(PathOutsideScope):
        Search(artifacts).metadata(str(Store(artifacts).path))


# -- the index --------------------------------------------------------------------------------------------------------


def test_a_running_session_is_read_on_from_where_it_was_read_last(artifacts):
    writer = SessionWriter(str(artifacts), {"caller": "run"})
    writer.step({"subject": "first thing"})
    assert len(found(artifacts, "first")) == 1
    writer.step({"subject": "second thing"})
    writer.log("logged meanwhile")
    assert len(found(artifacts, "thing")) == 2
    assert found(artifacts, "meanwhile") == [("log", "runner.log")]
    writer.close({"outcome": "failed", "reason": "it broke"})
    assert found(artifacts, "broke") == [("session", "session.json")]
    assert len(found(artifacts, "thing")) == 2


def test_a_step_of_a_running_session_waits_for_its_tree(artifacts):
    writer = SessionWriter(str(artifacts), {})
    writer.step({"subject": "early", "uia": {"after": "uia/0a.json"}})
    assert found(artifacts, "early") == []
    (Path(writer.folder) / "uia" / "0a.json").write_text('{"controls": [{"name": "late words"}]}')
    assert found(artifacts, "early") == [("steps", "steps.jsonl")]
    assert found(artifacts, "late words") == [("snapshot", "0a.json")]
    writer.close()


def test_what_a_program_writes_past_the_masks_is_not_read_before_it_is_masked(artifacts):
    writer = SessionWriter(str(artifacts), {})
    writer.masks.add("hunter2-secret", "PASSWORD")
    path = Path(writer.folder) / "app.stderr.log"
    path.write_text("login with hunter2-secret failed\n")
    assert found(artifacts, "hunter2") == found(artifacts, "login") == []
    writer.close()
    assert found(artifacts, "login") == [("log", "app.stderr.log")]
    assert found(artifacts, "hunter2") == []
    killed = record(artifacts, ["a step"], ended=False)
    (killed / "app.stderr.log").write_text("never masked\n")
    assert found(artifacts, "never") == []


def test_what_prune_removed_is_forgotten(artifacts):
    old = record(artifacts, ["gone tomorrow 秘密の番号"], session_id="20260101-080000-aaaa")
    record(artifacts, ["gone tomorrow"])
    assert len(found(artifacts, "gone tomorrow")) == 2
    assert prune(artifacts, 1).removed == (old.name,)
    assert len(found(artifacts, "gone tomorrow")) == 1
    assert found(artifacts, "秘密") == []
    with Store(artifacts.resolve()).reading() as db:
        assert db.execute("SELECT count(*) FROM sources").fetchone() == (1,)
        for table, word in (("short_words", "秘密"), ("long_words", "tom")):
            left = db.execute(f"SELECT count(*) FROM {table} WHERE {table} MATCH ?", (word,)).fetchone()
            assert left == ((1,) if word == "tom" else (0,)), table
    assert "秘密の番号".encode() not in b"".join(p.read_bytes() for p in (artifacts / "search").iterdir())


@pytest.mark.parametrize("harm", ["garbage", "short", "middle", "empty tables", "version", "full text"])
def test_a_damaged_index_is_made_anew(artifacts, harm):
    record(artifacts, [f"step {n} of many 在庫 {'word' * n}" for n in range(300)])
    assert len(found(artifacts, "在庫", limit=1000)) == 300
    path = Store(artifacts.resolve()).path
    data = path.read_bytes()
    if harm == "garbage":
        path.write_bytes(b"this is no database " * 500)
    elif harm == "short":
        path.write_bytes(data[: len(data) // 2])
    elif harm == "middle":
        path.write_bytes(data[:4096] + os.urandom(len(data) - 8192) + data[-4096:])
    else:
        said = {"empty tables": "DROP TABLE entries", "version": "UPDATE meta SET version = '0'",
                "full text": "DELETE FROM short_words_data"}[harm]  # fmt: skip
        db = sqlite3.connect(path)
        db.execute(said)
        db.commit()
        db.close()
    assert len(found(artifacts, "在庫", limit=1000)) == 300
    assert len(found(artifacts, "step many", limit=1000)) == 300


def test_an_update_that_is_killed_in_the_middle_is_gone_on_with(artifacts):
    for number in range(30):
        record(artifacts, [f"step {n} 在庫" for n in range(20)], session_id=f"20261120-0000{number:02}-aaaa")
    code = (
        "import os, sys; from pathlib import Path; from wpfagent.testing.search import update as u\n"
        "u.TOGETHER = 60; add = u.add_entries; calls = []\n"
        "def dying(db, entries):\n"
        "    calls.append(1)\n"
        "    add(db, entries)\n"
        "    if len(calls) == 4: os._exit(9)\n"
        "u.add_entries = dying; u.update(Path(sys.argv[1]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(artifacts.resolve())], check=False)
    assert done.returncode == 9
    with Store(artifacts.resolve()).reading() as db:
        (kept,) = db.execute("SELECT count(*) FROM entries WHERE body LIKE 'step%'").fetchone()
    assert 0 < kept < 600
    assert len(found(artifacts, "在庫", limit=1000)) == 600


def test_two_processes_at_once_find_everything(artifacts):
    for number in range(40):
        record(artifacts, [f"step {n} 在庫" for n in range(10)], session_id=f"20261120-0000{number:02}-aaaa")
    code = (
        "import sys; from pathlib import Path; from wpfagent.testing.search.searching import Search\n"
        "s = Search(Path(sys.argv[1]))\n"
        "for _ in range(5): print(len(s.text('在庫', sys.argv[1], limit=1000).hits))\n"
    )
    command = [sys.executable, "-c", code, str(artifacts)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said = [process.communicate(timeout=300) for process in running]
    assert [out.split()[-1] for out, _ in said] == ["400"] * 3, said


def test_a_budget_ends_an_update_and_the_newest_are_in_it(artifacts):
    for number in range(5):
        record(artifacts, ["same"], session_id=f"20261120-00000{number}-aaaa")
    ticks = iter(range(100))
    fresh = update(artifacts.resolve(), budget_s=0.5, clock=lambda: float(next(ticks)))
    assert (fresh.complete, fresh.waiting) == (False, 4)
    with Store(artifacts.resolve()).reading() as db:
        assert db.execute("SELECT path FROM sources").fetchall() == [("sessions/20261120-000004-aaaa",)]
    assert update(artifacts.resolve()).complete
    assert len(found(artifacts, "same")) == 5


def test_nothing_is_made_where_nothing_was_recorded(artifacts):
    artifacts.mkdir()
    assert found(artifacts, "anything") == []
    assert list(artifacts.iterdir()) == []
