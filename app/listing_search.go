package app

import "tsunagu/store"

// listingSearchQuery is the listing search's vocabulary (SPEC.md 7).
type listingSearchQuery struct {
	IsOnlyPersonInCharge    bool     `query:"isOnlyPersonInCharge" doc:"自機関の案件だけ。未公開も含み、編集中の内容で探す。買手には効かない"`
	IsNotOnlyPersonInCharge bool     `query:"isNotOnlyPersonInCharge" doc:"自機関の案件を除く。買手には効かない"`
	IsOffered               bool     `query:"isOffered" doc:"オファーが届いている"`
	IsMessage               bool     `query:"isMessage" doc:"未読のメッセージがある"`
	IsNotRead               bool     `query:"isNotRead" doc:"まだ開いていない"`
	IsPublic                bool     `query:"isPublic" doc:"公開期間中。isSoldと両方なら、どちらか"`
	IsSold                  bool     `query:"isSold" doc:"成約済み"`
	IsRecommended           bool     `query:"isRecommended" doc:"一致度70以上"`
	IsNegotiation           bool     `query:"isNegotiation" doc:"自分の交渉が進行中（1〜4）"`
	FreeWord                string   `query:"freeWord" doc:"空白区切りですべて含む。公開匿名の文章だけを探す"`
	IndustryTypes           string   `query:"industryTypes" doc:"JSON: {\"category\":[大分類],\"sub_category\":[小分類]}"`
	Location                []string `query:"location,explode" doc:"都道府県コード。地域だけを公開する案件は、その地域に含まれれば一致"`
	SalesAmount             []string `query:"salesAmount,explode" doc:"売上高の項目キー"`
	SalesPrice              int      `query:"salesPrice" doc:"希望価格の下限（取得希望価格の項目キー）"`
	SalesPriceTo            int      `query:"salesPriceTo" doc:"希望価格の上限（取得希望価格の項目キー）。応相談の案件は常に残る"`
	NumberOfManagers        string   `query:"numberOfManagers" doc:"\"下限,上限\""`
	NumberOfManagersFrom    string   `query:"numberOfManagersFrom"`
	NumberOfManagersTo      string   `query:"numberOfManagersTo"`
	DueDate                 string   `query:"dueDate" doc:"公開期限がこの日以後。日付でなければ無視"`
	CompanyID               string   `query:"companyId" doc:"自機関の売手の案件"`
	SellerBusinessID        string   `query:"sellerBusinessId"`
	BuyerCompanyID          string   `query:"buyerCompanyId" doc:"金融機関が、この買手（自機関の担当）から見た一致度とフラグを求める"`
	Paging
}

type offerListQuery struct {
	CompanyID string `query:"companyId" doc:"買手。金融機関は自機関の担当に限る。空はすべて"`
}

func (a *App) searchListings(q *store.Q, by actor, in *listingSearchQuery) (*listingList, error) {
	return nil, errNotAvailable
}
func (a *App) offerListings(q *store.Q, by actor, companyID string) (*listingList, error) {
	return nil, errNotAvailable
}
