package duty_test

import (
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
)

// The first steps wait as well: a listing that nobody has seen yet is not sent to its seller, by a mail or on paper, and a
// negotiation that is not there yet does not begin.
func TestFirstStepsWait(t *testing.T) {
	p := apptest.NewPlatform(t)
	w := apptest.NewTalks(p)
	gates(p, map[string]int{"gateExplanationPublish": 2, "gateAntisocialStart": 2})
	draft, version := w.Draft(nil)
	ask := func() apptest.Result {
		return w.FinA.Post(apptest.ListingBase+"SendApprovalRequest", body{"sellerBusinessId": draft,
			"ppapMailaddress": "second@canary.example.co.jp"})
	}
	told := w.Newly(func() { ask().Want(409).Has("重要事項説明（未実施）") })
	apptest.WantMails(t, "a request that was held back", told)
	w.FinA.Upload(apptest.ListingBase+"RequestPaperApproval", body{"sellerBusinessId": draft, "version": version}, "承諾書.pdf",
		[]byte("%PDF-1.7 x")).Want(409).Has("重要事項説明（未実施）")
	w.FinA.Get(of{"sellerBusinessId", draft}.query()).Want(200).Has(`"gateLabel":"売手への承認依頼","level":2`)
	record(w.FinA, ofCompany(w.Seller), company, deal.DutyExplanation, nil, nil).Want(200)
	ask().Want(200)

	begin := func() apptest.Result {
		return w.FinC.Post(apptest.NegotiationBase+"StartNegotiation", body{"sellerBusinessId": w.Listing, "companyId": w.BuyerC})
	}
	begin().Want(409).Has("反社照会（未実施）")
	look := body{"sources": "own", "result": "look", "note": "同姓同名"}
	made := record(w.FinC, ofCompany(w.BuyerC), company, deal.DutyAntisocial, look, nil).Want(200).JSON()["dutyId"]
	begin().Want(409).Has("反社照会（未完了）")
	record(w.FinC, ofCompany(w.BuyerC), company, deal.DutyAntisocial, nil, body{"replaces": made}).Want(200)
	begin().Want(200)
	if n := w.Count("SELECT count(*) FROM negotiation"); n != 1 {
		t.Errorf("%d negotiations", n)
	}
}

// A stopped seller offers nothing, and a stopped buyer gets nothing passed on; declining stays open.
func TestStopHoldsOffers(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	hit := body{"sources": "police", "result": "hit", "note": "断る"}
	offer := func(to string) apptest.Result {
		return w.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", body{"sellerBusinessId": w.Listing,
			"companyId": w.Candidate(w.Listing, to), "offerSendStatus": 1, "offerMessage": "御検討ください"})
	}
	id := offer(w.BuyerB).Want(200).JSON()["buyerNegotiationId"].(string)
	record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyAntisocial, hit, nil).Want(200)
	answer := func(status int) apptest.Result {
		return w.FinB.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, body{"fromOfferSendStatus": 1, "offerSendStatus": status})
	}
	answer(2).Want(409).Has("外への操作を止めています")
	answer(8).Want(200)
	record(w.FinA, ofCompany(w.Seller), company, deal.DutyAntisocial, hit, nil).Want(200)
	offer(w.BuyerC).Want(409).Has("外への操作を止めています")
	if n := w.Count("SELECT count(*) FROM negotiation WHERE buyer_company_id = ?", w.BuyerC); n != 0 {
		t.Errorf("%d rows of a buyer who got no offer", n)
	}
}
