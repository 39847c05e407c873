package deal

import (
	"fmt"
	"strings"
)

// diagrams are the state machines by their heading.
var diagrams = map[string]func() *diagram{
	"売却案件 (domain 3.1)": listingDiagram, "交渉 (domain 4)": negotiationDiagram, "オファー (domain 4)": offerDiagram,
	"資金支援 (domain 5)":  financingDiagram,
	"企業の登録 (domain 6)": companyDiagram, "利用者 (SPEC 3, domain 6)": userDiagram, "金融機関の申請 (domain 6)": requestDiagram,
	"金融機関の利用": institutionDiagram,
}

// Tables renders every machine as a diagram and its table of moves as Markdown, for reading and
// reviewing. The match score's table follows it in the document (app/score).
func Tables() string {
	var b strings.Builder
	b.WriteString("# 状態と操作\n\n`tsunagu states` が app/deal の表から出力した文書です（`go test ./app/deal -update` で testdata/deal/states.md に書き直します）。\n" +
		"図の矢印は、条件がすべて揃ったときに規則が実際に許した操作です。状態を変えない操作は、図にはなく、表にだけあります。\n\n" +
		"立場: BUY 買手、BF 買手側金融機関、SF 売手側金融機関、Both 両側を担当する金融機関、Seller 売手（リンクとパスコード）、Office 事務局、System システム。\n")
	heading := func(title string, columns ...string) {
		fmt.Fprintf(&b, "\n## %s\n\n", title)
		if d, ok := diagrams[title]; ok {
			fmt.Fprintf(&b, "%s\n", d())
		}
		fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	}
	row := func(cells ...string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }

	heading("売却案件 (domain 3.1)", "event", "操作", "by", "from", "to", "conditions")
	for _, r := range listingRules {
		var conditions []string
		for _, c := range r.conditions {
			conditions = append(conditions, c.text)
		}
		row(string(r.event), r.label, join(r.actors), from(r.from, r.orNew), r.to, strings.Join(conditions, "、"))
	}
	heading("交渉 (domain 4)", "move", "操作", "by", "from", "to", "conditions", "needs", "effect")
	for _, r := range moveRules {
		var conditions []string
		for _, c := range r.conditions {
			conditions = append(conditions, c.text)
		}
		to := codesOf(r.to)
		if r.stays {
			to = "同じ"
		}
		row(string(r.kind), r.label, join(r.actors), from(r.from, r.orNoRow), to, strings.Join(conditions, "、"), strings.Join(r.needs, ", "),
			r.effect)
	}
	heading("マイルストーン (domain 4, 0.6)", "kind", "名称", "交渉の状態", "効力", "「行わない」", "その前に要るもの")
	for _, m := range milestones {
		force, skips, before := "記録したとき", "", ""
		if m.Code.IsBilateral() {
			force = "相手方が確認したとき"
		}
		if m.Code.IsSkippable() {
			skips = "双方の確認でできる"
		}
		if i := stepOf(m.Code); i > 0 {
			before = factSteps[i-1][0].StepLabel()
		}
		row(fmt.Sprint(int(m.Code)), m.Label, codesOf(milestoneFrom[m.Code]), force, skips, before)
	}
	heading("オファー (domain 4)", "event", "操作", "by", "from", "to")
	for _, r := range offerRules {
		row(string(r.event), r.label, join(r.actors), codesOf(r.from), r.to)
	}
	heading("資金支援 (domain 5)", "from", "to", "needs")
	for _, r := range financingRules {
		var needs []string
		for _, to := range r.to {
			if gate := financingGates[to]; gate != "" {
				needs = append(needs, fmt.Sprintf("%d：%s", to, gate))
			}
		}
		row(fmt.Sprintf("%d %s", r.from, r.from.Label()), codesOf(r.to), strings.Join(needs, "、"))
	}
	heading("企業の登録 (domain 6)", "event", "操作", "by", "from", "to", "conditions")
	for _, r := range companyRules {
		row(string(r.event), r.label, join(r.actors), from(r.from, r.orNew), r.to, r.cond)
	}
	heading("利用者 (SPEC 3, domain 6)", "event", "操作", "from", "to")
	for _, r := range userRules {
		row(string(r.event), r.label, codesOf(r.from), fmt.Sprintf("%d %s", r.to, r.to.Label()))
	}
	heading("金融機関の申請 (domain 6)", "event", "操作", "by", "from", "to", "needs")
	for _, r := range requestRules {
		row(string(r.event), r.label, join(r.actors), codesOf(r.from), fmt.Sprintf("%d %s", r.to, r.to.Label()), r.needs)
	}
	return b.String()
}

func join(as []Actor) string {
	names := make([]string, len(as))
	for i, a := range as {
		names[i] = a.String()
	}
	return strings.Join(names, ", ")
}

func codesOf[T ~int](states []T) string {
	texts := make([]string, len(states))
	for i, s := range states {
		texts[i] = fmt.Sprint(int(s))
	}
	return strings.Join(texts, ", ")
}

func from[T ~int](states []T, orNew bool) string {
	text := codesOf(states)
	if orNew {
		return strings.TrimSuffix("–, "+text, ", ")
	}
	return text
}
