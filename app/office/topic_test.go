package office_test

import (
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/public"
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
