package negotiation

import (
	"tsunagu/app/company"
)

// negotiationMove is a move that the caller has, with the reason where it cannot be made now
// (deal.Moves). A move that is only the other side's is absent.
type negotiationMove struct {
	Move    string   `json:"move" doc:"interest、start、consent、realname_consent、request_realname、ask_owner、owner_agree、owner_refuse、approve_realname、reject_realname、conditions、propose_contract、withdraw_contract、confirm_contract、end、reopen_ask、reopen_agree"`
	Label   string   `json:"label" doc:"ボタンの言葉"`
	To      []int    `json:"to" doc:"行き先の状態。動かない操作は今の状態"`
	Needs   []string `json:"needs" doc:"入力が要る項目名"`
	OnPaper bool     `json:"onPaper" doc:"署名済みの書面で行う"`
	Blocked string   `json:"blocked" doc:"いまできない理由。空ならできる"`
}

// negotiationStep is the five-step line (ui.md): where it stands, and what each side must do
// now as far as the caller may know; "" where nothing.
type negotiationStep struct {
	Index  int      `json:"index" doc:"0〜4。-1は開始前と終了後"`
	Ended  bool     `json:"ended"`
	Labels []string `json:"labels"`
	Buyer  string   `json:"buyer" doc:"買手がすること"`
	BF     string   `json:"bf" doc:"買手側金融機関がすること"`
	SF     string   `json:"sf" doc:"売手側金融機関がすること"`
}

// NegotiationBuyer is the buyer as the caller may see it in this negotiation (domain.md 3.5,
// second table): everything to its bank and itself, to SF what the status opens.
type NegotiationBuyer struct {
	CompanyID       string                  `json:"companyId"`
	DisplayName     string                  `json:"displayName"`
	IndustryType    []string                `json:"industryType,omitzero" doc:"小分類コード"`
	Location        *negotiationPlace       `json:"location,omitempty"`
	SalesAmount     int                     `json:"salesAmount,omitempty" doc:"年間売上高の項目キー"`
	MAndAExperience int                     `json:"mAndAExperience,omitempty"`
	NeedsList       []negotiationNeeds      `json:"needsList,omitzero"`
	CompanyName     string                  `json:"companyName,omitempty"`
	Financing       string                  `json:"financing,omitempty" doc:"確認済・未確認"`
	Details         *company.CompanyDetails `json:"details,omitempty" doc:"実名の申請（2）から。2では金額は帯、3から千円"`
}

type negotiationPlace struct {
	Region         int    `json:"region,omitempty"`
	PrefectureCode string `json:"prefecturecode,omitempty"`
	CityCode       string `json:"citycode,omitempty"`
}

// negotiationNeeds is what a buyer wants, which search shows to every bank.
type negotiationNeeds struct {
	NeedsID string `json:"needsId"`
	Title   string `json:"title"`
	Detail  string `json:"detail"`
}

// negotiationConsent is the buyer's consent to the confidentiality agreement.
type negotiationConsent struct {
	Version int    `json:"version" doc:"承諾した契約の版"`
	At      string `json:"at"`
	IsPaper bool   `json:"isPaper"`
}

// negotiationOwner is the owner's consent to the disclosure of the name; SF's alone.
type negotiationOwner struct {
	Status      int    `json:"status" doc:"sellerApprovalStatus 0 未依頼 1 依頼中 2 承諾 3 拒否"`
	StatusLabel string `json:"statusLabel"`
	At          string `json:"at,omitempty" doc:"依頼または回答の時刻"`
	Expires     string `json:"expires,omitempty" doc:"依頼中のリンクの期限"`
	IsExpired   bool   `json:"isExpired" doc:"リンクが期限切れか無効。もう一度依頼できる"`
	DecidedName string `json:"decidedName,omitempty" doc:"回答した人が記入した氏名"`
	Comment     string `json:"comment,omitempty" doc:"回答に添えられたコメント"`
	IsPaper     bool   `json:"isPaper"`
}

// negotiationPaper is a signed paper of the caller's institution that waits for a second user.
type negotiationPaper struct {
	PaperID     string `json:"paperId"`
	Kind        string `json:"kind" enum:"realname_consent,owner_consent"`
	FileName    string `json:"fileName"`
	RequestedBy string `json:"requestedBy" doc:"書面を登録した担当者"`
	Requested   string `json:"requested"`
	CanConfirm  bool   `json:"canConfirm" doc:"この利用者が確認できる"`
	WhyNot      string `json:"whyNot" doc:"この利用者が確認できない理由。自分の登録した書面では空"`
}

// NegotiationMilestone is a dated step (domain.md 4 Milestones).
type NegotiationMilestone struct {
	Kind      int    `json:"kind"`
	Label     string `json:"label"`
	Date      string `json:"date" doc:"行わないときは空"`
	Amount    *int64 `json:"amount,omitempty" doc:"意向表明の価格、成約金額。千円"`
	Until     string `json:"until,omitempty" doc:"基本合意の独占交渉期限"`
	IsSkipped bool   `json:"isSkipped,omitempty" doc:"行わない"`
	Note      string `json:"note,omitempty" doc:"自機関の覚書"`
	Side      string `json:"side" enum:"bf,sf" doc:"記録した側"`
}

// negotiationProposal is a milestone that one side recorded and the other has yet to confirm, or
// has sent back (domain.md 0.6). It is the two banks' alone.
type negotiationProposal struct {
	ProposalID string `json:"proposalId" doc:"内容が変わると変わる。確認するときに送る"`
	NegotiationMilestone
	Created      string   `json:"created"`
	IsReturned   bool     `json:"isReturned" doc:"差し戻された"`
	ReturnReason string   `json:"returnReason,omitempty"`
	CanConfirm   bool     `json:"canConfirm" doc:"この利用者が確認・差戻しできる"`
	CanWithdraw  bool     `json:"canWithdraw" doc:"この利用者が取り下げられる"`
	Blocked      string   `json:"blocked,omitempty" doc:"確認できない理由"`
	With         []string `json:"with" doc:"先に、または合わせて確認するもの（proposalId）"`
}

// milestoneForm is what the form of a milestone asks for.
type milestoneForm struct {
	Kind        int   `json:"kind"`
	IsBilateral bool  `json:"isBilateral" doc:"相手方が確認するまで効力がない"`
	IsSkippable bool  `json:"isSkippable" doc:"「行わない」とできる"`
	Missing     []int `json:"missing" doc:"その前に、記録するか「行わない」とするもの"`
}

// negotiationEvent is one line of the history as the caller may read it; it never bears a name.
type negotiationEvent struct {
	At          string `json:"at"`
	Event       string `json:"event"`
	Label       string `json:"label"`
	Side        string `json:"side" enum:"buyer,bf,sf,seller,office,system"`
	FromStatus  int    `json:"fromStatus"`
	ToStatus    int    `json:"toStatus"`
	Reason      string `json:"reason,omitempty"`
	Comment     string `json:"comment,omitempty" doc:"自分の側の覚書。却下の説明と、買手の見送りの理由は買手側金融機関にも返る"`
	OldValue    string `json:"oldValue,omitempty" doc:"マイルストーンの、変更前の値"`
	NewValue    string `json:"newValue,omitempty" doc:"マイルストーンの、変更後の値"`
	OwnerReason string `json:"ownerReason,omitempty" doc:"オーナーへの打診状況報告に載せる理由。売手側金融機関だけ"`
	UserName    string `json:"userName,omitempty" doc:"自機関・自社の利用者だけ"`
}

// negotiationNext is the caller's own side's next action; absent for a buyer.
type negotiationNext struct {
	Date     string `json:"date" doc:"次回対応日。YYYY-MM-DDまたは空"`
	UserID   string `json:"userId" doc:"担当者"`
	UserName string `json:"userName"`
}

// negotiationFinancing is the financing support, BF's alone (domain.md 5). Amounts in 千円.
type negotiationFinancing struct {
	FinancialSupportStatus int             `json:"financialSupportStatus"`
	StatusLabel            string          `json:"statusLabel"`
	Moves                  []financingMove `json:"moves"`
	FinancingConsent       bool            `json:"financingConsent" doc:"買手の情報共有同意"`
	DesiredAmount          *int64          `json:"desiredAmount,omitempty"`
	OwnFunds               *int64          `json:"ownFunds,omitempty"`
	FundsPurpose           string          `json:"fundsPurpose"`
	ApprovalNumber         string          `json:"approvalNumber"`
	ApprovalDate           string          `json:"approvalDate"`
	ApprovedAmount         *int64          `json:"approvedAmount,omitempty"`
}

type financingMove struct {
	Status  int    `json:"status"`
	Label   string `json:"label"`
	Needs   string `json:"needs" doc:"必要なもの"`
	Blocked string `json:"blocked"`
}

// negotiationEnd is how a negotiation ended.
type negotiationEnd struct {
	Reason         int    `json:"reason,omitempty" doc:"自分の側が終えたときの理由コード"`
	ReasonLabel    string `json:"reasonLabel"`
	Comment        string `json:"comment,omitempty" doc:"自分の側の覚書"`
	At             string `json:"at"`
	By             string `json:"by" enum:"buyer,bf,sf,system,office" doc:"買手自身の見送りは、売手側にはbf"`
	FromStatus     int    `json:"fromStatus"`
	IsDisposalDue  bool   `json:"isDisposalDue" doc:"資料廃棄確認が要る"`
	IsDisposalDone bool   `json:"isDisposalDone"`
	IsReopenAsked  bool   `json:"isReopenAsked"`
}

// NegotiationRow is a negotiation in a list, as this caller may see it (SPEC.md 3 Negotiation).
// What a side may not know is absent.
type NegotiationRow struct {
	BuyerNegotiationID string `json:"buyerNegotiationId" doc:"空は、まだ行がない"`
	Version            int    `json:"version"`
	CaseNumber         string `json:"caseNumber"`
	Side               string `json:"side" enum:"buyer,bf,sf,both" doc:"この利用者の立場"`

	SellerBusinessID string `json:"sellerBusinessId"`
	BusinessName     string `json:"businessName,omitempty" doc:"匿名の表題。見えない案件では空"`
	Level            int    `json:"level" doc:"この交渉での開示レベル"`
	ListingStatus    int    `json:"listingStatus,omitempty"`
	DueDate          string `json:"dueDate,omitempty" doc:"公開期限"`
	IsStopped        bool   `json:"isStopped" doc:"受付停止中"`

	BuyerCompanyID              string `json:"buyerCompanyId" doc:"名前が見えるまでは、案件ごとに別のもの"`
	CandidateID                 string `json:"candidateId,omitempty" doc:"売手側金融機関に：この案件の候補としての買手の企業ID。オファーした買手と、名前が見える買手だけ"`
	DisplayName                 string `json:"displayName" doc:"買手の名前。見えるまでは匿名"`
	BuyerFinancialInstitutionID string `json:"buyerFinancialInstitutionId,omitempty"`
	BuyerFinancialName          string `json:"buyerFinancialName,omitempty"`
	SellerDisplayName           string `json:"sellerDisplayName,omitempty" doc:"売手の名前。見えるまでは匿名。一覧では担当金融機関にだけ返る（読むと開示台帳に残る）"`
	SellerFinancialID           string `json:"sellerFinancialInstitutionId,omitempty"`
	SellerFinancialName         string `json:"sellerFinancialName,omitempty"`

	Status      int    `json:"status"`
	StatusLabel string `json:"statusLabel"`
	Tag         string `json:"tag,omitempty"`
	StatusAt    string `json:"statusAt" doc:"いまの状態になった時刻"`
	Modified    string `json:"modified" doc:"最後に動いた時刻"`

	InterestStatus       *int   `json:"interestStatus,omitempty" doc:"買手側だけ"`
	OfferSendStatus      int    `json:"offerSendStatus"`
	OfferSendStatusLabel string `json:"offerSendStatusLabel"`
	OfferMessage         string `json:"offerMessage,omitempty"`

	IsApprovalMe           bool   `json:"isApprovalMe"`
	SellerApprovalStatus   *int   `json:"sellerApprovalStatus,omitempty" doc:"売手側金融機関だけ"`
	IsAvoided              bool   `json:"isAvoided,omitempty" doc:"オーナーの「打診しない先」に一致。売手側金融機関だけ、買手の名前を知ってから"`
	IsConsent              bool   `json:"isConsent"`
	IsRealNameConsent      *bool  `json:"isRealNameConsent,omitempty" doc:"買手側だけ"`
	IsDisposalDue          bool   `json:"isDisposalDue,omitempty" doc:"資料廃棄確認が要る。買手側金融機関だけ"`
	FinancialSupportStatus *int   `json:"financialSupportStatus,omitempty" doc:"買手側金融機関だけ"`
	Financing              string `json:"financing,omitempty" doc:"売手側金融機関に：確認済・未確認"`

	IsUnreadMessage bool `json:"isUnreadMessage"`
	UnreadCount     int  `json:"unreadCount"`

	Step           negotiationStep   `json:"step"`
	IsTopInterview bool              `json:"isTopInterview"`
	IsBasic        bool              `json:"isBasicAgreement"`
	AnswerDue      string            `json:"answerDue,omitempty" doc:"実名交渉の回答期限"`
	Ask            string            `json:"ask,omitempty" doc:"この機関に、いま求められている判断・記録。金融機関だけ"`
	IsFactAsked    bool              `json:"isFactAsked,omitempty" doc:"どちらかの側の確認を待っている記録がある。金融機関だけ"`
	ClosingDue     string            `json:"closingDue,omitempty" doc:"成約後、完了が確認されるまでのクロージング予定日。金融機関だけ"`
	Next           *negotiationNext  `json:"nextAction,omitempty"`
	Buyer          *NegotiationBuyer `json:"buyer,omitempty"`
}

// negotiation is one negotiation with all that its screen needs (GetBuyerNegotiationAsync).
type negotiation struct {
	NegotiationRow
	Moves              []negotiationMove      `json:"moves"`
	Consent            *negotiationConsent    `json:"consent,omitempty"`
	IsAgreementKept    bool                   `json:"isAgreementKept,omitempty" doc:"買手側だけ。承諾した契約を GetAgreement で読める（終わった交渉でのものも）"`
	RealNameConsentAt  string                 `json:"realNameConsentAt,omitempty" doc:"買手側だけ"`
	NextRequestFrom    string                 `json:"nextRequestFrom,omitempty" doc:"却下の後、次に申請できる日。買手側だけ"`
	Owner              *negotiationOwner      `json:"owner,omitempty" doc:"売手側金融機関だけ"`
	IsSameCompany      bool                   `json:"isSameCompany,omitempty" doc:"買手と売手の法人番号が同じ。売手側金融機関だけ、実名の申請から"`
	Papers             []negotiationPaper     `json:"papers"`
	Milestones         []NegotiationMilestone `json:"milestones"`
	OpenMilestones     []int                  `json:"openMilestones" doc:"いま記録・変更できるマイルストーン"`
	MilestoneForms     []milestoneForm        `json:"milestoneForms,omitzero" doc:"openMilestonesのそれぞれで求めるもの。金融機関だけ"`
	Proposals          []negotiationProposal  `json:"proposals,omitzero" doc:"相手方の確認待ち、または差し戻されたもの。金融機関だけ"`
	Timeline           []negotiationEvent     `json:"timeline" doc:"新しい順"`
	ContractProposedBy string                 `json:"contractProposedBy,omitempty" enum:"bf,sf,"`
	FurtherOffer       *furtherOffer          `json:"furtherOffer,omitempty" doc:"交渉中の買手に、売手側金融機関からあらためて届いたオファー。買手側金融機関だけ"`
	FinancingSupport   *negotiationFinancing  `json:"financingSupport,omitempty" doc:"買手側金融機関だけ"`
	End                *negotiationEnd        `json:"end,omitempty"`
	WritableTypes      []int                  `json:"writableMessageTypes" doc:"いま書き込めるmessageType。空は読み取り専用"`
	UnreadByType       map[int]int            `json:"unreadByType" doc:"messageTypeごとの未読"`
}

// furtherOffer is an offer to a buyer that negotiates already, which SF does not know (domain.md 0.4). Its bank
// passes it on or declines it by UpdateBuyerNegotiationOfferSendStatusAsync on the negotiation.
type furtherOffer struct {
	OfferSendStatus      int    `json:"offerSendStatus"`
	OfferSendStatusLabel string `json:"offerSendStatusLabel"`
	OfferMessage         string `json:"offerMessage,omitempty"`
	OfferedAt            string `json:"offeredAt"`
}

// PartnerList is the answer of both partner lists.
type PartnerList struct {
	PartnerList []NegotiationRow `json:"partnerList"`
	AllCount    int              `json:"allCount"`

	rows [][]byte // the list, encoded
}

func (l *PartnerList) EncodedList() (string, [][]byte, int) { return "partnerList", l.rows, l.AllCount }

// MovedNegotiation is the answer of every write: the row as it is now. moved tells the screen
// whom to reread.
type MovedNegotiation struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	SellerBusinessID   string `json:"sellerBusinessId"`
	Status             int    `json:"status"`
	StatusLabel        string `json:"statusLabel"`
	Version            int    `json:"version"`
	HeldTextID         string `json:"heldTextId,omitempty" doc:"送らずに承認を待つオファー"`
}

// RowInput names a row as the caller saw it: by id, or by listing and buyer where there is none
// yet (version 0). A buyer's own company goes without saying.
type RowInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId,omitempty"`
	SellerBusinessID   string `json:"sellerBusinessId,omitempty"`
	CompanyID          string `json:"companyId,omitempty" doc:"買手企業。買手自身は省ける"`
	BuyerCompanyID     string `json:"buyerCompanyId,omitempty" doc:"companyIdと同じ"`
	Version            *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
}

// StartInput starts a negotiation or expresses interest.
type StartInput struct {
	RowInput
}

// interestInput sets a buyer's interest (SPEC.md 4 Interest).
type interestInput struct {
	RowInput
	InterestStatus int    `json:"interestStatus" enum:"0,1,2"`
	Questionnaire  int    `json:"questionnaire,omitempty" doc:"興味なしの理由（アンケートの項目キー）"`
	Comment        string `json:"comment,omitempty" limit:"message" doc:"担当金融機関への一言"`
}

// ConsentInput agrees to the confidentiality agreement. A bank attaches the signed paper (file).
type ConsentInput struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	CompanyID        string `json:"companyId,omitempty" doc:"買手企業。買手自身は省ける"`
	AgreementVersion *int   `json:"agreementVersion,omitempty" doc:"読んだ契約の版。省くと、いまの契約"`
	AgreementHash    string `json:"agreementHash,omitempty" doc:"読んだ契約のハッシュ。省くと、いまの契約"`
	Version          *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
}

// StatusInput is a status move. status is where it shall go; contract and reopening are a
// proposal and its confirmation by the other side, so move may say which is meant.
type StatusInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	FromStatus         int    `json:"fromStatus" doc:"画面が見ている状態"`
	Status             int    `json:"status" doc:"行き先。2 実名希望 4 条件 5 成約（提案・確認） 9 終了 1 再開（依頼・同意）"`
	Move               string `json:"move,omitempty" enum:"request_realname,conditions,propose_contract,withdraw_contract,confirm_contract,end,reopen_ask,reopen_agree," doc:"省くと行き先から決まる"`
	EndReason          int    `json:"endReason,omitempty" doc:"終了の理由"`
	Comment            string `json:"comment,omitempty" limit:"1000" doc:"自分の側の覚書。相手には見えない"`
}

// stepBackInput is a buyer that steps back itself.
type stepBackInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            int    `json:"version" doc:"画面が見ている版"`
	Comment            string `json:"comment,omitempty" limit:"1000" doc:"見送る理由。担当の金融機関だけが読む"`
}

// ApproveInput answers a real-name request (NegotiationApprove).
type ApproveInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	IsApproval         bool   `json:"isApproval"`
	Status             int    `json:"status,omitempty" doc:"却下のとき、1 匿名交渉に戻す または 9 終了する。省くと1"`
	Comment            string `json:"comment,omitempty" limit:"1000" doc:"却下の説明。買手側金融機関に見える"`
	OwnerReason        string `json:"ownerReason,omitempty" limit:"1000" doc:"オーナーが拒否していないのに却下するとき、打診状況報告に載せる理由。買手側には見えない"`
}

// RealNameInput is the buyer's 実名開示同意: online by the buyer; a bank's second user confirms
// the paper that a colleague attached (AttachPaper).
type RealNameInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            int    `json:"version"`
}

// paperInput attaches a signed paper (multipart field file) that a second user confirms.
type paperInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            int    `json:"version"`
	Kind               string `json:"kind" enum:"realname_consent,owner_consent"`
}

// paperIDInput names a paper.
type paperIDInput struct {
	PaperID string `json:"paperId"`
}

// NextActionInput is the caller's side's next action and person in charge.
type NextActionInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            int    `json:"version"`
	Date               string `json:"date,omitempty" doc:"次回対応日。空で消す"`
	UserID             string `json:"userId,omitempty" doc:"担当者（自機関の利用者）。空で消す"`
}

// MilestoneInput records or changes a milestone; the date goes without saying for a step left out.
type MilestoneInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            int    `json:"version"`
	Kind               int    `json:"kind"`
	Date               string `json:"date,omitempty" doc:"YYYY-MM-DD"`
	Amount             *int64 `json:"amount,omitempty" limit:"1..amount" doc:"意向表明の価格、成約金額。千円"`
	Until              string `json:"until,omitempty" doc:"独占交渉期限"`
	IsSkipped          bool   `json:"isSkipped,omitempty" doc:"行わない（基本合意、DD）"`
	Skips              []int  `json:"skips,omitempty" doc:"この前の、行わないもの（基本合意、DD）"`
	Note               string `json:"note,omitempty" limit:"1000" doc:"自機関の覚書"`
}

// ConfirmMilestoneInput confirms what the other side recorded, as the caller saw it.
type ConfirmMilestoneInput struct {
	BuyerNegotiationID string   `json:"buyerNegotiationId"`
	Version            int      `json:"version"`
	ProposalIDs        []string `json:"proposalIds" doc:"見ている記録。合わせて確認するものすべて"`
}

// ProposalInput names one proposal, as the caller saw it.
type ProposalInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            int    `json:"version"`
	ProposalID         string `json:"proposalId"`
	Comment            string `json:"comment,omitempty" limit:"1000" doc:"差し戻す理由。記録した側に見える"`
}
