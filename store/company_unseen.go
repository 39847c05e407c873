package store

import (
	"database/sql"
	"fmt"
	"time"
)

// In an institution that shows records to their teams alone (team.md 2), a company of another team must not come to be a second
// time: the queries here find it for the rule that refuses it, and for nothing that a user reads.

// isUnseenCompany is true for rows of `c` in the charge of the viewer's institution (?) that he may not know of. Whoever may look at a
// company sees it, whatever he does.
func (v Viewer) isUnseenCompany() string {
	v.Part = PartLooks
	return "c.institution_id = ? AND NOT (1" + v.reach(InChargeOfCompany, "c.seq") + ")"
}

// isNotOwnCompany is the contrary of ownCompany.
func (v Viewer) isNotOwnCompany() string {
	if v.Team == "" {
		return "c.institution_id <> ?"
	}
	return "NOT (" + v.ownCompany() + ")"
}

// UnseenCompany is the id of a company of a kind with this 法人番号 or this 顧客番号 that the viewer's institution has and he may not
// know of; "" for none. A number "" is not compared.
func (q *Q) UnseenCompany(v Viewer, kind int, corporate, customer string) (id string, err error) {
	if v.Team == "" || corporate == "" && customer == "" {
		return "", nil
	}
	err = q.scan1([]any{&id}, "SELECT coalesce(min(x.id), '') FROM (SELECT c.id FROM company_details d CROSS JOIN company c ON "+
		"c.id = d.company_id WHERE d.corporate_registration_number = ? AND d.corporate_registration_number <> '' AND "+
		"c.kind = ? AND "+v.isUnseenCompany()+
		" UNION ALL SELECT c.id FROM company c INDEXED BY company_own_number WHERE c.registration_id = ? AND c.registration_id <> '' AND "+
		"c.kind = ? AND "+v.isUnseenCompany()+") x", corporate, kind, v.InstitutionID, customer, kind, v.InstitutionID)
	return id, err
}

// EachUnseenCompany calls f with each company of a kind that the viewer's institution has and he may not know of, and its 法人番号 and
// 顧客番号, "" for none.
func (q *Q) EachUnseenCompany(v Viewer, kind int, f func(id, corporate, customer string)) error {
	if v.Team == "" {
		return nil
	}
	return q.each(func(r *sql.Rows) error {
		var id, corporate, customer string
		err := r.Scan(&id, &corporate, &customer)
		f(id, corporate, customer)
		return err
	}, "SELECT c.id, coalesce(d.corporate_registration_number, ''), c.registration_id FROM company c LEFT JOIN company_details d ON "+
		"d.company_id = c.id WHERE c.kind = ? AND "+v.isUnseenCompany(), kind, v.InstitutionID)
}

// ReadOnlyCompanies are the numbers (seq) of the companies of a kind that the viewer may look at and not change.
func (q *Q) ReadOnlyCompanies(v Viewer, kind int) (map[uint32]bool, error) {
	out := map[uint32]bool{}
	if v.Team == "" {
		return out, nil
	}
	looks, acts := v, v
	looks.Part, acts.Part = PartLooks, PartActs
	seqs, err := codes[uint32](q, "SELECT c.seq FROM company c WHERE c.kind = ? AND "+looks.ownCompany()+" AND "+acts.isNotOwnCompany(), kind,
		v.InstitutionID, v.InstitutionID)
	for _, seq := range seqs {
		out[seq] = true
	}
	return out, err
}

// IsImportRunning says that an import of companies of a kind is being checked or written in an institution. The writer's connection
// alone knows.
func (t *Tx) IsImportRunning(institutionID string, kind int) (is bool, err error) {
	err = t.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM import_running w WHERE w.institution_id = ? AND w.kind = ?)", institutionID, kind)
	return is, err
}

// HasDone says that the audit has a line of an event by a user about a subject, from a moment on.
func (q *Q) HasDone(event, userID, subjectID string, since time.Time) (is bool, err error) {
	err = q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM audit a WHERE a.subject_id = ? AND a.user_id = ? AND a.event = ? AND a.at > ?)",
		subjectID, userID, event, ms(since))
	return is, err
}

// UnseenError is the error of an import whose rows mean companies that its user may not know of.
type UnseenError struct{ CompanyIDs []string }

func (e *UnseenError) Error() string {
	return fmt.Sprintf("store: an import means %d companies of other teams", len(e.CompanyIDs))
}

// importer is the user of an import as he may write companies now.
func (q *Q) importer(i *CompanyImport) (Viewer, error) {
	team, err := q.Team(i.UserID, i.InstitutionID)
	return Viewer{UserID: i.UserID, InstitutionID: i.InstitutionID, Team: team, Part: PartActs}, err
}

// IsImportOutdated says that an import has read a company of which its user is told no more, or which he may not change any more:
// his institution shows records to their teams alone and he has left this one since.
func (q *Q) IsImportOutdated(i *CompanyImport) (is bool, err error) {
	v, err := q.importer(i)
	if err != nil || v.Team == "" {
		return false, err
	}
	looks := v
	looks.Part = PartLooks
	isLost := looks.isNotOwnCompany()
	args := []any{i.ID, v.InstitutionID}
	if i.State != ImportApplying && i.State != ImportDone {
		isLost += " OR r.action = " + codeImportChange + " AND " + v.isNotOwnCompany()
		args = append(args, v.InstitutionID)
	}
	return is, q.scan1([]any{&is}, "SELECT EXISTS (SELECT 1 FROM company_import_row r CROSS JOIN company c ON c.id = r.c_id WHERE "+
		"r.import_id = ? AND ("+isLost+"))", args...)
}

// checkUnseen is an UnseenError where a row of an import gives a company a number that another team's company has.
func (q *Q) checkUnseen(i *CompanyImport, v Viewer) error {
	if v.Team == "" {
		return nil
	}
	const rows = " AND r.import_id = ? AND r.number > ? AND " + isImported
	ids, err := codes[string](q, "SELECT c.id FROM company_import_row r CROSS JOIN company_details d ON d.corporate_registration_number = "+
		"r.d_corporate_registration_number AND d.corporate_registration_number <> '' CROSS JOIN company c ON c.id = d.company_id WHERE "+
		"c.kind = ? AND "+v.isUnseenCompany()+rows+" AND NOT EXISTS (SELECT 1 FROM company_details o WHERE o.company_id = r.c_id AND "+
		"o.corporate_registration_number = d.corporate_registration_number) UNION SELECT c.id FROM company_import_row r CROSS JOIN company c "+
		"INDEXED BY company_own_number ON c.registration_id = r.c_registration_id AND c.registration_id <> '' WHERE c.kind = ? AND "+
		v.isUnseenCompany()+rows+" AND NOT EXISTS (SELECT 1 FROM company o WHERE o.id = r.c_id AND o.registration_id = c.registration_id)",
		i.Kind, v.InstitutionID, i.ID, i.WrittenTo, i.Kind, v.InstitutionID, i.ID, i.WrittenTo)
	if err == nil && len(ids) > 0 {
		err = &UnseenError{ids}
	}
	return err
}
