package program

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/host"
)

// The image is built from pinned versions, runs without privileges, and uses commands and variables
// that the program has.
func TestDockerfile(t *testing.T) {
	b, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(b), "\\\n", " ")
	lines := map[string][]string{}
	for line := range strings.Lines(text) {
		if word, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !strings.HasPrefix(word, "#") {
			lines[word] = append(lines[word], strings.TrimSpace(rest))
		}
	}
	known := map[string]bool{"FROM": true, "WORKDIR": true, "COPY": true, "RUN": true, "ARG": true, "LABEL": true, "USER": true,
		"VOLUME": true, "ENV": true, "EXPOSE": true, "STOPSIGNAL": true, "HEALTHCHECK": true, "ENTRYPOINT": true, "CMD": true}
	for word := range lines {
		if !known[word] {
			t.Errorf("an instruction that nobody looks at here: %s", word)
		}
	}
	for _, from := range lines["FROM"] {
		image := strings.Fields(strings.TrimPrefix(from, "--platform=$BUILDPLATFORM "))[0]
		if _, tag, ok := strings.Cut(image, ":"); !ok || tag == "latest" {
			t.Errorf("%s is not pinned", image)
		}
	}
	if want := "golang:" + strings.TrimPrefix(runtime.Version(), "go")[:4]; !strings.Contains(lines["FROM"][0], want) {
		t.Errorf("builds with %s, the tests run with %s", lines["FROM"][0], want)
	}
	for _, copied := range lines["COPY"] {
		words := strings.Fields(copied)
		if strings.HasPrefix(copied, "--from=build") {
			continue
		}
		for _, source := range words[:len(words)-1] {
			if found, err := filepath.Glob(source); err != nil || len(found) == 0 {
				t.Errorf("there is no %s to copy", source)
			}
		}
	}
	for _, room := range []string{"app", "store", "ui/dist", "testdata/demo", "*.go"} {
		if !regexp.MustCompile(`(?m)^COPY ` + regexp.QuoteMeta(room) + ` `).MatchString(text) {
			t.Errorf("%s is not copied", room)
		}
	}
	last := text[strings.LastIndex(text, "\nFROM "):]
	if !regexp.MustCompile(`\nUSER [1-9][0-9]*:[1-9][0-9]*\n`).MatchString(last) || strings.Contains(last, "\nRUN ") {
		t.Error("the image must run by a number of a user without rights, and needs no shell")
	}
	for _, s := range []string{"CGO_ENABLED=0", "-trimpath", "-X main.version=${VERSION}"} {
		if !strings.Contains(lines["RUN"][len(lines["RUN"])-1], s) {
			t.Errorf("is built without %s", s)
		}
	}
	names := map[string]bool{}
	for _, c := range commands(t) {
		names[c[1]] = true
	}
	for _, word := range []string{"HEALTHCHECK", "CMD"} {
		m := regexp.MustCompile(`\[(?:"/tsunagu", )?"([a-z-]+)"\]$`).FindStringSubmatch(lines[word][0])
		if m == nil || !names[m[1]] {
			t.Errorf("%s %s: no such command", word, lines[word])
		}
	}
	variables := map[string]bool{}
	host.Flags("serve", &host.Options{}, false).VisitAll(func(f *flag.Flag) { variables[host.Env(f.Name)] = true })
	for _, m := range regexp.MustCompile(`TSUNAGU_[A-Z_]+`).FindAllString(text, -1) {
		if !variables[m] {
			t.Errorf("there is no variable %s", m)
		}
	}
	for _, s := range []string{"TSUNAGU_DATA=" + lines["VOLUME"][0], "SQLITE_TMPDIR=" + lines["VOLUME"][0],
		"TSUNAGU_ADDR=:" + lines["EXPOSE"][0]} {
		if !slices.Contains(strings.Fields(lines["ENV"][0]), s) {
			t.Errorf("ENV lacks %s", s)
		}
	}
	ignored, err := os.ReadFile(".dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{".git\n", "data\n", "**/*.db\n", "**/*.key\n", "ui/node_modules\n"} {
		if !strings.Contains(string(ignored), s) {
			t.Errorf(".dockerignore lacks %q", s)
		}
	}
}
