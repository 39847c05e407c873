package listing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
	"tsunagu/app/negotiation"
	"tsunagu/store"
)

// A listing's months, day by day: told 30, 7 and 0 days before its end, disabled 90 days after it
// with what hangs on it, and each of it once.
func TestListingsMonths(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.MailedAll()
	row := tk.Started()
	var due string
	tk.Read(func(q *store.Q) error {
		p, err := q.ListingContent(tk.Listing, store.Published)
		if err == nil {
			due = p.DueDate
		}
		return err
	})
	end, _ := deal.ParseDate(due)
	happened := map[string]string{}
	for deal.Date(tk.Clock.Now()) < deal.AddDays(end, 95) {
		for range 2 { // a second run of the day finds nothing
			for _, m := range tk.Newly(func() { tk.Job("listing_expiry"); tk.Job("period_reminder") }, mail.Kinds()...) {
				happened[deal.Date(tk.Clock.Now())] += m + "\n"
			}
		}
		tk.Clock.Add(24 * time.Hour)
	}
	both := func(kind mail.Kind) string {
		return "fin2@a.example.jp " + string(kind) + "\nfin@a.example.jp " + string(kind) + "\n"
	}
	want := map[string]string{deal.AddDays(end, -30): both(mail.ListingPeriodEnding), deal.AddDays(end, -7): both(mail.ListingPeriodEnding),
		due:                   both(mail.ListingPeriodEnding),
		deal.AddDays(end, 91): "buy@b.example.jp negotiation_status_changed\nfin2@a.example.jp listing_expired\nfin2@b.example.jp negotiation_status_changed\nfin@a.example.jp listing_expired\nfin@b.example.jp negotiation_status_changed\n"}
	for day, mails := range happened {
		if want[day] != mails {
			t.Errorf("%s: %q, want %q", day, mails, want[day])
		}
	}
	if len(happened) != len(want) {
		t.Errorf("%d days with mails, want %d", len(happened), len(want))
	}
	l := tk.WantListing(tk.Listing, deal.ListingDisabled, "90 days after")
	tk.Read(func(q *store.Q) error {
		n, err := q.NegotiationRowOf(row)
		if err != nil || n.Status != int(deal.NegotiationBroken) || n.EndReason != int(deal.EndExpired) || n.EndedBy != negotiation.SideSystem {
			t.Errorf("%+v %v", n, err)
		}
		h, err := q.ListingHistory(l.ID)
		if err != nil || h[0].Event != string(deal.ListingExpire) || h[0].Side != negotiation.SideSystem || h[0].FromStatus != 1 ||
			h[0].ToStatus != 3 {
			t.Errorf("%+v %v", h[0], err)
		}
		return q.VerifyChains()
	})
	for _, m := range tk.Mails("fin@a.example.jp") {
		for _, name := range slices.Concat(apptest.SellerNames, apptest.BuyerNames, []string{"精密部品", "東海"}) {
			if strings.Contains(m.Text+m.Subject+m.HTML, name) {
				t.Errorf("%s says %s", m.Kind, name)
			}
		}
	}
}

// After missed days only the last stage is told, and a stage that was past on publication never.
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
			m := apptest.NewMarketplace(apptest.NewPlatform(t))
			m.MailedAll()
			id := m.Published(map[string]any{"dueDate": c.due})
			for _, day := range c.sleep {
				if day == "extend" {
					m.Write(func(tx *store.Tx) error {
						p, err := tx.ListingContent(id, store.Published)
						if err != nil {
							return err
						}
						p.DueDate = "2027-05-20"
						return tx.PutListingContent(id, store.Published, p)
					})
					continue
				}
				m.Clock.Add(m.Until(day))
				m.Job("period_reminder")
				m.Job("period_reminder")
			}
			if got := m.MailsOf(mail.ListingPeriodEnding); len(got) != 2*c.want {
				t.Errorf("%q, want %d each", got, c.want)
			}
		})
	}
}

// An exclusivity ends with its day: the stop that it made is taken back, by a line in the history.
func TestExclusivityEnds(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.InConditions()
	tk.FinB.Milestone(row, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-20"}).Want(200)
	tk.FinA.Confirm(row).Want(200)
	events := func() (n int) {
		tk.Read(func(q *store.Q) error {
			h, err := q.ListingHistory(tk.Listing)
			for _, x := range h {
				if x.Event == string(deal.ListingResume) {
					n++
				}
			}
			return err
		})
		return n
	}
	tk.Clock.Add(tk.Until("2026-12-20"))
	tk.Job("exclusivity")
	if l := tk.WantListing(tk.Listing, deal.ListingShowing, ""); !l.IsSuspended || events() != 0 {
		t.Errorf("the last day is still exclusive: %+v", l)
	}
	tk.Clock.Add(24 * time.Hour)
	for range 2 {
		tk.Job("exclusivity")
	}
	db := apptest.OpenRaw(t, tk.App.Store.Dir())
	var stopped int
	var until string
	if err := db.QueryRow("SELECT is_suspended, exclusive_until FROM listing WHERE id = ?", tk.Listing).Scan(&stopped, &until); err != nil ||
		stopped != 0 || until != "" || events() != 1 {
		t.Errorf("stopped %d until %q, %d lines, %v", stopped, until, events(), err)
	}
}

// Lists show the stop through its last day and no further, also before the job has been: they share what
// is kept of a listing, and who looks after that day changes nothing for who looks within it.
func TestExclusivityEndsInLists(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.InConditions()
	tk.FinB.Milestone(row, deal.MilestoneBasicAgreement, map[string]any{"until": "2026-12-20"}).Want(200)
	tk.FinA.Confirm(row).Want(200)
	look := func(isStopped bool) {
		t.Helper()
		for range 2 { // the first reads it, the second finds it kept
			tk.Read(func(q *store.Q) error {
				found, _, err := q.SearchListings(store.Viewer{InstitutionID: tk.BID}, &store.ListingSearch{IDs: []string{tk.Listing}, Limit: 10})
				if err == nil && (len(found) != 1 || found[0].IsSuspended != isStopped || (found[0].ExclusiveUntil != "") != isStopped) {
					t.Errorf("on %s %d are found, which is stopped is not %v", deal.Date(q.Now()), len(found), isStopped)
				}
				return err
			})
		}
	}
	tk.Clock.Add(tk.Until("2026-12-20"))
	look(true)
	tk.Clock.Add(24 * time.Hour)
	look(false)
	tk.Clock.Add(-24 * time.Hour)
	look(true)
}
