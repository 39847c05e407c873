package officelist

import (
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/app/inquiry"
	"tsunagu/app/listfile"
	"tsunagu/app/office"
	"tsunagu/app/sheet"
	"tsunagu/store/master"
)

// The lists. They hold what the screens show, and no more.
var (
	institutionFile = listfile.File[office.InstitutionRow]{
		Path: "ExportInstitutionList", Noun: "金融機関", Unit: "件", Name: "LIST_INSTITUTION", Title: "金融機関",
		Columns: []listfile.Column[office.InstitutionRow]{
			listfile.Col("金融機関名", 30, sheet.Wrapped, func(i *office.InstitutionRow) any { return i.FinancialName }),
			listfile.Col("略称", 16, sheet.Wrapped, func(i *office.InstitutionRow) any { return i.ShortName }),
			listfile.Col("コード", 10, sheet.Centred, func(i *office.InstitutionRow) any { return i.FinancialCode }),
			listfile.Col("種別", 16, sheet.Centred, func(i *office.InstitutionRow) any { return financialType(i.FinancialType) }),
			listfile.Col("都道府県", 12, sheet.Centred, func(i *office.InstitutionRow) any { return prefecture(i.Prefecture) }),
			listfile.Col("利用者\n（人）", 9, sheet.Number, func(i *office.InstitutionRow) any { return i.UserCount }),
			listfile.Col("状態", 12, sheet.Centred, func(i *office.InstitutionRow) any { return deal.InstitutionStatus(i.Status).Label() }),
			listfile.Col("参加日", 12, sheet.Day, func(i *office.InstitutionRow) any { return listfile.ServerDay(i.Created) }),
		}}
	userFile = listfile.File[office.UserRow]{
		Path: "ExportUserList", Noun: "利用者", Unit: "人", Name: "LIST_USER", Title: "利用者",
		Columns: []listfile.Column[office.UserRow]{
			listfile.Col("氏名", 18, sheet.Plainly, func(u *office.UserRow) any { return u.UserName }),
			listfile.Col("ログインID", 32, sheet.Wrapped, func(u *office.UserRow) any { return u.LoginID }),
			listfile.Col("区分", 18, sheet.Centred, func(u *office.UserRow) any { return deal.Role(u.Role).Label() }),
			listfile.Col("金融機関", 24, sheet.Wrapped, func(u *office.UserRow) any { return u.FinancialName }),
			listfile.Col("部署", 20, sheet.Wrapped, func(u *office.UserRow) any { return u.Department }),
			listfile.Col("役職", 14, sheet.Wrapped, func(u *office.UserRow) any { return u.Position }),
			listfile.Col("状態", 12, sheet.Centred, func(u *office.UserRow) any { return deal.UserStatus(u.Status).Label() }),
			listfile.Col("承認者", 18, sheet.Wrapped, func(u *office.UserRow) any { return u.ApproverLabel }),
			listfile.Col("2段階認証", 11, sheet.Centred, func(u *office.UserRow) any { return set(u.HasSecondStep) }),
			listfile.Col("案内の状態", 22, sheet.Wrapped, func(u *office.UserRow) any { return u.Invitation }),
			listfile.Col("最終ログイン", 18, sheet.Centred, func(u *office.UserRow) any { return listfile.ServerTime(u.LastLogin) }),
			listfile.Col("登録した方", 18, sheet.Plainly, func(u *office.UserRow) any { return u.CreatedBy }),
			listfile.Col("登録日", 12, sheet.Day, func(u *office.UserRow) any { return listfile.ServerDay(u.Created) }),
		}}
	requestFile = listfile.File[office.RequestRow]{
		Path: "ExportAccountRequestList", Noun: "利用申請", Unit: "件", Name: "LIST_ACCOUNTREQUEST", Title: "利用申請",
		Columns: []listfile.Column[office.RequestRow]{
			listfile.Col("受付番号", 13, sheet.Centred, func(r *office.RequestRow) any { return r.CaseNumber }),
			listfile.Col("金融機関名", 30, sheet.Wrapped, func(r *office.RequestRow) any { return r.FinancialName }),
			listfile.Col("コード", 10, sheet.Centred, func(r *office.RequestRow) any { return r.FinancialCode }),
			listfile.Col("種別", 16, sheet.Centred, func(r *office.RequestRow) any { return financialType(r.FinancialType) }),
			listfile.Col("都道府県", 12, sheet.Centred, func(r *office.RequestRow) any { return prefecture(r.Prefecture) }),
			listfile.Col("状態", 12, sheet.Centred, func(r *office.RequestRow) any { return deal.AccountRequestStatus(r.Status).Label() }),
			listfile.Col("申請日", 12, sheet.Day, func(r *office.RequestRow) any { return listfile.ServerDay(r.Created) }),
			listfile.Col("審査日", 12, sheet.Day, func(r *office.RequestRow) any { return listfile.ServerDay(r.Decided) }),
		}}
	inquiryFile = listfile.File[inquiry.InquiryRow]{
		Path: "ExportInquiryList", Noun: "お問い合わせ", Unit: "件", Name: "LIST_INQUIRY", Title: "お問い合わせ",
		Columns: []listfile.Column[inquiry.InquiryRow]{
			listfile.Col("受付番号", 13, sheet.Centred, func(i *inquiry.InquiryRow) any { return i.CaseNumber }),
			listfile.Col("受付日時", 18, sheet.Centred, func(i *inquiry.InquiryRow) any { return listfile.ServerTime(i.Created) }),
			listfile.Col("種類", 18, sheet.Wrapped, func(i *inquiry.InquiryRow) any { return deal.InquiryKind(i.Kind).Label() }),
			listfile.Col("氏名", 16, sheet.Plainly, func(i *inquiry.InquiryRow) any { return i.Name }),
			listfile.Col("所属", 22, sheet.Wrapped, func(i *inquiry.InquiryRow) any { return i.Organisation }),
			listfile.Col("メールアドレス", 28, sheet.Wrapped, func(i *inquiry.InquiryRow) any { return i.MailAddress }),
			listfile.Col("電話番号", 15, sheet.Centred, func(i *inquiry.InquiryRow) any { return i.Phone }),
			listfile.Col("内容", 60, sheet.Wrapped, func(i *inquiry.InquiryRow) any { return i.Body }),
			listfile.Col("状態", 10, sheet.Centred, func(i *inquiry.InquiryRow) any { return i.StatusLabel }),
			listfile.Col("覚え書き", 30, sheet.Wrapped, func(i *inquiry.InquiryRow) any { return i.Note }),
		}}
	mailFile = listfile.File[office.MailRow]{
		Path: "ExportMailList", Noun: "送信メール", Unit: "通", Name: "LIST_MAIL", Title: "送信メール",
		Columns: []listfile.Column[office.MailRow]{
			listfile.Col("作成日時", 18, sheet.Centred, func(m *office.MailRow) any { return listfile.ServerTime(m.Created) }),
			listfile.Col("種類", 32, sheet.Wrapped, func(m *office.MailRow) any { return m.Label }),
			listfile.Col("宛先", 32, sheet.Wrapped, func(m *office.MailRow) any { return m.To }),
			listfile.Col("状態", 12, sheet.Centred, func(m *office.MailRow) any { return office.MailState(strconv.Itoa(m.State)) }),
			listfile.Col("試行\n（回）", 8, sheet.Number, func(m *office.MailRow) any { return m.Attempts }),
			listfile.Col("送信日時", 18, sheet.Centred, func(m *office.MailRow) any { return listfile.ServerTime(m.Sent) }),
			listfile.Col("次の送信", 18, sheet.Centred, func(m *office.MailRow) any { return listfile.ServerTime(m.NextAttempt) }),
			listfile.Col("メールサーバーの答え", 40, sheet.Wrapped, func(m *office.MailRow) any { return m.Error }),
		}}
	listingFile = listfile.File[office.ListingRow]{
		Path: "ExportSellerBusinessList", Noun: "案件", Unit: "件", Name: "LIST_SELLERBUSINESS", Title: "売却案件",
		Columns: []listfile.Column[office.ListingRow]{
			listfile.Col("案件番号", 13, sheet.Centred, func(l *office.ListingRow) any { return l.CaseNumber }),
			listfile.Col("案件名（公開）", 36, sheet.Wrapped, func(l *office.ListingRow) any { return l.BusinessName }),
			listfile.Col("担当金融機関", 24, sheet.Wrapped, func(l *office.ListingRow) any { return l.FinancialName }),
			listfile.Col("状況", 12, sheet.Centred, func(l *office.ListingRow) any { return deal.ListingStatus(l.Status).Label() }),
			listfile.Col("受付停止", 10, sheet.Centred, func(l *office.ListingRow) any { return stopped(l.IsSuspended) }),
			listfile.Col("公開開始日", 12, sheet.Day, func(l *office.ListingRow) any { return listfile.Day(l.StartDate) }),
			listfile.Col("公開期限", 12, sheet.Day, func(l *office.ListingRow) any { return listfile.Day(l.DueDate) }),
			listfile.Col("公開日", 12, sheet.Day, func(l *office.ListingRow) any { return listfile.ServerDay(l.PublishedAt) }),
		}}
)

func financialType(key int) string { return master.ItemLabel(master.FinancialTypes, key) }

func prefecture(code string) string {
	p, _ := master.FindPrefecture(code)
	return p.Name
}

func set(is bool) string {
	if is {
		return "設定済み"
	}
	return ""
}

func stopped(is bool) string {
	if is {
		return "受付停止中"
	}
	return ""
}
