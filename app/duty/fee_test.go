package duty_test

import (
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

const standard = "標準（第1版）"

// feeWorld is one in which bank A has an administrator, a fee table and a profile.
func feeWorld(t *testing.T) (w *apptest.Talks, admin *apptest.Caller) {
	w = apptest.NewTalks(apptest.NewPlatform(t))
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	admin = w.SignInOffice("admin@a.example.jp")
	saveTable(admin, body{"name": "標準", "base": 1}).Want(200)
	saveTable(admin, body{"name": "純資産", "base": 2}).Want(200)
	return w, admin
}

func saveTable(admin *apptest.Caller, changes body) apptest.Result {
	return admin.Post("/api/Office/SaveFeeTable", apptest.With(body{"version": 0, "stepList": []body{{"upTo": 100_000, "rate": 500},
		{"upTo": nil, "rate": 400}}, "minimum": 5000, "retainer": 0, "monthly": 0, "interim": 0, "interimShare": 0,
		"isRetainerDeducted": false, "isInterimDeducted": false, "deductedNote": ""}, changes))
}

func tableID(admin *apptest.Caller) (id string, version float64) {
	first := admin.Get("/api/Office/GetFeeTables").Want(200).JSON()["feeTableList"].([]any)[0].(body)
	return first["tableId"].(string), first["version"].(float64)
}

func preview(c *apptest.Caller, companyID, table, more string) apptest.Result {
	return c.Get(base + "GetFeeExample?companyId=" + companyID + "&table=" + url.QueryEscape(table) + more)
}

const inBand = "3,000万円のとき\n　3,000万円 × 5％ ＝ 150万円\n　合計 150万円。最低手数料により、成功報酬 500万円\n　支払う額の合計 500万円\n" +
	"3億円のとき\n　1億円 × 5％ ＝ 500万円\n　2億円 × 4％ ＝ 800万円\n　成功報酬 1,300万円\n　支払う額の合計 1,300万円\n" +
	"税抜です。段階ごとと、割合の中間金は、千円未満を切り捨てます。月額は期間によるため、合計に含みません。"

// A fee is told by a table: the example is of the company's own band, and the record keeps it with the table's version and hash.
func TestFeeByTable(t *testing.T) {
	w, admin := feeWorld(t)
	seller := ofCompany(w.Seller)
	p := preview(w.FinA, w.Seller, standard, "").Want(200).JSON()
	band := p["bandList"].([]any)[0].(body)
	if p["isOfPrice"] != true || p["example"] != "" || band["from"] != 30_000.0 || band["to"] != 300_000.0 ||
		!strings.Contains(band["label"].(string), "の希望価格") {
		t.Errorf("%v", p)
	}
	if got := preview(w.FinA, w.Seller, standard, "&from=30000&to=300000").Want(200).JSON()["example"]; got != inBand {
		t.Errorf("%v", got)
	}
	preview(w.FinA, w.Seller, "純資産（第1版）", "").Want(200).Has(`"isOfPrice":false`, `"bandList":[]`)
	preview(w.FinA, w.Seller, standard, "&from=2&to=1").Want(422).Has(`"field":"to"`)
	preview(w.FinA, w.Seller, standard, "&from=-1").Want(422)
	w.FinA.Get(seller.query()).Want(200).Has(`"choiceList":[{"key":"標準（第1版）","label":"標準（第1版）"}`)

	values := body{"way": "table", "table": standard, "from": "30000", "to": "300000", "otherSide": "yes"}
	for field, changes := range map[string]body{"values.table": {"table": ""}, "values.from": {"from": "", "to": ""}, "values.to": {"to": "1"},
		"values.base": {"base": "price"}, "values.example": {"example": "安い"}, "values.terms": {"terms": "安い"}, "values": {"tableHash": "x"}} {
		record(w.FinA, seller, company, deal.DutyFee, apptest.With(values, changes), nil).Want(422).Has(`"field":"` + field + `"`)
	}
	made := record(w.FinA, seller, company, deal.DutyFee, values, nil).Want(200).JSON()["dutyId"]
	kept := wantState(w.FinA, seller, deal.DutyFee, "done")["values"].(body)
	table := admin.Get("/api/Office/GetFeeTables").Want(200).JSON()["feeTableList"].([]any)[0].(body)
	if kept["example"] != inBand || kept["terms"] != table["terms"] || kept["tableHash"] != table["hash"] ||
		kept["tableId"] != table["tableId"] || kept["tableVersion"] != "1" {
		t.Errorf("%v", kept)
	}

	// A newer version: the form with the older one is refused with what to do, and what was recorded stays as it is.
	id, version := tableID(admin)
	saveTable(admin, body{"tableId": id, "version": version, "name": "標準", "base": 1, "minimum": 10_000}).Want(200)
	stale := record(w.FinA, seller, company, deal.DutyFee, values, body{"replaces": made})
	stale.Want(409).Has("新しい版になったか、使われなくなりました", "入力した内容は残っています")
	preview(w.FinA, w.Seller, standard, "").Want(422).Has("新しい版になったか")
	r := wantState(w.FinA, seller, deal.DutyFee, "done")
	if r["dutyId"] != made || r["values"].(body)["example"] != inBand || r["values"].(body)["table"] != standard {
		t.Errorf("%v", r)
	}
	newer := apptest.With(values, body{"table": "標準（第2版）"})
	again := record(w.FinA, seller, company, deal.DutyFee, newer, body{"replaces": made}).Want(200).JSON()["dutyId"]
	_, version = tableID(admin)
	admin.Post("/api/Office/RetireFeeTable", body{"tableId": id, "version": version}).Want(200)
	record(w.FinA, seller, company, deal.DutyFee, newer, body{"replaces": again}).Want(409).Has("手数料表")
	w.FinA.Get(seller.query()).Want(200).Has(inBandInJSON()).HasNot(`{"key":"標準`)
	if e := wantState(w.FinA, seller, deal.DutyFee, "done")["earlierList"].([]any)[0].(body)["values"].(body); e["example"] != inBand {
		t.Errorf("%v", e)
	}
}

func inBandInJSON() string { return strings.ReplaceAll(inBand, "\n", `\n`) }

// Another bank has tables of its own, a buyer's band is that of its needs, and where none is known an amount is asked for.
func TestFeeOfABuyer(t *testing.T) {
	w, _ := feeWorld(t)
	buyer := ofCompany(w.BuyerB)
	byTable := body{"way": "table", "table": standard, "from": "1000", "otherSide": "yes"}
	record(w.FinB, buyer, company, deal.DutyFee, byTable, nil).Want(409).Has("使える手数料表がありません")
	record(w.FinB, buyer, company, deal.DutyFee, apptest.With(byTable, body{"table": ""}), nil).Want(422).Has(`"field":"values.table"`,
		"使える手数料表がありません")
	w.FinB.Get(buyer.query()).Want(200).Has("使える手数料表がありません").HasNot("標準（第1版）")
	preview(w.FinB, w.BuyerB, standard, "").Want(422).HasNot("純資産")
	preview(w.FinB, w.Seller, standard, "").SameAs(preview(w.FinB, store.NewID(), standard, "").Want(400))
	preview(w.BuyB, w.BuyerB, standard, "").Want(400)
	p := preview(w.FinA, w.BuyerA, standard, "").Want(200).JSON()
	if len(p["bandList"].([]any)) != 0 {
		t.Errorf("%v", p)
	}
	record(w.FinA, ofCompany(w.BuyerA), company, deal.DutyFee, byTable, nil).Want(200)
	if kept := wantState(w.FinA, ofCompany(w.BuyerA), deal.DutyFee, "done")["values"].(body)["example"].(string); !strings.HasPrefix(kept,
		"100万円のとき\n　100万円 × 5％ ＝ 5万円") {
		t.Error(kept)
	}
	w.FinA.Needs(w.BuyerA)
	if band := preview(w.FinA, w.BuyerA, standard, "").Want(200).JSON()["bandList"].([]any)[0].(body); band["from"] != 30_000.0 ||
		band["to"] != 300_000.0 {
		t.Errorf("%v", band)
	}
}

// Who explained is suggested from the profiles of the own institution.
func TestExplainersAreSuggested(t *testing.T) {
	w, admin := feeWorld(t)
	id := w.UserOf(w.FinA).ID
	w.FinA.Get(ofCompany(w.Seller).query()).Want(200).HasNot("suggestionList")
	admin.Post("/api/Office/SaveAdviser", body{"userId": id, "version": 0, "qualification": "公認会計士", "since": "2016-11", "dealCount": 12,
		"registrationNumber": "", "training": "", "trainedOn": ""}).Want(200)
	want := `"suggestionList":[{"text":"` + w.UserOf(w.FinA).UserName + `、公認会計士、経験10年、成約12件","label":"` + w.UserOf(w.FinA).UserName + `"}]`
	w.SecondA.Get(ofCompany(w.Seller).query()).Want(200).Has(want)
	w.FinB.Get(ofCompany(w.BuyerB).query()).Want(200).HasNot("公認会計士")
	w.Write(func(tx *store.Tx) error {
		u, err := tx.User(id)
		if err == nil {
			u.Status = int(deal.UserBlocked)
			err = tx.UpdateUser(u, "")
		}
		return err
	})
	w.SecondA.Get(ofCompany(w.Seller).query()).Want(200).HasNot("公認会計士")
}
