package backup

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
)

var begin = time.Date(2026, 11, 22, 3, 5, 7, 0, time.UTC)

func archive(t *testing.T, recipient string, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, recipient, begin)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if _, err := w.Add(name, int64(len(files[name])), strings.NewReader(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(&Manifest{Version: "v1", Schema: 16}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func open(b []byte, ids ...age.Identity) (map[string]string, *Manifest, error) {
	got := map[string]string{}
	m, err := Read(bytes.NewReader(b), ids, func(name string, _ int64, r io.Reader) error {
		c, err := io.ReadAll(r)
		got[name] = string(c)
		return err
	})
	return got, m, err
}

var world = map[string]string{Database: strings.Repeat("SQLite", 50_000), FilesPrefix + "Ab/Ab-_x": "%PDF-1", KeyFile: "{}"}

func TestArchive(t *testing.T) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	for _, recipient := range []string{"", id.Recipient().String()} {
		b := archive(t, recipient, world)
		if (recipient != "") == bytes.Contains(b, []byte("%PDF-1")) {
			t.Errorf("recipient %q: an encrypted archive hides its content, and no other does", recipient)
		}
		got, m, err := open(b, id)
		if err != nil || len(got) != len(world) || got[Database] != world[Database] {
			t.Fatalf("recipient %q: %v, %d files", recipient, err, len(got))
		}
		if m.Version != "v1" || m.Schema != 16 || !m.Time.Equal(begin) || m.Format != 1 || len(m.Files) != 3 {
			t.Errorf("%+v", m)
		}
	}
}

// Whatever byte of an archive is changed, and wherever it is cut off, Read refuses it or returns the
// original content.
func TestDamagedArchives(t *testing.T) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	small := map[string]string{Database: "SQLite format 3", FilesPrefix + "Ab/Ab-_x": "%PDF-1"}
	for _, recipient := range []string{"", id.Recipient().String()} {
		whole := archive(t, recipient, small)
		refused := 0
		for i := range whole {
			b := bytes.Clone(whole)
			b[i] ^= 0x41
			got, m, err := open(b, id)
			if err != nil {
				refused++
				continue
			}
			// The padding and the dates in a tar's headers can change without effect.
			if got[Database] != small[Database] || got[FilesPrefix+"Ab/Ab-_x"] != "%PDF-1" || len(got) != 2 || len(m.Files) != 2 {
				t.Fatalf("byte %d altered, and %v came out", i, got)
			}
		}
		for n := range len(whole) {
			if _, _, err := open(whole[:n], id); err == nil && n < len(whole)-2048 {
				t.Fatalf("cut off at %d of %d", n, len(whole))
			} else if err != nil {
				refused++
			}
		}
		if refused < len(whole)/2 {
			t.Errorf("only %d refused of %d", refused, 2*len(whole))
		}
	}
	if _, _, err := open(archive(t, "", small)[:700], id); !errors.Is(err, ErrIncomplete) {
		t.Errorf("cut off: %v", err)
	}
}

func TestForeignArchives(t *testing.T) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	other, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	sealed := archive(t, id.Recipient().String(), world)
	if _, _, err := open(sealed); !errors.Is(err, ErrEncrypted) {
		t.Errorf("without an identity: %v", err)
	}
	if _, _, err := open(sealed, other); !errors.Is(err, ErrIdentity) {
		t.Errorf("another identity: %v", err)
	}
	for _, name := range []string{"../tsunagu.db", "/etc/passwd", "files/../../x", "files/Ab/../x", "files/Ab/x/y", "C:\\x",
		"tsunagu.db-wal", "tsunagu.index-0123456789abcdef0123456789abcdef"} {
		var wrong *DamagedError
		if got, _, err := open(archive(t, "", map[string]string{name: "x"})); !errors.As(err, &wrong) || len(got) != 0 {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
	var out bytes.Buffer
	w, err := NewWriter(&out, "", begin)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Add(Database, 3, strings.NewReader("longer")); err == nil {
		t.Error("a file that grows while it is read is not written down as whole")
	}
	newer := bytes.Replace(archive(t, "", map[string]string{}), []byte(`"format": 1`), []byte(`"format": 2`), 1)
	if _, _, err := open(newer); !errors.Is(err, ErrNewer) {
		t.Errorf("newer: %v", err)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]Kept{
		"tsunagu-20261122T030507Z.tar":            {"tsunagu-20261122T030507Z.tar", begin, Scheduled, false},
		"tsunagu-20261122T030507Z.tar.age":        {"tsunagu-20261122T030507Z.tar.age", begin, Scheduled, true},
		"tsunagu-20261122T030507Z-hand.tar":       {"tsunagu-20261122T030507Z-hand.tar", begin, ByHand, false},
		"tsunagu-20261122T030507Z-update.tar.age": {"tsunagu-20261122T030507Z-update.tar.age", begin, Update, true},
	} {
		if got, ok := ParseName(name); !ok || got != want || NameOf(got.Time, got.Label, got.IsEncrypted) != name {
			t.Errorf("%s: %+v %v", name, got, ok)
		}
	}
	for _, name := range []string{"tsunagu.db", "tsunagu-20261322T030507Z.tar", ".tsunagu-1.part", "tsunagu-20261122T030507Z-x.tar",
		"tsunagu-20261122T030507Z.tar.gz", "x/tsunagu-20261122T030507Z.tar", "tsunagu-20261122T030507Z.tar\n"} {
		if k, ok := ParseName(name); ok {
			t.Errorf("%q is taken for a backup: %+v", name, k)
		}
	}
}

func kept(at time.Time, l Label) Kept { return Kept{NameOf(at, l, false), at, l, false} }

func TestRotation(t *testing.T) {
	jst := time.FixedZone("JST", 9*60*60)
	every := func(step time.Duration, n int) (out []Kept) {
		for i := range n {
			out = append(out, kept(begin.Add(-time.Duration(i)*step), Scheduled))
		}
		return out
	}
	ages := func(all []Kept) (out []int) {
		gone := map[string]bool{}
		for _, k := range Expired(all, jst) {
			gone[k.Name] = true
		}
		for _, k := range all {
			if !gone[k.Name] {
				out = append(out, int(begin.Sub(k.Time).Hours()))
			}
		}
		return out
	}
	for name, c := range map[string]struct {
		all  []Kept
		want []int
	}{
		"none":           {nil, nil},
		"one":            {every(time.Hour, 1), []int{0}},
		"a day of hours": {every(time.Hour, 24), []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}},
		// The time is 12:05 on a Sunday in Japan: days end 12, 36, 60… hours ago, weeks 6.5 days ago, months on the 31st.
		"two days of hours": {every(time.Hour, 48), []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
			22, 23, 37}},
		"two years of days": {every(24*time.Hour, 730), []int{0, 24, 48, 72, 96, 120, 144, 168, 192, 216, 240, 264, 288, 312, 336, 360,
			384, 408, 432, 456, 480, 504, 528, 552, 672, 840, 1008, 1176, 1272, 1992, 2736, 3480, 4200, 4944, 5664, 6408, 7080, 7824}},
		"a machine that slept long": {every(365*24*time.Hour, 20),
			[]int{0, 8760, 17520, 26280, 35040, 43800, 52560, 61320, 70080, 78840, 87600, 96360, 105120, 113880, 122640, 131400, 140160, 148920,
				157680, 166440}},
		"four in each hour": {every(15*time.Minute, 8), []int{0, 0, 1}}, // 12:05, 11:50 and 10:50; the last: 10:20 is older
	} {
		if got := ages(c.all); !slices.Equal(got, c.want) {
			t.Errorf("%s: kept %v, want %v", name, got, c.want)
		}
	}

	// Labelled backups and scheduled ones do not take each other's places.
	all := every(time.Hour, 24)
	for i := range 10 {
		all = append(all, kept(begin.Add(-time.Duration(i)*time.Minute-time.Second), ByHand),
			kept(begin.Add(-time.Duration(i)*time.Hour-time.Second), Update))
	}
	gone := map[Label]int{}
	for _, k := range Expired(all, jst) {
		gone[k.Label]++
	}
	if gone[Scheduled] != 0 || gone[ByHand] != 5 || gone[Update] != 7 {
		t.Errorf("gone: %v", gone)
	}

	// Hour by hour over fourteen months: never more backups than the sum of the limits, and always one
	// of last week.
	var now []Kept
	for at := begin; at.Before(begin.AddDate(1, 2, 0)); at = at.Add(time.Hour) {
		now = append(now, kept(at, Scheduled))
		gone := map[string]bool{}
		for _, k := range Expired(now, jst) {
			gone[k.Name] = true
		}
		now = slices.DeleteFunc(now, func(k Kept) bool { return gone[k.Name] })
		if len(now) > hourly+daily+weekly+monthly || !now[len(now)-1].Time.Equal(at) {
			t.Fatalf("%s: %d kept", at, len(now))
		}
	}
	if oldest := now[0].Time; begin.AddDate(1, 2, 0).Sub(oldest) < 320*24*time.Hour || len(now) < 45 {
		t.Errorf("after fourteen months %d are left, the oldest from %s", len(now), oldest)
	}
}

func TestKeys(t *testing.T) {
	file := filepath.Join(t.TempDir(), "identity.txt")
	recipient, err := NewKey(file)
	if err != nil || CheckRecipient(recipient) != "" {
		t.Fatal(recipient, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%v %v", info, err)
	}
	if _, err := NewKey(file); err == nil || !strings.Contains(err.Error(), "すでにあります") {
		t.Errorf("a key is overwritten: %v", err)
	}
	ids, err := Identities(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(archive(t, recipient, world), ids...); err != nil {
		t.Error(err)
	}
	for in, says := range map[string]string{"": "age1", "AGE-SECRET-KEY-1ABC": "秘密鍵", "age-secret-key-1abc": "秘密鍵", recipient[:50]: "62文字",
		recipient + "x": "62文字", "ssh-ed25519 AAAA": "age1"} {
		if got := CheckRecipient(in); !strings.Contains(got, says) {
			t.Errorf("%q: %q", in, got)
		}
	}
	if err := os.WriteFile(file, []byte("nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Identities(file); err == nil || !strings.Contains(err.Error(), "AGE-SECRET-KEY-") {
		t.Error(err)
	}
}
