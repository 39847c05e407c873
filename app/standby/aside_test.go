package standby_test

import (
	"os"
	"path/filepath"
	"testing"

	"tsunagu/app/standby"
	"tsunagu/store"
)

// TestSetAsideStaysTogether: a move of a former leader's database that was broken off after its log goes on into the same folder, as a
// database without its log lacks what was written last; another one has a folder of its own.
func TestSetAsideStaysTogether(t *testing.T) {
	x := newTwo(t)
	x.await(canLead)
	again := func(name string) {
		t.Helper()
		x.ends()
		<-x.ended
		if err := os.WriteFile(filepath.Join(x.dir, store.DatabaseFile), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		x.follow()
		x.await(func(r standby.Readiness) bool { return r.CanLead && r.BehindMS >= 0 })
		if _, err := os.Stat(filepath.Join(x.dir, store.DatabaseFile)); !os.IsNotExist(err) {
			t.Errorf("the former database is where another one will stand: %v", err)
		}
	}
	begun := filepath.Join(x.dir, "set-aside-20261101T000000.000Z")
	if err := os.Mkdir(begun, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"attachments-to-come": "", store.DatabaseFile + "-wal": "its log"} {
		if err := os.WriteFile(filepath.Join(begun, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	aside := func() []string {
		all, err := filepath.Glob(filepath.Join(x.dir, "set-aside-*", store.DatabaseFile))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	again("first")
	if all := aside(); len(all) != 1 || filepath.Dir(all[0]) != begun {
		t.Errorf("the database is not with its log: %v", all)
	}
	again("second")
	all := aside()
	if len(all) != 2 {
		t.Fatalf("set aside are %v", all)
	}
	for i, want := range []string{"first", "second"} {
		if b, err := os.ReadFile(all[i]); err != nil || string(b) != want {
			t.Errorf("%s has %q, %v; want %q", all[i], b, err, want)
		}
	}
	if b, err := os.ReadFile(filepath.Join(begun, store.DatabaseFile+"-wal")); err != nil || string(b) != "its log" {
		t.Errorf("the log: %q, %v", b, err)
	}
}
