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

// tellDeclaration plans what the network says of itself in public.
func (d *demo) tellDeclaration() error {
	at := d.tx.Now().Add(-30 * 24 * time.Hour)
	d.at(at, "declaration of the network", func(tx *store.Tx) error {
		u, err := tx.UserByLogin(auth.FoldLoginID("office@demo.example.jp"))
		if err != nil {
			return err
		}
		by, err := d.actorOf(tx, u)
		if err != nil {
			return err
		}
		return public.PublishDeclaration(tx, by, &public.DeclarationInput{Title: "つなぐデモネットワークの宣言", ItemList: []public.DeclarationItem{
			{Heading: "買手の財務", Text: "直近3期の決算書で、純資産と借入れの状況を確かめます。"},
			{Heading: "買手のコンプライアンス", Text: "法令違反と行政処分の有無を、公表されている情報で確かめます。"},
			{Heading: "買手の事業の実態", Text: "事業所を訪ね、取引の状況をうかがいます。"},
			{Heading: "買手の実質的支配者", Text: "会社を実質的に支配している方を確かめます。"},
			{Heading: "資金の見込み", Text: "譲受の資金をどのように用意するかを確かめます。"},
			{Heading: "過去のM&Aと経営者保証の解除", Text: "過去に譲り受けた会社について、約束が守られたかを確かめます。"},
		}, Sharing: 1, SharingSince: at.AddDate(0, -2, 0).In(store.JST).Format(time.DateOnly),
			SharingNote: "架空の団体が共有するリストを、実名での交渉を申し込む前に照会します。",
			Body: "確かめた内容の概要は、売手のオーナーが実名での交渉を決める前に、担当の金融機関からお伝えします。\n" +
				"お気づきのことは、お問い合わせ画面から事務局にお知らせください。"})
	})
	return nil
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
