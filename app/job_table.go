package app

import (
	"tsunagu/app/companycsv"
	"tsunagu/app/listing"
	"tsunagu/app/marketprice"
	"tsunagu/app/merger"
	"tsunagu/app/mypage"
	"tsunagu/app/response"
	"tsunagu/app/stamp"
	"tsunagu/app/topic"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
)

// The data that jobs change or read: two jobs do not run at the same time if one changes what the other
// changes or reads.
const (
	jobDeals      = "deals"      // listings, negotiations, links, trials, and who has been reminded of them
	jobFiles      = "files"      // attachments, which a backup copies one by one
	jobLog        = "log"        // SQLite's write-ahead log: a long read would keep it from being reset, and writers would wait
	jobStatistics = "statistics" // the query planner's statistics
)

// jobTable is the table of all jobs. Jobs that use the same data and are due together run in its order: ends before
// reminders, so that nobody is reminded of something that has ended.
func (a *App) jobTable() []*web.Job {
	return []*web.Job{
		{Name: "exclusivity", Label: "独占交渉期限の終了", Does: "独占交渉期限が過ぎた売却案件の受付停止を、解除します。", Schedule: "5 0 * * *", When: "毎日 0:05", Waits: true,
			Changes: []string{jobDeals}, Run: listing.EndExclusivities},
		{Name: "listing_expiry", Label: "公開期間が終わった案件の無効化", Does: "公開期限から{outsidePeriodDays}日が過ぎた売却案件を無効にし、続いている交渉を「期限切れ」で終了して、担当の金融機関に知らせます。",
			Schedule: "30 0 * * *", When: "毎日 0:30", Waits: true,
			Changes: []string{jobDeals}, Run: listing.In(a.Platform).ExpireListings},
		{Name: "link_expiry", Label: "メールのリンクの期限切れ", Does: "期限が切れた承認・同意・登録のリンクを無効にし、担当の金融機関に知らせます。期限の{keyReminderDays}日前に、回答していない売手に再度連絡します。",
			Schedule: "15 * * * *", When: "毎時 15分", Waits: true,
			Changes: []string{jobDeals}, Run: upkeep.In(a.Platform).ExpireLinks},
		{Name: "trial_end", Label: "お試しの終了", Does: "お試し期間が終わった買手について、担当の金融機関に知らせます。", Schedule: "40 0 * * *", When: "毎日 0:40", Waits: true,
			Changes: []string{jobDeals}, Run: upkeep.In(a.Platform).EndTrials},
		{Name: "period_reminder", Label: "公開期限の予告", Does: "売却案件の公開期限の{periodFirstDays}日前、{periodSecondDays}日前、当日に、担当の金融機関へメールで知らせます。",
			Schedule: "0 8 * * *", When: "毎日 8:00", Waits: false,
			Changes: []string{jobDeals}, Run: listing.In(a.Platform).RemindPeriods},
		{Name: "answer_reminder", Label: "実名交渉の回答の催促", Does: "実名交渉の申し込みの回答期限の{answerFirstDays}日前と当日に売手側へ、期限が過ぎたときは双方の金融機関へ、メールで知らせます。",
			Schedule: "10 8 * * *", When: "毎日 8:10", Waits: false,
			Changes: []string{jobDeals}, Run: upkeep.In(a.Platform).RemindAnswers},
		{Name: "stalled_reminder", Label: "動きのない交渉のお知らせ",
			Does: "{stalledPersonDays}日間動きのない交渉を担当者へ、{stalledBankDays}日間を金融機関へ、{stalledOfficeDays}日間を事務局へ、メールで知らせます。", Schedule: "20 8 * * *",
			When: "毎日 8:20", Waits: false,
			Changes: []string{jobDeals}, Run: upkeep.In(a.Platform).RemindStalled},
		{Name: "aftercare_reminder", Label: "成約後の確認のお知らせ", Does: "成約から30日、90日、180日がたった交渉を、売手側の金融機関へメールで知らせます。",
			Schedule: "25 8 * * *", When: "毎日 8:25", Waits: false,
			Changes: []string{jobDeals}, Run: upkeep.In(a.Platform).RemindAftercare},
		{Name: "new_listings", Label: "新着案件のお知らせ", Does: "新しく公開された案件を、希望に合う買手へメールで知らせます。メールを希望しない買手には送りません。", Schedule: "30 * * * *",
			When: "毎時 30分", Waits: false,
			Reads: []string{jobLog}, Run: listing.In(a.Platform).TellNewListings},
		{Name: topic.Job, Label: "お知らせのメール", Does: "掲載が始まったお知らせのうち、メールでも知らせるものを、一度だけ送ります。", Schedule: "5 8 * * *",
			When: "毎日 8:05", Waits: true,
			Run: topic.In(a.Platform).TellTopics},
		{Name: "recommendations", Label: "週ごとのおすすめ", Does: "希望に合う案件（一致度70以上）のうち、まだ知らせていないものを、買手へ週に1回メールで知らせます。", Schedule: "0 9 * * 1",
			When: "毎週月曜 9:00", Waits: false,
			Reads: []string{jobLog}, Run: listing.In(a.Platform).RecommendWeekly},
		{Name: "saved_search_news", Label: "保存した検索の新着のお知らせ",
			Does:     "保存した検索条件のうち、新着のお知らせを「毎日」または「毎週」にしているものについて、新しく公開された案件があれば、保存した方へメールで知らせます。毎週の分は、月曜より前に公開された案件です。",
			Schedule: "40 7 * * *", When: "毎日 7:40", Waits: false,
			Run: mypage.In(a.Platform).TellSearches},
		{Name: "market_prices", Label: "相場の見直し",
			Does: "四半期に一度（1月、4月、7月、10月の初め）、それまでに成約した案件から相場を見直します。足りる件数がそろった区分だけを公表し、一件の増減は数字に表れません。", Schedule: "20 4 * * *",
			When: "毎日 4:20", Waits: true,
			Changes: []string{jobDeals}, Run: marketprice.In(a.Platform).MakeEdition},
		{Name: "responses", Label: "返事の速さの集計",
			Does: "金融機関と買手が、相手の連絡に何営業日で返事をしたかを、直近90日について一日に一度数え直します。5件に満たないものは表示しません。", Schedule: "25 4 * * *",
			When: "毎日 4:25", Waits: true,
			Reads: []string{jobDeals}, Run: response.In(a.Platform).Count},
		{Name: "import_finish", Label: "CSVの登録の続き", Does: "ディスクの不足などで途中で止まったCSVの登録を、終わりまで続けます。",
			Schedule: "*/5 * * * *", When: "5分ごと", Waits: false,
			Run: companycsv.In(a.Platform).FinishImports},
		{Name: "import_cleanup", Label: "CSVの控えの片付け", Does: "登録されないまま1日が過ぎたCSVの読み込みを消します。", Schedule: "*/10 * * * *", When: "10分ごと", Waits: true,
			Run: companycsv.In(a.Platform).ClearImports},
		{Name: "session_cleanup", Label: "ログインの記録の片付け", Does: "終わったログイン、使い終わったトークン、古い失敗の記録、半年使われていない端末の記録、画面から送った内容の控えを消します。",
			Schedule: "45 * * * *", When: "毎時 45分", Waits: true, Run: upkeep.ClearSessions},
		{Name: "mail_cleanup", Label: "送れなかったメールの片付け", Does: "7日間送れずに待っているメールを「送信できず」にし、14日が過ぎたメールの本文を消します。宛先と結果の記録は残ります。",
			Schedule: "10 3 * * *", When: "毎日 3:10", Waits: true, Run: upkeep.In(a.Platform).ClearMails},
		{Name: "retention", Label: "保存期間を過ぎた記録の消去",
			Does: "3年を過ぎた監査ログ、終了から10年を過ぎた交渉と開示台帳、却下から6か月を過ぎた利用申請、どの記録からも使われていないファイルを消します。消した範囲は、署名した記録として残ります。", Schedule: "30 3 * * *",
			When: "毎日 3:30", Waits: true,
			Changes: []string{jobDeals, jobFiles}, Run: upkeep.In(a.Platform).Retain},
		{Name: "proof", Label: "第三者による証明",
			Does:     "終わった日の監査ログと開示台帳を締め、署名した一日の記録を作って保管先のフォルダに書き、設定していればタイムスタンプを押します。できなかったものは、次の回に続けます。",
			Schedule: "20 * * * *", When: "毎時 20分", Waits: true,
			Reads: []string{jobLog}, Run: stamp.In(a.Platform).Prove},
		{Name: "siem", Label: "SIEMへの送信", Does: "設定していれば、監査ログと開示台帳の新しい行を、SIEMのサーバへ送ります。相手が止まっている間は待ち、続きから送ります。",
			Schedule: "* * * * *", When: "毎分", Waits: false,
			Run: stamp.In(a.Platform).SendEvents},
		{Name: "merger", Label: "金融機関の合併", Does: "合併日が来て、双方の確認がそろってから24時間がたった金融機関の合併を、夜間に行います。直前にバックアップを作って確かめ、作れないときは合併しません。",
			Schedule: "10 1 * * *", When: "毎日 1:10", Waits: true,
			Reads: []string{jobLog}, Changes: []string{jobDeals, jobFiles}, Refuse: merger.In(a.Platform).Refuse,
			Run: merger.In(a.Platform).Merge},
		{Name: "backup", Label: "バックアップ", Does: "データベースと添付ファイルのバックアップを作り、確かめます。古いものは、24時間・14日・8週・12か月の分を残して消します。", Schedule: "50 * * * *",
			When: "毎時 50分", Waits: false,
			Reads: []string{jobFiles, jobLog}, Run: upkeep.In(a.Platform).BackUp},
		{Name: web.StatisticsJob, Label: "検索のための集計", Does: "件数が大きく増えた表を調べ、検索の手順を選び直せるようにします。大きなCSVを登録した直後にも行います。内容は変わりません。",
			Schedule: "25 * * * *", When: "毎時 25分", Waits: false,
			Changes: []string{jobStatistics}, Run: upkeep.In(a.Platform).MakeStatistics},
		{Name: "optimize", Label: "データベースの手入れ", Does: "検索を速く保つために、すべての表の集計をやり直し、言葉の索引をひとつにまとめ、書き込みの控えを整理します。内容は変わりません。", Schedule: "0 4 * * 0",
			When: "毎週日曜 4:00", Waits: false,
			Changes: []string{jobLog, jobStatistics}, Run: upkeep.In(a.Platform).Optimize},
	}
}
