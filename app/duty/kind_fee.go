package duty

import (
	"strconv"

	"tsunagu/app/adviser"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// How a fee was told to the customer: by a table of the institution's, or otherwise.
const (
	feeByTable = "table"
	feeByHand  = "manual"
)

const (
	amountMax = 9_999_999_999 // 千円

	tableGone = "選んだ手数料表は、新しい版になったか、使われなくなりました。いまの手数料表から選び直してください。" +
		"「手数料表によらない」でも記録できます。入力した内容は残っています。"
	noTable    = "使える手数料表がありません。金融機関の管理者に、管理画面の「手数料表」への登録を頼むか、「手数料表によらない」で記録してください。"
	noAmount   = "計算する額を入力してください。"
	fromBeyond = "計算する額の上限は、下限以上の額を入力してください。"
)

// fee is what a bank told its customer of its fee (手数料, compliance.md 2): one of its tables with what that comes to for the customer, or
// by hand. The record keeps the table's id, version and hash, what it said, and the examples as they were computed.
var fee = kind{of: deal.DutyFee, buyer: true, seller: true,
	help:   "手数料について、お客さまに説明した内容です。手数料表を選ぶと、この企業の額での計算例を表示し、記録に残します。",
	fields: feeFields(),
	asks: func(v values) (string, string) {
		if v["way"] != feeByTable {
			return "", ""
		}
		from, to := amountsOf(v["from"], v["to"])
		switch {
		case v["from"] == "" && v["to"] == "":
			return "from", noAmount
		case v["from"] != "" && v["to"] != "" && from > to:
			return "to", fromBeyond
		}
		return "", ""
	},
	result: done,
	fills: func(q *store.Q, institution string, v values) error {
		if v["way"] != feeByTable {
			return nil
		}
		t, err := tableNamed(q, institution, v["table"])
		if err != nil {
			return err
		}
		if t == nil {
			return web.Conflict(deal.NotAllowed, tableGone)
		}
		v["terms"], v["example"] = t.Terms, exampleOf(t, v["from"], v["to"])
		v["tableId"], v["tableVersion"], v["tableHash"] = t.ID, strconv.Itoa(t.Version), t.Hash // no fields of the form
		// As of a fee that is written by hand (MinimumFeeOf).
		v["minimum"] = strconv.FormatInt(t.Computed.Minimum, 10)
		return nil
	}}

func feeFields() []field {
	table, hand := &when{"way", []string{feeByTable}}, &when{"way", []string{feeByHand}}
	amount := func(key, label, help string) field {
		return field{key: key, label: label, help: help, unit: "千円", kind: fieldNumber, max: amountMax, only: table}
	}
	return []field{
		{key: "way", label: "説明したもの", kind: fieldChoice, required: true,
			choices: []choice{{feeByTable, "手数料表"}, {feeByHand, "手数料表によらない"}}},
		{key: "table", label: "手数料表", kind: fieldChoice, required: true, only: table,
			offers: &offer{tablesInForce, noTable, tableGone}},
		amount("from", "計算する額（下限）", "企業の希望価格の帯が分かるときは、その額が入ります。"),
		amount("to", "計算する額（上限）", ""),
		{key: "base", label: "算定の基準", kind: fieldChoice, required: true, only: hand, choices: basesOfFees()},
		{key: "rates", label: "料率（レーマンの段階）", kind: fieldProse, required: true, max: proseMax, only: hand},
		{key: "minimum", label: "最低手数料", unit: "千円", kind: fieldNumber, required: true, max: numberMax, only: hand},
		{key: "retainer", label: "着手金", unit: "千円", kind: fieldNumber, max: numberMax, only: hand},
		{key: "monthly", label: "月額", unit: "千円", kind: fieldNumber, max: numberMax, only: hand},
		{key: "interim", label: "中間金", unit: "千円", kind: fieldNumber, max: numberMax, only: hand},
		{key: "deducted", label: "成功報酬から差し引くもの", kind: fieldText, max: textMax, only: hand},
		{key: "otherSide", label: "（仲介）相手方の手数料を伝えた", kind: fieldChoice, required: true,
			choices: []choice{{"yes", "はい"}, {"no", "いいえ"}, {"advisor", "FAのため、なし"}}},
		{key: "terms", label: "手数料表の内容", kind: fieldProse, isWritten: true},
		{key: "example", label: "計算例", kind: fieldProse, isWritten: true},
	}
}

func basesOfFees() (out []choice) {
	for _, b := range adviser.Bases {
		out = append(out, choice{b.Key, b.Label})
	}
	return out
}

// tablesInForce are the institution's tables to choose from. A version is chosen by its label, which means it alone: a record tells by it
// for ever which it was, and a form that shows an older one is refused.
func tablesInForce(q *store.Q, institution string) ([]choice, error) {
	tables, err := adviser.Tables(q, institution)
	out := make([]choice, len(tables))
	for i := range tables {
		out[i] = choice{tables[i].Label, tables[i].Label}
	}
	return out, err
}

// explainers are the institution's users as who explained, with whose profiles the text may begin.
func explainers(q *store.Q, institution string) ([]choice, error) {
	found, err := adviser.Suggestions(q, institution)
	out := make([]choice, len(found))
	for i, s := range found {
		out[i] = choice{s.Text, s.Name}
	}
	return out, err
}

// explainer is offered for who explained.
var explainer = &offer{of: explainers}

// tableNamed is the institution's table in force with a label; nil where there is none.
func tableNamed(q *store.Q, institution, label string) (*adviser.Table, error) {
	tables, err := adviser.Tables(q, institution)
	for i := range tables {
		if tables[i].Label == label {
			return &tables[i], err
		}
	}
	return nil, err
}

func amountsOf(from, to string) (int64, int64) {
	low, _ := strconv.ParseInt(from, 10, 64)
	high, _ := strconv.ParseInt(to, 10, 64)
	return low, high
}

// exampleOf is what a table comes to for the lower and the upper amount, as far as they are given.
func exampleOf(t *adviser.Table, from, to string) string {
	text := ""
	for _, amount := range []string{from, to} {
		if amount == "" || amount == from && text != "" {
			continue
		}
		n, _ := amountsOf(amount, "")
		text += adviser.Example(t.Computed, n) + "\n"
	}
	return text + adviser.Rounding
}
