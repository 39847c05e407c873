package report

import (
	"slices"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// listingRow is a row of the listing search.
type listingRow struct {
	listing.ListingCard
	Score *int `json:"score"`
}

func col[R any](head string, width float64, look sheet.Look, cell func(row *R) any) listColumn[R] {
	return listColumn[R]{sheet.Column{Head: head, Width: width, Look: look}, cell}
}

// The columns that both lists of negotiations have: the first ones, those of the status, and the last ones.
var (
	caseHead = []listColumn[negotiation.NegotiationRow]{
		col("交渉番号", 13, sheet.Centred, func(n *negotiation.NegotiationRow) any { return n.CaseNumber }),
		col("案件名", 34, sheet.Wrapped, func(n *negotiation.NegotiationRow) any { return n.BusinessName }),
	}
	caseStatus = []listColumn[negotiation.NegotiationRow]{
		col("交渉状況", 13, sheet.Centred, func(n *negotiation.NegotiationRow) any { return n.StatusLabel }),
		col("状況になった日", 12, sheet.Day, func(n *negotiation.NegotiationRow) any { return serverDay(n.StatusAt) }),
	}
	caseBuyer = col("買手", 25, sheet.Wrapped, func(n *negotiation.NegotiationRow) any { return n.DisplayName })
	caseOffer = col("オファー", 16, sheet.Wrapped, offer)
	caseTail  = []listColumn[negotiation.NegotiationRow]{
		col("求められていること", 26, sheet.Wrapped, func(n *negotiation.NegotiationRow) any { return n.Ask }),
		col("次回対応日", 12, sheet.Day, nextDay),
		col("担当者", 13, sheet.Plainly, nextPerson),
		col("回答期限", 12, sheet.Day, func(n *negotiation.NegotiationRow) any { return day(n.AnswerDue) }),
		col("公開期限", 12, sheet.Day, func(n *negotiation.NegotiationRow) any { return day(n.DueDate) }),
		col("クロージング予定日", 12, sheet.Day, func(n *negotiation.NegotiationRow) any { return day(n.ClosingDue) }),
		col("未読\n（件）", 7, sheet.Number, func(n *negotiation.NegotiationRow) any { return n.UnreadCount }),
	}
)

// The lists. What a row does not tell its reader is an empty cell.
var (
	buyerCaseFile = listFile[negotiation.NegotiationRow]{
		path: "/api/Report/ExportFinancialSupportList", noun: "交渉", unit: "件", file: "EXPORT_BUYERNEGOTIATION", title: "買手交渉案件",
		columns: slices.Concat(caseHead, []listColumn[negotiation.NegotiationRow]{
			caseBuyer,
			col("売手側金融機関", 20, sheet.Wrapped, func(n *negotiation.NegotiationRow) any { return n.SellerFinancialName }),
		}, caseStatus, []listColumn[negotiation.NegotiationRow]{
			col("興味", 10, sheet.Centred, interest),
			caseOffer,
			col("資金支援", 14, sheet.Wrapped, financing),
		}, caseTail)}
	sellerCaseFile = listFile[negotiation.NegotiationRow]{
		path: "/api/Report/ExportPartnerList", noun: "交渉", unit: "件", file: "EXPORT_SELLERNEGOTIATION", title: "売手交渉案件",
		columns: slices.Concat(caseHead, []listColumn[negotiation.NegotiationRow]{
			col("売手", 25, sheet.Wrapped, func(n *negotiation.NegotiationRow) any { return n.SellerDisplayName }),
			caseBuyer,
			col("買手側金融機関", 20, sheet.Wrapped, func(n *negotiation.NegotiationRow) any { return n.BuyerFinancialName }),
			col("買手の業種", 22, sheet.Wrapped, buyerIndustry),
			col("買手の所在地", 12, sheet.Centred, buyerPlace),
		}, caseStatus, []listColumn[negotiation.NegotiationRow]{
			caseOffer,
			col("資金", 10, sheet.Centred, func(n *negotiation.NegotiationRow) any { return n.Financing }),
		}, caseTail)}
	listingFile = listFile[listingRow]{
		path: "/api/Report/ExportSellerBusinessList", noun: "案件", unit: "件", file: "EXPORT_SELLERBUSINESS", title: "売却案件",
		isClosed: func(l *listingRow) bool { return l.SellerBusinessID == "" },
		columns: []listColumn[listingRow]{
			col("案件番号", 13, sheet.Centred, func(l *listingRow) any { return web.CaseNumber("L", l.SellerBusinessID) }),
			col("案件名", 34, sheet.Wrapped, func(l *listingRow) any { return l.BusinessName }),
			col("状況", 12, sheet.Centred, func(l *listingRow) any { return deal.ListingStatus(l.Status).Label() }),
			col("業種", 24, sheet.Wrapped, func(l *listingRow) any { return IndustryNames(l.IndustryTypes) }),
			col("所在地", 18, sheet.Wrapped, func(l *listingRow) any { return l.FormattedLocation }),
			col("担当金融機関", 20, sheet.Wrapped, func(l *listingRow) any { return l.InChargeFinancialInstitutionName }),
			col("売上高", 20, sheet.Wrapped, func(l *listingRow) any { return master.ItemLabel(master.SalesAmount, l.SalesAmount) }),
			col("営業利益", 20, sheet.Wrapped, func(l *listingRow) any { return master.ItemLabel(master.OperatingProfit, l.OperatingProfit) }),
			col("希望価格\n（下限）", 18, sheet.Wrapped, func(l *listingRow) any { return master.ItemLabel(master.AcquisitionPrice, l.SalesPrice) }),
			col("希望価格\n（上限）", 18, sheet.Wrapped, func(l *listingRow) any { return master.ItemLabel(master.SalesPriceTo, l.SalesPriceTo) }),
			col("従業員数\n（下限）", 10, sheet.Number, func(l *listingRow) any { return people(l.NumberOfManagersFrom) }),
			col("従業員数\n（上限）", 10, sheet.Number, func(l *listingRow) any { return people(l.NumberOfManagersTo) }),
			col("概要", 44, sheet.Wrapped, func(l *listingRow) any { return l.Description }),
			col("公開期限", 12, sheet.Day, func(l *listingRow) any { return day(l.DueDate) }),
			col("一致度", 8, sheet.Number, func(l *listingRow) any { return points(l.Score) }),
		}}
	buyerFile = listFile[company.CompanyRow]{
		path: "/api/Report/ExportBuyerCompanyList", noun: "買手", unit: "社", file: "LIST_BUYERCOMPANY", title: "買手",
		columns: slices.Concat(companyColumns, []listColumn[company.CompanyRow]{
			col("M&A経験", 12, sheet.Centred, func(c *company.CompanyRow) any { return master.ItemLabel(master.MAExperience, c.MAndAExperience) }),
			col("ニーズ", 44, sheet.Wrapped, func(c *company.CompanyRow) any {
				var titles []string
				for _, n := range c.NeedsList {
					titles = append(titles, n.Title)
				}
				return joined(titles)
			}),
			col("一致度", 8, sheet.Number, func(c *company.CompanyRow) any { return points(c.Score) }),
		})}
	sellerFile = listFile[company.CompanyRow]{
		path: "/api/Report/ExportSellerCompanyList", noun: "売手", unit: "社", file: "LIST_SELLERCOMPANY", title: "売手",
		columns: companyColumns}
)

// companyColumns are those of buyers and sellers alike. The bank's own memo is not among them, as a list is handed on.
var companyColumns = []listColumn[company.CompanyRow]{
	col("企業名", 28, sheet.Wrapped, func(c *company.CompanyRow) any { return c.DisplayName }),
	col("担当金融機関", 20, sheet.Wrapped, func(c *company.CompanyRow) any { return c.InChargeFinancialInstitutionName }),
	col("顧客番号", 12, sheet.Centred, func(c *company.CompanyRow) any { return c.RegistrationID }),
	col("登録状況", 12, sheet.Centred, func(c *company.CompanyRow) any { return deal.CompanyStatus(c.Status).Label() }),
	col("業種", 26, sheet.Wrapped, func(c *company.CompanyRow) any { return IndustryNames(c.IndustryType) }),
	col("所在地", 12, sheet.Centred, func(c *company.CompanyRow) any {
		p, _ := master.FindPrefecture(c.Location.PrefectureCode)
		return p.Name
	}),
	col("年間売上高", 20, sheet.Wrapped, func(c *company.CompanyRow) any { return master.ItemLabel(master.AnnualSales, c.SalesAmount) }),
	col("最終更新日", 12, sheet.Day, func(c *company.CompanyRow) any { return serverDay(c.Modified) }),
}

func interest(n *negotiation.NegotiationRow) any {
	if n.InterestStatus == nil || *n.InterestStatus == int(deal.InterestNone) {
		return ""
	}
	return deal.InterestStatus(*n.InterestStatus).Label()
}

func financing(n *negotiation.NegotiationRow) any {
	if n.FinancialSupportStatus == nil {
		return ""
	}
	return deal.FinancialSupportStatus(*n.FinancialSupportStatus).Label()
}

func buyerIndustry(n *negotiation.NegotiationRow) any {
	if n.Buyer == nil {
		return ""
	}
	return IndustryNames(n.Buyer.IndustryType)
}

func buyerPlace(n *negotiation.NegotiationRow) any {
	if n.Buyer == nil || n.Buyer.Location == nil {
		return ""
	}
	p, _ := master.FindPrefecture(n.Buyer.Location.PrefectureCode)
	return p.Name
}

func offer(n *negotiation.NegotiationRow) any {
	if n.OfferSendStatus == int(deal.OfferNone) {
		return ""
	}
	return n.OfferSendStatusLabel
}

func nextDay(n *negotiation.NegotiationRow) any {
	if n.Next == nil {
		return time.Time{}
	}
	return day(n.Next.Date)
}

func nextPerson(n *negotiation.NegotiationRow) any {
	if n.Next == nil {
		return ""
	}
	return n.Next.UserName
}

// day is a date of an answer; the zero time for none.
func day(date string) time.Time {
	t, err := time.ParseInLocation(time.DateOnly, date, store.JST)
	if err != nil {
		return time.Time{}
	}
	return t
}

// serverDay is the day in Japan of a time of an answer.
func serverDay(at string) time.Time {
	t, err := time.Parse(web.ServerLayout, at)
	if err != nil {
		return time.Time{}
	}
	return web.Day(t)
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
