package store

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// NegotiationRow is a negotiation with what its rules and lists need of the listing, the buyer and
// the milestones, in one query. The caller decides what of it a viewer may see.
type NegotiationRow struct {
	Negotiation
	Seq uint32 // the row's number, set if a search found it

	ListingStatus    int    `db:"listing_status"`
	IsStopped        bool   `db:"is_stopped"`  // 受付停止中 today
	InAudience       bool   `db:"in_audience"` // the listing shows to the buyer's institution
	SellerCompanyID  string `db:"seller_company_id"`
	IsPublished      bool   `db:"is_published"`  // there is published content
	BusinessName     string `db:"business_name"` // of the published content
	StartDate        string `db:"start_date"`
	DueDate          string `db:"due_date"`
	PublishedCompany string `db:"published_company"` // the seller's name as published, opens at L4

	BuyerStatus     int    `db:"buyer_status"`
	IsTrial         bool   `db:"is_trial"`
	BuyerName       string `db:"buyer_name"`
	IsBuyerComplete bool   `db:"is_buyer_complete"` // details saved, with name, representative and prefecture
	IsSendOfferMail bool   `db:"is_send_offer_mail"`
	BuyerNumber     string `db:"buyer_number"`  // 法人番号
	SellerNumber    string `db:"seller_number"` // 法人番号

	MilestoneDates `db:"milestones"`

	NoteStatus int `db:"note_status"` // of the offer that stands beside this row (NoteOf); 0 for none

	BuyerSeq   uint32 `db:"buyer_seq"`
	ListingSeq uint32 `db:"listing_seq"`
}

// MilestoneDates are what rules and lists need of a negotiation's milestones. They are one column of the query, which
// reads them together.
type MilestoneDates struct {
	TopInterview, IntentDate, BasicAgreement string
	IntentPrice                              int64 // 千円
	ContractDate, ClosingDate, ClosedDate    string
}

// milestoneDates is that column: kind, date and amount of each milestone.
const milestoneDates = "coalesce((SELECT group_concat(m.kind || ' ' || m.date || ' ' || coalesce(m.amount, 0)) FROM milestone m " +
	"WHERE m.negotiation_id = n.id), '')"

// Scan reads the column.
func (d *MilestoneDates) Scan(v any) error {
	text, _ := v.(string)
	*d = MilestoneDates{}
	for one := range strings.SplitSeq(text, ",") {
		kind, rest, _ := strings.Cut(one, " ")
		date, amount, _ := strings.Cut(rest, " ")
		switch kind {
		case codeMilestoneTopInterview:
			d.TopInterview = date
		case codeMilestoneIntent:
			d.IntentDate = date
			var err error
			if d.IntentPrice, err = strconv.ParseInt(amount, 10, 64); err != nil {
				return fmt.Errorf("store: milestones %q: %w", text, err)
			}
		case codeMilestoneBasicAgreement:
			d.BasicAgreement = date
		case codeMilestoneContract:
			d.ContractDate = date
		case codeMilestoneClosing:
			d.ClosingDate = date
		case codeMilestoneClosed:
			d.ClosedDate = date
		}
	}
	return nil
}

// negotiationFrom is the FROM of every query of NegotiationRow.
const negotiationFrom = ` FROM negotiation n JOIN listing l ON l.id = n.listing_id LEFT JOIN listing_content p ON p.listing_id = l.id AND p.side = ` + codeSidePublished + `
	JOIN company c ON c.id = n.buyer_company_id LEFT JOIN company_details d ON d.company_id = c.id LEFT JOIN company_details s ON s.company_id = l.company_id`

func (q *Q) negotiationColumns() (cols string, args []any) {
	audience, audienceArgs := q.audience("n.bf_id")
	cols = names[Negotiation]("n") + ", l.status, " + stoppedUntil + " >= ?, p.listing_id IS NOT NULL AND " + audience + ", " +
		negotiationParties
	return cols, append([]any{q.Today()}, audienceArgs...)
}

// negotiationParties are the columns of NegotiationRow that are the same on every day, beside those of the negotiation itself.
const negotiationParties = `l.company_id, p.listing_id IS NOT NULL,
		coalesce(p.business_name, ''), coalesce(p.start_date, ''), coalesce(p.due_date, ''), coalesce(p.company_name, ''),
		c.status, c.is_trial, coalesce(d.company_name, ''), coalesce(d.status = 1 AND d.company_name <> '' AND d.representative_name <> '' AND d.prefecture_code <> '', 0), c.is_send_offer_mail,
		coalesce(d.corporate_registration_number, ''), coalesce(s.corporate_registration_number, ''), ` +
	milestoneDates + ", " + noteStatus + ", c.seq, l.seq"

func (q *Q) negotiationRows(from string, w *where, rest string, restArgs ...any) ([]NegotiationRow, error) {
	cols, params := q.negotiationColumns()
	params = append(append(params, w.args...), restArgs...)
	return list[NegotiationRow](q, "SELECT "+cols+from+" WHERE "+w.String()+rest, params...)
}

// NegotiationRow by id, as far as the viewer may know of it; ErrNotFound.
func (q *Q) NegotiationRow(v Viewer, id string) (*NegotiationRow, error) {
	var w where
	w.add("n.id = ?", id)
	q.visibleNegotiation(v, &w)
	return q.oneNegotiation(&w)
}

// NegotiationRowOf is a row by id without a check of visibility, for rules and the owner's link;
// ErrNotFound.
func (q *Q) NegotiationRowOf(id string) (*NegotiationRow, error) {
	var w where
	w.add("n.id = ?", id)
	return q.oneNegotiation(&w)
}

// SignedNegotiation is the negotiation of a listing that led to a contract, for rules; ErrNotFound.
func (q *Q) SignedNegotiation(listingID string) (*NegotiationRow, error) {
	var w where
	w.add("n.listing_id = ? AND n.status = "+codeNegotiationSigned, listingID)
	return q.oneNegotiation(&w)
}

func (q *Q) oneNegotiation(w *where) (*NegotiationRow, error) {
	rows, err := q.negotiationRows(negotiationFrom, w, "")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, ErrNotFound
	}
	return &rows[0], nil
}

// UnbegunNegotiation is the row that a listing and a buyer without a negotiation would have: its
// Negotiation holds the parties only. ErrNotFound where there is no such listing or buyer. By
// InAudience the caller decides what may be told of it.
func (q *Q) UnbegunNegotiation(listingID, buyerCompanyID string) (*NegotiationRow, error) {
	return q.unbegunNegotiation(listingID, buyerCompanyID, where{})
}

// ShownNegotiation is UnbegunNegotiation if the listing shows to the buyer, else ErrNotFound. A
// hidden listing costs the same work as a missing one, so response times do not tell them apart.
func (q *Q) ShownNegotiation(listingID, buyerCompanyID string) (*NegotiationRow, error) {
	audience, args := q.audience("n.bf_id")
	var w where
	w.add("p.listing_id IS NOT NULL AND "+audience, args...)
	return q.unbegunNegotiation(listingID, buyerCompanyID, w)
}

func (q *Q) unbegunNegotiation(listingID, buyerCompanyID string, w where) (*NegotiationRow, error) {
	from := strings.Replace(negotiationFrom, "negotiation n JOIN",
		`(SELECT l0.id AS listing_id, c0.id AS buyer_company_id, c0.institution_id AS bf_id, l0.institution_id AS sf_id
		FROM listing l0, company c0 WHERE l0.id = ? AND c0.id = ? AND c0.kind = `+codeKindBuyer+`) n JOIN`, 1)
	cols, params := q.negotiationColumns()
	own := map[string]bool{"listing_id": true, "buyer_company_id": true, "bf_id": true, "sf_id": true}
	var unbegun []string
	for _, c := range strings.Split(names[Negotiation]("n"), ", ") {
		switch name := strings.TrimPrefix(c, "n."); {
		case own[name]:
			unbegun = append(unbegun, c)
		default:
			unbegun = append(unbegun, emptyColumn(name))
		}
	}
	cols = strings.Replace(cols, names[Negotiation]("n"), strings.Join(unbegun, ", "), 1)
	cols = strings.ReplaceAll(cols, "n.id", "''")
	rows, err := list[NegotiationRow](q, "SELECT "+cols+from+" WHERE "+w.String(), append(append(params, listingID, buyerCompanyID),
		w.args...)...)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, ErrNotFound
	}
	return &rows[0], nil
}

// emptyColumn is the value of a column of a missing row.
func emptyColumn(name string) string {
	for _, suffix := range []string{"_at", "_since", "_amount", "_file", "created", "modified", "own_funds"} {
		if strings.HasSuffix(name, suffix) {
			return "NULL"
		}
	}
	for _, number := range []string{"status", "version", "is_", "end_reason", "ended_from", "financing_consent",
		"consent_step"} {
		if strings.HasPrefix(name, number) || strings.HasSuffix(name, number) {
			return "0"
		}
	}
	return "''"
}

// NegotiationSearch are the filters of lists of negotiations. Zero values do not filter. Filters on
// the listing use published content that the row's buyer may see.
type NegotiationSearch struct {
	Side              string // SideBF, SideSF or SideBuyer: the side on which the viewer asks
	ListingID         string
	BuyerIDs          []string
	BusinessName      string         // free word in the anonymous title
	Buyers            *CompanySearch // conditions on the buyer; nil for none; order and page are ignored
	ListingIndustries []string
	ListingLarge      []string
	PriceLow          []int // keys of the listing's salesPrice, as ListingSearch has them
	PriceHigh         []int // of its salesPriceTo
	Statuses          []int
	HasInterest       bool
	HasOffer          bool
	HasFinancing      bool
	NeedsAction       bool // something waits for the viewer's side, which is BF or SF
	DueFrom, DueTo    string
	ChargeFilter             // of the bank that asks, on its side
	Sort              string // one of NegotiationSorts; "" is the last movement
	Descending        bool
	Offset, Limit     int
}

// NegotiationSorts are the columns by which lists may be sorted. The listing's title sorts only
// rows whose listing the buyer's side sees; the buyer's name sorts only for its own institution.
var NegotiationSorts = []string{"modified", "status", "statusAt", "interestStatus", "offerSendStatus", "financialSupportStatus",
	SortNextAction, "dueDate", "businessName", "displayName", SortPersonInCharge}

// inCharge is the record of the side on which a bank asks; 0 for a buyer.
func (s *NegotiationSearch) inCharge() InCharge {
	return map[string]InCharge{SideBF: InChargeOfBF, SideSF: InChargeOfSF}[s.Side]
}

// SearchNegotiations lists a page of the rows that the viewer may know of, and counts all. The rows are
// shared and must not be changed.
func (q *Q) SearchNegotiations(v Viewer, s *NegotiationSearch) ([]*NegotiationRow, int, error) {
	seqs, count, ok, err := q.indexedNegotiations(v, s)
	if err == nil && !ok {
		seqs, count, err = q.sortedNegotiations(v, s)
	}
	if err != nil {
		return nil, 0, err
	}
	rows, err := q.NegotiationsAt(seqs)
	return rows, count, err
}

// sortedNegotiations are the row numbers of a page and the total number of rows, by plain SQL.
func (q *Q) sortedNegotiations(v Viewer, s *NegotiationSearch) ([]uint32, int, error) {
	var w where
	q.visibleNegotiation(v, &w)
	switch s.Side {
	case SideBF:
		w.add(v.isBF(), v.InstitutionID)
	case SideSF:
		w.add(v.ofSF(), v.InstitutionID)
	}
	if s.ListingID != "" {
		w.add("n.listing_id = ?", s.ListingID)
	}
	if len(s.BuyerIDs) > 0 {
		w.add("n.buyer_company_id IN ("+marks(len(s.BuyerIDs))+")", anyOf(s.BuyerIDs)...)
	}
	if len(s.Statuses) > 0 {
		status := "n.status"
		if s.Side == SideSF { // a filter reveals the value it filters by
			status = v.statusForSF()
		}
		w.add(status+" IN ("+marks(len(s.Statuses))+")", anyOf(s.Statuses)...)
	}
	// SF may filter by all of its own listings; everybody else only by those that the buyer sees.
	published := func(cond string, args ...any) {
		if s.Side == SideSF {
			w.add(cond, args...)
			return
		}
		sees, seesArgs := q.buyerSees()
		w.add(sees+" AND "+cond, append(seesArgs, args...)...)
	}
	if s.BusinessName != "" {
		published(`p.business_name LIKE ? ESCAPE '\'`, like(s.BusinessName))
	}
	if s.DueFrom != "" {
		published("p.due_date >= ?", s.DueFrom)
	}
	if s.DueTo != "" {
		published("p.due_date <= ?", s.DueTo)
	}
	var price, industries where
	in(&price, "p.sales_price", s.PriceLow)
	in(&price, "p.sales_price_to", s.PriceHigh)
	classes(&industries, "EXISTS (SELECT 1 FROM listing_code k WHERE k.listing_id = l.id AND k.side = "+codeSidePublished+
		" AND k.field = 'industry' AND (%))", "k.code", s.ListingIndustries, s.ListingLarge)
	for _, c := range []where{price, industries} {
		if len(c.conds) > 0 {
			published(c.String(), c.args...)
		}
	}
	if s.Buyers != nil && !(s.Side == SideBF && s.Buyers.isAll()) { // all rows of BF are its own buyers', so this condition is void
		if err := q.companyConditions(v, s.Buyers, &w); err != nil {
			return nil, 0, err
		}
	}
	if of := s.inCharge(); of != 0 {
		s.conditions(v, of, &w, "n.seq", map[InCharge]string{InChargeOfBF: v.isBF(), InChargeOfSF: v.isSF()}[of])
	}
	if s.HasInterest {
		w.add("n.interest_status = " + codeInterestInterested)
	}
	if s.HasOffer {
		w.add("n.offer_send_status <> " + codeOfferNone)
	}
	if s.HasFinancing {
		w.add("n.financial_support_status BETWEEN " + codeFinancingConsulted + " AND " + codeFinancingDeclined)
	}
	if s.NeedsAction && s.Side == SideSF {
		w.add("n.seq IN (SELECT n.seq FROM negotiation n INDEXED BY negotiation_waits_sf WHERE n.sf_id = ? AND "+waitsForSF+
			" AND ("+actionForSF+" OR n.status BETWEEN "+codeNegotiationNone+" AND "+codeNegotiationSigned+
			" AND n.next_action_sf <> '' AND n.next_action_sf <= ?) UNION SELECT n.seq"+unreadBySF+")", v.InstitutionID, q.Today(),
			v.InstitutionID, SideSF)
	} else if s.NeedsAction { // by the indexes on rows in which something may wait (desk.go), which are few
		w.add("n.seq IN (SELECT n.seq FROM negotiation n INDEXED BY negotiation_waits_bf WHERE n.bf_id = ? AND "+waitsForBF+
			" AND ("+actionForBF+" OR n.status BETWEEN "+codeNegotiationNone+" AND "+codeNegotiationSigned+
			" AND n.next_action_bf <> '' AND n.next_action_bf <= ?) UNION SELECT n.seq"+unreadByBF+")", v.InstitutionID, q.Today(),
			v.InstitutionID, SideBF)
	}

	// The page's row numbers first, and whole rows only for these: a row is much wider than the
	// columns that filter and sort it.
	order, orderArgs := q.negotiationOrder(v, s)
	from := negotiationFrom
	if isOfRow(w.String() + order) {
		from = " FROM negotiation n"
	}
	seqs, err := codes[uint32](q, "SELECT n.seq"+from+" WHERE "+w.String()+" ORDER BY "+order, append(w.args, orderArgs...)...)
	count := len(seqs)
	seqs = seqs[min(s.Offset, count):]
	return seqs[:min(s.Limit, len(seqs))], count, err
}

// joined matches columns of the tables that negotiationFrom joins.
var joined = regexp.MustCompile(`\b[lpcds]\.`)

// isOfRow says that conditions use only the negotiation's own columns, so that no other table need
// be read.
func isOfRow(conditions string) bool { return !joined.MatchString(conditions) }

func (q *Q) negotiationOrder(v Viewer, s *NegotiationSearch) (string, []any) {
	dir := " ASC"
	if s.Descending {
		dir = " DESC"
	}
	column := map[string]string{"status": "n.status", "statusAt": "n.status_at", "interestStatus": "n.interest_status",
		"offerSendStatus":        "n.offer_send_status",
		"financialSupportStatus": "n.financial_support_status"}[s.Sort]
	// An order reveals the values it sorts by. For SF a row that ended before it began has not
	// begun; for a buyer an offer that has not reached it does not exist. Interest and financing
	// are not shown to everybody.
	statusAt := "n.status_at"
	switch s.Side {
	case SideSF:
		statusAt = v.statusAtForSF()
		switch s.Sort {
		case "status":
			column = v.statusForSF()
		case "interestStatus", "financialSupportStatus":
			column = ""
		}
	case SideBuyer:
		switch s.Sort {
		case "offerSendStatus":
			column = "CASE WHEN n.offer_send_status IN (" + codeOfferSent + ", " + codeOfferOpened + ") THEN n.offer_send_status ELSE 0 END"
		case "financialSupportStatus":
			column = ""
		}
	}
	if s.Sort == "statusAt" {
		column = statusAt
	}
	if !slices.Contains(NegotiationSorts, s.Sort) {
		column = ""
	}
	var args []any
	switch s.Sort {
	case SortPersonInCharge:
		if of := s.inCharge(); of != 0 {
			order, args := chargeOrderBy(v, of, s.Sort, "n.seq", dir)
			return order + ", n.seq" + dir, args
		}
		column = ""
	case SortNextAction:
		column = map[string]string{SideBF: "n.next_action_bf", SideSF: "n.next_action_sf"}[s.Side]
	case "dueDate", "businessName":
		sees, seesArgs := q.buyerSees()
		if s.Side == SideSF {
			sees, seesArgs = "1", nil
		}
		column, args = "CASE WHEN "+sees+" THEN coalesce(p."+map[string]string{"dueDate": "due_date", "businessName": "business_name"}[s.Sort]+
			", '') ELSE '' END", seesArgs
	case "displayName":
		column, args = "CASE WHEN "+v.isBF()+" THEN coalesce(d.name_folded, '') ELSE '' END", []any{v.InstitutionID}
	}
	if column == "" {
		column = "n.bf_modified"
		if s.Side != SideBF {
			column = statusAt // BF's private notes must not move a row in another side's list
		}
	}
	if s.Side == SideBuyer {
		column += dir + ", n.buyer_since" // the buyer must not learn when the row was created for others
	}
	return column + dir + ", n.seq" + dir, args
}
