"""The documentation is true: the reference is as the models are, links lead somewhere, commands and options exist."""

from __future__ import annotations

import importlib
import itertools
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest
import yaml

from wpfagent.entries.cli import Shown, command_of
from wpfagent.entries.cli.commands.completion import words_of_commands
from wpfagent.runs.explore.schema import validate_exploration
from wpfagent.runs.load import read_scenarios

ROOT = Path(__file__).resolve().parents[2]
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = (
    [
        path
        for name in ("README.md", "README.ja.md", "CONTRIBUTING.md", "CHANGELOG.md")
        if (path := ROOT / name).is_file()
    ]
    + DOCS
    + sorted((ROOT / "plugin").rglob("*.md"))
    + sorted((ROOT / "docs").glob("*/README.md"))
)
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
NO_FILE = ("http:", "https:", "mailto:")
NAME = re.compile(r"(?<![\w./-])[a-z]+(?:_[a-z0-9]+)+(?![\w/])")
"""Words like `timeout_ms`: keys, codes, actions, oracles."""
SHELL = ("", "sh", "bash", "console", "powershell", "text")
MACHINE = re.compile(r"/(?:work|home|root|tmp|Users|mnt)/|[A-Z]:[\\/]Users", re.IGNORECASE)
STARTED = re.compile(r"(?:^\s*|[|>$] |\$\(| -- )(wpf-agent [^|)]*)")
"""Where a line of a shell starts a command; elsewhere it is the program's name."""
PLACEHOLDERS = ("COMMAND", "ACTION", "SUBCOMMAND")


def ids(paths: list[Path]) -> list[str]:
    return [p.relative_to(ROOT).as_posix() for p in paths]


@cache
def make_docs() -> ModuleType:
    return importlib.import_module("scripts.make_docs")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# -- the reference --------------------------------------------------------------------------------------------------


def test_the_reference_is_as_the_models_are() -> None:
    assert read(ROOT / "docs" / "reference.md") == make_docs().reference(), "python scripts/generate.py"


def test_check_says_when_the_reference_is_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = make_docs()
    assert script.main(["--check"]) == 0
    monkeypatch.setattr(script, "PATH", tmp_path / "reference.md")
    assert script.main(["--check"]) == 1
    assert "make_docs.py" in capsys.readouterr().out


def test_every_page_is_in_the_index() -> None:
    linked = {target.partition("#")[0] for target in links(ROOT / "docs" / "README.md")}
    assert {p.name for p in DOCS} - {"README.md"} <= linked


def test_every_error_has_a_row() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\w+) \|", read(ROOT / "docs" / "reference.md"), re.MULTILINE)
    kinds = make_docs().all_errors()
    assert {row for row in rows if row[2][0].isupper()} == {
        (kind.code, str(kind.exit_code), kind.__name__) for kind in kinds
    }


def test_every_error_that_is_raised_has_a_way_out() -> None:
    kinds = make_docs().all_errors()
    page = read(ROOT / "docs" / "troubleshooting.md")
    assert [kind.code for kind in kinds if not kind.__subclasses__() and f"`{kind.code}`" not in page] == []


@pytest.mark.parametrize("path", DOCS, ids=ids(DOCS))
def test_every_name_is_one_of_the_programs(path: Path) -> None:
    spans = re.findall(r"`([^`\n]+)`", FENCE.sub("", read(path)))
    assert {name for span in spans for name in NAME.findall(span)} - names() == set()


@cache
def names() -> frozenset[str]:
    sources = [*(ROOT / "wpfagent").rglob("*.py"), *(ROOT / "tests" / "acceptance").glob("*.py")]
    return frozenset(name for p in sources for name in NAME.findall(read(p)))


# -- links ----------------------------------------------------------------------------------------------------------


def links(path: Path) -> Iterator[str]:
    text = FENCE.sub("", read(path))
    yield from (m[1] for m in LINK.finditer(re.sub(r"`[^`\n]*`(?!\])", "", text)))


@cache
def anchors(path: Path) -> frozenset[str]:
    seen: Counter[str] = Counter()
    found = set()
    for heading in HEADING.findall(FENCE.sub("", read(path))):
        name = make_docs().slug(LINK.sub(lambda m: m[0].partition("]")[0].lstrip("!["), heading))
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return frozenset(found)


def broken(path: Path) -> Iterator[str]:
    for link in links(path):
        if link.startswith(NO_FILE):
            continue
        file, _, anchor = unquote(link).partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.exists():
            yield f"{link}: no such file"
        elif anchor and (target.suffix != ".md" or anchor not in anchors(target)):
            yield f"{link}: no such heading"


@pytest.mark.parametrize("path", PAGES, ids=ids(PAGES))
def test_every_link_leads_somewhere(path: Path) -> None:
    assert list(broken(path)) == []


def test_a_broken_link_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A page\n\n[a](#a-page) [b](#other) [c](gone.md) `[d](gone.md)`\n", encoding="utf-8")
    assert list(broken(page)) == ["#other: no such heading", "gone.md: no such file"]


# -- commands -------------------------------------------------------------------------------------------------------


@cache
def words() -> dict[str, list[str]]:
    found = words_of_commands()
    for name in ("serve", "register", "unregister", "status"):
        try:
            command_of("mcp")(["mcp", name, "--help"], None)
        except Shown as shown:
            found[f"mcp {name}"] = re.findall(r"(?<![\w-])--[a-z][a-z-]*", shown.text)
    return found


def commands(text: str) -> Iterator[str]:
    """Every `wpf-agent …` of a page: in code blocks for shells, and between backticks, where `a|b` stands for two."""
    for _indent, language, code in FENCE.findall(text):
        if language in SHELL:
            for line in code.splitlines():
                yield from (m[1] for m in STARTED.finditer(line.partition("  #")[0]))
    for code in re.findall(r"`([^`\n]+)`", FENCE.sub("", text)):
        if code.startswith("wpf-agent "):
            yield from (" ".join(spelled) for spelled in itertools.product(*(w.split("|") for w in code.split(" "))))


def unknown_words(command: str) -> Iterator[str]:
    """The command, subcommand and options of a command line that do not exist."""
    parts = shlex.split(command, comments=True)[1:]
    known = words()
    key = ""
    for part in parts:
        if part in PLACEHOLDERS:
            return
        if part == "--":
            if not key.startswith("mcp"):
                return  # what follows belongs to the program that is launched
            key = "mcp serve"
            continue
        following = f"{key} {part}".strip()
        if part.startswith("--"):
            if part.partition("=")[0] not in known[key]:
                yield f"{key}: {part}"
        elif following in known:
            key = following
        elif key == "" or (not known[key][0].startswith("-") and key in ("scenario", "random", "mcp", "do")):
            yield following
            return


@pytest.mark.parametrize("path", PAGES, ids=ids(PAGES))
def test_every_command_line_exists(path: Path) -> None:
    wrong = {c: list(unknown_words(c)) for c in commands(read(path))}
    assert {c: said for c, said in wrong.items() if said} == {}


@pytest.mark.parametrize(
    "command",
    [
        "wpf-agent screnario run a.yaml",
        "wpf-agent scenario fly a.yaml",
        "wpf-agent scenario run a.yaml --fast",
        "wpf-agent do clack --id A",
        "wpf-agent do click --identifier A",
        "wpf-agent mcp register -- --allow-lunch",
    ],
)
def test_a_command_line_that_does_not_exist_is_seen(command: str) -> None:
    assert list(commands(f"```\n{command}\n```\n")) == [command]
    assert list(unknown_words(command))


# -- examples -------------------------------------------------------------------------------------------------------


def examples(key: str) -> list[object]:
    """The YAML blocks of the pages that have this key: whole files."""
    blocks = [(p, code) for p in PAGES for _i, language, code in FENCE.findall(read(p)) if language == "yaml"]
    return [pytest.param(code, id=p.name) for p, code in blocks if re.search(rf"^{key}:", code, re.MULTILINE)]


@pytest.mark.parametrize("text", examples("steps"))
def test_every_scenario_that_is_shown_is_valid(text: str, tmp_path: Path) -> None:
    (tmp_path / "login.yaml").write_text("steps: [{action: list_controls}]\n", encoding="utf-8")
    (tmp_path / "shown.yaml").write_text(text, encoding="utf-8")
    _scenarios, faults = read_scenarios(str(tmp_path / "shown.yaml"))
    assert [f.message for f in faults] == []


@pytest.mark.parametrize("text", examples("action_space"))
def test_every_exploration_that_is_shown_is_valid(text: str) -> None:
    assert not isinstance(validate_exploration(yaml.safe_load(text)), list)


@pytest.mark.parametrize("path", PAGES, ids=ids(PAGES))
def test_no_page_names_a_place_of_one_machine(path: Path) -> None:
    assert MACHINE.findall(read(path)) == []
