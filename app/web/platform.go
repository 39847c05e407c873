package web

import (
	"crypto/x509"
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
	SMTP      *mail.SMTP     // of the start command; nil: the one set in the console, if any
	SMTPRoots *x509.CertPool // that the console's mail server is checked with; nil: the system's
	MailFrom  string         // sender's address of the start command
	BackupDir string         // where backups go; "" is in the data folder
	DailyDir  string         // where the daily files of the logs go (papers.md 4); "" for nowhere
	Demo      bool           // shows its mails at /mail and marks every page
	FreeCode  bool           // the office needs no second step: the demo's published logins go in with the password alone
	Proxies   []netip.Prefix // where our own proxies call from: their X-Forwarded-For and -Proto are believed
	Metrics   *Metrics       // nil: nobody counts
	Render    *render.Pool   // draws the pages of documents; nil: nobody does
	Version   string

	PasswordCost auth.Cost // zero: the standard

	// ResetAnswerTime is how long an answer about a forgotten password takes, whoever asks; 0 is the usual.
	ResetAnswerTime time.Duration
}

// Platform is what every room stands on: the database, the keys, the call table, and what lives in the
// process for all of them. Safe for concurrent use.
type Platform struct {
	Config
	Hasher *auth.Hasher
	API    huma.API
	Table  []Call
	Bodies []Body                     // of the table's calls
	Gate   func(*Request, Call) error // reads who is calling and whether he may; the sign-in's
	Jobs   func() []*Job              // the table of all jobs
	// CompanyEnded ends what a company that was just disabled has open; the negotiations'.
	CompanyEnded func(*store.Tx, Actor, *store.Company) error
	Wake         chan struct{} // a mail was queued
	judging      chan struct{} // uploads that are looked into

	Throttle Throttle     // of what a visitor may do without signing in
	Latest   atomic.Int64 // see keepEnded
	jobRunner
	states sync.Map // see StateOf
}

// NewPlatform is the ground of a platform; its table of calls is empty yet.
func NewPlatform(c Config) *Platform {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Store != nil && c.BackupDir == "" {
		c.BackupDir = filepath.Join(c.Store.Dir(), BackupDir)
	}
	p := &Platform{Config: c, Wake: make(chan struct{}, 1), judging: make(chan struct{}, filesJudged),
		jobRunner: jobRunner{jobWake: make(chan struct{}, 1)}}
	if c.Keys != nil { // nil where only the call table is wanted
		p.Hasher = auth.NewHasher(c.Keys, runtime.NumCPU(), c.PasswordCost)
	}
	if c.Metrics != nil {
		c.Metrics.Registry.Unregister(standing{p}) // a process may lead a network several times, each with a platform of its own
		c.Metrics.Registry.MustRegister(standing{p})
	}
	return p
}

// StateOf is what a room keeps in the process: one T a platform, which begins at its zero value.
func StateOf[T any](p *Platform) *T {
	key := reflect.TypeFor[T]()
	v, ok := p.states.Load(key)
	if !ok {
		v, _ = p.states.LoadOrStore(key, new(T))
	}
	return v.(*T)
}
