package companycsv

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// The rows of one piece: as many as hold the writer for about pieceTime, which leaves room for what others do to the
// machine meanwhile. Nobody waits for a piece longer than for 50 ms. What each commit costs whatever it writes must not
// make them ever fewer, so there is a least.
const (
	pieceLeast = 50
	pieceMost  = 2000
	pieceTime  = 15 * time.Millisecond
)

// nextPiece is how many rows the next piece has, after one that took some time. It grows slowly: rows differ.
func nextPiece(rows int, took time.Duration) int {
	next := int(int64(rows) * int64(pieceTime) / max(int64(took), 1))
	return max(min(next, 2*rows, pieceMost), pieceLeast)
}

// importWriting is a state that is not stored: the import is being carried out.
const importWriting = "writing"

// importStopped is the answer where an import that is decided could not be written to its end.
var importStopped = &web.Problem{Title: "Service unavailable", Status: 503, Code: "unavailable", RetryAfter: 60,
	Detail: "登録が途中で止まっています。残りは、保存できるようになりしだい自動で登録します。もう一度読み込む必要はありません。続くときは事務局にお問い合わせください。"}

// commitImport carries an import out: all of it, or nothing (domain.md 9); or, where its user has chosen so, its correct
// rows. Called a second time it returns the same result.
func (a Room) commitImport(r *web.Request, id string, isCorrectOnly bool) (*csvImport, error) {
	var i *store.CompanyImport
	isOutdated := false
	err := r.Read(func(q *store.Q) (err error) {
		if i, err = q.Import(r.Viewer, id); err == nil {
			isOutdated, err = q.IsImportOutdated(i)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if isOutdated && (i.State == store.ImportReady || i.State == store.ImportWrong) {
		return nil, errOutdated
	}
	switch i.State {
	case store.ImportDone:
	case store.ImportReady:
		err = a.switchImport(r, i, false)
	case store.ImportApplying:
		_, err = a.carryOn(context.WithoutCancel(r.Context), i)
		err = a.stopped(id, err)
	case store.ImportWrong:
		switch {
		case !isCorrectOnly:
			err = web.Conflict(deal.NotAllowed, "エラーのある行があるため、登録できません。エラーを直したファイルを、もう一度読み込んでください。何も登録されていません。")
		case i.NewCount+i.ChangedCount == 0:
			err = web.Conflict(deal.NotAllowed, "正しい行のうちに、登録・更新するものがありません。エラーを直したファイルを、もう一度読み込んでください。何も登録されていません。")
		default:
			err = a.switchImport(r, i, true)
		}
	default:
		err = web.Conflict(deal.NotAllowed, "読み込みが終わっていないため、登録できません。終わるまでお待ちください。")
	}
	if err != nil {
		return nil, err
	}
	web.StateOf[Jobs](a.Platform).letGo(id)
	return a.readImport(r, id)
}

// switching is an import on its way from staged rows to companies.
type switching struct {
	Room
	id            string
	isCorrectOnly bool // decided although other rows have errors
	touches       *store.ImportTouches
	rows          int // of the next piece
}

// switchImport decides whether an import can be carried out, and does it. Until it is decided it ends with the request;
// then it is written to its end, whether or not somebody waits for the answer.
func (a Room) switchImport(r *web.Request, i *store.CompanyImport, isCorrectOnly bool) error {
	ctx, end, err := a.beginWriting(context.WithoutCancel(r.Context), i)
	if err != nil {
		return err
	}
	defer end()
	deciding, stop := context.WithCancel(r.Context)
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	s := &switching{a, i.ID, isCorrectOnly, nil, pieceLeast}
	more, err := s.decide(deciding, r)
	var unseen *store.UnseenError
	switch {
	case errors.As(err, &unseen): // registered after the file was read
		err = r.Write(func(tx *store.Tx) error {
			_, err := company.In(a.Platform).TellUnseen(tx, r.Actor, unseen.CompanyIDs, true)
			return err
		})
		return cmp.Or(err, error(web.Conflict(deal.NotAllowed, company.CannotRegister)))
	case errors.Is(err, store.ErrStale):
		return web.Conflict(web.ErrStale.Code, "読み込んだあとに、ほかの担当者が同じ企業を登録または更新しました。何も登録されていません。同じファイルをもう一度読み込んで、内容を確認してください。")
	case errors.Is(err, store.ErrDuplicate):
		return web.Conflict(web.ErrStale.Code, "読み込んだあとに、同じメールアドレスの利用者が登録されました。何も登録されていません。同じファイルをもう一度読み込んで、内容を確認してください。")
	case err != nil:
		return err
	}
	return a.stopped(i.ID, s.finish(ctx, more))
}

// stopped is the answer to who waits for an import that is decided and could not be written to its end.
func (a Room) stopped(id string, err error) error {
	if err == nil || errors.Is(err, errUnderWay) {
		return err
	}
	if !errors.Is(err, context.Canceled) { // the program ends
		a.Log.Error("import", "id", id, "err", err)
	}
	return importStopped
}

// noneUnderWay refuses where an import of an institution is decided and not yet written to its end.
func noneUnderWay(q *store.Q, institutionID string) error {
	is, err := q.IsImporting(institutionID)
	if err == nil && is {
		err = errUnderWay
	}
	return err
}

// beginWriting adds the writing of an import to the running jobs. Its context ends with ctx, and with the program.
func (a Room) beginWriting(ctx context.Context, i *store.CompanyImport) (context.Context, func(), error) {
	ctx, cancel := context.WithCancel(ctx)
	j := &csvJob{institution: i.InstitutionID, cancel: cancel, Done: make(chan struct{})}
	j.writing.Store(true)
	jobs := web.StateOf[Jobs](a.Platform)
	if err := jobs.begin(i.ID, i.InstitutionID, j); err != nil {
		cancel()
		return nil, nil, err
	}
	return ctx, func() {
		jobs.end(i.ID, j)
		cancel()
	}, nil
}

// decide claims the rows of an import, checks them and writes the first piece, which is the decision: with its audit
// line, so that no company is ever registered without one. Its error says that nothing was written.
func (s *switching) decide(ctx context.Context, r *web.Request) (more bool, err error) {
	jobs := web.StateOf[Jobs](s.Platform)
	jobs.deciding.Lock()
	defer jobs.deciding.Unlock()
	var i *store.CompanyImport
	if err := s.Store.Read(ctx, func(q *store.Q) (err error) {
		if i, err = q.Import(r.Viewer, s.id); err != nil {
			return err
		}
		return noneUnderWay(q, i.InstitutionID)
	}); err != nil {
		return false, err
	}
	isDecided := false
	defer func() { // also after a panic
		if !isDecided {
			s.endClaims(ctx)
		}
	}()
	if err := s.Store.EndStrayClaims(ctx); err != nil {
		return false, err
	}
	if err := s.Store.ClaimImport(ctx, i); err != nil {
		return false, err
	}
	if err := s.check(ctx); err != nil {
		return false, err
	}
	more, err = s.piece(ctx, func(tx *store.Tx) error {
		if i.NewCount+i.ChangedCount == 0 {
			return nil // nothing is written, so there is nothing to report
		}
		return tx.AddAudit(r.Line("company_imported", "import", s.id, "ok",
			importedLine(i, s.touches)))
	})
	isDecided = err == nil
	return more, err
}

// importedLine is what an import comes to, for the audit log.
func importedLine(i *store.CompanyImport, touches *store.ImportTouches) string {
	line := fmt.Sprintf("%s 新規%d件 変更%d件 変更なし%d件", CSVSheets()[i.Kind].name, i.NewCount, i.ChangedCount, i.UnchangedCount)
	if i.WrongCount > 0 {
		line += fmt.Sprintf(" 誤りのため登録しない行%d件", i.WrongCount)
	}
	if n := touches.MainPersonCount(); n > 0 {
		line += fmt.Sprintf(" 主担当を決めた企業%d件", n)
	}
	return line
}

// check reads what is left to be written, without holding the writer.
func (s *switching) check(ctx context.Context) error {
	return s.Store.Read(ctx, func(q *store.Q) error {
		i, err := q.AnyImport(s.id)
		if err == nil {
			s.touches, err = q.CheckImport(i)
		}
		return err
	})
}

// piece writes the next rows in one transaction. Whoever waits for the writer gets it before the next piece does.
func (s *switching) piece(ctx context.Context, also func(tx *store.Tx) error) (more bool, err error) {
	var began time.Time
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		began = time.Now()
		i, err := tx.AnyImport(s.id)
		if err != nil {
			return err
		}
		if s.isCorrectOnly && i.State == store.ImportWrong { // the first piece decides
			i.State = store.ImportReady
		}
		if more, err = tx.WriteImport(i, s.touches, s.rows); err != nil {
			return err
		}
		if !more && i.NewCount >= store.StatisticsRows {
			if err := tx.DueNow(web.StatisticsJob); err != nil {
				return err
			}
		}
		return also(tx)
	})
	if err == nil {
		s.rows = nextPiece(s.rows, time.Since(began))
	}
	return more, err
}

// finish writes the pieces after the first.
func (s *switching) finish(ctx context.Context, more bool) (err error) {
	for err == nil && more {
		more, err = s.piece(ctx, func(*store.Tx) error { return nil })
	}
	if err == nil {
		s.endClaims(ctx)
		s.NudgeJobs()
	}
	return err
}

// endClaims gives up what is claimed. A failure leaves it to the next import, or the job.
func (s *switching) endClaims(ctx context.Context) {
	if err := s.Store.EndClaims(context.WithoutCancel(ctx), s.id); err != nil {
		s.Log.Error("import", "id", s.id, "err", err)
	}
}

// FinishImports carries on what was left halfway.
func (a Room) FinishImports(r *web.JobRun) error {
	done, err := a.CarryOn(r.Context)
	r.Did("登録を終えた読み込み", done)
	return err
}

// CarryOn writes those imports to their end that are decided and that a process which has ended, or a full disk, has left
// halfway. It leaves those alone that are under way.
func (a Room) CarryOn(ctx context.Context) (done int, err error) {
	var left []store.CompanyImport
	if err := a.Store.Read(ctx, func(q *store.Q) (err error) { left, err = q.ApplyingImports(); return err }); err != nil {
		return 0, err
	}
	errs := []error{a.endStrayClaims(ctx)}
	for i := range left {
		isDone, err := a.carryOn(ctx, &left[i])
		if isDone {
			done++
		}
		if err != nil && !errors.Is(err, errUnderWay) {
			errs = append(errs, err)
		}
	}
	return done, errors.Join(errs...)
}

func (a Room) endStrayClaims(ctx context.Context) error {
	jobs := web.StateOf[Jobs](a.Platform)
	jobs.deciding.Lock()
	defer jobs.deciding.Unlock()
	return a.Store.EndStrayClaims(ctx)
}

func (a Room) carryOn(ctx context.Context, i *store.CompanyImport) (isDone bool, err error) {
	ctx, end, err := a.beginWriting(ctx, i)
	if err != nil {
		return false, err
	}
	defer end()
	defer func() {
		if e := recover(); e != nil {
			a.Log.Error("import", "id", i.ID, "panic", web.PanicText(e), "stack", string(debug.Stack()))
			isDone, err = false, fmt.Errorf("panic: %s", web.PanicText(e))
		}
	}()
	s := &switching{a, i.ID, false, nil, pieceLeast}
	if err := a.Store.Read(ctx, func(q *store.Q) (err error) { i, err = q.AnyImport(s.id); return err }); err != nil {
		return false, err
	}
	if i.State != store.ImportApplying { // it has ended meanwhile
		return false, nil
	}
	if err = s.check(ctx); err == nil {
		err = s.finish(ctx, true)
	}
	return err == nil, err
}
