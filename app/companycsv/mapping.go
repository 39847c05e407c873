package companycsv

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// heldFile is a file whose headings are not those of an import, or not all: it is kept until its user has said what they
// mean and has registered, thrown away or replaced it. It ends with the process; the user then chooses it again.
type heldFile struct {
	userID    string
	file      *web.Spooled
	headerRow int // the row of the file
	header    []string
	samples   [][]string // the first rows below it
	heading   *heading   // as it was read
}

// sampleRows is how many rows are shown beside the headings, and sampleRunes how much of a cell.
const (
	sampleRows  = 3
	sampleRunes = 40
)

// sample keeps a row for who explains the headings, if it is one of the first.
func (x *csvReading) sample(row sheet.Row) {
	if len(x.samples) < sampleRows {
		x.samples = append(x.samples, row.Cells)
	}
}

// hold keeps a file, in place of another one of the same user.
func (js *Jobs) hold(id string, h *heldFile) {
	js.Lock()
	defer js.Unlock()
	if js.held == nil {
		js.held = map[string]*heldFile{}
	}
	for other, was := range js.held {
		if was.userID == h.userID {
			js.release(other)
		}
	}
	js.held[id] = h
}

// Held is the file of an import, nil where it is not kept.
func (js *Jobs) heldOf(id string) *heldFile {
	js.Lock()
	defer js.Unlock()
	return js.held[id]
}

// take is the same, for who reads it and closes or holds it again.
func (js *Jobs) take(id string) *heldFile {
	js.Lock()
	defer js.Unlock()
	h := js.held[id]
	delete(js.held, id)
	return h
}

// letGo closes the file of an import, if it is kept.
func (js *Jobs) letGo(id string) {
	js.Lock()
	defer js.Unlock()
	js.release(id)
}

func (js *Jobs) release(id string) {
	if h := js.held[id]; h != nil {
		_ = h.file.Close() // it is gone at the next start at the latest
		delete(js.held, id)
	}
}

var errNotHeld = web.Conflict(deal.NotAllowed, "ファイルが残っていないため、列の対応を決められません。もう一度、ファイルを選んで読み込んでください。")

// importColumns answers what the headings of a file are, and for which columns of the sheet they stand by now; nothing of a
// file that is not kept.
func (a Room) importColumns(r *web.Request, id string) (*importColumns, error) {
	var i *store.CompanyImport
	if err := r.Read(func(q *store.Q) (err error) { i, err = q.Import(r.Viewer, id); return err }); err != nil {
		return nil, err
	}
	s, out := CSVSheets()[i.Kind], &importColumns{FileName: i.FileName, HeaderList: []fileColumn{}, ColumnList: []sheetColumn{}}
	held := web.StateOf[Jobs](a.Platform).heldOf(id)
	if held == nil {
		return out, nil
	}
	out.HeaderRow = held.headerRow
	for n, cell := range held.header {
		c := fileColumn{Number: n + 1, Header: web.Truncate(strings.TrimSpace(cell), sampleRunes), SampleList: []string{}}
		for _, row := range held.samples {
			if n < len(row) && strings.TrimSpace(row[n]) != "" {
				c.SampleList = append(c.SampleList, web.Truncate(strings.TrimSpace(row[n]), sampleRunes))
			}
		}
		out.HeaderList = append(out.HeaderList, c)
	}
	for _, column := range s.readColumns() {
		c := sheetColumn{Column: column}
		at := held.heading.address
		if k, ok := s.at[column]; ok {
			c.IsNeeded, c.IsAmount = s.columns[k].isNeeded, s.columns[k].isAmount()
			if at = held.heading.at[k]; held.heading.placed[k] {
				at = -1
			}
			c.Unit = held.heading.units[k]
		}
		if at < 0 {
			at = s.likelyIn(held.header, column)
		}
		if c.Number = at + 1; c.IsAmount && c.Unit == "" && at >= 0 {
			c.Unit = unitOf(held.header[at])
		}
		out.ColumnList = append(out.ColumnList, c)
	}
	return out, nil
}

// readColumns are the columns that a file can have: those of the sheet, and the whole address before its parts.
func (s *csvSheet) readColumns() []string {
	header := s.Header()
	return slices.Insert(header, slices.Index(header, placeColumns[0]), csvAddress)
}

// headingBy is the heading of a file by its user's choice, or what is wrong with the choice.
func (s *csvSheet) headingBy(header []string, choice []columnChoice) (*heading, error) {
	var c web.Check
	h, chosen := newHeading(s), map[string]bool{}
	for _, x := range choice {
		k, isColumn := s.at[x.Column]
		c.Ok(isColumn || x.Column == csvAddress, "columnList", "ない列が選ばれています。画面を開き直して、もう一度選んでください。")
		c.Ok(!chosen[x.Column], "columnList", "同じ列が2回選ばれています。画面を開き直して、もう一度選んでください。")
		c.Ok(x.Number >= 0 && x.Number <= len(header), "columnList", "ファイルに無い列が選ばれています。画面を開き直して、もう一度選んでください。")
		chosen[x.Column] = true
		if c.Err() != nil {
			return nil, c.Err()
		}
		if x.Number == 0 {
			continue
		}
		if isColumn && s.columns[k].isAmount() {
			c.Ok(slices.Contains(units, x.Unit), "columnList", "「"+x.Column+"」の単位を選んでください。")
		} else {
			x.Unit = ""
		}
		h.put(s, x.Column, x.Number-1, x.Unit)
	}
	used := map[int]bool{h.address: true}
	for _, at := range h.at {
		used[at] = true
	}
	for at, cell := range header {
		if strings.TrimSpace(cell) != "" && !used[at] && !isReasonColumn(cell) {
			h.unknown = append(h.unknown, quoted(cell))
		}
	}
	h.finish(s)
	if len(h.missing) > 0 {
		c.Fail("columnList", "必要な列"+strings.Join(h.missing, "、")+"にあたる見出しを選んでください。ファイルに無いときは、列を加えてから読み込んでください。")
	}
	return h, c.Err()
}

// mapImport reads a file again as its user explains its headings, and remembers this for the institution's next files.
func (a Room) mapImport(r *web.Request, in *importMapping) (*csvImport, error) {
	var i *store.CompanyImport
	if err := r.Read(func(q *store.Q) (err error) { i, err = q.Import(r.Viewer, in.ImportID); return err }); err != nil {
		return nil, err
	}
	jobs := web.StateOf[Jobs](a.Platform)
	held := jobs.heldOf(i.ID)
	if held == nil || !isMappable(i.State) {
		return nil, errNotHeld
	}
	s := CSVSheets()[i.Kind]
	h, err := s.headingBy(held.header, in.ColumnList)
	if err != nil {
		return nil, err
	}
	size, err := held.file.Seek(0, 2)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context))
	j := &csvJob{institution: i.InstitutionID, cancel: cancel, Done: make(chan struct{}), size: size}
	if err := jobs.begin(i.ID, i.InstitutionID, j); err != nil {
		cancel()
		return nil, err
	}
	end := func() { jobs.end(in.ImportID, j); cancel() }
	err = r.Write(func(tx *store.Tx) error {
		if err := noneUnderWay(&tx.Q, i.InstitutionID); err != nil {
			return err
		}
		if i, err = tx.Import(r.Viewer, i.ID); err != nil {
			return err
		}
		if !isMappable(i.State) { // registered meanwhile
			return errNotHeld
		}
		i.Reread()
		if err := tx.UpdateImport(i); err != nil || !in.IsRemembered {
			return err
		}
		if err := tx.ExplainImportColumns(i.InstitutionID, r.ID(), i.Kind, bareHeaders(held.header), s.explained(held.header, h)); err != nil {
			return err
		}
		return tx.AddAudit(r.Line("import_explained", "institution", i.InstitutionID, "ok", s.name))
	})
	for more := true; more && err == nil; {
		err = a.Store.Write(r.Context, func(tx *store.Tx) (err error) { more, err = tx.UnstageRows(in.ImportID); return err })
	}
	if err == nil && jobs.take(in.ImportID) == nil { // thrown away meanwhile
		err = store.ErrNotFound
	}
	if err != nil {
		end()
		return nil, err
	}
	begun := importOf(i, j, false)
	go a.readInBackground(ctx, r.Actor, i, j, held.file, &csvReading{heading: h, headerRow: held.headerRow}, end)
	return begun, nil
}

func bareHeaders(header []string) (out []string) {
	for _, cell := range header {
		out = append(out, bareHeader(cell))
	}
	return out
}

// explained is what of a heading is to be remembered: all but the columns that have their own names.
func (s *csvSheet) explained(header []string, h *heading) (out []store.ImportColumn) {
	add := func(column string, at int, unit string) {
		if name := bareHeader(header[at]); isRememberable(name) && name != bareHeader(column) {
			out = append(out, store.ImportColumn{Header: name, Column: column, Unit: unit})
		}
	}
	for k, c := range s.columns {
		if h.at[k] >= 0 && !h.placed[k] {
			unit := h.units[k]
			add(c.name, h.at[k], unit)
		}
	}
	if h.address >= 0 {
		add(csvAddress, h.address, "")
	}
	return slices.CompactFunc(out, func(a, b store.ImportColumn) bool { return a.Header == b.Header && a.Column == b.Column })
}
