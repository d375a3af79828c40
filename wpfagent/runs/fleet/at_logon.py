"""A worker as a task of Windows' task scheduler: started at a user's logon, in the session with that user's desktop.

A service would have a desktop of its own, on which no program shows. A task with the user's interactive token has the
one that the user sees, and runs with the user's own rights: no administrator is needed.
"""

from __future__ import annotations

import getpass
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from wpfagent.core.errors import StorageFailed, Unsupported
from wpfagent.core.program import system_tool

TASK = """\
<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>{description}</Description></RegistrationInfo>
  <Triggers><LogonTrigger><Enabled>true</Enabled><UserId>{user}</UserId></LogonTrigger></Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>{user}</UserId><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>99</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>{command}</Command><Arguments>{arguments}</Arguments><WorkingDirectory>{folder}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
"""
"""Source: Microsoft's Task Scheduler schema."""
DESCRIPTION = "wpf-agent: this desktop works for a fleet."


def user_name() -> str:
    """Return this user as Windows names one, with the domain or the PC."""
    domain = os.environ.get("USERDOMAIN")
    return f"{domain}\\{getpass.getuser()}" if domain else getpass.getuser()


def name_of_task() -> str:
    """Return what the task is called: a PC has one for each user."""
    return f"wpf-agent fleet worker ({getpass.getuser()})"


def task_of(words: Sequence[str], folder: Path, *, python: Path | None = None, user: str | None = None) -> str:
    """Return the task as the scheduler reads it.

    Args:
        words: the command line after `wpf-agent`.
        folder: where it is started.
        python: what starts it; None: this Python, without a console where it can.
        user: at whose logon; None: this user.
    """
    python = python or Path(sys.executable)
    quiet = python.with_name("pythonw.exe")
    return TASK.format(
        description=escape(DESCRIPTION),
        user=escape(user or user_name()),
        command=escape(str(quiet if quiet.is_file() else python)),
        arguments=escape(subprocess.list2cmdline(["-m", "wpfagent", *words])),
        folder=escape(str(folder)),
    )


def register(words: Sequence[str], folder: Path) -> None:
    """Let the worker start at every logon of this user, instead of an earlier one.

    Args:
        words: the command line after `wpf-agent`.
        folder: where it is started.

    Raises:
        Unsupported: there is no task scheduler here.
        StorageFailed: the task scheduler refuses.
    """
    with tempfile.TemporaryDirectory(prefix="wpf-agent-") as name:
        path = Path(name) / "task.xml"
        path.write_text(task_of(words, folder), encoding="utf-16")
        _ask("/Create", "/F", "/TN", name_of_task(), "/XML", str(path))


def unregister() -> None:
    """Let it start at logon no longer.

    Raises:
        Unsupported: there is no task scheduler here.
        StorageFailed: there is no such task.
    """
    _ask("/Delete", "/F", "/TN", name_of_task())


def _ask(*words: str) -> None:
    if os.name != "nt":
        raise Unsupported(
            "Only Windows' task scheduler starts a worker at logon.",
            hint="Here, let the system start `wpf-agent fleet worker` in the session that has the desktop.",
        )
    done = subprocess.run(
        [system_tool("schtasks"), *words], capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip() or f"exit code {done.returncode}"
        raise StorageFailed(
            f"schtasks {words[0]} of {name_of_task()!r} failed: {said}",
            hint="Is the task scheduler's service running, and may this user make tasks?",
        )
