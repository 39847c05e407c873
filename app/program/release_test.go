package program

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// makeRelease makes the archives of `make release` with a dummy file instead of the program, because
// building for each system takes too long here.
func makeRelease(t *testing.T, dir, version string, build string) {
	t.Helper()
	cmd := exec.Command("make", "-s", "release", "RELEASE_DIR="+dir, "VERSION="+version, "BUILD="+build)
	cmd.Env = append(os.Environ(), "MAKEFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// contents of an archive: each file's content, and whether it is executable.
func contents(t *testing.T, path string) map[string]string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	add := func(name string, mode os.FileMode, r io.Reader) {
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = fmt.Sprintf("%o %s", mode.Perm(), text)
	}
	if strings.HasSuffix(path, ".zip") {
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			if f.Mode().IsDir() {
				continue
			}
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			add(f.Name, f.Mode(), r)
		}
		return out
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Uid != 0 || h.Gid != 0 {
			t.Errorf("%s belongs to %d", h.Name, h.Uid)
		}
		if !h.FileInfo().IsDir() {
			add(h.Name, h.FileInfo().Mode(), r)
		}
	}
}

// A release is an archive for each system with the program, its licence, the licences of its parts and
// the guide, and a file of checksums; building again from the same commit gives the same bytes.
func TestRelease(t *testing.T) {
	program := filepath.Join(t.TempDir(), "build")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"$GOOS $GOARCH\" > \"$2\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	dirs := []string{filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")}
	for _, dir := range dirs {
		makeRelease(t, dir, "v9.9.9", program)
	}
	sums, err := os.ReadFile(filepath.Join(dirs[0], "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, system := range []string{"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64", "windows-arm64"} {
		name, file := "tsunagu-v9.9.9-"+system, ".tar.gz"
		exe := name + "/tsunagu"
		if strings.HasPrefix(system, "windows") {
			file, exe = ".zip", exe+".exe"
		}
		file = name + file
		want = append(want, file)
		all := contents(t, filepath.Join(dirs[0], file))
		if all[exe] != "755 "+strings.Replace(system, "-", " ", 1)+"\n" {
			t.Errorf("%s: the program is %q", file, all[exe])
		}
		for in, source := range map[string]string{"LICENSE": "LICENSE", "README.md": "app/guide/guide.md",
			"licences.txt": "app/guide/licences.txt"} {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			if all[name+"/"+in] != "644 "+string(text) {
				t.Errorf("%s: %s is not %s", file, in, source)
			}
		}
		if len(all) != 4 {
			t.Errorf("%s holds %d files", file, len(all))
		}
		var first []byte
		for i, dir := range dirs {
			b, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			if line := fmt.Sprintf("%x  %s\n", sha256.Sum256(b), file); i == 0 && !strings.Contains(string(sums), line) {
				t.Errorf("the sums lack %s", line)
			}
			if i > 0 && !bytes.Equal(b, first) {
				t.Errorf("%s is not the same the second time", file)
			}
			first = b
		}
	}
	slices.Sort(want)
	var got []string
	for _, f := range glob(t, dirs[0], "*") {
		got = append(got, filepath.Base(f))
	}
	if !slices.Equal(got, append([]string{"SHA256SUMS"}, want...)) {
		t.Errorf("made %v", got)
	}
}

// The program built by `make release` prints its version, and contains no path of the build
// machine.
func TestReleaseBuild(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command("make", "-n", "release", "RELEASE_DIR="+dir, "VERSION=v9.9.9")
	cmd.Env = append(os.Environ(), "MAKEFLAGS=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, s := range []string{"CGO_ENABLED=0", "-trimpath", `-X main.version=v9.9.9"`} {
		if n := strings.Count(string(out), s); n != 6 {
			t.Errorf("%d of 6 builds with %s", n, s)
		}
	}
	exe := filepath.Join(dir, "tsunagu")
	build := exec.Command("go", "build", "-ldflags", "-X main.version=v9.9.9", "-o", exe, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe, "version").Output(); err != nil || strings.TrimSpace(string(out)) != "v9.9.9" {
		t.Errorf("version: %q %v on %s", out, err, runtime.GOOS)
	}
}
