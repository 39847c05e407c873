package store

import (
	"database/sql"
	"time"
)

// Company is a buyer (kind 1) or a seller (kind 2): its overview (SPEC.md 3). Codes are those
// of app/deal and of the item masters.
type Company struct {
	ID                  string            `db:"id"`
	Seq                 uint32            `db:"seq,given"`
	Kind                int               `db:"kind"`
	InstitutionID       string            `db:"institution_id"` // in charge
	Status              int               `db:"status"`
	MemberType          int               `db:"member_type"`
	Region              int               `db:"region"`
	PrefectureCode      string            `db:"prefecture_code"`
	CityCode            string            `db:"city_code"`
	RegistrationID      string            `db:"registration_id"`
	SalesAmount         int               `db:"sales_amount"` // band
	MAExperience        int               `db:"ma_experience"`
	MAReasonOthers      string            `db:"ma_reason_others"`
	IndustryOtherText   string            `db:"industry_other_text"`
	IndustryOtherTexts  map[string]string `db:"industry_other_texts"`
	Remark              string            `db:"remark"`
	FinancialMemo       string            `db:"financial_memo"` // for the bank in charge alone
	IsSendRecommendMail bool              `db:"is_send_recommend_mail"`
	IsSendOfferMail     bool              `db:"is_send_offer_mail"`
	IsTrial             bool              `db:"is_trial"`
	TrialUntil          time.Time         `db:"trial_until"`
	ReturnComment       string            `db:"return_comment"`
	AntisocialDeclared  time.Time         `db:"antisocial_declared"` // 反社会的勢力排除の表明
	ShownModified       time.Time         `db:"shown_modified"`      // last change of what others may see; set by triggers

	Stamp

	IndustryTypes []string // small class codes, in company_industry
	MAReasons     []int    // in company_reason
}

// Kinds of companies; companyType and clientType carry the same codes (domain.md 6).
const (
	Buyer  = 1
	Seller = 2
)

// CompanyDetails are a company's details (SPEC.md 3). Amounts are 千円, nil where nothing was entered.
type CompanyDetails struct {
	CompanyID                   string `db:"company_id"`
	CompanyName                 string `db:"company_name"`
	NameFolded                  string `db:"name_folded"` // without 株式会社 and similar words, for search and CheckCompany
	BusinessType                int    `db:"business_type"`
	RepresentativeName          string `db:"representative_name"`
	PostalCode                  string `db:"postal_code"`
	PrefectureCode              string `db:"prefecture_code"`
	PrefectureName              string `db:"prefecture_name"`
	CityCode                    string `db:"city_code"`
	CityName                    string `db:"city_name"`
	TownCode                    string `db:"town_code"`
	TownName                    string `db:"town_name"`
	BuildingName                string `db:"building_name"`
	RepresentativePhoneNumber   string `db:"representative_phone_number"`
	RepresentativeFaxNumber     string `db:"representative_fax_number"`
	HomePageURL                 string `db:"home_page_url"`
	CorporateRegistrationNumber string `db:"corporate_registration_number"`
	ListType                    int    `db:"list_type"`
	SecurityCode                string `db:"security_code"`
	EstablishmentNumber         string `db:"establishment_number"`
	CapitalAmount               *int64 `db:"capital_amount"`
	SalesAmount                 *int64 `db:"sales_amount"`
	OperatingProfit             *int64 `db:"operating_profit"`
	TotalAssets                 *int64 `db:"total_assets"`
	NumberOfEmployees           *int64 `db:"number_of_employees"`
	EstablishedYear             *int64 `db:"established_year"`
	Status                      int    `db:"status"`

	Stamp
}

// Company by id, as far as the viewer may know of it; ErrNotFound.
func (q *Q) Company(v Viewer, id string) (*Company, error) {
	var w where
	w.add("c.id = ?", id)
	q.visibleCompany(v, &w)
	return q.company(w)
}

// MaintainedCompany is a company that the viewer maintains; ErrNotFound.
func (q *Q) MaintainedCompany(v Viewer, id string) (*Company, error) {
	var w where
	w.add("c.id = ?", id)
	q.maintainedCompany(v, &w)
	return q.company(w)
}

// CompanyOf is a company without a check of visibility, for rules. The caller decides by Company
// who may be told of it.
func (q *Q) CompanyOf(id string) (*Company, error) {
	var w where
	w.add("c.id = ?", id)
	return q.company(w)
}

func (q *Q) company(w where) (*Company, error) {
	c, err := get[Company](q, "SELECT "+names[Company]("c")+" FROM company c WHERE "+w.String(), w.args...)
	if err != nil {
		return nil, err
	}
	return c, q.companyLists(c)
}

func (q *Q) companyLists(c *Company) (err error) {
	if c.IndustryTypes, err = codes[string](q, "SELECT code FROM company_industry WHERE company_id = ? ORDER BY code", c.ID); err != nil {
		return err
	}
	c.MAReasons, err = codes[int](q, "SELECT reason FROM company_reason WHERE company_id = ? ORDER BY reason", c.ID)
	return err
}

// CompanyDetails of a company; ErrNotFound when there are none yet. The caller has read Company
// first and removes the fields that the viewer may not see.
func (q *Q) CompanyDetails(companyID string) (*CompanyDetails, error) {
	return get[CompanyDetails](q, "SELECT "+names[CompanyDetails]("d")+" FROM company_details d WHERE d.company_id = ?", companyID)
}

// FormerName is a name that a company, or one of its people, had. One of the two may be empty.
type FormerName struct {
	Company    string `db:"company_name"`
	Person     string `db:"person_name"`
	PersonKana string `db:"person_name_kana"`
}

// FormerNames are the earlier names of a company and of its people. Triggers on both tables record them.
func (q *Q) FormerNames(companyID string) ([]FormerName, error) {
	return list[FormerName](q, "SELECT "+names[FormerName]("f")+" FROM former_name f WHERE f.company_id = ? ORDER BY f.changed", companyID)
}

// BuyerStatuses are the statuses of the negotiations between a buyer and the viewer's listings that
// the viewer may know of: what it may see of the buyer depends on them (domain.md 3.5).
func (q *Q) BuyerStatuses(v Viewer, buyerID string) ([]int, error) {
	var w where
	w.add("n.buyer_company_id = ? AND "+v.isSF(), buyerID, v.InstitutionID)
	q.visibleNegotiation(v, &w)
	return codes[int](q, "SELECT n.status FROM negotiation n WHERE "+w.String(), w.args...)
}

// RealNameConsentAt is when a buyer agreed to tell its name in the negotiations with the viewer's
// listings that wait for the seller's answer, the earliest of them; the zero time where none does.
func (q *Q) RealNameConsentAt(v Viewer, buyerID string) (at time.Time, err error) {
	var w where
	w.add("n.buyer_company_id = ? AND "+v.isSF()+" AND n.status = "+codeNegotiationHope, buyerID, v.InstitutionID)
	q.visibleNegotiation(v, &w)
	err = q.scan1([]any{timeColumn{&at}}, "SELECT min(n.realname_consent_at) FROM negotiation n WHERE "+w.String(), w.args...)
	return at, err
}

// CreateCompany writes a new company with its lists.
func (t *Tx) CreateCompany(c *Company, by string) error {
	if c.ID == "" {
		c.ID = NewID()
	}
	t.touch(&c.Stamp, by)
	c.ShownModified = c.Modified
	if err := insert(t, "company", c); err != nil {
		return err
	}
	return t.putCompanyLists(c)
}

// UpdateCompany writes an overview as the caller saw it; ErrStale.
func (t *Tx) UpdateCompany(c *Company, by string) error {
	seen := c.Version
	t.touch(&c.Stamp, by)
	if err := update(t, "company", c, "id = ? AND version = ?", c.ID, seen); err != nil {
		return err
	}
	return t.putCompanyLists(c)
}

// putCompanyLists writes only what differs: an unchanged industry must not count as a change that
// others see.
func (t *Tx) putCompanyLists(c *Company) error {
	if err := putList(t, "company_industry", "code", c.ID, c.IndustryTypes); err != nil {
		return err
	}
	if err := putList(t, "company_reason", "reason", c.ID, c.MAReasons); err != nil {
		return err
	}
	return t.scan1([]any{timeColumn{&c.ShownModified}, &c.Seq}, "SELECT shown_modified, seq FROM company WHERE id = ?", c.ID)
}

func putList[T any](t *Tx, table, column, companyID string, values []T) error {
	if _, err := t.exec("DELETE FROM "+table+" WHERE company_id = ? AND "+column+" NOT IN ("+marks(len(values))+")",
		append([]any{companyID}, anyOf(values)...)...); err != nil {
		return err
	}
	for _, v := range values {
		if _, err := t.exec("INSERT INTO "+table+" (company_id, "+column+") VALUES (?, ?) ON CONFLICT DO NOTHING", companyID, v); err != nil {
			return err
		}
	}
	return nil
}

// PutCompanyDetails writes the details as the caller saw them, version 0 where there were
// none; ErrStale, also when somebody else was first to create them.
func (t *Tx) PutCompanyDetails(d *CompanyDetails, by string) error {
	seen := d.Version
	if seen == 0 {
		var n int
		if err := t.scan1([]any{&n}, "SELECT count(*) FROM company_details WHERE company_id = ?", d.CompanyID); err != nil {
			return err
		}
		if n > 0 {
			return ErrStale
		}
		t.touch(&d.Stamp, by)
		return insert(t, "company_details", d)
	}
	t.touch(&d.Stamp, by)
	return update(t, "company_details", d, "company_id = ? AND version = ?", d.CompanyID, seen)
}

// HasLiveDeals says whether a company has unfinished business: a seller a listing that is neither
// concluded nor disabled, a buyer a negotiation in status 1 to 4.
func (q *Q) HasLiveDeals(companyID string) (bool, error) {
	var n int
	err := q.scan1([]any{&n},
		`SELECT (SELECT count(*) FROM listing WHERE company_id = ?1 AND status IN (`+codeListingUnapproved+`, `+codeListingShowing+`, `+codeListingRemand+`))
		+ (SELECT count(*) FROM negotiation WHERE buyer_company_id = ?1 AND status `+codesLive+`)`, companyID)
	return n > 0, err
}

// CompanyDouble is a company of the viewer's institution that looks like the one being entered.
type CompanyDouble struct {
	ID, Name     string
	IsSameNumber bool
}

// CompanyDoubles looks for the same 法人番号, or a near name in the prefecture, among the companies of
// a kind that the viewer maintains and among no others (domain.md 6): an answer about another
// bank's company would tell that it is for sale or buying. An argument "" is not compared.
func (q *Q) CompanyDoubles(v Viewer, kind int, except, number, nameFolded, prefectureCode string) ([]CompanyDouble, error) {
	var w where
	w.add("c.kind = ? AND c.id <> ?", kind, except)
	q.maintainedCompany(v, &w)
	w.add(`? <> '' AND d.corporate_registration_number = ?
		OR ? <> '' AND (? = '' OR c.prefecture_code = ?) AND (d.name_folded = ?
			OR length(?) >= 3 AND instr(d.name_folded, ?) > 0 OR length(d.name_folded) >= 3 AND instr(?, d.name_folded) > 0)`,
		number, number, nameFolded, prefectureCode, prefectureCode, nameFolded, nameFolded, nameFolded, nameFolded)
	var out []CompanyDouble
	err := q.each(func(r *sql.Rows) error {
		var d CompanyDouble
		if err := r.Scan(&d.ID, &d.Name, &d.IsSameNumber); err != nil {
			return err
		}
		out = append(out, d)
		return nil
	}, "SELECT c.id, d.company_name, ? <> '' AND d.corporate_registration_number = ? FROM company c JOIN company_details d ON "+
		"d.company_id = c.id WHERE "+w.String()+" ORDER BY 3 DESC, d.name_folded LIMIT 10",
		append([]any{number, number}, w.args...)...)
	return out, err
}
