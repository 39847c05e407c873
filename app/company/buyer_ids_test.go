package company_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/companycsv"
	"tsunagu/app/deal"
)

const offerCall = apptest.NegotiationBase + "UpdateBuyerNegotiationOfferSendStatusAsync"

// aboutCandidates are all answers of A about whom its listing could be offered to, by what was asked.
func aboutCandidates(t *apptest.Talks, finA *apptest.Caller) map[string]string {
	t.T.Helper()
	out := map[string]string{}
	keep := func(what string, r apptest.Result) { out[what] = apptest.AnswerText(r) }
	for _, sort := range append(apptest.Orders(), "") {
		for _, descending := range []string{"true", "false"} {
			for _, listing := range []string{"", t.Listing} {
				q := url.Values{"limit": {"99999999"}, "propertyName": {sort}, "isDescending": {descending}, "sellerBusinessId": {listing}}
				keep("search "+q.Encode(), finA.Get("/api/BuyerCompany/SearchCompanyAsync?"+q.Encode()))
			}
			keep("candidates "+sort+descending, finA.Candidates(t.Listing,
				map[string]any{"propertyName": sort, "isDescending": descending == "true"}))
		}
	}
	for _, fields := range []map[string]any{{"isOfferable": true}, {"scoreFrom": 1}, {"isLongList": true}, {"isNotOnlyPersonInCharge": true},
		{"companyIds": t.CandidatesOf(t.Listing, t.BuyerB)}, {"companyIds": []string{t.Partner(t.Listing, t.BuyerB)}},
		{"companyIds": []string{t.BuyerB}}} {
		keep(fmt.Sprint("candidates ", fields), finA.Candidates(t.Listing, fields))
	}
	for _, id := range []string{t.Candidate(t.Listing, t.BuyerB), t.Searched(t.AID, t.BuyerB)} {
		for _, path := range []string{"BuyerCompany/GetCompanyOverViewAsync?companyId=", "BuyerCompany/GetCompanyDetailsAsync?companyId=",
			"Needs/GetNeedsList?clientId="} {
			keep(path+id, finA.Get("/api/"+path+id))
		}
		keep("file "+id, finA.Post(companycsv.CSVBase+"CsvExportLongList", map[string]any{"companyIds": []string{id}}))
	}
	for _, l := range finA.Get(apptest.LongListBase + "GetLongListList").Want(200).JSON()["longListList"].([]any) {
		id := l.(map[string]any)["longListId"].(string)
		keep("long list "+id, finA.Get(apptest.LongListBase+"GetLongList?longListId="+id))
	}
	keep("long lists", finA.Get(apptest.LongListBase+"GetLongListList"))
	return out
}

// An anonymous negotiation takes its buyer out of nothing and marks it nowhere, whatever becomes of it.
func TestAnonymousPartnerLeavesNoTrace(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.FinB.Needs(tk.BuyerB)
	tk.FinA.Post(apptest.LongListBase+"RegistLongList", map[string]any{"sellerBusinessId": tk.Listing, "name": "候補",
		"companyIds": tk.CandidatesOf(tk.Listing, tk.BuyerB, tk.BuyerC)}).Want(200)
	before := aboutCandidates(tk, tk.FinA)
	same := func(when string) {
		t.Helper()
		now := aboutCandidates(tk, tk.FinA)
		for what, answer := range before {
			if now[what] != answer {
				t.Errorf("%s shows in %s:\n%s", when, what, apptest.Difference(answer, now[what]))
			}
		}
	}
	id := tk.Started()
	same("an anonymous negotiation")
	row := tk.FinA.Row(id)
	if row["buyerCompanyId"] != tk.Partner(tk.Listing, tk.BuyerB) || row["candidateId"] != nil || row["displayName"] != "匿名" {
		t.Errorf("the anonymous row: %v", row["buyerCompanyId"])
	}
	tk.FinB.To(id, 1, 9, map[string]any{"endReason": 1}).Want(200)
	same("its end")

	// The other way round: what has a name is shown as what it is, and never twice.
	other := tk.Published(nil)
	public := tk.Listing
	tk.Listing = other
	hoped := tk.Hoped()
	tk.Listing = public
	if row := tk.FinA.Row(hoped); row["buyerCompanyId"] != tk.BuyerB || row["candidateId"] != tk.Candidate(other, tk.BuyerB) {
		t.Errorf("the named row: %v", row["buyerCompanyId"])
	}
	same("a negotiation of another listing in which the name is open")
	tk.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.BuyerB).Want(200).Has(apptest.BuyerBName)
	ids := tk.FinA.Candidates(other, nil).CompanyIDs()
	if slices.Sort(ids); len(ids) != len(slices.Compact(ids)) || !slices.Contains(ids, tk.BuyerB) {
		t.Errorf("candidates: %v", ids)
	}
}

// An offer to an anonymous partner is to SF what an offer to anybody is, and a line to its bank.
func TestOfferToAnAnonymousPartner(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	listing := tk.Listing
	running := tk.Started()
	b, c := tk.Candidate(listing, tk.BuyerB), tk.Candidate(listing, tk.BuyerC)
	bfBefore, buyBefore := tk.FinB.Get(apptest.NegotiationBase+"PartnerListByBuyerFinancial?limit=99999999"), tk.EverythingOf(tk.BuyB, running)
	mails := len(tk.Mails("fin@b.example.jp"))

	// By neither of the ids under which SF knows of the negotiation.
	first := map[string]any{"sellerBusinessId": listing, "offerSendStatus": 1, "offerMessage": "ご検討ください。"}
	none := tk.FinA.Post(offerCall, apptest.With(first, map[string]any{"companyId": apptest.NoID})).Want(400)
	for _, id := range []string{tk.Partner(listing, tk.BuyerB), tk.BuyerB, tk.Candidate(tk.Published(nil), tk.BuyerB),
		tk.Searched(tk.AID, tk.BuyerB), tk.Searched(tk.BID, tk.BuyerB)} {
		tk.FinA.Post(offerCall, apptest.With(first, map[string]any{"companyId": id})).SameAs(none)
	}
	tk.FinA.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", running,
		map[string]any{"offerSendStatus": 1, "offerMessage": "x"}).Want(409).Has(deal.OfferRunning)

	sent := func(id string) (string, map[string]any) {
		r := tk.FinA.Post(offerCall, apptest.With(first, map[string]any{"companyId": id})).Want(200).JSON()
		row := tk.FinA.Row(r["buyerNegotiationId"].(string))
		return r["buyerNegotiationId"].(string), row
	}
	note, rowB := sent(b)
	usual, rowC := sent(c)
	if note == running {
		t.Fatal("the offer names the negotiation")
	}
	if keys(rowB) != keys(rowC) || rowB["buyerCompanyId"] != b || rowC["buyerCompanyId"] != c {
		t.Errorf("two offers: %v and %v", rowB, rowC)
	}
	for _, k := range []string{"status", "statusLabel", "offerSendStatus", "offerSendStatusLabel", "offerMessage", "displayName", "isConsent",
		"step", "moves", "timeline", "statusAt", "modified", "isUnreadMessage", "writableMessageTypes"} {
		if fmt.Sprint(rowB[k]) != fmt.Sprint(rowC[k]) {
			t.Errorf("%s: %v of the partner, %v of anybody", k, rowB[k], rowC[k])
		}
	}
	again := tk.FinA.Post(apptest.NegotiationBase+"LongListOfferSend",
		map[string]any{"sellerBusinessId": listing, "companyIds": []string{b, c}, "offerMessage": "x"}).Want(200).JSON()
	if again["skippedCount"] != 2.0 || len(slices.Compact([]string{reason(again, 0), reason(again, 1)})) != 1 {
		t.Errorf("offered again: %v", again)
	}
	both := tk.FinA.Candidates(listing, nil)
	if x, y := both.Candidate(tk.BuyerB), both.Candidate(tk.BuyerC); x["offerSendStatus"] != y["offerSendStatus"] ||
		x["negotiationStatus"] != y["negotiationStatus"] || x["isOfferable"] != y["isOfferable"] || x["buyerNegotiationId"] != note ||
		y["buyerNegotiationId"] != usual {
		t.Errorf("candidates: %v and %v", x, y)
	}
	tk.FinA.Get(apptest.NegotiationBase+"PartnerListBySellerFinancial?limit=99&companyId="+b).Want(200).Has(`"allCount":1`,
		note).HasNot(running)
	tk.FinA.Get(apptest.NegotiationBase+"PartnerListBySellerFinancial?limit=99&companyId="+tk.Partner(listing,
		tk.BuyerB)).Want(200).Has(`"allCount":1`, running).HasNot(note)
	tk.FinA.Get(apptest.NegotiationBase + "PartnerListBySellerFinancial?limit=99&companyId=" + tk.BuyerB).Want(200).Has(`"allCount":0`)

	// BF finds it in the negotiation, and no second row; the buyer nothing.
	bf := tk.FinB.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial?limit=99999999").Want(200)
	bf.HasNot(note)
	if bf.JSON()["allCount"] != bfBefore.JSON()["allCount"] {
		t.Errorf("BF's rows: %s", bf.Body)
	}
	if !strings.Contains(tk.EverythingOf(tk.FinB, running), "オファーが届きました") || len(tk.Mails("fin@b.example.jp")) != mails+1 {
		t.Error("BF is not told of the offer")
	}
	if now := tk.EverythingOf(tk.BuyB, running); now != buyBefore {
		t.Errorf("the buyer is told: %s", apptest.Difference(buyBefore, now))
	}
	for _, x := range []*apptest.Caller{tk.FinB, tk.BuyB, tk.FinC} {
		x.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + note).Want(400)
	}
	tk.FinB.Get("/api/SellerBusiness/OfferToSellerBusinessList").Want(200).HasNot(listing)

	// Withdrawn and sent again it stays apart.
	tk.FinA.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", note, map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 9}).Want(200)
	if !strings.Contains(tk.EverythingOf(tk.FinB, running), "取り下げました") {
		t.Error("BF is not told that the offer is withdrawn")
	}
	tk.FinA.Post(offerCall, apptest.With(first, map[string]any{"companyId": b, "version": tk.FinA.RowVersion(note),
		"fromOfferSendStatus": 9})).Want(200).Has(note)

	// With the name the two become one.
	tk.BuyB.Deed("RealNameConsent", running, nil).Want(200)
	tk.FinB.To(running, 1, 2, nil).Want(200)
	row := tk.FinA.Row(running)
	if row["status"] != 2.0 || row["buyerCompanyId"] != tk.BuyerB || row["offerSendStatus"] != 1.0 || row["candidateId"] != b {
		t.Errorf("joined: %v", row)
	}
	tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + note).Want(400)
	if v := tk.FinA.Get(apptest.NegotiationBase + "PartnerListBySellerFinancial?limit=99&sellerBusinessId=" +
		listing).Want(200).JSON(); v["allCount"] != 2.0 {
		t.Errorf("SF's rows after joining: %v", v["allCount"])
	}
	tk.FinA.Post(offerCall, apptest.With(first, map[string]any{"companyId": b, "version": tk.FinA.RowVersion(running)})).Want(409)
	if row := tk.FinA.Candidates(listing, nil).Candidate(tk.BuyerB); row["negotiationStatus"] != 2.0 || row["isOfferable"] != false {
		t.Errorf("the candidate has a name: %v", row)
	}
}

// What its bank does with such an offer SF sees as of an offer to anybody, and the negotiation shows SF nothing of it.
func TestOfferToAnAnonymousPartnerIsAnswered(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	listing, running := tk.Listing, tk.Started()
	tk.User(deal.RoleBUY, tk.BuyerC, "buy@c.example.jp")
	buyC := tk.SignIn("buy@c.example.jp")
	bySF := func() string {
		return tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + running).Want(200).Body
	}
	untouched := bySF()
	offer := func(company string) string {
		t.Helper()
		return tk.FinA.Post(apptest.NegotiationBase+"LongListOfferSend",
			map[string]any{"sellerBusinessId": listing, "companyIds": []string{tk.Candidate(listing, company)},
				"offerMessage": "いかがでしょうか。"}).Want(200).Has(`"sentCount":1`).Body
	}
	rowOf := func(company string) map[string]any {
		t.Helper()
		id := tk.FinA.Candidates(listing, nil).Candidate(company)["buyerNegotiationId"].(string)
		row := tk.FinA.Row(id)
		for _, k := range []string{"buyerNegotiationId", "caseNumber", "buyerCompanyId", "candidateId", "version", "buyer", "statusAt",
			"modified"} {
			delete(row, k)
		}
		for _, e := range row["timeline"].([]any) {
			delete(e.(map[string]any), "at")
		}
		return row
	}
	alike := func(when string) {
		t.Helper()
		if b, c := rowOf(tk.BuyerB), rowOf(tk.BuyerC); fmt.Sprint(b) != fmt.Sprint(c) {
			t.Errorf("%s: the partner's %v\nanybody's %v", when, b, c)
		}
		if now := bySF(); now != untouched {
			t.Errorf("%s: SF's negotiation moved: %s", when, apptest.Difference(untouched, now))
		}
	}
	tasks := func(x *apptest.Caller) string { return x.Get("/api/MyPage/GetDesk").Want(200).Body }
	const asked = "届いたオファーを、買手へ送るか見送るか決める"
	answer := func(x *apptest.Caller, id string, status int, more ...any) apptest.Result {
		fields := map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": status}
		for i := 0; i < len(more); i += 2 {
			fields[more[i].(string)] = more[i+1]
		}
		return x.Deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, fields)
	}
	usual := func() string {
		return tk.FinA.Candidates(listing, nil).Candidate(tk.BuyerC)["buyerNegotiationId"].(string)
	}

	// Nothing to answer, and nobody else's to answer.
	answer(tk.FinB, running, 8).Want(409)
	offer(tk.BuyerB)
	offer(tk.BuyerC)
	alike("sent")
	if !strings.Contains(tasks(tk.FinB), asked) || strings.Contains(tasks(tk.FinA), asked) {
		t.Error("the offer is no task of BF, or one of SF")
	}
	tk.FinB.Get(apptest.NegotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+running).Want(200).Has(`"furtherOffer":{"offerSendStatus":1`, "いかがでしょうか。", `"isApprovalMe":true`)
	tk.FinA.Get(apptest.NegotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+running).Want(200).HasNot("furtherOffer", "いかがでしょうか。")
	tk.BuyB.Get(apptest.NegotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+running).Want(200).HasNot("furtherOffer", "いかがでしょうか。")
	tk.FinC.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
		map[string]any{"buyerNegotiationId": running, "version": 1, "fromOfferSendStatus": 1, "offerSendStatus": 8}).Want(400)
	answer(tk.BuyB, running, 8).Want(400)
	answer(tk.FinB, running, 8, "version", tk.FinB.RowVersion(running)-1).Want(409)
	answer(tk.FinB, running, 8, "fromOfferSendStatus", 2).Want(409)

	// Declined.
	before := tk.EverythingOf(tk.BuyB, running)
	answer(tk.FinB, running, 8).Want(200)
	answer(tk.FinC, usual(), 8).Want(200)
	alike("declined")
	if now := tk.EverythingOf(tk.BuyB, running); now != before {
		t.Errorf("the buyer is told of what was declined: %s", apptest.Difference(before, now))
	}
	if strings.Contains(tasks(tk.FinB), asked) {
		t.Error("what was declined is a task")
	}
	answer(tk.FinB, running, 8, "fromOfferSendStatus", 8).Want(409)

	// Offered again and passed on; the buyer reads it.
	offer(tk.BuyerB)
	offer(tk.BuyerC)
	mails := len(tk.Mails("buy@b.example.jp"))
	answer(tk.FinB, running, 2).Want(200)
	answer(tk.FinC, usual(), 2).Want(200)
	alike("passed on")
	if got := len(tk.Mails("buy@b.example.jp")); got != mails+1 {
		t.Errorf("the buyer gets %d mails", got-mails)
	}
	if !strings.Contains(tk.EverythingOf(tk.BuyB, running), "いかがでしょうか。") {
		t.Error("the buyer does not read the offer")
	}
	buyC.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + listing).Want(200).Has("いかがでしょうか。")
	alike("read")
	if row := rowOf(tk.BuyerB); row["offerSendStatus"] != 3.0 {
		t.Errorf("SF does not see that it is read: %v", row["offerSendStatus"])
	}
	tk.FinB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" +
		running).Want(200).Has(`"furtherOffer":{"offerSendStatus":3`)
}

func reason(v map[string]any, i int) string {
	return v["skippedList"].([]any)[i].(map[string]any)["reason"].(string)
}

func keys(m map[string]any) string { return strings.Join(slices.Sorted(maps.Keys(m)), " ") }

// What is no id of the caller's, forged, another bank's or of another noun, is answered as what is not there.
func TestForeignBuyerIDs(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	need := tk.FinB.Needs(tk.BuyerB)
	tk.Started()
	draft, _ := tk.Draft(nil)
	numbers := tk.Numbers()
	alias := func(a auth.Alias) string { return tk.App.Keys.Alias(a) }
	mark := auth.AliasMark(tk.BuyerB)
	forged := []string{tk.BuyerB, apptest.NoID, tk.Searched(tk.BID, tk.BuyerB), tk.Candidate(draft, tk.Seller), tk.Partner(draft, tk.BuyerB),
		tk.Partner(tk.Listing, tk.BuyerC), tk.Searched(tk.AID, tk.Seller),
		alias(auth.Alias{Kind: company.PlaceSearch, Context: numbers[tk.AID], Subject: numbers[tk.BuyerB], Mark: mark ^ 1}),
		alias(auth.Alias{Kind: company.PlaceSearch, Context: numbers[tk.AID], Subject: 1 << 30, Mark: mark}),
		alias(auth.Alias{Kind: 0, Context: numbers[tk.AID], Subject: numbers[tk.BuyerB], Mark: mark}),
		alias(auth.Alias{Kind: company.PlaceCandidates, Context: 1 << 30, Subject: numbers[tk.BuyerB], Mark: mark}),
		alias(auth.Alias{Kind: company.PlaceSearch | company.PlaceOfNeeds, Context: numbers[tk.AID], Subject: numbers[need],
			Mark: auth.AliasMark(need)}), strings.ToUpper(tk.Searched(tk.AID, tk.BuyerB))}
	none := tk.FinA.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + apptest.NoID).Want(400)
	for _, id := range forged {
		for _, path := range []string{"BuyerCompany/GetCompanyOverViewAsync?companyId=", "BuyerCompany/GetCompanyDetailsAsync?companyId=",
			"Needs/GetNeedsList?clientId=", "BuyerCompany/GetCompanyHistory?companyId="} {
			tk.FinA.Get("/api/" + path + id).SameAs(none)
		}
		tk.FinA.Post(offerCall, map[string]any{"sellerBusinessId": tk.Listing, "companyId": id, "offerSendStatus": 1,
			"offerMessage": "x"}).SameAs(none)
		tk.FinA.Post(apptest.LongListBase+"RegistLongList", map[string]any{"sellerBusinessId": tk.Listing, "name": "候補",
			"companyIds": []string{id}}).SameAs(none)
		tk.FinA.Post(companycsv.CSVBase+"CsvExportLongList", map[string]any{"companyIds": []string{id}}).SameAs(none)
		if ids := tk.FinA.Candidates(tk.Listing, map[string]any{"companyIds": []string{id}}).CompanyIDs(); len(ids) > 0 {
			t.Errorf("candidates by %s: %v", id, ids)
		}
	}
	// Two places in one call would tell who is one.
	tk.FinA.Post(companycsv.CSVBase+"CsvExportLongList", map[string]any{"companyIds": []string{tk.Searched(tk.AID, tk.BuyerB),
		tk.Candidate(tk.Listing, tk.BuyerC)}}).SameAs(none)
	// Needs: by the id of the place, and by no other.
	shown := tk.FinA.Get("/api/Needs/GetNeedsList?clientId="+tk.Searched(tk.AID, tk.BuyerB)).Want(200).HasNot(need,
		tk.BuyerB).JSON()["needsList"].([]any)[0].(map[string]any)
	tk.FinA.Get("/api/Needs/GetNeeds?needsId="+shown["needsId"].(string)).Want(200).Has(shown["needsId"].(string),
		tk.Searched(tk.AID, tk.BuyerB)).HasNot(need, tk.BuyerB)
	tk.FinA.Get("/api/Needs/GetNeeds?needsId=" + need).SameAs(none)
	tk.FinC.Get("/api/Needs/GetNeeds?needsId=" + shown["needsId"].(string)).SameAs(none)
	tk.BuyB.Get("/api/Needs/GetNeeds?needsId=" + shown["needsId"].(string)).SameAs(none)
	tk.FinA.Send("POST", "/api/Needs/RemoveNeeds", map[string]any{"needsId": shown["needsId"], "version": 1}).SameAs(none)
}

// TestLedgerOfAPartner: the numbers of the ledger are its rows', so that an offer which stands beside an
// anonymous negotiation is not told to be the same buyer's.
func TestLedgerOfAPartner(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	running := tk.Started()
	tk.FinA.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": tk.Listing,
		"companyIds": tk.CandidatesOf(tk.Listing, tk.BuyerB, tk.BuyerC), "offerMessage": "ご検討ください。"}).
		Want(200).Has(`"sentCount":2`)
	if v := tk.BuyB.Row(running); v["isConsent"] != true {
		tk.BuyB.Consent(tk.Listing, int(v["version"].(float64))).Want(200)
	}
	tk.BuyB.Get(apptest.ListingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + tk.Listing).Want(200)
	first := tk.FinA.Get(apptest.ListingBase + "GetApproaches?sellerBusinessId=" + tk.Listing).Want(200).JSON()["approachList"].([]any)
	if len(first) != 3 || first[0].(map[string]any)["stepList"].([]any)[0].(map[string]any)["event"] != "start" {
		t.Fatalf("approaches %v", first)
	}
	lines := tk.FinA.Get(apptest.ListingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.Listing).Want(200).JSON()["ledgerList"].([]any)
	if len(lines) == 0 {
		t.Fatal("nothing was read")
	}
	for _, l := range lines {
		if l := l.(map[string]any); l["buyerNumber"] != 1.0 || l["isAnonymous"] != true {
			t.Errorf("the partner's line: %v", l)
		}
	}
	// Neither does a list of all listings say which candidate is whom in the search.
	tk.FinA.Post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": tk.Listing, "name": "候補",
		"companyIds": tk.CandidatesOf(tk.Listing, tk.BuyerC)}).Want(200)
	tk.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?isLongList=true&limit=100").Want(200).Has(`"allCount":0`)
}
