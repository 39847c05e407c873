package auth

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCheckNewPassword(t *testing.T) {
	const id = "tanaka.taro@bank.example.jp"
	for _, c := range []struct {
		password, loginID string
		want              error
	}{
		{"Tsunagu-demo1", "fin-a@demo.example.jp", nil},
		{"Tsunagu-demo1", "office@demo.example.jp", nil},
		{"kumo no ue de", id, nil}, // 13 characters, no rule on kinds
		{"correct pony battery", id, nil},
		{"春はあけぼのやうやう白く", id, nil}, // 12 characters
		{strings.Repeat("あいうえおかきく", 16), id, nil},
		{"", id, ErrPasswordEmpty},
		{"abcdefg-123", id, ErrPasswordShort},
		{"春はあけぼのやうやう白", id, ErrPasswordShort}, // 11 characters, 33 bytes
		{strings.Repeat("あいうえおかきく", 16) + "け", id, ErrPasswordLong},
		{"line\nline line", id, ErrPasswordText},
		{"tab\tbed tab bed", id, ErrPasswordText},
		{"nul\x00nul nul nul", id, ErrPasswordText},
		{"bad\xffutf8 bad utf8", id, ErrPasswordText},
		{id, id, ErrPasswordLoginID},
		{"TANAKA.TARO@bank.example.jp", id, ErrPasswordLoginID},
		{"ｔａｎａｋａ．ｔａｒｏ＠bank.example.jp", id, ErrPasswordLoginID},
		{"x" + id + "y", id, ErrPasswordLoginID},
		{"Tanaka.Taro!9876", id, ErrPasswordLoginID}, // the part before the @
		{"tanaka . taro 9876", id, ErrPasswordLoginID},
		{"branch-0042-xyzw", "branch-0042", ErrPasswordLoginID},
		{"abc-kumo-no-ue", "abc", nil},              // too short an ID to mean anything
		{"info-kumo-no-ue", "info@example.jp", nil}, // likewise
		{"kumo-no-ue-2026x", "", nil},               // no ID
		{"password1234", id, ErrPasswordCommon},     //
		{"Password1234", id, ErrPasswordCommon},     // case
		{"ＰＡＳＳＷＯＲＤ１２３４", id, ErrPasswordCommon},     // width
		{"pass word 12 34", id, ErrPasswordCommon},  // spaces
		{"1qaz2wsx3edc", id, ErrPasswordCommon},     // keyboard
		{"qwertyuiop123", id, ErrPasswordCommon},    //
		{"123456789012", id, ErrPasswordCommon},     // digits
		{"Sakura123456", id, ErrPasswordCommon},     // Japanese
		{"shinkin2026!", id, ErrPasswordCommon},     // the trade
		{"いろはにほへとちりぬるを", id, ErrPasswordCommon},     //
		{"tsunagutsunagu", id, ErrPasswordCommon},   // the product
		{"aaaaaaaaaaaaaaaa", id, ErrPasswordCommon}, // too few different characters
		{"1212121212121212", id, ErrPasswordCommon}, //
		{"ああああああああああああああ", id, ErrPasswordCommon},   //
		{"abcdabcdabcdabcd", id, ErrPasswordCommon}, //
		{"abcdeabcdeabcdeabcde", id, nil},           // five different characters are enough
		{"password1234-but-longer", id, nil},        // only whole passwords are compared
	} {
		if got := CheckNewPassword(c.password, c.loginID); !errors.Is(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%q with ID %q: %v, want %v", c.password, c.loginID, got, c.want)
		}
	}
}

func TestCommonPasswords(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(commonText, "\n"), "\n")
	if len(lines) < 3000 { // ASVS 5.0, 6.2.4
		t.Errorf("only %d common passwords", len(lines))
	}
	if len(commonPasswords()) != len(lines) {
		t.Errorf("%d lines, %d different", len(lines), len(commonPasswords()))
	}
	for _, l := range lines {
		if fold(l) != l {
			t.Errorf("%q is not folded", l)
		}
		if n := utf8.RuneCountInString(l); n < MinPassword || n > MaxPassword {
			t.Errorf("%q has %d characters and can never match", l, n)
		}
		if distinct(l) < 5 {
			t.Errorf("%q is caught without the list", l)
		}
	}
}
