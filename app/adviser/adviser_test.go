package adviser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const office = "/api/Office/"

type body = map[string]any

// bank is a network in which banks A and B have administrators.
type bank struct {
	*apptest.Talks
	Admin, AdminB *apptest.Caller
}

func newBank(t *testing.T) *bank {
	w := &bank{Talks: apptest.NewTalks(apptest.NewPlatform(t))}
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	w.User(deal.RoleFAD, w.BID, "admin@b.example.jp")
	w.Admin, w.AdminB = w.SignInOffice("admin@a.example.jp"), w.SignInOffice("admin@b.example.jp")
	return w
}

func (w *bank) fin() string { return w.UserOf(w.FinA).ID }

func profile(user string, version int, changes body) body {
	return apptest.With(body{"userId": user, "version": version, "qualification": "M&Aシニアエキスパート", "registrationNumber": "第123号",
		"since": "2018-04", "dealCount": 5, "training": "M&A支援実務研修", "trainedOn": "2026-06-01"}, changes)
}

func table(changes body) body {
	return apptest.With(body{"version": 0, "name": "標準", "base": 1, "stepList": []body{{"upTo": 500_000, "rate": 500},
		{"upTo": nil, "rate": 400}}, "minimum": 5000, "retainer": 1000, "monthly": 0, "interim": 0, "interimShare": 10,
		"isRetainerDeducted": true, "isInterimDeducted": true, "deductedNote": ""}, changes)
}

func rows(r apptest.Result, name string) (out []body) {
	r.T.Helper()
	for _, x := range r.Want(200).JSON()[name].([]any) {
		out = append(out, x.(body))
	}
	return out
}

func of(rows []body, user string) body {
	for _, r := range rows {
		if r["userId"] == user {
			return r
		}
	}
	return nil
}

// A profile has versions: a second click writes none, a stale screen is refused, and the years follow from the month.
func TestAdviserProfile(t *testing.T) {
	w := newBank(t)
	list := func() []body { return rows(w.Admin.Get(office+"GetAdvisers"), "adviserList") }
	save := func(in body) apptest.Result { return w.Admin.Post(office+"SaveAdviser", in) }
	if r := of(list(), w.fin()); r["version"] != 0.0 || r["qualification"] != "" || len(r["earlierList"].([]any)) != 0 {
		t.Errorf("before: %v", r)
	}
	w.FinA.Get("/api/Adviser/GetAdviserProfile").Want(200).Has(`"version":0`, "利用者 admin@a.example.jp").HasNot("admin@b")
	for field, changes := range map[string]body{"qualification": {"qualification": " "}, "since": {"since": "2018"},
		"dealCount": {"dealCount": -1}, "training": {"training": ""}, "trainedOn": {"trainedOn": "2026-12-01"},
		"registrationNumber": {"registrationNumber": strings.Repeat("1", 41)}} {
		save(profile(w.fin(), 0, changes)).Want(422).Has(`"field":"` + field + `"`)
	}
	save(profile(w.fin(), 0, body{"since": "2026-12"})).Want(422).Has("まだ来ていない月")
	save(profile(w.fin(), 0, body{"since": "1949-12"})).Want(422).Has(`"field":"since"`)
	first := of(rows(save(profile(w.fin(), 0, nil)), "adviserList"), w.fin())
	if first["version"] != 1.0 || first["yearsLabel"] != "8年" || first["editorName"] != "利用者 admin@a.example.jp" {
		t.Errorf("first: %v", first)
	}
	save(profile(w.fin(), 0, nil)).Want(200) // a second click
	save(profile(w.fin(), 0, body{"dealCount": 6})).Want(409)
	second := of(rows(save(profile(w.fin(), 1, body{"dealCount": nil, "since": "2025-12"})), "adviserList"), w.fin())
	if second["version"] != 2.0 || second["yearsLabel"] != "1年未満" || second["dealCount"] != nil ||
		second["earlierList"].([]any)[0].(body)["dealCount"] != 5.0 {
		t.Errorf("second: %v", second)
	}
	results := apptest.Together(4, func(i int) apptest.Result { return save(profile(w.fin(), 2, body{"dealCount": 10 + i})) })
	done := 0
	for _, r := range results {
		if r.Status == 200 {
			done++
		}
	}
	if done != 1 {
		t.Errorf("%d of four at once", done)
	}
	w.FinA.Get("/api/Adviser/GetAdviserProfile").Want(200).Has(`"version":3`, "シニアエキスパート", "利用者 admin@a.example.jp")
	w.SecondA.Get("/api/Adviser/GetAdviserProfile").Want(200).Has(`"version":0`).HasNot("シニアエキスパート")
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'adviser_saved' AND institution_id = ?", w.AID); n != 3 {
		t.Errorf("%d audit lines", n)
	}
	if err := w.App.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.CreateAdviserProfile(&store.AdviserProfile{InstitutionID: w.AID, UserID: w.fin(), Version: 3, Qualification: "x"}, "")
	}); err == nil {
		t.Error("a version twice")
	}
}

// Who works on lending alone explains to nobody.
func TestLendersHaveNoProfile(t *testing.T) {
	w := newBank(t)
	w.Write(func(tx *store.Tx) error {
		u, err := tx.User(w.fin())
		if err == nil {
			u.Business = int(deal.BusinessLending)
			err = tx.UpdateUser(u, "")
		}
		return err
	})
	if r := of(rows(w.Admin.Get(office+"GetAdvisers"), "adviserList"), w.fin()); r != nil {
		t.Errorf("%v", r)
	}
	w.Admin.Post(office+"SaveAdviser", profile(w.fin(), 0, nil)).Want(400)
}

// A fee table is checked on the server, all of it at once, and has versions.
func TestFeeTable(t *testing.T) {
	w := newBank(t)
	save := func(in body) apptest.Result { return w.Admin.Post(office+"SaveFeeTable", in) }
	steps := func(pairs ...any) []body {
		var out []body
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, body{"upTo": pairs[i], "rate": pairs[i+1]})
		}
		return out
	}
	many := []any{}
	for i := range 20 {
		many = append(many, 1000*(i+1), 100)
	}
	for _, x := range []struct {
		field, says string
		changes     body
	}{
		{"name", "名前を入力", body{"name": "　"}},
		{"name", "30文字以内", body{"name": strings.Repeat("標", 31)}},
		{"base", "算定の基準", body{"base": 4}},
		{"minimum", "最低手数料", body{"minimum": -1}},
		{"interimShare", "どちらか一方", body{"interim": 1000}},
		{"interimShare", "100まで", body{"interimShare": 101}},
		{"stepList", "一つは", body{"stepList": []body{}}},
		{"stepList", "20まで", body{"stepList": steps(append(many, nil, 100)...)}},
		{"stepList", "最後の段階には上限を付けません", body{"stepList": steps(500_000, 500)}},
		{"stepList", "1段目の上限を入力", body{"stepList": steps(nil, 500, nil, 400)}},
		{"stepList", "2段目の上限は、前の段階より大きい", body{"stepList": steps(500_000, 500, 500_000, 400, nil, 300)}},
		{"stepList", "2段目の料率は、前の段階と同じか、低く", body{"stepList": steps(500_000, 400, nil, 401)}},
		{"stepList", "1段目の料率は0から10000まで", body{"stepList": steps(nil, 10_001)}},
	} {
		save(table(x.changes)).Want(422).Has(`"field":"`+x.field+`"`, x.says)
	}
	save(table(body{"minimum": 0.5})).Want(422)
	key := body{"requestKey": store.NewID()}
	made := rows(save(table(key)), "feeTableList")
	save(table(key)).Want(200)
	save(table(body{"name": " 標準"})).Want(422).Has("別の手数料表に使われています")
	id := made[0]["tableId"]
	if made[0]["label"] != "標準（第1版）" || made[0]["terms"] != "算定の基準：譲渡額\n料率：\n　5億円までの部分 5％\n　5億円を超える部分 4％\n最低手数料：500万円\n"+
		"着手金：100万円\n月額：0円\n中間金：成功報酬の10％\n成功報酬から差し引くもの：着手金、中間金" {
		t.Errorf("%v", made[0])
	}
	if x := made[0]["exampleList"].([]any); x[0].(body)["text"] != "5,000万円のとき\n　5,000万円 × 5％ ＝ 250万円\n　合計 250万円。最低手数料により、成功報酬 500万円\n"+
		"　着手金 100万円\n　中間金 50万円\n　成功報酬から差し引く額 150万円、成約のときに支払う額 350万円\n　支払う額の合計 500万円" {
		t.Errorf("%v", x[0])
	}
	next := body{"tableId": id, "version": 1, "minimum": 6000}
	save(table(apptest.With(next, body{"version": 2}))).Want(409)
	if r := rows(save(table(next)), "feeTableList"); len(r) != 1 || r[0]["version"] != 2.0 || r[0]["hash"] == made[0]["hash"] ||
		r[0]["earlierList"].([]any)[0].(body)["hash"] != made[0]["hash"] {
		t.Errorf("%v", r)
	}
	save(table(next)).Want(200) // a second click
	save(table(apptest.With(next, body{"minimum": 7000}))).Want(409)
	save(table(body{"tableId": store.NewID(), "version": 1})).Want(400)
	retire := func(version int) apptest.Result {
		return w.Admin.Post(office+"RetireFeeTable", body{"tableId": id, "version": version})
	}
	retire(1).Want(409)
	retire(2).Want(200).Has(`"isRetired":true`)
	retire(2).Want(200) // a second click
	retire(3).Want(409).Has("使わないことになっています")
	// Its name stays its own; saving it again takes it back into use.
	save(table(nil)).Want(422).Has("使わなくなった表を含みます")
	if r := rows(save(table(body{"tableId": id, "version": 3, "minimum": 6000})), "feeTableList"); r[0]["isRetired"] != false ||
		r[0]["version"] != 4.0 {
		t.Errorf("%v", r)
	}
	for i := range 19 {
		save(table(body{"name": fmt.Sprint("表", i)})).Want(200)
	}
	save(table(body{"name": "もう一つ"})).Want(422).Has("同時に20まで")
	if n := w.Count("SELECT count(*) FROM audit a JOIN fee_table f ON f.table_id = a.subject_id AND a.detail = 'version=' || f.version "+
		"|| ' hash=' || f.hash WHERE a.institution_id = ?", w.AID); n != 23 {
		t.Errorf("%d audit lines", n)
	}
	if err := w.App.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.CreateFeeTable(&store.FeeTable{TableID: id.(string), Version: 4, InstitutionID: w.AID, OriginID: w.AID, Name: "x", Base: 1}, "")
	}); err == nil {
		t.Error("a version twice")
	}
}

// What was written is not changed, whoever tries.
func TestVersionsAreAppendOnly(t *testing.T) {
	w := newBank(t)
	w.Admin.Post(office+"SaveFeeTable", table(nil)).Want(200)
	w.Admin.Post(office+"SaveAdviser", profile(w.fin(), 0, nil)).Want(200)
	for _, change := range []string{"UPDATE fee_table SET minimum = 1", "UPDATE fee_table SET steps = '[]'", "UPDATE fee_table SET name = 'x'",
		"UPDATE fee_table SET is_retired = 1", "UPDATE adviser_profile SET qualification = 'x'", "UPDATE adviser_profile SET deal_count = NULL"} {
		if err := w.TrySQL(change); err == nil {
			t.Errorf("%s", change)
		}
	}
	if n := w.Count("SELECT (SELECT count(*) FROM fee_table WHERE minimum = 5000) + (SELECT count(*) FROM adviser_profile)"); n != 2 {
		t.Errorf("%d rows", n)
	}
}

// Nobody but the institution learns of a profile or a table: two networks differ in both, and everybody else reads the same.
func TestAdviserTellsNobodyElse(t *testing.T) {
	var answers [2][]apptest.Result
	for i := range answers {
		w := newBank(t)
		w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
		adm := w.SignInOffice("office@n.example.jp")
		id := w.Hoped()
		if i == 1 {
			told := w.Newly(func() {
				w.Admin.Post(office+"SaveAdviser", profile(w.fin(), 0, nil)).Want(200)
				w.Admin.Post(office+"SaveFeeTable", table(body{"name": "秘密の表"})).Want(200)
			})
			apptest.WantMails(t, "nobody is mailed", told)
		}
		see := func(r apptest.Result) {
			answers[i] = append(answers[i], r.HasNot("シニアエキスパート", "秘密の表", "adviser_saved", "fee_table"))
		}
		for _, c := range []*apptest.Caller{w.AdminB, adm, w.FinB, w.BuyB, w.FinA} {
			see(c.Get(office + "GetFeeTables"))
			see(c.Get(office + "GetAdvisers"))
		}
		for _, c := range []*apptest.Caller{w.AdminB, adm} {
			c.Post(office+"SaveAdviser", profile(w.fin(), 1, nil)).SameAs(c.Post(office+"SaveAdviser", profile(store.NewID(), 1, nil)).Want(400))
		}
		for _, c := range []*apptest.Caller{w.FinB, w.BuyB, w.BuyA, adm} {
			see(c.Get("/api/Adviser/GetAdviserProfile"))
		}
		see(w.FinB.Get("/api/Duty/GetDuties?companyId=" + w.BuyerB))
		see(w.FinB.Get("/api/Duty/GetDuties?buyerNegotiationId=" + id))
		see(w.FinB.Get("/api/Duty/GetFeeExample?companyId=" + w.BuyerB + "&table=x"))
		see(w.BuyB.Thread(id))
		for _, r := range []apptest.Result{adm.Get(office + "GetAuditList?limit=100"), adm.Get(office + "ExportAuditList"),
			w.AdminB.Get(office + "GetAuditList?limit=100")} {
			r.Want(200).HasNot("担当者の資格", "手数料表", "adviser_saved", "fee_table")
		}
		if i == 1 {
			w.Admin.Get(office+"GetAuditList?limit=100").Want(200).Has("担当者の資格の変更", "手数料表の作成・変更")
		}
	}
	for i, r := range answers[1] {
		if was := answers[0][i]; was.Status != r.Status || len(was.Body) != len(r.Body) {
			t.Errorf("%d: %d %s, before: %d %s", i, r.Status, r.Body, was.Status, was.Body)
		}
	}
}

// After a merger the tables of the absorbed bank say where they came from; the first version that the other one writes is its own.
func TestTablesAfterAMerger(t *testing.T) {
	w := newBank(t)
	w.AdminB.Post(office+"SaveFeeTable", table(nil)).Want(200)
	w.Admin.Post(office+"SaveFeeTable", table(body{"minimum": 1})).Want(200)
	w.SQLExec("UPDATE fee_table SET institution_id = '" + w.BID + "'")
	labels := func() (out []string) {
		for _, r := range rows(w.AdminB.Get(office+"GetFeeTables"), "feeTableList") {
			out = append(out, r["label"].(string))
		}
		return out
	}
	bankA := ""
	w.Read(func(q *store.Q) error {
		names, err := q.InstitutionNames()
		bankA = names[w.AID]
		return err
	})
	if got := labels(); !slices.Equal(got, []string{"標準（第1版）", "標準（旧" + bankA + "）（第1版）"}) {
		t.Errorf("%q", got)
	}
	moved := rows(w.AdminB.Get(office+"GetFeeTables"), "feeTableList")[1]["tableId"]
	w.AdminB.Post(office+"SaveFeeTable", table(body{"tableId": moved, "version": 1})).Want(422).Has("別の手数料表")
	w.AdminB.Post(office+"SaveFeeTable", table(body{"tableId": moved, "version": 1, "name": "大口"})).Want(200)
	if got := labels(); !slices.Equal(got, []string{"標準（第1版）", "大口（第2版）"}) {
		t.Errorf("%q", got)
	}
}
