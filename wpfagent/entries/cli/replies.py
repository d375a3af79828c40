"""What an action came to, for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wpfagent.entries.cli.output import Output
from wpfagent.gate.request import Reply
from wpfagent.testing.wording.by_eye import READ_BY_EYE, eye_lines
from wpfagent.testing.wording.outcomes import act_words, evidence_words, plain
from wpfagent.testing.wording.trees import shorten, tree_line

WINDOW_HEADERS = ("pid", "process", "title", "class", "state")
CONTROL_HEADERS = ("ref", "type", "automation_id", "name", "value", "state", "rect")


def print_reply(reply: Reply, out: Output, options: Mapping[str, Any]) -> None:
    """Print a reply in the form that suits its action."""
    result = dict(reply.result)
    if reply.action == "list_windows":
        print_windows(result["windows"], out)
    elif reply.action == "list_controls":
        print_controls(result, out, str(options.get("--format") or "tree"))
    elif reply.action == "read_table":
        columns = [str(i) for i in range(len(result["rows"][0]))] if result["rows"] else ["(no rows)"]
        out.table(result["headers"] or columns, result["rows"])
        counted = "at least {} rows" if result.get("at_least") else "{} rows"
        out.line(
            counted.format(result["count"]) + (f"; go on with --start {result['next']}" if result["truncated"] else "")
        )
    elif reply.action == "read_text":
        out.line(result["text"])
    elif reply.action in READ_BY_EYE:
        for line in eye_lines(result):
            out.line(line)
    elif reply.effect is not None:
        _print_act(reply, out)
    else:
        for key, value in result.items():
            out.line(f"{key}: {plain(value)}")


def _print_act(reply: Reply, out: Output) -> None:
    out.styled(act_words(reply), {"confirmed": "green", "no_op": "yellow"}.get(reply.effect or "", "cyan"))
    for line in evidence_words(reply):
        out.line(line)


def print_windows(windows: list[dict[str, Any]], out: Output) -> None:
    """Print windows as a table."""
    if not windows:
        out.line("No windows.")
        return
    rows = []
    for w in windows:
        states = [word for key, word in (("foreground", "foreground"), ("elevated", "elevated")) if w[key]]
        if not w["responding"]:
            states.append("not responding")
        if "state" in w:
            states.append(w["state"])
        rows.append((w["pid"], w["process"], shorten(w["title"]), shorten(w["class_name"]), " ".join(states)))
    out.table(WINDOW_HEADERS, rows)


def print_controls(result: Mapping[str, Any], out: Output, form: str) -> None:
    """Print controls as an indented tree, as JSON or as a table."""
    controls = result["controls"]
    if form == "json":
        if not out.json:
            Output(json=True).document(result)
        return
    if form == "table":
        out.table(CONTROL_HEADERS, (_row(c) for c in controls))
    else:
        for control in controls:
            out.line(tree_line(control))
    tail = f"{result['count']} controls"
    if result.get("partial"):
        tail += ", partial: the program was rebuilding a part of it"
    if result["truncated"]:
        tail += f", more with --after {result['next']}"
    out.line(tail)


def with_names(value: Any, names: Mapping[str, str]) -> Any:
    """Return a result with the refs of this call's desktop replaced by the names that later calls know.

    A ref that has none is left out: it would name nothing, or something else, in the next call.
    """
    if isinstance(value, Mapping):
        kept = {k: with_names(v, names) for k, v in value.items() if k != "ref" or v in names}
        return kept | ({"ref": names[value["ref"]]} if "ref" in kept else {})
    return [with_names(v, names) for v in value] if isinstance(value, list) else value


def _row(control: Mapping[str, Any]) -> tuple[Any, ...]:
    state = " ".join(control.get("marks", ()))
    rect = control["bounding_rect"]
    return (
        control["ref"],
        control["control_type"],
        control["automation_id"],
        shorten(control["name"]),
        shorten(control["value"] or ""),
        state,
        ",".join(map(str, rect)) if rect else "",
    )
