package program

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOpensOnceTheTargetAnswers: a machine that takes the lead while the target takes nothing stays, opens nothing, and
// opens as soon as the target takes what is sent (domain.md 0, G13).
func TestOpensOnceTheTargetAnswers(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "copy")
	m := newMachines(t, "file://"+filepath.ToSlash(folder), false)
	m.start(0)
	m.leads(0)
	m.start(1)
	m.follows(1)
	m.n[0].kill()

	// Where the next lead would be written stands a file, so that no part of it can be.
	inTheWay := filepath.Join(folder, "db-2")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m.take(1)
	await(t, m.n[1], "waiting for the target", func() bool {
		return strings.Contains(m.n[1].errors.String(), "the network is not opened until the target answers")
	})
	if status, _ := m.n[1].ready(); status == 200 {
		t.Error("ready, and no write could be answered")
	}
	if m.n[1].probe() {
		t.Error("somebody signs in at a network that is not open")
	}

	// Told to stop meanwhile it ends at once and without an error; the lead is still its own when it starts again.
	if err := m.n[1].cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if state, err := m.n[1].cmd.Process.Wait(); err != nil || state.ExitCode() != 0 {
		t.Errorf("stopped while it waits: %v, %v\n%s", state, err, m.n[1].errors)
	}
	m.start(1)
	await(t, m.n[1], "waiting again", func() bool {
		return strings.Contains(m.n[1].errors.String(), "the network is not opened until the target answers")
	})
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	m.leads(1)
	await(t, m.n[1], "answering a write", m.n[1].probe)
}
