package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/web"
	"tsunagu/store"
)

// setPeriods sets some of the periods as the office would, the others staying as they are.
func (p *platform) setPeriods(changes map[string]int) result {
	p.t.Helper()
	if p.count("SELECT count(*) FROM user WHERE role = 9") == 0 {
		p.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	}
	office := p.signInOffice("office@n.example.jp")
	now := office.get("/api/Office/GetPeriods").want(200).json()
	rows := []map[string]any{}
	for _, r := range now["periodList"].([]any) {
		r := r.(map[string]any)
		value := any(r["value"])
		if v, ok := changes[r["key"].(string)]; ok {
			value = v
		}
		rows = append(rows, map[string]any{"key": r["key"], "value": value})
	}
	return office.send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": now["version"], "periodList": rows})
}

func TestPeriodsAreSet(t *testing.T) {
	p := newPlatform(t)
	c := newConsole(p)
	standard := c.office.get("/api/Office/GetPeriods").want(200).json()
	if standard["version"] != 0.0 || len(standard["periodList"].([]any)) != len(deal.TermRules()) {
		t.Errorf("%v", standard)
	}
	for _, fad := range []*caller{c.fadA, c.fadB} {
		fad.get("/api/Office/GetPeriods").want(400)
		fad.get("/api/Office/GetSettingChangeList").want(400)
		fad.send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": 0, "periodList": []any{}}).want(400)
	}
	c.setPeriods(map[string]int{"answerDays": 1, "newDays": 0, "anonymityK": 2}).want(422).has(`"answerDays"`, `"newDays"`, `"anonymityK"`)
	c.setPeriods(map[string]int{"keyReminderDays": 7}).want(422).has(`"keyReminderDays"`).hasNot(`"linkKeyDays"`)
	c.office.send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": 0, "periodList": []any{map[string]any{"key": "answerDays", "value": 20}}}).want(422)
	c.office.send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": 0, "periodList": append(standard["periodList"].([]any)[:0:0], map[string]any{"key": "none", "value": 1})}).want(422)
	c.visitor().get("/api/Item/GetEnumerations").want(200).has(`"answerDays":14`, `"anonymityK":3`)

	c.setPeriods(map[string]int{"answerDays": 21, "stalledPersonDays": 20, "outsidePeriodDays": 60}).want(200)
	c.office.send("PUT", "/api/Office/UpdatePeriods", map[string]any{"version": 0, "periodList": rowsOf(standard)}).want(409)
	c.visitor().get("/api/Item/GetEnumerations").want(200).has(`"answerDays":21`, `"stalledDays":20`, `"outsidePeriodDays":60`)
	c.office.get("/api/Office/GetJobList").want(200).has("公開期限から60日が過ぎた", "20日間動きのない交渉").hasNot("90日", "Days}")
	c.clock.Add(time.Minute)
	c.setPeriods(map[string]int{"answerDays": 28}).want(200)

	// Who changed what, when, from what to what; what stayed the same is no line.
	got := c.office.get("/api/Office/GetSettingChangeList?kind=periods&limit=100").want(200)
	if n := got.json()["allCount"]; n != 4.0 {
		t.Errorf("%v changes", n)
	}
	got.has(`"label":"実名交渉の回答期限","was":"21日","becomes":"28日"`, `"was":"14日","becomes":"21日"`, `"userName":"利用者 office@n.example.jp"`)
	first := got.json()["changeList"].([]any)[0].(map[string]any)
	if first["becomes"] != "28日" || first["at"] == "" {
		t.Errorf("the newest: %v", first)
	}
	c.office.get("/api/Office/GetAuditList").want(200).has("期間と帯の変更", "実名交渉の回答期限：21日 → 28日")
}

// rowsOf are the rows of GetPeriods as UpdatePeriods wants them.
func rowsOf(periods map[string]any) []any {
	out := []any{}
	for _, r := range periods["periodList"].([]any) {
		r := r.(map[string]any)
		out = append(out, map[string]any{"key": r["key"], "value": r["value"]})
	}
	return out
}

// Every setting has its history: the network's, the logo, the weights.
func TestSettingHistory(t *testing.T) {
	c := newConsole(newPlatform(t))
	now := c.office.get("/api/Office/GetSettings").want(200).json()
	c.office.send("PUT", "/api/Office/UpdateSettings", with(now, map[string]any{"networkName": "湊の縁", "isAccountRequestEnabled": false, "officeMail": "jimukyoku@n.example.jp", "secondStep": 2})).want(200)
	c.office.post("/api/Office/SaveLogo", map[string]any{"picture": pictureOf(t, "png", 60, 30)}).want(200)
	w := c.office.get("/api/Office/GetScoreWeights").want(200).json()
	for _, x := range w["weightList"].([]any) {
		switch x := x.(map[string]any); x["item"] {
		case "industry":
			x["weight"] = 25
		case "region":
			x["weight"] = 25
		}
	}
	c.office.send("PUT", "/api/Office/UpdateScoreWeights", w).want(200)
	all := c.office.get("/api/Office/GetSettingChangeList?limit=100").want(200)
	all.has(`"label":"ネットワークの名前"`, `"becomes":"湊の縁"`, `"label":"金融機関の利用申請","was":"受け付ける","becomes":"受け付けない"`, `"label":"金融機関の利用者の2段階認証","was":"任意","becomes":"必須"`,
		`"label":"ロゴ","was":"なし"`, `"label":"一致度の重み（業種）","was":"30点","becomes":"25点"`, `"label":"一致度の重み（地域）","was":"20点","becomes":"25点"`).
		hasNot("（価格）", "電話番号")
	c.office.get("/api/Office/GetSettingChangeList?kind=weights").want(200).has("（業種）").hasNot("湊の縁", "ロゴ")
	c.office.get("/api/Office/GetAuditList").want(200).has("一致度の重み（業種）：30点 → 25点")
	c.visitor().get("/api/Office/GetSettingChangeList").want(401).hasNot("湊の縁")
}

// A change holds for what begins after it: what was asked, sent or refused before keeps its day.
func TestPeriodsOfWhatHasBegun(t *testing.T) {
	tk := newTalks(newPlatform(t))
	row := tk.hoped()
	due := tk.finA.row(row)["answerDue"]
	key, passcode := tk.ownerKey(row)
	tk.setPeriods(map[string]int{"answerDays": 3, "answerFirstDays": 1, "linkKeyDays": 2, "keyReminderDays": 1, "nextRequestDays": 5}).want(200)
	if tk.finA.row(row)["answerDue"] != due || due != deal.AddDays(tk.clock.Now(), 14) {
		t.Errorf("due on %v, was %v", tk.finA.row(row)["answerDue"], due)
	}
	tk.clock.Add(6 * 24 * time.Hour)
	tk.ownerDecides(key, passcode, true).want(200) // the link of seven days lives on
	tk.finA = tk.signIn("fin@a.example.jp")
	tk.finA.deed("NegotiationApprove", row, map[string]any{"isApproval": false, "status": 1, "comment": "条件が合いません。", "ownerReason": "同業のため。"}).want(200)
	refused := tk.clock.Now()
	tk.finB, tk.buyB = tk.signIn("fin@b.example.jp"), tk.signIn("buy@b.example.jp")
	if from := tk.finB.row(row)["nextRequestFrom"]; from != deal.AddDays(refused, 5) {
		t.Errorf("again from %v", from)
	}
	tk.clock.Add(time.Minute)
	tk.setPeriods(map[string]int{"nextRequestDays": 100}).want(200)
	if from := tk.finB.row(row)["nextRequestFrom"]; from != deal.AddDays(refused, 5) {
		t.Errorf("a later change moved it to %v", from)
	}
	tk.clock.Add(5 * 24 * time.Hour)
	tk.finB, tk.buyB = tk.signIn("fin@b.example.jp"), tk.signIn("buy@b.example.jp")
	tk.buyB.deed("RealNameConsent", row, nil).want(200)
	tk.finB.to(row, 1, 2, nil).want(200)
	if got := tk.finB.row(row)["answerDue"]; got != deal.AddDays(tk.clock.Now(), 3) {
		t.Errorf("the new request is due on %v", got)
	}
	tk.finA = tk.signIn("fin@a.example.jp")
	key, passcode = tk.ownerKey(row)
	tk.clock.Add(2 * 24 * time.Hour)
	tk.ownerDecides(key, passcode, true).want(400) // the new link has two days
}

// A listing goes on by the days of its publication, and its mails name them.
func TestPeriodsOfListing(t *testing.T) {
	m := newMarketplace(newPlatform(t))
	old := m.published(map[string]any{"dueDate": "2026-12-01"})
	m.clock.Add(time.Minute)
	m.setPeriods(map[string]int{"outsidePeriodDays": 40, "periodFirstDays": 5, "periodSecondDays": 2, "listingMonths": 1, "listingMonthsMax": 2}).want(200)
	m.clock.Add(time.Minute)
	fresh := m.published(map[string]any{"dueDate": "2026-12-01"})
	m.edit(fresh, map[string]any{"dueDate": "2027-03-01"}).want(422).has("2か月以内")
	id, _ := m.draft(map[string]any{"dueDate": ""})
	m.finA.get(listingBase + "GetSellerBusinessOverViewAsync?sellerBusinessId=" + id).want(200).has(`"dueDate":"2026-12-21"`)
	m.clock.Add(m.until("2026-11-27"))
	m.job("period_reminder")
	said := ""
	for _, l := range m.mails("fin@a.example.jp") {
		if l.Kind == mail.ListingPeriodEnding {
			said += l.Text
		}
	}
	for _, want := range []string{"公開期限まで、5日以内", "40日後に無効", "90日後に無効"} {
		if !strings.Contains(said, want) {
			t.Errorf("no mail says %s", want)
		}
	}
	m.clock.Add(m.until("2027-01-11"))
	m.job("listing_expiry")
	m.wantListing(fresh, deal.ListingDisabled, "40 days after")
	m.wantListing(old, deal.ListingShowing, "published when it was 90")
	m.clock.Add(m.until("2027-03-02"))
	m.job("listing_expiry")
	m.wantListing(old, deal.ListingDisabled, "90 days after")
}

// Coarser bands hold for everybody at once; finer ones only for what is agreed to anew. Who is in
// charge, and who may know the exact amount, is not touched.
func TestBandsOfAmounts(t *testing.T) {
	tk := newTalks(newPlatform(t))
	row := tk.started() // L3 by its consent
	bands := func(listing string) string {
		t.Helper()
		d := seeDetails(tk.buyB, listing).want(200).json()
		return fmt.Sprint(d["amountOfSalesBand"], " / ", d["operatingProfitBand"])
	}
	exact := seeDetails(tk.finA, tk.listing).want(200).body
	fine := bands(tk.listing)
	tk.clock.Add(time.Minute)
	tk.setPeriods(map[string]int{"bandWidth": 4}).want(200)
	coarse := bands(tk.listing)
	if coarse == fine {
		t.Errorf("still %s", fine)
	}
	if now := seeDetails(tk.finA, tk.listing).want(200).body; now != exact {
		t.Error("SF's own view has changed")
	}
	under := tk.published(nil) // agreed to while it is coarse
	tk.negotiation(under, tk.buyerB, tk.bID, deal.NegotiationAnonymous, true)
	tk.clock.Add(time.Minute)
	tk.setPeriods(map[string]int{"bandWidth": 1}).want(200)
	tk.buyB = tk.signIn("buy@b.example.jp")
	if got := bands(tk.listing); got != fine {
		t.Errorf("the old one: %s, agreed to %s", got, fine)
	}
	if got := bands(under); got != coarse {
		t.Errorf("agreed to %s, told %s", coarse, got)
	}
	seeDetails(tk.buyB, under).want(200).hasNot(strings.Split(fine, " / ")[0])

	// The buyer's own amounts, likewise, by its consent to tell its name.
	buyer := func() result {
		t.Helper()
		return tk.finA.get("/api/BuyerCompany/GetCompanyDetailsAsync?companyId=" + tk.buyerB).want(200)
	}
	tk.setPeriods(map[string]int{"bandWidth": 2}).want(200)
	tk.buyB.deed("RealNameConsent", row, nil).want(200)
	tk.finB.to(row, 1, 2, nil).want(200)
	buyer().has(`"salesAmountBand":"1億円以上5億円未満"`).hasNot("3億円")
	tk.clock.Add(time.Minute)
	tk.setPeriods(map[string]int{"bandWidth": 1}).want(200)
	buyer().has(`"salesAmountBand":"1億円以上5億円未満"`).hasNot("3億円")
	tk.finA.get(negotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row).want(200).hasNot("3億円未満")
	tk.setPeriods(map[string]int{"bandWidth": 4}).want(200)
	buyer().has(`"salesAmountBand":"5億円未満"`)
}

// A mail that no server takes is given up after a week, told on the console, and sent again as a whole.
func TestMailWaitsWithoutServer(t *testing.T) {
	c := newConsole(newPlatform(t))
	c.reset("admin@a.example.jp").want(200)
	waiting := func() (count, dead float64, oldest string) {
		c.office = c.signInOffice("office@n.example.jp")
		s := c.office.get("/api/Office/GetSummary").want(200).json()
		return s["waitingMailCount"].(float64), s["deadMailCount"].(float64), s["oldestMail"].(string)
	}
	began := c.clock.Now()
	if n, dead, oldest := waiting(); n != 1 || dead != 0 || oldest != web.ServerTime(began) {
		t.Errorf("%v wait, %v dead, the oldest of %s", n, dead, oldest)
	}
	c.clock.Add(7*24*time.Hour - time.Hour)
	c.job("mail_cleanup")
	if n, dead, oldest := waiting(); n != 1 || dead != 0 || oldest != web.ServerTime(began) {
		t.Errorf("before a week: %v wait, %v dead, the oldest of %s", n, dead, oldest)
	}
	c.reset("admin@b.example.jp").want(200)
	c.clock.Add(2 * time.Hour)
	c.job("mail_cleanup")
	c.job("mail_cleanup")
	if n, dead, _ := waiting(); n != 1 || dead != 1 {
		t.Errorf("after a week: %v wait, %v dead", n, dead)
	}
	c.office.get("/api/Office/GetMailList?state=2").want(200).has("7日間、送信できませんでした", `"canRetry":true`, `"retryCount":1`)
	c.fadA.post("/api/Office/RetryAllMail", map[string]any{}).want(401) // its session is over by now
	c.fadA = c.signInOffice("admin@a.example.jp")
	c.fadA.post("/api/Office/RetryAllMail", map[string]any{}).want(400)
	c.office.post("/api/Office/RetryAllMail", map[string]any{}).want(200).has(`"count":1`)
	if n, dead, _ := waiting(); n != 2 || dead != 0 {
		t.Errorf("after the retry: %v wait, %v dead", n, dead)
	}
	c.clock.Add(8 * 24 * time.Hour)
	c.job("mail_cleanup")
	c.office = c.signInOffice("office@n.example.jp")
	c.office.get("/api/Office/GetMailList").want(200).has(`"retryCount":1`) // of the first one the two weeks are over
	c.read(func(q *store.Q) error {
		ms, err := q.Mails(2)
		if err == nil && (ms[1].Body != nil || ms[0].Body == nil || ms[1].State != store.MailDead) {
			t.Errorf("%+v", ms)
		}
		return err
	})
}
