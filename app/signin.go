package app

import (
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// signInList is where a user is signed in now, and which browsers sign in without a code.
type signInList struct {
	SignIns []signInRow  `json:"signIns"`
	Devices []trustedRow `json:"devices" doc:"確認コードを省略する端末"`
}

type signInRow struct {
	SignInID  string `json:"signInId"`
	UserAgent string `json:"userAgent" doc:"ブラウザが名乗った名前"`
	Created   string `json:"created" doc:"ログインした日時（UTC）"`
	LastSeen  string `json:"lastSeen" doc:"最後の操作（UTC）"`
	IsThis    bool   `json:"isThis" doc:"今使っている端末"`
}

type trustedRow struct {
	DeviceID  string `json:"deviceId"`
	UserAgent string `json:"userAgent"`
	LastSeen  string `json:"lastSeen" doc:"最後のログイン（UTC）"`
	Expires   string `json:"expires" doc:"UTC"`
	IsThis    bool   `json:"isThis"`
}

type signInEnd struct {
	SignInID string `json:"signInId,omitempty" doc:"空は、今使っている端末以外のすべて"`
}

type deviceEnd struct {
	DeviceID string `json:"deviceId"`
}

func (a *App) signInCalls() {
	for _, of := range []struct {
		path, area string
		door       *door
		callers    callers
	}{{bankUsers.path, "auth", platformDoor, fin}, {buyerUsers.path, "auth", platformDoor, buy}, {officePath, "office", officeDoor, adm | fad}} {
		row := func(method, name, summary string) call {
			return call{
				method: method, path: of.path + name, area: of.area, callers: of.callers, maxBody: 4 << 10,
				records: "自分", summary: summary, spec: "trust Tokens and cookies",
			}
		}
		add(a.Platform, row("GET", "GetSignIns", "ログイン中の端末と、確認コードを省略する端末"),
			func(r *request, _ *struct{}) (*signInList, error) {
				return reading(r, func(q *store.Q) (*signInList, error) { return r.signIns(q, of.door) })
			})
		add(a.Platform, row("POST", "EndSignIn", "ほかの端末のログインの終了"),
			func(r *request, in *struct{ Body signInEnd }) (nothing, error) {
				return nothing{}, r.write(func(tx *store.Tx) error { return endSignIn(tx, r.actor, of.door, in.Body.SignInID) })
			})
		if of.callers == buy {
			continue // who has no second step
		}
		add(a.Platform, row("POST", "ForgetDevice", "確認コードを省略する端末の取消し"),
			func(r *request, in *struct{ Body deviceEnd }) (nothing, error) {
				return nothing{}, r.write(func(tx *store.Tx) error {
					if err := tx.ForgetTrustedDevice(in.Body.DeviceID, r.id()); err != nil {
						return err
					}
					return tx.AddAudit(r.line("device_forgotten", "user", r.id(), "ok", ""))
				})
			})
	}
}

func (r *request) signIns(q *store.Q, d *door) (*signInList, error) {
	out := &signInList{SignIns: []signInRow{}, Devices: []trustedRow{}}
	running, err := q.RunningSessions(r.id(), string(d.audience), q.Now().Add(-auth.SessionIdle))
	if err != nil {
		return nil, err
	}
	for _, s := range running {
		out.SignIns = append(out.SignIns, signInRow{s.ID, s.UserAgent, serverTime(s.Created), serverTime(s.LastSeen), s.ID == r.session})
	}
	trusted, err := q.TrustedDevices(r.id())
	here := cookieValue(r.raw, d.trust)
	for _, t := range trusted {
		out.Devices = append(out.Devices, trustedRow{t.ID, t.UserAgent, serverTime(t.LastSeen), serverTime(t.Expires), auth.SecretMatches(here, t.Hash)})
	}
	return out, err
}

// endSignIn ends one of the caller's own other sign-ins, or all of them. Another user's answer as
// those that do not exist.
func endSignIn(tx *store.Tx, by actor, d *door, id string) error {
	if id == "" {
		if err := tx.RevokeSessionsOf(by.id(), by.session, "ended by the user"); err != nil {
			return err
		}
		return tx.AddAudit(by.line("sessions_ended", "user", by.id(), "ok", ""))
	}
	s, err := tx.Session(id)
	if err != nil {
		return err
	}
	switch {
	case s.UserID != by.id() || s.Aud != string(d.audience):
		return store.ErrNotFound
	case s.ID == by.session:
		return conflict(deal.NotAllowed, "今使っている端末です。終了するときは「ログアウト」を押してください。")
	}
	if err := tx.RevokeSession(id, "ended by the user"); err != nil {
		return err
	}
	return tx.AddAudit(by.line("sessions_ended", "session", id, "ok", ""))
}
