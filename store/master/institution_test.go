package master

import (
	"slices"
	"testing"
)

func TestInstitutions(t *testing.T) {
	list := Institutions()
	if len(list) != 1146 {
		t.Errorf("%d institutions, want 1146", len(list))
	}
	for i, in := range list {
		if !allDigits(in.Code, 4) || in.Name == "" || in.ShortName == "" || in.Kana == "" {
			t.Errorf("%+v", in)
		}
		if label := ItemLabel(FinancialTypes, in.TypeKey); label != in.TypeName {
			t.Errorf("%s: type %d is %q, not %q", in.Name, in.TypeKey, label, in.TypeName)
		}
		if i > 0 && list[i-1].Code >= in.Code {
			t.Errorf("%s after %s", in.Code, list[i-1].Code)
		}
		if found, ok := FindInstitution(in.Code); !ok || found != in {
			t.Errorf("FindInstitution(%s) = %+v, %v", in.Code, found, ok)
		}
	}
	for _, code := range []string{"", "1", "9999", "０００１", "9981"} { // 9981 is a demo bank
		if in, ok := FindInstitution(code); ok {
			t.Errorf("FindInstitution(%q) = %+v", code, in)
		}
	}
}

func TestSearchInstitutions(t *testing.T) {
	for _, test := range []struct {
		q     string
		first string // code of the best match, "" for none
	}{
		{"0001", "0001"},
		{"０００１", "0001"},
		{"みずほ", "0001"},
		{"ミズホ", "0001"},
		{"ﾐｽﾞﾎ", "0001"},
		{"みずほぎんこう", "0001"},
		{"三菱ufj", "0005"},
		{"　三菱ＵＦＪ　", "0005"},
		{"ゆうちょ", "9900"},
		{"銀行 みずほ", "0001"},
		{"存在しない銀行", ""},
		{"みずほ 信用金庫 0005", ""},
		{"%", ""},
	} {
		got := SearchInstitutions(test.q, 5)
		if test.first == "" {
			if len(got) != 0 {
				t.Errorf("%q finds %+v", test.q, got)
			}
		} else if len(got) == 0 || got[0].Code != test.first {
			t.Errorf("%q finds %+v, want first %s", test.q, got, test.first)
		}
	}
	if got := SearchInstitutions("信用金庫", 7); len(got) != 7 {
		t.Errorf("limit 7 gives %d", len(got))
	}
	for _, limit := range []int{0, -1} {
		if got := SearchInstitutions("", limit); len(got) != 1146 {
			t.Errorf("no word, limit %d: %d, want all", limit, len(got))
		}
	}
	all := SearchInstitutions(" ", 0)
	hidden := slices.IndexFunc(all, func(i Institution) bool { return !i.DefaultVisible })
	for _, in := range all[hidden:] {
		if in.DefaultVisible {
			t.Fatalf("%s after institutions that are hidden by default", in.Name)
		}
	}
	for _, in := range SearchInstitutions("00", 0) {
		if in.Code[:2] != "00" && !slices.Contains([]string{in.Name, in.ShortName}, "00") {
			t.Errorf("00 finds %s %s", in.Code, in.Name)
		}
	}
}
