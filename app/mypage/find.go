package mypage

import (
	"strings"

	"tsunagu/app/company"
	"tsunagu/app/listing"
	"tsunagu/app/negotiation"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// foundAtMost is how many hits of each kind are sent: who gets more types another word.
const foundAtMost = 8

type findQuery struct {
	Word string `query:"word" limit:"100" doc:"番号（L-、N-）、担当する売手・買手の名前とカナと顧客番号、案件名の一部"`
}

// found is what the search box of the frame finds.
type found struct {
	CaseNumber   string     `json:"caseNumber,omitempty" doc:"入力の中に読み取った番号。文字だけから決まり、あるかどうかによらない"`
	HitList      []foundHit `json:"hitList" doc:"種類ごとに8件まで"`
	MoreKindList []string   `json:"moreKindList" enum:"negotiation,listing,seller,buyer" doc:"ほかにもある種類"`
}

// foundHit is one hit and where it is looked at.
type foundHit struct {
	Key                string `json:"key" doc:"一覧の中で一意"`
	Kind               string `json:"kind" enum:"negotiation,listing,seller,buyer"`
	Name               string `json:"name" doc:"企業名、または匿名の案件名。見えない案件では空"`
	CaseNumber         string `json:"caseNumber,omitempty"`
	StatusLabel        string `json:"statusLabel" doc:"使える売手では空"`
	Detail             string `json:"detail,omitempty" doc:"交渉の買手、案件の売手、見つけた人の名前か顧客番号。見えるまでは匿名"`
	Side               string `json:"side,omitempty" enum:"buyer,bf,sf,both" doc:"交渉での立場"`
	IsOwn              bool   `json:"isOwn,omitempty" doc:"自機関が担当する案件"`
	SellerBusinessID   string `json:"sellerBusinessId,omitempty"`
	BuyerNegotiationID string `json:"buyerNegotiationId,omitempty"`
	CompanyID          string `json:"companyId,omitempty"`
}

func (a Room) FindCalls() {
	web.Add(a.Platform, web.Call{Method: "GET", Path: "/api/MyPage/Find", Area: "mypage", Callers: web.FIN | web.BUY,
		Records: "見えてよい交渉と案件、自機関が担当する売手と買手", Summary: "画面上部の検索欄: 番号、企業名、案件名から一件へ", Spec: "domain 9 /mypage"},
		func(r *web.Request, in *findQuery) (*found, error) {
			return web.Reading(r, func(q *store.Q) (*found, error) { return a.find(q, r.Actor, in) })
		})
}

// find looks for a case number, or by words. What it says of a number is the same whether the row is somebody else's or there
// is none: every query holds its noun's predicate.
func (a Room) find(q *store.Q, by web.Actor, in *findQuery) (*found, error) {
	var c web.Check
	c.Text(in, "word", "検索する言葉", &in.Word, false)
	if err := c.Err(); err != nil {
		return nil, err
	}
	out := &found{HitList: []foundHit{}, MoreKindList: []string{}}
	prefix, end := company.ReadCaseNumber(in.Word)
	if end != "" {
		if out.CaseNumber = end; prefix != "" {
			out.CaseNumber = prefix + "-" + end
		}
		if err := a.findNumber(q, by, prefix, end, out); err != nil {
			return nil, err
		}
	}
	words := strings.Fields(master.Fold(in.Word))
	if prefix != "" || len(words) == 0 {
		return out, nil
	}
	if err := findCompanies(q, by, in.Word, out); err != nil {
		return nil, err
	}
	titles, isMore, err := listing.FindTitled(q, by, words[:min(len(words), 10)], foundAtMost)
	out.addListings(titles, isMore)
	return out, err
}

// findNumber adds the negotiations and listings with the end of a number; a letter says which of them.
func (a Room) findNumber(q *store.Q, by web.Actor, prefix, end string, out *found) error {
	if prefix == "" || prefix == "N" {
		rows, err := q.NegotiationsNumbered(by.Viewer, end, foundAtMost)
		if err != nil {
			return err
		}
		shown, err := negotiation.In(a.Platform).ShownNegotiations(q, by, rows, nil)
		if err != nil {
			return err
		}
		for _, n := range shown {
			h := foundHit{Key: n.BuyerNegotiationID, Kind: "negotiation", Name: n.BusinessName, CaseNumber: n.CaseNumber,
				StatusLabel: n.StatusLabel, Side: n.Side, SellerBusinessID: n.SellerBusinessID, BuyerNegotiationID: n.BuyerNegotiationID}
			if !by.Viewer.IsBuyer() {
				h.Detail = "買手 " + n.DisplayName
			}
			out.HitList = append(out.HitList, h)
		}
	}
	if prefix == "" || prefix == "L" {
		titles, err := listing.FindNumbered(q, by, end, foundAtMost)
		if err != nil {
			return err
		}
		out.addListings(titles, false)
	}
	return nil
}

func (f *found) addListings(titles []listing.Titled, isMore bool) {
	for _, t := range titles {
		h := foundHit{Key: t.ID, Kind: "listing", Name: t.Title, CaseNumber: t.CaseNumber, StatusLabel: t.StatusLabel, IsOwn: t.IsOwn,
			SellerBusinessID: t.ID}
		if t.Company != "" {
			h.Detail = "売手 " + t.Company
		}
		f.HitList = append(f.HitList, h)
	}
	if isMore {
		f.MoreKindList = append(f.MoreKindList, "listing")
	}
}

// findCompanies adds the sellers and buyers in charge of the actor's bank.
func findCompanies(q *store.Q, by web.Actor, word string, out *found) error {
	for _, of := range []struct {
		kind int
		name string
	}{{store.Seller, "seller"}, {store.Buyer, "buyer"}} {
		called, isMore, err := company.FindCalled(q, by, of.kind, word, foundAtMost)
		if err != nil {
			return err
		}
		for _, c := range called {
			out.HitList = append(out.HitList, foundHit{Key: c.CompanyID, Kind: of.name, Name: c.Name, StatusLabel: c.StatusLabel,
				Detail: c.Detail, CompanyID: c.CompanyID})
		}
		if isMore {
			out.MoreKindList = append(out.MoreKindList, of.name)
		}
	}
	return nil
}
