package store

import (
	"database/sql"
	"maps"
	"slices"
	"time"
)

// Institution is a member of the network (SPEC.md 3 Financial institution). Codes of the
// lists are those of the item masters.
type Institution struct {
	ID                  string `db:"id"`
	Code                string `db:"code"`
	Name                string `db:"name"`
	NameKana            string `db:"name_kana"`
	ShortName           string `db:"short_name"`
	Type                int    `db:"type"`
	RepresentativeName  string `db:"representative_name"`
	Postcode            string `db:"postcode"`
	Prefecture          string `db:"prefecture"`
	City                string `db:"city"`
	Address             string `db:"address"`
	BuildingName        string `db:"building_name"`
	Phone               string `db:"phone"`
	Fax                 string `db:"fax"`
	WebsiteURL          string `db:"website_url"`
	ResponsibleName     string `db:"responsible_name"`
	ResponsibleDept     string `db:"responsible_department"`
	ResponsiblePosition string `db:"responsible_position"`
	ResponsibleTel      string `db:"responsible_tel"`
	ResponsibleMail     string `db:"responsible_mail"`
	HandlingBusiness    []int  `db:"handling_business"`
	SalesRegion         []int  `db:"sales_region"`
	Status              int    `db:"status"`
	RegistApplicationID string `db:"regist_application_id"`
	TrialEditType       int    `db:"trial_edit_type"`
	MergedInto          string `db:"merged_into"` // the institution that continues this one, "" for none

	IsTeamOnly bool      `db:"is_team_only"` // records show to their teams alone (チームのみ, team.md 2)
	AllAskedBy string    `db:"all_asked_by"` // the administrator who asked for 全員, which waits for a second person; "" none
	AllAskedAt time.Time `db:"all_asked_at"`

	IsPasskeyDemanded bool `db:"is_passkey_demanded"` // of its users of the platform

	Stamp
}

// Institution by id; ErrNotFound.
func (q *Q) Institution(id string) (*Institution, error) {
	return get[Institution](q, "SELECT "+names[Institution]("i")+" FROM institution i WHERE i.id = ?", id)
}

// Institutions lists the network's active members except one ("" = all) in the order of their
// codes.
func (q *Q) Institutions(except string) ([]Institution, error) {
	return list[Institution](q, "SELECT "+names[Institution]("i")+" FROM institution i WHERE i.status = "+codeInstitutionRunning+
		" AND i.id <> ? ORDER BY i.code", except)
}

// running is true where an institution, an SQL expression, takes part in the network. One that the
// office has stopped shows nothing to the others, and nobody finds its buyers.
func running(institution string) string {
	return institution + " NOT IN (SELECT z.id FROM institution z WHERE z.status <> " + codeInstitutionRunning + ")"
}

type stoppedKey struct{}

// StoppedInstitutions are those that are not running. The slice is shared and must not be changed.
func (q *Q) StoppedInstitutions() ([]string, error) {
	return Keep(q, stoppedKey{}, func() (Kept[[]string], error) {
		ids, err := codes[string](q, "SELECT z.id FROM institution z WHERE z.status <> "+codeInstitutionRunning+" ORDER BY z.id")
		return Kept[[]string]{ids, []Source{OfNetwork()}, 60 * len(ids)}, err
	})
}

// IsStopped says that an institution, "" for none, is not running.
func (q *Q) IsStopped(institution string) (bool, error) {
	ids, err := q.StoppedInstitutions()
	return slices.Contains(ids, institution), err
}

// EndInstitution ends at once everything by which somebody can act for an institution: the sessions
// of its users and of its companies' users, remembered browsers, mailed links and waiting mail. Links
// by which an owner consents to one of its negotiations end too.
func (t *Tx) EndInstitution(id, reason string) error {
	const companies = "SELECT c.id FROM company c WHERE c.institution_id = ?1"
	return t.endClients(id, reason, "SELECT u.id FROM user u WHERE u.client_id = ?1 OR u.client_id IN ("+companies+")", map[string]string{
		LinkRegistration: companies, LinkListingApproval: "SELECT l.id FROM listing l WHERE l.institution_id = ?1",
		LinkOwnerConsent: "SELECT n.id FROM negotiation n WHERE n.sf_id = ?1 OR n.bf_id = ?1",
	})
}

// EndCompany does the same for one company. After a trial that is over, its registration link stays
// valid: with it the company can still become a full buyer.
func (t *Tx) EndCompany(id, reason string, isTrialOver bool) error {
	keys := map[string]string{LinkRegistration: "SELECT ?1"}
	if isTrialOver {
		keys = nil
	}
	return t.endClients(id, reason, "SELECT u.id FROM user u WHERE u.client_type IN ("+codeClientBuyer+", "+codeClientSeller+
		") AND u.client_id = ?1", keys)
}

// endClients ends the sessions and links of the users that an SQL query on ?1 selects, and the links
// of some more subjects.
func (t *Tx) endClients(id, reason, users string, keys map[string]string) error {
	for _, table := range []string{"sign_in_ticket", "trusted_device", "calendar_feed"} {
		if _, err := t.exec("DELETE FROM "+table+" WHERE user_id IN ("+users+")", id); err != nil {
			return err
		}
	}
	if _, err := t.exec("UPDATE session SET revoked = ?2, revoke_reason = ?3 WHERE revoked IS NULL AND user_id IN ("+users+")", id,
		ms(t.now), reason); err != nil {
		return err
	}
	if _, err := t.exec("UPDATE outbox SET state = "+codeMailDead+", body = NULL, error = ?2 WHERE state = "+codeMailWaiting+" AND user_id IN ("+users+")", id,
		MailWithdrawn); err != nil {
		return err
	}
	all := map[string]string{LinkPassword: users, LinkDirectory: users}
	maps.Copy(all, keys)
	for _, kind := range sortedKeys(all) {
		subjects := all[kind]
		if _, err := t.exec("UPDATE link_key SET revoked = ?2, revoke_reason = ?3 WHERE used IS NULL AND revoked IS NULL AND kind = ?4 AND "+
			"subject_id IN ("+subjects+")", id, ms(t.now), reason, kind); err != nil {
			return err
		}
	}
	return nil
}

type institutionNamesKey struct{}

// InstitutionNames maps ids to short names (the full name where there is none). The map is shared
// and must not be changed.
func (q *Q) InstitutionNames() (map[string]string, error) {
	return Keep(q, institutionNamesKey{}, func() (Kept[map[string]string], error) {
		out := map[string]string{}
		err := q.each(func(r *sql.Rows) error {
			var id, name string
			if err := r.Scan(&id, &name); err != nil {
				return err
			}
			out[id] = name
			return nil
		}, "SELECT id, CASE short_name WHEN '' THEN name ELSE short_name END FROM institution")
		return Kept[map[string]string]{out, []Source{OfNetwork()}, 150 * len(out)}, err
	})
}

// CreateInstitution writes a new member.
func (t *Tx) CreateInstitution(i *Institution, by string) error {
	if i.ID == "" {
		i.ID = NewID()
	}
	t.touch(&i.Stamp, by)
	return insert(t, "institution", i)
}

// UpdateInstitution writes an institution as the caller saw it; ErrStale.
func (t *Tx) UpdateInstitution(i *Institution, by string) error {
	seen := i.Version
	t.touch(&i.Stamp, by)
	return update(t, "institution", i, "id = ? AND version = ?", i.ID, seen)
}

// InstitutionNumber is the small number of an institution's row.
func (q *Q) InstitutionNumber(id string) (uint32, error) {
	return Keep(q, institutionNumberKey{id}, func() (Kept[uint32], error) {
		var n uint32
		err := q.scan1([]any{&n}, "SELECT seq FROM institution WHERE id = ?", id)
		return Kept[uint32]{n, []Source{OfNetwork()}, 8}, err
	})
}

type institutionNumberKey struct{ id string }
