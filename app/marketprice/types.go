package marketprice

// marketPrices are the figures that are published.
type marketPrices struct {
	Quarter  string       `json:"quarter" doc:"最後に見直した四半期の初日。まだないときは空"`
	CellList []marketCell `json:"cellList" doc:"公表している区分だけ"`
}

// marketCell are the figures of a large class and a band of sales; a figure that is not published is null.
type marketCell struct {
	IndustryCode   string        `json:"industryCode" doc:"業種の大分類"`
	IndustryName   string        `json:"industryName"`
	SalesAmount    int           `json:"salesAmount" doc:"売上高の帯（売却案件の salesAmount のキー）"`
	SalesLabel     string        `json:"salesLabel"`
	Price          *marketFigure `json:"price" doc:"成約金額、千円"`
	SalesMultiple  *marketFigure `json:"salesMultiple" doc:"成約金額÷売上高、0.1倍を1とする"`
	EbitdaMultiple *marketFigure `json:"ebitdaMultiple" doc:"成約金額÷EBITDA、0.1倍を1とする"`
	Months         *marketFigure `json:"months" doc:"公開から成約までの月数"`
}

// marketFigure is a median, rounded.
type marketFigure struct {
	Value   int64  `json:"value" doc:"中央値。決まった刻みに丸めたもの"`
	Deals   int    `json:"deals" doc:"もとになった成約の件数の段階。3、5、10、20 のどれか以上"`
	Quarter string `json:"quarter" doc:"この数字を公表した四半期の初日"`
}
