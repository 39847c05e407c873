package sheet

import "testing"

func TestNeutral(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "丸山工業": "丸山工業", "0450": "0450", "a=b": "a=b", "3-1": "3-1", "'": "'", "'90s": "'90s", " =1": " =1",
		"=1+1": "'=1+1", "+81": "'+81", "-3": "'-3", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1",
		"＝１": "'＝１", "＋１": "'＋１", "－１": "'－１", "＠ＳＵＭ": "'＠ＳＵＭ", "'=1": "''=1", "''＝1": "'''＝1",
	} {
		if got := Neutral(in); got != want {
			t.Errorf("Neutral(%q) = %q, want %q", in, got, want)
		}
		if got := Plain(want); got != in {
			t.Errorf("Plain(%q) = %q, want %q", want, got, in)
		}
	}
}

func FuzzNeutral(f *testing.F) {
	f.Add("=1")
	f.Add("'=1")
	f.Fuzz(func(t *testing.T, s string) {
		n := Neutral(s)
		if Plain(n) != s {
			t.Errorf("Plain(Neutral(%q)) = %q", s, Plain(n))
		}
		if n != "" && startsFormula(n) && n[0] != '\'' {
			t.Errorf("Neutral(%q) = %q begins like a formula", s, n)
		}
	})
}
