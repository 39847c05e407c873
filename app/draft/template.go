package draft

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"tsunagu/app/docx"
	"tsunagu/app/issued"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Whose a template is.
const (
	fromSample      = "sample"
	fromNetwork     = "network"
	fromInstitution = "institution"
)

var sourceLabels = map[string]string{fromSample: "見本", fromNetwork: "ネットワークの書式", fromInstitution: "自機関の書式"}

// template is one version of a template with which drafts can be made.
type template struct {
	id      string
	kind    issued.Kind
	source  string
	version int
	hash    string
	row     *store.DraftTemplate // nil for a sample
}

// name is what the paper says of its template.
func (t *template) name() string {
	return fmt.Sprintf("%s %s 第%d版", t.kind.Label(), sourceLabels[t.source], t.version)
}

func templateOf(row *store.DraftTemplate) *template {
	source := fromInstitution
	if row.InstitutionID == "" {
		source = fromNetwork
	}
	return &template{row.ID, issued.Kind(row.Kind), source, row.Version, row.Hash, row}
}

// inForce are the templates of a kind with which an institution can make drafts now: its own, the network's, the sample.
func inForce(q *store.Q, institution string, kind issued.Kind) (out []*template, err error) {
	owners := []string{institution, ""}
	if institution == "" {
		owners = owners[1:]
	}
	for _, owner := range owners {
		row, err := q.LastDraftTemplate(owner, int(kind))
		if errors.Is(err, store.ErrNotFound) || err == nil && row.IsWithdrawn {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, templateOf(row))
	}
	return append(out, sampleOf(kind)), nil
}

// withdrawn is what a form answers that shows a template which is not in force any more.
const withdrawn = "この書式は、新しい版が登録されたか、取り下げられました。画面を読み込み直して、書式を選び直してください。"

// chosen is a template in force by its id.
func chosen(q *store.Q, institution, id string) (*template, error) {
	if kind, is := sampleKind(id); is {
		return sampleOf(kind), nil
	}
	row, err := q.DraftTemplate(institution, id)
	if err != nil {
		return nil, err
	}
	all, err := inForce(q, institution, issued.Kind(row.Kind))
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		if t.id == id {
			return t, nil
		}
	}
	return nil, web.Conflict("stale", withdrawn)
}

// bytes is the file of a template.
func (a Room) bytes(q *store.Q, t *template) ([]byte, error) {
	if t.row == nil {
		return SampleFile(t.kind), nil
	}
	f, err := q.File(*t.row.FileID)
	if err != nil {
		return nil, err
	}
	return a.content(f)
}

func (a Room) content(f *store.File) ([]byte, error) {
	d, err := a.SendFile(f)
	if err != nil {
		return nil, err
	}
	defer d.Body.Close() //nolint:errcheck // read only
	return io.ReadAll(d.Body)
}

// known are the fields of the catalogue.
func known() docx.Known {
	k := docx.Known{Texts: map[string]bool{}, Lists: map[string]map[string]bool{}}
	for name := range textFields {
		k.Texts[name] = true
	}
	for name, g := range listGroups {
		k.Lists[name] = map[string]bool{}
		for i := range g.fields {
			k.Lists[name][g.fields[i].name] = true
		}
	}
	return k
}

// read reads a template and refuses it with all that is wrong, each with its place.
func read(b []byte) (*docx.Template, error) {
	t, err := docx.Read(b)
	if err == nil {
		if problems := t.Check(known()); len(problems) > 0 {
			err = &docx.Refusal{Problems: problems}
		}
	}
	var r *docx.Refusal
	if !errors.As(err, &r) {
		return t, err
	}
	const most = 30
	p := web.Invalid(web.FormFile, "")
	p.Errors = nil
	for i, x := range r.Problems {
		if i == most {
			p.Errors = append(p.Errors, web.FieldError{Field: web.FormFile, Detail: fmt.Sprintf("ほかに%d件あります。", len(r.Problems)-most)})
			break
		}
		p.Errors = append(p.Errors, web.FieldError{Field: web.FormFile, Detail: strings.TrimPrefix(x.Place+"："+x.Detail, "：")})
	}
	return nil, p
}
