"""What the program says to people, and what the catalogues of `wpfagent/core/languages/` lack of it.

Texts are taken from the source, where an f-string becomes a template (`{0} cannot be read: {1}.`), and from the help
texts as they are shown.

    python scripts/messages.py --missing      what has no translation
    python scripts/messages.py --unused       what nothing says any more
    python scripts/messages.py --list         all texts, each with the place that says it
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "wpfagent"
sys.path.insert(0, str(PACKAGE.parent))

from wpfagent.core.language import FOLDER, LANGUAGES, NTH, pieces_of  # noqa: E402
from wpfagent.entries.cli.saying import template_of  # noqa: E402 - the checkout's own package

SPOKEN = (
    "app/*.py",
    "core/json_syntax.py",
    "core/text_invalid.py",
    "gate/applications.py",
    "dotnet/commands.py",
    "dotnet/watch.py",
    "dotnet/windows_pipe.py",
    "entries/cli/*.py",
    "entries/cli/commands/*.py",
    "actions/input/by_tip.py",
    "actions/consent/consenting.py",
    "desktops/person.py",
    "desktops/uia/hooks.py",
    "safety/destructive.py",
    "safety/questions.py",
    "entries/doctor.py",
    "runs/servers/importing.py",
    "runs/servers/private.py",
    "runs/servers/server.py",
    "runs/servers/telling.py",
    "actions/evidence/differences.py",
    "actions/evidence/effect.py",
    "actions/evidence/refusal.py",
    "testing/oracles/expectation_not_met.py",
    "testing/oracles/invariant_violated.py",
    "testing/oracles/judging.py",
    "testing/oracles/rules.py",
    "testing/record/retention.py",
    "entries/registration/[!_]*.py",
    "entries/registration/clients/*.py",
    "runs/lint/*.py",
    "runs/load.py",
    "runs/minimize/trials.py",
    "testing/scenarios/variables.py",
    "runs/goal/reasons.py",
    "runs/minimize/minimizing.py",
    "runs/minimize/results.py",
    "runs/replay_results.py",
    "runs/results.py",
    "runs/explore/results.py",
    "testing/tickets/complete.py",
    "testing/tickets/difference.py",
    "testing/tickets/evidence.py",
    "testing/tickets/outline.py",
    "testing/tickets/steps.py",
    "testing/tickets/write.py",
    "testing/tickets/hypotheses.py",
    "testing/tickets/traces.py",
    "testing/tickets/meanings.py",
    "runs/minimize/ticket.py",
    "testing/tickets/telling.py",
    "runs/verify.py",
    "testing/wording/elements.py",
    "testing/wording/outcomes.py",
    "testing/wording/steps.py",
)
"""Modules whose every sentence is for people."""
OWN_TABLES = (
    "entries/cli/annotations.py",
    "entries/cli/calling.py",
    "entries/cli/commands/completion.py",
    "entries/cli/commands/init.py",
    "entries/cli/touring.py",
    "entries/cli/trying.py",
)
"""Modules that say what is in a table, or speak to programs."""
TABLES = ("entries/cli/touring.py", "entries/cli/trying.py", "entries/setup/texts.py", "entries/console/texts.py")
"""Modules with a table TEXTS, of which each entry is for people."""
LEFT_OUT = ("demo/", "entries/mcp/", "safety/lexicon/", "entries/schemas", "entries/setup/texts", "desktops/simulated/")
"""Nothing there reaches a person through the catalogue."""
PHRASES = (
    *(
        "passed",
        "failed",
        "FAILED",
        "NOT RUN",
        "REFUSED",
        "skipped",
        "flaky",
        "interrupted",
        "step",
        "steps",
        "disabled",
    ),
    *("enabled", "visible", "there", "selected", "checked", "before", "after", "dialog", "log", "none", "nothing"),
    *("Click {0}", "Double-click {0}", "Right-click {0}", "Middle-click {0}", "Type {0} into {1}", "Toggle {0}"),
    *("Tick {0}", "Remove the tick from {0}", "Set to its third state: {0}", "Add {0} to the text in {1}"),
    *("Came true, and must not: {0}", "Expected but not seen: {0}", "This does not come true: {0}", "{0} and {1}"),
    *(
        "{0} passed",
        "{0} failed",
        "{0} flaky",
        "{0} not_run",
        "{0} interrupted",
        "{0} failure",
        "not_run",
        "registered",
        "STALE",
        "yes",
        "no",
        "ok",
        "warning",
        "problem",
    ),
    *(NTH, "passed: {0}", "failed: {0}", "interrupted: {0}", "confirmed", "no_op", "unverifiable", "ERROR"),
    *(f"{{0}}: {change} {{1}}" for change in ("added to", "updated in", "already in", "removed from", "not in")),
    *("{0} would be deleted, {1} MB", "{0} deleted, {1} MB"),
    *("The {0} {1} has lost its name after {2}", "The {0} {1} has no name", "The {0} {1} has no name and no label"),
    *(f"Drag {{0}} {{1}} pixels to the {x} and {{2}} pixels {y}" for x in ("right", "left") for y in ("down", "up")),
    *(f"Scroll {{0}} {way} by {{1}} page{s}" for way in ("up", "down", "left", "right") for s in ("", "s")),
    *(
        "No element matches {0} in {1}.",
        "Waited {0} s.",
        "It was seen {0}.",
        "no such element",
        "it was written",
        "it shows it",
        "does not exist",
        "{0} exists",
        "at least {0} of {1}",
    ),
    *(
        f"doctor: {check}"
        for check in (
            "versions",
            "system",
            "session",
            "monitors",
            "elevation",
            "ui automation",
            "ocr",
            "demo",
            "profiles",
            "artifacts",
            "temporary",
            "clients",
            "unpacked",
            "client {0}",
        )
    ),
    *("it was gone", "profiles are kept", "another copy of wpf-agent is registered there"),
    *("Command", "Event", "Handler", "Handler stands in"),
    *("it computes", "it sleeps", "it waits for a dispatcher", "it waits for a lock", "it waits for a task"),
    "it waits for another thread",
    *("another copy of wpf-agent uses it", "it runs: end the clients that use it, then try again"),
    "this call runs from it: {0} init --uninstall removes it",
    "The single exe works all the same; the clients get its path.",
    *("text that contains {0}", "text that matches {0}", "opened twice", "opened again while it was open"),
    *("{0} of {1} others of its kind in the window had one", "stopped responding", "did not respond for {0} ms"),
    *("a password field cannot be read back", "not committed: the program may not have received it yet"),
    "the field was left; in the details of a row the program may receive it only when the row is committed",
    *(
        "Its stderr ends with: {0}",
        "{0} showed no usable window within {1} s",
        "top",
        "bottom",
        "the row where {0} is {1}",
        "the row where {0} is {1} of {2}",
    ),
    *("Minimising {0} ({1} of {2}, {3} s at most)", "{0} steps for signature {1}", "1 step for signature {0}"),
    *("reproduced {0} of {1}", "not reproduced, {0} of {1}", "interrupted, reproduced {0} of {1}"),
    *("diverged, reproduced {0} of {1}: {2}", "{0}: reproduced {1} of {2}; {3}"),
    *("{0}: not reproduced, {1} of {2}; {3}", "not reproduced", "not_reproduced"),
    *("not reproduced: {0}", "not_reproduced: {0}", "held", "not met", "holds"),
    *("An expectation was not met: check {0} of {1}", "expected {0}; seen {1}"),
    *("steps {0}, {1}: {2}", "setup {0}, {1}: {2}", "teardown {0}, {1}: {2}"),
    "{0}: {1} (read from: {2})",
    *("while a scenario ran ({0})", "{0} (with the blanks at its ends)", "the process has ended"),
    *("Stopped", "Starting", "Connected", "Stopping", "Error", "start", "handshake"),
    "{0}: No such file or directory.",
    *("Its use was the first to run {0}.", "Most of what its uses allocated came from {0}."),
    *("The program {0}. {1} is outlined.", "picture before: {0}", "picture after: {0}"),
    *("Attached to {0}", "Launched {0}", "Launched (handed over to) {0}", "{0} in {1}", "until {0}"),
)
"""What is put together of parts that stand apart in the source."""
PARTS = frozenset({
    *("do it anyway", "bold red", "Wait until", "the window '", "not committed", "not respond", "started with"),
    *("takes it out of",),
    *("adds it to", "the row where", "requires argument", "must not have", "Together:", "Baselines:", "deleted"),
    *("of simulated time", "would be deleted", "would delete", "added to", "updated in", "already in", "not in"),
    *("removed from", "Came true, and must not", "Expected but not seen", "This does not come true:"),
    *("Remove the tick from", "Set to its third state:", "Attached to", "Launched (handed over to)", "pid"),
    *("Claude Code", "Codex CLI", "Gemini CLI", "Visual Studio Code", "Application Support", "actions[{0}]"),
    *("${secret:{0}}", "(else {0})", "not: {0}", "{0} (this is the default)", "The {0} {1} {2}", "The {0} {1}"),
})  # fmt: skip
"""Parts of other texts, and names."""
_SKIPPED = re.compile(
    r"Usage:\n|\n  --|^((claude|codex|gemini) mcp |'\{0\}' \||cursor://|wpf-agent \w+$|do \{0\}$|\{0\}  # |- \w+: )|"
    r"^(data: \[|target: \{|TICKET-|type (ServerBox|NameBox)|Drag \{0\} \{1\} and|Scroll \{0\} \{1\} by)|"
    r"（(再現手順|現在の結果|期待する結果|原因の仮説)）$|"
    r"^\{0\}(--- steps|\. It was seen| wpf-agent|\.?\{1\}| \{1\}, \{2\} MB)|"
    r"^[\W\d]*$|\.(png|jsonl?)$"
)
"""Commands, formats, and what is said in other forms."""
ALTERNATIVES = 12
HOLE = "\0"
_WORDS = re.compile(r"[A-Za-z]{2,}")
_PROSE = re.compile(r"[A-Za-z]{2,}[,;:.)']* +[A-Za-z(]|^[A-Z][a-z]+.*[.:]$|\0[^\0]*[a-z]{2,}|[a-z]{2,}[ :(']*\0")


def harvested() -> dict[str, str]:
    """Return every text that a person may read, with the place that says it."""
    found = (_help_texts(), _said(), _put_together(), _of_tables(), _of_tickets())
    said = {text: place for texts in found for text, place in texts}
    return {text: place for text, place in said.items() if text not in PARTS and not _SKIPPED.search(text)}


def missing(language: str) -> dict[str, str]:
    """Return the texts that a catalogue lacks, with their places."""
    entries = _entries(language)
    return {text: place for text, place in harvested().items() if text not in entries}


def unused(language: str) -> list[str]:
    """Return what a catalogue translates though nothing says it."""
    said = harvested()
    return [text for text in _entries(language) if text not in said]


def _entries(language: str) -> dict[str, str]:
    entries: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return entries


# -- the help texts -----------------------------------------------------------------------------------------------


def _help_texts() -> Iterator[tuple[str, str]]:
    from wpfagent.actions import ACTIONS
    from wpfagent.entries.cli import COMMANDS, USAGE, Shown, command_of

    def shown(*words: str) -> str:
        try:
            command_of(words[0])([*words, "--help"], None)
        except Shown as found:
            return found.text
        return ""

    pages = {"--help": USAGE, **{name: shown(name) for name in COMMANDS}}
    pages |= {f"do {action}": shown("do", action) for action in ACTIONS}
    for name, text in pages.items():
        for piece in pieces_of(text):
            if _WORDS.search(piece):
                yield piece, f"help of {name}"


def _put_together() -> Iterator[tuple[str, str]]:
    """What steps and lines are put together of."""
    from wpfagent.actions import ACTIONS
    from wpfagent.testing.wording.elements import TYPE_WORDS

    yield from ((phrase, "put together") for phrase in PHRASES)
    yield from ((f"{a.name} {{0}}", "put together") for a in ACTIONS.values() if a.selector != "none")
    for word in dict.fromkeys([*TYPE_WORDS.values(), "element"]):
        for phrase in (f"the {word}", f"the {word} {{0}}", f"the {word} {{0}} in {{1}}"):
            yield phrase, "testing/wording/steps.py"


def _of_tables() -> Iterator[tuple[str, str]]:
    """The entries of the tables, each as a whole."""
    for name in TABLES:
        module = importlib.import_module(f"wpfagent.{name.removesuffix('.py').replace('/', '.')}")
        yield from ((template_of(text), name) for text in module.TEXTS.values())


def _of_tickets() -> Iterator[tuple[str, str]]:
    """The words of `ticket.md` itself."""
    name = "testing/tickets/markdown.py"
    tree = ast.parse((PACKAGE / name).read_text(encoding="utf-8"))
    for function in (f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)):
        locals_ = _assigned(function)
        calls = [n for n in ast.walk(function) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
        for given in (c.args[0] for c in calls if c.func.id == "say"):  # type: ignore[attr-defined]
            found = locals_.get(given.id, []) if isinstance(given, ast.Name) else [given]
            yield from ((_numbered(text), name) for node in found for text in _templates(node))


# -- the source ---------------------------------------------------------------------------------------------------


def _said() -> Iterator[tuple[str, str]]:
    spoken = {path for pattern in SPOKEN for path in PACKAGE.glob(pattern)}
    errors = _error_names()
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name.startswith(LEFT_OUT):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        whole = path in spoken and name not in OWN_TABLES
        for node, text in _Texts(errors, whole=whole, prints=name not in OWN_TABLES).of(tree):
            yield text, f"{name}:{node.lineno}"


def _error_names() -> set[str]:
    """The names of all error classes, wherever they are defined."""
    bases: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {b.id for b in node.bases if isinstance(b, ast.Name)}
    known = {"WpfAgentError"}
    while more := {name for name, of in bases.items() if of & known} - known:
        known |= more
    return known


class _Texts:
    """Finds what one module says.

    Args:
        errors: the classes whose first argument and hint are for people.
        whole: whether every sentence in the module is for people.
        prints: whether what it prints is looked up in the catalogue.
    """

    def __init__(self, errors: set[str], *, whole: bool, prints: bool) -> None:
        self.errors = errors
        self.whole = whole
        self.prints = prints

    def of(self, tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
        """Yield each text with its node."""
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.Module | ast.AsyncFunctionDef):
                locals_ = _assigned(function)
                for node in _own(function):
                    if isinstance(node, ast.Call):
                        for given in self._spoken_arguments(node):
                            yield from self._texts(given, locals_, 0)
                    if isinstance(node, ast.Assign | ast.AnnAssign) and _names_a_text(node) and node.value is not None:
                        yield from self._texts(node.value, locals_, 0)
        if self.whole:
            yield from self._sentences(tree)

    def _spoken_arguments(self, call: ast.Call) -> list[ast.expr]:
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        named = {k.arg: k.value for k in call.keywords}
        if name in self.errors or name in ("invalid", "problem", "refuse"):
            return [*call.args[:1], *call.args[2:3], *(named[k] for k in ("message", "hint") if k in named)]
        if name in ("line", "styled") and self.prints:
            return call.args[:1]
        if name == "Finding":
            return [
                *call.args[1:4],
                *(named[k] for k in ("title", "actual", "expected", "summary", "fix") if k in named),
            ]
        if name == "table" and call.args and isinstance(call.args[0], ast.Tuple):
            return list(call.args[0].elts)
        if name in ("Effect", "Verdict", "Possibility"):
            return [*(named[k] for k in ("reason", "hint", "note", "expected", "actual") if k in named)]
        return []

    def _texts(self, node: ast.expr, locals_: dict[str, list[ast.expr]], depth: int) -> Iterator[tuple[ast.expr, str]]:
        for made in _templates(node):
            text = made.strip(" ,;\n")
            if _WORDS.search(text.replace(HOLE, "")):
                yield from ((node, _numbered(piece)) for piece in _pieces(text))
        if depth > 2:
            return
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and inner.id in locals_:
                for value in locals_[inner.id]:
                    yield from self._texts(value, locals_, depth + 1)

    def _sentences(self, tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
        skipped = _unspoken(tree)
        for node in ast.walk(tree):
            if id(node) in skipped or not isinstance(node, ast.JoinedStr | ast.Constant):
                continue
            for made in _templates(node):
                text = made.strip(" ,;\n")
                if _PROSE.search(text) and not text.startswith(("--", "  ", "::", "wpf-agent ", "<", "#", "/")):
                    yield from ((node, _numbered(piece)) for piece in _pieces(text))


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those of the functions in it."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _own(child)
        elif isinstance(child, ast.Lambda):
            yield from _own(child)


def _assigned(function: ast.AST) -> dict[str, list[ast.expr]]:
    """What the names of a function stand for."""
    found: dict[str, list[ast.expr]] = {}
    for node in _own(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return found


def _names_a_text(node: ast.Assign | ast.AnnAssign) -> bool:
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return getattr(target, "id", "") in ("default_hint", "HINT", "cause")


def _unspoken(tree: ast.Module) -> set[int]:
    """Docstrings, patterns, usage texts, keys, annotations, and the parts of what is taken as a whole."""
    found: set[int] = set()
    for node in ast.walk(tree):
        out: list[ast.AST] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            out = [node.value]
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "").endswith(("USAGE", "POWERSHELL")):
            out = list(ast.walk(node.value))
        elif isinstance(node, ast.Call) and (
            getattr(getattr(node.func, "value", None), "id", "") == "re" or getattr(node.func, "id", "") == "word_set"
        ):
            out = list(ast.walk(node))
        elif isinstance(node, ast.JoinedStr):
            out = [n for n in node.values if isinstance(n, ast.Constant)]
            out += [n for v in node.values if isinstance(v, ast.FormattedValue) and v.format_spec is not None
                    for n in ast.walk(v.format_spec)]  # fmt: skip
        elif isinstance(node, ast.Subscript):
            out = list(ast.walk(node.slice))
        elif isinstance(node, ast.Dict):
            out = [k for k in node.keys if k is not None]
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            out = list(ast.walk(node.annotation))
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            out = list(ast.walk(node.returns))
        found.update(map(id, out))
    return found


def _templates(node: ast.AST) -> list[str]:
    """The forms that the text of an expression may have, holes as NUL; none where it is no text of ours."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        made = [""]
        for value in node.values:
            if isinstance(value, ast.Constant):
                made = [m + str(value.value) for m in made]
                continue
            inner = value.value if isinstance(value, ast.FormattedValue) else value
            forms = _templates(inner) if isinstance(inner, ast.IfExp) else []
            made = [m + form for m in made for form in (forms or [HOLE])][:ALTERNATIVES]
        return made
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _templates(node.left) or [HOLE], _templates(node.right) or [HOLE]
        return [a + b for a in left for b in right if a + b != HOLE + HOLE][:ALTERNATIVES]
    if isinstance(node, ast.IfExp):
        return (_templates(node.body) or [HOLE]) + (_templates(node.orelse) or [HOLE])
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict):
        return [text for value in node.value.values for text in _templates(value)]
    if isinstance(node, ast.BoolOp):
        return [text for value in node.values for text in _templates(value)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in ("strip", "rstrip", "lstrip", "replace"):
            return _templates(node.func.value)
        if node.func.attr == "format":
            return [re.sub(r"\{\w*\}", HOLE, text) for text in _templates(node.func.value)]
    return []


def _pieces(text: str) -> Iterator[str]:
    """A text of several lines as it is looked up; names in braces are holes too."""
    named = re.sub(r"(?<!\$)\{[A-Za-z]*\}", HOLE, text)
    return iter([named]) if "\n" not in text or "  --" in text else pieces_of(named)


def _numbered(text: str) -> str:
    """A template: its holes numbered, those that touch each other as one."""
    parts = re.split(f"{HOLE}+", text)
    return "".join(part + (f"{{{i}}}" if i < len(parts) - 1 else "") for i, part in enumerate(parts))


def main(argv: list[str]) -> int:
    """Print what was asked for; 1 where a catalogue is not complete."""
    if argv == ["--list"]:
        for text, place in harvested().items():
            print(f"{place}\t{json.dumps(text, ensure_ascii=False)}")
        return 0
    if argv not in (["--missing"], ["--unused"]):
        print(__doc__)
        return 2
    wrong = 0
    for language in LANGUAGES[1:]:
        if argv == ["--missing"]:
            lines = [f"{place}\t{json.dumps(text, ensure_ascii=False)}" for text, place in missing(language).items()]
        else:
            lines = [json.dumps(text, ensure_ascii=False) for text in unused(language)]
        wrong += len(lines)
        print("\n".join([*lines, f"{language}: {len(lines)}"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
