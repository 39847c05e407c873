package calendar

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	ics "github.com/arran4/golang-ical"

	"tsunagu/app/deal"
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// date is one day on which something is due. A calendar is read by telephones, assistants and whoever shares it: it has the
// number of a case and never a title or a name. path is where the number leads; the search box, where it is empty.
type date struct{ kind, day, what, number, path string }

// textOf are a user's dates as iCalendar: those that he is in charge of, and those of his bank that nobody is.
func (a Room) textOf(q *store.Q, by web.Actor) (string, error) {
	dates, err := datesOf(q, by)
	if err != nil {
		return "", err
	}
	network, err := q.Setting(store.SettingNetworkName)
	if err != nil {
		return "", err
	}
	c := ics.NewCalendar()
	c.SetProductId("-//Tsunagu//JA")
	c.SetMethod(ics.MethodPublish)
	c.SetXWRCalName(network + "の予定")
	c.SetXWRTimezone("Asia/Tokyo")
	c.SetRefreshInterval("PT1H")
	c.SetXPublishedTTL("PT1H")
	for _, d := range dates {
		day, ok := deal.ParseDate(d.day)
		if !ok {
			continue
		}
		e := c.AddEvent(d.kind + "-" + strings.ToLower(d.number) + "@" + hostOf(a.BaseURL))
		e.SetDtStampTime(q.Now())             // not when the case moved last, which the other side need not know
		e.SetAllDayStartAt(day.In(store.JST)) // without an end it is that one day
		e.SetSummary(d.what + "：" + d.number)
		e.SetDescription("内容は、つなぐにログインしてご覧ください。")
		e.SetURL(a.BaseURL + cmp.Or(d.path, "/find?word="+d.number))
		e.SetTimeTransparency(ics.TransparencyTransparent)
	}
	return c.Serialize(ics.WithNewLineWindows), nil
}

// hostOf is the part of an address that makes the names of its dates unique.
func hostOf(base string) string {
	_, host, _ := strings.Cut(base, "://")
	return host
}

// companyPath is the screen of an own company; the search box does not find its number.
var companyPath = map[int]string{store.Buyer: "/buyer-company-manage/", store.Seller: "/seller-company-manage/"}

const lastDay = "9999-12-31"

// datesOf are the next dates and deadlines of negotiations, the looks after a deal was signed, the ends of listings' periods, and
// when the bank turns to a customer next, that are the user's or nobody's.
func datesOf(q *store.Q, by web.Actor) (out []date, err error) {
	found, err := q.WaitingNegotiations(by.Viewer, nil)
	if err != nil {
		return nil, err
	}
	own, err := persons.OwnOf(q, by)
	if err != nil {
		return nil, err
	}
	for i := range found {
		out = append(out, ofNegotiation(&found[i], by, own)...)
	}
	looks, err := aftercares(q, by, own)
	if err != nil {
		return nil, err
	}
	out = append(out, looks...)
	periods, err := q.RunningPeriods(by.Viewer)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(periods))
	for i := range periods {
		ids[i] = periods[i].ListingID
	}
	others, err := own.AreOthers(q, store.InChargeOfListing, ids)
	if err != nil {
		return nil, err
	}
	for _, p := range periods {
		if others[p.ListingID] {
			continue
		}
		out = append(out, date{"period", p.DueDate, "公開期限", web.CaseNumber("L", p.ListingID), ""})
	}
	planned, err := q.PlannedCompanies(by.Viewer, lastDay)
	if err != nil {
		return nil, err
	}
	for i := range planned {
		if c := &planned[i]; !own.IsOthersPlan(c) {
			out = append(out, date{"next", c.Day, "次回対応", web.CaseNumber("C", c.ID), companyPath[c.Kind] + c.ID})
		}
	}
	slices.SortFunc(out, func(x, y date) int {
		return cmp.Or(strings.Compare(x.day, y.day), strings.Compare(x.number, y.number), strings.Compare(x.kind, y.kind))
	})
	return out, nil
}

// aftercares are the days of the looks after deals that were signed, on SF's side (compliance.md 2). They depend on nothing but the day
// of the signing, as the mails do: a calendar is kept by others, and tells nobody whether something was recorded.
func aftercares(q *store.Q, by web.Actor, own *persons.Own) (out []date, err error) {
	found, err := q.SignedDeals(by.Viewer, deal.AftercareSince(q.Now()))
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].ID
	}
	others, err := own.AreOthers(q, store.InChargeOfSF, ids)
	if err != nil {
		return nil, err
	}
	for _, x := range found {
		if others[x.ID] {
			continue
		}
		for i, after := range deal.AftercareDays {
			out = append(out, date{"aftercare" + strconv.Itoa(i+1), deal.AddDays(x.Signed, after), deal.DutyAftercare.Label(),
				web.CaseNumber("N", x.ID), ""})
		}
	}
	return out, nil
}

// ofNegotiation are the dates of a negotiation on the user's side.
func ofNegotiation(n *store.DeskNegotiation, by web.Actor, own *persons.Own) (out []date) {
	next := n.NextActionSF
	if n.BFID == by.Institution() {
		next = n.NextActionBF
	}
	add := func(kind, day, what string) {
		if day != "" {
			out = append(out, date{kind, day, what, web.CaseNumber("N", n.ID), ""})
		}
	}
	if !own.IsOthersNext(n) {
		add("next", next, "次回対応")
	}
	if own.IsOthersRow(n) {
		return out
	}
	if deal.NegotiationStatus(n.Status) == deal.NegotiationHope {
		add("answer", n.AnswerDue, "実名交渉の回答期限")
	}
	if deal.NegotiationStatus(n.Status) == deal.NegotiationSigned {
		add("closing", n.ClosingDue, "クロージング予定日")
	}
	return out
}
