package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Names of the settings of papers.md 4. Each value is JSON of the room app/stamp.
const (
	SettingStamp = "stampAuthority"
	SettingSIEM  = "siem"
)

// Proof says what both chains ended with at a moment (papers.md 4): at the end of a day, or, with Day "", when the office asked.
type Proof struct {
	Seq       int64     `db:"seq"`
	ID        string    `db:"id"`
	Day       string    `db:"day"` // YYYY-MM-DD in Japan
	At        time.Time `db:"at"`
	AuditFrom int64     `db:"audit_from"` // the day's lines come after this one

	AuditSeq   int64  `db:"audit_seq"`
	AuditHash  string `db:"audit_hash"`
	LedgerFrom int64  `db:"ledger_from"`
	LedgerSeq  int64  `db:"ledger_seq"`
	LedgerHash string `db:"ledger_hash"`

	AuditBegin  int64       `db:"audit_begin"` // the proof's own lines come after this one (AuditTo)
	LedgerBegin int64       `db:"ledger_begin"`
	PageCount   int         `db:"page_count"`
	Lines       string      `db:"lines"` // hash of the list of its pages
	Pages       []ProofPage // of a new proof

	DailyBefore    string  `db:"daily_before"` // hash of the daily file before
	DailyHash      string  `db:"daily_hash"`
	DailySignature string  `db:"daily_signature"` // hex, Ed25519
	DailyKey       string  `db:"daily_key"`       // hex of the public key
	LeftOut        LeftOut `db:"left_out"`

	Salt    string    `db:"salt"`
	Before  string    `db:"before"` // digest of the proof before
	Digest  string    `db:"digest"`
	Nonce   string    `db:"nonce"` // hex
	Creator string    `db:"creator"`
	Created time.Time `db:"created"`
}

// LeftOut is what the office may not read of the logs, by the chain: subjects of the audit log, kinds of the ledger.
type LeftOut map[string][]string

var quotedWord = regexp.MustCompile(`'([a-z_]+)'`)

// KeptFromOffice is what the office's own log leaves out, and the ledger's lines that it is not told of: that a bank told a name to the
// bank
// of a guarantee is a record of its own (compliance.md 1).
func KeptFromOffice() LeftOut {
	out := LeftOut{ChainLedger: {"guarantee"}}
	for _, m := range quotedWord.FindAllStringSubmatch(notDuties, -1) {
		out[ChainAudit] = append(out[ChainAudit], m[1])
	}
	return out
}

func orDash(value string) string {
	if value == "" {
		return "-"
	}
	return value
}

const proofTime = "2006-01-02T15:04:05.000Z"

// Text is what the digest of a proof is made over, and what a stamp proves. Its form is fixed for ever. Anybody may read it who has one
// line that is proven by it: what tells of other lines stands behind hashes with a salt.
func (p *Proof) Text() string {
	return textRows([][2]string{{"tsunagu-proof", "1"}, {"day", p.Day}, {"at", p.At.UTC().Format(proofTime)}, {"before", p.Before},
		{"inner", sumOf(p.Inner())}, {"lines", p.Lines}, {"daily", sumOf(p.Daily())}})
}

// Inner is what both chains ended with, and where the proof's lines begin; who checks it reads it from the database.
func (p *Proof) Inner() string {
	head := func(begin, seq int64, hash string) string { return fmt.Sprintf("%d %d %s", begin, seq, orDash(hash)) }
	return textRows([][2]string{{"tsunagu-proof-inner", "1"}, {"audit", head(p.AuditBegin, p.AuditSeq, p.AuditHash)},
		{"ledger", head(p.LedgerBegin, p.LedgerSeq, p.LedgerHash)}, {"left-out", asJSON(p.LeftOut)}, {"salt", p.Salt}})
}

// Daily is the hash of the day's file with a salt of its own: who is shown the proof's text and guesses the whole file cannot confirm it.
func (p *Proof) Daily() string {
	return textRows([][2]string{{"tsunagu-proof-daily", "1"}, {"file", p.DailyHash}, {"salt", sumOf("daily " + p.Salt)}})
}

func textRows(of [][2]string) string {
	var b strings.Builder
	for _, x := range of {
		fmt.Fprintf(&b, "%s %s\n", x[0], orDash(x[1]))
	}
	return b.String()
}

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// ProofStamp is the reply of a time-stamping authority for a proof, as it came.
type ProofStamp struct {
	ProofID   string    `db:"proof_id"`
	Reply     []byte    `db:"reply"`
	At        time.Time `db:"at"` // the authority's time
	Serial    string    `db:"serial"`
	Policy    string    `db:"policy"`
	Authority string    `db:"authority"`
	Trusted   string    `db:"trusted"` // PEM of the certificates that it was verified with
	ByFile    bool      `db:"by_file"`
	Creator   string    `db:"creator"`
	Created   time.Time `db:"created"`
}

// ChainHead is the last line of a chain that was written before a moment; of an empty one the checkpoint's.
func (q *Q) ChainHead(chain string, before time.Time) (seq int64, hash string, err error) {
	err = q.scan1([]any{&seq, &hash}, "SELECT seq, hash FROM "+chain+" WHERE at < ? ORDER BY seq DESC LIMIT 1", ms(before))
	if !errors.Is(err, ErrNotFound) {
		return seq, hash, err
	}
	c, err := q.lastCheckpoint(chain)
	if err != nil {
		return 0, "", err
	}
	return c.Seq, c.Hash, nil
}

// ChainHashAt is the hash of a line of a chain. isKnown is false where the line was purged and no checkpoint stands at it.
func (q *Q) ChainHashAt(chain string, seq int64) (hash string, isKnown bool, err error) {
	if seq == 0 {
		return "", true, nil
	}
	err = q.scan1([]any{&hash}, "SELECT hash FROM "+chain+" WHERE seq = ?1 UNION ALL SELECT hash FROM chain_checkpoint "+
		"WHERE chain = ?2 AND seq = ?1 LIMIT 1", seq, chain)
	if !errors.Is(err, ErrNotFound) {
		return hash, err == nil, err
	}
	c, err := q.lastCheckpoint(chain)
	if err == nil && seq > c.Seq {
		return "", true, nil // it must be there, and is not
	}
	return "", false, err
}

// AreLinesKept says whether no line of the proof's day was purged.
func (q *Q) AreLinesKept(p *Proof) (bool, error) {
	a, err := q.lastCheckpoint(ChainAudit)
	if err != nil {
		return false, err
	}
	l, err := q.lastCheckpoint(ChainLedger)
	return err == nil && a.Seq <= p.AuditFrom && l.Seq <= p.LedgerFrom, err
}

// OfficeAudit are the next lines of the audit log that the office may read, oldest first: after one, up to another.
func (q *Q) OfficeAudit(out LeftOut, after, to int64, limit int) ([]AuditLine, error) {
	return list[AuditLine](q, "SELECT "+names[AuditLine]("a")+" FROM audit a WHERE a.seq > ? AND a.seq <= ? AND a.subject_kind NOT IN "+
		"(SELECT value FROM json_each(?)) ORDER BY a.seq LIMIT ?", after, to, asJSONList(out[ChainAudit]), limit)
}

// OfficeLedger is the same of the disclosure ledger.
func (q *Q) OfficeLedger(out LeftOut, after, to int64, limit int) ([]LedgerLine, error) {
	return list[LedgerLine](q, "SELECT "+names[LedgerLine]("l")+" FROM ledger l WHERE l.seq > ? AND l.seq <= ? AND l.kind NOT IN "+
		"(SELECT value FROM json_each(?)) ORDER BY l.seq LIMIT ?", after, to, asJSONList(out[ChainLedger]), limit)
}

// OfficeWaits counts the lines of a chain after one that the office may read.
func (q *Q) OfficeWaits(out LeftOut, chain string, after int64) (n int, err error) {
	column := "subject_kind"
	if chain == ChainLedger {
		column = "kind"
	}
	err = q.scan1([]any{&n}, "SELECT count(*) FROM "+chain+" WHERE seq > ? AND "+column+" NOT IN (SELECT value FROM json_each(?))", after,
		asJSONList(out[chain]))
	return n, err
}

func asJSONList(values []string) string { return asJSON(values) }

func asJSON(words any) string {
	b, err := json.Marshal(words)
	if err != nil {
		panic(err) // words always marshal
	}
	return string(b)
}

// Proofs lists the newest first and counts them.
func (q *Q) Proofs(p Page) ([]Proof, int, error) {
	var w where
	return page[Proof](q, "p", "proof p", &w, "p.seq DESC", p)
}

// EachProof calls f with every proof, oldest first, and its stamp, nil where it has none.
func (q *Q) EachProof(f func(*Proof, *ProofStamp) error) error {
	const size = 200
	for after := int64(0); ; {
		ps, err := list[Proof](q, "SELECT "+names[Proof]("p")+" FROM proof p WHERE p.seq > ? ORDER BY p.seq LIMIT ?", after, size)
		if err != nil {
			return err
		}
		for i := range ps {
			s, err := q.ProofStamp(ps[i].ID)
			if errors.Is(err, ErrNotFound) {
				s, err = nil, nil
			}
			if err == nil {
				err = f(&ps[i], s)
			}
			if err != nil {
				return err
			}
			after = ps[i].Seq
		}
		if len(ps) < size {
			return nil
		}
	}
}

// Proof by its id; ErrNotFound.
func (q *Q) Proof(id string) (*Proof, error) {
	return get[Proof](q, "SELECT "+names[Proof]("p")+" FROM proof p WHERE p.id = ?", id)
}

// ProofOfDay is the proof that closed a day; ErrNotFound.
func (q *Q) ProofOfDay(day string) (*Proof, error) {
	return get[Proof](q, "SELECT "+names[Proof]("p")+" FROM proof p WHERE p.day = ? AND p.day <> ''", day)
}

// ProofOfDigest is the proof with a digest; ErrNotFound.
func (q *Q) ProofOfDigest(digest string) (*Proof, error) {
	return get[Proof](q, "SELECT "+names[Proof]("p")+" FROM proof p WHERE p.digest = ?", digest)
}

// LastProof is the newest proof, of a day alone where isOfDay; ErrNotFound.
func (q *Q) LastProof(isOfDay bool) (*Proof, error) {
	of := ""
	if isOfDay {
		of = " WHERE p.day <> ''"
	}
	return get[Proof](q, "SELECT "+names[Proof]("p")+" FROM proof p"+of+" ORDER BY p.seq DESC LIMIT 1")
}

// AddProof appends a proof; ErrStale where another one came since its Before was read.
func (t *Tx) AddProof(p *Proof) error {
	last, err := t.LastProof(false)
	switch {
	case errors.Is(err, ErrNotFound):
		last = &Proof{}
	case err != nil:
		return err
	}
	if last.Digest != p.Before {
		return ErrStale
	}
	p.Seq, p.Created = last.Seq+1, t.now
	if err := insert(t, "proof", p); err != nil {
		return err
	}
	return t.addPages(p)
}

// ProofStamp is the stamp of a proof; ErrNotFound.
func (q *Q) ProofStamp(proofID string) (*ProofStamp, error) {
	return get[ProofStamp](q, "SELECT "+names[ProofStamp]("s")+" FROM proof_stamp s WHERE s.proof_id = ?", proofID)
}

// CoveringStamp is the first proof from one on that is stamped: its stamp proves all before it. ErrNotFound.
func (q *Q) CoveringStamp(seq int64) (*Proof, error) {
	return get[Proof](q, "SELECT "+names[Proof]("p")+" FROM proof p WHERE p.seq >= ? AND "+
		"EXISTS (SELECT 1 FROM proof_stamp s WHERE s.proof_id = p.id) "+
		"ORDER BY p.seq LIMIT 1", seq)
}

// AddProofStamp keeps the stamp of a proof; ErrDuplicate where it has one.
func (t *Tx) AddProofStamp(s *ProofStamp) error {
	s.Created = t.now
	return insert(t, "proof_stamp", s)
}

// EventCursor is how far the lines of a chain went to the SIEM.
type EventCursor struct {
	Chain  string    `db:"chain"`
	Stream string    `db:"stream"` // what the numbers of events count within
	Seq    int64     `db:"seq"`
	Sent   int64     `db:"sent"`
	At     time.Time `db:"at"` // zero: nothing was sent
}

// EventCursor of a chain; ErrNotFound where no SIEM was ever set.
func (q *Q) EventCursor(chain string) (*EventCursor, error) {
	return get[EventCursor](q, "SELECT "+names[EventCursor]("c")+" FROM siem_cursor c WHERE c.chain = ?", chain)
}

// BeginEvents puts a chain's cursor at its end, in a new stream: events count from 1 again.
func (t *Tx) BeginEvents(chain, stream string) error {
	seq, _, err := t.lastOf(chain)
	if err != nil {
		return err
	}
	_, err = t.exec("INSERT INTO siem_cursor (chain, stream, seq, sent) VALUES (?, ?, ?, 0) "+
		"ON CONFLICT DO UPDATE SET stream = excluded.stream, "+
		"seq = excluded.seq, sent = 0, at = NULL", chain, stream, seq)
	return err
}

// RenewEvents begins new streams where they stand: after a restore the same numbers would be of other events.
func (t *Tx) RenewEvents(stream string) error {
	_, err := t.exec("UPDATE siem_cursor SET stream = ?, sent = 0", stream)
	return err
}

// MoveEvents moves a cursor on; ErrStale where it moved since it was read.
func (t *Tx) MoveEvents(was *EventCursor, seq, sent int64) error {
	at := any(ms(was.At))
	if sent > was.Sent {
		at = ms(t.now)
	}
	n, err := t.exec("UPDATE siem_cursor SET seq = ?, sent = ?, at = ? WHERE chain = ? AND stream = ? AND seq = ?", seq, sent, at, was.Chain,
		was.Stream, was.Seq)
	if err == nil && n == 0 {
		return ErrStale
	}
	return err
}

// Names of what may go wrong outside.
const (
	StateStamp  = "stamp"
	StateFolder = "folder"
	StateSIEM   = "siem"
)

// ProofState is how the last try went; Error "" is well.
type ProofState struct {
	Name  string    `db:"name"`
	Error string    `db:"error"`
	Tries int       `db:"tries"` // in vain, one after another
	At    time.Time `db:"at"`
	Next  time.Time `db:"next"`
}

// ProofState by its name; zero where nothing was tried yet.
func (q *Q) ProofState(name string) (*ProofState, error) {
	s, err := get[ProofState](q, "SELECT "+names[ProofState]("s")+" FROM proof_state s WHERE s.name = ?", name)
	if errors.Is(err, ErrNotFound) {
		return &ProofState{Name: name}, nil
	}
	return s, err
}

// PutProofState writes it.
func (t *Tx) PutProofState(s *ProofState) error {
	_, err := t.exec(`INSERT INTO proof_state (name, error, tries, at, next) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
		error = excluded.error, tries = excluded.tries, at = excluded.at, next = excluded.next`, s.Name, s.Error, s.Tries, ms(t.now), ms(s.Next))
	return err
}
