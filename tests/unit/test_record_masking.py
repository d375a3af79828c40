"""What must not be written down is not, in whatever form; what was no secret stays."""

from __future__ import annotations

import html
import json
import urllib.parse

import pytest

from wpfagent.core.errors import InvalidArgument
from wpfagent.core.model import Control
from wpfagent.safety.masking import Masks
from wpfagent.safety.secret_names import is_secret_name, may_name_secret

PASSWORD = 'Hush "7&ü\\ x'


@pytest.fixture
def masks() -> Masks:
    made = Masks()
    made.add(PASSWORD, "DB")
    return made


@pytest.mark.parametrize(
    "written",
    [
        PASSWORD,
        PASSWORD.upper(),
        PASSWORD.lower(),
        json.dumps(PASSWORD)[1:-1],
        json.dumps(PASSWORD, ensure_ascii=False)[1:-1],
        urllib.parse.quote(PASSWORD),
        urllib.parse.quote_plus(PASSWORD).lower(),
        html.escape(PASSWORD),
        html.escape(PASSWORD, quote=False),
        repr(PASSWORD)[1:-1],
    ],
)
def test_a_secret_is_masked_in_every_form(masks, written):
    assert masks.text(f"before {written} after") == "before ${secret:DB} after"


def test_keys_numbers_and_nested_texts(masks):
    given = {
        PASSWORD: [PASSWORD, {"text": f"a{PASSWORD}b"}],
        "count": 3,
        "on": True,
        "none": None,
        "rect": (1, 2, 3, 4),
    }
    assert masks.mask(given) == {
        PASSWORD: ["${secret:DB}", {"text": "a${secret:DB}b"}], "count": 3, "on": True, "none": None,
        "rect": [1, 2, 3, 4],
    }  # fmt: skip


def test_what_is_no_text_is_masked_as_it_would_be_written(masks):
    class Strange:
        def __str__(self) -> str:
            return f"<{PASSWORD}>"

    assert masks.mask({"x": Strange()}) == {"x": "<${secret:DB}>"}


def test_masking_twice_is_masking_once():
    masks = Masks()
    for value in ("secret", "redacted", "PIN"):
        masks.add(value, "PIN")
    once = masks.text("my secret is ${secret:OTHER}, ${redacted} too")
    assert once == "my ${secret:PIN} is ${secret:OTHER}, ${redacted} too"
    assert masks.text(once) == once


def test_a_short_secret_is_masked_only_as_a_whole():
    masks = Masks()
    masks.add("42", "PIN")
    assert masks.mask({"text": "42", "name": "1421 of 42"}) == {"text": "${secret:PIN}", "name": "1421 of 42"}


def test_the_longer_of_two_secrets_wins():
    masks = Masks()
    masks.add("hush", "SHORT")
    masks.add("hush-hush", "LONG")
    assert masks.text("hush-hush hush") == "${secret:LONG} ${secret:SHORT}"


def test_two_values_of_one_name_stay_apart():
    masks = Masks()
    for value in ("wrong-one", "right-one", "right-one ", "wrong-one", "third-one"):
        masks.add(value, "PASSWORD")
    assert masks.text("wrong-one, right-one, third-one") == (
        "${secret:PASSWORD}, ${secret:PASSWORD_2}, ${secret:PASSWORD_3}"
    )
    assert masks.text("right-one ") == "${secret:PASSWORD_2}"


def test_a_secret_with_blanks_around_is_found_without_them():
    masks = Masks()
    masks.add("hunter2\n", "KEY")
    assert masks.text("it is hunter2.") == "it is ${secret:KEY}."


def test_a_multi_line_secret_is_found_with_windows_line_ends():
    masks = Masks()
    masks.add("line one\nline two", "KEY")
    assert masks.text("line one\r\nline two") == "${secret:KEY}"


def test_an_empty_value_masks_nothing():
    masks = Masks()
    masks.add("", "KEY")
    assert masks.mask({"text": "", "name": "a"}) == {"text": "", "name": "a"}


def test_a_password_that_is_a_common_word_leaves_identifiers_and_own_words_alone():
    masks = Masks()
    masks.add("password", "PW")
    masks.add("click", "C")
    step = {
        "action": "click",
        "selector": {"automation_id": "PasswordBox"},
        "args": {"text": "Password", "secret": "C"},
    }
    assert masks.mask(step) == {
        "action": "click", "selector": {"automation_id": "PasswordBox"},
        "args": {"text": "${secret:PW}", "secret": "C"},
    }  # fmt: skip


def test_a_secret_inside_an_identifier_is_masked():
    masks = Masks()
    masks.add("hunter2", "PW")
    assert masks.mask({"automation_id": "row_hunter2"}) == {"automation_id": "row_${secret:PW}"}


def test_a_column_named_like_an_own_word_is_data():
    masks = Masks()
    masks.add("hunter2", "PW")
    assert masks.mask({"rows": [{"time": "hunter2"}]}) == {"rows": [{"time": "${secret:PW}"}]}


def test_values_under_secret_names_are_masked_by_name():
    masks = Masks()
    assert masks.mask({"variables": {"api_key": "abc", "keyboard": "us", "パスワード": "def"}}) == {
        "variables": {"api_key": "${secret:api_key}", "keyboard": "us", "パスワード": "${secret:パスワード}"}
    }


def test_the_name_of_a_secret_and_a_consent_token_stay():
    given = {"args": {"secret": "DB"}, "details": {"token": "a1b2c3d4"}, "confirm_token": "a1b2c3d4"}
    assert Masks().mask(given) == given


def test_a_columns_header_makes_no_secret_of_its_cells():
    assert Masks().mask({"rows": [{"Token": "abc"}], "selector": {"row": {"PIN": "7"}}}) == {
        "rows": [{"Token": "abc"}], "selector": {"row": {"PIN": "7"}},
    }  # fmt: skip


@pytest.mark.parametrize(
    "told",
    ["Password: hunt3r2.", "Your PIN code: hunt3r2", "パスワード：hunt3r2", '{"token": "hunt3r2"}',
     "note: token=hunt3r2", "https://me.example/p?token=hunt3r2&x=1", "Server=a;Password=hunt3r2;User=b",
     "Bearer hunt3r2hunt3r2",
     "https://me:hunt3r2@host/x", "at 12:30 password: hunt3r2"],
)  # fmt: skip
def test_a_secret_that_a_running_text_tells_is_masked_and_its_other_words_stay(told: str):
    said = Masks().text(told)
    assert "hunt3r2" not in said
    assert said.split("$", maxsplit=1)[0] == told.split("hunt3r2", maxsplit=1)[0]


@pytest.mark.parametrize("told", ["Password: required", "Token: none", "Save as: a7.txt", "password=", "pin: ", "x=1"])
def test_a_text_that_only_speaks_of_a_secret_stays(told: str):
    assert Masks().text(told) == told


@pytest.mark.parametrize("told", ["token={}", "Server=a;Password={};User=b", "https://me.example/p?token={}&x=1"])
def test_a_secret_of_any_length_is_masked_as_a_whole(told: str):
    said = Masks().text(told.format("a7" * 2_000))
    assert "a7" not in said


def test_secrets_one_after_another_are_all_masked():
    assert "x7y8" not in Masks().text("password: x7y8z9 " * 5)


def test_only_what_stands_behind_its_name_is_masked():
    assert Masks().text("pin=1; x=11") == "pin=${secret:pin}; x=11"


@pytest.mark.parametrize("piece", ["aaa ", "a.b-c", "a: b ", "a='", "password: x7y8 "])
def test_a_long_text_is_looked_through_once(piece: str):
    assert len(Masks().text(piece * 100_000)) >= 100_000, "quadratic, this would take hours"


def test_variables_named_like_secrets_are_masked_everywhere():
    masks = Masks()
    masks.add_variables({"token": "tok-123", "note": "Hello", "pin": 9876, "remember_password": True})
    assert masks.text("tok-123 Hello 9876 True") == "${secret:token} Hello ${secret:pin} True"


# -- rules ----------------------------------------------------------------------------------------------------------


def test_a_rule_masks_what_it_matches_and_no_more():
    masks = Masks([r"\b\d{4}-\d{4}\b", r"x*"])
    assert masks.mask({"text": "card 1234-5678, 12"}) == {"text": "card ${redacted}, 12"}


def test_a_rule_leaves_times_paths_and_placeholders_alone():
    masks = Masks([r"\w{3,}"])
    step = {"time": "2026-11-21T09:30:05.123+00:00", "screen": {"after": "screens/0003-after.png"}, "n": 3000}
    assert masks.mask(step) == step
    assert masks.text("${secret:KEY} abcd") == "${secret:KEY} ${redacted}"


def test_a_rule_that_does_not_parse_is_named():
    with pytest.raises(InvalidArgument, match="regular expression"):
        Masks(["("])


def test_rules_can_be_added_later_and_count_once():
    masks = Masks(["abc"])
    masks.add_rules(["abc", "id=^Note"])
    assert masks.rules == ("abc", "id=^Note")


def test_an_id_rule_masks_the_element_wherever_the_step_shows_its_content():
    masks = Masks(["id=^Salary$"])
    step = {
        "subject": "type_text Edit 'Gehalt 9000' (automation_id Salary)",
        "selector": {"automation_id": "Salary", "name": "Gehalt 9000", "control_type": "Edit"},
        "args": {"text": "10500", "commit": True},
        "evidence": {
            "value": "10500",
            "changed": [{"element": "Text 'Sum' (automation_id Sum)", "name": ["0", "10500"]}],
        },
        "verdict": {"ok": False, "expected": "text '1'", "actual": "text '10500'"},
    }
    text = json.dumps(masks.mask(step))
    assert "10500" not in text
    assert "9000" not in text
    assert "'Sum' (automation_id Sum)" in text
    assert '"automation_id": "Salary"' in text


def test_an_id_rule_masks_elements_that_are_only_told_of_in_words():
    masks = Masks(["id=^Salary$"])
    evidence = {"changed": [{"element": "Edit 'Pay' (automation_id Salary)", "ref": "e1", "value": ["900", "950"]}]}
    text = json.dumps(masks.mask({"evidence": evidence, "appeared": ['Edit "it\'s" (automation_id Salary)']}))
    assert "900" not in text
    assert "950" not in text
    assert "Pay" not in text
    assert "it's" not in text


@pytest.mark.parametrize(
    ("control", "hidden"),
    [
        (Control("e1", is_password=True), True),
        (Control("e1", "Salary"), True),
        (Control("e1", value="it is hunter2"), True),
        (Control("e1", name="HUNTER2"), True),
        (Control("e1", name="card 1234"), True),
        (Control("e1", "Other", "plain", value="text"), False),
    ],
)
def test_which_controls_pictures_must_not_show(control, hidden):
    masks = Masks(["id=^Salary$", r"\d{4}"])
    masks.add("hunter2", "PW")
    assert masks.hides(control) is hidden


# -- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["token", "TOKEN", "accessToken", "access_token", "authtoken", "apiKey", "api_key", "API-KEY", "APIKey", "apikey",
     "DbPassword", "db_password", "dbpassword", "passwd", "pwd", "PWD", "secret", "clientSecret", "credential",
     "credentials", "access_key", "privateKey", "pin", "user_pin", "password2", "my password", "passphrase",
     "パスワード", "ログインパスワード", "暗証番号", "APIキー", "アクセストークン", "秘密鍵"],
)  # fmt: skip
def test_names_of_secrets(name):
    assert is_secret_name(name)
    assert may_name_secret(name)


@pytest.mark.parametrize(
    "name",
    ["keyboard", "tokenizer", "primary_key", "PublicKeyToken", "public_key", "key", "monkey", "pinned", "spin",
     "secretary", "compass", "user", "name",
     "max_tokens", "token_count", "password_length", "PasswordBox", "passport", "bypass", "opinion", "", "123",
     "キーボード", "トークナイザー", "主キー"],
)  # fmt: skip
def test_other_names(name):
    assert not is_secret_name(name)
