package memorandum_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/memorandum"
	"tsunagu/app/web"
	"tsunagu/store"
)

type body = map[string]any

const base = memorandum.Path

func section(key, text string, level int, pictures ...body) body {
	return body{"key": key, "heading": "", "text": text, "level": level, "pictureList": append([]body{}, pictures...)}
}

func period(month string, changes body) body {
	return apptest.With(body{"month": month, "amountOfSales": nil, "grossProfit": nil, "operatingProfit": nil, "ordinaryIncome": nil,
		"netIncome": nil, "depreciation": nil, "executiveRemuneration": nil, "assetAmount": nil, "netAsset": nil, "cashDeposit": nil,
		"interestBearingDebt": nil}, changes)
}

func content(periods []body, sections ...body) body {
	return body{"sectionList": append([]body{}, sections...), "periodList": append([]body{}, periods...), "figuresLevel": 3}
}

// whole has something at each level.
func whole() body {
	return content([]body{period("2025-03", body{"amountOfSales": 110_001, "operatingProfit": -2_001}),
		period("2026-03", body{"amountOfSales": 123_457, "operatingProfit": 7_001, "depreciation": 2_002, "assetAmount": 90_000,
			"netAsset": 30_000})}, section("outline", "二段階目の概要です。", 2), section("history", "三段階目の沿革です。", 3),
		section("customers", "四段階目の取引先です。", 4), section("people", "", 2))
}

func save(c *apptest.Caller, listing string, revision int, x body) apptest.Result {
	return c.Post(base+"SaveMemorandum", body{"sellerBusinessId": listing, "revision": revision, "content": x})
}

func get(c *apptest.Caller, listing string) apptest.Result {
	return c.Get(base + "GetMemorandum?sellerBusinessId=" + listing)
}

func preview(c *apptest.Caller, listing, level string) apptest.Result {
	return c.Get(base + "GetMemorandumPreview?sellerBusinessId=" + listing + "&level=" + level)
}

func at(listing string, revision, level int, isChecked bool) body {
	return body{"sellerBusinessId": listing, "revision": revision, "level": level, "isChecked": isChecked}
}

func upload(c *apptest.Caller, listing string, b []byte) apptest.Result {
	return c.Upload(base+"UploadMemorandumPicture", body{"sellerBusinessId": listing}, "a.png", b)
}

func view(c *apptest.Caller, listing, picture string) apptest.Result {
	return c.Get(base + "ViewMemorandumPicture?sellerBusinessId=" + listing + "&pictureId=" + picture)
}

// text is a paper's text, and its bytes.
func text(t *testing.T, c *apptest.Caller, listing string, revision, level int) (string, string) {
	t.Helper()
	made := c.Post(base+"IssueMemorandum", at(listing, revision, level, true)).Want(200).JSON()
	pdf := c.Get("/api/IssuedPaper/DownloadIssuedPaper?issuedPaperId=" + made["issuedPaperId"].(string)).Want(200).Body
	path, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Fatal("pdftotext is not installed (.ci/packages): apt-get install poppler-utils")
	}
	cmd := exec.CommandContext(t.Context(), path, "-layout", "-", "-")
	cmd.Stdin = strings.NewReader(pdf)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	// How wide a gap is drawn hangs on the letters of the number.
	return strings.ReplaceAll(strings.Join(strings.Fields(string(out)), " "), made["number"].(string), "番号"), pdf
}

// What is shown at which level, in the preview and in the paper: what opens later is in neither.
func TestLevels(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.SQLExec("UPDATE listing_content SET company_name = '株式会社金糸雀堂', representative_name = '雀 一郎', address = '見本県見本市1-2' WHERE " +
		"listing_id = '" + w.Listing + "'")
	save(w.FinA, w.Listing, 0, whole()).Want(200)
	all := []struct {
		words string
		level int // from which it is shown
	}{{"二段階目の概要", 2}, {"会社の概要", 2}, {"三段階目の沿革", 3}, {"沿革", 3}, {"湊星銀行", 3}, {"四段階目の取引先", 4}, {"取引先と仕入先", 4}, {"123,457", 4},
		{"△2,001", 4}, {"9,003", 4}, {"33.3%", 4}, {"2026年3月期", 4}, {"株式会社金糸雀堂", 4}, {"雀 一郎", 4}, {"見本県見本市1-2", 4}, {"従業員と組織", 9}}
	for level, stage := range map[int]string{2: "匿名交渉中", 3: "秘密保持承諾後", 4: "実名承認後"} {
		shown := preview(w.FinA, w.Listing, string(rune('0'+level))).Want(200).Has(stage)
		paper, _ := text(t, w.FinA, w.Listing, 1, level)
		for _, x := range all {
			for where, s := range map[string]string{"preview": shown.Body, "paper": paper} {
				if has := strings.Contains(s, x.words); has != (level >= x.level) {
					t.Errorf("L%d, %s: %q is there: %v", level, where, x.words, has)
				}
			}
		}
		if strings.Count(paper, stage) < 3 { // the head, the form's name, and the foot of each page
			t.Errorf("L%d: the paper does not say its level: %s", level, paper)
		}
		if is := strings.Contains(paper, "売上高"); is != (level >= 3) {
			t.Errorf("L%d: figures are there: %v", level, is)
		}
	}
	preview(w.FinA, w.Listing, "3").Has("以上", "2026年の期").HasNot("123457", "7,001", "自己資本比率", "月期")
	for _, level := range []string{"0", "1", "5", "9"} {
		preview(w.FinA, w.Listing, level).Want(422).HasNot("段階目の")
	}
	// The figures are shown later than they may be, never earlier.
	x := whole()
	x["figuresLevel"] = 4
	save(w.FinA, w.Listing, 1, x).Want(200)
	preview(w.FinA, w.Listing, "3").Want(200).Has(`"rowList":[]`).HasNot("売上高")
}

// Two companies that differ only in what a level does not open are the same to its reader, to the byte of the text.
func TestOtherFactsStayOut(t *testing.T) {
	for _, c := range []struct {
		level   int
		changes []body
	}{{2, []body{section("history", "三の一。", 3), section("customers", "四の一。", 4)}}, {3, []body{section("history", "三。", 3),
		section("customers", "四の一。", 4)}}} {
		var papers, previews [2]string
		for i := range papers {
			w := apptest.NewTalks(apptest.NewPlatform(t))
			changes := slices.Clone(c.changes)
			sales := 123_457
			if i == 1 {
				w.SQLExec("UPDATE listing_content SET company_name = '株式会社別物', representative_name = '別 太郎', address = '別の県1'")
				changes[1] = section("customers", "まったく別の取引先。", 4)
				if sales = 123_458; c.level == 2 {
					changes[0], sales = section("history", "別の沿革。", 3), 987_654_321
				}
			}
			save(w.FinA, w.Listing, 0, content([]body{period("2026-03", body{"amountOfSales": sales})}, append([]body{section("outline",
				"同じ概要です。", 2)}, changes...)...)).Want(200)
			paper, _ := text(t, w.FinA, w.Listing, 1, c.level)
			papers[i] = strings.ReplaceAll(paper, web.CaseNumber("L", w.Listing), "案件")
			previews[i] = strings.ReplaceAll(strings.ReplaceAll(preview(w.FinA, w.Listing, string(rune('0'+c.level))).Want(200).Body,
				web.CaseNumber("L", w.Listing), "案件"), w.Listing, "")
		}
		if papers[0] != papers[1] || !strings.Contains(papers[0], "同じ概要です。") {
			t.Errorf("L%d: papers\n%s\n%s", c.level, papers[0], papers[1])
		}
		if previews[0] != previews[1] {
			t.Errorf("L%d: previews\n%s\n%s", c.level, previews[0], previews[1])
		}
	}
}

// What was typed is checked all at once and never cut; a stale form is told, a second press writes nothing.
func TestSave(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	get(w.FinA, w.Listing).Want(200).Has(`"revision":0`, `"key":"terms"`, `"givenList":[]`)
	own := func(heading string) body {
		return apptest.With(section("", "本文", 3), body{"heading": heading})
	}
	for says, x := range map[string]body{
		"本文は4000文字以内":              content(nil, section("outline", strings.Repeat("あ", 4001), 3)),
		"章は20まで":                   content(nil, slices.Repeat([]body{own("a")}, 100)...),
		"自由な見出しの章は10まで":            content(nil, slices.Repeat([]body{own("a")}, 11)...),
		"見出しを入力":                   content(nil, own(" ")),
		"見出しは40文字以内":               content(nil, own(strings.Repeat("a", 41))),
		"「沿革」は一つまで":                content(nil, section("history", "", 3), section("history", "", 3)),
		"種類が正しくありません":              content(nil, section("secret", "", 3)),
		"「沿革」の内容は、「秘密保持承諾後」より前":    content(nil, section("history", "x", 2)),
		"「取引先と仕入先」の内容は、「実名承認後」より前": content(nil, section("customers", "x", 3)),
		"1番目の章の内容は、「秘密保持承諾後」より前":   content(nil, apptest.With(own("x"), body{"level": 2})),
		"見せる段階を選んで":                content(nil, section("outline", "x", 1)),
		"見せる段階を選んでください":            content(nil, section("outline", "x", 5)),
		"画像が見つかりません":               content(nil, section("outline", "x", 3, body{"pictureId": "x", "caption": "", "isNameless": true})),
		"業績は3期まで": content([]body{period("2022-03", nil), period("2023-03", nil), period("2024-03", nil),
			period("2025-03", nil)}),
		"決算の年月は 2026-03 の形": content([]body{period("2026-13", nil)}),
		"決算の年月を入力":          content([]body{period("", body{"netAsset": 1})}),
		"前の期より後":            content([]body{period("2026-03", nil), period("2025-03", nil)}),
		"1期目の売上高は":          content([]body{period("2026-03", body{"amountOfSales": 100_000_000_001})}),
		"1期目の営業利益は":         content([]body{period("2026-03", body{"operatingProfit": -100_000_000_001})}),
		"業績の表を見せる段階":        apptest.With(content(nil), body{"figuresLevel": 2}),
	} {
		if r := save(w.FinA, w.Listing, 0, x).Want(422); !strings.Contains(r.Body, strings.TrimPrefix(says, "「沿革」の")) {
			t.Errorf("%s: %s", says, r.Body)
		}
	}
	save(w.FinA, w.Listing, 0, content([]body{period("2026-03", body{"amountOfSales": 0.5})})).Want(422)
	save(w.FinA, w.Listing, 0, content(nil, section("outline", "制御\u0001文字", 3))).Want(422)
	if n := w.Count("SELECT count(*) FROM memorandum"); n != 0 {
		t.Errorf("%d rows of what was refused", n)
	}
	// Markup is text; periods in which nothing is are left out.
	x := content([]body{period("", nil), period("2026-03", body{"netAsset": -5, "assetAmount": 0})}, section("outline", "<b>強い</b>\r\n二行目", 3))
	save(w.FinA, w.Listing, 0, x).Want(200).Has(`"revision":1`, `<b>強い</b>\n二行目`)
	save(w.FinA, w.Listing, 0, x).Want(200).Has(`"revision":1`) // a second press
	save(w.SecondA, w.Listing, 0, x).Want(409)
	save(w.FinA, w.Listing, 0, content(nil)).Want(409)
	save(w.SecondA, w.Listing, 1, content(nil, section("outline", "同僚", 3))).Want(200).Has(`"revision":2`)
	save(w.FinA, w.Listing, 1, x).Want(409)
	get(w.FinA, w.Listing).Has("同僚", w.UserOf(w.SecondA).UserName)
	done := 0
	for _, r := range apptest.Together(4, func(i int) apptest.Result {
		return save(w.FinA, w.Listing, 2, content(nil, section("outline", strings.Repeat("x", i+1), 3)))
	}) {
		if r.Status == 200 {
			done++
		}
	}
	if done != 1 {
		t.Errorf("%d of four at once", done)
	}
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'memorandum_saved' AND subject_kind = 'memorandum'"); n != 3 {
		t.Errorf("%d lines", n)
	}
}

// What the product has is put in with the level of its most secret fact.
func TestPrefill(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.SQLExec("UPDATE listing_content SET fiscal_year = 2026, company_name = '株式会社金糸雀堂', target_customers = '県内の卸', advantage = '自社の配合', " +
		"services = '', markets = '', amount_of_sales = 50, operating_profit = 5, ebitda = 8, pre_amount_of_sales = 40 WHERE listing_id = '" +
		w.Listing + "'")
	got := get(w.FinA, w.Listing).Want(200).JSON()["prefill"].(body)
	levels := map[string]float64{}
	for _, x := range got["sectionList"].([]any) {
		s := x.(body)
		levels[s["key"].(string)] = s["level"].(float64)
	}
	if levels["outline"] != 4 || levels["customers"] != 4 || levels["products"] != 3 || levels["history"] != 0 {
		t.Errorf("%v", levels)
	}
	periods := got["periodList"].([]any)
	if len(periods) != 2 || periods[0].(body)["amountOfSales"] != 40.0 || periods[1].(body)["depreciation"] != 3.0 ||
		periods[1].(body)["month"] != "2026-03" {
		t.Errorf("%v", periods)
	}
}

// A name holds every paper and Word draft back below the level that opens names; what only may lead to the company is confirmed.
func TestFindings(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	w.SQLExec("UPDATE listing_content SET company_name = '株式会社金糸雀堂' WHERE listing_id = '" + w.Listing + "'")
	issue := func(revision, level int, isChecked bool) apptest.Result {
		return w.FinA.Post(base+"IssueMemorandum", at(w.Listing, revision, level, isChecked))
	}
	issue(0, 3, true).Want(422).Has("買手に見える章も業績もありません")
	save(w.FinA, w.Listing, 0, content(nil, section("outline", "無難な概要です。", 2), section("history", "カナリヤではなく金糸雀堂として創業。", 3))).Want(200)
	issue(1, 2, true).Want(200)
	issue(1, 3, true).Want(422).Has("「沿革」の本文", "金糸雀堂").HasNot("無難な概要")
	issue(1, 4, false).Want(200)
	template := "sample-33-2"
	made := func(level int) apptest.Result {
		return w.FinA.Post("/api/Draft/MakeDraft", body{"sellerBusinessId": w.Listing, "level": level, "templateId": template})
	}
	made(3).Want(422).Has("「沿革」の本文")
	w.FinA.Get("/api/Draft/CheckDraft?sellerBusinessId=" + w.Listing + "&level=3&templateId=" + template).Want(422)
	made(4).Want(200)
	made(2).Want(200)
	made(9).Want(422)
	for text, where := range map[string]string{"https://kinshi.example.jp/ を見る": "example.jp", "03-1234-5678 まで": "03-1234-5678"} {
		revision := int(get(w.FinA, w.Listing).JSON()["revision"].(float64))
		save(w.FinA, w.Listing, revision, content(nil, section("history", text, 3))).Want(200)
		issue(revision+1, 3, true).Want(422).Has(where)
	}
	revision := int(get(w.FinA, w.Listing).JSON()["revision"].(float64))
	save(w.FinA, w.Listing, revision, content(nil, section("history", "業界で唯一の会社です。", 3))).Want(200)
	preview(w.FinA, w.Listing, "3").Has(`"isBlocking":false`, "唯一")
	issue(revision+1, 3, false).Want(422).Has("唯一")
	issue(revision, 3, true).Want(409)
	issue(revision+1, 3, true).Want(200)
	if n := w.Count("SELECT count(*) FROM audit WHERE event = 'memorandum_issued' AND " +
		"detail LIKE '%superlative=1%' AND detail NOT LIKE '%唯一%'"); n != 1 {
		t.Errorf("%d lines with what it was made with", n)
	}
}

// Given, it is a document like any: an edition for each change, open by grant alone and only where names are open.
func TestGive(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	hoped := w.Hoped()
	give := func(revision, level int) apptest.Result {
		return w.FinA.Post(base+"GiveMemorandum", at(w.Listing, revision, level, true))
	}
	save(w.FinA, w.Listing, 0, whole()).Want(200)
	first := give(1, 4).Want(200).JSON()
	document := first["documentId"].(string)
	if again := give(1, 4).Want(200).JSON(); again["documentId"] != document || again["isNew"] != false || first["isNew"] != true {
		t.Errorf("a second press: %v", again)
	}
	for _, r := range apptest.Together(3, func(int) apptest.Result { return give(1, 3) }) {
		r.Want(200)
	}
	if n := w.Count("SELECT count(*) FROM document"); n != 2 { // one a level
		t.Errorf("%d documents", n)
	}
	w.Grant(document, hoped, nil).Want(409) // he is not there yet, whatever the paper holds
	w.BuyB.ViewDocument(document, hoped).Want(400)
	get(w.FinA, w.Listing).Has(`"isNewer":false`).HasNot(`"isNewer":true`)

	w = apptest.NewTalks(apptest.NewPlatform(t))
	row := w.Named()
	save(w.FinA, w.Listing, 0, whole()).Want(200)
	document = give(1, 3).Want(200).JSON()["documentId"].(string)
	full := give(1, 4).Want(200).JSON()["documentId"].(string)
	w.Grant(document, row, body{"isDownload": true}).Want(200)
	lent := w.BuyB.OpenDocument("DownloadDocument", document, row).Want(200)
	if !strings.HasPrefix(lent.Body, "%PDF-") {
		t.Errorf("%.20s", lent.Body)
	}
	w.BuyB.OpenDocument("DownloadDocument", full, row).Want(400) // another level is another document, and not granted
	w.BuyB.ViewDocument(document, row).Want(200)
	if n := len(w.LedgerOf("download")); n != 1 {
		t.Errorf("%d lines of the reading", n)
	}
	// A change at L4 alone says nothing of the version of L3.
	x := whole()
	x["sectionList"].([]body)[2]["text"] = "直した四段階目。"
	save(w.FinA, w.Listing, 1, x).Want(200)
	for _, g := range get(w.FinA, w.Listing).JSON()["givenList"].([]any) {
		if g := g.(body); g["isNewer"] != (g["level"] == 4.0) || g["buyerCount"] != map[any]float64{3.0: 1, 4.0: 0}[g["level"]] {
			t.Errorf("%v", g)
		}
	}
	if r := w.BuyB.OpenDocument("DownloadDocument", document, row).Want(200); r.Body != lent.Body {
		t.Error("what was given changed by itself")
	}
	give(1, 4).Want(409)
	if r := give(2, 4).Want(200).JSON(); r["documentId"] != full || r["edition"] != 2.0 {
		t.Errorf("%v", r)
	}
	x["sectionList"].([]body)[1]["text"] = "直した三段階目。"
	save(w.FinA, w.Listing, 2, x).Want(200)
	give(3, 3).Want(200).Has(`"edition":2`)
	if r := w.BuyB.OpenDocument("DownloadDocument", document, row).Want(200); r.Body == lent.Body {
		t.Error("the new edition is the old one")
	}
	// Back to what an earlier edition said: an edition again, not a conflict of files.
	save(w.FinA, w.Listing, 3, whole()).Want(200)
	give(4, 3).Want(200).Has(`"edition":3`)
	// A document that was deleted is not revived.
	d := w.FinA.DocumentOf(w.Listing, full)
	w.FinA.Post("/api/Document/DeleteDocument", body{"documentId": full, "version": d["version"]}).Want(200)
	if r := give(4, 4).Want(200).JSON(); r["documentId"] == full || r["edition"] != 1.0 {
		t.Errorf("%v", r)
	}
	for _, c := range []*apptest.Caller{w.FinB, w.BuyB, w.FinC} {
		for _, call := range []string{"GiveMemorandum", "IssueMemorandum"} {
			c.Post(base+call, at(w.Listing, 4, 3, true)).SameAs(c.Post(base+call, at(store.NewID(), 4, 3, true)).Want(400))
		}
	}
}

var random = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|"version":\d+|"N-[0-9a-f]+"`)

// Two networks differ in that SF wrote a memorandum and made a paper of it: whoever is not of its desk reads the same, and the same as of
// what is not there.
func TestMemorandumTellsNobodyElse(t *testing.T) {
	var answers [2][]apptest.Result
	for i := range answers {
		w := apptest.NewTalks(apptest.NewPlatform(t))
		w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
		w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
		office, admin := w.SignInOffice("office@n.example.jp"), w.SignInOffice("admin@a.example.jp")
		id := w.Hoped()
		if i == 1 {
			told := w.Newly(func() {
				save(w.FinA, w.Listing, 0, whole()).Want(200)
				upload(w.FinA, w.Listing, photograph(t, "x")).Want(200)
				w.FinA.Post(base+"IssueMemorandum", at(w.Listing, 1, 2, true)).Want(200)
			})
			apptest.WantMails(t, "nobody is mailed", told)
		}
		for _, c := range []*apptest.Caller{w.FinB, w.FinC, w.BuyB, w.Rival, admin, office} {
			if r := get(c, w.Listing); r.Status != 400 && r.Status != 401 {
				t.Errorf("%d", r.Status)
			}
			get(c, w.Listing).SameAs(get(c, store.NewID()))
			preview(c, w.Listing, "2").SameAs(preview(c, store.NewID(), "2"))
			save(c, w.Listing, 1, whole()).SameAs(save(c, store.NewID(), 1, whole()))
		}
		see := func(r apptest.Result) {
			answers[i] = append(answers[i], r.HasNot("企業概要書", "memorandum", "段階目の"))
		}
		see(w.FinB.Get(apptest.NegotiationBase + "PartnerListByBuyerFinancial"))
		see(w.BuyB.Thread(id))
		see(apptest.SeeOverview(w.FinB, w.Listing))
		see(w.FinB.Get("/api/IssuedPaper/SearchIssuedPaper?sellerBusinessId=" + w.Listing))
		see(office.Get("/api/Office/GetAuditList?limit=100&event=memorandum_saved"))
		office.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("企業概要書")
		office.Get("/api/Office/ExportAuditList").Want(200).HasNot("企業概要書")
		admin.Get("/api/Office/GetAuditList?limit=100").Want(200).HasNot("段階目の")
	}
	for i, r := range answers[1] {
		if was := answers[0][i]; was.Status != r.Status ||
			random.ReplaceAllString(was.Body, "") != random.ReplaceAllString(r.Body, "") {
			t.Errorf("%d: %d %s, before: %d %s", i, r.Status, r.Body, was.Status, was.Body)
		}
	}
}

// In another institution's charge the listing is without what the one before wrote; a merger takes it along.
func TestMemorandumStaysWithItsDesk(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	picture := upload(w.FinA, w.Listing, photograph(t, "x")).Want(200).JSON()["pictureId"].(string)
	save(w.FinA, w.Listing, 0, whole()).Want(200)
	w.Write(func(tx *store.Tx) error {
		l, err := tx.Memorandum(store.Viewer{InstitutionID: w.AID}, w.Listing)
		if err == nil && l.Revision != 1 {
			t.Errorf("%+v", l)
		}
		return err
	})
	w.SQLExec("UPDATE listing SET institution_id = '" + w.BID + "'")
	w.SQLExec("UPDATE company SET institution_id = '" + w.BID + "' WHERE id = '" + w.Seller + "'")
	get(w.FinB, w.Listing).Want(200).Has(`"revision":0`).HasNot("段階目の")
	view(w.FinB, w.Listing, picture).Want(400)
	get(w.FinA, w.Listing).Want(400)
	save(w.FinB, w.Listing, 0, content(nil, section("outline", "新しい担当の概要", 3))).Want(200)
	w.Write(func(tx *store.Tx) error {
		_, err := tx.MergeInstitutions(&store.MergerMove{Absorbed: w.AID, Surviving: w.BID, Mark: "9-", Name: "湊星銀行"})
		return err
	})
	get(w.FinB, w.Listing).Want(200).Has("新しい担当の概要").HasNot("段階目の")
	if n := w.Count("SELECT count(*) FROM memorandum WHERE institution_id = '" + w.AID + "'"); n != 0 {
		t.Errorf("%d rows stayed behind", n)
	}
}
