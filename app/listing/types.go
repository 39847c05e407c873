package listing

import (
	"tsunagu/app/company"
	"tsunagu/app/deal"
	"tsunagu/app/score"
	"tsunagu/app/vocabulary"
	"tsunagu/app/web"
)

// The embedded types have exported names because huma passes over embedded ones that have not.

// ListingLocation is where the company is, as far as the level tells (SPEC.md 3 location).
type ListingLocation struct {
	Region         int    `json:"region,omitempty" doc:"地域の項目キー"`
	PrefectureCode string `json:"prefecturecode,omitempty" doc:"都道府県コード。2桁"`
	CityCode       string `json:"citycode,omitempty" doc:"市区町村コード。5桁"`
}

// ListingFlags are relative to the caller (SPEC.md 3, domain.md 4).
type ListingFlags struct {
	IsBasicAgreement bool `json:"isBasicAgreement" doc:"自分の交渉で基本合意済み"`
	IsTopInterview   bool `json:"isTopInterview" doc:"自分の交渉でトップ面談済み"`
	IsOffered        bool `json:"isOffered"`
	IsNew            bool `json:"isNew"`
	IsRecommended    bool `json:"isRecommended"`
	IsAnonymousNego  bool `json:"isAnonymousNego"`
	IsRealNameNego   bool `json:"isRealNameNego"`
	IsSuspended      bool `json:"isSuspended" doc:"自分の交渉が終了している"`
	IsSold           bool `json:"isSold"`
	IsReaded         bool `json:"isReaded"`
}

// ListingCard is what the list row and the overview share: the overview's fields of domain.md
// 3.5. What the caller's level withholds is absent, and its level stands in opensAt.
type ListingCard struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Status           int    `json:"status" doc:"表示上の状態。5は公開期間外"`
	Level            int    `json:"level" doc:"開示レベル。1〜4、9は担当金融機関"`
	BusinessName     string `json:"businessName" doc:"匿名の表題"`
	Description      string `json:"description"`

	IndustryTypes     []string `json:"industryTypes" doc:"小分類コード"`
	PublicRegion      []int    `json:"publicRegion"`
	NegotiationTarget []int    `json:"negotiationTarget"`
	SalesAsset        []int    `json:"salesAsset"`

	SalesAmount          int    `json:"salesAmount" doc:"項目キー。0は未入力"`
	OperatingProfit      int    `json:"operatingProfit" doc:"項目キー。0は未入力"`
	SalesPrice           int    `json:"salesPrice" doc:"項目キー。0は未入力"`
	SalesPriceTo         int    `json:"salesPriceTo" doc:"項目キー。0は未入力、9は応相談"`
	NumberOfManagersFrom *int64 `json:"numberOfManagersFrom,omitempty"`
	NumberOfManagersTo   *int64 `json:"numberOfManagersTo,omitempty"`
	WillingnessToSell    int    `json:"willingnessToSell"`
	DueDate              string `json:"dueDate" doc:"公開期限。YYYY-MM-DD"`
	Modified             string `json:"modified" doc:"担当金融機関には最終更新、ほかには公開日時。UTC"`

	Location          *ListingLocation `json:"location,omitempty"`
	FormattedLocation string           `json:"formattedLocation"`

	ListingFlags
	IsStopped          bool       `json:"isStopped" doc:"受付停止中"`
	InterestStatus     int        `json:"interestStatus"`
	IsConsent          bool       `json:"isConsent"`
	BuyerNegotiationID string     `json:"buyerNegotiationId,omitempty" doc:"自分の交渉"`
	Tags               []deal.Tag `json:"tags"`

	InChargeFinancialInstitutionID   string `json:"inChargeFinancialInstitutionId,omitempty"`
	InChargeFinancialInstitutionName string `json:"inChargeFinancialInstitutionName,omitempty"`
	CompanyID                        string `json:"companyId,omitempty"`
	CompanyName                      string `json:"companyName,omitempty"`

	// SF's alone.
	IsLimited bool   `json:"isLimited,omitempty" doc:"自機関限定。担当金融機関だけに返る"`
	IsRest    bool   `json:"isRest,omitempty" doc:"公開先制限。担当金融機関だけに返る"`
	IsPending bool   `json:"isPending,omitempty" doc:"売手に承認依頼中。担当金融機関だけに返る"`
	Version   int    `json:"version,omitempty" doc:"担当金融機関だけに返る"`
	Created   string `json:"created,omitempty" doc:"担当金融機関だけに返る"`
}

// listingRow is a row of the listing search (SPEC.md 3 list row).
type listingRow struct {
	ListingCard
	Score   *int           `json:"score,omitempty" doc:"買手との一致度 0〜100（買手のニーズがある場合）"`
	Reasons []score.Reason `json:"reasons,omitzero"`
}

// ListingList is the answer of the listing search.
type ListingList struct {
	SellerBusinessList []listingRow `json:"sellerBusinessList"`
	AllCount           int          `json:"allCount"`
	vocabulary.Shown

	rows [][]byte // the list, encoded
}

func (l *ListingList) EncodedList() (string, [][]byte, int) {
	return "sellerBusinessList", l.rows, l.AllCount
}

// Withheld tells a screen which fields are withheld, and until which level (ui.md Disclosure is
// visible).
type Withheld struct {
	OpensAt         map[string]int `json:"opensAt" doc:"非開示の項目名と、開示されるレベル"`
	WithheldReasons map[int]string `json:"withheldReasons" doc:"レベルごとの、鍵に添える文"`
}

// ListingOverview is a listing's overview at the caller's level (SPEC.md 3, domain.md 3.5).
type ListingOverview struct {
	ListingCard
	ListingOverviewRest
	Score   *int           `json:"score,omitempty"`
	Reasons []score.Reason `json:"reasons,omitzero"`
	Withheld
}

// ListingOverviewRest are the overview's fields that a list row does not carry.
type ListingOverviewRest struct {
	SalesAssetOther string `json:"salesAssetOther,omitempty"`
	Others          string `json:"others,omitempty"`
	company.IndustryTexts

	// SF's alone.
	IsPrefecturePublic bool          `json:"isPrefecturePublic,omitempty" doc:"都道府県まで公開する。担当金融機関だけに返る"`
	RestFinancial      []string      `json:"restFinancial,omitzero" doc:"公開しない金融機関。担当金融機関だけに返る"`
	StartDate          string        `json:"startDate,omitempty"`
	ReturnComment      string        `json:"returnComment,omitempty" doc:"差戻しのコメント。担当金融機関だけに返る"`
	StopReason         string        `json:"stopReason,omitempty" doc:"無効にした理由。担当金融機関だけに返る"`
	StoppedUntil       string        `json:"stoppedUntil,omitempty" doc:"双方が確認した独占交渉による受付停止の、最後の日。担当金融機関だけに返る"`
	IsApprovedData     bool          `json:"isApprovedData,omitempty" doc:"編集中の内容が公開中の内容と同じ。担当金融機関だけに返る"`
	PublishedAt        string        `json:"publishedAt,omitempty" doc:"担当金融機関だけに返る"`
	Moves              []listingMove `json:"moves,omitzero" doc:"いまできる操作。担当金融機関だけに返る"`
}

// listingMove is an event that SF can make happen, with the reason where it cannot now.
type listingMove struct {
	Event   string `json:"event"`
	Label   string `json:"label"`
	Blocked string `json:"blocked,omitempty"`
}

// ListingAmounts are the exact amounts of the details in 千円, from L4 on (SPEC.md 3).
type ListingAmounts struct {
	DebitAmount              *int64 `json:"debitAmount,omitempty" limit:"0..amount"`
	AssetAmount              *int64 `json:"assetAmount,omitempty" limit:"0..amount"`
	CashDeposit              *int64 `json:"cashDeposit,omitempty" limit:"0..amount"`
	InterestBearingDebt      *int64 `json:"interestBearingDebt,omitempty" limit:"0..amount"`
	NetAsset                 *int64 `json:"netAsset,omitempty" limit:"-amount..amount"`
	AmountOfSales            *int64 `json:"amountOfSales,omitempty" limit:"0..amount"`
	OperatingProfit          *int64 `json:"operatingProfit,omitempty" limit:"-amount..amount"`
	OrdinaryIncome           *int64 `json:"ordinaryIncome,omitempty" limit:"-amount..amount"`
	Ebitda                   *int64 `json:"ebitda,omitempty" limit:"-amount..amount"`
	NetIncome                *int64 `json:"netIncome,omitempty" limit:"-amount..amount"`
	ExecutiveRemuneration    *int64 `json:"executiveRemuneration,omitempty" limit:"0..amount"`
	PreAmountOfSales         *int64 `json:"preAmountOfSales,omitempty" limit:"0..amount"`
	PreOperatingProfit       *int64 `json:"preOperatingProfit,omitempty" limit:"-amount..amount"`
	PreOrdinaryIncome        *int64 `json:"preOrdinaryIncome,omitempty" limit:"-amount..amount"`
	PreEbitda                *int64 `json:"preEbitda,omitempty" limit:"-amount..amount"`
	PreNetIncome             *int64 `json:"preNetIncome,omitempty" limit:"-amount..amount"`
	PreExecutiveRemuneration *int64 `json:"preExecutiveRemuneration,omitempty" limit:"0..amount"`
}

// ListingBands are the same amounts as bands, at L3 alone: a dozen exact figures identify a
// company (domain.md 3.5).
type ListingBands struct {
	DebitAmountBand              string `json:"debitAmountBand,omitempty"`
	AssetAmountBand              string `json:"assetAmountBand,omitempty"`
	CashDepositBand              string `json:"cashDepositBand,omitempty"`
	InterestBearingDebtBand      string `json:"interestBearingDebtBand,omitempty"`
	NetAssetBand                 string `json:"netAssetBand,omitempty"`
	AmountOfSalesBand            string `json:"amountOfSalesBand,omitempty"`
	OperatingProfitBand          string `json:"operatingProfitBand,omitempty"`
	OrdinaryIncomeBand           string `json:"ordinaryIncomeBand,omitempty"`
	EbitdaBand                   string `json:"ebitdaBand,omitempty"`
	NetIncomeBand                string `json:"netIncomeBand,omitempty"`
	ExecutiveRemunerationBand    string `json:"executiveRemunerationBand,omitempty"`
	PreAmountOfSalesBand         string `json:"preAmountOfSalesBand,omitempty"`
	PreOperatingProfitBand       string `json:"preOperatingProfitBand,omitempty"`
	PreOrdinaryIncomeBand        string `json:"preOrdinaryIncomeBand,omitempty"`
	PreEbitdaBand                string `json:"preEbitdaBand,omitempty"`
	PreNetIncomeBand             string `json:"preNetIncomeBand,omitempty"`
	PreExecutiveRemunerationBand string `json:"preExecutiveRemunerationBand,omitempty"`
}

// ListingDetails is a listing's details at the caller's level (SPEC.md 3, domain.md 3.5).
type ListingDetails struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Level            int    `json:"level"`
	Modified         string `json:"modified"`
	AssignmentReason []int  `json:"assignmentReason"`

	Advantage                string `json:"advantage,omitempty"`
	ProvidingMethod          string `json:"providingMethod,omitempty"`
	AssignmentReasonAddition string `json:"assignmentReasonAddition,omitempty"`
	FiscalYear               *int64 `json:"fiscalYear,omitempty"`
	ListingBands
	ListingAmounts

	Markets                  string `json:"markets,omitempty"`
	TargetCustomers          string `json:"targetCustomers,omitempty"`
	Services                 string `json:"services,omitempty"`
	SupplementaryDescription string `json:"supplementaryDescription,omitempty"`
	CompanyName              string `json:"companyName,omitempty"`
	RepresentativeName       string `json:"representativeName,omitempty"`
	PostalCode               string `json:"postalCode,omitempty"`
	Address                  string `json:"address,omitempty"`
	Phone                    string `json:"phone,omitempty"`
	Fax                      string `json:"fax,omitempty"`
	HomePageURL              string `json:"homePageUrl,omitempty"`
	TargetURL                string `json:"targetUrl,omitempty"`

	Status  int `json:"status,omitempty" doc:"詳細のデータ状態。担当金融機関だけに返る"`
	Version int `json:"version,omitempty" doc:"案件の版。担当金融機関だけに返る"`
	Withheld
}

// ListingOverviewInput is what SF saves as the working overview.
type ListingOverviewInput struct {
	SellerBusinessID string `json:"sellerBusinessId,omitempty" doc:"新規のときは空"`
	Version          *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	web.FormKey
	CompanyID    string `json:"companyId,omitempty" doc:"売手。新規のとき必須、以後は変えられない"`
	BusinessName string `json:"businessName,omitempty" limit:"60"`
	Description  string `json:"description,omitempty" limit:"2000"`

	IndustryTypes     web.List[string] `json:"industryTypes,omitempty"`
	PublicRegion      web.List[int]    `json:"publicRegion,omitempty"`
	NegotiationTarget web.List[int]    `json:"negotiationTarget,omitempty"`
	SalesAsset        web.List[int]    `json:"salesAsset,omitempty"`
	SalesAssetOther   string           `json:"salesAssetOther,omitempty" limit:"200"`
	Others            string           `json:"others,omitempty" limit:"2000"`
	company.IndustryTexts

	SalesAmount          int    `json:"salesAmount,omitempty"`
	OperatingProfit      int    `json:"operatingProfit,omitempty"`
	SalesPrice           int    `json:"salesPrice,omitempty"`
	SalesPriceTo         int    `json:"salesPriceTo,omitempty"`
	NumberOfManagersFrom *int64 `json:"numberOfManagersFrom,omitempty" limit:"0..1000000"`
	NumberOfManagersTo   *int64 `json:"numberOfManagersTo,omitempty" limit:"0..1000000"`
	WillingnessToSell    int    `json:"willingnessToSell,omitempty"`

	Location           web.JSONText[ListingLocation] `json:"location,omitempty"`
	IsPrefecturePublic bool                          `json:"isPrefecturePublic,omitempty" doc:"都道府県まで公開する"`
	IsLimited          bool                          `json:"isLimited,omitempty"`
	IsRest             bool                          `json:"isRest,omitempty"`
	RestFinancial      web.List[string]              `json:"restFinancial,omitempty"`
	StartDate          string                        `json:"startDate,omitempty" doc:"公開開始日。空は承認の日から"`
	DueDate            string                        `json:"dueDate,omitempty" doc:"公開期限。空は標準の長さの日。最長は設定による"`
}

// ListingDetailsInput is what SF saves as the working details. Amounts in 千円.
type ListingDetailsInput struct {
	SellerBusinessID   string `json:"sellerBusinessId"`
	Version            *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	Status             int    `json:"status,omitempty" doc:"使われない"`
	CompanyName        string `json:"companyName,omitempty" limit:"100"`
	RepresentativeName string `json:"representativeName,omitempty" limit:"60"`
	PostalCode         string `json:"postalCode,omitempty"`
	Address            string `json:"address,omitempty" limit:"200"`
	Phone              string `json:"phone,omitempty"`
	Fax                string `json:"fax,omitempty"`
	HomePageURL        string `json:"homePageUrl,omitempty"`
	TargetURL          string `json:"targetUrl,omitempty"`
	FiscalYear         *int64 `json:"fiscalYear,omitempty" limit:"1900.." doc:"西暦4桁"`
	ListingAmounts

	Markets                  string        `json:"markets,omitempty" limit:"2000"`
	TargetCustomers          string        `json:"targetCustomers,omitempty" limit:"2000"`
	Services                 string        `json:"services,omitempty" limit:"2000"`
	Advantage                string        `json:"advantage,omitempty" limit:"2000"`
	ProvidingMethod          string        `json:"providingMethod,omitempty" limit:"2000"`
	AssignmentReason         web.List[int] `json:"assignmentReason,omitempty"`
	AssignmentReasonAddition string        `json:"assignmentReasonAddition,omitempty" limit:"2000"`
	SupplementaryDescription string        `json:"supplementaryDescription,omitempty" limit:"2000"`
}

// SavedListing is the answer of every write to a listing: where it stands now.
type SavedListing struct {
	SellerBusinessID   string `json:"sellerBusinessId"`
	Version            int    `json:"version"`
	Status             int    `json:"status"`
	IsPending          bool   `json:"isPending"`
	NeedsApprovalAgain bool   `json:"needsApprovalAgain" doc:"変更は売手の承認後に反映される"`
}

// ListingMoveInput names a listing as the caller saw it, with a reason where one is due.
type ListingMoveInput struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Version          int    `json:"version"`
	Comment          string `json:"comment,omitempty" limit:"1000" doc:"理由"`
}

// listingAudienceInput changes whom a listing is shown to (domain.md 3.4).
type listingAudienceInput struct {
	SellerBusinessID string           `json:"sellerBusinessId"`
	Version          int              `json:"version"`
	IsLimited        bool             `json:"isLimited,omitempty"`
	IsRest           bool             `json:"isRest,omitempty"`
	RestFinancial    web.List[string] `json:"restFinancial,omitempty"`
}

// listingPeriodInput shortens or extends a listing's period.
type listingPeriodInput struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Version          int    `json:"version"`
	DueDate          string `json:"dueDate"`
}

// listingSuspensionInput stops or resumes the taking of new negotiations (受付停止).
type listingSuspensionInput struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Version          int    `json:"version"`
	IsStopped        bool   `json:"isStopped"`
}

// listingHistoryRow is one line of what happened to a listing, for SF.
type listingHistoryRow struct {
	At         string `json:"at"`
	Side       string `json:"side" doc:"sf、seller、office、system"`
	Event      string `json:"event"`
	Label      string `json:"label"`
	FromStatus int    `json:"fromStatus"`
	ToStatus   int    `json:"toStatus"`
	Comment    string `json:"comment"`
	UserName   string `json:"userName" doc:"自機関の担当者。ほかは空"`
}

type listingHistory struct {
	HistoryList []listingHistoryRow `json:"historyList"`
}

// LedgerRow is a line of the disclosure ledger as SF sees it: a buyer still anonymous is 匿名,
// and no user's name ever (domain.md 3.5).
type LedgerRow struct {
	At              string `json:"at"`
	Kind            string `json:"kind"`
	KindLabel       string `json:"kindLabel"`
	Level           int    `json:"level"`
	LevelLabel      string `json:"levelLabel"`
	BuyerName       string `json:"buyerName"`
	BuyerNumber     int    `json:"buyerNumber,omitempty" doc:"この案件で内容を開示した買手の、古い順の番号。匿名どうしを見分ける"`
	IsAnonymous     bool   `json:"isAnonymous,omitempty" doc:"買手の名前はまだ開示されていない"`
	InstitutionName string `json:"institutionName"`
	Reader          string `json:"reader" enum:"buyer,bank,own,surety,office," doc:"閲覧したのが、買手企業、買手側金融機関、自機関、保証先の金融機関、事務局のどれか。閲覧でない行は空"`
	Basis           string `json:"basis" doc:"どの同意・承認によるか"`
	Subject         string `json:"subject" doc:"開いたもの"`
	DocumentID      string `json:"documentId,omitempty" doc:"資料についての行"`
}

type disclosureLedger struct {
	LedgerList []LedgerRow `json:"ledgerList"`
}

// listingNumber is the public number of listings.
type listingNumber struct {
	NumberOfSellerBusiness int `json:"numberOfSellerBusiness"`
}
