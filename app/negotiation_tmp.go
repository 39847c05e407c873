package app

import "tsunagu/store"

func (a *App) partnersByBuyerSide(*store.Q, actor, *partnerQuery) (*partnerList, error) {
	return nil, errInternal
}
func (a *App) partnersBySellerSide(*store.Q, actor, *partnerQuery) (*partnerList, error) {
	return nil, errInternal
}
func (a *App) readNegotiation(*store.Tx, actor, *negotiationQuery) (*negotiation, error) {
	return nil, errInternal
}
func (a *App) agreement(*store.Q) (*confidentialityAgreement, error) { return nil, errInternal }
func (a *App) startNegotiation(*store.Tx, actor, *startInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) expressInterest(*store.Tx, actor, *startInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) updateInterest(*store.Tx, actor, *interestInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) realNameConsent(*store.Tx, actor, *realNameInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) changeStatus(*store.Tx, actor, *statusInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) approveNegotiation(*store.Tx, actor, *approveInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) recordMilestone(*store.Tx, actor, *milestoneInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) updateNextAction(*store.Tx, actor, *nextActionInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) confirmDisposal(*store.Tx, actor, *realNameInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) consent(*store.Tx, actor, *consentInput, *store.File) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) attachPaper(*store.Tx, actor, *paperInput, *store.File) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) cancelPaper(*store.Tx, actor, *paperIDInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) downloadPaper(*store.Tx, actor, string) (*download, error) { return nil, errInternal }
func (a *App) requestOwnerConsent(*store.Tx, actor, *ownerRequestInput) (*ownerRequested, error) {
	return nil, errInternal
}
func (a *App) recordOwnerConsent(*store.Tx, actor, *ownerRecordInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) byOwnerKey(*request, string, string, func(*store.Tx, *store.LinkKey) error) error {
	return errInternal
}
func (a *App) ownerPage(*store.Tx, *store.LinkKey) (*ownerPage, error) { return nil, errInternal }
func (a *App) decideOwnerConsent(*store.Tx, actor, *store.LinkKey, *ownerDecisionInput) (*ownerDecided, error) {
	return nil, errInternal
}
func (a *App) sendOffer(*store.Tx, actor, *offerInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) sendOffers(*store.Tx, actor, *longListOfferInput) (*longListOfferResult, error) {
	return nil, errInternal
}
func (a *App) updateFinancing(*store.Tx, actor, *financingInput) (*movedNegotiation, error) {
	return nil, errInternal
}
func (a *App) searchFinancialSupport(*store.Q, actor, *financialSupportQuery) (*financialSupportList, error) {
	return nil, errInternal
}
func (a *App) messages(*store.Q, actor, string) (*negotiationMessageList, error) {
	return nil, errInternal
}
func (a *App) createMessage(*store.Tx, actor, *messageInput, *store.File) (*sentMessage, error) {
	return nil, errInternal
}
func (a *App) checkMessage(*store.Q, actor, *messageCheckInput) (*messageCheck, error) {
	return nil, errInternal
}
func (a *App) alreadyRead(*store.Tx, actor, *alreadyReadInput) error { return errInternal }
func (a *App) unreadCounts(*store.Q, actor) (*unreadCounts, error)   { return nil, errInternal }
func (a *App) downloadAttachment(*store.Tx, actor, string) (*download, error) {
	return nil, errInternal
}
