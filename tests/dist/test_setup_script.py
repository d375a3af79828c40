"""setup.ps1 parses, uses only what Windows PowerShell 5.1 has, and knows every switch that it hands on."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from wpfagent.entries.cli.commands.init import USAGE

tree_sitter = pytest.importorskip("tree_sitter")
powershell = pytest.importorskip("tree_sitter_powershell")

SCRIPT = Path(__file__).resolve().parents[2] / "setup.ps1"
BOM = b"\xef\xbb\xbf"
IN_5_1 = {
    "Get-Command", "Get-ExecutionPolicy", "Join-Path", "Out-Null", "Read-Host", "Select-Object",
    "Test-Path", "Write-Host",
}  # fmt: skip
"""Commands of Windows PowerShell 5.1 with the parameters below."""
PARAMETERS = {"-LiteralPath", "-PathType", "-CommandType", "-ErrorAction", "-First", "-Skip"}
NEWER = (r"\?\?", r"\?\.", r"&&", r"\|\|", r"\bternary\b", r"\? [^:]+ :", r"-Parallel", r"`u\{")
"""Operators that only PowerShell 7 has."""


def nodes(node) -> Iterator:
    yield node
    for child in node.children:
        yield from nodes(child)


@pytest.fixture(scope="module")
def source() -> bytes:
    return SCRIPT.read_bytes()


@pytest.fixture(scope="module")
def tree(source):
    parser = tree_sitter.Parser(tree_sitter.Language(powershell.language()))
    return parser.parse(source.removeprefix(BOM)).root_node


def names_of(tree, kind: str) -> set[str]:
    return {node.text.decode() for node in nodes(tree) if node.type == kind}


def test_it_parses(tree):
    wrong = [(n.start_point, n.text) for n in nodes(tree) if n.type == "ERROR" or n.is_missing]
    assert not wrong
    assert not tree.has_error


def test_a_broken_script_would_not_parse():
    parser = tree_sitter.Parser(tree_sitter.Language(powershell.language()))
    assert parser.parse(b"if ($x { Write-Host 'a' }").root_node.has_error


def test_it_calls_only_what_windows_powershell_5_1_has(tree):
    own = names_of(tree, "function_name")
    assert own == {"Select-Text", "Find-Program", "Test-Python"}
    assert names_of(tree, "command_name") <= IN_5_1 | own
    assert names_of(tree, "command_parameter") <= PARAMETERS | {"-c"}, "-c is Python's"


def test_it_uses_no_syntax_of_powershell_7(source):
    code = re.sub(r"<#.*?#>|#[^\r\n]*|'[^'\r\n]*'|\"[^\"\r\n]*\"", "", source.decode("utf-8-sig"), flags=re.DOTALL)
    for pattern in NEWER:
        assert not re.search(pattern, code), pattern


def test_windows_powershell_5_1_reads_its_japanese(source):
    assert source.startswith(BOM), "without it, 5.1 takes the file for the system's code page"
    assert "ウィンドウ" in source.decode("utf-8-sig")


def test_every_option_that_it_hands_on_is_one_of_init(source):
    handed = set(re.findall(r"['\"](--[a-z-]+)", source.decode("utf-8-sig")))
    assert handed == {
        "--yes",
        "--uninstall",
        "--purge",
        "--what-if",
        "--no-register",
        "--no-smoke",
        "--client",
        "--lang",
    }
    for option in handed:
        assert re.search(rf"{option}\b", USAGE), option


def test_every_parameter_is_explained(source, tree):
    text = source.decode("utf-8-sig")
    block = text[text.index("param(") : text.index("$ErrorActionPreference")]
    parameters = set(re.findall(r"\](?:\[\])?\$(\w+)", block))
    assert parameters == set(re.findall(r"^\.PARAMETER (\w+)", text, re.MULTILINE))


def test_it_hands_on_the_exit_code(source):
    lines = [line.strip() for line in source.decode("utf-8-sig").strip().splitlines()]
    assert lines.index("& $program[0] @words") == lines.index("$code = $LASTEXITCODE") - 1
    assert lines[-1] == "exit $code"


def test_a_program_that_cannot_be_started_is_no_success(source):
    lines = [line.strip() for line in source.decode("utf-8-sig").splitlines()]
    assert lines.index("$code = $usageError") < lines.index("try {") < lines.index("& $program[0] @words")
    assert lines.index("& $program[0] @words") < lines.index("catch {")


# -- run, where there is a PowerShell ---------------------------------------------------------------------------------


def is_there(shell: str) -> bool:
    """Whether there is such a shell, and one that runs commands."""
    if shutil.which(shell) is None:
        return False
    words = [shell, "-NoProfile", "-NonInteractive", "-Command", "exit 5"]
    return subprocess.run(words, capture_output=True, check=False, timeout=60).returncode == 5


SHELLS = [pytest.param(name, marks=pytest.mark.skipif(not is_there(name), reason=f"{name} is not here"))
          for name in ("powershell", "pwsh")]  # fmt: skip
JAPANESE_PLACE = "受け入れ テスト"


def run(shell: str, script: Path, *switches: str) -> subprocess.CompletedProcess[str]:
    words = [shell, "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", str(script), *switches]
    return subprocess.run(words, capture_output=True, text=True, errors="replace", check=False, timeout=300)


@pytest.fixture
def beside_a_checkout(tmp_path: Path) -> Path:
    """The script in a folder whose `scripts/init.py` only tells what it was called with, and ends with 7."""
    folder = tmp_path / JAPANESE_PLACE
    (folder / "scripts").mkdir(parents=True)
    told = "import json, sys\nprint('TOLD ' + json.dumps(sys.argv[1:]))\nsys.exit(7)\n"
    (folder / "scripts" / "init.py").write_text(told, encoding="utf-8")
    return Path(shutil.copy(SCRIPT, folder / "setup.ps1"))


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.skipif(sys.platform != "win32", reason="it refuses to run elsewhere")
def test_its_switches_and_the_exit_code_go_through(shell, beside_a_checkout):
    done = run(shell, beside_a_checkout, "-Yes", "-WhatIf", "-NoRegister", "-Client", "claude,codex", "-Lang", "en")
    assert done.returncode == 7, done
    told = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("TOLD "))[5:])
    assert told == ["--yes", "--what-if", "--no-register", "--client=claude,codex", "--lang=en"]
    done = run(shell, beside_a_checkout, "-Yes", "-Uninstall", "-Purge")
    assert '["--uninstall", "--purge"]' in done.stdout


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.skipif(sys.platform != "win32", reason="it refuses to run elsewhere")
def test_a_program_that_windows_will_not_start_ends_with_2(shell, tmp_path):
    script = Path(shutil.copy(SCRIPT, tmp_path / "setup.ps1"))
    (tmp_path / "wpf-agent.exe").write_bytes(b"no program")
    done = run(shell, script, "-Yes", "-Lang", "en")
    assert done.returncode == 2, done
    assert "Unblock" in done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_with_nothing_beside_it_or_on_another_system_it_ends_with_2(shell, tmp_path):
    done = run(shell, Path(shutil.copy(SCRIPT, tmp_path / "setup.ps1")), "-Yes", "-Lang", "en")
    assert done.returncode == 2, done
    assert "wpf-agent.exe" in done.stdout or "is for Windows" in done.stdout
