"""setup.ps1 parses, uses only what Windows PowerShell 5.1 has, and knows every switch that it hands on."""

from __future__ import annotations

import hashlib
import json
import os
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
    "Get-Command", "Get-FileHash", "Join-Path", "Out-Null", "Read-Host", "Select-Object",
    "Test-Path", "Write-Host",
}  # fmt: skip
"""Commands of Windows PowerShell 5.1 with the parameters below."""
PARAMETERS = {"-LiteralPath", "-PathType", "-CommandType", "-ErrorAction", "-First", "-Skip", "-Algorithm"}
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
    assert own == {
        "Select-Text",
        "Wait-ForEnter",
        "Stop-Here",
        "Find-Program",
        "Test-Python",
        "Test-Damage",
        "Test-Droppable",
    }
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
    handed = set(re.findall(r"\+= ['\"](--[a-z-]+)", source.decode("utf-8-sig")))
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
    parameters = set(re.findall(r"\]\$(\w+)", block))
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


WINLAB = Path(os.environ.get("WINLAB", "/nowhere")) / "winlab"
"""A tool that runs PowerShell's engine where there is no Windows."""
JAPANESE_PLACE = "受け入れ テスト & O'Brien"


def is_there(shell: str) -> bool:
    """Whether there is such a shell, and one that runs commands."""
    if shell == "winlab":
        return WINLAB.is_file()
    if shutil.which(shell) is None:
        return False
    words = [shell, "-NoProfile", "-NonInteractive", "-Command", "exit 5"]
    return subprocess.run(words, capture_output=True, check=False, timeout=60).returncode == 5


SHELLS = [pytest.param(name, marks=pytest.mark.skipif(not is_there(name), reason=f"{name} is not here"))
          for name in ("powershell", "pwsh", "winlab")]  # fmt: skip
ON_WINDOWS = [shell for shell in SHELLS if shell.values[0] == "winlab" or sys.platform == "win32"]
"""The script refuses to run elsewhere."""


def run(shell: str, script: Path, *switches: str) -> subprocess.CompletedProcess[str]:
    words = [shell, "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", str(script), *switches]
    if shell == "winlab":
        words = [str(WINLAB), "powershell", str(script), *switches]
    env = {**os.environ, "WINLAB_ENV_PATH": r"C:\Python311;C:\windows\system32;C:\windows"}
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", env=env, check=False, timeout=300)


@pytest.fixture
def beside_a_checkout(tmp_path: Path) -> Path:
    """The script in a folder whose `scripts/init.py` only tells what it was called with, and ends with 7."""
    folder = tmp_path / JAPANESE_PLACE
    (folder / "scripts").mkdir(parents=True)
    told = "import json, sys\nprint('TOLD ' + json.dumps(sys.argv[1:]))\nsys.exit(7)\n"
    (folder / "scripts" / "init.py").write_text(told, encoding="utf-8")
    return Path(shutil.copy(SCRIPT, folder / "setup.ps1"))


@pytest.mark.parametrize("shell", ON_WINDOWS)
def test_its_switches_and_the_exit_code_go_through(shell, beside_a_checkout):
    done = run(shell, beside_a_checkout, "-Yes", "-WhatIf", "-NoRegister", "-Client", "claude,codex", "-Lang", "en")
    assert done.returncode == 7, done
    told = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("TOLD "))[5:])
    assert told == ["init", "--yes", "--what-if", "--no-register", "--client=claude,codex", "--lang=en"]
    done = run(shell, beside_a_checkout, "-Yes", "-Uninstall", "-Purge")
    assert '["init", "--uninstall", "--purge"]' in done.stdout


@pytest.mark.parametrize("shell", ON_WINDOWS)
def test_the_switches_of_init_mean_the_same(shell, beside_a_checkout):
    done = run(shell, beside_a_checkout, "--uninstall", "--purge", "--what-if", "--lang=en")
    assert '["init", "--uninstall", "--purge", "--what-if", "--lang=en"]' in done.stdout


@pytest.mark.parametrize("shell", ON_WINDOWS)
@pytest.mark.parametrize("wrong", ["-Unistall", "-Help", "--what-iff", "claude"])
def test_what_it_does_not_know_is_refused_and_nothing_is_done(shell, beside_a_checkout, wrong):
    done = run(shell, beside_a_checkout, "-Yes", wrong, "-Lang", "en")
    assert done.returncode == 2, done
    assert "TOLD" not in done.stdout
    assert f"does not know: {wrong}. Nothing was done." in done.stdout


@pytest.mark.parametrize("shell", ON_WINDOWS)
@pytest.mark.parametrize("switch", [(), ("-Try",)], ids=["dropped", "named"])
def test_a_program_that_is_dropped_on_it_is_tried_and_nothing_is_set_up(shell, beside_a_checkout, switch):
    program = beside_a_checkout.parent / "My App.exe"
    program.write_bytes(b"MZ")
    path = f"Z:{program}" if shell == "winlab" else str(program)
    done = run(shell, beside_a_checkout, *switch, path, "-Lang", "en")
    assert done.returncode == 7, done
    told = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("TOLD "))[5:])
    assert told == ["try", path, "--lang=en"]
    done = run(shell, beside_a_checkout, *switch, path, "-Uninstall", "-Lang", "en")
    assert done.returncode == 2, done
    assert "TOLD" not in done.stdout


@pytest.mark.parametrize("shell", ON_WINDOWS)
@pytest.mark.parametrize("name", ["notes.txt", "nowhere.exe"])
def test_what_is_dropped_and_is_no_program_is_refused(shell, beside_a_checkout, name):
    (beside_a_checkout.parent / "notes.txt").write_text("no program")
    done = run(shell, beside_a_checkout, f"Z:{beside_a_checkout.parent / name}", "-Lang", "en")
    assert done.returncode == 2, done
    assert "does not know" in done.stdout
    assert "TOLD" not in done.stdout


@pytest.mark.parametrize("shell", ON_WINDOWS)
def test_a_damaged_exe_is_told_before_it_is_started(shell, tmp_path):
    script = Path(shutil.copy(SCRIPT, tmp_path / "setup.ps1"))
    (tmp_path / "wpf-agent.exe").write_bytes(b"half")
    (tmp_path / "SHA256SUMS.txt").write_text(f"{hashlib.sha256(b'whole').hexdigest()}  wpf-agent.exe\n")
    done = run(shell, script, "-Yes", "-Lang", "en")
    assert done.returncode == 2, done
    assert "Download the zip again" in done.stdout
    assert "Unblock" not in done.stdout


@pytest.mark.parametrize("shell", ON_WINDOWS)
def test_a_program_that_windows_will_not_start_ends_with_2(shell, tmp_path):
    script = Path(shutil.copy(SCRIPT, tmp_path / "setup.ps1"))
    (tmp_path / "wpf-agent.exe").write_bytes(b"no program")
    (tmp_path / "SHA256SUMS.txt").write_text(f"{hashlib.sha256(b'no program').hexdigest()}  wpf-agent.exe\n")
    done = run(shell, script, "-Yes", "-Lang", "en")
    assert done.returncode == 2, done
    assert "Unblock" in done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_with_nothing_beside_it_or_on_another_system_it_ends_with_2(shell, tmp_path):
    done = run(shell, Path(shutil.copy(SCRIPT, tmp_path / "setup.ps1")), "-Yes", "-Lang", "en")
    assert done.returncode == 2, done
    assert "Unpack the whole zip first" in done.stdout or "is for Windows" in done.stdout


@pytest.mark.parametrize("shell", ON_WINDOWS)
def test_its_japanese_can_be_captured(shell, tmp_path):
    folder = tmp_path / JAPANESE_PLACE
    folder.mkdir()
    done = run(shell, Path(shutil.copy(SCRIPT, folder / "setup.ps1")), "-Yes", "-Lang", "ja")
    assert "先に zip をすべて展開し" in done.stdout
    assert JAPANESE_PLACE in done.stdout


@pytest.mark.skipif(sys.platform != "win32" and not WINLAB.is_file(), reason="there is no cmd here")
def test_setup_cmd_inside_an_unopened_zip_says_what_to_do(tmp_path):
    """Explorer unpacks the one file that was double-clicked."""
    script = Path(shutil.copy(SCRIPT.with_suffix(".cmd"), tmp_path / "setup.cmd"))
    words = ["cmd", "/c", str(script) if sys.platform == "win32" else "setup.cmd", "-Yes"]
    if sys.platform != "win32":
        words = [str(WINLAB), "run", *words]
    done = subprocess.run(words, capture_output=True, check=False, timeout=120, cwd=tmp_path)
    assert done.returncode == 2, done
    assert b"Unpack the whole zip first" in done.stdout


def test_setup_cmd_is_a_batch_file_that_hands_everything_on():
    content = SCRIPT.with_suffix(".cmd").read_bytes()
    assert content.count(b"\n") == content.count(b"\r\n"), "cmd loses labels in files with single line ends"
    assert b'-ExecutionPolicy Bypass -File "%~dp0setup.ps1" %*' in content
    assert content.rstrip().endswith(b"exit /b %code%")
