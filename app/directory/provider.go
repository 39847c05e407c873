package directory

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	maxAnswer  = 1 << 20
	documents  = 10 * time.Minute // how long a directory's document and keys are believed; a key that is new is fetched at once
	afterwards = 10 * time.Second // how long nobody asks again whom nobody reached
	leeway     = time.Minute      // of clocks
	oldToken   = 5 * time.Minute  // an ID token is made for the request that brought it
)

// patience is how long one request to a directory may take, from the name of its machine to the last byte.
var patience = 5 * time.Second

var (
	errUnreached = errors.New("directory: not reached")
	errRefused   = errors.New("directory: refused")
)

// directories are the documents and keys of directories, by the version of a setting.
type directories struct {
	mu sync.Mutex
	m  map[versionKey]*known
}

type versionKey struct {
	id      string
	version int
}

// known is what a directory says of itself.
type known struct {
	mu       sync.Mutex
	provider *oidc.Provider
	style    oauth2.AuthStyle
	at       time.Time // of the document
	failed   time.Time // when it was not reached
}

// maxKnown bounds the memory: beyond it all is forgotten and fetched again.
const maxKnown = 1000

func (a Room) known(d *store.Directory) *known {
	s := web.StateOf[directories](a.Platform)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m == nil || len(s.m) > maxKnown {
		s.m = map[versionKey]*known{}
	}
	k := versionKey{d.ID, d.Version}
	if s.m[k] == nil {
		s.m[k] = &known{}
	}
	return s.m[k]
}

// discover returns the directory's own document (OpenID Connect Discovery 1.0). It is asked once for all who wait for it.
func (a Room) discover(ctx context.Context, d *store.Directory) (*oidc.Provider, oauth2.AuthStyle, error) {
	k, now := a.known(d), a.Store.Now()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.provider != nil && now.Sub(k.at).Abs() < documents {
		return k.provider, k.style, nil
	}
	if !k.failed.IsZero() && now.Sub(k.failed).Abs() < afterwards {
		return nil, 0, errUnreached
	}
	ctx, cancel := context.WithTimeout(oidc.ClientContext(context.WithoutCancel(ctx), a.client()), patience)
	defer cancel()
	p, err := oidc.NewProvider(ctx, d.Issuer)
	var says struct {
		Methods []string `json:"token_endpoint_auth_methods_supported"`
		Keys    string   `json:"jwks_uri"`
	}
	if err == nil {
		err = p.Claims(&says)
	}
	if err == nil {
		for _, address := range []string{p.Endpoint().AuthURL, p.Endpoint().TokenURL, says.Keys} {
			if why := a.whyNotAddress(address); why != "" {
				err = errors.New("directory: " + why)
			}
		}
	}
	if err != nil {
		k.failed = now
		a.Log.Warn("a directory does not answer as one", "directory", d.ID, "err", kindOf(err))
		return nil, 0, errUnreached
	}
	k.provider, k.at, k.failed, k.style = p, now, time.Time{}, oauth2.AuthStyleInHeader // client_secret_basic where nothing is said
	if len(says.Methods) > 0 && !slices.Contains(says.Methods, "client_secret_basic") {
		k.style = oauth2.AuthStyleInParams
	}
	return p, k.style, nil
}

// kindOf says of an error what may stand in the log: no address and nothing of an answer.
func kindOf(err error) string {
	var n net.Error
	if errors.As(err, &n) && n.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return "timeout"
	}
	var o *net.OpError
	if errors.As(err, &o) {
		return "connection"
	}
	return "answer"
}

// whyNotAddress says why the server does not ask an address; "" where it does. Without encryption only this very machine is asked, and only
// by a network that runs on it for a try.
func (a Room) whyNotAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return "アドレスの形が正しくありません。"
	}
	here := isLoopback(u.Hostname())
	if u.Scheme == "https" && !here || a.isTry() && here && (u.Scheme == "http" || u.Scheme == "https") {
		return ""
	}
	return "https:// で始まるアドレスを入力してください。"
}

// isTry: the network is the demo or runs for its own machine alone.
func (a Room) isTry() bool {
	u, err := url.Parse(a.BaseURL)
	return a.Demo || err == nil && isLoopback(u.Hostname())
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && ip.Unmap().IsLoopback()
}

// client asks a directory: no redirect is followed, no proxy of the environment used, no long answer read. A directory often stands in a
// private network, which is allowed; the machine's own services are not.
func (a Room) client() *http.Client {
	t := &http.Transport{DialContext: (&net.Dialer{Timeout: patience, Control: a.outward}).DialContext, DisableKeepAlives: true,
		TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}, TLSHandshakeTimeout: patience, MaxResponseHeaderBytes: 64 << 10}
	return &http.Client{Transport: bounded{t, a}, Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// outward refuses addresses at which only machines' own services answer: a name may lead anywhere.
func (a Room) outward(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	ip := to.Addr().Unmap()
	if ip.IsLinkLocalUnicast() || ip.IsMulticast() || ip.IsUnspecified() || ip.IsLoopback() && !a.isTry() {
		return errors.New("directory: an address of this machine's own network interface")
	}
	return nil
}

// bounded asks allowed addresses alone and cuts answers.
type bounded struct {
	next *http.Transport
	room Room
}

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if why := b.room.whyNotAddress(r.URL.String()); why != "" {
		return nil, errRefused
	}
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", "")
	res, err := b.next.RoundTrip(r)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(res.Body, maxAnswer), res.Body}
	}
	return res, err
}

// oauth is the client that the directory knows.
func (a Room) oauth(d *store.Directory, p *oidc.Provider, style oauth2.AuthStyle) (*oauth2.Config, error) {
	secret, err := a.Keys.Open(d.ClientSecret)
	if err != nil {
		return nil, err
	}
	e := p.Endpoint()
	e.AuthStyle = style
	return &oauth2.Config{ClientID: d.ClientID, ClientSecret: string(secret), Endpoint: e, RedirectURL: a.BaseURL + returnPage,
		Scopes: []string{oidc.ScopeOpenID}}, nil
}

// person is whom a directory's ID token means, and how he signed in there.
type person struct {
	subject, sid string
	signedIn     time.Time // auth_time; zero where it is not said
}

// refusal is why an ID token is not good enough, for the log; what is told to whom is decided elsewhere.
type refusal string

func (r refusal) Error() string { return "directory: " + string(r) }

// Refusals of the demands, which are no faults of the way.
const (
	lacksACR   refusal = "acr"
	lacksAMR   refusal = "amr"
	lacksGroup refusal = "group"
)

// whoIs exchanges the code for an ID token and verifies it (OpenID Connect Core 1.0, 3.1.3.7).
func (a Room) whoIs(ctx context.Context, d *store.Directory, code, verifier, nonce string) (*person, error) {
	p, style, err := a.discover(ctx, d)
	if err != nil {
		return nil, err
	}
	c, err := a.oauth(d, p, style)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, a.client()), patience)
	defer cancel()
	token, err := c.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		var answered *oauth2.RetrieveError
		if errors.As(err, &answered) && answered.Response.StatusCode < 500 {
			return nil, refusal("exchange")
		}
		return nil, errUnreached
	}
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return nil, refusal("no token")
	}
	t, err := a.verifier(p, d).Verify(ctx, raw)
	if err != nil {
		return nil, refusal("token")
	}
	if t.AccessTokenHash != "" && t.VerifyAccessToken(token.AccessToken) != nil {
		return nil, refusal("access token")
	}
	return a.personOf(d, t, nonce)
}

// verifier checks signature, issuer and audience; times are checked by this room, on the network's clock.
func (a Room) verifier(p *oidc.Provider, d *store.Directory) *oidc.IDTokenVerifier {
	return p.Verifier(&oidc.Config{ClientID: d.ClientID, SkipExpiryCheck: true})
}

// claims are those that this room reads.
type claims struct {
	AuthorizedParty string          `json:"azp"`
	NotBefore       int64           `json:"nbf"`
	ACR             string          `json:"acr"`
	AMR             json.RawMessage `json:"amr"`
	AuthTime        int64           `json:"auth_time"`
	SID             string          `json:"sid"`
}

func (a Room) personOf(d *store.Directory, t *oidc.IDToken, nonce string) (*person, error) {
	var c claims
	var all map[string]json.RawMessage
	if t.Claims(&c) != nil || t.Claims(&all) != nil {
		return nil, refusal("claims")
	}
	now := a.Store.Now()
	switch {
	case nonce == "" || !sameSecret(t.Nonce, nonce):
		return nil, refusal("nonce")
	case len(t.Audience) > 1 && c.AuthorizedParty == "" || c.AuthorizedParty != "" && c.AuthorizedParty != d.ClientID:
		return nil, refusal("authorized party")
	case t.Subject == "" || len(t.Subject) > 255 || len(c.SID) > 255:
		return nil, refusal("subject")
	case !now.Before(t.Expiry.Add(leeway)):
		return nil, refusal("expired")
	case t.IssuedAt.After(now.Add(leeway)) || c.NotBefore > now.Add(leeway).Unix():
		return nil, refusal("from the future")
	case now.Sub(t.IssuedAt) > oldToken:
		return nil, refusal("old")
	case len(d.ACR) > 0 && !slices.Contains(d.ACR, c.ACR):
		return nil, lacksACR
	}
	amr := texts(c.AMR)
	for _, want := range d.AMR {
		if !slices.Contains(amr, want) {
			return nil, lacksAMR
		}
	}
	if d.GroupClaim != "" && !slices.ContainsFunc(texts(all[d.GroupClaim]), func(g string) bool { return slices.Contains(d.GroupValues, g) }) {
		return nil, lacksGroup
	}
	who := &person{subject: t.Subject, sid: c.SID}
	if c.AuthTime > 0 {
		who.signedIn = time.Unix(c.AuthTime, 0)
	}
	return who, nil
}

// texts reads a claim that is a text or a list of them.
func texts(raw json.RawMessage) []string {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	return nil
}
