// Package sheet makes and reads the files that people open in a spreadsheet. It knows rows and
// cells, not companies: who may have what is decided before it comes here.
package sheet

import "strings"

// starts are the characters with which a spreadsheet takes a cell for a formula, with the
// full-width forms that it folds (trust.md Input and output).
const starts = "=+-@\t\r\n＝＋－＠"

// Neutral is a text that no spreadsheet takes for a formula: one that begins like a formula gets
// an apostrophe before it, also behind apostrophes of its own, so that Plain is its inverse.
func Neutral(s string) string {
	if startsFormula(s) {
		return "'" + s
	}
	return s
}

// Plain is the text that Neutral was given.
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
