"""Values written as YAML are read back as they were."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from wpfagent.core.yaml_text import parse_source, write_value

SCALARS = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=30)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@given(VALUES)
def test_a_value_on_one_line_is_read_back_as_it_was(value: Any) -> None:
    text = write_value(value)
    assert "\n" not in text
    assert parse_source(f"a: {text}\n", "x.yaml").data == {"a": value}


@pytest.mark.parametrize("text", ["on", "no", "1e5", "1_000", "0o17", "2026-11-20", "12:30", "~", "", "a: b", "# c",
                                  "…\u0085x", "'", '"', "山田 花子", "\t", "\n", "a\nb", "${x}", "{", "- a",
                                  "😀"])  # fmt: skip
def test_a_text_stays_a_text_for_any_reader(text: str) -> None:
    written = write_value({"k": text})
    assert parse_source(written, "x.yaml").data == {"k": text}
    assert yaml.safe_load(written) == {"k": text}
