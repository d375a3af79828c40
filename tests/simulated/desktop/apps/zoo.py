"""The zoo's code-behind: its status line says what was called last."""

from __future__ import annotations


class CodeBehind:
    def __init__(self, view):
        self.view = view
        self.keep_open = False
        view["Multi"].items = [f"item {n}" for n in range(200)]
        view.rows("Table", ["Key", "Value"], [["a", 1], ["b", 2]])
        view.rows("Orders", ["Number", "Customer"], [[n, f"customer {n}"] for n in range(10_000)])

    def say(self, text):
        self.view["Status"].text = text

    def on_loaded(self, view, sender):
        self.say("loaded")

    def on_closing(self, view, sender):
        return not self.view["WrapItem"].checked

    def on_note(self, view, sender):
        for name in ("checked", "selected_index", "value", "selected_item", "text"):
            try:
                self.say(f"{name} {getattr(sender, name)}")
                return
            except AttributeError:
                continue

    def on_lost(self, view, sender):
        self.say(f"committed {sender.text}")

    def on_save(self, view, sender):
        self.say("saved")

    def on_dialog(self, view, sender):
        view.show_dialog("Dialog", lambda result: self.say(f"dialog {result}"))
        self.say("dialog open")

    def on_dialog_ok(self, view, sender):
        self.view["NameBox"].text = view["Answer"].text
        view.close(True)

    def on_ask(self, view, sender):
        view.message("Really?", "Question", ("Yes", "No"), lambda answer: self.say(f"answer {answer}"))

    def on_crash(self, view, sender):
        self.fail("broken on purpose")

    def fail(self, message):
        raise RuntimeError(message)

    def on_busy(self, view, sender):
        view.block(8000)
        self.say("was busy")

    def on_later(self, view, sender):
        view.later(2000, lambda: self.say("later"))

    def on_tools(self, view, sender):
        view.show("Tools")
