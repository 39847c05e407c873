package negotiation

import (
	"tsunagu/app/anonymity"
)

// negotiationMessage is a message as the caller may read it (SPEC.md 3 Negotiation message).
type negotiationMessage struct {
	BuyerNegotiationMessageID string `json:"buyerNegotiationMessageId"`
	BuyerNegotiationID        string `json:"buyerNegotiationId"`
	SendUserType              int    `json:"sendUserType" doc:"1 買手 2 金融機関 0 システム"`
	SendClientID              string `json:"sendClientId,omitempty"`
	SendFinancialName         string `json:"sendFinancialName,omitempty"`
	SendUserName              string `json:"sendUserName,omitempty" doc:"自機関・自社と、買手と担当金融機関の間だけ"`
	IsMine                    bool   `json:"isMine" doc:"自分の側が送った"`
	MessageOriginatorType     int    `json:"messageOriginatorType" doc:"1 買手 2 買手金融機関 3 売手金融機関 4 システム"`
	MessageType               int    `json:"messageType" doc:"1 買手と買手金融機関 2 金融機関の間 3 システム"`
	MessageBody               string `json:"messageBody" doc:"改行を含む平文。閉じたものは空"`
	IsClosed                  bool   `json:"isClosed" doc:"交渉の終了などで閉じた"`
	ExistsAttachedFile        bool   `json:"existsAttachedFile"`
	AttachedFileName          string `json:"attachedFileName,omitempty"`
	AttachedFileSize          int64  `json:"attachedFileSize,omitempty" doc:"バイト"`
	ReadStatus                int    `json:"readStatus" doc:"受け手が読んだ 0 未読 1 既読"`
	ReadStatusModifier        string `json:"readStatusModifier,omitempty" doc:"読んだ人。自分の側だけ"`
	ReadStatusModified        string `json:"readStatusModified,omitempty"`
	Created                   string `json:"created"`
}

type negotiationMessageList struct {
	MessageList   []negotiationMessage `json:"messageList" doc:"古い順"`
	WritableTypes []int                `json:"writableMessageTypes" doc:"いま書き込めるmessageType"`
}

// MessageInput is a message to send, with one optional file (multipart field file).
type MessageInput struct {
	BuyerNegotiationID    string `json:"buyerNegotiationId"`
	MessageType           int    `json:"messageType" enum:"1,2"`
	MessageBody           string `json:"messageBody,omitempty" limit:"message" doc:"4,000文字まで。ファイルがあれば省ける"`
	MessageOriginatorType int    `json:"messageOriginatorType,omitempty" enum:"0,2,3" doc:"買手と売手を同じ金融機関が担当するときの立場"`
	IsApprovalAsked       bool   `json:"isApprovalAsked,omitempty" doc:"相手にまだ開示していない名前を含むとき、送らずに承認者の承認を待つ"`
	HeldTextID            string `json:"heldTextId,omitempty" doc:"差し戻された文面を直して送るとき"`
	KeepsFile             bool   `json:"keepsFile,omitempty" doc:"差し戻された文面のファイルを、そのまま付ける"`
}

type sentMessage struct {
	BuyerNegotiationMessageID string `json:"buyerNegotiationMessageId" doc:"承認待ちでは空"`
	BuyerNegotiationID        string `json:"buyerNegotiationId"`
	HeldTextID                string `json:"heldTextId,omitempty" doc:"送らずに承認を待つ文面"`
}

// messageCheckInput is a text that anonymous parties would read (domain.md 3.3): a message
// before status 3, with the name of its file, or an offer's message (sellerBusinessId).
type messageCheckInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId,omitempty"`
	SellerBusinessID   string `json:"sellerBusinessId,omitempty" doc:"オファーの本文のとき"`
	MessageType        int    `json:"messageType,omitempty"`
	MessageBody        string `json:"messageBody,omitempty"`
	FileName           string `json:"fileName,omitempty"`
}

// AlreadyReadInput marks as read: one message, or a channel up to now where no id is given.
type AlreadyReadInput struct {
	BuyerNegotiationID        string `json:"buyerNegotiationId"`
	BuyerNegotiationMessageID string `json:"buyerNegotiationMessageId,omitempty" doc:"このメッセージまで。空は全部"`
	MessageType               int    `json:"messageType,omitempty" doc:"0は見えるすべて"`
}

// messageCheck are the places in a text that may name somebody (a warning, domain.md 3.3).
type messageCheck struct {
	AnonymityWarnings []anonymity.Hit `json:"anonymityWarnings"`
}
