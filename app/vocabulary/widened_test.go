package vocabulary_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
)

type body = map[string]any

// q is a query of a name and its values.
func q(name string, values ...string) string {
	return url.Values{name: values}.Encode()
}

// told is a listing's text that says what its company does.
func told(business string) body {
	return body{"businessName": "【東海】事業の承継", "description": "東海地方で" + business + "を営む企業です。"}
}

const search = apptest.ListingBase + "SearchSellerBusinessAsync?limit=100&"

func wantFound(t *testing.T, c *apptest.Caller, query string, want ...string) {
	t.Helper()
	if got := c.Search(query); !slices.Equal(got, want) {
		t.Errorf("%s finds %v, want %v", query, got, want)
	}
}

// A word finds what has another word for it, or a kind of it: banks and buyers, each word switched off, and not what is quoted.
func TestFoundByWidenedWords(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	publish := func(business string) string {
		m.Clock.Add(time.Minute)
		return m.Published(told(business))
	}
	care, home, day, both, other := publish("介護"), publish("老人ホーム"), publish("デイサービス"), publish("老人ホームと歯科医院"), publish("鋳造")
	for _, c := range []*apptest.Caller{m.FinB, m.BuyB, m.BuyA} {
		// What has the word itself first, though it is the oldest; then the newest.
		wantFound(t, c, q("freeWord", "介護"), care, both, day, home)
		wantFound(t, c, q("freeWord", "ｶｲｺﾞ"))
		wantFound(t, c, q("freeWord", "介護")+"&propertyName=modified&isDescending=true", care, both, day, home)
		wantFound(t, c, q("freeWord", "介護")+"&propertyName=modified&isDescending=false", care, home, day, both)
		wantFound(t, c, q("freeWord", "老人ホーム"), both, home) // a kind finds no wider word
		wantFound(t, c, q("freeWord", "介護 歯医者"), both)      // each of two words, widened
		wantFound(t, c, q("freeWord", "介護 老人ホーム"), both, home)
		for _, quoted := range []string{`"介護"`, "「介護」", "“介護”", "「介護"} {
			wantFound(t, c, q("freeWord", quoted), care)
		}
		wantFound(t, c, q("freeWord", "介護 「歯医者」"))
		wantFound(t, c, q("freeWord", "介護")+"&"+q("without", "老人ホーム"), care, day)
		wantFound(t, c, q("freeWord", "介護")+"&"+q("without", "老人ﾎｰﾑ", "でいさーびす"), care)
		c.Get(search+q("freeWord", "介護")).Want(200).Has(`"allCount":4,"widenedList":[{"word":"介護"`, `"デイサービス"`, `"老人ホーム"`, `"offList":[]`,
			`"code":"22002","name":"介護・福祉・保育事業"`).HasNot("でいさーびす")
		c.Get(search+q("freeWord", "介護")+"&"+q("without", "老人ホーム")).Want(200).Has(`"offList":["老人ホーム"]`, `"デイサービス"`)
		c.Get(search + q("freeWord", "「介護」 無い言葉")).Want(200).HasNot("widenedList")
		c.Get(search).Want(200).Has(`"allCount":5`).HasNot("widenedList")
		c.Get(search + q("freeWord", "介護") + "&" + q("without", strings.Repeat("長", 41))).Want(422).Has(`"field":"without"`)
		c.Get(search + q("freeWord", "一 二 三 四 五 六 七 八 九 十 百")).Want(422).Has("10個まで")
	}
	// The own list searches what is being edited, and the seller's name.
	m.Edit(other, told("通所介護")).Want(200)
	wantFound(t, m.FinA, "isOnlyPersonInCharge=true&"+q("freeWord", "デイサービス"), day, other) // the exact one, though edited before
	wantFound(t, m.FinA, "isOnlyPersonInCharge=true&"+q("freeWord", "デイサービス")+"&"+q("without", "通所介護"), day)
	wantFound(t, m.FinB, q("freeWord", "デイサービス"), day)
	// Pages are cut from the same order.
	var paged []string
	for _, page := range []string{"1", "2", "3"} {
		for _, row := range m.FinB.Get(apptest.ListingBase + "SearchSellerBusinessAsync?limit=2&pageNumber=" + page + "&" + q("freeWord", "介護")).
			Want(200).JSON()["sellerBusinessList"].([]any) {
			paged = append(paged, row.(body)["sellerBusinessId"].(string))
		}
	}
	if !slices.Equal(paged, []string{care, both, day, home}) {
		t.Errorf("page by page: %v", paged)
	}
}

// Needs of buyers are found in the same way, by their bank, by others without a name, and in long lists.
func TestNeedsFoundByWidenedWords(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	needs := func(c *apptest.Caller, buyer, detail string) {
		m.Clock.Add(time.Minute)
		c.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody, body{"clientId": buyer, "title": "譲受の希望", "detail": detail})).Want(200)
	}
	needs(m.FinA, m.BuyerA, "介護の会社を探しています。")
	needs(m.FinB, m.BuyerB, "老人ホームの会社を探しています。")
	listing := m.Published(told("介護"))
	const base = "/api/BuyerCompany/SearchCompanyAsync?limit=100&"
	count := func(query string, want int, first string) {
		t.Helper()
		answer := m.FinA.Get(base + query).Want(200).JSON()
		rows := answer["companyList"].([]any)
		if int(answer["allCount"].(float64)) != want || len(rows) != want {
			t.Errorf("%s: %v of %v, want %d", query, len(rows), answer["allCount"], want)
		} else if want > 0 && first != "" && rows[0].(body)["companyId"] != first {
			t.Errorf("%s: %v is first", query, rows[0])
		}
	}
	count(q("needsName", "介護"), 2, m.BuyerA) // the older one, which has the word itself
	count(q("needsName", "老人ホーム"), 1, "")
	count(q("needsName", "「介護」"), 1, m.BuyerA)
	count(q("needsName", "介護")+"&"+q("without", "老人ホーム"), 1, m.BuyerA)
	count(q("needsName", "介護 会社"), 2, m.BuyerA)
	count(q("needsName", "介護 鋳造"), 0, "")
	m.FinA.Get(base + q("needsName", "介護")).Want(200).Has(`"widenedList":[{"word":"介護"`).HasNot(apptest.BuyerBName)
	long := func(fields body) []string { return m.FinA.Candidates(listing, fields).Want(200).CompanyIDs() }
	if got := long(body{"needsName": "介護"}); len(got) != 2 {
		t.Error(got)
	}
	if got := long(body{"needsName": "介護", "without": []string{"老人ホーム"}}); len(got) != 1 || got[0] != m.BuyerA {
		t.Error(got)
	}
	m.FinA.Candidates(listing, body{"needsName": "介護"}).Want(200).Has(`"widenedList":[{"word":"介護"`)
	m.FinB.Get("/api/BuyerCompany/SearchFinancialSupport?" + q("needsName", "介護")).Want(200).Has(`"widenedList":[{"word":"介護"`)
}

// A saved search counts and mails what its widened words find, without those that it was saved without.
func TestSavedSearchIsWidened(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	save := func(name, conditions string) {
		m.FinB.Post("/api/SavedSearch/RegistSavedSearch", body{"area": "seller-business", "name": name, "conditions": conditions,
			"notice": deal.SearchDaily}).Want(200)
	}
	save("介護", q("freeWord", "介護"))
	save("ホームなし", q("freeWord", "介護")+"&"+q("without", "老人ホーム", "デイサービス"))
	save("引用", q("freeWord", "「介護」"))
	m.FinB.Post("/api/SavedSearch/RegistSavedSearch", body{"area": "seller-company", "name": "売手",
		"conditions": q("without", "老人ホーム")}).Want(422)
	m.Clock.Add(time.Minute)
	m.Published(told("老人ホーム"))
	counts := map[string]float64{}
	for _, s := range m.FinB.Get("/api/SavedSearch/GetSavedSearchList?area=seller-business").Want(200).JSON()["savedSearchList"].([]any) {
		counts[s.(body)["name"].(string)] = s.(body)["newCount"].(float64)
	}
	if counts["介護"] != 1 || counts["ホームなし"] != 0 || counts["引用"] != 0 {
		t.Errorf("new: %v", counts)
	}
	apptest.WantMails(t, "by the widened search alone", m.Newly(func() { m.Job("saved_search_news") }, mail.SavedSearchNews),
		"fin@b.example.jp "+string(mail.SavedSearchNews))
}

// Who may not know of a listing with another word gets the same bytes as where there is none.
func TestWidenedWordsTellNothing(t *testing.T) {
	answers := [2][]string{}
	for i := range answers {
		m := apptest.NewMarketplace(apptest.NewPlatform(t))
		m.Published(told("鋳造"))
		if i == 1 {
			m.Published(apptest.With(told("老人ホームと秘密の湯"), body{"isLimited": true}))
		}
		for _, c := range []*apptest.Caller{m.FinB, m.BuyB} { // SF's own buyer may know of it
			for _, query := range []string{q("freeWord", "介護"), q("freeWord", "老人ホーム"), q("freeWord", "介護") + "&" + q("without", "老人ホーム"),
				q("freeWord", "介護") + "&isRecommended=true", q("freeWord", "介護") + "&propertyName=dueDate"} {
				r := c.Get(search+query).Want(200).Has(`"allCount":0`, `"word":`).HasNot("秘密の湯")
				answers[i] = append(answers[i], apptest.AnswerText(r))
			}
			answers[i] = append(answers[i], apptest.AnswerText(c.Get("/api/MyPage/Find?"+q("word", "介護")).Want(200)))
		}
		wantOwn := []int{0, 1}[i]
		if got := m.FinA.Search("isOnlyPersonInCharge=true&" + q("freeWord", "介護")); len(got) != wantOwn {
			t.Errorf("the bank in charge finds %v", got)
		}
	}
	for j := range answers[0] {
		if answers[0][j] != answers[1][j] {
			t.Errorf("a listing that may not be known of changes an answer: %s", apptest.Difference(answers[0][j], answers[1][j]))
		}
	}
}
