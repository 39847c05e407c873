// Package sheet writes and reads the files that people open in a spreadsheet. It knows rows and
// cells, not companies: the caller decides who may see what.
package sheet

import "strings"

// starts are the characters that make a spreadsheet read a cell as a formula, with their full-width
// forms, which it treats alike (trust.md Input and output).
const starts = "=+-@\t\r\n＝＋－＠"

// Neutral returns a text that no spreadsheet reads as a formula: a text that begins like one gets a
// leading apostrophe, also if it begins with apostrophes before that, so that Plain is the exact
// inverse.
func Neutral(s string) string {
	if startsFormula(s) {
		return "'" + s
	}
	return s
}

// Plain returns the text that was passed to Neutral.
func Plain(s string) string {
	if strings.HasPrefix(s, "'") && startsFormula(s) {
		return s[1:]
	}
	return s
}

func startsFormula(s string) bool {
	for _, r := range strings.TrimLeft(s, "'") {
		return strings.ContainsRune(starts, r)
	}
	return false
}
