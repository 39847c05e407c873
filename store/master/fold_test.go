package master

import (
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"みずほ", "ミズホ", "ﾐｽﾞﾎ", "みす\u3099ほ", "みす゛ほ", "ミスﾞホ"},
		{"ぱん", "パン", "ﾊﾟﾝ", "は\u309aん", "は゜ん"},
		{"ゔぁ", "ヴァ", "ｳﾞｧ"},
		{"ヷ", "ワ\u3099", "わ゛"},
		{"茅ヶ崎", "茅ケ崎", "茅ゖ崎", "茅ｹ崎"},
		{"一か月", "一ヵ月", "一カ月"},
		{"すゞき", "スヾキ"},
		{"らーめん", "ラーメン", "ﾗｰﾒﾝ"},
		{"abc 123", "ＡＢＣ　１２３", " aBc\t\n 123 ", "abc\u00a0123"},
		{"(株)つなぐ", "㈱ツナグ", "（株）つなぐ"},
		{"株式会社", "㍿"},
		{"高崎", "髙﨑", "高\u200b崎", "\ufeff高崎", "高崎\U000e0100"},
		{"a-1", "ａ－１", "a−1", "a‐1", "a—1"},
		{"1~2", "１～２", "1〜2"},
		{"x-2", "x₋₂", "x⁻²"},
		{"・", "･"},
		{""},
		{"", " ", "　\t"},
	} {
		want := Fold(same[0])
		for _, s := range same {
			if got := Fold(s); got != want {
				t.Errorf("Fold(%q) = %q, Fold(%q) = %q", s, got, same[0], want)
			}
		}
	}
	for _, apart := range [][2]string{
		{"はん", "ばん"}, {"ばん", "ぱん"}, {"つ", "っ"}, {"高", "崎"}, {"a b", "ab"},
		{"らめん", "らーめん"}, {"斉藤", "斎藤"}, {"1-2", "12"},
	} {
		if Fold(apart[0]) == Fold(apart[1]) {
			t.Errorf("Fold takes %q for %q", apart[0], apart[1])
		}
	}
	if got := Fold("　ﾄﾖﾀ　ＳＨＩＮＫＩＮ "); got != "とよた shinkin" {
		t.Errorf("folded form %q", got)
	}
}

func TestHalfDigits(t *testing.T) {
	if got := HalfDigits("０1２９ 〇Ａー２"); got != "0129 〇Ａー2" {
		t.Errorf("HalfDigits = %q", got)
	}
}

func TestKatakana(t *testing.T) {
	for in, want := range map[string]string{
		"さとう しょうた":    "サトウ ショウタ",
		"ゔぁゝゞゕ":       "ヴァヽヾヵ",
		"ｻﾄｳ ｶﾞｷﾞﾊﾟｰ": "サトウ ガギパー",
		"サトウ":         "サトウ",
		"佐藤ABC１2":     "佐藤ABC１2",
		"ﾞ":           "\u3099",
		"":            "",
	} {
		if got := Katakana(in); got != want {
			t.Errorf("Katakana(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"ﾐｽﾞﾎ㈱", "İ\u030cK ẞ", "\xe3\x81\xe2₋ₛ", "ヷ\u3099", "か゛゛", "゛", "\u200b ", "ー−〜", "\xff", "ヵ゛ヶ\u3099",
		"ｶﾞ\u00ad\u3099", "¨", "ﷺ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Fold(s)
		if !utf8.ValidString(once) {
			t.Errorf("Fold(%q) = %q is not UTF-8", s, once)
		}
		if twice := Fold(once); twice != once {
			t.Errorf("Fold(%q) = %q, folded again %q", s, once, twice)
		}
	})
}
