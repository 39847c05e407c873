package agreement_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/store"
)

// Who agreed reads the text of the version that it agreed to, with both parties by the names that are open to it;
// nobody else has an agreement to read.
func TestAgreementReadAgain(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Started()
	read := func(c *apptest.Caller) apptest.Result {
		return c.Get(apptest.NegotiationBase + "GetAgreement?buyerNegotiationId=" + id)
	}
	first := read(tk.BuyB).Want(200).Has("霧晴環境", "第6条（期間）", `"isCurrent":true`, `"isPaper":false`, "利用者 buy@b.example.jp")
	first.HasNot(apptest.SellerNames...)
	hash := first.JSON()["hash"]
	tk.Write(func(tx *store.Tx) error {
		return tx.AddNetworkText(&store.NetworkText{Kind: "nda", Title: "秘密保持契約", Body: "新しい契約", Hash: strings.Repeat("0", 64)}, "")
	})
	for _, c := range []*apptest.Caller{tk.BuyB, tk.FinB, tk.SecondB} {
		if v := read(c).Want(200).HasNot("新しい契約").HasNot(apptest.SellerNames...).JSON(); v["hash"] != hash ||
			v["buyerFinancialName"] != "蒼陵信用金庫" || v["sellerFinancialName"] == nil {
			t.Errorf("%v", v)
		}
	}
	// To the seller's bank, which may not know the buyer yet, to a rival and to others there is none.
	none := tk.FinC.Get(apptest.NegotiationBase + "GetAgreement?buyerNegotiationId=" + store.NewID()).Want(400)
	for name, c := range map[string]*apptest.Caller{"SF": tk.FinA, "rival": tk.Rival, "another bank": tk.FinC} {
		if r := read(c).Want(400); r.Body != none.Body {
			t.Errorf("%s: %s", name, r.Body)
		}
	}
	tk.FinB.Get(apptest.NegotiationBase + "DownloadAgreementPaper?buyerNegotiationId=" + id).Want(400)
}

// The seller's name stands in it once it is open, and leaves it when the negotiation is over; an agreement that
// ended with its negotiation can still be read.
func TestAgreementNamesTheSeller(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	id := tk.Named()
	read := func() apptest.Result {
		return tk.BuyB.Get(apptest.NegotiationBase + "GetAgreement?buyerNegotiationId=" + id).Want(200)
	}
	lines := func() (n int) {
		tk.Read(func(q *store.Q) error {
			all, err := q.LedgerOfListing(tk.Listing)
			for _, l := range all {
				if l.Subject == "秘密保持契約の控え" {
					n++
				}
			}
			return err
		})
		return n
	}
	before := lines()
	read().Has("カナリア製作所")
	if got := lines() - before; got != 1 {
		t.Errorf("%d lines in the ledger, want 1", got)
	}
	tk.FinB.To(id, 3, 9, map[string]any{"endReason": 1}).Want(200)
	read().Has("第6条（期間）", `"isCurrent":false`, "霧晴環境", "利用者 buy@b.example.jp").HasNot(apptest.SellerNames...)
}

// The signed paper opens to the bank that recorded it, and to nobody else.
func TestAgreementOnPaper(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	a := tk.FinB.Get(apptest.ListingBase + "GetConfidentialityAgreement").Want(200).JSON()
	id := tk.FinB.Upload(apptest.ListingBase+"Consent", map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.BuyerB, "version": 0,
		"agreementVersion": a["version"], "agreementHash": a["hash"]}, "NDA 霧晴.pdf",
		[]byte("%PDF-1.7 signed")).Want(200).JSON()["buyerNegotiationId"].(string)
	path := apptest.NegotiationBase + "DownloadAgreementPaper?buyerNegotiationId=" + id
	tk.FinB.Get(apptest.NegotiationBase+"GetAgreement?buyerNegotiationId="+id).Want(200).Has(`"isPaper":true`, "NDA 霧晴.pdf")
	tk.FinB.Get(path).Want(200).Has("%PDF-1.7 signed")
	tk.FinB.To(id, 0, 9, map[string]any{"endReason": 1}).Want(200)
	tk.FinB.Get(path).Want(200).Has("%PDF-1.7 signed") // also when it is over
	tk.FinA.Get(path).Want(400)
	tk.FinC.Get(path).Want(400)
	tk.BuyB.Get(path).Want(400)
}
