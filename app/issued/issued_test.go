package issued_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/issued"
	"tsunagu/app/web"
	"tsunagu/store"
)

// side of a negotiation, as recordKind has it.
const (
	bf = int(store.InChargeOfBF)
	sf = int(store.InChargeOfSF)
)

func issue(c *apptest.Caller, id string, kind issued.Kind, side int) apptest.Result {
	c.P.T.Helper()
	return c.Post(issued.Path+"IssuePaper", map[string]any{"buyerNegotiationId": id, "kind": int(kind), "recordKind": side})
}

func list(c *apptest.Caller, id string) apptest.Result {
	c.P.T.Helper()
	return c.Get(issued.Path + "SearchIssuedPaper?buyerNegotiationId=" + id)
}

func fetch(c *apptest.Caller, paper string) apptest.Result {
	c.P.T.Helper()
	return c.Get(issued.Path + "DownloadIssuedPaper?issuedPaperId=" + paper)
}

// made is a paper's text and its id.
func made(c *apptest.Caller, id string, kind issued.Kind, side int) (text, paper string) {
	c.P.T.Helper()
	paper = issue(c, id, kind, side).Want(200).JSON()["issuedPaperId"].(string)
	return textOf(c.P.T, fetch(c, paper).Want(200).Body), paper
}

// textOf is what a reader copies out of a paper, without spaces and line ends.
func textOf(t testing.TB, pdf string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(path, []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdftotext", "-enc", "UTF-8", path, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(string(out), "　", " ")), "")
}

// marks are what tells that a field stands in a paper.
var marks = map[string]string{
	"seller": "カナリア製作所", "buyer": "霧晴環境", "sellerBank": "湊星銀行", "buyerBank": "蒼陵信用金庫", "consentUser": "利用者buy@b.example.jp",
	"consentIP": "接続元のIPアドレス", "consentText": "第6条（期間）", "secondStep": "2段階認証", "ownerName": "金糸雀", "price": "150,000千円",
	"noteBF": "買手側の覚書", "noteSF": "売手側の覚書", "financing": "買収資金の支援", "report": "買手調査の報告",
}

// Which field stands in which paper, for whom and at which level (papers.md 1): those named and no others.
func TestFieldsOfPapers(t *testing.T) {
	type paper struct {
		stage  string
		who    func(*apptest.Talks) *apptest.Caller
		kind   issued.Kind
		side   int
		fields string
	}
	buy := func(w *apptest.Talks) *apptest.Caller { return w.BuyB }
	finB := func(w *apptest.Talks) *apptest.Caller { return w.FinB }
	finA := func(w *apptest.Talks) *apptest.Caller { return w.FinA }
	stages := map[string]func(*apptest.Talks) string{
		"started": (*apptest.Talks).Started, "hoped": (*apptest.Talks).Hoped, "named": (*apptest.Talks).Named,
		"ended": func(w *apptest.Talks) string {
			id := w.Named()
			w.FinB.To(id, 3, 9, map[string]any{"endReason": 1}).Want(200)
			return id
		},
		"signed": func(w *apptest.Talks) string {
			id := w.Intended()
			w.FinB.Milestone(id, deal.MilestoneTopInterview, map[string]any{"note": "買手側の覚書"}).Want(200)
			w.FinB.To(id, 3, 4, nil).Want(200)
			w.FinA.Milestone(id, deal.MilestoneContract, map[string]any{"date": "2027-01-10", "skips": []int{3, 4}, "note": "売手側の覚書"}).Want(200)
			w.FinA.Milestone(id, deal.MilestoneClosing, map[string]any{"date": "2027-02-10"}).Want(200)
			w.FinB.Confirm(id).Want(200)
			w.FinB.To(id, 4, 5, nil).Want(200)
			w.FinA.To(id, 4, 5, nil).Want(200)
			return id
		},
	}
	const consent = "buyer buyerBank consentUser consentIP consentText secondStep "
	worlds := map[string]*apptest.Talks{}
	ids := map[string]string{}
	for _, p := range []paper{
		{"started", buy, issued.KindConfidentiality, bf, consent + "sellerBank"},
		{"started", finB, issued.KindConfidentiality, bf, consent + "sellerBank"},
		{"hoped", finB, issued.KindConfidentiality, bf, consent + "sellerBank"},
		{"hoped", finA, issued.KindNameClear, sf, "seller buyer sellerBank buyerBank report"},
		{"named", buy, issued.KindConfidentiality, bf, consent + "sellerBank seller"},
		{"named", finA, issued.KindOwnerConsent, sf, "seller buyer sellerBank buyerBank ownerName consentIP"},
		{"ended", buy, issued.KindConfidentiality, bf, consent},
		{"ended", finB, issued.KindConfidentiality, bf, consent + "sellerBank"},
		{"ended", finA, issued.KindOwnerConsent, sf, "seller buyer sellerBank buyerBank ownerName consentIP"},
		{"signed", finB, issued.KindConclusion, bf, "seller buyer sellerBank buyerBank price noteBF financing"},
		{"signed", finA, issued.KindConclusion, sf, "seller buyer sellerBank buyerBank price noteSF"},
	} {
		if worlds[p.stage] == nil {
			worlds[p.stage] = apptest.NewTalks(apptest.NewPlatform(t))
			ids[p.stage] = stages[p.stage](worlds[p.stage])
		}
		c := p.who(worlds[p.stage])
		text, _ := made(c, ids[p.stage], p.kind, p.side)
		var stands []string
		for name, mark := range marks {
			if strings.Contains(text, mark) {
				stands = append(stands, name)
			}
		}
		want := strings.Fields(p.fields)
		slices.Sort(want)
		slices.Sort(stands)
		if !slices.Equal(stands, want) {
			t.Errorf("%s, %s of side %d: %v stand in it, want %v\n%s", p.stage, p.kind.Label(), p.side, stands, want, text)
		}
	}
}

// Papers have a random number, are listed for their own side, and are handed out byte for byte, also after the data changed; unchanged data
// make no second paper, changed data do.
func TestIssuedAgain(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	first := issue(w.BuyB, id, issued.KindConfidentiality, bf).Want(200)
	paper := first.JSON()["issuedPaperId"].(string)
	bytesOf := fetch(w.BuyB, paper).Want(200)
	if got := bytesOf.Header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment") {
		t.Errorf("disposition %q", got)
	}
	issue(w.BuyB, id, issued.KindConfidentiality, bf).SameAs(first)
	own := issue(w.FinB, id, issued.KindConfidentiality, bf).Want(200).JSON()
	if own["issuedPaperId"] == paper {
		t.Error("the buyer's paper is its bank's")
	}
	if again := issue(w.SecondB, id, issued.KindConfidentiality, bf).Want(200).JSON(); again["issuedPaperId"] != own["issuedPaperId"] {
		t.Error("a colleague's click made a second paper of the same data")
	}
	// The name opens: the old paper is what it was, and a new one has it.
	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	key, passcode := w.OwnerKey(id)
	w.OwnerDecides(key, passcode, true).Want(200)
	w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(200)
	if again := fetch(w.BuyB, paper).Want(200); again.Body != bytesOf.Body {
		t.Error("the paper is not what it was")
	}
	named := issue(w.BuyB, id, issued.KindConfidentiality, bf).Want(200).JSON()["issuedPaperId"].(string)
	if named == paper {
		t.Fatal("changed data made no paper")
	}
	list(w.BuyB, id).Want(200).Has(paper, named).HasNot(own["issuedPaperId"].(string))
	ofCompany := func(c *apptest.Caller, id string) apptest.Result {
		return c.Get(issued.Path + "SearchIssuedPaper?companyId=" + id)
	}
	ofCompany(w.BuyB, w.BuyerB).Want(200).Has(paper, named, `"offerList":[]`).HasNot(own["issuedPaperId"].(string))
	ofCompany(w.BuyB, "").SameAs(ofCompany(w.BuyB, w.BuyerB))
	ofCompany(w.FinB, w.BuyerB).Want(200).Has(own["issuedPaperId"].(string)).HasNot(paper, named)
	ofCompany(w.FinB, w.RivalBuyer).Want(200).Has(`"paperList":[]`)
	ofCompany(w.FinA, w.Seller).Want(200).Has(`"paperList":[]`)
	ofCompany(w.FinA, w.BuyerB).SameAs(ofCompany(w.FinA, store.NewID()).Want(400))
	// It is over: what names the seller closes, and what does not stays.
	w.FinB.To(id, 3, 9, map[string]any{"endReason": 1}).Want(200)
	none := fetch(w.BuyB, store.NewID()).Want(400)
	fetch(w.BuyB, named).SameAs(none)
	ofCompany(w.BuyB, w.BuyerB).Want(200).HasNot(named)
	list(w.BuyB, id).Want(200).HasNot(named)
	text, last := made(w.BuyB, id, issued.KindConfidentiality, bf)
	if !strings.Contains(text, "霧晴環境") || strings.Contains(text, "カナリア製作所") {
		t.Error(text)
	}
	fetch(w.BuyB, last).Want(200)
	w.Read(func(q *store.Q) error { return q.VerifyChains() })
}

// A form that is sent twice makes one paper.
func TestIssuedOnce(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	in := map[string]any{"buyerNegotiationId": id, "kind": int(issued.KindConfidentiality), "recordKind": bf, "requestKey": store.NewID()}
	first := w.FinB.Post(issued.Path+"IssuePaper", in).Want(200)
	w.FinB.Post(issued.Path+"IssuePaper", in).SameAs(first)
	if n := w.Count("SELECT count(*) FROM issued_paper"); n != 1 {
		t.Errorf("%d papers", n)
	}
}

// Who may not have a paper is answered as for one that is not there.
func TestPapersTellNobodyElse(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	_, buyers := made(w.BuyB, id, issued.KindConfidentiality, bf)
	_, banks := made(w.FinB, id, issued.KindConfidentiality, bf)
	_, sellers := made(w.FinA, id, issued.KindOwnerConsent, sf)
	none := fetch(w.FinC, store.NewID()).Want(400)
	for name, c := range map[string]*apptest.Caller{"rival": w.Rival, "another bank": w.FinC} {
		for _, p := range []string{buyers, banks, sellers} {
			fetch(c, p).SameAs(none)
		}
		list(c, id).SameAs(list(c, store.NewID()).Want(400))
		issue(c, id, issued.KindConfidentiality, bf).SameAs(none)
		t.Log(name)
	}
	fetch(w.FinA, buyers).SameAs(none)
	fetch(w.FinA, banks).SameAs(none)
	fetch(w.FinB, sellers).SameAs(none)
	fetch(w.BuyB, sellers).SameAs(none)
	fetch(w.BuyB, banks).SameAs(none)
	fetch(w.FinB, buyers).SameAs(none)
	for _, side := range []int{bf, sf, 1, 2, 0} {
		issue(w.FinA, id, issued.KindConfidentiality, side).SameAs(none)
		issue(w.BuyB, id, issued.KindOwnerConsent, side).SameAs(none)
		issue(w.FinB, id, issued.KindNameClear, side).SameAs(none)
		issue(w.FinB, id, issued.Kind(99), side).SameAs(none)
	}
	list(w.FinA, id).Want(200).HasNot("秘密保持の同意", buyers, banks)
	list(w.BuyB, id).Want(200).HasNot("承諾書", "ネームクリア", "成約報告書", sellers, banks)
	list(w.FinB, id).Want(200).HasNot("承諾書", "ネームクリア", sellers, buyers)
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := w.SignInOffice("office@n.example.jp")
	office.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("issued_paper", "書面の作成")
	office.Get("/api/Office/ExportAuditList").Want(200).HasNot("issued_paper", "書面の作成")
	w.FinA.Get(issued.Path + "SearchIssuedPaper").Want(422)
	w.FinA.Get(issued.Path+"SearchIssuedPaper?companyId="+w.Seller).Want(200).Has(sellers).HasNot("秘密保持", buyers, banks)
	w.FinA.Get(issued.Path+"SearchIssuedPaper?sellerBusinessId="+w.Listing).Want(200).HasNot("秘密保持", "承諾書")
}

// An altered or missing file is refused loudly, with a line in the audit log; the record stays, and a new paper can be made.
func TestAlteredPaperIsRefused(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	_, paper := made(w.BuyB, id, issued.KindConfidentiality, bf)
	var f *store.File
	w.Read(func(q *store.Q) error {
		p, err := q.IssuedPaper(store.Viewer{BuyerID: w.BuyerB}, paper)
		if err == nil {
			f, err = q.File(p.FileID)
		}
		return err
	})
	path := filepath.Join(w.App.Store.Dir(), store.FilesDir, f.Path)
	is, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	altered := bytes.Clone(is)
	altered[len(altered)/2] ^= 1
	for _, b := range [][]byte{altered, is[:len(is)-1], nil} {
		if b == nil {
			err = os.Remove(path)
		} else {
			err = os.WriteFile(path, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		fetch(w.BuyB, paper).Want(500).Has("file_altered", "作成したときと異なる").HasNot("%PDF")
	}
	const refusals = "SELECT count(*) FROM audit WHERE event = ? AND subject_id = ? AND result = 'refused'"
	if n := w.Count(refusals, issued.EventFetched, paper); n != 3 {
		t.Errorf("%d lines of a refusal", n)
	}
	if n := w.Count("SELECT count(*) FROM ledger WHERE kind = 'download' AND subject LIKE '秘密保持の同意%'"); n != 1 {
		t.Errorf("%d lines in the ledger of what was handed out, want that of the first time", n)
	}
}

// The owner gets the request while he can answer, and what he agreed to once he did, by his link and passcode alone.
func TestOwnersPapers(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	key, passcode := w.OwnerKey(id)
	get := func(key, passcode string, kind issued.Kind) apptest.Result {
		return w.Visitor().Post(issued.Path+"DownloadOwnerPaperByKey", map[string]any{"key": key, "passcode": passcode, "kind": int(kind)})
	}
	none := get("wrong", passcode, issued.KindNameClear).Want(400)
	get(key, passcode, issued.KindOwnerConsent).SameAs(none)
	get(key, passcode, issued.KindConfidentiality).SameAs(none)
	get(key, "00000000", issued.KindNameClear).Want(422).HasNot("霧晴環境")
	text := textOf(t, get(key, passcode, issued.KindNameClear).Want(200).Body)
	for _, s := range []string{"霧晴環境", "カナリア製作所", "報告なし"} {
		if !strings.Contains(text, s) {
			t.Errorf("no %s in %s", s, text)
		}
	}
	w.OwnerDecides(key, passcode, true).Want(200)
	get(key, passcode, issued.KindNameClear).SameAs(none)
	agreed := get(key, passcode, issued.KindOwnerConsent).Want(200)
	if text := textOf(t, agreed.Body); !strings.Contains(text, "金糸雀") || !strings.Contains(text, "霧晴環境") {
		t.Error(text)
	}
	// His bank keeps both, byte for byte, and makes no second one.
	row := issue(w.FinA, id, issued.KindOwnerConsent, sf).Want(200).JSON()
	if row["isByOwner"] != true || fetch(w.FinA, row["issuedPaperId"].(string)).Want(200).Body != agreed.Body {
		t.Errorf("%v", row)
	}
	// The buyer's name closes again: to the owner, too.
	w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false, "comment": "見送ります。", "ownerReason": "条件が合わないため。"}).Want(200)
	get(key, passcode, issued.KindOwnerConsent).SameAs(none)
	fetch(w.FinA, row["issuedPaperId"].(string)).SameAs(fetch(w.FinA, store.NewID()).Want(400))
	list(w.FinA, id).Want(200).HasNot("霧晴環境", row["number"].(string))
	// Wrong passcodes kill the link that is used, too.
	for range deal.WrongPasscodes {
		get(key, "00000000", issued.KindOwnerConsent)
	}
	get(key, passcode, issued.KindOwnerConsent).SameAs(none)
}

// A paper that carries what only L3 or L4 open is a line of the ledger when it is made and each time it is handed out; the chain holds.
func TestPapersInTheLedger(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Named()
	_, paper := made(w.BuyB, id, issued.KindConfidentiality, bf)
	fetch(w.BuyB, paper).Want(200)
	var kinds []string
	w.Read(func(q *store.Q) error {
		lines, err := q.LedgerOfListing(w.Listing)
		for _, l := range lines {
			if strings.HasPrefix(l.Subject, "秘密保持の同意（") {
				kinds = append(kinds, fmt.Sprint(l.Kind, " ", l.Level, " ", l.BuyerCompanyID == w.BuyerB))
			}
		}
		return err
	})
	if want := []string{"download 4 true", "download 4 true", "issue 4 true"}; !slices.Equal(kinds, want) {
		t.Errorf("%v, want %v", kinds, want)
	}
	w.FinA.Get(apptest.ListingBase+"GetDisclosureLedger?sellerBusinessId="+w.Listing).Want(200).Has("書面の作成", "秘密保持の同意（")
	w.Read(func(q *store.Q) error { return q.VerifyChains() })
}
