package program

import (
	"os"
	"testing"
	"time"

	"tsunagu/app/apptest/targets"
)

// sftpServer is an OpenSSH server that this test's programs may enter.
func sftpServer(t *testing.T) *targets.SSH {
	t.Helper()
	s := targets.OpenSSH(t)
	t.Setenv("SFTP_KEY_FILE", s.Key)
	t.Setenv("SFTP_HOST_KEY", s.HostKey)
	return s
}

// natsServers are three nodes of NATS that this test's programs may enter.
func natsServers(t *testing.T) *targets.Cluster {
	t.Helper()
	c := targets.NATS(t, 3)
	t.Setenv("NATS_USER", c.User)
	t.Setenv("NATS_PASSWORD", c.Password)
	t.Setenv("NATS_CA_FILE", c.CA)
	return c
}

// TestDrillFaultsSFTP: each of the two loses the target, and the target dies and comes back; at an OpenSSH server, where a
// person decides. In the long form the clocks of the two are an hour apart.
func TestDrillFaultsSFTP(t *testing.T) {
	s := sftpServer(t)
	m := newMachines(t, s.At(s.Address), false)
	isLong := os.Getenv("TSUNAGU_DRILL") != ""
	if isLong {
		m.ahead[1] = time.Hour
	}
	f := newFaulty(m, s.Address, s.At)
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
	s := sftpServer(t)
	disk := smallDisk(t, s.Folder)
	s.Before = disk.within
	s.Again()
	f := newFaulty(newMachines(t, s.At(s.Address), false), s.Address, s.At)
	f.full(func() {}, disk.seen(s.Folder))
	f.figures("sftp on a full disk")
}

// natsFaulty are two machines at three nodes, each behind lines of its own.
func natsFaulty(t *testing.T, apart time.Duration, before func(*targets.Cluster)) (*faulty, *targets.Cluster) {
	t.Helper()
	c := natsServers(t)
	before(c)
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
	var disks []string
	f, c := natsFaulty(t, 0, func(c *targets.Cluster) {
		for i, n := range c.Nodes {
			disk := smallDisk(t, c.Stores[i])
			disks = append(disks, disk.seen(c.Stores[i]))
			n.Kill()
			n.Before = disk.within
		}
		for _, n := range c.Nodes {
			n.Start()
		}
		c.Healthy()
	})
	f.full(func() {
		for _, n := range c.Nodes {
			n.Again()
		}
		c.Healthy()
	}, disks...)
	f.figures("nats on full disks")
}
