package signin

import (
	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
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
	Method    string `json:"method" doc:"ログインの方法"`
	Proven    string `json:"proven" doc:"最後に本人であることを確かめた日時（UTC）。空は、このログインではまだ"`
	ProvenBy  string `json:"provenBy" doc:"ログインのあとで確かめたとき、その方法"`
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

func (a Room) SignInCalls() {
	for _, of := range []struct {
		path, area string
		door       *web.Door
		callers    web.Callers
	}{{company.BankUsers.Path, "auth", web.PlatformDoor, web.FIN | web.LEN}, {company.BuyerUsers.Path, "auth", web.PlatformDoor, web.BUY},
		{web.OfficePath, "office", web.OfficeDoor, web.ADM | web.FAD}} {
		row := func(method, name, summary string) web.Call {
			return web.Call{
				Method: method, Path: of.path + name, Area: of.area, Callers: of.callers, MaxBody: 4 << 10,
				Records: "自分", Summary: summary, Spec: "trust Tokens and cookies",
			}
		}
		web.Add(a.Platform, row("GET", "GetSignIns", "ログイン中の端末と、確認コードを省略する端末"),
			func(r *web.Request, _ *struct{}) (*signInList, error) {
				return web.Reading(r, func(q *store.Q) (*signInList, error) { return signIns(r, q, of.door) })
			})
		web.Add(a.Platform, row("POST", "EndSignIn", "ほかの端末のログインの終了"),
			func(r *web.Request, in *struct{ Body signInEnd }) (web.Nothing, error) {
				return web.Nothing{}, r.Write(func(tx *store.Tx) error { return endSignIn(tx, r.Actor, of.door, in.Body.SignInID) })
			})
		if of.callers == web.BUY {
			continue // who has no second step
		}
		web.Add(a.Platform, row("POST", "ForgetDevice", "確認コードを省略する端末の取消し"),
			func(r *web.Request, in *struct{ Body deviceEnd }) (web.Nothing, error) {
				return web.Nothing{}, r.Write(func(tx *store.Tx) error {
					if err := tx.ForgetTrustedDevice(in.Body.DeviceID, r.ID()); err != nil {
						return err
					}
					return tx.AddAudit(r.Line("device_forgotten", "user", r.ID(), "ok", ""))
				})
			})
	}
}

func signIns(r *web.Request, q *store.Q, d *web.Door) (*signInList, error) {
	out := &signInList{SignIns: []signInRow{}, Devices: []trustedRow{}}
	running, err := q.RunningSessions(r.ID(), string(d.Audience), q.Now().Add(-auth.SessionIdle))
	if err != nil {
		return nil, err
	}
	for _, s := range running {
		out.SignIns = append(out.SignIns, signInRow{s.ID, s.UserAgent, web.ServerTime(s.Created), web.ServerTime(s.LastSeen), s.ID == r.Session,
			auth.MethodLabel(s.Method), web.ServerTime(s.Proven), auth.MethodLabel(s.ProvenBy)})
	}
	trusted, err := q.TrustedDevices(r.ID())
	here := cookieValue(r.Raw, d.Trust)
	for _, t := range trusted {
		out.Devices = append(out.Devices, trustedRow{t.ID, t.UserAgent, web.ServerTime(t.LastSeen), web.ServerTime(t.Expires),
			auth.SecretMatches(here, t.Hash)})
	}
	return out, err
}

// endSignIn ends one of the caller's own other sign-ins, or all of them. Another user's answer as
// those that do not exist.
func endSignIn(tx *store.Tx, by web.Actor, d *web.Door, id string) error {
	if id == "" {
		if err := tx.RevokeSessionsOf(by.ID(), by.Session, "ended by the user"); err != nil {
			return err
		}
		return tx.AddAudit(by.Line("sessions_ended", "user", by.ID(), "ok", ""))
	}
	s, err := tx.Session(id)
	if err != nil {
		return err
	}
	switch {
	case s.UserID != by.ID() || s.Aud != string(d.Audience):
		return store.ErrNotFound
	case s.ID == by.Session:
		return web.Conflict(deal.NotAllowed, "今使っている端末です。終了するときは「ログアウト」を押してください。")
	}
	if err := tx.RevokeSession(id, "ended by the user"); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("sessions_ended", "session", id, "ok", ""))
}
