package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"tsunagu/app/auth"
	"tsunagu/app/replica"
	"tsunagu/app/upkeep"
)

// serveCopied runs the program on a folder of the demo's with more options.
func serveCopied(t *testing.T, dir string, options ...string) *network {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"demo", "-data", dir, "-addr", "localhost:0", "-open=false"}, options...)...)
	cmd.Env = environment()
	return serveBy(t, dir, cmd)
}

// fromCopy is what is at a target, as it is there, in a folder of its own.
func fromCopy(t *testing.T, address, key string) string {
	t.Helper()
	to := t.TempDir()
	if _, err := replica.Fetch(t.Context(), address, "", nil, to); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(key)
	if err == nil {
		err = os.WriteFile(filepath.Join(to, auth.KeyFile), raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := upkeep.CheckData(t.Context(), to); err != nil {
		t.Error(err)
	}
	return to
}

// TestDrillCopy kills the program while four writers work, again and again, and looks at the copy alone, as if the
// machine were gone: each write that was answered is there, and each row has its file (trust.md G13).
func TestDrillCopy(t *testing.T) {
	copyDrill(t, "folder", drillSize("DRILL_COPY", 2, 200), "file://"+filepath.ToSlash(filepath.Join(t.TempDir(), "copy")))
}

func copyDrill(t *testing.T, kind string, cycles int, address string) {
	t.Helper()
	dir := drillFolder(t)
	key := filepath.Join(dir, "tsunagu.key")
	var acknowledged, lost int
	var ready, back []time.Duration
	for life := range cycles {
		n := serveCopied(t, dir, "-replica", address, "-replica-wait")
		n.mustSignIn("fin-a@demo.example.jp")
		ready = append(ready, time.Since(n.began))
		log := n.atWork(life, 20, messenger(3), lister, dealer, visitor)
		log.await()
		n.kill()
		log.end()
		began := time.Now()
		folder := fromCopy(t, address, key)
		back = append(back, time.Since(began))
		st, err := soundData(t, folder)
		if err != nil {
			t.Fatalf("life %d: %v", life, err)
		}
		db := openCopy(t, st)
		for _, w := range log.all {
			acknowledged++
			var there int
			if err := db.QueryRow(w.query, w.args...).Scan(&there); err != nil || there != 1 {
				lost++
				t.Errorf("life %d: acknowledged, and not at the target: %s (%d, %v)", life, w.what, there, err)
			}
		}
		if err := wholeFiles(db, folder); err != nil {
			t.Errorf("life %d: %v", life, err)
		}
		_, _ = db.Close(), st.Close()
		if life == cycles-1 { // the machine is gone for good: another one goes on with the copy, and copies in its turn
			other := filepath.Join(t.TempDir(), "data")
			ofProgram(t, "restore", "-from-replica", address, "-data", other, "-key", key)
			ofProgram(t, "check", "-data", other)
			again := serveCopied(t, other, "-replica", address, "-replica-wait")
			again.mustSignIn("fin-a@demo.example.jp")
			again.kill()
			fromCopy(t, address, key)
		}
		_ = os.RemoveAll(folder)
	}
	report(t, "copy to %s: %d kills, %d acknowledged writes, %d not at the target; ready again p50 %v, p95 %v; fetched and checked p50 %v",
		kind, cycles, acknowledged, lost, percentile(ready, 0.5).Round(time.Millisecond), percentile(ready, 0.95).Round(time.Millisecond),
		percentile(back, 0.5).Round(time.Millisecond))
}

// TestDrillCopyS3 is TestDrillCopy to a server that speaks S3; with another secret nothing is given out.
func TestDrillCopyS3(t *testing.T) {
	address := s3Target(t).whole()
	copyDrill(t, "s3", drillSize("DRILL_COPY", 2, 50), address)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "another secret")
	if _, err := replica.Fetch(t.Context(), address, "", nil, t.TempDir()); err == nil {
		t.Error("the copy is given out with another secret")
	}
}

// TestDrillCopySFTP is TestDrillCopy to an OpenSSH server; a server with another key gets nothing.
func TestDrillCopySFTP(t *testing.T) {
	s := sftpServer(t)
	address := "sftp://" + s.User + "@" + s.Address + s.Folder
	copyDrill(t, "sftp", drillSize("DRILL_COPY", 2, 50), address)
	t.Setenv("SFTP_HOST_KEY", s.OtherKey)
	if _, err := replica.Fetch(t.Context(), address, "", nil, t.TempDir()); err == nil {
		t.Error("the copy is fetched from a server with another key")
	}
}

// TestDrillCopyNATS is TestDrillCopy to three nodes of NATS, of which one is dead for half of the time; with another
// password nothing is given out.
func TestDrillCopyNATS(t *testing.T) {
	c := natsServers(t)
	cycles := drillSize("DRILL_COPY", 2, 50)
	copyDrill(t, "nats", (cycles+1)/2, c.Address("whole"))
	c.Nodes[0].Kill()
	copyDrill(t, "nats without a node", (cycles+1)/2, c.Address("less"))
	t.Setenv("NATS_PASSWORD", "another password")
	if _, err := replica.Fetch(t.Context(), c.Address("whole"), "", nil, t.TempDir()); err == nil {
		t.Error("the copy is given out with another password")
	}
}
