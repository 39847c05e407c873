package companycsv

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	csvBatch      = 500 // rows checked and staged in one transaction: others can write in between
	CSVImportLife = 24 * time.Hour
	csvMaxIssues  = 20_000 // issues stored per import; more are only counted
)

// Jobs are the imports that are being read or written now, one per institution at a time.
type Jobs struct {
	sync.Mutex
	byID map[string]*csvJob
	held map[string]*heldFile // by import
	all  sync.WaitGroup

	deciding sync.Mutex // from the check of an import to its first piece: no other is checked against the same data
}

// csvJob is the reading of one file in the background, or the writing of its companies.
type csvJob struct {
	institution string
	cancel      context.CancelFunc
	Done        chan struct{}
	err         error // valid when it is done
	read        atomic.Int64
	size        int64
	rows        atomic.Int64
	writing     atomic.Bool
}

func (j *csvJob) percent() int { return int(100 * j.read.Load() / max(j.size, 1)) }

// errUnderWay is the answer where an import of the same institution is being read or written.
var errUnderWay = web.Conflict(deal.NotAllowed, "同じ金融機関で、別のCSVの読み込みか登録が進行中です。終わってから、もう一度お試しください。")

// begin adds a job to the running ones.
func (js *Jobs) begin(id, institution string, j *csvJob) error {
	js.Lock()
	defer js.Unlock()
	for _, other := range js.byID {
		if other.institution == institution {
			return errUnderWay
		}
	}
	if js.byID == nil {
		js.byID = map[string]*csvJob{}
	}
	js.byID[id] = j
	js.all.Add(1)
	return nil
}

func (js *Jobs) end(id string, j *csvJob) {
	js.Lock()
	delete(js.byID, id)
	js.Unlock()
	close(j.Done)
	js.all.Done()
}

func (js *Jobs) Get(id string) *csvJob {
	js.Lock()
	defer js.Unlock()
	return js.byID[id]
}

// Stop ends all jobs and waits for them.
func (js *Jobs) Stop() {
	js.Lock()
	for _, j := range js.byID {
		j.cancel()
	}
	for id := range js.held {
		js.release(id)
	}
	js.Unlock()
	js.all.Wait()
}

// metered is a reader that counts how far a file has been read.
type metered struct {
	io.ReadSeeker
	at *atomic.Int64
}

func (m metered) Read(p []byte) (int, error) {
	n, err := m.ReadSeeker.Read(p)
	m.at.Add(int64(n))
	return n, err
}

func (m metered) Seek(offset int64, whence int) (int64, error) {
	n, err := m.ReadSeeker.Seek(offset, whence)
	m.at.Store(n)
	return n, err
}

// csvReading is one import under way.
type csvReading struct {
	a     Room
	by    web.Actor
	table *csvSheet
	job   *csvJob
	i     *store.CompanyImport
	index *csvIndex
	staff *staff
	width int

	heading   *heading   // given where the user has explained the headings
	headerRow int        // likewise
	isOnShow  bool       // on a screen, which can ask what the headings mean
	header    []string   // as in the file
	samples   [][]string // the first rows below it

	isAskingTooMuch bool // too many checks of whether a login ID is free

	unseen       map[string]bool // companies of other teams that rows have meant
	isUnseenTold bool            // the administrators are mailed once for a file
}

// readCompanies reads a file into the staging tables. If the file is no such table, the reason is
// stored in the import; an error is a failure of the program.
func (x *csvReading) readCompanies(ctx context.Context, file io.ReadSeeker) error {
	err := x.run(ctx, metered{file, &x.job.read})
	var refusal *sheet.Refusal
	if errors.As(err, &refusal) {
		x.i.Detail, err = refusal.Detail, nil
		if x.i.State != store.ImportUnmapped {
			x.i.State = store.ImportFailed
		}
	}
	if err != nil {
		return err
	}
	x.i.Finished = x.a.Store.Now()
	return x.a.Store.Write(ctx, func(tx *store.Tx) error { return tx.UpdateImport(x.i) })
}

func (x *csvReading) run(ctx context.Context, file io.ReadSeeker) error {
	reader, err := sheet.Open(file, sheet.DefaultLimits)
	if err != nil {
		return err
	}
	x.i.Encoding = reader.Encoding.String()
	if reader.Notice != "" {
		x.i.Notices = append(x.i.Notices, reader.Notice)
	}
	if err := x.findHeading(ctx, reader); err != nil {
		return err
	}
	if err := x.a.Store.Read(ctx, func(q *store.Q) (err error) {
		if x.staff, err = staffOf(q, x.i.InstitutionID); err != nil {
			return err
		}
		x.index, err = newCSVIndex(q, x.by.Viewer, x.table, x.heading.at)
		return err
	}); err != nil {
		return err
	}
	for ended := false; !ended; {
		var rows []*csvRow
		for len(rows) < csvBatch {
			row, err := reader.Next()
			if ended = err == io.EOF; ended {
				break
			}
			if err != nil {
				return err
			}
			x.sample(row)
			if x.isTotal(row) {
				x.i.Notices = append(x.i.Notices, fmt.Sprintf("%d行目は合計の行とみて、読み込みませんでした。", row.Number))
				continue
			}
			r := &csvRow{csvSheet: x.table, number: row.Number, cells: row.Cells, heading: x.heading, by: x.by, staff: x.staff}
			r.place()
			rows = append(rows, r)
		}
		if err := x.stage(ctx, rows); err != nil {
			return err
		}
		x.job.rows.Store(int64(x.i.RowsRead))
	}
	if x.i.RowsRead == 0 {
		return &sheet.Refusal{Detail: "見出しだけで、企業のデータがありません。2行目から企業を入力してください。"}
	}
	x.i.State = store.ImportReady
	if x.i.WrongCount > 0 {
		x.i.State = store.ImportWrong
	}
	return nil
}

// csvTitleRows is how many rows may be above the header, such as the list's name and its date.
const csvTitleRows = 5

// findHeading finds the head row, and which columns the file has. Where that is for the user to say, the import waits for it.
func (x *csvReading) findHeading(ctx context.Context, reader *sheet.Reader) error {
	var explained []store.ImportColumn
	if err := x.a.Store.Read(ctx, func(q *store.Q) (err error) {
		explained, err = q.ImportColumns(x.i.InstitutionID, x.i.Kind)
		return err
	}); err != nil {
		return err
	}
	rows, after := firstRows(reader)
	if len(rows) == 0 {
		if after == io.EOF {
			return &sheet.Refusal{Detail: "ファイルが空です。見出しとデータのあるファイルを選んでください。"}
		}
		return after
	}
	at := slices.IndexFunc(rows, func(r sheet.Row) bool { return x.table.isHeading(r.Cells, explained) })
	isForeign := false
	if x.heading != nil {
		at = slices.IndexFunc(rows, func(r sheet.Row) bool { return r.Number == x.headerRow })
	} else if x.isOnShow {
		likely := slices.IndexFunc(rows, func(r sheet.Row) bool { return x.table.isLikelyHeading(r.Cells) })
		if likely >= 0 && (at < 0 || likely < at) {
			at, isForeign = likely, true
		}
	}
	if at > 0 {
		x.i.Notices = append(x.i.Notices, fmt.Sprintf("%d行目を見出しとみて、その上の行は読み込みませんでした。", rows[at].Number))
	}
	at = max(at, 0)
	reader.Unread(rows[at+1:], after)
	head := rows[at]
	x.i.Header, x.header, x.headerRow, x.width = head.Cells, head.Cells, head.Number, len(head.Cells)
	if x.heading == nil {
		x.heading = x.table.headingOf(head.Cells, explained)
	}
	why := x.heading.refusal(x.table)
	if why == "" {
		x.tell()
		return nil
	}
	if x.isOnShow && x.heading.others == 0 && (isForeign || x.heading.found > 0) {
		for len(x.samples) < sampleRows {
			row, err := reader.Next()
			if err != nil { // what is wrong further down is told when the file is read
				break
			}
			x.sample(row)
		}
		x.i.State = store.ImportUnmapped
	}
	return &sheet.Refusal{Row: head.Number, Detail: why}
}

// firstRows are the rows among which the head row is searched, and the error that ended them.
func firstRows(reader *sheet.Reader) (rows []sheet.Row, err error) {
	for len(rows) <= csvTitleRows {
		row, err := reader.Next()
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// tell says what of the headings is read otherwise than by the sheet's own names, and what is not read.
func (x *csvReading) tell() {
	if len(x.heading.remembered) > 0 {
		x.i.Notices = append(x.i.Notices, "前に決めた対応で、見出し"+strings.Join(x.heading.remembered, "、")+"として読み込みました。")
	}
	if len(x.heading.unknown) > 0 {
		x.i.Notices = append(x.i.Notices, strings.Join(x.heading.unknown, "、")+"は、読み込まない列です。")
	}
}

// refusal is why a file cannot be read by its heading, "" if it can.
func (h *heading) refusal(s *csvSheet) string {
	other := CSVSheets()[store.Buyer+store.Seller-s.kind]
	const template = "ひな形を書き出して、見出しの行を確認してください。"
	switch {
	case h.found == 0:
		return "見出しの行がありません。1行目に「企業名」などの見出しが必要です。" + template
	case h.others > 0:
		return other.name + "のひな形で作られたファイルのようです。" + s.name + "のひな形を使うか、" + other.name + "管理の画面で読み込んでください。"
	case len(h.twice) > 0:
		detail := "見出しの" + strings.Join(h.twice, "、") + "が2つ以上あります。どちらかの列を削除してください。"
		if len(h.unknown) > 0 {
			detail += "ほかに、読み込めない列" + strings.Join(h.unknown, "、") + "があります。"
		}
		return detail
	case len(h.missing) > 0:
		return "必要な列" + strings.Join(h.missing, "、") + "がありません。" + template
	}
	return ""
}

// isTotal recognises a row of totals, which people put at the end of their tables.
func (x *csvReading) isTotal(row sheet.Row) bool {
	filled, word := 0, ""
	for at, c := range row.Cells {
		if c = strings.TrimSpace(c); c == "" {
			continue
		}
		if at == x.heading.at[x.table.at["代表者名"]] || at == x.heading.at[x.table.at[csvMail]] {
			return false
		}
		if filled++; filled == 1 {
			word = strings.ReplaceAll(c, "　", "")
		}
	}
	switch strings.ReplaceAll(word, " ", "") {
	case "合計", "総計", "小計", "計", "総合計":
		return true
	}
	return false
}

// stage checks a batch and stages what is to be done with each row.
func (x *csvReading) stage(ctx context.Context, rows []*csvRow) error {
	if len(rows) == 0 {
		return nil
	}
	matches := make([]csvMatch, len(rows))
	var ids []string
	for n, r := range rows {
		if matches[n] = x.index.match(r); matches[n].company >= 0 && !matches[n].isSame {
			ids = append(ids, x.index.ids[matches[n].company])
		}
	}
	var records map[string]*store.CompanyRecord
	var persons map[string]*store.User
	var mains map[uint32]string
	now := x.a.Store.Now()
	if err := x.a.Store.Read(ctx, func(q *store.Q) (err error) {
		if records, err = q.MaintainedRecords(x.by.Viewer, ids); err != nil {
			return err
		}
		if persons, err = q.FirstPersons(x.by.Viewer, ids); err != nil {
			return err
		}
		seqs := make([]uint32, 0, len(records))
		for _, c := range records {
			seqs = append(seqs, c.Seq)
		}
		mains, err = q.MainPersons(x.by.Viewer, seqs)
		return err
	}); err != nil {
		return err
	}
	staged := make([]store.ImportRow, len(rows))
	var logins []string
	for n, r := range rows {
		m := matches[n]
		r.failed, r.isRead, r.about = map[string]bool{}, map[string]bool{}, m.about
		switch {
		case m.isSame || m.isRefused():
		case m.company >= 0:
			record := records[x.index.ids[m.company]]
			if record == nil { // moved to another institution meanwhile
				m.column, m.reason = csvName, "読み込んでいる間に、この企業の担当が変わりました。もう一度読み込んでください。"
				break
			}
			main := mains[record.Seq]
			r.stored, r.about = &CSVCompany{*record, persons[record.ID], main, x.staff.names[main]}, record.ID
		}
		if m.isSame {
			continue
		}
		if !m.isRefused() {
			staged[n] = r.evaluate(now)
		}
		if m.reason != "" {
			r.fail(m.column, m.reason)
		}
		if m.warning != "" {
			r.warn(csvName, m.warning)
		}
		if extra := x.extra(r.cells); extra > 0 {
			r.fail(csvWhyColumns, fmt.Sprintf("見出しより%d列多い行です。値の中のカンマなどで、列がずれていないか確認してください。", extra))
		}
		if staged[n].PersonAction == store.ImportNew && x.table.persons().SignsIn() {
			folded := staged[n].Person.LoginFolded
			if first := x.index.login(folded, r.number); first > 0 {
				r.fail(csvMail, fmt.Sprintf("%d行目と同じメールアドレスです。利用者ごとに別のメールアドレスを入力してください。", first))
			}
			logins = append(logins, folded)
		}
	}
	if err := x.a.Store.Read(ctx, func(q *store.Q) error {
		taken, err := q.TakenLogins(logins)
		for n, r := range rows {
			switch {
			case staged[n].PersonAction != store.ImportNew || !x.table.persons().SignsIn():
			case matches[n].reason != "": // whose person it is cannot be known either
			case x.isAskingTooMuch:
				r.fail(csvMail, csvWhyLogins)
			case taken[auth.FoldLoginID(staged[n].Person.LoginID)]:
				r.fail(csvMail, company.LoginIDTaken)
				x.isAskingTooMuch = company.In(x.a.Platform).AskLogin(x.by) != nil
			}
		}
		return err
	}); err != nil {
		return err
	}
	return x.put(ctx, rows, staged, x.newlyUnseen(matches))
}

// csvWhyLogins is the error of all rows after a number of login IDs that are in use: a file must not
// find out more about login IDs than its user may ask one by one.
const csvWhyLogins = "使用できないメールアドレスが続いたため、この行から先のメールアドレスは確認していません。ここまでの誤りを直し、1分ほど待ってから、もう一度読み込んでください。"

// csvWhyColumns is the column name of errors that concern the row as a whole.
const csvWhyColumns = "（行全体）"

// extra is how many cells a row has beyond the header, up to the last one that is filled.
func (x *csvReading) extra(cells []string) int {
	for n := len(cells); n > x.width; n-- {
		if strings.TrimSpace(cells[n-1]) != "" {
			return n - x.width
		}
	}
	return 0
}

// put counts a batch and stores it: its correct rows too where others have errors, as their user may take over these alone. What
// rows mean of other teams is written down with the errors that the user reads of it.
func (x *csvReading) put(ctx context.Context, rows []*csvRow, staged []store.ImportRow, unseen []string) error {
	var keep []store.ImportRow
	var issues []store.ImportIssue
	i := x.i
	for n, r := range rows {
		row := &staged[n]
		i.RowsRead++
		if len(r.failed) > 0 {
			row.Action, row.Cells, row.Record, row.Person, row.Changes, row.MainPerson = store.ImportError, r.cells, nil, nil, nil, ""
			if r.about != "" {
				row.Record = &store.CompanyRecord{Company: store.Company{ID: r.about}}
			}
			row.DetailsAction, row.PersonAction = store.ImportNothing, store.ImportNothing
		}
		row.Number = r.number
		slices.SortStableFunc(r.issues, func(a, b store.ImportIssue) int { return r.inFile(a.Column) - r.inFile(b.Column) })
		for _, issue := range r.issues {
			if issue.IsWarning {
				i.WarningCount++
			} else {
				i.ErrorCount++
			}
			if issue.Seq = i.WarningCount + i.ErrorCount; issue.Seq <= csvMaxIssues {
				issues = append(issues, issue)
			}
		}
		switch row.Action {
		case store.ImportNothing:
			i.UnchangedCount++
			continue
		case store.ImportNew:
			i.NewCount++
		case store.ImportChange:
			i.ChangedCount++
		case store.ImportError:
			i.WrongCount++
		}
		if row.Action != store.ImportError || i.WrongCount <= csvMaxIssues {
			keep = append(keep, *row)
		}
	}
	told := false
	err := x.a.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if err := tx.StageRows(i.ID, keep, issues); err != nil {
			return err
		}
		if len(unseen) > 0 {
			if told, err = company.In(x.a.Platform).TellUnseen(tx, x.by, unseen, !x.isUnseenTold); err != nil {
				return err
			}
		}
		return tx.UpdateImport(i)
	})
	x.isUnseenTold = x.isUnseenTold || err == nil && told
	return err
}
