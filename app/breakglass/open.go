package breakglass

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) Calls() {
	row := func(method, name, records, summary string) web.Call {
		return web.Call{
			Method: method, Path: web.OfficePath + name, Area: "office", Callers: web.ADM,
			Records: records, Summary: summary, Spec: "domain 9 last paragraph",
		}
	}
	web.Add(a.Platform, row("GET", "GetBreakGlassTargetList", "番号が一致する案件と交渉の概況", "緊急閲覧の対象の照会"),
		func(r *web.Request, in *officeGlassTargetQuery) (*officeGlassTargets, error) {
			return web.Reading(r, func(q *store.Q) (*officeGlassTargets, error) { return glassTargets(q, in.Word) })
		})
	web.Add(a.Platform, row("GET", "GetBreakGlassList", "すべての緊急閲覧の記録", "緊急閲覧の記録。だれが、なぜ、いつ、何を読んだか"),
		func(r *web.Request, in *web.OfficeListQuery) (*officeGlassList, error) {
			return web.Reading(r, func(q *store.Q) (*officeGlassList, error) { return glasses(q, r.Actor, in.Page()) })
		})
	web.Add(a.Platform, row("GET", "GetBreakGlass", "すべての緊急閲覧の記録", "緊急閲覧の記録の一件"),
		func(r *web.Request, in *officeGlassQuery) (*officeGlass, error) {
			return web.Reading(r, func(q *store.Q) (out *officeGlass, err error) {
				b, err := q.BreakGlass(in.BreakGlassID)
				if err == nil {
					out, err = glassOf(q, r.Actor, b)
				}
				return out, err
			})
		})
	type input struct{ Body officeGlassInput }
	web.Add(a.Platform, row("POST", "RequestBreakGlass", "すべての案件と交渉", "緊急閲覧の申し出。事務局が一人ならすぐに開き、二人以上なら確認を待つ").Freshly(),
		func(r *web.Request, in *input) (*officeGlassOpened, error) {
			return web.Writing(r, func(tx *store.Tx) (*officeGlassOpened, error) { return a.requestGlass(tx, r.Actor, &in.Body) })
		})
	type body struct{ Body officeGlassDeed }
	web.Add(a.Platform, row("POST", "ConfirmBreakGlass", "ほかの担当者の、確認待ちの緊急閲覧", "緊急閲覧の確認。申し出た担当者に開く").Freshly(),
		func(r *web.Request, in *body) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return a.confirmGlass(tx, r.Actor, in.Body.BreakGlassID) })
		})
	web.Add(a.Platform, row("POST", "CloseBreakGlass", "確認待ち・閲覧中の緊急閲覧", "緊急閲覧の終了・取下げ"),
		func(r *web.Request, in *body) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return closeGlass(tx, r.Actor, in.Body.BreakGlassID) })
		})
	web.Add(a.Platform, row("GET", "ReadBreakGlass", "自分に開かれている案件または交渉", "緊急閲覧で開いた内容。読むたびに記録が残る"),
		func(r *web.Request, in *officeGlassQuery) (*officeGlassContent, error) {
			return web.Writing(r, func(tx *store.Tx) (*officeGlassContent, error) { return a.readGlass(tx, r.Actor, in.BreakGlassID) })
		})
	web.AddFile(a.Platform, row("GET", "DownloadBreakGlassFile", "自分に開かれている案件の資料、または交渉の添付", "緊急閲覧で開いたファイル。開くたびに記録が残る"),
		func(r *web.Request, in *officeGlassFile) (*web.Download, error) {
			return r.HandOut(func(tx *store.Tx) (*web.Download, error) { return a.downloadGlass(tx, r.Actor, in) })
		})
}

// glassTargets finds listings and negotiations by the number that an institution's mails and screens
// show.
func glassTargets(q *store.Q, word string) (*officeGlassTargets, error) {
	out := &officeGlassTargets{TargetList: []officeGlassTarget{}}
	number := strings.ToLower(strings.TrimSpace(word))
	listing, isListing := strings.CutPrefix(number, "l-")
	row, isRow := strings.CutPrefix(number, "n-")
	for _, x := range []struct {
		kinds  []deal.BreakGlassKind
		asked  bool
		number string
		find   func(string) ([]string, error)
	}{{[]deal.BreakGlassKind{deal.BreakGlassListing, deal.BreakGlassListingDuties}, !isRow, listing, q.ListingsByNumber},
		{[]deal.BreakGlassKind{deal.BreakGlassNegotiation, deal.BreakGlassBuyerDuties, deal.BreakGlassSellerDuties}, !isListing, row,
			q.NegotiationsByNumber}} {
		if !x.asked || x.number == "" {
			continue
		}
		ids, err := x.find(x.number)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			for _, kind := range x.kinds {
				t, _, err := glassTarget(q, kind, id)
				if errors.Is(err, store.ErrNotFound) {
					continue // the seller's bank does not know of the negotiation
				}
				if err != nil {
					return nil, err
				}
				out.TargetList = append(out.TargetList, *t)
			}
		}
	}
	return out, nil
}

// glassTarget is one listing or negotiation, with its institutions' ids; else ErrNotFound.
func glassTarget(q *store.Q, kind deal.BreakGlassKind, id string) (*officeGlassTarget, *glassSides, error) {
	names, err := q.InstitutionNames()
	if err != nil {
		return nil, nil, err
	}
	out, sides := &officeGlassTarget{Kind: int(kind), KindLabel: kind.Label(), TargetID: id}, &glassSides{kind: kind}
	var l *store.Listing
	switch kind {
	case deal.BreakGlassListing, deal.BreakGlassListingDuties:
		if l, err = q.OfficeListing(id); err != nil {
			return nil, nil, err
		}
		sides.sf, sides.listing = l.InstitutionID, l
		out.CaseNumber = web.CaseNumber("L", id)
		c, err := q.ListingContent(id, store.Published)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, nil, err
		}
		start, due := "", ""
		if err == nil {
			out.BusinessName, start, due = c.BusinessName, c.StartDate, c.DueDate
		}
		out.StatusLabel = deal.ShownStatus(deal.ListingStatus(l.Status), start, due, q.Now()).Label()
	case deal.BreakGlassNegotiation, deal.BreakGlassBuyerDuties, deal.BreakGlassSellerDuties:
		row, err := q.NegotiationRowOf(id)
		if err != nil {
			return nil, nil, err
		}
		sides.bf, sides.row = row.BFID, row
		// The seller's side knows of a negotiation that has begun. Before, it is known to the buyer and
		// its bank only.
		if status := deal.NegotiationStatus(row.Status); status != deal.NegotiationNone &&
			(status != deal.NegotiationBroken || row.EndedFrom != int(deal.NegotiationNone)) {
			sides.sf = row.SFID
		}
		switch {
		case kind == deal.BreakGlassBuyerDuties:
			sides.sf = ""
		case kind == deal.BreakGlassSellerDuties && sides.sf == "":
			return nil, nil, store.ErrNotFound
		case kind == deal.BreakGlassSellerDuties:
			sides.bf = ""
		}
		out.CaseNumber, out.BusinessName, out.StatusLabel = web.CaseNumber("N", id), row.BusinessName, deal.NegotiationStatus(row.Status).Label()
		out.SellerFinancial, out.BuyerFinancial = names[row.SFID], names[row.BFID]
		return out, sides, nil
	default:
		return nil, nil, store.ErrNotFound
	}
	out.SellerFinancial = names[sides.sf]
	return out, sides, nil
}

// glassSides are the institutions whose content an opening shows, and who are told: "" for a side
// that does not exist or does not know of the negotiation, or whose duties are not those that are opened.
type glassSides struct {
	kind    deal.BreakGlassKind
	sf, bf  string
	listing *store.Listing
	row     *store.NegotiationRow
}

// notified are the institutions that are told of an opening, each once.
func (s *glassSides) notified() []string {
	return slices.Compact(slices.DeleteFunc([]string{s.sf, s.bf}, func(id string) bool { return id == "" }))
}

func glassFacts(b *store.BreakGlass, now time.Time) deal.BreakGlassFacts {
	return deal.BreakGlassFacts{Requested: b.Requested, Opened: b.Opened, Expires: b.Expires, Closed: b.Closed, Now: now}
}

// targetOf is the id of the record that an opening shows.
func targetOf(b *store.BreakGlass) string {
	if b.NegotiationID != nil {
		return *b.NegotiationID
	}
	return b.ListingID
}

func glasses(q *store.Q, by web.Actor, p store.Page) (*officeGlassList, error) {
	bs, n, err := q.BreakGlasses(p)
	if err != nil {
		return nil, err
	}
	others, err := OtherOfficers(q, by)
	if err != nil {
		return nil, err
	}
	out := &officeGlassList{BreakGlassList: []officeGlass{}, AllCount: n, NeedsSecond: len(others) > 0}
	for i := range bs {
		g, err := glassOf(q, by, &bs[i])
		if err != nil {
			return nil, err
		}
		out.BreakGlassList = append(out.BreakGlassList, *g)
	}
	return out, nil
}

func glassOf(q *store.Q, by web.Actor, b *store.BreakGlass) (*officeGlass, error) {
	t, _, err := glassTarget(q, deal.BreakGlassKind(b.Kind), targetOf(b))
	if err != nil {
		return nil, err
	}
	state := deal.BreakGlassStateOf(glassFacts(b, q.Now()))
	out := &officeGlass{BreakGlassID: b.ID, OfficeGlassTarget: *t, State: int(state), StateLabel: state.Label(),
		GroundLabel: deal.BreakGlassGround(b.Ground).Label(), Reason: b.Reason, Minutes: b.Minutes,
		Requested: web.ServerTime(b.Requested), Opened: web.ServerTime(b.Opened), Expires: web.ServerTime(b.Expires),
		Closed: web.ServerTime(b.Closed), IsMine: b.RequestedBy == by.ID(), Readings: []officeGlassRead{}}
	out.CanRead = state == deal.BreakGlassOpen && out.IsMine
	if state == deal.BreakGlassWaiting && !out.IsMine {
		var err error
		if out.CanConfirm, out.WhyNot, err = web.SecondPair(q, by, b.RequestedBy); err != nil {
			return nil, err
		}
	}
	out.CanClose = state == deal.BreakGlassOpen || state == deal.BreakGlassWaiting
	if state == deal.BreakGlassOpen {
		out.Remaining = int(b.Expires.Sub(q.Now()).Seconds())
	}
	for id, name := range map[*string]*string{&b.RequestedBy: &out.RequestedBy, b.ConfirmedBy: &out.ConfirmedBy, b.ClosedBy: &out.ClosedBy} {
		if id == nil {
			continue
		}
		u, err := q.User(*id)
		if err != nil {
			return nil, err
		}
		*name = u.UserName
	}
	lines, err := q.BreakGlassLines(b.ID)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		if l.Event == "break_glass.read" {
			out.Readings = append(out.Readings, officeGlassRead{web.ServerTime(l.At), l.Detail})
		}
	}
	return out, nil
}

// stoppedOfficer is how long a stopped office user still counts as one who could confirm: otherwise a
// user could stop the other one and then open a record alone.
const stoppedOfficer = 7 * 24 * time.Hour

// OtherOfficers are the office's other users who can sign in, or could until stoppedOfficer ago: if
// there are any, one of them must confirm.
func OtherOfficers(q *store.Q, by web.Actor) ([]store.User, error) {
	us, _, err := q.SearchManagedUsers(store.UserSearch{Role: int(deal.RoleADM), Page: store.Page{Limit: 100}})
	return slices.DeleteFunc(us, func(u store.User) bool {
		status := deal.UserStatus(u.Status)
		return u.ID == by.ID() || status != deal.UserEnabled && (status != deal.UserBlocked || !deal.ApproverState(u.Approver).MayApprove() ||
			u.Modified.Before(q.Now().Add(-stoppedOfficer)))
	}), err
}

// requestGlass asks to open one record.
func (a Room) requestGlass(tx *store.Tx, by web.Actor, in *officeGlassInput) (*officeGlassOpened, error) {
	var c web.Check
	c.Code("ground", "理由の区分", in.Ground, true, func(v int) bool { return deal.BreakGlassGround(v).Known() })
	c.Prose(in, "reason", "理由", &in.Reason, true)
	c.Ok(slices.Contains(deal.BreakGlassMinutes(), in.Minutes), "minutes", "閲覧できる時間を選んでください。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	t, sides, err := glassTarget(&tx.Q, deal.BreakGlassKind(in.Kind), in.TargetID)
	if err != nil {
		return nil, err
	}
	b := &store.BreakGlass{Kind: in.Kind, Ground: in.Ground, Reason: in.Reason, Minutes: in.Minutes}
	if sides.row != nil {
		b.ListingID, b.NegotiationID = sides.row.ListingID, &sides.row.ID
	} else {
		b.ListingID = sides.listing.ID
	}
	if err := tx.CreateBreakGlass(b, by.ID()); err != nil {
		return nil, err
	}
	if err := tx.AddAudit(by.Line("break_glass.request", "break_glass", b.ID, "ok",
		t.CaseNumber+" "+deal.BreakGlassGround(b.Ground).Label())); err != nil {
		return nil, err
	}
	others, err := OtherOfficers(&tx.Q, by)
	if err != nil {
		return nil, err
	}
	if len(others) == 0 {
		if err := a.openGlass(tx, by, b, sides); err != nil {
			return nil, err
		}
	}
	for i := range others {
		if others[i].Status != int(deal.UserEnabled) {
			continue
		}
		if err := a.MailUser(tx, mail.BreakGlassWaits, &others[i], b.ID,
			mail.Data{CaseNumber: t.CaseNumber, Link: a.BaseURL + "/office/break-glass"}); err != nil {
			return nil, err
		}
	}
	return &officeGlassOpened{b.ID, int(deal.BreakGlassStateOf(glassFacts(b, tx.Now())))}, nil
}

// confirmGlass is the second user's confirmation. It opens the record to the requesting user, and
// the hour begins.
func (a Room) confirmGlass(tx *store.Tx, by web.Actor, id string) error {
	b, err := tx.BreakGlass(id)
	if err != nil {
		return err
	}
	if state := deal.BreakGlassStateOf(glassFacts(b, tx.Now())); state != deal.BreakGlassWaiting {
		return web.Conflict(deal.NotAllowed, "この緊急閲覧は、すでに確認待ちではありません（現在の状態："+state.Label()+"）。一覧を確認してください。")
	}
	if b.RequestedBy == by.ID() {
		return web.Conflict(deal.NotAllowed, "ご自身の申し出は確認できません。事務局のほかの担当者に確認を依頼してください。")
	}
	if ok, why, err := web.SecondPair(&tx.Q, by, b.RequestedBy); err != nil {
		return err
	} else if !ok {
		return web.Conflict(deal.NotAllowed, why)
	}
	me := by.ID()
	b.ConfirmedBy = &me
	_, sides, err := glassTarget(&tx.Q, deal.BreakGlassKind(b.Kind), targetOf(b))
	if err != nil {
		return err
	}
	return a.openGlass(tx, by, b, sides)
}

// openGlass opens the record: it writes the ledger, the audit log and the history of each institution
// concerned, and mails each, all in this transaction.
func (a Room) openGlass(tx *store.Tx, by web.Actor, b *store.BreakGlass, sides *glassSides) error {
	b.Opened, b.Expires = tx.Now(), tx.Now().Add(time.Duration(b.Minutes)*time.Minute)
	if err := tx.UpdateBreakGlass(b); err != nil {
		return err
	}
	if err := glassLines(tx, by, b, sides, "break_glass.open", "閲覧の開始", ""); err != nil {
		return err
	}
	told, ground := mail.BreakGlassOpened, ""
	if sides.kind.IsDuties() {
		told, ground = mail.BreakGlassDuties, "確認事項。"
	}
	ground += fmt.Sprintf("理由：%s。%sまで。", deal.BreakGlassGround(b.Ground).Label(), b.Expires.In(store.JST).Format("2006/01/02 15:04"))
	if sides.listing != nil {
		l := sides.listing
		if err := tx.AddListingHistory(store.ListingHistory{ListingID: l.ID, Actor: by.ID(), Side: "office", Event: web.EventBreakGlass,
			FromStatus: l.Status, ToStatus: l.Status, Comment: ground}); err != nil {
			return err
		}
		return company.In(a.Platform).AlertInstitution(tx, told, l.InstitutionID, l.ID,
			mail.Data{CaseNumber: web.CaseNumber("L", l.ID), Link: a.BaseURL + web.ListingPath(l.ID), Expires: b.Expires})
	}
	row := sides.row
	event := web.EventBreakGlass
	switch {
	case sides.sf == "":
		event = web.EventBreakGlassBF
	case sides.bf == "":
		event = web.EventBreakGlassSF
	}
	if err := tx.AddNegotiationHistory(store.NegotiationHistory{NegotiationID: row.ID, Actor: by.ID(), Side: "office", Event: event,
		FromStatus: row.Status, ToStatus: row.Status, Comment: ground}); err != nil {
		return err
	}
	d := &negotiation.Dealing{NegotiationRow: row}
	for _, institution := range sides.notified() {
		side := negotiation.SideBF
		if institution == sides.sf {
			side = negotiation.SideSF
		}
		if err := company.In(a.Platform).AlertInstitution(tx, told, institution, row.ID,
			mail.Data{CaseNumber: web.CaseNumber("N", row.ID), Link: negotiation.In(a.Platform).LinkFor(d, side), Expires: b.Expires}); err != nil {
			return err
		}
	}
	return nil
}

// closeGlass ends an opening, or withdraws a request. Every user of the office may do it.
func closeGlass(tx *store.Tx, by web.Actor, id string) error {
	b, err := tx.BreakGlass(id)
	if err != nil {
		return err
	}
	state := deal.BreakGlassStateOf(glassFacts(b, tx.Now()))
	if state != deal.BreakGlassOpen && state != deal.BreakGlassWaiting {
		return web.Conflict(deal.NotAllowed, "この緊急閲覧は、すでに終わっています（現在の状態："+state.Label()+"）。")
	}
	me := by.ID()
	b.ClosedBy, b.Closed = &me, tx.Now()
	if err := tx.UpdateBreakGlass(b); err != nil {
		return err
	}
	return tx.AddAudit(by.Line("break_glass.close", "break_glass", b.ID, "ok", ""))
}
