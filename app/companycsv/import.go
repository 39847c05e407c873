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

// importWriting is a state that is not stored: the import is being written.
const importWriting = "writing"

// importCompanies takes a file and has it read and checked in the background, in batches. If there
// are no errors and no preview was asked for, it is then written at once, in one transaction.
func (a Room) importCompanies(r *web.Request, kind int, in *csvImportForm, name string, file *web.Spooled) (*csvImport, error) {
	i := &store.CompanyImport{Kind: kind, InstitutionID: r.Institution(), UserID: r.ID(), FileName: name, State: store.ImportReading,
		Expires: a.Store.Now().Add(CSVImportLife)}
	size, err := file.Seek(0, 2)
	if err == nil {
		err = r.Write(func(tx *store.Tx) error { return tx.CreateImport(i) })
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
	by := r.Actor
	go func() {
		defer web.StateOf[Jobs](a.Platform).end(i.ID, j)
		defer cancel()
		defer func() {
			if e := recover(); e != nil {
				a.Log.Error("import", "id", i.ID, "panic", web.PanicText(e), "stack", string(debug.Stack()))
				j.err = fmt.Errorf("panic: %s", web.PanicText(e))
			}
			_ = file.Close()
		}()
		if j.err = a.readCompanies(ctx, by, i, j, file); j.err != nil && ctx.Err() == nil {
			a.Log.Error("import", "id", i.ID, "err", j.err)
		}
	}()
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
		return a.commitImport(r, i.ID)
	}
	return a.readImport(r, i.ID)
}

// readImport is the present state of an import, with the first rows of what it would do.
func (a Room) readImport(r *web.Request, id string) (*csvImport, error) {
	j := web.StateOf[Jobs](a.Platform).Get(id)
	return web.Reading(r, func(q *store.Q) (out *csvImport, err error) {
		i, err := q.Import(r.Viewer, id)
		if err != nil {
			return nil, err
		}
		out = importOf(i, j)
		if out.State == store.ImportReading {
			return out, nil // what it would do is known only after the last row
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

func importOf(i *store.CompanyImport, j *csvJob) *csvImport {
	out := &csvImport{ImportID: i.ID, CompanyType: i.Kind, FileName: i.FileName, State: i.State, Detail: i.Detail, Percent: 100,
		Encoding: i.Encoding, RowCount: i.RowsRead,
		NewCount: i.NewCount, ChangedCount: i.ChangedCount, UnchangedCount: i.UnchangedCount, WrongCount: i.WrongCount, ErrorCount: i.ErrorCount,
		WarningCount: i.WarningCount,
		Notices:      i.Notices, ErrorList: []csvIssue{}, NewList: []csvSample{}, ChangedList: []csvSample{}, Expires: web.ServerTime(i.Expires)}
	if out.Notices == nil {
		out.Notices = []string{}
	}
	switch {
	case j != nil && j.writing.Load():
		out.State = importWriting
	case i.State == store.ImportReading && j != nil:
		out.Percent, out.RowCount = min(j.percent(), 99), int(j.rows.Load())
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
		issues, count, err := q.ImportIssues(i.ID, in.Column, in.Limit, (in.PageNumber-1)*in.Limit)
		if err != nil {
			return nil, err
		}
		out.ErrorList, out.AllCount = issueRows(issues), count
		counts, err := q.ImportIssueColumns(i.ID)
		for _, c := range append(CSVSheets()[i.Kind].Header(), csvWhyColumns) { // in the order of the table
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
	if err := r.Read(func(q *store.Q) (err error) { i, err = q.Import(r.Viewer, id); return err }); err != nil {
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

// commitImport carries an import out: everything in one transaction, or nothing (domain.md 9).
// Called a second time it returns the same result.
func (a Room) commitImport(r *web.Request, id string) (*csvImport, error) {
	var i *store.CompanyImport
	if err := r.Read(func(q *store.Q) (err error) { i, err = q.Import(r.Viewer, id); return err }); err != nil {
		return nil, err
	}
	switch {
	case i.State == store.ImportDone:
		return a.readImport(r, id)
	case i.State == store.ImportWrong:
		return nil, web.Conflict(deal.NotAllowed, "エラーのある行があるため、登録できません。エラーを直したファイルを、もう一度読み込んでください。何も登録されていません。")
	case i.State != store.ImportReady:
		return nil, web.Conflict(deal.NotAllowed, "読み込みが終わっていないため、登録できません。終わるまでお待ちください。")
	}
	if err := a.switchImport(r, i); err != nil {
		return nil, err
	}
	return a.readImport(r, id)
}

// switchImport determines what an import touches and carries it out, in one transaction.
func (a Room) switchImport(r *web.Request, i *store.CompanyImport) error {
	id := i.ID
	ctx, cancel := context.WithCancel(r.Context)
	defer cancel()
	j := &csvJob{institution: i.InstitutionID, cancel: cancel, Done: make(chan struct{})}
	j.writing.Store(true)
	if err := web.StateOf[Jobs](a.Platform).begin(id, i.InstitutionID, j); err != nil {
		return err
	}
	defer web.StateOf[Jobs](a.Platform).end(id, j)
	var touches *store.ImportTouches
	err := a.Store.Read(ctx, func(q *store.Q) (err error) { touches, err = q.RehearseImport(i); return err })
	if err == nil {
		err = a.writeImport(ctx, r, id, touches)
	}
	switch {
	case err == nil:
		a.NudgeJobs()
	case errors.Is(err, store.ErrStale):
		return web.Conflict(web.ErrStale.Code, "読み込んだあとに、ほかの担当者が同じ企業を登録または更新しました。何も登録されていません。同じファイルをもう一度読み込んで、内容を確認してください。")
	case errors.Is(err, store.ErrDuplicate):
		return web.Conflict(web.ErrStale.Code, "読み込んだあとに、同じメールアドレスの利用者が登録されました。何も登録されていません。同じファイルをもう一度読み込んで、内容を確認してください。")
	}
	return err
}

// writeImport is that transaction.
func (a Room) writeImport(ctx context.Context, r *web.Request, id string, touches *store.ImportTouches) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		i, err := tx.Import(r.Viewer, id)
		if err != nil {
			return err
		}
		if i.State != store.ImportReady {
			return store.ErrStale
		}
		if err := tx.SwitchImport(i, touches, r.ID()); err != nil {
			return err
		}
		i.State, i.Finished = store.ImportDone, tx.Now()
		if err := tx.UpdateImport(i); err != nil {
			return err
		}
		if i.NewCount+i.ChangedCount == 0 {
			return nil // nothing was written, so there is nothing to report
		}
		if i.NewCount >= store.StatisticsRows {
			if err := tx.DueNow(web.StatisticsJob); err != nil {
				return err
			}
		}
		return tx.AddAudit(r.Line("company_imported", "import", id, "ok",
			fmt.Sprintf("%s 新規%d件 変更%d件 変更なし%d件", CSVSheets()[i.Kind].name, i.NewCount, i.ChangedCount, i.UnchangedCount)))
	})
}

// discardImport deletes an import, also one that is still being read.
func (a Room) discardImport(r *web.Request, id string) error {
	if err := r.Read(func(q *store.Q) error { _, err := q.Import(r.Viewer, id); return err }); err != nil {
		return err
	}
	if j := web.StateOf[Jobs](a.Platform).Get(id); j != nil {
		if j.writing.Load() {
			return web.Conflict(deal.NotAllowed, "登録の途中のため、破棄できません。終わるまでお待ちください。")
		}
		j.cancel()
		<-j.Done
	}
	return a.dropImport(r.Context, id)
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
