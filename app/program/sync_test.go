package program

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// notingDisk is the command prefix that runs a program under strace, which records its disk operations
// and answers; skips the test where that is impossible.
func notingDisk(t *testing.T, to string) []string {
	t.Helper()
	if err := exec.Command("strace", "-o", os.DevNull, "true").Run(); err != nil {
		t.Skipf("this machine has no strace, or lets nobody use it: %v", err)
	}
	return []string{"strace", "-f", "-y", "-s", "32", "-e", "trace=write,pwrite64,copy_file_range,fsync,fdatasync,rename,renameat,renameat2",
		"-e", "signal=none", "-o", to}
}

// wantOnDisk checks that a temporary file in a folder is written, synced and then renamed, and the
// folder synced; and after that, the operations in then. Others write meanwhile: their syncs before
// ours do not count.
func wantOnDisk(t *testing.T, notes, folder, partPrefix, name string, then ...string) {
	t.Helper()
	b, err := os.ReadFile(notes)
	if err != nil {
		t.Fatal(err)
	}
	part := folder + "/" + regexp.QuoteMeta(partPrefix)
	kinds := map[string]*regexp.Regexp{
		"written":       regexp.MustCompile(`^\d+ +(?:write|pwrite64|copy_file_range)\(\d+<` + part),
		"synced":        regexp.MustCompile(`^\d+ +f(?:data)?sync\(\d+<` + part),
		"named":         regexp.MustCompile(`^\d+ +rename\w*\(.*"` + part + `[^"]*", .*"` + folder + "/" + name),
		"folder synced": regexp.MustCompile(`^\d+ +f(?:data)?sync\(\d+<` + folder + `>`),
		"row synced":    regexp.MustCompile(`^\d+ +f(?:data)?sync\(\d+<[^>]*tsunagu\.db-wal>`),
		"answered":      regexp.MustCompile(`^\d+ +write\(\d+<(?:socket|TCP)[^>]*>, "HTTP/1\.1 200`),
	}
	steps, done := append([]string{"written", "synced", "named", "folder synced"}, then...), 0
	for line := range strings.Lines(string(b)) {
		for what, of := range kinds {
			switch {
			case !of.MatchString(line) || done == len(steps):
			case what == steps[done]:
				done++
			case what == "written" && done > 1, what == "named", what == "answered" && done > 0:
				t.Fatalf("%s before it was %s: %s", what, steps[done], line)
			}
		}
	}
	if done < len(steps) {
		t.Errorf("it was never %s", steps[done])
	}
}

// TestBackupIsOnDisk: a backup has its name only once all of it was synced, and the folder after that:
// a power cut leaves a complete backup or none.
func TestBackupIsOnDisk(t *testing.T) {
	dir, notes := released(t, "0019"), filepath.Join(t.TempDir(), "notes")
	args := append(notingDisk(t, notes), os.Args[0], "backup", "-data", dir)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	wantOnDisk(t, notes, regexp.QuoteMeta(filepath.Join(dir, "backup")), ".", "tsunagu-")
}

// TestUploadIsOnDisk: an attachment is synced before its rename, its folder before its row is written,
// and all of it before the success is answered.
func TestUploadIsOnDisk(t *testing.T) {
	dir, notes := drillFolder(t), filepath.Join(t.TempDir(), "notes")
	n := serveDrill(t, dir, notingDisk(t, notes)...)
	end := func() { // strace then exits by itself, with complete output
		b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", n.cmd.Process.Pid, n.cmd.Process.Pid))
		id, _, _ := strings.Cut(string(b), " ")
		if pid, _ := strconv.Atoi(id); pid > 0 {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			_ = n.cmd.Wait()
		}
	}
	t.Cleanup(end)
	g := n.mustSignIn("fin-b@demo.example.jp")
	row, _ := g.rowIn("PartnerListByBuyerFinancial", 1)
	var body bytes.Buffer
	contentType := multipartFile(&body, map[string]string{"buyerNegotiationId": row, "messageType": "2"}, bytes.Repeat([]byte("資料\n"), 1000))
	if status, answer, err := g.send("POST", "/api/BuyerNegotiation/CreateBuyerNegotiationMessageAsync", contentType, &body); err != nil ||
		status != 200 {
		t.Fatalf("%d %s %v", status, answer, err)
	}
	end()
	folder := regexp.QuoteMeta(filepath.Join(dir, "files")) + `/[A-Za-z0-9_-]{2}`
	wantOnDisk(t, notes, folder, ".upload-", `[A-Za-z0-9_-]{43}"`, "row synced", "answered")
}
