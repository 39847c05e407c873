package program

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const waitsToOpen = "the network is not opened until the target answers"

// orphan lets a pair at a folder start, the first die, and the second be told to lead.
func orphan(t *testing.T, before func(m *machines, folder string), died func(folder string)) *machines {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "copy")
	m := newMachines(t, "file://"+filepath.ToSlash(folder), false)
	before(m, folder)
	m.start(0)
	m.leads(0)
	m.start(1)
	m.follows(1)
	m.n[0].kill()
	died(folder)
	m.take(1)
	m.waitsToOpen(1)
	return m
}

// obstructed is an orphan of whom nothing is taken: where the database of its lead would be stands a file, until open
// removes it.
func obstructed(t *testing.T, before func(m *machines)) (m *machines, open func()) {
	t.Helper()
	inTheWay := ""
	m = orphan(t, func(m *machines, _ string) { before(m) }, func(folder string) {
		inTheWay = filepath.Join(folder, "db-2")
		if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	})
	return m, func() {
		t.Helper()
		if err := os.Remove(inTheWay); err != nil {
			t.Fatal(err)
		}
	}
}

func (m *machines) waitsToOpen(i int) {
	m.t.Helper()
	await(m.t, m.n[i], "waiting for the target", func() bool { return strings.Contains(m.n[i].errors.String(), waitsToOpen) })
}

// TestOpensOnceTheTargetAnswers: a machine that takes the lead while the target takes nothing stays, opens nothing, and
// opens as soon as the target takes what is sent (domain.md 0, G13).
func TestOpensOnceTheTargetAnswers(t *testing.T) {
	m, open := obstructed(t, func(*machines) {})
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
	m.waitsToOpen(1)
	open()
	m.leads(1)
	await(t, m.n[1], "answering a write", m.n[1].probe)
}

// TestStandsByWhenOvertakenBeforeItOpens: who waits to open, and whom the target does not let send, learns all the same
// that a person let the other machine lead, stands by, and could lead again (domain.md 0, G13).
func TestStandsByWhenOvertakenBeforeItOpens(t *testing.T) {
	mounts := ownMounts(t)
	m := orphan(t, func(m *machines, folder string) { // it may begin its lead and read all, and not write what it has
		script := `mkdir -p "$1" && mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"`
		m.before[1] = append(mounts, "sh", "-c", script, "sh", filepath.Join(folder, "db-2"))
	}, func(string) {})
	m.start(0)
	m.follows(0)
	m.take(0)
	m.leads(0)
	m.follows(1)
	if m.n[1].probe() {
		t.Error("two machines let somebody sign in")
	}
	await(t, m.n[0], "answering a write", m.n[0].probe)
}

// TestEndsWhenItsOwnDiskIsFull: who waits to open, and whose own disk is full when the target answers again, ends, says why
// and gives up its lead, which the other machine takes; it does not wait for a target that answers (domain.md 0, G13). What is
// full is the disk of the database, or that of what is to be sent.
func TestEndsWhenItsOwnDiskIsFull(t *testing.T) {
	for name, fills := range map[string]func(disk mounts, dir string){
		"database": func(disk mounts, dir string) { fill(t, filepath.Join(disk.seen(dir), "filler")) },
		"parts": func(disk mounts, dir string) {
			disk.changes("mount", "-t", "tmpfs", "-o", "nr_inodes=1", "none", filepath.Join(dir, ofTheCopying))
		},
	} {
		t.Run(name, func(t *testing.T) {
			var disk mounts
			m, open := obstructed(t, func(m *machines) {
				disk = smallDisk(t, m.dir[1])
				m.before[1], m.seen[1] = disk.within, disk.seen(m.dir[1])
				key, err := os.ReadFile(filepath.Join(m.dir[0], "tsunagu.key"))
				if err == nil {
					err = os.WriteFile(filepath.Join(m.seen[1], "tsunagu.key"), key, 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
			})
			fills(disk, m.dir[1])
			open()
			const why = "この機械に書き込めないため、開けません。ディスクの空きを確かめてから"
			await(t, m.n[1], "ending", func() bool { return strings.Contains(m.n[1].errors.String(), why) })
			if state, err := m.n[1].cmd.Process.Wait(); err != nil || state.ExitCode() != 1 {
				t.Errorf("it ends with %v, %v", state, err)
			}
			m.start(0)
			m.leads(0) // and nobody has to say so
			await(t, m.n[0], "answering a write", m.n[0].probe)
		})
	}
}

// TestSaysThatItsOwnDiskIsFull: a program that cannot send because its own disk is full says so, and not that the target does
// not answer, refuses writes, lets who is signed in read on, and goes on by itself once there is room (domain.md 0, G13).
func TestSaysThatItsOwnDiskIsFull(t *testing.T) {
	t.Setenv("TSUNAGU_REPLICA", "file://"+filepath.ToSlash(filepath.Join(t.TempDir(), "copy")))
	t.Setenv("TSUNAGU_REPLICA_WAIT", "true")
	disk, dir := holds(t, ownMounts(t), ":"), drillFolder(t)
	n := serveDrill(t, dir, disk.within...)
	clerk, office := n.mustSignIn("fin-a@demo.example.jp"), n.mustSignIn("office@demo.example.jp")
	type state struct{ IsOn, IsLost, IsOwnDisk, IsRefusing bool }
	copied := func() state {
		var summary struct{ Replica state }
		office.must("GET", "/api/Office/GetSummary", nil, &summary)
		return summary.Replica
	}
	well := state{IsOn: true}
	if got := copied(); got != well {
		t.Fatalf("while all is well: %+v", got)
	}

	ofWhatIsSent := filepath.Join(dir, ofTheCopying)
	disk.changes("mount", "-t", "tmpfs", "-o", "nr_inodes=1", "none", ofWhatIsSent)
	if n.probe() {
		t.Error("a write is answered that is not at the target")
	}
	await(t, n, "saying that its own disk is full", func() bool { return copied() == state{true, true, true, true} })
	if n.probe() {
		t.Error("a write is answered with a full disk")
	}
	clerk.must("GET", "/api/SellerBusiness/SearchSellerBusinessAsync?limit=1", nil, nil)

	disk.changes("umount", "-l", ofWhatIsSent)
	await(t, n, "answering a write", n.probe)
	if got := copied(); got != well {
		t.Errorf("with room again: %+v", got)
	}
}
