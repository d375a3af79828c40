"""Where types and methods are declared in the user's C# and Visual Basic files; read as text, not compiled."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path, PureWindowsPath

from wpfagent.dotnet.model import Place

SUFFIXES = (".cs", ".vb")
_SKIPPED = frozenset(("bin", "obj", ".git", ".vs", "node_modules", "packages", ".venv"))
MOST_FILES = 10_000
LARGEST = 2_000_000
_QUIET = re.compile(
    r"//[^\n]*|/\*.*?\*/|@\"(?:[^\"]|\"\")*\"|\"\"\".*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'", re.DOTALL
)
"""Comments, strings and characters: what stands in them is no code."""
_TYPE = re.compile(r"\b(?:class|struct|interface|record(?:\s+(?:class|struct))?|Class|Module|Structure)\s+(\w+)")
_NO_DECLARATION = re.compile(r"\b(?:return|await|new|throw|else|case|yield|in|is|as|when|out|ref|AndAlso|Call)\s*$")
_BEFORE = re.compile(r"[\w>\])?]\s+$")
_MODIFIERS = re.compile(r"^\s*(?:(?:public|private|protected|internal|static|unsafe|extern)\s+)*$")


def files_below(folder: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Give the source files below a folder, in order; what builds and packages leave is left out."""
    count = 0
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name.lower() not in _SKIPPED)
        for name in sorted(names):
            path = Path(where, name)
            if path.suffix.lower() in suffixes and path.stat().st_size <= LARGEST:
                count += 1
                if count > MOST_FILES:
                    return
                yield path


class CodeFile:
    """One file of code."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def text(self) -> str:
        """The file as it is; "" where it cannot be read."""
        try:
            return self.path.read_text("utf-8-sig", errors="replace")
        except OSError:
            return ""

    @cached_property
    def code(self) -> str:
        """The file with blanks for comments, strings and characters: same places, same lines."""
        return _QUIET.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), self.text)

    @cached_property
    def types(self) -> dict[str, list[tuple[int, int]]]:
        """By simple name: from where to where the types reach."""
        found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for match in _TYPE.finditer(self.code):
            found[match[1]].append((match.start(), self._end(match.end())))
        return found

    def place(self, at: int) -> Place:
        """Return the place of a character."""
        return Place(str(self.path), self.text.count("\n", 0, at) + 1)

    def method(self, type_name: str, method: str) -> Place | None:
        """Return where a type (simple name) declares a method, constructor or property; None where it does not."""
        name = type_name if method in (".ctor", ".cctor") else method.rpartition(".")[2]
        for prefix in ("get_", "set_", "add_", "remove_"):
            name = name.removeprefix(prefix)
        for start, end in self.types.get(type_name, ()):
            for match in re.finditer(rf"\b{re.escape(name)}\b", self.code[start:end]):
                at = start + match.start()
                line = self.code[self.code.rfind("\n", 0, at) + 1 : at]
                after = self.code[start + match.end() : start + match.end() + 200]
                if _is_declared(line, after, constructor=name == type_name):
                    return self.place(at)
        return None

    def _end(self, at: int) -> int:
        """Return where the block ends that begins after a place; the file's end where none does."""
        depth = 0
        for match in re.finditer(r"[{};]", self.code[at:]):
            if match.group() == ";" and not depth:
                return at + match.end()
            depth += {"{": 1, "}": -1}.get(match.group(), 0)
            if not depth and match.group() == "}":
                return at + match.end()
        return len(self.code)


def _is_declared(line: str, after: str, *, constructor: bool) -> bool:
    """Return whether a name is declared here: by what stands before it in its line, and after it."""
    if constructor:
        return bool(_MODIFIERS.match(line)) and after.lstrip().startswith("(")
    if not _BEFORE.search(line) or _NO_DECLARATION.search(line) or "=" in line:
        return False
    return bool(re.match(r"\s*(?:<[^>(]*>)?\s*(?:\(|\{|=>|$)", after)) or bool(
        re.search(r"\b(?:Sub|Function)\s+$", line)
    )


class Sources:
    """The code below one folder.

    Args:
        folder: the folder of the program's sources.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = tuple(map(CodeFile, files_below(folder, SUFFIXES)))

    def same(self, built: str) -> Path | None:
        """Return the file that a path on the build machine means: the one with the longest common end of the path."""
        wanted = [part.lower() for part in PureWindowsPath(built.replace("/", "\\")).parts]
        best: tuple[int, Path] | None = None
        for file in self.files:
            parts = [part.lower() for part in file.path.parts]
            common = 0
            while common < min(len(parts), len(wanted)) and parts[-1 - common] == wanted[-1 - common]:
                common += 1
            if common and (best is None or common > best[0]):
                best = common, file.path
        return best[1] if best else None

    def method(self, type_name: str, method: str) -> Place | None:
        """Return where a type (as the runtime names it) declares a method; None where no file does."""
        simple = re.sub(r"`\d+.*$", "", re.split(r"[.+]", type_name)[-1])
        namespace = type_name.rpartition(".")[0]
        likely = (file for file in self.files if simple in file.text)
        found = [(file, place) for file in likely if (place := file.method(simple, method))]
        if len(found) > 1 and namespace:
            found = [pair for pair in found if namespace in pair[0].code] or found
        return found[0][1] if found else None

    def declared(self, name: str, near: str = "") -> Place | None:
        """Return where a property or method of this name is declared; None where nowhere, or in several types.

        Args:
            name: the member's.
            near: the type of the view, which decides: itself, a type in its file, or one with its name in front.
        """
        if not re.fullmatch(r"\w+", name):
            return None
        found = {
            (type_name, place): file
            for file in self.files
            if name in file.text
            for type_name in file.types
            if (place := file.method(type_name, name))
        }
        view = near.rpartition(".")[2]
        stem = re.sub(r"(?:View|Window|Page|Control|Dialog)$", "", view)
        tests: tuple[Callable[[str, CodeFile], bool], ...] = (
            lambda type_name, file: True,
            lambda type_name, file: type_name == view,
            lambda type_name, file: view in file.types,
            lambda type_name, file: bool(stem) and type_name.startswith(stem),
        )
        for test in tests:
            places = {place for (type_name, place), file in found.items() if test(type_name, file)}
            if len(places) == 1:
                return places.pop()
        return None


@lru_cache(maxsize=8)
def sources_of(folder: Path) -> Sources:
    """Return the code below a folder; read once."""
    return Sources(folder)
