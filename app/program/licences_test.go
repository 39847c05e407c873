package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tsunagu/app/guide"
)

// part is a module, package or file that the program contains.
type part struct{ name, version, licence, text string }

// licenceKinds identify a licence by words that occur in no other one. Any other licence is
// refused, and so is every licence that demands more than attribution.
var licenceKinds = []struct{ name, words string }{
	{"Apache-2.0", `Apache License\s+Version 2\.0`},
	{"MIT", `Permission is hereby granted, free of charge, to any person obtaining`},
	{"ISC", `Permission to use, copy, modify, and(/or)? distribute this software for any purpose with or without fee`},
	{"BSD-3-Clause", `Redistribution and use in source and binary forms[\s\S]*(?i:neither the name|names? of (its|the) )`},
	{"BSD-2-Clause", `Redistribution and use in source and binary forms`},
	{"OFL-1.1", `SIL OPEN FONT LICENSE Version 1\.1`},
	{"FTL", `The FreeType Project LICENSE|The FreeType\s+Project\s+is\s+distributed`},
	{"Zlib", `This software is provided 'as-is', without any express or implied`},
	{"AGG-2.3", `Permission to copy, use, modify, sell and distribute this software\s+is granted provided this copyright notice appears`},
	{"Unlicense", `This is free and unencumbered software released into the public domain`},
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([-.].*)?$`)

// licenceOf reads the licence in a part's folder.
func licenceOf(t *testing.T, name, dir string) (kind, text string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !licenceFile.MatchString(f.Name()) || f.IsDir() {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		text += strings.TrimSpace(strings.ReplaceAll(string(b), "\r\n", "\n")) + "\n"
	}
	return kindOf(text), text
}

func kindOf(text string) string {
	for _, k := range licenceKinds {
		if regexp.MustCompile(k.words).MatchString(text) {
			return k.name
		}
	}
	return ""
}

// goParts are the modules in the executable for any of its systems.
func goParts(t *testing.T) []part {
	t.Helper()
	dirs := map[[2]string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", ".")
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			if p := strings.Split(strings.TrimSpace(line), "\t"); len(p) == 3 {
				dirs[[2]string{p[0], p[1]}] = p[2]
			}
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	kind, text := licenceOf(t, "Go", strings.TrimSpace(string(root)))
	parts := []part{{"Go", strings.TrimPrefix(runtime.Version(), "go")[:4], kind, text}}
	for m, dir := range dirs {
		kind, text := licenceOf(t, m[0], dir)
		parts = append(parts, part{m[0], m[1], kind, text})
	}
	return parts
}

// drawingParts are the parts for drawing pages that no module list names: the font, and the libraries
// in the compiled PDF library. Their licences are stored beside the code that uses them.
func drawingParts(t *testing.T) (parts []part) {
	t.Helper()
	const dir, module = "app/render/licences", "github.com/klippa-app/go-pdfium"
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		within := "in " + module
		if f.Name() == "Noto Sans JP" {
			within = "font"
		}
		parts = append(parts, part{f.Name(), within, kindOf(string(b)), string(b)})
	}
	return parts
}

// uiParts are the packages that the screens are built from.
func uiParts(t *testing.T) []part {
	t.Helper()
	b, err := os.ReadFile("ui/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev, Optional    bool
			Peer             bool
		}
	}
	if err := json.Unmarshal(b, &lock); err != nil {
		t.Fatal(err)
	}
	var parts []part
	for path, p := range lock.Packages {
		if path == "" || p.Dev || p.Optional || strings.Contains(path, "node_modules/@types/") {
			continue // tools, and packages of other platforms only
		}
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		kind, text := p.License, ""
		if _, err := os.Stat("ui/" + path); err == nil {
			if _, text = licenceOf(t, name, "ui/"+path); text == "" {
				text = "（ライセンス: " + kind + "）\n"
			}
		}
		if !slices.ContainsFunc(licenceKinds, func(k struct{ name, words string }) bool { return k.name == kind }) && kind != "0BSD" {
			kind = ""
		}
		parts = append(parts, part{name, p.Version, kind, text})
	}
	return parts
}

// TestLicences: all parts may be distributed with this program, and the output of the command
// licences names them all; -update writes it anew.
func TestLicences(t *testing.T) {
	parts := slices.Concat(goParts(t), drawingParts(t), uiParts(t))
	slices.SortFunc(parts, func(a, b part) int {
		return strings.Compare(strings.ToLower(a.name)+" "+a.version, strings.ToLower(b.name)+" "+b.version)
	})
	if len(parts) < 40 {
		t.Fatalf("only %d parts", len(parts))
	}
	var list bytes.Buffer
	fmt.Fprintf(&list, "つなぐ（Tsunagu）に含まれる部品とライセンス\n\n")
	for _, p := range parts {
		if p.licence == "" {
			t.Errorf("%s %s: its licence is unknown, or not one that may be handed on in this program:\n%.300s", p.name, p.version, p.text)
		}
		fmt.Fprintf(&list, "%s %s: %s\n", p.name, p.version, p.licence)
	}
	if *update {
		if _, err := os.Stat("ui/node_modules"); err != nil {
			t.Fatal("the packages of the screens are not installed")
		}
		used := map[string][]string{}
		var texts []string
		for _, p := range parts {
			if used[p.text] == nil {
				texts = append(texts, p.text)
			}
			used[p.text] = append(used[p.text], p.name)
		}
		for _, text := range texts {
			fmt.Fprintf(&list, "\n%s\n%s\n\n%s", strings.Repeat("=", 72), strings.Join(used[text], ", "), text)
		}
		if err := os.WriteFile("app/guide/licences.txt", list.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !strings.HasPrefix(guide.Licences, list.String()+"\n===") {
		t.Error("the list of licences is not that of the program's parts: make licences, and look at the difference")
	}
	for _, s := range []string{"Permission is hereby granted", "Apache License", "Redistribution and use", "The Go Authors"} {
		if !strings.Contains(guide.Licences, s) {
			t.Errorf("the text %q is missing", s)
		}
	}
}

// TestPartsPolicy: the guide says within how many days a part with a vulnerability is replaced, and
// the command that reports vulnerabilities exists.
func TestPartsPolicy(t *testing.T) {
	_, policy, ok := strings.Cut(guide.Source, "\n### 部品の更新と弱点への対応\n")
	policy, _, _ = strings.Cut(policy, "\n## ")
	if !ok {
		t.Fatal("the guide has no policy")
	}
	for _, s := range []string{"7日以内", "30日以内", "90日以内", "半年に一度", "`tsunagu licences`", "`make audit`"} {
		if !strings.Contains(policy, s) {
			t.Errorf("the policy lacks %q", s)
		}
	}
	b, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, audit, _ := strings.Cut(string(b), "\naudit:\n")
	audit, _, _ = strings.Cut(audit, "\n\n")
	for _, s := range []string{"govulncheck@v", "npm audit"} {
		if !strings.Contains(audit, s) {
			t.Errorf("make audit lacks %q", s)
		}
	}
}
