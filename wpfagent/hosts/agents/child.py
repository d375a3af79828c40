"""A process with everything that it starts: ended together, and ended by the system when this process is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

from wpfagent.core import wait
from wpfagent.runs.servers.guard import Guard

GRACE_S = 3.0
"""So long a process may take to end when it is asked; then it is ended."""
CREATE_NO_WINDOW, CREATE_SUSPENDED = 0x08000000, 0x00000004


class Child:
    """A process that was started here: a group of its own, on Windows a job.

    Args:
        words: the program and its arguments.
        env: all its variables.
        cwd: its folder.
        output: where what it prints goes.
        guard: ends the group when this process is gone.
    """

    def __init__(self, words: Sequence[str], env: Mapping[str, str], cwd: str, output: BinaryIO, guard: Guard) -> None:
        self._guard = guard
        self._job: Any = None
        is_windows = sys.platform == "win32"
        self._process = subprocess.Popen(
            list(words), env=dict(env), cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=not is_windows, creationflags=CREATE_NO_WINDOW | CREATE_SUSPENDED if is_windows else 0,
        )  # fmt: skip
        if is_windows:
            self._into_job()
        else:
            guard.watch(self._process.pid)

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def wait(self) -> int:
        """Wait until it ends, end what it left, and return its exit code."""
        code = self._process.wait()
        self._end_rest()
        return code

    def end(self) -> None:
        """End it with what it started."""
        if sys.platform != "win32":
            _signal(self.pid, signal.SIGTERM)
            wait.until(lambda: not self.is_running, wait.RealClock(), timeout_s=GRACE_S)
        self._end_rest()

    def _end_rest(self) -> None:
        if sys.platform == "win32":
            job, self._job = self._job, None
            if job is not None:
                import win32job

                win32job.TerminateJobObject(job, 1)
                job.Close()
            return
        _signal(self.pid, signal.SIGKILL)
        self._guard.forget(self.pid)

    def _into_job(self) -> None:
        """Put the process into a job that ends with this process, before it runs; then let it run."""
        if sys.platform != "win32":
            return
        import ctypes

        import win32job

        handle = int(getattr(self._process, "_handle"))  # noqa: B009 - Popen has no other name for it
        try:
            self._job = win32job.CreateJobObject(None, "")
            kind = win32job.JobObjectExtendedLimitInformation
            limits = win32job.QueryInformationJobObject(self._job, kind)
            limits["BasicLimitInformation"]["LimitFlags"] |= win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
            win32job.SetInformationJobObject(self._job, kind, limits)
            win32job.AssignProcessToJobObject(self._job, handle)
            ctypes.windll.ntdll.NtResumeProcess(handle)
        except BaseException:
            self._process.kill()
            raise


def _signal(group: int, number: int) -> None:
    if sys.platform == "win32":
        return
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        pass  # all of it has ended
