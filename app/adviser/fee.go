package adviser

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

const (
	tablesMax = 20 // that are offered at once
	stepsMax  = 20 // of one table

	retired  = "この手数料表は、すでに使わないことになっています。最新の内容を確認してください。"
	noTables = "手数料表は、同時に20までです。使わなくなった表を「使わない」にしてから追加してください。"
)

// examples are the amounts, in 千円, with which the console shows what a table comes to.
var examples = []int64{50_000, 300_000, 1_000_000}

// Bases are what a fee is computed of, in the words of the fee's duty: its keys and its labels (compliance.md 2).
var Bases = []struct{ Key, Label string }{{"price", "譲渡額"}, {"net", "純資産"}, {"assets", "移動総資産"}}

func (a Room) feeCalls() {
	const own = "自機関の手数料表"
	web.Add(a.Platform, call("GET", "GetFeeTables", own, "手数料表。使っているものと、使わなくなったもの。前の版も"),
		func(r *web.Request, _ *struct{}) (*feeTableList, error) {
			return web.Reading(r, func(q *store.Q) (*feeTableList, error) { return feeTables(q, r.Actor) })
		})
	web.Add(a.Platform, call("POST", "SaveFeeTable", own, "手数料表を作る、または、新しい版を書く。使わなくなった表は、また使う"),
		func(r *web.Request, in *struct{ Body FeeTableInput }) (*feeTableList, error) {
			return web.Writing(r, func(tx *store.Tx) (*feeTableList, error) {
				if err := SaveFeeTable(tx, r.Actor, &in.Body); err != nil {
					return nil, err
				}
				return feeTables(&tx.Q, r.Actor)
			})
		})
	web.Add(a.Platform, call("POST", "RetireFeeTable", own, "手数料表を使わないことにする。記録したものは残る"),
		func(r *web.Request, in *struct{ Body retireInput }) (*feeTableList, error) {
			return web.Writing(r, func(tx *store.Tx) (*feeTableList, error) {
				if err := retire(tx, r.Actor, &in.Body); err != nil {
					return nil, err
				}
				return feeTables(&tx.Q, r.Actor)
			})
		})
}

// tablesOf are the tables of the administrator's institution: of each all versions, the newest first.
func tablesOf(q *store.Q, by web.Actor) (institution string, tables [][]store.FeeTable, err error) {
	institution, _, err = console.Managed(by)
	if err != nil {
		return "", nil, err
	}
	tables, err = read(q, institution)
	return institution, tables, err
}

func read(q *store.Q, institution string) (tables [][]store.FeeTable, err error) {
	all, err := q.FeeTables(institution)
	if err != nil {
		return nil, err
	}
	for i, j := 0, 0; i < len(all); i = j {
		for j = i; j < len(all) && all[j].TableID == all[i].TableID; j++ {
		}
		tables = append(tables, all[i:j])
	}
	return tables, nil
}

func feeTables(q *store.Q, by web.Actor) (*feeTableList, error) {
	_, tables, err := tablesOf(q, by)
	if err != nil {
		return nil, err
	}
	banks, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	editors := editorNames{q, map[string]string{}}
	out := &feeTableList{FeeTableList: []feeTableRow{}, MaxCount: tablesMax, MaxStepCount: stepsMax}
	for _, versions := range tables {
		row := feeTableRow{TableID: versions[0].TableID, ExampleList: []feeExample{}, EarlierList: []FeeVersion{}}
		for i := range versions {
			name, err := editors.of(versions[i].Creator)
			if err != nil {
				return nil, err
			}
			v := shownTable(&versions[i], banks, name)
			if i == 0 {
				row.FeeVersion = v
			} else {
				row.EarlierList = append(row.EarlierList, v)
			}
		}
		for _, amount := range examples {
			row.ExampleList = append(row.ExampleList, feeExample{amount, Example(computed(&versions[0]), amount)})
		}
		out.FeeTableList = append(out.FeeTableList, row)
	}
	return out, nil
}

func shownTable(f *store.FeeTable, banks map[string]string, editor string) FeeVersion {
	v := FeeVersion{FeeTerms: FeeTerms{Name: f.Name, Base: f.Base, StepList: []FeeStep{}, Minimum: f.Minimum, Retainer: f.Retainer,
		Monthly: f.Monthly, Interim: f.Interim, InterimShare: f.InterimShare, IsRetainerDeducted: f.DeductsRetainer,
		IsInterimDeducted: f.DeductsInterim, DeductedNote: f.DeductedNote},
		Version: f.Version, Label: label(f, banks), BaseLabel: Bases[f.Base-1].Label, Terms: terms(f), IsRetired: f.IsRetired, Hash: f.Hash,
		EditorName: editor, Created: web.ServerTime(f.Created)}
	for _, s := range f.Steps {
		step := FeeStep{Rate: s.Rate}
		if s.UpTo > 0 {
			step.UpTo = &s.UpTo
		}
		v.StepList = append(v.StepList, step)
	}
	return v
}

// label is a version of a table in words that mean it alone in its institution, for ever: a name belongs to one table, also when that is
// not used any more. What came by a merger says from where.
func label(f *store.FeeTable, banks map[string]string) string {
	name := f.Name
	if f.OriginID != f.InstitutionID {
		name += "（旧" + banks[f.OriginID] + "）"
	}
	return fmt.Sprintf("%s（第%d版）", name, f.Version)
}

// check checks the terms of a table in one go, and answers its steps.
func (in *FeeTerms) check(c *web.Check) []store.FeeStep {
	c.Text(in, "name", "名前", &in.Name, true)
	c.Code("base", "算定の基準", in.Base, true, func(k int) bool { return k >= 1 && k <= len(Bases) })
	for _, x := range []struct {
		field, label string
		v            *int64
	}{{"minimum", "最低手数料", &in.Minimum}, {"retainer", "着手金", &in.Retainer}, {"monthly", "月額", &in.Monthly},
		{"interim", "中間金", &in.Interim}, {"interimShare", "中間金の割合", &in.InterimShare}} {
		c.Amount(in, x.field, x.label, x.v, true)
	}
	c.Ok(in.Interim == 0 || in.InterimShare == 0, "interimShare", "中間金は、額か割合のどちらか一方を入力してください。")
	c.Text(in, "deductedNote", "控除についての補足", &in.DeductedNote, false)
	c.Ok(len(in.StepList) > 0, "stepList", "料率の段階を、一つは入力してください。")
	c.Ok(len(in.StepList) <= stepsMax, "stepList", "料率の段階は20までです。")
	var out []store.FeeStep
	for i := range in.StepList {
		if s := in.StepList[i].check(c, in.StepList, i); s != nil {
			out = append(out, *s)
		}
	}
	return out
}

// check checks one step among all; nil where something is wrong.
func (s *FeeStep) check(c *web.Check, all []FeeStep, i int) *store.FeeStep {
	before, at := len(c.Errors), fmt.Sprintf("%d段目の", i+1)
	isLast := i == len(all)-1
	var own web.Check // its fields have the names of the step, and the list has those of the body
	own.Amount(s, "upTo", at+"上限", s.UpTo, !isLast)
	own.Amount(s, "rate", at+"料率", &s.Rate, true)
	for _, e := range own.Errors {
		c.Fail("stepList", e.Detail)
	}
	c.Ok(!isLast || s.UpTo == nil, "stepList", "最後の段階には上限を付けません。どの額でも計算できるように、上限のない段階で終えてください。")
	if i > 0 && len(c.Errors) == before {
		last := all[i-1]
		c.Ok(isLast || last.UpTo == nil || *s.UpTo > *last.UpTo, "stepList", at+"上限は、前の段階より大きい額を入力してください。")
		c.Ok(s.Rate <= last.Rate, "stepList", at+"料率は、前の段階と同じか、低くしてください。")
	}
	if len(c.Errors) > before {
		return nil
	}
	out := &store.FeeStep{Rate: s.Rate}
	if s.UpTo != nil {
		out.UpTo = *s.UpTo
	}
	return out
}

// SaveFeeTable writes a new table, or the next version of one; of one that is not used any more, that it is used again.
func SaveFeeTable(tx *store.Tx, by web.Actor, in *FeeTableInput) error {
	institution, tables, err := tablesOf(&tx.Q, by)
	if err != nil {
		return err
	}
	made, err := in.Made(tx, by)
	if err != nil || made != "" {
		return err
	}
	was := &store.FeeTable{}
	if in.TableID != "" {
		if was = newest(tables, in.TableID); was == nil {
			return store.ErrNotFound
		}
	}
	var c web.Check
	steps := in.check(&c)
	inUse := 0
	for _, versions := range tables {
		if !versions[0].IsRetired {
			inUse++
		}
		if versions[0].TableID == in.TableID {
			continue
		}
		for i := range versions {
			if master.Fold(versions[i].Name) == master.Fold(in.Name) && versions[i].OriginID == versions[i].InstitutionID {
				c.Fail("name", "この名前は、別の手数料表に使われています（使わなくなった表を含みます）。別の名前を付けてください。")
				break
			}
		}
	}
	c.Ok(was.Version > 0 && !was.IsRetired || inUse < tablesMax, "name", noTables)
	if err := c.Err(); err != nil {
		return err
	}
	is := &store.FeeTable{TableID: in.TableID, InstitutionID: institution, OriginID: institution, Name: in.Name, Base: in.Base, Steps: steps,
		Minimum: in.Minimum, Retainer: in.Retainer, Monthly: in.Monthly, Interim: in.Interim, InterimShare: in.InterimShare,
		DeductsRetainer: in.IsRetainerDeducted, DeductsInterim: in.IsInterimDeducted, DeductedNote: in.DeductedNote}
	if was.Version > 0 && !was.IsRetired && contents(was) == contents(is) {
		return nil // a second click, or a colleague wrote the same
	}
	if in.Version != was.Version {
		return web.ErrStale
	}
	return write(tx, by, was, is, &in.FormKey, "fee_table_saved")
}

// retire takes a table out of use: a version that says so, and otherwise what stood.
func retire(tx *store.Tx, by web.Actor, in *retireInput) error {
	_, tables, err := tablesOf(&tx.Q, by)
	if err != nil {
		return err
	}
	was := newest(tables, in.TableID)
	switch {
	case was == nil:
		return store.ErrNotFound
	case was.IsRetired && in.Version+1 == was.Version && was.Creator == by.ID():
		return nil // a second click
	case was.IsRetired:
		return web.Conflict(deal.NotAllowed, retired)
	case in.Version != was.Version:
		return web.ErrStale
	}
	is := *was
	is.IsRetired = true
	return write(tx, by, was, &is, &web.FormKey{}, "fee_table_retired")
}

// write adds a version behind the one that stands.
func write(tx *store.Tx, by web.Actor, was, is *store.FeeTable, key *web.FormKey, event string) error {
	is.Version = was.Version + 1
	is.Hash = hashOf(is)
	switch err := tx.CreateFeeTable(is, by.ID()); {
	case errors.Is(err, store.ErrDuplicate):
		return web.ErrStale
	case err != nil:
		return err
	}
	if err := key.Keep(tx, by, is.TableID); err != nil {
		return err
	}
	return tx.AddAudit(by.Line(event, "fee_table", is.TableID, "ok", fmt.Sprintf("version=%d hash=%s", is.Version, is.Hash)))
}

func newest(tables [][]store.FeeTable, id string) *store.FeeTable {
	for _, versions := range tables {
		if versions[0].TableID == id {
			return &versions[0]
		}
	}
	return nil
}

// contents are a version's name and terms in one text.
func contents(f *store.FeeTable) string {
	b, err := json.Marshal([]any{f.Name, f.Base, f.Steps, f.Minimum, f.Retainer, f.Monthly, f.Interim, f.InterimShare, f.DeductsRetainer,
		f.DeductsInterim, f.DeductedNote, f.IsRetired})
	if err != nil {
		panic(err) // texts and numbers
	}
	return string(b)
}

// hashOf is the fingerprint of a version. It is not salted: a table is told to each customer, and its lines in the audit log are read by
// the institution alone.
func hashOf(f *store.FeeTable) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", f.Version, contents(f)))
	return hex.EncodeToString(sum[:])
}

// computed is a version as deal.FeeOf computes with it.
func computed(f *store.FeeTable) deal.FeeTable {
	t := deal.FeeTable{Minimum: f.Minimum, Retainer: f.Retainer, Interim: f.Interim, InterimShare: f.InterimShare,
		DeductsRetainer: f.DeductsRetainer, DeductsInterim: f.DeductsInterim}
	for _, s := range f.Steps {
		t.Steps = append(t.Steps, deal.FeeStep(s))
	}
	return t
}

// Table is a version of a fee table in force, for the fee's duty.
type Table struct {
	ID, Hash, Label string
	Version         int
	IsOfPrice       bool // its base is the price
	Terms           string
	Computed        deal.FeeTable
}

// Tables are an institution's tables in force (compliance.md 3).
func Tables(q *store.Q, institution string) ([]Table, error) {
	tables, err := read(q, institution)
	if err != nil {
		return nil, err
	}
	banks, err := q.InstitutionNames()
	if err != nil {
		return nil, err
	}
	var out []Table
	for _, versions := range tables {
		if f := &versions[0]; !f.IsRetired {
			out = append(out, Table{f.TableID, f.Hash, label(f, banks), f.Version, Bases[f.Base-1].Key == "price", terms(f), computed(f)})
		}
	}
	return out, nil
}

// terms are what a table says, in words for a customer.
func terms(f *store.FeeTable) string {
	lines := []string{"算定の基準：" + Bases[f.Base-1].Label, "料率："}
	from := int64(0)
	for _, s := range f.Steps {
		lines = append(lines, "　"+stepName(from, s.UpTo)+" "+percent(s.Rate))
		from = s.UpTo
	}
	interim := yen(f.Interim)
	if f.InterimShare > 0 {
		interim = fmt.Sprintf("成功報酬の%d％", f.InterimShare)
	}
	var deducted []string
	if f.DeductsRetainer {
		deducted = append(deducted, "着手金")
	}
	if f.DeductsInterim {
		deducted = append(deducted, "中間金")
	}
	if len(deducted) == 0 {
		deducted = append(deducted, "なし")
	}
	lines = append(lines, "最低手数料："+yen(f.Minimum), "着手金："+yen(f.Retainer), "月額："+yen(f.Monthly), "中間金："+interim,
		"成功報酬から差し引くもの："+strings.Join(deducted, "、"))
	if f.DeductedNote != "" {
		lines = append(lines, "補足："+f.DeductedNote)
	}
	return strings.Join(lines, "\n")
}

func stepName(from, to int64) string {
	switch {
	case to == 0 && from == 0:
		return "全額"
	case to == 0:
		return yen(from) + "を超える部分"
	case from == 0:
		return yen(to) + "までの部分"
	}
	return yen(from) + "を超え" + yen(to) + "までの部分"
}

// percent is a rate in 0.01 % in words.
func percent(rate int64) string {
	text := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%02d", rate/100, rate%100), "0"), ".")
	return text + "％"
}

// yen is an amount in 千円 in words: 1億5,000万円, 250万5千円.
func yen(thousands int64) string {
	if thousands == 0 {
		return "0円"
	}
	oku, man, sen := thousands/100_000, thousands%100_000/10, thousands%10
	text := ""
	if oku > 0 {
		text = web.Grouped(oku) + "億"
	}
	if man > 0 {
		text += web.Grouped(man) + "万"
	}
	if sen > 0 {
		text += fmt.Sprintf("%d千", sen)
	}
	return text + "円"
}

// Example is what a table comes to for an amount in 千円, step by step, in words for a customer (compliance.md 2, fee).
func Example(t deal.FeeTable, amount int64) string {
	f := deal.FeeOf(t, amount)
	lines := []string{yen(amount) + "のとき"}
	for _, p := range f.Parts {
		lines = append(lines, fmt.Sprintf("　%s × %s ＝ %s", yen(p.Amount), percent(p.Rate), yen(p.Fee)))
	}
	switch {
	case f.Success > f.Sum:
		lines = append(lines, "　合計 "+yen(f.Sum)+"。最低手数料により、成功報酬 "+yen(f.Success))
	default:
		lines = append(lines, "　成功報酬 "+yen(f.Success))
	}
	if f.Retainer > 0 {
		lines = append(lines, "　着手金 "+yen(f.Retainer))
	}
	if f.Interim > 0 {
		lines = append(lines, "　中間金 "+yen(f.Interim))
	}
	if f.Deducted > 0 {
		lines = append(lines, "　成功報酬から差し引く額 "+yen(f.Deducted)+"、成約のときに支払う額 "+yen(f.Rest))
	}
	return strings.Join(append(lines, "　支払う額の合計 "+yen(f.Total)), "\n")
}

// Rounding says how the examples are computed.
const Rounding = "税抜です。段階ごとと、割合の中間金は、千円未満を切り捨てます。月額は期間によるため、合計に含みません。"
