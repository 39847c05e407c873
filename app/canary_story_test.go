package app_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
	"tsunagu/store/master"
)

// The people while the listing is public: its own bank is in charge, D and its buyer are excluded,
// everybody else is in its audience.
const (
	inCharge = "finA finA2"
	audience = "finB finB2 finC buyA buyB buyC rival"
	sideB    = "finB finB2 buyB"
)

// tell runs the story. After each call it records the expected effect by hand, and searches all
// answers.
func (w *canaryWorld) tell(t *testing.T, sum *scanned, slots chan struct{}) {
	look := func(w *canaryWorld, state string, tries bool) {
		w.Clock.Add(2 * time.Second)
		w.look(t, state, sum, slots, tries)
	}
	back := func(state string, go_ func(*canaryWorld)) {
		c := w.fork(t)
		go_(c)
		look(c, state, false)
		apptest.Heard.Delete(c.Platform)
	}
	w.prepare()
	look(w, "a draft", false)
	w.ask(w.x)
	look(w, "the seller is asked", false)
	w.decides("key", false)
	look(w, "sent back by the seller", false)
	w.fill(w.x, "finA", w.sellerA)
	w.ask(w.x)
	w.decides("key", true)
	w.level(w.x, 1, audience)
	w.others()
	look(w, "public, rivals talk", true)
	w.fill(w.x, "finA", w.sellerA)
	look(w, "edited, the old content is public", false)
	back("kept to the own bank", func(c *canaryWorld) {
		c.people["finA"].Post(apptest.ListingBase+"ChangeAudience",
			map[string]any{"sellerBusinessId": c.x, "version": c.versionOf(c.x), "isLimited": true}).Want(200)
		c.level(c.x, 0, "finC buyC buyB") // the rival has a negotiation already, and with it its bank
	})
	back("kept from C, too", func(c *canaryWorld) {
		c.people["finA"].Post(apptest.ListingBase+"ChangeAudience",
			map[string]any{"sellerBusinessId": c.x, "version": c.versionOf(c.x), "isRest": true,
				"restFinancial": []string{c.banks["C"], c.banks["D"]}}).Want(200)
		c.level(c.x, 0, "finC buyC")
	})
	back("not accepting", func(c *canaryWorld) {
		c.people["finA"].Post(apptest.ListingBase+"ChangeSuspension",
			map[string]any{"sellerBusinessId": c.x, "version": c.versionOf(c.x), "isStopped": true}).Want(200)
	})

	w.interested()
	look(w, "the buyer is interested", false)
	w.offers()
	look(w, "SF has offered, BF has not passed it on", false)
	back("BF declines the offer", func(c *canaryWorld) {
		c.people["finB"].Deed("UpdateBuyerNegotiationOfferSendStatusAsync", c.row,
			map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 8}).Want(200)
	})
	w.people["finB"].Deed("UpdateBuyerNegotiationOfferSendStatusAsync", w.row,
		map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}).Want(200)
	w.now.offered[w.row] = true
	w.people["buyB"].Row(w.row) // marks it as read
	look(w, "the offer has reached the buyer", false)
	back("SF takes the offer back", func(c *canaryWorld) {
		c.people["finA"].Deed("UpdateBuyerNegotiationOfferSendStatusAsync", c.row,
			map[string]any{"fromOfferSendStatus": 3, "offerSendStatus": 9}).Want(200)
		c.now.offered[c.row] = false
	})
	w.starts()
	look(w, "1, anonymous", false)
	back("ended at 1 by BF", func(c *canaryWorld) { c.ends("finB", 1) })
	w.consents()
	w.issues("finB", 1, 3)
	w.issues("buyB", 1, 3)
	look(w, "1, with the agreement", false)
	back("ended at 1 by SF after the agreement", func(c *canaryWorld) { c.ends("finA", 1) })
	back("the seller is given to C", func(c *canaryWorld) {
		c.give(c.sellerA, "C")
		c.charge[c.x], c.charge[c.draft] = c.banks["C"], c.banks["C"]
		c.level(c.x, 1, "finA finA2") // as any other bank
		c.level(c.x, 0, "finC")       // the bank in charge has no level
		c.view(c.buyerB, "A", 0)
		c.view(c.buyerB, "C", 1)
		c.view(c.rival, "A", 0)
		c.view(c.rival, "C", 1)
	})
	back("the buyer is given to C", func(c *canaryWorld) {
		c.give(c.buyerB, "C")
		c.people["buyB"].institution, c.people["buyB"].formerly = c.banks["C"], c.banks["B"] // his messages with B remain
		c.level(c.x, 2, "finB finB2")                                                        // by the bank's other buyer
		c.level(c.x, 3, "finC")
	})
	back("no longer listed", func(c *canaryWorld) {
		c.people["finA"].Post(apptest.ListingBase+"DisableSellerBusiness",
			map[string]any{"sellerBusinessId": c.x, "version": c.versionOf(c.x), "comment": c.mark.text()}).Want(200)
		c.over()
		c.level(c.x, 0, audience)
	})
	back("the buyer’s user is blocked", func(c *canaryWorld) {
		u := c.people["buyB"].user
		var version int
		c.Read(func(q *store.Q) error {
			row, err := q.User(u.ID)
			version = row.Version
			return err
		})
		c.people["ADM"].Post("/api/Office/DisableUser", map[string]any{"userId": u.ID, "version": version}).Want(200)
		c.level(c.x, 0, "buyB")
		delete(c.people, "buyB")
		c.people["buyB"] = &person{Caller: &apptest.Caller{P: c.Platform, Token: w.people["buyB"].Token}, name: "buyB", role: deal.RoleBUY}
	})
	back("names wait for an approver at 1", func(c *canaryWorld) {
		back := c.holds("finA", c.row, c.sellerA)
		c.people["finA2"].Post(apptest.NegotiationBase+"DecideHeldText",
			map[string]any{"heldTextId": back, "version": 1, "isApproval": false, "reason": c.mark.text()}).Want(200)
		c.holds("finA", c.row, c.sellerA)
		c.holds("finB", c.row, c.buyerB)
	})
	w.hopes()
	w.issues("finA", 3, 4)
	look(w, "2, the names are asked for", false)
	back("refused, back to 1", func(c *canaryWorld) {
		c.people["finA"].Deed("NegotiationApprove", c.row, map[string]any{"isApproval": false, "status": 1, "comment": c.mark.text(),
			"ownerReason": c.mark.text()}).Want(200)
		c.view(c.buyerB, "A", 1)
		c.close("A", "B", 2)
	})
	back("refused and ended", func(c *canaryWorld) {
		c.people["finA"].Deed("NegotiationApprove", c.row, map[string]any{"isApproval": false, "status": 9, "comment": c.mark.text(),
			"ownerReason": c.mark.text()}).Want(200)
		c.over()
	})
	w.tells(w.looked())
	look(w, "2, B has told of its look into the buyer", false)
	w.says("show")
	w.asksOwner()
	look(w, "2, the owner is asked", false)
	back("the owner refuses", func(c *canaryWorld) {
		c.ownerSays(false)
		look(c, "2, the owner has refused", false)
		c.people["finA"].Deed("NegotiationApprove", c.row, map[string]any{"isApproval": false, "status": 9, "comment": c.mark.text(),
			"ownerReason": c.mark.text()}).Want(200)
		c.over()
	})
	w.ownerSays(true)
	w.issues("finA", 2, 4)
	look(w, "2, the owner has agreed", false)
	w.approves()
	w.issues("finB", 1, 3)
	look(w, "3, the names are open", true)
	back("the buyer steps back at 3", func(c *canaryWorld) {
		c.people["buyB"].Deed("StepBack", c.row, map[string]any{"comment": c.mark.text()}).Want(200)
		c.over()
	})
	back("ended at 3 by SF", func(c *canaryWorld) { c.ends("finA", 3) })
	back("ended at 3, taken up again", func(c *canaryWorld) {
		c.ends("finB", 3)
		c.people["finB"].To(c.row, 9, 1, nil).Want(200)
		look(c, "9, BF asks to take it up", false)
		c.signs()
		look(c, "9, with a new agreement", false)
		c.people["finA"].To(c.row, 9, 1, nil).Want(200)
		c.level(c.x, 3, sideB)
		c.view(c.buyerB, "A", 1)
	})
	w.conditions()
	look(w, "4, conditions", false)
	back("ended at 4 by BF", func(c *canaryWorld) { c.ends("finB", 4) })
	w.concludes()
	look(w, "5, signed", false)
	back("4, the contract is taken back", func(c *canaryWorld) {
		c.people["ADM"].Post("/api/Office/ReopenSellerBusiness", map[string]any{"sellerBusinessId": c.x, "version": c.versionOf(c.x),
			"comment": c.mark.text()}).Want(200)
	})
}

// fill writes a canary into every field of a listing's working content.
func (w *canaryWorld) fill(id, by, company string) string {
	w.T.Helper()
	m, p := w.mark, w.people[by]
	overview := map[string]any{"businessName": "【東海】" + m.text(), "description": "唯一の" + m.text(), "industryTypes": []string{"13003", "12005"},
		"publicRegion": []int{6}, "location": map[string]any{"region": 6, "prefecturecode": "23", "citycode": "23109"},
		"salesAmount": markBand(master.SalesAmount), "operatingProfit": markBand(master.OperatingProfit), "salesPrice": 2, "salesPriceTo": 5,
		"numberOfManagersFrom": 11, "numberOfManagersTo": 20, "willingnessToSell": 1, "negotiationTarget": []int{1}, "salesAsset": []int{2, 99},
		"salesAssetOther": m.text(), "others": m.text(), "industryOtherText": m.text(), "industryOtherText12005": m.text(), "isRest": true,
		"restFinancial": []string{w.banks["D"]}, "startDate": m.past(), "dueDate": m.soon()}
	if id == "" {
		overview["companyId"] = company
	} else {
		overview["sellerBusinessId"], overview["version"] = id, w.versionOf(id)
		overview["location"].(map[string]any)["citycode"] = "23110"
		if w.now.levels[id]["finB"] > 0 { // a shorter period of a public listing is effective at once
			w.Read(func(q *store.Q) error {
				c, err := q.ListingContent(id, store.Published)
				if err == nil {
					overview["startDate"], overview["dueDate"] = c.StartDate, c.DueDate
				}
				return err
			})
		}
	}
	o := p.Post(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync", overview).Want(200).JSON()
	details := map[string]any{"sellerBusinessId": o["sellerBusinessId"], "version": o["version"], "companyName": m.text() + "製作所",
		"representativeName": m.text(), "postalCode": itoa(m.number()), "address": m.text(), "phone": m.phone(), "fax": m.phone(),
		"homePageUrl": m.link(), "targetUrl": m.link(), "fiscalYear": 1900 + m.n%100, "assignmentReason": []int{11}}
	for _, f := range []string{"amountOfSales", "operatingProfit", "ordinaryIncome", "ebitda", "netIncome", "executiveRemuneration",
		"debitAmount", "assetAmount", "cashDeposit", "interestBearingDebt", "netAsset",
		"preAmountOfSales", "preOperatingProfit", "preOrdinaryIncome", "preEbitda", "preNetIncome", "preExecutiveRemuneration"} {
		details[f] = m.number()
	}
	for _, f := range []string{"markets", "targetCustomers", "services", "advantage", "providingMethod", "assignmentReasonAddition",
		"supplementaryDescription"} {
		details[f] = m.text()
	}
	p.Post(apptest.ListingBase+"CreateUpdateSellerBusinessDetailsAsync", details).Want(200)
	return o["sellerBusinessId"].(string)
}

// give moves a company to another bank.
func (w *canaryWorld) give(company, bank string) {
	w.T.Helper()
	var version int
	w.Read(func(q *store.Q) error {
		c, err := q.CompanyOf(company)
		if err == nil {
			version = c.Version
		}
		return err
	})
	w.Clock.Add(time.Second)
	w.since = w.Clock.Now()
	w.people["ADM"].Send("PUT", "/api/Office/ChangeInChargeFinancialInstitution",
		map[string]any{"companyId": company, "version": version, "financialId": w.banks[bank], "comment": w.mark.text()}).Want(200)
	w.bankOf[company] = w.banks[bank]
}

// markBand is the item whose range contains the canaries' amounts, so that overview and details
// agree.
func markBand(list string) int {
	i, _ := master.BandOf(list, 7_310_000)
	return i.Key
}

func (w *canaryWorld) versionOf(listing string) (version int) {
	w.T.Helper()
	w.Read(func(q *store.Q) error {
		l, err := q.OfficeListing(listing)
		if err == nil {
			version = l.Version
		}
		return err
	})
	return version
}

// begin creates a listing of a bank's.
func (w *canaryWorld) begin(by, company string) string {
	w.T.Helper()
	id := w.fill("", by, company)
	w.charge[id], w.seller[id] = w.people[by].institution, company
	return id
}

func (w *canaryWorld) prepare() {
	w.T.Helper()
	w.x, w.draft, w.y = w.begin("finA", w.sellerA), w.begin("finA", w.sellerA), w.begin("finB", w.sellerB)
	// The office opened a negotiation in an emergency and closed it unread: its reason stays with the
	// office.
	adm := w.people["ADM"]
	adm.Post("/api/Office/DecideFirstStep", map[string]any{"step": "backup", "isDismissed": true, "reason": w.mark.text()}).Want(200)
	opened := adm.Post("/api/Office/RequestBreakGlass", map[string]any{"kind": deal.BreakGlassListing, "targetId": w.draft, "ground": 1,
		"reason": w.mark.text(), "minutes": 15}).GlassID()
	adm.Post("/api/Office/CloseBreakGlass", map[string]any{"breakGlassId": opened}).Want(200)
	// The office has asked for another login ID of a bank's user; the change waits until the end.
	moved := w.people["finA"].user
	adm.Send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": moved.ID, "version": w.UserOf(w.people["finA"].Caller).Version,
		"loginId": w.mark.mail(), "reason": "届出"}).Want(200)
	db := apptest.OpenRaw(w.T, w.App.Store.Dir())
	for _, s := range []string{ // columns that no call writes yet
		"UPDATE company SET return_comment = '" + w.mark.text() + "' WHERE id = '" + w.buyerB + "'",
		"UPDATE company SET return_comment = '" + w.mark.text() + "' WHERE id = '" + w.sellerA + "'",
	} {
		if _, err := db.ExecContext(context.Background(), s); err != nil {
			w.T.Fatal(err)
		}
	}
}

// ask sends the approval request to the seller, with a reason for every hit of the anonymity check.
func (w *canaryWorld) ask(listing string) {
	w.T.Helper()
	bank, person, link := "finA", w.personID, "key"
	if listing == w.y {
		bank, person, link = "finB", "", "keyB"
	}
	second := w.mark.mail()
	in := map[string]any{"sellerBusinessId": listing, "ppapMailaddress": second}
	if person != "" {
		in["userId"] = person
	}
	if r := w.people[bank].Post(apptest.ListingBase+"SendApprovalRequest", in); r.Status != 200 {
		why := map[string]any{}
		for _, e := range r.Want(422).JSON()["errors"].([]any) {
			f := e.(map[string]any)["field"].(string)
			if !strings.HasPrefix(f, "justifications.") {
				w.T.Fatalf("%v", e)
			}
			why[strings.TrimPrefix(f, "justifications.")] = w.mark.text()
		}
		in["justifications"] = why
		w.people[bank].Post(apptest.ListingBase+"SendApprovalRequest", in).Want(200)
	}
	w.byLink(link, w.inMail(apptest.KeyInMail.FindStringSubmatch, ""), w.inMail(apptest.PasscodeInMail.FindStringSubmatch, second), listing)
}

// inMail finds a key or passcode in the newest mail that has one; to is the receiver, "" for any.
func (w *canaryWorld) inMail(find func(string) []string, to string) string {
	w.T.Helper()
	var all []store.OutboxMail
	w.Read(func(q *store.Q) (err error) { all, err = q.Mails(10_000); return err })
	for _, o := range all {
		if to != "" && o.Address != to {
			continue
		}
		for _, m := range w.Mails(o.Address) {
			if k := find(m.Text); k != nil {
				return k[1]
			}
		}
	}
	w.T.Fatal("no such mail")
	return ""
}

func (w *canaryWorld) decides(link string, isApproval bool) {
	w.T.Helper()
	k := w.people[link]
	k.Post(apptest.ListingBase+"ApproveByKey", map[string]any{"key": k.key, "passcode": k.code, "isApproval": isApproval,
		"name": w.mark.text(), "comment": w.mark.text()}).Want(200)
}

// say sends a message with a file and records the status at that time.
func (w *canaryWorld) say(by, row string, channel, status int) {
	w.T.Helper()
	p := w.people[by]
	id := p.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": row, "messageType": channel, "messageBody": w.mark.text()}, w.mark.text()+".txt",
		[]byte(w.mark.text())).Want(200).JSON()["buyerNegotiationMessageId"].(string)
	w.said[id] = said{channel: channel, by: map[string]string{w.banks["A"]: "A", w.banks["B"]: "B", w.banks["C"]: "C"}[p.institution],
		at: status}
}

// holds lets a bank's user write its own customer's name before its time, with a file; the message
// waits for an approver.
func (w *canaryWorld) holds(by, row, company string) string {
	w.T.Helper()
	var name string
	w.Read(func(q *store.Q) error {
		d, err := q.CompanyDetails(company)
		if err == nil {
			name = d.CompanyName
		}
		return err
	})
	in := map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": name + " " + w.mark.text(), "isApprovalAsked": true}
	return w.people[by].Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync", in, w.mark.text()+".txt",
		[]byte(w.mark.text())).Want(200).JSON()["heldTextId"].(string)
}

// others adds the rivals' negotiations and the other bank's own listing.
func (w *canaryWorld) others() {
	w.T.Helper()
	rival, finB, finC, buyC, finA := w.people["rival"], w.people["finB"], w.people["finC"], w.people["buyC"], w.people["finA"]
	w.rivalRow = finB.Post(apptest.NegotiationBase+"StartNegotiation",
		map[string]any{"sellerBusinessId": w.x, "companyId": w.rival}).Want(200).JSON()["buyerNegotiationId"].(string)
	w.sfKnows[w.rivalRow] = true
	w.say("rival", w.rivalRow, 1, 1)
	w.say("finB", w.rivalRow, 1, 1)
	w.say("finB", w.rivalRow, 2, 1)
	w.say("finA", w.rivalRow, 2, 1)
	_ = rival
	w.level(w.x, 2, "rival finB finB2")
	w.view(w.rival, "A", 1)
	w.rowC = buyC.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": w.x}).Want(200).JSON()["buyerNegotiationId"].(string)
	w.say("buyC", w.rowC, 1, 0)
	w.say("finC", w.rowC, 1, 0)
	_ = finC
	w.ask(w.y)
	w.decides("keyB", true)
	w.level(w.y, 1, "finA finA2 outA finC buyA buyB buyC rival")
	w.rowY = finA.Post(apptest.NegotiationBase+"StartNegotiation",
		map[string]any{"sellerBusinessId": w.y, "companyId": w.buyerA}).Want(200).JSON()["buyerNegotiationId"].(string)
	w.sfKnows[w.rowY] = true
	w.level(w.y, 2, "finA finA2 buyA")
	w.view(w.buyerA, "B", 1)
	w.say("finA", w.rowY, 2, 1)
	finA.Post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": w.x, "name": w.mark.text(),
		"companyIds": w.CandidatesOf(w.x, w.buyerC)}).Want(200)
	finB.Post("/api/BuyerCompany/RegistLongList", map[string]any{"sellerBusinessId": w.y, "name": w.mark.text(),
		"companyIds": w.CandidatesOf(w.y, w.buyerC)}).Want(200)
	avoid := func() map[string]any {
		return finA.Post("/api/SellerCompany/SaveAvoidedCompany", map[string]any{"companyId": w.sellerA, "companyName": w.mark.text(),
			"corporateRegistrationNumber": w.mark.corporate(), "note": w.mark.text()}).Want(200).
			JSON()["avoidedList"].([]any)[0].(map[string]any)
	}
	finA.Post("/api/SellerCompany/RemoveAvoidedCompany", map[string]any{"companyId": w.sellerA, "avoidedId": avoid()["avoidedId"], "version": 1,
		"reason": w.mark.text()}).Want(200)
	avoid()
	w.deskPapers()
	w.texts()
	w.templates()
	w.notes()
}

// notes lets each bank note something about its customer and its side of a negotiation, and plan what is next.
func (w *canaryWorld) notes() {
	w.T.Helper()
	for _, x := range []struct{ who, of, id string }{{"finA", "companyId", w.sellerA}, {"finA", "buyerNegotiationId", w.rivalRow},
		{"finB", "companyId", w.rival}, {"finB", "buyerNegotiationId", w.rivalRow}} {
		body := map[string]any{x.of: x.id, "date": w.mark.past(), "means": 2, "counterpart": w.mark.text(), "body": w.mark.text()}
		if x.of == "companyId" {
			body["nextAction"] = map[string]any{"version": 0, "date": w.mark.date(), "body": w.mark.text()}
		}
		w.people[x.who].Post("/api/Activity/SaveActivity", body).Want(200)
		w.duty(x.who, x.of, x.id)
	}
	w.people["fadB"].Post("/api/Office/SaveSupportRegistration", map[string]any{"version": 0, "number": w.mark.text(),
		"expiresOn": "2027-03-31", "qualified": 3}).Want(200)
	w.advisers()
	w.guarantee = w.people["finA"].Post("/api/Duty/RecordDuty", map[string]any{"buyerNegotiationId": w.rivalRow, "kind": 12, "record": 2,
		"performedOn": w.mark.past(), "values": map[string]any{"count": "1", "wish": "no", "bank1": w.mark.text(), "askedWhom1": w.mark.text(),
			"askedOn1": w.mark.past(), "note": w.mark.text()}}).Want(200).JSON()["dutyId"].(string)
}

// issues lets one side of the negotiation have a paper made, which is kept.
func (w *canaryWorld) issues(who string, kind, side int) {
	w.T.Helper()
	w.people[who].Post("/api/IssuedPaper/IssuePaper", map[string]any{"buyerNegotiationId": w.row, "kind": kind, "recordKind": side}).Want(200)
}

// texts lets each bank have its own points of a contract, in two versions.
func (w *canaryWorld) texts() {
	w.T.Helper()
	for _, who := range []string{"fadA", "fadB"} {
		for version := range 2 {
			w.people[who].Post("/api/Office/SaveDutyText", map[string]any{"kind": 9, "version": version, "title": w.mark.text(),
				"reason": w.mark.text(), "itemList": []map[string]any{{"heading": w.mark.text(), "text": w.mark.text(), "scope": 0}}}).Want(200)
		}
	}
}

// duty lets a bank record a duty about its customer or its side of a negotiation, with a file.
func (w *canaryWorld) duty(who, of, id string) {
	w.T.Helper()
	kind, record, values := 2, 1, map[string]any{"owner": "yes", "note": w.mark.text()}
	if of == "buyerNegotiationId" {
		kind, record = 10, map[string]int{"finB": 3, "finA": 4}[who]
		values = map[string]any{"paid": "no", "register": "no", "handover": "no", "note": w.mark.text()}
	}
	made := w.people[who].Post("/api/Duty/RecordDuty", map[string]any{of: id, "kind": kind, "record": record, "performedOn": w.mark.past(),
		"values": values}).Want(200).JSON()["dutyId"]
	w.Write(func(tx *store.Tx) error { // asked for with a reason, as where the network has such a gate
		u := w.UserOf(w.people[who].Caller)
		return tx.CreateDutyWaiver(&store.DutyWaiver{InstitutionID: u.ClientID, Kind: 7, Gate: 2, Of: store.InChargeOfBF, RecordSeq: 1,
			Reason: w.mark.text()}, u.ID)
	})
	w.people[who].Upload("/api/Duty/AttachDutyFile", map[string]any{"dutyId": made}, w.mark.text()+".txt", []byte(w.mark.text())).Want(200)
}

// advisers lets the administrators of A and B say something of a user, and write a fee table.
func (w *canaryWorld) advisers() {
	w.T.Helper()
	for _, bank := range []string{"A", "B"} {
		fad, user := w.people["fad"+bank], w.UserOf(w.people["fin"+bank].Caller).ID
		fad.Post("/api/Office/SaveAdviser", map[string]any{"userId": user, "version": 0, "qualification": w.mark.text(),
			"registrationNumber": w.mark.text(), "since": "2018-04", "dealCount": nil, "training": w.mark.text(), "trainedOn": w.mark.past()}).
			Want(200)
		fad.Post("/api/Office/SaveFeeTable", map[string]any{"version": 0, "name": w.mark.text(), "base": 1,
			"stepList": []map[string]any{{"upTo": nil, "rate": 500}}, "minimum": w.mark.number(), "retainer": w.mark.number(),
			"monthly": w.mark.number(), "interim": 0, "interimShare": 0, "isRetainerDeducted": true, "isInterimDeducted": false,
			"deductedNote": w.mark.text()}).Want(200)
		w.sentBack(bank)
	}
}
