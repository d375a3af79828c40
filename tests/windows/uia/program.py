"""The test window as tests drive it."""

from __future__ import annotations

import sys
from pathlib import Path

from wpfagent.core import wait
from wpfagent.desktops.base import Conditions

SCRIPT = Path(__file__).with_name("wpf_window.py")


class Program:
    def __init__(self, desktop, stderr_path, *args, **options):
        self.desktop = desktop
        self.stderr_path = stderr_path
        info = desktop.launch(sys.executable, [str(SCRIPT), *args], stderr_path=str(stderr_path), **options)
        self.info, self.pid = info, info.pid
        shown = wait.until(lambda: [w for w in self.windows() if w.is_usable], desktop.clock, timeout_s=60)
        assert shown.ok, Path(stderr_path).read_text(errors="replace")
        self.window = shown.value[0]
        desktop.wait_idle(self.pid, 20)

    def windows(self):
        return self.desktop.windows(self.pid)

    def find(self, automation_id=None, **conditions):
        wanted = Conditions(automation_id=automation_id, **conditions)
        found = self.desktop.find(wanted, windows=self.windows(), limit=1)
        assert found, f"{wanted} is not there"
        return found[0]

    def act(self, control, verb, value=None):
        """Perform a verb and wait until the call returned without an error."""
        act = self.desktop.act(control, verb, value)
        assert self.until(act.done), f"{verb} did not return"
        assert act.error() is None
        self.desktop.wait_idle(self.pid, 5)

    def until(self, probe, timeout_s=10):
        return wait.until(probe, self.desktop.clock, timeout_s=timeout_s).value

    def status(self):
        return self.find("Status").name

    def end(self):
        if self.desktop.liveness(self.pid).running:
            self.desktop.terminate(self.pid)
        self.desktop.forget(self.pid)
