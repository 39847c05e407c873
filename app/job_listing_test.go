package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/store"
)

// A listing's months, day by day: told 30, 7 and 0 days before its end, disabled 90 days after it
// with what hangs on it, and each of it once.
func TestListingsMonths(t *testing.T) {
	tk := newTalks(newPlatform(t))
	row := tk.started()
	var due string
	tk.read(func(q *store.Q) error {
		p, err := q.ListingContent(tk.listing, store.Published)
		if err == nil {
			due = p.DueDate
		}
		return err
	})
	end, _ := deal.ParseDate(due)
	happened := map[string]string{}
	for deal.Date(tk.clock.Now()) < deal.AddDays(end, 95) {
		for range 2 { // a second run of the day finds nothing
			for _, m := range tk.newly(func() { tk.job("listing_expiry"); tk.job("period_reminder") }, mail.Kinds()...) {
				happened[deal.Date(tk.clock.Now())] += m + "\n"
			}
		}
		tk.clock.Add(24 * time.Hour)
	}
	both := func(kind mail.Kind) string {
		return "fin2@a.example.jp " + string(kind) + "\nfin@a.example.jp " + string(kind) + "\n"
	}
	want := map[string]string{deal.AddDays(end, -30): both(mail.ListingPeriodEnding), deal.AddDays(end, -7): both(mail.ListingPeriodEnding), due: both(mail.ListingPeriodEnding),
		deal.AddDays(end, 91): "buy@b.example.jp negotiation_status_changed\nfin2@a.example.jp listing_expired\nfin2@b.example.jp negotiation_status_changed\nfin@a.example.jp listing_expired\nfin@b.example.jp negotiation_status_changed\n"}
	for day, mails := range happened {
		if want[day] != mails {
			t.Errorf("%s: %q, want %q", day, mails, want[day])
		}
	}
	if len(happened) != len(want) {
		t.Errorf("%d days with mails, want %d", len(happened), len(want))
	}
	l := tk.wantListing(tk.listing, deal.ListingDisabled, "90 days after")
	tk.read(func(q *store.Q) error {
		n, err := q.NegotiationRowOf(row)
		if err != nil || n.Status != int(deal.NegotiationBroken) || n.EndReason != int(deal.EndExpired) || n.EndedBy != negotiation.SideSystem {
			t.Errorf("%+v %v", n, err)
		}
		h, err := q.ListingHistory(l.ID)
		if err != nil || h[0].Event != string(deal.ListingExpire) || h[0].Side != negotiation.SideSystem || h[0].FromStatus != 1 || h[0].ToStatus != 3 {
			t.Errorf("%+v %v", h[0], err)
		}
		return q.VerifyChains()
	})
	for _, m := range tk.mails("fin@a.example.jp") {
		for _, name := range slices.Concat(sellerNames, buyerNames, []string{"精密部品", "東海"}) {
			if strings.Contains(m.Text+m.Subject+m.HTML, name) {
				t.Errorf("%s says %s", m.Kind, name)
			}
		}
	}
}

// After a sleep only the last stage is told, and a stage that was past on publication never.
func TestPeriodRemindersAfterSleep(t *testing.T) {
	for name, c := range map[string]struct {
		due   string
		sleep []string // days on which the job runs
		want  int      // mails to each of two users
	}{
		"thirty and seven slept through": {"2027-02-20", []string{"2027-02-15", "2027-02-16"}, 1},
		"all slept through":              {"2027-02-20", []string{"2027-03-05", "2027-03-06"}, 1},
		"all and the 90 days too":        {"2027-02-20", []string{"2027-07-01"}, 0},
		"published for twenty days":      {"2026-12-11", []string{"2026-11-22", "2026-12-03", "2026-12-05"}, 1},
		"extended in between":            {"2027-02-20", []string{"2027-01-25", "extend", "2027-01-26", "2027-04-25"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMarketplace(newPlatform(t))
			id := m.published(map[string]any{"dueDate": c.due})
			for _, day := range c.sleep {
				if day == "extend" {
					m.write(func(tx *store.Tx) error {
						p, err := tx.ListingContent(id, store.Published)
						if err != nil {
							return err
						}
						p.DueDate = "2027-05-20"
						return tx.PutListingContent(id, store.Published, p)
					})
					continue
				}
				m.clock.Add(m.until(day))
				m.job("period_reminder")
				m.job("period_reminder")
			}
			if got := m.told(mail.ListingPeriodEnding); len(got) != 2*c.want {
				t.Errorf("%q, want %d each", got, c.want)
			}
		})
	}
}

// An exclusivity ends with its day: the stop that it made is taken back, by a line in the history.
func TestExclusivityEnds(t *testing.T) {
	tk := newTalks(newPlatform(t))
	row := tk.bargained()
	tk.finB.milestone(row, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-20"}).want(200)
	tk.finA.confirm(row).want(200)
	events := func() (n int) {
		tk.read(func(q *store.Q) error {
			h, err := q.ListingHistory(tk.listing)
			for _, x := range h {
				if x.Event == string(deal.ListingResume) {
					n++
				}
			}
			return err
		})
		return n
	}
	tk.clock.Add(tk.until("2026-12-20"))
	tk.job("exclusivity")
	if l := tk.wantListing(tk.listing, deal.ListingShowing, ""); !l.IsSuspended || events() != 0 {
		t.Errorf("the last day is still exclusive: %+v", l)
	}
	tk.clock.Add(24 * time.Hour)
	for range 2 {
		tk.job("exclusivity")
	}
	db := openRaw(t, tk.a.Store.Dir())
	var stopped int
	var until string
	if err := db.QueryRow("SELECT is_suspended, exclusive_until FROM listing WHERE id = ?", tk.listing).Scan(&stopped, &until); err != nil || stopped != 0 || until != "" || events() != 1 {
		t.Errorf("stopped %d until %q, %d lines, %v", stopped, until, events(), err)
	}
}

// Lists show the stop through its last day and no further, also before the job has been: they share what
// is kept of a listing, and who looks after that day changes nothing for who looks within it.
func TestExclusivityEndsInLists(t *testing.T) {
	tk := newTalks(newPlatform(t))
	row := tk.bargained()
	tk.finB.milestone(row, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-20"}).want(200)
	tk.finA.confirm(row).want(200)
	look := func(isStopped bool) {
		t.Helper()
		for range 2 { // the first reads it, the second finds it kept
			tk.read(func(q *store.Q) error {
				found, _, err := q.SearchListings(store.Viewer{InstitutionID: tk.bID}, &store.ListingSearch{IDs: []string{tk.listing}, Limit: 10})
				if err == nil && (len(found) != 1 || found[0].IsSuspended != isStopped || (found[0].ExclusiveUntil != "") != isStopped) {
					t.Errorf("on %s %d are found, which is stopped is not %v", deal.Date(q.Now()), len(found), isStopped)
				}
				return err
			})
		}
	}
	tk.clock.Add(tk.until("2026-12-20"))
	look(true)
	tk.clock.Add(24 * time.Hour)
	look(false)
	tk.clock.Add(-24 * time.Hour)
	look(true)
}
