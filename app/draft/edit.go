package draft

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tsunagu/app/console"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/docx"
	"tsunagu/app/issued"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	noKind    = "この種類の書式はありません。画面を読み込み直してください。"
	noFile    = "Word文書（.docx）を選んでください。"
	noDocx    = "Word文書（.docx）ではありません。Wordで「Word 文書（*.docx）」として保存したファイルを選んでください。"
	unchanged = "いまの版と同じファイルです。変えてから保存してください。"
	noneLeft  = "取り下げる書式がありません。画面を読み込み直してください。"
)

// owner is whose templates an administrator keeps: "" for the office, which keeps the network's.
func owner(by web.Actor) (string, error) {
	institution, _, err := console.Managed(by)
	return institution, err
}

// noun is what audit lines call a template: an institution's is nothing to the office.
func noun(institution string) string {
	if institution == "" {
		return "draft_template"
	}
	return "own_template"
}

// templates are the seven kinds with what is in force for an administrator.
func templates(q *store.Q, by web.Actor) (*templateKinds, error) {
	institution, err := owner(by)
	if err != nil {
		return nil, err
	}
	rows, err := q.DraftTemplates(institution)
	if err != nil {
		return nil, err
	}
	out := &templateKinds{IsNetwork: institution == "", KindList: []templateKind{}}
	for i := range forms {
		f := &forms[i]
		all, err := inForce(q, institution, f.kind)
		if err != nil {
			return nil, err
		}
		x := templateKind{Kind: int(f.kind), Label: f.kind.Label(), Help: f.help, OtherList: []templateChoice{}, VersionList: []templateVersion{}}
		for j, t := range all {
			choice := templateChoice{t.id, sourceLabels[t.source], t.version, t.source == fromSample}
			if j == 0 {
				x.InForce = choice
			} else {
				x.OtherList = append(x.OtherList, choice)
			}
		}
		for j := range rows {
			row := &rows[j]
			if row.Kind != int(f.kind) {
				continue
			}
			v, err := versionOf(q, row)
			if err != nil {
				return nil, err
			}
			v.IsInForce = row.ID == x.InForce.TemplateID
			x.Version = max(x.Version, row.Version)
			x.VersionList = append(x.VersionList, *v)
		}
		out.KindList = append(out.KindList, x)
	}
	return out, nil
}

func versionOf(q *store.Q, row *store.DraftTemplate) (*templateVersion, error) {
	v := &templateVersion{TemplateID: row.ID, Version: row.Version, IsWithdrawn: row.IsWithdrawn, Hash: row.Hash, Reason: row.Reason,
		Created: web.ServerTime(row.Created)}
	u, err := q.User(row.Creator)
	switch {
	case err == nil:
		v.UserName = u.UserName
	case !errors.Is(err, store.ErrNotFound):
		return nil, err
	}
	if row.FileID != nil {
		f, err := q.File(*row.FileID)
		if err != nil {
			return nil, err
		}
		v.FileName = f.Name
	}
	return v, nil
}

// uploaded reads a template that was sent.
func (a Room) uploaded(file *store.File) (*docx.Template, error) {
	switch {
	case file == nil:
		return nil, web.Invalid(web.FormFile, noFile)
	case file.MediaType != docxType:
		return nil, web.Invalid(web.FormFile, noDocx)
	}
	b, err := a.content(file)
	if err != nil {
		return nil, err
	}
	return read(b)
}

// checkOnly tells what a template has in it, and keeps nothing of it.
func (a Room) checkOnly(by web.Actor, in *TemplateInput, file *store.File) (*templateReport, error) {
	if _, err := owner(by); err != nil {
		return nil, err
	}
	f := formOf(in.Kind)
	if f == nil {
		return nil, web.Invalid("kind", noKind)
	}
	t, err := a.uploaded(file)
	if err != nil {
		return nil, err
	}
	return reportOf(f, t), os.Remove(filepath.Join(a.Store.Dir(), store.FilesDir, filepath.FromSlash(file.Path)))
}

// reportOf lists a template's fields, and those of the kind's sample that it has not.
func reportOf(f *form, t *docx.Template) *templateReport {
	out := &templateReport{FieldList: []foundField{}, UnusedList: []unusedField{}}
	has := map[string]bool{}
	for _, x := range t.Fields() {
		c := textFields[x.Name]
		if g := listGroups[x.List]; g != nil && g.field(x.Name) != nil {
			c = g.field(x.Name)
		}
		has[x.List+"\n"+x.Name] = true
		out.FieldList = append(out.FieldList, foundField{x.Name, x.List, x.Place, c.levelLabel()})
	}
	sample, err := docx.Read(SampleFile(f.kind))
	if err != nil {
		panic(err) // TestSamples reads each
	}
	for _, x := range sample.Fields() {
		if key := x.List + "\n" + x.Name; !has[key] {
			has[key] = true
			name := x.Name
			if x.List != "" {
				name = "一覧「" + x.List + "」の" + name
			}
			out.UnusedList = append(out.UnusedList, unusedField{name})
		}
	}
	return out
}

// save writes a new version, the one after the version that the form showed. It is in force at once.
func (a Room) save(tx *store.Tx, by web.Actor, in *TemplateInput, file *store.File) (*templateReport, error) {
	institution, err := owner(by)
	if err != nil {
		return nil, err
	}
	f := formOf(in.Kind)
	if f == nil {
		return nil, web.Invalid("kind", noKind)
	}
	t, err := a.uploaded(file)
	if err != nil {
		return nil, err
	}
	out := reportOf(f, t)
	made, err := in.Made(tx, by)
	if err != nil {
		return nil, err
	}
	if made != "" {
		out.TemplateID = made
		return out, os.Remove(filepath.Join(a.Store.Dir(), store.FilesDir, filepath.FromSlash(file.Path)))
	}
	var c web.Check
	c.Text(in, "reason", "変えたこと", &in.Reason, true)
	if err := c.Err(); err != nil {
		return nil, err
	}
	switch last, err := tx.LastDraftTemplate(institution, in.Kind); {
	case errors.Is(err, store.ErrNotFound) && in.Version == 0:
	case errors.Is(err, store.ErrNotFound), err == nil && last.Version != in.Version:
		return nil, web.ErrStale
	case err != nil:
		return nil, err
	case last.Hash == file.SHA256:
		return nil, web.Invalid(web.FormFile, unchanged)
	}
	if err := tx.CreateFile(file, by.ID()); err != nil {
		return nil, err
	}
	row := &store.DraftTemplate{InstitutionID: institution, Kind: in.Kind, Version: in.Version + 1, FileID: &file.ID, Hash: file.SHA256,
		Reason: in.Reason}
	if err := tx.AddDraftTemplate(row, by.ID()); err != nil {
		return nil, err
	}
	if err := in.Keep(tx, by, row.ID); err != nil {
		return nil, err
	}
	out.TemplateID = row.ID
	return out, tx.AddAudit(by.Line("draft_template_saved", noun(institution), row.ID, "ok",
		fmt.Sprintf("kind=%d version=%d hash=%s", row.Kind, row.Version, row.Hash)))
}

// withdraw ends the own template of a kind: the next one is in force.
func withdraw(tx *store.Tx, by web.Actor, in *TemplateEnd) error {
	institution, err := owner(by)
	if err != nil {
		return err
	}
	if formOf(in.Kind) == nil {
		return web.Invalid("kind", noKind)
	}
	var c web.Check
	c.Text(in, "reason", "取り下げる理由", &in.Reason, true)
	if err := c.Err(); err != nil {
		return err
	}
	last, err := tx.LastDraftTemplate(institution, in.Kind)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return web.Conflict(deal.NotAllowed, noneLeft)
	case err != nil:
		return err
	case last.IsWithdrawn && last.Version == in.Version+1:
		return nil // a second click, or a colleague was first
	case last.Version != in.Version:
		return web.ErrStale
	case last.IsWithdrawn:
		return web.Conflict(deal.NotAllowed, noneLeft)
	}
	row := &store.DraftTemplate{InstitutionID: institution, Kind: in.Kind, Version: in.Version + 1, IsWithdrawn: true, Reason: in.Reason}
	if err := tx.AddDraftTemplate(row, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("draft_template_withdrawn", noun(institution), row.ID, "ok",
		fmt.Sprintf("kind=%d version=%d", row.Kind, row.Version)))
}

// fetch is a template as a file: any version of the own ones, the network's in force, a sample; or filled with examples.
func (a Room) fetch(q *store.Q, by web.Actor, in *templateQuery) (*web.Download, error) {
	institution, err := owner(by)
	if err != nil {
		return nil, err
	}
	var t *template
	if kind, is := sampleKind(in.TemplateID); is {
		t = sampleOf(kind)
	} else {
		row, err := q.DraftTemplate(institution, in.TemplateID)
		if err != nil {
			return nil, err
		}
		t = templateOf(row)
		if row.InstitutionID == "" && institution != "" {
			last, err := q.LastDraftTemplate("", row.Kind)
			if err != nil {
				return nil, err
			}
			if last.ID != row.ID {
				return nil, store.ErrNotFound // an older one is the office's
			}
		}
	}
	b, err := a.bytes(q, t)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s_%s_第%d版", t.kind.Label(), sourceLabels[t.source], t.version)
	if !in.IsExample {
		return download(name+".docx", b), nil
	}
	d, err := read(b)
	if err != nil {
		return nil, err
	}
	out, err := d.Fill(examples())
	if err != nil {
		return nil, err
	}
	return download(name+"_記入例.docx", out), nil
}

// examples fill a template with what the catalogue shows.
func examples() *docx.Values {
	v := &docx.Values{Texts: map[string]string{}, Lists: map[string][]map[string]string{}}
	for name, f := range textFields {
		v.Texts[name] = f.example
	}
	for name, g := range listGroups {
		row := map[string]string{}
		for i := range g.fields {
			row[g.fields[i].name] = g.fields[i].example
		}
		v.Lists[name] = []map[string]string{row}
	}
	return v
}

// levelLabel says from when on a field can be written.
func (f *field) levelLabel() string {
	level, view := f.opens()
	switch {
	case f.source == ofFacts:
		return "実名承認後"
	case f.source == ofMemorandum:
		return "選んだ段階"
	case level >= disclosure.L1 && level <= disclosure.L4:
		return level.Label()
	case f.source == ofBuyer || f.source == ofBuyerDetails:
		return map[disclosure.BuyerView]string{disclosure.BuyerSearch: "いつでも", disclosure.BuyerStatus1: "匿名交渉中",
			disclosure.BuyerStatus2: "実名交渉の希望後", disclosure.BuyerStatus3: "実名承認後"}[view]
	}
	return "いつでも"
}

// catalogue is the list of fields for the screen.
func catalogue() *fieldCatalogue {
	out := &fieldCatalogue{GroupList: []fieldGroup{}}
	for i := range groups {
		g := &groups[i]
		x := fieldGroup{Title: g.title, List: g.list, FieldList: []fieldRow{}}
		for j := range g.fields {
			f := &g.fields[j]
			x.FieldList = append(x.FieldList, fieldRow{f.name, f.meaning, f.example, f.levelLabel()})
		}
		out.GroupList = append(out.GroupList, x)
	}
	return out
}

// sampleKind is the kind of a sample's id.
func sampleKind(id string) (issued.Kind, bool) {
	for i := range forms {
		if sampleID(forms[i].kind) == id {
			return forms[i].kind, true
		}
	}
	return 0, false
}
