package stamp

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"tsunagu/app/web"
	"tsunagu/store"
)

func randomHex(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// nonceHex is a random number of the request that is never 0 and never negative.
func nonceHex() string { return "5" + randomHex(8)[1:] }

// nextProof is the proof that comes next: of a day that is over, or, with day "", of this moment.
func (a Room) nextProof(q *store.Q, day string, at time.Time, by string) (*store.Proof, error) {
	p := &store.Proof{ID: store.NewID(), Day: day, At: at.UTC().Truncate(time.Millisecond), LeftOut: store.KeptFromOffice(),
		Salt:  randomHex(32),
		Nonce: nonceHex(), Creator: by}
	last, err := q.LastProof(false)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		p.Before = last.Digest
	}
	if err := q.BeginProof(last, p); err != nil {
		return nil, err
	}
	end := at
	if day == "" {
		end = at.Add(time.Millisecond) // what was written in this very moment, too
	}
	if p.AuditSeq, p.AuditHash, err = q.ChainHead(store.ChainAudit, end); err != nil {
		return nil, err
	}
	if p.LedgerSeq, p.LedgerHash, err = q.ChainHead(store.ChainLedger, end); err != nil {
		return nil, err
	}
	p.AuditFrom, p.LedgerFrom = p.AuditSeq, p.LedgerSeq
	if day == "" {
		return p, seal(q, p)
	}
	before, err := q.LastProof(true)
	switch {
	case errors.Is(err, store.ErrNotFound): // the first file has the lines of its own day; the hash covers all before
		if p.AuditFrom, _, err = q.ChainHead(store.ChainAudit, at.AddDate(0, 0, -1)); err == nil {
			p.LedgerFrom, _, err = q.ChainHead(store.ChainLedger, at.AddDate(0, 0, -1))
		}
	case err == nil: // by number, not by time: a clock that went back leaves no line out
		p.AuditFrom, p.LedgerFrom, p.DailyBefore = before.AuditSeq, before.LedgerSeq, before.DailyHash
		p.AuditSeq, p.LedgerSeq = max(p.AuditSeq, p.AuditFrom), max(p.LedgerSeq, p.LedgerFrom)
		if p.AuditSeq == p.AuditFrom {
			p.AuditHash = before.AuditHash
		}
		if p.LedgerSeq == p.LedgerFrom {
			p.LedgerHash = before.LedgerHash
		}
	}
	if err != nil {
		return nil, err
	}
	key := a.Keys.DailyKey()
	public := key.Public().(ed25519.PublicKey)
	content, err := dailyFile(q, p, public)
	if err != nil {
		return nil, err
	}
	p.DailyHash, p.DailySignature, p.DailyKey = hashOf(content), hex.EncodeToString(ed25519.Sign(key, content)), hex.EncodeToString(public)
	return p, seal(q, p)
}

// dayAfter is the day after one, and the moment at which it is over.
func dayAfter(day string) (next string, over time.Time, err error) {
	at, err := time.ParseInLocation(time.DateOnly, day, store.JST)
	return at.AddDate(0, 0, 1).Format(time.DateOnly), at.AddDate(0, 0, 2), err
}

// dueDay is the first day that is over and has no proof; "" where there is none. The first of all is yesterday.
func dueDay(q *store.Q) (day string, over time.Time, err error) {
	now := q.Now().In(store.JST)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, store.JST)
	last, err := q.LastProof(true)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return today.AddDate(0, 0, -1).Format(time.DateOnly), today, nil
	case err != nil:
		return "", over, err
	}
	if day, over, err = dayAfter(last.Day); err != nil || over.After(today) {
		return "", over, err
	}
	return day, over, nil
}

// Prove closes the days that are over, writes their files into the folder, and has the newest proof stamped. A day without the authority
// or the
// folder loses nothing: the proof of each day stands, the stamp of a later one covers it, and the files are written later.
func (a Room) Prove(r *web.JobRun) error {
	for {
		if err := r.Rest(); err != nil {
			return err
		}
		var p *store.Proof
		err := r.Read(func(q *store.Q) error {
			day, over, err := dueDay(q)
			if err == nil && day != "" {
				p, err = a.nextProof(q, day, over, "")
			}
			return err
		})
		if err != nil {
			return err
		}
		if p == nil {
			break
		}
		isClosed := false
		if err := r.Piece(p.Day, func(tx *store.Tx) (string, error) {
			if err := tx.AddProof(p); errors.Is(err, store.ErrStale) {
				isClosed = true // somebody asked for one meanwhile: it is made anew after that
				return "", nil
			} else if err != nil {
				return "", err
			}
			isClosed = true
			return "記録を締めた日", tx.AddAudit(web.System.Line("proof_made", "network", "network", "ok", p.Day))
		}); err != nil {
			return err
		}
		if !isClosed {
			return nil // the piece failed and is counted; the next run tries it again
		}
	}
	if err := a.keepFolder(r); err != nil {
		return err
	}
	return a.stampDue(r)
}

// folderDays is how many days back the folder is looked through for files that are missing.
const folderDays = 400

// keepFolder writes the files that the folder does not have.
func (a Room) keepFolder(r *web.JobRun) error {
	if a.DailyDir == "" {
		return nil
	}
	var ps []store.Proof
	if err := r.Read(func(q *store.Q) (err error) { ps, _, err = q.Proofs(store.Page{Limit: folderDays}); return err }); err != nil {
		return err
	}
	var failed error
	for i := len(ps) - 1; i >= 0 && failed == nil; i-- {
		p := &ps[i]
		if p.Day == "" {
			continue
		}
		isNew, err := writeDaily(a.DailyDir, p, func() (b []byte, err error) {
			return b, r.Read(func(q *store.Q) error { b, err = dailyOf(q, p); return err })
		})
		if errors.Is(err, store.ErrNotFound) { // purged before the folder was set
			continue
		}
		if isNew && err == nil {
			r.Did("保管先に書いた日", 1)
		}
		failed = err
	}
	return a.tell(r, store.StateFolder, failed)
}

// tell writes down how a try went, once where nothing changed, and passes its error on to the run.
func (a Room) tell(r *web.JobRun, name string, failed error) error {
	return errors.Join(failed, a.note(r, r.Platform, name, failed))
}
