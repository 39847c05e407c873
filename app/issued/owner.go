package issued

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/duty"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

func offerNameClear(q *store.Q, by web.Actor, id string) (*Offer, error) {
	d, err := dealing(q, by, id)
	if err != nil || d.NegotiationStatus() != deal.NegotiationHope {
		return nil, err
	}
	m, ok := askOwner(d)
	if !ok {
		return nil, nil
	}
	return &Offer{Text: "どの買手企業に会社名を伝えてよいかを、オーナーにたずねる書面です。買手企業の名前が載ります。オーナーにだけ渡してください。",
		Blocked: m.Blocked}, nil
}

// nameClear is ネームクリア依頼: what the owner's page says of the buyer, and no more (domain.md 3.5, status 2).
func (a Room) nameClear(q *store.Q, d *negotiation.Dealing) (*contents, *Paper, error) {
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, nil, err
	}
	view := disclosure.BuyerViewOf(disclosure.BuyerViewFacts{HasRow: true, Status: d.NegotiationStatus()})
	buyer, err := negotiation.In(a.Platform).BuyerOf(q, store.Viewer{InstitutionID: d.SFID}, d, view, false)
	if err != nil {
		return nil, nil, err
	}
	report, err := duty.ReportToOwner(q, d.NegotiationRow)
	if err != nil {
		return nil, nil, err
	}
	company := disclosure.DisplayName(d.PublishedCompany, true)
	c := &contents{whom: "オーナー　" + company}
	c.add(typeset.Text("御社に関心を持つ買手企業から、会社名を知ったうえで交渉したいとの申し出がありました。下の買手企業と、その担当の金融機関に、" +
		"御社の名前をお伝えしてよいか、お答えください。承諾いただくまで、会社名が伝わることはありません。"))
	c.add(typeset.Heading("案件"), filled(typeset.Field{Label: "番号", Value: web.CaseNumber("N", d.ID)},
		typeset.Field{Label: "案件名", Value: d.BusinessName}, typeset.Field{Label: "お伝えする会社名", Value: company},
		typeset.Field{Label: "担当の金融機関", Value: names[d.SFID]}, typeset.Field{Label: "申し出の日時", Value: japanTime(d.RealNameRequestedAt)},
		typeset.Field{Label: "回答の期限", Value: japanDate(d.AnswerDue)}))
	c.add(typeset.Heading("お伝えする先"), filled(typeset.Field{Label: "買手企業", Value: buyer.DisplayName},
		typeset.Field{Label: "業種", Value: industries(buyer.IndustryType)}, typeset.Field{Label: "所在地", Value: placeOf(buyer)},
		typeset.Field{Label: "その担当の金融機関", Value: names[d.BFID]}))
	c.add(typeset.Heading("買手調査の報告"))
	if report.Report == nil {
		c.add(typeset.Text("報告なし"))
	} else {
		r := report.Report
		c.add(filled(typeset.Field{Label: "調べた日", Value: japanDate(r.PerformedOn)}, typeset.Field{Label: "調べた人", Value: r.LookedBy},
			typeset.Field{Label: "全体の結果", Value: r.ResultLabel}, typeset.Field{Label: "買手側金融機関から", Value: r.Line},
			typeset.Field{Label: "担当の金融機関から", Value: report.BankLine}))
		t := typeset.Table{Columns: []typeset.Column{{Title: "調べたこと", Width: 3}, {Title: "結果", Width: 2}}}
		for _, x := range r.ItemList {
			t.Rows = append(t.Rows, []string{x.Label, x.ResultLabel})
		}
		if len(t.Rows) > 0 {
			c.add(t)
		}
		if report.IsReplaced {
			c.add(typeset.Note("買手側の金融機関は、この報告のあとに報告し直しています。新しい報告は、担当の金融機関にお尋ねください。"))
		}
	}
	c.add(typeset.Heading("承諾されると、お伝えするもの"),
		typeset.Text("会社名、代表者、住所、電話番号、決算の金額、市場・取引先・商品の説明。資料（企業概要書など）は、一つずつ、別に開示します。"),
		typeset.Heading("書面で回答されるとき"), typeset.Form{{Label: "回答", Value: "□ 承諾する\n□ 承諾しない"}, {Label: "日付", Value: "　　　　年　　月　　日"},
			{Label: "会社名", Value: "　"}, {Label: "署名・押印", Value: "　\n　"}},
		typeset.Note("リンクで回答されるときは、この欄の記入は要りません。"))
	return c, &Paper{Kind: KindNameClear, Form: formNameClear, Of: store.InChargeOfSF, Level: disclosure.L4, View: disclosure.BuyerStatus2,
		Recipient: "オーナー", Basis: "オーナーへの依頼"}, nil
}

func industries(codes []string) string {
	var out []string
	for _, code := range codes {
		if s, ok := master.FindIndustry(code); ok {
			out = append(out, s.Name)
		}
	}
	return strings.Join(out, "、")
}

func placeOf(b *negotiation.NegotiationBuyer) string {
	if b.Location == nil {
		return ""
	}
	out := ""
	if p, ok := master.FindPrefecture(b.Location.PrefectureCode); ok {
		out = p.Name
	}
	if city, ok := master.FindCity(b.Location.CityCode); ok {
		out += city.FullName
	}
	return out
}

func offerOwnerConsent(q *store.Q, by web.Actor, id string) (*Offer, error) {
	d, err := dealing(q, by, id)
	if err != nil || viewOf(d) < disclosure.BuyerStatus2 {
		return nil, err
	}
	switch _, _, err := consentOf(q, d); {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &Offer{Text: "オーナーが、買手企業への実名の開示を承諾した記録です。自機関とオーナーの控えで、買手側には渡りません。"}, nil
}

// ownerConsent is 実名開示の承諾書: how the owner agreed, by his link or on a paper with two users of his bank.
func ownerConsent(q *store.Q, d *negotiation.Dealing) (*contents, *Paper, error) {
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, nil, err
	}
	at, how, err := consentOf(q, d)
	if err != nil {
		return nil, nil, err
	}
	buyer, view := buyerOf(d)
	company := disclosure.DisplayName(d.PublishedCompany, true)
	c := &contents{whom: "オーナー　" + company + "、" + names[d.SFID]}
	c.add(typeset.Text(company + "は、下の買手企業と、その担当の金融機関に、会社名などの実名を開示することを承諾しました。"))
	c.add(typeset.Heading("案件"), filled(typeset.Field{Label: "番号", Value: web.CaseNumber("N", d.ID)},
		typeset.Field{Label: "案件名", Value: d.BusinessName}, typeset.Field{Label: "実名を開示する会社", Value: company},
		typeset.Field{Label: "担当の金融機関", Value: names[d.SFID]}))
	c.add(typeset.Heading("開示先"), filled(typeset.Field{Label: "買手企業", Value: buyer},
		typeset.Field{Label: "その担当の金融機関", Value: names[d.BFID]}))
	c.add(typeset.Heading("承諾の記録"), filled(append([]typeset.Field{{Label: "承諾した日時", Value: japanTime(at)}}, how...)...))
	return c, &Paper{Kind: KindOwnerConsent, Form: formOwnerConsent, Of: store.InChargeOfSF, Level: disclosure.L4, View: view,
		Recipient: "オーナーと売手側金融機関の控え", Basis: "オーナーの承諾"}, nil
}

// consentOf is when and how the owner agreed: as it stands now, or what the names were opened on once; ErrNotFound.
func consentOf(q *store.Q, d *negotiation.Dealing) (at time.Time, how []typeset.Field, err error) {
	until := d.ApprovedAt
	if deal.SellerApprovalStatus(d.SellerApprovalStatus) == deal.SellerAgreed {
		until = q.Now()
	}
	if until.IsZero() {
		return at, nil, store.ErrNotFound
	}
	k, err := q.AgreedLink(store.LinkOwnerConsent, d.ID, until)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return at, nil, err
	}
	p, failed := q.ConfirmedPaper(store.PaperOwnerConsent, d.ID, until)
	if failed != nil && !errors.Is(failed, store.ErrNotFound) {
		return at, nil, failed
	}
	switch {
	case err == nil && (failed != nil || k.Used.After(p.Confirmed)):
		return k.Used, []typeset.Field{{Label: "方法", Value: "リンクと、別にお伝えしたパスコードによる回答"},
			{Label: "回答した人（記入した氏名）", Value: k.DecidedName}, {Label: "コメント", Value: k.DecidedComment},
			{Label: "接続元のIPアドレス", Value: k.DecidedIP}}, nil
	case failed == nil:
		how, err = paperConsent(q, d, p)
		return p.Confirmed, how, err
	}
	return at, nil, store.ErrNotFound
}

// paperConsent is a consent on a signed paper, with the two users of the bank.
func paperConsent(q *store.Q, d *negotiation.Dealing, p *store.Paper) ([]typeset.Field, error) {
	rows := []typeset.Field{{Label: "方法", Value: "署名済みの書面を、担当の金融機関の二人が登録・確認"}}
	for _, who := range []struct{ label, user string }{{"登録した担当者", p.RequestedBy}, {"確認した担当者", p.ConfirmedBy}} {
		name, err := nameOf(q, who.user, d.SFID)
		if err != nil {
			return nil, err
		}
		rows = append(rows, typeset.Field{Label: who.label, Value: cmp.Or(name, "前に所属していた担当者")})
	}
	if p.FileID == nil {
		return rows, nil
	}
	f, err := q.File(*p.FileID)
	if err != nil {
		return nil, err
	}
	return append(rows, typeset.Field{Label: "署名済みの書面", Value: f.Name}, typeset.Field{Label: "そのSHA-256", Value: f.SHA256}), nil
}

// ownerPaper is a paper for the holder of an owner's link with its passcode: the request while he can answer, what he agreed to once he
// did, until the link would have ended. His bank keeps it. A wrong passcode counts as on his page.
func (a Room) ownerPaper(r *web.Request, in *ownerPaperInput) (*web.Download, error) {
	var wrong error
	out, err := a.handOut(r, func(tx *store.Tx) (*store.IssuedPaper, error) {
		wrong = nil
		k, err := tx.LinkKey(auth.HashSecret(in.Key))
		if err != nil {
			return nil, err
		}
		agreed := !k.Used.IsZero() && k.Decision == "agreed" && k.Revoked.IsZero() && tx.Now().Before(k.Expires)
		if k.Kind != store.LinkOwnerConsent || k.PasscodeHash == "" || !k.Alive(tx.Now()) && !agreed {
			return nil, store.ErrNotFound
		}
		matches, err := a.TryPasscode(tx, k, in.Passcode, r.Line("owner_consent.passcode", "negotiation", k.SubjectID, "refused", ""))
		if err != nil {
			return nil, err
		}
		if !matches {
			wrong = negotiation.WrongPasscode(deal.WrongPasscodes - k.Attempts)
			return nil, a.tellDead(tx, k)
		}
		return a.keepForOwner(tx, r.Actor, k, Kind(in.Kind), agreed)
	})
	return out, cmp.Or(err, wrong)
}

// tellDead tells the owner's bank of a link that the last wrong passcode revoked before he answered.
func (a Room) tellDead(tx *store.Tx, k *store.LinkKey) error {
	if k.Revoked.IsZero() || !k.Used.IsZero() {
		return nil
	}
	row, err := tx.NegotiationRowOf(k.SubjectID)
	if err != nil {
		return err
	}
	return negotiation.In(a.Platform).Tell(tx, &negotiation.Dealing{NegotiationRow: row}, negotiation.SideSF, mail.RequestExpired, mail.Data{})
}

func (a Room) keepForOwner(tx *store.Tx, by web.Actor, k *store.LinkKey, kind Kind, agreed bool) (*store.IssuedPaper, error) {
	compose := a.nameClear
	if agreed {
		compose = ownerConsent
	}
	if want := map[bool]Kind{false: KindNameClear, true: KindOwnerConsent}[agreed]; kind != want {
		return nil, store.ErrNotFound
	}
	row, err := tx.NegotiationRowOf(k.SubjectID)
	if err != nil {
		return nil, err
	}
	d, err := negotiation.DealingOf(&tx.Q, web.Actor{}, row)
	if err != nil {
		return nil, err
	}
	d.As = deal.ActorSeller
	if viewOf(d) < disclosure.BuyerStatus2 { // the buyer's name has closed again
		return nil, store.ErrNotFound
	}
	p, err := composed(&tx.Q, d, "オーナー（リンクのページ）", compose)
	if err != nil {
		return nil, err
	}
	return a.keepFor(tx, by, d.SFID, d.SFID, p)
}
