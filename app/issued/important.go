package issued

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/duty"
	"tsunagu/app/dutytext"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

const formImportant = 2

// Why there is no 重要事項説明書 yet. A sample must not pass for the bank's own text (compliance.md 2).
const (
	noOwnText = "自機関の重要事項説明書が、まだありません。管理者に、「説明書と一覧」で自機関の版を作るよう依頼してください。"
	openText  = "自機関の重要事項説明書に、【】の残る事項があります。管理者に、「説明書と一覧」で書き上げるよう依頼してください。"
)

// companyMakers are the papers of a bank's own customer.
func (a Room) companyMakers() {
	a.Makes(Maker{KindImportant, store.InChargeOfCompany, offerImportant, makeImportant})
}

func offerImportant(q *store.Q, by web.Actor, id string) (*Offer, error) {
	if by.Viewer.IsBuyer() {
		return nil, nil
	}
	switch _, err := duty.ToldAbout(q, by, id, deal.DutyExplanation); {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	t, err := dutytext.InForce(q, by.Institution(), deal.DutyExplanation)
	if err != nil {
		return nil, err
	}
	out := &Offer{Text: "契約の前にお客さまに渡して説明する書面です。説明を「確認事項」に記録すると、その記録も載ります。"}
	switch {
	case t.IsSample:
		out.Blocked = noOwnText
	case isOpen(t):
		out.Blocked = openText
	}
	return out, nil
}

// isOpen says that something of a text is left to be filled in.
func isOpen(t *dutytext.Text) bool {
	for i := range t.Items {
		if strings.ContainsAny(t.Items[i].Heading+t.Items[i].Text, "【】") {
			return true
		}
	}
	return false
}

// makeImportant is 重要事項説明書: the bank's text in force with the name of the customer, and how it was explained where that is recorded with
// this version (papers.md 2, compliance.md 2). It says nothing of a deal, a listing or another company.
func makeImportant(tx *store.Tx, by web.Actor, id string) (*Paper, error) {
	told, err := duty.ToldAbout(&tx.Q, by, id, deal.DutyExplanation)
	if err != nil {
		return nil, err
	}
	t, err := dutytext.InForce(&tx.Q, by.Institution(), deal.DutyExplanation)
	if err != nil {
		return nil, err
	}
	d, err := tx.CompanyDetails(id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	name := disclosure.DisplayName("", true)
	if err == nil {
		name = disclosure.DisplayName(d.CompanyName, true)
	}
	bank, maker, err := bankMaker(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	c := &contents{whom: name + "　御中"}
	c.add(important(t, told, bank)...)
	p := &Paper{Kind: KindImportant, Form: formImportant, Of: store.InChargeOfCompany, CompanyID: id, Recipient: "お客さま",
		Source: SourceOf(fmt.Appendf(nil, "%s\n%s\n%#v", c.whom, t.Title, c.blocks))}
	p.Write = func(number string, at time.Time) ([]byte, error) {
		b, err := typeset.Write(&typeset.Paper{Title: t.Title, Number: number, At: at, Blocks: c.blocks,
			Heads: []typeset.Field{{Label: "だれのために", Value: c.whom}, {Label: "だれが", Value: maker}, {Label: "いつ", Value: japanTime(at)},
				{Label: "書式", Value: fmt.Sprintf("%s　第%d版", KindImportant.Label(), formImportant)}},
			Foot: bank})
		return b, unwritable(err)
	}
	return p, nil
}

func important(t *dutytext.Text, told *duty.Told, bank string) (out []typeset.Block) {
	out = append(out, typeset.Text("契約の前にご確認いただく、重要な事項です。内容についてご不明な点は、担当者にお尋ねください。お考えいただく時間が必要なときも、お申し出ください。"))
	for i := range t.Items {
		x := &t.Items[i]
		out = append(out, typeset.Heading(fmt.Sprintf("%d．%s", i+1, x.Label())))
		if x.Text != "" {
			out = append(out, typeset.Text(x.Text))
		}
	}
	out = append(out, typeset.Heading("この書面"), typeset.Fields{{Label: "説明する金融機関", Value: bank}, {Label: "書面の版", Value: t.Name()},
		{Label: "本文のSHA-256", Value: t.Hash}})
	if told == nil || told.TextID != t.ID {
		return append(out, typeset.Heading("ご確認の欄"), typeset.Form{{Label: "説明を受けた日", Value: "　　　　年　　月　　日"},
			{Label: "会社名", Value: "　"}, {Label: "役職・氏名", Value: "　\n　"}})
	}
	rows := typeset.Fields{{Label: "説明した日", Value: japanDate(told.PerformedOn)}}
	for _, r := range told.Rows {
		rows = append(rows, typeset.Field{Label: r[0], Value: r[1]})
	}
	rows = append(rows, filled(typeset.Field{Label: "記録した担当者", Value: told.UserName},
		typeset.Field{Label: "記録した日時", Value: japanTime(told.Created)})...)
	return append(out, typeset.Heading("説明の記録"), rows)
}
