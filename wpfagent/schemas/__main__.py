"""`python -m wpfagent.schemas`: write the JSON Schemas anew."""

from __future__ import annotations

import sys

from wpfagent.schemas.generate import write_schemas

for path in write_schemas():
    sys.stdout.write(f"{path}\n")
