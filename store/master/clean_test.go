package master

import "testing"

func TestClean(t *testing.T) {
	for _, c := range []struct{ typed, stored string }{
		{"", ""},
		{"abc 123", "abc 123"},
		{"株式会社蒼陵製作所", "株式会社蒼陵製作所"},
		{"蒼\u200b陵\u2060製\ufeff作\u202e所\u2066", "蒼陵製作所"},
		{"か\u3099き\u200b\u3099", "がぎ"},
		{"一行目\u2028二行目\n三行目", "一行目\n二行目\n三行目"},
		{"①㈱Ａｂ　髙﨑", "①㈱Ａｂ　髙﨑"},
		{"café", "café"},
	} {
		if got := Clean(c.typed); got != c.stored {
			t.Errorf("%q: %q, want %q", c.typed, got, c.stored)
		}
		if IsClean(c.typed) != (c.typed == c.stored) || !IsClean(c.stored) {
			t.Errorf("%q: IsClean %v", c.typed, IsClean(c.typed))
		}
	}
}

func TestCleanJSON(t *testing.T) {
	except := map[string]bool{"password": true}
	for _, c := range []struct{ sent, cleaned string }{
		{`{"a":"か\u3099","n":12345678901234567890.50}`, `{"a":"が","n":12345678901234567890.50}`},
		{"{\"a\":[\"x\u200by\",{\"password\":\"x\u200by\"}]}", "{\"a\":[\"xy\",{\"password\":\"x\u200by\"}]}"},
		{`{"a":"plain"}`, `{"a":"plain"}`},
		{"{\"a\":\"\u200b", "{\"a\":\"\u200b"},
	} {
		if got := string(CleanJSON([]byte(c.sent), except)); got != c.cleaned {
			t.Errorf("%q: %q, want %q", c.sent, got, c.cleaned)
		}
	}
}
