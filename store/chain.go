package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The disclosure ledger and the audit log are append-only (triggers refuse UPDATE and DELETE)
// and each line carries the hash of the one before, so that a line taken out or altered by
// other means shows in Verify (domain.md 3.5, trust.md Audit).

// AuditLine is one recorded action: sign-in, refusal, view, export, approval, status move, office
// act. Detail holds codes and ids, never a secret and never a body.
type AuditLine struct {
	Seq           int64     `db:"seq" json:"-"`
	At            time.Time `db:"at" json:"at"`
	Event         string    `db:"event" json:"event"`
	UserID        string    `db:"user_id" json:"userId"`
	Role          int       `db:"role" json:"role"`
	ClientID      string    `db:"client_id" json:"clientId"`
	InstitutionID string    `db:"institution_id" json:"institutionId"`
	SessionID     string    `db:"session_id" json:"sessionId"`
	SubjectKind   string    `db:"subject_kind" json:"subjectKind"`
	SubjectID     string    `db:"subject_id" json:"subjectId"`
	Result        string    `db:"result" json:"result"`
	Detail        string    `db:"detail" json:"detail"`
	IP            string    `db:"ip" json:"ip"`
	Method        string    `db:"method" json:"method,omitempty"` // how the session's user had last proved who he is; AddAudit fills it in
	Prev          string    `db:"prev" json:"prev"`
	Hash          string    `db:"hash" json:"-"`
}

// LedgerLine is one disclosure of L3 or L4 content (domain.md 3.5 Disclosure ledger).
type LedgerLine struct {
	Seq            int64     `db:"seq" json:"-"`
	At             time.Time `db:"at" json:"at"`
	Kind           string    `db:"kind" json:"kind"` // view, download, grant, nameclear, …
	ListingID      string    `db:"listing_id" json:"listingId"`
	CompanyID      string    `db:"company_id" json:"companyId"` // whose content was disclosed
	BuyerCompanyID string    `db:"buyer_company_id" json:"buyerCompanyId"`
	NegotiationID  string    `db:"negotiation_id" json:"negotiationId"`
	Level          int       `db:"level" json:"level"`
	UserID         string    `db:"user_id" json:"userId"`
	ClientID       string    `db:"client_id" json:"clientId"`
	InstitutionID  string    `db:"institution_id" json:"institutionId"` // who read it
	Basis          string    `db:"basis" json:"basis"`                  // on which consent and approval
	Subject        string    `db:"subject" json:"subject"`              // what was opened, e.g. a file's id
	IP             string    `db:"ip" json:"ip"`
	Method         string    `db:"method" json:"method,omitempty"` // as AuditLine's; AddLedger fills it in
	Prev           string    `db:"prev" json:"prev"`
	Hash           string    `db:"hash" json:"-"`
}

func lineHash(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings, numbers and times always marshal
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func (t *Tx) lastOf(table string) (seq int64, hash string, err error) {
	err = t.scan1([]any{&seq, &hash}, "SELECT seq, hash FROM "+table+" ORDER BY seq DESC LIMIT 1")
	if errors.Is(err, ErrNotFound) { // nothing was written yet, or all of it was purged
		c, err := t.lastCheckpoint(table)
		if err != nil {
			return 0, "", err
		}
		return c.Seq, c.Hash, nil
	}
	return seq, hash, err
}

// AddAudit appends a line to the audit log.
func (t *Tx) AddAudit(l AuditLine) error {
	seq, prev, err := t.lastOf("audit")
	if err != nil {
		return err
	}
	if l.Method, err = t.methodOf(l.SessionID); err != nil {
		return err
	}
	l.Seq, l.At, l.Prev = seq+1, t.now.Truncate(time.Millisecond), prev
	l.Hash = lineHash(l)
	return insert(t, "audit", &l)
}

// AddLedger appends a line to the disclosure ledger.
func (t *Tx) AddLedger(l LedgerLine) error {
	seq, prev, err := t.lastOf("ledger")
	if err != nil {
		return err
	}
	session, _ := t.ctx.Value(sessionKey{}).(string)
	if l.Method, err = t.methodOf(session); err != nil {
		return err
	}
	l.Seq, l.At, l.Prev = seq+1, t.now.Truncate(time.Millisecond), prev
	l.Hash = lineHash(l)
	return insert(t, "ledger", &l)
}

// LedgerOfListing lists a listing's disclosures, newest first.
func (q *Q) LedgerOfListing(listingID string) ([]LedgerLine, error) {
	return list[LedgerLine](q, "SELECT "+names[LedgerLine]("l")+" FROM ledger l WHERE l.listing_id = ? ORDER BY l.seq DESC", listingID)
}

// VerifyChains checks both chains from the first line, or from the last checkpoint, to the last
// line and names the first line that does not fit. The caller verifies the checkpoints' signatures
// (Checkpoints).
func (q *Q) VerifyChains() error {
	c, err := q.lastCheckpoint(ChainAudit)
	if err != nil {
		return err
	}
	prev, next := c.Hash, c.Seq+1
	err = q.each(func(r *sql.Rows) error {
		var l AuditLine
		if err := r.Scan(dests(&l)...); err != nil {
			return err
		}
		if l.Seq != next || l.Prev != prev || lineHash(l) != l.Hash {
			return fmt.Errorf("audit line %d does not follow from the line before", l.Seq)
		}
		prev, next = l.Hash, next+1
		return nil
	}, "SELECT "+names[AuditLine]("l")+" FROM audit l ORDER BY l.seq")
	if err != nil {
		return err
	}
	if c, err = q.lastCheckpoint(ChainLedger); err != nil {
		return err
	}
	prev, next = c.Hash, c.Seq+1
	return q.each(func(r *sql.Rows) error {
		var l LedgerLine
		if err := r.Scan(dests(&l)...); err != nil {
			return err
		}
		if l.Seq != next || l.Prev != prev || lineHash(l) != l.Hash {
			return fmt.Errorf("ledger line %d does not follow from the line before", l.Seq)
		}
		prev, next = l.Hash, next+1
		return nil
	}, "SELECT "+names[LedgerLine]("l")+" FROM ledger l ORDER BY l.seq")
}
