package store

import (
	"cmp"
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
	CompanySeq  uint32    // the own customer
	ListingSeq  uint32    // the own listing; 0 on the buyer's side
	Status      int       // as the institution is told of it
	IsHouse     bool      // it is on both sides
	Began       time.Time // zero for not yet, and where it makes no difference (DutyDealSearch.BeganBefore)
	HasContract bool      // both sides confirmed the day of the contract

	// Of a negotiation alone, for the rules and for nobody's eyes.
	RealStatus     int
	IsUnbegun      bool // of SF, where another bank is BF: it ended before it began
	SellerApproval int  // of SF, before the names are open
	StatusAt       time.Time

	Company, Own, Listing DutyWords
}

// DutyWords are where the duties of one record stand, the newest of each kind (table duty_now); "" where there is none.
type DutyWords string

// Append adds them to some duties, in whose memory nothing else has been. They have what says whether a duty counts, and no contents.
func (w DutyWords) Append(to []Duty, of InCharge, seq uint32) []Duty {
	for s := string(w); s != ""; {
		word, rest, _ := strings.Cut(s, " ")
		if len(to) < cap(to) {
			to = to[:len(to)+1] // the other fields are empty: writing them again for every deal is most of the work
		} else {
			to = append(to, Duty{})
		}
		d := &to[len(to)-1]
		d.Kind, d.Of, d.RecordSeq, d.Result = int(word[0]-'0')*10+int(word[1]-'0'), of, seq, int(word[2]-'0')
		d.NeedsSecond, d.ValidUntil = word[3] == '1', word[4:]
		s = rest
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

	BeganBefore time.Time // of negotiations that began later nobody asks when
}

// listOfOpen are the listings on which a bank still works.
const listOfOpen = codeListingUnapproved + ", " + codeListingShowing + ", " + codeListingRemand

// dealClasses are the states of each class, of a listing and of a negotiation: as SQL, and against that of a signed one.
var dealClasses = map[string]struct {
	listing, negotiation string
	against              int
}{
	"":         {"1", "1", 0},
	DealLive:   {"l.status IN (" + listOfOpen + ")", "%s < " + codeNegotiationSigned, -1},
	DealSigned: {"l.status = " + codeListingConcluded, "%s = " + codeNegotiationSigned, 0},
	DealEnded:  {"l.status NOT IN (" + listOfOpen + ", " + codeListingConcluded + ")", "%s > " + codeNegotiationSigned, 1},
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
	words     map[InCharge]*wordsOfRecords
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
		words: map[InCharge]*wordsOfRecords{}}
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

// wordsOfRecords are the duties of the records of a kind, in the order of their numbers.
type wordsOfRecords struct {
	seqs  []uint32
	words []DutyWords
	next  int // where a list of records that goes by their numbers looks next
}

// of is what a record has; "" where nothing was recorded.
func (w *wordsOfRecords) of(seq uint32) DutyWords {
	if w == nil {
		return ""
	}
	at := w.next
	if at >= len(w.seqs) || w.seqs[at] != seq {
		is := false
		if at, is = slices.BinarySearch(w.seqs, seq); !is {
			return ""
		}
	}
	w.next = at + 1
	return w.words[at]
}

func (r *dutyDeals) readWords() error {
	kinds := InChargeKinds
	if r.s.Side == SideBF {
		kinds = []InCharge{InChargeOfCompany, InChargeOfBF}
	}
	for _, of := range kinds {
		words := &wordsOfRecords{}
		r.words[of] = words
		if err := r.each(func(rows *sql.Rows) error {
			var seq uint32
			var text string
			err := rows.Scan(&seq, &text)
			words.seqs, words.words = append(words.seqs, seq), append(words.words, DutyWords(text))
			return err
		}, "SELECT d.record_seq, d.states FROM duty_now d WHERE d.institution_id = ? AND d.record_kind = ? ORDER BY d.record_seq",
			r.v.InstitutionID, of); err != nil {
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
			d.Company, d.Own = r.words[InChargeOfCompany].of(seq), r.words[InChargeOfListing].of(d.Seq)
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

// eachSide tells the institution's side of its negotiations, of the index where there is one.
func (r *dutyDeals) eachSide(of InCharge, f func(*DutyDeal)) error {
	if err := r.readPersons(of); err != nil {
		return err
	}
	ed, err := r.searchable()
	if err != nil {
		return err
	}
	if ed == nil || ed.negotiations == nil || r.v.Team != "" {
		return r.eachSidePlain(of, f)
	}
	return r.eachSideIndexed(of, ed, f)
}

// tell completes a side and gives it to f if it is asked for.
func (r *dutyDeals) tell(d *DutyDeal, isNumber bool, f func(*DutyDeal)) {
	if !r.isTheirs(d.Seq) || r.s.Number != "" && !isNumber && !r.numbered[d.CompanySeq] && !r.asked[d.ListingSeq] {
		return
	}
	d.Company, d.Own = r.words[InChargeOfCompany].of(d.CompanySeq), r.words[d.Of].of(d.Seq)
	d.Listing = r.words[InChargeOfListing].of(d.ListingSeq)
	f(d)
}

const (
	isHouse     = "n.bf_id = n.sf_id"
	hasContract = "n.status = " + codeNegotiationSigned + " AND EXISTS (SELECT 1 FROM milestone m WHERE m.negotiation_id = n.id " +
		"AND m.kind = " + codeMilestoneContract + ")"
	// isBeforeNames is of those whose owner can still be asked.
	isBeforeNames = "n.status IN (" + codeNegotiationNone + ", " + codeNegotiationAnonymous + ", " + codeNegotiationHope + ")"
)

// eachSidePlain reads them row by row.
func (r *dutyDeals) eachSidePlain(of InCharge, f func(*DutyDeal)) error {
	status, partner := "n.status", "n.buyer_company_id"
	if of == InChargeOfSF {
		status, partner = r.v.statusForSF(), "n.listing_id"
	}
	number, args := "0", []any{ms(r.s.BeganBefore)}
	if r.s.asks("N") {
		number, args = "substr(n.id, -8) = ?", append(args, r.s.Number)
	}
	var id []byte
	var began sql.NullInt64
	var statusAt int64
	var isNumber bool
	var d DutyDeal
	dests := []any{&d.Seq, (*rawText)(&id), &d.Status, &d.RealStatus, &d.IsUnbegun, &d.SellerApproval, &d.IsHouse, &began, &statusAt,
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
		d.Began, d.StatusAt = fromMS(began), fromMS(sql.NullInt64{Int64: statusAt, Valid: true})
		if err == nil {
			r.tell(&d, isNumber, f)
		}
		return err
	}, "SELECT n.seq, "+partner+", "+status+", n.status, "+endedUnbegun+", n.seller_approval_status, "+isHouse+
		", CASE WHEN n.started_at < ? THEN n.started_at END, n.status_at, "+hasContract+", "+number+" FROM negotiation n WHERE "+r.v.own(of)+
		" AND "+class, append(args, r.v.InstitutionID)...)
}

// eachSideIndexed reads them of the index, and of the database what few of them have.
func (r *dutyDeals) eachSideIndexed(of InCharge, ed *edition, f func(*DutyDeal)) error {
	side, status := SideBF, negotiationStatus
	if of == InChargeOfSF {
		side, status = SideSF, negotiationShown
	}
	rows, _, err := r.visibleIndex(ed).visibleNegotiation(r.v, side)
	if err != nil {
		return err
	}
	all, err := r.bankParties(rows, ed)
	if err != nil {
		return err
	}
	var failed error
	few := func(condition string, args ...any) map[uint32]bool {
		out := map[uint32]bool{}
		failed = errors.Join(failed, r.each(func(rows *sql.Rows) error {
			var seq uint32
			err := rows.Scan(&seq)
			out[seq] = true
			return err
		}, "SELECT n.seq FROM negotiation n WHERE "+r.v.own(of)+" AND "+condition, append([]any{r.v.InstitutionID}, args...)...))
		return out
	}
	house := few(isHouse)
	var contracts map[uint32]bool
	if r.s.Class == "" || r.s.Class == DealSigned {
		contracts = few(hasContract)
	}
	var unbegun, numbers map[uint32]bool
	approvals := map[uint32]int64{}
	if r.s.asks("N") {
		numbers = few("substr(n.id, -8) = ?", r.s.Number)
	}
	numbersOf := func(to map[uint32]int64, column, condition string, args ...any) {
		failed = errors.Join(failed, r.each(func(rows *sql.Rows) error {
			var seq uint32
			var n int64
			err := rows.Scan(&seq, &n)
			to[seq] = n
			return err
		}, "SELECT n.seq, "+column+" FROM negotiation n WHERE "+r.v.own(of)+" AND "+condition, append([]any{r.v.InstitutionID}, args...)...))
	}
	if of == InChargeOfSF {
		unbegun = few(endedUnbegunAsked) // the others are shown as not begun
		numbersOf(approvals, "n.seller_approval_status", isBeforeNames+" AND n.seller_approval_status <> 0")
	}
	began := map[uint32]int64{}
	numbersOf(began, "n.started_at", "n.started_at < ?", ms(r.s.BeganBefore))
	if failed != nil {
		return failed
	}
	companyOf := map[uint32]uint32{} // of listings
	for _, l := range r.listings {
		companyOf[l.seq] = l.company
	}
	t, class := ed.negotiations, dealClasses[r.s.Class].against
	none, signed, broken := digit(codeNegotiationNone), digit(codeNegotiationSigned), digit(codeNegotiationBroken)
	for i, slot := range all.slots {
		d := DutyDeal{Of: of, Seq: slot, Status: int(t.Int(status, slot))}
		if r.s.Class != "" && cmp.Compare(d.Status, signed) != class {
			continue
		}
		d.RealStatus, d.IsHouse, d.HasContract = int(t.Int(negotiationStatus, slot)), house[slot], contracts[slot]
		d.IsUnbegun = unbegun[slot] || d.Status == none && d.RealStatus == broken
		d.SellerApproval = int(approvals[slot])
		d.StatusAt = fromMS(sql.NullInt64{Int64: t.Int(negotiationStatusAt, slot), Valid: true})
		if at, is := began[slot]; is {
			d.Began = fromMS(sql.NullInt64{Int64: at, Valid: true})
		}
		if d.CompanySeq = all.buyers[i]; of == InChargeOfSF {
			d.ListingSeq = all.listings[i]
			company, is := companyOf[d.ListingSeq]
			if !is {
				if err := r.scan1([]any{&company}, "SELECT c.seq FROM listing l JOIN company c ON c.id = l.company_id WHERE l.seq = ?",
					d.ListingSeq); err != nil {
					return err
				}
				companyOf[d.ListingSeq] = company
			}
			d.CompanySeq = company
		}
		r.tell(&d, numbers[slot], f)
	}
	return nil
}

// digit is the number of a code.
func digit(code string) int { return int(code[0] - '0') }

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
