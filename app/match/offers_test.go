package match_test

import (
	"testing"

	"tsunagu/app/anonymity"
	"tsunagu/app/match"
	"tsunagu/store"
)

// A place is told as the listing tells it, and never more closely.
func TestOfferedPlaceIsThePublishedOne(t *testing.T) {
	area := func(prefecture string, isPublic bool, regions ...int) *anonymity.Area {
		return match.PublishedArea(&store.ListingContent{PrefectureCode: prefecture, IsPrefecturePublic: isPublic,
			ListingLists: store.ListingLists{PublicRegion: regions}})
	}
	for _, c := range []struct {
		what, text, want string
		published        *anonymity.Area
	}{
		{"no listing", "岡崎市の会社", "東海地方の会社", nil},
		{"the region", "岡崎市の会社", "東海地方の会社", area("23", false, 6)},
		{"the prefecture", "岡崎市の会社", "愛知県の会社", area("23", true, 6)},
		{"the prefecture, another town of the region", "津市の会社", "東海地方の会社", area("23", true, 6)},
		{"two regions", "岡崎市の会社", "ある地域の会社", area("23", false, 6, 9)},
		{"the whole country", "岡崎市の会社", "ある地域の会社", area("23", false, 99)},
		{"nothing yet", "岡崎市の会社", "ある地域の会社", area("23", false)},
		{"not the real one", "岡崎市の会社", "ある地域の会社", area("23", false, 9)},
		{"two towns of one name", "府中市の会社", "ある地域の会社", nil},
		{"after its prefecture", "愛知県岡崎市内の会社", "愛知県の会社", area("23", true, 6)},
		{"with its district", "倉敷市児島地区の会社", "中国地方の会社", nil},
		{"an old province", "三河地方の会社", "愛知県の会社", area("23", true)},
		{"an old province, elsewhere", "讃岐の会社", "ある地域の会社", area("23", true)},
		{"in a company's name", "有限会社みどり商店の仕入先", "取引先企業の仕入先", nil},
	} {
		if got := anonymity.Rewritten("description", c.text, hitsOf(c.text, nil, c.published)); got != c.want {
			t.Errorf("%s: %s → %s, want %s", c.what, c.text, got, c.want)
		}
	}
}

// An offer is the same for a name that somebody has and for one of the same form that nobody has: it is made of the text and of
// fixed lists. Only names of the writer's own side are told apart, which he knows.
func TestOffersAreNoOracle(t *testing.T) {
	for _, pair := range [][2]string{
		{"株式会社カナリア製作所に納入", "株式会社カナリヤ製作所に納入"}, {"社長の佐藤一郎が営業", "社長の佐藤二郎が営業"},
		{"主力の商品「月の雫」を製造", "主力の商品「星の雫」を製造"},
	} {
		var got [2][]anonymity.Hit
		for i, text := range pair {
			if got[i] = hitsOf(text, nil, nil); len(got[i]) != 1 || got[i][0].Offer == nil {
				t.Fatalf("%s: %+v", text, got[i])
			}
		}
		a, b := got[0][0], got[1][0]
		if *a.Offer != *b.Offer || a.Kind != b.Kind || a.IsMild != b.IsMild || a.Why != b.Why {
			t.Errorf("%s is told from %s: %+v %+v", pair[0], pair[1], a, b)
		}
	}
	// The writer's own name in a legal form stays what it is: a mild hit around it does not take its place.
	for _, text := range []string{"㈱蒼陵製作所に納入", "株式会社蒼陵製作所に納入", "蒼陵製作所株式会社に納入"} {
		hits := hitsOf(text, plantedOwn, nil)
		if len(hits) != 1 || hits[0].Kind != anonymity.HitCompany || hits[0].IsMild {
			t.Errorf("%s: %+v", text, hits)
		}
		if got := anonymity.Rewritten("description", text, hits); got != "当社に納入" {
			t.Errorf("%s → %s", text, got)
		}
	}
}

// What the rules let pass before is told, and asked of nobody; what they stopped is stopped.
func TestMildHitsStopNothing(t *testing.T) {
	const mild = "トヨタ自動車向け。商品「月の雫」。社長の佐藤一郎。シェア35％。特許第6543210号。富士山の麓、信州で操業。2001年4月に設立。経常利益37百万円。ドライバー34名。三つの保育園。@tsuki_cafe"
	hits := hitsOf(mild, nil, nil)
	if len(hits) < 11 {
		t.Errorf("%d hits: %+v", len(hits), hits)
	}
	if left := anonymity.Unjustified(hits, nil); len(left) > 0 {
		t.Errorf("has to be justified: %+v", left)
	}
	for _, text := range []string{"従業員178名", "7店舗を運営", "業歴は38年", "創業1950年", "岡崎市", "売上1億2,345万円", "県内唯一の工場"} {
		if left := anonymity.Unjustified(hitsOf(text, nil, nil), nil); len(left) != 1 {
			t.Errorf("%s: %+v", text, left)
		}
	}
	for _, text := range []string{"「はい」とのことでした。", "社長の高齢化", "社長の山口県への移転", "代表の意向", "株式会社として設立", "取引銀行との関係",
		"イオン交換樹脂を使用", "高速道路ICに近い", "最寄りの空港から30分",
		"伊勢海老の加工", "従業員の40％が女性", "後継者の育成", "同族株式会社", "商品の開発", "約30百万円", "5ー10名の体制", "担当者の皆さん"} {
		if hits := hitsOf(text, nil, nil); len(hits) > 0 {
			t.Errorf("%s: %+v", text, hits)
		}
	}
}

// Other wordings of one kind, and what a wording leaves around it.
func TestOffers(t *testing.T) {
	for text, want := range map[string]string{
		"従業員29名":                  "従業員21〜50名",
		"総勢450人":                  "総勢301人以上",
		"創業5年のIT会社":               "業歴10年未満のIT会社",
		"創業一〇五年の会社":               "業歴100年以上の会社",
		"1987年に創業し、成長しています。":      "業歴30年以上で、成長しています。",
		"年商12億3,400万円":            "年商10億円以上30億円未満",
		"売上高 324百万円":              "売上高 3億円以上5億円未満",
		"売上は4,987万円":              "売上は5,000万円未満",
		"営業利益2,345万円":             "営業利益1,000万円以上3,000万円未満",
		"一億二千三百四十五万円の借入":          "1億円以上3億円未満の借入",
		"店頭では1,234円で販売":           "店頭では100万円未満で販売",
		"県内唯一の工場、県内最大の設備":         "県内有数の工場、県内有数の設備",
		"県内唯一です。県内最大規模です。":        "県内有数です。県内有数の規模です。",
		"日本初、特許あり":                "、特許あり",
		"トヨタ自動車株式会社向け":            "大手自動車メーカー向け",
		"山川信用金庫から借入":              "金融機関から借入",
		"「月の雫」ブランドの菓子":            "菓子",
		"専務の高橋が担当":                "役員が担当",
		"加藤さんが経理を担当":              "担当者が経理を担当",
		"岡崎市の会社で、電話は052-123-4567": "東海地方の会社で、",
	} {
		hits := hitsOf(text, nil, nil)
		got := anonymity.Rewritten("description", text, hits)
		if got != want {
			t.Errorf("%s → %s, want %s", text, got, want)
		}
		if left := hitsOf(got, nil, nil); len(left) > 0 {
			t.Errorf("%s is still a hit: %+v", got, left)
		}
		for _, h := range hits {
			if w := invented(h.Offer.Text, text); w != "" {
				t.Errorf("%s: %q comes from nowhere", text, w)
			}
		}
	}
	if invented("東海地方のおいしい菓子", "岡崎市の菓子") == "" {
		t.Error("an invented word is not seen")
	}
}
