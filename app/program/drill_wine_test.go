package program

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tsunagu/store"
)

// wineGaps are functions of Windows 10 that Go's library uses and Wine 8 lacks, with replacements: a
// source of random bytes, and the status by which Go learns that a way of deleting is not supported. The
// program itself is built as for Windows.
var wineGaps = []struct{ file, there, here string }{
	{"runtime/os_windows.go", `{'b', 'c', 'r', 'y', 'p', 't', 'p', 'r', 'i', 'm', 'i', 't', 'i', 'v', 'e', 's', '.', 'd', 'l', 'l', 0}`,
		`{'a', 'd', 'v', 'a', 'p', 'i', '3', '2', '.', 'd', 'l', 'l', 0}`},
	{"runtime/os_windows.go", `"ProcessPrng\000"`, `"SystemFunction036\000"`},
	{"internal/syscall/windows/zsyscall_windows.go", `sysdll.Add("bcryptprimitives.dll")`, `sysdll.Add("advapi32.dll")`},
	{"internal/syscall/windows/zsyscall_windows.go", `NewProc("ProcessPrng")`, `NewProc("SystemFunction036")`},
	// not implemented
	{"internal/syscall/windows/at_windows.go", `case STATUS_INVALID_INFO_CLASS,`, `case NTStatus(0xC0000002), STATUS_INVALID_INFO_CLASS,`},
}

// buildForWine makes the Windows program that runs under Wine.
func buildForWine(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir, replaced := t.TempDir(), map[string]string{}
	for _, g := range wineGaps {
		from := filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(g.file))
		to := filepath.Join(dir, strings.ReplaceAll(g.file, "/", "-"))
		read := from
		if replaced[from] != "" {
			read = to
		}
		b, err := os.ReadFile(read)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(b), g.there) != 1 {
			t.Fatalf("this Go's %s has no %s: is it still needed?", g.file, g.there)
		}
		if err := os.WriteFile(to, []byte(strings.Replace(string(b), g.there, g.here, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		replaced[from] = to
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "tsunagu.exe")
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-ldflags", "-X main.version=v9.9.9", "-o", exe, ".")
	build.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}

// TestDrillWine runs the Windows program under Wine: it starts, is worked with, refuses a second process
// on its data, loses nothing when it is killed, and its backup is restored. It tests the program's own
// code for Windows (paths, locks, renames, deletions), not Windows itself.
func TestDrillWine(t *testing.T) {
	if os.Getenv("TSUNAGU_DRILL") == "" {
		t.Skip("runs in make drill")
	}
	wine, err := exec.LookPath("wine")
	if err != nil {
		t.Skip("needs wine")
	}
	exe := buildForWine(t)
	home, err := os.MkdirTemp("", "tsunagu-wine-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) }) // Wine may still be writing files there
	run := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), wine, args...)
		cmd.Env = append(os.Environ(), "HOME="+home, "WINEPREFIX="+filepath.Join(home, "prefix"), "WINEDEBUG=-all",
			"WINEDLLOVERRIDES=mscoree=;mshtml=")
		return cmd
	}
	command := func(args ...string) *exec.Cmd { return run(append([]string{exe}, args...)...) }
	if out, err := run("wineboot", "--init").CombinedOutput(); err != nil {
		t.Fatalf("Wine does not start: %v\n%s", err, out)
	}
	windows := func(path string) string { return "Z:" + strings.ReplaceAll(path, "/", `\`) }
	ends := func(code int, says string, args ...string) {
		t.Helper()
		cmd := command(args...)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code || !strings.Contains(string(out), says) {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	ends(0, "v9.9.9", "version")

	dir := filepath.Join(t.TempDir(), "data")
	demo := func(dir string) *network {
		t.Helper()
		return serveBy(t, dir, command("demo", "-data", windows(dir), "-addr", "localhost:0", "-open=false"))
	}
	n := demo(dir)
	searches := func() {
		t.Helper()
		var found struct {
			SellerBusinessList []map[string]any
			AllCount           int
		}
		n.mustSignIn("fin-a@demo.example.jp").must("GET", "/api/SellerBusiness/SearchSellerBusinessAsync?limit=10&freeWord=%E8%A3%BD%E9%80%A0",
			nil, &found)
		if len(found.SellerBusinessList) == 0 {
			t.Error("a search finds nothing")
		}
	}
	searches()
	ends(1, "このデータフォルダは、別の「つなぐ」が使っています", "demo", "-data", windows(dir), "-addr", "localhost:0", "-open=false")

	log := n.atWork(0, drillSize("DRILL_WRITES", 40, 40), messenger(2), lister, dealer, visitor)
	log.await()
	n.kill()
	log.end()
	holds := func(dir string) {
		t.Helper()
		st, err := soundData(t, dir)
		if err != nil {
			t.Fatal(err)
		}
		db := openCopy(t, st)
		defer func() { _, _ = db.Close(), st.Close() }()
		if err := lost(db, log.all); err != nil {
			t.Error(err)
		}
		ends(0, "に問題はありません", "check", "-data", windows(dir)) // the attachments as Windows finds them
	}
	holds(dir)

	n = demo(dir)
	searches()
	ends(0, "バックアップを作りました", "backup", "-data", windows(dir))
	made := glob(t, dir, "backup/*-hand.tar")
	if len(made) != 1 {
		t.Fatalf("made %v", made)
	}
	ends(0, "に問題はありません", "check", "-backup", windows(made[0]))
	n.kill()
	restored := filepath.Join(t.TempDir(), "restored")
	ends(0, "復元しました", "restore", windows(made[0]), "-data", windows(restored), "-key", windows(filepath.Join(dir, "tsunagu.key")))
	ends(1, "すでにデータがあります", "restore", windows(made[0]), "-data", windows(restored), "-key", windows(filepath.Join(dir, "tsunagu.key")))
	ends(0, "復元しました", "restore", windows(made[0]), "-data", windows(restored), "-set-aside")
	if aside := glob(t, restored, "replaced-*/"+store.DatabaseFile); len(aside) != 1 {
		t.Errorf("set aside: %v", aside)
	}
	if left := glob(t, restored, ".*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	log.all = slices.DeleteFunc(log.all, func(w written) bool { return w.what == "session" || w.what == "rotation" }) // which a restore ends
	holds(restored)
	n = demo(restored)
	searches()
	n.kill()
	report(t, "wine: %d answered writes outlived a kill, a backup and two restores", len(log.all))
}
