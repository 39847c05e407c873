package companycsv_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/demo"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Importing an export changes nothing, for the companies of the demo world and for some that could
// not have come from a file.
func TestExportThenImport(t *testing.T) {
	a := apptest.DemoPlatform(t)
	p := &apptest.Platform{T: t, App: a}
	back(p, t, "fin-a@demo.example.jp", demo.DemoPassword)
	back(p, t, "fin-b@demo.example.jp", demo.DemoPassword)

	p = apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	random := rand.New(rand.NewPCG(7, 11))
	word := func(alphabet string) string {
		rs, out := []rune(alphabet), []rune("株")
		for range 1 + random.IntN(10) {
			out = append(out, rs[random.IntN(len(rs))])
		}
		return string(out)
	}
	const odd = "=+-@'\"＝＋,;： ～〜−—髙㈱ｶﾞＡ１0ソ・#N/A"
	for n := range 120 {
		noun, reasons := "BuyerCompany", []int{31, 49}
		if n%3 == 0 {
			noun, reasons = "SellerCompany", []int{11, 29}
		}
		overview := apptest.With(apptest.OverviewBody, map[string]any{"remark": word(odd+"\n") + "\n" + word(odd), "mAndAReason": reasons,
			"mAndAReasonOthers": word(odd), "industryOtherText12005": word(odd), "registrationId": word(odd), "financialMemo": word(odd),
			"industryType": []string{"12005", "13004", "13015"}[:1+n%3], "industryOtherText13004": word(odd),
			"industryOtherText": []string{"", word(odd)}[n%2], "memberType": 1 + n%2, "salesAmount": 1 + n%9, "isSendOfferMail": n % 2,
			"location": `{"prefecturecode":"01","citycode":"01101"}`})
		id := b.FinA.Post("/api/"+noun+"/CreateUpdateCompanyOverviewAsync", overview).Want(200).Text()
		if n%5 == 0 {
			continue // it has an overview only
		}
		details := apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "companyName": word(odd), "representativeName": word(odd),
			"townName": word(odd), "buildingName": word(odd), "operatingProfit": -random.Int64N(1e9), "postalCode": "9999999",
			"establishmentNumber": "9", "corporateRegistrationNumber": []string{"", corporateNumber(n)}[n%2], "listType": n % 3,
			"securityCode": "0123"})
		if n%4 == 0 {
			delete(details, "lastYearSalesAmount")
		}
		if n%7 == 0 {
			details["companyName"] = "双子" // many companies with one name and no number
		}
		b.FinA.Post("/api/"+noun+"/CreateUpdateCompanyDetailsAsync", details).Want(200)
		if n%2 == 0 {
			p.Clock.Add(3 * time.Second) // the checks of free addresses are limited per minute
			b.FinA.Post("/api/"+strings.TrimSuffix(noun, "Company")+"CompanyUser/RegistUser",
				map[string]any{"clientId": id, "loginId": fmt.Sprintf("u%d@example.jp", n), "userName": word(odd), "userNameKana": "カナ",
					"department": "部"}).Want(200)
		}
	}
	back(p, t, "fin@a.example.jp", apptest.TestPassword)
}

// back exports both kinds in both encodings and imports the files.
func back(p *apptest.Platform, t *testing.T, login, password string) {
	t.Helper()
	token := p.Visitor().Form("/token", url.Values{"grant_type": {"password"}, "loginId": {login},
		"password": {password}}).Want(200).JSON()["token"].(string)
	bank, before := &apptest.Caller{P: p, Token: token}, everything(p)
	for _, noun := range []string{"BuyerCompany", "SellerCompany"} {
		for _, encoding := range []string{"utf8", "cp932"} {
			file := bank.Get(companycsv.CSVBase + "CsvExport" + noun + "?encoding=" + encoding).Want(200)
			_, rows := file.Table()
			if len(rows) < 10 {
				t.Fatalf("%d rows", len(rows))
			}
			counts(bank.Imports(noun, []byte(file.Body), false), "done", 0, 0, len(rows), 0)
		}
	}
	if everything(p) != before {
		t.Error("an export that was imported has changed something")
	}
}

// After a large import the next round of jobs updates the query planner's statistics; after a small
// one it does not.
func TestLargeImportIsToldToThePlanner(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := apptest.NewBanks(p)
	run := func(want int) {
		t.Helper()
		p.App.RunJobs(t.Context())
		if n := p.Runs(web.StatisticsJob); n != want {
			t.Fatalf("it ran %d times, want %d", n, want)
		}
	}
	run(0)
	var lines []map[string]string
	for n := range store.StatisticsRows {
		lines = append(lines, apptest.CSVLine(map[string]string{"企業名": fmt.Sprintf("蒼陵製作所%d", n), "法人番号": corporateNumber(n),
			"メールアドレス": fmt.Sprintf("tanaka%d@example.jp", n)}))
	}
	counts(bank.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, lines[0]), false), "done", 1, 0, 0, 0)
	run(0)
	counts(bank.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, lines...), false), "done", store.StatisticsRows-1, 0, 1, 0)
	run(0)
	for n := range lines {
		lines[n]["法人番号"], lines[n]["メールアドレス"] = corporateNumber(n+store.StatisticsRows), fmt.Sprintf("suzuki%d@example.jp", n)
	}
	counts(bank.FinB.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, lines...), false), "done", store.StatisticsRows, 0, 0, 0)
	run(1)
	if r := p.LastRun(web.StatisticsJob); r.State != store.RunDone || len(r.Counts) != 1 || r.Counts[0].Count < 3 {
		t.Errorf("%+v", r)
	}
	run(1)
}
