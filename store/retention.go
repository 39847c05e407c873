package store

import (
	"errors"
	"fmt"
	"time"
)

// Chains whose oldest lines are purged.
const (
	ChainAudit  = "audit"
	ChainLedger = "ledger"
)

// Checkpoint stands for the purged lines of a chain: those up to Seq, the last of which had this
// hash. Signature is made with the key file over the other fields (Text).
type Checkpoint struct {
	Chain     string    `db:"chain"`
	Seq       int64     `db:"seq"`
	Hash      string    `db:"hash"`
	Lines     int64     `db:"lines"`
	At        time.Time `db:"at"`
	Signature string    `db:"signature"`
}

// lastCheckpoint of a chain; the zero value where nothing was purged.
func (q *Q) lastCheckpoint(chain string) (*Checkpoint, error) {
	c, err := get[Checkpoint](q, "SELECT "+names[Checkpoint]("c")+" FROM chain_checkpoint c WHERE c.chain = ? ORDER BY c.seq DESC LIMIT 1",
		chain)
	if errors.Is(err, ErrNotFound) {
		return &Checkpoint{Chain: chain}, nil
	}
	return c, err
}

// Text is the text that is signed.
func (c *Checkpoint) Text() string {
	return fmt.Sprintf("%s %d %s %d %d", c.Chain, c.Seq, c.Hash, c.Lines, c.At.UnixMilli())
}

// Checkpoints lists all checkpoints of both chains; the caller verifies their signatures.
func (q *Q) Checkpoints() ([]Checkpoint, error) {
	return list[Checkpoint](q, "SELECT "+names[Checkpoint]("c")+" FROM chain_checkpoint c ORDER BY c.chain, c.seq")
}

// PurgeableAudit is a checkpoint for the oldest lines of the audit log that may be purged: those
// before the moment, from the first line on without a gap, and at most limit. nil if there are
// none.
func (q *Q) PurgeableAudit(before time.Time, limit int) (*Checkpoint, error) {
	return q.purgeable(ChainAudit, "SELECT min(seq) FROM audit WHERE at >= ?", limit, ms(before))
}

// PurgeableLedger is the same for the disclosure ledger: a line stays as long as its negotiation is
// stored.
func (q *Q) PurgeableLedger(before time.Time, limit int) (*Checkpoint, error) {
	return q.purgeable(ChainLedger, "SELECT min(l.seq) FROM ledger l WHERE l.at >= ? OR EXISTS (SELECT 1 FROM negotiation n WHERE n.id = "+
		"l.negotiation_id)", limit, ms(before))
}

func (q *Q) purgeable(chain, firstKept string, limit int, args ...any) (*Checkpoint, error) {
	c, err := q.lastCheckpoint(chain)
	if err != nil {
		return nil, err
	}
	var keep, last *int64
	if err := q.scan1([]any{&keep}, firstKept, args...); err != nil {
		return nil, err
	}
	if err := q.scan1([]any{&last}, "SELECT max(seq) FROM "+chain); err != nil || last == nil {
		return nil, err
	}
	to := *last
	if keep != nil {
		to = *keep - 1
	}
	if to = min(to, c.Seq+int64(limit)); to <= c.Seq {
		return nil, nil
	}
	out := &Checkpoint{Chain: chain, Seq: to, Lines: to - c.Seq, At: q.now.Truncate(time.Millisecond)}
	err = q.scan1([]any{&out.Hash}, "SELECT hash FROM "+chain+" WHERE seq = ?", to)
	return out, err
}

// Purge writes a signed checkpoint and deletes the lines that it stands for, and the leaves of proofs that have no line any more.
func (t *Tx) Purge(c *Checkpoint) error {
	if err := insert(t, "chain_checkpoint", c); err != nil {
		return err
	}
	if _, err := t.exec("DELETE FROM "+c.Chain+" WHERE seq <= ?", c.Seq); err != nil {
		return err
	}
	return t.dropPages()
}

// ClosedNegotiations are the negotiations that were signed or broken off before the moment.
func (q *Q) ClosedNegotiations(before time.Time) ([]string, error) {
	return codes[string](q, "SELECT n.id FROM negotiation n WHERE n.status IN ("+codeNegotiationSigned+", "+codeNegotiationBroken+
		") AND max(n.status_at, coalesce(n.ended_at, 0)) < ? ORDER BY n.seq", ms(before))
}

// ForgetNegotiation deletes a negotiation with everything written in it. Its files lose their rows,
// and the clean-up that uses FilePaths deletes them from the disk.
func (t *Tx) ForgetNegotiation(id string) error {
	var files []string
	notes, err := codes[string](&t.Q, "SELECT o.id FROM negotiation o JOIN negotiation n ON n.listing_id = o.listing_id AND "+
		"n.buyer_company_id = o.buyer_company_id WHERE n.id = ? AND n.is_note = 0 AND o.is_note = 1", id)
	if err != nil {
		return err
	}
	for _, query := range []string{"SELECT file_id FROM held_text WHERE negotiation_id = ? AND file_id IS NOT NULL",
		"SELECT file_id FROM message WHERE negotiation_id = ? AND file_id IS NOT NULL",
		"SELECT file_id FROM paper WHERE subject_id = ? AND file_id IS NOT NULL",
		"SELECT x.file_id FROM negotiation n JOIN duty d ON d.record_kind IN (3, 4) AND d.record_seq = n.seq JOIN duty_file x " +
			"ON x.duty_id = d.id WHERE n.id = ?",
		"SELECT file_id FROM issued_paper WHERE negotiation_id = ?",
		"SELECT c.file_id FROM signed_copy c JOIN issued_paper i ON i.id = c.paper_id WHERE i.negotiation_id = ?",
		"SELECT consent_file FROM negotiation WHERE id = ? AND consent_file IS NOT NULL"} {
		ids, err := codes[string](&t.Q, query, id)
		if err != nil {
			return err
		}
		files = append(files, ids...)
	}
	for _, query := range []string{"DELETE FROM held_text WHERE negotiation_id = ?",
		"DELETE FROM message_read WHERE message_id IN (SELECT id FROM message WHERE negotiation_id = ?)",
		"DELETE FROM message WHERE negotiation_id = ?",
		"DELETE FROM negotiation_history WHERE negotiation_id = ?", "DELETE FROM milestone WHERE negotiation_id = ?",
		"DELETE FROM milestone_proposal WHERE negotiation_id = ?",
		"DELETE FROM break_glass WHERE negotiation_id = ?", "DELETE FROM market_deal WHERE negotiation_id = ?",
		"DELETE FROM paper WHERE subject_id = ?",
		"DELETE FROM link_key WHERE subject_id = ?", "DELETE FROM reminder WHERE subject_id = ?", "DELETE FROM outbox WHERE subject_id = ?",
		"DELETE FROM negotiation WHERE id = ?",
		"DELETE FROM signed_copy WHERE paper_id IN (SELECT i.id FROM issued_paper i WHERE i.negotiation_id = ?)",
		"DELETE FROM issued_paper WHERE negotiation_id = ?"} {
		if _, err := t.exec(query, id); err != nil {
			return err
		}
	}
	for _, note := range notes { // no negotiation is beside it any more, so it becomes an ordinary offer
		if _, err := t.exec("UPDATE negotiation SET is_note = 0 WHERE id = ?", note); err != nil {
			return err
		}
	}
	for _, f := range files {
		if _, err := t.exec("DELETE FROM file WHERE id = ?", f); err != nil {
			return err
		}
	}
	return nil
}

// ForgetRefusedRequests deletes requests to join that were refused before the moment.
func (t *Tx) ForgetRefusedRequests(before time.Time, limit int) (int64, error) {
	return t.exec("DELETE FROM account_request WHERE seq IN (SELECT seq FROM account_request WHERE status = "+codeRequestRejected+" AND decided < ? LIMIT ?)",
		ms(before), limit)
}

// FilePaths are the paths of all files that a row refers to.
func (q *Q) FilePaths() (map[string]bool, error) {
	paths, err := codes[string](q, "SELECT path FROM file")
	out := make(map[string]bool, len(paths))
	for _, p := range paths {
		out[p] = true
	}
	return out, err
}

// Clean-up of old rows. Each function deletes at most limit rows and returns their number.

// ForgetRefreshTokens deletes the tokens of sessions that are over.
func (t *Tx) ForgetRefreshTokens(before time.Time, limit int) (int64, error) {
	return t.exec(`DELETE FROM refresh_token WHERE hash IN (SELECT r.hash FROM refresh_token r JOIN session s ON s.id = r.session_id WHERE s.revoked < ?1 OR s.expires < ?1 LIMIT ?2)`, ms(before), limit)
}

// ForgetSessions deletes sessions that are over, except each user's last one, which the screens show.
func (t *Tx) ForgetSessions(before time.Time, limit int) (int64, error) {
	return t.exec(`DELETE FROM session WHERE id IN (SELECT s.id FROM session s WHERE (s.revoked < ?1 OR s.expires < ?1)
		AND EXISTS (SELECT 1 FROM session o WHERE o.user_id = s.user_id AND o.created > s.created)
		AND NOT EXISTS (SELECT 1 FROM refresh_token r WHERE r.session_id = s.id) LIMIT ?2)`, ms(before), limit)
}

// ForgetOldLoginFailures deletes failed sign-ins that no lockout counts any more.
func (t *Tx) ForgetOldLoginFailures(before time.Time, limit int) (int64, error) {
	return t.exec("DELETE FROM login_failure WHERE seq IN (SELECT seq FROM login_failure WHERE at < ? LIMIT ?)", ms(before), limit)
}

// ForgetDevices deletes devices from which nobody has signed in for long.
func (t *Tx) ForgetDevices(before time.Time, limit int) (int64, error) {
	return t.exec("DELETE FROM device WHERE (hash, user_id) IN (SELECT hash, user_id FROM device WHERE last_seen < ? LIMIT ?)", ms(before),
		limit)
}

// ForgetPasswordKeys deletes expired or used links for passwords and the first set-up, except each
// user's last one, which shows that the user was invited.
func (t *Tx) ForgetPasswordKeys(before time.Time, limit int) (int64, error) {
	return t.exec(`DELETE FROM link_key WHERE seq IN (SELECT k.seq FROM link_key k WHERE k.kind IN ('password', 'setup') AND k.expires < ?
		AND EXISTS (SELECT 1 FROM link_key o WHERE o.kind = k.kind AND o.subject_id = k.subject_id AND o.seq > k.seq) LIMIT ?)`, ms(before), limit)
}

// ForgetFormRequests deletes the keys that forms sent: no form is sent again after days.
func (t *Tx) ForgetFormRequests(before time.Time, limit int) (int64, error) {
	return t.exec("DELETE FROM form_request WHERE (user_id, request_key) IN (SELECT user_id, request_key FROM form_request WHERE created "+
		"< ? LIMIT ?)", ms(before), limit)
}

// EraseDeadMails erases the bodies of undeliverable mails that the office may no longer queue
// again.
func (t *Tx) EraseDeadMails(limit int) (int64, error) {
	return t.exec("UPDATE outbox SET body = NULL WHERE seq IN (SELECT seq FROM outbox WHERE state = "+codeMailDead+" AND body IS NOT NULL AND created "+
		"< ? LIMIT ?)", ms(t.now.Add(-deadMailLife)), limit)
}
