"""The editor of TOML texts: what goes in comes out again, and nothing else moves."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wpfagent.core.text_invalid import TextInvalid
from wpfagent.entries.registration import toml_text

SECTION, NAME = "mcp_servers", "wpf-agent"
ENTRY = {"command": "C:\\道具\\wpf-agent.exe", "args": ["mcp", "serve"], "startup_timeout_sec": 30}
BLOCKS = (
    "# a comment\n",
    "\n",
    "\n\n",
    "[tui] # why\ntheme = 'dark'\n",
    "[mcp_servers.other]\ncommand = 'x'\nargs = [\n  'a', # one\n  'b',\n]\n",
    '[mcp_servers.other.env]\nA = "1"\n',
    "[[rules]]\nx = 1\n",
    "[[rules]]\nx = 2\n# tail\n",
    "[notes]\ntext = '''\n[mcp_servers.wpf-agent]\nis only text\n'''\n",
    '[mcp_servers."dotted.name"]\ncommand = "y"\n',
)


@st.composite
def files(draw: st.DrawFn) -> str:
    blocks = draw(st.lists(st.sampled_from(BLOCKS), max_size=6, unique_by=lambda b: (b.split("]")[0]) + str(len(b))))
    text = draw(st.sampled_from(["", "model = 'm'\n", "a.b = 1\n", "# top\n\n"])) + "".join(blocks)
    if draw(st.booleans()):
        text = text.rstrip("\n")
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


def is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


@settings(max_examples=300)
@given(files().filter(is_toml))
def test_insert_then_remove_gives_the_same_characters_and_only_the_table_comes_in(text: str) -> None:
    values = tomllib.loads(text)
    made, made_section = toml_text.insert(text, SECTION, NAME, ENTRY)
    assert tomllib.loads(made) == {**values, SECTION: {**values.get(SECTION, {}), NAME: ENTRY}}
    assert made.startswith(text)
    assert toml_text.remove(made, SECTION, NAME, drop_section=made_section) == text
    updated = toml_text.update(made, SECTION, NAME, {"command": "/new", "args": ["x"]})
    assert tomllib.loads(updated)[SECTION][NAME] == {**ENTRY, "command": "/new", "args": ["x"]}
    assert toml_text.remove(updated, SECTION, NAME, drop_section=made_section) == text


@settings(max_examples=100)
@given(files().filter(is_toml), st.sampled_from(["\n[later]\nx = 1\n", "# later\n", "\n\n[mcp_servers.new]\nc = 1\n"]))
def test_what_others_wrote_behind_it_stays_as_it_is(text: str, later: str) -> None:
    made = toml_text.insert(text, SECTION, NAME, ENTRY)[0] + later
    left = toml_text.remove(made, SECTION, NAME, drop_section=False)
    assert left.endswith(later)
    assert left.startswith(text)
    assert left.replace("\r", "") in (text.replace("\r", "") + later, text.replace("\r", "") + "\n" + later)


@pytest.mark.parametrize(
    "text",
    [
        "mcp_servers = {}\n",
        "mcp_servers = { other = {command = 'x'} } # c\n[t]\nx = 1\n",
        "mcp_servers.other.command = 'x'\n",
        "[mcp_servers]\nother = {command = 'x'}\n\n# about z\n[z]\n",
    ],
)
def test_other_ways_to_write_the_servers_are_respected(text: str) -> None:
    made, _ = toml_text.insert(text, SECTION, NAME, ENTRY)
    assert toml_text.read(made, SECTION, NAME) == ENTRY
    assert toml_text.remove(made, SECTION, NAME, drop_section=False) == text


@pytest.mark.parametrize(
    "entry",
    [
        "[mcp_servers.wpf-agent]\ncommand = 'w'\nargs = ['mcp'] # mine\n[mcp_servers.wpf-agent.env]\nA = '1'\n",
        "[mcp_servers.'wpf-agent']\ncommand = 'w'\n",
        "[mcp_servers]\nwpf-agent = {command = 'w'}\n",
        "[mcp_servers]\nwpf-agent.command = 'w'\nwpf-agent.args = []\n",
        "[ mcp_servers . \"wpf-agent\" ] # ours\nargs = [\n['x'],\n]\n",
    ],
)
def test_a_table_that_somebody_wrote_otherwise_comes_out_and_the_rest_stays(entry: str) -> None:
    before, after = "# top\nmodel = 'm'\n", "\n# about z\n[z]\nx = 1 # one\n"
    left = toml_text.remove(before + entry + after, SECTION, NAME, drop_section=False)
    assert tomllib.loads(left).get(SECTION, {}) == {}
    assert left.startswith(before)
    assert left.endswith(after.lstrip("\n"))


def test_updating_keeps_comments_and_other_keys() -> None:
    text = "[mcp_servers.wpf-agent]\ncommand = 'old' # mine\nargs = ['mcp', 'serve']\nenabled = true\n\n[z]\n"
    made = toml_text.update(text, SECTION, NAME, {"command": "D:\\new"})
    assert made == text.replace("'old'", "'D:\\new'")
    assert toml_text.update(made, SECTION, NAME, {"command": "D:\\new"}) == made


def test_a_windows_path_is_written_as_it_is_read() -> None:
    made, _ = toml_text.insert("", SECTION, NAME, ENTRY)
    assert made.startswith("[mcp_servers.wpf-agent]\ncommand = 'C:\\道具\\wpf-agent.exe'\n")
    quoted = {"command": "C:\\it's\\x.exe"}
    assert toml_text.read(toml_text.insert("", SECTION, NAME, quoted)[0], SECTION, NAME) == quoted


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = \n", 2),
        ("a = 1\n\n[x\n", 3),
        ("mcp_servers = 3\n", 1),
        ("x = 1\nx = 2\n", 2),
        ("\n\nmcp_servers = []", 3),
    ],
)
def test_what_cannot_be_edited_is_refused_with_its_line(text: str, line: int) -> None:
    for call in (
        lambda: toml_text.insert(text, SECTION, NAME, ENTRY),
        lambda: toml_text.read(text, SECTION, NAME),
        lambda: toml_text.remove(text, SECTION, NAME, drop_section=True),
    ):
        with pytest.raises(TextInvalid) as error:
            call()
        assert error.value.line == line
