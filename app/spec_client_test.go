package app_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/web"
	"tsunagu/store"
)

// specCall is a request as the specification's client sends it (SPEC.md 7).
type specCall struct {
	who    *apptest.Caller
	call   string // method and path
	fields map[string]any
}

// send sends the fields as the client does: in the query, or as a body in one of its two forms.
func (s specCall) send(t *testing.T, asForm bool) apptest.Result {
	t.Helper()
	method, path, _ := strings.Cut(s.call, " ")
	text := func(v any) string {
		if l, ok := v.([]string); ok { // lists are sent as JSON text
			b, err := json.Marshal(l)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		return fmt.Sprint(v)
	}
	values := url.Values{}
	for k, v := range s.fields {
		values.Set(k, text(v))
	}
	switch {
	case method == "GET":
		return s.who.Get(path + "?" + values.Encode())
	case path == "/token":
		return s.who.Form(path, values)
	case asForm && method == "POST":
		in := map[string]any{}
		for k, v := range s.fields {
			in[k] = text(v)
		}
		return s.who.Upload(path, in, "", nil)
	case asForm:
		return s.who.Do(method, path, "application/x-www-form-urlencoded", strings.NewReader(values.Encode()))
	}
	return s.who.Send(method, path, s.fields)
}

// TestSpecificationsClient makes every call of the specification, except CSV and reports, as its
// client does, once with JSON bodies and once with forms.
func TestSpecificationsClient(t *testing.T) {
	for _, form := range []bool{false, true} {
		t.Run(map[bool]string{false: "JSON", true: "form"}[form], func(t *testing.T) { specClient(t, form) })
	}
}

func specClient(t *testing.T, asForm bool) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	nobody := tk.Visitor()
	var called []string
	do := func(who *apptest.Caller, call string, fields map[string]any, names string) apptest.Result {
		t.Helper()
		r := specCall{who: who, call: call, fields: fields}.send(t, asForm)
		called = append(called, call)
		if r.Status != 200 {
			t.Fatalf("%s: %d %s", call, r.Status, r.Body)
		}
		for name := range strings.FieldsSeq(names) {
			if !strings.Contains(r.Body, `"`+name+`"`) {
				t.Errorf("%s: the answer has no %q: %s", call, name, web.Truncate(r.Body, 300))
			}
		}
		return r
	}
	const all = 99999999
	paging := map[string]any{"pageNumber": 1, "limit": all, "propertyName": "modified", "isDescending": "true"}

	// Authentication.
	tokens := do(nobody, "POST /token", map[string]any{"grant_type": "password", "loginId": "fin@a.example.jp",
		"password": apptest.TestPassword}, "token refreshToken isNeedPasswordChange").JSON()
	do(nobody, "POST /token", map[string]any{"grant_type": "refresh_token", "refreshToken": tokens["refreshToken"]},
		"token refreshToken isNeedPasswordChange")
	do(nobody, "POST /initializePassword", map[string]any{"mailAddress": "fin@c.example.jp"}, "")
	request := apptest.AccountRequest()
	request["salesRegion"] = "[6]"
	request["handlingBusiness"] = "[1]"
	do(nobody, "POST /api/AccountRequest/RegistAccountRequest", request, "caseNumber")

	// Companies, users, needs.
	overview := apptest.With(apptest.OverviewBody, map[string]any{"mAndAReason": "[]", "isSendRecommendMail": 1, "isSendOfferMail": 0})
	details := apptest.With(apptest.DetailsBody, nil)
	ids := map[string]string{}
	for noun, userType := range map[string]int{"Buyer": 1, "Seller": 3} {
		base := "/api/" + noun + "Company/"
		in := apptest.With(overview, nil)
		if noun == "Seller" {
			delete(in, "isSendRecommendMail")
			delete(in, "isSendOfferMail")
		}
		id := do(tk.FinA, "POST "+base+"CreateUpdateCompanyOverviewAsync", in, "").Text()
		ids[noun] = id
		if got := do(tk.FinA, "POST "+base+"CreateUpdateCompanyDetailsAsync",
			apptest.With(details, map[string]any{"companyId": id, "companyName": "白鷺" + noun + "株式会社"}), "").Text(); got != id {
			t.Errorf("%s details answer %q, want the company's id", noun, got)
		}
		do(tk.FinA, "GET "+base+"GetCompanyOverViewAsync", map[string]any{"companyId": id},
			"companyId companyType inChargeFinancialInstitutionId inChargeFinancialInstitutionName industryType mAndAExperience mAndAReason memberType location region prefecturecode citycode salesAmount remark status")
		do(tk.FinA, "GET "+base+"GetCompanyDetailsAsync", map[string]any{"companyId": id},
			"companyName businessType representativeName postalCode prefectureCode prefectureName cityCode cityName townName buildingName representativePhoneNumber homePageUrl listType capitalAmount operatingProfit totalAssets numberOfEmployees establishedYear status "+map[string]string{"Buyer": "salesAmount", "Seller": "lastYearSalesAmount"}[noun])
		do(tk.FinA, "GET "+base+"CheckCompany", map[string]any{"companyName": "白鷺", "prefectureCode": "23"}, "isDuplicate companyList")
		do(tk.FinA, "GET "+base+"SearchCompanyAsync", apptest.With(paging,
			map[string]any{"isOnlyPersonInCharge": "true", "isNotOnlyPersonInCharge": "false", "companyName": "",
				"companyIndustryTypes": `{"category":[],"sub_category":[]}`, "annualSaleF": 0}),
			"companyList allCount companyName modified created industryType mAndAReason location tags inChargeFinancialInstitutionId")
		users := "/api/" + noun + "CompanyUser/"
		do(tk.FinA, "GET "+users+"CheckMailAddress", map[string]any{"mailAddress": "new-" + noun + "@example.jp", "userType": userType,
			"userId": ""}, "")
		do(tk.FinA, "POST "+users+"RegistUser", map[string]any{"clientId": id, "systemType": 1, "loginId": "new-" + noun + "@example.jp",
			"userName": "新井 一", "userNameKana": "アライ ハジメ", "userType": userType, "memberType": 2, "registType": 2,
			"department": "総務部", "position": "部長", "phone1": "03-0000-0001", "phone2": "", "fax": "", "status": 2}, "")
		list := do(tk.FinA, "GET "+users+"GetUsersList", map[string]any{"clientId": id, "userType": userType},
			"userList userId clientId loginId userName userNameKana department position phone1 status").JSON()["userList"].([]any)
		do(tk.FinA, "GET "+users+"GetUser", map[string]any{"userId": list[0].(map[string]any)["userId"], "userType": userType}, "userId loginId")
	}
	invited := do(tk.FinA, "POST /api/BuyerCompany/CreateUpdateCompanyOverviewAsync", overview, "").Text()
	do(tk.FinA, "POST /api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": invited, "loginId": "invited@example.jp",
		"userName": "新井 二", "userType": 1}, "")
	do(tk.FinA, "PUT /api/BuyerCompany/ReSendCreateMail", map[string]any{"companyId": invited}, "")
	need := do(tk.FinA, "POST /api/Needs/RegistNeeds", apptest.With(apptest.NeedsBody,
		map[string]any{"clientId": ids["Buyer"], "clientType": 1, "negotiationTarget": "[1,3]", "acquisitionRegionArea": "[6]"}), "").Text()
	do(tk.FinA, "GET /api/Needs/GetNeedsList", map[string]any{"clientId": ids["Buyer"], "clientType": 1}, "needsList needsId title")
	do(tk.FinA, "GET /api/Needs/GetNeeds", map[string]any{"needsId": need},
		"needsId clientId title detail acquisitionIndustry negotiationTarget acquisitionDeadline acquisitionRegionArea acquisitionPrice acquisitionPriceTo acquisitionAnnualSales")
	do(tk.FinA, "GET /api/Financial/GetFinancialInfo", map[string]any{"financialId": tk.AID},
		"financialId financialName financialCode financialType status")
	institution := apptest.With(apptest.AccountRequest(), map[string]any{"financialId": tk.AID, "version": 1, "salesRegion": "[6]",
		"handlingBusiness": "[1]"})
	for _, f := range []string{"isTermsAccepted", "financialCode", "financialName", "financialNameKana", "financialType"} {
		delete(institution, f)
	}
	do(tk.FinA, "POST /api/Financial/RegistFinancial", institution, "")
	do(tk.FinA, "GET /api/Financial/RestFinancial", map[string]any{"notTargetFinancialId": tk.AID, "pageNumber": 1, "limit": all,
		"propertyName": "financialCode", "isDescending": "false"}, "financialId financialName allCount")
	do(tk.FinA, "GET /api/FinancialUser/CheckMailAddress", map[string]any{"mailAddress": "third@a.example.jp", "userType": 2, "userId": ""},
		"")
	do(tk.FinA, "POST /api/FinancialUser/RegistUser", map[string]any{"clientId": tk.AID, "systemType": 1, "loginId": "third@a.example.jp",
		"userName": "新井 三", "userType": 2, "registType": 2}, "")
	colleagues := do(tk.FinA, "GET /api/FinancialUser/GetUsersList", map[string]any{"clientId": tk.AID, "userType": 2},
		"userList").JSON()["userList"].([]any)
	do(tk.FinA, "GET /api/FinancialUser/GetUser", map[string]any{"userId": colleagues[0].(map[string]any)["userId"], "userType": 2},
		"userId loginId")

	// Listings.
	list := func(changes map[string]any) map[string]any {
		return apptest.With(apptest.With(apptest.ListingOverviewBody,
			map[string]any{"publicRegion": "[6]", "negotiationTarget": "[1]", "salesAsset": "[2,99]", "restFinancial": "[]", "isLimited": false,
				"isRest": false}), changes)
	}
	saved := do(tk.FinA, "POST "+apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync", list(map[string]any{"companyId": tk.Seller}),
		"sellerBusinessId").JSON()
	draft := saved["sellerBusinessId"].(string)
	do(tk.FinA, "POST "+apptest.ListingBase+"CreateUpdateSellerBusinessDetailsAsync",
		apptest.With(apptest.ListingDetailsBody, map[string]any{"sellerBusinessId": draft, "version": saved["version"],
			"assignmentReason": "[11]"}), "sellerBusinessId")
	do(tk.FinA, "GET "+apptest.ListingBase+"IsSellerBusinessApprovedData", map[string]any{"sellerBusinessId": draft}, "isApprovedData")
	do(tk.FinA, "POST "+apptest.ListingBase+"SendApprovalRequest",
		map[string]any{"sellerBusinessId": draft, "ppapMailaddress": "second@canary.example.co.jp"}, "")
	do(tk.FinB, "GET "+apptest.ListingBase+"SearchSellerBusinessAsync",
		apptest.With(paging, map[string]any{"isOnlyPersonInCharge": "false", "isNotOnlyPersonInCharge": "true", "isPublic": "true",
			"freeWord": "精密部品", "industryTypes": `{"category":["13"],"sub_category":[]}`, "location": []string{"23"}, "salesAmount": "3",
			"salesPrice": 0, "salesPriceTo": 0, "numberOfManagersFrom": 11, "numberOfManagersTo": 20, "dueDate": "2026-12-01", "companyId": ""}),
		"sellerBusinessList allCount sellerBusinessId businessName description salesAmount industryTypes publicRegion negotiationTarget numberOfManagersFrom numberOfManagersTo salesPrice salesPriceTo operatingProfit dueDate location salesAsset tags inChargeFinancialInstitutionId status willingnessToSell isBasicAgreement isTopInterview isOffered isNew isRecommended isAnonymousNego isRealNameNego isSuspended isSold isReaded formattedLocation modified")
	do(tk.BuyB, "GET "+apptest.ListingBase+"OfferToSellerBusinessList", map[string]any{"companyId": tk.BuyerB}, "sellerBusinessList allCount")
	do(tk.BuyB, "GET "+apptest.ListingBase+"GetSellerBusinessOverViewAsync", map[string]any{"sellerBusinessId": tk.Listing},
		"sellerBusinessId businessName")
	do(tk.BuyB, "GET "+apptest.ListingBase+"GetSellerBusinessDetailsAsync", map[string]any{"sellerBusinessId": tk.Listing}, "assignmentReason")
	do(tk.BuyB, "POST /api/UserAction/Regist", map[string]any{"sellerBusinessId": tk.Listing, "actionTypes": 2, "actionRouteType": 0}, "")
	do(nobody, "GET /api/NumberToDisplay/GetNumberOfSellerBusiness", nil, "numberOfSellerBusiness")

	// Negotiations. Every write contains the version and status that the client saw (domain.md 4).
	interest := do(tk.BuyB, "POST "+apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.BuyerB}, "buyerNegotiationId").JSON()
	id := interest["buyerNegotiationId"].(string)
	seen := func(c *apptest.Caller, fields map[string]any) map[string]any {
		return apptest.With(map[string]any{"buyerNegotiationId": id, "version": c.RowVersion(id)}, fields)
	}
	do(tk.BuyB, "POST "+apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync",
		seen(tk.BuyB, map[string]any{"interestStatus": 2}), "status")
	a := tk.BuyB.Get(apptest.ListingBase + "GetConfidentialityAgreement").Want(200).JSON()
	do(tk.BuyB, "POST "+apptest.ListingBase+"Consent", map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.BuyerB,
		"version": tk.BuyB.RowVersion(id), "agreementVersion": a["version"], "agreementHash": a["hash"]}, "buyerNegotiationId")
	do(tk.FinB, "POST "+apptest.NegotiationBase+"StartNegotiation", seen(tk.FinB, nil), "buyerNegotiationId")
	do(tk.FinB, "POST "+apptest.NegotiationBase+"UpdateFinancialSupportStatus",
		seen(tk.FinB, map[string]any{"fromFinancialSupportStatus": 0, "financialSupportStatus": 1}), "")
	row := "buyerNegotiationId buyerFinancialInstitutionId buyerCompanyId status interestStatus offerSendStatus buyerFinancialName displayName isApprovalMe isConsent financialSupportStatus isUnreadMessage"
	do(tk.FinB, "GET "+apptest.NegotiationBase+"PartnerListByBuyerFinancial",
		apptest.With(paging, map[string]any{"sellerBusinessId": tk.Listing}), row)
	do(tk.FinA, "GET "+apptest.NegotiationBase+"PartnerListBySellerFinancial", map[string]any{"sellerBusinessId": tk.Listing},
		"buyerNegotiationId sellerApprovalStatus")
	do(tk.FinB, "GET "+apptest.NegotiationBase+"GetBuyerNegotiationAsync", map[string]any{"buyerNegotiationId": id}, row)
	do(tk.FinB, "GET /api/BuyerCompany/SearchFinancialSupport",
		apptest.With(paging, map[string]any{"sellerBusinessName": "", "searchStatus": "", "searchType": 0, "dueDateF": "", "dueDateT": "",
			"isOnlyPersonInCharge": "true", "companyIds": []string{tk.BuyerB}}), "allCount buyerNegotiationId")
	sent := do(tk.FinB, "POST "+apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "お世話になります。"}, "buyerNegotiationMessageId").JSON()
	do(tk.FinA, "GET "+apptest.NegotiationBase+"GetBuyerNegotiationMessageListAsync", map[string]any{"buyerNegotiationId": id},
		"buyerNegotiationMessageId buyerNegotiationId sendUserType sendClientId sendFinancialName messageOriginatorType messageType messageBody existsAttachedFile readStatus created")
	do(tk.FinA, "POST "+apptest.NegotiationBase+"AlreadyRead", map[string]any{"buyerNegotiationId": id,
		"buyerNegotiationMessageId": sent["buyerNegotiationMessageId"], "messageType": 2}, "")
	file := tk.FinB.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": id, "messageType": 2, "messageBody": "資料です。"}, "資料.pdf", []byte("%PDF-1.7 x")).Want(200).JSON()
	do(tk.FinA, "GET "+apptest.NegotiationBase+"DownloadAttachedFile",
		map[string]any{"buyerNegotiationMessageId": file["buyerNegotiationMessageId"]}, "")
	tk.BuyB.Deed("RealNameConsent", id, nil).Want(200)
	do(tk.FinB, "POST "+apptest.NegotiationBase+"NegotiationStatusChange", seen(tk.FinB, map[string]any{"fromStatus": 1, "status": 2}),
		"status")
	do(tk.FinA, "POST "+apptest.NegotiationBase+"NegotiationApprove",
		seen(tk.FinA, map[string]any{"isApproval": false, "status": 1, "comment": "時期が合いません。", "ownerReason": "同業のため。"}), "status")
	do(tk.FinA, "POST "+apptest.NegotiationBase+"UpdateBuyerNegotiationOfferSendStatusAsync",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.Candidate(tk.Listing, tk.BuyerC), "offerSendStatus": 1,
			"offerMessage": "ご検討ください。"}, "buyerNegotiationId")
	do(tk.FinA, "POST "+apptest.NegotiationBase+"LongListOfferSend",
		map[string]any{"sellerBusinessId": tk.Listing, "companyIds": tk.CandidatesOf(tk.Listing, tk.RivalBuyer), "offerMessage": "ご検討ください。"}, "")
	do(tk.FinA, "POST /api/BuyerCompany/SearchLongCompany", map[string]any{"sellerBusinessId": tk.Listing, "isOnlyPersonInCharge": false,
		"isNotOnlyPersonInCharge": false, "companyName": "", "needsName": "", "companyIndustryTypes": `{"category":[],"sub_category":[]}`,
		"annualSaleF": 0,
		"pageNumber":  1, "limit": all, "isPublic": true, "isTrial": false, "noPublic": false, "noApproved": false, "companyIds": "[]",
		"targetCompanyIds": "[]"}, "companyList allCount")

	// Masters and the rest.
	for _, call := range []string{"BussinessType/GetBusinessTypes", "Address/GetPrefecturesList", "Item/GetAnnualSalesItem",
		"Item/GetAnnualSalesSearchItem", "Item/GetAcquisitionPriceItem", "Item/GetSalesPriceToItem", "Item/GetOperatingProfitItem",
		"Item/GetMAndAItem", "Item/GetSingleAmountItem", "Item/GetPeoplesItem", "Item/GetQuestionnaireList", "Item/GetWillingnessToSellItem"} {
		do(nobody, "GET /api/"+call, nil, "")
	}
	tk.Write(func(tx *store.Tx) error {
		return tx.CreateTopic(&store.Topic{Title: "お知らせ", StartDate: "2026-11-01", IsPublic: true}, "")
	})
	do(tk.FinA, "GET /api/Topics/GetTopics", map[string]any{"isAll": "false", "pageNumber": 1, "limit": all, "propertyName": "companyName",
		"isDescending": "true"}, "topicsList startDate")
	do(nobody, "POST /api/Public/SendInquiry", apptest.Inquiry(), "")
	do(tk.FinC, "PUT /api/FinancialUser/ChangeUserPassword", map[string]any{"password": apptest.TestPassword, "newPassword": "Tsunagu-other2"},
		"")
	do(tk.Rival, "PUT /api/BuyerCompanyUser/ChangeUserPassword",
		map[string]any{"password": apptest.TestPassword, "newPassword": "Tsunagu-other2"}, "")

	// Every call of the specification was made.
	made := strings.Join(called, "\n") + "\n"
	calls, err := os.ReadFile("../testdata/spec/calls.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(calls)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) > 2 && f[0] != "method" && f[2] != "csv" &&
			!strings.Contains(made, f[0]+" "+f[1]+"\n") {
			t.Errorf("%s %s is not asked for here", f[0], f[1])
		}
	}
}
