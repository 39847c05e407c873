package office_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// setPeriods changes some of the periods as the office; the others keep their values.
func setPeriods(p *apptest.Platform, changes map[string]int) apptest.Result {
	p.T.Helper()
	if p.Count("SELECT count(*) FROM user WHERE role = 9") == 0 {
		p.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	}
	office := p.SignInOffice("office@n.example.jp")
	now := office.Get("/api/Office/GetPeriods").Want(200).JSON()
	rows := []map[string]any{}
	for _, r := range now["periodList"].([]any) {
		r := r.(map[string]any)
		value := any(r["value"])
		if v, ok := changes[r["key"].(string)]; ok {
			value = v
		}
		rows = append(rows, map[string]any{"key": r["key"], "value": value})
	}
	return office.Send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": now["version"], "periodList": rows})
}

func TestPeriodsAreSet(t *testing.T) {
	p := apptest.NewPlatform(t)
	c := apptest.NewConsole(p)
	standard := c.Office.Get("/api/Office/GetPeriods").Want(200).JSON()
	if standard["version"] != 0.0 || len(standard["periodList"].([]any)) != len(deal.TermRules()) {
		t.Errorf("%v", standard)
	}
	for _, fad := range []*apptest.Caller{c.FadA, c.FadB} {
		fad.Get("/api/Office/GetPeriods").Want(400)
		fad.Get("/api/Office/GetSettingChangeList").Want(400)
		fad.Send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": 0, "periodList": []any{}}).Want(400)
	}
	setPeriods(c.Platform, map[string]int{"answerDays": 1, "newDays": 0, "anonymityK": 2}).Want(422).Has(`"answerDays"`, `"newDays"`,
		`"anonymityK"`)
	setPeriods(c.Platform, map[string]int{"keyReminderDays": 7}).Want(422).Has(`"keyReminderDays"`).HasNot(`"linkKeyDays"`)
	c.Office.Send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": 0,
		"periodList": []any{map[string]any{"key": "answerDays", "value": 20}}}).Want(422)
	c.Office.Send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": 0,
		"periodList": append(standard["periodList"].([]any)[:0:0], map[string]any{"key": "none", "value": 1})}).Want(422)
	c.Visitor().Get("/api/Item/GetEnumerations").Want(200).Has(`"answerDays":14`, `"anonymityK":3`)

	told := c.Newly(func() {
		setPeriods(c.Platform, map[string]int{"answerDays": 21, "stalledPersonDays": 20, "outsidePeriodDays": 60}).Want(200)
	}, mail.RulesChanged)
	apptest.WantMails(t, "all of the office", told, "office@n.example.jp rules_changed")
	apptest.WantMails(t, "nothing changed", c.Newly(func() { setPeriods(c.Platform, nil).Want(200) }, mail.RulesChanged))
	c.Office.Send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": 0, "periodList": apptest.RowsOf(standard)}).Want(409)
	c.Visitor().Get("/api/Item/GetEnumerations").Want(200).Has(`"answerDays":21`, `"stalledDays":20`, `"outsidePeriodDays":60`)
	c.Office.Get("/api/Office/GetJobList").Want(200).Has("公開期限から60日が過ぎた", "20日間動きのない交渉").HasNot("90日が過ぎた", "Days}")
	c.Clock.Add(time.Minute)
	setPeriods(c.Platform, map[string]int{"answerDays": 28}).Want(200)

	// The history says who changed what, when, and both values; an unchanged setting has no line.
	got := c.Office.Get("/api/Office/GetSettingChangeList?kind=periods&limit=100").Want(200)
	if n := got.JSON()["allCount"]; n != 4.0 {
		t.Errorf("%v changes", n)
	}
	got.Has(`"label":"実名交渉の回答期限","was":"21日","becomes":"28日"`, `"was":"14日","becomes":"21日"`, `"userName":"利用者 office@n.example.jp"`)
	first := got.JSON()["changeList"].([]any)[0].(map[string]any)
	if first["becomes"] != "28日" || first["at"] == "" {
		t.Errorf("the newest: %v", first)
	}
	c.Office.Get("/api/Office/GetAuditList").Want(200).Has("期間と帯の変更", "実名交渉の回答期限：21日 → 28日")
}

// Every setting has its history: the network's settings, the logo, the weights.
func TestSettingHistory(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	now := c.Office.Get("/api/Office/GetSettings").Want(200).JSON()
	told := c.Newly(func() {
		c.Office.Send("PUT", "/api/Office/UpdateSettings", apptest.With(now,
			map[string]any{"networkName": "湊の縁", "isAccountRequestEnabled": false, "officeMail": "jimukyoku@n.example.jp",
				"secondStep": 2})).Want(200)
	}, mail.RulesChanged)
	apptest.WantMails(t, "all of the office", told, "office@n.example.jp rules_changed")
	c.Office.Post("/api/Office/SaveLogo", map[string]any{"picture": apptest.PictureOf(t, "png", 60, 30)}).Want(200)
	w := c.Office.Get("/api/Office/GetScoreWeights").Want(200).JSON()
	for _, x := range w["weightList"].([]any) {
		switch x := x.(map[string]any); x["item"] {
		case "industry":
			x["weight"] = 25
		case "region":
			x["weight"] = 25
		}
	}
	c.Office.Send("PUT", "/api/Office/UpdateScoreWeights", w).Want(200)
	all := c.Office.Get("/api/Office/GetSettingChangeList?limit=100").Want(200)
	all.Has(`"label":"ネットワークの名前"`, `"becomes":"湊の縁"`, `"label":"金融機関の利用申請","was":"受け付ける","becomes":"受け付けない"`,
		`"label":"金融機関の利用者の2段階認証","was":"任意","becomes":"必須"`,
		`"label":"ロゴ","was":"なし"`, `"label":"一致度の重み（業種）","was":"30点","becomes":"25点"`, `"label":"一致度の重み（地域）","was":"20点","becomes":"25点"`).
		HasNot("（価格）", "電話番号")
	c.Office.Get("/api/Office/GetSettingChangeList?kind=weights").Want(200).Has("（業種）").HasNot("湊の縁", "ロゴ")
	c.Office.Get("/api/Office/GetAuditList").Want(200).Has("一致度の重み（業種）：30点 → 25点")
	c.Visitor().Get("/api/Office/GetSettingChangeList").Want(401).HasNot("湊の縁")
}

// A change applies to what begins after it: requests, offers and refusals made before keep their
// deadlines.
func TestPeriodsOfWhatHasBegun(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.Hoped()
	due := tk.FinA.Row(row)["answerDue"]
	key, passcode := tk.OwnerKey(row)
	setPeriods(tk.Marketplace.Banks.Platform, map[string]int{"answerDays": 3, "answerFirstDays": 1, "linkKeyDays": 2, "keyReminderDays": 1,
		"nextRequestDays": 5}).Want(200)
	if tk.FinA.Row(row)["answerDue"] != due || due != deal.AddDays(tk.Clock.Now(), 14) {
		t.Errorf("due on %v, was %v", tk.FinA.Row(row)["answerDue"], due)
	}
	tk.Clock.Add(6 * 24 * time.Hour)
	tk.OwnerDecides(key, passcode, true).Want(200) // the older link keeps its seven days
	tk.FinA = tk.SignIn("fin@a.example.jp")
	tk.FinA.Deed("NegotiationApprove", row, map[string]any{"isApproval": false, "status": 1, "comment": "条件が合いません。",
		"ownerReason": "同業のため。"}).Want(200)
	refused := tk.Clock.Now()
	tk.FinB, tk.BuyB = tk.SignIn("fin@b.example.jp"), tk.SignIn("buy@b.example.jp")
	if from := tk.FinB.Row(row)["nextRequestFrom"]; from != deal.AddDays(refused, 5) {
		t.Errorf("again from %v", from)
	}
	tk.Clock.Add(time.Minute)
	setPeriods(tk.Marketplace.Banks.Platform, map[string]int{"nextRequestDays": 100}).Want(200)
	if from := tk.FinB.Row(row)["nextRequestFrom"]; from != deal.AddDays(refused, 5) {
		t.Errorf("a later change moved it to %v", from)
	}
	tk.Clock.Add(5 * 24 * time.Hour)
	tk.FinB, tk.BuyB = tk.SignIn("fin@b.example.jp"), tk.SignIn("buy@b.example.jp")
	tk.BuyB.Deed("RealNameConsent", row, nil).Want(200)
	tk.FinB.To(row, 1, 2, nil).Want(200)
	if got := tk.FinB.Row(row)["answerDue"]; got != deal.AddDays(tk.Clock.Now(), 3) {
		t.Errorf("the new request is due on %v", got)
	}
	tk.FinA = tk.SignIn("fin@a.example.jp")
	key, passcode = tk.OwnerKey(row)
	tk.Clock.Add(2 * 24 * time.Hour)
	tk.OwnerDecides(key, passcode, true).Want(400) // the new link has two days
}

// A listing keeps the periods of the day of its publication, and its mails state them.
func TestPeriodsOfListing(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	old := m.Published(map[string]any{"dueDate": "2026-12-01"})
	m.Clock.Add(time.Minute)
	setPeriods(m.Banks.Platform, map[string]int{"outsidePeriodDays": 40, "periodFirstDays": 5, "periodSecondDays": 2, "listingMonths": 1,
		"listingMonthsMax": 2}).Want(200)
	m.Clock.Add(time.Minute)
	fresh := m.Published(map[string]any{"dueDate": "2026-12-01"})
	m.Edit(fresh, map[string]any{"dueDate": "2027-03-01"}).Want(422).Has("2か月以内")
	id, _ := m.Draft(map[string]any{"dueDate": ""})
	m.FinA.Get(apptest.ListingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id).Want(200).Has(`"dueDate":"2026-12-21"`)
	m.Clock.Add(m.Until("2026-11-27"))
	m.Job("period_reminder")
	said := ""
	for _, l := range m.Mails("fin@a.example.jp") {
		if l.Kind == mail.ListingPeriodEnding {
			said += l.Text
		}
	}
	for _, want := range []string{"公開期限まで、5日以内", "40日後に無効", "90日後に無効"} {
		if !strings.Contains(said, want) {
			t.Errorf("no mail says %s", want)
		}
	}
	m.Clock.Add(m.Until("2027-01-11"))
	m.Job("listing_expiry")
	m.WantListing(fresh, deal.ListingDisabled, "40 days after")
	m.WantListing(old, deal.ListingShowing, "published when it was 90")
	m.Clock.Add(m.Until("2027-03-02"))
	m.Job("listing_expiry")
	m.WantListing(old, deal.ListingDisabled, "90 days after")
}

// Coarser bands apply to all listings at once; finer ones only to listings approved afterwards. SF,
// and whoever may see the exact amount, is not affected.
func TestBandsOfAmounts(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.Started() // L3 by the buyer's consent
	bands := func(listing string) string {
		t.Helper()
		d := apptest.SeeDetails(tk.BuyB, listing).Want(200).JSON()
		return fmt.Sprint(d["amountOfSalesBand"], " / ", d["operatingProfitBand"])
	}
	exact := apptest.SeeDetails(tk.FinA, tk.Listing).Want(200).Body
	fine := bands(tk.Listing)
	tk.Clock.Add(time.Minute)
	setPeriods(tk.Marketplace.Banks.Platform, map[string]int{"bandWidth": 4}).Want(200)
	coarse := bands(tk.Listing)
	if coarse == fine {
		t.Errorf("still %s", fine)
	}
	if now := apptest.SeeDetails(tk.FinA, tk.Listing).Want(200).Body; now != exact {
		t.Error("SF's own view has changed")
	}
	under := tk.Published(nil) // approved while bands are coarse
	tk.Negotiation(under, tk.BuyerB, tk.BID, deal.NegotiationAnonymous, true)
	tk.Clock.Add(time.Minute)
	setPeriods(tk.Marketplace.Banks.Platform, map[string]int{"bandWidth": 1}).Want(200)
	tk.BuyB = tk.SignIn("buy@b.example.jp")
	if got := bands(tk.Listing); got != fine {
		t.Errorf("the old one: %s, agreed to %s", got, fine)
	}
	if got := bands(under); got != coarse {
		t.Errorf("agreed to %s, told %s", coarse, got)
	}
	apptest.SeeDetails(tk.BuyB, under).Want(200).HasNot(strings.Split(fine, " / ")[0])

	// The same for the buyer's own amounts, by its consent to disclose its name.
	buyer := func() apptest.Result {
		t.Helper()
		return tk.FinA.Get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + tk.BuyerB).Want(200)
	}
	setPeriods(tk.Marketplace.Banks.Platform, map[string]int{"bandWidth": 2}).Want(200)
	tk.BuyB.Deed("RealNameConsent", row, nil).Want(200)
	tk.FinB.To(row, 1, 2, nil).Want(200)
	buyer().Has(`"salesAmountBand":"1億円以上5億円未満"`).HasNot("3億円")
	tk.Clock.Add(time.Minute)
	setPeriods(tk.Marketplace.Banks.Platform, map[string]int{"bandWidth": 1}).Want(200)
	buyer().Has(`"salesAmountBand":"1億円以上5億円未満"`).HasNot("3億円")
	tk.FinA.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row).Want(200).HasNot("3億円未満")
	setPeriods(tk.Marketplace.Banks.Platform, map[string]int{"bandWidth": 4}).Want(200)
	buyer().Has(`"salesAmountBand":"5億円未満"`)
}

// A mail that no server accepts becomes dead after a week, is reported on the console, and can be sent
// again unchanged.
func TestMailWaitsWithoutServer(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	c.Reset("admin@a.example.jp").Want(200)
	waiting := func() (count, dead float64, oldest string) {
		c.Office = c.SignInOffice("office@n.example.jp")
		s := c.Office.Get("/api/Office/GetSummary").Want(200).JSON()
		return s["waitingMailCount"].(float64), s["deadMailCount"].(float64), s["oldestMail"].(string)
	}
	began := c.Clock.Now()
	if n, dead, oldest := waiting(); n != 1 || dead != 0 || oldest != web.ServerTime(began) {
		t.Errorf("%v wait, %v dead, the oldest of %s", n, dead, oldest)
	}
	c.Clock.Add(7*24*time.Hour - time.Hour)
	c.Job("mail_cleanup")
	if n, dead, oldest := waiting(); n != 1 || dead != 0 || oldest != web.ServerTime(began) {
		t.Errorf("before a week: %v wait, %v dead, the oldest of %s", n, dead, oldest)
	}
	c.Reset("admin@b.example.jp").Want(200)
	c.Clock.Add(2 * time.Hour)
	c.Job("mail_cleanup")
	c.Job("mail_cleanup")
	if n, dead, _ := waiting(); n != 1 || dead != 1 {
		t.Errorf("after a week: %v wait, %v dead", n, dead)
	}
	c.Office.Get("/api/Office/GetMailList?state=2").Want(200).Has("7日間、送信できませんでした", `"canRetry":true`, `"retryCount":1`)
	c.FadA.Post("/api/Office/RetryAllMail", map[string]any{}).Want(401) // the session has expired by now
	c.FadA = c.SignInOffice("admin@a.example.jp")
	c.FadA.Post("/api/Office/RetryAllMail", map[string]any{}).Want(400)
	c.Office.Post("/api/Office/RetryAllMail", map[string]any{}).Want(200).Has(`"count":1`)
	if n, dead, _ := waiting(); n != 2 || dead != 0 {
		t.Errorf("after the retry: %v wait, %v dead", n, dead)
	}
	c.Clock.Add(8 * 24 * time.Hour)
	c.Job("mail_cleanup")
	c.Office = c.SignInOffice("office@n.example.jp")
	c.Office.Get("/api/Office/GetMailList").Want(200).Has(`"retryCount":1`) // the first mail is older than two weeks
	c.Read(func(q *store.Q) error {
		ms, err := q.Mails(2)
		if err == nil && (ms[1].Body != nil || ms[0].Body == nil || ms[1].State != store.MailDead) {
			t.Errorf("%+v", ms)
		}
		return err
	})
}
