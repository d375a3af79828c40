"""Exceptions: .NET's in English and Japanese, Python's, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from observed import STACK, STACK_JA, USER_FRAMES

from wpfagent.testing.oracles.parts.exceptions import is_unhandled, parse_exception, user_frames

WRAPPED = """Unhandled exception. System.Reflection.TargetInvocationException: Exception has been thrown by the target.
 ---> System.InvalidOperationException: The feed
answered in two lines.
   at Desk.About.<CheckAsync>d__7.MoveNext() in C:\\src\\About.cs:line 61
--- End of stack trace from previous location ---
   at Desk.About.<>c__DisplayClass3_0.<OnLoaded>b__1(Object s) in C:\\src\\About.cs:line 12
   --- End of inner exception stack trace ---
   at System.RuntimeMethodHandle.InvokeMethod(Object target)
   at Desk.App.Main()
"""
FRAMEWORK_JA = """ハンドルされていない例外: System.Windows.Markup.XamlParseException: 例外がスローされました。 ---> System.NullReferenceException: オブジェクト参照がオブジェクト インスタンスに設定されていません。
   場所 受注デスク.受注画面.保存(String 名前) 場所 C:\\src\\受注画面.cs:行 12
   --- 内部例外スタック トレースの終わり ---
   場所 System.Windows.Markup.WpfXamlLoader.Load(XamlReader r)
"""  # noqa: E501
PYTHONNET = """Unhandled exception. Python.Runtime.PythonException: 'NoneType' object is not subscriptable
Traceback (most recent call last):
  File "C:\\apps\\desk.py", line 30, in on_save
    store(row)
  File "C:\\apps\\storing.py", line 9, in store
    return row[0]
TypeError: 'NoneType' object is not subscriptable
"""


@pytest.mark.parametrize(
    ("text", "kind", "message", "frames"),
    [
        (STACK, "System.FormatException", "Input string was not in a correct format.", USER_FRAMES),
        (STACK_JA, "System.FormatException", "入力文字列の形式が正しくありません。", USER_FRAMES),
        (f"An unexpected error has occurred.\n\n{STACK}\n\nPlease restart.", "System.FormatException",
         "Input string was not in a correct format.", USER_FRAMES),
        (WRAPPED, "System.InvalidOperationException", "The feed\nanswered in two lines.",
         ("Desk.About.CheckAsync", "Desk.About.OnLoaded", "Desk.App.Main")),
        (FRAMEWORK_JA, "System.NullReferenceException",
         "オブジェクト参照がオブジェクト インスタンスに設定されていません。", ("受注デスク.受注画面.保存",)),
        ("System.Runtime.InteropServices.COMException (0x80004005): Unspecified\n   at Desk.Grid.Paint()",
         "System.Runtime.InteropServices.COMException", "Unspecified", ("Desk.Grid.Paint",)),
        ("Desk.StockError`1: gone\n   at Desk.Repo`1.Get[T](Int32 id)", "Desk.StockError`1", "gone",
         ("Desk.Repo.Get",)),
        ("Process terminated. The book is torn.\n   at System.Environment.FailFast(System.String)\n"
         "   at Desk.Book.Check()",
         "System.Environment.FailFast", "The book is torn.", ("Desk.Book.Check",)),
        ("Stack overflow.\n   at Desk.Tree.Walk()\n   at Desk.Tree.Walk()\n   at Desk.App.Main()",
         "System.StackOverflowException", "", ("Desk.Tree.Walk", "Desk.App.Main")),
        ("Fatal error.\n0xC0000005\n   at Gdi.Native.Measure(Single*)\n   at Desk.Ruler.Draw(System.Object)\n"
         "   at System.Windows.Forms.Control.WndProc()\n   at System.Windows.Forms.Application.Run(Form)\n"
         "   at Desk.Program.Main(System.String[])",
         "System.AccessViolationException", "", ("Gdi.Native.Measure", "Desk.Ruler.Draw")),
        ("Unhandled exception. System.ArgumentException: no font\n   at System.Drawing.Font.Measure(String)\n"
         "   at System.Windows.Forms.Application+LightThreadContext.RunMessageLoop(Int32)\n   at Desk.App.Main()",
         "System.ArgumentException", "no font", ()),
        ("Fatal error. Internal CLR error. (0x80131506)\n   at Desk.Ruler.Draw()",
         "System.ExecutionEngineException", "", ("Desk.Ruler.Draw",)),
        ("Unhandled exception. Desk.OutOfStock: none left\n   at Desk.Order.<>c.<Add>b__12_0()\n"
         "   at Desk.Order.<Add>g__Check|12_1()", "Desk.OutOfStock", "none left",
         ("Desk.Order.Add", "Desk.Order.Add.Check")),
        ("Unhandled exception. System.InvalidOperationException: The list does not fit its source.\n ---> "
         "System.Exception: Information for developers\n   --- End of inner exception stack trace ---\n"
         "   at Desk.Ships.Show()", "System.InvalidOperationException", "The list does not fit its source.",
         ("Desk.Ships.Show",)),
        ("Unhandled exception. System.Reflection.TargetInvocationException: Thrown by the target.\n ---> "
         "System.Exception: No ship\n   at Desk.Ships.Show()", "System.Exception", "No ship", ("Desk.Ships.Show",)),
        (PYTHONNET, "TypeError", "'NoneType' object is not subscriptable", ("storing.store", "desk.on_save")),
    ],
)  # fmt: skip
def test_an_exception_is_read_with_the_frames_of_the_users_code(text, kind, message, frames):
    found = parse_exception(text, "stderr")
    assert found is not None
    assert (found.type, found.message, user_frames(found), found.source) == (kind, message, frames, "stderr")


@pytest.mark.parametrize(
    "text",
    ["", "Saved.", "Error: the file is in use", "See the log for the exception.",
     "   at noon (usually)\n   at night (no)",
     "The exception proves the rule: always", "ErrorRate: 0", "An exception of type System.FormatException may occur",
     "エラー: ファイルを開けません", "Traceback (most recent call last):"],
)  # fmt: skip
def test_a_text_without_an_exception_gives_none(text):
    assert parse_exception(text) is None


def test_the_exception_that_nobody_handled_comes_before_one_that_was_only_printed():
    text = f"warning: retried after\n{STACK}\nUnhandled exception. Desk.TornException: late\n   at Desk.Late.Run()\n"
    found = parse_exception(text)
    assert found is not None
    assert (found.type, found.frames) == ("Desk.TornException", ("Desk.Late.Run",))
    assert is_unhandled(text)
    assert not is_unhandled(STACK)


def test_the_text_of_an_exception_ends_with_its_stack():
    found = parse_exception(f"hello\n{STACK}\nbye\nmore")
    assert found is not None
    assert found.text == STACK


NAMES = st.from_regex(r"[A-Z][A-Za-z]{2,12}", fullmatch=True)
MESSAGES = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=80).map(str.strip).filter(
    lambda t: "--->" not in t and "xception" not in t and "\u2028" not in t and "\u2029" not in t
)  # fmt: skip


@given(NAMES, NAMES, NAMES, MESSAGES, st.integers(1, 9_999), st.booleans())
def test_whatever_the_message_and_the_line_say_type_and_frames_are_the_same(space, owner, method, message, line, ja):
    at, place = ("場所", f"場所 C:\\src\\a.cs:行 {line}") if ja else ("at", f"in C:\\src\\a.cs:line {line}")
    text = f"{space}.{owner}Exception: {message}\n   {at} {space}.{owner}.{method}(String s, Int32 n) {place}\n"
    found = parse_exception(text)
    assert found is not None
    assert found.type == f"{space}.{owner}Exception"
    assert found.frames == (f"{space}.{owner}.{method}",)
    assert found.message == message


@given(st.text(max_size=400))
def test_no_text_makes_the_parser_fail(text):
    for extra in ("", "\n   at A.B()", "Unhandled exception. ", "Traceback (most recent call last):\n"):
        parse_exception(extra + text)
        parse_exception(text + extra)
