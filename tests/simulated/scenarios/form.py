"""The code-behind of the small form that the scenario tests drive."""

from __future__ import annotations

from typing import Any


class CodeBehind:
    """Counts, saves, deletes, crashes, freezes and asks."""

    def __init__(self, view: Any) -> None:
        self.view = view
        self.added = 0

    def on_loaded(self, view: Any, sender: Any) -> None:
        view["StatusText"].text = "loaded"

    def on_save(self, view: Any, sender: Any) -> None:
        view["StatusText"].text = f"saved {view['NameBox'].text}"

    def on_slow(self, view: Any, sender: Any) -> None:
        view["StatusText"].text = "working"
        view.later(1500, lambda: self._done(view))

    def _done(self, view: Any) -> None:
        view["StatusText"].text = "done"

    def on_add(self, view: Any, sender: Any) -> None:
        self.added += 1
        view["CountBox"].text = str(self.added)

    def on_delete(self, view: Any, sender: Any) -> None:
        view["StatusText"].text = "deleted"

    def on_crash(self, view: Any, sender: Any) -> None:
        raise ValueError("the form is broken")

    def on_freeze(self, view: Any, sender: Any) -> None:
        view.block(600_000)

    def on_ask(self, view: Any, sender: Any) -> None:
        view.message("Sure?", "Question", ("Yes", "No"))
