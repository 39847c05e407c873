package mypage_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

func find(c *apptest.Caller, word string) apptest.Result {
	return c.Get("/api/MyPage/Find?word=" + url.QueryEscape(word)).Want(200)
}

// hits are what the box shows, one line a hit.
func hits(c *apptest.Caller, word string) string {
	var out []string
	for _, x := range find(c, word).JSON()["hitList"].([]any) {
		h := x.(map[string]any)
		line := ""
		for _, field := range []string{"kind", "side", "name", "detail", "statusLabel"} {
			if v, ok := h[field]; ok {
				line += fmt.Sprint(v) + " "
			}
		}
		if h["isOwn"] == true {
			line += "own"
		}
		out = append(out, strings.TrimSpace(line))
	}
	return strings.Join(out, "; ")
}

// The box finds numbers, own companies by name and reading, and listings by title: what each reader's own screens show.
func TestFind(t *testing.T) {
	x := apptest.NewTalks(apptest.NewPlatform(t))
	id := x.Negotiation(x.Listing, x.BuyerB, x.BID, deal.NegotiationAnonymous, false)
	x.SetNegotiation(id, func(n *store.Negotiation) { n.BuyerSince = x.Clock.Now() })
	number, listing := web.CaseNumber("N", id), web.CaseNumber("L", x.Listing)
	title := "【東海】精密部品の加工"
	draft, _ := x.Draft(map[string]any{"businessName": "【中部】まだ出していない案件"})
	end := strings.TrimPrefix(number, "N-")
	for _, c := range []struct {
		who        *apptest.Caller
		word, want string
	}{
		{x.FinB, number, "negotiation bf " + title + " 買手 " + apptest.BuyerBName + " 匿名交渉中"},
		{x.FinB, "整理番号：" + strings.ToUpper(number), "negotiation bf " + title + " 買手 " + apptest.BuyerBName + " 匿名交渉中"},
		{x.FinB, end, "negotiation bf " + title + " 買手 " + apptest.BuyerBName + " 匿名交渉中"},
		{x.FinA, number, "negotiation sf " + title + " 買手 匿名 匿名交渉中"},
		{x.BuyB, number, "negotiation buyer " + title + " 匿名交渉中"},
		{x.Rival, number, ""}, {x.FinC, number, ""}, {x.BuyA, number, ""},
		{x.FinB, "L-" + end, ""}, {x.FinB, "A-" + end, ""}, {x.FinB, "Q-" + end, ""},
		{x.FinA, listing, "listing " + title + " 売手 カナリア製作所 公開中 own"},
		{x.FinB, listing, "listing " + title + " 公開中"}, {x.BuyA, listing, "listing " + title + " 公開中"},
		{x.FinA, "出していない", "listing 【中部】まだ出していない案件 売手 カナリア製作所 承認前 own"},
		{x.FinB, "出していない", ""}, {x.BuyA, "出していない", ""}, {x.FinB, web.CaseNumber("L", draft), ""},
		{x.FinB, "精密 加工", "listing " + title + " 公開中"}, {x.BuyB, "ｾｲﾐﾂ", ""}, {x.BuyB, "精密部品", "listing " + title + " 公開中"},
		{x.FinB, "業歴は約40年", ""}, // in the text, not in the title
		{x.FinA, "株式会社かなりあ", "seller カナリア製作所"}, {x.FinA, "㈱ｶﾅﾘｱ", "seller カナリア製作所"},
		{x.FinB, "カナリア", ""}, {x.BuyA, "カナリア", ""}, {x.BuyB, "霧晴", ""},
		{x.FinB, "霧晴", "buyer " + apptest.BuyerBName + " 公開中"}, {x.FinA, "霧晴", ""},
		{x.FinA, "", ""}, {x.FinA, "％", ""}, {x.FinA, "_", ""},
	} {
		if got := hits(c.who, c.word); got != c.want {
			t.Errorf("%q: %q, want %q", c.word, got, c.want)
		}
	}
	x.Visitor().Get("/api/MyPage/Find?word=x").Want(401)
	x.FinA.Get("/api/MyPage/Find?word=" + strings.Repeat("a", 101)).Want(422)

	// People: the representative, and a user by the reading. One character is nobody's name.
	id = x.FinA.Post("/api/SellerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
	x.FinA.Post("/api/SellerCompany/CreateUpdateCompanyDetailsAsync", apptest.With(apptest.DetailsBody, map[string]any{"companyId": id,
		"companyName": "鳥籠工業", "representativeName": "髙橋　金糸雀"})).Want(200)
	x.FinA.Post("/api/SellerCompanyUser/RegistUser", map[string]any{"clientId": id, "userName": "雲雀 空",
		"userNameKana": "ヒバリ ソラ", "userType": 3,
		"loginId": "hibari@example.jp"}).Want(200)
	for word, want := range map[string]string{"髙橋金糸雀": "代表者 髙橋　金糸雀", "ひばり": "担当者 雲雀 空", "ﾋﾊﾞﾘ ｿﾗ": "担当者 雲雀 空", "雲雀": "担当者 雲雀 空"} {
		if got := hits(x.FinA, word); got != "seller 鳥籠工業 "+want {
			t.Errorf("%q: %q", word, got)
		}
		if got := hits(x.FinB, word); got != "" {
			t.Errorf("%q to another bank: %q", word, got)
		}
	}
	// 顧客番号: the own bank's, whole and no part of it, whatever its width.
	for n, number := range map[string]string{"籠目商会": "0012-345", "籠目商店": "0012-3456"} {
		company := x.FinA.Buyer(n)
		x.Write(func(tx *store.Tx) error {
			c, err := tx.CompanyOf(company)
			if err == nil {
				c.RegistrationID = number
				err = tx.UpdateCompany(c, "")
			}
			return err
		})
	}
	for word, want := range map[string]string{"0012-345": "buyer 籠目商会 顧客番号 0012-345 公開中",
		"００１２-３４５６": "buyer 籠目商店 顧客番号 0012-3456 公開中", "0012": "", "12-345": ""} {
		if got := hits(x.FinA, word); got != want {
			t.Errorf("%q: %q", word, got)
		}
		for _, c := range []*apptest.Caller{x.FinB, x.BuyA, x.BuyB} {
			if got := hits(c, word); got != "" {
				t.Errorf("%q to others: %q", word, got)
			}
		}
	}
	if got := hits(x.FinA, "空"); got != "" {
		t.Errorf("one character: %q", got)
	}
}

// Two worlds: in one there is a row that the reader may not know of, in the other there is none. The answer to its number, its
// title and its names is the same.
func TestFindTellsNothingUnknown(t *testing.T) {
	x := apptest.NewTalks(apptest.NewPlatform(t))
	everybody := map[string]*apptest.Caller{"FinB": x.FinB, "FinC": x.FinC, "BuyA": x.BuyA, "BuyB": x.BuyB, "Rival": x.Rival}
	const nobodys = "0badcafe"
	same := func(what, number string, but ...string) {
		t.Helper()
		prefix, end, _ := strings.Cut(number, "-")
		for name, c := range everybody {
			if strings.Contains(strings.Join(but, " "), name) {
				continue
			}
			for _, word := range []string{number, end} {
				got, want := find(c, word), find(c, strings.ReplaceAll(word, end, nobodys))
				if strings.ReplaceAll(apptest.AnswerText(got), end, nobodys) != apptest.AnswerText(want) {
					t.Errorf("%s: %s by %s (%s): %s", what, word, name, prefix, got.Body)
				}
			}
		}
	}
	limited, _ := x.Draft(map[string]any{"businessName": "【東海】自機関だけの案件"})
	same("a draft", web.CaseNumber("L", limited))
	own := x.Published(map[string]any{"businessName": "【東海】自機関だけの公開", "isLimited": true})
	same("a listing limited to its bank", web.CaseNumber("L", own), "BuyA")
	for name, c := range everybody {
		if got := hits(c, "自機関だけ"); got != "" && name != "BuyA" {
			t.Errorf("%s by title: %s", name, got)
		}
	}

	// B's row exists before it has begun: SF and everybody else is answered as if it did not.
	id := x.Negotiation(x.Listing, x.BuyerB, x.BID, deal.NegotiationNone, false)
	everybody["FinA"] = x.FinA
	same("a row that has not begun", web.CaseNumber("N", id), "FinB")
	x.SetNegotiation(id, func(n *store.Negotiation) {
		n.Status, n.StartedAt, n.BuyerSince = int(deal.NegotiationAnonymous), x.Clock.Now(), x.Clock.Now()
	})
	same("a rival's negotiation", web.CaseNumber("N", id), "FinA FinB BuyB")
	find(x.FinA, web.CaseNumber("N", id)).Has(id).HasNot(append(apptest.BuyerNames, x.BuyerB)...)
	find(x.BuyB, web.CaseNumber("N", id)).Has(id).HasNot(apptest.SellerNames...)
	find(x.FinB, web.CaseNumber("N", id)).HasNot(apptest.SellerNames...)

	// Further companies of another bank change nothing, whatever they are called.
	word := "カナリア"
	before := find(x.FinA, word)
	x.FinB.Seller("カナリア商会")
	x.FinB.Buyer("カナリア興業")
	find(x.FinA, word).SameAs(before)
}

// More hits than are shown are told of by their kind, and one hit among many is never the only one.
func TestFindMany(t *testing.T) {
	x := apptest.NewTalks(apptest.NewPlatform(t))
	for i := range 9 {
		if i == 8 {
			find(x.FinA, "大群").Has(`"moreKindList":[]`)
		}
		x.FinA.Seller(fmt.Sprintf("大群%d号", i))
		x.FinB.Seller(fmt.Sprintf("大群%d号", i))
	}
	r := find(x.FinA, "大群").Has(`"moreKindList":["seller"]`)
	if n := len(r.JSON()["hitList"].([]any)); n != 8 {
		t.Errorf("%d hits", n)
	}
	if got := hits(x.FinA, "大群8"); got != "seller 大群8号" {
		t.Error(got)
	}
	for i := range 9 {
		x.Published(map[string]any{"businessName": fmt.Sprintf("【東海】列をなす案件その%d", i)})
	}
	for _, c := range []*apptest.Caller{x.FinA, x.FinB, x.BuyB} {
		r := find(c, "列をなす").Has(`"moreKindList":["listing"]`)
		if n := len(r.JSON()["hitList"].([]any)); n != 8 {
			t.Errorf("%d listings", n)
		}
	}
}
