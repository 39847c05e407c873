package app_test

import (
	"strings"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/listing"
)

func (w *canaryWorld) interested() {
	w.T.Helper()
	w.row = w.people["buyB"].Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
		map[string]any{"sellerBusinessId": w.x, "interestStatus": 2}).Want(200).JSON()["buyerNegotiationId"].(string)
	w.say("buyB", w.row, 1, 0)
	w.say("finB", w.row, 1, 0)
}

func (w *canaryWorld) offers() {
	w.T.Helper()
	w.people["finA"].Post(apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
		map[string]any{"sellerBusinessId": w.x, "companyId": w.Candidate(w.x, w.buyerB), "offerSendStatus": 1,
			"offerMessage": w.mark.text()}).Want(200)
	w.sfKnows[w.row] = true
}

// starts brings the negotiation to status 1, and fills all that each side writes for itself.
func (w *canaryWorld) starts() {
	w.T.Helper()
	m, finA, finB := w.mark, w.people["finA"], w.people["finB"]
	finB.Deed("StartNegotiation", w.row, nil).Want(200)
	w.level(w.x, 2, sideB)
	w.view(w.buyerB, "A", 1)
	w.talk(1)
	finB.Deed("UpdateNextAction", w.row, map[string]any{"date": m.date()}).Want(200)
	finA.Deed("UpdateNextAction", w.row, map[string]any{"date": m.date()}).Want(200)
	finB.Deed("UpdateFinancialSupportStatus", w.row, map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 2,
		"financingConsent": true}).Want(200)
	finB.Deed("UpdateFinancialSupportStatus", w.row, map[string]any{"fromFinancialSupportStatus": 2, "financialSupportStatus": 3,
		"desiredAmount": m.number(), "ownFunds": m.number(), "fundsPurpose": m.text()}).Want(200)
	finB.Deed("UpdateFinancialSupportStatus", w.row, map[string]any{"fromFinancialSupportStatus": 3, "financialSupportStatus": 5,
		"approvalNumber": m.text(), "approvalDate": m.date(), "approvedAmount": m.number()}).Want(200)
}

// talk lets every side send a message in every channel.
func (w *canaryWorld) talk(status int) {
	w.T.Helper()
	w.say("buyB", w.row, 1, status)
	w.say("finB", w.row, 1, status)
	w.say("finB", w.row, 2, status)
	w.say("finA", w.row, 2, status)
}

func (w *canaryWorld) consents() {
	w.T.Helper()
	w.signs()
	w.level(w.x, 3, sideB)
}

// signs records the buyer's agreement on paper.
func (w *canaryWorld) signs() {
	w.T.Helper()
	finB := w.people["finB"]
	a := finB.Get(apptest.ListingBase + "GetConfidentialityAgreement").Want(200).JSON()
	finB.Upload(apptest.ListingBase+"Consent", map[string]any{"sellerBusinessId": w.x, "companyId": w.buyerB,
		"version": finB.RowVersion(w.row), "agreementVersion": a["version"], "agreementHash": a["hash"]}, w.mark.text()+".pdf",
		[]byte("%PDF-1.7 "+w.mark.text())).Want(200)
}

func (w *canaryWorld) hopes() {
	w.T.Helper()
	finB, finB2 := w.people["finB"], w.people["finB2"]
	finB.Upload(apptest.NegotiationBase+"AttachPaper", map[string]any{"buyerNegotiationId": w.row, "version": finB.RowVersion(w.row),
		"kind": "realname_consent"}, w.mark.text()+".pdf", []byte("%PDF-1.7 "+w.mark.text())).Want(200)
	finB2.Deed("RealNameConsent", w.row, nil).Want(200)
	finB.To(w.row, 1, 2, nil).Want(200)
	w.view(w.buyerB, "A", 2)
	w.talk(2)
	w.people["finA"].Upload(apptest.NegotiationBase+"AttachPaper",
		map[string]any{"buyerNegotiationId": w.row, "version": w.people["finA"].RowVersion(w.row), "kind": "owner_consent"}, w.mark.text()+".pdf",
		[]byte("%PDF-1.7 "+w.mark.text())).Want(200)
	w.looks("")
}

// looks lets B look into its buyer, with a note of its own, on a day that nothing else of the world has.
func (w *canaryWorld) looks(replaces string) string {
	w.T.Helper()
	values := map[string]any{"note": w.mark.text(), "finance": "concern"}
	for _, item := range []string{"law", "business", "owner", "funds", "record"} {
		values[item] = "good"
	}
	return w.people["finB"].Post("/api/Duty/RecordDuty", map[string]any{"companyId": w.buyerB, "kind": int(deal.DutyBuyerCheck), "record": 1,
		"performedOn": "2026-09-13", "values": values, "replaces": replaces}).Want(200).JSON()["dutyId"].(string)
}

// tells lets B tell A what it came to.
func (w *canaryWorld) tells(check string) {
	w.T.Helper()
	w.people["finB"].Post("/api/Duty/ReleaseBuyerReport", map[string]any{"buyerNegotiationId": w.row, "dutyId": check,
		"lookedBy": w.mark.text(), "line": w.mark.text()}).Want(200)
}

// looked is B's last look into its buyer.
func (w *canaryWorld) looked() string {
	w.T.Helper()
	return w.people["finB"].Get("/api/Duty/GetBuyerReport?buyerNegotiationId=" + w.row).Want(200).JSON()["dutyId"].(string)
}

// says lets A say to the owner that it shows him the report, or that there is none.
func (w *canaryWorld) says(what string) {
	w.T.Helper()
	w.people["finA"].Post("/api/Duty/RecordDuty", map[string]any{"buyerNegotiationId": w.row, "kind": int(deal.DutyBuyerReport), "record": 4,
		"performedOn": w.mark.past(), "values": map[string]any{"shown": what, "line": w.mark.text()}}).Want(200)
}

func (w *canaryWorld) asksOwner() {
	w.T.Helper()
	second := w.mark.mail()
	w.people["finA"].Deed("RequestOwnerConsent", w.row, map[string]any{"userId": w.personID, "ppapMailaddress": second}).Want(200)
	w.byLink("owner", w.inMail(apptest.KeyInMail.FindStringSubmatch, ""), w.inMail(apptest.PasscodeInMail.FindStringSubmatch, second), w.row)
}

func (w *canaryWorld) ownerSays(isApproval bool) {
	w.T.Helper()
	k := w.people["owner"]
	k.Post(apptest.NegotiationBase+"DecideOwnerConsentByKey", map[string]any{"key": k.key, "passcode": k.code, "isApproval": isApproval,
		"userName": w.mark.text(), "comment": w.mark.text()}).Want(200)
}

func (w *canaryWorld) approves() {
	w.T.Helper()
	w.people["finA"].Deed("NegotiationApprove", w.row, map[string]any{"isApproval": true}).Want(200)
	w.level(w.x, 4, sideB)
	w.view(w.buyerB, "A", 3)
	w.now.named[w.buyerB] = w.banks["A"]
	w.talk(3)
	finA, finB := w.people["finA"], w.people["finB"]
	// One document is disclosed to the buyer's side, one is not.
	for _, isGranted := range []bool{true, false} {
		d := finA.Upload(listing.DocumentPath+"UploadDocument", map[string]any{"sellerBusinessId": w.x, "kind": 1, "title": w.mark.text()},
			w.mark.text()+".pdf", []byte(apptest.Pdf+"\n% "+w.mark.text())).Want(200).JSON()
		if isGranted {
			id := d["documentId"].(string)
			finA.Post(listing.DocumentPath+"GrantDocument", map[string]any{"documentId": id, "version": d["version"], "buyerNegotiationId": w.row,
				"isDownload": true, "until": w.mark.date()}).Want(200)
			w.now.granted[id] = strings.Fields(sideB)
		}
	}
	finB.Milestone(w.row, deal.MilestoneTopInterview, map[string]any{"date": w.mark.date(), "note": w.mark.text()}).Want(200)
	finA.Milestone(w.row, deal.MilestoneIntent, map[string]any{"date": w.mark.date(), "amount": w.mark.number(),
		"note": w.mark.text()}).Want(200)
	finB.Confirm(w.row).Want(200)
}

func (w *canaryWorld) conditions() {
	w.T.Helper()
	finA, finB := w.people["finA"], w.people["finB"]
	finB.To(w.row, 3, 4, map[string]any{"comment": w.mark.text()}).Want(200)
	w.talk(4)
	finA.Milestone(w.row, deal.MilestoneBasicAgreement, map[string]any{"date": w.mark.past(), "until": w.mark.meanwhile()}).Want(200)
	finB.Confirm(w.row).Want(200)
	// A milestone that waits for confirmation is known to the two banks only, and so is the reason why
	// it was returned.
	finB.Milestone(w.row, deal.MilestoneIntent, map[string]any{"date": w.mark.date(), "amount": w.mark.number(),
		"note": w.mark.text()}).Want(200)
	finA.Deed("ReturnMilestone", w.row, map[string]any{"proposalId": finA.Proposals(w.row)[0]["proposalId"],
		"comment": w.mark.text()}).Want(200)
	finA.Milestone(w.row, deal.MilestoneBasicAgreement, map[string]any{"date": w.mark.past(), "until": w.mark.meanwhile(),
		"note": w.mark.text()}).Want(200)
}

// ends lets one side end the negotiation: levels fall, and the other side's messages are closed
// with the names.
func (w *canaryWorld) ends(by string, from int) {
	w.T.Helper()
	w.people[by].To(w.row, from, 9, map[string]any{"endReason": 1, "comment": w.mark.text()}).Want(200)
	w.over()
}

// over updates the expectations after an end: B's buyer is anonymous again; its bank still has the
// other buyer's negotiation.
func (w *canaryWorld) over() {
	clear(w.now.granted)
	w.level(w.x, 1, "buyB")
	w.level(w.x, 2, "finB finB2")
	w.view(w.buyerB, "A", 0)
	w.close("A", "B", 2)
	w.close("B", "A", 3)
}

func (w *canaryWorld) concludes() {
	w.T.Helper()
	finA, finB := w.people["finA"], w.people["finB"]
	finA.Milestone(w.row, deal.MilestoneContract, map[string]any{"date": w.mark.date(), "skips": []int{4}}).Want(200)
	finA.Milestone(w.row, deal.MilestoneClosing, map[string]any{"date": w.mark.date()}).Want(200)
	finB.Confirm(w.row).Want(200)
	finB.To(w.row, 4, 5, nil).Want(200)
	finA.To(w.row, 4, 5, nil).Want(200)
	// The rivals' negotiations are over; the listing remains visible as concluded for six months.
	w.level(w.x, 1, "rival")
	w.view(w.rival, "A", 0)
}
