"""`python scripts/test.py`: from a fresh checkout to the tests in one command; what follows goes to pytest.

The tests run in parallel, a worker a processor; `-n 0` runs them in one process.
"""

from __future__ import annotations

import sys

from environment import prepare, run


def main() -> int:
    """Prepare the environment and run the tests that need neither Windows nor patience."""
    return run(prepare("dev"), "-m", "pytest", "-m", "not windows and not slow", "-n", "auto", *sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
