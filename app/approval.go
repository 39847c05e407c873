package app

import (
	"github.com/danielgtaylor/huma/v2"

	"tsunagu/store"
)

// paperFields are the fields of a paper approval's form.
type paperFields struct {
	SellerBusinessID string        `form:"sellerBusinessId" required:"true"`
	Version          int           `form:"version" required:"false"`
	Justifications   string        `form:"justifications" required:"false" doc:"JSON"`
	File             huma.FormFile `form:"file" required:"true"`
}

func (a *App) approvalState(q *store.Q, by actor, id string) (*approvalState, error) {
	return nil, errNotAvailable
}
func (a *App) checkAnonymity(q *store.Q, by actor, in *anonymityInput) (*anonymityReport, error) {
	return nil, errNotAvailable
}
func (a *App) sendApprovalRequest(tx *store.Tx, by actor, in *approvalRequestInput) (*approvalRequested, error) {
	return nil, errNotAvailable
}
func (a *App) approvalByKey(tx *store.Tx, by actor, in *approvalKeyInput) (*approvalSheet, error) {
	return nil, errNotAvailable
}
func (a *App) approveByKey(tx *store.Tx, by actor, in *approvalDecisionInput) (*approvalDecided, error) {
	return nil, errNotAvailable
}
func (a *App) requestPaperApproval(tx *store.Tx, by actor, in *paperFields, f *store.File) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) confirmPaperApproval(tx *store.Tx, by actor, in *paperConfirmInput) (*SavedListing, error) {
	return nil, errNotAvailable
}
func (a *App) paperApproval(tx *store.Tx, by actor, id string) (*store.File, error) {
	return nil, errNotAvailable
}
func (r *request) byLink(f func(*store.Tx) error) error { return r.write(f) }
