"""Two ways into the product: the library, and the command line as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import wpfagent
from wpfagent.core.errors import WpfAgentError

FLAGS = {"automation_id": "--id", "name": "--name", "control_type": "--type", "column": "--column"}


@dataclass(frozen=True)
class Outcome:
    """What a call came to: the reply as JSON, or the error's code, details and exit code."""

    reply: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""
    message: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    exit_code: int = 0

    @property
    def word(self) -> str:
        """Return the effect, or `refused` (exit code 4) or `failed`."""
        return (
            str(self.reply.get("effect", "read")) if not self.code else "refused" if self.exit_code == 4 else "failed"
        )


class Driver(Protocol):
    """A way to perform actions on one application."""

    def do(
        self,
        action: str,
        selector: Mapping[str, Any] | None,
        args: Mapping[str, Any],
        *,
        timeout_ms: int | None = None,
        token: str | None = None,
    ) -> Outcome:
        """Perform an action; `token` is what the refusal before gave, and stands for the caller's consent."""
        ...


class LibraryDriver:
    """`import wpfagent`. Consent is `confirm=True`, for which the application was connected."""

    def __init__(self, app: wpfagent.App) -> None:
        self.app = app

    def do(
        self,
        action: str,
        selector: Mapping[str, Any] | None,
        args: Mapping[str, Any],
        *,
        timeout_ms: int | None = None,
        token: str | None = None,
    ) -> Outcome:
        """Perform an action by the library's `App.do`."""
        try:
            reply = self.app.do(action, selector, args, timeout_ms=timeout_ms, confirm=token is not None)
        except WpfAgentError as error:
            return Outcome({}, error.code, str(error), error.details, error.exit_code)
        return Outcome(reply.to_dict())


class CliDriver:
    """`python -m wpfagent do …`, a process for each action; the target is remembered by `attach`.

    Consent is `--allow-destructive`, always there, and the token of the refusal.
    """

    def __init__(self, pid: int, folder: Path) -> None:
        self.folder = folder
        attached = self._call("attach", f"--pid={pid}")
        if attached.code:
            raise AssertionError(attached.message)

    def do(
        self,
        action: str,
        selector: Mapping[str, Any] | None,
        args: Mapping[str, Any],
        *,
        timeout_ms: int | None = None,
        token: str | None = None,
    ) -> Outcome:
        """Perform an action by the command line."""
        flags = ["--allow-destructive"]
        if token is not None:
            flags.append(f"--confirm={token}")
        if timeout_ms is not None:
            flags.append(f"--timeout-ms={timeout_ms}")
        return self._call("do", action, *flags, *_flags(selector, args))

    def _call(self, *words: str) -> Outcome:
        command = [sys.executable, "-m", "wpfagent", *words, "--json", f"--artifacts={self.folder}"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, cwd=self.folder, check=False)
        try:
            printed = json.loads(done.stdout)
        except json.JSONDecodeError:
            raise AssertionError(
                f"{words} printed no JSON ({done.returncode}):\n{done.stdout}\n{done.stderr}"
            ) from None
        if (error := printed.get("error")) is None:
            assert done.returncode == 0, f"{words} ended with {done.returncode}: {printed}"
            return Outcome(printed)
        assert done.returncode != 0, f"{words} ended with 0 and an error: {printed}"
        return Outcome({}, error["code"], error["message"], error["details"], done.returncode)


def _flags(selector: Mapping[str, Any] | None, args: Mapping[str, Any]) -> list[str]:
    """Flags as a person writes them; what no flag can say goes into --args."""
    flags: list[str] = []
    left = {k: v for k, v in args.items() if not isinstance(v, str)}
    flags += [f"--{k.replace('_', '-')}={v}" for k, v in args.items() if isinstance(v, str)]
    if selector and all(
        k in FLAGS or k == "row" or (k == "within" and [*v] == ["automation_id"]) for k, v in selector.items()
    ):
        flags += [f"{FLAGS[k]}={v}" for k, v in selector.items() if k in FLAGS]
        if "row" in selector:
            row = selector["row"]
            flags += [f"--row={row}"] if isinstance(row, int) else [f"--row={k}={v}" for k, v in row.items()]
        if "within" in selector:
            flags.append(f"--within-id={selector['within']['automation_id']}")
    elif selector:
        left["selector"] = dict(selector)
    return [*flags, "--args=" + json.dumps(left)] if left else flags
