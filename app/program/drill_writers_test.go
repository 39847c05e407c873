package program

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/url"
	"strings"
	"sync"

	"tsunagu/app/auth"
	"tsunagu/app/deal"
	"tsunagu/store"
)

// written is an acknowledged write, with a query of the database that must return 1.
type written struct {
	what, query string
	args        []any
	number      string // of the request that did it
}

// notes are the acknowledged writes of one run of the program.
type notes struct {
	mu      sync.Mutex
	all     []written
	wanted  int           // how many writes there must be before the program is killed
	enough  chan struct{} // closed when there are that many
	stopped chan error    // why each writer stopped
	of      *network
	life    int
}

func (n *notes) add(g *guest, what, query string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.all = append(n.all, written{what, query, args, g.number}); len(n.all) == n.wanted {
		close(n.enough)
	}
}

// writer writes until the program is gone, and records each write after its answer has come.
type writer func(n *network, life int, notes *notes) error

// atWork runs the writers until the program is gone.
func (n *network) atWork(life, wanted int, writers ...writer) *notes {
	log := &notes{wanted: wanted, enough: make(chan struct{}), stopped: make(chan error, len(writers)), of: n, life: life}
	for _, w := range writers {
		go func() { log.stopped <- w(n, life, log) }()
	}
	return log
}

// await waits for the wanted number of writes; the writers go on.
func (n *notes) await() {
	n.of.t.Helper()
	select {
	case <-n.enough:
	case err := <-n.stopped:
		n.of.t.Fatalf("life %d: a writer stopped before the end: %v\n%s", n.life, err, n.of.errors)
	}
}

// end waits, after the program has ended, until the writers have stopped.
func (n *notes) end() {
	for range cap(n.stopped) {
		<-n.stopped
	}
}

var drillCompany = map[string]any{"memberType": 2, "industryType": `["13003"]`,
	"location": `{"region":6,"prefecturecode":"23","citycode":"23105"}`, "salesAmount": 3, "mAndAExperience": 1, "remark": "備考"}

func drillDetails(id, name string) map[string]any {
	return map[string]any{"companyId": id, "companyName": name, "businessFormType": 1, "representativeName": "山本 一郎", "postalCode": "450-0002",
		"prefectureCode": "23", "cityCode": "23105", "townName": "名駅",
		"buildingName": "1-1", "representativePhoneNumber": "052-123-4567", "listType": 2, "capitalAmount": 10000, "numberOfEmployees": 25,
		"establishedYear": 1975}
}

// messenger sends messages in a negotiation, every so many times with a file.
func messenger(every int) writer {
	return func(n *network, life int, notes *notes) error { return writeMessages(n, life, every, notes) }
}

func writeMessages(n *network, life, every int, notes *notes) error {
	g, _, err := n.signIn("fin-b@demo.example.jp")
	if err != nil {
		return err
	}
	var rows struct {
		PartnerList []struct {
			BuyerNegotiationID string
			Status             int
		}
	}
	if _, err := g.call("GET", "/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100", nil, &rows); err != nil {
		return err
	}
	row := ""
	for _, r := range rows.PartnerList {
		if r.Status == 1 {
			row = r.BuyerNegotiationID
		}
	}
	for i := 0; ; i++ {
		text := fmt.Sprintf("承知しました %d-%d", life, i)
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		_ = w.WriteField("buyerNegotiationId", row)
		_ = w.WriteField("messageType", "2")
		_ = w.WriteField("messageBody", text)
		content, files := []byte(fmt.Sprintf("資料 %d-%d\n", life, i)), 0
		if i%every == 0 {
			f, err := w.CreateFormFile("file", "資料.txt")
			if err != nil {
				return err
			}
			_, _ = f.Write(bytes.Repeat(content, 1000))
			files = 1
		}
		_ = w.Close()
		status, answer, err := g.send("POST", "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", w.FormDataContentType(), &b)
		if err != nil {
			return err
		}
		if status != 200 {
			return fmt.Errorf("message: %d %s", status, answer)
		}
		notes.add(g, "message "+text, "SELECT count(*) FROM message WHERE body = ? AND (file_id IS NOT NULL) = ?", text, files)
	}
}

// lister creates sellers with a listing each, and asks their owners to approve it.
func lister(n *network, life int, notes *notes) error {
	g, _, err := n.signIn("fin-a@demo.example.jp")
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		name := fmt.Sprintf("試験製作所%d-%d", life, i)
		id := ""
		if _, err := g.call("POST", "/api/SellerCompany/CreateUpdateCompanyOverviewAsync", drillCompany, &id); err != nil {
			return err
		}
		notes.add(g, "seller", "SELECT count(*) FROM company WHERE id = ? AND kind = 2", id)
		if _, err := g.call("POST", "/api/SellerCompany/CreateUpdateCompanyDetailsAsync", drillDetails(id, name), nil); err != nil {
			return err
		}
		notes.add(g, "details of "+name, "SELECT count(*) FROM company_details WHERE company_id = ? AND company_name = ?", id, name)
		user := map[string]any{"clientId": id, "loginId": fmt.Sprintf("owner%d-%d@drill.example.jp", life, i), "userName": "利用 太郎",
			"userNameKana": "りよう　たろう", "phone1": "052-123-4567"}
		if _, err := g.call("POST", "/api/SellerCompanyUser/RegistUser", user, nil); err != nil {
			return err
		}
		notes.add(g, "person in charge of "+name, "SELECT count(*) FROM user WHERE client_id = ? AND role = 1", id)
		listing := map[string]any{"companyId": id, "businessName": "【東海】精密部品の加工", "description": "東海地方で金属部品の加工を営む企業です。",
			"industryTypes": `["13003"]`, "publicRegion": []int{6},
			"location": `{"region":6,"prefecturecode":"23","citycode":"23105"}`, "salesAmount": 3, "operatingProfit": 3, "salesPrice": 2,
			"salesPriceTo": 5, "numberOfManagersFrom": 11, "numberOfManagersTo": 20,
			"willingnessToSell": 1, "negotiationTarget": []int{1}, "salesAsset": []int{2}}
		var saved struct {
			SellerBusinessID string
			Version          int
		}
		if _, err := g.call("POST", "/api/SellerBusiness/CreateUpdateSellerBusinessOverviewAsync", listing, &saved); err != nil {
			return err
		}
		notes.add(g, "listing of "+name,
			"SELECT count(*) FROM listing l JOIN listing_content c ON c.listing_id = l.id AND c.side = 1 WHERE l.id = ? AND l.company_id = ?",
			saved.SellerBusinessID, id)
		details := map[string]any{"sellerBusinessId": saved.SellerBusinessID, "version": saved.Version, "companyName": name,
			"representativeName": "山本 一郎", "postalCode": "4500002", "address": "愛知県名古屋市中村区名駅1-1",
			"phone": "052-999-8877", "fiscalYear": 2025, "amountOfSales": 234567, "operatingProfit": 12345, "assignmentReason": []int{11},
			"services": "部品の加工", "markets": "国内", "targetCustomers": "機械", "advantage": "短納期", "providingMethod": "直販"}
		if _, err := g.call("POST", "/api/SellerBusiness/CreateUpdateSellerBusinessDetailsAsync", details, nil); err != nil {
			return err
		}
		notes.add(g, "listing's details of "+name, "SELECT count(*) FROM listing_content WHERE listing_id = ? AND side = 1 AND company_name = ?",
			saved.SellerBusinessID, name)
		// The demo's network asks for it before the owner is asked, by the bank's own text.
		var text struct{ ItemList []struct{ Key string } }
		if _, err := g.call("GET", fmt.Sprintf("/api/Duty/GetDutyText?kind=%d", deal.DutyExplanation), nil, &text); err != nil {
			return err
		}
		var items []string
		for _, x := range text.ItemList {
			items = append(items, x.Key)
		}
		explained := map[string]any{"companyId": id, "kind": int(deal.DutyExplanation), "record": int(store.InChargeOfCompany),
			"performedOn": "2020-04-01", "values": map[string]any{"role": "broker", "items": strings.Join(items, ","),
				"by": "湊 一郎", "handedOver": "paper",
				"toWhom": "representative", "toName": "山本 一郎"}}
		var duty struct{ DutyID string }
		if _, err := g.call("POST", "/api/Duty/RecordDuty", explained, &duty); err != nil {
			return err
		}
		notes.add(g, "duty of "+name, "SELECT count(*) FROM duty WHERE id = ?", duty.DutyID)
		if _, err := g.call("POST", "/api/SellerBusiness/SendApprovalRequest",
			map[string]any{"sellerBusinessId": saved.SellerBusinessID, "ppapMailaddress": fmt.Sprintf("second%d-%d@drill.example.jp", life, i)},
			nil); err != nil {
			return err
		}
		notes.add(g, "request to the owner of "+name, "SELECT count(*) FROM link_key WHERE subject_id = ? AND revoked IS NULL",
			saved.SellerBusinessID)
	}
}

// dealer creates buyers, starts a negotiation for each and ends it.
func dealer(n *network, life int, notes *notes) error {
	g, _, err := n.signIn("fin-b2@demo.example.jp")
	if err != nil {
		return err
	}
	var listings struct {
		SellerBusinessList []struct {
			SellerBusinessID     string
			MAndAAvailableStatus int
			IsOwn                bool
			FinancialID          string
		}
	}
	if _, err := g.call("GET", "/api/SellerBusiness/SearchSellerBusinessAsync?limit=40", nil, &listings); err != nil {
		return err
	}
	for i := 0; ; i++ {
		id := ""
		if _, err := g.call("POST", "/api/BuyerCompany/CreateUpdateCompanyOverviewAsync", drillCompany, &id); err != nil {
			return err
		}
		notes.add(g, "buyer", "SELECT count(*) FROM company WHERE id = ? AND kind = 1", id)
		if _, err := g.call("POST", "/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", drillDetails(id, fmt.Sprintf("試験買手%d-%d", life, i)),
			nil); err != nil {
			return err
		}
		notes.add(g, "buyer's details", "SELECT count(*) FROM company_details WHERE company_id = ?", id)
		var row struct {
			BuyerNegotiationID string
			Version            int
		}
		status, err := 0, error(nil)
		for _, l := range listings.SellerBusinessList { // not every one is open to every buyer
			if status, err = g.call("POST", "/api/BuyerNegotiation/StartNegotiation",
				map[string]any{"sellerBusinessId": l.SellerBusinessID, "companyId": id}, &row); status == 0 || status == 200 {
				break
			}
		}
		if err != nil {
			return err
		}
		notes.add(g, "negotiation", "SELECT count(*) FROM negotiation WHERE id = ? AND status IN (1, 9)", row.BuyerNegotiationID)
		if _, err := g.call("POST", "/api/BuyerNegotiation/NegotiationStatusChange",
			map[string]any{"buyerNegotiationId": row.BuyerNegotiationID, "version": row.Version, "fromStatus": 1, "status": 9, "endReason": 1},
			nil); err != nil {
			return err
		}
		notes.add(g, "end of the negotiation", "SELECT count(*) FROM negotiation WHERE id = ? AND status = 9 AND ended_at IS NOT NULL",
			row.BuyerNegotiationID)
	}
}

// visitor signs in again and again, saves a search and deletes it.
func visitor(n *network, life int, notes *notes) error {
	for i := 0; ; i++ {
		g, status, err := n.signIn("buy-b@demo.example.jp")
		if err != nil {
			return err
		}
		if status != 200 {
			return fmt.Errorf("sign-in: %d", status)
		}
		notes.add(g, "session", "SELECT count(*) FROM refresh_token WHERE hash = ?", auth.HashSecret(g.refresh))
		status, b, err := g.send("POST", "/token", "application/x-www-form-urlencoded",
			bytes.NewReader([]byte(url.Values{"grant_type": {"refresh_token"}, "refreshToken": {g.refresh}}.Encode())))
		if err != nil {
			return err
		}
		if status != 200 {
			return fmt.Errorf("refresh: %d %s", status, b)
		}
		notes.add(g, "rotation", "SELECT count(*) FROM refresh_token WHERE hash = ? AND used IS NOT NULL", auth.HashSecret(g.refresh))
		name := fmt.Sprintf("検索%d-%d", life, i)
		if err := g.forgetSearches(); err != nil { // left by an earlier run
			return err
		}
		var saved struct{ SavedSearchID string }
		if _, err = g.call("POST", "/api/SavedSearch/RegistSavedSearch",
			map[string]any{"area": "seller-business", "name": name, "conditions": "freeWord=%E5%8A%A0%E5%B7%A5"}, &saved); err != nil {
			return err
		}
		if _, err := g.call("POST", "/api/SavedSearch/DeleteSavedSearch", map[string]any{"savedSearchId": saved.SavedSearchID, "version": 1},
			nil); err != nil {
			return err
		}
		notes.add(g, "deletion of a saved search", "SELECT 1 - count(*) FROM saved_search WHERE name = ?", name)
	}
}

func (g *guest) forgetSearches() error {
	var kept struct {
		SavedSearchList []struct {
			SavedSearchID string
			Version       int
		}
	}
	if _, err := g.call("GET", "/api/SavedSearch/GetSavedSearchList?area=seller-business", nil, &kept); err != nil {
		return err
	}
	for _, s := range kept.SavedSearchList {
		if _, err := g.call("POST", "/api/SavedSearch/DeleteSavedSearch", map[string]any{"savedSearchId": s.SavedSearchID, "version": s.Version},
			nil); err != nil {
			return err
		}
	}
	return nil
}
