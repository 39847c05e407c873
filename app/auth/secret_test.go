package auth

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSecret(t *testing.T) {
	a, b := NewSecret(), NewSecret()
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(a) || a == b {
		t.Errorf("secrets %q, %q", a, b)
	}
	h := HashSecret(a)
	if len(h) != 64 || strings.Contains(h, a) {
		t.Errorf("hash %q", h)
	}
	if HashSecret("abc") != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Error("not SHA-256 in hex")
	}
	if !SecretMatches(a, h) || SecretMatches(b, h) || SecretMatches("", HashSecret("")) || SecretMatches(a, "") {
		t.Error("SecretMatches is wrong")
	}
	if Equal("", "") || !Equal("x", "x") || Equal("x", "xx") {
		t.Error("Equal is wrong")
	}
}

func TestPasscode(t *testing.T) {
	k, other := testKeys(t), testKeys(t)
	seen := map[string]bool{}
	leading := map[byte]int{}
	for range 2000 {
		p := NewPasscode()
		if !regexp.MustCompile(`^[0-9]{8}$`).MatchString(p) {
			t.Fatalf("passcode %q", p)
		}
		seen[p] = true
		leading[p[0]]++
	}
	// The probability of fewer than 10 of 2,000 with a given first digit is 1e-70.
	for d := byte('0'); d <= '9'; d++ {
		if leading[d] < 10 {
			t.Errorf("first digit %c occurs %d times in 2000", d, leading[d])
		}
	}
	if len(seen) < 1990 {
		t.Errorf("%d different passcodes of 2000", len(seen))
	}

	stored := k.HashPasscode("key-1", "01234567")
	if strings.Contains(stored, "01234567") {
		t.Error("the passcode stands in its hash")
	}
	for typed, want := range map[string]bool{
		"01234567": true, "０１２３４５６７": true, " 0123 4567\n": true, "0123-4567": true, "0123　４５６７": true, "0123ー4567": true,
		"1234567": false, "01234568": false, "": false, "012345670": false, "0123４567x": false,
	} {
		if got := k.PasscodeMatches("key-1", typed, stored); got != want {
			t.Errorf("%q: %v", typed, got)
		}
	}
	if k.PasscodeMatches("key-2", "01234567", stored) || other.PasscodeMatches("key-1", "01234567", stored) {
		t.Error("the passcode opens another link, or works under another pepper")
	}
	if k.PasscodeMatches("key-1", "01234567", "") {
		t.Error("no stored hash matches")
	}
	if k.HashPasscode("ab", "c1") == k.HashPasscode("a", "bc1") {
		t.Error("key and passcode run together")
	}
}

func TestFoldLoginID(t *testing.T) {
	for in, want := range map[string]string{
		"Taro@Example.JP":   "taro@example.jp",
		" taro@example.jp ": "taro@example.jp",
		"ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ":       "taro@example.jp",
		"ＴＡＲＯ＠example.jp　":      "taro@example.jp",
		"ta ro@exam　ple.jp":     "taro@example.jp",
		"ta\u200bro@example.jp": "taro@example.jp",
		"ta\x00ro@example.jp":   "taro@example.jp",
		"ﾀﾛｳ":                   "タロウ",
		"№1@Ｅxample.jp":         "no1@example.jp", // № becomes "No", which must be lowered, too
		"℡":                     "tel",
		"がぎ":                    "がぎ", // written with combining marks
		"  　\t":                 "",
		"":                      "",
	} {
		if got := FoldLoginID(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if FoldLoginID("taro1") == FoldLoginID("taro2") {
		t.Error("different IDs fold together")
	}
	k := testKeys(t)
	if k.HashLoginID(" ＴＡＲＯ") != k.HashLoginID("taro") || k.HashLoginID("taro") == k.HashLoginID("jiro") {
		t.Error("HashLoginID does not follow the folding")
	}
	if k.HashLoginID("taro") == testKeys(t).HashLoginID("taro") || k.HashLoginID("taro") == HashSecret("taro") {
		t.Error("HashLoginID does not depend on the pepper")
	}
}

func FuzzFoldLoginID(f *testing.F) {
	for _, s := range []string{"Taro", "İstanbul", "ﬀ ﾊﾟ", "e\u0301\u200b\u0300", "ẞß", "\u0345Α"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip()
		}
		once := FoldLoginID(s)
		if twice := FoldLoginID(once); twice != once {
			t.Errorf("%q folds to %q, then to %q", s, once, twice)
		}
	})
}
