package persons_test

import (
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// wall is a network whose bank A shows its records to their teams alone, with a clerk who is in none.
type wall struct {
	*apptest.Talks
	id         string // a negotiation about A's listing
	outside    *apptest.Caller
	outsideID  string
	outsideLog string
}

func newWall(t *testing.T) *wall {
	w := &wall{Talks: apptest.NewTalks(apptest.NewPlatform(t)), outsideLog: "out@a.example.jp"}
	w.User(deal.RoleFIN, w.AID, w.outsideLog)
	w.outside = w.SignIn(w.outsideLog)
	w.outsideID = w.UserOf(w.outside).ID
	w.id = w.Started()
	w.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(w.AID, true) })
	return w
}

func (w *wall) row(c *apptest.Caller) apptest.Result {
	return c.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + w.id)
}

// reads are the answers of a caller about A's seller, its listing and its negotiation.
func (w *wall) reads(c *apptest.Caller) []apptest.Result {
	return []apptest.Result{w.row(c), apptest.SeeOverview(c, w.Listing), apptest.SeeDetails(c, w.Listing),
		c.Get("/api/SellerCompany/GetCompanyOverViewAsync?companyId=" + w.Seller),
		c.Get("/api/SellerBusiness/GetDisclosureLedger?sellerBusinessId=" + w.Listing)}
}

func (w *wall) wantAll(what string, c *apptest.Caller, status int) {
	w.T.Helper()
	for i, r := range w.reads(c) {
		if r.Status != status {
			w.T.Errorf("%s: answer %d has %d, want %d: %s", what, i, r.Status, status, r.Body)
		}
	}
}

// In force with the next request, in both directions: setting it, a team's members, who is in charge, and a deputy.
func TestWallFromOneRequestToTheNext(t *testing.T) {
	w := newWall(t)
	w.wantAll("in charge", w.FinA, 200)
	w.wantAll("outside", w.outside, 400)
	w.wantAll("the second clerk", w.SecondA, 400)
	if found := w.outside.Search(""); len(found) != 0 {
		t.Errorf("who is outside finds %q", found)
	}
	if found := w.FinB.Search(""); len(found) == 0 {
		t.Error("the other bank does not find the listing any more")
	}
	w.outside.Get("/api/MyPage/GetDesk").Want(200).HasNot(w.id, w.Listing)

	team := func(role store.TeamRole) {
		w.Write(func(tx *store.Tx) error { return tx.AddTeamMember(w.Seller, w.outsideID, role, "") })
	}
	team(store.TeamReader)
	w.wantAll("who may look", w.outside, 200)
	team(store.TeamApprover)
	w.wantAll("second eyes", w.outside, 200)
	w.Write(func(tx *store.Tx) error { _, err := tx.RemoveTeamMember(w.Seller, w.outsideID); return err })
	w.wantAll("who has left", w.outside, 400)

	put(w.FinA, "listing", w.Listing, w.UserOf(w.FinA).ID, w.outsideID).Want(200)
	w.wantAll("another person in charge", w.outside, 200)
	put(w.FinA, "listing", w.Listing, w.UserOf(w.FinA).ID).Want(200)
	w.wantAll("not any more", w.outside, 400)

	day := w.Clock.Now().In(store.JST).Format(time.DateOnly)
	a := w.UserOf(w.FinA).ID
	w.Write(func(tx *store.Tx) error {
		return tx.SetAbsence(&store.Absence{UserID: a, FirstDay: day, LastDay: day, DeputyID: w.outsideID}, "")
	})
	w.wantAll("a deputy", w.outside, 200)
	w.Clock.Add(24 * time.Hour)
	again := w.SignIn(w.outsideLog)
	w.wantAll("the day after", again, 400)

	w.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(w.AID, false) })
	w.wantAll("shown to all", again, 200)
}

// Who may look, or confirm as the second, does nothing else; and is told so without a word of the record.
func TestWallRoles(t *testing.T) {
	w := newWall(t)
	none := put(w.outside, "listing", w.Listing, w.outsideID).Want(400).Has("案件チーム")
	for _, role := range []store.TeamRole{store.TeamReader, store.TeamApprover} {
		w.Write(func(tx *store.Tx) error { return tx.AddTeamMember(w.Seller, w.outsideID, role, "") })
		for what, r := range map[string]apptest.Result{
			"takes it": put(w.outside, "listing", w.Listing, w.outsideID),
			"writes":   w.outside.Say(w.id, 2, "御連絡"),
			"plans":    w.outside.Deed("UpdateNextAction", w.id, map[string]any{"date": "2026-12-24"}),
			"stops": w.outside.Post("/api/SellerBusiness/DisableSellerBusiness", map[string]any{"sellerBusinessId": w.Listing,
				"version": 1, "comment": "理由"}),
			"refuses": w.outside.Deed("RecordOwnerConsent", w.id, map[string]any{"isApproval": false}),
		} {
			if r.Status != none.Status || r.Body != none.Body {
				t.Errorf("role %d %s: %d %s", role, what, r.Status, r.Body)
			}
		}
		read := w.row(w.outside).Want(200).JSON()
		for _, offered := range []string{"moves", "writableMessageTypes", "openMilestones"} {
			if some, _ := read[offered].([]any); len(some) != 0 {
				t.Errorf("role %d is offered %s %v", role, offered, some)
			}
		}
	}
	read := w.row(w.FinA).Want(200).JSON()
	if len(read["moves"].([]any)) == 0 || len(read["writableMessageTypes"].([]any)) == 0 {
		t.Errorf("who is in charge is offered %v and %v", read["moves"], read["writableMessageTypes"])
	}
}

// A team is not left without anybody in charge: nobody would see the record any more.
func TestTeamIsNotEmptied(t *testing.T) {
	w := newWall(t)
	a := w.UserOf(w.FinA).ID
	put(w.FinA, "sf", w.id, "").Want(200) // the listing is still his
	put(w.FinA, "listing", w.Listing, "").Want(200)
	put(w.FinA, "company", w.Seller, "").Want(422).Has("だれにも見えなくなります")
	want(t, "still", who(w.FinA, "company", w.Seller), a)
	put(w.FinA, "company", w.Seller, w.outsideID).Want(200)
	w.wantAll("who took it", w.outside, 200)
	w.wantAll("who gave it", w.FinA, 400)
	w.Write(func(tx *store.Tx) error { return tx.SetTeamOnly(w.AID, false) })
	put(w.FinA, "company", w.Seller, "").Want(200)
}

// A mail about a record goes to its team alone, and to the administrators where nobody is in it.
func TestWallMails(t *testing.T) {
	w := newWall(t)
	w.User(deal.RoleFAD, w.AID, "admin@a.example.jp")
	w.Write(func(tx *store.Tx) error { // he wants the mails of all
		u, err := tx.User(w.outsideID)
		if err == nil {
			u.IsMailedAll = true
			err = tx.UpdateUser(u, "")
		}
		return err
	})
	say := func() {
		w.SignIn("fin@b.example.jp").Say(w.id, 2, "御連絡").Want(200)
	}
	apptest.WantMails(t, "a message", w.Newly(say, mail.MessageReceived), "fin@a.example.jp "+string(mail.MessageReceived))
	a := w.UserOf(w.FinA).ID
	w.Write(func(tx *store.Tx) error {
		for of, id := range map[store.InCharge]string{store.InChargeOfCompany: w.Seller, store.InChargeOfListing: w.Listing,
			store.InChargeOfSF: w.id} {
			v := store.Viewer{UserID: a, InstitutionID: w.AID}
			seq, err := tx.InChargeSeq(v, of, id)
			if err == nil {
				err = tx.SetPersonsInCharge(v, of, seq, "", nil)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	w.wantAll("nobody's", w.FinA, 400)
	w.Clock.Add(31 * time.Minute)
	apptest.WantMails(t, "a message to a team of nobody", w.Newly(say, mail.MessageReceived),
		"admin@a.example.jp "+string(mail.MessageReceived))
}
