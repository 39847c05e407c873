package stamp_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/stamp"
	"tsunagu/store"
)

// The forms of texts are fixed for ever: these are the very bytes.
func TestFormsOfProofs(t *testing.T) {
	at := time.Date(2026, 11, 26, 15, 0, 0, 123e6, time.UTC)
	p := &store.Proof{Seq: 7, Day: "2026-11-26", At: at, AuditBegin: 10, AuditSeq: 25, AuditHash: "aa", LedgerBegin: 3, LedgerSeq: 3,
		LeftOut: store.LeftOut{store.ChainLedger: {"guarantee"}}, DailyHash: "dd", Lines: "ee", Before: "ff", Salt: "5a"}
	if got := p.Inner(); got != "tsunagu-proof-inner 1\naudit 10 25 aa\nledger 3 3 -\nleft-out {\"ledger\":[\"guarantee\"]}\nsalt 5a\n" {
		t.Errorf("%q", got)
	}
	sum := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	if got := p.Daily(); got != "tsunagu-proof-daily 1\nfile dd\nsalt "+sum("daily 5a")+"\n" {
		t.Errorf("%q", got)
	}
	want := "tsunagu-proof 1\nday 2026-11-26\nat 2026-11-26T15:00:00.123Z\nbefore ff\ninner " + sum(p.Inner()) + "\nlines ee\ndaily " +
		sum(p.Daily()) + "\n"
	if got := p.Text(); got != want {
		t.Errorf("%q", got)
	}
	text, parts := stamp.AuditLeaf("5a", &store.AuditLine{Seq: 12, At: at, Event: "listing_view", UserID: "u1", Role: 3, InstitutionID: "i1",
		SubjectKind: "listing", SubjectID: "s1", Result: "ok", Detail: "二行の\n\"言葉\" <a>"})
	if !strings.HasPrefix(text, "tsunagu-line 1 audit at=2026-11-26T15:00:00Z event=listing_view result=ok salt=") {
		t.Error(text)
	}
	names := wantParts(t, text, parts)
	if !slices.Equal(names, stamp.AuditParts) || !strings.HasSuffix(parts[7], ` "二行の\n\"言葉\" <a>"`) || !strings.HasSuffix(parts[2], ` ""`) {
		t.Errorf("%v %q", names, parts)
	}
	if got := sum(text + "\n"); got != "e5bc75bbe036a5f25177809ec427b1377fd2447e3fff869676cf2cf93b1fcfbf" {
		t.Errorf("the leaf of the audit log is %s", got)
	}
	text, parts = stamp.LedgerLeaf("5a", &store.LedgerLine{Seq: 12, At: at, Kind: "view", ListingID: "l1", Level: 4, Basis: "承諾", IP: "::1"})
	if !strings.HasPrefix(text, "tsunagu-line 1 ledger at=2026-11-26T15:00:00Z kind=view level=4 salt=") {
		t.Error(text)
	}
	if names := wantParts(t, text, parts); !slices.Equal(names, stamp.LedgerParts) || !strings.HasSuffix(parts[9], " ::1") {
		t.Errorf("%v %q", names, parts)
	}
	if got := sum(text + "\n"); got != "1bbeba51530ad648d704f9c72b753c1274f32bb0ac6909197c9926881ae6eeec" {
		t.Errorf("the leaf of the ledger is %s", got)
	}
	// A line with a method has one part more, and one without is hashed as before there was any.
	text, parts = stamp.LedgerLeaf("5a", &store.LedgerLine{Seq: 12, At: at, Kind: "view", ListingID: "l1", Level: 4, Method: "passkey"})
	if names := wantParts(t, text, parts); !slices.Equal(names, append(slices.Clone(stamp.LedgerParts), stamp.PartMethod)) {
		t.Errorf("%v", names)
	} else if !strings.HasSuffix(parts[10], " passkey") || strings.Contains(text, "passkey") {
		t.Errorf("%q in %s", parts, text)
	}
	text, parts = stamp.LedgerLeaf("5a", &store.LedgerLine{Seq: 12, At: at, Kind: "view", ListingID: "l1", Level: 4, Basis: "承諾", IP: "::1"})
	// What is equal in two lines is not seen to be: each part has a salt of its own.
	again, more := stamp.LedgerLeaf("5a", &store.LedgerLine{Seq: 13, At: at, Kind: "view", ListingID: "l1", Level: 4, Basis: "承諾", IP: "::1"})
	for _, f := range strings.Fields(again)[6:] {
		if strings.Contains(text, f) {
			t.Errorf("%s stands in both lines", f)
		}
	}
	if parts[0] == more[0] || parts[1][len("company "):] == parts[2][len("buyer "):] {
		t.Errorf("salts repeat: %q %q", parts, more[0])
	}
}

// wantParts says that each part's hash stands in the text, and gives their names.
func wantParts(t *testing.T, text string, parts []string) (names []string) {
	t.Helper()
	for _, p := range parts {
		name, _, _ := strings.Cut(p, " ")
		if names = append(names, name); strings.Count(text, fmt.Sprintf(" %s=%x", name, sha256.Sum256([]byte(p+"\n")))) != 1 {
			t.Errorf("%q is not in %s", p, text)
		}
	}
	return names
}

// Every page has 256 lines however many lines a day has; where one would have more, there are twice as many pages.
func TestPagesLookTheSame(t *testing.T) {
	random := func(n int) (out [][32]byte) {
		for i := range n {
			out = append(out, sha256.Sum256(binary.BigEndian.AppendUint32(nil, uint32(i))))
		}
		return out
	}
	crowded := random(257)
	for i := range crowded { // one page of 256 has them all, two of 512 share them
		crowded[i][0] = 0x3f
	}
	for _, x := range []struct {
		name   string
		leaves [][32]byte
		pages  int
		first  string
	}{{"empty day", nil, 256, "page-00.txt"}, {"one", random(1), 256, "page-00.txt"}, {"busy day", random(45_000), 256, "page-00.txt"},
		{"crowded", crowded, 512, "page-000.txt"}, {"full", crowded[:256], 256, "page-00.txt"},
		{"import", random(150_000), 1024, "page-000.txt"}} {
		pages, list, err := stamp.PagesOf("5a", x.leaves)
		if err != nil || len(pages) != x.pages || pages[0].Name != x.first {
			t.Errorf("%s: %v %d pages", x.name, err, len(pages))
			continue
		}
		all := map[string]bool{}
		for i, p := range pages {
			lines := strings.Split(strings.TrimSuffix(p.Text, "\n"), "\n")
			if len(lines) != 256 || len(p.Text) != 256*65 || !slices.IsSorted(lines) || len(slices.Compact(lines)) != 256 {
				t.Fatalf("%s: %s has %d lines", x.name, p.Name, len(lines))
			}
			for _, l := range lines {
				all[l] = true
			}
			if want := fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(p.Text)), p.Name); list[i*len(want):(i+1)*len(want)] != want {
				t.Fatalf("%s: the list has not %s", x.name, want)
			}
		}
		if len(all) != 256*x.pages {
			t.Errorf("%s: %d leaves", x.name, len(all))
		}
		for _, l := range x.leaves {
			if !all[fmt.Sprintf("%x", l)] {
				t.Fatalf("%s: a leaf is missing", x.name)
			}
		}
	}
	if _, _, err := stamp.PagesOf("5a", make([][32]byte, 257)); err == nil {
		t.Error("257 times the same leaf is laid into pages")
	}
}

// Each line is one proof's, whatever the clock did.
func TestEveryLineHasOneProof(t *testing.T) {
	d := newDesk(t, false)
	prove := func() {
		d.Office = d.SignInOffice("office@n.example.jp")
		d.Office.Post(office+"StampNow", body{}).Want(200)
	}
	d.audited(2, "listing")
	d.disclosed("l1", "b1")
	prove()
	d.audited(1, "duty")
	d.Clock.Add(24 * time.Hour)
	d.audited(2, "listing")
	d.Job("proof")
	d.Clock.Add(-30 * time.Minute)
	d.audited(2, "listing")
	prove()
	d.Clock.Add(-3 * time.Hour) // before what the last proof has
	d.disclosed("l1", "b2")
	prove()
	prove()
	d.Clock.Add(30 * time.Hour)
	d.audited(1, "listing")
	d.Job("proof")
	d.Clock.Add(24 * time.Hour)
	d.Job("proof")
	var ps []store.Proof
	var lines []stamp.Line
	d.Read(func(q *store.Q) (err error) { ps, err = q.ProofsFrom(1, 99); return err })
	for _, chain := range []string{store.ChainAudit, store.ChainLedger} {
		for seq := int64(1); seq <= d.lastLine(chain); seq++ {
			n := 0
			for i := range ps {
				if ps[i].Covers(chain, seq) {
					n++
				}
			}
			if last := ps[len(ps)-1]; n != 1 && (chain != store.ChainAudit || n != 0 || seq <= last.AuditTo()) {
				t.Errorf("%s %d is in %d proofs", chain, seq, n)
			}
			lines = append(lines, stamp.Line{Chain: chain, Seq: seq})
		}
	}
	if e := d.evidence(lines...); len(e.Lines) != len(lines) || len(ps) < 6 {
		t.Errorf("%d of %d lines, %d proofs", len(e.Lines), len(lines), len(ps))
	}
	if r := checked(d); len(r.Broken) != 0 {
		t.Errorf("%v", r.Broken)
	}
}

// purge takes the lines of a log away up to one.
func (d *desk) purge(chain string, to int64) {
	d.T.Helper()
	d.Write(func(tx *store.Tx) error {
		hash, _, err := tx.ChainHashAt(chain, to)
		if err != nil {
			return err
		}
		return tx.Purge(&store.Checkpoint{Chain: chain, Seq: to, Hash: hash, Lines: to, At: tx.Now(), Signature: "s"})
	})
}

// What is purged cannot be given any more; lines of the same day that stay are proven as before. With the last one the leaves go.
func TestPurgedLines(t *testing.T) {
	d := daysBefore(t, 2)
	d.audited(4, "listing")
	d.disclosed("l1", "b1")
	audit, ledger := d.lastLine(store.ChainAudit), d.lastLine(store.ChainLedger)
	for range 2 {
		d.Clock.Add(24 * time.Hour)
		d.Job("proof")
	}
	d.stampedNow()
	kept := []stamp.Line{{Chain: store.ChainAudit, Seq: audit}, {Chain: store.ChainLedger, Seq: ledger, Open: stamp.LedgerParts}}
	before := d.evidence(kept...)
	d.purge(store.ChainAudit, audit-1)
	after := d.evidence(kept...)
	if !reflect.DeepEqual(before.Files, after.Files) {
		t.Error("the evidence changes with a purge")
	}
	if out, err := strangersCheck(t, laid(t, after)); err != nil {
		t.Errorf("%v %s", err, out)
	}
	if _, err := d.tryEvidence(stamp.Line{Chain: store.ChainAudit, Seq: audit - 1}); err == nil {
		t.Error("a purged line is given")
	}
	if r := checked(d); len(r.Broken) != 0 {
		t.Errorf("%v", r.Broken)
	}
	if err := d.TrySQL("DELETE FROM proof_page"); err == nil {
		t.Error("pages of lines that are kept can be deleted")
	}
	if err := d.TrySQL("UPDATE proof_page SET leaves = x''"); err == nil {
		t.Error("pages can be changed")
	}
	pages := d.count("proof_page")
	d.purge(store.ChainAudit, audit)
	if n := d.count("proof_page"); n != pages {
		t.Errorf("%d pages of %d with a line of the ledger", n, pages)
	}
	d.purge(store.ChainLedger, ledger)
	n := d.Count("SELECT count(*) FROM proof_page g JOIN proof p ON p.id = g.proof_id WHERE p.audit_begin < ?", audit)
	if n != 0 || d.count("proof_page") == 0 {
		t.Errorf("%d pages without a line, %d in all", n, d.count("proof_page"))
	}
	if r := checked(d); len(r.Broken) != 0 {
		t.Errorf("%v", r.Broken)
	}
}

// The check of the database finds a line that was altered though its chain fits, and pages that were altered or are gone.
func TestCheckFindsAlteredLines(t *testing.T) {
	d := newDesk(t, false)
	d.audited(4, "listing")
	d.disclosed("l1", "b1")
	d.Clock.Add(24 * time.Hour)
	d.Job("proof")
	free := "DROP TRIGGER audit_no_update; DROP TRIGGER audit_no_delete; DROP TRIGGER ledger_no_update; DROP TRIGGER proof_page_stays; " +
		"DROP TRIGGER proof_page_is_append_only; DROP TRIGGER proof_is_append_only; "
	for name, x := range map[string]struct{ statement, found string }{
		"audit":   {"UPDATE audit SET detail = 'x' WHERE seq = 2", "行が、証明した内容と違います"},
		"ledger":  {"UPDATE ledger SET buyer_company_id = 'x'", "行が、証明した内容と違います"},
		"deleted": {"DELETE FROM audit WHERE seq = 2", "行の数が、証明した内容と違います"},
		"leaf":    {"UPDATE proof_page SET leaves = substr(leaves, 1, 64)", "（ページ）が、証明した内容と違います"},
		"sums":    {"UPDATE proof_page SET sums = zeroblob(8192)", "（ページ）が、証明した内容と違います"},
		"pages":   {"DELETE FROM proof_page", "（ページ）が消されています"},
		"count":   {"UPDATE proof SET page_count = 512", "（ページ）が、証明した内容と違います"},
		"begin":   {"UPDATE proof SET audit_begin = 1", "証明の続きになっていません"},
		"nothing": {"SELECT 1", ""},
	} {
		got := strings.Join(alteredCopy(t, d, free+x.statement), "\n")
		if x.found == "" && got != "" || !strings.Contains(got, x.found) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// The list of a ZIP's files is signed with the key of the daily files, and OpenSSL verifies it; a daily file is never signed as one.
func TestSignManifest(t *testing.T) {
	d, dir := newDesk(t, false), t.TempDir()
	a := stamp.In(d.App.Platform)
	sums := fmt.Sprintf("%x  index.pdf\n%x  proofs/lines.txt\n", sha256.Sum256(nil), sha256.Sum256([]byte("x")))
	signature, key, err := a.SignManifest([]byte(sums))
	if err != nil || len(signature) != ed25519.SignatureSize {
		t.Fatal(err)
	}
	apptest.Lay(t, dir, map[string]string{"SHA256SUMS": sums, "SHA256SUMS.sig": string(signature), stamp.KeyName: string(key)})
	command := "openssl pkeyutl -verify -pubin -inkey " + stamp.KeyName + " -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig"
	if out, err := shell(t, dir, command); err != nil || !strings.Contains(out, "Signature Verified Successfully") {
		t.Errorf("%v %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(strings.Replace(sums, "index", "indey", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := shell(t, dir, command); err == nil {
		t.Errorf("an altered list: %s", out)
	}
	var daily string
	d.Read(func(q *store.Q) (err error) { daily, err = stamp.Content(a, q, "2026-11-20", d.now()); return err })
	for _, other := range []string{"", daily, sums + daily, strings.TrimSuffix(sums, "\n"), "\n" + sums, strings.ToUpper(sums)} {
		if _, _, err := a.SignManifest([]byte(other)); err == nil {
			t.Errorf("it signs %.80q", other)
		}
	}
}
