package app

import (
	"io/fs"
	"log/slog"
	"net/netip"
	"net/url"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tsunagu/app/auth"
	"tsunagu/app/mail"
	"tsunagu/app/render"
	"tsunagu/store"
)

// Config is what main wires together.
type Config struct {
	Store     *store.Store
	Keys      *auth.Keys
	Log       *slog.Logger
	UI        fs.FS          // the built screens; nil with Vite
	Vite      *url.URL       // a running Vite to pass pages on to (-dev)
	BaseURL   string         // origin that stands in mailed links, without a slash at its end
	SMTP      *mail.SMTP     // nil: mail waits in the outbox
	MailFrom  string         // sender's address
	BackupDir string         // where backups go; "" is in the data folder
	Demo      bool           // shows its mails at /mail and marks every page
	FreeCode  bool           // the office needs no second step: the demo's published logins go in with the password alone
	Proxies   []netip.Prefix // where our own proxies call from: their X-Forwarded-For and -Proto are believed
	Metrics   *Metrics       // nil: nobody counts
	Render    *render.Pool   // draws the pages of documents; nil: nobody does
	Version   string

	// ResetAnswerTime is how long an answer about a forgotten password takes, whoever asks; 0 is the usual.
	ResetAnswerTime time.Duration
}

// Platform is what every room stands on: the database, the keys, the call table, and what lives in the
// process for all of them. Safe for concurrent use.
type Platform struct {
	Config
	hasher *auth.Hasher
	api    huma.API
	table  []call
	gate   func(*request, *door) error // reads who is calling; the sign-in's
	jobs   func() []*job               // the table of all jobs
	// companyEnded ends what a company that was just disabled has open; the negotiations'.
	companyEnded func(*store.Tx, actor, *store.Company) error
	wake         chan struct{} // a mail was queued
	judging      chan struct{} // uploads that are looked into

	throttle throttle     // of what a visitor may do without signing in
	latest   atomic.Int64 // see keepEnded
	jobRunner
	states sync.Map // see stateOf
}

// groundOf is the ground of a platform; its table of calls is empty yet.
func groundOf(c Config) *Platform {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Store != nil && c.BackupDir == "" {
		c.BackupDir = filepath.Join(c.Store.Dir(), BackupDir)
	}
	p := &Platform{Config: c, wake: make(chan struct{}, 1), judging: make(chan struct{}, filesJudged), jobRunner: jobRunner{jobWake: make(chan struct{}, 1)}}
	if c.Keys != nil { // nil where only the call table is wanted
		p.hasher = auth.NewHasher(c.Keys, runtime.NumCPU())
	}
	if c.Metrics != nil {
		c.Metrics.registry.MustRegister(standing{p})
	}
	return p
}

// stateOf is what a room keeps in the process: one T a platform, which begins at its zero value.
func stateOf[T any](p *Platform) *T {
	key := reflect.TypeFor[T]()
	v, ok := p.states.Load(key)
	if !ok {
		v, _ = p.states.LoadOrStore(key, new(T))
	}
	return v.(*T)
}
