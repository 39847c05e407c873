package deal

import (
	"strings"
	"testing"
	"time"
)

func TestListingMoves(t *testing.T) {
	move := func(s ListingStatus, e ListingEvent, a Actor, change func(*ListingFacts, *ListingInput)) (ListingEffects, *Refusal) {
		f, in := readyListing(s, e)
		if change != nil {
			change(&f, &in)
		}
		return MoveListing(f, in, a)
	}
	// Editing a listing that is shown does not unpublish it, and makes the key invalid.
	if e, _ := move(ListingShowing, ListingSave, ActorSF, nil); e.Status != ListingShowing || e.Publishes || !e.KillsKey || e.IsPending {
		t.Errorf("save: %+v", e)
	}
	if e, _ := move(ListingShowing, ListingSendBack, ActorSeller, nil); e.Status != ListingShowing || e.Publishes || e.IsPending {
		t.Errorf("send back: %+v", e)
	}
	if e, _ := move(ListingUnapproved, ListingApprove, ActorSeller, nil); e.Status != ListingShowing || !e.Publishes || !e.KillsKey {
		t.Errorf("approve: %+v", e)
	}
	if e, _ := move(ListingShowing, ListingWiden, ActorSF, nil); e.PublishesAudience || !e.NeedsApprovalAgain {
		t.Errorf("widen: %+v", e)
	}
	if e, _ := move(ListingShowing, ListingNarrow, ActorSF, nil); !e.PublishesAudience || e.NeedsApprovalAgain {
		t.Errorf("narrow: %+v", e)
	}
	if e, _ := move(ListingShowing, ListingExtend, ActorSF, nil); !e.PublishesDueDate {
		t.Errorf("extend: %+v", e)
	}
	if e, _ := move(ListingShowing, ListingExtend, ActorSF, func(f *ListingFacts,
		_ *ListingInput) {
		f.ApprovedAt = now.AddDate(0, -7, 0)
	}); e.PublishesDueDate || !e.NeedsApprovalAgain {
		t.Errorf("extend after 7 months: %+v", e)
	}
	if e, _ := move(ListingShowing, ListingDisable, ActorOffice, nil); e.EndsNegotiations != EndSaleStopped || !e.OffersWithdrawn {
		t.Errorf("disable: %+v", e)
	}
	for name, c := range map[string]struct {
		s      ListingStatus
		e      ListingEvent
		a      Actor
		change func(*ListingFacts, *ListingInput)
		code   string
		part   string
	}{
		"hash differs": {ListingUnapproved, ListingApprove, ActorSeller, func(_ *ListingFacts, in *ListingInput) { in.SameContent = false },
			NotAllowed, "変更された"},
		"not asked": {ListingUnapproved, ListingApprove, ActorSeller, func(f *ListingFacts, _ *ListingInput) { f.IsPending = false },
			NotAllowed, "取り消されたか"},
		"same user": {ListingUnapproved, ListingApprove, ActorSF, func(f *ListingFacts, _ *ListingInput) { f.IsSecondUser = false },
			NotAllowed, "別の担当者"},
		"no paper": {ListingUnapproved, ListingApprove, ActorSF, func(f *ListingFacts, _ *ListingInput) { f.PaperWaits = false }, Invalid,
			"添付"},
		"no comment": {ListingUnapproved, ListingSendBack, ActorSeller, func(_ *ListingFacts, in *ListingInput) { in.Comment = "　" },
			Invalid, "理由"},
		"hits left": {ListingUnapproved, ListingRequestApproval, ActorSF,
			func(f *ListingFacts, _ *ListingInput) { f.AnonymityPassed = false }, NotAllowed, "匿名化"},
		"too far": {ListingUnapproved, ListingRequestApproval, ActorSF,
			func(f *ListingFacts, _ *ListingInput) { f.WorkingDueDate = "2027-11-22" }, Invalid, "12か月"},
		"nothing changed": {ListingShowing, ListingRequestApproval, ActorSF, func(f *ListingFacts, _ *ListingInput) { f.HasChanges = false },
			NotAllowed, "変更がありません"},
		"stale": {ListingShowing, ListingSave, ActorSF,
			func(_ *ListingFacts, in *ListingInput) { s := ListingUnapproved; in.Expected = &s }, Stale, "公開中"},
		"another's":      {ListingShowing, ListingSave, ActorBF, nil, NotAvailable, ""},
		"office reopens": {ListingConcluded, ListingReopen, ActorSF, nil, NotAvailable, ""},
		"concluded is":   {ListingConcluded, ListingSave, ActorSF, nil, NotAllowed, "成約済み"},
		"not yet 90 days": {ListingShowing, ListingExpire, ActorSystem, func(f *ListingFacts, _ *ListingInput) { f.DueDate = "2026-08-23" },
			NotAllowed, "日数が経過していません"},
		"shorten to later": {ListingShowing, ListingShorten, ActorSF, func(_ *ListingFacts, in *ListingInput) { in.NewDueDate = "2027-03-01" },
			Invalid, "より前"},
	} {
		_, refusal := move(c.s, c.e, c.a, c.change)
		if refusal == nil || refusal.Code != c.code || !strings.Contains(refusal.Detail, c.part) {
			t.Errorf("%s: %v", name, refusal)
		}
	}
}

func TestDates(t *testing.T) {
	for due, ok := range map[string]bool{"2026-11-21": false, "2026-11-22": true, "2027-11-21": true, "2027-11-22": false, "": false,
		"2026-13-01": false, "2026-02-30": false} {
		if got := standard.CheckDueDate(due, now) == nil; got != ok {
			t.Errorf("CheckDueDate(%q) = %v", due, got)
		}
	}
	if got := AddMonths(time.Date(2026, 8, 31, 3, 0, 0, 0, time.UTC), 6); got != "2027-02-28" {
		t.Error(got)
	}
	// 16:00 UTC is the next day in Japan.
	if got := Date(time.Date(2026, 11, 20, 16, 0, 0, 0, time.UTC)); got != "2026-11-21" {
		t.Error(got)
	}
	for _, c := range []struct {
		from, due string
		want      ListingStatus
	}{{"", "", 1}, {"2026-11-21", "2026-11-21", 1}, {"2026-11-22", "", 5}, {"", "2026-11-20", 5}} {
		if got := ShownStatus(ListingShowing, c.from, c.due, now); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if got := ShownStatus(ListingRemand, "", "2020-01-01", now); got != ListingRemand {
		t.Error(got)
	}
	if !standard.IsNew(now.AddDate(0, 0, -14), now) || standard.IsNew(now.AddDate(0, 0, -15), now) || standard.IsNew(time.Time{}, now) ||
		standard.IsNew(now.Add(time.Hour), now) {
		t.Error("IsNew")
	}
	if !IsSearchable(ListingConcluded, now.AddDate(0, -6, 0), now) || IsSearchable(ListingConcluded, now.AddDate(0, -7, 0), now) ||
		IsSearchable(ListingOutsidePeriod, now, now) {
		t.Error("IsSearchable")
	}
}

func TestAudience(t *testing.T) {
	open, limited := Audience{}, Audience{IsLimited: true, IsRest: true, Rest: []string{"b"}}
	rest := Audience{IsRest: true, Rest: []string{"b"}}
	for _, c := range []struct {
		a    Audience
		who  string
		want bool
	}{{open, "b", true}, {limited, "c", false}, {limited, "sf", true}, {rest, "b", false}, {rest, "c", true}, {rest, "sf", true}} {
		if got := c.a.Shows(c.who, "sf"); got != c.want {
			t.Errorf("%+v", c)
		}
	}
	more := Audience{IsRest: true, Rest: []string{"b", "c"}}
	for _, c := range []struct {
		from, to Audience
		want     bool
	}{{open, limited, false}, {open, rest, false}, {limited, rest, true}, {rest, open, true}, {rest, more, false}, {more, rest, true},
		{rest, rest, false}} {
		if got := c.from.Widens(c.to); got != c.want {
			t.Errorf("%+v", c)
		}
	}
}

func TestKeys(t *testing.T) {
	good := KeyFacts{Exists: true, Expires: now.Add(time.Second)}
	if CheckKey(good, now) != nil {
		t.Error("a good key")
	}
	for name, spoil := range map[string]func(*KeyFacts){
		"expired": func(k *KeyFacts) { k.Expires = now }, "used": func(k *KeyFacts) { k.Used = true },
		"revoked": func(k *KeyFacts) { k.Revoked = true }, "guessed": func(k *KeyFacts) { k.Attempts = 5 },
		"unknown": func(k *KeyFacts) { k.Exists = false },
	} {
		k := good
		spoil(&k)
		if CheckKey(k, now) == nil {
			t.Error(name)
		}
	}
}

func TestFinancing(t *testing.T) {
	f := FinancingFacts{Exists: true, Status: FinancingConsulted, Negotiation: NegotiationConditions}
	if got := DecideFinancing(f, FinancingExamined, nil, ActorBF); len(got) != 3 {
		t.Errorf("all missing input at once: %v", got)
	}
	if got := DecideFinancing(f, FinancingExamined, nil, ActorSF); len(got) != 1 || got[0].Code != NotAvailable {
		t.Errorf("SF: %v", got)
	}
	f.Negotiation = NegotiationBroken
	if got := DecideFinancing(f, FinancingDeclined, nil, ActorBF); len(got) != 1 || got[0].Code != NotAllowed {
		t.Errorf("after the end: %v", got)
	}
	for s, want := range map[FinancialSupportStatus]string{0: "未確認", 1: "確認済", 2: "未確認", 3: "未確認", 4: "確認済", 5: "確認済", 6: "確認済", 8: "未確認",
		9: "未確認"} {
		if FinancingForSF(s) != want {
			t.Errorf("%d", s)
		}
	}
}

func TestOffers(t *testing.T) {
	f := OfferFacts{IsShown: true, InAudience: true, BuyerStatus: CompanyEnabled, MessageRunes: 10, AcceptsOffers: true}
	if e, r := DecideOffer(f, OfferSend, nil, ActorSF); r != nil || e.Status != OfferWaiting || !e.CreateRow || e.MailBUY || !e.MailBF {
		t.Errorf("%+v %v", e, r)
	}
	if e, _ := DecideOffer(f, OfferSend, nil, ActorBoth); e.Status != OfferSent || !e.MailBUY {
		t.Errorf("%+v", e)
	}
	f.Exists = true
	for _, s := range []NegotiationStatus{NegotiationNone, NegotiationAnonymous, NegotiationHope, NegotiationRealName, NegotiationConditions,
		NegotiationSigned, NegotiationBroken} {
		f.Negotiation = s
		if _, r := DecideOffer(f, OfferSend, nil, ActorSF); (r == nil) == BuyerNameOpen(s) {
			t.Errorf("an offer to a buyer in a negotiation at %s: %v", s.Label(), r)
		}
		if _, r := DecideOffer(f, OfferSend, nil, ActorBoth); (r == nil) != (s == NegotiationNone) {
			t.Errorf("an offer to an own buyer in a negotiation at %s: %v", s.Label(), r)
		}
	}
	if _, r := DecideOffer(OfferFacts{Exists: true, Status: OfferWaiting}, OfferOpen, nil, ActorBUY); r == nil || r.Code != NotAvailable {
		t.Error("an offer that BF has not forwarded is not there for BUY")
	}
}

func TestTags(t *testing.T) {
	infos := TagInfos()
	if len(infos) != 21 {
		t.Fatalf("%d tags", len(infos))
	}
	has := func(tags []Tag, want Tag) bool {
		for _, tag := range tags {
			if tag == want {
				return true
			}
		}
		return false
	}
	f := ListingTagFacts{Listing: ListingShowing, IsLimited: true, IsInCharge: true, Willingness: WillingnessDecided,
		HasRow: true, Status: NegotiationHope}
	tags := ListingTags(f)
	if has(tags, TagLimited) || has(tags, TagChargeSellerBusiness) {
		t.Errorf("%v names SF", tags)
	}
	for _, want := range []Tag{TagPublic, TagWill1, TagAnonymousHopeRealNameNegotiated} {
		if !has(tags, want) {
			t.Errorf("%v lacks %s", tags, want)
		}
	}
	f.NamesSF = true
	if tags = ListingTags(f); !has(tags, TagLimited) || !has(tags, TagChargeSellerBusiness) {
		t.Errorf("%v where SF is known", tags)
	}
	f = ListingTagFacts{Listing: ListingOutsidePeriod, IsRest: true}
	if tags = ListingTags(f); !has(tags, TagNonPublic) || !has(tags, TagRest) || has(tags, TagPublic) {
		t.Errorf("%v", tags)
	}
	f.IsOwnList = true
	if tags = ListingTags(f); has(tags, TagNonPublic) {
		t.Errorf("own list: %v", tags)
	}
	if got := BuyerTags(BuyerTagFacts{Status: CompanyFinancialNotApproved}); len(got) != 1 || got[0] != TagFinancialNotApproved {
		t.Errorf("%v", got)
	}
	for _, s := range drawnNegotiations {
		if tag := TagOf(s); (tag == "") != (s == 0) || tag != "" && tag.Label() == "" {
			t.Errorf("TagOf(%d) = %q", s, tag)
		}
	}
	flags := FlagsOf(FlagFacts{HasRow: true, Status: NegotiationHope, Offer: OfferWaiting, IsRecommended: true})
	if !flags.IsAnonymousNego || flags.IsOffered || !flags.IsRecommended || flags.IsSuspended {
		t.Errorf("%+v", flags)
	}
}

func TestCodes(t *testing.T) {
	for name, list := range Enumerations() {
		seen := map[int]bool{}
		for _, c := range list {
			if c.Label == "" || c.Name == "" || seen[c.Code] {
				t.Errorf("%s: %+v", name, c)
			}
			seen[c.Code] = true
		}
	}
	if ParseRole("fin") != RoleFIN || ParseRole("FIN") != RoleNone || ParseRole("None") != RoleNone || ListType(7).Label() != "不明" {
		t.Error("roles, unknown codes")
	}
}
