package demo

import (
	"strconv"
	"strings"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// demoCompany is a company of the demo: who maintains it, and its first user.
type demoCompany struct {
	row  map[string]string
	id   string
	bank *demoBank
	born time.Time
	user *store.User
	who  web.Actor // the buyer's user; a seller never signs in
}

// placeBank gives an institution an address in the capital of its prefecture.
func (d *demo) placeBank(i *store.Institution, pref string) error {
	p, ok := master.FindPrefecture(pref)
	if !ok {
		return store.ErrNotFound
	}
	for _, c := range master.Cities(pref) {
		if !c.Selectable {
			continue
		}
		i.Prefecture, i.City = p.Code, c.Code
		for _, t := range master.Towns(c.Code) {
			i.Address = t.Name
			break
		}
		break
	}
	i.BuildingName = "0番地0"
	return nil
}

func (d *demo) loadSellers() error {
	return d.loadCompanies("demo_sellers.csv", store.Seller, d.sellers)
}

func (d *demo) loadBuyers() error { return d.loadCompanies("demo_buyers.csv", store.Buyer, d.buyers) }

// loadCompanies plans each company's registration some weeks before its first event.
func (d *demo) loadCompanies(file string, kind int, into map[string]*demoCompany) error {
	rows, err := d.rows(file)
	if err != nil {
		return err
	}
	for n, r := range rows {
		c := &demoCompany{row: r, bank: d.banks[r["financialCode"]], born: d.today.AddDate(-1, -3, n%60).Add(time.Duration(n%9) * time.Hour)}
		into[r["id"]] = c
		d.at(c.born, file+" "+r["id"], func(tx *store.Tx) error { return d.register(tx, c, kind) })
	}
	return nil
}

func (d *demo) register(tx *store.Tx, c *demoCompany, kind int) error {
	r, by := c.row, c.bank.first
	id, err := company.SaveCompanyOverview(tx, by, kind, &company.CompanyOverviewInput{CompanyOverviewFields: demoOverview(r)})
	if err != nil {
		return err
	}
	c.id = id
	if _, err := company.In(d.a.Platform).SaveCompanyDetails(tx, by, kind,
		&company.CompanyDetailsInput{CompanyID: id, CompanyDetailsFields: demoDetails(r)}); err != nil {
		return err
	}
	return d.registerUsers(tx, c, kind)
}

// demoOverview and demoDetails are a row of the companies' files as inputs of the forms.
func demoOverview(r map[string]string) company.CompanyOverviewFields {
	pref, _ := master.RegionOf(r["prefectureCode"])
	one := 1
	out := company.CompanyOverviewFields{MemberType: int(deal.MemberCorporate), IndustryType: strings.Fields(r["industryType"]),
		Location: web.JSONText[company.CompanyLocation]{V: company.CompanyLocation{Region: atoi(pref.Code),
			PrefectureCode: r["prefectureCode"], CityCode: r["cityCode"]}},
		SalesAmount: band(master.AnnualSales, csvNumber(r["lastYearSalesAmount"])), MAndAReason: ints(r["mAndAReason"]),
		MAndAExperience:     atoi(r["mAndAExperience"]),
		IsSendRecommendMail: &one, IsSendOfferMail: &one}
	otherTexts(&out.IndustryTexts, out.IndustryType, r["industryOtherText"])
	return out
}

func demoDetails(r map[string]string) company.CompanyDetailsFields {
	return company.CompanyDetailsFields{CompanyName: r["companyName"], BusinessFormType: atoi(r["businessFormType"]),
		RepresentativeName: r["representativeName"],
		PostalCode:         r["postalCode"], PrefectureCode: r["prefectureCode"], CityCode: r["cityCode"], TownCode: r["townCode"],
		BuildingName:              r["buildingName"],
		RepresentativePhoneNumber: r["phone"], RepresentativeFaxNumber: r["fax"], HomePageURL: r["homePageUrl"],
		CorporateRegistrationNumber: r["corporateRegistrationNumber"],
		ListType:                    atoi(r["listType"]), SecurityCode: r["securityCode"], CapitalAmount: amount(r["capitalAmount"]),
		LastYearSalesAmount: amount(r["lastYearSalesAmount"]),
		OperatingProfit:     amount(r["operatingProfit"]), TotalAssets: amount(r["totalAssets"]),
		NumberOfEmployees: amount(r["numberOfEmployees"]),
		EstablishedYear:   amount(r["establishedYear"])}
}

// registerUsers creates the company's person, and the fixed logins of the first buyer of A and B.
func (d *demo) registerUsers(tx *store.Tx, c *demoCompany, kind int) error {
	r := c.row
	kinds := company.SellerUsers
	if kind == store.Buyer {
		kinds = company.BuyerUsers
	}
	people := []demoPerson{{loginID: r["mail"], name: r["representativeName"], kana: r["representativeKana"]}}
	if kind == store.Buyer {
		for _, l := range demoPeople {
			if l.role == deal.RoleBUY && l.loginID != demoTrialLogin && d.banks[l.bank] == c.bank && d.firstBuyer(c) {
				people = append([]demoPerson{l}, people...)
			}
		}
	}
	for n, p := range people {
		id, err := company.In(d.a.Platform).SaveUser(tx, c.bank.first, kinds, &company.UserInput{ClientID: c.id,
			UserFields: company.UserFields{LoginID: p.loginID, UserName: p.name, UserNameKana: p.kana, Position: "代表取締役", Phone1: r["phone"],
				Fax: r["fax"]}})
		if err != nil {
			return err
		}
		u, err := tx.User(id)
		if err != nil {
			return err
		}
		if err := d.login(tx, u); err != nil {
			return err
		}
		if n == 0 {
			c.user = u
		}
	}
	var err error
	c.who, err = d.actorOf(tx, c.user)
	return err
}

// firstBuyer says that a company is the first buyer of its bank, the one with a fixed login.
func (d *demo) firstBuyer(c *demoCompany) bool {
	for _, o := range d.buyers {
		if o.bank == c.bank && o.row["id"] < c.row["id"] {
			return false
		}
	}
	return true
}

func (d *demo) loadNeeds() error {
	rows, err := d.rows("demo_needs.csv")
	if err != nil {
		return err
	}
	for _, r := range rows {
		c := d.buyers[r["clientId"]]
		d.at(c.born.Add(2*time.Hour), "demo_needs.csv "+r["id"], func(tx *store.Tx) error {
			_, err := company.SaveNeeds(tx, c.bank.first, &company.NeedsInput{ClientID: c.id, ClientType: 1, Title: r["title"], Detail: r["detail"],
				AcquisitionIndustry: strings.Fields(r["acquisitionIndustry"]), NegotiationTarget: ints(r["negotiationTarget"]),
				AcquisitionRegionArea: ints(r["acquisitionRegionArea"]),
				AcquisitionPrice:      atoi(r["acquisitionPrice"]), AcquisitionPriceTo: atoi(r["acquisitionPriceTo"]),
				AcquisitionAnnualSales: atoi(r["acquisitionAnnualSales"]), AcquisitionDeadline: atoi(r["acquisitionDeadline"])})
			return err
		})
	}
	return nil
}

// demoListing is a listing of the demo. Its row in the CSV has the status that it has today.
type demoListing struct {
	row       map[string]string
	id        string
	seller    *demoCompany
	published time.Time // zero: never published
}

// csvDay is the day on which the world's CSV files were made; their dates move with today.
var csvDay = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// moved is a date of the CSV shifted relative to today.
func (d *demo) moved(date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return ""
	}
	return t.Add(d.today.Sub(csvDay)).Format(time.DateOnly)
}

func (d *demo) loadListings() error {
	rows, err := d.rows("demo_listings.csv")
	if err != nil {
		return err
	}
	for _, r := range rows {
		modified, err := time.Parse("2006-01-02T15:04:05", r["modified"])
		if err != nil {
			return err
		}
		l := &demoListing{row: r, seller: d.sellers[r["companyId"]]}
		d.listings[r["id"]], d.order = l, append(d.order, l)
		at := modified.Add(d.today.Sub(csvDay))
		saved := at.Add(-5 * 24 * time.Hour)
		// Not before the seller's registration, nor more than a year before the period's end.
		earliest := l.seller.born.Add(24 * time.Hour)
		if due, err := time.Parse(time.DateOnly, d.moved(r["dueDate"])); err == nil && due.AddDate(0, -11, 0).After(earliest) {
			earliest = due.AddDate(0, -11, 0)
		}
		if saved.Before(earliest) {
			saved = earliest
			at = saved.Add(5 * 24 * time.Hour)
		}
		d.at(saved, "demo_listings.csv "+r["id"], func(tx *store.Tx) error { return d.saveListing(tx, l, l == d.ended) })
		if l.seller.bank == d.banks[demoBankA] && r["status"] == "1" && r["isLimited"] == "0" {
			d.ended = l // the last such listing of the file
		}
		switch status := deal.ListingStatus(atoi(r["status"])); status {
		case deal.ListingShowing, deal.ListingConcluded:
			l.published = at
			d.at(at, "publish "+r["id"], func(tx *store.Tx) error { return d.askSeller(tx, l, "") })
		case deal.ListingRemand:
			d.at(at, "return "+r["id"], func(tx *store.Tx) error {
				return d.askSeller(tx, l, "従業員数の書き方が具体的すぎるようです。もう少し幅を持たせてください。")
			})
		case deal.ListingDisabled:
			d.at(at, "disable "+r["id"], func(tx *store.Tx) error {
				_, err := listing.In(d.a.Platform).DisableListing(tx, l.seller.bank.first,
					&listing.ListingMoveInput{SellerBusinessID: l.id, Version: d.version(tx, l), Comment: "オーナーの意向により、募集を取りやめます。"})
				return err
			})
		}
	}
	return nil
}

// version is a listing's current version, as a screen would have read it.
func (d *demo) version(tx *store.Tx, l *demoListing) int {
	row, err := tx.Listing(l.seller.bank.first.Viewer, l.id)
	if err != nil {
		return -1
	}
	return row.Version
}

func (d *demo) saveListing(tx *store.Tx, l *demoListing, ended bool) error {
	r, by := l.row, l.seller.bank.first
	region, _ := master.RegionOf(l.seller.row["prefectureCode"])
	pref, _ := master.FindPrefecture(l.seller.row["prefectureCode"])
	due := d.moved(r["dueDate"])
	if ended {
		due = d.today.AddDate(0, 0, -4).Format(time.DateOnly)
	}
	staff := csvNumber(l.seller.row["numberOfEmployees"])
	people, _ := master.BandOf(master.Peoples, staff)
	overview := &listing.ListingOverviewInput{CompanyID: l.seller.id, BusinessName: r["businessName"], Description: r["description"],
		IndustryTypes: strings.Fields(r["industryTypes"]),
		PublicRegion:  ints(r["publicRegion"]), NegotiationTarget: ints(r["negotiationTarget"]), SalesAsset: ints(r["salesAsset"]),
		SalesAmount: atoi(r["salesAmountKey"]), OperatingProfit: atoi(r["operatingProfitKey"]), SalesPrice: atoi(r["salesPrice"]),
		SalesPriceTo:         atoi(r["salesPriceTo"]),
		NumberOfManagersFrom: people.Min, NumberOfManagersTo: people.Max, WillingnessToSell: atoi(r["willingnessToSell"]),
		Location: web.JSONText[listing.ListingLocation]{V: listing.ListingLocation{Region: atoi(region.Code), PrefectureCode: pref.Code,
			CityCode: l.seller.row["cityCode"]}},
		IsPrefecturePublic: strings.Contains(r["businessName"], pref.Name), IsLimited: r["isLimited"] == "1", IsRest: r["isRest"] == "1",
		DueDate: due}
	if overview.IsRest { // exclude the next bank
		for _, code := range []string{"9987", "9983"} {
			if d.banks[code] != l.seller.bank {
				overview.RestFinancial = append(overview.RestFinancial, d.banks[code].id)
			}
		}
	}
	otherTexts(&overview.IndustryTexts, overview.IndustryTypes, r["industryOtherText"])
	saved, err := listing.In(d.a.Platform).SaveListingOverview(tx, by, overview)
	if err != nil {
		return err
	}
	l.id = saved.SellerBusinessID
	s := l.seller.row
	details := &listing.ListingDetailsInput{SellerBusinessID: l.id, Version: new(saved.Version), CompanyName: s["companyName"],
		RepresentativeName: s["representativeName"], PostalCode: s["postalCode"],
		Address: s["prefectureName"] + s["cityName"] + s["townName"] + s["buildingName"], Phone: s["phone"], Fax: s["fax"],
		HomePageURL: s["homePageUrl"],
		FiscalYear:  amount(r["fiscalYear"]), Markets: r["markets"], TargetCustomers: r["targetCustomers"], Services: r["services"],
		Advantage: r["advantage"], ProvidingMethod: r["providingMethod"],
		AssignmentReason: ints(r["assignmentReason"]), SupplementaryDescription: r["supplementaryDescription"],
		ListingAmounts: listing.ListingAmounts{AmountOfSales: amount(r["amountOfSales"]), OperatingProfit: amount(r["operatingProfit"]),
			OrdinaryIncome: amount(r["ordinaryIncome"]), Ebitda: amount(r["ebitda"]),
			NetIncome: amount(r["netIncome"]), ExecutiveRemuneration: amount(r["executiveRemuneration"]),
			PreAmountOfSales: amount(r["preAmountOfSales"]), PreOperatingProfit: amount(r["preOperatingProfit"]),
			PreOrdinaryIncome: amount(r["preOrdinaryIncome"]), PreEbitda: amount(r["preEbitda"]), PreNetIncome: amount(r["preNetIncome"]),
			PreExecutiveRemuneration: amount(r["preExecutiveRemuneration"]),
			AssetAmount:              amount(r["assetAmount"]), DebitAmount: amount(r["debitAmount"]), NetAsset: amount(r["netAsset"]),
			InterestBearingDebt: amount(r["interestBearingDebt"]), CashDeposit: amount(r["cashDeposit"])}}
	_, err = listing.In(d.a.Platform).SaveListingDetails(tx, by, details)
	return err
}

// askSeller requests the seller's approval and answers as the seller: with a comment the listing is
// returned. A line of text justifies what the anonymity check objects to.
func (d *demo) askSeller(tx *store.Tx, l *demoListing, comment string) error {
	in := &listing.ApprovalRequestInput{SellerBusinessID: l.id, Version: new(d.version(tx, l)),
		PpapMailaddress: "passcode." + l.seller.row["mail"],
		Justifications:  map[string]string{}}
	working, err := tx.ListingContent(l.id, store.Working)
	if err != nil {
		return err
	}
	hits, err := listing.ListingHits(&tx.Q, l.seller.id, working)
	if err != nil {
		return err
	}
	for _, h := range hits {
		in.Justifications[h.Key()] = "オーナーの了承を得た表現で、この表現だけでは特定できません。"
	}
	if _, err := listing.In(d.a.Platform).SendApprovalRequest(tx, l.seller.bank.first, in); err != nil {
		return err
	}
	k, err := tx.LatestLinkKey(store.LinkListingApproval, l.id)
	if err != nil {
		return err
	}
	row, err := tx.ListingOfKey(k)
	if err != nil {
		return err
	}
	content, err := listing.Frozen(k)
	if err != nil {
		return err
	}
	return listing.In(d.a.Platform).DecideApproval(tx, atHome, k, row, content,
		&listing.ApprovalDecisionInput{IsApproval: comment == "", Name: l.seller.row["representativeName"], Comment: comment})
}

// atHome is the actor of a seller who has followed a mailed link.
var atHome = web.Actor{IP: "192.0.2.10"}

// otherTexts fills in the free texts of those industries that have one.
func otherTexts(t *company.IndustryTexts, industries []string, text string) {
	fields := t.ByCode()
	for _, code := range industries {
		if p, ok := fields[code]; ok {
			*p = text
		}
	}
}

// atoi, csvNumber, amount and ints read the CSV's numbers; "" is 0, nil or an empty list.
func atoi(s string) int { n, _ := strconv.Atoi(s); return n }

func csvNumber(s string) int64 { n, _ := strconv.ParseInt(s, 10, 64); return n }

func amount(s string) *int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

func ints(s string) web.List[int] {
	out := web.List[int]{}
	for _, f := range strings.Fields(s) {
		out = append(out, atoi(f))
	}
	return out
}

// band is the key of the band of an amount in 千円.
func band(list string, v int64) int {
	i, ok := master.BandOf(list, v)
	if !ok {
		return 0
	}
	return i.Key
}
