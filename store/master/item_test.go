package master

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
)

func TestListsAreSound(t *testing.T) {
	lists := Lists()
	if len(lists) != 21 {
		t.Errorf("%d lists, want 21", len(lists))
	}
	for i, list := range lists {
		if list.Name != listNames[i] || list.Title == "" || list.API == "" || len(list.Items) == 0 {
			t.Errorf("%+v", list)
		}
		if got := Items(list.Name); len(got) != len(list.Items) {
			t.Errorf("Items(%s): %d, want %d", list.Name, len(got), len(list.Items))
		}
		keys := map[int]bool{}
		for _, item := range list.Items {
			if item.Label == "" || keys[item.Key] {
				t.Errorf("%s: %+v has no label or a key met before", list.Name, item)
			}
			keys[item.Key] = true
			if item.Min != nil && item.Max != nil && *item.Min > *item.Max {
				t.Errorf("%s: %+v is upside down", list.Name, item)
			}
			if got := ItemLabel(list.Name, item.Key); got != item.Label {
				t.Errorf("ItemLabel(%s, %d) = %q", list.Name, item.Key, got)
			}
		}
		for _, key := range FreeTextKeys(list.Name) {
			if !keys[key] {
				t.Errorf("%s: free text for key %d, which it lacks", list.Name, key)
			}
		}
	}
}

// Every range list covers its values without gap or overlap.
func TestBandsJoin(t *testing.T) {
	for _, name := range []string{AnnualSales, SalesAmount, Profit, OperatingProfit} {
		items := Items(name)
		for i := 1; i < len(items); i++ {
			if *items[i-1].Max != *items[i].Min {
				t.Errorf("%s: %s and %s do not join", name, items[i-1].Label, items[i].Label)
			}
		}
	}
	items := Items(Peoples)
	for i, item := range items {
		if i > 0 && *items[i-1].Max+1 != *item.Min {
			t.Errorf("%s and %s do not join", items[i-1].Label, item.Label)
		}
		want := fmt.Sprintf("%d,", *item.Min)
		if item.Max != nil {
			want += fmt.Sprint(*item.Max)
		}
		if item.FilterValue != want {
			t.Errorf("%s: filter value %q, want %q", item.Label, item.FilterValue, want)
		}
	}
}

func TestBandOf(t *testing.T) {
	for _, test := range []struct {
		list  string
		value int64 // 千円, or persons
		want  int   // key, 0 for none
	}{
		{AnnualSales, -1, 0},
		{AnnualSales, 0, 1},
		{AnnualSales, 49_999, 1},
		{AnnualSales, 50_000, 2},
		{AnnualSales, 99_999, 2},
		{AnnualSales, 100_000, 3},
		{AnnualSales, 9_999_999, 8},
		{AnnualSales, 10_000_000, 9},
		{AnnualSales, 1 << 60, 9},
		{SalesAmount, 109_094, 3},
		{Profit, -1 << 60, 1},
		{Profit, -1, 1},
		{Profit, 0, 2},
		{Profit, 9_999, 2},
		{Profit, 10_000, 3},
		{OperatingProfit, -1, 1},
		{OperatingProfit, 0, 2},
		{OperatingProfit, 499_999, 7},
		{OperatingProfit, 500_000, 8},
		{Peoples, -1, 0},
		{Peoples, 0, 1},
		{Peoples, 5, 1},
		{Peoples, 6, 2},
		{Peoples, 300, 6},
		{Peoples, 301, 7},
		{AnnualSalesSearch, 50_000, 0}, // thresholds, not ranges
		{AcquisitionPrice, 10_000, 0},
		{SalesPriceTo, 10_000, 0},
		{MAReasons, 11, 0},
		{"no such list", 1, 0},
	} {
		got, ok := BandOf(test.list, test.value)
		if got.Key != test.want || ok != (test.want != 0) {
			t.Errorf("BandOf(%s, %d) = %d %s, %v, want key %d", test.list, test.value, got.Key, got.Label, ok, test.want)
		}
	}
}

func TestBounds(t *testing.T) {
	text := func(p *int64) string {
		if p == nil {
			return "open"
		}
		return fmt.Sprint(*p)
	}
	for _, test := range []struct {
		list         string
		key          int
		lower, upper string
		ok           bool
	}{
		{AnnualSales, 3, "100000", "300000", true},
		{AnnualSales, 9, "10000000", "open", true},
		{OperatingProfit, 1, "open", "0", true},
		{AcquisitionPrice, 1, "10000", "10000", true},
		{AcquisitionPrice, 8, "open", "open", true},
		{SalesPriceTo, 7, "open", "1000000", true},
		{AnnualSalesSearch, 0, "0", "open", true},
		{Peoples, 2, "6", "10", true},
		{AcquisitionDeadline, 3, "0", "12", true},
		{MAReasons, 11, "open", "open", true},
		{AnnualSales, 10, "open", "open", false},
		{"", 1, "open", "open", false},
	} {
		lower, upper, ok := Bounds(test.list, test.key)
		if text(lower) != test.lower || text(upper) != test.upper || ok != test.ok {
			t.Errorf("Bounds(%s, %d) = %s, %s, %v", test.list, test.key, text(lower), text(upper), ok)
		}
	}
	lower, _, _ := Bounds(AnnualSales, 3)
	*lower = 0
	if again, _, _ := Bounds(AnnualSales, 3); *again != 100_000 {
		t.Error("a caller's change reached the bounds")
	}
}

func TestItemExtras(t *testing.T) {
	for _, item := range Items(MAReasons) {
		want := "sell"
		if item.Key > 29 {
			want = "buy"
		}
		if item.Side != want {
			t.Errorf("%d %s: side %q", item.Key, item.Label, item.Side)
		}
	}
	for _, item := range Items(Questionnaire) {
		if item.Type != "not_interested" && item.Type != "known_from" {
			t.Errorf("%+v", item)
		}
	}
	form, _ := FindItem(BusinessFormTypes, 1)
	if !slices.Contains(form.Aliases, "㈱") || form.Position != "both" {
		t.Errorf("%+v", form)
	}
	if other, _ := FindItem(BusinessFormTypes, 99); len(other.Aliases) != 0 {
		t.Errorf("%+v", other)
	}
	for _, r := range Regions() {
		key, err := strconv.Atoi(r.Code)
		if err != nil {
			t.Fatal(err)
		}
		item, ok := FindItem(RegionItems, key)
		if !ok || item.Label != r.Name || !slices.Equal(item.PrefectureCodes, r.PrefectureCodes) {
			t.Errorf("region %s is item %+v", r.Name, item)
		}
	}
	if all, _ := FindItem(RegionItems, 99); len(all.PrefectureCodes) != 47 {
		t.Errorf("全国 has %d prefectures", len(all.PrefectureCodes))
	}
	if abroad, _ := FindItem(RegionItems, 90); len(abroad.PrefectureCodes) != 0 {
		t.Errorf("海外 has %v", abroad.PrefectureCodes)
	}
	if got := ItemLabel(MAReasons, 12345); got != "" {
		t.Errorf("label of no key: %q", got)
	}
	if got := FreeTextKeys(MAReasons); !slices.Equal(got, []int{29, 49}) {
		t.Errorf("FreeTextKeys(MAReasons) = %v", got)
	}
	if got := FreeTextKeys(NegotiationTargets); got != nil { // its 99 is 応相談
		t.Errorf("FreeTextKeys(NegotiationTargets) = %v", got)
	}
}
