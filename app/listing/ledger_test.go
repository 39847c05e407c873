package listing_test

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/store"
)

const ledgerCSV = companycsv.CSVBase + "CsvExportDisclosureLedger?sellerBusinessId="

// The ledger as a file has the lines of the screen in the order in which they came, and no more: a
// buyer still anonymous is 匿名, no user, no address, no serial number and no hash stands in it.
func TestLedgerCSV(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	named := tk.Negotiation(tk.Listing, tk.BuyerB, tk.BID, deal.NegotiationRealName, true)
	tk.Negotiation(tk.Listing, tk.RivalBuyer, tk.BID, deal.NegotiationAnonymous, true)
	apptest.SeeDetails(tk.Rival, tk.Listing).Want(200)
	document := tk.Document(tk.Listing, "=HYPERLINK(1)", []byte(apptest.Pdf))
	tk.Grant(document, named, nil).Want(200)
	tk.BuyB.ViewDocument(document, named).Want(200)
	// What the bank sends its own buyer is theirs: that a file was opened, but not which.
	tk.FinB.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": named, "messageType": 1, "messageBody": "買手へ"}, "行内の試算.pdf", []byte(apptest.Pdf)).Want(200)
	for _, m := range tk.BuyB.Thread(named).Want(200).JSON()["messageList"].([]any) {
		if m := m.(map[string]any); m["existsAttachedFile"] == true {
			tk.BuyB.Get(apptest.NegotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" +
				m["buyerNegotiationMessageId"].(string)).Want(200)
		}
	}

	r := tk.FinA.Get(ledgerCSV + tk.Listing).Want(200)
	header, rows := r.Table()
	if !slices.Equal(header,
		listing.LedgerHeader) || r.Header.Get("Content-Disposition") != `attachment; filename="DISCLOSURE_LEDGER.csv"; filename*=UTF-8''DISCLOSURE_LEDGER.csv` {
		t.Errorf("%v %s", header, r.Header.Get("Content-Disposition"))
	}
	var lines []store.LedgerLine
	tk.Read(func(q *store.Q) (err error) { lines, err = q.LedgerOfListing(tk.Listing); return err })
	if len(rows) != len(lines) || len(rows) != 4 {
		t.Fatalf("%d rows for %d lines", len(rows), len(lines))
	}
	if first := rows[0]; first["買手"] != disclosure.NameAnonymous || first["買手の番号"] != "1" || first["金融機関"] != "蒼陵信用金庫" ||
		first["内容"] != "詳細" || first["日時（日本時間）"] != lines[len(lines)-1].At.In(store.JST).Format("2006-01-02 15:04:05") {
		t.Errorf("the first line: %v", first)
	}
	if last := rows[len(rows)-1]; last["買手"] != apptest.BuyerBName || last["買手の番号"] != "2" || last["内容"] != "添付ファイル" {
		t.Errorf("the last line: %v", last)
	}
	r.Has(`"'=HYPERLINK(1)（第1版）"`, "資料の閲覧").HasNot(`"=`, "黒潮", "行内の試算", "利用者", "@", "127.0.0.1", "192.0.2.")
	tk.FinA.Get(apptest.ListingBase+"GetDisclosureLedger?sellerBusinessId="+tk.Listing).Want(200).Has(`"subject":"添付ファイル"`,
		`"subject":"詳細"`).HasNot("行内の試算", "黒潮")
	for _, l := range lines {
		for _, secret := range []string{l.Hash, l.Prev, l.UserID, l.NegotiationID, l.ListingID, l.BuyerCompanyID, l.InstitutionID} {
			if secret != "" && strings.Contains(r.Body, secret) {
				t.Errorf("%s is in the file", secret)
			}
		}
	}

	// That it was taken away is a line of the audit log; nobody else gets it, nor learns that it is there.
	audits := func() (found []store.AuditLine) {
		tk.Read(func(q *store.Q) (err error) {
			found, _, err = q.SearchAudit(store.AuditSearch{Event: "ledger_exported", Page: store.Page{Limit: 10}})
			return err
		})
		return found
	}
	tk.FinA.Get(ledgerCSV + tk.Listing + "&encoding=cp932").Want(200)
	none := tk.FinB.Get(ledgerCSV + store.NewID()).Want(400)
	for _, c := range []*apptest.Caller{tk.FinB, tk.FinC, tk.BuyB, tk.Rival} {
		c.Get(ledgerCSV + tk.Listing).SameAs(none)
	}
	if found := audits(); len(found) != 2 || found[1].SubjectID != tk.Listing || found[1].Detail != "4件 UTF-8" ||
		found[0].Detail != "4件 CP932" {
		t.Errorf("%+v", found)
	}
}
