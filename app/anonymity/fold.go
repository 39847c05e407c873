package anonymity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded is a text in a form for comparing, which knows for each of its runes
// the runes of the original that it comes from.
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

// foldWide brings widths, case, hyphens and compatibility forms together.
func foldWide(s string) folded { return fold(s, false) }

// foldKey also makes kana hiragana and drops white space, middle dots and what
// is invisible, so that 中村　さくら and ナカムラ・サクラ meet their needles.
func foldKey(s string) folded { return fold(s, true) }

func fold(s string, key bool) folded {
	s = string([]rune(s)) // every bad byte is one U+FFFD, as it is in []rune
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
