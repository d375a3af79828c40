"""`python -m wpfagent.demo [--lang en|ja]`: open the demo application as a real WPF program."""

from __future__ import annotations

import argparse
import sys

from wpfagent.core.errors import WpfAgentError
from wpfagent.demo import APPLICATION, LANGUAGES


def main(argv: list[str] | None = None) -> int:
    """Show the demo application until it is closed, and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m wpfagent.demo", description=__doc__)
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="language of the captions")
    arguments = parser.parse_args(argv)
    from wpfagent.demo.wpf_host import run

    try:
        return run(APPLICATION, arguments.lang)
    except WpfAgentError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
