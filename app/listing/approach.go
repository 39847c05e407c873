package listing

import (
	"cmp"
	"strings"

	"tsunagu/app/deal"
	"tsunagu/app/disclosure"
	"tsunagu/app/history"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
)

// approach is one buyer in 打診状況: what the owner is told of whom the bank approached and who asked,
// and what became of it (domain.md 0.12). A buyer whose name is not open to the owner is a number.
type approach struct {
	Number      int            `json:"number" doc:"開示台帳の買手の番号と同じ"`
	DisplayName string         `json:"displayName" doc:"オーナーに開示していない買手は匿名"`
	IsAnonymous bool           `json:"isAnonymous"`
	Status      int            `json:"status"`
	StatusLabel string         `json:"statusLabel" doc:"交渉状況。始まっていないものは、オファーの状態"`
	StepList    []approachStep `json:"stepList" doc:"古い順"`
}

type approachStep struct {
	At     string `json:"at"`
	Event  string `json:"event"`
	Label  string `json:"label"`
	Detail string `json:"detail,omitempty" doc:"却下・終了の理由など"`
}

type approachList struct {
	ApproachList []approach `json:"approachList" doc:"接触の古い順"`
}

func (a Room) ApproachCalls() {
	web.Add(a.Platform, web.Call{
		Method: "GET", Path: "/api/SellerBusiness/GetApproaches", Area: "listing", Callers: web.FIN,
		Records: "担当する案件", Summary: "打診状況（オーナーへの報告）", Spec: "domain 0.12",
	},
		func(r *web.Request, in *struct {
			SellerBusinessID string `query:"sellerBusinessId" required:"true"`
		}) (*approachList, error) {
			return web.Reading(r, func(q *store.Q) (*approachList, error) { return Approaches(q, r.Actor, in.SellerBusinessID) })
		})
}

// approachEvents are the lines of the history that the owner is told, in his words.
var approachEvents = map[string]string{
	"offer_send": "オファーの送付", "offer_decline": "オファーの見送り", "offer_withdraw": "オファーの取下げ", string(deal.MoveStart): "匿名での交渉の申込み",
	string(deal.MoveRequestRealName): "実名での交渉の希望",
	string(deal.MoveAskOwner):        "オーナーへの承諾の依頼", string(deal.MoveOwnerAgree): "オーナーの承諾", string(deal.MoveOwnerRefuse): "オーナーの拒否",
	string(deal.MoveApproveRealName): "実名交渉の承認",
	string(deal.MoveRejectRealName):  "実名交渉の却下", string(deal.MoveConditions): "条件交渉", string(deal.MoveConfirmContract): "成約",
	string(deal.MoveUndoContract): "成約の取消し",
	string(deal.MoveEnd):          "交渉の終了", string(deal.MoveStepBack): "交渉の終了", string(deal.MoveReopenAgree): "交渉の再開",
	history.EventReleaseSF: "承認者の判断による、名前を含む文面の送付",
}

// Approaches are the buyers of a listing as SF knows them, told for the owner.
func Approaches(q *store.Q, by web.Actor, id string) (*approachList, error) {
	l, err := web.OwnListing(q, by, id, nil)
	if err != nil {
		return nil, err
	}
	rows, err := q.Approaches(l.ID)
	if err != nil {
		return nil, err
	}
	out := &approachList{ApproachList: make([]approach, 0, len(rows))}
	for i, row := range rows {
		n, err := q.NegotiationRowOf(row)
		if err != nil {
			return nil, err
		}
		d, err := negotiation.DealingOf(q, by, n)
		if err != nil {
			return nil, err
		}
		v, err := readApproach(q, by, d)
		if err != nil {
			return nil, err
		}
		v.Number = i + 1
		out.ApproachList = append(out.ApproachList, *v)
	}
	return out, nil
}

func readApproach(q *store.Q, by web.Actor, d *negotiation.Dealing) (*approach, error) {
	lines, err := q.NegotiationHistory(d.ID)
	if err != nil {
		return nil, err
	}
	v := &approach{DisplayName: disclosure.NameAnonymous, IsAnonymous: true, Status: int(d.ShownStatus()),
		StatusLabel: d.ShownStatus().Label(), StepList: []approachStep{}}
	if d.ShownStatus() == deal.NegotiationNone {
		v.StatusLabel = deal.OfferSendStatus(d.OfferSendStatus).Label()
	}
	isToldName, ownersAnswer := false, ""
	for i := len(lines) - 1; i >= 0; i-- { // the newest line comes first
		h := &lines[i]
		label := approachEvents[h.Event]
		if label == "" || !strings.Contains(history.ReadersOf(h.Event, h.FromStatus, d.EndedFrom), store.SideSF) {
			continue
		}
		s := approachStep{At: web.ServerTime(h.At), Event: h.Event, Label: label}
		switch deal.MoveKind(h.Event) {
		case deal.MoveAskOwner, deal.MoveOwnerAgree, deal.MoveApproveRealName:
			isToldName, ownersAnswer = true, h.Event
		case deal.MoveRequestRealName:
			ownersAnswer = ""
		case deal.MoveOwnerRefuse:
			if ownersAnswer = h.Event; h.Side != negotiation.SideSeller {
				s.Detail = "担当の金融機関が記録しました。"
			}
		case deal.MoveRejectRealName:
			s.Detail = sharedRefusal(h, ownersAnswer)
		case deal.MoveEnd:
			s.Detail = deal.EndReason(h.Reason).SharedLabel()
		case deal.MoveStepBack:
			s.Event, s.Detail = string(deal.MoveEnd), deal.EndBuyerDeclined.SharedLabel()
		}
		v.StepList = append(v.StepList, s)
	}
	// What the owner was told once closes again for the bank's screen with the negotiation (domain.md 3.5).
	if !isToldName || !deal.BuyerNameOpen(d.NegotiationStatus()) {
		return v, nil
	}
	if v.DisplayName, err = ledgerName(q, by, d.ListingID, d.BuyerCompanyID); err == nil {
		v.IsAnonymous = v.DisplayName == disclosure.NameAnonymous
	}
	return v, err
}

// sharedRefusal is why a buyer who asked for the name did not get it.
func sharedRefusal(h *store.NegotiationHistory, ownersAnswer string) string {
	switch {
	case h.OwnerReason != "":
		return h.OwnerReason
	case ownersAnswer == string(deal.MoveOwnerRefuse):
		return "オーナーのご意向によります。"
	}
	return "理由の記録がありません。"
}

// buyerNumbers are the numbers by which the owner is told of buyers.
type buyerNumbers struct {
	rows, companies map[string]int
	notes           map[string]bool // rows that are notes
}

// of is the number of a ledger's line: its row's, since an offer that stands beside an anonymous
// negotiation must not be told to be the same buyer's.
func (b *buyerNumbers) of(x *store.LedgerLine) int {
	return cmp.Or(b.rows[x.NegotiationID], b.companies[x.BuyerCompanyID])
}

// buyerNumbersOf are in the order in which the bank learned of them, the same in the ledger and in
// 打診状況, and they never change.
func buyerNumbersOf(q *store.Q, listingID string, lines []store.LedgerLine) (*buyerNumbers, error) {
	rows, err := q.Approaches(listingID)
	if err != nil {
		return nil, err
	}
	out := &buyerNumbers{map[string]int{}, map[string]int{}, map[string]bool{}}
	for i, id := range rows {
		n, err := q.NegotiationRowOf(id)
		if err != nil {
			return nil, err
		}
		out.rows[id] = i + 1
		if out.notes[id] = n.IsNote; !n.IsNote {
			out.companies[n.BuyerCompanyID] = i + 1
		}
	}
	next := len(rows)
	for i := len(lines) - 1; i >= 0; i-- { // the newest line comes first
		if id := lines[i].BuyerCompanyID; id != "" && out.of(&lines[i]) == 0 {
			next++
			out.companies[id] = next
		}
	}
	return out, nil
}
