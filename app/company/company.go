package company

import (
	"errors"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

var companyKinds = []web.CompanyKind{
	{Kind: store.Buyer, Path: "/api/BuyerCompany/", Area: "buyer-company", Callers: web.FIN | web.BUY, Records: "担当の買手企業、買手本人。閲覧はほかの金融機関も匿名で"},
	{Kind: store.Seller, Path: "/api/SellerCompany/", Area: "seller-company", Callers: web.FIN, Records: "担当の売手企業"},
}

type companyOfInput struct {
	CompanyID string `query:"companyId" doc:"買手の利用者は省略できる（自社）"`
}

type companyOverviewSave struct{ Body CompanyOverviewInput }

type companyDetailsSave struct{ Body CompanyDetailsInput }

type companyStatusSave struct{ Body CompanyStatusInput }

func (a Room) Calls() {
	for _, k := range companyKinds {
		row := func(method, name, summary, spec string) web.Call {
			return web.Call{
				Method: method, Path: k.Path + name, Area: k.Area, Callers: k.Callers,
				Records: k.Records, Summary: summary, Spec: spec,
			}
		}
		web.Add(a.Platform, row("GET", "GetCompanyOverViewAsync", "概要", "SPEC 3; domain 3.5"),
			func(r *web.Request, in *companyOfInput) (*CompanyOverview, error) {
				return a.readCompanyOverview(r, k.Kind, in.CompanyID)
			})
		web.Add(a.Platform, row("GET", "GetCompanyDetailsAsync", "詳細", "SPEC 3; domain 3.5"),
			func(r *web.Request, in *companyOfInput) (*CompanyDetails, error) {
				return a.readCompanyDetails(r, k.Kind, in.CompanyID)
			})
		web.Add(a.Platform, row("POST", "CreateUpdateCompanyOverviewAsync", "概要の登録と更新。企業IDを返す", "SPEC 3, 7"),
			func(r *web.Request, in *companyOverviewSave) (string, error) {
				return web.Writing(r, func(tx *store.Tx) (string, error) {
					return SaveCompanyOverview(tx, r.Actor, k.Kind, &in.Body)
				})
			})
		web.Add(a.Platform, row("POST", "CreateUpdateCompanyDetailsAsync", "詳細の登録と更新。企業IDを返す", "SPEC 3, 4, 7"),
			func(r *web.Request, in *companyDetailsSave) (string, error) {
				return web.Writing(r, func(tx *store.Tx) (string, error) {
					return a.SaveCompanyDetails(tx, r.Actor, k.Kind, &in.Body)
				})
			})
		web.Add(a.Platform, row("POST", "CheckCompanyOverview", "概要の確認。保存される形で返す", "domain 9 /confirm"),
			func(r *web.Request, in *companyOverviewSave) (*CompanyOverview, error) {
				return previewOverview(r.Actor, k.Kind, &in.Body, r.Platform.Store.Now())
			})
		web.Add(a.Platform, row("POST", "CheckCompanyDetails", "詳細の確認。保存される形で返す", "domain 9 /confirm"),
			func(r *web.Request, in *companyDetailsSave) (*CompanyDetails, error) {
				return previewDetails(k.Kind, &in.Body, r.Platform.Store.Now())
			})
		web.Add(a.Platform, row("GET", "CheckCompany", "自機関の企業との重複確認", "SPEC 5; domain 6"),
			func(r *web.Request, in *checkCompanyInput) (*companyDoubles, error) {
				return checkCompany(r, k.Kind, in)
			})
		bankRow := func(method, name, summary, spec string) web.Call {
			c := row(method, name, summary, spec)
			c.Callers = web.FIN
			return c
		}
		web.Add(a.Platform, bankRow("GET", "SearchCompanyAsync", "企業の検索", "SPEC 7 Search parameter vocabulary; domain 3.5"),
			func(r *web.Request, in *CompanySearchInput) (*CompanyList, error) {
				return a.searchCompanies(r, k.Kind, in)
			})
		web.Add(a.Platform, bankRow("PUT", "ChangeCompanyStatus", "承認、差戻し、無効、有効", "SPEC 4; domain 6"),
			func(r *web.Request, in *companyStatusSave) (web.Nothing, error) {
				return web.Nothing{}, r.Write(func(tx *store.Tx) error {
					return a.ChangeCompanyStatus(tx, r.Actor, k.Kind, &in.Body)
				})
			})
		web.Add(a.Platform, bankRow("GET", "GetCompanyHistory", "履歴", "domain 9 /seller-company-manage"),
			func(r *web.Request, in *companyOfInput) (*companyHistory, error) {
				return readCompanyHistory(r, k.Kind, in.CompanyID)
			})
	}
	type resend struct {
		Body struct {
			CompanyID string `json:"companyId"`
		}
	}
	web.Add(a.Platform, web.Call{
		Method: "PUT", Path: "/api/BuyerCompany/ReSendCreateMail", Area: "buyer-company", Callers: web.FIN,
		Records: "担当の買手企業", Summary: "登録案内の再送。前のリンクは使えなくなる", Spec: "domain 6",
	},
		func(r *web.Request, in *resend) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.resendRegistration(tx, r.Actor, in.Body.CompanyID) })
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerCompany/MakeRegistrationLetter", Area: "buyer-company", Callers: web.FIN,
		Records: "担当の買手企業", Summary: "登録の招待状（印刷する案内と、電話などで伝える確認コード）。前のリンクは使えなくなる", Spec: "domain 6",
	},
		func(r *web.Request, in *resend) (*Letter, error) {
			return web.Writing(r, func(tx *store.Tx) (*Letter, error) { return a.letterForRegistration(tx, r.Actor, in.Body.CompanyID) })
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerCompany/GetInvitation", Area: "buyer-company", Callers: web.FIN,
		Records: "担当の買手企業", Summary: "登録の案内が届いたか", Spec: "domain 6",
	},
		func(r *web.Request, in *companyOfInput) (*invitation, error) {
			return web.Reading(r, func(q *store.Q) (*invitation, error) { return readInvitation(r.Actor, q, in.CompanyID) })
		})
}

// maintained is a company of the kind that the actor maintains.
func maintained(b web.Actor, q *store.Q, kind int, id string) (*store.Company, error) {
	c, err := q.MaintainedCompany(b.Viewer, b.CompanyID(id))
	if err == nil && c.Kind != kind {
		err = store.ErrNotFound
	}
	return c, err
}

func (a Room) readCompanyOverview(r *web.Request, kind int, id string) (out *CompanyOverview, err error) {
	named := ""
	err = r.Read(func(q *store.Q) error {
		k, err := a.KnownCompany(q, r.Actor, kind, id)
		if err != nil {
			return err
		}
		c, view := k.Company, k.View
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
		out = overviewOf(c, name, has, institutions, view, k.IDs, r.Viewer.IsBuyer(), q.Now())
		if kind == store.Buyer && !r.Viewer.IsBuyer() {
			out.IsOfferable = view == disclosure.BuyerInCharge || view < disclosure.BuyerStatus2 && k.IDs.Kind == PlaceCandidates
			if out.IsOfferable && k.IDs.Kind == PlaceCandidates {
				out.SellerBusinessID = k.ListingID
			}
		}
		if view >= disclosure.BuyerStatus2 && view < disclosure.BuyerInCharge {
			named = c.ID
		}
		return nil
	})
	if err == nil && named != "" {
		err = r.Write(func(tx *store.Tx) error {
			return tx.AddAudit(r.Line("buyer_viewed", "company", named, "ok", "overview"))
		})
	}
	return out, err
}

// overviewOf composes an overview and cuts it down to the view, with the company's id at the place where
// it is shown.
func overviewOf(c *store.Company, name string, hasDetails bool, institutions map[string]string, view disclosure.BuyerView, ids BuyerIDs,
	forBuyer bool, now time.Time) *CompanyOverview {
	flag := func(b bool) *int {
		n := 0
		if b {
			n = 1
		}
		return &n
	}
	o := &CompanyOverview{
		CompanyID: ids.Company(c.ID, c.Seq, view), CompanyType: c.Kind, IndustryType: c.IndustryTypes, SalesAmount: c.SalesAmount,
		Status: c.Status, View: int(view),
		Location:    CompanyLocation{c.Region, c.PrefectureCode, c.CityCode},
		DisplayName: disclosure.BuyerName(name, view),
		Tags:        companyTags(c, view == disclosure.BuyerInCharge), MAndAExperience: c.MAExperience,
		InChargeFinancialInstitutionID: c.InstitutionID, InChargeFinancialInstitutionName: institutions[c.InstitutionID],
		CompanyName: name, Modified: web.ServerTime(c.Modified), Created: web.ServerTime(c.Created),
		MAndAReason: c.MAReasons, MAndAReasonOthers: c.MAReasonOthers, MemberType: c.MemberType, RegistrationID: c.RegistrationID,
		Remark:              c.Remark,
		IsSendRecommendMail: flag(c.IsSendRecommendMail), IsSendOfferMail: flag(c.IsSendOfferMail), FinancialMemo: c.FinancialMemo,
		IsTrial: c.IsTrial, TrialEnd: TrialEnd(c), IsTrialOver: IsTrialOver(c, now),
		ReturnComment: c.ReturnComment, HasDetails: hasDetails, Version: c.Version,
		IndustryTexts: IndustryTextsOf(c.IndustryOtherText, c.IndustryOtherTexts),
	}
	if view != disclosure.BuyerInCharge {
		o.Status, o.Modified = int(deal.CompanyNotInCharge), web.ServerTime(c.ShownModified)
		if view < disclosure.BuyerStatus2 {
			// The exact time, seen in two places, would tell that both are the same buyer: the day
			// alone is given.
			o.Modified, o.Created = web.ServerTime(web.Day(c.ShownModified)), web.ServerTime(web.Day(c.Created))
		}
		allowed := disclosure.BuyerFilter(disclosure.BuyerOverview, view)
		disclosure.Cut(o, func(field string) bool { return field == "view" || allowed(field) })
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

func (a Room) readCompanyDetails(r *web.Request, kind int, id string) (out *CompanyDetails, err error) {
	named := false
	err = r.Read(func(q *store.Q) error {
		k, err := a.KnownCompany(q, r.Actor, kind, id)
		if err != nil {
			return err
		}
		c, view := k.Company, k.View
		if view < disclosure.BuyerStatus2 {
			return store.ErrNotFound // nothing of the details is open yet
		}
		d, err := q.CompanyDetails(c.ID)
		if err != nil {
			return err
		}
		width := 1
		if view == disclosure.BuyerStatus2 {
			if width, err = buyerBandWidth(r.Actor, q, c.ID); err != nil {
				return err
			}
		}
		out = DetailsOf(d, kind, view, width)
		named = view < disclosure.BuyerInCharge
		return nil
	})
	if err == nil && named {
		err = r.Write(func(tx *store.Tx) error {
			return tx.AddAudit(r.Line("buyer_viewed", "company", out.CompanyID, "ok", "details"))
		})
	}
	return out, err
}

// DetailsOf composes details and cuts them down to the view: bands where it tells no exact amounts,
// so many of the masters as one.
func DetailsOf(d *store.CompanyDetails, kind int, view disclosure.BuyerView, width int) *CompanyDetails {
	o := &CompanyDetails{
		CompanyID: d.CompanyID, CompanyName: d.CompanyName, RepresentativeName: d.RepresentativeName, PostalCode: d.PostalCode,
		PrefectureCode: d.PrefectureCode, PrefectureName: d.PrefectureName, CityCode: d.CityCode, CityName: d.CityName, TownCode: d.TownCode,
		TownName:     d.TownName,
		BuildingName: d.BuildingName, HomePageURL: d.HomePageURL, CorporateRegistrationNumber: d.CorporateRegistrationNumber,
		CompanyAmounts: CompanyAmounts{CapitalAmount: d.CapitalAmount, OperatingProfit: d.OperatingProfit, TotalAssets: d.TotalAssets},
		BusinessType:   d.BusinessType, RepresentativePhoneNumber: d.RepresentativePhoneNumber,
		RepresentativeFaxNumber: d.RepresentativeFaxNumber,
		ListType:                d.ListType, SecurityCode: d.SecurityCode, EstablishmentNumber: d.EstablishmentNumber,
		NumberOfEmployees: d.NumberOfEmployees, EstablishedYear: d.EstablishedYear, Status: d.Status, Version: d.Version,
	}
	if kind == store.Seller {
		o.LastYearSalesAmount = d.SalesAmount
	} else {
		o.SalesAmount = d.SalesAmount
	}
	if disclosure.BuyerAmountsAt(view) == disclosure.AmountBand {
		o.CompanyBands = CompanyBands{
			CapitalAmountBand:   amountBand(master.AnnualSales, d.CapitalAmount, width),
			SalesAmountBand:     amountBand(master.AnnualSales, d.SalesAmount, width),
			OperatingProfitBand: amountBand(master.OperatingProfit, d.OperatingProfit, width),
			TotalAssetsBand:     amountBand(master.AnnualSales, d.TotalAssets, width),
		}
	}
	if view != disclosure.BuyerInCharge {
		disclosure.Cut(o, disclosure.BuyerFilter(disclosure.BuyerDetails, view))
	}
	return o
}

// buyerBandWidth is how coarse the amounts of a buyer are told whose real name one of the actor's
// sellers was asked with: as was in force when the buyer agreed to it, or is now where that is coarser.
func buyerBandWidth(b web.Actor, q *store.Q, buyerID string) (int, error) {
	periods, err := web.PeriodsOf(q)
	if err != nil {
		return 0, err
	}
	agreed, err := q.RealNameConsentAt(b.Viewer, buyerID)
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
func checkCompany(r *web.Request, kind int, in *checkCompanyInput) (*companyDoubles, error) {
	out := &companyDoubles{CompanyList: []companyDouble{}}
	number := master.HalfDigits(in.CorporateRegistrationNumber)
	return web.Reading(r, func(q *store.Q) (*companyDoubles, error) {
		found, err := q.CompanyDoubles(r.Viewer, kind, in.CompanyID, number, FoldCompanyName(in.CompanyName), in.PrefectureCode)
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

// CompanyEvents are the words for the audit's events in a company's history.
var CompanyEvents = map[string]string{
	"company_created": "登録しました", "company_imported": "CSVから登録または更新しました", "company_updated": "概要を更新しました", "company_details_saved": "詳細を保存しました",
	"company_invited": "登録の案内を送りました", "company_resend": "登録の案内を再送しました", "company_letter": "登録の招待状を作りました",
	"company_self_register": "登録の申込みがありました", "company_trial": "お試しを始めました",
	"company_approve": "承認しました", "company_return": "差戻しました", "company_in_charge_taken": "事務局により、担当がこの金融機関に変わりました",
	"company_disable_by_office": "事務局が無効にしました", "company_enable_by_office": "事務局が有効に戻しました", "company_disable": "無効にしました",
	"company_enable": "有効に戻しました",
	"user_created":   "担当者・利用者を登録しました", "user_updated": "担当者・利用者を更新しました", "user_invited": "利用者に案内を送りました", "user_letter": "利用者の招待状を作りました",
	"avoided_added": "打診しない先を追加しました", "avoided_changed": "打診しない先を変更しました", "avoided_removed": "打診しない先から外しました",
	"needs_created": "ニーズを登録しました", "needs_updated": "ニーズを更新しました", "needs_removed": "ニーズを取り下げました",
}

// historyLines bounds a company's history on screen.
const historyLines = 200

func readCompanyHistory(r *web.Request, kind int, id string) (*companyHistory, error) {
	out := &companyHistory{HistoryList: []companyHistoryRow{}}
	return web.Reading(r, func(q *store.Q) (*companyHistory, error) {
		c, err := maintained(r.Actor, q, kind, id)
		if err != nil {
			return nil, err
		}
		lines, err := q.AuditOfCompany(r.Viewer, c.ID, historyLines)
		if err != nil {
			return nil, err
		}
		names := map[string]string{}
		for _, l := range lines {
			label, ok := CompanyEvents[l.Event]
			if !ok || l.Result != "ok" {
				continue
			}
			if _, ok := names[l.UserID]; !ok && l.UserID != "" {
				u, err := q.VisibleUser(r.Viewer, l.UserID)
				if errors.Is(err, store.ErrNotFound) {
					u = &store.User{}
				} else if err != nil {
					return nil, err
				}
				names[l.UserID] = u.UserName
			}
			out.HistoryList = append(out.HistoryList, companyHistoryRow{web.ServerTime(l.At), l.Event, label, names[l.UserID]})
		}
		return out, nil
	})
}
