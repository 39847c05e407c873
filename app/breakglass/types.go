package breakglass

import (
	"tsunagu/app/duty"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
)

// officeGlassTarget is a listing or a negotiation that the office may ask to open: metadata only.
type officeGlassTarget struct {
	Kind            int    `json:"kind" doc:"GetCodes の breakGlassKinds"`
	KindLabel       string `json:"kindLabel"`
	TargetID        string `json:"targetId"`
	CaseNumber      string `json:"caseNumber"`
	BusinessName    string `json:"businessName" doc:"公開された匿名の案件名。公開前は空"`
	StatusLabel     string `json:"statusLabel"`
	SellerFinancial string `json:"sellerFinancialName" doc:"売手側の金融機関"`
	BuyerFinancial  string `json:"buyerFinancialName" doc:"買手側の金融機関。案件では空"`
}

type officeGlassTargets struct {
	TargetList []officeGlassTarget `json:"targetList"`
}

// OfficeGlassTarget is the name to embed.
type OfficeGlassTarget = officeGlassTarget

// officeGlass is one opening as every user of the office may see it: who, why, when, and which
// parts were read, without their content.
type officeGlass struct {
	BreakGlassID string `json:"breakGlassId"`
	OfficeGlassTarget
	State       int               `json:"state" doc:"1 確認待ち、2 閲覧中、3 終了、4 時間満了、5 取下げ、6 確認されず失効"`
	StateLabel  string            `json:"stateLabel"`
	GroundLabel string            `json:"groundLabel"`
	Reason      string            `json:"reason"`
	Minutes     int               `json:"minutes"`
	RequestedBy string            `json:"requestedBy"`
	Requested   string            `json:"requested" doc:"UTC"`
	ConfirmedBy string            `json:"confirmedBy" doc:"二人目の担当者。一人の事務局では空"`
	Opened      string            `json:"opened" doc:"UTC"`
	Expires     string            `json:"expires" doc:"UTC"`
	Remaining   int               `json:"remaining" doc:"残りの秒数。閲覧中のとき"`
	ClosedBy    string            `json:"closedBy"`
	Closed      string            `json:"closed" doc:"UTC"`
	IsMine      bool              `json:"isMine" doc:"自分が申し出たもの"`
	CanRead     bool              `json:"canRead"`
	CanConfirm  bool              `json:"canConfirm"`
	WhyNot      string            `json:"whyNot" doc:"この担当者が確認できない理由。自分の申し出では空"`
	CanClose    bool              `json:"canClose"`
	Readings    []officeGlassRead `json:"readings" doc:"読んだもの。古い順"`
}

type officeGlassRead struct {
	At     string `json:"at" doc:"UTC"`
	Detail string `json:"detail"`
}

type officeGlassList struct {
	BreakGlassList []officeGlass `json:"breakGlassList"`
	AllCount       int           `json:"allCount"`
	NeedsSecond    bool          `json:"needsSecond" doc:"事務局に二人以上いるので、ほかの担当者の確認が要る"`
}

type officeGlassTargetQuery struct {
	Word string `query:"word" maxLength:"60" doc:"案件番号（L-…、N-…）またはID。完全に一致するもの"`
}

type officeGlassQuery struct {
	BreakGlassID string `query:"breakGlassId" required:"true"`
}

type officeGlassInput struct {
	Kind     int    `json:"kind"`
	TargetID string `json:"targetId"`
	Ground   int    `json:"ground" doc:"GetCodes の breakGlassGrounds。関係する金融機関に知らされる"`
	Reason   string `json:"reason" limit:"1000" doc:"事務局の記録。金融機関には知らされない"`
	Minutes  int    `json:"minutes" doc:"GetCodes の breakGlassMinutes"`
}

type officeGlassDeed struct {
	BreakGlassID string `json:"breakGlassId"`
}

// officeGlassOpened is the result of a request.
type officeGlassOpened struct {
	BreakGlassID string `json:"breakGlassId"`
	State        int    `json:"state" doc:"1 確認待ち、2 閲覧中"`
}

// officeGlassContent is what one opening shows: one of them.
type officeGlassContent struct {
	SellerBusiness *officeGlassListing     `json:"sellerBusiness,omitempty"`
	Negotiation    *officeGlassNegotiation `json:"negotiation,omitempty"`
	Duties         *duty.Opened            `json:"duties,omitempty" doc:"一つの金融機関が記録した確認事項"`
}

// officeGlassListing is a listing at L4 with its documents.
type officeGlassListing struct {
	IsPublished bool                     `json:"isPublished" doc:"公開された内容。公開前は編集中の内容"`
	OverView    *listing.ListingOverview `json:"overView"`
	Details     *listing.ListingDetails  `json:"details"`
	Documents   []officeGlassPaper       `json:"documents"`
}

type officeGlassPaper struct {
	FileID    string `json:"fileId"`
	KindLabel string `json:"kindLabel"`
	Title     string `json:"title"`
	Edition   int    `json:"edition"`
	Size      int64  `json:"size"`
}

// officeGlassNegotiation is a negotiation's parties, and its messages.
type officeGlassNegotiation struct {
	SellerName  string                        `json:"sellerName" doc:"売手側の金融機関がまだ知らない交渉では匿名"`
	Buyer       *negotiation.NegotiationBuyer `json:"buyer"`
	Timeline    []officeGlassEvent            `json:"timeline" doc:"新しい順。覚え書きとコメントは含まない"`
	MessageList []officeGlassMessage          `json:"messageList" doc:"古い順"`
}

type officeGlassEvent struct {
	At    string `json:"at" doc:"UTC"`
	Label string `json:"label"`
	Side  string `json:"side"`
}

type officeGlassMessage struct {
	MessageType           int    `json:"messageType" doc:"1 買手と買手側金融機関、2 金融機関どうし、3 システム"`
	MessageOriginatorType int    `json:"messageOriginatorType" doc:"1 買手 2 買手金融機関 3 売手金融機関 4 システム"`
	OriginatorLabel       string `json:"originatorLabel"`
	UserName              string `json:"userName"`
	Body                  string `json:"body"`
	FileID                string `json:"fileId" doc:"添付がなければ空"`
	FileName              string `json:"fileName"`
	FileSize              int64  `json:"fileSize"`
	Created               string `json:"created" doc:"UTC"`
}

type officeGlassFile struct {
	BreakGlassID string `query:"breakGlassId" required:"true"`
	FileID       string `query:"fileId" required:"true"`
}
