package listing_test

import (
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/office"
	"tsunagu/store"
)

// Who watches over an institution's people is told what others do to them, and it is in its own log.
func TestWatchersAreTold(t *testing.T) {
	c := apptest.NewConsole(apptest.NewPlatform(t))
	u := c.User(deal.RoleFIN, c.BankA, "fin@a.example.jp")
	deed := func(name string, more map[string]any) {
		t.Helper()
		c.Office.Post("/api/Office/"+name, apptest.With(map[string]any{"userId": u.ID, "version": userRow(c.Platform, u.ID).Version},
			more)).Want(200)
	}
	c.SignIn("fin@a.example.jp")
	deed("UnlockUser", nil)
	deed("EndSessions", nil)
	deed("DisableUser", nil)
	deed("EnableUser", nil)
	for event, want := range map[string]bool{"user_unlocked": true, "sessions_ended": true, "user_blocked": true, "user_unblocked": true} {
		if got := strings.Contains(c.FadA.Get("/api/Office/GetAuditList?event="+event).Want(200).Body, u.ID); got != want {
			t.Errorf("%s stands in the institution's own log: %v", event, got)
		}
		c.FadB.Get("/api/Office/GetAuditList?event=" + event).Want(200).Has(`"allCount":0`)
	}
	if n := c.KindsTo(mail.UserChanged, "admin@a.example.jp"); n != 2 {
		t.Errorf("%d mails to the administrator, of a stop and its end", n)
	}
	// At the machine itself.
	c.Write(func(tx *store.Tx) error {
		return tx.PutSecondStep(&store.SecondStep{UserID: u.ID, Secret: []byte("x"), Enabled: tx.Now()})
	})
	if err := office.In(c.App.Platform).ResetSecondStep(t.Context(), "fin@a.example.jp"); err != nil {
		t.Fatal(err)
	}
	c.FadA.Get("/api/Office/GetAuditList?event=second_step_reset").Want(200).Has(u.ID, "tsunagu reset-totp")
	if n := c.KindsTo(mail.UserChanged, "admin@a.example.jp"); n != 3 {
		t.Error("the administrator is told of it")
	}
	if n := c.KindsTo(mail.UserChanged, "admin@b.example.jp"); n != 0 {
		t.Errorf("%d mails to another institution", n)
	}
}

// The contact that is to be told cannot be turned off unseen: the former one is told as well.
func TestContactMovedIsTold(t *testing.T) {
	p := apptest.NewPlatform(t)
	b := apptest.NewBanks(p)
	p.User(deal.RoleFAD, b.AID, "admin@a.example.jp")
	p.Write(func(tx *store.Tx) error {
		i, err := tx.Institution(b.AID)
		if err != nil {
			return err
		}
		i.ResponsibleMail = "contact@a.example.jp"
		return tx.UpdateInstitution(i, "")
	})
	info := b.FinA.Get("/api/Financial/GetFinancialInfo").Want(200).JSON()
	body := map[string]any{"version": info["version"], "representativeName": "湊 頭取", "postcode": "220-0001", "prefecture": "14",
		"city": "14103", "address": "1番地", "phone": "045-000-0000",
		"responsibleParsonName": "湊 担当", "responsibleParsonDepartment": "支援部", "responsibleParsonTel": "045-000-0001",
		"responsibleParsonMail": "contact2@a.example.jp", "handlingBusiness": []int{1}, "salesRegion": []int{6}}
	b.FinA.Post("/api/Financial/RegistFinancial", body).Want(200)
	if p.KindsTo(mail.ContactChanged, "contact@a.example.jp") != 1 || p.KindsTo(mail.ContactChanged, "admin@a.example.jp") != 1 ||
		len(p.Mails("contact2@a.example.jp")) != 0 {
		t.Error("the former contact and the administrators are told")
	}
}

// The user named in an application is admitted with it; another whom the office names is not.
func TestApplicationAdmitsItsOwn(t *testing.T) {
	for _, login := range []string{"", "x@n.example.jp"} {
		c := apptest.NewConsole(apptest.NewPlatform(t))
		c.Visitor().Post("/api/AccountRequest/RegistAccountRequest",
			apptest.With(apptest.AccountRequest(), map[string]any{"financialCode": "9990"})).Want(200)
		id := c.Office.Get("/api/Office/GetAccountRequestList").Want(200).JSON()["requestList"].([]any)[0].(map[string]any)["accountRequestId"]
		user := c.Office.Post("/api/Office/ApproveAccountRequest",
			map[string]any{"accountRequestId": id, "loginId": login}).Want(200).JSON()["userId"].(string)
		u := userRow(c.Platform, user)
		contact := apptest.AccountRequest()["responsibleParsonMail"].(string)
		if named := login == ""; deal.ApproverState(u.Approver).MayApprove() != named ||
			(auth.FoldLoginID(u.LoginID) == auth.FoldLoginID(contact)) != named {
			t.Errorf("login %q: %+v", login, u)
		} else if (c.KindsTo(mail.UserAdded, contact) == 1) == named {
			t.Errorf("login %q: the contact has %d mails of it", login, c.KindsTo(mail.UserAdded, contact))
		}
	}
}
