package app

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/office"
	"tsunagu/app/web"
)

// figureWorld is talks with everybody who may ask for figures, on a clock that moves.
type figureWorld struct{ *talks }

func newFigureWorld(t *testing.T) *figureWorld {
	w := &figureWorld{newTalks(newPlatform(t))}
	w.user(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	w.user(deal.RoleFAD, w.aID, "admin@a.example.jp")
	w.user(deal.RoleFAD, w.bID, "admin@b.example.jp")
	w.user(deal.RoleFAD, w.userOf(w.finC).ClientID, "admin@c.example.jp")
	return w
}

// later moves the clock; everybody signs in again.
func (w *figureWorld) later(days int) {
	w.clock.Add(time.Duration(days) * 24 * time.Hour)
	w.finA, w.finB, w.buyB, w.rival = w.signIn("fin@a.example.jp"), w.signIn("fin@b.example.jp"), w.signIn("buy@b.example.jp"), w.signIn("rival@b.example.jp")
}

// figures are the numbers of a series of an answer: "moves 1", "endings 10", "published".
func (w *figureWorld) figures(loginID, series string) string {
	w.t.Helper()
	o := w.signInOffice(loginID).get("/api/Office/GetFigures?months=3").want(200).json()
	if code := 0; series != "published" {
		name := ""
		if n, _ := fmt.Sscanf(series, "%s %d", &name, &code); n == 2 {
			for _, s := range o[name].([]any) {
				if s := s.(map[string]any); s["code"] == float64(code) {
					if name == "days" {
						return fmt.Sprint(s["median"], s["medians"])
					}
					return fmt.Sprint(s["counts"])
				}
			}
			w.t.Fatalf("no %s", series)
		}
	}
	return fmt.Sprint(o[series])
}

func TestFiguresCountWhatOneMayKnow(t *testing.T) {
	w := newFigureWorld(t) // 21 November
	id := w.started()
	w.later(8) // 29 November
	w.buyB.deed("RealNameConsent", id, nil).want(200)
	w.finB.to(id, 1, 2, nil).want(200)
	w.later(5) // 4 December
	w.finB.to(id, 2, 9, map[string]any{"endReason": int(deal.EndCompliance)}).want(200)
	// The rival's bank lets its own interest go before anything began: nobody else learns of it.
	o := w.rival.post(negotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": w.listing}).want(200).json()
	w.finB.to(o["buyerNegotiationId"].(string), 0, 9, map[string]any{"endReason": int(deal.EndBuyerDeclined)}).want(200)

	const none = "[0 0 0]"
	for _, c := range []struct{ series, office, a, b string }{
		{"published", "[0 1 0]", "[0 1 0]", none},
		{"moves 1", "[0 1 0]", "[0 1 0]", "[0 1 0]"},
		{"moves 2", "[0 1 0]", "[0 1 0]", "[0 1 0]"},
		{"moves 3", none, none, none},
		{"moves 9", "[0 0 2]", "[0 0 1]", "[0 0 2]"},
		{"endings 1", "[0 0 1]", none, "[0 0 1]"},
		{"endings 10", "[0 0 1]", none, "[0 0 1]"}, // what B's compliance found A does not learn
		{"endings 0", none, "[0 0 1]", none},
		{"days 2", "8 [<nil> 8 <nil>]", "8 [<nil> 8 <nil>]", "8 [<nil> 8 <nil>]"},
		{"days 3", "<nil> [<nil> <nil> <nil>]", "<nil> [<nil> <nil> <nil>]", "<nil> [<nil> <nil> <nil>]"},
		{"offersSent", none, none, none},
	} {
		for login, want := range map[string]string{"office@n.example.jp": c.office, "admin@a.example.jp": c.a, "admin@b.example.jp": c.b} {
			if got := w.figures(login, c.series); got != want {
				t.Errorf("%s, %s: %s, want %s", login, c.series, got, want)
			}
		}
		if got := w.figures("admin@c.example.jp", c.series); slices.Contains([]string{"published", "moves 1", "moves 2", "moves 9"}, c.series) && got != none {
			t.Errorf("a third institution, %s: %s", c.series, got)
		}
	}

	// The administrator of one institution asks for another's: as for one that does not exist.
	fadA := w.signInOffice("admin@a.example.jp")
	fadA.get("/api/Office/GetFigures?financialId=" + w.bID).want(400).sameAs(fadA.get("/api/Office/GetFigures?financialId=0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"))
	fadA.get("/api/Office/GetFigures?financialId="+w.aID).want(200).has("湊星銀行").hasNot("蒼陵", "白嶺", w.bID, w.listing, id, "霧晴", "カナリア")
	office := w.signInOffice("office@n.example.jp")
	office.get("/api/Office/GetFigures?financialId="+w.bID).want(200).has(`"moves"`, "蒼陵信用金庫").hasNot("湊星", w.aID, w.listing, id)
	office.get("/api/Office/GetFigures?months=2").want(422)
}

// An offer is the seller's side's to count, and a month is Japan's.
func TestFiguresCountOffersInJapaneseMonths(t *testing.T) {
	w := newFigureWorld(t)
	w.clock.Add(9*24*time.Hour + 13*time.Hour + 59*time.Minute) // 30 November, 23:59 in Japan
	w.later(0)
	w.finA.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": w.listing, "companyIds": w.candidatesOf(w.listing, w.buyerB), "offerMessage": "ご検討ください。"}).want(200)
	w.clock.Add(2 * time.Minute)
	w.finA.post(negotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": w.listing, "companyIds": w.candidatesOf(w.listing, w.rivalBuyer), "offerMessage": "ご検討ください。"}).want(200)
	for login, want := range map[string]string{"office@n.example.jp": "[0 1 1]", "admin@a.example.jp": "[0 1 1]", "admin@b.example.jp": "[0 0 0]", "admin@c.example.jp": "[0 0 0]"} {
		if got := w.figures(login, "offersSent"); got != want {
			t.Errorf("%s: %s, want %s", login, got, want)
		}
		if got := w.figures(login, "offersOpened"); got != "[0 0 0]" {
			t.Errorf("%s: opened %s", login, got)
		}
	}
}

// What is kept of months that are over is what is read of them, and the present month goes on.
func TestFiguresOfMonthsThatAreOver(t *testing.T) {
	w := newFigureWorld(t)
	id := w.started() // 21 November
	w.later(38)       // 29 December
	read := func() string {
		return w.figures("office@n.example.jp", "moves 1") + w.figures("office@n.example.jp", "moves 2") + w.figures("office@n.example.jp", "days 2")
	}
	first := read()
	if first != "[0 1 0][0 0 0]<nil> [<nil> <nil> <nil>]" {
		t.Error(first)
	}
	w.buyB.deed("RealNameConsent", id, nil).want(200)
	w.finB.to(id, 1, 2, nil).want(200)
	kept := read()
	if kept != "[0 1 0][0 0 1]38 [<nil> <nil> 38]" {
		t.Error(kept)
	}
	w.later(10) // January: December is over, and was not yet when it was read
	if got := read(); got != "[1 0 0][0 1 0]38 [<nil> 38 <nil>]" {
		t.Error(got)
	}
	web.StateOf[office.FiguresOver](w.a.Platform).Clear()
	if got := read(); got != "[1 0 0][0 1 0]38 [<nil> 38 <nil>]" {
		t.Error(got)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		days []float64
		want string
	}{{nil, "none"}, {[]float64{3}, "3"}, {[]float64{9, 1}, "5"}, {[]float64{9, 1, 2.26}, "2.3"}, {[]float64{4, 1, 3, 2}, "2.5"}} {
		got := "none"
		if m := office.Median(c.days); m != nil {
			got = fmt.Sprint(*m)
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.days, got, c.want)
		}
	}
}
