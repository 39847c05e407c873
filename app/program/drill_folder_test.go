package program

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"
)

// mounts are those of a process that keeps them for as long as it lives.
type mounts struct {
	t      *testing.T
	pid    int
	within []string // the command that runs another among them
}

// holds starts one that mounts by a script, which is given args; before is the command that lets it.
func holds(t *testing.T, before []string, script string, args ...string) mounts {
	t.Helper()
	all := slices.Concat(before, []string{"sh", "-c", script + " && echo mounted && exec sleep infinity", "sh"}, args)
	cmd := exec.Command(all[0], all[1:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	if s := bufio.NewScanner(out); !s.Scan() || s.Text() != "mounted" {
		t.Fatalf("%v does not mount", all)
	}
	m := mounts{t: t, pid: cmd.Process.Pid, within: []string{"nsenter", "-t", strconv.Itoa(cmd.Process.Pid)}}
	if slices.Contains(before, "-r") || slices.Contains(before, "-U") {
		m.within = append(m.within, "-U", "--preserve-credentials")
	}
	m.within = append(m.within, "-m")
	return m
}

// smallDisk is one of 512 MiB at a folder, more than all that a drill writes, or skips the test where nobody may mount it.
func smallDisk(t *testing.T, dir string) mounts {
	t.Helper()
	return holds(t, ownMounts(t), `mkdir -p "$1" && mount -t tmpfs -o size=512m none "$1"`, dir)
}

// seen is the path of a file as this process sees it.
func (m mounts) seen(path string) string { return fmt.Sprintf("/proc/%d/root%s", m.pid, path) }

// sharedDisk is a small disk that two machines have mounted at the same place, each for itself.
type sharedDisk struct {
	disk     mounts
	at       string // of the disk
	machines [2]mounts
	mounted  string
}

func newSharedDisk(t *testing.T) *sharedDisk {
	t.Helper()
	d := &sharedDisk{at: t.TempDir(), mounted: t.TempDir()}
	d.disk = smallDisk(t, d.at)
	for i := range d.machines {
		d.machines[i] = holds(t, append(slices.Clone(d.disk.within), "unshare", "-m"), `mount --bind "$1" "$2"`, d.at, d.mounted)
	}
	return d
}

// changes runs a command among the mounts until it succeeds: while something is being written a disk is busy.
func (m mounts) changes(command ...string) {
	m.t.Helper()
	args := append(slices.Clone(m.within), command...)
	var out []byte
	for range 200 {
		var err error
		if out, err = exec.Command(args[0], args[1:]...).CombinedOutput(); err == nil {
			return
		}
	}
	m.t.Fatalf("%v: %s", args, out)
}

func (d *sharedDisk) unmount(machine int) { d.machines[machine].changes("umount", "-l", d.mounted) }
func (d *sharedDisk) mount(machine int) {
	d.machines[machine].changes("mount", "--bind", d.at, d.mounted)
}

// writable lets one machine write to the disk, or not.
func (d *sharedDisk) writable(is string) func(machine int) {
	return func(machine int) { d.machines[machine].changes("mount", "-o", "remount,bind,"+is, d.mounted) }
}

// TestDrillFaultsFolder: each of the two loses the folder, in every way in which a disk is lost, and a person decides. The
// clocks of the two are an hour apart.
func TestDrillFaultsFolder(t *testing.T) {
	if os.Getenv("TSUNAGU_DRILL") == "" {
		t.Skip("runs in make drill")
	}
	d := newSharedDisk(t)
	m := newMachines(t, "file://"+d.disk.seen(filepath.Join(d.at, "copy")), false)
	for i := range m.address {
		m.address[i] = "file://" + filepath.ToSlash(filepath.Join(d.mounted, "copy"))
		m.before[i] = d.machines[i].within
	}
	m.ahead[1] = time.Hour
	f := (&faulty{machines: m}).begin()
	f.apart("the leader's folder is not mounted", d.unmount, d.mount)
	f.apart("the leader's folder is read-only", d.writable("ro"), d.writable("rw"))
	f.alone(d.unmount, d.mount)
	f.both("nobody has mounted the folder", func() { d.unmount(0); d.unmount(1) }, func() { d.mount(0); d.mount(1) })
	f.both("the disk is read-only", func() { d.disk.changes("mount", "-o", "remount,ro", d.at) },
		func() { d.disk.changes("mount", "-o", "remount,rw", d.at) })
	f.full(func() {}, d.disk.seen(d.at))
	f.sleeps()
	f.figures("a folder")
}
