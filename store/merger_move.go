package store

import (
	"database/sql"
	"encoding/json"
	"time"
)

// textMerged is what the triggers say that keep new rows from an absorbed institution: they come from a request that
// was let in before the merger.
const textMerged = "institution merged"

// MergerMove is what a merger moves, and how.
type MergerMove struct {
	Absorbed, Surviving string
	Mark                string // put before the absorbed institution's 顧客番号
	Name                string // of the absorbed institution, put behind the names of its long lists
}

// MergerMoved is what the merger's lines and mails need of what moved.
type MergerMoved struct {
	Listings []MovedListing // of the absorbed institution
	Unshown  []MovedListing // listings of either that stop being shown until their owner approves again
	KeptOut  []MovedListing // other institutions' listings that were kept from the absorbed one alone
	Opened   []MovedDealing // what the surviving institution can read from now on of others' listings
	Notes    []string       // notes whose buyer's bank is the seller's bank now
}

// MovedListing is a listing as it was before.
type MovedListing struct {
	ID, CompanyID, InstitutionID string
	Status                       int
	IsPending                    bool // its seller was asked
}

// MovedDealing is a begun negotiation of a moved buyer about another institution's listing.
type MovedDealing struct {
	ID, ListingID, CompanyID, BuyerID string
	Status                            int
	IsConsent                         bool
}

// MergeInstitutions makes everything of one institution another one's. To all others the rows are what they were but
// for the institution: no version, time or order moves. What was written in the past (messages, ledger, audit) keeps
// the institution that wrote it.
func (t *Tx) MergeInstitutions(m *MergerMove) (*MergerMoved, error) {
	out := &MergerMoved{}
	for _, step := range []func(*MergerMove, *MergerMoved) error{t.mergerReads, t.mergerAudience, t.mergerCompanies, t.mergerRows,
		t.mergerPeople} {
		if err := step(m, out); err != nil {
			return nil, err
		}
	}
	var err error
	out.Notes, err = codes[string](&t.Q, "SELECT n.id FROM negotiation n WHERE n.is_note = 1 AND n.bf_id = n.sf_id AND n.sf_id = ?",
		m.Surviving)
	return out, err
}

// mergerDo runs statements with the ids of the two institutions, ?1 the absorbed one and ?2 the surviving one.
func (t *Tx) mergerDo(m *MergerMove, statements ...string) error {
	for _, s := range statements {
		if _, err := t.exec(s, m.Absorbed, m.Surviving); err != nil {
			return err
		}
	}
	return nil
}

// mergerReads finds what the lines and mails name, before anything moves.
func (t *Tx) mergerReads(m *MergerMove, out *MergerMoved) (err error) {
	if out.Listings, err = t.movedListings("l.institution_id = ?", m.Absorbed); err != nil {
		return err
	}
	if out.KeptOut, err = t.movedListings("l.institution_id NOT IN (?1, ?2) AND EXISTS (SELECT 1 FROM listing_code r WHERE "+
		"r.listing_id = l.id AND r.field = 'rest' AND r.code = ?1 AND NOT EXISTS (SELECT 1 FROM listing_code o WHERE "+
		"o.listing_id = r.listing_id AND o.side = r.side AND o.field = 'rest' AND o.code = ?2))", m.Absorbed, m.Surviving); err != nil {
		return err
	}
	return t.each(func(r *sql.Rows) error {
		var d MovedDealing
		err := r.Scan(&d.ID, &d.ListingID, &d.CompanyID, &d.BuyerID, &d.Status, &d.IsConsent)
		out.Opened = append(out.Opened, d)
		return err
	}, "SELECT n.id, n.listing_id, l.company_id, n.buyer_company_id, n.status, n.is_consent FROM negotiation n JOIN listing l ON "+
		"l.id = n.listing_id WHERE n.bf_id = ?1 AND n.sf_id NOT IN (?1, ?2) AND n.is_note = 0 AND n.status "+codesBegun+" ORDER BY n.seq",
		m.Absorbed, m.Surviving)
}

func (t *Tx) movedListings(cond string, args ...any) (out []MovedListing, err error) {
	err = t.each(func(r *sql.Rows) error {
		var l MovedListing
		err := r.Scan(&l.ID, &l.CompanyID, &l.InstitutionID, &l.Status, &l.IsPending)
		out = append(out, l)
		return err
	}, "SELECT l.id, l.company_id, l.institution_id, l.status, l.is_pending FROM listing l WHERE "+cond+" ORDER BY l.seq", args...)
	return out, err
}

// mergerAudience keeps hidden what was hidden from either institution (domain.md 3.4). Another institution's listing
// that is kept from the absorbed one is kept from the surviving one. An own listing whose owner agreed to one
// institution's customers, or excluded the other one, ends its period: it is published again once the owner approves.
func (t *Tx) mergerAudience(m *MergerMove, out *MergerMoved) error {
	var unshown []string
	for _, own := range [][]any{{m.Absorbed, m.Surviving}, {m.Surviving, m.Absorbed}} {
		found, err := t.movedListings(mergerListings, own...)
		if err != nil {
			return err
		}
		for _, l := range found {
			unshown = append(unshown, l.ID)
		}
		out.Unshown = append(out.Unshown, found...)
	}
	ids, err := json.Marshal(unshown)
	if err != nil {
		return err
	}
	const those = " IN (SELECT value FROM json_each(?1))"
	yesterday := t.now.In(JST).AddDate(0, 0, -1).Format(time.DateOnly)
	if unshown != nil {
		for _, s := range []struct {
			query string
			args  []any
		}{
			{"UPDATE listing_content SET due_date = ?2, start_date = min(start_date, ?2) WHERE due_date > ?2 AND listing_id" + those +
				" AND EXISTS (SELECT 1 FROM listing l WHERE l.id = listing_id AND l.status IN (" + codeListingShowing + ", " +
				codeListingConcluded + "))", []any{string(ids), yesterday}},
			{"UPDATE listing SET is_pending = 0, is_sold_hidden = 1, approved_at = CASE status WHEN " + codeListingConcluded +
				" THEN approved_at END WHERE id" + those, []any{string(ids)}},
			{"UPDATE link_key SET revoked = ?2, revoke_reason = 'institutions merged' WHERE used IS NULL AND revoked IS NULL AND kind = '" +
				LinkListingApproval + "' AND subject_id" + those, []any{string(ids), ms(t.now)}},
			{"UPDATE paper SET cancelled = ?2 WHERE kind = '" + PaperListingApproval + "' AND confirmed IS NULL AND cancelled IS NULL AND " +
				"subject_id" + those, []any{string(ids), ms(t.now)}},
		} {
			if _, err := t.exec(s.query, s.args...); err != nil {
				return err
			}
		}
	}
	return t.mergerDo(m,
		"INSERT OR IGNORE INTO listing_code (listing_id, side, field, code) SELECT r.listing_id, r.side, 'rest', ?2 FROM listing_code r JOIN "+
			"listing l ON l.id = r.listing_id WHERE r.field = 'rest' AND r.code = ?1 AND l.institution_id NOT IN (?1, ?2)",
		"DELETE FROM listing_code WHERE field = 'rest' AND (code = ?1 OR code = ?2 AND listing_id IN (SELECT l.id FROM listing l WHERE "+
			"l.institution_id = ?1))")
}

// mergerCompanies moves companies and listings. The time at which others see a buyer as changed stays: it orders what
// they find, and the change of the institution would reset it to the last change that only its own bank saw.
func (t *Tx) mergerCompanies(m *MergerMove, _ *MergerMoved) error {
	type shown struct {
		Seq int64 `json:"s"`
		At  int64 `json:"a"`
	}
	var was []shown
	if err := t.each(func(r *sql.Rows) error {
		var x shown
		err := r.Scan(&x.Seq, &x.At)
		was = append(was, x)
		return err
	}, "SELECT c.seq, c.shown_modified FROM company c WHERE c.institution_id = ? AND c.shown_modified <> c.modified", m.Absorbed); err != nil {
		return err
	}
	if _, err := t.exec("UPDATE company SET registration_id = "+mergerNumber+", institution_id = ?3 WHERE institution_id = ?2", m.Mark,
		m.Absorbed, m.Surviving); err != nil {
		return err
	}
	if len(was) > 0 {
		b, err := json.Marshal(was)
		if err != nil {
			return err
		}
		if _, err := t.exec("UPDATE company SET shown_modified = j.value ->> 'a' FROM json_each(?) j WHERE company.seq = j.value ->> 's'",
			string(b)); err != nil {
			return err
		}
	}
	return t.mergerDo(m, "UPDATE listing SET institution_id = ?2 WHERE institution_id = ?1")
}

// mergerRows moves negotiations with all that stands on them, and what the institution keeps of its own.
func (t *Tx) mergerRows(m *MergerMove, _ *MergerMoved) error {
	if err := t.mergerDo(m,
		"UPDATE negotiation SET bf_id = CASE bf_id WHEN ?1 THEN ?2 ELSE bf_id END, sf_id = CASE sf_id WHEN ?1 THEN ?2 ELSE sf_id END "+
			"WHERE bf_id = ?1 OR sf_id = ?1",
		"UPDATE held_text SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE person_in_charge SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE activity SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE duty SET institution_id = ?2 WHERE institution_id = ?1", "UPDATE duty_waiver SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE adviser_profile SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE fee_table SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE valuation SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE memorandum SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE memorandum_picture SET institution_id = ?2 WHERE institution_id = ?1",
		// Of a document that the listing had under both, each wrote a row about its own.
		"UPDATE OR REPLACE memorandum_given SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE issued_paper SET institution_id = ?2, client_id = CASE client_id WHEN ?1 THEN ?2 ELSE client_id END WHERE institution_id = ?1",
		"UPDATE company_next_action SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE paper SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE company_import SET institution_id = ?2 WHERE institution_id = ?1",
		// What the surviving institution says of a heading stands.
		"DELETE FROM company_import_column WHERE institution_id = ?1 AND EXISTS (SELECT 1 FROM company_import_column o WHERE "+
			"o.institution_id = ?2 AND o.kind = company_import_column.kind AND o.header = company_import_column.header)",
		"UPDATE company_import_column SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE topic SET institution_id = ?2 WHERE institution_id = ?1",
		"UPDATE saved_search SET query = replace(query, ?1, ?2) WHERE instr(query, ?1) > 0",
		"UPDATE institution SET merged_into = ?2 WHERE merged_into = ?1"); err != nil {
		return err
	}
	_, err := t.exec("UPDATE long_list SET institution_id = ?2, name = CASE name WHEN '' THEN '' ELSE name || ?3 END "+
		"WHERE institution_id = ?1",
		m.Absorbed, m.Surviving, "（旧"+m.Name+"）")
	return err
}

// mergerPeople moves the absorbed institution's people with their logins. Their sessions end, so that nothing goes on
// with the rights of before; their companies' people are not disturbed.
func (t *Tx) mergerPeople(m *MergerMove, _ *MergerMoved) error {
	const people = "(SELECT u.id FROM user u WHERE u.client_type = " + codeClientInstitution + " AND u.client_id = ?1)"
	if _, err := t.exec("UPDATE session SET revoked = ?2, revoke_reason = 'institutions merged' WHERE revoked IS NULL AND user_id IN "+people,
		m.Absorbed, ms(t.now)); err != nil {
		return err
	}
	for _, table := range []string{"sign_in_ticket", "calendar_feed"} {
		if _, err := t.exec("DELETE FROM "+table+" WHERE user_id IN "+people, m.Absorbed); err != nil {
			return err
		}
	}
	// Its directory says nothing of the surviving institution's people.
	if err := t.endDirectory(m.Absorbed, "institutions merged"); err != nil {
		return err
	}
	// What one of both showed to teams alone stays so.
	if err := t.mergerDo(m, "UPDATE user SET client_id = ?2 WHERE client_type = "+codeClientInstitution+" AND client_id = ?1",
		"UPDATE institution SET is_team_only = max(is_team_only, (SELECT a.is_team_only FROM institution a WHERE a.id = ?1)), "+
			"all_asked_by = '', all_asked_at = NULL WHERE id = ?2",
		// What one of both demanded for signing in stays so.
		"UPDATE institution SET is_passkey_demanded = max(is_passkey_demanded, (SELECT a.is_passkey_demanded FROM institution a WHERE "+
			"a.id = ?1)) WHERE id = ?2"); err != nil {
		return err
	}
	return t.fillTeams(m.Surviving)
}

// ImportsRun says that an import of companies is being read or written for an institution.
func (q *Q) ImportsRun(institution string) (is bool, err error) {
	err = q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM company_import i WHERE i.institution_id = ? AND i.state IN (?, ?))", institution,
		ImportReading, ImportApplying)
	return is, err
}

// EndImports ends imports of an institution that nobody has started to write: they were checked against the rows of before.
func (t *Tx) EndImports(institution, detail string) error {
	_, err := t.exec("UPDATE company_import SET state = ?, detail = ?, finished = ? WHERE institution_id = ? AND state = ?", ImportFailed,
		detail, ms(t.now), institution, ImportReady)
	return err
}
