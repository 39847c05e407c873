package disclosure

import "strings"

// Table renders the allow-lists as tab separated values: each field with the level at which it
// opens to BUY and to FIN users, then what each level shows (domain 3.5).
func Table() string {
	var b strings.Builder
	b.WriteString("part\tfield\topensBUY\topensFIN\tL1\tL2\tL3\tL4\tInCharge\n")
	for _, o := range openings {
		cells := []string{o.part.String(), o.field, OpensAt(o.part, o.field).String(), opensAt(o.part, o.field, true).String()}
		for _, l := range []Level{L1, L2, L3, L4, InCharge} {
			cells = append(cells, whom(AllowedListing(o.part, o.field, l, false), AllowedListing(o.part, o.field, l, true)))
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	b.WriteString("\npart\tfield\topens\tSearch\tStatus1\tStatus2\tStatus3\tInCharge\n")
	for _, o := range buyerOpenings {
		cells := []string{o.part.String(), o.field, BuyerOpensAt(o.part, o.field).String()}
		for _, v := range []BuyerView{BuyerSearch, BuyerStatus1, BuyerStatus2, BuyerStatus3, BuyerInCharge} {
			open := AllowedBuyer(o.part, o.field, v)
			cells = append(cells, whom(open, open))
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	return b.String()
}

func whom(buy, fin bool) string {
	switch {
	case buy && fin:
		return "all"
	case fin:
		return "FIN"
	case buy:
		return "BUY"
	}
	return "-"
}
