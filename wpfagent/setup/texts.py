"""What `init` says, in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping

TEXTS: Mapping[str, tuple[str, str]] = {
    "title": ("wpf-agent {version}: setting up this computer", "wpf-agent {version}：このパソコンのセットアップ"),
    "title_removing": ("wpf-agent {version}: taking the set-up back", "wpf-agent {version}：セットアップの取り消し"),
    "what_if": ("(--what-if: nothing is changed; this is what would be done)",
                "（--what-if：何も変更しません。行われる内容だけを表示します）"),
    "checks": ("1. Is everything there?", "1. 前提チェック"),
    "profiles": ("2. profiles.json", "2. profiles.json"),
    "clients": ("3. AI clients", "3. AI クライアントへの登録"),
    "smoke": ("4. A first test", "4. スモークテスト"),
    "made_file": ("made     {what}", "作成     {what}"),
    "kept_file": ("kept     {what}", "そのまま {what}"),
    "edit": ("Put your applications into it: {path}, or `wpf-agent profiles add NAME --from-running`.",
             "対象アプリをここに登録します：{path}（または `wpf-agent profiles add 名前 --from-running`）"),
    "made_client": ("added to {what} ({why}); restart it", "{what} に登録しました（{why}）。再起動してください"),
    "kept_client": ("{what}: registered already ({why})", "{what}：登録済みです（{why}）"),
    "skipped_client": ("{what}: not registered", "{what}：登録していません"),
    "failed_client": ("{what}: could not be registered: {why}", "{what}：登録できませんでした：{why}"),
    "no_client": ("No AI client was found (Claude Code, Codex, Gemini CLI, VS Code, Cursor); wpf-agent works without.",
                  "AI クライアント（Claude Code など）は見つかりません。なくても使えます。"),
    "not_asked": ("Nobody can be asked here: nothing is registered without --yes.",
                  "ここでは確認できません。--yes がないため登録しません。"),
    "ask": ("Register wpf-agent in {what}? [Y/n] ", "{what} に wpf-agent を登録しますか？ [Y/n] "),
    "by_hand": ("By hand it is:", "手動で登録する場合："),
    "dry": ("Demo scenario A, checked without a program (dry run):",
            "デモシナリオ A を、アプリを起動せずに確認します（dry-run）："),
    "real": ("Demo scenario A on the real program; do not touch mouse and keyboard:",
             "デモシナリオ A を実際のアプリで実行します。マウスとキーボードに触れないでください："),
    "no_real": ("Not on a real program: {why}", "実際のアプリでは実行しません：{why}"),
    "no_windows": ("this is no Windows", "Windows ではありません"),
    "no_smoke": ("left out (--no-smoke)", "省略しました（--no-smoke）"),
    "would_run": ("would run demo scenario A, dry and then for real",
                  "デモシナリオ A を dry-run のあと実際に実行します"),
    "good": ("Ready, after {seconds:.0f} s.", "準備ができました（{seconds:.0f} 秒）。"),
    "bad": ("Not everything is right: {what}.", "問題があります：{what}"),
    "bad_checks": ("see the problems under 1", "1 の問題を確認してください"),
    "bad_clients": ("a client could not be registered", "登録できないクライアントがあります"),
    "bad_smoke": ("the first test failed", "スモークテストが失敗しました"),
    "next": ("Next:", "次にできること："),
    "next_demo": ("wpf-agent demo                      the tour", "wpf-agent demo                      ツアー"),
    "next_windows": ("wpf-agent windows                   what is open",
                     "wpf-agent windows                   開いているウィンドウ"),
    "next_profile": ("wpf-agent profiles add MyApp --from-running   give your application a name",
                     "wpf-agent profiles add MyApp --from-running   対象アプリを登録"),
    "next_client": ("In Claude Code: \"List the windows, then look at my application\"",
                    "Claude Code で：「ウィンドウを一覧して、私のアプリを調べて」"),
    "records": ("Records: {path}", "記録：{path}"),
    "undo": ("All of it back: wpf-agent init --uninstall", "元に戻すには：wpf-agent init --uninstall"),
    "removed": ("removed  {what}", "削除     {what}"),
    "removed_client": ("taken out of {what} ({why})", "{what} から登録を外しました（{why}）"),
    "left": ("left     {what}: {why}", "残す     {what}：{why}"),
    "failed": ("FAILED   {what}: {why}", "失敗     {what}：{why}"),
    "nothing": ("Nothing was there to take back.", "取り消すものはありません。"),
    "folder": ("The program itself: delete its folder, {path}.",
               "プログラム本体はフォルダーごと削除してください：{path}"),
    "package": ("The program itself: pip uninstall wpfagent", "プログラム本体：pip uninstall wpfagent"),
    "kept_data": ("Profiles and records stay; --purge deletes those too.",
                  "プロファイルと記録は残ります。--purge で削除できます。"),
}  # fmt: skip
LANGUAGES = ("en", "ja")


class Texts:
    """The texts in one language.

    Args:
        lang: `en` or `ja`.
    """

    def __init__(self, lang: str) -> None:
        self._at = LANGUAGES.index(lang)

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with these values in it."""
        return TEXTS[key][self._at].format(**values)
