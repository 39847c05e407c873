package mypage_test

import (
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// The first screen shows what its user has to confirm: a paper to the second user and not to the one
// who uploaded it, an expired request to the seller to its bank, and nothing to anybody else.
func TestDeskApprovals(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	waits := func(c *apptest.Caller) apptest.Result {
		t.Helper()
		return c.Get("/api/MyPage/GetDesk").Want(200)
	}
	none := waits(m.FinB).Has(`"taskList":[]`)
	paper, version := m.Draft(map[string]any{"businessName": "【東海】書面の案件"})
	waits(m.FinA).SameAs(none)
	m.FinA.Upload(apptest.ListingBase+"RequestPaperApproval", map[string]any{"sellerBusinessId": paper, "version": version}, "承諾書.pdf",
		[]byte("%PDF-1.7 x")).Want(200)
	waits(m.FinA).SameAs(none)
	waits(m.SecondA).Has(paper, "【東海】書面の案件", "売手の承諾書を確かめて", `"place":"listing"`, `"taskCount":1`)
	link, _ := m.Draft(map[string]any{"businessName": "【東海】リンクの案件"})
	m.Request(link)
	waits(m.SecondA).Has(`"taskCount":1`).HasNot(link)
	waits(m.FinB).SameAs(none)
	m.BuyA.Get("/api/MyPage/GetDesk").Want(400)

	m.SecondA.Post(apptest.ListingBase+"ConfirmPaperApproval", map[string]any{"sellerBusinessId": paper,
		"version": m.Version(paper)}).Want(200)
	waits(m.SecondA).SameAs(none)
	m.Clock.Add(8 * 24 * time.Hour)
	m.FinA = m.SignIn("fin@a.example.jp")
	waits(m.FinA).Has(link, "【東海】リンクの案件", "期限が切れた承認依頼を", `"taskCount":1`).HasNot(paper)
}

// The first screen shows a bank nothing that another bank keeps to itself: an interest, a
// negotiation that ended before it began, a name that is not open.
func TestDeskTellsNobodyElse(t *testing.T) {
	x := apptest.NewTalks(apptest.NewPlatform(t))
	none := x.FinA.Get("/api/MyPage/GetDesk").Want(200).Has(`"taskCount":0`, `"taskList":[]`, `"liveCount":0`)
	x.BuyB.Get("/api/MyPage/GetDesk").Want(400)
	x.Visitor().Get("/api/MyPage/GetDesk").Want(401)
	id := x.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": x.Listing}).Want(200).JSON()["buyerNegotiationId"].(string)
	x.FinB.Get("/api/MyPage/GetDesk").Want(200).Has(`"kind":"start"`, apptest.BuyerNames[0], x.Listing)
	x.FinA.Get("/api/MyPage/GetDesk").SameAs(none)
	x.FinC.Get("/api/MyPage/GetDesk").Want(200).Has(`"taskCount":0`).HasNot(id, x.Listing)

	x.BuyB.Say(id, 1, "関心があります").Want(200)
	x.FinA.Get("/api/MyPage/GetDesk").SameAs(none)
	x.FinB.Get("/api/MyPage/GetDesk").Has(`"kind":"unread"`, "未読のメッセージ（1件）を読む", `"taskCount":2`)
	x.SetNegotiation(id, func(n *store.Negotiation) {
		n.Status, n.EndedFrom, n.EndedAt = int(deal.NegotiationBroken), 0, x.Clock.Now()
	})
	x.FinA.Get("/api/MyPage/GetDesk").SameAs(none)

	// The seller's bank sees an anonymous negotiation without the buyer's name.
	x.SetNegotiation(id, func(n *store.Negotiation) {
		n.Status, n.StartedAt, n.EndedAt = int(deal.NegotiationAnonymous), x.Clock.Now(), time.Time{}
	})
	x.FinB.Say(id, 2, "よろしくお願いします").Want(200)
	x.FinA.Get("/api/MyPage/GetDesk").Has(`"kind":"unread"`, `"place":"sf"`, `"liveCount":1`,
		`"taskCount":1`).HasNot(append(apptest.BuyerNames, "関心があります")...)
	x.FinB.Get("/api/MyPage/GetDesk").Has(`"liveCount":1`).HasNot(apptest.SellerNames...)
	x.FinC.Get("/api/MyPage/GetDesk").Has(`"taskCount":0`).HasNot(id, x.Listing)
}
