package app

import (
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
	"tsunagu/store/master"
)

// companyKind is what differs between the calls of buyers and of sellers. Both are one noun.
type companyKind struct {
	kind    int // store.Buyer or store.Seller
	path    string
	area    string
	callers callers
	records string
}

var companyKinds = []companyKind{
	{store.Buyer, "/api/BuyerCompany/", "buyer-company", fin | buy, "担当の買手企業、買手本人。閲覧はほかの金融機関も匿名で"},
	{store.Seller, "/api/SellerCompany/", "seller-company", fin, "担当の売手企業"},
}

type companyOfInput struct {
	CompanyID string `query:"companyId" doc:"買手の利用者は省略できる（自社）"`
}

type companyOverviewSave struct{ Body companyOverviewInput }
type companyDetailsSave struct{ Body companyDetailsInput }
type companyStatusSave struct{ Body companyStatusInput }

func (a *App) companyCalls() {
	for _, k := range companyKinds {
		row := func(method, name, summary, spec string) call {
			return call{
				method: method, path: k.path + name, area: k.area, callers: k.callers,
				records: k.records, summary: summary, spec: spec,
			}
		}
		add(a.Platform, row("GET", "GetCompanyOverViewAsync", "概要", "SPEC 3; domain 3.5"),
			func(r *request, in *companyOfInput) (*CompanyOverview, error) {
				return a.readCompanyOverview(r, k.kind, in.CompanyID)
			})
		add(a.Platform, row("GET", "GetCompanyDetailsAsync", "詳細", "SPEC 3; domain 3.5"),
			func(r *request, in *companyOfInput) (*companyDetails, error) {
				return a.readCompanyDetails(r, k.kind, in.CompanyID)
			})
		add(a.Platform, row("POST", "CreateUpdateCompanyOverviewAsync", "概要の登録と更新。企業IDを返す", "SPEC 3, 7"),
			func(r *request, in *companyOverviewSave) (string, error) {
				return writing(r, func(tx *store.Tx) (string, error) {
					return a.saveCompanyOverview(tx, r.actor, k.kind, &in.Body)
				})
			})
		add(a.Platform, row("POST", "CreateUpdateCompanyDetailsAsync", "詳細の登録と更新。企業IDを返す", "SPEC 3, 4, 7"),
			func(r *request, in *companyDetailsSave) (string, error) {
				return writing(r, func(tx *store.Tx) (string, error) {
					return a.saveCompanyDetails(tx, r.actor, k.kind, &in.Body)
				})
			})
		add(a.Platform, row("POST", "CheckCompanyOverview", "概要の確認。保存される形で返す", "domain 9 /confirm"),
			func(r *request, in *companyOverviewSave) (*CompanyOverview, error) {
				return r.previewOverview(k.kind, &in.Body, r.p.Store.Now())
			})
		add(a.Platform, row("POST", "CheckCompanyDetails", "詳細の確認。保存される形で返す", "domain 9 /confirm"),
			func(r *request, in *companyDetailsSave) (*companyDetails, error) {
				return previewDetails(k.kind, &in.Body, r.p.Store.Now())
			})
		add(a.Platform, row("GET", "CheckCompany", "自機関の企業との重複確認", "SPEC 5; domain 6"),
			func(r *request, in *checkCompanyInput) (*companyDoubles, error) {
				return a.checkCompany(r, k.kind, in)
			})
		bankRow := func(method, name, summary, spec string) call {
			c := row(method, name, summary, spec)
			c.callers = fin
			return c
		}
		add(a.Platform, bankRow("GET", "SearchCompanyAsync", "企業の検索", "SPEC 7 Search parameter vocabulary; domain 3.5"),
			func(r *request, in *companySearchInput) (*companyList, error) {
				return a.searchCompanies(r, k.kind, in)
			})
		add(a.Platform, bankRow("PUT", "ChangeCompanyStatus", "承認、差戻し、無効、有効", "SPEC 4; domain 6"),
			func(r *request, in *companyStatusSave) (nothing, error) {
				return nothing{}, r.write(func(tx *store.Tx) error {
					return a.changeCompanyStatus(tx, r.actor, k.kind, &in.Body)
				})
			})
		add(a.Platform, bankRow("GET", "GetCompanyHistory", "履歴", "domain 9 /seller-company-manage"),
			func(r *request, in *companyOfInput) (*companyHistory, error) {
				return a.readCompanyHistory(r, k.kind, in.CompanyID)
			})
	}
	type resend struct {
		Body struct {
			CompanyID string `json:"companyId"`
		}
	}
	add(a.Platform, call{
		method: "PUT", path: "/api/BuyerCompany/ReSendCreateMail", area: "buyer-company", callers: fin,
		records: "担当の買手企業", summary: "登録案内の再送。前のリンクは使えなくなる", spec: "domain 6",
	},
		func(r *request, in *resend) (nothing, error) {
			return nothing{}, r.write(func(tx *store.Tx) error { return a.resendRegistration(tx, r.actor, in.Body.CompanyID) })
		})
}

// companyID is the company asked for: a buyer's user means its own where it names none.
func (b actor) companyID(id string) string {
	if id == "" {
		return b.viewer.BuyerID
	}
	return id
}

// maintains says that the actor is of the institution in charge, or of the buyer itself.
func (b actor) maintains(c *store.Company) bool {
	if b.viewer.IsBuyer() {
		return c.ID == b.viewer.BuyerID
	}
	return b.viewer.InstitutionID != "" && c.InstitutionID == b.viewer.InstitutionID
}

// maintained is a company of the kind that the actor maintains.
func (b actor) maintained(q *store.Q, kind int, id string) (*store.Company, error) {
	c, err := q.MaintainedCompany(b.viewer, b.companyID(id))
	if err == nil && c.Kind != kind {
		err = store.ErrNotFound
	}
	return c, err
}

func (a *App) readCompanyOverview(r *request, kind int, id string) (out *CompanyOverview, err error) {
	named := ""
	err = r.read(func(q *store.Q) error {
		k, err := a.knownCompany(q, r.actor, kind, id)
		if err != nil {
			return err
		}
		c, view := k.Company, k.view
		name, has := "", true
		d, err := q.CompanyDetails(c.ID)
		if errors.Is(err, store.ErrNotFound) {
			has = false
		} else if err != nil {
			return err
		} else {
			name = d.CompanyName
		}
		institutions, err := q.InstitutionNames()
		if err != nil {
			return err
		}
		out = overviewOf(c, name, has, institutions, view, k.ids, r.viewer.IsBuyer(), q.Now())
		if kind == store.Buyer && !r.viewer.IsBuyer() {
			out.IsOfferable = view == deal.BuyerInCharge || view < deal.BuyerStatus2 && k.ids.kind == placeCandidates
			if out.IsOfferable && k.ids.kind == placeCandidates {
				out.SellerBusinessID = k.listingID
			}
		}
		if view >= deal.BuyerStatus2 && view < deal.BuyerInCharge {
			named = c.ID
		}
		return nil
	})
	if err == nil && named != "" {
		err = r.write(func(tx *store.Tx) error {
			return tx.AddAudit(r.line("buyer_viewed", "company", named, "ok", "overview"))
		})
	}
	return out, err
}

// overviewOf composes an overview and cuts it down to the view, with the company's id at the place where
// it is shown.
func overviewOf(c *store.Company, name string, hasDetails bool, institutions map[string]string, view deal.BuyerView, ids buyerIDs, forBuyer bool, now time.Time) *CompanyOverview {
	flag := func(b bool) *int {
		n := 0
		if b {
			n = 1
		}
		return &n
	}
	o := &CompanyOverview{
		CompanyID: ids.company(c.ID, c.Seq, view), CompanyType: c.Kind, IndustryType: c.IndustryTypes, SalesAmount: c.SalesAmount, Status: c.Status, View: int(view),
		Location:    companyLocation{c.Region, c.PrefectureCode, c.CityCode},
		DisplayName: deal.DisplayName(name, view == deal.BuyerInCharge || deal.AllowedBuyer(deal.BuyerOverview, "companyName", view)),
		Tags:        companyTags(c, view == deal.BuyerInCharge), MAndAExperience: c.MAExperience,
		InChargeFinancialInstitutionID: c.InstitutionID, InChargeFinancialInstitutionName: institutions[c.InstitutionID],
		CompanyName: name, Modified: serverTime(c.Modified), Created: serverTime(c.Created),
		MAndAReason: c.MAReasons, MAndAReasonOthers: c.MAReasonOthers, MemberType: c.MemberType, RegistrationID: c.RegistrationID, Remark: c.Remark,
		IsSendRecommendMail: flag(c.IsSendRecommendMail), IsSendOfferMail: flag(c.IsSendOfferMail), FinancialMemo: c.FinancialMemo,
		IsTrial: c.IsTrial, TrialEnd: trialEnd(c), IsTrialOver: isTrialOver(c, now),
		ReturnComment: c.ReturnComment, HasDetails: hasDetails, Version: c.Version,
		IndustryTexts: industryTextsOf(c.IndustryOtherText, c.IndustryOtherTexts),
	}
	if view != deal.BuyerInCharge {
		o.Status, o.Modified = int(deal.CompanyNotInCharge), serverTime(c.ShownModified)
		if view < deal.BuyerStatus2 {
			// A moment is as good as a name where one meets it twice.
			o.Modified, o.Created = serverTime(day(c.ShownModified)), serverTime(day(c.Created))
		}
		allowed := deal.BuyerFilter(deal.BuyerOverview, view)
		deal.Cut(o, func(field string) bool { return field == "view" || allowed(field) })
	} else if forBuyer {
		// What the bank notes about its customer is not for the customer.
		o.FinancialMemo, o.RegistrationID = "", ""
	}
	return o
}

func companyTags(c *store.Company, isInCharge bool) []deal.Tag {
	if c.Kind == store.Seller {
		return deal.SellerTags(isInCharge)
	}
	return deal.BuyerTags(deal.BuyerTagFacts{Status: deal.CompanyStatus(c.Status), IsInCharge: isInCharge})
}

func (a *App) readCompanyDetails(r *request, kind int, id string) (out *companyDetails, err error) {
	named := false
	err = r.read(func(q *store.Q) error {
		k, err := a.knownCompany(q, r.actor, kind, id)
		if err != nil {
			return err
		}
		c, view := k.Company, k.view
		if view < deal.BuyerStatus2 {
			return store.ErrNotFound // nothing of the details is open yet
		}
		d, err := q.CompanyDetails(c.ID)
		if err != nil {
			return err
		}
		width := 1
		if view == deal.BuyerStatus2 {
			if width, err = r.buyerBandWidth(q, c.ID); err != nil {
				return err
			}
		}
		out = detailsOf(d, kind, view, width)
		named = view < deal.BuyerInCharge
		return nil
	})
	if err == nil && named {
		err = r.write(func(tx *store.Tx) error {
			return tx.AddAudit(r.line("buyer_viewed", "company", out.CompanyID, "ok", "details"))
		})
	}
	return out, err
}

// detailsOf composes details and cuts them down to the view: bands where it tells no exact amounts,
// so many of the masters as one.
func detailsOf(d *store.CompanyDetails, kind int, view deal.BuyerView, width int) *companyDetails {
	o := &companyDetails{
		CompanyID: d.CompanyID, CompanyName: d.CompanyName, RepresentativeName: d.RepresentativeName, PostalCode: d.PostalCode,
		PrefectureCode: d.PrefectureCode, PrefectureName: d.PrefectureName, CityCode: d.CityCode, CityName: d.CityName, TownCode: d.TownCode, TownName: d.TownName,
		BuildingName: d.BuildingName, HomePageURL: d.HomePageURL, CorporateRegistrationNumber: d.CorporateRegistrationNumber,
		CompanyAmounts: CompanyAmounts{CapitalAmount: d.CapitalAmount, OperatingProfit: d.OperatingProfit, TotalAssets: d.TotalAssets},
		BusinessType:   d.BusinessType, RepresentativePhoneNumber: d.RepresentativePhoneNumber, RepresentativeFaxNumber: d.RepresentativeFaxNumber,
		ListType: d.ListType, SecurityCode: d.SecurityCode, EstablishmentNumber: d.EstablishmentNumber,
		NumberOfEmployees: d.NumberOfEmployees, EstablishedYear: d.EstablishedYear, Status: d.Status, Version: d.Version,
	}
	if kind == store.Seller {
		o.LastYearSalesAmount = d.SalesAmount
	} else {
		o.SalesAmount = d.SalesAmount
	}
	if deal.BuyerAmountsAt(view) == deal.AmountBand {
		o.CompanyBands = CompanyBands{
			CapitalAmountBand: amountBand(master.AnnualSales, d.CapitalAmount, width), SalesAmountBand: amountBand(master.AnnualSales, d.SalesAmount, width),
			OperatingProfitBand: amountBand(master.OperatingProfit, d.OperatingProfit, width), TotalAssetsBand: amountBand(master.AnnualSales, d.TotalAssets, width),
		}
	}
	if view != deal.BuyerInCharge {
		deal.Cut(o, deal.BuyerFilter(deal.BuyerDetails, view))
	}
	return o
}

// buyerBandWidth is how coarse the amounts of a buyer are told whose real name one of the actor's
// sellers was asked with: as was in force when the buyer agreed to it, or is now where that is coarser.
func (b actor) buyerBandWidth(q *store.Q, buyerID string) (int, error) {
	periods, err := periodsOf(q)
	if err != nil {
		return 0, err
	}
	agreed, err := q.RealNameConsentAt(b.viewer, buyerID)
	return periods.BandWidth(agreed, q.Now()), err
}

// amountBand is the band of the item masters that an exact amount in 千円 lies in, so many told as
// one; "" for none.
func amountBand(list string, v *int64, width int) string {
	if v == nil {
		return ""
	}
	label, _ := master.WideBand(list, *v, width)
	return label
}

type checkCompanyInput struct {
	CompanyID                   string `query:"companyId" doc:"この企業自身は数えない"`
	CompanyName                 string `query:"companyName"`
	CorporateRegistrationNumber string `query:"corporateRegistrationNumber"`
	PrefectureCode              string `query:"prefectureCode"`
}

// checkCompany looks among the companies that the caller maintains and nowhere else (domain.md 6).
func (a *App) checkCompany(r *request, kind int, in *checkCompanyInput) (*companyDoubles, error) {
	out := &companyDoubles{CompanyList: []companyDouble{}}
	number := master.HalfDigits(in.CorporateRegistrationNumber)
	return reading(r, func(q *store.Q) (*companyDoubles, error) {
		found, err := q.CompanyDoubles(r.viewer, kind, in.CompanyID, number, foldCompanyName(in.CompanyName), in.PrefectureCode)
		for _, d := range found {
			reason := "同じ都道府県に、よく似た名前の企業があります。"
			if d.IsSameNumber {
				reason = "法人番号が同じです。"
			}
			out.CompanyList = append(out.CompanyList, companyDouble{d.ID, d.Name, reason})
		}
		out.IsDuplicate = len(found) > 0
		return out, err
	})
}

// companyEvents are the words for the audit's events in a company's history.
var companyEvents = map[string]string{
	"company_created": "登録しました", "company_imported": "CSVから登録または更新しました", "company_updated": "概要を更新しました", "company_details_saved": "詳細を保存しました",
	"company_invited": "登録の案内を送りました", "company_resend": "登録の案内を再送しました", "company_self_register": "登録の申込みがありました", "company_trial": "お試しを始めました",
	"company_approve": "承認しました", "company_return": "差戻しました", "company_in_charge_taken": "事務局により、担当がこの金融機関に変わりました", "company_disable_by_office": "事務局が無効にしました", "company_enable_by_office": "事務局が有効に戻しました", "company_disable": "無効にしました", "company_enable": "有効に戻しました",
	"user_created": "担当者・利用者を登録しました", "user_updated": "担当者・利用者を更新しました", "user_invited": "利用者に案内を送りました",
	"needs_created": "ニーズを登録しました", "needs_updated": "ニーズを更新しました", "needs_removed": "ニーズを取り下げました",
}

// historyLines bounds a company's history on screen.
const historyLines = 200

func (a *App) readCompanyHistory(r *request, kind int, id string) (*companyHistory, error) {
	out := &companyHistory{HistoryList: []companyHistoryRow{}}
	return reading(r, func(q *store.Q) (*companyHistory, error) {
		c, err := r.maintained(q, kind, id)
		if err != nil {
			return nil, err
		}
		lines, err := q.AuditOfCompany(r.viewer, c.ID, historyLines)
		if err != nil {
			return nil, err
		}
		names := map[string]string{}
		for _, l := range lines {
			label, ok := companyEvents[l.Event]
			if !ok || l.Result != "ok" {
				continue
			}
			if _, ok := names[l.UserID]; !ok && l.UserID != "" {
				u, err := q.VisibleUser(r.viewer, l.UserID)
				if errors.Is(err, store.ErrNotFound) {
					u = &store.User{}
				} else if err != nil {
					return nil, err
				}
				names[l.UserID] = u.UserName
			}
			out.HistoryList = append(out.HistoryList, companyHistoryRow{serverTime(l.At), l.Event, label, names[l.UserID]})
		}
		return out, nil
	})
}
