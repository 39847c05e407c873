package negotiation

import (
	"tsunagu/app/persons"
	"tsunagu/app/web"
	"tsunagu/store"
)

// negotiationQuery names one row: by id, or the caller's own row of a listing.
type negotiationQuery struct {
	BuyerNegotiationID string `query:"buyerNegotiationId"`
	SellerBusinessID   string `query:"sellerBusinessId" doc:"案件。行がなくても、いまできる操作が返る"`
	CompanyID          string `query:"companyId" doc:"買手企業。買手自身は省ける"`
}

// partnerQuery are the filters of the partner lists.
type partnerQuery struct {
	web.Paging
	SellerBusinessID string `query:"sellerBusinessId"`
	CompanyID        string `query:"companyId" doc:"買手企業"`
	persons.Filter
}

// SellerPartnerQuery are the filters of the seller's bank's list. They look at its own published listings and at what
// it is told of each negotiation.
type SellerPartnerQuery struct {
	web.Paging
	SellerBusinessID   string `query:"sellerBusinessId"`
	CompanyID          string `query:"companyId" doc:"買手企業。案件のほかの絞り込みとは併せられない"`
	SellerBusinessName string `query:"sellerBusinessName" doc:"案件の匿名の表題"`
	SearchStatus       string `query:"searchStatus" doc:"売手側に見える交渉状況。コード、またはJSONの配列"`
	SearchType         int    `query:"searchType" doc:"2 オファー 4 要対応"`
	DueDateF           string `query:"dueDateF" doc:"公開期限の範囲"`
	DueDateT           string `query:"dueDateT"`
	persons.Filter
}

// Calls are the calls of SPEC.md 7 Negotiation but offers, messages and financing,
// which stand with their nouns.
func (a Room) Calls() {
	const own = "自社（BUY）、担当する買手・売手の交渉（FIN）"
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/PartnerListByBuyerFinancial", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: "自社の交渉（BUY）、担当する買手の交渉（FIN）", Summary: "買手側から見た交渉の一覧", Spec: "SPEC 7 Negotiation",
	},
		func(r *web.Request, in *partnerQuery) (*PartnerList, error) {
			return web.ReadingLazily(r, func(q *store.Q) (*PartnerList, error) { return a.partnersByBuyerSide(q, r.Actor, in) })
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/PartnerListBySellerFinancial", Area: "negotiation", Callers: web.FIN,
		Records: "担当する案件の、始まった交渉とオファーした買手", Summary: "売手側金融機関から見た交渉の一覧", Spec: "SPEC 7 Negotiation",
	},
		func(r *web.Request, in *SellerPartnerQuery) (*PartnerList, error) {
			return web.ReadingLazily(r, func(q *store.Q) (*PartnerList, error) { return a.PartnersBySellerSide(q, r.Actor, in) })
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/GetBuyerNegotiationAsync", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: own, Summary: "交渉の内容", Spec: "SPEC 7 Negotiation; domain 4",
	},
		func(r *web.Request, in *negotiationQuery) (*negotiation, error) {
			// What SF reads of a buyer by name, and the offer's opening, are written down.
			return web.Writing(r, func(tx *store.Tx) (*negotiation, error) { return a.readNegotiation(tx, r.Actor, in) })
		})

	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/StartNegotiation", Area: "negotiation", Callers: web.FIN,
		Records: "担当する買手と、公開中の案件", Summary: "匿名交渉の開始", Spec: "domain 4",
	}, a.StartNegotiation)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/CreateBuyerNegotiationByBuyerAsync", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: "自社（BUY）、担当する買手（FIN）と、見える案件", Summary: "興味あり", Spec: "domain 4",
	}, a.ExpressInterest)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/UpdateBuyerNegotiationInterestStatusAsync", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: "自社（BUY）、担当する買手（FIN）と、見える案件", Summary: "興味の有無", Spec: "SPEC 4 Interest",
	}, a.updateInterest)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/RealNameConsent", Area: "negotiation", Callers: web.FIN | web.BUY, Fresh: web.FIN,
		Records: "自社（BUY）、担当する買手（FIN、書面を別の担当者が確認）", Summary: "実名開示同意", Spec: "domain 4",
	}, a.RealNameConsent)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/NegotiationStatusChange", Area: "negotiation", Callers: web.FIN,
		Records: "担当する買手・売手の交渉", Summary: "交渉状況の変更", Spec: "domain 4",
	}, a.ChangeStatus)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/NegotiationApprove", Area: "negotiation", Callers: web.FIN,
		Records: "担当する案件の交渉", Summary: "実名交渉の承認・却下", Spec: "domain 4",
	}, a.ApproveNegotiation)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/StepBack", Area: "negotiation", Callers: web.BUY,
		Records: "自社の交渉", Summary: "買手の見送り", Spec: "domain 0.12",
	}, a.stepBack)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/RecordMilestone", Area: "negotiation", Callers: web.FIN,
		Records: "担当する買手・売手の交渉", Summary: "マイルストーンの記録（意向表明・基本合意・最終契約・クロージングは相手方の確認待ち）", Spec: "domain 0.6, 4 Milestones",
	}, a.RecordMilestone)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/ConfirmMilestone", Area: "negotiation", Callers: web.FIN,
		Records: "担当する買手・売手の交渉で、相手方が記録したもの", Summary: "相手方の記録の確認", Spec: "domain 0.6",
	}, a.ConfirmMilestone)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/ReturnMilestone", Area: "negotiation", Callers: web.FIN,
		Records: "担当する買手・売手の交渉で、相手方が記録したもの", Summary: "相手方の記録の差戻し", Spec: "domain 0.6",
	}, a.ReturnMilestone)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/WithdrawMilestone", Area: "negotiation", Callers: web.FIN,
		Records: "担当する買手・売手の交渉で、自らが記録した確認前のもの", Summary: "記録の取下げ", Spec: "domain 0.6",
	}, a.withdrawMilestone)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/UpdateNextAction", Area: "negotiation", Callers: web.FIN,
		Records: "担当する買手・売手の交渉", Summary: "次回対応日と担当者", Spec: "domain 4 Next action",
	}, UpdateNextAction)
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/ConfirmDisposal", Area: "negotiation", Callers: web.FIN,
		Records: "担当する買手の終了した交渉", Summary: "資料廃棄確認", Spec: "domain 4",
	}, a.confirmDisposal)

	web.AddForm(a.Platform, web.Call{
		Method: "POST", Path: "/api/SellerBusiness/Consent", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: "自社（BUY）、担当する買手（FIN、署名済みの書面）", Summary: "秘密保持契約の承諾", Spec: "SPEC 7; domain 4",
	},
		func(r *web.Request, in *ConsentInput, file *store.File) (*MovedNegotiation, error) {
			return web.Writing(r, func(tx *store.Tx) (*MovedNegotiation, error) { return a.Consent(tx, r.Actor, in, file) })
		})
	web.AddForm(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/AttachPaper", Area: "negotiation", Callers: web.FIN,
		Records: "担当する買手・売手の交渉", Summary: "署名済みの書面の登録（別の担当者が確認）", Spec: "domain 4",
	},
		func(r *web.Request, in *paperInput, file *store.File) (*MovedNegotiation, error) {
			return web.Writing(r, func(tx *store.Tx) (*MovedNegotiation, error) { return attachPaper(tx, r.Actor, in, file) })
		})
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/CancelPaper", Area: "negotiation", Callers: web.FIN,
		Records: "自機関が登録した、確認前の書面", Summary: "書面の取消し", Spec: "domain 4",
	}, cancelPaper)
	web.AddFile(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/DownloadPaper", Area: "negotiation", Callers: web.FIN,
		Records: "自機関が登録した書面", Summary: "書面のダウンロード", Spec: "domain 4",
	},
		func(r *web.Request, in *struct {
			PaperID string `query:"paperId"`
		}) (*web.Download, error) {
			return web.Writing(r, func(tx *store.Tx) (*web.Download, error) { return a.downloadPaper(tx, r.Actor, in.PaperID) })
		})
}

// addMove registers a deed whose answer is the row as it is afterwards.
func addMove[B any](a *web.Platform, c web.Call, deed func(*store.Tx, web.Actor, *B) (*MovedNegotiation, error)) {
	web.Add(a, c, func(r *web.Request, in *struct{ Body B }) (*MovedNegotiation, error) {
		return web.Writing(r, func(tx *store.Tx) (*MovedNegotiation, error) { return deed(tx, r.Actor, &in.Body) })
	})
}

func (a Room) OwnerCalls() {
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/RequestOwnerConsent", Area: "negotiation", Callers: web.FIN,
		Records: "担当する案件の、実名希望の交渉", Summary: "オーナーへ実名開示の承諾を依頼", Spec: "domain 4, 3.2",
	},
		func(r *web.Request, in *struct{ Body OwnerRequestInput }) (*ownerRequested, error) {
			return web.Writing(r, func(tx *store.Tx) (*ownerRequested, error) { return a.RequestOwnerConsent(tx, r.Actor, &in.Body) })
		})
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/RecordOwnerConsent", Area: "negotiation", Callers: web.FIN, Fresh: web.FIN,
		Records: "担当する案件の、実名希望の交渉", Summary: "オーナーの回答の記録（承諾は書面を別の担当者が確認）", Spec: "domain 4",
	}, a.recordOwnerConsent)
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/GetOwnerConsentByKey", Area: "negotiation", Callers: web.ByKey, MaxBody: 16 << 10,
		Records: "リンクの交渉", Summary: "オーナーが判断する内容", Spec: "domain 3.2, 4",
	},
		func(r *web.Request, in *struct{ Body ownerKeyInput }) (out *ownerPage, err error) {
			err = a.byOwnerKey(r, in.Body.Key, in.Body.Passcode, func(tx *store.Tx, k *store.LinkKey) error {
				out, err = a.ownerPage(tx, k)
				return err
			})
			return out, err
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/DecideOwnerConsentByKey", Area: "negotiation", Callers: web.ByKey, MaxBody: 16 << 10,
		Records: "リンクの交渉", Summary: "オーナーの承諾・拒否", Spec: "domain 3.2, 4",
	},
		func(r *web.Request, in *struct{ Body OwnerDecisionInput }) (out *ownerDecided, err error) {
			err = a.byOwnerKey(r, in.Body.Key, in.Body.Passcode, func(tx *store.Tx, k *store.LinkKey) error {
				out, err = a.DecideOwnerConsent(tx, r.Actor, k, &in.Body)
				return err
			})
			return out, err
		})
}

func (a Room) OfferCalls() {
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/UpdateBuyerNegotiationOfferSendStatusAsync", Area: "negotiation", Callers: web.FIN,
		Records: "担当する案件と公開中の買手（送る・取り下げる）、担当する買手（転送・見送り）", Summary: "オファー", Spec: "domain 4",
	}, a.SendOffer)
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/LongListOfferSend", Area: "longlist", Callers: web.FIN,
		Records: "担当する案件と公開中の買手", Summary: "オファーの一括送信", Spec: "domain 4",
	},
		func(r *web.Request, in *struct{ Body longListOfferInput }) (*longListOfferResult, error) {
			return web.Writing(r, func(tx *store.Tx) (*longListOfferResult, error) { return a.sendOffers(tx, r.Actor, &in.Body) })
		})
}

func (a Room) FinancingCalls() {
	addMove(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/UpdateFinancialSupportStatus", Area: "financial-support", Callers: web.FIN,
		Records: "担当する買手の交渉", Summary: "資金支援の状況", Spec: "domain 5",
	}, a.updateFinancing)
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerCompany/SearchFinancialSupport", Area: "financial-support", Callers: web.FIN,
		Records: "担当する買手の交渉", Summary: "買手交渉案件の検索", Spec: "SPEC 7; domain 5",
	},
		func(r *web.Request, in *FinancialSupportQuery) (*FinancialSupportList, error) {
			return web.ReadingLazily(r, func(q *store.Q) (*FinancialSupportList, error) { return a.SearchFinancialSupport(q, r.Actor, in) })
		})
}

func (a Room) MessageCalls() {
	const own = "自社（BUY）、担当する買手・売手の交渉（FIN）"
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/GetBuyerNegotiationMessageListAsync", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: own, Summary: "メッセージの一覧", Spec: "SPEC 7; domain 4 Messages",
	},
		func(r *web.Request, in *struct {
			BuyerNegotiationID string `query:"buyerNegotiationId"`
		}) (*negotiationMessageList, error) {
			return web.Reading(r, func(q *store.Q) (*negotiationMessageList, error) {
				return messages(q, r.Actor, in.BuyerNegotiationID)
			})
		})
	web.AddForm(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: own, Summary: "メッセージの送信", Spec: "SPEC 7; domain 4 Messages",
	},
		func(r *web.Request, in *MessageInput, file *store.File) (*sentMessage, error) {
			return web.Writing(r, func(tx *store.Tx) (*sentMessage, error) { return a.CreateMessage(tx, r.Actor, in, file) })
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/CheckMessage", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: own, Summary: "匿名化チェック（送る前の注意）", Spec: "domain 3.3",
	},
		func(r *web.Request, in *struct{ Body messageCheckInput }) (*messageCheck, error) {
			return web.Reading(r, func(q *store.Q) (*messageCheck, error) { return checkMessage(q, r.Actor, &in.Body) })
		})
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: "/api/BuyerNegotiation/AlreadyRead", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: own, Summary: "既読", Spec: "SPEC 7",
	},
		func(r *web.Request, in *struct{ Body AlreadyReadInput }) (web.Nothing, error) {
			return web.Nothing{}, r.Write(func(tx *store.Tx) error { return AlreadyRead(tx, r.Actor, &in.Body) })
		})
	web.AddFile(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/DownloadAttachedFile", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: "読めるメッセージのファイル", Summary: "添付ファイル", Spec: "SPEC 7",
	},
		func(r *web.Request, in *struct {
			BuyerNegotiationMessageID string `query:"buyerNegotiationMessageId"`
		}) (*web.Download, error) {
			return web.Writing(r, func(tx *store.Tx) (*web.Download, error) {
				return a.downloadAttachment(tx, r.Actor, in.BuyerNegotiationMessageID)
			})
		})
}
