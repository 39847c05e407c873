package program

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/store"
)

// written is what the program acknowledged: a question to the database that must answer 1.
type written struct {
	what, query string
	args        []any
	number      string // of the request that did it
}

// notes are the acknowledged writes of one life of the program.
type notes struct {
	mu     sync.Mutex
	all    []written
	wanted int           // how many there are to be before the program is killed
	enough chan struct{} // closed with the last of them
}

func (n *notes) add(g *guest, what, query string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.all = append(n.all, written{what, query, args, g.number}); len(n.all) == n.wanted {
		close(n.enough)
	}
}

// writer does deeds until the program is gone, and notes each after its answer has come.
type writer func(n *network, life int, notes *notes) error

var drillCompany = map[string]any{"memberType": 2, "industryType": `["13003"]`, "location": `{"region":6,"prefecturecode":"23","citycode":"23105"}`, "salesAmount": 3, "mAndAExperience": 1, "remark": "備考"}

func drillDetails(id, name string) map[string]any {
	return map[string]any{"companyId": id, "companyName": name, "businessFormType": 1, "representativeName": "山本 一郎", "postalCode": "450-0002", "prefectureCode": "23", "cityCode": "23105", "townName": "名駅",
		"buildingName": "1-1", "representativePhoneNumber": "052-123-4567", "listType": 2, "capitalAmount": 10000, "numberOfEmployees": 25, "establishedYear": 1975}
}

// messenger writes into a negotiation, every so many times with a file.
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

// lister makes sellers with a listing each, and asks their owners to approve it.
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
		user := map[string]any{"clientId": id, "loginId": fmt.Sprintf("owner%d-%d@drill.example.jp", life, i), "userName": "利用 太郎", "userNameKana": "りよう　たろう", "phone1": "052-123-4567"}
		if _, err := g.call("POST", "/api/SellerCompanyUser/RegistUser", user, nil); err != nil {
			return err
		}
		notes.add(g, "person in charge of "+name, "SELECT count(*) FROM user WHERE client_id = ? AND role = 1", id)
		listing := map[string]any{"companyId": id, "businessName": "【東海】精密部品の加工", "description": "東海地方で金属部品の加工を営む企業です。", "industryTypes": `["13003"]`, "publicRegion": []int{6},
			"location": `{"region":6,"prefecturecode":"23","citycode":"23105"}`, "salesAmount": 3, "operatingProfit": 3, "salesPrice": 2, "salesPriceTo": 5, "numberOfManagersFrom": 11, "numberOfManagersTo": 20,
			"willingnessToSell": 1, "negotiationTarget": []int{1}, "salesAsset": []int{2}}
		var saved struct {
			SellerBusinessID string
			Version          int
		}
		if _, err := g.call("POST", "/api/SellerBusiness/CreateUpdateSellerBusinessOverviewAsync", listing, &saved); err != nil {
			return err
		}
		notes.add(g, "listing of "+name, "SELECT count(*) FROM listing l JOIN listing_content c ON c.listing_id = l.id AND c.side = 1 WHERE l.id = ? AND l.company_id = ?", saved.SellerBusinessID, id)
		details := map[string]any{"sellerBusinessId": saved.SellerBusinessID, "version": saved.Version, "companyName": name, "representativeName": "山本 一郎", "postalCode": "4500002", "address": "愛知県名古屋市中村区名駅1-1",
			"phone": "052-999-8877", "fiscalYear": 2025, "amountOfSales": 234567, "operatingProfit": 12345, "assignmentReason": []int{11}, "services": "部品の加工", "markets": "国内", "targetCustomers": "機械", "advantage": "短納期", "providingMethod": "直販"}
		if _, err := g.call("POST", "/api/SellerBusiness/CreateUpdateSellerBusinessDetailsAsync", details, nil); err != nil {
			return err
		}
		notes.add(g, "listing's details of "+name, "SELECT count(*) FROM listing_content WHERE listing_id = ? AND side = 1 AND company_name = ?", saved.SellerBusinessID, name)
		if _, err := g.call("POST", "/api/SellerBusiness/SendApprovalRequest", map[string]any{"sellerBusinessId": saved.SellerBusinessID, "ppapMailaddress": fmt.Sprintf("second%d-%d@drill.example.jp", life, i)}, nil); err != nil {
			return err
		}
		notes.add(g, "request to the owner of "+name, "SELECT count(*) FROM link_key WHERE subject_id = ? AND revoked IS NULL", saved.SellerBusinessID)
	}
}

// dealer makes buyers, starts a negotiation for each and ends it.
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
		if _, err := g.call("POST", "/api/BuyerCompany/CreateUpdateCompanyDetailsAsync", drillDetails(id, fmt.Sprintf("試験買手%d-%d", life, i)), nil); err != nil {
			return err
		}
		notes.add(g, "buyer's details", "SELECT count(*) FROM company_details WHERE company_id = ?", id)
		var row struct {
			BuyerNegotiationID string
			Version            int
		}
		status, err := 0, error(nil)
		for _, l := range listings.SellerBusinessList { // not every one is open to every buyer
			if status, err = g.call("POST", "/api/BuyerNegotiation/StartNegotiation", map[string]any{"sellerBusinessId": l.SellerBusinessID, "companyId": id}, &row); status == 0 || status == 200 {
				break
			}
		}
		if err != nil {
			return err
		}
		notes.add(g, "negotiation", "SELECT count(*) FROM negotiation WHERE id = ? AND status IN (1, 9)", row.BuyerNegotiationID)
		if _, err := g.call("POST", "/api/BuyerNegotiation/NegotiationStatusChange", map[string]any{"buyerNegotiationId": row.BuyerNegotiationID, "version": row.Version, "fromStatus": 1, "status": 9, "endReason": 1}, nil); err != nil {
			return err
		}
		notes.add(g, "end of the negotiation", "SELECT count(*) FROM negotiation WHERE id = ? AND status = 9 AND ended_at IS NOT NULL", row.BuyerNegotiationID)
	}
}

// visitor signs in again and again, keeps a search and deletes it.
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
		status, b, err := g.send("POST", "/token", "application/x-www-form-urlencoded", bytes.NewReader([]byte(url.Values{"grant_type": {"refresh_token"}, "refreshToken": {g.refresh}}.Encode())))
		if err != nil {
			return err
		}
		if status != 200 {
			return fmt.Errorf("refresh: %d %s", status, b)
		}
		notes.add(g, "rotation", "SELECT count(*) FROM refresh_token WHERE hash = ? AND used IS NOT NULL", auth.HashSecret(g.refresh))
		name := fmt.Sprintf("検索%d-%d", life, i)
		if err := g.forgetSearches(); err != nil { // that an earlier life left
			return err
		}
		var saved struct{ SavedSearchID string }
		if _, err = g.call("POST", "/api/SavedSearch/RegistSavedSearch", map[string]any{"area": "seller-business", "name": name, "conditions": "freeWord=%E5%8A%A0%E5%B7%A5"}, &saved); err != nil {
			return err
		}
		if _, err := g.call("POST", "/api/SavedSearch/DeleteSavedSearch", map[string]any{"savedSearchId": saved.SavedSearchID, "version": 1}, nil); err != nil {
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
		if _, err := g.call("POST", "/api/SavedSearch/DeleteSavedSearch", map[string]any{"savedSearchId": s.SavedSearchID, "version": s.Version}, nil); err != nil {
			return err
		}
	}
	return nil
}

// halves are questions about operations of which only a part is there; each must answer 0.
// :base is the last audit line before the first life.
var halves = map[string]string{
	"listing that is not where its history says":     `SELECT count(*) FROM listing l WHERE l.status IS NOT (SELECT h.to_status FROM listing_history h WHERE h.listing_id = l.id ORDER BY h.seq DESC LIMIT 1) AND EXISTS (SELECT 1 FROM listing_history h WHERE h.listing_id = l.id)`,
	"negotiation that is not where its history says": `SELECT count(*) FROM negotiation n WHERE n.status IS NOT (SELECT h.to_status FROM negotiation_history h WHERE h.negotiation_id = n.id ORDER BY h.seq DESC LIMIT 1) AND EXISTS (SELECT 1 FROM negotiation_history h WHERE h.negotiation_id = n.id)`,
	"listing without content":                        `SELECT count(*) FROM listing l WHERE NOT EXISTS (SELECT 1 FROM listing_content c WHERE c.listing_id = l.id AND c.side = 1)`,
	"message's audit line without message":           `SELECT count(*) FROM audit a WHERE a.seq > :base AND a.event = 'message.create' AND NOT EXISTS (SELECT 1 FROM message m WHERE m.id = a.subject_id)`,
	"message without audit line":                     `SELECT count(*) FROM message m WHERE m.created > (SELECT at FROM audit WHERE seq = :base) AND m.user_id <> '' AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.subject_id = m.id AND a.event = 'message.create')`,
	"session without its refresh token":              `SELECT count(*) FROM session s WHERE NOT EXISTS (SELECT 1 FROM refresh_token r WHERE r.session_id = s.id)`,
	"session without its audit line":                 `SELECT count(*) FROM session s WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.session_id = s.id AND a.event IN ('login', 'office_login'))`,
	"used refresh token without successor":           `SELECT count(*) FROM session s WHERE s.revoked IS NULL AND (SELECT count(*) FROM refresh_token r WHERE r.session_id = s.id AND r.used IS NULL) <> 1`,
	"link of an owner without its two mails":         `SELECT count(*) FROM link_key k WHERE k.kind = 'listing_approval' AND k.created > (SELECT at FROM audit WHERE seq = :base) AND (SELECT count(*) FROM outbox o WHERE o.created = k.created AND o.subject_id = k.subject_id) < 2`,
	"second weekly mail of one week":                 `SELECT count(*) FROM (SELECT 1 FROM outbox o WHERE o.kind = 'weekly_recommendation' GROUP BY o.address HAVING count(*) > 1)`,
	"file that belongs to nothing":                   `SELECT count(*) FROM file f WHERE NOT EXISTS (SELECT 1 FROM message m WHERE m.file_id = f.id) AND NOT EXISTS (SELECT 1 FROM document d WHERE d.file_id = f.id) AND NOT EXISTS (SELECT 1 FROM paper p WHERE p.file_id = f.id) AND NOT EXISTS (SELECT 1 FROM negotiation n WHERE n.consent_file = f.id)`,
}

// openCopy opens a copy's database beside the store.
func openCopy(t *testing.T, st *store.Store) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(st.Dir(), store.DatabaseFile)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// TestDrillKill kills the program in the midst of four writers, again and again on the same folder:
// what was acknowledged is there, nothing is there by half, and the next start is quick (trust.md G2).
func TestDrillKill(t *testing.T) {
	cycles := drillSize("DRILL_CYCLES", 5, 1000)
	dir := drillFolder(t)
	var base, acknowledged, lost, half int
	st, err := soundData(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := openCopy(t, st).QueryRow("SELECT max(seq) FROM audit").Scan(&base); err != nil {
		t.Fatal(err)
	}
	_ = st.Close()
	var ready []time.Duration
	for life := range cycles {
		n := serveDrill(t, dir)
		if _, status, err := n.signIn("fin-a@demo.example.jp"); status != 200 {
			t.Fatalf("life %d: the first sign-in after a kill: %d %v\n%s", life, status, err, n.errors)
		}
		ready = append(ready, time.Since(n.began))
		office := n.mustSignIn("office@demo.example.jp")
		// A backup and a round of mails may be in the midst of it, too.
		for _, job := range []string{"recommendations", "backup"} {
			if status, err := office.call("POST", "/api/Office/RunJob", map[string]any{"name": job}, nil); status != 200 && status != 409 {
				t.Fatalf("life %d: %v", life, err)
			}
		}
		log, stopped := &notes{wanted: 4 + rand.IntN(60), enough: make(chan struct{})}, make(chan error, 4)
		for _, w := range []writer{messenger(3), lister, dealer, visitor} {
			go func() { stopped <- w(n, life, log) }()
		}
		select {
		case <-log.enough: // and the others are in the midst of their work
			time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond)
		case err := <-stopped:
			t.Fatalf("life %d: a writer stopped before the kill: %v\n%s", life, err, n.errors)
		}
		n.kill()
		for range 4 {
			<-stopped
		}
		st, err := soundData(t, dir)
		if err != nil {
			t.Fatalf("life %d: %v", life, err)
		}
		db := openCopy(t, st)
		for _, w := range log.all {
			acknowledged++
			var there int
			if err := db.QueryRow(w.query, w.args...).Scan(&there); err != nil || there != 1 {
				lost++
				t.Errorf("life %d: acknowledged, and lost: %s (%d, %v)", life, w.what, there, err)
			}
		}
		for what, query := range halves {
			var found int
			if err := db.QueryRow(query, sql.Named("base", base)).Scan(&found); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			if found > 0 {
				half++
				t.Errorf("life %d: %d times a %s", life, found, what)
			}
		}
		if err := wholeFiles(db, dir); err != nil {
			t.Errorf("life %d: %v", life, err)
		}
		_, _ = db.Close(), st.Close()
		_ = os.RemoveAll(st.Dir())
	}
	report(t, "kill: %d kills, %d acknowledged writes, %d lost, %d half done; ready again p50 %v, p95 %v, at most %v", cycles, acknowledged, lost, half,
		percentile(ready, 0.5).Round(time.Millisecond), percentile(ready, 0.95).Round(time.Millisecond), ready[len(ready)-1].Round(time.Millisecond))
}

// wholeFiles compares the latest attachments with the hashes in their rows.
func wholeFiles(db *sql.DB, dir string) error {
	rows, err := db.Query("SELECT path, sha256 FROM file ORDER BY created DESC LIMIT 200")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var path, want string
		if err := rows.Scan(&path, &want); err != nil {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, store.FilesDir, path))
		if err != nil {
			return fmt.Errorf("a row without its file: %w", err)
		}
		if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != want {
			return fmt.Errorf("file %s of %d bytes is not what its row says", path, len(b))
		}
	}
	return rows.Err()
}
