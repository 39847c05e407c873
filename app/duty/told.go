package duty

import (
	"errors"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Told is what a customer was told by the last record of a kind about its company, in words: for the paper that goes with it (papers.md 2).
type Told struct {
	PerformedOn string
	UserName    string // who recorded it; "" where he is not of the bank any more
	Created     time.Time
	TextID      string      // the version of the text that was used
	Rows        [][2]string // label and value, but for the text and its items
}

// ToldAbout is the last record of a kind about the actor's own customer, nil where there is none that he may read or what it said is gone;
// ErrNotFound where the company is not his bank's or his team's.
func ToldAbout(q *store.Q, by web.Actor, companyID string, k deal.DutyKind) (*Told, error) {
	s, err := ofCompany(q, by, companyID)
	if err != nil {
		return nil, err
	}
	o := s.owed(k, store.InChargeOfCompany)
	if o == nil || o.duty == nil || !o.duty.Erased.IsZero() {
		return nil, nil
	}
	r, err := readerOf(q, by)
	if err != nil || !r.mayRead(o.kind, o.duty) {
		return nil, err
	}
	v, err := contentOf(o.duty)
	if err != nil {
		return nil, err
	}
	out := &Told{PerformedOn: o.duty.PerformedOn, UserName: r.names[o.duty.Creator], Created: o.duty.Created, TextID: v[textID]}
	for i := range o.kind.fields {
		f := &o.kind.fields[i]
		if v[f.key] == "" || f.key == textName || f.key == o.kind.listed {
			continue
		}
		value, err := f.told(v[f.key])
		if err != nil {
			return nil, err
		}
		out.Rows = append(out.Rows, [2]string{f.label, value})
	}
	return out, nil
}

var errNotTold = errors.New("duty: a value that its field has no words for")

// told is a value in words.
func (f *field) told(value string) (string, error) {
	switch f.kind {
	case fieldChoice, fieldChoices:
		var out []string
		for key := range strings.SplitSeq(value, ",") {
			label := ""
			for _, c := range f.choices {
				if c.key == key {
					label = c.label
				}
			}
			if label == "" {
				return "", errNotTold
			}
			out = append(out, label)
		}
		return strings.Join(out, "、"), nil
	case fieldDate:
		d, err := time.Parse(time.DateOnly, value)
		if err != nil {
			return "", err
		}
		return d.Format("2006年1月2日"), nil
	}
	return value + f.unit, nil
}
