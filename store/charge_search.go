package store

import (
	"cmp"
	"database/sql"
	"slices"
	"strings"
)

// ChargeFilter are the conditions of a list on who of the viewer's bank works on a row, and when next (team.md 1). Zero values
// do not restrict. Other banks' rows have neither: no such condition holds for them.
type ChargeFilter struct {
	PersonIDs        []string // one of them is a person in charge, main or not
	IsNobodys        bool     // own rows without a main person
	NextFrom, NextTo string   // the earliest 次回対応日 of the own side, YYYY-MM-DD
}

// Sorts by who works on a row and when next; a row without one is the last in ascending order. Of listings and companies they
// sort the viewer's own lists alone.
const (
	SortPersonInCharge = "personInCharge"
	SortNextAction     = "nextAction"
)

func (f *ChargeFilter) isAny() bool {
	return f.PersonIDs != nil || f.IsNobodys || f.NextFrom != "" || f.NextTo != ""
}

// isByCharge says whether a sort is one of those; then nothing of it is kept: no table of the index shows when it changes.
func isByCharge(sort string) bool { return sort == SortPersonInCharge || sort == SortNextAction }

// nextActions select number and 次回対応日 of each record of a kind that has one of the viewer's institution (?), by the indexes on
// what waits (desk.go). Those of a company are its own and its negotiations', as buyer and as seller.
func nextActions(of InCharge) (query string, institutions int) {
	bf := " FROM negotiation n INDEXED BY negotiation_waits_bf%j WHERE " + ofBF + " AND " + waitsForBF +
		" AND n.next_action_bf <> ''" + runningRow
	sf := " FROM negotiation n INDEXED BY negotiation_waits_sf%j WHERE " + ofSF + " AND " + waitsForSF +
		" AND n.next_action_sf <> ''" + runningRow
	with := func(from, column, join string) string {
		return "SELECT " + column + strings.Replace(from, "%j", join, 1)
	}
	const seller = " JOIN listing l ON l.id = n.listing_id"
	switch of {
	case InChargeOfBF:
		return with(bf, "n.seq, n.next_action_bf AS day", ""), 1
	case InChargeOfSF:
		return with(sf, "n.seq, n.next_action_sf AS day", ""), 1
	case InChargeOfListing:
		return with(sf, "l.seq, n.next_action_sf AS day", seller), 1
	}
	return with(bf, "c.seq, n.next_action_bf AS day", " JOIN company c ON c.id = n.buyer_company_id") + " UNION ALL " +
		with(sf, "c.seq, n.next_action_sf AS day", seller+" JOIN company c ON c.id = l.company_id") +
		" UNION ALL SELECT a.company_seq, a.day FROM company_next_action a WHERE a.institution_id = ? AND a.day <> ''", 3
}

// runningRow is true for rows of `n` that have not ended.
const runningRow = " AND n.status BETWEEN " + codeNegotiationNone + " AND " + codeNegotiationSigned

// sets are queries for the numbers of the rows that the conditions leave, all of which must hold; IsNobodys is not among them. Their
// twins in the index are in charge_order.go.
func (f *ChargeFilter) sets(v Viewer, of InCharge) (queries []string, args [][]any) {
	if f.PersonIDs != nil {
		queries = append(queries, "SELECT p.seq FROM person_in_charge p WHERE p.kind = ? AND p.institution_id = ? AND p.user_id IN ("+
			marks(len(f.PersonIDs))+")")
		args = append(args, append([]any{of, v.InstitutionID}, anyOf(f.PersonIDs)...))
	}
	if f.NextFrom != "" || f.NextTo != "" {
		next, n := nextActions(of)
		queries = append(queries, "SELECT x.seq FROM ("+next+") x GROUP BY x.seq HAVING min(x.day) BETWEEN ? AND ?")
		args = append(args, append(anyOf(slices.Repeat([]string{v.InstitutionID}, n)), f.NextFrom, cmp.Or(f.NextTo, "9999-12-31")))
	}
	return queries, args
}

// attendedRows selects the rows of a kind that have a main person of an institution.
const attendedRows = "SELECT p.seq FROM person_in_charge p WHERE p.institution_id = ? AND p.kind = ? AND p.is_main = 1"

// conditions adds the filter to a search in SQL over rows with a number in column seq; own is true for the viewer's own rows, whose
// only argument is his institution.
func (f *ChargeFilter) conditions(v Viewer, of InCharge, w *where, seq, own string) {
	if !f.isAny() {
		return
	}
	w.add(own, v.InstitutionID)
	queries, args := f.sets(v, of)
	for i, query := range queries {
		w.add(seq+" IN ("+query+")", args[i]...)
	}
	if f.IsNobodys {
		w.add(seq+" NOT IN ("+attendedRows+")", v.InstitutionID, of)
	}
}

// chargeOrder selects number and value of the rows that have one by which such a sort orders.
func chargeOrder(v Viewer, of InCharge, sort string) (query string, args []any) {
	if sort == SortPersonInCharge {
		return "SELECT p.seq, coalesce(nullif(u.user_name_kana, ''), u.user_name) || ' ' || u.id AS value FROM person_in_charge p JOIN user u " +
			"ON u.id = p.user_id WHERE p.institution_id = ? AND p.kind = ? AND p.is_main = 1", []any{v.InstitutionID, of}
	}
	next, n := nextActions(of)
	return "SELECT x.seq, min(x.day) AS value FROM (" + next + ") x GROUP BY x.seq", anyOf(slices.Repeat([]string{v.InstitutionID}, n))
}

// chargeOrderBy is such an order in SQL, of rows with a number in column seq.
func chargeOrderBy(v Viewer, of InCharge, sort, seq, direction string) (order string, args []any) {
	query, args := chargeOrder(v, of, sort)
	value := "(SELECT y.value FROM (" + query + ") y WHERE y.seq = " + seq + ")"
	return value + " IS NULL" + direction + ", " + value + direction, append(args, args...)
}

type nextActionsKey struct {
	institution string
	of          InCharge
}

// NextActions are the earliest 次回対応日 of records of the viewer's institution, by the records' numbers. They are shared and must
// not be changed.
func (q *Q) NextActions(v Viewer, of InCharge) (map[uint32]string, error) {
	if v.IsBuyer() {
		return nil, nil
	}
	return Keep(q, nextActionsKey{v.InstitutionID, of}, func() (Kept[map[uint32]string], error) {
		out, err := q.chargeValues(v, of, SortNextAction)
		return Kept[map[uint32]string]{out, []Source{OfBank(v.InstitutionID)}, 60 * len(out)}, err
	})
}

// chargeValues are what chargeOrder selects.
func (q *Q) chargeValues(v Viewer, of InCharge, sort string) (map[uint32]string, error) {
	query, args := chargeOrder(v, of, sort)
	values := map[uint32]string{}
	return values, q.each(func(r *sql.Rows) error {
		var seq uint32
		var value string
		err := r.Scan(&seq, &value)
		values[seq] = value
		return err
	}, query, args...)
}
