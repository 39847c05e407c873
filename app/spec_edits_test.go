package app_test

import (
	"strconv"
	"testing"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/mail"
)

// TestSpecificationsEdits plays the client that SPEC.md 7 describes on edits: bodies exactly as it sends them, which know of no
// version, first as a first save and then as an edit (domain.md 0.11). A version that is sent is compared as ever.
func TestSpecificationsEdits(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	tk.MailedAll()
	fin := tk.FinA

	// twice saves what first makes, names what it made, and saves it changed; then with a version that is gone by.
	twice := func(path, idName string, body map[string]any, change string, read func(id string) apptest.Result) string {
		t.Helper()
		made := fin.Post(path, body).Want(200)
		id, _ := body[idName].(string)
		if id == "" && made.Body[0] == '{' {
			id, _ = made.JSON()[idName].(string)
		} else if id == "" {
			id = made.Text()
		}
		for _, text := range []string{"一度目の編集", "二度目の編集"} {
			fin.Post(path, apptest.With(body, map[string]any{idName: id, change: text})).Want(200).HasNot("他の担当者")
			read(id).Want(200).Has(text)
		}
		fin.Post(path, apptest.With(body, map[string]any{idName: id, change: "古い画面", "version": 1})).Want(409).Has("他の担当者が先に更新しました")
		read(id).Want(200).Has("二度目の編集").HasNot("古い画面")
		return id
	}
	get := func(path string) func(string) apptest.Result {
		return func(id string) apptest.Result { return fin.Get(path + id) }
	}

	overview := map[string]any{"memberType": 2, "industryType": `["13003"]`,
		"location":    `{"region":6,"prefecturecode":"23","citycode":"23105"}`,
		"salesAmount": 3, "mAndAExperience": 1, "mAndAReason": "[]", "mAndAReasonOthers": "", "remark": "備考"}
	details := map[string]any{"companyName": "会社名", "businessFormType": 1, "representativeName": "山本 一郎", "postalCode": "4500002",
		"prefectureCode": "23", "prefectureName": "愛知県", "cityCode": "23105", "cityName": "名古屋市中村区", "townName": "名駅", "buildingName": "1-1",
		"representativePhoneNumber": "052-123-4567", "homePageUrl": "", "corporateRegistrationNumber": "", "listType": 2, "securityCode": "",
		"capitalAmount": 10000, "lastYearSalesAmount": 250000, "status": 1}
	person := map[string]any{"userName": "利用 太郎", "userNameKana": "りよう たろう", "department": "総務部", "position": "", "phone1": "052-123-4567",
		"systemType": 1, "memberType": 2, "registType": 1}
	for _, noun := range []string{"BuyerCompany", "SellerCompany"} {
		body := overview
		if noun == "BuyerCompany" {
			body = apptest.With(overview, map[string]any{"isSendRecommendMail": 1, "isSendOfferMail": 0})
		}
		id := twice("/api/"+noun+"/CreateUpdateCompanyOverviewAsync", "companyId", body, "remark",
			get("/api/"+noun+"/GetCompanyOverViewAsync?companyId="))
		twice("/api/"+noun+"/CreateUpdateCompanyDetailsAsync", "companyId", apptest.With(details, map[string]any{"companyId": id}), "companyName",
			get("/api/"+noun+"/GetCompanyDetailsAsync?companyId="))
		userType := map[string]int{"BuyerCompany": int(deal.UserTypeBUY), "SellerCompany": int(deal.UserTypeSEL)}[noun]
		twice("/api/"+noun+"User/RegistUser", "userId", apptest.With(person, map[string]any{"clientId": id, "userType": userType,
			"loginId": noun + "@spec.example.jp"}), "department", get("/api/"+noun+"User/GetUser?userType="+strconv.Itoa(userType)+"&userId="))
		if noun == "BuyerCompany" {
			twice("/api/Needs/RegistNeeds", "needsId", apptest.With(apptest.NeedsBody, map[string]any{"clientId": id}), "title",
				get("/api/Needs/GetNeeds?needsId="))
		}
	}
	institution := map[string]any{"financialId": tk.AID, "representativeName": "頭取 一郎", "postcode": "4500002", "prefecture": "23",
		"city": "23105", "address": "名駅1-1", "phone": "052-123-4567", "responsibleParsonName": "担当 花子", "responsibleParsonDepartment": "営業部",
		"responsibleParsonTel": "052-123-4567", "responsibleParsonMail": "ma@a.example.jp", "handlingBusiness": "", "salesRegion": "[6,7]"}
	twice("/api/Financial/RegistFinancial", "financialId", institution, "responsibleParsonDepartment",
		get("/api/Financial/GetFinancialInfo?financialId="))

	listing := apptest.With(apptest.ListingOverviewBody, map[string]any{"companyId": tk.Seller})
	id := twice(apptest.ListingBase+"CreateUpdateSellerBusinessOverviewAsync", "sellerBusinessId", listing, "businessName",
		get(apptest.ListingBase+"GetSellerBusinessOverViewAsync?sellerBusinessId="))
	twice(apptest.ListingBase+"CreateUpdateSellerBusinessDetailsAsync", "sellerBusinessId", apptest.With(apptest.ListingDetailsBody,
		map[string]any{"sellerBusinessId": id, "status": 1}), "markets",
		get(apptest.ListingBase+"GetSellerBusinessDetailsAsync?sellerBusinessId="))
	fin.Post(apptest.ListingBase+"SendApprovalRequest", map[string]any{"sellerBusinessId": id,
		"ppapMailaddress": "code@canary.example.co.jp"}).HasNot("他の担当者")

	// Said twenty times, 興味あり is said once: each of the bank's two users has one mail of it.
	interest := map[string]any{"sellerBusinessId": tk.Listing, "interestStatus": 2}
	mails := tk.Newly(func() {
		for range 20 {
			tk.BuyB.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", interest).Want(200)
			tk.BuyB.Post(apptest.NegotiationBase+"CreateBuyerNegotiationByBuyerAsync", map[string]any{"sellerBusinessId": tk.Listing}).Want(200)
		}
	}, mail.Interest)
	apptest.WantMails(t, "an interest said again", mails, "fin2@b.example.jp interest", "fin@b.example.jp interest")

	// The agreement in force is meant where none is named; one that is named must be it.
	consent := map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.BuyerB}
	tk.BuyB.Post(apptest.ListingBase+"Consent", apptest.With(consent, map[string]any{"agreementVersion": 99})).Want(409).Has("秘密保持契約が改定")
	tk.BuyB.Post(apptest.ListingBase+"Consent", apptest.With(consent, map[string]any{"agreementHash": "another"})).Want(409).Has("秘密保持契約が改定")
	row := tk.BuyB.Post(apptest.ListingBase+"Consent", consent).Want(200).JSON()["buyerNegotiationId"].(string)
	tk.FinB.Get(apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + row).Want(200).Has(`"isConsent":true`)
	tk.FinB.Post(apptest.NegotiationBase+"StartNegotiation", map[string]any{"buyerNegotiationId": row}).Want(200)
	tk.FinB.Post(apptest.NegotiationBase+"StartNegotiation", map[string]any{"buyerNegotiationId": row}).Want(409).HasNot("他の担当者")
	tk.BuyB.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", interest).Want(409).HasNot("他の担当者")

	// Another reason for no interest is kept, though the status is the one that stands.
	no := map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.RivalBuyer, "interestStatus": 1, "questionnaire": 3}
	other := tk.FinB.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", no).Want(200).JSON()["buyerNegotiationId"].(string)
	read := apptest.NegotiationBase + "GetBuyerNegotiationAsync?buyerNegotiationId=" + other
	tk.FinB.Get(read).Want(200).Has("希望価格が合わない")
	tk.FinB.Post(apptest.NegotiationBase+"UpdateBuyerNegotiationInterestStatusAsync", apptest.With(no, map[string]any{"questionnaire": 4})).Want(200)
	tk.FinB.Get(read).Want(200).HasNot("他の担当者")

	// The terms are agreed to by applying; a form that says no is told so.
	request := apptest.AccountRequest()
	request["isTermsAccepted"] = false
	tk.Visitor().Post(apptest.RegistAccountRequest, request).Want(422).Has("isTermsAccepted")
	delete(request, "isTermsAccepted")
	tk.Visitor().Post(apptest.RegistAccountRequest, request).Want(200)

	// The lists of SPEC.md 9, with its limits.
	for _, path := range []string{"/api/SellerCompany/SearchCompanyAsync?isOnlyPersonInCharge=true&pageNumber=1&limit=99999999",
		"/api/SellerBusiness/SearchSellerBusinessAsync?isOffered=true&isNotRead=true&isPublic=true&isNotOnlyPersonInCharge=true&limit=99999999",
		"/api/SellerBusiness/SearchSellerBusinessAsync?isNotRead=true&isRecommended=true&limit=99999999",
		"/api/SellerBusiness/SearchSellerBusinessAsync?isNegotiation=true&limit=99999999",
		"/api/Financial/RestFinancial?notTargetFinancialId=" + tk.AID + "&pageNumber=1&limit=99999999",
		"/api/Topics/GetTopics?isAll=false&pageNumber=1&limit=99999999&propertyName=companyName&isDescending=true",
		"/api/Needs/GetNeedsList?clientId=" + tk.BuyerA + "&clientType=1&limit=100"} {
		fin.Get(path).Want(200)
	}
}
