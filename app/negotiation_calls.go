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
	add(a, call{"GET", "/api/BuyerNegotiation/PartnerListByBuyerFinancial", "negotiation", fin | buy, "自社の交渉（BUY）、担当する買手の交渉（FIN）", "買手側から見た交渉の一覧", "SPEC 7 Negotiation", 0, false},
		func(r *request, in *partnerQuery) (*partnerList, error) {
			return glancing(r, func(q *store.Q) (*partnerList, error) { return a.partnersByBuyerSide(q, r.actor, in) })
		})
	add(a, call{"GET", "/api/BuyerNegotiation/PartnerListBySellerFinancial", "negotiation", fin, "担当する案件の、始まった交渉とオファーした買手", "売手側金融機関から見た交渉の一覧", "SPEC 7 Negotiation", 0, false},
		func(r *request, in *partnerQuery) (*partnerList, error) {
			return glancing(r, func(q *store.Q) (*partnerList, error) { return a.partnersBySellerSide(q, r.actor, in) })
		})
	add(a, call{"GET", "/api/BuyerNegotiation/GetBuyerNegotiationAsync", "negotiation", fin | buy, own, "交渉の内容", "SPEC 7 Negotiation; domain 4", 0, false},
		func(r *request, in *negotiationQuery) (*negotiation, error) {
			// What SF reads of a buyer by name, and the offer's opening, are written down.
			return writing(r, func(tx *store.Tx) (*negotiation, error) { return a.readNegotiation(tx, r.actor, in) })
		})
	add(a, call{"GET", "/api/SellerBusiness/GetConfidentialityAgreement", "negotiation", fin | buy, "すべての利用者", "秘密保持契約の本文", "domain 4 Consent", 0, false},
		func(r *request, _ *struct{}) (*confidentialityAgreement, error) {
			return reading(r, func(q *store.Q) (*confidentialityAgreement, error) { return a.agreement(q) })
		})

	addMove(a, call{"POST", "/api/BuyerNegotiation/StartNegotiation", "negotiation", fin, "担当する買手と、公開中の案件", "匿名交渉の開始", "domain 4", 0, false}, a.startNegotiation)
	addMove(a, call{"POST", "/api/BuyerNegotiation/CreateBuyerNegotiationByBuyerAsync", "negotiation", fin | buy, "自社（BUY）、担当する買手（FIN）と、見える案件", "興味あり", "domain 4", 0, false}, a.expressInterest)
	addMove(a, call{"POST", "/api/BuyerNegotiation/UpdateBuyerNegotiationInterestStatusAsync", "negotiation", fin | buy, "自社（BUY）、担当する買手（FIN）と、見える案件", "興味の有無", "SPEC 4 Interest", 0, false}, a.updateInterest)
	addMove(a, call{"POST", "/api/BuyerNegotiation/RealNameConsent", "negotiation", fin | buy, "自社（BUY）、担当する買手（FIN、書面を別の担当者が確認）", "実名開示同意", "domain 4", 0, false}, a.realNameConsent)
	addMove(a, call{"POST", "/api/BuyerNegotiation/NegotiationStatusChange", "negotiation", fin, "担当する買手・売手の交渉", "交渉状況の変更", "domain 4", 0, false}, a.changeStatus)
	addMove(a, call{"POST", "/api/BuyerNegotiation/NegotiationApprove", "negotiation", fin, "担当する案件の交渉", "実名交渉の承認・却下", "domain 4", 0, false}, a.approveNegotiation)
	addMove(a, call{"POST", "/api/BuyerNegotiation/StepBack", "negotiation", buy, "自社の交渉", "買手の見送り", "domain 0.12", 0, false}, a.stepBack)
	addMove(a, call{"POST", "/api/BuyerNegotiation/RecordMilestone", "negotiation", fin, "担当する買手・売手の交渉", "マイルストーンの記録（意向表明・基本合意・最終契約・クロージングは相手方の確認待ち）", "domain 0.6, 4 Milestones", 0, false}, a.recordMilestone)
	addMove(a, call{"POST", "/api/BuyerNegotiation/ConfirmMilestone", "negotiation", fin, "担当する買手・売手の交渉で、相手方が記録したもの", "相手方の記録の確認", "domain 0.6", 0, false}, a.confirmMilestone)
	addMove(a, call{"POST", "/api/BuyerNegotiation/ReturnMilestone", "negotiation", fin, "担当する買手・売手の交渉で、相手方が記録したもの", "相手方の記録の差戻し", "domain 0.6", 0, false}, a.returnMilestone)
	addMove(a, call{"POST", "/api/BuyerNegotiation/WithdrawMilestone", "negotiation", fin, "担当する買手・売手の交渉で、自らが記録した確認前のもの", "記録の取下げ", "domain 0.6", 0, false}, a.withdrawMilestone)
	addMove(a, call{"POST", "/api/BuyerNegotiation/UpdateNextAction", "negotiation", fin, "担当する買手・売手の交渉", "次回対応日と担当者", "domain 4 Next action", 0, false}, a.updateNextAction)
	addMove(a, call{"POST", "/api/BuyerNegotiation/ConfirmDisposal", "negotiation", fin, "担当する買手の終了した交渉", "資料廃棄確認", "domain 4", 0, false}, a.confirmDisposal)

	addForm(a, call{"POST", "/api/SellerBusiness/Consent", "negotiation", fin | buy, "自社（BUY）、担当する買手（FIN、署名済みの書面）", "秘密保持契約の承諾", "SPEC 7; domain 4", 0, false},
		func(r *request, in *consentInput, file *store.File) (*MovedNegotiation, error) {
			return writing(r, func(tx *store.Tx) (*MovedNegotiation, error) { return a.consent(tx, r.actor, in, file) })
		})
	addForm(a, call{"POST", "/api/BuyerNegotiation/AttachPaper", "negotiation", fin, "担当する買手・売手の交渉", "署名済みの書面の登録（別の担当者が確認）", "domain 4", 0, false},
		func(r *request, in *paperInput, file *store.File) (*MovedNegotiation, error) {
			return writing(r, func(tx *store.Tx) (*MovedNegotiation, error) { return a.attachPaper(tx, r.actor, in, file) })
		})
	addMove(a, call{"POST", "/api/BuyerNegotiation/CancelPaper", "negotiation", fin, "自機関が登録した、確認前の書面", "書面の取消し", "domain 4", 0, false}, a.cancelPaper)
	addFile(a, call{"GET", "/api/BuyerNegotiation/DownloadPaper", "negotiation", fin, "自機関が登録した書面", "書面のダウンロード", "domain 4", 0, false},
		func(r *request, in *struct {
			PaperID string `query:"paperId"`
		}) (*download, error) {
			return writing(r, func(tx *store.Tx) (*download, error) { return a.downloadPaper(tx, r.actor, in.PaperID) })
		})
}

// addMove registers a deed whose answer is the row as it is afterwards.
func addMove[B any](a *App, c call, deed func(*store.Tx, actor, *B) (*MovedNegotiation, error)) {
	add(a, c, func(r *request, in *struct{ Body B }) (*MovedNegotiation, error) {
		return writing(r, func(tx *store.Tx) (*MovedNegotiation, error) { return deed(tx, r.actor, &in.Body) })
	})
}

func (a *App) ownerCalls() {
	add(a, call{"POST", "/api/BuyerNegotiation/RequestOwnerConsent", "negotiation", fin, "担当する案件の、実名希望の交渉", "オーナーへ実名開示の承諾を依頼", "domain 4, 3.2", 0, false},
		func(r *request, in *struct{ Body ownerRequestInput }) (*ownerRequested, error) {
			return writing(r, func(tx *store.Tx) (*ownerRequested, error) { return a.requestOwnerConsent(tx, r.actor, &in.Body) })
		})
	addMove(a, call{"POST", "/api/BuyerNegotiation/RecordOwnerConsent", "negotiation", fin, "担当する案件の、実名希望の交渉", "オーナーの回答の記録（承諾は書面を別の担当者が確認）", "domain 4", 0, false}, a.recordOwnerConsent)
	add(a, call{"POST", "/api/BuyerNegotiation/GetOwnerConsentByKey", "negotiation", byKey, "リンクの交渉", "オーナーが判断する内容", "domain 3.2, 4", 16 << 10, false},
		func(r *request, in *struct{ Body ownerKeyInput }) (out *ownerPage, err error) {
			err = a.byOwnerKey(r, in.Body.Key, in.Body.Passcode, func(tx *store.Tx, k *store.LinkKey) error {
				out, err = a.ownerPage(tx, k)
				return err
			})
			return out, err
		})
	add(a, call{"POST", "/api/BuyerNegotiation/DecideOwnerConsentByKey", "negotiation", byKey, "リンクの交渉", "オーナーの承諾・拒否", "domain 3.2, 4", 16 << 10, false},
		func(r *request, in *struct{ Body ownerDecisionInput }) (out *ownerDecided, err error) {
			err = a.byOwnerKey(r, in.Body.Key, in.Body.Passcode, func(tx *store.Tx, k *store.LinkKey) error {
				out, err = a.decideOwnerConsent(tx, r.actor, k, &in.Body)
				return err
			})
			return out, err
		})
}

func (a *App) offerCalls() {
	addMove(a, call{"POST", "/api/BuyerNegotiation/UpdateBuyerNegotiationOfferSendStatusAsync", "negotiation", fin, "担当する案件と公開中の買手（送る・取り下げる）、担当する買手（転送・見送り）", "オファー", "domain 4", 0, false}, a.sendOffer)
	add(a, call{"POST", "/api/BuyerNegotiation/LongListOfferSend", "longlist", fin, "担当する案件と公開中の買手", "オファーの一括送信", "domain 4", 0, false},
		func(r *request, in *struct{ Body longListOfferInput }) (*longListOfferResult, error) {
			return writing(r, func(tx *store.Tx) (*longListOfferResult, error) { return a.sendOffers(tx, r.actor, &in.Body) })
		})
}

func (a *App) financingCalls() {
	addMove(a, call{"POST", "/api/BuyerNegotiation/UpdateFinancialSupportStatus", "financial-support", fin, "担当する買手の交渉", "資金支援の状況", "domain 5", 0, false}, a.updateFinancing)
	add(a, call{"GET", "/api/BuyerCompany/SearchFinancialSupport", "financial-support", fin, "担当する買手の交渉", "買手交渉案件の検索", "SPEC 7; domain 5", 0, false},
		func(r *request, in *financialSupportQuery) (*financialSupportList, error) {
			return glancing(r, func(q *store.Q) (*financialSupportList, error) { return a.searchFinancialSupport(q, r.actor, in) })
		})
}

func (a *App) messageCalls() {
	const own = "自社（BUY）、担当する買手・売手の交渉（FIN）"
	add(a, call{"GET", "/api/BuyerNegotiation/GetBuyerNegotiationMessageListAsync", "negotiation", fin | buy, own, "メッセージの一覧", "SPEC 7; domain 4 Messages", 0, false},
		func(r *request, in *struct {
			BuyerNegotiationID string `query:"buyerNegotiationId"`
		}) (*negotiationMessageList, error) {
			return reading(r, func(q *store.Q) (*negotiationMessageList, error) {
				return a.messages(q, r.actor, in.BuyerNegotiationID)
			})
		})
	addForm(a, call{"POST", "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", "negotiation", fin | buy, own, "メッセージの送信", "SPEC 7; domain 4 Messages", 0, false},
		func(r *request, in *messageInput, file *store.File) (*sentMessage, error) {
			return writing(r, func(tx *store.Tx) (*sentMessage, error) { return a.createMessage(tx, r.actor, in, file) })
		})
	add(a, call{"POST", "/api/BuyerNegotiation/CheckMessage", "negotiation", fin | buy, own, "匿名化チェック（送る前の注意）", "domain 3.3", 0, false},
		func(r *request, in *struct{ Body messageCheckInput }) (*messageCheck, error) {
			return reading(r, func(q *store.Q) (*messageCheck, error) { return a.checkMessage(q, r.actor, &in.Body) })
		})
	add(a, call{"POST", "/api/BuyerNegotiation/AlreadyRead", "negotiation", fin | buy, own, "既読", "SPEC 7", 0, false},
		func(r *request, in *struct{ Body alreadyReadInput }) (nothing, error) {
			return nothing{}, r.write(func(tx *store.Tx) error { return a.alreadyRead(tx, r.actor, &in.Body) })
		})
	add(a, call{"GET", "/api/BuyerNegotiation/GetUnreadCounts", "negotiation", fin | buy, own, "未読の数", "domain 4 Messages", 0, false},
		func(r *request, _ *struct{}) (*unreadCounts, error) {
			return glancing(r, func(q *store.Q) (*unreadCounts, error) { return a.unreadCounts(q, r.actor) })
		})
	addFile(a, call{"GET", "/api/BuyerNegotiation/DownloadAttachedFile", "negotiation", fin | buy, "読めるメッセージのファイル", "添付ファイル", "SPEC 7", 0, false},
		func(r *request, in *struct {
			BuyerNegotiationMessageID string `query:"buyerNegotiationMessageId"`
		}) (*download, error) {
			return writing(r, func(tx *store.Tx) (*download, error) {
				return a.downloadAttachment(tx, r.actor, in.BuyerNegotiationMessageID)
			})
		})
}
