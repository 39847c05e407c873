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

// secret is the note of a look into a buyer, which no report holds.
const secret = "資金は銀行の融資による"

func reportOf(id string) string { return base + "GetBuyerReport?buyerNegotiationId=" + id }

// An owner who says yes on paper is told of the report, too: his bank does not record it while it owes that.
func TestReportHoldsBackAPaper(t *testing.T) {
	p := apptest.NewPlatform(t)
	gates(p, map[string]int{"gateBuyerReportAsk": 2})
	w := apptest.NewTalks(p)
	id := w.Hoped()
	attach := func() apptest.Result {
		return w.FinA.Upload(apptest.NegotiationBase+"AttachPaper", body{"buyerNegotiationId": id, "version": w.FinA.RowVersion(id),
			"kind": store.PaperOwnerConsent}, "承諾書.pdf", []byte("%PDF-1.7 signed"))
	}
	agree := func() apptest.Result { return w.SecondA.Deed("RecordOwnerConsent", id, body{"isApproval": true}) }
	attach().Want(409).Has("買手調査の報告（未実施）")
	agree().Want(409).Has("買手調査の報告（未実施）")
	w.FinB.Get(ofNegotiation(id).query()).Want(200).HasNot("買手調査の報告")
	says(w, id, "none", "電話で話しました。", nil).Want(200)
	attach().Want(200)
	agree().Want(200)
	if v := w.FinA.Row(id)["owner"].(body); v["status"] != 2.0 || v["isPaper"] != true {
		t.Errorf("owner: %v", v)
	}
}

// looked records the look into buyer B.
func looked(w *apptest.Talks, values body) string {
	w.T.Helper()
	last, _ := row(w.FinB, ofCompany(w.BuyerB), deal.DutyBuyerCheck)["dutyId"].(string)
	return record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyBuyerCheck, apptest.With(forms[deal.DutyBuyerCheck], values),
		body{"replaces": last}).Want(200).JSON()["dutyId"].(string)
}

func previewOf(c *apptest.Caller, id string) apptest.Result {
	c.P.T.Helper()
	return c.Get(base + "PreviewBuyerReport?buyerNegotiationId=" + id)
}

// release tells what stands in the caller's preview.
func release(c *apptest.Caller, id string, changes body) apptest.Result {
	c.P.T.Helper()
	page := c.Get(reportOf(id)).Want(200).JSON()
	in := body{"buyerNegotiationId": id, "dutyId": page["dutyId"], "line": "決算書と登記で確かめた。"}
	if in["dutyId"] == nil {
		in["dutyId"] = ""
	}
	if told := page["reportList"].([]any); len(told) > 0 {
		in["replaces"] = told[0].(body)["reportId"]
	}
	in["lookedBy"] = "霧晴銀行 湊"
	if p := previewOf(c, id); p.Status == 200 {
		in["lookedBy"] = p.JSON()["lookedBy"]
	}
	return c.Post(base+"ReleaseBuyerReport", apptest.With(in, changes))
}

// says is what the seller's bank says to the owner.
func says(w *apptest.Talks, id, what, line string, changes body) apptest.Result {
	return record(w.FinA, ofNegotiation(id), sf, deal.DutyBuyerReport, body{"shown": what, "line": line}, changes)
}

func ownerReads(w *apptest.Talks, key, passcode string) apptest.Result {
	return w.Visitor().Post(apptest.NegotiationBase+"GetOwnerConsentByKey", body{"key": key, "passcode": passcode})
}

// What the buyer's bank tells reaches the seller's bank, and by it the owner: who, when, into what and the class, and never a word more.
func TestReportReachesTheOwner(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Started()
	check := looked(w, nil)
	w.FinB.Upload(base+"AttachDutyFile", map[string]any{"dutyId": check}, "内部調査.txt", []byte("内部の調査")).Want(200)
	record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyAntisocial, body{"sources": "police", "result": "look", "note": "同姓同名の確認中"}, nil).
		Want(200)
	w.FinB.Get(reportOf(id)).Want(200).Has("実名交渉を申請したあと").HasNot(`"dutyId"`)
	previewOf(w.FinB, id).Want(400)
	release(w.FinB, id, body{"dutyId": check}).Want(409).Has("実名交渉を申請したあと")
	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	w.FinB.Get(reportOf(id)).Want(200).Has(`"isBuyerSide":true`, check).HasNot("気になる点あり", "資金の見込み")
	for _, c := range []*apptest.Caller{w.FinA, w.FinC, w.BuyB} {
		previewOf(c, id).SameAs(previewOf(c, store.NewID())).HasNot("気になる点あり")
	}
	preview := previewOf(w.FinB, id).Want(200).Has(`"performedOn":"`+today, "気になる点あり", check).
		HasNot(secret, "同姓同名", "内部調査", "反社").JSON()
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'duty_read' AND subject_id = ?", check); n != 1 {
		t.Errorf("%d lines of who read the classes", n)
	}
	by := preview["lookedBy"].(string)
	if len(preview["itemList"].([]any)) != 6 || !strings.Contains(by, w.UserOf(w.FinB).UserName) {
		t.Errorf("%v", preview)
	}
	told := w.Newly(func() { release(w.FinB, id, nil).Want(200) })
	apptest.WantMails(t, "nobody is mailed: the office reads the kinds of mails", told)
	page := w.FinA.Get(reportOf(id)).Want(200).Has(by, "決算書と登記", "気になる点あり", "資金の見込み").
		HasNot(secret, "同姓同名", "内部調査", "反社", check, `"notRelease"`)
	if page.JSON()["isBuyerSide"] != false {
		t.Errorf("%v", page.Body)
	}
	says(w, id, "show", "訪問のときに説明します。", nil).Want(200)
	key, passcode := w.OwnerKey(id)
	read := ownerReads(w, key, passcode).Want(200).Has(by, "決算書と登記", "訪問のときに説明します。", `"resultLabel":"気になる点あり"`,
		`"performedOn":"`+today+`"`).HasNot(secret, "同姓同名", "内部調査", "反社", check, "isReplaced")
	if items := read.JSON()["buyerReport"].(body)["report"].(body)["itemList"].([]any); len(items) != 6 {
		t.Errorf("%v", items)
	}
	for _, c := range []*apptest.Caller{w.BuyB, w.Rival} {
		if all := w.EverythingOf(c, id); strings.Contains(all, "決算書と登記") || strings.Contains(all, "買手調査") {
			t.Error("a buyer reads of it")
		}
	}
	if n := w.Count("SELECT count(*) FROM audit a JOIN buyer_report r ON r.id = a.subject_id WHERE a.event = 'buyer_report_released' AND " +
		"a.detail = 'hash=' || r.hash"); n != 1 {
		t.Errorf("%d audit lines", n)
	}
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := w.SignInOffice("office@n.example.jp")
	for _, path := range []string{"/api/Office/GetAuditList?limit=100", "/api/Office/ExportAuditList", "/api/Office/GetCodes"} {
		answer := office.Get(path).Want(200)
		if path != "/api/Office/GetCodes" {
			answer.HasNot("buyer_report", "買手調査")
		}
	}
}

// Where there is no report the owner reads that openly: where his bank said so, and where it said nothing.
func TestNoReportIsSaidOpenly(t *testing.T) {
	p := apptest.NewPlatform(t)
	gates(p, map[string]int{"gateBuyerReportAsk": 2})
	w := apptest.NewTalks(p)
	id := w.Hoped()
	ask := func() apptest.Result {
		return w.FinA.Deed("RequestOwnerConsent", id, body{"userId": w.PersonID, "ppapMailaddress": "second@canary.example.co.jp"})
	}
	ask().Want(409).Has("買手調査の報告（未実施）")
	w.FinB.Get(ofNegotiation(id).query()).Want(200).HasNot("買手調査の報告")
	says(w, id, "show", "", nil).Want(422).Has("values.shown", "まだありません")
	made := says(w, id, "none", "電話で話します。", nil).Want(200).JSON()["dutyId"].(string)
	key, passcode := w.OwnerKey(id)
	read := ownerReads(w, key, passcode).Want(200).Has("電話で話します。").JSON()["buyerReport"].(body)
	if read["report"] != nil || read["isReplaced"] != nil {
		t.Errorf("%v", read)
	}
	// A report that comes later makes what was said untrue: the bank looks at it before it asks again.
	looked(w, nil)
	release(w.FinB, id, nil).Want(200)
	wantState(w.FinA, ofNegotiation(id), deal.DutyBuyerReport, "open")
	ask().Want(409).Has("買手調査の報告（確認中）")
	says(w, id, "none", "", body{"replaces": made}).Want(422).Has("報告が届いています")
	if read := ownerReads(w, key, passcode).Want(200).JSON()["buyerReport"].(body); read["report"] != nil {
		t.Errorf("his bank did not show it: %v", read)
	}
	made = says(w, id, "show", "", body{"replaces": made}).Want(200).JSON()["dutyId"].(string)
	wantState(w.FinA, ofNegotiation(id), deal.DutyBuyerReport, "done")
	ownerReads(w, key, passcode).Want(200).Has("決算書と登記")
	// And one that takes the place of what he reads is not shown by itself; he reads that there is one.
	looked(w, body{"funds": "good", "note": ""})
	release(w.FinB, id, body{"line": "資金も確かめた。"}).Want(200)
	ownerReads(w, key, passcode).Want(200).Has("決算書と登記", `"isReplaced":true`).HasNot("資金も確かめた")
	says(w, id, "show", "", body{"replaces": made}).Want(200)
	ownerReads(w, key, passcode).Want(200).Has("資金も確かめた", `"resultLabel":"問題なし"`).HasNot("決算書と登記", "isReplaced")
	w.OwnerDecides(key, passcode, true).Want(200)
	w.FinA.Get(ofNegotiation(id).query()).Want(200).HasNot("売手への実名交渉の確認依頼")

	other := apptest.NewTalks(apptest.NewPlatform(t))
	id = other.Hoped()
	looked(other, nil)
	release(other.FinB, id, nil).Want(200)
	key, passcode = other.OwnerKey(id)
	if read := ownerReads(other, key, passcode).Want(200).HasNot("決算書").JSON()["buyerReport"].(body); len(read) != 0 {
		t.Errorf("%v", read)
	}
}

// A report is drawn from a look into the buyer that counts today, by who may read it, while the deal goes on.
func TestReportIsRefused(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	refused := func(c *apptest.Caller, why string) {
		t.Helper()
		c.Get(reportOf(id)).Want(200).Has(why).HasNot(`"dutyId"`)
		previewOf(c, id).Want(400).HasNot(`"itemList"`)
		release(c, id, nil).Want(409).Has(why)
	}
	refused(w.FinB, "まだ記録されていません")
	looked(w, body{"law": "none"})
	refused(w.FinB, "まだ調べていない項目")
	looked(w, nil)
	for _, x := range []struct {
		field string
		with  body
	}{{"lookedBy", body{"lookedBy": " "}}, {"lookedBy", body{"lookedBy": strings.Repeat("長", 101)}}, {"line", body{"line": "一行目\n二行目"}},
		{"line", body{"line": strings.Repeat("長", 201)}}, {"line", body{"line": "反社会的勢力の照会も済み"}}, {"line", body{"line": "特定事業者リストに該当なし"}}} {
		release(w.FinB, id, x.with).Want(422).Has(`"field":"` + x.field + `"`)
	}
	w.Write(func(tx *store.Tx) error {
		u, err := tx.User(w.UserOf(w.SecondB).ID)
		if err != nil {
			return err
		}
		u.Approver = int(deal.ApproverWithdrawn)
		return tx.UpdateUser(u, "")
	})
	w.SecondB.Get(reportOf(id)).Want(200).Has("記録した人と承認者").HasNot("気になる", "資金")
	release(w.SecondB, id, nil).Want(409).Has("記録した人と承認者")
	// To everybody else it is a negotiation that does not exist.
	none := store.NewID()
	for _, c := range []*apptest.Caller{w.FinC, w.BuyB, w.Rival} {
		c.Get(reportOf(id)).SameAs(c.Get(reportOf(none)).Want(400))
	}
	send := func(c *apptest.Caller, id string) apptest.Result {
		return c.Post(base+"ReleaseBuyerReport", body{"buyerNegotiationId": id, "dutyId": store.NewID(), "lookedBy": "銀行"})
	}
	for _, c := range []*apptest.Caller{w.FinA, w.FinC, w.BuyB, w.Rival} {
		send(c, id).SameAs(send(c, none).Want(400))
	}
	// What stops the company stops this, too.
	hit := record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyAntisocial, body{"sources": "police", "result": "hit", "note": "断る"}, nil).
		Want(200).JSON()["dutyId"]
	refused(w.FinB, "外への操作を止めています")
	made := record(w.FinB, ofCompany(w.BuyerB), company, deal.DutyAntisocial, nil, body{"replaces": hit}).Want(200).JSON()["dutyId"]
	w.Write(func(tx *store.Tx) error { return tx.ConfirmDuty(made.(string), w.UserOf(w.SecondB).ID) })
	release(w.FinB, id, nil).Want(200)
	w.Clock.Add(370 * 24 * time.Hour)
	w.FinB, w.FinA = w.SignIn("fin@b.example.jp"), w.SignIn("fin@a.example.jp")
	refused(w.FinB, "期限が切れています")
	w.FinA.Get(reportOf(id)).Want(200).Has("決算書と登記")
	// With the buyer's name the report closes for the seller's bank; the buyer's keeps what it told.
	w.FinB.To(id, 2, 9, body{"endReason": int(deal.EndCompliance)}).Want(200)
	w.FinA.Get(reportOf(id)).Want(200).Has(`"reportList":[]`).HasNot("決算書")
	w.FinB.Get(reportOf(id)).Want(200).Has("決算書と登記", "実名交渉を申請したあと")
	if n := w.Count("SELECT count(*) FROM buyer_report"); n != 1 {
		t.Errorf("%d reports", n)
	}
	w.Write(func(tx *store.Tx) error { return tx.ForgetNegotiation(id) })
	if n := w.Count("SELECT count(*) FROM buyer_report"); n != 0 {
		t.Errorf("%d reports of a negotiation that is gone", n)
	}
}

// One form tells once; of two tabs the second is told that something has changed, also where the look itself was recorded anew.
func TestReportOnce(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	check := looked(w, nil)
	key := body{"requestKey": store.NewID()}
	first := release(w.FinB, id, key).Want(200).JSON()["reportId"].(string)
	release(w.FinB, id, key).Want(200).Has(first)
	release(w.FinB, id, body{"replaces": ""}).Want(409).Has("他の担当者が先に更新しました")
	looked(w, nil)
	release(w.SecondB, id, body{"dutyId": check}).Want(409).Has("他の担当者が先に更新しました")
	results := apptest.Together(6, func(int) apptest.Result { return release(w.SecondB, id, body{"replaces": first}) })
	made := 0
	for _, r := range results {
		if r.Status == 200 {
			made++
		}
	}
	if list := w.FinA.Get(reportOf(id)).Want(200).JSON()["reportList"].([]any); made != 1 || len(list) != 2 ||
		list[1].(body)["reportId"] != first {
		t.Errorf("%d of six at once, %v", made, list)
	}
	if err := w.App.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.CreateBuyerReport(&store.BuyerReport{NegotiationID: id, Items: "{}"}, "")
	}); err == nil {
		t.Error("a second first report")
	}
}

// The seller's bank does not learn whether the buyer's has looked before it tells, nor the buyer's bank what the owner was told.
func TestReportTellsNothingBefore(t *testing.T) {
	told := [2][]apptest.Result{}
	for i := range told {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		id := w.Hoped()
		if i == 1 {
			looked(w, nil)
		}
		read := func(r apptest.Result) { told[i] = append(told[i], r) }
		read(w.FinA.Get(reportOf(id)).Want(200))
		read(says(w, id, "show", "", nil).Want(422))
		read(w.BuyB.Get(reportOf(id)).Want(400))
		if row := row(w.FinA, ofNegotiation(id), deal.DutyBuyerReport); row["state"] != "missing" {
			t.Errorf("%v", row)
		}
		looked(w, nil)
		release(w.FinB, id, nil).Want(200)
		before := w.FinB.Get(reportOf(id)).Want(200)
		if i == 1 {
			says(w, id, "show", "見せる", nil).Want(200)
			key, passcode := w.OwnerKey(id)
			ownerReads(w, key, passcode).Want(200).Has("見せる")
		}
		w.FinB.Get(reportOf(id)).SameAs(before)
		w.FinB.Get(ofNegotiation(id).query()).Want(200).HasNot("買手調査の報告", "見せる")
	}
	for i := range told[0] {
		told[0][i].SameAs(told[1][i])
	}
}
