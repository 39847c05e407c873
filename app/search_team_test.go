package app_test

import (
	"tsunagu/app/demo"
	"tsunagu/store"
)

// at is a viewer of an institution: of all it has, or of a team's where it shows records to these alone.
func (w *searchWorld) at(institution, user string) store.Viewer {
	if institution == w.working[0] && w.chance(2) {
		return demo.One(w.r, w.teams)
	}
	return store.Viewer{UserID: user, InstitutionID: institution}
}

// anybody is somebody who searches; teams often do.
func (w *searchWorld) anybody() store.Viewer {
	if w.chance(4) {
		return demo.One(w.r, w.teams)
	}
	return demo.One(w.r, w.viewers)
}

// moveTeam changes who is in the team of a company, or in charge of a listing.
func (w *searchWorld) moveTeam(tx *store.Tx, c *store.Company, l *store.Listing) error {
	of := demo.One(w.r, w.teams)
	switch w.r.IntN(3) {
	case 0:
		return tx.AddTeamMember(c.ID, of.UserID, store.TeamRole(2+w.r.IntN(2)), "")
	case 1:
		_, err := tx.RemoveTeamMember(c.ID, of.UserID)
		return err
	}
	if l.InstitutionID != of.InstitutionID {
		return nil
	}
	return tx.SetPersonsInCharge(of, store.InChargeOfListing, l.Seq, demo.One(w.r, []string{"", of.UserID}), nil)
}

// person adds a user of a bank, who searches himself where he sees what his teams have alone.
func (w *searchWorld) person(q *store.Q, institution, id string) error {
	w.persons = append(w.persons, id)
	team, err := q.Team(id, institution)
	if err == nil && team != "" {
		of := store.Viewer{UserID: id, InstitutionID: institution, Team: team}
		w.teams, w.viewers = append(w.teams, of), append(w.viewers, of)
	}
	return err
}

// clientsOf are the institutions or companies of users.
func clientsOf(q *store.Q, logins ...string) (ids []string, err error) {
	for _, login := range logins {
		u, err := q.UserByLogin(login)
		if err != nil {
			return nil, err
		}
		ids = append(ids, u.ClientID)
	}
	return ids, nil
}
