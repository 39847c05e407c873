package negotiation

import (
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/persons"
	"tsunagu/app/vocabulary"
	"tsunagu/app/web"
)

// OfferInput moves one offer (UpdateBuyerNegotiationOfferSendStatusAsync): SF sends (1; 2 to
// its own buyer) or withdraws (9), BF forwards (2) or declines (8).
type OfferInput struct {
	RowInput
	FromOfferSendStatus int    `json:"fromOfferSendStatus,omitempty" doc:"画面が見ているオファーの状態"`
	OfferSendStatus     int    `json:"offerSendStatus" enum:"1,2,8,9"`
	OfferMessage        string `json:"offerMessage,omitempty" limit:"message" doc:"送るときの本文。4,000文字まで"`
	HeldOfferInput
}

// longListOfferInput offers a listing to many buyers with one message.
type longListOfferInput struct {
	SellerBusinessID string           `json:"sellerBusinessId"`
	CompanyIDs       web.List[string] `json:"companyIds"`
	OfferMessage     string           `json:"offerMessage" limit:"message"`
	HeldOfferInput
}

// HeldOfferInput is what an offer has to say of a name that its text bears before its time.
type HeldOfferInput struct {
	IsApprovalAsked bool   `json:"isApprovalAsked,omitempty" doc:"相手にまだ開示していない名前を含むとき、送らずに承認者の承認を待つ"`
	HeldTextID      string `json:"heldTextId,omitempty" doc:"差し戻された文面を直して送るとき"`
}

// longListOfferResult counts what became of the offers; nothing in it tells of a buyer what SF
// may not know.
type longListOfferResult struct {
	AllCount     int               `json:"allCount"`
	SentCount    int               `json:"sentCount" doc:"買手または担当金融機関に届いたオファー"`
	SkippedCount int               `json:"skippedCount"`
	SkippedList  []longListSkipped `json:"skippedList"`
	HeldTextID   string            `json:"heldTextId,omitempty" doc:"送らずに承認を待つオファー"`
}

type longListSkipped struct {
	CompanyID string `json:"companyId"`
	Reason    string `json:"reason"`
}

// FinancingInput moves the financing support (UpdateFinancialSupportStatus). Amounts in 千円;
// what is left out stays as it is, and an empty text is none.
type FinancingInput struct {
	BuyerNegotiationID         string  `json:"buyerNegotiationId"`
	Version                    *int    `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	FromFinancialSupportStatus int     `json:"fromFinancialSupportStatus" doc:"画面が見ている状況"`
	FinancialSupportStatus     int     `json:"financialSupportStatus" doc:"行き先。同じなら内容だけを保存する"`
	FinancingConsent           *bool   `json:"financingConsent,omitempty" doc:"買手の情報共有同意"`
	DesiredAmount              *int64  `json:"desiredAmount,omitempty" limit:"1..amount"`
	OwnFunds                   *int64  `json:"ownFunds,omitempty" limit:"0..amount"`
	FundsPurpose               *string `json:"fundsPurpose,omitempty" limit:"1000"`
	ApprovalNumber             *string `json:"approvalNumber,omitempty" limit:"60"`
	ApprovalDate               *string `json:"approvalDate,omitempty"`
	ApprovedAmount             *int64  `json:"approvedAmount,omitempty" limit:"1..amount"`
}

// FinancialSupportQuery are the filters of SearchFinancialSupport (SPEC.md 7 Search parameter
// vocabulary, domain.md 5). Filters on a listing look at published L1 content alone.
type FinancialSupportQuery struct {
	web.Paging
	SellerBusinessID        string   `query:"sellerBusinessId"`
	SellerBusinessName      string   `query:"sellerBusinessName" doc:"案件の匿名の表題"`
	SearchStatus            string   `query:"searchStatus" doc:"交渉状況。コード、またはJSONの配列"`
	SearchType              int      `query:"searchType" doc:"1 興味起点 2 オファー 3 資金支援あり 4 要対応"`
	DueDateF                string   `query:"dueDateF" doc:"公開期限の範囲"`
	DueDateT                string   `query:"dueDateT"`
	SalesPrice              int      `query:"salesPrice" doc:"案件の希望価格の下限の項目キー。0は制限なし"`
	SalesPriceTo            int      `query:"salesPriceTo" doc:"案件の希望価格の上限の項目キー。0は制限なし"`
	BusinessIndustryTypes   string   `query:"businessIndustryTypes" doc:"案件の業種。JSON: {\"category\":[大分類],\"sub_category\":[小分類]}"`
	CompanyName             string   `query:"companyName" doc:"買手企業の名前の一部"`
	CompanyIDs              []string `query:"companyIds,explode" doc:"この買手企業の中から"`
	TargetCompanyIDs        []string `query:"targetCompanyIds,explode" doc:"この買手企業の中から"`
	CompanyIndustryTypes    string   `query:"companyIndustryTypes" doc:"買手の業種。JSON は同じ形"`
	AnnualSaleF             int      `query:"annualSaleF" doc:"買手の年間売上高の下限の項目キー。0は制限なし"`
	AnnualSaleT             int      `query:"annualSaleT" doc:"買手の年間売上高の上限の項目キー。0は制限なし"`
	Prefecture              []string `query:"prefecture,explode" doc:"買手の所在地の都道府県コード"`
	IsLongList              bool     `query:"isLongList" doc:"自機関のロングリスト（案件を指定すればその案件のもの）に載っている買手だけ"`
	IsPublic                bool     `query:"isPublic" doc:"公開中の買手"`
	NoPublic                bool     `query:"noPublic" doc:"非公開の買手"`
	NoApproved              bool     `query:"noApproved" doc:"承認待ちの買手"`
	IsTrial                 bool     `query:"isTrial" doc:"体験利用の買手"`
	IsOnlyPersonInCharge    bool     `query:"isOnlyPersonInCharge" doc:"受け付けるが、行はいつも担当する買手のもの"`
	IsNotOnlyPersonInCharge bool     `query:"isNotOnlyPersonInCharge" doc:"受け付けるが、行はいつも担当する買手のもの"`
	persons.Filter
	vocabulary.NeedsQuery
}

// buyers are the conditions on the buyer, as a search for buyers has them.
func (in *FinancialSupportQuery) buyers() *company.CompanySearchInput {
	return &company.CompanySearchInput{CompanyName: in.CompanyName, CompanyIDs: in.CompanyIDs, TargetCompanyIDs: in.TargetCompanyIDs,
		CompanyIndustryTypes: in.CompanyIndustryTypes, AnnualSaleF: in.AnnualSaleF, AnnualSaleT: in.AnnualSaleT, Prefecture: in.Prefecture,
		NeedsName: in.NeedsName, Without: in.Without, IsLongList: in.IsLongList, SellerBusinessID: in.SellerBusinessID, IsPublic: in.IsPublic,
		NoPublic: in.NoPublic, NoApproved: in.NoApproved, IsTrial: in.IsTrial, Paging: web.Paging{PageNumber: 1, Limit: deal.PageSize}} // the list's own page is another
}

// FinancialSupportList is the answer of SearchFinancialSupport.
type FinancialSupportList struct {
	BuyerNegotiationList []NegotiationRow `json:"buyerNegotiationList"`
	AllCount             int              `json:"allCount"`
	vocabulary.Shown
	rows [][]byte // the list, encoded
}

func (l *FinancialSupportList) EncodedList() (string, [][]byte, int) {
	return "buyerNegotiationList", l.rows, l.AllCount
}
