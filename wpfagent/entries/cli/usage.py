"""Parsing a command's own usage text with docopt, and the texts that commands share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from docopt import DocoptExit, docopt

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.selector import nearest
from wpfagent.entries.cli import Shown

COMMON = """\
Common options:
  --json                 print JSON, for programs
  --desktop=NAME         uia (real windows; the default on Windows) or simulated
  --profiles=FILE        the profiles.json to use
  --artifacts=DIR        where records, pictures and the remembered target go
  --lang=LANG            en or ja
  -h --help              this text
"""
MODE = """\
Safety options:
  --mode=MODE            safe (default) or extended (coordinates too)
  --allow-destructive    one of the two consents to what deletes, overwrites or ends
  --no-dotnet            ask the program's .NET runtime nothing: no exceptions, methods and stacks
  --stop-key=CHORD       what you press to end everything [Ctrl+Shift+F11]
"""
TARGET = """\
Target options (all that are given must hold; without any: the application last attached):
  --pid=PID              its process id
  --process=NAME         its executable's name, as MyApp.exe
  --exe=PATH             its executable's path; started when it does not run
  --title-re=REGEX       a regular expression for a window title
  --class-name=CLASS     the window class of one of its windows
  --profile=NAME         a profile of profiles.json, or demo
"""
SELECTOR = """\
Selector options (which element):
  --id=ID                AutomationId; the best of all
  --name=NAME            its name (caption), exact
  --type=TYPE            control type: Button, Edit, ComboBox, DataItem, ...
  --name-re=REGEX        a regular expression for its name
  --class=CLASS          class name
  --label=TEXT           the text beside or above it
  --row=ROW              a row of the grid or list: 3, or Header=text
  --column=COLUMN        a cell of that row: a header, or 2
  --index=N              which of several matches, from 0
  --within-id=ID         only inside the element with this AutomationId
  --ref=REF              as `controls` printed it, like r12
"""


def parse(text: str, argv: Sequence[str]) -> dict[str, Any]:
    """Return what docopt reads from the arguments.

    Args:
        text: the command's usage text.
        argv: what follows `wpf-agent`.

    Raises:
        Shown: help was asked for.
        InvalidArgument: the arguments do not fit; the hint shows the usage, or the nearest option.
    """
    known = re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)
    own = argv[: argv.index("--")] if "--" in argv else argv
    if "--help" in own or "-h" in own:
        raise Shown(text)
    try:
        return dict(docopt(text, list(argv), False))
    except DocoptExit as error:
        usage = _usage_of(text)
        for word in own:
            flag = word.split("=", 1)[0]
            if flag.startswith("--") and not any(k.startswith(flag) for k in known):
                near = nearest(flag, dict.fromkeys(known), 3)
                hint = f"Nearest: {', '.join(near)}." if near else usage
                raise InvalidArgument(f"Unknown option {flag}.", hint=hint) from error
        reason = str(error).split("\n", 1)[0]
        said = reason if "requires argument" in reason or "must not have" in reason else "These arguments do not fit"
        raise InvalidArgument(f"{said.rstrip('.')}: {' '.join(argv)}", hint=usage) from error


def _usage_of(text: str) -> str:
    found = re.search(r"Usage:.*?(?=\n\s*\n|\Z)", text, re.DOTALL)
    return found[0] if found else ""
