package memorandum

// MemorandumPicture is where a picture stands.
type MemorandumPicture struct {
	PictureID  string `json:"pictureId" maxLength:"64"`
	Caption    string `json:"caption" limit:"60" doc:"画像の説明。空でもよい"`
	IsNameless bool   `json:"isNameless" doc:"社名や人物が写っていないことを確かめた。実名承認より前の段階で見せるときに要る"`
}

// MemorandumSection is a section: one of the standard set, or an own one.
type MemorandumSection struct {
	Key         string              `json:"key" maxLength:"20" doc:"標準の章。空は自由な見出しの章"`
	Heading     string              `json:"heading" limit:"40" doc:"自由な章の見出し。標準の章では使わない"`
	Text        string              `json:"text" limit:"4000" doc:"本文。改行で段落を分ける"`
	Level       int                 `json:"level" doc:"買手に見える段階。2 匿名交渉中、3 秘密保持承諾後、4 実名承認後"`
	PictureList []MemorandumPicture `json:"pictureList"`
}

// MemorandumPeriod is a period of the accounts. Amounts are 千円; null is not known.
type MemorandumPeriod struct {
	Month                 string `json:"month" limit:"7" doc:"決算の年月（YYYY-MM）。空はその期なし"`
	AmountOfSales         *int64 `json:"amountOfSales" limit:"-amount..amount" doc:"売上高"`
	GrossProfit           *int64 `json:"grossProfit" limit:"-amount..amount" doc:"売上総利益"`
	OperatingProfit       *int64 `json:"operatingProfit" limit:"-amount..amount" doc:"営業利益"`
	OrdinaryIncome        *int64 `json:"ordinaryIncome" limit:"-amount..amount" doc:"経常利益"`
	NetIncome             *int64 `json:"netIncome" limit:"-amount..amount" doc:"当期純利益"`
	Depreciation          *int64 `json:"depreciation" limit:"-amount..amount" doc:"減価償却費"`
	ExecutiveRemuneration *int64 `json:"executiveRemuneration" limit:"-amount..amount" doc:"役員報酬"`
	AssetAmount           *int64 `json:"assetAmount" limit:"-amount..amount" doc:"総資産"`
	NetAsset              *int64 `json:"netAsset" limit:"-amount..amount" doc:"純資産"`
	CashDeposit           *int64 `json:"cashDeposit" limit:"-amount..amount" doc:"現預金"`
	InterestBearingDebt   *int64 `json:"interestBearingDebt" limit:"-amount..amount" doc:"有利子負債"`
}

// MemorandumContent is what the bank works on.
type MemorandumContent struct {
	SectionList  []MemorandumSection `json:"sectionList" doc:"章。この順に並ぶ。標準10、自由10まで"`
	PeriodList   []MemorandumPeriod  `json:"periodList" doc:"三期まで。古い期が先"`
	FiguresLevel int                 `json:"figuresLevel" doc:"業績の表が見える段階。3 秘密保持承諾後（金額は幅）、4 実名承認後"`
}

type memorandumQuery struct {
	SellerBusinessID string `query:"sellerBusinessId" required:"true"`
}

type previewQuery struct {
	SellerBusinessID string `query:"sellerBusinessId" required:"true"`
	Level            int    `query:"level" required:"true" doc:"2、3、4"`
}

type pictureQuery struct {
	SellerBusinessID string `query:"sellerBusinessId" required:"true"`
	PictureID        string `query:"pictureId" required:"true"`
}

// standardSection is a section of the standard set.
type standardSection struct {
	Key     string `json:"key"`
	Heading string `json:"heading"`
	Floor   int    `json:"floor" doc:"この章を見せられる、いちばん早い段階"`
	Default int    `json:"default" doc:"はじめの段階"`
}

type levelName struct {
	Level int    `json:"level"`
	Label string `json:"label"`
}

// givenMemorandum is the document that a level was added to.
type givenMemorandum struct {
	Level      int    `json:"level"`
	DocumentID string `json:"documentId"`
	Title      string `json:"title"`
	Edition    int    `json:"edition"`
	Created    string `json:"created" doc:"渡した日時（UTC）"`
	BuyerCount int    `json:"buyerCount" doc:"いま開示している買手の数"`
	IsNewer    bool   `json:"isNewer" doc:"渡した版より新しい内容がある"`
}

type memorandumView struct {
	SellerBusinessID string             `json:"sellerBusinessId"`
	BusinessName     string             `json:"businessName"`
	Revision         int                `json:"revision" doc:"0：まだ保存していない"`
	UserName         string             `json:"userName" doc:"最後に保存した人。空：いまは自機関の利用者ではない"`
	Modified         string             `json:"modified,omitempty" doc:"最後に保存した日時（UTC）"`
	Content          *MemorandumContent `json:"content"`
	Prefill          *MemorandumContent `json:"prefill" doc:"企業と案件に登録されている内容。空の章に取り込む"`
	StandardList     []standardSection  `json:"standardList"`
	LevelList        []levelName        `json:"levelList"`
	OwnFloor         int                `json:"ownFloor" doc:"自由な章を見せられる、いちばん早い段階"`
	GivenList        []givenMemorandum  `json:"givenList" doc:"資料として渡したもの"`
}

// memorandumFinding is something that a reader of the level must not learn, or may not.
type memorandumFinding struct {
	Place      string `json:"place" doc:"どの章のどこか"`
	Text       string `json:"text" doc:"見つかった語"`
	Why        string `json:"why"`
	Suggestion string `json:"suggestion"`
	Milder     string `json:"milder,omitempty" doc:"語のある箇所の言い換えの案。例：「岡崎市」→「東海地方」"`
	IsBlocking bool   `json:"isBlocking" doc:"直すまで、この段階の書面を作れない"`
	isMild     bool   // told, and asked of nobody
}

type previewPicture struct {
	PictureID string `json:"pictureId"`
	Caption   string `json:"caption"`
}

type previewSection struct {
	Heading     string           `json:"heading"`
	Text        string           `json:"text"`
	PictureList []previewPicture `json:"pictureList"`
}

type previewField struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

type previewRow struct {
	Label string   `json:"label"`
	Cells []string `json:"cells"`
}

// memorandumPreview is what a buyer of the level sees.
type memorandumPreview struct {
	Level       int                 `json:"level"`
	LevelLabel  string              `json:"levelLabel"`
	Revision    int                 `json:"revision"`
	FieldList   []previewField      `json:"fieldList"`
	SectionList []previewSection    `json:"sectionList"`
	ColumnList  []string            `json:"columnList" doc:"業績の表の期。この段階で見えなければ空"`
	RowList     []previewRow        `json:"rowList"`
	FiguresNote string              `json:"figuresNote"`
	FindingList []memorandumFinding `json:"findingList" doc:"この段階の書面を作る前に、直すか確かめること。買手には見えない"`
}

type memorandumSave struct {
	SellerBusinessID string            `json:"sellerBusinessId"`
	Revision         int               `json:"revision" doc:"画面が見ている版。はじめては 0"`
	Content          MemorandumContent `json:"content"`
}

type memorandumPictureUpload struct {
	SellerBusinessID string `json:"sellerBusinessId"`
}

type madePicture struct {
	PictureID string `json:"pictureId"`
}

type memorandumAt struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Revision         int    `json:"revision" doc:"画面が見ている版"`
	Level            int    `json:"level" doc:"2、3、4"`
	IsChecked        bool   `json:"isChecked" doc:"見つかった語を確かめた。直すまで作れないものには効かない"`
}

type issuedMemorandum struct {
	IssuedPaperID string `json:"issuedPaperId"`
	Number        string `json:"number"`
}

type memorandumGiving struct {
	DocumentID string `json:"documentId"`
	Number     string `json:"number" doc:"書面番号"`
	Edition    int    `json:"edition"`
	IsNew      bool   `json:"isNew" doc:"false：渡してある版と内容が同じで、何も変えていない"`
}
