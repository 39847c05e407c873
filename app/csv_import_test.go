package app

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/companycsv"
	"tsunagu/app/deal"
	"tsunagu/app/demo"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Values are put right where that is certain, as the manifest of testdata/messy says.
func TestImportNormalises(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	for name, c := range map[string]struct{ cell, want map[string]string }{
		"lost zeros":        {map[string]string{"郵便番号": "600042", "都道府県": "北海道", "市区町村": "札幌市中央区", "町名": "大通西", "電話番号": "110000001"}, map[string]string{"郵便番号": "060-0042", "電話番号": "0110000001"}},
		"lost zero of code": {map[string]string{"上場区分": "上場", "証券コード": "123"}, map[string]string{"証券コード": "0123"}},
		"full width":        {map[string]string{"郵便番号": "〒４５０－０００２", "電話番号": "０５２（０００）０００１", "従業員数": "１２３", "証券コード": "０13Ａ", "上場区分": "上場", "メールアドレス": "Ｔａｎａｋａ＠ｅｘａｍｐｌｅ．ｊｐ"}, map[string]string{"郵便番号": "450-0002", "電話番号": "052-000-0001", "従業員数": "123", "証券コード": "013A", "メールアドレス": "Tanaka@example.jp"}},
		"half-width kana":   {map[string]string{"企業名": "ｶﾌﾞｼｷｶﾞｲｼｬ ｿｳﾘｮｳ", "企業形態": "", "町名": "ﾒｲｴｷ", "備考": "ﾊﾞﾋﾟ ｢①㈱｣"}, map[string]string{"企業名": "カブシキガイシャ ソウリョウ", "企業形態": "株式会社", "町名": "名駅", "備考": "バピ 「①㈱」"}},
		"hyphens":           {map[string]string{"郵便番号": "450―0002", "電話番号": "052‐000ー0001"}, map[string]string{"郵便番号": "450-0002", "電話番号": "052-000-0001"}},
		"losses":            {map[string]string{"営業利益（千円）": "△12,000"}, map[string]string{"営業利益（千円）": "▲12000"}},
		"losses, brackets":  {map[string]string{"営業利益（千円）": "(3,500)"}, map[string]string{"営業利益（千円）": "▲3500"}},
		"losses, full":      {map[string]string{"営業利益（千円）": "－３５００"}, map[string]string{"営業利益（千円）": "▲3500"}},
		"money":             {map[string]string{"資本金（千円）": `\10,000`, "売上高（千円）": "12億3,400万円", "総資産（千円）": "280百万円"}, map[string]string{"資本金（千円）": "10000", "売上高（千円）": "1234000", "総資産（千円）": "280000"}},
		"dates":             {map[string]string{"設立年": "昭和50年"}, map[string]string{"設立年": "1975"}},
		"eras":              {map[string]string{"設立年": "令和元年5月"}, map[string]string{"設立年": "2019"}},
		"short eras":        {map[string]string{"設立年": "S50.4.1"}, map[string]string{"設立年": "1975"}},
		"many industries":   {map[string]string{"業種コード": "13015;13-017、17004"}, map[string]string{"業種コード": "13015 13017 17004"}},
		"names of choices":  {map[string]string{"M&A目的": "投資、34", "M&A経験": "あり（1〜2件）", "企業形態": "㈲"}, map[string]string{"M&A目的": "34 40", "M&A経験": "あり（1～2件）", "企業形態": "有限会社"}},
		"texts of choices":  {map[string]string{"M&A目的": "31 49:海外展開 の 足がかり", "業種コード": "13004 12005", "業種その他": "13004：冷凍惣菜\n12005: 古民家"}, map[string]string{"M&A目的": "31 49：海外展開 の 足がかり", "業種その他": "12005：古民家\n13004：冷凍惣菜"}},
		"form in the name":  {map[string]string{"企業名": "濵田㈲塗装", "企業形態": ""}, map[string]string{"企業形態": "有限会社", "企業名": "濵田㈲塗装"}},
		"neutral cells":     {map[string]string{"備考": "'=1+1", "代表者名": "'＋81 太郎"}, map[string]string{"備考": "=1+1", "代表者名": "＋81 太郎"}},
	} {
		t.Run(name, func(t *testing.T) {
			cells := csvLine(c.cell)
			number := corporateNumber(len(name) + int(name[0])*100 + int(name[len(name)-1]))
			cells["法人番号"] = number
			if _, ok := c.cell["メールアドレス"]; !ok {
				cells["メールアドレス"] = number + "@example.jp"
			}
			file := csvFile(t, store.Buyer, cells)
			b.finA.imports("BuyerCompany", file, false).counts("done", 1, 0, 0, 0)
			b.finA.imports("BuyerCompany", file, false).counts("done", 0, 0, 1, 0)
			_, rows := b.finA.get(companycsv.CsvBase + "CsvExportBuyerCompany").table()
			for _, row := range rows {
				if row["法人番号"] == number {
					for column, want := range c.want {
						if row[column] != want {
							t.Errorf("%s: %q, want %q", column, row[column], want)
						}
					}
					return
				}
			}
			t.Error("not registered")
		})
	}
}

// CorporateNumber is a 法人番号 of the demo's range.
func corporateNumber(n int) string {
	base := fmt.Sprintf("990002%06d", n)
	for c := '1'; c <= '9'; c++ {
		if s := string(c) + base; master.CheckCorporateNumber(s) {
			return s
		}
	}
	panic("no check digit")
}

// A buyer whose details are complete is enabled (domain.md 6); its user waits, and nobody is mailed
// before the bank sends the invitation.
func TestImportedBuyer(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	done := b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(nil)), false).counts("done", 1, 0, 0, 0)
	found := b.finA.get("/api/BuyerCompany/SearchCompanyAsync?companyName=" + url.QueryEscape("蒼陵製作所1")).want(200).json()["companyList"].([]any)[0].(map[string]any)
	id := found["companyId"].(string)
	if found["status"] != float64(deal.CompanyEnabled) || found["salesAmount"] != 4.0 || found["memberType"] != 2.0 {
		t.Errorf("%v", found)
	}
	b.finB.get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+b.searched(b.bID, id)).want(200).has("匿名").hasNot("蒼陵製作所1", "tanaka1")
	users := b.finA.get("/api/BuyerCompanyUser/GetUsersList?userType=1&clientId=" + id).want(200)
	users.has("tanaka1@example.jp", `"status":1`, `"isInvited":false`)
	if mails := p.mails("tanaka1@example.jp"); len(mails) > 0 {
		t.Errorf("%d mails to an imported company", len(mails))
	}
	user := users.json()["userList"].([]any)[0].(map[string]any)["userId"].(string)
	b.finA.send("PUT", "/api/BuyerCompanyUser/ReSendInvitation", map[string]any{"userId": user}).want(200)
	if mails := p.mails("tanaka1@example.jp"); len(mails) != 1 {
		t.Errorf("%d mails after the invitation", len(mails))
	}
	b.finA.get("/api/BuyerCompany/GetCompanyHistory?companyId="+id).want(200).has("CSVから登録または更新しました", "利用者 fin@a.example.jp")
	b.finA.get("/api/BuyerCompany/GetCompanyHistory?companyId=" + b.buyerA).want(200).hasNot("CSVから")
	b.finA.get(companycsv.CsvBase+"ImportStatus?importId="+done.json()["importId"].(string)).counts("done", 1, 0, 0, 0)
}

func TestImportedSeller(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	file := csvFile(t, store.Seller, csvLine(nil), csvLine(map[string]string{"企業名": "霧晴工業", "法人番号": ""})) // a person in charge may stand for two
	b.finA.imports("SellerCompany", file, false).counts("done", 2, 0, 0, 0)
	b.finA.imports("SellerCompany", file, false).counts("done", 0, 0, 2, 0)
	b.finB.get(companycsv.CsvBase + "CsvExportSellerCompany").want(200).hasNot("霧晴工業")
	header, rows := b.finA.get(companycsv.CsvBase + "CsvExportSellerCompany").table()
	if len(rows) != 2 || rows[0]["譲渡の理由"] != "" && rows[0]["譲渡の理由"] != "11" || strings.Contains(strings.Join(header, ","), "M&A目的") {
		t.Errorf("%v %v", header, rows)
	}
	b.finA.imports("BuyerCompany", file, false).want(422).has("売手のひな形で作られたファイルのようです")
	b.finA.imports("SellerCompany", csvFile(t, store.Buyer, csvLine(nil)), false).want(422).has("買手のひな形")
}

// What changes is shown cell by cell, and what is not in the file stays.
func TestImportChanges(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(nil)), false).counts("done", 1, 0, 0, 0)
	change := csvLine(map[string]string{"代表者名": "山本 一郎", "売上高（千円）": "1,200,000", "都道府県": "北海道", "市区町村": "札幌市中央区", "町名": "大通西", "郵便番号": "060-0042", "担当者名": "田中 実"})
	preview := b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, change), true).counts("ready", 0, 1, 0, 0)
	preview.has(`{"column":"代表者名","before":"佐藤 健一","after":"山本 一郎"}`, `{"column":"売上高（千円）","before":"350000","after":"1200000"}`, `"担当者名"`).hasNot(`"column":"FAX番号"`)
	id := preview.json()["importId"].(string)
	b.secondA.post(companycsv.CsvBase+"CommitImport", map[string]any{"importId": id}).want(400)
	b.finA.post(companycsv.CsvBase+"CommitImport", map[string]any{"importId": id}).counts("done", 0, 1, 0, 0)
	after := p.everything()
	b.finA.post(companycsv.CsvBase+"CommitImport", map[string]any{"importId": id}).counts("done", 0, 1, 0, 0) // the answer was lost, say
	if p.everything() != after {
		t.Error("a second commit has changed something")
	}
	row := b.finA.get("/api/BuyerCompany/SearchCompanyAsync?companyName=" + url.QueryEscape("蒼陵製作所1")).want(200).json()["companyList"].([]any)[0].(map[string]any)
	if l := row["location"].(map[string]any); l["prefecturecode"] != "01" || l["citycode"] != "01101" || row["salesAmount"] != 6.0 {
		t.Errorf("the overview did not follow: %v", row)
	}
	// Not a word of a user who can sign in is changed by a file, and no address of a buyer's user.
	b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(map[string]string{"メールアドレス": "other@example.jp"})), true).counts("wrong", 0, 0, 0, 1).has("CSVでは変更できません")
}

// All or nothing, also against what others do between the preview and the switch.
func TestImportMeetsOthers(t *testing.T) {
	file := func(t *testing.T, more ...map[string]string) []byte { return csvFile(t, store.Buyer, more...) }
	for name, c := range map[string]struct {
		first, lines []map[string]string
		meanwhile    func(b *banks)
	}{
		"changed": {[]map[string]string{csvLine(nil)}, []map[string]string{csvLine(map[string]string{"備考": "変更"}), csvLine(map[string]string{"法人番号": corporateNumber(1), "メールアドレス": "x1@example.jp"})}, func(b *banks) {
			b.secondA.imports("BuyerCompany", csvFile(b.t, store.Buyer, csvLine(map[string]string{"備考": "別の変更"})), false).counts("done", 0, 1, 0, 0)
		}},
		"registered": {nil, []map[string]string{csvLine(nil)}, func(b *banks) {
			b.secondA.imports("BuyerCompany", csvFile(b.t, store.Buyer, csvLine(map[string]string{"メールアドレス": "x2@example.jp"})), false).counts("done", 1, 0, 0, 0)
		}},
		"login taken": {nil, []map[string]string{csvLine(nil)}, func(b *banks) {
			b.finB.imports("BuyerCompany", csvFile(b.t, store.Buyer, csvLine(nil)), false).counts("done", 1, 0, 0, 0)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlatform(t)
			b := newBanks(p)
			if c.first != nil {
				b.finA.imports("BuyerCompany", file(t, c.first...), false).want(200)
			}
			id := b.finA.imports("BuyerCompany", file(t, c.lines...), true).want(200).json()["importId"].(string)
			c.meanwhile(b)
			before := p.everything()
			b.finA.post(companycsv.CsvBase+"CommitImport", map[string]any{"importId": id}).want(409).has("何も登録されていません", "もう一度読み込んで")
			if p.everything() != before {
				t.Error("a part was registered")
			}
		})
	}
}

func TestImportDoubles(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	mail := func(n int) map[string]string {
		return map[string]string{"メールアドレス": fmt.Sprintf("x%d@example.jp", n)}
	}
	line := func(n int, changes map[string]string) map[string]string {
		l := csvLine(mail(n))
		for k, v := range changes {
			l[k] = v
		}
		return l
	}
	got := b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, line(1, nil), line(2, nil), line(3, map[string]string{"法人番号": ""}), line(4, map[string]string{"法人番号": ""}),
		line(1, map[string]string{"法人番号": corporateNumber(2), "企業名": "別の会社"}), line(6, map[string]string{"法人番号": corporateNumber(3), "企業名": "青嵐", "メールアドレス": "BUY@b.example.jp"})), true)
	if want := "[3 法人番号 5 企業名 6 メールアドレス 7 メールアドレス]"; fmt.Sprint(got.issues()) != want {
		t.Errorf("%v, want %s", got.issues(), want)
	}
	got.has("2行目と同じ企業です", "4行目と企業名・都道府県が同じです", "2行目と同じメールアドレスです", company.LoginIDTaken)
	// The company with a double is there twice already: a file cannot say which is meant.
	for n := range 2 {
		id := b.finA.post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", overviewBody).want(200).text()
		b.finA.post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", with(detailsBody, map[string]any{"companyId": id, "companyName": fmt.Sprint("双子", n), "corporateRegistrationNumber": corporateNumber(9)})).want(200)
	}
	b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, line(9, map[string]string{"法人番号": corporateNumber(9)})), true).has("同じ法人番号の企業が2件以上登録されています")
}

// Who is registering itself, or is out of use, is left to the screens.
func TestImportLeavesOthersStates(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(nil)), false).counts("done", 1, 0, 0, 0)
	found := b.finA.get("/api/BuyerCompany/SearchCompanyAsync?companyName=" + url.QueryEscape("蒼陵製作所1")).want(200).json()["companyList"].([]any)[0].(map[string]any)
	b.finA.send("PUT", "/api/BuyerCompany/ChangeCompanyStatus", map[string]any{"companyId": found["companyId"], "expectedStatus": 1, "event": "disable"}).want(200)
	b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(nil)), false).counts("done", 0, 0, 1, 0)
	b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(map[string]string{"備考": "x"})), false).counts("wrong", 0, 0, 0, 1).has("現在の状態")
}

// The rows with errors come back as a file with the reasons; mended, that file is read as it is.
func TestErrorRowsGoBackIn(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	lines := []map[string]string{csvLine(nil), csvLine(map[string]string{"法人番号": corporateNumber(5), "電話番号": "052", "メールアドレス": "x5@example.jp", "備考": "=1+1\n'二行目'"}),
		csvLine(map[string]string{"法人番号": "12", "設立年": "3000", "メールアドレス": "x6@example.jp"})}
	id := b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, lines...), true).counts("wrong", 1, 0, 0, 2).json()["importId"].(string)
	b.finA.get(companycsv.CsvBase+"ImportErrors?importId="+id+"&column="+url.QueryEscape("設立年")).want(200).has(`"allCount":1`, `"row":4`, `"value":"3000"`, `{"column":"電話番号","count":1}`).hasNot(`"row":3`)
	for _, encoding := range []string{"", "cp932"} {
		header, rows := b.finA.get(companycsv.CsvBase + "ImportErrorRows?importId=" + id + "&encoding=" + encoding).table()
		if len(rows) != 2 || header[len(header)-1] != companycsv.CsvWhyWrong || !strings.Contains(rows[1][companycsv.CsvWhyWrong], "設立年：") || !strings.Contains(rows[1][companycsv.CsvWhyWrong], "法人番号：") || rows[0]["備考"] != "=1+1\n'二行目'" {
			t.Fatalf("%v %v", header, rows)
		}
		if encoding != "" {
			continue
		}
		rows[0]["電話番号"], rows[1]["設立年"], rows[1]["法人番号"] = "052-000-0001", "1980", corporateNumber(6)
		var file strings.Builder
		w := sheet.NewWriter(&file, sheet.UTF8)
		_ = w.Header(header)
		for _, row := range rows {
			var cells []string
			for _, h := range header {
				cells = append(cells, row[h])
			}
			_ = w.Write(cells)
		}
		_ = w.Flush()
		b.finA.imports("BuyerCompany", []byte(file.String()), false).counts("done", 2, 0, 0, 0)
	}
	b.finA.post(companycsv.CsvBase+"CommitImport", map[string]any{"importId": id}).want(409).has("エラーのある行")
}

// An import is its user's, and is gone after a day with everything that was staged.
func TestImportEnds(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	id := b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(nil)), true).counts("ready", 1, 0, 0, 0).json()["importId"].(string)
	b.finA.get(companycsv.CsvBase + "GetLatestImport?companyType=1").want(200).has(id)
	b.finA.get(companycsv.CsvBase + "GetLatestImport?companyType=2").want(200).has(`"importId":""`)
	b.secondA.get(companycsv.CsvBase + "ImportStatus?importId=" + id).sameAs(b.secondA.get(companycsv.CsvBase + "ImportStatus?importId=" + store.NewID())).want(400)
	b.finA.post(companycsv.CsvBase+"DiscardImport", map[string]any{"importId": id}).want(200)
	b.finA.get(companycsv.CsvBase + "ImportStatus?importId=" + id).want(400)
	b.finA.post(companycsv.CsvBase+"CommitImport", map[string]any{"importId": id}).want(400)

	id = b.finA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(nil)), true).counts("ready", 1, 0, 0, 0).json()["importId"].(string)
	p.clock.Add(companycsv.CsvImportLife + time.Second)
	finA := p.signIn("fin@a.example.jp")
	finA.get(companycsv.CsvBase + "ImportStatus?importId=" + id).want(400)
	finA.post(companycsv.CsvBase+"CommitImport", map[string]any{"importId": id}).want(400)
	p.job("import_cleanup")
	p.read(func(q *store.Q) error {
		if rows, err := q.ImportSamples(id, store.ImportNew, 10); err != nil || len(rows) > 0 {
			t.Errorf("%d rows are left, %v", len(rows), err)
		}
		return nil
	})
}

// A file can be left alone while it is read, and come back to.
func TestImportInTheBackground(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	start := b.finA.upload(companycsv.CsvBase+"CsvImportBuyerCompany", map[string]any{"background": true}, "企業.csv", messy(t, "29_large_5000_rows_cp932.csv")).want(200).json()
	id := start["importId"].(string)
	if j := web.StateOf[companycsv.Jobs](p.a.Platform).Get(id); j != nil {
		b.secondA.imports("BuyerCompany", csvFile(t, store.Buyer, csvLine(nil)), true).want(409).has("進行中")
		b.finA.post(companycsv.CsvBase+"CommitImport", map[string]any{"importId": id}).want(409).has("読み込みが終わっていない")
		<-j.Done
	}
	b.finA.get(companycsv.CsvBase+"ImportStatus?importId="+id).counts("ready", 5000, 0, 0, 0).has(`"percent":100`)
	b.finA.post(companycsv.CsvBase+"CommitImport", map[string]any{"importId": id}).counts("done", 5000, 0, 0, 0)

	id = b.finA.upload(companycsv.CsvBase+"CsvImportBuyerCompany", map[string]any{"background": true}, "企業.csv", messy(t, "14_empty.csv")).want(200).json()["importId"].(string)
	if j := web.StateOf[companycsv.Jobs](p.a.Platform).Get(id); j != nil {
		<-j.Done
	}
	b.finA.get(companycsv.CsvBase+"ImportStatus?importId="+id).counts("failed", 0, 0, 0, 0).has("ファイルが空です")
}

// Files that the manifest does not know.
func TestOddFiles(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	line := csvLine(nil)
	clean := string(csvFile(t, store.Buyer, line))
	header, row, _ := strings.Cut(clean, "\n")
	join := func(separator string) string { return strings.ReplaceAll(clean, ",", separator) }
	for name, c := range map[string]struct {
		file, says string
		status     int
	}{
		"CR alone":          {strings.ReplaceAll(clean, "\n", "\r"), `"newCount":1`, 200},
		"declared":          {"sep=;\n" + join(";"), `"newCount":1`, 200},
		"header over lines": {strings.Replace(strings.Replace(clean, "企業名", "\"企業 \n名\"", 1), "FAX番号", " ＦＡＸ番号　", 1), `"newCount":1`, 200},
		"half-width header": {strings.Replace(clean, "メールアドレス", "ﾒｰﾙｱﾄﾞﾚｽ", 1), `"newCount":1`, 200},
		"required marks":    {strings.Replace(clean, "企業名", "企業名（必須）", 1), `"newCount":1`, 200},
		"total":             {clean + "合　計,,,,,,,,,,,,,,,10000,350000\n", "合計の行とみて", 200},
		"unknown column":    {strings.Replace(clean, header, header+",社内メモ", 1), "「社内メモ」は、読み込まない列です", 200},
		"other unit":        {strings.Replace(clean, "売上高（千円）", "売上高（百万円）", 1), "必要な列「売上高（千円）」がありません", 422},
		"kept zeros":        {strings.Replace(clean, ",1975,", `,"=""1975""",`, 1), `"newCount":1`, 200},
		"shifted":           {header + "\n" + strings.TrimSuffix(row, "\n") + ",x,y\n", "見出しより2列多い行です", 200},
		"lost characters":   {string([]byte("\xef\xbb\xbf")) + strings.Replace(clean, "佐藤", "佐\xff", 1), "読めない文字", 200},
		"mistyped number":   {strings.Replace(clean, "7990001900001", "7990001900002", 1), "検査用の数字が、ほかの12桁と合いません", 200},
		"short number":      {strings.Replace(clean, "7990001900001", "799000190000", 1), "法人番号は13桁の数字です", 200},
		"title rows":        {"買手一覧,,2026年11月,\n\n" + clean, "3行目を見出しとみて、その上の行は読み込みませんでした", 200},
		"many title rows":   {strings.Repeat("メモ,\n", 6) + clean, "見出しの行がありません", 422},
		"nothing, marked":   {strings.NewReplacer("052-000-0002", "なし", "https://c.example.co.jp/", "―", ",12000,", ",－,").Replace(clean), `"newCount":1`, 200},
		"nothing required":  {strings.Replace(clean, "佐藤 健一", "-", 1), "代表者名を入力してください", 200},
		"xlsx":              {"PK\x03\x04rest", "xlsx", 422},
		"one line":          {strings.Repeat("x", 3<<20), "長すぎます", 422},
		"million columns":   {strings.Repeat("企業名,", 1_000_000), "列が多すぎます", 422},
	} {
		t.Run(name, func(t *testing.T) {
			b.finA.imports("BuyerCompany", []byte(c.file), true).want(c.status).has(c.says)
		})
	}
	b.finA.upload(companycsv.CsvBase+"CsvImportBuyerCompany", map[string]any{"preview": "maybe"}, "a.csv", []byte(clean)).want(422)
	b.finA.upload(companycsv.CsvBase+"CsvImportBuyerCompany", map[string]any{"institution": b.bID}, "a.csv", []byte(clean)).want(422)
	b.finA.upload(companycsv.CsvBase+"CsvImportBuyerCompany", nil, "", nil).want(422).has("CSVファイルを選んでください")
	b.finA.post(companycsv.CsvBase+"CsvImportBuyerCompany", map[string]any{}).want(415)
}

// metre counts what is read of a gigabyte.
type metre struct{ read int64 }

func (m *metre) Read(p []byte) (int, error) {
	if m.read >= 1<<30 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = 'x'
	}
	m.read += int64(len(p))
	return len(p), nil
}

// A gigabyte of one line whose sender does not tell its length is refused when the limit is
// reached, and nothing of it stays on the disk.
func TestUploadWithoutEnd(t *testing.T) {
	p := newPlatform(t)
	b := newBanks(p)
	body := &metre{}
	head := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n"
	b.finA.do("POST", companycsv.CsvBase+"CsvImportBuyerCompany", "multipart/form-data; boundary=x", io.MultiReader(strings.NewReader(head), body)).want(413).has("100MBまで")
	if limit := sheet.DefaultLimits.Bytes; body.read < limit || body.read > limit+2<<20 {
		t.Errorf("%d bytes were read, the limit is %d", body.read, limit)
	}
	if left, err := os.ReadDir(p.a.SpoolDir()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// Export → import changes nothing, whatever the companies are: the demo world's, and such as no
// file could have made.
func TestExportThenImport(t *testing.T) {
	a := demoPlatform(t)
	p := &platform{t: t, a: a}
	p.back(t, "fin-a@demo.example.jp", demo.DemoPassword)
	p.back(t, "fin-b@demo.example.jp", demo.DemoPassword)

	p = newPlatform(t)
	b := newBanks(p)
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
		overview := with(overviewBody, map[string]any{"remark": word(odd+"\n") + "\n" + word(odd), "mAndAReason": reasons, "mAndAReasonOthers": word(odd), "industryOtherText12005": word(odd), "registrationId": word(odd), "financialMemo": word(odd),
			"industryType": []string{"12005", "13004", "13015"}[:1+n%3], "industryOtherText13004": word(odd), "industryOtherText": []string{"", word(odd)}[n%2], "memberType": 1 + n%2, "salesAmount": 1 + n%9, "isSendOfferMail": n % 2,
			"location": `{"prefecturecode":"01","citycode":"01101"}`})
		id := b.finA.post("/api/"+noun+"/CreateUpdateCompanyOverviewAsync", overview).want(200).text()
		if n%5 == 0 {
			continue // an overview alone
		}
		details := with(detailsBody, map[string]any{"companyId": id, "companyName": word(odd), "representativeName": word(odd), "townName": word(odd), "buildingName": word(odd), "operatingProfit": -random.Int64N(1e9), "postalCode": "9999999",
			"establishmentNumber": "9", "corporateRegistrationNumber": []string{"", corporateNumber(n)}[n%2], "listType": n % 3, "securityCode": "0123"})
		if n%4 == 0 {
			delete(details, "lastYearSalesAmount")
		}
		if n%7 == 0 {
			details["companyName"] = "双子" // many with one name and no number
		}
		b.finA.post("/api/"+noun+"/CreateUpdateCompanyDetailsAsync", details).want(200)
		if n%2 == 0 {
			p.clock.Add(3 * time.Second) // in no minute more than one may ask whether an address is free
			b.finA.post("/api/"+strings.TrimSuffix(noun, "Company")+"CompanyUser/RegistUser", map[string]any{"clientId": id, "loginId": fmt.Sprintf("u%d@example.jp", n), "userName": word(odd), "userNameKana": "カナ", "department": "部"}).want(200)
		}
	}
	p.back(t, "fin@a.example.jp", testPassword)
}

// back exports both kinds in both encodings and imports them again.
func (p *platform) back(t *testing.T, login, password string) {
	t.Helper()
	token := p.visitor().form("/token", url.Values{"grant_type": {"password"}, "loginId": {login}, "password": {password}}).want(200).json()["token"].(string)
	bank, before := &caller{p, token}, p.everything()
	for _, noun := range []string{"BuyerCompany", "SellerCompany"} {
		for _, encoding := range []string{"utf8", "cp932"} {
			file := bank.get(companycsv.CsvBase + "CsvExport" + noun + "?encoding=" + encoding).want(200)
			_, rows := file.table()
			if len(rows) < 10 {
				t.Fatalf("%d rows", len(rows))
			}
			bank.imports(noun, []byte(file.body), false).counts("done", 0, 0, len(rows), 0)
		}
	}
	if p.everything() != before {
		t.Error("an export that was imported has changed something")
	}
}

// A large file has the database look at what has grown with the next round of jobs, a small one waits.
func TestLargeImportIsToldToThePlanner(t *testing.T) {
	p := newPlatform(t)
	bank := newBanks(p)
	run := func(want int) {
		t.Helper()
		p.a.RunJobs(t.Context())
		if n := p.runs(web.StatisticsJob); n != want {
			t.Fatalf("it ran %d times, want %d", n, want)
		}
	}
	run(0)
	var lines []map[string]string
	for n := range store.StatisticsRows {
		lines = append(lines, csvLine(map[string]string{"企業名": fmt.Sprintf("蒼陵製作所%d", n), "法人番号": corporateNumber(n), "メールアドレス": fmt.Sprintf("tanaka%d@example.jp", n)}))
	}
	bank.finA.imports("BuyerCompany", csvFile(t, store.Buyer, lines[0]), false).counts("done", 1, 0, 0, 0)
	run(0)
	bank.finA.imports("BuyerCompany", csvFile(t, store.Buyer, lines...), false).counts("done", store.StatisticsRows-1, 0, 1, 0)
	run(0)
	for n := range lines {
		lines[n]["法人番号"], lines[n]["メールアドレス"] = corporateNumber(n+store.StatisticsRows), fmt.Sprintf("suzuki%d@example.jp", n)
	}
	bank.finB.imports("BuyerCompany", csvFile(t, store.Buyer, lines...), false).counts("done", store.StatisticsRows, 0, 0, 0)
	run(1)
	if r := p.lastRun(web.StatisticsJob); r.State != store.RunDone || len(r.Counts) != 1 || r.Counts[0].Count < 3 {
		t.Errorf("%+v", r)
	}
	run(1)
}
