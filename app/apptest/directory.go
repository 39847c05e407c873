package apptest

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"

	"tsunagu/store"
)

// What a network is to a directory of a test.
const (
	DirectoryClient = "tsunagu"
	DirectorySecret = "secret-of-the-client"
	DirectoryReturn = "http://localhost:8080/directory"
)

// directoryPeople are those of a directory, by the names that they type there.
type directoryPeople map[string]*storage.User

func (p directoryPeople) GetUserByID(id string) *storage.User {
	for _, u := range p {
		if u.ID == id {
			return u
		}
	}
	return nil
}
func (p directoryPeople) GetUserByUsername(name string) *storage.User { return p[name] }
func (directoryPeople) ExampleClientID() string                       { return "service" }

// DirectoryOther is another client of a directory, which sends back to the same address.
const DirectoryOther = "other-client"

// Directory is a bank's directory over HTTP on this machine: the OpenID provider of zitadel in this process, or that of Node in one of its
// own (NewNodeDirectory). What it says may be twisted on its way, as a directory that is set up wrong or hostile would say it.
type Directory struct {
	t      testing.TB
	node   *nodeProcess // nil for zitadel's
	Server *httptest.Server
	Issuer string

	mu     sync.Mutex
	Key    *rsa.PrivateKey
	KeyID  string
	Twist  func(claims map[string]any) // of the ID token, which is signed anew with the directory's own key then
	Sign   func(claims []byte) string  // in the place of the directory's key
	Dead   atomic.Bool                 // closes every connection
	Slow   atomic.Bool                 // does not answer until it is not slow any more
	Asked  atomic.Int32                // requests of the server
	Tokens atomic.Int32                // requests for tokens that were answered with one
}

// NewDirectory starts one.
func NewDirectory(t testing.TB) *Directory {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	p, l := directoryAt(t)
	who := directoryPeople{}
	for _, name := range []string{"sato", "suzuki", "admin", "takahashi"} {
		who[name] = &storage.User{ID: "sub-" + name, Username: name, Password: "right", Email: name + "@a.example.jp", EmailVerified: true}
	}
	clients := map[string]*storage.Client{DirectoryClient: storage.WebClient(DirectoryClient, DirectorySecret, DirectoryReturn),
		DirectoryOther: storage.WebClient(DirectoryOther, DirectorySecret, DirectoryReturn)}
	inner := exampleop.SetupServer(p.Issuer, storage.NewStorageWithClients(who, clients), slog.New(slog.DiscardHandler), false)
	p.serve(l, inner)
	return p
}

func directoryAt(t testing.TB) (*Directory, net.Listener) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Directory{t: t, Issuer: "http://" + l.Addr().String()}
	p.Rotate()
	return p, l
}

func (p *Directory) serve(l net.Listener, inner http.Handler) {
	p.Server = &httptest.Server{Listener: l, Config: &http.Server{Handler: p.around(inner), ErrorLog: log.New(io.Discard, "", 0)}}
	p.Server.Start()
	p.t.Cleanup(p.Server.Close)
}

// Rotate gives the directory another key; a Node one that with which twisted tokens are signed (Restart gives it another of its own).
func (p *Directory) Rotate() {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Key, p.KeyID = key, "key-"+rand.Text()
}

// around puts the directory's own key, and what is twisted, around what zitadel answers.
func (p *Directory) around(inner http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.Asked.Add(1)
		if p.Dead.Load() {
			panic(http.ErrAbortHandler)
		}
		for p.Slow.Load() {
			select {
			case <-r.Context().Done():
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
		switch r.URL.Path {
		case "/keys", "/jwks":
			p.keys(w, r, inner)
		case "/oauth/token", "/token":
			p.token(w, r, inner)
		default:
			inner.ServeHTTP(w, r)
		}
	})
}

func (p *Directory) keys(w http.ResponseWriter, r *http.Request, inner http.Handler) {
	var set jose.JSONWebKeySet
	if p.node != nil {
		if !p.isTwisted() {
			inner.ServeHTTP(w, r)
			return
		}
		rec := httptest.NewRecorder()
		inner.ServeHTTP(rec, r)
		_ = json.Unmarshal(rec.Body.Bytes(), &set)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	set.Keys = append(set.Keys, jose.JSONWebKey{Key: &p.Key.PublicKey, KeyID: p.KeyID, Algorithm: "RS256", Use: "sig"})
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(set)
}

func (p *Directory) token(w http.ResponseWriter, r *http.Request, inner http.Handler) {
	rec := httptest.NewRecorder()
	inner.ServeHTTP(rec, r)
	var answer map[string]any
	if rec.Code == 200 && json.Unmarshal(rec.Body.Bytes(), &answer) == nil {
		p.Tokens.Add(1)
		if p.node == nil || p.isTwisted() {
			p.signAnew(answer)
			rec.Body.Reset()
			_ = json.NewEncoder(rec.Body).Encode(answer)
		}
	}
	for k, v := range rec.Header() {
		if k != "Content-Length" {
			w.Header()[k] = v
		}
	}
	w.WriteHeader(rec.Code)
	_, _ = io.Copy(w, rec.Body)
}

// isTwisted: a Node directory's tokens go on as they are, unless something is twisted.
func (p *Directory) isTwisted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Twist != nil || p.Sign != nil
}

func (p *Directory) signAnew(answer map[string]any) {
	_, rest, _ := strings.Cut(answer["id_token"].(string), ".")
	middle, _, _ := strings.Cut(rest, ".")
	b, _ := base64.RawURLEncoding.DecodeString(middle)
	claims := map[string]any{}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	_ = dec.Decode(&claims)
	answer["id_token"] = p.Signed(claims)
}

// Signed is a token of the directory's with these claims, twisted.
func (p *Directory) Signed(claims map[string]any) string {
	p.mu.Lock()
	twist, sign := p.Twist, p.Sign
	p.mu.Unlock()
	if twist != nil {
		twist(claims)
	}
	b, _ := json.Marshal(claims)
	if sign != nil {
		return sign(b)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return SignedBy(p.t, p.Key, p.KeyID, b)
}

func SignedBy(t testing.TB, key *rsa.PrivateKey, keyID string, claims []byte) string {
	return SignedWith(t, jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: key, KeyID: keyID}}, claims)
}

// SignedWith is a token of the claims under any key and algorithm.
func SignedWith(t testing.TB, key jose.SigningKey, claims []byte) string {
	s, err := jose.NewSigner(key, nil)
	if err != nil {
		t.Fatal(err)
	}
	j, err := s.Sign(claims)
	if err != nil {
		t.Fatal(err)
	}
	out, err := j.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// LogIn is what a person's browser does at the directory: from the address to which the network sent it to the one to which it is sent
// back. Each time it is another browser.
func (p *Directory) LogIn(address, name string) url.Values {
	p.t.Helper()
	return p.LogInBy(p.Window(), address, name)
}

// Window is a browser of somebody's at the directory.
func (p *Directory) Window() *http.Client {
	jar, _ := cookiejar.New(nil)
	return &http.Client{Jar: jar, Timeout: nodePatience, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(r.URL.String(), DirectoryReturn) {
			return http.ErrUseLastResponse
		}
		return nil
	}}
}

// LogInBy goes to an address in a browser, which the directory may know: then nobody types anything.
func (p *Directory) LogInBy(c *http.Client, address, name string) url.Values {
	p.t.Helper()
	q, isAsked := p.Visit(c, address, name)
	if q.Get("code") == "" {
		p.t.Fatalf("no way back: %v, asked: %v", q, isAsked)
	}
	return q
}

// Visit is LogInBy where the directory may refuse: what comes back, and whether it asked who it is.
func (p *Directory) Visit(c *http.Client, address, name string) (back url.Values, isAsked bool) {
	p.t.Helper()
	res, err := c.Get(address)
	if err != nil {
		p.t.Fatal(err)
	}
	page, _ := io.ReadAll(res.Body)
	res.Body.Close()
	if res.Header.Get("Location") == "" && res.StatusCode == http.StatusOK {
		isAsked = true
		form := url.Values{"username": {name}, "password": {"right"}}
		to := res.Request.URL.String()
		if p.node == nil {
			form.Set("id", res.Request.URL.Query().Get("authRequestID"))
			to = p.Issuer + "/login/username"
		}
		if res, err = c.PostForm(to, form); err != nil {
			p.t.Fatal(err)
		}
		page, _ = io.ReadAll(res.Body)
		res.Body.Close()
	}
	to, err := url.Parse(res.Header.Get("Location"))
	if err != nil {
		p.t.Fatal(err)
	}
	if to.RawQuery == "" {
		p.t.Logf("the directory: %d %.300s", res.StatusCode, page)
	}
	return to.Query(), isAsked
}

// SetTwist changes what the directory says of people from now on; nil for nothing.
func (p *Directory) SetTwist(f func(claims map[string]any)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Twist = f
}

// InForce makes it an institution's directory at once, on the network's clock, for login IDs of a domain.
func (p *Directory) InForce(on *Platform, institution, domain string) *store.Directory {
	p.SetTwist(func(c map[string]any) {
		now := on.Clock.Now().Unix()
		c["iat"], c["exp"], c["auth_time"] = now, now+600, now
	})
	d := &store.Directory{InstitutionID: institution, State: store.DirectoryInForce, Issuer: p.Issuer, ClientID: DirectoryClient,
		ClientSecret: on.App.Keys.Seal([]byte(DirectorySecret)), Domains: []string{domain}}
	on.Write(func(tx *store.Tx) error {
		if err := tx.PutDirectory(d, ""); err != nil {
			return err
		}
		return tx.PutDirectoryDomains(d.ID, d.Domains)
	})
	return d
}

// Bind binds a user to one of the directory's people.
func (p *Directory) Bind(on *Platform, u *store.User, name string) {
	on.Write(func(tx *store.Tx) error {
		return tx.BindDirectory(&store.DirectoryBinding{UserID: u.ID, InstitutionID: u.ClientID, Issuer: p.Issuer, Subject: "sub-" + name})
	})
}

// PageWindow is a browser at the screens.
func PageWindow(p *Platform) *Browser {
	return &Browser{P: p, Origin: "http://localhost:8080", Cookies: map[string]*http.Cookie{}}
}

// Post sends JSON as a page of ours does.
func (b *Browser) Post(path string, in any) Result {
	b.P.T.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		b.P.T.Fatal(err)
	}
	return b.Do("POST", path, "application/json", string(body), map[string]string{"Sec-Fetch-Site": "same-origin"})
}
