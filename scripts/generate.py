"""Writes what is made from the models: JSON Schemas, the types of App's methods, docs/reference.md.

python scripts/generate.py             writes all of them, and lists what the Japanese catalogue lacks
python scripts/generate.py --check     exit code 1 when one of them is not as the models are
"""

from __future__ import annotations

import sys
from pathlib import Path

import make_docs
import make_methods
import messages

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wpfagent.entries.schemas import FOLDER, schemas, text_of, write_schemas


def main(argv: list[str]) -> int:
    """Write all, or say what is not fresh; 1 also where a message has no translation."""
    if argv not in ([], ["--check"]):
        print(__doc__)
        return 2
    if not argv:
        print("\n".join(map(str, write_schemas())))
        stale = []
    else:
        stale = [n for n, made in schemas().items() if (FOLDER / n).read_text(encoding="utf-8") != text_of(made)]
        print("\n".join(f"{name} is not as the models are: python scripts/generate.py" for name in stale), end="")
    codes = (make_methods.main(argv), make_docs.main(argv), messages.main(["--missing"]))
    return 1 if stale or any(codes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
