package marketprice_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/deal"
	"tsunagu/app/web"
	"tsunagu/store"
	"tsunagu/store/master"
)

const (
	member = "/api/MarketPrice/GetMarketPrices"
	office = "/api/Office/GetMarketPrices"
)

// world are eight banks whose deals are written straight into the database.
type world struct {
	*apptest.Banks
	banks []string
	db    *sql.DB
	n     int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Banks: apptest.NewBanks(apptest.NewPlatform(t))}
	w.User(deal.RoleADM, web.OfficeClient, "office@n.example.jp")
	for i := range 10 {
		w.banks = append(w.banks, w.Institution(fmt.Sprint(9900+i), fmt.Sprintf("第%d銀行", i)))
	}
	w.db = apptest.OpenRaw(t, w.App.Store.Dir())
	return w
}

func (w *world) do(query string, args ...any) {
	w.T.Helper()
	if _, err := w.db.ExecContext(w.T.Context(), query, args...); err != nil {
		w.T.Fatal(err)
	}
}

// sold is a deal of the food makers with sales of 1億円 to 3億円.
type sold struct {
	sf, bf               int // numbers of banks
	price, sales, ebitda any
	signed               time.Time
	code                 string
	isLimited, isRest    bool
}

func day(text string) time.Time {
	at, err := time.ParseInLocation(time.DateOnly, text, store.JST)
	if err != nil {
		panic(err)
	}
	return at
}

// sell writes a deal and returns its id. It was published half a year before it was signed.
func (w *world) sell(s sold) string {
	w.T.Helper()
	w.n++
	if s.signed.IsZero() {
		s.signed = day("2026-09-10")
	}
	if s.code == "" {
		s.code = "13001"
	}
	seller, buyer, listing, id := fmt.Sprintf("seller-%03d", w.n), fmt.Sprintf("buyer-%03d", w.n), fmt.Sprintf("listing-%03d", w.n),
		fmt.Sprintf("deal-%03d", w.n)
	sf, bf, at := w.banks[s.sf], w.banks[s.bf], s.signed.UnixMilli()
	for kind, c := range map[int][]string{store.Seller: {seller, sf}, store.Buyer: {buyer, bf}} {
		w.do("INSERT INTO company (id, kind, institution_id, status, created, modified, creator, modifier) VALUES (?, ?, ?, 1, 0, 0, '', '')",
			c[0], kind, c[1])
	}
	w.do("INSERT INTO listing (id, company_id, institution_id, status, concluded_at, created, modified, creator, modifier) "+
		"VALUES (?, ?, ?, ?, ?, 0, 0, '', '')", listing, seller, sf, int(deal.ListingConcluded), at)
	w.do("INSERT INTO listing_content (listing_id, side, business_name, company_name, sales_amount, amount_of_sales, ebitda, is_limited, "+
		"is_rest) VALUES (?, 2, 'カナリア案件', 'カナリア社', 3, ?, ?, ?, ?)", listing, s.sales, s.ebitda, s.isLimited, s.isRest)
	w.do("INSERT INTO listing_code (listing_id, side, field, code) VALUES (?, 2, 'industry', ?)", listing, s.code)
	w.do("INSERT INTO listing_history (listing_id, at, side, event, from_status, to_status) VALUES (?, ?, 's', 'x', 0, 1)", listing,
		s.signed.AddDate(0, 0, -180).UnixMilli())
	w.do("INSERT INTO negotiation (id, listing_id, buyer_company_id, bf_id, sf_id, status, interest_status, started_at, status_at, created, "+
		"modified, creator, modifier) VALUES (?, ?, ?, ?, ?, ?, 2, ?, ?, 0, 0, '', '')", id, listing, buyer, bf, sf, int(deal.NegotiationSigned),
		at, at)
	w.do("INSERT INTO negotiation_history (negotiation_id, at, side, event, from_status, to_status) VALUES (?, ?, 'b', 'x', 4, 5)", id, at)
	if s.price != nil {
		w.do("INSERT INTO milestone (negotiation_id, kind, date, amount, side, creator, created, modified) VALUES (?, ?, ?, ?, 'sf', '', 0, 0)",
			id, int(deal.MilestoneClosed), s.signed.Format(time.DateOnly), s.price)
	}
	return id
}

// food writes deals of different banks on both sides, of the given prices.
func (w *world) food(signed string, from int, prices ...int) {
	w.T.Helper()
	for i, p := range prices {
		w.sell(sold{sf: (from + i) % 5, bf: 5 + (from+i)%5, price: p, sales: 200_000, ebitda: 20_000, signed: day(signed)})
	}
}

// edition makes the edition that is due, and is what a member reads then.
func (w *world) edition() string {
	w.T.Helper()
	w.Job("market_prices")
	return w.SignIn("fin@b.example.jp").Get(member).Want(200).Body
}

// next goes on to a day, and makes the edition that is due.
func (w *world) next(to string) string {
	w.T.Helper()
	w.Clock.Add(w.Until(to))
	return w.edition()
}

type figure struct {
	Value, Deals int
	Quarter      string
}

type prices struct {
	Quarter  string
	CellList []struct {
		IndustryName, SalesLabel                     string
		Price, SalesMultiple, EbitdaMultiple, Months *figure
	}
}

func read(t *testing.T, body string) (out prices) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// wantPrice fails unless the one cell of the answer has this price; nil for no cell at all.
func wantPrice(t *testing.T, what, body string, want *figure) {
	t.Helper()
	got := read(t, body)
	switch {
	case want == nil && len(got.CellList) > 0:
		t.Errorf("%s: %s", what, body)
	case want == nil:
	case len(got.CellList) != 1 || got.CellList[0].Price == nil || *got.CellList[0].Price != *want:
		t.Errorf("%s: %s, want %+v", what, body, *want)
	}
}

// A figure is the median, in its steps; every member and the office read the same, and nobody else anything. No number of a deal and no
// name is in it.
func TestMarketPrices(t *testing.T) {
	w := newWorld(t)
	w.FinA.Get(member).Want(200).Has(`"quarter":""`, `"cellList":[]`)
	w.food("2026-09-10", 0, 101_234, 212_345, 412_347)
	body := w.edition()
	got := read(t, body)
	if got.Quarter != "2026-10-01" || len(got.CellList) != 1 || got.CellList[0].IndustryName == "" || got.CellList[0].SalesLabel == "" {
		t.Fatal(body)
	}
	c := got.CellList[0]
	for what, f := range map[string]struct {
		got  *figure
		want int
	}{"price": {c.Price, 200_000}, "sales": {c.SalesMultiple, 11}, "EBITDA": {c.EbitdaMultiple, 105}, "months": {c.Months, 6}} {
		if f.got == nil || *f.got != (figure{f.want, 3, "2026-10-01"}) {
			t.Errorf("%s: %+v, want %d in %s", what, f.got, f.want, body)
		}
	}
	for _, secret := range []string{"212345", "101234", "412347", "カナリア", "銀行", "deal-", "listing-", w.banks[0]} {
		if strings.Contains(body, secret) {
			t.Errorf("%s in %s", secret, body)
		}
	}
	adm := w.SignInOffice("office@n.example.jp")
	if other := adm.Get(office).Want(200).Body; other != body {
		t.Errorf("the office reads %s", other)
	}
	if other := w.SignIn("fin@a.example.jp").Get(member).Want(200).Body; other != body {
		t.Errorf("another bank reads %s", other)
	}
	w.SignIn("buy@b.example.jp").Get(member).Want(400).HasNot("cellList")
	w.Visitor().Get(member).Want(401).HasNot("cellList")
	if n := w.Count("SELECT count(*) FROM market_deal"); n != 12 {
		t.Errorf("%d deals are kept behind the figures", n)
	}
}

// One deal more or less below what has to stand behind a figure changes nothing, whoever's it is and whatever it cost: the worlds answer
// alike, byte for byte.
func TestFewDealsTellNothing(t *testing.T) {
	none := newWorld(t).edition()
	for what, deals := range map[string][]sold{
		"one":                         {{sf: 0, bf: 5, price: 100_000}},
		"two":                         {{sf: 0, bf: 5, price: 100_000}, {sf: 1, bf: 6, price: 200_000}},
		"three of two sellers' banks": {{sf: 0, bf: 5, price: 100_000}, {sf: 1, bf: 6, price: 200_000}, {sf: 1, bf: 7, price: 300_000}},
		"three of one buyer's bank":   {{sf: 0, bf: 5, price: 100_000}, {sf: 1, bf: 5, price: 200_000}, {sf: 2, bf: 5, price: 300_000}},
		"one bank on two sides":       {{sf: 0, bf: 5, price: 100_000}, {sf: 1, bf: 0, price: 200_000}, {sf: 2, bf: 6, price: 300_000}},
		"two and a limited one": {{sf: 0, bf: 5, price: 100_000}, {sf: 1, bf: 6, price: 200_000},
			{sf: 2, bf: 7, price: 300_000, isLimited: true}},
		"two and one hidden from some": {{sf: 0, bf: 5, price: 100_000}, {sf: 1, bf: 6, price: 200_000},
			{sf: 2, bf: 7, price: 300_000, isRest: true}},
		"two and one of this quarter": {{sf: 0, bf: 5, price: 100_000}, {sf: 1, bf: 6, price: 200_000},
			{sf: 2, bf: 7, price: 300_000, signed: day("2026-10-01")}},
		"two and one of another class": {{sf: 0, bf: 5, price: 100_000}, {sf: 1, bf: 6, price: 200_000},
			{sf: 2, bf: 7, price: 300_000, code: otherClass()}},
	} {
		w := newWorld(t)
		for _, s := range deals {
			s.sales, s.ebitda = 200_000, 20_000
			w.sell(s)
		}
		if got := w.edition(); got != none {
			t.Errorf("%s: %s", what, got)
		}
	}
}

// otherClass is a small class of another large class than that of sell.
func otherClass() string {
	own, _ := master.LargeOf("13001")
	for _, l := range master.Industries() {
		if l.Code != own.Code {
			return l.Small[0].Code
		}
	}
	return ""
}

// Who compares two editions learns of no single deal: a figure stays, to the byte, until three further deals of three banks have come, of
// which any bank knows one at most. The attack writes one deal and two between the editions and looks for a difference.
func TestEditionsTellNoDeal(t *testing.T) {
	first := &figure{200_000, 3, "2026-10-01"}
	base := func() *world {
		w := newWorld(t)
		w.food("2026-09-10", 0, 100_000, 200_000, 400_000)
		wantPrice(t, "the first", w.edition(), first)
		return w
	}
	still := base()
	want := still.next("2027-01-04")
	for what, prices := range map[string][]int{"one cheap": {1_000}, "one dear": {90_000_000}, "two dear": {90_000_000, 80_000_000}} {
		w := base()
		w.food("2026-11-10", 0, prices...)
		if got := w.edition(); read(t, got).Quarter != "2026-10-01" {
			t.Errorf("%s: within the quarter %s", what, got)
		}
		if got := w.next("2027-01-04"); got != want {
			t.Errorf("%s tells itself in the next edition: %s, without it %s", what, got, want)
		}
	}
	// What was taken back, or got another price, is no difference either.
	back := base()
	back.do("UPDATE negotiation SET status = 4 WHERE id = 'deal-003'")
	back.do("UPDATE milestone SET amount = 1 WHERE negotiation_id = 'deal-002'")
	if got := back.next("2027-01-04"); got != want {
		t.Errorf("a deal that was taken back: %s", got)
	}
	// Three deals of which one bank was in two are no more than two to it.
	w := base()
	w.sell(sold{sf: 0, bf: 5, price: 900_000, signed: day("2026-11-10")})
	w.sell(sold{sf: 1, bf: 0, price: 900_000, signed: day("2026-11-10")})
	w.sell(sold{sf: 2, bf: 6, price: 900_000, signed: day("2026-11-10")})
	wantPrice(t, "one bank in two of the new", w.next("2027-01-04"), first)
	// They gather over the quarters; with three the figure is made anew, of all six and the two before.
	w = base()
	w.food("2026-11-10", 0, 800_000)
	wantPrice(t, "one came", w.next("2027-01-04"), first)
	w.food("2027-02-10", 1, 800_000)
	wantPrice(t, "two came", w.next("2027-04-02"), first)
	w.food("2027-05-10", 2, 800_000)
	wantPrice(t, "in the quarter", w.edition(), first)
	wantPrice(t, "three came", w.next("2027-07-02"), &figure{600_000, 5, "2027-07-01"})
	wantPrice(t, "once a quarter", w.edition(), &figure{600_000, 5, "2027-07-01"})
}

// A negotiation that is erased after its years leaves no trace behind a figure, and the figure stays.
func TestForgottenDeal(t *testing.T) {
	w := newWorld(t)
	w.food("2026-09-10", 0, 100_000, 200_000, 400_000)
	was := w.edition()
	w.Write(func(tx *store.Tx) error { return tx.ForgetNegotiation("deal-001") })
	if n := w.Count("SELECT count(*) FROM market_deal WHERE negotiation_id = 'deal-001'"); n != 0 {
		t.Errorf("%d rows of the erased deal", n)
	}
	if got := w.edition(); got != was {
		t.Errorf("%s, before %s", got, was)
	}
}
