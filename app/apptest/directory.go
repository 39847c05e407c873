package apptest

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"io"
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

// Directory is a bank's directory: the OpenID provider of zitadel, over HTTP on this machine. What it says may be twisted on its way, as a
// directory that is set up wrong or hostile would say it.
type Directory struct {
	t      testing.TB
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
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Directory{t: t, Issuer: "http://" + l.Addr().String()}
	p.Rotate()
	who := directoryPeople{}
	for _, name := range []string{"sato", "suzuki", "admin", "takahashi"} {
		who[name] = &storage.User{ID: "sub-" + name, Username: name, Password: "right", Email: name + "@a.example.jp", EmailVerified: true}
	}
	clients := map[string]*storage.Client{DirectoryClient: storage.WebClient(DirectoryClient, DirectorySecret, DirectoryReturn)}
	inner := exampleop.SetupServer(p.Issuer, storage.NewStorageWithClients(who, clients), slog.New(slog.DiscardHandler), false)
	p.Server = &httptest.Server{Listener: l, Config: &http.Server{Handler: p.around(inner)}}
	p.Server.Start()
	t.Cleanup(p.Server.Close)
	return p
}

// Rotate gives the directory another key.
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
		case "/keys":
			p.keys(w)
		case "/oauth/token":
			p.token(w, r, inner)
		default:
			inner.ServeHTTP(w, r)
		}
	})
}

func (p *Directory) keys(w http.ResponseWriter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	set := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &p.Key.PublicKey, KeyID: p.KeyID, Algorithm: "RS256", Use: "sig"}}}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(set)
}

func (p *Directory) token(w http.ResponseWriter, r *http.Request, inner http.Handler) {
	rec := httptest.NewRecorder()
	inner.ServeHTTP(rec, r)
	var answer map[string]any
	if rec.Code == 200 && json.Unmarshal(rec.Body.Bytes(), &answer) == nil {
		p.Tokens.Add(1)
		_, rest, _ := strings.Cut(answer["id_token"].(string), ".")
		middle, _, _ := strings.Cut(rest, ".")
		b, _ := base64.RawURLEncoding.DecodeString(middle)
		claims := map[string]any{}
		dec := json.NewDecoder(bytes.NewReader(b))
		dec.UseNumber()
		_ = dec.Decode(&claims)
		answer["id_token"] = p.Signed(claims)
		rec.Body.Reset()
		_ = json.NewEncoder(rec.Body).Encode(answer)
	}
	for k, v := range rec.Header() {
		if k != "Content-Length" {
			w.Header()[k] = v
		}
	}
	w.WriteHeader(rec.Code)
	_, _ = io.Copy(w, rec.Body)
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
// back.
func (p *Directory) LogIn(address, name string) url.Values {
	p.t.Helper()
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if strings.HasPrefix(r.URL.String(), DirectoryReturn) {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	res, err := c.Get(address)
	if err != nil {
		p.t.Fatal(err)
	}
	page, _ := io.ReadAll(res.Body)
	res.Body.Close()
	id := res.Request.URL.Query().Get("authRequestID")
	if id == "" {
		p.t.Fatalf("no login page at %s: %d %s", address, res.StatusCode, page)
	}
	res, err = c.PostForm(p.Issuer+"/login/username", url.Values{"id": {id}, "username": {name}, "password": {"right"}})
	if err != nil {
		p.t.Fatal(err)
	}
	res.Body.Close()
	back, err := url.Parse(res.Header.Get("Location"))
	if err != nil || back.Query().Get("code") == "" {
		p.t.Fatalf("no way back: %d %s", res.StatusCode, res.Header.Get("Location"))
	}
	return back.Query()
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
