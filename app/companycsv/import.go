package companycsv

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// importCompanies takes a file and has it read and checked in the background, in batches. If there
// are no errors and no preview was asked for, it is then carried out at once.
func (a Room) importCompanies(r *web.Request, kind int, in *csvImportForm, name string, file *web.Spooled) (*csvImport, error) {
	i := &store.CompanyImport{Kind: kind, InstitutionID: r.Institution(), UserID: r.ID(), FileName: name, State: store.ImportReading,
		Expires: a.Store.Now().Add(CSVImportLife)}
	size, err := file.Seek(0, 2)
	if err == nil {
		err = r.Write(func(tx *store.Tx) error {
			if err := noneUnderWay(&tx.Q, i.InstitutionID); err != nil { // its rows would be compared with a part of the other's
				return err
			}
			return tx.CreateImport(i)
		})
	}
	// The job goes on if the caller disconnects or does not wait.
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context))
	j := &csvJob{institution: i.InstitutionID, cancel: cancel, Done: make(chan struct{}), size: size}
	if err == nil {
		err = web.StateOf[Jobs](a.Platform).begin(i.ID, i.InstitutionID, j)
		if err != nil {
			err = errors.Join(err, a.dropImport(context.WithoutCancel(r.Context), i.ID))
		}
	}
	if err != nil {
		cancel()
		return nil, errors.Join(err, file.Close())
	}
	go a.readInBackground(ctx, r.Actor, i, j, file, &csvReading{isOnShow: in.Background}, func() {
		web.StateOf[Jobs](a.Platform).end(i.ID, j)
		cancel()
	})
	if in.Background {
		return a.readImport(r, i.ID)
	}
	select {
	case <-j.Done:
	case <-r.Done():
		return nil, r.Err()
	}
	switch {
	case j.err != nil:
		return nil, j.err
	case i.State == store.ImportFailed:
		p := *web.Invalid("file", i.Detail)
		p.Detail = i.Detail
		return nil, &p
	case i.State == store.ImportReady && !in.Preview:
		return a.commitImport(r, i.ID, false)
	}
	return a.readImport(r, i.ID)
}

// readInBackground reads a file, and keeps it where its user may still explain its headings.
func (a Room) readInBackground(ctx context.Context, by web.Actor, i *store.CompanyImport, j *csvJob, file *web.Spooled, x *csvReading,
	end func()) {
	defer end()
	isKept := false
	defer func() {
		if e := recover(); e != nil {
			a.Log.Error("import", "id", i.ID, "panic", web.PanicText(e), "stack", string(debug.Stack()))
			j.err = fmt.Errorf("panic: %s", web.PanicText(e))
		}
		if !isKept {
			_ = file.Close()
		}
	}()
	isExplained := x.heading != nil
	x.a, x.by, x.table, x.job, x.i = a, by, CSVSheets()[i.Kind], j, i
	if j.err = x.readCompanies(ctx, file); j.err != nil {
		if ctx.Err() == nil {
			a.Log.Error("import", "id", i.ID, "err", j.err)
		}
		return
	}
	isKept = i.State == store.ImportUnmapped || i.State != store.ImportFailed && (isExplained || x.isOnShow && x.heading.isForeign())
	if isKept {
		web.StateOf[Jobs](a.Platform).hold(i.ID, &heldFile{userID: by.ID(), file: file, headerRow: x.headerRow, header: x.header,
			samples: x.samples, heading: x.heading})
	}
}

// isForeign says that a file has headings that are not those of an import, so that its user may want to explain them.
func (h *heading) isForeign() bool { return len(h.unknown) > 0 || len(h.remembered) > 0 }

// readImport is the present state of an import, with the first rows of what it would do.
func (a Room) readImport(r *web.Request, id string) (*csvImport, error) {
	j := web.StateOf[Jobs](a.Platform).Get(id)
	return web.Reading(r, func(q *store.Q) (out *csvImport, err error) {
		i, err := q.Import(r.Viewer, id)
		if err != nil {
			return nil, err
		}
		isHeld := web.StateOf[Jobs](a.Platform).heldOf(id) != nil
		out = importOf(i, j, isHeld)
		if out.State == store.ImportReading || out.State == store.ImportUnmapped {
			return out, nil // what it would do is known only after the last row
		}
		isOutdated, err := q.IsImportOutdated(i)
		if err != nil {
			return nil, err
		}
		if isOutdated {
			if i.State == store.ImportReady || i.State == store.ImportWrong {
				out.State, out.Detail, out.IsMappable = store.ImportFailed, errOutdated.Detail, false
			}
			return out, nil
		}
		issues, _, err := q.ImportIssues(id, "", 100, 0)
		if err != nil {
			return nil, err
		}
		out.ErrorList = issueRows(issues)
		for action, to := range map[int]*[]csvSample{store.ImportNew: &out.NewList, store.ImportChange: &out.ChangedList} {
			rows, err := q.ImportSamples(id, action, map[int]int{store.ImportNew: 10, store.ImportChange: 20}[action])
			if err != nil {
				return nil, err
			}
			for _, s := range rows {
				sample := csvSample{s.Number, s.Label, []csvChange{}}
				for _, c := range s.Changes {
					sample.ChangeList = append(sample.ChangeList, csvChange(c))
				}
				*to = append(*to, sample)
			}
		}
		return out, nil
	})
}

// isMappable says of a state that what the headings mean may be said anew.
func isMappable(state string) bool {
	return state == store.ImportUnmapped || state == store.ImportReady || state == store.ImportWrong
}

func importOf(i *store.CompanyImport, j *csvJob, isHeld bool) *csvImport {
	out := &csvImport{ImportID: i.ID, CompanyType: i.Kind, FileName: i.FileName, State: i.State, Detail: i.Detail, Percent: 100,
		Encoding: i.Encoding, RowCount: i.RowsRead,
		NewCount: i.NewCount, ChangedCount: i.ChangedCount, UnchangedCount: i.UnchangedCount, WrongCount: i.WrongCount, ErrorCount: i.ErrorCount,
		WarningCount: i.WarningCount, IsMappable: isHeld && isMappable(i.State),
		Notices: i.Notices, ErrorList: []csvIssue{}, NewList: []csvSample{}, ChangedList: []csvSample{}, Expires: web.ServerTime(i.Expires)}
	if out.Notices == nil {
		out.Notices = []string{}
	}
	switch {
	case j != nil && j.writing.Load(), i.State == store.ImportApplying:
		out.State, out.Percent = importWriting, 100*i.WrittenCount/max(i.NewCount+i.ChangedCount, 1)
		if j == nil {
			out.Detail = importStopped.Detail
		}
	case i.State == store.ImportReading && j != nil:
		out.Percent, out.RowCount = min(j.percent(), 99), int(j.rows.Load())
	case i.State == store.ImportUnmapped && j == nil && !isHeld:
		out.State, out.Detail = store.ImportFailed, errNotHeld.Detail
	case i.State == store.ImportReading:
		out.State, out.Detail = store.ImportFailed, "読み込みが途中で止まりました。何も登録されていません。もう一度、ファイルを読み込んでください。"
	}
	return out
}

func issueRows(issues []store.ImportIssue) []csvIssue {
	out := make([]csvIssue, len(issues))
	for n, i := range issues {
		out[n] = csvIssue{i.Number, i.Column, i.Value, i.Reason, i.IsWarning}
	}
	return out
}

func importIssues(r *web.Request, in *csvIssuesOf) (*csvIssues, error) {
	out := &csvIssues{ColumnList: []csvColumnCount{}}
	return web.Reading(r, func(q *store.Q) (*csvIssues, error) {
		i, err := q.Import(r.Viewer, in.ImportID)
		if err != nil {
			return nil, err
		}
		out.ErrorList = []csvIssue{}
		if isOutdated, err := q.IsImportOutdated(i); err != nil || isOutdated {
			return out, err
		}
		issues, count, err := q.ImportIssues(i.ID, in.Column, in.Limit, (in.PageNumber-1)*in.Limit)
		if err != nil {
			return nil, err
		}
		out.ErrorList, out.AllCount = issueRows(issues), count
		counts, err := q.ImportIssueColumns(i.ID)
		for _, c := range append(CSVSheets()[i.Kind].readColumns(), csvWhyColumns) { // in the order of the table
			if n := counts[c]; n > 0 {
				out.ColumnList = append(out.ColumnList, csvColumnCount{c, n})
			}
		}
		return out, err
	})
}

// importErrorRows is a file of the rows with errors as they were uploaded, with the reason in an
// additional column that an import ignores.
func (a Room) importErrorRows(r *web.Request, id string, e web.CSVEncoding) (*web.Download, error) {
	var i *store.CompanyImport
	if err := r.Read(func(q *store.Q) (err error) {
		if i, err = q.Import(r.Viewer, id); err != nil {
			return err
		}
		isOutdated, err := q.IsImportOutdated(i)
		if isOutdated {
			err = store.ErrNotFound
		}
		return err
	}); err != nil {
		return nil, err
	}
	return a.WriteSheet(csvErrorsFile, e, func(w *sheet.Writer) error {
		header := slices.DeleteFunc(slices.Clone(i.Header), isReasonColumn)
		if err := w.Write(append(header, CSVWhyWrong)); err != nil {
			return err
		}
		at := slices.IndexFunc(i.Header, isReasonColumn)
		return r.Read(func(q *store.Q) error {
			return q.EachWrongRow(i.ID, func(cells []string, reasons string) error {
				if at >= 0 && at < len(cells) {
					cells = slices.Delete(cells, at, at+1)
				}
				for len(cells) < len(header) {
					cells = append(cells, "")
				}
				return w.Write(append(cells[:len(header):len(header)], reasons))
			})
		})
	})
}

func isReasonColumn(cell string) bool { return bareHeader(cell) == bareHeader(CSVWhyWrong) }

// discardImport deletes an import, also one that is still being read.
func (a Room) discardImport(r *web.Request, id string) error {
	if err := r.Read(func(q *store.Q) error { _, err := q.Import(r.Viewer, id); return err }); err != nil {
		return err
	}
	underWay := web.Conflict(deal.NotAllowed, "登録の途中のため、破棄できません。終わるまでお待ちください。")
	if j := web.StateOf[Jobs](a.Platform).Get(id); j != nil {
		if j.writing.Load() {
			return underWay
		}
		j.cancel()
		<-j.Done
	}
	web.StateOf[Jobs](a.Platform).letGo(id)
	err := a.dropImport(r.Context, id)
	if errors.Is(err, store.ErrStale) {
		return underWay
	}
	return err
}

// dropImport deletes an import in small transactions.
func (a Room) dropImport(ctx context.Context, id string) error {
	for more := true; more; {
		if err := a.Store.Write(ctx, func(tx *store.Tx) (err error) { more, err = tx.ClearImport(id); return err }); err != nil {
			return err
		}
	}
	return nil
}

// ClearSpool empties the folder of uploaded files. It runs at the start, before there are new ones.
func (a Room) ClearSpool() {
	if a.Store == nil { // the platform exists for its call table only
		return
	}
	if err := os.RemoveAll(a.SpoolDir()); err != nil {
		a.Log.Error("spool", "err", err)
	}
}
