package demo

import (
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/office"
	"tsunagu/app/public"
	"tsunagu/app/web"
	"tsunagu/store"
)

// demoRequest is an institution of the demo that applies to join.
type demoRequest struct {
	name, kana, code string
	kind             int
	prefecture, city string
	postcode, area   string
	person, mail     string
	before           time.Duration
	rejected         string // the office's reason; "" while it waits
}

var demoRequests = []demoRequest{
	{name: "凪音信用金庫", kana: "ナギネシンヨウキンコ", code: "9978", kind: 6, prefecture: "14", city: "14201", postcode: "238-0000", area: "046",
		person: "凪音 小春", mail: "koharu@nagine.example.jp", before: 30 * time.Hour},
	{name: "薄明パートナーズ株式会社", kana: "ハクメイパートナーズカブシキガイシャ", kind: 17, prefecture: "40", city: "40132", postcode: "812-0000", area: "092",
		person: "薄明 司", mail: "tsukasa@hakumei.example.jp", before: 12 * 24 * time.Hour,
		rejected: "金融機関ではなく、仲介会社の申請です。代表の方に電話で確認し、会員の規約の対象外であることをお伝えしました。"},
}

// tellRequests plans the applications: one that waits for the office, one that it has rejected.
func (d *demo) tellRequests() error {
	for _, x := range demoRequests {
		at := d.tx.Now().Add(-x.before)
		d.at(at, "request of "+x.name, func(tx *store.Tx) error {
			_, err := public.In(d.a.Platform).SaveAccountRequest(tx, web.Actor{},
				&public.AccountRequestInput{FinancialName: x.name, FinancialNameKana: x.kana, FinancialCode: x.code, FinancialType: x.kind,
					RepresentativeName: "代表 " + x.person,
					Postcode:           x.postcode, Prefecture: x.prefecture, City: x.city, Address: "港町0番地0", Phone: x.area + "-000-1100",
					ResponsibleParsonName: x.person, ResponsibleParsonDept: "地域連携部", ResponsibleParsonPos: "部長",
					ResponsibleParsonTel: x.area + "-000-1101", ResponsibleParsonMail: x.mail, HandlingBusiness: []int{1, 2}, SalesRegion: []int{3},
					IsTermsAccepted: new(true)})
			return err
		})
		if x.rejected == "" {
			continue
		}
		d.at(at.Add(26*time.Hour), "rejects "+x.name, func(tx *store.Tx) error {
			u, err := tx.UserByLogin(auth.FoldLoginID("office@demo.example.jp"))
			if err != nil {
				return err
			}
			by, err := d.actorOf(tx, u)
			if err != nil {
				return err
			}
			waiting := 0
			rs, _, err := tx.SearchAccountRequests(&waiting, store.Page{Limit: 1})
			if err != nil {
				return err
			}
			return office.In(d.a.Platform).RejectAccountRequest(tx, by, &office.OfficeRejection{AccountRequestID: rs[0].ID, Reason: x.rejected})
		})
	}
	return nil
}
