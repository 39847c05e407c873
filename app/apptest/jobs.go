package apptest

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// Job runs one job now, whatever its schedule and the clock are, and fails unless it succeeds.
func (p *Platform) Job(name string) *store.JobRun {
	p.T.Helper()
	r := p.TryJob(p.T.Context(), name)
	if r.State != store.RunDone {
		p.T.Fatalf("%s: %s %s", name, r.State, r.Error)
	}
	return r
}

func (p *Platform) TryJob(ctx context.Context, name string) *store.JobRun {
	p.T.Helper()
	p.Write(func(tx *store.Tx) error { return tx.PutJob(&store.Job{Name: name, Next: tx.Now()}) })
	if err := p.App.RunJob(ctx, p.App.JobNamed(name)); err != nil && ctx.Err() == nil {
		p.T.Fatal(err)
	}
	return p.LastRun(name)
}

func (p *Platform) LastRun(name string) (out *store.JobRun) {
	p.T.Helper()
	p.Read(func(q *store.Q) (err error) {
		if out, err = q.LastRun(name); errors.Is(err, store.ErrNotFound) {
			out, err = &store.JobRun{State: store.RunStopped}, nil // its context ended before it began
		}
		return err
	})
	return out
}

func (p *Platform) Runs(name string) (n int) {
	p.T.Helper()
	p.Read(func(q *store.Q) (err error) { _, n, err = q.JobRuns(name, store.Page{Limit: 1}); return err })
	return n
}

// Tells are the kinds of what a mail tells: of a gathered one, those of its parts, whether it waits or is sent.
func Tells(t testing.TB, o *store.OutboxMail) []mail.Kind {
	t.Helper()
	if o.Gathered == "" {
		return []mail.Kind{mail.Kind(o.Kind)}
	}
	var parts []mail.Happening
	if err := json.Unmarshal([]byte(o.Gathered), &parts); err != nil {
		t.Fatal(err)
	}
	var out []mail.Kind
	for _, h := range parts {
		out = append(out, h.Kind)
	}
	return out
}

// MailsOf are what mails tell of some kinds as "address kind", the oldest mail first.
func (p *Platform) MailsOf(kinds ...mail.Kind) []string {
	p.T.Helper()
	var out []string
	p.Read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		for _, m := range slices.Backward(ms) {
			for _, kind := range Tells(p.T, &m) {
				if slices.Contains(kinds, kind) {
					out = append(out, m.Address+" "+string(kind))
				}
			}
		}
		return err
	})
	return out
}

// Newly are the mails that a call of f causes.
func (p *Platform) Newly(f func(), kinds ...mail.Kind) []string {
	p.T.Helper()
	before := len(p.MailsOf(kinds...))
	f()
	out := p.MailsOf(kinds...)[before:]
	slices.Sort(out)
	return out
}

func WantMails(t testing.TB, what string, got []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: mails %q, want %q", what, got, want)
	}
}

func (p *Platform) Until(day string) time.Duration {
	d, _ := deal.ParseDate(day)
	return d.Add(10 * time.Hour).Sub(p.Clock.Now()) // ten in the morning
}

// WantListing fails unless a listing has the stored status.
func (m *Marketplace) WantListing(id string, want deal.ListingStatus, what string) *store.Listing {
	m.T.Helper()
	var l *store.Listing
	m.Read(func(q *store.Q) (err error) { l, err = q.OfficeListing(id); return err })
	if l.Status != int(want) {
		m.T.Errorf("%s: listing at %d, want %d", what, l.Status, want)
	}
	return l
}

// Dying is a context that is cancelled at the n-th call of its method Err, in the middle of the
// work.
type Dying struct {
	context.Context
	Left *int
}

func (d Dying) Err() error {
	if *d.Left--; *d.Left < 0 {
		return context.Canceled
	}
	return d.Context.Err()
}
