"""`wpf-agent completion`: what a shell needs to complete commands and options by Tab.

The words are taken from the commands' own help texts and written into the script: completing starts no process.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from wpfagent.actions import ACTIONS
from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import COMMANDS, Shown, command_of, usage
from wpfagent.entries.cli.context import Context

USAGE = f"""\
Print a script that lets a shell complete commands, actions and options by Tab.

Usage:
  wpf-agent completion (powershell | bash | zsh) [options]

PowerShell (5.1 and 7), for this window, and for each one from now on:
  wpf-agent completion powershell | Out-String | Invoke-Expression
  wpf-agent completion powershell >> $PROFILE

bash and zsh, in ~/.bashrc or ~/.zshrc:
  eval "$(wpf-agent completion bash)"
  eval "$(wpf-agent completion zsh)"

{usage.COMMON}"""

POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName 'wpf-agent' -ScriptBlock {
    param($word, $line, $at)
    $words = '%s' | ConvertFrom-Json
    $typed = @($line.CommandElements | ForEach-Object { $_.ToString() } | Select-Object -Skip 1)
    if ($word -and $typed.Count) { $typed = @($typed | Select-Object -SkipLast 1) }
    $key = ''
    foreach ($one in $typed) {
        $next = if ($key) { "$key $one" } else { $one }
        if ($words.PSObject.Properties.Name -contains $next) { $key = $next }
    }
    $words.$key | Where-Object { $_ -like "$word*" } |
        ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
"""
BASH = """\
_wpf_agent() {
    local key='' next one i
    for ((i = 1; i < COMP_CWORD; i++)); do
        one=${COMP_WORDS[i]}
        next=${key:+$key }$one
        case "$next" in
            %s) key=$next ;;
        esac
    done
    local words=''
    case "$key" in
%s    esac
    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _wpf_agent wpf-agent
"""
ZSH = "autoload -Uz bashcompinit && bashcompinit\n"


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Print the script of a shell."""
    context = Context(usage.parse(USAGE, argv), desktop)
    words = words_of_commands()
    if context.options["powershell"]:
        print(POWERSHELL % json.dumps(words, ensure_ascii=True), end="")
        return 0
    print((ZSH if context.options["zsh"] else "") + _bash(words), end="")
    return 0


def words_of_commands() -> dict[str, list[str]]:
    """Return what may follow, by what stands before: `""`, `scenario`, `scenario run`, `do click`, …."""
    words = {"": [*sorted(COMMANDS), "--help", "--version"]}
    for name in COMMANDS:
        text = _help_of(name)
        options = _options(text)
        usage_of = text.partition("Usage:")[2].partition("\n\n")[0]
        subcommands = list(dict.fromkeys(re.findall(rf"^  wpf-agent {name} ([a-z]+)(?= |$)", usage_of, re.MULTILINE)))
        if name == "do":
            words[name] = [*ACTIONS, "--help"]
            words |= {f"do {action}": _options(_help_of("do", action)) for action in ACTIONS}
            continue
        words[name] = [*subcommands, *options]
        words |= {f"{name} {sub}": _options(_help_of(name, sub)) for sub in subcommands}
    return words


def _help_of(name: str, *words: str) -> str:
    try:
        command_of(name)([name, *words, "--help"], None)
    except Shown as shown:
        return shown.text
    return ""


def _options(text: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)))


def _bash(words: Mapping[str, list[str]]) -> str:
    keys = "|".join(f"'{key}'" for key in words if key)
    cases = "".join(f"        '{key}') words='{' '.join(following)}' ;;\n" for key, following in words.items())
    return BASH % (keys, cases)
