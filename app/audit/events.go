package audit

import (
	"cmp"
	"strings"

	"tsunagu/app/console"
	"tsunagu/app/history"
	"tsunagu/app/listing"
)

// Label is an event's name on the screen.
func Label(event string) string {
	for _, c := range Events {
		if c.Code == event {
			return c.Label
		}
	}
	if of, ok := strings.CutPrefix(event, "negotiation."); ok {
		return cmp.Or(history.Label(of), event)
	}
	if of, ok := strings.CutPrefix(event, "listing_"); ok {
		return cmp.Or(listing.ListingEventLabels[of], event)
	}
	return event
}

// Events are the events' names on the screen. An event that is not listed here has the name
// that the history of the negotiation or the listing uses.
var Events = console.Codes([][2]string{
	{"login", "ログイン"}, {"office_login", "事務局のログイン"}, {"logout", "ログアウト"}, {"refresh", "使用済みトークンの再使用"},
	{"password_change", "パスワード変更の失敗"}, {"password_changed", "パスワードの変更"}, {"password_reset", "パスワード再設定の申し込み"},
	{"password_set", "リンクによるパスワードの設定"},
	{"second_step", "2段階認証の入力の誤り"}, {"second_step_enabled", "2段階認証の設定"}, {"second_step_disabled", "2段階認証の解除"},
	{"passkey_added", "パスキーの登録"}, {"passkey_renamed", "パスキーの名前の変更"}, {"passkey_removed", "パスキーの削除"},
	{"passkeys_reset", "パスキーの削除（管理者による）"}, {"passkey_cloned", "パスキーの複製の疑い（断った）"},
	{"passkey_demanded", "パスキーの必須化"}, {"passkey_not_demanded", "パスキーの必須の取りやめ"},
	{"second_step_reset", "2段階認証の解除（管理者による）"}, {"recovery_codes_renewed", "リカバリーコードの作り直し"}, {"device_forgotten", "端末の記憶の取消し"},
	{"proved", "本人確認"},
	{"directory_refused", "社内のアカウントでの手続きの失敗"}, {"directory_bound", "社内のアカウントとの結び付け"},
	{"directory_unbound", "社内のアカウントとの結び付けの解除"}, {"directory_invited", "社内のアカウントの案内の送信"},
	{"directory_proven", "社内のアカウントでの本人の確認"}, {"directory_logout", "認証基盤からのログアウト"},
	{"directory_saved", "認証基盤の設定の変更（準備中）"}, {"directory_tried", "認証基盤の設定の試し"}, {"directory_sent", "認証基盤の設定の確認の依頼"},
	{"directory_withdrawn", "認証基盤の設定の取下げ"}, {"directory_discarded", "準備中の認証基盤の設定の取りやめ"},
	{"directory_confirmed", "認証基盤の設定の確認"}, {"directory_returned", "認証基盤の設定の差戻し"}, {"directory_ended", "認証基盤でのログインの終了"},
	{"emergency_sign_in", "緊急用の利用者のパスワードでのログイン"},
	{"audit_exported", "監査ログのCSVの書き出し"}, {"setup", "初期設定"}, {"settings_updated", "設定の変更"}, {"logo_updated", "ロゴの登録・削除"},
	{"score_weights_updated", "一致度の重みの変更"}, {"periods_updated", "期間と帯の変更"}, {"test_mail", "テストメールの送信"},
	{"first_step_dismissed", "はじめにすることを、しないことにした"},
	{"first_step_restored", "はじめにすることを、することに戻した"}, {"mail_server_updated", "メールサーバーの変更"},
	{"mail_server_asked", "メールサーバーの変更の申し出"}, {"mail_server_refused", "メールサーバーの変更の取りやめ"}, {"text_published", "文章の公開"},
	{"stamp_authority_changed", "タイムスタンプ局の設定の変更"}, {"proof_made", "第三者による証明の対象の記録"},
	{"proof_stamped", "タイムスタンプの保存"}, {"stamp_request_download", "タイムスタンプの依頼のファイルの取り出し"},
	{"stamp_reply_download", "タイムスタンプの取り出し"}, {"daily_file_download", "一日の記録のファイルの取り出し"},
	{"daily_key_download", "一日の記録の公開鍵の取り出し"}, {"siem_changed", "SIEMへの送信の設定の変更"},
	{"declaration_published", "ネットワークの宣言の公開"}, {"support_registration_saved", "M&A支援機関の登録の記録"},
	{"year_report_exported", "実績報告の書き出し"}, {"benchmark_exported", "ベンチマークの件数の書き出し"},
	{"topic_created", "お知らせの作成"}, {"topic_updated", "お知らせの変更"}, {"topic_mailed", "お知らせのメールの送信"},
	{"topic_mailing", "お知らせのメールの送信の開始"},
	{"topic_closed", "重要なお知らせの確認"}, {"faq_created", "よくある質問の作成"}, {"faq_updated", "よくある質問の変更"},
	{"account_request", "利用申請の受付"}, {"account_request_approved", "利用申請の承認"}, {"account_request_rejected", "利用申請の却下"},
	{"institution_updated", "金融機関の変更"}, {"institution_stopped", "金融機関の利用の停止"}, {"institution_resumed", "金融機関の利用の再開"},
	{"merger_proposed", "金融機関の合併の提案"}, {"merger_confirmed", "金融機関の合併の確認"}, {"merger_withdrawn", "金融機関の合併の取下げ"},
	{"merger_done", "金融機関の合併"}, {"merger_audience", "金融機関の合併による公開先の変更"}, {"inquiry", "問い合わせの受付"},
	{"inquiry_done", "問い合わせの完了"}, {"inquiry_begun", "問い合わせの対応の開始"}, {"inquiry_answered", "問い合わせへの回答"},
	{"inquiry_read", "問い合わせの回答の閲覧"}, {"inquiry_replied", "問い合わせへの返信"}, {"inquiry_reopened", "問い合わせの再開"}, {"mail_retried", "メールの送信のやり直し"},
	{"mails_retried", "送信できなかったメールすべての送信のやり直し"},
	{"user_created", "利用者の登録"}, {"user_updated", "利用者の変更"}, {"user_invited", "利用者への案内"},
	{"user_letter", "招待状の作成"}, {"company_letter", "登録の招待状の作成"}, {"login_id_checked", "ログインIDの空きの確認"},
	{"user_unlocked", "ログインの一時停止の解除"},
	{"user_blocked", "利用者の停止"}, {"user_unblocked", "利用者の停止の解除"}, {"sessions_ended", "ログインの終了"},
	{"persons_changed", "担当者の変更"}, {"charge_handed_over", "担当の引き継ぎ"}, {"charges_handed_over", "担当の引き継ぎ（すべて）"},
	{"activity_added", "活動の記録"}, {"activity_changed", "活動の記録の変更"}, {"activity_deleted", "活動の記録の削除"},
	{"duty_recorded", "確認事項の記録"}, {"duty_confirmed", "確認事項の確認"}, {"duty_read", "確認事項の内容の閲覧"}, {"duty_file", "確認事項の書面の追加"},
	{"duty_erased", "保存期間を過ぎた確認事項の内容の消去"},
	{"duty_download", "確認事項の書面のダウンロード"}, {"duty_waiver_asked", "確認事項の省略の申し出"},
	{"duty_waiver_confirmed", "確認事項の省略を認める決定"}, {"duty_waiver_refused", "確認事項の省略を認めない決定"},
	{"duty_list_exported", "点検表の書き出し"}, {"duty_text_saved", "説明書・一覧の新しい版の保存"},
	{"draft_template_saved", "Wordの書式の新しい版の保存"}, {"draft_template_withdrawn", "Wordの書式の取下げ"},
	{"draft_made", "書面の下書きの作成"}, {"draft_tried", "Wordの書式の試し"},
	{"buyer_report_released", "買手調査の報告"}, {"adviser_saved", "担当者の資格の変更"},
	{"word_group_saved", "検索の言葉の保存"}, {"word_group_deleted", "検索の言葉の削除"},
	{"fee_table_saved", "手数料表の作成・変更"}, {"fee_table_retired", "手数料表を使わないことにした"},
	{"team_member_added", "案件チームの人の追加・変更"}, {"team_member_removed", "案件チームの人の除外"},
	{"team_only_set", "案件を見られる人を「チームのみ」にする変更"}, {"team_all_asked", "案件を見られる人を「全員」にする申し出"},
	{"team_all_withdrawn", "案件を見られる人を「全員」にする申し出の取下げ"}, {"team_all_set", "案件を見られる人を「全員」にする変更"},
	{"company_next_action", "次回対応日の記録（企業）"},
	{"absence_saved", "不在と代理の登録"}, {"absence_ended", "不在の終了"},
	{"calendar_made", "カレンダー用のURLの作成"}, {"calendar_ended", "カレンダー用のURLの取消し"},
	{"company_exported", "企業のCSVの書き出し"}, {"company_imported", "企業のCSVの読み込み"},
	{"avoided_added", "打診しない先の追加"}, {"avoided_changed", "打診しない先の変更"}, {"avoided_removed", "打診しない先から外した"},
	{"valuation_saved", "簡易株価の計算"}, {"valuation_exported", "簡易株価の書き出し"},
	{"memorandum_saved", "企業概要書の保存"}, {"memorandum_picture_added", "企業概要書の画像の追加"},
	{"memorandum_issued", "企業概要書（PDF）の作成"}, {"memorandum_given", "企業概要書を資料に追加"},
	{"owner_longlist_exported", "オーナーに見せるロングリストの作成"},
	{"import_explained", "読み込むファイルの見出しの対応の変更"}, {"longlist_exported", "ロングリストのCSVの書き出し"},
	{"ledger_exported", "開示台帳のCSVの書き出し"}, {"company_created", "企業の登録"}, {"company_updated", "企業の変更"}, {"company_details_saved", "企業の詳細の保存"},
	{"company_unseen", "ほかの案件チームの企業と同じ番号での登録"},
	{"company_invited", "買手の登録の案内"}, {"company_resend", "買手の登録の案内の再送"}, {"company_trial", "お試しの開始"},
	{"company_self_register", "買手による登録の申込み"},
	{"company_approve", "買手の登録の承認"}, {"company_return", "買手の登録の差戻し"}, {"company_in_charge_changed", "担当金融機関の変更"},
	{"company_in_charge_given", "担当の終了（事務局による変更）"}, {"company_in_charge_taken", "担当の開始（事務局による変更）"}, {"listing_change_charge", "案件の担当金融機関の変更"},
	{"negotiation.change_bf", "買手側の担当金融機関の変更"}, {"negotiation.change_sf", "売手側の担当金融機関の変更"},
	{"login_id_asked", "ログインIDの変更の申し出（事務局）"}, {"login_id_changed", "ログインIDの変更の確認"}, {"login_id_refused", "ログインIDの変更の取りやめ"},
	{"business_changed", "業務（M&A、融資）の変更"},
	{"approver_confirmed", "承認者としての確認"}, {"approver_withdrawn", "承認者から外す"},
	{"company_disable_by_office", "企業の無効化（事務局）"}, {"company_enable_by_office", "企業の有効化（事務局）"},
	{"company_disable", "企業の無効化"}, {"company_enable", "企業の有効化"},
	{"needs_created", "ニーズの登録"}, {"needs_updated", "ニーズの変更"}, {"needs_removed", "ニーズの削除"}, {"buyer_viewed", "買手の閲覧"},
	{"report_exported", "買手企業レポートの出力"},
	{"list_exported", "一覧のファイルの出力"},
	{"listing_create", "案件の登録"}, {"listing_save", "案件の編集"}, {"listing_view", "案件の閲覧"}, {"listing_request_approval", "売手への承認依頼"},
	{"listing_approve", "売手の承認"}, {"listing_send_back", "売手の差戻し"},
	{"listing_narrow_audience", "公開先の縮小"}, {"listing_widen_audience", "公開先の拡大"}, {"listing_shorten_period", "公開期間の短縮"},
	{"listing_extend_period", "公開期間の延長"},
	{"listing_stop", "受付停止"}, {"listing_resume", "受付再開"}, {"listing_conclude_outside", "本システム外での成約"}, {"listing.conclude", "成約"},
	{"listing_disable", "案件の無効化"}, {"listing_reopen", "案件の成約の取消し"}, {"listing_restore", "案件を承認前に戻す"}, {"listing_key_killed", "承認リンクの無効化"},
	{"approval_view", "売手による内容の確認"}, {"link_passcode", "パスコードの誤り"},
	{"owner_letter", "オーナーあての招待状の作成"}, {"owner_letter.passcode", "招待状のパスコードの表示（作成者とは別の承認者）"},
	{"link_passcode.told", "パスコードの表示（電話・書面で伝えるため）"}, {"paper_download", "承諾書のダウンロード"}, {"paper.download", "同意書のダウンロード"},
	{"inspection_made", "検査用ファイルの作成"},
	{"issued_paper.made", "書面の作成"}, {"issued_paper.download", "作成した書面のダウンロード"},
	{"signed_copy.recorded", "署名済みの控えの登録"}, {"signed_copy.confirmed", "署名済みの控えの確認"}, {"signed_copy.returned", "署名済みの控えの差戻し"},
	{"signed_copy.withdrawn", "署名済みの控えの取消し"}, {"signed_copy.download", "署名済みの控えのダウンロード"},
	{"negotiation.interest", "興味の回答"}, {"negotiation.start", "交渉の開始"}, {"negotiation.consent", "秘密保持契約への同意"},
	{"negotiation.realname_consent", "実名開示の同意"}, {"negotiation.request_realname", "実名交渉の希望"},
	{"negotiation.ask_owner", "売手への同意依頼"}, {"negotiation.owner_agree", "売手の承諾"}, {"negotiation.owner_refuse", "売手の拒否"},
	{"negotiation.approve_realname", "実名交渉の承認"}, {"negotiation.reject_realname", "実名交渉の却下"},
	{"negotiation.conditions", "条件交渉への移行"}, {"negotiation.propose_contract", "成約の申し出"}, {"negotiation.withdraw_contract", "成約の申し出の取下げ"},
	{"negotiation.confirm_contract", "成約の確認"},
	{"negotiation.end", "交渉の終了"}, {"negotiation.end_all", "案件の交渉の終了"}, {"negotiation.reopen_ask", "交渉再開の申し出"},
	{"negotiation.reopen_agree", "交渉の再開"},
	{"negotiation.next_action", "次回対応日の記録"}, {"negotiation.view_buyer", "買手の閲覧（交渉）"},
	{"negotiation.view_seller", "売手の名前の閲覧（交渉）"}, {"owner_consent.view", "売手による同意依頼の確認"},
	{"owner_consent.passcode", "パスコードの誤り（同意依頼）"},
	{"negotiation.offer_send", "オファーの送信"}, {"negotiation.offer_forward", "オファーの取次ぎ"}, {"negotiation.offer_decline", "オファーの見送り"},
	{"negotiation.offer_withdraw", "オファーの取下げ"}, {"negotiation.offer_open", "オファーの開封"},
	{"negotiation.clear_interest", "興味の取消し"}, {"negotiation.disposal", "資料廃棄の確認"}, {"negotiation.financing", "資金支援の記録"},
	{"negotiation.undo_contract", "成約の取消し"}, {"offer.long_list", "ロングリストからのオファー"}, {"long_list.save", "ロングリストの保存"},
	{"long_list.delete", "ロングリストの削除"}, {"saved_search.save", "検索条件の保存"}, {"saved_search.delete", "検索条件の削除"},
	{"saved_search.stop", "新着のお知らせの停止（メールのリンク）"},
	{"message.create", "メッセージの送信"}, {"message.download", "添付ファイルのダウンロード"},
	{"offer.sent_with_hits", "匿名化チェックの指摘を残したオファーの送信"}, {"held_text.held", "開示前の名前を含む文面の承認依頼"}, {"held_text.withdrawn", "承認を待つ文面の取下げ"},
	{"held_text.download", "承認を待つ文面のファイルのダウンロード"},
	{"document.upload", "資料の登録"}, {"document.change", "資料の名前の変更"}, {"document.replace", "資料の差替え"}, {"document.delete", "資料の削除"},
	{"document.grant", "資料の開示"}, {"document.revoke", "資料の開示の取消し"},
	{"break_glass.request", "緊急閲覧の申し出"}, {"break_glass.open", "緊急閲覧の開始"}, {"break_glass.read", "緊急閲覧での閲覧"}, {"break_glass.close", "緊急閲覧の終了"},
	{"document.view", "資料の閲覧"}, {"document.pages", "資料の続きのページの閲覧"}, {"document.download", "資料のダウンロード"},
	{"backup_key_changed", "バックアップの公開鍵の変更"}, {"backup_downloaded", "バックアップのダウンロード"}, {"restored", "バックアップからの復元"},
	{"mail_released", "復元のあとのメール送信の再開"},
	{"job_asked", "定期処理の手動実行"}, {"clock_suspected", "時計の大きな動きの検出"}, {"clock_believed", "時計の確認（自動）"}, {"clock_confirmed", "時計の確認"},
	{"listing_expire", "公開期間の終了による無効化"}, {"listing_key_expired", "承認リンクの期限切れ"}, {"negotiation.owner_key_expired", "同意依頼のリンクの期限切れ"},
	{"company_trial_over", "お試しの終了"},
	{"negotiation_purged", "保存期間を過ぎた交渉の消去"}, {"chain_purged", "保存期間を過ぎた記録の消去"},
})
