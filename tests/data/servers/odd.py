"""Programs that are no good servers, by the word that they are started with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

how = sys.argv[1]
if how == "dies":
    print("cannot open the database\nTraceback: none", file=sys.stderr)
    sys.exit(7)
if how == "silent":
    print("I say nothing", file=sys.stderr, flush=True)
    time.sleep(600)
if how == "talks":
    print("hello, this is no JSON", flush=True)
    time.sleep(600)
if how == "stays":  # ends neither by its stdin nor by a kind signal, and has a child
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print(f"child {child.pid}", file=sys.stderr, flush=True)
if how == "floods":
    import threading

    def flood() -> None:
        while True:
            os.write(2, b"noise noise noise noise noise\n" * 1000)

    threading.Thread(target=flood, daemon=True).start()
sys.path.insert(0, os.path.dirname(__file__))
from desk import server  # noqa: E402

server.run()
if how == "stays":
    time.sleep(600)
