package store

import (
	"fmt"
	"testing"

	"tsunagu/app/deal"
)

// A code in the store's SQL equals the code of app/deal with the same name. Only this test imports app/deal.
func TestCodesAreThoseOfDeal(t *testing.T) {
	for _, c := range []struct {
		code string
		of   any
	}{
		{codeListingUnapproved, deal.ListingUnapproved}, {codeListingShowing, deal.ListingShowing}, {codeListingConcluded, deal.ListingConcluded},
		{codeListingRemand, deal.ListingRemand}, {codeListingOutsidePeriod, deal.ListingOutsidePeriod},
		{codeDutyListedBuyer, deal.DutyListedBuyer}, {codeDutyContactStop, deal.DutyContactStop},
		{codeDutyAftercare, deal.DutyAftercare},
		{codeDutyBuyerReport, deal.DutyBuyerReport}, {codeSellerAgreed, deal.SellerAgreed},
		{codeNegotiationNone, deal.NegotiationNone}, {codeNegotiationAnonymous, deal.NegotiationAnonymous}, {codeNegotiationHope,
			deal.NegotiationHope},
		{codeNegotiationRealName, deal.NegotiationRealName}, {codeNegotiationConditions, deal.NegotiationConditions},
		{codeNegotiationSigned, deal.NegotiationSigned}, {codeNegotiationBroken, deal.NegotiationBroken},
		{codeInterestNotInterested, deal.InterestNotInterested}, {codeInterestInterested, deal.InterestInterested},
		{codeOfferNone, deal.OfferNone}, {codeOfferWaiting, deal.OfferWaiting}, {codeOfferSent, deal.OfferSent}, {codeOfferOpened,
			deal.OfferOpened},
		{codeFinancingConsulted, deal.FinancingConsulted}, {codeFinancingDeclined, deal.FinancingDeclined},
		{codeCompanyEnabled, deal.CompanyEnabled}, {codeCompanyDisabled, deal.CompanyDisabled},
		{codeUserUnapproved, deal.UserUnapproved}, {codeUserEnabled, deal.UserEnabled}, {codeUserBlocked, deal.UserBlocked},
		{codeRoleSEL, deal.RoleSEL}, {codeRoleBUY, deal.RoleBUY}, {codeRoleFIN, deal.RoleFIN}, {codeRoleFAD, deal.RoleFAD}, {codeRoleADM,
			deal.RoleADM},
		{codeApproverWaits, deal.ApproverWaits}, {codeApproverFormer, deal.ApproverFormer},
		{codeInstitutionRunning, deal.InstitutionRunning},
		{codeMessageBUYtoBF, deal.MessageBUYtoBF}, {codeMessageBFtoSF, deal.MessageBFtoSF}, {codeMessageSystem, deal.MessageSystem},
		{codeOriginatorBUY, deal.OriginatorBUY}, {codeOriginatorBF, deal.OriginatorBF}, {codeOriginatorSF, deal.OriginatorSF},
		{codeActionClick, deal.ActionClick},
		{codeHeldWaiting, deal.HeldWaiting}, {codeHeldReturned, deal.HeldReturned}, {codeHeldSent, deal.HeldSent},
		{codeMilestoneTopInterview, deal.MilestoneTopInterview}, {codeMilestoneContract, deal.MilestoneContract},
		{codeMilestoneClosing, deal.MilestoneClosing}, {codeMilestoneClosed, deal.MilestoneClosed},
		{codeMilestoneIntent, deal.MilestoneIntent}, {codeMilestoneBasicAgreement, deal.MilestoneBasicAgreement},
		{codeRequestPending, deal.RequestPending}, {codeRequestRejected, deal.RequestRejected},
		{codeMailWaiting, MailWaiting}, {codeMailSent, MailSent}, {codeMailDead, MailDead},
		{codeImportNew, ImportNew}, {codeImportChange, ImportChange},
		{codeClientBuyer, deal.ClientBuyer}, {codeClientSeller, deal.ClientSeller},
		{codeKindBuyer, Buyer}, {codeKindSeller, Seller}, {codeSideWorking, Working}, {codeSidePublished, Published},
	} {
		if number := fmt.Sprintf("%d", c.of); number != c.code {
			t.Errorf("%T %v is %s, in SQL %s", c.of, c.of, number, c.code)
		}
	}
	for what, c := range map[string]struct {
		codes string
		is    func(deal.NegotiationStatus) bool
	}{
		"live":       {codesLive, deal.NegotiationStatus.Live},
		"names open": {codesNamesOpen, deal.NegotiationStatus.NamesOpen},
	} {
		var low, high deal.NegotiationStatus
		if _, err := fmt.Sscanf(c.codes, "BETWEEN %d AND %d", &low, &high); err != nil {
			t.Fatal(err)
		}
		for _, s := range deal.NegotiationStatuses() {
			if (s >= low && s <= high) != c.is(s) {
				t.Errorf("%s: %v", what, s)
			}
		}
	}
}
