"""The acceptance criteria of the specification (section 12), row by row, each with the test that shows it."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One criterion.

    Args:
        said: the specification's words.
        english: the same in English.
        shown: what its test does, and sees.
        test: the name of the test in `criteria.Criteria`; it begins with the row's number.
    """

    said: str
    english: str
    shown: str
    test: str

    @property
    def number(self) -> int:
        """Its place in the specification, from 1."""
        return int(self.test.split("_")[1])


ROWS = (
    Row(
        "Claude Codeからツールが呼び出せる（MCP経由）",
        "Claude Code can call the tools, over MCP",
        "The entry that `wpf-agent mcp register --client claude` writes is started as Claude Code starts it. The "
        "official MCP client lists its tools and calls them: launch, resolve, list, type, read, screenshot, quit.",
        "test_01_tools_can_be_called_over_mcp_by_the_entry_that_claude_code_starts",
    ),
    Row(
        "対象アプリを任意指定できる（PID/プロセス名/EXE/タイトル正規表現の 4方式すべて）",
        "Any application can be named: by pid, process name, exe and title pattern, all four",
        "Two programs run. `wpf-agent attach` with each of the four finds the one that is meant, and so does "
        "`resolve_target` over MCP. Of two that are meant by a pattern neither is taken.",
        "test_02_an_application_is_found_by_pid_process_exe_and_title",
    ),
    Row(
        "`profiles.json` で複数アプリを登録し、`--profile` で切替できる",
        "Several applications are registered in profiles.json, and --profile switches between them",
        "`wpf-agent profiles add` enters two; the same command shows one's controls or the other's, by `--profile`.",
        "test_03_profiles_name_several_applications_and_switch_between_them",
    ),
    Row(
        "対象アプリのウィンドウを識別し、前面化できる",
        "The application's window is told from others and brought to the front",
        "`wpf-agent windows` tells both windows; `focus_window` brings one to the front, then the other.",
        "test_04_a_window_is_told_from_others_and_brought_to_the_front",
    ),
    Row(
        "UIAでコントロール一覧を取得できる",
        "The controls are listed by UI Automation",
        "`wpf-agent controls --json`: the seven facts that the specification asks for, of each control; `--depth` and "
        "`filter` limit it.",
        "test_05_controls_are_listed_with_what_the_specification_asks_for",
    ),
    Row(
        "AutomationId指定でクリック・入力が成功する",
        "Clicking and typing by AutomationId succeed",
        "A text is typed and read back; a click opens another page, and what is on it appears.",
        "test_06_clicking_and_typing_by_automation_id_succeed",
    ),
    Row(
        "各操作後に状態確認ができる（スクショまたはUIA値）",
        "After each operation the state can be checked, by a screenshot or a UIA value",
        "Every reply says what changed; `get_state` gives the value, `screenshot` the picture, and the pictures of two "
        "states differ.",
        "test_07_after_each_operation_the_state_can_be_checked",
    ),
    Row(
        "シナリオテストで期待不一致時に問題チケットが生成される",
        "A scenario whose expectation is not met makes a ticket",
        "A scenario expects what the program does not do: exit code 1, one ticket, of this step.",
        "test_08_a_scenario_that_is_not_met_makes_a_ticket",
    ),
    Row(
        "ランダムテストが指定ステップ数実行でき、失敗時に問題チケットが生成される",
        "Random testing does as many steps as asked for, and makes a ticket when something fails",
        "Six steps are asked for and done. Where the program crashes: exit code 1, and the crash's ticket.",
        "test_09_random_testing_does_the_steps_asked_for_and_makes_a_ticket_of_a_failure",
    ),
    Row(
        "チケットに「再現手順／現在の結果／期待する結果」が必ず含まれる",
        "A ticket always holds repro steps, actual result and expected result",
        "In the tickets of both rows above: numbered steps, what was seen, what was expected, under their headings.",
        "test_10_tickets_hold_steps_actual_and_expected_result",
    ),
    Row(
        "チケットにスクショ、UIAスナップショット、直前ログが添付される",
        "Screenshots, UIA snapshots and the log of what came before are attached to the ticket",
        "Pictures that can be opened and trees with controls from before and after, runner.log, the last actions.",
        "test_11_pictures_trees_and_the_log_before_are_attached",
    ),
    Row(
        "seedおよびアクション列により、AI無しで再現できる",
        "By the seed, and by the list of actions, it is reproduced without an AI",
        "The same seed gives the same actions again. `wpf-agent replay` of the ticket's actions crashes the program "
        "again: exit code 1.",
        "test_12_seed_and_actions_reproduce_without_an_ai",
    ),
    Row(
        "1セッションのログがフォルダに完全保存される",
        "The log of one session is kept completely in its folder",
        "Every run has one folder. It holds a line for each action and check, each picture and tree that a line names, "
        "and the log; over MCP every raw call, too.",
        "test_13_everything_of_a_session_lies_in_its_folder",
    ),
    Row(
        "`setup.ps1` または `wpf-agent init` から **10分以内にスモークテスト完了（目標）**",
        "From setup.ps1 or wpf-agent init the smoke test is done within ten minutes (aim)",
        "`wpf-agent init --yes` on a computer without anything: checks, profiles.json, registration, demo scenario A "
        "dry and for real. The seconds are those that it took.",
        "test_14_from_init_to_the_smoke_test_it_takes_less_than_ten_minutes",
    ),
)
