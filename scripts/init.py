"""`python scripts/init.py`: from a fresh checkout to a computer that is set up; what follows goes to `init`.

`python scripts/init.py try MyApp.exe` sets nothing up and hands everything to `try`.
"""

from __future__ import annotations

import sys

from environment import prepare, run


def main() -> int:
    """Prepare the environment and set up, or try a program."""
    words = sys.argv[1:]
    command = [] if words[:1] in (["try"], ["init"]) else ["init"]
    return run(prepare("demo"), "-m", "wpfagent", *command, *words)


if __name__ == "__main__":
    sys.exit(main())
