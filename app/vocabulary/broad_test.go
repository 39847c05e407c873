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
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
	"tsunagu/store/words"
)

// broad is a word with more kinds than are searched as words.
const broad = "食品製造"

// otherKind is one of the further kinds of the broad word.
func otherKind(t *testing.T) string {
	t.Helper()
	d := words.Default()
	term := d.Terms(words.Question(broad), nil)[0]
	office := d.With([]words.Group{{Head: "地元の味", Narrower: []string{broad}}}).Terms(words.Question("地元の味"), nil)[0]
	for _, word := range d.Widen(broad).Others {
		text := master.Fold("東海地方で" + word + "を営む企業です。")
		isOtherwise := words.IsIn(term.Alternatives(), text) || words.IsIn(office.Alternatives(), text) || slices.ContainsFunc(term.Deeds,
			func(deed words.Deed) bool {
				return slices.ContainsFunc(deed.Does, func(does string) bool { return strings.Contains(text, does) })
			})
		if words.HasAny(words.Concepts(text), term.Kinds) && !isOtherwise {
			return d.Spelled(word)
		}
	}
	t.Fatal("no other kind")
	return ""
}

// A broad word finds all its kinds: banks and buyers, the own list and needs; they are switched off in one, or each by its name.
func TestBroadWordFindsAllKinds(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	kind, rest := otherKind(t), words.OthersOf(broad)
	exact := m.Published(told(broad))
	m.Clock.Add(time.Minute)
	other := m.Published(told(kind))
	m.Clock.Add(time.Minute)
	m.Published(told("介護"))
	for _, c := range []*apptest.Caller{m.FinB, m.BuyB, m.BuyA} {
		wantFound(t, c, q("freeWord", broad), exact, other) // what has the word itself first
		wantFound(t, c, q("freeWord", broad)+"&propertyName=dueDate&isDescending=true", other, exact)
		wantFound(t, c, q("freeWord", "「"+broad+"」"), exact)
		wantFound(t, c, q("freeWord", broad)+"&"+q("without", rest), exact)
		wantFound(t, c, q("freeWord", broad)+"&"+q("without", kind), exact)
		wantFound(t, c, q("freeWord", broad)+"&"+q("without", words.OthersOf("卸売業")), exact, other)
		wantFound(t, c, q("freeWord", broad+" 「"+kind+"」"), other)
		c.Get(search+q("freeWord", broad)).Want(200).Has(`"otherCount":`, `"otherKey":"`+rest+`"`).HasNot(`"isOtherOff"`)
		c.Get(search+q("freeWord", broad)+"&"+q("without", rest)).Want(200).Has(`"otherKey":"`+rest+`"`, `"isOtherOff":true`)
		c.Get(search+q("freeWord", "弁護士")).Want(200).Has(`"word":"弁護士"`).HasNot("otherKey", "otherCount")
	}
	const own = "isOnlyPersonInCharge=true&"
	wantFound(t, m.FinA, own+q("freeWord", broad), exact, other)
	wantFound(t, m.FinA, own+q("freeWord", broad)+"&"+q("without", rest), exact)
	// What is being edited is the own bank's alone.
	m.Edit(other, told("鋳造")).Want(200)
	wantFound(t, m.FinA, own+q("freeWord", broad), exact)
	wantFound(t, m.FinB, q("freeWord", broad), exact, other)

	m.FinB.Post("/api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody, body{"clientId": m.BuyerB, "title": "譲受の希望",
		"detail": kind + "の会社を探しています。"})).Want(200)
	const buyers = "/api/BuyerCompany/SearchCompanyAsync?limit=100&"
	m.FinA.Get(buyers+q("needsName", broad)).Want(200).Has(`"allCount":1`, kind)
	m.FinA.Get(buyers + q("needsName", broad) + "&" + q("without", rest)).Want(200).Has(`"allCount":0`).HasNot(kind)
	wantPlain(t, m, broad)
	wantPlain(t, m, broad, rest)
	wantPlain(t, m, broad, kind)
	long := func(fields body) []string { return m.FinA.Candidates(exact, fields).Want(200).CompanyIDs() }
	if got := long(body{"needsName": broad}); len(got) != 1 {
		t.Error(got)
	}
	if got := long(body{"needsName": broad, "without": []string{rest}}); len(got) > 0 {
		t.Error(got)
	}
}

// A saved search counts and mails them, unless it was saved without.
func TestBroadSavedSearch(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	for name, conditions := range map[string]string{"食品": q("freeWord", broad),
		"狭く": url.Values{"freeWord": {broad}, "without": {words.OthersOf(broad)}}.Encode()} {
		m.FinB.Post("/api/SavedSearch/RegistSavedSearch", body{"area": "seller-business", "name": name, "conditions": conditions,
			"notice": deal.SearchDaily}).Want(200)
	}
	m.Clock.Add(time.Minute)
	m.Published(told(otherKind(t)))
	m.FinB.Get("/api/SavedSearch/GetSavedSearchList?area=seller-business").Want(200).Has(`"newCount":1`, `"newCount":0`)
	apptest.WantMails(t, "of the broad search alone", m.Newly(func() { m.Job("saved_search_news") }, mail.SavedSearchNews),
		"fin@b.example.jp "+string(mail.SavedSearchNews))
}

// What the office calls by a word of its own leads to the kinds of the built-in words in it.
func TestOfficesBroadGroup(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	other := m.Published(told(otherKind(t)))
	wantFound(t, m.FinB, q("freeWord", "地元の味"))
	m.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	m.SignInOffice("office@n.example.jp").Post("/api/Office/SaveWordGroup",
		body{"head": "地元の味", "sameList": []string{}, "narrowerList": []string{broad}}).Want(200)
	wantFound(t, m.FinB, q("freeWord", "地元の味"), other)
	wantFound(t, m.FinB, q("freeWord", "地元の味")+"&"+q("without", words.OthersOf("地元の味")))
}

// The name of a listing's class is met by who types it, not by what another word is widened by, nor is its place.
func TestClassNamesAreMetByWhatIsTypedAlone(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	const maker, name, wide = "13003", "コーヒー", "喫茶の名店"
	if x, _ := master.FindIndustry(maker); !strings.Contains(x.Name, name) {
		t.Fatalf("%v is another class", x)
	}
	m.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	m.SignInOffice("office@n.example.jp").Post("/api/Office/SaveWordGroup",
		body{"head": wide, "sameList": []string{"東海"}, "narrowerList": []string{name}}).Want(200)
	made := m.Published(apptest.With(body{"businessName": "事業の承継", "description": "鋳造を営む企業です。"}, body{"industryTypes": `["` + maker + `"]`}))
	for _, c := range []*apptest.Caller{m.FinB, m.BuyB} {
		wantFound(t, c, q("freeWord", wide))
		wantFound(t, c, q("freeWord", name), made)
		wantFound(t, c, q("freeWord", "「"+name+"」"), made)
		wantFound(t, c, q("freeWord", "飲料・酒類 鋳造"), made)
		wantFound(t, c, q("freeWord", broad))
	}
	const own = "isOnlyPersonInCharge=true&"
	wantFound(t, m.FinA, own+q("freeWord", wide))
	wantFound(t, m.FinA, own+q("freeWord", name), made)
	m.Clock.Add(time.Minute)
	m.Edit(made, told("鋳造と"+name)).Want(200)
	wantFound(t, m.FinA, own+q("freeWord", wide), made)
	wantFound(t, m.FinB, q("freeWord", "東海"), made) // its place
}

// Of a listing that somebody may not know of, a broad word tells nothing.
func TestBroadWordTellsNothing(t *testing.T) {
	answers := [2][]string{}
	for i := range answers {
		m := apptest.NewMarketplace(apptest.NewPlatform(t))
		m.Published(told("鋳造"))
		if i == 1 {
			m.Published(apptest.With(told(otherKind(t)), body{"isLimited": true}))
		}
		for _, c := range []*apptest.Caller{m.FinB, m.BuyB} {
			for _, query := range []string{q("freeWord", broad), q("freeWord", broad) + "&" + q("without", words.OthersOf(broad)),
				q("freeWord", broad) + "&isRecommended=true"} {
				answers[i] = append(answers[i], apptest.AnswerText(c.Get(search+query).Want(200).Has(`"allCount":0`, `"otherKey":`)))
			}
		}
		if got := m.FinA.Search("isOnlyPersonInCharge=true&" + q("freeWord", broad)); len(got) != i {
			t.Errorf("the bank in charge finds %v", got)
		}
	}
	if !slices.Equal(answers[0], answers[1]) {
		t.Error("a listing that may not be known of changes an answer")
	}
}

// wantPlain compares what a question finds by the index with what plain SQL finds, of listings and of buyers.
func wantPlain(t *testing.T, m *apptest.Marketplace, word string, without ...string) {
	t.Helper()
	if err := m.App.Store.IndexReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	v, asked := store.Viewer{InstitutionID: m.AID}, words.Question(word)
	m.Read(func(q *store.Q) error {
		if has, err := q.HasIndex(); err != nil || !has {
			t.Fatal("no index", err)
		}
		counts := [2][3]int{}
		for i, q := range []*store.Q{q, q.Plain()} {
			for k, isOwn := range []bool{false, true} {
				_, n, err := q.SearchListings(v, &store.ListingSearch{Words: asked, Without: without, IsOwn: isOwn, Limit: 10})
				if err != nil {
					return err
				}
				counts[i][k] = n
			}
			_, n, err := q.SearchCompanies(v, &store.CompanySearch{Kind: store.Buyer, Needs: asked, Without: without, Limit: 10})
			if err != nil {
				return err
			}
			counts[i][2] = n
		}
		if want := map[bool][3]int{true: {2, 1, 1}, false: {1, 1, 0}}[len(without) == 0]; counts[0] != want || counts[1] != want {
			t.Errorf("%s without %v: the index finds %v, SQL %v, want %v", word, without, counts[0], counts[1], want)
		}
		return nil
	})
}
