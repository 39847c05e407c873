package report_test

import (
	"archive/zip"
	"encoding/csv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestReportInLibreOffice opens a report in LibreOffice, which did not write it: the file is read
// without an error, has the same numbers and texts, and has its print settings.
func TestReportInLibreOffice(t *testing.T) {
	soffice := os.Getenv("TSUNAGU_SOFFICE")
	if soffice == "" {
		t.Skip("TSUNAGU_SOFFICE names no LibreOffice; make test installs one and names it")
	}
	w := newReportWorld(t)
	w.Started()
	res := w.FinB.Get(reportPath).Want(200)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "report.xlsx"), []byte(res.Body), 0o600); err != nil {
		t.Fatal(err)
	}
	convert := func(to string) {
		t.Helper()
		cmd := exec.Command(soffice, "--headless", "-env:UserInstallation=file://"+filepath.ToSlash(filepath.Join(dir, "profile")),
			"--convert-to", to, "--outdir", dir, filepath.Join(dir, "report.xlsx"))
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8") // fixes the formats of dates and lengths
		out, err := cmd.CombinedOutput()
		// soffice prints "Error: source file could not be loaded" and still exits with 0.
		if err != nil || strings.Contains(string(out), "Error") || !strings.Contains(string(out), "convert ") {
			t.Fatalf("to %s: %v\n%s", to, err, out)
		}
	}
	// CSV of every sheet (-1), with raw instead of formatted values (…,false), in UTF-8 (76).
	convert("csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1")
	read := func(sheet string) [][]string {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(dir, "report-"+sheet+".csv"))
		if err != nil || !utf8.Valid(b) {
			t.Fatal(err)
		}
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(b), "\ufeff")))
		r.FieldsPerRecord = -1
		all, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := read("企業一覧")
	own := book(res).rows("企業一覧", true)
	heads := all[2]
	if len(all) != 3+len(own) {
		t.Fatalf("%d rows of %d", len(all)-3, len(own))
	}
	numbers := 0
	for i, want := range own {
		for x, head := range heads {
			head, got := strings.ReplaceAll(head, "\n", ""), all[3+i][x]
			if head == "最終更新日" {
				if got != "11/21/2026" { // a date in LibreOffice's format, without a time
					t.Errorf("row %d: day %q", i+1, got)
				}
				continue
			}
			if got != want[head] {
				t.Errorf("row %d, %s: %q, want %q", i+1, head, got, want[head])
			}
			if _, err := strconv.ParseInt(got, 10, 64); err == nil && strings.HasSuffix(head, "（千円）") {
				numbers++
			}
		}
	}
	if numbers != 12 { // three amounts of four companies
		t.Errorf("%d amounts", numbers)
	}
	text := func(rows [][]string) (s string) {
		for _, r := range rows {
			s += strings.Join(r, "\t") + "\n"
		}
		return s
	}
	for _, want := range []string{"\t00123\t", "\t'=1+1\t", "'＝SUM(A1:A9)商店", "〒060-0001"} {
		if !strings.Contains(text(all), want) {
			t.Errorf("lacks %q:\n%s", want, text(all))
		}
	}
	if front := text(read("概要")); !strings.Contains(front, "匿名交渉中\t1\t1") {
		t.Error(front)
	}
	if strings.Contains(text(read("概要"))+text(read("内訳"))+text(read("ニーズ")), "Err:") {
		t.Error("a cell is an error")
	}

	// As an ODS file, which shows what LibreOffice has understood of charts and printing.
	convert("ods")
	content, styles := odsPart(t, filepath.Join(dir, "report.ods"), "content.xml"), odsPart(t, filepath.Join(dir, "report.ods"), "styles.xml")
	if n := strings.Count(content, "<draw:object "); n != 3 {
		t.Errorf("%d charts", n)
	}
	if n := strings.Count(content, "<table:table-header-rows>"); n != 2 {
		t.Errorf("%d sheets repeat their heads", n)
	}
	if n := strings.Count(content, "table:print-ranges="); n != 4 {
		t.Errorf("%d sheets know what is printed", n)
	}
	if n := strings.Count(content, `table:display-filter-buttons="true"`); n != 2 {
		t.Errorf("%d sheets can be filtered", n)
	}
	for _, want := range []string{`style:print-orientation="landscape"`, `fo:page-width="11.6929in"`, `fo:page-height="8.2681in"`,
		`style:scale-to-X="1"`, "取扱注意", "<text:page-number>", "<text:page-count>", "蒼陵信用金庫"} {
		if !strings.Contains(styles, want) {
			t.Errorf("styles lack %s", want)
		}
	}
	if strings.Contains(content, "table:formula=") {
		t.Error("a cell is a formula")
	}
}

func odsPart(t *testing.T, path, name string) string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
