package monthend

import (
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
)

// monthEnd is what stood at a month's end and what the month brought: of an institution what it knows of anyway, of the
// network counts without any amount (domain.md 9: the office sees metadata alone).
type monthEnd struct {
	FinancialName string           `json:"financialName" doc:"空はネットワーク全体"`
	Month         string           `json:"month" doc:"YYYY-MM、日本の暦月"`
	IsOver        bool             `json:"isOver" doc:"月が終わっている。終わっていない月は、いままで"`
	Listings      monthListings    `json:"listings"`
	Sides         []monthSide      `json:"sides" doc:"交渉。機関では買手側と売手側、ネットワーク全体では一つ"`
	Financing     []monthFinancing `json:"financing" doc:"資金支援。担当する買手の交渉"`
}

// monthListings are the listings in charge.
type monthListings struct {
	New       int `json:"new" doc:"その月に公開した案件"`
	Showing   int `json:"showing" doc:"月末に公開中の案件"`
	Concluded int `json:"concluded" doc:"その月に成約した案件"`
	Ended     int `json:"ended" doc:"その月に無効になった案件"`
}

// monthSide are the negotiations of one side of an institution.
type monthSide struct {
	Side         string       `json:"side" doc:"bf 買手側、sf 売手側、all ネットワーク全体"`
	Label        string       `json:"label"`
	Stages       []monthStage `json:"stages" doc:"月末に続いている交渉"`
	Started      int          `json:"started" doc:"その月に始まった交渉"`
	Signed       int          `json:"signed" doc:"その月に成約した交渉"`
	Ended        int          `json:"ended" doc:"その月に終わった交渉（成約を除く）"`
	Closed       int          `json:"closed" doc:"その月にクロージングが完了した交渉"`
	SignedAmount *monthAmount `json:"signedAmount,omitempty" doc:"その月に成約した交渉の成約金額。機関だけ"`
	ClosedAmount *monthAmount `json:"closedAmount,omitempty" doc:"その月にクロージングが完了した交渉の成約金額。機関だけ"`
}

type monthStage struct {
	Code  int    `json:"code" doc:"GetEnumerations の negotiationStatus"`
	Label string `json:"label"`
	Count int    `json:"count"`
}

// monthAmount is a sum of amounts, with how many of them are recorded.
type monthAmount struct {
	Count  int   `json:"count" doc:"金額が記録されている件数"`
	Amount int64 `json:"amount" doc:"千円"`
}

func (a *monthAmount) add(amount *int64) {
	if a != nil && amount != nil {
		a.Count++
		a.Amount += *amount
	}
}

// monthFinancing are the negotiations of own buyers by the status of their financing.
type monthFinancing struct {
	Code     int          `json:"code" doc:"GetEnumerations の financialSupportStatus"`
	Label    string       `json:"label"`
	Count    int          `json:"count"`
	Desired  *monthAmount `json:"desired,omitempty" doc:"希望額。いまの記録による。機関だけ"`
	Approved *monthAmount `json:"approved,omitempty" doc:"承認された金額。いまの記録による。機関だけ"`
}

type monthQuery struct {
	Month string `query:"month" maxLength:"7" doc:"YYYY-MM。省略は今月"`
}

// firstMonth is the earliest month that can be asked for.
const firstMonth = "2020-01"

func (a Room) Calls() {
	const records = "管理者：自機関の案件と、自機関が知り得る交渉。事務局：すべて、金額なし"
	web.Add(a.Platform, web.OfficeCall("GET", "GetMonthEnd", web.ADM|web.FAD, records, "月末の報告"),
		func(r *web.Request, in *monthQuery) (*monthEnd, error) {
			return web.Reading(r, func(q *store.Q) (*monthEnd, error) { return read(q, r.Actor, in) })
		})
	web.AddFile(a.Platform, web.OfficeCall("GET", "ExportMonthEnd", web.ADM|web.FAD, records, "月末の報告（Excel）"),
		func(r *web.Request, in *monthQuery) (*web.Download, error) { return a.export(r, in) })
}

// period is the month that is asked for, up to now where it is not over.
func (in *monthQuery) period(now time.Time) (month string, from, end time.Time, err error) {
	this := now.In(store.JST).Format("2006-01")
	if in.Month == "" {
		in.Month = this
	}
	from, bad := time.ParseInLocation("2006-01", in.Month, store.JST)
	var c web.Check
	c.Ok(bad == nil && in.Month >= firstMonth && in.Month <= this, "month", "月を、2020年1月から今月までの間で選んでください。")
	return in.Month, from, from.AddDate(0, 1, 0), c.Err()
}

func read(q *store.Q, by web.Actor, in *monthQuery) (*monthEnd, error) {
	viewer := store.Viewer{}
	if by.Role != deal.RoleADM {
		if viewer = by.Viewer; viewer.InstitutionID == "" {
			return nil, store.ErrNotFound
		}
	}
	institution := viewer.InstitutionID
	month, from, end, err := in.period(q.Now())
	if err != nil {
		return nil, err
	}
	out := &monthEnd{Month: month, IsOver: !q.Now().Before(end)}
	if institution != "" {
		i, err := q.Institution(institution)
		if err != nil {
			return nil, err
		}
		out.FinancialName = i.Name
	}
	if err := q.EachPublication(viewer, from, end, func(time.Time) { out.Listings.New++ }); err != nil {
		return nil, err
	}
	at, since, err := q.MonthListings(viewer, from, end)
	if err != nil {
		return nil, err
	}
	out.Listings.Showing = at[int(deal.ListingShowing)]
	out.Listings.Concluded, out.Listings.Ended = since[int(deal.ListingConcluded)], since[int(deal.ListingDisabled)]
	sides := []*counting{newCounting("all", "交渉", false)}
	if institution != "" {
		sides = []*counting{newCounting("bf", "買手側の交渉", true), newCounting("sf", "売手側の交渉", true)}
	}
	money := newFinancing(institution != "")
	if err := q.EachMonthNegotiation(viewer, end, func(n *store.MonthNegotiation) {
		for _, s := range sides {
			if s.Side == "all" || s.Side == "bf" && n.IsBF || s.Side == "sf" && n.IsSF {
				s.add(n, from)
			}
		}
		if institution == "" || n.IsBF {
			money.add(n)
		}
	}); err != nil {
		return nil, err
	}
	for _, s := range sides {
		out.Sides = append(out.Sides, s.answer())
	}
	out.Financing = money.answer()
	return out, nil
}
