"""`wpf-agent servers`: the MCP servers that a goal may use beside our own tools."""

from __future__ import annotations

from collections.abc import Sequence

from wpfagent.desktops.base import Desktop
from wpfagent.entries.cli import usage
from wpfagent.entries.cli.context import Context
from wpfagent.runs.servers.store import VARIABLE

USAGE = f"""\
The MCP servers that a goal may use beside our own tools: what they are, whether they start, what they offer.

Usage:
  wpf-agent servers list [options]
  wpf-agent servers add <name> [options] [--env=KEY=VALUE]... [--header=KEY=VALUE]...
                        (--url=URL | [--] <command> [<arg>...])
  wpf-agent servers edit <name> [options] [--env=KEY=VALUE]... [--header=KEY=VALUE]... [--unset-env=KEY]...
                         [--url=URL | [--] <command> [<arg>...]]
  wpf-agent servers remove <name> [options]
  wpf-agent servers enable <name> [options]
  wpf-agent servers disable <name> [options]
  wpf-agent servers status [<names>...] [options]
  wpf-agent servers doctor [<names>...] [options]
  wpf-agent servers tools <name> [options]
  wpf-agent servers resources <name> [options]
  wpf-agent servers call <name> <tool> [<arguments>] [options]
  wpf-agent servers allow <name> <tool> [options]
  wpf-agent servers logs <name> [options]
  wpf-agent servers import (--client=NAME | --file=FILE | --paste) [options]

A server runs only after a person has seen its whole command and agreed; a command that was changed is asked for anew.
A model calls a tool only after a person agreed to it, when it first wants to or by `allow`; a tool with a changed
schema is asked for anew. These commands start what they ask and end it again.

Examples:
  wpf-agent servers add files -- npx -y @modelcontextprotocol/server-filesystem C:\\Reports
  wpf-agent servers add search --url https://example.org/mcp --header "Authorization=Bearer ..."
  wpf-agent servers import --client claude
  wpf-agent servers call files read_file '{{"path": "C:\\\\Reports\\\\today.txt"}}'

Settings:
  --description=TEXT     what it is for
  --env=KEY=VALUE        an environment variable; kept as plain text in your own folder
  --header=KEY=VALUE     a header of every request to --url
  --cwd=DIR              the folder that it starts in
  --resources            offer its resources to a model as a tool; only for servers with few of them
  --no-resources         don't (this is the default)
  --no-args              the command takes no arguments

Servers options:
  --disabled             keep it and don't start it
  --yes                  agree to the command that is shown, where there is no terminal to ask
  --name=NAME            its new name
  --unset-env=KEY        a variable that goes
  --search=TEXT          only with this text in the name or the description, or in the line of the log
  --kind=KIND            only resources of this kind: text, image or other
  --read=URI             show what this resource holds
  --level=LEVEL          only lines of this level: info, warning, error or stderr
  --last=N               how many lines at most (else 200)
  --client=NAME          a client's own file: claude, codex, vscode, cursor or gemini
  --file=FILE            a file with mcpServers, servers or mcp_servers, as JSON or TOML
  --paste                the same, from the standard input

Kept in servers.json in your data folder; {VARIABLE} names another folder.

{usage.COMMON}
Exit codes: 0 done, 1 a server does not start or a tool failed, 2 wrong arguments, 3 not connected, 4 nobody agreed.
"""


def run(argv: Sequence[str], desktop: Desktop | None) -> int:
    """Do what is asked with the servers."""
    from wpfagent.entries.cli.serving import DOES

    options = usage.parse(USAGE, argv)
    context = Context(options, desktop)
    return next(do for word, do in DOES.items() if options[word])(context)
