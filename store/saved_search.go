package store

import "time"

// SavedSearch is a search that a user has named: its screen, and its conditions as they stand in
// the screen's address. Only this user can see it.
type SavedSearch struct {
	ID      string    `db:"id"`
	UserID  string    `db:"user_id"`
	Screen  string    `db:"screen"`
	Name    string    `db:"name"`
	Query   string    `db:"query"`
	Version int       `db:"version"`
	Created time.Time `db:"created"`
	Used    time.Time `db:"used"` // when it was last chosen; later results count as new
}

// SavedSearches are the viewer's own of a screen, by name.
func (q *Q) SavedSearches(v Viewer, screen string) ([]SavedSearch, error) {
	var w where
	w.add("s.screen = ?", screen)
	q.visibleSavedSearch(v, &w)
	return list[SavedSearch](q, "SELECT "+names[SavedSearch]("s")+" FROM saved_search s WHERE "+w.String()+" ORDER BY s.name, s.id", w.args...)
}

// SavedSearch by id, as far as it is the viewer's own; ErrNotFound.
func (q *Q) SavedSearch(v Viewer, id string) (*SavedSearch, error) {
	var w where
	w.add("s.id = ?", id)
	q.visibleSavedSearch(v, &w)
	return get[SavedSearch](q, "SELECT "+names[SavedSearch]("s")+" FROM saved_search s WHERE "+w.String(), w.args...)
}

// CountSavedSearches is how many the viewer has on all screens.
func (q *Q) CountSavedSearches(v Viewer) (n int, err error) {
	var w where
	q.visibleSavedSearch(v, &w)
	return n, q.scan1([]any{&n}, "SELECT count(*) FROM saved_search s WHERE "+w.String(), w.args...)
}

// CreateSavedSearch writes a new one, which counts as used now.
func (t *Tx) CreateSavedSearch(s *SavedSearch) error {
	s.ID, s.Version, s.Created, s.Used = NewID(), 1, t.now, t.now
	return insert(t, "saved_search", s)
}

// UpdateSavedSearch writes a search as the caller saw it; ErrStale.
func (t *Tx) UpdateSavedSearch(s *SavedSearch) error {
	seen := s.Version
	s.Version++
	return update(t, "saved_search", s, "id = ? AND version = ?", s.ID, seen)
}

// UseSavedSearch records that the search was chosen now. The version stays, so that a change from
// another tab still succeeds.
func (t *Tx) UseSavedSearch(s *SavedSearch) error {
	s.Used = t.now
	return t.execOne("UPDATE saved_search SET used = ? WHERE id = ?", ms(t.now), s.ID)
}

// DeleteSavedSearch removes a search as the caller saw it; ErrStale.
func (t *Tx) DeleteSavedSearch(s *SavedSearch) error {
	return t.execOne("DELETE FROM saved_search WHERE id = ? AND version = ?", s.ID, s.Version)
}
