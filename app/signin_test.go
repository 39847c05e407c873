package app

import (
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

func TestSignIns(t *testing.T) {
	p, here := newBank(t)
	p.user(deal.RoleFIN, p.userOf(here).ClientID, "fin2@a.example.jp")
	there, third, other := p.signIn("fin@a.example.jp"), p.signIn("fin@a.example.jp"), p.signIn("fin2@a.example.jp")
	ids := func(c *caller) (this string, others []string) {
		t.Helper()
		for _, row := range c.get(aBank + "GetSignIns").want(200).json()["signIns"].([]any) {
			s := row.(map[string]any)
			if s["isThis"] == true {
				this = s["signInId"].(string)
			} else {
				others = append(others, s["signInId"].(string))
			}
		}
		return this, others
	}
	end := func(c *caller, id string) result { return c.post(aBank+"EndSignIn", map[string]any{"signInId": id}) }
	mine, rest := ids(here)
	its, _ := ids(there)
	colleagues, none := ids(other)
	if len(rest) != 2 || len(none) != 0 || mine == "" || mine == its {
		t.Fatalf("sign-ins %s %v, colleague's %v", mine, rest, none)
	}
	end(here, colleagues).want(400).sameAs(end(here, store.NewID()).want(400))
	other.get(aBank + "GetUsersList").want(200)
	end(here, mine).want(409)
	end(here, its).want(200)
	there.get(aBank + "GetUsersList").want(401)
	third.get(aBank + "GetUsersList").want(200)
	end(here, "").want(200)
	third.get(aBank + "GetUsersList").want(401)
	here.get(aBank + "GetUsersList").want(200)
	other.get(aBank + "GetUsersList").want(200)

	// What is over is not listed: idle for an hour.
	p.signIn("fin@a.example.jp")
	for range 8 {
		p.clock.Add(auth.SessionIdle / 7)
		here = p.renewed(here)
	}
	if _, rest := ids(here); len(rest) != 0 {
		t.Errorf("an idle sign-in is listed: %v", rest)
	}
}

// renewed is the same session with an access token of now, having been used.
func (p *platform) renewed(c *caller) *caller {
	p.t.Helper()
	u := p.userOf(c)
	claims, err := p.a.Keys.Parse(c.token, auth.Platform, p.clock.Now())
	if err != nil {
		p.t.Fatal(err)
	}
	token, err := p.a.Keys.Sign(auth.Claims{Audience: auth.Platform, Role: auth.FIN, UserID: u.ID, ClientID: u.ClientID, SessionID: claims.SessionID}, p.clock.Now())
	if err != nil {
		p.t.Fatal(err)
	}
	p.write(func(tx *store.Tx) error { return tx.SeeSession(claims.SessionID) })
	return &caller{p, token}
}
