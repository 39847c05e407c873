//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"tsunagu/store"
)

// The demo's logins that ask: of two institutions and the office.
const (
	askingLogin  = "fin-b@demo.example.jp"
	sellingLogin = "fin-a@demo.example.jp"
	secondLogin  = "fin-a2@demo.example.jp" // of the same institution as the first
	officeLogin  = "office@demo.example.jp"
	password     = "Tsunagu-demo1"
)

// world is a demo network of some size, in a folder.
type world struct {
	dir       string
	companies int
}

func (w *world) database() string { return filepath.Join(w.dir, store.DatabaseFile) }

// makeWorld creates a network of a size, or copies an existing one.
func (b *bench) makeWorld(companies int) (*world, error) {
	w := &world{filepath.Join(b.dir, fmt.Sprintf("world-%d", companies)), companies}
	lock, err := os.Create(w.dir + ".lock") // for two runs that need the same world
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return nil, err
	}
	if _, err := os.Stat(w.database()); err == nil {
		return w, nil
	}
	if b.copyOf != "" && companies == b.companies {
		if err := exec.Command("cp", "-r", "--reflink=auto", b.copyOf, w.dir).Run(); err != nil {
			return nil, fmt.Errorf("copy of %s: %w", b.copyOf, err)
		}
	} else {
		b.say("世界を作っています（企業 %d）", companies)
		begin := time.Now()
		p, err := b.ours(w, "-companies", fmt.Sprint(companies), "-listings", fmt.Sprint(companies/5), "-negotiations", fmt.Sprint(companies/2))
		if err != nil {
			return nil, err
		}
		b.say("作りました（%.0f秒）", time.Since(begin).Seconds())
		p.stop()
	}
	return w, nil
}

// copyTo copies the world into a folder, without the files of other contestants and without backups.
func (w *world) copyTo(dir string) (*world, error) {
	entries, err := os.ReadDir(w.dir)
	if err != nil {
		return nil, err
	}
	args := []string{"-r", "--reflink=auto"}
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, "cards") && name != "pocketbase" && name != "postgres" && name != "backup" {
			args = append(args, filepath.Join(w.dir, name))
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	if out, err := exec.Command("cp", append(args, dir)...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("copy of %s: %w\n%s", w.dir, err, out)
	}
	return &world{dir, w.companies}, nil
}
