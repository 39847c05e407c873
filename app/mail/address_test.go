package mail

import (
	"errors"
	"strings"
	"testing"
)

func TestParseAddress(t *testing.T) {
	for in, want := range map[string]string{
		"taro@example.co.jp":    "taro@example.co.jp",
		"  taro@example.co.jp　": "taro@example.co.jp",
		"ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏ．ｊｐ":         "taro@example.co.jp",
		"Taro.Tanaka@Example.CO.JP":  "Taro.Tanaka@example.co.jp",
		"a+tag_x-y/z@sub.example.jp": "a+tag_x-y/z@sub.example.jp",
		"o'hara@example.jp":          "o'hara@example.jp",
	} {
		got, err := ParseAddress(in)
		if err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, err, want)
		}
		if again, err := ParseAddress(got); err != nil || again != got {
			t.Errorf("%q is not stable: %q, %v", got, again, err)
		}
	}
	for in, want := range map[string]error{
		"":                                           ErrAddressEmpty,
		" 　":                                         ErrAddressEmpty,
		"a@example.jp,b@example.jp":                  ErrAddressSeveral,
		"a@example.jp, b@example.jp":                 ErrAddressSeveral,
		"a@example.jp;b@example.jp":                  ErrAddressSeveral,
		"a@example.jp，b@example.jp":                  ErrAddressSeveral, // full-width comma
		"a@example.jp；b@example.jp":                  ErrAddressSeveral,
		"a@example.jp、b@example.jp":                  ErrAddressSeveral,
		"a@example.jp b@example.jp":                  ErrAddressSeveral,
		"a@b@example.jp":                             ErrAddressSeveral,
		"a@example.jp\r\nBcc: b@example.jp":          ErrAddress,
		"a@example.jp\nBcc: b":                       ErrAddress,
		"a@example.jp\r":                             ErrAddress,
		"a@example.jp\n":                             ErrAddress,
		"\na@example.jp":                             ErrAddress,
		"a\x00@example.jp":                           ErrAddress,
		"a@example.jp\x00":                           ErrAddress,
		"a@example.jp\u2028":                         ErrAddress,
		"a@example.jp\u0085":                         ErrAddress,
		"a\t@example.jp":                             ErrAddress,
		"a\xff@example.jp":                           ErrAddress,
		"Taro <taro@example.jp>":                     ErrAddress,
		"<taro@example.jp>":                          ErrAddress,
		"taro@example.jp (Taro)":                     ErrAddress,
		"\"a b\"@example.jp":                         ErrAddress,
		"\"a\"@example.jp":                           ErrAddress,
		"group: a@example.jp":                        ErrAddress,
		"taro":                                       ErrAddress,
		"@example.jp":                                ErrAddress,
		"taro@":                                      ErrAddress,
		"taro@localhost":                             ErrAddress,
		"taro@example..jp":                           ErrAddress,
		"taro@.example.jp":                           ErrAddress,
		"taro@-example.jp":                           ErrAddress,
		"taro@exa_mple.jp":                           ErrAddress,
		"taro@[192.0.2.1]":                           ErrAddress,
		"ta..ro@example.jp":                          ErrAddress,
		".taro@example.jp":                           ErrAddress,
		"taro.@example.jp":                           ErrAddress,
		"ta ro@example.jp":                           ErrAddress,
		"太郎@example.jp":                              ErrAddress,
		"taro@日本語.jp":                                ErrAddress,
		"ta\u200bro@example.jp":                      ErrAddress,
		strings.Repeat("a", 65) + "@e.jp":            ErrAddress,
		"a@" + strings.Repeat("a", 64) + ".jp":       ErrAddress,
		"a@" + strings.Repeat("abcdefg.", 40) + "jp": ErrAddressLong,
	} {
		if got, err := ParseAddress(in); !errors.Is(err, want) || got != "" {
			t.Errorf("%q: %q, %v; want %v", in, got, err, want)
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{"taro@example.jp", "ｔａｒｏ＠example．jp", "a@b.jp\r\nTo: x@y.jp", "<a@b.jp>", "a@b.jp,c@d.jp"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := ParseAddress(s)
		if err != nil {
			return
		}
		for _, r := range got {
			if r <= ' ' || r >= 0x7f || strings.ContainsRune(`<>()[]:;,"\`, r) {
				t.Fatalf("%q: %q contains %q", s, got, r)
			}
		}
		if again, err := ParseAddress(got); err != nil || again != got {
			t.Fatalf("%q: %q is not stable: %q, %v", s, got, again, err)
		}
	})
}
