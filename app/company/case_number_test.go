package company

import "testing"

func TestReadCaseNumber(t *testing.T) {
	for typed, want := range map[string][2]string{
		"N-1a2b3c4d": {"N", "1a2b3c4d"}, "n-1A2B3C4D": {"N", "1a2b3c4d"}, "Ｎ−１ａ２ｂ３ｃ４ｄ": {"N", "1a2b3c4d"}, "Lー1a2b3c4d": {"L", "1a2b3c4d"},
		"Q1a2b3c4d": {"Q", "1a2b3c4d"}, "整理番号：A-1a2b3c4d（受付）": {"A", "1a2b3c4d"}, "  l - 1a2b3c4d ": {"L", "1a2b3c4d"},
		"1a2b3c4d": {"", "1a2b3c4d"}, "-12345678": {"", "12345678"},
		"": {}, "N-": {}, "N-1a2b3c4": {}, "N-1a2b3c4de": {}, "XN-1a2b3c4d": {}, "12345678 製作所": {}, "1a2b3c4g": {}, "山田製作所": {},
	} {
		if prefix, end := ReadCaseNumber(typed); prefix != want[0] || end != want[1] {
			t.Errorf("%q: %q %q, want %q", typed, prefix, end, want)
		}
	}
}
