package pipeline_test

import (
	"encoding/csv"
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

type body = map[string]any

const path = "/api/Report/ExportPipeline"

func write(c *apptest.Caller, table string) apptest.Result {
	return c.Get(path + "?table=" + url.QueryEscape(table))
}

func rows(r apptest.Result) (out []map[string]string) {
	r.T.Helper()
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(r.Want(200).Body, "\ufeff"))).ReadAll()
	if err != nil {
		r.T.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, head := range lines[0] {
			row[head] = line[i]
		}
		out = append(out, row)
	}
	return out
}

// want compares cells of the one row that there is.
func want(t *testing.T, r apptest.Result, cells map[string]string) {
	t.Helper()
	found := rows(r)
	if len(found) != 1 {
		t.Errorf("%d rows: %v", len(found), found)
		return
	}
	for head, cell := range cells {
		if got, ok := found[0][head]; !ok || got != cell {
			t.Errorf("%s: %q, want %q", head, got, cell)
		}
	}
}

// feeTable lets a bank have a table of 5 % with a minimum of 500万円.
func feeTable(w *apptest.Talks, bank, login string) string {
	w.User(deal.RoleFAD, bank, login)
	return w.SignInOffice(login).Post("/api/Office/SaveFeeTable", body{"version": 0, "name": "標準", "base": 1,
		"stepList": []body{{"upTo": nil, "rate": 500}}, "minimum": 5000, "retainer": 0, "monthly": 0, "interim": 0, "interimShare": 0,
		"isRetainerDeducted": false, "isInterimDeducted": false,
		"deductedNote": ""}).Want(200).JSON()["feeTableList"].([]any)[0].(body)["label"].(string)
}

// Each bank reads its side as its lists show it, with days and a fee of its own table, which the other bank cannot choose.
func TestPipeline(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	table := feeTable(w, w.AID, "admin@a.example.jp")
	id := w.Started()
	w.Clock.Add(3 * 24 * time.Hour)
	finA, finB := w.SignIn("fin@a.example.jp"), w.SignIn("fin@b.example.jp")
	finA.Get("/api/Report/GetPipelineTables").Want(200).Has(table)
	finB.Get("/api/Report/GetPipelineTables").Want(200).Has(`"tableList":[]`)
	want(t, write(finA, table), map[string]string{"自機関の側": "売手側", "買手": "匿名", "売手": "カナリア製作所", "交渉状況": "匿名交渉中", "経過（日）": "3",
		"金額のもと": "案件の希望価格の帯", "状況になった日": "2026-11-21"})
	write(finA, table).HasNot(apptest.BuyerNames...)
	want(t, write(finB, ""), map[string]string{"自機関の側": "買手側", "買手": apptest.BuyerBName, "経過（日）": "3", "予想手数料（下限）千円・税抜き": ""})
	write(finB, "").HasNot(apptest.SellerNames...)
	finB.Deed("UpdateNextAction", id, body{"date": "2026-12-24", "userId": ""}).Want(200)
	if row := rows(write(finA, ""))[0]; row["次回対応日"] != "" {
		t.Errorf("SF reads when BF turns to its customer: %v", row)
	}
	want(t, write(finB, ""), map[string]string{"次回対応日": "2026-12-24"})
	write(finB, table).Want(422).Has("手数料表")
	for _, c := range []*apptest.Caller{w.SignIn("buy@b.example.jp"), w.SignIn("rival@b.example.jp")} {
		write(c, "").Want(400)
	}
	if found := rows(write(w.SignIn("fin@c.example.jp"), "")); len(found) != 0 {
		t.Errorf("a bank without negotiations: %v", found)
	}
	finB.To(id, 1, 9, body{"endReason": 1}).Want(200)
	if found := rows(write(finA, "")); len(found) != 0 {
		t.Errorf("what is over: %v", found)
	}
}

// The surest price counts: what both confirmed before the band, and nothing that only one side wrote.
func TestExpectedFee(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	tableA, tableB := feeTable(w, w.AID, "admin@a.example.jp"), feeTable(w, w.BID, "admin@b.example.jp")
	id := w.Named()
	w.FinB.Milestone(id, deal.MilestoneTopInterview, nil).Want(200)
	w.FinB.Milestone(id, deal.MilestoneIntent, body{"amount": 150_001}).Want(200)
	for c, table := range map[*apptest.Caller]string{w.FinA: tableA, w.FinB: tableB} {
		write(c, table).Want(200).HasNot("150001")
	}
	w.FinA.Confirm(id).Want(200)
	for c, table := range map[*apptest.Caller]string{w.FinA: tableA, w.FinB: tableB} {
		want(t, write(c, table), map[string]string{"金額のもと": "意向表明の価格", "金額（下限）千円": "150001", "金額（上限）千円": "150001",
			"予想手数料（下限）千円・税抜き": "7500", "予想手数料（上限）千円・税抜き": "7500"})
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'list_exported' AND detail = '案件一覧 1件'"); n != 4 {
		t.Errorf("%d lines", n)
	}
}

// Two networks differ in a rival on the same listing: the buyer's bank of the other gets the same list.
func TestPipelineTellsOfNoRival(t *testing.T) {
	var lists [2]string
	for i := range lists {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		w.Started()
		if i == 1 {
			w.Negotiation(w.Listing, w.BuyerC, w.CID(), deal.NegotiationAnonymous, true)
		}
		lists[i] = write(w.FinB, "").Want(200).HasNot("白嶺").Body
		if found := rows(write(w.FinA, "")); len(found) != 1+i {
			t.Errorf("%d: SF reads %v", i, found)
		}
	}
	cut := func(s string) string { return s[strings.Index(s, "【東海】"):] } // the number before it is random
	if cut(lists[0]) != cut(lists[1]) {
		t.Errorf("%s\n%s", lists[0], lists[1])
	}
}

// In a bank that shows deals to their teams alone a colleague's list is empty, and no price is read for it.
func TestPipelineOfATeam(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.Started()
	w.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(w.BID, true) })
	if found := rows(write(w.SecondB, "")); len(found) != 0 {
		t.Errorf("%v", found)
	}
}
