package master

import "testing"

func TestWideBand(t *testing.T) {
	for _, c := range []struct {
		list  string
		value int64 // 千円
		width int
		want  string
	}{
		{AnnualSales, 250_000, 1, "1億円以上3億円未満"}, {AnnualSales, 250_000, 2, "1億円以上5億円未満"}, {AnnualSales, 250_000, 4, "5億円未満"},
		{AnnualSales, 10, 2, "1億円未満"}, {AnnualSales, 7_000_000, 2, "30億円以上100億円未満"}, {AnnualSales, 7_000_000, 4, "5億円以上100億円未満"},
		{AnnualSales, 90_000_000, 2, "100億円以上"}, {AnnualSales, 90_000_000, 4, "100億円以上"},
		{OperatingProfit, -5, 1, "営業赤字"}, {OperatingProfit, -5, 2, "1,000万円未満"}, {OperatingProfit, 5_000, 2, "1,000万円未満"},
		{OperatingProfit, 600_000, 2, "3億円以上"}, {OperatingProfit, 600_000, 4, "5,000万円以上"},
		{Profit, 20_000, 4, "5,000万円未満"},
	} {
		if got, ok := WideBand(c.list, c.value, c.width); !ok || got != c.want {
			t.Errorf("%s %d by %d: %q, want %q", c.list, c.value, c.width, got, c.want)
		}
	}
	if _, ok := WideBand(AnnualSales, -1, 2); ok {
		t.Error("below the first")
	}
	// The wide band must tell nothing beyond the narrow one, so each narrow band lies inside a wide one.
	for _, list := range []string{AnnualSales, SalesAmount, Profit, OperatingProfit} {
		for _, width := range []int{2, 4} {
			wide := map[string]string{}
			for _, i := range loadLists()[list].Items {
				at := int64(-1)
				if i.Min != nil {
					at = *i.Min * thousandsPerMillion
				}
				inner, _ := WideBand(list, at, width/2)
				outer, _ := WideBand(list, at, width)
				if was, ok := wide[inner]; ok && was != outer {
					t.Errorf("%s by %d: %s lies in %s and %s", list, width, inner, was, outer)
				}
				wide[inner] = outer
			}
		}
	}
}
