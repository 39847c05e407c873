package master

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold brings text into the form in which it is indexed and searched, so that
// two spellings of the same word meet: NFKC (widths, ㈱, half-width kana with
// their voiced marks composed), lower case, hiragana for katakana, full ケ and
// カ for ヶ and ヵ, 高 and 崎 for 髙 and 﨑, one kind of hyphen and tilde,
// invisible characters and variation selectors dropped, white space collapsed
// to one space and trimmed. It is for comparing only, never for display.
// Folding twice changes nothing.
func Fold(s string) string {
	s = norm.NFKC.String(strings.Map(beforeNFKC, s))
	s = norm.NFKC.String(strings.ToLower(s)) // again: the i of İ takes up an accent that İ could not
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		switch {
		case r >= 'ァ' && r <= 'ヴ', r == 'ヽ', r == 'ヾ':
			b.WriteRune(r - kanaDistance)
		case r >= 'ヷ' && r <= 'ヺ': // composed in katakana only
			b.WriteRune([]rune("わゐゑを")[r-'ヷ'])
			b.WriteRune(voicedMark)
		case r >= '\u2010' && r <= '\u2015', r == '−', r == '⁃': // hyphens and dashes
			b.WriteByte('-')
		case r == '〜', r == '∼', r == '〰':
			b.WriteByte('~')
		case r == '髙':
			b.WriteRune('高')
		case r == '﨑':
			b.WriteRune('崎')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

const (
	kanaDistance   = 'ァ' - 'ぁ'
	voicedMark     = '\u3099' // combining, as in か + mark = が
	semiVoicedMark = '\u309a'
)

// beforeNFKC does what NFKC would get wrong: it sets a space before a voiced
// mark that stands alone, and does not compose across invisible characters
// and small kana.
func beforeNFKC(r rune) rune {
	switch {
	case r == '゛':
		return voicedMark
	case r == '゜':
		return semiVoicedMark
	case r == 'ヵ', r == 'ゕ': // place names are written both ways: 茅ヶ崎, 茅ケ崎
		return 'か'
	case r == 'ヶ', r == 'ゖ':
		return 'け'
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
		return -1
	}
	return r
}

// HalfDigits turns full-width digits into ASCII ones and leaves the rest.
func HalfDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '０' && r <= '９' {
			return r - '０' + '0'
		}
		return r
	}, s)
}

// Katakana turns hiragana and half-width kana into full-width katakana, as
// the kana fields store it, and leaves the rest.
func Katakana(s string) string {
	var b, half strings.Builder
	b.Grow(len(s))
	flush := func() {
		b.WriteString(norm.NFKC.String(half.String()))
		half.Reset()
	}
	for _, r := range s {
		if r >= '･' && r <= 'ﾟ' {
			half.WriteRune(r) // together, so that ｶ and ﾞ become ガ
			continue
		}
		flush()
		if r >= 'ぁ' && r <= 'ゖ' || r == 'ゝ' || r == 'ゞ' {
			r += kanaDistance
		}
		b.WriteRune(r)
	}
	flush()
	return b.String()
}
