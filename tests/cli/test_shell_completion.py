"""The completion scripts, asked as shells ask them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.cli.conftest import CommandLine
from wpfagent.actions import ACTIONS
from wpfagent.entries.cli import COMMANDS
from wpfagent.entries.cli.commands.completion import words_of_commands


def asked_of_bash(script: str, *words: str) -> list[str]:
    line = " ".join(f"'{w}'" for w in words)
    asking = (
        f"{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _wpf_agent; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    done = subprocess.run(["bash", "-c", asking], capture_output=True, text=True, check=True, timeout=30)
    return done.stdout.split()


def test_each_command_and_each_action_completes() -> None:
    words = words_of_commands()
    assert set(words[""]) >= {*COMMANDS, "--version"}
    assert {k for k in words if k.startswith("do ")} == {f"do {a}" for a in ACTIONS}
    assert all(words[name] for name in COMMANDS)
    assert "run" in words["scenario"]
    assert "--junit" in words["scenario run"]
    assert "--id" in words["do click"]
    assert "--client" in words["mcp register"]
    assert not [key for key in words if key.startswith("minimize ")]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_subcommands_and_options(cli: CommandLine) -> None:
    script = cli("completion", "bash").out
    assert asked_of_bash(script, "wpf-agent", "scen") == ["scenario"]
    assert set(asked_of_bash(script, "wpf-agent", "scenario", "")) >= {"run", "lint", "new"}
    assert asked_of_bash(script, "wpf-agent", "scenario", "run", "--jun") == ["--junit"]
    assert asked_of_bash(script, "wpf-agent", "--json", "do", "context") == ["context_menu"]
    assert asked_of_bash(script, "wpf-agent", "do", "click", "--rep") == []
    assert cli("completion", "zsh").out.endswith(script)


def test_powershell_gets_the_same_words_in_a_script_without_faults(cli: CommandLine) -> None:
    tree_sitter = pytest.importorskip("tree_sitter")
    grammar = pytest.importorskip("tree_sitter_powershell")
    script = cli("completion", "powershell").out
    assert script.startswith("Register-ArgumentCompleter -Native -CommandName 'wpf-agent'")
    assert '"scenario run": [' in script
    parser = tree_sitter.Parser(tree_sitter.Language(grammar.language()))
    assert not parser.parse(script.encode()).root_node.has_error
