package companycsv_test

import (
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/companycsv"
	"tsunagu/app/deal"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Values are corrected where the correction is certain, as the manifest of testdata/messy says.
func TestImportNormalises(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	for name, c := range map[string]struct{ cell, want map[string]string }{
		"lost zeros": {map[string]string{"郵便番号": "600042", "都道府県": "北海道", "市区町村": "札幌市中央区", "町名": "大通西", "電話番号": "110000001"},
			map[string]string{"郵便番号": "060-0042", "電話番号": "0110000001"}},
		"lost zero of code": {map[string]string{"上場区分": "上場", "証券コード": "123"}, map[string]string{"証券コード": "0123"}},
		"full width": {map[string]string{"郵便番号": "〒４５０－０００２", "電話番号": "０５２（０００）０００１", "従業員数": "１２３", "証券コード": "０13Ａ", "上場区分": "上場",
			"メールアドレス": "Ｔａｎａｋａ＠ｅｘａｍｐｌｅ．ｊｐ"}, map[string]string{"郵便番号": "450-0002", "電話番号": "052-000-0001", "従業員数": "123", "証券コード": "013A",
			"メールアドレス": "Tanaka@example.jp"}},
		"half-width kana": {map[string]string{"企業名": "ｶﾌﾞｼｷｶﾞｲｼｬ ｿｳﾘｮｳ", "企業形態": "", "町名": "ﾒｲｴｷ", "備考": "ﾊﾞﾋﾟ ｢①㈱｣"},
			map[string]string{"企業名": "カブシキガイシャ ソウリョウ", "企業形態": "株式会社", "町名": "名駅", "備考": "バピ 「①㈱」"}},
		"hyphens": {map[string]string{"郵便番号": "450―0002", "電話番号": "052‐000ー0001"},
			map[string]string{"郵便番号": "450-0002", "電話番号": "052-000-0001"}},
		"losses":           {map[string]string{"営業利益（千円）": "△12,000"}, map[string]string{"営業利益（千円）": "▲12000"}},
		"losses, brackets": {map[string]string{"営業利益（千円）": "(3,500)"}, map[string]string{"営業利益（千円）": "▲3500"}},
		"losses, full":     {map[string]string{"営業利益（千円）": "－３５００"}, map[string]string{"営業利益（千円）": "▲3500"}},
		"money": {map[string]string{"資本金（千円）": `\10,000`, "売上高（千円）": "12億3,400万円", "総資産（千円）": "280百万円"},
			map[string]string{"資本金（千円）": "10000", "売上高（千円）": "1234000", "総資産（千円）": "280000"}},
		"dates":           {map[string]string{"設立年": "昭和50年"}, map[string]string{"設立年": "1975"}},
		"eras":            {map[string]string{"設立年": "令和元年5月"}, map[string]string{"設立年": "2019"}},
		"short eras":      {map[string]string{"設立年": "S50.4.1"}, map[string]string{"設立年": "1975"}},
		"many industries": {map[string]string{"業種コード": "13015;13-017、17004"}, map[string]string{"業種コード": "13015 13017 17004"}},
		"names of industries": {map[string]string{"業種コード": "漁業・水産養殖業、金属製品製造業・13017 飲食店/職別工事業"},
			map[string]string{"業種コード": "11003 12002 13015 13017 20002"}},
		"a whole name": {map[string]string{"業種コード": "総合工事業（土木・建築・リフォーム）・金属製品製造業"}, map[string]string{"業種コード": "12001 13015"}},
		"names with separators": {map[string]string{"M&A目的": "仕入・製造・物流の内製化・商圏・エリアの拡大、その他：海外"},
			map[string]string{"M&A目的": "32 37 49：海外"}},
		"names of choices": {map[string]string{"M&A目的": "投資、34", "M&A経験": "あり（1〜2件）", "企業形態": "㈲"},
			map[string]string{"M&A目的": "34 40", "M&A経験": "あり（1～2件）", "企業形態": "有限会社"}},
		"texts of choices": {map[string]string{"M&A目的": "31 49:海外展開 の 足がかり", "業種コード": "13004 12005", "業種その他": "13004：冷凍惣菜\n12005: 古民家"},
			map[string]string{"M&A目的": "31 49：海外展開 の 足がかり", "業種その他": "12005：古民家\n13004：冷凍惣菜"}},
		"form in the name": {map[string]string{"企業名": "濵田㈲塗装", "企業形態": ""}, map[string]string{"企業形態": "有限会社", "企業名": "濵田㈲塗装"}},
		"neutral cells":    {map[string]string{"備考": "'=1+1", "代表者名": "'＋81 太郎"}, map[string]string{"備考": "=1+1", "代表者名": "＋81 太郎"}},
	} {
		t.Run(name, func(t *testing.T) {
			cells := apptest.CSVLine(c.cell)
			number := corporateNumber(len(name) + int(name[0])*100 + int(name[len(name)-1]))
			cells["法人番号"] = number
			if _, ok := c.cell["メールアドレス"]; !ok {
				cells["メールアドレス"] = number + "@example.jp"
			}
			file := apptest.CSVFile(t, store.Buyer, cells)
			counts(b.FinA.Imports("BuyerCompany", file, false), "done", 1, 0, 0, 0)
			counts(b.FinA.Imports("BuyerCompany", file, false), "done", 0, 0, 1, 0)
			_, rows := b.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany").Table()
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

// corporateNumber is a 法人番号 of the demo's range.
func corporateNumber(n int) string {
	base := fmt.Sprintf("990002%06d", n)
	for c := '1'; c <= '9'; c++ {
		if s := string(c) + base; master.CheckCorporateNumber(s) {
			return s
		}
	}
	panic("no check digit")
}

// An imported buyer with complete details is enabled (domain.md 6); its user is not mailed before
// the bank sends the invitation.
func TestImportedBuyer(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	done := counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil)), false), "done", 1, 0, 0, 0)
	found := b.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?companyName=" +
		url.QueryEscape("蒼陵製作所1")).Want(200).JSON()["companyList"].([]any)[0].(map[string]any)
	id := found["companyId"].(string)
	if found["status"] != float64(deal.CompanyEnabled) || found["salesAmount"] != 4.0 || found["memberType"] != 2.0 {
		t.Errorf("%v", found)
	}
	b.FinB.Get("/api/BuyerCompany/GetCompanyOverViewAsync?companyId="+b.Searched(b.BID, id)).Want(200).Has("匿名").HasNot("蒼陵製作所1", "tanaka1")
	users := b.FinA.Get("/api/BuyerCompanyUser/GetUsersList?userType=1&clientId=" + id).Want(200)
	users.Has("tanaka1@example.jp", `"status":1`, `"isInvited":false`)
	if mails := p.Mails("tanaka1@example.jp"); len(mails) > 0 {
		t.Errorf("%d mails to an imported company", len(mails))
	}
	user := users.JSON()["userList"].([]any)[0].(map[string]any)["userId"].(string)
	b.FinA.Send("PUT", "/api/BuyerCompanyUser/ReSendInvitation", map[string]any{"userId": user}).Want(200)
	if mails := p.Mails("tanaka1@example.jp"); len(mails) != 1 {
		t.Errorf("%d mails after the invitation", len(mails))
	}
	b.FinA.Get("/api/BuyerCompany/GetCompanyHistory?companyId="+id).Want(200).Has("CSVから登録または更新しました", "利用者 fin@a.example.jp")
	b.FinA.Get("/api/BuyerCompany/GetCompanyHistory?companyId=" + b.BuyerA).Want(200).HasNot("CSVから")
	counts(b.FinA.Get(companycsv.CSVBase+"ImportStatus?importId="+done.JSON()["importId"].(string)), "done", 1, 0, 0, 0)
}

func TestImportedSeller(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	// one user may be the person in charge of two companies
	file := apptest.CSVFile(t, store.Seller, apptest.CSVLine(nil), apptest.CSVLine(map[string]string{"企業名": "霧晴工業", "法人番号": ""}))
	counts(b.FinA.Imports("SellerCompany", file, false), "done", 2, 0, 0, 0)
	counts(b.FinA.Imports("SellerCompany", file, false), "done", 0, 0, 2, 0)
	b.FinB.Get(companycsv.CSVBase + "CsvExportSellerCompany").Want(200).HasNot("霧晴工業")
	header, rows := b.FinA.Get(companycsv.CSVBase + "CsvExportSellerCompany").Table()
	if len(rows) != 2 || rows[0]["譲渡の理由"] != "" && rows[0]["譲渡の理由"] != "11" || strings.Contains(strings.Join(header, ","), "M&A目的") {
		t.Errorf("%v %v", header, rows)
	}
	b.FinA.Imports("BuyerCompany", file, false).Want(422).Has("売手のひな形で作られたファイルのようです")
	b.FinA.Imports("SellerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil)), false).Want(422).Has("買手のひな形")
}

// A preview shows changed cells one by one, and what is not in the file stays as it is.
func TestImportChanges(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil)), false), "done", 1, 0, 0, 0)
	change := apptest.CSVLine(map[string]string{"代表者名": "山本 一郎", "売上高（千円）": "1,200,000", "都道府県": "北海道", "市区町村": "札幌市中央区", "町名": "大通西",
		"郵便番号": "060-0042", "担当者名": "田中 実"})
	preview := counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, change), true), "ready", 0, 1, 0, 0)
	preview.Has(`{"column":"代表者名","before":"佐藤 健一","after":"山本 一郎"}`, `{"column":"売上高（千円）","before":"350000","after":"1200000"}`,
		`"担当者名"`).HasNot(`"column":"FAX番号"`)
	id := preview.JSON()["importId"].(string)
	b.SecondA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}).Want(400)
	counts(b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}), "done", 0, 1, 0, 0)
	after := everything(p)
	counts(b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}), "done", 0, 1, 0, 0) // a repeated call
	if everything(p) != after {
		t.Error("a second commit has changed something")
	}
	row := b.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?companyName=" +
		url.QueryEscape("蒼陵製作所1")).Want(200).JSON()["companyList"].([]any)[0].(map[string]any)
	if l := row["location"].(map[string]any); l["prefecturecode"] != "01" || l["citycode"] != "01101" || row["salesAmount"] != 6.0 {
		t.Errorf("the overview did not follow: %v", row)
	}
	// A file changes nothing of a user who can sign in, and no address of a buyer's user.
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(map[string]string{"メールアドレス": "other@example.jp"})),
		true), "wrong", 0, 0, 0, 1).Has("CSVでは変更できません")
}

// A row that ends before a column leaves no value of that column cleared unnoticed: it is refused where there is one, in the
// preview and in the one call alike. Where there is none, or the company is new, it is a row like any other.
func TestShortRows(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	// cut is a file of one row without its last cells, the last of which is 備考. It has no 顧客番号 and no 主担当.
	cut := func(line map[string]string, cells int) []byte {
		header, row, _ := strings.Cut(strings.TrimSpace(string(apptest.CSVFile(t, store.Buyer, line))), "\n")
		header = strings.Replace(header, ",顧客番号,主担当", "", 1)
		fields := strings.Split(strings.TrimSuffix(strings.TrimSpace(row), ",,"), ",")
		return []byte(header + "\n" + strings.Join(fields[:len(fields)-cells], ",") + "\n")
	}
	bare := apptest.CSVLine(map[string]string{"備考": ""})
	counts(b.FinA.Imports("BuyerCompany", cut(bare, 1), false), "done", 1, 0, 0, 0)
	counts(b.FinA.Imports("BuyerCompany", cut(bare, 1), false), "done", 0, 0, 1, 0)
	remark := apptest.CSVLine(map[string]string{"備考": "先代から取引"})
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, remark), false), "done", 0, 1, 0, 0)
	before := everything(p)
	remark["代表者名"] = "山本 一郎"
	for _, isPreview := range []bool{true, false} {
		got := counts(b.FinA.Imports("BuyerCompany", cut(remark, 1), isPreview), "wrong", 0, 0, 0, 1)
		got.Has("行が途中で終わっていて、登録済みの値がある列「備考」がありません")
		if fmt.Sprint(issues(got)) != "[2 （行全体）]" {
			t.Error(issues(got))
		}
	}
	counts(b.FinA.Imports("BuyerCompany", cut(remark, 2), true), "wrong", 0, 0, 0, 1).Has("列「メールアドレス」、「備考」がありません")
	if everything(p) != before {
		t.Error("a short row has changed something")
	}
	// What is empty in the file, separators and all, is cleared as before; columns that the header lacks are left alone.
	remark["備考"] = ""
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, remark), false), "done", 0, 1, 0, 0)
}

// The switch writes those columns and lists that differ in at least one row, and writes them in every row: whichever
// cells change together, the stored data equals the file.
func TestImportWritesWhatDiffers(t *testing.T) {
	b := apptest.NewBanks(apptest.NewPlatform(t))
	lines := []map[string]string{apptest.CSVLine(nil), apptest.CSVLine(map[string]string{"企業名": "蒼陵製作所2", "法人番号": corporateNumber(2),
		"メールアドレス": "tanaka2@example.jp", "業種コード": "13015 13017"})}
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, lines...), false), "done", 2, 0, 0, 0)
	for _, change := range []struct {
		row   int
		cells map[string]string
	}{
		{0, map[string]string{"代表者名": "山本 一郎"}}, {1, map[string]string{"売上高（千円）": "1200000"}},
		{0, map[string]string{"M&A経験": "あり（1～2件）"}},
		{1, map[string]string{"業種コード": "13017"}}, {0, map[string]string{"業種コード": "13015 13017"}},
		{1, map[string]string{"業種コード": "13004", "業種その他": "船の部品"}},
		{0, map[string]string{"M&A目的": "34"}}, {1, map[string]string{"M&A目的": "31"}}, {1, map[string]string{"FAX番号": ""}},
		{0, map[string]string{"企業名": "蒼陵工業", "業種コード": "13015", "M&A目的": "31"}},
		{1, map[string]string{"都道府県": "北海道", "市区町村": "札幌市中央区", "町名": "大通西", "郵便番号": "060-0042"}},
	} {
		maps.Copy(lines[change.row], change.cells)
		file := apptest.CSVFile(t, store.Buyer, lines...)
		if got := b.FinA.Imports("BuyerCompany", file, false).JSON(); got["state"] != "done" || got["changedCount"] != 1.0 {
			t.Fatalf("%v: %v", change.cells, got)
		}
		if got := b.FinA.Imports("BuyerCompany", file, true).JSON(); got["unchangedCount"] != 2.0 {
			t.Errorf("%v: it is not what was imported: %v", change.cells, got)
		}
	}
	lines[0]["電話番号"], lines[1]["業種コード"], lines[1]["業種その他"] = "052-000-0009", "13015", "" // different columns in two rows
	file := apptest.CSVFile(t, store.Buyer, lines...)
	counts(b.FinA.Imports("BuyerCompany", file, false), "done", 0, 2, 0, 0)
	counts(b.FinA.Imports("BuyerCompany", file, true), "ready", 0, 0, 2, 0)
}

// All rows or none, also if others change the data between the preview and the switch.
func TestImportMeetsOthers(t *testing.T) {
	file := func(t *testing.T, more ...map[string]string) []byte { return apptest.CSVFile(t, store.Buyer, more...) }
	for name, c := range map[string]struct {
		first, lines []map[string]string
		meanwhile    func(b *apptest.Banks)
	}{
		"changed": {[]map[string]string{apptest.CSVLine(nil)}, []map[string]string{apptest.CSVLine(map[string]string{"備考": "変更"}),
			apptest.CSVLine(map[string]string{"法人番号": corporateNumber(1), "メールアドレス": "x1@example.jp"})}, func(b *apptest.Banks) {
			counts(b.SecondA.Imports("BuyerCompany", apptest.CSVFile(b.T, store.Buyer, apptest.CSVLine(map[string]string{"備考": "別の変更"})), false),
				"done", 0, 1, 0, 0)
		}},
		"registered": {nil, []map[string]string{apptest.CSVLine(nil)}, func(b *apptest.Banks) {
			counts(b.SecondA.Imports("BuyerCompany", apptest.CSVFile(b.T, store.Buyer,
				apptest.CSVLine(map[string]string{"メールアドレス": "x2@example.jp"})), false), "done", 1, 0, 0, 0)
		}},
		"login taken": {nil, []map[string]string{apptest.CSVLine(nil)}, func(b *apptest.Banks) {
			counts(b.FinB.Imports("BuyerCompany", apptest.CSVFile(b.T, store.Buyer, apptest.CSVLine(nil)), false), "done", 1, 0, 0, 0)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.NewPlatform(t)
			b := apptest.NewBanks(p)
			if c.first != nil {
				b.FinA.Imports("BuyerCompany", file(t, c.first...), false).Want(200)
			}
			id := b.FinA.Imports("BuyerCompany", file(t, c.lines...), true).Want(200).JSON()["importId"].(string)
			c.meanwhile(b)
			before := everything(p)
			b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}).Want(409).Has("何も登録されていません", "もう一度読み込んで")
			if everything(p) != before {
				t.Error("a part was registered")
			}
		})
	}
}

func TestImportDoubles(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	mail := func(n int) map[string]string {
		return map[string]string{"メールアドレス": fmt.Sprintf("x%d@example.jp", n)}
	}
	line := func(n int, changes map[string]string) map[string]string {
		l := apptest.CSVLine(mail(n))
		for k, v := range changes {
			l[k] = v
		}
		return l
	}
	got := b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, line(1, nil), line(2, nil), line(3, map[string]string{"法人番号": ""}),
		line(4, map[string]string{"法人番号": ""}),
		line(1, map[string]string{"法人番号": corporateNumber(2), "企業名": "別の会社"}),
		line(6, map[string]string{"法人番号": corporateNumber(3), "企業名": "青嵐", "メールアドレス": "BUY@b.example.jp"})), true)
	if want := "[3 法人番号 5 企業名 6 メールアドレス 7 メールアドレス]"; fmt.Sprint(issues(got)) != want {
		t.Errorf("%v, want %s", issues(got), want)
	}
	got.Has("2行目と同じ企業です", "4行目と企業名・都道府県が同じです", "2行目と同じメールアドレスです", company.LoginIDTaken)
	// The duplicated company is stored twice already: a file cannot say which one is meant.
	for n := range 2 {
		id := b.FinA.Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
		b.FinA.Post("/api/BuyerCompany/CreateUpdateCompanyDetailsAsync",
			apptest.With(apptest.DetailsBody, map[string]any{"companyId": id, "companyName": fmt.Sprint("双子", n),
				"corporateRegistrationNumber": corporateNumber(9)})).Want(200)
	}
	b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, line(9, map[string]string{"法人番号": corporateNumber(9)})),
		true).Has("同じ法人番号の企業が2件以上登録されています")
}

// A file changes no company that is registering itself or is disabled: only the screens do.
func TestImportLeavesOthersStates(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil)), false), "done", 1, 0, 0, 0)
	found := b.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?companyName=" +
		url.QueryEscape("蒼陵製作所1")).Want(200).JSON()["companyList"].([]any)[0].(map[string]any)
	b.FinA.Send("PUT", "/api/BuyerCompany/ChangeCompanyStatus",
		map[string]any{"companyId": found["companyId"], "expectedStatus": 1, "event": "disable"}).Want(200)
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil)), false), "done", 0, 0, 1, 0)
	counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(map[string]string{"備考": "x"})), false), "wrong", 0,
		0, 0, 1).Has("現在の状態")
}

// The rows with errors are returned as a file with the reasons; once corrected, that file can be
// imported as it is.
func TestErrorRowsGoBackIn(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	lines := []map[string]string{apptest.CSVLine(nil), apptest.CSVLine(map[string]string{"法人番号": corporateNumber(5), "電話番号": "052",
		"メールアドレス": "x5@example.jp", "備考": "=1+1\n'二行目'"}),
		apptest.CSVLine(map[string]string{"法人番号": "12", "設立年": "3000", "メールアドレス": "x6@example.jp"})}
	id := counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, lines...), true), "wrong", 1, 0, 0,
		2).JSON()["importId"].(string)
	b.FinA.Get(companycsv.CSVBase+"ImportErrors?importId="+id+"&column="+url.QueryEscape("設立年")).Want(200).Has(`"allCount":1`, `"row":4`,
		`"value":"3000"`, `{"column":"電話番号","count":1}`).HasNot(`"row":3`)
	for _, encoding := range []string{"", "cp932"} {
		header, rows := b.FinA.Get(companycsv.CSVBase + "ImportErrorRows?importId=" + id + "&encoding=" + encoding).Table()
		if len(rows) != 2 || header[len(header)-1] != companycsv.CSVWhyWrong || !strings.Contains(rows[1][companycsv.CSVWhyWrong], "設立年：") ||
			!strings.Contains(rows[1][companycsv.CSVWhyWrong], "法人番号：") || rows[0]["備考"] != "=1+1\n'二行目'" {
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
		counts(b.FinA.Imports("BuyerCompany", []byte(file.String()), false), "done", 2, 0, 0, 0)
	}
	b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}).Want(409).Has("エラーのある行")
}

// An import is visible to its user only, and is deleted after a day with everything that was
// staged.
func TestImportEnds(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	id := counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil)), true), "ready", 1, 0, 0,
		0).JSON()["importId"].(string)
	b.FinA.Get(companycsv.CSVBase + "GetLatestImport?companyType=1").Want(200).Has(id)
	b.FinA.Get(companycsv.CSVBase + "GetLatestImport?companyType=2").Want(200).Has(`"importId":""`)
	b.SecondA.Get(companycsv.CSVBase + "ImportStatus?importId=" +
		id).SameAs(b.SecondA.Get(companycsv.CSVBase + "ImportStatus?importId=" + store.NewID())).Want(400)
	b.FinA.Post(companycsv.CSVBase+"DiscardImport", map[string]any{"importId": id}).Want(200)
	b.FinA.Get(companycsv.CSVBase + "ImportStatus?importId=" + id).Want(400)
	b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}).Want(400)

	id = counts(b.FinA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil)), true), "ready", 1, 0, 0,
		0).JSON()["importId"].(string)
	p.Clock.Add(companycsv.CSVImportLife + time.Second)
	finA := p.SignIn("fin@a.example.jp")
	finA.Get(companycsv.CSVBase + "ImportStatus?importId=" + id).Want(400)
	finA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}).Want(400)
	p.Job("import_cleanup")
	p.Read(func(q *store.Q) error {
		if rows, err := q.ImportSamples(id, store.ImportNew, 10); err != nil || len(rows) > 0 {
			t.Errorf("%d rows are left, %v", len(rows), err)
		}
		return nil
	})
}

// A user can leave the screen while a file is read, and come back to it.
func TestImportInTheBackground(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	start := b.FinA.Upload(companycsv.CSVBase+"CsvImportBuyerCompany", map[string]any{"background": true}, "企業.csv",
		apptest.Messy(t, "29_large_5000_rows_cp932.csv")).Want(200).JSON()
	id := start["importId"].(string)
	if j := web.StateOf[companycsv.Jobs](p.App.Platform).Get(id); j != nil {
		b.SecondA.Imports("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil)), true).Want(409).Has("進行中")
		b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}).Want(409).Has("読み込みが終わっていない")
		<-j.Done
	}
	counts(b.FinA.Get(companycsv.CSVBase+"ImportStatus?importId="+id), "ready", 5000, 0, 0, 0).Has(`"percent":100`)
	counts(b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}), "done", 5000, 0, 0, 0)

	id = b.FinA.Upload(companycsv.CSVBase+"CsvImportBuyerCompany", map[string]any{"background": true}, "企業.csv",
		apptest.Messy(t, "14_empty.csv")).Want(200).JSON()["importId"].(string)
	if j := web.StateOf[companycsv.Jobs](p.App.Platform).Get(id); j != nil {
		<-j.Done
	}
	counts(b.FinA.Get(companycsv.CSVBase+"ImportStatus?importId="+id), "failed", 0, 0, 0, 0).Has("ファイルが空です")
}

// Unusual files that the manifest does not list.
func TestOddFiles(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	line := apptest.CSVLine(nil)
	clean := string(apptest.CSVFile(t, store.Buyer, line))
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
		"a broken byte":     {strings.Replace(clean, "佐藤", "佐\xe8\x97", 1), `{"row":2,"column":"代表者名"`, 200},
		"many broken bytes": {strings.ReplaceAll(clean, "田中", "\xe7\x94田\xe4\xb8"), "読めない文字", 200},
		"mistyped number":   {strings.Replace(clean, "7990001900001", "7990001900002", 1), "検査用の数字が、ほかの12桁と合いません", 200},
		"short number":      {strings.Replace(clean, "7990001900001", "799000190000", 1), "法人番号は13桁の数字です", 200},
		"title rows":        {"買手一覧,,2026年11月,\n\n" + clean, "3行目を見出しとみて、その上の行は読み込みませんでした", 200},
		"many title rows":   {strings.Repeat("メモ,\n", 6) + clean, "見出しの行がありません", 422},
		"nothing, marked": {strings.NewReplacer("052-000-0002", "なし", "https://c.example.co.jp/", "―", ",12000,", ",－,").Replace(clean),
			`"newCount":1`, 200},
		"nothing required": {strings.Replace(clean, "佐藤 健一", "-", 1), "代表者名を入力してください", 200},
		"no workbook":      {"PK\x03\x04rest", "xlsx", 422},
		"no small class":   {strings.Replace(clean, ",13015,", ",建設業,", 1), "12001 総合工事業（土木・建築・リフォーム）、12002", 200},
		"an example":       {strings.Replace(clean, ",13015,", ",畜産,", 1), "11001 農業のどれにあたるか", 200},
		"no industry":      {strings.Replace(clean, ",13015,", ",鑑定業,", 1), "業種「鑑定業」はありません", 200},
		"one line":         {strings.Repeat("x", 3<<20), "長すぎます", 422},
		"million columns":  {strings.Repeat("企業名,", 1_000_000), "列が多すぎます", 422},
	} {
		t.Run(name, func(t *testing.T) {
			b.FinA.Imports("BuyerCompany", []byte(c.file), true).Want(c.status).Has(c.says)
		})
	}
	b.FinA.Upload(companycsv.CSVBase+"CsvImportBuyerCompany", map[string]any{"preview": "maybe"}, "a.csv", []byte(clean)).Want(422)
	b.FinA.Upload(companycsv.CSVBase+"CsvImportBuyerCompany", map[string]any{"institution": b.BID}, "a.csv", []byte(clean)).Want(422)
	b.FinA.Upload(companycsv.CSVBase+"CsvImportBuyerCompany", nil, "", nil).Want(422).Has("CSVかExcelのファイルを選んでください")
	b.FinA.Post(companycsv.CSVBase+"CsvImportBuyerCompany", map[string]any{}).Want(415)
}

// A gigabyte in one line, sent without a length, is refused when the limit is reached, and nothing
// of it stays on the disk.
func TestUploadWithoutEnd(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	body := &apptest.Metre{}
	head := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n"
	b.FinA.Do("POST", companycsv.CSVBase+"CsvImportBuyerCompany", "multipart/form-data; boundary=x",
		io.MultiReader(strings.NewReader(head), body)).Want(413).Has("100MBまで")
	if limit := sheet.DefaultLimits.Bytes; body.N < limit || body.N > limit+2<<20 {
		t.Errorf("%d bytes were read, the limit is %d", body.N, limit)
	}
	if left, err := os.ReadDir(p.App.SpoolDir()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
