"""setup.ps1 parses, uses only what Windows PowerShell 5.1 has, and knows every switch that it hands on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from wpfagent.cli.commands.init import USAGE

tree_sitter = pytest.importorskip("tree_sitter")
powershell = pytest.importorskip("tree_sitter_powershell")

SCRIPT = Path(__file__).resolve().parents[2] / "setup.ps1"
BOM = b"\xef\xbb\xbf"
IN_5_1 = {
    "Get-Command", "Get-ExecutionPolicy", "Get-UICulture", "Join-Path", "Out-Null", "Read-Host", "Select-Object",
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
    assert own == {"Select-Text", "Find-Program"}
    assert names_of(tree, "command_name") <= IN_5_1 | own
    assert names_of(tree, "command_parameter") <= PARAMETERS


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
    lines = source.decode("utf-8-sig").replace("\r\n", "\n").strip().splitlines()
    assert "$code = $LASTEXITCODE" in lines
    assert lines[-1] == "exit $code"
