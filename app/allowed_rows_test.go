package app_test

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

// as is the caller of the world with that name, on a platform that was opened from a copy of the
// world.
func (x *probing) as(name string) *apptest.Caller {
	return &apptest.Caller{P: x.p, Token: x.w.tokens[name]}
}

// allowedRows makes those calls succeed for which no row of the matrix does: calls with a mailed
// link, after another call, or on a network that is not set up.
var allowedRows = map[string]func(x *probing) exchange{
	"GET /api/Address/GetAddressByPostalCode": func(*probing) exchange {
		return exchange{caller: "none", query: url.Values{"postalCode": {"450-0002"}}}
	},
	"POST /api/Duty/WaiveDuty":              waivedDuty,
	"GET /api/Public/GetDeclaration":        declaring("none", nil),
	"GET /api/Office/GetDeclarationVersion": declaring("ADM", url.Values{"version": {"1"}}),
	"POST /api/Office/PublishDeclaration":   func(*probing) exchange { return exchange{caller: "ADM", body: declared} },
	"POST /api/Office/SaveSupportRegistration": func(*probing) exchange {
		return exchange{caller: "FAD", body: map[string]any{"version": 0, "number": "機-0001", "expiresOn": "2027-03-31", "qualified": 3}}
	},
	"POST /api/Duty/ReleaseBuyerReport":             toldReport,
	"POST /api/AccountRequest/CheckAccountRequest":  newRequest,
	"POST /api/AccountRequest/RegistAccountRequest": newRequest,
	"POST /token": func(*probing) exchange {
		return exchange{caller: "none", form: url.Values{"grant_type": {"password"}, "loginId": {"fin@a.example.jp"},
			"password": {apptest.TestPassword}}}
	},
	"POST /office/token": func(*probing) exchange {
		return exchange{caller: "none", form: url.Values{"grant_type": {"password"}, "loginId": {"adm@x.example.jp"},
			"password": {apptest.TestPassword}}}
	},
	"PUT /api/FinancialUser/ChangeUserPassword":    newPassword("finA"),
	"PUT /api/BuyerCompanyUser/ChangeUserPassword": newPassword("buyB"),
	"PUT /api/Office/ChangeUserPassword":           newPassword("ADM"),
	"POST /api/FinancialUser/ConfirmSecondStep":    confirming("finA", company.BankUsers.Path),
	"POST /api/Office/ConfirmSecondStep":           confirming("ADM", web.OfficePath),
	"POST /api/FinancialUser/RenewRecoveryCodes":   proving("finA", company.BankUsers.Path),
	"POST /api/Office/RenewRecoveryCodes":          proving("ADM", web.OfficePath),
	"POST /api/FinancialUser/EndSecondStep":        proving("finA", company.BankUsers.Path),
	"POST /api/Office/EndSecondStep":               proving("ADM", web.OfficePath),
	"POST /api/FinancialUser/ForgetDevice":         trusting("finA"),
	"POST /api/Office/ForgetDevice":                trusting("ADM"),
	"POST /api/Office/ResetSecondStep": func(x *probing) exchange {
		x.as("finA").Enrol(company.BankUsers.Path)
		return exchange{caller: "FAD", on: "own", body: map[string]any{"userId": x.w.user["finA"], "comment": "スマートフォンの紛失。本人に電話で確認した。"}}
	},
	"POST /api/Calendar/EndCalendarFeed": func(x *probing) exchange {
		x.as("finA").Post("/api/Calendar/MakeCalendarFeed", nil).Want(200)
		return exchange{caller: "finA"}
	},
	"GET /api/Calendar/GetCalendar": func(x *probing) exchange {
		address := x.as("finA").Post("/api/Calendar/MakeCalendarFeed", nil).Want(200).JSON()["address"].(string)
		_, key, _ := strings.Cut(address, "?key=")
		return exchange{caller: "none", query: url.Values{"key": {key}}}
	},
	"POST /api/Public/GetRegistrationByKey": func(x *probing) exchange {
		_, key := x.as("finA").Invited("hana@buyer.example.jp")
		return exchange{caller: "none", body: map[string]any{"key": key}}
	},
	"POST /api/Public/CheckRegistrationByKey": func(x *probing) exchange {
		_, key := x.as("finA").Invited("hana@buyer.example.jp")
		return exchange{caller: "none", body: map[string]any{"key": key, "details": apptest.RegistrationDetailsBody("株式会社みなと")}}
	},
	"POST /api/Public/RegistBuyerCompanyByKey": func(x *probing) exchange {
		_, key := x.as("finA").Invited("hana@buyer.example.jp")
		return exchange{caller: "none", body: apptest.Registration(key, "株式会社みなと", "hana@buyer.example.jp")}
	},
	"GET /api/Document/ViewDocumentPage": func(x *probing) exchange {
		at := slices.IndexFunc(x.w.objects["document"], func(o object) bool { return o.in("read", "buyB") })
		id := x.w.objects["document"][at].id
		row := x.w.documentRow[id]
		viewing := x.as("buyB").ViewDocument(id, row).Want(200).JSON()["viewing"].(string)
		return exchange{caller: "buyB", on: x.w.objects["document"][at].relation,
			query: url.Values{"documentId": {id}, "buyerNegotiationId": {row}, "viewing": {viewing}, "page": {"1"}, "width": {"960"}}}
	},
	"GET /api/Demo/GetLogins": inDemo,
	"GET /api/Demo/GetMails":  inDemo,
	"POST /api/Public/GetPasswordKey": func(x *probing) exchange {
		return exchange{caller: "none", body: map[string]any{"key": resetKey(x)}}
	},
	"POST /api/Public/SetPasswordByKey": func(x *probing) exchange {
		return exchange{caller: "none", body: map[string]any{"key": resetKey(x), "password": apptest.NextPassword}}
	},
	"POST /api/SavedSearch/StopNoticesByKey": func(x *probing) exchange {
		return exchange{caller: "none", query: url.Values{"key": {x.p.App.Keys.StopKey(x.w.user["finA"])}}}
	},
	"POST /api/Public/GetInquiryByKey": func(x *probing) exchange {
		return exchange{caller: "none", body: map[string]any{"key": inquiryKey(x)}}
	},
	"POST /api/Public/ReplyInquiryByKey": func(x *probing) exchange {
		return exchange{caller: "none", body: map[string]any{"key": inquiryKey(x), "body": "ありがとうございます。"}}
	},
	"POST /api/Public/GetSetupKey": func(x *probing) exchange {
		return exchange{caller: "none", body: map[string]any{"key": emptied(x)}}
	},
	"POST /api/Public/Setup": func(x *probing) exchange {
		return exchange{caller: "none", body: map[string]any{"key": emptied(x), "networkName": "東海事業承継ネットワーク", "userName": "事務局 花子",
			"loginId": "new@tokai.example.jp", "password": apptest.NextPassword}}
	},
	"POST /api/Csv/CommitImport": func(x *probing) exchange {
		file := apptest.CSVFile(x.p.T, store.Buyer, apptest.CSVLine(nil))
		started := (&apptest.Caller{P: x.p, Token: x.w.tokens["finA"]}).Imports("BuyerCompany", file, true).Want(200)
		return exchange{caller: "finA", body: map[string]any{"importId": started.JSON()["importId"]}}
	},
	"GET /api/Csv/ImportColumns": func(x *probing) exchange {
		return exchange{caller: "finA", query: url.Values{"importId": {foreignImport(x)}}}
	},
	"POST /api/Csv/MapImport": func(x *probing) exchange {
		return exchange{caller: "finA",
			body: map[string]any{"importId": foreignImport(x), "columnList": apptest.ForeignColumns(), "isRemembered": true}}
	},
	"PUT /api/BuyerCompany/ChangeCompanyStatus":  disabled("Buyer"),
	"PUT /api/SellerCompany/ChangeCompanyStatus": disabled("Seller"),
	"POST /api/Financial/RegistFinancial": func(x *probing) exchange {
		body := apptest.AccountRequest()
		for _, field := range []string{"financialName", "financialNameKana", "financialCode", "financialType", "isTermsAccepted"} {
			delete(body, field) // fields that only the office may set
		}
		return exchange{caller: "finA", on: "own", body: apptest.With(body, map[string]any{"financialId": x.w.AID, "version": 1})}
	},
	"PUT /api/Office/UpdateInstitution": func(x *probing) exchange {
		pr := accessRows["PUT /api/Office/UpdateInstitution"][0]
		e := exchange{caller: "ADM", on: "own", body: pr.body(&probing{x.w, x.p, "ADM", x.w.AID})}
		e.body = apptest.With(e.body, map[string]any{"version": 1, "shortName": "湊星", "financialCode": "9985", "reason": "名称変更の届出"})
		return e
	},
	"PUT /api/Office/ChangeInstitutionStatus": func(x *probing) exchange {
		id := x.p.Institution("9979", "白波信用組合")
		return exchange{caller: "ADM", body: map[string]any{"financialId": id, "version": 1, "event": "stop", "reason": "退会の届出"}}
	},
	"PUT /api/Office/ChangeUserLoginId": func(x *probing) exchange {
		id := x.w.user["finA2"]
		return exchange{caller: "ADM", body: map[string]any{"userId": id, "version": x.userVersion(id), "loginId": "finA2-new@x.example.jp",
			"reason": "改姓によるアドレスの変更"}}
	},
	"POST /api/Office/ConfirmApprover": func(x *probing) exchange {
		id := colleagueOf(x)
		return exchange{caller: "FAD", on: "own", body: map[string]any{"userId": id, "version": x.userVersion(id), "reason": "支店で本人と面談した"}}
	},
	"POST /api/Office/ChangeBusiness": func(x *probing) exchange {
		id := colleagueOf(x)
		return exchange{caller: "FAD", on: "own", body: map[string]any{"userId": id, "version": x.userVersion(id), "business": 2}}
	},
	"POST /api/Office/ConfirmTeamRule": func(x *probing) exchange {
		return exchange{caller: "ADM", body: askedForAll(x)}
	},
	"POST /api/Office/WithdrawTeamRule": func(x *probing) exchange {
		return exchange{caller: "FAD", on: "own", body: askedForAll(x)}
	},
	"POST /api/Lending/UpdateCase": func(x *probing) exchange {
		id := x.w.object("negotiation", "counterparty before the names")
		seen := x.as("lenB").Get("/api/Lending/GetCase?buyerNegotiationId=" + id).Want(200).JSON()["financing"].(map[string]any)
		return exchange{caller: "lenB", body: map[string]any{"buyerNegotiationId": id, "revision": seen["revision"],
			"fromFinancialSupportStatus": 2, "financialSupportStatus": 3, "desiredAmount": 120_000, "ownFunds": 30_000,
			"fundsPurpose": "株式の取得"}}
	},
	"POST /api/Office/WithdrawApprover": func(x *probing) exchange {
		id := x.w.user["finA2"]
		return exchange{caller: "FAD", on: "own", body: map[string]any{"userId": id, "version": x.userVersion(id), "reason": "異動のため"}}
	},
	"GET /api/Office/GetLoginChangeList": func(x *probing) exchange {
		movedLogin(x)
		return exchange{caller: "FAD"}
	},
	"POST /api/Office/ConfirmLoginChange": func(x *probing) exchange {
		return exchange{caller: "FAD", on: "own", body: map[string]any{"userId": movedLogin(x), "loginId": "finA2-new@x.example.jp",
			"reason": "本人に内線で確認した"}}
	},
	"POST /api/Office/RefuseLoginChange": func(x *probing) exchange {
		return exchange{caller: "FAD", on: "own", body: map[string]any{"userId": movedLogin(x), "loginId": "finA2-new@x.example.jp",
			"reason": "本人は希望していない"}}
	},
	"POST /api/Office/ProposeMerger": func(x *probing) exchange {
		return exchange{caller: "ADM", body: mergerOf(x.w.BID, x.p.Institution("9977", "試験信用金庫"))}
	},
	"POST /api/Office/ConfirmMerger": func(x *probing) exchange {
		return exchange{caller: "FAD", body: map[string]any{"mergerId": x.w.objects["merger"][0].id, "version": 1, "side": 2}}
	},
	"POST /api/Office/WithdrawMerger": func(x *probing) exchange {
		return exchange{caller: "ADM", body: map[string]any{"mergerId": x.w.objects["merger"][0].id, "version": 1, "reason": "届出の取下げ"}}
	},
	"PUT /api/Office/ChangeCompanyStatus": func(x *probing) exchange {
		company := x.as("finA").Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
		return exchange{caller: "ADM", on: "own", body: map[string]any{"companyId": company, "version": x.companyVersion(company),
			"event": "disable", "reason": "二重の登録"}}
	},
	"PUT /api/Office/UpdateSettings": func(x *probing) exchange {
		settings := x.as("ADM").Get("/api/Office/GetSettings").Want(200).JSON()
		return exchange{caller: "ADM", body: apptest.With(settings, map[string]any{"networkName": "東海事業承継ネットワーク"})}
	},
	"PUT /api/Office/UpdateScoreWeights": func(x *probing) exchange {
		return exchange{caller: "ADM", body: x.as("ADM").Get("/api/Office/GetScoreWeights").Want(200).JSON()}
	},
	"PUT /api/Office/UpdatePeriods": func(x *probing) exchange {
		now := x.as("ADM").Get("/api/Office/GetPeriods").Want(200).JSON()
		return exchange{caller: "ADM", body: map[string]any{"version": now["version"], "periodList": apptest.RowsOf(now)}}
	},
	"GET /api/Public/GetLogo": func(x *probing) exchange {
		logo := apptest.PictureOf(x.p.T, "png", 48, 24)
		x.as("ADM").Post("/api/Office/SaveLogo", map[string]any{"picture": logo}).Want(200)
		return exchange{caller: "none"}
	},
	"PUT /api/Office/ChangeInChargeFinancialInstitution": func(x *probing) exchange {
		return exchange{caller: "ADM", on: "own", body: map[string]any{"companyId": x.w.Seller, "version": x.companyVersion(x.w.Seller),
			"financialId": x.w.objects["institution"][1].id, "comment": "合併による移管"}}
	},
	"PUT /api/BuyerCompany/ReSendCreateMail": func(x *probing) exchange {
		company := x.as("finA").Post("/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
		x.as("finA").Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": company, "loginId": "first@buyer.example.jp",
			"userName": "新井 花"}).Want(200)
		return exchange{caller: "finA", on: "own", body: map[string]any{"companyId": company}}
	},
	"POST /api/BuyerCompany/MakeRegistrationLetter": func(x *probing) exchange {
		company, _ := x.as("finA").Invited("first@buyer.example.jp")
		return exchange{caller: "finA", on: "own", body: map[string]any{"companyId": company}}
	},
	"POST /api/SellerBusiness/DrawApprovalPasscode": func(x *probing) exchange {
		x.id = x.w.object("listing", "own draft")
		x.as("finA").Post(apptest.ListingBase+"SendApprovalRequest",
			map[string]any{"sellerBusinessId": x.id, "version": x.listing(), "passcodeBy": "letter"}).Want(200)
		return drawn(x, "sellerBusinessId", apptest.ListingBase+"GetApprovalDelivery")
	},
	"POST /api/BuyerNegotiation/DrawOwnerPasscode": func(x *probing) exchange {
		x.id = x.w.object("negotiation", "counterparty asks for the names")
		x.as("finA").Deed("RequestOwnerConsent", x.id, map[string]any{"userId": x.w.PersonID, "passcodeBy": "letter"}).Want(200)
		return drawn(x, "buyerNegotiationId", apptest.NegotiationBase+"GetOwnerDelivery")
	},
	"PUT /api/BuyerCompanyUser/ReSendInvitation": func(x *probing) exchange {
		x.as("finA").Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": x.w.BuyerA, "loginId": "second@buyer.example.jp",
			"userName": "新井 花"}).Want(200)
		return exchange{caller: "finA", on: "own buyer's", body: map[string]any{"userId": apptest.UserIDOf(x.p, "second@buyer.example.jp")}}
	},
	"PUT /api/FinancialUser/ReSendInvitation": func(x *probing) exchange {
		return exchange{caller: "finA", on: "colleague's",
			body: invited(x)}
	},
	"POST /api/BuyerCompanyUser/MakeLetter": func(x *probing) exchange {
		x.as("finA").Post("/api/BuyerCompanyUser/RegistUser", map[string]any{"clientId": x.w.BuyerA, "loginId": "second@buyer.example.jp",
			"userName": "新井 花"}).Want(200)
		return exchange{caller: "finA", on: "own buyer's", body: map[string]any{"userId": apptest.UserIDOf(x.p, "second@buyer.example.jp")}}
	},
	"POST /api/Office/MakeLetter":     func(x *probing) exchange { return exchange{caller: "FAD", body: invited(x)} },
	"POST /api/Office/SendStampReply": stampReply,
	"PUT /api/Office/UpdateMailServer": func(*probing) exchange {
		return exchange{caller: "ADM", body: map[string]any{"host": "mail.example.jp", "port": 0, "tls": "starttls", "user": "",
			"from": "noreply@example.jp", "version": 0, "password": apptest.TestPassword}}
	},
	"POST /api/Office/DecideMailServer": func(x *probing) exchange {
		body := map[string]any{"host": "mail.example.jp", "port": 0, "tls": "starttls", "user": "", "from": "noreply@example.jp", "version": 0,
			"password": apptest.TestPassword}
		x.p.User(deal.RoleADM, web.OfficeClient, "second@office.example.jp")
		x.as("ADM").Send("PUT", "/api/Office/UpdateMailServer", body).Want(200)
		return exchange{caller: "ADM", body: map[string]any{"isConfirmed": false, "version": 1, "password": apptest.TestPassword}}
	},
	"POST /api/Office/SendTestMail": func(x *probing) exchange {
		x.as("ADM").Send("PUT", "/api/Office/UpdateMailServer", map[string]any{"host": "127.0.0.1", "port": 1, "tls": "none", "user": "",
			"from": "noreply@example.jp", "version": 0, "password": apptest.TestPassword}).Want(200)
		return exchange{caller: "ADM", body: map[string]any{}}
	},
	"POST /api/Office/ReSendInvitation": func(x *probing) exchange { return exchange{caller: "ADM", body: invited(x)} },
	"POST /api/Office/EnableUser": func(x *probing) exchange {
		id := x.w.user["finA2"]
		x.as("ADM").Post("/api/Office/DisableUser", map[string]any{"userId": id, "version": x.userVersion(id)}).Want(200)
		return exchange{caller: "ADM", body: map[string]any{"userId": id, "version": x.userVersion(id)}}
	},
	"POST /api/Office/DisableUser": func(x *probing) exchange {
		id := x.w.user["finA2"]
		return exchange{caller: "ADM", body: map[string]any{"userId": id, "version": x.userVersion(id)}}
	},
	"POST /api/Office/ApproveAccountRequest": func(x *probing) exchange {
		x.p.Visitor().Post(apptest.RegistAccountRequest, newRequest(x).body).Want(200)
		list := x.as("ADM").Get("/api/Office/GetAccountRequestList?status=0").Want(200).JSON()["requestList"].([]any)
		i := slices.IndexFunc(list, func(r any) bool { return r.(map[string]any)["financialCode"] == "9985" })
		return exchange{caller: "ADM", body: map[string]any{"accountRequestId": list[i].(map[string]any)["accountRequestId"]}}
	},
	"POST /api/Office/ConfirmBreakGlass": func(x *probing) exchange {
		x.p.User(deal.RoleADM, web.OfficeClient, "second@x.example.jp")
		asked := x.p.SignInOffice("second@x.example.jp").Glass(deal.BreakGlassListing, x.w.Listing).GlassID()
		return exchange{caller: "ADM", body: map[string]any{"breakGlassId": asked}}
	},
	"POST /api/Office/RetryMail": func(x *probing) exchange {
		id := ""
		x.p.Write(func(tx *store.Tx) error {
			ms, err := tx.Mails(1)
			if err != nil {
				return err
			}
			id = ms[0].ID
			return tx.MarkMail(id, store.MailDead, 9, time.Time{}, "550 unknown")
		})
		return exchange{caller: "ADM", body: map[string]any{"mailId": id}}
	},
	"POST /api/Office/DownloadBackup": func(x *probing) exchange {
		x.p.Write(func(tx *store.Tx) error { return tx.SetSetting(store.SettingBackupKey, apptest.TestRecipient, "") })
		x.p.Job("backup")
		files, err := upkeep.Backups(x.p.App.BackupDir)
		if err != nil || len(files) != 1 {
			x.p.T.Fatal(files, err)
		}
		return exchange{caller: "ADM", body: map[string]any{"name": files[0].Name, "password": apptest.TestPassword}}
	},
	"POST /api/Office/ReleaseMail": func(x *probing) exchange {
		x.p.Write(func(tx *store.Tx) error { return tx.HoldMail() })
		return exchange{caller: "ADM", body: map[string]any{"isDropped": true}}
	},
	"POST /api/Office/ConfirmClock": func(x *probing) exchange {
		x.p.Write(func(tx *store.Tx) error {
			return tx.PutClockGuard(&store.ClockGuard{Highest: tx.Now().AddDate(0, 0, -9), Last: tx.Now().AddDate(0, 0, -9)})
		})
		return exchange{caller: "ADM"}
	},
	"POST /api/SellerBusiness/GetApprovalByKey": func(x *probing) exchange {
		return exchange{caller: "none", body: approvalKey(x)}
	},
	"POST /api/SellerBusiness/ApproveByKey": func(x *probing) exchange {
		return exchange{caller: "none", body: apptest.With(approvalKey(x), map[string]any{"isApproval": true, "name": "金糸 雀"})}
	},
	"POST /api/BuyerNegotiation/GetOwnerConsentByKey": func(x *probing) exchange {
		return exchange{caller: "none", body: map[string]any{"key": x.w.key[0], "passcode": x.w.key[1]}}
	},
	"POST /api/IssuedPaper/DownloadOwnerPaperByKey": func(x *probing) exchange {
		return exchange{caller: "none", body: map[string]any{"key": x.w.key[0], "passcode": x.w.key[1], "kind": 3}}
	},
	"POST /api/BuyerNegotiation/DecideOwnerConsentByKey": func(x *probing) exchange {
		return exchange{caller: "none", body: map[string]any{"key": x.w.key[0], "passcode": x.w.key[1], "isApproval": true, "userName": "金糸 雀"}}
	},
	"POST /api/BuyerNegotiation/ConfirmMilestone": func(x *probing) exchange {
		return proposed(x, "finA", func(id string) map[string]any { return map[string]any{"proposalIds": []string{id}} })
	},
	"POST /api/BuyerNegotiation/ReturnMilestone": func(x *probing) exchange {
		return proposed(x, "finA", func(id string) map[string]any {
			return map[string]any{"proposalId": id, "comment": "価格をご確認ください。"}
		})
	},
	"POST /api/BuyerNegotiation/WithdrawMilestone": func(x *probing) exchange {
		return proposed(x, "finB", func(id string) map[string]any { return map[string]any{"proposalId": id} })
	},
	"POST /api/BuyerNegotiation/NegotiationApprove": func(x *probing) exchange {
		x.caller = "finA" // ownRow reads the version that this caller sees
		id := x.w.object("negotiation", "counterparty asks for the names")
		return exchange{caller: "finA", on: "counterparty asks for the names",
			body: map[string]any{"buyerNegotiationId": id, "version": x.row(id), "isApproval": false, "status": 1, "comment": "時期が合いません。",
				"ownerReason": "同業のため、お伝えせずにお断りしました。"}}
	},
	"POST /api/BuyerNegotiation/StepBack": func(x *probing) exchange {
		x.caller = "buyB" // the version that this caller sees
		id := x.w.object("negotiation", "counterparty before the names")
		return exchange{caller: "buyB", on: "counterparty before the names",
			body: map[string]any{"buyerNegotiationId": id, "version": x.row(id), "comment": "予算に合いません。"}}
	},
	"POST /api/SellerBusiness/ChangeAudience": func(x *probing) exchange {
		x.id = x.w.Listing
		return exchange{caller: "finA", on: "public; counterparty's buyer is interested",
			body: map[string]any{"sellerBusinessId": x.id, "version": x.listing(), "isLimited": true}}
	},
	"POST /api/SellerBusiness/RestoreSellerBusiness": func(x *probing) exchange {
		x.id = x.w.object("listing", "own draft")
		x.as("finA").Post(apptest.ListingBase+"DisableSellerBusiness",
			map[string]any{"sellerBusinessId": x.id, "version": x.listing(), "comment": "理由"}).Want(200)
		return exchange{caller: "finA", on: "own draft", body: map[string]any{"sellerBusinessId": x.id, "version": x.listing()}}
	},
	"GET /api/BuyerNegotiation/DownloadAgreementPaper": func(x *probing) exchange {
		c := x.as("finC")
		a := c.Get(apptest.ListingBase + "GetConfidentialityAgreement").Want(200).JSON()
		row := c.Upload(apptest.ListingBase+"Consent", map[string]any{"sellerBusinessId": x.w.Listing, "companyId": x.w.BuyerC, "version": 0,
			"agreementVersion": a["version"], "agreementHash": a["hash"]}, "契約書.pdf", []byte("%PDF-1.7 x")).Want(200).JSON()
		return exchange{caller: "finC", query: url.Values{"buyerNegotiationId": {row["buyerNegotiationId"].(string)}}}
	},
	"POST /api/SellerBusiness/Consent": func(x *probing) exchange {
		a := x.as("buyC").Get(apptest.ListingBase + "GetConfidentialityAgreement").Want(200).JSON()
		return exchange{caller: "buyC", on: "public; counterparty's buyer is interested",
			body: map[string]any{"sellerBusinessId": x.w.Listing, "version": 0, "agreementVersion": a["version"], "agreementHash": a["hash"]}}
	},
}

func (x *probing) companyVersion(id string) (version int) {
	x.p.Read(func(q *store.Q) error {
		c, err := q.CompanyOf(id)
		if err == nil {
			version = c.Version
		}
		return err
	})
	return version
}

func newRequest(*probing) exchange {
	return exchange{caller: "none", body: apptest.With(apptest.AccountRequest(),
		map[string]any{"financialCode": "9985", "responsibleParsonMail": "jiro@soryo.example.jp"})}
}

func newPassword(name string) func(*probing) exchange {
	return func(*probing) exchange {
		return exchange{caller: name, body: map[string]any{"password": apptest.TestPassword, "newPassword": apptest.NextPassword}}
	}
}

func inDemo(x *probing) exchange {
	x.p.App.Demo = true
	return exchange{caller: "none"}
}

// disabled is the call that disables a company without negotiations.
func disabled(kind string) func(*probing) exchange {
	return func(x *probing) exchange {
		id := x.as("finA").Post("/api/"+kind+"Company/CreateUpdateCompanyOverviewAsync", apptest.OverviewBody).Want(200).Text()
		return exchange{caller: "finA", on: "own", body: map[string]any{"companyId": id, "expectedStatus": 3, "event": "disable"}}
	}
}

// resetKey is the key of a mailed link to set the password anew.
func resetKey(x *probing) string {
	x.p.App.ResetAnswerTime = -1
	x.p.Reset("fin2@a.example.jp").Want(200)
	return x.p.MailedKey("fin2@a.example.jp")
}

// inquiryKey is the key of the link by which a visitor reads the answer to his inquiry.
func inquiryKey(x *probing) string {
	x.as("ADM").Post("/api/Office/AnswerInquiry", map[string]any{"inquiryId": x.w.objects["inquiry"][0].id, "expectedStatus": 0,
		"messageCount": 0, "status": 1, "body": "お答えします。"}).Want(200)
	return x.p.MailedKey(apptest.Inquiry()["mailAddress"].(string))
}

// emptied replaces x's platform by one that is not set up, and returns the key of its setup link.
func emptied(x *probing) string {
	empty := apptest.NewEmptyPlatform(x.p.T)
	*x.p = *empty
	return x.p.SetupKey()
}

func invited(x *probing) map[string]any {
	x.as("finA").Post("/api/FinancialUser/RegistUser", map[string]any{"loginId": "third@a.example.jp", "userName": "三人目"}).Want(200)
	return map[string]any{"userId": apptest.UserIDOf(x.p, "third@a.example.jp")}
}

// approvalKey asks the seller to approve a draft and returns key and passcode from the two mails.
func approvalKey(x *probing) map[string]any {
	x.id = x.w.object("listing", "own draft")
	x.as("finA").Post(apptest.ListingBase+"SendApprovalRequest",
		map[string]any{"sellerBusinessId": x.id, "version": x.listing(), "ppapMailaddress": "second@canary.example.co.jp"}).Want(200)
	return map[string]any{"key": apptest.KeyInMail.FindStringSubmatch(x.p.Mails(x.w.Person)[0].Text)[1],
		"passcode": apptest.PasscodeInMail.FindStringSubmatch(x.p.Mails("second@canary.example.co.jp")[0].Text)[1]}
}

// drawn is how a second approver of the seller's bank draws the passcode of a letter that finA printed.
func drawn(x *probing, field, delivery string) exchange {
	letter := x.as("finA2").Get(delivery + "?" + field + "=" + x.id).Want(200).JSON()["letterId"]
	return exchange{caller: "finA2", body: map[string]any{field: x.id, "letterId": letter}}
}

// colleagueOf is a new user whom finA proposes as approver, and who waits for confirmation.
func colleagueOf(x *probing) string {
	return x.as("finA").Post("/api/FinancialUser/RegistUser", map[string]any{"loginId": "third@a.example.jp",
		"userName": "三人目"}).Want(200).Text()
}

// movedLogin is the user whose login ID the office wants to change.
func movedLogin(x *probing) string {
	id := x.w.user["finA2"]
	x.as("ADM").Send("PUT", "/api/Office/ChangeUserLoginId", map[string]any{"userId": id, "version": x.userVersion(id),
		"loginId": "finA2-new@x.example.jp", "reason": "改姓によるアドレスの変更"}).Want(200)
	return id
}

// proposed is a call about a milestone that the buyer's bank recorded and the seller's has to
// confirm.
func proposed(x *probing, who string, fields func(proposalID string) map[string]any) exchange {
	const on = "counterparty after the names"
	id := x.w.object("negotiation", on)
	x.as("finB").Milestone(id, deal.MilestoneIntent, map[string]any{"amount": 150_000}).Want(200)
	c := x.as(who)
	body := apptest.With(map[string]any{"buyerNegotiationId": id, "version": c.RowVersion(id)},
		fields(c.Proposal(id, deal.MilestoneIntent)["proposalId"].(string)))
	return exchange{caller: who, on: on, body: body}
}

// foreignImport is an import by finA that waits for what its headings mean.
func foreignImport(x *probing) string {
	return (&apptest.Caller{P: x.p, Token: x.w.tokens["finA"]}).ImportsOnScreen("BuyerCompany",
		apptest.ForeignFile()).JSON()["importId"].(string)
}
