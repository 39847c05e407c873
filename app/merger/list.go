package merger

import (
	"errors"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

const mergerRecords = "管理者：自機関の合併。事務局：すべて"

// Calls are rows of the console.
func (a Room) Calls() {
	web.Add(a.Platform, web.OfficeCall("GET", "GetMergerList", web.ADM|web.FAD, mergerRecords, "金融機関の合併の一覧"),
		func(r *web.Request, in *officeMergersQuery) (*officeMergerList, error) {
			return web.Reading(r, func(q *store.Q) (*officeMergerList, error) { return mergers(q, r.Actor, in.Page()) })
		})
	web.Add(a.Platform, web.OfficeCall("GET", "GetMerger", web.ADM|web.FAD, mergerRecords, "金融機関の合併の一件と、移るものの件数"),
		func(r *web.Request, in *officeMergerQuery) (*officeMergerDetail, error) {
			return web.Reading(r, func(q *store.Q) (*officeMergerDetail, error) { return mergerDetail(q, r.Actor, in.MergerID) })
		})
	type input struct{ Body officeMergerInput }
	web.Add(a.Platform, web.OfficeCall("POST", "ProposeMerger", web.ADM, "利用中の金融機関", "金融機関の合併の提案"),
		func(r *web.Request, in *input) (*officeMergerProposed, error) {
			return web.Writing(r, func(tx *store.Tx) (*officeMergerProposed, error) { return a.propose(tx, r.Actor, &in.Body) })
		})
	type deed struct{ Body officeMergerDeed }
	web.Add(a.Platform, web.OfficeCall("POST", "ConfirmMerger", web.ADM|web.FAD, mergerRecords, "金融機関の合併の確認").Freshly(),
		func(r *web.Request, in *deed) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.confirm(tx, r.Actor, &in.Body) })
		})
	type withdrawal struct{ Body officeMergerWithdrawal }
	web.Add(a.Platform, web.OfficeCall("POST", "WithdrawMerger", web.ADM|web.FAD, mergerRecords, "金融機関の合併の取下げ"),
		func(r *web.Request, in *withdrawal) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.withdraw(tx, r.Actor, &in.Body) })
		})
}

// The sides of a merger, and its states.
const (
	sideAbsorbed, sideSurviving = 1, 2

	stateWaits, stateFixed, stateDone, stateWithdrawn = 1, 2, 3, 4
)

var stateLabels = map[int]string{stateWaits: "確認待ち", stateFixed: "合併日待ち", stateDone: "完了", stateWithdrawn: "取下げ"}

// countLabels are the kinds of the preview in its order; the keys are those of store.MergerCounts. Financing is not among
// them: it is the buyer's bank's alone, and the office sees the previews too.
var countLabels = []struct{ key, label string }{
	{"users", "担当者"}, {"administrators", "管理者"}, {"buyers", "買手企業"}, {"buyerUsers", "買手企業の利用者"}, {"sellers", "売手企業"},
	{"listings", "売却案件"}, {"showing", "売却案件のうち公開中"}, {"documents", "案件の資料"}, {"buying", "進行中の交渉（買手側）"}, {"selling", "進行中の交渉（売手側）"},
	{"longLists", "ロングリスト"}, {"memos", "財務メモのある企業"}, {"numbers", "顧客番号のある企業"},
}

func countsOf(counts map[string]int) []officeMergerCount {
	out := []officeMergerCount{}
	for _, c := range countLabels {
		out = append(out, officeMergerCount{c.label, counts[c.key]})
	}
	return out
}

// scopeOf is whose mergers the actor sees, "" for all.
func scopeOf(by web.Actor) (string, error) {
	switch {
	case by.Role == deal.RoleADM:
		return "", nil
	case by.Role == deal.RoleFAD && by.Institution() != "":
		return by.Institution(), nil
	}
	return "", store.ErrNotFound
}

func mergers(q *store.Q, by web.Actor, p store.Page) (*officeMergerList, error) {
	scope, err := scopeOf(by)
	if err != nil {
		return nil, err
	}
	found, n, err := q.Mergers(scope, p)
	if err != nil {
		return nil, err
	}
	out := &officeMergerList{MergerList: []officeMerger{}, AllCount: n}
	for i := range found {
		row, err := mergerOf(q, by, &found[i])
		if err != nil {
			return nil, err
		}
		out.MergerList = append(out.MergerList, *row)
	}
	return out, nil
}

func mergerOf(q *store.Q, by web.Actor, m *store.Merger) (*officeMerger, error) {
	out := &officeMerger{MergerID: m.ID, Version: m.Version, Date: m.Date, Mark: m.Mark, Reason: m.Reason,
		Proposed:   web.ServerTime(m.Proposed),
		ProposedBy: web.AuditOffice, Withdrawn: web.ServerTime(m.Withdrawn), WithdrawnReason: m.WithdrawnReason, Done: web.ServerTime(m.Done),
		Sides: []officeMergerSide{}}
	if by.Role == deal.RoleADM {
		out.Backup = m.Backup
		who, err := q.User(m.ProposedBy)
		if err != nil {
			return nil, err
		}
		out.ProposedBy = who.UserName
	}
	isOpen, fixed := m.Done.IsZero() && m.Withdrawn.IsZero(), true
	for _, side := range []int{sideAbsorbed, sideSurviving} {
		s, err := sideOf(q, by, m, side)
		if err != nil {
			return nil, err
		}
		fixed = fixed && s.IsConfirmed
		out.Sides = append(out.Sides, *s)
	}
	switch {
	case !m.Done.IsZero():
		out.State = stateDone
	case !m.Withdrawn.IsZero():
		out.State = stateWithdrawn
	case fixed:
		out.State = stateFixed
	default:
		out.State = stateWaits
	}
	if isOpen {
		at := q.Now()
		if fixed {
			at = fixedAt(m)
		}
		from, err := earliest(m, at)
		if err != nil {
			return nil, err
		}
		if out.Planned = web.ServerTime(nightAfter(from)); fixed {
			out.Earliest = web.ServerTime(from)
		}
	}
	out.StateLabel, out.CanWithdraw = stateLabels[out.State], isOpen
	return out, nil
}

// partOf is one side's institution, and who confirmed for it.
func partOf(m *store.Merger, side int) (institution, by string) {
	if side == sideAbsorbed {
		return m.AbsorbedID, m.AbsorbedBy
	}
	return m.SurvivingID, m.SurvivingBy
}

func confirmedAt(m *store.Merger, side int) time.Time {
	if side == sideAbsorbed {
		return m.AbsorbedAt
	}
	return m.SurvivingAt
}

func sideOf(q *store.Q, by web.Actor, m *store.Merger, side int) (*officeMergerSide, error) {
	institution, confirmer := partOf(m, side)
	i, err := q.Institution(institution)
	if err != nil {
		return nil, err
	}
	out := &officeMergerSide{Side: side, FinancialID: i.ID, FinancialName: i.Name}
	if out.IsConfirmed, err = isConfirmed(q, m, side); err != nil {
		return nil, err
	}
	if out.IsConfirmed {
		u, err := q.User(confirmer)
		if err != nil {
			return nil, err
		}
		out.Confirmed, out.IsByOffice = web.ServerTime(confirmedAt(m, side)), u.Role == int(deal.RoleADM)
		switch {
		case by.Role == deal.RoleADM, u.ClientID == by.Institution():
			out.ConfirmedBy = u.UserName
		case out.IsByOffice:
			out.ConfirmedBy = web.AuditOffice
		default:
			out.ConfirmedBy = "管理者"
		}
	}
	if !m.Done.IsZero() || !m.Withdrawn.IsZero() || out.IsConfirmed {
		return out, nil
	}
	has, err := company.HasOwnAdministrator(q, institution)
	if err != nil {
		return nil, err
	}
	out.IsByOffice = !has
	out.CanConfirm, out.WhyNot, err = mayConfirm(q, by, m, side)
	return out, err
}

// mergerDetail counts what the reader may know: an administrator never sees a number of the other side's, not even
// how many of its 顧客番号 are taken there.
func mergerDetail(q *store.Q, by web.Actor, id string) (*officeMergerDetail, error) {
	scope, err := scopeOf(by)
	if err != nil {
		return nil, err
	}
	m, err := q.Merger(scope, id)
	if err != nil {
		return nil, err
	}
	row, err := mergerOf(q, by, m)
	if err != nil {
		return nil, err
	}
	out := &officeMergerDetail{OfficeMerger: *row, Previews: []officeMergerPreview{}, Moved: []officeMergerCount{}}
	switch row.State {
	case stateDone:
		out.Moved = countsOf(m.Counts)
		return out, nil
	case stateWithdrawn:
		return out, nil
	}
	for _, side := range []int{sideAbsorbed, sideSurviving} {
		institution, _ := partOf(m, side)
		if scope != "" && institution != scope {
			continue
		}
		p, err := preview(q, m, side)
		if err != nil {
			return nil, err
		}
		p.FinancialName = row.Sides[side-1].FinancialName
		out.Previews = append(out.Previews, *p)
	}
	return out, nil
}

func preview(q *store.Q, m *store.Merger, side int) (*officeMergerPreview, error) {
	own, other := m.AbsorbedID, m.SurvivingID
	if side == sideSurviving {
		own, other = other, own
	}
	counts, err := q.MergerCounts(own, other, m.Mark)
	if err != nil {
		return nil, err
	}
	p := &officeMergerPreview{Side: side, Counts: countsOf(counts), BothCount: counts["bothSides"], UnshownCount: counts["unshown"]}
	if side == sideAbsorbed {
		p.LongCount = counts["longNumbers"]
		p.NumberCount = counts["numbers"] - p.LongCount
	}
	return p, nil
}

// isConfirmed says that a side has confirmed. Where the office did so because the institution had no administrator, and
// it has had one since, that confirmation is void for good: also when he has left, or making and removing one would bring it
// back with the time at which it was given.
func isConfirmed(q *store.Q, m *store.Merger, side int) (bool, error) {
	institution, by := partOf(m, side)
	if by == "" {
		return false, nil
	}
	u, err := q.User(by)
	if errors.Is(err, store.ErrNotFound) || err == nil && u.Role != int(deal.RoleADM) || !m.Done.IsZero() {
		return err == nil, nil
	}
	if err != nil {
		return false, err
	}
	has, err := company.HasOwnAdministrator(q, institution)
	if err != nil || has {
		return false, err
	}
	left, err := q.UsersOf(institution, int(deal.RoleFAD))
	for i := range left {
		if left[i].Modified.After(confirmedAt(m, side)) {
			return false, nil
		}
	}
	return err == nil, err
}
