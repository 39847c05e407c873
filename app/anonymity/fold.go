package anonymity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded is a text in a form for comparing; for each of its runes it knows the runes of the
// original text.
type folded struct {
	runes []rune
	text  string
	at    []origin
}

type origin struct{ start, end int } // runes of the original, end excluded

func (f folded) before(i int) rune {
	if i <= 0 {
		return 0
	}
	return f.runes[i-1]
}

func (f folded) after(i int) rune {
	if i >= len(f.runes) {
		return 0
	}
	return f.runes[i]
}

// foldWide makes widths, case, hyphens and compatibility forms equal.
func foldWide(s string) folded { return fold(s, false) }

// foldKey also turns kana into hiragana and drops white space, middle dots and invisible
// characters, so that 中村　さくら and ナカムラ・サクラ match their needles.
func foldKey(s string) folded { return fold(s, true) }

func fold(s string, key bool) folded {
	s = string([]rune(s)) // every invalid byte becomes one U+FFFD, as in []rune
	var f folded
	var it norm.Iter
	it.InitString(norm.NFKC, s)
	runes, bytes := 0, 0
	for !it.Done() {
		segment := it.Next()
		start := runes
		runes += utf8.RuneCountInString(s[bytes:it.Pos()])
		bytes = it.Pos()
		for _, r := range string(segment) {
			if r = foldRune(r, key); r >= 0 {
				f.runes = append(f.runes, r)
				f.at = append(f.at, origin{start, runes})
			}
		}
	}
	f.text = string(f.runes)
	return f
}

func foldRune(r rune, key bool) rune {
	r = unicode.ToLower(r)
	switch {
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		return -1
	case r >= '\u2010' && r <= '\u2015', r == '−':
		return '-'
	case r == '髙':
		return '高'
	case r == '﨑':
		return '崎'
	}
	if !key {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}
	switch {
	case unicode.IsSpace(r), strings.ContainsRune("・·_*", r):
		return -1
	case r >= 'ァ' && r <= 'ヶ':
		return r - ('ァ' - 'ぁ')
	}
	return r
}
