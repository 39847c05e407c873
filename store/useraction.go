package store

// AddUserAction records what a user did with a listing ("" for a sign-in); codes of app/deal
// (SPEC.md 3 Action type).
func (t *Tx) AddUserAction(userID, listingID string, action, route int) error {
	var listing any
	if listingID != "" {
		listing = listingID
	}
	_, err := t.exec("INSERT INTO user_action (user_id, listing_id, action_type, route_type, at) VALUES (?, ?, ?, ?, ?)", userID, listing,
		action, route, ms(t.now))
	return err
}
