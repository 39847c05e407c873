package topic_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store"
)

func TestTopics(t *testing.T) {
	p := apptest.NewPlatform(t)
	p.User(deal.RoleFIN, p.Institution("9981", "湊星銀行"), "fin@a.example.jp")
	p.Write(func(tx *store.Tx) error {
		for _, x := range []store.Topic{
			{Title: "先月から", StartDate: "2026-10-01", IsPublic: true},
			{Title: "今日まで", StartDate: "2026-11-01", EndDate: "2026-11-21", IsPublic: true},
			{Title: "終わった", StartDate: "2026-09-01", EndDate: "2026-11-20", IsPublic: true},
			{Title: "明日から", StartDate: "2026-11-22", IsPublic: true},
			{Title: "下書き", StartDate: "2026-10-01"},
		} {
			if err := tx.CreateTopic(&x, ""); err != nil {
				return err
			}
		}
		return nil
	})
	c := p.SignIn("fin@a.example.jp")
	titles := func(query string) []string {
		t.Helper()
		var out []string
		body := c.Get("/api/Topics/GetTopics"+query).Want(200).HasNot("明日から", "下書き").JSON()
		for _, x := range body["topicsList"].([]any) {
			out = append(out, x.(map[string]any)["title"].(string))
		}
		return out
	}
	first := len(public.FirstTopics)
	// The query that the specification's client sends.
	now := titles("?isAll=false&pageNumber=1&limit=99999999&propertyName=companyName&isDescending=true")
	if len(now) != first+2 || now[first] != "今日まで" || now[first+1] != "先月から" {
		t.Errorf("topics %v", now)
	}
	if all := titles("?isAll=true&limit=99999999"); len(all) != first+3 || all[first+2] != "終わった" {
		t.Errorf("all topics %v", all)
	}
	if up := titles("?propertyName=startDate&isDescending=false"); up[0] != "先月から" {
		t.Errorf("ascending %v", up)
	}
	if second := titles("?pageNumber=2&limit=3"); len(second) != first+2-3 {
		t.Errorf("second page %v", second)
	}
	c.Get("/api/Topics/GetTopics?propertyName=body").Want(422)
	c.Get("/api/Topics/GetTopics?pageNumber=0").Want(422)
	p.Visitor().Get("/api/Topics/GetTopics").Want(401)
}

// A notice is for its audience alone: in the list, by count, by id and by mail.
func TestAudienceOfATopic(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := p.SignInOffice("office@n.example.jp")
	// A further user of bank A wants no mails.
	quiet := p.User(deal.RoleFIN, b.AID, "quiet@a.example.jp")
	quiet.RegistSendMail = false
	p.Write(func(tx *store.Tx) error { return tx.UpdateUser(quiet, "") })
	people := map[string]*apptest.Caller{"finA": b.FinA, "finB": b.FinB, "buyA": b.BuyA, "buyB": b.BuyB}
	save := func(more map[string]any) string {
		t.Helper()
		return office.Post("/api/Office/SaveTopic", apptest.With(map[string]any{"title": "極秘の件", "body": "極秘の本文", "startDate": "2026-11-21",
			"isPublic": true}, more)).Want(200).Text()
	}
	count := func(c *apptest.Caller) int {
		t.Helper()
		return int(c.Get("/api/Topics/GetTopics?limit=100").Want(200).JSON()["allCount"].(float64))
	}
	before := map[string]int{}
	for name, c := range people {
		before[name] = count(c)
	}
	nowhere := b.FinA.Post("/api/Topics/CloseTopic", map[string]any{"topicId": store.NewID()}).Want(400)
	for _, x := range []struct {
		more    map[string]any
		readers []string
	}{
		{map[string]any{"audience": 0}, []string{"finA", "finB", "buyA", "buyB"}},
		{map[string]any{"audience": 1}, []string{"finA", "finB"}},
		{map[string]any{"audience": 2}, []string{"buyA", "buyB"}},
		{map[string]any{"audience": 3, "financialId": b.AID}, []string{"finA"}},
		{map[string]any{"audience": 3, "financialId": b.AID, "isImportant": true}, []string{"finA"}},
	} {
		id := save(x.more)
		for name, c := range people {
			list := c.Get("/api/Topics/GetTopics?limit=100&isAll=true").Want(200)
			closed := c.Post("/api/Topics/CloseTopic", map[string]any{"topicId": id})
			if slices.Contains(x.readers, name) {
				before[name]++
				list.Has(id, "極秘の件")
				closed.Want(200)
				c.Post("/api/Topics/CloseTopic", map[string]any{"topicId": id}).Want(200)
			} else {
				list.HasNot(id)
				closed.Want(400).SameAs(nowhere)
			}
			if n := count(c); n != before[name] {
				t.Errorf("%s counts %d after %v, want %d", name, n, x.more, before[name])
			}
		}
	}
	b.FinA.Get("/api/Topics/GetTopics?limit=100").Want(200).Has(`"isImportant":true,"isClosed":true`)
	office.Post("/api/Office/SaveTopic", map[string]any{"title": "件", "body": "本文", "startDate": "2026-11-21", "isPublic": true, "audience": 3,
		"financialId": "x"}).Want(422).Has(`"financialId"`)

	// By mail: once, to the audience, and to who wants none only if it is important.
	reach := func(query string, users, mails int) {
		t.Helper()
		office.Get("/api/Office/GetTopicReach?" + query).Want(200).Has(fmt.Sprintf(`"userCount":%d,"mailCount":%d`, users, mails))
	}
	reach("audience=3&financialId="+b.AID, 3, 2)
	reach("audience=3&isImportant=true&financialId="+b.AID, 3, 3)
	reach("audience=1", 5, 4)
	one := map[string]any{"audience": 3, "financialId": b.AID, "isMailed": true}
	told := func(f func()) []string {
		t.Helper()
		return p.Newly(f, mail.TopicPublished, mail.TopicImportant)
	}
	var id string
	bothMailed := []string{"fin2@a.example.jp topic_published", "fin@a.example.jp topic_published"}
	if got := told(func() { id = save(one) }); !slices.Equal(got, bothMailed) {
		t.Error(got)
	}
	if got := told(func() {
		row := topicRow(t, office, id)
		office.Post("/api/Office/SaveTopic", apptest.With(row, map[string]any{"audience": 0, "title": "変更"})).Want(200)
	}); len(got) != 0 {
		t.Errorf("mailed again: %v", got)
	}
	if got := told(func() { save(apptest.With(one, map[string]any{"isImportant": true})) }); !slices.Equal(got,
		[]string{"fin2@a.example.jp topic_important", "fin@a.example.jp topic_important", "quiet@a.example.jp topic_important"}) {
		t.Error(got)
	}
	for _, m := range p.Mails("fin@a.example.jp") {
		if strings.Contains(m.Subject+m.Text+m.HTML, "極秘") {
			t.Error("a notice's words are in the mail")
		}
	}

	// A draft and one that begins later wait; the job tells once when it begins.
	if got := told(func() {
		save(apptest.With(one, map[string]any{"isPublic": false}))
		save(apptest.With(one, map[string]any{"startDate": "2026-11-23"}))
		p.App.RunJobs(t.Context())
		p.Job("topics")
	}); len(got) != 0 {
		t.Errorf("mailed too early: %v", got)
	}
	p.Clock.Add(48 * time.Hour)
	if got := told(func() { p.Job("topics"); p.Job("topics") }); !slices.Equal(got, bothMailed) {
		t.Error(got)
	}
	for _, c := range []*apptest.Caller{b.FinA, p.Visitor()} {
		c.Get("/api/Office/GetTopicReach?audience=0").Want(401)
	}
}

// A notice to many is mailed in pieces: the first with the deed of the office, the others by the job, which goes on where it was left. Each
// gets one mail, and a draft between two pieces holds up the rest.
func TestNoticeIsMailedInPieces(t *testing.T) {
	p := apptest.NewPlatform(t)
	bank := p.Institution("9981", "湊星銀行")
	p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	office := p.SignInOffice("office@n.example.jp")
	const users = 120
	var all []string
	for i := range users {
		login := fmt.Sprintf("fin%03d@a.example.jp", i)
		p.User(deal.RoleFIN, bank, login)
		all = append(all, login+" topic_published")
	}
	mailed := func() []string { return p.MailsOf(mail.TopicPublished) }
	id := office.Post("/api/Office/SaveTopic", map[string]any{"title": "件", "body": "本文", "startDate": "2026-11-21", "isPublic": true,
		"audience": 3, "financialId": bank, "isMailed": true}).Want(200).Text()
	first := len(mailed())
	if first == 0 || first >= users/2 {
		t.Fatalf("%d mails with the deed", first)
	}
	row := topicRow(t, office, id)
	if row["mailedAt"] != nil || row["mailedCount"] != float64(first) {
		t.Errorf("on its way: %v", row)
	}
	draft := func(isPublic bool) {
		office.Post("/api/Office/SaveTopic", apptest.With(topicRow(t, office, id), map[string]any{"isPublic": isPublic})).Want(200)
	}
	draft(false)
	p.Job("topics")
	if n := len(mailed()); n != first {
		t.Errorf("a draft was mailed to %d more", n-first)
	}
	lines := func() string {
		return string(office.Get("/api/Office/GetAuditList?limit=100&pageNumber=1").Want(200).Body)
	}
	if log := lines(); !strings.Contains(log, `"topic_mailing"`) || strings.Contains(log, `"topic_mailed"`) {
		t.Error("the log does not say that the mails have begun, or says that all are sent")
	}
	draft(true) // and with it the next piece
	second := len(mailed())
	if second <= first || second >= users {
		t.Errorf("%d mails after the second deed", second)
	}
	p.App.RunJobs(t.Context()) // the deed made the job due
	if got := mailed(); !slices.Equal(got, all) {
		t.Errorf("%d mails, want one to each of %d: %v", len(got), users, got)
	}
	row = topicRow(t, office, id)
	if row["mailedAt"] == nil || row["mailedCount"] != float64(users) {
		t.Errorf("at the end: %v", row)
	}
	log := lines()
	for _, once := range []string{`"event":"topic_mailing"`, `"event":"topic_mailed"`, "120通"} {
		if strings.Count(log, once) != 1 {
			t.Errorf("the log does not have %s once: %s", once, log)
		}
	}
	if r := p.LastRun("topics"); len(r.Counts) != 1 || r.Counts[0].Count != 1 {
		t.Errorf("the run says %v", r.Counts)
	}
	p.Job("topics")
	draft(false)
	draft(true)
	if n := len(mailed()); n != users {
		t.Errorf("mailed again to %d", n-users)
	}
}

func topicRow(t *testing.T, office *apptest.Caller, id string) map[string]any {
	t.Helper()
	for _, x := range office.Get("/api/Office/GetTopicList?limit=100").Want(200).JSON()["topicList"].([]any) {
		if row := x.(map[string]any); row["topicId"] == id {
			return row
		}
	}
	t.Fatal("no such topic")
	return nil
}
