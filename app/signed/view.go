package signed

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"tsunagu/app/issued"
	"tsunagu/app/web"
	"tsunagu/store"
)

// search lists the papers of a record that can be signed and that the actor may read now, with their copies.
func search(q *store.Q, by web.Actor, in *issued.RecordRef) (*signedList, error) {
	papers, err := issued.ReadableOf(q, by, in)
	if err != nil {
		return nil, err
	}
	out := &signedList{PaperList: []signedPaper{}}
	for i := range papers {
		p := &papers[i]
		if !signable[issued.Kind(p.Kind)] {
			continue
		}
		copies, err := q.SignedCopies(p.ID)
		if err != nil {
			return nil, err
		}
		row := signedPaper{IssuedPaperID: p.ID, EarliestOn: dateOf(p.Created), CopyList: []signedCopyRow{}}
		for j := range copies {
			c, err := rowOf(q, by, &copies[j])
			if err != nil {
				return nil, err
			}
			if c.State == stateWaiting || c.State == stateSigned {
				row.State = c.State
			}
			row.CopyList = append(row.CopyList, *c)
		}
		out.PaperList = append(out.PaperList, row)
	}
	return out, nil
}

// Waiting is a copy that the actor may confirm, with its paper.
type Waiting struct {
	store.WaitingCopy
	Paper store.IssuedPaper
}

// WaitingFor are the copies that wait for the actor as the second user, of papers that he may read now, the oldest first.
func WaitingFor(q *store.Q, by web.Actor) ([]Waiting, error) {
	copies, err := q.WaitingCopies(by.Viewer)
	if err != nil {
		return nil, err
	}
	var out []Waiting
	for _, c := range copies {
		may, err := web.MayConfirm(q, by, c.Creator)
		if err != nil {
			return nil, err
		}
		if !may || c.Creator == by.ID() {
			continue
		}
		p, err := issued.Readable(q, by, c.PaperID)
		if errors.Is(err, store.ErrNotFound) {
			continue // it is closed to him, or his institution is no longer in charge
		}
		if err != nil {
			return nil, err
		}
		out = append(out, Waiting{c, *p})
	}
	return out, nil
}

// Kept is a signed copy as a file for an inspector tells of it (papers.md 4), also one that was returned or withdrawn.
type Kept struct {
	store.SignedCopy
	State       string // in words
	Signers     string // a line each
	UserName    string // who recorded it; "" where he is not of the institution any more, as of the next two
	ConfirmedBy string
	EndedBy     string
	Signature   string // what was found of digital signatures when it was recorded, in words
}

// KeptOf are the copies of a paper, the oldest first. The caller has found that the actor may read the paper.
func KeptOf(q *store.Q, by web.Actor, paperID string) ([]Kept, error) {
	copies, err := q.SignedCopies(paperID)
	if err != nil {
		return nil, err
	}
	var out []Kept
	for i := range slices.Backward(copies) {
		row, err := rowOf(q, by, &copies[i])
		if err != nil {
			return nil, err
		}
		var signers []string
		for _, s := range row.SignerList {
			signers = append(signers, strings.TrimSpace(s.Role+"　"+s.Name))
		}
		out = append(out, Kept{copies[i], row.StateLabel, strings.Join(signers, "\n"), row.UserName, row.ConfirmedBy, row.EndedBy,
			row.SignatureLabel})
	}
	return out, nil
}

func stateOf(c *store.SignedCopy) int {
	switch {
	case c.IsReturned:
		return stateReturned
	case !c.Ended.IsZero():
		return stateWithdrawn
	case c.IsSigned():
		return stateSigned
	}
	return stateWaiting
}

func rowOf(q *store.Q, by web.Actor, c *store.SignedCopy) (*signedCopyRow, error) {
	f, err := q.File(c.FileID)
	if err != nil {
		return nil, err
	}
	state := stateOf(c)
	row := &signedCopyRow{SignedCopyID: c.ID, State: state, StateLabel: stateLabels[state], SignedOn: c.SignedOn, Note: c.Note,
		FileName: f.Name,
		FileSize: f.Size, SHA256: c.SHA256, Created: web.ServerTime(c.Created), Confirmed: web.ServerTime(c.Confirmed),
		Ended: web.ServerTime(c.Ended), Reason: c.Reason}
	if err := json.Unmarshal([]byte(c.Signers), &row.SignerList); err != nil {
		return nil, err
	}
	var v Verified
	if err := json.Unmarshal([]byte(c.Signature), &v); err != nil {
		return nil, err
	}
	row.SignatureState, row.SignatureLabel, row.SignatureNote, row.SignatureList = int(v.State), v.label(), v.note(), v.rows()
	for _, x := range []struct {
		to *string
		id string
	}{{&row.UserName, c.Creator}, {&row.ConfirmedBy, c.ConfirmedBy}, {&row.EndedBy, c.EndedBy}} {
		if *x.to, err = userName(q, by, x.id); err != nil {
			return nil, err
		}
	}
	if c.IsWaiting() && c.Creator != by.ID() {
		if row.CanConfirm, row.WhyNot, err = web.SecondPair(q, by, c.Creator); err != nil {
			return nil, err
		}
	}
	if c.Ended.IsZero() {
		row.CanWithdraw, err = mayWithdraw(q, by, c)
	}
	return row, err
}

// userName is a user's name as long as he is of the own institution; "" otherwise.
func userName(q *store.Q, by web.Actor, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	u, err := q.User(id)
	if errors.Is(err, store.ErrNotFound) || err == nil && u.ClientID != by.Institution() {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return u.UserName, nil
}
