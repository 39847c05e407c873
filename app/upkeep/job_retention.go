package upkeep

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/duty"
	"tsunagu/app/web"
	"tsunagu/store"
)

// purgePage is how many lines of a chain go under one checkpoint.
const purgePage = 10_000

// OrphanAge is how old a file must be that nothing refers to: a younger one may be waiting for its row.
const OrphanAge = 24 * time.Hour

// Retain purges what has been kept long enough (trust.md Retention). The ledger's lines go after
// the negotiations under which they were written, and a signed checkpoint stays for what is gone of
// either chain, so that it still verifies.
func (a Room) Retain(r *web.JobRun) error {
	closed := r.Began.AddDate(-deal.NegotiationYears, 0, 0)
	var ids []string
	if err := r.Read(func(q *store.Q) (err error) { ids, err = q.ClosedNegotiations(closed); return err }); err != nil {
		return err
	}
	if err := r.Each(ids, func(tx *store.Tx, id string) (string, error) {
		if err := tx.ForgetNegotiation(id); err != nil {
			return "", err
		}
		return "消した交渉", tx.AddAudit(web.System.Line("negotiation_purged", "negotiation", id, "ok", ""))
	}); err != nil {
		return err
	}
	for _, c := range []struct {
		label  string
		before time.Time
		find   func(tx *store.Tx, before time.Time, limit int) (*store.Checkpoint, error)
	}{
		{"開示台帳の古い行の消去", closed, func(tx *store.Tx, before time.Time, n int) (*store.Checkpoint, error) {
			return tx.PurgeableLedger(before, n)
		}},
		{"監査ログの古い行の消去", r.Began.AddDate(-deal.AuditYears, 0, 0), func(tx *store.Tx, before time.Time, n int) (*store.Checkpoint, error) {
			return tx.PurgeableAudit(before, n)
		}},
	} {
		// Neither the run nor the office's log tells how many: some lines are for institutions alone, and would be counted by it.
		isPurged := false
		for more := true; more; {
			lines := 0
			if err := r.Piece(c.label, func(tx *store.Tx) (string, error) {
				p, err := c.find(tx, c.before, purgePage)
				if err != nil || p == nil {
					return "", err
				}
				lines, p.Signature = int(p.Lines), a.Keys.SignCheckpoint(p.Text())
				if err := tx.Purge(p); err != nil {
					return "", err
				}
				return "", tx.AddAudit(web.System.Line("chain_purged", p.Chain, "", "ok", p.Hash))
			}); err != nil {
				return err
			}
			more = lines > 0
			isPurged = isPurged || more
		}
		if isPurged {
			r.Did(c.label, 1)
		}
	}
	if err := duty.Erase(r); err != nil {
		return err
	}
	if err := sweep(r, "消した利用申請", func(tx *store.Tx) (int64, error) {
		return tx.ForgetRefusedRequests(r.Began.AddDate(0, -deal.RefusedRequestMonths, 0), cleanupPage)
	}); err != nil {
		return err
	}
	if err := sweep(r, "消した承認の記録", func(tx *store.Tx) (int64, error) { return tx.ForgetHeldTexts(closed, cleanupPage) }); err != nil {
		return err
	}
	return a.dropOrphans(r)
}

// keptPath is what KeepFile calls its files; ".upload-" is one that a crash cut short.
var keptPath = regexp.MustCompile(`^[A-Za-z0-9_-]{2}/([A-Za-z0-9_-]{43}|\.upload-.*)$`)

// dropOrphans takes files off the disk that no row refers to: of a purged negotiation, or of an
// upload that a crash cut short.
func (a Room) dropOrphans(r *web.JobRun) error {
	root := filepath.Join(a.Store.Dir(), store.FilesDir)
	var old []string
	if err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil || r.Began.Sub(info.ModTime()) < OrphanAge {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if rel = filepath.ToSlash(rel); err == nil && keptPath.MatchString(rel) {
			old = append(old, rel)
		}
		return err
	}); err != nil {
		return err
	}
	var kept map[string]bool
	if err := r.Read(func(q *store.Q) (err error) { kept, err = q.FilePaths(); return err }); err != nil {
		return err
	}
	names := make(map[string]bool, len(kept)) // by its own name alone: where Ab and aB are one folder, it may lie in the other
	for row := range kept {
		names[path.Base(row)] = true
	}
	for _, file := range old {
		if names[path.Base(file)] {
			continue
		}
		if err := os.Remove(filepath.Join(root, filepath.FromSlash(file))); err != nil {
			return err
		}
		r.Did("消したファイル", 1)
	}
	return nil
}

// VerifyChains checks the audit log and the ledger: every line follows from the one before, and
// what was purged stands under a checkpoint that was signed here.
func VerifyChains(q *store.Q, keys func() (*auth.Keys, error)) error {
	if err := q.VerifyChains(); err != nil {
		return err
	}
	points, err := q.Checkpoints()
	if err != nil || len(points) == 0 {
		return err
	}
	k, err := keys()
	if err != nil {
		return err
	}
	for i := range points {
		if !k.CheckpointSigned(points[i].Text(), points[i].Signature) {
			return fmt.Errorf("checkpoint %d of the %s was not signed here", points[i].Seq, points[i].Chain)
		}
	}
	return nil
}
