package anonymity

import (
	"strings"
	"testing"
)

func found(hits []Hit) string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Text)
	}
	return strings.Join(out, "|")
}

func TestFindNames(t *testing.T) {
	places := NewPlaces([]string{"名古屋市"}, nil, []string{"愛知県", "愛知"})
	own := []OwnNames{{Company: "株式会社カナリア製作所", Representative: "金糸 雀", RepresentativeKana: "キンシ スズメ", City: "名古屋市", Towns: []string{"大須"}},
		{Company: "有限会社ABC", Representative: "佐藤"}, {Company: "株式会社愛知"}, {Company: "株式会社"}}
	for text, want := range map[string]string{
		"株式会社カナリア製作所です":     "株式会社カナリア製作所",
		"カナリア製作所の件":         "カナリア製作所",
		"ｶﾅﾘｱ製作所":           "ｶﾅﾘｱ製作所",
		"かなりあ製作所":           "かなりあ製作所",
		"カ　ナ リ\nア・製作所":      "カ　ナ リ\nア・製作所",
		"カ\u200bナリア製作所":     "カ\u200bナリア製作所",
		"㈱カナリア製作所":          "カナリア製作所",
		"https://x/カナリア製作所": "カナリア製作所",
		"金糸雀様":              "金糸雀",
		"金糸　雀様":             "金糸　雀",
		"きんしすずめ":            "きんしすずめ",
		"ａｂｃの資料":            "ａｂｃ",
		"ABCDの資料":           "",
		"カナリア色の製品":          "", // a part of the name only warns
		"金糸の刺繍":             "",
		"担当は佐藤です":           "", // a family name alone
		"名古屋市大須":            "",
		"愛知の会社":             "", // a region, which is allowed
		"株式会社愛知です":          "株式会社愛知",
	} {
		if got := found(FindNames(map[string]string{"messageBody": text}, own, places)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	hits := FindNames(map[string]string{"fileName": "カナリア製作所.pdf", "messageBody": "カナリア製作所、金糸 雀"}, own, places)
	if len(hits) != 3 || hits[0].Field != "fileName" || !hits[0].IsExact || hits[2].Kind != HitRepresentative {
		t.Errorf("%+v", hits)
	}
	all := MergeHits(hits, Check(map[string]string{"messageBody": "カナリア製作所、金糸 雀 03-1234-5678"}, own[0], places))
	if found(all) != "カナリア製作所|カナリア製作所|金糸 雀|03-1234-5678" {
		t.Errorf("%q", found(all))
	}
	if got := HitsForAudit(all); got != "hits fileName:company=1 messageBody:company=1 messageBody:phone=1 messageBody:representative=1" {
		t.Error(got)
	}
	if HitsForAudit(nil) != "" {
		t.Error("no hits are nothing to write")
	}
}
