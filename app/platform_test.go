package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// platform is the real router over a real SQLite file, with a clock that the test moves.
type platform struct {
	t     testing.TB
	a     *App
	clock *storetest.Clock
}

// inRepository is a path of the repository, from wherever a test runs.
func inRepository(path string) string {
	for up := "."; ; up = filepath.Join("..", up) {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return filepath.Join(up, path)
		}
	}
}

const testPassword = "Tsunagu-test1"

func newPlatform(t testing.TB) *platform {
	clock := &storetest.Clock{}
	return newPlatformOn(t, storetest.New(t, clock), clock, web.Config{})
}

// newPlatformOn is a platform on a store of its own, with what c says beyond the usual.
func newPlatformOn(t testing.TB, s *store.Store, clock *storetest.Clock, c web.Config) *platform {
	keys, err := auth.LoadKeys(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	// The office signs in as in the demo; the tests of the second step say otherwise.
	c.Store, c.Keys, c.BaseURL, c.MailFrom, c.FreeCode = s, keys, "http://localhost:8080", "office@network.example.jp", true
	if c.Render == nil {
		c.Render = testRender
	}
	p := &platform{t, New(c), clock}
	p.a.ResetAnswerTime = -1 // nobody measures here
	p.write(func(tx *store.Tx) error {
		return public.SetUpNetwork(tx, "試験ネットワーク", "office@network.example.jp")
	})
	return p
}

func (p *platform) write(f func(*store.Tx) error) {
	p.t.Helper()
	if err := p.a.Store.Write(context.Background(), f); err != nil {
		p.t.Fatal(err)
	}
}

func (p *platform) read(f func(*store.Q) error) {
	p.t.Helper()
	if err := p.a.Store.Read(context.Background(), f); err != nil {
		p.t.Fatal(err)
	}
}

// institution makes a member institution and returns its id.
func (p *platform) institution(code, name string) string {
	i := &store.Institution{Code: code, Name: name, ShortName: name, Status: 1}
	p.write(func(tx *store.Tx) error { return tx.CreateInstitution(i, "") })
	return i.ID
}

// user makes an enabled user who can sign in with testPassword.
func (p *platform) user(role deal.Role, clientID, loginID string) *store.User {
	hash, err := p.a.Hasher.Hash(context.Background(), testPassword)
	if err != nil {
		p.t.Fatal(err)
	}
	clientType := map[deal.Role]int{deal.RoleBUY: 1, deal.RoleSEL: 2, deal.RoleFIN: 3, deal.RoleFAD: 3, deal.RoleADM: 9}[role]
	u := &store.User{Role: int(role), ClientType: clientType, ClientID: clientID, LoginID: loginID, LoginFolded: auth.FoldLoginID(loginID), UserName: "利用者 " + loginID,
		Status: int(deal.UserEnabled), PasswordHash: hash, RegistSendMail: true, Approver: int(deal.ApproverConfirmed)}
	p.write(func(tx *store.Tx) error { return tx.CreateUser(u, "") })
	return u
}

// caller is somebody who calls: with a token, or "" for a visitor.
type caller struct {
	p     *platform
	token string
}

func (p *platform) visitor() *caller { return &caller{p, ""} }

// signIn signs in over HTTP as a client that is no browser.
func (p *platform) signIn(loginID string) *caller {
	p.t.Helper()
	res := p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {loginID}, "password": {testPassword}})
	if res.status != 200 {
		p.t.Fatalf("sign in as %s: %d %s", loginID, res.status, res.body)
	}
	return &caller{p, res.json()["token"].(string)}
}

type result struct {
	p      *platform // who was asked
	t      testing.TB
	status int
	header http.Header
	body   string
}

func (r result) json() map[string]any {
	r.t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(r.body), &v); err != nil {
		r.t.Fatalf("%v in %q", err, r.body)
	}
	return v
}

// text is the answer where it is one JSON string, such as an id.
func (r result) text() string {
	r.t.Helper()
	var s string
	if err := json.Unmarshal([]byte(r.body), &s); err != nil {
		r.t.Fatalf("%v in %d %q", err, r.status, r.body)
	}
	return s
}

// want fails unless the status is the given one.
func (r result) want(status int) result {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("status %d, want %d: %s", r.status, status, r.body)
	}
	return r
}

// has and hasNot look for texts in the answer.
func (r result) has(texts ...string) result {
	r.t.Helper()
	for _, s := range texts {
		if !strings.Contains(r.body, s) {
			r.t.Errorf("answer lacks %q: %s", s, r.body)
		}
	}
	return r
}

func (r result) hasNot(texts ...string) result {
	r.t.Helper()
	for _, s := range texts {
		if strings.Contains(r.body, s) {
			r.t.Errorf("answer must not hold %q: %s", s, r.body)
		}
	}
	return r
}

func (c *caller) do(method, path, contentType string, body io.Reader) result {
	c.p.t.Helper()
	req := httptest.NewRequest(method, path, body)
	req.Host = "localhost:8080"
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	w := httptest.NewRecorder()
	c.p.a.ServeHTTP(w, req)
	r := result{p: c.p, t: c.p.t, status: w.Code, header: w.Header(), body: w.Body.String()}
	if op := c.p.a.OperationOf(web.Call{Method: method, Path: req.URL.Path}); op != nil && op.Responses[strconv.Itoa(w.Code)] == nil {
		c.p.t.Errorf("%s %s answers %d, which its description does not tell of: %s", method, req.URL.Path, w.Code, web.Truncate(w.Body.String(), 300))
	}
	if f, ok := heard.Load(c.p); ok {
		f.(func(*caller, string, result))(c, method+" "+path, r)
	}
	return r
}

// heard are functions, by platform, to which every answer is told.
var heard sync.Map

func (c *caller) get(path string) result { c.p.t.Helper(); return c.do("GET", path, "", nil) }

func (c *caller) form(path string, v url.Values) result {
	return c.do("POST", path, "application/x-www-form-urlencoded", strings.NewReader(v.Encode()))
}

// send sends a body as JSON.
func (c *caller) send(method, path string, body any) result {
	c.p.t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		c.p.t.Fatal(err)
	}
	return c.do(method, path, "application/json", bytes.NewReader(b))
}

func (c *caller) post(path string, body any) result {
	c.p.t.Helper()
	return c.send("POST", path, body)
}

// mails are the outbox's mails to an address, opened, the newest first; not those that were withdrawn.
func (p *platform) mails(address string) []mail.Message {
	p.t.Helper()
	var out []mail.Message
	p.read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		if err != nil {
			return err
		}
		for _, o := range ms {
			if o.Address != address || o.State == store.MailDead && len(o.Body) == 0 {
				continue
			}
			b, err := p.a.Keys.Open(o.Body)
			if err != nil {
				return err
			}
			var m mail.Message
			if err := json.Unmarshal(b, &m); err != nil {
				return err
			}
			out = append(out, m)
		}
		return nil
	})
	return out
}
