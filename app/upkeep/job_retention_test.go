package upkeep_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tsunagu/app/apptest"
	"tsunagu/app/auth"
	"tsunagu/app/disclosure"
	"tsunagu/app/mail/mailtest"
	"tsunagu/app/upkeep"
	"tsunagu/app/web"
	"tsunagu/store"
)

const year = 365 * 24 * time.Hour

func verify(p *apptest.Platform) error {
	return p.App.Store.Read(p.T.Context(), func(q *store.Q) error {
		return upkeep.VerifyChains(q, func() (*auth.Keys, error) { return p.App.Keys, nil })
	})
}

// What was kept long enough goes, and nothing else; both chains verify all the same, and do not
// where a line was changed.
func TestRetention(t *testing.T) {
	tk := apptest.NewTalks(apptest.NewPlatform(t))
	row := tk.Named()
	tk.FinB.Upload(apptest.NegotiationBase+"CreateBuyerNegotiationMessageAsync",
		map[string]any{"buyerNegotiationId": row, "messageType": 2, "messageBody": "資料です。"}, "資料.pdf", []byte("%PDF-1.7 資料")).Want(200)
	apptest.SeeDetails(tk.FinB, tk.Listing).Want(200) // a line of the ledger
	tk.FinB.To(row, 3, 9, map[string]any{"endReason": 1}).Want(200)
	other := tk.FinB.Post(apptest.NegotiationBase+"StartNegotiation",
		map[string]any{"sellerBusinessId": tk.Listing, "companyId": tk.RivalBuyer}).Want(200).JSON()["buyerNegotiationId"].(string)
	tk.Visitor().Post(apptest.RegistAccountRequest, apptest.AccountRequest()).Want(200)
	tk.Write(func(tx *store.Tx) error {
		rs, err := tx.AccountRequests(1)
		if err != nil {
			return err
		}
		rs[0].Status, rs[0].Reason = 2, "対象外"
		return tx.DecideAccountRequest(&rs[0], 0, "")
	})
	lines := func(chain string) int { return tk.Count("SELECT count(*) FROM " + chain) }
	files := func() (n int) {
		_ = filepath.WalkDir(filepath.Join(tk.App.Store.Dir(), store.FilesDir), func(path string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				n++
				_ = os.Chtimes(path, storeTime(tk.Platform), storeTime(tk.Platform)) // as old as the test's world
			}
			return err
		})
		return n
	}
	audit, ledger := lines("audit"), lines("ledger")
	if files() != 1 || audit < 20 || ledger < 1 {
		t.Fatalf("%d files, %d lines of the audit log, %d of the ledger", files(), audit, ledger)
	}
	purge := func() {
		t.Helper()
		tk.Job("retention")
		tk.Job("retention")
		if err := verify(tk.Marketplace.Banks.Platform); err != nil {
			t.Fatal(err)
		}
	}
	purge()
	if n := lines("audit"); n != audit {
		t.Errorf("%d lines of the audit log, were %d", n, audit)
	}
	tk.Clock.Add(200 * 24 * time.Hour)
	purge()
	if n := tk.Count("SELECT count(*) FROM account_request"); n != 0 {
		t.Errorf("%d requests after six months", n)
	}
	tk.Clock.Add(3 * year)
	purge()
	if n := lines("audit"); n != 1 { // the word of the purge itself
		t.Errorf("%d lines of the audit log after three years", n)
	}
	if n := lines("ledger"); n != ledger || tk.Count("SELECT count(*) FROM negotiation") != 2 {
		t.Errorf("%d lines of the ledger, were %d", n, ledger)
	}
	tk.Write(func(tx *store.Tx) error { return tx.AddAudit(store.AuditLine{Event: "later", Result: "ok"}) })
	if files() != 1 {
		t.Error("the attachment is gone")
	}
	tk.Clock.Add(8 * year)
	purge()
	if tk.Count("SELECT count(*) FROM negotiation WHERE id = ?", row) != 0 ||
		tk.Count("SELECT count(*) FROM negotiation WHERE id = ?", other) != 1 || lines("ledger") != 0 || files() != 0 {
		t.Errorf("after ten years: %d lines of the ledger, %d files", lines("ledger"), files())
	}
	if err := openIntegrity(tk.Platform); err != nil {
		t.Error(err)
	}
	// A chain that is empty goes on from its checkpoint.
	tk.Write(func(tx *store.Tx) error {
		return errors.Join(tx.AddLedger(store.LedgerLine{Kind: "view", Level: int(disclosure.L4)}),
			tx.AddLedger(store.LedgerLine{Kind: "view", Level: int(disclosure.L4)}))
	})
	if err := verify(tk.Marketplace.Banks.Platform); err != nil {
		t.Error(err)
	}

	// A chain that was shortened without a signed checkpoint does not verify.
	db := apptest.OpenRaw(t, tk.App.Store.Dir())
	for query, want := range map[string]string{"DELETE FROM ledger": "append-only", "DELETE FROM audit": "append-only",
		"DELETE FROM chain_checkpoint":              "append-only",
		"UPDATE chain_checkpoint SET seq = seq + 1": "append-only"} {
		if _, err := db.Exec(query); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", query, err)
		}
	}
	if _, err := db.Exec("INSERT INTO chain_checkpoint SELECT 'ledger', seq, hash, 1, at, 'forged' FROM ledger ORDER BY seq LIMIT 1; DELETE FROM ledger WHERE seq = (SELECT min(seq) FROM ledger)"); err != nil {
		t.Fatal(err)
	}
	if err := verify(tk.Marketplace.Banks.Platform); err == nil || !strings.Contains(err.Error(), "not signed") {
		t.Errorf("a forged checkpoint: %v", err)
	}
}

// Where large and small letters are alike, the folder of one file's name may be the one that another
// file's made, spelt as that one. A file with a row is never swept for it.
func TestFileInAFolderOfOtherLetters(t *testing.T) {
	p := apptest.NewPost(t, mailtest.Options{})
	files := filepath.Join(p.App.Store.Dir(), store.FilesDir)
	kept := p.Attach("一")
	for strings.ToUpper(kept[:2]) == kept[:2] { // two digits have no other letters
		kept = p.Attach("一")
	}
	other := strings.ToUpper(kept[:2])
	if err := os.Rename(filepath.Join(files, filepath.Dir(kept)), filepath.Join(files, other)); err != nil {
		t.Fatal(err)
	}
	there := filepath.Join(files, other, filepath.Base(kept))
	orphan := filepath.Join(files, other, auth.NewSecret())
	apptest.WriteFile(t, orphan, "%PDF-1.7 二")
	for _, file := range []string{there, orphan} {
		if err := os.Chtimes(file, storeTime(p.Platform), storeTime(p.Platform)); err != nil {
			t.Fatal(err)
		}
	}
	p.Clock.Add(2 * upkeep.OrphanAge)
	p.Job("retention")
	if _, err := os.Stat(there); err != nil {
		t.Errorf("a file with a row: %v", err)
	}
	if _, err := os.Stat(orphan); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file without a row: %v", err)
	}
}

func storeTime(p *apptest.Platform) time.Time { return p.Clock.Now() }

func openIntegrity(p *apptest.Platform) error {
	return p.App.Store.Read(p.T.Context(), func(q *store.Q) error { return q.Integrity() })
}

// A table that comes to refer to a negotiation, or to a message, must go with it: whoever adds one
// says so in ForgetNegotiation, or in a trigger of the negotiation's, and here.
func TestAllOfANegotiationGoes(t *testing.T) {
	p := apptest.NewPlatform(t)
	rows, err := apptest.OpenRaw(t,
		p.App.Store.Dir()).Query(`SELECT m.name || '.' || f."from" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND f."table" IN ('negotiation', 'message') ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		got = append(got, s)
	}
	want := []string{"break_glass.negotiation_id", "buyer_report.negotiation_id", "market_deal.negotiation_id", "message.negotiation_id",
		"message_read.message_id", "milestone.negotiation_id",
		"milestone_proposal.negotiation_id", "negotiation_history.negotiation_id"}
	if err := rows.Err(); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
}

// A purge stops where the clock moves in its midst.
func TestPurgeStopsWithTheClock(t *testing.T) {
	p := apptest.NewPlatform(t)
	r := &web.JobRun{Context: t.Context(), Platform: p.App.Platform, Job: p.App.JobNamed("retention"), Began: p.Clock.Now()}
	nothing := func(*store.Tx) (string, error) { return "", nil }
	if err := r.Piece("", nothing); err != nil {
		t.Error(err)
	}
	for _, by := range []time.Duration{25 * time.Hour, -26 * time.Hour} {
		p.Clock.Add(by)
		if err := r.Piece("", nothing); !errors.Is(err, web.ErrClockMoved) {
			t.Errorf("moved by %s: %v", by, err)
		}
		p.Clock.Add(-by)
	}
}

// What is over of sign-ins goes; who is signed in stays signed in.
func TestSessionsCleanUp(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	m.Write(func(tx *store.Tx) error {
		return errors.Join(tx.AddLoginFailure("x", "10.0.0.1", ""), tx.RememberDevice("old", apptest.UserIDOf(m.Platform, "fin@a.example.jp")))
	})
	was := m.Count("SELECT count(*) FROM session")
	m.Job("session_cleanup")
	m.FinA.Get("/api/Topics/GetTopics").Want(200)
	if n := m.Count("SELECT count(*) FROM session"); n != was || m.Count("SELECT count(*) FROM login_failure") != 1 {
		t.Errorf("%d sessions, were %d", n, was)
	}
	m.Clock.Add(100 * 24 * time.Hour)
	now := m.SignIn("fin@a.example.jp")
	m.Job("session_cleanup")
	now.Get("/api/Topics/GetTopics").Want(200)
	for query, want := range map[string]int{"SELECT count(*) FROM refresh_token": 1, "SELECT count(*) FROM login_failure": 0,
		"SELECT count(*) FROM device WHERE hash = 'old'":                                                         1,
		"SELECT count(*) FROM session WHERE user_id = (SELECT id FROM user WHERE login_id = 'fin@a.example.jp')": 1, // the one of today
		// its last one, of which the office's list tells
		"SELECT count(*) FROM session WHERE user_id = (SELECT id FROM user WHERE login_id = 'fin@b.example.jp')": 1} {
		if n := m.Count(query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
	m.Clock.Add(90 * 24 * time.Hour)
	m.Job("session_cleanup")
	if n := m.Count("SELECT count(*) FROM device WHERE hash = 'old'"); n != 0 {
		t.Error("the device is still known after half a year")
	}
}

// What a mail said that could not be sent is erased after two weeks, be it that it was refused or that
// no server took it; what was written since waits as it was.
func TestDeadMailsAreErased(t *testing.T) {
	m := apptest.NewMarketplace(apptest.NewPlatform(t))
	id, _ := m.Draft(nil)
	m.Request(id)
	var refused store.OutboxMail
	m.Write(func(tx *store.Tx) error {
		ms, err := tx.Mails(1)
		if err != nil {
			return err
		}
		refused = ms[0]
		return tx.MarkMail(refused.ID, store.MailDead, 9, time.Time{}, "550")
	})
	bodies := func() int { return m.Count("SELECT count(*) FROM outbox WHERE body IS NOT NULL") }
	all := bodies()
	m.Job("mail_cleanup")
	m.Clock.Add(15 * 24 * time.Hour)
	if bodies() != all {
		t.Error("erased too early")
	}
	m.Write(func(tx *store.Tx) error {
		return tx.QueueMail(&store.OutboxMail{Kind: refused.Kind, Address: refused.Address, UserID: refused.UserID, Subject: refused.Subject,
			Body: refused.Body})
	})
	r := m.Job("mail_cleanup")
	if bodies() != 1 || len(r.Counts) != 2 || r.Counts[0].Count != all-1 || r.Counts[1].Count != all {
		t.Errorf("%d bodies of %d: %+v", bodies(), all, r)
	}
}
