package avoid

import "tsunagu/app/web"

type companyRef struct {
	CompanyID string `query:"companyId" required:"true"`
}

// avoidedView is the list of one seller as its bank sees it: the lines that hold, those that were taken off, and whom the audience
// of its listings keeps out.
type avoidedView struct {
	CompanyID    string            `json:"companyId"`
	AvoidedList  []avoidedCompany  `json:"avoidedList" doc:"新しい順"`
	RemovedList  []removedCompany  `json:"removedList" doc:"外したもの。新しい順に200件まで"`
	AudienceList []listingAudience `json:"audienceList" doc:"案件ごとの公開先。金融機関は、ここで外れている"`
	MaxCount     int               `json:"maxCount" doc:"登録できる数"`
}

// avoidedCompany is a line that holds.
type avoidedCompany struct {
	AvoidedID                   string         `json:"avoidedId"`
	Version                     int            `json:"version"`
	CompanyName                 string         `json:"companyName"`
	CorporateRegistrationNumber string         `json:"corporateRegistrationNumber"`
	Note                        string         `json:"note"`
	BuyerList                   []avoidedBuyer `json:"buyerList" doc:"一致する自機関の買手。ほかの金融機関の買手は、一致しても返らない"`
	UserName                    string         `json:"userName" doc:"最後に登録・変更した利用者"`
	Modified                    string         `json:"modified" doc:"UTC"`
}

type avoidedBuyer struct {
	CompanyID   string `json:"companyId"`
	CompanyName string `json:"companyName"`
}

// removedCompany is a line that was taken off, or that another took the place of.
type removedCompany struct {
	AvoidedID                   string `json:"avoidedId"`
	CompanyName                 string `json:"companyName"`
	CorporateRegistrationNumber string `json:"corporateRegistrationNumber"`
	Note                        string `json:"note"`
	Reason                      string `json:"reason"`
	UserName                    string `json:"userName"`
	Removed                     string `json:"removed" doc:"UTC"`
}

// listingAudience is whom a listing is kept from by its audience (domain.md 3.4).
type listingAudience struct {
	SellerBusinessID string   `json:"sellerBusinessId"`
	BusinessName     string   `json:"businessName"`
	IsLimited        bool     `json:"isLimited" doc:"自機関限定"`
	FinancialNames   []string `json:"financialNames" doc:"公開しない金融機関"`
}

// avoidedInput adds a line, or changes the one that it names.
type avoidedInput struct {
	CompanyID                   string `json:"companyId" doc:"担当する売手企業"`
	AvoidedID                   string `json:"avoidedId,omitempty" doc:"新規のときは空"`
	Version                     int    `json:"version,omitempty" doc:"画面が見ている版。新規は0"`
	BuyerCompanyID              string `json:"buyerCompanyId,omitempty" doc:"自機関の買手から選んだとき。企業名と法人番号を、その登録から写す"`
	CompanyName                 string `json:"companyName,omitempty" limit:"100" doc:"買手から選んだときは省ける"`
	CorporateRegistrationNumber string `json:"corporateRegistrationNumber,omitempty" doc:"法人番号。13桁"`
	Note                        string `json:"note,omitempty" limit:"400"`
}

// avoidedRemoval takes a line off.
type avoidedRemoval struct {
	CompanyID string `json:"companyId" doc:"担当する売手企業"`
	AvoidedID string `json:"avoidedId"`
	Version   int    `json:"version" doc:"画面が見ている版"`
	Reason    string `json:"reason" limit:"400" doc:"外す理由。履歴に残る"`
}

// ownerListInput is a choice of candidates of one listing, for its owner.
type ownerListInput struct {
	SellerBusinessID string           `json:"sellerBusinessId" doc:"担当する売却案件"`
	CompanyIDs       web.List[string] `json:"companyIds" doc:"この案件の候補としての企業ID"`
	IsNamed          bool             `json:"isNamed,omitempty" doc:"自機関の買手の名前を載せる。ほかの金融機関の買手は、いつも匿名"`
}
