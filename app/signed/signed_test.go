package signed_test

import (
	"bytes"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/issued"
	"tsunagu/app/signed"
	"tsunagu/store"
)

type body = map[string]any

const today = "2026-11-21"

// drafted is a draft that a bank made: of its own listing, or of its side of a negotiation.
func drafted(c *apptest.Caller, of, id, template string) string {
	c.P.T.Helper()
	return c.Post("/api/Draft/MakeDraft", body{of: id, "templateId": template}).Want(200).JSON()["issuedPaperId"].(string)
}

func recorded(c *apptest.Caller, paper string, pdf []byte, more body) apptest.Result {
	c.P.T.Helper()
	return c.Upload(signed.Path+"RecordSignedCopy", apptest.With(body{"issuedPaperId": paper, "signedOn": today,
		"signerList": `[{"name":"金糸 雀","role":"代表取締役"}]`, "note": "原本は本店"}, more), "委任状の控え.pdf", pdf)
}

func idOfCopy(r apptest.Result) string { return r.Want(200).JSON()["signedCopyId"].(string) }

func decided(c *apptest.Caller, id string, isConfirmed bool, reason string) apptest.Result {
	c.P.T.Helper()
	return c.Post(signed.Path+"DecideSignedCopy", body{"signedCopyId": id, "isConfirmed": isConfirmed, "reason": reason})
}

func withdrawn(c *apptest.Caller, id string, from int) apptest.Result {
	c.P.T.Helper()
	return c.Post(signed.Path+"WithdrawSignedCopy", body{"signedCopyId": id, "fromState": from, "reason": "別の書面でした"})
}

func copiesOf(c *apptest.Caller, of, id string) apptest.Result {
	c.P.T.Helper()
	return c.Get(signed.Path + "SearchSignedCopy?" + of + "=" + id)
}

func fetched(c *apptest.Caller, id string) apptest.Result {
	c.P.T.Helper()
	return c.Get(signed.Path + "DownloadSignedCopy?signedCopyId=" + id)
}

// A copy waits for a second user, counts, is withdrawn with a reason, and is followed by another; nothing of it is lost.
func TestSignedCopy(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	s := newSigning(t)
	paper := drafted(w.FinA, "sellerBusinessId", w.Listing, "sample-37-2")
	copiesOf(w.FinA, "sellerBusinessId", w.Listing).Want(200).Has(paper, `"state":0`)
	pdf := s.sign(t, plain(t), how{})
	id := idOfCopy(recorded(w.FinA, paper, pdf, body{"requestKey": "0e1a7a52-8f0c-4c57-9f52-3d2a6f1c2b11"}))
	if again := idOfCopy(recorded(w.FinA, paper, pdf, body{"requestKey": "0e1a7a52-8f0c-4c57-9f52-3d2a6f1c2b11"})); again != id {
		t.Error("a second click records a second copy")
	}
	recorded(w.SecondA, paper, pdf, nil).Want(409).Has("確認待ちか署名済みの控えがあります")
	copiesOf(w.FinA, "sellerBusinessId", w.Listing).Want(200).Has(`"stateLabel":"確認待ち"`, `"canConfirm":false`, `"whyNot":""`,
		"署名のあと変更されていません", "署名 太郎（試験株式会社）", "発行者を信頼できるかは、判断していません")
	copiesOf(w.SecondA, "sellerBusinessId", w.Listing).Want(200).Has(`"canConfirm":true`, `"canWithdraw":false`)
	const title = "署名済みの控え（委任状）を、二人目として確認する"
	desk := func(c *apptest.Caller) apptest.Result { return c.Get("/api/MyPage/GetDesk").Want(200) }
	desk(w.SecondA).Has(title, `"place":"listing"`)
	for _, c := range []*apptest.Caller{w.FinA, w.FinB, w.SecondB, w.FinC} {
		desk(c).HasNot("署名済み")
	}
	decided(w.FinA, id, true, "").Want(409).Has("自分が登録した控え")
	decided(w.FinA, id, false, "x").Want(409)
	withdrawn(w.SecondA, id, 1).Want(409).Has("登録した担当者だけ")
	decided(w.SecondA, id, false, "").Want(422).Has("差し戻す理由")
	decided(w.SecondA, id, true, "").Want(200)
	desk(w.SecondA).HasNot("署名済み")
	decided(w.SecondA, id, true, "").Want(200)   // a second click
	decided(w.SecondA, id, false, "x").Want(409) // a stale tab
	withdrawn(w.FinA, id, 1).Want(409)           // one that saw it wait
	copiesOf(w.FinA, "sellerBusinessId", w.Listing).Want(200).Has(`"state":2,"stateLabel":"署名済み"`,
		`"confirmedBy":"利用者`, `"signedOn":"2026-11-21"`)
	if got := fetched(w.FinA, id).Want(200).Body; got != string(pdf) {
		t.Error("the file is not what came")
	}
	withdrawn(w.FinA, id, 2).Want(200)
	withdrawn(w.FinA, id, 2).Want(200)
	withdrawn(w.SecondA, id, 2).Want(409)
	decided(w.SecondA, id, true, "").Want(409)
	next := idOfCopy(recorded(w.SecondA, paper, plain(t), nil))
	decided(w.FinA, next, false, "署名が抜けています").Want(200)
	decided(w.FinA, next, false, "署名が抜けています").Want(200)
	last := idOfCopy(recorded(w.SecondA, paper, plain(t), nil))
	decided(w.FinA, last, true, "").Want(200)
	copiesOf(w.FinA, "sellerBusinessId", w.Listing).Want(200).Has(id, next, last, "取消し", "差し戻し", "署名が抜けています", "電子署名はありません")
	fetched(w.FinA, id).Want(200)
	if n := w.Count("SELECT count(*) FROM audit WHERE subject_kind = 'signed_copy'"); n != 9 {
		t.Errorf("%d lines", n)
	}
	if n := w.Count("SELECT count(*) FROM file WHERE name = '委任状の控え.pdf'"); n != 3 {
		t.Errorf("%d files have rows", n)
	}
}

// What is refused, with words that say what to do.
func TestSignedCopyIsRefused(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	paper := drafted(w.FinA, "sellerBusinessId", w.Listing, "sample-37-2")
	brochure := drafted(w.FinA, "sellerBusinessId", w.Listing, "sample-33-2")
	pdf := plain(t)
	recorded(w.FinA, brochure, pdf, nil).Want(409).Has("署名して返してもらう書面")
	for _, x := range []struct {
		pdf    []byte
		more   body
		status int
		want   string
	}{
		{pdf, body{"signedOn": "2026-11-22"}, 422, "まだ来ていない日"}, {pdf, body{"signedOn": "2026-11-20"}, 422, "より前です"},
		{pdf, body{"signedOn": "きのう"}, 422, "signedOn"}, {pdf, body{"signerList": "[]"}, 422, "1人以上"},
		{pdf, body{"signerList": `[{"name":""}]`}, 422, "1人目の氏名"},
		{pdf, body{"signerList": "[" + strings.Repeat(`{"name":"a"},`, 10) + `{"name":"a"}]`}, 422, "10人まで"},
		{pdf, body{"note": strings.Repeat("あ", 401)}, 422, "メモ"},
		{[]byte("署名しました"), nil, 422, "PDFだけを登録できます"}, {pdf[:len(pdf)-10], nil, 422, "途中で切れています"},
		{[]byte("%PDF-1.7\nnothing\n%%EOF"), nil, 422, "PDFを開けません"}, {nil, nil, 415, ""},
		{append([]byte("%PDF-"), make([]byte, deal.AttachmentBytes)...), nil, 413, "20MBまで"},
	} {
		recorded(w.FinA, paper, x.pdf, x.more).Want(x.status).Has(x.want)
	}
	w.FinA.Upload(signed.Path+"RecordSignedCopy", body{"issuedPaperId": paper, "signedOn": today, "signerList": `[{"name":"a"}]`}, "", nil).
		Want(422).Has("署名済みのPDFを選んでください")
	if n := w.Count("SELECT count(*) FROM signed_copy") + w.Count("SELECT count(*) FROM file WHERE name = '委任状の控え.pdf'"); n != 0 {
		t.Errorf("%d rows of what was refused", n)
	}
}

// Who is named in the file of roots is trusted, by the result that is stored.
func TestTrustedIssuer(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	s := newSigning(t)
	paper := drafted(w.FinA, "sellerBusinessId", w.Listing, "sample-37-2")
	root := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.ca.Raw})
	if err := os.WriteFile(filepath.Join(w.App.Store.Dir(), signed.RootsFile), root, 0o600); err != nil {
		t.Fatal(err)
	}
	idOfCopy(recorded(w.FinA, paper, s.sign(t, plain(t), how{}), nil))
	copiesOf(w.FinA, "sellerBusinessId", w.Listing).Want(200).Has("「試験認証局（試験株式会社）」につながります", "失効は、問い合わせていません").
		HasNot("信頼できるかは、判断していません")
}

// Nobody but the paper's own side has or learns of its copies: for others each call answers as for one that is not there.
func TestSignedCopiesTellNobodyElse(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	row := w.Named()
	paper := drafted(w.FinB, "buyerNegotiationId", row, "sample-34-2")
	id := idOfCopy(recorded(w.FinB, paper, plain(t), nil))
	for _, c := range []*apptest.Caller{w.FinA, w.FinC, w.SecondA} {
		none := store.NewID()
		recorded(c, paper, plain(t), nil).SameAs(recorded(c, none, plain(t), nil).Want(400))
		decided(c, id, true, "").SameAs(decided(c, none, true, "").Want(400))
		withdrawn(c, id, 1).SameAs(withdrawn(c, none, 1).Want(400))
		fetched(c, id).SameAs(fetched(c, none).Want(400))
	}
	copiesOf(w.FinA, "buyerNegotiationId", row).Want(200).HasNot(id, "金糸 雀", "委任状の控え")
	copiesOf(w.FinC, "buyerNegotiationId", row).SameAs(copiesOf(w.FinC, "buyerNegotiationId", store.NewID()).Want(400))
	copiesOf(w.BuyB, "buyerNegotiationId", row).Want(400)
	recorded(w.BuyB, paper, plain(t), nil).Want(400)
	decided(w.SecondB, id, true, "").Want(200)

	// It is read as long as its paper is.
	w.FinB.To(row, 3, 9, map[string]any{"endReason": 1}).Want(200)
	isOpen := w.FinB.Get(issued.Path+"DownloadIssuedPaper?issuedPaperId="+paper).Status == 200
	if got := fetched(w.FinB, id).Status == 200; got != isOpen {
		t.Errorf("the copy is open: %v, its paper: %v", got, isOpen)
	}
	if isOpen {
		t.Error("the paper of an ended negotiation is open, so that this test says nothing")
	}
	copiesOf(w.FinB, "buyerNegotiationId", row).Want(200).HasNot(id)
	withdrawn(w.FinB, id, 2).SameAs(withdrawn(w.FinB, store.NewID(), 2).Want(400))
}

var (
	moving = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|20\d{6}-[2-9A-Z]{8}|[LN]-[0-9a-f]{8}|"version":\d+`)
	lines  = regexp.MustCompile(`"total":\d+`)
)

// Two worlds that differ in the copies of the buyer's bank are one for the seller's bank, the buyer and the office.
func TestSignedCopiesAreSilent(t *testing.T) {
	world := func(isSigned bool) map[string]string {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		row := w.Named()
		paper := drafted(w.FinB, "buyerNegotiationId", row, "sample-34-2")
		if isSigned {
			id := idOfCopy(recorded(w.FinB, paper, plain(t), nil))
			decided(w.SecondB, id, true, "").Want(200)
			withdrawn(w.FinB, id, 2).Want(200)
			decided(w.SecondB, idOfCopy(recorded(w.FinB, paper, plain(t), nil)), false, "違う").Want(200)
		}
		mails, err := json.Marshal(w.Newly(func() {}))
		if err != nil {
			t.Fatal(err)
		}
		return map[string]string{"the seller's bank": w.EverythingOf(w.FinA, row), "the buyer": w.EverythingOf(w.BuyB, row),
			"its papers":       w.FinA.Get(issued.Path + "SearchIssuedPaper?buyerNegotiationId=" + row).Want(200).Body,
			"its signed ones":  copiesOf(w.FinA, "buyerNegotiationId", row).Want(200).Body,
			"the buyer's":      w.BuyB.Get(issued.Path + "SearchIssuedPaper?buyerNegotiationId=" + row).Want(200).Body,
			"the office's log": lines.ReplaceAllString(w.Office().Get("/api/Office/GetAuditList?limit=100").Want(200).Body, ""),
			"mails":            string(mails)}
	}
	with, without := world(true), world(false)
	for what := range with {
		if one, other := moving.ReplaceAllString(with[what], "#"), moving.ReplaceAllString(without[what], "#"); one != other {
			t.Errorf("%s tells of signed copies:\n%s\n%s", what, one, other)
		}
	}
}

// A copy whose paper carries the seller's name is a line of the ledger each time it is handed out, the same as the paper's own.
func TestSignedCopyInTheLedger(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	row := w.Named()
	paper := drafted(w.FinB, "buyerNegotiationId", row, "sample-34-2")
	id := idOfCopy(recorded(w.FinB, paper, plain(t), nil))
	count := func() int { return len(w.LedgerOf("download")) }
	before := count()
	w.FinB.Get(issued.Path + "DownloadIssuedPaper?issuedPaperId=" + paper).Want(200)
	if count() != before+1 {
		t.Fatal("the paper has no line, so that this test says nothing")
	}
	fetched(w.FinB, id).Want(200)
	all := w.LedgerOf("download")
	if count() != before+2 || all[len(all)-1].Subject != all[len(all)-2].Subject || all[len(all)-1].Level != all[len(all)-2].Level {
		t.Errorf("%+v", all)
	}
}

// Copies are not changed or deleted; they go with their negotiation, and along in a merger. An altered file is not handed out.
func TestSignedCopiesStay(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	row := w.Named()
	paper := drafted(w.FinB, "buyerNegotiationId", row, "sample-34-2")
	id := idOfCopy(recorded(w.FinB, paper, plain(t), nil))
	decided(w.SecondB, id, true, "").Want(200)
	raw := apptest.OpenRaw(t, w.App.Store.Dir())
	for _, query := range []string{"UPDATE signed_copy SET signers = '[]'", "UPDATE signed_copy SET signature = '{}'",
		"UPDATE signed_copy SET confirmed_by = 'x'", "UPDATE signed_copy SET confirmed = NULL, confirmed_by = ''", "DELETE FROM signed_copy",
		"UPDATE signed_copy SET is_returned = 1, ended = 1, ended_by = 'x', reason = 'x'"} {
		if _, err := raw.ExecContext(t.Context(), query); err == nil {
			t.Errorf("%s was done", query)
		}
	}
	fetched(w.FinC, id).Want(400)
	w.Write(func(tx *store.Tx) error {
		_, err := tx.MergeInstitutions(&store.MergerMove{Absorbed: w.BID, Surviving: w.CID(), Mark: "B", Name: "蒼陵信用金庫"})
		return err
	})
	fetched(w.FinC, id).Want(200)
	var path string
	w.SQLScan("SELECT f.path FROM file f JOIN signed_copy c ON c.file_id = f.id", &path)
	name := filepath.Join(w.App.Store.Dir(), store.FilesDir, path)
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(b, []byte("%PDF"), []byte("%PDE"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	fetched(w.FinC, id).Want(500).Has("異なるため、お渡しできません")
	w.Write(func(tx *store.Tx) error { return tx.ForgetNegotiation(row) })
	if n := w.Count("SELECT count(*) FROM signed_copy") + w.Count("SELECT count(*) FROM file WHERE path = '"+path+"'"); n != 0 {
		t.Errorf("%d rows stay", n)
	}
}
