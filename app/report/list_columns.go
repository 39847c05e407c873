package report

import (
	"slices"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listfile"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store/master"
)

// The rows of the lists, with who of the bank works on them.
type (
	caseRow struct {
		negotiation.NegotiationRow
		inCharge
	}
	listingRow struct {
		listing.ListingCard
		Score *int `json:"score"`
		inCharge
	}
	companyRow struct {
		company.CompanyRow
		inCharge
	}
)

// The columns that both lists of negotiations have: the first ones, those of the status, and the last ones.
var (
	caseHead = []listfile.Column[caseRow]{
		listfile.Col("交渉番号", 13, sheet.Centred, func(n *caseRow) any { return n.CaseNumber }),
		listfile.Col("案件名", 34, sheet.Wrapped, func(n *caseRow) any { return n.BusinessName }),
	}
	caseStatus = []listfile.Column[caseRow]{
		listfile.Col("交渉状況", 13, sheet.Centred, func(n *caseRow) any { return n.StatusLabel }),
		listfile.Col("状況になった日", 12, sheet.Day, func(n *caseRow) any { return listfile.ServerDay(n.StatusAt) }),
	}
	caseBuyer = listfile.Col("買手", 25, sheet.Wrapped, func(n *caseRow) any { return n.DisplayName })
	caseOffer = listfile.Col("オファー", 16, sheet.Wrapped, offer)
	caseTail  = []listfile.Column[caseRow]{
		listfile.Col("求められていること", 26, sheet.Wrapped, func(n *caseRow) any { return n.Ask }),
		listfile.Col("主担当", 16, sheet.Plainly, func(n *caseRow) any { return n.MainPerson }),
		listfile.Col("副担当", 22, sheet.Wrapped, func(n *caseRow) any { return joined(n.OtherPersons) }),
		listfile.Col("次回対応日", 12, sheet.Day, nextDay),
		listfile.Col("次回対応の\n担当者", 13, sheet.Plainly, nextPerson),
		listfile.Col("回答期限", 12, sheet.Day, func(n *caseRow) any { return listfile.Day(n.AnswerDue) }),
		listfile.Col("公開期限", 12, sheet.Day, func(n *caseRow) any { return listfile.Day(n.DueDate) }),
		listfile.Col("クロージング予定日", 12, sheet.Day, func(n *caseRow) any { return listfile.Day(n.ClosingDue) }),
		listfile.Col("未読\n（件）", 7, sheet.Number, func(n *caseRow) any { return n.UnreadCount }),
	}
)

// The lists. What a row does not tell its reader is an empty cell.
var (
	buyerCaseFile = listfile.File[caseRow]{
		Path: "/api/Report/ExportFinancialSupportList", Noun: "交渉", Unit: "件", Name: "EXPORT_BUYERNEGOTIATION", Title: "買手交渉案件",
		Columns: slices.Concat(caseHead, []listfile.Column[caseRow]{
			caseBuyer,
			listfile.Col("売手側金融機関", 20, sheet.Wrapped, func(n *caseRow) any { return n.SellerFinancialName }),
		}, caseStatus, []listfile.Column[caseRow]{
			listfile.Col("興味", 10, sheet.Centred, interest),
			caseOffer,
			listfile.Col("資金支援", 14, sheet.Wrapped, financing),
		}, caseTail)}
	sellerCaseFile = listfile.File[caseRow]{
		Path: "/api/Report/ExportPartnerList", Noun: "交渉", Unit: "件", Name: "EXPORT_SELLERNEGOTIATION", Title: "売手交渉案件",
		Columns: slices.Concat(caseHead, []listfile.Column[caseRow]{
			listfile.Col("売手", 25, sheet.Wrapped, func(n *caseRow) any { return n.SellerDisplayName }),
			caseBuyer,
			listfile.Col("買手側金融機関", 20, sheet.Wrapped, func(n *caseRow) any { return n.BuyerFinancialName }),
			listfile.Col("買手の業種", 22, sheet.Wrapped, buyerIndustry),
			listfile.Col("買手の所在地", 12, sheet.Centred, buyerPlace),
		}, caseStatus, []listfile.Column[caseRow]{
			caseOffer,
			listfile.Col("資金", 10, sheet.Centred, func(n *caseRow) any { return n.Financing }),
		}, caseTail)}
	listingFile = listfile.File[listingRow]{
		Path: "/api/Report/ExportSellerBusinessList", Noun: "案件", Unit: "件", Name: "EXPORT_SELLERBUSINESS", Title: "売却案件",
		IsClosed: func(l *listingRow) bool { return l.SellerBusinessID == "" },
		Columns: []listfile.Column[listingRow]{
			listfile.Col("案件番号", 13, sheet.Centred, func(l *listingRow) any { return web.CaseNumber("L", l.SellerBusinessID) }),
			listfile.Col("案件名", 34, sheet.Wrapped, func(l *listingRow) any { return l.BusinessName }),
			listfile.Col("状況", 12, sheet.Centred, func(l *listingRow) any { return deal.ListingStatus(l.Status).Label() }),
			listfile.Col("業種", 24, sheet.Wrapped, func(l *listingRow) any { return IndustryNames(l.IndustryTypes) }),
			listfile.Col("所在地", 18, sheet.Wrapped, func(l *listingRow) any { return l.FormattedLocation }),
			listfile.Col("担当金融機関", 20, sheet.Wrapped, func(l *listingRow) any { return l.InChargeFinancialInstitutionName }),
			listfile.Col("売上高", 20, sheet.Wrapped, func(l *listingRow) any { return master.ItemLabel(master.SalesAmount, l.SalesAmount) }),
			listfile.Col("営業利益", 20, sheet.Wrapped, func(l *listingRow) any { return master.ItemLabel(master.OperatingProfit, l.OperatingProfit) }),
			listfile.Col("希望価格\n（下限）", 18, sheet.Wrapped,
				func(l *listingRow) any { return master.ItemLabel(master.AcquisitionPrice, l.SalesPrice) }),
			listfile.Col("希望価格\n（上限）", 18, sheet.Wrapped, func(l *listingRow) any { return master.ItemLabel(master.SalesPriceTo, l.SalesPriceTo) }),
			listfile.Col("従業員数\n（下限）", 10, sheet.Number, func(l *listingRow) any { return people(l.NumberOfManagersFrom) }),
			listfile.Col("従業員数\n（上限）", 10, sheet.Number, func(l *listingRow) any { return people(l.NumberOfManagersTo) }),
			listfile.Col("概要", 44, sheet.Wrapped, func(l *listingRow) any { return l.Description }),
			listfile.Col("主担当", 16, sheet.Plainly, func(l *listingRow) any { return l.MainPerson }),
			listfile.Col("副担当", 22, sheet.Wrapped, func(l *listingRow) any { return joined(l.OtherPersons) }),
			listfile.Col("公開期限", 12, sheet.Day, func(l *listingRow) any { return listfile.Day(l.DueDate) }),
			listfile.Col("一致度", 8, sheet.Number, func(l *listingRow) any { return points(l.Score) }),
		}}
	buyerFile = listfile.File[companyRow]{
		Path: "/api/Report/ExportBuyerCompanyList", Noun: "買手", Unit: "社", Name: "LIST_BUYERCOMPANY", Title: "買手",
		Columns: slices.Concat(companyColumns, []listfile.Column[companyRow]{
			listfile.Col("M&A経験", 12, sheet.Centred,
				func(c *companyRow) any { return master.ItemLabel(master.MAExperience, c.MAndAExperience) }),
			listfile.Col("ニーズ", 44, sheet.Wrapped, func(c *companyRow) any {
				var titles []string
				for _, n := range c.NeedsList {
					titles = append(titles, n.Title)
				}
				return joined(titles)
			}),
			listfile.Col("一致度", 8, sheet.Number, func(c *companyRow) any { return points(c.Score) }),
		})}
	sellerFile = listfile.File[companyRow]{
		Path: "/api/Report/ExportSellerCompanyList", Noun: "売手", Unit: "社", Name: "LIST_SELLERCOMPANY", Title: "売手",
		Columns: companyColumns}
)

// userFile are the bank's own users, with what their list shows.
var userFile = listfile.File[company.UserRow]{
	Path: "/api/Report/ExportUserList", Noun: "利用者", Unit: "人", Name: "LIST_USER", Title: "利用者",
	Columns: []listfile.Column[company.UserRow]{
		listfile.Col("氏名", 18, sheet.Plainly, func(u *company.UserRow) any { return u.UserName }),
		listfile.Col("カナ", 20, sheet.Plainly, func(u *company.UserRow) any { return u.UserNameKana }),
		listfile.Col("ログインID", 32, sheet.Wrapped, func(u *company.UserRow) any { return u.LoginID }),
		listfile.Col("部署", 20, sheet.Wrapped, func(u *company.UserRow) any { return u.Department }),
		listfile.Col("役職", 14, sheet.Wrapped, func(u *company.UserRow) any { return u.Position }),
		listfile.Col("電話番号", 15, sheet.Centred, func(u *company.UserRow) any { return u.Phone1 }),
		listfile.Col("状態", 12, sheet.Centred, func(u *company.UserRow) any { return deal.UserStatus(u.Status).Label() }),
		listfile.Col("承認者", 18, sheet.Wrapped, func(u *company.UserRow) any { return u.ApproverLabel }),
		listfile.Col("案内の状態", 22, sheet.Wrapped, func(u *company.UserRow) any { return u.Invitation }),
		listfile.Col("登録日", 12, sheet.Day, func(u *company.UserRow) any { return listfile.ServerDay(u.Created) }),
	}}

// companyColumns are those of buyers and sellers alike. The bank's own memo is not among them, as a list is handed on.
var companyColumns = []listfile.Column[companyRow]{
	listfile.Col("企業名", 28, sheet.Wrapped, func(c *companyRow) any { return c.DisplayName }),
	listfile.Col("担当金融機関", 20, sheet.Wrapped, func(c *companyRow) any { return c.InChargeFinancialInstitutionName }),
	listfile.Col("顧客番号", 12, sheet.Centred, func(c *companyRow) any { return c.RegistrationID }),
	listfile.Col("登録状況", 12, sheet.Centred, func(c *companyRow) any { return deal.CompanyStatus(c.Status).Label() }),
	listfile.Col("業種", 26, sheet.Wrapped, func(c *companyRow) any { return IndustryNames(c.IndustryType) }),
	listfile.Col("所在地", 12, sheet.Centred, func(c *companyRow) any {
		p, _ := master.FindPrefecture(c.Location.PrefectureCode)
		return p.Name
	}),
	listfile.Col("年間売上高", 20, sheet.Wrapped, func(c *companyRow) any { return master.ItemLabel(master.AnnualSales, c.SalesAmount) }),
	listfile.Col("主担当", 16, sheet.Plainly, func(c *companyRow) any { return c.MainPerson }),
	listfile.Col("副担当", 22, sheet.Wrapped, func(c *companyRow) any { return joined(c.OtherPersons) }),
	listfile.Col("最終更新日", 12, sheet.Day, func(c *companyRow) any { return listfile.ServerDay(c.Modified) }),
}

func interest(n *caseRow) any {
	if n.InterestStatus == nil || *n.InterestStatus == int(deal.InterestNone) {
		return ""
	}
	return deal.InterestStatus(*n.InterestStatus).Label()
}

func financing(n *caseRow) any {
	if n.FinancialSupportStatus == nil {
		return ""
	}
	return deal.FinancialSupportStatus(*n.FinancialSupportStatus).Label()
}

func buyerIndustry(n *caseRow) any {
	if n.Buyer == nil {
		return ""
	}
	return IndustryNames(n.Buyer.IndustryType)
}

func buyerPlace(n *caseRow) any {
	if n.Buyer == nil || n.Buyer.Location == nil {
		return ""
	}
	p, _ := master.FindPrefecture(n.Buyer.Location.PrefectureCode)
	return p.Name
}

func offer(n *caseRow) any {
	if n.OfferSendStatus == int(deal.OfferNone) {
		return ""
	}
	return n.OfferSendStatusLabel
}

func nextDay(n *caseRow) any {
	if n.Next == nil {
		return time.Time{}
	}
	return listfile.Day(n.Next.Date)
}

func nextPerson(n *caseRow) any {
	if n.Next == nil {
		return ""
	}
	return n.Next.UserName
}

// people is a number of people, nothing where none is said.
func people(n *int64) any {
	if n == nil {
		return ""
	}
	return int(*n)
}

// points is a match score, nothing where there is none to compare with.
func points(n *int) any {
	if n == nil {
		return ""
	}
	return *n
}
