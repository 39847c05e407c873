package app_test

import (
	"fmt"
	"net/url"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// duties are what A recorded: of its seller, with a file; of its buyer, which waits for a second user; and a waiver that waits.
func (w *accessWorld) duties() {
	w.T.Helper()
	record := func(id string, kind deal.DutyKind, values map[string]any) string {
		return w.FinA.Post("/api/Duty/RecordDuty", map[string]any{"companyId": id, "kind": int(kind), "record": 1, "performedOn": "2026-11-20",
			"values": values}).Want(200).JSON()["dutyId"].(string)
	}
	own := map[string]string{"own": inA}
	seller := record(w.Seller, deal.DutyAntisocial, map[string]any{"sources": "own", "result": "clear"})
	w.objects["sellerDuty"] = []object{{"own", seller, own}}
	w.dutyFile = w.FinA.Upload("/api/Duty/AttachDutyFile", map[string]any{"dutyId": seller}, "照会.pdf", []byte("%PDF-1.7 x")).Want(200).
		JSON()["fileId"].(string)
	look := map[string]any{}
	for _, item := range []string{"finance", "law", "business", "owner", "funds", "record"} {
		look[item] = "good"
	}
	w.buyerLook = w.FinB.Post("/api/Duty/RecordDuty", map[string]any{"companyId": w.BuyerB, "kind": int(deal.DutyBuyerCheck), "record": 1,
		"performedOn": "2026-11-20", "values": look}).Want(200).JSON()["dutyId"].(string)
	for _, o := range w.objects["negotiation"] {
		if o.relation == "counterparty asks for the names" || o.relation == "counterparty after the names" {
			o.sets["looked"] = "finB"
		}
	}
	w.objects["waitingDuty"] = []object{{"own", record(w.BuyerA, deal.DutyListedBuyer, map[string]any{"takesPart": "looked",
		"listDate": "2026-11-20", "lookedUp": "name", "result": "hit", "approval": "稟議 1"}), own}}
	w.Write(func(tx *store.Tx) error {
		l, err := tx.Listing(store.Viewer{UserID: w.user["finA"], InstitutionID: w.AID}, w.Listing)
		if err != nil {
			return err
		}
		waiver := &store.DutyWaiver{InstitutionID: w.AID, Kind: int(deal.DutyFee), Gate: int(deal.GatePublish), Of: store.InChargeOfListing,
			RecordSeq: l.Seq, Reason: "口頭で説明した"}
		err = tx.CreateDutyWaiver(waiver, w.user["finA"])
		w.objects["waiver"] = []object{{"own", waiver.ID, own}}
		if err != nil {
			return err
		}
		after := w.objects["negotiation"][3] // after the names
		record, err := tx.OwnRecord(store.Viewer{UserID: w.user["finA"], InstitutionID: w.AID}, store.InChargeOfSF, after.id)
		if err != nil {
			return err
		}
		broken := &store.Duty{InstitutionID: w.AID, Kind: int(deal.DutyAftercare), Of: record.Of, RecordSeq: record.Seq,
			Result: int(deal.DutyOpen), PerformedOn: "2026-11-20", Content: `{"guarantee":"broken","note":"解除されていない"}`}
		err = tx.CreateDuty(broken, w.user["finA"])
		w.objects["aftercare"] = []object{{"own", broken.ID, own}}
		return err
	})
}

// dutyTexts is a text of A's administrator's own, of a kind that no other row records.
func (w *accessWorld) dutyTexts() {
	w.T.Helper()
	fad := &apptest.Caller{P: w.Platform, Token: w.tokens["FAD"]}
	id := fad.Post("/api/Office/SaveDutyText", ownRisks(0)).Want(200).JSON()["textId"].(string)
	w.objects["dutyText"] = []object{{"own", id, map[string]string{"own": inA, "admin": "FAD"}}}
}

// ownRisks is a version of an institution's own points of a contract, as a body.
func ownRisks(version int) map[string]any {
	return map[string]any{"kind": int(deal.DutyContractRisk), "version": version, "title": "最終契約の注意点", "reason": "自機関の言葉にした",
		"itemList": []map[string]any{{"key": "warranty", "heading": "表明保証", "text": fmt.Sprint("賠償の上限と期間を確かめます。", version), "scope": 0}}}
}

// addDuties adds the calls of duties: of a company, of a listing and of the own side of a negotiation.
func addDuties(add func(p []probe, calls ...string)) {
	const path = "/api/Duty/"
	add([]probe{{of: "seller", set: "persons", query: idIn("companyId")}, {of: "listing", set: "charge", query: idIn("sellerBusinessId")},
		{of: "negotiation", set: "banks", query: idIn("buyerNegotiationId")}}, "GET "+path+"GetDuties")
	done := map[string]any{"kind": int(deal.DutyIdentity), "record": 1, "performedOn": "2026-11-20", "values": map[string]any{"owner": "yes"}}
	add([]probe{{of: "seller", set: "persons", body: bodyID("companyId", done)},
		{of: "listing", set: "charge", body: bodyID("sellerBusinessId", done)},
		{of: "negotiation", set: "banks", body: bodyID("buyerNegotiationId", done)}}, "POST "+path+"RecordDuty")
	add([]probe{{of: "waitingDuty", set: "own", body: bodyID("dutyId", nil)}}, "POST "+path+"ConfirmDuty")
	add([]probe{{of: "sellerDuty", set: "own", form: true, body: bodyID("dutyId", nil)}}, "POST "+path+"AttachDutyFile")
	add([]probe{{of: "sellerDuty", set: "own", query: func(x *probing) url.Values {
		return url.Values{"dutyId": {x.id}, "fileId": {x.w.dutyFile}}
	}}}, "GET "+path+"DownloadDutyFile")
	add([]probe{{of: "sellerDuty", set: "own", query: idIn("dutyId")}}, "GET "+path+"ReadDuty")
	add([]probe{{of: "negotiation", set: "looked", query: idIn("buyerNegotiationId")}}, "GET "+path+"PreviewBuyerReport")
	add([]probe{{of: "dutyText", set: "own", query: idIn("textId")}}, "GET "+path+"GetDutyText")
	add([]probe{{of: "dutyText", set: "admin", query: idIn("textId")}}, "GET /api/Office/GetDutyText")
	add(plain, "GET /api/Office/GetDutyTexts")
	add([]probe{{body: body(ownRisks(1))}}, "POST /api/Office/SaveDutyText")
	add([]probe{{of: "aftercare", set: "own", query: idIn("dutyId")}}, "GET "+path+"DraftAftercareReport")
	add([]probe{{of: "negotiation", set: "banks", query: idIn("buyerNegotiationId")}}, "GET "+path+"GetBuyerReport")
	add([]probe{{of: "negotiation", set: "bf", body: bodyID("buyerNegotiationId", map[string]any{"dutyId": "x", "lookedBy": "銀行 湊"})}},
		"POST "+path+"ReleaseBuyerReport")
	waived := map[string]any{"kind": int(deal.DutyFee), "gate": int(deal.GatePublish), "reason": "口頭で説明した"}
	add([]probe{{of: "listing", set: "charge", body: bodyID("sellerBusinessId", waived)},
		{of: "negotiation", set: "banks", body: bodyID("buyerNegotiationId", waived)}}, "POST "+path+"WaiveDuty")
	add([]probe{{of: "waiver", set: "own", body: bodyID("waiverId", map[string]any{"isConfirm": true})}}, "POST "+path+"DecideDutyWaiver")
}

// waivedDuty asks for the request of a draft's approval without what its seller's bank must have recorded.
func waivedDuty(x *probing) exchange {
	x.p.Write(func(tx *store.Tx) error {
		return tx.AddPeriods(0, map[string]int{"gateFeePublish": int(deal.GateMust)}, "")
	})
	for _, o := range x.w.objects["listing"] {
		if o.relation == "own draft" {
			return exchange{caller: "finA", on: o.relation, body: map[string]any{"sellerBusinessId": o.id,
				"kind": int(deal.DutyFee), "gate": int(deal.GatePublish), "reason": "口頭で説明した"}}
		}
	}
	return exchange{caller: "finA"}
}

// toldReport tells A what B's look into its buyer came to.
func toldReport(x *probing) exchange {
	const on = "counterparty asks for the names"
	return exchange{caller: "finB", on: on, body: map[string]any{"buyerNegotiationId": x.w.object("negotiation", on), "dutyId": x.w.buyerLook,
		"lookedBy": "蒼陵銀行 湊"}}
}
