package store

import (
	"context"
	"fmt"
	"maps"
	"strings"
)

// changes are the companies and listings, by id, and negotiations, by number, whose index entries
// are stale.
type changes struct{ companies, listings, negotiations map[string]bool }

func changesOf(sources []Source) changes {
	c := changes{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, s := range sources {
		switch s.of {
		case nounCompany:
			c.companies[s.id] = true
		case nounListing:
			c.listings[s.id] = true
		case nounNegotiation:
			c.negotiations[s.id] = true
		}
	}
	return c
}

func (c *changes) add(o changes) {
	add := func(to *map[string]bool, ids map[string]bool) {
		if *to == nil {
			*to = map[string]bool{}
		}
		maps.Copy(*to, ids)
	}
	add(&c.companies, o.companies)
	add(&c.listings, o.listings)
	add(&c.negotiations, o.negotiations)
}

// watch lets SQLite record by triggers what the writer changes, whichever statement does it, in a
// temporary table of the writer's connection, which is rolled back with the transaction.
func (s *Store) watch(ctx context.Context) error {
	type source struct {
		table    string
		noun     noun
		id, when string
	}
	of := func(table string, noun noun, id string) source { return source{table, noun, id, ""} }
	const buyerOf, listingOf = "(SELECT buyer_company_id FROM negotiation WHERE id = %.negotiation_id)",
		"(SELECT listing_id FROM negotiation WHERE id = %.negotiation_id)"
	const negotiationOf, negotiationOfPaper = "(SELECT CAST(seq AS TEXT) FROM negotiation WHERE id = %.negotiation_id)",
		"(SELECT CAST(seq AS TEXT) FROM negotiation WHERE id = %.subject_id)"
	sources := []source{
		of("company", nounCompany, "%.id"), of("company_industry", nounCompany, "%.company_id"), of("company_reason", nounCompany,
			"%.company_id"), of("company_details", nounCompany, "%.company_id"),
		of("needs", nounCompany, "%.client_id"), of("needs_code", nounCompany, "(SELECT client_id FROM needs WHERE id = %.needs_id)"),
		of("listing", nounListing, "%.id"), of("listing_content", nounListing, "%.listing_id"), of("listing_code", nounListing, "%.listing_id"),
		{"negotiation", nounListing, "%.listing_id", "OLD.listing_id <> NEW.listing_id OR OLD.bf_id <> NEW.bf_id OR OLD.sf_id <> NEW.sf_id " +
			"OR OLD.status <> NEW.status OR OLD.offer_send_status <> NEW.offer_send_status"},
		of("negotiation", nounBuyer, "%.buyer_company_id"), of("negotiation", nounDealing, "%.listing_id"), of("milestone", nounBuyer,
			buyerOf), of("milestone", nounDealing, listingOf),
		of("negotiation", nounNegotiation, "CAST(%.seq AS TEXT)"), of("milestone", nounNegotiation, negotiationOf),
		of("milestone_proposal", nounNegotiation, negotiationOf), of("negotiation_history", nounNegotiation, negotiationOf), of("paper",
			nounNegotiation, negotiationOfPaper),
		of("avoided_company", nounCompany, "%.company_id"),
		of("avoided_company", nounBank, "(SELECT institution_id FROM company WHERE id = %.company_id)"),
		of("message_unread", nounUnread, "%.owner_id"),
		of("negotiation", nounBank, "%.bf_id"), of("negotiation", nounBank, "%.sf_id"), of("paper", nounBank, "%.institution_id"),
		of("listing", nounBank, "%.institution_id"), of("company_next_action", nounBank, "%.institution_id"),
		of("listing_content", nounBank, "(SELECT institution_id FROM listing WHERE id = %.listing_id)"),
		of("person_in_charge", nounCharge, "%.institution_id"), of("absence", nounCharge, "(SELECT client_id FROM user WHERE id = %.user_id)"),
		of("team_reach", nounCharge, "(SELECT client_id FROM user WHERE seq = %.user_seq)"), of("duty", nounCharge, "%.institution_id"),
		{"user", nounCharge, "%.client_id", "OLD.status <> NEW.status"},
		// The update of a session's last-seen time, every minute, changes no right.
		{"session", nounSession, "%.id", "OLD.revoked IS NOT NEW.revoked OR OLD.expires <> NEW.expires OR OLD.user_id <> NEW.user_id OR " +
			"OLD.aud <> NEW.aud OR OLD.fingerprint_hash <> NEW.fingerprint_hash"},
		of("user", nounUser, "%.id"), of("second_step", nounUser, "%.user_id"), of("passkey", nounUser, "%.user_id"),
		of("user_action", nounReader, "%.user_id"),
		of("institution", nounNetwork, "''"), of("setting", nounNetwork, "''"), of("word_group", nounNetwork, "''"),
		of("score_weight", nounNetwork, "''"), of("network_period", nounNetwork, "''"),
	}
	statements := []string{"CREATE TEMP TABLE search_changed (kind INTEGER NOT NULL, id TEXT NOT NULL, " +
		"PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID"}
	for i, x := range sources {
		for _, on := range [][]string{{"INSERT", "NEW"}, {"UPDATE", "OLD", "NEW"}, {"DELETE", "OLD"}} {
			event := on[0]
			for _, row := range on[1:] {
				id := strings.ReplaceAll(x.id, "%", row)
				// Not OR IGNORE, because inside the trigger of an ON CONFLICT DO UPDATE the conflict would
				// abort all the same. Not INSERT … SELECT, because SQLite would open a temporary table for
				// every row.
				when := fmt.Sprintf("%s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM search_changed c WHERE c.kind = %d AND c.id = %s)", id, x.noun, id)
				if event == "UPDATE" && x.when != "" {
					when = "(" + x.when + ") AND " + when
				}
				name := strings.ToLower(fmt.Sprintf("search_%d_%s_%s", i, event, row))
				statements = append(statements, fmt.Sprintf("CREATE TEMP TRIGGER %s AFTER %s ON main.%s WHEN %s BEGIN INSERT INTO search_changed "+
					"VALUES (%d, %s); END", name, event, x.table, when, x.noun, id))
			}
		}
	}
	for _, st := range statements {
		if _, err := s.conn.ExecContext(ctx, st); err != nil {
			return fmt.Errorf("%w in %s", err, st)
		}
	}
	return nil
}
