package ownerletter

type listingRef struct {
	SellerBusinessID string `query:"sellerBusinessId"`
}

type talkRef struct {
	BuyerNegotiationID string `query:"buyerNegotiationId"`
}

// listingDraw and talkDraw name the letter that the screen shows: a passcode is drawn for no other.
type listingDraw struct {
	SellerBusinessID string `json:"sellerBusinessId"`
	LetterID         string `json:"letterId" doc:"画面に表示されている招待状"`
}

type talkDraw struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	LetterID           string `json:"letterId" doc:"画面に表示されている招待状"`
}

// delivery is how the newest request to an owner went out, for the seller's bank (domain.md 3.2, 7). It
// is empty where nothing waits for an answer.
type delivery struct {
	Text     string `json:"text" doc:"メールが出たか、招待状か。空は、依頼していないか、答えが済んだ"`
	UserName string `json:"userName" doc:"依頼した売手の担当者"`
	Expires  string `json:"expires" doc:"リンクの期限（UTC）"`
	IsAlive  bool   `json:"isAlive" doc:"リンクはまだ使える"`
	IsLetter bool   `json:"isLetter" doc:"リンクは招待状に印刷した"`
	LetterID string `json:"letterId" doc:"招待状。パスコードを表示するときに送る"`
	MadeBy   string `json:"madeBy" doc:"招待状を作った担当者"`
	Made     string `json:"made" doc:"招待状を作った時刻（UTC）"`
	CodeBy   string `json:"codeBy" doc:"パスコードを最後に表示した承認者。空は、まだ"`
	CodeAt   string `json:"codeAt" doc:"パスコードを最後に表示した時刻（UTC）"`
	CanDraw  bool   `json:"canDraw" doc:"この利用者にパスコードを表示できる"`
	WhyNot   string `json:"whyNot" doc:"この利用者に表示できない理由"`
}

// passcode is shown once, to who tells it to the owner.
type passcode struct {
	Passcode   string `json:"passcode" doc:"この応答でだけ分かる"`
	CaseNumber string `json:"caseNumber"`
	UserName   string `json:"userName" doc:"伝える相手"`
	Phone      string `json:"phone" doc:"登録されている電話番号。なければ空"`
	Expires    string `json:"expires"`
}
