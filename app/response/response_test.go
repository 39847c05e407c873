package response_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
)

const (
	ownPath     = "/api/Response/GetOwnResponse"
	partnerPath = "/api/Response/GetPartnerResponse?buyerNegotiationId="
)

// world is a network with a talk of A's listing with B's buyer, and other banks whose talks are written straight into the database.
type world struct {
	*apptest.Talks
	talk  string
	banks []string
	db    *sql.DB
	n     int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Talks: apptest.NewTalks(apptest.NewPlatform(t))}
	w.talk = w.Started()
	for i := range 4 {
		w.banks = append(w.banks, w.Institution(fmt.Sprint(9900+i), fmt.Sprintf("第%d銀行", i)))
	}
	w.db = apptest.OpenRaw(t, w.App.Store.Dir())
	return w
}

func (w *world) do(query string, args ...any) {
	w.T.Helper()
	if _, err := w.db.ExecContext(w.T.Context(), query, args...); err != nil {
		w.T.Fatal(err)
	}
}

func at(text string) int64 {
	moment, err := time.ParseInLocation("2006-01-02 15:04", text, store.JST)
	if err != nil {
		panic(err)
	}
	return moment.UnixMilli()
}

// ask writes a talk about a listing of sf in which the buyer's bank asks the seller's bank; answered is "" for no answer.
func (w *world) ask(sf, bf, asked, answered string, isLimited bool) {
	w.T.Helper()
	w.n++
	listing, id := fmt.Sprintf("listing-%03d", w.n), fmt.Sprintf("talk-%03d", w.n)
	w.do("INSERT INTO listing (id, company_id, institution_id, status, created, modified, creator, modifier) "+
		"VALUES (?, ?, ?, 1, 0, 0, '', '')", listing, w.Seller, sf)
	w.do("INSERT INTO listing_content (listing_id, side, is_limited) VALUES (?, 2, ?)", listing, isLimited)
	w.do("INSERT INTO negotiation (id, listing_id, buyer_company_id, bf_id, sf_id, status, interest_status, started_at, status_at, created, "+
		"modified, creator, modifier) VALUES (?, ?, ?, ?, ?, 1, 2, ?, 0, 0, 0, '', '')", id, listing, w.RivalBuyer, bf, sf, at(asked))
	w.say(id, deal.OriginatorBF, asked)
	if answered != "" {
		w.say(id, deal.OriginatorSF, answered)
	}
}

func (w *world) say(talk string, by deal.MessageOriginatorType, when string) {
	w.T.Helper()
	w.n++
	w.do("INSERT INTO message (id, negotiation_id, message_type, originator_type, body, at_status, created) VALUES (?, ?, ?, ?, 'カナリア', 1, ?)",
		fmt.Sprintf("message-%03d", w.n), talk, int(deal.MessageBFtoSF), int(by), at(when))
}

// count makes the figures of the next day.
func (w *world) count() {
	w.T.Helper()
	w.Clock.Add(24 * time.Hour)
	w.Job("responses")
}

type figure struct {
	Party        string
	Speed, Share int
}

func read(r apptest.Result) (out []figure) {
	r.T.Helper()
	var body struct{ PartyList []figure }
	if err := json.Unmarshal([]byte(r.Want(200).Body), &body); err != nil {
		r.T.Fatal(err)
	}
	return body.PartyList
}

func (w *world) own(login string) figure {
	w.T.Helper()
	return read(w.SignIn(login).Get(ownPath))[0]
}

func (w *world) partners(login string) []figure {
	w.T.Helper()
	return read(w.SignIn(login).Get(partnerPath + w.talk))
}

// Five cases make a figure for the bank itself, five of three counterparts one for the other side of a negotiation; a few less show nothing
// to either, whatever was answered.
func TestResponses(t *testing.T) {
	w := newWorld(t)
	if got := w.own("fin@a.example.jp"); got != (figure{"own", 0, 0}) {
		t.Errorf("at first %+v", got)
	}
	for range 4 {
		w.ask(w.AID, w.banks[0], "2026-11-09 10:00", "2026-11-09 15:00", false)
	}
	w.ask(w.AID, w.banks[0], "2026-11-09 10:00", "2026-11-09 15:00", true) // of a limited listing: it is none
	w.count()
	if got := w.own("fin@a.example.jp"); got != (figure{"own", 0, 0}) {
		t.Errorf("of four cases %+v", got)
	}
	w.ask(w.AID, w.banks[1], "2026-11-12 10:00", "", false) // six business days ago
	w.count()
	if got := w.own("fin@a.example.jp"); got.Speed != 1 || got.Share != 8 {
		t.Errorf("of five cases %+v", got)
	}
	if got := w.partners("fin@b.example.jp"); len(got) != 1 || got[0] != (figure{"sf", 0, 0}) {
		t.Errorf("the other side reads of two counterparts: %+v", got)
	}
	w.ask(w.AID, w.banks[2], "2026-11-13 10:00", "2026-11-16 10:00", false) // over a week-end: the next business day
	w.count()
	if got := w.partners("fin@b.example.jp"); len(got) != 1 || got[0].Party != "sf" || got[0].Speed != 1 || got[0].Share < 8 {
		t.Errorf("the other side reads %+v", got)
	}
	if got := w.partners("fin@a.example.jp"); len(got) != 2 || got[0] != (figure{"bf", 0, 0}) || got[1] != (figure{"buyer", 0, 0}) {
		t.Errorf("A reads of B %+v", got)
	}
	// Nobody else reads it, before a negotiation nobody at all, and of a strange buyer no bank.
	none := w.SignIn("fin@c.example.jp").Get(partnerPath + w.talk).Want(400)
	w.SignIn("fin@c.example.jp").Get(partnerPath + apptest.NoID).SameAs(none)
	w.SignIn("buy@b.example.jp").Get(partnerPath + w.talk).Want(400).HasNot("partyList")
	w.Visitor().Get(ownPath).Want(401)
	w.SignIn("fin@b.example.jp").Get(ownPath + "?companyId=" + w.BuyerB).Want(200).Has(`"party":"own"`)
	w.SignIn("fin@a.example.jp").Get(ownPath + "?companyId=" + w.BuyerB).SameAs(w.SignIn("fin@a.example.jp").Get(ownPath + "?companyId=" +
		apptest.NoID)).Want(400)
	w.do("UPDATE negotiation SET status = 0 WHERE id = ?", w.talk)
	if got := w.partners("fin@b.example.jp"); len(got) != 0 {
		t.Errorf("before the negotiation %+v", got)
	}
}

// A buyer's share is told to the seller's bank in three steps, so that nobody without a name is known again by it.
func TestBuyerIsToldInSteps(t *testing.T) {
	w := newWorld(t)
	w.do("INSERT INTO response_figure (party, day, speed, share, is_told) VALUES (?, '2026-11-21', 2, 9, 1)", w.BuyerB)
	if got := w.partners("fin@a.example.jp"); len(got) != 2 || got[1] != (figure{"buyer", 2, 8}) {
		t.Errorf("A reads %+v", got)
	}
	if got := read(w.SignIn("fin@b.example.jp").Get(ownPath + "?companyId=" + w.BuyerB)); got[0] != (figure{"own", 2, 9}) {
		t.Errorf("its own bank reads %+v", got)
	}
	w.do("UPDATE response_figure SET is_told = 0")
	if got := w.partners("fin@a.example.jp"); len(got) != 2 || got[1] != (figure{"buyer", 0, 0}) {
		t.Errorf("A reads of too few %+v", got)
	}
}

// Two worlds that differ in one answer given elsewhere on the same day answer alike, to the byte.
func TestOneAnswerTellsNothing(t *testing.T) {
	bodies := map[string][]string{}
	for _, world := range []string{"still", "answered today", "asked and answered today"} {
		w := newWorld(t)
		for i := range 6 {
			w.ask(w.AID, w.banks[i%3], "2026-11-09 10:00", "2026-11-10 15:00", false)
		}
		w.ask(w.BID, w.banks[0], "2026-11-20 10:00", "", false)
		w.count()
		switch world {
		case "answered today":
			w.say("talk-001", deal.OriginatorBF, "2026-11-22 10:00")
			w.say("talk-001", deal.OriginatorSF, "2026-11-22 11:00")
		case "asked and answered today":
			w.ask(w.AID, w.banks[3], "2026-11-22 09:00", "2026-11-22 09:30", false)
		}
		w.Job("responses")
		for _, login := range []string{"fin@a.example.jp", "fin@b.example.jp"} {
			c := w.SignIn(login)
			bodies[login] = append(bodies[login], c.Get(ownPath).Want(200).Body+c.Get(partnerPath+w.talk).Want(200).Body)
		}
	}
	for login, all := range bodies {
		for _, b := range all[1:] {
			if b != all[0] {
				t.Errorf("%s reads\n%s\n%s", login, all[0], b)
			}
		}
	}
	if !strings.Contains(bodies["fin@b.example.jp"][0], `"party":"sf","speed":2`) {
		t.Errorf("there is no figure to move: %s", bodies["fin@b.example.jp"][0])
	}
}
