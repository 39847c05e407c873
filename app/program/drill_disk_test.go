package program

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tsunagu/store"
)

// ownMounts is the command prefix with which a test can mount a disk of its own; skips the test
// where that is impossible.
func ownMounts(t *testing.T) []string {
	t.Helper()
	for _, args := range [][]string{{"unshare", "-m"}, {"unshare", "-r", "-m"}} {
		if exec.Command(args[0], append(args[1:], "sh", "-c", "mount -t tmpfs -o size=1m none /mnt")...).Run() == nil {
			return args
		}
	}
	t.Skip("this machine lets nobody mount a small disk")
	return nil
}

// TestDrillDiskFull fills the disk under the running program: writes answer 503 and change nothing,
// signed-in users can read L1 and L2, calls that must write a log line answer 503, and everything
// works again without a restart once there is room (trust.md Storage).
func TestDrillDiskFull(t *testing.T) {
	mounts := ownMounts(t)
	from, err := demoWorldFolder()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	script := `mount -t tmpfs -o size=64m none "$1" && cp -a "$2"/. "$1" && shift 2 && exec "$@"`
	n := serveDrill(t, dir, append(mounts, "sh", "-c", script, "sh", dir, from)...)
	disk := fmt.Sprintf("/proc/%d/root%s", n.cmd.Process.Pid, dir) // as the program sees it

	w := newWorkday(n)
	full, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 20; size >= 512; size /= 2 {
		for err == nil {
			_, err = full.Write(make([]byte, size))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		err = nil
	}
	// Free space inside the log is still used; then the first write is refused.
	kept, refused := 0, ""
	for i := 0; refused == ""; i++ {
		text := fmt.Sprintf("満杯 %d", i)
		switch status, err := w.say(text); status {
		case 200:
			kept = i
		case 503:
			if refused = text; !strings.Contains(err.Error(), "何も変更されていません") {
				t.Error(err)
			}
		default:
			t.Fatalf("message %d on a full disk: %v\n%s", i, err, n.errors)
		}
	}
	if th := w.thread(); strings.Contains(th, refused+`"`) || kept > 0 && !strings.Contains(th, fmt.Sprintf("満杯 %d", kept)) {
		t.Errorf("refused, and there: %q (or lost: %d)", refused, kept)
	}
	w.wantReads("on a full disk")
	w.wantRecords(503, "on a full disk")
	if err := full.Truncate(0); err != nil {
		t.Fatal(err)
	}
	w.wantRecords(200, "after there is room again")
	if status, err := w.say("つづき"); status != 200 {
		t.Error(err)
	}
	if th := w.thread(); strings.Contains(th, refused+`"`) || !strings.Contains(th, "つづき") {
		t.Error("the refused message came after all, or the next one did not")
	}
	// Stopped and killed, so that the disk stays as it is at this moment, without an orderly
	// shutdown.
	_ = n.cmd.Process.Signal(syscall.SIGSTOP)
	at := filepath.Join(t.TempDir(), "stopped")
	copyData(t, disk, at)
	st, err := soundData(t, at)
	if err != nil {
		t.Errorf("after a full disk: %v", err)
	}
	if st != nil {
		_ = st.Close()
	}
	report(t, "full disk: %d more messages fitted into the log, then 503; %d kinds of reading went on, %d kinds that leave a line answered 503; all of them again without a restart", kept, len(w.reads), len(w.recorded))
}

// TestDrillDamage overwrites the database under the running program: an answer is the same as
// before, or an error that is logged, and never anything else (trust.md Storage).
func TestDrillDamage(t *testing.T) {
	dir := drillFolder(t)
	n := serveDrill(t, dir)
	g := n.mustSignIn("fin-b@demo.example.jp")
	var found struct {
		SellerBusinessList []struct{ SellerBusinessID string }
	}
	g.must("GET", "/api/SellerBusiness/SearchSellerBusinessAsync?limit=60", nil, &found)
	paths := []string{"/api/BuyerNegotiation/PartnerListByBuyerFinancial?limit=100", "/api/BuyerCompany/SearchCompanyAsync?limit=30",
		"/api/FinancialUser/GetUsersList", "/api/Item/GetItems"}
	for _, l := range found.SellerBusinessList {
		paths = append(paths, "/api/SellerBusiness/GetSellerBusinessOverViewAsync?sellerBusinessId="+l.SellerBusinessID)
	}
	before := map[string]string{}
	for _, p := range paths {
		status, b, err := g.send("GET", p, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		before[p] = fmt.Sprint(status, string(b))
	}
	// An orderly shutdown copies the log into the file; then every page but the first is
	// overwritten with noise.
	if err := n.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_, _ = n.cmd.Process.Wait()
	n = serveDrill(t, dir)
	again := n.mustSignIn("fin-b@demo.example.jp")
	f, err := os.OpenFile(filepath.Join(dir, store.DatabaseFile), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 4096)
	for at := int64(4096); at < size; at += 4096 {
		_, _ = rand.Read(noise)
		if _, err := f.WriteAt(noise, at); err != nil {
			t.Fatal(err)
		}
	}
	failed := 0
	for _, p := range paths {
		status, b, err := again.send("GET", p, "", nil)
		switch {
		case err != nil:
			t.Errorf("%s: %v", p, err)
		case status >= 500:
			failed++
			if !strings.Contains(string(b), `"code":"internal"`) && !strings.Contains(string(b), `"code":"unavailable"`) {
				t.Errorf("%s: %d %s", p, status, b)
			}
		case fmt.Sprint(status, string(b)) != before[p]:
			t.Errorf("%s answers otherwise from a damaged database: %d %s", p, status, b)
		}
	}
	if failed == 0 || !strings.Contains(n.errors.String(), "malformed") && !strings.Contains(n.errors.String(), "not a database") {
		t.Errorf("%d of %d reads failed; the log:\n%s", failed, len(paths), n.errors)
	}
	n.kill()
	if code := start(t, "check", "-data", dir).wait(); code == 0 {
		t.Error("check finds no fault in a damaged database")
	}
	report(t, "damaged database under the running program: %d reads, %d refused and logged, %d as before, 0 wrong", len(paths), failed,
		len(paths)-failed)
}
