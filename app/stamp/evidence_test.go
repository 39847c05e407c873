package stamp_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/stamp"
	"tsunagu/store"
)

// disclosed writes a line of the disclosure ledger.
func (d *desk) disclosed(listing, buyer string) {
	d.T.Helper()
	d.Write(func(tx *store.Tx) error {
		return tx.AddLedger(store.LedgerLine{Kind: "view", ListingID: listing, CompanyID: "c1", BuyerCompanyID: buyer, NegotiationID: "n1",
			Level: 4, UserID: "u1", ClientID: buyer, InstitutionID: "i1", Basis: "オーナーの承諾", Subject: "overview", IP: "192.0.2.7"})
	})
}

// lastLine is the newest line of a log.
func (d *desk) lastLine(chain string) int64 {
	d.T.Helper()
	return int64(d.Count("SELECT max(seq) FROM " + chain))
}

func (d *desk) evidence(lines ...stamp.Line) *stamp.Evidence {
	d.T.Helper()
	e, err := d.tryEvidence(lines...)
	if err != nil {
		d.T.Fatal(err)
	}
	return e
}

func (d *desk) tryEvidence(lines ...stamp.Line) (e *stamp.Evidence, err error) {
	d.T.Helper()
	d.Read(func(q *store.Q) error { e, err = stamp.In(d.App.Platform).Evidence(q, lines); return nil })
	return e, err
}

// laid puts an evidence into a folder, as a ZIP of it is unpacked.
func laid(t *testing.T, e *stamp.Evidence) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range slices.Concat(e.Files, e.Texts()) {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "proofs")
}

// strangersCheck runs the script with sha256sum, grep and openssl, and no other program in its reach.
func strangersCheck(t *testing.T, dir string) (string, error) {
	t.Helper()
	tools := t.TempDir()
	for _, name := range []string{"sha256sum", "grep", "openssl"} {
		path, err := shell(t, tools, "command -v "+name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(strings.TrimSpace(path), filepath.Join(tools, name)); err != nil {
			t.Fatal(err)
		}
	}
	return shell(t, dir, "PATH="+tools+"; . ./check.sh")
}

// daysBefore is a desk whose clock stands some days before the machine's, which OpenSSL reads.
func daysBefore(t *testing.T, days int) *desk {
	d := newDesk(t, true)
	d.Clock.Add(-time.Duration(days) * 24 * time.Hour)
	d.Office = d.SignInOffice("office@n.example.jp")
	return d
}

// stampedNow lets OpenSSL's authority stamp what there is, at the machine's time.
func (d *desk) stampedNow() {
	d.T.Helper()
	address, p := apptest.OpenSSLAuthority(d.T)
	d.Clock.Add(time.Since(d.now()))
	d.Office = d.SignInOffice("office@n.example.jp")
	d.setAuthority(body{"address": address, "ca": p.CA()}).Want(200)
	if got := d.Office.Post(office+"StampNow", body{}).Want(200).JSON(); got["isStamped"] != true {
		d.T.Fatal(got)
	}
}

// places are where a file is altered in the test.
func places(f stamp.File) []int {
	if strings.Contains(f.Name, "/page") { // one digest is over the whole file
		return []int{len(f.Data) / 2}
	}
	return []int{20, len(f.Data) - 2}
}

// A stranger with sha256sum, grep and openssl finds that lines stood in the logs, and each character that somebody altered. Days without
// a line, proofs by hand and days without a stamp lie between.
func TestStrangerChecksLines(t *testing.T) {
	d := daysBefore(t, 4)
	d.audited(3, "listing")
	first := d.lastLine(store.ChainAudit)
	d.disclosed("l1", "b1")
	d.Office.Post(office+"StampNow", body{}).Want(200) // by hand, and no authority yet
	d.disclosed("l1", "other buyer")
	second := d.lastLine(store.ChainLedger)
	for range 3 {
		d.Clock.Add(24 * time.Hour)
		d.Job("proof")
	}
	d.Office = d.SignInOffice("office@n.example.jp")
	d.disclosed("l2", "b3")
	third := d.lastLine(store.ChainLedger)
	lines := []stamp.Line{{Chain: store.ChainLedger, Seq: third, Open: stamp.LedgerParts},
		{Chain: store.ChainAudit, Seq: first, Open: []string{stamp.PartInstitution, stamp.PartDetail}},
		{Chain: store.ChainLedger, Seq: second, Open: []string{stamp.PartListing, stamp.PartBasis}}, {Chain: store.ChainLedger, Seq: 1}}
	for i, l := range d.evidence(lines...).Lines {
		want := stamp.LineWaitsStamp
		if i == 0 {
			want = stamp.LineWaitsForDay
		}
		if l.State != want || (l.Text == "") != (i == 0) {
			t.Errorf("line %d before the stamp: %+v", i, l)
		}
	}
	if out, err := strangersCheck(t, laid(t, d.evidence(lines[0]))); err != nil || !strings.HasPrefix(out, "OK: 0 行") {
		t.Errorf("a line that waits for its day: %v %s", err, out)
	}
	if out, err := strangersCheck(t, laid(t, d.evidence(lines[1]))); err == nil || !strings.Contains(out, "タイムスタンプがまだないか") {
		t.Errorf("a line that waits for a stamp: %v %s", err, out)
	}
	d.stampedNow()
	e := d.evidence(lines...)
	folders := map[string]bool{}
	for i, l := range e.Lines {
		if l.State != stamp.LineProven || len(l.Parts) != len(lines[i].Open) {
			t.Errorf("line %d: %+v", i, l)
		}
		folders[l.Proof] = true
	}
	if len(folders) != 3 {
		t.Errorf("the lines are in the proofs %v", folders)
	}
	if !strings.HasSuffix(e.Lines[1].Parts[1], ` "秘密の言葉"`) || !strings.Contains(e.Lines[1].Text, " audit at=") {
		t.Errorf("%+v", e.Lines[1])
	}
	for _, hidden := range []string{"192.0.2.7", "other buyer"} { // closed parts of the others; that of the first line is open
		for _, l := range e.Lines[1:] {
			if strings.Contains(l.Text+strings.Join(l.Parts, "\n"), hidden) {
				t.Errorf("%q in %+v", hidden, l)
			}
		}
	}
	dir := laid(t, e)
	out, err := strangersCheck(t, dir)
	if err != nil || !strings.HasPrefix(out, "OK: 4 行、開いた項目 14 件") {
		t.Fatalf("%v %s", err, out)
	}
	if r := checked(d); len(r.Broken) != 0 {
		t.Errorf("%v", r.Broken)
	}
	for _, f := range slices.Concat(e.Files, e.Texts()) {
		if f.Name == "proofs/check.sh" || f.Name == stamp.AuthorityName {
			continue
		}
		for _, at := range places(f) {
			altered := bytes.Clone(f.Data)
			if altered[at]++; altered[at] == '\n' {
				altered[at]++
			}
			path := filepath.Join(dir, strings.TrimPrefix(f.Name, "proofs/"))
			apptest.Lay(t, dir, map[string]string{strings.TrimPrefix(f.Name, "proofs/"): string(altered)})
			if out, err := strangersCheck(t, dir); err == nil || !strings.Contains(out, "違います") {
				t.Errorf("%s altered at %d is not found: %s", f.Name, at, out)
			}
			if err := os.WriteFile(path, f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	// A part that is shown with another line than its own.
	rows := strings.SplitAfter(string(e.Texts()[1].Data), "\n")
	apptest.Lay(t, dir, map[string]string{"lines.txt": strings.Join(slices.Concat(rows[:1], rows[2:12], rows[1:2], rows[12:]), "")})
	if out, err := strangersCheck(t, dir); err == nil || !strings.Contains(out, "lines.txt の 12 行目（開いた項目）") {
		t.Errorf("a part of another line: %s", out)
	}
	apptest.Lay(t, dir, map[string]string{"lines.txt": strings.Join(rows, "")})
	if err := os.Rename(filepath.Join(dir, "authority.pem"), filepath.Join(dir, "kept.pem")); err != nil {
		t.Fatal(err)
	}
	if out, err := strangersCheck(t, dir); err == nil {
		t.Errorf("without a certificate: %s", out)
	}
	if err := os.Rename(filepath.Join(dir, "kept.pem"), filepath.Join(dir, "authority.pem")); err != nil {
		t.Fatal(err)
	}
	if out, err := strangersCheck(t, dir); err != nil {
		t.Errorf("%v %s", err, out)
	}
	// A page that was made for a line, and an authority that nobody trusts.
	page := filepath.Join(dir, filepath.Base(e.Lines[0].Proof), "page-zz.txt")
	apptest.Lay(t, dir, map[string]string{filepath.Base(e.Lines[0].Proof) + "/page-zz.txt": e.Lines[0].Leaf + "\n"})
	if out, err := strangersCheck(t, dir); err == nil || !strings.Contains(out, "一覧にありません") {
		t.Errorf("a page of nobody's: %s", out)
	}
	if err := os.Remove(page); err != nil {
		t.Fatal(err)
	}
	apptest.Lay(t, dir, map[string]string{"authority.pem": apptest.NewPKI(t, "他の認証局").CA()})
	if out, err := strangersCheck(t, dir); err == nil || !strings.Contains(out, "タイムスタンプ") {
		t.Errorf("another authority: %s", out)
	}
}

// A line has the same evidence whether or not others wrote lines on its day: as many files, as long, and nothing in clear that is not its
// own.
func TestEvidenceTellsOfNoOtherLine(t *testing.T) {
	hex := regexp.MustCompile(`[0-9a-f]{32,64}|page-[0-9a-f]{2}`)
	world := func(others int) (shown string) {
		d := newDesk(t, false)
		a := newAuthority(t, d.now)
		d.setAuthority(body{"address": a.URL, "ca": a.pki.CA()}).Want(200)
		for day := range 4 {
			for i := range others {
				d.disclosed("other", fmt.Sprint("b", i))
			}
			d.audited(others, "listing")
			if day%2 == 0 {
				d.disclosed("mine", "b1")
			}
			d.audited(others, "duty")
			d.Clock.Add(24 * time.Hour)
			d.Job("proof")
		}
		var lines []stamp.Line
		var seqs []int64
		d.Read(func(q *store.Q) error {
			ls, err := q.LedgerOfListing("mine")
			for _, l := range ls {
				lines = append(lines, stamp.Line{Chain: store.ChainLedger, Seq: l.Seq, Open: []string{stamp.PartListing}})
				seqs = append(seqs, l.Seq)
			}
			return err
		})
		e := d.evidence(lines...)
		if others > 0 && seqs[0] < 100 {
			t.Fatal("the worlds do not differ")
		}
		var b strings.Builder
		for _, l := range e.Lines {
			fmt.Fprintf(&b, "%s %q %s %s %s\n", l.Text, l.Parts, l.Proof, l.Page, l.State)
		}
		for _, f := range e.Files {
			if strings.HasSuffix(f.Name, ".tsr") || f.Name == stamp.AuthorityName { // the authority's: their length is chance
				fmt.Fprintln(&b, f.Name)
				continue
			}
			fmt.Fprintf(&b, "%s %d\n%s", f.Name, len(f.Data), f.Data)
		}
		return hex.ReplaceAllString(b.String(), "#")
	}
	none, many := world(0), world(90)
	if none != many {
		t.Errorf("the evidence differs:\n%.3000s\n\n%.3000s", none, many)
	}
	if !strings.Contains(none, "proofs/2026-11-21/proof.txt") || strings.Count(none, "/stamp.tsr") != 2 {
		t.Errorf("%.3000s", none)
	}
}
