package program

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tsunagu/store"
)

// halves are queries for operations of which only a part is stored; each must return 0. :base is
// the last audit line before the first run of the program.
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

// TestDrillKill kills the program while four writers work, again and again on the same folder:
// acknowledged writes are stored, no write is stored in part, and the next start is quick (trust.md
// G2).
func TestDrillKill(t *testing.T) {
	cycles := drillSize("DRILL_CYCLES", 5, 1000)
	dir := drillFolder(t)
	var base, acknowledged, lost, half, indexes int
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
		// A backup and a round of mails may be running at the kill, too.
		for _, job := range []string{"recommendations", "backup"} {
			if status, err := office.call("POST", "/api/Office/RunJob", map[string]any{"name": job}, nil); status != 200 && status != 409 {
				t.Fatalf("life %d: %v", life, err)
			}
		}
		log := n.atWork(life, 4+rand.IntN(60), messenger(3), lister, dealer, visitor)
		log.await()
		time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond)
		n.kill()
		log.end()
		if isRead, err := soundIndex(t, dir); err != nil {
			t.Errorf("life %d: %v", life, err)
		} else if isRead {
			indexes++
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
	if indexes < cycles/2 {
		t.Errorf("after %d of %d kills the search index was read", indexes, cycles)
	}
	report(t, "kill: %d kills, %d acknowledged writes, %d lost, %d half done; ready again p50 %v, p95 %v, at most %v", cycles, acknowledged,
		lost, half,
		percentile(ready, 0.5).Round(time.Millisecond), percentile(ready, 0.95).Round(time.Millisecond),
		ready[len(ready)-1].Round(time.Millisecond))
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
