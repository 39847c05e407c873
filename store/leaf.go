package store

import "errors"

// LeafBytes is the length of a leaf, and of a page's sum.
const LeafBytes = 32

// ProofPage are up to 256 pages of a proof (papers.md 4): the leaves of its lines in them, sorted, and the sum of each page.
type ProofPage struct {
	ProofID string `db:"proof_id"`
	Part    int    `db:"part"`
	Leaves  []byte `db:"leaves"`
	Sums    []byte `db:"sums"`
}

// AuditTo is the last line of the audit log that is the proof's: those after AuditBegin, up to it. Where the clock went back it has none.
func (p *Proof) AuditTo() int64 { return max(p.AuditBegin, p.AuditSeq) }

// LedgerTo is the same of the disclosure ledger.
func (p *Proof) LedgerTo() int64 { return max(p.LedgerBegin, p.LedgerSeq) }

// Covers says whether a line of a chain is the proof's.
func (p *Proof) Covers(chain string, seq int64) bool {
	if chain == ChainAudit {
		return p.AuditBegin < seq && seq <= p.AuditSeq
	}
	return p.LedgerBegin < seq && seq <= p.LedgerSeq
}

// LineCount is how many lines the proof had when it was made.
func (p *Proof) LineCount() int64 { return p.AuditTo() - p.AuditBegin + p.LedgerTo() - p.LedgerBegin }

// BeginProof says after which lines a proof that comes after the last one begins: what was purged before is nobody's.
func (q *Q) BeginProof(last, p *Proof) error {
	a, err := q.lastCheckpoint(ChainAudit)
	if err != nil {
		return err
	}
	l, err := q.lastCheckpoint(ChainLedger)
	if err != nil {
		return err
	}
	p.AuditBegin, p.LedgerBegin = a.Seq, l.Seq
	if last != nil {
		p.AuditBegin, p.LedgerBegin = max(a.Seq, last.AuditTo()), max(l.Seq, last.LedgerTo())
	}
	return nil
}

// linesAtOnce bounds what is in the memory of a day's lines.
const linesAtOnce = 1000

// EachProofLine calls f with the lines of a proof that are kept, those of the audit log first.
func (q *Q) EachProofLine(p *Proof, audit func(*AuditLine) error, ledger func(*LedgerLine) error) error {
	for after, is := p.AuditBegin, true; is; {
		lines, err := list[AuditLine](q, "SELECT "+names[AuditLine]("a")+" FROM audit a WHERE a.seq > ? AND a.seq <= ? ORDER BY a.seq LIMIT ?",
			after, p.AuditSeq, linesAtOnce)
		if err != nil {
			return err
		}
		for i := range lines {
			if err := audit(&lines[i]); err != nil {
				return err
			}
			after = lines[i].Seq
		}
		is = len(lines) == linesAtOnce
	}
	for after, is := p.LedgerBegin, true; is; {
		lines, err := list[LedgerLine](q, "SELECT "+names[LedgerLine]("l")+" FROM ledger l WHERE l.seq > ? AND l.seq <= ? ORDER BY l.seq LIMIT ?",
			after, p.LedgerSeq, linesAtOnce)
		if err != nil {
			return err
		}
		for i := range lines {
			if err := ledger(&lines[i]); err != nil {
				return err
			}
			after = lines[i].Seq
		}
		is = len(lines) == linesAtOnce
	}
	return nil
}

// AuditLineAt is a line of the audit log; ErrNotFound.
func (q *Q) AuditLineAt(seq int64) (*AuditLine, error) {
	return get[AuditLine](q, "SELECT "+names[AuditLine]("a")+" FROM audit a WHERE a.seq = ?", seq)
}

// LedgerLineAt is a line of the disclosure ledger; ErrNotFound.
func (q *Q) LedgerLineAt(seq int64) (*LedgerLine, error) {
	return get[LedgerLine](q, "SELECT "+names[LedgerLine]("l")+" FROM ledger l WHERE l.seq = ?", seq)
}

// ProofOfLine is the proof whose a line of a chain is; ErrNotFound where none is made yet.
func (q *Q) ProofOfLine(chain string, seq int64) (*Proof, error) {
	return get[Proof](q, "SELECT "+names[Proof]("p")+" FROM proof p WHERE p."+chain+"_begin < ?1 AND ?1 <= p."+chain+"_seq "+
		"ORDER BY p.seq LIMIT 1", seq)
}

// ProofsFrom are proofs from one on up to another, oldest first.
func (q *Q) ProofsFrom(seq, to int64) ([]Proof, error) {
	return list[Proof](q, "SELECT "+names[Proof]("p")+" FROM proof p WHERE p.seq >= ? AND p.seq <= ? ORDER BY p.seq", seq, to)
}

// ProofPages are the pages of a proof; none once all of its lines are purged.
func (q *Q) ProofPages(proofID string) ([]ProofPage, error) {
	return list[ProofPage](q, "SELECT "+names[ProofPage]("g")+" FROM proof_page g WHERE g.proof_id = ? ORDER BY g.part", proofID)
}

// HasProofLines says whether a line of a proof is kept.
func (q *Q) HasProofLines(p *Proof) (has bool, err error) {
	err = q.scan1([]any{&has}, "SELECT EXISTS (SELECT 1 FROM audit WHERE seq > ? AND seq <= ?) OR "+
		"EXISTS (SELECT 1 FROM ledger WHERE seq > ? AND seq <= ?)", p.AuditBegin, p.AuditSeq, p.LedgerBegin, p.LedgerSeq)
	return has, err
}

// AreProofLinesKept says whether no line of a proof was purged.
func (q *Q) AreProofLinesKept(p *Proof) (bool, error) {
	a, err := q.lastCheckpoint(ChainAudit)
	if err != nil {
		return false, err
	}
	l, err := q.lastCheckpoint(ChainLedger)
	isAudit, isLedger := a.Seq <= p.AuditBegin || p.AuditTo() == p.AuditBegin, l.Seq <= p.LedgerBegin || p.LedgerTo() == p.LedgerBegin
	return err == nil && isAudit && isLedger, err
}

// dropPages deletes the pages of the proofs of which the last line was just purged. A proof of a day without a line keeps its own: they say
// nothing.
func (t *Tx) dropPages() error {
	a, err := t.lastCheckpoint(ChainAudit)
	if err != nil {
		return err
	}
	l, err := t.lastCheckpoint(ChainLedger)
	if err != nil {
		return err
	}
	_, err = t.exec("DELETE FROM proof_page WHERE proof_id IN (SELECT p.id FROM proof p WHERE (p.audit_seq > p.audit_begin OR "+
		"p.ledger_seq > p.ledger_begin) AND (p.audit_seq <= p.audit_begin OR p.audit_seq <= ?) AND "+
		"(p.ledger_seq <= p.ledger_begin OR p.ledger_seq <= ?))", a.Seq, l.Seq)
	return err
}

// IsPurgedTo says whether a chain was purged up to exactly a line.
func (q *Q) IsPurgedTo(chain string, seq int64) (is bool, err error) {
	err = q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM chain_checkpoint WHERE chain = ? AND seq = ?)", chain, seq)
	return is, err
}

// addPages keeps the pages of a proof with it.
func (t *Tx) addPages(p *Proof) error {
	if len(p.Pages) == 0 {
		return errors.New("a proof without pages")
	}
	for i := range p.Pages {
		p.Pages[i].ProofID = p.ID
		if err := insert(t, "proof_page", &p.Pages[i]); err != nil {
			return err
		}
	}
	return nil
}
