package apptest

import (
	"fmt"
	"slices"
	"strings"

	"tsunagu/app/company"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Difference shows where two answers part.
func Difference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-120)
	return fmt.Sprintf("  …%s\n  …%s", strings.ToValidUTF8(a[from:min(len(a), i+120)], ""), strings.ToValidUTF8(b[from:min(len(b), i+120)], ""))
}

// Orders are all names by which any list may be sorted; those that a list does not know answer alike.
func Orders() []string {
	all := append(slices.Clone(store.NegotiationSorts), company.CompanySorts...)
	all = append(all, store.SortSalesPrice, store.SortDueDate, store.SortOperatingProfit, store.SortBusinessName, web.SortScore)
	slices.Sort(all)
	return slices.Compact(all)
}
