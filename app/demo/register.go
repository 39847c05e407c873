package demo

import (
	"maps"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// demoRegistration is a buyer of the demo whose registration is not complete. It copies place and
// figures of one of the bank's buyers.
type demoRegistration struct {
	bank               string
	name, person, kana string
	mail               string
	returned           string // the bank's comment on a first registration
	registered         bool   // sent in; the bank has to approve it
	isTrial            bool
}

var demoRegistrations = []demoRegistration{
	{bank: demoBankA, name: "凪浜フーズ株式会社", person: "凪浜 航", kana: "ナギハマ ワタル", mail: "wataru@nagihama.example.jp"},
	{bank: demoBankA, name: "灯台物流株式会社", person: "灯 美咲", kana: "アカリ ミサキ", mail: "misaki@todai.example.jp",
		returned: "代表電話番号をご確認ください。登記上の所在地と、建物名もあわせてお願いします。"},
	{bank: demoBankA, name: "楓林メディカル株式会社", person: "楓 林太郎", kana: "カエデ リンタロウ", mail: "rintaro@furin.example.jp", registered: true},
	{bank: demoBankA, name: "潮待商店株式会社", person: "試野 十和", kana: "タメシノ トワ", mail: demoTrialLogin, isTrial: true},
	{bank: demoBankB, name: "汐見建材株式会社", person: "汐見 透", kana: "シオミ トオル", mail: "toru@shiomi.example.jp"},
	{bank: demoBankB, name: "暁星テクノ株式会社", person: "暁 星子", kana: "アカツキ ホシコ", mail: "hoshiko@gyosei.example.jp", returned: "企業形態を選び直してください。",
		registered: true},
}

// tellRegistrations plans the last days of the buyers that register themselves, and a further user
// whom a buyer of A has added.
func (d *demo) tellRegistrations() error {
	rows, err := d.rows("demo_buyers.csv")
	if err != nil {
		return err
	}
	like := map[string][]map[string]string{}
	for _, r := range rows {
		like[r["financialCode"]] = append(like[r["financialCode"]], r)
	}
	now := d.tx.Now()
	for n, x := range demoRegistrations {
		r := maps.Clone(like[x.bank][n+1])
		maps.Copy(r, map[string]string{"companyName": x.name, "representativeName": x.person, "corporateRegistrationNumber": "",
			"homePageUrl": "", "listType": "2", "securityCode": ""})
		var id string
		at := now.Add(-60*time.Hour + time.Duration(n)*time.Hour)
		d.at(at, "invites "+x.name, func(tx *store.Tx) error {
			id, err = d.invite(tx, x, r)
			return err
		})
		if x.returned != "" {
			d.at(at.Add(20*time.Hour), "first registration of "+x.name, func(tx *store.Tx) error { return d.registerByKey(tx, x, r, id, "0番地0") })
			d.at(at.Add(26*time.Hour), "returns "+x.name, func(tx *store.Tx) error { return d.returnRegistration(tx, x, id) })
		}
		if x.registered {
			d.at(at.Add(40*time.Hour), "registration of "+x.name, func(tx *store.Tx) error { return d.registerByKey(tx, x, r, id, "0番地0 本社ビル2階") })
		}
	}
	d.at(now.Add(-5*time.Hour), "a further user", func(tx *store.Tx) error {
		for _, c := range d.buyers {
			if c.bank == d.banks[demoBankA] && d.firstBuyer(c) {
				_, err := company.In(d.a.Platform).SaveUser(tx, c.who, company.BuyerUsers,
					&company.UserInput{UserFields: company.UserFields{LoginID: "further@demo.example.jp", UserName: "加瀬 七瀬", UserNameKana: "カセ ナナセ",
						Department: "経営企画部"}})
				return err
			}
		}
		return nil
	})
	return nil
}

func (d *demo) invite(tx *store.Tx, x demoRegistration, r map[string]string) (string, error) {
	by := d.banks[x.bank].first
	id, err := company.SaveCompanyOverview(tx, by, store.Buyer,
		&company.CompanyOverviewInput{CompanyOverviewFields: demoOverview(r), IsTrial: &x.isTrial})
	if err != nil {
		return "", err
	}
	user, err := company.In(d.a.Platform).SaveUser(tx, by, company.BuyerUsers,
		&company.UserInput{ClientID: id, UserFields: company.UserFields{LoginID: x.mail, UserName: x.person}})
	if err != nil {
		return "", err
	}
	u, err := tx.User(user)
	if err != nil {
		return "", err
	}
	return id, d.login(tx, u)
}

func (d *demo) registerByKey(tx *store.Tx, x demoRegistration, r map[string]string, id, building string) error {
	k, err := tx.LatestLinkKey(store.LinkRegistration, id)
	if err != nil {
		return err
	}
	p := &company.Registering{Key: k}
	if p.Company, err = tx.CompanyOf(id); err != nil {
		return err
	}
	if p.User, err = tx.User(k.UserID); err != nil {
		return err
	}
	terms, err := tx.NetworkText("terms")
	if err != nil {
		return err
	}
	in := &company.RegistrationInput{Overview: demoOverview(r), Details: demoDetails(r), TermsVersion: terms.Version,
		DeclarationVersion: deal.AntisocialVersion,
		User: company.RegistrationUserInput{UserFields: company.UserFields{LoginID: x.mail, UserName: x.person, UserNameKana: x.kana,
			Position: "代表取締役", Phone1: r["phone"]}, Password: DemoPassword}}
	in.Details.BuildingName = building
	in.Overview.SalesAmount = max(in.Overview.SalesAmount-1, 1) // the buyer corrects the bank's estimate
	return company.In(d.a.Platform).Register(tx, web.Actor{}, p, in, d.hashes[demoTrialLogin])
}

func (d *demo) returnRegistration(tx *store.Tx, x demoRegistration, id string) error {
	waiting, err := tx.WaitingRegistration(id)
	if err != nil {
		return err
	}
	return company.In(d.a.Platform).ChangeCompanyStatus(tx, d.banks[x.bank].first, store.Buyer,
		&company.CompanyStatusInput{CompanyID: id, ExpectedStatus: int(deal.CompanyFinancialNotApproved),
			Event: string(deal.CompanyReturn), Comment: x.returned, RegistrationID: waiting.ID})
}
