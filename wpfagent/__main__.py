"""`python -m wpfagent`: the command line."""

from __future__ import annotations

import sys

from wpfagent.entries.cli import main

if __name__ == "__main__":
    sys.exit(main())
