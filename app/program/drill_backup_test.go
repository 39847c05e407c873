package program

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tsunagu/store"
)

// backups is the answer for the office's screen of backups.
type backups struct {
	BackupList []struct{ Name string }
	Job        struct {
		IsAsked, IsRunning bool
		LastRun            struct{ State, Error string }
	}
}

// backUp makes a backup by the office's button, and waits until it is done.
func (g *guest) backUp() (b backups) {
	g.n.t.Helper()
	settled := func() backups {
		for {
			var b backups
			g.must("GET", "/api/Office/GetBackupList", nil, &b)
			if !b.Job.IsAsked && !b.Job.IsRunning {
				return b
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	runs := func() (r struct{ AllCount int }) {
		g.must("GET", "/api/Office/GetJobRunList?name=backup", nil, &r)
		return r
	}
	settled() // waits for the hourly backup
	was := runs()
	g.must("POST", "/api/Office/RunJob", map[string]any{"name": "backup"}, nil)
	for began := time.Now(); runs() == was; {
		if time.Since(began) > 5*time.Minute {
			g.n.t.Fatalf("no backup is begun\n%s", g.n.errors)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return settled()
}

// TestDrillBackupFull fills the disk of the backups, before and during a backup: no incomplete
// backup has a backup's name, no part of it is left, the office is told, the platform goes on
// meanwhile, and the next backup succeeds once there is room (trust.md Storage).
func TestDrillBackupFull(t *testing.T) {
	mounts := ownMounts(t)
	dir, folder := drillFolder(t), filepath.Join(t.TempDir(), "backups")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TSUNAGU_BACKUP", folder)
	n := serveDrill(t, dir, append(mounts, "sh", "-ec", `mount -t tmpfs -o size=512m none "$0"; exec "$@"`, folder)...)
	disk := fmt.Sprintf("/proc/%d/root%s", n.cmd.Process.Pid, folder) // as the program sees it
	w, office := newWorkday(n), n.mustSignIn("office@demo.example.jp")
	first := office.backUp()
	if first.Job.LastRun.State != "done" || len(first.BackupList) == 0 {
		t.Fatalf("%+v\n%s", first, n.errors)
	}
	failedJobs := func() (s struct{ FailedJobCount int }) {
		office.must("GET", "/api/Office/GetSummary", nil, &s)
		return s
	}
	if n := failedJobs().FailedJobCount; n != 0 {
		t.Fatalf("%d jobs have failed to begin with", n)
	}
	filler, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer filler.Close()
	fill := func(leave uint64) {
		free, err := store.FreeBytes(disk)
		if err == nil {
			err = unix.Fallocate(int(filler.Fd()), 0, 0, int64(free-leave))
		}
		if err != nil {
			t.Error(err)
		}
	}
	wantRefused := func(b backups, named []struct{ Name string }, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if b.Job.LastRun.State != "failed" || !strings.Contains(b.Job.LastRun.Error, text) {
				t.Errorf("the office reads %+v, want %s", b.Job.LastRun, text)
			}
		}
		if !slices.Equal(b.BackupList, named) || len(glob(t, disk, "tsunagu-*")) != len(named) {
			t.Errorf("%v, want %v", glob(t, disk, "*"), named)
		}
		if left := append(glob(t, disk, ".tsunagu-*"), glob(t, dir, ".snapshot-*")...); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
		if n := failedJobs().FailedJobCount; n != 1 {
			t.Errorf("the office's first screen counts %d failed jobs", n)
		}
	}

	// Other users work all the time.
	var said atomic.Int64
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			if _, err := w.say(fmt.Sprintf("その間に %d", i)); err != nil {
				stopped <- err
				return
			}
			said.Add(1)
		}
	}()

	// During a backup: there is room when the program checks, and none when it writes. If the disk
	// was not filled in time, the backup succeeds and the test tries again.
	var late int
	b := first
	for b.Job.LastRun.State == "done" {
		filling := make(chan struct{})
		go func() {
			defer close(filling)
			for len(glob(t, dir, ".snapshot-*")) == 0 {
				time.Sleep(50 * time.Microsecond)
			}
			fill(1 << 20)
		}()
		named := b.BackupList
		b = office.backUp()
		<-filling
		if b.Job.LastRun.State != "done" {
			wantRefused(b, named, "ディスクの空き容量が足りません。")
		} else if late++; late > 100 {
			t.Fatal("the disk is always filled too late")
		} else if err := filler.Truncate(0); err != nil {
			t.Fatal(err)
		}
	}
	// Before a backup: it does not start.
	named := b.BackupList
	wantRefused(office.backUp(), named, "ディスクの空き容量が足りません（必要", "空き 1024KB")
	check := func(name string) (string, error) { // in the mount namespace of the disk, because SQLite resolves the path
		cmd := exec.Command("nsenter", "-t", fmt.Sprint(n.cmd.Process.Pid), "-m", os.Args[0], "check", "-backup", filepath.Join(folder, name))
		cmd.Env = environment()
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	// A backup cannot be unpacked for a check either, which is no fault of the backup.
	if out, err := check(named[0].Name); err == nil || !strings.Contains(out, "検査するための空き容量がない") || strings.Contains(out, "問題が見つかりました") {
		t.Error(out)
	}
	if err := filler.Truncate(0); err != nil {
		t.Fatal(err)
	}
	for _, b := range named {
		if out, err := check(b.Name); err != nil {
			t.Errorf("%s: %v %s", b.Name, err, out)
		}
	}
	if b = office.backUp(); b.Job.LastRun.State != "done" || b.Job.LastRun.Error != "" || failedJobs().FailedJobCount != 0 {
		t.Errorf("with room again: %+v", b.Job.LastRun)
	}
	if out, err := check(b.BackupList[0].Name); err != nil {
		t.Errorf("%s: %v %s", b.BackupList[0].Name, err, out)
	}
	close(stop)
	if err := <-stopped; err != nil || said.Load() == 0 {
		t.Errorf("the platform was disturbed after %d messages: %v", said.Load(), err)
	}

	// The disk of the data needs room for the snapshot, however much the other disk has.
	small, to := filepath.Join(t.TempDir(), "small"), t.TempDir()
	if err := os.Mkdir(small, 0o700); err != nil {
		t.Fatal(err)
	}
	from, err := demoWorldFolder()
	if err != nil {
		t.Fatal(err)
	}
	args := append(mounts, "sh", "-ec", `mount -t tmpfs -o size=64m none "$0"; cp -a "$1"/. "$0"; shift; exec "$@"`, small, from, os.Args[0],
		"backup", "-data", small, "-to", to)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = environment()
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || !strings.Contains(string(out), "データのあるディスクの空き容量が足りません（必要") || len(glob(t, to, "*")) != 0 {
		t.Errorf("without room beside the data: %v %s", err, out)
	}
	report(t, "full disk under a backup: refused in its midst (%d tries too late) and before it, nothing left, %d messages meanwhile, the next one whole", late, said.Load())
}
