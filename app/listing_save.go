package app

import "tsunagu/store"

func (a *App) saveListingOverview(tx *store.Tx, by actor, in *listingOverviewInput) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) saveListingDetails(tx *store.Tx, by actor, in *listingDetailsInput) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) changeAudience(tx *store.Tx, by actor, in *listingAudienceInput) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) changePeriod(tx *store.Tx, by actor, in *listingPeriodInput) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) changeSuspension(tx *store.Tx, by actor, in *listingSuspensionInput) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) disableListing(tx *store.Tx, by actor, in *listingMoveInput) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) restoreListing(tx *store.Tx, by actor, in *listingMoveInput) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) concludeOutside(tx *store.Tx, by actor, in *listingMoveInput) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) listingHistory(q *store.Q, by actor, id string) (*listingHistory, error) {
	return nil, errNotAvailable
}
func (a *App) disclosureLedger(q *store.Q, by actor, id string) (*disclosureLedger, error) {
	return nil, errNotAvailable
}
