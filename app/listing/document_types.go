package listing

// document is a file about a listing's company as its institution keeps it.
type document struct {
	DocumentID string          `json:"documentId"`
	Version    int             `json:"version"`
	Kind       int             `json:"kind" doc:"GetEnumerations の documentKind"`
	KindLabel  string          `json:"kindLabel"`
	Title      string          `json:"title" doc:"開示した相手に見える名前"`
	FileName   string          `json:"fileName" doc:"登録したファイルの名前。相手には見えない"`
	FileSize   int64           `json:"fileSize" doc:"バイト"`
	IsViewable bool            `json:"isViewable" doc:"画面で閲覧できる形式（PDF・PNG・JPEG・テキスト）"`
	Edition    int             `json:"edition" doc:"第何版。差し替えると増える"`
	Created    string          `json:"created"`
	Modified   string          `json:"modified"`
	ViewCount  int             `json:"viewCount" doc:"買手側が閲覧した回数"`
	SaveCount  int             `json:"downloadCount" doc:"買手側がダウンロードした回数"`
	Grants     []documentGrant `json:"grants" doc:"いま開示している相手"`
}

// documentGrant is who may open a document now.
type documentGrant struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	IsDownload         bool   `json:"isDownload"`
	Until              string `json:"until" doc:"最終日。空は期限なし"`
	Granted            string `json:"granted"`
	ViewCount          int    `json:"viewCount"`
	DownloadCount      int    `json:"downloadCount"`
	LastRead           string `json:"lastRead" doc:"最後に開いた日時。空は未閲覧"`
}

// documentBuyer is a buyer to whom documents can be disclosed: real names are open.
type documentBuyer struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	DisplayName        string `json:"displayName"`
	FinancialName      string `json:"financialName" doc:"買手側金融機関"`
	StatusLabel        string `json:"statusLabel"`
}

type documentList struct {
	DocumentList []document      `json:"documentList"`
	BuyerList    []documentBuyer `json:"buyerList" doc:"資料を開示できる買手（実名交渉中・条件交渉中・成約）"`
	MaxDocuments int             `json:"maxDocuments" doc:"1案件に登録できる件数"`
	MaxTitle     int             `json:"maxTitle" doc:"文字"`
}

// DocumentInput is a new document; the file goes with it (multipart field file).
type DocumentInput struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Kind             int    `json:"kind" doc:"GetEnumerations の documentKind"`
	Title            string `json:"title" limit:"documentTitle"`
}

// DocumentChange is a document under another name or kind, and with a file a new edition of it.
type DocumentChange struct {
	DocumentID string `json:"documentId"`
	Version    int    `json:"version"`
	Kind       int    `json:"kind"`
	Title      string `json:"title" limit:"documentTitle"`
}

type documentRef struct {
	DocumentID string `json:"documentId"`
	Version    int    `json:"version"`
}

type savedDocument struct {
	DocumentID string `json:"documentId"`
	Version    int    `json:"version"`
}

// GrantInput discloses a document, in the edition that the caller saw, to one buyer.
type GrantInput struct {
	DocumentID         string `json:"documentId"`
	Version            int    `json:"version"`
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	IsDownload         bool   `json:"isDownload"`
	Until              string `json:"until,omitempty" doc:"最終日（YYYY-MM-DD）。空は期限なし"`
}

type revokeInput struct {
	DocumentID         string `json:"documentId"`
	BuyerNegotiationID string `json:"buyerNegotiationId"`
}

// grantedDocument is a document as the buyer's side has it: nothing of others in it.
type grantedDocument struct {
	DocumentID string `json:"documentId"`
	Kind       int    `json:"kind"`
	KindLabel  string `json:"kindLabel"`
	Title      string `json:"title"`
	FileSize   int64  `json:"fileSize,omitempty" doc:"バイト。ダウンロードできるときだけ"`
	IsViewable bool   `json:"isViewable"`
	IsDownload bool   `json:"isDownload"`
	Until      string `json:"until" doc:"最終日。空は期限なし"`
	Edition    int    `json:"edition"`
	Granted    string `json:"granted"`
	Modified   string `json:"modified"`
}

type grantedDocumentList struct {
	IsOpen       bool              `json:"isOpen" doc:"実名交渉が承認され、資料を受け取れる"`
	DocumentList []grantedDocument `json:"documentList"`
}

// documentSheet is what the viewer needs beside the pages: what it is, and on which terms.
type documentSheet struct {
	DocumentID         string `json:"documentId"`
	SellerBusinessID   string `json:"sellerBusinessId"`
	BuyerNegotiationID string `json:"buyerNegotiationId,omitempty"`
	KindLabel          string `json:"kindLabel"`
	Title              string `json:"title"`
	Edition            int    `json:"edition"`
	IsViewable         bool   `json:"isViewable"`
	IsDownload         bool   `json:"isDownload"`
	IsOwn              bool   `json:"isOwn" doc:"担当金融機関として見ている"`
	Until              string `json:"until"`
}

// documentPages is an opened document: its pages come one by one, by ViewDocumentPage.
type documentPages struct {
	Viewing   string    `json:"viewing" doc:"この閲覧の印。ページごとに添える。閲覧を始めた利用者だけが、2時間まで使える"`
	Edition   int       `json:"edition"`
	Shapes    []float64 `json:"shapes" doc:"各ページの、幅に対する高さ"`
	Widths    []int     `json:"widths" doc:"ページの画像の幅（ピクセル）として選べる値"`
	Watermark watermark `json:"watermark"`
}

// watermark is what is drawn into every page: it names nobody but the reader.
type watermark struct {
	UserName        string   `json:"userName"`
	CompanyName     string   `json:"companyName,omitempty" doc:"買手企業"`
	InstitutionName string   `json:"institutionName"`
	At              string   `json:"at" doc:"閲覧を始めた日時（日本時間）"`
	Lines           []string `json:"lines" doc:"ページに描き込まれる行"`
}

// DocumentQuery names a document as a reader opens it.
type DocumentQuery struct {
	DocumentID         string `query:"documentId"`
	BuyerNegotiationID string `query:"buyerNegotiationId" doc:"買手側として読むときの交渉。担当金融機関は省ける"`
}

// documentPageQuery names a page as the reader of an opened document asks for it.
type documentPageQuery struct {
	DocumentID         string `query:"documentId"`
	BuyerNegotiationID string `query:"buyerNegotiationId" doc:"買手側として読むときの交渉。担当金融機関は省ける"`
	Viewing            string `query:"viewing" doc:"ViewDocument の viewing"`
	Page               int    `query:"page" doc:"1から"`
	Width              int    `query:"width" doc:"ViewDocument の widths のどれか"`
}
