package longlist

import (
	"tsunagu/app/company"
	"tsunagu/app/score"
	"tsunagu/app/vocabulary"
	"tsunagu/app/web"
)

// IndustryCondition is a condition on industries: large classes as a whole, and small ones (SPEC.md
// 7).
type IndustryCondition struct {
	Category    web.List[string] `json:"category,omitempty" doc:"大分類コード"`
	SubCategory web.List[string] `json:"sub_category,omitempty" doc:"小分類コード"`
}

// LongCompanyQuery is the body of SearchLongCompany: the search vocabulary of SPEC.md 7 for the
// buyers that an own listing fits. Conditions on the status can only narrow the public ones.
type LongCompanyQuery struct {
	SellerBusinessID        string                          `json:"sellerBusinessId" doc:"担当する売却案件"`
	IsOnlyPersonInCharge    bool                            `json:"isOnlyPersonInCharge,omitempty" doc:"担当企業だけ"`
	IsNotOnlyPersonInCharge bool                            `json:"isNotOnlyPersonInCharge,omitempty" doc:"担当以外だけ"`
	CompanyName             string                          `json:"companyName,omitempty" limit:"100" doc:"担当企業の名前の一部"`
	NeedsName               string                          `json:"needsName,omitempty" limit:"100" doc:"ニーズの文章から。同じ意味や種類の言葉でも探す。「」はその言葉だけ"`
	Without                 web.List[string]                `json:"without,omitempty" limit:"40" doc:"いっしょに探さない言葉。widenedList にあるもの"`
	CompanyIndustryTypes    web.JSONText[IndustryCondition] `json:"companyIndustryTypes,omitempty" doc:"買手の業種"`
	BusinessIndustryTypes   web.JSONText[IndustryCondition] `json:"businessIndustryTypes,omitempty" doc:"ニーズの業種"`
	AnnualSaleF             int                             `json:"annualSaleF,omitempty" doc:"年間売上高の下限の項目キー。0は制限なし"`
	AnnualSaleT             int                             `json:"annualSaleT,omitempty" doc:"年間売上高の上限の項目キー。0は制限なし"`
	Prefecture              web.List[string]                `json:"prefecture,omitempty" doc:"所在地の都道府県コード"`
	SalesPrice              int                             `json:"salesPrice,omitempty" doc:"希望価格の下限の項目キー。0は制限なし"`
	SalesPriceTo            int                             `json:"salesPriceTo,omitempty" doc:"希望価格の上限の項目キー。0と8、9は制限なし"`
	IsLongList              bool                            `json:"isLongList,omitempty" doc:"この案件の保存済みロングリストに載っている買手だけ"`
	IsPublic                bool                            `json:"isPublic,omitempty" doc:"公開中。候補はいつも公開中の買手だけ"`
	NoPublic                bool                            `json:"noPublic,omitempty" doc:"非公開。候補にはならない"`
	NoApproved              bool                            `json:"noApproved,omitempty" doc:"承認待ち。候補にはならない"`
	IsTrial                 bool                            `json:"isTrial,omitempty" doc:"体験利用。候補にはならない"`
	CompanyIDs              web.List[string]                `json:"companyIds,omitempty" doc:"この企業の中から"`
	TargetCompanyIDs        web.List[string]                `json:"targetCompanyIds,omitempty" doc:"この企業の中から"`
	ScoreFrom               int                             `json:"scoreFrom,omitempty" minimum:"0" maximum:"100" doc:"一致度の下限。0は採点できない買手も含む"`
	IsOfferable             bool                            `json:"isOfferable,omitempty" doc:"いまオファーを送れる買手だけ"`
	PageNumber              int                             `json:"pageNumber,omitempty" doc:"1から。省略時は1"`
	Limit                   int                             `json:"limit,omitempty" doc:"省略時は10"`
	PropertyName            string                          `json:"propertyName,omitempty" doc:"並べ替えの項目。省略時は一致度 score"`
	IsDescending            *bool                           `json:"isDescending,omitempty" doc:"省略時は降順"`
}

// longCompanyList is the answer of SearchLongCompany: a page of candidates and the listing that
// they fit.
type longCompanyList struct {
	Listing     longListListing  `json:"listing"`
	CompanyList []longCompanyRow `json:"companyList"`
	AllCount    int              `json:"allCount"`
	vocabulary.Shown

	rows [][]byte // the list's rows as JSON
}

func (l *longCompanyList) EncodedList() (string, [][]byte, int) {
	return "companyList", l.rows, l.AllCount
}

func (l *longCompanyList) Head() (string, any) { return "listing", &l.Listing }

// longListListing is the own listing as the long list needs it.
type longListListing struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	CompanyID        string `json:"companyId" doc:"売手企業"`
	BusinessName     string `json:"businessName" doc:"買手に見える匿名の表題。公開前は編集中のもの"`
	Status           int    `json:"status"`
	StatusLabel      string `json:"statusLabel"`
	DueDate          string `json:"dueDate,omitempty"`
	IsStopped        bool   `json:"isStopped" doc:"受付停止中"`
	IsOfferable      bool   `json:"isOfferable" doc:"公開中で、受付停止でない"`
}

// longCompanyRow is a candidate: the buyer as a search shows it, how well the listing fits it, and
// an offer already made, as far as the institution in charge of the listing may know.
type longCompanyRow struct {
	company.CompanyOverview
	NeedsList            []company.NeedsRow `json:"needsList"`
	Score                *int               `json:"score,omitempty" doc:"一致度 0〜100。ニーズが未登録のときは無い"`
	ScoreBand            string             `json:"scoreBand,omitempty" doc:"おすすめ、候補"`
	NeedsID              string             `json:"needsId,omitempty" doc:"一致度がもっとも高いニーズ"`
	Reasons              []score.Reason     `json:"reasons"`
	IsInCharge           bool               `json:"isInCharge" doc:"担当企業。オファーはすぐに届く"`
	IsOfferable          bool               `json:"isOfferable" doc:"いまオファーを送れる"`
	BuyerNegotiationID   string             `json:"buyerNegotiationId,omitempty"`
	NegotiationStatus    int                `json:"negotiationStatus"`
	NegotiationLabel     string             `json:"negotiationLabel"`
	OfferSendStatus      int                `json:"offerSendStatus"`
	OfferSendStatusLabel string             `json:"offerSendStatusLabel"`
	OfferedAt            string             `json:"offeredAt,omitempty" doc:"UTC"`
}

// longListInput saves a long list: a new one, or an existing one with another name or other
// companies.
type longListInput struct {
	LongListID       string           `json:"longListId,omitempty" doc:"新規のときは空"`
	Version          int              `json:"version,omitempty" doc:"画面が見ている版。新規は0"`
	SellerBusinessID string           `json:"sellerBusinessId,omitempty" doc:"担当する売却案件。更新では省略できる"`
	Name             string           `json:"name" limit:"60"`
	CompanyIDs       web.List[string] `json:"companyIds,omitempty" doc:"買手。更新で省略すると今のまま"`
}

// longListRef names a list in the version that the caller saw.
type longListRef struct {
	LongListID string `json:"longListId"`
	Version    int    `json:"version" doc:"画面が見ている版"`
}

// longListSummary is a saved list without its companies.
type longListSummary struct {
	LongListID       string `json:"longListId"`
	Version          int    `json:"version"`
	Name             string `json:"name"`
	SellerBusinessID string `json:"sellerBusinessId"`
	BusinessName     string `json:"businessName"`
	CompanyCount     int    `json:"companyCount"`
	Modified         string `json:"modified" doc:"UTC"`
}

type longListLists struct {
	LongListList []longListSummary `json:"longListList"`
	AllCount     int               `json:"allCount"`
}

// longListView is a saved list with its companies; those no longer visible are left out silently.
type longListView struct {
	LongListSummary
	CompanyIDs []string `json:"companyIds" doc:"この案件の候補としての企業ID"`
}

// LongListSummary is the name to embed.
type LongListSummary = longListSummary
