"""Ends what an owner started when the owner is killed: on POSIX a small process waits for that. Windows has jobs."""

from __future__ import annotations

import subprocess
import sys

_SCRIPT = """
groups=" "
while read -r what group; do
  case $what in
    +) groups="$groups$group " ;;
    -) groups=$(printf %s "$groups" | sed "s/ $group / /") ;;
  esac
done
for group in $groups; do kill -KILL "-$group" 2>/dev/null; done
"""
"""Reads the numbers of process groups until the owner's end of the pipe closes, however that comes."""


class Guard:
    """Knows the process groups that must not outlive this process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if sys.platform != "win32":
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                cwd="/",
            )

    def watch(self, group: int) -> None:
        """End this group when the owner is gone."""
        self._tell(f"+ {group}\n")

    def forget(self, group: int) -> None:
        """The group has ended: its number may be somebody else's soon."""
        self._tell(f"- {group}\n")

    def close(self) -> None:
        """The owner ends in order, and so does the guard."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()

    def _tell(self, line: str) -> None:
        if self._process is None or self._process.stdin is None:
            return
        try:
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
        except OSError:
            pass  # somebody ended the guard: a server may outlive a killed owner then, and nothing else changes
