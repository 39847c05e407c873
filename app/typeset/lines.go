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

// breaks says whether a line may end between two characters.
func breaks(a, b rune) bool {
	switch {
	case blank(b): // blanks hang at the end of a line
		return false
	case blank(a):
		return true
	case strings.ContainsRune(notFirst, b) || strings.ContainsRune(notLast, a) || unicode.Is(unicode.Mn, b):
		return false
	case a == b && strings.ContainsRune(unsplit, a):
		return false
	case word(a) && word(b):
		return false
	case unicode.IsDigit(a) && strings.ContainsRune(counted, b) || a == '第' && unicode.IsDigit(b):
		return false
	}
	return true
}

func blank(r rune) bool { return r == ' ' || r == '　' }

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
			if i > 0 && breaks(cs[i-1].r, c.r) {
				at = i
			}
			if used += c.width; used > limit && !blank(c.r) && i > 0 {
				if end = at; at == 0 {
					end = i
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

func measured(cs []cluster, size float64) line {
	end := len(cs)
	for end > 0 && blank(cs[end-1].r) {
		end--
	}
	l := line{clusters: cs[:end]}
	for _, c := range l.clusters {
		l.width += float64(c.width) * size / 1000
	}
	return l
}
