"""Exceptions as programs print them: the text of a .NET exception or of a Python traceback becomes facts.

Read are what `Exception.ToString` gives, what the runtimes print when nobody handles an exception, and the texts of the
event log, with the words of an English or a Japanese .NET (`at`, `場所`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from wpfagent.dotnet import Frame
from wpfagent.testing.oracles.base import ExceptionFacts
from wpfagent.testing.runtime.facts import MESSAGE_LOOP

LONGEST = 64_000
"""More characters than this are not looked at."""
FRAMES_KEPT = 60
_NAME = r"[^\W\d][\w`]*"
_DOTTED = rf"{_NAME}(?:[.+]{_NAME})*"
_MARKER = re.compile(
    r"unhandled exception[.:]|fatal error\.|exception info[:：]"
    r"|ハンドルされ(?:てい)?ない例外(?:が発生しました)?\s*[:：。]|未処理の例外\s*[:：]|例外情報\s*[:：]",
    re.IGNORECASE,
)
"""What stands before an exception that nobody handled."""
_ENDED = re.compile(r"^\s*(Process terminated\.|Stack overflow\.|プロセスが終了しました。)\s*(.*)$")
"""What the runtime prints when it ends the process without an exception object."""
_ENDED_TYPES = {"Stack overflow.": "System.StackOverflowException"}
_FAIL_FAST = "System.Environment.FailFast"
_FATAL = re.compile(r"^\s*(?:Internal CLR error\.?\s*)?\(?(0x[0-9A-Fa-f]{8})\)?\s*$")
"""What stands behind `Fatal error.` where native code failed, or the runtime itself: a number and no exception."""
_FATAL_TYPES = {
    "0xC0000005": "System.AccessViolationException",
    "0xC00000FD": "System.StackOverflowException",
    "0x80131506": "System.ExecutionEngineException",
}
_HEADER = re.compile(
    rf"^\s*(?:\(Inner Exception #\d+\)\s*)?(?P<type>{_DOTTED})(?:\[[^\]\n]*\])?"
    r"(?:\s+\((?:0x[0-9A-Fa-f]+|\d+)\))?\s*(?:[:：]\s*(?P<message>.*))?$"
)
_INNER = "--->"
_KNOWN_SUFFIX = re.compile(r"(?:Exception|Error)(?:`\d+)?$")
_FRAME = re.compile(r"^\s+(?:at|場所|in|bei|à|en)\s+(?P<method>[^\s(][^(]*?)\s*\(")
_PLACE = re.compile(r"\)\s+\S+\s+(?P<file>\S.*):\D+(?P<line>\d+)\s*$")
"""Where a printed frame stands, behind its arguments: `in C:\\shop\\Orders.cs:line 16`, in whatever language."""
_TRACEBACK = "Traceback (most recent call last):"
_PYTHON_FRAME = re.compile(r'^\s*File "(?P<file>[^"]*)", line \d+, in (?P<name>.+?)\s*$')
_PYTHON_ERROR = re.compile(rf"^(?P<type>{_DOTTED})(?::\s?(?P<message>.*))?$")
WRAPPERS = frozenset({
    "System.Reflection.TargetInvocationException", "System.AggregateException", "System.TypeInitializationException",
    "System.Windows.Markup.XamlParseException", "System.InvalidOperationException",
    "System.Threading.Tasks.TaskSchedulerException",
})  # fmt: skip
"""Exceptions that mostly wrap another, which then says what happened."""
_OF_ITS_OWN = "System.InvalidOperationException"
"""The one of them that is thrown for itself, too: an inner one that is of no kind then only explains it."""
_FOREIGN = (
    "System", "Microsoft", "MS", "Windows", "Interop", "Internal", "WinRT", "PresentationFramework", "PresentationCore",
    "Python.Runtime", "MahApps", "Prism", "CommunityToolkit", "GalaSoft", "ReactiveUI", "Newtonsoft", "Serilog", "NLog",
    "log4net", "Autofac", "Castle", "Caliburn", "runpy", "<frozen importlib", "threading", "clr_loader", "pythonnet",
)  # fmt: skip
"""First names of methods that are not the user's own: the framework's and those of common libraries."""


def parse_exception(text: str, source: str = "") -> ExceptionFacts | None:
    """Return the exception that a text tells of; None when it tells of none.

    One that nobody handled comes before one that was only printed. The type is that of the inner exception where the
    outer one only wraps it; frames stand innermost first.

    Args:
        text: what was printed, logged or shown.
        source: where it was read, for `ExceptionFacts.source`.
    """
    text = text[:LONGEST]
    found = _parse_dotnet(text)
    if _TRACEBACK in text and (found is None or not found.frames or found.type.startswith("Python.Runtime.")):
        found = _parse_python(text) or found
    return replace(found, source=source) if found is not None else None


def placed_frames(text: str) -> tuple[Frame, ...]:
    """Return the user's own frames of a printed .NET stack, innermost first, with file and line where it has them."""
    found: list[Frame] = []
    for line in text[:LONGEST].splitlines():
        match = _FRAME.match(line)
        name = _plain(match["method"]) if match is not None else ""
        if not is_own(name):
            continue
        type_name, _, method = name.rpartition(".")
        place = _PLACE.search(line)
        file, at = (place["file"], int(place["line"])) if place is not None else (None, None)
        found.append(Frame(type_name, method, file=file, line=at, user=True))
    return tuple(found)


def is_unhandled(text: str) -> bool:
    """Return whether a text says that nobody handled its exception."""
    return _MARKER.search(text) is not None or any(_ENDED.match(line) for line in text.splitlines())


def user_frames(facts: ExceptionFacts) -> tuple[str, ...]:
    """Return the frames in the user's own code, innermost first; a method that calls itself stands once.

    What stands below the outermost message loop, as `Main` does, only waits: it threw nothing.
    """
    loop = max((i for i, f in enumerate(facts.frames) if MESSAGE_LOOP.fullmatch(f)), default=len(facts.frames))
    return _without_repeats([f for f in facts.frames[:loop] if is_own(f)])


def is_own(frame: str) -> bool:
    """Return whether a frame is the user's own code; that of no frame ('') is not."""
    return frame != "" and not any(frame == name or frame.startswith(f"{name}.") for name in _FOREIGN)


def _without_repeats(frames: list[str]) -> tuple[str, ...]:
    return tuple(f for i, f in enumerate(frames) if i == 0 or frames[i - 1] != f)


# -- .NET -----------------------------------------------------------------------------------------------------------


def _parse_dotnet(text: str) -> ExceptionFacts | None:
    # .NET Framework writes an inner exception behind the outer one's message, .NET on a line of its own
    lines = re.sub(rf"[ \t]*{_INNER}[ \t]*", f"\n {_INNER} ", text).splitlines()
    best: tuple[int, int, ExceptionFacts] | None = None
    for index, line in enumerate(lines):
        if len(line) > 4_000:
            continue
        marker = _MARKER.search(line)
        header = line[marker.end() :] if marker else line
        if marker and not header.strip() and index + 1 < len(lines):
            header = lines[index + 1]  # the runtime may break the line behind its words
        made = _exception_at(header, lines[index + 1 :], marked=marker is not None)
        if made is None:
            continue
        rank = 2 if marker or _ENDED.match(line) else 1 if made.frames else 0
        if best is None or rank > best[0] or (rank == 2 and best[0] == 2 and index > best[1] + 1):
            best = rank, index, made
    return best[2] if best else None


def _exception_at(header: str, following: list[str], *, marked: bool) -> ExceptionFacts | None:
    """Read the exception whose first line this is; None when it is no such line."""
    if ended := _ENDED.match(header):
        name = _ENDED_TYPES.get(ended[1], _FAIL_FAST)
        return ExceptionFacts(name, ended[2].strip(), _frames_of(following), text=_text_of(header, following))
    if marked and (fatal := _FATAL.match(header)):
        code = f"0x{fatal[1][2:].upper()}"
        return ExceptionFacts(_FATAL_TYPES.get(code, code), "", _frames_of(following), text=_text_of(header, following))
    match = _HEADER.match(header)
    if match is None or not _is_type(match["type"], marked=marked):
        return None
    chain = [(match["type"], [match["message"] or ""])]
    for line in following:
        if _FRAME.match(line):
            break
        inner = _HEADER.match(line.lstrip().removeprefix(_INNER)) if line.startswith(f" {_INNER}") else None
        if inner is not None and _is_type(inner["type"], marked=True):
            chain.append((inner["type"], [inner["message"] or ""]))
        else:
            chain[-1][1].append(line)
    frames = _frames_of(following)
    if not frames:  # without a stack nothing tells where the message ends
        chain = [(name, message[:1]) for name, message in chain[:1]]
    depth = telling_one([outer for outer, _ in chain])
    name, message = chain[depth]
    around = tuple(f"{outer}: {said[0]}".rstrip(": ") for outer, said in chain[:depth])
    text = _text_of(header, following)
    return ExceptionFacts(name, "\n".join(message).strip(), frames, text=text, around=around)


def telling_one(types: Sequence[str]) -> int:
    """Return which exception of a chain, outermost first, says what happened: the first that only wraps no other."""
    pairs = enumerate(pairwise(types))
    return next((depth for depth, (one, inner) in pairs if not _wraps(one, inner)), len(types) - 1)


def _wraps(outer: str, inner: str) -> bool:
    return outer in WRAPPERS and not (outer == _OF_ITS_OWN and inner == "System.Exception")


def _is_type(name: str, *, marked: bool) -> bool:
    """A type is told by its suffix; after words that announce one, any name with a namespace is one."""
    if _KNOWN_SUFFIX.search(name) is None:
        return marked and "." in name
    return name not in ("Exception", "Error") or marked


def _frames_of(lines: list[str]) -> tuple[str, ...]:
    """The frames below a header; blank lines and the ends of inner stacks may lie between, not another header."""
    found: list[str] = []
    for line in lines:
        if match := _FRAME.match(line):
            found.append(_plain(match["method"]))
            if len(found) >= FRAMES_KEPT:
                break
        elif found and not line.lstrip().startswith("---") and line.strip() and not line.startswith((" ", "\t")):
            break
    return tuple(found)


def _text_of(header: str, following: list[str]) -> str:
    last = 0
    for index, line in enumerate(following):
        if _FRAME.match(line) or line.lstrip().startswith("---"):
            last = index + 1
        elif last and line.strip() and not line.startswith((" ", "\t")):
            break
    return "\n".join([header.strip(), *following[:last]])


def _plain(method: str) -> str:
    """Return a method as its source names it: without generic arguments and the compiler's own names.

    `A.<Save>d__5.MoveNext` and `A.<>c__DisplayClass3_0.<Save>b__1` are `A.Save`.
    """
    text = re.sub(r"`\d+|\[[^\]]*\]", "", method)
    text = re.sub(r"<(\w+)>g__(\w+)\|[\d_]+", r"\1.\2", text)
    text = re.sub(r"\.?<>c(?:__DisplayClass[\d_]+)?(?=[.+])|[.+]<>c(?:__DisplayClass[\d_]+)?", "", text)
    text = re.sub(r"<(\w+)>d(?:__[\d_]+)?\.MoveNext", r"\1", text)
    text = re.sub(r"<(\w+)>b__[\d_]+", r"\1", text)
    text = re.sub(r"<[^<>]*>", "", text)
    return re.sub(r"[.+]{2,}", ".", text.replace("+", ".")).replace("..", ".").strip()


# -- Python ---------------------------------------------------------------------------------------------------------


def _parse_python(text: str) -> ExceptionFacts | None:
    """Read the last traceback: frames stand outermost first, the exception below them."""
    _, _, block = text.rpartition(_TRACEBACK)
    frames: list[str] = []
    for line in block.splitlines():
        if match := _PYTHON_FRAME.match(line):
            module = re.split(r"[\\/]", match["file"])[-1].removesuffix(".py")
            frames.append(f"{module}.{match['name']}")
        elif frames and line and not line[0].isspace():
            error = _PYTHON_ERROR.match(line)
            if error is None:
                return None
            kept = tuple(reversed(frames))[:FRAMES_KEPT]
            return ExceptionFacts(error["type"], error["message"] or "", kept, text=(_TRACEBACK + block).strip())
    return None
