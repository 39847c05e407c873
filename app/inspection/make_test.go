package inspection_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/inspection"
	"tsunagu/app/issued"
	"tsunagu/app/signed"
	"tsunagu/store"
)

// sides of a deal, as recordKind has them.
const (
	ofListing = int(store.InChargeOfListing)
	bf        = int(store.InChargeOfBF)
	sf        = int(store.InChargeOfSF)
)

var fileName = regexp.MustCompile(`filename="KENSA_[LN]-[0-9a-f]{8}_20\d{6}-[2-9A-Z]{8}\.zip"`)

func makes(c *apptest.Caller, id string, side int) apptest.Result {
	c.P.T.Helper()
	name := "buyerNegotiationId"
	if side == ofListing {
		name = "sellerBusinessId"
	}
	return c.Post(inspection.Path+"MakeInspectionFile", map[string]any{name: id, "recordKind": side})
}

// unpacked are the files of a ZIP.
func unpacked(t testing.TB, body string) map[string]string {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		if !regexp.MustCompile(`^[0-9A-Za-z./-]+$`).MatchString(f.Name) || f.Modified.Year() != 1980 {
			t.Errorf("%s of %s", f.Name, f.Modified)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(r); err != nil {
			t.Fatal(err)
		}
		if _, twice := out[f.Name]; twice {
			t.Errorf("%s is twice in it", f.Name)
		}
		out[f.Name] = b.String()
	}
	return out
}

func textOf(t testing.TB, pdf string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(path, []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdftotext", "-raw", "-enc", "UTF-8", path, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(string(out), "　", " ")), "")
}

// readable are all files of a ZIP in one text, PDFs as they are read.
func readable(t testing.TB, files map[string]string) string {
	t.Helper()
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		text := files[name]
		if strings.HasSuffix(name, ".pdf") {
			text = textOf(t, text)
		}
		fmt.Fprintf(&b, "== %s\n%s\n", name, text)
	}
	return b.String()
}

func issue(c *apptest.Caller, id string, kind issued.Kind, side int) string {
	c.P.T.Helper()
	return c.Post(issued.Path+"IssuePaper", map[string]any{"buyerNegotiationId": id, "kind": int(kind), "recordKind": side}).Want(200).
		JSON()["issuedPaperId"].(string)
}

// Each side gets what it may see of the deal, under names that every system unpacks, and nobody else gets anything.
func TestInspectionFile(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	w.FinB.Say(id, 1, "行内だけの相談").Want(200)
	issue(w.FinB, id, issued.KindConfidentiality, bf)
	issue(w.FinA, id, issued.KindOwnerConsent, sf)

	common := []string{"SHA256SUMS", "SHA256SUMS.sig", "agreements/nda-v1.txt", "audit.csv", "duties.csv", "how-to-check.html", "index.pdf",
		"ledger.csv", "papers.csv", "public-key.pem", "timeline.csv"}
	for _, x := range []struct {
		c               *apptest.Caller
		id              string
		side            int
		names, has, not []string
	}{
		{w.FinB, id, bf, common, []string{"カナリア製作所", "霧晴環境", "実名交渉の承認", "秘密保持の同意", "蒼陵信用金庫"},
			[]string{"実名開示の承諾書", "オーナーの承諾", "fin@a.example.jp"}},
		{w.FinA, id, sf, common, []string{"カナリア製作所", "霧晴環境", "実名開示の承諾書", "オーナーの承諾"},
			[]string{"資金支援", "利用者fin@b", "利用者 fin@b", "行内だけの相談"}},
		{w.FinA, w.Listing, ofListing, slices.DeleteFunc(slices.Clone(common), func(s string) bool { return strings.HasPrefix(s, "agreements") }),
			[]string{"カナリア製作所", "売手の承認・公開", "蒼陵信用金庫"}, []string{"利用者 fin@b", "資金支援", "黒潮ライバル"}},
	} {
		r := makes(x.c, x.id, x.side).Want(200)
		if d := r.Header.Get("Content-Disposition"); !fileName.MatchString(d) {
			t.Errorf("it is called %s", d)
		}
		files := unpacked(t, r.Body)
		var names []string
		for name := range files {
			if !strings.HasPrefix(name, "papers/") {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		if !slices.Equal(names, x.names) {
			t.Errorf("side %d: %v, want %v", x.side, names, x.names)
		}
		all := readable(t, files)
		for _, want := range x.has {
			if !strings.Contains(all, want) {
				t.Errorf("side %d: no %s in\n%s", x.side, want, all)
			}
		}
		for _, not := range x.not {
			if strings.Contains(all, not) {
				t.Errorf("side %d: %s is in\n%s", x.side, not, all)
			}
		}
		for _, name := range []string{"timeline.csv", "ledger.csv"} {
			if strings.Count(files[name], "\r\n") < 2 || !strings.HasPrefix(files[name], "\ufeff") {
				t.Errorf("side %d: %s is %q", x.side, name, files[name])
			}
		}
	}

	// Nobody else gets one, and the answers are the same.
	none := makes(w.FinC, store.NewID(), sf).Want(400)
	for _, x := range []struct {
		c    *apptest.Caller
		id   string
		side int
	}{{w.FinB, id, sf}, {w.FinA, id, bf}, {w.FinC, id, bf}, {w.FinC, id, sf}, {w.FinB, w.Listing, ofListing}, {w.FinC, w.Listing, ofListing},
		{w.FinA, id, 1}, {w.FinA, id, ofListing}} {
		makes(x.c, x.id, x.side).SameAs(none)
	}
	w.BuyB.Post(inspection.Path+"MakeInspectionFile", map[string]any{"buyerNegotiationId": id, "recordKind": bf}).Want(400)

	// That it was made is a line with the hash of its list, which the office does not read; and the name that stands in it one of the ledger.
	var lines []store.AuditLine
	w.Read(func(q *store.Q) (err error) {
		lines, _, err = q.SearchAudit(store.AuditSearch{Event: inspection.EventMade, Page: store.Page{Limit: 10}})
		if err == nil {
			_, n, err := q.SearchAudit(store.AuditSearch{Event: inspection.EventMade, ForOffice: true, Page: store.Page{Limit: 10}})
			if n != 0 || err != nil {
				t.Errorf("the office reads %d lines, %v", n, err)
			}
		}
		return err
	})
	if len(lines) != 3 || !regexp.MustCompile(`^20\d{6}-[2-9A-Z]{8} [0-9a-f]{64}$`).MatchString(lines[0].Detail) {
		t.Errorf("%+v", lines)
	}
	if issues := w.LedgerOf(issued.LedgerIssue); len(issues) == 0 || issues[0].Level != 4 {
		t.Errorf("%+v", issues)
	}
	w.FinA.Get(apptest.ListingBase+"GetDisclosureLedger?sellerBusinessId="+w.Listing).Want(200).Has("交渉の記録の控え").HasNot("検査", "KENSA")
}

// What came back signed is in the file, with who confirmed it; what was sent back is told of, and not in it. The other side's file has
// nothing of it.
func TestInspectionFileHasSignedCopies(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	type body = map[string]any
	paper := issue(w.FinA, id, issued.KindOwnerConsent, sf)
	record := func(text string) string {
		return w.FinA.Upload(signed.Path+"RecordSignedCopy", body{"issuedPaperId": paper,
			"signedOn": w.Clock.Now().In(store.JST).Format("2006-01-02"), "signerList": `[{"name":"金糸 雀","role":"代表取締役"}]`}, "控え.pdf",
			apptest.SmallPDF(text)).Want(200).JSON()["signedCopyId"].(string)
	}
	decide := func(copyID string, isConfirmed bool, reason string) {
		w.SecondA.Post(signed.Path+"DecideSignedCopy", body{"signedCopyId": copyID, "isConfirmed": isConfirmed, "reason": reason}).Want(200)
	}
	decide(record("wrong"), false, "別の書面でした")
	counts := record("right")
	decide(counts, true, "")

	files := unpacked(t, makes(w.FinA, id, sf).Want(200).Body)
	table := files["signed.csv"]
	for _, want := range []string{"差し戻し", "別の書面でした", `"署名済み","2026`, "代表取締役　金糸 雀", "記録と一致しました", "-signed.pdf"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %s in %s", want, table)
		}
	}
	var copies []string
	for name, text := range files {
		if strings.HasSuffix(name, "-signed.pdf") {
			copies = append(copies, text)
		}
	}
	if len(copies) != 1 || copies[0] != string(apptest.SmallPDF("right")) {
		t.Errorf("%d signed copies: %q", len(copies), copies)
	}
	if text := textOf(t, files["index.pdf"]); !strings.Contains(text, "署名済みの控えの一覧") {
		t.Errorf("the index does not name it: %s", text)
	}
	if strings.Count(files["audit.csv"], "署名済みの控え") < 4 { // recorded twice, returned, confirmed
		t.Errorf("%s", files["audit.csv"])
	}
	other := unpacked(t, makes(w.FinB, id, bf).Want(200).Body)
	if _, is := other["signed.csv"]; is || strings.Contains(readable(t, other), "署名済み") {
		t.Error("the other side's file tells of it")
	}

	// One that is not what was kept is named, and left out.
	w.Read(func(q *store.Q) error {
		c, err := q.SignedCopy(store.Viewer{InstitutionID: w.AID}, counts)
		if err != nil {
			return err
		}
		f, err := q.File(c.FileID)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(w.App.Store.Dir(), store.FilesDir, filepath.FromSlash(f.Path)), []byte("%PDF-1.7 altered"), 0o600)
	})
	files = unpacked(t, makes(w.FinA, id, sf).Want(200).Body)
	if !strings.Contains(files["signed.csv"], "登録したときと異なるため") ||
		!strings.Contains(textOf(t, files["index.pdf"]), "署名済みの控えは、保管しているファイルがないか") {
		t.Errorf("%s", files["signed.csv"])
	}
	for name := range files {
		if strings.HasSuffix(name, "-signed.pdf") {
			t.Errorf("%s is in it", name)
		}
	}
}
