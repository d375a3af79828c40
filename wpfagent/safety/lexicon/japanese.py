"""Japanese captions: a stem is destructive as a verb, and says something else as the first part of a compound.

Words are not set apart by blanks, so what follows a stem decides: 削除, 削除する, 削除しますか, 削除を実行, 削除ボタン
are commands; 削除日, 削除済み, 送信者, 終了条件 name things; 削除しました tells what was done; 削除の取り消し takes it
back.
"""

from __future__ import annotations

import re

from wpfagent.safety.captions import word_set

STEMS = word_set("""
    削除 消去 抹消 破棄 廃棄 除去 初期化 リセット 上書き 投稿 公開 アップロード アンインストール フォーマット 終了
    シャットダウン 再起動 ログアウト ログオフ サインアウト 保存しない 保存せず 全消し 支払い 支払 送金 振込 振り込み
    決済 発注 購入 配信 退会 解約 登録解除 購読解除 パージ ワイプ ロールバック 強制停止 取り壊し シュレッド 全クリア
    返金 除却 処分 脱退 剥奪 除名 取り下げ 取下げ デリート さくじょ プッシュ デプロイ
""")
"""Nouns that する makes verbs of, and what ends otherwise in no other form."""
SENDING = ("送信", "送付", "再送", "申請", "提出", "転送", "送る", "送ります", "送って")
"""These are destructive only where object, recipient or window says that data leaves the program."""
_LEAVING = re.compile(
    r"メール|フィードバック|レポート|報告|報知|メッセージ|ファイル|請求|見積|ログ|診断|データ|fax|sms|招待|通知|返信|顧客|お客|取引先"
    r"|宛|情報|統計|エラー|問い?合わ?せ|意見|感想|クラッシュ|文書|書類|資料|画像|写真|コメント|リンク|外部|本部|(?:さん|様|先|へ|に)(?:の)?$"
)
"""What stands before these when something is sent outside."""
HARMLESS = re.compile(
    r"(?:全画面(?:表示)?|フルスクリーン|プレビュー|モード|スライド ?ショー|拡大表示|検索|比較|編集|録画|録音|記録"
    r"|撮影|計測|測定|再生|選択|表示|ヘルプ|通話|共有|ツアー|デバッグ|プレー?ヤー|ピクチャー?)"
    r"(?:表示)?(?:の|を)?終了|開始[/／・]終了"
    r"|(?:倍率|ズーム|表示|画面|レイアウト|フィルター?|並べ替え|並び順|条件|列幅|カメラ|ビュー|カウンター?)"
    r"(?:の|を)?リセット"
    r"|(?:お気に入り|クイック ?アクセス|タスクバー|スタート(?:画面|メニュー)?|プレイリスト|よく使う項目)"
    r"から(?:の)?(?:削除|除去)"
    r"|(?:背景|赤目|ノイズ|書式|枠線|影|透かし|改ページ|ハイパーリンク)(?:の|を)?(?:削除|除去)"
    r"|(?:表示|画面|レイアウト|ビュー)を(?:既定|初期|デフォルト)[^。]{0,4}に戻す"
    r"|(?:既定|初期|デフォルト)の(?:表示|画面|レイアウト|ビュー)に戻す"
    r"|通知(?:の|を)?(?:すべて|全て)?(?:消去|クリア)"
    r"|[^。、!?！？|/\-\n]*(?:一覧|について|とは|方法|手順|ヘルプ)$"
)
"""What only looks otherwise afterwards, or ends less than the program."""
PHRASES = re.compile(
    r"一斉(?:送信|送付)|(?P<goods>(?:注文|予約|伝票|契約|申し?込み?|会議|予定|受注|出荷|購読|請求|取引|定期購入)[^。、]{0,4}?"
    r"(?:の|を)?(?:キャンセル|取消し?|取り消[しす]))(?!ポリシー|[済料日線待])"
    r"|(?:注文|発注|購入|支払い?|予約|取引|契約)(?:の|を)?確定"
    r"|注文(?:する|します)"
    r"|(?:ごみ箱|ゴミ箱)(?:へ|に(?!ある|は)|を空)"
    r"|(?:工場出荷|出荷時|購入時|初期状態|初期設定|初期値|標準設定|既定値?|デフォルト)[^。]{0,6}?(?:[にへ]戻[すしる]|の?復元)"
    r"|(?:すべて|全て)(?:を)?閉じる"
    r"|元に戻せ(?!る)|元に戻して(?:閉|終)|変更を(?:すべて|全て)?取り消して"
    r"|(?:入力|編集|変更)(?:中|した|され(?:た|ている))?の?(?:内容|データ|値|箇所|項目)?[をはが](?:すべて|全て)?"
    r"(?:取り?消(?:す|し(?!た|て(?:い|おり)|まし)|さ)|消え|無効に)"
    r"|保存され(?:ません|ない(?!場合|とき|時|こと)|ず)"
    r"|(?:以後|以降|今後|後から|後で)[^。]{0,12}?(?:修正|変更|訂正|編集|取消し?|取り消し)[^。]{0,4}?でき(?:ません|な(?:い|くな))"
    r"|(?:バックアップ|スナップショット|以前のバージョン)から(?:の)?(?:復元|リストア)"
    r"|(?:履歴|データ|データベース|ログ|すべて|全て|全部|全件|キャッシュ|キュー|一覧|テーブル|内容|値|記録|メモリ|一括)(?:の|を)?クリア"
    r"|電源を?(?:切(?!替|り替)|オフ|断)"
    r"|(?:ファイル|既存[^。]{0,6}|すべて|全て)を?置き換え(?:る|ます|て|しま)|既存[^。]{0,8}を置換"
    r"|(?:すべて|全て)の(?!フィルター?|条件|選択|検索|書式|スタイル|マーク|ブックマーク|強調)[^。]{1,8}をクリア"
    r"|(?<![取りち])消(?:す(?!と)|します|して)|捨て(?:る|ます|て)|取り除(?:く|き)|買(?:う|います)"
    r"|(?:月次|年次|年度|四半期|期末|決算)(?:の|を)?締め(?!日|切|前|後|済)|(?:権限?|許可|承認|認証)(?:の|を)取り?消(?:す|し(?!た|まし))"
    r"|(?:サーバー?|サービス|プロセス)(?:の|を)(?:強制)?(?:停止|終了)(?!中|日|時)|振り込む|空に(?:する|します|し)"
    r"|(?:登録|購読)(?:を|の)解除|契約(?:を|の)?解除|承認申請を出"
)
"""Verbs of their own, and words that decide together."""
_KANJI = "\u3400-\u9fff々"
_KATAKANA = "ァ-ヶー"
_COMMAND = "実行|開始|処理|確定|確認|続行|ボタン|コマンド|操作|指示|依頼|ジョブ開始|コピー|インストール|手続"
"""What may stand behind a stem in the name of a command: 一括削除実行."""
_TAKEN_BACK = (
    r"済|し(?:た|まし|な|ませ|てい)|され(?:た|まし|な|ませ|てい)|でき(?:な|ませ|まし)|に失敗|を(?:元に戻|取[りり消]|中止|やめ|キャンセル)"
    rf"|せず|の(?!{_COMMAND})[{_KANJI}{_KATAKANA}]"
)
_STEM, _SENT = (
    re.compile(
        rf"(?<![未非不])(?P<stem>(?>{'|'.join(sorted(stems, key=len, reverse=True))}))"
        rf"(?!(?!{_COMMAND})[{_KANJI}{_KATAKANA}])(?!{_TAKEN_BACK})"
    )
    for stems in (STEMS, SENDING)
)
_ONLY_BY_ITSELF = re.compile(rf"[{_KATAKANA}](?:ワイプ|パージ)")
"""スワイプ and スーパージャンプ hold these by chance."""
_STORES = re.compile(
    r"ディスク|ドライブ|ボリューム|メディア|カード|メモリ|ストレージ|物理|クイック|USB|SD", re.IGNORECASE
)


_CONDITION = re.compile(r"(?:時|とき|前|日後|月後|年後|時間後|分後|たら|場合)[にはも、]|毎[日週月年]|自動(?:的に|で)")
"""What tells when a rule holds: 終了時に履歴を削除する."""
ENDING = word_set("終了 再起動 シャットダウン ログアウト ログオフ サインアウト 退会 解約")
"""What an item says that ends something."""
LOSING = frozenset({"削除", "消去", "抹消", "破棄", "初期化", "アンインストール"})
"""What can only mean losing what it names."""


def only_names(plain: str, word: str) -> bool:
    """Return whether an item's caption is a noun and nothing else: 公開, 購入, 支払い."""
    return plain == word and word in STEMS and word not in ENDING | LOSING


def japanese_word(plain: str, *, leaves: bool = False, most: int = 0) -> str | None:
    """Return the destructive word in a caption or a sentence; None when there is none.

    Args:
        plain: in small letters, without marks of access keys.
        leaves: whether a bare 送信 sends outside.
        most: the caption names something to choose, and tells no rule if it is a command; 0 = it is no such caption.
    """
    if most and _CONDITION.search(plain):
        return None
    for sent in _SENT.finditer(plain):
        before = re.split(r"[。、!?！？\s]", plain[: sent.start()])[-1].rstrip("をの")
        if leaves or _LEAVING.search(before):
            return sent["stem"]
    plain = _ONLY_BY_ITSELF.sub("・", HARMLESS.sub("・", plain))
    for found in _STEM.finditer(plain):
        if found["stem"] != "フォーマット" or _formats_a_store(plain, found.start(), found.end()):
            return found["stem"]
    phrase = PHRASES.search(plain)
    return phrase.group(0) if phrase else None


def _formats_a_store(plain: str, start: int, end: int) -> bool:
    """日付フォーマット is a noun; フォーマット alone, フォーマットする and ディスクのフォーマット are commands."""
    before = plain[:start].rstrip("のを ")
    if (not before and plain[end : end + 1] != "の") or _STORES.search(before):
        return True
    return plain[start - 1] == "を" or plain.startswith(("する", "します", "を実行", "を開始"), end)
