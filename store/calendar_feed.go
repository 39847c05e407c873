package store

import "time"

// CalendarFeed is the secret address under which a user's calendar program reads his dates. A user has one at most; it ends
// with his sessions (RevokeSessionsOf).
type CalendarFeed struct {
	UserID   string    `db:"user_id"`
	KeyHash  string    `db:"key_hash"`
	Created  time.Time `db:"created"`
	LastRead time.Time `db:"last_read"` // zero before the first time
}

// CalendarFeed is a user's; ErrNotFound.
func (q *Q) CalendarFeed(userID string) (*CalendarFeed, error) {
	return get[CalendarFeed](q, "SELECT "+names[CalendarFeed]("f")+" FROM calendar_feed f WHERE f.user_id = ?", userID)
}

// CalendarFeedOf is the one with a key; ErrNotFound.
func (q *Q) CalendarFeedOf(keyHash string) (*CalendarFeed, error) {
	return get[CalendarFeed](q, "SELECT "+names[CalendarFeed]("f")+" FROM calendar_feed f WHERE f.key_hash = ?", keyHash)
}

// MakeCalendarFeed gives a user a new address in place of the one before.
func (t *Tx) MakeCalendarFeed(userID, keyHash string) error {
	if err := t.EndCalendarFeed(userID); err != nil {
		return err
	}
	return insert(t, "calendar_feed", &CalendarFeed{UserID: userID, KeyHash: keyHash, Created: t.now})
}

// EndCalendarFeed ends a user's address, if he has one.
func (t *Tx) EndCalendarFeed(userID string) error {
	_, err := t.exec("DELETE FROM calendar_feed WHERE user_id = ?", userID)
	return err
}

// SeeCalendarFeed notes that the address was read; the caller does so at most once an hour.
func (t *Tx) SeeCalendarFeed(userID string) error {
	_, err := t.exec("UPDATE calendar_feed SET last_read = ? WHERE user_id = ?", ms(t.now), userID)
	return err
}

// ListingEnd is the end of a listing's published period.
type ListingEnd struct {
	ListingID string `db:"id"`
	DueDate   string `db:"due_date"` // YYYY-MM-DD
}

// RunningPeriods are those of the viewer's own published listings that have not ended.
func (q *Q) RunningPeriods(v Viewer) ([]ListingEnd, error) {
	return list[ListingEnd](q, "SELECT l.id, p.due_date FROM listing l JOIN listing_content p ON p.listing_id = l.id AND p.side = "+
		codeSidePublished+" WHERE "+v.ownListing()+" AND l.status = "+codeListingShowing+" AND p.due_date >= ? ORDER BY l.seq",
		v.InstitutionID, q.Today())
}
