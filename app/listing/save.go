package listing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
	"tsunagu/store/words"
)

func saved(l *store.Listing, again bool) *SavedListing {
	return &SavedListing{l.ID, l.Version, l.Status, l.IsPending, again}
}

// SaveListingOverview writes the working overview (SPEC.md 7, domain.md 3.1). What it narrows
// of the audience or shortens of the period holds at once for what is published too; all else
// waits for the seller's approval.
func (a Room) SaveListingOverview(tx *store.Tx, by web.Actor, in *ListingOverviewInput) (*SavedListing, error) {
	if in.SellerBusinessID == "" {
		made, err := listingMade(tx, by, in)
		if err != nil {
			return nil, err
		}
		if made == nil {
			return createListing(tx, by, in)
		}
		in.SellerBusinessID, in.Version = made.ID, new(made.Version)
	}
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if store.IsStale(in.Version, l.Version) {
		return nil, store.ErrStale
	}
	c, err := tx.ListingContent(l.ID, store.Working)
	if err != nil {
		return nil, err
	}
	var ck web.Check
	ck.Ok(in.CompanyID == "" || in.CompanyID == l.CompanyID, "companyId", "売手は登録の後に変えられません。別の売手の案件は、新しく登録してください。")
	if err := readOverview(tx, &ck, by, in, c); err != nil {
		return nil, err
	}
	if err := ck.Err(); err != nil {
		return nil, err
	}
	return a.saveListing(tx, by, l, c)
}

func createListing(tx *store.Tx, by web.Actor, in *ListingOverviewInput) (*SavedListing, error) {
	var ck web.Check
	ck.Ok(in.CompanyID != "", "companyId", "売手を選択してください。")
	ck.Ok(!store.IsStale(in.Version, 0), "version", "新しい案件の版は0です。")
	c := &store.ListingContent{}
	if in.CompanyID != "" {
		company, err := tx.MaintainedCompany(by.Viewer, in.CompanyID)
		if err != nil {
			return nil, err
		}
		if by.Role != deal.RoleFIN || company.Kind != store.Seller {
			return nil, store.ErrNotFound
		}
		ck.Ok(deal.CompanyStatus(company.Status) != deal.CompanyDisabled, "companyId", "この売手は無効になっています。売手を有効にしてから、案件を登録してください。")
		c.Region, c.PrefectureCode, c.CityCode = company.Region, company.PrefectureCode, company.CityCode
		d, err := tx.CompanyDetails(company.ID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if err == nil { // a beginning for the details, which SF checks and saves
			c.CompanyName, c.RepresentativeName, c.PostalCode, c.HomePageURL = d.CompanyName, d.RepresentativeName, d.PostalCode, d.HomePageURL
			c.Address = strings.TrimSpace(d.PrefectureName + d.CityName + d.TownName + d.BuildingName)
			c.Phone, c.Fax = d.RepresentativePhoneNumber, d.RepresentativeFaxNumber
		}
	}
	if err := readOverview(tx, &ck, by, in, c); err != nil {
		return nil, err
	}
	if err := ck.Err(); err != nil {
		return nil, err
	}
	if _, refusal := deal.MoveListing(deal.ListingFacts{Now: tx.Now()}, deal.ListingInput{Event: deal.ListingSave},
		deal.ActorSF); refusal != nil {
		return nil, refusal
	}
	l := &store.Listing{CompanyID: in.CompanyID, InstitutionID: by.Institution(), Status: int(deal.ListingUnapproved)}
	if err := tx.CreateListing(l, c, by.ID()); err != nil {
		return nil, err
	}
	if err := ListingDeed(tx, by, l, "create", l.Status, ""); err != nil {
		return nil, err
	}
	if err := in.Keep(tx, by, l.ID); err != nil {
		return nil, err
	}
	return saved(l, false), nil
}

// listingMade is the listing that this form has made already, when its first answer got lost on
// the way: what the form sends now is stored in it, and no second listing comes to be. nil where
// the form has made none. Once somebody else has worked on it the form is out of date.
func listingMade(tx *store.Tx, by web.Actor, in *ListingOverviewInput) (*store.Listing, error) {
	id, err := in.Made(tx, by)
	if id == "" || err != nil {
		return nil, err
	}
	l, err := web.OwnListing(&tx.Q, by, id, nil)
	if err != nil {
		return nil, err
	}
	if l.Modifier != by.ID() || l.CompanyID != in.CompanyID || deal.ListingStatus(l.Status) != deal.ListingUnapproved || l.IsPending {
		return nil, store.ErrStale
	}
	return l, nil
}

// readOverview checks an overview and puts it into the content. Nothing but the title has to
// be there while SF still works on it: the approval request asks for the rest.
func readOverview(tx *store.Tx, c *web.Check, by web.Actor, in *ListingOverviewInput, w *store.ListingContent) error {
	c.Text(in, "businessName", "案件名（匿名の表題）", &in.BusinessName, true)
	c.Prose(in, "description", "案件の説明", &in.Description, false)
	industries := []string(in.IndustryTypes)
	web.Codes(c, "industryTypes", "業種", &industries, false, func(code string) bool { _, ok := master.FindIndustry(code); return ok })
	c.Ok(len(industries) <= 10, "industryTypes", "業種は10個までにしてください。")
	in.IndustryTexts.Check(c)
	lists := []struct {
		field, label, list string
		values             *web.List[int]
	}{
		{"publicRegion", "公開する地域", master.RegionItems, &in.PublicRegion},
		{"negotiationTarget", "交渉対象", master.NegotiationTargets, &in.NegotiationTarget},
		{"salesAsset", "譲渡対象資産", master.SalesAssets, &in.SalesAsset},
	}
	for _, x := range lists {
		web.Codes(c, x.field, x.label, (*[]int)(x.values), false, func(k int) bool { return web.HasItem(x.list, k) })
	}
	c.Text(in, "salesAssetOther", "譲渡対象資産（その他）", &in.SalesAssetOther, false)
	c.Prose(in, "others", "その他", &in.Others, false)
	c.Item("salesAmount", "売上高", master.SalesAmount, in.SalesAmount, false)
	c.Item("operatingProfit", "営業利益", master.OperatingProfit, in.OperatingProfit, false)
	c.Code("salesPrice", "希望価格（下限）", in.SalesPrice, false, func(k int) bool {
		i, ok := master.FindItem(master.AcquisitionPrice, k)
		return ok && i.Min != nil
	})
	c.Item("salesPriceTo", "希望価格（上限）", master.SalesPriceTo, in.SalesPriceTo, false)
	if r := match.PriceRange(in.SalesPrice, in.SalesPriceTo); r != nil && r.From != nil && r.To != nil {
		c.Ok(*r.From <= *r.To, "salesPriceTo", "希望価格の上限は、下限以上のものを選択してください。")
	}
	c.Amount(in, "numberOfManagersFrom", "従業員数（下限）", in.NumberOfManagersFrom, false)
	c.Amount(in, "numberOfManagersTo", "従業員数（上限）", in.NumberOfManagersTo, false)
	if in.NumberOfManagersFrom != nil && in.NumberOfManagersTo != nil {
		c.Ok(*in.NumberOfManagersFrom <= *in.NumberOfManagersTo, "numberOfManagersTo", "従業員数の上限は、下限以上の数を入力してください。")
	}
	c.Item("willingnessToSell", "譲渡意思", master.WillingnessToSell, in.WillingnessToSell, false)
	readLocation(c, &in.Location.V)
	c.Ok(!in.IsPrefecturePublic || in.Location.V.PrefectureCode != "", "isPrefecturePublic", "都道府県を公開するには、所在地の都道府県を選択してください。")

	rest := []string(in.RestFinancial)
	if err := readRest(tx, c, by, in.IsRest && !in.IsLimited, &rest); err != nil {
		return err
	}
	c.Date("startDate", "公開開始日", in.StartDate, false)
	terms, err := web.TermsOf(&tx.Q)
	if err != nil {
		return err
	}
	if in.DueDate == "" {
		in.DueDate = terms.DefaultDueDate(tx.Now())
	}
	if in.DueDate != w.DueDate { // an older one stays until SF changes it or asks for approval
		if r := terms.CheckDueDate(in.DueDate, tx.Now()); r != nil {
			c.Fail(r.Field, r.Detail)
		}
	}
	c.Ok(in.StartDate == "" || in.StartDate <= in.DueDate, "startDate", "公開開始日は、公開期限以前の日付にしてください。")

	w.BusinessName, w.Description, w.IndustryTypes, w.PublicRegion, w.NegotiationTarget, w.SalesAsset = in.BusinessName, in.Description, industries, in.PublicRegion, in.NegotiationTarget, in.SalesAsset
	w.SalesAssetOther, w.Others, w.IndustryOtherText, w.IndustryOtherTexts = in.SalesAssetOther, in.Others, in.IndustryOtherText, in.IndustryTexts.Stored()
	w.SalesAmount, w.OperatingProfitBand, w.SalesPrice, w.SalesPriceTo = in.SalesAmount, in.OperatingProfit, in.SalesPrice, in.SalesPriceTo
	w.ManagersFrom, w.ManagersTo, w.WillingnessToSell = in.NumberOfManagersFrom, in.NumberOfManagersTo, in.WillingnessToSell
	if in.Location.V != (ListingLocation{}) {
		w.Region, w.PrefectureCode, w.CityCode = in.Location.V.Region, in.Location.V.PrefectureCode, in.Location.V.CityCode
	}
	w.IsPrefecturePublic, w.IsLimited, w.IsRest, w.RestFinancial = in.IsPrefecturePublic, in.IsLimited, in.IsRest, rest
	w.StartDate, w.DueDate, w.OverviewSaved = in.StartDate, in.DueDate, true
	return nil
}

// readLocation checks that region, prefecture and city lie in each other and fills in what
// follows from the narrower ones.
func readLocation(c *web.Check, l *ListingLocation) {
	if l.CityCode != "" {
		city, ok := master.FindCity(l.CityCode)
		c.Ok(ok && (l.PrefectureCode == "" || city.PrefCode == l.PrefectureCode), "location", "所在地の市区町村が、都道府県と合いません。選び直してください。")
		if ok && l.PrefectureCode == "" {
			l.PrefectureCode = city.PrefCode
		}
	}
	if l.PrefectureCode != "" {
		key := match.RegionOf(l.PrefectureCode)
		c.Ok(key != 0 && (l.Region == 0 || l.Region == key), "location", "所在地の都道府県が、地域と合いません。選び直してください。")
		if l.Region == 0 {
			l.Region = key
		}
	}
	c.Item("location", "所在地の地域", master.RegionItems, l.Region, false)
}

// readRest checks the institutions that are kept out: members other than SF itself.
func readRest(tx *store.Tx, c *web.Check, by web.Actor, isRest bool, rest *[]string) error {
	if !isRest && len(*rest) == 0 {
		*rest = []string{}
		return nil
	}
	known, err := tx.InstitutionNames() // also of such as the office has stopped: they may stand there already
	if err != nil {
		return err
	}
	web.Codes(c, "restFinancial", "公開しない金融機関", rest, isRest, func(id string) bool { return known[id] != "" && id != by.Institution() })
	if c.Err() == nil {
		*rest, err = tx.Continued(*rest)
		*rest = slices.DeleteFunc(*rest, func(id string) bool { return id == by.Institution() })
	}
	return err
}

// SaveListingDetails writes the working details and makes their data status Enabled (SPEC.md 4).
func (a Room) SaveListingDetails(tx *store.Tx, by web.Actor, in *ListingDetailsInput) (*SavedListing, error) {
	l, err := web.OwnListing(&tx.Q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if store.IsStale(in.Version, l.Version) {
		return nil, store.ErrStale
	}
	w, err := tx.ListingContent(l.ID, store.Working)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Text(in, "companyName", "企業名", &in.CompanyName, false)
	c.Text(in, "representativeName", "代表者名", &in.RepresentativeName, false)
	c.Postal("postalCode", "郵便番号", &in.PostalCode, false)
	c.Text(in, "address", "所在地", &in.Address, false)
	c.Phone("phone", "電話番号", &in.Phone, false)
	c.Phone("fax", "FAX番号", &in.Fax, false)
	c.Link("homePageUrl", "ホームページ", &in.HomePageURL)
	c.Link("targetUrl", "対象事業のURL", &in.TargetURL)
	c.AmountUpTo(in, "fiscalYear", "決算年度（西暦）", in.FiscalYear, false, int64(tx.Now().Year())+1)
	for _, x := range in.ListingAmounts.named() {
		c.Amount(in, x.field, x.label+"（千円）", *x.value, false)
	}
	for _, x := range []struct {
		field, label string
		value        *string
	}{
		{"markets", "市場", &in.Markets}, {"targetCustomers", "主な顧客", &in.TargetCustomers}, {"services", "商品・サービス", &in.Services},
		{"advantage", "強み", &in.Advantage},
		{"providingMethod", "提供方法", &in.ProvidingMethod}, {"assignmentReasonAddition", "譲渡の理由の補足", &in.AssignmentReasonAddition},
		{"supplementaryDescription", "補足説明", &in.SupplementaryDescription},
	} {
		c.Prose(in, x.field, x.label, x.value, false)
	}
	web.Codes(&c, "assignmentReason", "譲渡の理由", (*[]int)(&in.AssignmentReason), false, func(k int) bool {
		i, ok := master.FindItem(master.MAReasons, k)
		return ok && i.Side == "sell"
	})
	if err := c.Err(); err != nil {
		return nil, err
	}
	w.CompanyName, w.RepresentativeName, w.PostalCode, w.Address, w.Phone, w.Fax = in.CompanyName, in.RepresentativeName, in.PostalCode, in.Address, in.Phone, in.Fax
	w.HomePageURL, w.TargetURL, w.FiscalYear = in.HomePageURL, in.TargetURL, in.FiscalYear
	in.ListingAmounts.store(w)
	w.Markets, w.TargetCustomers, w.Services, w.Advantage, w.ProvidingMethod = in.Markets, in.TargetCustomers, in.Services, in.Advantage, in.ProvidingMethod
	w.AssignmentReason, w.AssignmentReasonAddition, w.SupplementaryDescription = in.AssignmentReason, in.AssignmentReasonAddition, in.SupplementaryDescription
	w.DetailsStatus = int(deal.CompanyEnabled)
	return a.saveListing(tx, by, l, w)
}

// saveListing stores an edited working content: the listing goes back to 0 unless it is being
// shown, and any request to the seller is withdrawn.
func (a Room) saveListing(tx *store.Tx, by web.Actor, l *store.Listing, w *store.ListingContent) (*SavedListing, error) {
	f, err := listingFacts(&tx.Q, l, w)
	if err != nil {
		return nil, err
	}
	e, refusal := deal.MoveListing(f, deal.ListingInput{Event: deal.ListingSave}, deal.ActorSF)
	if refusal != nil {
		return nil, refusal
	}
	if err := putContent(tx, l.ID, store.Working, w); err != nil {
		return nil, err
	}
	again := f.Status == deal.ListingShowing && f.HasChanges
	if f.Status == deal.ListingShowing {
		if again, err = publishNarrower(tx, l, w); err != nil {
			return nil, err
		}
	}
	if e.Status == deal.ListingUnapproved {
		l.ReturnComment = ""
	}
	if err := a.MoveListing(tx, by, l, e, string(deal.ListingSave), ""); err != nil {
		return nil, err
	}
	return saved(l, again), nil
}

// publishNarrower gives to the published content what an edit narrowed: an audience that shows
// the listing to nobody new, and an earlier end of the period. It says whether other changes
// wait for the seller.
func publishNarrower(tx *store.Tx, l *store.Listing, w *store.ListingContent) (waits bool, err error) {
	p, err := tx.ListingContent(l.ID, store.Published)
	if err != nil {
		return false, err
	}
	before := contentHash(p)
	if !audienceOf(p).Widens(audienceOf(w)) {
		p.IsLimited, p.IsRest, p.RestFinancial = w.IsLimited, w.IsRest, w.RestFinancial
	}
	if w.DueDate < p.DueDate {
		p.DueDate = w.DueDate
	}
	if contentHash(p) != before {
		if err := putContent(tx, l.ID, store.Published, p); err != nil {
			return false, err
		}
	}
	return contentHash(p) != contentHash(w), nil
}

// putContent stores one side with its searchable text: published L1 fields alone (domain.md, rule 1), folded, what was chosen aside.
func putContent(tx *store.Tx, id string, side int, c *store.ListingContent) error {
	c.FreeTextFolded = SearchText(c)
	return tx.PutListingContent(id, side, c)
}

func SearchText(c *store.ListingContent) string {
	texts := []string{formatLocation(c, disclosure.L1), joinLabels(master.RegionItems, c.PublicRegion),
		joinLabels(master.NegotiationTargets, c.NegotiationTarget), joinLabels(master.SalesAssets, c.SalesAsset),
		joinLabels(master.MAReasons, c.AssignmentReason)}
	for _, code := range c.IndustryTypes {
		small, _ := master.FindIndustry(code)
		large, _ := master.LargeOf(code)
		texts = append(texts, small.Name, large.Name)
	}
	return master.Fold(c.BusinessName+" "+c.Description) + words.Aside + master.Fold(strings.Join(texts, " "))
}

// namedAmount is one amount of the details with its Japanese name.
type namedAmount struct {
	field, label string
	value        **int64
}

func (x *ListingAmounts) named() []namedAmount {
	year := func(pre, label string, sales, profit, ordinary, ebitda, net, remuneration **int64) []namedAmount {
		name := func(s string) string {
			if pre == "" {
				return s
			}
			return pre + strings.ToUpper(s[:1]) + s[1:]
		}
		return []namedAmount{
			{name("amountOfSales"), label + "売上高", sales}, {name("operatingProfit"), label + "営業利益", profit},
			{name("ordinaryIncome"), label + "経常利益", ordinary}, {name("ebitda"), label + "EBITDA", ebitda},
			{name("netIncome"), label + "当期純利益", net}, {name("executiveRemuneration"), label + "役員報酬", remuneration},
		}
	}
	out := []namedAmount{
		{"debitAmount", "負債総額", &x.DebitAmount}, {"assetAmount", "総資産", &x.AssetAmount}, {"cashDeposit", "現預金", &x.CashDeposit},
		{"interestBearingDebt", "有利子負債", &x.InterestBearingDebt}, {"netAsset", "純資産", &x.NetAsset},
	}
	out = append(out, year("", "", &x.AmountOfSales, &x.OperatingProfit, &x.OrdinaryIncome, &x.Ebitda, &x.NetIncome,
		&x.ExecutiveRemuneration)...)
	return append(out, year("pre", "前期の", &x.PreAmountOfSales, &x.PreOperatingProfit, &x.PreOrdinaryIncome, &x.PreEbitda, &x.PreNetIncome,
		&x.PreExecutiveRemuneration)...)
}

func (x *ListingAmounts) store(c *store.ListingContent) {
	c.DebitAmount, c.AssetAmount, c.CashDeposit, c.InterestBearingDebt, c.NetAsset = x.DebitAmount, x.AssetAmount, x.CashDeposit, x.InterestBearingDebt, x.NetAsset
	c.AmountOfSales, c.OperatingProfit, c.OrdinaryIncome, c.Ebitda, c.NetIncome, c.ExecutiveRemuneration = x.AmountOfSales, x.OperatingProfit, x.OrdinaryIncome, x.Ebitda, x.NetIncome, x.ExecutiveRemuneration
	c.PreAmountOfSales, c.PreOperatingProfit, c.PreOrdinaryIncome, c.PreEbitda, c.PreNetIncome, c.PreExecutiveRemuneration = x.PreAmountOfSales, x.PreOperatingProfit, x.PreOrdinaryIncome, x.PreEbitda, x.PreNetIncome, x.PreExecutiveRemuneration
}

// missingFields says what an approval request still lacks: all of it at once.
func missingFields(c *web.Check, w *store.ListingContent) {
	need := func(ok bool, field, label, verb string) {
		c.Ok(ok, field, label+"を"+verb+"してください。承認を依頼するために必要です。")
	}
	need(w.BusinessName != "", "overview.businessName", "案件名（匿名の表題）", "入力")
	need(w.Description != "", "overview.description", "案件の説明", "入力")
	need(len(w.IndustryTypes) > 0, "overview.industryTypes", "業種", "選択")
	need(len(w.PublicRegion) > 0, "overview.publicRegion", "公開する地域", "選択")
	need(w.Region != 0, "overview.location", "所在地", "選択")
	need(w.SalesAmount != 0, "overview.salesAmount", "売上高", "選択")
	need(w.OperatingProfitBand != 0, "overview.operatingProfit", "営業利益", "選択")
	need(w.SalesPriceTo != 0, "overview.salesPriceTo", "希望価格（上限）", "選択")
	need(len(w.NegotiationTarget) > 0, "overview.negotiationTarget", "交渉対象", "選択")
	need(len(w.SalesAsset) > 0, "overview.salesAsset", "譲渡対象資産", "選択")
	for _, k := range master.FreeTextKeys(master.SalesAssets) {
		need(!slices.Contains(w.SalesAsset, k) || w.SalesAssetOther != "", "overview.salesAssetOther", "譲渡対象資産（その他）", "入力")
	}
	need(w.WillingnessToSell != 0, "overview.willingnessToSell", "譲渡意思", "選択")
	if deal.CompanyStatus(w.DetailsStatus) != deal.CompanyEnabled {
		c.Fail("details", "詳細が保存されていません。詳細を入力して保存してください。")
	}
	need(w.CompanyName != "", "details.companyName", "企業名", "入力")
	need(w.RepresentativeName != "", "details.representativeName", "代表者名", "入力")
	need(w.Address != "", "details.address", "所在地", "入力")
	need(w.FiscalYear != nil, "details.fiscalYear", "決算年度", "入力")
	need(w.AmountOfSales != nil, "details.amountOfSales", "売上高（千円）", "入力")
	need(w.OperatingProfit != nil, "details.operatingProfit", "営業利益（千円）", "入力")
	need(w.Services != "", "details.services", "商品・サービス", "入力")
	need(len(w.AssignmentReason) > 0, "details.assignmentReason", "譲渡の理由", "選択")
	// The band on show and the figure behind it must not contradict each other.
	for _, x := range []struct {
		field, list, label string
		band               int
		amount             *int64
	}{{"overview.salesAmount", master.SalesAmount, "売上高", w.SalesAmount, w.AmountOfSales},
		{"overview.operatingProfit", master.OperatingProfit, "営業利益", w.OperatingProfitBand, w.OperatingProfit}} {
		if x.band == 0 || x.amount == nil {
			continue
		}
		if i, ok := master.BandOf(x.list, *x.amount); ok && i.Key != x.band {
			c.Fail(x.field, fmt.Sprintf("概要の%sが、詳細の金額（%s）と合いません。どちらかを修正してください。", x.label, i.Label))
		}
	}
}
