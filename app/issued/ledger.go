package issued

import (
	"cmp"
	"fmt"
	"slices"

	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/app/readers"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

// makeLedger is 開示台帳の報告: the lines of a listing's ledger as its bank reads them, in words (papers.md 2, domain.md 3.5). It names the
// listing by number and title alone: it tells who learned the company's name, and need not tell it again to who finds it.
func makeLedger(tx *store.Tx, by web.Actor, id string) (*Paper, error) {
	l, err := web.OwnListing(&tx.Q, by, id, nil)
	if err != nil {
		return nil, err
	}
	ledger, err := listing.ReadLedger(&tx.Q, by, l.ID)
	if err != nil {
		return nil, err
	}
	o, err := openingOf(&tx.Q, by, l)
	if err != nil {
		return nil, err
	}
	names := o.approved
	c := &contents{whom: o.bank + "、オーナー"}
	c.add(typeset.Text("この案件の、匿名では公開していない内容を、だれが、いつ、何を根拠に知ったかを、開示台帳の記録から報告します。台帳には、記録を消すことも書き換えることもできません。"),
		typeset.Heading("案件"), append(o.head, typeset.Field{Label: "台帳の記録", Value: fmt.Sprintf("%d件", len(ledger.LedgerList))}))
	c.add(ledgerReaders(ledger.LedgerList, names)...)
	c.add(ledgerLines(ledger.LedgerList, names)...)
	c.add(typeset.Note("買手の番号は、この案件の打診状況の報告と同じです。買手の名前は、実名交渉を承認したものだけを載せます。"))
	p := c.ofListing(KindLedger, formLedger, l, o.maker)
	p.Level, p.Recipient = disclosure.L1, "売手側金融機関の控えとオーナー"
	if len(names) > 0 {
		p.View = disclosure.BuyerStatus2
	}
	return p, nil
}

// ledgerReaders is who learned the name.
func ledgerReaders(rows []listing.LedgerRow, names map[int]string) []typeset.Block {
	t := typeset.Table{Columns: []typeset.Column{{Title: "だれが", Width: 34}, {Title: "名前が開示された日時", Width: 24}, {Title: "初めて知った日時", Width: 24},
		{Title: "閲覧", Width: 10, Right: true}}}
	for _, r := range readers.OfLedger(rows) {
		who := r.ReaderLabel + "　" + r.Institution
		if r.Reader == listing.ReaderBuyer || r.Reader == listing.ReaderSurety {
			who = r.ReaderLabel
		}
		if r.BuyerNumber != 0 {
			who += "\n" + buyerNumbered(r.BuyerNumber, names)
		}
		opened := cmp.Or(answerTime(r.OpenedAt), "―")
		if r.OpenedLabel != "" {
			opened += "\n" + r.OpenedLabel
		}
		t.Rows = append(t.Rows, []string{who, opened, cmp.Or(answerTime(r.LearnedAt), "まだ読んでいません"), fmt.Sprintf("%d回", r.ReadingCount)})
	}
	if len(t.Rows) == 0 {
		return []typeset.Block{typeset.Heading("会社の名前を知った人"), typeset.Text("会社の名前を開示した記録も、読まれた記録もありません。")}
	}
	return []typeset.Block{typeset.Heading("会社の名前を知った人"), t}
}

// ledgerLines are the lines, oldest first.
func ledgerLines(rows []listing.LedgerRow, names map[int]string) []typeset.Block {
	if len(rows) == 0 {
		return []typeset.Block{typeset.Heading("台帳の記録"), typeset.Text("匿名では公開していない内容を開示した記録はありません。")}
	}
	t := typeset.Table{Columns: []typeset.Column{{Title: "日時（日本時間）", Width: 26}, {Title: "だれが", Width: 26}, {Title: "できごと", Width: 22},
		{Title: "根拠", Width: 20}}}
	for _, x := range slices.Backward(rows) {
		who, what := x.InstitutionName, x.KindLabel
		if x.BuyerNumber != 0 {
			who += "\n" + buyerNumbered(x.BuyerNumber, names)
		}
		if side := readerSides[x.Reader]; side != "" {
			who += "\n（" + side + "）"
		}
		if x.Subject != "" && x.Subject != what {
			what += "：" + x.Subject
		}
		if x.LevelLabel != "" {
			what += "\n（" + x.LevelLabel + "）"
		}
		t.Rows = append(t.Rows, []string{answerTime(x.At), who, what, cmp.Or(x.Basis, "―")})
	}
	return []typeset.Block{typeset.Heading("台帳の記録（古い順）"), t}
}

var readerSides = map[string]string{listing.ReaderBuyer: "買手企業が閲覧", listing.ReaderBank: "買手側金融機関が閲覧", listing.ReaderOwn: "売手側金融機関が閲覧",
	listing.ReaderOffice: "事務局が閲覧"}
