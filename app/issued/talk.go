package issued

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"tsunagu/app/agreement"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/negotiation"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The versions of the forms. One is raised with every change of what its paper says, so that two papers of one version have the same words.
const (
	formConfidentiality = 1
	formOwnerConsent    = 1
	formNameClear       = 2
	formConclusion      = 2
)

// talkMakers are the papers of a negotiation (papers.md 2).
func (a Room) talkMakers() {
	a.Makes(Maker{KindConfidentiality, store.InChargeOfBF, a.offerConfidentiality, a.makeConfidentiality})
	a.Makes(Maker{KindNameClear, store.InChargeOfSF, offerNameClear, a.bySide(a.nameClear)})
	a.Makes(Maker{KindOwnerConsent, store.InChargeOfSF, offerOwnerConsent, a.bySide(ownerConsent)})
	a.Makes(Maker{KindConclusion, store.InChargeOfSF, offerConclusion(store.InChargeOfSF), a.bySide(conclusionOf(store.InChargeOfSF))})
	a.Makes(Maker{KindConclusion, store.InChargeOfBF, offerConclusion(store.InChargeOfBF), a.bySide(conclusionOf(store.InChargeOfBF))})
}

// viewOf is what SF may read of the buyer in papers: what it may read now, and the name that an approval opened to it, as in its ledger.
func viewOf(d *negotiation.Dealing) disclosure.BuyerView {
	view := d.BuyerView()
	if view < disclosure.BuyerStatus2 && !d.ApprovedAt.IsZero() {
		return disclosure.BuyerStatus2
	}
	return view
}

// buyerOf is the buyer's name as SF may read it in papers, and the view that a paper with it asks for.
func buyerOf(d *negotiation.Dealing) (string, disclosure.BuyerView) {
	view := viewOf(d)
	if !disclosure.AllowedBuyer(disclosure.BuyerOverview, "companyName", view) {
		return disclosure.BuyerName(d.BuyerName, view), 0
	}
	return disclosure.BuyerName(d.BuyerName, view), disclosure.BuyerStatus2
}

func (a Room) offerConfidentiality(q *store.Q, by web.Actor, id string) (*Offer, error) {
	d, err := dealing(q, by, id)
	if err != nil {
		return nil, err
	}
	switch _, _, _, err := negotiation.ConsentGiven(q, d); {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &Offer{Text: "秘密保持契約に同意した記録（当事者、本文、同意した人、日時）です。買手企業と担当の金融機関の控えで、売手側には渡りません。"}, nil
}

// makeConfidentiality is 秘密保持の同意: the agreement as it was consented to, with the names that are open to the reader now.
func (a Room) makeConfidentiality(tx *store.Tx, by web.Actor, id string) (*Paper, error) {
	q := &tx.Q
	s, d, err := agreement.In(a.Platform).Signed(q, by, id)
	if err != nil {
		return nil, err
	}
	text, err := q.TextVersion("nda", s.Version)
	if err != nil {
		return nil, err
	}
	level, isFIN := disclosure.Hidden, d.As != deal.ActorBUY
	c := &contents{whom: "情報を受け取る側　" + s.BuyerName}
	c.add(typeset.Heading("案件"), filled(typeset.Field{Label: "番号", Value: s.CaseNumber}, typeset.Field{Label: "案件名", Value: s.BusinessName}))
	if s.BusinessName != "" {
		level = disclosure.L1
	}
	if s.SellerFinancialName != "" && !disclosure.KnowsSF(disclosure.L1, isFIN) {
		level = disclosure.L3
	}
	seller := "実名が開示されていないため、記載しません"
	if s.SellerName != "" {
		seller, level = s.SellerName, disclosure.L4
	}
	c.add(typeset.Heading("当事者"), filled(typeset.Field{Label: "情報を受け取る側", Value: s.BuyerName},
		typeset.Field{Label: "その担当の金融機関", Value: s.BuyerFinancialName}, typeset.Field{Label: "情報を開示する側", Value: seller},
		typeset.Field{Label: "その担当の金融機関", Value: s.SellerFinancialName}))
	_, _, at, err := negotiation.ConsentGiven(q, d)
	if err != nil {
		return nil, err
	}
	how, current := "画面で、本文を表示して同意", "この同意のもとで、交渉が続いています"
	if s.IsPaper {
		how = "署名済みの書面を、担当の金融機関が登録"
	}
	if !s.IsCurrent {
		current = "この同意のもとでの交渉は終わっています。契約の義務は、契約の定める期間続きます"
	}
	rows := []typeset.Field{{Label: "同意した契約", Value: fmt.Sprintf("%s　第%d版", s.Title, s.Version)}, {Label: "本文のSHA-256", Value: s.Hash},
		{Label: "同意した日時", Value: japanTime(at)}, {Label: "方法", Value: how},
		{Label: "同意した人", Value: cmp.Or(s.UserName, "前に担当した金融機関の担当者")}}
	if d.ConsentVersion != 0 && s.UserName != "" && !s.IsPaper {
		rows = append(rows, typeset.Field{Label: "2段階認証", Value: map[int]string{store.StepNone: "設定していない利用者",
			store.StepUsed: "設定している利用者"}[d.ConsentStep]}, typeset.Field{Label: "接続元のIPアドレス", Value: d.ConsentIP})
	}
	if s.FileName != "" {
		f, err := q.File(*d.ConsentFile)
		if err != nil {
			return nil, err
		}
		rows = append(rows, typeset.Field{Label: "署名済みの書面", Value: f.Name}, typeset.Field{Label: "そのSHA-256", Value: f.SHA256})
	}
	c.add(typeset.Heading("同意の記録"), filled(append(rows, typeset.Field{Label: "現在の状況", Value: current})...))
	c.add(typeset.Heading(fmt.Sprintf("同意した契約の本文（第%d版）", s.Version)))
	c.add(prose(web.ProseHTML(text.Body))...)
	maker, err := makerOf(q, by, d)
	if err != nil {
		return nil, err
	}
	p := c.paper(KindConfidentiality, formConfidentiality, d, store.InChargeOfBF, maker)
	p.Level, p.Recipient, p.Basis = level, "買手側の控え", basisOf(level)
	return p, nil
}

// basisOf is on what a level stands, for the ledger.
func basisOf(l disclosure.Level) string {
	if l >= disclosure.L4 {
		return "実名交渉の承認"
	}
	return "秘密保持契約の承諾"
}

// composing says what stands in a paper, and what it carries: its kind, form, side, level and view.
type composing func(*store.Q, *negotiation.Dealing) (*contents, *Paper, error)

// making is how a maker makes a paper.
type making = func(*store.Tx, web.Actor, string) (*Paper, error)

// bySide makes a paper for a user of a side.
func (a Room) bySide(compose composing) making {
	return func(tx *store.Tx, by web.Actor, id string) (*Paper, error) {
		d, err := dealing(&tx.Q, by, id)
		if err != nil {
			return nil, err
		}
		maker, err := makerOf(&tx.Q, by, d)
		if err != nil {
			return nil, err
		}
		return composed(&tx.Q, d, maker, compose)
	}
}

// composed puts what a form says and what it carries into one.
func composed(q *store.Q, d *negotiation.Dealing, maker string, compose composing) (*Paper, error) {
	c, is, err := compose(q, d)
	if err != nil {
		return nil, err
	}
	p := c.paper(is.Kind, is.Form, d, is.Of, maker)
	p.Level, p.View, p.Recipient, p.Basis = is.Level, is.View, is.Recipient, is.Basis
	return p, nil
}

func offerConclusion(of store.InCharge) func(*store.Q, web.Actor, string) (*Offer, error) {
	return func(q *store.Q, by web.Actor, id string) (*Offer, error) {
		d, err := dealing(q, by, id)
		if err != nil || d.NegotiationStatus() != deal.NegotiationSigned || d.As == deal.ActorBUY {
			return nil, err
		}
		if of == store.InChargeOfBF {
			return &Offer{Text: "成約した交渉の経過と条件の、買手側金融機関の報告書です。自機関と買手企業のもので、売手側には渡りません。"}, nil
		}
		return &Offer{Text: "成約した交渉の経過と条件の、売手側金融機関の報告書です。自機関とオーナーのもので、買手側には渡りません。"}, nil
	}
}

// conclusionOf is 成約報告書 of one side, from what that side knows.
func conclusionOf(of store.InCharge) composing {
	return func(q *store.Q, d *negotiation.Dealing) (*contents, *Paper, error) { return conclusion(q, d, of) }
}

var sideLabels = map[string]string{negotiation.SideBF: "買手側", negotiation.SideSF: "売手側"}

// conclusion says what both sides know of a deal, and what is the reader's side's alone: its notes, and of the buyer's bank the financing.
func conclusion(q *store.Q, d *negotiation.Dealing, of store.InCharge) (*contents, *Paper, error) {
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, nil, err
	}
	milestones, err := q.Milestones(d.ID)
	if err != nil {
		return nil, nil, err
	}
	side, bank, is := negotiation.SideBF, names[d.BFID], &Paper{Kind: KindConclusion, Form: formConclusion, Of: of, Level: disclosure.L4,
		Recipient: "買手側金融機関の控え", Basis: basisOf(disclosure.L4)}
	buyer := disclosure.DisplayName(d.BuyerName, true)
	if of == store.InChargeOfSF {
		side, bank, is.Recipient = negotiation.SideSF, names[d.SFID], "売手側金融機関の控え"
		buyer, is.View = buyerOf(d)
	}
	c := &contents{whom: bank}
	c.add(typeset.Heading("案件"), filled(typeset.Field{Label: "番号", Value: web.CaseNumber("N", d.ID)},
		typeset.Field{Label: "案件名", Value: d.BusinessName}, typeset.Field{Label: "売手企業", Value: disclosure.DisplayName(d.PublishedCompany, true)},
		typeset.Field{Label: "売手側金融機関", Value: names[d.SFID]}, typeset.Field{Label: "買手企業", Value: buyer},
		typeset.Field{Label: "買手側金融機関", Value: names[d.BFID]}))
	amount := ""
	for _, m := range milestones {
		if deal.Milestone(m.Kind) == deal.MilestoneClosed && m.Amount != nil {
			amount = factText(deal.FactValue{Date: m.Date, Price: *m.Amount})
		}
	}
	c.add(typeset.Heading("成約"), filled(typeset.Field{Label: "成約した日時", Value: japanTime(d.StatusAt)},
		typeset.Field{Label: "最終契約日", Value: japanDate(d.ContractDate)}, typeset.Field{Label: "クロージング予定日", Value: japanDate(d.ClosingDate)},
		typeset.Field{Label: "クロージングの完了", Value: cmp.Or(amount, japanDate(d.ClosedDate), "まだ完了していません")}))
	table := typeset.Table{Columns: []typeset.Column{{Title: "できごと", Width: 2}, {Title: "内容", Width: 3}, {Title: "記録した側", Width: 1.5}}}
	notes := typeset.Fields{}
	for _, m := range milestones {
		kind := deal.Milestone(m.Kind)
		v := deal.FactValue{Date: m.Date, Until: m.Until, Skipped: m.IsSkipped}
		if m.Amount != nil {
			v.Price = *m.Amount
		}
		table.Rows = append(table.Rows, []string{kind.Label(), factText(v), sideLabels[m.Side]})
		if m.Side == side && m.Note != "" {
			notes = append(notes, typeset.Field{Label: kind.Label(), Value: m.Note})
		}
	}
	c.add(typeset.Heading("経過"), filled(typeset.Field{Label: "交渉の開始", Value: japanTime(d.StartedAt)},
		typeset.Field{Label: "実名開示の承認", Value: japanTime(d.ApprovedAt)}))
	if len(table.Rows) > 0 {
		c.add(table)
	}
	if len(notes) > 0 {
		c.add(typeset.Heading("自機関の覚書"), notes)
	}
	if of == store.InChargeOfBF {
		c.add(typeset.Heading("買収資金の支援（自機関の記録）"), typeset.Fields{{Label: "状況",
			Value: deal.FinancialSupportStatus(d.FinancialSupportStatus).Label()}})
	}
	c.add(typeset.Note("この報告書は、" + bank + "が知り得る内容だけで作成したものです。"))
	return c, is, nil
}

// askOwner is the move by which SF asks the owner, where the actor has it.
func askOwner(d *negotiation.Dealing) (deal.Move, bool) {
	moves := deal.Moves(d.Facts, d.As)
	i := slices.IndexFunc(moves, func(m deal.Move) bool { return m.Kind == deal.MoveAskOwner })
	if i < 0 {
		return deal.Move{}, false
	}
	return moves[i], true
}
