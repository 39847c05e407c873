package mypage

import (
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

func (a Room) unreadCalls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/BuyerNegotiation/GetUnreadCounts", Area: "negotiation", Callers: web.FIN | web.BUY,
		Records: "自社（BUY）、担当する買手・売手の交渉（FIN）", Summary: "未読の数", Spec: "domain 4 Messages",
	},
		func(r *web.Request, _ *struct{}) (*unreadCounts, error) {
			return web.ReadingLazily(r, func(q *store.Q) (*unreadCounts, error) { return readUnreadCounts(q, r.Actor) })
		})
}

// unreadSides are the store's sides as the API names them.
var unreadSides = map[string]string{store.SideBuyer: negotiation.SideBuyer, store.SideBF: negotiation.SideBF,
	store.SideSF: negotiation.SideSF}

// readUnreadCounts is what waits for the actor, for menus.
func readUnreadCounts(q *store.Q, by web.Actor) (*unreadCounts, error) {
	counts, err := q.UnreadMessages(by.Viewer, "")
	if err != nil {
		return nil, err
	}
	out := &unreadCounts{UnreadList: make([]unreadRow, 0, len(counts))}
	for _, c := range counts {
		out.UnreadCount += c.Count
		out.UnreadList = append(out.UnreadList, unreadRow{c.NegotiationID, c.ListingID, c.MessageType, unreadSides[c.Side], c.Count})
	}
	return out, nil
}

// unreadCounts is what waits for the caller, for menus.
type unreadCounts struct {
	UnreadCount int         `json:"unreadCount"`
	UnreadList  []unreadRow `json:"unreadList"`
}

type unreadRow struct {
	BuyerNegotiationID string `json:"buyerNegotiationId"`
	SellerBusinessID   string `json:"sellerBusinessId"`
	MessageType        int    `json:"messageType"`
	Side               string `json:"side" enum:"buyer,bf,sf" doc:"どの立場で読むか"`
	Count              int    `json:"count"`
}
