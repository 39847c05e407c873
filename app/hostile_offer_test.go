package app

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// unpassed are offers to buyer B that have not reached it, and what came of them (domain.md 0.9).
var unpassed = []struct {
	what string
	then func(tk *talks, row string)
}{
	{"waits", func(*talks, string) {}},
	{"declined", func(tk *talks, row string) { tk.moveOffer(tk.finB, row, 1, 8) }},
	{"withdrawn", func(tk *talks, row string) { tk.moveOffer(tk.finA, row, 1, 9) }},
	{"sent again", func(tk *talks, row string) {
		tk.moveOffer(tk.finB, row, 1, 8)
		tk.finA.deed("UpdateBuyerNegotiationOfferSendStatusAsync", row, map[string]any{"fromOfferSendStatus": 8, "offerSendStatus": 1, "offerMessage": "再度のご案内"}).want(200)
	}},
	{"ended by its bank", func(tk *talks, row string) { tk.finB.to(row, 0, 9, map[string]any{"endReason": 1}).want(200) }},
	{"planned for", func(tk *talks, row string) {
		tk.finB.deed("UpdateNextAction", row, map[string]any{"date": "2026-12-24"}).want(200)
	}},
	{"written of", func(tk *talks, row string) { // to nobody: not of what is not there for the buyer
		tk.finB.say(row, 1, "いかがでしょうか。").want(409).has("まだ買手に知らせていません")
	}},
}

func (t *talks) moveOffer(by *caller, row string, from, to int) {
	t.t.Helper()
	by.deed("UpdateBuyerNegotiationOfferSendStatusAsync", row, map[string]any{"fromOfferSendStatus": from, "offerSendStatus": to}).want(200)
}

// buyersLists are all answers of buyer B that speak of more than one listing.
func (t *talks) buyersLists() map[string]string {
	out := map[string]string{}
	paths := []string{negotiationBase + "GetUnreadCounts", listingBase + "OfferToSellerBusinessList?limit=50"}
	for _, q := range []string{"", "isOffered=true", "isNegotiation=true", "isMessage=true", "isNotRead=true", "isRecommended=true", "isSold=true"} {
		paths = append(paths, listingBase+"SearchSellerBusinessAsync?limit=50&"+q)
	}
	for _, order := range orders() {
		for _, way := range []string{"true", "false"} {
			paths = append(paths, negotiationBase+"PartnerListByBuyerFinancial?limit=50&isDescending="+way+"&propertyName="+order)
		}
	}
	for _, path := range paths {
		out[path] = t.buyB.get(path).body
	}
	return out
}

// ofListing are all answers of buyer B about one listing, with nothing in them that differs by chance.
func (t *talks) ofListing(listing string) (out []string) {
	row := ""
	if v := t.buyB.get(negotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + listing); v.status == 200 {
		row, _ = v.json()["buyerNegotiationId"].(string)
	}
	for _, path := range []string{negotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + listing, listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + listing,
		listingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + listing, negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row,
		negotiationBase + "GetBuyerNegotiationMessageListAsync?buyerNegotiationId=" + row, negotiationBase + "PartnerListByBuyerFinancial?limit=50&sellerBusinessId=" + listing} {
		out = append(out, plainly(t.buyB.get(path), listing, row))
	}
	return out
}

var byChance = regexp.MustCompile(`"version":[0-9]+|"caseNumber":"[^"]*"|"listingNumber":"[^"]*"|"buyerNegotiationMessageId":"[^"]*"`)

func plainly(r result, listing, row string) string {
	body := strings.ReplaceAll(r.body, listing, "LISTING")
	if row != "" {
		body = strings.ReplaceAll(body, row, "ROW")
	}
	return byChance.ReplaceAllString(body, "…")
}

// TestWaitingOfferIsNone: what a buyer's bank has not passed on is nothing to the buyer, before and
// after its end, in lists, counts, orders, by id, in the answers to the buyer's own deeds and in what
// comes after them. The two banks see it.
func TestWaitingOfferIsNone(t *testing.T) {
	tk := newTalks(newPlatform(t))
	plain := tk.published(nil) // about which nothing happens
	listings := make([]string, len(unpassed))
	for i := range unpassed {
		listings[i] = tk.published(nil)
	}
	tk.finB.needs(tk.buyerB)
	before, mails := tk.buyersLists(), len(tk.mails("buy@b.example.jp"))
	untouched := tk.ofListing(plain)
	rows := make([]string, len(unpassed))
	tk.clock.Add(time.Minute)
	for i, x := range unpassed {
		rows[i] = tk.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": listings[i], "companyId": tk.candidate(listings[i], tk.buyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).
			want(200).json()["buyerNegotiationId"].(string)
		tk.clock.Add(time.Second)
		x.then(tk, rows[i])
		tk.finA.row(rows[i])
		tk.finB.row(rows[i])
	}
	tk.clock.Add(time.Minute)
	for path, now := range tk.buyersLists() {
		if now != before[path] {
			t.Errorf("it shows in %s:\n%s", path, difference(before[path], now))
		}
	}
	if n := len(tk.mails("buy@b.example.jp")); n != mails {
		t.Errorf("the buyer got %d mails", n-mails)
	}
	// Every call that takes a row's id answers as to one that never was.
	for i, row := range rows {
		for _, path := range []string{"GetBuyerNegotiationAsync?buyerNegotiationId=", "GetBuyerNegotiationMessageListAsync?buyerNegotiationId="} {
			tk.buyB.get(negotiationBase + path + row).want(400).sameAs(tk.buyB.get(negotiationBase + path + store.NewID()))
		}
		for path, body := range map[string]map[string]any{"AlreadyRead": {}, "CreateBuyerNegotiationMessageAsync": {"messageType": 1, "messageBody": "は"}, "RealNameConsent": {"version": 1},
			"UpdateBuyerNegotiationInterestStatusAsync": {"interestStatus": 2, "version": 1}, "CheckMessage": {"messageType": 1, "messageBody": "は"}} {
			ask := func(id string) result {
				return tk.buyB.post(negotiationBase+path, with(body, map[string]any{"buyerNegotiationId": id}))
			}
			ask(row).want(400).sameAs(ask(store.NewID()))
		}
		if v := tk.ofListing(listings[i]); !slices.Equal(v, untouched) {
			t.Errorf("%s shows: %s", unpassed[i].what, firstDifference(untouched, v))
		}
	}

	// The buyer's own deeds: interest, its withdrawal, and the agreement; on the plain listing first.
	all := append([]string{plain}, listings...)
	for step, do := range []func(listing string) result{
		func(listing string) result {
			return tk.buyB.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": listing})
		},
		func(listing string) result { return tk.buyB.consent(listing, tk.buyersVersion(listing)) },
		func(listing string) result {
			return tk.buyB.post(negotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", map[string]any{"sellerBusinessId": listing, "version": tk.buyersVersion(listing), "interestStatus": 1})
		},
	} {
		var expected []string
		tk.clock.Add(time.Minute)
		for i, listing := range all {
			tk.clock.Add(time.Millisecond) // no times of an answer are as fine as this
			r := do(listing).want(200)
			answers := append([]string{plainly(r, listing, r.json()["buyerNegotiationId"].(string))}, tk.ofListing(listing)...)
			if i == 0 {
				expected = answers
			} else if !slices.Equal(answers, expected) {
				t.Errorf("step %d, %s: %s", step, unpassed[i-1].what, firstDifference(expected, answers))
			}
		}
		// In the order in which they became the buyer's.
		got := []string{}
		for _, v := range tk.buyB.get(negotiationBase + "PartnerListByBuyerFinancial?limit=50&isDescending=false&propertyName=status").want(200).json()["partnerList"].([]any) {
			got = append(got, v.(map[string]any)["sellerBusinessId"].(string))
		}
		if !slices.Equal(got, all) {
			t.Errorf("step %d: the order tells who was there before:\n%v\n%v", step, got, all)
		}
	}
	for i, row := range rows { // one row for all: the banks see both
		if v := tk.finB.row(row); v["buyerNegotiationId"] != row || v["interestStatus"] != 1.0 || v["status"] != 0.0 || v["isConsent"] != true {
			t.Errorf("%s: BF sees %v", unpassed[i].what, v)
		}
		if v := tk.finA.row(row); v["isConsent"] != false || v["status"] != 0.0 {
			t.Errorf("%s: SF sees %v", unpassed[i].what, v)
		}
	}
	// Passed on it is there.
	tk.moveOffer(tk.finB, rows[0], 1, 2)
	tk.buyB.get(listingBase+"OfferToSellerBusinessList?limit=50").want(200).has(listings[0], `"allCount":1`)
	if tk.kindsTo(mail.OfferReceived, "buy@b.example.jp") != 1 {
		t.Error("the buyer is not told of the offer")
	}
}

func (t *talks) buyersVersion(listing string) int {
	return int(t.buyB.get(negotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + listing).want(200).json()["version"].(float64))
}

func firstDifference(a, b []string) string {
	for i := range a {
		if a[i] != b[i] {
			return difference(a[i], b[i])
		}
	}
	return ""
}

// A forwarded offer begins for the buyer when it is forwarded, and a listing that is sold ends what the
// buyer never knew of without a word.
func TestForwardedOfferBeginsThen(t *testing.T) {
	tk := newTalks(newPlatform(t))
	offer := func(listing string) string {
		return tk.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"sellerBusinessId": listing, "companyId": tk.candidate(listing, tk.buyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}).
			want(200).json()["buyerNegotiationId"].(string)
	}
	row := offer(tk.listing)
	tk.clock.Add(7 * time.Minute)
	tk.moveOffer(tk.finB, row, 1, 2)
	v := tk.buyB.row(row)
	if v["statusAt"] != web.ServerTime(tk.clock.Now()) || v["modified"] != web.ServerTime(tk.clock.Now()) {
		t.Errorf("the buyer reads since when the offer waited: %v %v", v["statusAt"], v["modified"])
	}
	for _, h := range v["timeline"].([]any) {
		if h.(map[string]any)["event"] == "offer_send" {
			t.Error("the buyer reads when it was sent")
		}
	}

	sold := tk.published(nil)
	hidden := offer(sold)
	mails := len(tk.mails("buy@b.example.jp"))
	tk.finA.post(listingBase+"ConcludeOutside", map[string]any{"sellerBusinessId": sold, "version": tk.version(sold), "comment": "他の手段で成約"})
	tk.write(func(tx *store.Tx) error {
		return negotiation.In(tk.a.Platform).EndNegotiationsOf(tx, web.System, sold, "", 7)
	})
	tk.buyB.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + hidden).want(400)
	tk.buyB.get(negotiationBase + "PartnerListByBuyerFinancial?limit=50").want(200).has(`"allCount":1`)
	if n := len(tk.mails("buy@b.example.jp")); n != mails {
		t.Error("the buyer is told of the end of what it never knew of")
	}
	if v := tk.finB.row(hidden); v["status"] != 9.0 {
		t.Errorf("BF: %v", v)
	}
}

// Rows that a list's order does not tell apart stand for the buyer in the order in which it got to know of
// them, not in that in which SF made them, by the index and by SQL alike.
func TestForwardedOrderIsTheBuyers(t *testing.T) {
	tk := newTalks(newPlatform(t))
	first, second := tk.listing, tk.published(nil)
	var rows []string
	for _, listing := range []string{first, second} {
		rows = append(rows, tk.finA.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{
			"sellerBusinessId": listing, "companyId": tk.candidate(listing, tk.buyerB), "offerSendStatus": 1, "offerMessage": "ご検討ください。",
		}).want(200).json()["buyerNegotiationId"].(string))
	}
	for _, row := range []string{rows[1], rows[0]} {
		tk.clock.Add(time.Minute)
		tk.moveOffer(tk.finB, row, 1, 2)
	}
	tk.read(func(q *store.Q) error {
		v := store.Viewer{UserID: tk.userOf(tk.buyB).ID, InstitutionID: tk.bID, BuyerID: tk.buyerB}
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
