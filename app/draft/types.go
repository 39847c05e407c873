package draft

import "tsunagu/app/web"

type RecordQuery struct {
	SellerBusinessID   string `query:"sellerBusinessId" doc:"自機関の案件。交渉の書面では省く"`
	BuyerNegotiationID string `query:"buyerNegotiationId" doc:"交渉"`
	Side               string `query:"side" doc:"両側が自機関の交渉で、どちらの側の書面か。bf または sf。ふつうは省く"`
	Level              int    `query:"level" doc:"自機関の案件を、どの段階の買手に見せる書面か。2、3、4。省くと 4"`
}

func (q *RecordQuery) ref() *RecordRef {
	return &RecordRef{q.SellerBusinessID, q.BuyerNegotiationID, q.Side, q.Level}
}

type checkQuery struct {
	RecordQuery
	TemplateID string `query:"templateId" required:"true"`
}

// draftForms are the drafts that can be made about a record.
type draftForms struct {
	CaseNumber string      `json:"caseNumber"`
	FormList   []draftForm `json:"formList"`
}

type draftForm struct {
	Kind         int              `json:"kind"`
	Label        string           `json:"label"`
	Help         string           `json:"help"`
	TemplateList []templateChoice `json:"templateList" doc:"いま使える書式。はじめのものを選んでおく"`
}

type templateChoice struct {
	TemplateID string `json:"templateId"`
	Label      string `json:"label" doc:"自機関の書式、ネットワークの書式、見本"`
	Version    int    `json:"version"`
	IsSample   bool   `json:"isSample" doc:"組み込みの見本"`
}

// BlankField is a field of a template that would be left blank.
type BlankField struct {
	Name   string `json:"name"`
	Place  string `json:"place" doc:"書式の中の場所"`
	Reason string `json:"reason"`
}

type draftCheck struct {
	Name         string       `json:"name" doc:"書式と版"`
	IsSample     bool         `json:"isSample"`
	FilledCount  int          `json:"filledCount" doc:"差し込む箇所の数"`
	BlankList    []BlankField `json:"blankList" doc:"空欄（【 】）になる項目"`
	IsDisclosing bool         `json:"isDisclosing" doc:"秘密保持の同意のあとの情報を含む。作ると開示台帳に記録される"`
}

// DraftInput makes a draft.
type DraftInput struct {
	RecordRef
	TemplateID string `json:"templateId" maxLength:"64"`
}

type draftMade struct {
	IssuedPaperID string `json:"issuedPaperId"`
	Number        string `json:"number" doc:"書面番号"`
}

// TrialInput makes a draft to look at, with the record of a number.
type TrialInput struct {
	CaseNumber string `json:"caseNumber" limit:"40" doc:"案件（L-…）または交渉（N-…）の番号"`
	Side       string `json:"side,omitempty" maxLength:"2" doc:"両側が自機関の交渉で、どちらの側の書面か。bf または sf。ふつうは省く"`
	TemplateID string `json:"templateId" maxLength:"64"`
}

// templateKinds are the seven kinds with their templates.
type templateKinds struct {
	IsNetwork bool           `json:"isNetwork" doc:"事務局：ネットワークの書式を編集する"`
	KindList  []templateKind `json:"kindList"`
}

type templateKind struct {
	Kind        int               `json:"kind"`
	Label       string            `json:"label"`
	Help        string            `json:"help"`
	Version     int               `json:"version" doc:"自分の最新の版。まだないときは0"`
	InForce     templateChoice    `json:"inForce" doc:"いま使われる書式"`
	OtherList   []templateChoice  `json:"otherList" doc:"ほかに使える書式（ネットワークの書式、見本）"`
	VersionList []templateVersion `json:"versionList" doc:"自分の版。新しい順"`
}

type templateVersion struct {
	TemplateID  string `json:"templateId"`
	Version     int    `json:"version"`
	IsWithdrawn bool   `json:"isWithdrawn" doc:"取下げ。ファイルはない"`
	IsInForce   bool   `json:"isInForce"`
	FileName    string `json:"fileName"`
	Hash        string `json:"hash" doc:"照合用の値。ファイルの SHA-256"`
	Reason      string `json:"reason"`
	UserName    string `json:"userName"`
	Created     string `json:"created" doc:"UTC"`
}

// TemplateInput checks or saves a template.
type TemplateInput struct {
	Kind    int    `json:"kind"`
	Version int    `json:"version" doc:"画面が見ている最新の版。まだないときは0"`
	Reason  string `json:"reason,omitempty" limit:"200" doc:"変えたこと。確かめるだけのときは省ける"`
	web.FormKey
}

// templateReport is what a template has in it.
type templateReport struct {
	TemplateID string        `json:"templateId,omitempty" doc:"保存した版。確かめただけのときは空"`
	FieldList  []foundField  `json:"fieldList" doc:"見つかった差し込み項目。書式の順"`
	UnusedList []unusedField `json:"unusedList" doc:"この書面でよく使うのに、入っていない項目"`
}

type foundField struct {
	Name  string `json:"name"`
	List  string `json:"list,omitempty" doc:"一覧の中の項目なら、一覧の名前"`
	Place string `json:"place"`
	Level string `json:"level" doc:"いつから書けるか"`
}

type unusedField struct {
	Name string `json:"name"`
}

// TemplateEnd withdraws the templates of a kind.
type TemplateEnd struct {
	Kind    int    `json:"kind"`
	Version int    `json:"version" doc:"画面が見ている最新の版"`
	Reason  string `json:"reason" limit:"200"`
}

type templateQuery struct {
	TemplateID string `query:"templateId" required:"true"`
	IsExample  bool   `query:"isExample" doc:"架空の例を差し込んだもの"`
}

// fieldCatalogue is the catalogue of fields.
type fieldCatalogue struct {
	GroupList []fieldGroup `json:"groupList"`
}

type fieldGroup struct {
	Title     string     `json:"title"`
	List      string     `json:"list,omitempty" doc:"一覧の名前。中の項目は {{#名前}} と {{/名前}} の間で使う"`
	FieldList []fieldRow `json:"fieldList"`
}

type fieldRow struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Example string `json:"example"`
	Level   string `json:"level" doc:"いつから書けるか"`
}
