"""A stand-in for the server, started as a program: answers the handshake, or misbehaves as its last argument says."""

from __future__ import annotations

import json
import os
import sys
import time


def say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def main() -> int:
    how = sys.argv[-1]
    if how == "ends":
        print("ModuleNotFoundError: nothing here", file=sys.stderr)
        return 1
    if how == "prints":
        print("hello, person", flush=True)
    if how == "silent":
        time.sleep(60)
    if how == "stays":
        try:
            serve(how)
        finally:
            time.sleep(60)
    serve(how)
    return 0


def serve(how: str) -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" not in asked:
            continue
        if asked["method"] == "initialize":
            say({"method": "notifications/message", "params": {}})
            info = {"name": "wpf-agent", "version": os.environ.get("STANDIN_VERSION", "1.0")}
            held = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}}}
            say({"id": asked["id"], "result": {**held, "serverInfo": info}})
        elif asked["method"] == "tools/list" and how == "refuses":
            say({"id": asked["id"], "error": {"code": -32603, "message": "no tools today"}})
        elif asked["method"] == "tools/list":
            tool = {"name": "click", "description": "Click.", "inputSchema": {"type": "object"}}
            later = asked["params"].get("cursor") == "2"
            page = {"tools": [{**tool, "name": "read"}]} if later else {"tools": [tool], "nextCursor": "2"}
            say({"id": asked["id"], "result": page})
        else:
            say({"id": asked["id"], "error": {"code": -32601, "message": "unknown"}})


if __name__ == "__main__":
    sys.exit(main())
