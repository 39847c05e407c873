package companycsv

import "testing"

func TestInThousands(t *testing.T) {
	for _, c := range [][3]string{{"▲0.5", "百万円", "▲500"}, {"(12,345,999)", "円", "▲12345"}, {"△1", "億円", "▲100000"}, {"¥12,000", "円", "12"},
		{"999円", "円", "0"}, {"1,2", "百万円", "12000"}, {"約3", "百万円", "約3"}, {"", "円", ""}, {"3億円", "百万円", "3億円"}, {"1.30E+03", "円", "1.30E+03"}} {
		if got := inThousands(c[0], c[1]); got != c[2] {
			t.Errorf("%s %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
	for header, want := range map[string]string{"年商（百万円）": "百万円", "売上高 [円]": "円", "資本金(千円)": "千円", "総資産 単位：億円": "億円", "年商": "", "円山商店": ""} {
		if got := unitOf(header); got != want {
			t.Errorf("%s: %q", header, got)
		}
	}
}
