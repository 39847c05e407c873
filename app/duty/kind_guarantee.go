package duty

import (
	"encoding/json"
	"strconv"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
)

// LedgerGuarantee is the ledger's word for a name that was told to the bank of a guarantee.
const LedgerGuarantee = "guarantee"

// guaranteesMax are the guarantees of one company for which the form has room.
const guaranteesMax = 5

const planKeep = "keep"

// guarantee is what the owner of a listing's company stands surety for (経営者保証, compliance.md 2). The form asks for as many guarantees
// as there are.
var guarantee = kind{of: deal.DutyGuarantee, listing: true,
	help: "オーナーが負う経営者保証を、保証ごとにどうするか決めた記録です。事前に金融機関に相談すると、社名を伝えたことになります。" +
		"相談した相手と日を入力すると、開示台帳に記録されます。すべての項目がそろうと済みになります。区分は見本です。",
	fields: guaranteeFields(),
	asks: func(v values) (string, string) {
		for i := range guaranteesOf(v) {
			whom, on := numbered("askedWhom", i), numbered("askedOn", i)
			switch {
			case v[whom] != "" && v[on] == "":
				return on, "相談した日も入力してください。"
			case v[whom] == "" && v[on] != "":
				return whom, "相談した相手も入力してください。"
			case v[on] != "" && v[numbered("bank", i)] == "":
				return numbered("bank", i), "相談した金融機関を入力してください。"
			}
		}
		return "", ""
	},
	result: func(v values) deal.DutyResult {
		if guaranteesOf(v) == 0 {
			return deal.DutyDone
		}
		if v["wish"] == "" || v["clause"] == "" {
			return deal.DutyOpen
		}
		for i := range guaranteesOf(v) {
			for _, key := range []string{"bank", "kind", "band", "plan", "until"} {
				if v[numbered(key, i)] == "" {
					return deal.DutyOpen
				}
			}
			if v["wish"] == "yes" && v[numbered("askedOn", i)] == "" {
				return deal.DutyOpen // the owner wishes it, and it was not done yet
			}
		}
		return deal.DutyDone
	},
	second: func(v values) bool {
		for i := range guaranteesOf(v) {
			if v[numbered("plan", i)] == planKeep && v[numbered("askedOn", i)] == "" {
				return true
			}
		}
		return false
	},
}

// numbered is the key of an entry of the guarantee with an index.
func numbered(key string, i int) string { return key + strconv.Itoa(i+1) }

// guaranteesOf is how many guarantees a form tells of.
func guaranteesOf(v values) int {
	n, _ := strconv.Atoi(v["count"]) // "0" for none
	return min(n, guaranteesMax)
}

func guaranteeFields() []field {
	counts := []choice{{"0", "なし"}}
	var some []string
	for i := range guaranteesMax {
		key := strconv.Itoa(i + 1)
		counts, some = append(counts, choice{key, key + "件"}), append(some, key)
	}
	any := &when{"count", some}
	out := []field{
		{key: "count", label: "経営者保証", kind: fieldChoice, required: true, choices: counts,
			help: "5件より多いときは、大きいものから5件を選び、残りをメモに書いてください。"},
		{key: "wish", label: "事前に金融機関に相談することを、オーナーが希望している", kind: fieldChoice, choices: yesNo, only: any},
	}
	for i := range guaranteesMax {
		only, no := &when{"count", some[i:]}, "保証"+strconv.Itoa(i+1)+"："
		out = append(out,
			field{key: numbered("bank", i), label: no + "金融機関", kind: fieldText, max: textMax, only: only},
			field{key: numbered("kind", i), label: no + "種類", kind: fieldChoice, only: only,
				choices: []choice{{"personal", "特定の借入れの保証"}, {"revolving", "根保証"}, {"other", "その他"}}},
			field{key: numbered("band", i), label: no + "保証している額", kind: fieldChoice, only: only, choices: []choice{
				{"1", "5,000万円未満"}, {"2", "5,000万円以上1億円未満"}, {"3", "1億円以上3億円未満"}, {"4", "3億円以上5億円未満"},
				{"5", "5億円以上10億円未満"}, {"6", "10億円以上"}}},
			field{key: numbered("askedWhom", i), label: no + "相談した相手（部署・役職）", kind: fieldText, max: textMax, only: only,
				help: "この金融機関に相談したとき。開示台帳に記録されます。個人の氏名は書かないでください。"},
			field{key: numbered("askedOn", i), label: no + "相談した日", kind: fieldDate, isPast: true, only: only},
			field{key: numbered("plan", i), label: no + "予定", kind: fieldChoice, only: only,
				choices: []choice{{"release", "解除"}, {"transfer", "移行"}, {planKeep, "存置"}},
				help:    "相談しないまま「存置」とするには、二人目の承認者の確認が要ります。"},
			field{key: numbered("until", i), label: no + "いつまでに", kind: fieldDate, only: only})
	}
	return append(out,
		field{key: "clause", label: "最終契約の条項", kind: fieldChoice, only: any, choices: []choice{{"duty", "義務"}, {"condition", "条件"},
			{"buyback", "買戻し"}, {"indemnity", "補償"}, {"none", "なし"}}},
		note("メモ", ""))
}

// asked is a bank that was asked about its guarantee: it was told the company's name.
type asked struct{ bank, whom, on string }

func askedOf(v values) (out []asked) {
	for i := range guaranteesOf(v) {
		if a := (asked{v[numbered("bank", i)], v[numbered("askedWhom", i)], v[numbered("askedOn", i)]}); a.on != "" {
			out = append(out, a)
		}
	}
	return out
}

// disclosed writes a ledger line for each bank that a record is the first to tell of: who was told the name, and when. A successor that
// says the same adds none; one that does not say it any more takes none away, because a name that was told stays told.
func disclosed(tx *store.Tx, by web.Actor, d *store.Duty, v values) error {
	earlier, err := tx.DutiesBefore(d)
	if err != nil {
		return err
	}
	known := map[asked]bool{}
	for i := range earlier {
		var old values
		if err := json.Unmarshal([]byte(earlier[i].Content), &old); err != nil {
			return err
		}
		for _, a := range askedOf(old) {
			known[a] = true
		}
	}
	l, err := tx.ListingAt(d.RecordSeq)
	if err != nil {
		return err
	}
	basis := "担当金融機関の判断による経営者保証の事前の相談"
	if v["wish"] == "yes" {
		basis = "オーナーの希望による経営者保証の事前の相談"
	}
	for _, a := range askedOf(v) {
		if known[a] {
			continue
		}
		known[a] = true
		if err := tx.AddLedger(store.LedgerLine{Kind: LedgerGuarantee, ListingID: l.ID, CompanyID: l.CompanyID, Level: int(disclosure.L4),
			UserID: by.ID(), ClientID: by.User.ClientID, InstitutionID: by.Institution(), IP: by.IP, Basis: basis,
			Subject: a.bank + "（" + a.whom + "、" + a.on + "）"}); err != nil {
			return err
		}
	}
	return nil
}

// ledgerOfOthers is what a later bank in charge reads in place of whom another one asked.
const ledgerOfOthers = "（前の担当金融機関の記録）"

// LedgerTold is what a line of the ledger says to an institution of whom another bank was told the name, and why: all of it to the one that
// recorded it, and to the one that continues it. A later one in charge has to know that the name was told, and no more: the rest is a
// duty of its predecessor's (compliance.md 1).
func LedgerTold(q *store.Q, by web.Actor, x *store.LedgerLine) (subject, basis string, err error) {
	if x.Kind != LedgerGuarantee || x.InstitutionID == by.Institution() {
		return x.Subject, x.Basis, nil
	}
	i, err := q.Institution(x.InstitutionID)
	if err == nil && i.MergedInto == by.Institution() {
		return x.Subject, x.Basis, nil
	}
	return ledgerOfOthers, "", err
}
