package duty

import (
	"tsunagu/app/web"
	"tsunagu/store"
)

// The contents of a poisonous kind are not on the panel: its writer and the approvers read them by a deed of their own, which leaves a line
// in the bank's audit log (compliance.md 2). So the bank can show who read what was found.

type readQuery struct {
	DutyID string `query:"dutyId" required:"true"`
}

// dutyContent is what was recorded, for who may read it.
type dutyContent struct {
	Values      map[string]string `json:"values" doc:"記録した内容"`
	Text        *usedText         `json:"text,omitempty" doc:"使った説明書・一覧の版"`
	FileList    []dutyFile        `json:"fileList"`
	EarlierList []dutyEarlier     `json:"earlierList" doc:"前の記録。新しい順"`
}

// readContent writes the line before it answers.
func readContent(tx *store.Tx, by web.Actor, id string) (*dutyContent, error) {
	d, k, err := own(&tx.Q, by, id)
	if err != nil {
		return nil, err
	}
	r, err := readerOf(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	if !r.mayRead(k, d) {
		return nil, store.ErrNotFound
	}
	out, err := r.content(k, d)
	if err != nil {
		return nil, err
	}
	return out, tx.AddAudit(readLine(by, d))
}

func readLine(by web.Actor, d *store.Duty) store.AuditLine {
	return by.Line("duty_read", "duty", d.ID, "ok", "")
}

// content is a record with those that led to it.
func (r *reader) content(k *kind, d *store.Duty) (out *dutyContent, err error) {
	out = &dutyContent{FileList: []dutyFile{}, EarlierList: []dutyEarlier{}}
	if out.Values, err = contentOf(d); err != nil {
		return nil, err
	}
	if out.Text, err = r.textUsed(k, out.Values); err != nil {
		return nil, err
	}
	files, err := r.q.DutyFiles(d.ID)
	if err != nil {
		return nil, err
	}
	for i := range files {
		out.FileList = append(out.FileList, dutyFile{files[i].ID, files[i].Name, files[i].Size})
	}
	earlier, err := r.q.DutiesBefore(d)
	if err != nil {
		return nil, err
	}
	for i := range earlier {
		e := dutyEarlier{DutyID: earlier[i].ID, PerformedOn: earlier[i].PerformedOn, UserName: r.names[earlier[i].Creator],
			Created: web.ServerTime(earlier[i].Created), IsErased: !earlier[i].Erased.IsZero()}
		if r.mayRead(k, &earlier[i]) {
			if e.Values, err = contentOf(&earlier[i]); err != nil {
				return nil, err
			}
			if e.Text, err = r.textUsed(k, e.Values); err != nil {
				return nil, err
			}
		}
		out.EarlierList = append(out.EarlierList, e)
	}
	return out, nil
}
