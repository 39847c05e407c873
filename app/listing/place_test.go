package listing_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
)

// A listing is where its bank says that it is: in all the regions that it chose, and nowhere else. So
// it is shown, found, counted and scored, wherever among them the company really is (domain.md 0.2).
func TestPublishedPlace(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	publish := func(changes map[string]any) string { return m.Published(changes) }
	const aichi = `{"region":6,"prefecturecode":"23","citycode":"23105"}`
	everywhere := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	all := []struct {
		what           string
		changes        map[string]any
		text, location string
		found, missing []string // prefectures
	}{
		{"two regions", map[string]any{"publicRegion": []int{9, 6}}, "東海、四国", `{}`, []string{"23", "21", "39"}, []string{"13"}},
		{"without the real one", map[string]any{"publicRegion": []int{7, 9}}, "近畿、四国", `{}`, []string{"27", "39"}, []string{"23"}},
		{"one", map[string]any{"publicRegion": []int{9}}, "四国", `{"region":9}`, []string{"39"}, []string{"23"}},
		{"nine of ten", map[string]any{"publicRegion": everywhere[1:]}, "東北、関東、甲信越、北陸、東海、近畿、中国、四国、九州・沖縄", `{}`, []string{"23", "47"},
			[]string{"01"}},
		{"all", map[string]any{"publicRegion": everywhere}, "全国", `{"region":99}`, []string{"01", "23", "47"}, nil},
		{"the whole country", map[string]any{"publicRegion": []int{99}}, "全国", `{"region":99}`, []string{"01", "23", "47"}, nil},
		{"and abroad", map[string]any{"publicRegion": []int{99, 90}}, "全国、海外", `{"region":99}`, []string{"23"}, nil},
		{"the prefecture", map[string]any{"publicRegion": []int{6, 9}, "isPrefecturePublic": true}, "愛知県", `{"region":6,"prefecturecode":"23"}`,
			[]string{"23"}, []string{"21", "39"}},
	}
	for i := range all {
		c := &all[i]
		id := publish(apptest.With(c.changes, map[string]any{"location": aichi, "businessName": "精密部品の加工", "description": "金属部品の加工を営む企業です。"}))
		answers := []apptest.Result{apptest.SeeOverview(m.BuyB, id).Want(200), apptest.SeeOverview(m.FinB, id).Want(200),
			m.BuyB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?sellerBusinessId=" + id).Want(200),
			m.FinA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?isPublished=true&companyId=" + m.BuyerA + "&sellerBusinessId=" +
				id).Want(200)}
		for _, r := range answers {
			r.Has(`"formattedLocation":"`+c.text+`"`, `"location":`+c.location).HasNot("23105", "名古屋")
		}
		apptest.SeeOverview(m.FinA, id).Want(200).Has(`"formattedLocation":"愛知県名古屋市中村区"`, `"location":`+aichi)
		for _, code := range c.found {
			if !slices.Contains(m.BuyB.Search("location="+code), id) {
				t.Errorf("%s: not found in %s", c.what, code)
			}
		}
		for _, code := range c.missing {
			if slices.Contains(m.BuyB.Search("location="+code), id) || slices.Contains(m.FinB.Search("location="+code), id) {
				t.Errorf("%s: found in %s", c.what, code)
			}
		}
		if !slices.Contains(m.FinA.Search("isOnlyPersonInCharge=true&location=23"), id) ||
			slices.Contains(m.FinA.Search("isOnlyPersonInCharge=true&location=39"), id) {
			t.Errorf("%s: its own bank does not find it where it is", c.what)
		}
	}
	without := all[1]
	id := publish(apptest.With(without.changes, map[string]any{"location": aichi, "businessName": "別の案件", "description": "部品です。"}))
	for word, want := range map[string]bool{"東海": false, "愛知": false, "近畿": true, "四国": true} {
		if got := slices.Contains(m.BuyB.Search("freeWord="+word), id); got != want {
			t.Errorf("found by %s: %v", word, got)
		}
	}
}

// The map counts a listing once in each region that it publishes, and once among all.
func TestRegionFiguresOfSeveral(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.Published(map[string]any{"publicRegion": []int{6, 9}})
	m.Published(map[string]any{"publicRegion": []int{9}})
	m.Published(map[string]any{"publicRegion": []int{99}})
	m.Published(map[string]any{"publicRegion": []int{6, 9}, "isPrefecturePublic": true})
	m.BuyB.Get(apptest.ListingBase+"GetRegionFigures").Want(200).Has(`"allCount":4`, `"elsewhere":1`,
		`"label":"東海","count":2,"prefectureList":[{"prefecturecode":"23","name":"愛知県","count":1}]`,
		`"label":"四国","count":2,"prefectureList":[]`, `"label":"関東","count":0`)
}

// Scores are alike wherever among the published regions the company is, and so is the order by them.
func TestScoreOfPublishedPlace(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.FinB.Wants(m.BuyerB, apptest.With(apptest.FittingNeeds, map[string]any{"acquisitionRegionArea": []int{9}}))
	two := map[string]any{"publicRegion": []int{6, 9}}
	id := m.Published(two)
	before := apptest.SeeOverview(m.BuyB, id).Want(200).Has("地域『四国』が一致")
	at := map[string]any{"location": `{"region":9,"prefecturecode":"39"}`}
	m.Edit(id, apptest.With(two, at)).Want(200)
	key, passcode := m.Request(id)
	m.Decide(key, passcode, true).Want(200)
	if after := apptest.SeeOverview(m.BuyB, id).Want(200); after.JSON()["score"] != before.JSON()["score"] {
		t.Errorf("the score moves with the real place: %v and %v", before.JSON()["score"], after.JSON()["score"])
	}
	other := m.Published(map[string]any{"publicRegion": []int{7, 8}, "location": at["location"]})
	apptest.SeeOverview(m.BuyB, other).Want(200).HasNot("地域『四国』が一致")
}

// What its seller approves is the place as everybody will read it.
func TestApprovalShowsPublishedPlace(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, _ := m.Draft(map[string]any{"publicRegion": []int{7, 9}})
	key, passcode := m.Request(id)
	m.Visitor().Post(apptest.ListingBase+"GetApprovalByKey", map[string]any{"key": key,
		"passcode": passcode}).Want(200).Has(`"formattedLocation":"近畿、四国"`, `"publicRegion":[7,9]`).HasNot(`"prefecturecode":"23"`)
}

// What the words of a listing told of the real region is mended in networks that have it.
func TestHiddenRegionIsMended(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	plain := map[string]any{"businessName": "部品の加工", "description": "部品の会社です。"}
	m.Published(apptest.With(plain, map[string]any{"publicRegion": []int{7, 9}}))
	m.Published(apptest.With(plain, map[string]any{"publicRegion": []int{6, 9}}))
	texts := func() (hidden, chosen int) {
		m.SQLScan("SELECT count(*) FROM listing_content WHERE free_text_folded LIKE '%東海%' AND listing_id NOT IN (SELECT listing_id FROM listing_code WHERE field = 'region' AND code = '6')", &hidden)
		m.SQLScan("SELECT count(*) FROM listing_content WHERE free_text_folded LIKE '%東海%'", &chosen)
		return hidden, chosen - hidden
	}
	if hidden, chosen := texts(); hidden != 0 || chosen != 2 {
		t.Fatalf("%d and %d before", hidden, chosen)
	}
	// as it was written until now
	m.SQLExec("UPDATE listing_content SET free_text_folded = replace(replace(free_text_folded, ' 近畿・四国', ' 東海 近畿・四国'), ' 東海・四国', ' 東海 東海・四国')")
	if hidden, _ := texts(); hidden != 2 {
		t.Fatalf("%d as it was", hidden)
	}
	step, err := os.ReadFile(apptest.InRepository("store/migrations/0028_promises.sql"))
	if err != nil {
		t.Fatal(err)
	}
	_, up, _ := strings.Cut(string(step), "WITH place (key, label)")
	up, _, _ = strings.Cut("WITH place (key, label)"+up, ";\n")
	m.SQLExec(up)
	if hidden, chosen := texts(); hidden != 0 || chosen != 2 {
		t.Errorf("%d still tell where they are, %d of 2 contents say what they publish", hidden, chosen)
	}
}
