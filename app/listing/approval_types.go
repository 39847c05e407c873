package listing

import (
	"tsunagu/app/anonymity"
	"tsunagu/app/company"
	"tsunagu/app/web"
)

// ApprovalRequestInput asks the seller to approve the working content (SPEC.md 7 SendApprovalRequest).
type ApprovalRequestInput struct {
	SellerBusinessID string            `json:"sellerBusinessId"`
	Version          *int              `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	PpapMailaddress  string            `json:"ppapMailaddress,omitempty" doc:"パスコードの送付先。passcodeBy が mail のときだけ"`
	PasscodeBy       string            `json:"passcodeBy,omitempty" enum:"mail,told,letter" doc:"パスコードの伝え方: mail 別のアドレスへのメール（既定）、told 担当者が電話または書面で、letter リンクを印刷し、ほかの承認者がパスコードを伝える"`
	UserID           string            `json:"userId,omitempty" doc:"売手の担当者。空は最初の有効な担当者"`
	Justifications   map[string]string `json:"justifications,omitempty" limit:"justification" doc:"匿名化チェックの指摘（key）ごとの理由"`
}

// approvalRequested is where the request went.
type approvalRequested struct {
	SavedListing
	CaseNumber string `json:"caseNumber"`
	Expires    string `json:"expires"`
	SentTo     string `json:"sentTo" doc:"リンクの送付先"`
	UserName   string `json:"userName" doc:"売手の担当者"`
	Warning    string `json:"warning" doc:"リンクとパスコードの送付先が同じ場合の注意。空はなし"`
	Passcode   string `json:"passcode,omitempty" doc:"passcodeBy が told のときだけ。この応答でだけ分かる"`

	Letter *company.OwnerLetter `json:"letter,omitempty" doc:"passcodeBy が letter のときだけ。この応答でだけ分かる"`
}

// ApprovalState says, to SF alone, whether the working content is the published one and what
// of it is with the seller (domain.md 3.1 IsSellerBusinessApprovedData).
type ApprovalState struct {
	SellerBusinessID string           `json:"sellerBusinessId"`
	IsApprovedData   bool             `json:"isApprovedData" doc:"編集中の内容が公開中の内容と同じ"`
	IsPending        bool             `json:"isPending"`
	Pending          *approvalPending `json:"pending,omitempty"`
	ApprovedAt       string           `json:"approvedAt" doc:"最後の承認"`
	ApprovedName     string           `json:"approvedName" doc:"最後の承認で売手が入力した名前"`
	ReturnComment    string           `json:"returnComment"`
}

// approvalPending is an open request: by link, or on paper awaiting a second user.
type approvalPending struct {
	Kind        string `json:"kind" enum:"link,paper"`
	RequestedAt string `json:"requestedAt"`
	Expires     string `json:"expires" doc:"リンクの期限。書面は空"`
	IsExpired   bool   `json:"isExpired"`
	IsLetter    bool   `json:"isLetter" doc:"リンクは招待状に印刷した"`
	SentTo      string `json:"sentTo"`
	UserName    string `json:"userName" doc:"売手の担当者、または承諾書を登録した担当者"`
	FileName    string `json:"fileName" doc:"承諾書"`
	CanConfirm  bool   `json:"canConfirm" doc:"この利用者が承諾書を確認できる（登録した担当者とは別）"`
	WhyNot      string `json:"whyNot" doc:"この利用者が確認できない理由。自分の登録した承諾書では空"`
}

// approvalKeyInput opens a seller's link. Key and passcode stand in the body, so that no log
// of addresses holds them.
type approvalKeyInput struct {
	Key      string `json:"key"`
	Passcode string `json:"passcode"`
}

// approvalSheet is what the seller approves: exactly what buyers would see (domain.md 3.2).
type approvalSheet struct {
	Overview         ListingOverview   `json:"overview" doc:"買手から見える概要（公開匿名）"`
	Details          ListingDetails    `json:"details" doc:"買手から見える詳細（公開匿名）"`
	Opens            []approvalOpening `json:"opens" doc:"どの項目がどの段階で開示されるか"`
	IsLimited        bool              `json:"isLimited"`
	IsRest           bool              `json:"isRest"`
	RestFinancial    []string          `json:"restFinancial" doc:"公開しない金融機関の名前"`
	StartDate        string            `json:"startDate"`
	DueDate          string            `json:"dueDate"`
	UserName         string            `json:"userName" doc:"売手の担当者"`
	CompanyName      string            `json:"companyName" doc:"売手の企業名"`
	InstitutionName  string            `json:"institutionName" doc:"担当金融機関"`
	Expires          string            `json:"expires"`
	IsReplacing      bool              `json:"isReplacing" doc:"公開中の内容の差し替えである"`
	HasWiderAudience bool              `json:"hasWiderAudience" doc:"公開先が公開中のものより広い"`
}

// approvalOpening lists the fields that open at one level.
type approvalOpening struct {
	Level  int      `json:"level"`
	Label  string   `json:"label"`
	Fields []string `json:"fields" doc:"項目名"`
}

// ApprovalDecisionInput is the seller's one decision.
type ApprovalDecisionInput struct {
	Key        string `json:"key"`
	Passcode   string `json:"passcode"`
	IsApproval bool   `json:"isApproval"`
	Name       string `json:"name,omitempty" limit:"60" doc:"承認する人の氏名"`
	Comment    string `json:"comment,omitempty" limit:"1000" doc:"差戻しのとき必須"`
}

// approvalDecided is what the seller is told after deciding.
type approvalDecided struct {
	IsApproval bool   `json:"isApproval"`
	DueDate    string `json:"dueDate" doc:"公開期限"`
}

// AnonymityInput are texts as SF types them, before they are saved.
type AnonymityInput struct {
	SellerBusinessID   string                        `json:"sellerBusinessId,omitempty"`
	CompanyID          string                        `json:"companyId,omitempty" doc:"自機関の売手。sellerBusinessIdがあれば不要"`
	Texts              map[string]string             `json:"texts" limit:"4000" doc:"項目名ごとの文章"`
	IndustryTypes      web.List[string]              `json:"industryTypes,omitempty"`
	PublicRegion       web.List[int]                 `json:"publicRegion,omitempty"`
	Location           web.JSONText[ListingLocation] `json:"location,omitempty"`
	IsPrefecturePublic bool                          `json:"isPrefecturePublic,omitempty"`
	SalesAmount        int                           `json:"salesAmount,omitempty"`
}

// anonymityHit is a place in a text that may name the company. Key is what a justification
// is filed under.
type anonymityHit struct {
	Key string `json:"key"`
	anonymity.Hit
	IsWarning     bool   `json:"isWarning" doc:"理由を書かなくても依頼できる（注意、または公開匿名で見えない項目）"`
	Justification string `json:"justification" doc:"前回書いた理由"`
}

// AnonymityCoordinates is the k-anonymity of a listing's coordinates as published.
type AnonymityCoordinates struct {
	anonymity.KResult
	Wider []anonymityWider `json:"wider" doc:"ぼかした場合の社数"`
}

// anonymityWider is what telling less would give.
type anonymityWider struct {
	Kind    string `json:"kind" enum:"region,largeClass"`
	Label   string `json:"label"`
	Visible int    `json:"visible" doc:"聞いた人が見られる範囲の数"`
	Own     int    `json:"own" doc:"うち自機関の顧客"`
}

// anonymityReport is the answer of the anonymity check (domain.md 3.3).
type anonymityReport struct {
	Hits        []anonymityHit        `json:"hits"`
	Coordinates *AnonymityCoordinates `json:"coordinates,omitempty" doc:"業種・公開する地域・売上高がそろっているとき"`
}

// paperConfirmInput is the second user's confirmation of a signed paper.
type paperConfirmInput struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	Version          int    `json:"version"`
}
