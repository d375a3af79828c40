"""A server for tests, on the SDK: tools that answer, fail, print and wait, and a few resources."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("desk", version="1.2.3", log_level="WARNING")


@server.tool()
def add(a: int, b: int) -> str:
    """Add two numbers."""
    return str(a + b)


@server.tool()
def read_file(path: str) -> str:
    """Read a text file."""
    return Path(path).read_text(encoding="utf-8")


@server.tool()
def write_file(path: str, text: str) -> str:
    """Write a text file."""
    Path(path).write_text(text, encoding="utf-8")
    return f"wrote {len(text)} characters"


@server.tool()
def fail(why: str = "no reason") -> str:
    """Fail."""
    raise ToolError(why)


@server.tool()
def wait(seconds: float) -> str:
    """Wait."""
    time.sleep(seconds)
    return "waited"


@server.tool()
def long(characters: int) -> str:
    """Say much."""
    return "x" * characters


@server.tool()
def environment(name: str) -> str:
    """Tell an environment variable, also on stderr."""
    print(f"{name}={os.environ.get(name)}", file=sys.stderr, flush=True)
    return str(os.environ.get(name))


@server.tool()
def die(code: int = 3) -> str:
    """End the process at once."""
    print("about to die", file=sys.stderr, flush=True)
    os._exit(code)


@server.resource("desk://readme", name="readme", mime_type="text/markdown", description="What this is")
def readme() -> str:
    return "# Desk"


@server.resource("desk://logo", name="logo", mime_type="image/png")
def logo() -> bytes:
    return b"\x89PNG"


if __name__ == "__main__":
    server.run()
