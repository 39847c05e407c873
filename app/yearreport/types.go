package yearreport

// yearReport are an institution's figures of a year (compliance.md 3). A figure that the product does not hold is none of it: the
// workbook has an empty cell to type it into.
type yearReport struct {
	FinancialName string `json:"financialName"`
	Year          int    `json:"year" doc:"年度。4月1日から翌年3月31日まで、日本の暦"`
	IsOver        bool   `json:"isOver" doc:"年度が終わっている。終わっていない年度は、いままで"`

	DealList     []dealRow           `json:"dealList" doc:"成約。自機関の側と、契約の種類ごとの件数"`
	Closed       dealAmount          `json:"closed" doc:"年度内の成約のうち、双方で確認した成約金額"`
	OutsideCount int                 `json:"outsideCount" doc:"本システム外で成約した、担当する案件。上の件数に含まない"`
	Fees         feeFigures          `json:"fees"`
	Registration supportRegistration `json:"registration"`
	Benchmark    benchmark           `json:"benchmark"`
}

// dealRow counts the deals of one side.
type dealRow struct {
	Side           string `json:"side" doc:"sf 売手側、bf 買手側、both 双方、all 合計"`
	SideLabel      string `json:"sideLabel"`
	SignedCount    int    `json:"signedCount"`
	BrokerCount    int    `json:"brokerCount" doc:"仲介"`
	AdvisorCount   int    `json:"advisorCount" doc:"FA"`
	MixedCount     int    `json:"mixedCount" doc:"売手とは仲介、買手とはFAなど、契約の種類が二つある双方の成約"`
	UnwrittenCount int    `json:"unwrittenCount" doc:"契約の記録がない"`
}

// dealAmount is a sum with how many amounts it is of.
type dealAmount struct {
	Count  int   `json:"count" doc:"金額が記録されている件数"`
	Amount int64 `json:"amount" doc:"千円"`
}

// feeFigures are the 最低手数料 that were explained to the customers of the year's deals.
type feeFigures struct {
	Count          int   `json:"count" doc:"最低手数料の記録がある、成約のお客さまの数（のべ）"`
	UnwrittenCount int   `json:"unwrittenCount" doc:"記録がない、成約のお客さまの数（のべ）"`
	Lowest         int64 `json:"lowest" doc:"千円。記録がないときは 0"`
	Highest        int64 `json:"highest" doc:"千円。記録がないときは 0"`
}

// benchmark are counts about succession and M&A that the product holds.
type benchmark struct {
	ItemList     []benchmarkItem `json:"itemList"`
	IndustryList []benchmarkBand `json:"industryList" doc:"支援した企業の業種（大分類）。業種が二つあれば、それぞれで数える"`
	SalesList    []benchmarkBand `json:"salesList" doc:"支援した企業の年間売上高"`
}

type benchmarkItem struct {
	Label string `json:"label"`
	Count int    `json:"count"`
	From  string `json:"from" doc:"何から数えたか"`
}

type benchmarkBand struct {
	Label       string `json:"label"`
	SellerCount int    `json:"sellerCount"`
	BuyerCount  int    `json:"buyerCount"`
}

// supportRegistration is the institution's as an M&A支援機関, as its administrator recorded it.
type supportRegistration struct {
	Version   int    `json:"version" doc:"画面が見ている版。まだないときは 0"`
	Number    string `json:"number"`
	ExpiresOn string `json:"expiresOn" doc:"登録の有効期限。空は記録なし"`
	Qualified *int64 `json:"qualified" doc:"資格者数。null は記録なし"`
	UserName  string `json:"userName" doc:"記録した人"`
	Created   string `json:"created" doc:"記録した日時（UTC）"`
	State     string `json:"state" enum:"none,valid,near,expired" doc:"none 期限の記録なし、near 60日以内に期限が来る、expired 期限切れ"`
	LeftDays  int    `json:"leftDays" doc:"期限までの日数。state が near のとき"`
}

// supportRegistrationInput records the next version.
type supportRegistrationInput struct {
	Version   int    `json:"version" doc:"画面が見ている版"`
	Number    string `json:"number,omitempty" limit:"40"`
	ExpiresOn string `json:"expiresOn,omitempty"`
	Qualified *int64 `json:"qualified,omitempty" limit:"0..100000"`
}

type yearQuery struct {
	Year int `query:"year" minimum:"0" maximum:"9999" doc:"年度。省略または 0 は今年度"`
}
