package match

import (
	"fmt"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/store"
	"tsunagu/store/master"
)

// Summary tells of a published listing in three lines what everyone in its audience may know (domain.md 3.5, L1): what it is and where, how
// large, why and how it changes hands. It is made of the choices of lists alone and has no word that somebody wrote. Amounts, which
// a mail may not say (domain.md 7), stand in it only withAmounts. A line of which nothing is published is left out.
func Summary(w *store.ListingContent, withAmounts bool) []string {
	size := []string{}
	if withAmounts {
		size = append(size, named("売上高", master.ItemLabel(master.SalesAmount, w.SalesAmount)),
			named("営業利益", master.ItemLabel(master.OperatingProfit, w.OperatingProfitBand)))
	}
	size = append(size, named("従業員", peopleWords(w.ManagersFrom, w.ManagersTo)))
	lines := []string{}
	for _, parts := range [][]string{
		{firstOf(w.IndustryTypes, ScoreNames.Industry), placeWords(w)}, size,
		{named("譲渡理由", firstOf(w.AssignmentReason, func(key int) string { return master.ItemLabel(master.MAReasons, key) })),
			named("希望", firstOf(w.NegotiationTarget, ScoreNames.Scheme))},
	} {
		var told []string
		for _, p := range parts {
			if p != "" {
				told = append(told, p)
			}
		}
		if len(told) > 0 {
			lines = append(lines, strings.Join(told, "／"))
		}
	}
	return lines
}

func named(name, value string) string {
	if value == "" {
		return ""
	}
	return name + " " + value
}

// firstOf are the first two of a list by name, and that there are more.
func firstOf[K any](keys []K, name func(K) string) string {
	var names []string
	for _, k := range keys {
		if n := name(k); n != "" {
			names = append(names, n)
		}
	}
	if len(names) > 2 {
		return strings.Join(names[:2], "、") + "など"
	}
	return strings.Join(names, "、")
}

func placeWords(w *store.ListingContent) string {
	prefecture, regions := w.PublishedPlace()
	if p, ok := master.FindPrefecture(prefecture); ok {
		return p.Name
	}
	for _, key := range regions {
		if key == deal.RegionAnywhere {
			return deal.Nationwide
		}
	}
	return firstOf(regions, ScoreNames.Region)
}

func peopleWords(from, to *int64) string {
	switch {
	case from == nil && to == nil:
		return ""
	case to == nil:
		return fmt.Sprintf("%d人以上", *from)
	case from == nil || *from == 0:
		return fmt.Sprintf("%d人以下", *to)
	case *from == *to: // an exact number is told as its band
		b, _ := master.BandOf(master.Peoples, *from)
		return b.Label
	}
	return fmt.Sprintf("%d〜%d人", *from, *to)
}
