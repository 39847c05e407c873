package pipeline

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"tsunagu/app/adviser"
	"tsunagu/app/deal"
	"tsunagu/app/listfile"
	"tsunagu/app/match"
	"tsunagu/app/negotiation"
	"tsunagu/app/sheet"
	"tsunagu/app/web"
	"tsunagu/store"
)

// pipelineQuery says how the list is written.
type pipelineQuery struct {
	listfile.Choice
	Table string `query:"table" maxLength:"100" doc:"予想手数料を計算する手数料表（GetPipelineTables）。空は計算しない"`
}

// pipelineTables are the institution's tables by which a fee can be expected: those whose base is the price.
type pipelineTables struct {
	TableList []string `json:"tableList" doc:"自機関の、いま使っている手数料表のうち、譲渡額を算定の基準とするもの"`
}

// row is a negotiation as its list shows it, and what the list of all says besides.
type row struct {
	negotiation.NegotiationRow
	Days       int      `json:"days"`
	MainPerson string   `json:"mainPerson"`
	Others     []string `json:"others"`
	PriceOf    string   `json:"priceOf"` // what the fee is expected from
	PriceFrom  *int64   `json:"priceFrom"`
	PriceTo    *int64   `json:"priceTo"`
	FeeFrom    *int64   `json:"feeFrom"`
	FeeTo      *int64   `json:"feeTo"`
}

func (a Room) Calls() {
	call := func(name, summary string) web.Call {
		return web.Call{Method: "GET", Path: "/api/Report/" + name, Area: "report", Callers: web.FIN, Records: "自機関が担当する、進んでいる交渉（売手側と買手側）",
			Summary: summary, Spec: "papers 2"}
	}
	web.Add(a.Platform, call("GetPipelineTables", "案件一覧の予想手数料に使える手数料表"),
		func(r *web.Request, _ *struct{}) (*pipelineTables, error) {
			return web.Reading(r, func(q *store.Q) (*pipelineTables, error) {
				tables, err := tablesOf(q, r.Actor)
				out := &pipelineTables{TableList: []string{}}
				for i := range tables {
					out.TableList = append(out.TableList, tables[i].Label)
				}
				return out, err
			})
		})
	web.AddFile(a.Platform, call("ExportPipeline", "案件一覧のファイル（Excel、CSV）。双方の側、状況、日数、次回対応日、担当者、予想手数料").Freshly(),
		func(r *web.Request, in *pipelineQuery) (*web.Download, error) {
			return listfile.Write(a.Platform, r, file, &in.Choice, func(q *store.Q) (listfile.Encoded, error) {
				return a.list(q, r.Actor,
					in.Table)
			})
		})
}

func tablesOf(q *store.Q, by web.Actor) ([]adviser.Table, error) {
	all, err := adviser.Tables(q, by.Institution())
	return slices.DeleteFunc(all, func(t adviser.Table) bool { return !t.IsOfPrice }), err
}

// live are the statuses of what is being worked on; of a 成約 those whose closing is still to come.
var live = []int{int(deal.NegotiationAnonymous), int(deal.NegotiationHope), int(deal.NegotiationRealName), int(deal.NegotiationConditions),
	int(deal.NegotiationSigned)}

// list reads both lists of negotiations as the screens have them, and adds what the bank knows of each.
func (a Room) list(q *store.Q, by web.Actor, table string) (listfile.Encoded, error) {
	var fee *adviser.Table
	if table != "" {
		tables, err := tablesOf(q, by)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(tables, func(t adviser.Table) bool { return t.Label == table })
		if i < 0 {
			return nil, web.Invalid("table", "選んだ手数料表は、新しい版になったか、使われなくなりました。画面を読み込み直して、選び直してください。")
		}
		fee = &tables[i]
	}
	var rows []*row
	seen, count := map[string]bool{}, 0
	for _, side := range []string{store.SideSF, store.SideBF} {
		encoded, n, err := negotiation.In(a.Platform).EncodedNegotiations(q, by, &store.NegotiationSearch{Side: side, Statuses: live,
			Sort: "status", Descending: true, Limit: listfile.MaxRows})
		if err != nil {
			return nil, err
		}
		count += n - len(encoded) // what is over the bound; the list is refused then
		found, err := rowsOf(q, by, side, encoded)
		if err != nil {
			return nil, err
		}
		for _, x := range found {
			if isDone := x.Status == int(deal.NegotiationSigned) && x.ClosingDue == ""; !isDone && !seen[x.BuyerNegotiationID] {
				rows, seen[x.BuyerNegotiationID] = append(rows, x), true
			}
		}
	}
	if err := priced(q, by, rows, fee); err != nil {
		return nil, err
	}
	slices.SortStableFunc(rows, func(x, y *row) int { return y.Status - x.Status })
	flat := make([]row, len(rows))
	for i, x := range rows {
		flat[i] = *x
	}
	if count += len(flat); count > listfile.MaxRows {
		flat = nil // refused by its number
	}
	return listfile.Of("pipelineList", flat, count)
}

// rowsOf are a side's rows with who of the bank works on them on that side.
func rowsOf(q *store.Q, by web.Actor, side string, encoded [][]byte) ([]*row, error) {
	of := map[string]store.InCharge{store.SideSF: store.InChargeOfSF, store.SideBF: store.InChargeOfBF}[side]
	out, ids := make([]*row, len(encoded)), make([]string, len(encoded))
	for i, b := range encoded {
		out[i] = &row{Others: []string{}}
		if err := json.Unmarshal(b, &out[i].NegotiationRow); err != nil {
			return nil, err
		}
		ids[i] = out[i].BuyerNegotiationID
		out[i].Days = daysSince(out[i].StatusAt, q.Now())
	}
	seqs, err := q.InChargeSeqs(by.Viewer, of, ids)
	if err != nil {
		return nil, err
	}
	numbers := make([]uint32, 0, len(seqs))
	for _, seq := range seqs {
		numbers = append(numbers, seq)
	}
	slices.Sort(numbers)
	persons, err := q.PersonsInCharge(by.Viewer, of, numbers)
	if err != nil {
		return nil, err
	}
	for i, x := range out {
		for _, p := range persons[seqs[ids[i]]] {
			if p.IsMain {
				x.MainPerson = p.UserName
			} else {
				x.Others = append(x.Others, p.UserName)
			}
		}
	}
	return out, nil
}

// daysSince counts days in Japan: 0 on the day itself.
func daysSince(at string, now time.Time) int {
	day := listfile.ServerDay(at)
	if day.IsZero() {
		return 0
	}
	return int(web.Day(now).Sub(day).Hours() / 24)
}

// priced adds the price that the bank knows, the surest one, and the fee that it comes to. Of a listing that it does not see there
// is none.
func priced(q *store.Q, by web.Actor, rows []*row, fee *adviser.Table) error {
	known := map[string]*row{}
	for _, x := range rows {
		if x.BusinessName != "" {
			known[x.BuyerNegotiationID] = x
		}
	}
	return q.EachDealPrice(by.Viewer, func(p *store.DealPrice) {
		x := known[p.NegotiationID]
		if x == nil {
			return
		}
		switch band := match.PriceRange(p.SalesPrice, p.SalesTo); {
		case p.Closed != nil:
			x.PriceOf, x.PriceFrom, x.PriceTo = "成約金額", p.Closed, p.Closed
		case p.Intent != nil:
			x.PriceOf, x.PriceFrom, x.PriceTo = "意向表明の価格", p.Intent, p.Intent
		case band != nil:
			x.PriceOf, x.PriceFrom, x.PriceTo = "案件の希望価格の帯", thousands(band.From), thousands(band.To)
		}
		if fee != nil {
			x.FeeFrom, x.FeeTo = feeOf(fee, x.PriceFrom), feeOf(fee, x.PriceTo)
		}
	})
}

// thousands are 百万円 in 千円.
func thousands(millions *int64) *int64 {
	if millions == nil {
		return nil
	}
	n := *millions * 1000
	return &n
}

// feeOf is what a table comes to for a price, without the consumption tax; nil of no price.
func feeOf(t *adviser.Table, price *int64) *int64 {
	if price == nil {
		return nil
	}
	total := deal.FeeOf(t.Computed, *price).Total
	return &total
}

// The columns. What a row does not tell its reader is an empty cell.
var file = listfile.File[row]{
	Path: "/api/Report/ExportPipeline", Noun: "交渉", Unit: "件", Name: "EXPORT_PIPELINE", Title: "案件一覧",
	Columns: []listfile.Column[row]{
		listfile.Col("自機関の側", 10, sheet.Centred, side),
		listfile.Col("交渉番号", 13, sheet.Centred, func(x *row) any { return x.CaseNumber }),
		listfile.Col("案件名", 34, sheet.Wrapped, func(x *row) any { return x.BusinessName }),
		listfile.Col("売手", 24, sheet.Wrapped, func(x *row) any { return x.SellerDisplayName }),
		listfile.Col("売手側金融機関", 20, sheet.Wrapped, func(x *row) any { return x.SellerFinancialName }),
		listfile.Col("買手", 24, sheet.Wrapped, func(x *row) any { return x.DisplayName }),
		listfile.Col("買手側金融機関", 20, sheet.Wrapped, func(x *row) any { return x.BuyerFinancialName }),
		listfile.Col("交渉状況", 13, sheet.Centred, func(x *row) any { return x.StatusLabel }),
		listfile.Col("状況になった日", 12, sheet.Day, func(x *row) any { return listfile.ServerDay(x.StatusAt) }),
		listfile.Col("経過\n（日）", 8, sheet.Number, func(x *row) any { return x.Days }),
		listfile.Col("求められていること", 26, sheet.Wrapped, func(x *row) any { return x.Ask }),
		listfile.Col("次回対応日", 12, sheet.Day, func(x *row) any {
			if x.Next == nil {
				return time.Time{}
			}
			return listfile.Day(x.Next.Date)
		}),
		listfile.Col("主担当", 16, sheet.Plainly, func(x *row) any { return x.MainPerson }),
		listfile.Col("副担当", 22, sheet.Wrapped, func(x *row) any { return strings.Join(x.Others, "、") }),
		listfile.Col("クロージング予定日", 12, sheet.Day, func(x *row) any { return listfile.Day(x.ClosingDue) }),
		listfile.Col("金額のもと", 18, sheet.Wrapped, func(x *row) any { return x.PriceOf }),
		listfile.Col("金額（下限）\n千円", 14, sheet.Number, func(x *row) any { return amount(x.PriceFrom) }),
		listfile.Col("金額（上限）\n千円", 14, sheet.Number, func(x *row) any { return amount(x.PriceTo) }),
		listfile.Col("予想手数料（下限）\n千円・税抜き", 16, sheet.Number, func(x *row) any { return amount(x.FeeFrom) }),
		listfile.Col("予想手数料（上限）\n千円・税抜き", 16, sheet.Number, func(x *row) any { return amount(x.FeeTo) }),
	}}

func side(x *row) any {
	return map[string]string{"sf": "売手側", "bf": "買手側", "both": "双方"}[x.Side]
}

func amount(n *int64) any {
	if n == nil {
		return ""
	}
	return int(*n)
}
