package lending

import "tsunagu/app/web"

// casesQuery are the filters of the list.
type casesQuery struct {
	Word             string `query:"word" maxLength:"100" doc:"買手の企業名、または案件名"`
	SearchStatus     string `query:"searchStatus" maxLength:"60" doc:"資金支援の状況。カンマ区切り。空はすべて"`
	SellerBusinessID string `query:"sellerBusinessId" maxLength:"60" doc:"一つの案件に絞る"`
	web.OfficePaging
}

// caseList is a page of the cases.
type caseList struct {
	CaseList     []caseRow     `json:"caseList"`
	AllCount     int           `json:"allCount"`
	StatusCounts []statusCount `json:"statusCounts" doc:"状況ごとの件数。絞り込みの前"`
}

type statusCount struct {
	FinancialSupportStatus int    `json:"financialSupportStatus"`
	Label                  string `json:"label"`
	Count                  int    `json:"count"`
}

// caseRow is one buyer's financing. Amounts in 千円.
type caseRow struct {
	BuyerNegotiationID     string `json:"buyerNegotiationId"`
	SellerBusinessID       string `json:"sellerBusinessId"`
	CaseNumber             string `json:"caseNumber"`
	BuyerName              string `json:"buyerName"`
	BusinessName           string `json:"businessName" doc:"案件の匿名の表題"`
	FinancialSupportStatus int    `json:"financialSupportStatus"`
	StatusLabel            string `json:"statusLabel"`
	DesiredAmount          *int64 `json:"desiredAmount,omitempty"`
	ApprovedAmount         *int64 `json:"approvedAmount,omitempty"`
}

// lendingCase is a case as the lending desk works on it.
type lendingCase struct {
	BuyerNegotiationID string    `json:"buyerNegotiationId"`
	CaseNumber         string    `json:"caseNumber"`
	Buyer              buyer     `json:"buyer"`
	Listing            listing   `json:"listing"`
	Financing          financing `json:"financing"`
	PersonInCharge     string    `json:"personInCharge" doc:"買手の担当者（M&A）。主担当、いなければ副担当。空：いない"`
	MoveList           []moved   `json:"moveList" doc:"資金支援の状況の変更。新しい順"`
}

// buyer is the own customer, as far as lending needs it. Amounts in 千円.
type buyer struct {
	CompanyName                 string `json:"companyName"`
	RepresentativeName          string `json:"representativeName"`
	CorporateRegistrationNumber string `json:"corporateRegistrationNumber"`
	Address                     string `json:"address"`
	PhoneNumber                 string `json:"phoneNumber"`
	HomePageURL                 string `json:"homePageUrl"`
	CapitalAmount               *int64 `json:"capitalAmount,omitempty"`
	SalesAmount                 *int64 `json:"salesAmount,omitempty"`
	OperatingProfit             *int64 `json:"operatingProfit,omitempty"`
	TotalAssets                 *int64 `json:"totalAssets,omitempty"`
	NumberOfEmployees           *int64 `json:"numberOfEmployees,omitempty"`
	EstablishedYear             *int64 `json:"establishedYear,omitempty"`
}

// listing is the listing at L1, without the seller's bank: that it may be the own one is for the M&A desk alone.
type listing struct {
	SellerBusinessID     string   `json:"sellerBusinessId"`
	BusinessName         string   `json:"businessName"`
	Description          string   `json:"description"`
	IndustryTypes        []string `json:"industryTypes" doc:"小分類コード"`
	FormattedLocation    string   `json:"formattedLocation"`
	SalesAsset           []int    `json:"salesAsset"`
	SalesAmount          int      `json:"salesAmount" doc:"項目キー。0は未入力"`
	OperatingProfit      int      `json:"operatingProfit" doc:"項目キー。0は未入力"`
	SalesPrice           int      `json:"salesPrice" doc:"項目キー。0は未入力"`
	SalesPriceTo         int      `json:"salesPriceTo" doc:"項目キー。0は未入力、9は応相談"`
	NumberOfManagersFrom *int64   `json:"numberOfManagersFrom,omitempty"`
	NumberOfManagersTo   *int64   `json:"numberOfManagersTo,omitempty"`
}

// financing is the financing support (domain.md 5). Amounts in 千円.
type financing struct {
	FinancialSupportStatus int    `json:"financialSupportStatus"`
	StatusLabel            string `json:"statusLabel"`
	Moves                  []move `json:"moves"`
	DesiredAmount          *int64 `json:"desiredAmount,omitempty"`
	OwnFunds               *int64 `json:"ownFunds,omitempty"`
	FundsPurpose           string `json:"fundsPurpose"`
	ApprovalNumber         string `json:"approvalNumber"`
	ApprovalDate           string `json:"approvalDate"`
	ApprovedAmount         *int64 `json:"approvedAmount,omitempty"`
	Revision               string `json:"revision" doc:"この内容の印。保存するときに添えると、その間の変更を上書きしない"`
}

type move struct {
	FinancialSupportStatus int    `json:"financialSupportStatus"`
	Label                  string `json:"label"`
	Needs                  string `json:"needs" doc:"必要なもの"`
}

type moved struct {
	At       string `json:"at" doc:"UTC"`
	Label    string `json:"label"`
	UserName string `json:"userName"`
}

// caseInput moves the financing, or only writes its contents. What is left out stays as it is, and an empty text is none.
type caseInput struct {
	BuyerNegotiationID         string  `json:"buyerNegotiationId"`
	Revision                   string  `json:"revision" maxLength:"64" doc:"画面が見ている内容の印"`
	FromFinancialSupportStatus int     `json:"fromFinancialSupportStatus" doc:"画面が見ている状況"`
	FinancialSupportStatus     int     `json:"financialSupportStatus" doc:"行き先。同じなら内容だけ"`
	DesiredAmount              *int64  `json:"desiredAmount,omitempty" limit:"1..amount"`
	OwnFunds                   *int64  `json:"ownFunds,omitempty" limit:"0..amount"`
	FundsPurpose               *string `json:"fundsPurpose,omitempty" limit:"1000"`
	ApprovalNumber             *string `json:"approvalNumber,omitempty" limit:"60"`
	ApprovalDate               *string `json:"approvalDate,omitempty"`
	ApprovedAmount             *int64  `json:"approvedAmount,omitempty" limit:"1..amount"`
}

// ownSettings are the user's own.
type ownSettings struct {
	UserName       string `json:"userName"`
	LoginID        string `json:"loginId"`
	Department     string `json:"department"`
	RegistSendMail bool   `json:"registSendMail" doc:"お知らせメールを受け取る"`
}

type ownInput struct {
	RegistSendMail bool `json:"registSendMail"`
}
