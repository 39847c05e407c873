package app

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/mail"
	"tsunagu/store"
)

// mailKinds counts the outbox's mails by kind and receiver.
func (p *platform) mailKinds() map[string]int {
	p.t.Helper()
	out := map[string]int{}
	p.read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		for _, m := range ms {
			out[m.Kind+" to "+m.Address]++
		}
		return err
	})
	return out
}

// TestDoubleDeeds makes each deed twenty times at once: one wins, the others are told that the
// state moved on, and there is one row, one line and one mail of it.
func TestDoubleDeeds(t *testing.T) {
	w := newAccessWorld(t)
	row := func(relation string) string { return w.object("negotiation", relation) }
	type deed struct {
		what string
		who  []string // taking turns
		path string
		body func(p *platform, who string) map[string]any
		// before readies the world; tables says by how many rows the winner makes them grow.
		before func(p *platform)
		tables map[string]int
		mails  int // per receiver and kind at most 1; in all
	}
	on := func(relation string, fields map[string]any) func(*platform, string) map[string]any {
		return func(p *platform, who string) map[string]any {
			x := &probing{w: w, p: p, caller: who}
			return with(fields, map[string]any{"buyerNegotiationId": row(relation), "version": x.row(row(relation))})
		}
	}
	as := func(p *platform, name string) *caller { return &caller{p, w.tokens[name]} }
	const asks = "counterparty asks for the names"
	deeds := []deed{
		{"start of a new row", []string{"finC"}, "StartNegotiation", func(*platform, string) map[string]any {
			return map[string]any{"sellerBusinessId": w.listing, "companyId": w.buyerC}
		}, nil, map[string]int{"negotiation": 1}, 2},
		{"start", []string{"finB"}, "StartNegotiation", on("counterparty's interest, not begun", nil), nil, nil, 2},
		{"interest", []string{"buyC"}, "CreateBuyerNegotiationByBuyerAsync", func(*platform, string) map[string]any {
			return map[string]any{"sellerBusinessId": w.listing}
		}, nil, map[string]int{"negotiation": 1}, 1},
		{"rejection", []string{"finA", "finA2"}, "NegotiationApprove", on(asks, map[string]any{"isApproval": false, "status": 9, "comment": "見送り", "ownerReason": "同業のため。"}), nil, nil, 3},
		{"approval", []string{"finA", "finA2"}, "NegotiationApprove", on(asks, map[string]any{"isApproval": true}), func(p *platform) {
			as(p, "finA2").post(negotiationBase+"RecordOwnerConsent", on(asks, map[string]any{"isApproval": true})(p, "finA2")).want(200)
		}, map[string]int{"ledger": 1}, 4}, // two users of each: one of the buyer's takes no notices, but this is a decision
		{"confirmation of a paper", []string{"finA2"}, "RecordOwnerConsent", on(asks, map[string]any{"isApproval": true}), nil, nil, 0},
		{"request of the names' owner", []string{"finA", "finA2"}, "RequestOwnerConsent", func(p *platform, who string) map[string]any {
			return on("counterparty asks for the names", map[string]any{"userId": w.personID, "ppapMailaddress": "second@example.jp"})(p, who)
		}, nil, map[string]int{"link_key": 1}, 2},
		{"end by both sides", []string{"finA", "finB"}, "NegotiationStatusChange", on("counterparty after the names", map[string]any{"fromStatus": 3, "status": 9, "endReason": 1}), nil, nil, 3},
		{"offer", []string{"finA", "finA2"}, "UpdateBuyerNegotiationOfferSendStatusAsync", func(*platform, string) map[string]any {
			return map[string]any{"sellerBusinessId": w.listing, "companyId": w.candidate(w.listing, w.buyerC), "offerSendStatus": 1, "offerMessage": "ご検討ください。"}
		}, nil, map[string]int{"negotiation": 1}, 1},
		{"forwarding of an offer", []string{"finB"}, "UpdateBuyerNegotiationOfferSendStatusAsync", on("counterparty has an offer, not begun", map[string]any{"fromOfferSendStatus": 1, "offerSendStatus": 2}), nil, nil, 1},
		{"milestone", []string{"finA", "finB"}, "RecordMilestone", on("counterparty after the names", map[string]any{"kind": 1, "date": "2026-12-01"}), nil, map[string]int{"milestone": 1}, 2},
		{"financing", []string{"finB"}, "UpdateFinancialSupportStatus", on("counterparty after the names", map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 1}), nil, nil, 0},
	}
	for _, d := range deeds {
		t.Run(d.what, func(t *testing.T) {
			t.Parallel()
			accessMu() <- struct{}{}
			defer func() { <-accessMu() }()
			p := w.thaw(t)
			if d.before != nil {
				d.before(p)
			}
			watch := newWatcher(t, p)
			before, ledger, keys, mailed := watch.counts(t), tableRows(t, watch, "ledger"), tableRows(t, watch, "link_key"), p.mailKinds()
			bodies := map[string]map[string]any{}
			for _, who := range d.who {
				bodies[who] = d.body(p, who)
			}
			answers := together(20, func(i int) result {
				who := d.who[i%len(d.who)]
				return as(p, who).post(negotiationBase+d.path, bodies[who])
			})
			won := 0
			for _, r := range answers {
				switch {
				case r.status == 200:
					won++
				case r.status != 409 && r.status != 400:
					t.Errorf("%d %s", r.status, r.body)
				}
			}
			if won != 1 {
				t.Errorf("%d of 20 won: %s", won, answers[0].body)
			}
			now := watch.counts(t)
			now["ledger"], now["link_key"], before["ledger"], before["link_key"] = tableRows(t, watch, "ledger"), tableRows(t, watch, "link_key"), ledger, keys
			for _, table := range []string{"negotiation", "milestone", "ledger", "link_key", "user", "listing"} {
				if grown := now[table] - before[table]; grown != d.tables[table] {
					t.Errorf("%s grew by %d, want %d", table, grown, d.tables[table])
				}
			}
			if grown := now["negotiation_history"] - before["negotiation_history"]; grown > 1 {
				t.Errorf("%d lines in the history", grown)
			}
			sent := 0
			for kind, n := range p.mailKinds() {
				if n -= mailed[kind]; n > 1 {
					t.Errorf("%d mails %s", n, kind)
				} else {
					sent += n
				}
			}
			if sent != d.mails {
				t.Errorf("%d mails, want %d", sent, d.mails)
			}
			p.read(func(q *store.Q) error { return q.VerifyChains() })
		})
	}
}

func tableRows(t *testing.T, w *watcher, table string) (n int) {
	t.Helper()
	if err := w.db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestLinksDecideOnce: a mailed link is opened twenty times at once.
func TestLinksDecideOnce(t *testing.T) {
	w := newAccessWorld(t)
	p := w.thaw(t)
	watch := newWatcher(t, p)
	before := watch.counts(t)
	answers := together(20, func(i int) result {
		return p.visitor().post(negotiationBase+"DecideOwnerConsentByKey", map[string]any{"key": w.key[0], "passcode": w.key[1], "isApproval": i%2 == 0, "userName": "金糸 雀"})
	})
	won := 0
	for _, r := range answers {
		if r.status == 200 {
			won++
		} else if r.status != 400 {
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	if grown := watch.counts(t)["negotiation_history"] - before["negotiation_history"]; won != 1 || grown != 1 {
		t.Errorf("%d decisions, %d lines", won, grown)
	}

	// Wrong passcodes at once: the fifth kills the key, and the right one comes too late.
	p = w.thaw(t)
	codes := map[string]int{}
	for _, r := range together(20, func(int) result {
		return p.visitor().post(negotiationBase+"GetOwnerConsentByKey", map[string]any{"key": w.key[0], "passcode": "00000000"})
	}) {
		codes[answerCode(r)]++
	}
	if codes["invalid"] != 4 || codes["key_dead"] != 1 || codes["ok"] != 0 {
		t.Errorf("twenty wrong passcodes: %v", codes)
	}
	p.visitor().post(negotiationBase+"GetOwnerConsentByKey", map[string]any{"key": w.key[0], "passcode": w.key[1]}).want(400)
}

// TestLoginIDsOnce: twenty registrations of one login ID, by two banks.
func TestLoginIDsOnce(t *testing.T) {
	w := newAccessWorld(t)
	p := w.thaw(t)
	names := []string{"finA", "finB"}
	answers := together(20, func(i int) result {
		return (&caller{p, w.tokens[names[i%2]]}).post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": []string{w.buyerA, w.buyerB}[i%2], "loginId": "Both@example.jp", "userName": "同じ 人"})
	})
	won := 0
	for _, r := range answers {
		if r.status == 200 {
			won++
		} else if r.status != 422 {
			t.Errorf("%d %s", r.status, r.body)
		}
	}
	if won != 1 || len(p.mails("both@example.jp"))+len(p.mails("Both@example.jp")) != 1 {
		t.Errorf("%d users, %d mails", won, len(p.mails("both@example.jp"))+len(p.mails("Both@example.jp")))
	}
}

// TestMailsNameNobody: no mail that a whole network of deals has caused bears a name of a company
// or of its people other than the receiver's own, a title or an amount (domain.md 7); nor does
// any line of the audit log.
func TestMailsNameNobody(t *testing.T) {
	w := newAccessWorld(t)
	p := w.thaw(t)
	secret := []string{"カナリア", "霧晴", "黒潮", "白嶺キャピタル", "青嵐", "金糸", "山本 一郎", "精密部品", "150000", "150,000", "234567", "052-", "時期が合いません", "ご検討ください", "添付します", "資料.pdf", "承諾書"}
	kinds := map[string]bool{}
	p.read(func(q *store.Q) error {
		ms, err := q.Mails(10_000)
		if err != nil {
			return err
		}
		for _, o := range ms {
			b, err := p.a.Keys.Open(o.Body)
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
	watch := newWatcher(t, p)
	for _, table := range []string{"audit", "login_failure", "session", "outbox"} {
		rows, err := watch.db.Query("SELECT * FROM " + table)
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
				if text, ok := v.(string); ok && slices.ContainsFunc(append(secret, w.key[0], testPassword), func(s string) bool {
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

// randomIDs are ids, keys, hashes, case numbers and passcodes: made by chance, so that now and
// then they hold the digits of a short secret.
var randomIDs = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Z]-[0-9a-f]{8}\b|[0-9A-Za-z_-]{32,}|\b[0-9]{8}\b|\b[0-9]{4} [0-9]{4}\b`)

func withoutIDs(text string) string { return randomIDs.ReplaceAllString(text, "") }
