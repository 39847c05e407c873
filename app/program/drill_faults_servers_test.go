package program

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tsunagu/app/apptest/targets"
)

// TestDrillFaultsSFTP: each of the two loses the target, and the target dies and comes back; at an OpenSSH server, where a
// person decides. In the long form the clocks of the two are an hour apart.
func TestDrillFaultsSFTP(t *testing.T) {
	s := targets.OpenSSH(t)
	t.Setenv("SFTP_KEY_FILE", s.Key)
	t.Setenv("SFTP_HOST_KEY", s.HostKey)
	address := func(server string) string { return "sftp://" + s.User + "@" + server + s.Folder }
	m := newMachines(t, address(s.Address), false)
	isLong := os.Getenv("TSUNAGU_DRILL") != ""
	if isLong {
		m.ahead[1] = time.Hour
	}
	f := newFaulty(m, s.Address, address)
	f.split(lineSilent)
	f.both("the target is killed", s.Kill, s.Start)
	if isLong {
		f.split(lineCut)
		f.alone(f.become(lineSilent), f.become(lineWhole))
		f.both("nobody reaches the target", f.lined(lineCut), f.lined(lineWhole))
		f.both("nobody hears of the target", f.lined(lineSilent), f.lined(lineWhole))
		f.both("the target is slow", f.lined(lineSlow), f.lined(lineWhole))
		f.both("the target dribbles", f.lined(lineDribble), f.lined(lineWhole))
		f.both("the target refuses: nobody's key", func() { s.Again("-o", "PubkeyAuthentication=no") }, func() { s.Again() })
		f.both("the target refuses: it is read-only", func() { s.Again("-o", "ForceCommand=internal-sftp -R") }, func() { s.Again() })
		f.sleeps()
	}
	f.figures("sftp")
}

// TestDrillFaultsSFTPFull: the disk behind an OpenSSH server is full for a while.
func TestDrillFaultsSFTPFull(t *testing.T) {
	if os.Getenv("TSUNAGU_DRILL") == "" {
		t.Skip("runs in make drill")
	}
	s := targets.OpenSSH(t)
	disk := smallDisk(t, s.Folder)
	s.Before = disk.within
	s.Again()
	t.Setenv("SFTP_KEY_FILE", s.Key)
	t.Setenv("SFTP_HOST_KEY", s.HostKey)
	address := func(server string) string { return "sftp://" + s.User + "@" + server + s.Folder }
	f := newFaulty(newMachines(t, address(s.Address), false), s.Address, address)
	full := disk.seen(filepath.Join(s.Folder, "filler"))
	f.both("the target is full", func() { fill(t, full) }, func() {
		if err := os.Remove(full); err != nil {
			t.Error(err)
		}
	})
	f.figures("sftp on a full disk")
}

// natsFaulty are two machines at three nodes, each behind lines of its own.
func natsFaulty(t *testing.T, apart time.Duration, before func(*targets.Cluster)) (*faulty, *targets.Cluster) {
	t.Helper()
	c := targets.NATS(t, 3)
	before(c)
	t.Setenv("NATS_USER", c.User)
	t.Setenv("NATS_PASSWORD", c.Password)
	t.Setenv("NATS_CA_FILE", c.CA)
	m := newMachines(t, c.Address("copy"), true)
	m.ahead[1] = apart
	return newFaultyAt(m, c.Servers, func(near []string) string { return c.At(near, "copy") }), c
}

// TestDrillFaultsNATS: each of the two loses the three nodes, and nodes are killed: one, which nobody notices, the majority,
// and all. The lead is taken without a person. The clocks of the two are a day apart.
func TestDrillFaultsNATS(t *testing.T) {
	f, c := natsFaulty(t, 24*time.Hour, func(*targets.Cluster) {})
	kill := func(nodes ...int) func() {
		return func() {
			for _, i := range nodes {
				c.Nodes[i].Kill()
			}
		}
	}
	start := func(nodes ...int) func() {
		return func() {
			for _, i := range nodes {
				c.Nodes[i].Start()
			}
			c.Healthy()
		}
	}
	f.split(lineSilent)
	f.split(lineCut)
	f.alone(f.become(lineSilent), f.become(lineWhole))
	f.both("nobody reaches the target", f.lined(lineCut), f.lined(lineWhole))
	f.both("nobody hears of the target", f.lined(lineSilent), f.lined(lineWhole))
	f.both("the target is slow", f.lined(lineSlow), f.lined(lineWhole))
	f.both("the target dribbles", f.lined(lineDribble), f.lined(lineWhole))
	f.both("one node is killed", kill(0), start(0))
	f.both("two nodes are killed", kill(1, 2), start(1, 2))
	f.both("all nodes are killed", kill(0, 1, 2), start(0, 1, 2))
	f.sleeps()
	f.figures("nats")
}

// TestDrillFaultsNATSFull: the disks of the three nodes are full for a while. A node whose disk was full keeps nothing more
// until it is started again, as the guide says, and so each is when there is room.
func TestDrillFaultsNATSFull(t *testing.T) {
	var disks []mounts
	f, c := natsFaulty(t, 0, func(c *targets.Cluster) {
		for i, n := range c.Nodes {
			disks = append(disks, smallDisk(t, c.Stores[i]))
			n.Kill()
			n.Before = disks[i].within
		}
		for _, n := range c.Nodes {
			n.Start()
		}
		c.Healthy()
	})
	filler := func(i int) string { return disks[i].seen(filepath.Join(c.Stores[i], "filler")) }
	f.both("the target is full", func() {
		for i := range disks {
			fill(t, filler(i))
		}
	}, func() {
		for i, n := range c.Nodes {
			if err := os.Remove(filler(i)); err != nil {
				t.Error(err)
			}
			n.Again()
		}
		c.Healthy()
	})
	f.figures("nats on full disks")
}
