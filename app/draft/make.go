package draft

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/disclosure"
	"tsunagu/app/docx"
	"tsunagu/app/issued"
	"tsunagu/app/web"
	"tsunagu/store"
)

const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

// filling is what a template gets of a record.
type filling struct {
	values docx.Values
	level  disclosure.Level // what the paper carries of the listing, and of the buyer
	view   disclosure.BuyerView
	blanks []BlankField
	count  int // fields that are filled
}

// Why a field is left blank.
const (
	notOpen     = "いまの開示の段階では書けません。開示が進んでから作り直すか、Wordで書き入れてください。"
	notRecorded = "登録されていません。Wordで書き入れてください。"
	noRecord    = "案件の書面には買手・交渉の項目を書けません。Wordで書き入れてください。"
)

// blank is what stands in place of a field without a value: the bank sees what it has to write there.
func blank(name string) string { return "【" + name + "】" }

// fill composes the values of a template's fields from the record, each as its allow-list opens it to the maker.
func (x *record) fill(t *docx.Template) *filling {
	out := &filling{values: docx.Values{Texts: map[string]string{}, Lists: map[string][]map[string]string{}}}
	seen := map[string]bool{}
	for _, f := range t.Fields() {
		if f.List != "" && listGroups[f.List] != nil && listGroups[f.List].field(f.Name) != nil {
			if !seen["#"+f.List] {
				seen["#"+f.List] = true
				out.list(x, listGroups[f.List], t)
			}
			continue
		}
		c := textFields[f.Name]
		if c == nil || seen[f.Name] {
			continue // an unknown one is refused by Fill
		}
		seen[f.Name] = true
		value := ""
		if c.value == nil {
			out.values.Texts[f.Name] = "" // with the number (stamp)
			continue
		}
		isOpen := x.isFieldOpen(c)
		if isOpen {
			value = strings.TrimSpace(c.value(x))
		}
		if value == "" {
			out.blanks = append(out.blanks, BlankField{f.Name, f.Place, x.whyBlank(c, isOpen)})
			value = blank(f.Name)
		} else {
			out.carries(x, c)
		}
		out.values.Texts[f.Name] = value
	}
	return out
}

func (x *record) whyBlank(f *field, isOpen bool) string {
	switch {
	case isOpen:
		return notRecorded
	case x.dealing == nil && (f.source == ofFacts || f.source == ofBuyer || f.source == ofBuyerDetails):
		return noRecord
	}
	return notOpen
}

// carries counts a field that is filled, with what it opens of the two sides.
func (o *filling) carries(x *record, f *field) {
	level, view := f.opens()
	switch {
	case f.source == ofCustomer && x.of == store.InChargeOfBF:
		view = disclosure.BuyerStatus2
	case f.source == ofCustomer:
		level = disclosure.L4
	case f.source == ofMemorandum:
		level = x.level
	}
	o.level, o.view, o.count = max(o.level, level), max(o.view, view), o.count+1
}

// list fills the rows of a list. A field that no row has is named once.
func (o *filling) list(x *record, g *group, t *docx.Template) {
	used := map[string]string{}
	for _, f := range t.Fields() {
		if f.List == g.list && g.field(f.Name) != nil && used[f.Name] == "" {
			used[f.Name] = f.Place
		}
	}
	lacks := map[string]string{}
	var rows []map[string]string
	for _, value := range g.rows(x) {
		row := map[string]string{}
		for i := range g.fields {
			f := &g.fields[i]
			if used[f.name] == "" {
				continue
			}
			isOpen := x.isFieldOpen(f)
			if isOpen {
				row[f.name] = strings.TrimSpace(value(f.name))
			}
			if row[f.name] == "" && f.isOptional() {
				continue
			}
			if row[f.name] == "" {
				row[f.name], lacks[f.name] = blank(f.name), x.whyBlank(f, isOpen)
			} else {
				o.carries(x, f)
			}
		}
		rows = append(rows, row)
	}
	o.values.Lists[g.list] = rows
	if g.list == listSections && x.memo != nil {
		o.values.Pictures = map[string][]map[string][]docx.Picture{g.list: sectionPictures(x)}
	}
	for i := range g.fields {
		name := g.fields[i].name
		switch why := lacks[name]; why {
		case "":
		case notRecorded:
			o.blanks = append(o.blanks, BlankField{"一覧「" + g.list + "」の" + name, used[name], "一部の行に" + notRecorded})
		default:
			o.blanks = append(o.blanks, BlankField{"一覧「" + g.list + "」の" + name, used[name], why})
		}
	}
}

// stamp sets what is known when the paper gets its number.
func (o *filling) stamp(number string, at time.Time, t *template) {
	for name, value := range map[string]string{fieldNumber: number, fieldDay: dayOf(at), fieldForm: t.name()} {
		if _, is := o.values.Texts[name]; is {
			o.values.Texts[name] = value
		}
	}
}

// composed is a draft ready to be made.
type composed struct {
	record   *record
	template *template
	document *docx.Template
	filling  *filling
}

const otherRecord = "この書式は、この案件・交渉からは作れません。画面を読み込み直して、書式を選び直してください。"

func (a Room) compose(q *store.Q, by web.Actor, ref *RecordRef, templateID string) (*composed, error) {
	x, err := a.recordOf(q, by, ref)
	if err != nil {
		return nil, err
	}
	t, err := chosen(q, by.Institution(), templateID)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(formOf(int(t.kind)).of, x.of) {
		return nil, web.Invalid("templateId", otherRecord)
	}
	b, err := a.bytes(q, t)
	if err != nil {
		return nil, err
	}
	d, err := read(b)
	if err != nil {
		return nil, err
	}
	out := &composed{x, t, d, x.fill(d)}
	if x.memo != nil && x.memo.Refusal != nil && slices.ContainsFunc(d.Fields(), func(f docx.Field) bool {
		return f.List == listSections || f.List == listPeriods
	}) {
		return nil, x.memo.Refusal
	}
	return out, nil
}

// choices are the drafts that can be made about a record.
func (a Room) choices(q *store.Q, by web.Actor, ref *RecordRef) (*draftForms, error) {
	x, err := a.recordOf(q, by, ref)
	if err != nil {
		return nil, err
	}
	out := &draftForms{CaseNumber: x.number(), FormList: []draftForm{}}
	for i := range forms {
		f := &forms[i]
		if !slices.Contains(f.of, x.of) {
			continue
		}
		row := draftForm{Kind: int(f.kind), Label: f.kind.Label(), Help: f.help, TemplateList: []templateChoice{}}
		all, err := inForce(q, by.Institution(), f.kind)
		if err != nil {
			return nil, err
		}
		for _, t := range all {
			row.TemplateList = append(row.TemplateList, templateChoice{t.id, sourceLabels[t.source], t.version, t.source == fromSample})
		}
		out.FormList = append(out.FormList, row)
	}
	return out, nil
}

// check tells what a draft would leave blank, before it is made. It gives no value of a field.
func (a Room) check(q *store.Q, by web.Actor, ref *RecordRef, templateID string) (*draftCheck, error) {
	c, err := a.compose(q, by, ref, templateID)
	var stale *web.Problem
	if errors.As(err, &stale) && stale.Status == 409 {
		return nil, store.ErrNotFound // a reading is not answered with a conflict
	}
	if err != nil {
		return nil, err
	}
	return &draftCheck{Name: c.template.name(), IsSample: c.template.source == fromSample, FilledCount: c.filling.count,
		BlankList: append([]BlankField{}, c.filling.blanks...), IsDisclosing: c.filling.level >= disclosure.L3}, nil
}

// Make makes a draft and keeps it.
func (a Room) Make(tx *store.Tx, by web.Actor, in *DraftInput) (*draftMade, error) {
	c, err := a.compose(&tx.Q, by, &in.RecordRef, in.TemplateID)
	if err != nil {
		return nil, err
	}
	x, t := c.record, c.template
	c.filling.stamp("", tx.Now(), t)
	source, err := json.Marshal([]any{t.id, t.hash, x.user.ID, x.level, c.filling.values})
	if err != nil {
		return nil, err
	}
	p := &issued.Paper{Kind: t.kind, Form: t.version, Level: c.filling.level, View: c.filling.view, Of: x.of, ListingID: x.listing.ID,
		CompanyID: x.listing.CompanyID, Recipient: "下書き（自機関で仕上げる）", Source: issued.SourceOf(source),
		Write: func(number string, at time.Time) ([]byte, error) {
			c.filling.stamp(number, at, t)
			return c.document.Fill(&c.filling.values)
		}}
	if x.dealing != nil {
		p.NegotiationID, p.BuyerCompanyID = x.dealing.ID, x.dealing.BuyerCompanyID
	}
	if p.Level >= disclosure.L3 {
		p.Basis = x.basis()
	}
	row, err := issued.In(a.Platform).Keep(tx, by, p)
	if err != nil {
		return nil, err
	}
	out := &draftMade{row.ID, row.Number}
	return out, tx.AddAudit(by.Line("draft_made", "issued_paper", row.ID, "ok", templateDetail(t)))
}

func templateDetail(t *template) string {
	return "template=" + t.id + " hash=" + t.hash
}

// try makes a draft with the record of a typed number, to look at a template: it is not kept, and has no number.
func (a Room) try(tx *store.Tx, by web.Actor, in *TrialInput) (*web.Download, error) {
	ref, err := a.numbered(&tx.Q, by, in)
	if err != nil {
		return nil, err
	}
	c, err := a.compose(&tx.Q, by, ref, in.TemplateID)
	if err != nil {
		return nil, err
	}
	c.filling.stamp("（試し）", tx.Now(), c.template)
	b, err := c.document.Fill(&c.filling.values)
	if err != nil {
		return nil, err
	}
	x, kind := c.record, c.template.kind
	if c.filling.level >= disclosure.L3 {
		l := store.LedgerLine{Kind: issued.LedgerIssue, ListingID: x.listing.ID, CompanyID: x.listing.CompanyID, Level: int(c.filling.level),
			UserID: by.ID(), ClientID: by.Institution(), InstitutionID: by.Institution(), Basis: x.basis(),
			Subject: kind.Label() + "（試し）", IP: by.IP}
		if x.dealing != nil {
			l.NegotiationID = x.dealing.ID
			if x.of == store.InChargeOfBF {
				l.BuyerCompanyID = x.dealing.BuyerCompanyID
			}
		}
		if err := tx.AddLedger(l); err != nil {
			return nil, err
		}
	}
	noun := "listing"
	if x.dealing != nil {
		noun = "negotiation"
	}
	if err := tx.AddAudit(by.Line("draft_tried", noun, x.id(), "ok", templateDetail(c.template))); err != nil {
		return nil, err
	}
	return download("試し_"+kind.Label()+".docx", b), nil
}

func download(name string, b []byte) *web.Download {
	return &web.Download{Name: name, MediaType: docxType, Size: int64(len(b)), Body: io.NopCloser(bytes.NewReader(b))}
}

// errNotFound says no more than that the number is none of the asker's.
var errNotFound = &web.Problem{Title: "Not available", Status: 400, Code: "not_available",
	Detail: "この番号の案件・交渉は、自機関の担当にありません。番号（L-…、N-…）を確かめてください。"}

// numbered is the own record with a typed number.
func (a Room) numbered(q *store.Q, by web.Actor, in *TrialInput) (*RecordRef, error) {
	prefix, end := company.ReadCaseNumber(in.CaseNumber)
	if end == "" {
		return nil, web.Invalid("caseNumber", "案件の番号（L-…）か、交渉の番号（N-…）を入れてください。")
	}
	ref := RecordRef{Side: in.Side}
	if prefix != "N" {
		found, err := q.ListingsNumbered(by.Viewer, end, 2)
		if err != nil {
			return nil, err
		}
		if len(found.Own) == 1 {
			ref.SellerBusinessID = found.Own[0].Listing.ID
		}
	}
	if prefix != "L" && ref.SellerBusinessID == "" {
		found, err := q.NegotiationsNumbered(by.Viewer, end, 2)
		if err != nil {
			return nil, err
		}
		if len(found) == 1 {
			ref.BuyerNegotiationID = found[0].ID
		}
	}
	_, err := a.recordOf(q, by, &ref)
	if errors.Is(err, store.ErrNotFound) {
		return nil, errNotFound
	}
	return &ref, err
}
