package office_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/office"
	"tsunagu/app/web"
)

// figureWorld is a world of negotiations with all roles that may ask for figures, and a movable
// clock.
type figureWorld struct{ *apptest.Talks }

func newFigureWorld(t *testing.T) *figureWorld {
	w := &figureWorld{apptest.NewTalks(apptest.NewPlatform(t))}
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	w.User(deal.RoleFAD, w.BID, "admin@b.example.jp")
	w.User(deal.RoleFAD, w.UserOf(w.FinC).ClientID, "admin@c.example.jp")
	return w
}

// later moves the clock by days; everybody signs in again.
func (w *figureWorld) later(days int) {
	w.Clock.Add(time.Duration(days) * 24 * time.Hour)
	w.FinA, w.FinB, w.BuyB, w.Rival = w.SignIn("fin@a.example.jp"), w.SignIn("fin@b.example.jp"), w.SignIn("buy@b.example.jp"), w.SignIn("rival@b.example.jp")
}

// figures returns the numbers of one series of an answer; series is, for example, "moves 1",
// "endings 10" or "published".
func (w *figureWorld) figures(loginID, series string) string {
	w.T.Helper()
	o := w.SignInOffice(loginID).Get("/api/Office/GetFigures?months=3").Want(200).JSON()
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
			w.T.Fatalf("no %s", series)
		}
	}
	return fmt.Sprint(o[series])
}

func TestFiguresCountWhatOneMayKnow(t *testing.T) {
	w := newFigureWorld(t) // 21 November
	id := w.Started()
	w.later(8) // 29 November
	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	w.later(5) // 4 December
	w.FinB.To(id, 2, 9, map[string]any{"endReason": int(deal.EndCompliance)}).Want(200)
	// The rival's institution declines its own buyer's interest before a negotiation began: nobody
	// else learns of it.
	o := w.Rival.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": w.Listing}).Want(200).JSON()
	w.FinB.To(o["buyerNegotiationId"].(string), 0, 9, map[string]any{"endReason": int(deal.EndBuyerDeclined)}).Want(200)

	const none = "[0 0 0]"
	for _, c := range []struct{ series, office, a, b string }{
		{"published", "[0 1 0]", "[0 1 0]", none},
		{"moves 1", "[0 1 0]", "[0 1 0]", "[0 1 0]"},
		{"moves 2", "[0 1 0]", "[0 1 0]", "[0 1 0]"},
		{"moves 3", none, none, none},
		{"moves 9", "[0 0 2]", "[0 0 1]", "[0 0 2]"},
		{"endings 1", "[0 0 1]", none, "[0 0 1]"},
		{"endings 10", "[0 0 1]", none, "[0 0 1]"}, // A does not learn the result of B's compliance check
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
		if got := w.figures("admin@c.example.jp", c.series); slices.Contains([]string{"published", "moves 1", "moves 2", "moves 9"}, c.series) &&
			got != none {
			t.Errorf("a third institution, %s: %s", c.series, got)
		}
	}

	// The administrator of one institution asks for another's figures: the answer is that of an
	// institution that does not exist.
	fadA := w.SignInOffice("admin@a.example.jp")
	fadA.Get("/api/Office/GetFigures?financialId=" +
		w.BID).Want(400).SameAs(fadA.Get("/api/Office/GetFigures?financialId=0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"))
	fadA.Get("/api/Office/GetFigures?financialId="+w.AID).Want(200).Has("湊星銀行").HasNot("蒼陵", "白嶺", w.BID, w.Listing, id, "霧晴", "カナリア")
	office := w.SignInOffice("office@n.example.jp")
	office.Get("/api/Office/GetFigures?financialId="+w.BID).Want(200).Has(`"moves"`, "蒼陵信用金庫").HasNot("湊星", w.AID, w.Listing, id)
	office.Get("/api/Office/GetFigures?months=2").Want(422)
}

// An offer counts for the seller's side, and months begin in Japanese time.
func TestFiguresCountOffersInJapaneseMonths(t *testing.T) {
	w := newFigureWorld(t)
	w.Clock.Add(9*24*time.Hour + 13*time.Hour + 59*time.Minute) // 30 November, 23:59 in Japan
	w.later(0)
	w.FinA.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": w.Listing,
		"companyIds": w.CandidatesOf(w.Listing, w.BuyerB), "offerMessage": "ご検討ください。"}).Want(200)
	w.Clock.Add(2 * time.Minute)
	w.FinA.Post(apptest.NegotiationBase+"LongListOfferSend", map[string]any{"sellerBusinessId": w.Listing,
		"companyIds": w.CandidatesOf(w.Listing, w.RivalBuyer), "offerMessage": "ご検討ください。"}).Want(200)
	for login, want := range map[string]string{"office@n.example.jp": "[0 1 1]", "admin@a.example.jp": "[0 1 1]",
		"admin@b.example.jp": "[0 0 0]", "admin@c.example.jp": "[0 0 0]"} {
		if got := w.figures(login, "offersSent"); got != want {
			t.Errorf("%s: %s, want %s", login, got, want)
		}
		if got := w.figures(login, "offersOpened"); got != "[0 0 0]" {
			t.Errorf("%s: opened %s", login, got)
		}
	}
}

// The cached figures of past months equal those read afresh, and the present month is not cached.
func TestFiguresOfMonthsThatAreOver(t *testing.T) {
	w := newFigureWorld(t)
	id := w.Started() // 21 November
	w.later(38)       // 29 December
	read := func() string {
		return w.figures("office@n.example.jp", "moves 1") + w.figures("office@n.example.jp", "moves 2") +
			w.figures("office@n.example.jp", "days 2")
	}
	first := read()
	if first != "[0 1 0][0 0 0]<nil> [<nil> <nil> <nil>]" {
		t.Error(first)
	}
	w.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	w.FinB.To(id, 1, 2, nil).Want(200)
	kept := read()
	if kept != "[0 1 0][0 0 1]38 [<nil> <nil> 38]" {
		t.Error(kept)
	}
	w.later(10) // January: December is over now; it was the present month at the last read
	if got := read(); got != "[1 0 0][0 1 0]38 [<nil> 38 <nil>]" {
		t.Error(got)
	}
	web.StateOf[office.FiguresOver](w.App.Platform).Clear()
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
