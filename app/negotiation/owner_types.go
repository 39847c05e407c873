package negotiation

import "tsunagu/app/company"

// OwnerRequestInput asks the owner for consent to the disclosure of the name (domain.md 4 (2)).
type OwnerRequestInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            int    `json:"version"`
	UserID             string `json:"userId" doc:"リンクを送る売手の担当者"`
	PpapMailaddress    string `json:"ppapMailaddress,omitempty" doc:"パスコードを送る別のアドレス。passcodeBy が mail のときだけ"`
	PasscodeBy         string `json:"passcodeBy,omitempty" enum:"mail,told,letter" doc:"パスコードの伝え方: mail 別のアドレスへのメール（既定）、told 担当者が電話または書面で、letter リンクを印刷し、ほかの承認者がパスコードを伝える"`
}

// ownerRequested tells whether both mails went to one address, which weakens the passcode.
type ownerRequested struct {
	MovedNegotiation
	CaseNumber    string `json:"caseNumber"`
	UserName      string `json:"userName" doc:"リンクを送った売手の担当者"`
	Expires       string `json:"expires"`
	IsSameAddress bool   `json:"isSameAddress" doc:"リンクとパスコードの宛先が同じ"`
	Passcode      string `json:"passcode,omitempty" doc:"passcodeBy が told のときだけ。この応答でだけ分かる"`

	Letter *company.OwnerLetter `json:"letter,omitempty" doc:"passcodeBy が letter のときだけ。この応答でだけ分かる"`
}

// ownerRecordInput records the owner's answer by SF: a refusal, or the consent on a paper that
// a colleague attached.
type ownerRecordInput struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	Version            int    `json:"version"`
	IsApproval         bool   `json:"isApproval"`
	Comment            string `json:"comment,omitempty" limit:"1000"`
}

// ownerKeyInput opens the owner's page.
type ownerKeyInput struct {
	Key      string `json:"key"`
	Passcode string `json:"passcode"`
}

// OwnerDecisionInput is the owner's one decision.
type OwnerDecisionInput struct {
	Key        string `json:"key"`
	Passcode   string `json:"passcode"`
	IsApproval bool   `json:"isApproval"`
	UserName   string `json:"userName" limit:"40" doc:"回答する人の氏名"`
	Comment    string `json:"comment,omitempty" limit:"1000"`
}

type ownerDecided struct {
	IsApproval bool `json:"isApproval"`
}
