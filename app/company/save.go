package company

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Decider is the side on which the actor stands towards a company that it maintains.
func Decider(b web.Actor) deal.Actor {
	switch {
	case b.Viewer.IsBuyer():
		return deal.ActorBUY
	case b.Role == deal.RoleADM:
		return deal.ActorOffice
	}
	return deal.ActorBF
}

// SaveCompanyOverview creates a company (companyId empty; a bank alone does) or updates its
// overview, and returns its id. The status does not follow from it, but for a new one: 3.
func SaveCompanyOverview(tx *store.Tx, by web.Actor, kind int, in *CompanyOverviewInput) (string, error) {
	c := &store.Company{Kind: kind, InstitutionID: by.Institution(), IsSendRecommendMail: true, IsSendOfferMail: true}
	event, d := "company_updated", deal.CompanyFacts{}
	made := ""
	if in.CompanyID == "" && !by.Viewer.IsBuyer() {
		var err error
		if made, err = in.Made(tx, by); err != nil {
			return "", err
		}
		in.CompanyID = made
	}
	if in.CompanyID == "" && !by.Viewer.IsBuyer() {
		event = "company_created"
		e, refusal := deal.DecideCompany(d, deal.CompanyCreate, Decider(by))
		if refusal != nil {
			return "", refusal
		}
		c.Status = int(e.Status)
	} else {
		var err error
		if c, err = maintained(by, &tx.Q, kind, in.CompanyID); err != nil {
			return "", err
		}
		if by.Stale(made, c.Version, in.Version, c.Modifier) {
			return "", store.ErrStale
		}
		if c.Status == int(deal.CompanyDisabled) {
			return "", web.Conflict(deal.NotAllowed, "この企業は無効になっています。有効に戻してから、もう一度保存してください。入力した内容は残っています。")
		}
	}
	if err := in.Check(kind, c, by); err != nil {
		return "", err
	}
	in.Apply(c)
	if !by.Viewer.IsBuyer() {
		if in.RegistrationID != c.RegistrationID {
			if err := isOwnNumberFree(&tx.Q, by, kind, c.ID, in.RegistrationID); err != nil {
				return "", err
			}
			if err := takesNumber(tx, by, kind, "registrationId", "", in.RegistrationID); err != nil {
				return "", err
			}
		}
		c.FinancialMemo, c.RegistrationID = in.FinancialMemo, in.RegistrationID
	}
	save := tx.UpdateCompany
	if c.ID == "" {
		save = tx.CreateCompany
	}
	if err := save(c, by.ID()); err != nil {
		return "", err
	}
	if event == "company_created" {
		if err := in.Keep(tx, by, c.ID); err != nil {
			return "", err
		}
	}
	return c.ID, tx.AddAudit(by.Line(event, "company", c.ID, "ok", ""))
}

// isOwnNumberFree refuses a 顧客番号 that another company in charge of the institution has: who looks for it would open
// the wrong one. A number that stands twice already is left, until it is changed.
func isOwnNumberFree(q *store.Q, by web.Actor, kind int, companyID, number string) error {
	by.Viewer.Part = store.PartLooks // also of those that he may not change
	same, err := q.CompaniesNumbered(by.Viewer, kind, number, 2)
	if err != nil {
		return err
	}
	var c web.Check
	for _, other := range same {
		c.Ok(other.ID == companyID, "registrationId", "この顧客番号は「"+disclosure.DisplayName(other.Name, true)+
			"」に付いています。番号を確認するか、先にその企業の番号を変更してください。")
	}
	return c.Err()
}

// Apply puts the checked input into a company, but for what the bank alone keeps.
func (in *CompanyOverviewInput) Apply(c *store.Company) {
	in.CompanyOverviewFields.apply(c)
	c.Remark = in.Remark
	if in.IsTrial != nil {
		c.IsTrial = *in.IsTrial
	}
}

func (in *CompanyOverviewFields) apply(c *store.Company) {
	c.MemberType, c.SalesAmount, c.MAExperience, c.MAReasonOthers = in.MemberType, in.SalesAmount, in.MAndAExperience, in.MAndAReasonOthers
	c.IndustryTypes, c.MAReasons = in.IndustryType, in.MAndAReason
	c.Region, c.PrefectureCode, c.CityCode = in.Location.V.Region, in.Location.V.PrefectureCode, in.Location.V.CityCode
	c.IndustryOtherText, c.IndustryOtherTexts = in.IndustryOtherText, in.Stored()
	if in.IsSendRecommendMail != nil {
		c.IsSendRecommendMail = *in.IsSendRecommendMail == 1
	}
	if in.IsSendOfferMail != nil {
		c.IsSendOfferMail = *in.IsSendOfferMail == 1
	}
}

// previewOverview is an overview as it would be stored, for the confirm step.
func previewOverview(b web.Actor, kind int, in *CompanyOverviewInput, now time.Time) (*CompanyOverview, error) {
	c := &store.Company{ID: in.CompanyID, Kind: kind, IsSendRecommendMail: true, IsSendOfferMail: true}
	if in.CompanyID != "" && in.IsTrial != nil {
		c.IsTrial = *in.IsTrial
	}
	if err := in.Check(kind, c, b); err != nil {
		return nil, err
	}
	c.FinancialMemo, c.RegistrationID = in.FinancialMemo, in.RegistrationID
	in.Apply(c)
	return overviewOf(c, "", false, nil, disclosure.BuyerInCharge, BuyerIDs{}, b.Viewer.IsBuyer(), now), nil
}

// Check wants what SPEC.md 3 lists and cleans it in place: all that is wrong at once.
func (in *CompanyOverviewInput) Check(kind int, was *store.Company, by web.Actor) error {
	var c web.Check
	in.CompanyOverviewFields.check(&c, kind)
	// A trial is begun with the company and ended by its registration, never given to one that
	// is registered: its negotiations would be left without a rule.
	isNew := was.ID == "" && kind == store.Buyer && !by.Viewer.IsBuyer()
	c.Ok(in.IsTrial == nil || isNew || *in.IsTrial == was.IsTrial, "isTrial", "お試しは、買手を新しく登録するときにだけ選べます。")
	c.Text(in, "registrationId", "顧客番号", &in.RegistrationID, false)
	c.Prose(in, "remark", "備考", &in.Remark, false)
	c.Prose(in, "financialMemo", "金融機関メモ", &in.FinancialMemo, false)
	return c.Err()
}

func (in *CompanyOverviewFields) check(c *web.Check, kind int) {
	c.Code("memberType", "法人・個人の別", in.MemberType, true, func(v int) bool {
		return v == int(deal.MemberPrivate) ||
			v == int(deal.MemberCorporate)
	})
	industries := (*[]string)(&in.IndustryType)
	web.Codes(c, "industryType", "業種", industries, true, func(code string) bool { _, ok := master.FindIndustry(code); return ok })
	in.IndustryTexts.Check(c)
	in.KeepChosen(*industries)
	in.Location.V.check(c, "location")
	c.Item("salesAmount", "年間売上高", master.AnnualSales, in.SalesAmount, true)
	c.Item("mAndAExperience", "M&Aの経験", master.MAExperience, in.MAndAExperience, false)
	side, label := "buy", "買収の目的"
	if kind == store.Seller {
		side, label = "sell", "譲渡の理由"
	}
	web.Codes(c, "mAndAReason", label, (*[]int)(&in.MAndAReason), false, func(k int) bool {
		i, ok := master.FindItem(master.MAReasons, k)
		return ok && i.Side == side
	})
	c.Text(in, "mAndAReasonOthers", label+"（その他）", &in.MAndAReasonOthers, freeText(master.MAReasons, in.MAndAReason))
	if !freeText(master.MAReasons, in.MAndAReason) {
		in.MAndAReasonOthers = ""
	}
	c.Flag("isSendRecommendMail", in.IsSendRecommendMail)
	c.Flag("isSendOfferMail", in.IsSendOfferMail)
}

// freeText says that one of the chosen keys opens a field of its own.
func freeText(list string, chosen []int) bool {
	return slices.ContainsFunc(master.FreeTextKeys(list), func(k int) bool { return slices.Contains(chosen, k) })
}

// check wants a prefecture, and a municipality in it if any. The region follows.
func (l *CompanyLocation) check(c *web.Check, field string) {
	p, ok := master.FindPrefecture(l.PrefectureCode)
	if !ok {
		c.Fail(field, "所在地の都道府県を選択してください。")
		return
	}
	region := regionKey(p.RegionCode)
	c.Ok(l.Region == 0 || l.Region == region, field, "地域と都道府県が合いません。選び直してください。")
	l.Region = region
	if l.CityCode != "" {
		city, ok := master.FindCity(l.CityCode)
		c.Ok(ok && city.PrefCode == p.Code, field, "市区町村が都道府県と合いません。選び直してください。")
		c.Ok(!ok || city.Selectable, field, "政令指定都市は区まで選択してください。")
	}
}

// regionKey is the item key of a region's two-digit code.
func regionKey(code string) int {
	for _, i := range master.Items(master.RegionItems) {
		if fmt.Sprintf("%02d", i.Key) == code {
			return i.Key
		}
	}
	return 0
}

// SaveCompanyDetails writes a company's details and enables it (SPEC.md 4): where that lets a
// buyer in that had not registered itself, its users get their invitation.
func (a Room) SaveCompanyDetails(tx *store.Tx, by web.Actor, kind int, in *CompanyDetailsInput) (string, error) {
	c, err := maintained(by, &tx.Q, kind, in.CompanyID)
	if err != nil {
		return "", err
	}
	d, err := tx.CompanyDetails(c.ID)
	if errors.Is(err, store.ErrNotFound) {
		d, err = &store.CompanyDetails{CompanyID: c.ID}, nil
	}
	if err != nil {
		return "", err
	}
	if store.IsStale(in.Version, d.Version) {
		return "", store.ErrStale
	}
	effects, refusal := deal.DecideCompany(deal.CompanyFacts{Exists: true, Client: deal.ClientType(kind), Status: deal.CompanyStatus(c.Status),
		HasDetails: d.Status == int(deal.CompanyEnabled)},
		deal.CompanySaveDetails, Decider(by))
	if refusal != nil {
		return "", refusal
	}
	var k web.Check
	in.Check(&k, tx.Now())
	if err := k.Err(); err != nil {
		return "", err
	}
	if in.CorporateRegistrationNumber != d.CorporateRegistrationNumber || d.Status != int(deal.CompanyEnabled) {
		if err := takesNumber(tx, by, kind, "corporateRegistrationNumber", in.CorporateRegistrationNumber, ""); err != nil {
			return "", err
		}
	}
	in.Apply(d)
	d.Status = int(deal.CompanyEnabled)
	if err := tx.PutCompanyDetails(d, by.ID()); err != nil {
		return "", err
	}
	if IsTrialOver(c, tx.Now()) { // what was open in the trial does not come back
		if err := tx.EndCompany(c.ID, "trial over", true); err != nil {
			return "", err
		}
	}
	c.Status = int(effects.Status)
	c.IsTrial, c.TrialUntil = false, time.Time{}
	if err := tx.UpdateCompany(c, by.ID()); err != nil {
		return "", err
	}
	if err := tx.DecideRegistration(c.ID, store.RegistrationReplaced, "", by.ID()); err != nil {
		return "", err
	}
	if effects.EnablesUsers {
		if err := a.letBuyerIn(tx, c, effects); err != nil {
			return "", err
		}
	}
	return c.ID, tx.AddAudit(by.Line("company_details_saved", "company", c.ID, "ok", ""))
}

// Apply puts the checked input into the details.
func (in *CompanyDetailsFields) Apply(d *store.CompanyDetails) {
	d.CompanyName, d.NameFolded, d.BusinessType, d.RepresentativeName = in.CompanyName, FoldCompanyName(in.CompanyName), in.BusinessFormType, in.RepresentativeName
	d.PostalCode, d.PrefectureCode, d.PrefectureName, d.CityCode, d.CityName = in.PostalCode, in.PrefectureCode, in.PrefectureName, in.CityCode, in.CityName
	d.TownCode, d.TownName, d.BuildingName = in.TownCode, in.TownName, in.BuildingName
	d.RepresentativePhoneNumber, d.RepresentativeFaxNumber, d.HomePageURL = in.RepresentativePhoneNumber, in.RepresentativeFaxNumber, in.HomePageURL
	d.CorporateRegistrationNumber, d.ListType, d.SecurityCode, d.EstablishmentNumber = in.CorporateRegistrationNumber, in.ListType, in.SecurityCode, in.EstablishmentNumber
	d.CapitalAmount, d.SalesAmount, d.OperatingProfit, d.TotalAssets = in.CapitalAmount, in.LastYearSalesAmount, in.OperatingProfit, in.TotalAssets
	d.NumberOfEmployees, d.EstablishedYear = in.NumberOfEmployees, in.EstablishedYear
}

// previewDetails are details as they would be stored, for the confirm step.
func previewDetails(kind int, in *CompanyDetailsInput, now time.Time) (*CompanyDetails, error) {
	var c web.Check
	in.Check(&c, now)
	if err := c.Err(); err != nil {
		return nil, err
	}
	d := &store.CompanyDetails{CompanyID: in.CompanyID}
	in.Apply(d)
	return DetailsOf(d, kind, disclosure.BuyerInCharge, 1), nil
}

// Check wants what SPEC.md 3 lists and cleans it in place: all that is wrong at once.
func (in *CompanyDetailsFields) Check(c *web.Check, now time.Time) {
	c.Text(in, "companyName", "企業名", &in.CompanyName, true)
	c.Item("businessFormType", "企業形態", master.BusinessFormTypes, in.BusinessFormType, true)
	c.Text(in, "representativeName", "代表者名", &in.RepresentativeName, true)
	c.Postal("postalCode", "郵便番号", &in.PostalCode, true)
	in.checkAddress(c)
	c.Phone("representativePhoneNumber", "代表電話番号", &in.RepresentativePhoneNumber, true)
	c.Phone("representativeFaxNumber", "代表FAX番号", &in.RepresentativeFaxNumber, false)
	c.Link("homePageUrl", "ホームページ", &in.HomePageURL)
	in.CorporateRegistrationNumber = strings.ReplaceAll(master.HalfDigits(strings.TrimSpace(in.CorporateRegistrationNumber)), "-", "")
	c.CorporateNumber("corporateRegistrationNumber", in.CorporateRegistrationNumber)
	c.Code("listType", "上場・非上場の別", in.ListType, false, func(v int) bool {
		return v == int(deal.ListTypeListed) ||
			v == int(deal.ListTypeUnlisted)
	})
	in.SecurityCode = strings.ToUpper(master.HalfDigits(strings.TrimSpace(in.SecurityCode)))
	if in.ListType != int(deal.ListTypeListed) {
		in.SecurityCode = ""
	} else {
		c.Ok(master.CheckSecurityCode(in.SecurityCode), "securityCode", "上場企業の証券コードを4文字の英数字で入力してください。")
	}
	c.Text(in, "establishmentNumber", "事業所番号", &in.EstablishmentNumber, false)
	c.Amount(in, "capitalAmount", "資本金（千円）", in.CapitalAmount, false)
	c.Amount(in, "lastYearSalesAmount", "直近の売上高（千円）", in.LastYearSalesAmount, false)
	c.Amount(in, "operatingProfit", "営業利益（千円）", in.OperatingProfit, false)
	c.Amount(in, "totalAssets", "総資産（千円）", in.TotalAssets, false)
	c.Amount(in, "numberOfEmployees", "従業員数", in.NumberOfEmployees, false)
	c.AmountUpTo(in, "establishedYear", "設立年（西暦）", in.EstablishedYear, false, int64(now.In(deal.JST).Year()))
}

// checkAddress sets the names of the places from their codes. A town may be free text where the
// municipality has none.
func (in *CompanyDetailsFields) checkAddress(c *web.Check) {
	p, ok := master.FindPrefecture(in.PrefectureCode)
	c.Ok(ok, "prefectureCode", "都道府県を選択してください。")
	in.PrefectureName = p.Name
	city, found := master.FindCity(in.CityCode)
	switch {
	case !found:
		c.Fail("cityCode", "市区町村を選択してください。")
	case ok && city.PrefCode != p.Code:
		c.Fail("cityCode", "市区町村が都道府県と合いません。選び直してください。")
	case !city.Selectable:
		c.Fail("cityCode", "政令指定都市は区まで選択してください。")
	}
	in.CityName = city.FullName
	if in.TownCode != "" {
		town, ok := master.FindTown(in.TownCode)
		c.Ok(ok && town.CityCode == in.CityCode, "townCode", "町域が市区町村と合いません。選び直してください。")
		in.TownName = town.Name
	}
	c.Text(in, "townName", "町域", &in.TownName, false)
	c.Text(in, "buildingName", "番地・建物名", &in.BuildingName, false)
}

// companyForms are the words that say what kind of a company a name belongs to, folded.
var companyForms = sync.OnceValue(func() *strings.Replacer {
	var words []string
	for _, i := range master.Items(master.BusinessFormTypes) {
		for _, w := range append([]string{i.Label}, i.Aliases...) {
			if f := master.Fold(w); i.Position != "none" && len([]rune(f)) > 1 {
				words = append(words, f)
			}
		}
	}
	// The longer first: 医療法人社団 before 医療法人.
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	pairs := make([]string, 0, 2*len(words))
	for _, w := range words {
		pairs = append(pairs, w, "")
	}
	return strings.NewReplacer(pairs...)
})

// FoldCompanyName is a company's name as search and CheckCompany compare it: folded, without
// spaces and without 株式会社 and its kin.
func FoldCompanyName(name string) string {
	f := master.Fold(name)
	if bare := companyForms().Replace(f); strings.TrimSpace(bare) != "" {
		f = bare
	}
	return strings.ReplaceAll(f, " ", "")
}

// SearchedName is what was typed of a name, as search compares it. As long as it only says what kind
// of a company it is, it says nothing of the name and finds all.
func SearchedName(typed string) string {
	f := strings.ReplaceAll(master.Fold(typed), " ", "")
	if companyForms().Replace(f) == "" || strings.HasPrefix("株式会社", f) || len([]rune(f)) > 1 && strings.HasPrefix("有限会社", f) {
		return ""
	}
	return FoldCompanyName(typed)
}
