package public

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"io"

	"tsunagu/app/web"
	"tsunagu/store"
)

// network is what every page may show of the network before sign-in.
type network struct {
	NetworkName             string `json:"networkName"`
	IsDemo                  bool   `json:"isDemo"`
	IsAccountRequestEnabled bool   `json:"isAccountRequestEnabled"`
	OfficeMail              string `json:"officeMail"`
	OfficePhone             string `json:"officePhone"`
	Colour                  string `json:"colour" doc:"ネットワークの色 #rrggbb。空は標準"`
	Logo                    string `json:"logo" doc:"ロゴのアドレス。空はなし"`
	IsMailSent              bool   `json:"isMailSent" doc:"メールが届く。メールサーバーが設定されていて、送信を止めていない（デモでは画面で読める）"`
	HasDeclaration          bool   `json:"hasDeclaration" doc:"ネットワークの宣言を公開している"`
	HasDirectory            bool   `json:"hasDirectory" doc:"社内のアカウントでログインできる金融機関がある"`
}

func (a Room) NetworkCalls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/Public/GetNetwork", Area: "public", Callers: web.Anyone, PasswordDue: true,
		Records: "なし", Summary: "ネットワークの名前と設定", Spec: "domain 9",
	},
		func(r *web.Request, _ *struct{}) (network, error) {
			return web.Reading(r, func(q *store.Q) (network, error) {
				return a.network(q)
			})
		})
	web.AddFile(a.Platform, web.Call{
		Method: "GET", Path: web.LogoPath, Area: "public", Callers: web.Anyone, PasswordDue: true,
		Records: "なし", Summary: "ネットワークのロゴ（PNG）", Spec: "domain 9",
	},
		func(r *web.Request, _ *struct {
			Version string `query:"v" maxLength:"64" doc:"どのロゴか。新しいロゴは新しいアドレスになる"`
		}) (*web.Download, error) {
			return web.Reading(r, func(q *store.Q) (d *web.Download, err error) {
				picture, _, err := q.Logo()
				if err == nil {
					d = &web.Download{Name: "logo.png", MediaType: "image/png", Size: int64(len(picture)), Body: io.NopCloser(bytes.NewReader(picture))}
				}
				return d, err
			})
		})
}

func (a Room) network(q *store.Q) (n network, err error) {
	n.IsDemo = a.Demo
	enabled := ""
	for key, p := range map[string]*string{store.SettingNetworkName: &n.NetworkName, store.SettingOfficeMail: &n.OfficeMail,
		store.SettingOfficePhone: &n.OfficePhone, store.SettingAccountRequest: &enabled, store.SettingColour: &n.Colour} {
		if *p, err = q.Setting(key); err != nil {
			return n, err
		}
	}
	n.IsAccountRequestEnabled = enabled == "1"
	if n.IsMailSent, err = a.TellsByMail(q); err != nil {
		return n, err
	}
	if n.HasDeclaration, err = q.HasDeclaration(); err != nil {
		return n, err
	}
	if n.HasDirectory, err = q.HasDirectory(); err != nil {
		return n, err
	}
	hash, err := q.LogoHash()
	if hash != "" {
		n.Logo = web.LogoPath + "?v=" + hash
	}
	return n, err
}

// NetworkNote is the network's data as text embedded in the page, so that the first screen needs no
// call; empty if it cannot be read, and the page then calls.
func (a Room) NetworkNote(ctx context.Context) string {
	var note []byte
	err := a.Store.Read(ctx, func(q *store.Q) error {
		n, err := a.network(q)
		if err == nil {
			note, err = json.Marshal(n)
		}
		return err
	})
	if err != nil {
		return ""
	}
	return `<meta name="network" content="` + html.EscapeString(string(note)) + `">`
}
