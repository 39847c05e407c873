package program

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// workday is the usual work of two banks, so that a drill can check which calls still work.
type workday struct {
	n          *network
	finA, finB *guest
	reader     *guest                // who reads a name
	anonymous  string                // a negotiation of finB's at L2
	reads      map[string]string     // calls by which finB reads L1 and L2
	recorded   map[string]func() int // calls that write a line to the ledger or the audit log; each returns its status
}

func newWorkday(n *network) *workday {
	n.t.Helper()
	w := &workday{n: n, finB: n.mustSignIn("fin-b@demo.example.jp"), finA: n.mustSignIn("fin-a@demo.example.jp")}
	w.reader = w.finB
	w.anonymous, _ = w.finB.rowIn("PartnerListByBuyerFinancial", 1)
	named, namedListing := w.finB.rowIn("PartnerListByBuyerFinancial", 3)
	if status, err := w.say("はじめに"); status != 200 {
		n.t.Fatal(err)
	}
	var b bytes.Buffer
	contentType := multipartFile(&b, map[string]string{"buyerNegotiationId": w.anonymous, "messageType": "2"},
		bytes.Repeat([]byte("資料\n"), 1000))
	upload := func() (int, []byte) {
		status, answer, err := w.finA.send("POST", "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", contentType,
			bytes.NewReader(b.Bytes()))
		if err != nil {
			n.t.Fatal(err)
		}
		return status, answer
	}
	status, sent := upload()
	if status != 200 {
		n.t.Fatal(status, string(sent))
	}
	w.reads = map[string]string{
		"search":              "/api/SellerBusiness/SearchSellerBusinessAsync?limit=20",
		"search of words":     "/api/SellerBusiness/SearchSellerBusinessAsync?limit=20&freeWord=" + url.QueryEscape("加工"),
		"L1 of a listing":     "/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId=" + w.finB.strange(),
		"L2 of a negotiation": "/api/BuyerNegotiation/GetBuyerNegotiationAsync?buyerNegotiationId=" + w.anonymous,
		"the list":            "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=50", "unread": "/api/BuyerNegotiation/GetUnreadCounts",
		"the masters": "/api/Item/GetItems",
	}
	ask := func(g *guest, path string) func() int {
		return func() int {
			status, _, err := g.send("GET", path, "", nil)
			if err != nil {
				n.t.Fatal(err)
			}
			return status
		}
	}
	w.recorded = map[string]func() int{
		"a new sign-in": func() int {
			_, status, err := n.signIn("buy-b@demo.example.jp")
			if err != nil && status == 0 {
				n.t.Fatal(err)
			}
			return status
		},
		"names (L4)": func() int {
			return ask(w.reader, "/api/SellerBusiness/GetSellerBusinessDetailsAsync?sellerBusinessId="+namedListing)()
		},
		"a negotiation by name": ask(w.finA, "/api/BuyerNegotiation/GetBuyerNegotiationAsync?buyerNegotiationId="+named),
		"a file": ask(w.finB, "/api/BuyerNegotiation/DownloadAttachedFile?buyerNegotiationMessageId="+strings.Split(string(sent),
			`"`)[3]),
		"an upload": func() int { status, _ := upload(); return status },
		"a company": func() int {
			s, _ := w.finA.call("POST", "/api/SellerCompany/CreateUpdateCompanyOverviewAsync", drillCompany, nil)
			return s
		},
	}
	return w
}

// say sends a message of finB.
func (w *workday) say(text string) (int, error) {
	return w.finB.say(w.anonymous, text)
}

// thread is the text of the negotiation's messages.
func (w *workday) thread() string {
	w.n.t.Helper()
	_, b, err := w.finB.send("GET", "/api/BuyerNegotiation/GetBuyerNegotiationMessageListAsync?buyerNegotiationId="+w.anonymous, "", nil)
	if err != nil {
		w.n.t.Fatal(err)
	}
	return string(b)
}

// wantReads checks that all calls that write no line can be read.
func (w *workday) wantReads(when string) {
	w.n.t.Helper()
	for what, path := range w.reads {
		if status, b, err := w.finB.send("GET", path, "", nil); status != 200 {
			w.n.t.Errorf("%s %s: %d %s %v", what, when, status, b, err)
		}
	}
}

// wantRecords checks that all calls that write a line answer with a status.
func (w *workday) wantRecords(want int, when string) {
	w.n.t.Helper()
	for what, do := range w.recorded {
		if status := do(); status != want {
			w.n.t.Errorf("%s %s: %d, want %d\n%s", what, when, status, want, w.n.errors)
		}
	}
}

// rowIn is a negotiation of the guest's bank in a status, with its listing.
func (g *guest) rowIn(list string, status int) (id, listing string) {
	g.n.t.Helper()
	var rows struct {
		PartnerList []struct {
			BuyerNegotiationID, SellerBusinessID string
			Status                               int
		}
	}
	g.must("GET", "/api/BuyerNegotiation/"+list+"?limit=200", nil, &rows)
	for _, r := range rows.PartnerList {
		if r.Status == status {
			return r.BuyerNegotiationID, r.SellerBusinessID
		}
	}
	g.n.t.Fatalf("no negotiation at %d", status)
	return "", ""
}

// strange is a listing with which no buyer of the guest's bank has a negotiation: it is at L1.
func (g *guest) strange() string {
	g.n.t.Helper()
	var rows struct {
		PartnerList []struct{ SellerBusinessID string }
	}
	g.must("GET", "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=200", nil, &rows)
	var found struct {
		SellerBusinessList []struct{ SellerBusinessID string }
	}
	g.must("GET", "/api/SellerBusiness/SearchSellerBusinessAsync?limit=200", nil, &found)
	for _, l := range found.SellerBusinessList {
		if !slices.Contains(rows.PartnerList, l) {
			return l.SellerBusinessID
		}
	}
	g.n.t.Fatal("every listing is in a negotiation")
	return ""
}

func (g *guest) say(row, text string) (int, error) {
	return g.call("POST", "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": text}, nil)
}

func multipartFile(b *bytes.Buffer, fields map[string]string, content []byte) string {
	for k, v := range fields {
		fmt.Fprintf(b, "--x\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", k, v)
	}
	fmt.Fprintf(b, "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n%s\r\n--x--\r\n", content)
	return "multipart/form-data; boundary=x"
}
