package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/companycsv"
	"tsunagu/app/deal"
)

const offerCall = negotiationBase + "UpdateBuyerNegotiationOfferSendStatusAsync"

// aboutCandidates are all answers of A about whom its listing could be offered to, by what was asked.
func (t *talks) aboutCandidates(finA *caller) map[string]string {
	t.t.Helper()
	out := map[string]string{}
	keep := func(what string, r result) { out[what] = answerText(r) }
	for _, sort := range append(orders(), "") {
		for _, descending := range []string{"true", "false"} {
			for _, listing := range []string{"", t.listing} {
				q := url.Values{"limit": {"99999999"}, "propertyName": {sort}, "isDescending": {descending}, "sellerBusinessId": {listing}}
				keep("search "+q.Encode(), finA.get("/api/BuyerCompany/SearchCompanyAsync?"+q.Encode()))
			}
			keep("candidates "+sort+descending, finA.candidates(t.listing, map[string]any{"propertyName": sort, "isDescending": descending == "true"}))
		}
	}
	for _, fields := range []map[string]any{{"isOfferable": true}, {"scoreFrom": 1}, {"isLongList": true}, {"isNotOnlyPersonInCharge": true}, {"companyIds": t.candidatesOf(t.listing, t.buyerB)}, {"companyIds": []string{t.partner(t.listing, t.buyerB)}}, {"companyIds": []string{t.buyerB}}} {
		keep(fmt.Sprint("candidates ", fields), finA.candidates(t.listing, fields))
	}
	for _, id := range []string{t.candidate(t.listing, t.buyerB), t.searched(t.aID, t.buyerB)} {
		for _, path := range []string{"BuyerCompany/GetCompanyOverViewAsync?companyId=", "BuyerCompany/GetCompanyDetailsAsync?companyId=", "Needs/GetNeedsList?clientId="} {
			keep(path+id, finA.get("/api/"+path+id))
		}
		keep("file "+id, finA.post(companycsv.CsvBase+"CsvExportLongList", map[string]any{"companyIds": []string{id}}))
	}
	for _, l := range finA.get(longListBase + "GetLongListList").want(200).json()["longListList"].([]any) {
		id := l.(map[string]any)["longListId"].(string)
		keep("long list "+id, finA.get(longListBase+"GetLongList?longListId="+id))
	}
	keep("long lists", finA.get(longListBase+"GetLongListList"))
	return out
}

// An anonymous negotiation takes its buyer out of nothing and marks it nowhere, whatever becomes of it.
func TestAnonymousPartnerLeavesNoTrace(t *testing.T) {
	tk := newTalks(newPlatform(t))
	tk.finB.needs(tk.buyerB)
	tk.finA.post(longListBase+"RegistLongList", map[string]any{"sellerBusinessId": tk.listing, "name": "候補", "companyIds": tk.candidatesOf(tk.listing, tk.buyerB, tk.buyerC)}).want(200)
	before := tk.aboutCandidates(tk.finA)
	same := func(when string) {
		t.Helper()
		now := tk.aboutCandidates(tk.finA)
		for what, answer := range before {
			if now[what] != answer {
				t.Errorf("%s shows in %s:\n%s", when, what, difference(answer, now[what]))
			}
		}
	}
	id := tk.started()
	same("an anonymous negotiation")
	row := tk.finA.row(id)
	if row["buyerCompanyId"] != tk.partner(tk.listing, tk.buyerB) || row["candidateId"] != nil || row["displayName"] != "匿名" {
		t.Errorf("the anonymous row: %v", row["buyerCompanyId"])
	}
	tk.finB.to(id, 1, 9, map[string]any{"endReason": 1}).want(200)
	same("its end")

	// The other way round: what has a name is shown as what it is, and never twice.
	other := tk.published(nil)
	public := tk.listing
	tk.listing = other
	hoped := tk.hoped()
	tk.listing = public
	if row := tk.finA.row(hoped); row["buyerCompanyId"] != tk.buyerB || row["candidateId"] != tk.candidate(other, tk.buyerB) {
		t.Errorf("the named row: %v", row["buyerCompanyId"])
	}
	same("a negotiation of another listing in which the name is open")
	tk.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + tk.buyerB).want(200).has(buyerBName)
	ids := tk.finA.candidates(other, nil).companyIDs()
	if slices.Sort(ids); len(ids) != len(slices.Compact(ids)) || !slices.Contains(ids, tk.buyerB) {
		t.Errorf("candidates: %v", ids)
	}
}

// An offer to an anonymous partner is to SF what an offer to anybody is, and a line to its bank.
func TestOfferToAnAnonymousPartner(t *testing.T) {
	tk := newTalks(newPlatform(t))
	listing := tk.listing
	running := tk.started()
	b, c := tk.candidate(listing, tk.buyerB), tk.candidate(listing, tk.buyerC)
	bfBefore, buyBefore := tk.finB.get(negotiationBase+"PartnerListByBuyerFinancial?limit=99999999"), tk.everythingOf(tk.buyB, running)
	mails := len(tk.mails("fin@b.example.jp"))

	// By neither of the ids under which SF knows of the negotiation.
	first := map[string]any{"sellerBusinessId": listing, "offerSendStatus": 1, "offerMessage": "ご検討ください。"}
	none := tk.finA.post(offerCall, with(first, map[string]any{"companyId": noID})).want(400)
	for _, id := range []string{tk.partner(listing, tk.buyerB), tk.buyerB, tk.candidate(tk.published(nil), tk.buyerB), tk.searched(tk.aID, tk.buyerB), tk.searched(tk.bID, tk.buyerB)} {
		tk.finA.post(offerCall, with(first, map[string]any{"companyId": id})).sameAs(none)
	}
	tk.finA.deed("UpdateBuyerNegotiationOfferSendStatusAsync", running, map[string]any{"offerSendStatus": 1, "offerMessage": "x"}).want(409).has(deal.OfferRunning)

	sent := func(id string) (string, map[string]any) {
		r := tk.finA.post(offerCall, with(first, map[string]any{"companyId": id})).want(200).json()
		row := tk.finA.row(r["buyerNegotiationId"].(string))
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
	for _, k := range []string{"status", "statusLabel", "offerSendStatus", "offerSendStatusLabel", "offerMessage", "displayName", "isConsent", "step", "moves", "timeline", "statusAt", "modified", "isUnreadMessage", "writableMessageTypes"} {
		if fmt.Sprint(rowB[k]) != fmt.Sprint(rowC[k]) {
			t.Errorf("%s: %v of the partner, %v of anybody", k, rowB[k], rowC[k])
		}
	}
	again := tk.finA.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": listing, "companyIds": []string{b, c}, "offerMessage": "x"}).want(200).json()
	if again["skippedCount"] != 2.0 || len(slices.Compact([]string{reason(again, 0), reason(again, 1)})) != 1 {
		t.Errorf("offered again: %v", again)
	}
	both := tk.finA.candidates(listing, nil)
	if x, y := both.candidate(tk.buyerB), both.candidate(tk.buyerC); x["offerSendStatus"] != y["offerSendStatus"] || x["negotiationStatus"] != y["negotiationStatus"] || x["isOfferable"] != y["isOfferable"] || x["buyerNegotiationId"] != note || y["buyerNegotiationId"] != usual {
		t.Errorf("candidates: %v and %v", x, y)
	}
	tk.finA.get(negotiationBase+"PartnerListBySellerFinancial?limit=99&companyId="+b).want(200).has(`"allCount":1`, note).hasNot(running)
	tk.finA.get(negotiationBase+"PartnerListBySellerFinancial?limit=99&companyId="+tk.partner(listing, tk.buyerB)).want(200).has(`"allCount":1`, running).hasNot(note)
	tk.finA.get(negotiationBase + "PartnerListBySellerFinancial?limit=99&companyId=" + tk.buyerB).want(200).has(`"allCount":0`)

	// BF finds it in the negotiation, and no second row; the buyer nothing.
	bf := tk.finB.get(negotiationBase + "PartnerListByBuyerFinancial?limit=99999999").want(200)
	bf.hasNot(note)
	if bf.json()["allCount"] != bfBefore.json()["allCount"] {
		t.Errorf("BF's rows: %s", bf.body)
	}
	if !strings.Contains(tk.everythingOf(tk.finB, running), "オファーが届きました") || len(tk.mails("fin@b.example.jp")) != mails+1 {
		t.Error("BF is not told of the offer")
	}
	if now := tk.everythingOf(tk.buyB, running); now != buyBefore {
		t.Errorf("the buyer is told: %s", difference(buyBefore, now))
	}
	for _, x := range []*caller{tk.finB, tk.buyB, tk.finC} {
		x.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + note).want(400)
	}
	tk.finB.get("/api/SellerBusiness/OfferToSellerBusinessList").want(200).hasNot(listing)

	// Withdrawn and sent again it stays apart.
	tk.finA.deed("UpdateBuyerNegotiationOfferSendStatusAsync", note, map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 9}).want(200)
	if !strings.Contains(tk.everythingOf(tk.finB, running), "取り下げました") {
		t.Error("BF is not told that the offer is withdrawn")
	}
	tk.finA.post(offerCall, with(first, map[string]any{"companyId": b, "version": tk.finA.rowVersion(note), "fromOfferSendStatus": 9})).want(200).has(note)

	// With the name the two become one.
	tk.buyB.deed("RealNameConsent", running, nil).want(200)
	tk.finB.to(running, 1, 2, nil).want(200)
	row := tk.finA.row(running)
	if row["status"] != 2.0 || row["buyerCompanyId"] != tk.buyerB || row["offerSendStatus"] != 1.0 || row["candidateId"] != b {
		t.Errorf("joined: %v", row)
	}
	tk.finA.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + note).want(400)
	if v := tk.finA.get(negotiationBase + "PartnerListBySellerFinancial?limit=99&sellerBusinessId=" + listing).want(200).json(); v["allCount"] != 2.0 {
		t.Errorf("SF's rows after joining: %v", v["allCount"])
	}
	tk.finA.post(offerCall, with(first, map[string]any{"companyId": b, "version": tk.finA.rowVersion(running)})).want(409)
	if row := tk.finA.candidates(listing, nil).candidate(tk.buyerB); row["negotiationStatus"] != 2.0 || row["isOfferable"] != false {
		t.Errorf("the candidate has a name: %v", row)
	}
}

// What its bank does with such an offer SF sees as of an offer to anybody, and the negotiation shows SF nothing of it.
func TestOfferToAnAnonymousPartnerIsAnswered(t *testing.T) {
	tk := newTalks(newPlatform(t))
	listing, running := tk.listing, tk.started()
	tk.user(deal.RoleBUY, tk.buyerC, "buy@c.example.jp")
	buyC := tk.signIn("buy@c.example.jp")
	bySF := func() string {
		return tk.finA.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + running).want(200).body
	}
	untouched := bySF()
	offer := func(company string) string {
		t.Helper()
		return tk.finA.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": listing, "companyIds": []string{tk.candidate(listing, company)}, "offerMessage": "いかがでしょうか。"}).want(200).has(`"sentCount":1`).body
	}
	rowOf := func(company string) map[string]any {
		t.Helper()
		id := tk.finA.candidates(listing, nil).candidate(company)["buyerNegotiationId"].(string)
		row := tk.finA.row(id)
		for _, k := range []string{"buyerNegotiationId", "caseNumber", "buyerCompanyId", "candidateId", "version", "buyer", "statusAt", "modified"} {
			delete(row, k)
		}
		for _, e := range row["timeline"].([]any) {
			delete(e.(map[string]any), "at")
		}
		return row
	}
	alike := func(when string) {
		t.Helper()
		if b, c := rowOf(tk.buyerB), rowOf(tk.buyerC); fmt.Sprint(b) != fmt.Sprint(c) {
			t.Errorf("%s: the partner's %v\nanybody's %v", when, b, c)
		}
		if now := bySF(); now != untouched {
			t.Errorf("%s: SF's negotiation moved: %s", when, difference(untouched, now))
		}
	}
	tasks := func(x *caller) string { return x.get("/api/MyPage/GetDesk").want(200).body }
	const asked = "届いたオファーを、買手へ送るか見送るか決める"
	answer := func(x *caller, id string, status int, more ...any) result {
		fields := map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": status}
		for i := 0; i < len(more); i += 2 {
			fields[more[i].(string)] = more[i+1]
		}
		return x.deed("UpdateBuyerNegotiationOfferSendStatusAsync", id, fields)
	}
	usual := func() string {
		return tk.finA.candidates(listing, nil).candidate(tk.buyerC)["buyerNegotiationId"].(string)
	}

	// Nothing to answer, and nobody else's to answer.
	answer(tk.finB, running, 8).want(409)
	offer(tk.buyerB)
	offer(tk.buyerC)
	alike("sent")
	if !strings.Contains(tasks(tk.finB), asked) || strings.Contains(tasks(tk.finA), asked) {
		t.Error("the offer is no task of BF, or one of SF")
	}
	tk.finB.get(negotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+running).want(200).has(`"furtherOffer":{"offerSendStatus":1`, "いかがでしょうか。", `"isApprovalMe":true`)
	tk.finA.get(negotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+running).want(200).hasNot("furtherOffer", "いかがでしょうか。")
	tk.buyB.get(negotiationBase+"GetBuyerNegotiationAsync?buyerNegotiationId="+running).want(200).hasNot("furtherOffer", "いかがでしょうか。")
	tk.finC.post(negotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", map[string]any{"buyerNegotiationId": running, "version": 1, "fromOfferSendStatus": 1, "offerSendStatus": 8}).want(400)
	answer(tk.buyB, running, 8).want(400)
	answer(tk.finB, running, 8, "version", tk.finB.rowVersion(running)-1).want(409)
	answer(tk.finB, running, 8, "fromOfferSendStatus", 2).want(409)

	// Declined.
	before := tk.everythingOf(tk.buyB, running)
	answer(tk.finB, running, 8).want(200)
	answer(tk.finC, usual(), 8).want(200)
	alike("declined")
	if now := tk.everythingOf(tk.buyB, running); now != before {
		t.Errorf("the buyer is told of what was declined: %s", difference(before, now))
	}
	if strings.Contains(tasks(tk.finB), asked) {
		t.Error("what was declined is a task")
	}
	answer(tk.finB, running, 8, "fromOfferSendStatus", 8).want(409)

	// Offered again and passed on; the buyer reads it.
	offer(tk.buyerB)
	offer(tk.buyerC)
	mails := len(tk.mails("buy@b.example.jp"))
	answer(tk.finB, running, 2).want(200)
	answer(tk.finC, usual(), 2).want(200)
	alike("passed on")
	if got := len(tk.mails("buy@b.example.jp")); got != mails+1 {
		t.Errorf("the buyer gets %d mails", got-mails)
	}
	if !strings.Contains(tk.everythingOf(tk.buyB, running), "いかがでしょうか。") {
		t.Error("the buyer does not read the offer")
	}
	buyC.get(negotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + listing).want(200).has("いかがでしょうか。")
	alike("read")
	if row := rowOf(tk.buyerB); row["offerSendStatus"] != 3.0 {
		t.Errorf("SF does not see that it is read: %v", row["offerSendStatus"])
	}
	tk.finB.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + running).want(200).has(`"furtherOffer":{"offerSendStatus":3`)
}

func reason(v map[string]any, i int) string {
	return v["skippedList"].([]any)[i].(map[string]any)["reason"].(string)
}

func keys(m map[string]any) string { return strings.Join(slices.Sorted(maps.Keys(m)), " ") }

// The ids that a bank gets of other banks' buyers, over all of its answers: by name, in a search, among a
// listing's candidates, in a listing's negotiations. None is of two of these, and none is a real one
// where there is no name.
func TestBuyerIDsMeetNowhere(t *testing.T) {
	w := newAccessWorld(t)
	numbers := w.numbers()
	for name, bank := range map[string]string{"finA": w.aID, "finB": w.bID} {
		p := w.thaw(t)
		foreign := map[string]bool{}
		rows, err := openRaw(t, p.a.Store.Dir()).QueryContext(t.Context(), "SELECT id FROM company WHERE kind = 1 AND institution_id <> ?1 UNION ALL SELECT n.id FROM needs n JOIN company c ON c.id = n.client_id WHERE c.institution_id <> ?1", bank)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			foreign[id] = true
		}
		if err := errorsOf(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		at, seen := map[string]string{}, map[string]int{}
		for what, answer := range w.everything(p, name, "") {
			if strings.Contains(what, "/Needs/") || strings.Contains(what, "/Office/") {
				continue // they have no name beside them; TestBuyerViewOfAnotherBank asks them
			}
			_, body, ok := strings.Cut(answer, " {")
			var v any
			if !ok || json.Unmarshal([]byte("{"+body), &v) != nil {
				continue
			}
			eachText(v, "", false, func(text, listing string, isNamed bool) {
				if foreign[text] {
					if seen["named"]++; !isNamed {
						t.Errorf("%s has the own id of a buyer without its name in %s", name, what)
					}
					return
				}
				x, ok := p.a.Keys.ReadAlias(text)
				if !ok {
					return
				}
				place := fmt.Sprint(x.Kind&^company.PlaceOfNeeds, " ", x.Context)
				if was, ok := at[text]; ok && was != place {
					t.Errorf("%s meets an id in two places: %s and %s", name, was, place)
				}
				at[text] = place
				seen[place[:1]]++
				switch isSearch := strings.Contains(what, "SearchCompanyAsync") && !strings.Contains(what, "of listing"); {
				case isSearch && (x.Kind&^company.PlaceOfNeeds != company.PlaceSearch || x.Context != numbers[bank]):
					t.Errorf("%s: an id of %s in %s", name, place, what)
				case listing != "" && x.Kind&^company.PlaceOfNeeds == company.PlaceNegotiation && x.Context != numbers[listing]:
					t.Errorf("%s: a negotiation of %s has an id of %s in %s", name, listing, place, what)
				}
			})
		}
		if name == "finA" && (seen["named"] == 0 || seen["1"] == 0 || seen["2"] == 0 || seen["3"] == 0) {
			t.Errorf("%s: the test looks in the wrong places: %v", name, seen)
		}
	}
}

func errorsOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// eachText tells all texts of an answer with the listing that they stand in and whether a name stands
// with them.
func eachText(v any, listing string, isNamed bool, tell func(text, listing string, isNamed bool)) {
	switch v := v.(type) {
	case map[string]any:
		if id, ok := v["sellerBusinessId"].(string); ok {
			listing = id
		}
		for _, k := range []string{"displayName", "companyName"} {
			if name, ok := v[k].(string); ok {
				isNamed = name != deal.NameAnonymous
			}
		}
		for _, x := range v {
			eachText(x, listing, isNamed, tell)
		}
	case []any:
		for _, x := range v {
			eachText(x, listing, isNamed, tell)
		}
	case string:
		tell(v, listing, isNamed)
	}
}

// What is no id of the caller's, forged, another bank's or of another noun, is answered as what is not there.
func TestForeignBuyerIDs(t *testing.T) {
	tk := newTalks(newPlatform(t))
	need := tk.finB.needs(tk.buyerB)
	tk.started()
	draft, _ := tk.draft(nil)
	numbers := tk.numbers()
	alias := func(a auth.Alias) string { return tk.a.Keys.Alias(a) }
	mark := auth.AliasMark(tk.buyerB)
	forged := []string{tk.buyerB, noID, tk.searched(tk.bID, tk.buyerB), tk.candidate(draft, tk.seller), tk.partner(draft, tk.buyerB), tk.partner(tk.listing, tk.buyerC), tk.searched(tk.aID, tk.seller),
		alias(auth.Alias{Kind: company.PlaceSearch, Context: numbers[tk.aID], Subject: numbers[tk.buyerB], Mark: mark ^ 1}), alias(auth.Alias{Kind: company.PlaceSearch, Context: numbers[tk.aID], Subject: 1 << 30, Mark: mark}),
		alias(auth.Alias{Kind: 0, Context: numbers[tk.aID], Subject: numbers[tk.buyerB], Mark: mark}), alias(auth.Alias{Kind: company.PlaceCandidates, Context: 1 << 30, Subject: numbers[tk.buyerB], Mark: mark}),
		alias(auth.Alias{Kind: company.PlaceSearch | company.PlaceOfNeeds, Context: numbers[tk.aID], Subject: numbers[need], Mark: auth.AliasMark(need)}), strings.ToUpper(tk.searched(tk.aID, tk.buyerB))}
	none := tk.finA.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId=" + noID).want(400)
	for _, id := range forged {
		for _, path := range []string{"BuyerCompany/GetCompanyOverViewAsync?companyId=", "BuyerCompany/GetCompanyDetailsAsync?companyId=", "Needs/GetNeedsList?clientId=", "BuyerCompany/GetCompanyHistory?companyId="} {
			tk.finA.get("/api/" + path + id).sameAs(none)
		}
		tk.finA.post(offerCall, map[string]any{"sellerBusinessId": tk.listing, "companyId": id, "offerSendStatus": 1, "offerMessage": "x"}).sameAs(none)
		tk.finA.post(longListBase+"RegistLongList", map[string]any{"sellerBusinessId": tk.listing, "name": "候補", "companyIds": []string{id}}).sameAs(none)
		tk.finA.post(companycsv.CsvBase+"CsvExportLongList", map[string]any{"companyIds": []string{id}}).sameAs(none)
		if ids := tk.finA.candidates(tk.listing, map[string]any{"companyIds": []string{id}}).companyIDs(); len(ids) > 0 {
			t.Errorf("candidates by %s: %v", id, ids)
		}
	}
	// Two places in one call would tell who is one.
	tk.finA.post(companycsv.CsvBase+"CsvExportLongList", map[string]any{"companyIds": []string{tk.searched(tk.aID, tk.buyerB), tk.candidate(tk.listing, tk.buyerC)}}).sameAs(none)
	// Needs: by the id of the place, and by no other.
	shown := tk.finA.get("/api/Needs/GetNeedsList?clientId="+tk.searched(tk.aID, tk.buyerB)).want(200).hasNot(need, tk.buyerB).json()["needsList"].([]any)[0].(map[string]any)
	tk.finA.get("/api/Needs/GetNeeds?needsId="+shown["needsId"].(string)).want(200).has(shown["needsId"].(string), tk.searched(tk.aID, tk.buyerB)).hasNot(need, tk.buyerB)
	tk.finA.get("/api/Needs/GetNeeds?needsId=" + need).sameAs(none)
	tk.finC.get("/api/Needs/GetNeeds?needsId=" + shown["needsId"].(string)).sameAs(none)
	tk.buyB.get("/api/Needs/GetNeeds?needsId=" + shown["needsId"].(string)).sameAs(none)
	tk.finA.send("POST", "/api/Needs/RemoveNeeds", map[string]any{"needsId": shown["needsId"], "version": 1}).sameAs(none)
}

// TestLedgerOfAPartner: the numbers of the ledger are its rows', so that an offer which stands beside an
// anonymous negotiation is not told to be the same buyer's.
func TestLedgerOfAPartner(t *testing.T) {
	tk := newTalks(newPlatform(t))
	running := tk.started()
	tk.finA.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": tk.listing, "companyIds": tk.candidatesOf(tk.listing, tk.buyerB, tk.buyerC), "offerMessage": "ご検討ください。"}).
		want(200).has(`"sentCount":2`)
	if v := tk.buyB.row(running); v["isConsent"] != true {
		tk.buyB.consent(tk.listing, int(v["version"].(float64))).want(200)
	}
	tk.buyB.get(listingBase + "GetSellerBusinessDetailsAsync?sellerBusinessId=" + tk.listing).want(200)
	first := tk.finA.get(listingBase + "GetApproaches?sellerBusinessId=" + tk.listing).want(200).json()["approachList"].([]any)
	if len(first) != 3 || first[0].(map[string]any)["stepList"].([]any)[0].(map[string]any)["event"] != "start" {
		t.Fatalf("approaches %v", first)
	}
	lines := tk.finA.get(listingBase + "GetDisclosureLedger?sellerBusinessId=" + tk.listing).want(200).json()["ledgerList"].([]any)
	if len(lines) == 0 {
		t.Fatal("nothing was read")
	}
	for _, l := range lines {
		if l := l.(map[string]any); l["buyerNumber"] != 1.0 || l["isAnonymous"] != true {
			t.Errorf("the partner's line: %v", l)
		}
	}
	// Neither does a list of all listings say which candidate is whom in the search.
	tk.finA.post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": tk.listing, "name": "候補", "companyIds": tk.candidatesOf(tk.listing, tk.buyerC)}).want(200)
	tk.finA.get("/api/BuyerCompany/SearchCompanyAsync?isLongList=true&limit=100").want(200).has(`"allCount":0`)
}
