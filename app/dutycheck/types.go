package dutycheck

import "tsunagu/app/web"

// conditions narrow the list, for the screen and the file alike.
type conditions struct {
	Side           string `query:"side" enum:"bf,sf," doc:"bf 買手側、sf 売手側（売却案件を含む）。省略は両方"`
	State          string `query:"state" enum:"live,signed,ended," doc:"live 進行中（開始の前を含む）、signed 成約、ended 終了。省略はすべて"`
	Kind           int    `query:"kind" minimum:"0" maximum:"99" doc:"この種類が求められていて、済んでいないものだけ"`
	Lack           string `query:"lack" enum:"must,any," doc:"次の操作に足りないもの。must 必須が足りない、any 必須か警告が足りない"`
	Expiry         string `query:"expiry" enum:"soon,past," doc:"soon 期限が今日から30日以内、past 期限切れがある"`
	PersonInCharge string `query:"personInCharge" maxLength:"60" doc:"担当者（主または副）の利用者。none：主担当のいないもの"`
	Word           string `query:"word" limit:"100" doc:"番号（N-、L-、C-）"`
	Order          string `query:"order" enum:"lack,expiry,new," doc:"lack 足りないものが多い順（省略）、expiry 期限の早い順、new 新しい順"`
}

type listQuery struct {
	conditions
	web.OfficePaging
}

type checkList struct {
	RowList   []checkRow  `json:"rowList"`
	KindList  []checkKind `json:"kindList" doc:"確認事項の種類。各行の stateList の並び順"`
	UserList  []checkUser `json:"userList" doc:"担当者として選べる人"`
	AllCount  int         `json:"allCount"`
	MustCount int         `json:"mustCount" doc:"条件に合うもののうち、次の操作に必須の記録が足りないもの"`
	WarnCount int         `json:"warnCount" doc:"同じく、警告だけのもの"`
	SoonCount int         `json:"soonCount" doc:"同じく、期限が今日から30日以内のもの"`
}

type checkKind struct {
	Kind        int    `json:"kind"`
	Label       string `json:"label"`
	IsPoisonous bool   `json:"isPoisonous" doc:"済みか未完了かだけを表示する種類"`
}

type checkUser struct {
	UserID   string `json:"userId"`
	UserName string `json:"userName"`
}

// checkRow is a side of a deal, by numbers and never by contents: names of customers are not told at the console (team.md 2).
type checkRow struct {
	CaseNumber    string       `json:"caseNumber" doc:"交渉（N-）または売却案件（L-）"`
	CompanyNumber string       `json:"companyNumber" doc:"自機関の企業（C-）"`
	SideLabel     string       `json:"sideLabel"`
	StatusLabel   string       `json:"statusLabel"`
	PersonName    string       `json:"personName,omitempty" doc:"主担当"`
	NextLabel     string       `json:"nextLabel,omitempty" doc:"この側の次の操作"`
	Level         int          `json:"level" doc:"次の操作が、0 できる、1 警告、2 できない"`
	LevelLabel    string       `json:"levelLabel,omitempty"`
	MissingList   []string     `json:"missingList" doc:"次の操作に足りない種類"`
	Expiry        string       `json:"expiry,omitempty" doc:"いちばん早い期限。過ぎたものを含む"`
	IsPast        bool         `json:"isPast" doc:"その期限を過ぎた"`
	StateList     []checkState `json:"stateList"`
}

type checkState struct {
	State string `json:"state" doc:"done、missing、open、waiting、expired、stopped、none（申出なし）。空は求められていない"`
	Label string `json:"label"`
}
