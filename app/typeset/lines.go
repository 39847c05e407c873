package typeset

import (
	"strings"
	"unicode"
)

// The rules of line breaking are those of JIS X 4051, for text that is not stretched: a character that may not stand
// where it would is taken to the next line (追い出し).
const (
	// notFirst do not begin a line (行頭禁則): closing brackets, full stops, commas, small kana, marks of repetition.
	notFirst = "」』）］｝〉》】〕〗〙〟’”｠»)]}｣" + "、。，．､｡,." + "・：；！？‼⁇⁈⁉･:;!?" + "ーｰ‐゠–〜～-－" + "ヽヾゝゞ々〻ﾞﾟ" +
		"ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ" + "％%‰℃／"
	// notLast do not end a line (行末禁則): opening brackets, signs before an amount.
	notLast = "「『（［｛〈《【〔〖〘〝‘“｟«([{｢" + "￥¥＄$￡£＃#№"
	// unsplit are not parted from their like (分離禁則).
	unsplit = "…‥―—─〳〴〵"
	// counted stay with the digit before them: 12月, 300千円.
	counted = "千百万億兆円年月日時分秒件名社株回条項号"
)

// traits of a character, for line breaking; computed once for each, as a paper has few different ones and many of each.
type traits uint8

const (
	isNotFirst traits = 1 << iota
	isNotLast
	isUnsplit
	isCounted
	isWord
	isDigit
	isBlank
)

func traitsOf(r rune) (t traits) {
	for _, x := range []struct {
		is bool
		t  traits
	}{{strings.ContainsRune(notFirst, r) || unicode.Is(unicode.Mn, r), isNotFirst}, {strings.ContainsRune(notLast, r), isNotLast},
		{strings.ContainsRune(unsplit, r), isUnsplit}, {strings.ContainsRune(counted, r), isCounted}, {word(r), isWord},
		{unicode.IsDigit(r), isDigit}, {r == ' ' || r == '　', isBlank}} {
		if x.is {
			t |= x.t
		}
	}
	return t
}

// breaks says whether a line may end between two characters.
func breaks(a, b *cluster) bool {
	switch {
	case b.is&isBlank != 0: // blanks hang at the end of a line
		return false
	case a.is&isBlank != 0:
		return true
	case b.is&isNotFirst != 0 || a.is&isNotLast != 0:
		return false
	case a.r == b.r && a.is&isUnsplit != 0:
		return false
	case a.is&isWord != 0 && b.is&isWord != 0:
		return false
	case a.is&isDigit != 0 && b.is&isCounted != 0 || a.r == '第' && b.is&isDigit != 0:
		return false
	}
	return true
}

// word says whether a character is part of a word or number, in half or full width, that stays in one piece: 03-1234-5678,
// info@example.co.jp, １２３－４.
func word(r rune) bool {
	switch {
	case r >= 0xFF10 && r <= 0xFF19, r >= 0xFF21 && r <= 0xFF3A, r >= 0xFF41 && r <= 0xFF5A: // full width
		return true
	case strings.ContainsRune("－．，／＠＿‐–−", r):
		return true
	case strings.ContainsRune("§¶°±×÷«»", r):
		return false
	}
	return r > ' ' && r < 0x250 || r >= 0x370 && r < 0x530 || r >= 0x1E00 && r < 0x2000
}

// line is a row of characters, and how much it is stretched to end where the others of its paragraph do.
type line struct {
	clusters []cluster
	width    float64 // in points, without blanks at its end
	last     bool    // of its paragraph
}

// fold breaks a paragraph into lines not wider than width. A word that is wider than a line is broken where the line ends.
func fold(cs []cluster, size, width float64) (out []line) {
	limit := int(width / size * 1000)
	for len(cs) > 0 {
		end, used, at := len(cs), 0, 0 // at is the last place where the line may end
		for i, c := range cs {
			if i > 0 && breaks(&cs[i-1], &cs[i]) {
				at = i
			}
			if used += c.width; used > limit && c.is&isBlank == 0 && i > 0 {
				if end = at; at == 0 {
					end = inWord(cs[:i])
				}
				break
			}
		}
		out = append(out, measured(cs[:end], size))
		cs = cs[end:]
	}
	if out == nil {
		out = []line{{}}
	}
	out[len(out)-1].last = true
	return out
}

// inWord is where a word that is wider than a line ends: at its last hyphen, / or @, or where the line does.
func inWord(cs []cluster) int {
	for i := len(cs) - 1; i > 1; i-- {
		if strings.ContainsRune("-－／/@", cs[i-1].r) && !strings.ContainsRune(notFirst, cs[i].r) {
			return i
		}
	}
	return len(cs)
}

func measured(cs []cluster, size float64) line {
	end := len(cs)
	for end > 0 && cs[end-1].is&isBlank != 0 {
		end--
	}
	l := line{clusters: cs[:end]}
	for _, c := range l.clusters {
		l.width += float64(c.width) * size / 1000
	}
	return l
}
