package listing

import (
	"slices"
	"strings"
	"sync"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/match"
	"tsunagu/store"
	"tsunagu/store/master"
)

// locationAt is a listing's location as far as a level tells. Before the consent to confidentiality
// it is what SF chose to publish: the prefecture, or the regions. One region is `region`, the whole
// country its own key; several have no single key, and none is better than one that is not true:
// they all stand in publicRegion.
func locationAt(c *store.ListingContent, level disclosure.Level) *ListingLocation {
	switch disclosure.LocationAt(level, false) {
	case disclosure.LocationNone:
		return &ListingLocation{}
	case disclosure.LocationFull:
		return &ListingLocation{c.Region, c.PrefectureCode, c.CityCode}
	case disclosure.LocationPrefecture:
		return &ListingLocation{c.Region, c.PrefectureCode, ""}
	}
	prefecture, regions := c.PublishedPlace()
	switch {
	case prefecture != "":
		return &ListingLocation{match.RegionOf(prefecture), prefecture, ""}
	case isNationwide(regions):
		return &ListingLocation{Region: deal.RegionAnywhere}
	case len(regions) == 1:
		return &ListingLocation{Region: regions[0]}
	}
	return &ListingLocation{}
}

// formatLocation writes a location out as far as a level tells.
func formatLocation(c *store.ListingContent, level disclosure.Level) string {
	detail := disclosure.LocationAt(level, false)
	switch detail {
	case disclosure.LocationNone:
		return ""
	case disclosure.LocationChosen:
		return PublishedPlace(c)
	}
	prefecture, known := master.FindPrefecture(c.PrefectureCode)
	switch {
	case !known:
		return master.ItemLabel(master.RegionItems, c.Region)
	case detail == disclosure.LocationFull:
		city, _ := master.FindCity(c.CityCode)
		return prefecture.Name + city.FullName
	}
	return prefecture.Name
}

// PublishedPlace writes out what everybody may read of where a listing is: several regions all by
// their names.
func PublishedPlace(c *store.ListingContent) string {
	code, regions := c.PublishedPlace()
	if prefecture, ok := master.FindPrefecture(code); ok {
		return prefecture.Name
	}
	var names []string
	if isNationwide(regions) {
		names = append(names, deal.Nationwide)
	}
	for _, i := range regionItems() {
		if slices.Contains(regions, i.Key) && i.Key != deal.RegionAnywhere &&
			(len(names) == 0 || names[0] != deal.Nationwide || len(i.PrefectureCodes) == 0) {
			names = append(names, i.Label)
		}
	}
	return strings.Join(names, "、")
}

var regionItems = sync.OnceValue(func() []master.Item { return master.Items(master.RegionItems) })

// isNationwide says that regions are the whole country: the one that says so, or all of them.
func isNationwide(regions []int) bool {
	return slices.Contains(regions, deal.RegionAnywhere) || !slices.ContainsFunc(regionItems(), func(i master.Item) bool {
		return i.Key != deal.RegionAnywhere && len(i.PrefectureCodes) > 0 && !slices.Contains(regions, i.Key)
	})
}

// prefecturesOf are the prefectures of published regions; nil for the whole country.
func prefecturesOf(regions []int) []string {
	if isNationwide(regions) {
		return nil
	}
	out := []string{}
	for _, key := range regions {
		i, _ := master.FindItem(master.RegionItems, key)
		out = append(out, i.PrefectureCodes...)
	}
	return out
}

// RegionsOf are the regions by which listings that tell no prefecture may be in one of some; nil for
// anywhere.
func RegionsOf(prefectures []string) []int {
	if prefectures == nil {
		return nil
	}
	out := []int{deal.RegionAnywhere}
	for _, code := range prefectures {
		out = append(out, match.RegionOf(code))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
