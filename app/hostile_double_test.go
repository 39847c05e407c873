package app_test

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/mail"
	"tsunagu/store"
)

// TestDoubleDeeds makes each call twenty times at once: one succeeds, the others are told that the
// state has changed, and there is one row, one line and one mail of it.
func TestDoubleDeeds(t *testing.T) {
	w := newAccessWorld(t)
	row := func(relation string) string { return w.object("negotiation", relation) }
	type deed struct {
		what string
		who  []string // taking turns
		path string
		body func(p *apptest.Platform, who string) map[string]any
		// before prepares the world; tables says by how many rows the successful call makes them grow.
		before func(p *apptest.Platform)
		tables map[string]int
		mails  int // in all; per receiver and kind at most 1
	}
	on := func(relation string, fields map[string]any) func(*apptest.Platform, string) map[string]any {
		return func(p *apptest.Platform, who string) map[string]any {
			x := &probing{w: w, p: p, caller: who}
			return apptest.With(fields, map[string]any{"buyerNegotiationId": row(relation), "version": x.row(row(relation))})
		}
	}
	as := func(p *apptest.Platform, name string) *apptest.Caller {
		return &apptest.Caller{P: p, Token: w.tokens[name]}
	}
	const asks = "counterparty asks for the names"
	const saidAgain = "interest without a version" // each is answered as the first was, and nothing is done again
	deeds := []deed{
		{"start of a new row", []string{"finC"}, "StartNegotiation", func(*apptest.Platform, string) map[string]any {
			return map[string]any{"sellerBusinessId": w.Listing, "companyId": w.BuyerC}
		}, nil, map[string]int{"negotiation": 1}, 2},
		{"start", []string{"finB"}, "StartNegotiation", on("counterparty's interest, not begun", nil), nil, nil, 2},
		{"interest", []string{"buyC"}, "CreateBuyerNegotiationByBuyerAsync", func(*apptest.Platform, string) map[string]any {
			return map[string]any{"sellerBusinessId": w.Listing, "version": 0}
		}, nil, map[string]int{"negotiation": 1}, 1},
		{saidAgain, []string{"buyC"}, "CreateBuyerNegotiationByBuyerAsync", func(*apptest.Platform, string) map[string]any {
			return map[string]any{"sellerBusinessId": w.Listing}
		}, nil, map[string]int{"negotiation": 1}, 1},
		{"rejection", []string{"finA", "finA2"}, "NegotiationApprove",
			on(asks, map[string]any{"isApproval": false, "status": 9, "comment": "見送り", "ownerReason": "同業のため。"}), nil, nil, 3},
		{"approval", []string{"finA", "finA2"}, "NegotiationApprove", on(asks, map[string]any{"isApproval": true}), func(p *apptest.Platform) {
			as(p, "finA2").Post(apptest.NegotiationBase+"RecordOwnerConsent", on(asks, map[string]any{"isApproval": true})(p, "finA2")).Want(200)
		}, map[string]int{"ledger": 1}, 4}, // two users of each side: one of the buyer's takes no notices, but a decision is always mailed
		{"confirmation of a paper", []string{"finA2"}, "RecordOwnerConsent", on(asks, map[string]any{"isApproval": true}), nil, nil, 0},
		{"request of the names' owner", []string{"finA", "finA2"}, "RequestOwnerConsent", func(p *apptest.Platform, who string) map[string]any {
			return on("counterparty asks for the names", map[string]any{"userId": w.PersonID, "ppapMailaddress": "second@example.jp"})(p, who)
		}, nil, map[string]int{"link_key": 1}, 2},
		{"end by both sides", []string{"finA", "finB"}, "NegotiationStatusChange",
			on("counterparty after the names", map[string]any{"fromStatus": 3, "status": 9, "endReason": 1}), nil, nil, 3},
		{"offer", []string{"finA", "finA2"}, "UpdateBuyerNegotiationOfferSendStatusAsync", func(*apptest.Platform, string) map[string]any {
			return map[string]any{"sellerBusinessId": w.Listing, "companyId": w.Candidate(w.Listing, w.BuyerC), "offerSendStatus": 1,
				"offerMessage": "ご検討ください。"}
		}, nil, map[string]int{"negotiation": 1}, 1},
		{"forwarding of an offer", []string{"finB"}, "UpdateBuyerNegotiationOfferSendStatusAsync",
			on("counterparty has an offer, not begun", map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}), nil, nil, 1},
		{"milestone", []string{"finA", "finB"}, "RecordMilestone",
			on("counterparty after the names", map[string]any{"kind": 1, "date": "2026-12-01"}), nil, map[string]int{"milestone": 1}, 2},
		{"financing", []string{"finB"}, "UpdateFinancialSupportStatus",
			on("counterparty after the names", map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 1}), nil, nil, 0},
	}
	for _, d := range deeds {
		t.Run(d.what, func(t *testing.T) {
			t.Parallel()
			accessMu() <- struct{}{}
			defer func() { <-accessMu() }()
			p := w.thaw(t)
			p.MailedAll()
			if d.before != nil {
				d.before(p)
			}
			watch := apptest.NewWatcher(t, p)
			before, ledger, keys, mailed := counts(watch, t), apptest.TableRows(t, watch, "ledger"), apptest.TableRows(t, watch,
				"link_key"), p.MailKinds()
			bodies := map[string]map[string]any{}
			for _, who := range d.who {
				bodies[who] = d.body(p, who)
			}
			answers := apptest.Together(20, func(i int) apptest.Result {
				who := d.who[i%len(d.who)]
				return as(p, who).Post(apptest.NegotiationBase+d.path, bodies[who])
			})
			won := 0
			for _, r := range answers {
				switch {
				case r.Status == 200:
					won++
				case r.Status != 409 && r.Status != 400:
					t.Errorf("%d %s", r.Status, r.Body)
				}
			}
			if wins := map[string]int{saidAgain: 20}; won != cmp.Or(wins[d.what], 1) {
				t.Errorf("%d of 20 won: %s", won, answers[0].Body)
			}
			now := counts(watch, t)
			now["ledger"], now["link_key"], before["ledger"], before["link_key"] = apptest.TableRows(t, watch, "ledger"),
				apptest.TableRows(t, watch, "link_key"), ledger, keys
			for _, table := range []string{"negotiation", "milestone", "ledger", "link_key", "user", "listing"} {
				if grown := now[table] - before[table]; grown != d.tables[table] {
					t.Errorf("%s grew by %d, want %d", table, grown, d.tables[table])
				}
			}
			if grown := now["negotiation_history"] - before["negotiation_history"]; grown > 1 {
				t.Errorf("%d lines in the history", grown)
			}
			sent := 0
			for kind, n := range p.MailKinds() {
				if n -= mailed[kind]; n > 1 {
					t.Errorf("%d mails %s", n, kind)
				} else {
					sent += n
				}
			}
			if sent != d.mails {
				t.Errorf("%d mails, want %d", sent, d.mails)
			}
			p.Read(func(q *store.Q) error { return q.VerifyChains() })
		})
	}
}

// TestLinksDecideOnce: a mailed link is opened twenty times at once.
func TestLinksDecideOnce(t *testing.T) {
	w := newAccessWorld(t)
	p := w.thaw(t)
	watch := apptest.NewWatcher(t, p)
	before := counts(watch, t)
	answers := apptest.Together(20, func(i int) apptest.Result {
		return p.Visitor().Post(apptest.NegotiationBase+"DecideOwnerConsentByKey",
			map[string]any{"key": w.key[0], "passcode": w.key[1], "isApproval": i%2 == 0, "userName": "金糸 雀"})
	})
	won := 0
	for _, r := range answers {
		if r.Status == 200 {
			won++
		} else if r.Status != 400 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	if grown := counts(watch, t)["negotiation_history"] - before["negotiation_history"]; won != 1 || grown != 1 {
		t.Errorf("%d decisions, %d lines", won, grown)
	}

	// Wrong passcodes at once: the fifth revokes the key, and the right one is then refused.
	p = w.thaw(t)
	codes := map[string]int{}
	for _, r := range apptest.Together(20, func(int) apptest.Result {
		return p.Visitor().Post(apptest.NegotiationBase+"GetOwnerConsentByKey", map[string]any{"key": w.key[0], "passcode": "00000000"})
	}) {
		codes[answerCode(r)]++
	}
	if codes["invalid"] != 4 || codes["key_dead"] != 1 || codes["ok"] != 0 {
		t.Errorf("twenty wrong passcodes: %v", codes)
	}
	p.Visitor().Post(apptest.NegotiationBase+"GetOwnerConsentByKey", map[string]any{"key": w.key[0], "passcode": w.key[1]}).Want(400)
}

// TestLoginIDsOnce: twenty registrations of one login ID at once, by two banks.
func TestLoginIDsOnce(t *testing.T) {
	w := newAccessWorld(t)
	p := w.thaw(t)
	names := []string{"finA", "finB"}
	answers := apptest.Together(20, func(i int) apptest.Result {
		return (&apptest.Caller{P: p, Token: w.tokens[names[i%2]]}).Post("/api/BuyerCompanyUser/RegistUser",
			map[string]any{"clientId": []string{w.BuyerA, w.BuyerB}[i%2], "loginId": "Both@example.jp", "userName": "同じ 人"})
	})
	won := 0
	for _, r := range answers {
		if r.Status == 200 {
			won++
		} else if r.Status != 422 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	}
	if won != 1 || len(p.Mails("both@example.jp"))+len(p.Mails("Both@example.jp")) != 1 {
		t.Errorf("%d users, %d mails", won, len(p.Mails("both@example.jp"))+len(p.Mails("Both@example.jp")))
	}
}

// TestMailsNameNobody: no mail caused by a whole network of deals contains a name of a company or
// of its people (except the receiver's own), a title or an amount (domain.md 7); nor does any line
// of the audit log.
func TestMailsNameNobody(t *testing.T) {
	w := newAccessWorld(t)
	p := w.thaw(t)
	secret := []string{"カナリア", "霧晴", "黒潮", "白嶺キャピタル", "青嵐", "金糸", "山本 一郎", "精密部品", "150000", "150,000", "234567", "052-", "時期が合いません",
		"ご検討ください", "添付します", "資料.pdf", "承諾書"}
	kinds := map[string]bool{}
	p.Read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		if err != nil {
			return err
		}
		for _, o := range ms {
			b, err := p.App.Keys.Open(o.Body)
			if err != nil {
				return err
			}
			var m mail.Message
			if err := json.Unmarshal(b, &m); err != nil {
				return err
			}
			kinds[o.Kind] = true
			for _, s := range secret {
				if all := withoutIDs(m.Subject + m.Text + m.HTML + o.Subject + o.Error); strings.Contains(all, s) {
					t.Errorf("%s to %s bears %q:\n%s", o.Kind, o.Address, s, m.Text)
				}
			}
		}
		return nil
	})
	if len(kinds) < 12 {
		t.Errorf("only %d kinds of mails: the test looks at too little", len(kinds))
	}
	watch := apptest.NewWatcher(t, p)
	for _, table := range []string{"audit", "login_failure", "session", "outbox"} {
		rows, err := watch.Db.Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		columns, _ := rows.Columns()
		n := 0
		for rows.Next() {
			n++
			values := make([]any, len(columns))
			dest := make([]any, len(columns))
			for i := range values {
				dest[i] = &values[i]
			}
			if err := rows.Scan(dest...); err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				if text, ok := v.(string); ok && slices.ContainsFunc(append(secret, w.key[0], apptest.TestPassword), func(s string) bool {
					return strings.Contains(text, s) && strings.Contains(withoutIDs(text), s) || s == w.key[0] && strings.Contains(text, s)
				}) {
					t.Errorf("%s.%s holds %q", table, columns[i], text)
				}
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		if n == 0 && table != "login_failure" {
			t.Errorf("%s is empty", table)
		}
	}
}

// randomIDs are ids, keys, hashes, case numbers and passcodes: random, so they can contain the
// digits of a short secret by chance.
var randomIDs = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Z]-[0-9a-f]{8}\b|[0-9A-Za-z_-]{32,}|\b[0-9]{8}\b|\b[0-9]{4} [0-9]{4}\b`)

func withoutIDs(text string) string { return randomIDs.ReplaceAllString(text, "") }
