"""`python scripts/demo.py`: from a fresh checkout to the demo in one command; what follows goes to `wpf-agent demo`."""

from __future__ import annotations

import sys

from environment import prepare, run


def main() -> int:
    """Prepare the environment and run the demo."""
    return run(prepare("demo"), "-m", "wpfagent", "demo", *sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
