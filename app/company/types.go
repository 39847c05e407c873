package company

import (
	"tsunagu/app/deal"
	"tsunagu/app/score"
	"tsunagu/app/vocabulary"
	"tsunagu/app/web"
)

// CompanyLocation is where a company is, as far as the view tells (SPEC.md 3 location).
type CompanyLocation struct {
	Region         int    `json:"region,omitempty" doc:"地域の項目キー。都道府県から決まる"`
	PrefectureCode string `json:"prefecturecode,omitempty" doc:"都道府県コード。2桁"`
	CityCode       string `json:"citycode,omitempty" doc:"市区町村コード。5桁"`
}

// CompanyOverview is a buyer's or seller's overview at the caller's view (SPEC.md 3, domain.md
// 3.5). What the view withholds is absent.
type CompanyOverview struct {
	CompanyID    string          `json:"companyId" doc:"名前が見えるまでは、検索、案件の候補、案件の交渉ごとに別のもの"`
	CompanyType  int             `json:"companyType" doc:"1 買手、2 売手"`
	DisplayName  string          `json:"displayName" doc:"企業名。見えないときは 匿名、未登録のときは 企業情報未設定"`
	IndustryType []string        `json:"industryType" doc:"小分類コード"`
	Location     CompanyLocation `json:"location,omitzero"`
	SalesAmount  int             `json:"salesAmount" doc:"年間売上高の項目キー。0は未入力"`
	Status       int             `json:"status" doc:"データ状態。担当でない金融機関には 4"`
	Tags         []deal.Tag      `json:"tags"`
	View         int             `json:"view" doc:"開示の段階。9 は担当金融機関と本人"`

	// Of the id by which a bank has asked for a buyer.
	IsOfferable      bool   `json:"isOfferable,omitempty" doc:"この企業IDでオファーを送れる"`
	SellerBusinessID string `json:"sellerBusinessId,omitempty" doc:"企業IDがこの売却案件の候補としてのものなら、その案件"`

	MAndAExperience                  int    `json:"mAndAExperience,omitempty"`
	InChargeFinancialInstitutionID   string `json:"inChargeFinancialInstitutionId,omitempty"`
	InChargeFinancialInstitutionName string `json:"inChargeFinancialInstitutionName,omitempty"`
	CompanyName                      string `json:"companyName,omitempty"`
	Modified                         string `json:"modified,omitempty" doc:"最終更新。UTC"`
	Created                          string `json:"created,omitempty" doc:"UTC"`

	// For those who maintain the company.
	MAndAReason         []int  `json:"mAndAReason,omitzero"`
	MAndAReasonOthers   string `json:"mAndAReasonOthers,omitempty"`
	MemberType          int    `json:"memberType,omitempty" doc:"1 個人、2 法人"`
	RegistrationID      string `json:"registrationId,omitempty" doc:"担当金融機関の顧客番号"`
	Remark              string `json:"remark,omitempty"`
	IsSendRecommendMail *int   `json:"isSendRecommendMail,omitempty" enum:"0,1"`
	IsSendOfferMail     *int   `json:"isSendOfferMail,omitempty" enum:"0,1"`
	FinancialMemo       string `json:"financialMemo,omitempty" doc:"金融機関のメモ。担当金融機関だけに返る"`
	ReturnComment       string `json:"returnComment,omitempty" doc:"差戻しのコメント"`
	IsTrial             bool   `json:"isTrial,omitempty" doc:"お試し"`
	TrialEnd            string `json:"trialEnd,omitempty" doc:"お試しの最後の日。最初の利用者を登録した日から数える"`
	IsTrialOver         bool   `json:"isTrialOver,omitempty" doc:"お試しの期間が終わった"`
	HasDetails          bool   `json:"hasDetails,omitempty"`
	Version             int    `json:"version,omitempty"`
	IndustryTexts
}

// CompanyAmounts are the exact amounts of a company's details in 千円 (SPEC.md 3). A buyer's
// last sales are salesAmount, a seller's lastYearSalesAmount.
type CompanyAmounts struct {
	CapitalAmount       *int64 `json:"capitalAmount,omitempty"`
	SalesAmount         *int64 `json:"salesAmount,omitempty" doc:"買手の直近売上高"`
	LastYearSalesAmount *int64 `json:"lastYearSalesAmount,omitempty" doc:"売手の直近売上高"`
	OperatingProfit     *int64 `json:"operatingProfit,omitempty"`
	TotalAssets         *int64 `json:"totalAssets,omitempty"`
}

// CompanyBands are the same amounts as bands of the item masters, where the view tells no more.
type CompanyBands struct {
	CapitalAmountBand   string `json:"capitalAmountBand,omitempty"`
	SalesAmountBand     string `json:"salesAmountBand,omitempty"`
	OperatingProfitBand string `json:"operatingProfitBand,omitempty"`
	TotalAssetsBand     string `json:"totalAssetsBand,omitempty"`
}

// CompanyDetails are a company's details at the caller's view (SPEC.md 3, domain.md 3.5).
type CompanyDetails struct {
	CompanyID                   string `json:"companyId"`
	CompanyName                 string `json:"companyName,omitempty"`
	RepresentativeName          string `json:"representativeName,omitempty"`
	PostalCode                  string `json:"postalCode,omitempty" doc:"7桁"`
	PrefectureCode              string `json:"prefectureCode,omitempty"`
	PrefectureName              string `json:"prefectureName,omitempty"`
	CityCode                    string `json:"cityCode,omitempty"`
	CityName                    string `json:"cityName,omitempty"`
	TownCode                    string `json:"townCode,omitempty"`
	TownName                    string `json:"townName,omitempty"`
	BuildingName                string `json:"buildingName,omitempty" doc:"番地と建物名"`
	HomePageURL                 string `json:"homePageUrl,omitempty"`
	CorporateRegistrationNumber string `json:"corporateRegistrationNumber,omitempty" doc:"法人番号。13桁"`
	CompanyBands
	CompanyAmounts

	// For those who maintain the company.
	BusinessType              int    `json:"businessType,omitempty" doc:"企業形態の項目キー"`
	RepresentativePhoneNumber string `json:"representativePhoneNumber,omitempty"`
	RepresentativeFaxNumber   string `json:"representativeFaxNumber,omitempty"`
	ListType                  int    `json:"listType,omitempty" doc:"1 上場、2 非上場"`
	SecurityCode              string `json:"securityCode,omitempty"`
	EstablishmentNumber       string `json:"establishmentNumber,omitempty" doc:"事業所番号"`
	NumberOfEmployees         *int64 `json:"numberOfEmployees,omitempty" doc:"人"`
	EstablishedYear           *int64 `json:"establishedYear,omitempty" doc:"西暦"`
	Status                    int    `json:"status,omitempty" doc:"詳細のデータ状態"`
	Version                   int    `json:"version,omitempty" doc:"詳細の版"`
}

// ReadCompanyRow is a row of a company search (SPEC.md 3 List row): the overview with a buyer's needs.
type CompanyRow struct {
	CompanyOverview
	NeedsList []NeedsRow     `json:"needsList,omitzero"`
	Contact   string         `json:"contactName,omitempty" doc:"企業名が未登録のとき、最初の利用者の氏名。担当金融機関だけに返る"`
	Score     *int           `json:"score,omitempty" doc:"指定した売却案件との一致度 0〜100。ニーズが未登録の買手と、オファーできない買手には無い"`
	ScoreBand string         `json:"scoreBand,omitempty" doc:"おすすめ、候補"`
	NeedsID   string         `json:"needsId,omitempty" doc:"一致度がもっとも高いニーズ"`
	Reasons   []score.Reason `json:"reasons,omitempty"`
}

// CompanyList is the answer of a company search.
type CompanyList struct {
	CompanyList []CompanyRow `json:"companyList"`
	AllCount    int          `json:"allCount"`
	vocabulary.Shown

	rows [][]byte // the list, encoded
}

func (l *CompanyList) EncodedList() (string, [][]byte, int) { return "companyList", l.rows, l.AllCount }

// CompanyOverviewInput is what the one who maintains a company saves as its overview. Status,
// kind and institution in charge are not in it: they follow from the call and the caller.
type CompanyOverviewInput struct {
	CompanyID      string `json:"companyId,omitempty" doc:"新規のときは空"`
	Version        *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	RegistrationID string `json:"registrationId,omitempty" limit:"40" doc:"担当金融機関だけが保存できる"`
	Remark         string `json:"remark,omitempty" limit:"2000"`
	FinancialMemo  string `json:"financialMemo,omitempty" limit:"4000" doc:"担当金融機関だけが保存できる"`
	IsTrial        *bool  `json:"isTrial,omitempty" doc:"お試し。買手の新規登録のときだけ"`
	web.FormKey
	CompanyOverviewFields
}

// CompanyOverviewFields are those of an overview that whoever registers the company fills in, be
// it the bank or the buyer by its key.
type CompanyOverviewFields struct {
	MemberType          int                           `json:"memberType,omitempty" doc:"1 個人、2 法人"`
	IndustryType        web.List[string]              `json:"industryType,omitempty" doc:"小分類コード"`
	Location            web.JSONText[CompanyLocation] `json:"location,omitempty"`
	SalesAmount         int                           `json:"salesAmount,omitempty" doc:"年間売上高の項目キー"`
	MAndAExperience     int                           `json:"mAndAExperience,omitempty"`
	MAndAReason         web.List[int]                 `json:"mAndAReason,omitempty"`
	MAndAReasonOthers   string                        `json:"mAndAReasonOthers,omitempty" limit:"200"`
	IsSendRecommendMail *int                          `json:"isSendRecommendMail,omitempty" enum:"0,1" doc:"省略時は今の値（新規は1）"`
	IsSendOfferMail     *int                          `json:"isSendOfferMail,omitempty" enum:"0,1" doc:"省略時は今の値（新規は1）"`
	IndustryTexts
}

// CompanyDetailsInput is what the one who maintains a company saves as its details. Names of
// places follow from their codes.
type CompanyDetailsInput struct {
	CompanyID string `json:"companyId"`
	Version   *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	Status    int    `json:"status,omitempty" doc:"使われない"`
	CompanyDetailsFields
}

// CompanyDetailsFields are the details themselves, whoever fills them in.
type CompanyDetailsFields struct {
	CompanyName                 string `json:"companyName,omitempty" limit:"100"`
	BusinessFormType            int    `json:"businessFormType,omitempty" doc:"企業形態の項目キー"`
	RepresentativeName          string `json:"representativeName,omitempty" limit:"60"`
	PostalCode                  string `json:"postalCode,omitempty"`
	PrefectureCode              string `json:"prefectureCode,omitempty"`
	PrefectureName              string `json:"prefectureName,omitempty"`
	CityCode                    string `json:"cityCode,omitempty"`
	CityName                    string `json:"cityName,omitempty"`
	TownCode                    string `json:"townCode,omitempty"`
	TownName                    string `json:"townName,omitempty" limit:"100"`
	BuildingName                string `json:"buildingName,omitempty" limit:"100" doc:"番地と建物名"`
	RepresentativePhoneNumber   string `json:"representativePhoneNumber,omitempty"`
	RepresentativeFaxNumber     string `json:"representativeFaxNumber,omitempty"`
	HomePageURL                 string `json:"homePageUrl,omitempty"`
	CorporateRegistrationNumber string `json:"corporateRegistrationNumber,omitempty" doc:"法人番号。13桁"`
	ListType                    int    `json:"listType,omitempty" doc:"1 上場、2 非上場"`
	SecurityCode                string `json:"securityCode,omitempty"`
	EstablishmentNumber         string `json:"establishmentNumber,omitempty" limit:"20" doc:"事業所番号"`
	CapitalAmount               *int64 `json:"capitalAmount,omitempty" limit:"0..amount" doc:"千円"`
	LastYearSalesAmount         *int64 `json:"lastYearSalesAmount,omitempty" limit:"0..amount" doc:"千円"`
	OperatingProfit             *int64 `json:"operatingProfit,omitempty" limit:"-amount..amount" doc:"千円"`
	TotalAssets                 *int64 `json:"totalAssets,omitempty" limit:"0..amount" doc:"千円"`
	NumberOfEmployees           *int64 `json:"numberOfEmployees,omitempty" limit:"0..9999999" doc:"人"`
	EstablishedYear             *int64 `json:"establishedYear,omitempty" limit:"500.." doc:"西暦"`
}

// companyDoubles says whether the own institution has such a company already (domain.md 6 CheckCompany).
type companyDoubles struct {
	IsDuplicate bool            `json:"isDuplicate"`
	CompanyList []companyDouble `json:"companyList"`
}

type companyDouble struct {
	CompanyID   string `json:"companyId"`
	CompanyName string `json:"companyName"`
	Reason      string `json:"reason"`
}

// CompanyStatusInput moves a company (domain.md 6): approving or returning a buyer's own
// registration, taking a company out of use and back. ExpectedStatus is what the caller saw.
type CompanyStatusInput struct {
	CompanyID      string `json:"companyId"`
	ExpectedStatus int    `json:"expectedStatus" doc:"画面が見ているデータ状態"`
	RegistrationID string `json:"registrationId,omitempty" doc:"承認と差戻しのとき、画面が見ている申込み"`
	Event          string `json:"event" enum:"approve,return,disable,enable"`
	Comment        string `json:"comment,omitempty" limit:"1000" doc:"差戻しの理由"`
}

// companyHistory is what was done to a company, for the institution in charge.
type companyHistory struct {
	HistoryList []companyHistoryRow `json:"historyList"`
}

type companyHistoryRow struct {
	At       string `json:"at" doc:"UTC"`
	Event    string `json:"event"`
	Label    string `json:"label"`
	UserName string `json:"userName" doc:"操作した利用者。リンクやシステムは空"`
}
