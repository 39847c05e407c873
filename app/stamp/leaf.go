package stamp

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tsunagu/store"
)

// A line of the logs is proven by its leaf (papers.md 4): the SHA-256 of a text in which stands what everybody reads who may read the
// line at all, and for each thing that only some of them read, its part, a hash with a salt. A part is opened by its own text, or left
// closed. No number of the chain and no hash of it is in there: they would tell of other lines. The leaves of a proof's lines lie in
// pages, which are filled up with leaves of nothing, so that nobody sees how many lines there are.

// Names of the parts of lines.
const (
	PartUser        = "user"
	PartRole        = "role"
	PartClient      = "client"
	PartInstitution = "institution"
	PartSession     = "session"
	PartAbout       = "about" // kind of the subject
	PartSubject     = "subject"
	PartDetail      = "detail"
	PartIP          = "ip"
	PartListing     = "listing"
	PartCompany     = "company"
	PartBuyer       = "buyer"
	PartNegotiation = "negotiation"
	PartBasis       = "basis"
	PartMethod      = "method" // how the session's user had proven who he is; behind the others, and only of a line that has one
)

// AuditParts are the parts of a line of the audit log in their order. For all readers of a line: time to the second, event, result.
var AuditParts = []string{PartUser, PartRole, PartClient, PartInstitution, PartSession, PartAbout, PartSubject, PartDetail, PartIP}

// LedgerParts are those of a line of the disclosure ledger. For all readers of a line: time to the second, kind, level.
var LedgerParts = []string{PartListing, PartCompany, PartBuyer, PartNegotiation, PartUser, PartClient, PartInstitution, PartBasis,
	PartSubject, PartIP}

const (
	pageLeaves = 256
	leastBits  = 8  // 256 pages
	mostBits   = 20 // some two hundred million lines
	lineTime   = "2006-01-02T15:04:05Z"
)

type leaf [store.LeafBytes]byte

// logLine is a line of either log as its leaf is made of it.
type logLine struct {
	chain string
	seq   int64
	open  [][2]string // name and value of what stands in the text
	parts [][2]string
}

func ofAudit(l *store.AuditLine) *logLine {
	out := &logLine{store.ChainAudit, l.Seq, [][2]string{{"at", secondOf(l.At)}, {"event", l.Event}, {"result", l.Result}},
		[][2]string{{PartUser, l.UserID}, {PartRole, strconv.Itoa(l.Role)}, {PartClient, l.ClientID}, {PartInstitution, l.InstitutionID},
			{PartSession, l.SessionID}, {PartAbout, l.SubjectKind}, {PartSubject, l.SubjectID}, {PartDetail, l.Detail}, {PartIP, l.IP}}}
	return out.by(l.Method)
}

func ofLedger(l *store.LedgerLine) *logLine {
	out := &logLine{store.ChainLedger, l.Seq, [][2]string{{"at", secondOf(l.At)}, {"kind", l.Kind}, {"level", strconv.Itoa(l.Level)}},
		[][2]string{{PartListing, l.ListingID}, {PartCompany, l.CompanyID}, {PartBuyer, l.BuyerCompanyID}, {PartNegotiation, l.NegotiationID},
			{PartUser, l.UserID}, {PartClient, l.ClientID}, {PartInstitution, l.InstitutionID}, {PartBasis, l.Basis}, {PartSubject, l.Subject},
			{PartIP, l.IP}}}
	return out.by(l.Method)
}

// by adds the method. Lines of before there was one, and those without, are hashed as they ever were.
func (l *logLine) by(method string) *logLine {
	if method != "" {
		l.parts = append(l.parts, [2]string{PartMethod, method})
	}
	return l
}

// secondOf is a time as every reader of a line sees it: no screen and no file has less than seconds.
func secondOf(t time.Time) string { return t.UTC().Format(lineTime) }

// isPlain says that a value is a code, an id, a number or a time.
func isPlain(value string) bool {
	for i := range len(value) {
		c := value[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && strings.IndexByte("_.:+-", c) < 0 {
			return false
		}
	}
	return value != ""
}

// word is a value in a text: a code as it is, anything else as a JSON string, which is one line and can be read.
func word(value string) string {
	if isPlain(value) {
		return value
	}
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(value); err != nil {
		panic(err) // a string always marshals
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// salts makes the salts of a proof's lines and what fills its pages up, all of the proof's own salt.
type salts string

func (s salts) key(of string) []byte {
	m := hmac.New(sha256.New, []byte(s))
	m.Write([]byte(of))
	return m.Sum(nil)
}

// written is a line in the form that is hashed; every text ends with a newline in the hash, so that grep prints what is hashed.
type written struct {
	text  string
	parts []string
	leaf  leaf
}

// write puts a line into its form. Its salts are random to everybody who does not have the proof's.
func (s salts) write(l *logLine) *written {
	key := s.key("line " + l.chain + " " + strconv.FormatInt(l.seq, 10))
	salt := func(n byte) string {
		sum := sha256.Sum256(append(key[:len(key):len(key)], n))
		return hex.EncodeToString(sum[:16])
	}
	out := &written{}
	var b strings.Builder
	b.WriteString("tsunagu-line 1 " + l.chain)
	for _, f := range l.open {
		b.WriteString(" " + f[0] + "=" + word(f[1]))
	}
	b.WriteString(" salt=" + salt(0))
	for i, f := range l.parts {
		part := f[0] + " " + salt(byte(i+1)) + " " + word(f[1])
		out.parts = append(out.parts, part)
		b.WriteString(" " + f[0] + "=" + hashOf([]byte(part+"\n")))
	}
	out.text = b.String()
	out.leaf = sha256.Sum256([]byte(out.text + "\n"))
	return out
}

// leavesOf are the leaves of the lines of a proof that are kept, sorted.
func leavesOf(q *store.Q, p *store.Proof) ([]leaf, error) {
	out, s := make([]leaf, 0, p.LineCount()), salts(p.Salt)
	err := q.EachProofLine(p,
		func(l *store.AuditLine) error { out = append(out, s.write(ofAudit(l)).leaf); return nil },
		func(l *store.LedgerLine) error { out = append(out, s.write(ofLedger(l)).leaf); return nil })
	slices.SortFunc(out, byBytes)
	return out, err
}

func byBytes(a, b leaf) int { return bytes.Compare(a[:], b[:]) }

// pageOf is the page of a leaf among 1<<bits: its first bits.
func pageOf(l leaf, bits int) int { return int(binary.BigEndian.Uint32(l[:]) >> (32 - bits)) }

var errPages = errors.New("too many lines for one proof")

// bitsFor says how many pages sorted leaves need, as a power of two: no page has more than 256. Every day looks the same up to some 50,000.
func bitsFor(leaves []leaf) (int, error) {
	for bits := leastBits; bits <= mostBits; bits++ {
		fits := true
		for i := 0; i+pageLeaves < len(leaves) && fits; i++ {
			fits = pageOf(leaves[i], bits) != pageOf(leaves[i+pageLeaves], bits)
		}
		if fits {
			return bits, nil
		}
	}
	return 0, errPages
}

// pageName is the file of a page; all names of a proof are of the same length.
func pageName(page, bits int) string { return fmt.Sprintf("page-%0*x.txt", (bits+3)/4, page) }

// filler fills pages up.
type filler struct {
	key  []byte
	bits int
}

func (s salts) filler(bits int) *filler { return &filler{s.key("fill"), bits} }

// page is the text of a page with its leaves: 256 lines, sorted.
func (f *filler) page(page int, leaves []leaf) []byte {
	all := append(make([]leaf, 0, pageLeaves), leaves...)
	in := binary.BigEndian.AppendUint32(append(make([]byte, 0, len(f.key)+8), f.key...), uint32(page))
	for i := len(all); i < pageLeaves; i++ {
		l := leaf(sha256.Sum256(binary.BigEndian.AppendUint32(in, uint32(i))))
		head := binary.BigEndian.Uint32(l[:])<<f.bits>>f.bits | uint32(page)<<(32-f.bits)
		binary.BigEndian.PutUint32(l[:], head)
		all = append(all, l)
	}
	slices.SortFunc(all, byBytes)
	out := make([]byte, 0, pageLeaves*(2*store.LeafBytes+1))
	for i := range all {
		out = append(hex.AppendEncode(out, all[i][:]), '\n')
	}
	return out
}

// pagesOf lays sorted leaves into pages.
func (s salts) pagesOf(leaves []leaf) (out []store.ProofPage, count int, err error) {
	bits, err := bitsFor(leaves)
	if err != nil {
		return nil, 0, err
	}
	f := s.filler(bits)
	for page := range 1 << bits {
		n := 0
		for n < len(leaves) && pageOf(leaves[n], bits) == page {
			n++
		}
		if page%pageLeaves == 0 {
			out = append(out, store.ProofPage{Part: len(out)})
		}
		o := &out[len(out)-1]
		for i := range n {
			o.Leaves = append(o.Leaves, leaves[i][:]...)
		}
		sum := sha256.Sum256(f.page(page, leaves[:n]))
		o.Sums = append(o.Sums, sum[:]...)
		leaves = leaves[n:]
	}
	for i := range out {
		if out[i].Leaves == nil {
			out[i].Leaves = []byte{}
		}
	}
	return out, 1 << bits, nil
}

// pageList is the text pages.txt, in the form of sha256sum.
func pageList(pages []store.ProofPage, bits int) []byte {
	var b bytes.Buffer
	for i := range pages {
		for n := 0; n+store.LeafBytes <= len(pages[i].Sums); n += store.LeafBytes {
			fmt.Fprintf(&b, "%x  %s\n", pages[i].Sums[n:n+store.LeafBytes], pageName(i*pageLeaves+n/store.LeafBytes, bits))
		}
	}
	return b.Bytes()
}

// bitsOf are the bits of a proof's pages; 0 where their number is none that was ever made.
func bitsOf(p *store.Proof) int {
	for bits := leastBits; bits <= mostBits; bits++ {
		if p.PageCount == 1<<bits {
			return bits
		}
	}
	return 0
}

// leavesIn are the leaves that are kept of a page.
func leavesIn(pages []store.ProofPage, page, bits int) (out []leaf) {
	if page/pageLeaves >= len(pages) {
		return nil
	}
	kept := pages[page/pageLeaves].Leaves
	for n := 0; n+store.LeafBytes <= len(kept); n += store.LeafBytes {
		if l := leaf(kept[n : n+store.LeafBytes]); pageOf(l, bits) == page {
			out = append(out, l)
		}
	}
	return out
}

// seal lays the lines of a new proof into pages.
func seal(q *store.Q, p *store.Proof) error {
	leaves, err := leavesOf(q, p)
	if err != nil {
		return err
	}
	if int64(len(leaves)) != p.LineCount() {
		return fmt.Errorf("the logs have %d lines where %d belong", len(leaves), p.LineCount())
	}
	var count int
	if p.Pages, count, err = salts(p.Salt).pagesOf(leaves); err != nil {
		return err
	}
	p.PageCount = count
	p.Lines = hashOf(pageList(p.Pages, bitsOf(p)))
	p.Digest = hashOf([]byte(p.Text()))
	return nil
}
