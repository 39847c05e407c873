package app

import (
	"context"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// setupLife is how long the one-time link of the first start is good for; the next start
// prints a new one.
const setupLife = 24 * time.Hour

// officeClient is the client id of the office's own users, who belong to no institution.
const officeClient = "office"

// SetupLink is the one-time link to set up the network's name and the first office user, or ""
// when that was done. Each start replaces the link before.
func (a *App) SetupLink(ctx context.Context) (link string, err error) {
	return link, a.store.Write(ctx, func(tx *store.Tx) error {
		empty, err := tx.IsEmpty()
		if err != nil || !empty {
			return err
		}
		link, _, err = a.newLink(tx, &store.LinkKey{Kind: store.LinkSetup, SubjectID: "network"}, "/setup", setupLife, false)
		return err
	})
}

func (a *App) setupCalls() {
	type setup struct {
		Body struct {
			Key         string `json:"key"`
			NetworkName string `json:"networkName" doc:"ネットワークの名前"`
			UserName    string `json:"userName"`
			LoginID     string `json:"loginId" doc:"メールアドレス"`
			Password    string `json:"password"`
		}
	}
	add(a, call{"POST", "/api/Public/Setup", "public", byKey, "初回起動時のリンク", "ネットワークの名前と最初の事務局利用者", "domain 1, 9", 0, true},
		func(r *request, in *setup) (nothing, error) {
			b := &in.Body
			var c check
			c.text("networkName", "ネットワークの名前", &b.NetworkName, true, 40)
			c.text("userName", "氏名", &b.UserName, true, 40)
			c.mail("loginId", "メールアドレス", &b.LoginID, true)
			if err := auth.CheckNewPassword(b.Password, b.LoginID); err != nil {
				c.fail("password", err.Error())
			}
			if err := c.err(); err != nil {
				return nothing{}, err
			}
			hash, err := r.a.hasher.Hash(r, b.Password)
			if err != nil {
				return nothing{}, err
			}
			return nothing{}, r.write(func(tx *store.Tx) error {
				k, err := tx.LinkKey(auth.HashSecret(b.Key))
				if err != nil {
					return err
				}
				if k.Kind != store.LinkSetup || !k.Alive(tx.Now()) {
					return errNotAvailable
				}
				k.Used = tx.Now()
				if err := tx.UpdateLinkKey(k); err != nil {
					return err
				}
				u := &store.User{Role: int(deal.RoleADM), ClientType: 9, ClientID: officeClient, LoginID: b.LoginID, LoginFolded: auth.FoldLoginID(b.LoginID), UserName: b.UserName, Status: int(deal.UserEnabled),
					SystemType: int(deal.SystemAdmin), RegistType: int(deal.RegistAdmin), RegistSendMail: true, PasswordHash: hash, PasswordChanged: tx.Now()}
				if err := tx.CreateUser(u, ""); err != nil {
					return err
				}
				if err := a.setUpNetwork(tx, b.NetworkName, b.LoginID); err != nil {
					return err
				}
				return tx.AddAudit(r.line("setup", "network", "network", "ok", ""))
			})
		})
}

// setUpNetwork gives a new network its name and its first texts, which the office edits later.
func (a *App) setUpNetwork(tx *store.Tx, name, officeMail string) error {
	for k, v := range map[string]string{store.SettingNetworkName: name, store.SettingOfficeMail: officeMail, store.SettingAccountRequest: "1"} {
		if err := tx.SetSetting(k, v, ""); err != nil {
			return err
		}
	}
	for _, t := range firstTexts {
		t.Hash = textHash(t.Title, t.Body)
		if err := tx.AddNetworkText(&t, ""); err != nil {
			return err
		}
	}
	return nil
}
