package yearreport_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/store"
	"tsunagu/store/master"
)

// plain are the raw rows of a random world, as they were written into the database.
type plain struct {
	companies map[string]*plainCompany
	listings  map[string]*plainListing
	talks     []*plainTalks
	duties    []*plainDuty
}

type plainCompany struct {
	seq          int
	kind         int
	bank         string
	created      time.Time
	sales        int
	industryList []string
}

type plainListing struct {
	company, bank    string
	status           int
	isOutside        bool
	concluded        time.Time
	shown, backAgain time.Time
}

type plainTalks struct {
	id, listing, buyer, bf, sf string
	status                     int
	isNote                     bool
	started                    time.Time
	moves                      []plainMove
	closed                     string
	amount                     int64 // -1 for none
}

type plainMove struct {
	to int
	at time.Time
}

type plainDuty struct {
	bank    string
	company int
	kind    deal.DutyKind
	on      string
	content map[string]string
}

// The moments around which years change in Japan, one of which is not the time zone's own midnight.
var edges = []time.Time{
	time.Date(2025, 3, 31, 15, 0, 0, 0, time.UTC), time.Date(2025, 3, 31, 14, 59, 59, 999e6, time.UTC),
	time.Date(2026, 3, 31, 15, 0, 0, 0, time.UTC), time.Date(2026, 3, 31, 14, 59, 59, 999e6, time.UTC),
	time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC),
}

// invent writes a random world of three banks straight into the database.
func invent(w *world, seed uint64) *plain {
	w.T.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	from := time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)
	when := func() time.Time {
		if r.IntN(6) == 0 {
			return edges[r.IntN(len(edges))]
		}
		return from.Add(time.Duration(r.IntN(1020*24)) * time.Hour)
	}
	banks := []string{w.AID, w.BID, w.CID()}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(w.App.Store.Dir(), store.DatabaseFile)+"?_pragma=busy_timeout(5000)")
	if err != nil {
		w.T.Fatal(err)
	}
	defer db.Close()
	do := func(query string, args ...any) {
		w.T.Helper()
		if _, err := db.ExecContext(w.T.Context(), query, args...); err != nil {
			w.T.Fatal(err)
		}
	}
	ms := func(at time.Time) any {
		if at.IsZero() {
			return nil
		}
		return at.UnixMilli()
	}
	p := &plain{companies: map[string]*plainCompany{}, listings: map[string]*plainListing{}}
	p.keep(w, db)
	var sellers, buyers, listings []string
	large := master.Industries()
	for i := range 24 {
		c := &plainCompany{seq: 1000 + i, kind: 1 + i%2, bank: banks[r.IntN(3)], created: when(), sales: r.IntN(4)}
		id := fmt.Sprintf("company-%03d", i)
		do("INSERT INTO company (seq, id, kind, institution_id, status, sales_amount, created, modified, creator, modifier) "+
			"VALUES (?, ?, ?, ?, 1, ?, ?, 0, '', '')", c.seq, id, c.kind, c.bank, c.sales, ms(c.created))
		for range r.IntN(3) {
			small := large[r.IntN(3)].Small
			code := small[r.IntN(len(small))].Code
			if !slices.Contains(c.industryList, code) {
				c.industryList = append(c.industryList, code)
				do("INSERT INTO company_industry (company_id, code) VALUES (?, ?)", id, code)
			}
		}
		p.companies[id] = c
		if c.kind == store.Seller {
			sellers = append(sellers, id)
		} else {
			buyers = append(buyers, id)
		}
	}
	for i := range 16 {
		id := fmt.Sprintf("listing-%03d", i)
		l := &plainListing{company: sellers[r.IntN(len(sellers))], status: r.IntN(4), isOutside: r.IntN(2) == 0}
		l.bank = p.companies[l.company].bank
		if l.status == int(deal.ListingConcluded) {
			l.concluded = when()
		}
		do("INSERT INTO listing (id, company_id, institution_id, status, is_concluded_outside, concluded_at, created, modified, "+
			"creator, modifier) VALUES (?, ?, ?, ?, ?, ?, ?, 0, '', '')", id, l.company, l.bank, l.status, l.isOutside, ms(l.concluded), ms(from))
		if r.IntN(4) > 0 { // shown, and perhaps taken off and shown again
			l.shown = when()
			l.backAgain = l.shown.Add(time.Duration(r.IntN(8000)) * time.Hour)
			for _, m := range []struct {
				from, to int
				at       time.Time
			}{{0, 1, l.shown}, {1, 1, l.shown}, {1, 3, l.shown}, {0, 1, l.backAgain}} {
				do("INSERT INTO listing_history (listing_id, at, side, event, from_status, to_status) VALUES (?, ?, 's', 'x', ?, ?)", id, ms(m.at),
					m.from, m.to)
			}
		}
		p.listings[id], listings = l, append(listings, id)
	}
	taken := map[string]bool{}
	for i := range 400 {
		n := &plainTalks{id: fmt.Sprintf("talks-%08d", i), listing: listings[r.IntN(len(listings))],
			buyer: buyers[r.IntN(len(buyers))], amount: -1, isNote: r.IntN(8) == 0}
		pair := fmt.Sprint(n.listing, n.buyer, n.isNote)
		if taken[pair] {
			continue
		}
		taken[pair] = true
		n.bf, n.sf = p.companies[n.buyer].bank, p.listings[n.listing].bank
		n.status = []int{0, 1, 3, 4, 5, 5, 5, 9}[r.IntN(8)]
		if n.status > 0 && !n.isNote {
			n.started = when()
		}
		if n.isNote {
			n.status = 0
		}
		do("INSERT INTO negotiation (id, listing_id, buyer_company_id, bf_id, sf_id, status, interest_status, started_at, status_at, created, "+
			"modified, is_note, creator, modifier) VALUES (?, ?, ?, ?, ?, ?, 2, ?, 0, 0, 0, ?, '', '')", n.id, n.listing, n.buyer, n.bf, n.sf,
			n.status, ms(n.started), n.isNote)
		if n.status > 0 {
			for _, to := range [][]int{{1}, {1, 3}, {1, 3, 4}, {1, 3, 4, 5}, {1, 3, 4, 5, 4, 5}}[r.IntN(5)] {
				n.moves = append(n.moves, plainMove{to, when()})
			}
			if n.status == 5 && n.moves[len(n.moves)-1].to != 5 {
				n.moves = append(n.moves, plainMove{5, when()})
			}
		}
		was := 0
		for _, m := range n.moves {
			do("INSERT INTO negotiation_history (negotiation_id, at, side, event, from_status, to_status) "+
				"VALUES (?, ?, 'b', 'x', ?, ?)", n.id, ms(m.at), was, m.to)
			was = m.to
		}
		if n.status == 5 && r.IntN(2) == 0 {
			n.closed, n.amount = "2026-10-01", int64(r.IntN(1000))
			do("INSERT INTO milestone (negotiation_id, kind, date, amount, side, creator, created, modified) "+
				"VALUES (?, ?, ?, ?, 'sf', '', 0, 0)", n.id, int(deal.MilestoneClosed), n.closed, n.amount)
		}
		p.talks = append(p.talks, n)
	}
	for i := range 120 {
		d := &plainDuty{bank: banks[r.IntN(3)], company: 1000 + r.IntN(24), on: when().Format(time.DateOnly)}
		d.kind, d.content = deal.DutyMandate, map[string]string{"role": []string{"broker", "advisor"}[r.IntN(2)]}
		if i%2 == 0 {
			d.kind, d.content = deal.DutyFee, map[string]string{"minimum": fmt.Sprint(r.IntN(50_000))}
		}
		content, _ := json.Marshal(d.content)
		do("INSERT INTO duty (id, institution_id, kind, record_kind, record_seq, result, performed_on, valid_until, content, salt, hash, "+
			"needs_second, creator, created) VALUES (?, ?, ?, 1, ?, 1, ?, '', ?, '', '', 0, '', 0)", fmt.Sprintf("duty-%03d", i), d.bank,
			int(d.kind), d.company, d.on, string(content))
		p.duties = append(p.duties, d)
	}
	return p
}

// keep are the rows that the world had before.
func (p *plain) keep(w *world, db *sql.DB) {
	w.T.Helper()
	read := func(query string, row func(scan func(...any) error) error) {
		w.T.Helper()
		rows, err := db.QueryContext(w.T.Context(), query)
		if err != nil {
			w.T.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			if err := row(rows.Scan); err != nil {
				w.T.Fatal(err)
			}
		}
		if err := rows.Err(); err != nil {
			w.T.Fatal(err)
		}
	}
	read("SELECT id, seq, kind, institution_id, created, sales_amount FROM company", func(scan func(...any) error) error {
		c, id, at := &plainCompany{}, "", int64(0)
		err := scan(&id, &c.seq, &c.kind, &c.bank, &at, &c.sales)
		c.created, p.companies[id] = time.UnixMilli(at), c
		return err
	})
	read("SELECT company_id, code FROM company_industry", func(scan func(...any) error) error {
		id, code := "", ""
		err := scan(&id, &code)
		p.companies[id].industryList = append(p.companies[id].industryList, code)
		return err
	})
	read("SELECT l.id, l.company_id, l.institution_id, l.status, l.published_at FROM listing l", func(scan func(...any) error) error {
		l, id, at := &plainListing{}, "", int64(0)
		err := scan(&id, &l.company, &l.bank, &l.status, &at)
		l.shown, p.listings[id] = time.UnixMilli(at), l
		return err
	})
}

// inYear counts by the calendar of Japan, day by day.
func inYear(at time.Time, year int) bool {
	if at.IsZero() {
		return false
	}
	day := at.Add(9 * time.Hour).UTC().Format(time.DateOnly)
	return day >= fmt.Sprintf("%d-04-01", year) && day <= fmt.Sprintf("%d-03-31", year+1)
}

// recount makes a bank's figures of a year out of the rows, in the words of figures.text.
func (p *plain) recount(bank string, year int) string {
	out := map[string]int{}
	sellers, buyers := map[string]bool{}, map[string]bool{}
	lowest, highest := "", ""
	for _, n := range p.talks {
		if n.isNote || n.started.IsZero() || n.bf != bank && n.sf != bank {
			continue
		}
		var named, signed time.Time
		for _, m := range n.moves {
			if m.to == 3 && (named.IsZero() || m.at.Before(named)) {
				named = m.at
			}
			if m.to == 5 && m.at.After(signed) {
				signed = m.at
			}
		}
		end := time.Date(year+1, 3, 31, 15, 0, 0, 0, time.UTC)
		if !n.started.Before(end) {
			continue
		}
		isSigned := n.status == 5 && inYear(signed, year)
		for _, side := range []string{"sf", "bf"} {
			if side == "sf" && n.sf != bank || side == "bf" && n.bf != bank {
				continue
			}
			if inYear(n.started, year) {
				out["begun "+side]++
			}
			if inYear(named, year) {
				out["named "+side]++
			}
			if isSigned {
				out["signed "+side]++
			}
			if inYear(n.started, year) || inYear(named, year) || isSigned {
				if side == "sf" {
					sellers[p.listings[n.listing].company] = true
				} else {
					buyers[n.buyer] = true
				}
			}
		}
		if !isSigned {
			continue
		}
		side := "both"
		if n.sf != bank {
			side = "bf"
		} else if n.bf != bank {
			side = "sf"
		}
		roles := ""
		for _, who := range []string{p.listings[n.listing].company, n.buyer} {
			if c := p.companies[who]; c.kind == store.Seller && n.sf == bank || c.kind == store.Buyer && n.bf == bank {
				role, minimum := p.told(bank, c.seq, signed.Add(9*time.Hour).UTC().Format(time.DateOnly))
				roles += role
				if minimum == "" {
					out["fees none"]++
					continue
				}
				out["fees"]++
				minimum = fmt.Sprintf("%08s", minimum)
				if lowest == "" || minimum < lowest {
					lowest = minimum
				}
				highest = max(highest, minimum)
			}
		}
		kind := map[string]string{"": "none", "broker": "broker", "advisor": "advisor", "brokerbroker": "broker",
			"advisoradvisor": "advisor"}[roles]
		if kind == "" {
			kind = "mixed"
		}
		for _, s := range []string{side, "all"} {
			out[s]++
			out[s+" "+kind]++
		}
		if n.amount >= 0 {
			out["closed"]++
			out["closed sum"] += int(n.amount)
		}
	}
	for _, l := range p.listings {
		if l.bank != bank {
			continue
		}
		if inYear(l.shown, year) {
			out["published"]++
			sellers[l.company] = true
		}
		if l.status == int(deal.ListingConcluded) && l.isOutside && inYear(l.concluded, year) {
			out["outside"]++
			sellers[l.company] = true
		}
	}
	for id, c := range p.companies {
		if c.bank != bank {
			continue
		}
		if inYear(c.created, year) {
			out[fmt.Sprintf("registered %d", c.kind)]++
		}
		if c.kind == store.Seller && sellers[id] || c.kind == store.Buyer && buyers[id] {
			out[fmt.Sprintf("worked for %d", c.kind)]++
			out[fmt.Sprintf("sales %d %d", c.sales, c.kind)]++
			classes := map[string]bool{}
			for _, code := range c.industryList {
				classes[code[:2]] = true
			}
			if len(classes) == 0 {
				classes["?"] = true
			}
			for class := range classes {
				out[fmt.Sprintf("industry %s %d", class, c.kind)]++
			}
		}
	}
	lines := []string{}
	for what, n := range out {
		if n > 0 {
			lines = append(lines, fmt.Sprintf("%s: %d", what, n))
		}
	}
	slices.Sort(lines)
	if out["fees"] > 0 {
		lines = append(lines, strings.TrimLeft(lowest, "0"), strings.TrimLeft(highest, "0"))
	}
	return strings.Join(lines, "\n")
}

// told is the last role and minimum that a bank recorded of a company for a day or one before.
func (p *plain) told(bank string, company int, day string) (role, minimum string) {
	for _, d := range p.duties {
		if d.bank == bank && d.company == company && d.on <= day {
			if d.kind == deal.DutyMandate {
				role = d.content["role"]
			} else {
				minimum = d.content["minimum"]
			}
		}
	}
	return role, minimum
}

// Every figure equals a plain recount of the raw rows, for each bank and year, at the edges of the years too. What another bank has,
// and what never began, is among the rows and counts nowhere.
func TestFiguresEqualARecount(t *testing.T) {
	for seed := range uint64(2) {
		recounted(t, seed)
	}
}

func recounted(t *testing.T, seed uint64) {
	t.Helper()
	w := newWorld(t)
	p := invent(w, seed)
	for login, bank := range map[string]string{"admin@a.example.jp": w.AID, "admin@b.example.jp": w.BID, "admin@c.example.jp": w.CID()} {
		for year := 2023; year <= 2026; year++ {
			got := w.figures(login, year)
			if want := p.recount(bank, year); got.text() != want {
				t.Errorf("seed %d, %s, %d:\n%s\nwant\n%s", seed, login, year, apptest.Difference(got.text(), want), want)
			}
			if year == 2025 && got.of("all").SignedCount < 2 {
				t.Errorf("%s: the world has too little to count", login)
			}
		}
	}
}
