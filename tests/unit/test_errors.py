from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from wpfagent.core import errors
from wpfagent.core.errors import WpfAgentError

FAMILIES = {errors.UsageError: 2, errors.NotReached: 3, errors.Refused: 4, errors.AppFailed: 5,
            errors.Interrupted: 130}  # fmt: skip
CODES = [
    "target_not_found", "target_ambiguous", "element_not_found", "element_not_enabled", "element_not_visible",
    "element_obscured", "element_moving", "selector_ambiguous", "stale_ref", "timeout", "busy", "app_not_responding",
    "app_exited", "app_not_found", "refused_destructive", "refused_mode", "refused_repeated", "refused_outside_target",
    "refused_coordinates", "confirmation_required", "token_expired", "launch_failed", "launch_not_allowed",
    "not_running", "tool_disabled", "profile_not_found", "profile_invalid", "invalid_argument",
    "access_denied_elevated", "no_interactive_desktop", "foreground_denied", "path_outside_scope", "storage_failed",
    "diverged", "unsupported", "handler_threw", "extra_missing", "stopped_by_person",
    "stale_picture", "text_not_found",
]  # fmt: skip


def below(kind: type[WpfAgentError]) -> Iterator[type[WpfAgentError]]:
    for child in kind.__subclasses__():
        if child.__module__ == errors.__name__:
            yield child
            yield from below(child)


ALL = sorted({*below(WpfAgentError)}, key=lambda c: c.__name__)
LEAVES = [c for c in ALL if c not in FAMILIES]


def test_every_contract_code_is_the_code_of_one_class():
    assert sorted(c.code for c in LEAVES if c.code in CODES) == sorted(CODES)


def test_no_two_classes_share_a_code():
    codes = [c.code for c in ALL]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("kind", ALL, ids=lambda c: c.__name__)
def test_each_class_has_its_own_snake_case_code_and_a_docstring(kind):
    assert "code" in vars(kind)
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", kind.code)
    assert kind.__doc__


@pytest.mark.parametrize("kind", LEAVES, ids=lambda c: c.__name__)
def test_each_class_belongs_to_one_family_and_has_its_exit_code(kind):
    families = [f for f in FAMILIES if issubclass(kind, f)]
    assert len(families) == 1
    assert kind.exit_code == FAMILIES[families[0]]


def test_the_docstring_tree_lists_every_class_in_its_family():
    tree = errors.__doc__ or ""
    blocks = re.split(r"[├└]──", tree)[1:]
    for block in blocks:
        family = getattr(errors, block.split()[0])
        listed = set(re.findall(r"[A-Z]\w+", block.split(")", 1)[1].split("\n\n")[0]))
        assert listed == {c.__name__ for c in below(family)}, family
    assert {getattr(errors, b.split()[0]) for b in blocks} == set(FAMILIES)


@pytest.mark.parametrize("kind", ALL, ids=lambda c: c.__name__)
def test_to_dict_has_the_four_keys_and_is_json(kind):
    made = kind("What was asked.", hint="What to do.", details={"n": [1, "二"]}).to_dict()
    assert made == {
        "error": {"code": kind.code, "message": "What was asked.", "hint": "What to do.", "details": {"n": [1, "二"]}}
    }
    assert json.loads(json.dumps(made)) == made


def test_a_hint_of_its_own_replaces_the_class_hint():
    assert errors.StaleRef("Gone.").hint == errors.StaleRef.default_hint
    assert errors.StaleRef("Gone.", hint="Look again.").hint == "Look again."


def test_the_text_of_an_error_is_message_and_hint():
    assert str(errors.InvalidArgument("Wrong.", hint="Right.")) == "Wrong. Right."
    assert str(errors.InvalidArgument("Wrong.")) == "Wrong."


def test_details_are_a_copy_so_that_a_caller_cannot_change_them():
    given = {"a": 1}
    error = errors.TimedOut("Late.", details=given)
    given["a"] = 2
    assert error.details == {"a": 1}
