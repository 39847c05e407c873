package merger

import (
	"cmp"
	"errors"
	"path/filepath"

	"tsunagu/app/backup"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/listing"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Merge is the job that does the mergers that are due (when.go). A merger is never undone, so a backup is made and
// checked first; without it nothing moves, and the job tries again.
func (a Room) Merge(r *web.JobRun) error {
	var due []string
	var obstacle error
	if err := r.Read(func(q *store.Q) error {
		all, err := q.ConfirmedMergers()
		for _, id := range all {
			m, err := q.Merger("", id)
			if err != nil {
				return err
			}
			if ok, err := isDue(q, m, r.ByHand); err != nil {
				return err
			} else if !ok {
				continue
			}
			if err := obstacleTo(q, m); err != nil {
				obstacle = err
				continue
			}
			due = append(due, id)
		}
		return err
	}); err != nil || len(due) == 0 {
		return errors.Join(err, obstacle)
	}
	b, err := upkeep.MakeBackup(r.Context, upkeep.BackupInput{Data: a.Store.Dir(), To: a.BackupDir, Version: a.Version, Label: backup.ByHand,
		Now: r.Began, Progress: r.Progress})
	if err != nil {
		return err
	}
	// Nobody here can read an encrypted one; its database was checked before it was packed.
	if !b.IsEncrypted {
		if _, err := upkeep.CheckBackup(r.Context, b.Path, nil); err != nil {
			return &web.OfficeError{Text: "合併の前のバックアップを確かめられなかったため、合併を始めませんでした。ディスクの状態を確認してください。1時間後にもう一度試します。", Err: err}
		}
	}
	r.Did("作ったバックアップ", 1)
	err = r.Each(due, func(tx *store.Tx, id string) (string, error) { return a.merge(tx, id, filepath.Base(b.Path), r.ByHand) })
	return cmp.Or(err, obstacle)
}

// obstacleTo says in words for the office why a merger cannot be done now; nil where it can.
func obstacleTo(q *store.Q, m *store.Merger) error {
	for _, id := range []string{m.AbsorbedID, m.SurvivingID} {
		if i, err := q.Institution(id); err != nil {
			return err
		} else if i.Status != int(deal.InstitutionRunning) {
			return &web.OfficeError{Text: "利用を停止している金融機関があるため、合併を行いませんでした。利用を再開するか、合併を取り下げてください。"}
		}
	}
	if busy, err := q.ImportsRun(m.AbsorbedID); err != nil {
		return err
	} else if busy {
		return &web.OfficeError{Text: "なくなる金融機関のCSVの登録が終わっていないため、合併を始めませんでした。1時間後にもう一度試します。"}
	}
	return nil
}

// isFixed says that a merger is open and both sides have confirmed it.
func isFixed(q *store.Q, m *store.Merger) (bool, error) {
	if !m.Done.IsZero() || !m.Withdrawn.IsZero() {
		return false, nil
	}
	for _, side := range []int{sideAbsorbed, sideSurviving} {
		if ok, err := isConfirmed(q, m, side); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// merge makes the two institutions one, in one transaction.
func (a Room) merge(tx *store.Tx, id, file string, byHand bool) (string, error) {
	m, err := tx.Merger("", id)
	if err != nil {
		return "", err
	}
	if ok, err := isDue(&tx.Q, m, byHand); err != nil || !ok {
		return "", err
	}
	absorbed, err := tx.Institution(m.AbsorbedID)
	if err != nil {
		return "", err
	}
	surviving, err := tx.Institution(m.SurvivingID)
	if err != nil {
		return "", err
	}
	if err := obstacleTo(&tx.Q, m); err != nil {
		return "", err
	}
	if err := tx.EndImports(absorbed.ID, "金融機関の合併により、登録を取りやめました。もう一度読み込んでください。"); err != nil {
		return "", err
	}
	if m.Counts, err = tx.MergerCounts(absorbed.ID, surviving.ID, m.Mark); err != nil {
		return "", err
	}
	name := absorbed.ShortName
	if name == "" {
		name = absorbed.Name
	}
	moved, err := tx.MergeInstitutions(&store.MergerMove{Absorbed: absorbed.ID, Surviving: surviving.ID, Mark: m.Mark, Name: name})
	if err != nil {
		return "", err
	}
	for _, note := range moved.Notes { // the bank of both sides knows its buyer by name
		row, err := tx.NegotiationRowOf(note)
		if err != nil {
			return "", err
		}
		if err := negotiation.FoldNote(tx, web.System, &row.Negotiation); err != nil {
			return "", err
		}
	}
	absorbed.Status, absorbed.MergedInto = int(deal.InstitutionMerged), surviving.ID
	if err := tx.UpdateInstitution(absorbed, ""); err != nil {
		return "", err
	}
	m.Done, m.Backup = tx.Now(), file
	if err := tx.UpdateMerger(m); err != nil {
		return "", err
	}
	if err := mergerLines(tx, m, absorbed, surviving, moved); err != nil {
		return "", err
	}
	if err := a.tellKeptOut(tx, m, moved); err != nil {
		return "", err
	}
	return "合併した金融機関", company.In(a.Platform).AlertInstitution(tx, mail.MergerDone, surviving.ID, m.ID, mail.Data{Link: a.BaseURL + "/login"})
}

// mergerLines write what the merger did to the histories of listings, to the ledger and to the logs. Negotiations get no
// line: their other side's screens stay as they were, but for the institution's name.
func mergerLines(tx *store.Tx, m *store.Merger, absorbed, surviving *store.Institution, moved *store.MergerMoved) error {
	history := func(l store.MovedListing, event, comment string) error {
		return tx.AddListingHistory(store.ListingHistory{ListingID: l.ID, Side: "system", Event: event, FromStatus: l.Status, ToStatus: l.Status,
			Comment: comment})
	}
	for _, l := range moved.Listings {
		if err := history(l, listing.EventMerger, absorbed.Name+"から、"+surviving.Name+"の担当になりました。"); err != nil {
			return err
		}
		if err := tx.AddLedger(store.LedgerLine{Kind: listing.EventMerger, ListingID: l.ID, CompanyID: l.CompanyID, Level: int(disclosure.L4),
			ClientID: surviving.ID, InstitutionID: surviving.ID, Basis: absorbed.Name + "との合併", Subject: "売手側"}); err != nil {
			return err
		}
	}
	for _, l := range moved.Unshown {
		comment := ""
		switch {
		case l.Status == int(deal.ListingShowing), l.Status == int(deal.ListingConcluded):
			comment = "公開先を限っていたため、合併により、売手が承認した範囲より広く公開されるところでした。公開期間を終了しています。続けるときは、売手の承認を得て、もう一度公開してください。"
		case l.IsPending:
			comment = "売手への承認依頼は、合併の前の公開先によるものだったため、取り消しました。もう一度依頼してください。"
		default:
			continue
		}
		if err := history(l, listing.EventMergerEnd, comment); err != nil {
			return err
		}
	}
	for _, l := range moved.KeptOut {
		comment := "公開しない金融機関の" + absorbed.Name + "が、合併により" + surviving.Name + "になりました。公開する場合は、公開先を変更してください。"
		if err := history(l, listing.EventMergerOut, comment); err != nil {
			return err
		}
	}
	for _, d := range moved.Opened {
		level := disclosure.ListingLevel(disclosure.ViewerFacts{InAudience: true, HasRow: true, Status: deal.NegotiationStatus(d.Status),
			IsConsent: d.IsConsent})
		if level < disclosure.L3 {
			continue
		}
		if err := tx.AddLedger(store.LedgerLine{Kind: listing.EventMerger, ListingID: d.ListingID, CompanyID: d.CompanyID,
			BuyerCompanyID: d.BuyerID, NegotiationID: d.ID, Level: int(level), ClientID: surviving.ID,
			InstitutionID: surviving.ID, Basis: absorbed.Name + "との合併", Subject: "買手側"}); err != nil {
			return err
		}
	}
	for _, of := range []string{"", absorbed.ID, surviving.ID} {
		l := web.System.Line("merger_done", "merger", m.ID, "ok", "from="+absorbed.ID+" to="+surviving.ID+" backup="+m.Backup)
		if l.InstitutionID = of; of != "" {
			l.Detail = absorbed.Name + " → " + surviving.Name
		}
		if err := tx.AddAudit(l); err != nil {
			return err
		}
	}
	return nil
}

// tellKeptOut tells the institutions whose listings are kept from the surviving one from now on, once each.
func (a Room) tellKeptOut(tx *store.Tx, m *store.Merger, moved *store.MergerMoved) error {
	told := map[string]bool{}
	for _, l := range moved.KeptOut {
		if told[l.InstitutionID] {
			continue
		}
		told[l.InstitutionID] = true
		line := web.System.Line("merger_audience", "merger", m.ID, "ok", "")
		line.InstitutionID = l.InstitutionID
		if err := tx.AddAudit(line); err != nil {
			return err
		}
		if err := a.MailInstitution(tx, mail.MergerAudience, l.InstitutionID, m.ID, mail.Data{Link: a.BaseURL + "/seller-company"}); err != nil {
			return err
		}
	}
	return nil
}
