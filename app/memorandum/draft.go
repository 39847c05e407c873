package memorandum

import (
	"tsunagu/app/disclosure"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Draft is a memorandum as a Word draft of a level has it: the same cut as its preview and its paper.
type Draft struct {
	Sections []DraftSection
	Columns  []string // the periods
	Rows     [][]string
	Note     string // what the figures are
	Refusal  error  // why nothing of this level may be made yet
}

// DraftSection is a section with its pictures.
type DraftSection struct {
	Heading, Text string
	Pictures      []DraftPicture
}

// DraftPicture is a picture without what the camera wrote into it.
type DraftPicture struct {
	Data    []byte
	Caption string
}

// ForDraft is the memorandum of an own listing as far as a level has it; nil where nothing was saved. Words that are to be looked at hold
// no draft back: the bank finishes it by hand.
func (a Room) ForDraft(q *store.Q, by web.Actor, l *store.Listing, level disclosure.Level) (*Draft, error) {
	x, c, err := read(q, by, l)
	if err != nil || x.Revision == 0 {
		return nil, err
	}
	f, err := factsOf(q, by, l)
	if err != nil {
		return nil, err
	}
	o, err := check(q, l, cut(c, f, level))
	if err != nil {
		return nil, err
	}
	out := &Draft{Columns: o.Columns, Note: o.figuresNote(), Refusal: o.refusal(true)}
	pixels, err := a.pixels(q, by, l, o.shown)
	if err != nil {
		return nil, err
	}
	for i := range o.Sections {
		s := &o.Sections[i]
		one := DraftSection{Heading: s.Heading, Text: s.Text}
		for _, p := range s.Pictures {
			one.Pictures = append(one.Pictures, DraftPicture{pixels[p.ID], p.Caption})
		}
		out.Sections = append(out.Sections, one)
	}
	for _, r := range o.Rows {
		out.Rows = append(out.Rows, append([]string{r.Label}, r.Cells...))
	}
	return out, nil
}
