package yearreport

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"tsunagu/app/deal"
	"tsunagu/app/duty"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

// counting counts an institution's year.
type counting struct {
	yearReport
	from, end time.Time
	deals     []signedDeal

	sellers, buyers map[string]bool // companies that were worked for in the year
	begun           [2]int          // negotiations of the year, by side: sf, bf
	named, signed   [2]int
	published       int
	registered      [2]int // companies, by side
}

const (
	sellerSide = iota
	buyerSide
)

// signedDeal is a deal of the year, as its line in the workbook.
type signedDeal struct {
	number, side string
	roles        map[duty.Role]bool
	day          time.Time
	closed       string
	amount       *int64
	minimums     []int64
}

// dealSides are the sides of a deal in the order of the report.
var dealSides = [][2]string{{"sf", "売手側"}, {"bf", "買手側"}, {"both", "双方"}}

func (c *counting) isOfYear(at time.Time) bool {
	return !at.IsZero() && !at.Before(c.from) && at.Before(c.end)
}

// papers are an institution's records of a kind by the company's number, the oldest first.
type papers map[uint32][]store.Duty

func papersOf(q *store.Q, institution string, kind deal.DutyKind) (papers, error) {
	out := papers{}
	all, err := q.CompanyDuties(institution, int(kind))
	for _, d := range all {
		out[d.RecordSeq] = append(out[d.RecordSeq], d)
	}
	return out, err
}

// at is the last record about a company of what was done up to a day; nil for none.
func (p papers) at(company uint32, day string) *store.Duty {
	for i := range slices.Backward(p[company]) {
		if d := &p[company][i]; d.PerformedOn <= day {
			return d
		}
	}
	return nil
}

// count reads the institution's rows, each once.
func (c *counting) count(q *store.Q, v store.Viewer) error {
	mandates, err := papersOf(q, v.InstitutionID, deal.DutyMandate)
	if err != nil {
		return err
	}
	fees, err := papersOf(q, v.InstitutionID, deal.DutyFee)
	if err != nil {
		return err
	}
	c.sellers, c.buyers = map[string]bool{}, map[string]bool{}
	var wrong error
	if err := q.EachYearNegotiation(v, c.end, func(n *store.YearNegotiation) {
		wrong = cmp.Or(wrong, c.add(n, mandates, fees))
	}); err != nil {
		return err
	}
	if wrong != nil {
		return wrong
	}
	if err := q.EachYearListing(v, func(l *store.YearListing) {
		if c.isOfYear(l.Published) {
			c.published++
			c.sellers[l.SellerID] = true
		}
		if c.isOfYear(l.Outside) {
			c.OutsideCount++
			c.sellers[l.SellerID] = true
		}
	}); err != nil {
		return err
	}
	companies, err := q.YearCompanies(v)
	if err != nil {
		return err
	}
	for _, x := range companies {
		switch {
		case !c.isOfYear(x.Created):
		case x.Kind == store.Seller:
			c.registered[sellerSide]++
		default:
			c.registered[buyerSide]++
		}
	}
	c.sum()
	c.Benchmark = c.benchmark(companies)
	return nil
}

// add counts a negotiation. One that was signed and taken back is not signed, whichever year it was signed in.
func (c *counting) add(n *store.YearNegotiation, mandates, fees papers) error {
	isSigned := deal.NegotiationStatus(n.Status) == deal.NegotiationSigned && c.isOfYear(n.Signed)
	for side, is := range []bool{sellerSide: n.IsSF, buyerSide: n.IsBF} {
		if !is {
			continue
		}
		for of, at := range map[*[2]int]time.Time{&c.begun: n.Started, &c.named: n.Named} {
			if c.isOfYear(at) {
				of[side]++
			}
		}
		if isSigned {
			c.signed[side]++
		}
		if c.isOfYear(n.Started) || c.isOfYear(n.Named) || isSigned {
			if side == sellerSide {
				c.sellers[n.SellerID] = true
			} else {
				c.buyers[n.BuyerID] = true
			}
		}
	}
	if !isSigned {
		return nil
	}
	d := signedDeal{number: web.CaseNumber("N", n.ID), side: "sf", roles: map[duty.Role]bool{}, day: web.Day(n.Signed), closed: n.Closed,
		amount: n.ClosedFor}
	customers := []uint32{}
	if n.IsSF {
		customers = append(customers, n.SellerSeq)
	}
	if n.IsBF {
		customers = append(customers, n.BuyerSeq)
		if d.side = "bf"; n.IsSF {
			d.side = "both"
		}
	}
	day := n.Signed.In(store.JST).Format(time.DateOnly)
	for _, seq := range customers {
		if m := mandates.at(seq, day); m != nil {
			role, err := duty.RoleOf(m)
			if err != nil {
				return err
			}
			d.roles[role] = true
		}
		if err := c.addFee(&d, fees.at(seq, day)); err != nil {
			return err
		}
	}
	c.deals = append(c.deals, d)
	return nil
}

// addFee counts what a customer of a deal was told of the fee; nil where nothing is recorded.
func (c *counting) addFee(d *signedDeal, told *store.Duty) error {
	if told == nil {
		c.Fees.UnwrittenCount++
		return nil
	}
	minimum, ok, err := duty.MinimumFeeOf(told)
	if err != nil || !ok {
		c.Fees.UnwrittenCount++
		return err
	}
	if d.minimums = append(d.minimums, minimum); c.Fees.Count == 0 || minimum < c.Fees.Lowest {
		c.Fees.Lowest = minimum
	}
	c.Fees.Highest = max(c.Fees.Highest, minimum)
	c.Fees.Count++
	return nil
}

// sum makes the rows of the sides out of the deals.
func (c *counting) sum() {
	all := dealRow{Side: "all", SideLabel: "合計"}
	c.DealList = []dealRow{}
	for _, side := range dealSides {
		row := dealRow{Side: side[0], SideLabel: side[1]}
		for i := range c.deals {
			if c.deals[i].side == side[0] {
				row.add(&c.deals[i])
				all.add(&c.deals[i])
			}
		}
		c.DealList = append(c.DealList, row)
	}
	c.DealList = append(c.DealList, all)
	for _, d := range c.deals {
		if d.amount != nil {
			c.Closed.Count++
			c.Closed.Amount += *d.amount
		}
	}
}

func (r *dealRow) add(d *signedDeal) {
	r.SignedCount++
	switch {
	case d.roles[duty.Broker] && d.roles[duty.Advisor]:
		r.MixedCount++
	case d.roles[duty.Broker]:
		r.BrokerCount++
	case d.roles[duty.Advisor]:
		r.AdvisorCount++
	default:
		r.UnwrittenCount++
	}
}

// roleLabel is what the contracts of a deal are.
func (d *signedDeal) roleLabel() string {
	switch {
	case d.roles[duty.Broker] && d.roles[duty.Advisor]:
		return "仲介とFA"
	case d.roles[duty.Broker]:
		return "仲介"
	case d.roles[duty.Advisor]:
		return "FA"
	}
	return unwritten
}

// unwritten stands where the product could hold something and nobody recorded it.
const unwritten = "記録なし"

// benchmark counts what was worked for. Companies that are not in the institution's charge now are none of its own, and count nowhere.
func (c *counting) benchmark(companies map[string]*store.YearCompany) benchmark {
	own := func(ids map[string]bool) (out []*store.YearCompany) {
		for _, id := range slices.Sorted(maps.Keys(ids)) {
			if x := companies[id]; x != nil {
				out = append(out, x)
			}
		}
		return out
	}
	sellers, buyers := own(c.sellers), own(c.buyers)
	b := benchmark{ItemList: []benchmarkItem{
		{"事業承継・M&Aを支援した売手企業", len(sellers), "担当する売手企業のうち、年度内に、案件を初めて公開した、交渉が始まった、実名での交渉に進んだ、成約した（本システム外を含む）、のどれかがあったもの"},
		{"M&Aを支援した買手企業", len(buyers), "担当する買手企業のうち、年度内に、交渉が始まった、実名での交渉に進んだ、成約した、のどれかがあったもの"},
		{"登録した売手企業", c.registered[sellerSide], "担当する売手企業のうち、年度内に登録したもの"},
		{"登録した買手企業", c.registered[buyerSide], "担当する買手企業のうち、年度内に登録したもの"},
		{"公開した売却案件", c.published, "担当する案件のうち、年度内に初めて公開したもの"},
		{"始まった交渉（売手側）", c.begun[sellerSide], "売手を担当する交渉のうち、年度内に始まったもの"},
		{"始まった交渉（買手側）", c.begun[buyerSide], "買手を担当する交渉のうち、年度内に始まったもの"},
		{"実名での交渉に進んだもの（売手側）", c.named[sellerSide], "売手を担当する交渉のうち、年度内に初めて実名での交渉に進んだもの"},
		{"実名での交渉に進んだもの（買手側）", c.named[buyerSide], "買手を担当する交渉のうち、年度内に初めて実名での交渉に進んだもの"},
		{"成約（売手側）", c.signed[sellerSide], "売手を担当する交渉のうち、年度内に成約し、いまも成約のもの"},
		{"成約（買手側）", c.signed[buyerSide], "買手を担当する交渉のうち、年度内に成約し、いまも成約のもの"},
		{"本システム外での成約", c.OutsideCount, "担当する案件のうち、年度内に本システム外での成約を記録したもの"},
	}}
	b.IndustryList, b.SalesList = industries(sellers, buyers), sales(sellers, buyers)
	return b
}

// unnamed is the band of companies of which it is not registered.
const unnamed = "未登録"

// industries counts companies by the large classes of their industries; only those that there are.
func industries(sellers, buyers []*store.YearCompany) []benchmarkBand {
	by := map[string]*benchmarkBand{}
	count := func(companies []*store.YearCompany, add func(*benchmarkBand)) {
		for _, x := range companies {
			for _, code := range largeClasses(x.Industries) {
				if by[code] == nil {
					large, _ := master.FindLarge(code)
					by[code] = &benchmarkBand{Label: cmp.Or(large.Name, unnamed)}
				}
				add(by[code])
			}
		}
	}
	count(sellers, func(b *benchmarkBand) { b.SellerCount++ })
	count(buyers, func(b *benchmarkBand) { b.BuyerCount++ })
	out := []benchmarkBand{}
	for _, l := range master.Industries() {
		if b := by[l.Code]; b != nil {
			out = append(out, *b)
		}
	}
	if b := by[""]; b != nil {
		out = append(out, *b)
	}
	return out
}

// largeClasses are the large classes of small ones, each once; "" stands for none.
func largeClasses(small []string) []string {
	out := []string{}
	for _, code := range small {
		if l, ok := master.LargeOf(code); ok && !slices.Contains(out, l.Code) {
			out = append(out, l.Code)
		}
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

// sales counts companies by their annual sales; only the bands that there are.
func sales(sellers, buyers []*store.YearCompany) []benchmarkBand {
	out := []benchmarkBand{}
	of := func(companies []*store.YearCompany, has func(key int) bool) (n int) {
		for _, x := range companies {
			if has(x.SalesAmount) {
				n++
			}
		}
		return n
	}
	add := func(label string, has func(key int) bool) {
		if b := (benchmarkBand{label, of(sellers, has), of(buyers, has)}); b.SellerCount+b.BuyerCount > 0 {
			out = append(out, b)
		}
	}
	for _, i := range master.Items(master.AnnualSales) {
		add(i.Label, func(key int) bool { return key == i.Key })
	}
	add(unnamed, func(key int) bool { return !web.HasItem(master.AnnualSales, key) })
	return out
}
