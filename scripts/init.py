"""`python scripts/init.py`: from a fresh checkout to a computer that is set up; what follows goes to `init`."""

from __future__ import annotations

import sys

from environment import prepare, run


def main() -> int:
    """Prepare the environment and set up."""
    return run(prepare("demo"), "-m", "wpfagent", "init", *sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
