package auth

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func testKeys(t *testing.T) *Keys {
	t.Helper()
	k, err := LoadKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestLoadKeysCreatesOnceAndKeeps(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenKeys(dir); !errors.Is(err, ErrNoKeyFile) {
		t.Fatalf("OpenKeys on an empty folder: %v", err)
	}
	first, err := LoadKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, KeyFile))
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v %v", entries, err)
	}
	second, err := LoadKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := second.Open(first.Seal([]byte("鍵")))
	if err != nil || string(plain) != "鍵" {
		t.Errorf("second load opens %q, %v", plain, err)
	}
	if !bytes.Equal(first.signing, second.signing) || !bytes.Equal(first.pepper, second.pepper) {
		t.Error("the second load made other keys")
	}
	if bytes.Equal(first.signing, first.pepper) || bytes.Equal(first.signing, make([]byte, keySize)) {
		t.Error("keys are not independent and random")
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if s := fmt.Sprintf(verb, first); strings.Contains(s, fmt.Sprint(first.pepper[0])) || len(s) > 40 {
			t.Errorf("%s prints %q", verb, s)
		}
	}
}

func TestOpenKeysRefuses(t *testing.T) {
	good := func(t *testing.T) (dir, path string, raw []byte) {
		dir = t.TempDir()
		if _, err := LoadKeys(dir); err != nil {
			t.Fatal(err)
		}
		path = filepath.Join(dir, KeyFile)
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return dir, path, raw
	}
	flip := func(field string) func([]byte) []byte {
		return func(raw []byte) []byte { // changes the first letter of the field's value: valid base64, another key
			at := bytes.Index(raw, []byte(`"`+field+`": "`)) + len(field) + 5
			out := bytes.Clone(raw)
			if out[at] == 'A' {
				out[at] = 'B'
			} else {
				out[at] = 'A'
			}
			return out
		}
	}
	for name, damage := range map[string]func([]byte) []byte{
		"empty":         func([]byte) []byte { return nil },
		"cut off":       func(raw []byte) []byte { return raw[:len(raw)/2] },
		"not JSON":      func([]byte) []byte { return []byte("tsunagu") },
		"trailing":      func(raw []byte) []byte { return append(bytes.Clone(raw), "{}"...) },
		"short key":     func([]byte) []byte { return []byte(`{"version":1,"signing":"AAAA","pepper":"AAAA","sealing":"AAAA"}`) },
		"unknown field": func(raw []byte) []byte { return bytes.Replace(raw, []byte("{"), []byte(`{"x":1,`), 1) },
		"signing":       flip("signing"),
		"pepper":        flip("pepper"),
		"sealing":       flip("sealing"),
		"check":         flip("check"),
	} {
		t.Run(name, func(t *testing.T) {
			dir, path, raw := good(t)
			bad := damage(raw)
			if err := os.WriteFile(path, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			k, err := LoadKeys(dir)
			if k != nil || err == nil || !strings.Contains(err.Error(), "壊れています") {
				t.Fatalf("got %v, %v", k, err)
			}
			after, _ := os.ReadFile(path)
			if !bytes.Equal(after, bad) {
				t.Error("a damaged key file was overwritten")
			}
		})
	}
	t.Run("newer version", func(t *testing.T) {
		dir, path, raw := good(t)
		os.WriteFile(path, bytes.Replace(raw, []byte(`"version": 1`), []byte(`"version": 2`), 1), 0o600)
		if _, err := LoadKeys(dir); err == nil || !strings.Contains(err.Error(), "版") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("not a file", func(t *testing.T) {
		dir := t.TempDir()
		os.Mkdir(filepath.Join(dir, KeyFile), 0o700)
		if _, err := LoadKeys(dir); err == nil {
			t.Error("a folder was taken for a key file")
		}
	})
	t.Run("no such data folder", func(t *testing.T) {
		if _, err := LoadKeys(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "作成できません") {
			t.Errorf("got %v", err)
		}
	})
	if runtime.GOOS == "windows" {
		return
	}
	for _, mode := range []os.FileMode{0o640, 0o604, 0o644, 0o660, 0o666, 0o610, 0o601} {
		t.Run(mode.String(), func(t *testing.T) {
			dir, path, _ := good(t)
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
			if _, err := LoadKeys(dir); err == nil || !strings.Contains(err.Error(), "chmod 600") {
				t.Errorf("mode %o: %v", mode, err)
			}
		})
	}
}

func TestSealOpen(t *testing.T) {
	k, other := testKeys(t), testKeys(t)
	for _, plain := range [][]byte{nil, {}, []byte("x"), bytes.Repeat([]byte("秘密"), 5000)} {
		sealed := k.Seal(plain)
		if len(plain) > 8 && bytes.Contains(sealed, plain[:8]) {
			t.Error("sealed bytes contain the plain ones")
		}
		got, err := k.Open(sealed)
		if err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bytes: %v", len(plain), err)
		}
		if _, err := other.Open(sealed); !errors.Is(err, ErrSealed) {
			t.Errorf("another key opens: %v", err)
		}
	}
	sealed := k.Seal([]byte("12345678"))
	if bytes.Equal(sealed, k.Seal([]byte("12345678"))) {
		t.Error("equal plain texts look equal when sealed")
	}
	for i := range sealed {
		bad := bytes.Clone(sealed)
		bad[i] ^= 1
		if _, err := k.Open(bad); !errors.Is(err, ErrSealed) {
			t.Fatalf("changed byte %d opens", i)
		}
		if _, err := k.Open(sealed[:i]); !errors.Is(err, ErrSealed) {
			t.Fatalf("cut at %d opens", i)
		}
	}
}
