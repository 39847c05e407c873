package store

import (
	"slices"
	"time"
)

// Merger is the merger (合併) of two institutions: proposed by the office, confirmed by both sides, and done on its
// date or after it.
type Merger struct {
	ID              string         `db:"id"`
	AbsorbedID      string         `db:"absorbed_id"`
	SurvivingID     string         `db:"surviving_id"`
	Date            string         `db:"date"`
	Mark            string         `db:"mark"` // put before the absorbed institution's 顧客番号
	Reason          string         `db:"reason"`
	ProposedBy      string         `db:"proposed_by"`
	Proposed        time.Time      `db:"proposed"`
	AbsorbedBy      string         `db:"absorbed_by"` // who confirmed for the absorbed institution, "" for nobody yet
	AbsorbedAt      time.Time      `db:"absorbed_at"`
	SurvivingBy     string         `db:"surviving_by"`
	SurvivingAt     time.Time      `db:"surviving_at"`
	WithdrawnBy     string         `db:"withdrawn_by"`
	Withdrawn       time.Time      `db:"withdrawn"`
	WithdrawnReason string         `db:"withdrawn_reason"`
	Done            time.Time      `db:"done"`
	Backup          string         `db:"backup"` // the file made before it
	Counts          map[string]int `db:"counts"` // what moved, by the keys of MergerCounts
	Version         int            `db:"version"`
}

// continuedBy is an institution with those that it has absorbed, whose logs it keeps; two parameters, both its id.
const continuedBy = "(SELECT ? UNION ALL SELECT m.id FROM institution m WHERE m.merged_into = ?)"

// Merger by id, for the office ("") or for an institution that takes part in it; ErrNotFound.
func (q *Q) Merger(institution, id string) (*Merger, error) {
	w := mergersOf(institution)
	w.add("x.id = ?", id)
	return get[Merger](q, "SELECT "+names[Merger]("x")+" FROM merger x WHERE "+w.String(), w.args...)
}

// Mergers lists the newest first and counts them: all, or those that an institution takes or took part in.
func (q *Q) Mergers(institution string, p Page) ([]Merger, int, error) {
	w := mergersOf(institution)
	return page[Merger](q, "x", "merger x", &w, "x.seq DESC", p)
}

func mergersOf(institution string) (w where) {
	if institution != "" {
		w.add("x.absorbed_id IN "+continuedBy+" OR x.surviving_id IN "+continuedBy, institution, institution, institution, institution)
	}
	return w
}

// OpenMergerOf says that one of the institutions takes part in a merger that is neither done nor withdrawn.
func (q *Q) OpenMergerOf(institutions ...string) (is bool, err error) {
	var w where
	in(&w, "x.absorbed_id", institutions)
	var o where
	in(&o, "x.surviving_id", institutions)
	err = q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM merger x WHERE x.withdrawn IS NULL AND x.done IS NULL AND ("+w.String()+" OR "+
		o.String()+"))", append(w.args, o.args...)...)
	return is, err
}

// ConfirmedMergers are those that are not over and for which somebody of either side has confirmed, whatever their date.
func (q *Q) ConfirmedMergers() ([]string, error) {
	return codes[string](q, "SELECT x.id FROM merger x WHERE x.withdrawn IS NULL AND x.done IS NULL AND x.absorbed_by <> '' AND "+
		"x.surviving_by <> '' ORDER BY x.seq")
}

// CreateMerger stores a proposal; ErrDuplicate where the institution is absorbed by another one already.
func (t *Tx) CreateMerger(m *Merger) error {
	m.ID, m.Proposed, m.Version = NewID(), t.now, 1
	return insert(t, "merger", m)
}

// UpdateMerger stores what became of a merger as the caller saw it; ErrStale.
func (t *Tx) UpdateMerger(m *Merger) error {
	seen := m.Version
	m.Version++
	return update(t, "merger", m, "id = ? AND version = ? AND done IS NULL AND withdrawn IS NULL", m.ID, seen)
}

// Continued replaces institutions that were absorbed by those that continue them.
func (q *Q) Continued(ids []string) ([]string, error) {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		i, err := q.Institution(id)
		if err != nil {
			return nil, err
		}
		if i.MergedInto != "" {
			id = i.MergedInto
		}
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out, nil
}

// mergerListings is true for rows of `l` in charge of ?1 that a merger with ?2 would show to more than their owner
// agreed to: they are limited to the own institution's buyers, or kept from the other institution.
const mergerListings = "l.institution_id = ?1 AND EXISTS (SELECT 1 FROM listing_content c WHERE c.listing_id = l.id AND " +
	"(c.is_limited = 1 OR c.is_rest = 1 AND EXISTS (SELECT 1 FROM listing_code r WHERE r.listing_id = c.listing_id AND r.side = c.side AND " +
	"r.field = 'rest' AND r.code = ?2)))"

// mergerNumber is the 顧客番号 of a row of company with a mark, ?1, before it. One that would become longer than a
// number may be stays as it is.
const mergerNumber = "CASE WHEN registration_id = '' OR length(?1 || registration_id) > 40 THEN registration_id " +
	"ELSE ?1 || registration_id END"

// MergerCounts counts what is an institution's own, by kind, and what a merger with the other one does to it. Of the
// other one's data it counts nothing but the negotiations in which both know each other.
func (q *Q) MergerCounts(own, other, mark string) (map[string]int, error) {
	const live = " AND n.status " + codesLive
	out := map[string]int{}
	const people = "user u WHERE u.client_type = " + codeClientInstitution + " AND u.client_id = ? AND u.role "
	for key, x := range map[string]struct {
		from string
		args []any
	}{
		"users":          {people + "<> " + codeRoleFAD, []any{own}},
		"administrators": {people + "= " + codeRoleFAD, []any{own}},
		"buyers":         {"company c WHERE c.kind = " + codeKindBuyer + " AND c.institution_id = ?", []any{own}},
		"sellers":        {"company c WHERE c.kind <> " + codeKindBuyer + " AND c.institution_id = ?", []any{own}},
		"buyerUsers": {"user u JOIN company c ON c.id = u.client_id WHERE u.client_type = " + codeClientBuyer +
			" AND c.institution_id = ?", []any{own}},
		"listings":  {"listing l WHERE l.institution_id = ?", []any{own}},
		"showing":   {"listing l WHERE l.institution_id = ? AND l.status = " + codeListingShowing, []any{own}},
		"buying":    {"negotiation n WHERE n.bf_id = ? AND n.status " + codesLive, []any{own}},
		"selling":   {"negotiation n WHERE n.sf_id = ? AND n.status " + codesLive, []any{own}},
		"longLists": {"long_list g WHERE g.institution_id = ?", []any{own}},
		"documents": {"document d JOIN listing l ON l.id = d.listing_id WHERE d.removed IS NULL AND l.institution_id = ?", []any{own}},
		"financing": {"negotiation n WHERE n.bf_id = ? AND n.financial_support_status > 0", []any{own}},
		"memos":     {"company c WHERE c.institution_id = ? AND c.financial_memo <> ''", []any{own}},
		"numbers":   {"company c WHERE c.institution_id = ? AND c.registration_id <> ''", []any{own}},
		"longNumbers": {"company c WHERE c.institution_id = ? AND c.registration_id <> '' AND length(? || c.registration_id) > 40",
			[]any{own, mark}},
		"bothSides": {"negotiation n WHERE (n.bf_id = ?1 AND n.sf_id = ?2 OR n.bf_id = ?2 AND n.sf_id = ?1)" + live, []any{own, other}},
		"unshown": {"listing l WHERE " + mergerListings + " AND l.status IN (" + codeListingShowing + ", " + codeListingConcluded + ")",
			[]any{own, other}},
	} {
		n := 0
		if err := q.scan1([]any{&n}, "SELECT count(*) FROM "+x.from, x.args...); err != nil {
			return nil, err
		}
		out[key] = n
	}
	return out, nil
}
