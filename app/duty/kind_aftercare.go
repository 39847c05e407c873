package duty

import (
	"fmt"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// promises are what a buyer promised in a contract, as the sample has them.
var promises = []choice{{"guarantee", "経営者保証の解除・移行"}, {"instalments", "分割払い・残りの代金の支払い"}, {"pensions", "役員退職金の支払い"}}

const promiseBroken = "broken"

// aftercare is whether what was promised is kept (成約後の確認, compliance.md 2): looked at until it is.
var aftercare = kind{of: deal.DutyAftercare, sides: []store.InCharge{store.InChargeOfSF}, fromSigned: true,
	standings: map[standing]string{expired: "次の確認の時期"},
	help: "成約のあと、約束が守られているかを売手に確かめた記録です。成約から30日、90日、180日に確かめ、そのあとは、すべてが「守られた」か" +
		"「対象なし」になるまで90日ごとに確かめます。「守られていない」を記録すると、団体への報告の下書きを作れます。項目は見本です。",
	fields: aftercareFields(),
	asks: func(v values) (string, string) {
		if isBroken(v) && v["note"] == "" {
			return "note", "守られていない約束の内容と、分かっている経緯を入力してください。"
		}
		return "", ""
	},
	result: func(v values) deal.DutyResult {
		for _, p := range promises {
			if v[p.key] == "yet" || v[p.key] == promiseBroken {
				return deal.DutyOpen
			}
		}
		return deal.DutyDone
	},
}

func aftercareFields() (out []field) {
	for _, p := range promises {
		out = append(out, field{key: p.key, label: p.label, kind: fieldChoice, required: true,
			choices: []choice{{"kept", "守られた"}, {"yet", "まだ（期限の前）"}, {promiseBroken, "守られていない"}, {"none", "対象なし"}}})
	}
	return append(out, field{key: "heard", label: "確かめた相手と方法", kind: fieldText, required: true, max: textMax},
		note("経緯・メモ", "「守られていない」がひとつでもあるときは、約束の内容と経緯を書いてください。"))
}

func isBroken(v values) bool {
	for _, p := range promises {
		if v[p.key] == promiseBroken {
			return true
		}
	}
	return false
}

const fillIn = "（ここに入力）"

// draftReport is a text for a report to the association, out of what the own bank recorded. A person reads it, completes it and sends it
// himself: nothing of it is kept, so that nobody can take a draft for a report that was sent. Who the buyer is, and what was agreed with
// it, the person adds.
func draftReport(q *store.Q, by web.Actor, id string) (*reportDraft, error) {
	d, k, err := own(q, by, id)
	if err != nil {
		return nil, err
	}
	if !k.fromSigned {
		return nil, store.ErrNotFound
	}
	r, err := readerOf(q, by)
	if err != nil {
		return nil, err
	}
	if !r.mayRead(k, d) {
		return nil, store.ErrNotFound
	}
	v, err := contentOf(d)
	if err != nil {
		return nil, err
	}
	if !isBroken(v) {
		return nil, store.ErrNotFound
	}
	negotiation, err := q.DutyRecordID(by.Viewer, store.Record{Of: d.Of, Seq: d.RecordSeq})
	if err != nil {
		return nil, err
	}
	n, err := q.NegotiationRow(by.Viewer, negotiation)
	if err != nil {
		return nil, err
	}
	bank, err := q.Institution(by.Institution())
	if err != nil {
		return nil, err
	}
	seller, err := q.CompanyDetails(n.SellerCompanyID)
	if err != nil {
		return nil, err
	}
	guarantees, err := guaranteeLines(q, by, n)
	if err != nil {
		return nil, err
	}
	lines := []string{"最終契約で約束したことが守られていない件についての報告（下書き）", "",
		"1. 報告する金融機関", bank.Name, "担当者・連絡先：" + fillIn, "",
		"2. 案件", "案件番号：" + web.CaseNumber("L", n.ListingID), "売手：" + seller.CompanyName, "買手：" + fillIn, "", "3. 守られていないこと"}
	for _, p := range promises {
		if v[p.key] == promiseBroken {
			lines = append(lines, "・"+p.label)
		}
	}
	lines = append(lines, "", "4. 経緯", v["note"], "", "5. 確かめた日と方法", d.PerformedOn+"、"+v["heard"], "")
	if len(guarantees) > 0 && v["guarantee"] == promiseBroken {
		lines = append(append(lines, "6. 経営者保証（売手側の記録）"), append(guarantees, "")...)
	}
	lines = append(lines, "※ この文は、自機関の記録から作った下書きです。内容を確かめて補い、売手の意向と社内の手続きに従って送ってください。")
	return &reportDraft{strings.Join(lines, "\n")}, nil
}

// guaranteeLines say what the own bank recorded of the listing's guarantees.
func guaranteeLines(q *store.Q, by web.Actor, n *store.NegotiationRow) (out []string, err error) {
	r := store.Record{Of: store.InChargeOfListing, Seq: n.ListingSeq}
	all, err := q.Duties(by.Institution(), []store.Record{r})
	if err != nil {
		return nil, err
	}
	d := newest(all, deal.DutyGuarantee, r)
	if d == nil {
		return nil, nil
	}
	v, err := contentOf(d)
	if err != nil {
		return nil, err
	}
	for i := range guaranteesOf(v) {
		text := func(key string) string { return guarantee.text(numbered(key, i), v) }
		out = append(out, fmt.Sprintf("・%s（%s、%s）予定：%s、期限：%s", text("bank"), text("kind"), text("band"), text("plan"), text("until")))
	}
	return out, nil
}

// text is one entry in the words of the form; a dash where there is none.
func (k *kind) text(key string, v values) string {
	for _, f := range k.fields {
		for _, c := range f.choices {
			if f.key == key && c.key == v[key] {
				return c.label
			}
		}
	}
	if v[key] == "" {
		return "―"
	}
	return v[key]
}
