package app

import (
	"testing"
)

// What a form makes stays one when the form is sent again, with what was sent last: the answer was
// lost, or the button pressed twice. The key is the user's own and says nothing to anybody else.
func TestFormsMakeOnce(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	buyer := m.finA.buyer("ニーズの買手株式会社")
	for _, c := range []struct {
		call, list, rows, key string
		body, change          map[string]any
	}{
		{"/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", "/api/BuyerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true", "companyList", "0192f3b0-1111-4222-8333-944445555661",
			overviewBody, map[string]any{"remark": "二度目の内容"}},
		{"/api/SellerCompany/CreateUpdateCompanyOverviewAsync", "/api/SellerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true", "companyList", "0192f3b0-1111-4222-8333-944445555662",
			overviewBody, map[string]any{"remark": "二度目の内容"}},
		{"/api/Needs/RegistNeeds", "/api/Needs/GetNeedsList?clientType=1&clientId=" + buyer, "needsList", "0192f3b0-1111-4222-8333-944445555663",
			with(needsBody, map[string]any{"clientId": buyer}), map[string]any{"title": "二度目の内容"}},
		{"/api/BuyerCompanyUser/RegistUser", "/api/BuyerCompanyUser/GetUsersList?userType=1&clientId=" + buyer, "userList", "0192f3b0-1111-4222-8333-944445555664",
			map[string]any{"clientId": buyer, "loginId": "once@example.jp", "userName": "一度 登録", "userNameKana": "イチド トウロク"}, map[string]any{"department": "二度目の内容"}},
	} {
		count := func() int {
			rows, _ := m.finA.get(c.list).want(200).json()[c.rows].([]any)
			return len(rows)
		}
		before := count()
		body := with(c.body, map[string]any{"requestKey": c.key})
		first := m.finA.post(c.call, body).want(200)
		mails := len(m.mails("once@example.jp"))
		m.finA.post(c.call, with(body, c.change)).want(200).sameAs(first)
		if got := count() - before; got != 1 {
			t.Errorf("%s: %d rows more", c.call, got)
		}
		if got := len(m.mails("once@example.jp")); got != mails {
			t.Errorf("%s: mails again", c.call)
		}
		m.finA.post(c.call, with(body, map[string]any{"requestKey": "x"})).want(422).has("requestKey")
		// A colleague's, another bank's: theirs alone, if any.
		for _, other := range []*caller{m.secondA, m.finB} {
			other.post(c.call, body).hasNot(first.text())
		}
		// Somebody else has worked on it since: the form is out of date.
		if c.rows == "needsList" {
			m.secondA.post(c.call, with(c.body, map[string]any{"needsId": first.text(), "version": 2, "title": "同僚の直し"})).want(200)
			m.finA.post(c.call, body).want(409)
			m.finA.get(c.list).has("同僚の直し")
		}
	}
}
