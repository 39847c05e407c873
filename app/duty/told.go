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

// InspectedDuty is where one duty of a record stands, in words, for the file that an inspector gets (papers.md 4).
type InspectedDuty struct {
	Kind, Record, State                        string
	PerformedOn, ValidUntil, UserName, Created string
	ConfirmedBy                                string
	IsClosed                                   bool        // of a kind whose contents are read by a deed of its own: they are not told
	IsErased                                   bool        // what it said is gone
	Rows                                       [][2]string // label and value
	Files                                      []store.File
}

// Inspected are the duties of one side of a record, as the panel shows them to the actor but for the contents of kinds that are read by a
// deed of its own: of those he is told as a colleague who may not read them. ErrNotFound where the record is not his bank's or his team's.
func Inspected(q *store.Q, by web.Actor, in RecordOf, of store.InCharge) (out []InspectedDuty, err error) {
	s, err := in.read(q, by)
	if err != nil {
		return nil, err
	}
	r, err := readerOf(q, by)
	if err != nil {
		return nil, err
	}
	for i, side := range s.sides {
		if side.of != of {
			continue
		}
		for j := range side.owes {
			row, err := r.row(&side.owes[j], s.names[i], s.ids[i])
			if err != nil {
				return nil, err
			}
			x, err := r.inspected(&side.owes[j], row)
			if err != nil {
				return nil, err
			}
			out = append(out, *x)
		}
	}
	return out, nil
}

func (r *reader) inspected(o *owed, row *dutyRow) (out *InspectedDuty, err error) {
	at := standingOf(o.duty, r.q.Today())
	out = &InspectedDuty{Kind: row.KindLabel, Record: row.RecordName, State: row.StateLabel, PerformedOn: row.PerformedOn,
		ValidUntil: row.ValidUntil, UserName: row.UserName, Created: row.Created, ConfirmedBy: row.ConfirmedBy, IsErased: row.IsErased}
	if o.isPoisonous {
		if at == unfinished || at == waiting || at == stopping {
			out.State = unfinishedForOthers
		}
		out.IsClosed = o.duty != nil
		return out, nil
	}
	if o.duty == nil || out.IsErased {
		return out, nil
	}
	v, err := contentOf(o.duty)
	if err != nil {
		return nil, err
	}
	text, err := r.textUsed(o.kind, v)
	if err != nil {
		return nil, err
	}
	if text != nil && text.Name != "" {
		out.Rows = append(out.Rows, [2]string{"使った説明書・一覧", text.Name})
	}
	for i := range o.kind.fields {
		f := &o.kind.fields[i]
		if v[f.key] == "" || f.key == textName {
			continue
		}
		told, err := f.told(v[f.key])
		if f.key == o.kind.listed && text != nil {
			told, err = listed(text.ChoiceList, v[f.key]), nil
		}
		if errors.Is(err, errNotTold) {
			told, err = v[f.key], nil // a choice that was offered then
		}
		if err != nil {
			return nil, err
		}
		out.Rows = append(out.Rows, [2]string{f.label, told})
	}
	out.Files, err = r.q.DutyFiles(o.duty.ID)
	return out, err
}

// listed are the items of a text that were chosen, in its words.
func listed(choices []dutyChoice, value string) string {
	var out []string
	for key := range strings.SplitSeq(value, ",") {
		label := key
		for _, c := range choices {
			if c.Key == key {
				label = c.Label
			}
		}
		out = append(out, label)
	}
	return strings.Join(out, "、")
}
