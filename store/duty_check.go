package store

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"
)

// DutyDeal is a deal of an institution as its administrator checks it (点検表, compliance.md 3): one of its listings, or its side of a
// negotiation that it may know of, with where the duties of its records stand.
type DutyDeal struct {
	Of          InCharge // InChargeOfListing, InChargeOfBF, InChargeOfSF
	Seq         uint32
	CompanySeq  uint32 // the own customer
	ListingSeq  uint32 // the own listing; 0 on the buyer's side
	Status      int    // as the institution is told of it
	IsHouse     bool   // it is on both sides
	Began       time.Time
	HasContract bool // both sides confirmed the day of the contract

	// Of a negotiation alone, for the rules and for nobody's eyes.
	RealStatus     int
	EndedFrom      int
	SellerApproval int
	StatusAt       time.Time

	Company, Own, Listing DutyWords
}

// DutyWords are where the duties of one record stand, the newest of each kind (table duty_now); "" where there is none.
type DutyWords string

// Append adds them to some duties. They have what says whether a duty counts, and no contents.
func (w DutyWords) Append(to []Duty, of InCharge, seq uint32) []Duty {
	for s := string(w); s != ""; {
		word, rest, _ := strings.Cut(s, " ")
		d := Duty{Kind: int(word[0]-'0')*10 + int(word[1]-'0'), Of: of, RecordSeq: seq, Result: int(word[2] - '0'), ValidUntil: word[4:]}
		d.NeedsSecond = word[3] == '1'
		to, s = append(to, d), rest
	}
	return to
}

// The classes of deals that DutyDeals are narrowed to.
const (
	DealLive   = "live" // under way, or not begun
	DealSigned = "signed"
	DealEnded  = "ended"
)

// DutyDealSearch narrows the deals; the zero value is all of them.
type DutyDealSearch struct {
	Side      string // SideBF or SideSF
	Class     string
	PersonID  string // who is in charge, as the main one or another
	IsNobodys bool   // without a main person
	Number    string // the eight characters of a case number; its letter as Letter
	Letter    string // N, L or C; "" for any of them
}

// listOfOpen are the listings on which a bank still works.
const listOfOpen = codeListingUnapproved + ", " + codeListingShowing + ", " + codeListingRemand

// dealClasses are the states of each class, of a listing and of a negotiation.
var dealClasses = map[string]struct{ listing, negotiation string }{
	"":         {"1", "1"},
	DealLive:   {"l.status IN (" + listOfOpen + ")", "%s < " + codeNegotiationSigned},
	DealSigned: {"l.status = " + codeListingConcluded, "%s = " + codeNegotiationSigned},
	DealEnded:  {"l.status NOT IN (" + listOfOpen + ", " + codeListingConcluded + ")", "%s > " + codeNegotiationSigned},
}

// dutyDeals reads the deals of an institution.
type dutyDeals struct {
	*Q
	v         Viewer
	s         *DutyDealSearch
	companies map[string]uint32 // numbers by id: the own ones, and those that were
	listings  map[string]dutyListing
	numbered  map[uint32]bool // companies whose number was asked for, …
	asked     map[uint32]bool // … and listings
	words     map[InCharge]map[uint32]DutyWords
	persons   map[uint32]bool // of the kind being read: records of the person asked for, or of anybody
}

type dutyListing struct{ seq, company uint32 }

// DutyDeals calls f with each deal of the viewer's institution that the search finds, its listings first. f must not keep what it gets.
// What is read does not grow with the records of others: a handful of statements, whatever the number of deals.
func (q *Q) DutyDeals(v Viewer, s *DutyDealSearch, f func(*DutyDeal)) error {
	if v.IsBuyer() || v.InstitutionID == "" {
		return nil
	}
	r := &dutyDeals{Q: q, v: v, s: s, companies: map[string]uint32{},
		listings: map[string]dutyListing{}, numbered: map[uint32]bool{}, asked: map[uint32]bool{},
		words: map[InCharge]map[uint32]DutyWords{}}
	if err := r.readCompanies(); err != nil {
		return err
	}
	if err := r.readWords(); err != nil {
		return err
	}
	if err := r.eachListing(f); err != nil {
		return err
	}
	for _, of := range []InCharge{InChargeOfSF, InChargeOfBF} {
		if s.Side == "" || (s.Side == SideBF) == (of == InChargeOfBF) {
			if err := r.eachSide(of, f); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *dutyDeals) readCompanies() error {
	return r.each(func(rows *sql.Rows) error {
		var id string
		var seq uint32
		err := rows.Scan(&id, &seq)
		r.companies[id] = seq
		if r.s.asks("C") && strings.HasSuffix(id, r.s.Number) {
			r.numbered[seq] = true
		}
		return err
	}, "SELECT c.id, c.seq FROM company c WHERE c.institution_id = ?", r.v.InstitutionID)
}

// asks says that a case number with a letter is looked for.
func (s *DutyDealSearch) asks(letter string) bool {
	return s.Number != "" && (s.Letter == "" || s.Letter == letter)
}

func (r *dutyDeals) readWords() error {
	kinds := InChargeKinds
	if r.s.Side == SideBF {
		kinds = []InCharge{InChargeOfCompany, InChargeOfBF}
	}
	for _, of := range kinds {
		r.words[of] = map[uint32]DutyWords{}
		words := r.words[of]
		if err := r.each(func(rows *sql.Rows) error {
			var seq uint32
			var text string
			err := rows.Scan(&seq, &text)
			words[seq] = DutyWords(text)
			return err
		}, "SELECT d.record_seq, d.states FROM duty_now d WHERE d.institution_id = ? AND d.record_kind = ?", r.v.InstitutionID, of); err != nil {
			return err
		}
	}
	return nil
}

// readPersons fills persons for a kind of records.
func (r *dutyDeals) readPersons(of InCharge) error {
	r.persons = map[uint32]bool{}
	query, args := "SELECT p.seq FROM person_in_charge p WHERE p.institution_id = ? AND p.kind = ? AND ", []any{r.v.InstitutionID, of}
	switch {
	case r.s.PersonID != "":
		query, args = query+"p.user_id = ?", append(args, r.s.PersonID)
	case r.s.IsNobodys:
		query += "p.is_main = 1"
	default:
		return nil
	}
	return r.each(func(rows *sql.Rows) error {
		var seq uint32
		err := rows.Scan(&seq)
		r.persons[seq] = true
		return err
	}, query, args...)
}

// isTheirs says that a record is of the person asked for, or nobody's where that is asked.
func (r *dutyDeals) isTheirs(seq uint32) bool {
	return r.s.PersonID == "" && !r.s.IsNobodys || r.persons[seq] != r.s.IsNobodys
}

// eachListing reads the own listings, also for the sides of the sellers' negotiations.
func (r *dutyDeals) eachListing(f func(*DutyDeal)) error {
	if r.s.Side == SideBF {
		return nil
	}
	if err := r.readPersons(InChargeOfListing); err != nil {
		return err
	}
	class := dealClasses[r.s.Class].listing
	return r.each(func(rows *sql.Rows) error {
		var id, company string
		var isWanted bool
		var began sql.NullInt64
		d := DutyDeal{Of: InChargeOfListing}
		if err := rows.Scan(&id, &d.Seq, &company, &d.Status, &began, &isWanted); err != nil {
			return err
		}
		seq, err := r.companyAt(company)
		if err != nil {
			return err
		}
		r.listings[id] = dutyListing{d.Seq, seq}
		if r.s.asks("L") && strings.HasSuffix(id, r.s.Number) {
			r.asked[d.Seq] = true
		}
		if isWanted && r.isTheirs(d.Seq) && (r.s.Number == "" || r.asked[d.Seq] || r.numbered[seq]) {
			d.CompanySeq, d.ListingSeq, d.Began = seq, d.Seq, fromMS(began)
			d.Company, d.Own = r.words[InChargeOfCompany][seq], r.words[InChargeOfListing][d.Seq]
			f(&d)
		}
		return nil
	}, "SELECT l.id, l.seq, l.company_id, l.status, l.published_at, "+class+" FROM listing l WHERE l.institution_id = ?", r.v.InstitutionID)
}

// companyAt is the number of a company, also of one that has left the institution since.
func (r *dutyDeals) companyAt(id string) (uint32, error) {
	if seq, is := r.companies[id]; is {
		return seq, nil
	}
	seq, err := r.companySeq(id)
	if err == nil {
		r.companies[id] = seq
	}
	return seq, err
}

// listingAt is the same of a listing.
func (r *dutyDeals) listingAt(id string) (dutyListing, error) {
	if l, is := r.listings[id]; is {
		return l, nil
	}
	var l dutyListing
	err := r.scan1([]any{&l.seq, &l.company}, "SELECT l.seq, c.seq FROM listing l JOIN company c ON c.id = l.company_id WHERE l.id = ?", id)
	if err == nil {
		r.listings[id] = l
	}
	return l, err
}

// eachSide reads the institution's side of its negotiations.
func (r *dutyDeals) eachSide(of InCharge, f func(*DutyDeal)) error {
	if err := r.readPersons(of); err != nil {
		return err
	}
	status, partner := "n.status", "n.buyer_company_id"
	if of == InChargeOfSF {
		status, partner = r.v.statusForSF(), "n.listing_id"
	}
	number, args := "0", []any{}
	if r.s.asks("N") {
		number, args = "substr(n.id, -8) = ?", append(args, r.s.Number)
	}
	var id []byte
	var began sql.NullInt64
	var statusAt int64
	var isNumber bool
	var d DutyDeal
	dests := []any{&d.Seq, (*rawText)(&id), &d.Status, &d.RealStatus, &d.EndedFrom, &d.SellerApproval, &d.IsHouse, &began, &statusAt,
		&d.HasContract, &isNumber}
	class := strings.Replace(dealClasses[r.s.Class].negotiation, "%s", status, 1)
	return r.each(func(rows *sql.Rows) (err error) {
		d = DutyDeal{Of: of}
		if err = rows.Scan(dests...); err != nil {
			return err
		}
		if of == InChargeOfBF {
			seq, is := r.companies[string(id)]
			if !is {
				seq, err = r.companyAt(string(id))
			}
			d.CompanySeq = seq
		} else {
			l, is := r.listings[string(id)]
			if !is {
				l, err = r.listingAt(string(id))
			}
			d.CompanySeq, d.ListingSeq = l.company, l.seq
		}
		if err != nil {
			return err
		}
		if !r.isTheirs(d.Seq) || r.s.Number != "" && !isNumber && !r.numbered[d.CompanySeq] && !r.asked[d.ListingSeq] {
			return nil
		}
		d.Began, d.StatusAt = fromMS(began), fromMS(sql.NullInt64{Int64: statusAt, Valid: true})
		d.Company, d.Own, d.Listing = r.words[InChargeOfCompany][d.CompanySeq], r.words[of][d.Seq], r.words[InChargeOfListing][d.ListingSeq]
		f(&d)
		return nil
	}, "SELECT n.seq, "+partner+", "+status+", n.status, n.ended_from, n.seller_approval_status, n.bf_id = n.sf_id, n.started_at, "+
		"n.status_at, n.status = "+codeNegotiationSigned+" AND EXISTS (SELECT 1 FROM milestone m WHERE m.negotiation_id = n.id AND m.kind = "+
		codeMilestoneContract+"), "+number+" FROM negotiation n WHERE "+r.v.own(of)+" AND "+class, append(args, r.v.InstitutionID)...)
}

// rawText is a text that is looked at before the next row is read, without a copy.
type rawText []byte

// Scan keeps the bytes as they are.
func (t *rawText) Scan(v any) error {
	switch v := v.(type) {
	case string:
		*t = append((*t)[:0], v...)
	case []byte:
		*t = append((*t)[:0], v...)
	default:
		return errors.New("store: no text")
	}
	return nil
}

// DutyDealIDs are the ids of records of a kind by their numbers.
func (q *Q) DutyDealIDs(of InCharge, seqs []uint32) (map[uint32]string, error) {
	out, t := map[uint32]string{}, inChargeTable[of]
	for some := range slices.Chunk(seqs, 500) {
		if err := q.each(func(r *sql.Rows) error {
			var id string
			var seq uint32
			err := r.Scan(&seq, &id)
			out[seq] = id
			return err
		}, "SELECT "+t.alias+".seq, "+t.alias+".id FROM "+t.from+" WHERE "+t.alias+".seq IN ("+marks(len(some))+")", anyOf(some)...); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// InstitutionWaivers are all of an institution, the oldest first.
func (q *Q) InstitutionWaivers(institution string) ([]DutyWaiver, error) {
	return list[DutyWaiver](q, "SELECT "+names[DutyWaiver]("d")+" FROM duty_waiver d WHERE d.institution_id = ? ORDER BY d.seq", institution)
}
