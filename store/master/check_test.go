package master

import "testing"

func TestNormalizePostal(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"4500002", "4500002"},
		{"450-0002", "4500002"},
		{"〒450-0002", "4500002"},
		{"〒 ４５０－０００２", "4500002"},
		{" 450 0002\t", "4500002"},
		{"450　0002", "4500002"},
		{"450‐0002", "4500002"}, // U+2010
		{"450‑0002", "4500002"}, // U+2011
		{"450–0002", "4500002"}, // U+2013
		{"450—0002", "4500002"}, // U+2014
		{"450―0002", "4500002"}, // U+2015
		{"450−0002", "4500002"}, // U+2212
		{"450ー0002", "4500002"},
		{"450ｰ0002", "4500002"},
		{"450一0002", "4500002"},
		{"450 - 0002", "4500002"},
		{"〠０６０００００", "0600000"},
		{"\ufeff4500002", "4500002"},
	} {
		if got, ok := NormalizePostal(test.in); got != test.want || !ok {
			t.Errorf("NormalizePostal(%q) = %q, %v", test.in, got, ok)
		}
	}
	for _, in := range []string{
		"", "〒", "450", "450-000", "450-00020", "45-00002", "4-5-0-0-0-0-2", "450--0002",
		"450-0002名駅", "T450-0002", "四五〇〇〇〇二", "450.0002", "450-000a", "-4500002", "٤٥٠٠٠٠٢",
	} {
		if got, ok := NormalizePostal(in); ok || got != "" {
			t.Errorf("NormalizePostal(%q) = %q, %v", in, got, ok)
		}
	}
}

func TestCheckCorporateNumber(t *testing.T) {
	for _, base := range []struct {
		digits string
		check  byte
	}{
		{"180301018771", '1'},
		{"000012050002", '7'},
		{"011001098993", '4'},
		{"990001000001", '7'}, // demo seller S0001
	} {
		for c := byte('0'); c <= '9'; c++ {
			s := string(c) + base.digits
			if got := CheckCorporateNumber(s); got != (c == base.check) {
				t.Errorf("CheckCorporateNumber(%s) = %v", s, got)
			}
		}
	}
	for _, s := range []string{"", "118030101877", "11803010187711", "1-180301018771", "１１８０３０１０１８７７１", "118030101877x", " 1180301018771"} {
		if CheckCorporateNumber(s) {
			t.Errorf("CheckCorporateNumber(%q) = true", s)
		}
	}
}

func TestCheckSecurityCode(t *testing.T) {
	for _, s := range []string{"1301", "7203", "130A", "1A30", "0A0A", "0123"} {
		if !CheckSecurityCode(s) {
			t.Errorf("CheckSecurityCode(%q) = false", s)
		}
	}
	for _, s := range []string{"", "130", "13011", "A301", "13A1", "130a", "１３０１", "1301\n", " 1301", "13-1"} {
		if CheckSecurityCode(s) {
			t.Errorf("CheckSecurityCode(%q) = true", s)
		}
	}
}
