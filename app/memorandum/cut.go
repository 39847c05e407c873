package memorandum

import (
	"slices"

	"tsunagu/app/disclosure"
)

// facts are what stands at the head of a memorandum, by the allow-lists of the listing.
type facts struct {
	number, businessName                       string
	companyName, representative, address, bank string
	width                                      int               // of the bands
	picture                                    map[string]string // the hash of each picture
}

// shown is what a reader of a level gets. Preview, paper and draft are made of it and of nothing else.
type shown struct {
	Level    disclosure.Level
	Fields   []previewField
	Sections []shownSection
	Columns  []string
	Rows     []previewRow
	IsExact  bool
}

type shownSection struct {
	Heading, Text string
	Level         disclosure.Level `json:"-"` // from when it is shown; not what is shown
	Pictures      []shownPicture
}

type shownPicture struct {
	ID         string `json:"-"`
	Caption    string
	Hash       string // of the file that was chosen
	IsNameless bool   `json:"-"`
}

// cut is what of a memorandum a reader of a level gets: the one place that decides it.
func cut(c *MemorandumContent, f *facts, level disclosure.Level) *shown {
	out := &shown{Level: level, IsExact: areExact(level)}
	field := func(label, value string, part disclosure.Part, key string) {
		if value != "" && disclosure.AllowedListing(part, key, level, false) {
			out.Fields = append(out.Fields, previewField{label, value})
		}
	}
	field("案件番号", f.number, disclosure.Overview, "sellerBusinessId")
	field("案件名", f.businessName, disclosure.Overview, "businessName")
	field("会社名", f.companyName, disclosure.Details, "companyName")
	field("代表者", f.representative, disclosure.Details, "representativeName")
	field("所在地", f.address, disclosure.Details, "address")
	field("売手を担当する金融機関", f.bank, disclosure.Overview, "inChargeFinancialInstitutionName")
	for i := range c.SectionList {
		x := &c.SectionList[i]
		if at := max(disclosure.Level(x.Level), standardOf(x.Key).floor()); at > level || x.Text == "" && len(x.PictureList) == 0 {
			continue
		}
		s := shownSection{Heading: x.headingOf(), Text: x.Text, Level: disclosure.Level(x.Level)}
		for _, p := range x.PictureList {
			s.Pictures = append(s.Pictures, shownPicture{p.PictureID, p.Caption, f.picture[p.PictureID], p.IsNameless})
		}
		out.Sections = append(out.Sections, s)
	}
	if level >= max(disclosure.Level(c.FiguresLevel), figuresFloor()) {
		out.figures(c.PeriodList, f.width)
	}
	return out
}

func (o *shown) figures(periods []MemorandumPeriod, width int) {
	periods = slices.DeleteFunc(slices.Clone(periods), func(p MemorandumPeriod) bool { return p.isBlank() })
	if len(periods) == 0 {
		return
	}
	row := func(label string, cell func(*MemorandumPeriod) string) {
		r := previewRow{Label: label}
		isKnown := false
		for i := range periods {
			r.Cells = append(r.Cells, cell(&periods[i]))
			isKnown = isKnown || r.Cells[i] != unknown
		}
		if isKnown {
			o.Rows = append(o.Rows, r)
		}
	}
	for i := range figures {
		g := &figures[i]
		row(g.label, func(p *MemorandumPeriod) string {
			if o.IsExact {
				return amount(g.of(p))
			}
			return band(g.band, g.of(p), width)
		})
	}
	if o.IsExact { // a ratio of amounts says more than their bands
		row(ratioLabel, func(p *MemorandumPeriod) string { return percent(p.ratio()) })
	}
	if len(o.Rows) == 0 {
		return
	}
	for i := range periods {
		o.Columns = append(o.Columns, periods[i].monthLabel(o.IsExact))
	}
}

// isEmpty says that a level has nothing but the head.
func (o *shown) isEmpty() bool { return len(o.Sections) == 0 && len(o.Rows) == 0 }

func (o *shown) figuresNote() string {
	switch {
	case len(o.Rows) == 0:
		return ""
	case o.IsExact:
		return "単位は千円です。△はマイナス、―は不明です。"
	}
	return "この段階では、金額を幅で示します。正確な金額は実名承認後に示します。―は不明です。"
}
