package app_test

import (
	"maps"
	"net/url"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/score"
	"tsunagu/app/web"
)

// probe is one way of making a call on a record: of names the kind of objects whose ids it uses,
// set names the callers who are allowed. A probe without objects is a call without a record.
type probe struct {
	of, set string
	query   func(x *probing) url.Values
	body    func(x *probing) map[string]any
	form    bool
}

// probing is one call being made: the caller, the record, the state of the world.
type probing struct {
	w      *accessWorld
	p      *apptest.Platform
	caller string
	id     string
}

var plain = []probe{{}}

func of(noun, set, param string, more ...string) []probe {
	return []probe{{of: noun, set: set, query: idIn(param, more...)}}
}

// accessRows says for every call how its ids are filled in and who is allowed. A call that is
// missing here fails the test.
var accessRows = func() map[string][]probe {
	rows := map[string][]probe{}
	add := func(p []probe, calls ...string) {
		for _, c := range calls {
			rows[c] = p
		}
	}
	// Calls without a record.
	add(plain, "GET /api/Address/GetAddressByPostalCode", "GET /api/Address/GetCitiesList", "GET /api/Address/GetPrefecturesList",
		"GET /api/Address/GetTownsList", "GET /api/BussinessType/GetBusinessTypes",
		"GET /api/Demo/GetLogins", "GET /api/Demo/GetMails", "GET /api/Item/GetAcquisitionPriceItem", "GET /api/Item/GetAnnualSalesItem",
		"GET /api/Item/GetAnnualSalesSearchItem",
		"GET /api/Item/GetEnumerations", "GET /api/Item/GetFinancialInstitutionsList", "GET /api/Item/GetItems", "GET /api/Item/GetMAndAItem",
		"GET /api/Item/GetOperatingProfitItem", "GET /api/Item/GetPeoplesItem",
		"GET /api/Item/GetQuestionnaireList", "GET /api/Item/GetSalesPriceToItem", "GET /api/Item/GetSingleAmountItem",
		"GET /api/Item/GetWillingnessToSellItem", "GET /api/NumberToDisplay/GetNumberOfSellerBusiness",
		"GET /api/Public/GetFaqList", "GET /api/Public/GetNetwork", "GET /api/Topics/GetTopics",
		"GET /api/SellerBusiness/GetConfidentialityAgreement", "GET /api/BuyerNegotiation/GetUnreadCounts", "POST /logout",
		"POST /office/logout", "GET /api/Account/GetDraftKey", "GET /api/Account/GetProofWays", "GET /api/Office/GetProofWays",
		"GET /api/Financial/RestFinancial", "GET /api/SellerBusiness/SearchSellerBusinessAsync", "GET /api/MyPage/GetDesk",
		"GET /api/SellerBusiness/GetRegionFigures", "GET /api/SellerCompany/SearchCompanyAsync",
		"GET /api/BuyerNegotiation/PartnerListByBuyerFinancial", "GET /api/BuyerNegotiation/PartnerListBySellerFinancial",
		"GET /api/BuyerCompany/SearchFinancialSupport", "GET /api/SellerBusiness/OfferToSellerBusinessList",
		"GET /api/Office/GetMe", "GET /api/Office/GetCodes", "GET /api/Office/GetSummary", "GET /api/Office/GetSettings",
		"GET /api/Office/GetFirstSteps",
		"GET /api/Office/GetTextList", "GET /api/Office/GetMailServer", "GET /api/Office/GetScoreWeights", "GET /api/Office/GetPeriods",
		"GET /api/Office/GetSettingChangeList", "GET /api/Public/GetLogo", "GET /api/Office/GetTopicList", "GET /api/Office/GetFaqList",
		"GET /api/Office/GetInquiryList",
		"GET /api/Office/GetMailList", "GET /api/Office/GetJobList", "GET /api/Office/GetJobRunList", "GET /api/Office/GetGuide",
		"GET /api/Office/GetBackupList", "POST /api/Office/ConfirmClock", "GET /api/Office/GetAccountRequestList",
		"GET /api/Office/GetInstitutionList", "GET /api/Office/GetSellerBusinessList", "GET /api/Office/GetCompanyList",
		"GET /api/Office/GetBreakGlassList", "GET /api/Inquiry/GetInquiryList", "GET /api/Office/GetMonthEnd", "GET /api/Office/ExportMonthEnd",
		"GET /api/Office/ExportInstitutionList", "GET /api/Office/ExportAccountRequestList", "GET /api/Office/ExportInquiryList",
		"GET /api/Office/ExportMailList", "GET /api/Office/ExportSellerBusinessList", "GET /api/Report/ExportUserList")
	add([]probe{{query: fixed("word", "N-00000000")}}, "GET /api/Office/GetNameReaders")
	add([]probe{{query: fixed("audience", "0")}}, "GET /api/Office/GetTopicReach")
	add([]probe{{query: fixed("word", "の")}}, "GET /api/MyPage/Find")
	add([]probe{{query: fixed("word", "N-00000000")}}, "GET /api/Office/Find")
	add([]probe{{query: fixed("kind", "privacy")}}, "GET /api/Public/GetText")
	add([]probe{{body: body(map[string]any{})}}, "POST /api/Office/SaveLogo")
	add([]probe{{body: body(map[string]any{"step": "mail", "isDismissed": true, "reason": "招待状で進めるため"})}},
		"POST /api/Office/DecideFirstStep")
	var weights []map[string]any
	for _, i := range (score.Weights{}).Items() {
		weights = append(weights, map[string]any{"item": i.Key, "weight": i.Max})
	}
	add([]probe{{body: body(map[string]any{})}}, "POST /api/Office/SendTestMail")
	add([]probe{{body: body(map[string]any{"version": 77, "weightList": weights})}}, "PUT /api/Office/UpdateScoreWeights")
	var periods []map[string]any
	for _, r := range deal.TermRules() {
		periods = append(periods, map[string]any{"key": r.Key, "value": r.Standard})
	}
	add([]probe{{body: body(map[string]any{"version": 77, "periodList": periods})}}, "PUT /api/Office/UpdatePeriods")
	add([]probe{{query: fixed("kind", "privacy", "version", "1")}}, "GET /api/Office/GetTextVersion")
	add([]probe{{body: body(map[string]any{"body": "# 見出し"})}}, "POST /api/Office/PreviewText")
	inquiry := map[string]any{"kind": 1, "name": "山田 太郎", "mailAddress": "taro@example.jp", "body": "教えてください。"}
	add([]probe{{body: body(inquiry)}}, "POST /api/Public/CheckInquiry", "POST /api/Public/SendInquiry")
	add([]probe{{body: body(map[string]any{})}}, "POST /api/AccountRequest/CheckAccountRequest",
		"POST /api/AccountRequest/RegistAccountRequest")
	add([]probe{{}}, "POST /token", "POST /office/token") // these take a form; without one they are failed sign-ins
	add([]probe{{body: body(map[string]any{"mailAddress": "nobody@example.jp"})}}, "POST /initializePassword")
	for _, path := range []string{company.BankUsers.Path, company.BuyerUsers.Path, web.OfficePath} {
		add(plain, "GET "+path+"GetSignIns")
		add([]probe{{body: body(map[string]any{})}}, "POST "+path+"EndSignIn")
		if path == company.BuyerUsers.Path {
			continue
		}
		add(plain, "GET "+path+"GetSecondStep", "POST "+path+"StartSecondStep")
		add([]probe{{body: body(map[string]any{"deviceId": "x"})}}, "POST "+path+"ForgetDevice")
		add([]probe{{body: body(map[string]any{"password": "x", "code": "y"})}}, "POST "+path+"ConfirmSecondStep",
			"POST "+path+"RenewRecoveryCodes", "POST "+path+"EndSecondStep")
	}
	add([]probe{{body: body(map[string]any{"password": apptest.TestPassword})}}, "POST /api/Account/Prove", "POST /api/Office/Prove")
	add([]probe{{body: body(map[string]any{"password": "x", "newPassword": "y"})}}, "PUT /api/FinancialUser/ChangeUserPassword",
		"PUT /api/BuyerCompanyUser/ChangeUserPassword", "PUT /api/Office/ChangeUserPassword")
	key := map[string]any{"key": "AAAA", "passcode": "12345678", "password": "Tsunagu-test2", "isApproval": true, "name": "x", "userName": "x",
		"networkName": "x", "loginId": "x@example.jp"}
	keyed := func(fields ...string) []probe {
		b := map[string]any{}
		for _, f := range fields {
			b[f] = key[f]
		}
		return []probe{{body: body(b)}}
	}
	add(plain, "GET /api/Calendar/GetCalendarFeed", "POST /api/Calendar/MakeCalendarFeed", "POST /api/Calendar/EndCalendarFeed")
	add([]probe{{query: func(*probing) url.Values { return url.Values{"key": {"AAAA"}} }}}, "GET /api/Calendar/GetCalendar")
	addPersons(add)
	addPasskeys(add)
	addLending(add)
	addActivities(add)
	add(keyed("key"), "POST /api/Public/GetPasswordKey", "POST /api/Public/GetSetupKey", "POST /api/Public/GetInquiryByKey")
	add([]probe{{body: body(map[string]any{"key": "AAAA", "body": "返信"})}}, "POST /api/Public/ReplyInquiryByKey")
	add(keyed("key", "password"), "POST /api/Public/SetPasswordByKey")
	add(keyed("key", "password", "networkName", "loginId", "userName"), "POST /api/Public/Setup")
	add(keyed("key", "passcode"), "POST /api/SellerBusiness/GetApprovalByKey", "POST /api/BuyerNegotiation/GetOwnerConsentByKey")
	add(keyed("key", "passcode", "isApproval", "name"), "POST /api/SellerBusiness/ApproveByKey")
	add(keyed("key", "passcode", "isApproval", "userName"), "POST /api/BuyerNegotiation/DecideOwnerConsentByKey")

	registration := map[string]any{"key": "AAAA", "overview": apptest.RegistrationOverviewBody,
		"details": apptest.RegistrationDetailsBody("株式会社 登録"), "user": apptest.RegistrationUserBody("x@example.jp")}
	add(keyed("key"), "POST /api/Public/GetRegistrationByKey")
	add([]probe{{body: body(registration)}}, "POST /api/Public/CheckRegistrationByKey")
	add([]probe{{body: body(apptest.With(registration, map[string]any{"termsVersion": 1, "declarationVersion": 1}))}},
		"POST /api/Public/RegistBuyerCompanyByKey")
	add(of("registration", "bank", "companyId"), "GET /api/BuyerCompany/GetRegistration")

	// Listings.
	add([]probe{{of: "listing", set: "see", query: idIn("sellerBusinessId")},
		{of: "buyer", set: "maintain", query: func(x *probing) url.Values {
			return url.Values{"sellerBusinessId": {x.w.Listing}, "companyId": {x.id}}
		}}}, "GET /api/SellerBusiness/GetSellerBusinessOverViewAsync", "GET /api/SellerBusiness/GetSellerBusinessDetailsAsync")
	add(of("listing", "charge", "sellerBusinessId"), "GET /api/SellerBusiness/GetSellerBusinessPreview",
		"GET /api/SellerBusiness/GetSellerBusinessHistory", "GET /api/SellerBusiness/GetDisclosureLedger",
		"GET /api/SellerBusiness/GetApproaches", "GET /api/SellerBusiness/IsSellerBusinessApprovedData",
		"GET /api/SellerBusiness/GetApprovalDelivery")
	add([]probe{{of: "listing", set: "charge", body: bodyID("sellerBusinessId", map[string]any{"letterId": "x"})}},
		"POST /api/SellerBusiness/DrawApprovalPasscode")
	add(of("listing", "paper", "sellerBusinessId"), "GET /api/SellerBusiness/DownloadPaperApproval")
	rows["GET /api/SellerBusiness/SearchSellerBusinessAsync"] = []probe{{}, {of: "listing", set: "listed", query: idIn("sellerBusinessId")},
		{of: "seller", set: "charge", query: idIn("companyId")}, {of: "buyer", set: "maintain", query: idIn("buyerCompanyId")}}
	rows["GET /api/SellerBusiness/OfferToSellerBusinessList"] = []probe{{}, {of: "buyer", set: "maintain", query: idIn("companyId")}}
	add(onListing(apptest.ListingOverviewBody), "POST /api/SellerBusiness/CreateUpdateSellerBusinessOverviewAsync")
	rows["POST /api/SellerBusiness/CreateUpdateSellerBusinessOverviewAsync"] = append(onListing(apptest.ListingOverviewBody),
		probe{of: "seller", set: "charge", body: bodyID("companyId", apptest.ListingOverviewBody)})
	add(onListing(apptest.ListingDetailsBody), "POST /api/SellerBusiness/CreateUpdateSellerBusinessDetailsAsync")
	add(onListing(map[string]any{"isRest": true, "restFinancial": []string{}}), "POST /api/SellerBusiness/ChangeAudience")
	add(onListing(map[string]any{"dueDate": "2027-01-31"}), "POST /api/SellerBusiness/ChangePeriod")
	add(onListing(map[string]any{"isStopped": true}), "POST /api/SellerBusiness/ChangeSuspension")
	add(onListing(map[string]any{"comment": "理由"}), "POST /api/SellerBusiness/DisableSellerBusiness",
		"POST /api/SellerBusiness/RestoreSellerBusiness", "POST /api/SellerBusiness/ConcludeOutside")
	add(onListing(map[string]any{}), "POST /api/SellerBusiness/ConfirmPaperApproval")
	add(onListing(map[string]any{"ppapMailaddress": "second@example.jp"}), "POST /api/SellerBusiness/SendApprovalRequest")
	paper := onListing(map[string]any{})
	paper[0].form = true
	add(paper, "POST /api/SellerBusiness/RequestPaperApproval")
	texts := map[string]any{"texts": map[string]string{"description": "東海の会社です。"}}
	add([]probe{{of: "listing", set: "charge", body: bodyID("sellerBusinessId", texts)},
		{of: "seller", set: "charge", body: bodyID("companyId", texts)}}, "POST /api/SellerBusiness/CheckAnonymity")
	add([]probe{{of: "listing", set: "see", body: bodyID("sellerBusinessId", map[string]any{"actionTypes": 2})}},
		"POST /api/UserAction/Regist")

	// Negotiations.
	rows["GET /api/BuyerNegotiation/PartnerListByBuyerFinancial"] = []probe{{}, {of: "listing", set: "rows", query: idIn("sellerBusinessId")},
		{of: "buyer", set: "rows", query: idIn("companyId")}}
	rows["GET /api/BuyerNegotiation/PartnerListBySellerFinancial"] = []probe{{},
		{of: "listing", set: "sfRows", query: idIn("sellerBusinessId")}, {of: "buyer", set: "sfRows", query: idIn("companyId")}}
	rows["GET /api/BuyerCompany/SearchFinancialSupport"] = []probe{{}, {of: "listing", set: "bfRows", query: idIn("sellerBusinessId")}}
	add([]probe{{of: "negotiation", set: "party", query: idIn("buyerNegotiationId")},
		{of: "listing", set: "own", query: func(x *probing) url.Values {
			return url.Values{"sellerBusinessId": {x.id}, "companyId": {x.company()}}
		}}, {of: "buyer", set: "maintain", query: func(x *probing) url.Values {
			return url.Values{"sellerBusinessId": {x.w.Listing}, "companyId": {x.id}}
		}}}, "GET /api/BuyerNegotiation/GetBuyerNegotiationAsync")
	add(onOwnRow(nil), "POST /api/BuyerNegotiation/StartNegotiation", "POST /api/BuyerNegotiation/CreateBuyerNegotiationByBuyerAsync")
	add(onOwnRow(map[string]any{"interestStatus": 1}), "POST /api/BuyerNegotiation/UpdateBuyerNegotiationInterestStatusAsync")
	add(onOwnRow(map[string]any{"agreementVersion": 1, "agreementHash": "-"}), "POST /api/SellerBusiness/Consent")
	add(onRow("buyer", nil), "POST /api/BuyerNegotiation/RealNameConsent")
	add(onRow("banks", map[string]any{"fromStatus": 3, "status": 9, "endReason": 1}), "POST /api/BuyerNegotiation/NegotiationStatusChange")
	add(onRow("sf", map[string]any{"isApproval": true}), "POST /api/BuyerNegotiation/NegotiationApprove")
	add(onRow("banks", map[string]any{"kind": 1, "date": "2026-12-01"}), "POST /api/BuyerNegotiation/RecordMilestone")
	add(onRow("banks", map[string]any{"proposalIds": []string{"x"}}), "POST /api/BuyerNegotiation/ConfirmMilestone")
	add(onRow("banks", map[string]any{"proposalId": "x", "comment": "x"}), "POST /api/BuyerNegotiation/ReturnMilestone",
		"POST /api/BuyerNegotiation/WithdrawMilestone")
	add(onRow("banks", map[string]any{"date": "2026-12-01"}), "POST /api/BuyerNegotiation/UpdateNextAction")
	add(onRow("bf", nil), "POST /api/BuyerNegotiation/ConfirmDisposal")
	attach := append(onRow("bf", map[string]any{"kind": "realname_consent"}), onRow("sf", map[string]any{"kind": "owner_consent"})...)
	for i := range attach {
		attach[i].form = true
	}
	add(attach, "POST /api/BuyerNegotiation/AttachPaper")
	add([]probe{{of: "paper", set: "own", body: bodyID("paperId", nil)}}, "POST /api/BuyerNegotiation/CancelPaper")
	add(of("paper", "own", "paperId"), "GET /api/BuyerNegotiation/DownloadPaper")
	add(of("negotiation", "agreed", "buyerNegotiationId"), "GET /api/BuyerNegotiation/GetAgreement")
	add(of("negotiation", "agreedOnPaper", "buyerNegotiationId"), "GET /api/BuyerNegotiation/DownloadAgreementPaper")
	add([]probe{{of: "negotiation", set: "sf", body: func(x *probing) map[string]any {
		return map[string]any{"buyerNegotiationId": x.id, "version": x.row(x.id), "userId": x.w.PersonID, "ppapMailaddress": "second@example.jp"}
	}}}, "POST /api/BuyerNegotiation/RequestOwnerConsent")
	add(of("negotiation", "sf", "buyerNegotiationId"), "GET /api/BuyerNegotiation/GetOwnerDelivery")
	add([]probe{{of: "negotiation", set: "sf", body: bodyID("buyerNegotiationId", map[string]any{"letterId": "x"})}},
		"POST /api/BuyerNegotiation/DrawOwnerPasscode")
	add(onRow("sf", map[string]any{"isApproval": false, "comment": "x"}), "POST /api/BuyerNegotiation/RecordOwnerConsent")
	offer := map[string]any{"offerSendStatus": 1, "offerMessage": "ご検討ください。"}
	add(append(onRow("sf", offer), probe{of: "listing", set: "charge", body: func(x *probing) map[string]any {
		return apptest.With(offer, map[string]any{"sellerBusinessId": x.id, "companyId": x.w.candidateOn(x.id)})
	}}, probe{of: "buyer", set: "offerable", body: func(x *probing) map[string]any {
		return apptest.With(offer, map[string]any{"sellerBusinessId": x.w.Listing, "companyId": x.id})
	}}), "POST /api/BuyerNegotiation/UpdateBuyerNegotiationOfferSendStatusAsync")
	many := map[string]any{"offerMessage": "ご検討ください。"}
	add([]probe{{of: "listing", set: "charge", body: func(x *probing) map[string]any {
		return apptest.With(many, map[string]any{"sellerBusinessId": x.id, "companyIds": []string{x.w.candidateOn(x.id)}})
	}}, {of: "buyer", set: "offerable", body: func(x *probing) map[string]any { // one id that is not allowed makes the whole call fail
		return apptest.With(many, map[string]any{"sellerBusinessId": x.w.Listing, "companyIds": []string{x.w.candidateOn(x.w.Listing), x.id}})
	}}}, "POST /api/BuyerNegotiation/LongListOfferSend")
	add(onRow("bf", map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 1}),
		"POST /api/BuyerNegotiation/UpdateFinancialSupportStatus")
	add(of("negotiation", "party", "buyerNegotiationId"), "GET /api/BuyerNegotiation/GetBuyerNegotiationMessageListAsync")
	add([]probe{{of: "negotiation", set: "party", body: func(x *probing) map[string]any { // each caller into his own channel
		kind := 2
		if x.caller[:3] != "fin" {
			kind = 1
		}
		return map[string]any{"buyerNegotiationId": x.id, "messageType": kind, "messageBody": "x"}
	}}}, "POST /api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync")
	add([]probe{{of: "negotiation", set: "party", body: bodyID("buyerNegotiationId", map[string]any{"messageBody": "x"})},
		{of: "listing", set: "charge", body: bodyID("sellerBusinessId", map[string]any{"messageBody": "x"})}},
		"POST /api/BuyerNegotiation/CheckMessage")
	add([]probe{{of: "negotiation", set: "party", body: bodyID("buyerNegotiationId", nil)}}, "POST /api/BuyerNegotiation/AlreadyRead")
	add(of("message", "read", "buyerNegotiationMessageId"), "GET /api/BuyerNegotiation/DownloadAttachedFile")
	rows["GET /api/BuyerNegotiation/GetHeldTexts"] = []probe{{}, {of: "listing", set: "held", query: idIn("sellerBusinessId")},
		{of: "negotiation", set: "held", query: idIn("buyerNegotiationId")}}
	add([]probe{{of: "heldText", set: "own", body: bodyID("heldTextId",
		map[string]any{"version": 1, "isApproval": true, "reason": "面談で合意済みです。"})}}, "POST /api/BuyerNegotiation/DecideHeldText")
	add([]probe{{of: "heldText", set: "own", body: bodyID("heldTextId", map[string]any{"version": 1})}},
		"POST /api/BuyerNegotiation/WithdrawHeldText")
	add(of("heldText", "own", "heldTextId"), "GET /api/BuyerNegotiation/DownloadHeldFile")
	add(onRow("self", map[string]any{"comment": "予算に合いません。"}), "POST /api/BuyerNegotiation/StepBack")

	// Documents. The buyer's side says by which negotiation it reads; writing calls take the current
	// version.
	add(of("listing", "charge", "sellerBusinessId"), "GET /api/Document/GetDocumentList")
	add([]probe{{of: "listing", set: "charge", form: true, body: bodyID("sellerBusinessId", map[string]any{"kind": 1, "title": "資料"})}},
		"POST /api/Document/UploadDocument")
	add([]probe{{of: "document", set: "own", form: true, body: func(x *probing) map[string]any {
		return map[string]any{"documentId": x.id, "version": x.document(), "kind": 1, "title": "資料"}
	}}}, "POST /api/Document/ChangeDocument")
	add([]probe{{of: "document", set: "own", body: bodyID("documentId", map[string]any{"version": 77})}}, "POST /api/Document/DeleteDocument")
	toRow := func(fields map[string]any) []probe {
		return []probe{{of: "document", set: "own", body: func(x *probing) map[string]any {
			f := apptest.With(fields, map[string]any{"documentId": x.id, "buyerNegotiationId": x.w.documentRow[x.id]})
			if fields != nil {
				f["version"] = x.document()
			}
			return f
		}}}
	}
	add(toRow(map[string]any{"isDownload": true}), "POST /api/Document/GrantDocument")
	add(toRow(nil), "POST /api/Document/RevokeDocument")
	add(of("negotiation", "buyer", "buyerNegotiationId"), "GET /api/Document/GetGrantedDocumentList")
	reads := func(x *probing) url.Values {
		return url.Values{"documentId": {x.id}, "buyerNegotiationId": {x.w.documentRow[x.id]}}
	}
	add([]probe{{of: "document", set: "read", query: reads}}, "GET /api/Document/GetDocument", "GET /api/Document/ViewDocument")
	add([]probe{{of: "document", set: "save", query: reads}}, "GET /api/Document/DownloadDocument")
	add([]probe{{of: "document", set: "read", query: func(x *probing) url.Values { // whose viewing it would be is asked after the right
		q := reads(x)
		q.Set("viewing", "x")
		q.Set("page", "1")
		q.Set("width", "960")
		return q
	}}}, "GET /api/Document/ViewDocumentPage")

	// Companies, their users and needs.
	for noun, set := range map[string]string{"Buyer": "maintain", "Seller": "charge"} {
		base, objects, bank := "/api/"+noun+"Company/", "seller", "charge"
		see, details := "charge", "charge"
		if noun == "Buyer" {
			objects, bank, see, details = "buyer", "bank", "see", "named"
		}
		add(of(objects, see, "companyId"), "GET "+base+"GetCompanyOverViewAsync")
		add(of(objects, details, "companyId"), "GET "+base+"GetCompanyDetailsAsync")
		add([]probe{{of: objects, set: set, body: bodyID("companyId", apptest.With(apptest.OverviewBody, map[string]any{"version": 77}))}},
			"POST "+base+"CreateUpdateCompanyOverviewAsync")
		add([]probe{{of: objects, set: set, body: bodyID("companyId",
			apptest.With(apptest.DetailsBody, map[string]any{"version": 77, "companyName": "x"}))}}, "POST "+base+"CreateUpdateCompanyDetailsAsync")
		add([]probe{{body: body(apptest.OverviewBody)}}, "POST "+base+"CheckCompanyOverview")
		add([]probe{{body: body(apptest.With(apptest.DetailsBody, map[string]any{"companyId": "", "companyName": "x"}))}},
			"POST "+base+"CheckCompanyDetails")
		add([]probe{{query: fixed("companyName", "霧晴環境", "prefectureCode", "23")}}, "GET "+base+"CheckCompany")
		add([]probe{{of: objects, set: bank, body: bodyID("companyId", map[string]any{"event": "disable", "expectedStatus": 77})}},
			"PUT "+base+"ChangeCompanyStatus")
		add(of(objects, bank, "companyId"), "GET "+base+"GetCompanyHistory")
	}
	add([]probe{{of: "buyer", set: "bank", body: bodyID("companyId", nil)}}, "PUT /api/BuyerCompany/ReSendCreateMail",
		"POST /api/BuyerCompany/MakeRegistrationLetter")
	add(of("buyer", "bank", "companyId"), "GET /api/BuyerCompany/GetInvitation")
	user := map[string]any{"loginId": "somebody@example.jp", "userName": "新しい 利用者"}
	for noun, kind := range map[string][3]string{"BuyerCompanyUser": {"buyerUser", "buyer", "maintain"},
		"SellerCompanyUser": {"sellerUser", "seller", "charge"}, "FinancialUser": {"bankUser", "institution", "own"}} {
		base := "/api/" + noun + "/"
		add(of(kind[1], kind[2], "clientId"), "GET "+base+"GetUsersList")
		add(of(kind[0], "see", "userId"), "GET "+base+"GetUser")
		add([]probe{{query: fixed("mailAddress", "fin@b.example.jp")}}, "GET "+base+"CheckMailAddress")
		add([]probe{{of: kind[0], set: "see", body: func(x *probing) map[string]any {
			return apptest.With(user, map[string]any{"userId": x.id, "version": x.userVersion(x.id)})
		}}, {of: kind[1], set: kind[2], body: func(x *probing) map[string]any {
			return apptest.With(user, map[string]any{"clientId": x.id, "loginId": x.caller + "-new@example.jp"})
		}}}, "POST "+base+"RegistUser")
		add([]probe{{body: body(user)}}, "POST "+base+"CheckUser")
	}
	add([]probe{{of: "buyerUser", set: "bank", body: bodyID("userId", nil)}}, "PUT /api/BuyerCompanyUser/ReSendInvitation")
	add([]probe{{of: "bankUser", set: "see", body: bodyID("userId", nil)}}, "PUT /api/FinancialUser/ReSendInvitation")
	add([]probe{{of: "buyerUser", set: "bank", body: bodyID("userId", nil)}}, "POST /api/BuyerCompanyUser/MakeLetter")
	add(of("institution", "see", "financialId"), "GET /api/Financial/GetFinancialInfo")
	add([]probe{{of: "institution", set: "own", body: bodyID("financialId", map[string]any{"version": 77})}},
		"POST /api/Financial/RegistFinancial")
	add(of("buyer", "see", "clientId"), "GET /api/Needs/GetNeedsList")
	add(of("needs", "see", "needsId"), "GET /api/Needs/GetNeeds")
	rows["POST /api/Needs/RegistNeeds"] = []probe{{of: "needs", set: "maintain",
		body: bodyID("needsId", apptest.With(apptest.NeedsBody, map[string]any{"version": 77}))},
		{of: "buyer", set: "maintain", body: bodyID("clientId", apptest.NeedsBody)}}
	add([]probe{{of: "needs", set: "maintain", body: bodyID("needsId", apptest.NeedsBody)},
		{of: "buyer", set: "maintain", body: bodyID("clientId", apptest.NeedsBody)}}, "POST /api/Needs/CheckNeeds")
	add([]probe{{of: "needs", set: "maintain", body: bodyID("needsId", map[string]any{"version": 77})}}, "POST /api/Needs/RemoveNeeds")

	rows["GET /api/BuyerCompany/SearchCompanyAsync"] = []probe{{}, {of: "listing", set: "charge", query: idIn("sellerBusinessId")}}
	// The report always contains the caller's own buyers; its content has a test of its own.
	rows["GET /api/BuyerCompanyReport/ExportReport"] = []probe{{}, {of: "listing", set: "charge", query: idIn("sellerBusinessId")},
		{of: "buyer", set: "bank", query: idIn("companyIds")}}

	// The lists as files: as the lists themselves. A listing or company that is not there gives a file without rows.
	const lists = "GET /api/Report/"
	rows[lists+"ExportFinancialSupportList"] = []probe{{}}
	rows[lists+"ExportPartnerList"] = []probe{{}}
	rows[lists+"ExportSellerBusinessList"] = []probe{{}}
	rows[lists+"ExportSellerCompanyList"] = []probe{{}}
	rows[lists+"ExportBuyerCompanyList"] = []probe{{}, {of: "listing", set: "charge", query: idIn("sellerBusinessId")}}

	// Long lists.
	add([]probe{{of: "listing", set: "charge", body: bodyID("sellerBusinessId", nil)}}, "POST /api/BuyerCompany/SearchLongCompany")
	rows["GET /api/BuyerCompany/GetLongListList"] = []probe{{}, {of: "listing", set: "charge", query: idIn("sellerBusinessId")}}
	add(of("longList", "own", "longListId"), "GET /api/BuyerCompany/GetLongList")
	long := map[string]any{"name": "候補"}
	rows["POST /api/BuyerCompany/RegistLongList"] = []probe{{of: "longList", set: "own",
		body: bodyID("longListId", apptest.With(long, map[string]any{"version": 77}))},
		{of: "listing", set: "charge", body: func(x *probing) map[string]any {
			return apptest.With(long, map[string]any{"sellerBusinessId": x.id, "companyIds": []string{x.w.candidateOn(x.id)}})
		}}, {of: "buyer", set: "listed", body: func(x *probing) map[string]any {
			return apptest.With(long, map[string]any{"sellerBusinessId": x.w.Listing, "companyIds": []string{x.w.candidateOn(x.w.Listing), x.id}})
		}}}
	add([]probe{{of: "longList", set: "own", body: bodyID("longListId", map[string]any{"version": 77})}},
		"POST /api/BuyerCompany/DeleteLongList")

	// Saved searches belong to one user; a colleague does not see them.
	search := map[string]any{"area": "seller-business", "name": "条件", "version": 77}
	rows["GET /api/SavedSearch/GetSavedSearchList"] = []probe{{query: fixed("area", "seller-business")},
		{query: fixed("area", "buyer-company")}}
	add([]probe{{body: body(apptest.With(search, map[string]any{"version": 0, "conditions": "isPublic=true"}))},
		{of: "savedSearch", set: "own", body: bodyID("savedSearchId", search)}}, "POST /api/SavedSearch/RegistSavedSearch")
	add([]probe{{of: "savedSearch", set: "own", body: bodyID("savedSearchId", nil)}}, "POST /api/SavedSearch/UseSavedSearch")
	add([]probe{{of: "savedSearch", set: "own", body: bodyID("savedSearchId", map[string]any{"version": 77})}},
		"POST /api/SavedSearch/DeleteSavedSearch")

	// Tables.
	csv := "/api/Csv/"
	rows["GET "+csv+"CsvExportBuyerCompany"] = []probe{{}, {of: "buyer", set: "bank", query: idIn("companyIds")}}
	rows["GET "+csv+"CsvExportSellerCompany"] = []probe{{}, {of: "seller", set: "charge", query: idIn("companyIds")}}
	add(plain, "GET "+csv+"BuyerCompanyTemplate", "GET "+csv+"SellerCompanyTemplate")
	add([]probe{{form: true, body: body(map[string]any{"preview": true})}}, "POST "+csv+"CsvImportBuyerCompany",
		"POST "+csv+"CsvImportSellerCompany")
	add([]probe{{of: "buyer", set: "exported", body: func(x *probing) map[string]any {
		return map[string]any{"companyIds": []string{x.id}}
	}}}, "POST "+csv+"CsvExportLongList")
	add(of("listing", "charge", "sellerBusinessId"), "GET "+csv+"CsvExportDisclosureLedger")
	add([]probe{{query: fixed("companyType", "1")}}, "GET "+csv+"GetLatestImport")
	add(of("import", "own", "importId"), "GET "+csv+"ImportStatus", "GET "+csv+"ImportErrors", "GET "+csv+"ImportErrorRows",
		"GET "+csv+"ImportColumns")
	add([]probe{{of: "import", set: "own", body: bodyID("importId", map[string]any{"columnList": []any{}})}}, "POST "+csv+"MapImport")
	add([]probe{{of: "import", set: "own", body: bodyID("importId", nil)}}, "POST "+csv+"CommitImport", "POST "+csv+"DiscardImport")

	// The office. An administrator has its own institution's users and audit log.
	office := "/api/Office/"
	for _, deed := range []string{"UnlockUser", "DisableUser", "EnableUser", "EndSessions", "ReSendInvitation", "MakeLetter"} {
		add([]probe{{of: "bankUser", set: "managed", body: bodyID("userId", map[string]any{"version": 77})}}, "POST "+office+deed)
	}
	rows["GET "+office+"GetUserList"] = []probe{{}, {of: "institution", set: "users", query: idIn("financialId")}}
	rows["GET "+office+"ExportUserList"] = rows["GET "+office+"GetUserList"]
	rows["GET "+office+"GetAuditList"] = []probe{{}, {of: "institution", set: "users", query: idIn("financialId")},
		{of: "bankUser", set: "audited", query: idIn("userId")}}
	rows["GET "+office+"ExportAuditList"] = rows["GET "+office+"GetAuditList"]
	rows["GET "+office+"GetFigures"] = []probe{{}, {of: "institution", set: "users", query: idIn("financialId")}}
	rows["POST "+office+"RegistUser"] = []probe{{of: "institution", set: "users", body: func(x *probing) map[string]any {
		return map[string]any{"role": 4, "financialId": x.id, "loginId": x.caller + "-new@example.jp", "userName": "新しい 利用者"}
	}}}
	add(of("institution", "office", "financialId"), "GET "+office+"GetInstitution")
	institution := maps.Clone(apptest.AccountRequest())
	delete(institution, "isTermsAccepted")
	for _, field := range []string{"city", "responsibleParsonPosition", "buildingName", "fax", "shortName", "websiteUrl",
		"responsibleParsonDepartment"} {
		if _, ok := institution[field]; !ok {
			institution[field] = ""
		}
	}
	institution["salesRegion"] = []int{6}
	add([]probe{{of: "institution", set: "office", body: bodyID("financialId",
		apptest.With(institution, map[string]any{"version": 77, "reason": "届出"}))}}, "PUT "+office+"UpdateInstitution")
	add([]probe{{of: "institution", set: "office", body: bodyID("financialId",
		map[string]any{"version": 77, "event": "stop", "reason": "届出"})}}, "PUT "+office+"ChangeInstitutionStatus")
	add([]probe{{of: "bankUser", set: "office", body: bodyID("userId",
		map[string]any{"version": 77, "loginId": "other@example.jp", "reason": "届出"})}}, "PUT "+office+"ChangeUserLoginId")
	for _, deed := range []string{"ConfirmApprover", "WithdrawApprover"} {
		add([]probe{{of: "bankUser", set: "managed", body: bodyID("userId", map[string]any{"version": 77, "reason": "面談"})}}, "POST "+office+deed)
	}
	for _, deed := range []string{"ConfirmLoginChange", "RefuseLoginChange"} {
		add([]probe{{of: "bankUser", set: "audited", body: bodyID("userId", map[string]any{"loginId": "x@example.jp", "reason": "電話"})}},
			"POST "+office+deed)
	}
	add([]probe{{}}, "GET "+office+"GetUserTasks", "GET "+office+"GetLoginChangeList")
	disabling := bodyID("companyId", map[string]any{"version": 77, "event": "disable", "reason": "届出"})
	add([]probe{{of: "buyer", set: "office", body: disabling}, {of: "seller", set: "office", body: disabling}},
		"PUT "+office+"ChangeCompanyStatus")
	add([]probe{{of: "listing", set: "office", body: bodyID("sellerBusinessId", map[string]any{"version": 77, "comment": "理由"})}},
		"POST "+office+"StopSellerBusiness", "POST "+office+"ReopenSellerBusiness")
	add([]probe{{of: "buyer", set: "office", body: bodyID("companyId", map[string]any{"version": 77, "financialId": "-", "comment": "理由"})},
		{of: "seller", set: "office", body: bodyID("companyId", map[string]any{"version": 77, "financialId": "-", "comment": "理由"})}},
		"PUT "+office+"ChangeInChargeFinancialInstitution")
	add(plain, "GET "+office+"GetMergerList")
	add(of("merger", "parties", "mergerId"), "GET "+office+"GetMerger")
	add([]probe{{body: body(mergerOf("-", "-"))}}, "POST "+office+"ProposeMerger")
	add([]probe{{of: "merger", set: "parties", body: bodyID("mergerId", map[string]any{"version": 77, "side": 1})}},
		"POST "+office+"ConfirmMerger")
	add([]probe{{of: "merger", set: "parties", body: bodyID("mergerId", map[string]any{"version": 77, "reason": "理由"})}},
		"POST "+office+"WithdrawMerger")
	add(of("request", "office", "accountRequestId"), "GET "+office+"GetAccountRequest")
	add([]probe{{query: fixed("word", "L-00000000")}}, "GET "+office+"GetBreakGlassTargetList")
	glass := func(kind deal.BreakGlassKind) func(x *probing) map[string]any {
		return bodyID("targetId", map[string]any{"kind": kind, "ground": 1, "reason": "理由", "minutes": 60})
	}
	add([]probe{{of: "listing", set: "office", body: glass(deal.BreakGlassListing)},
		{of: "negotiation", set: "office", body: glass(deal.BreakGlassNegotiation)}}, "POST "+office+"RequestBreakGlass")
	add(of("glass", "office", "breakGlassId"), "GET "+office+"GetBreakGlass", "GET "+office+"ReadBreakGlass")
	add([]probe{{of: "glass", set: "office", query: func(x *probing) url.Values {
		return url.Values{"breakGlassId": {x.id}, "fileId": {x.w.glassFile}}
	}}}, "GET "+office+"DownloadBreakGlassFile")
	add([]probe{{of: "glass", set: "office", body: bodyID("breakGlassId", nil)}}, "POST "+office+"ConfirmBreakGlass",
		"POST "+office+"CloseBreakGlass")
	add([]probe{{of: "request", set: "office", body: bodyID("accountRequestId", nil)}}, "POST "+office+"ApproveAccountRequest")
	add([]probe{{of: "request", set: "office", body: bodyID("accountRequestId", map[string]any{"reason": "理由"})}},
		"POST "+office+"RejectAccountRequest")
	add([]probe{{of: "inquiry", set: "office", body: bodyID("inquiryId", map[string]any{"expectedStatus": 0, "status": 0})}},
		"POST "+office+"MarkInquiry")
	add(of("inquiry", "office", "inquiryId"), "GET "+office+"GetInquiry")
	add([]probe{{of: "inquiry", set: "office", body: bodyID("inquiryId", map[string]any{"expectedStatus": 0, "messageCount": 0, "status": 1,
		"body": "回答"})}}, "POST "+office+"AnswerInquiry")
	add(of("inquiry", "sent", "inquiryId"), "GET /api/Inquiry/GetInquiry")
	add([]probe{{of: "inquiry", set: "sent", body: bodyID("inquiryId", nil)}}, "POST /api/Inquiry/MarkRead")
	add([]probe{{of: "inquiry", set: "sent", body: bodyID("inquiryId", map[string]any{"body": "返信"})}}, "POST /api/Inquiry/ReplyInquiry")
	add([]probe{{of: "topic", set: "readers", body: bodyID("topicId", nil)}}, "POST /api/Topics/CloseTopic")
	add(of("seller", "charge", "companyId"), "GET /api/SellerCompany/GetNameReaders", "GET /api/SellerCompany/GetAvoidedCompanies")
	avoidedRows(rows)
	add([]probe{{of: "mail", set: "office", body: bodyID("mailId", nil)}}, "POST "+office+"RetryMail")
	add([]probe{{body: body(map[string]any{})}}, "POST "+office+"RetryAllMail")
	add([]probe{{body: body(map[string]any{"name": "optimize"})}}, "POST "+office+"RunJob")
	add([]probe{{body: body(map[string]any{"recipient": apptest.TestRecipient, "password": apptest.TestPassword})}},
		"PUT "+office+"UpdateBackupKey")
	add([]probe{{body: body(map[string]any{"host": "mail.example.jp", "port": 0, "tls": "starttls", "user": "", "from": "a@example.jp",
		"version": 77, "password": apptest.TestPassword})}}, "PUT "+office+"UpdateMailServer")
	add([]probe{{body: body(map[string]any{"isConfirmed": true, "version": 77, "password": apptest.TestPassword})}},
		"POST "+office+"DecideMailServer")
	add([]probe{{body: body(map[string]any{"name": "tsunagu-20261121T000000Z.tar.age", "password": apptest.TestPassword})}},
		"POST "+office+"DownloadBackup")
	add([]probe{{body: body(map[string]any{"isDropped": true})}}, "POST "+office+"ReleaseMail")
	add([]probe{{body: body(map[string]any{"kind": "nda", "version": 77, "title": "題名", "body": "本文"})}}, "POST "+office+"PublishText")
	add([]probe{{body: body(map[string]any{"networkName": "x", "officeMail": "office@example.jp", "officePhone": "",
		"isAccountRequestEnabled": true, "secondStep": 1, "colour": "", "mailFromName": "", "mailReplyTo": "", "version": 77})}},
		"PUT "+office+"UpdateSettings")
	add([]probe{{of: "topic", set: "office", body: changed(bodyID("topicId",
		map[string]any{"title": "題名", "body": "本文", "startDate": "2026-11-21", "endDate": "", "isPublic": false}))}}, "POST "+office+"SaveTopic")
	add([]probe{{of: "faq", set: "office", body: changed(bodyID("faqId",
		map[string]any{"category": "分類", "question": "質問", "answer": "回答", "sort": 1, "isPublic": false}))}}, "POST "+office+"SaveFaq")
	return rows
}()
