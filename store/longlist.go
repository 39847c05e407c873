package store

import (
	"database/sql"
)

// LongList is a named list of buyers for one listing, the institution's own (SPEC.md 3 Long
// list, domain.md 9).
type LongList struct {
	ID            string `db:"id"`
	InstitutionID string `db:"institution_id"`
	ListingID     string `db:"listing_id"`
	Name          string `db:"name"`

	Stamp
}

// LongListRow is a long list with the working title of its listing and how many companies of it
// the viewer may know of.
type LongListRow struct {
	LongList
	BusinessName string
	CompanyCount int
}

const longListFrom = " FROM long_list g LEFT JOIN listing_content c ON c.listing_id = g.listing_id AND c.side = " + codeSideWorking +
	" WHERE "

// LongLists are the viewer's institution's lists, of one listing or ("") of all, the newest first.
func (q *Q) LongLists(v Viewer, listingID string) ([]LongListRow, error) {
	var w where
	if listingID != "" {
		w.add("g.listing_id = ?", listingID)
	}
	return q.longLists(v, w)
}

// LongList by id, as far as it is the viewer's institution's; ErrNotFound.
func (q *Q) LongList(v Viewer, id string) (*LongListRow, error) {
	var w where
	w.add("g.id = ?", id)
	rows, err := q.longLists(v, w)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, ErrNotFound
	}
	return &rows[0], nil
}

func (q *Q) longLists(v Viewer, w where) ([]LongListRow, error) {
	q.visibleLongList(v, &w)
	var known where
	known.add("m.long_list_id = g.id")
	q.foundCompany(v, &known)
	out := []LongListRow{}
	err := q.each(func(r *sql.Rows) error {
		var l LongListRow
		if err := r.Scan(append(dests(&l.LongList), &l.BusinessName, &l.CompanyCount)...); err != nil {
			return err
		}
		out = append(out, l)
		return nil
	}, "SELECT "+names[LongList]("g")+", coalesce(c.business_name, ''), (SELECT count(*) FROM long_list_company m JOIN company c ON c.id "+
		"= m.company_id WHERE "+known.String()+")"+
		longListFrom+w.String()+" ORDER BY g.modified DESC, g.id DESC", append(append([]any{}, known.args...), w.args...)...)
	return out, err
}

// ListedCompany is a company of a long list.
type ListedCompany struct {
	ID            string `db:"id"`
	Seq           uint32 `db:"seq"`
	InstitutionID string `db:"institution_id"`
}

// LongListCompanies are a list's companies that the viewer can still find. The caller has read
// LongList first.
func (q *Q) LongListCompanies(v Viewer, id string) ([]ListedCompany, error) {
	var w where
	w.add("m.long_list_id = ?", id)
	q.foundCompany(v, &w)
	return list[ListedCompany](q, "SELECT "+names[ListedCompany]("c")+" FROM long_list_company m JOIN company c ON c.id = "+
		"m.company_id WHERE "+w.String()+" ORDER BY c.seq", w.args...)
}

// CountBuyers is how many of the ids are buyers that the viewer may know of.
func (q *Q) CountBuyers(v Viewer, ids []string) (count int, err error) {
	err = inChunks(ids, func(ids []string) error {
		var w where
		w.add("c.kind = ?", Buyer)
		in(&w, "c.id", ids)
		q.foundCompany(v, &w)
		n := 0
		err := q.scan1([]any{&n}, "SELECT count(*) FROM company c WHERE "+w.String(), w.args...)
		count += n
		return err
	})
	return count, err
}

// CreateLongList writes a new list.
func (t *Tx) CreateLongList(l *LongList, by string) error {
	if l.ID == "" {
		l.ID = NewID()
	}
	t.touch(&l.Stamp, by)
	return insert(t, "long_list", l)
}

// UpdateLongList writes a list as the caller saw it; ErrStale.
func (t *Tx) UpdateLongList(l *LongList, by string) error {
	seen := l.Version
	t.touch(&l.Stamp, by)
	return update(t, "long_list", l, "id = ? AND version = ?", l.ID, seen)
}

// PutLongListCompanies replaces the companies of a list.
func (t *Tx) PutLongListCompanies(id string, companyIDs []string) error {
	if _, err := t.exec("DELETE FROM long_list_company WHERE long_list_id = ?", id); err != nil {
		return err
	}
	for _, c := range companyIDs {
		if _, err := t.exec("INSERT INTO long_list_company (long_list_id, company_id) VALUES (?, ?)", id, c); err != nil {
			return err
		}
	}
	return nil
}

// DeleteLongList removes a list with its companies as the caller saw it; ErrStale.
func (t *Tx) DeleteLongList(l *LongList) error {
	if err := t.PutLongListCompanies(l.ID, nil); err != nil {
		return err
	}
	return t.execOne("DELETE FROM long_list WHERE id = ? AND version = ?", l.ID, l.Version)
}
