package duty_test

import (
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Nobody but the bank that recorded it learns that there is a duty: to others each answer is what it is where there is none, and what it
// is for a record that does not exist.
func TestDutyTellsNobodyElse(t *testing.T) {
	worlds := [2]*apptest.Talks{}
	for i := range worlds {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		worlds[i] = w
		id := w.Hoped()
		if i == 1 {
			told := w.Newly(func() {
				record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyAntisocial, body{"sources": "police", "result": "hit", "note": "取引を断る"},
					nil).Want(200)
				record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyContactStop, asksNoContact, nil).Want(200)
				record(w.FinB, ofNegotiation(id), bf, deal.DutyContractRisk, nil, nil).Want(200)
			})
			apptest.WantMails(t, "nobody is mailed", told)
		}
		for _, o := range []of{ofCompany(w.BuyerB), ofNegotiation(id), {"sellerBusinessId", w.Listing}} {
			for _, c := range []*apptest.Caller{w.FinC, w.BuyB, w.Rival} {
				c.Get(o.query()).SameAs(c.Get(of{o.name, store.NewID()}.query()).Want(400))
				none := record(c, of{o.name, store.NewID()}, company, deal.DutyIdentity, nil, nil).Want(400)
				record(c, o, company, deal.DutyIdentity, nil, nil).SameAs(none)
			}
		}
		w.FinA.Get(ofCompany(w.BuyerB).query()).Want(400)
		w.FinB.Get(of{"sellerBusinessId", w.Listing}.query()).Want(400)
		// The seller's bank goes on as if nothing were.
		w.FinA.Get(ofNegotiation(id).query()).Want(200).HasNot(`"stopped"`, "取引を断る", "買手企業")
		key, passcode := w.OwnerKey(id)
		w.OwnerDecides(key, passcode, true).Want(200)
		w.FinA.Deed("NegotiationApprove", id, body{"isApproval": true}).Want(200)
		w.BuyB.Thread(id).Want(200).HasNot("確認事項", "反社")
		w.FinA.Thread(id).Want(200).HasNot("確認事項", "反社")
	}
	w := worlds[1]
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := w.SignInOffice("office@n.example.jp")
	office.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("duty", "確認事項")
	office.Get("/api/Office/ExportAuditList").Want(200).HasNot("duty", "確認事項")
}

// What stops a company stops each deed outward of its bank at once, and no other bank's; looked into anew, it goes on.
func TestDutyStops(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := asked(w)
	buyer := ofCompany(w.BuyerB)
	hit := record(w.FinB, buyer, company, deal.DutyAntisocial, body{"sources": "police", "result": "hit", "note": "警察に照会中"}, nil).
		Want(200).JSON()["dutyId"]
	wantState(w.FinB, buyer, deal.DutyAntisocial, "stopped")
	w.FinB.To(id, 1, 2, nil).Want(409).Has("外への操作を止めています").HasNot("該当", "反社")
	w.FinB.Get(ofNegotiation(id).query()).Want(200).Has(`"state":"stopped"`)
	w.FinB.Post(base+"WaiveDuty", body{"buyerNegotiationId": id, "kind": int(deal.DutyAntisocial), "gate": int(deal.GateRequest),
		"reason": "急ぐ"}).Want(409).Has("省略できる")
	// An end is always open.
	w.FinB.To(id, 1, 9, body{"endReason": int(deal.EndCompliance)}).Want(200)
	// Nobody lifts it alone.
	again := record(w.FinB, buyer, company, deal.DutyAntisocial, nil, body{"replaces": hit}).Want(200).JSON()["dutyId"]
	wantState(w.FinB, buyer, deal.DutyAntisocial, "waiting")
	w.FinB.Post(base+"ConfirmDuty", body{"dutyId": again}).Want(409)
	third := record(w.FinB, buyer, company, deal.DutyAntisocial, nil, body{"replaces": again}).Want(200).JSON()["dutyId"]
	wantState(w.FinB, buyer, deal.DutyAntisocial, "waiting")
	stopped := func() bool {
		var stops map[string][]int
		w.Read(func(q *store.Q) (err error) { stops, err = q.DutyStops(w.BID); return err })
		return len(stops[w.BuyerB]) > 0
	}
	w.FinB.Get(buyer.query()).Want(200).Has(`"stopped":"「確認事項」のため`)
	w.FinA.Get(ofNegotiation(id).query()).Want(200).HasNot(`"stopped"`)
	if !stopped() {
		t.Error("one user alone lifted what stops a company")
	}
	w.SecondB.Post(base+"ConfirmDuty", body{"dutyId": third}).Want(200)
	wantState(w.FinB, buyer, deal.DutyAntisocial, "done")
	if stopped() {
		t.Error("it goes on stopping")
	}
}

// A poisonous kind's contents are read by who wrote them and by approvers; colleagues see that it is done.
func TestDutyContentsAreClosed(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	buyer := ofCompany(w.BuyerB)
	made := record(w.FinB, buyer, company, deal.DutyBuyerCheck, nil, nil).Want(200).JSON()["dutyId"].(string)
	record(w.FinB, buyer, company, deal.DutyFee, nil, nil).Want(200)
	file := w.FinB.Upload(base+"AttachDutyFile", map[string]any{"dutyId": made}, "調査.txt", []byte("秘密の調査")).Want(200).JSON()["fileId"].(string)
	at := base + "DownloadDutyFile?dutyId=" + made + "&fileId=" + file
	w.SecondB.Get(buyer.query()).Want(200).Has(`"canRead":true`).HasNot("銀行の融資", "調査.txt", file)
	read(w.SecondB, made).Want(200).Has("銀行の融資", "調査.txt", file)
	w.SecondB.Get(at).Want(200).Has("秘密の調査")
	w.SecondB.Upload(base+"AttachDutyFile", map[string]any{"dutyId": made}, "追加.txt", []byte("x")).Want(409).Has("記録した本人だけ")
	w.Write(func(tx *store.Tx) error {
		u, err := tx.User(w.UserOf(w.SecondB).ID)
		if err != nil {
			return err
		}
		u.Approver = int(deal.ApproverWithdrawn)
		return tx.UpdateUser(u, "")
	})
	nothing := read(w.FinB, store.NewID()).Want(400)
	for _, c := range []*apptest.Caller{w.SecondB, w.FinA, w.FinC, w.BuyB} {
		read(c, made).SameAs(read(c, store.NewID())).HasNot("銀行の融資")
	}
	read(w.SecondB, made).Want(400).SameAs(nothing)
	read(w.FinB, made).Want(200).Has("銀行の融資")
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'duty_read' AND subject_id = ? AND result = 'ok'", made); n != 2 {
		t.Errorf("%d lines of those who read it", n)
	}
	w.SecondB.Get(buyer.query()).Want(200).Has(`"isClosed":true`, "5億円まで").HasNot("銀行の融資", "調査.txt", file)
	record(w.FinB, buyer, company, deal.DutyAntisocial, body{"sources": "police", "result": "hit", "note": "断る"}, nil).Want(200)
	if r := wantState(w.SecondB, buyer, deal.DutyAntisocial, "open"); r["stateLabel"] != "未完了" || r["values"] != nil {
		t.Errorf("%v", r)
	}
	w.SecondB.Get(at).Want(400)
	for _, c := range []*apptest.Caller{w.FinA, w.FinC, w.BuyB} {
		c.Get(at).SameAs(c.Get(base + "DownloadDutyFile?dutyId=" + store.NewID() + "&fileId=" + file).Want(400))
	}
	w.FinB.Get(base + "DownloadDutyFile?dutyId=" + store.NewID() + "&fileId=" + file).Want(400)
	if n := w.Count("SELECT count(*) FROM audit WHERE event IN ('duty_file', 'duty_download')"); n != 2 {
		t.Errorf("%d audit lines of the file", n)
	}
}

// A duty lapses on its day, and what a second user has to confirm counts when he did.
func TestDutyLapsesAndWaits(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	buyer := ofCompany(w.BuyerB)
	record(w.FinB, buyer, company, deal.DutyAntisocial, nil, nil).Want(200)
	if r := wantState(w.FinB, buyer, deal.DutyAntisocial, "done"); r["validUntil"] != "2027-05-21" {
		t.Errorf("%v", r["validUntil"])
	}
	listed := apptest.With(forms[deal.DutyListedBuyer], body{"result": "hit", "approval": "稟議 2026-118"})
	made := record(w.FinB, buyer, company, deal.DutyListedBuyer, listed, nil).Want(200).JSON()["dutyId"]
	wantState(w.FinB, buyer, deal.DutyListedBuyer, "waiting")
	confirm := func(c *apptest.Caller) apptest.Result { return c.Post(base+"ConfirmDuty", body{"dutyId": made}) }
	confirm(w.FinB).Want(409).Has("別の承認者")
	confirm(w.FinA).SameAs(w.FinA.Post(base+"ConfirmDuty", body{"dutyId": store.NewID()}).Want(400))
	confirm(w.SecondB).Want(200)
	confirm(w.SecondB).Want(409)
	if r := wantState(w.FinB, buyer, deal.DutyListedBuyer, "done"); r["confirmedBy"] != w.UserOf(w.SecondB).UserName {
		t.Errorf("%v", r)
	}
	w.Clock.Add(31 * 24 * time.Hour)
	again := w.SignIn("fin@b.example.jp")
	wantState(again, buyer, deal.DutyListedBuyer, "expired")
	wantState(again, buyer, deal.DutyAntisocial, "done")
}

// What is 必須 is let pass by a second user with the reason that the first one wrote, for one step of one deal.
func TestDutyIsWaived(t *testing.T) {
	p := apptest.NewPlatform(t)
	gates(p, map[string]int{"gateBuyerCheckRequest": 2, "gateFeeRequest": 2})
	w := apptest.NewTalks(p)
	id := asked(w)
	waive := func(c *apptest.Caller, k deal.DutyKind, reason string) apptest.Result {
		return c.Post(base+"WaiveDuty", body{"buyerNegotiationId": id, "kind": int(k), "gate": int(deal.GateRequest), "reason": reason})
	}
	decide := func(c *apptest.Caller, waiver any, confirms bool) apptest.Result {
		return c.Post(base+"DecideDutyWaiver", body{"waiverId": waiver, "isConfirm": confirms})
	}
	waive(w.FinB, deal.DutyBuyerCheck, "").Want(422).Has("省略する理由")
	waive(w.FinB, deal.DutyIdentity, "要らない").Want(409)
	waive(w.FinA, deal.DutyBuyerCheck, "よその銀行").Want(409)
	waive(w.FinC, deal.DutyBuyerCheck, "よその銀行").Want(400)
	waiver := waive(w.FinB, deal.DutyBuyerCheck, "先月まで融資で調べていた").Want(200).JSON()["waiverId"]
	waive(w.SecondB, deal.DutyBuyerCheck, "二度目").Want(200).Has(waiver.(string))
	w.FinB.To(id, 1, 2, nil).Want(409).Has("買手調査", "手数料")
	decide(w.FinB, waiver, true).Want(409).Has("別の承認者")
	decide(w.FinA, waiver, true).SameAs(decide(w.FinA, store.NewID(), true).Want(400))
	decide(w.SecondB, waiver, true).Want(200)
	decide(w.SecondB, waiver, false).Want(409)
	w.FinB.To(id, 1, 2, nil).Want(409).Has("手数料").HasNot("買手調査")
	refused := waive(w.FinB, deal.DutyFee, "口頭で説明した").Want(200).JSON()["waiverId"]
	decide(w.SecondB, refused, false).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(409).Has("手数料")
	record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyFee, nil, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	if n := w.Count("SELECT count(*) FROM audit WHERE subject_kind = 'duty_waiver' AND detail LIKE 'hash=%'"); n != 4 {
		t.Errorf("%d audit lines", n)
	}
	// Another deal of the same buyer has to have it.
	if got := w.Count("SELECT count(*) FROM duty_waiver WHERE record_kind = 3"); got != 2 {
		t.Errorf("%d waivers", got)
	}
}

// What has begun keeps the gates of its beginning.
func TestGatesCountFromTheBeginning(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := asked(w)
	w.Clock.Add(time.Minute)
	gates(w.Platform, map[string]int{"gateBuyerCheckRequest": 2, "gateFeePublish": 2})
	w.FinB.Get(ofNegotiation(id).query()).Want(200).Has(`"levelLabel":"警告"`).HasNot(`"levelLabel":"必須"`)
	w.FinB.To(id, 1, 2, nil).Want(200)
	if strings.Contains(w.FinA.Get(of{"sellerBusinessId", w.Listing}.query()).Want(200).Body, `"level":2`) {
		t.Error("a listing that was published before owes what came later")
	}
}

// In a bank that shows deals to their teams alone a colleague learns of no duty, and who only looks records none.
func TestDutyOfATeam(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	buyer := ofCompany(w.BuyerB)
	listed := apptest.With(forms[deal.DutyListedBuyer], body{"result": "hit", "approval": "1"})
	made := record(w.FinB, buyer, company, deal.DutyListedBuyer, listed, nil).Want(200).JSON()["dutyId"]
	w.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(w.BID, true) })
	none := func(o of) of { return of{o.name, store.NewID()} }
	for _, o := range []of{buyer, ofNegotiation(id)} {
		w.SecondB.Get(o.query()).SameAs(w.SecondB.Get(none(o).query()).Want(400))
	}
	confirm := func() apptest.Result { return w.SecondB.Post(base+"ConfirmDuty", body{"dutyId": made}) }
	confirm().SameAs(w.SecondB.Post(base+"ConfirmDuty", body{"dutyId": store.NewID()}).Want(400))
	member := func(role store.TeamRole) {
		w.Write(func(tx *store.Tx) error { return tx.AddTeamMember(w.BuyerB, w.UserOf(w.SecondB).ID, role, "") })
	}
	member(store.TeamReader)
	w.SecondB.Get(buyer.query()).Want(200)
	confirm().Want(400)
	record(w.SecondB, buyer, company, deal.DutyIdentity, nil, nil).Want(400)
	member(store.TeamApprover)
	record(w.SecondB, buyer, company, deal.DutyIdentity, nil, nil).Want(400)
	confirm().Want(200)
}
