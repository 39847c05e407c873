package mail

const (
	notMeAsk   = "お心当たりがない場合は、このリンクを開かず、事務局へご連絡ください。"
	keepSecret = "このリンクはあなた専用です。他の方に転送しないでください。"
)

// texts is the wording of every mail. The mails to a seller's person and their
// subjects do not even say that it is about a sale: others may see the inbox.
var texts = []text{
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
		kind: ListingApprovalRequest, label: "売手への承認依頼", subject: "内容のご確認のお願い",
		happened: "お取引の金融機関から、内容のご確認をお願いする書類があります。",
		todo:     "次のリンクを開き、内容をご確認のうえ、承認または差戻しをお選びください。開くときに必要な8桁のパスコードは、別のメールでお送りします。",
		caseNo:   true, link: keyLink, linkLabel: "内容を確認する", until: "ご回答の期限", ask: askInstitution,
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
		caseNo:   true, link: link, linkLabel: "案件を見る", ask: askInstitution, setting: SendRecommend,
	},
	{
		kind: WeeklyRecommendation, label: "週ごとのおすすめ", subject: "今週のおすすめ案件",
		happened: "登録されている買収ニーズに合う、今週のおすすめ案件があります。",
		todo:     "ログインして内容をご覧ください。",
		link:     link, linkLabel: "おすすめ案件を見る", ask: askInstitution, setting: SendRecommend,
	},
	{
		kind: ListingPeriodEnding, label: "公開期限の予告", subject: "売却案件の公開期限のお知らせ",
		happened: "担当する売却案件の公開期限まで、あと{days}日です。",
		zeroDays: "担当する売却案件は、本日が公開期限です。",
		todo:     "公開を続ける場合は、期限までに公開期限を延長してください。期限を過ぎると検索に表示されなくなります。",
		caseNo:   true, link: link, linkLabel: "案件を開く", until: "公開期限", untilDay: true, days: []int{30, 7, 0}, setting: Notices,
	},
	{
		kind: OfferToConfirm, label: "オファーの確認依頼", subject: "オファーの確認をお願いします",
		happened: "担当する買手あてのオファーが届きました。まだ買手には届いていません。",
		todo:     "内容を確認し、買手へ送るか、見送るかを選んでください。",
		caseNo:   true, link: link, linkLabel: "オファーを確認する",
	},
	{
		kind: OfferReceived, label: "オファー", subject: "オファーが届きました",
		happened: "案件のオファーが届きました。",
		todo:     "ログインして内容をご覧ください。",
		caseNo:   true, link: link, linkLabel: "オファーを見る", ask: askInstitution, setting: SendOffer,
	},
	{
		kind: Interest, label: "興味あり", subject: "担当する買手が興味を示しました",
		happened: "担当する買手が、案件に「興味あり」と回答しました。",
		todo:     "買手の意向を確認し、交渉を始めるかどうかを検討してください。",
		caseNo:   true, link: link, linkLabel: "案件を開く", setting: Notices,
	},
	{
		kind: NegotiationStarted, label: "交渉の開始", subject: "匿名交渉が始まりました",
		happened: "担当する売却案件について、匿名での交渉が始まりました。",
		todo:     "内容を確認し、メッセージで連絡を取ってください。",
		caseNo:   true, link: link, linkLabel: "交渉を開く", setting: Notices,
	},
	{
		kind: RealNameRequested, label: "実名交渉の申し込み", subject: "実名交渉の申し込みがありました",
		happened: "担当する売却案件について、実名交渉の申し込みがありました。",
		todo:     "売手の同意を得たうえで、期限までに承認または却下してください。",
		caseNo:   true, link: link, linkLabel: "申し込みを確認する", until: "ご回答の期限",
	},
	{
		kind: OwnerConsentRequest, label: "売手への同意依頼", subject: "ご確認とご回答のお願い",
		happened: "お取引の金融機関から、ご確認とご回答をお願いしたいことがあります。",
		todo:     "次のリンクを開き、内容をご確認のうえ、ご回答ください。開くときに必要な8桁のパスコードは、別のメールでお送りします。",
		caseNo:   true, link: keyLink, linkLabel: "内容を確認して回答する", until: "ご回答の期限", ask: askInstitution,
		security: keepSecret + "お心当たりがない場合は、このリンクを開かず、お取引の金融機関の担当者へご連絡ください。",
	},
	{
		kind: OwnerConsentAnswered, label: "売手の回答", subject: "売手から回答がありました",
		happened: "実名の開示について、売手から回答がありました。",
		todo:     "回答を確認し、実名交渉の承認または却下に進んでください。",
		caseNo:   true, link: link, linkLabel: "回答を確認する",
	},
	{
		kind: RealNameDecided, label: "実名交渉の回答", subject: "実名交渉の申し込みに回答がありました",
		happened: "実名交渉の申し込みに、回答がありました。",
		todo:     "ログインして結果をご確認ください。",
		caseNo:   true, link: link, linkLabel: "結果を確認する",
	},
	{
		kind: NegotiationStatusChanged, label: "交渉状況の変更", subject: "交渉の状況が変わりました",
		happened: "交渉の状況が変わりました。",
		todo:     "ログインして現在の状況をご確認ください。",
		caseNo:   true, link: link, linkLabel: "交渉を開く", setting: Notices,
	},
	{
		kind: MilestoneRecorded, label: "交渉の日程の記録", subject: "交渉の日程が記録されました",
		happened: "交渉の日程が、新しく記録または変更されました。",
		todo:     "ログインして内容をご確認ください。",
		caseNo:   true, link: link, linkLabel: "交渉を開く", setting: Notices,
	},
	{
		kind: InChargeGiven, label: "担当の変更（元の担当）", subject: "担当する企業が変わりました",
		happened: "担当していた企業が、事務局により、ほかの金融機関の担当に変わりました。",
		todo:     "この企業と、その案件・交渉は、ご覧いただけなくなりました。お心当たりがない場合は、事務局へお問い合わせください。",
		caseNo:   true,
	},
	{
		kind: InChargeTaken, label: "担当の変更（新しい担当）", subject: "新しく担当する企業があります",
		happened: "事務局により、新しく担当する企業が加わりました。",
		todo:     "企業の内容と、案件・交渉の状況を確認し、担当者を決めてください。",
		caseNo:   true, link: link, linkLabel: "企業を開く",
	},
	{
		kind: BreakGlassWaits, label: "緊急閲覧の確認依頼", subject: "緊急閲覧の確認をお願いします",
		happened: "事務局の担当者が、緊急閲覧を申し出ました。ほかの担当者が確認するまで、内容は開きません。",
		todo:     "事務局の画面で理由と対象を確かめ、確認または取下げをしてください。24時間を過ぎると失効します。",
		caseNo:   true, link: link, linkLabel: "緊急閲覧を確認する",
	},
	{
		kind: BreakGlassOpened, label: "緊急閲覧の通知", subject: "事務局が内容を閲覧します",
		happened: "事務局が、担当されている案件または交渉の内容を、緊急閲覧として開きました。閲覧した記録はすべて残ります。",
		todo:     "操作は必要ありません。理由の区分は、案件または交渉の履歴でご確認いただけます。お心当たりがない場合や、ご不明な点がある場合は、事務局へお問い合わせください。",
		caseNo:   true, link: link, linkLabel: "履歴を確認する", until: "閲覧の期限",
	},
	{
		kind: MessageReceived, label: "メッセージ", subject: "新しいメッセージがあります",
		happened: "交渉に新しいメッセージが届きました。",
		todo:     "ログインしてお読みください。",
		caseNo:   true, link: link, linkLabel: "メッセージを読む", setting: Notices,
	},
	{
		kind: NegotiationStalled, label: "交渉の停滞", subject: "動きのない交渉があります",
		happened: "{days}日間、動きのない交渉があります。",
		todo:     "状況を確認し、次の対応を決めてください。",
		caseNo:   true, link: link, linkLabel: "交渉を確認する", days: []int{14, 30, 60}, setting: Notices,
	},
	{
		kind: InquiryReceived, label: "お問い合わせの受付（送信者）", subject: "お問い合わせを受け付けました",
		happened: "お問い合わせを受け付けました。",
		todo:     "事務局で内容を確認し、ご連絡します。",
		caseNo:   true, security: "このお問い合わせにお心当たりがない場合は、このメールを削除してください。",
	},
	{
		kind: InquiryNotice, label: "お問い合わせの受付（事務局）", subject: "お問い合わせが届きました",
		happened: "お問い合わせが届きました。",
		todo:     "事務局の画面で内容を確認し、回答してください。",
		caseNo:   true, link: link, linkLabel: "お問い合わせを確認する",
	},
}
