package memorandum

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"tsunagu/app/anonymity"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/issued"
	"tsunagu/app/listing"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

// form is the version of the paper's form. It is raised with every change of what the paper says.
const form = 1

// paperKinds are the kinds of issued papers, one a level: unchanged data of a level make no second paper.
var paperKinds = map[disclosure.Level]issued.Kind{disclosure.L2: issued.KindMemorandumL2, disclosure.L3: issued.KindMemorandumL3,
	disclosure.L4: issued.KindMemorandumL4}

// recipients are for whom a paper is, in words without a name.
var recipients = map[disclosure.Level]string{disclosure.L2: "匿名で交渉している買手企業", disclosure.L3: "秘密保持を承諾した買手企業",
	disclosure.L4: "実名交渉を承認された買手企業"}

// composed is a paper of a level that can be made.
type composed struct {
	*checked
	listing  *store.Listing
	source   string
	maker    string
	revision int
	pixels   map[string][]byte
}

// sourceOf is a hash of all that a paper of a level says but number and day.
func sourceOf(o *shown, maker string) (string, error) {
	b, err := json.Marshal([]any{form, maker, o})
	return issued.SourceOf(b), err
}

// makerAt is who a paper says it is made by: whose name the seller's bank is, buyers learn at L3.
func makerAt(f *facts, level disclosure.Level) string {
	if disclosure.KnowsSF(level, false) {
		return f.bank
	}
	return "本システム（登録された内容から作成）"
}

// compose is what a paper of a level is made from; what must not be in it is refused.
func (a Room) compose(q *store.Q, by web.Actor, in *memorandumAt) (*composed, error) {
	l, err := web.OwnListing(q, by, in.SellerBusinessID, nil)
	if err != nil {
		return nil, err
	}
	if err := checkLevel(in.Level); err != nil {
		return nil, err
	}
	x, c, err := read(q, by, l)
	if err != nil {
		return nil, err
	}
	if x.Revision != in.Revision {
		return nil, web.ErrStale
	}
	f, err := factsOf(q, by, l)
	if err != nil {
		return nil, err
	}
	out := &composed{listing: l, revision: x.Revision, maker: makerAt(f, disclosure.Level(in.Level))}
	if out.checked, err = check(q, l, cut(c, f, disclosure.Level(in.Level))); err != nil {
		return nil, err
	}
	if err := out.refusal(in.IsChecked); err != nil {
		return nil, err
	}
	if out.source, err = sourceOf(out.shown, out.maker); err != nil {
		return nil, err
	}
	out.pixels, err = a.pixels(q, by, l, out.shown)
	return out, err
}

// blocks are the paper's contents.
func (o *shown) blocks(pixels map[string][]byte) []typeset.Block {
	head := typeset.Fields{}
	for _, f := range o.Fields {
		head = append(head, typeset.Field{Label: f.Label, Value: f.Value})
	}
	out := []typeset.Block{head}
	for i := range o.Sections {
		s := &o.Sections[i]
		out = append(out, typeset.Heading(fmt.Sprintf("%d　%s", i+1, s.Heading)))
		if s.Text != "" {
			out = append(out, typeset.Text(s.Text))
		}
		for _, p := range s.Pictures {
			out = append(out, typeset.Picture{Data: pixels[p.ID], Caption: p.Caption})
		}
	}
	if len(o.Rows) > 0 {
		t := typeset.Table{Columns: []typeset.Column{{Title: "項目", Width: 34}}}
		for _, c := range o.Columns {
			t.Columns = append(t.Columns, typeset.Column{Title: c, Width: 22, Right: o.IsExact})
		}
		for _, r := range o.Rows {
			t.Rows = append(t.Rows, append([]string{r.Label}, r.Cells...))
		}
		out = append(out, typeset.Heading("業績の推移"), t, typeset.Note(o.figuresNote()))
	}
	return append(out, typeset.Note("この資料は、検討のために限ってお渡しするものです。企業の特定につながる詮索、関係者への問い合わせ、第三者への開示と複写はお控えください。"+
		"内容は売手側の説明に基づくもので、正確であること、完全であることを約束するものではありません。"))
}

// write makes the bytes of a paper.
func (c *composed) write(number string, at time.Time) ([]byte, error) {
	kind := paperKinds[c.Level]
	b, err := typeset.Write(&typeset.Paper{Title: "企業概要書", Number: number, At: at, Blocks: c.blocks(c.pixels),
		Heads: []typeset.Field{{Label: "だれのために", Value: recipients[c.Level]}, {Label: "だれが", Value: c.maker},
			{Label: "いつ", Value: at.In(store.JST).Format("2006年1月2日")}, {Label: "開示の段階", Value: stage(c.Level)},
			{Label: "書式", Value: fmt.Sprintf("%s　第%d版", kind.Label(), form)}},
		Foot: web.CaseNumber("L", c.listing.ID) + "　" + stage(c.Level)})
	var g *typeset.GlyphError
	var p *typeset.PictureError
	switch {
	case errors.As(err, &g):
		return nil, web.Invalid("level", g.Error())
	case errors.As(err, &p):
		return nil, web.Invalid("level", p.Error())
	}
	return b, err
}

// stage is the level's name as papers have it.
func stage(l disclosure.Level) string { return l.Label() + "（" + l.String() + "）" }

func (c *composed) paper() *issued.Paper {
	p := &issued.Paper{Kind: paperKinds[c.Level], Form: form, Level: c.Level, Of: store.InChargeOfListing, ListingID: c.listing.ID,
		CompanyID: c.listing.CompanyID, Recipient: recipients[c.Level], Source: c.source, Name: "企業概要書", Write: c.write}
	if c.Level >= disclosure.L3 {
		p.Basis = "担当金融機関"
	}
	return p
}

// issue makes the paper of a level and keeps it.
func (a Room) issue(tx *store.Tx, by web.Actor, in *memorandumAt) (*issuedMemorandum, error) {
	c, err := a.compose(&tx.Q, by, in)
	if err != nil {
		return nil, err
	}
	p, err := issued.In(a.Platform).Keep(tx, by, c.paper())
	if err != nil {
		return nil, err
	}
	return &issuedMemorandum{p.ID, p.Number}, tx.AddAudit(by.Line("memorandum_issued", auditKind, c.listing.ID, "ok", c.detail()))
}

// detail is what the audit line says: the level, and with which finds it was made, without their words.
func (c *composed) detail() string {
	out := fmt.Sprintf("revision=%d level=%d", c.revision, c.Level)
	if hits := anonymity.HitsForAudit(c.hits); hits != "" {
		out += " " + hits
	}
	return out
}

// documentTitle is what a document is called; buyers read it.
func documentTitle(l disclosure.Level) string { return "企業概要書（" + l.Label() + "）" }

// give adds the paper of a level to the listing's documents: a new edition of the one that was added before, if it is there still. To whom
// it is open is said by that document's grants; who has one is told of the new edition, as of any. What stands there already is left.
func (a Room) give(tx *store.Tx, by web.Actor, in *memorandumAt) (*memorandumGiving, error) {
	c, err := a.compose(&tx.Q, by, in)
	if err != nil {
		return nil, err
	}
	p, err := issued.In(a.Platform).Keep(tx, by, c.paper())
	if err != nil {
		return nil, err
	}
	before, d, err := givenAt(&tx.Q, by, c.listing, c.Level)
	if err != nil {
		return nil, err
	}
	if before != nil && before.Source == c.source && d.Kind == int(deal.DocumentMemorandum) {
		if f, err := tx.File(d.FileID); err != nil || f.SHA256 == p.SHA256 {
			return &memorandumGiving{d.ID, p.Number, d.Edition, false}, err
		}
	}
	// A file of its own: the paper stays when the document goes, and the other way round.
	f, err := a.copyOf(tx, p)
	if err != nil {
		return nil, err
	}
	docs := listing.In(a.Platform)
	var id string
	if d == nil {
		made, err := docs.UploadDocument(tx, by, &listing.DocumentInput{SellerBusinessID: c.listing.ID, Kind: int(deal.DocumentMemorandum),
			Title: documentTitle(c.Level)}, f)
		if err != nil {
			return nil, err
		}
		id = made.DocumentID
	} else {
		made, err := docs.ChangeDocument(tx, by, &listing.DocumentChange{DocumentID: d.ID, Version: d.Version,
			Kind: int(deal.DocumentMemorandum), Title: d.Title}, f)
		if err != nil {
			return nil, err
		}
		id = made.DocumentID
	}
	if d, err = tx.Document(by.Viewer, id); err != nil {
		return nil, err
	}
	if err := tx.PutMemorandumGiven(&store.MemorandumGiven{ListingID: c.listing.ID, InstitutionID: by.Institution(), Level: int(c.Level),
		DocumentID: d.ID, Revision: c.revision, Source: c.source}, by.ID()); err != nil {
		return nil, err
	}
	out := &memorandumGiving{d.ID, p.Number, d.Edition, true}
	return out, tx.AddAudit(by.Line("memorandum_given", auditKind, c.listing.ID, "ok", c.detail()))
}

func (a Room) copyOf(tx *store.Tx, p *store.IssuedPaper) (*store.File, error) {
	f, err := tx.File(p.FileID)
	if err != nil {
		return nil, err
	}
	d, err := a.SendFile(f)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = b.ReadFrom(d.Body)
	if err = errors.Join(err, d.Body.Close()); err != nil {
		return nil, err
	}
	return a.KeepFile(f.Name, &b)
}

// givenAt is the document that a level was added to, nil where there is none any more.
func givenAt(q *store.Q, by web.Actor, l *store.Listing, level disclosure.Level) (*store.MemorandumGiven, *store.Document, error) {
	all, err := q.MemorandaGiven(by.Viewer, l.ID)
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(all, func(g store.MemorandumGiven) bool { return g.Level == int(level) })
	if i < 0 {
		return nil, nil, nil
	}
	d, err := q.Document(by.Viewer, all[i].DocumentID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil, nil
	}
	return &all[i], d, err
}

// given tells what was added to the documents, and whether there is something newer.
func given(q *store.Q, by web.Actor, l *store.Listing, out *memorandumView, c *MemorandumContent, f *facts) error {
	grants, err := q.LiveGrants(l.ID)
	if err != nil {
		return err
	}
	for _, level := range levels {
		g, d, err := givenAt(q, by, l, level)
		if err != nil {
			return err
		}
		if g == nil {
			continue
		}
		source, err := sourceOf(cut(c, f, level), makerAt(f, level))
		if err != nil {
			return err
		}
		row := givenMemorandum{Level: int(level), DocumentID: d.ID, Title: d.Title, Edition: d.Edition, Created: web.ServerTime(g.Created),
			IsNewer: source != g.Source}
		for _, x := range grants {
			if x.DocumentID == d.ID {
				row.BuyerCount++
			}
		}
		out.GivenList = append(out.GivenList, row)
	}
	return nil
}
