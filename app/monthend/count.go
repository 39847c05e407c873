package monthend

import (
	"time"

	"tsunagu/app/deal"
	"tsunagu/store"
)

// stages are those of a negotiation that goes on.
var stages = []deal.NegotiationStatus{deal.NegotiationAnonymous, deal.NegotiationHope, deal.NegotiationRealName, deal.NegotiationConditions}

// counting counts the negotiations of one side.
type counting struct {
	monthSide
	at map[deal.NegotiationStatus]int
}

func newCounting(side, label string, hasAmounts bool) *counting {
	c := &counting{monthSide: monthSide{Side: side, Label: label}, at: map[deal.NegotiationStatus]int{}}
	if hasAmounts {
		c.SignedAmount, c.ClosedAmount = &monthAmount{}, &monthAmount{}
	}
	return c
}

// add counts a negotiation of a month that begins with from. What was signed and taken back again is not signed.
func (c *counting) add(n *store.MonthNegotiation, from time.Time) {
	status := deal.NegotiationStatus(n.Status)
	c.at[status]++
	if !n.Started.Before(from) {
		c.Started++
	}
	if status == deal.NegotiationSigned && !n.Signed.Before(from) {
		c.Signed++
		c.SignedAmount.add(n.ClosedFor)
	}
	if status == deal.NegotiationBroken && !n.Ended.Before(from) {
		c.Ended++
	}
	if status == deal.NegotiationSigned && len(n.Closed) >= 7 && n.Closed[:7] == from.In(store.JST).Format("2006-01") {
		c.Closed++
		c.ClosedAmount.add(n.ClosedFor)
	}
}

func (c *counting) answer() monthSide {
	c.Stages = []monthStage{}
	for _, s := range stages {
		c.Stages = append(c.Stages, monthStage{int(s), s.Label(), c.at[s]})
	}
	return c.monthSide
}

// supports are the statuses of a financing that a report has, in the order of its course.
var supports = []deal.FinancialSupportStatus{deal.FinancingConsulted, deal.FinancingExamined, deal.FinancingLikely, deal.FinancingApproved,
	deal.FinancingExecuted, deal.FinancingDeclined, deal.FinancingInterrupted}

// financing counts what own buyers asked for, by where it stood.
type financing map[deal.FinancialSupportStatus]*monthFinancing

func newFinancing(hasAmounts bool) financing {
	all := financing{}
	for _, s := range supports {
		all[s] = &monthFinancing{Code: int(s), Label: s.Label()}
		if hasAmounts {
			all[s].Desired, all[s].Approved = &monthAmount{}, &monthAmount{}
		}
	}
	return all
}

// add counts a negotiation whose financing was talked of. With the negotiation ends what was not executed (domain 4).
func (f financing) add(n *store.MonthNegotiation) {
	status := deal.FinancialSupportStatus(n.Financing)
	of := f[status]
	if of == nil {
		return
	}
	if deal.NegotiationStatus(n.Status) == deal.NegotiationBroken && status != deal.FinancingExecuted {
		of = f[deal.FinancingInterrupted]
	}
	of.Count++
	of.Desired.add(n.Desired)
	of.Approved.add(n.Approved)
}

func (f financing) answer() []monthFinancing {
	out := []monthFinancing{}
	for _, s := range supports {
		out = append(out, *f[s])
	}
	return out
}
