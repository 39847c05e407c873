package app

import "tsunagu/store"

// negotiationQuery names one row: by id, or the caller's own row of a listing.
type negotiationQuery struct {
	BuyerNegotiationID string `query:"buyerNegotiationId"`
	SellerBusinessID   string `query:"sellerBusinessId" doc:"案件。行がなくても、いまできる操作が返る"`
	CompanyID          string `query:"companyId" doc:"買手企業。買手自身は省ける"`
}

// partnerQuery are the filters of the partner lists.
type partnerQuery struct {
	Paging
	SellerBusinessID string `query:"sellerBusinessId"`
	CompanyID        string `query:"companyId" doc:"買手企業"`
}

// negotiationCalls are the calls of SPEC.md 7 Negotiation but offers, messages and financing,
// which stand with their nouns.
func (a *App) negotiationCalls() {
	const own = "自社（BUY）、担当する買手・売手の交渉（FIN）"
	add(a.Platform, call{
		method: "GET", path: "/api/BuyerNegotiation/PartnerListByBuyerFinancial", area: "negotiation", callers: fin | buy,
		records: "自社の交渉（BUY）、担当する買手の交渉（FIN）", summary: "買手側から見た交渉の一覧", spec: "SPEC 7 Negotiation",
	},
		func(r *request, in *partnerQuery) (*partnerList, error) {
			return glancing(r, func(q *store.Q) (*partnerList, error) { return a.partnersByBuyerSide(q, r.actor, in) })
		})
	add(a.Platform, call{
		method: "GET", path: "/api/BuyerNegotiation/PartnerListBySellerFinancial", area: "negotiation", callers: fin,
		records: "担当する案件の、始まった交渉とオファーした買手", summary: "売手側金融機関から見た交渉の一覧", spec: "SPEC 7 Negotiation",
	},
		func(r *request, in *partnerQuery) (*partnerList, error) {
			return glancing(r, func(q *store.Q) (*partnerList, error) { return a.partnersBySellerSide(q, r.actor, in) })
		})
	add(a.Platform, call{
		method: "GET", path: "/api/BuyerNegotiation/GetBuyerNegotiationAsync", area: "negotiation", callers: fin | buy,
		records: own, summary: "交渉の内容", spec: "SPEC 7 Negotiation; domain 4",
	},
		func(r *request, in *negotiationQuery) (*negotiation, error) {
			// What SF reads of a buyer by name, and the offer's opening, are written down.
			return writing(r, func(tx *store.Tx) (*negotiation, error) { return a.readNegotiation(tx, r.actor, in) })
		})
	add(a.Platform, call{
		method: "GET", path: "/api/SellerBusiness/GetConfidentialityAgreement", area: "negotiation", callers: fin | buy,
		records: "すべての利用者", summary: "秘密保持契約の本文", spec: "domain 4 Consent",
	},
		func(r *request, _ *struct{}) (*confidentialityAgreement, error) {
			return reading(r, func(q *store.Q) (*confidentialityAgreement, error) { return a.agreement(q) })
		})

	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/StartNegotiation", area: "negotiation", callers: fin,
		records: "担当する買手と、公開中の案件", summary: "匿名交渉の開始", spec: "domain 4",
	}, a.startNegotiation)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/CreateBuyerNegotiationByBuyerAsync", area: "negotiation", callers: fin | buy,
		records: "自社（BUY）、担当する買手（FIN）と、見える案件", summary: "興味あり", spec: "domain 4",
	}, a.expressInterest)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/UpdateBuyerNegotiationInterestStatusAsync", area: "negotiation", callers: fin | buy,
		records: "自社（BUY）、担当する買手（FIN）と、見える案件", summary: "興味の有無", spec: "SPEC 4 Interest",
	}, a.updateInterest)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/RealNameConsent", area: "negotiation", callers: fin | buy,
		records: "自社（BUY）、担当する買手（FIN、書面を別の担当者が確認）", summary: "実名開示同意", spec: "domain 4",
	}, a.realNameConsent)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/NegotiationStatusChange", area: "negotiation", callers: fin,
		records: "担当する買手・売手の交渉", summary: "交渉状況の変更", spec: "domain 4",
	}, a.changeStatus)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/NegotiationApprove", area: "negotiation", callers: fin,
		records: "担当する案件の交渉", summary: "実名交渉の承認・却下", spec: "domain 4",
	}, a.approveNegotiation)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/StepBack", area: "negotiation", callers: buy,
		records: "自社の交渉", summary: "買手の見送り", spec: "domain 0.12",
	}, a.stepBack)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/RecordMilestone", area: "negotiation", callers: fin,
		records: "担当する買手・売手の交渉", summary: "マイルストーンの記録（意向表明・基本合意・最終契約・クロージングは相手方の確認待ち）", spec: "domain 0.6, 4 Milestones",
	}, a.recordMilestone)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/ConfirmMilestone", area: "negotiation", callers: fin,
		records: "担当する買手・売手の交渉で、相手方が記録したもの", summary: "相手方の記録の確認", spec: "domain 0.6",
	}, a.confirmMilestone)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/ReturnMilestone", area: "negotiation", callers: fin,
		records: "担当する買手・売手の交渉で、相手方が記録したもの", summary: "相手方の記録の差戻し", spec: "domain 0.6",
	}, a.returnMilestone)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/WithdrawMilestone", area: "negotiation", callers: fin,
		records: "担当する買手・売手の交渉で、自らが記録した確認前のもの", summary: "記録の取下げ", spec: "domain 0.6",
	}, a.withdrawMilestone)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/UpdateNextAction", area: "negotiation", callers: fin,
		records: "担当する買手・売手の交渉", summary: "次回対応日と担当者", spec: "domain 4 Next action",
	}, a.updateNextAction)
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/ConfirmDisposal", area: "negotiation", callers: fin,
		records: "担当する買手の終了した交渉", summary: "資料廃棄確認", spec: "domain 4",
	}, a.confirmDisposal)

	addForm(a.Platform, call{
		method: "POST", path: "/api/SellerBusiness/Consent", area: "negotiation", callers: fin | buy,
		records: "自社（BUY）、担当する買手（FIN、署名済みの書面）", summary: "秘密保持契約の承諾", spec: "SPEC 7; domain 4",
	},
		func(r *request, in *consentInput, file *store.File) (*MovedNegotiation, error) {
			return writing(r, func(tx *store.Tx) (*MovedNegotiation, error) { return a.consent(tx, r.actor, in, file) })
		})
	addForm(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/AttachPaper", area: "negotiation", callers: fin,
		records: "担当する買手・売手の交渉", summary: "署名済みの書面の登録（別の担当者が確認）", spec: "domain 4",
	},
		func(r *request, in *paperInput, file *store.File) (*MovedNegotiation, error) {
			return writing(r, func(tx *store.Tx) (*MovedNegotiation, error) { return a.attachPaper(tx, r.actor, in, file) })
		})
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/CancelPaper", area: "negotiation", callers: fin,
		records: "自機関が登録した、確認前の書面", summary: "書面の取消し", spec: "domain 4",
	}, a.cancelPaper)
	addFile(a.Platform, call{
		method: "GET", path: "/api/BuyerNegotiation/DownloadPaper", area: "negotiation", callers: fin,
		records: "自機関が登録した書面", summary: "書面のダウンロード", spec: "domain 4",
	},
		func(r *request, in *struct {
			PaperID string `query:"paperId"`
		}) (*download, error) {
			return writing(r, func(tx *store.Tx) (*download, error) { return a.downloadPaper(tx, r.actor, in.PaperID) })
		})
}

// addMove registers a deed whose answer is the row as it is afterwards.
func addMove[B any](a *Platform, c call, deed func(*store.Tx, actor, *B) (*MovedNegotiation, error)) {
	add(a, c, func(r *request, in *struct{ Body B }) (*MovedNegotiation, error) {
		return writing(r, func(tx *store.Tx) (*MovedNegotiation, error) { return deed(tx, r.actor, &in.Body) })
	})
}

func (a *App) ownerCalls() {
	add(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/RequestOwnerConsent", area: "negotiation", callers: fin,
		records: "担当する案件の、実名希望の交渉", summary: "オーナーへ実名開示の承諾を依頼", spec: "domain 4, 3.2",
	},
		func(r *request, in *struct{ Body ownerRequestInput }) (*ownerRequested, error) {
			return writing(r, func(tx *store.Tx) (*ownerRequested, error) { return a.requestOwnerConsent(tx, r.actor, &in.Body) })
		})
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/RecordOwnerConsent", area: "negotiation", callers: fin,
		records: "担当する案件の、実名希望の交渉", summary: "オーナーの回答の記録（承諾は書面を別の担当者が確認）", spec: "domain 4",
	}, a.recordOwnerConsent)
	add(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/GetOwnerConsentByKey", area: "negotiation", callers: byKey, maxBody: 16 << 10,
		records: "リンクの交渉", summary: "オーナーが判断する内容", spec: "domain 3.2, 4",
	},
		func(r *request, in *struct{ Body ownerKeyInput }) (out *ownerPage, err error) {
			err = a.byOwnerKey(r, in.Body.Key, in.Body.Passcode, func(tx *store.Tx, k *store.LinkKey) error {
				out, err = a.ownerPage(tx, k)
				return err
			})
			return out, err
		})
	add(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/DecideOwnerConsentByKey", area: "negotiation", callers: byKey, maxBody: 16 << 10,
		records: "リンクの交渉", summary: "オーナーの承諾・拒否", spec: "domain 3.2, 4",
	},
		func(r *request, in *struct{ Body ownerDecisionInput }) (out *ownerDecided, err error) {
			err = a.byOwnerKey(r, in.Body.Key, in.Body.Passcode, func(tx *store.Tx, k *store.LinkKey) error {
				out, err = a.decideOwnerConsent(tx, r.actor, k, &in.Body)
				return err
			})
			return out, err
		})
}

func (a *App) offerCalls() {
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/UpdateBuyerNegotiationOfferSendStatusAsync", area: "negotiation", callers: fin,
		records: "担当する案件と公開中の買手（送る・取り下げる）、担当する買手（転送・見送り）", summary: "オファー", spec: "domain 4",
	}, a.sendOffer)
	add(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/LongListOfferSend", area: "longlist", callers: fin,
		records: "担当する案件と公開中の買手", summary: "オファーの一括送信", spec: "domain 4",
	},
		func(r *request, in *struct{ Body longListOfferInput }) (*longListOfferResult, error) {
			return writing(r, func(tx *store.Tx) (*longListOfferResult, error) { return a.sendOffers(tx, r.actor, &in.Body) })
		})
}

func (a *App) financingCalls() {
	addMove(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/UpdateFinancialSupportStatus", area: "financial-support", callers: fin,
		records: "担当する買手の交渉", summary: "資金支援の状況", spec: "domain 5",
	}, a.updateFinancing)
	add(a.Platform, call{
		method: "GET", path: "/api/BuyerCompany/SearchFinancialSupport", area: "financial-support", callers: fin,
		records: "担当する買手の交渉", summary: "買手交渉案件の検索", spec: "SPEC 7; domain 5",
	},
		func(r *request, in *financialSupportQuery) (*financialSupportList, error) {
			return glancing(r, func(q *store.Q) (*financialSupportList, error) { return a.searchFinancialSupport(q, r.actor, in) })
		})
}

func (a *App) messageCalls() {
	const own = "自社（BUY）、担当する買手・売手の交渉（FIN）"
	add(a.Platform, call{
		method: "GET", path: "/api/BuyerNegotiation/GetBuyerNegotiationMessageListAsync", area: "negotiation", callers: fin | buy,
		records: own, summary: "メッセージの一覧", spec: "SPEC 7; domain 4 Messages",
	},
		func(r *request, in *struct {
			BuyerNegotiationID string `query:"buyerNegotiationId"`
		}) (*negotiationMessageList, error) {
			return reading(r, func(q *store.Q) (*negotiationMessageList, error) {
				return a.messages(q, r.actor, in.BuyerNegotiationID)
			})
		})
	addForm(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", area: "negotiation", callers: fin | buy,
		records: own, summary: "メッセージの送信", spec: "SPEC 7; domain 4 Messages",
	},
		func(r *request, in *messageInput, file *store.File) (*sentMessage, error) {
			return writing(r, func(tx *store.Tx) (*sentMessage, error) { return a.createMessage(tx, r.actor, in, file) })
		})
	add(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/CheckMessage", area: "negotiation", callers: fin | buy,
		records: own, summary: "匿名化チェック（送る前の注意）", spec: "domain 3.3",
	},
		func(r *request, in *struct{ Body messageCheckInput }) (*messageCheck, error) {
			return reading(r, func(q *store.Q) (*messageCheck, error) { return a.checkMessage(q, r.actor, &in.Body) })
		})
	add(a.Platform, call{
		method: "POST", path: "/api/BuyerNegotiation/AlreadyRead", area: "negotiation", callers: fin | buy,
		records: own, summary: "既読", spec: "SPEC 7",
	},
		func(r *request, in *struct{ Body alreadyReadInput }) (nothing, error) {
			return nothing{}, r.write(func(tx *store.Tx) error { return a.alreadyRead(tx, r.actor, &in.Body) })
		})
	add(a.Platform, call{
		method: "GET", path: "/api/BuyerNegotiation/GetUnreadCounts", area: "negotiation", callers: fin | buy,
		records: own, summary: "未読の数", spec: "domain 4 Messages",
	},
		func(r *request, _ *struct{}) (*unreadCounts, error) {
			return glancing(r, func(q *store.Q) (*unreadCounts, error) { return a.unreadCounts(q, r.actor) })
		})
	addFile(a.Platform, call{
		method: "GET", path: "/api/BuyerNegotiation/DownloadAttachedFile", area: "negotiation", callers: fin | buy,
		records: "読めるメッセージのファイル", summary: "添付ファイル", spec: "SPEC 7",
	},
		func(r *request, in *struct {
			BuyerNegotiationMessageID string `query:"buyerNegotiationMessageId"`
		}) (*download, error) {
			return writing(r, func(tx *store.Tx) (*download, error) {
				return a.downloadAttachment(tx, r.actor, in.BuyerNegotiationMessageID)
			})
		})
}
