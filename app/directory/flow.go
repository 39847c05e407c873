package directory

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"tsunagu/app/auth"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	returnPage = "/directory" // of the screens: the one address to which every directory sends back
	flowCookie = "__Host-directory"
	flowLife   = 10 * time.Minute
	flowMark   = "directory flow\n" // so that nothing else that is sealed opens as a request
)

// Purposes of a way to the directory and back.
const (
	forSignIn = "signin"
	forBind   = "bind"  // by who is signed in, or by an invitation
	forTrial  = "trial" // of a setting that is not in force
	forProof  = "proof" // of who is signed in
)

// flow is one way to the directory and back. It goes along in a cookie of the browser that began it, sealed: only that browser ends it, and
// nothing of what visitors begin is written down. What ended is (directory_used).
type flow struct {
	Purpose   string `json:"p"`
	Directory string `json:"d"`
	Version   int    `json:"v"`
	Door      string `json:"o"`
	User      string `json:"u,omitempty"`
	Session   string `json:"s,omitempty"`
	Link      string `json:"l,omitempty"` // hash of the invitation's key
	State     string `json:"t"`
	Nonce     string `json:"n"`
	Verifier  string `json:"c"`
	Expires   int64  `json:"x"`
}

// directoryWay leads the browser to the directory.
type directoryWay struct {
	Address string `json:"address" doc:"社内の認証基盤のアドレス。ブラウザはここへ移る"`
}

// begin starts a way: the answer leads to the directory, the cookie holds what must come back. hint is the login ID that was typed.
func (a Room) begin(r *web.Request, d *store.Directory, f flow, hint string) (*directoryWay, error) {
	p, style, err := a.discover(r, d)
	if err != nil {
		return nil, problemOf(err)
	}
	c, err := a.oauth(d, p, style)
	if err != nil {
		return nil, err
	}
	f.Directory, f.Version, f.State, f.Nonce, f.Verifier = d.ID, d.Version, auth.NewSecret(), auth.NewSecret(), oauth2.GenerateVerifier()
	f.Expires = a.Store.Now().Add(flowLife).UnixMilli()
	b, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	sealed := base64.RawURLEncoding.EncodeToString(a.Keys.Seal(append([]byte(flowMark), b...)))
	setFlow(r, sealed, int(flowLife/time.Second))
	options := []oauth2.AuthCodeOption{oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)}
	if hint != "" {
		options = append(options, oauth2.SetAuthURLParam("login_hint", hint))
	}
	if len(d.ACR) > 0 {
		options = append(options, oauth2.SetAuthURLParam("acr_values", joined(d.ACR)))
	}
	if f.Purpose == forProof {
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	return &directoryWay{c.AuthCodeURL(f.State, options...)}, nil
}

// flowOf is the way that this browser began and that the state belongs to; errOver. Whatever it was, the browser forgets it.
func (a Room) flowOf(r *web.Request, state string) (*flow, error) {
	c, err := r.Raw.Cookie(flowCookie)
	if err != nil {
		return nil, errOver
	}
	setFlow(r, "", -1)
	sealed, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil {
		return nil, errOver
	}
	plain, err := a.Keys.Open(sealed)
	if err != nil || len(plain) < len(flowMark) || string(plain[:len(flowMark)]) != flowMark {
		return nil, errOver
	}
	var f flow
	if json.Unmarshal(plain[len(flowMark):], &f) != nil || !sameSecret(state, f.State) {
		return nil, errOver
	}
	// The clock may have gone back: a way does not live longer for it.
	if rest := time.UnixMilli(f.Expires).Sub(a.Store.Now()); rest <= 0 || rest > flowLife {
		return nil, errOver
	}
	return &f, nil
}

// once marks the way as used, before anything is asked of the directory: a second answer for it finds it used.
func (a Room) once(ctx context.Context, f *flow) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		return duplicateIs(tx.UseDirectoryOnce(auth.HashSecret(f.State), time.UnixMilli(f.Expires)), errOver)
	})
}

func setFlow(r *web.Request, value string, age int) {
	http.SetCookie(r.W, &http.Cookie{Name: flowCookie, Value: value, Path: "/", Secure: true, HttpOnly: true,
		SameSite: http.SameSiteStrictMode, MaxAge: age})
}

func sameSecret(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
