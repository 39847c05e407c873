package mypage_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// keepMailed saves a search of listings whose news are mailed.
func keepMailed(c *apptest.Caller, name, conditions string, notice deal.SearchNotice) string {
	c.P.T.Helper()
	return c.Post(savedBase+"RegistSavedSearch", map[string]any{"area": "seller-business", "name": name, "conditions": conditions,
		"notice": notice}).Want(200).JSON()["savedSearchId"].(string)
}

// mailedNews are the mails that the job causes.
func mailedNews(m *apptest.Marketplace) []string {
	m.T.Helper()
	return m.Newly(func() { m.Job("saved_search_news") }, mail.SavedSearchNews)
}

func newsTo(addresses ...string) (out []string) {
	for _, a := range addresses {
		out = append(out, a+" "+string(mail.SavedSearchNews))
	}
	return out
}

// lastNews is the newest mail of a saved search to an address.
func lastNews(m *apptest.Marketplace, address string) mail.Message {
	m.T.Helper()
	for _, x := range m.Mails(address) {
		if x.Kind == mail.SavedSearchNews {
			return x
		}
	}
	m.T.Fatalf("no mail to %s", address)
	return mail.Message{}
}

var aNumber = regexp.MustCompile(`L-[0-9A-Za-z-]+`)

// What is new by a saved search is mailed to its user, as often as he asked, counted by his own rights at that
// moment: in a world with a listing that he may not know of he reads what he reads in one without.
func TestSavedSearchMails(t *testing.T) {
	read := map[bool]string{}
	for _, isThere := range []bool{true, false} {
		m := apptest.NewMarketplace(apptest.NewPlatform(t))
		words := "freeWord=" + url.QueryEscape("部品") + "&industryTypes=13"
		m.Published(nil)
		m.Clock.Add(time.Minute)
		ids := map[string]string{}
		for who, c := range map[string]*apptest.Caller{"fin@a.example.jp": m.FinA, "fin@b.example.jp": m.FinB, "buy@b.example.jp": m.BuyB} {
			ids[who] = keepMailed(c, "秘密の会社名", words, deal.SearchDaily)
			keepMailed(c, "東北", "location=02", deal.SearchDaily)
			keepMailed(c, "送らない", words, deal.SearchNever)
		}
		apptest.WantMails(t, "nothing new", mailedNews(m))
		m.Clock.Add(time.Minute)
		open := m.Published(map[string]any{"businessName": "【東海】部品の研磨"})
		hidden := ""
		if isThere {
			hidden = m.Published(map[string]any{"businessName": "【東海】部品の限定", "isLimited": true})
		}
		apptest.WantMails(t, "who asked", mailedNews(m), newsTo("fin@a.example.jp", "fin@b.example.jp", "buy@b.example.jp")...)
		for who, id := range ids {
			x, count := lastNews(m, who), "1件"
			if isThere && who == "fin@a.example.jp" {
				count = "2件"
			}
			if !strings.Contains(x.Text, "　"+"飲料・酒類・茶・コーヒー製造業／東海　従業員 11〜20人　") {
				t.Errorf("%s: without a summary of what is published:\n%s", who, x.Text)
			}
			if !strings.HasSuffix(x.Subject, "新しい案件が"+count+"あります") || !strings.Contains(x.Text, "新しく"+count+"公開されました") {
				t.Errorf("%s (%v): %s\n%s", who, isThere, x.Subject, x.Text)
			}
			if !strings.Contains(x.Text, web.CaseNumber("L", open)) || x.Unsubscribe == "" ||
				!strings.Contains(x.Text, "/seller-business?saved="+id) {
				t.Errorf("%s:\n%s", who, x.Text)
			}
			if isThere && strings.Contains(x.Text, web.CaseNumber("L", hidden)) != (who == "fin@a.example.jp") {
				t.Errorf("%s is told of the limited listing, or its own bank is not:\n%s", who, x.Text)
			}
			for _, word := range []string{"部品", "秘密の会社名", url.QueryEscape("部品"), "industryTypes", "愛知", "円", "湊星", "カナリア"} {
				if strings.Contains(x.Subject+x.Text+x.HTML, word) {
					t.Errorf("%s reads %s:\n%s", who, word, x.Text)
				}
			}
		}
		text := stopKeyIn.ReplaceAllString(lastNews(m, "fin@b.example.jp").Text, "KEY")
		read[isThere] = strings.ReplaceAll(aNumber.ReplaceAllString(text, "L"), ids["fin@b.example.jp"], "ID")
		apptest.WantMails(t, "once", mailedNews(m))
		// The next one tells of what came since; what he has seen by using the search is no news, and neither is what
		// was hidden again before the mail.
		m.Clock.Add(time.Minute)
		next := m.Published(map[string]any{"businessName": "【東海】部品の熱処理"})
		m.Clock.Add(time.Minute)
		m.FinB.Post(savedBase+"UseSavedSearch", map[string]any{"savedSearchId": ids["fin@b.example.jp"]}).Want(200)
		m.Edit(next, map[string]any{"businessName": "【東海】部品の熱処理", "isLimited": true}).Want(200)
		apptest.WantMails(t, "the next", mailedNews(m), newsTo("fin@a.example.jp")...)
		if x := lastNews(m, "fin@a.example.jp"); !strings.Contains(x.Text, "新しく1件公開") || strings.Contains(x.Text, web.CaseNumber("L", open)) {
			t.Errorf("the next mail tells of what was told:\n%s", x.Text)
		}
	}
	if read[true] != read[false] || read[true] == "" {
		t.Errorf("a listing that he may not know of moves his mail:\n%s\n%s", read[true], read[false])
	}
}

// The setting is one search's own, of the listing search alone, and begins with what comes after it.
func TestSavedSearchNotice(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id := keep(m.FinB, "seller-business", "すべて", "").Want(200).Has(`"notice":0`).JSON()["savedSearchId"].(string)
	change := func(version int, more map[string]any) apptest.Result {
		return m.FinB.Post(savedBase+"RegistSavedSearch", apptest.With(map[string]any{"savedSearchId": id, "version": version,
			"area": "seller-business", "name": "すべて"}, more))
	}
	for _, wrong := range []int{3, -1} {
		change(1, map[string]any{"notice": wrong}).Want(422).Has(`"field":"notice"`, "毎日")
	}
	m.FinB.Post(savedBase+"RegistSavedSearch", map[string]any{"area": "buyer-company", "name": "x", "conditions": "prefecture=23",
		"notice": 1}).Want(422).Has(`"field":"notice"`)
	m.FinB.Post(savedBase+"RegistSavedSearch", map[string]any{"area": "buyer-company", "name": "x", "conditions": "prefecture=23",
		"notice": 0}).Want(200)
	m.Published(nil)
	m.Clock.Add(time.Minute)
	change(1, map[string]any{"notice": 1}).Want(200).Has(`"notice":1`, `"version":2`)
	apptest.WantMails(t, "what was there already", mailedNews(m))
	change(2, nil).Want(200).Has(`"notice":1`) // a new name leaves it as it is
	change(2, map[string]any{"notice": 0}).Want(409)
	m.Clock.Add(time.Minute)
	m.Published(nil)
	if got := kept(m.FinB, "seller-business")["すべて"]["notice"]; got != 1.0 {
		t.Errorf("notice %v", got)
	}
	change(3, map[string]any{"notice": 0}).Want(200).Has(`"notice":0`)
	apptest.WantMails(t, "しない", mailedNews(m))
}

// A weekly mail tells of what was published before the week's Monday, whenever it is made, and comes once a week.
func TestSavedSearchWeekly(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t)) // a Saturday
	keepMailed(m.FinB, "すべて", "", deal.SearchWeekly)
	m.Clock.Add(time.Minute)
	m.Published(nil)
	apptest.WantMails(t, "on Saturday", mailedNews(m))
	again := func(d time.Duration) {
		m.Clock.Add(d)
		m.FinA = m.SignIn("fin@a.example.jp")
	}
	again(3 * 24 * time.Hour) // Tuesday: Monday's run did not take place
	m.Published(nil)
	apptest.WantMails(t, "late", mailedNews(m), newsTo("fin@b.example.jp")...)
	if x := lastNews(m, "fin@b.example.jp"); !strings.Contains(x.Text, "新しく1件公開") {
		t.Errorf("late:\n%s", x.Text)
	}
	again(24 * time.Hour)
	apptest.WantMails(t, "once a week", mailedNews(m))
	again(5 * 24 * time.Hour)
	apptest.WantMails(t, "the week after", mailedNews(m), newsTo("fin@b.example.jp")...)
}

// Who does not take part any more, or wants no notices, is told of nothing; who does again reads of what came since.
func TestSavedSearchMailsStop(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	for _, c := range []*apptest.Caller{m.FinB, m.BuyB, m.BuyA} {
		keepMailed(c, "すべて", "", deal.SearchDaily)
	}
	user := func(loginID string, change func(u *store.User)) {
		m.Write(func(tx *store.Tx) error {
			u, err := tx.UserByLogin(loginID)
			if err != nil {
				return err
			}
			change(u)
			return tx.UpdateUser(u, "")
		})
	}
	m.Clock.Add(time.Minute)
	m.Published(nil)
	user("fin@b.example.jp", func(u *store.User) { u.Status = int(deal.UserBlocked) })
	m.SetCompany(m.BuyerB, func(c *store.Company) { c.Status = int(deal.CompanyDisabled) })
	user("buy@a.example.jp", func(u *store.User) { u.RegistSendMail = false })
	apptest.WantMails(t, "who is out", mailedNews(m))
	user("fin@b.example.jp", func(u *store.User) { u.Status = int(deal.UserEnabled) })
	m.SetCompany(m.BuyerB, func(c *store.Company) { c.Status = int(deal.CompanyEnabled) })
	user("buy@a.example.jp", func(u *store.User) { u.RegistSendMail = true })
	apptest.WantMails(t, "who is back", mailedNews(m), newsTo("fin@b.example.jp", "buy@b.example.jp", "buy@a.example.jp")...)
}

// A run that is broken off anywhere and taken up again tells everybody once.
func TestSavedSearchMailsBrokenOff(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	callers := []*apptest.Caller{m.FinA, m.FinB, m.BuyA, m.BuyB, m.SecondA, m.SecondB}
	for _, c := range callers {
		keepMailed(c, "すべて", "", deal.SearchDaily)
	}
	m.Clock.Add(time.Minute)
	m.Published(nil)
	told := 0
	for steps := 1; told < len(callers); steps += 3 {
		if steps > 10_000 {
			t.Fatal("it does not come to an end")
		}
		left := steps
		m.TryJob(apptest.Dying{Context: t.Context(), Left: &left}, "saved_search_news")
		told = len(m.MailsOf(mail.SavedSearchNews))
	}
	m.Job("saved_search_news")
	seen := map[string]bool{}
	for _, x := range m.MailsOf(mail.SavedSearchNews) {
		if seen[x] {
			t.Errorf("twice: %s", x)
		}
		seen[x] = true
	}
	if len(seen) != len(callers) {
		t.Errorf("told %v", seen)
	}
}

// stopKeyIn is the key of the page that ends the mails.
var stopKeyIn = regexp.MustCompile(`/stop-notices\?key=([0-9A-Za-z._-]+)`)

// All of a user's searches, daily and weekly, come in one mail, with a way to each and without their names; a listing of two searches
// has its number there once.
func TestSavedSearchMailsAreGathered(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t)) // a Saturday
	first := keepMailed(m.FinB, "秘密の社名", "industryTypes=13", deal.SearchDaily)
	second := keepMailed(m.FinB, "週の検索", "freeWord="+url.QueryEscape("部品"), deal.SearchWeekly)
	keepMailed(m.FinB, "東北", "location=02", deal.SearchDaily)
	keepMailed(m.BuyB, "すべて", "", deal.SearchDaily)
	m.Clock.Add(time.Minute)
	one := m.Published(map[string]any{"businessName": "【東海】部品の研磨"})
	m.Clock.Add(3 * 24 * time.Hour) // Tuesday
	apptest.WantMails(t, "one mail each", mailedNews(m), newsTo("fin@b.example.jp", "buy@b.example.jp")...)
	x := lastNews(m, "fin@b.example.jp")
	if !strings.HasSuffix(x.Subject, "保存した検索条件2件に、新しい案件があります") || strings.Count(x.Text, web.CaseNumber("L", one)) != 1 ||
		!strings.Contains(x.Text, "検索条件1の結果を開く（新着1件）") || !strings.Contains(x.Text, "検索条件2の結果を開く（新着1件）") {
		t.Errorf("%s\n%s", x.Subject, x.Text)
	}
	for _, id := range []string{first, second} {
		if strings.Count(x.Text, "/seller-business?saved="+id) != 1 || !strings.Contains(x.HTML, "/seller-business?saved="+id) {
			t.Errorf("no way to the search %s:\n%s", id, x.Text)
		}
	}
	for _, word := range []string{"秘密の社名", "週の検索", "部品", url.QueryEscape("部品"), "industryTypes"} {
		if strings.Contains(x.Subject+x.Text+x.HTML, word) {
			t.Errorf("the mail says %s:\n%s", word, x.Text)
		}
	}
	apptest.WantMails(t, "once", mailedNews(m))
}

// What is gone before the mail is in no count and no text: a listing that was taken off the market, and one hidden from its reader.
func TestSavedSearchMailsTellNothingOfWhatIsGone(t *testing.T) {
	texts := map[string]string{}
	for _, world := range []string{"never there", "hidden", "ended"} {
		m := apptest.NewMarketplace(apptest.NewPlatform(t))
		ids := keepMailed(m.FinB, "すべて", "", deal.SearchDaily)
		keepMailed(m.BuyB, "部品", "freeWord="+url.QueryEscape("部品"), deal.SearchDaily)
		m.Clock.Add(time.Minute)
		m.Published(map[string]any{"businessName": "【東海】部品の研磨"})
		if world != "never there" {
			gone := m.Published(map[string]any{"businessName": "【東海】部品の熱処理"})
			if world == "hidden" {
				m.Edit(gone, map[string]any{"businessName": "【東海】部品の熱処理", "isLimited": true}).Want(200)
			} else {
				m.SQLExec("UPDATE listing SET status = 3 WHERE id = '" + gone + "'")
			}
		}
		apptest.WantMails(t, world, mailedNews(m), newsTo("fin@b.example.jp", "buy@b.example.jp")...)
		for _, who := range []string{"fin@b.example.jp", "buy@b.example.jp"} {
			x := lastNews(m, who)
			text := aNumber.ReplaceAllString(stopKeyIn.ReplaceAllString(x.Subject+x.Text, "KEY"), "L")
			text = regexp.MustCompile(`saved=[0-9a-f-]+`).ReplaceAllString(strings.ReplaceAll(text, ids, "ID"), "saved=ID")
			if was, ok := texts[who]; ok && was != text {
				t.Errorf("%s, %s:\n%s\n%s", world, who, text, was)
			}
			texts[who] = text
		}
	}
}

// The mails end by one press without a sign-in, by the page of the mail or by the mail program itself (RFC 8058). The key is good for its
// user's searches alone, tells nothing, and may be used again and again.
func TestSavedSearchMailsEndByTheirKey(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	for _, c := range []*apptest.Caller{m.FinA, m.FinB, m.BuyB} {
		keepMailed(c, "すべて", "", deal.SearchDaily)
		keepMailed(c, "週", "", deal.SearchWeekly)
	}
	m.Clock.Add(time.Minute)
	m.Published(nil)
	apptest.WantMails(t, "before", mailedNews(m), newsTo("fin@a.example.jp", "fin@b.example.jp", "buy@b.example.jp")...)
	stop := func(key string, form bool) apptest.Result {
		path := savedBase + "StopNoticesByKey?key=" + url.QueryEscape(key)
		if form {
			return m.Visitor().Do("POST", path, "application/x-www-form-urlencoded", strings.NewReader("List-Unsubscribe=One-Click"))
		}
		return m.Visitor().Post(path, nil)
	}
	keyOf := func(who string) string {
		x := lastNews(m, who)
		k := stopKeyIn.FindStringSubmatch(x.Text)
		if k == nil || !x.IsOneClick || !strings.HasSuffix(x.Unsubscribe, savedBase+"StopNoticesByKey?key="+k[1]) ||
			!strings.Contains(x.HTML, k[0]) {
			t.Fatalf("%s, %q:\n%s", who, x.Unsubscribe, x.Text)
		}
		return k[1]
	}
	fin, buy := keyOf("fin@b.example.jp"), keyOf("buy@b.example.jp")
	wrong := stop("x.y", false).Want(400)
	for _, key := range []string{"", fin[:len(fin)-1], m.UserOf(m.FinA).ID + fin[36:], m.UserOf(m.FinA).ID + ".", apptest.NoID} {
		stop(key, false).SameAs(wrong)
	}
	m.Visitor().Get(savedBase + "StopNoticesByKey?key=" + fin).Want(400) // a mail scanner that only looks ends nothing
	notices := func(c *apptest.Caller) (out float64) {
		for _, s := range kept(c, "seller-business") {
			out += s["notice"].(float64)
		}
		return out
	}
	if n := notices(m.FinB); n != 3 {
		t.Fatalf("notices %v before the press", n)
	}
	first := stop(fin, false).Want(200).HasNot("すべて", "fin@b", "件")
	stop(fin, true).SameAs(first)
	stop(buy, true).SameAs(first)
	for c, want := range map[*apptest.Caller]float64{m.FinA: 3, m.FinB: 0, m.BuyB: 0} {
		if n := notices(c); n != want {
			t.Errorf("notices %v, want %v", n, want)
		}
	}
	if n := m.Count("SELECT count(*) FROM audit WHERE event = 'saved_search.stop' AND subject_kind = 'user' AND user_id = '" +
		m.UserOf(m.FinB).ID + "'"); n != 1 {
		t.Errorf("%d lines of the audit log for two presses", n)
	}
	m.Clock.Add(time.Minute)
	m.Published(nil)
	apptest.WantMails(t, "after", mailedNews(m), newsTo("fin@a.example.jp")...)
	// Who wants them again chooses so, and the same key ends them once more.
	s := kept(m.FinB, "seller-business")["すべて"]
	m.FinB.Post(savedBase+"RegistSavedSearch", map[string]any{"savedSearchId": s["savedSearchId"], "version": s["version"],
		"area": "seller-business", "name": "すべて", "notice": 1}).Want(200)
	stop(fin, true).SameAs(first)
	if n := notices(m.FinB); n != 0 {
		t.Errorf("notices %v after the third press", n)
	}
	m.SetCompany(m.BuyerB, func(c *store.Company) { c.Status = int(deal.CompanyDisabled) })
	stop(buy, false).SameAs(first)
}
