package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// imageOfDisk is a file with a file system (ext4) that holds the demo's data, and a function for
// the command prefix that mounts it on a folder; it is unmounted when the last process of that
// command ends.
func imageOfDisk(t *testing.T, dir string) (image string, mounted func(options string) []string) {
	t.Helper()
	from, err := demoWorldFolder()
	if err != nil {
		t.Fatal(err)
	}
	image = filepath.Join(t.TempDir(), "disk.img")
	f, err := os.Create(image)
	if err == nil {
		err = f.Truncate(192 << 20)
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if out, err := exec.Command("mkfs.ext4", "-q", "-F", image).CombinedOutput(); err != nil {
		t.Skipf("this machine makes no file system: %v %s", err, out)
	}
	mounted = func(then string) []string {
		return []string{"unshare", "-m", "sh", "-ec", `mount -o loop,errors=remount-ro "$0" "$1"; ` + then + `; shift; exec "$@"`, image, dir}
	}
	if out, err := exec.Command("unshare", append(mounted(`cp -a "` + from + `"/. "$1"; sync`)[1:], "true")...).CombinedOutput(); err != nil {
		t.Skipf("this machine lets nobody mount a file: %v %s", err, out)
	}
	return image, mounted
}

// inside runs a shell command in the program's mount namespace.
func (n *network) inside(script string) {
	n.t.Helper()
	if out, err := exec.Command("nsenter", "-t", fmt.Sprint(n.cmd.Process.Pid), "-m", "sh", "-ec", script, "sh",
		n.dir).CombinedOutput(); err != nil {
		n.t.Fatalf("%s: %v %s", script, err, out)
	}
}

// TestDrillReadOnly makes the running program's disk read-only, twice: first by a flag on its files,
// which can be removed; then as a kernel does after a disk error, which cannot be undone. Writes
// answer 503 and change nothing, L1 and L2 can be read, a sign-in reports the state. The first case
// ends without a restart, and a program started on such a disk says what is wrong (trust.md Storage).
func TestDrillReadOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	image, mounted := imageOfDisk(t, dir)
	n := serveDrill(t, dir, mounted(":")...)
	w := newWorkday(n)
	office := n.mustSignIn("office@demo.example.jp")

	wantReadOnly := func(when, text string) {
		t.Helper()
		before := w.thread()
		for range 3 {
			if status, err := w.say(text); status != 503 || !strings.Contains(err.Error(), "何も変更されていません") {
				t.Errorf("a message %s: %d %v", when, status, err)
			}
		}
		w.wantReads(when)
		w.wantRecords(503, when)
		form := "grant_type=password&loginId=buy-b@demo.example.jp&password=" + drillPassword
		if status, b, err := n.guest().send("POST", "/token", "application/x-www-form-urlencoded", strings.NewReader(form)); status != 503 ||
			!strings.Contains(string(b), "ただいま保存できません。") {
			t.Errorf("a sign-in %s: %d %s %v", when, status, b, err)
		}
		if status, b, err := office.send("GET", "/readyz", "", nil); status != 503 || !strings.Contains(string(b), "データのフォルダに書き込めません。") {
			t.Errorf("the watch %s: %d %s %v", when, status, b, err)
		}
		if w.thread() != before {
			t.Errorf("something came %s", when)
		}
	}

	// Not the shared-memory file: it is written through a mapping, which the kernel still allows on a
	// disk that it has made read-only, but not with this flag.
	n.inside(`chattr -R +i "$1"; chattr -i "$1"/*-shm`)
	wantReadOnly("on files that nobody may change", "変えられません")
	n.inside(`chattr -R -i "$1"`)
	w.wantRecords(200, "after it may be written again")
	if status, err := w.say("つづき"); status != 200 {
		t.Error(err)
	}

	// A second reading of a name by one session within half an hour leaves no line of its own, and needs no disk.
	w.reader = n.mustSignIn("fin-b@demo.example.jp")
	n.inside(`loop=$(findmnt -no SOURCE "$1"); echo 1 > /sys/fs/ext4/${loop#/dev/}/trigger_fs_error; ! touch "$1/x" 2>/dev/null`)
	wantReadOnly("on a disk that the kernel has made read-only", "壊れたディスク")
	if err := n.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if state, err := n.cmd.Process.Wait(); err != nil || !state.Exited() {
		t.Errorf("it does not end by itself: %v %v", state, err)
	}
	if log := n.errors.String(); strings.Contains(log, "panic") || strings.Contains(log, "fatal error") {
		t.Errorf("the log:\n%s", log)
	}

	start := mounted(`mount -o remount,ro "$1"`)
	for _, args := range [][]string{{"serve", "-data", dir, "-addr", "localhost:0", "-open=false"},
		{"backup", "-data", dir, "-to", t.TempDir()}} {
		cmd := exec.Command(start[0], append(append(start[1:], os.Args[0]), args...)...)
		cmd.Env = environment()
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "データのフォルダに書き込めません。") || args[0] == "serve" &&
			!strings.Contains(string(out), "ディスクが読み取り専用になっています。") {
			t.Errorf("%s on a disk that is read-only: %v\n%s", args[0], err, out)
		}
	}
	// The operator repairs the disk; everything that was answered is there, and nothing that was
	// refused.
	if out, err := exec.Command("e2fsck", "-fy", image).CombinedOutput(); cmdExit(err) > 1 {
		t.Fatalf("%v %s", err, out)
	}
	n = serveDrill(t, dir, mounted(":")...)
	w.n, w.finB = n, n.mustSignIn("fin-b@demo.example.jp")
	if th := w.thread(); !strings.Contains(th, "はじめに") || !strings.Contains(th, "つづき") || strings.Contains(th, "変えられません") ||
		strings.Contains(th, "壊れたディスク") {
		t.Errorf("after the disk was mended: %s", th)
	}
	if status, err := w.say("なおりました"); status != 200 {
		t.Error(err)
	}
	_ = n.cmd.Process.Signal(syscall.SIGSTOP)
	at := filepath.Join(t.TempDir(), "stopped")
	copyData(t, fmt.Sprintf("/proc/%d/root%s", n.cmd.Process.Pid, dir), at)
	st, err := soundData(t, at)
	if err != nil {
		t.Errorf("after a read-only disk: %v", err)
	}
	if st != nil {
		_ = st.Close()
	}
	report(t, "read-only disk, by a flag and by the kernel after an error: %d kinds of reading went on, %d kinds that leave a line answered 503; after the flag all of them again without a restart", len(w.reads), len(w.recorded))
}

func cmdExit(err error) int {
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode()
	}
	return 0
}
