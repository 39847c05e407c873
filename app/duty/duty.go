package duty

import (
	"crypto/rand"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const (
	filesMax = 10 // of one duty

	notWriter   = "書面を加えられるのは、記録した本人だけです。補うことがあれば、新しく記録してください。"
	tooMany     = "一つの記録に加えられる書面は10件までです。"
	notSecond   = "記録した人とは別の承認者が確認します。"
	notWaiting  = "確認を待っている記録ではありません。最新の内容を確認してください。"
	nothingOwed = "この操作に、省略できる必須の確認事項はありません。最新の内容を確認してください。"
)

// Calls registers this room's calls.
func (a Room) Calls() {
	row := func(method, name, records, summary string) web.Call {
		return web.Call{Method: method, Path: "/api/Duty/" + name, Area: "duty", Callers: web.FIN, Records: records, Summary: summary,
			Spec: "compliance 1, 2"}
	}
	const own = "自機関の企業と案件、交渉の自分の側"
	web.Add(a.Platform, row("GET", "GetDuties", own, "確認事項。自機関が負うもの、記録、次の操作の前に求めるもの"),
		func(r *web.Request, in *dutyQuery) (*dutyList, error) {
			return web.Reading(r, func(q *store.Q) (*dutyList, error) { return duties(q, r.Actor, in) })
		})
	web.Add(a.Platform, row("POST", "RecordDuty", own, "確認事項を記録する。直すときも、新しい記録になる"),
		func(r *web.Request, in *struct{ Body RecordInput }) (*Made, error) {
			return web.Writing(r, func(tx *store.Tx) (*Made, error) { return Record(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("GET", "ReadDuty", own+"。記録した人と承認者だけが読む種類は、その人だけ", "確認事項の内容を読む。読んだことが記録に残る"),
		func(r *web.Request, in *readQuery) (*dutyContent, error) {
			return web.Writing(r, func(tx *store.Tx) (*dutyContent, error) { return readContent(tx, r.Actor, in.DutyID) })
		})
	web.Add(a.Platform, row("POST", "ConfirmDuty", own, "二人目として確認事項を確認する").Freshly(),
		func(r *web.Request, in *struct{ Body confirmInput }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return confirm(tx, r.Actor, in.Body.DutyID) })
		})
	web.AddForm(a.Platform, row("POST", "AttachDutyFile", "自分が記録した確認事項", "書面を加える"),
		func(r *web.Request, in *attachInput, file *store.File) (*dutyFile, error) {
			return web.Writing(r, func(tx *store.Tx) (*dutyFile, error) { return attach(tx, r.Actor, in.DutyID, file) })
		})
	web.AddFile(a.Platform, row("GET", "DownloadDutyFile", own+"。記録した人と承認者だけが読む種類は、その人だけ", "確認事項の書面"),
		func(r *web.Request, in *fileQuery) (*web.Download, error) {
			return web.Writing(r, func(tx *store.Tx) (*web.Download, error) { return a.download(tx, r.Actor, in) })
		})
	web.Add(a.Platform, row("GET", "DraftAftercareReport", "自機関が記録した成約後の確認", "守られていない約束の、団体への報告の下書き。保存も送信もしない"),
		func(r *web.Request, in *draftQuery) (*reportDraft, error) {
			return web.Reading(r, func(q *store.Q) (*reportDraft, error) { return draftReport(q, r.Actor, in.DutyID) })
		})
	web.Add(a.Platform, row("POST", "WaiveDuty", "自機関の案件、交渉の自分の側", "必須の確認事項の省略を、理由を書いて申し出る"),
		func(r *web.Request, in *struct{ Body waiveInput }) (*waiverMade, error) {
			return web.Writing(r, func(tx *store.Tx) (*waiverMade, error) { return waive(tx, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, row("POST", "DecideDutyWaiver", "自機関の案件、交渉の自分の側", "二人目として、省略を認めるか、認めないか決める").Freshly(),
		func(r *web.Request, in *struct{ Body decideInput }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return decide(tx, r.Actor, &in.Body) })
		})
	a.reportCalls(row)
	a.feeCalls(row)
}

// own is a duty of the actor's bank about a record that he may see; ErrNotFound.
func own(q *store.Q, by web.Actor, id string) (*store.Duty, *kind, error) {
	d, err := q.Duty(by.Institution(), id)
	if err != nil {
		return nil, nil, err
	}
	k := kindOf(deal.DutyKind(d.Kind))
	if _, err := q.DutyRecordID(by.Viewer, store.Record{Of: d.Of, Seq: d.RecordSeq}); err != nil || k == nil {
		return nil, nil, store.ErrNotFound
	}
	return d, k, nil
}

// confirm is the second user of a duty that wants one.
func confirm(tx *store.Tx, by web.Actor, id string) error {
	d, _, err := own(&tx.Q, by, id)
	if err != nil {
		return err
	}
	if !d.NeedsSecond || !d.Confirmed.IsZero() {
		return web.Conflict(deal.NotAllowed, notWaiting)
	}
	if err := second(&tx.Q, by, d.Creator); err != nil {
		return err
	}
	if err := tx.ConfirmDuty(d.ID, by.ID()); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("duty_confirmed", "duty", d.ID, "ok", "hash="+d.Hash))
}

// second refuses who is not a second pair of eyes on what the user of did.
func second(q *store.Q, by web.Actor, of string) error {
	may, why, err := web.SecondPair(q, by, of)
	if err == nil && !may {
		if why == "" {
			why = notSecond
		}
		err = web.Conflict(deal.NotAllowed, why)
	}
	return err
}

// attach adds evidence to what the actor recorded.
func attach(tx *store.Tx, by web.Actor, id string, file *store.File) (*dutyFile, error) {
	d, _, err := own(&tx.Q, by, id)
	if err != nil {
		return nil, err
	}
	if d.Creator != by.ID() {
		return nil, web.Conflict(deal.NotAllowed, notWriter)
	}
	if file == nil {
		return nil, web.Invalid(web.FormFile, "ファイルを選んでください。")
	}
	files, err := tx.DutyFiles(d.ID)
	if err != nil {
		return nil, err
	}
	if len(files) >= filesMax {
		return nil, web.Conflict(deal.NotAllowed, tooMany)
	}
	if err := tx.CreateFile(file, by.ID()); err != nil {
		return nil, err
	}
	if err := tx.AddDutyFile(d.ID, file.ID, by.ID()); err != nil {
		return nil, err
	}
	detail := "hash=" + hashOf("file", d.Salt, file.SHA256)
	return &dutyFile{file.ID, file.Name, file.Size}, tx.AddAudit(by.Line("duty_file", "duty", d.ID, "ok", detail))
}

// download is a file of a duty whose contents the actor may read, with its line in the audit log.
func (a Room) download(tx *store.Tx, by web.Actor, in *fileQuery) (*web.Download, error) {
	d, k, err := own(&tx.Q, by, in.DutyID)
	if err != nil {
		return nil, err
	}
	r, err := readerOf(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	files, err := tx.DutyFiles(d.ID)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if f := &files[i]; f.ID == in.FileID && r.mayRead(k, d) {
			if err := tx.AddAudit(by.Line("duty_download", "duty", d.ID, "ok", "")); err != nil {
				return nil, err
			}
			return a.SendFile(f)
		}
	}
	return nil, store.ErrNotFound
}

// waive asks for a step to go on without a duty that it must have.
func waive(tx *store.Tx, by web.Actor, in *waiveInput) (*waiverMade, error) {
	if in.CompanyID != "" { // a company makes no step
		return nil, store.ErrNotFound
	}
	s, err := in.read(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	var c web.Check
	c.Prose(in, "reason", "省略する理由", &in.Reason, true)
	if err := c.Err(); err != nil {
		return nil, err
	}
	k, g := deal.DutyKind(in.Kind), deal.Gate(in.Gate)
	of := s.mustHave(k, g, tx.Today())
	if of == nil {
		return nil, web.Conflict(deal.NotAllowed, nothingOwed)
	}
	if w := of.waiver(k, g); w != nil && w.Refused.IsZero() {
		return &waiverMade{w.ID}, nil // a second click, or a colleague was first
	}
	record := s.record
	if of.of != store.InChargeOfListing {
		record.Of = of.of
	}
	w := &store.DutyWaiver{InstitutionID: by.Institution(), Kind: in.Kind, Gate: in.Gate, Of: record.Of, RecordSeq: record.Seq,
		Reason: in.Reason, Salt: rand.Text()}
	w.Hash = hashOf("waiver", w.Salt, w.InstitutionID, in.Kind, in.Gate, w.Of, w.RecordSeq, in.Reason, by.ID(), tx.Now().UnixMilli())
	if err := tx.CreateDutyWaiver(w, by.ID()); err != nil {
		return nil, err
	}
	return &waiverMade{w.ID}, tx.AddAudit(by.Line("duty_waiver_asked", "duty_waiver", w.ID, "ok", "hash="+w.Hash))
}

// mustHave is the side that must have a duty at a step and has it not; nil for none.
func (s *subject) mustHave(k deal.DutyKind, g deal.Gate, today string) *side {
	for _, side := range s.sides {
		for _, own := range gatesOf(side.of) {
			if own != g || side.terms.GateLevel(k, g) != deal.GateMust {
				continue
			}
			for _, o := range side.owes {
				// What stops everything is not waived away: it is looked into, and recorded anew.
				if at := standingOf(o.duty, today); o.kind.of == k && at != fulfilled && at != stopping {
					return side
				}
			}
		}
	}
	return nil
}

// decide is what the second user says to a waiver.
func decide(tx *store.Tx, by web.Actor, in *decideInput) error {
	w, err := tx.DutyWaiver(by.Institution(), in.WaiverID)
	if err != nil {
		return err
	}
	if _, err := tx.DutyRecordID(by.Viewer, store.Record{Of: w.Of, Seq: w.RecordSeq}); err != nil {
		return store.ErrNotFound
	}
	if !w.Confirmed.IsZero() || !w.Refused.IsZero() {
		return web.ErrStale
	}
	if err := second(&tx.Q, by, w.Creator); err != nil {
		return err
	}
	if err := tx.DecideDutyWaiver(w.ID, by.ID(), in.IsConfirm); err != nil {
		return err
	}
	event := "duty_waiver_refused"
	if in.IsConfirm {
		event = "duty_waiver_confirmed"
	}
	return tx.AddAudit(by.Line(event, "duty_waiver", w.ID, "ok", "hash="+w.Hash))
}
