"""`python scripts/make_zip.py [--exe dist/wpf-agent.exe]`: make the zip that people download, into dist/.

`wpf-ui-agent/` holds the exe, setup.cmd with setup.ps1, profiles.json with its schema, README.md and README.ja.md with
the pictures and pages that they lead to, the licences and the inventory of what is inside, and SHA256SUMS.txt of all of
them. The same files give the same zip.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
import time
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

FOLDER = "wpf-ui-agent"
SUMS = "SHA256SUMS.txt"
PAGES = ("README.md", "README.ja.md")
OWN = ("setup.cmd", "setup.ps1", *PAGES, "LICENSE")
MADE = ("THIRD_PARTY_LICENSES.txt", "wpf-agent.cdx.json")
"""What the build writes beside the exe."""
LINK = re.compile(r"\]\(<?([^)\s>#]+)")
"""Where a Markdown link or picture leads, without its anchor."""
BUILDER = (ROOT / "scripts" / "build_exe.py").stem


def main() -> int:
    """Make the zip and print its size and digest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exe", default=str(ROOT / "dist" / "wpf-agent.exe"))
    parser.add_argument("--out", default="", help="the zip; beside the exe by default")
    arguments = parser.parse_args()
    exe = Path(arguments.exe).absolute()
    if not exe.is_file():
        sys.exit(f"{exe} is missing; `python scripts/{BUILDER}.py` makes it, on Windows.")
    out = Path(arguments.out).absolute() if arguments.out else exe.parent / f"{FOLDER}.zip"
    write(out, contents_of(exe))
    data = out.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    out.with_name(f"{out.name}.sha256").write_text(f"{digest}  {out.name}\n", encoding="utf-8", newline="\n")
    print(f"{out}: {len(data) / 1e6:.1f} MB, sha256 {digest}")
    return 0


def contents_of(exe: Path) -> dict[str, bytes]:
    """Return what goes into the zip, by name: the sums last."""
    from wpfagent.entries.setup.template import profiles_text
    from wpfagent.profiles.file import SCHEMA, schema_text

    missing = [name for name in MADE if not (exe.parent / name).is_file()]
    if missing:
        sys.exit(f"{', '.join(missing)} must lie beside the exe; `python scripts/{BUILDER}.py` writes them.")
    found = {"wpf-agent.exe": exe.read_bytes()}
    found |= {name: (ROOT / name).read_bytes() for name in OWN if (ROOT / name).is_file()}
    found |= {"profiles.json": profiles_text().encode(), SCHEMA: schema_text().encode()}
    found |= {name: (exe.parent / name).read_bytes() for name in MADE}
    found |= {name: (ROOT / name).read_bytes() for name in linked_from(PAGES) if name not in found}
    return found | {SUMS: sums_of(found).encode()}


def linked_from(pages: Iterable[str], root: Path = ROOT) -> list[str]:
    """Return the files that these pages lead to, by links from page to page, sorted; modules are for a checkout only.

    Args:
        pages: Markdown files, by their names below the root.
        root: the folder that names count from, and that links may not leave.
    """
    root, ahead, known = root.resolve(), [*pages], set(pages)
    while ahead:
        page = root / ahead.pop()
        if page.suffix != ".md" or not page.is_file():
            continue
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            path = (page.parent / unquote(link)).resolve()
            if not path.is_relative_to(root) or not path.is_file() or path.suffix == ".py":
                continue
            name = path.relative_to(root).as_posix()
            if name not in known:
                known.add(name)
                ahead.append(name)
    return sorted(known - set(pages))


def sums_of(files: Mapping[str, bytes]) -> str:
    """Return the digests in the form that `sha256sum --check` reads."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))


def write(out: Path, files: Mapping[str, bytes]) -> None:
    """Write the zip; its entries carry a fixed time, so that it depends on the contents alone."""
    out.parent.mkdir(parents=True, exist_ok=True)
    stamp = time.gmtime(1_767_225_600)[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}", stamp)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)


if __name__ == "__main__":
    sys.exit(main())
