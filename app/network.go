package app

import "tsunagu/store"

// network is what every page may know of the network before anybody signed in.
type network struct {
	NetworkName             string `json:"networkName"`
	IsDemo                  bool   `json:"isDemo"`
	IsAccountRequestEnabled bool   `json:"isAccountRequestEnabled"`
	OfficeMail              string `json:"officeMail"`
	OfficePhone             string `json:"officePhone"`
}

func (a *App) networkCalls() {
	add(a, call{"GET", "/api/Public/GetNetwork", "public", anyone, "なし", "ネットワークの名前と設定", "domain 9", 0, true},
		func(r *request, _ *struct{}) (n network, err error) {
			return n, r.read(func(q *store.Q) error {
				n.IsDemo = r.a.Demo
				enabled := ""
				for key, p := range map[string]*string{store.SettingNetworkName: &n.NetworkName, store.SettingOfficeMail: &n.OfficeMail, store.SettingOfficePhone: &n.OfficePhone, store.SettingAccountRequest: &enabled} {
					if *p, err = q.Setting(key); err != nil {
						return err
					}
				}
				n.IsAccountRequestEnabled = enabled == "1"
				return nil
			})
		})
}
