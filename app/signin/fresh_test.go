package signin_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	anAccount = "/api/Account/"
	anOffice  = "/api/Office/"
	late      = auth.ProofLife + time.Second
)

// stale is a caller who does nothing but what the test does.
func stale(c *apptest.Caller) *apptest.Caller { c.IsStale = true; return c }

// demanded are the calls that ask a role for a fresh proof.
func demanded(p *apptest.Platform, role deal.Role) (out []web.Call) {
	for _, c := range p.App.Table {
		if c.Fresh.Has(role) {
			out = append(out, c)
		}
	}
	return out
}

// after moves the clock and renews the tokens of sessions, which live shorter than the tests.
func after(p *apptest.Platform, d time.Duration, tokens ...*string) {
	p.T.Helper()
	var all []auth.Claims
	for _, token := range tokens {
		for _, door := range []*web.Door{web.PlatformDoor, web.OfficeDoor} {
			if claims, err := p.App.Keys.Parse(*token, door.Audience, p.Clock.Now()); err == nil {
				all = append(all, claims)
			}
		}
	}
	p.Clock.Add(d)
	for i, claims := range all {
		token, err := p.App.Keys.Sign(claims, p.Clock.Now())
		if err != nil {
			p.T.Fatal(err)
		}
		*tokens[i] = token
	}
}

// everything is what the database holds, but for sessions: their idle clock moves with each request.
func everything(p *apptest.Platform) string {
	p.T.Helper()
	db := apptest.OpenRaw(p.T, p.App.Store.Dir())
	defer db.Close()
	rows, err := db.Query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'session' " +
		"ORDER BY name")
	if err != nil {
		p.T.Fatal(err)
	}
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			p.T.Fatal(err)
		}
		tables = append(tables, name)
	}
	var b strings.Builder
	for _, table := range tables {
		rows, err := db.Query("SELECT * FROM " + table)
		if err != nil {
			p.T.Fatal(err)
		}
		columns, _ := rows.Columns()
		for rows.Next() {
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				p.T.Fatal(err)
			}
			b.WriteString(table)
			for _, v := range values {
				fmt.Fprintf(&b, " %v", *v.(*any))
			}
			b.WriteString("\n")
		}
		if err := rows.Err(); err != nil {
			p.T.Fatal(err)
		}
	}
	return b.String()
}

// isSpecified says that the specification has a call.
func isSpecified(t *testing.T, c web.Call) bool {
	t.Helper()
	text, err := os.ReadFile(apptest.InRepository("testdata/calls/specified.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(text), c.Method+"\t"+c.Path+"\t")
}

// inBody are bodies of the calls that look for a proof in them: complete, and wrong in another way.
var inBody = map[string]string{
	"UpdateMailServer": `{"host":"a b","port":25,"tls":"starttls","user":"","from":"x","version":0}`,
	"DecideMailServer": `{"version":7,"isConfirmed":true}`,
	"UpdateBackupKey":  `{"recipient":"no key"}`, "DownloadBackup": `{"name":"none"}`,
	"UpdateStampAuthority": `{"isOn":false,"address":"x","ca":"","crl":"","policy":"","version":7}`,
	"UpdateSIEM":           `{"isOn":false,"host":"a b","port":1,"ca":"","certificate":"","hasAudit":true,"hasLedger":true,"version":7}`,
}

// ask makes a call without what it needs: the answer shows how far it came.
func ask(c *apptest.Caller, call web.Call) apptest.Result {
	if call.Method == http.MethodGet {
		return c.Get(call.Path)
	}
	return c.Do(call.Method, call.Path, "application/json", strings.NewReader(cmp.Or(inBody[path.Base(call.Path)], "{}")))
}

// TestFreshCalls: each demanded call refuses an old session of each of its callers before it looks at the body, changes nothing,
// and goes on after a proof. One of the specification asks only who has more than a password.
func TestFreshCalls(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	bank := p.Institution("9983", "灯台銀行")
	p.User(deal.RoleFIN, bank, "fin@a.example.jp")
	p.User(deal.RoleFIN, bank, "code@a.example.jp")
	fin, code := stale(p.SignIn("fin@a.example.jp")), stale(p.SignIn("code@a.example.jp"))
	phone, _ := code.Enrol(apptest.ABank)
	for _, x := range []struct {
		name    string
		role    deal.Role
		who     *apptest.Caller
		at      string
		least   int
		hasCode bool
	}{{"FIN", deal.RoleFIN, fin, anAccount, 14, false}, {"FIN with a code", deal.RoleFIN, code, anAccount, 14, true},
		{"ADM", deal.RoleADM, stale(c.Office), anOffice, 16, false}, {"FAD", deal.RoleFAD, stale(c.FadA), anOffice, 6, false}} {
		t.Run(x.name, func(t *testing.T) {
			calls := demanded(p, x.role)
			if len(calls) < x.least {
				t.Fatalf("only %d calls are demanded", len(calls))
			}
			after(p, late, &fin.Token, &code.Token, &c.Office.Token, &c.FadA.Token)
			x.who.Get(x.at + "GetProofWays").Want(200)
			before := everything(p)
			for _, call := range calls {
				r := ask(x.who, call)
				if isSpecified(t, call) && !x.hasCode {
					if r.Status == 403 {
						t.Errorf("%s %s asks the specification's client for a proof", call.Method, call.Path)
					}
					before = everything(p)
					continue
				}
				if r.Status != 403 || r.Body != apptest.ProblemBody(signin.ErrProofNeeded) {
					t.Errorf("%s %s answers an old session %d %s", call.Method, call.Path, r.Status, web.Truncate(r.Body, 200))
				}
				if after := everything(p); after != before {
					t.Errorf("%s %s changes something before the proof: %s", call.Method, call.Path, apptest.Difference(before, after))
				}
			}
			proof := map[string]any{"password": apptest.TestPassword}
			if x.hasCode {
				proof = map[string]any{"code": phone.Next()}
			}
			x.who.Post(x.at+"Prove", proof).Want(200)
			for _, call := range calls {
				if r := ask(x.who, call); r.Status == 403 || r.Status == 401 {
					t.Errorf("%s %s answers a fresh session %d %s", call.Method, call.Path, r.Status, web.Truncate(r.Body, 200))
				}
			}
		})
	}
}

// TestFreshTellsNothing: who may not make a demanded call learns nothing of it, and who may is asked alike for what is there and
// what is not.
func TestFreshTellsNothing(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	p.User(deal.RoleBUY, trialBuyer(p), "buy@a.example.jp")
	p.User(deal.RoleFIN, p.Institution("9983", "灯台銀行"), "fin@a.example.jp")
	buyer, fad, fin := stale(p.SignIn("buy@a.example.jp")), stale(c.FadA), stale(p.SignIn("fin@a.example.jp"))
	p.Clock.Add(late)
	for _, x := range []struct {
		who  *apptest.Caller
		call web.Call
	}{
		{buyer, web.Call{Method: "POST", Path: "/api/BuyerNegotiation/DecideHeldText"}},
		{buyer, web.Call{Method: "GET", Path: "/api/Csv/CsvExportSellerCompany"}},
		{fad, web.Call{Method: "PUT", Path: "/api/Office/UpdateBackupKey"}},
		{fad, web.Call{Method: "POST", Path: "/api/Office/RequestBreakGlass"}},
	} {
		if r := ask(x.who, x.call); r.Status != 400 || r.Body != apptest.ProblemBody(web.ErrNotAvailable) {
			t.Errorf("%s answers %d %s", x.call.Path, r.Status, r.Body)
		}
	}
	// A buyer's own consent has no four eyes.
	if r := ask(buyer, web.Call{Method: "POST", Path: "/api/BuyerNegotiation/RealNameConsent"}); r.Status == 403 {
		t.Errorf("a buyer is asked: %s", r.Body)
	}
	for _, id := range []string{"no id", store.NewID()} {
		fin.Post("/api/BuyerNegotiation/DecideHeldText", map[string]any{"heldTextId": id, "isApproval": true}).Want(403).HasNot(id)
	}
}

// TestProofOfItsSession: a proof counts for its own session, for its time by a clock that may be set back, and ends with the session.
func TestProofOfItsSession(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	one, two := stale(c.Office), stale(p.SignInOffice("office@n.example.jp"))
	is := func(c *apptest.Caller, status int) {
		t.Helper()
		c.Get("/api/Office/ExportAuditList").Want(status)
	}
	is(one, 200) // the password alone, a moment ago, of somebody who has nothing else
	after(p, auth.ProofLife, &one.Token, &two.Token)
	is(one, 200)
	after(p, time.Second, &one.Token, &two.Token)
	is(one, 403)
	one.Post(anOffice+"Prove", map[string]any{"password": apptest.TestPassword}).Want(200)
	is(one, 200)
	is(two, 403)
	after(p, -late, &one.Token, &two.Token) // as if it had been proven in the future
	is(one, 403)
	after(p, 2*late, &one.Token, &two.Token)
	is(one, 403)
	one.Post(anOffice+"Prove", map[string]any{"password": apptest.TestPassword}).Want(200)
	one.Post("/office/logout", map[string]any{}).Want(200)
	is(one, 401)
	one.Post(anOffice+"Prove", map[string]any{"password": apptest.TestPassword}).Want(401)
	is(two, 403)
}

// TestPasswordIsNoProofBesideACode: with a code a password is no proof, not even the one just signed in with in a remembered browser.
func TestPasswordIsNoProofBesideACode(t *testing.T) {
	p, c := newBank(t)
	phone, recovery := stale(c).Enrol(apptest.ABank)
	b := p.Window()
	b.Remembered("fin@a.example.jp", phone)
	again := p.Window()
	again.Cookies = maps.Clone(b.Cookies)
	again.Token = again.Password("fin@a.example.jp").JSON()["token"].(string)
	csv := "/api/Csv/CsvExportSellerCompany"
	b.Do("GET", csv, "", "", nil).Want(200)
	again.Do("GET", csv, "", "", nil).Want(403).Has(`"proof_needed"`)
	again.Do("GET", anAccount+"GetProofWays", "", "", nil).Want(200).Has(`["totp"]`)
	failures := p.Count("SELECT count(*) FROM login_failure")
	prove := func(body string, status int) apptest.Result {
		t.Helper()
		return again.Do("POST", anAccount+"Prove", "application/json", body, nil).Want(status)
	}
	prove(`{"password":"`+apptest.TestPassword+`"}`, 422).Has(`"code"`)
	prove(`{"password":"wrong"}`, 422).Has(`"code"`).HasNot(`"password"`) // it is not even looked at
	prove(`{}`, 422)
	if n := p.Count("SELECT count(*) FROM login_failure"); n != failures {
		t.Errorf("%d failures count for what was not tried", n-failures)
	}
	again.Do("GET", csv, "", "", nil).Want(403)
	prove(`{"code":"`+recovery[0]+`"}`, 200)
	again.Do("GET", csv, "", "", nil).Want(200)
	after(p, late, &again.Token)
	prove(`{"code":"`+recovery[0]+`"}`, 422) // once
	prove(`{"code":"`+phone.Next()+`"}`, 200)
	for _, x := range []struct{ method, by string }{{"totp", ""}, {"trusted_device", "totp"}} {
		if p.Count("SELECT count(*) FROM session WHERE method = ? AND proven_by = ?", x.method, x.by) != 1 {
			t.Errorf("no session of %s, proven by %q", x.method, x.by)
		}
	}
}

// TestOwnWays: a room's way stands in its place, takes the password off, and counts at the next call.
func TestOwnWays(t *testing.T) {
	p, c := newBank(t)
	has := map[string]bool{}
	for _, name := range []string{signin.WayDirectory, signin.WayPasskey} {
		signin.In(p.App.Platform).AddWay(signin.Way{Name: name, Has: func(*store.Q, *store.User) (bool, error) { return has[name], nil }})
	}
	stale(c).Get(anAccount + "GetProofWays").Want(200).Has(`["password"]`)
	p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingSecondStep, "1", "") })
	has[signin.WayPasskey] = true
	c.Get(anAccount + "GetProofWays").Want(200).Has(`["passkey"]`)
	c.Get("/api/Csv/CsvExportSellerCompany").Want(403) // the password was fresh, and is none any more
	c.Post(anAccount+"Prove", map[string]any{"password": apptest.TestPassword}).Want(422)
	has[signin.WayDirectory] = true
	c.Enrol(apptest.ABank)
	c.Get(anAccount + "GetProofWays").Want(200).Has(`["passkey","totp","directory"]`)
	p.Clock.Add(late)
	who := web.Actor{User: p.UserOf(c), Session: p.SessionOf(c.Token)}
	p.Write(func(tx *store.Tx) error { return signin.Prove(tx, who, store.MethodPasskey) })
	c.Get("/api/Csv/CsvExportSellerCompany").Want(200)
	if p.Count("SELECT count(*) FROM audit WHERE event = 'proved' AND method = 'passkey'") != 1 {
		t.Error("no line of the proof")
	}
}

// TestTwoTabs: both ask at once; one code is enough for both, and the proof is the session's.
func TestTwoTabs(t *testing.T) {
	p, c := newBank(t)
	phone, _ := stale(c).Enrol(apptest.ABank)
	p.Clock.Add(late)
	code := map[string]any{"code": phone.Next()}
	c.Get("/api/Csv/CsvExportSellerCompany").Want(403)
	c.Post(anAccount+"Prove", code).Want(200)
	c.Post(anAccount+"Prove", code).Want(200) // the other tab's
	c.Get("/api/Csv/CsvExportSellerCompany").Want(200)
	if n := p.Count("SELECT count(*) FROM audit WHERE event = 'proved'"); n != 1 {
		t.Errorf("%d lines of one proof", n)
	}
	p.Clock.Add(2 * time.Minute)
	c.Post(anAccount+"Prove", code).Want(422) // an old code is none
}

// TestWrongProofsLock: wrong codes and passwords of a proof count as those of signing in.
func TestWrongProofsLock(t *testing.T) {
	for _, hasCode := range []bool{true, false} {
		t.Run(fmt.Sprint(hasCode), func(t *testing.T) {
			p, c := newBank(t)
			stale(c)
			wrong := map[string]any{"password": "wrong"}
			right := map[string]any{"password": apptest.TestPassword}
			if hasCode {
				phone, _ := c.Enrol(apptest.ABank)
				wrong, right = map[string]any{"code": otherThan(phone)}, map[string]any{"code": phone.Next()}
			}
			after(p, late, &c.Token)
			c.Get(anAccount + "GetProofWays").Want(200)
			for range 5 {
				c.Post(anAccount+"Prove", wrong).Want(422)
			}
			c.Post(anAccount+"Prove", right).Want(429).Has(auth.LockoutMessage)
			p.Sign("fin@a.example.jp", apptest.TestPassword).Want(429)
			lately := p.Clock.Now().Add(-time.Minute).UnixMilli()
			if p.Count("SELECT count(*) FROM session WHERE proven_by <> '' AND proven > ?", lately) != 0 {
				t.Error("a locked user has proven who he is")
			}
		})
	}
}

// TestMethodsAreKept: the list of sign-ins says how and when, lines of the audit log by what, those of before say nothing and still follow.
func TestMethodsAreKept(t *testing.T) {
	p, c := newBank(t)
	first := stale(c).Get(apptest.ABank+"GetSignIns").Want(200).Has(`"method":"パスワード"`, `"proven":""`, `"provenBy":""`)
	first.HasNot("totp")
	phone, _ := c.Enrol(apptest.ABank)
	ticket := p.Ticket("fin@a.example.jp")
	code := stale(&apptest.Caller{P: p, Token: p.Code(ticket, phone.Next()).Want(200).JSON()["token"].(string)})
	code.Get(apptest.ABank+"GetSignIns").Want(200).Has(`"method":"パスワードと確認コード"`, `"provenBy":"パスワードと確認コード"`)
	for _, x := range []struct{ event, method string }{{"login", "password"}, {"login", "totp"}} {
		if p.Count("SELECT count(*) FROM audit WHERE event = ? AND method = ?", x.event, x.method) != 1 {
			t.Errorf("no line of a %s by %s", x.event, x.method)
		}
	}
	if p.Count("SELECT count(*) FROM audit WHERE (session_id = '') <> (method = '')") != 0 {
		t.Error("a line's method is not its session's")
	}
	p.Read(func(q *store.Q) error { return q.VerifyChains() })
}

// TestFreshDeedsAreWritten: the rule of README.md names each demanded call.
func TestFreshDeedsAreWritten(t *testing.T) {
	p := apptest.NewPlatform(t)
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var missing []string
	for _, c := range p.App.Table {
		name := c.Path[strings.LastIndex(c.Path, "/")+1:]
		if c.Fresh != 0 && !strings.Contains(string(page), "`"+name+"`") {
			missing = append(missing, name)
		}
	}
	if slices.Sort(missing); len(missing) > 0 {
		t.Errorf("not in README.md: %v", missing)
	}
}
