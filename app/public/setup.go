package public

import (
	"context"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// SetupLink is the one-time link to set up the network's name and the first office user, or "" once
// that has been done. Each start replaces the earlier link.
func (a Room) SetupLink(ctx context.Context) (link string, err error) {
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		empty, err := tx.IsEmpty()
		if err != nil || !empty {
			return err
		}
		link, _, err = a.NewLink(tx, &store.LinkKey{Kind: store.LinkSetup, SubjectID: "network"}, "/setup", web.SetupLife, false)
		return err
	})
	return link, err
}

// setupInput is the network's name and its first office user (domain.md 1, 9).
type setupInput struct {
	Key         string `json:"key"`
	NetworkName string `json:"networkName" limit:"40" doc:"ネットワークの名前"`
	UserName    string `json:"userName" limit:"40"`
	LoginID     string `json:"loginId" doc:"メールアドレス"`
	Password    string `json:"password" doc:"12文字以上"`
}

// setupKeyInput asks whether the setup link is still valid.
type setupKeyInput struct {
	Key string `json:"key"`
}

func (a Room) SetupCalls() {
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Public/GetSetupKey", Area: "public", Callers: web.ByKey, MaxBody: 4 << 10, PasswordDue: true,
		Records: "初回起動時のリンク", Summary: "初期設定のリンクが使えるか", Spec: "domain 9",
	},
		func(r *web.Request, in *struct{ Body setupKeyInput }) (web.Nothing, error) {
			return web.Nothing{}, r.Read(func(q *store.Q) error {
				_, err := setupKey(q, in.Body.Key)
				return err
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/Public/Setup", Area: "public", Callers: web.ByKey, MaxBody: 4 << 10, PasswordDue: true,
		Records: "初回起動時のリンク", Summary: "ネットワークの名前と最初の事務局利用者", Spec: "domain 1, 9",
	},
		func(r *web.Request, in *struct{ Body setupInput }) (web.Nothing, error) {
			return web.Nothing{}, a.setUp(r, &in.Body)
		})
}

// setupKey finds the valid key of the setup link.
func setupKey(q *store.Q, key string) (*store.LinkKey, error) {
	k, err := q.LinkKey(auth.HashSecret(key))
	if err == nil && (k.Kind != store.LinkSetup || !k.Alive(q.Now())) {
		err = web.ErrNotAvailable
	}
	return k, err
}

func (a Room) setUp(r *web.Request, in *setupInput) error {
	// Checked first, so that only a valid link causes a password hash and error messages about the
	// fields.
	if err := r.Read(func(q *store.Q) error { _, err := setupKey(q, in.Key); return err }); err != nil {
		return err
	}
	var c web.Check
	c.Text(in, "networkName", "ネットワークの名前", &in.NetworkName, true)
	c.Text(in, "userName", "氏名", &in.UserName, true)
	c.Mail("loginId", "メールアドレス", &in.LoginID, true)
	if err := auth.CheckNewPassword(in.Password, in.LoginID); err != nil {
		c.Fail("password", err.Error())
	}
	if err := c.Err(); err != nil {
		return err
	}
	hash, err := a.Hasher.Hash(r, in.Password)
	if err != nil {
		return err
	}
	return r.Write(func(tx *store.Tx) error {
		k, err := setupKey(&tx.Q, in.Key)
		if err != nil {
			return err
		}
		k.Used, k.DecidedIP = tx.Now(), r.IP
		if err := tx.UpdateLinkKey(k); err != nil {
			return err
		}
		u := &store.User{Role: int(deal.RoleADM), ClientType: 9, ClientID: web.OfficeClient, LoginID: in.LoginID,
			LoginFolded: auth.FoldLoginID(in.LoginID), UserName: in.UserName, Status: int(deal.UserEnabled),
			SystemType: int(deal.SystemAdmin), RegistType: int(deal.RegistAdmin), RegistSendMail: true, PasswordHash: hash,
			PasswordChanged: tx.Now()}
		web.Admit(tx, u, "")
		if err := tx.CreateUser(u, ""); err != nil {
			return err
		}
		if err := SetUpNetwork(tx, in.NetworkName, in.LoginID); err != nil {
			return err
		}
		if err := tx.AddPeriods(0, deal.FirstGates(), ""); err != nil {
			return err
		}
		return tx.AddAudit(r.Line("setup", "network", "network", "ok", ""))
	})
}

// SetUpNetwork gives a new network its name and its first texts, which the office can edit later.
func SetUpNetwork(tx *store.Tx, name, officeMail string) error {
	for _, s := range []struct{ name, value string }{{store.SettingNetworkName, name}, {store.SettingOfficeMail, officeMail},
		{store.SettingAccountRequest, "1"}} {
		if err := tx.SetSetting(s.name, s.value, ""); err != nil {
			return err
		}
	}
	for _, t := range firstTexts {
		t.Hash = web.TextHash(t.Title, t.Body)
		if err := tx.AddNetworkText(&t, ""); err != nil {
			return err
		}
	}
	for i, f := range FirstFAQs {
		f.Sort, f.IsPublic = i+1, true
		if err := tx.AddFAQ(&f); err != nil {
			return err
		}
	}
	for _, t := range FirstTopics {
		t.StartDate, t.IsPublic = tx.Today(), true
		if err := tx.CreateTopic(&t, ""); err != nil {
			return err
		}
	}
	return nil
}
