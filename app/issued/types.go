package issued

import "tsunagu/app/web"

// RecordRef names the record that papers are about: one of the three.
type RecordRef struct {
	BuyerNegotiationID string `query:"buyerNegotiationId" json:"buyerNegotiationId,omitempty" doc:"交渉。三つのうち一つを指定する"`
	SellerBusinessID   string `query:"sellerBusinessId" json:"sellerBusinessId,omitempty" doc:"案件"`
	CompanyID          string `query:"companyId" json:"companyId,omitempty" doc:"企業。その案件と交渉の書面も返る。買手は、何も指定しなければ自社"`
}

type IssueInput struct {
	RecordRef
	web.FormKey
	Kind       int `json:"kind" doc:"書面の種類"`
	RecordKind int `json:"recordKind" doc:"どの記録の、どちらの側か: 1 企業、2 案件、3 交渉の買手側、4 交渉の売手側"`
}

// issuedList is what one may have here: what was made, and what can be made.
type issuedList struct {
	PaperList []issuedRow `json:"paperList" doc:"作成済みの書面。新しい順。いま読めないものを載せた書面は返らない"`
	OfferList []offerRow  `json:"offerList" doc:"作成できる書面"`
}

type issuedRow struct {
	IssuedPaperID string `json:"issuedPaperId"`
	Number        string `json:"number" doc:"書面の番号。日付と乱数"`
	CaseNumber    string `json:"caseNumber" doc:"交渉（N-）または案件（L-）の番号。企業の書面では空"`
	Kind          int    `json:"kind"`
	KindLabel     string `json:"kindLabel"`
	RecordKind    int    `json:"recordKind"`
	Form          int    `json:"form" doc:"書式の版"`
	Recipient     string `json:"recipient" doc:"だれのための書面か"`
	Created       string `json:"created"`
	UserName      string `json:"userName" doc:"作成した人。オーナーのページで作られたもの、いまは所属していない人は空"`
	IsByOwner     bool   `json:"isByOwner" doc:"オーナーのページで作られた"`
	SHA256        string `json:"sha256" doc:"ファイルのSHA-256"`
}

type offerRow struct {
	Kind       int    `json:"kind"`
	KindLabel  string `json:"kindLabel"`
	RecordKind int    `json:"recordKind"`
	Text       string `json:"text" doc:"何の書面で、だれに渡すものか"`
	Blocked    string `json:"blocked" doc:"いま作成できない理由。空ならできる"`
}

type paperRef struct {
	IssuedPaperID string `query:"issuedPaperId"`
}

// ownerPaperInput is by which key an owner gets a paper that his bank keeps for him.
type ownerPaperInput struct {
	Key      string `json:"key"`
	Passcode string `json:"passcode"`
	Kind     int    `json:"kind" doc:"2 実名開示の承諾書（承諾したあと）、3 ネームクリア依頼"`
}
