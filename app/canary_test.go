package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// scanned counts what was searched, for the test's report.
type scanned struct{ states, answers, bytes, canaries atomic.Int64 }

// look searches every answer to every person in this state of the world for canaries that he may
// not see, and also the answers and mails since the last state. It works on a copy.
func (w *canaryWorld) look(t *testing.T, state string, sum *scanned, slots chan struct{}, tries bool) {
	if w.isDeaf {
		return
	}
	c, data := w.known(), w.taken(t)
	spoken := w.spoken
	w.spoken = nil
	t.Run(state, func(t *testing.T) {
		t.Parallel()
		slots <- struct{}{}
		defer func() { <-slots }()
		c.on(data.open(t))
		c.search(t, spoken, sum, tries)
	})
}

// likeOthers are people with the same rights as another one; they are searched in some states only.
var likeOthers = []string{"finA2", "finB2", "finD", "buyD", "fadB", "fadC", "fadD", "buyA"}

func (w *canaryWorld) search(t *testing.T, spoken []spoken, sum *scanned, tries bool) {
	db := apptest.OpenRaw(t, w.App.Store.Dir())
	canaries := w.harvest(db)
	w.ids, w.parameters, w.isShort = readIDs(t, db), parametersOf(w.App), !tries
	if w.isShort {
		w.ids = w.ids.only(w.x, w.draft, w.sellerA, w.buyerB, w.rival, w.row, w.rivalRow, w.rowC, w.banks["A"], w.banks["B"], w.personID,
			w.people["finA"].id(), w.people["finB"].id(), w.people["buyB"].id())
	}
	leaks, hidden := map[string]int{}, w.hiddenIDs()
	check := func(name, what, text string) {
		if w.people[name] != nil && w.people[name].isOutside {
			for _, id := range hidden {
				if strings.Contains(text, id) {
					t.Errorf("%s reads of %s in %s: %s", name, id, what, text[:min(len(text), 400)])
				}
			}
		}
		sum.answers.Add(1)
		sum.bytes.Add(int64(len(text)))
		found(text, func(token string) {
			k := canaries[token]
			if k == nil || k.may[name] {
				return
			}
			if (strings.Contains(what, "MonthEnd") || strings.Contains(what, "YearReport")) && name == "fadB" && k.may["finB"] {
				return // an institution's administrator reads the sums of its own month and year
			}
			if (strings.Contains(what, "DisclosureLedger") || strings.Contains(what, "SellerCompany/GetNameReaders") ||
				strings.Contains(what, "NameAccess") || strings.Contains(what, "MakeInspectionFile")) &&
				w.people[name].isBank() && !w.people[name].isOutside && w.people[name].institution == k.named {
				return // a buyer to whom the seller's name was disclosed: the seller's ledger keeps that for good
			}
			key := name + " may not see " + strings.Join(k.where, ", ")
			if leaks[key]++; leaks[key] > 1 {
				return
			}
			at := strings.Index(text, strings.TrimPrefix(strings.TrimPrefix(token, "city "), "year "))
			t.Errorf("%s (%s), but it is in %s: …%s…", key, token, what, strings.ToValidUTF8(text[max(0, at-60):min(len(text), max(0, at)+60)], ""))
		})
	}
	for _, s := range spoken {
		check(s.who, s.what, s.body)
	}
	w.searchMails(t, canaries, sum)
	for _, name := range w.order {
		if w.isShort && slices.Contains(likeOthers, name) {
			continue
		}
		who := w.people[name]
		tell := func(what string, r apptest.Result) {
			if r.Status >= 500 {
				t.Errorf("%s: %s: %d %s", name, what, r.Status, r.Body)
			}
			check(name, what, apptest.AnswerText(r))
		}
		w.reading(w.Platform, who, tell)
	}
	if tries {
		for _, name := range w.order {
			w.inspecting(w.Platform, w.people[name],
				func(what string, r apptest.Result) { check(name, what, apptest.AnswerText(r)) })
			w.trying(w.Platform, w.people[name], func(what string, r apptest.Result) { check(name, what, apptest.AnswerText(r)) })
		}
	}
	sum.states.Add(1)
	if n := int64(len(canaries)); n > sum.canaries.Load() {
		sum.canaries.Store(n)
	}
}

// searchMails opens every mail: it must contain a case number and a link, never a name, an amount
// or anybody's text, and go only to people who may know of the case (domain.md 7).
func (w *canaryWorld) searchMails(t *testing.T, canaries map[string]*canary, sum *scanned) {
	var mails []store.OutboxMail
	w.Read(func(q *store.Q) (err error) { mails, err = q.Mails(10_000); return err })
	for _, o := range mails {
		b, err := w.App.Keys.Open(o.Body)
		if err != nil {
			t.Fatal(err)
		}
		var m mail.Message
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		sum.answers.Add(1)
		found(o.Subject+"\n"+m.Subject+"\n"+m.Text+"\n"+m.HTML, func(token string) {
			k := canaries[token]
			if k != nil && !slices.Contains(k.users, o.UserID) && !w.asks(t, &o, k) { // a mail addresses its receiver by his own name
				t.Errorf("a mail (%s) bears %s of %v: %s", o.Kind, token, k.where, m.Text)
			}
		})
		w.searchReceiver(t, &o)
	}
}

// asks says that a canary is what the receiver's own bank says of itself when it asks him something: its name,
// who asks and the telephone, and of no other bank.
func (w *canaryWorld) asks(t *testing.T, o *store.OutboxMail, k *canary) bool {
	kinds := []mail.Kind{mail.ListingApprovalRequest, mail.OwnerConsentRequest, mail.RequestReminder}
	if !slices.Contains(kinds, mail.Kind(o.Kind)) || slices.ContainsFunc(k.where, func(where string) bool {
		return !slices.Contains([]string{"institution.name", "institution.phone", "user.user_name", "user.department", "user.phone1"}, where)
	}) {
		return false
	}
	if o.Created.Before(w.since) {
		return true
	}
	var bank string
	w.Read(func(q *store.Q) error {
		u, err := q.User(o.UserID)
		if err != nil {
			return err
		}
		c, err := q.CompanyOf(u.ClientID)
		if err == nil {
			bank = c.InstitutionID
		}
		return err
	})
	if bank != k.bank {
		t.Errorf("a mail (%s) names another bank than its receiver's", o.Kind)
	}
	return true
}

// searchReceiver checks that a mail about a negotiation goes to one of its three sides or the
// seller's person.
func (w *canaryWorld) searchReceiver(t *testing.T, o *store.OutboxMail) {
	id, _, _ := strings.Cut(o.SubjectID, ":")
	n, ok := w.rowSides[id]
	if !ok || o.Created.Before(w.since) {
		return
	}
	for _, p := range w.people {
		if p.user == nil || p.user.LoginID != o.Address {
			continue
		}
		if o.Kind == string(mail.FinancingAsked) && p.role == deal.RoleLEN && p.institution == n.bf {
			continue
		}
		if p.isBank() && !p.isOutside && (p.institution == n.bf || p.institution == n.sf && w.sfKnows[id]) ||
			p.company != "" && p.company == n.buyer {
			continue
		}
		t.Errorf("a mail (%s) about a negotiation went to %s", o.Kind, p.name)
	}
}

// TestCanaries runs the whole story of a deal, with its alternatives, and searches every answer to
// everybody in every state for fields that he may not see (domain.md 3.5, the two hard rules).
func TestCanaries(t *testing.T) {
	var sum scanned
	var mu sync.Mutex
	planted, slots := map[string]bool{}, make(chan struct{}, 3)
	var rules []fieldRule
	people := 0
	t.Run("states", func(t *testing.T) {
		w := newCanaryWorld(t)
		w.keep = func(where string) { mu.Lock(); planted[where] = true; mu.Unlock() }
		w.tell(t, &sum, slots)
		rules, people = w.rules, len(w.order)
	})
	for _, r := range rules {
		for _, c := range r.columns {
			if r.isPlanted() && !slices.Contains(r.who, "nobody") && !planted[r.table+"."+c+" where "+r.rows] {
				t.Errorf("no canary ever stood in %s.%s where %s: the story must bring one there", r.table, c, r.rows)
			}
		}
	}
	t.Logf("%d canaries, %d callers, %d states, %d answers, %d MB", sum.canaries.Load(), people, sum.states.Load(), sum.answers.Load(),
		sum.bytes.Load()>>20)
}
