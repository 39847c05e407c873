package web_test

import (
	"testing"

	"tsunagu/app/apptest"
)

// What a form makes stays one when the form is sent again, with what was sent last: the answer was
// lost, or the button pressed twice. The key is the user's own and says nothing to anybody else.
func TestFormsMakeOnce(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	buyer := m.FinA.Buyer("ニーズの買手株式会社")
	for _, c := range []struct {
		call, list, rows, key string
		body, change          map[string]any
	}{
		{"/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", "/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true", "companyList",
			"0192f3b0-1111-4222-8333-944445555661",
			apptest.OverviewBody, map[string]any{"remark": "二度目の内容"}},
		{"/api/SellerCompany/CreateUpdateCompanyOverviewAsync", "/api/SellerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true", "companyList",
			"0192f3b0-1111-4222-8333-944445555662",
			apptest.OverviewBody, map[string]any{"remark": "二度目の内容"}},
		{"/api/Needs/RegistNeeds", "/api/Needs/GetNeedsList?clientType=1&clientId=" + buyer, "needsList", "0192f3b0-1111-4222-8333-944445555663",
			apptest.With(apptest.NeedsBody, map[string]any{"clientId": buyer}), map[string]any{"title": "二度目の内容"}},
		{"/api/BuyerCompanyUser/RegistUser", "/api/BuyerCompanyUser/GetUsersList?userType=1&clientId=" + buyer, "userList",
			"0192f3b0-1111-4222-8333-944445555664",
			map[string]any{"clientId": buyer, "loginId": "once@example.jp", "userName": "一度 登録", "userNameKana": "イチド トウロク"},
			map[string]any{"department": "二度目の内容"}},
	} {
		count := func() int {
			rows, _ := m.FinA.Get(c.list).Want(200).JSON()[c.rows].([]any)
			return len(rows)
		}
		before := count()
		body := apptest.With(c.body, map[string]any{"requestKey": c.key})
		first := m.FinA.Post(c.call, body).Want(200)
		mails := len(m.Mails("once@example.jp"))
		m.FinA.Post(c.call, apptest.With(body, c.change)).Want(200).SameAs(first)
		if got := count() - before; got != 1 {
			t.Errorf("%s: %d rows more", c.call, got)
		}
		if got := len(m.Mails("once@example.jp")); got != mails {
			t.Errorf("%s: mails again", c.call)
		}
		m.FinA.Post(c.call, apptest.With(body, map[string]any{"requestKey": "x"})).Want(422).Has("requestKey")
		// A colleague's, another bank's: theirs alone, if any.
		for _, other := range []*apptest.Caller{m.SecondA, m.FinB} {
			other.Post(c.call, body).HasNot(first.Text())
		}
		// Somebody else has worked on it since: the form is out of date.
		if c.rows == "needsList" {
			m.SecondA.Post(c.call, apptest.With(c.body, map[string]any{"needsId": first.Text(), "version": 2, "title": "同僚の直し"})).Want(200)
			m.FinA.Post(c.call, body).Want(409)
			m.FinA.Get(c.list).Has("同僚の直し")
		}
	}
}
