package app

import "tsunagu/store"

// Paths of the listings' calls begin with it (SPEC.md 7 Sale listings).
const sellerBusiness = "/api/SellerBusiness/"

type listingID struct {
	SellerBusinessID string `query:"sellerBusinessId" required:"true"`
}

// listingViewQuery asks for a listing as the caller sees it.
type listingViewQuery struct {
	SellerBusinessID string `query:"sellerBusinessId" required:"true"`
	CompanyID        string `query:"companyId" doc:"金融機関が、この買手（自機関の担当）として見る"`
	IsPublished      bool   `query:"isPublished" doc:"担当金融機関が、編集中ではなく公開中の内容を見る"`
}

func (a *App) listingCalls() {
	add(a.Platform, call{
		method: "GET", path: sellerBusiness + "SearchSellerBusinessAsync", area: "listing", callers: fin | buy,
		records: "公開先に含まれる公開中・成約済みの案件と自分の交渉。isOnlyPersonInCharge は自機関の案件", summary: "売却案件の検索", spec: "SPEC 7, domain 3, 8",
	},
		func(r *request, in *listingSearchQuery) (*listingList, error) {
			return glancing(r, func(q *store.Q) (*listingList, error) { return a.searchListings(q, r.actor, in) })
		})
	add(a.Platform, call{
		method: "GET", path: sellerBusiness + "OfferToSellerBusinessList", area: "listing", callers: fin | buy,
		records: "自分（自機関が担当する買手）へのオファー", summary: "買手に届いたオファーの案件", spec: "SPEC 7, domain 4",
	},
		func(r *request, in *offerListQuery) (*listingList, error) {
			return reading(r, func(q *store.Q) (*listingList, error) { return a.offerListings(q, r.actor, in.CompanyID) })
		})
	add(a.Platform, call{
		method: "GET", path: sellerBusiness + "GetSellerBusinessOverViewAsync", area: "listing", callers: fin | buy,
		records: "見える案件。項目は開示レベルまで", summary: "案件の概要", spec: "SPEC 7, domain 3.5",
	},
		func(r *request, in *listingViewQuery) (*listingOverview, error) {
			return disclosing(r, func(q *store.Q) (*listingOverview, *store.LedgerLine, error) {
				return a.listingOverview(q, r.actor, in)
			})
		})
	add(a.Platform, call{
		method: "GET", path: sellerBusiness + "GetSellerBusinessDetailsAsync", area: "listing", callers: fin | buy,
		records: "見える案件。項目は開示レベルまで", summary: "案件の詳細", spec: "SPEC 7, domain 3.5",
	},
		func(r *request, in *listingViewQuery) (*listingDetails, error) {
			return disclosing(r, func(q *store.Q) (*listingDetails, *store.LedgerLine, error) {
				return a.listingDetails(q, r.actor, in)
			})
		})
	add(a.Platform, call{
		method: "GET", path: sellerBusiness + "GetSellerBusinessPreview", area: "listing", callers: fin,
		records: "自機関の案件", summary: "編集中の内容が買手からどう見えるか（公開匿名）", spec: "domain 3.2, 9",
	},
		func(r *request, in *listingID) (*approvalSheet, error) {
			return reading(r, func(q *store.Q) (*approvalSheet, error) { return a.listingPreview(q, r.actor, in.SellerBusinessID) })
		})

	addMove := func(path, summary, spec string, do func(*store.Tx, actor, *listingMoveInput) (*SavedListing, error)) {
		type body struct{ Body listingMoveInput }
		add(a.Platform, call{
			method: "POST", path: sellerBusiness + path, area: "listing", callers: fin,
			records: "自機関の案件", summary: summary, spec: spec,
		},
			func(r *request, in *body) (*SavedListing, error) {
				return writing(r, func(tx *store.Tx) (*SavedListing, error) { return do(tx, r.actor, &in.Body) })
			})
	}
	type overviewBody struct{ Body listingOverviewInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "CreateUpdateSellerBusinessOverviewAsync", area: "listing", callers: fin,
		records: "自機関の売手の案件", summary: "案件の概要の登録・更新（編集中の内容）", spec: "SPEC 7, domain 3.1",
	},
		func(r *request, in *overviewBody) (*SavedListing, error) {
			return writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.saveListingOverview(tx, r.actor, &in.Body) })
		})
	type detailsBody struct{ Body listingDetailsInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "CreateUpdateSellerBusinessDetailsAsync", area: "listing", callers: fin,
		records: "自機関の案件", summary: "案件の詳細の更新（編集中の内容）", spec: "SPEC 7, domain 3.1",
	},
		func(r *request, in *detailsBody) (*SavedListing, error) {
			return writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.saveListingDetails(tx, r.actor, &in.Body) })
		})
	type audienceBody struct{ Body listingAudienceInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "ChangeAudience", area: "listing", callers: fin,
		records: "自機関の案件", summary: "公開先の変更。狭めるのは即時、広げるのは売手の承認後", spec: "domain 3.1, 3.4",
	},
		func(r *request, in *audienceBody) (*SavedListing, error) {
			return writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.changeAudience(tx, r.actor, &in.Body) })
		})
	type periodBody struct{ Body listingPeriodInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "ChangePeriod", area: "listing", callers: fin,
		records: "自機関の案件", summary: "公開期限の変更。短縮は即時、延長は最後の承認が新しければ即時", spec: "domain 3.1",
	},
		func(r *request, in *periodBody) (*SavedListing, error) {
			return writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.changePeriod(tx, r.actor, &in.Body) })
		})
	type suspensionBody struct{ Body listingSuspensionInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "ChangeSuspension", area: "listing", callers: fin,
		records: "自機関の公開中の案件", summary: "受付停止とその解除", spec: "domain 3.1",
	},
		func(r *request, in *suspensionBody) (*SavedListing, error) {
			return writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.changeSuspension(tx, r.actor, &in.Body) })
		})
	addMove("DisableSellerBusiness", "案件を無効にする。交渉は売却中止で終了", "domain 3.1", a.disableListing)
	addMove("RestoreSellerBusiness", "無効の案件を承認前に戻す", "domain 3.1", a.restoreListing)
	addMove("ConcludeOutside", "本システム外での成約の記録。交渉は募集終了", "domain 3.1", a.concludeOutside)

	add(a.Platform, call{
		method: "GET", path: sellerBusiness + "GetSellerBusinessHistory", area: "listing", callers: fin,
		records: "自機関の案件", summary: "案件の履歴", spec: "domain 3",
	},
		func(r *request, in *listingID) (*listingHistory, error) {
			return reading(r, func(q *store.Q) (*listingHistory, error) { return a.listingHistory(q, r.actor, in.SellerBusinessID) })
		})
	add(a.Platform, call{
		method: "GET", path: sellerBusiness + "GetDisclosureLedger", area: "listing", callers: fin,
		records: "自機関の案件", summary: "開示台帳", spec: "domain 3.5",
	},
		func(r *request, in *listingID) (*disclosureLedger, error) {
			return reading(r, func(q *store.Q) (*disclosureLedger, error) {
				return a.disclosureLedger(q, r.actor, in.SellerBusinessID)
			})
		})
	add(a.Platform, call{
		method: "GET", path: sellerBusiness + "GetRegionFigures", area: "listing", callers: fin | buy,
		records: "公開先に含まれる、公開期間中の案件", summary: "地域ごとの案件の数。公開している所在地だけで数える", spec: "domain 3.5, 9 /mypage",
	},
		func(r *request, _ *struct{}) (*regionFigures, error) {
			return reading(r, func(q *store.Q) (*regionFigures, error) { return a.regionFigures(q, r.actor) })
		})
	add(a.Platform, call{
		method: "GET", path: "/api/NumberToDisplay/GetNumberOfSellerBusiness", area: "public", callers: anyone,
		records: "なし。公開先に関わらない、公開期間中の案件の数", summary: "公開中の案件の数", spec: "SPEC 7",
	},
		func(r *request, _ *struct{}) (*listingNumber, error) {
			return reading(r, func(q *store.Q) (out *listingNumber, err error) {
				n, err := q.NumberOfListings()
				out = &listingNumber{n}
				return out, err
			})
		})
}

func (a *App) approvalCalls() {
	add(a.Platform, call{
		method: "GET", path: sellerBusiness + "IsSellerBusinessApprovedData", area: "listing", callers: fin,
		records: "自機関の案件。売手の鍵では GetApprovalByKey が答える", summary: "編集中の内容が承認済みか、承認依頼の状況", spec: "SPEC 7, domain 3.1",
	},
		func(r *request, in *listingID) (*approvalState, error) {
			return reading(r, func(q *store.Q) (*approvalState, error) { return a.approvalState(q, r.actor, in.SellerBusinessID) })
		})
	type anonymityBody struct{ Body anonymityInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "CheckAnonymity", area: "listing", callers: fin,
		records: "自機関の案件・売手", summary: "匿名化チェック（入力中の文章）", spec: "domain 3.3",
	},
		func(r *request, in *anonymityBody) (*anonymityReport, error) {
			return reading(r, func(q *store.Q) (*anonymityReport, error) { return a.checkAnonymity(q, r.actor, &in.Body) })
		})
	type requestBody struct{ Body approvalRequestInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "SendApprovalRequest", area: "listing", callers: fin,
		records: "自機関の案件", summary: "売手への承認依頼（リンクとパスコード）", spec: "SPEC 7, domain 3.1, 3.2",
	},
		func(r *request, in *requestBody) (*approvalRequested, error) {
			return writing(r, func(tx *store.Tx) (*approvalRequested, error) { return a.sendApprovalRequest(tx, r.actor, &in.Body) })
		})
	type keyBody struct{ Body approvalKeyInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "GetApprovalByKey", area: "listing", callers: byKey,
		records: "売手の鍵とパスコード", summary: "売手が承認する内容（買手から見えるとおり）", spec: "domain 3.2",
	},
		func(r *request, in *keyBody) (out *approvalSheet, err error) {
			err = r.byLink(func(tx *store.Tx) error { out, err = a.approvalByKey(tx, r.actor, &in.Body); return err })
			return out, err
		})
	type decisionBody struct{ Body approvalDecisionInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "ApproveByKey", area: "listing", callers: byKey,
		records: "売手の鍵とパスコード", summary: "売手の承認・差戻し。一度だけ", spec: "domain 3.1, 3.2",
	},
		func(r *request, in *decisionBody) (out *approvalDecided, err error) {
			err = r.byLink(func(tx *store.Tx) error { out, err = a.approveByKey(tx, r.actor, &in.Body); return err })
			return out, err
		})

	addForm(a.Platform, call{
		method: "POST", path: sellerBusiness + "RequestPaperApproval", area: "listing", callers: fin,
		records: "自機関の案件", summary: "書面承諾の登録（署名済みの承諾書）。別の担当者の確認で公開", spec: "domain 3.1",
	},
		func(r *request, in *paperRequestInput, file *store.File) (*SavedListing, error) {
			return writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.requestPaperApproval(tx, r.actor, in, file) })
		})
	type confirmBody struct{ Body paperConfirmInput }
	add(a.Platform, call{
		method: "POST", path: sellerBusiness + "ConfirmPaperApproval", area: "listing", callers: fin,
		records: "自機関の案件。登録した担当者とは別の担当者", summary: "書面承諾の確認。公開する", spec: "domain 3.1",
	},
		func(r *request, in *confirmBody) (*SavedListing, error) {
			return writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.confirmPaperApproval(tx, r.actor, &in.Body) })
		})
	addFile(a.Platform, call{
		method: "GET", path: sellerBusiness + "DownloadPaperApproval", area: "listing", callers: fin,
		records: "自機関の案件", summary: "登録された承諾書", spec: "domain 3.1",
	},
		func(r *request, in *listingID) (*download, error) {
			var f *store.File
			if err := r.write(func(tx *store.Tx) (err error) { f, err = a.paperApproval(tx, r.actor, in.SellerBusinessID); return err }); err != nil {
				return nil, err
			}
			return a.sendFile(f)
		})
}
