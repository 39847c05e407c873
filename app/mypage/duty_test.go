package mypage_test

import (
	"testing"
	"time"

	"tsunagu/app/apptest"
)

// A first screen tells of a duty that waits for its user, and of one that lapses, before it does; nobody else's does.
func TestDutyTasks(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.Started() // while the buyer negotiates a look at the list has to be a new one
	record := func(kind int, values map[string]any) {
		t.Helper()
		w.FinB.Post("/api/Duty/RecordDuty", map[string]any{"companyId": w.BuyerB, "kind": kind, "record": 1, "performedOn": "2026-11-21",
			"values": values}).Want(200)
	}
	desk := func(c *apptest.Caller) apptest.Result { t.Helper(); return c.Get("/api/MyPage/GetDesk").Want(200) }
	record(4, map[string]any{"takesPart": "looked", "listDate": "2026-11-20", "lookedUp": "name", "result": "hit", "approval": "稟議 1"})
	const confirm, lapses = "確認事項（特定事業者リスト照会）を、二人目として確認する", "期限が近い確認事項（特定事業者リスト照会）"
	desk(w.SecondB).Has(confirm, `"place":"buyer"`, w.BuyerB).HasNot(lapses)
	for _, c := range []*apptest.Caller{w.FinB, w.FinA, w.FinC} { // who recorded it is not its second user
		desk(c).HasNot("確認事項")
	}
	row := w.SecondB.Get("/api/Duty/GetDuties?companyId=" + w.BuyerB).Want(200).JSON()["dutyList"].([]any)
	for _, x := range row {
		if id, ok := x.(map[string]any)["dutyId"]; ok {
			w.SecondB.Post("/api/Duty/ConfirmDuty", map[string]any{"dutyId": id}).Want(200)
		}
	}
	desk(w.SecondB).HasNot("確認事項")
	w.Clock.Add(16 * 24 * time.Hour)
	again, other := w.SignIn("fin@b.example.jp"), w.SignIn("fin@a.example.jp")
	desk(again).Has(lapses, `"kind":"duty"`, `"due":"2026-12-21"`)
	desk(other).HasNot("確認事項")
	w.Clock.Add(16 * 24 * time.Hour)
	desk(w.SignIn("fin@b.example.jp")).Has("期限が切れた確認事項（特定事業者リスト照会）")
}

// A report that came is a task of the seller's bank until it has said what the owner is told, and nobody else's.
func TestReportTask(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	id := w.Hoped()
	desk := func(c *apptest.Caller) apptest.Result { t.Helper(); return c.Get("/api/MyPage/GetDesk").Want(200) }
	const task = "届いた買手調査の報告を見て、売手に伝えることを記録する"
	before := [2]apptest.Result{desk(w.FinB), desk(w.FinC)}
	values := map[string]any{}
	for _, item := range []string{"finance", "law", "business", "owner", "funds", "record"} {
		values[item] = "good"
	}
	without := desk(w.FinA)
	check := w.FinB.Post("/api/Duty/RecordDuty", map[string]any{"companyId": w.BuyerB, "kind": 3, "record": 1, "performedOn": "2026-11-21",
		"values": values}).Want(200).JSON()["dutyId"]
	desk(w.FinA).SameAs(without).HasNot(task)
	w.FinB.Post("/api/Duty/ReleaseBuyerReport", map[string]any{"buyerNegotiationId": id, "dutyId": check, "lookedBy": "蒼陵銀行 湊"}).Want(200)
	desk(w.FinA).Has(task, `"kind":"duty"`, id)
	desk(w.FinB).SameAs(before[0])
	desk(w.FinC).SameAs(before[1])
	w.FinA.Post("/api/Duty/RecordDuty", map[string]any{"buyerNegotiationId": id, "kind": 14, "record": 4, "performedOn": "2026-11-21",
		"values": map[string]any{"shown": "show"}}).Want(200)
	desk(w.FinA).SameAs(without)
}
