package anonymity

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// Numbers of texts, and the words of bands around them.

var yearSteps = []int{100, 50, 30, 20, 10}

// atLeast is a number of years, rounded down widely.
func atLeast(years int) string {
	for _, step := range yearSteps {
		if years >= step {
			return fmt.Sprintf("%d年以上", step)
		}
	}
	return "10年未満"
}

var (
	eraStarts = map[string]int{"明治": 1868, "大正": 1912, "昭和": 1926, "平成": 1989, "令和": 2019}
	yearIn    = regexp.MustCompile(`(明治|大正|昭和|平成|令和)?(\d{1,4}|[一二三四五六七八九十百〇元]{1,5})(周)?年`)
)

// yearsSince is for how long, of 創業1987年, 昭和62年設立, 創業38年.
func yearsSince(text string, now int) (int, bool) {
	m := yearIn.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n := number(m[2])
	if m[2] == "元" {
		n = 1
	}
	if strings.ContainsRune(m[2], '〇') { // 一九八七年 digit by digit is rare; with 〇 it is one
		n = 0
		for _, r := range m[2] {
			n = n*10 + strings.IndexRune("〇一二三四五六七八九", r)/len("一")
		}
	}
	switch {
	case n <= 0:
		return 0, false
	case m[1] != "":
		n = now - (eraStarts[m[1]] + n - 1)
	case n >= 1000 && m[3] == "":
		n = now - n
	}
	return n, n >= 0
}

var (
	salesBefore  = regexp.MustCompile(`(?:年商|売上|売上高|年間売上|年間売上高|売上規模)(?:額)?(?:は|が|:|の|で| )*(?:約|およそ)?$`)
	profitBefore = regexp.MustCompile(`(?:営業利益|経常利益|当期純利益|純利益|利益|ebitda)(?:額)?(?:は|が|:| )*(?:約|およそ)?$`)
	aboutBefore  = regexp.MustCompile(`(?:約|およそ|ほぼ)?$`)
	kanjiPart    = regexp.MustCompile(`([一二三四五六七八九十百千]+)(兆|億|万)?`)
)

// amount is the band of an amount: of sales and of profit the product's own, of anything else one between round amounts.
func (h *offered) amount() *Offer {
	yen, ok := yenOf(h.hit.Text)
	if !ok {
		return nil
	}
	bands := []Band(nil)
	switch {
	case salesBefore.MatchString(h.before):
		bands = h.Sales
	case profitBefore.MatchString(h.before):
		bands = h.Profit
	}
	for _, b := range bands {
		if (b.Min == nil || yen >= *b.Min) && (b.Max == nil || yen <= *b.Max) {
			return h.put(b.Label, aboutBefore, roundAfter)
		}
	}
	return h.put(roundBand(yen), aboutBefore, roundAfter)
}

var roundAfter = regexp.MustCompile(`^(?:程度|ほど|前後|弱|強|余り)`)

// roundBand is an amount between neighbours of 1, 3, 5 and 10 of a power of ten.
func roundBand(yen int64) string {
	if yen < 1_000_000 {
		return "100万円未満"
	}
	for power := int64(1_000_000); ; power *= 10 {
		for _, s := range [][2]int64{{1, 3}, {3, 5}, {5, 10}} {
			if yen < s[1]*power {
				return yenWords(s[0]*power) + "以上" + yenWords(s[1]*power) + "未満"
			}
		}
		if power >= 1_000_000_000_000 {
			return "1兆円以上"
		}
	}
}

func yenWords(yen int64) string {
	switch {
	case yen >= 1_000_000_000_000:
		return fmt.Sprintf("%d兆円", yen/1_000_000_000_000)
	case yen >= 100_000_000:
		return fmt.Sprintf("%d億円", yen/100_000_000)
	}
	if man := yen / 10_000; man >= 1_000 {
		return fmt.Sprintf("%d,%03d万円", man/1_000, man%1_000)
	}
	return fmt.Sprintf("%d万円", yen/10_000)
}

// yenOf reads an amount as it was written. It is false for one that is none or too large.
func yenOf(written string) (int64, bool) {
	text := strings.ReplaceAll(strings.NewReplacer("円", "", "¥", "", " ", "").Replace(foldWide(written).text), "円", "")
	if digits(text) == 0 {
		sum := int64(0)
		for _, m := range kanjiPart.FindAllStringSubmatch(text, -1) {
			unit := map[string]int64{"兆": 1_000_000_000_000, "億": 100_000_000, "万": 10_000, "": 1}[m[2]]
			sum += int64(number(m[1])) * unit
		}
		return sum, sum > 0 && sum < 1_000_000_000_000_000
	}
	if digits(text) > 20 {
		return 0, false
	}
	sum := new(big.Int)
	const scale = 20
	for _, p := range amountPart.FindAllStringSubmatch(text, -1) {
		whole, fraction := strings.ReplaceAll(p[1], ",", ""), p[2]
		if len(fraction) > scale {
			return 0, false
		}
		n, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", unitZeros[p[3]]+scale-len(fraction)), 10)
		if !ok {
			return 0, false
		}
		sum.Add(sum, n)
	}
	sum.Div(sum, new(big.Int).Exp(big.NewInt(10), big.NewInt(scale), nil))
	return sum.Int64(), sum.IsInt64() && sum.Sign() > 0
}
