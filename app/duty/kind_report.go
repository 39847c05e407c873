package duty

import (
	"errors"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// What the seller's bank says to the owner of the report of the buyer's bank.
const (
	reportShown = "show"
	reportNone  = "none"
	// reportBound is the report that was there when it said so. The server writes it: it is no field of the form.
	reportBound = "report"
)

const (
	noReport  = "買手側の金融機関からの報告は、まだありません。届くのを待つか、「報告なし」を選んでください。"
	hasReport = "買手側の金融機関から報告が届いています。「報告を売手に見せる」を選んでください。"
)

// buyerReport is what the seller's bank says to the owner about the report of the buyer's bank: that report, or openly that there is none.
// 「報告なし」 is a statement to the owner, so it is true: where there is a report it is shown, or two users leave the duty out.
var buyerReport = kind{of: deal.DutyBuyerReport, sides: []store.InCharge{store.InChargeOfSF}, fromNames: true, isForOwner: true,
	help: "買手側の金融機関からの買手調査の報告を、売手に伝える記録です。売手に実名交渉の確認を依頼すると、売手の画面の買手の名前の下に、" +
		"報告と、ひとことが表示されます。報告がないときは「報告なし」と表示されます。",
	fields: []field{
		{key: "shown", label: "売手に伝えること", kind: fieldChoice, required: true,
			choices: []choice{{reportShown, "報告を売手に見せる"}, {reportNone, "報告なし"}}},
		{key: "line", label: "売手へのひとこと", kind: fieldText, help: "売手の画面に、このまま表示されます。", max: textMax},
	},
	result: done,
	binds: func(q *store.Q, r store.Record, v values) error {
		last, err := lastReport(q, r)
		switch {
		case err != nil:
			return err
		case v["shown"] == reportShown && last == "":
			return web.Invalid("values.shown", noReport)
		case v["shown"] == reportNone && last != "":
			return web.Invalid("values.shown", hasReport)
		case last != "":
			v[reportBound] = last
		}
		return nil
	},
	// A report that came later has to be looked at before the owner is asked.
	today: func(q *store.Q, d *store.Duty) error {
		v, err := contentOf(d)
		if err != nil {
			return err
		}
		last, err := lastReport(q, store.Record{Of: d.Of, Seq: d.RecordSeq})
		if err == nil && last != v[reportBound] {
			d.Result = int(deal.DutyOpen)
		}
		return err
	}}

// lastReport is the id of the newest report of a negotiation; "" for none.
func lastReport(q *store.Q, of store.Record) (string, error) {
	r, err := q.LastBuyerReport(of.Seq)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", nil
	case err != nil:
		return "", err
	}
	return r.ID, nil
}
