package duty

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// subject is what is asked about: the sides of the actor's bank that owe something there.
type subject struct {
	sides   []*side
	names   []string     // what each side's company is called on the screen
	ids     []string     // and its id
	record  store.Record // of which a step is waived: a listing, or the side of a negotiation
	reaches []deal.Gate  // the steps that are still ahead
}

// read finds the record that somebody asks about; ErrNotFound where it is not his bank's or his team's.
func (o RecordOf) read(q *store.Q, by web.Actor) (*subject, error) {
	var c web.Check
	given := 0
	for _, id := range []string{o.CompanyID, o.SellerBusinessID, o.BuyerNegotiationID} {
		if id != "" {
			given++
		}
	}
	c.Ok(given == 1, "companyId", "企業、案件、交渉の、どれか一つを指定してください。")
	if err := c.Err(); err != nil {
		return nil, err
	}
	switch {
	case o.CompanyID != "":
		return ofCompany(q, by, o.CompanyID)
	case o.SellerBusinessID != "":
		return ofListing(q, by, o.SellerBusinessID)
	}
	return ofNegotiation(q, by, o.BuyerNegotiationID)
}

const buyerName, sellerName = "買手企業", "売手企業"

func ofCompany(q *store.Q, by web.Actor, id string) (*subject, error) {
	r, err := q.OwnRecord(by.Viewer, store.InChargeOfCompany, id)
	if err != nil {
		return nil, err
	}
	c, err := q.CompanyOf(id)
	if err != nil {
		return nil, err
	}
	of, name := store.InChargeOfBF, buyerName
	if c.Kind == store.Seller {
		of, name = store.InChargeOfSF, sellerName
	}
	s, err := read(q, by.Institution(), &side{of: of}, []store.Record{r}, false, false)
	return &subject{sides: []*side{s}, names: []string{name}, ids: []string{id}}, err
}

func ofListing(q *store.Q, by web.Actor, id string) (*subject, error) {
	l, err := web.OwnListing(q, by, id, nil)
	if err != nil {
		return nil, err
	}
	periods, err := web.PeriodsOf(q)
	if err != nil {
		return nil, err
	}
	s, err := listingSide(q, l, periods.At(began(q, l.PublishedAt)))
	return &subject{sides: []*side{s}, names: []string{sellerName}, ids: []string{l.CompanyID},
		record: store.Record{Of: store.InChargeOfListing, Seq: uint32(l.Seq)}, reaches: []deal.Gate{deal.GatePublish}}, err
}

func ofNegotiation(q *store.Q, by web.Actor, id string) (*subject, error) {
	n, err := q.NegotiationRow(by.Viewer, id)
	if err != nil {
		return nil, err
	}
	periods, err := web.PeriodsOf(q)
	if err != nil {
		return nil, err
	}
	out := &subject{}
	for _, of := range bothSides {
		company, name := n.BuyerCompanyID, buyerName
		if of == store.InChargeOfSF {
			company, name = n.SellerCompanyID, sellerName
		}
		r, err := q.OwnRecord(by.Viewer, of, id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		s, err := sideOf(q, by.Institution(), n, of, company, periods.At(began(q, n.StartedAt)))
		if err != nil {
			return nil, err
		}
		out.sides, out.names, out.ids, out.record = append(out.sides, s), append(out.names, name), append(out.ids, company), r
	}
	if len(out.sides) == 0 {
		return nil, store.ErrNotFound
	}
	status := deal.NegotiationStatus(n.Status)
	if out.sides[0].of == store.InChargeOfSF {
		status = shownStatus(deal.NegotiationStatus(n.Status), deal.NegotiationStatus(n.EndedFrom))
	}
	out.reaches = reaches(status, deal.SellerApprovalStatus(n.SellerApprovalStatus))
	return out, nil
}

// reaches are the steps that are still ahead: an owner who has answered is not asked.
func reaches(s deal.NegotiationStatus, answer deal.SellerApprovalStatus) []deal.Gate {
	gates := ahead(s)
	if answer == deal.SellerAgreed || answer == deal.SellerRefused {
		gates = slices.DeleteFunc(gates, func(g deal.Gate) bool { return g == deal.GateAsk })
	}
	return gates
}

// shownStatus is the status as the seller's bank may know it: one that ended before it began has not begun (domain.md 4).
func shownStatus(s, endedFrom deal.NegotiationStatus) deal.NegotiationStatus {
	if s == deal.NegotiationBroken && endedFrom == deal.NegotiationNone {
		return deal.NegotiationNone
	}
	return s
}

// ahead are the steps that a negotiation has not passed.
func ahead(s deal.NegotiationStatus) []deal.Gate {
	switch s {
	case deal.NegotiationNone:
		return []deal.Gate{deal.GateStart, deal.GateRequest, deal.GateAsk, deal.GateApprove, deal.GateContract}
	case deal.NegotiationAnonymous:
		return []deal.Gate{deal.GateRequest, deal.GateAsk, deal.GateApprove, deal.GateContract}
	case deal.NegotiationHope:
		return []deal.Gate{deal.GateAsk, deal.GateApprove, deal.GateContract}
	case deal.NegotiationRealName, deal.NegotiationConditions:
		return []deal.Gate{deal.GateContract}
	}
	return nil
}

// reader reads an institution's duties for one of its users.
type reader struct {
	q           *store.Q
	by          web.Actor
	institution string
	names       map[string]string
	isApprover  bool
}

func readerOf(q *store.Q, by web.Actor) (*reader, error) { return readerFor(q, by, by.Institution()) }

// readerFor reads those of an institution for whoever may.
func readerFor(q *store.Q, by web.Actor, institution string) (*reader, error) {
	us, err := q.UsersOf(institution, int(deal.RoleFIN))
	if err != nil {
		return nil, err
	}
	r := &reader{q: q, by: by, institution: institution, names: map[string]string{}}
	for i := range us {
		r.names[us[i].ID] = us[i].UserName
		if us[i].ID == by.ID() {
			r.isApprover = deal.ApproverState(us[i].Approver).MayApprove()
		}
	}
	return r, nil
}

// mayRead says who reads what was recorded: of a poisonous kind its writer, who confirmed it, and the approvers.
func (r *reader) mayRead(k *kind, d *store.Duty) bool {
	return !k.isPoisonous || r.isApprover || d.Creator == r.by.ID() || d.ConfirmedBy == r.by.ID()
}

func duties(q *store.Q, by web.Actor, in *dutyQuery) (*dutyList, error) {
	s, err := in.read(q, by)
	if err != nil {
		return nil, err
	}
	r, err := readerOf(q, by)
	if err != nil {
		return nil, err
	}
	out := &dutyList{DutyList: []dutyRow{}, KindList: []dutyKind{}, GateList: []dutyGate{}}
	stops, err := q.DutyStops(by.Institution())
	if err != nil {
		return nil, err
	}
	shown := map[deal.DutyKind]bool{}
	for i, side := range s.sides {
		if why := stopText(stops[s.ids[i]]); why != "" {
			out.Stopped = why
		}
		for _, o := range side.owes {
			row, err := r.row(&o, s.names[i], s.ids[i])
			if err != nil {
				return nil, err
			}
			if len(s.sides) > 1 && row.Record >= int(store.InChargeOfBF) {
				row.RecordName += map[store.InCharge]string{store.InChargeOfBF: "（買手側）", store.InChargeOfSF: "（売手側）"}[side.of]
			}
			out.DutyList = append(out.DutyList, *row)
			if !shown[o.kind.of] {
				k, err := o.inForce(q, by.Institution())
				if err != nil {
					return nil, err
				}
				form, err := k.form(q, by.Institution())
				if err != nil {
					return nil, err
				}
				shown[k.of], out.KindList = true, append(out.KindList, form)
			}
		}
	}
	for _, next := range s.reaches {
		for i, side := range s.sides {
			if !slices.Contains(gatesOf(side.of), next) {
				continue
			}
			gate, err := r.gate(side, next, s.ids[i])
			if err != nil {
				return nil, err
			}
			out.GateList = append(out.GateList, *gate)
		}
	}
	return out, nil
}

var states = map[standing]string{missing: "missing", fulfilled: "done", unfinished: "open", waiting: "waiting", expired: "expired",
	stopping: "stopped"}

func (r *reader) row(o *owed, company, companyID string) (*dutyRow, error) {
	at := standingOf(o.duty, r.q.Today())
	out := &dutyRow{Kind: int(o.kind.of), KindLabel: o.kind.of.Label(), Record: int(o.record.Of), RecordName: "この交渉", State: o.stateAs(at),
		StateLabel: o.label(at), DueOn: o.dueOn()}
	if o.record.Of == store.InChargeOfCompany {
		out.RecordName, out.CompanyID = company, companyID
	}
	if o.record.Of == store.InChargeOfListing {
		out.RecordName = "この案件"
	}
	d := o.duty
	if d == nil {
		return out, nil
	}
	out.DutyID, out.PerformedOn, out.ValidUntil = d.ID, d.PerformedOn, d.ValidUntil
	out.UserName, out.Created = r.names[d.Creator], web.ServerTime(d.Created)
	out.ConfirmedBy, out.IsErased = r.names[d.ConfirmedBy], !d.Erased.IsZero()
	if at == waiting {
		may, why, err := web.SecondPair(r.q, r.by, d.Creator)
		if err != nil {
			return nil, err
		}
		out.CanConfirm, out.NotConfirm = may, why
	}
	if out.IsClosed = !r.mayRead(o.kind, d); out.IsClosed {
		if at == unfinished || at == waiting || at == stopping {
			out.State, out.StateLabel, out.CanConfirm, out.NotConfirm = states[unfinished], unfinishedForOthers, false, ""
		}
		return out, nil
	}
	x, err := r.content(o.kind, d)
	if err != nil {
		return nil, err
	}
	out.CanDraft = o.fromSigned && isBroken(x.Values)
	out.CanAttach = d.Creator == r.by.ID() && len(x.FileList) < filesMax
	if out.EarlierCount = len(x.EarlierList); o.isPoisonous {
		out.CanRead = true
	} else {
		out.Values, out.Text, out.FileList, out.EarlierList = x.Values, x.Text, x.FileList, x.EarlierList
	}
	return out, nil
}

func contentOf(d *store.Duty) (map[string]string, error) {
	var v map[string]string
	return v, json.Unmarshal([]byte(d.Content), &v)
}

// gate says what a step wants that is not there.
func (r *reader) gate(s *side, g deal.Gate, companyID string) (*dutyGate, error) {
	out := &dutyGate{Gate: int(g), GateLabel: g.Label(), MissingList: []dutyLack{}}
	lacking, level := s.lacking(g, r.q.Today())
	for _, x := range lacking {
		row := dutyLack{Kind: int(x.kind.of), KindLabel: x.kind.of.Label(), Record: int(x.record.Of), Level: int(x.level),
			LevelLabel: x.level.Label(), StateLabel: x.toldAs(x.at)}
		if x.record.Of == store.InChargeOfCompany {
			row.CompanyID = companyID
		}
		if x.waiver != nil {
			var err error
			if row.Waiver, err = r.waiver(x.waiver); err != nil {
				return nil, err
			}
		}
		out.MissingList = append(out.MissingList, row)
	}
	out.Level = int(level)
	return out, nil
}

// waiver is the last one asked for of a duty at a step.
func (s *side) waiver(k deal.DutyKind, g deal.Gate) *store.DutyWaiver {
	for i := len(s.waivers) - 1; i >= 0; i-- {
		if w := &s.waivers[i]; w.Kind == int(k) && w.Gate == int(g) {
			return w
		}
	}
	return nil
}

func (r *reader) waiver(w *store.DutyWaiver) (*dutyWaiver, error) {
	out := &dutyWaiver{WaiverID: w.ID, Reason: w.Reason, UserName: r.names[w.Creator], Created: web.ServerTime(w.Created), State: "waiting",
		ConfirmedBy: r.names[w.ConfirmedBy]}
	switch {
	case !w.Confirmed.IsZero():
		out.State = "confirmed"
	case !w.Refused.IsZero():
		out.State = "refused"
	default:
		var err error
		if out.CanConfirm, out.NotConfirm, err = web.SecondPair(r.q, r.by, w.Creator); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// form is how a kind is recorded, for the browser.
func (k *kind) form(q *store.Q, institution string) (dutyKind, error) {
	out := dutyKind{Kind: int(k.of), Label: k.of.Label(), Help: k.help, FieldList: []dutyField{}, IsForOwner: k.isForOwner}
	switch {
	case k.months > 0:
		out.Validity = fmt.Sprintf("行った日から%dか月", k.months)
	case k.days > 0:
		out.Validity = fmt.Sprintf("行った日から%d日", k.days)
	}
	if k.used != nil {
		out.Text = &kindText{k.used.ID, k.used.Name(), k.used.IsSample, k.listed}
	}
	for i := range k.fields {
		f, err := k.fields[i].offered(q, institution)
		if err != nil {
			return out, err
		}
		x := dutyField{Key: f.key, Label: f.label, Type: f.kind, Help: f.help, Unit: f.unit, IsRequired: f.required, IsAll: f.all,
			IsWritten: f.isWritten || f.set != ""}
		if f.offers != nil && len(f.choices) == 0 && f.offers.none != "" {
			x.Help = f.offers.none
		}
		if f.kind == fieldText || f.kind == fieldProse {
			x.MaxLength = f.max
		}
		if f.only != nil {
			x.OnlyKey, x.OnlyChoices = f.only.key, f.only.choices
		}
		for _, c := range f.choices {
			if f.kind == fieldText {
				x.SuggestionList = append(x.SuggestionList, dutySuggestion{Text: c.key, Label: c.label})
			} else {
				x.ChoiceList = append(x.ChoiceList, dutyChoice{c.key, c.label})
			}
		}
		out.FieldList = append(out.FieldList, x)
	}
	return out, nil
}
