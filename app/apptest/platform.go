package apptest

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

	"tsunagu/app"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/public"
	"tsunagu/app/signin"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/storetest"
)

// Platform is the real router over a real SQLite file, with a clock that the test sets.
type Platform struct {
	T     testing.TB
	App   *app.App
	Clock *storetest.Clock
}

// InRepository is a path of the repository, from wherever a test runs.
func InRepository(path string) string {
	for up := "."; ; up = filepath.Join("..", up) {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return filepath.Join(up, path)
		}
	}
}

const TestPassword = "Tsunagu-test1"

func NewPlatform(t testing.TB) *Platform {
	clock := &storetest.Clock{}
	return NewPlatformOn(t, storetest.New(t, clock), clock, web.Config{})
}

// PasswordCost is the least that a stored hash may have: tests sign in by the thousand, and the standard took half of
// their time.
var PasswordCost = auth.Cost{Memory: 1024, Time: 1}

// NewPlatformOn is a platform on the store s, configured by c where it differs from the usual.
func NewPlatformOn(t testing.TB, s *store.Store, clock *storetest.Clock, c web.Config) *Platform {
	keys, err := auth.LoadKeys(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	// The office signs in without a second step, as in the demo; the tests of the second step change
	// that.
	c.Store, c.Keys, c.BaseURL, c.MailFrom, c.FreeCode = s, keys, "http://localhost:8080", "office@network.example.jp", true
	if c.Render == nil {
		c.Render = TestRender
	}
	c.PasswordCost = PasswordCost
	p := &Platform{t, app.New(c), clock}
	p.App.ResetAnswerTime = -1 // no constant answer time, which only slows the tests
	p.Write(func(tx *store.Tx) error {
		return public.SetUpNetwork(tx, "試験ネットワーク", "office@network.example.jp")
	})
	return p
}

func (p *Platform) Write(f func(*store.Tx) error) {
	p.T.Helper()
	if err := p.App.Store.Write(context.Background(), f); err != nil {
		p.T.Fatal(err)
	}
}

func (p *Platform) Read(f func(*store.Q) error) {
	p.T.Helper()
	if err := p.App.Store.Read(context.Background(), f); err != nil {
		p.T.Fatal(err)
	}
}

// Institution creates a member institution and returns its id.
func (p *Platform) Institution(code, name string) string {
	i := &store.Institution{Code: code, Name: name, ShortName: name, Status: 1}
	p.Write(func(tx *store.Tx) error { return tx.CreateInstitution(i, "") })
	return i.ID
}

// User creates an enabled user who can sign in with TestPassword.
func (p *Platform) User(role deal.Role, clientID, loginID string) *store.User {
	hash, err := p.App.Hasher.Hash(context.Background(), TestPassword)
	if err != nil {
		p.T.Fatal(err)
	}
	clientType := map[deal.Role]int{deal.RoleBUY: 1, deal.RoleSEL: 2, deal.RoleFIN: 3, deal.RoleFAD: 3, deal.RoleADM: 9}[role]
	u := &store.User{Role: int(role), ClientType: clientType, ClientID: clientID, LoginID: loginID, LoginFolded: auth.FoldLoginID(loginID),
		UserName: "利用者 " + loginID,
		Status:   int(deal.UserEnabled), PasswordHash: hash, RegistSendMail: true, Approver: int(deal.ApproverConfirmed)}
	p.Write(func(tx *store.Tx) error { return tx.CreateUser(u, "") })
	return u
}

// Caller makes calls with a user's token, or with "" as a visitor.
type Caller struct {
	P     *Platform
	Token string
	// IsStale leaves a caller with the proof that he has; others prove who they are where a call asks, and make it again.
	IsStale bool
}

func (p *Platform) Visitor() *Caller { return &Caller{P: p} }

// SignIn signs in over HTTP as a client that is no browser.
func (p *Platform) SignIn(loginID string) *Caller {
	p.T.Helper()
	res := p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {loginID}, "password": {TestPassword}})
	if res.Status != 200 {
		p.T.Fatalf("sign in as %s: %d %s", loginID, res.Status, res.Body)
	}
	return &Caller{P: p, Token: res.JSON()["token"].(string)}
}

type Result struct {
	p      *Platform // that answered
	T      testing.TB
	Status int
	Header http.Header
	Body   string
}

func (r Result) JSON() map[string]any {
	r.T.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(r.Body), &v); err != nil {
		r.T.Fatalf("%v in %q", err, r.Body)
	}
	return v
}

// Text is the answer if it is one JSON string, such as an id.
func (r Result) Text() string {
	r.T.Helper()
	var s string
	if err := json.Unmarshal([]byte(r.Body), &s); err != nil {
		r.T.Fatalf("%v in %d %q", err, r.Status, r.Body)
	}
	return s
}

// Want fails unless the status is the given one.
func (r Result) Want(status int) Result {
	r.T.Helper()
	if r.Status != status {
		r.T.Fatalf("status %d, want %d: %s", r.Status, status, r.Body)
	}
	return r
}

// Has and HasNot check that texts are, or are not, in the answer.
func (r Result) Has(texts ...string) Result {
	r.T.Helper()
	for _, s := range texts {
		if !strings.Contains(r.Body, s) {
			r.T.Errorf("answer lacks %q: %s", s, r.Body)
		}
	}
	return r
}

func (r Result) HasNot(texts ...string) Result {
	r.T.Helper()
	for _, s := range texts {
		if strings.Contains(r.Body, s) {
			r.T.Errorf("answer must not hold %q: %s", s, r.Body)
		}
	}
	return r
}

func (c *Caller) Do(method, path, contentType string, body io.Reader) Result {
	c.P.T.Helper()
	again, canRepeat := body.(io.Seeker)
	w := c.try(method, path, contentType, body)
	isAsked := w.Code == http.StatusForbidden && strings.Contains(w.Body.String(), signin.ErrProofNeeded.Code)
	if isAsked && !c.IsStale && (body == nil || canRepeat) {
		c.P.Prove(c.Token)
		if canRepeat {
			if _, err := again.Seek(0, io.SeekStart); err != nil {
				c.P.T.Fatal(err)
			}
		}
		w = c.try(method, path, contentType, body)
	}
	r := Result{p: c.P, T: c.P.T, Status: w.Code, Header: w.Header(), Body: w.Body.String()}
	address, _, _ := strings.Cut(path, "?")
	if op := c.P.App.OperationOf(web.Call{Method: method, Path: address}); op != nil && op.Responses[strconv.Itoa(w.Code)] == nil {
		c.P.T.Errorf("%s %s answers %d, which its description does not tell of: %s", method, address, w.Code,
			web.Truncate(w.Body.String(), 300))
	}
	if f, ok := Heard.Load(c.P); ok {
		f.(func(*Caller, string, Result))(c, method+" "+path, r)
	}
	return r
}

func (c *Caller) try(method, path, contentType string, body io.Reader) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, path, body)
	req.Host = "localhost:8080"
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	w := httptest.NewRecorder()
	c.P.App.ServeHTTP(w, req)
	return w
}

// Prove makes a token's session one whose user has just proved who he is.
func (p *Platform) Prove(token string) {
	p.T.Helper()
	p.Write(func(tx *store.Tx) error { return tx.ProveSession(p.SessionOf(token), store.MethodPassword) })
}

// SessionOf is the session of a token of either door.
func (p *Platform) SessionOf(token string) string {
	p.T.Helper()
	for _, door := range []*web.Door{web.PlatformDoor, web.OfficeDoor} {
		if claims, err := p.App.Keys.Parse(token, door.Audience, p.Clock.Now()); err == nil {
			return claims.SessionID
		}
	}
	p.T.Fatal("the token is of no session")
	return ""
}

// Heard are functions, by platform, that are called with every answer.
var Heard sync.Map

func (c *Caller) Get(path string) Result { c.P.T.Helper(); return c.Do("GET", path, "", nil) }

func (c *Caller) Form(path string, v url.Values) Result {
	return c.Do("POST", path, "application/x-www-form-urlencoded", strings.NewReader(v.Encode()))
}

// Send sends a body as JSON.
func (c *Caller) Send(method, path string, body any) Result {
	c.P.T.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		c.P.T.Fatal(err)
	}
	return c.Do(method, path, "application/json", bytes.NewReader(b))
}

func (c *Caller) Post(path string, body any) Result {
	c.P.T.Helper()
	return c.Send("POST", path, body)
}

// Mails are the decrypted mails to an address in the outbox, the newest first, without sent and withdrawn ones. One that several
// things were gathered in stands there once for each, under its kind.
func (p *Platform) Mails(address string) []mail.Message {
	p.T.Helper()
	var out []mail.Message
	p.Read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		if err != nil {
			return err
		}
		for _, o := range ms {
			if o.Address != address || len(o.Body) == 0 {
				continue
			}
			b, err := p.App.Keys.Open(o.Body)
			if err != nil {
				return err
			}
			var m mail.Message
			if err := json.Unmarshal(b, &m); err != nil {
				return err
			}
			for _, kind := range Tells(p.T, &o) {
				m.Kind = kind
				out = append(out, m)
			}
		}
		return nil
	})
	return out
}
