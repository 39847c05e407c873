package store

import (
	"database/sql"
	"slices"
	"strings"

	"tsunagu/store/index"
	"tsunagu/store/words"
)

// What the search box of the frame finds. A case number is a letter and the end of an id (app/web): rows are found by
// that end through an index of its own. Every query holds the predicate of its noun, so a row that the viewer may not
// know of is answered as one that is not there.

// NegotiationsNumbered are the negotiations that the viewer may know of whose ids end so. They are shared and must not be
// changed.
func (q *Q) NegotiationsNumbered(v Viewer, end string, limit int) ([]*NegotiationRow, error) {
	var w where
	w.add("substr(n.id, -8) = ?", end)
	q.visibleNegotiation(v, &w)
	seqs, err := codes[uint32](q, "SELECT n.seq FROM negotiation n INDEXED BY negotiation_number WHERE "+w.String()+
		" ORDER BY n.seq DESC LIMIT ?", append(w.args, limit)...)
	if err != nil {
		return nil, err
	}
	return q.NegotiationsAt(seqs)
}

// FoundTitles are listings that the search box finds: the viewer's own with what its institution edits, and others with
// what is published.
type FoundTitles struct {
	Own, Others []*FoundListing
	IsMore      bool // there are, or may be, further ones
}

// ListingsNumbered are the listings that the viewer may know of whose ids end so.
func (q *Q) ListingsNumbered(v Viewer, end string, limit int) (*FoundTitles, error) {
	var w where
	w.add("substr(l.id, -8) = ?", end)
	q.visibleListing(v, &w)
	var own, others []uint32
	if err := q.each(func(r *sql.Rows) error {
		var seq uint32
		var isOwn bool
		err := r.Scan(&seq, &isOwn)
		if isOwn && !v.IsBuyer() {
			own = append(own, seq)
		} else {
			others = append(others, seq)
		}
		return err
	}, "SELECT l.seq, "+v.ownListing()+" FROM listing l INDEXED BY listing_number LEFT JOIN listing_content p ON "+
		"p.listing_id = l.id AND p.side = "+codeSidePublished+" WHERE "+w.String()+" ORDER BY l.seq DESC LIMIT ?",
		append(append([]any{v.InstitutionID}, w.args...), limit)...); err != nil {
		return nil, err
	}
	return q.titlesAt(own, others)
}

func (q *Q) titlesAt(own, others []uint32) (out *FoundTitles, err error) {
	out = &FoundTitles{}
	if out.Own, err = q.listingsAt(own, Working); err != nil {
		return nil, err
	}
	out.Others, err = q.listingsAt(others, Published)
	return out, err
}

// titlesLookedAt is among how many of the listings with the words in any text titles are looked for: the newest ones. Who
// means one listing types more of its title than so many have.
const titlesLookedAt = 1000

// ListingsTitled are the listings, of those that the viewer's searches find, that have all of the folded words in their
// titles, as fold brings these into the form of the words: own ones as they are edited, then others as they are published,
// the newest first.
func (q *Q) ListingsTitled(v Viewer, sought []string, fold func(string) string, limit int) (*FoundTitles, error) {
	var own, others []uint32
	isMore, isMoreOwn, err := false, false, error(nil)
	if !v.IsBuyer() {
		if own, isMoreOwn, err = q.titled(v, &ListingSearch{IsOwn: true, Words: words.Exactly(sought...)}, fold, limit); err != nil {
			return nil, err
		}
	}
	if others, isMore, err = q.titled(v, &ListingSearch{IsNotOwn: true, Words: words.Exactly(sought...)}, fold, limit-len(own)); err != nil {
		return nil, err
	}
	out, err := q.titlesAt(own, others)
	if err == nil {
		out.IsMore = isMore || isMoreOwn
	}
	return out, err
}

// titled are the listings of a search that have its words in their titles.
func (q *Q) titled(v Viewer, s *ListingSearch, fold func(string) string, limit int) (out []uint32, isMore bool, err error) {
	add := func(seq uint32, title string) {
		folded := fold(title)
		if slices.ContainsFunc(s.Words, func(word words.Asked) bool { return !strings.Contains(folded, word.Text) }) {
			return
		}
		if len(out) == limit {
			isMore = true
			return
		}
		out = append(out, seq)
	}
	working := s.IsOwn && !v.IsBuyer()
	if t, b, err := q.indexedListings(v, s, working); err != nil {
		return nil, false, err
	} else if t != nil {
		defer b.Free()
		column := map[bool]int{false: 0, true: 1}[working]
		for _, seq := range index.Page(s.indexedOrder(t, b, working, titlesLookedAt), 0, titlesLookedAt) {
			add(seq, t.Text(column, seq))
		}
		return out, isMore || b.Count() > titlesLookedAt, nil
	}
	c, from, w, err := q.listingConditions(v, s, working)
	if err != nil {
		return nil, false, err
	}
	order, orderArgs := s.order(v, c, working)
	n := 0
	err = q.each(func(r *sql.Rows) error {
		var seq uint32
		var title string
		if err := r.Scan(&seq, &title); err != nil {
			return err
		}
		if n++; n <= titlesLookedAt {
			add(seq, title)
		}
		return nil
	}, "SELECT l.seq, "+c+".business_name"+from+" WHERE "+w.String()+" ORDER BY "+order+" LIMIT ?",
		append(append(w.args, orderArgs...), titlesLookedAt+1)...)
	return out, isMore || n > titlesLookedAt, err
}

// CompanyPerson is a company in charge of the viewer's institution, found by somebody of it.
type CompanyPerson struct {
	CompanyID string
	Name      string // of the company
	Status    int
	Person    string
	IsHead    bool // the representative; else a user
}

// CompanyNumber is a company in charge of the viewer's institution, with its 顧客番号.
type CompanyNumber struct {
	ID, Name, Number string
	Status           int
}

// CompaniesNumbered are the companies that the viewer's bank maintains with exactly this 顧客番号.
func (q *Q) CompaniesNumbered(v Viewer, kind int, number string, limit int) (out []CompanyNumber, err error) {
	if v.IsBuyer() || number == "" {
		return nil, nil
	}
	var w where
	w.add("c.kind = ? AND "+v.ownCompany()+" AND c.registration_id = ? AND c.registration_id <> ''", kind, v.InstitutionID, number)
	q.maintainedCompany(v, &w)
	err = q.each(func(r *sql.Rows) error {
		var c CompanyNumber
		err := r.Scan(&c.ID, &c.Name, &c.Number, &c.Status)
		out = append(out, c)
		return err
	}, "SELECT c.id, coalesce(d.company_name, ''), c.registration_id, c.status FROM company c INDEXED BY company_own_number "+
		"LEFT JOIN company_details d ON d.company_id = c.id WHERE "+w.String()+" ORDER BY c.seq DESC LIMIT ?", append(w.args, limit)...)
	return out, err
}

// companiesLookedAt is among how many of the bank's companies of a kind people are looked for, those that changed last: names
// of people are in no index, and a bank with more than these would wait for them.
const companiesLookedAt = 10000

// CompaniesOfPerson are the companies that the viewer's bank maintains whose representative, or one of whose users, is
// called so. The spellings are compared with names and kana without their spaces; each of the people is a row.
func (q *Q) CompaniesOfPerson(v Viewer, kind int, spellings []string, limit int) (out []CompanyPerson, err error) {
	if v.IsBuyer() || len(spellings) == 0 {
		return nil, nil
	}
	called := func(columns ...string) (string, []any) {
		var conds []string
		var args []any
		for _, column := range columns {
			for _, s := range spellings {
				conds = append(conds, "replace(replace("+column+", ' ', ''), '　', '') LIKE ? ESCAPE '\\'")
				args = append(args, like(s))
			}
		}
		return strings.Join(conds, " OR "), args
	}
	head, headArgs := called("d.representative_name")
	user, userArgs := called("u.user_name", "u.user_name_kana")
	var own where
	q.maintainedCompany(v, &own)
	own.add("c.kind = ?", kind)
	const columns = "SELECT c.id, coalesce(d.company_name, ''), c.status, "
	err = q.each(func(r *sql.Rows) error {
		var p CompanyPerson
		err := r.Scan(&p.CompanyID, &p.Name, &p.Status, &p.Person, &p.IsHead)
		out = append(out, p)
		return err
	}, "WITH own AS (SELECT c.id, c.status FROM company c WHERE "+own.String()+" ORDER BY c.modified DESC LIMIT ?) "+
		columns+"d.representative_name, 1 FROM own c CROSS JOIN company_details d ON d.company_id = c.id WHERE "+head+
		" UNION ALL "+columns+"u.user_name, 0 FROM own c CROSS JOIN user u ON u.client_id = c.id LEFT JOIN company_details d ON "+
		"d.company_id = c.id WHERE "+user+" LIMIT ?",
		slices.Concat(own.args, []any{companiesLookedAt}, headArgs, userArgs, []any{limit})...)
	return out, err
}

// RequestsNumbered are the applications whose ids end so, for the office.
func (q *Q) RequestsNumbered(end string) ([]AccountRequest, error) {
	return list[AccountRequest](q, "SELECT "+names[AccountRequest]("r")+" FROM account_request r WHERE substr(r.id, -8) = ? "+
		"ORDER BY r.seq DESC", end)
}
