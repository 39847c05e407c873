package duty

import "tsunagu/app/web"

// RecordOf names the record whose duties are meant: one of the three.
type RecordOf struct {
	CompanyID          string `json:"companyId,omitempty" query:"companyId" doc:"自機関の企業。または案件、交渉"`
	SellerBusinessID   string `json:"sellerBusinessId,omitempty" query:"sellerBusinessId"`
	BuyerNegotiationID string `json:"buyerNegotiationId,omitempty" query:"buyerNegotiationId"`
}

type dutyQuery struct {
	RecordOf
}

type dutyList struct {
	Stopped  string     `json:"stopped,omitempty" doc:"外への操作をすべて止めているときの、その説明"`
	DutyList []dutyRow  `json:"dutyList" doc:"自機関が負う確認事項。画面の順"`
	KindList []dutyKind `json:"kindList" doc:"それぞれの記録のしかた"`
	GateList []dutyGate `json:"gateList" doc:"交渉と案件のとき、これからの操作の前に求めるもの。はじめが次の操作"`
}

// dutyRow is one duty of one record: what was recorded last, or that nothing was.
type dutyRow struct {
	Kind       int    `json:"kind"`
	KindLabel  string `json:"kindLabel"`
	Record     int    `json:"record" doc:"1 企業、2 案件、3 買手側の交渉、4 売手側の交渉"`
	CompanyID  string `json:"companyId,omitempty" doc:"企業についてのとき。記録するときに送る"`
	RecordName string `json:"recordName" doc:"何についての記録か"`
	State      string `json:"state" doc:"missing、none（申出があったときに記録する）、done、open、waiting、expired、stopped"`
	StateLabel string `json:"stateLabel"`

	DutyID       string            `json:"dutyId,omitempty"`
	PerformedOn  string            `json:"performedOn,omitempty"`
	ValidUntil   string            `json:"validUntil,omitempty" doc:"この日まで有効"`
	DueOn        string            `json:"dueOn,omitempty" doc:"次に確かめる日。成約後の確認だけ"`
	UserName     string            `json:"userName,omitempty" doc:"記録した人"`
	Created      string            `json:"created,omitempty"`
	ConfirmedBy  string            `json:"confirmedBy,omitempty" doc:"確認した二人目"`
	CanConfirm   bool              `json:"canConfirm,omitempty"`
	NotConfirm   string            `json:"notConfirm,omitempty" doc:"確認できない理由"`
	IsClosed     bool              `json:"isClosed,omitempty" doc:"内容は、記録した人と承認者だけが読める"`
	CanRead      bool              `json:"canRead,omitempty" doc:"内容と書面は ReadDuty で読む。読んだことが記録に残る"`
	Values       map[string]string `json:"values,omitempty" doc:"記録した内容。canRead のときは空"`
	Text         *usedText         `json:"text,omitempty" doc:"使った説明書・一覧の版"`
	FileList     []dutyFile        `json:"fileList,omitempty"`
	CanDraft     bool              `json:"canDraft,omitempty" doc:"守られていない約束があり、報告の下書きを作れる"`
	CanAttach    bool              `json:"canAttach,omitempty" doc:"書面を加えられる（記録した人）"`
	EarlierList  []dutyEarlier     `json:"earlierList,omitempty" doc:"前の記録。新しい順"`
	EarlierCount int               `json:"earlierCount"`
	IsErased     bool              `json:"isErased,omitempty" doc:"保存期間を過ぎ、内容と書面は消えた"`
}

// dutyEarlier is one that another one replaced.
type dutyEarlier struct {
	DutyID      string            `json:"dutyId"`
	PerformedOn string            `json:"performedOn"`
	UserName    string            `json:"userName"`
	Created     string            `json:"created"`
	IsErased    bool              `json:"isErased,omitempty"`
	Values      map[string]string `json:"values,omitempty"`
	Text        *usedText         `json:"text,omitempty"`
}

// usedText is the version of a text or list that a record names.
type usedText struct {
	TextID     string       `json:"textId,omitempty"`
	Name       string       `json:"name,omitempty" doc:"題名と版"`
	Hash       string       `json:"hash,omitempty" doc:"記録したときの照合用の値"`
	ChoiceList []dutyChoice `json:"choiceList,omitempty" doc:"その版の項目"`
}

// kindText is the version in force of the text or list that a kind uses.
type kindText struct {
	TextID   string `json:"textId" doc:"記録するときに送る"`
	Name     string `json:"name"`
	IsSample bool   `json:"isSample" doc:"組み込みの見本"`
	FieldKey string `json:"fieldKey" doc:"その項目を選ぶ欄"`
}

type dutyFile struct {
	FileID string `json:"fileId"`
	Name   string `json:"name"`
	Size   int64  `json:"size"`
}

// dutyGate is what a step of the deal wants, as far as it is not there.
type dutyGate struct {
	Gate        int        `json:"gate"`
	GateLabel   string     `json:"gateLabel"`
	Level       int        `json:"level" doc:"0 なし、1 警告、2 必須。すべてそろったときは 0"`
	MissingList []dutyLack `json:"missingList"`
}

type dutyLack struct {
	Kind       int         `json:"kind"`
	KindLabel  string      `json:"kindLabel"`
	Record     int         `json:"record" doc:"dutyList の record"`
	CompanyID  string      `json:"companyId,omitempty" doc:"dutyList の companyId"`
	Level      int         `json:"level"`
	LevelLabel string      `json:"levelLabel"`
	StateLabel string      `json:"stateLabel"`
	Waiver     *dutyWaiver `json:"waiver,omitempty" doc:"省略の申し出"`
}

type dutyWaiver struct {
	WaiverID    string `json:"waiverId"`
	Reason      string `json:"reason"`
	UserName    string `json:"userName"`
	Created     string `json:"created"`
	State       string `json:"state" doc:"waiting、confirmed、refused"`
	ConfirmedBy string `json:"confirmedBy,omitempty"`
	CanConfirm  bool   `json:"canConfirm,omitempty"`
	NotConfirm  string `json:"notConfirm,omitempty"`
}

// dutyKind is how one kind is recorded.
type dutyKind struct {
	Kind      int         `json:"kind"`
	Label     string      `json:"label"`
	Help      string      `json:"help"`
	Validity  string      `json:"validity,omitempty" doc:"有効な期間"`
	FieldList []dutyField `json:"fieldList"`

	Text *kindText `json:"text,omitempty" doc:"使う説明書・一覧の、いまの版"`

	IsForOwner bool `json:"isForOwner,omitempty" doc:"記録した内容が、実名交渉の確認のときに売手に見える"`
}

type dutyField struct {
	Key        string       `json:"key"`
	Label      string       `json:"label"`
	Type       string       `json:"type" doc:"choice、choices（コンマ区切り）、date、number、text、prose"`
	Help       string       `json:"help,omitempty"`
	Unit       string       `json:"unit,omitempty" doc:"数の単位"`
	ChoiceList []dutyChoice `json:"choiceList,omitempty"`
	IsRequired bool         `json:"isRequired,omitempty"`
	IsAll      bool         `json:"isAll,omitempty" doc:"すべて選ぶ"`
	MaxLength  int          `json:"maxLength,omitempty"`
	IsWritten  bool         `json:"isWritten,omitempty" doc:"記録するときにサーバが書く。フォームにはなく、送らない"`

	SuggestionList []dutySuggestion `json:"suggestionList,omitempty" doc:"text の入力の候補。選ぶと、その文字が入る"`

	OnlyKey     string   `json:"onlyKey,omitempty" doc:"この項目が onlyChoices のどれかのときだけ入力する"`
	OnlyChoices []string `json:"onlyChoices,omitempty"`
}

type dutySuggestion struct {
	Text  string `json:"text"`
	Label string `json:"label"`
}

type dutyChoice struct {
	Key   string `json:"key"`
	Label string `json:"label"`
}

// RecordInput is a duty that was done, as the form has it.
type RecordInput struct {
	RecordOf
	Kind        int               `json:"kind"`
	Record      int               `json:"record" doc:"GetDuties の record"`
	Replaces    string            `json:"replaces,omitempty" maxLength:"60" doc:"画面に出ていた記録。これが最後のものでなければ、だれかが先に記録している"`
	PerformedOn string            `json:"performedOn" doc:"行った日。きょうまで"`
	TextID      string            `json:"textId,omitempty" maxLength:"60" doc:"画面に出ていた説明書・一覧の版。いまの版でなければ断る。ないときは、いまの版"`
	Values      map[string]string `json:"values" limit:"1000" doc:"kindList の項目"`
	web.FormKey
}

type confirmInput struct {
	DutyID string `json:"dutyId" maxLength:"60"`
}

type draftQuery struct {
	DutyID string `query:"dutyId" required:"true"`
}

// reportDraft is a text that a person may send. It is made for the answer and kept nowhere.
type reportDraft struct {
	Text string `json:"text" doc:"報告の下書き。送るのは人"`
}

type attachInput struct {
	DutyID string `json:"dutyId" maxLength:"60"`
}

type fileQuery struct {
	DutyID string `query:"dutyId"`
	FileID string `query:"fileId"`
}

// waiveInput asks for a step to go on without a duty.
type waiveInput struct {
	RecordOf
	Kind   int    `json:"kind"`
	Gate   int    `json:"gate"`
	Reason string `json:"reason" limit:"300"`
}

type decideInput struct {
	WaiverID  string `json:"waiverId" maxLength:"60"`
	IsConfirm bool   `json:"isConfirm" doc:"false は、認めない"`
}

type Made struct {
	DutyID string `json:"dutyId"`
}

type waiverMade struct {
	WaiverID string `json:"waiverId"`
}
