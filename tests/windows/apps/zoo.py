"""The zoo."""

from __future__ import annotations

import os
import sys

from truth_log import TruthLog, option_parser
from wpf_loader import end_process, load_dotnet, run_on_ui_thread


def main() -> int:
    """Run the zoo and return its exit code."""
    parser = option_parser("A WPF program with every kind of control.", title="Zoo")
    parser.add_argument("--rows", type=int, default=10_000, help="rows of the big grid (default: 10000)")
    parser.add_argument(
        "--wide", type=int, default=0, help="controls on the tab Wide, two elements each (default: none)"
    )
    parser.add_argument("--start", default="Buttons", help="the first tab: its id or header (default: Buttons)")
    options = parser.parse_args()
    log = TruthLog(options.log)
    load_dotnet()

    def run() -> int:
        from System.Windows import Application
        from zoo_window import ZooWindow

        zoo = ZooWindow(log, title=options.title, rows=options.rows, wide=options.wide)
        if options.pos:
            zoo.window.Left, zoo.window.Top = map(float, options.pos)
        zoo.start_on(options.start)
        log.write("app_started", "ZooWindow", os.getpid(), args=sys.argv[1:])
        code = int(Application().Run(zoo.window))
        log.write("app_exiting", "ZooWindow", code)
        return code

    return run_on_ui_thread(run)


if __name__ == "__main__":
    end_process(main())
