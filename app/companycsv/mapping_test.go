package companycsv_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/companycsv"
	"tsunagu/app/web"
	"tsunagu/store"
)

// A bank's own file, from its first upload to registered companies: its user says once what the headings mean, and from
// then on every file of the institution is read so, by the plain call too. Another institution knows nothing of it.
func TestForeignFile(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	file := apptest.ForeignFile()
	b.FinA.Imports("BuyerCompany", file, false).Want(422).Has("必要な列「代表者名」")
	started := b.FinA.ImportsOnScreen("BuyerCompany", file)
	counts(started, "unmapped", 0, 0, 0, 0).Has(`"isMappable":true`)
	id := started.JSON()["importId"].(string)

	// What the screen shows: the headings, their first values, and a proposal of which none is taken unasked.
	columns := b.FinA.Get(companycsv.CSVBase + "ImportColumns?importId=" + id).Want(200)
	columns.Has(`"headerRow":2`, `"header":"商号","sampleList":["株式会社みどり工業","有限会社あおば商店"]`)
	for _, want := range []string{`"column":"企業名","isNeeded":true,"isAmount":false,"number":2`,
		`"column":"住所","isNeeded":false,"isAmount":false,"number":5`,
		`"column":"売上高（千円）","isNeeded":true,"isAmount":true,"number":7,"unit":"百万円"`,
		`"column":"業種コード","isNeeded":true,"isAmount":false,"number":8`,
		`"column":"担当者名","isNeeded":true,"isAmount":false,"number":0`} {
		columns.Has(want)
	}
	for _, other := range []*apptest.Caller{b.SecondA, b.FinB} {
		other.Get(companycsv.CSVBase + "ImportColumns?importId=" + id).Want(400)
		other.Post(companycsv.CSVBase+"MapImport", map[string]any{"importId": id, "columnList": apptest.ForeignColumns()}).Want(400)
	}

	// A choice that does not do is refused at once, and the file stays.
	say := func(changes func([]map[string]any) []map[string]any) apptest.Result {
		return b.FinA.Post(companycsv.CSVBase+"MapImport", map[string]any{"importId": id, "isRemembered": true,
			"columnList": changes(apptest.ForeignColumns())})
	}
	say(func(l []map[string]any) []map[string]any { return l[1:] }).Want(422).Has("必要な列「企業名」")
	say(func(l []map[string]any) []map[string]any { return append(l[:4], l[5:]...) }).Want(422).Has("必要な列「都道府県」、「市区町村」")
	say(func(l []map[string]any) []map[string]any { delete(l[6], "unit"); return l }).Want(422).Has("「売上高（千円）」の単位を選んで")
	say(func(l []map[string]any) []map[string]any { l[0]["number"] = 10; return l }).Want(422).Has("ファイルに無い列")
	say(func(l []map[string]any) []map[string]any { return append(l, l[0]) }).Want(422).Has("2回選ばれています")
	say(func(l []map[string]any) []map[string]any { l[0]["column"] = "口座"; return l }).Want(422).Has("ない列")
	if n := p.Count("SELECT count(*) FROM company_import_column"); n != 0 {
		t.Errorf("%d headings are remembered of what was refused", n)
	}

	say(func(l []map[string]any) []map[string]any { return l }).Want(200)
	counts(b.FinA.ImportEnds(id), "ready", 2, 0, 0, 0).Has("「顧客No」は、読み込まない列です", "2行目を見出しとみて").HasNot("前に決めた対応")
	counts(b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}), "done", 2, 0, 0, 0).Has(`"isMappable":false`)
	_, rows := b.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany").Table()
	got := map[string]map[string]string{}
	for _, row := range rows {
		got[row["企業名"]] = row
	}
	for name, want := range map[string]map[string]string{
		"株式会社みどり工業": {"都道府県": "愛知県", "市区町村": "名古屋市中村区", "町名": "名駅", "番地・建物名": "1-1-1", "売上高（千円）": "1234000", "業種コード": "13015", "担当者名": "緑川 一郎"},
		"有限会社あおば商店": {"都道府県": "愛知県", "市区町村": "名古屋市中区", "町名": "栄", "番地・建物名": "二丁目1番", "売上高（千円）": "98500", "業種コード": "17002 17008", "企業形態": "有限会社"},
	} {
		for column, value := range want {
			if got[name][column] != value {
				t.Errorf("%s %s: %q, want %q", name, column, got[name][column], value)
			}
		}
	}

	// The next file, by a colleague and without a screen, and a third by another bank.
	next := strings.NewReplacer("緑川 一郎", "緑川 三郎").Replace(string(file))
	counts(b.SecondA.Imports("BuyerCompany", []byte(next), false), "done", 0, 1, 1, 0).
		Has("前に決めた対応で、見出し", "「商号」は「企業名」", "「年商（百万円）」は「売上高（千円）」")
	b.FinB.Imports("BuyerCompany", []byte(next), false).Want(422).Has("必要な列「代表者名」").HasNot("前に決めた対応")
	b.FinA.Imports("SellerCompany", []byte(next), false).Want(422).HasNot("前に決めた対応")
	if n := p.Count("SELECT count(*) FROM audit WHERE event = 'import_explained'"); n != 1 {
		t.Errorf("%d audit lines", n)
	}
}

// What was explained wrongly is explained anew on the way to the register, also in place of what is remembered; the file is
// kept for it until it is registered, thrown away or replaced, and no longer.
func TestForeignFileAgain(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	say := func(id string, isRemembered bool, changes map[string]map[string]any) apptest.Result {
		list := apptest.ForeignColumns()
		for _, c := range list {
			maps.Copy(c, changes[c["column"].(string)])
		}
		b.FinA.Post(companycsv.CSVBase+"MapImport", map[string]any{"importId": id, "isRemembered": isRemembered, "columnList": list}).Want(200)
		return b.FinA.ImportEnds(id)
	}
	spooled := func(want int) {
		t.Helper()
		left, err := os.ReadDir(p.App.SpoolDir())
		if err != nil || len(left) != want {
			t.Errorf("%d files are kept, want %d: %v", len(left), want, err)
		}
	}
	id := b.FinA.ImportsOnScreen("BuyerCompany", apptest.ForeignFile()).JSON()["importId"].(string)
	counts(say(id, true, map[string]map[string]any{"電話番号": {"number": 1}}), "wrong", 0, 0, 0, 2).Has(`"isMappable":true`)
	spooled(1)
	counts(say(id, true, nil), "ready", 2, 0, 0, 0)
	if n := p.Count("SELECT count(*) FROM company_import_row WHERE import_id = ?", id); n != 2 {
		t.Errorf("%d rows are staged", n)
	}
	if n := p.Count("SELECT count(*) FROM company_import_issue WHERE import_id = ?", id); n != 0 {
		t.Errorf("%d issues are left of the first reading", n)
	}
	if n := p.Count("SELECT count(*) FROM company_import_column WHERE column_name = '電話番号'"); n != 1 {
		t.Errorf("%d headings are the telephone number", n)
	}
	counts(say(id, false, map[string]map[string]any{"売上高（千円）": {"unit": "千円"}}), "wrong", 1, 0, 0, 1) // 98.5 is no whole number
	if n := p.Count("SELECT count(*) FROM company_import_column WHERE unit = '百万円'"); n != 1 {
		t.Error("what was not to be remembered is")
	}

	// A newer file takes the older one's place; what is thrown away is gone.
	second := b.FinA.ImportsOnScreen("BuyerCompany", apptest.ForeignFile())
	counts(second, "ready", 2, 0, 0, 0).Has("前に決めた対応", `"isMappable":true`)
	spooled(1)
	b.FinA.Get(companycsv.CSVBase + "ImportColumns?importId=" + id).Want(200).Has(`"headerList":[],"columnList":[]`)
	b.FinA.Post(companycsv.CSVBase+"MapImport", map[string]any{"importId": id, "columnList": apptest.ForeignColumns()}).Want(409).
		Has("もう一度、ファイルを選んで")
	b.FinA.Post(companycsv.CSVBase+"DiscardImport", map[string]any{"importId": second.JSON()["importId"]}).Want(200)
	spooled(0)

	// A file that waits for its user when the process ends is read no more.
	foreign := strings.Replace(string(apptest.ForeignFile()), "TEL", "連絡先", 1)
	waiting := b.FinA.ImportsOnScreen("BuyerCompany", []byte(foreign))
	counts(waiting, "unmapped", 0, 0, 0, 0)
	spooled(1)
	web.StateOf[companycsv.Jobs](p.App.Platform).Stop()
	spooled(0)
	counts(b.FinA.Get(companycsv.CSVBase+fmt.Sprint("ImportStatus?importId=", waiting.JSON()["importId"])), "failed", 0, 0, 0, 0).
		Has("ファイルが残っていない", `"isMappable":false`)
	b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": waiting.JSON()["importId"]}).Want(http.StatusConflict)
}

// A file of the sheet's own columns is never asked about, a file that is no table of companies neither.
func TestKnownFileIsNotAskedAbout(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	counts(b.FinA.ImportsOnScreen("BuyerCompany", apptest.CSVFile(t, store.Buyer, apptest.CSVLine(nil))), "ready", 1, 0, 0,
		0).Has(`"isMappable":false`)
	counts(b.FinA.ImportsOnScreen("BuyerCompany", apptest.Messy(t, "12_no_header.csv")), "failed", 0, 0, 0, 0).Has("見出しの行がありません")
	counts(b.FinA.ImportsOnScreen("BuyerCompany", apptest.CSVFile(t, store.Seller, apptest.CSVLine(nil))), "failed", 0, 0, 0, 0).Has("売手のひな形")
	missing := b.FinA.ImportsOnScreen("BuyerCompany", apptest.Messy(t, "10_reordered_missing_headers.csv"))
	counts(missing, "unmapped", 0, 0, 0, 0).Has("必要な列「郵便番号」")
}

// Amounts in other units become 千円: exactly, but for yen, of which the rest is cut off.
func TestForeignUnits(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	n := 0
	for _, c := range []struct{ header, cell, want, says string }{
		{"年商（百万円）", "1234", "1234000", ""},
		{"年商（百万円）", "0.5", "500", ""},
		{"年商（百万円）", "2億円", "200000", ""}, // its own unit
		{"年商（百万円）", "0.0005", "", "整数で入力"},
		{"年商（円）", "\"12,345,999\"", "12345", ""},
		{"年商（億円）", "1.5", "150000", ""},
		{"年商（万円）", "35000", "350000", ""},
		{"年商（千円）", "350000", "350000", ""},
	} {
		n++
		file := fmt.Sprintf("商号,代表者氏名,郵便,所在地,TEL,%s,業種名,Eメール\n株式会社単位%d,単位 太郎,450-0002,愛知県名古屋市中村区名駅1,052-000-0001,%s,13015,unit%d@example.jp\n",
			c.header, n, c.cell, n)
		id := b.FinA.ImportsOnScreen("BuyerCompany", []byte(file)).JSON()["importId"].(string)
		unit := strings.Trim(strings.TrimPrefix(c.header, "年商"), "（）")
		list := []map[string]any{}
		for i, column := range []string{"企業名", "代表者名", "郵便番号", "住所", "電話番号", "売上高（千円）", "業種コード", "メールアドレス"} {
			list = append(list, map[string]any{"column": column, "number": i + 1, "unit": unit})
		}
		list = append(list, map[string]any{"column": "担当者名", "number": 2})
		b.FinA.Post(companycsv.CSVBase+"MapImport", map[string]any{"importId": id, "columnList": list}).Want(200)
		if c.says != "" {
			counts(b.FinA.ImportEnds(id), "wrong", 0, 0, 0, 1).Has(c.says)
			continue
		}
		counts(b.FinA.ImportEnds(id), "ready", 1, 0, 0, 0)
		b.FinA.Post(companycsv.CSVBase+"CommitImport", map[string]any{"importId": id}).Want(200)
		_, rows := b.FinA.Get(companycsv.CSVBase + "CsvExportBuyerCompany").Table()
		for _, row := range rows {
			if row["企業名"] == fmt.Sprint("株式会社単位", n) && row["売上高（千円）"] != c.want {
				t.Errorf("%s %s: %q, want %q", c.header, c.cell, row["売上高（千円）"], c.want)
			}
		}
	}
}

// An address that cannot be split is an error of its own cell, once.
func TestForeignAddress(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	file := strings.Replace(string(apptest.ForeignFile()), "愛知県名古屋市中村区名駅1-1-1", "名古屋市名駅1-1-1", 1)
	id := b.FinA.ImportsOnScreen("BuyerCompany", []byte(file)).JSON()["importId"].(string)
	b.FinA.Post(companycsv.CSVBase+"MapImport", map[string]any{"importId": id, "columnList": apptest.ForeignColumns()}).Want(200)
	r := counts(b.FinA.ImportEnds(id), "wrong", 1, 0, 0, 1).Has("区まで入力してください", `"value":"名古屋市名駅1-1-1"`)
	if got := fmt.Sprint(issues(r)); got != "[3 住所]" {
		t.Errorf("issues %s", got)
	}
	b.FinA.Get(companycsv.CSVBase + "ImportErrors?importId=" + id).Want(200).Has(`"columnList":[{"column":"住所","count":1}]`)

	// Without a column of postal codes a town that has one gives it, and one that has several does not.
	without := strings.NewReplacer("郵便,", "顧客区分,", "450-0002,", "法人,", "460-0008,", "法人,").Replace(string(apptest.ForeignFile()))
	id = b.FinA.ImportsOnScreen("BuyerCompany", []byte(without)).JSON()["importId"].(string)
	list := apptest.ForeignColumns()
	list[3]["number"] = 0
	b.FinA.Post(companycsv.CSVBase+"MapImport", map[string]any{"importId": id, "columnList": list}).Want(200)
	b.FinA.ImportEnds(id).Want(200).HasNot("必要な列")
}
