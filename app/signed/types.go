package signed

import "tsunagu/app/web"

// States of a copy.
const (
	stateNone      = 0 // of a paper: there is none that counts or waits
	stateWaiting   = 1
	stateSigned    = 2
	stateReturned  = 3
	stateWithdrawn = 4
)

var stateLabels = map[int]string{stateWaiting: "確認待ち", stateSigned: "署名済み", stateReturned: "差し戻し", stateWithdrawn: "取消し"}

const signersMax = 10

// signer is who signed, as it was typed.
type signer struct {
	Name string `json:"name" limit:"60" doc:"署名した人の氏名"`
	Role string `json:"role,omitempty" limit:"60" doc:"会社名・役職など"`
}

type signedCopyInput struct {
	web.FormKey
	IssuedPaperID string           `json:"issuedPaperId" maxLength:"64"`
	SignedOn      string           `json:"signedOn" doc:"署名された日（YYYY-MM-DD）。書面を作成した日から今日まで"`
	SignerList    web.List[signer] `json:"signerList" doc:"署名した人。1人から10人"`
	Note          string           `json:"note,omitempty" limit:"400" doc:"メモ。自機関だけ"`
}

type signedCopyDecision struct {
	SignedCopyID string `json:"signedCopyId" maxLength:"64"`
	IsConfirmed  bool   `json:"isConfirmed" doc:"true は確認、false は差戻し"`
	Reason       string `json:"reason,omitempty" limit:"400" doc:"差戻しの理由。差戻しでは必須"`
}

type signedCopyEnd struct {
	SignedCopyID string `json:"signedCopyId" maxLength:"64"`
	FromState    int    `json:"fromState" doc:"画面で見ていた状態: 1 確認待ち、2 署名済み"`
	Reason       string `json:"reason" limit:"400" doc:"取り消す理由"`
}

type signedCopyRef struct {
	SignedCopyID string `query:"signedCopyId"`
}

// signedList are the papers that can be signed, with their copies.
type signedList struct {
	PaperList []signedPaper `json:"paperList" doc:"署名済みの控えを登録できる書面。いま読めるものだけ"`
}

type signedPaper struct {
	IssuedPaperID string          `json:"issuedPaperId"`
	State         int             `json:"state" doc:"0 控えなし、1 確認待ち、2 署名済み"`
	EarliestOn    string          `json:"earliestOn" doc:"署名された日として入力できる最初の日（書面を作成した日）"`
	CopyList      []signedCopyRow `json:"copyList" doc:"登録された控え。新しい順。差し戻し・取消しも残る"`
}

type signedCopyRow struct {
	SignedCopyID   string         `json:"signedCopyId"`
	State          int            `json:"state" doc:"1 確認待ち、2 署名済み、3 差し戻し、4 取消し"`
	StateLabel     string         `json:"stateLabel"`
	SignedOn       string         `json:"signedOn"`
	SignerList     []signer       `json:"signerList"`
	Note           string         `json:"note"`
	FileName       string         `json:"fileName"`
	FileSize       int64          `json:"fileSize"`
	SHA256         string         `json:"sha256" doc:"ファイルのSHA-256"`
	UserName       string         `json:"userName" doc:"登録した人。いまは所属していない人は空"`
	Created        string         `json:"created"`
	ConfirmedBy    string         `json:"confirmedBy" doc:"確認した二人目"`
	Confirmed      string         `json:"confirmed"`
	EndedBy        string         `json:"endedBy" doc:"差し戻した人、取り消した人"`
	Ended          string         `json:"ended"`
	Reason         string         `json:"reason" doc:"差戻し・取消しの理由"`
	CanConfirm     bool           `json:"canConfirm" doc:"二人目として確認・差戻しができる"`
	WhyNot         string         `json:"whyNot" doc:"確認待ちの控えを、この利用者が確認できない理由。自分が登録したものでは空"`
	CanWithdraw    bool           `json:"canWithdraw"`
	SignatureState int            `json:"signatureState" doc:"0 電子署名なし、1 変更なし、2 書き足し、3 壊れている、4 読めない形式"`
	SignatureLabel string         `json:"signatureLabel" doc:"電子署名を登録時に確かめた結果"`
	SignatureNote  string         `json:"signatureNote" doc:"結果の意味"`
	SignatureList  []signatureRow `json:"signatureList"`
}

type signatureRow struct {
	Title    string          `json:"title"`
	State    int             `json:"state"`
	FactList []signatureFact `json:"factList"`
}

type signatureFact struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

type signedCopyMade struct {
	SignedCopyID string `json:"signedCopyId"`
}
