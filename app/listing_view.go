package app

import "tsunagu/store"

func (a *App) listingOverview(q *store.Q, tx *store.Tx, by actor, id, buyerID string) (*listingOverview, error) {
	return nil, errNotAvailable
}
func (a *App) listingDetails(q *store.Q, tx *store.Tx, by actor, id, buyerID string) (*listingDetails, error) {
	return nil, errNotAvailable
}
func (a *App) listingPreview(q *store.Q, by actor, id string) (*approvalSheet, error) {
	return nil, errNotAvailable
}
func (r *request) view(f func(q *store.Q, tx *store.Tx) error) error {
	return r.write(func(tx *store.Tx) error { return f(&tx.Q, tx) })
}
