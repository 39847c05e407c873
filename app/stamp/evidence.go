package stamp

import (
	"crypto/ed25519"
	_ "embed" // the script
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// Line names a line of a log that its reader may read, with those of its parts that he may read.
type Line struct {
	Chain string // store.ChainAudit or store.ChainLedger
	Seq   int64
	Open  []string
}

// Evidence is what a stranger needs to check lines without this program (papers.md 4), and nothing by which he learns of others.
type Evidence struct {
	Lines []LineEvidence // in the order in which they were asked for
	Files []File         // sorted by name
}

// LineEvidence is a line as it was hashed. Text and each of Parts are hashed with a newline at their end.
type LineEvidence struct {
	Text  string // "" while no proof is made of it
	Parts []string
	Leaf  string // SHA-256 of Text
	Proof string // folder of its proof, such as proofs/2026-11-26
	Page  string // file of its page within that folder
	State LineState
}

// LineState says what became of a line.
type LineState string

// States of lines.
const (
	LineProven      LineState = "proven"
	LineWaitsForDay LineState = "day"   // for the end of its day, when a proof is made
	LineWaitsStamp  LineState = "stamp" // its proof, or a later one, is not stamped yet
)

// File is one of the evidence: proofs/2026-11-26/proof.txt, pages.txt, page-3f.txt and stamp.tsr, and once AuthorityName.
type File struct {
	Name string
	Data []byte
}

// AuthorityName are the certificates under which the stamps verify.
const AuthorityName = "proofs/authority.pem"

// CheckScript checks what lies beside it in the folder proofs: Files of an evidence and those of Texts.
//
//go:embed check.sh
var CheckScript []byte

// Texts are the lines, each with its open parts after it, as CheckScript reads them, and the script itself. Lines that wait for the end
// of their day are not in it.
func (e *Evidence) Texts() []File {
	var b strings.Builder
	for i := range e.Lines {
		if e.Lines[i].Text == "" {
			continue
		}
		b.WriteString(e.Lines[i].Text + "\n")
		for _, p := range e.Lines[i].Parts {
			b.WriteString(p + "\n")
		}
	}
	return []File{{"proofs/check.sh", CheckScript}, {"proofs/lines.txt", []byte(b.String())}}
}

// folderOf is where a proof's files lie. Two that were asked for at the same moment have folders of their own.
func folderOf(p *store.Proof) string {
	if p.Day != "" {
		return "proofs/" + p.Day
	}
	return "proofs/" + p.At.In(store.JST).Format("2006-01-02T150405") + "-" + p.Digest[:8]
}

// collecting is an evidence in the making.
type collecting struct {
	q      *store.Q
	files  map[string][]byte
	proofs []*proofAt
	pem    []string
}

// proofAt is a proof of one of the lines.
type proofAt struct {
	*store.Proof
	pages   []store.ProofPage
	covered bool
}

// Evidence collects what proves lines. Who calls it has made sure that the reader may read each of them, and each open part.
func (a Room) Evidence(q *store.Q, lines []Line) (*Evidence, error) {
	c, out := &collecting{q: q, files: map[string][]byte{}}, &Evidence{}
	for i := range lines {
		l, err := c.line(&lines[i])
		if err != nil {
			return nil, err
		}
		out.Lines = append(out.Lines, *l)
	}
	if len(c.pem) > 0 {
		c.files[AuthorityName] = []byte(strings.Join(c.pem, ""))
	}
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		out.Files = append(out.Files, File{name, c.files[name]})
	}
	return out, nil
}

func (c *collecting) line(of *Line) (*LineEvidence, error) {
	var l *logLine
	if of.Chain == store.ChainAudit {
		x, err := c.q.AuditLineAt(of.Seq)
		if err != nil {
			return nil, err
		}
		l = ofAudit(x)
	} else {
		x, err := c.q.LedgerLineAt(of.Seq)
		if err != nil {
			return nil, err
		}
		l = ofLedger(x)
	}
	p, err := c.proofOf(of)
	if errors.Is(err, store.ErrNotFound) {
		return &LineEvidence{State: LineWaitsForDay}, nil
	}
	if err != nil {
		return nil, err
	}
	w, bits := salts(p.Salt).write(l), bitsOf(p.Proof)
	if bits == 0 {
		return nil, fmt.Errorf("the proof of %s has no pages", folderOf(p.Proof))
	}
	page := pageOf(w.leaf, bits)
	out := &LineEvidence{Text: w.text, Leaf: fmt.Sprintf("%x", w.leaf), Proof: folderOf(p.Proof),
		Page: pageName(page, bits), State: LineProven}
	if !p.covered {
		out.State = LineWaitsStamp
	}
	for i, f := range l.parts {
		if slices.Contains(of.Open, f[0]) {
			out.Parts = append(out.Parts, w.parts[i])
		}
	}
	if name := out.Proof + "/" + out.Page; c.files[name] == nil {
		leaves := leavesIn(p.pages, page, bits)
		if !slices.Contains(leaves, w.leaf) {
			return nil, fmt.Errorf("line %d of the %s is not as it was proven on %s", of.Seq, of.Chain, out.Proof)
		}
		c.files[name] = salts(p.Salt).filler(bits).page(page, leaves)
	} else if !strings.Contains(string(c.files[name]), out.Leaf) {
		return nil, fmt.Errorf("line %d of the %s is not as it was proven on %s", of.Seq, of.Chain, out.Proof)
	}
	return out, nil
}

// proofOf is the proof of a line; its files are collected the first time.
func (c *collecting) proofOf(of *Line) (*proofAt, error) {
	for _, p := range c.proofs {
		if p.Covers(of.Chain, of.Seq) {
			return p, nil
		}
	}
	found, err := c.q.ProofOfLine(of.Chain, of.Seq)
	if err != nil {
		return nil, err
	}
	p := &proofAt{Proof: found}
	if p.pages, err = c.q.ProofPages(p.ID); err != nil {
		return nil, err
	}
	list := pageList(p.pages, bitsOf(found))
	if hashOf(list) != p.Lines {
		return nil, fmt.Errorf("the pages of %s are not those that were proven", folderOf(found))
	}
	c.files[folderOf(found)+"/pages.txt"] = list
	if p.covered, err = c.stampOf(found); err != nil {
		return nil, err
	}
	c.proofs = append(c.proofs, p)
	return p, nil
}

// stampOf collects the texts from a proof up to the first that is stamped, and its stamp.
func (c *collecting) stampOf(p *store.Proof) (bool, error) {
	by, err := c.q.CoveringStamp(p.Seq)
	covered := err == nil
	if errors.Is(err, store.ErrNotFound) {
		by, err = c.q.LastProof(false)
	}
	if err != nil {
		return false, err
	}
	if c.files[folderOf(p)+"/proof.txt"] != nil { // it lies between another line's proof and its stamp
		return covered, nil
	}
	between, err := c.q.ProofsFrom(p.Seq, by.Seq)
	if err != nil {
		return false, err
	}
	for i := range between {
		c.files[folderOf(&between[i])+"/proof.txt"] = []byte(between[i].Text())
	}
	if !covered {
		return false, nil
	}
	s, err := c.q.ProofStamp(by.ID)
	if err != nil {
		return false, err
	}
	c.files[folderOf(by)+"/stamp.tsr"] = s.Reply
	for _, one := range strings.SplitAfter(s.Trusted, "-----END CERTIFICATE-----\n") {
		if one != "" && !slices.Contains(c.pem, one) {
			c.pem = append(c.pem, one)
		}
	}
	return true, nil
}

var manifestLine = regexp.MustCompile(`^[0-9a-f]{64}  [^\n]+$`)

// SignManifest signs a list of files in the form of sha256sum with the key of the daily files. Anything else it does not sign: a daily file
// begins with a brace, so that neither can be taken for the other.
func (a Room) SignManifest(sums []byte) (signature, publicKeyPEM []byte, err error) {
	for line := range strings.Lines(string(sums)) {
		if !manifestLine.MatchString(strings.TrimSuffix(line, "\n")) || !strings.HasSuffix(line, "\n") {
			return nil, nil, errors.New("not a list of sha256sum")
		}
	}
	if len(sums) == 0 {
		return nil, nil, errors.New("an empty list of sha256sum")
	}
	publicKeyPEM, _ = auth.PublicPEM(a.publicKey())
	return ed25519.Sign(a.Keys.DailyKey(), sums), publicKeyPEM, nil
}
