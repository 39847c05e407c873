package directory

import (
	"errors"
	"time"

	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

var zeroTime time.Time

// directoryRow is a setting as the office confirms it, or one that is in force.
type directoryRow struct {
	FinancialID   string `json:"financialId"`
	FinancialName string `json:"financialName"`
	DirectorySetting
	UserCount  int               `json:"userCount" doc:"その金融機関の、利用中の利用者と管理者"`
	BoundCount int               `json:"boundCount" doc:"そのうち、いま有効な認証基盤と結び付いている人"`
	Before     *DirectorySetting `json:"before" doc:"確認待ちのとき、いま有効な設定"`
	MayConfirm bool              `json:"mayConfirm" doc:"このユーザが確認できる"`
	WhyNot     string            `json:"whyNot,omitempty" doc:"確認できない理由"`
}

type directoryList struct {
	DirectoryList []directoryRow `json:"directoryList" doc:"確認待ちのもの、次に有効なもの"`
}

type directoryConfirm struct {
	DirectoryID string `json:"directoryId"`
	Version     int    `json:"version" doc:"画面に出ていた版"`
}

func (a Room) officeCalls() {
	const all = "事務局：すべての金融機関の認証基盤"
	web.Add(a.Platform, call("GET", "GetDirectories", web.ADM, all, "金融機関の認証基盤。確認待ちのものと、有効なもの"),
		func(r *web.Request, _ *struct{}) (*directoryList, error) {
			return web.Reading(r, func(q *store.Q) (*directoryList, error) { return listed(q, r.Actor) })
		})
	web.Add(a.Platform, call("POST", "ConfirmDirectory", web.ADM, all, "認証基盤の設定の確認。有効になり、前の設定は終わる").Freshly(),
		func(r *web.Request, in *struct{ Body directoryConfirm }) (*directoryList, error) {
			return web.Writing(r, func(tx *store.Tx) (*directoryList, error) {
				if err := a.confirm(tx, r.Actor, &in.Body); err != nil {
					return nil, err
				}
				return listed(&tx.Q, r.Actor)
			})
		})
	web.Add(a.Platform, call("POST", "ReturnDirectory", web.ADM, all, "認証基盤の設定の差戻し"),
		func(r *web.Request, in *struct{ Body directoryEnd }) (*directoryList, error) {
			return web.Writing(r, func(tx *store.Tx) (*directoryList, error) {
				if err := a.sendBack(tx, r.Actor, &in.Body); err != nil {
					return nil, err
				}
				return listed(&tx.Q, r.Actor)
			})
		})
	web.Add(a.Platform, call("POST", "EndDirectory", web.ADM|web.FAD, "管理者：自機関の認証基盤。事務局：すべて", "認証基盤でのログインをやめる。開いたログインは終わる"),
		func(r *web.Request, in *struct{ Body directoryEnd }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.end(tx, r.Actor, &in.Body) })
		})
}

func listed(q *store.Q, by web.Actor) (*directoryList, error) {
	ds, err := q.DirectoriesShown()
	if err != nil {
		return nil, err
	}
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	out := &directoryList{DirectoryList: []directoryRow{}}
	for i := range ds {
		d := &ds[i]
		s, err := shown(q, d)
		if err != nil {
			return nil, err
		}
		row := directoryRow{FinancialID: d.InstitutionID, FinancialName: names[d.InstitutionID], DirectorySetting: *s}
		inForce, err := q.DirectoryInForce(d.InstitutionID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		if d.State == store.DirectorySent {
			if err == nil {
				if row.Before, err = shown(q, inForce); err != nil {
					return nil, err
				}
			}
			if row.MayConfirm, row.WhyNot, err = web.SecondPair(q, by, d.SentBy); err != nil {
				return nil, err
			}
		}
		if row.UserCount, row.BoundCount, err = countBound(q, d.InstitutionID, inForce); err != nil {
			return nil, err
		}
		out.DirectoryList = append(out.DirectoryList, row)
	}
	return out, nil
}

// waiting is a setting that waits for the office, as its screen saw it.
func waiting(q *store.Q, id string, version int) (*store.Directory, error) {
	d, err := q.Directory(id)
	switch {
	case err != nil:
		return nil, err
	case d.State != store.DirectorySent || d.Version != version:
		return nil, store.ErrStale
	}
	return d, nil
}

// confirm puts a setting into force in the place of the one before. Whoever came in by that one, or by a password that is now forbidden,
// signs in anew.
func (a Room) confirm(tx *store.Tx, by web.Actor, in *directoryConfirm) error {
	d, err := waiting(&tx.Q, in.DirectoryID, in.Version)
	if err != nil {
		return err
	}
	if may, why, err := web.SecondPair(&tx.Q, by, d.SentBy); err != nil {
		return err
	} else if !may {
		return web.Conflict(deal.NotAllowed, why)
	}
	if err := mayCount(&tx.Q, d); err != nil {
		return err
	}
	before, err := tx.DirectoryInForce(d.InstitutionID)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err == nil {
		if err := a.close(tx, by, before, "replaced"); err != nil {
			return err
		}
	}
	d.State, d.Decided, d.DecidedBy = store.DirectoryInForce, tx.Now(), by.ID()
	if err := tx.PutDirectory(d, by.ID()); err != nil {
		return err
	}
	if err := tx.PutDirectoryDomains(d.ID, d.Domains); err != nil {
		return err
	}
	if d.ForbidsPasswords {
		if err := tx.RevokePasswordSessions(d.InstitutionID, d.EmergencyUserID, "passwords forbidden"); err != nil {
			return err
		}
	}
	return a.decided(tx, by, d, "directory_confirmed", "")
}

// decided tells the administrators what the office decided, and writes it down for both.
func (a Room) decided(tx *store.Tx, by web.Actor, d *store.Directory, event, detail string) error {
	if err := a.tellAdministrators(tx, mail.DirectoryDecided, d); err != nil {
		return err
	}
	return tx.AddAudit(line(by, d, event, "ok", detail))
}

// close ends a setting that is in force, and what it opened. Its secret is forgotten.
func (a Room) close(tx *store.Tx, by web.Actor, d *store.Directory, reason string) error {
	if err := tx.RevokeDirectory(d.ID, "directory ended"); err != nil {
		return err
	}
	if err := tx.PutDirectoryDomains(d.ID, nil); err != nil {
		return err
	}
	d.State, d.Ended, d.Reason, d.ClientSecret = store.DirectoryEnded, tx.Now(), reason, []byte{}
	return tx.PutDirectory(d, by.ID())
}

func (a Room) sendBack(tx *store.Tx, by web.Actor, in *directoryEnd) error {
	var c web.Check
	c.Prose(in, "reason", "差戻しの理由", &in.Reason, true)
	if err := c.Err(); err != nil {
		return err
	}
	d, err := waiting(&tx.Q, in.DirectoryID, in.Version)
	if err != nil {
		return err
	}
	d.State, d.Decided, d.DecidedBy, d.Reason = store.DirectoryReturned, tx.Now(), by.ID(), in.Reason
	if err := tx.PutDirectory(d, by.ID()); err != nil {
		return err
	}
	return a.decided(tx, by, d, "directory_returned", in.Reason)
}

// end ends a directory in force at once, by the institution or by the office: where something is wrong with it, nobody is waited for.
// Passwords are no longer forbidden then, or nobody would come in; both sides are told.
func (a Room) end(tx *store.Tx, by web.Actor, in *directoryEnd) error {
	institution, own, err := console.Managed(by)
	if err != nil {
		return err
	}
	var c web.Check
	c.Prose(in, "reason", "理由", &in.Reason, true)
	if err := c.Err(); err != nil {
		return err
	}
	d, err := tx.Directory(in.DirectoryID)
	switch {
	case err != nil:
		return err
	case own && d.InstitutionID != institution:
		return store.ErrNotFound
	case d.State != store.DirectoryInForce && d.State != store.DirectoryEnded:
		return store.ErrNotFound // what is on its way is withdrawn, not ended
	case d.State == store.DirectoryEnded || d.Version != in.Version:
		return store.ErrStale
	}
	if err := a.close(tx, by, d, in.Reason); err != nil {
		return err
	}
	if err := a.MailOffice(tx, mail.DirectoryEnded, d.ID, mail.Data{}); err != nil {
		return err
	}
	if err := a.tellAdministrators(tx, mail.DirectoryEnded, d); err != nil {
		return err
	}
	return tx.AddAudit(line(by, d, "directory_ended", "ok", in.Reason))
}
