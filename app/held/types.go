package held

import (
	"tsunagu/app/anonymity"
)

// heldText is a message or an offer that waits for an approver, or that one sent back. Only its own
// institution sees it (domain.md 0.7).
type heldText struct {
	HeldTextID         string          `json:"heldTextId"`
	Version            int             `json:"version"`
	State              int             `json:"state" enum:"0,1" doc:"0 承認待ち 1 差戻し"`
	StateLabel         string          `json:"stateLabel"`
	SellerBusinessID   string          `json:"sellerBusinessId"`
	BusinessName       string          `json:"businessName,omitempty" doc:"案件の匿名の表題"`
	BuyerNegotiationID string          `json:"buyerNegotiationId,omitempty" doc:"オファーでは空"`
	DisplayName        string          `json:"displayName,omitempty" doc:"交渉の買手。見えるまでは匿名"`
	Side               string          `json:"side" enum:"bf,sf" doc:"書いた側"`
	MessageType        int             `json:"messageType" enum:"0,1,2" doc:"0はオファー"`
	MessageBody        string          `json:"messageBody"`
	ExistsAttachedFile bool            `json:"existsAttachedFile"`
	AttachedFileName   string          `json:"attachedFileName,omitempty"`
	AttachedFileSize   int64           `json:"attachedFileSize,omitempty" doc:"バイト"`
	CompanyList        []heldCompany   `json:"companyList,omitempty" doc:"オファーの送り先"`
	HitList            []anonymity.Hit `json:"hitList" doc:"相手にまだ開示していない名前。空なら、いまは承認なしで送れる"`
	RequestedBy        string          `json:"requestedBy" doc:"書いた担当者"`
	Requested          string          `json:"requested"`
	IsMine             bool            `json:"isMine" doc:"この利用者が書いた"`
	CanConfirm         bool            `json:"canConfirm" doc:"この利用者が承認・差戻しできる"`
	CanWithdraw        bool            `json:"canWithdraw" doc:"この利用者が取り下げられる"`
	DecidedBy          string          `json:"decidedBy,omitempty" doc:"差し戻した担当者。空は、交渉が終わったため"`
	Reason             string          `json:"reason,omitempty" doc:"差戻しの理由"`
}

// heldCompany is a buyer that an offer would reach, as the institution may see it.
type heldCompany struct {
	CompanyID   string `json:"companyId"`
	DisplayName string `json:"displayName"`
}

type heldTextList struct {
	HeldTextList []heldText `json:"heldTextList" doc:"古い順"`
}

// heldTextQuery narrows the list to a listing or to a negotiation.
type heldTextQuery struct {
	SellerBusinessID   string `query:"sellerBusinessId"`
	BuyerNegotiationID string `query:"buyerNegotiationId"`
}

// heldDecisionInput approves a text, or sends it back to its writer.
type heldDecisionInput struct {
	HeldTextID string `json:"heldTextId"`
	Version    int    `json:"version" doc:"画面が見ている版"`
	IsApproval bool   `json:"isApproval"`
	Reason     string `json:"reason,omitempty" limit:"heldReason" doc:"承認・差戻しの理由。名前が相手に開示済みになっていれば省ける。承認の理由は開示台帳の根拠になる"`
}

type heldDecided struct {
	HeldTextID   string `json:"heldTextId"`
	State        int    `json:"state" doc:"1 差戻し 2 送信済"`
	SentCount    int    `json:"sentCount" doc:"届いたメッセージまたはオファー"`
	SkippedCount int    `json:"skippedCount" doc:"いまは送れないため送らなかったオファー"`
}

// heldTextRef names a held text in the version that the caller saw.
type heldTextRef struct {
	HeldTextID string `json:"heldTextId"`
	Version    int    `json:"version" doc:"画面が見ている版"`
}
