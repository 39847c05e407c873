package duty

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Record writes a duty that was done: a new one, or the successor of the one that the form showed (compliance.md 1).
func Record(tx *store.Tx, by web.Actor, in *RecordInput) (*Made, error) {
	s, err := in.read(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	made, err := in.Made(tx, by)
	if err != nil {
		return nil, err
	}
	if made != "" {
		return &Made{made}, nil
	}
	o := s.owed(deal.DutyKind(in.Kind), store.InCharge(in.Record))
	if o == nil {
		return nil, web.Invalid("kind", "この画面では記録できない確認事項です。画面を読み込み直してください。")
	}
	if err := o.uses(&tx.Q, by.Institution(), in.TextID); err != nil {
		return nil, err
	}
	v, err := in.check(tx, by.Institution(), s, o)
	if err != nil {
		return nil, err
	}
	last := ""
	if o.duty != nil {
		last = o.duty.ID
	}
	if last != in.Replaces {
		return nil, web.ErrStale
	}
	if o.binds != nil {
		if err := o.binds(&tx.Q, o.record, v); err != nil {
			return nil, err
		}
	}
	o.names(v)
	if o.fills != nil {
		if err := o.fills(&tx.Q, by.Institution(), v); err != nil {
			return nil, err
		}
	}
	d := &store.Duty{InstitutionID: by.Institution(), Kind: in.Kind, Of: o.record.Of, RecordSeq: o.record.Seq, PerformedOn: in.PerformedOn,
		ValidUntil: o.countsUntil(in.PerformedOn, v), Result: int(o.result(v)), NeedsSecond: o.needsSecond(v), Salt: rand.Text()}
	if last != "" {
		d.Replaces = &last
	}
	content, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	d.Content = string(content)
	d.Hash = hashOf("duty", d.Salt, d.InstitutionID, d.Kind, d.Of, d.RecordSeq, d.PerformedOn, d.Content, last, by.ID(), tx.Now().UnixMilli())
	switch err := tx.CreateDuty(d, by.ID()); {
	case errors.Is(err, store.ErrDuplicate):
		return nil, web.ErrStale
	case err != nil:
		return nil, err
	}
	if o.kind.of == deal.DutyContactStop && d.Result == int(deal.DutyStops) {
		if err := tx.DropPasscodes(o.record.Seq); err != nil {
			return nil, err
		}
	}
	if err := in.Keep(tx, by, d.ID); err != nil {
		return nil, err
	}
	if o.kind.of == deal.DutyGuarantee {
		if err := disclosed(tx, by, d, v); err != nil {
			return nil, err
		}
	}
	return &Made{d.ID}, tx.AddAudit(by.Line("duty_recorded", "duty", d.ID, "ok", "hash="+d.Hash))
}

// needsSecond says that what is written counts only when a second user has confirmed it: by what it says, or because it takes the place of
// what stopped the company or needed one itself. Nobody undoes that alone.
func (o *owed) needsSecond(v values) bool {
	if o.result(v) == deal.DutyStops {
		return false // it holds at once
	}
	return o.second != nil && o.second(v) || o.duty != nil && (o.duty.NeedsSecond || o.duty.Result == int(deal.DutyStops))
}

// owed is what a side owes of a kind about a record of a kind; nil where it does not.
func (s *subject) owed(k deal.DutyKind, record store.InCharge) *owed {
	for _, side := range s.sides {
		for i := range side.owes {
			if o := &side.owes[i]; o.kind.of == k && o.record.Of == record {
				return o
			}
		}
	}
	return nil
}

// hashOf is the fingerprint of what was recorded, for its line in the audit log: whoever has both can tell that nothing was changed. One of
// the parts is random, so that whoever has the line alone learns nothing.
func hashOf(parts ...any) string {
	b, err := json.Marshal(parts)
	if err != nil {
		panic(err) // texts and numbers
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// validUntil is the last day on which what was done on a day counts; "" for no end.
func (k *kind) validUntil(on string) string {
	day, _ := deal.ParseDate(on)
	switch {
	case k.months > 0:
		return deal.AddMonths(day, k.months)
	case k.days > 0:
		return deal.AddDays(day, k.days)
	}
	return ""
}

// countsUntil is the last day on which what was done on a day counts: of what is looked at after a deal was signed, the day before the next
// look, until everything is done.
func (o *owed) countsUntil(on string, v values) string {
	if !o.fromSigned {
		return o.validUntil(on)
	}
	if o.result(v) == deal.DutyDone {
		return ""
	}
	return deal.AftercareUntil(o.signed, on)
}

// dueOn is the day of the next look at a signed deal; "" for none.
func (o *owed) dueOn() string {
	switch {
	case !o.fromSigned || o.signed == "":
		return ""
	case o.duty == nil:
		return deal.AftercareDue(o.signed, "")
	case o.duty.ValidUntil == "":
		return ""
	}
	return deal.AftercareDue(o.signed, o.duty.ValidUntil)
}

// check checks a form in one go, and answers what is stored of it.
func (in *RecordInput) check(tx *store.Tx, institution string, s *subject, o *owed) (values, error) {
	var c web.Check
	c.Date(performedOn, "行った日", in.PerformedOn, true)
	c.Ok(in.PerformedOn <= tx.Today(), performedOn, "まだ来ていない日は記録できません。行ってから記録してください。")
	c.Ok(!o.fromSigned || o.signed != "", "kind", "成約していない交渉には記録できません。画面を読み込み直してください。")
	c.Ok(!o.fromSigned || in.PerformedOn >= o.signed, performedOn, "成約の日より前の日は記録できません。成約のあとに確かめた日を入力してください。")
	v, known := values{}, map[string]bool{}
	for i := range o.fields {
		f, err := o.fields[i].offered(&tx.Q, institution)
		if err != nil {
			return nil, err
		}
		known[f.key] = true
		if f.isWritten || f.only != nil && !slices.Contains(f.only.choices, v[f.only.key]) {
			c.Ok(strings.TrimSpace(in.Values[f.key]) == "", "values."+f.key, f.label+"は、ここでは入力しません。空にしてください。")
			continue
		}
		if f.set != "" {
			sent := strings.TrimSpace(in.Values[f.key])
			c.Ok(sent == "" || sent == f.set, "values."+f.key, f.label+"は、いま使っている版「"+f.set+"」として記録します。空にしてください。")
			v[f.key] = f.set
			continue
		}
		if err := f.gone(strings.TrimSpace(in.Values[f.key])); err != nil {
			return nil, err
		}
		if text := f.check(&c, in, tx.Today()); text != "" {
			v[f.key] = text
		}
	}
	for key := range in.Values {
		c.Ok(known[key], "values", "この確認事項にない項目があります。画面を読み込み直してください。")
	}
	if len(c.Errors) == 0 && o.asks != nil {
		v[performedOn] = in.PerformedOn
		if key, detail := o.asks(v); key != "" {
			c.Fail("values."+key, detail)
		}
	}
	if len(c.Errors) == 0 && o.refuses != nil {
		v[performedOn] = in.PerformedOn
		if key, detail := o.refuses(v, s, o); key != "" {
			c.Fail(key, detail)
		}
	}
	delete(v, performedOn)
	return v, c.Err()
}

// check checks and cleans one entry of a form.
func (f *field) check(c *web.Check, in *RecordInput, today string) string {
	name, text := "values."+f.key, strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(in.Values[f.key], "\r\n", "\n"), "\r", "\n"))
	if text == "" {
		verb := "入力して"
		if f.kind == fieldChoice || f.kind == fieldChoices {
			verb = "選んで"
		}
		if f.required && f.offers != nil && f.offers.none != "" && len(f.choices) == 0 {
			c.Fail(name, f.offers.none)
			return ""
		}
		c.Ok(!f.required, name, f.label+"を"+verb+"ください。")
		return ""
	}
	switch f.kind {
	case fieldChoice:
		c.Ok(f.choiceOf(text), name, f.label+"を選んでください。")
	case fieldChoices:
		return f.choicesOf(c, name, text)
	case fieldDate:
		c.Date(name, f.label, text, true)
		c.Ok(!f.isPast || text <= today, name, f.label+"に、まだ来ていない日は入力できません。")
	case fieldNumber:
		n, err := strconv.Atoi(text)
		c.Ok(err == nil && n >= 0 && n <= f.max, name, fmt.Sprintf("%sは0から%dまでの整数で入力してください。", f.label, f.max))
		text = strconv.Itoa(n)
	case fieldText:
		c.Ok(!strings.Contains(text, "\n"), name, f.label+"は改行を入れずに、1行で入力してください。")
		f.length(c, name, text)
	case fieldProse:
		f.length(c, name, text)
	}
	return text
}

func (f *field) length(c *web.Check, name, text string) {
	if n := len([]rune(text)); n > f.max {
		c.Fail(name, fmt.Sprintf("%sは%d文字以内で入力してください（現在%d文字）。", f.label, f.max, n))
	}
}

func (f *field) choiceOf(key string) bool {
	for _, x := range f.choices {
		if x.key == key {
			return true
		}
	}
	return false
}

// choicesOf puts chosen keys into the order of the form.
func (f *field) choicesOf(c *web.Check, name, text string) string {
	chosen, n := map[string]bool{}, 0
	for key := range strings.SplitSeq(text, ",") {
		c.Ok(f.choiceOf(key), name, f.label+"を選んでください。")
		chosen[key] = true
	}
	var out []string
	for _, x := range f.choices {
		if chosen[x.key] {
			out = append(out, x.key)
			n++
		}
	}
	c.Ok(!f.all || n == len(f.choices), name, f.label+"は、すべてを行ってから記録してください。まだのものに印がありません。")
	return strings.Join(out, ",")
}
