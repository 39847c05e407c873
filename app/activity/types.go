package activity

import "tsunagu/app/web"

type activityQuery struct {
	CompanyID          string `query:"companyId" doc:"自機関の企業。または交渉"`
	BuyerNegotiationID string `query:"buyerNegotiationId"`
	web.Paging
}

// ActivityOf says what a note is about: one of the two.
type ActivityOf struct {
	CompanyID          string `json:"companyId,omitempty" doc:"自機関の企業。または交渉"`
	BuyerNegotiationID string `json:"buyerNegotiationId,omitempty"`
}

// activityRow is a note of the own institution.
type activityRow struct {
	ActivityID  string `json:"activityId"`
	Version     int    `json:"version"`
	Date        string `json:"date" doc:"いつ。YYYY-MM-DD"`
	Means       int    `json:"means" doc:"GetEnumerations の activityMeans"`
	Counterpart string `json:"counterpart" doc:"相手"`
	Body        string `json:"body"`
	UserName    string `json:"userName" doc:"記録した人"`
	Created     string `json:"created"`
	IsChanged   bool   `json:"isChanged" doc:"記録したあとに変更した"`
	IsOwn       bool   `json:"isOwn" doc:"自分が記録した。変更と削除ができる"`
}

type activityList struct {
	ActivityList []activityRow      `json:"activityList" doc:"日付の新しい順"`
	AllCount     int                `json:"allCount"`
	NextAction   *companyNextAction `json:"nextAction,omitempty" doc:"企業のとき、その次回対応"`
}

// companyNextAction is when the own institution turns to its customer next; a day of "" is none.
type companyNextAction struct {
	Version  int    `json:"version"`
	Date     string `json:"date,omitempty" doc:"次回対応日。YYYY-MM-DD"`
	Body     string `json:"body,omitempty" doc:"すること"`
	UserID   string `json:"userId,omitempty" doc:"担当者。空：主担当"`
	UserName string `json:"userName,omitempty"`
}

// ActivityInput is a note, new or changed by its writer, and what is next where the form says so.
type ActivityInput struct {
	ActivityOf
	ActivityID  string         `json:"activityId,omitempty" maxLength:"60" doc:"変更するとき"`
	Version     int            `json:"version,omitempty" doc:"変更するとき、画面に出ていた版"`
	Date        string         `json:"date" doc:"いつ。きょうまで"`
	Means       int            `json:"means" doc:"GetEnumerations の activityMeans"`
	Counterpart string         `json:"counterpart,omitempty" limit:"100" doc:"相手"`
	Body        string         `json:"body" limit:"2000"`
	NextAction  *NextActionSet `json:"nextAction,omitempty" doc:"次回対応も決めるとき"`
	web.FormKey
}

// NextActionSet is what is written of the next action together with a note: of a company, or of the own side of a negotiation.
type NextActionSet struct {
	Version int    `json:"version" doc:"企業の次回対応、または交渉の、画面に出ていた版"`
	Date    string `json:"date,omitempty" doc:"次回対応日。空：消す"`
	Body    string `json:"body,omitempty" limit:"200" doc:"すること。企業のとき"`
	UserID  string `json:"userId,omitempty" maxLength:"60" doc:"担当者。空：主担当"`
}

type companyNextInput struct {
	CompanyID string `json:"companyId"`
	NextActionSet
}

type activityRemoval struct {
	ActivityOf
	ActivityID string `json:"activityId" maxLength:"60"`
	Version    int    `json:"version"`
}
