package auth

import "testing"

// Passkeys are made for names that browsers take: over TLS, or on this machine.
func TestPasskeyHost(t *testing.T) {
	for address, want := range map[string][2]string{
		"https://ma.example.jp":      {"ma.example.jp", "https://ma.example.jp"},
		"https://MA.example.jp:8443": {"ma.example.jp", "https://ma.example.jp:8443"},
		"http://localhost:8080":      {"localhost", "http://localhost:8080"},
		"http://ma.example.jp":       {},
		"https://192.0.2.7":          {},
		"http://127.0.0.1:8080":      {},
		"https://[2001:db8::7]:8443": {},
		"":                           {},
		"://":                        {},
	} {
		got := PasskeyHost(address)
		if got.ID != want[0] || got.Origin != want[1] || (got.WhyNot == "") != (want[0] != "") {
			t.Errorf("%s: %+v", address, got)
		}
	}
}
