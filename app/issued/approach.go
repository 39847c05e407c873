package issued

import (
	"fmt"
	"time"

	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

// makeApproach is 打診状況報告, to the owner: whom the bank approached and who asked, as numbers, and what became of it (papers.md 2,
// domain.md 0.12). A buyer's name stands in it where the owner was told it and the real-name negotiation was approved.
func makeApproach(tx *store.Tx, by web.Actor, id string) (*Paper, error) {
	l, err := web.OwnListing(&tx.Q, by, id, nil)
	if err != nil {
		return nil, err
	}
	list, err := listing.Approaches(&tx.Q, by, l.ID)
	if err != nil {
		return nil, err
	}
	o, err := openingOf(&tx.Q, by, l)
	if err != nil {
		return nil, err
	}
	c, names := &contents{whom: "オーナー"}, map[int]string{}
	for _, x := range list.ApproachList {
		if name := o.approved[x.Number]; !x.IsAnonymous && name != "" {
			names[x.Number] = name
		}
	}
	c.add(typeset.Text("御社の案件について、これまでに打診した買手と、関心を示した買手、それぞれの結果を報告します。買手の名前は、御社に承諾をお願いし、"+
		"実名での交渉に進んだものだけを載せています。"),
		typeset.Heading("案件"), append(o.head, typeset.Field{Label: "担当の金融機関", Value: o.bank},
			typeset.Field{Label: "打診・交渉の件数", Value: fmt.Sprintf("%d件", len(list.ApproachList))}))
	if len(list.ApproachList) == 0 {
		c.add(typeset.Text("打診した買手は、まだありません。"))
	} else {
		sum := typeset.Table{Columns: []typeset.Column{{Title: "買手", Width: 5}, {Title: "いまの状況", Width: 4}, {Title: "最後のできごと", Width: 5}}}
		for _, x := range list.ApproachList {
			last := "―"
			if n := len(x.StepList); n > 0 {
				last = answerDay(x.StepList[n-1].At) + "　" + x.StepList[n-1].Label
			}
			sum.Rows = append(sum.Rows, []string{buyerNumbered(x.Number, names), x.StatusLabel, last})
		}
		c.add(typeset.Heading("一覧"), sum)
	}
	for _, x := range list.ApproachList {
		steps := typeset.Table{Columns: []typeset.Column{{Title: "日付", Width: 3}, {Title: "できごと", Width: 5}, {Title: "内容・理由", Width: 7}}}
		for _, s := range x.StepList {
			steps.Rows = append(steps.Rows, []string{answerDay(s.At), s.Label, s.Detail})
		}
		if len(steps.Rows) > 0 {
			c.add(typeset.Heading(buyerNumbered(x.Number, names)), steps)
		}
	}
	c.add(typeset.Note("番号は、接触した順です。同じ買手には、いつも同じ番号を使います。"))
	p := c.ofListing(KindApproach, formApproach, l, o.maker)
	p.Level, p.Recipient = disclosure.L1, "オーナー"
	if len(names) > 0 {
		p.View = disclosure.BuyerStatus2
	}
	return p, nil
}

// answerDay is the day in Japan of a time of an answer.
func answerDay(s string) string {
	t, err := time.Parse(web.ServerLayout, s)
	if err != nil {
		return s
	}
	return t.In(store.JST).Format("2006年1月2日")
}
