package inspection_test

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/inspection"
	"tsunagu/app/issued"
	"tsunagu/app/web"
	"tsunagu/store"
)

func accesses(c *apptest.Caller, word, more string) apptest.Result {
	c.P.T.Helper()
	return c.Get(inspection.Path + "SearchNameAccess?word=" + url.QueryEscape(word) + more)
}

// A bank finds by number, name and 法人番号 who learned the names of its own customers, and nothing about others'.
func TestNameAccess(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	apptest.SeeDetails(w.BuyB, w.Listing).Want(200)
	w.Negotiation(w.Listing, w.BuyerC, w.CID(), deal.NegotiationAnonymous, true)

	for _, word := range []string{web.CaseNumber("L", w.Listing), "カナリア"} {
		accesses(w.FinA, word, "").Want(200).Has("ネームクリア", "実名交渉の承認", "霧晴環境", "蒼陵信用金庫", "買手企業", "カナリア製作所").
			HasNot("白嶺", "利用者 fin@b", "利用者 buy@b", "192.0.2.")
	}
	accesses(w.FinA, "カナリア", "").Has("自機関の利用者", "担当する金融機関", "利用者 fin@a.example.jp", "案件の登録")
	accesses(w.FinA, web.CaseNumber("N", id), "").Want(200).Has("ネームクリア", "カナリア製作所")
	for _, word := range []string{web.CaseNumber("N", id), "霧晴"} {
		accesses(w.FinB, word, "").Want(200).Has("霧晴環境", "実名交渉の申請", "湊星銀行", "買手の実名開示の同意").HasNot("カナリア", "利用者 fin@a", "ネームクリア")
	}
	var number string
	w.SQLScan("SELECT corporate_registration_number FROM company_details WHERE company_id = '"+w.Seller+"'", &number)
	if number == "" {
		number = "1234567890128"
		w.SQLExec("UPDATE company_details SET corporate_registration_number = '" + number + "' WHERE company_id = '" + w.Seller + "'")
	}
	accesses(w.FinA, number, "").Want(200).Has("カナリア製作所", "ネームクリア")

	// To others there is nothing: the answer is the one for what is not there.
	none := accesses(w.FinC, "L-00000000", "").Want(200)
	if n := none.JSON()["allCount"].(float64); n != 0 {
		t.Errorf("%v rows of nothing", n)
	}
	for _, word := range []string{web.CaseNumber("L", w.Listing), web.CaseNumber("N", id), "カナリア", number, "霧晴",
		w.Listing[len(w.Listing)-8:]} {
		accesses(w.FinC, word, "").SameAs(none)
	}
	accesses(w.FinB, "カナリア", "").SameAs(none)
	accesses(w.FinA, "霧晴", "").SameAs(none)
	w.BuyB.Get(inspection.Path + "SearchNameAccess?word=x").Want(400)

	// A period, a page, and what is no condition.
	accesses(w.FinA, "カナリア", "&from=2026-11-22").Want(200).Has(`"allCount":0`)
	all := accesses(w.FinA, "カナリア", "&from=2026-11-21&to=2026-11-21").Want(200).JSON()["allCount"].(float64)
	if rows := accesses(w.FinA, "カナリア", "&page=2&limit=1").Want(200).JSON()["rowList"].([]any); all < 4 || len(rows) != 1 {
		t.Errorf("%v in all, %d on a page", all, len(rows))
	}
	accesses(w.FinA, "カナリア", "&from=2026-11-22&to=2026-11-21").Want(422)
	accesses(w.FinA, " ", "").Want(422)

	// The file has the same rows, and leaves a line.
	r := w.FinA.Get(inspection.Path + "ExportNameAccess?word=" + url.QueryEscape("カナリア")).Want(200)
	if _, rows := r.Table(); len(rows) != int(all) {
		t.Errorf("%d rows in the file, %v on the screen", len(rows), all)
	}
	w.FinA.Get(inspection.Path + "ExportNameAccess?format=xlsx&word=" + url.QueryEscape("カナリア")).Want(200)
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'list_exported' AND detail LIKE '会社の名前を知った人%'"); n != 2 {
		t.Errorf("%d lines of the files", n)
	}
}

// A name that fits more companies than one means is asked for more of it, and told of none.
func TestNameAccessOfManyCompanies(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	for range 21 {
		w.FinB.Buyer("同名運輸株式会社")
	}
	accesses(w.FinB, "同名", "").Want(200).Has(`"isTooMany":true`, `"allCount":0`).HasNot("同名運輸")
	w.FinB.Get(inspection.Path + "ExportNameAccess?word=" + url.QueryEscape("同名")).Want(422).Has("もう少し長く")
}

// What differs between two worlds in any case: ids, hashes of bytes, numbers, signatures and keys.
var idOf = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64,67}|20\d{6}-?\n?-?[2-9A-Z]{8}|` +
	`[NL]-[0-9a-f]{8}|(?s)-----BEGIN.*?END PUBLIC KEY-----`)

// Two worlds that differ in what the other side keeps to itself give the same file, byte for byte but for what is random.
func TestInspectionFileIsOfOneSide(t *testing.T) {
	one := worldOf(t, false, false)
	for name, x := range map[string]struct {
		other map[string]string
		side  string
	}{"the buyer's side's": {worldOf(t, true, false), "sf"}, "the seller's side's": {worldOf(t, false, true), "bf"}} {
		first, second := idOf.ReplaceAllString(one[x.side], "#"), idOf.ReplaceAllString(x.other[x.side], "#")
		if first != second {
			t.Errorf("%s secrets are told:\n%s\n%s", name, first, second)
		}
	}
}

// worldOf are the files of both sides of a deal in which a side does what is its own, or not.
func worldOf(t *testing.T, isBuyers, isSellers bool) map[string]string {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	if isBuyers {
		w.FinB.Deed("UpdateFinancialSupportStatus", id, map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 2,
			"financingConsent": true}).Want(200)
		w.FinB.Say(id, 1, "買手側の内緒").Want(200)
		w.FinB.Get(apptest.NegotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + id).Want(200)
	}
	key, passcode := w.OwnerKey(id)
	w.OwnerDecides(key, passcode, true).Want(200)
	if isSellers {
		issue(w.FinA, id, issued.KindOwnerConsent, sf)
	}
	w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
	note := func(is bool, text string) map[string]any {
		if is {
			return map[string]any{"note": text}
		}
		return nil
	}
	w.FinB.Milestone(id, deal.MilestoneTopInterview, note(isBuyers, "買手側の覚書")).Want(200)
	w.FinB.Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).Want(200)
	w.FinA.Confirm(id).Want(200)
	w.FinB.To(id, 3, 4, nil).Want(200)
	w.FinA.Milestone(id, deal.MilestoneContract, apptest.With(map[string]any{"date": "2027-01-10", "skips": []int{3, 4}},
		note(isSellers, "売手側の覚書"))).Want(200)
	out := map[string]string{}
	files := unpacked(t, makes(w.FinA, id, sf).Want(200).Body)
	delete(files, "SHA256SUMS.sig")
	out["sf"] = readable(t, files)
	if files = unpacked(t, makes(w.FinB, id, bf).Want(200).Body); isBuyers {
		return out
	}
	delete(files, "SHA256SUMS.sig")
	out["bf"] = readable(t, files)
	return out
}

// The same data are the same files but for number, time, and the line that the first making left.
func TestInspectionFileIsTheSame(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	first, second := unpacked(t, makes(w.FinB, id, bf).Want(200).Body), unpacked(t, makes(w.FinB, id, bf).Want(200).Body)
	for name := range first {
		if name == "index.pdf" || name == "how-to-check.html" ||
			strings.HasPrefix(name, "SHA256SUMS") || name == "audit.csv" || name == "ledger.csv" {
			continue
		}
		if first[name] != second[name] {
			t.Errorf("%s: %q, then %q", name, first[name], second[name])
		}
	}
	if strings.Count(second["audit.csv"], "\n") !=
		strings.Count(first["audit.csv"], "\n")+1 || !strings.Contains(second["audit.csv"], "検査用ファイルの作成") {
		t.Errorf("%s\n%s", first["audit.csv"], second["audit.csv"])
	}
}

// A paper that is altered or missing on the disk is named and not in the file, which is made all the same; and the log says so.
func TestInspectionFileOfAlteredPapers(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	good := issue(w.FinA, id, issued.KindOwnerConsent, sf)
	other := issue(w.FinB, id, issued.KindConfidentiality, bf)
	path := func(paper string) (out string) {
		w.SQLScan("SELECT f.path FROM file f JOIN issued_paper p ON p.file_id = f.id WHERE p.id = '"+paper+"'", &out)
		return filepath.Join(w.App.Store.Dir(), store.FilesDir, filepath.FromSlash(out))
	}
	b, err := os.ReadFile(path(good))
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := errorsOf(os.WriteFile(path(good), b, 0o600), os.Remove(path(other))); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		c    *apptest.Caller
		side int
	}{{w.FinA, sf}, {w.FinB, bf}} {
		files := unpacked(t, makes(x.c, id, x.side).Want(200).Body)
		for name := range files {
			if strings.HasPrefix(name, "papers/") {
				t.Errorf("%s is in it", name)
			}
		}
		for name, text := range map[string]string{"index.pdf": textOf(t, files["index.pdf"]), "papers.csv": files["papers.csv"],
			"how-to-check.html": files["how-to-check.html"]} {
			if !strings.Contains(text, "入れていません") {
				t.Errorf("%s does not name it: %s", name, text)
			}
		}
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'issued_paper.download' AND result = 'refused' AND detail = 'altered'"); n != 2 {
		t.Errorf("%d lines", n)
	}
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// A negotiation that is purged has no file, as one that never was; and nothing under way stays behind on the disk.
func TestInspectionFileLeavesNothing(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	makes(w.FinB, id, bf).Want(200)
	w.Write(func(tx *store.Tx) error { return tx.ForgetNegotiation(id) })
	makes(w.FinB, id, bf).SameAs(makes(w.FinB, store.NewID(), bf).Want(400))
	left, err := filepath.Glob(filepath.Join(w.App.Store.Dir(), "spool", "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
}

// Where a bank shows its deals to their teams alone, who is not in the team makes no file and finds no name, as who is of another bank; who
// only reads in the team makes none.
func TestInspectionKeepsToTheTeam(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	w.User(deal.RoleFIN, w.AID, "outside@a.example.jp")
	reader := w.User(deal.RoleFIN, w.AID, "reader@a.example.jp")
	w.Write(func(tx *store.Tx) error {
		if err := tx.SetTeamOnly(w.AID, true); err != nil {
			return err
		}
		return tx.AddTeamMember(w.Seller, reader.ID, store.TeamReader, "")
	})
	out, reads := w.SignIn("outside@a.example.jp"), w.SignIn("reader@a.example.jp")
	none := makes(w.FinC, store.NewID(), sf).Want(400).Body
	for _, side := range []int{sf, bf} {
		if got := makes(out, id, side).Want(400).Body; strings.Contains(got, "カナリア") {
			t.Error(got)
		}
	}
	if got := makes(w.FinC, id, sf).Want(400).Body; got != none {
		t.Errorf("%s, want %s", got, none)
	}
	if got, want := makes(out, id, sf).Body, makes(out, store.NewID(), sf).Body; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := makes(reads, id, sf).Want(400).Body, makes(reads, store.NewID(), sf).Want(400).Body; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	makes(w.FinA, id, sf).Want(200)
	for _, word := range []string{web.CaseNumber("L", w.Listing), web.CaseNumber("N", id), "カナリア"} {
		accesses(out, word, "").Want(200).Has(`"allCount":0`, `"companyList":[]`).HasNot("カナリア")
		accesses(reads, word, "").Want(200).Has("カナリア")
	}
}

// A deal of 10,000 lines of the ledger is written whole, with a row for each.
func TestInspectionFileOfALargeDeal(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	const lines = 10_000
	w.Write(func(tx *store.Tx) error {
		for range lines {
			if err := tx.AddLedger(store.LedgerLine{Kind: "view", ListingID: w.Listing, CompanyID: w.Seller, BuyerCompanyID: w.BuyerB,
				NegotiationID: id, Level: 4, ClientID: w.BuyerB, InstitutionID: w.BID, Basis: "実名交渉の承認", Subject: "details"}); err != nil {
				return err
			}
		}
		return nil
	})
	files := unpacked(t, makes(w.FinA, id, sf).Want(200).Body)
	if n := strings.Count(files["ledger.csv"], "\r\n"); n < lines || n > lines+20 {
		t.Errorf("%d rows", n)
	}
	w.Write(func(tx *store.Tx) error {
		for range lines + 100 {
			if err := tx.AddLedger(store.LedgerLine{Kind: "view", ListingID: w.Listing, CompanyID: w.Seller, BuyerCompanyID: w.BuyerB,
				NegotiationID: id, Level: 4, ClientID: w.BuyerB, InstitutionID: w.BID}); err != nil {
				return err
			}
		}
		return nil
	})
	makes(w.FinA, id, sf).Want(422).Has("20,000行まで")
}
