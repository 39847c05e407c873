package companycsv

import (
	"math/big"
	"regexp"
	"strings"
)

var (
	plainAmount = regexp.MustCompile(`^([△▲\-−]?)([0-9][0-9,]*(?:\.[0-9]+)?)$`)
	inThousand  = map[string]*big.Rat{"百万円": big.NewRat(1000, 1), "億円": big.NewRat(100_000, 1), "万円": big.NewRat(10, 1),
		"円": big.NewRat(1, 1000)}
)

// inThousands is an amount of a column whose unit is known, in 千円. Of yen the part below 千円 is cut off, as statements do.
// What is no plain number stays as it is: it has a unit of its own, or is reported where amounts are read.
func inThousands(cell, unit string) string {
	s := strings.ReplaceAll(tidyCode(cell), " ", "")
	s = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSuffix(s, unit), "¥"), `\`)
	negative := false
	if rest, ok := strings.CutPrefix(s, "("); ok && strings.HasSuffix(rest, ")") {
		s, negative = strings.TrimSuffix(rest, ")"), true
	}
	m := plainAmount.FindStringSubmatch(s)
	if m == nil {
		return cell
	}
	value, ok := new(big.Rat).SetString(strings.ReplaceAll(m[2], ",", ""))
	if !ok {
		return cell
	}
	value.Mul(value, inThousand[unit])
	whole := new(big.Int).Quo(value.Num(), value.Denom())
	if unit != "円" && !value.IsInt() {
		return cell
	}
	if negative || m[1] != "" {
		return "▲" + whole.String()
	}
	return whole.String()
}
