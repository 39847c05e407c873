package merger

import "tsunagu/app/web"

// officeMergerInput is the office's proposal of a merger (合併).
type officeMergerInput struct {
	AbsorbedID  string `json:"absorbedId" doc:"なくなる金融機関"`
	SurvivingID string `json:"survivingId" doc:"引き継ぐ金融機関"`
	Date        string `json:"date" doc:"合併日。YYYY-MM-DD、明日以降"`
	Mark        string `json:"mark" limit:"10" doc:"なくなる金融機関の顧客番号の先頭に付ける印"`
	Reason      string `json:"reason" limit:"500" doc:"合併の内容。双方の管理者に見える"`
}

// officeMergerDeed is a deed on a merger that the caller saw.
type officeMergerDeed struct {
	MergerID string `json:"mergerId"`
	Version  int    `json:"version" doc:"画面が見ている版"`
	Side     int    `json:"side,omitempty" doc:"1 なくなる側、2 引き継ぐ側。管理者は自機関の側"`
}

// officeMergerWithdrawal withdraws a merger that is not done.
type officeMergerWithdrawal struct {
	MergerID string `json:"mergerId"`
	Version  int    `json:"version" doc:"画面が見ている版"`
	Reason   string `json:"reason" limit:"500" doc:"取り下げる理由。双方の管理者に見える"`
}

type officeMergerQuery struct {
	MergerID string `query:"mergerId" maxLength:"40"`
}

type officeMergerProposed struct {
	MergerID string `json:"mergerId"`
}

// officeMergerSide is one of the two institutions, and whether it has confirmed.
type officeMergerSide struct {
	Side          int    `json:"side" doc:"1 なくなる側、2 引き継ぐ側"`
	FinancialID   string `json:"financialId"`
	FinancialName string `json:"financialName"`
	IsConfirmed   bool   `json:"isConfirmed"`
	ConfirmedBy   string `json:"confirmedBy" doc:"確認した人。相手方の管理者と事務局の担当者の氏名は出ない"`
	Confirmed     string `json:"confirmed" doc:"UTC"`
	IsByOffice    bool   `json:"isByOffice" doc:"管理者がいないため、事務局の二人目が確認する"`
	CanConfirm    bool   `json:"canConfirm"`
	WhyNot        string `json:"whyNot" doc:"この利用者が確認できない理由"`
}

// officeMerger is one merger as the office or one of the two institutions sees it.
type officeMerger struct {
	MergerID        string             `json:"mergerId"`
	Version         int                `json:"version"`
	State           int                `json:"state" doc:"1 確認待ち、2 合併日待ち、3 完了、4 取下げ"`
	StateLabel      string             `json:"stateLabel"`
	Date            string             `json:"date"`
	Earliest        string             `json:"earliest" doc:"合併日待ちのとき、手でも行えない期間の終わり（UTC）。合併日か、双方の確認がそろってから24時間後の遅いほう"`
	Planned         string             `json:"planned" doc:"自動で行う最初の夜（UTC）。確認待ちのときは、いま双方の確認がそろった場合。終わった合併では空"`
	Mark            string             `json:"mark"`
	Reason          string             `json:"reason"`
	Proposed        string             `json:"proposed" doc:"UTC"`
	ProposedBy      string             `json:"proposedBy" doc:"事務局の担当者。管理者には氏名は出ない"`
	Sides           []officeMergerSide `json:"sides" doc:"なくなる側、引き継ぐ側の順"`
	Withdrawn       string             `json:"withdrawn" doc:"UTC"`
	WithdrawnReason string             `json:"withdrawnReason"`
	Done            string             `json:"done" doc:"UTC"`
	Backup          string             `json:"backup" doc:"直前に作って確かめたバックアップ。事務局にだけ返る"`
	CanWithdraw     bool               `json:"canWithdraw"`
}

// OfficeMerger is the name to embed.
type OfficeMerger = officeMerger

type officeMergerList struct {
	MergerList []officeMerger `json:"mergerList"`
	AllCount   int            `json:"allCount"`
}

// officeMergerCount is how much of one kind belongs to a side.
type officeMergerCount struct {
	Label string `json:"label"`
	Count int    `json:"count"`
}

// officeMergerPreview is what a merger does to one side, counted among its own records alone.
type officeMergerPreview struct {
	Side          int                 `json:"side" doc:"1 なくなる側、2 引き継ぐ側"`
	FinancialName string              `json:"financialName"`
	Counts        []officeMergerCount `json:"counts"`
	NumberCount   int                 `json:"numberCount" doc:"先頭に印が付く顧客番号。引き継ぐ側では0"`
	LongCount     int                 `json:"longCount" doc:"印を付けると長すぎるため、そのまま残る顧客番号"`
	BothCount     int                 `json:"bothCount" doc:"双方の間の進行中の交渉。二人目の確認が要るようになる"`
	UnshownCount  int                 `json:"unshownCount" doc:"公開先が広がるため、売手の承認まで公開を止める案件"`
}

// officeMergerDetail is one merger with what the reader may know of its effect: the office of both sides, an
// administrator of the own one.
type officeMergerDetail struct {
	OfficeMerger
	Previews []officeMergerPreview `json:"previews"`
	Moved    []officeMergerCount   `json:"moved" doc:"完了した合併で移ったもの"`
}

type officeMergersQuery struct{ web.OfficePaging }
