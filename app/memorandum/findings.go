package memorandum

import (
	"fmt"
	"strings"

	"tsunagu/app/anonymity"
	"tsunagu/app/match"
	"tsunagu/app/web"
	"tsunagu/store"
)

// naming are the kinds of hits that lead to the company by themselves: like a name they hold back every paper below the level that opens
// names. Other kinds are to be looked at (domain.md 0.7).
var naming = map[anonymity.HitKind]bool{anonymity.HitCompany: true, anonymity.HitRepresentative: true, anonymity.HitURL: true,
	anonymity.HitMail: true, anonymity.HitPhone: true, anonymity.HitCorporateNumber: true}

// checked is what a reader of a level gets, with what speaks against showing it to him.
type checked struct {
	*shown
	findings []memorandumFinding
	hits     []anonymity.Hit // for the audit line
	blocking int
}

// check looks through what a level shows before names are open, with each find's place.
func check(q *store.Q, l *store.Listing, o *shown) (*checked, error) {
	out := &checked{shown: o, findings: []memorandumFinding{}}
	if o.isEmpty() {
		out.add(memorandumFinding{Place: "全体", Why: "この段階で買手に見える章も業績もありません。", IsBlocking: true,
			Suggestion: "章の本文を書くか、章を見せる段階を変えてください。"})
	}
	if opensNames(o.Level) {
		return out, nil
	}
	texts, places := map[string]string{}, map[string]string{}
	add := func(field, place, text string) { texts[field], places[field] = text, place }
	for i := range o.Sections {
		s := &o.Sections[i]
		named := "「" + s.Heading + "」の"
		add(fmt.Sprintf("%02d.0", i), fmt.Sprintf("%d番目の章の見出し", i+1), s.Heading)
		add(fmt.Sprintf("%02d.1", i), named+"本文", s.Text)
		for k, p := range s.Pictures {
			at := fmt.Sprintf("%s%d枚目の画像", named, k+1)
			add(fmt.Sprintf("%02d.2.%02d", i, k), at+"の説明", p.Caption)
			if !p.IsNameless {
				out.add(memorandumFinding{Place: at, IsBlocking: true, Why: "「社名や人物が写っていない」を確かめていません。",
					Suggestion: "画像を確かめて印を付けるか、章を「実名承認後」にしてください。"})
			}
		}
	}
	add("title", "案件名", fieldValue(o.Fields, "案件名"))
	w, err := workingContent(q, l)
	if err != nil {
		return nil, err
	}
	own, err := match.OwnNames(q, l.CompanyID, w)
	if err != nil {
		return nil, err
	}
	exact, err := match.NamesOfSeller(q, l.CompanyID, l.ID)
	if err != nil {
		return nil, err
	}
	names := anonymity.FindNames(texts, exact, match.AnonymityPlaces())
	all := names
	for _, h := range match.AnonymityHits(texts, own) {
		if !overlaps(names, h) {
			all = append(all, h)
		}
	}
	for _, h := range match.WithOffers(texts, all, q.Now(), match.PublishedArea(w)) {
		out.hits = append(out.hits, h)
		out.add(memorandumFinding{Place: places[h.Field], Text: h.Text, Why: h.Why, Suggestion: h.Suggestion, Milder: milder(texts[h.Field], h),
			IsBlocking: h.IsExact || naming[h.Kind] && !h.IsMild, isMild: h.IsMild})
	}
	return out, nil
}

// milder says how the place of a hit would read instead.
func milder(text string, h anonymity.Hit) string {
	if h.Offer == nil {
		return ""
	}
	was := "「" + string([]rune(text)[h.Offer.Start:h.Offer.End]) + "」"
	if h.Offer.Text == "" {
		return was + "を消す"
	}
	return was + "→「" + h.Offer.Text + "」"
}

func (c *checked) add(f memorandumFinding) {
	c.findings = append(c.findings, f)
	if f.IsBlocking {
		c.blocking++
	}
}

func overlaps(all []anonymity.Hit, h anonymity.Hit) bool {
	for _, k := range all {
		if k.Field == h.Field && h.Start < k.End && k.Start < h.End {
			return true
		}
	}
	return false
}

func fieldValue(all []previewField, label string) string {
	for _, f := range all {
		if f.Label == label {
			return f.Value
		}
	}
	return ""
}

// refusal is why a paper of the level cannot be made yet, each reason with its place; nil where it can.
func (c *checked) refusal(isChecked bool) error {
	p := web.Invalid("", "")
	p.Errors = nil
	for _, f := range c.findings {
		if f.IsBlocking || c.blocking == 0 && !isChecked && !f.isMild {
			p.Errors = append(p.Errors, web.FieldError{Field: "level", Detail: f.words()})
		}
	}
	if len(p.Errors) == 0 {
		return nil
	}
	if p.Detail = "この段階の書面は、次の点を直すまで作れません。"; c.blocking == 0 {
		p.Detail = "会社の特定につながるおそれのある語があります。確かめた印を付けるか、直してください。"
	}
	return p
}

func (f *memorandumFinding) words() string {
	text := f.Text
	if text != "" {
		text = "「" + text + "」："
	}
	return strings.TrimSpace(f.Place + "：" + text + f.Why + f.Suggestion)
}
