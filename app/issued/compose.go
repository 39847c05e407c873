package issued

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/negotiation"
	"tsunagu/app/typeset"
	"tsunagu/app/web"
	"tsunagu/store"
)

// contents are a paper without its number, its day and its maker.
type contents struct {
	whom   string // as it is printed
	blocks []typeset.Block
}

func (c *contents) add(b ...typeset.Block) { c.blocks = append(c.blocks, b...) }

// paper makes of contents what Keep takes.
func (c *contents) paper(kind Kind, form int, d *negotiation.Dealing, of store.InCharge, maker string) *Paper {
	p := &Paper{Kind: kind, Form: form, Of: of, NegotiationID: d.ID, ListingID: d.ListingID, CompanyID: d.SellerCompanyID,
		BuyerCompanyID: d.BuyerCompanyID, Source: SourceOf(fmt.Appendf(nil, "%s\n%#v", c.whom, c.blocks))}
	p.Write = func(number string, at time.Time) ([]byte, error) {
		b, err := typeset.Write(&typeset.Paper{Title: kind.Label(), Number: number, At: at, Blocks: c.blocks,
			Heads: []typeset.Field{{Label: "だれのために", Value: c.whom}, {Label: "だれが", Value: maker}, {Label: "いつ", Value: japanTime(at)},
				{Label: "書式", Value: fmt.Sprintf("%s　第%d版", kind.Label(), form)}},
			Foot: web.CaseNumber("N", d.ID)})
		return b, unwritable(err)
	}
	return p
}

// unwritable makes of a character without a glyph an answer that names it.
func unwritable(err error) error {
	var g *typeset.GlyphError
	if errors.As(err, &g) {
		return web.Invalid("kind", g.Error())
	}
	return err
}

// japanTime is a time as papers have it.
func japanTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(store.JST).Format("2006年1月2日 15時04分05秒（日本時間）")
}

// japanDate is YYYY-MM-DD as papers have it; "" stays so.
func japanDate(s string) string {
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return s
	}
	return d.Format("2006年1月2日")
}

var slashed = regexp.MustCompile(`\d{4}/\d{2}/\d{2}`)

// factText is a milestone's value with its dates as papers have them.
func factText(v deal.FactValue) string {
	return slashed.ReplaceAllStringFunc(v.Text(), func(s string) string { return japanDate(strings.ReplaceAll(s, "/", "-")) })
}

// filled are the rows that have a value.
func filled(rows ...typeset.Field) typeset.Fields {
	out := typeset.Fields{}
	for _, r := range rows {
		if r.Value != "" {
			out = append(out, r)
		}
	}
	return out
}

// makerOf is who makes a paper, with his institution or company.
func makerOf(q *store.Q, by web.Actor, d *negotiation.Dealing) (string, error) {
	if by.Viewer.IsBuyer() {
		return disclosure.DisplayName(d.BuyerName, true) + "　" + by.User.UserName, nil
	}
	names, err := q.InstitutionNames()
	return names[by.Institution()] + "　" + by.User.UserName, err
}

// prose makes of the HTML of a text its headings and paragraphs. The HTML is web.ProseHTML's: well-formed, of few elements.
func prose(text string) (out []typeset.Block) {
	var line strings.Builder
	heading, count := false, []int{} // a list's number, 0 for points
	end := func() {
		s := strings.TrimSpace(line.String())
		line.Reset()
		switch {
		case s == "":
		case heading:
			out = append(out, typeset.Heading(s))
		default:
			out = append(out, typeset.Text(s))
		}
	}
	z := html.NewTokenizer(bytes.NewReader([]byte(text)))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			end()
			return out
		}
		t := z.Token()
		switch {
		case kind == html.TextToken:
			line.WriteString(strings.ReplaceAll(t.Data, "\n", ""))
		case t.Data == "br":
			line.WriteString("\n")
		case t.Data == "td" || t.Data == "th":
			if kind == html.EndTagToken {
				line.WriteString("　")
			}
		case t.Data == "h2" || t.Data == "h3" || t.Data == "h4":
			end()
			heading = kind == html.StartTagToken
		case t.Data == "ul" || t.Data == "ol":
			end()
			if kind == html.EndTagToken {
				count = count[:max(len(count)-1, 0)]
			} else if t.Data == "ol" {
				count = append(count, 1)
			} else {
				count = append(count, 0)
			}
		case t.Data == "li" && kind == html.StartTagToken:
			end()
			if n := len(count) - 1; n >= 0 && count[n] > 0 {
				fmt.Fprintf(&line, "%d．", count[n])
				count[n]++
			} else {
				line.WriteString("・")
			}
		case t.Data == "p" || t.Data == "li" || t.Data == "tr" || t.Data == "dt" || t.Data == "dd" || t.Data == "blockquote" || t.Data == "hr":
			if s := strings.TrimSpace(line.String()); s == "・" || strings.HasSuffix(s, "．") && len(s) < 8 && kind == html.StartTagToken {
				continue // the paragraph of a point
			}
			end()
		}
	}
}
