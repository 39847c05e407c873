package companycsv

import (
	"strings"
	"testing"
)

// Whole addresses are split by the address master, and what it cannot decide is refused.
func TestSplitAddress(t *testing.T) {
	for _, c := range []struct {
		cell, postal string
		want         place
		reason       string
	}{
		{"愛知県名古屋市中村区名駅1-1-1", "", place{"愛知県", "名古屋市中村区", "名駅", "1-1-1"}, ""},
		{"愛知県　名古屋市中村区　名駅１丁目１番１号　つなぐビル３Ｆ", "", place{"愛知県", "名古屋市中村区", "名駅", "1丁目1番1号 つなぐビル3F"}, ""},
		{"名古屋市中村区名駅一丁目1-1", "", place{"愛知県", "名古屋市中村区", "名駅", "一丁目1-1"}, ""},
		{"愛知県愛知郡東郷町大字春木1", "", place{"愛知県", "愛知郡東郷町", "大字春木", "1"}, ""},
		{"愛知県東郷町春木字白土1", "", place{"愛知県", "愛知郡東郷町", "春木", "字白土1"}, ""},
		{"東京都中央区日本橋1-2", "", place{"東京都", "中央区", "日本橋", "1-2"}, ""},
		{"東京都府中市宮町1-1", "", place{"東京都", "府中市", "宮町", "1-1"}, ""},
		{"府中市宮町1-1", "183-0023", place{"東京都", "府中市", "宮町", "1-1"}, ""},
		{"千葉県市川市八幡1-1-1", "", place{"千葉県", "市川市", "八幡", "1-1-1"}, ""},
		{"神奈川県茅ケ崎市茅ヶ崎1-1", "", place{"神奈川県", "茅ヶ崎市", "茅ヶ崎", "1-1"}, ""},
		{"愛知県名古屋市中村区無い町の名1-1", "", place{"愛知県", "名古屋市中村区", "無い町の名", "1-1"}, ""},

		{"", "", place{}, "住所を入力してください"},
		{"中央区日本橋1-2", "", place{}, "都道府県から入力"}, // also a ward and a town of Osaka's
		{"中央区日本橋1-2", "103-0027", place{"東京都", "中央区", "日本橋", "1-2"}, ""},
		{"名古屋市名駅1-1", "", place{}, "区まで入力してください"},
		{"愛知県大津市御陵町1", "", place{}, "この都道府県にありません"},
		{"どこかの町1-1", "", place{}, "都道府県と市区町村が分かりません"},
		{"森町1-1", "", place{}, "1つに決められません"},
	} {
		got, reason := splitAddress(c.cell, strings.ReplaceAll(c.postal, "-", ""))
		if got != c.want || c.reason == "" && reason != "" || !strings.Contains(reason, c.reason) {
			t.Errorf("%q: %+v %q, want %+v %q", c.cell, got, reason, c.want, c.reason)
		}
	}
	if code, _ := (place{"愛知県", "愛知郡東郷町", "春木", ""}).postalOf(); code != "4700162" {
		t.Errorf("postal code %q", code)
	}
}
