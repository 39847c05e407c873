package master

import (
	"bytes"
	"encoding/json"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Clean is a text as it is stored (domain.md 0.10): composed (NFC), without the characters that take no place
// and turn the direction of writing, which would hide a name from a reader's eye or a word from a check. Line and
// paragraph separators become line breaks. Everything else stays as it was typed: [Fold] is for comparing.
func Clean(s string) string {
	if IsClean(s) {
		return s
	}
	// Composed after what stood between two characters is gone, so that a second time changes nothing.
	return norm.NFC.String(strings.Map(func(r rune) rune {
		switch {
		case r == '\u2028', r == '\u2029':
			return '\n'
		case isInvisible(r):
			return -1
		}
		return r
	}, s))
}

// IsClean says whether [Clean] would leave a text as it is.
func IsClean(s string) bool {
	for i := 0; ; i++ {
		if i == len(s) {
			return true
		}
		if s[i] >= 0x80 {
			break
		}
	}
	return norm.NFC.IsNormalString(s) && !strings.ContainsFunc(s, isInvisible)
}

func isInvisible(r rune) bool {
	return r >= '\u200b' && r <= '\u200f' || r >= '\u2028' && r <= '\u202e' || r >= '\u2060' && r <= '\u2069' || r == '\ufeff'
}

// CleanJSON is JSON with every text in it cleaned, but for those under the names in except. What is no JSON stays as it
// is; an object that says a name twice would lose one of them, so whoever cares has refused it before.
func CleanJSON(b []byte, except map[string]bool) []byte {
	if !bytes.Contains(b, []byte(`\u`)) && IsClean(string(b)) {
		return b
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var whole any
	if d.Decode(&whole) != nil {
		return b
	}
	cleaned, err := json.Marshal(cleanValue(whole, except))
	if err != nil {
		return b
	}
	return cleaned
}

func cleanValue(v any, except map[string]bool) any {
	switch v := v.(type) {
	case string:
		return Clean(v)
	case []any:
		for i := range v {
			v[i] = cleanValue(v[i], except)
		}
	case map[string]any:
		for name := range v {
			if !except[name] {
				v[name] = cleanValue(v[name], except)
			}
		}
	}
	return v
}
