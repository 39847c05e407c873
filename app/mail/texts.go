package mail

import "slices"

const (
	notMeAsk   = "お心当たりがない場合は、このリンクを開かず、事務局へご連絡ください。"
	keepSecret = "このリンクはあなた専用です。他の方に転送しないでください。"
)

// texts is the wording of every mail. Mails to a seller's person and their subjects do not mention
// a sale: others may see the inbox.
var texts = slices.Concat(textsOfNetwork, textsOfDeals)

// textsOfNetwork is about users, companies and listings.
var textsOfNetwork = []text{
	{
		kind: AccountRequestReceived, label: "利用申請の受付（申請者）", subject: "利用申請を受け付けました",
		happened: "金融機関の利用申請を受け付けました。",
		todo:     "事務局で内容を確認し、結果をメールでお知らせします。それまで操作は必要ありません。",
		caseNo:   true, security: "この申請にお心当たりがない場合は、事務局へご連絡ください。",
	},
	{
		kind: AccountRequestNotice, label: "利用申請の受付（事務局）", subject: "利用申請が届きました",
		happened: "金融機関から利用申請が届きました。",
		todo:     "事務局の画面で内容を確認し、承認または却下してください。",
		caseNo:   true, link: link, linkLabel: "申請を確認する",
	},
	{
		kind: AccountRequestApproved, label: "利用申請の承認", subject: "利用申請が承認されました",
		happened: "金融機関の利用申請が承認されました。",
		todo:     "最初にログインする方へ、パスワード設定のご案内を別のメールでお送りします。",
		caseNo:   true,
	},
	{
		kind: AccountRequestRejected, label: "利用申請の却下", subject: "利用申請の結果のお知らせ",
		happened: "金融機関の利用申請を確認しましたが、今回は承認に至りませんでした。",
		todo:     "理由の確認や再度の申請については、事務局へお問い合わせください。",
		caseNo:   true,
	},
	{
		kind: Invitation, label: "利用開始のご案内", subject: "利用開始のご案内",
		happened: "あなたの利用者登録が完了しました。",
		todo:     "次のリンクからパスワードを設定し、ログインしてください。期限を過ぎたときは、事務局へ再送をご依頼ください。",
		link:     keyLink, linkLabel: "パスワードを設定する", until: "リンクの期限", security: keepSecret + notMeAsk,
	},
	{
		kind: BuyerInvitation, label: "登録のご案内", subject: "ご登録のご案内",
		happened: "お取引の金融機関から、ご登録のご案内をお送りします。",
		todo:     "次のリンクから必要事項を入力し、登録を完了してください。期限を過ぎたときは、お取引の金融機関へ再送をご依頼ください。",
		link:     keyLink, linkLabel: "登録をはじめる", until: "リンクの期限", ask: askInstitution,
		security: keepSecret + "お心当たりがない場合は、このリンクを開かず、お取引の金融機関の担当者へご連絡ください。",
	},
	{
		kind: InvitationResent, label: "ご案内の再送", subject: "ご案内を再送します",
		happened: "ご登録のご案内を再送します。以前お送りしたリンクは使えなくなりました。",
		todo:     "次のリンクから手続きをお進めください。",
		link:     keyLink, linkLabel: "手続きを進める", until: "リンクの期限", security: keepSecret + notMeAsk,
	},
	{
		kind: PasswordReset, label: "パスワードの再設定", subject: "パスワード再設定のご案内",
		happened: "パスワードの再設定を受け付けました。",
		todo:     "次のリンクから新しいパスワードを設定してください。リンクは1回だけ使えます。続けて申し込んだ場合は、最後に届いたメールのリンクだけが有効です。",
		link:     keyLink, linkLabel: "新しいパスワードを設定する", until: "リンクの期限",
		security: keepSecret + "お心当たりがない場合は、このリンクを開かないでください。パスワードは変わりません。たびたび届くときは、事務局へご連絡ください。",
	},
	{
		kind: PasswordChanged, label: "パスワードの変更", subject: "パスワードが変更されました",
		happened: "あなたのパスワードが変更されました。ほかの端末でのログインは、すべて終了しました。",
		todo:     "ご自身で変更された場合、操作は必要ありません。",
		security: "お心当たりがない場合は、ログイン画面からすぐにパスワードを再設定し、事務局へご連絡ください。",
	},
	{
		kind: AccountLocked, label: "ログインの一時停止", subject: "ログインを一時的に停止しました",
		happened: "あなたのログインIDで、ログインの失敗が続きました。安全のため、ログインを一時的に停止しました。",
		todo:     "しばらく待つと、ふたたびログインできます。パスワードをお忘れの場合は、ログイン画面から再設定してください。",
		until:    "停止の終わり",
		security: "お心当たりがない場合は、第三者がログインを試みた可能性があります。事務局へご連絡ください。",
	},
	{
		kind: SecondStepChanged, label: "2段階認証の変更", subject: "2段階認証の設定が変更されました",
		happened: "あなたの2段階認証の設定が変更されました（設定、別のスマートフォンへの切り替え、解除、リカバリーコードの作り直しのいずれか）。",
		todo:     "ご自身で変更された場合、操作は必要ありません。",
		security: "お心当たりがない場合は、ログイン画面からすぐにパスワードを再設定し、事務局へご連絡ください。",
	},
	{
		kind: SecondStepReset, label: "2段階認証の解除（管理者による）", subject: "2段階認証が解除されました",
		happened: "管理者または事務局が、あなたの2段階認証を解除しました。ログインは、すべて終了しました。",
		todo:     "パスワードでログインし、「パスワード変更」の画面から、2段階認証を設定し直してください。",
		security: "解除を依頼していない場合は、ログイン画面からすぐにパスワードを再設定し、事務局へご連絡ください。",
	},
	{
		kind: RecoveryCodeUsed, label: "リカバリーコードの使用", subject: "リカバリーコードが使われました",
		happened: "あなたのリカバリーコードが1つ使われました。使われたコードは、もう使えません。",
		todo:     "ご自身で使われた場合は、スマートフォンを替えたときの切り替えと、残りのコードの数を、「パスワード変更」の画面でご確認ください。",
		security: "お心当たりがない場合は、ログイン画面からすぐにパスワードを再設定し、事務局へご連絡ください。",
	},
	{
		kind: PasskeyAdded, label: "パスキーの登録", subject: "パスキーが登録されました",
		happened: "あなたのログインに使うパスキー（指紋や顔、端末の暗証番号でログインするしくみ）が、新しく登録されました。",
		todo:     "ご自身で登録された場合、操作は必要ありません。",
		security: "お心当たりがない場合は、すぐに「パスワード変更」の画面でそのパスキーを削除し、ログイン画面からパスワードを再設定して、事務局へご連絡ください。",
	},
	{
		kind: PasskeyRemoved, label: "パスキーの削除", subject: "パスキーが削除されました",
		happened: "あなたのログインに使うパスキーが1つ削除されました。そのパスキーでは、もうログインできません。",
		todo:     "ご自身で削除された場合、操作は必要ありません。",
		security: "お心当たりがない場合は、ログイン画面からすぐにパスワードを再設定し、事務局へご連絡ください。",
	},
	{
		kind: PasskeysReset, label: "パスキーの削除（管理者による）", subject: "パスキーがすべて削除されました",
		happened: "管理者または事務局が、あなたのパスキーをすべて削除しました。ログインは、すべて終了しました。",
		todo:     "パスワードでログインし、「パスワード変更」の画面から、パスキーを登録し直してください。",
		security: "削除を依頼していない場合は、ログイン画面からすぐにパスワードを再設定し、事務局へご連絡ください。",
	},
	{
		kind: PasskeyCloned, label: "パスキーの複製の疑い", subject: "パスキーでのログインを断りました",
		happened: "あなたのパスキーが、別の端末に複製されているおそれがあるため、ログインまたは本人確認を断りました。",
		todo:     "「パスワード変更」の画面でそのパスキーを削除し、登録し直してください。",
		security: "端末をなくした、または他人に渡したことがある場合は、すぐに所属する金融機関の管理者か事務局へご連絡ください。",
	},
	{
		kind: DirectoryInvitation, label: "社内のアカウントの案内", subject: "社内のアカウントとの結び付けのご案内",
		happened: "金融機関の管理者から、つなぐに社内のアカウント（金融機関の認証基盤）でログインするためのご案内です。",
		todo:     "次のリンクを開き、「社内のアカウントと結び付ける」を押して、ご自身の社内のアカウントでログインしてください。リンクは1回だけ使えます。",
		link:     keyLink, linkLabel: "社内のアカウントと結び付ける", until: "リンクの期限", security: keepSecret + notMeAsk,
	},
	{
		kind: DirectoryBound, label: "社内のアカウントの結び付けの変更", subject: "社内のアカウントとの結び付けが変わりました",
		happened: "あなたの利用者と、社内のアカウント（金融機関の認証基盤）との結び付けが変わりました（結び付けた、または解かれた）。",
		todo:     "ご自身で結び付けられた場合や、管理者から聞いている場合、操作は必要ありません。",
		security: "お心当たりがない場合は、すぐに、所属する金融機関の管理者と事務局へご連絡ください。",
	},
	{
		kind: DirectoryAsked, label: "認証基盤の設定（確認待ち）", subject: "金融機関の認証基盤の設定の確認をお願いします",
		happened: "金融機関の管理者が、認証基盤（社内のアカウントでのログイン）の設定を、事務局の確認に出しました。",
		todo:     "「認証基盤」の画面で内容を確認し、確認または差戻しをしてください。",
		link:     link, linkLabel: "事務局の画面を開く",
	},
	{
		kind: DirectoryDecided, label: "認証基盤の設定の確認・差戻し", subject: "認証基盤の設定を事務局が確認または差戻しをしました",
		happened: "自機関の認証基盤（社内のアカウントでのログイン）の設定について、事務局が確認、または差戻しをしました。",
		todo:     "「認証基盤」の画面で、結果をご確認ください。",
		link:     link, linkLabel: "認証基盤の画面を開く",
	},
	{
		kind: DirectoryEnded, label: "認証基盤でのログインの終了", subject: "認証基盤でのログインが終わりました",
		happened: "ある金融機関の認証基盤（社内のアカウント）でのログインが、管理者または事務局の操作で終わりました。認証基盤で開いたログインは、すべて終了しました。",
		todo:     "理由は監査ログに残っています。その金融機関の利用者は、パスワードなど、ほかの方法でログインしてください。",
		link:     link, linkLabel: "画面を開く",
	},
	{
		kind: EmergencySignIn, label: "緊急用の利用者のログイン", subject: "緊急用の利用者がパスワードでログインしました",
		happened: "パスワードでのログインを禁止している金融機関の、緊急用に決められた利用者が、パスワードでログインしました。",
		todo:     "認証基盤が止まっているなど、必要な使用であったことを確かめてください。",
		link:     link, linkLabel: "画面を開く",
		security: "心当たりのない使用のときは、すぐにその利用者を停止し、事務局と金融機関の管理者の間で連絡を取ってください。",
	},
	{
		kind: BuyerRegistered, label: "買手の登録（承認待ち）", subject: "買手の登録の承認をお願いします",
		happened: "担当する買手から、登録の申し込みがありました。",
		todo:     "内容を確認し、承認または差戻しをしてください。",
		caseNo:   true, link: link, linkLabel: "登録の内容を確認する",
	},
	{
		kind: BuyerUserWaits, label: "買手のユーザの追加（承認待ち）", subject: "買手のユーザの承認をお願いします",
		happened: "担当する買手から、ユーザを追加する申し込みがありました。",
		todo:     "内容を確認し、承認してください。承認すると、その方にパスワード設定の案内が届きます。",
		caseNo:   true, link: link, linkLabel: "ユーザを確認する",
	},
	{
		kind: BuyerApproved, label: "買手の登録の承認", subject: "ご登録が承認されました",
		happened: "ご登録の内容が承認されました。",
		todo:     "ログインしてご利用をはじめられます。",
		link:     link, linkLabel: "ログインする", ask: askInstitution,
	},
	{
		kind: BuyerReturned, label: "買手の登録の差戻し", subject: "ご登録の内容をご確認ください",
		happened: "ご登録の内容について、確認をお願いしたい点があります。",
		todo:     "次のリンクからコメントを確認し、内容を直して、もう一度お申し込みください。",
		link:     keyLink, linkLabel: "登録の内容を直す", until: "リンクの期限", ask: askInstitution, security: keepSecret,
	},
	{
		kind: InvitationExpired, label: "登録のご案内の期限切れ", subject: "買手の登録のご案内の期限が切れました",
		happened: "担当する買手へお送りした登録のご案内は、登録がないまま期限が切れました。",
		todo:     "買手に連絡のうえ、必要であれば、ご案内を再送してください。",
		caseNo:   true, link: link, linkLabel: "買手を開く", setting: Notices,
	},
	{
		kind: TrialEnded, label: "お試しの終了", subject: "買手のお試し期間が終わりました",
		happened: "担当する買手のお試し期間が終わりました。買手は、案件を見られなくなりました。",
		todo:     "買手の意向を確認し、続けてご利用になる場合は、本登録の手続きを進めてください。",
		caseNo:   true, link: link, linkLabel: "買手を開く", setting: Notices,
	},
	{
		kind: ListingApprovalRequest, label: "売手への承認依頼", subject: "内容のご確認のお願い",
		happened: "お取引の金融機関から、内容のご確認をお願いする書類があります。",
		todo:     "次のリンクを開き、内容をご確認のうえ、承認または差戻しをお選びください。開くときに必要な8桁のパスコードは、別のメール、または担当者からの電話か書面でお伝えします。",
		caseNo:   true, link: keyLink, linkLabel: "内容を確認する", until: "ご回答の期限", ask: askInstitution, asks: true,
		security: keepSecret + "お心当たりがない場合は、このリンクを開かず、お取引の金融機関の担当者へご連絡ください。",
	},
	{
		kind: Passcode, label: "パスコード", subject: "パスコードのお知らせ",
		happened: "別のメールでお送りしたリンクを開くためのパスコードです。",
		todo:     "画面の案内に従って、次の8桁を入力してください。",
		passcode: true, ask: askInstitution,
		security: "パスコードを電話やメールでお尋ねすることはありません。他の方に教えないでください。お心当たりがない場合は、このメールを削除してください。",
	},
	{
		kind: ListingApproved, label: "売手の承認", subject: "売却案件が承認されました",
		happened: "担当する売却案件を、売手が承認しました。",
		todo:     "公開の状態を確認してください。",
		caseNo:   true, link: link, linkLabel: "案件を開く",
	},
	{
		kind: ListingReturned, label: "売手の差戻し", subject: "売却案件が差し戻されました",
		happened: "担当する売却案件を、売手が差し戻しました。",
		todo:     "コメントを確認し、内容を直して、もう一度承認を依頼してください。",
		caseNo:   true, link: link, linkLabel: "コメントを確認する",
	},
	{
		kind: RequestReminder, label: "売手への依頼の催促", subject: "ご確認のお願い（再度のご連絡）",
		happened: "先日お送りした「ご確認のお願い」に、まだご回答をいただいていません。",
		todo:     "先日のメールのリンクを開き、期限までにご回答ください。メールが見当たらないときは、お取引の金融機関の担当者へご連絡ください。",
		caseNo:   true, until: "ご回答の期限", ask: askInstitution, asks: true,
		security: "お心当たりがない場合は、お取引の金融機関の担当者へご連絡ください。",
	},
	{
		kind: RequestExpired, label: "売手への依頼の失効", subject: "売手への依頼が無効になりました",
		happened: "売手への依頼のリンクが、期限切れ、またはパスコードの誤りが続いたことにより、無効になりました。",
		todo:     "売手に連絡のうえ、必要であれば、もう一度依頼を送ってください。",
		caseNo:   true, link: link, linkLabel: "案件を開く",
	},
	{
		kind: ListingReopened, label: "成約の取消し（案件）", subject: "売却案件が公開中に戻りました",
		happened: "担当する売却案件の成約が、事務局により取り消され、公開中に戻りました。",
		todo:     "公開の状態と公開期限を確認してください。",
		caseNo:   true, link: link, linkLabel: "案件を開く", setting: Notices,
	},
	{
		kind: ListingPublished, label: "新着案件", subject: "ご希望に合う新しい案件があります",
		happened: "登録されている買収ニーズに合う案件が、新しく公開されました。",
		todo:     "ログインして内容をご覧ください。",
		caseNo:   true, sums: true, link: link, linkLabel: "案件を見る", ask: askInstitution, setting: SendRecommend,
	},
	{
		kind: WeeklyRecommendation, label: "週ごとのおすすめ", subject: "今週のおすすめ案件",
		happened: "登録されている買収ニーズに合う、今週のおすすめ案件があります。",
		todo:     "ログインして内容をご覧ください。",
		link:     link, linkLabel: "おすすめ案件を見る", ask: askInstitution, setting: SendRecommend,
	},
	{
		kind: SavedSearchNews, label: "保存した検索の新着", subject: "保存した検索条件に合う新しい案件が{count}件あります",
		happened: "保存した検索条件に合う案件が、新しく{count}件公開されました。",
		todo:     "ログインして内容をご覧ください。お知らせの頻度は、検索条件ごとに変えられます。",
		link:     link, linkLabel: "検索の結果を開く", counts: true, sums: true, stops: true, setting: Notices,
		subjectOfMany:  "保存した検索条件{count}件に、新しい案件があります",
		happenedOfMany: "保存した検索条件のうち{count}件に合う案件が、新しく公開されました。",
	},
	{
		kind: ListingPeriodEnding, label: "公開期限の予告", subject: "売却案件の公開期限のお知らせ",
		happened: "担当する売却案件の公開期限まで、{days}日以内となりました。",
		zeroDays: "担当する売却案件が、公開期限を迎えました。",
		todo:     "公開を続ける場合は、公開期限を延長してください。期限を過ぎると検索に表示されなくなり、{after}日後に無効になります。",
		caseNo:   true, link: link, linkLabel: "案件を開く", until: "公開期限", untilDay: true, days: true, after: true, setting: Notices,
	},
	{
		kind: ListingExpired, label: "公開期間の終了による無効", subject: "売却案件が無効になりました",
		happened: "担当する売却案件は、公開期限から{days}日が過ぎたため、無効になりました。続いていた交渉は、期限切れとして終了しました。",
		todo:     "もう一度公開する場合は、案件を承認前に戻し、内容を確認して、売手へ承認を依頼してください。",
		caseNo:   true, link: link, linkLabel: "案件を開く", days: true, setting: Notices,
	},
}
