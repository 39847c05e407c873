package store

// Codes of app/deal by name, for the store's SQL, so that a query says what it means: "l.status = " +
// codeListingShowing. They are text constants: the compiler joins them, so the query's text, which is the cache
// key of its statement, is the same as with literal numbers. TestCodesAreThoseOfDeal compares them with
// app/deal, which the store does not import.
const (
	codeListingUnapproved    = "0"
	codeListingShowing       = "1"
	codeListingConcluded     = "2"
	codeListingRemand        = "4"
	codeListingOutsidePeriod = "5"

	codeDutyListedBuyer = "4"
	codeDutyContactStop = "11"
	codeDutyAftercare   = "13"
	codeDutyBuyerReport = "14"

	codeNegotiationNone       = "0"
	codeNegotiationAnonymous  = "1"
	codeSellerAgreed          = "2"
	codeNegotiationHope       = "2"
	codeNegotiationRealName   = "3"
	codeNegotiationConditions = "4"
	codeNegotiationSigned     = "5"
	codeNegotiationBroken     = "9"

	codeInterestNotInterested = "1"
	codeInterestInterested    = "2"

	codeOfferNone    = "0"
	codeOfferWaiting = "1"
	codeOfferSent    = "2"
	codeOfferOpened  = "3"

	codeFinancingConsulted = "2"
	codeFinancingDeclined  = "8"

	codeCompanyEnabled  = "1"
	codeCompanyDisabled = "2"

	codeNeedsLiving = "1"

	codeUserUnapproved = "1"
	codeUserEnabled    = "2"
	codeUserBlocked    = "3"

	codeRoleSEL = "1"
	codeRoleBUY = "2"
	codeRoleFIN = "3"

	codeBusinessLending = "2"
	codeRoleFAD         = "4"
	codeRoleADM         = "9"

	codeApproverWaits  = "0"
	codeApproverFormer = "2"

	codeInstitutionRunning = "1"

	codeOriginatorBUY = "1"
	codeOriginatorBF  = "2"
	codeOriginatorSF  = "3"

	codeActionClick = "2"

	codeHeldWaiting  = "0"
	codeHeldReturned = "1"
	codeHeldSent     = "2"

	codeMilestoneTopInterview   = "1"
	codeMilestoneIntent         = "2"
	codeMilestoneBasicAgreement = "3"
	codeMilestoneContract       = "6"
	codeMilestoneClosing        = "7"
	codeMilestoneClosed         = "8"

	codeInquiryOpen = "0"

	codeRequestPending  = "0"
	codeRequestRejected = "2"

	codeMessageBUYtoBF = "1"
	codeMessageBFtoSF  = "2"
	codeMessageSystem  = "3"
)

// Codes of the store's own constants: Buyer and Seller, Working and Published, clients of users, states of a
// mail, what an import does with a row.
const (
	codeMailWaiting = "0"
	codeMailSent    = "1"
	codeMailDead    = "2"

	codeImportNew    = "1"
	codeImportChange = "2"

	codeKindBuyer  = "1"
	codeKindSeller = "2"

	codeSideWorking   = "1"
	codeSidePublished = "2"

	codeClientBuyer       = "1"
	codeClientSeller      = "2"
	codeClientInstitution = "3"
)

// Ranges and lists of negotiation.status, written after the column's name. A list must stay a list and not become
// a range: SQLite plans the two differently.
const (
	codesLive          = "BETWEEN " + codeNegotiationAnonymous + " AND " + codeNegotiationConditions // the two sides talk
	codesBegun         = "BETWEEN " + codeNegotiationAnonymous + " AND " + codeNegotiationSigned     // or have signed
	codesBuyerNameOpen = "BETWEEN " + codeNegotiationHope + " AND " + codeNegotiationSigned          // SF knows the buyer
	codesNamesOpen     = "BETWEEN " + codeNegotiationRealName + " AND " + codeNegotiationSigned      // both know each other

	listOfLive = "IN (" + codeNegotiationAnonymous + ", " + codeNegotiationHope + ", " + codeNegotiationRealName + ", " +
		codeNegotiationConditions + ")"
	listOfNamesOpen = "IN (" + codeNegotiationRealName + ", " + codeNegotiationConditions + ", " + codeNegotiationSigned + ")"
)
