package avoid_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/xuri/excelize/v2"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
)

const base = "/api/SellerCompany/"

type world struct{ *apptest.Talks }

func newWorld(t *testing.T) *world { return &world{apptest.NewTalks(apptest.NewPlatform(t))} }

func (w *world) list(c *apptest.Caller) apptest.Result {
	return c.Get(base + "GetAvoidedCompanies?companyId=" + w.Seller)
}

func (w *world) save(c *apptest.Caller, fields map[string]any) apptest.Result {
	return c.Post(base+"SaveAvoidedCompany", apptest.With(map[string]any{"companyId": w.Seller}, fields))
}

// add puts a name on the list and returns the line.
func (w *world) add(name string) map[string]any {
	w.T.Helper()
	return rows(w.save(w.FinA, map[string]any{"companyName": name}), "avoidedList")[0]
}

func (w *world) remove(c *apptest.Caller, row map[string]any, reason string) apptest.Result {
	return c.Post(base+"RemoveAvoidedCompany", map[string]any{"companyId": w.Seller, "avoidedId": row["avoidedId"], "version": row["version"],
		"reason": reason})
}

func rows(r apptest.Result, name string) (out []map[string]any) {
	r.T.Helper()
	for _, row := range r.Want(200).JSON()[name].([]any) {
		out = append(out, row.(map[string]any))
	}
	return out
}

// number is a true 法人番号 of nobody.
const number = "7990001900001"

func TestAvoidedCompanies(t *testing.T) {
	w := newWorld(t)
	w.list(w.FinA).Want(200).Has(`"avoidedList":[]`, `"removedList":[]`, `"maxCount":200`)
	for field, in := range map[string]map[string]any{
		"companyName":                 {"companyName": "　"},
		"corporateRegistrationNumber": {"companyName": "甲", "corporateRegistrationNumber": "1234567890123"},
		"note":                        {"companyName": "甲", "note": strings.Repeat("あ", 401)},
	} {
		w.save(w.FinA, in).Want(422).Has(`"field":"` + field + `"`)
	}
	w.save(w.FinA, map[string]any{"companyName": strings.Repeat("甲", 101)}).Want(422).Has("100文字以内")
	w.save(w.FinA, map[string]any{"companyName": "甲", "corporateRegistrationNumber": "123"}).Want(422).Has("法人番号は13桁")

	row := rows(w.save(w.FinA, map[string]any{"companyName": " (株)朝凪\u200b商店 ", "corporateRegistrationNumber": "７９９０００１９０００01",
		"note": "社長どうしが\r\n競合"}), "avoidedList")[0]
	if row["companyName"] != "(株)朝凪商店" || row["corporateRegistrationNumber"] != number || row["note"] != "社長どうしが\n競合" ||
		row["version"] != 1.0 || len(row["buyerList"].([]any)) != 0 {
		t.Errorf("added: %v", row)
	}
	// A double click, and a colleague who types the same with another legal form.
	w.save(w.FinA, map[string]any{"companyName": "(株)朝凪商店", "corporateRegistrationNumber": number}).Want(422).Has("すでに登録")
	w.save(w.SecondA, map[string]any{"companyName": "朝凪商店 株式会社", "corporateRegistrationNumber": number}).Want(422).Has("すでに登録")

	// Another note keeps the line; another name takes its place, and the one before stays as history.
	change := map[string]any{"avoidedId": row["avoidedId"], "version": 1, "companyName": "(株)朝凪商店", "corporateRegistrationNumber": number,
		"note": "先代から"}
	changed := rows(w.save(w.SecondA, change), "avoidedList")[0]
	if changed["avoidedId"] != row["avoidedId"] || changed["version"] != 2.0 || changed["note"] != "先代から" {
		t.Errorf("changed: %v", changed)
	}
	w.save(w.FinA, change).Want(409).Has("他の担当者")
	w.remove(w.FinA, row, "不要").Want(409).Has("他の担当者")
	v := w.save(w.FinA, apptest.With(change, map[string]any{"version": 2, "companyName": "朝凪商事株式会社"})).Want(200)
	renamed := rows(v, "avoidedList")
	if was := rows(v, "removedList"); len(renamed) != 1 || renamed[0]["companyName"] != "朝凪商事株式会社" || len(was) != 1 ||
		was[0]["companyName"] != "(株)朝凪商店" || was[0]["reason"] != "内容を変更しました。" {
		t.Errorf("renamed: %v", v.Body)
	}
	w.remove(w.FinA, changed, "不要").Want(409)
	w.remove(w.FinA, renamed[0], " ").Want(422).Has("外す理由")
	w.remove(w.FinA, renamed[0], "オーナーに確認しました").Want(200).Has(`"avoidedList":[]`, "オーナーに確認しました")
	w.remove(w.FinA, renamed[0], "二度目").Want(409)
	w.FinA.Get(base+"GetCompanyHistory?companyId="+w.Seller).Want(200).Has("打診しない先を追加しました", "打診しない先を変更しました", "打診しない先から外しました").
		HasNot("朝凪")
	if n := w.Count("SELECT count(*) FROM audit WHERE event LIKE 'avoided_%' AND detail LIKE '%朝凪%'"); n != 0 {
		t.Errorf("%d lines of the audit log name who is avoided: the office reads it", n)
	}
}

// Only the bank in charge reads or writes; for everybody else the list is not there.
func TestAvoidedOfOthers(t *testing.T) {
	w := newWorld(t)
	row := w.add("朝凪商店")
	other := w.FinA.Seller("別の売手")
	none := w.FinB.Get(base + "GetAvoidedCompanies?companyId=" + apptest.NoID).Want(400)
	w.list(w.FinB).SameAs(none)
	w.save(w.FinB, map[string]any{"companyName": "横"}).SameAs(none)
	w.remove(w.FinB, row, "横").SameAs(none)
	w.list(w.BuyB).SameAs(none)
	w.FinA.Get(base + "GetAvoidedCompanies?companyId=" + w.BuyerA).SameAs(none) // a buyer has none
	w.FinA.Post(base+"RemoveAvoidedCompany", map[string]any{"companyId": other, "avoidedId": row["avoidedId"], "version": 1,
		"reason": "違う売手"}).SameAs(none)
	w.save(w.FinA, map[string]any{"avoidedId": apptest.NoID, "version": 1, "companyName": "甲"}).SameAs(none)
	// Chosen among the own buyers: no other bank's, and no seller.
	for _, id := range []string{w.BuyerB, w.Candidate(w.Listing, w.BuyerB), w.Seller, apptest.NoID} {
		w.save(w.FinA, map[string]any{"buyerCompanyId": id}).SameAs(none)
	}
	w.save(w.FinA, map[string]any{"buyerCompanyId": w.BuyerA}).Want(200).Has(apptest.BuyerAName)
	if list := rows(w.list(w.FinA), "avoidedList"); len(list) != 2 {
		t.Errorf("the list: %v", list)
	}
	// With the company its list moves to the bank that is in charge from then on.
	if n := w.Count("SELECT count(*) FROM pragma_table_info('avoided_company') WHERE name LIKE '%institution%'"); n != 0 {
		t.Error("a line belongs to an institution: it must belong to the seller, and move with it")
	}
}

func TestAvoidedLimit(t *testing.T) {
	w := newWorld(t)
	var wait sync.WaitGroup
	for n, c := range []*apptest.Caller{w.FinA, w.SecondA} { // two at once
		wait.Go(func() {
			for i := range 100 {
				w.save(c, map[string]any{"companyName": fmt.Sprint(n, "の", i)})
			}
		})
	}
	wait.Wait()
	if n := len(rows(w.list(w.FinA), "avoidedList")); n != 200 {
		t.Fatalf("%d lines", n)
	}
	w.save(w.FinA, map[string]any{"companyName": "201件目"}).Want(422).Has("200件まで")
	row := rows(w.list(w.FinA), "avoidedList")[0]
	w.save(w.FinA, map[string]any{"avoidedId": row["avoidedId"], "version": 1, "companyName": "名前を変える"}).Want(200)
}

// An own buyer that the list means is no candidate and gets no offer.
func TestAvoidedOwnBuyer(t *testing.T) {
	w := newWorld(t)
	w.FinA.Needs(w.BuyerA)
	score := func() any {
		found := w.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&sellerBusinessId=" + w.Listing)
		for _, row := range rows(found, "companyList") {
			if row["companyId"] == w.BuyerA {
				return row["score"]
			}
		}
		return "missing"
	}
	all := w.FinA.Candidates(w.Listing, nil)
	ids := all.CompanyIDs()
	if !slices.Contains(ids, w.BuyerA) || score() == nil {
		t.Fatalf("%v, score %v", ids, score())
	}
	others := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == w.BuyerA })
	list := w.FinA.Post(apptest.LongListBase+"RegistLongList", map[string]any{"sellerBusinessId": w.Listing, "name": "候補",
		"companyIds": []string{w.BuyerA, w.Candidate(w.Listing, w.BuyerB)}}).Want(200).JSON()["longListId"].(string)

	row := w.add("青嵐精機㈱")
	if b := row["buyerList"].([]any); len(b) != 1 || b[0].(map[string]any)["companyName"] != apptest.BuyerAName {
		t.Errorf("whom the line means: %v", b)
	}
	apptest.WantIDs(t, "without the avoided one", w.FinA.Candidates(w.Listing, nil).CompanyIDs(), others...)
	for _, fields := range []map[string]any{{"isOfferable": true}, {"scoreFrom": 1}, {"companyIds": []string{w.BuyerA}},
		{"propertyName": "created"}, {"isOnlyPersonInCharge": true}, {"isLongList": true}} {
		if got := w.FinA.Candidates(w.Listing, fields).CompanyIDs(); slices.Contains(got, w.BuyerA) {
			t.Errorf("%v: the avoided buyer is a candidate", fields)
		}
	}
	if s := score(); s != nil {
		t.Errorf("the search has a score for whom nothing can be offered to: %v", s)
	}
	offer := map[string]any{"sellerBusinessId": w.Listing, "companyId": w.BuyerA, "offerSendStatus": 1, "offerMessage": "ご検討ください。"}
	w.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", offer).Want(409).Has(deal.OfferAvoided)
	w.FinA.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": w.Listing, "offerMessage": "ご検討ください。",
		"companyIds": []string{w.BuyerA, w.Candidate(w.Listing, w.BuyerB)}}).Want(200).Has(`"sentCount":1`, `"skippedCount":1`, deal.OfferAvoided)
	w.BuyA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?sellerBusinessId=" + w.Listing).HasNot("ご検討ください")

	// Of another name, of another seller, and taken off, it is a candidate again.
	w.remove(w.FinA, row, "オーナーに確認しました").Want(200)
	apptest.WantIDs(t, "taken off", w.FinA.Candidates(w.Listing, nil).CompanyIDs(), ids...)
	if score() == nil {
		t.Error("taken off: no score")
	}
	w.save(w.FinA, map[string]any{"companyName": "青嵐精機商事"}).Want(200)
	other := w.FinA.Seller("別の売手")
	w.FinA.Post(base+"SaveAvoidedCompany", map[string]any{"companyId": other, "companyName": apptest.BuyerAName}).Want(200)
	apptest.WantIDs(t, "of others", w.FinA.Candidates(w.Listing, nil).CompanyIDs(), ids...)
	// A buyer that is renamed to an avoided name, or has its number, is avoided from then on.
	w.save(w.FinA, map[string]any{"companyName": "別の名前", "corporateRegistrationNumber": number}).Want(200)
	w.FinA.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", apptest.With(apptest.DetailsBody, map[string]any{"companyId": w.BuyerA,
		"companyName": apptest.BuyerAName, "corporateRegistrationNumber": number})).Want(200)
	if slices.Contains(w.FinA.Candidates(w.Listing, nil).CompanyIDs(), w.BuyerA) {
		t.Error("the same 法人番号: still a candidate")
	}
	w.FinA.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync", offer).Want(409).Has(deal.OfferAvoided)
	w.FinA.Get(apptest.LongListBase + "GetLongList?longListId=" + list).Want(200)
}

// Two worlds that differ only in whether another bank's anonymous buyer is on the list are one to SF.
func TestAvoidedAnonymousBuyer(t *testing.T) {
	w := newWorld(t)
	w.FinB.Needs(w.RivalBuyer)
	w.add("朝凪ライバル")
	id := w.Candidate(w.Listing, w.RivalBuyer)
	ask := func() string {
		all := ""
		for _, r := range []apptest.Result{w.FinA.Candidates(w.Listing, nil), w.FinA.Candidates(w.Listing, map[string]any{"isOfferable": true}),
			w.FinA.Candidates(w.Listing, map[string]any{"companyIds": []string{id}}), w.list(w.FinA),
			w.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?limit=99999999&propertyName=score&sellerBusinessId=" + w.Listing),
			w.FinA.Get(apptest.NegotiationBase + "PartnerListBySellerFinancial?sellerBusinessId=" + w.Listing)} {
			all += fmt.Sprintln(r.Status, r.Body)
		}
		return all
	}
	offer := func(message string) string {
		r := w.FinA.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": w.Listing, "companyIds": []string{id},
			"offerMessage": message}).Want(200)
		return r.Body
	}
	rename := func(name string) {
		w.FinB.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", apptest.With(apptest.DetailsBody,
			map[string]any{"companyId": w.RivalBuyer, "companyName": name})).Want(200)
	}
	before := ask()
	rename("朝凪ライバル株式会社")
	if with := ask(); with != before {
		t.Errorf("the list tells of an anonymous buyer: %s", apptest.Difference(before, with))
	}
	if sent := offer("ご検討ください。"); !strings.Contains(sent, `"sentCount":1`) {
		t.Errorf("the offer: %s", sent)
	}
	with := ask()
	rename("黒潮ライバル株式会社")
	if without := ask(); with != without {
		t.Errorf("after an offer the list tells of an anonymous buyer: %s", apptest.Difference(with, without))
	}
}

// Where the buyer's name opens to SF, SF is warned, and no step gives the buyer the seller's name.
func TestAvoidedNegotiation(t *testing.T) {
	w := newWorld(t)
	id := w.Started()
	w.add("霧晴環境 株式会社")
	if w.FinA.Row(id)["isAvoided"] != nil {
		t.Error("SF is told of a buyer whose name it does not know")
	}
	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	bankBefore := apptest.ViewText(w.FinB.Row(id))
	w.FinB.To(id, 1, 2, nil).Want(200)
	row := w.FinA.Row(id)
	if row["isAvoided"] != true || row["isApprovalMe"] == nil {
		t.Errorf("SF is not warned: %v", row["isAvoided"])
	}
	for _, kind := range []deal.MoveKind{deal.MoveAskOwner, deal.MoveOwnerAgree, deal.MoveApproveRealName} {
		if m := apptest.Move(row, kind); m == nil || m["blocked"] != deal.AvoidedRefused {
			t.Errorf("%s: %v", kind, m)
		}
	}
	if m := apptest.Move(row, deal.MoveRejectRealName); m == nil || m["blocked"] != nil && m["blocked"] != "" {
		t.Errorf("to refuse: %v", m)
	}
	asks := map[string]any{"userId": w.PersonID, "ppapMailaddress": "second@canary.example.co.jp"}
	w.FinA.Deed("RequestOwnerConsent", id, asks).Want(409).Has(deal.AvoidedRefused)
	w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true}).Want(409).Has(deal.AvoidedRefused)
	held := w.FinA.Post(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync", map[string]any{
		"buyerNegotiationId": id, "messageType": 2,
		"messageBody": "カナリア製作所の件です。", "isApprovalAsked": true}).Want(200).JSON()["heldTextId"]
	w.SecondA.Post(apptest.NegotiationBase+"DecideHeldText", map[string]any{"heldTextId": held, "version": 1, "isApproval": true,
		"reason": "問題ありません"}).Want(409).Has("打診しない先")
	for _, c := range []*apptest.Caller{w.FinB, w.BuyB} {
		if text := w.EverythingOf(c, id); strings.Contains(text, "isAvoided") || strings.Contains(text, "打診しない先") {
			t.Errorf("the buyer's side is told of the list: %s", text)
		}
	}
	if strings.Contains(bankBefore, "打診しない先") {
		t.Error("the buyer's bank is told of the list before the request")
	}

	// Taken off after asking the owner, the way is open; put on again after the owner agreed, it is closed again.
	w.remove(w.FinA, rows(w.list(w.FinA), "avoidedList")[0], "オーナーに確認しました").Want(200)
	if w.FinA.Row(id)["isAvoided"] != nil {
		t.Error("taken off: still warned")
	}
	key, passcode := w.OwnerKey(id)
	w.add("霧晴環境")
	w.OwnerDecides(key, passcode, true).Want(200)
	approve := func() apptest.Result {
		return w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": true})
	}
	approve().Want(409).Has(deal.AvoidedRefused)
	if w.FinA.Row(id)["isApprovalMe"] != true {
		t.Error("nothing to decide: it has to be refused")
	}
	w.BuyB.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + w.Listing).HasNot(apptest.SellerNames[0])
	w.FinA.Deed("NegotiationApprove", id, map[string]any{"isApproval": false, "status": 1, "ownerReason": "打診しないご意向のため",
		"comment": "見送ります。"}).Want(200)
	if w.FinA.Row(id)["isAvoided"] != nil {
		t.Error("the name has closed, and SF is told still whose it was")
	}
	for _, c := range []*apptest.Caller{w.FinB, w.BuyB} {
		if text := w.EverythingOf(c, id); strings.Contains(text, "打診しない") {
			t.Errorf("the buyer's side is told of the list: %s", text)
		}
	}
}

// What leads SF to its next deed, the row of its lists and the task of its first screen, names the deed that is open: also
// where a line comes or goes, or the buyer takes another name, and nothing else happens.
func TestAvoidedNextDeed(t *testing.T) {
	w := newWorld(t)
	id := w.Started()
	const ask, refuse = "オーナーへ実名開示の承諾を依頼する", deal.AvoidedTitle
	desk := func(c *apptest.Caller) string { return c.Get("/api/MyPage/GetDesk").Want(200).Body }
	list := func() string {
		return w.FinA.Get(apptest.NegotiationBase + "PartnerListBySellerFinancial").Want(200).Body
	}
	leads := func(when string, to, not string) {
		t.Helper()
		for name, text := range map[string]string{"the list": list(), "the first screen": desk(w.FinA)} {
			if !strings.Contains(text, to) || strings.Contains(text, not) {
				t.Errorf("%s: %s does not lead to %q alone: %s", when, name, to, text)
			}
		}
		if is := strings.Contains(list(), `"isAvoided":true`); is != (to == refuse) {
			t.Errorf("%s: the row is marked: %v", when, is)
		}
	}
	w.add("霧晴環境 株式会社")
	for name, text := range map[string]string{"the list": list(), "the first screen": desk(w.FinA)} {
		if strings.Contains(text, refuse) || strings.Contains(text, "打診しない先") || strings.Contains(text, "isAvoided") {
			t.Errorf("%s tells of a buyer whose name SF does not know: %s", name, text)
		}
	}
	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	leads("asked for", refuse, ask)
	w.remove(w.FinA, rows(w.list(w.FinA), "avoidedList")[0], "オーナーに確認しました").Want(200)
	leads("taken off", ask, refuse)
	w.add("霧晴環境")
	leads("put on again", refuse, ask)
	for _, text := range []string{desk(w.FinB), w.FinB.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial").Want(200).Body} {
		if strings.Contains(text, "打診しない") || strings.Contains(text, "isAvoided") {
			t.Errorf("the buyer's bank is told of the list: %s", text)
		}
	}
}

func TestOwnerLongList(t *testing.T) {
	w := newWorld(t)
	w.FinB.Needs(w.BuyerB)
	w.save(w.FinA, map[string]any{"companyName": "=HYPERLINK(\"http://x\")", "corporateRegistrationNumber": number, "note": "+社長"}).Want(200)
	ids := append(w.CandidatesOf(w.Listing, w.BuyerB, w.BuyerC), w.BuyerA)
	paper := func(c *apptest.Caller, fields map[string]any) apptest.Result {
		return c.Post(base+"ExportOwnerLongList", apptest.With(map[string]any{"sellerBusinessId": w.Listing, "companyIds": ids}, fields))
	}
	sheets := func(r apptest.Result) (list, avoided [][]string, all string) {
		t.Helper()
		f, err := excelize.OpenReader(strings.NewReader(r.Want(200).Body))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		read := func(name string) [][]string {
			rows, err := f.GetRows(name)
			if err != nil {
				t.Fatal(err)
			}
			all += fmt.Sprint(rows)
			for i, row := range rows {
				for k := range row {
					at, _ := excelize.CoordinatesToCellName(k+1, i+1)
					if formula, err := f.GetCellFormula(name, at); err != nil || formula != "" {
						t.Errorf("%s %s: a formula %q", name, at, formula)
					}
				}
			}
			return rows[3:]
		}
		return read("ロングリスト"), read("打診しない先"), all
	}
	list, avoided, all := sheets(paper(w.FinA, nil))
	if len(list) != 3 || list[0][1] != "匿名" || list[0][3] != "愛知県" || !strings.Contains(list[0][6], "東海の製造業") ||
		!strings.Contains(list[0][8], "業種") {
		t.Errorf("the list: %v", list)
	}
	if len(avoided) != 1 || !strings.Contains(avoided[0][2], "HYPERLINK") || avoided[0][3] != number {
		t.Errorf("whom to avoid: %v", avoided)
	}
	for _, name := range append([]string{apptest.BuyerAName, "カナリア製作所", w.BuyerB, w.BuyerA, ids[0]}, apptest.OthersNames...) {
		if strings.Contains(all, name) {
			t.Errorf("%s is in the anonymous list", name)
		}
	}
	for _, word := range []string{"湊星銀行", "取扱注意", "2026/11/21", "打診してよい"} {
		if !strings.Contains(all, word) {
			t.Errorf("%s is not on the paper: %s", word, all)
		}
	}
	if _, _, named := sheets(paper(w.FinA, map[string]any{"isNamed": true})); !strings.Contains(named, apptest.BuyerAName) ||
		strings.Contains(named, "霧晴") || strings.Contains(named, "白嶺") {
		t.Errorf("with the own buyers' names: %s", named)
	}
	w.add(apptest.BuyerAName)
	if list, _, all := sheets(paper(w.FinA, map[string]any{"isNamed": true})); len(list) != 2 || strings.Count(all, apptest.BuyerAName) != 1 {
		t.Errorf("an avoided one is offered to the owner: %v", list)
	}
	none := paper(w.FinB, map[string]any{"sellerBusinessId": apptest.NoID}).Want(400)
	paper(w.FinB, nil).SameAs(none)
	paper(w.BuyB, nil).SameAs(none)
	paper(w.FinA, map[string]any{"companyIds": []string{}}).Want(422)
	paper(w.FinA, map[string]any{"companyIds": []string{w.BuyerA, apptest.NoID}}).Want(422).Has("候補ではありません")
	paper(w.FinA, map[string]any{"companyIds": slices.Repeat([]string{w.BuyerA}, 1001)}).Want(422)
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'owner_longlist_exported' AND subject_id = ? AND detail LIKE '%社 %'",
		w.Listing); n != 3 {
		t.Errorf("%d lines of the audit log", n)
	}
	w.FinA.Post(apptest.ListingBase+"ChangeAudience", map[string]any{"sellerBusinessId": w.Listing, "version": w.Version(w.Listing),
		"isLimited": true}).Want(200)
	own := w.FinA.Buyer("灯台物流株式会社")
	if _, avoided, _ := sheets(paper(w.FinA, map[string]any{"companyIds": []string{own}})); len(avoided) != 3 ||
		avoided[2][2] != "湊星銀行 以外のすべての金融機関" {
		t.Errorf("whom the audience keeps out: %v", avoided)
	}
}
