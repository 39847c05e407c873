package signin_test

import (
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestSignIns(t *testing.T) {
	p, here := newBank(t)
	p.User(deal.RoleFIN, p.UserOf(here).ClientID, "fin2@a.example.jp")
	there, third, other := p.SignIn("fin@a.example.jp"), p.SignIn("fin@a.example.jp"), p.SignIn("fin2@a.example.jp")
	ids := func(c *apptest.Caller) (this string, others []string) {
		t.Helper()
		for _, row := range c.Get(apptest.ABank + "GetSignIns").Want(200).JSON()["signIns"].([]any) {
			s := row.(map[string]any)
			if s["isThis"] == true {
				this = s["signInId"].(string)
			} else {
				others = append(others, s["signInId"].(string))
			}
		}
		return this, others
	}
	end := func(c *apptest.Caller, id string) apptest.Result {
		return c.Post(apptest.ABank+"EndSignIn", map[string]any{"signInId": id})
	}
	mine, rest := ids(here)
	its, _ := ids(there)
	colleagues, none := ids(other)
	if len(rest) != 2 || len(none) != 0 || mine == "" || mine == its {
		t.Fatalf("sign-ins %s %v, colleague's %v", mine, rest, none)
	}
	end(here, colleagues).Want(400).SameAs(end(here, store.NewID()).Want(400))
	other.Get(apptest.ABank + "GetUsersList").Want(200)
	end(here, mine).Want(409)
	end(here, its).Want(200)
	there.Get(apptest.ABank + "GetUsersList").Want(401)
	third.Get(apptest.ABank + "GetUsersList").Want(200)
	end(here, "").Want(200)
	third.Get(apptest.ABank + "GetUsersList").Want(401)
	here.Get(apptest.ABank + "GetUsersList").Want(200)
	other.Get(apptest.ABank + "GetUsersList").Want(200)

	// What is over is not listed: idle for an hour.
	p.SignIn("fin@a.example.jp")
	for range 8 {
		p.Clock.Add(auth.SessionIdle / 7)
		here = renewed(p, here)
	}
	if _, rest := ids(here); len(rest) != 0 {
		t.Errorf("an idle sign-in is listed: %v", rest)
	}
}

// renewed is the same session with an access token of now, having been used.
func renewed(p *apptest.Platform, c *apptest.Caller) *apptest.Caller {
	p.T.Helper()
	u := p.UserOf(c)
	claims, err := p.App.Keys.Parse(c.Token, auth.Platform, p.Clock.Now())
	if err != nil {
		p.T.Fatal(err)
	}
	token, err := p.App.Keys.Sign(auth.Claims{Audience: auth.Platform, Role: auth.FIN, UserID: u.ID, ClientID: u.ClientID,
		SessionID: claims.SessionID}, p.Clock.Now())
	if err != nil {
		p.T.Fatal(err)
	}
	p.Write(func(tx *store.Tx) error { return tx.SeeSession(claims.SessionID) })
	return &apptest.Caller{P: p, Token: token}
}
