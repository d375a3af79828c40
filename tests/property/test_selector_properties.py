from __future__ import annotations

import string
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control
from wpfagent.core.selector import CONTROL_TYPES, KEYS, Selector, durable, nearest, split_identifier
from wpfagent.safety.lexicon import of_label
from wpfagent.safety.lexicon.english import WORDS
from wpfagent.safety.lexicon.japanese import STEMS

TEXT = st.text(min_size=1, max_size=12).filter(lambda text: "\0" not in text)
"""Any text but one that no selector may hold."""
NUMBER = st.integers(-2_000, 2_000)
OWN_KEYS: dict[str, st.SearchStrategy[Any]] = {
    "automation_id": TEXT,
    "name": TEXT,
    "control_type": st.sampled_from(CONTROL_TYPES),
    "name_re": TEXT.filter(str.isalnum),
    "class_name": TEXT,
    "index": NUMBER,
    "label": TEXT,
    "row": st.one_of(NUMBER, st.dictionaries(TEXT, TEXT, min_size=1, max_size=3)),
    "ref": TEXT,
    "bounding_rect": st.lists(NUMBER, min_size=4, max_size=4),
}
FLAT = st.fixed_dictionaries({}, optional=OWN_KEYS).filter(lambda keys: set(keys) - {"index"})
"""`index` alone names nothing."""
SELECTORS = st.recursive(
    FLAT, lambda inner: st.tuples(FLAT, inner).map(lambda pair: {**pair[0], "within": pair[1]}), max_leaves=3
)
JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)
CONTROLS = st.builds(
    Control,
    ref=st.just("e7"),
    automation_id=st.text(max_size=8),
    name=st.text(max_size=8),
    control_type=st.sampled_from(CONTROL_TYPES),
    class_name=st.text(max_size=8),
)


@given(SELECTORS)
def test_a_selector_survives_being_written_and_read(given_keys):
    selector = Selector.parse(given_keys)
    assert Selector.parse(selector.to_dict()) == selector
    assert selector.to_dict() == given_keys


@given(st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=6)), JUNK, max_size=4))
def test_any_object_is_either_a_selector_or_an_invalid_argument(given_keys):
    try:
        Selector.parse(given_keys)
    except InvalidArgument:
        pass


@given(CONTROLS)
def test_a_durable_selector_holds_no_ref_and_never_excludes_its_control(control):
    try:
        made = durable(control)
    except InvalidArgument:
        return
    assert made.ref is None
    assert made.narrows(control)
    assert made.automation_id in (None, control.automation_id)
    assert made.name in (None, control.name)


@given(TEXT, st.lists(TEXT, max_size=12))
def test_what_is_there_exactly_is_the_nearest(wanted, others):
    assert nearest(wanted, [*others, wanted])[0].lower().find(wanted.lower()) >= 0
    assert wanted in nearest(wanted, [wanted])


@given(st.lists(st.sampled_from(["Delete", "Save", "Row", "all", "X", "42"]), min_size=1, max_size=4))
def test_an_identifier_of_words_is_split_into_these_words(words):
    joined = "_".join(words)
    assert split_identifier(joined) == words


LETTERS = st.text(alphabet=string.ascii_lowercase + "äöüßéñçøåè", min_size=1, max_size=4)


@given(st.sampled_from(sorted(WORDS)), LETTERS, st.sampled_from(["before", "after"]))
def test_a_destructive_word_inside_a_longer_word_never_triggers(word, letters, side):
    longer = letters + word if side == "before" else word + letters
    if longer in WORDS:
        return
    assert of_label(longer) is None
    assert of_label(f"Show {longer} list") is None


@given(
    st.sampled_from(sorted(WORDS)),
    st.sampled_from([" ", "-", ".", "/", "(", "…", ":", "1", "の"]),
    st.booleans(),
)
def test_a_destructive_word_between_any_separators_triggers(word, separator, capitals):
    label = f"Now{separator}{word.upper() if capitals else word}{separator}it"
    assert of_label(label)


@given(st.sampled_from(sorted(STEMS)), st.text(alphabet="行を全て選択した表の", max_size=4))
def test_a_japanese_word_triggers_anywhere_in_a_label(word, around):
    assert of_label(around + word + "する")
