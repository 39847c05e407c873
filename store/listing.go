package store

import (
	"cmp"
	"database/sql"
	"slices"
	"strings"
	"time"
)

// Listing is a sale listing (売却案件) without its content, which is stored in two ListingContents: one
// that SF edits and one that everybody else sees (domain.md 3.1).
type Listing struct {
	ID                 string            `db:"id"`
	Seq                uint32            `db:"seq,given"`
	CompanyID          string            `db:"company_id"`
	InstitutionID      string            `db:"institution_id"` // SF, in charge
	Status             int               `db:"status"`         // deal.ListingStatus as stored: 0 to 4
	IsSuspended        bool              `db:"is_suspended"`   // 受付停止
	ExclusiveUntil     string            `db:"exclusive_until"`
	IsPending          bool              `db:"is_pending"` // an approval request is with the seller
	ApprovedHash       string            `db:"approved_hash"`
	ApprovedAt         time.Time         `db:"approved_at"`
	PublishedAt        time.Time         `db:"published_at"`
	ConcludedAt        time.Time         `db:"concluded_at"`
	IsConcludedOutside bool              `db:"is_concluded_outside"`
	IsSoldHidden       bool              `db:"is_sold_hidden"` // once sold, shown to nobody new (store.MergeInstitutions)
	StopReason         string            `db:"stop_reason"`
	ReturnComment      string            `db:"return_comment"`
	Justifications     map[string]string `db:"justifications"` // reasons why anonymity hits may stay in the text, by hit

	Stamp
}

// Sides of a listing's content.
const (
	Working   = 1 // SF edits it
	Published = 2 // everyone else sees it, and search uses it
)

// ListingContent is the content of a listing: overview and details (SPEC.md 3 Seller business).
// Bands are item keys; amounts are 千円, nil where nothing was entered.
type ListingContent struct {
	ListingID                string            `db:"listing_id,card" json:"-"`
	Side                     int               `db:"side,card" json:"-"`
	BusinessName             string            `db:"business_name,card"`
	Description              string            `db:"description,card"`
	SalesAmount              int               `db:"sales_amount,card"`
	OperatingProfitBand      int               `db:"operating_profit_band,card"`
	SalesPrice               int               `db:"sales_price,card"`
	SalesPriceTo             int               `db:"sales_price_to,card"`
	ManagersFrom             *int64            `db:"managers_from,card"`
	ManagersTo               *int64            `db:"managers_to,card"`
	WillingnessToSell        int               `db:"willingness_to_sell,card"`
	SalesAssetOther          string            `db:"sales_asset_other"`
	Others                   string            `db:"others"`
	IndustryOtherText        string            `db:"industry_other_text"`
	IndustryOtherTexts       map[string]string `db:"industry_other_texts"`
	IsLimited                bool              `db:"is_limited,card"`
	IsRest                   bool              `db:"is_rest,card"`
	StartDate                string            `db:"start_date,card"`
	DueDate                  string            `db:"due_date,card"`
	Region                   int               `db:"region,card"`
	PrefectureCode           string            `db:"prefecture_code,card"`
	CityCode                 string            `db:"city_code,card"`
	IsPrefecturePublic       bool              `db:"is_prefecture_public,card"`
	OverviewSaved            bool              `db:"overview_saved" json:"-"`
	DetailsStatus            int               `db:"details_status" json:"-"`
	FreeTextFolded           string            `db:"free_text_folded" json:"-"` // published L1 texts, folded for search
	CompanyName              string            `db:"company_name,card"`
	RepresentativeName       string            `db:"representative_name"`
	PostalCode               string            `db:"postal_code"`
	Address                  string            `db:"address"`
	Phone                    string            `db:"phone"`
	Fax                      string            `db:"fax"`
	HomePageURL              string            `db:"home_page_url"`
	TargetURL                string            `db:"target_url"`
	FiscalYear               *int64            `db:"fiscal_year"`
	DebitAmount              *int64            `db:"debit_amount"`
	AssetAmount              *int64            `db:"asset_amount"`
	CashDeposit              *int64            `db:"cash_deposit"`
	InterestBearingDebt      *int64            `db:"interest_bearing_debt"`
	NetAsset                 *int64            `db:"net_asset"`
	AmountOfSales            *int64            `db:"amount_of_sales"`
	OperatingProfit          *int64            `db:"operating_profit"`
	OrdinaryIncome           *int64            `db:"ordinary_income"`
	Ebitda                   *int64            `db:"ebitda"`
	NetIncome                *int64            `db:"net_income"`
	ExecutiveRemuneration    *int64            `db:"executive_remuneration"`
	PreAmountOfSales         *int64            `db:"pre_amount_of_sales"`
	PreOperatingProfit       *int64            `db:"pre_operating_profit"`
	PreOrdinaryIncome        *int64            `db:"pre_ordinary_income"`
	PreEbitda                *int64            `db:"pre_ebitda"`
	PreNetIncome             *int64            `db:"pre_net_income"`
	PreExecutiveRemuneration *int64            `db:"pre_executive_remuneration"`
	Markets                  string            `db:"markets"`
	TargetCustomers          string            `db:"target_customers"`
	Services                 string            `db:"services"`
	Advantage                string            `db:"advantage"`
	ProvidingMethod          string            `db:"providing_method"`
	AssignmentReasonAddition string            `db:"assignment_reason_addition"`
	SupplementaryDescription string            `db:"supplementary_description"`

	ListingLists
}

// ListingLists are a content's lists, kept in listing_code.
type ListingLists struct {
	IndustryTypes     []string // small class codes
	PublicRegion      []int    // region keys
	NegotiationTarget []int
	SalesAsset        []int
	AssignmentReason  []int
	RestFinancial     []string // institutions kept out (isRest)
}

// Listing by id, as far as the viewer may know of it; ErrNotFound.
func (q *Q) Listing(v Viewer, id string) (*Listing, error) {
	var w where
	w.add("l.id = ?", id)
	q.visibleListing(v, &w)
	return q.oneListing("SELECT "+names[Listing]("l")+" FROM listing l LEFT JOIN listing_content p ON p.listing_id = l.id AND p.side = "+
		codeSidePublished+" WHERE "+w.String(), w.args...)
}

// KnownListing is Listing from the cache, for the institution in charge; shared, and not to be changed.
func (q *Q) KnownListing(v Viewer, id string) (*Listing, error) {
	if v.IsBuyer() {
		return nil, ErrNotFound
	}
	return Keep(q, ownListingKey{v.Desk(), id, q.Today()}, func() (Kept[*Listing], error) {
		l, err := q.Listing(v, id)
		if err == nil {
			err = q.MustManage(v, l)
		}
		if err != nil {
			return Kept[*Listing]{}, err
		}
		return Kept[*Listing]{l, v.DeskSources(OfListing(id), OfNetwork()), 1000}, nil
	})
}

type ownListingKey struct{ desk, listing, today string }

// ListingOfKey is the listing of a mailed link: the link is the right to it.
func (q *Q) ListingOfKey(k *LinkKey) (*Listing, error) {
	return q.oneListing("SELECT "+names[Listing]("l")+" FROM listing l WHERE l.id = ?", k.SubjectID)
}

func (q *Q) oneListing(query string, params ...any) (*Listing, error) {
	l, err := get[Listing](q, query, params...)
	if err == nil {
		q.lapse(l)
	}
	return l, err
}

// lapse ends the 受付停止 that an exclusivity made, once its last day is over (domain.md 4 Milestones).
func (q *Q) lapse(l *Listing) {
	if q.isLapsed(l) {
		l.IsSuspended, l.ExclusiveUntil = false, ""
	}
}

func (q *Q) isLapsed(l *Listing) bool {
	return l.ExclusiveUntil != "" && l.ExclusiveUntil < q.Today()
}

// ListingContent is one side of a listing's content; ErrNotFound when there is none. The caller has
// read Listing first.
func (q *Q) ListingContent(id string, side int) (*ListingContent, error) {
	c, err := get[ListingContent](q, "SELECT "+names[ListingContent]("c")+" FROM listing_content c WHERE c.listing_id = ? AND c.side = ?",
		id, side)
	if err != nil {
		return nil, err
	}
	c.ListingLists, err = q.listingLists(id, side)
	return c, err
}

// KnownContent is ListingContent from the cache; shared, and not to be changed.
func (q *Q) KnownContent(id string, side int) (*ListingContent, error) {
	return Keep(q, contentKey{id, side}, func() (Kept[*ListingContent], error) {
		c, err := q.ListingContent(id, side)
		if err != nil {
			return Kept[*ListingContent]{}, err
		}
		return Kept[*ListingContent]{c, []Source{OfListing(id)}, 2000 + len(c.Description)}, nil
	})
}

type contentKey struct {
	listing string
	side    int
}

func emptyLists() ListingLists {
	return ListingLists{IndustryTypes: []string{}, PublicRegion: []int{}, NegotiationTarget: []int{}, SalesAsset: []int{},
		AssignmentReason: []int{}, RestFinancial: []string{}}
}

// add puts a row of listing_code where it belongs.
func (l *ListingLists) add(field, text string, number int) {
	switch field {
	case "industry":
		l.IndustryTypes = append(l.IndustryTypes, text)
	case "region":
		l.PublicRegion = append(l.PublicRegion, number)
	case "target":
		l.NegotiationTarget = append(l.NegotiationTarget, number)
	case "asset":
		l.SalesAsset = append(l.SalesAsset, number)
	case "reason":
		l.AssignmentReason = append(l.AssignmentReason, number)
	case "rest":
		l.RestFinancial = append(l.RestFinancial, text)
	}
}

// listsOf parses lists written as field:code, one after another, in the order of listingLists.
func listsOf(written string) ListingLists {
	l := emptyLists()
	for part := range strings.FieldsSeq(written) {
		field, text, _ := strings.Cut(part, ":")
		l.add(field, text, leadingNumber(text))
	}
	for _, numbers := range [][]int{l.PublicRegion, l.NegotiationTarget, l.SalesAsset, l.AssignmentReason} {
		slices.Sort(numbers)
	}
	for _, texts := range [][]string{l.IndustryTypes, l.RestFinancial} {
		slices.SortFunc(texts, compareCodes)
	}
	return l
}

// compareCodes orders codes as ORDER BY CAST(code AS INTEGER), code does in SQL.
func compareCodes(a, b string) int {
	return cmp.Or(cmp.Compare(leadingNumber(a), leadingNumber(b)), strings.Compare(a, b))
}

// leadingNumber is what CAST(text AS INTEGER) gives for a code.
func leadingNumber(text string) (n int) {
	for i := 0; i < len(text) && text[i] >= '0' && text[i] <= '9' && n < 1<<52; i++ {
		n = n*10 + int(text[i]-'0')
	}
	return n
}

func (q *Q) listingLists(id string, side int) (ListingLists, error) {
	l := emptyLists()
	err := q.each(func(r *sql.Rows) error {
		var field, text string
		var number int
		if err := r.Scan(&field, &text, &number); err != nil {
			return err
		}
		l.add(field, text, number)
		return nil
	}, "SELECT field, code, CAST(code AS INTEGER) FROM listing_code WHERE listing_id = ? AND side = ? ORDER BY field, CAST(code AS "+
		"INTEGER), code", id, side)
	return l, err
}

// PendingListings are the viewer's institution's own listings with an open approval request, the
// oldest first.
func (q *Q) PendingListings(v Viewer) ([]string, error) {
	var w where
	w.add("l.is_pending = 1 AND "+v.ownListing(), v.InstitutionID)
	q.visibleListing(v, &w)
	return codes[string](q, "SELECT l.id FROM listing l LEFT JOIN listing_content p ON p.listing_id = l.id AND p.side = "+codeSidePublished+
		" WHERE "+w.String()+" ORDER BY l.seq", w.args...)
}

// CreateListing writes a new listing with its working content.
func (t *Tx) CreateListing(l *Listing, c *ListingContent, by string) error {
	if l.ID == "" {
		l.ID = NewID()
	}
	t.touch(&l.Stamp, by)
	if err := insert(t, "listing", l); err != nil {
		return err
	}
	return t.PutListingContent(l.ID, Working, c)
}

// UpdateListing writes a listing as the caller saw it; ErrStale.
func (t *Tx) UpdateListing(l *Listing, by string) error {
	seen := l.Version
	t.touch(&l.Stamp, by)
	return update(t, "listing", l, "id = ? AND version = ?", l.ID, seen)
}

// PutListingContent replaces one side of a listing's content. Publishing is putting a copy of
// the working content on the published side.
func (t *Tx) PutListingContent(id string, side int, c *ListingContent) error {
	for _, table := range []string{"listing_code", "listing_content"} {
		if _, err := t.exec("DELETE FROM "+table+" WHERE listing_id = ? AND side = ?", id, side); err != nil {
			return err
		}
	}
	c.ListingID, c.Side = id, side
	if err := insert(t, "listing_content", c); err != nil {
		return err
	}
	lists := map[string][]any{"industry": anyOf(c.IndustryTypes), "region": anyOf(c.PublicRegion), "target": anyOf(c.NegotiationTarget),
		"asset": anyOf(c.SalesAsset), "reason": anyOf(c.AssignmentReason), "rest": anyOf(c.RestFinancial)}
	for _, field := range sortedKeys(lists) {
		for _, v := range lists[field] {
			if _, err := t.exec("INSERT INTO listing_code (listing_id, side, field, code) VALUES (?, ?, ?, CAST(? AS TEXT))", id, side, field,
				v); err != nil {
				return err
			}
		}
	}
	return nil
}

// ListingHistory is one line of what happened to a listing, for SF.
type ListingHistory struct {
	ListingID  string    `db:"listing_id"`
	At         time.Time `db:"at"`
	Actor      string    `db:"actor"` // a user's id, "" for links and jobs
	Side       string    `db:"side"`  // "sf", "seller", "office", "system"
	Event      string    `db:"event"`
	FromStatus int       `db:"from_status"`
	ToStatus   int       `db:"to_status"`
	Comment    string    `db:"comment"`
}

// AddListingHistory appends a line.
func (t *Tx) AddListingHistory(h ListingHistory) error {
	h.At = t.now
	return insert(t, "listing_history", &h)
}

// ListingHistory lists a listing's lines, newest first.
func (q *Q) ListingHistory(listingID string) ([]ListingHistory, error) {
	return list[ListingHistory](q, "SELECT "+names[ListingHistory]("h")+" FROM listing_history h WHERE h.listing_id = ? ORDER "+
		"BY h.seq DESC", listingID)
}
