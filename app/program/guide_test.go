package program

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"tsunagu/app/guide"
	"tsunagu/app/host"
)

var update = flag.Bool("update", false, "write the generated parts of the guide and the list of licences anew")

var commandLine = regexp.MustCompile(`(?m)^  ([a-z-]+)(?: ([^\sa-zA-Z（]\S*))?\s+(\S.*)$`)

// commands are the rows of the help: name, argument, what it does.
func commands(t *testing.T) [][]string {
	t.Helper()
	_, rows, _ := strings.Cut(helpText, "コマンド:\n")
	rows, _, _ = strings.Cut(rows, "\n\n")
	out := commandLine.FindAllStringSubmatch(rows, -1)
	if len(out) < 10 {
		t.Fatalf("%d commands in\n%s", len(out), rows)
	}
	return out
}

// between replaces the text between two marks of the guide.
func between(text, mark, new string) string {
	begin, end := "<!-- "+mark+" -->\n", "<!-- /"+mark+" -->"
	before, rest, _ := strings.Cut(text, begin)
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		return text
	}
	return before + begin + "\n" + new + "\n" + end + after
}

// The tables of the guide equal those of the program; -update writes them.
func TestGuideTables(t *testing.T) {
	list := "| 命令 | すること |\n|---|---|\n"
	for _, c := range commands(t) {
		list += "| `" + strings.TrimSpace("tsunagu "+c[1]+" "+c[2]) + "` | " + c[3] + " |\n"
	}
	want := between(between(guide.Source, "flags", host.Table()), "commands", list)
	if *update {
		if err := os.WriteFile("app/guide/guide.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != guide.Source {
		t.Error("the guide's tables are not those of the program: go test ./app/program -run TestGuideTables -update")
	}
	for _, s := range []string{"| `-addr アドレス` |", "| `-metrics-open` |", "| `tsunagu reset-totp ログインID` |"} {
		if !strings.Contains(guide.Source, s) {
			t.Errorf("the guide lacks %s", s)
		}
	}
}

// Every command that the guide tells its reader to type exists, with every flag.
func TestGuideCommands(t *testing.T) {
	known, argument := map[string]string{}, map[string]string{} // a command's help about its flags, and its argument
	for _, c := range commands(t) {
		known[c[1]], argument[c[1]] = "", c[2]
	}
	written := regexp.MustCompile("(?m)tsunagu((?: [^\n`|]+)?)")
	flags := regexp.MustCompile(`(?:^|\s)-([a-z][a-z-]*)`)
	seen := 0
	for _, code := range regexp.MustCompile("(?s)```\n.*?```|`[^`\n]+`").FindAllString(guide.Source, -1) {
		for _, m := range written.FindAllStringSubmatch(code, -1) {
			words := strings.Fields(m[1])
			if len(words) == 0 || !regexp.MustCompile(`^[a-z-]+$`).MatchString(words[0]) ||
				!regexp.MustCompile("(?m)(^|`)tsunagu"+regexp.QuoteMeta(m[1])).MatchString(code) {
				continue
			}
			said, ok := known[words[0]]
			if !ok {
				t.Errorf("the guide names the command %q: %s", words[0], m[0])
				continue
			}
			seen++
			wanted := flags.FindAllStringSubmatch(strings.SplitN(m[1], " | ", 2)[0], -1)
			if len(wanted) > 0 && said == "" {
				args := []string{words[0], "-h"}
				if argument[words[0]] != "" {
					args = []string{words[0], "x", "-h"}
				}
				cmd := exec.Command(os.Args[0], args...)
				cmd.Env = environment()
				b, err := cmd.Output()
				if err != nil {
					t.Fatalf("%s -h: %v", words[0], err)
				}
				said, known[words[0]] = string(b), string(b)
			}
			for _, f := range wanted {
				if f[1] != "h" && !regexp.MustCompile(`(?m)^  -`+f[1]+`( |\t|$)`).MatchString(said) {
					t.Errorf("the guide gives %s the flag -%s: %s", words[0], f[1], m[0])
				}
			}
		}
	}
	if seen < 12 {
		t.Errorf("only %d commands in the guide", seen)
	}
	// Flags without a command belong to serve.
	serve := map[string]bool{}
	host.Flags("serve", &host.Options{}, false).VisitAll(func(f *flag.Flag) { serve[f.Name] = true })
	for _, m := range regexp.MustCompile("`-([a-z-]+)[^`]*`").FindAllStringSubmatch(guide.Source, -1) {
		if !serve[m[1]] {
			t.Errorf("the guide names the flag -%s", m[1])
		}
	}
	// The names of environment variables must exist too.
	for _, m := range regexp.MustCompile(`TSUNAGU_([A-Z_]+)`).FindAllStringSubmatch(guide.Source, -1) {
		if name := strings.ToLower(strings.ReplaceAll(m[1], "_", "-")); !serve[name] {
			t.Errorf("the guide names the variable TSUNAGU_%s", m[1])
		}
	}
}

func TestTexts(t *testing.T) {
	for command, says := range map[string]string{"guide": "運用の手引き", "licences": "modernc.org/sqlite"} {
		p := start(t, command)
		if code := p.wait(); code != 0 || !strings.Contains(p.all.String(), says) {
			t.Errorf("%s: exit %d", command, code)
		}
	}
	for _, name := range host.Examples() {
		p := start(t, "example", name, "-base-url", "https://ma.example.jp")
		if code := p.wait(); code != 0 || !strings.Contains(p.all.String(), "ma.example.jp") && name != "litestream" {
			t.Errorf("example %s: exit %d\n%s", name, code, p.all)
		}
	}
}
