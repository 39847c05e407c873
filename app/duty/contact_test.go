package duty_test

import (
	"context"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/upkeep"
	"tsunagu/store"
)

// What a bank writes of a company that asked to be left alone, and that it did not any more.
var (
	asksNoContact = body{"request": "stop", "toName": "代表取締役 山本 一郎", "how": "phone", "note": "当分は考えたくない"}
	asksAgain     = body{"request": "lift", "toName": "代表取締役 山本 一郎", "how": "visit"}
)

// A company that asked to be left alone gets no mail and no offer from the next request on, and those that wait are gone. What it asks for
// itself it gets. It ends when a second user has confirmed that it is over.
func TestContactStop(t *testing.T) {
	w := apptest.NewTalks(apptest.NewPlatform(t))
	buyer, id := ofCompany(w.BuyerB), asked(w)
	write := func() {
		w.FinB.Say(id, int(deal.MessageBUYtoBF), "資料をお送りします").Want(200)
	}
	waits := func() int {
		return w.Count("SELECT count(*) FROM outbox WHERE address = 'buy@b.example.jp' AND state = ?", store.MailWaiting)
	}
	write()
	if waits() == 0 {
		t.Fatal("the buyer is not mailed")
	}
	if r := row(w.FinB, buyer, deal.DutyContactStop); r["state"] != "none" || r["stateLabel"] != "申出なし" {
		t.Errorf("before: %v", r)
	}
	record(w.FinB, buyer, company, deal.DutyContactStop, asksAgain, nil).Want(422).Has("values.request")
	made := record(w.FinB, buyer, company, deal.DutyContactStop, asksNoContact, nil).Want(200).JSON()["dutyId"].(string)
	if r := wantState(w.FinB, buyer, deal.DutyContactStop, "stopped"); r["stateLabel"] != "申出により停止中" {
		t.Errorf("%v", r)
	}
	w.FinB.Get(buyer.query()).Want(200).Has(`"stopped":"この企業から営業停止の申出を受けている`)

	// What waited goes to nobody, and leaves nothing behind.
	var due []store.OutboxMail
	w.Clock.Add(time.Hour)
	w.Read(func(q *store.Q) (err error) { due, err = q.DueMails(100); return err })
	for i := range due {
		gone, err := upkeep.In(w.App.Platform).IsWithdrawn(context.Background(), &due[i])
		if isBuyers := due[i].Address == "buy@b.example.jp"; err != nil || gone != isBuyers {
			t.Errorf("%s to %s: withdrawn %v, %v", due[i].Kind, due[i].Address, gone, err)
		}
	}
	if n := w.Count("SELECT count(*) FROM outbox WHERE address = 'buy@b.example.jp'"); n != 0 {
		t.Errorf("%d mails left", n)
	}
	w.FinB, w.SecondB = w.SignIn("fin@b.example.jp"), w.SignIn("fin2@b.example.jp")
	write()
	colleague := w.User(deal.RoleBUY, w.BuyerB, "new@b.example.jp")
	w.Write(func(tx *store.Tx) error {
		colleague.Status, colleague.PasswordHash = int(deal.UserUnapproved), ""
		return tx.UpdateUser(colleague, "")
	})
	w.FinB.Send("PUT", "/api/BuyerCompanyUser/ReSendInvitation", body{"userId": colleague.ID}).Want(409).Has("営業停止の申出")
	w.FinB.Post("/api/BuyerCompanyUser/MakeLetter", body{"userId": colleague.ID}).Want(409).Has("営業停止の申出")
	if waits() != 0 || len(w.Mails(colleague.LoginID)) > 0 {
		t.Error("a message is mailed all the same")
	}
	w.FinB.To(id, 1, 2, nil).Want(409).Has("営業停止の申出")
	w.Reset("buy@b.example.jp")
	if got := w.Mails("buy@b.example.jp"); len(got) != 1 || got[0].Kind != "password_reset" {
		t.Errorf("what it asked for: %v", got)
	}

	// One alone does not lift it.
	lift := record(w.FinB, buyer, company, deal.DutyContactStop, asksAgain, body{"replaces": made}).Want(200).JSON()["dutyId"].(string)
	wantState(w.FinB, buyer, deal.DutyContactStop, "waiting")
	write()
	if n := w.Count("SELECT count(*) FROM outbox WHERE kind = 'message_received' AND address = 'buy@b.example.jp'"); n != 0 {
		t.Error("one user alone lifted it")
	}
	w.FinB.Post(base+"ConfirmDuty", body{"dutyId": lift}).Want(409)
	w.SecondB.Post(base+"ConfirmDuty", body{"dutyId": lift}).Want(200)
	if r := wantState(w.FinB, buyer, deal.DutyContactStop, "done"); r["stateLabel"] != "取下げ済み" {
		t.Errorf("%v", r)
	}
	write()
	if n := w.Count("SELECT count(*) FROM outbox WHERE kind = 'message_received' AND address = 'buy@b.example.jp'"); n != 1 {
		t.Errorf("%d mails afterwards", n)
	}
	// Asked again, it holds at once, without a second user.
	record(w.FinB, buyer, company, deal.DutyContactStop, asksNoContact, body{"replaces": lift}).Want(200)
	wantState(w.FinB, buyer, deal.DutyContactStop, "stopped")
	w.FinB.To(id, 1, 2, nil).Want(409).Has("営業停止の申出")
}
