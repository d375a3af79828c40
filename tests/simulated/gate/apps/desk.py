"""The desk's code-behind: a handler that does nothing else notes its name in the log line."""

from __future__ import annotations

CITIES = ("Kyoto", "Ōsaka", "Nagoya", "Sapporo", "Fukuoka")


class CodeBehind:
    def __init__(self, view):
        self.view = view
        view["Many"].items = [f"item {n}" for n in range(200)]
        view.rows("Pairs", ["Key", "Value"], [["a", 1], ["b", 2]])
        view.rows(
            "Orders",
            ["Number", "City", "Customer"],
            [[n, CITIES[n * 7 % 5], f"customer {n * 37 % 1000}"] for n in range(1000)],
        )

    def __getattr__(self, name):
        if name.startswith("on_"):
            return lambda view, sender: self.note(name[3:])
        raise AttributeError(name)

    def note(self, what):
        self.view["Log"].text = f"{self.view['Log'].text} {what}".strip()

    def on_closing(self, view, sender):
        return True

    def on_name(self, view, sender):
        self.note(f"name={sender.text}")

    def on_later(self, view, sender):
        def enable():
            view["OffButton"].enabled = True

        view.later(2000, enable)

    def on_dialog(self, view, sender):
        view.show_dialog("Dialog", lambda result: self.note(f"dialog={result}"))

    def on_dialog_ok(self, view, sender):
        view.close(True)

    def on_tools(self, view, sender):
        view.show("Tools")

    def on_ask(self, view, sender):
        view.message("Really go on?", "Question", ("Yes", "No"), lambda answer: self.note(f"answer={answer}"))

    def on_rename(self, view, sender):
        view.title = "Desk - renamed"

    def on_crash(self, view, sender):
        raise RuntimeError("broken on purpose")

    def on_leave(self, view, sender):
        view.exit(0)

    def on_exit(self, view, sender):
        view.exit(0)
