package app

import (
	"slices"
	"strings"
	"testing"

	"tsunagu/app/companycsv"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
	"tsunagu/store"
)

const ledgerCSV = companycsv.CsvBase + "CsvExportDisclosureLedger?sellerBusinessId="

// The ledger as a file has the lines of the screen in the order in which they came, and no more: a
// buyer still anonymous is 匿名, no user, no address, no serial number and no hash stands in it.
func TestLedgerCSV(t *testing.T) {
	tk := newTalks(newPlatform(t))
	named := tk.negotiation(tk.listing, tk.buyerB, tk.bID, deal.NegotiationRealName, true)
	tk.negotiation(tk.listing, tk.rivalBuyer, tk.bID, deal.NegotiationAnonymous, true)
	seeDetails(tk.rival, tk.listing).want(200)
	document := tk.document(tk.listing, "=HYPERLINK(1)", []byte(pdf))
	tk.grant(document, named, nil).want(200)
	tk.buyB.viewDocument(document, named).want(200)
	// What the bank sends its own buyer is theirs: that a file was opened, but not which.
	tk.finB.upload(negotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{"buyerNegotiationId": named, "messageType": 1, "messageBody": "買手へ"}, "行内の試算.pdf", []byte(pdf)).want(200)
	for _, m := range tk.buyB.thread(named).want(200).json()["messageList"].([]any) {
		if m := m.(map[string]any); m["existsAttachedFile"] == true {
			tk.buyB.get(negotiationBase + "DownloadAttachedFile?buyerNegotiationMessageId=" + m["buyerNegotiationMessageId"].(string)).want(200)
		}
	}

	r := tk.finA.get(ledgerCSV + tk.listing).want(200)
	header, rows := r.table()
	if !slices.Equal(header, listing.LedgerHeader) || r.header.Get("Content-Disposition") != `attachment; filename="DISCLOSURE_LEDGER.csv"; filename*=UTF-8''DISCLOSURE_LEDGER.csv` {
		t.Errorf("%v %s", header, r.header.Get("Content-Disposition"))
	}
	var lines []store.LedgerLine
	tk.read(func(q *store.Q) (err error) { lines, err = q.LedgerOfListing(tk.listing); return err })
	if len(rows) != len(lines) || len(rows) != 4 {
		t.Fatalf("%d rows for %d lines", len(rows), len(lines))
	}
	if first := rows[0]; first["買手"] != deal.NameAnonymous || first["買手の番号"] != "1" || first["金融機関"] != "蒼陵信用金庫" || first["内容"] != "詳細" || first["日時（日本時間）"] != lines[len(lines)-1].At.In(store.JST).Format("2006-01-02 15:04:05") {
		t.Errorf("the first line: %v", first)
	}
	if last := rows[len(rows)-1]; last["買手"] != buyerBName || last["買手の番号"] != "2" || last["内容"] != "添付ファイル" {
		t.Errorf("the last line: %v", last)
	}
	r.has(`"'=HYPERLINK(1)（第1版）"`, "資料の閲覧").hasNot(`"=`, "黒潮", "行内の試算", "利用者", "@", "127.0.0.1", "192.0.2.")
	tk.finA.get(listingBase+"GetDisclosureLedger?sellerBusinessId="+tk.listing).want(200).has(`"subject":"添付ファイル"`, `"subject":"詳細"`).hasNot("行内の試算", "黒潮")
	for _, l := range lines {
		for _, secret := range []string{l.Hash, l.Prev, l.UserID, l.NegotiationID, l.ListingID, l.BuyerCompanyID, l.InstitutionID} {
			if secret != "" && strings.Contains(r.body, secret) {
				t.Errorf("%s is in the file", secret)
			}
		}
	}

	// That it was taken away is a line of the audit log; nobody else gets it, nor learns that it is there.
	audits := func() (found []store.AuditLine) {
		tk.read(func(q *store.Q) (err error) {
			found, _, err = q.SearchAudit(store.AuditSearch{Event: "ledger_exported", Page: store.Page{Limit: 10}})
			return err
		})
		return found
	}
	tk.finA.get(ledgerCSV + tk.listing + "&encoding=cp932").want(200)
	none := tk.finB.get(ledgerCSV + store.NewID()).want(400)
	for _, c := range []*caller{tk.finB, tk.finC, tk.buyB, tk.rival} {
		c.get(ledgerCSV + tk.listing).sameAs(none)
	}
	if found := audits(); len(found) != 2 || found[1].SubjectID != tk.listing || found[1].Detail != "4件 UTF-8" || found[0].Detail != "4件 CP932" {
		t.Errorf("%+v", found)
	}
}
