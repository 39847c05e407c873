package mypage

import (
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
)

// deskQuery says whose work is asked for (team.md 1).
type deskQuery struct {
	IsMine bool `query:"isMine" doc:"自分が担当（主・副・代理）するものと、担当者のいないものだけ。交渉の段階はいつも機関全体"`
}

// Desk is what a bank's first screen shows (domain.md 9, /mypage).
type Desk struct {
	TaskList        []deskTask                   `json:"taskList" doc:"要対応。急ぐ順に50件まで"`
	TaskCount       int                          `json:"taskCount" doc:"要対応の全件数"`
	TaskKindList    []deskTaskKind               `json:"taskKindList" doc:"種類ごとの件数。0件の種類はない"`
	Offers          *listing.ListingList         `json:"offers" doc:"担当する買手へのオファーがあり、まだ開いていない案件。新しい順に20件まで"`
	NegotiationList []negotiation.NegotiationRow `json:"negotiationList" doc:"進んでいる交渉（1〜4）。未読の多い順、新しい順に20件まで"`
	LiveCount       int                          `json:"liveCount" doc:"進んでいる交渉の全件数"`
	FunnelList      []deskStep                   `json:"funnelList" doc:"状態ごとの交渉の件数"`
}

// deskTask is one thing to do, and where.
type deskTask struct {
	Key                string `json:"key" doc:"一覧の中で一意"`
	Kind               string `json:"kind" enum:"decide,offer,unread,start,answer,closing,next,duty,disposal,listing,trial,stalled"`
	Title              string `json:"title" doc:"すること"`
	Subject            string `json:"subject" doc:"相手と案件。見えるまでは匿名"`
	Due                string `json:"due,omitempty" doc:"期限。YYYY-MM-DD"`
	IsUrgent           bool   `json:"isUrgent" doc:"期限が過ぎた、または近い"`
	Place              string `json:"place" enum:"bf,sf,listing,offers,buyer,seller,user" doc:"どこで行うか。交渉の買手側・売手側、案件、そのオファー、買手企業、売手企業、買手企業の利用者"`
	SellerBusinessID   string `json:"sellerBusinessId,omitempty"`
	BuyerNegotiationID string `json:"buyerNegotiationId,omitempty"`
	CompanyID          string `json:"companyId,omitempty"`
}

type deskTaskKind struct {
	Kind  string `json:"kind" enum:"decide,offer,unread,start,answer,closing,next,duty,disposal,listing,trial,stalled"`
	Count int    `json:"count"`
}

// deskStep is one status of the funnel.
type deskStep struct {
	Code   int    `json:"code"`
	Label  string `json:"label"`
	Buyer  int    `json:"buyer" doc:"買手側として"`
	Seller int    `json:"seller" doc:"売手側として"`
}
