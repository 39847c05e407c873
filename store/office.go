package store

import (
	"cmp"
	"database/sql"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The office's queries (domain.md 1, 9 /office). They take no Viewer: the office manages the
// network and sees metadata only. So each query selects single fields; contents of listings beyond
// the published title, messages, details of companies and bodies of mails are never selected.

// Page is the most rows of a list and how many to skip.
type Page struct{ Limit, Offset int }

// page lists one page of T and counts all. from is everything after FROM, with one table alias.
func page[T any](q *Q, alias, from string, w *where, order string, p Page) ([]T, int, error) {
	return pageOf[T](q, alias, from, from, w, order, p)
}

// pageOf is page with a shorter FROM for the count, where the count does not need all tables of
// from.
func pageOf[T any](q *Q, alias, from, counted string, w *where, order string, p Page) ([]T, int, error) {
	var n int
	if err := q.scan1([]any{&n}, "SELECT count(*) FROM "+counted+" WHERE "+w.String(), w.args...); err != nil {
		return nil, 0, err
	}
	rows, err := list[T](q, "SELECT "+names[T](alias)+" FROM "+from+" WHERE "+w.String()+" ORDER BY "+order+" LIMIT ? OFFSET ?",
		append(w.args, p.Limit, p.Offset)...)
	return rows, n, err
}

// words requires every word of a free text in one of the columns, literally and ignoring case.
func (w *where) words(text string, columns ...string) {
	for word := range strings.FieldsSeq(text) {
		conds := make([]string, len(columns))
		params := make([]any, len(columns))
		for i, c := range columns {
			conds[i], params[i] = c+` LIKE ? ESCAPE '\'`, like(word)
		}
		w.add(strings.Join(conds, " OR "), params...)
	}
}

// StatusCount is how many rows stand at a status.
type StatusCount struct{ Status, Count int }

// OfficeSummary is the network in numbers.
type OfficeSummary struct {
	Institutions, Users, Buyers, Sellers       int // active institutions; enabled users who sign in; companies not disabled
	Requests, Inquiries, WaitingMail, DeadMail int // unanswered requests and inquiries, and mail by state
	Documents, Grants                          int // documents kept, and grants that open one now
	OpenGlasses                                int // emergency openings (BreakGlass) that wait for a second user or are open
	Listings, Negotiations                     []StatusCount
	OldestMail                                 time.Time // the oldest mail that waits for the mail server; zero for none
}

// OfficeSummary counts. Listings count by their stored status; an emergency opening waits for a
// second user no longer than glassWait.
func (q *Q) OfficeSummary(glassWait time.Duration) (*OfficeSummary, error) {
	s := &OfficeSummary{}
	err := q.scan1([]any{&s.Institutions, &s.Users, &s.Requests, &s.Inquiries, &s.WaitingMail, &s.DeadMail, timeColumn{&s.OldestMail},
		&s.OpenGlasses}, `SELECT
		(SELECT count(*) FROM institution WHERE status = `+codeInstitutionRunning+`), (SELECT count(*) FROM user WHERE role <> `+codeRoleSEL+` AND status = `+codeUserEnabled+`),
		(SELECT count(*) FROM account_request WHERE status = `+codeRequestPending+`), (SELECT count(*) FROM inquiry WHERE status = `+codeInquiryOpen+`),
		(SELECT count(*) FROM outbox WHERE state = `+codeMailWaiting+`), (SELECT count(*) FROM outbox WHERE state = `+codeMailDead+`),
		(SELECT created FROM outbox INDEXED BY outbox_kept WHERE state = `+codeMailWaiting+` AND body IS NOT NULL
			AND NOT (gathered <> '' AND attempts = 0 AND next_attempt > ?1) ORDER BY created LIMIT 1),
		(SELECT count(*) FROM break_glass WHERE closed IS NULL AND (expires > ?1 OR expires IS NULL AND requested > ?2))`, ms(q.now), ms(q.now.Add(-glassWait)))
	if err != nil {
		return nil, err
	}
	live, args := q.liveGrant()
	if err := q.scan1([]any{&s.Documents, &s.Grants},
		`SELECT (SELECT count(*) FROM document WHERE removed IS NULL), (SELECT count(*) FROM document d
		JOIN document_grant g ON g.document_id = d.id JOIN negotiation n ON n.listing_id = d.listing_id AND n.buyer_company_id = g.buyer_company_id WHERE `+live+")", args...); err != nil {
		return nil, err
	}
	ed, err := q.edition()
	if err != nil {
		return nil, err
	}
	if ed != nil && ed.listings != nil {
		gone := ed.companies.Set(companyStatus, "2")
		for kind, n := range map[int]*int{Buyer: &s.Buyers, Seller: &s.Sellers} {
			b := ed.companies.Bits().Or(ed.companies.Set(companyKind, smallNumber(kind))).AndNot(gone)
			*n = b.Count()
			b.Free()
		}
		for _, status := range ed.listings.Values(listingStatus) {
			n, err := strconv.Atoi(status)
			if err != nil {
				return nil, err
			}
			s.Listings = append(s.Listings, StatusCount{n, ed.listings.Set(listingStatus, status).Count()})
		}
		for status, n := range ed.negotiations.Counts(negotiationStatus) {
			s.Negotiations = append(s.Negotiations, StatusCount{int(status), n})
		}
		s.Listings, s.Negotiations = inOrder(s.Listings), inOrder(s.Negotiations)
		return s, nil
	}
	if err := q.scan1([]any{&s.Buyers, &s.Sellers},
		"SELECT (SELECT count(*) FROM company WHERE kind = "+codeKindBuyer+" AND status <> "+codeCompanyDisabled+"), (SELECT "+
			"count(*) FROM company WHERE kind = "+codeKindSeller+" AND status <> "+codeCompanyDisabled+")"); err != nil {
		return nil, err
	}
	if s.Listings, err = q.countByStatus("listing"); err != nil {
		return nil, err
	}
	s.Negotiations, err = q.countByStatus("negotiation")
	return s, err
}

// inOrder are the counts above zero, in the order of status.
func inOrder(counts []StatusCount) []StatusCount {
	counts = slices.DeleteFunc(counts, func(c StatusCount) bool { return c.Count == 0 })
	slices.SortFunc(counts, func(a, b StatusCount) int { return cmp.Compare(a.Status, b.Status) })
	return counts
}

func (q *Q) countByStatus(table string) (out []StatusCount, err error) {
	err = q.each(func(r *sql.Rows) error {
		var c StatusCount
		if err := r.Scan(&c.Status, &c.Count); err != nil {
			return err
		}
		out = append(out, c)
		return nil
	}, "SELECT status, count(*) FROM "+table+" GROUP BY status ORDER BY status")
	return out, err
}
