package valuation

// ValuationLine is something that is worth another amount than the books say. Amounts are 千円.
type ValuationLine struct {
	Name   string `json:"name" limit:"40" doc:"土地、有価証券、保険積立金、退職給付債務など"`
	IsDebt bool   `json:"isDebt" doc:"負債。時価が簿価より大きいと、純資産が減る"`
	Book   *int64 `json:"book" limit:"-999999999..999999999" doc:"簿価。帳簿にないものは 0"`
	Market *int64 `json:"market" limit:"-999999999..999999999" doc:"時価"`
}

// ValuationInputs are what somebody types. Amounts are 千円.
type ValuationInputs struct {
	NetAsset            *int64          `json:"netAsset" limit:"-999999999..999999999" doc:"純資産（簿価）"`
	LineList            []ValuationLine `json:"lineList" doc:"時価への修正。30行まで"`
	TaxRate             *int64          `json:"taxRate" limit:"0..10000" doc:"含み益にかかる税率（0.01％）。3458 は 34.58％。考えないときは 0"`
	OperatingProfit     *int64          `json:"operatingProfit" limit:"-999999999..999999999" doc:"営業利益"`
	Remuneration        *int64          `json:"remuneration" limit:"-999999999..999999999" doc:"役員報酬の調整。多すぎる分はプラス、足りない分はマイナス"`
	OtherAdjustment     *int64          `json:"otherAdjustment" limit:"-999999999..999999999" doc:"その他の調整。一時の費用はプラス、一時の収益はマイナス"`
	Depreciation        *int64          `json:"depreciation" limit:"0..999999999" doc:"減価償却費"`
	YearsFrom           *int64          `json:"yearsFrom" limit:"1..5" doc:"営業権の年数、低い方"`
	YearsTo             *int64          `json:"yearsTo" limit:"1..5" doc:"営業権の年数、高い方"`
	MultipleFrom        *int64          `json:"multipleFrom" limit:"1..300" doc:"EBITDAの倍率、低い方（0.1倍）。45 は 4.5倍"`
	MultipleTo          *int64          `json:"multipleTo" limit:"1..300" doc:"EBITDAの倍率、高い方（0.1倍）"`
	InterestBearingDebt *int64          `json:"interestBearingDebt" limit:"0..999999999" doc:"有利子負債"`
	CashDeposit         *int64          `json:"cashDeposit" limit:"0..999999999" doc:"現預金"`
	Note                string          `json:"note" limit:"400" doc:"メモ。修正の根拠など"`
}

// ValuationResult is what inputs come to, step by step, in 千円.
type ValuationResult struct {
	LineList       []int64 `json:"lineList" doc:"時価への修正の、行ごとの増減"`
	Adjusted       int64   `json:"adjusted" doc:"その合計"`
	Tax            int64   `json:"tax" doc:"含み益にかかる税"`
	MarketNetAsset int64   `json:"marketNetAsset" doc:"時価純資産"`
	Profit         int64   `json:"profit" doc:"修正営業利益"`
	Ebitda         int64   `json:"ebitda"`
	GoodwillFrom   int64   `json:"goodwillFrom" doc:"営業権"`
	GoodwillTo     int64   `json:"goodwillTo"`
	NetFrom        int64   `json:"netFrom" doc:"時価純資産＋営業権による株価"`
	NetTo          int64   `json:"netTo"`
	IsMultiple     bool    `json:"isMultiple" doc:"false：EBITDAが0以下で、倍率では計算できない"`
	BusinessFrom   int64   `json:"businessFrom" doc:"EBITDAに倍率をかけた事業価値"`
	BusinessTo     int64   `json:"businessTo"`
	MultipleFrom   int64   `json:"multipleFrom" doc:"EBITDA倍率による株価"`
	MultipleTo     int64   `json:"multipleTo"`
}

type valuedListing struct {
	SellerBusinessID string `query:"sellerBusinessId" required:"true"`
}

// valuationVersion is one version: who computed it, when, and what it came to.
type valuationVersion struct {
	Version  int              `json:"version"`
	UserName string           `json:"userName" doc:"空：いまは自機関の利用者ではない"`
	Created  string           `json:"created" doc:"UTC"`
	Inputs   *ValuationInputs `json:"inputs"`
	Result   *ValuationResult `json:"result"`
}

type valuationView struct {
	SellerBusinessID string             `json:"sellerBusinessId"`
	BusinessName     string             `json:"businessName"`
	Version          int                `json:"version" doc:"最後の版。0：まだない"`
	Prefill          *ValuationInputs   `json:"prefill" doc:"案件の詳細にある数字。まだ計算していないときの、はじめの値"`
	VersionList      []valuationVersion `json:"versionList" doc:"新しい順に50まで"`
}

type valuationInput struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Version          int    `json:"version" doc:"画面が見ている版。はじめては 0"`
	ValuationInputs
}

type valuationExport struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Version          int    `json:"version" doc:"書き出す版"`
}
