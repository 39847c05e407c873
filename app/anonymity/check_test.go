package anonymity

import (
	"encoding/csv"
	"os"
	"strings"
	"testing"
)

var testPlaces = NewPlaces(
	[]string{"名古屋市", "中村区", "北区", "津市", "中央市", "西都市", "京都市", "長野市", "守口市", "東郷町"}, []string{"名古屋", "宇都宮", "横浜"},
	[]string{"愛知県", "愛知", "長野県", "長野", "東京都", "東京", "京都府", "京都", "大阪府", "大阪", "千葉県", "千葉"})

var testOwn = OwnNames{
	Company: "株式会社蒼陵製作所", CompanyKana: "カブシキガイシャソウリョウセイサクショ", Representative: "千葉 さくら", RepresentativeKana: "チバ サクラ",
	City: "守口市", Towns: []string{"大枝北町"},
}

func TestHits(t *testing.T) {
	for _, c := range []struct {
		text string
		hit  string
		kind HitKind
	}{
		{"当社（蒼陵製作所）は", "蒼陵製作所", HitCompany},
		{"蒼 陵 製作所の部品", "蒼 陵 製作所", HitCompany},
		{"㈱蒼陵製作所", "蒼陵製作所", HitCompany},
		{"そうりょうせいさくしょの部品", "そうりょうせいさくしょ", HitCompany},
		{"ｿｳﾘｮｳｾｲｻｸｼｮ", "ｿｳﾘｮｳｾｲｻｸｼｮ", HitCompany},
		{"代表の千葉さくら", "千葉さくら", HitRepresentative},
		{"代表の千葉　さくら", "千葉　さくら", HitRepresentative},
		{"千葉社長", "千葉", HitRepresentative},
		{"ﾁﾊﾞ ｻｸﾗ氏", "ﾁﾊﾞ ｻｸﾗ", HitRepresentative},
		{"愛知県名古屋市で営業", "名古屋市", HitPlace},
		{"名古屋で営業", "名古屋", HitPlace},
		{"東京都北区の工場", "北区", HitPlace},
		{"守口で創作", "守口", HitPlace},
		{"大枝北町の本社", "大枝北町", HitPlace},
		{"京都市の老舗", "京都市", HitPlace},
		{"金山駅から徒歩5分", "金山駅", HitStation},
		{"詳細は HTTPS://Example.co.jp/a へ", "HTTPS://Example.co.jp/a", HitURL},
		{"ｗｗｗ．example．jp", "ｗｗｗ．example．jp", HitURL},
		{"連絡はinfo@example.jpまで", "info@example.jp", HitMail},
		{"電話052-123-4567", "052-123-4567", HitPhone},
		{"０５２（１２３）４５６７", "０５２（１２３）４５６７", HitPhone},
		{"携帯09012345678", "09012345678", HitPhone},
		{"+81-52-123-4567", "+81-52-123-4567", HitPhone},
		{"法人番号7990001000001", "7990001000001", HitCorporateNumber},
		{"番号 7-9900-0100-0001", "7-9900-0100-0001", HitCorporateNumber},
		{"売上1億2,345万円", "1億2,345万円", HitAmount},
		{"売上１０９，０９４千円", "１０９，０９４千円", HitAmount},
		{"売上109094000円", "109094000円", HitAmount},
		{"売上1.25億円", "1.25億円", HitAmount},
		{"一億二千三百四十五万円", "一億二千三百四十五万円", HitAmount},
		{"県内唯一の工場", "唯一", HitSuperlative},
		{"県内最大の工場", "最大", HitSuperlative},
		{"日本初の技術", "日本初", HitSuperlative},
		{"創業1950年", "創業1950年", HitFounded},
		{"創業七十年", "創業七十年", HitFounded},
		{"昭和25年創業の会社", "昭和25年創業", HitFounded},
		{"従業員は178名です。", "178名", HitCount},
		{"従業員18人が働いています", "18人", HitCount},
		{"総勢１２名の会社", "１２名", HitCount},
		{"社員は百七十八名", "百七十八名", HitCount},
		{"会員数1,234名", "1,234名", HitCount},
		{"従業員数178名", "178名", HitCount},
		{"直営7店舗を運営", "7店舗", HitCount},
		{"営業所4か所", "4か所", HitCount},
		{"業歴は38年です", "業歴は38年", HitCount},
		{"38年続くお店", "38年続く", HitCount},
		{"六十三年の歴史", "六十三年の歴史", HitCount},
	} {
		hits := Check(map[string]string{"description": c.text}, testOwn, testPlaces)
		if len(hits) != 1 {
			t.Errorf("%s: %+v", c.text, hits)
			continue
		}
		h := hits[0]
		if h.Text != c.hit || h.Kind != c.kind || h.Field != "description" || h.Why == "" || h.Suggestion == "" {
			t.Errorf("%s: %+v", c.text, h)
		}
		if string([]rune(c.text)[h.Start:h.End]) != c.hit {
			t.Errorf("%s: offsets %d to %d", c.text, h.Start, h.End)
		}
	}
}

func TestNoHits(t *testing.T) {
	for _, text := range []string{
		"愛知県で金属加工を営む企業です。", "東海地方、関西都市圏、東京都市部、東北区域で営業しています。", "長野県と京都府、千葉県に拠点があります。",
		"中央市場に近い立地です。", "売上は約1億円、営業利益は3,000万円規模です。", "1億2,000万円", "従業員は約20名、製品は1億2,345万個。", "従業員は20名程度、30人以上の団体に対応", "15〜20名の体制", "10-19人",
		"数十名の体制、数百店、何十人も", "第3工場、第12営業所",
		"後継者候補が1名、有資格者3名", "直営2店舗", "約10店舗、20店舗以上、10拠点前後", "業歴は約40年、30年以上の実績、5年後", "2025年の実績、3年間の引継ぎ", "5名乗り、1人当たり、二人三脚、十人十色",
		"業歴は約40年、従業員の雇用を継続します。", "技術を最大限に生かし、最大化を図ります。", "最寄駅から徒歩5分、主要駅に近い。", "2026年11月21日",
		"約12,000社と取引。ISO9001を取得。", "", "病院清掃の受託責任者が在籍。",
	} {
		if hits := Check(map[string]string{"description": text}, testOwn, testPlaces); len(hits) > 0 {
			t.Errorf("%s: %+v", text, hits)
		}
	}
	if hits := Check(map[string]string{"a": "名古屋市"}, OwnNames{}, nil); len(hits) != 0 {
		t.Errorf("without a list of places: %+v", hits)
	}
}

// The texts of the demo's listings name only prefectures and regions, and must pass (except for one
// 創業80年) with all municipalities of the country.
func TestDemoListingsPass(t *testing.T) {
	table := func(path string) (map[string]int, [][]string) {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		r := csv.NewReader(file)
		r.FieldsPerRecord = -1
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		at := map[string]int{}
		for i, name := range rows[0] {
			at[strings.TrimPrefix(name, "\ufeff")] = i
		}
		return at, rows[1:]
	}
	var cities, prefectures []string
	at, rows := table("../../store/master/data/municipalities.csv")
	for _, r := range rows {
		cities = append(cities, r[at["name"]])
	}
	at, rows = table("../../store/master/data/prefectures.csv")
	for _, r := range rows {
		name := r[at["name"]]
		prefectures = append(prefectures, name)
		if name != "北海道" {
			prefectures = append(prefectures, strings.TrimRight(name, "都府県"))
		}
	}
	places := NewPlaces(cities, nil, prefectures)
	at, rows = table("../../testdata/demo/demo_listings.csv")
	hits := 0
	for _, r := range rows {
		texts := map[string]string{"businessName": r[at["businessName"]], "description": r[at["description"]]}
		for _, h := range Check(texts, OwnNames{}, places) {
			if h.Kind == HitFounded && strings.Contains(h.Text, "創業80年") {
				continue // two of them do contain it
			}
			hits++
			t.Logf("%s %s: %+v", r[0], texts[h.Field], h)
		}
	}
	if hits > 0 || len(rows) < 300 {
		t.Errorf("%d hits in %d listings", hits, len(rows))
	}
	// and each place's own name is found
	for _, c := range cities {
		if len([]rune(c)) < 2 {
			continue
		}
		if hits := Check(map[string]string{"a": "本社は" + c + "にあります。"}, OwnNames{}, places); len(hits) == 0 {
			t.Errorf("%s is not found", c)
		}
	}
}

func TestUnjustified(t *testing.T) {
	hits := Check(map[string]string{"description": "県内唯一、県内最大"}, OwnNames{}, nil)
	if len(hits) != 2 {
		t.Fatalf("%+v", hits)
	}
	left := Unjustified(hits, map[string]string{hits[0].Key(): "公知の一般論のため", hits[1].Key(): "　"})
	if len(left) != 1 || left[0].Text != "最大" {
		t.Errorf("%+v", left)
	}
}

func TestKAnonymity(t *testing.T) {
	for _, c := range []struct {
		visible, own, size int
		ok, note           bool
	}{{3, 3, 1000, true, false}, {2, 2, 1000, false, false}, {30, 2, 5000, false, false}, {3, 3, 999, true, true}} {
		r := CheckK(3, c.visible, c.own, c.size)
		if r.OK != c.ok || (r.Proposal == "") != c.ok || (r.Note != "") != c.note {
			t.Errorf("%+v: %+v", c, r)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{"㈱蒼陵製作所", "ｶﾞｷﾞ名古屋市", "\xff\xfe名古屋", "e\u0301" + strings.Repeat("\u0301", 70), "1億2,345万円",
		"0" + strings.Repeat("1", 200), "́", "..@..jp"} {
		f.Add(s, "株式会社蒼陵", "千葉 さくら")
	}
	f.Fuzz(func(t *testing.T, text, company, representative string) {
		own := OwnNames{Company: company, CompanyKana: company, Representative: representative, City: company, Towns: []string{representative}}
		runes := []rune(text)
		last := 0
		for _, h := range Check(map[string]string{"f": text}, own, testPlaces) {
			if h.Start < last || h.End <= h.Start || h.End > len(runes) {
				t.Fatalf("%q: %+v", text, h)
			}
			if h.Text != string(runes[h.Start:h.End]) {
				t.Fatalf("%q: text of %+v", text, h)
			}
			last = h.End
		}
		texts := map[string]string{"f": text}
		hits := WithOffers(texts, Check(texts, own, testPlaces), Offering{Year: 2026, Places: testPlaces})
		for _, h := range hits {
			if o := h.Offer; o != nil && (o.Start > h.Start || o.End < h.End || o.Start < 0 || o.End > len(runes)) {
				t.Fatalf("%q: offer %+v of %+v", text, o, h)
			}
		}
		Rewritten("f", text, hits)
	})
}
