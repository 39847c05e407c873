package app_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// unpassed are the ways in which an offer to buyer B is never passed on to it (domain.md 0.9).
var unpassed = []struct {
	what string
	then func(tk *apptest.Talks, row string)
}{
	{"waits", func(*apptest.Talks, string) {}},
	{"declined", func(tk *apptest.Talks, row string) { moveOffer(tk, tk.FinB, row, 1, 8) }},
	{"withdrawn", func(tk *apptest.Talks, row string) { moveOffer(tk, tk.FinA, row, 1, 9) }},
	{"sent again", func(tk *apptest.Talks, row string) {
		moveOffer(tk, tk.FinB, row, 1, 8)
		tk.FinA.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", row,
			map[string]any{"fromOfferSendStatus": 8, "offerSendStatus": 1, "offerMessage": "再度のご案内"}).Want(200)
	}},
	{"ended by its bank", func(tk *apptest.Talks, row string) { tk.FinB.To(row, 0, 9, map[string]any{"endReason": 1}).Want(200) }},
	{"planned for", func(tk *apptest.Talks, row string) {
		tk.FinB.Deed("UpdateNextAction", row, map[string]any{"date": "2026-12-24"}).Want(200)
	}},
	{"written of", func(tk *apptest.Talks, row string) { // refused: the buyer does not know of the negotiation
		tk.FinB.Say(row, 1, "いかがでしょうか。").Want(409).Has("まだ買手に知らせていません")
	}},
}

func moveOffer(t *apptest.Talks, by *apptest.Caller, row string, from, to int) {
	t.T.Helper()
	by.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", row, map[string]any{"fromOfferSendStatus": from, "offerSendStatus": to}).Want(200)
}

// buyersLists are all answers to buyer B that contain more than one listing.
func buyersLists(t *apptest.Talks) map[string]string {
	out := map[string]string{}
	paths := []string{apptest.NegotiationBase + "GetUnreadCounts", apptest.ListingBase + "OfferToSellerBusinessList?limit=50"}
	for _, q := range []string{"", "isOffered=true", "isNegotiation=true", "isMessage=true", "isNotRead=true", "isRecommended=true",
		"isSold=true"} {
		paths = append(paths, apptest.ListingBase+"SearchSellerBusinessAsync?limit=50&"+q)
	}
	for _, order := range apptest.Orders() {
		for _, way := range []string{"true", "false"} {
			paths = append(paths, apptest.NegotiationBase+"PartnerListByBuyerFinancial?limit=50&isDescending="+way+"&propertyName="+order)
		}
	}
	for _, path := range paths {
		out[path] = t.BuyB.Get(path).Body
	}
	return out
}

// ofListing are all answers to buyer B about one listing, without random parts.
func ofListing(t *apptest.Talks, listing string) (out []string) {
	row := ""
	if v := t.BuyB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + listing); v.Status == 200 {
		row, _ = v.JSON()["buyerNegotiationId"].(string)
	}
	for _, path := range []string{apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + listing,
		apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + listing,
		apptest.ListingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + listing,
		apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row,
		apptest.NegotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + row,
		apptest.NegotiationBase + "PartnerListByBuyerFinancial?limit=50&sellerBusinessId=" + listing} {
		out = append(out, plainly(t.BuyB.Get(path), listing, row))
	}
	return out
}

var byChance = regexp.MustCompile(`"version":[0-9]+|"caseNumber":"[^"]*"|"listingNumber":"[^"]*"|"buyerNegotiationMessageId":"[^"]*"`)

func plainly(r apptest.Result, listing, row string) string {
	body := strings.ReplaceAll(r.Body, listing, "LISTING")
	if row != "" {
		body = strings.ReplaceAll(body, row, "ROW")
	}
	return byChance.ReplaceAllString(body, "…")
}

// TestWaitingOfferIsNone: an offer that a buyer's bank has not passed on does not exist for the
// buyer, before and after its end, in lists, counts, orders, by id, in the answers to the buyer's own
// calls and in what follows them. The two banks see it.
func TestWaitingOfferIsNone(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	plain := tk.Published(nil) // a listing without any offer, for comparison
	listings := make([]string, len(unpassed))
	for i := range unpassed {
		listings[i] = tk.Published(nil)
	}
	tk.FinB.Needs(tk.BuyerB)
	before, mails := buyersLists(tk), len(tk.Mails("buy@b.example.jp"))
	untouched := ofListing(tk, plain)
	rows := make([]string, len(unpassed))
	tk.Clock.Add(time.Minute)
	for i, x := range unpassed {
		rows[i] = tk.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
			map[string]any{"sellerBusinessId": listings[i], "companyId": tk.Candidate(listings[i], tk.BuyerB), "offerSendStatus": 1,
				"offerMessage": "ご検討ください。"}).
			Want(200).JSON()["buyerNegotiationId"].(string)
		tk.Clock.Add(time.Second)
		x.then(tk, rows[i])
		tk.FinA.Row(rows[i])
		tk.FinB.Row(rows[i])
	}
	tk.Clock.Add(time.Minute)
	for path, now := range buyersLists(tk) {
		if now != before[path] {
			t.Errorf("it shows in %s:\n%s", path, apptest.Difference(before[path], now))
		}
	}
	if n := len(tk.Mails("buy@b.example.jp")); n != mails {
		t.Errorf("the buyer got %d mails", n-mails)
	}
	// Every call that takes a negotiation's id answers as for one that does not exist.
	for i, row := range rows {
		for _, path := range []string{"GetBuyerNegotiationAsync?buyerNegotiationId=", "GetBuyerNegotiationMessageListAsync?buyerNegotiationId="} {
			tk.BuyB.Get(apptest.NegotiationBase + path + row).Want(400).SameAs(tk.BuyB.Get(apptest.NegotiationBase + path + store.NewID()))
		}
		for path, body := range map[string]map[string]any{"AlreadyRead": {},
			"CreateBuyerNegotiationMessageAsync": {"messageType": 1, "messageBody": "は"}, "RealNameConsent": {"version": 1},
			"UpdateBuyerNegotiationInterestStatusAsync": {"interestStatus": 2, "version": 1},
			"CheckMessage": {"messageType": 1, "messageBody": "は"}} {
			ask := func(id string) apptest.Result {
				return tk.BuyB.Post(apptest.NegotiationBase+path, apptest.With(body, map[string]any{"buyerNegotiationId": id}))
			}
			ask(row).Want(400).SameAs(ask(store.NewID()))
		}
		if v := ofListing(tk, listings[i]); !slices.Equal(v, untouched) {
			t.Errorf("%s shows: %s", unpassed[i].what, firstDifference(untouched, v))
		}
	}

	// The buyer's own calls: interest, its withdrawal, and the agreement; on the plain listing first.
	all := append([]string{plain}, listings...)
	for step, do := range []func(listing string) apptest.Result{
		func(listing string) apptest.Result {
			return tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing})
		},
		func(listing string) apptest.Result { return tk.BuyB.Consent(listing, buyersVersion(tk, listing)) },
		func(listing string) apptest.Result {
			return tk.BuyB.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
				map[string]any{"sellerBusinessId": listing, "version": buyersVersion(tk, listing), "interestStatus": 1})
		},
	} {
		var expected []string
		tk.Clock.Add(time.Minute)
		for i, listing := range all {
			tk.Clock.Add(time.Millisecond) // shorter than the precision of any time in an answer
			r := do(listing).Want(200)
			answers := append([]string{plainly(r, listing, r.JSON()["buyerNegotiationId"].(string))}, ofListing(tk, listing)...)
			if i == 0 {
				expected = answers
			} else if !slices.Equal(answers, expected) {
				t.Errorf("step %d, %s: %s", step, unpassed[i-1].what, firstDifference(expected, answers))
			}
		}
		// In the order in which the buyer got to know them.
		got := []string{}
		for _, v := range tk.BuyB.Get(apptest.NegotiationBase +
			"PartnerListByBuyerFinancial?limit=50&isDescending=false&propertyName=status").Want(200).JSON()["partnerList"].([]any) {
			got = append(got, v.(map[string]any)["sellerBusinessId"].(string))
		}
		if !slices.Equal(got, all) {
			t.Errorf("step %d: the order tells who was there before:\n%v\n%v", step, got, all)
		}
	}
	for i, row := range rows { // one at a time: the banks see both
		if v := tk.FinB.Row(row); v["buyerNegotiationId"] != row || v["interestStatus"] != 1.0 || v["status"] != 0.0 || v["isConsent"] != true {
			t.Errorf("%s: BF sees %v", unpassed[i].what, v)
		}
		if v := tk.FinA.Row(row); v["isConsent"] != false || v["status"] != 0.0 {
			t.Errorf("%s: SF sees %v", unpassed[i].what, v)
		}
	}
	// After it was passed on the buyer sees it.
	moveOffer(tk, tk.FinB, rows[0], 1, 2)
	tk.BuyB.Get(apptest.ListingBase+"OfferToSellerBusinessList?limit=50").Want(200).Has(listings[0], `"allCount":1`)
	if tk.KindsTo(mail.OfferReceived, "buy@b.example.jp") != 1 {
		t.Error("the buyer is not told of the offer")
	}
}

func buyersVersion(t *apptest.Talks, listing string) int {
	return int(t.BuyB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" +
		listing).Want(200).JSON()["version"].(float64))
}

func firstDifference(a, b []string) string {
	for i := range a {
		if a[i] != b[i] {
			return apptest.Difference(a[i], b[i])
		}
	}
	return ""
}

// A forwarded offer begins for the buyer when it is forwarded; when a listing is sold, an offer that
// the buyer never knew of ends without any notice to him.
func TestForwardedOfferBeginsThen(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	offer := func(listing string) string {
		return tk.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
			map[string]any{"sellerBusinessId": listing, "companyId": tk.Candidate(listing, tk.BuyerB), "offerSendStatus": 1,
				"offerMessage": "ご検討ください。"}).
			Want(200).JSON()["buyerNegotiationId"].(string)
	}
	row := offer(tk.Listing)
	tk.Clock.Add(7 * time.Minute)
	moveOffer(tk, tk.FinB, row, 1, 2)
	v := tk.BuyB.Row(row)
	if v["statusAt"] != web.ServerTime(tk.Clock.Now()) || v["modified"] != web.ServerTime(tk.Clock.Now()) {
		t.Errorf("the buyer reads since when the offer waited: %v %v", v["statusAt"], v["modified"])
	}
	for _, h := range v["timeline"].([]any) {
		if h.(map[string]any)["event"] == "offer_send" {
			t.Error("the buyer reads when it was sent")
		}
	}

	sold := tk.Published(nil)
	hidden := offer(sold)
	mails := len(tk.Mails("buy@b.example.jp"))
	tk.FinA.Post(apptest.ListingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": sold, "version": tk.Version(sold),
		"comment": "他の手段で成約"})
	tk.Write(func(tx *store.Tx) error {
		return negotiation.In(tk.App.Platform).EndNegotiationsOf(tx, web.System, sold, "", 7)
	})
	tk.BuyB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + hidden).Want(400)
	tk.BuyB.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial?limit=50").Want(200).Has(`"allCount":1`)
	if n := len(tk.Mails("buy@b.example.jp")); n != mails {
		t.Error("the buyer is told of the end of what it never knew of")
	}
	if v := tk.FinB.Row(hidden); v["status"] != 9.0 {
		t.Errorf("BF: %v", v)
	}
}

// Rows that are equal in a list's order appear to the buyer in the order in which he got to know of them,
// not in that in which SF created them, both by the index and by SQL.
func TestForwardedOrderIsTheBuyers(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	first, second := tk.Listing, tk.Published(nil)
	var rows []string
	for _, listing := range []string{first, second} {
		rows = append(rows, tk.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{
			"sellerBusinessId": listing, "companyId": tk.Candidate(listing, tk.BuyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。",
		}).Want(200).JSON()["buyerNegotiationId"].(string))
	}
	for _, row := range []string{rows[1], rows[0]} {
		tk.Clock.Add(time.Minute)
		moveOffer(tk, tk.FinB, row, 1, 2)
	}
	tk.Read(func(q *store.Q) error {
		v := store.Viewer{UserID: tk.UserOf(tk.BuyB).ID, InstitutionID: tk.BID, BuyerID: tk.BuyerB}
		for name, q := range map[string]*store.Q{"index": q, "SQL": q.Plain()} {
			found, _, err := q.SearchNegotiations(v, &store.NegotiationSearch{Side: store.SideBuyer, Sort: "dueDate", Limit: 10})
			if err != nil {
				return err
			}
			if len(found) != 2 || found[0].ID != rows[1] || found[1].ID != rows[0] {
				t.Errorf("%s: %d rows, or in the order in which SF made them", name, len(found))
			}
		}
		return nil
	})
}
