package office

import (
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// officeInstitutionStatus stops a member institution, or lets it take part again.
type officeInstitutionStatus struct {
	FinancialID string `json:"financialId"`
	Version     int    `json:"version" doc:"画面が見ている版"`
	Event       string `json:"event" enum:"stop,resume"`
	Reason      string `json:"reason" limit:"500" doc:"理由。金融機関の監査ログに表示される"`
}

// changeInstitutionStatus stops an institution at once: its users can no longer act, its listings
// and buyers are found by nobody, and its mailed links stop working. Other institutions keep the
// negotiations that they have begun with it, as when an audience is narrowed (domain.md 3.4); only
// the stopped institution is told.
func (a Room) changeInstitutionStatus(tx *store.Tx, by web.Actor, in *officeInstitutionStatus) error {
	i, err := tx.Institution(in.FinancialID)
	if err != nil {
		return err
	}
	if i.Version != in.Version {
		return store.ErrStale
	}
	var c web.Check
	c.Prose(in, "reason", "理由", &in.Reason, true)
	if err := c.Err(); err != nil {
		return err
	}
	next, refusal := deal.MoveInstitution(deal.InstitutionStatus(i.Status), deal.InstitutionEvent(in.Event))
	if refusal != nil {
		return refusal
	}
	told := correction{event: "institution_stopped", kind: "institution", id: i.ID, institution: i.ID, detail: in.Reason,
		mail: mail.InstitutionStopped}
	if next == deal.InstitutionStopped {
		if err := tx.EndInstitution(i.ID, "institution stopped"); err != nil {
			return err
		}
		// The mail must be queued before the users are stopped.
		if err := a.tellCorrection(tx, by, &told); err != nil {
			return err
		}
		i.Status = int(next)
		return tx.UpdateInstitution(i, by.ID())
	}
	other, err := tx.InstitutionByCode(i.Code)
	if taken, err := exists(other, err); err != nil {
		return err
	} else if taken {
		return web.Conflict(deal.NotAllowed, "同じ金融機関コードの金融機関が利用中です。どちらかの金融機関コードを変更してから、再開してください。")
	}
	i.Status = int(next)
	if err := tx.UpdateInstitution(i, by.ID()); err != nil {
		return err
	}
	// Listings that were restricted during the stop could not name this institution: they exclude it,
	// as they do a newly admitted one.
	if err := tx.KeepOut(i.ID); err != nil {
		return err
	}
	told.event, told.mail, told.data = "institution_resumed", mail.InstitutionResumed, mail.Data{Link: a.BaseURL + "/login"}
	return a.tellCorrection(tx, by, &told)
}
