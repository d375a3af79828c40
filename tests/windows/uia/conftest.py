"""A desktop, and the test window in its own process: found by the pid that was started, ended afterwards.

Run everything a second time with UIA_TIMES=windows in the environment: in winlab that makes calls to hung programs
and behind modal dialogs wait as long as they do on Windows.
"""

from __future__ import annotations

import sys

import pytest

if sys.platform != "win32":
    collect_ignore_glob = ["test_*.py"]
else:
    from program import Program

    from wpfagent.desktops.uia import UiaDesktop

    @pytest.fixture(scope="session")
    def desktop():
        return UiaDesktop()

    @pytest.fixture
    def start(desktop, tmp_path):
        """Start test windows; they end with the test."""
        programs = []

        def start_program(*args, **options):
            programs.append(Program(desktop, tmp_path / f"stderr{len(programs)}.txt", *args, **options))
            return programs[-1]

        yield start_program
        for program in programs:
            program.end()

    @pytest.fixture(scope="module")
    def form(desktop, tmp_path_factory):
        """One test window for all tests of a module that leave it as it was."""
        program = Program(desktop, tmp_path_factory.mktemp("form") / "stderr.txt")
        yield program
        program.end()
