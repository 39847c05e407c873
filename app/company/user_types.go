package company

import (
	"tsunagu/app/web"
)

// userRow is a user as those who manage it see it (SPEC.md 3 User).
type userRow struct {
	UserID         string `json:"userId"`
	ClientID       string `json:"clientId"`
	LoginID        string `json:"loginId"`
	UserName       string `json:"userName"`
	UserNameKana   string `json:"userNameKana"`
	Department     string `json:"department"`
	Position       string `json:"position"`
	Phone1         string `json:"phone1"`
	Phone2         string `json:"phone2"`
	Fax            string `json:"fax"`
	Status         int    `json:"status"`
	RegistSendMail int    `json:"registSendMail" enum:"0,1" doc:"お知らせメールを受け取る"`
	TrialSendMail  *int   `json:"trialSendMail,omitempty" enum:"0,1" doc:"買手の利用者だけ"`
	IsInvited      bool   `json:"isInvited" doc:"パスワード設定の案内を送ってあり、まだ設定されていない"`
	Invitation     string `json:"invitation" doc:"案内の状態。メールが届いたか、招待状か。空は、まだ案内していないか、設定した"`
	IsMe           bool   `json:"isMe"`
	Business       *int   `json:"business,omitempty" doc:"金融機関の利用者だけ。業務。0 M&Aと融資、1 M&A、2 融資"`
	ApproverState  *int   `json:"approverState,omitempty" doc:"金融機関の利用者だけ。0 承認者としての確認待ち、1 承認者、2 以前からの承認者、3 承認者ではない"`
	ApproverLabel  string `json:"approverLabel,omitempty"`
	Version        int    `json:"version"`
	Created        string `json:"created" doc:"UTC"`
	Modified       string `json:"modified" doc:"UTC"`
}

// UserRow is the name for other rooms.
type UserRow = userRow

// UserList is the answer of GetUsersList.
type UserList struct {
	UserList []userRow `json:"userList"`
}

// mailCheck is the answer of CheckMailAddress: that an address cannot be used, and no more.
type mailCheck struct {
	IsAvailable bool   `json:"isAvailable"`
	Detail      string `json:"detail"`
}

// UserInput is what is saved of a user. systemType, UserType, memberType and registType are
// taken, as SPEC.md 7 sends them, and not believed: they follow from the call and the caller.
type UserInput struct {
	UserID     string `json:"userId,omitempty" doc:"新規のときは空"`
	Version    *int   `json:"version,omitempty" doc:"画面が見ている版。省くと、いまの内容に対して保存する"`
	ClientID   string `json:"clientId,omitempty" doc:"企業または金融機関。省略は自社・自機関"`
	Status     int    `json:"status,omitempty" doc:"今の状態から動かすとき。2 有効、3 停止、4 退会。0は変えない"`
	SystemType int    `json:"systemType,omitempty" doc:"使われない"`
	UserType   int    `json:"userType,omitempty" doc:"使われない"`
	MemberType int    `json:"memberType,omitempty" doc:"使われない"`
	RegistType int    `json:"registType,omitempty" doc:"使われない"`
	web.FormKey
	UserFields
}

// UserFields are what a user says of itself, whoever registers it.
type UserFields struct {
	LoginID        string `json:"loginId,omitempty" doc:"メールアドレス。売手の担当者では、なくてもよい"`
	UserName       string `json:"userName,omitempty" limit:"40"`
	UserNameKana   string `json:"userNameKana,omitempty" limit:"60"`
	Department     string `json:"department,omitempty" limit:"60"`
	Position       string `json:"position,omitempty" limit:"60"`
	Phone1         string `json:"phone1,omitempty"`
	Phone2         string `json:"phone2,omitempty"`
	Fax            string `json:"fax,omitempty"`
	RegistSendMail *int   `json:"registSendMail,omitempty" enum:"0,1"`
	TrialSendMail  *int   `json:"trialSendMail,omitempty" enum:"0,1"`
}

type usersOfInput struct {
	ClientID string `query:"clientId" doc:"省略は自社・自機関"`
	UserType int    `query:"userType" doc:"1 買手、2 金融機関、3 売手"`
}

type userOfInput struct {
	UserID   string `query:"userId"`
	UserType int    `query:"userType" doc:"1 買手、2 金融機関、3 売手"`
}

type checkMailInput struct {
	MailAddress string `query:"mailAddress"`
	UserType    int    `query:"userType"`
	UserID      string `query:"userId" doc:"この利用者自身のものは使える"`
}

type userSave struct{ Body UserInput }

type userInvite struct {
	Body struct {
		UserID string `json:"userId"`
	}
}
