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
	Used    time.Time `db:"used"`   // when it was last chosen; later results count as new
	Notice  int       `db:"notice"` // how often what is new is mailed (deal.SearchNotice)
	Told    time.Time `db:"told"`   // up to which publication its user was told by mail
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
	s.ID, s.Version, s.Created, s.Used, s.Told = NewID(), 1, t.now, t.now, t.now
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

// NewsSince is from when on a listing is new to the user's mail: he neither used the search since nor was told.
func (s *SavedSearch) NewsSince() time.Time {
	if s.Told.After(s.Used) {
		return s.Told
	}
	return s.Used
}

// TellSavedSearch records up to which publication the user is told. The version stays, as it is no change of his.
func (t *Tx) TellSavedSearch(s *SavedSearch, until time.Time) error {
	s.Told = until
	return t.execOne("UPDATE saved_search SET told = ? WHERE id = ?", ms(until), s.ID)
}

// SavedSearchOf is a saved search for the job that mails what is new; ErrNotFound.
func (q *Q) SavedSearchOf(id string) (*SavedSearch, error) {
	return get[SavedSearch](q, "SELECT "+names[SavedSearch]("s")+" FROM saved_search s WHERE s.id = ?", id)
}

// SearchToTell is a saved search of which its user may be told.
type SearchToTell struct {
	ID     string `db:"id"`
	UserID string `db:"user_id"`
}

// StopSearchNotices ends the mails of all of a user's searches, and answers how many it ended.
func (t *Tx) StopSearchNotices(userID string) (int64, error) {
	return t.exec("UPDATE saved_search SET notice = 0, version = version + 1 WHERE user_id = ? AND notice <> 0", userID)
}

// SearchesToTell are the searches of a screen that are mailed as often as asked, whose users receive mails, and since
// whose last use and mail something was published at the given moment or before: those of one user are neighbours.
func (q *Q) SearchesToTell(screen string, notice int, published time.Time) ([]SearchToTell, error) {
	return list[SearchToTell](q, "SELECT "+names[SearchToTell]("s")+" FROM saved_search s JOIN user u ON u.id = s.user_id "+
		"WHERE s.notice = ? AND s.screen = ? AND "+
		"max(s.used, s.told) < ? AND u.status = "+codeUserEnabled+" AND u.regist_send_mail = 1 "+
		"ORDER BY s.user_id, s.id", notice, screen, ms(published))
}

// NewestPublication is when the newest of the listings was published that are on the market and were published until
// a moment; zero for none.
func (q *Q) NewestPublication(until time.Time) (at time.Time, err error) {
	err = q.scan1([]any{timeColumn{&at}}, "SELECT (SELECT l.published_at FROM listing l WHERE l.status = "+codeListingShowing+
		" AND l.published_at <= ? ORDER BY l.published_at DESC LIMIT 1)", ms(until))
	return at, err
}

// DeleteSavedSearch removes a search as the caller saw it; ErrStale.
func (t *Tx) DeleteSavedSearch(s *SavedSearch) error {
	return t.execOne("DELETE FROM saved_search WHERE id = ? AND version = ?", s.ID, s.Version)
}
