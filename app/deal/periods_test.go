package deal

import (
	"strings"
	"testing"
	"time"
)

func values(changes map[string]int) map[string]int {
	out := map[string]int{}
	for _, r := range termRules {
		out[r.Key] = r.Standard
	}
	for k, v := range changes {
		out[k] = v
	}
	return out
}

// The standards equal those of the domain, lie within their own limits, and do not contradict each
// other.
func TestTermRules(t *testing.T) {
	if wrong := CheckTerms(values(nil)); len(wrong) > 0 {
		t.Error(wrong)
	}
	seen := map[string]bool{}
	for _, r := range termRules {
		if seen[r.Key] || r.Label == "" || r.Group == "" || r.Min > r.Standard || r.Standard > r.Max {
			t.Errorf("%+v", r)
		}
		seen[r.Key] = true
		other := TermsOf(map[string]int{r.Key: r.Max})
		if r.Max != r.Standard && other == StandardTerms() || other.Value(r) != r.Max {
			t.Errorf("%s sets another term", r.Key)
		}
	}
	want := Terms{6, 12, 6, 90, 30, 7, 14, 14, 7, 30, 90, 14, 30, 60, 10, 7, 2, 14, 30, 3, 1, 60,
		[...]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}
	if StandardTerms() != want {
		t.Errorf("%+v", StandardTerms())
	}
}

func TestCheckTerms(t *testing.T) {
	for name, c := range map[string]struct {
		changes map[string]int
		field   string
	}{
		"below":                       {map[string]int{"answerDays": 2}, "answerDays"},
		"above":                       {map[string]int{"linkKeyDays": 15}, "linkKeyDays"},
		"weaker than three":           {map[string]int{"anonymityK": 2}, "anonymityK"},
		"bands that cross":            {map[string]int{"bandWidth": 3}, "bandWidth"},
		"default beyond the longest":  {map[string]int{"listingMonths": 13}, "listingMonths"},
		"second reminder first":       {map[string]int{"periodFirstDays": 7}, "periodSecondDays"},
		"reminded before it is asked": {map[string]int{"answerDays": 7}, "answerFirstDays"},
		"bank before person":          {map[string]int{"stalledPersonDays": 30}, "stalledBankDays"},
		"office before bank":          {map[string]int{"stalledBankDays": 60}, "stalledOfficeDays"},
		"reminded of a new link":      {map[string]int{"linkKeyDays": 2}, "keyReminderDays"},
		"mails too often":             {map[string]int{"messageMailMinutes": 9}, "messageMailMinutes"},
	} {
		if wrong := CheckTerms(values(c.changes)); len(wrong) != 1 || wrong[c.field] == "" {
			t.Errorf("%s: %v", name, wrong)
		}
	}
	missing := values(nil)
	delete(missing, "newDays")
	if wrong := CheckTerms(missing); wrong["newDays"] == "" {
		t.Error("one is missing")
	}
	if wrong := CheckTerms(values(map[string]int{"answerDays": 0, "newDays": 0})); len(wrong) != 2 {
		t.Errorf("not all at once: %v", wrong)
	}
}

// What has begun keeps the terms of its beginning.
func TestSchedule(t *testing.T) {
	change := func(at time.Time, changes map[string]int) TermsSince {
		return TermsSince{at, TermsOf(values(changes))}
	}
	s := Schedule{change(now.AddDate(0, 0, -20), map[string]int{"nextRequestDays": 10, "reopenDays": 5, "approvalMonths": 1, "bandWidth": 4}),
		change(now.AddDate(0, 0, -10), map[string]int{"nextRequestDays": 60, "answerDays": 21, "listingMonthsMax": 3})}
	if s.At(now.AddDate(0, 0, -21)) != StandardTerms() || s.At(time.Time{}) != StandardTerms() ||
		s.At(now.AddDate(0, 0, -20)).ReopenDays != 5 || s.At(now).ReopenDays != 90 {
		t.Error("the wrong version")
	}
	for daysAgo, from := range map[int]string{25: "2026-11-26", 15: "2026-11-16", 5: "2027-01-15"} {
		if got := NextRequestFrom(s, now.AddDate(0, 0, -daysAgo)); got != from {
			t.Errorf("refused %d days ago: %s, want %s", daysAgo, got, from)
		}
	}
	if NextRequestFrom(s, time.Time{}) != "" {
		t.Error("never refused")
	}
	f := NegotiationFacts{Now: now, Periods: s}
	for daysAgo, may := range map[int]bool{25: true, 15: false, 9: true} {
		if f.EndedAt = now.AddDate(0, 0, -daysAgo); f.mayReopen() != may {
			t.Errorf("ended %d days ago: %v", daysAgo, !may)
		}
	}
	if e, r := Decide(NegotiationFacts{Exists: true, Status: NegotiationAnonymous, Now: now, Periods: s, IsConsent: true,
		IsRealNameConsent: true, BuyerDetailsComplete: true, ListingStatus: ListingShowing, InPeriod: true,
		ListingVisible: true, BuyerStatus: CompanyEnabled}, MoveInput{Kind: MoveRequestRealName}, ActorBF); r != nil ||
		e.AnswerDue != "2026-12-12" {
		t.Errorf("%+v %v", e, r)
	}
	if r := s.At(now).CheckDueDate("2027-02-22", now); r == nil || !strings.Contains(r.Detail, "3か月以内") {
		t.Errorf("%v", r)
	}
	// Approved before the change: a month was enough; after it: six.
	l := ListingFacts{Now: now, Periods: s, ApprovedAt: now.AddDate(0, 0, -15)}
	if approvalIsOld(l) {
		t.Error("half a month is old")
	}
	l.Now = now.AddDate(0, 1, 0)
	if !approvalIsOld(l) {
		t.Error("an approval under one month lasts longer")
	}
	if l.ApprovedAt = now; approvalIsOld(l) {
		t.Error("an approval under six months is old")
	}
	// A coarser width applies to all at once, a finer one only to what is agreed to afterwards.
	for daysAgo, want := range map[int]int{25: 1, 15: 4, 5: 1} {
		if got := s.BandWidth(now.AddDate(0, 0, -daysAgo), now); got != want {
			t.Errorf("agreed %d days ago: %d bands as one, want %d", daysAgo, got, want)
		}
	}
	if s.BandWidth(now.AddDate(0, 0, -25), now.AddDate(0, 0, -15)) != 4 || s.LeastOutsidePeriodDays() != 90 {
		t.Error("while it was coarse")
	}
}

// A text with {key} shows the numbers that apply.
func TestTermsFill(t *testing.T) {
	if got := TermsOf(map[string]int{"answerFirstDays": 5}).Fill("{answerFirstDays}日前と{linkKeyDays}日"); got != "5日前と7日" {
		t.Error(got)
	}
}
