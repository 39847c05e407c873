package disclosure

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
)

func TestListingLevel(t *testing.T) {
	for _, c := range []struct {
		name string
		f    ViewerFacts
		want Level
	}{
		{"audience", ViewerFacts{InAudience: true}, L1},
		{"not in the audience", ViewerFacts{}, Hidden},
		{"institution in charge", ViewerFacts{IsInCharge: true}, InCharge},
		{"a BUY of the institution in charge is not in charge", ViewerFacts{IsInCharge: true, IsBUY: true, InAudience: true}, L1},
		{"row at 0 with consent", ViewerFacts{InAudience: true, HasRow: true, IsConsent: true}, L1},
		{"row at 0 out of the audience", ViewerFacts{HasRow: true}, Hidden},
		{"1", ViewerFacts{HasRow: true, Status: deal.NegotiationAnonymous}, L2},
		{"1 with consent", ViewerFacts{HasRow: true, Status: deal.NegotiationAnonymous, IsConsent: true}, L3},
		{"2 with consent", ViewerFacts{HasRow: true, Status: deal.NegotiationHope, IsConsent: true}, L3},
		{"2 without", ViewerFacts{HasRow: true, Status: deal.NegotiationHope}, L2},
		{"3 in a narrowed audience", ViewerFacts{HasRow: true, Status: deal.NegotiationRealName}, L4},
		{"4", ViewerFacts{HasRow: true, Status: deal.NegotiationConditions}, L4},
		{"5", ViewerFacts{HasRow: true, Status: deal.NegotiationSigned}, L4},
		{"9 falls to L1, consent or not", ViewerFacts{InAudience: true, HasRow: true, Status: deal.NegotiationBroken, IsConsent: true}, L1},
		{"9 out of the audience", ViewerFacts{HasRow: true, Status: deal.NegotiationBroken, IsConsent: true}, Hidden},
	} {
		if got := ListingLevel(c.f); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// Fields that name a company or its owner open at L4 and not before, to anybody.
func TestNamesNeverBelowL4(t *testing.T) {
	for part, fields := range map[Part][]string{
		Overview: {"companyId", "companyName", "location.citycode", "documents"},
		Details: {"companyName", "representativeName", "postalCode", "address", "prefectureCode", "cityCode", "townName", "buildingName",
			"phone", "fax", "representativePhoneNumber", "homePageUrl", "targetUrl", "markets", "targetCustomers", "services",
			"supplementaryDescription"},
	} {
		for _, f := range append(fields, map[Part][]string{Details: DetailsAmounts}[part]...) {
			for _, isFIN := range []bool{false, true} {
				for _, l := range []Level{Hidden, L1, L2, L3} {
					if AllowedListing(part, f, l, isFIN) {
						t.Errorf("%v %s open at %v", part, f, l)
					}
				}
				if !AllowedListing(part, f, L4, isFIN) {
					t.Errorf("%v %s closed at L4", part, f)
				}
			}
		}
	}
	for _, f := range []string{"restFinancial", "isLimited", "isRest", "remark", "financialMemo", "creator", "registrationId",
		"corporateRegistrationNumber", "", "SALESAMOUNT", "a new column"} {
		for _, p := range []Part{Overview, Details} {
			if AllowedListing(p, f, L4, true) || !AllowedListing(p, f, InCharge, true) {
				t.Errorf("%v %q must be for the institution in charge alone", p, f)
			}
		}
	}
	if AllowedListing(Overview, "businessName", Hidden, true) {
		t.Error("Hidden gives something")
	}
}

func TestSFNameIsForFIN(t *testing.T) {
	const f = "inChargeFinancialInstitutionId"
	if AllowedListing(Overview, f, L2, false) || !AllowedListing(Overview, f, L3, false) || !AllowedListing(Overview, f, L1, true) {
		t.Error("SF's name: FIN at once, BUY from L3")
	}
	for _, l := range []Level{L1, L2, L3, L4, InCharge} {
		if !KnowsSF(l, true) || KnowsSF(l, false) != (l >= L3) {
			t.Errorf("SF at %v", l)
		}
	}
}

func TestLocationAndAmounts(t *testing.T) {
	for _, c := range []struct {
		l      Level
		public bool
		want   LocationDetail
	}{
		{Hidden, true, LocationNone}, {L1, false, LocationChosen}, {L2, true, LocationPrefecture}, {L2, false, LocationChosen},
		{L3, false, LocationPrefecture}, {L4, false, LocationFull}, {InCharge, false, LocationFull},
	} {
		if got := LocationAt(c.l, c.public); got != c.want {
			t.Errorf("LocationAt(%v, %v) = %v, want %v", c.l, c.public, got, c.want)
		}
		prefecture := ListingFilter(Overview, c.l, true, c.public)("location.prefecturecode")
		if prefecture != (c.want >= LocationPrefecture) {
			t.Errorf("filter and LocationAt differ at %v", c.l)
		}
	}
	for l, want := range map[Level]AmountDetail{L1: AmountAbsent, L2: AmountAbsent, L3: AmountBand, L4: AmountExact, InCharge: AmountExact} {
		if got := AmountsAt(l); got != want {
			t.Errorf("AmountsAt(%v) = %v, want %v", l, got, want)
		}
		if got := AllowedListing(Details, "amountOfSales", l, true); got != (want == AmountExact) {
			t.Errorf("exact amount at %v: %v", l, got)
		}
	}
}

type place struct {
	Region         int    `json:"region,omitempty"`
	PrefectureCode string `json:"prefecturecode,omitempty"`
	CityCode       string `json:"citycode,omitempty"`
}

type names struct {
	CompanyName string `json:"companyName,omitempty"`
	CompanyID   string `json:"companyId,omitempty"`
}

type view struct {
	names
	Title     string     `json:"businessName"`
	Location  *place     `json:"location,omitempty"`
	Modified  time.Time  `json:"modified,omitzero"`
	Published *time.Time `json:"published,omitempty"`
	Remark    string     `json:",omitempty"`
	Kept      string     `json:"-"`
	private   string
}

func TestCut(t *testing.T) {
	now := time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC)
	v := view{names{"秘密商店", "id"}, "題名", &place{3, "13", "13101"}, now, &now, "備考", "内部", "内部"}
	Cut(&v, ListingFilter(Overview, L1, false, false))
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"秘密商店", "companyId", "13101", `"13"`, "備考", "published"} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("%s left in %s", secret, raw)
		}
	}
	if v.Title != "題名" || v.Location.Region != 3 || !v.Modified.Equal(now) || v.Kept != "内部" || v.private != "内部" {
		t.Errorf("cut too much: %+v", v)
	}
	for _, wrong := range []any{v, nil, new(int), (*view)(nil), map[string]string{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Cut(%T) must refuse", wrong)
				}
			}()
			Cut(wrong, func(string) bool { return true })
		}()
	}
}

func TestBuyerView(t *testing.T) {
	row := func(s deal.NegotiationStatus) BuyerView {
		return BuyerViewOf(BuyerViewFacts{IsShown: true, HasRow: true, Status: s})
	}
	for s, named := range map[deal.NegotiationStatus]bool{0: false, 1: false, 2: true, 3: true, 4: true, 5: true, 9: false} {
		for _, f := range []string{"companyName", "representativeName", "address", "homePageUrl", "corporateRegistrationNumber"} {
			if got := AllowedBuyer(BuyerDetails, f, row(s)); got != named {
				t.Errorf("status %d: %s %v", s, f, got)
			}
		}
		if deal.BuyerNameOpen(s) != named {
			t.Errorf("BuyerNameOpen(%d)", s)
		}
		if got := AllowedBuyer(BuyerDetails, "totalAssets", row(s)); got != s.NamesOpen() {
			t.Errorf("status %d: exact amounts %v", s, got)
		}
		for _, f := range []string{"financialMemo", "remark", "phone1", "loginId", "financialSupportStatus"} {
			if AllowedBuyer(BuyerOverview, f, row(s)) || AllowedBuyer(BuyerDetails, f, row(s)) {
				t.Errorf("status %d: %s is BF's alone", s, f)
			}
		}
	}
	if v := BuyerViewOf(BuyerViewFacts{}); v != BuyerHidden || AllowedBuyer(BuyerOverview, "industryType", v) {
		t.Error("a buyer that is not shown is hidden")
	}
}
