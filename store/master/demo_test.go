package master

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The demo network uses codes of the master data only.
func TestDemoResolves(t *testing.T) {
	banks := map[string]bool{}
	for _, r := range demo(t, "fictional_institutions.csv", 12) {
		banks[r.values["financial_code"]] = true
		r.prefecture("pref_code")
		r.items(FinancialTypes, "type_key")
		if in, ok := FindInstitution(r.values["financial_code"]); ok {
			t.Errorf("%s is a real bank, %s", r.values["financial_code"], in.Name)
		}
	}
	for _, r := range demo(t, "area_codes.csv", 47) {
		r.prefecture("pref_code")
	}
	for _, r := range demo(t, "industry_profiles.csv", 87) {
		r.industries("small_code")
	}
	for _, file := range []string{"demo_sellers.csv", "demo_buyers.csv"} {
		for _, r := range demo(t, file, 300) {
			r.address()
			r.industries("industryType")
			r.items(BusinessFormTypes, "businessFormType")
			r.items(MAReasons, "mAndAReason")
			if file == "demo_buyers.csv" {
				r.items(MAExperience, "mAndAExperience")
			}
			if !CheckCorporateNumber(r.values["corporateRegistrationNumber"]) {
				r.fail("corporateRegistrationNumber")
			}
			if s := r.values["securityCode"]; s != "" && !CheckSecurityCode(s) {
				r.fail("securityCode")
			}
			if !banks[r.values["financialCode"]] {
				r.fail("financialCode")
			}
		}
	}
	for _, r := range demo(t, "demo_listings.csv", 328) {
		r.industries("industryTypes")
		r.regions("publicRegion")
		r.items(SalesAmount, "salesAmountKey")
		r.items(OperatingProfit, "operatingProfitKey")
		r.openItem(AcquisitionPrice, "salesPrice")
		r.items(SalesPriceTo, "salesPriceTo")
		r.items(NegotiationTargets, "negotiationTarget")
		r.items(SalesAssets, "salesAsset")
		r.items(WillingnessToSell, "willingnessToSell")
		r.items(MAReasons, "assignmentReason")
		r.band(SalesAmount, "amountOfSales", "salesAmountKey")
		r.band(OperatingProfit, "operatingProfit", "operatingProfitKey")
	}
	for _, r := range demo(t, "demo_needs.csv", 410) {
		r.industries("acquisitionIndustry")
		r.regions("acquisitionRegionArea")
		r.items(NegotiationTargets, "negotiationTarget")
		r.openItem(AcquisitionPrice, "acquisitionPrice")
		r.items(AcquisitionPrice, "acquisitionPriceTo")
		r.items(AnnualSales, "acquisitionAnnualSales")
		r.items(AcquisitionDeadline, "acquisitionDeadline")
	}
}

type demoRow struct {
	t      *testing.T
	file   string
	values map[string]string
}

func demo(t *testing.T, file string, want int) []demoRow {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "demo", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows)-1 != want {
		t.Errorf("%s: %d rows, want %d", file, len(rows)-1, want)
	}
	var list []demoRow
	for _, row := range rows[1:] {
		r := demoRow{t, file, map[string]string{}}
		for i, name := range rows[0] {
			r.values[name] = row[i]
		}
		list = append(list, r)
	}
	return list
}

func (r demoRow) fail(column string) {
	r.t.Helper()
	value, ok := r.values[column]
	r.t.Errorf("%s %s: %s %q (column present: %v)", r.file, r.values["id"], column, value, ok)
}

// codes checks each of the codes of a column, of which there is at least one.
func (r demoRow) codes(column string, known func(code string) bool) {
	r.t.Helper()
	codes := strings.Fields(r.values[column])
	if len(codes) == 0 || !slices.ContainsFunc(codes, known) || slices.ContainsFunc(codes, func(c string) bool { return !known(c) }) {
		r.fail(column)
	}
}

func (r demoRow) prefecture(column string) {
	r.t.Helper()
	r.codes(column, func(c string) bool { _, ok := FindPrefecture(c); return ok })
}

func (r demoRow) regions(column string) {
	r.t.Helper()
	r.codes(column, func(c string) bool { _, ok := FindRegion(c); return ok })
}

func (r demoRow) industries(column string) {
	r.t.Helper()
	r.codes(column, func(c string) bool { _, ok := FindIndustry(c); return ok })
}

func (r demoRow) items(list, column string) {
	r.t.Helper()
	r.codes(column, func(c string) bool {
		key, err := strconv.Atoi(c)
		return err == nil && ItemLabel(list, key) != ""
	})
}

// openItem is items for a lower limit of a price, which may be left open.
func (r demoRow) openItem(list, column string) {
	r.t.Helper()
	if value, ok := r.values[column]; !ok || value != "" {
		r.items(list, column)
	}
}

// band checks that the published band is the one of the figure in 千円.
func (r demoRow) band(list, amount, key string) {
	r.t.Helper()
	value, err := strconv.ParseInt(r.values[amount], 10, 64)
	if err != nil {
		r.fail(amount)
	}
	if band, ok := BandOf(list, value); !ok || strconv.Itoa(band.Key) != r.values[key] {
		r.fail(key)
	}
}

// address checks that the postal code leads to the town.
func (r demoRow) address() {
	r.t.Helper()
	want := Address{
		PrefectureCode: r.values["prefectureCode"],
		PrefectureName: r.values["prefectureName"],
		CityCode:       r.values["cityCode"],
		CityName:       r.values["cityName"],
		TownCode:       r.values["townCode"],
		TownName:       r.values["townName"],
	}
	postal, ok := NormalizePostal(r.values["postalCode"])
	if !ok || !slices.ContainsFunc(ByPostalCode(postal), func(a Address) bool {
		a.TownKana, a.Detail = "", ""
		return a == want
	}) {
		r.fail("postalCode")
	}
	if town, ok := FindTown(want.TownCode); !ok || town.Name != want.TownName || town.CityCode != want.CityCode {
		r.fail("townCode")
	}
	if city, ok := FindCity(want.CityCode); !ok || !city.Selectable {
		r.fail("cityCode")
	}
}
