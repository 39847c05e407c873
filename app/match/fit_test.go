package match_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/mail"
	"tsunagu/store/words"
)

const (
	food        = "13004"
	electronics = "13019"
)

type row struct {
	ID            string   `json:"sellerBusinessId"`
	Score         int      `json:"score"`
	IsRecommended bool     `json:"isRecommended"`
	Reasons       []reason `json:"reasons"`
}

type reason struct {
	Item        string
	Points, Max int
	Text        string
}

func (r *row) reason(item string) reason {
	return r.Reasons[slices.IndexFunc(r.Reasons, func(r reason) bool { return r.Item == item })]
}

// byScore are the listings that a caller finds, the best first.
func byScore(c *apptest.Caller, query string) (order []string, rows map[string]*row) {
	c.P.T.Helper()
	var found struct{ SellerBusinessList []*row }
	body := c.Get(apptest.ListingBase + "SearchSellerBusinessAsync?limit=99&propertyName=score&" + query).Want(200).Body
	if err := json.Unmarshal([]byte(body), &found); err != nil {
		c.P.T.Fatal(err)
	}
	rows = map[string]*row{}
	for _, r := range found.SellerBusinessList {
		order, rows[r.ID] = append(order, r.ID), r
	}
	return order, rows
}

func wish(changes map[string]any) map[string]any {
	return apptest.With(apptest.With(apptest.FittingNeeds, map[string]any{"title": "譲受けを希望", "detail": "長く続いた会社を探しています。"}), changes)
}

// A buyer who wants a food maker is told of food makers and of their neighbours. An electronics maker, which is 製造業 as well, is not
// おすすめ however well its place, price and size fit: not on the buyer's lists, not on its bank's, not on the long list of the seller's
// bank, not by mail.
func TestElectronicsMakerIsNotRecommendedForFood(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.FinB.Wants(m.BuyerB, wish(map[string]any{"acquisitionIndustry": `["` + food + `"]`, "acquisitionRegion": `["23"]`,
		"detail": "金属加工を営む会社を探しています。"}))
	listing := func(industry string) string {
		return m.Published(map[string]any{"businessName": "【東海】長く続く会社", "description": "東海地方で金属加工を営む会社です。",
			"industryTypes": []string{industry}, "isPrefecturePublic": true})
	}
	near := words.Neighbours(food)[0]
	far, neighbour, same := listing(electronics), listing(near.Code), listing(food)
	for _, c := range []*apptest.Caller{m.BuyB, m.FinB} {
		order, rows := byScore(c, "")
		if !slices.Equal(order, []string{same, neighbour, far}) {
			t.Fatalf("the order is %q", order)
		}
		if got := rows[same].reason("業種"); got.Points != 30 || !strings.Contains(got.Text, "が一致（30/30）") {
			t.Errorf("same: %+v", got)
		}
		if got := rows[neighbour].reason("業種"); got.Points != 20 || !strings.Contains(got.Text, "隣接業種『") ||
			!strings.Contains(got.Text, "（"+near.Why+"）（20/30）") {
			t.Errorf("neighbour: %+v", got)
		}
		if got := rows[far]; got.Score != 69 || got.IsRecommended || got.reason("業種").Points != 4 ||
			!strings.Contains(got.reason("業種").Text, "大分類『製造業』だけが一致（4/30）。業種が同じか隣接と分からないため、合計は69点まで") {
			t.Errorf("far: %+v", got)
		}
		if order, _ := byScore(c, "isRecommended=true"); !slices.Equal(order, []string{same, neighbour}) {
			t.Errorf("recommended are %q", order)
		}
	}
	apptest.SeeOverview(m.BuyB, far).Want(200).Has(`"score":69`).HasNot(`"Recommended"`, "おすすめ")
	apptest.SeeOverview(m.BuyB, same).Want(200).Has(`"Recommended"`)

	for id, is := range map[string]bool{far: false, neighbour: true, same: true} {
		fits := m.FinA.Candidates(id, map[string]any{"scoreFrom": 70}).CompanyIDs()
		if slices.Contains(fits, m.BuyerB) != is {
			t.Errorf("%s has %q", id, fits)
		}
		found := m.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?propertyName=score&limit=99&sellerBusinessId=" + id).Candidate(m.BuyerB)
		if found["score"] != m.FinA.Candidates(id, nil).Candidate(m.BuyerB)["score"] || (found["scoreBand"] == "おすすめ") != is {
			t.Errorf("%s: %v %v", id, found["score"], found["scoreBand"])
		}
	}

	told := m.Newly(func() { m.Job("new_listings"); m.Job("recommendations") }, mail.ListingPublished, mail.WeeklyRecommendation)
	apptest.WantMails(t, "of two", told, "buy@b.example.jp listing_published", "buy@b.example.jp listing_published",
		"buy@b.example.jp weekly_recommendation")
	for _, mail := range m.Mails("buy@b.example.jp") {
		if strings.Contains(mail.Text, far) {
			t.Errorf("it is told of\n%s", mail.Text)
		}
	}
}

// Words of a need are found in the published title and description, also as kinds of what is wanted. Who wrote nothing that the dictionary
// knows stands between who has the word and who has others.
func TestWordsOfANeedCount(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.FinB.Wants(m.BuyerB, wish(map[string]any{"detail": "金属加工を営む会社を探しています。"}))
	listing := func(title, description string) string {
		return m.Published(map[string]any{"businessName": title, "description": description})
	}
	other := listing("【東海】介護の会社", "老人ホームを営む会社です。")
	silent := listing("【東海】長く続く会社", "業歴は約40年。")
	kind := listing("【東海】長く続く会社", "プレスを営む会社です。")
	same := listing("【東海】金属加工の会社", "業歴は約40年。")
	order, rows := byScore(m.BuyB, "")
	if got := rows[kind].Score; got != rows[same].Score || got != rows[silent].Score+5 || got != rows[other].Score+10 ||
		!slices.Contains(order[:2], kind) || order[2] != silent || order[3] != other {
		t.Fatalf("%q: %d, %d, %d, %d", order, rows[same].Score, rows[kind].Score, rows[silent].Score, rows[other].Score)
	}
	for id, want := range map[string]string{
		same:   "希望の言葉：希望の『金属加工』が紹介文にある（10/10）",
		kind:   "希望の言葉：希望の『金属加工』と紹介文の『プレス』が合う（10/10）",
		silent: "希望の言葉：案件の紹介文に比べる言葉がない（中立）（5/10）",
		other:  "希望の言葉：希望の言葉が案件の紹介文にない（0/10）",
	} {
		if got := rows[id].reason("希望の言葉").Text; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if body := m.FinA.Candidates(id, nil).Want(200); !strings.Contains(body.Body, want) {
			t.Errorf("the long list lacks %s", want)
		}
	}
	// The words of the dictionary count, those of the office do not: a word that only the listing knows changes nothing.
	m.Edit(silent, map[string]any{"businessName": "【東海】長く続く会社", "description": "ふにゃらかの会社です。"}).Want(200)
	key, passcode := m.Request(silent)
	m.Decide(key, passcode, true).Want(200)
	if _, now := byScore(m.BuyB, ""); now[silent].reason("希望の言葉") != rows[silent].reason("希望の言葉") {
		t.Errorf("%+v", now[silent].Reasons)
	}
}

// No score knows what is not published: a draft's text, the texts of the details (L2 and more), what else a listing withholds. To everybody
// else two listings that differ in these alone have the same points for the same reasons.
func TestUnpublishedTextsScoreNothing(t *testing.T) {
	seen := func(hidden bool) (out []string) {
		m := apptest.NewMarketplace(apptest.NewPlatform(t))
		m.FinB.Wants(m.BuyerB, wish(map[string]any{"detail": "金属加工を営む会社を探しています。"}))
		published := map[string]any{"businessName": "【東海】介護の会社", "description": "老人ホームを営む会社です。"}
		secret := map[string]any{}
		if hidden {
			published["others"], published["salesAssetOther"], published["industryOtherText"] = "金属加工", "プレス", "金属加工"
			for _, field := range []string{"markets", "targetCustomers", "services", "advantage", "providingMethod", "assignmentReasonAddition",
				"supplementaryDescription"} {
				secret[field] = "金属加工、プレス"
			}
		}
		id, version := m.Draft(published)
		m.FinA.Post(apptest.ListingBase+"CreateUpdateSellerBusinessDetailsAsync", apptest.With(apptest.With(apptest.ListingDetailsBody, secret),
			map[string]any{"sellerBusinessId": id, "version": version})).Want(200)
		key, passcode := m.Request(id)
		m.Decide(key, passcode, true).Want(200)
		if hidden { // and a draft that says more
			m.Edit(id, map[string]any{"businessName": "【東海】金属加工の会社", "description": "プレスを営む会社です。"}).Want(200)
		}
		for _, query := range []string{"", "isRecommended=true", "freeWord=" + url.QueryEscape("金属加工")} {
			for _, c := range []*apptest.Caller{m.BuyB, m.FinB} {
				order, rows := byScore(c, query)
				for _, id := range order {
					b, err := json.Marshal([]any{query, rows[id].Score, rows[id].IsRecommended, rows[id].Reasons})
					if err != nil {
						t.Fatal(err)
					}
					out = append(out, string(b))
				}
			}
		}
		for _, c := range []map[string]any{m.FinA.Candidates(id, nil).Candidate(m.BuyerB),
			m.FinA.Get("/api/BuyerCompany/SearchCompanyAsync?propertyName=score&limit=99&sellerBusinessId=" + id).Candidate(m.BuyerB)} {
			b, err := json.Marshal([]any{c["score"], c["scoreBand"], c["reasons"]})
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(b))
		}
		told := m.Newly(func() { m.Job("new_listings"); m.Job("recommendations") }, mail.ListingPublished, mail.WeeklyRecommendation)
		return append(out, told...)
	}
	plain, hiding := seen(false), seen(true)
	if !slices.Equal(plain, hiding) || len(plain) < 4 || !strings.Contains(plain[0], "希望の言葉が案件の紹介文にない（0/10）") {
		t.Errorf("without\n%s\nwith\n%s", strings.Join(plain, "\n"), strings.Join(hiding, "\n"))
	}
}
