package duty

import (
	"strconv"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/dutytext"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The types of a field, as the browser draws them.
const (
	fieldChoice  = "choice"  // one of its choices
	fieldChoices = "choices" // some of its choices, joined by commas
	fieldDate    = "date"
	fieldNumber  = "number" // not negative
	fieldText    = "text"
	fieldProse   = "prose" // with line breaks
)

// field is one entry of a kind's form. The texts are those of the screen.
type field struct {
	key, label, kind, help string
	unit                   string // of a number
	choices                []choice
	required               bool
	all                    bool // of choices: every one of them
	max                    int  // characters of a text, or the largest number
	isPast                 bool // of a date: not after today
	only                   *when
	set                    string // what the server writes: nothing is entered
	offers                 *offer
	// isWritten: the server writes it. No form has it.
	isWritten bool
}

type choice struct{ key, label string }

// offer is what the institution itself has for a field: the choices of a choice, in place of choices of its own, or texts with which a text
// may begin.
type offer struct {
	of         func(q *store.Q, institution string) ([]choice, error)
	none, gone string // of a choice: what to do where there is nothing to choose, and where what was chosen is not there any more
}

// offered is a field with what the institution has for it.
func (f *field) offered(q *store.Q, institution string) (*field, error) {
	if f.offers == nil {
		return f, nil
	}
	own := *f
	var err error
	own.choices, err = f.offers.of(q, institution)
	return &own, err
}

// gone refuses a choice of what the institution has no more, so that the form is read again with all that was typed in it.
func (f *field) gone(text string) error {
	switch {
	case f.offers == nil || f.kind != fieldChoice || text == "" || f.choiceOf(text):
		return nil
	case len(f.choices) == 0:
		return web.Conflict(deal.NotAllowed, f.offers.none)
	}
	return web.Conflict(deal.NotAllowed, f.offers.gone)
}

// when says that a field is asked for only where another one, before it, has one of some choices.
type when struct {
	key     string
	choices []string
}

// values are what a form says, by field; "" for nothing.
type values map[string]string

// performedOn is the key under which a rule finds the day on which it was done. It is not a field of the form's own.
const performedOn = "performedOn"

// kind is one kind of duty: what is recorded of it, and what that means (compliance.md 2). The built-in texts are a sample (見本).
type kind struct {
	of     deal.DutyKind
	help   string
	fields []field
	// Who owes it: of his customer, or of his side of a negotiation.
	buyer, seller bool             // companies of which kind
	sides         []store.InCharge // InChargeOfBF, InChargeOfSF
	onlyHouse     bool             // only where one bank is on both sides
	fromNames     bool             // of SF's side: only where it knows the buyer's name
	listing       bool             // about SF's listing
	fromSigned    bool             // only of a deal that is signed, until everything is done

	// How long it counts; both 0 for as long as the record.
	months, days int
	// isPoisonous: read by who wrote it and by approvers alone, others see that it is done or missing.
	isPoisonous bool
	// asks is a field that is missing because of what others say, with what to do; "" for none.
	asks func(v values) (key, detail string)
	// result is what it came to.
	result func(v values) deal.DutyResult
	// isOnRequest: recorded only when the customer asks for it, so that nothing is owed before.
	isOnRequest bool
	// standings name some of the states in the kind's own words.
	standings map[standing]string
	// refuses says what is wrong with a form because of what else was recorded, of this kind or another, by field; "" for nothing.
	refuses func(v values, s *subject, o *owed) (key, detail string)
	// second says that it counts only when a second user has confirmed it.
	second func(v values) bool
	// binds ties what is written to what the other side has told, or refuses it; today says of what was written whether it still fits.
	binds func(q *store.Q, r store.Record, v values) error
	today func(q *store.Q, d *store.Duty) error
	// listed is the field whose choices are the items of a text or list of the institution (app/dutytext), used the text in force. Of the kind
	// itself, without an institution, there are no such choices.
	listed string
	used   *dutytext.Text
	// fills writes the fields that the server writes, of what the institution has, or refuses what is not there any more.
	fills func(q *store.Q, institution string, v values) error
	// isForOwner: told to the owner, who is asked for the names. All others are told to nobody.
	isForOwner bool
}

// whenLooked says when a field is wanted of who looked a buyer up.
const whenLooked = "リストを照会したときは、必ず入力してください。"

const proseMax, textMax, numberMax = 1000, 100, 9_999_999

func done(values) deal.DutyResult { return deal.DutyDone }

var yesNo = []choice{{"yes", "はい"}, {"no", "いいえ"}}

func note(label, help string) field {
	return field{key: "note", label: label, kind: fieldProse, help: help, max: proseMax}
}

// toWhom are the fields of who was told.
func toWhom() []field {
	return []field{
		{key: "toWhom", label: "説明した相手", kind: fieldChoice, choices: []choice{{"representative", "代表者"}, {"decider", "代表者が決めた、判断する権限のある方"}},
			required: true},
		{key: "toName", label: "相手の氏名・役職", kind: fieldText, required: true, max: textMax},
	}
}

// sides of a negotiation, both.
var bothSides = []store.InCharge{store.InChargeOfBF, store.InChargeOfSF}

// kinds are all of them, in the order of the screen.
var kinds = append([]kind{
	{of: deal.DutyAntisocial, buyer: true, seller: true, months: 6, isPoisonous: true, listed: "sources",
		help: "企業、代表者、実質的支配者を、反社会的勢力の情報と照らし合わせた結果です。「該当」のあいだは、この企業のための外への操作をすべて止めます。",
		fields: []field{
			{key: "sources", label: "照会先", kind: fieldChoices, required: true},
			{key: "result", label: "結果", kind: fieldChoice, required: true, choices: []choice{{"clear", "該当なし"}, {"look", "要確認"},
				{"hit", "該当"}}},
			note("メモ", "「要確認」「該当」のときは、確かめたことと、これからすることを書いてください。"),
		},
		asks: func(v values) (string, string) {
			if v["result"] != "clear" && v["note"] == "" {
				return "note", "確かめたことと、これからすることを入力してください。"
			}
			return "", ""
		},
		result: func(v values) deal.DutyResult {
			return map[string]deal.DutyResult{"clear": deal.DutyDone, "look": deal.DutyOpen, "hit": deal.DutyStops}[v["result"]]
		}},
	{of: deal.DutyIdentity, buyer: true, seller: true,
		help: "自機関で行った取引時確認の日です。確認の記録そのものは、ここに写しません。",
		fields: []field{
			{key: "owner", label: "実質的支配者を確かめた", kind: fieldChoice, choices: yesNo, required: true},
			note("メモ", "記録のある場所など。本人確認書類の内容は書かないでください。"),
		},
		result: func(v values) deal.DutyResult {
			if v["owner"] == "yes" {
				return deal.DutyDone
			}
			return deal.DutyOpen
		}},
	{of: deal.DutyBuyerCheck, buyer: true, months: 12, isPoisonous: true,
		help:   "買手が、引き継いだあとも続けていける会社かを調べた結果です。六つすべてを調べると済みになります。",
		fields: append(buyerItems(), note("メモ", "「気になる」がひとつでもあるときは、その内容を書いてください。")),
		asks: func(v values) (string, string) {
			for _, f := range buyerItems() {
				if v[f.key] == "concern" && v["note"] == "" {
					return "note", "「気になる」とした内容を入力してください。"
				}
			}
			return "", ""
		},
		result: func(v values) deal.DutyResult {
			for _, f := range buyerItems() {
				if v[f.key] == "none" {
					return deal.DutyOpen
				}
			}
			return deal.DutyDone
		}},
	{of: deal.DutyListedBuyer, buyer: true, sides: []store.InCharge{store.InChargeOfSF}, fromNames: true, days: 30, isPoisonous: true,
		help: "団体が共有する特定事業者リストを調べた結果です。「該当」で進めるには、稟議番号と、二人目の承認者の確認が要ります。",
		fields: []field{
			{key: "takesPart", label: "照会", kind: fieldChoice, required: true, choices: []choice{{"looked", "リストを照会した"},
				{"outside", "情報共有の仕組みに参加していない"}}},
			{key: "listDate", label: "リストの日付", kind: fieldDate, help: whenLooked, isPast: true},
			{key: "lookedUp", label: "調べた項目", kind: fieldChoices, help: whenLooked,
				choices: []choice{{"number", "法人番号"}, {"name", "商号"}, {"person", "代表者"}}},
			{key: "result", label: "結果", kind: fieldChoice, help: whenLooked, choices: []choice{{"clear", "該当なし"}, {"hit", "該当"}}},
			{key: "approval", label: "稟議番号", kind: fieldText, help: "「該当」で進めるとき。", max: textMax},
			note("メモ", "参加していないときは、その理由を書いてください。"),
		},
		asks: func(v values) (string, string) {
			switch {
			case v["takesPart"] == "outside" && v["note"] == "":
				return "note", "参加していない理由を入力してください。"
			case v["takesPart"] == "outside":
				return "", ""
			case v["listDate"] == "":
				return "listDate", "照会したリストの日付を入力してください。"
			case v["lookedUp"] == "":
				return "lookedUp", "調べた項目を選んでください。"
			case v["result"] == "":
				return "result", "結果を選んでください。"
			case v["result"] == "hit" && v["approval"] == "":
				return "approval", "「該当」で進めるには、稟議番号を入力してください。"
			}
			return "", ""
		},
		result: done,
		second: func(v values) bool { return v["takesPart"] == "looked" && v["result"] == "hit" }},
	buyerReport,
	{of: deal.DutyExplanation, buyer: true, seller: true, listed: "items",
		help: "契約の前に、重要な事項を書面で説明した記録です。すべてを説明したことを確かめてください。",
		fields: append([]field{
			{key: "role", label: "立場", kind: fieldChoice, choices: roles, required: true},
			{key: textName, label: "使った書面の名前と版", kind: fieldText, required: true, max: textMax},
			{key: "items", label: "説明した事項", kind: fieldChoices, required: true, all: true,
				help: "（売手へ）（仲介）とある事項は、当てはまらないことを確かめたときも印を付けます。"},
			{key: "handedOver", label: "書面の渡し方", kind: fieldChoice, required: true,
				choices: []choice{{"paper", "紙で手渡した"}, {"post", "郵送した"}, {"electronic", "電子で渡した"}}},
			{key: "by", label: "口頭で説明した人", kind: fieldText, help: "氏名、資格、経験年数、成約件数", required: true, max: textMax, offers: explainer},
		}, append(toWhom(), field{key: "until", label: "検討の期限", kind: fieldDate, help: "契約するかを考える時間として伝えた日。"})...),
		asks: func(v values) (string, string) {
			if v["until"] != "" && v["until"] < v[performedOn] {
				return "until", "検討の期限は、説明した日か、その後の日を入力してください。"
			}
			return "", ""
		},
		result: done},
	{of: deal.DutyMandate, buyer: true, seller: true,
		help: "お客さまとの仲介またはFAの契約です。目安（見本）から外れるところがあるときは、理由を書いてください。",
		fields: []field{
			{key: "role", label: "契約の種類", kind: fieldChoice, choices: roles, required: true},
			{key: "until", label: "契約の期限", kind: fieldDate, required: true},
			{key: "exclusive", label: "専任", kind: fieldChoice, choices: yesNo, required: true},
			{key: "tail", label: "テールの期間", unit: "か月", kind: fieldNumber, required: true, max: 120},
			{key: "tailScope", label: "テールの対象", kind: fieldChoice, required: true,
				choices: []choice{{"cleared", "ネームクリアした候補だけ"}, {"all", "それ以外も含む"}}},
			{key: "secondOpinion", label: "セカンドオピニオンを妨げない", kind: fieldChoice, choices: yesNo, required: true},
			{key: "reason", label: "目安から外れる理由", kind: fieldProse, help: "契約が12か月を超える、テールが36か月を超える、テールの対象が広い、セカンドオピニオンを妨げる、のどれかのとき。",
				max: proseMax},
		},
		asks: func(v values) (string, string) {
			if v["reason"] == "" && mandateIsUnusual(v) {
				return "reason", "目安から外れるところがあります。理由を入力してください。"
			}
			return "", ""
		},
		refuses: beforeTimeToThink,
		result:  done},
	fee,
	{of: deal.DutyContactStop, buyer: true, seller: true, isOnRequest: true,
		help: "お客さまから、営業の連絡を止めてほしいと申出があったときの記録です。記録するとすぐに、この企業へのメール、提案、おすすめと、外への操作をすべて止めます。" +
			"再開には、申出の取下げの記録と、二人目の承認者の確認が要ります。",
		fields: []field{
			{key: "request", label: "申出", kind: fieldChoice, required: true,
				choices: []choice{{"stop", "営業の停止の申出を受けた"}, {"lift", "申出の取下げを受けた"}}},
			{key: "toName", label: "申し出た方の氏名・役職", kind: fieldText, required: true, max: textMax},
			{key: "how", label: "受けた方法", kind: fieldChoice, required: true,
				choices: []choice{{"visit", "面談"}, {"phone", "電話"}, {"mail", "メール"}, {"paper", "書面"}}},
			note("メモ", "申出の内容と、社内で伝えた先など。"),
		},
		standings: map[standing]string{missing: "申出なし", stopping: "申出により停止中", fulfilled: "取下げ済み"},
		refuses: func(v values, _ *subject, o *owed) (string, string) {
			if v["request"] == "lift" && o.duty == nil {
				return "values.request", "停止の申出が記録されていません。取下げは、申出を記録したあとに記録できます。"
			}
			return "", ""
		},
		result: func(v values) deal.DutyResult {
			if v["request"] == "stop" {
				return deal.DutyStops
			}
			return deal.DutyDone
		}},
	{of: deal.DutyConflict, sides: bothSides, onlyHouse: true,
		help:   "買手と売手を同じ金融機関が担当することと、利益の対立が想定される事項を、書面で説明した記録です。双方の担当者を分けてください。",
		fields: append(toWhom(), note("説明した内容", "")),
		result: done},
	{of: deal.DutyContractRisk, sides: bothSides, listed: "items",
		help: "最終契約の前に、注意する点を、自分の側のお客さまに説明した記録です。",
		fields: append([]field{{key: "items", label: "説明した点", kind: fieldChoices, required: true, all: true}},
			append(toWhom(), note("メモ", ""))...),
		result: done},
	{of: deal.DutyClosing, sides: bothSides,
		help: "クロージングで確かめたことです。三つすべてを確かめると済みになります。",
		fields: []field{
			{key: "paid", label: "着金を確かめた", kind: fieldChoice, choices: yesNo, required: true},
			{key: "register", label: "株主名簿・登記を確かめた", kind: fieldChoice, choices: yesNo, required: true},
			{key: "handover", label: "引継ぎを確かめた", kind: fieldChoice, choices: yesNo, required: true},
			note("メモ", ""),
		},
		result: func(v values) deal.DutyResult {
			if v["paid"] == "yes" && v["register"] == "yes" && v["handover"] == "yes" {
				return deal.DutyDone
			}
			return deal.DutyOpen
		}},
}, guarantee, aftercare)

// mandateIsUnusual says that a contract lies outside the guideline's values, as the sample has them.
func mandateIsUnusual(v values) bool {
	signed, _ := deal.ParseDate(v[performedOn])
	tail, _ := strconv.Atoi(v["tail"])
	return v["until"] > deal.AddMonths(signed, 12) || tail > 36 || v["tailScope"] == "all" || v["secondOpinion"] == "no"
}

// beforeTimeToThink refuses a contract on a day on which the customer could still think about it.
func beforeTimeToThink(v values, s *subject, o *owed) (key, detail string) {
	told := s.owed(deal.DutyExplanation, o.record.Of)
	if told == nil || told.duty == nil || told.record != o.record {
		return "", ""
	}
	if explained, err := contentOf(told.duty); err == nil && v[performedOn] < explained["until"] {
		return performedOn, "重要事項説明で、検討の期限を" + strings.ReplaceAll(explained["until"], "-", "/") +
			"と伝えています。契約は、その日から後に行ってください。"
	}
	return "", ""
}

var roles = []choice{{"broker", "仲介"}, {"advisor", "FA"}}

// buyerItems are what a buyer is looked into for.
func buyerItems() (fields []field) {
	for _, x := range []choice{{"finance", "財務"}, {"law", "コンプライアンス"}, {"business", "事業の実態"}, {"owner", "実質的支配者"},
		{"funds", "資金の見込み"}, {"record", "過去のM&Aと保証の解除"}} {
		fields = append(fields, field{key: x.key, label: x.label, kind: fieldChoice, required: true,
			choices: []choice{{"good", "問題なし"}, {"concern", "気になる"}, {"none", "未実施"}}})
	}
	return fields
}

func kindOf(k deal.DutyKind) *kind {
	for i := range kinds {
		if kinds[i].of == k {
			return &kinds[i]
		}
	}
	return nil
}
