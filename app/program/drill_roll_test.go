package program

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// newerProgram builds this program with one more step of the schema.
func newerProgram(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	steps := glob(t, "store/migrations", "*.sql")
	var last int
	if _, err := fmt.Sscanf(filepath.Base(steps[len(steps)-1]), "%04d_", &last); err != nil {
		t.Fatal(err)
	}
	next := filepath.Join("store/migrations", fmt.Sprintf("%04d_drill.sql", last+1))
	step, overlay, exe := filepath.Join(dir, "step.sql"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "newer.test")
	at, err := filepath.Abs(next)
	if err != nil {
		t.Fatal(err)
	}
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{at: step}})
	if err == nil {
		err = os.WriteFile(step, []byte("-- +goose Up\nCREATE TABLE drill (id TEXT PRIMARY KEY) STRICT;\n"), 0o600)
	}
	if err == nil {
		err = os.WriteFile(overlay, replaced, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "test", "-c", "-overlay", overlay, "-o", exe, "./app/program").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}

// TestDrillRoll brings both machines to a newer version, as the guide says: the one that stands by, a hand-over, the other.
// Meanwhile nothing that was answered is lost, and the older one does not lead over newer data, whoever asks.
func TestDrillRoll(t *testing.T) {
	if os.Getenv("TSUNAGU_DRILL") == "" {
		t.Skip("runs in make drill")
	}
	newer := newerProgram(t)
	m := newMachines(t, "file://"+filepath.ToSlash(filepath.Join(t.TempDir(), "copy")), false)
	m.start(0)
	m.leads(0)
	m.start(1)
	m.follows(1)
	_, r := m.n[1].ready()
	older := r.Schema
	h := newHistory(m, 0)
	stop := func(i int) {
		m.n[i].kill()
		m.program[i] = newer
		m.start(i)
	}

	stop(1)
	m.follows(1) // of older data the newer program can lead
	h.begin(2)
	log, lost, gap := m.handOver(0, 0)
	h.end(1)
	await(t, m.n[0], "seeing the newer schema", func() bool { _, r := m.n[0].ready(); return r.Schema == older+1 })
	if _, r := m.n[0].ready(); r.CanLead || !strings.Contains(r.Reason, "新しい版にして") {
		t.Errorf("an older program beside newer data says %+v", r)
	}
	promote := exec.Command(os.Args[0], "promote", "-data", m.dir[0], "-yes")
	promote.Env = environment()
	if out, err := promote.CombinedOutput(); err == nil || !strings.Contains(string(out), "新しい版にして") {
		t.Errorf("an older program is promoted: %v\n%s", err, out)
	}
	if !m.n[1].probe() {
		t.Error("the leader is disturbed")
	}
	if kept := glob(t, m.dir[1], "backup/*-update.tar"); len(kept) != 1 {
		t.Errorf("backups of before the newer schema: %v", kept)
	}

	stop(0)
	m.follows(0)
	h.begin(2)
	log2, lost2, back := m.handOver(1, 1)
	h.end(0)
	report(t, "both machines to a newer version with a step of the schema: %d acknowledged writes, %d lost; without writes %v and %v; "+
		"the older one was refused the lead; history: %s", log+log2, lost+lost2,
		gap.Round(10*time.Millisecond), back.Round(10*time.Millisecond), h)
}
