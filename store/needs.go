package store

import (
	"database/sql"
	"slices"
	"strings"
)

// Needs is what a buyer wants to acquire (SPEC.md 3 Needs). Codes are those of the item masters.
type Needs struct {
	ID                     string            `db:"id"`
	Seq                    uint32            `db:"seq,given"`
	ClientID               string            `db:"client_id"` // buyer company
	ClientType             int               `db:"client_type"`
	Title                  string            `db:"title"`
	Detail                 string            `db:"detail"`
	ManagersFrom           *int64            `db:"managers_from"`
	ManagersTo             *int64            `db:"managers_to"`
	AcquisitionDeadline    int               `db:"acquisition_deadline"`
	AcquisitionAssetOther  string            `db:"acquisition_asset_other"`
	AcquisitionPrice       int               `db:"acquisition_price"`
	AcquisitionPriceTo     int               `db:"acquisition_price_to"`
	AcquisitionAnnualSales int               `db:"acquisition_annual_sales"`
	IndustryOtherText      string            `db:"industry_other_text"`
	IndustryOtherTexts     map[string]string `db:"industry_other_texts"`
	FreeTextFolded         string            `db:"free_text_folded"` // title and detail, folded for search
	Status                 int               `db:"status"`           // 1 living, 0 taken back

	Stamp
	NeedsLists
}

// NeedsLists are a need's lists, kept in needs_code.
type NeedsLists struct {
	AcquisitionIndustry   []string // small class codes
	NegotiationTarget     []int
	AcquisitionAsset      []int
	AcquisitionRegionArea []int    // region keys; 99 is the whole country
	AcquisitionRegion     []string // prefecture codes
}

const needsFrom = " FROM needs d JOIN company c ON c.id = d.client_id WHERE "

// Needs by id, as far as the viewer may know of it; ErrNotFound.
func (q *Q) Needs(v Viewer, id string) (*Needs, error) {
	var w where
	w.add("d.id = ?", id)
	q.visibleNeeds(v, &w)
	n, err := get[Needs](q, "SELECT "+names[Needs]("d")+needsFrom+w.String(), w.args...)
	if err != nil {
		return nil, err
	}
	n.NeedsLists, err = q.needsLists(id)
	return n, err
}

// NeedsOfCompany lists a company's living needs that the viewer may know of, the newest first.
func (q *Q) NeedsOfCompany(v Viewer, companyID string) ([]Needs, error) {
	var w where
	w.add("d.client_id = ?", companyID)
	q.visibleNeeds(v, &w)
	out, err := list[Needs](q, "SELECT "+names[Needs]("d")+needsFrom+w.String()+" ORDER BY d.seq DESC", w.args...)
	if err != nil {
		return nil, err
	}
	for i := range out {
		if out[i].NeedsLists, err = q.needsLists(out[i].ID); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func emptyNeedsLists() NeedsLists {
	return NeedsLists{AcquisitionIndustry: []string{}, NegotiationTarget: []int{}, AcquisitionAsset: []int{},
		AcquisitionRegionArea: []int{}, AcquisitionRegion: []string{}}
}

// add puts a row of needs_code where it belongs.
func (l *NeedsLists) add(field, text string, number int) {
	switch field {
	case "industry":
		l.AcquisitionIndustry = append(l.AcquisitionIndustry, text)
	case "target":
		l.NegotiationTarget = append(l.NegotiationTarget, number)
	case "asset":
		l.AcquisitionAsset = append(l.AcquisitionAsset, number)
	case "area":
		l.AcquisitionRegionArea = append(l.AcquisitionRegionArea, number)
	case "prefecture":
		l.AcquisitionRegion = append(l.AcquisitionRegion, text)
	}
}

// needsListsOf parses lists written as field:code, one after another, in the order of needsLists.
func needsListsOf(written string) NeedsLists {
	l := emptyNeedsLists()
	for part := range strings.FieldsSeq(written) {
		field, text, _ := strings.Cut(part, ":")
		l.add(field, text, leadingNumber(text))
	}
	for _, numbers := range [][]int{l.NegotiationTarget, l.AcquisitionAsset, l.AcquisitionRegionArea} {
		slices.Sort(numbers)
	}
	for _, texts := range [][]string{l.AcquisitionIndustry, l.AcquisitionRegion} {
		slices.SortFunc(texts, compareCodes)
	}
	return l
}

func (q *Q) needsLists(id string) (NeedsLists, error) {
	l := emptyNeedsLists()
	err := q.each(func(r *sql.Rows) error {
		var field, text string
		var number int
		if err := r.Scan(&field, &text, &number); err != nil {
			return err
		}
		l.add(field, text, number)
		return nil
	}, "SELECT field, code, CAST(code AS INTEGER) FROM needs_code WHERE needs_id = ? ORDER BY field, CAST(code AS INTEGER), code", id)
	return l, err
}

// CreateNeeds writes a new need with its lists.
func (t *Tx) CreateNeeds(n *Needs, by string) error {
	if n.ID == "" {
		n.ID = NewID()
	}
	t.touch(&n.Stamp, by)
	if err := insert(t, "needs", n); err != nil {
		return err
	}
	return t.putNeedsLists(n)
}

// UpdateNeeds writes a need as the caller saw it; ErrStale.
func (t *Tx) UpdateNeeds(n *Needs, by string) error {
	seen := n.Version
	t.touch(&n.Stamp, by)
	if err := update(t, "needs", n, "id = ? AND version = ?", n.ID, seen); err != nil {
		return err
	}
	return t.putNeedsLists(n)
}

func (t *Tx) putNeedsLists(n *Needs) error {
	if _, err := t.exec("DELETE FROM needs_code WHERE needs_id = ?", n.ID); err != nil {
		return err
	}
	lists := map[string][]any{"industry": anyOf(n.AcquisitionIndustry), "target": anyOf(n.NegotiationTarget),
		"asset": anyOf(n.AcquisitionAsset),
		"area":  anyOf(n.AcquisitionRegionArea), "prefecture": anyOf(n.AcquisitionRegion)}
	for _, field := range sortedKeys(lists) {
		for _, v := range lists[field] {
			if _, err := t.exec("INSERT INTO needs_code (needs_id, field, code) VALUES (?, ?, CAST(? AS TEXT))", n.ID, field, v); err != nil {
				return err
			}
		}
	}
	return nil
}
