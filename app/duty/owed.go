package duty

import (
	"strings"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// Why nothing goes out for a company about which its bank found what stops it, or which asked to be left alone. It is told to that bank
// alone. Who may not read the record is not told what it says.
const (
	stopped   = "「確認事項」のため、この企業についての外への操作を止めています。記録した担当者か承認者に確認してください。"
	leftAlone = "この企業から営業停止の申出を受けているため、外への操作とメールを止めています。" +
		"申出が取り下げられたら、「確認事項」に記録し、二人目の承認者の確認を受けてください。"
)

// stopText says why nothing goes out for a company, by the kinds that stop it; "" for none. What is closed to some goes first.
func stopText(kinds []int) string {
	switch {
	case len(kinds) == 0:
		return ""
	case kinds[0] == int(deal.DutyContactStop):
		return leftAlone
	}
	return stopped
}

// side is one side of a negotiation, or a seller's listing before there is one, with what its bank recorded.
type side struct {
	of      store.InCharge // InChargeOfBF, InChargeOfSF, InChargeOfListing
	owes    []owed
	waivers []store.DutyWaiver
	terms   deal.Terms // of the moment at which it began: what has begun keeps them
	signed  string     // the day on which the deal was signed (成約); "" where it is not, or was before there were contract days
}

// gatesOf are the steps that a side makes.
func gatesOf(of store.InCharge) []deal.Gate {
	switch of {
	case store.InChargeOfBF:
		return []deal.Gate{deal.GateStart, deal.GateRequest, deal.GateContract}
	case store.InChargeOfSF:
		return []deal.Gate{deal.GateAsk, deal.GateApprove, deal.GateContract}
	case store.InChargeOfListing:
		return []deal.Gate{deal.GatePublish}
	}
	return nil
}

// isWaived says that a second user let a step go on without a duty.
func (s *side) isWaived(k deal.DutyKind, g deal.Gate) bool {
	for i := range s.waivers {
		if w := &s.waivers[i]; w.Kind == int(k) && w.Gate == int(g) && !w.Confirmed.IsZero() {
			return true
		}
	}
	return false
}

// texts say for each step of the side which duties hold it back, "" where none does.
func (s *side) texts(today string) (out deal.Owed) {
	for _, g := range gatesOf(s.of) {
		var lacking []string
		for _, o := range s.owes {
			if at := standingOf(o.duty, today); at != fulfilled && s.terms.GateLevel(o.kind.of, g) == deal.GateMust && !s.isWaived(o.kind.of, g) {
				lacking = append(lacking, o.kind.of.Label()+"（"+o.toldAs(at)+"）")
			}
		}
		if len(lacking) > 0 {
			out[g] = "先に「確認事項」の記録が要ります：" + strings.Join(lacking, "、") +
				"。記録するか、省略の理由を書いて、二人目の承認者の確認を受けてください。"
		}
	}
	return out
}

// stop fills every step with why nothing goes out.
func stop(out *deal.Owed, why string) {
	for g := range out {
		out[g] = why
	}
}

// OwedIn says which duties of the actor's side hold back each step of a negotiation (compliance.md 2). It reads nothing but what his
// institution recorded, so that nobody else can tell by it. as is the side on which he stands.
func OwedIn(q *store.Q, by web.Actor, row *store.NegotiationRow, as deal.Actor, periods deal.Schedule) (out deal.Owed, err error) {
	var sides []store.InCharge
	switch as {
	case deal.ActorBF:
		sides = []store.InCharge{store.InChargeOfBF}
	case deal.ActorSF:
		sides = []store.InCharge{store.InChargeOfSF}
	case deal.ActorBoth:
		sides = bothSides
	}
	for _, of := range sides {
		terms := periods.At(began(q, row.StartedAt))
		company := row.BuyerCompanyID
		if of == store.InChargeOfSF {
			company = row.SellerCompanyID
		}
		stops, err := q.DutyStops(by.Institution())
		if err != nil {
			return out, err
		}
		if why := stopText(stops[company]); why != "" {
			stop(&out, why)
			return out, nil
		}
		if !needs(terms, of) {
			continue // nothing is read where nothing can be owed
		}
		s, err := sideOf(q, by.Institution(), row, of, company, terms)
		if err != nil {
			return out, err
		}
		for g, text := range s.texts(q.Today()) {
			if text != "" {
				out[g] = text
			}
		}
	}
	return out, nil
}

// OwedBy says which duties hold back a request for a listing's approval; "" for none.
func OwedBy(q *store.Q, l *store.Listing, periods deal.Schedule) (string, error) {
	stops, err := q.DutyStops(l.InstitutionID)
	switch terms := periods.At(began(q, l.PublishedAt)); {
	case err != nil:
		return "", err
	case len(stops[l.CompanyID]) > 0:
		return stopText(stops[l.CompanyID]), nil
	case needs(terms, store.InChargeOfListing):
		s, err := listingSide(q, l, terms)
		if err != nil {
			return "", err
		}
		return s.texts(q.Today())[deal.GatePublish], nil
	}
	return "", nil
}

// began is when something began: now, if it has not.
func began(q *store.Q, at time.Time) time.Time {
	if at.IsZero() {
		return q.Now()
	}
	return at
}

// needs says that some step of a side cannot be made without a duty.
func needs(t deal.Terms, of store.InCharge) bool {
	for _, g := range gatesOf(of) {
		for _, r := range deal.GateRules {
			if r.Gate == g && t.GateLevel(r.Kind, g) == deal.GateMust {
				return true
			}
		}
	}
	return false
}

// sideOf reads what an institution recorded on its side of a negotiation.
func sideOf(q *store.Q, institution string, n *store.NegotiationRow, of store.InCharge, company string, terms deal.Terms) (*side, error) {
	records, err := q.RecordsOfSide(&n.Negotiation, of, company)
	if err != nil {
		return nil, err
	}
	knows := n.BFID == n.SFID || deal.BuyerNameOpen(deal.NegotiationStatus(n.Status))
	s := &side{of: of, terms: terms}
	if deal.NegotiationStatus(n.Status) == deal.NegotiationSigned && n.ContractDate != "" { // as store.Aftercares
		s.signed = deal.Date(n.StatusAt)
	}
	return read(q, institution, s, records, n.BFID == n.SFID, knows)
}

// listingSide reads what a seller's bank recorded before its listing is published.
func listingSide(q *store.Q, l *store.Listing, terms deal.Terms) (*side, error) {
	records, err := q.RecordsOfSide(&store.Negotiation{}, store.InChargeOfSF, l.CompanyID)
	if err != nil {
		return nil, err
	}
	records = append(records, store.Record{Of: store.InChargeOfListing, Seq: uint32(l.Seq)})
	s, err := read(q, l.InstitutionID, &side{of: store.InChargeOfSF, terms: terms}, records, false, false)
	if err != nil {
		return nil, err
	}
	s.of = store.InChargeOfListing
	return s, nil
}

// read fills a side with what the institution recorded about its records, the company's first.
func read(q *store.Q, institution string, s *side, records []store.Record, isHouse, knowsBuyer bool) (*side, error) {
	all, err := q.Duties(institution, records)
	if err != nil {
		return nil, err
	}
	s.fill(records, all, isHouse, knowsBuyer)
	for i := range s.owes {
		if o := &s.owes[i]; o.duty != nil && o.today != nil {
			if err := o.today(q, o.duty); err != nil {
				return nil, err
			}
		}
	}
	if len(records) > 1 {
		s.waivers, err = q.DutyWaivers(institution, records[1:2])
	}
	return s, err
}

// fill adds every kind that the side owes about its records, and what it recorded while it owed it. all are the duties of the records.
func (s *side) fill(records []store.Record, all []store.Duty, isHouse, knowsBuyer bool) {
	for i := range kinds {
		k := &kinds[i]
		r, could := k.on(s.of, records, true, true)
		if !could {
			continue
		}
		is := true
		if k.onlyHouse || k.fromNames {
			_, is = k.on(s.of, records, isHouse, knowsBuyer)
		}
		is = is && (!k.fromSigned || s.signed != "")
		if d := newest(all, k.of, r); is || d != nil {
			s.owes = append(s.owes, owed{k, r, d, s.signed})
		}
	}
}

// lack is a duty that a step wants and that does not count.
type lack struct {
	*owed
	at     standing
	level  deal.GateLevel
	waiver *store.DutyWaiver // the last one asked for; nil for none
}

// lacking are those of a step, and how much they hold it back together: one that a second user let pass only warns.
func (s *side) lacking(g deal.Gate, today string) (out []lack, level deal.GateLevel) {
	for i := range s.owes {
		o := &s.owes[i]
		x := lack{o, standingOf(o.duty, today), s.terms.GateLevel(o.kind.of, g), nil}
		if x.level == deal.GateNone || x.at == fulfilled {
			continue
		}
		x.waiver = s.waiver(o.kind.of, g)
		holds := x.level
		if x.waiver != nil && !x.waiver.Confirmed.IsZero() {
			holds = deal.GateWarn
		}
		out, level = append(out, x), max(level, holds)
	}
	return out, level
}
