package app

// jobs is the table of all that the platform does by itself, in the order in which what is due
// together is done: ends before reminders, so that nobody is reminded of what is over.
func (a *App) jobTable() []*job {
	return []*job{
		{"exclusivity", "独占交渉期限の終了", "独占交渉期限が過ぎた売却案件の受付停止を、解除します。", "5 0 * * *", "毎日 0:05", true, a.endExclusivities},
		{"listing_expiry", "公開期間が終わった案件の無効化", "公開期限から{outsidePeriodDays}日が過ぎた売却案件を無効にし、続いている交渉を「期限切れ」で終了して、担当の金融機関に知らせます。", "30 0 * * *", "毎日 0:30", true, a.expireListings},
		{"link_expiry", "メールのリンクの期限切れ", "期限が切れた承認・同意・登録のリンクを無効にし、担当の金融機関に知らせます。期限の{keyReminderDays}日前に、回答していない売手に再度連絡します。", "15 * * * *", "毎時 15分", true, a.expireLinks},
		{"trial_end", "お試しの終了", "お試し期間が終わった買手について、担当の金融機関に知らせます。", "40 0 * * *", "毎日 0:40", true, a.endTrials},
		{"period_reminder", "公開期限の予告", "売却案件の公開期限の{periodFirstDays}日前、{periodSecondDays}日前、当日に、担当の金融機関へメールで知らせます。", "0 8 * * *", "毎日 8:00", false, a.remindPeriods},
		{"answer_reminder", "実名交渉の回答の催促", "実名交渉の申し込みの回答期限の{answerFirstDays}日前と当日に売手側へ、期限が過ぎたときは双方の金融機関へ、メールで知らせます。", "10 8 * * *", "毎日 8:10", false, a.remindAnswers},
		{"stalled_reminder", "動きのない交渉のお知らせ", "{stalledPersonDays}日間動きのない交渉を担当者へ、{stalledBankDays}日間を金融機関へ、{stalledOfficeDays}日間を事務局へ、メールで知らせます。", "20 8 * * *", "毎日 8:20", false, a.remindStalled},
		{"new_listings", "新着案件のお知らせ", "新しく公開された案件を、希望に合う買手へメールで知らせます。メールを希望しない買手には送りません。", "30 * * * *", "毎時 30分", false, a.tellNewListings},
		{"recommendations", "週ごとのおすすめ", "希望に合う案件（一致度70以上）のうち、まだ知らせていないものを、買手へ週に1回メールで知らせます。", "0 9 * * 1", "毎週月曜 9:00", false, a.recommendWeekly},
		{"import_cleanup", "CSVの控えの片付け", "登録されないまま1日が過ぎたCSVの読み込みを消します。", "*/10 * * * *", "10分ごと", true, a.clearImports},
		{"session_cleanup", "ログインの記録の片付け", "終わったログイン、使い終わったトークン、古い失敗の記録、半年使われていない端末の記録、画面から送った内容の控えを消します。", "45 * * * *", "毎時 45分", true, a.clearSessions},
		{"mail_cleanup", "送れなかったメールの片付け", "7日間送れずに待っているメールを「送信できず」にし、14日が過ぎたメールの本文を消します。宛先と結果の記録は残ります。", "10 3 * * *", "毎日 3:10", true, a.clearMails},
		{"retention", "保存期間を過ぎた記録の消去", "3年を過ぎた監査ログ、終了から10年を過ぎた交渉と開示台帳、却下から6か月を過ぎた利用申請、どの記録からも使われていないファイルを消します。消した範囲は、署名した記録として残ります。", "30 3 * * *", "毎日 3:30", true, a.retain},
		{"backup", "バックアップ", "データベースと添付ファイルのバックアップを作り、確かめます。古いものは、24時間・14日・8週・12か月の分を残して消します。", "50 * * * *", "毎時 50分", false, a.backUp},
		{statisticsJob, "検索のための集計", "件数が大きく増えた表を調べ、検索の手順を選び直せるようにします。大きなCSVを登録した直後にも行います。内容は変わりません。", "25 * * * *", "毎時 25分", false, a.makeStatistics},
		{"optimize", "データベースの手入れ", "検索を速く保つために、すべての表の集計をやり直し、言葉の索引をひとつにまとめ、書き込みの控えを整理します。内容は変わりません。", "0 4 * * 0", "毎週日曜 4:00", false, a.optimize},
	}
}

func (a *Platform) jobNamed(name string) *job {
	for _, j := range a.jobs() {
		if j.name == name {
			return j
		}
	}
	return nil
}
