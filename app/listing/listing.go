package listing

import (
	"tsunagu/app/web"
	"tsunagu/store"
)

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

func (a Room) Calls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "SearchSellerBusinessAsync", Area: "listing", Callers: web.FIN | web.BUY,
		Records: "公開先に含まれる公開中・成約済みの案件と自分の交渉。isOnlyPersonInCharge は自機関の案件", Summary: "売却案件の検索", Spec: "SPEC 7, domain 3, 8",
	},
		func(r *web.Request, in *ListingSearchQuery) (*ListingList, error) {
			return web.ReadingLazily(r, func(q *store.Q) (*ListingList, error) { return SearchListings(q, r.Actor, in) })
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "OfferToSellerBusinessList", Area: "listing", Callers: web.FIN | web.BUY,
		Records: "自分（自機関が担当する買手）へのオファー", Summary: "買手に届いたオファーの案件", Spec: "SPEC 7, domain 4",
	},
		func(r *web.Request, in *offerListQuery) (*ListingList, error) {
			return web.Reading(r, func(q *store.Q) (*ListingList, error) { return offerListings(q, r.Actor, in.CompanyID) })
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "GetSellerBusinessOverViewAsync", Area: "listing", Callers: web.FIN | web.BUY,
		Records: "見える案件。項目は開示レベルまで", Summary: "案件の概要", Spec: "SPEC 7, domain 3.5",
	},
		func(r *web.Request, in *listingViewQuery) (*ListingOverview, error) {
			return disclosing(r, func(q *store.Q) (*ListingOverview, *store.Reading, error) {
				return readListingOverview(q, r.Actor, in)
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "GetSellerBusinessDetailsAsync", Area: "listing", Callers: web.FIN | web.BUY,
		Records: "見える案件。項目は開示レベルまで", Summary: "案件の詳細", Spec: "SPEC 7, domain 3.5",
	},
		func(r *web.Request, in *listingViewQuery) (*ListingDetails, error) {
			return disclosing(r, func(q *store.Q) (*ListingDetails, *store.Reading, error) {
				return readListingDetails(q, r.Actor, in)
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "GetSellerBusinessPreview", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "編集中の内容が買手からどう見えるか（公開匿名）", Spec: "domain 3.2, 9",
	},
		func(r *web.Request, in *listingID) (*approvalSheet, error) {
			return web.Reading(r, func(q *store.Q) (*approvalSheet, error) { return listingPreview(q, r.Actor, in.SellerBusinessID) })
		})

	addMove := func(path, summary, spec string, do func(*store.Tx, web.Actor, *ListingMoveInput) (*SavedListing, error)) {
		type body struct{ Body ListingMoveInput }
		web.Add(a.Platform, web.Call{
			Method: "POST", Path: sellerBusiness + path, Area: "listing", Callers: web.FIN,
			Records: "自機関の案件", Summary: summary, Spec: spec,
		},
			func(r *web.Request, in *body) (*SavedListing, error) {
				return web.Writing(r, func(tx *store.Tx) (*SavedListing, error) { return do(tx, r.Actor, &in.Body) })
			})
	}
	type overviewBody struct{ Body ListingOverviewInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "CreateUpdateSellerBusinessOverviewAsync", Area: "listing", Callers: web.FIN,
		Records: "自機関の売手の案件", Summary: "案件の概要の登録・更新（編集中の内容）", Spec: "SPEC 7, domain 3.1",
	},
		func(r *web.Request, in *overviewBody) (*SavedListing, error) {
			return web.Writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.SaveListingOverview(tx, r.Actor, &in.Body) })
		})
	type detailsBody struct{ Body ListingDetailsInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "CreateUpdateSellerBusinessDetailsAsync", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "案件の詳細の更新（編集中の内容）", Spec: "SPEC 7, domain 3.1",
	},
		func(r *web.Request, in *detailsBody) (*SavedListing, error) {
			return web.Writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.SaveListingDetails(tx, r.Actor, &in.Body) })
		})
	type audienceBody struct{ Body listingAudienceInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "ChangeAudience", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "公開先の変更。狭めるのは即時、広げるのは売手の承認後", Spec: "domain 3.1, 3.4",
	},
		func(r *web.Request, in *audienceBody) (*SavedListing, error) {
			return web.Writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.changeAudience(tx, r.Actor, &in.Body) })
		})
	type periodBody struct{ Body listingPeriodInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "ChangePeriod", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "公開期限の変更。短縮は即時、延長は最後の承認が新しければ即時", Spec: "domain 3.1",
	},
		func(r *web.Request, in *periodBody) (*SavedListing, error) {
			return web.Writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.changePeriod(tx, r.Actor, &in.Body) })
		})
	type suspensionBody struct{ Body listingSuspensionInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "ChangeSuspension", Area: "listing", Callers: web.FIN,
		Records: "自機関の公開中の案件", Summary: "受付停止とその解除", Spec: "domain 3.1",
	},
		func(r *web.Request, in *suspensionBody) (*SavedListing, error) {
			return web.Writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.changeSuspension(tx, r.Actor, &in.Body) })
		})
	addMove("DisableSellerBusiness", "案件を無効にする。交渉は売却中止で終了", "domain 3.1", a.DisableListing)
	addMove("RestoreSellerBusiness", "無効の案件を承認前に戻す", "domain 3.1", a.restoreListing)
	addMove("ConcludeOutside", "本システム外での成約の記録。交渉は募集終了", "domain 3.1", a.ConcludeOutside)

	web.Add(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "GetSellerBusinessHistory", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "案件の履歴", Spec: "domain 3",
	},
		func(r *web.Request, in *listingID) (*listingHistory, error) {
			return web.Reading(r, func(q *store.Q) (*listingHistory, error) { return ReadHistory(q, r.Actor, in.SellerBusinessID) })
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "GetDisclosureLedger", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "開示台帳", Spec: "domain 3.5",
	},
		func(r *web.Request, in *listingID) (*disclosureLedger, error) {
			return web.Reading(r, func(q *store.Q) (*disclosureLedger, error) {
				return ReadLedger(q, r.Actor, in.SellerBusinessID)
			})
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "GetRegionFigures", Area: "listing", Callers: web.FIN | web.BUY,
		Records: "公開先に含まれる、公開期間中の案件", Summary: "地域ごとの案件の数。公開している所在地だけで数える", Spec: "domain 3.5, 9 /mypage",
	},
		func(r *web.Request, _ *struct{}) (*regionFigures, error) {
			return web.Reading(r, func(q *store.Q) (*regionFigures, error) { return readRegionFigures(q, r.Actor) })
		})
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/NumberToDisplay/GetNumberOfSellerBusiness", Area: "public", Callers: web.Anyone,
		Records: "なし。公開先に関わらない、公開期間中の案件の数", Summary: "公開中の案件の数", Spec: "SPEC 7",
	},
		func(r *web.Request, _ *struct{}) (*listingNumber, error) {
			return web.Reading(r, func(q *store.Q) (out *listingNumber, err error) {
				n, err := q.NumberOfListings()
				out = &listingNumber{n}
				return out, err
			})
		})
}

func (a Room) ApprovalCalls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "IsSellerBusinessApprovedData", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件。売手の鍵では GetApprovalByKey が答える", Summary: "編集中の内容が承認済みか、承認依頼の状況", Spec: "SPEC 7, domain 3.1",
	},
		func(r *web.Request, in *listingID) (*ApprovalState, error) {
			return web.Reading(r, func(q *store.Q) (*ApprovalState, error) { return ReadApprovalState(q, r.Actor, in.SellerBusinessID) })
		})
	type anonymityBody struct{ Body AnonymityInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "CheckAnonymity", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件・売手", Summary: "匿名化チェック（入力中の文章）", Spec: "domain 3.3",
	},
		func(r *web.Request, in *anonymityBody) (*anonymityReport, error) {
			return web.Reading(r, func(q *store.Q) (*anonymityReport, error) { return checkAnonymity(q, r.Actor, &in.Body) })
		})
	type requestBody struct{ Body ApprovalRequestInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "SendApprovalRequest", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "売手への承認依頼（リンクとパスコード）", Spec: "SPEC 7, domain 3.1, 3.2",
	},
		func(r *web.Request, in *requestBody) (*approvalRequested, error) {
			return web.Writing(r, func(tx *store.Tx) (*approvalRequested, error) { return a.SendApprovalRequest(tx, r.Actor, &in.Body) })
		})
	type keyBody struct{ Body approvalKeyInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "GetApprovalByKey", Area: "listing", Callers: web.ByKey,
		Records: "売手の鍵とパスコード", Summary: "売手が承認する内容（買手から見えるとおり）", Spec: "domain 3.2",
	},
		func(r *web.Request, in *keyBody) (out *approvalSheet, err error) {
			err = r.ByLink(func(tx *store.Tx) error { out, err = a.approvalByKey(tx, r.Actor, &in.Body); return err })
			return out, err
		})
	type decisionBody struct{ Body ApprovalDecisionInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "ApproveByKey", Area: "listing", Callers: web.ByKey,
		Records: "売手の鍵とパスコード", Summary: "売手の承認・差戻し。一度だけ", Spec: "domain 3.1, 3.2",
	},
		func(r *web.Request, in *decisionBody) (out *approvalDecided, err error) {
			err = r.ByLink(func(tx *store.Tx) error { out, err = a.approveByKey(tx, r.Actor, &in.Body); return err })
			return out, err
		})

	web.AddForm(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "RequestPaperApproval", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "書面承諾の登録（署名済みの承諾書）。別の担当者の確認で公開", Spec: "domain 3.1",
	},
		func(r *web.Request, in *paperRequestInput, file *store.File) (*SavedListing, error) {
			return web.Writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.requestPaperApproval(tx, r.Actor, in, file) })
		})
	type confirmBody struct{ Body paperConfirmInput }
	web.Add(a.Platform, web.Call{
		Method: "POST", Path: sellerBusiness + "ConfirmPaperApproval", Area: "listing", Callers: web.FIN, Fresh: web.FIN,
		Records: "自機関の案件。登録した担当者とは別の担当者", Summary: "書面承諾の確認。公開する", Spec: "domain 3.1",
	},
		func(r *web.Request, in *confirmBody) (*SavedListing, error) {
			return web.Writing(r, func(tx *store.Tx) (*SavedListing, error) { return a.confirmPaperApproval(tx, r.Actor, &in.Body) })
		})
	web.AddFile(a.Platform, web.Call{
		Method: "GET", Path: sellerBusiness + "DownloadPaperApproval", Area: "listing", Callers: web.FIN,
		Records: "自機関の案件", Summary: "登録された承諾書", Spec: "domain 3.1",
	},
		func(r *web.Request, in *listingID) (*web.Download, error) {
			var f *store.File
			if err := r.Write(func(tx *store.Tx) (err error) { f, err = paperApproval(tx, r.Actor, in.SellerBusinessID); return err }); err != nil {
				return nil, err
			}
			return a.SendFile(f)
		})
}
